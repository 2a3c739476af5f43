/* SPDX-License-Identifier: Apache-2.0 */

/* A sample document of the selected collection, or of one that is picked. */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "panel/squill-panel-page.h"

#include <glib/gi18n.h>
#include <inttypes.h>

#include "text/squill-text.h"
#include "widgets/squill-icon-button.h"

/* Longer arrays are cut: a person looks at the shape, not at the thousandth element. */
#define ELEMENTS_SHOWN 20

struct _SquillDocumentsPage
{
  SquillPanelPage parent_instance;

  SquillCodeView *view;
  GtkDropDown *collections;
  GtkStringList *names;
  GtkDropDown *styles;
  GtkLabel *number_label;
  GtkLabel *size_label;
  GtkWidget *previous;
  GtkWidget *next;
  GSettings *settings;

  GPtrArray *ids; /* of the collections in the list, after "of the selection" */
  char *shown;    /* id of the collection that is shown */
  guint64 number; /* of the document */
  guint64 n_documents;
};

G_DEFINE_FINAL_TYPE (SquillDocumentsPage, squill_documents_page, SQUILL_TYPE_PANEL_PAGE)

static SquillBsonStyle
get_style (SquillDocumentsPage *self)
{
  /* The list has the order of the enumeration, as the settings have. */
  guint selected = gtk_drop_down_get_selected (self->styles);

  return selected <= SQUILL_BSON_STYLE_MONGOSH ? (SquillBsonStyle)selected
                                               : SQUILL_BSON_STYLE_MONGOSH;
}

static gboolean
is_same_list (SquillDocumentsPage *self, SquillDesign *design)
{
  guint n = squill_design_get_n_collections (design);

  if (self->ids->len != n)
    return FALSE;
  for (guint i = 0; i < n; i++)
    {
      const SquillCollection *collection = squill_design_get_collection (design, i);

      if (!g_str_equal (self->ids->pdata[i], collection->id) ||
          g_strcmp0 (gtk_string_list_get_string (self->names, i + 1), collection->name) != 0)
        return FALSE;
    }
  return TRUE;
}

/* The list of collections, with the picked one still picked. */
static void
update_list (SquillDocumentsPage *self, SquillDesign *design)
{
  guint selected = gtk_drop_down_get_selected (self->collections);
  g_autofree char *picked =
      selected > 0 && selected <= self->ids->len ? g_strdup (self->ids->pdata[selected - 1]) : NULL;
  g_autoptr (GStrvBuilder) names = NULL;
  g_auto (GStrv) all = NULL;
  guint position = 0;

  if (is_same_list (self, design))
    return;
  names = g_strv_builder_new ();
  g_ptr_array_set_size (self->ids, 0);
  for (guint i = 0; i < squill_design_get_n_collections (design); i++)
    {
      const SquillCollection *collection = squill_design_get_collection (design, i);

      if (g_strcmp0 (picked, collection->id) == 0)
        position = i + 1;
      g_strv_builder_add (names, collection->name);
      g_ptr_array_add (self->ids, g_strdup (collection->id));
    }
  all = g_strv_builder_end (names);
  gtk_string_list_splice (self->names, 1, g_list_model_get_n_items (G_LIST_MODEL (self->names)) - 1,
                          (const char *const *)all);
  gtk_drop_down_set_selected (self->collections, position);
}

static const SquillCollection *
find_collection (SquillDocumentsPage *self, SquillDesign *design)
{
  guint selected = gtk_drop_down_get_selected (self->collections);
  const SquillCollection *collection = NULL;

  if (selected > 0 && selected <= self->ids->len)
    return squill_design_find_collection (design, self->ids->pdata[selected - 1]);
  collection = squill_panel_page_find_collection (SQUILL_PANEL_PAGE (self));
  /* Where nothing is selected, what was shown stays. */
  if (collection == NULL && self->shown != NULL)
    collection = squill_design_find_collection (design, self->shown);
  if (collection == NULL && squill_design_get_n_collections (design) > 0)
    collection = squill_design_get_collection (design, 0);
  return collection;
}

static void
update_number (SquillDocumentsPage *self)
{
  g_autofree char *text = NULL;

  /* Translators: the number of a sample document and how many there are. */
  text = self->n_documents == 0
             ? g_strdup ("")
             : g_strdup_printf (_ ("%" PRIu64 "/%" PRIu64), self->number + 1, self->n_documents);
  gtk_label_set_text (self->number_label, text);
  gtk_widget_set_sensitive (self->previous, self->number > 0);
  gtk_widget_set_sensitive (self->next, self->number + 1 < self->n_documents);
}

static void
squill_documents_page_update (SquillPanelPage *page)
{
  SquillDocumentsPage *self = SQUILL_DOCUMENTS_PAGE (page);
  SquillSession *session = squill_panel_page_get_session (page);
  SquillDesign *design = squill_session_get_design (session);
  SquillSamples *samples = squill_session_get_samples (session);
  const SquillCollection *collection;
  g_autoptr (GError) error = NULL;
  g_autoptr (GHashTable) left_out = NULL;
  g_autofree char *text = NULL;
  g_autofree char *size = NULL;
  bson_t *document;
  gboolean same;

  update_list (self, design);
  collection = find_collection (self, design);
  if (collection == NULL)
    {
      g_clear_pointer (&self->shown, g_free);
      self->n_documents = 0;
      self->number = 0;
      update_number (self);
      gtk_label_set_text (self->size_label, "");
      squill_code_view_set_text (self->view, _ ("// Add an entity to see sample documents\n"),
                                 FALSE);
      return;
    }

  same = g_strcmp0 (self->shown, collection->id) == 0;
  if (!same)
    {
      g_free (self->shown);
      self->shown = g_strdup (collection->id);
      self->number = 0;
    }
  self->n_documents = squill_samples_get_population (samples, collection->id);
  if (self->number >= self->n_documents)
    self->number = self->n_documents == 0 ? 0 : self->n_documents - 1;
  update_number (self);

  document = squill_samples_get_excerpt (samples, collection->id, self->number, ELEMENTS_SHOWN,
                                         &left_out, &error);
  if (document == NULL)
    {
      g_autofree char *comment = g_strdup_printf ("// %s\n", error->message);

      squill_code_view_set_text (self->view, comment, FALSE);
    }
  else
    {
      text = squill_bson_to_text_excerpt (document, get_style (self), 2, left_out);
      squill_code_view_set_text (self->view, text, same);
      bson_destroy (document);
    }
  size = squill_text_bytes (collection->shape->bytes.likely);
  gtk_label_set_text (self->size_label, size);
}

static void
on_style (SquillDocumentsPage *self)
{
  g_settings_set_enum (self->settings, "document-style", get_style (self));
}

static void
on_previous (SquillDocumentsPage *self)
{
  if (self->number > 0)
    self->number--;
  squill_panel_page_queue_update (SQUILL_PANEL_PAGE (self));
}

static void
on_next (SquillDocumentsPage *self)
{
  self->number++;
  squill_panel_page_queue_update (SQUILL_PANEL_PAGE (self));
}

static GtkWidget *
create_step_button (SquillDocumentsPage *self,
                    const char *icon,
                    const char *name,
                    GCallback on_click)
{
  GtkWidget *button = squill_icon_button_new (icon, name);

  g_signal_connect_object (button, "clicked", on_click, self, G_CONNECT_SWAPPED);
  return button;
}

static void
make_bar (SquillDocumentsPage *self)
{
  SquillPanelPage *page = SQUILL_PANEL_PAGE (self);
  GtkWidget *steps = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 2);
  /* Translators: show the collection of what is selected. */
  const char *const first[] = { _ ("Selected"), NULL };
  /* Translators: three ways to write a document. */
  const char *const styles[] = { _ ("Relaxed"), _ ("Canonical"), _ ("mongosh"), NULL };

  self->names = gtk_string_list_new (first);
  self->collections =
      squill_panel_page_create_drop_down (page, G_LIST_MODEL (self->names), _ ("Collection"));
  self->styles = squill_panel_page_create_drop_down (
      page, G_LIST_MODEL (gtk_string_list_new (styles)), _ ("Notation"));
  self->number_label = GTK_LABEL (gtk_label_new (NULL));
  self->size_label = GTK_LABEL (gtk_label_new (NULL));
  gtk_widget_add_css_class (GTK_WIDGET (self->number_label), "numeric");
  gtk_widget_add_css_class (GTK_WIDGET (self->size_label), "dim-label");
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->size_label), _ ("Likely size of a document"));
  gtk_widget_set_margin_start (GTK_WIDGET (self->size_label), 6);
  self->previous = create_step_button (self, "go-previous-symbolic", _ ("Previous document"),
                                       G_CALLBACK (on_previous));
  self->next =
      create_step_button (self, "go-next-symbolic", _ ("Next document"), G_CALLBACK (on_next));
  gtk_box_append (GTK_BOX (steps), self->previous);
  gtk_box_append (GTK_BOX (steps), GTK_WIDGET (self->number_label));
  gtk_box_append (GTK_BOX (steps), self->next);
  squill_panel_page_set_bar (page, self->collections, steps, self->size_label, self->styles, NULL);
  self->settings = g_settings_new (SQUILL_APP_ID);
  gtk_drop_down_set_selected (self->styles, g_settings_get_enum (self->settings, "document-style"));
  g_signal_connect_object (self->styles, "notify::selected", G_CALLBACK (on_style), self,
                           G_CONNECT_SWAPPED);
}

static void
squill_documents_page_dispose (GObject *object)
{
  SquillDocumentsPage *self = SQUILL_DOCUMENTS_PAGE (object);

  g_clear_object (&self->settings);

  G_OBJECT_CLASS (squill_documents_page_parent_class)->dispose (object);
}

static void
squill_documents_page_finalize (GObject *object)
{
  SquillDocumentsPage *self = SQUILL_DOCUMENTS_PAGE (object);

  g_clear_pointer (&self->ids, g_ptr_array_unref);
  g_clear_pointer (&self->shown, g_free);

  G_OBJECT_CLASS (squill_documents_page_parent_class)->finalize (object);
}

static void
squill_documents_page_class_init (SquillDocumentsPageClass *klass)
{
  SquillPanelPageClass *page_class = SQUILL_PANEL_PAGE_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = squill_documents_page_dispose;
  G_OBJECT_CLASS (klass)->finalize = squill_documents_page_finalize;
  page_class->update = squill_documents_page_update;
  page_class->selection = TRUE;
}

static void
squill_documents_page_init (SquillDocumentsPage *self)
{
  squill_panel_page_set_title (SQUILL_PANEL_PAGE (self), _ ("Documents"));
  self->ids = g_ptr_array_new_with_free_func (g_free);
  self->view = SQUILL_CODE_VIEW (squill_code_view_new (_ ("Sample document"), TRUE));
  squill_code_view_set_language (self->view, gtk_source_language_manager_get_language (
                                                 gtk_source_language_manager_get_default (), "js"));
  adw_bin_set_child (ADW_BIN (self), GTK_WIDGET (self->view));
  make_bar (self);
  update_number (self);
}

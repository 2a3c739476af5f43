/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "squill-documents-page.h"

#include <adwaita.h>
#include <glib/gi18n.h>
#include <gtksourceview/gtksource.h>
#include <inttypes.h>
#include <string.h>

#include "advice/squill-wording.h"

/* Longer arrays are cut: a person looks at the shape, not at the thousandth element. */
#define ELEMENTS_SHOWN 20

/* How long lines that changed stay lit, ms. */
#define LIT_TIME 1000

struct _SquillDocumentsPage
{
  SquillPanelPage parent_instance;

  GtkSourceBuffer *buffer;
  GtkTextTag *lit;
  GtkWidget *view;
  GtkWidget *bar;
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
  guint lit_source;
  guint filling : 1;
};

G_DEFINE_FINAL_TYPE (SquillDocumentsPage, squill_documents_page, SQUILL_TYPE_PANEL_PAGE)

static void
on_lit_over (gpointer user_data)
{
  SquillDocumentsPage *self = user_data;
  GtkTextIter start, end;

  self->lit_source = 0;
  gtk_text_buffer_get_bounds (GTK_TEXT_BUFFER (self->buffer), &start, &end);
  gtk_text_buffer_remove_tag (GTK_TEXT_BUFFER (self->buffer), self->lit, &start, &end);
}

static gboolean
has_animations (SquillDocumentsPage *self)
{
  gboolean animations = TRUE;

  g_object_get (gtk_widget_get_settings (self->view), "gtk-enable-animations", &animations, NULL);
  return animations;
}

/* Replaces the lines that are others now, and only those, so that the place one reads stays. */
static void
show_text (SquillDocumentsPage *self, const char *text, gboolean light_up)
{
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (self->buffer);
  GtkTextIter start, end;
  g_autofree char *old = NULL;
  gsize same_head = 0, same_tail = 0;
  gsize old_length, length = strlen (text);

  gtk_text_buffer_get_bounds (buffer, &start, &end);
  old = gtk_text_buffer_get_text (buffer, &start, &end, TRUE);
  old_length = strlen (old);
  if (g_str_equal (old, text))
    return;

  while (same_head < MIN (length, old_length) && old[same_head] == text[same_head])
    same_head++;
  while (same_head > 0 && text[same_head - 1] != '\n')
    same_head--;
  while (same_tail < MIN (length, old_length) - same_head &&
         old[old_length - same_tail - 1] == text[length - same_tail - 1])
    same_tail++;
  while (same_tail > 0 && text[length - same_tail] != '\n')
    same_tail--;

  gtk_text_buffer_get_iter_at_offset (buffer, &start, g_utf8_strlen (old, same_head));
  gtk_text_buffer_get_iter_at_offset (buffer, &end, g_utf8_strlen (old, old_length - same_tail));
  gtk_text_buffer_begin_irreversible_action (buffer);
  gtk_text_buffer_delete (buffer, &start, &end);
  gtk_text_buffer_insert (buffer, &start, text + same_head, length - same_head - same_tail);
  gtk_text_buffer_end_irreversible_action (buffer);

  if (light_up && has_animations (self))
    {
      end = start;
      gtk_text_buffer_get_iter_at_offset (buffer, &start, g_utf8_strlen (text, same_head));
      gtk_text_iter_forward_to_line_end (&end);
      gtk_text_buffer_apply_tag (buffer, self->lit, &start, &end);
      g_clear_handle_id (&self->lit_source, g_source_remove);
      self->lit_source = g_timeout_add_once (LIT_TIME, on_lit_over, self);
    }
}

static SquillSampleStyle
get_style (SquillDocumentsPage *self)
{
  /* The list has the order of the enumeration, as the settings have. */
  guint selected = gtk_drop_down_get_selected (self->styles);

  return selected <= SQUILL_SAMPLE_MONGOSH ? (SquillSampleStyle)selected : SQUILL_SAMPLE_MONGOSH;
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
  self->filling = TRUE;
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
  self->filling = FALSE;
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
      show_text (self, _ ("// Sample documents stand here as soon as there is an entity.\n"),
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

      show_text (self, comment, FALSE);
    }
  else
    {
      text = squill_bson_to_text_excerpt (document, get_style (self), 2, left_out);
      show_text (self, text, same);
      bson_destroy (document);
    }
  size = squill_wording_bytes (collection->shape->bytes.likely);
  gtk_label_set_text (self->size_label, size);
}

static void
on_choice (SquillDocumentsPage *self)
{
  if (!self->filling)
    squill_panel_page_queue_update (SQUILL_PANEL_PAGE (self));
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

static void
on_dark (SquillDocumentsPage *self)
{
  gboolean dark = adw_style_manager_get_dark (adw_style_manager_get_default ());
  GtkSourceStyleSchemeManager *manager = gtk_source_style_scheme_manager_get_default ();
  GtkSourceStyleScheme *scheme =
      gtk_source_style_scheme_manager_get_scheme (manager, dark ? "Adwaita-dark" : "Adwaita");

  if (scheme != NULL)
    gtk_source_buffer_set_style_scheme (self->buffer, scheme);
  g_object_set (self->lit, "paragraph-background", dark ? "#20314a" : "#dcebfb", NULL);
}

static GtkWidget *
make_button (const char *icon, const char *name, GCallback callback, gpointer self)
{
  GtkWidget *button = gtk_button_new_from_icon_name (icon);

  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_tooltip_text (button, name);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  g_signal_connect_object (button, "clicked", callback, self, G_CONNECT_SWAPPED);
  return button;
}

static GtkDropDown *
make_drop_down (GListModel *model, const char *name, gpointer self)
{
  GtkWidget *drop_down = gtk_drop_down_new (model, NULL);

  gtk_widget_add_css_class (drop_down, "flat");
  gtk_widget_set_tooltip_text (drop_down, name);
  gtk_accessible_update_property (GTK_ACCESSIBLE (drop_down), GTK_ACCESSIBLE_PROPERTY_LABEL, name,
                                  -1);
  g_signal_connect_object (drop_down, "notify::selected", G_CALLBACK (on_choice), self,
                           G_CONNECT_SWAPPED);
  return GTK_DROP_DOWN (drop_down);
}

static void
make_bar (SquillDocumentsPage *self)
{
  const char *const first[] = { _ ("Selected"), NULL };
  /* Translators: three ways to write a document. */
  const char *const styles[] = { _ ("Relaxed"), _ ("Canonical"), _ ("mongosh"), NULL };
  GtkBox *bar = GTK_BOX (gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 2));

  self->names = gtk_string_list_new (first);
  self->collections = make_drop_down (G_LIST_MODEL (self->names), _ ("Collection"), self);
  self->styles = make_drop_down (G_LIST_MODEL (gtk_string_list_new (styles)),
                                 _ ("How documents are written"), self);
  self->number_label = GTK_LABEL (gtk_label_new (NULL));
  self->size_label = GTK_LABEL (gtk_label_new (NULL));
  gtk_widget_add_css_class (GTK_WIDGET (self->number_label), "numeric");
  gtk_widget_add_css_class (GTK_WIDGET (self->size_label), "dim-label");
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->size_label), _ ("Likely size of a document"));
  gtk_widget_set_margin_start (GTK_WIDGET (self->size_label), 6);
  self->previous =
      make_button ("go-previous-symbolic", _ ("Previous document"), G_CALLBACK (on_previous), self);
  self->next = make_button ("go-next-symbolic", _ ("Next document"), G_CALLBACK (on_next), self);

  gtk_box_append (bar, GTK_WIDGET (self->collections));
  gtk_box_append (bar, self->previous);
  gtk_box_append (bar, GTK_WIDGET (self->number_label));
  gtk_box_append (bar, self->next);
  gtk_box_append (bar, GTK_WIDGET (self->size_label));
  gtk_box_append (bar, GTK_WIDGET (self->styles));
  self->bar = g_object_ref_sink (GTK_WIDGET (bar));
  self->settings = g_settings_new (SQUILL_APP_ID);
  gtk_drop_down_set_selected (self->styles, g_settings_get_enum (self->settings, "document-style"));
  g_signal_connect_object (self->styles, "notify::selected", G_CALLBACK (on_style), self,
                           G_CONNECT_SWAPPED);
}

static GtkWidget *
squill_documents_page_get_bar (SquillPanelPage *page)
{
  return SQUILL_DOCUMENTS_PAGE (page)->bar;
}

static void
squill_documents_page_dispose (GObject *object)
{
  SquillDocumentsPage *self = SQUILL_DOCUMENTS_PAGE (object);

  g_clear_handle_id (&self->lit_source, g_source_remove);
  g_clear_object (&self->bar);
  g_clear_object (&self->buffer);
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
  page_class->get_bar = squill_documents_page_get_bar;
  page_class->selection = TRUE;
}

static void
squill_documents_page_init (SquillDocumentsPage *self)
{
  GtkSourceLanguageManager *languages = gtk_source_language_manager_get_default ();
  GtkWidget *scrolled = gtk_scrolled_window_new ();

  squill_panel_page_set_title (SQUILL_PANEL_PAGE (self), _ ("Documents"));
  self->ids = g_ptr_array_new_with_free_func (g_free);
  self->buffer = gtk_source_buffer_new (NULL);
  gtk_source_buffer_set_language (self->buffer,
                                  gtk_source_language_manager_get_language (languages, "js"));
  gtk_source_buffer_set_highlight_matching_brackets (self->buffer, TRUE);
  self->lit = gtk_text_buffer_create_tag (GTK_TEXT_BUFFER (self->buffer), NULL, NULL);

  self->view = gtk_source_view_new_with_buffer (self->buffer);
  gtk_text_view_set_editable (GTK_TEXT_VIEW (self->view), FALSE);
  gtk_text_view_set_monospace (GTK_TEXT_VIEW (self->view), TRUE);
  gtk_text_view_set_wrap_mode (GTK_TEXT_VIEW (self->view), GTK_WRAP_WORD_CHAR);
  gtk_source_view_set_show_line_numbers (GTK_SOURCE_VIEW (self->view), TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->view), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Sample document"), -1);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), self->view);
  gtk_widget_set_vexpand (scrolled, TRUE);
  squill_panel_page_set_child (SQUILL_PANEL_PAGE (self), scrolled);

  make_bar (self);
  update_number (self);
  g_signal_connect_object (adw_style_manager_get_default (), "notify::dark", G_CALLBACK (on_dark),
                           self, G_CONNECT_SWAPPED);
  on_dark (self);
}

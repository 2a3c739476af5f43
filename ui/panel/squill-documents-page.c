/* SPDX-License-Identifier: Apache-2.0 */

/* A sample document of the selected collection, or of one that is picked. */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "panel/squill-panel-page.h"

#include <glib/gi18n.h>
#include <inttypes.h>
#include <math.h>

#include "bson/squill-bson-text.h"
#include "design/squill-assumption.h"
#include "panel/squill-byte-list.h"
#include "text/squill-text-diff.h"
#include "text/squill-text.h"
#include "widgets/squill-icon-button.h"

/* Longer arrays are cut: a person looks at the shape, not at the thousandth element. */
#define ELEMENTS_SHOWN 20
/* Bytes of a document that is made only to be measured. */
#define MAX_MEASURED 1e5
/* The least width of the document; the bytes stand beside it only where there is room for them. */
#define MIN_WIDTH 320
/* Of the collection's name in the bar: more are cut off, and for these other controls make room. */
#define MAX_NAME_CHARS 20
#define MIN_NAME_CHARS 8
/* Documents of new collections that a preview shows. */
#define MAX_NEW 3

struct _SquillDocumentsPage
{
  SquillPanelPage parent_instance;

  SquillCodeView *view;
  SquillByteList *byte_list;
  GtkDropDown *collections;
  GtkStringList *names;
  GtkDropDown *styles;
  GtkLabel *number_label;
  GtkLabel *size_label;
  GtkLabel *collection_label;
  GtkWidget *previous;
  GtkWidget *next;
  GSettings *settings;

  GPtrArray *ids;     /* of the collections in the list, after "of the selection" */
  char *shown;        /* id of the collection that is shown */
  char *pressed;      /* id of what was selected by a press in the text: the document stays */
  GPtrArray *parts;   /* of SquillBsonPart: what is where in the text */
  GHashTable *folded; /* paths of what is folded */
  GSignalGroup *preview_signals;
  gboolean shows_preview;
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

/* Whether what is selected was pressed in the text: then the same document is still looked at,
 * although others may have it, too. */
static gboolean
is_pressed (SquillDocumentsPage *self)
{
  SquillSession *session = squill_panel_page_get_session (SQUILL_PANEL_PAGE (self));

  return self->pressed != NULL &&
         g_strcmp0 (squill_selection_get_single (squill_session_get_selection (session)),
                    self->pressed) == 0;
}

static const SquillCollection *
find_collection (SquillDocumentsPage *self, SquillDesign *design)
{
  guint selected = gtk_drop_down_get_selected (self->collections);
  const SquillCollection *collection = NULL;

  if (selected > 0 && selected <= self->ids->len)
    return squill_design_find_collection (design, self->ids->pdata[selected - 1]);
  if (!is_pressed (self))
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

/* How many elements there are usually, where an array is cut. */
static char *
describe_array (const char *path, guint n, gpointer user_data)
{
  const SquillCollection *collection = user_data;
  const SquillShape *shape = squill_shape_find_by_keys (collection->shape, path);
  g_autofree char *count = squill_text_count (n);
  g_autofree char *usual = NULL;

  if (shape == NULL || isnan (shape->length.likely))
    return NULL;
  usual = squill_triple_to_text (shape->length);
  /* Translators: how many elements an array has, and how many it may have. */
  return g_strdup_printf (_ ("%s of %s"), count, usual);
}

/* Marks what the selected items are in the document. */
static void
mark_selection (SquillDocumentsPage *self, const SquillCollection *collection)
{
  SquillSession *session = squill_panel_page_get_session (SQUILL_PANEL_PAGE (self));
  g_auto (GStrv) ids = squill_selection_get_ids (squill_session_get_selection (session));
  g_autoptr (GPtrArray) marked = g_ptr_array_new ();

  for (guint i = 0; i < self->parts->len; i++)
    {
      const SquillBsonPart *part = self->parts->pdata[i];
      const SquillShape *shape = squill_shape_find_by_keys (collection->shape, part->path);

      for (guint j = 0; shape != NULL && ids[j] != NULL; j++)
        if (g_strcmp0 (shape->copy, ids[j]) == 0 ||
            (shape->copy == NULL && g_strcmp0 (shape->field, ids[j]) == 0) ||
            g_strcmp0 (shape->relationship, ids[j]) == 0 ||
            (shape->document && shape->parent != NULL && g_strcmp0 (shape->entity, ids[j]) == 0))
          {
            g_ptr_array_add (marked, self->parts->pdata[i]);
            break;
          }
    }
  squill_code_view_mark (self->view, marked);
}

/* The document itself: of one that is cut, if it is not too long to be made. */
static bson_t *
make_whole (SquillSamples *samples,
            const SquillCollection *collection,
            guint64 number,
            const bson_t *excerpt,
            GHashTable *left_out)
{
  if (g_hash_table_size (left_out) == 0)
    return bson_copy (excerpt);
  if (!(collection->shape->bytes.likely <= MAX_MEASURED))
    return NULL;
  return squill_samples_get_document (samples, collection->id, number, NULL);
}

/* What each field takes in the document, or, where that is not made, what it likely takes. */
static void
show_bytes (SquillDocumentsPage *self, const SquillCollection *collection, const bson_t *whole)
{
  g_autoptr (GArray) fields = g_array_new (FALSE, FALSE, sizeof (SquillFieldBytes));
  bson_iter_t iter;

  g_array_set_clear_func (fields, (GDestroyNotify)squill_field_bytes_clear);
  if (whole != NULL && bson_iter_init (&iter, whole))
    {
      guint32 start;

      /* Each ends where the next begins, and the last one at the document's own NUL. */
      while (bson_iter_next (&iter))
        {
          SquillFieldBytes field = { g_strdup (bson_iter_key (&iter)), 0 };

          start = bson_iter_offset (&iter);
          if (fields->len > 0)
            g_array_index (fields, SquillFieldBytes, fields->len - 1).bytes += start;
          field.bytes = -(double)start;
          g_array_append_val (fields, field);
        }
      if (fields->len > 0)
        g_array_index (fields, SquillFieldBytes, fields->len - 1).bytes += whole->len - 1;
    }
  else
    for (guint i = 0; i < collection->shape->children->len; i++)
      {
        const SquillShape *child = collection->shape->children->pdata[i];
        SquillFieldBytes field = { g_strdup (child->name), child->bytes.likely };

        if (isnan (field.bytes))
          field.bytes = 0;
        g_array_append_val (fields, field);
      }
  squill_byte_list_show (self->byte_list, fields);
}

static void
show_sizes (SquillDocumentsPage *self, const SquillCollection *collection, double bytes)
{
  const SquillShape *shape = collection->shape;
  g_autofree char *likely = squill_text_likely_bytes (shape->bytes.likely, shape->size_assumed);
  g_autofree char *reason = squill_shape_describe_assumptions (shape);
  g_autofree char *own = isnan (bytes) ? NULL : squill_text_bytes (bytes);
  g_autofree char *tooltip = NULL;

  gtk_label_set_text (self->size_label, own != NULL ? own : likely);
  if (own == NULL)
    tooltip = g_strdup (_ ("Likely size of a document"));
  else
    /* Translators: a number of bytes. */
    tooltip = g_strdup_printf (_ ("Size of this document. %s is likely"), likely);
  if (reason != NULL)
    {
      char *both = g_strconcat (tooltip, "\n", reason, NULL);

      g_free (tooltip);
      tooltip = both;
    }
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->size_label), tooltip);
}

static void
drop_parts (SquillDocumentsPage *self)
{
  /* The view still has those that were there. */
  g_clear_pointer (&self->parts, g_ptr_array_unref);
  self->parts = g_ptr_array_new_with_free_func ((GDestroyNotify)squill_bson_part_free);
  squill_code_view_set_parts (self->view, self->parts);
}

static void
show_none (SquillDocumentsPage *self, const char *comment)
{
  g_autoptr (GArray) none = g_array_new (FALSE, FALSE, sizeof (SquillFieldBytes));

  gtk_label_set_text (self->size_label, "");
  squill_code_view_show_comment (self->view, comment);
  squill_byte_list_show (self->byte_list, none);
  drop_parts (self);
}

/* Preview of a change. */

static void
append_document (SquillDocumentsPage *self,
                 SquillSamples *samples,
                 const SquillCollection *collection,
                 guint64 number,
                 GString *text)
{
  g_autoptr (GHashTable) left_out = NULL;
  g_autofree char *written = NULL;
  bson_t *document =
      squill_samples_get_excerpt (samples, collection->id, number, ELEMENTS_SHOWN, &left_out, NULL);

  if (document == NULL)
    return;
  written = squill_bson_to_text_excerpt (
      document, get_style (self), 2,
      &(SquillBsonExcerpt){ left_out, self->folded, describe_array, (gpointer)collection, NULL });
  g_string_append (text, written);
  if (!g_str_has_suffix (written, "\n"))
    g_string_append_c (text, '\n');
  bson_destroy (document);
}

/* The document as it would be, and one of each collection that comes. */
static char *
write_result (SquillDocumentsPage *self,
              const SquillPreviewResult *result,
              const char *id,
              guint64 number)
{
  const SquillCollection *then = squill_design_find_collection (result->design, id);
  GString *text = g_string_new (NULL);
  guint n = 0;

  if (then != NULL)
    append_document (self, result->samples, then, number, text);
  for (guint i = 0; i < result->collections->len && n < MAX_NEW; i++)
    {
      const SquillPreviewCollection *collection = result->collections->pdata[i];
      const SquillCollection *made = squill_design_find_collection (result->design, collection->id);

      if (collection->kind != SQUILL_PREVIEW_NEW || made == NULL)
        continue;
      g_string_append_printf (text, "// %s\n", made->name);
      append_document (self, result->samples, made, 0, text);
      n++;
    }
  return g_string_free (text, FALSE);
}

/* The first collection of the model that would not stay as it is. */
static const SquillCollection *
find_changed (SquillDesign *design, const SquillPreviewResult *result)
{
  const SquillCollection *found = NULL;

  for (guint i = 0; i < result->collections->len && found == NULL; i++)
    found = squill_design_find_collection (
        design, ((const SquillPreviewCollection *)result->collections->pdata[i])->id);
  return found;
}

/* Says whose document it is. */
static void
show_name (SquillDocumentsPage *self, const char *name)
{
  const glong length = g_utf8_strlen (name, -1);

  squill_label_show (self->collection_label, name);
  gtk_label_set_width_chars (self->collection_label, (int)MIN (length, MIN_NAME_CHARS));
}

/* Shows what somebody who points at a change would get: the lines that go and that come, and the
 * size before and after. Where the document that is shown stays as it is, it is one of another
 * collection. */
static void
show_preview (SquillDocumentsPage *self,
              const SquillCollection *collection,
              const SquillPreviewResult *result)
{
  SquillSession *session = squill_panel_page_get_session (SQUILL_PANEL_PAGE (self));
  const SquillPreviewCollection *change = squill_preview_result_find (result, collection->id);
  const SquillCollection *changed =
      change == NULL ? find_changed (squill_session_get_design (session), result) : collection;
  const guint64 number = changed == collection ? self->number : 0;
  g_autoptr (GString) now = g_string_new (NULL);
  g_autoptr (GArray) changes = NULL;
  g_autofree char *then = NULL;
  g_autofree char *text = NULL;

  if (changed == NULL)
    changed = collection;
  change = squill_preview_result_find (result, changed->id);
  append_document (self, squill_session_get_samples (session), changed, number, now);
  then = write_result (self, result, changed->id, number);
  /* The last field of a document has no comma. */
  text = squill_text_merge_lines (now->str, then, ",", &changes);
  drop_parts (self);
  show_name (self, changed->name);
  squill_code_view_show_changes (self->view, text, changes);
  if (change != NULL && change->kind == SQUILL_PREVIEW_CHANGED)
    {
      g_autofree char *before = squill_text_bytes (change->before);
      g_autofree char *after = squill_text_bytes (change->after);
      g_autofree char *sizes = g_strdup_printf ("%s → %s", before, after);

      gtk_label_set_text (self->size_label, sizes);
      gtk_widget_set_tooltip_text (GTK_WIDGET (self->size_label),
                                   _ ("Likely size of a document, now and after the change"));
    }
}

static void
on_preview_changed (SquillDocumentsPage *self)
{
  SquillSession *session = squill_panel_page_get_session (SQUILL_PANEL_PAGE (self));

  if (session != NULL && (self->shows_preview ||
                          squill_preview_get_result (squill_session_get_preview (session)) != NULL))
    squill_panel_page_queue_update (SQUILL_PANEL_PAGE (self));
}

/* That of documents, from a manager of its own: asked for any language, the one for all reads the
 * heads of some 170 files, and JavaScript is eight more. See documents.lang. */
static GtkSourceLanguage *
get_language (void)
{
  static const char *const path[] = { "resource:///io/github/squill/Squill/languages", NULL };
  static GtkSourceLanguageManager *manager;

  if (manager == NULL)
    {
      manager = gtk_source_language_manager_new ();
      gtk_source_language_manager_set_search_path (manager, path);
    }
  return gtk_source_language_manager_get_language (manager, "def");
}

static void
squill_documents_page_update (SquillPanelPage *page)
{
  SquillDocumentsPage *self = SQUILL_DOCUMENTS_PAGE (page);
  SquillSession *session = squill_panel_page_get_session (page);
  SquillDesign *design = squill_session_get_design (session);
  SquillSamples *samples = squill_session_get_samples (session);
  const SquillPreviewResult *preview =
      squill_preview_get_result (squill_session_get_preview (session));
  const SquillCollection *collection;
  g_autoptr (GError) error = NULL;
  g_autoptr (GHashTable) left_out = NULL;
  g_autofree char *text = NULL;
  bson_t *document, *whole;
  gboolean same;

  g_signal_group_set_target (self->preview_signals, squill_session_get_preview (session));
  self->shows_preview = FALSE;
  update_list (self, design);
  collection = find_collection (self, design);
  if (collection == NULL)
    {
      g_clear_pointer (&self->shown, g_free);
      self->n_documents = 0;
      self->number = 0;
      update_number (self);
      show_name (self, "");
      show_none (self, _ ("// Add an entity to see sample documents\n"));
      return;
    }

  squill_code_view_set_language (self->view, get_language ());
  same = g_strcmp0 (self->shown, collection->id) == 0;
  if (!same)
    {
      g_free (self->shown);
      self->shown = g_strdup (collection->id);
      self->number = 0;
      g_hash_table_remove_all (self->folded);
    }
  self->n_documents = squill_samples_get_population (samples, collection->id);
  if (self->number >= self->n_documents)
    self->number = self->n_documents == 0 ? 0 : self->n_documents - 1;
  update_number (self);
  show_name (self, collection->name);
  if (preview != NULL && preview->collections->len > 0)
    {
      self->shows_preview = TRUE;
      show_preview (self, collection, preview);
      return;
    }

  document = squill_samples_get_excerpt (samples, collection->id, self->number, ELEMENTS_SHOWN,
                                         &left_out, &error);
  if (document == NULL)
    {
      g_autofree char *comment = g_strdup_printf ("// %s\n", error->message);

      show_none (self, comment);
      return;
    }
  g_clear_pointer (&self->parts, g_ptr_array_unref);
  self->parts = g_ptr_array_new_with_free_func ((GDestroyNotify)squill_bson_part_free);
  text = squill_bson_to_text_excerpt (document, get_style (self), 2,
                                      &(SquillBsonExcerpt){ left_out, self->folded, describe_array,
                                                            (gpointer)collection, self->parts });
  squill_code_view_set_text (self->view, text, same);
  squill_code_view_set_parts (self->view, self->parts);
  mark_selection (self, collection);
  whole = make_whole (samples, collection, self->number, document, left_out);
  show_sizes (self, collection, whole != NULL ? whole->len : NAN);
  show_bytes (self, collection, whole);
  g_clear_pointer (&whole, bson_destroy);
  bson_destroy (document);
}

/* Selects what a value is in the model. */
static void
on_pressed (SquillDocumentsPage *self, const char *path)
{
  SquillSession *session = squill_panel_page_get_session (SQUILL_PANEL_PAGE (self));
  const SquillCollection *collection =
      self->shown == NULL
          ? NULL
          : squill_design_find_collection (squill_session_get_design (session), self->shown);
  const SquillShape *shape =
      collection == NULL ? NULL : squill_shape_find_by_keys (collection->shape, path);
  const char *id = NULL;

  if (shape != NULL)
    id = shape->copy != NULL ? shape->copy : shape->field;
  if (id == NULL && shape != NULL)
    id = shape->relationship != NULL ? shape->relationship : shape->entity;
  if (id == NULL || squill_model_get_item (squill_session_get_model (session), id) == NULL)
    return;
  g_free (self->pressed);
  self->pressed = g_strdup (id);
  squill_selection_set_single (squill_session_get_selection (session), id);
}

/* Marks the lines of the field that somebody points at in the list of bytes. */
static void
on_pointed (SquillDocumentsPage *self, const char *name)
{
  SquillSession *session = squill_panel_page_get_session (SQUILL_PANEL_PAGE (self));
  const SquillCollection *collection =
      self->shown == NULL || session == NULL
          ? NULL
          : squill_design_find_collection (squill_session_get_design (session), self->shown);
  g_autoptr (GPtrArray) marked = g_ptr_array_new ();

  if (name == NULL && collection != NULL)
    {
      mark_selection (self, collection);
      return;
    }
  for (guint i = 0; name != NULL && i < self->parts->len; i++)
    if (g_strcmp0 (((const SquillBsonPart *)self->parts->pdata[i])->path, name) == 0)
      g_ptr_array_add (marked, self->parts->pdata[i]);
  squill_code_view_mark (self->view, marked);
  if (marked->len > 0)
    squill_code_view_reveal (self->view, marked->pdata[0]);
}

static void
on_folded (SquillDocumentsPage *self, const char *path)
{
  if (!g_hash_table_remove (self->folded, path))
    g_hash_table_add (self->folded, g_strdup (path));
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
  self->collection_label = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_ellipsize (self->collection_label, PANGO_ELLIPSIZE_END);
  gtk_label_set_max_width_chars (self->collection_label, MAX_NAME_CHARS);
  gtk_widget_add_css_class (GTK_WIDGET (self->collection_label), "heading");
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->collection_label),
                               _ ("Collection of the document"));
  self->number_label = GTK_LABEL (gtk_label_new (NULL));
  self->size_label = GTK_LABEL (gtk_label_new (NULL));
  gtk_widget_add_css_class (GTK_WIDGET (self->number_label), "numeric");
  gtk_widget_add_css_class (GTK_WIDGET (self->size_label), "dim-label");
  gtk_widget_set_margin_start (GTK_WIDGET (self->size_label), 6);
  self->previous = create_step_button (self, "go-previous-symbolic", _ ("Previous document"),
                                       G_CALLBACK (on_previous));
  self->next =
      create_step_button (self, "go-next-symbolic", _ ("Next document"), G_CALLBACK (on_next));
  gtk_box_append (GTK_BOX (steps), self->previous);
  gtk_box_append (GTK_BOX (steps), GTK_WIDGET (self->number_label));
  gtk_box_append (GTK_BOX (steps), self->next);
  squill_panel_page_set_bar (page, self->collection_label, self->collections, steps,
                             self->size_label, self->styles, NULL);
  self->settings = g_settings_new (SQUILL_APP_ID);
  gtk_drop_down_set_selected (self->styles, g_settings_get_enum (self->settings, "document-style"));
  g_signal_connect_object (self->styles, "notify::selected", G_CALLBACK (on_style), self,
                           G_CONNECT_SWAPPED);
}

static void
squill_documents_page_dispose (GObject *object)
{
  SquillDocumentsPage *self = SQUILL_DOCUMENTS_PAGE (object);

  g_clear_object (&self->preview_signals);
  g_clear_object (&self->settings);

  G_OBJECT_CLASS (squill_documents_page_parent_class)->dispose (object);
}

static void
squill_documents_page_finalize (GObject *object)
{
  SquillDocumentsPage *self = SQUILL_DOCUMENTS_PAGE (object);

  g_clear_pointer (&self->ids, g_ptr_array_unref);
  g_clear_pointer (&self->shown, g_free);
  g_clear_pointer (&self->pressed, g_free);
  g_clear_pointer (&self->parts, g_ptr_array_unref);
  g_clear_pointer (&self->folded, g_hash_table_unref);

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

static GtkSizeRequestMode
get_request_mode (GtkWidget *box)
{
  return GTK_SIZE_REQUEST_CONSTANT_SIZE;
}

/* The document and the bytes beside it, which may have no room. */
static void
measure (GtkWidget *box,
         GtkOrientation orientation,
         int size,
         int *minimum,
         int *natural,
         int *minimum_baseline,
         int *natural_baseline)
{
  int document, bytes;

  gtk_widget_measure (gtk_widget_get_first_child (box), orientation, -1, minimum, &document, NULL,
                      NULL);
  gtk_widget_measure (gtk_widget_get_last_child (box), orientation, -1, NULL, &bytes, NULL, NULL);
  *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? document + bytes : document;
}

static void
allocate (GtkWidget *box, int width, int height, int baseline)
{
  GtkWidget *document = gtk_widget_get_first_child (box), *bytes = gtk_widget_get_last_child (box);
  const gboolean mirrored = gtk_widget_get_direction (box) == GTK_TEXT_DIR_RTL;
  int least, beside;

  gtk_widget_measure (document, GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
  gtk_widget_measure (bytes, GTK_ORIENTATION_HORIZONTAL, -1, &beside, NULL, NULL, NULL);
  if (least + beside > width)
    beside = 0;
  gtk_widget_set_child_visible (bytes, beside > 0);
  gtk_widget_size_allocate (
      document, &(GtkAllocation){ mirrored ? beside : 0, 0, width - beside, height }, -1);
  if (beside > 0)
    gtk_widget_size_allocate (
        bytes, &(GtkAllocation){ mirrored ? 0 : width - beside, 0, beside, height }, -1);
}

static void
squill_documents_page_init (SquillDocumentsPage *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  self->ids = g_ptr_array_new_with_free_func (g_free);
  self->parts = g_ptr_array_new_with_free_func ((GDestroyNotify)squill_bson_part_free);
  self->folded = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->preview_signals = g_signal_group_new (SQUILL_TYPE_PREVIEW);
  g_signal_group_connect_swapped (self->preview_signals, "changed", G_CALLBACK (on_preview_changed),
                                  self);
  self->view = SQUILL_CODE_VIEW (squill_code_view_new (_ ("Sample document"), TRUE));
  g_signal_connect_object (self->view, "pressed", G_CALLBACK (on_pressed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->view, "folded", G_CALLBACK (on_folded), self, G_CONNECT_SWAPPED);
  self->byte_list = SQUILL_BYTE_LIST (squill_byte_list_new ());
  g_signal_connect_object (self->byte_list, "pointed", G_CALLBACK (on_pointed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->byte_list, "activated", G_CALLBACK (on_pressed), self,
                           G_CONNECT_SWAPPED);
  gtk_widget_set_layout_manager (box, gtk_custom_layout_new (get_request_mode, measure, allocate));
  gtk_widget_set_size_request (GTK_WIDGET (self->view), MIN_WIDTH, -1);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->view));
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->byte_list));
  adw_bin_set_child (ADW_BIN (self), box);
  make_bar (self);
  update_number (self);
}

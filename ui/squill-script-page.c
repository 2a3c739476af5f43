/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "squill-script-page.h"

#include <adwaita.h>
#include <glib/gi18n.h>
#include <gtksourceview/gtksource.h>
#include <math.h>
#include <string.h>

#include "advice/squill-wording.h"
#include "exchange/squill-exchange.h"
#include "model/squill-number.h"

/* More collections are not written all at once: nobody reads so much, and each edit waits for it.
 */
#define MOST_COLLECTIONS 300

/* Of sample documents, bytes and number: they are to be looked at. */
#define SAMPLE_BYTES 262144.0
#define MOST_SAMPLES 20.0

/* What a text view can bear: bytes of all and of one line. The rest is only copied. */
#define SHOWN_BYTES 2097152
#define SHOWN_LINE 4000

typedef enum
{
  SCOPE_ALL,
  SCOPE_SELECTION,
} Scope;

struct _SquillScriptPage
{
  SquillPanelPage parent_instance;

  GtkSourceBuffer *buffer;
  GtkWidget *view;
  GtkLabel *note;
  GtkWidget *bar;
  GtkDropDown *formats;
  GtkDropDown *scopes;
  GtkWidget *copy;
  GPtrArray *exporters; /* const SquillExporter *, as in the list */

  SquillModel *model; /* the one that is watched */
  const SquillExporter *exporter;
  char *collection; /* id of the only one that is written; NULL for all */
  GString *text;    /* all of it, as it is copied */
  guint stale : 1;
};

G_DEFINE_FINAL_TYPE (SquillScriptPage, squill_script_page, SQUILL_TYPE_PANEL_PAGE)

/* Showing. */

/* A copy with what is too long left out. */
static char *
make_excerpt (const GString *text, gboolean *cut)
{
  g_autoptr (GString) excerpt = g_string_sized_new (MIN (text->len, SHOWN_BYTES));
  const char *line = text->str;

  *cut = FALSE;
  while (*line != '\0' && excerpt->len < SHOWN_BYTES)
    {
      gsize length = strcspn (line, "\n");
      gsize shown = MIN (length, SHOWN_LINE);

      while (shown > 0 && shown < length && ((guchar)line[shown] & 0xc0) == 0x80)
        shown--;
      g_string_append_len (excerpt, line, shown);
      if (shown < length)
        {
          g_string_append (excerpt, " …");
          *cut = TRUE;
        }
      line += length;
      if (*line == '\n')
        {
          g_string_append_c (excerpt, '\n');
          line++;
        }
    }
  *cut |= *line != '\0';
  return g_string_free (g_steal_pointer (&excerpt), FALSE);
}

/* Replaces the lines that are others now, and only those: the place that one reads stays. */
static void
replace_lines (GtkTextBuffer *buffer, const char *text)
{
  GtkTextIter start, end;
  g_autofree char *old = NULL;
  gsize head = 0, tail = 0, shorter;
  gsize length = strlen (text), old_length;

  gtk_text_buffer_get_bounds (buffer, &start, &end);
  old = gtk_text_buffer_get_text (buffer, &start, &end, TRUE);
  old_length = strlen (old);
  shorter = MIN (length, old_length);
  while (head < shorter && old[head] == text[head])
    head++;
  if (head == length && head == old_length)
    return;
  while (head > 0 && text[head - 1] != '\n')
    head--;
  while (tail < shorter - head && old[old_length - tail - 1] == text[length - tail - 1])
    tail++;
  while (tail > 0 && text[length - tail - 1] != '\n')
    tail--;

  gtk_text_buffer_get_iter_at_offset (buffer, &start, (int)g_utf8_strlen (old, head));
  gtk_text_buffer_get_iter_at_offset (buffer, &end, (int)g_utf8_strlen (old, old_length - tail));
  gtk_text_buffer_begin_irreversible_action (buffer);
  gtk_text_buffer_delete (buffer, &start, &end);
  gtk_text_buffer_insert (buffer, &start, text + head, (int)(length - head - tail));
  gtk_text_buffer_end_irreversible_action (buffer);
}

static void
show_text (SquillScriptPage *self, const char *text, gboolean same)
{
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (self->buffer);
  GtkTextIter start;

  if (same)
    {
      replace_lines (buffer, text);
      return;
    }
  gtk_text_buffer_begin_irreversible_action (buffer);
  gtk_text_buffer_set_text (buffer, text, -1);
  gtk_text_buffer_end_irreversible_action (buffer);
  gtk_text_buffer_get_start_iter (buffer, &start);
  gtk_text_buffer_place_cursor (buffer, &start);
  gtk_text_view_scroll_to_iter (GTK_TEXT_VIEW (self->view), &start, 0, FALSE, 0, 0);
}

static void
show_note (SquillScriptPage *self, const char *text)
{
  gtk_label_set_label (self->note, text != NULL ? text : "");
  gtk_widget_set_visible (GTK_WIDGET (self->note), text != NULL && *text != '\0');
}

static void
show_language (SquillScriptPage *self)
{
  GtkSourceLanguageManager *manager = gtk_source_language_manager_get_default ();
  g_autofree char *name = g_strconcat ("script.", self->exporter->extension, NULL);
  GtkSourceLanguage *language = gtk_source_language_manager_guess_language (manager, name, NULL);

  if (language == NULL)
    language =
        gtk_source_language_manager_guess_language (manager, NULL, self->exporter->mime_type);
  /* A document a line, and whatever else is written in JSON. */
  if (language == NULL && strstr (self->exporter->mime_type, "json") != NULL)
    language = gtk_source_language_manager_get_language (manager, "json");
  gtk_source_buffer_set_language (self->buffer, language);
}

/* Writing. */

/* How many sample documents there is room for. */
static double
count_samples (SquillDesign *design, const SquillCollection *only)
{
  double bytes = 0;

  if (only != NULL)
    bytes = only->shape->bytes.likely;
  for (guint i = 0; only == NULL && i < squill_design_get_n_collections (design); i++)
    bytes += squill_design_get_collection (design, i)->shape->bytes.likely;
  return bytes > 0 ? CLAMP (floor (SAMPLE_BYTES / bytes), 1, MOST_SAMPLES) : MOST_SAMPLES;
}

static GString *
write_text (SquillScriptPage *self, const SquillCollection *only, GError **error)
{
  SquillSession *session = squill_panel_page_get_session (SQUILL_PANEL_PAGE (self));
  SquillDesign *design = squill_session_get_design (session);
  g_autoptr (GHashTable) options = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, g_free);
  g_autoptr (GPtrArray) files = NULL;
  GString *text;

  if (only != NULL)
    g_hash_table_insert (options, (gpointer) "collection", g_strdup (only->id));
  if (g_str_equal (self->exporter->id, "samples"))
    g_hash_table_insert (options, (gpointer) "count",
                         squill_number_to_string (count_samples (design, only)));
  files = squill_export (self->exporter, design, squill_session_get_advice (session), options, NULL,
                         error);
  if (files == NULL)
    return NULL;
  text = g_string_new (NULL);
  for (guint i = 0; i < files->len; i++)
    {
      const SquillExportFile *file = files->pdata[i];
      gsize length;
      const char *content = g_bytes_get_data (file->content, &length);

      if (files->len > 1)
        g_string_append_printf (text, "%s// %s\n", i > 0 ? "\n" : "", file->name);
      g_string_append_len (text, content, length);
    }
  return text;
}

/* The one collection to write; NULL for all of them. */
static const SquillCollection *
find_only (SquillScriptPage *self, SquillDesign *design, gboolean *too_many)
{
  guint n = squill_design_get_n_collections (design);
  const SquillCollection *selected = squill_panel_page_find_collection (SQUILL_PANEL_PAGE (self));

  *too_many = FALSE;
  if (gtk_drop_down_get_selected (self->scopes) == SCOPE_SELECTION && selected != NULL)
    return selected;
  if (n <= MOST_COLLECTIONS)
    return NULL;
  *too_many = TRUE;
  return selected != NULL ? selected : squill_design_get_collection (design, 0);
}

static void
on_model_changed (SquillModel *model, SquillChange *change, SquillScriptPage *self)
{
  if (change->aspects != SQUILL_ASPECT_LAYOUT)
    self->stale = TRUE;
}

static void
watch (SquillScriptPage *self, SquillModel *model)
{
  if (self->model == model)
    return;
  if (self->model != NULL)
    g_signal_handlers_disconnect_by_data (self->model, self);
  g_set_object (&self->model, model);
  g_signal_connect_object (model, "changed", G_CALLBACK (on_model_changed), self, 0);
  self->stale = TRUE;
}

static void
squill_script_page_update (SquillPanelPage *page)
{
  SquillScriptPage *self = SQUILL_SCRIPT_PAGE (page);
  SquillSession *session = squill_panel_page_get_session (page);
  SquillDesign *design = squill_session_get_design (session);
  const SquillExporter *exporter =
      self->exporters->pdata[gtk_drop_down_get_selected (self->formats)];
  const SquillCollection *only;
  gboolean same_format = exporter == self->exporter, same, too_many, cut = FALSE;
  g_autoptr (GString) note = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *excerpt = NULL;

  watch (self, squill_session_get_model (session));
  only = find_only (self, design, &too_many);
  same = same_format && g_strcmp0 (self->collection, only == NULL ? NULL : only->id) == 0;
  /* Another selection need not mean another text. */
  if (same && !self->stale)
    return;
  self->stale = FALSE;
  self->exporter = exporter;
  g_free (self->collection);
  self->collection = g_strdup (only == NULL ? NULL : only->id);
  if (!same_format)
    show_language (self);

  note = g_string_new (NULL);
  if (too_many)
    {
      g_autofree char *n = squill_wording_count (squill_design_get_n_collections (design));

      g_string_append_printf (
          note, _ ("Only “%s” is shown: of %s collections that would be much to read. "),
          only->name, n);
    }
  if (self->text != NULL)
    g_string_free (self->text, TRUE);
  self->text = write_text (self, only, &error);
  if (self->text != NULL)
    excerpt = make_excerpt (self->text, &cut);
  else
    g_string_append (note, error->message);
  if (cut)
    g_string_append (note, _ ("Long parts are left out here; copying takes all."));
  show_text (self, excerpt != NULL ? excerpt : "", same);
  show_note (self, g_strstrip (note->str));
  gtk_widget_set_sensitive (self->copy, self->text != NULL && self->text->len > 0);
}

static void
on_choice (SquillScriptPage *self)
{
  squill_panel_page_queue_update (SQUILL_PANEL_PAGE (self));
}

static void
on_copy (SquillScriptPage *self)
{
  if (self->text == NULL)
    return;
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), self->text->str);
  gtk_widget_activate_action (GTK_WIDGET (self), "win.toast", "s", _ ("Copied"));
}

static void
on_dark (SquillScriptPage *self)
{
  gboolean dark = adw_style_manager_get_dark (adw_style_manager_get_default ());
  GtkSourceStyleScheme *scheme = gtk_source_style_scheme_manager_get_scheme (
      gtk_source_style_scheme_manager_get_default (), dark ? "Adwaita-dark" : "Adwaita");

  if (scheme != NULL)
    gtk_source_buffer_set_style_scheme (self->buffer, scheme);
}

static GtkWidget *
squill_script_page_get_bar (SquillPanelPage *page)
{
  return SQUILL_SCRIPT_PAGE (page)->bar;
}

static void
squill_script_page_dispose (GObject *object)
{
  SquillScriptPage *self = SQUILL_SCRIPT_PAGE (object);

  g_clear_object (&self->bar);
  g_clear_object (&self->buffer);
  g_clear_object (&self->model);

  G_OBJECT_CLASS (squill_script_page_parent_class)->dispose (object);
}

static void
squill_script_page_finalize (GObject *object)
{
  SquillScriptPage *self = SQUILL_SCRIPT_PAGE (object);

  g_ptr_array_unref (self->exporters);
  g_free (self->collection);
  if (self->text != NULL)
    g_string_free (self->text, TRUE);

  G_OBJECT_CLASS (squill_script_page_parent_class)->finalize (object);
}

static void
squill_script_page_class_init (SquillScriptPageClass *klass)
{
  SquillPanelPageClass *page_class = SQUILL_PANEL_PAGE_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = squill_script_page_dispose;
  G_OBJECT_CLASS (klass)->finalize = squill_script_page_finalize;
  page_class->update = squill_script_page_update;
  page_class->get_bar = squill_script_page_get_bar;
  page_class->selection = TRUE;
}

static GtkDropDown *
make_drop_down (SquillScriptPage *self, const char *const *names, const char *label)
{
  GtkWidget *drop_down = gtk_drop_down_new_from_strings (names);

  gtk_widget_add_css_class (drop_down, "flat");
  gtk_widget_set_tooltip_text (drop_down, label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (drop_down), GTK_ACCESSIBLE_PROPERTY_LABEL, label,
                                  -1);
  g_signal_connect_object (drop_down, "notify::selected", G_CALLBACK (on_choice), self,
                           G_CONNECT_SWAPPED);
  return GTK_DROP_DOWN (drop_down);
}

static void
make_bar (SquillScriptPage *self)
{
  const char *const scopes[] = {
    [SCOPE_ALL] = _ ("All collections"), [SCOPE_SELECTION] = _ ("Selected"), NULL
  };
  GtkBox *bar = GTK_BOX (gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 2));
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  const SquillExporter *all;
  guint n;

  all = squill_exporters_get (&n);
  for (guint i = 0; i < n; i++)
    if (all[i].text)
      {
        g_ptr_array_add (self->exporters, (gpointer)&all[i]);
        g_ptr_array_add (names, (gpointer)_ (all[i].title));
      }
  g_ptr_array_add (names, NULL);
  self->scopes = make_drop_down (self, scopes, _ ("Collections"));
  self->formats = make_drop_down (self, (const char *const *)names->pdata, _ ("Format"));
  self->copy = gtk_button_new_from_icon_name ("edit-copy-symbolic");
  gtk_widget_add_css_class (self->copy, "flat");
  gtk_widget_set_tooltip_text (self->copy, _ ("Copy all"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->copy), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Copy all"), -1);
  g_signal_connect_object (self->copy, "clicked", G_CALLBACK (on_copy), self, G_CONNECT_SWAPPED);
  gtk_box_append (bar, GTK_WIDGET (self->scopes));
  gtk_box_append (bar, GTK_WIDGET (self->formats));
  gtk_box_append (bar, self->copy);
  self->bar = g_object_ref_sink (GTK_WIDGET (bar));
}

static void
squill_script_page_init (SquillScriptPage *self)
{
  GtkBox *box = GTK_BOX (gtk_box_new (GTK_ORIENTATION_VERTICAL, 0));
  GtkWidget *scrolled = gtk_scrolled_window_new ();

  squill_panel_page_set_title (SQUILL_PANEL_PAGE (self), _ ("Script"));
  self->exporters = g_ptr_array_new ();
  self->buffer = gtk_source_buffer_new (NULL);
  self->view = gtk_source_view_new_with_buffer (self->buffer);
  gtk_text_view_set_editable (GTK_TEXT_VIEW (self->view), FALSE);
  gtk_text_view_set_monospace (GTK_TEXT_VIEW (self->view), TRUE);
  gtk_text_view_set_accepts_tab (GTK_TEXT_VIEW (self->view), FALSE);
  gtk_text_view_set_wrap_mode (GTK_TEXT_VIEW (self->view), GTK_WRAP_WORD_CHAR);
  gtk_source_view_set_show_line_numbers (GTK_SOURCE_VIEW (self->view), TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->view), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Script"), -1);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), self->view);
  gtk_widget_set_vexpand (scrolled, TRUE);

  self->note = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_xalign (self->note, 0);
  gtk_label_set_wrap (self->note, TRUE);
  gtk_widget_add_css_class (GTK_WIDGET (self->note), "script-note");
  gtk_widget_set_visible (GTK_WIDGET (self->note), FALSE);
  gtk_box_append (box, GTK_WIDGET (self->note));
  gtk_box_append (box, scrolled);
  squill_panel_page_set_child (SQUILL_PANEL_PAGE (self), GTK_WIDGET (box));

  make_bar (self);
  g_signal_connect_object (adw_style_manager_get_default (), "notify::dark", G_CALLBACK (on_dark),
                           self, G_CONNECT_SWAPPED);
  on_dark (self);
}

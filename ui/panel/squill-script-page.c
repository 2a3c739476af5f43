/* SPDX-License-Identifier: Apache-2.0 */

/* The model in one of the text formats. */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "panel/squill-panel-page.h"

#include <glib/gi18n.h>
#include <string.h>

#include "model/squill-file-writer.h"
#include "session/squill-export-text.h"
#include "session/squill-migration-source.h"
#include "text/squill-text.h"
#include "widgets/squill-compat.h"
#include "widgets/squill-icon-button.h"
#include "widgets/squill-work-bar.h"

/* Work that takes longer than this is shown. */
#define SHOWN_AFTER_MS 300

/* Bytes of the text and of one line that a text view can show. Copying takes the rest as well. */
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

  SquillCodeView *view;
  SquillWorkBar *work_bar;
  GtkLabel *note;
  GtkDropDown *formats;
  GtkDropDown *scopes;
  GtkDropDown *sources;
  GtkWidget *copy;
  GtkWidget *save;
  GPtrArray *exporters;         /* const SquillExporter *, as in the list; the migration follows */
  GPtrArray *migration_sources; /* SquillMigrationSource, as in the list */
  GFile *chosen;                /* another file that data comes from */

  GSignalGroup *session_signals;
  const SquillExporter *exporter; /* NULL: the migration */
  char *collection;               /* id of the only one that is written; NULL for all */
  GString *text;                  /* all of it, as it is copied */
  GCancellable *writing;          /* of what is being written */
  guint waiting;
  guint stale : 1;
  guint same : 1;    /* what is being written is another state of what is shown */
  guint listing : 1; /* the list of sources is made anew */
};

G_DEFINE_FINAL_TYPE (SquillScriptPage, squill_script_page, SQUILL_TYPE_PANEL_PAGE)

/* Showing. */

/* What the view shows of a text. */
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

static void
show_note (SquillScriptPage *self, const char *text)
{
  gtk_label_set_label (self->note, text != NULL ? text : "");
  gtk_widget_set_visible (GTK_WIDGET (self->note), text != NULL && *text != '\0');
}

static const char *
get_extension (SquillScriptPage *self)
{
  return self->exporter == NULL ? "js" : self->exporter->extension;
}

static void
show_language (SquillScriptPage *self)
{
  GtkSourceLanguageManager *manager = gtk_source_language_manager_get_default ();
  g_autofree char *name = g_strconcat ("script.", get_extension (self), NULL);
  GtkSourceLanguage *language = gtk_source_language_manager_guess_language (manager, name, NULL);

  if (self->exporter == NULL)
    {
      squill_code_view_set_language (self->view, language);
      return;
    }
  if (language == NULL)
    language =
        gtk_source_language_manager_guess_language (manager, NULL, self->exporter->mime_type);
  /* GtkSourceView knows no type of those that are written in these. */
  if (language == NULL && strstr (self->exporter->mime_type, "json") != NULL)
    language = gtk_source_language_manager_get_language (manager, "json");
  if (language == NULL && (g_str_has_suffix (self->exporter->mime_type, "+xml") ||
                           g_str_has_suffix (self->exporter->mime_type, ".mxfile")))
    language = gtk_source_language_manager_get_language (manager, "xml");
  squill_code_view_set_language (self->view, language);
}

/* Migrations. */

static gboolean
is_listed (SquillScriptPage *self, GPtrArray *sources)
{
  if (self->migration_sources == NULL || self->migration_sources->len != sources->len)
    return FALSE;
  for (guint i = 0; i < sources->len; i++)
    if (!g_str_equal (((SquillMigrationSource *)self->migration_sources->pdata[i])->title,
                      ((SquillMigrationSource *)sources->pdata[i])->title))
      return FALSE;
  return TRUE;
}

static gboolean
is_to_choose (const SquillMigrationSource *source)
{
  return source->kind == SQUILL_MIGRATION_SOURCE_FILE && source->file == NULL;
}

/* Which source is selected: the file that was just chosen, else what was selected before where it
 * still is there, else the first one. That a file is to be chosen is only selected by somebody who
 * wants that. */
static guint
find_source (GPtrArray *sources, GFile *chosen, const char *before)
{
  for (guint i = 0; i < sources->len; i++)
    {
      const SquillMigrationSource *source = sources->pdata[i];

      if (chosen != NULL ? source->kind == SQUILL_MIGRATION_SOURCE_FILE && source->file == chosen
                         : !is_to_choose (source) && g_strcmp0 (source->title, before) == 0)
        return i;
    }
  return 0;
}

/* (transfer none) (nullable): what data is to come from. */
static const SquillMigrationSource *
get_source (SquillScriptPage *self)
{
  const guint selected = gtk_drop_down_get_selected (self->sources);
  const SquillMigrationSource *source;

  if (self->migration_sources == NULL || selected >= self->migration_sources->len)
    return NULL;
  source = self->migration_sources->pdata[selected];
  return source->kind == SQUILL_MIGRATION_SOURCE_NONE ? NULL : source;
}

/* What data may come from. */
static void
list_sources (SquillScriptPage *self, gboolean select_chosen)
{
  SquillSession *session = squill_panel_page_get_session (SQUILL_PANEL_PAGE (self));
  GPtrArray *sources = squill_session_list_migration_sources (session, self->chosen);
  g_autoptr (GtkStringList) titles = NULL;
  const guint selected = gtk_drop_down_get_selected (self->sources);
  g_autofree char *before = NULL;

  if (!select_chosen && is_listed (self, sources))
    {
      g_ptr_array_unref (self->migration_sources);
      self->migration_sources = sources;
      return;
    }
  if (self->migration_sources != NULL && selected < self->migration_sources->len)
    before = g_strdup (((SquillMigrationSource *)self->migration_sources->pdata[selected])->title);
  g_clear_pointer (&self->migration_sources, g_ptr_array_unref);
  self->migration_sources = sources;
  titles = gtk_string_list_new (NULL);
  for (guint i = 0; i < sources->len; i++)
    gtk_string_list_append (titles, ((SquillMigrationSource *)sources->pdata[i])->title);
  self->listing = TRUE;
  gtk_drop_down_set_model (self->sources, G_LIST_MODEL (titles));
  gtk_drop_down_set_selected (self->sources,
                              find_source (sources, select_chosen ? self->chosen : NULL, before));
  self->listing = FALSE;
  self->stale = TRUE;
}

/* Takes the text. */
static void
show_text (SquillScriptPage *self, GString *text, GString *note, gboolean same)
{
  g_autofree char *excerpt = NULL;
  gboolean cut = FALSE;

  if (self->text != NULL)
    g_string_free (self->text, TRUE);
  self->text = text;
  if (text != NULL)
    excerpt = make_excerpt (text, &cut);
  if (cut)
    g_string_append (note, _ ("Long parts are left out here, but they are copied."));
  squill_code_view_set_text (self->view, excerpt != NULL ? excerpt : "", same);
  show_note (self, g_strstrip (note->str));
  gtk_widget_set_sensitive (self->copy, text != NULL && text->len > 0);
  gtk_widget_set_sensitive (self->save, text != NULL && text->len > 0);
}

static void
end_writing (SquillScriptPage *self)
{
  g_clear_handle_id (&self->waiting, g_source_remove);
  g_clear_object (&self->writing);
  squill_work_bar_end (self->work_bar);
}

static void
stop_writing (SquillScriptPage *self)
{
  if (self->writing == NULL)
    return;
  g_cancellable_cancel (self->writing);
  end_writing (self);
}

/* Writing. */

static void
on_export_written (GObject *session, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (SquillScriptPage) self = user_data;
  g_autoptr (GString) note = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  GString *text = squill_session_write_export_finish (SQUILL_SESSION (session), result, &error);

  /* The model has changed since then, or something else is shown. */
  if (self->writing == NULL || g_task_get_cancellable (G_TASK (result)) != self->writing)
    {
      if (text != NULL)
        g_string_free (text, TRUE);
      return;
    }
  end_writing (self);
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    g_string_append (note, _ ("The script was not written. "));
  else if (error != NULL)
    g_string_append (note, error->message);
  show_text (self, text, note, self->same);
}

static void
on_migration_written (GObject *session, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (SquillScriptPage) self = user_data;
  g_autoptr (GString) note = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  g_autofree char *script = NULL;
  guint n_left;

  script =
      squill_session_write_migration_finish (SQUILL_SESSION (session), result, &n_left, &error);
  /* The model has changed since then, or something else is shown. */
  if (self->writing == NULL || g_task_get_cancellable (G_TASK (result)) != self->writing)
    return;
  end_writing (self);
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    g_string_append (note, _ ("The script was not written. "));
  else if (error != NULL)
    g_string_append (note, error->message);
  if (n_left > 0)
    {
      g_autofree char *n = squill_text_count (n_left);

      g_string_append_printf (note,
                              /* Translators: a number */
                              ngettext ("%s step is left to you; it is listed at the top of the "
                                        "script. ",
                                        "%s steps are left to you; they are listed at the top of "
                                        "the script. ",
                                        n_left),
                              n);
    }
  show_text (self, script == NULL ? NULL : g_string_new (script), note, TRUE);
}

static gboolean
on_waiting (gpointer user_data)
{
  SquillScriptPage *self = user_data;

  self->waiting = 0;
  squill_work_bar_begin (self->work_bar,
                         self->exporter == NULL ? _ ("Writing the migration…") : _ ("Writing…"),
                         self->writing);
  return G_SOURCE_REMOVE;
}

static void
write_migration (SquillScriptPage *self)
{
  squill_session_write_migration_async (squill_panel_page_get_session (SQUILL_PANEL_PAGE (self)),
                                        get_source (self), self->writing, on_migration_written,
                                        g_object_ref (self));
}

/* What is shown stays until it is written. */
static void
start_writing (SquillScriptPage *self)
{
  self->writing = g_cancellable_new ();
  self->waiting = g_timeout_add (SHOWN_AFTER_MS, on_waiting, self);
  if (self->exporter == NULL)
    write_migration (self);
  else
    squill_session_write_export_async (squill_panel_page_get_session (SQUILL_PANEL_PAGE (self)),
                                       self->exporter, self->collection, self->writing,
                                       on_export_written, g_object_ref (self));
}

/* The only collection to write, or NULL for all. */
static const SquillCollection *
find_only (SquillScriptPage *self)
{
  return gtk_drop_down_get_selected (self->scopes) == SCOPE_SELECTION
             ? squill_panel_page_find_collection (SQUILL_PANEL_PAGE (self))
             : NULL;
}

static void
on_session_changed (SquillSession *session, SquillChange *change, SquillScriptPage *self)
{
  if (change->aspects != SQUILL_ASPECT_LAYOUT)
    self->stale = TRUE;
}

static void
on_bind (SquillScriptPage *self)
{
  self->stale = TRUE;
}

static void
squill_script_page_update (SquillPanelPage *page)
{
  SquillScriptPage *self = SQUILL_SCRIPT_PAGE (page);
  SquillSession *session = squill_panel_page_get_session (page);
  const guint format = gtk_drop_down_get_selected (self->formats);
  const SquillExporter *exporter =
      format < self->exporters->len ? self->exporters->pdata[format] : NULL;
  const SquillCollection *only;
  const gboolean same_format = exporter == self->exporter;
  gboolean same;

  g_signal_group_set_target (self->session_signals, session);
  gtk_widget_set_visible (GTK_WIDGET (self->sources), exporter == NULL);
  gtk_widget_set_sensitive (GTK_WIDGET (self->scopes), exporter != NULL);
  if (exporter == NULL)
    list_sources (self, FALSE);
  only = find_only (self);
  same = same_format && g_strcmp0 (self->collection, only == NULL ? NULL : only->id) == 0;
  /* The selection may have changed without a change of the text. */
  if (same && !self->stale)
    return;
  self->stale = FALSE;
  self->exporter = exporter;
  g_free (self->collection);
  self->collection = g_strdup (only == NULL ? NULL : only->id);
  if (!same_format)
    show_language (self);

  stop_writing (self);
  self->same = same;
  /* Nobody takes a text of one format for one of another. */
  if (!same_format)
    {
      g_autoptr (GString) note = g_string_new (NULL);

      show_text (self, NULL, note, FALSE);
    }
  start_writing (self);
}

/**
 * squill_script_page_choose_source:
 * @self: a page that shows a session
 * @file: a model
 *
 * Takes a file as the model that the data to migrate was made for.
 */
void
squill_script_page_choose_source (SquillScriptPage *self, GFile *file)
{
  g_return_if_fail (SQUILL_IS_SCRIPT_PAGE (self));
  g_return_if_fail (G_IS_FILE (file));

  g_set_object (&self->chosen, file);
  list_sources (self, TRUE);
  squill_panel_page_queue_update (SQUILL_PANEL_PAGE (self));
}

/**
 * squill_script_page_is_writing:
 * @self: a page
 *
 * Returns: whether what it shows is that of before, as another text is being written
 */
gboolean
squill_script_page_is_writing (SquillScriptPage *self)
{
  g_return_val_if_fail (SQUILL_IS_SCRIPT_PAGE (self), FALSE);

  return self->writing != NULL;
}

static void
on_source_chosen (GFile *file, gpointer user_data)
{
  SquillScriptPage *self = user_data;

  if (file != NULL)
    squill_script_page_choose_source (self, file);
  else if (self->migration_sources != NULL)
    gtk_drop_down_set_selected (self->sources, find_source (self->migration_sources, NULL, NULL));
}

static void
on_source_selected (SquillScriptPage *self)
{
  const SquillMigrationSource *source = get_source (self);

  if (self->listing || source == NULL)
    return;
  self->stale = TRUE;
  if (is_to_choose (source))
    {
      g_autoptr (GListModel) filters = squill_compat_create_model_filters (NULL);

      squill_compat_choose_file (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))),
                                 &(SquillFileQuestion){
                                     .action = SQUILL_CHOOSE_OPEN,
                                     .title = _ ("Model That the Data Was Made For"),
                                     .accept_label = _ ("_Choose"),
                                     .filters = filters,
                                 },
                                 on_source_chosen, g_object_ref (self), g_object_unref);
    }
}

static void
on_target_chosen (GFile *file, gpointer user_data)
{
  SquillScriptPage *self = user_data;
  g_autoptr (GError) error = NULL;

  if (file == NULL || self->text == NULL)
    return;
  if (squill_file_write (file, self->text->str, self->text->len, SQUILL_FILE_ACCESS_USUAL, NULL,
                         NULL, NULL, &error))
    gtk_widget_activate_action (GTK_WIDGET (self), "win.toast", "s", _ ("Saved"));
  else
    show_note (self, error->message);
}

static void
on_save (SquillScriptPage *self)
{
  g_autofree char *name = g_strdup_printf (
      "%s.%s", self->exporter == NULL ? "migration" : self->exporter->id, get_extension (self));

  squill_compat_choose_file (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))),
                             &(SquillFileQuestion){
                                 .action = SQUILL_CHOOSE_SAVE,
                                 .title = _ ("Save Script"),
                                 .accept_label = _ ("_Save"),
                                 .name = name,
                             },
                             on_target_chosen, g_object_ref (self), g_object_unref);
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
squill_script_page_dispose (GObject *object)
{
  SquillScriptPage *self = SQUILL_SCRIPT_PAGE (object);

  if (self->writing != NULL)
    g_cancellable_cancel (self->writing);
  g_clear_handle_id (&self->waiting, g_source_remove);
  g_clear_object (&self->writing);
  g_clear_object (&self->session_signals);

  G_OBJECT_CLASS (squill_script_page_parent_class)->dispose (object);
}

static void
squill_script_page_finalize (GObject *object)
{
  SquillScriptPage *self = SQUILL_SCRIPT_PAGE (object);

  g_ptr_array_unref (self->exporters);
  g_clear_pointer (&self->migration_sources, g_ptr_array_unref);
  g_clear_object (&self->chosen);
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
  page_class->selection = TRUE;
}

static void
make_bar (SquillScriptPage *self)
{
  const char *const scopes[] = {
    [SCOPE_ALL] = _ ("All collections"), [SCOPE_SELECTION] = _ ("Selected"), NULL
  };
  SquillPanelPage *page = SQUILL_PANEL_PAGE (self);
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
  g_ptr_array_add (names, (gpointer)_ ("Migration"));
  g_ptr_array_add (names, NULL);
  self->scopes = squill_panel_page_create_drop_down (
      page, G_LIST_MODEL (gtk_string_list_new (scopes)), _ ("Collections"));
  self->formats = squill_panel_page_create_drop_down (
      page, G_LIST_MODEL (gtk_string_list_new ((const char *const *)names->pdata)), _ ("Format"));
  self->copy = squill_icon_button_new ("edit-copy-symbolic", _ ("Copy all"));
  g_signal_connect_object (self->copy, "clicked", G_CALLBACK (on_copy), self, G_CONNECT_SWAPPED);
  self->sources = squill_panel_page_create_drop_down (
      page, G_LIST_MODEL (gtk_string_list_new (NULL)), _ ("Data to migrate"));
  gtk_widget_set_visible (GTK_WIDGET (self->sources), FALSE);
  g_signal_connect_object (self->sources, "notify::selected", G_CALLBACK (on_source_selected), self,
                           G_CONNECT_SWAPPED);
  self->save = squill_icon_button_new ("document-save-symbolic", _ ("Save script…"));
  g_signal_connect_object (self->save, "clicked", G_CALLBACK (on_save), self, G_CONNECT_SWAPPED);
  squill_panel_page_set_bar (page, self->scopes, self->formats, self->sources, self->save,
                             self->copy, NULL);
}

static void
squill_script_page_init (SquillScriptPage *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  self->exporters = g_ptr_array_new ();
  self->session_signals = g_signal_group_new (SQUILL_TYPE_SESSION);
  g_signal_connect_swapped (self->session_signals, "bind", G_CALLBACK (on_bind), self);
  g_signal_group_connect (self->session_signals, "changed", G_CALLBACK (on_session_changed), self);

  self->note = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_xalign (self->note, 0);
  gtk_label_set_wrap (self->note, TRUE);
  gtk_widget_add_css_class (GTK_WIDGET (self->note), "script-note");
  gtk_widget_set_visible (GTK_WIDGET (self->note), FALSE);
  self->view = SQUILL_CODE_VIEW (squill_code_view_new (_ ("Script"), FALSE));
  self->work_bar = g_object_new (SQUILL_TYPE_WORK_BAR, "visible", FALSE, NULL);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->work_bar));
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->note));
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->view));
  adw_bin_set_child (ADW_BIN (self), box);
  make_bar (self);
}

/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "reading/squill-inspect-dialog.h"

#include <glib/gi18n.h>
#include <string.h>

#include "exchange/squill-import-folder.h"
#include "inspect/server/squill-keyring.h"
#include "reading/squill-reading-private.h"
#include "widgets/squill-closing.h"

struct _SquillInspectDialog
{
  AdwWindow parent_instance;

  AdwWindowTitle *title;
  GtkWidget *cancel_button;
  GtkWidget *back_button;
  GtkButton *next_button;
  GtkSpinner *spinner;
  GtkStack *stack;
  SquillWherePage *where_page;
  SquillCollectionsPage *collections_page;
  SquillReadingPage *reading_page;
  SquillReviewPage *review_page;

  SquillInspectPurpose purpose;
  SquillInspection *inspection;
  GSettings *settings;
  guint run;         /* serial number of the latest run; results of earlier ones are dropped */
  guint waiting : 1; /* for a server, or a keyring */
  guint reading : 1;
  guint finished : 1;
};

/* For a callback: the dialog, and the run that it belongs to. */
typedef struct
{
  SquillInspectDialog *dialog;
  guint run;
} Run;

enum
{
  FINISHED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (SquillInspectDialog, squill_inspect_dialog, ADW_TYPE_WINDOW)

static Run *
run_new (SquillInspectDialog *self)
{
  Run *run = g_new (Run, 1);

  run->dialog = g_object_ref (self);
  run->run = ++self->run;
  return run;
}

static void
run_free (Run *run)
{
  g_object_unref (run->dialog);
  g_free (run);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Run, run_free)

static gboolean
run_is_wanted (const Run *run)
{
  return run->run == run->dialog->run && run->dialog->inspection != NULL;
}

static gboolean
is_on (SquillInspectDialog *self, const char *page)
{
  return g_strcmp0 (squill_inspect_dialog_get_page (self), page) == 0;
}

static void
show_state (SquillInspectDialog *self)
{
  static const char *const verbs[] = { N_ ("Draw"), N_ ("Refresh"), N_ ("Compare") };
  const char *subtitle = NULL, *next = NULL;
  gboolean ready = FALSE;

  if (is_on (self, "where"))
    {
      subtitle = _ ("Choose a source");
      next = _ ("Connect");
      ready = _squill_where_page_is_complete (self->where_page);
    }
  else if (is_on (self, "collections"))
    {
      subtitle = _ ("Choose collections");
      next = _ ("Read");
      ready = _squill_collections_page_count_chosen (self->collections_page) > 0;
    }
  else if (is_on (self, "reading"))
    {
      subtitle = _ ("Reading");
      next = _ ("Review");
      ready = !self->reading && squill_inspection_get_review (self->inspection) != NULL;
    }
  else
    {
      subtitle = _ ("Review the findings");
      next = _ (verbs[self->purpose]);
      ready = TRUE;
    }
  adw_window_title_set_title (self->title, gtk_window_get_title (GTK_WINDOW (self)));
  adw_window_title_set_subtitle (self->title, subtitle);
  gtk_button_set_label (self->next_button, next);
  gtk_widget_set_sensitive (GTK_WIDGET (self->next_button), ready && !self->waiting);
  gtk_widget_set_visible (GTK_WIDGET (self->next_button), !self->reading);
  gtk_widget_set_visible (self->cancel_button, is_on (self, "where") && !self->waiting);
  gtk_widget_set_visible (self->back_button, !is_on (self, "where") || self->waiting);
  gtk_spinner_set_spinning (self->spinner, self->waiting);
  gtk_widget_set_visible (GTK_WIDGET (self->spinner), self->waiting);
}

static void
go_to (SquillInspectDialog *self, const char *page)
{
  gtk_stack_set_visible_child_name (self->stack, page);
  show_state (self);
  gtk_widget_grab_focus (gtk_stack_get_visible_child (self->stack));
}

/* Drops the results of whatever is running. */
static void
stop (SquillInspectDialog *self)
{
  self->run++;
  self->waiting = FALSE;
  self->reading = FALSE;
  if (self->inspection != NULL)
    squill_inspection_stop (self->inspection);
}

/* The source. */

static void
on_stored (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GError) error = NULL;

  if (!squill_keyring_store_finish (result, &error))
    g_message ("The password could not be remembered: %s", error->message);
}

/* The connection works, so it is worth remembering. */
static void
remember (SquillInspectDialog *self)
{
  const char *const *sources = squill_inspection_get_sources (self->inspection);
  const char *password = _squill_where_page_get_password (self->where_page);

  if (self->settings != NULL && g_strv_length ((char **)sources) == 1)
    squill_recent_connections_add (self->settings, sources[0]);
  if (squill_inspection_is_of_server (self->inspection) && *password != '\0' &&
      _squill_where_page_get_remember (self->where_page))
    squill_keyring_store_async (sources[0], password, NULL, on_stored, NULL);
}

static void
on_listed (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (Run) run = user_data;
  SquillInspectDialog *self = run->dialog;
  g_autoptr (GError) error = NULL;
  gboolean listed = squill_inspection_list_finish (SQUILL_INSPECTION (source), result, &error);

  if (!run_is_wanted (run))
    return;
  self->waiting = FALSE;
  if (!listed)
    {
      show_state (self);
      _squill_where_page_show_error (self->where_page, error);
      return;
    }
  remember (self);
  _squill_collections_page_show (self->collections_page, self->inspection);
  go_to (self, "collections");
}

static void
list (SquillInspectDialog *self)
{
  squill_inspection_list_async (self->inspection, on_listed, run_new (self));
}

static void
on_password_found (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (Run) run = user_data;
  SquillInspectDialog *self = run->dialog;
  g_autoptr (GError) error = NULL;
  g_autofree char *password = squill_keyring_look_up_finish (result, &error);

  if (!run_is_wanted (run))
    return;
  if (error != NULL)
    g_debug ("The keyring could not be asked: %s", error->message);
  if (password != NULL)
    {
      _squill_where_page_show_password (self->where_page, password);
      squill_inspection_set_password (self->inspection, password);
      explicit_bzero (password, strlen (password));
    }
  list (self);
}

/* A folder of programs or schemas is a model already, which the window opens. */
static gboolean
open_model (SquillInspectDialog *self, const char *const *sources)
{
  GtkWindow *window = gtk_window_get_transient_for (GTK_WINDOW (self));
  g_autofree char *uri = NULL;

  if (self->purpose != SQUILL_INSPECT_TO_DRAW || window == NULL || sources[1] != NULL ||
      squill_import_find_format_of_folder (sources[0], NULL) == NULL)
    return FALSE;
  uri = g_filename_to_uri (sources[0], NULL, NULL);
  if (uri == NULL)
    return FALSE;
  gtk_window_destroy (GTK_WINDOW (self));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.open-uri", "s", uri);
  return TRUE;
}

static void
connect_to_source (SquillInspectDialog *self)
{
  g_auto (GStrv) sources = _squill_where_page_get_sources (self->where_page);
  const char *password = _squill_where_page_get_password (self->where_page);

  if (sources == NULL || open_model (self, (const char *const *)sources))
    return;
  squill_inspection_set_sources (self->inspection, (const char *const *)sources);
  squill_inspection_set_password (self->inspection, password);
  self->waiting = TRUE;
  show_state (self);
  if (*password == '\0' && squill_server_address_has_user (sources[0]))
    squill_keyring_look_up_async (sources[0], NULL, on_password_found, run_new (self));
  else
    list (self);
}

/* Reading. */

static void
on_read (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (Run) run = user_data;
  SquillInspectDialog *self = run->dialog;
  g_autoptr (GError) error = NULL;
  gboolean read = squill_inspection_read_finish (SQUILL_INSPECTION (source), result, &error);
  SquillReview *review;

  if (!run_is_wanted (run))
    return;
  self->reading = FALSE;
  _squill_reading_page_end (self->reading_page, error);
  if (!read)
    {
      if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        go_to (self, "collections");
      else
        show_state (self);
      return;
    }
  review = squill_inspection_get_review (self->inspection);
  _squill_review_page_show (self->review_page, self->inspection);
  if (g_list_model_get_n_items (squill_review_get_problems (review)) > 0 ||
      squill_profile_is_cut_short (squill_inspection_get_profile (self->inspection)))
    {
      show_state (self);
      gtk_widget_grab_focus (GTK_WIDGET (self->next_button));
    }
  else
    go_to (self, "review");
}

static void
read_documents (SquillInspectDialog *self)
{
  if (!_squill_collections_page_apply (self->collections_page))
    return;
  self->reading = TRUE;
  _squill_reading_page_begin (self->reading_page, self->inspection);
  go_to (self, "reading");
  squill_inspection_read_async (self->inspection, on_read, run_new (self));
}

static void
on_next (SquillInspectDialog *self)
{
  if (self->waiting || self->reading)
    return;
  if (is_on (self, "where"))
    connect_to_source (self);
  else if (is_on (self, "collections"))
    read_documents (self);
  else if (is_on (self, "reading"))
    go_to (self, "review");
  else
    {
      g_autoptr (SquillInspectDialog) keep = g_object_ref (self);

      self->finished = TRUE;
      gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
      g_signal_emit (self, signals[FINISHED], 0);
      gtk_window_destroy (GTK_WINDOW (self));
    }
}

static void
on_back (SquillInspectDialog *self)
{
  if (self->waiting)
    {
      stop (self);
      show_state (self);
    }
  else if (is_on (self, "collections"))
    go_to (self, "where");
  else if (is_on (self, "reading"))
    {
      stop (self);
      go_to (self, "collections");
    }
  else if (is_on (self, "review"))
    go_to (self, "collections");
}

static gboolean
squill_inspect_dialog_close_request (GtkWindow *window)
{
  stop (SQUILL_INSPECT_DIALOG (window));
  return GTK_WINDOW_CLASS (squill_inspect_dialog_parent_class)->close_request (window);
}

static void
squill_inspect_dialog_dispose (GObject *object)
{
  SquillInspectDialog *self = SQUILL_INSPECT_DIALOG (object);

  if (!self->finished)
    stop (self);
  g_clear_object (&self->inspection);
  g_clear_object (&self->settings);

  G_OBJECT_CLASS (squill_inspect_dialog_parent_class)->dispose (object);
}

static void
squill_inspect_dialog_class_init (SquillInspectDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = squill_inspect_dialog_dispose;
  GTK_WINDOW_CLASS (klass)->close_request = squill_inspect_dialog_close_request;

  signals[FINISHED] = g_signal_new ("finished", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                    NULL, NULL, NULL, G_TYPE_NONE, 0);

  g_type_ensure (SQUILL_TYPE_WHERE_PAGE);
  g_type_ensure (SQUILL_TYPE_COLLECTIONS_PAGE);
  g_type_ensure (SQUILL_TYPE_READING_PAGE);
  g_type_ensure (SQUILL_TYPE_REVIEW_PAGE);
  squill_closing_add_keys (widget_class);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/squill/Squill/squill-inspect-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, SquillInspectDialog, title);
  gtk_widget_class_bind_template_child (widget_class, SquillInspectDialog, cancel_button);
  gtk_widget_class_bind_template_child (widget_class, SquillInspectDialog, back_button);
  gtk_widget_class_bind_template_child (widget_class, SquillInspectDialog, next_button);
  gtk_widget_class_bind_template_child (widget_class, SquillInspectDialog, spinner);
  gtk_widget_class_bind_template_child (widget_class, SquillInspectDialog, stack);
  gtk_widget_class_bind_template_child (widget_class, SquillInspectDialog, where_page);
  gtk_widget_class_bind_template_child (widget_class, SquillInspectDialog, collections_page);
  gtk_widget_class_bind_template_child (widget_class, SquillInspectDialog, reading_page);
  gtk_widget_class_bind_template_child (widget_class, SquillInspectDialog, review_page);
  gtk_widget_class_bind_template_callback (widget_class, on_back);
  gtk_widget_class_bind_template_callback (widget_class, on_next);
  gtk_widget_class_bind_template_callback (widget_class, show_state);
}

static void
squill_inspect_dialog_init (SquillInspectDialog *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->settings = g_settings_new (SQUILL_APP_ID);
  _squill_where_page_set_settings (self->where_page, self->settings);
}

/**
 * squill_inspect_dialog_new:
 * @parent: the window over which it stands
 * @purpose: what for
 * @inspection: (nullable): of where the database was last; %NULL for a new one
 *
 * Returns: (transfer none): a dialog that asks where the database is
 */
SquillInspectDialog *
squill_inspect_dialog_new (GtkWindow *parent,
                           SquillInspectPurpose purpose,
                           SquillInspection *inspection)
{
  static const char *const titles[] = { N_ ("Inspect a Database"), N_ ("Refresh from a Database"),
                                        N_ ("Compare with a Database") };
  SquillInspectDialog *self =
      g_object_new (SQUILL_TYPE_INSPECT_DIALOG, "transient-for", parent, NULL);

  self->purpose = purpose;
  self->inspection = inspection != NULL ? g_object_ref (inspection) : squill_inspection_new ();
  gtk_window_set_title (GTK_WINDOW (self), _ (titles[purpose]));
  _squill_where_page_show_sources (self->where_page,
                                   squill_inspection_get_sources (self->inspection));
  show_state (self);
  gtk_widget_grab_focus (GTK_WIDGET (self->where_page));
  return self;
}

/**
 * squill_inspect_dialog_get_purpose:
 * @self: a dialog
 *
 * Returns: what it is for
 */
SquillInspectPurpose
squill_inspect_dialog_get_purpose (SquillInspectDialog *self)
{
  g_return_val_if_fail (SQUILL_IS_INSPECT_DIALOG (self), SQUILL_INSPECT_TO_DRAW);

  return self->purpose;
}

/**
 * squill_inspect_dialog_get_inspection:
 * @self: a dialog
 *
 * Returns: (transfer none): what it is about
 */
SquillInspection *
squill_inspect_dialog_get_inspection (SquillInspectDialog *self)
{
  g_return_val_if_fail (SQUILL_IS_INSPECT_DIALOG (self), NULL);

  return self->inspection;
}

/**
 * squill_inspect_dialog_get_page:
 * @self: a dialog
 *
 * Returns: (transfer none): what it shows: "where", "collections", "reading" or "review"
 */
const char *
squill_inspect_dialog_get_page (SquillInspectDialog *self)
{
  g_return_val_if_fail (SQUILL_IS_INSPECT_DIALOG (self), NULL);

  return gtk_stack_get_visible_child_name (self->stack);
}

/**
 * squill_inspect_dialog_begin:
 * @self: a dialog
 * @sources: (array zero-terminated=1): an address, or paths
 *
 * Goes on with a source as if the user had chosen it.
 */
void
squill_inspect_dialog_begin (SquillInspectDialog *self, const char *const *sources)
{
  g_return_if_fail (SQUILL_IS_INSPECT_DIALOG (self));
  g_return_if_fail (sources != NULL);

  _squill_where_page_show_sources (self->where_page, sources);
  connect_to_source (self);
}

/**
 * squill_inspect_dialog_show_error:
 * @self: a dialog that asks where the database is
 * @error: why there was no way to it
 *
 * Says so where it can be mended.
 */
void
squill_inspect_dialog_show_error (SquillInspectDialog *self, const GError *error)
{
  g_return_if_fail (SQUILL_IS_INSPECT_DIALOG (self));
  g_return_if_fail (error != NULL);

  _squill_where_page_show_error (self->where_page, error);
  show_state (self);
}

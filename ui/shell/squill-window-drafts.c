/* SPDX-License-Identifier: Apache-2.0 */

/* Drafts of unsaved work: kept while somebody edits, offered after a crash. */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include <glib/gi18n.h>

#include "model/squill-file-writer.h"
#include "text/squill-text.h"
#include "widgets/squill-compat.h"
#include "widgets/squill-typing.h"
#include "shell/squill-window-private.h"

/* What is not in a draft is lost in a crash: less than two seconds of work, with the time that
 * writing it takes. */
#define DRAFT_MS 1000

static void
set_draft_trouble (SquillWindow *self, const GError *error)
{
  const char *message = error != NULL ? error->message : NULL;

  if (g_strcmp0 (self->draft_trouble, message) == 0)
    return;
  g_free (self->draft_trouble);
  self->draft_trouble = g_strdup (message);
  if (self->session != NULL)
    _squill_window_update_banner (self);
}

/* With what is being typed. */
static SquillModel *
copy_work (SquillWindow *self)
{
  SquillModel *copy = squill_model_copy (squill_session_get_model (self->session));

  squill_typing_write_to (GTK_WIDGET (self), copy);
  return copy;
}

static void write_draft (SquillWindow *self);

static void
on_draft_written (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (SquillWindow) self = user_data;
  g_autoptr (GError) error = NULL;

  squill_draft_write_finish (SQUILL_DRAFT (source), result, &error);
  self->draft_running = FALSE;
  /* One that is not wanted any more says nothing about the next one. */
  if (self->draft == SQUILL_DRAFT (source))
    set_draft_trouble (self, error);
  if (self->draft_wanted)
    write_draft (self);
}

static void
write_draft (SquillWindow *self)
{
  self->draft_wanted = self->draft_running;
  if (self->draft_running || self->session == NULL)
    return;
  if (!_squill_window_has_unsaved (self))
    {
      /* What was typed was dropped. */
      _squill_window_forget_draft (self);
      return;
    }
  if (self->draft == NULL)
    self->draft = squill_draft_new ();
  self->draft_running = TRUE;
  squill_draft_write_async (self->draft, copy_work (self), squill_session_get_file (self->session),
                            squill_session_get_etag (self->session), on_draft_written,
                            g_object_ref (self));
}

static gboolean
on_draft_due (gpointer user_data)
{
  SquillWindow *self = user_data;

  self->draft_source = 0;
  write_draft (self);
  return G_SOURCE_REMOVE;
}

void
_squill_window_queue_draft (SquillWindow *self)
{
  /* Whether there is anything to keep is looked at then: this is called with each key. */
  if (self->draft_source == 0)
    self->draft_source = g_timeout_add (DRAFT_MS, on_draft_due, self);
}

void
_squill_window_forget_draft (SquillWindow *self)
{
  g_clear_handle_id (&self->draft_source, g_source_remove);
  self->draft_wanted = FALSE;
  if (self->draft != NULL)
    squill_draft_discard (self->draft);
  g_clear_object (&self->draft);
  set_draft_trouble (self, NULL);
}

/**
 * squill_window_keep_draft:
 * @self: a window
 *
 * Keeps a copy of unsaved work at once: the program ends without asking.
 */
void
squill_window_keep_draft (SquillWindow *self)
{
  g_autoptr (SquillModel) copy = NULL;
  g_autoptr (GError) error = NULL;

  g_return_if_fail (SQUILL_IS_WINDOW (self));

  if (!_squill_window_has_unsaved (self))
    return;
  copy = copy_work (self);
  if (self->draft == NULL)
    self->draft = squill_draft_new ();
  if (!squill_draft_write (self->draft, copy, squill_session_get_file (self->session),
                           squill_session_get_etag (self->session), &error))
    g_warning ("A copy of unsaved work could not be kept: %s", error->message);
}

static void
take_recovered (SquillWindow *self, SquillDraft *draft)
{
  g_autoptr (GFile) original = squill_draft_get_original (draft);
  g_autofree char *etag = squill_draft_get_etag (draft);
  g_autoptr (GError) error = NULL;
  g_autoptr (SquillModel) model = squill_draft_load (draft, &error);
  g_autoptr (SquillSession) session = NULL;

  if (model == NULL)
    {
      _squill_window_show_error (self, _ ("The unsaved work could not be read"), error->message);
      return;
    }
  session = squill_session_new (model, original);
  squill_session_set_file (session, original, etag);
  squill_session_set_unsaved (session, TRUE);
  squill_window_set_session (self, session);
  g_set_object (&self->draft, draft);
}

typedef struct
{
  SquillWindow *window;
  SquillDraft *draft;
} Recovery;

static void
recovery_free (Recovery *recovery)
{
  g_object_unref (recovery->window);
  g_object_unref (recovery->draft);
  g_free (recovery);
}

/* A window that was there to ask is not left behind, empty, over those that somebody opened. */
static void
close_if_left_over (SquillWindow *self)
{
  GtkApplication *application = gtk_window_get_application (GTK_WINDOW (self));
  GList *windows = application != NULL ? gtk_application_get_windows (application) : NULL;

  if (!squill_session_is_untouched (self->session) || squill_window_is_busy (self))
    return;
  for (GList *l = windows; l != NULL; l = l->next)
    if (SQUILL_IS_WINDOW (l->data) && l->data != self)
      {
        gtk_window_close (GTK_WINDOW (self));
        return;
      }
}

static void
on_recovery_answered (const char *response, gpointer user_data)
{
  Recovery *recovery = user_data;
  SquillWindow *self = recovery->window;

  self->recovering = FALSE;
  if (g_str_equal (response, "recover"))
    take_recovered (self, recovery->draft);
  else if (g_str_equal (response, "discard"))
    squill_draft_discard (recovery->draft);
  _squill_window_offer_draft (self);
  /* The window says so if the work cannot be read. */
  if (!g_str_equal (response, "recover"))
    close_if_left_over (self);
}

static char *
make_offer (SquillDraft *draft)
{
  g_autoptr (GFile) original = squill_draft_get_original (draft);
  g_autoptr (GDateTime) time = squill_draft_get_time (draft);
  g_autofree char *own = squill_draft_get_name (draft);
  g_autofree char *name = original != NULL ? _squill_file_get_shown_name (original)
                          : own != NULL    ? g_strdup (own)
                                           : g_strdup (_ ("Untitled model"));
  g_autofree char *when = time != NULL ? squill_text_date_time (time) : g_strdup ("?");
  g_autofree char *etag = squill_draft_get_etag (draft);
  /* A file elsewhere is not waited for. */
  g_autofree char *now = original != NULL && g_file_is_native (original)
                             ? squill_file_query_etag (original, NULL)
                             : NULL;
  g_autofree char *body = g_strdup_printf (
      _ ("Squill closed before “%s” was saved. A copy from %s was kept."), name, when);

  if (now == NULL || g_str_equal (now, etag))
    return g_steal_pointer (&body);
  return g_strdup_printf ("%s\n\n%s", body,
                          _ ("The file itself has been changed since it was opened then."));
}

void
_squill_window_offer_draft (SquillWindow *self)
{
  const SquillResponse responses[] = {
    { "cancel", _ ("_Later"), ADW_RESPONSE_DEFAULT },
    { "discard", _ ("_Discard"), ADW_RESPONSE_DESTRUCTIVE },
    { "recover", _ ("_Recover"), ADW_RESPONSE_SUGGESTED },
  };
  g_autofree char *body = NULL;
  Recovery *recovery;

  if (self->recovering || self->loading != NULL || self->orphans == NULL || self->orphans->len == 0)
    return;
  self->recovering = TRUE;
  recovery = g_new0 (Recovery, 1);
  recovery->window = g_object_ref (self);
  recovery->draft = g_ptr_array_steal_index (self->orphans, 0);
  body = make_offer (recovery->draft);
  squill_compat_ask (GTK_WINDOW (self),
                     &(SquillQuestion){
                         .heading = _ ("Recover Unsaved Work?"),
                         .body = body,
                         .responses = responses,
                         .n_responses = G_N_ELEMENTS (responses),
                         .default_response = "recover",
                     },
                     on_recovery_answered, recovery, (GDestroyNotify)recovery_free);
}

void
_squill_window_find_drafts_of (SquillWindow *self, GFile *file)
{
  g_autoptr (GPtrArray) drafts = squill_drafts_find_orphans ();

  for (guint i = 0; i < drafts->len; i++)
    {
      g_autoptr (GFile) original = squill_draft_get_original (drafts->pdata[i]);

      if (original != NULL && g_file_equal (original, file))
        {
          g_ptr_array_add (self->orphans, g_object_ref (drafts->pdata[i]));
          /* Each further one would take the place of the one before. */
          break;
        }
    }
}

/**
 * squill_window_recover:
 * @self: a window in which nothing was done but opening the file of @draft
 * @draft: unsaved work that an earlier session left
 *
 * Asks whether to go on with that work, and shows it then. If the user wants to decide later, it is
 * offered again when the file is opened, and at the next start.
 */
void
squill_window_recover (SquillWindow *self, SquillDraft *draft)
{
  g_return_if_fail (SQUILL_IS_WINDOW (self));
  g_return_if_fail (SQUILL_IS_DRAFT (draft));

  g_ptr_array_add (self->orphans, g_object_ref (draft));
  _squill_window_offer_draft (self);
}

/* SPDX-License-Identifier: Apache-2.0 */

/* What data may have the form of before it is moved to what is drawn. */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "session/squill-migration-source.h"

#include <glib/gi18n.h>

#include "exchange/migrate/squill-migration-script.h"
#include "model/squill-alternative.h"
#include "model/squill-file-writer.h"
#include "model/squill-model-file.h"
#include "session/squill-task.h"

static void
add_source (GPtrArray *sources,
            SquillMigrationSourceKind kind,
            const char *id,
            GFile *file,
            const char *title)
{
  SquillMigrationSource *source = g_new0 (SquillMigrationSource, 1);

  source->kind = kind;
  source->id = g_strdup (id);
  source->file = file == NULL ? NULL : g_object_ref (file);
  source->title = g_strdup (title);
  g_ptr_array_add (sources, source);
}

/**
 * squill_migration_source_free:
 * @self: (nullable): a source
 *
 * Frees it.
 */
void
squill_migration_source_free (SquillMigrationSource *self)
{
  if (self == NULL)
    return;
  g_free (self->id);
  g_clear_object (&self->file);
  g_free (self->title);
  g_free (self);
}

/**
 * squill_session_list_migration_sources:
 * @session: a session
 * @chosen: (nullable): a file that the user chose
 *
 * Lists what a migration to the model can start from: the model as it was saved, if it was, its
 * other designs, and @chosen. Where there is none of them, a question stands first
 * (SQUILL_MIGRATION_SOURCE_NONE), as the first entry is the one that is selected. The last entry
 * has no file: with it another is chosen.
 *
 * Returns: (transfer full) (element-type SquillMigrationSource): two at least
 */
GPtrArray *
squill_session_list_migration_sources (SquillSession *session, GFile *chosen)
{
  GPtrArray *sources =
      g_ptr_array_new_with_free_func ((GDestroyNotify)squill_migration_source_free);
  SquillModel *model;
  const SquillAlternative *shown;

  g_return_val_if_fail (SQUILL_IS_SESSION (session), sources);

  model = squill_session_get_model (session);
  shown = squill_model_get_alternative (model);
  if (squill_session_get_file (session) != NULL)
    add_source (sources, SQUILL_MIGRATION_SOURCE_SAVED, NULL, squill_session_get_file (session),
                _ ("From the saved model"));
  SQUILL_FOR_EACH_CHILD (SquillAlternative, one, squill_model_get_info (model),
                         SQUILL_KIND_ALTERNATIVE)
    {
      g_autofree char *title = NULL;

      if (one == shown)
        continue;
      /* Translators: the name of a design */
      title =
          g_strdup_printf (_ ("From “%s”"), one->name != NULL ? one->name : _ ("Unnamed design"));
      add_source (sources, SQUILL_MIGRATION_SOURCE_DESIGN, one->item.id, NULL, title);
    }
  if (chosen != NULL)
    {
      g_autofree char *base = g_file_get_basename (chosen);
      g_autofree char *name = g_filename_display_name (base);
      /* Translators: the name of a file */
      g_autofree char *title = g_strdup_printf (_ ("From %s"), name);

      add_source (sources, SQUILL_MIGRATION_SOURCE_FILE, NULL, chosen, title);
    }
  /* Something has to be selected, and choosing a file to be a change. */
  if (sources->len == 0)
    add_source (sources, SQUILL_MIGRATION_SOURCE_NONE, NULL, NULL, _ ("From which model?"));
  add_source (sources, SQUILL_MIGRATION_SOURCE_FILE, NULL, NULL, _ ("From another file…"));
  return sources;
}

/* A file that was read, and what it describes. */
typedef struct
{
  GFile *file;
  char *etag;
  SquillModel *model;
} Loaded;

static G_DEFINE_QUARK (squill - migration - loaded, loaded)

    static void loaded_free (gpointer data)
{
  Loaded *loaded = data;

  g_clear_object (&loaded->file);
  g_free (loaded->etag);
  g_clear_object (&loaded->model);
  g_free (loaded);
}

/* What a thread works on: copies that nobody else has. */
typedef struct
{
  SquillModel *to;
  Loaded from;      /* its model is NULL as long as its file is to be read */
  gboolean is_read; /* the thread read the file */
  SquillMigrationScript *script;
} Writing;

static void
writing_free (gpointer data)
{
  Writing *self = data;

  g_clear_object (&self->to);
  g_clear_object (&self->from.file);
  g_free (self->from.etag);
  g_clear_object (&self->from.model);
  squill_migration_script_free (self->script);
  g_free (self);
}

static gboolean
read_source (Writing *self, GCancellable *cancellable, GError **error)
{
  g_autofree char *etag = NULL;

  if (self->from.file == NULL)
    return TRUE;
  etag = squill_file_query_etag (self->from.file, cancellable);
  if (self->from.model != NULL && etag != NULL && g_strcmp0 (etag, self->from.etag) == 0)
    return TRUE;
  g_clear_object (&self->from.model);
  self->from.model = squill_model_load (self->from.file, NULL, NULL, error);
  g_free (self->from.etag);
  self->from.etag = g_steal_pointer (&etag);
  self->is_read = self->from.model != NULL && self->from.etag != NULL;
  return self->from.model != NULL;
}

static void
write_script (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Writing *self = data;
  GError *error = NULL;

  if (read_source (self, cancellable, &error))
    {
      g_autoptr (SquillDesign) from = squill_design_new (self->from.model);
      g_autoptr (SquillDesign) to = squill_design_new (self->to);

      self->script = squill_migration_script_new (from, to, cancellable, &error);
    }
  if (error != NULL)
    g_task_return_error (task, error);
  else
    g_task_return_boolean (task, TRUE);
}

/* A script is written after each edit: the session keeps what was read until the file changes. */
static gboolean
copy_source (SquillSession *session,
             const SquillMigrationSource *source,
             Writing *writing,
             GError **error)
{
  const Loaded *kept = g_object_get_qdata (G_OBJECT (session), loaded_quark ());

  if (source != NULL && source->file != NULL)
    {
      writing->from.file = g_object_ref (source->file);
      if (kept != NULL && g_file_equal (kept->file, source->file))
        {
          writing->from.model = squill_model_copy (kept->model);
          writing->from.etag = g_strdup (kept->etag);
        }
      return TRUE;
    }
  if (source == NULL || source->id == NULL)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND,
                           _ ("Choose the model that the data was made for"));
      return FALSE;
    }
  writing->from.model = squill_model_copy (squill_session_get_model (session));
  squill_model_set_read_only (writing->from.model, FALSE);
  return squill_model_show_alternative (writing->from.model, source->id, error);
}

/**
 * squill_session_write_migration_async:
 * @session: a session
 * @source: (nullable): what the data has the form of; %NULL if that is not chosen yet
 * @cancellable: (nullable): to stop it
 * @callback: called when it is done
 * @user_data: for @callback
 *
 * Writes the script that moves data to the model as it is drawn, in a thread: the model may change
 * meanwhile.
 */
void
squill_session_write_migration_async (SquillSession *session,
                                      const SquillMigrationSource *source,
                                      GCancellable *cancellable,
                                      GAsyncReadyCallback callback,
                                      gpointer user_data)
{
  g_autoptr (GTask) task = NULL;
  GError *error = NULL;
  Writing *writing;

  g_return_if_fail (SQUILL_IS_SESSION (session));

  task = g_task_new (session, cancellable, callback, user_data);
  g_task_set_source_tag (task, squill_session_write_migration_async);
  writing = g_new0 (Writing, 1);
  g_task_set_task_data (task, writing, writing_free);
  if (!copy_source (session, source, writing, &error))
    {
      g_task_return_error (task, error);
      return;
    }
  writing->to = squill_model_copy (squill_session_get_model (session));
  squill_task_run_in_thread (task, write_script);
}

/**
 * squill_session_write_migration_finish:
 * @session: the session
 * @result: what the callback got
 * @n_left: (out): how many things the script does not do, which it says
 * @error: the source cannot be read, or is not chosen yet, or it was stopped
 *
 * Returns: (transfer full) (nullable): the script; %NULL with @error
 */
char *
squill_session_write_migration_finish (SquillSession *session,
                                       GAsyncResult *result,
                                       guint *n_left,
                                       GError **error)
{
  Writing *writing;

  g_return_val_if_fail (g_task_is_valid (result, session), NULL);
  g_return_val_if_fail (n_left != NULL, NULL);

  *n_left = 0;
  if (!g_task_propagate_boolean (G_TASK (result), error))
    return NULL;
  writing = g_task_get_task_data (G_TASK (result));
  if (writing->is_read)
    {
      Loaded *loaded = g_new0 (Loaded, 1);

      *loaded = writing->from;
      writing->from = (Loaded){ 0 };
      g_object_set_qdata_full (G_OBJECT (session), loaded_quark (), loaded, loaded_free);
    }
  *n_left = writing->script->left->len;
  return g_strdup (writing->script->text);
}

/* SPDX-License-Identifier: Apache-2.0 */

/* The model in one of the text formats, as the window shows it: all files one after the other. */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "session/squill-export-text.h"

#include <math.h>

#include "session/squill-task.h"
#include "text/squill-text.h"

/* Sample documents are an excerpt here: bytes of all, and how many of each collection. */
#define SAMPLE_BYTES 262144.0
#define MAX_SAMPLES 20.0

typedef struct
{
  SquillModel *model; /* a copy */
  const SquillExporter *exporter;
  char *collection; /* id of the only one that is written; NULL for all */
} Writing;

static void
writing_free (gpointer data)
{
  Writing *self = data;

  g_object_unref (self->model);
  g_free (self->collection);
  g_free (self);
}

/* How many sample documents of each collection fit in SAMPLE_BYTES. */
static double
count_samples (SquillDesign *design, const SquillCollection *only)
{
  double bytes = 0;

  if (only != NULL)
    bytes = only->shape->bytes.likely;
  for (guint i = 0; only == NULL && i < squill_design_get_n_collections (design); i++)
    bytes += squill_design_get_collection (design, i)->shape->bytes.likely;
  return bytes > 0 ? CLAMP (floor (SAMPLE_BYTES / bytes), 1, MAX_SAMPLES) : MAX_SAMPLES;
}

static GString *
join_files (const GPtrArray *files)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < files->len; i++)
    {
      const SquillExportFile *file = files->pdata[i];
      gsize length;
      const char *content = g_bytes_get_data (file->content, &length);

      if (files->len > 1)
        g_string_append_printf (text, "%s// %s\n", i > 0 ? "\n" : "", file->name);
      g_string_append_len (text, content, (gssize)length);
    }
  return text;
}

static void
text_free (gpointer text)
{
  g_string_free (text, TRUE);
}

static void
write_text (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Writing *self = data;
  g_autoptr (SquillDesign) design = squill_design_new (self->model);
  g_autoptr (SquillAdvice) advice = squill_advice_new (design);
  const SquillCollection *only =
      self->collection == NULL ? NULL : squill_design_find_collection (design, self->collection);
  g_autoptr (GHashTable) options = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, g_free);
  g_autoptr (GPtrArray) files = NULL;
  GError *error = NULL;

  if (only != NULL)
    g_hash_table_insert (options, (gpointer) "collection", g_strdup (only->id));
  if (g_str_equal (self->exporter->id, "samples"))
    g_hash_table_insert (options, (gpointer) "count",
                         squill_text_number (count_samples (design, only)));
  files = squill_export (self->exporter, design, advice, options, cancellable, &error);
  if (files == NULL)
    g_task_return_error (task, error);
  else
    g_task_return_pointer (task, join_files (files), text_free);
}

/**
 * squill_session_write_export_async:
 * @session: a session
 * @exporter: a format that is text
 * @collection: (nullable): id of the only collection to write; %NULL for all
 * @cancellable: (nullable): to stop it
 * @callback: called when it is done
 * @user_data: for @callback
 *
 * Writes the model as it is drawn, in a thread: it may change meanwhile. Of sample documents there
 * are as many as can be looked at.
 */
void
squill_session_write_export_async (SquillSession *session,
                                   const SquillExporter *exporter,
                                   const char *collection,
                                   GCancellable *cancellable,
                                   GAsyncReadyCallback callback,
                                   gpointer user_data)
{
  g_autoptr (GTask) task = NULL;
  Writing *writing;

  g_return_if_fail (SQUILL_IS_SESSION (session));
  g_return_if_fail (exporter != NULL);

  task = g_task_new (session, cancellable, callback, user_data);
  g_task_set_source_tag (task, squill_session_write_export_async);
  writing = g_new0 (Writing, 1);
  writing->model = squill_model_copy (squill_session_get_model (session));
  writing->exporter = exporter;
  writing->collection = g_strdup (collection);
  g_task_set_task_data (task, writing, writing_free);
  squill_task_run_in_thread (task, write_text);
}

/**
 * squill_session_write_export_finish:
 * @session: the session
 * @result: what the callback got
 * @error: it cannot be written, or it was stopped
 *
 * Returns: (transfer full) (nullable): the text; %NULL with @error
 */
GString *
squill_session_write_export_finish (SquillSession *session, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, session), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/* SPDX-License-Identifier: Apache-2.0 */

/* What documents on the clipboard look like, inferred as from a file of them. */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "session/squill-pasted-documents.h"

#include <glib/gi18n.h>
#include <string.h>

#include "exchange/import/squill-document-import.h"
#include "inspect/squill-inspect.h"
#include "model/squill-authoring.h"
#include "model/squill-placement.h"

static gboolean
is_held (const SquillEntity *entity)
{
  guint n;
  const SquillRelationship *const *all = squill_entity_get_relationships (entity, &n);

  for (guint i = 0; i < n; i++)
    if (g_str_equal (all[i]->child, entity->item.id) &&
        squill_placement_holds_children (all[i]->placement))
      return TRUE;
  return FALSE;
}

static json_t *
make_items (SquillModel *model)
{
  g_autoptr (GPtrArray) ids = g_ptr_array_new ();
  json_t *items, *entity;
  const char *id;

  SQUILL_FOR_EACH_CHILD (SquillEntity, child, squill_model_get_info (model), SQUILL_KIND_ENTITY)
    {
      if (!is_held (child))
        g_ptr_array_add (ids, child->item.id);
    }
  g_ptr_array_add (ids, NULL);
  items = squill_model_copy_items (model, (const char *const *)ids->pdata);
  squill_document_forget_reading (items);
  json_object_foreach (json_object_get (items, squill_kind_get_name (SQUILL_KIND_ENTITY)), id,
                       entity) json_object_del (entity, "count");
  return items;
}

static void
on_read (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  const SquillProfileModelOptions options = { .references = TRUE };
  g_autoptr (SquillModel) model = NULL;
  g_autoptr (SquillProfile) profile = NULL;
  GError *error = NULL;
  json_t *items;

  profile = squill_inspect_finish (result, &error);
  if (profile != NULL)
    model = squill_profile_to_model (profile, &options, &error);
  if (model == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  items = make_items (model);
  if (json_object_size (items) > 0)
    {
      g_task_return_pointer (task, items, (GDestroyNotify)json_decref);
      return;
    }
  json_decref (items);
  g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "%s",
                           _ ("There are no documents in what was pasted"));
}

/**
 * squill_pasted_documents_read_async:
 * @text: documents, as JSON or as the shell writes them: one, several, or an array
 * @cancellable: (nullable): a #GCancellable
 * @callback: called when it is done
 * @user_data: for @callback
 *
 * Infers an entity, with those that are embedded in it, from documents.
 */
void
squill_pasted_documents_read_async (const char *text,
                                    GCancellable *cancellable,
                                    GAsyncReadyCallback callback,
                                    gpointer user_data)
{
  const SquillInspectOptions options = SQUILL_INSPECT_OPTIONS_INIT;
  const char *sources[] = { NULL, NULL };
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);
  SquillDocumentFile *file;
  GError *error = NULL;

  g_return_if_fail (text != NULL);

  g_task_set_source_tag (task, squill_pasted_documents_read_async);
  /* The entity is called as the file is. */
  /* Translators: the name of a new collection; lower case, no spaces. */
  file = squill_document_file_new (_ ("documents"), text, strlen (text), &error);
  if (file == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  g_task_set_task_data (task, file, (GDestroyNotify)squill_document_file_free);
  sources[0] = squill_document_file_get_path (file);
  squill_inspect_async (sources, &options, NULL, NULL, NULL, cancellable, on_read,
                        g_steal_pointer (&task));
}

/**
 * squill_pasted_documents_read_finish:
 * @result: what the callback was given
 * @error: as squill_inspect_finish(); %G_IO_ERROR_INVALID_DATA if there is no document
 *
 * Returns: (transfer full) (nullable): data for squill_model_paste_items()
 */
json_t *
squill_pasted_documents_read_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (G_IS_TASK (result), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

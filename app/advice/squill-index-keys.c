/* SPDX-License-Identifier: Apache-2.0 */

/* What the rules of indexes read of the indexes of a collection. */

#define G_LOG_DOMAIN "squill-advice"

#include "config.h"

#include "advice/squill-index-private.h"

#include <string.h>

/** The item that a collection comes from: an entity or a relationship. */
gconstpointer
_squill_run_get_item_of (SquillRun *run, const SquillCollection *collection)
{
  return squill_model_get_item (run->model, collection->id);
}

/** The index of the model that an index of a collection comes from (nullable). */
const SquillIndex *
_squill_run_get_drawn (SquillRun *run, const SquillCollectionIndex *index)
{
  return index->index == NULL
             ? NULL
             : squill_model_get_item_of_kind (run->model, index->index, SQUILL_KIND_INDEX);
}

/** TRUE if the index was drawn at the entity at the root of the collection: its keys then are keys
 * of that entity, one by one. */
gboolean
_squill_run_is_at_root (SquillRun *run,
                        const SquillCollection *collection,
                        const SquillCollectionIndex *index)
{
  const SquillIndex *drawn = _squill_run_get_drawn (run, index);

  return drawn != NULL && collection->kind == SQUILL_COLLECTION_ENTITY &&
         g_strcmp0 (drawn->item.parent->id, collection->entity) == 0 && drawn->keys != NULL &&
         drawn->keys->len == index->keys->len;
}

/**
 * _squill_run_report_index:
 * @run: a run
 * @severity: how bad it is
 * @collection: a collection
 * @index: one of its indexes
 * @weight: orders findings of one severity
 * @message: (transfer full): the sentence, translated
 *
 * Leaves a finding about an index, with its name and its collection.
 *
 * Returns: (transfer none): the finding
 */
SquillFinding *
_squill_run_report_index (SquillRun *run,
                          SquillSeverity severity,
                          const SquillCollection *collection,
                          const SquillCollectionIndex *index,
                          double weight,
                          char *message)
{
  const SquillIndex *drawn = _squill_run_get_drawn (run, index);
  SquillFinding *finding = _squill_run_report (
      run, severity, drawn != NULL ? drawn : _squill_run_get_item_of (run, collection), weight,
      message);

  _squill_finding_set_place (finding, collection->id, "");
  _squill_finding_set_text (finding, "index", index->name);
  return finding;
}

/**
 * _squill_run_get_uses_of_collection:
 * @run: a run
 * @collection: a collection
 *
 * Returns: (element-type SquillUse): the operations that touch the entity at its root, and so may
 *   read and write its documents
 */
const GPtrArray *
_squill_run_get_uses_of_collection (SquillRun *run, const SquillCollection *collection)
{
  static GPtrArray none = { NULL, 0 };

  return collection->entity == NULL
             ? &none
             : squill_operation_index_get_uses_of (run->operations, collection->entity);
}

/** A key of the index. */
const SquillKey *
_squill_index_get_key (const SquillCollectionIndex *index, guint position)
{
  return index->keys->pdata[position];
}

/** TRUE if the path is its first key. */
gboolean
_squill_index_is_led_by (const SquillCollectionIndex *index, const char *path)
{
  return index->keys->len > 0 && g_str_equal (_squill_index_get_key (index, 0)->path, path);
}

/** TRUE if the path is one of its first keys; @n_keys of %G_MAXUINT asks for all of them. */
gboolean
_squill_index_has_path (const SquillCollectionIndex *index, guint n_keys, const char *path)
{
  for (guint i = 0; i < index->keys->len && i < n_keys; i++)
    if (g_str_equal (_squill_index_get_key (index, i)->path, path))
      return TRUE;
  return FALSE;
}

/** TRUE if one of its keys is of that type, such as "text". */
gboolean
_squill_index_has_operator (const SquillCollectionIndex *index, const char *operator)
{
  for (guint i = 0; i < index->keys->len; i++)
    if (g_str_equal (_squill_index_get_key (index, i)->operator, operator))
      return TRUE;
  return FALSE;
}

/** TRUE if it holds values in order. */
gboolean
_squill_key_is_ordered (const SquillKey *key)
{
  return g_str_equal (key->operator, "1") || g_str_equal (key->operator, "-1");
}

/** TRUE if it stands for all paths below one. */
gboolean
_squill_key_is_wildcard (const SquillKey *key)
{
  return g_str_equal (key->path, "$**") || g_str_has_suffix (key->path, ".$**");
}

/** TRUE if the path is one of those that the wildcard stands for. */
gboolean
_squill_key_has_path_below (const SquillKey *wildcard, const char *path)
{
  const gsize length = strlen (wildcard->path) - strlen ("$**");

  return strncmp (wildcard->path, path, length) == 0 && path[length] != '\0';
}

/** TRUE if documents may lack it. */
gboolean
_squill_shape_is_optional (const SquillShape *shape)
{
  for (const SquillShape *around = shape; around->parent != NULL; around = around->parent)
    if (!around->required)
      return TRUE;
  return FALSE;
}

/* SPDX-License-Identifier: Apache-2.0 */

/* Counts what samples of values do not tell: which keys each document refers to, which values lead
 * nowhere, which fields are copies. For that the collections at both ends are read once more: first
 * all that are referred to, then all that refer. When their keys do not fit into memory together it
 * is done in several turns, and where not even those of one fit, with a sample of them. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/reference/squill-reference-measure.h"

#include "inspect/reference/squill-copies.h"
#include "inspect/reference/squill-reference-count.h"
#include "inspect/reference/squill-reference-place.h"

#include <math.h>

/* The keys of all references of one turn take no more than this, and those of one no more than
 * that.
 */
#define TURN_BYTES ((gsize)48 * 1024 * 1024)
#define TABLE_BYTES ((gsize)24 * 1024 * 1024)

static gboolean
read_collections (GPtrArray *counts,
                  gboolean targets,
                  const SquillReferenceOptions *options,
                  GCancellable *cancellable,
                  GError **error)
{
  g_autoptr (GHashTable) readers =
      g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify)squill_reference_reader_free);
  GHashTableIter iter;
  gpointer collection, reader;

  for (guint i = 0; i < counts->len; i++)
    {
      SquillReferenceCount *count = g_ptr_array_index (counts, i);
      const SquillCollectionProfile *of = targets ? count->reference->to : count->reference->from;

      if (targets ? !squill_reference_count_wants_target (count)
                  : !squill_reference_count_wants_source (count))
        continue;
      reader = g_hash_table_lookup (readers, of);
      if (reader == NULL)
        {
          reader = squill_reference_reader_new (of);
          g_hash_table_insert (readers, (gpointer)of, reader);
        }
      if (targets)
        squill_reference_count_watch_target (count, reader);
      else
        squill_reference_count_watch_source (count, reader);
    }
  g_hash_table_iter_init (&iter, readers);
  while (g_hash_table_iter_next (&iter, &collection, &reader))
    {
      gboolean complete;

      if (!squill_reference_reader_run (reader, options, 0, &complete, cancellable, error))
        return FALSE;
      for (guint i = 0; i < counts->len; i++)
        {
          SquillReferenceCount *count = g_ptr_array_index (counts, i);

          if (targets && count->reference->to == collection)
            count->target_read = complete && squill_reference_count_wants_target (count);
          else if (!targets && count->reference->from == collection)
            count->source_read = complete && squill_reference_count_wants_source (count);
        }
    }
  return TRUE;
}

static gboolean
take_turn (GPtrArray *counts,
           const SquillReferenceOptions *options,
           GCancellable *cancellable,
           GError **error)
{
  if (!read_collections (counts, TRUE, options, cancellable, error) ||
      !read_collections (counts, FALSE, options, cancellable, error))
    return FALSE;
  for (guint i = 0; i < counts->len; i++)
    squill_reference_count_finish (g_ptr_array_index (counts, i));
  g_ptr_array_set_size (counts, 0);
  return TRUE;
}

/**
 * squill_reference_estimate_holders:
 * @reference: a reference
 *
 * Says how many references a document has as far as the profile tells, without reading: exactly,
 * but for keys that stand twice in the same document, where there is at most one list on the way.
 */
void
squill_reference_estimate_holders (SquillReference *reference)
{
  const guint64 documents = MAX (reference->from->document_bytes.count, 1);
  double min = 1, max = 1;

  reference->is_list = reference->from_keys;
  if (reference->from_keys && reference->from_path->entries != NULL)
    {
      min = (double)reference->from_path->entries->min;
      max = (double)reference->from_path->entries->max;
    }
  for (const SquillPath *path = reference->from_path; path->parent != NULL; path = path->parent)
    {
      const SquillSpread *spread = path->kind == SQUILL_PATH_ELEMENTS ? path->parent->lengths
                                   : path->kind == SQUILL_PATH_VALUES ? path->parent->entries
                                                                      : NULL;

      if (path->kind != SQUILL_PATH_FIELD)
        {
          reference->is_list = TRUE;
          min *= spread != NULL ? (double)spread->min : 0;
          max *= spread != NULL ? (double)spread->max : 1;
        }
      else if (squill_path_get_of (path) > path->present ||
               (path == reference->from_path && path->scalars < path->present) ||
               (path->lengths != NULL && squill_path_get_arrays (path) < path->present))
        {
          min = 0;
        }
    }
  reference->per_holder_min = (guint64)MIN (min, 1e18);
  reference->per_holder_max = (guint64)MIN (max, 1e18);
  reference->per_holder_mean = (double)reference->references / (double)documents;
}

/**
 * squill_references_measure:
 * @references: (element-type SquillReference): references that are worth it
 * @options: how to read again
 * @cancellable: (nullable): stops it
 * @error: return location
 *
 * Counts what the samples of the profiles leave open, as far as the collections can be read again.
 *
 * Returns: %FALSE with @error set when cancelled, or where going on makes no sense
 */
gboolean
squill_references_measure (GPtrArray *references,
                           const SquillReferenceOptions *options,
                           GCancellable *cancellable,
                           GError **error)
{
  g_autoptr (GPtrArray) counts =
      g_ptr_array_new_with_free_func ((GDestroyNotify)squill_reference_count_free);
  gsize bytes = 0;

  if (options->reopen == NULL)
    return TRUE;
  for (guint i = 0; i < references->len; i++)
    {
      SquillReference *reference = g_ptr_array_index (references, i);
      SquillReferenceCount *count =
          squill_reference_count_new (reference, options->keep_values, TABLE_BYTES);
      gsize needed = squill_reference_count_get_bytes (count);

      if (counts->len > 0 && bytes + needed > TURN_BYTES)
        {
          if (!take_turn (counts, options, cancellable, error))
            {
              squill_reference_count_free (count);
              return FALSE;
            }
          bytes = 0;
        }
      bytes += needed;
      g_ptr_array_add (counts, count);
    }
  return take_turn (counts, options, cancellable, error);
}

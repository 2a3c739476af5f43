/* SPDX-License-Identifier: Apache-2.0 */

/* Which candidates are worth a second reading: those that would be claimed. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/reference/squill-reference-private.h"

/* Candidates that would be claimed now and are not measured yet; the rest is not worth a second
 * reading. */
static GPtrArray *
choose_worthy (GPtrArray *candidates, GHashTable *measured)
{
  g_autoptr (GPtrArray) decided = squill_references_decide (candidates, NULL);
  GPtrArray *worthy = g_ptr_array_new ();

  for (guint i = 0, k = 0; i < candidates->len && k < decided->len; i++)
    {
      SquillReference *candidate = g_ptr_array_index (candidates, i);
      const SquillReference *reference = g_ptr_array_index (decided, k);

      if (candidate->from_path != reference->from_path ||
          candidate->from_keys != reference->from_keys ||
          candidate->to_path != reference->to_path || candidate->to_keys != reference->to_keys ||
          g_strcmp0 (candidate->when_value, reference->when_value) != 0 ||
          g_strcmp0 (candidate->prefix, reference->prefix) != 0)
        continue;
      k++;
      if (g_hash_table_add (measured, candidate))
        g_ptr_array_add (worthy, candidate);
    }
  return worthy;
}

/**
 * _squill_references_measure_worthy:
 * @candidates: (element-type SquillReference): all that may be a reference
 * @options: how to read again
 * @cancellable: (nullable): stops it
 * @error: return location
 *
 * Counts those that would be claimed, and rates them by what was counted.
 *
 * Returns: %FALSE with @error set when cancelled, or where going on makes no sense
 */
gboolean
_squill_references_measure_worthy (GPtrArray *candidates,
                                   const SquillReferenceOptions *options,
                                   GCancellable *cancellable,
                                   GError **error)
{
  g_autoptr (GHashTable) measured = g_hash_table_new (NULL, NULL);

  /* What was counted may let others come before; that is seldom. */
  for (guint round = 0; round < 2; round++)
    {
      g_autoptr (GPtrArray) worthy = choose_worthy (candidates, measured);

      if (!_squill_references_measure (worthy, options, cancellable, error))
        return FALSE;
      for (guint i = 0; i < worthy->len; i++)
        {
          SquillReference *reference = g_ptr_array_index (worthy, i);

          /* What some of the values of one place lead to is rated with the others, unless it is
           * nowhere. */
          if (reference->counted && ((reference->traits & SQUILL_REFERENCE_POLYMORPHIC) == 0 ||
                                     _squill_reference_is_of_itself (reference)))
            squill_reference_score (reference);
        }
    }
  /* What was not read again gets no benefit of the doubt. */
  for (guint i = 0; i < candidates->len; i++)
    ((SquillReference *)g_ptr_array_index (candidates, i))->hinted = FALSE;
  return TRUE;
}

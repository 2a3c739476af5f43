/* SPDX-License-Identifier: Apache-2.0 */

/* Things of several kinds in one collection. */

#define G_LOG_DOMAIN "squill-advice"

#include "config.h"

#include <glib/gi18n-lib.h>

#include "advice/squill-merger-private.h"
#include "text/squill-text.h"

/* Documents that differ in size as much do not go well together in the cache. */
#define MOST_UNLIKE 100.0
#define MIN_SHARED 2

static double
get_shared_share (const SquillEntity *a, const SquillEntity *b)
{
  guint n = 0, shared = 0, n_other = 0;

  SQUILL_FOR_EACH_CHILD (SquillField, field, a, SQUILL_KIND_FIELD)
    {
      if (_squill_field_is_id (field))
        continue;
      n++;
      shared += _squill_entity_find_same_field (b, field) != NULL;
    }
  SQUILL_FOR_EACH_CHILD (SquillField, field, b, SQUILL_KIND_FIELD)
    n_other += !_squill_field_is_id (field);
  return shared < MIN_SHARED ? 0 : (double)shared / (n + n_other - shared);
}

/* Whether a relationship leads from one to the other: then they are different things. */
static gboolean
are_related (const SquillEntity *a, const SquillEntity *b)
{
  guint n;
  const SquillRelationship *const *all = squill_entity_get_relationships (a, &n);

  for (guint i = 0; i < n; i++)
    if (g_str_equal (all[i]->parent, b->item.id) || g_str_equal (all[i]->child, b->item.id))
      return TRUE;
  return FALSE;
}

/**
 * _squill_run_are_alike:
 * @run: a run
 * @a: an entity
 * @b: another
 * @share: (out): the share of their fields that are the same
 *
 * Returns: %TRUE if the documents of both collections could be kinds of one thing
 */
gboolean
_squill_run_are_alike (SquillRun *run, const SquillEntity *a, const SquillEntity *b, double *share)
{
  const SquillCollection *first = _squill_run_get_own_collection (run, a->item.id);
  const SquillCollection *second = _squill_run_get_own_collection (run, b->item.id);
  double ratio;

  *share = a == b ? 0 : get_shared_share (a, b);
  if (first == NULL || second == NULL || a == b || are_related (a, b) ||
      *share < _squill_run_get (run, SQUILL_THRESHOLD_ALIKE_SHARE))
    return FALSE;
  ratio = first->shape->bytes.likely / second->shape->bytes.likely;
  return fmax (ratio, 1 / ratio) < MOST_UNLIKE;
}

/**
 * _squill_fix_new_kinds:
 * @run: a run
 * @into: an entity
 * @from: another that is alike, see _squill_run_are_alike()
 * @reason: (out) (optional): why it does not fit
 *
 * Returns: (transfer full) (nullable): a fix that makes both kinds of documents of one collection
 */
SquillFix *
_squill_fix_new_kinds (SquillRun *run,
                       const SquillEntity *into,
                       const SquillEntity *from,
                       char **reason)
{
  g_autoptr (GHashTable) ids = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  SquillMerger self = { run, into, from, ids, NULL, NULL, NULL };
  char *obstacle = _squill_merger_find_obstacle (&self);
  SquillFix *fix;

  if (obstacle != NULL)
    return _squill_transform_refuse (reason, obstacle);
  fix = _squill_merger_merge (&self, "type", reason);
  if (fix != NULL)
    _squill_fix_remove (fix, from->item.id);
  return fix;
}

static SquillFix *
make_kinds (SquillRun *run, gconstpointer subject, char **reason)
{
  const SquillOperation *operation = subject;
  const SquillUse *use = squill_operation_index_find (run->operations, operation->item.id);
  g_autofree char *text = squill_text_share (_squill_run_get (run, SQUILL_THRESHOLD_ALIKE_SHARE));
  double share;

  for (guint i = 0; use != NULL && use->reads && i < use->entities->len; i++)
    for (guint j = i + 1; j < use->entities->len; j++)
      if (_squill_run_are_alike (run, use->entities->pdata[i], use->entities->pdata[j], &share))
        return _squill_fix_new_kinds (run, use->entities->pdata[i], use->entities->pdata[j],
                                      reason);
  return _squill_transform_refuse (
      reason, g_strdup_printf (_ ("“%s” reads no two collections of which %s of the fields are the "
                                  "same."),
                               _squill_wording_name (operation), text));
}

static SquillFix *
make_single_collection (SquillRun *run, gconstpointer subject, char **reason)
{
  return _squill_fix_new_single_collection (run, subject, reason);
}

const SquillPatternEntry _squill_patterns_kinds[] = {
  { .pattern = { "polymorphic", N_ ("Polymorphic collection"),
                 N_ ("Stores things that are alike in one collection, with a field that tells the "
                     "kind. One query lists all; whoever wants one kind asks for it. It pays where "
                     "they have most fields in common and are read together."),
                 SQUILL_SOURCE_INHERITANCE },
    .of_operation = make_kinds },
  { .pattern = { "single-collection", N_ ("Single collection"),
                 N_ ("Stores documents of several kinds in one collection, each with its kind and "
                     "the ids of its relatives, with an index. One query finds a document and all "
                     "that belongs to it. It pays where things are shared, change often, and are "
                     "read together."),
                 SQUILL_SOURCE_SINGLE_COLLECTION },
    .of_operation = make_single_collection },
  { .pattern = { NULL } },
};

/* SPDX-License-Identifier: Apache-2.0 */

/* The ways to store a relationship, and what moves the elements of an array or what is rarely read
 * to documents of their own. */

#define G_LOG_DOMAIN "squill-advice"

#include "config.h"

#include <glib/gi18n-lib.h>

#include "advice/squill-transform-private.h"
#include "model/squill-placement.h"

static const SquillPlacementOption *
find_option (const GPtrArray *options, SquillPlacement placement)
{
  for (guint i = 0; i < options->len; i++)
    {
      const SquillPlacementOption *option = options->pdata[i];

      if (option->placement == placement && !option->copied)
        return option;
    }
  return NULL;
}

/* Where one end has at most one of the other, there is no array, and the other way round. */
static char *
find_mismatch (SquillRun *run, const SquillRelationship *r, SquillPlacement placement)
{
  const char *parent = _squill_wording_name (_squill_run_get_parent (run, r));
  const char *child = _squill_wording_name (_squill_run_get_child (run, r));

  if (placement == SQUILL_PLACEMENT_EMBED_ONE && !squill_relationship_is_single (r))
    return g_strdup_printf (_ ("One “%s” can have more than one “%s”."), parent, child);
  if (placement == SQUILL_PLACEMENT_EMBED_MANY && squill_relationship_is_single (r))
    return g_strdup_printf (_ ("One “%s” has one “%s” at most."), parent, child);
  return NULL;
}

/**
 * _squill_fix_new_pattern_placement:
 * @run: a run
 * @r: a relationship
 * @placement: how it could be stored
 * @reason: (out) (nullable): why it cannot
 *
 * Returns: (transfer full) (nullable): a fix that stores the relationship so
 */
SquillFix *
_squill_fix_new_pattern_placement (SquillRun *run,
                                   const SquillRelationship *r,
                                   SquillPlacement placement,
                                   char **reason)
{
  char *mismatch;
  const GPtrArray *options;
  const SquillPlacementOption *option;

  if (r->placement == placement)
    return _squill_transform_refuse (reason, g_strdup (_ ("It is stored so.")));
  if (r->pinned)
    return _squill_transform_refuse (reason, g_strdup (_ ("The way it is stored is pinned.")));
  mismatch = find_mismatch (run, r, placement);
  if (mismatch != NULL)
    return _squill_transform_refuse (reason, mismatch);
  options = _squill_run_compare (run, r);
  option = find_option (options, placement);
  if (option == NULL)
    return _squill_transform_refuse (
        reason, g_strdup (_ ("The numbers at both ends leave no place for it.")));
  if (!option->feasible)
    return _squill_transform_refuse (reason, g_strdup_printf ("%s.", option->infeasible_reason));
  if (option->drawbacks->len > 0)
    return _squill_transform_refuse (
        reason, g_strdup_printf ("%s.", (const char *)option->drawbacks->pdata[0]));
  return _squill_fix_new_placement (run, r, option);
}

/* The elements of an array become documents. */
static SquillFix *
make_collection (SquillRun *run, gconstpointer subject, char **reason)
{
  const SquillField *field = subject;
  SquillFix *fix;

  if (!field->array)
    return _squill_transform_refuse (
        reason, g_strdup_printf (_ ("“%s” is no array."), _squill_wording_name (field)));
  fix = _squill_fix_new_collection (run, field);
  return fix != NULL
             ? fix
             : _squill_transform_refuse (
                   reason, g_strdup (_ ("Documents have the array more than once, or something "
                                        "depends on it that cannot follow.")));
}

/* What is rarely read becomes a document beside the other. */
static SquillFix *
make_details (SquillRun *run, gconstpointer subject, char **reason)
{
  const SquillEntity *entity = subject;
  const SquillCollection *collection = _squill_run_get_own_collection (run, entity->item.id);
  g_auto (SquillColdPart) cold = { 0 };
  SquillFix *fix = NULL;

  if (collection == NULL)
    return _squill_transform_refuse (
        reason,
        g_strdup_printf (_ ("“%s” has no collection of its own."), _squill_wording_name (entity)));
  if (!_squill_run_find_cold (run, collection, &cold))
    return _squill_transform_refuse (
        reason, g_strdup (_ ("What is rarely read is not much of its documents.")));
  if (_squill_cold_part_can_move (&cold, run))
    fix = _squill_fix_new_details (run, entity, cold.fields);
  return fix != NULL
             ? fix
             : _squill_transform_refuse (reason, g_strdup (_ ("Something depends on what is rarely "
                                                              "read, and cannot follow it.")));
}

static SquillFix *
make_collapse (SquillRun *run, gconstpointer subject, char **reason)
{
  const SquillRelationship *r = subject;
  const SquillEntity *parent = _squill_run_get_parent (run, r);
  SquillFix *fix;
  guint n;

  squill_entity_get_relationships (parent, &n);
  if (r->placement != SQUILL_PLACEMENT_PARENT_REFERENCE || n != 1 ||
      g_str_equal (r->parent, r->child) || squill_relationship_is_shared (r))
    return _squill_transform_refuse (
        reason, g_strdup_printf (_ ("“%s” is not referred to by “%s” alone."),
                                 _squill_wording_name (parent),
                                 _squill_wording_name (_squill_run_get_child (run, r))));
  fix = _squill_fix_new_collapse (run, r);
  return fix != NULL
             ? fix
             : _squill_transform_refuse (
                   reason, g_strdup_printf (_ ("Something needs “%s” in documents of its own."),
                                            _squill_wording_name (parent)));
}

const SquillPatternEntry _squill_patterns_placements[] = {
  { .pattern = { "embed-one", N_ ("Embed one"),
                 N_ ("Stores the one that belongs to a document in it, as a document of its own. "
                     "Both are read and changed at once. It pays where one is hardly used without "
                     "the other."),
                 SQUILL_SOURCE_EMBEDDING },
    .stores = TRUE,
    .placement = SQUILL_PLACEMENT_EMBED_ONE },
  { .pattern = { "embed-many", N_ ("Embed many"),
                 N_ ("Stores a few children in an array of their parent. One read gets all, one "
                     "write changes all. It pays where there are few, and where they are read "
                     "with their parent."),
                 SQUILL_SOURCE_EMBEDDING "; " SQUILL_SOURCE_ZOLA_2 },
    .stores = TRUE,
    .placement = SQUILL_PLACEMENT_EMBED_MANY },
  { .pattern = { "child-references", N_ ("Child references"),
                 N_ ("Stores an array of the ids of the children in their parent. It pays where "
                     "children stand alone or are shared, and there are not more than a few "
                     "thousand."),
                 SQUILL_SOURCE_ZOLA_2 },
    .stores = TRUE,
    .placement = SQUILL_PLACEMENT_CHILD_REFERENCES },
  { .pattern = { "parent-reference", N_ ("Parent reference"),
                 N_ ("Stores the id of the parent in each child, with an index. It pays where "
                     "there are many children, without an end, or where they are looked for "
                     "alone."),
                 SQUILL_SOURCE_ZOLA_2 },
    .stores = TRUE,
    .placement = SQUILL_PLACEMENT_PARENT_REFERENCE,
    .of_field = make_collection },
  { .pattern = { "two-way", N_ ("Two-way references"),
                 N_ ("Stores references on both sides. Both ways are found without an index, but "
                     "two documents change with each link. It pays where links rarely change and "
                     "are followed from both sides."),
                 SQUILL_SOURCE_ZOLA_2 },
    .stores = TRUE,
    .placement = SQUILL_PLACEMENT_TWO_WAY },
  { .pattern = { "junction", N_ ("Junction collection"),
                 N_ ("Stores each link as a document of its own. It pays where both sides have too "
                     "many for an array, or where links have fields."),
                 SQUILL_SOURCE_ZOLA_3 },
    .stores = TRUE,
    .placement = SQUILL_PLACEMENT_JUNCTION },
  { .pattern = { "subset", N_ ("Subset"),
                 N_ ("Keeps only what is read often in a document: the first of many children, or "
                     "the fields that most reads need. The rest stands in a collection of its own. "
                     "It pays where most reads do without the rest."),
                 SQUILL_SOURCE_SUBSET },
    .stores = TRUE,
    .placement = SQUILL_PLACEMENT_SUBSET,
    .of_entity = make_details },
  { .pattern = { "bucket", N_ ("Bucket"),
                 N_ ("Combines a number of children, in order, into one document. There are as "
                     "many times fewer documents and index entries. It pays where children come "
                     "in order and are read page by page."),
                 SQUILL_SOURCE_BUCKET "; " SQUILL_SOURCE_NORMS },
    .stores = TRUE,
    .placement = SQUILL_PLACEMENT_BUCKET },
  { .pattern = { "collapse", N_ ("Collapse"),
                 N_ ("Copies all of a small parent into each of its children, and drops its "
                     "collection. It pays where the parent hardly changes and is only read with "
                     "its children."),
                 SQUILL_SOURCE_ZOLA_3 },
    .of_relationship = make_collapse },
  { .pattern = { NULL } },
};

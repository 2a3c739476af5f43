/* SPDX-License-Identifier: Apache-2.0 */

/* What a migration counts before and after: whether all of it is there, what would be lost or too
 * large, and what could not be converted. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "exchange/migrate/squill-migrate-private.h"
#include "model/squill-placement.h"

static json_t *
get_place (SquillMigrationPlan *plan, const SquillCollection *collection)
{
  return _squill_place_new (squill_collection_get_database (plan->migrator.to, collection),
                            collection->name);
}

/** Counts as many documents after as before. */
void
_squill_migration_plan_count (SquillMigrationPlan *plan,
                              const SquillCollection *collection,
                              const SquillCollection *was)
{
  g_autofree char *what = g_strdup_printf ("Documents of “%s”", collection->name);

  json_array_append_new (
      plan->checks, json_pack ("{s:s, s:{s:o, s:[]}, s:{s:o, s:[]}}", "what", what, "before", "in",
                               _squill_migrator_get_place (&plan->migrator, was), "pipeline",
                               "after", "in", get_place (plan, collection), "pipeline"));
}

/** Values that may not become what they are to be. */
void
_squill_migration_plan_convert (SquillMigrationPlan *plan,
                                const SquillCollection *collection,
                                const SquillShape *shape,
                                const SquillShape *was)
{
  for (guint i = 0; i < shape->children->len; i++)
    {
      const SquillShape *child = shape->children->pdata[i];
      const SquillShape *old = _squill_shape_match (child, was);
      g_autofree char *path = squill_shape_get_query_path (child);
      g_autofree char *what = NULL;
      json_t *types;

      if (old == NULL)
        continue;
      _squill_migration_plan_convert (plan, collection, child, old);
      if (child->types == 0 || child->children->len > 0 || path == NULL ||
          strchr (path, '$') != NULL ||
          ((old->types | old->outlier_types) & ~(child->types | child->outlier_types)) == 0)
        continue;
      types = json_pack ("[s]", "null");
      for (guint t = 0; t < SQUILL_N_TYPES; t++)
        if (((child->types | child->outlier_types) & (1u << t)) != 0)
          json_array_append_new (types,
                                 json_string (squill_type_get_name ((SquillTypes)(1u << t))));
      what = g_strdup_printf ("%s: documents whose “%s” could not be converted, and is as it was",
                              collection->name, path);
      json_array_append_new (plan->conversions,
                             json_pack ("{s:s, s:o, s:{s:{s:b, s:{s:o}}}}", "what", what, "in",
                                        get_place (plan, collection), "match", path, "$exists",
                                        TRUE, "$not", "$type", types));
    }
}

/* Checks. */

/* Takes the text and the pipeline. */
static void
add_loss (SquillMigrationPlan *plan, char *text, const char *in, json_t *stages)
{
  g_autofree char *what = text;

  json_array_append_new (plan->losses,
                         json_pack ("{s:s, s:s, s:o}", "what", what, "in", in, "pipeline", stages));
}

static json_t *
find_missing (const char *from, const char *local, const char *foreign)
{
  return json_pack ("[{s:{s:s, s:s, s:s, s:[{s:i}, {s:{s:i}}], s:s}}, {s:{s:[]}}]", "$lookup",
                    "from", from, "localField", local, "foreignField", foreign, "pipeline",
                    "$limit", 1, "$project", "_id", 1, "as", "found", "$match", "found");
}

/* What makes as many documents of pairs as the new design has: where references go by another key
 * than the id, one leads to all documents that have it. */
static json_t *
count_pairs (SquillMigrator *self,
             const SquillMigratorMove *move,
             const SquillCollection *children,
             const char *path,
             gboolean holds)
{
  const gboolean changes = g_strcmp0 (move->was->child_key, move->r->child_key) != 0;
  const gboolean refers = squill_placement_stores (move->r->placement, TRUE) ||
                          squill_placement_has_collection (move->r->placement);

  if (move->pairs.document == NULL && move->was->child_key != NULL && children != NULL &&
      path != NULL && (holds || (changes && refers)))
    return json_pack ("[{s:{s:s, s:s, s:s, s:s}}, {s:s}]", "$lookup", "from",
                      _squill_migrator_read (self, children), "localField", "c", "foreignField",
                      path, "as", "o", "$unwind", "$o");
  if (move->r->child_key == NULL || holds || changes || move->pairs.document == NULL)
    return json_array ();
  return json_pack ("[{s:{s:i}}, {s:{s:{s:s, s:s}, s:{s:s}, s:{s:s}}}, {s:s}, "
                    "{s:{s:{s:[s, s]}}}]",
                    "$sort", "_id", 1, "$group", "_id", "p", "$p", "c", "$c", "first", "$first",
                    "$d._id", "all", "$push", "$d._id", "$unwind", "$all", "$match", "$expr", "$eq",
                    "$all", "$first");
}

/* Of many in one document, how large they are together. */
static void
add_size (SquillMigrationPlan *plan,
          const SquillMigratorMove *move,
          const char *document,
          json_t *stages)
{
  g_autofree char *what = g_strdup_printf ("“%s”", _squill_migrator_get_name (move->r));

  _squill_stages_append (stages,
                         json_pack ("{s:{s:s, s:{s:{s:[{s:s}, i]}}}}", "$group", "_id", "$p",
                                    "bytes", "$sum", "$add", "$bsonSize", document, 16));
  json_array_append_new (plan->sizes, json_pack ("{s:s, s:s, s:o}", "what", what, "in", move->name,
                                                 "pipeline", stages));
}

static void
add_losses (SquillMigrationPlan *plan,
            const SquillMigratorMove *move,
            const SquillCollection *children,
            const char *path)
{
  add_loss (plan,
            g_strdup_printf ("Children of “%s” that are not there, of which the reference would be "
                             "lost",
                             _squill_migrator_get_name (move->r)),
            move->name,
            find_missing (_squill_migrator_read (&plan->migrator, children), "c", path));
  if (!squill_design_is_collection (plan->migrator.to, move->r->child))
    add_loss (plan,
              g_strdup_printf ("Children of “%s” that no parent has, which would be lost",
                               _squill_migrator_get_name (move->r)),
              _squill_migrator_read (&plan->migrator, children),
              find_missing (move->name, path, "c"));
}

/* What a subset has is a copy of what is in the collection of the children: what is not there is
 * nowhere in the new design. */
static void
add_subset_loss (SquillMigrationPlan *plan,
                 const SquillMigratorMove *move,
                 const SquillCollection *children,
                 const char *path)
{
  SquillMigrator *self = &plan->migrator;
  SquillPairs pairs;

  if (_squill_pairs_find_subset (self->from, move->was, &pairs) && pairs.has_key)
    {
      json_t *missing = find_missing (_squill_migrator_read (self, children), "c", path);

      json_array_extend (pairs.stages, missing);
      json_decref (missing);
      add_loss (plan,
                g_strdup_printf ("Embedded children of “%s” that are not among “%s”, which would "
                                 "be lost",
                                 _squill_migrator_get_name (move->r), children->name),
                _squill_migrator_read (self, pairs.collection), json_incref (pairs.stages));
    }
  _squill_pairs_clear (&pairs);
}

/* References that lead by another key from then on, to documents that have none. */
static void
add_key_loss (SquillMigrationPlan *plan, const SquillMigratorMove *move, gboolean parent)
{
  SquillMigrator *self = &plan->migrator;
  json_t *stages, *key;

  if (parent ? g_strcmp0 (move->was->parent_key, move->r->parent_key) == 0
             : g_strcmp0 (move->was->child_key, move->r->child_key) == 0)
    return;
  stages = json_array ();
  key = _squill_migrator_find_end_key (self, move, parent, stages);
  if (key == NULL)
    {
      json_decref (stages);
      return;
    }
  json_decref (key);
  /* The last stage leaves those that have one. */
  json_array_remove (stages, json_array_size (stages) - 1);
  _squill_stages_append (stages, json_pack ("{s:{s:n}}", "$match", "key"));
  add_loss (plan,
            g_strdup_printf ("References of “%s” to documents without the key that they lead by, "
                             "which would be lost",
                             _squill_migrator_get_name (move->r)),
            move->name, stages);
}

/** Whether all pairs are there, and what a relationship would lose. */
void
_squill_migration_plan_check_move (SquillMigrationPlan *plan, const SquillMigratorMove *move)
{
  SquillMigrator *self = &plan->migrator;
  const SquillCollection *children = squill_design_find_collection (self->from, move->r->child);
  const gboolean holds = squill_placement_is_embedding (move->r->placement) ||
                         move->r->placement == SQUILL_PLACEMENT_BUCKET;
  const gboolean is_large = move->r->placement == SQUILL_PLACEMENT_EMBED_MANY;
  const SquillShape *key =
      children == NULL ? NULL : _squill_shape_find_key (children->shape, move->was->child_key);
  g_autofree char *what = g_strdup_printf ("Pairs of “%s”", _squill_migrator_get_name (move->r));
  g_autofree char *path = key == NULL ? NULL : squill_shape_get_query_path (key);
  SquillPairs pairs;

  if (_squill_pairs_find (self->to, move->r, &pairs))
    json_array_append_new (
        plan->checks,
        json_pack ("{s:s, s:{s:s, s:o}, s:{s:o, s:O}}", "what", what, "before", "in", move->name,
                   "pipeline", count_pairs (self, move, children, path, holds), "after", "in",
                   get_place (plan, pairs.collection), "pipeline", pairs.stages));
  else
    _squill_migrator_leave (self, _ ("Whether all of “%s” is there is not checked"),
                            _squill_migrator_get_name (move->r));
  _squill_pairs_clear (&pairs);
  if (squill_placement_stores (move->r->placement, TRUE) ||
      squill_placement_has_collection (move->r->placement))
    add_key_loss (plan, move, FALSE);
  if (squill_placement_stores (move->r->placement, FALSE) ||
      squill_placement_has_collection (move->r->placement))
    add_key_loss (plan, move, TRUE);
  if (move->was->placement == SQUILL_PLACEMENT_SUBSET && path != NULL)
    add_subset_loss (plan, move, children, path);
  if (holds && move->pairs.document == NULL && path != NULL)
    {
      add_losses (plan, move, children, path);
      if (is_large)
        add_size (plan, move, "$o",
                  json_pack ("[{s:{s:s, s:s, s:s, s:s}}, {s:s}]", "$lookup", "from",
                             _squill_migrator_read (self, children), "localField", "c",
                             "foreignField", path, "as", "o", "$unwind", "$o"));
    }
  else if (is_large && move->pairs.document != NULL &&
           move->was->placement != SQUILL_PLACEMENT_EMBED_MANY)
    add_size (plan, move, "$d", json_array ());
}

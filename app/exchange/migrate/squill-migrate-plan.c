/* SPDX-License-Identifier: Apache-2.0 */

/* What a migration does, and in which order. Relationships that are stored in another way are read
 * from where they are into collections of their own first, a document for each pair of a parent and
 * a child; from those the documents of the new design are put together. So each placement is read
 * in one way and written in one way. Pipelines only read collections of the database of the model:
 * what is in others is copied there first. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "exchange/migrate/squill-migrate-private.h"
#include "exchange/squill-schema.h"
#include "model/squill-authoring.h"
#include "model/squill-placement.h"

/* Notes, once, in a sentence what the migration does not do. */
void
_squill_migrator_leave (SquillMigrator *self, const char *format, ...)
{
  char *text;
  va_list list;

  va_start (list, format);
  text = g_strdup_vprintf (format, list);
  va_end (list);
  if (g_ptr_array_find_with_equal_func (self->left, text, g_str_equal, NULL))
    g_free (text);
  else
    g_ptr_array_add (self->left, text);
}

/** The relationship, where it is stored in another way; NULL where it is not. */
SquillMigratorMove *
_squill_migrator_find_move (SquillMigrator *self, const char *relationship)
{
  for (guint i = 0; i < self->moves->len; i++)
    {
      SquillMigratorMove *move = self->moves->pdata[i];

      if (g_strcmp0 (move->r->item.id, relationship) == 0)
        return move;
    }
  return NULL;
}

static void
move_free (gpointer data)
{
  SquillMigratorMove *self = data;

  _squill_pairs_clear (&self->pairs);
  g_free (self->name);
  g_free (self);
}

static void
copy_free (gpointer data)
{
  SquillMigratorCopy *self = data;

  g_free (self->name);
  g_free (self);
}

static void
step_free (gpointer data)
{
  SquillMigrationStep *self = data;

  g_free (self->name);
  json_decref (self->from);
  json_decref (self->into);
  json_decref (self->pipeline);
  g_free (self);
}

static void
target_free (gpointer data)
{
  SquillMigrationTarget *self = data;

  g_free (self->renamed);
  g_free (self->built);
  g_free (self);
}

/* Places. */

/**
 * _squill_place_new:
 * @database: (nullable): a database; %NULL for that of the model
 * @name: a collection
 *
 * Returns: what the script knows a collection by
 */
json_t *
_squill_place_new (const char *database, const char *name)
{
  return database == NULL ? json_string (name)
                          : json_pack ("{s:s, s:s}", "db", database, "coll", name);
}

/** Where a collection of the design as it is stands. */
json_t *
_squill_migrator_get_place (SquillMigrator *self, const SquillCollection *collection)
{
  return _squill_place_new (squill_collection_get_database (self->from, collection),
                            collection->name);
}

/**
 * _squill_migrator_read:
 * @self: a migration
 * @collection: a collection of the design as it is
 *
 * Returns: the name in the database of the model by which pipelines read it: where it is in another
 *   database, that of a copy, as they look nothing up in others
 */
const char *
_squill_migrator_read (SquillMigrator *self, const SquillCollection *collection)
{
  SquillMigratorCopy *copy;

  if (squill_collection_get_database (self->from, collection) == NULL)
    return collection->name;
  for (guint i = 0; i < self->copies->len; i++)
    {
      copy = self->copies->pdata[i];
      if (copy->collection == collection)
        return copy->name;
    }
  copy = g_new0 (SquillMigratorCopy, 1);
  copy->collection = collection;
  copy->name = g_strdup_printf (SQUILL_MIGRATION_PROGRESS "_from_%u", self->copies->len + 1);
  g_ptr_array_add (self->copies, copy);
  return copy->name;
}

/* The collection that a design has there. */
static const SquillCollection *
find_at (SquillDesign *design, const char *database, const char *name)
{
  const SquillCollection *first = squill_design_find_collection_by_name (design, name);

  if (first == NULL || g_strcmp0 (squill_collection_get_database (design, first), database) == 0)
    return first;
  for (guint i = 0; i < squill_design_get_n_collections (design); i++)
    {
      const SquillCollection *collection = squill_design_get_collection (design, i);

      if (g_str_equal (collection->name, name) &&
          g_strcmp0 (squill_collection_get_database (design, collection), database) == 0)
        return collection;
    }
  return NULL;
}

/* A step takes the places and the pipeline. */
static void
add_step (SquillMigrationPlan *self,
          const char *name,
          json_t *from,
          json_t *into,
          const char *on,
          gboolean replaces,
          json_t *pipeline)
{
  SquillMigrationStep *step = g_new0 (SquillMigrationStep, 1);

  step->name = g_strdup (name);
  step->from = from;
  step->into = into;
  step->on = on;
  step->replaces = replaces;
  step->pipeline = pipeline;
  g_ptr_array_add (self->steps, step);
}

/* Relationships. */

/** What messages call a relationship. */
const char *
_squill_migrator_get_name (const SquillRelationship *r)
{
  return r->name != NULL ? r->name : r->item.id;
}

/* Whether a reference has other things beside the id. */
static gboolean
has_other_form (SquillMigrator *self, const SquillRelationship *r, gboolean at_parent)
{
  const SquillShape *now, *then;

  if (!squill_placement_stores (r->placement, at_parent))
    return FALSE;
  now = squill_design_get_stored (self->from, r->item.id, at_parent);
  then = squill_design_get_stored (self->to, r->item.id, at_parent);
  if (now == NULL || then == NULL)
    return now != then;
  if (now->origin != then->origin)
    return TRUE;
  if (now->origin != SQUILL_ORIGIN_REFERENCE)
    return FALSE;
  if ((now->children->len == 0) != (then->children->len == 0))
    return TRUE;
  return then->children->len > 0 && _squill_migrator_needs_lookups (self, then, now);
}

static gboolean
is_moved (SquillMigrator *self, const SquillRelationship *was, const SquillRelationship *r)
{
  return was->placement != r->placement || g_strcmp0 (was->parent_key, r->parent_key) != 0 ||
         g_strcmp0 (was->child_key, r->child_key) != 0 || was->by_keys != r->by_keys ||
         has_other_form (self, r, TRUE) || has_other_form (self, r, FALSE);
}

/* What is in buckets. */
static const SquillShape *
find_list (const SquillShape *bucket)
{
  for (guint i = 0; i < bucket->children->len; i++)
    {
      const SquillShape *shape = bucket->children->pdata[i];

      if (shape->origin == SQUILL_ORIGIN_EMBEDDED && shape->document)
        return shape;
    }
  return NULL;
}

/* Whether what is embedded in the same way has to be put together anew. */
static gboolean
is_rebuilt (SquillMigrator *self, const SquillRelationship *r)
{
  const SquillShape *now, *then;

  if (r->placement == SQUILL_PLACEMENT_BUCKET)
    {
      const SquillCollection *was = squill_design_find_collection (self->from, r->item.id);
      const SquillCollection *is = squill_design_find_collection (self->to, r->item.id);

      now = was == NULL ? NULL : find_list (was->shape);
      then = is == NULL ? NULL : find_list (is->shape);
      return now != NULL && then != NULL && _squill_migrator_needs_lookups (self, then, now);
    }
  if (!squill_placement_embeds_any (r->placement))
    return FALSE;
  now = squill_design_get_stored (self->from, r->item.id, TRUE);
  then = squill_design_get_stored (self->to, r->item.id, TRUE);
  return now != NULL && then != NULL && _squill_migrator_needs_lookups (self, then, now);
}

/* Whether references are the keys of a map that nobody fills: one that is not a field of a
 * document, or has other keys that are references. */
static gboolean
have_keys_without_place (SquillMigrator *self, const SquillRelationship *r, gboolean at_parent)
{
  const SquillShape *stored = squill_design_get_stored (self->to, r->item.id, at_parent);
  const SquillShape *map = _squill_shape_is_key (stored) ? stored->parent : NULL;

  return map != NULL &&
         (map->rest || map->parent == NULL ||
          (map->parent->parent != NULL && !map->parent->document) ||
          _squill_shape_is_key (squill_design_get_stored (self->from, r->item.id, at_parent)));
}

static gboolean
add_move (SquillMigrationPlan *plan, const SquillRelationship *was, const SquillRelationship *r)
{
  SquillMigrator *self = &plan->migrator;
  SquillMigratorMove *move;
  SquillPairs pairs = { 0 };

  if (g_strcmp0 (was->parent, r->parent) != 0 || g_strcmp0 (was->child, r->child) != 0 ||
      have_keys_without_place (self, r, TRUE) || have_keys_without_place (self, r, FALSE) ||
      !_squill_pairs_find (self->from, was, &pairs))
    {
      _squill_pairs_clear (&pairs);
      _squill_migrator_leave (self, _ ("“%s” is not moved: it cannot be read from where it is"),
                              _squill_migrator_get_name (r));
      return FALSE;
    }
  move = g_new0 (SquillMigratorMove, 1);
  move->was = was;
  move->r = r;
  move->pairs = pairs;
  move->name = g_strdup_printf (SQUILL_MIGRATION_PROGRESS "_%u", self->moves->len + 1);
  g_ptr_array_add (self->moves, move);
  return TRUE;
}

static void
find_moves (SquillMigrationPlan *plan)
{
  SquillMigrator *self = &plan->migrator;
  SquillModel *now = squill_design_get_model (self->from);
  g_autoptr (GHashTable) tried = g_hash_table_new (g_str_hash, g_str_equal);
  gboolean more = TRUE;

  /* What is put together anew has to be found again for what is around it. */
  for (guint round = 0; more; round++)
    {
      more = FALSE;
      SQUILL_FOR_EACH_CHILD (SquillRelationship, r,
                             squill_model_get_info (squill_design_get_model (self->to)),
                             SQUILL_KIND_RELATIONSHIP)
        {
          const SquillRelationship *was = squill_model_get_relationship (now, r->item.id);

          if (was == NULL && round == 0 && _squill_migrator_get_split_end (self, r) == NULL)
            _squill_migrator_leave (self,
                                    _ ("“%s” is new: what it stores is for the application to say"),
                                    _squill_migrator_get_name (r));
          if (was == NULL || g_hash_table_contains (tried, r->item.id) ||
              !(is_moved (self, was, r) || is_rebuilt (self, r)))
            continue;
          g_hash_table_add (tried, r->item.id);
          more |= add_move (plan, was, r);
        }
    }
}

static void
add_gathering (SquillMigrationPlan *plan)
{
  for (guint i = 0; i < plan->migrator.moves->len; i++)
    {
      const SquillMigratorMove *move = plan->migrator.moves->pdata[i];
      g_autofree char *name =
          g_strdup_printf ("%u. The pairs of “%s”", i + 1, _squill_migrator_get_name (move->r));
      g_autofree char *ids =
          g_strdup_printf ("%u. The ids of “%s”", i + 1, _squill_migrator_get_name (move->r));

      json_array_append_new (plan->work, json_string (move->name));
      add_step (plan, name, _squill_migrator_get_place (&plan->migrator, move->pairs.collection),
                json_string (move->name), "k", FALSE, json_deep_copy (move->pairs.stages));
      /* What has no id gets one, which does not change any more. */
      if (!move->pairs.has_key)
        add_step (plan, ids, json_string (move->name), json_string (move->name), NULL, FALSE,
                  json_pack ("[{s:{s:{s:b}}}, {s:{s:s}}]", "$match", "c", "$exists", FALSE,
                             "$project", "c", "$_id"));
    }
}

/* Collections. */

static char *
make_built_name (SquillMigrationPlan *plan, const SquillCollection *collection)
{
  const char *database = squill_collection_get_database (plan->migrator.to, collection);
  char *built = g_strdup (collection->name);
  g_autofree char *place = g_strconcat (built, "\n", database, NULL);

  while (g_hash_table_contains (plan->built, place) ||
         find_at (plan->migrator.from, database, built) != NULL ||
         (!g_str_equal (built, collection->name) &&
          find_at (plan->migrator.to, database, built) != NULL))
    {
      char *longer = g_strconcat (built, "_new", NULL);

      g_free (built);
      built = longer;
      g_free (place);
      place = g_strconcat (built, "\n", database, NULL);
    }
  g_hash_table_add (plan->built, g_steal_pointer (&place));
  return built;
}

static void
add_target (SquillMigrationPlan *plan,
            const SquillCollection *collection,
            const char *renamed,
            const char *built)
{
  SquillMigrationTarget *target = g_new0 (SquillMigrationTarget, 1);

  target->collection = collection;
  target->renamed = g_strdup (renamed);
  target->built = g_strdup (built);
  g_ptr_array_add (plan->targets, target);
}

/* Takes where the documents come from, and the stages. */
static void
finish_target (SquillMigrationPlan *plan,
               const SquillCollection *collection,
               const SquillCollection *was,
               json_t *from,
               const char *built,
               json_t *stages)
{
  const char *database = squill_collection_get_database (plan->migrator.to, collection);
  const char *source = json_is_string (from) ? json_string_value (from)
                                             : json_string_value (json_object_get (from, "coll"));
  g_autofree char *name = NULL;

  _squill_stages_append (stages, json_pack ("{s:s}", "$replaceWith", "$d"));
  name = g_strdup_printf ("The documents of “%s” from “%s”", collection->name, source);
  add_step (plan, name, from, _squill_place_new (database, built), NULL, TRUE, stages);
  if (was != NULL)
    _squill_migration_plan_count (plan, collection, was);
}

/* Where a pipeline reads documents: in their own database only where it looks nothing up. */
static json_t *
get_source (SquillMigrationPlan *plan, const SquillCollection *was, const json_t *stages)
{
  size_t i;
  json_t *stage;

  json_array_foreach (stages, i, stage)
  {
    if (json_object_get (stage, "$lookup") != NULL)
      return json_string (_squill_migrator_read (&plan->migrator, was));
  }
  return _squill_migrator_get_place (&plan->migrator, was);
}

/* From documents of the same collection. */
static void
add_from_root (SquillMigrationPlan *plan,
               const SquillCollection *collection,
               const SquillCollection *was,
               const char *built)
{
  json_t *stages =
      json_pack ("[{s:{s:s, s:s, s:s}}]", "$project", "o", "$$ROOT", "d", "$$ROOT", "i", "$_id");

  _squill_migrator_build (&plan->migrator, collection->shape, was->shape, NULL, stages);
  _squill_migration_plan_convert (plan, collection, collection->shape, was->shape);
  finish_target (plan, collection, was, get_source (plan, was, stages), built, stages);
}

/* From what was held by others. Documents that several of them had become one. */
static void
add_from_pairs (SquillMigrationPlan *plan,
                const SquillCollection *collection,
                const SquillMigratorMove *move,
                const char *built)
{
  const SquillShape *was = move->pairs.document;
  json_t *stages = json_array ();

  if (_squill_shape_find_key (was, NULL) != NULL)
    _squill_stages_append (stages, json_pack ("{s:{s:i, s:s, s:{s:[s, s]}}}", "$project", "c", 1,
                                              "o", "$d", "i", "$ifNull", "$d._id", "$_id"));
  else if (!move->pairs.has_key)
    _squill_stages_append (
        stages, json_pack ("{s:{s:i, s:s, s:s}}", "$project", "c", 1, "o", "$d", "i", "$c"));
  else
    {
      _squill_stages_append (
          stages, json_pack ("{s:{s:s, s:s, s:s, s:[{s:{s:i}}, {s:i}, {s:{s:i}}], s:s}}", "$lookup",
                             "from", move->name, "localField", "c", "foreignField", "c", "pipeline",
                             "$sort", "_id", 1, "$limit", 1, "$project", "_id", 1, "as", "first"));
      _squill_stages_append (stages, json_pack ("{s:{s:i, s:s, s:{s:s}}}", "$project", "c", 1, "o",
                                                "$d", "i", "$first", "$first._id"));
    }
  _squill_stages_append (
      stages, json_pack ("{s:{s:o}}", "$set", "d",
                         _squill_expression_set (json_string ("$o"), "_id", json_string ("$i"))));
  _squill_migrator_build (&plan->migrator, collection->shape, was, NULL, stages);
  _squill_migration_plan_convert (plan, collection, collection->shape, was);
  finish_target (plan, collection, NULL, json_string (move->name), built, stages);
}

/* Of what an entity is made, where it had no collection. */
static gboolean
add_from_holders (SquillMigrationPlan *plan, const SquillCollection *collection, const char *built)
{
  gboolean found = FALSE;

  for (guint i = 0; i < plan->migrator.moves->len; i++)
    {
      const SquillMigratorMove *move = plan->migrator.moves->pdata[i];

      if (g_strcmp0 (move->was->child, collection->entity) != 0 || move->pairs.document == NULL)
        continue;
      add_from_pairs (plan, collection, move, built);
      found = TRUE;
    }
  return found;
}

static void
add_own (SquillMigrationPlan *plan,
         const SquillCollection *collection,
         const SquillMigratorMove *move,
         const char *built)
{
  const SquillCollection *driver = NULL;
  json_t *stages = json_array ();

  if (collection->kind == SQUILL_COLLECTION_JUNCTION)
    {
      if (!_squill_migrator_build_links (&plan->migrator, move, stages))
        {
          _squill_migrator_leave (&plan->migrator, _ ("The links of “%s” are not filled"),
                                  _squill_migrator_get_name (move->r));
          json_decref (stages);
          return;
        }
      finish_target (plan, collection, NULL, json_string (move->name), built, stages);
      return;
    }
  if (!_squill_migrator_build_buckets (&plan->migrator, move, stages, &driver))
    {
      _squill_migrator_leave (&plan->migrator, _ ("The buckets of “%s” are not filled"),
                              _squill_migrator_get_name (move->r));
      json_decref (stages);
      return;
    }
  finish_target (plan, collection, NULL, get_source (plan, driver, stages), built, stages);
}

/* From documents that the fields were in. */
static void
add_from_split (SquillMigrationPlan *plan,
                const SquillCollection *collection,
                const SquillCollection *was,
                const char *built)
{
  json_t *stages =
      json_pack ("[{s:{s:s, s:s, s:s}}]", "$project", "o", "$$ROOT", "d", "$$ROOT", "i", "$_id");

  _squill_stages_append (stages,
                         json_pack ("{s:{s:o}}", "$match", "$expr",
                                    _squill_migrator_has_split (collection->shape, was->shape)));
  /* Only what is drawn: the rest stays where it was. */
  _squill_stages_append (stages,
                         json_pack ("{s:{s:o}}", "$set", "d",
                                    _squill_expression_set (json_pack ("{s:{}}", "$literal"), "_id",
                                                            json_string ("$i"))));
  _squill_migrator_build_split (&plan->migrator, collection->shape, was->shape, stages);
  _squill_migration_plan_convert (plan, collection, collection->shape, was->shape);
  finish_target (plan, collection, NULL, get_source (plan, was, stages), built, stages);
}

static const SquillEntity *
get_entity (SquillDesign *design, const SquillCollection *collection)
{
  return collection->kind != SQUILL_COLLECTION_ENTITY
             ? NULL
             : squill_model_get_entity (squill_design_get_model (design), collection->entity);
}

/* Whether documents have to be copied for an option that only a new collection gets. */
static gboolean
has_other_options (SquillMigrator *self,
                   const SquillCollection *collection,
                   const SquillCollection *was)
{
  const SquillEntity *then = get_entity (self->to, collection);
  const SquillEntity *now = get_entity (self->from, was);

  return then != NULL && now != NULL &&
         (then->clustered != now->clustered || then->capped != now->capped ||
          ((then->collation != NULL || now->collation != NULL) &&
           (then->collation == NULL || now->collation == NULL ||
            !json_equal (then->collation, now->collation))));
}

/* No server merges into time series, nor renames them. */
static gboolean
is_time_series (SquillMigrator *self,
                const SquillCollection *collection,
                const SquillCollection *was)
{
  return squill_collection_is_time_series (self->to, collection) ||
         (was != NULL && squill_collection_is_time_series (self->from, was));
}

/* Whether what is there can stay where it is. */
static gboolean
stays (SquillMigrationPlan *plan, const SquillCollection *collection, const SquillCollection *was)
{
  SquillMigrator *self = &plan->migrator;
  const char *database = squill_collection_get_database (self->to, collection);

  return _squill_shape_is_same (collection->shape, was->shape) &&
         !_squill_migrator_needs_lookups (self, collection->shape, was->shape) &&
         !has_other_options (self, collection, was) &&
         g_strcmp0 (squill_collection_get_database (self->from, was), database) == 0 &&
         (g_str_equal (was->name, collection->name) ||
          (find_at (self->from, database, collection->name) == NULL &&
           find_at (self->to, database, was->name) == NULL));
}

static gboolean
has_same_time (SquillMigrator *self,
               const SquillCollection *collection,
               const SquillCollection *was)
{
  const SquillEntity *then = get_entity (self->to, collection);
  const SquillEntity *now = was == NULL ? NULL : get_entity (self->from, was);

  return then != NULL && now != NULL && g_strcmp0 (then->time_field, now->time_field) == 0 &&
         g_strcmp0 (then->meta_field, now->meta_field) == 0 &&
         g_str_equal (collection->name, was->name);
}

/* What fields had that are those of an entity without documents from then on. */
static void
leave_fields (SquillMigrator *self, const SquillCollection *collection)
{
  const SquillEntity *entity = get_entity (self->to, collection);

  if (entity == NULL)
    return;
  SQUILL_FOR_EACH_CHILD (SquillField, field, entity, SQUILL_KIND_FIELD)
    {
      const SquillField *was =
          squill_model_get_field (squill_design_get_model (self->from), field->item.id);
      const SquillItem *owner = was == NULL ? NULL : squill_item_get_owner (was);
      const SquillEntity *old =
          owner == NULL ? NULL
                        : squill_model_get_entity (squill_design_get_model (self->from), owner->id);

      if (old != NULL && !g_str_equal (old->item.id, entity->item.id))
        _squill_migrator_leave (
            self, _ ("The field “%s” of “%s” is gone: the last step removes what it has"),
            was->name, old->name);
    }
}

/* What the collection was made from: an entity may come from what was the child of buckets. Where
 * another collection gets its old name, renaming it would be mixed up with renaming the other. */
static void
add_collection (SquillMigrationPlan *plan, const SquillCollection *collection)
{
  SquillMigrator *self = &plan->migrator;
  const SquillCollection *was = squill_design_find_collection (self->from, collection->id);
  const SquillMigratorMove *move =
      collection->kind == SQUILL_COLLECTION_ENTITY
          ? NULL
          : _squill_migrator_find_move (self, collection->relationship);
  const SquillCollection *split = collection->kind == SQUILL_COLLECTION_ENTITY
                                      ? _squill_migrator_find_split (self, collection->entity)
                                      : NULL;
  const gboolean is_kept = was != NULL && move == NULL && stays (plan, collection, was);
  g_autofree char *built = NULL;
  gboolean is_filled = TRUE;

  if (is_time_series (self, collection, was) && !(is_kept && has_same_time (self, collection, was)))
    {
      _squill_migrator_leave (
          self,
          _ ("“%s” has to be created anew, and its documents copied: no server fills or "
             "renames a time series in a migration"),
          collection->name);
      if (was != NULL)
        g_hash_table_add (plan->kept, was->id);
      return;
    }
  if (is_kept)
    {
      g_hash_table_add (plan->kept, was->id);
      if (!g_str_equal (was->name, collection->name))
        add_target (plan, collection, was->name, NULL);
      g_ptr_array_add (plan->changed, (gpointer)collection);
      return;
    }
  built = make_built_name (plan, collection);
  add_target (plan, collection, NULL, built);
  if (move != NULL)
    add_own (plan, collection, move, built);
  else if (was != NULL)
    add_from_root (plan, collection, was, built);
  else if (collection->kind == SQUILL_COLLECTION_ENTITY && split != NULL)
    add_from_split (plan, collection, split, built);
  else if (collection->kind == SQUILL_COLLECTION_ENTITY)
    is_filled = add_from_holders (plan, collection, built);
  else
    is_filled = FALSE;
  if (!is_filled)
    {
      _squill_migrator_leave (self, _ ("“%s” is new and gets no documents"), collection->name);
      leave_fields (self, collection);
    }
}

/* Whether documents of a collection that the new design does not have are in others. */
static gboolean
is_moved_elsewhere (SquillMigrator *self, const SquillCollection *was)
{
  if (was->kind != SQUILL_COLLECTION_ENTITY)
    return _squill_migrator_find_move (self, was->relationship) != NULL;
  for (guint i = 0; i < self->moves->len; i++)
    {
      const SquillMigratorMove *move = self->moves->pdata[i];

      if (g_strcmp0 (move->r->child, was->entity) == 0)
        return TRUE;
    }
  return FALSE;
}

/* What is not there any more. */
static void
add_unused (SquillMigrationPlan *plan)
{
  SquillMigrator *self = &plan->migrator;
  SquillModel *then = squill_design_get_model (self->to);

  for (guint i = 0; i < squill_design_get_n_collections (self->from); i++)
    {
      const SquillCollection *was = squill_design_get_collection (self->from, i);
      const SquillCollection *is = squill_design_find_collection (self->to, was->id);
      /* One whose name another gets is put aside. */
      const gboolean is_aside =
          find_at (self->to, squill_collection_get_database (self->from, was), was->name) != NULL;
      const gboolean is_lost = is == NULL && !is_moved_elsewhere (self, was);

      if (g_hash_table_contains (plan->kept, was->id))
        continue;
      if (is_lost && !is_aside && squill_model_get_item (then, was->id) != NULL)
        {
          _squill_migrator_leave (self, _ ("“%s” is kept: its documents are not in the new design"),
                                  was->name);
          continue;
        }
      if (!is_aside)
        json_array_append_new (plan->unused, _squill_migrator_get_place (self, was));
      if (is_lost)
        _squill_migrator_leave (
            self, _ ("“%s” is gone: the last step removes its documents, which nothing keeps"),
            was->name);
    }
  SQUILL_FOR_EACH_CHILD (SquillEntity, entity,
                         squill_model_get_info (squill_design_get_model (self->from)),
                         SQUILL_KIND_ENTITY)
    {
      SQUILL_FOR_EACH_CHILD (SquillField, field, entity, SQUILL_KIND_FIELD)
        {
          if (squill_model_get_entity (then, entity->item.id) != NULL &&
              squill_model_get_field (then, field->item.id) == NULL &&
              !_squill_migrator_keeps_attribute (self, field))
            _squill_migrator_leave (
                self, _ ("The field “%s” of “%s” is gone: the last step removes what it has"),
                field->name, entity->name);
        }
    }
}

/* Documents of other databases come first. */
static void
add_copies (SquillMigrationPlan *self)
{
  for (guint i = 0; i < self->migrator.copies->len; i++)
    {
      const SquillMigratorCopy *copy = self->migrator.copies->pdata[i];
      SquillMigrationStep *step = g_new0 (SquillMigrationStep, 1);

      step->name = g_strdup_printf ("%u. A copy of “%s”", i + 1, copy->collection->name);
      step->from = _squill_migrator_get_place (&self->migrator, copy->collection);
      step->into = json_string (copy->name);
      step->pipeline = json_array ();
      g_ptr_array_insert (self->steps, (int)i, step);
    }
}

/**
 * _squill_migration_plan_init:
 * @self: (out): what is done; to be cleared
 * @from: a design
 * @to: a design of a changed copy of its model
 * @cancellable: (nullable): to stop it
 *
 * Plans how the data of one design is moved into the other. What was stopped can only be cleared.
 */
void
_squill_migration_plan_init (SquillMigrationPlan *self,
                             SquillDesign *from,
                             SquillDesign *to,
                             GCancellable *cancellable)
{
  *self = (SquillMigrationPlan){ 0 };
  self->migrator.from = from;
  self->migrator.to = to;
  self->migrator.left = g_ptr_array_new_with_free_func (g_free);
  self->migrator.moves = g_ptr_array_new_with_free_func (move_free);
  self->migrator.copies = g_ptr_array_new_with_free_func (copy_free);
  self->migrator.keys = json_array ();
  self->targets = g_ptr_array_new_with_free_func (target_free);
  self->changed = g_ptr_array_new ();
  self->steps = g_ptr_array_new_with_free_func (step_free);
  self->sizes = json_array ();
  self->checks = json_array ();
  self->losses = json_array ();
  self->conversions = json_array ();
  self->work = json_array ();
  self->unused = json_array ();
  self->kept = g_hash_table_new (g_str_hash, g_str_equal);
  self->built = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  find_moves (self);
  add_gathering (self);
  for (guint i = 0;
       i < squill_design_get_n_collections (to) && !g_cancellable_is_cancelled (cancellable); i++)
    add_collection (self, squill_design_get_collection (to, i));
  if (g_cancellable_is_cancelled (cancellable))
    return;
  add_unused (self);
  for (guint i = 0; i < self->migrator.moves->len; i++)
    _squill_migration_plan_check_move (self, self->migrator.moves->pdata[i]);
  add_copies (self);
}

/** Frees what is in it. */
void
_squill_migration_plan_clear (SquillMigrationPlan *self)
{
  g_ptr_array_unref (self->migrator.left);
  g_ptr_array_unref (self->migrator.moves);
  g_ptr_array_unref (self->migrator.copies);
  json_decref (self->migrator.keys);
  g_ptr_array_unref (self->targets);
  g_ptr_array_unref (self->changed);
  g_ptr_array_unref (self->steps);
  json_decref (self->sizes);
  json_decref (self->checks);
  json_decref (self->losses);
  json_decref (self->conversions);
  json_decref (self->work);
  json_decref (self->unused);
  g_hash_table_unref (self->kept);
  g_hash_table_unref (self->built);
}

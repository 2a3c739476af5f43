/* SPDX-License-Identifier: Apache-2.0 */

/* A script for the MongoDB Shell that moves the data of one design into another. Old documents are
 * never changed: collections whose documents become others are built beside them, take their place
 * in one step, and only a last step removes what was there. So it can be stopped at any time, goes
 * on where it was, and there is a way back until the last step.
 *
 * Relationships that are stored in another way are read from where they are into collections of
 * their own first, a document for each pair of a parent and a child; from those the documents of
 * the new design are put together. So each placement is read in one way and written in one way. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include "exchange/migrate/squill-migration-script.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "bson/squill-bson-json.h"
#include "bson/squill-bson-text.h"
#include "exchange/export/squill-export-private.h"
#include "exchange/migrate/squill-migrate-private.h"
#include "exchange/squill-shell-text.h"
#include "model/squill-authoring.h"
#include "model/squill-placement.h"

/* Where the script keeps how far it came; what it works with has names that begin so. */
#define PROGRESS "squill_migration"

typedef struct
{
  SquillMigrator migrator;
  SquillExport export;
  GString *collections;
  GString *changed;
  GString *steps;
  json_t *sizes;
  json_t *checks;
  json_t *losses;
  json_t *conversions;
  json_t *work;
  json_t *unused;
  GHashTable *kept;  /* ids of collections whose documents stay where they are */
  GHashTable *built; /* names of those that are built */
  guint n_collections;
} Plan;

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

/* Text. */

static void
append_json (GString *text, json_t *json, guint level)
{
  bson_t *document = squill_bson_new_from_json (json);

  squill_bson_text_append (text, document, SQUILL_BSON_STYLE_MONGOSH, 2, level);
  bson_destroy (document);
}

static void
append_list (GString *text, const char *name, json_t *list, guint level)
{
  size_t i;
  json_t *one;

  g_string_append_printf (text, "%*s%s[", (int)(2 * level), "", name);
  json_array_foreach (list, i, one)
  {
    g_string_append_printf (text, "\n%*s", (int)(2 * level + 2), "");
    if (json_is_string (one))
      squill_bson_text_append_string (text, json_string_value (one), -1);
    else if (json_is_array (one))
      {
        g_string_append_c (text, '[');
        for (size_t j = 0; j < json_array_size (one); j++)
          {
            g_string_append (text, j > 0 ? ", " : "");
            squill_bson_text_append_string (text, json_string_value (json_array_get (one, j)), -1);
          }
        g_string_append_c (text, ']');
      }
    else
      append_json (text, one, level + 1);
    g_string_append_c (text, ',');
  }
  if (json_array_size (list) > 0)
    g_string_append_printf (text, "\n%*s", (int)(2 * level), "");
  g_string_append_c (text, ']');
}

/* A step takes the pipeline. */
static void
add_step (Plan *self,
          const char *name,
          const char *from,
          const char *into,
          const char *on,
          gboolean replaces,
          json_t *pipeline)
{
  g_string_append (self->steps, "  {\n    name: ");
  squill_bson_text_append_string (self->steps, name, -1);
  g_string_append (self->steps, ",\n    from: ");
  squill_bson_text_append_string (self->steps, from, -1);
  g_string_append (self->steps, ",\n    into: ");
  squill_bson_text_append_string (self->steps, into, -1);
  if (on != NULL)
    g_string_append_printf (self->steps, ",\n    on: \"%s\"", on);
  g_string_append_printf (self->steps, ",\n    replaces: %s,\n", replaces ? "true" : "false");
  append_list (self->steps, "pipeline: ", pipeline, 2);
  g_string_append (self->steps, ",\n  },\n");
  json_decref (pipeline);
}

/* Relationships. */

static const char *
get_name (const SquillRelationship *r)
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

/* Whether what is embedded in the same way has to be put together anew. */
static gboolean
is_rebuilt (SquillMigrator *self, const SquillRelationship *r)
{
  const gboolean is_bucket = r->placement == SQUILL_PLACEMENT_BUCKET;
  const SquillShape *now, *then;

  if (!is_bucket && !squill_placement_embeds_any (r->placement))
    return FALSE;
  if (is_bucket)
    {
      const SquillCollection *was = squill_design_find_collection (self->from, r->item.id);
      const SquillCollection *is = squill_design_find_collection (self->to, r->item.id);

      return was != NULL && is != NULL &&
             _squill_migrator_needs_lookups (self, is->shape, was->shape);
    }
  now = squill_design_get_stored (self->from, r->item.id, TRUE);
  then = squill_design_get_stored (self->to, r->item.id, TRUE);
  return now != NULL && then != NULL && _squill_migrator_needs_lookups (self, then, now);
}

/* Documents there are neither looked up nor changed. */
static gboolean
is_in_other_database (SquillMigrator *self, const char *entity)
{
  const SquillCollection *collection = squill_design_find_collection (self->from, entity);

  return collection != NULL && squill_collection_get_database (self->from, collection) != NULL;
}

static gboolean
add_move (Plan *plan, const SquillRelationship *was, const SquillRelationship *r)
{
  SquillMigrator *self = &plan->migrator;
  SquillMigratorMove *move;
  SquillPairs pairs = { 0 };

  if (g_strcmp0 (was->parent, r->parent) != 0 || g_strcmp0 (was->child, r->child) != 0 ||
      g_strcmp0 (was->parent_key, r->parent_key) != 0 ||
      g_strcmp0 (was->child_key, r->child_key) != 0 || was->by_keys || r->by_keys ||
      is_in_other_database (self, was->parent) || is_in_other_database (self, was->child) ||
      !_squill_pairs_find (self->from, was, &pairs) ||
      squill_collection_get_database (self->from, pairs.collection) != NULL)
    {
      _squill_pairs_clear (&pairs);
      _squill_migrator_leave (self, _ ("“%s” is not moved: it cannot be read from where it is"),
                              get_name (r));
      return FALSE;
    }
  move = g_new0 (SquillMigratorMove, 1);
  move->was = was;
  move->r = r;
  move->pairs = pairs;
  move->name = g_strdup_printf (PROGRESS "_%u", self->moves->len + 1);
  g_ptr_array_add (self->moves, move);
  return TRUE;
}

static void
find_moves (Plan *plan)
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
                                    get_name (r));
          if (was == NULL || g_hash_table_contains (tried, r->item.id) ||
              !(is_moved (self, was, r) || is_rebuilt (self, r)))
            continue;
          g_hash_table_add (tried, r->item.id);
          more |= add_move (plan, was, r);
        }
    }
}

static void
add_gathering (Plan *plan)
{
  for (guint i = 0; i < plan->migrator.moves->len; i++)
    {
      const SquillMigratorMove *move = plan->migrator.moves->pdata[i];
      g_autofree char *name = g_strdup_printf ("%u. The pairs of “%s”", i + 1, get_name (move->r));
      g_autofree char *ids = g_strdup_printf ("%u. The ids of “%s”", i + 1, get_name (move->r));

      json_array_append_new (plan->work, json_string (move->name));
      add_step (plan, name, move->pairs.collection->name, move->name, "k", FALSE,
                json_deep_copy (move->pairs.stages));
      /* What has no id gets one, which does not change any more. */
      if (!move->pairs.has_key)
        add_step (plan, ids, move->name, move->name, NULL, FALSE,
                  json_pack ("[{s:{s:{s:b}}}, {s:{s:s}}]", "$match", "c", "$exists", FALSE,
                             "$project", "c", "$_id"));
    }
}

/* Collections. */

static char *
make_built_name (Plan *plan, const char *name)
{
  char *built = g_strdup (name);

  while (g_hash_table_contains (plan->built, built) ||
         squill_design_find_collection_by_name (plan->migrator.from, built) != NULL ||
         (!g_str_equal (built, name) &&
          squill_design_find_collection_by_name (plan->migrator.to, built) != NULL))
    {
      char *longer = g_strconcat (built, "_new", NULL);

      g_free (built);
      built = longer;
    }
  g_hash_table_add (plan->built, g_strdup (built));
  return built;
}

static void
append_string_or_null (GString *text, const char *string)
{
  if (string == NULL)
    g_string_append (text, "null");
  else
    squill_bson_text_append_string (text, string, -1);
}

static void
append_calls (Plan *plan,
              GString *text,
              const char *member,
              const SquillCollection *collection,
              const char *name,
              gboolean complete)
{
  g_autoptr (GString) calls = g_string_new (NULL);
  g_auto (GStrv) lines = NULL;

  squill_export_append_collection (&plan->export, calls, collection, name, complete);
  lines = g_strsplit (calls->str, "\n", -1);
  g_string_append_printf (text, "    %s: () => {\n", member);
  for (guint i = 0; lines[i] != NULL; i++)
    if (*lines[i] != '\0')
      g_string_append_printf (text, "    %s\n", lines[i]);
  g_string_append (text, "    },\n");
}

static void
append_collection (Plan *plan,
                   const SquillCollection *collection,
                   const char *renamed,
                   const char *built)
{
  g_string_append (plan->collections, "  {\n    name: ");
  squill_bson_text_append_string (plan->collections, collection->name, -1);
  g_string_append (plan->collections, ",\n    renamed: ");
  append_string_or_null (plan->collections, renamed);
  g_string_append (plan->collections, ",\n    built: ");
  append_string_or_null (plan->collections, built);
  g_string_append (plan->collections, ",\n");
  if (built != NULL)
    {
      append_calls (plan, plan->collections, "create", collection, built, FALSE);
      append_calls (plan, plan->collections, "complete", collection, built, TRUE);
    }
  g_string_append (plan->collections, "  },\n");
  plan->n_collections++;
}

/* What is as it was keeps its documents; its indexes and its validator are made as they are to be
 * where the application changes. */
static void
append_changed (Plan *plan, const SquillCollection *collection)
{
  g_string_append (plan->changed, "  {\n    name: ");
  squill_bson_text_append_string (plan->changed, collection->name, -1);
  g_string_append (plan->changed, ",\n");
  append_calls (plan, plan->changed, "complete", collection, collection->name, TRUE);
  g_string_append (plan->changed, "  },\n");
}

/* Values that may not become what they are to be. */
static void
add_conversions (Plan *plan,
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
      add_conversions (plan, collection, child, old);
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
                             json_pack ("{s:s, s:s, s:{s:{s:b, s:{s:o}}}}", "what", what, "in",
                                        collection->name, "match", path, "$exists", TRUE, "$not",
                                        "$type", types));
    }
}

static void
finish_target (Plan *plan,
               const SquillCollection *collection,
               const SquillCollection *was,
               const char *from,
               const char *built,
               json_t *stages)
{
  g_autofree char *name = NULL;

  _squill_stages_append (stages, json_pack ("{s:s}", "$replaceWith", "$d"));
  name = g_strdup_printf ("The documents of “%s” from “%s”", collection->name, from);
  add_step (plan, name, from, built, NULL, TRUE, stages);
  if (was != NULL)
    {
      g_autofree char *what = g_strdup_printf ("Documents of “%s”", collection->name);

      json_array_append_new (plan->checks, json_pack ("{s:s, s:{s:s, s:[]}, s:{s:s, s:[]}}", "what",
                                                      what, "before", "in", was->name, "pipeline",
                                                      "after", "in", collection->name, "pipeline"));
    }
}

/* From documents of the same collection. */
static void
add_from_root (Plan *plan,
               const SquillCollection *collection,
               const SquillCollection *was,
               const char *built)
{
  json_t *stages =
      json_pack ("[{s:{s:s, s:s, s:s}}]", "$project", "o", "$$ROOT", "d", "$$ROOT", "i", "$_id");

  _squill_migrator_build (&plan->migrator, collection->shape, was->shape, NULL, stages);
  add_conversions (plan, collection, collection->shape, was->shape);
  finish_target (plan, collection, was, was->name, built, stages);
}

/* From what was held by others. Documents that several of them had become one. */
static void
add_from_pairs (Plan *plan,
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
  add_conversions (plan, collection, collection->shape, was);
  finish_target (plan, collection, NULL, move->name, built, stages);
}

/* Of what an entity is made, where it had no collection. */
static gboolean
add_from_holders (Plan *plan, const SquillCollection *collection, const char *built)
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
add_own (Plan *plan,
         const SquillCollection *collection,
         const SquillMigratorMove *move,
         const char *built)
{
  const SquillCollection *driver = NULL;
  json_t *stages = json_array ();

  if (collection->kind == SQUILL_COLLECTION_JUNCTION)
    {
      _squill_migrator_build_links (&plan->migrator, move, stages);
      finish_target (plan, collection, NULL, move->name, built, stages);
      return;
    }
  if (!_squill_migrator_build_buckets (&plan->migrator, move, stages, &driver))
    {
      _squill_migrator_leave (&plan->migrator, _ ("The buckets of “%s” are not filled"),
                              get_name (move->r));
      json_decref (stages);
      return;
    }
  finish_target (plan, collection, NULL, driver->name, built, stages);
}

/* From documents that the fields were in. */
static void
add_from_split (Plan *plan,
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
  add_conversions (plan, collection, collection->shape, was->shape);
  finish_target (plan, collection, NULL, was->name, built, stages);
}

/* What the collection was made from: an entity may come from what was the child of buckets. Where
 * another collection gets its old name, renaming it would be mixed up with renaming the other. */
static void
add_collection (Plan *plan, const SquillCollection *collection)
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
  g_autofree char *built = NULL;
  gboolean is_filled = TRUE;

  if (squill_collection_get_database (self->to, collection) != NULL ||
      (was != NULL && squill_collection_get_database (self->from, was) != NULL))
    {
      _squill_migrator_leave (self, _ ("“%s” is in another database, and is left as it is"),
                              collection->name);
      if (was != NULL)
        g_hash_table_add (plan->kept, was->id);
      return;
    }
  if (was != NULL && move == NULL && _squill_shape_is_same (collection->shape, was->shape) &&
      !_squill_migrator_needs_lookups (self, collection->shape, was->shape) &&
      (g_str_equal (was->name, collection->name) ||
       (squill_design_find_collection_by_name (self->from, collection->name) == NULL &&
        squill_design_find_collection_by_name (self->to, was->name) == NULL)))
    {
      g_hash_table_add (plan->kept, was->id);
      if (!g_str_equal (was->name, collection->name))
        append_collection (plan, collection, was->name, NULL);
      append_changed (plan, collection);
      return;
    }
  built = make_built_name (plan, collection->name);
  append_collection (plan, collection, NULL, built);
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
    _squill_migrator_leave (self, _ ("“%s” is new and gets no documents"), collection->name);
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
add_unused (Plan *plan)
{
  SquillMigrator *self = &plan->migrator;
  SquillModel *then = squill_design_get_model (self->to);

  for (guint i = 0; i < squill_design_get_n_collections (self->from); i++)
    {
      const SquillCollection *was = squill_design_get_collection (self->from, i);
      const SquillCollection *is = squill_design_find_collection (self->to, was->id);
      /* One whose name another gets is put aside. */
      const gboolean is_aside = squill_design_find_collection_by_name (self->to, was->name) != NULL;
      const gboolean is_lost = is == NULL && !is_moved_elsewhere (self, was);

      if (g_hash_table_contains (plan->kept, was->id))
        continue;
      if (squill_collection_get_database (self->from, was) != NULL)
        {
          _squill_migrator_leave (self, _ ("“%s” is in another database, and is left as it is"),
                                  was->name);
          continue;
        }
      if (is_lost && !is_aside && squill_model_get_item (then, was->id) != NULL)
        {
          _squill_migrator_leave (self, _ ("“%s” is kept: its documents are not in the new design"),
                                  was->name);
          continue;
        }
      if (!is_aside)
        json_array_append_new (plan->unused, json_string (was->name));
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
              squill_model_get_field (then, field->item.id) == NULL)
            _squill_migrator_leave (
                self, _ ("The field “%s” of “%s” is gone: the last step removes what it has"),
                field->name, entity->name);
        }
    }
}

/* Checks. */

/* Takes the text and the pipeline. */
static void
add_loss (Plan *plan, char *text, const char *in, json_t *stages)
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
count_pairs (const SquillMigratorMove *move,
             const SquillCollection *children,
             const char *path,
             gboolean holds)
{
  if (move->r->child_key == NULL)
    return json_array ();
  if (holds && move->pairs.document == NULL && children != NULL && path != NULL)
    return json_pack ("[{s:{s:s, s:s, s:s, s:s}}, {s:s}]", "$lookup", "from", children->name,
                      "localField", "c", "foreignField", path, "as", "o", "$unwind", "$o");
  if (holds || move->pairs.document == NULL)
    return json_array ();
  return json_pack ("[{s:{s:i}}, {s:{s:{s:s, s:s}, s:{s:s}, s:{s:s}}}, {s:s}, "
                    "{s:{s:{s:[s, s]}}}]",
                    "$sort", "_id", 1, "$group", "_id", "p", "$p", "c", "$c", "first", "$first",
                    "$d._id", "all", "$push", "$d._id", "$unwind", "$all", "$match", "$expr", "$eq",
                    "$all", "$first");
}

/* Of many in one document, how large they are together. */
static void
add_size (Plan *plan, const SquillMigratorMove *move, const char *document, json_t *stages)
{
  g_autofree char *what = g_strdup_printf ("“%s”", get_name (move->r));

  _squill_stages_append (stages,
                         json_pack ("{s:{s:s, s:{s:{s:[{s:s}, i]}}}}", "$group", "_id", "$p",
                                    "bytes", "$sum", "$add", "$bsonSize", document, 16));
  json_array_append_new (plan->sizes, json_pack ("{s:s, s:s, s:o}", "what", what, "in", move->name,
                                                 "pipeline", stages));
}

static void
add_losses (Plan *plan,
            const SquillMigratorMove *move,
            const SquillCollection *children,
            const char *path)
{
  add_loss (plan,
            g_strdup_printf ("Children of “%s” that are not there, of which the reference would be "
                             "lost",
                             get_name (move->r)),
            move->name, find_missing (children->name, "c", path));
  if (!squill_design_is_collection (plan->migrator.to, move->r->child))
    add_loss (plan,
              g_strdup_printf ("Children of “%s” that no parent has, which would be lost",
                               get_name (move->r)),
              children->name, find_missing (move->name, path, "c"));
}

static void
add_move_checks (Plan *plan, const SquillMigratorMove *move)
{
  SquillMigrator *self = &plan->migrator;
  const SquillCollection *children = squill_design_find_collection (self->from, move->r->child);
  const gboolean holds = squill_placement_is_embedding (move->r->placement) ||
                         move->r->placement == SQUILL_PLACEMENT_BUCKET;
  const gboolean is_large = move->r->placement == SQUILL_PLACEMENT_EMBED_MANY;
  const SquillShape *key =
      children == NULL ? NULL : _squill_shape_find_key (children->shape, move->r->child_key);
  g_autofree char *what = g_strdup_printf ("Pairs of “%s”", get_name (move->r));
  g_autofree char *path = key == NULL ? NULL : squill_shape_get_query_path (key);
  SquillPairs pairs;

  if (_squill_pairs_find (self->to, move->r, &pairs))
    json_array_append_new (
        plan->checks, json_pack ("{s:s, s:{s:s, s:o}, s:{s:s, s:O}}", "what", what, "before", "in",
                                 move->name, "pipeline", count_pairs (move, children, path, holds),
                                 "after", "in", pairs.collection->name, "pipeline", pairs.stages));
  else
    _squill_migrator_leave (self, _ ("Whether all of “%s” is there is not checked"),
                            get_name (move->r));
  _squill_pairs_clear (&pairs);
  if (holds && move->pairs.document == NULL && path != NULL)
    {
      add_losses (plan, move, children, path);
      if (is_large)
        add_size (plan, move, "$o",
                  json_pack ("[{s:{s:s, s:s, s:s, s:s}}, {s:s}]", "$lookup", "from", children->name,
                             "localField", "c", "foreignField", path, "as", "o", "$unwind", "$o"));
    }
  else if (is_large && move->pairs.document != NULL &&
           move->was->placement != SQUILL_PLACEMENT_EMBED_MANY)
    add_size (plan, move, "$d", json_array ());
}

/* The script. */

static void
append_paragraph (GString *text, const char *const *lines)
{
  for (guint i = 0; lines[i] != NULL; i++)
    {
      if (*lines[i] == '\0')
        g_string_append (text, "//\n");
      else
        squill_shell_append_comment (text, lines[i]);
    }
}

static void
append_head (GString *text, Plan *plan, GPtrArray *back)
{
  static const char *const how[] = {
    "Moves the data of one design into another, on the server itself.",
    "",
    "It never changes an old document. Collections whose documents become others are built beside",
    "the old ones, so many documents at a time, in the order of their ids. It may be stopped at "
    "any",
    "time: run it again, and it goes on where it was. How far it came is kept in the collection",
    "squill_migration of this database; what it works with has names that begin so, too.",
    "While it runs there must be room for these collections twice.",
    "",
    "1. Run it as it is. The application goes on with the old collections. The counts of before",
    "   and after that it prints must be equal.",
    "2. What was written since then is only in the old collections: stop the application, or what",
    "   it writes, and run it with START_OVER.",
    "3. Run it with SWITCH_OVER: the new collections take the names of the old ones, which are "
    "kept",
    "   under names that end in _before. Start the application that knows the new design.",
    "4. SWITCH_BACK undoes step 3; what was written in between stays in the new collections.",
    "5. When nothing needs the old collections any more, run it with REALLY_REMOVE. After that the",
    "   way back is the script from the new design to the old one.",
    NULL,
  };

  append_paragraph (text, how);
  if (plan->migrator.left->len > 0)
    g_string_append (text, "//\n// WHAT IT DOES NOT DO:\n");
  for (guint i = 0; i < plan->migrator.left->len; i++)
    {
      g_autofree char *line = g_strconcat ("- ", plan->migrator.left->pdata[i], NULL);

      squill_shell_append_comment (text, line);
    }
  if (back->len > 0)
    g_string_append (text, "//\n// WHAT THE SCRIPT FOR THE WAY BACK DOES NOT DO:\n");
  for (guint i = 0; i < back->len; i++)
    {
      g_autofree char *line = g_strconcat ("- ", back->pdata[i], NULL);

      squill_shell_append_comment (text, line);
    }
  g_string_append (
      text,
      "\nconst BATCH = 1000; // documents at a time\n"
      "const STOP_AFTER = 0; // batches, for a trial or a pause; 0: none\n"
      "const START_OVER = false; // builds the new collections once more, from the beginning\n"
      "const ACCEPT_LOSSES = false; // goes on although not all of it is in the new collections\n"
      "const SWITCH_OVER = false; // the new collections take the names of the old ones\n"
      "const SWITCH_BACK = false; // the old collections take their names again\n"
      "const REALLY_REMOVE = false; // removes the old collections: there is no way back\n\n");
}

static void
plan_init (Plan *self, SquillDesign *from, SquillDesign *to)
{
  *self = (Plan){ 0 };
  self->migrator.from = from;
  self->migrator.to = to;
  self->migrator.left = g_ptr_array_new_with_free_func (g_free);
  self->migrator.moves = g_ptr_array_new_with_free_func (move_free);
  self->migrator.keys = json_array ();
  self->export.exporter = squill_exporters_find ("mongosh");
  self->export.design = to;
  self->export.model = squill_design_get_model (to);
  self->collections = g_string_new (NULL);
  self->changed = g_string_new (NULL);
  self->steps = g_string_new (NULL);
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
  for (guint i = 0; i < squill_design_get_n_collections (to); i++)
    add_collection (self, squill_design_get_collection (to, i));
  add_unused (self);
  for (guint i = 0; i < self->migrator.moves->len; i++)
    add_move_checks (self, self->migrator.moves->pdata[i]);
}

static void
plan_clear (Plan *self)
{
  g_ptr_array_unref (self->migrator.left);
  g_ptr_array_unref (self->migrator.moves);
  json_decref (self->migrator.keys);
  g_string_free (self->collections, TRUE);
  g_string_free (self->changed, TRUE);
  g_string_free (self->steps, TRUE);
  json_decref (self->sizes);
  json_decref (self->checks);
  json_decref (self->losses);
  json_decref (self->conversions);
  json_decref (self->work);
  json_decref (self->unused);
  g_hash_table_unref (self->kept);
  g_hash_table_unref (self->built);
}

/* What the script does, without how. */
static char *
write_plan (Plan *self)
{
  GString *text = g_string_new (NULL);

  g_string_append_printf (text,
                          "// Collections that are built or renamed, and what they are now.\n"
                          "const collections = [\n%s];\n\n",
                          self->collections->str);
  g_string_append_printf (text,
                          "// Collections whose documents stay as they are.\nconst changed = "
                          "[\n%s];\n\n",
                          self->changed->str);
  append_list (text, "// Collections that are not used any more.\nconst unused = ", self->unused,
               0);
  append_list (text, ";\n\nconst work = ", self->work, 0);
  append_list (text, ";\nconst lookups = ", self->migrator.keys, 0);
  g_string_append_printf (text, ";\n\nconst steps = [\n%s];\n\n", self->steps->str);
  append_list (text,
               "// Documents with what is embedded in them must not be too large.\nconst sizes = ",
               self->sizes, 0);
  append_list (text, ";\n\n// What is counted before and after.\nconst checks = ", self->checks, 0);
  append_list (text, ";\n\n// What would be lost.\nconst losses = ", self->losses, 0);
  append_list (text, ";\n\nconst conversions = ", self->conversions, 0);
  g_string_append (text, ";\n\n");
  return g_string_free (text, FALSE);
}

/**
 * squill_migration_script_new:
 * @from: a design
 * @to: a design of a changed copy of its model: what has the same id is the same thing
 *
 * Writes a script for the MongoDB Shell that moves the data of one design into the other: in
 * batches, from where it was when it was stopped, and without changing what is there before the
 * user switches over. It never runs by itself.
 *
 * Returns: (transfer full): the script
 */
SquillMigrationScript *
squill_migration_script_new (SquillDesign *from, SquillDesign *to)
{
  SquillMigrationScript *self;
  GString *text;
  Plan plan, back;
  g_autofree char *content = NULL;
  g_autofree char *id = NULL;

  g_return_val_if_fail (SQUILL_IS_DESIGN (from), NULL);
  g_return_val_if_fail (SQUILL_IS_DESIGN (to), NULL);

  plan_init (&plan, from, to);
  plan_init (&back, to, from);
  content = write_plan (&plan);
  id = g_compute_checksum_for_string (G_CHECKSUM_SHA256, content, -1);
  id[16] = '\0';
  text = squill_export_make_header (&plan.export, FALSE, NULL);
  append_head (text, &plan, back.migrator.left);
  g_string_append_printf (text,
                          "const MIGRATION = \"%s\";\nconst PROGRESS = \"" PROGRESS "\";\n"
                          "const done = [], left = [], failed = [];\n\n",
                          id);
  g_string_append (text, content);
  _squill_migrator_append_functions (text);
  squill_export_append_functions (text);

  self = g_new0 (SquillMigrationScript, 1);
  self->n_collections = plan.n_collections + (guint)json_array_size (plan.unused);
  self->left = g_steal_pointer (&plan.migrator.left);
  plan.migrator.left = g_ptr_array_new ();
  self->text = g_string_free (text, FALSE);
  plan_clear (&plan);
  plan_clear (&back);
  return self;
}

/**
 * squill_migration_script_free:
 * @self: (nullable): a script
 *
 * Frees it.
 */
void
squill_migration_script_free (SquillMigrationScript *self)
{
  if (self == NULL)
    return;
  g_ptr_array_unref (self->left);
  g_free (self->text);
  g_free (self);
}

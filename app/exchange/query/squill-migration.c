/* SPDX-License-Identifier: Apache-2.0 */

/* Commands for the MongoDB Shell that turn the data of one design into those of another of the same
 * model, and the queries that change with it. Comments are not translated, as those of other
 * scripts. What cannot be written is said in a comment: nothing is left out in silence. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include "exchange/query/squill-migration.h"

#include <bson/bson.h>
#include <math.h>

#include "bson/squill-bson-text.h"
#include "exchange/query/squill-migration-private.h"
#include "exchange/query/squill-query.h"
#include "exchange/squill-shell-command.h"
#include "exchange/squill-shell-text.h"
#include "model/squill-placement.h"

/* Places. */

/* The dotted path of a reference or of what embeds; of a reference with copies beside it, of the id
 * in it. NULL where it is not stored among the fields of a document of its own collection. */
static char *
find_path (SquillDesign *design, const SquillRelationship *r, gboolean at_parent)
{
  const SquillShape *shape = squill_placement_stores (r->placement, at_parent)
                                 ? squill_design_get_stored (design, r->item.id, at_parent)
                                 : NULL;
  const SquillCollection *collection =
      shape == NULL ? NULL : squill_design_get_collection_of_shape (design, shape);

  if (collection == NULL || shape->parent != collection->shape || shape->map ||
      g_strcmp0 (collection->id, at_parent ? r->parent : r->child) != 0)
    return NULL;
  if (shape->origin == SQUILL_ORIGIN_REFERENCE && shape->children->len > 0)
    shape = shape->children->pdata[0];
  return squill_shape_get_query_path (shape);
}

static const SquillCollection *
find_collection (const SquillMigration *self, const char *entity)
{
  const SquillCollection *collection = squill_design_find_collection (self->then, entity);

  if (collection == NULL)
    collection = squill_design_find_collection (self->now, entity);
  return collection;
}

/* Fields that become an array of names and values. */

static const SquillField *
find_child (const SquillField *field, const char *name)
{
  SQUILL_FOR_EACH_CHILD (SquillField, child, field, SQUILL_KIND_FIELD)
    {
      if (g_strcmp0 (child->name, name) == 0)
        return child;
    }
  return NULL;
}

/* Whether a field of the entity as it is has this name, and will be gone. */
static gboolean
goes (const SquillMigration *self, const SquillEntity *was, const char *name)
{
  SQUILL_FOR_EACH_CHILD (SquillField, field, was, SQUILL_KIND_FIELD)
    {
      if (g_strcmp0 (field->name, name) == 0)
        return squill_model_get_field (squill_design_get_model (self->then), field->item.id) ==
               NULL;
    }
  return FALSE;
}

/* The names that elements of a new array have, where each is that of a field that goes. */
static const json_t *
find_pairs (const SquillMigration *self, const SquillEntity *was, const SquillField *array)
{
  const SquillField *name = find_child (array, "k");
  const json_t *one;
  size_t i;

  if (!array->array || !_squill_name_is_plain (array->name) || name == NULL ||
      find_child (array, "v") == NULL || json_array_size (name->enumeration) == 0)
    return NULL;
  json_array_foreach (name->enumeration, i, one)
  {
    if (!_squill_name_is_plain (json_string_value (one)) ||
        !goes (self, was, json_string_value (one)))
      return NULL;
  }
  return name->enumeration;
}

static void
append_exists (bson_t *array, const char *key, const char *path, gboolean exists)
{
  bson_t *condition = BCON_NEW (path, "{", "$exists", BCON_BOOL (exists), "}");

  bson_append_document (array, key, -1, condition);
  bson_destroy (condition);
}

static void
append_pairs (SquillMigration *self, const char *collection, const char *array, const json_t *names)
{
  bson_t filled = BSON_INITIALIZER, set = BSON_INITIALIZER, unset = BSON_INITIALIZER;
  bson_t any, inner, value, filter, input, list;
  bson_t *condition =
      BCON_NEW ("$ne", "[", "{", "$type", BCON_UTF8 ("$$this.v"), "}", BCON_UTF8 ("missing"), "]");
  const json_t *one;
  size_t i;

  /* Only documents that have one of the fields, or no array yet: those that were changed before
   * stay as they are. */
  BSON_APPEND_ARRAY_BEGIN (&filled, "$or", &any);
  append_exists (&any, "0", array, FALSE);
  BSON_APPEND_DOCUMENT_BEGIN (&set, "$set", &inner);
  BSON_APPEND_DOCUMENT_BEGIN (&inner, array, &value);
  BSON_APPEND_DOCUMENT_BEGIN (&value, "$filter", &filter);
  BSON_APPEND_ARRAY_BEGIN (&filter, "input", &input);
  BSON_APPEND_ARRAY_BEGIN (&unset, "$unset", &list);
  json_array_foreach (names, i, one)
  {
    g_autofree char *key = g_strdup_printf ("%zu", i);
    g_autofree char *path = _squill_value_of (json_string_value (one));
    bson_t *pair = BCON_NEW ("k", "{", "$literal", BCON_UTF8 (json_string_value (one)), "}", "v",
                             BCON_UTF8 (path));

    bson_append_document (&input, key, -1, pair);
    bson_append_utf8 (&list, key, -1, json_string_value (one), -1);
    g_free (key);
    key = g_strdup_printf ("%zu", i + 1);
    append_exists (&any, key, json_string_value (one), TRUE);
    bson_destroy (pair);
  }
  bson_append_array_end (&filled, &any);
  bson_append_array_end (&unset, &list);
  bson_append_array_end (&filter, &input);
  BSON_APPEND_DOCUMENT (&filter, "cond", condition);
  bson_append_document_end (&value, &filter);
  bson_append_document_end (&inner, &value);
  bson_append_document_end (&set, &inner);
  _squill_migration_begin_call (self, collection, "updateMany");
  _squill_migration_append_document (self, &filled);
  self->level++;
  g_string_append (self->text, ", [\n  ");
  _squill_migration_append_document (self, &set);
  g_string_append (self->text, ",\n  ");
  _squill_migration_append_document (self, &unset);
  g_string_append (self->text, ",\n]);\n");
  self->level--;
  bson_destroy (condition);
  bson_destroy (&filled);
  bson_destroy (&set);
  bson_destroy (&unset);
}

/* Fields that come, go, or are moved. */
static void
append_fields (SquillMigration *self)
{
  SquillModel *now = squill_design_get_model (self->now);

  SQUILL_FOR_EACH_CHILD (SquillEntity, entity,
                         squill_model_get_info (squill_design_get_model (self->then)),
                         SQUILL_KIND_ENTITY)
    {
      const SquillEntity *was = squill_model_get_entity (now, entity->item.id);
      const SquillCollection *collection =
          squill_design_find_collection (self->then, entity->item.id);

      SQUILL_FOR_EACH_CHILD (SquillField, field, entity, SQUILL_KIND_FIELD)
        {
          const SquillField *same = squill_model_get_field (now, field->item.id);
          const json_t *names = was == NULL ? NULL : find_pairs (self, was, field);

          if (g_hash_table_contains (self->moved, field->item.id))
            continue;
          if (same == NULL && names != NULL && collection != NULL)
            {
              self->database = squill_collection_get_database (self->then, collection);
              _squill_migration_comment (self, "Fields as names and values in “%”", field->name);
              append_pairs (self, collection->name, field->name, names);
              self->database = NULL;
            }
          else if (same == NULL && was != NULL)
            _squill_migration_comment (
                self, "The field “%” is new: what it has is for the application to say.",
                field->name);
          else if (same != NULL && !g_str_equal (same->item.parent->id, field->item.parent->id))
            _squill_migration_comment (self, "How “%” is moved is not written here.", field->name);
          else if (same != NULL && (same->array != field->array || same->map != field->map))
            _squill_migration_comment (
                self, "How “%” is turned into something else is not written here.", field->name);
        }
    }
}

/* Whether it is in an array of names and values from then on. */
static gboolean
becomes_pair (const SquillMigration *self, const SquillEntity *was, const SquillField *gone)
{
  const SquillEntity *entity =
      squill_model_get_entity (squill_design_get_model (self->then), was->item.id);

  if (entity == NULL)
    return FALSE;
  SQUILL_FOR_EACH_CHILD (SquillField, field, entity, SQUILL_KIND_FIELD)
    {
      const json_t *names = find_pairs (self, was, field), *one;
      size_t i;

      json_array_foreach (names, i, one)
      {
        if (g_strcmp0 (json_string_value (one), gone->name) == 0)
          return TRUE;
      }
    }
  return FALSE;
}

static void
append_gone (SquillMigration *self)
{
  SquillModel *then = squill_design_get_model (self->then);

  SQUILL_FOR_EACH_CHILD (SquillEntity, was,
                         squill_model_get_info (squill_design_get_model (self->now)),
                         SQUILL_KIND_ENTITY)
    {
      const SquillEntity *entity = squill_model_get_entity (then, was->item.id);

      SQUILL_FOR_EACH_CHILD (SquillField, field, was, SQUILL_KIND_FIELD)
        {
          if (squill_model_get_field (then, field->item.id) == NULL &&
              !g_hash_table_contains (self->moved, field->item.id) &&
              !becomes_pair (self, was, field))
            _squill_migration_comment (self, "How what is in “%” is kept is not written here.",
                                       field->name);
        }
      if (entity != NULL && g_strcmp0 (was->time_field, entity->time_field) != 0)
        _squill_migration_comment (self, "“%” has to be created anew, and its documents copied.",
                                   was->name);
    }
}

/* Copies beside references. */

static void
append_copy (SquillMigration *self, const SquillRelationship *r, const SquillCopy *copy)
{
  const gboolean to_parent = copy->direction == SQUILL_COPY_TO_PARENT;
  const SquillField *field = squill_model_get_field (squill_design_get_model (self->then),
                                                     squill_key_path_get_last (copy->field));
  const SquillCollection *keeper = find_collection (self, to_parent ? r->parent : r->child);
  const SquillCollection *source = find_collection (self, to_parent ? r->child : r->parent);
  const SquillShape *stored = squill_design_get_stored (self->then, r->item.id, to_parent);
  g_autofree char *reference = find_path (self->then, r, to_parent);
  g_autoptr (GPtrArray) stages = NULL;
  g_autofree char *name = NULL, *from = NULL;

  _squill_migration_comment (self, "Copies of “%”", field == NULL ? NULL : field->name);
  if (field == NULL || !_squill_name_is_plain (field->name) ||
      !_squill_name_is_plain (copy->name != NULL ? copy->name : field->name) ||
      field->item.parent->kind != SQUILL_KIND_ENTITY || keeper == NULL || source == NULL ||
      g_strcmp0 (squill_collection_get_database (self->then, keeper),
                 squill_collection_get_database (self->then, source)) != 0 ||
      reference == NULL || stored == NULL || stored->array || stored->children->len > 0)
    {
      _squill_migration_comment (self, "How they come into each element is not written here.",
                                 NULL);
      return;
    }
  name = g_strdup (copy->name != NULL ? copy->name : field->name);
  from = g_strdup_printf ("$source.%s", field->name);
  stages = _squill_stages_new ();
  g_ptr_array_add (stages, BCON_NEW ("$lookup", "{", "from", BCON_UTF8 (source->name), "localField",
                                     BCON_UTF8 (reference), "foreignField", BCON_UTF8 ("_id"), "as",
                                     BCON_UTF8 ("source"), "}"));
  g_ptr_array_add (stages,
                   BCON_NEW ("$project", "{", name, "{", "$first", BCON_UTF8 (from), "}", "}"));
  _squill_stages_merge (stages, keeper->name, "merge", "discard");
  self->database = squill_collection_get_database (self->then, keeper);
  _squill_migration_aggregate (self, keeper->name, stages);
  self->database = NULL;
}

/* Whether a copy stands beside a single reference. */
static gboolean
is_beside (SquillMigration *self, const SquillRelationship *r, const SquillCopy *copy)
{
  const gboolean to_parent = copy->direction == SQUILL_COPY_TO_PARENT;
  const SquillShape *stored = squill_placement_stores (r->placement, to_parent)
                                  ? squill_design_get_stored (self->then, r->item.id, to_parent)
                                  : NULL;

  return stored != NULL && !stored->array && stored->children->len == 0;
}

static void
append_copies (SquillMigration *self)
{
  SquillModel *now = squill_design_get_model (self->now);

  SQUILL_FOR_EACH_CHILD (SquillRelationship, r,
                         squill_model_get_info (squill_design_get_model (self->then)),
                         SQUILL_KIND_RELATIONSHIP)
    {
      const SquillRelationship *was = squill_model_get_relationship (now, r->item.id);
      const gboolean is_moved = was != NULL && was->placement != r->placement;

      SQUILL_FOR_EACH_CHILD (SquillCopy, copy, r, SQUILL_KIND_COPY)
        {
          const gboolean is_new =
              squill_model_get_item_of_kind (now, copy->item.id, SQUILL_KIND_COPY) == NULL;

          /* Those in objects with the reference come with it. */
          if (copy->field != NULL && (is_new || (is_moved && is_beside (self, r, copy))))
            append_copy (self, r, copy);
        }
    }
}

/* Indexes. */

static const SquillIndex *
find_drawn (SquillDesign *design, const SquillCollectionIndex *index)
{
  return index->index == NULL ? NULL
                              : squill_model_get_item_of_kind (squill_design_get_model (design),
                                                               index->index, SQUILL_KIND_INDEX);
}

/* What createIndex would be told besides the name. */
static void
describe_index (SquillDesign *design,
                const SquillCollectionIndex *index,
                bson_t *keys,
                bson_t *options)
{
  squill_shell_append_index_keys (keys, index);
  squill_shell_append_index_options (options, index, find_drawn (design, index), FALSE);
}

static gboolean
is_same_index (SquillDesign *design,
               const SquillCollectionIndex *index,
               SquillDesign *other_design,
               const SquillCollectionIndex *other)
{
  bson_t keys = BSON_INITIALIZER, options = BSON_INITIALIZER;
  bson_t other_keys = BSON_INITIALIZER, other_options = BSON_INITIALIZER;
  gboolean is_same;

  describe_index (design, index, &keys, &options);
  describe_index (other_design, other, &other_keys, &other_options);
  is_same = bson_equal (&keys, &other_keys) && bson_equal (&options, &other_options);
  bson_destroy (&keys);
  bson_destroy (&options);
  bson_destroy (&other_keys);
  bson_destroy (&other_options);
  return is_same;
}

/* Whether one of the indexes of a collection is the same as one of the other design. */
static gboolean
has_index (SquillDesign *design,
           const SquillCollection *collection,
           SquillDesign *other_design,
           const SquillCollectionIndex *other)
{
  for (guint i = 0; collection != NULL && i < collection->indexes->len; i++)
    if (is_same_index (design, collection->indexes->pdata[i], other_design, other))
      return TRUE;
  return FALSE;
}

static void
append_create (SquillMigration *self, const char *collection, const SquillCollectionIndex *index)
{
  bson_t keys = BSON_INITIALIZER;
  bson_t options = BSON_INITIALIZER;

  BSON_APPEND_UTF8 (&options, "name", index->name);
  describe_index (self->then, index, &keys, &options);
  _squill_migration_begin_call (self, collection, "createIndex");
  _squill_migration_append_document (self, &keys);
  g_string_append (self->text, ", ");
  _squill_migration_append_document (self, &options);
  g_string_append (self->text, ");\n");
  bson_destroy (&options);
  bson_destroy (&keys);
}

/* The server refuses to drop one that is not there. */
static void
append_drop_index (SquillMigration *self, const char *collection, const char *name)
{
  g_string_append (self->text, "if (");
  _squill_migration_begin_call (self, collection, "getIndexes");
  g_string_append (self->text, ").some((index) => index.name === ");
  squill_bson_text_append_string (self->text, name, -1);
  g_string_append (self->text, ")) {\n  ");
  _squill_migration_begin_call (self, collection, "dropIndex");
  squill_bson_text_append_string (self->text, name, -1);
  g_string_append (self->text, ");\n}\n");
}

static void
append_indexes (SquillMigration *self)
{
  for (guint i = 0; i < squill_design_get_n_collections (self->then); i++)
    {
      const SquillCollection *then = squill_design_get_collection (self->then, i);
      const SquillCollection *now = squill_design_find_collection (self->now, then->id);

      /* First, because a new one may have the name of an old one. */
      self->database = squill_collection_get_database (self->then, then);
      for (guint k = 0; now != NULL && k < now->indexes->len; k++)
        {
          const SquillCollectionIndex *index = now->indexes->pdata[k];

          if (index->index != NULL && !index->unresolved &&
              !has_index (self->then, then, self->now, index))
            append_drop_index (self, now->name, index->name);
        }
      for (guint k = 0; k < then->indexes->len; k++)
        {
          const SquillCollectionIndex *index = then->indexes->pdata[k];

          if (index->index != NULL && !index->unresolved &&
              !has_index (self->now, now, self->then, index))
            append_create (self, then->name, index);
        }
    }
  self->database = NULL;
}

/* Operations. */

static char *
write_query (SquillSamples *samples, const char *operation)
{
  g_autoptr (SquillQuery) query = squill_query_new (samples, operation);

  return query == NULL ? NULL : squill_query_to_text (query);
}

static void
append_queries (SquillMigration *self)
{
  g_autoptr (SquillSamples) now = squill_samples_new (self->now);
  g_autoptr (SquillSamples) then = squill_samples_new (self->then);

  SQUILL_FOR_EACH_CHILD (SquillOperation, operation,
                         squill_model_get_info (squill_design_get_model (self->then)),
                         SQUILL_KIND_OPERATION)
    {
      g_autofree char *before = write_query (now, operation->item.id);
      g_autofree char *after = write_query (then, operation->item.id);

      if (after == NULL || g_strcmp0 (before, after) == 0)
        continue;
      _squill_migration_comment (self, "The operation “%” from then on", operation->name);
      g_string_append_printf (self->text, "%s\n", after);
    }
}

/**
 * squill_migration_to_text:
 * @now: a design
 * @then: a design of a changed copy of its model
 *
 * Writes what turns the data of one design into those of the other: relationships that are stored
 * in another way, fields that become an array, copies beside references, and indexes; and then the
 * operations that ask otherwise from then on. What else has to be done is said in comments.
 *
 * Returns: (transfer full): commands for the MongoDB Shell; an empty text where nothing changes
 */
char *
squill_migration_to_text (SquillDesign *now, SquillDesign *then)
{
  g_autoptr (GHashTable) moved = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  SquillMigration self = { .now = now, .then = then, .moved = moved };

  g_return_val_if_fail (SQUILL_IS_DESIGN (now), NULL);
  g_return_val_if_fail (SQUILL_IS_DESIGN (then), NULL);

  self.text = g_string_new (NULL);
  _squill_migration_move (&self);
  append_fields (&self);
  append_gone (&self);
  append_copies (&self);
  append_indexes (&self);
  append_queries (&self);
  return g_string_free (self.text, FALSE);
}

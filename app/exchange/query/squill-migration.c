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
#include "exchange/query/squill-query.h"
#include "model/squill-placement.h"

typedef struct
{
  SquillDesign *now;
  SquillDesign *then;
  GString *text;
} Migration;

/**
 * Ends:
 * @r: the relationship as it will be
 * @was: as it is
 * @parents: the name of the collection of the parents
 * @children: (nullable): that of the children, where they have or get one
 * @list: (nullable): in the parent, what is stored there now
 * @reference: (nullable): in the child, what is stored there now
 * @new_list: (nullable): in the parent, what will be
 * @new_reference: (nullable): in the child, what will be
 *
 * Where a relationship is stored, by dotted paths.
 */
typedef struct
{
  const SquillRelationship *r;
  const SquillRelationship *was;
  const char *parents;
  const char *children;
  char *list;
  char *reference;
  char *new_list;
  char *new_reference;
} Ends;

static void
clear_ends (Ends *self)
{
  g_free (self->list);
  g_free (self->reference);
  g_free (self->new_list);
  g_free (self->new_reference);
}

/* Text. */

static void
append_comment (Migration *self, const char *format, const char *name)
{
  g_autofree char *text = g_strdup_printf ("%s", name == NULL ? "" : name);

  g_strdelimit (text, "\r\n", ' ');
  g_string_append_printf (self->text, "// ");
  for (const char *p = format; *p != '\0'; p++)
    if (*p == '%')
      g_string_append (self->text, text);
    else
      g_string_append_c (self->text, *p);
  g_string_append_c (self->text, '\n');
}

static void
append_collection (Migration *self, const char *name)
{
  g_string_append (self->text, "db.getCollection(");
  squill_bson_text_append_string (self->text, name, -1);
  g_string_append_c (self->text, ')');
}

static void
append_document (Migration *self, const bson_t *document, guint level)
{
  squill_bson_text_append (self->text, document, SQUILL_BSON_STYLE_MONGOSH, 2, level);
}

static void
append_taken (Migration *self, bson_t *document, guint level)
{
  append_document (self, document, level);
  bson_destroy (document);
}

static void
append_aggregate (Migration *self, const char *collection, GPtrArray *stages)
{
  append_collection (self, collection);
  g_string_append (self->text, ".aggregate([\n");
  for (guint i = 0; i < stages->len; i++)
    {
      g_string_append (self->text, "  ");
      append_document (self, stages->pdata[i], 1);
      g_string_append (self->text, ",\n");
    }
  g_string_append (self->text, "]);\n");
}

static GPtrArray *
new_stages (void)
{
  return g_ptr_array_new_with_free_func ((GDestroyNotify)bson_destroy);
}

static char *
value_of (const char *path)
{
  return g_strconcat ("$", path, NULL);
}

static void
append_unset (Migration *self, const char *collection, const char *path)
{
  append_collection (self, collection);
  g_string_append (self->text, ".updateMany({}, ");
  append_taken (self, BCON_NEW ("$unset", "{", path, BCON_INT32 (1), "}"), 0);
  g_string_append (self->text, ");\n");
}

static void
append_drop (Migration *self, const char *collection)
{
  append_collection (self, collection);
  g_string_append (self->text, ".drop();\n");
}

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

static const char *
find_collection (const Migration *self, const char *entity)
{
  const SquillCollection *collection = squill_design_find_collection (self->then, entity);

  if (collection == NULL)
    collection = squill_design_find_collection (self->now, entity);
  return collection == NULL ? NULL : collection->name;
}

static gboolean
find_ends (const Migration *self,
           const SquillRelationship *r,
           const SquillRelationship *was,
           Ends *ends)
{
  *ends = (Ends){ .r = r,
                  .was = was,
                  .parents = find_collection (self, r->parent),
                  .children = find_collection (self, r->child),
                  .list = find_path (self->now, was, TRUE),
                  .reference = find_path (self->now, was, FALSE),
                  .new_list = find_path (self->then, r, TRUE),
                  .new_reference = find_path (self->then, r, FALSE) };
  return ends->parents != NULL && r->parent_key == NULL && r->child_key == NULL &&
         squill_design_is_collection (self->now, r->parent) &&
         squill_design_is_collection (self->then, r->parent) &&
         (ends->list != NULL) == squill_placement_stores (was->placement, TRUE) &&
         (ends->reference != NULL) == squill_placement_stores (was->placement, FALSE) &&
         (ends->new_list != NULL) == squill_placement_stores (r->placement, TRUE) &&
         (ends->new_reference != NULL) == squill_placement_stores (r->placement, FALSE);
}

/* Moving. */

/* Of embedded children, a document each, with the reference that it has from now on. */
static void
append_extraction (Migration *self, const Ends *ends)
{
  g_autoptr (GPtrArray) stages = new_stages ();
  g_autofree char *list = value_of (ends->list);

  g_ptr_array_add (stages, BCON_NEW ("$unwind", BCON_UTF8 (list)));
  if (ends->new_reference != NULL)
    g_ptr_array_add (stages,
                     BCON_NEW ("$replaceWith", "{", "$mergeObjects", "[", BCON_UTF8 (list), "{",
                               ends->new_reference, BCON_UTF8 ("$_id"), "}", "]", "}"));
  else
    g_ptr_array_add (stages, BCON_NEW ("$replaceWith", BCON_UTF8 (list)));
  g_ptr_array_add (stages, BCON_NEW ("$merge", "{", "into", BCON_UTF8 (ends->children), "}"));
  append_aggregate (self, ends->parents, stages);
}

static void
append_merge_into (GPtrArray *stages, const char *collection)
{
  g_ptr_array_add (stages, BCON_NEW ("$merge", "{", "into", BCON_UTF8 (collection), "on",
                                     BCON_UTF8 ("_id"), "whenMatched", BCON_UTF8 ("merge"),
                                     "whenNotMatched", BCON_UTF8 ("discard"), "}"));
}

/* What children are sorted by in the list of their parent. NULL for nothing. */
static char *
get_order (const Migration *self, const SquillRelationship *r)
{
  const SquillField *field = r->order_by == NULL
                                 ? NULL
                                 : squill_model_get_field (squill_design_get_model (self->then),
                                                           squill_key_path_get_last (r->order_by));

  return field == NULL || field->item.parent->kind != SQUILL_KIND_ENTITY ? NULL
                                                                         : g_strdup (field->name);
}

/* Whether embedded children have an `_id` of their own. */
static gboolean
keeps_id (const Migration *self, const SquillRelationship *r)
{
  const SquillShape *stored = squill_design_get_stored (self->then, r->item.id, TRUE);

  for (guint i = 0; stored != NULL && i < stored->children->len; i++)
    if (g_str_equal (((const SquillShape *)stored->children->pdata[i])->name, "_id"))
      return TRUE;
  return FALSE;
}

/* Of children that refer to their parent, a list in that: of all of them, of the first, of one, or
 * of their ids. */
static void
append_collecting (Migration *self, const Ends *ends)
{
  const gboolean is_newest = ends->r->ordering == SQUILL_ORDERING_TIME;
  const gboolean is_list =
      ends->r->placement != SQUILL_PLACEMENT_EMBED_ONE && !squill_relationship_is_single (ends->r);
  const gboolean embeds = squill_placement_embeds_any (ends->r->placement);
  g_autoptr (GPtrArray) stages = new_stages ();
  g_autofree char *parent = value_of (ends->reference);
  g_autofree char *list = value_of (ends->new_list);
  g_autofree char *order = get_order (self, ends->r);
  g_autofree char *inner = g_strconcat (ends->new_list, ".", ends->reference, NULL);
  g_autofree char *inner_id = g_strconcat (ends->new_list, "._id", NULL);
  const char *element = embeds ? "$$ROOT" : "$_id";

  if (order != NULL)
    g_ptr_array_add (stages, BCON_NEW ("$sort", "{", order, BCON_INT32 (is_newest ? -1 : 1), "}"));
  g_ptr_array_add (stages, BCON_NEW ("$group", "{", "_id", BCON_UTF8 (parent), ends->new_list, "{",
                                     is_list ? "$push" : "$first", BCON_UTF8 (element), "}", "}"));
  if (ends->r->placement == SQUILL_PLACEMENT_SUBSET && ends->r->bound >= 1)
    g_ptr_array_add (stages,
                     BCON_NEW ("$set", "{", ends->new_list, "{", "$slice", "[", BCON_UTF8 (list),
                               BCON_INT32 ((gint32)ends->r->bound), "]", "}", "}"));
  if (embeds)
    g_ptr_array_add (stages, BCON_NEW ("$unset", BCON_UTF8 (inner)));
  if (embeds && !keeps_id (self, ends->r))
    g_ptr_array_add (stages, BCON_NEW ("$unset", BCON_UTF8 (inner_id)));
  append_merge_into (stages, ends->parents);
  append_aggregate (self, ends->children, stages);
}

/* Of ids in the parent, a reference in each child. */
static void
append_turning (Migration *self, const Ends *ends)
{
  g_autoptr (GPtrArray) stages = new_stages ();
  g_autofree char *list = value_of (ends->list);

  g_ptr_array_add (stages, BCON_NEW ("$unwind", BCON_UTF8 (list)));
  g_ptr_array_add (stages, BCON_NEW ("$project", "{", "_id", BCON_UTF8 (list), ends->new_reference,
                                     BCON_UTF8 ("$_id"), "}"));
  append_merge_into (stages, ends->children);
  append_aggregate (self, ends->parents, stages);
}

/* A subset of what is embedded stays. */
static void
append_slicing (Migration *self, const Ends *ends)
{
  g_autofree char *list = value_of (ends->list);

  append_collection (self, ends->parents);
  g_string_append (self->text, ".updateMany({}, [");
  append_taken (self,
                BCON_NEW ("$set", "{", ends->list, "{", "$slice", "[", BCON_UTF8 (list),
                          BCON_INT32 ((gint32)ends->r->bound), "]", "}", "}"),
                2);
  g_string_append (self->text, "]);\n");
}

/* What no design stores any more. */
static void
append_cleaning (Migration *self, const Ends *ends)
{
  if (ends->list != NULL && ends->new_list == NULL)
    append_unset (self, ends->parents, ends->list);
  if (ends->reference != NULL && ends->new_reference == NULL &&
      squill_design_is_collection (self->then, ends->r->child))
    append_unset (self, ends->children, ends->reference);
  if (squill_design_is_collection (self->now, ends->r->child) &&
      !squill_design_is_collection (self->then, ends->r->child))
    append_drop (self, ends->children);
}

static gboolean
append_moving (Migration *self, const Ends *ends)
{
  const gboolean was_embedded = squill_placement_is_embedding (ends->was->placement);
  const gboolean is_embedded = squill_placement_embeds_any (ends->r->placement);
  const gboolean was_reference = ends->reference != NULL;
  const gboolean had_ids =
      ends->list != NULL && !squill_placement_embeds_any (ends->was->placement);
  const SquillPlacement placements[] = { ends->was->placement, ends->r->placement };

  for (guint i = 0; i < G_N_ELEMENTS (placements); i++)
    if (placements[i] == SQUILL_PLACEMENT_JUNCTION || placements[i] == SQUILL_PLACEMENT_BUCKET)
      return FALSE;
  /* What is embedded in several parents is there several times; ids of parents are a list. */
  if (squill_relationship_is_shared (ends->r) && !(had_ids && ends->new_list != NULL))
    return FALSE;
  if (was_embedded && squill_placement_is_embedding (ends->r->placement))
    return FALSE;
  if (was_embedded && ends->new_list != NULL && !is_embedded)
    return FALSE;
  if (was_embedded)
    {
      append_extraction (self, ends);
      if (ends->r->placement == SQUILL_PLACEMENT_SUBSET && ends->r->bound >= 1)
        append_slicing (self, ends);
    }
  else if (was_reference && ends->new_list != NULL)
    append_collecting (self, ends);
  else if (had_ids && ends->new_reference != NULL && !is_embedded)
    append_turning (self, ends);
  else if (!(ends->list != NULL && ends->reference != NULL))
    return FALSE;
  append_cleaning (self, ends);
  return TRUE;
}

static void
append_relationships (Migration *self)
{
  SquillModel *now = squill_design_get_model (self->now);

  SQUILL_FOR_EACH_CHILD (SquillRelationship, r,
                         squill_model_get_info (squill_design_get_model (self->then)),
                         SQUILL_KIND_RELATIONSHIP)
    {
      const SquillRelationship *was = squill_model_get_relationship (now, r->item.id);
      Ends ends;

      if (was == NULL)
        append_comment (self, "“%” is new: what it stores is for the application to say.", r->name);
      if (was == NULL || was->placement == r->placement)
        continue;
      append_comment (self, "The data of “%”", r->name);
      if (!find_ends (self, r, was, &ends) || !append_moving (self, &ends))
        append_comment (self, "How they are moved is not written here.", NULL);
      clear_ends (&ends);
    }
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
goes (const Migration *self, const SquillEntity *was, const char *name)
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
find_pairs (const Migration *self, const SquillEntity *was, const SquillField *array)
{
  const SquillField *name = find_child (array, "k");
  const json_t *one;
  size_t i;

  if (!array->array || name == NULL || find_child (array, "v") == NULL ||
      json_array_size (name->enumeration) == 0)
    return NULL;
  json_array_foreach (name->enumeration, i, one)
  {
    if (!json_is_string (one) || !goes (self, was, json_string_value (one)))
      return NULL;
  }
  return name->enumeration;
}

static void
append_pairs (Migration *self, const char *collection, const char *array, const json_t *names)
{
  bson_t set = BSON_INITIALIZER, unset = BSON_INITIALIZER;
  bson_t inner, value, filter, input, list;
  bson_t *condition =
      BCON_NEW ("$ne", "[", "{", "$type", BCON_UTF8 ("$$this.v"), "}", BCON_UTF8 ("missing"), "]");
  const json_t *one;
  size_t i;

  BSON_APPEND_DOCUMENT_BEGIN (&set, "$set", &inner);
  BSON_APPEND_DOCUMENT_BEGIN (&inner, array, &value);
  BSON_APPEND_DOCUMENT_BEGIN (&value, "$filter", &filter);
  BSON_APPEND_ARRAY_BEGIN (&filter, "input", &input);
  BSON_APPEND_ARRAY_BEGIN (&unset, "$unset", &list);
  json_array_foreach (names, i, one)
  {
    g_autofree char *key = g_strdup_printf ("%zu", i);
    g_autofree char *path = value_of (json_string_value (one));
    bson_t *pair = BCON_NEW ("k", "{", "$literal", BCON_UTF8 (json_string_value (one)), "}", "v",
                             BCON_UTF8 (path));

    bson_append_document (&input, key, -1, pair);
    bson_append_utf8 (&list, key, -1, json_string_value (one), -1);
    bson_destroy (pair);
  }
  bson_append_array_end (&unset, &list);
  bson_append_array_end (&filter, &input);
  BSON_APPEND_DOCUMENT (&filter, "cond", condition);
  bson_append_document_end (&value, &filter);
  bson_append_document_end (&inner, &value);
  bson_append_document_end (&set, &inner);
  append_collection (self, collection);
  g_string_append (self->text, ".updateMany({}, [\n  ");
  append_document (self, &set, 1);
  g_string_append (self->text, ",\n  ");
  append_document (self, &unset, 1);
  g_string_append (self->text, ",\n]);\n");
  bson_destroy (condition);
  bson_destroy (&set);
  bson_destroy (&unset);
}

/* Fields that come, go, or are moved. */
static void
append_fields (Migration *self)
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

          if (same == NULL && names != NULL && collection != NULL)
            {
              append_comment (self, "Fields as names and values in “%”", field->name);
              append_pairs (self, collection->name, field->name, names);
            }
          else if (same == NULL && was != NULL)
            append_comment (self,
                            "The field “%” is new: what it has is for the application to say.",
                            field->name);
          else if (same != NULL && !g_str_equal (same->item.parent->id, field->item.parent->id))
            append_comment (self, "How “%” is moved is not written here.", field->name);
          else if (same != NULL && (same->array != field->array || same->map != field->map))
            append_comment (self, "How “%” is turned into something else is not written here.",
                            field->name);
        }
    }
}

/* Whether it is in an array of names and values from then on. */
static gboolean
becomes_pair (const Migration *self, const SquillEntity *was, const SquillField *gone)
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
append_gone (Migration *self)
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
              !becomes_pair (self, was, field))
            append_comment (self, "How what is in “%” is kept is not written here.", field->name);
        }
      if (entity != NULL && g_strcmp0 (was->time_field, entity->time_field) != 0)
        append_comment (self, "“%” has to be created anew, and its documents copied.", was->name);
    }
}

/* Copies beside references. */

static void
append_copy (Migration *self, const SquillRelationship *r, const SquillCopy *copy)
{
  const gboolean to_parent = copy->direction == SQUILL_COPY_TO_PARENT;
  const SquillField *field = squill_model_get_field (squill_design_get_model (self->then),
                                                     squill_key_path_get_last (copy->field));
  const char *keeper = find_collection (self, to_parent ? r->parent : r->child);
  const char *source = find_collection (self, to_parent ? r->child : r->parent);
  const SquillShape *stored = squill_design_get_stored (self->then, r->item.id, to_parent);
  g_autofree char *reference = find_path (self->then, r, to_parent);
  g_autoptr (GPtrArray) stages = NULL;
  g_autofree char *name = NULL, *from = NULL;

  append_comment (self, "Copies of “%”", field == NULL ? NULL : field->name);
  if (field == NULL || field->name == NULL || field->item.parent->kind != SQUILL_KIND_ENTITY ||
      keeper == NULL || source == NULL || reference == NULL || stored == NULL || stored->array ||
      stored->children->len > 0)
    {
      append_comment (self, "How they come into each element is not written here.", NULL);
      return;
    }
  name = g_strdup (copy->name != NULL ? copy->name : field->name);
  from = g_strdup_printf ("$source.%s", field->name);
  stages = new_stages ();
  g_ptr_array_add (stages, BCON_NEW ("$lookup", "{", "from", BCON_UTF8 (source), "localField",
                                     BCON_UTF8 (reference), "foreignField", BCON_UTF8 ("_id"), "as",
                                     BCON_UTF8 ("source"), "}"));
  g_ptr_array_add (stages,
                   BCON_NEW ("$project", "{", name, "{", "$first", BCON_UTF8 (from), "}", "}"));
  append_merge_into (stages, keeper);
  append_aggregate (self, keeper, stages);
}

static void
append_copies (Migration *self)
{
  SquillModel *now = squill_design_get_model (self->now);

  SQUILL_FOR_EACH_CHILD (SquillRelationship, r,
                         squill_model_get_info (squill_design_get_model (self->then)),
                         SQUILL_KIND_RELATIONSHIP)
    {
      SQUILL_FOR_EACH_CHILD (SquillCopy, copy, r, SQUILL_KIND_COPY)
        {
          if (copy->field != NULL &&
              squill_model_get_item_of_kind (now, copy->item.id, SQUILL_KIND_COPY) == NULL)
            append_copy (self, r, copy);
        }
    }
}

/* Indexes. */

static gboolean
has_index (const SquillCollection *collection, const SquillCollectionIndex *index)
{
  for (guint i = 0; collection != NULL && i < collection->indexes->len; i++)
    {
      const SquillCollectionIndex *other = collection->indexes->pdata[i];
      gboolean same = other->keys->len == index->keys->len && other->unique == index->unique;

      for (guint k = 0; same && k < index->keys->len; k++)
        {
          const SquillKey *a = index->keys->pdata[k], *b = other->keys->pdata[k];

          same = g_str_equal (a->path, b->path) && g_str_equal (a->operator, b->operator);
        }
      if (same)
        return TRUE;
    }
  return FALSE;
}

static void
append_create (Migration *self, const char *collection, const SquillCollectionIndex *index)
{
  bson_t keys = BSON_INITIALIZER;
  bson_t *options;

  for (guint i = 0; i < index->keys->len; i++)
    {
      const SquillKey *key = index->keys->pdata[i];

      if (g_str_equal (key->operator, "1") || g_str_equal (key->operator, "-1"))
        bson_append_int32 (&keys, key->path, -1, *key->operator== '-' ? -1 : 1);
      else
        bson_append_utf8 (&keys, key->path, -1, key->operator, - 1);
    }
  options = BCON_NEW ("name", BCON_UTF8 (index->name));
  if (index->unique)
    BSON_APPEND_BOOL (options, "unique", TRUE);
  if (index->sparse)
    BSON_APPEND_BOOL (options, "sparse", TRUE);
  append_collection (self, collection);
  g_string_append (self->text, ".createIndex(");
  append_document (self, &keys, 0);
  g_string_append (self->text, ", ");
  append_taken (self, options, 0);
  g_string_append (self->text, ");\n");
  bson_destroy (&keys);
}

static void
append_indexes (Migration *self)
{
  for (guint i = 0; i < squill_design_get_n_collections (self->then); i++)
    {
      const SquillCollection *then = squill_design_get_collection (self->then, i);
      const SquillCollection *now = squill_design_find_collection (self->now, then->id);

      for (guint k = 0; k < then->indexes->len; k++)
        {
          const SquillCollectionIndex *index = then->indexes->pdata[k];

          if (index->index != NULL && !index->unresolved && !has_index (now, index))
            append_create (self, then->name, index);
        }
      for (guint k = 0; now != NULL && k < now->indexes->len; k++)
        {
          const SquillCollectionIndex *index = now->indexes->pdata[k];

          if (index->index == NULL || index->unresolved || has_index (then, index))
            continue;
          append_collection (self, now->name);
          g_string_append (self->text, ".dropIndex(");
          squill_bson_text_append_string (self->text, index->name, -1);
          g_string_append (self->text, ");\n");
        }
    }
}

/* Operations. */

static char *
write_query (SquillSamples *samples, const char *operation)
{
  g_autoptr (SquillQuery) query = squill_query_new (samples, operation);

  return query == NULL ? NULL : squill_query_to_text (query);
}

static void
append_queries (Migration *self)
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
      append_comment (self, "The operation “%” from then on", operation->name);
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
  Migration self = { now, then, NULL };

  g_return_val_if_fail (SQUILL_IS_DESIGN (now), NULL);
  g_return_val_if_fail (SQUILL_IS_DESIGN (then), NULL);

  self.text = g_string_new (NULL);
  append_fields (&self);
  append_gone (&self);
  append_relationships (&self);
  append_copies (&self);
  append_indexes (&self);
  append_queries (&self);
  return g_string_free (self.text, FALSE);
}

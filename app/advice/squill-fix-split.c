/* SPDX-License-Identifier: Apache-2.0 */

/* Fields that get an entity of their own. */

#define G_LOG_DOMAIN "squill-advice"

#include "config.h"

#include "advice/squill-advice-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* How far from its origin a new entity stands on the diagram, points. */
#define ASIDE 320

static gboolean
key_is_within (SquillModel *model, const SquillKey *key, const SquillField *field)
{
  const SquillField *named;

  if (*key->path == '=')
    return FALSE;
  named = squill_model_get_field (model, squill_key_path_get_last (key->path));
  return named != NULL && squill_item_is_within (named, field->item.id);
}

static gboolean
path_is_within (SquillModel *model, const char *path, const SquillField *field)
{
  const SquillKey key = { (char *)path, NULL };

  return path != NULL && key_is_within (model, &key, field);
}

/* Whether documents at the other end of the relationship are indexed by the field. */
static gboolean
is_indexed_across (SquillRun *run,
                   const SquillEntity *entity,
                   const SquillRelationship *r,
                   const SquillField *field)
{
  const SquillEntity *other = g_str_equal (r->parent, entity->item.id)
                                  ? _squill_run_get_child (run, r)
                                  : _squill_run_get_parent (run, r);

  SQUILL_FOR_EACH_CHILD (SquillIndex, index, other, SQUILL_KIND_INDEX)
    {
      for (guint i = 0; index->keys != NULL && i < index->keys->len; i++)
        if (squill_key_goes_through (index->keys->pdata[i], r->item.id) &&
            key_is_within (run->model, index->keys->pdata[i], field))
          return TRUE;
    }
  return FALSE;
}

/** TRUE if more than its own indexes and operations depends on where the field of an entity is. */
gboolean
_squill_run_is_field_bound (SquillRun *run, const SquillEntity *entity, const SquillField *field)
{
  guint n;
  const SquillRelationship *const *all = squill_entity_get_relationships (entity, &n);

  for (guint i = 0; entity->shard_key != NULL && i < entity->shard_key->len; i++)
    if (key_is_within (run->model, entity->shard_key->pdata[i], field))
      return TRUE;
  if (path_is_within (run->model, entity->time_field, field) ||
      path_is_within (run->model, entity->meta_field, field))
    return TRUE;
  for (guint i = 0; i < n; i++)
    {
      const SquillRelationship *r = all[i];
      const char *const ids[] = { r->parent_holder, r->child_holder, r->parent_key, r->child_key,
                                  r->order_by };

      for (guint j = 0; j < G_N_ELEMENTS (ids); j++)
        if (path_is_within (run->model, ids[j], field))
          return TRUE;
      if (is_indexed_across (run, entity, r, field))
        return TRUE;
      SQUILL_FOR_EACH_CHILD (SquillCopy, copy, r, SQUILL_KIND_COPY)
        {
          if (path_is_within (run->model, copy->field, field))
            return TRUE;
        }
    }
  return FALSE;
}

/**
 * Split:
 * @entity: the entity that loses fields
 * @fields: (element-type SquillField): the fields
 * @relationship: the id of the relationship that will lead to them
 * @child: the id of the entity that will have them
 * @array: (nullable): the field is an array whose elements become documents
 * @value: (nullable): the id of the field that an element without fields becomes
 *
 * Fields on their way to an entity of their own.
 */
typedef struct
{
  SquillModel *model;
  const SquillEntity *entity;
  const GPtrArray *fields;
  const char *relationship;
  const char *child;
  const SquillField *array;
  const char *value;
} Split;

static gboolean
is_moved (const SquillKey *key, gpointer user_data)
{
  const Split *split = user_data;

  for (guint i = 0; i < split->fields->len; i++)
    if (key_is_within (split->model, key, split->fields->pdata[i]))
      return TRUE;
  return FALSE;
}

/* Where a key of the new entity leads to what it led to before. */
static const char *
get_moved_key (const Split *split, const char *path)
{
  const char *last = squill_key_path_get_last (path);

  return split->array != NULL && split->value != NULL && g_str_equal (last, split->array->item.id)
             ? split->value
             : last;
}

/* The path by which an operation reaches it from now on. An array as a whole is what the
 * relationship leads to. */
static char *
redirect_path (const Split *split, const char *path, gboolean compares)
{
  const char *last = squill_key_path_get_last (path);
  g_autofree char *around = g_strndup (path, (gsize)(last - path));

  if (split->array != NULL && g_str_equal (last, split->array->item.id) &&
      !(compares && split->value != NULL))
    return g_strconcat (around, split->relationship, NULL);
  return g_strconcat (around, split->relationship, "/", get_moved_key (split, path), NULL);
}

static gboolean
redirect_list (SquillFix *self,
               const Split *split,
               const SquillOperation *operation,
               const char *property,
               const SquillKeys *keys,
               gboolean compares)
{
  json_auto_t *all = squill_json_keys (keys);
  gboolean changed = FALSE;

  for (guint i = 0; keys != NULL && i < keys->len; i++)
    {
      const SquillKey *key = keys->pdata[i];
      g_autofree char *path = NULL;

      if (!is_moved (key, (gpointer)split))
        continue;
      path = redirect_path (split, key->path, compares);
      json_object_set_new (json_array_get (all, i), "path", json_string (path));
      changed = TRUE;
    }
  if (changed)
    _squill_fix_set (self, operation->item.id, property, json_incref (all));
  return changed;
}

static gboolean
writes_both (const Split *split, const SquillOperation *operation)
{
  guint moved = 0;

  for (guint i = 0; operation->writes != NULL && i < operation->writes->len; i++)
    moved += is_moved (operation->writes->pdata[i], (gpointer)split) ? 1 : 0;
  return moved > 0 && moved < operation->writes->len;
}

/* Operations follow the new relationship to what they had in the document before. */
static void
redirect_operations (SquillFix *self, SquillRun *run, const Split *split)
{
  const GPtrArray *uses =
      squill_operation_index_get_uses_of (run->operations, split->entity->item.id);
  g_autoptr (GHashTable) named = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < uses->len; i++)
    {
      const SquillOperation *operation = ((const SquillUse *)uses->pdata[i])->operation;
      gboolean changed = FALSE;

      changed |= redirect_list (self, split, operation, "filter", operation->filter, TRUE);
      changed |= redirect_list (self, split, operation, "sort", operation->sort, TRUE);
      changed |= redirect_list (self, split, operation, "returns", operation->returns, FALSE);
      changed |= redirect_list (self, split, operation, "writes", operation->writes, FALSE);
      changed |= redirect_list (self, split, operation, "computes", operation->computes, FALSE);
      if (changed)
        g_hash_table_add (named, (gpointer)operation);
    }
  for (guint i = 0; i < uses->len; i++)
    {
      const SquillUse *use = uses->pdata[i];
      /* A part of a document that has a name of its own is not what everybody wants who reads the
       * document; its other half is. */
      gboolean is_named = split->array != NULL && g_hash_table_size (named) > 0;

      if (g_hash_table_contains (named, use->operation))
        _squill_fix_follow (self, use->operation, split->relationship,
                            writes_both (split, use->operation));
      else if (use->root == split->entity && _squill_use_takes_whole (use, is_named))
        _squill_fix_follow (self, use->operation, split->relationship, TRUE);
    }
}

/* Indexes follow what they index. */
static void
redirect_indexes (SquillFix *self, SquillRun *run, const Split *split)
{
  SQUILL_FOR_EACH_CHILD (SquillIndex, index, split->entity, SQUILL_KIND_INDEX)
    {
      guint n = index->keys == NULL ? 0 : index->keys->len;
      json_auto_t *all = squill_json_keys (index->keys);
      json_auto_t *left = json_array ();

      for (guint i = 0; i < n; i++)
        {
          const SquillKey *key = index->keys->pdata[i];

          if (is_moved (key, (gpointer)split))
            json_object_set_new (json_array_get (all, i), "path",
                                 json_string (get_moved_key (split, key->path)));
          else
            json_array_append (left, json_array_get (all, i));
        }
      if (n == 0 || json_array_size (left) == n)
        continue;
      if (json_array_size (left) > 0)
        {
          _squill_fix_leave_keys (self, run->model, index, left);
          continue;
        }
      _squill_fix_copy_index (self, run->model, index, split->child, all);
      if (index->unique && split->array != NULL)
        _squill_fix_lose_repeats (self, run->model, index, split->entity);
      _squill_fix_remove (self, index->item.id);
    }
}

static json_t *
make_id_field (void)
{
  g_autofree char *order = squill_rank_between (NULL, NULL);
  json_t *field = json_object ();
  json_t *types = squill_json_types (SQUILL_TYPE_OBJECT_ID);

  json_object_set_new (field, "name", json_string ("_id"));
  json_object_set_new (field, "order", json_string (order));
  json_object_set_new (field, "types", types);
  json_object_set_new (field, "required", json_true ());
  return field;
}

/* An element of a plain array as a field: what the field says of its values, nothing of what it
 * says of the array. */
static json_t *
make_value_field (const SquillField *array, const char *name, const char *after)
{
  static const char *const kept[] = { "types",        "subtype",    "size",         "enum",
                                      "minimum",      "maximum",    "min_length",   "pattern",
                                      "meaning",      "max_length", "distinct",     "unique",
                                      "whole",        "immutable",  "usual_values", "usual_range",
                                      "usual_pattern" };
  g_autofree char *order = squill_rank_between (after, NULL);
  json_t *field = json_object ();

  json_object_set_new (field, "name", json_string (name));
  json_object_set_new (field, "order", json_string (order));
  json_object_set_new (field, "required", json_true ());
  for (guint i = 0; i < G_N_ELEMENTS (kept); i++)
    {
      const SquillProperty *property = squill_kind_find_property (SQUILL_KIND_FIELD, kept[i]);
      json_t *value = squill_property_get (property, array);

      if (value != NULL)
        json_object_set_new (field, kept[i], value);
    }
  return field;
}

/* "voters" are a list of what is called "voter"; where that does not work, of values. */
static char *
get_element_name (const char *name)
{
  gsize length = strlen (name);

  if (length > 3 && g_str_has_suffix (name, "s") && !g_str_has_suffix (name, "ss"))
    return g_strndup (name, length - 1);
  return g_strdup ("value");
}

static gboolean
has_field_named (const SquillField *around, const char *name)
{
  SQUILL_FOR_EACH_CHILD (SquillField, field, around, SQUILL_KIND_FIELD)
    {
      if (g_strcmp0 (field->name, name) == 0)
        return TRUE;
    }
  return FALSE;
}

/* Adds an entity with an `_id`; gives its id. */
static char *
add_entity (
    SquillFix *self, SquillRun *run, const SquillEntity *beside, const char *wanted, json_t *fields)
{
  g_autofree char *name = _squill_run_make_entity_name (run, wanted);
  char *id = squill_model_new_id (run->model, name);
  g_autofree char *order =
      _squill_item_rank_behind (squill_model_get_info (run->model), SQUILL_KIND_ENTITY);
  json_t *content = json_object ();

  json_object_set_new (content, "name", json_string (name));
  json_object_set_new (content, "order", json_string (order));
  if (!isnan (beside->x) && !isnan (beside->y))
    {
      json_object_set_new (content, "x", squill_json_number (beside->x + ASIDE));
      json_object_set_new (content, "y", squill_json_number (beside->y));
    }
  json_object_set_new (content, "fields", fields);
  _squill_fix_add (self, SQUILL_KIND_ENTITY, id, NULL, content);
  return id;
}

/* Whether all around the field are plain objects, so that a document has it once. */
static gboolean
is_once_in_document (const SquillField *field)
{
  for (const SquillItem *around = field->item.parent; around->kind == SQUILL_KIND_FIELD;
       around = around->parent)
    if (((const SquillField *)around)->array || ((const SquillField *)around)->map)
      return FALSE;
  return TRUE;
}

/** Makes the elements of an array documents of their own that refer to where they were. Returns a
 * fix that does so; %NULL where documents have the array more than once, or where something
 * depends on it that cannot follow (transfer full) (nullable). */
SquillFix *
_squill_fix_new_collection (SquillRun *run, const SquillField *array)
{
  const SquillItem *owner = squill_item_get_owner (array);
  const SquillEntity *entity = (const SquillEntity *)owner;
  g_autoptr (GPtrArray) moved = g_ptr_array_new ();
  g_autoptr (GPtrArray) keys = NULL, guarded = NULL;
  g_autofree char *value_id = NULL, *entity_id = NULL, *relationship_id = NULL, *index_id = NULL;
  g_autofree char *element = NULL, *order = NULL, *id_id = NULL, *index_order = NULL;
  json_t *fields, *content, *index;
  SquillFix *self;
  Split split;

  if (owner->kind != SQUILL_KIND_ENTITY || !array->array || !is_once_in_document (array) ||
      !squill_design_is_collection (run->design, owner->id) || has_field_named (array, "[]") ||
      has_field_named (array, "_id") || _squill_run_is_field_bound (run, entity, array))
    return NULL;

  self = _squill_fix_new (
      g_strdup_printf (_ ("Move %s to a collection of their own"), _squill_wording_name (array)));
  fields = json_object ();
  id_id = squill_model_new_id (run->model, "id");
  json_object_set_new (fields, id_id, make_id_field ());
  if (array->types & ~(SquillTypes)(SQUILL_TYPE_OBJECT | SQUILL_TYPE_NULL) ||
      array->item.children == NULL || array->item.children->len == 0)
    {
      const char *id_order =
          json_string_value (json_object_get (json_object_get (fields, id_id), "order"));

      element = get_element_name (array->name);
      value_id = squill_model_new_id (run->model, element);
      json_object_set_new (fields, value_id, make_value_field (array, element, id_order));
      if (array->item.children != NULL && array->item.children->len > 0)
        json_object_set_new (json_object_get (fields, value_id), "types",
                             squill_json_types (array->types & ~SQUILL_TYPE_OBJECT));
    }
  entity_id = add_entity (self, run, entity, array->name, fields);
  SQUILL_FOR_EACH_CHILD (SquillField, child, array, SQUILL_KIND_FIELD)
    {
      _squill_fix_move (self, child->item.id, entity_id, child->order);
    }

  relationship_id = squill_model_new_id (run->model, array->name);
  order = _squill_item_rank_behind (squill_model_get_info (run->model), SQUILL_KIND_RELATIONSHIP);
  content = json_object ();
  json_object_set_new (content, "name", json_string (array->name));
  json_object_set_new (content, "order", json_string (order));
  json_object_set_new (content, "parent", json_string (entity->item.id));
  json_object_set_new (content, "child", json_string (entity_id));
  json_object_set_new (content, "placement", json_string ("parent-reference"));
  if (squill_triple_is_set (array->length))
    json_object_set_new (content, "children", squill_json_triple (array->length));
  json_object_set_new (content, "parents", squill_json_triple (SQUILL_TRIPLE (1, 1, 1)));
  if (!isnan (array->growth))
    json_object_set_new (content, "growth", squill_json_number (array->growth));
  json_object_set_new (content, "contains", json_true ());
  if (has_field_named (array, entity->name) || g_strcmp0 (element, entity->name) == 0)
    json_object_set_new (content, "child_name",
                         json_sprintf ("%s_id", entity->name == NULL ? "" : entity->name));
  _squill_fix_add (self, SQUILL_KIND_RELATIONSHIP, relationship_id, NULL, content);

  g_ptr_array_add (moved, (gpointer)array);
  split = (Split){ run->model, entity, moved, relationship_id, entity_id, array, value_id };
  keys = _squill_keys_new ();
  _squill_keys_take (keys, relationship_id, "1");
  guarded = _squill_run_get_guarded_keys (run, entity->item.id, is_moved, &split);
  for (guint i = 0; guarded != NULL && i < guarded->len; i++)
    _squill_keys_take (keys, get_moved_key (&split, ((const SquillKey *)guarded->pdata[i])->path),
                       "1");
  index = json_object ();
  index_order = squill_rank_between (NULL, NULL);
  json_object_set_new (index, "order", json_string (index_order));
  json_object_set_new (index, "keys", squill_json_keys (keys));
  if (guarded != NULL)
    json_object_set_new (index, "unique", json_true ());
  else
    _squill_fix_lose (self, g_strdup_printf (_ ("The order of “%s” in the array is not kept."),
                                             _squill_wording_name (array)));
  index_id = squill_model_new_id (run->model, "index");
  _squill_fix_add (self, SQUILL_KIND_INDEX, index_id, entity_id, index);

  redirect_operations (self, run, &split);
  redirect_indexes (self, run, &split);
  _squill_fix_remove (self, array->item.id);
  return self;
}

/**
 * _squill_fix_new_details:
 * @run: a run
 * @entity: an entity with a collection of its own
 * @fields: (element-type SquillField): some of its fields
 *
 * Moves fields to a second entity, one document for each, which the first refers to.
 *
 * Returns: (transfer full) (nullable): a fix that does so; %NULL where something depends on a field
 *   that cannot follow
 */
SquillFix *
_squill_fix_new_details (SquillRun *run, const SquillEntity *entity, const GPtrArray *fields)
{
  g_autofree char *wanted = NULL, *entity_id = NULL, *relationship_id = NULL, *order = NULL;
  g_autofree char *id_id = NULL;
  json_t *own, *content;
  SquillFix *self;
  Split split;

  for (guint i = 0; i < fields->len; i++)
    {
      const SquillField *field = fields->pdata[i];

      if (field->item.parent != &entity->item || g_strcmp0 (field->name, "_id") == 0 ||
          _squill_run_is_field_bound (run, entity, field))
        return NULL;
    }
  if (fields->len == 0 || !squill_design_is_collection (run->design, entity->item.id))
    return NULL;

  wanted =
      g_strdup_printf ("%s_details", entity->name == NULL ? "" : _squill_wording_name (entity));
  self = _squill_fix_new (g_strdup_printf (_ ("Move what is rarely read to %s"), wanted));
  own = json_object ();
  id_id = squill_model_new_id (run->model, "id");
  json_object_set_new (own, id_id, make_id_field ());
  entity_id = add_entity (self, run, entity, wanted, own);
  for (guint i = 0; i < fields->len; i++)
    {
      const SquillField *field = fields->pdata[i];

      _squill_fix_move (self, field->item.id, entity_id, field->order);
    }

  relationship_id = squill_model_new_id (run->model, "details");
  order = _squill_item_rank_behind (squill_model_get_info (run->model), SQUILL_KIND_RELATIONSHIP);
  content = json_object ();
  json_object_set_new (content, "name", json_string ("details"));
  json_object_set_new (content, "order", json_string (order));
  json_object_set_new (content, "parent", json_string (entity->item.id));
  json_object_set_new (content, "child", json_string (entity_id));
  json_object_set_new (content, "placement", json_string ("child-references"));
  json_object_set_new (content, "children", squill_json_triple (SQUILL_TRIPLE (1, 1, 1)));
  json_object_set_new (content, "parents", squill_json_triple (SQUILL_TRIPLE (1, 1, 1)));
  _squill_fix_add (self, SQUILL_KIND_RELATIONSHIP, relationship_id, NULL, content);
  split = (Split){ run->model, entity, fields, relationship_id, entity_id, NULL, NULL };
  redirect_operations (self, run, &split);
  redirect_indexes (self, run, &split);
  return self;
}

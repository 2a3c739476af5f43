/* SPDX-License-Identifier: Apache-2.0 */

/* Fields that few documents have, as an array of names and values. */

#define G_LOG_DOMAIN "squill-advice"

#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "advice/squill-transform-private.h"
#include "model/squill-authoring.h"
#include "text/squill-text.h"

/* One field is an array of names and values for nothing. */
#define MIN_FIELDS 2

static gboolean
is_rare (SquillRun *run, const SquillField *field)
{
  return field->presence < _squill_run_get (run, SQUILL_THRESHOLD_ATTRIBUTE_PRESENCE) &&
         !field->required && field->variants == NULL && !field->array && !field->map &&
         (field->types & (SQUILL_TYPE_OBJECT | SQUILL_TYPE_ARRAY)) == 0 &&
         field->types != SQUILL_TYPE_NONE;
}

static gboolean
is_asked_for (SquillRun *run, const SquillEntity *entity, const char *field)
{
  const GPtrArray *uses = squill_operation_index_get_uses_of (run->operations, entity->item.id);

  for (guint i = 0; i < uses->len; i++)
    {
      const SquillOperation *operation = ((const SquillUse *)uses->pdata[i])->operation;

      if (_squill_keys_find (operation->filter, field) != NULL ||
          _squill_keys_find (operation->sort, field) != NULL)
        return TRUE;
    }
  return FALSE;
}

static gboolean
has_own_index (const SquillEntity *entity, const char *field)
{
  SQUILL_FOR_EACH_CHILD (SquillIndex, index, entity, SQUILL_KIND_INDEX)
    {
      if (index->keys != NULL && index->keys->len == 1 &&
          g_str_equal (((const SquillKey *)index->keys->pdata[0])->path, field))
        return TRUE;
    }
  return FALSE;
}

/* The fields with these types. */
static void
read_attributes (SquillRun *run,
                 const SquillEntity *entity,
                 SquillTypes types,
                 SquillAttributes *attributes)
{
  g_ptr_array_set_size (attributes->fields, 0);
  attributes->n_asked = attributes->n_indexes = 0;
  SQUILL_FOR_EACH_CHILD (SquillField, field, entity, SQUILL_KIND_FIELD)
    {
      gboolean asked, indexed;

      if (field->types != types || !is_rare (run, field))
        continue;
      asked = is_asked_for (run, entity, field->item.id);
      indexed = has_own_index (entity, field->item.id);
      if (!asked && !indexed)
        continue;
      attributes->n_asked += asked;
      attributes->n_indexes += indexed;
      g_ptr_array_add (attributes->fields, (gpointer)field);
    }
}

/**
 * _squill_run_find_attributes:
 * @run: a run
 * @entity: an entity
 * @n_asked: how many of them have to be looked for at least
 * @n_indexes: or else how many have to have an index
 * @attributes: (out): what was found; clear it with _squill_attributes_clear()
 *
 * Looks for fields of the same types that few documents have.
 *
 * Returns: %TRUE if there are as many
 */
gboolean
_squill_run_find_attributes (SquillRun *run,
                             const SquillEntity *entity,
                             double n_asked,
                             double n_indexes,
                             SquillAttributes *attributes)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);

  *attributes = (SquillAttributes){ g_ptr_array_new (), 0, 0 };
  SQUILL_FOR_EACH_CHILD (SquillField, field, entity, SQUILL_KIND_FIELD)
    {
      if (!is_rare (run, field) || !g_hash_table_add (seen, GUINT_TO_POINTER (field->types)))
        continue;
      read_attributes (run, entity, field->types, attributes);
      if (attributes->n_asked >= n_asked || attributes->n_indexes >= n_indexes)
        return TRUE;
    }
  return FALSE;
}

/** Frees what attributes have. */
void
_squill_attributes_clear (SquillAttributes *self)
{
  g_clear_pointer (&self->fields, g_ptr_array_unref);
}

/**
 * Conversion:
 * @entity: the entity that gets the array
 * @fields: (element-type SquillField): the fields that go
 * @array: the id of the array
 * @name: the id of the field that has the name of an element
 * @value: the id of the one that has its value
 *
 * Fields on their way into an array.
 */
typedef struct
{
  SquillModel *model;
  const SquillEntity *entity;
  const GPtrArray *fields;
  const char *array;
  const char *name;
  const char *value;
} Conversion;

static const SquillField *
find_converted (const Conversion *self, const SquillKey *key)
{
  const SquillField *field =
      *key->path == '='
          ? NULL
          : squill_model_get_field (self->model, squill_key_path_get_last (key->path));

  return field != NULL && g_ptr_array_find ((GPtrArray *)self->fields, field, NULL) ? field : NULL;
}

static gboolean
has_converted (const Conversion *self, const SquillKeys *keys)
{
  for (guint i = 0; keys != NULL && i < keys->len; i++)
    if (find_converted (self, keys->pdata[i]) != NULL)
      return TRUE;
  return FALSE;
}

static void
append_key (json_t *keys, const char *around, const char *id, const char *operator)
{
  json_t *key = json_object ();

  json_object_set_new (key, "path", json_sprintf ("%s%s", around, id));
  if (operator!= NULL && * operator!= '\0')
    json_object_set_new (key, "how", json_string (operator));
  json_array_append_new (keys, key);
}

/* Keys of an operation. A condition on a field is one on the name and one on the value of an
 * element; what is returned or written is the array. */
static void
convert_keys (SquillFix *fix,
              const Conversion *self,
              const SquillOperation *operation,
              const char *property,
              const SquillKeys *keys,
              gboolean compares)
{
  json_auto_t *all = json_array ();
  gboolean has_array = FALSE;

  if (!has_converted (self, keys))
    return;
  for (guint i = 0; i < keys->len; i++)
    {
      const SquillKey *key = keys->pdata[i];
      const SquillField *field = find_converted (self, key);
      g_autofree char *around =
          g_strndup (key->path, (gsize)(squill_key_path_get_last (key->path) - key->path));

      if (field == NULL)
        append_key (all, "", key->path, key->operator);
      else if (compares)
        {
          g_autofree char *wanted = g_strdup_printf ("eq:%s", field->name);

          append_key (all, around, self->name, wanted);
          if (!g_str_equal (key->operator, "exists"))
            append_key (all, around, self->value, key->operator);
        }
      else if (!has_array)
        {
          append_key (all, around, self->array, key->operator);
          has_array = TRUE;
        }
    }
  _squill_fix_set (fix, operation->item.id, property, json_incref (all));
}

static void
convert_operations (SquillFix *fix, SquillRun *run, const Conversion *self)
{
  const GPtrArray *uses =
      squill_operation_index_get_uses_of (run->operations, self->entity->item.id);

  for (guint i = 0; i < uses->len; i++)
    {
      const SquillOperation *operation = ((const SquillUse *)uses->pdata[i])->operation;

      convert_keys (fix, self, operation, "filter", operation->filter, TRUE);
      convert_keys (fix, self, operation, "returns", operation->returns, FALSE);
      convert_keys (fix, self, operation, "writes", operation->writes, FALSE);
    }
}

/* Why operations could not do what they do. */
static char *
find_obstacle (SquillRun *run, const Conversion *self)
{
  const GPtrArray *uses =
      squill_operation_index_get_uses_of (run->operations, self->entity->item.id);

  for (guint i = 0; i < uses->len; i++)
    {
      const SquillOperation *operation = ((const SquillUse *)uses->pdata[i])->operation;

      if (has_converted (self, operation->sort))
        return g_strdup_printf (_ ("“%s” sorts by one of these fields, which an array of them "
                                   "does not allow."),
                                _squill_wording_name (operation));
      if (has_converted (self, operation->computes))
        return g_strdup_printf (_ ("“%s” computes from one of these fields."),
                                _squill_wording_name (operation));
    }
  return NULL;
}

static char *
add_field (SquillFix *fix,
           SquillRun *run,
           const char *owner,
           const char *name,
           const char *order,
           SquillTypes types,
           json_t *content)
{
  char *id = squill_model_new_id (run->model, name);

  json_object_set_new (content, "name", json_string (name));
  json_object_set_new (content, "order", json_string (order));
  json_object_set_new (content, "types", squill_json_types (types));
  _squill_fix_add (fix, SQUILL_KIND_FIELD, id, owner, content);
  return id;
}

static gboolean
is_constrained (const SquillField *field)
{
  return field->enumeration != NULL || field->minimum != NULL || field->maximum != NULL ||
         field->pattern != NULL || !isnan (field->min_length) || !isnan (field->max_length) ||
         field->unique || field->immutable || field->default_value != NULL;
}

/* From the least to the most that one of them has; unset where one does not say. */
static SquillTriple
join_sizes (const GPtrArray *fields)
{
  SquillTriple size = ((const SquillField *)fields->pdata[0])->size;

  for (guint i = 1; i < fields->len; i++)
    {
      const SquillTriple other = ((const SquillField *)fields->pdata[i])->size;

      if (!squill_triple_is_set (size) || !squill_triple_is_set (other))
        return SQUILL_TRIPLE_UNSET;
      size = SQUILL_TRIPLE (fmin (size.min, other.min), fmax (size.likely, other.likely),
                            fmax (size.max, other.max));
    }
  return size;
}

/* What all of them are; NULL where they differ. */
static const char *
get_common_meaning (const GPtrArray *fields)
{
  const char *meaning = ((const SquillField *)fields->pdata[0])->meaning;

  for (guint i = 1; i < fields->len; i++)
    if (g_strcmp0 (meaning, ((const SquillField *)fields->pdata[i])->meaning) != 0)
      return NULL;
  return meaning;
}

static char *
add_array (SquillFix *fix, SquillRun *run, const Conversion *self)
{
  g_autofree char *name = squill_model_make_unique_name (run->model, self->entity->item.id,
                                                         SQUILL_KIND_FIELD, "attributes");
  guint n;
  gpointer const *all = squill_item_get_children (self->entity, SQUILL_KIND_FIELD, &n);
  g_autofree char *order = squill_rank_between (((const SquillField *)all[n - 1])->order, NULL);
  double usual = 0;

  for (guint i = 0; i < self->fields->len; i++)
    usual += ((const SquillField *)self->fields->pdata[i])->presence;
  return add_field (fix, run, self->entity->item.id, name, order, SQUILL_TYPE_OBJECT,
                    json_pack ("{s:b, s:o, s:f}", "array", 1, "length",
                               squill_json_triple (SQUILL_TRIPLE (
                                   0, fmin (usual, self->fields->len), self->fields->len)),
                               "cap", (double)self->fields->len));
}

static char *
add_name (SquillFix *fix, SquillRun *run, const Conversion *self)
{
  g_autofree char *order = squill_rank_between (NULL, NULL);
  json_t *names = json_array (), *shares = json_array ();
  double all = 0, least = INFINITY, most = 0;

  for (guint i = 0; i < self->fields->len; i++)
    all += ((const SquillField *)self->fields->pdata[i])->presence;
  for (guint i = 0; i < self->fields->len; i++)
    {
      const SquillField *field = self->fields->pdata[i];
      const double length = (double)strlen (field->name);

      json_array_append_new (names, json_string (field->name));
      if (all > 0)
        json_array_append_new (
            shares, json_pack ("{s:s, s:f}", "value", field->name, "share", field->presence / all));
      least = fmin (least, length);
      most = fmax (most, length);
    }
  return add_field (
      fix, run, self->array, "k", order, SQUILL_TYPE_STRING,
      json_pack ("{s:b, s:o, s:o, s:f, s:o}", "required", 1, "enum", names, "value_shares", shares,
                 "distinct", (double)self->fields->len, "size",
                 squill_json_triple (SQUILL_TRIPLE (least, (least + most) / 2, most))));
}

static char *
add_value (SquillFix *fix, SquillRun *run, const Conversion *self)
{
  const SquillField *first = self->fields->pdata[0];
  const char *meaning = get_common_meaning (self->fields);
  const SquillTriple size = join_sizes (self->fields);
  g_autofree char *before = squill_rank_between (NULL, NULL);
  g_autofree char *order = squill_rank_between (before, NULL);
  json_t *content = json_pack ("{s:b}", "required", 1);

  if (meaning != NULL)
    json_object_set_new (content, "meaning", json_string (meaning));
  if (squill_triple_is_set (size))
    json_object_set_new (content, "size", squill_json_triple (size));
  return add_field (fix, run, self->array, "v", order, first->types, content);
}

/* Indexes on the fields lose those keys; one in their place is of all of them. */
static void
replace_indexes (SquillFix *fix, SquillRun *run, const Conversion *self)
{
  g_autoptr (GPtrArray) keys = _squill_keys_new ();

  SQUILL_FOR_EACH_CHILD (SquillIndex, index, self->entity, SQUILL_KIND_INDEX)
    {
      if (index->unique && index->keys->len == 1 && has_converted (self, index->keys))
        {
          json_auto_t *none = json_array ();

          _squill_fix_lose_unique (fix, run->model, index, none);
        }
    }
  for (guint i = 0; i < self->fields->len; i++)
    _squill_fix_remove_keys (fix, run->model, self->entity,
                             ((const SquillField *)self->fields->pdata[i])->item.id);
  _squill_keys_take (keys, self->name, "1");
  _squill_keys_take (keys, self->value, "1");
  g_free (_squill_fix_add_index (fix, run->model, self->entity, keys, FALSE, NAN));
}

/**
 * _squill_fix_new_attributes:
 * @run: a run
 * @entity: an entity
 * @fields: (element-type SquillField): fields of it with the same types
 * @reason: (out) (optional): why they cannot become an array
 *
 * Makes fields an array of names and values with one index, and has operations look there.
 *
 * Returns: (transfer full) (nullable): a fix that does so
 */
SquillFix *
_squill_fix_new_attributes (SquillRun *run,
                            const SquillEntity *entity,
                            const GPtrArray *fields,
                            char **reason)
{
  Conversion self = { run->model, entity, fields, NULL, NULL, NULL };
  g_autofree char *array = NULL, *name = NULL, *value = NULL, *obstacle = NULL;
  g_autoptr (GPtrArray) constrained = g_ptr_array_new ();
  g_autoptr (GPtrArray) sites = squill_design_get_document_sites (run->design, entity->item.id);
  SquillFix *fix;

  if (_squill_run_get_own_collection (run, entity->item.id) == NULL || sites->len != 1)
    return _squill_transform_refuse (
        reason, g_strdup_printf (_ ("“%s” is embedded in other documents, whose operations and "
                                    "indexes name these fields."),
                                 _squill_wording_name (entity)));
  for (guint i = 0; i < fields->len; i++)
    {
      const SquillField *field = fields->pdata[i];

      if (_squill_run_is_field_bound (run, entity, field))
        return _squill_transform_refuse (
            reason, g_strdup_printf (_ ("A relationship or the way the collection is stored needs "
                                        "“%s” where it is."),
                                     _squill_wording_name (field)));
      if (is_constrained (field))
        g_ptr_array_add (constrained, (gpointer)_squill_wording_name (field));
    }
  obstacle = find_obstacle (run, &self);
  if (obstacle != NULL)
    return _squill_transform_refuse (reason, g_steal_pointer (&obstacle));

  fix = _squill_fix_new (g_strdup_printf (_ ("Store %u fields as names and values"), fields->len));
  self.array = array = add_array (fix, run, &self);
  self.name = name = add_name (fix, run, &self);
  self.value = value = add_value (fix, run, &self);
  convert_operations (fix, run, &self);
  replace_indexes (fix, run, &self);
  for (guint i = 0; i < fields->len; i++)
    _squill_fix_remove (fix, ((const SquillField *)fields->pdata[i])->item.id);
  if (constrained->len > 0)
    {
      g_autofree char *list = squill_text_names (constrained);

      _squill_fix_lose (
          fix,
          g_strdup_printf (_ ("What is said of the values of %s is not checked any more."), list));
    }
  return fix;
}

static SquillFix *
make_attributes (SquillRun *run, gconstpointer subject, char **reason)
{
  const SquillEntity *entity = subject;
  g_auto (SquillAttributes) attributes = { NULL, 0, 0 };
  g_autofree char *share =
      squill_text_share (_squill_run_get (run, SQUILL_THRESHOLD_ATTRIBUTE_PRESENCE));

  if (!_squill_run_find_attributes (run, entity, MIN_FIELDS, MIN_FIELDS, &attributes))
    return _squill_transform_refuse (
        reason, g_strdup_printf (_ ("It has no two fields of one type that fewer than %s of the "
                                    "documents have, and that are looked for."),
                                 share));
  return _squill_fix_new_attributes (run, entity, attributes.fields, reason);
}

static SquillFix *
make_pairs (SquillRun *run, gconstpointer subject, char **reason)
{
  return _squill_fix_new_pairs (run, subject, reason);
}

const SquillPatternEntry _squill_patterns_attributes[] = {
  { .pattern = { "attribute", N_ ("Attribute"),
                 N_ ("Makes many similar fields that few documents have, or an object whose field "
                     "names are data, an array of names and values. One index serves all of them, "
                     "and a new one needs no new index. It pays where they are looked for."),
                 SQUILL_SOURCE_ATTRIBUTE },
    .of_entity = make_attributes,
    .of_field = make_pairs },
  { .pattern = { NULL } },
};

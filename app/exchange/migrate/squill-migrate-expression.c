/* SPDX-License-Identifier: Apache-2.0 */

/* Expressions of pipelines that read, set and convert fields. Names with dots or dollars are no
 * paths: such fields are read by $getField. Fields are set by $setField, which takes any name and
 * never merges objects. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include "exchange/migrate/squill-migrate-private.h"

#include <string.h>

static gboolean
is_plain (const char *name)
{
  return *name != '\0' && strpbrk (name, ".$") == NULL;
}

static json_t *
literal (const char *text)
{
  return json_pack ("{s:s}", "$literal", text);
}

/** The field of an object; takes the expression of that. */
json_t *
_squill_expression_get (json_t *object, const char *name)
{
  const char *path = json_string_value (object);

  if (path != NULL && is_plain (name))
    {
      g_autofree char *inner = g_strconcat (path, ".", name, NULL);

      json_decref (object);
      return json_string (inner);
    }
  return json_pack ("{s:{s:o, s:o}}", "$getField", "field", literal (name), "input", object);
}

/** An object with another value of a field, or without it where the value is missing; takes both.
 */
json_t *
_squill_expression_set (json_t *object, const char *name, json_t *value)
{
  return json_pack ("{s:{s:o, s:o, s:o}}", "$setField", "field", literal (name), "input", object,
                    "value", value);
}

/** An object without a field; takes it. */
json_t *
_squill_expression_unset (json_t *object, const char *name)
{
  return json_pack ("{s:{s:o, s:o}}", "$unsetField", "field", literal (name), "input", object);
}

/** What is at a shape in a document that the variable @base has; NULL where it is in an array or a
 * map. */
json_t *
_squill_expression_find (const SquillShape *document, const SquillShape *shape, const char *base)
{
  json_t *object;

  if (shape == document)
    return json_string (base);
  if (shape->parent == NULL ||
      (shape->parent != document && (shape->parent->array || shape->parent->map)))
    return NULL;
  object = _squill_expression_find (document, shape->parent, base);
  return object == NULL ? NULL : _squill_expression_get (object, shape->name);
}

/** Takes the stage. */
void
_squill_stages_append (json_t *stages, json_t *stage)
{
  g_assert (stage != NULL);
  json_array_append_new (stages, stage);
}

/** Sets a field of `d`, the document that is built; takes the value. */
void
_squill_stages_set (json_t *stages, const char *name, json_t *value)
{
  _squill_stages_append (stages,
                         json_pack ("{s:{s:o}}", "$set", "d",
                                    _squill_expression_set (json_string ("$d"), name, value)));
}

/* Shapes that are the same thing in two designs. */

/** Whether it is a field of the entity of its document, embedded or not. */
gboolean
_squill_shape_is_field (const SquillShape *shape)
{
  return shape->origin == SQUILL_ORIGIN_OWN ||
         (shape->origin == SQUILL_ORIGIN_EMBEDDED && !shape->document);
}

static gboolean
is_id (const SquillShape *shape)
{
  return _squill_shape_is_field (shape) && g_str_equal (shape->name, "_id");
}

static gboolean
is_match (const SquillShape *shape, const SquillShape *was)
{
  if (is_id (shape) && is_id (was))
    return TRUE;
  if (_squill_shape_is_field (shape) && _squill_shape_is_field (was))
    return shape->field == NULL && was->field == NULL ? g_str_equal (shape->name, was->name)
                                                      : g_strcmp0 (shape->field, was->field) == 0;
  if (shape->origin != was->origin || shape->document != was->document ||
      g_strcmp0 (shape->copy, was->copy) != 0 ||
      g_strcmp0 (shape->relationship, was->relationship) != 0)
    return FALSE;
  /* A reference may be held by a field in one of the designs only. */
  if (shape->origin == SQUILL_ORIGIN_REFERENCE || shape->origin == SQUILL_ORIGIN_EMBEDDED)
    return g_strcmp0 (shape->target, was->target) == 0;
  return g_strcmp0 (shape->field, was->field) == 0;
}

/* References of one relationship, for a document that is both a parent and a child. */
static guint
get_rank (const SquillShape *shape)
{
  guint rank = 0;

  for (guint i = 0; i < shape->parent->children->len; i++)
    {
      const SquillShape *other = shape->parent->children->pdata[i];

      if (other == shape)
        break;
      rank += is_match (shape, other);
    }
  return rank;
}

/** What a shape was among the fields of @parent; NULL where it was not there. */
const SquillShape *
_squill_shape_match (const SquillShape *shape, const SquillShape *parent)
{
  guint rank = get_rank (shape);

  for (guint i = 0; parent != NULL && i < parent->children->len; i++)
    if (is_match (shape, parent->children->pdata[i]) && rank-- == 0)
      return parent->children->pdata[i];
  /* Objects that are read from a map have their key as a field. */
  if (parent != NULL && parent->map && parent->key != NULL && is_match (shape, parent->key))
    return parent->key;
  return NULL;
}

/** What a shape was anywhere in a document, but for arrays and maps. */
const SquillShape *
_squill_shape_find_match (const SquillShape *shape, const SquillShape *document)
{
  const SquillShape *found = _squill_shape_match (shape, document);

  for (guint i = 0; document != NULL && found == NULL && i < document->children->len; i++)
    {
      const SquillShape *child = document->children->pdata[i];

      /* What was embedded once may have become fields of the document around it. */
      if ((_squill_shape_is_field (child) || child->document) && !child->array && !child->map &&
          !child->recursive)
        found = _squill_shape_find_match (shape, child);
    }
  return found;
}

/** The key that references go by: the field, or `_id`. */
const SquillShape *
_squill_shape_find_key (const SquillShape *document, const char *field)
{
  for (guint i = 0; i < document->children->len; i++)
    {
      const SquillShape *child = document->children->pdata[i], *inner;

      if (field == NULL ? is_id (child)
                        : g_strcmp0 (child->field, field) == 0 &&
                              child->origin != SQUILL_ORIGIN_COPY && !child->array && !child->map)
        return child;
      if (field == NULL || child->document || child->array || child->map)
        continue;
      inner = _squill_shape_find_key (child, field);
      if (inner != NULL)
        return inner;
    }
  return NULL;
}

/** What a copy is filled with, in the document it comes from; NULL where its field is gone. */
const SquillShape *
_squill_shape_find_source (const SquillShape *document, const SquillShape *copy)
{
  return copy->field == NULL ? NULL : _squill_shape_find_key (document, copy->field);
}

/* What values of other types have to become; none where all of them may stay. */
static SquillTypes
get_target (const SquillShape *shape, const SquillShape *was)
{
  static const SquillTypes targets[] = {
    SQUILL_TYPE_DECIMAL, SQUILL_TYPE_DOUBLE,    SQUILL_TYPE_LONG, SQUILL_TYPE_INT,
    SQUILL_TYPE_DATE,    SQUILL_TYPE_OBJECT_ID, SQUILL_TYPE_BOOL, SQUILL_TYPE_STRING,
  };

  if (shape->types == 0 || shape->children->len > 0 || was->children->len > 0 ||
      ((was->types | was->outlier_types) & ~(shape->types | shape->outlier_types)) == 0)
    return SQUILL_TYPE_NONE;
  for (guint i = 0; i < G_N_ELEMENTS (targets); i++)
    if ((shape->types & targets[i]) != 0)
      return targets[i];
  return SQUILL_TYPE_NONE;
}

/** Whether what was there can stay as it is. */
gboolean
_squill_shape_is_same (const SquillShape *shape, const SquillShape *was)
{
  if (shape->array != was->array || shape->map != was->map ||
      shape->children->len != was->children->len || get_target (shape, was) != SQUILL_TYPE_NONE)
    return FALSE;
  if (shape->parent != NULL && was->parent != NULL && !shape->document &&
      !g_str_equal (shape->name, was->name))
    return FALSE;
  for (guint i = 0; i < shape->children->len; i++)
    {
      const SquillShape *child = shape->children->pdata[i];
      const SquillShape *match = _squill_shape_match (child, was);

      if (match == NULL || !g_str_equal (child->name, match->name) ||
          !_squill_shape_is_same (child, match))
        return FALSE;
    }
  return TRUE;
}

/* Values. */

/* A value that cannot be converted stays what it is. */
static json_t *
convert_value (const SquillShape *shape, const SquillShape *was, json_t *value)
{
  const SquillTypes target = get_target (shape, was);
  const SquillTypes kept = shape->types | shape->outlier_types | SQUILL_TYPE_NULL;
  json_t *names;

  if (target == SQUILL_TYPE_NONE)
    return value;
  names = json_pack ("[s]", "missing");
  for (guint i = 0; i < SQUILL_N_TYPES; i++)
    if ((kept & (1u << i)) != 0)
      json_array_append_new (names, json_string (squill_type_get_name ((SquillTypes)(1u << i))));
  return json_pack ("{s:[{s:[{s:O}, o]}, O, {s:{s:O, s:s, s:o}}]}", "$cond", "$in", "$type", value,
                    names, value, "$convert", "input", value, "to", squill_type_get_name (target),
                    "onError", value);
}

/* The object of @was as that of @shape. */
static json_t *
convert_object (const SquillShape *shape, const SquillShape *was, const char *base, guint level)
{
  json_t *object = json_string (base);

  for (guint i = 0; i < was->children->len; i++)
    {
      const SquillShape *old = was->children->pdata[i];
      gboolean stays = FALSE;

      for (guint j = 0; !stays && j < shape->children->len; j++)
        {
          const SquillShape *child = shape->children->pdata[j];

          stays = g_str_equal (child->name, old->name) && _squill_shape_match (child, was) == old;
        }
      if (!stays)
        object = _squill_expression_unset (object, old->name);
    }
  for (guint i = 0; i < shape->children->len; i++)
    {
      const SquillShape *child = shape->children->pdata[i];
      const SquillShape *match = _squill_shape_match (child, was);

      if (match != NULL &&
          !(_squill_shape_is_same (child, match) && g_str_equal (child->name, match->name)))
        object = _squill_expression_set (
            object, child->name,
            _squill_expression_convert (
                child, match, _squill_expression_get (json_string (base), match->name), level + 1));
    }
  return object;
}

/* One value, or one element. */
static json_t *
convert_one (const SquillShape *shape, const SquillShape *was, json_t *value, guint level)
{
  g_autofree char *name = g_strdup_printf ("v%u", level);
  g_autofree char *variable = g_strdup_printf ("$$v%u", level);

  if (was->children->len == 0 || shape->children->len == 0)
    return convert_value (shape, was, value);
  return json_pack ("{s:{s:{s:o}, s:{s:[{s:[{s:s}, s]}, o, s]}}}", "$let", "vars", name, value,
                    "in", "$cond", "$eq", "$type", variable, "object",
                    convert_object (shape, was, variable, level), variable);
}

static json_t *
convert_elements (const SquillShape *shape, const SquillShape *was, json_t *value, guint level)
{
  g_autofree char *name = g_strdup_printf ("e%u", level);
  g_autofree char *variable = g_strdup_printf ("$$e%u", level);

  if (was->map)
    return json_pack (
        "{s:[{s:[{s:O}, s]}, {s:{s:{s:{s:O}, s:s, s:{s:o, s:o}}}}, o]}", "$cond", "$eq", "$type",
        value, "object", "$arrayToObject", "$map", "input", "$objectToArray", value, "as", name,
        "in", "k", _squill_expression_get (json_string (variable), "k"), "v",
        convert_one (shape, was, _squill_expression_get (json_string (variable), "v"), level),
        value);
  return json_pack ("{s:[{s:O}, {s:{s:O, s:s, s:o}}, o]}", "$cond", "$isArray", value, "$map",
                    "input", value, "as", name, "in",
                    convert_one (shape, was, json_string (variable), level), value);
}

static gboolean
has_same_values (const SquillShape *shape, const SquillShape *was)
{
  if (get_target (shape, was) != SQUILL_TYPE_NONE || shape->children->len != was->children->len)
    return FALSE;
  for (guint i = 0; i < shape->children->len; i++)
    {
      const SquillShape *child = shape->children->pdata[i];
      const SquillShape *match = _squill_shape_match (child, was);

      if (match == NULL || !g_str_equal (child->name, match->name) ||
          !_squill_shape_is_same (child, match))
        return FALSE;
    }
  return TRUE;
}

/** The value of @was as that of @shape; takes it. What is single becomes an array of one; an array
 * becomes single only where it has one element. */
json_t *
_squill_expression_convert (const SquillShape *shape,
                            const SquillShape *was,
                            json_t *value,
                            guint level)
{
  if (!has_same_values (shape, was))
    value = was->array || was->map ? convert_elements (shape, was, value, level)
                                   : convert_one (shape, was, value, level);
  if (shape->array && !was->array && !was->map)
    return json_pack ("{s:[{s:[{s:O}, [s, s, s]]}, O, [o]]}", "$cond", "$in", "$type", value,
                      "missing", "null", "array", value, value);
  if (was->array && !shape->array && !shape->map)
    return json_pack ("{s:[{s:[{s:{s:[{s:O}, O, []]}}, i]}, {s:O}, o]}", "$cond", "$eq", "$size",
                      "$cond", "$isArray", value, value, 1, "$first", value, value);
  return value;
}

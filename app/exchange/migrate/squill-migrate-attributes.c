/* SPDX-License-Identifier: Apache-2.0 */

/* Fields that become elements of an array, each with a name and a value, and such elements that
 * become fields. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include "exchange/migrate/squill-migrate-private.h"

/* What an array keeps: the names, as the values that its field may have. */
typedef struct
{
  const json_t *names;
  const char *name;
  const char *value;
} Attributes;

/* Whether the elements of an array have a name, which is one of some, and a value. */
static gboolean
read_attributes (const SquillField *array, Attributes *attributes)
{
  *attributes = (Attributes){ 0 };
  if (array == NULL || !array->array)
    return FALSE;
  SQUILL_FOR_EACH_CHILD (SquillField, field, array, SQUILL_KIND_FIELD)
    {
      if (attributes->names == NULL && json_array_size (field->enumeration) > 0 &&
          (field->types & SQUILL_TYPE_STRING) != 0)
        {
          attributes->names = field->enumeration;
          attributes->name = field->name;
        }
      else if (attributes->value == NULL)
        attributes->value = field->name;
      else
        return FALSE;
    }
  return attributes->names != NULL && attributes->value != NULL;
}

static gboolean
has_name (const json_t *names, const char *name)
{
  size_t i;
  json_t *one;

  json_array_foreach (names, i, one)
  {
    if (g_strcmp0 (json_string_value (one), name) == 0)
      return TRUE;
  }
  return FALSE;
}

static json_t *
literal (const char *text)
{
  return json_pack ("{s:s}", "$literal", text);
}

/* An array of what the document has of the fields. */
static gboolean
set_array (SquillMigrator *self,
           const SquillShape *shape,
           const SquillShape *was,
           const Attributes *attributes,
           json_t *stages)
{
  json_t *elements = json_array (), *list;
  size_t i;
  json_t *one;

  json_array_foreach (attributes->names, i, one)
  {
    const char *name = json_string_value (one);

    for (guint j = 0; name != NULL && j < was->children->len; j++)
      {
        const SquillShape *old = was->children->pdata[j];

        if (g_str_equal (old->name, name) && old->field != NULL &&
            squill_model_get_field (squill_design_get_model (self->to), old->field) == NULL)
          json_array_append_new (elements,
                                 json_pack ("{s:o, s:o}", attributes->name, literal (name),
                                            attributes->value,
                                            _squill_expression_get (json_string ("$o"), name)));
      }
  }
  if (json_array_size (elements) == 0)
    {
      json_decref (elements);
      return FALSE;
    }
  list = json_pack ("{s:{s:o, s:{s:[{s:o}, s]}}}", "$filter", "input", elements, "cond", "$ne",
                    "$type", _squill_expression_get (json_string ("$$this"), attributes->value),
                    "missing");
  if (!shape->required)
    list = json_pack ("{s:{s:{s:o}, s:{s:[{s:[s, []]}, s, s]}}}", "$let", "vars", "list", list,
                      "in", "$cond", "$eq", "$$list", "$$REMOVE", "$$list");
  _squill_stages_append (
      stages, json_pack ("{s:{s:o}}", "$set", "d",
                         _squill_expression_set (json_string ("$d"), shape->name, list)));
  return TRUE;
}

/* The value of the element that has the name of the field. */
static gboolean
set_field (SquillMigrator *self, const SquillShape *shape, const SquillShape *was, json_t *stages)
{
  for (guint i = 0; i < was->children->len; i++)
    {
      const SquillShape *old = was->children->pdata[i];
      const SquillField *array =
          old->field == NULL
              ? NULL
              : squill_model_get_field (squill_design_get_model (self->from), old->field);
      Attributes attributes;
      json_t *list, *found;

      if (!read_attributes (array, &attributes) || !has_name (attributes.names, shape->name) ||
          squill_model_get_field (squill_design_get_model (self->to), old->field) != NULL)
        continue;
      list = _squill_expression_get (json_string ("$o"), old->name);
      list = json_pack ("{s:[{s:O}, o, []]}", "$cond", "$isArray", list, list);
      found = json_pack ("{s:{s:o, s:{s:[o, o]}}}", "$filter", "input", list, "cond", "$eq",
                         _squill_expression_get (json_string ("$$this"), attributes.name),
                         literal (shape->name));
      found = json_pack ("{s:{s:{s:{s:o}}, s:o}}", "$let", "vars", "one", "$first", found, "in",
                         _squill_expression_get (json_string ("$$one"), attributes.value));
      _squill_stages_append (
          stages, json_pack ("{s:{s:o}}", "$set", "d",
                             _squill_expression_set (json_string ("$d"), shape->name, found)));
      return TRUE;
    }
  return FALSE;
}

/**
 * _squill_migrator_set_attributes:
 * @self: a migration
 * @shape: a field that is new
 * @was: the shape of the document as it was
 * @stages: to which what sets it is added
 *
 * Sets an array of names and values of the fields that it replaces, or a field from such an array.
 *
 * Returns: %FALSE where it is neither
 */
gboolean
_squill_migrator_set_attributes (SquillMigrator *self,
                                 const SquillShape *shape,
                                 const SquillShape *was,
                                 json_t *stages)
{
  const SquillField *field =
      shape->field == NULL
          ? NULL
          : squill_model_get_field (squill_design_get_model (self->to), shape->field);
  Attributes attributes;

  if (read_attributes (field, &attributes))
    return set_array (self, shape, was, &attributes, stages);
  return field != NULL && set_field (self, shape, was, stages);
}

/* Whether an object has a new field of that name. */
static gboolean
has_new_field (SquillMigrator *self, const SquillItem *owner, const char *name)
{
  SquillModel *now = squill_design_get_model (self->from);

  SQUILL_FOR_EACH_CHILD (SquillField, field, owner, SQUILL_KIND_FIELD)
    {
      if (g_strcmp0 (field->name, name) == 0 &&
          squill_model_get_field (now, field->item.id) == NULL)
        return TRUE;
    }
  return FALSE;
}

/** Whether the value of a field that is gone is in the array of names and values of its object, or
 * the elements of such an array are all in fields: those without one would be lost. */
gboolean
_squill_migrator_keeps_attribute (SquillMigrator *self, const SquillField *gone)
{
  SquillModel *now = squill_design_get_model (self->from);
  SquillModel *then = squill_design_get_model (self->to);
  const SquillItem *owner =
      squill_model_get_item_of_kind (then, gone->item.parent->id, gone->item.parent->kind);
  Attributes attributes;
  size_t i;
  json_t *name;

  if (owner == NULL)
    return FALSE;
  if (read_attributes (gone, &attributes))
    {
      json_array_foreach (attributes.names, i, name)
      {
        if (!has_new_field (self, owner, json_string_value (name)))
          return FALSE;
      }
      return TRUE;
    }
  SQUILL_FOR_EACH_CHILD (SquillField, field, owner, SQUILL_KIND_FIELD)
    {
      if (squill_model_get_field (now, field->item.id) == NULL &&
          read_attributes (field, &attributes) && has_name (attributes.names, gone->name))
        return TRUE;
    }
  return FALSE;
}

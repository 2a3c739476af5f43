/* SPDX-License-Identifier: Apache-2.0 */

/* Items and what refers to them, by names: "users.address.city". */

#define G_LOG_DOMAIN "squill-model"

#include "config.h"

#include "model/squill-item-place.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "model/squill-authoring.h"
#include "model/squill-placement.h"
#include "text/squill-text.h"

/* What a relationship stores, or what it leads to. */
static const char *
name_relationship (SquillModel *model, const SquillRelationship *r)
{
  const SquillEntity *child = squill_model_get_entity (model, r->child);

  if (r->parent_name != NULL)
    return r->parent_name;
  if (r->name != NULL)
    return r->name;
  return child != NULL && child->name != NULL ? child->name : "";
}

/* The path of a key by names; ids of what is not in the model stay ids. */
static char *
path_to_text (SquillModel *model, const char *path)
{
  g_auto (GStrv) ids = NULL;
  g_autoptr (GString) text = g_string_new (NULL);

  if (*path == '=')
    return g_strdup (path + 1);
  ids = g_strsplit (path, "/", -1);
  for (guint i = 0; ids[i] != NULL; i++)
    {
      const SquillItem *item = squill_model_get_item (model, ids[i]);
      g_autofree char *inside = NULL;

      if (item != NULL && item->kind == SQUILL_KIND_FIELD)
        inside = squill_field_get_path ((const SquillField *)item);
      else if (item != NULL && item->kind == SQUILL_KIND_RELATIONSHIP)
        inside = g_strdup (name_relationship (model, (const SquillRelationship *)item));
      g_string_append_printf (text, "%s%s", i == 0 ? "" : ".",
                              inside != NULL && *inside != '\0' ? inside : ids[i]);
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* What a key of an index of an entity is: a field, or the reference that a relationship stores
 * there, which without a name of its own has that of the entity that it leads to. */
static char *
name_key (SquillModel *model, const SquillIndex *index, const SquillKey *key)
{
  const SquillItem *item =
      strchr (key->path, '/') == NULL ? squill_model_get_item (model, key->path) : NULL;
  const SquillRelationship *r = item != NULL && item->kind == SQUILL_KIND_RELATIONSHIP
                                    ? (const SquillRelationship *)item
                                    : NULL;
  const SquillField *holder = NULL;
  const SquillEntity *parent;

  if (r == NULL || g_strcmp0 (r->child, index->item.parent->id) != 0 ||
      !squill_placement_stores (r->placement, FALSE))
    return path_to_text (model, key->path);
  if (r->child_holder != NULL)
    holder = squill_model_get_field (model, r->child_holder);
  if (holder != NULL)
    return squill_field_get_path (holder);
  if (r->child_name != NULL)
    return g_strdup (r->child_name);
  parent = squill_model_get_entity (model, r->parent);
  return parent != NULL && parent->name != NULL ? g_strdup (parent->name)
                                                : path_to_text (model, key->path);
}

/* An index without a name is known by its keys, as on a server: "tags_1_when_-1". */
static char *
name_index (SquillModel *model, const SquillIndex *index)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; index->keys != NULL && i < index->keys->len; i++)
    {
      const SquillKey *key = index->keys->pdata[i];
      g_autofree char *path = name_key (model, index, key);

      g_string_append_printf (text, "%s%s_%s", i == 0 ? "" : "_", path, key->operator);
    }
  return g_string_free (text, FALSE);
}

/**
 * squill_model_describe_within:
 * @model: a model
 * @item: an item of it that is no relationship
 *
 * Returns: (transfer full): what the item is called among those that belong to its owner:
 *   "address.city", "email_1"
 */
char *
squill_model_describe_within (SquillModel *model, gconstpointer item)
{
  const SquillItem *self = item;
  const char *name = squill_item_get_name (item);
  g_autofree char *copied = NULL;

  g_return_val_if_fail (SQUILL_IS_MODEL (model), NULL);
  g_return_val_if_fail (item != NULL, NULL);

  if (self->kind == SQUILL_KIND_FIELD)
    return squill_field_get_path ((const SquillField *)self);
  if (self->kind == SQUILL_KIND_INDEX && name == NULL)
    return name_index (model, (const SquillIndex *)self);
  if (self->kind == SQUILL_KIND_COPY && name == NULL && ((const SquillCopy *)self)->field != NULL)
    copied = path_to_text (model, ((const SquillCopy *)self)->field);
  return g_strdup (copied != NULL ? copied : name != NULL ? name : "");
}

/**
 * squill_model_describe_place:
 * @model: a model
 * @item: (nullable): an item of it
 *
 * Says where an item is, by names: "users", "users.address.city", "users.email_1", the parent and
 * the name of a relationship.
 *
 * Returns: (transfer full): the place; "" for %NULL and for a model without a name
 */
char *
squill_model_describe_place (SquillModel *model, gconstpointer item)
{
  const SquillItem *self = item;
  const SquillItem *owner;
  const char *name;
  g_autofree char *around = NULL;
  g_autofree char *inside = NULL;

  g_return_val_if_fail (SQUILL_IS_MODEL (model), NULL);

  if (self == NULL)
    return g_strdup ("");
  owner = squill_item_get_owner (self);
  name = squill_item_get_name (self);
  if (self->kind == SQUILL_KIND_RELATIONSHIP)
    {
      const SquillRelationship *r = item;
      const SquillEntity *parent = squill_model_get_entity (model, r->parent);

      return g_strdup_printf ("%s.%s",
                              parent != NULL && parent->name != NULL ? parent->name : r->parent,
                              name_relationship (model, r));
    }
  if (owner == self)
    return g_strdup (name == NULL ? "" : name);
  around = squill_model_describe_place (model, owner);
  inside = squill_model_describe_within (model, self);
  return g_strdup_printf ("%s.%s", around, inside);
}

/* What an id stands for; the id itself where that is not there. */
static char *
id_to_text (SquillModel *model, const char *id)
{
  const SquillItem *item = squill_model_get_item (model, id);
  g_autofree char *place = item == NULL ? NULL : squill_model_describe_place (model, item);

  return g_strdup (place != NULL && *place != '\0' ? place : id);
}

static char *
key_to_text (SquillModel *model, const json_t *key)
{
  const char *path = json_string_value (json_object_get (key, "path"));
  const char *how = json_string_value (json_object_get (key, "how"));
  g_autofree char *where = path == NULL ? g_strdup ("") : path_to_text (model, path);

  return how == NULL || *how == '\0' ? g_steal_pointer (&where)
                                     : g_strdup_printf ("%s: %s", where, how);
}

static double
get_number (const json_t *number)
{
  if (json_is_string (number))
    return INFINITY;
  return json_is_number (number) ? json_number_value (number) : NAN;
}

/**
 * squill_range_to_text:
 * @value: (nullable): a value as it stands in the file
 *
 * Returns: (transfer full) (nullable): the text, "0.12..99.5", where it is a range, with "min"
 * and "max" alone, such as that of `usual_range`
 */
char *
squill_range_to_text (const json_t *value)
{
  const json_t *min = json_object_get (value, "min"), *max = json_object_get (value, "max");
  g_autofree char *first = NULL, *last = NULL;

  if (min == NULL || max == NULL || json_object_size (value) != 2)
    return NULL;
  first = squill_text_value (min);
  last = squill_text_value (max);
  return g_strconcat (first, "..", last, NULL);
}

static char *
one_to_text (SquillModel *model, const SquillProperty *property, const json_t *value)
{
  char *range;

  if (property == NULL)
    return squill_text_value (value);
  switch (property->type)
    {
    case SQUILL_PROPERTY_BOOLEAN:
      return g_strdup (json_is_true (value) ? _ ("yes") : _ ("no"));
    case SQUILL_PROPERTY_NUMBER:
      return isinf (get_number (value)) ? g_strdup ("∞") : squill_text_number (get_number (value));
    case SQUILL_PROPERTY_TRIPLE:
      return squill_triple_to_text (SQUILL_TRIPLE (get_number (json_object_get (value, "min")),
                                                   get_number (json_object_get (value, "likely")),
                                                   get_number (json_object_get (value, "max"))));
    case SQUILL_PROPERTY_ID:
    case SQUILL_PROPERTY_IDS:
      return json_is_string (value) ? id_to_text (model, json_string_value (value))
                                    : squill_text_value (value);
    case SQUILL_PROPERTY_PATH:
      return json_is_string (value) ? path_to_text (model, json_string_value (value))
                                    : squill_text_value (value);
    case SQUILL_PROPERTY_KEYS:
      return key_to_text (model, value);
    case SQUILL_PROPERTY_JSON:
      range = squill_range_to_text (value);
      return range != NULL ? range : squill_text_value (value);
    case SQUILL_PROPERTY_TEXT:
    case SQUILL_PROPERTY_CHOICE:
    case SQUILL_PROPERTY_TYPES:
    case SQUILL_PROPERTY_RANK:
    default:
      return json_is_string (value) ? g_strdup (json_string_value (value))
                                    : squill_text_value (value);
    }
}

/**
 * squill_model_value_to_text:
 * @model: the model with what the value refers to
 * @property: (nullable): whose value it is; %NULL of what this version does not know
 * @value: (nullable): the value as it stands in the file; %NULL for the default
 *
 * Writes a value in one line, with names instead of ids.
 *
 * Returns: (transfer full): the text
 */
char *
squill_model_value_to_text (SquillModel *model, const SquillProperty *property, const json_t *value)
{
  g_autoptr (GString) text = NULL;
  json_t *one;
  size_t i;

  g_return_val_if_fail (SQUILL_IS_MODEL (model), NULL);

  if (value == NULL && property != NULL && property->type == SQUILL_PROPERTY_BOOLEAN)
    return g_strdup (_ ("no"));
  if (value == NULL && property != NULL && property->type == SQUILL_PROPERTY_CHOICE)
    return g_strdup (property->choices[0]);
  if (value == NULL)
    return g_strdup (_ ("not set"));
  if (!json_is_array (value) || property == NULL)
    return one_to_text (model, property, value);
  text = g_string_new (NULL);
  json_array_foreach (value, i, one)
  {
    g_autofree char *part = one_to_text (model, property, one);

    g_string_append_printf (text, "%s%s", i == 0 ? "" : ", ", part);
  }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

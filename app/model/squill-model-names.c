/* SPDX-License-Identifier: Apache-2.0 */

/* Models by the names of their items: made to share ids, and as a text. */

#define G_LOG_DOMAIN "squill-model"

#include "config.h"

#include <string.h>

#include "model/squill-item-place.h"
#include "model/squill-item-table.h"
#include "model/squill-model-difference.h"
#include "model/squill-model-private.h"
#include "text/squill-text.h"

/* What tells an item from others where ids do not. */
static char *
get_key (SquillModel *model, const SquillItemEntry *entry)
{
  const SquillItem *item = squill_model_get_item (model, entry->id);
  g_autofree char *place = squill_model_describe_place (model, item);

  return g_strdup_printf ("%s %s", squill_kind_get_name (entry->kind), place);
}

/**
 * squill_models_are_related:
 * @a: a model
 * @b: another
 *
 * Returns: %TRUE if the models have an item in common, so that they may be states of one model;
 *   also if one of them has no items
 */
gboolean
squill_models_are_related (SquillModel *a, SquillModel *b)
{
  g_autoptr (SquillItemTable) table = NULL;

  g_return_val_if_fail (SQUILL_IS_MODEL (a), FALSE);
  g_return_val_if_fail (SQUILL_IS_MODEL (b), FALSE);

  if (squill_model_is_empty (a) || squill_model_is_empty (b))
    return TRUE;
  table = _squill_item_table_new (squill_model_get_info (a));
  for (guint i = 0; i < table->entries->len; i++)
    {
      const SquillItemEntry *entry = table->entries->pdata[i];

      if (entry->kind != SQUILL_KIND_MODEL &&
          squill_model_get_item_of_kind (b, entry->id, entry->kind) != NULL)
        return TRUE;
    }
  return FALSE;
}

/* id in @self -> id in @other, of items of the same kind in the same place. */
static GHashTable *
match_names (SquillModel *self,
             const SquillItemTable *own,
             SquillModel *other,
             const SquillItemTable *others)
{
  GHashTable *ids = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_autoptr (GHashTable) by_key = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GHashTable) taken = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < others->entries->len; i++)
    {
      const SquillItemEntry *entry = others->entries->pdata[i];
      char *key = get_key (other, entry);

      if (g_hash_table_contains (by_key, key))
        g_free (key);
      else
        g_hash_table_insert (by_key, key, entry->id);
    }
  for (guint i = 0; i < own->entries->len; i++)
    {
      const SquillItemEntry *entry = own->entries->pdata[i];
      g_autofree char *key = get_key (self, entry);
      char *id = g_hash_table_lookup (by_key, key);

      if (entry->kind != SQUILL_KIND_MODEL && id != NULL && g_hash_table_add (taken, id))
        g_hash_table_insert (ids, g_strdup (entry->id), g_strdup (id));
    }
  return ids;
}

/* Gives new ids to what has by chance that of something else in the other model. */
static void
evade (const SquillItemTable *own, const SquillItemTable *others, GHashTable *ids)
{
  g_autoptr (GHashTable) taken = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < own->entries->len; i++)
    {
      const SquillItemEntry *entry = own->entries->pdata[i];
      char *id;
      guint n = 2;

      if (entry->kind == SQUILL_KIND_MODEL || g_hash_table_contains (ids, entry->id) ||
          _squill_item_table_find (others, entry->id) == NULL)
        continue;
      id = g_strdup_printf ("%s~%u", entry->id, n);
      while (_squill_item_table_find (own, id) != NULL ||
             _squill_item_table_find (others, id) != NULL || g_hash_table_contains (taken, id))
        {
          g_free (id);
          id = g_strdup_printf ("%s~%u", entry->id, ++n);
        }
      g_hash_table_insert (ids, g_strdup (entry->id), id);
      g_hash_table_add (taken, g_strdup (id));
    }
}

/**
 * squill_model_adopt_ids:
 * @self: a model
 * @other: another, with which it has no items in common (squill_models_are_related())
 * @error: where the result would be no model
 *
 * Makes the model that @self would be if it had been drawn in @other: what has the same name in the
 * same place has the same id.
 *
 * Returns: (transfer full) (nullable): the model
 */
SquillModel *
squill_model_adopt_ids (SquillModel *self, SquillModel *other, GError **error)
{
  g_autoptr (SquillItemTable) own = NULL;
  g_autoptr (SquillItemTable) others = NULL;
  g_autoptr (SquillItemTable) adopted = NULL;
  g_autoptr (GHashTable) ids = NULL;

  g_return_val_if_fail (SQUILL_IS_MODEL (self), NULL);
  g_return_val_if_fail (SQUILL_IS_MODEL (other), NULL);

  own = _squill_item_table_new (squill_model_get_info (self));
  others = _squill_item_table_new (squill_model_get_info (other));
  ids = match_names (self, own, other, others);
  evade (own, others, ids);
  adopted = _squill_item_table_translate (own, ids);
  return _squill_item_table_to_model (adopted, error);
}

/* The text. */

/* What a reader of changes does not ask for: where things stand is said by their order, what was
 * counted changes at each reading. */
static gboolean
is_told (const SquillProperty *property)
{
  return !property->in_layout && property->type != SQUILL_PROPERTY_RANK &&
         !g_str_equal (property->name, "evidence");
}

static void
append_value (GString *text,
              SquillModel *model,
              const char *indent,
              const SquillProperty *property,
              const char *what,
              const json_t *value)
{
  g_autofree char *line = NULL;
  g_autofree char *visible = NULL;
  const char *name;
  json_t *one;

  if (property->composition == SQUILL_COMPOSITION_MAP && json_is_object (value))
    {
      json_object_foreach ((json_t *)value, name, one)
      {
        const SquillItem *item = squill_model_get_item (model, name);
        g_autofree char *place = squill_model_describe_place (model, item);
        g_autofree char *inner = g_strconcat (what, ".", *place != '\0' ? place : name, NULL);

        append_value (text, model, indent, property, inner, one);
      }
      return;
    }
  line = squill_model_value_to_text (model, property, value);
  visible = squill_text_visible (line, FALSE);
  g_string_append_printf (text, "%s%s: %s\n", indent, what, visible);
}

static void
append_item (GString *text, SquillModel *model, const SquillItemEntry *entry)
{
  const SquillItem *item = squill_model_get_item (model, entry->id);
  gboolean is_inner = squill_item_get_owner (item) != item;
  gboolean is_called = item->kind != SQUILL_KIND_RELATIONSHIP;
  g_autofree char *called = is_inner ? squill_model_describe_within (model, item)
                                     : squill_model_describe_place (model, item);
  g_autofree char *visible = squill_text_visible (called, FALSE);
  guint n;
  const SquillProperty *properties = squill_kind_get_properties (entry->kind, &n);

  g_string_append_printf (text, "%s%s %s\n", is_inner ? "  " : "",
                          squill_kind_get_name (entry->kind), visible);
  for (guint i = 0; i < n; i++)
    {
      const json_t *value = json_object_get (entry->members, properties[i].name);

      /* The name of a relationship is not all that it is called by. */
      if (value != NULL && is_told (&properties[i]) &&
          !(is_called && g_str_equal (properties[i].name, "name")))
        append_value (text, model, is_inner ? "    " : "  ", &properties[i], properties[i].name,
                      value);
    }
}

/**
 * squill_model_to_text:
 * @self: a model
 *
 * Writes a model for a comparison by lines, as that of git is: a line for each item and each
 * property, with names instead of ids. Models with the same text differ in nothing but ids, the
 * diagram, and evidence.
 *
 * Returns: (transfer full): the text
 */
char *
squill_model_to_text (SquillModel *self)
{
  g_autoptr (SquillItemTable) table = NULL;
  g_autoptr (GString) text = g_string_new (NULL);

  g_return_val_if_fail (SQUILL_IS_MODEL (self), NULL);

  table = _squill_item_table_new (squill_model_get_info (self));
  for (guint i = 0; i < table->entries->len; i++)
    append_item (text, self, table->entries->pdata[i]);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

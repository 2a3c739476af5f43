/* SPDX-License-Identifier: Apache-2.0 */

/* Alternative designs of one model, and how one takes the place of another. */

#define G_LOG_DOMAIN "squill-model"

#include "config.h"

#include "model/squill-alternative.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "model/squill-model-file.h"
#include "model/squill-model-private.h"

/* What of an item is a matter of the design; indexes and copies are as a whole. All else is what
 * the designs share. */
static const char *const of_entity[] = {
  "standalone",  "capped",    "capped_size",  "capped_documents", "time_field", "meta_field",
  "granularity", "clustered", "expire_after", "collation",        "shard_key",  "shard_unique",
  "database",    NULL,
};
static const char *const of_relationship[] = {
  "placement",     "pinned",       "parent_name", "child_name", "parent_order", "child_order",
  "parent_holder", "child_holder", "parent_key",  "child_key",  "by_keys",      "optional",
  "keep_id",       "nest_copies",  "id_name",     "bound",      "depth",        NULL,
};

static const struct
{
  SquillKind kind;
  const char *const *properties;
  SquillKind child;
} parts[] = {
  { SQUILL_KIND_ENTITY, of_entity, SQUILL_KIND_INDEX },
  { SQUILL_KIND_RELATIONSHIP, of_relationship, SQUILL_KIND_COPY },
};

/**
 * squill_property_is_of_design:
 * @kind: a kind of items
 * @name: the name of one of its properties
 *
 * Returns: %TRUE if each of the alternative designs of a model has its own value
 */
gboolean
squill_property_is_of_design (SquillKind kind, const char *name)
{
  g_return_val_if_fail (name != NULL, FALSE);

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    if (parts[i].kind == kind)
      return g_strv_contains (parts[i].properties, name);
  return kind == SQUILL_KIND_INDEX || kind == SQUILL_KIND_COPY;
}

/**
 * squill_model_get_alternative:
 * @self: a model
 *
 * Returns: (transfer none) (nullable): the design that its items have; %NULL where there is only
 *   one
 */
const SquillAlternative *
squill_model_get_alternative (SquillModel *self)
{
  g_return_val_if_fail (SQUILL_IS_MODEL (self), NULL);

  SQUILL_FOR_EACH_CHILD (SquillAlternative, alternative, squill_model_get_info (self),
                         SQUILL_KIND_ALTERNATIVE)
    if (alternative->content == NULL)
      return alternative;
  return NULL;
}

/* Content. */

static json_t *
item_to_content (const SquillItem *item, const char *const *names, SquillKind child_kind)
{
  json_t *json = json_object ();
  json_t *children = json_object ();
  gpointer const *items;
  guint n;

  for (guint i = 0; names[i] != NULL; i++)
    {
      json_t *value = squill_property_get (squill_kind_find_property (item->kind, names[i]), item);

      if (value != NULL)
        json_object_set_new (json, names[i], value);
    }
  items = squill_item_get_children (item, child_kind, &n);
  for (guint i = 0; i < n; i++)
    json_object_set_new (children, ((const SquillItem *)items[i])->id,
                         squill_item_to_json (items[i]));
  if (n > 0)
    json_object_set (json, _squill_kind_get_map_name (child_kind), children);
  json_decref (children);
  return json;
}

/* The design that the items have. */
static json_t *
model_to_content (SquillModel *self)
{
  json_t *content = json_object ();

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    {
      json_t *map = json_object ();
      guint n;
      gpointer const *items =
          squill_item_get_children (squill_model_get_info (self), parts[i].kind, &n);

      for (guint k = 0; k < n; k++)
        json_object_set_new (map, ((const SquillItem *)items[k])->id,
                             item_to_content (items[k], parts[i].properties, parts[i].child));
      json_object_set_new (content, _squill_kind_get_map_name (parts[i].kind), map);
    }
  return content;
}

/* Whether what a path names is still there: an alternative that is not shown does not hear of what
 * is deleted. */
static gboolean
is_path_there (SquillModel *self, const char *path)
{
  g_auto (GStrv) ids = NULL;

  if (*path == '=')
    return TRUE;
  ids = g_strsplit (path, "/", -1);
  for (guint i = 0; ids[i] != NULL; i++)
    if (squill_model_get_item (self, ids[i]) == NULL)
      return FALSE;
  return TRUE;
}

/* What of a value still means something. Returns: (transfer full) (nullable): the value */
static json_t *
get_living (SquillModel *self, const SquillProperty *property, json_t *value)
{
  json_t *living;
  json_t *key;
  size_t i;

  if (property->type == SQUILL_PROPERTY_ID || property->type == SQUILL_PROPERTY_PATH)
    return json_is_string (value) && !is_path_there (self, json_string_value (value))
               ? NULL
               : json_incref (value);
  if (property->type != SQUILL_PROPERTY_KEYS || !json_is_array (value))
    return json_incref (value);
  living = json_array ();
  json_array_foreach (value, i, key)
  {
    const char *path = json_string_value (json_object_get (key, "path"));

    if (path == NULL || is_path_there (self, path))
      json_array_append (living, key);
  }
  if (json_array_size (living) == 0)
    g_clear_pointer (&living, json_decref);
  return living;
}

/* The same of an index or a copy; %NULL where it means nothing any more. */
static json_t *
get_living_child (SquillModel *self, SquillKind kind, json_t *json)
{
  const char *const needed = kind == SQUILL_KIND_INDEX ? "keys" : "field";
  json_t *living;
  json_t *value;
  const char *name;

  if (!json_is_object (json))
    return json_incref (json);
  living = json_object ();
  json_object_foreach (json, name, value)
  {
    const SquillProperty *property = squill_kind_find_property (kind, name);
    json_t *kept = property == NULL ? json_incref (value) : get_living (self, property, value);

    if (kept != NULL)
      json_object_set_new (living, name, kept);
    else if (g_str_equal (name, needed))
      {
        json_decref (living);
        return NULL;
      }
  }
  return living;
}

/* What is the same stays as it is. */
static gboolean
apply_children (SquillModel *self, const char *id, SquillKind kind, json_t *wanted, GError **error)
{
  g_autoptr (GPtrArray) gone = g_ptr_array_new_with_free_func (g_free);
  json_auto_t *left = json_object ();
  const char *child_id;
  json_t *child;
  guint n;
  gpointer const *there = squill_item_get_children (squill_model_get_item (self, id), kind, &n);

  json_object_foreach (wanted, child_id, child)
  {
    json_t *living = get_living_child (self, kind, child);

    if (living != NULL)
      json_object_set_new (left, child_id, living);
  }
  for (guint i = 0; i < n; i++)
    {
      const SquillItem *item = there[i];
      json_auto_t *now = squill_item_to_json (item);

      if (json_equal (now, json_object_get (left, item->id)))
        json_object_del (left, item->id);
      else
        g_ptr_array_add (gone, g_strdup (item->id));
    }
  for (guint i = 0; i < gone->len; i++)
    if (!_squill_model_apply_new (self, squill_edit_new_remove (gone->pdata[i]), error))
      return FALSE;
  json_object_foreach (left, child_id, child)
  {
    /* Meanwhile something else may have got its id. */
    g_autofree char *own =
        squill_model_get_item (self, child_id) == NULL
            ? g_strdup (child_id)
            : squill_model_new_id (self, json_string_value (json_object_get (child, "name")));

    if (!_squill_model_apply_new (self, squill_edit_new_add (kind, own, id, json_incref (child)),
                                  error))
      return FALSE;
  }
  return TRUE;
}

static gboolean
apply_item (SquillModel *self, guint part, const char *id, json_t *wanted, GError **error)
{
  for (guint i = 0; parts[part].properties[i] != NULL; i++)
    {
      const char *name = parts[part].properties[i];
      json_t *value = json_object_get (wanted, name);

      if (value != NULL)
        value = get_living (self, squill_kind_find_property (parts[part].kind, name), value);
      if (!squill_model_set (self, id, name, value, error))
        return FALSE;
    }
  return apply_children (self, id, parts[part].child,
                         json_object_get (wanted, _squill_kind_get_map_name (parts[part].child)),
                         error);
}

/* Gives the items a design. What it does not know of stays as it is. */
static gboolean
apply_content (SquillModel *self, json_t *content, GError **error)
{
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    {
      json_t *map = json_object_get (content, _squill_kind_get_map_name (parts[i].kind));
      const char *id;
      json_t *wanted;

      json_object_foreach (map, id, wanted)
      {
        const SquillItem *item = squill_model_get_item (self, id);

        if (item != NULL && item->kind == parts[i].kind && json_is_object (wanted) &&
            !apply_item (self, i, id, wanted, error))
          return FALSE;
      }
    }
  return TRUE;
}

/* Steps. */

static gboolean
end_step (SquillModel *self, gboolean done)
{
  if (done)
    squill_model_end_step (self);
  else
    squill_model_cancel_step (self);
  return done;
}

static char *
add_item (SquillModel *self, const char *name, GError **error)
{
  g_autofree char *id = squill_model_new_id (self, name);
  guint n;
  gpointer const *all =
      squill_item_get_children (squill_model_get_info (self), SQUILL_KIND_ALTERNATIVE, &n);
  g_autofree char *rank =
      squill_rank_between (n > 0 ? ((const SquillAlternative *)all[n - 1])->order : NULL, NULL);

  return _squill_model_apply_new (
             self,
             squill_edit_new_add (SQUILL_KIND_ALTERNATIVE, id, SQUILL_MODEL_ID,
                                  json_pack ("{s:s, s:s}", "name", name, "order", rank)),
             error)
             ? g_steal_pointer (&id)
             : NULL;
}

/* The one that is shown keeps what the items have. */
static gboolean
keep_shown (SquillModel *self, GError **error)
{
  const SquillAlternative *shown = squill_model_get_alternative (self);

  return shown == NULL ||
         squill_model_set (self, shown->item.id, "content", model_to_content (self), error);
}

/**
 * squill_model_add_alternative:
 * @self: a model
 * @name: the name of the new design
 * @error: %SQUILL_MODEL_ERROR_READ_ONLY
 *
 * Begins another design that is like the one that is shown, and shows it. The first time, the
 * design that there was so far becomes an alternative, too. One step.
 *
 * Returns: (transfer full) (nullable): its id; %NULL with @error if the model can only be read
 */
char *
squill_model_add_alternative (SquillModel *self, const char *name, GError **error)
{
  g_autofree char *id = NULL;
  gboolean done = TRUE;

  g_return_val_if_fail (SQUILL_IS_MODEL (self), NULL);
  g_return_val_if_fail (name != NULL, NULL);

  squill_model_begin_step (self, _ ("Add design"), NULL);
  if (squill_model_get_alternative (self) == NULL)
    {
      /* Translators: the name of the first of several designs of a model */
      g_autofree char *first = add_item (self, _ ("First design"), error);

      done = first != NULL;
    }
  done = done && keep_shown (self, error) && (id = add_item (self, name, error)) != NULL;
  return end_step (self, done) ? g_steal_pointer (&id) : NULL;
}

/**
 * squill_model_show_alternative:
 * @self: a model
 * @id: the id of one of its alternatives
 * @error: %SQUILL_MODEL_ERROR or %SQUILL_PROPERTY_ERROR: what it keeps does not fit, or the model
 *   can only be read
 *
 * Gives the items of the model the design of an alternative, and keeps theirs in the one that was
 * shown. Entities and relationships that came after it was shown last stay as they are. One step;
 * nothing happens where it is shown already.
 *
 * Returns: %TRUE if it is shown now
 */
gboolean
squill_model_show_alternative (SquillModel *self, const char *id, GError **error)
{
  const SquillAlternative *alternative;
  json_auto_t *content = NULL;

  g_return_val_if_fail (SQUILL_IS_MODEL (self), FALSE);
  g_return_val_if_fail (id != NULL, FALSE);

  alternative = squill_model_get_item_of_kind (self, id, SQUILL_KIND_ALTERNATIVE);
  if (alternative == NULL)
    {
      g_set_error (error, SQUILL_MODEL_ERROR, SQUILL_MODEL_ERROR_NOT_FOUND,
                   _ ("“%s” is not in this model"), id);
      return FALSE;
    }
  if (alternative->content == NULL)
    return TRUE;
  content = json_incref (alternative->content);
  squill_model_begin_step (self, _ ("Show design"), NULL);
  return end_step (self, keep_shown (self, error) && apply_content (self, content, error) &&
                             squill_model_set (self, id, "content", NULL, error));
}

/**
 * squill_model_delete_alternative:
 * @self: a model
 * @id: the id of one of its alternatives
 * @error: as squill_model_show_alternative()
 *
 * Deletes a design. If it is shown, the one before it, or else after it, is shown first. The last
 * one left is no alternative any more. One step.
 *
 * Returns: %TRUE if it is gone
 */
gboolean
squill_model_delete_alternative (SquillModel *self, const char *id, GError **error)
{
  const SquillAlternative *shown;
  g_autofree char *other = NULL;
  gpointer const *all;
  gboolean done = TRUE, is_only;
  guint n;

  g_return_val_if_fail (SQUILL_IS_MODEL (self), FALSE);
  g_return_val_if_fail (id != NULL, FALSE);

  shown = squill_model_get_alternative (self);
  all = squill_item_get_children (squill_model_get_info (self), SQUILL_KIND_ALTERNATIVE, &n);
  for (guint i = 0; i < n; i++)
    {
      const SquillItem *item = all[i];

      /* The last before it; behind it only if there was none. */
      if (g_str_equal (item->id, id))
        {
          if (other == NULL && i + 1 < n)
            other = g_strdup (((const SquillItem *)all[i + 1])->id);
          break;
        }
      g_free (other);
      other = g_strdup (item->id);
    }
  is_only = n == 2;
  squill_model_begin_step (self, _ ("Delete design"), NULL);
  if (shown != NULL && other != NULL && g_str_equal (shown->item.id, id))
    done = squill_model_show_alternative (self, other, error);
  done = done && _squill_model_apply_new (self, squill_edit_new_remove (id), error);
  shown = squill_model_get_alternative (self);
  if (done && is_only && shown != NULL)
    done = _squill_model_apply_new (self, squill_edit_new_remove (shown->item.id), error);
  return end_step (self, done);
}

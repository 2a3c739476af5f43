/* SPDX-License-Identifier: Apache-2.0 */

/* One edit of a model: carried out, with its inverse and what it changes. */

#define G_LOG_DOMAIN "squill-model"

#include "config.h"

#include "model/squill-model-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "model/squill-json-text.h"

static gboolean refuse (GError **error, SquillModelError code, const char *format, ...)
    G_GNUC_PRINTF (3, 4);

static gboolean
refuse (GError **error, SquillModelError code, const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  g_propagate_error (error, g_error_new_valist (SQUILL_MODEL_ERROR, code, format, arguments));
  va_end (arguments);
  return FALSE;
}

static void
link_end (SquillModel *self, const char *id, SquillRelationship *relationship)
{
  SquillEntity *entity = g_hash_table_lookup (self->items, id);

  if (entity->relationships == NULL)
    entity->relationships = g_ptr_array_new ();
  if (!g_ptr_array_find (entity->relationships, relationship, NULL))
    g_ptr_array_add (entity->relationships, relationship);
}

static void
unlink_end (SquillModel *self, const char *id, SquillRelationship *relationship)
{
  SquillEntity *entity = g_hash_table_lookup (self->items, id);

  if (entity != NULL && entity->relationships != NULL)
    g_ptr_array_remove (entity->relationships, relationship);
}

static void
link_relationship (SquillModel *self, SquillRelationship *relationship)
{
  link_end (self, relationship->parent, relationship);
  link_end (self, relationship->child, relationship);
}

static void
unlink_relationship (SquillModel *self, SquillRelationship *relationship)
{
  unlink_end (self, relationship->parent, relationship);
  unlink_end (self, relationship->child, relationship);
}

static void
unregister_item (SquillModel *self, SquillItem *item)
{
  g_hash_table_remove (self->items, item->id);
  if (item->children != NULL)
    for (guint i = 0; i < item->children->len; i++)
      unregister_item (self, item->children->pdata[i]);
}

/* Makes an item, and all that belongs to it, known by id. On failure none of them is. */
static gboolean
register_item (SquillModel *self, SquillItem *item, GPtrArray *path, GError **error)
{
  if (_squill_model_lookup (self, item->id) != NULL)
    return refuse (error, SQUILL_MODEL_ERROR_EXISTS, _ ("There are two items with the id “%s”"),
                   item->id);
  g_hash_table_insert (self->items, item->id, item);
  if (item->children == NULL)
    return TRUE;
  for (guint i = 0; i < item->children->len; i++)
    {
      SquillItem *child = item->children->pdata[i];

      if (path != NULL)
        {
          g_ptr_array_add (path, g_strdup (_squill_kind_get_map_name (child->kind)));
          g_ptr_array_add (path, g_strdup (child->id));
        }
      if (!register_item (self, child, path, error))
        {
          for (guint j = 0; j < i; j++)
            unregister_item (self, item->children->pdata[j]);
          g_hash_table_remove (self->items, item->id);
          return FALSE;
        }
      if (path != NULL)
        g_ptr_array_set_size (path, path->len - 2);
    }
  return TRUE;
}

static gboolean
check_end (SquillModel *self, const char *id, GError **error)
{
  const SquillItem *item = _squill_model_lookup (self, id);

  if (item == NULL || item->kind != SQUILL_KIND_ENTITY)
    return refuse (error, SQUILL_MODEL_ERROR_NOT_FOUND,
                   _ ("The relationship leads to “%s”, which is no entity of this model"), id);
  return TRUE;
}

/** Takes over all of a file's items at once, into a model without any. */
gboolean
_squill_model_take_content (SquillModel *self,
                            SquillModelInfo *info,
                            GPtrArray *path,
                            GError **error)
{
  g_return_val_if_fail (g_hash_table_size (self->items) == 0, FALSE);

  _squill_item_free (&self->info->item);
  self->info = info;
  if (info->item.children == NULL)
    return TRUE;
  for (guint i = 0; i < info->item.children->len; i++)
    {
      SquillItem *child = info->item.children->pdata[i];

      if (path != NULL)
        {
          g_ptr_array_add (path, g_strdup (_squill_kind_get_map_name (child->kind)));
          g_ptr_array_add (path, g_strdup (child->id));
        }
      if (!register_item (self, child, path, error))
        return FALSE;
      if (path != NULL)
        g_ptr_array_set_size (path, path->len - 2);
    }
  SQUILL_FOR_EACH_CHILD (SquillRelationship, r, info, SQUILL_KIND_RELATIONSHIP)
    {
      const char *ends[] = { r->parent, r->child };

      for (guint i = 0; i < 2; i++)
        if (!check_end (self, ends[i], error))
          {
            if (path != NULL)
              {
                g_ptr_array_add (path,
                                 g_strdup (_squill_kind_get_map_name (SQUILL_KIND_RELATIONSHIP)));
                g_ptr_array_add (path, g_strdup (r->item.id));
                g_ptr_array_add (path, g_strdup (i == 0 ? "parent" : "child"));
              }
            return FALSE;
          }
      link_relationship (self, (SquillRelationship *)r);
    }
  return TRUE;
}

/* Edits. Each gives its inverse and says what changes. */

static gboolean
add_item (SquillModel *self, SquillEdit *edit, SquillEdit **inverse, GError **error)
{
  const char *id = squill_edit_get_id (edit);
  SquillKind kind = squill_edit_get_kind (edit);
  SquillItem *parent = _squill_model_lookup (self, squill_edit_get_parent (edit));
  SquillItem *item;

  if (parent == NULL)
    return refuse (error, SQUILL_MODEL_ERROR_NOT_FOUND, _ ("“%s” is not in this model"),
                   squill_edit_get_parent (edit));
  if (!_squill_kind_fits (parent->kind, kind))
    return refuse (error, SQUILL_MODEL_ERROR_INVALID, _ ("“%s” cannot belong to “%s”"), id,
                   parent->id);
  item = _squill_item_from_json (kind, id, squill_edit_get_value (edit), NULL, NULL, error);
  if (item == NULL)
    return FALSE;
  if (kind == SQUILL_KIND_RELATIONSHIP)
    {
      SquillRelationship *relationship = (SquillRelationship *)item;

      if (!check_end (self, relationship->parent, error) ||
          !check_end (self, relationship->child, error))
        {
          _squill_item_free (item);
          return FALSE;
        }
    }
  if (!register_item (self, item, NULL, error))
    {
      _squill_item_free (item);
      return FALSE;
    }
  _squill_item_insert_child (parent, item);
  if (kind == SQUILL_KIND_RELATIONSHIP)
    link_relationship (self, (SquillRelationship *)item);
  self->generation++;
  squill_change_add (self->change, item, SQUILL_EDIT_ADD, squill_kind_get_aspects (kind));
  *inverse = squill_edit_new_remove (id);
  return TRUE;
}

static gboolean
remove_item (SquillModel *self, SquillItem *item, SquillEdit **inverse, GError **error)
{
  if (item->kind == SQUILL_KIND_MODEL)
    return refuse (error, SQUILL_MODEL_ERROR_INVALID, _ ("The model itself cannot be removed"));
  if (item->kind == SQUILL_KIND_ENTITY)
    {
      const SquillEntity *entity = (const SquillEntity *)item;

      if (entity->relationships != NULL && entity->relationships->len > 0)
        return refuse (error, SQUILL_MODEL_ERROR_IN_USE,
                       _ ("A relationship leads to “%s”: remove that first"), entity->name);
    }
  *inverse = squill_edit_new_add (item->kind, item->id, item->parent->id,
                                  _squill_item_to_json (item, TRUE));
  squill_change_add (self->change, item, SQUILL_EDIT_REMOVE, squill_kind_get_aspects (item->kind));
  if (item->kind == SQUILL_KIND_RELATIONSHIP)
    unlink_relationship (self, (SquillRelationship *)item);
  _squill_item_steal_child (item->parent, item);
  unregister_item (self, item);
  _squill_item_free (item);
  self->generation++;
  return TRUE;
}

static gboolean
set_property (
    SquillModel *self, SquillItem *item, SquillEdit *edit, SquillEdit **inverse, GError **error)
{
  const char *name = squill_edit_get_property (edit);
  const SquillProperty *property = squill_kind_find_property (item->kind, name);
  json_t *value = squill_edit_get_value (edit);
  json_t *unknown;
  SquillRelationship *relationship =
      item->kind == SQUILL_KIND_RELATIONSHIP ? (SquillRelationship *)item : NULL;
  gboolean is_end =
      relationship != NULL && (g_str_equal (name, "parent") || g_str_equal (name, "child"));
  json_t *old;

  if (property == NULL)
    {
      g_set_error (error, SQUILL_PROPERTY_ERROR, SQUILL_PROPERTY_ERROR_UNKNOWN,
                   _ ("There is no property “%s” here"), name);
      return FALSE;
    }
  if (is_end && json_is_string (value) && !check_end (self, json_string_value (value), error))
    return FALSE;

  unknown = json_object_get (json_object_get (item->extra, name), "value");
  old = unknown != NULL ? json_incref (unknown) : squill_property_get (property, item);
  if (is_end)
    unlink_relationship (self, relationship);
  if (self->replaying && property->type == SQUILL_PROPERTY_CHOICE &&
      _squill_item_keep_choice (item, property, value))
    squill_property_clear (property, item); /* what a newer program wrote comes back */
  else if (squill_property_set (property, item, value, error))
    _squill_item_drop_extra (item, name);
  else
    {
      if (is_end)
        link_relationship (self, relationship);
      json_decref (old);
      return FALSE;
    }
  if (is_end)
    link_relationship (self, relationship);
  if (property->type == SQUILL_PROPERTY_RANK && g_str_equal (name, "order"))
    _squill_item_sort_children (item->parent);
  squill_change_add (self->change, item, SQUILL_EDIT_SET, property->aspects);
  *inverse = squill_edit_new_set (item->id, name, old);
  return TRUE;
}

static gboolean
move_item (
    SquillModel *self, SquillItem *item, SquillEdit *edit, SquillEdit **inverse, GError **error)
{
  SquillItem *parent = _squill_model_lookup (self, squill_edit_get_parent (edit));
  const SquillProperty *order = squill_kind_find_property (item->kind, "order");
  g_autofree char *old_order = g_strdup (_squill_item_get_order (item));
  g_autofree char *old_parent = NULL;

  if (parent == NULL)
    return refuse (error, SQUILL_MODEL_ERROR_NOT_FOUND, _ ("“%s” is not in this model"),
                   squill_edit_get_parent (edit));
  if (!_squill_kind_fits (parent->kind, item->kind))
    return refuse (error, SQUILL_MODEL_ERROR_INVALID, _ ("“%s” cannot belong to “%s”"), item->id,
                   parent->id);
  if (squill_item_is_within (parent, item->id))
    return refuse (error, SQUILL_MODEL_ERROR_INVALID, _ ("“%s” cannot be put into itself"),
                   squill_item_get_name (item));
  old_parent = g_strdup (item->parent->id);
  if (order != NULL)
    {
      json_t *rank =
          squill_edit_get_order (edit) == NULL ? NULL : json_string (squill_edit_get_order (edit));
      gboolean fits = squill_property_set (order, item, rank, error);

      json_decref (rank);
      if (!fits)
        return FALSE;
    }
  /* The place it leaves changes too. */
  if (parent != item->parent)
    squill_change_add (self->change, item, SQUILL_EDIT_MOVE, squill_kind_get_aspects (item->kind));
  _squill_item_steal_child (item->parent, item);
  _squill_item_insert_child (parent, item);
  squill_change_add (self->change, item, SQUILL_EDIT_MOVE, squill_kind_get_aspects (item->kind));
  *inverse = squill_edit_new_move (item->id, old_parent, old_order);
  return TRUE;
}

/* Whether a model file that holds what an edit brings could be read again. */
static gboolean
check_content (SquillEdit *edit, GError **error)
{
  const char *texts[] = { squill_edit_get_id (edit), squill_edit_get_order (edit) };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    if (texts[i] != NULL && !g_utf8_validate (texts[i], -1, NULL))
      return refuse (error, SQUILL_MODEL_ERROR_INVALID, _ ("A text must be UTF-8"));
  return squill_edit_get_value (edit) == NULL ||
         _squill_json_check (squill_edit_get_value (edit), error);
}

/** Carries out one edit and says how it is taken back. On failure nothing is changed. */
gboolean
_squill_model_carry_out (SquillModel *self, SquillEdit *edit, SquillEdit **inverse, GError **error)
{
  SquillItem *item;

  if (!self->replaying && !check_content (edit, error))
    return FALSE;

  if (squill_edit_get_edit_type (edit) == SQUILL_EDIT_ADD)
    return add_item (self, edit, inverse, error);
  item = _squill_model_lookup (self, squill_edit_get_id (edit));
  if (item == NULL)
    return refuse (error, SQUILL_MODEL_ERROR_NOT_FOUND, _ ("“%s” is not in this model"),
                   squill_edit_get_id (edit));
  switch (squill_edit_get_edit_type (edit))
    {
    case SQUILL_EDIT_REMOVE:
      return remove_item (self, item, inverse, error);
    case SQUILL_EDIT_SET:
      return set_property (self, item, edit, inverse, error);
    case SQUILL_EDIT_MOVE:
      return move_item (self, item, edit, inverse, error);
    case SQUILL_EDIT_ADD:
    default:
      g_return_val_if_reached (FALSE);
    }
}

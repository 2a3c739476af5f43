/* SPDX-License-Identifier: Apache-2.0 */

/* Whether what was typed will do, and what becomes of it. */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "squill-plane-private.h"

#include <glib/gi18n.h>

#include "model/squill-authoring.h"
#include "squill-field-text.h"

static gboolean
check_triple (const char *text, GError **error)
{
  SquillTriple triple;

  if (squill_triple_from_text (text, &triple))
    return TRUE;
  g_set_error (error, SQUILL_FIELD_TEXT_ERROR, SQUILL_FIELD_TEXT_ERROR_LENGTH,
               _ ("Say how many as in 0..35..∞, 1..5 or 12"));
  return FALSE;
}

gboolean
_squill_plane_check_text (const char *text, gpointer user_data, GError **error)
{
  SquillPlane *self = user_data;
  SquillModel *model = squill_plane_get_model (self);
  const SquillItem *item =
      self->edit_item != NULL ? squill_model_get_item (model, self->edit_item) : NULL;
  g_autoptr (SquillFieldText) field = NULL;

  switch (self->edit_kind)
    {
    case SQUILL_EDIT_KIND_NAME:
      return item != NULL && squill_model_check_name (model, self->edit_item, item->parent->id,
                                                      item->kind, text, error);
    case SQUILL_EDIT_KIND_FIELD:
    case SQUILL_EDIT_KIND_NEW_FIELD:
      if (self->edit_kind == SQUILL_EDIT_KIND_NEW_FIELD && *text == '\0')
        return TRUE;
      field = squill_field_text_parse (text, error);
      return field != NULL &&
             squill_model_check_name (model, self->edit_item,
                                      item != NULL ? item->parent->id : self->edit_parent,
                                      SQUILL_KIND_FIELD, field->name, error);
    case SQUILL_EDIT_KIND_START_TRIPLE:
    case SQUILL_EDIT_KIND_END_TRIPLE:
      return check_triple (text, error);
    case SQUILL_EDIT_KIND_NOTE:
    case SQUILL_EDIT_KIND_NOTHING:
    default:
      return TRUE;
    }
}

static gboolean
keep_name (SquillPlane *self, SquillModel *model, const char *text, GError **error)
{
  const SquillItem *item = squill_model_get_item (model, self->edit_item);

  if (item == NULL)
    return TRUE;
  if (item->kind == SQUILL_KIND_COPY)
    return squill_model_set (model, self->edit_item, "name", json_string (text), error);
  return squill_model_rename (model, self->edit_item, text, error);
}

static gboolean
keep_new_field (SquillPlane *self, SquillModel *model, const char *text, GError **error)
{
  g_autoptr (SquillFieldText) field = NULL;
  g_autofree char *id = NULL;

  if (*text == '\0')
    return TRUE;
  field = squill_field_text_parse (text, error);
  if (field == NULL)
    return FALSE;
  squill_model_begin_step (model, _ ("Add field"), NULL);
  id =
      squill_model_add_field (model, self->edit_parent, self->edit_after, field->name,
                              field->types != SQUILL_TYPE_NONE ? field->types : SQUILL_TYPE_STRING);
  if (id == NULL || !squill_field_text_apply (field, model, id, error))
    {
      squill_model_cancel_step (model);
      return FALSE;
    }
  squill_model_end_step (model);
  /* From now on it is that field that is edited. */
  self->edit_kind = SQUILL_EDIT_KIND_FIELD;
  self->edit_item = g_steal_pointer (&id);
  return TRUE;
}

/* At a line's start stands how many of what its row holds; which that is the line itself knows. */
gboolean
_squill_plane_is_triple_of_children (SquillPlane *self, const SquillEdge *edge, gboolean at_end)
{
  const SquillRelationship *r =
      squill_model_get_relationship (squill_plane_get_model (self), edge->relationship);
  g_autofree char *children = squill_triple_to_short (r->children);
  g_autofree char *parents = squill_triple_to_short (r->parents);
  const char *shown = at_end ? edge->to_text : edge->from_text;

  if (g_str_equal (children, shown) != g_str_equal (parents, shown))
    return g_str_equal (children, shown);
  /* Both read the same: a reference kept by the children leads to the parent. */
  if (r->placement == SQUILL_PLACEMENT_PARENT_REFERENCE)
    return !at_end;
  return at_end;
}

static gboolean
keep_triple (SquillPlane *self, SquillModel *model, const char *text, GError **error)
{
  const SquillEdge *edge = squill_diagram_find_edge (self->diagram, self->edit_edge);
  gboolean of_children;
  SquillTriple triple;
  gboolean done;

  if (edge == NULL || !squill_triple_from_text (text, &triple))
    return FALSE;
  of_children = _squill_plane_is_triple_of_children (
      self, edge, self->edit_kind == SQUILL_EDIT_KIND_END_TRIPLE);
  squill_model_begin_step (model, _ ("Say how many"), NULL);
  done = squill_model_set (model, edge->relationship, of_children ? "children" : "parents",
                           squill_json_triple (triple), error);
  squill_model_end_step (model);
  return done;
}

/* Takes over what was typed; if it will not do, says so and stays. */
gboolean
_squill_plane_keep_text (SquillPlane *self)
{
  SquillModel *model = squill_plane_get_model (self);
  g_autofree char *text = squill_place_editor_get_text (self->editor);
  g_autoptr (SquillFieldText) field = NULL;
  g_autoptr (GError) error = NULL;
  gboolean done = TRUE;

  if (!squill_place_editor_is_changed (self->editor))
    return TRUE;
  if (!squill_place_editor_check (self->editor))
    return FALSE;
  switch (self->edit_kind)
    {
    case SQUILL_EDIT_KIND_NAME:
      done = keep_name (self, model, text, &error);
      break;
    case SQUILL_EDIT_KIND_FIELD:
      field = squill_field_text_parse (text, &error);
      done = field != NULL && squill_field_text_apply (field, model, self->edit_item, &error);
      break;
    case SQUILL_EDIT_KIND_NEW_FIELD:
      done = keep_new_field (self, model, text, &error);
      break;
    case SQUILL_EDIT_KIND_START_TRIPLE:
    case SQUILL_EDIT_KIND_END_TRIPLE:
      done = keep_triple (self, model, text, &error);
      break;
    case SQUILL_EDIT_KIND_NOTE:
      done = squill_model_set (model, self->edit_item, "text", json_string (text), &error);
      break;
    case SQUILL_EDIT_KIND_NOTHING:
    default:
      break;
    }
  if (!done && error != NULL)
    squill_place_editor_show_error (self->editor, error->message);
  if (done)
    squill_plane_update (self);
  return done;
}

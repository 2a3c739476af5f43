/* SPDX-License-Identifier: Apache-2.0 */

/* References: their values, lists of them, and what is copied along with them.
 *
 * A copied field stands with the id of what it came from: in the elements of a list, {id, …}, or
 * beside the one reference, or in one {id, …} where copies are nested. Where the placement keeps
 * no reference at that end, lists of {id, …} come all the same, because nothing else tells which
 * element to keep in step; a single copied field stands alone. Attributes of the link stand with
 * the references at the parent if there are any, otherwise with those at the child, or in the
 * embedded child. */

#define G_LOG_DOMAIN "squill-design"

#include "config.h"

#include "design/squill-design-private.h"
#include "model/squill-authoring.h"
#include "model/squill-placement.h"
#include "model/squill-variants.h"

#include <string.h>

const SquillEntity *
_squill_expansion_get_end (SquillExpansion *self,
                           const SquillRelationship *relationship,
                           gboolean parent)
{
  return squill_model_get_entity (self->model, parent ? relationship->parent : relationship->child);
}

/* (transfer none) (nullable): the name, which is noted as read. */
const char *
_squill_expansion_get_entity_name (SquillExpansion *self, const SquillEntity *entity)
{
  _squill_dependence_note_name (self->dependence, entity);
  return entity->name;
}

/** The name of what a relationship stores at an end. */
const char *
_squill_expansion_get_name (SquillExpansion *self,
                            const SquillRelationship *relationship,
                            gboolean at_parent)
{
  const char *name = at_parent ? relationship->parent_name : relationship->child_name;

  if (name == NULL && at_parent)
    name = relationship->name;
  return name != NULL ? name
                      : _squill_expansion_get_entity_name (
                            self, _squill_expansion_get_end (self, relationship, !at_parent));
}

/* Sets whether a single value is required, and the share of documents that have it (0 to 1), from
 * how many there are of it. Where nobody said how many, all have it. */
void
_squill_shape_set_presence (SquillShape *shape, SquillTriple triple, gboolean optional)
{
  shape->required = triple.min >= 1 && !optional;
  shape->presence = shape->required || isnan (triple.likely) ? 1 : CLAMP (triple.likely, 0, 1);
}

/* The copies of a relationship, or those that it is looked at with. */
static gpointer const *
get_copies (SquillExpansion *self, const SquillRelationship *relationship, guint *n)
{
  if (relationship != self->instead || self->copies == NULL)
    return squill_item_get_children (relationship, SQUILL_KIND_COPY, n);
  *n = self->copies->len;
  return self->copies->pdata;
}

/* Whether the relationship, or what is asked for instead, copies a field in this direction. */
gboolean
_squill_expansion_has_copies (SquillExpansion *self,
                              const SquillRelationship *relationship,
                              SquillCopyDirection direction)
{
  guint n;
  gpointer const *copies = get_copies (self, relationship, &n);

  for (guint i = 0; i < n; i++)
    if (((const SquillCopy *)copies[i])->direction == direction)
      return TRUE;
  return FALSE;
}

static gboolean
has_links (const SquillRelationship *relationship)
{
  guint n;

  squill_item_get_children (relationship, SQUILL_KIND_FIELD, &n);
  return n > 0;
}

/* Follows the ids of a copy's source to the field. */
static const SquillField *
find_source (SquillExpansion *self,
             const SquillEntity *entity,
             const char *path,
             const SquillEntity **owner)
{
  const SquillField *field;
  const SquillItem *item;

  if (path == NULL || path[0] == '=')
    return NULL;
  field = squill_model_get_field (self->model, squill_key_path_get_last (path));
  if (field == NULL)
    return NULL;
  item = squill_item_get_owner (field);
  if (item->kind != SQUILL_KIND_ENTITY || (strchr (path, '/') == NULL && item != &entity->item))
    return NULL;
  *owner = (const SquillEntity *)item;
  return field;
}

static void
add_copy (SquillExpansion *self,
          SquillShape *parent,
          const SquillRelationship *relationship,
          const SquillCopy *copy,
          gboolean required,
          double presence)
{
  const SquillEntity *source =
      _squill_expansion_get_end (self, relationship, copy->direction == SQUILL_COPY_TO_CHILD);
  const char *relationship_id =
      _squill_dependence_note_relationship (self->dependence, relationship);
  const char *copy_id = _squill_tree_copy_text (self->tree, copy->item.id);
  const SquillEntity *owner = source;
  const SquillField *field = find_source (self, source, copy->field, &owner);
  SquillShape *shape;

  if (field == NULL)
    {
      /* What it came from is gone, but may come back. */
      if (copy->field != NULL)
        _squill_dependence_note_missing (self->dependence, squill_key_path_get_last (copy->field));
      shape = _squill_tree_add (self->tree, parent, copy->name, FALSE);
      shape->origin = SQUILL_ORIGIN_COPY;
      shape->relationship = relationship_id;
      shape->copy = copy_id;
    }
  else
    {
      _squill_dependence_note_field (self->dependence, owner, field->item.id);
      shape = _squill_expansion_add_field (self, parent, field, copy->name, SQUILL_FORM_DRAWN,
                                           SQUILL_ORIGIN_COPY, relationship_id, copy_id);
    }
  shape->entity = _squill_dependence_get_id (self->dependence, owner);
  shape->required = shape->required && required;
  shape->presence *= presence;
}

/* Adds the fields that the relationship copies in this direction below @parent, until that is full.
 * @presence: the share of documents, 0 to 1, that have what they are copied from */
void
_squill_expansion_add_copies (SquillExpansion *self,
                              SquillShape *parent,
                              const SquillRelationship *relationship,
                              SquillCopyDirection direction,
                              gboolean required,
                              double presence)
{
  guint n;
  gpointer const *copies = get_copies (self, relationship, &n);

  for (guint i = 0; i < n; i++)
    if (((const SquillCopy *)copies[i])->direction == direction &&
        !_squill_expansion_is_full (self, parent))
      add_copy (self, parent, relationship, copies[i], required, presence);
}

/* Adds the relationship's own fields, the attributes of a link, below @parent, until that is full.
 * @presence: the share of documents, 0 to 1, that have the link */
void
_squill_expansion_add_links (SquillExpansion *self,
                             SquillShape *parent,
                             const SquillRelationship *relationship,
                             gboolean required,
                             double presence)
{
  const char *id = _squill_dependence_note_relationship (self->dependence, relationship);

  SQUILL_FOR_EACH_CHILD (SquillField, field, relationship, SQUILL_KIND_FIELD)
    {
      SquillShape *shape;

      if (_squill_expansion_is_full (self, parent))
        break;
      shape = _squill_expansion_add_field (self, parent, field, NULL, SQUILL_FORM_DRAWN,
                                           SQUILL_ORIGIN_LINK, id, NULL);
      shape->required = shape->required && required;
      shape->presence *= presence;
    }
}

/* A key without types that is itself a reference has those of what it refers to. */
static const SquillField *
find_pattern (SquillExpansion *self, const SquillEntity *target, const SquillField *key)
{
  /* Entities may refer to each other in a circle. */
  for (guint i = 0; i < 7; i++)
    {
      const SquillRelationship *const *relationships;
      const SquillRelationship *by = NULL;
      gboolean to_parent = FALSE;
      guint n;

      if (key == NULL || key->types != SQUILL_TYPE_NONE)
        return key;
      relationships = squill_entity_get_relationships (target, &n);
      for (guint j = 0; j < n; j++)
        {
          const SquillRelationship *r = relationships[j];
          gboolean held = g_strcmp0 (r->child_holder, key->item.id) == 0;

          /* The same one each time, in whatever order they stand. */
          if ((held || g_strcmp0 (r->parent_holder, key->item.id) == 0) &&
              (by == NULL || strcmp (r->item.id, by->item.id) < 0))
            {
              by = r;
              to_parent = held;
            }
        }
      if (by == NULL)
        return key;
      _squill_dependence_note_relationship (self->dependence, by);
      target = _squill_expansion_get_end (self, by, to_parent);
      key = _squill_dependence_note_field (self->dependence, target,
                                           to_parent ? by->parent_key : by->child_key);
    }
  return key;
}

/* The value that names a document of the target, or a list of them: of the type of its _id, or of
 * another field that references go by. */
SquillShape *
_squill_expansion_add_reference (SquillExpansion *self,
                                 SquillShape *parent,
                                 const char *name,
                                 const SquillRelationship *relationship,
                                 gboolean to_parent,
                                 const SquillField *holder,
                                 SquillForm form)
{
  const SquillEntity *target = _squill_expansion_get_end (self, relationship, to_parent);
  const char *relationship_id =
      _squill_dependence_note_relationship (self->dependence, relationship);
  const SquillField *key = _squill_dependence_note_field (
      self->dependence, target, to_parent ? relationship->parent_key : relationship->child_key);
  const SquillField *pattern = holder != NULL && holder->types != SQUILL_TYPE_NONE
                                   ? holder
                                   : find_pattern (self, target, key);
  SquillShape *shape;
  SquillShapeBasis *basis;

  if (pattern != NULL)
    shape = _squill_expansion_add_field (self, parent, pattern, name, form, SQUILL_ORIGIN_REFERENCE,
                                         relationship_id, NULL);
  else
    {
      shape = _squill_tree_add (self->tree, parent, name, FALSE);
      shape->array = form == SQUILL_FORM_LIST;
      shape->types = SQUILL_TYPE_OBJECT_ID;
      shape->origin = SQUILL_ORIGIN_REFERENCE;
      shape->entity = _squill_expansion_peek (self)->id;
      shape->relationship = relationship_id;
    }
  basis = _squill_tree_edit_basis (self->tree, shape);
  if (pattern == holder && key != NULL && !squill_triple_is_set (basis->size))
    basis->size = key->size;
  /* It looks as what it refers to by. */
  if (basis->kind == SQUILL_VALUE_ANY && key != NULL)
    basis->kind = squill_value_kind_of_field (key, key->name,
                                              _squill_expansion_get_entity_name (self, target));
  shape->field = holder == NULL ? NULL : _squill_tree_copy_text (self->tree, holder->item.id);
  shape->target = _squill_dependence_get_id (self->dependence, target);
  shape->required = TRUE;
  shape->presence = 1;
  basis->at_parent = !to_parent;
  basis->key = key == NULL ? NULL : _squill_tree_copy_text (self->tree, key->item.id);
  return shape;
}

/* {id, copies…, attributes…}, the fields of an object or of the elements of a list. */
void
_squill_expansion_add_referring_fields (SquillExpansion *self,
                                        SquillShape *parent,
                                        const SquillRelationship *relationship,
                                        gboolean to_parent,
                                        SquillCopyDirection direction,
                                        gboolean links)
{
  _squill_expansion_add_reference (self, parent,
                                   relationship->id_name != NULL ? relationship->id_name : "id",
                                   relationship, to_parent, NULL, SQUILL_FORM_ONE);
  _squill_expansion_add_copies (self, parent, relationship, direction, TRUE, 1);
  if (links)
    _squill_expansion_add_links (self, parent, relationship, TRUE, 1);
}

/* Adds an object that holds what the relationship stores in the entity on top of the stack.
 * @at_parent: whether it stands at the parent's end */
SquillShape *
_squill_expansion_add_container (SquillExpansion *self,
                                 SquillShape *parent,
                                 const char *name,
                                 const SquillRelationship *relationship,
                                 gboolean at_parent,
                                 SquillOrigin origin)
{
  SquillShape *shape = _squill_tree_add (self->tree, parent, name, FALSE);

  if (at_parent)
    _squill_tree_edit_basis (self->tree, shape)->at_parent = TRUE;
  shape->types = SQUILL_TYPE_OBJECT;
  shape->origin = origin;
  shape->entity = _squill_expansion_peek (self)->id;
  shape->relationship = _squill_dependence_note_relationship (self->dependence, relationship);
  return shape;
}

static gboolean
is_in_list (const SquillField *field)
{
  for (const SquillItem *item = field->item.parent; item != NULL && item->kind == SQUILL_KIND_FIELD;
       item = item->parent)
    {
      const SquillField *around = (const SquillField *)item;

      if (around->array || around->map)
        return TRUE;
    }
  return FALSE;
}

static gboolean
is_list (SquillTriple triple, double cap, const SquillField *holder, gboolean at_parent)
{
  double max = !(cap >= 0) ? triple.max : isnan (triple.max) ? cap : MIN (cap, triple.max);

  /* An array may have no more than one, and so may a map. */
  if (holder != NULL && (holder->array || squill_field_is_map (holder) || is_in_list (holder)))
    return holder->array || squill_field_is_map (holder);
  if (!isnan (max))
    return max > 1;
  if (triple.likely > 1)
    return TRUE;
  /* Unless somebody says otherwise a parent has many children, and a child one parent. */
  return holder != NULL ? holder->array : at_parent;
}

/* Makes an array of @shape, as long as the relationship says for this end. @holder: (nullable): the
 * field that holds the references; its own length is taken where the relationship has none, or
 * where the field is in a list */
void
_squill_expansion_set_list (SquillExpansion *self,
                            SquillShape *shape,
                            const SquillRelationship *relationship,
                            gboolean at_parent,
                            const SquillField *holder)
{
  SquillTriple length = at_parent ? relationship->children : relationship->parents;
  double growth = at_parent ? relationship->growth : NAN;
  double cap = at_parent ? relationship->cap : NAN;

  if (holder != NULL && (!squill_triple_is_set (length) || is_in_list (holder)))
    {
      length = holder->length;
      growth = holder->growth;
      cap = holder->cap;
    }
  shape->array = TRUE;
  shape->required = length.min >= 1 && !relationship->optional;
  _squill_expansion_set_length (self, shape, length, growth, cap);
}

/* What is drawn of the field that holds the reference counts more than what the relationship
 * says. */
static void
take_from_holder (SquillExpansion *self, SquillShape *shape, const SquillField *holder)
{
  if (holder == NULL)
    return;
  shape->field = _squill_tree_copy_text (self->tree, holder->item.id);
  shape->required = squill_field_is_always_present (holder);
  shape->presence = _squill_field_get_presence (holder);
  shape->nullable = holder->nullable;
  shape->outlier_types = holder->outlier_types;
  shape->outlier_instead = holder->outlier_instead;
  shape->single = holder->single && shape->array;
}

/* A map whose values are the references, or whose keys are. */
static void
add_map (SquillExpansion *self,
         SquillShape *parent,
         const SquillRelationship *relationship,
         gboolean at_parent,
         const SquillField *holder)
{
  const char *via = _squill_expansion_peek (self)->via_id;
  SquillShape *shape, *key;

  if (!relationship->by_keys)
    {
      shape = _squill_expansion_add_reference (self, parent, NULL, relationship, !at_parent, holder,
                                               SQUILL_FORM_DRAWN);
      take_from_holder (self, shape, holder);
      return;
    }
  shape = _squill_expansion_add_field (self, parent, holder, NULL, SQUILL_FORM_DRAWN,
                                       via == NULL ? SQUILL_ORIGIN_OWN : SQUILL_ORIGIN_EMBEDDED,
                                       via, NULL);
  key = _squill_expansion_add_reference (self, shape, "{key}", relationship, !at_parent, NULL,
                                         SQUILL_FORM_ONE);
  _squill_tree_take_key (self->tree, shape, key);
}

/**
 * _squill_expansion_add_references:
 * @self: an expansion
 * @parent: where they come
 * @relationship: a relationship
 * @at_parent: at which of its ends @parent is
 * @holder: (nullable): the field that holds them
 *
 * Adds the reference or references that a relationship stores at an end, with what it copies to
 * there.
 */
void
_squill_expansion_add_references (SquillExpansion *self,
                                  SquillShape *parent,
                                  const SquillRelationship *relationship,
                                  gboolean at_parent,
                                  const SquillField *holder)
{
  const SquillRelationship *r = relationship;
  SquillTriple triple = at_parent ? r->children : r->parents;
  SquillCopyDirection direction = at_parent ? SQUILL_COPY_TO_PARENT : SQUILL_COPY_TO_CHILD;
  gboolean stored = squill_placement_has_reference (r->placement, at_parent);
  gboolean links = stored && has_links (r) &&
                   (at_parent || r->placement == SQUILL_PLACEMENT_PARENT_REFERENCE ||
                    r->placement == SQUILL_PLACEMENT_SUBSET);
  gboolean more = links || _squill_expansion_has_copies (self, r, direction);
  const char *name =
      holder != NULL ? holder->name : _squill_expansion_get_name (self, r, at_parent);
  SquillShape *shape = NULL;
  gboolean required;
  double presence;

  if (!stored && !more)
    return;
  _squill_expansion_note_stored (self, r);

  if (holder != NULL && squill_field_is_map (holder) && stored && !more)
    {
      add_map (self, parent, r, at_parent, holder);
      return;
    }
  if (is_list (triple, at_parent ? r->cap : NAN, holder, at_parent))
    {
      if (more)
        {
          shape = _squill_expansion_add_container (self, parent, name, r, at_parent,
                                                   SQUILL_ORIGIN_REFERENCE);
          shape->target = _squill_dependence_get_id (
              self->dependence, _squill_expansion_get_end (self, r, !at_parent));
          /* First, because the paths of what is inside depend on its being a list. */
          _squill_expansion_set_list (self, shape, r, at_parent, holder);
          _squill_expansion_add_referring_fields (self, shape, r, !at_parent, direction, links);
        }
      else
        {
          shape = _squill_expansion_add_reference (self, parent, name, r, !at_parent, holder,
                                                   SQUILL_FORM_LIST);
          _squill_expansion_set_list (self, shape, r, at_parent, holder);
        }
      take_from_holder (self, shape, holder);
      return;
    }

  if (stored && more && r->nest_copies)
    {
      shape = _squill_expansion_add_container (self, parent, name, r, at_parent,
                                               SQUILL_ORIGIN_REFERENCE);
      shape->target = _squill_dependence_get_id (self->dependence,
                                                 _squill_expansion_get_end (self, r, !at_parent));
      _squill_expansion_add_referring_fields (self, shape, r, !at_parent, direction, links);
      more = FALSE;
    }
  else if (stored)
    shape = _squill_expansion_add_reference (self, parent, name, r, !at_parent, holder,
                                             SQUILL_FORM_ONE);
  if (shape != NULL)
    {
      _squill_shape_set_presence (shape, triple, r->optional);
      take_from_holder (self, shape, holder);
    }
  if (!more)
    return;
  required = shape != NULL ? shape->required : triple.min >= 1;
  presence = shape != NULL ? shape->presence : 1;
  _squill_expansion_add_copies (self, parent, r, direction, required, presence);
  if (links)
    _squill_expansion_add_links (self, parent, r, required, presence);
}

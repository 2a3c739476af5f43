/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "session/squill-drawing.h"

#include <glib/gi18n.h>
#include <stdlib.h>

#include "model/squill-authoring.h"
#include "model/squill-placement.h"
#include "model/squill-view.h"

/* What follows from the model can only be refused where it may only be read. */
static gboolean
set (SquillModel *model, const char *id, const char *property, json_t *value)
{
  g_autoptr (GError) error = NULL;

  if (squill_model_set (model, id, property, value, &error))
    return TRUE;
  g_debug ("%s", error->message);
  return FALSE;
}

static gboolean
set_placement (SquillModel *model, const char *id, SquillPlacement placement)
{
  return set (model, id, "placement", json_string (squill_placement_get_name (placement)));
}

/**
 * squill_alignment_from_name:
 * @name: such as "left"
 * @alignment: (out): the alignment
 *
 * Returns: whether there is an alignment of that name
 */
gboolean
squill_alignment_from_name (const char *name, SquillAlignment *alignment)
{
  static const char *const names[] = { "left",   "center", "right",  "top",
                                       "middle", "bottom", "across", "down" };

  g_return_val_if_fail (name != NULL && alignment != NULL, FALSE);

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_str_equal (name, names[i]))
      {
        *alignment = i;
        return TRUE;
      }
  return FALSE;
}

/**
 * squill_drawing_add_entity:
 * @model: a model
 * @x: its left edge
 * @y: its top edge
 *
 * Adds an entity under a name that is free, to be named by the user next.
 *
 * Returns: (transfer full) (nullable): its id; %NULL if the model can only be read
 */
char *
squill_drawing_add_entity (SquillModel *model, double x, double y)
{
  g_autofree char *name = NULL;

  g_return_val_if_fail (SQUILL_IS_MODEL (model), NULL);

  /* Translators: the name of a new collection; lower case, no spaces. */
  name = squill_model_make_unique_name (model, SQUILL_MODEL_ID, SQUILL_KIND_ENTITY, _ ("entity"));
  return squill_model_add_entity (model, name, x, y);
}

/**
 * squill_drawing_connect:
 * @model: a model
 * @parent: id of the entity the line starts at
 * @child: id of the entity it ends at
 *
 * Adds a relationship: a @parent has @child. The child keeps its parent's id, which is right for
 * any number of children; better placements are for the advice to tell.
 *
 * Returns: (transfer full) (nullable): its id; %NULL if the model can only be read
 */
char *
squill_drawing_connect (SquillModel *model, const char *parent, const char *child)
{
  g_return_val_if_fail (SQUILL_IS_MODEL (model), NULL);
  g_return_val_if_fail (squill_model_get_entity (model, parent) != NULL, NULL);
  g_return_val_if_fail (squill_model_get_entity (model, child) != NULL, NULL);

  return squill_model_add_relationship (model, parent, child, NULL,
                                        SQUILL_PLACEMENT_PARENT_REFERENCE);
}

/**
 * squill_drawing_can_refer_from:
 * @model: a model
 * @field: (nullable): id of an item
 *
 * Returns: %TRUE if it is a field of an entity that can become a reference: neither its `_id` nor
 *   one already
 */
gboolean
squill_drawing_can_refer_from (SquillModel *model, const char *field)
{
  const SquillField *item;
  const SquillItem *owner;
  const SquillRelationship *const *all;
  guint n;

  g_return_val_if_fail (SQUILL_IS_MODEL (model), FALSE);

  item = field != NULL ? squill_model_get_field (model, field) : NULL;
  owner = item != NULL ? squill_item_get_owner (item) : NULL;
  if (owner == NULL || owner->kind != SQUILL_KIND_ENTITY || squill_field_is_id (item))
    return FALSE;
  all = squill_entity_get_relationships ((const SquillEntity *)owner, &n);
  for (guint i = 0; i < n; i++)
    if (g_strcmp0 (all[i]->parent_holder, field) == 0 ||
        g_strcmp0 (all[i]->child_holder, field) == 0)
      return FALSE;
  return TRUE;
}

/* Makes a field a reference to an entity, or to several of it where it is an array or a map. Gives
 * the id of the relationship; NULL if the model can only be read. */
static char *
refer_from_field (SquillModel *model, const char *field, const char *entity)
{
  const SquillField *item = squill_model_get_field (model, field);
  g_autofree char *owner = g_strdup (squill_item_get_owner (item)->id);
  const gboolean many = item->array || squill_field_is_map (item);
  const gboolean required = item->required;
  char *id;

  squill_model_begin_step (model, _ ("Refer from field"), NULL);
  /* Who holds references to many is their parent, who holds one is a child. */
  if (many)
    id = squill_model_add_relationship (model, owner, entity, item->name,
                                        SQUILL_PLACEMENT_CHILD_REFERENCES);
  else
    id = squill_drawing_connect (model, entity, owner);
  if (id != NULL)
    {
      set (model, id, many ? "parent_holder" : "child_holder", json_string (field));
      if (!many)
        set (model, id, "parents", squill_json_triple (SQUILL_TRIPLE (required ? 1 : 0, 1, 1)));
    }
  squill_model_end_step (model);
  return id;
}

/**
 * squill_drawing_draw_line:
 * @model: a model
 * @from: id of the entity the line starts at
 * @field: (nullable): id of a field of it that shall refer to the other end
 * @to: id of the entity the line ends at
 *
 * Adds the relationship that a line stands for; a line that starts at a field makes it a reference.
 *
 * Returns: (transfer full) (nullable): its id; %NULL if the model can only be read
 */
char *
squill_drawing_draw_line (SquillModel *model, const char *from, const char *field, const char *to)
{
  g_return_val_if_fail (SQUILL_IS_MODEL (model), NULL);

  return squill_drawing_can_refer_from (model, field) ? refer_from_field (model, field, to)
                                                      : squill_drawing_connect (model, from, to);
}

/**
 * squill_drawing_connect_to_new:
 * @model: a model
 * @parent: id of the entity the line starts at
 * @field: (nullable): id of a field of it that shall refer to the new entity
 * @x: where it ends
 * @y: where it ends
 * @entity: (out) (transfer full) (nullable): id of the new entity
 *
 * Adds an entity and a relationship to it.
 *
 * Returns: (transfer full) (nullable): id of the relationship; %NULL if the model can only be read
 */
char *
squill_drawing_connect_to_new (
    SquillModel *model, const char *parent, const char *field, double x, double y, char **entity)
{
  char *relationship = NULL;

  g_return_val_if_fail (SQUILL_IS_MODEL (model), NULL);
  g_return_val_if_fail (entity != NULL, NULL);

  squill_model_begin_step (model, _ ("Draw relationship"), NULL);
  *entity = squill_drawing_add_entity (model, x, y);
  if (*entity != NULL)
    relationship = squill_drawing_draw_line (model, parent, field, *entity);
  squill_model_end_step (model);
  return relationship;
}

/**
 * squill_drawing_find_relationship:
 * @model: a model
 * @one: id of an entity
 * @other: id of an entity
 *
 * Finds a relationship between two entities; one that has @one as its parent rather than one the
 * other way round.
 *
 * Returns: (nullable): the first
 */
const SquillRelationship *
squill_drawing_find_relationship (SquillModel *model, const char *one, const char *other)
{
  const SquillEntity *entity;
  const SquillRelationship *const *all;
  const SquillRelationship *reversed = NULL;
  guint n;

  g_return_val_if_fail (SQUILL_IS_MODEL (model), NULL);

  entity = squill_model_get_entity (model, one);
  if (entity == NULL)
    return NULL;
  all = squill_entity_get_relationships (entity, &n);
  for (guint i = 0; i < n; i++)
    {
      if (g_str_equal (all[i]->parent, one) && g_str_equal (all[i]->child, other))
        return all[i];
      if (reversed == NULL && g_str_equal (all[i]->parent, other) &&
          g_str_equal (all[i]->child, one))
        reversed = all[i];
    }
  return reversed;
}

/* What was the parent becomes the child. What is stored has other names then. */
static void
turn_round (SquillModel *model, const SquillRelationship *r)
{
  g_autofree char *id = g_strdup (r->item.id);
  g_autofree char *parent = g_strdup (r->parent);
  g_autofree char *child = g_strdup (r->child);
  g_autoptr (GPtrArray) copies = g_ptr_array_new_with_free_func (g_free);
  static const char *const forgotten[] = { "parent_name", "child_name",    "parent_order",
                                           "child_order", "parent_holder", "child_holder",
                                           "parent_key",  "child_key",     "order_by" };
  SquillTriple children = r->children, parents = r->parents;
  const double parent_alone = r->parent_alone, child_alone = r->child_alone;

  SQUILL_FOR_EACH_CHILD (SquillCopy, copy, r, SQUILL_KIND_COPY)
    {
      g_ptr_array_add (copies, g_strdup (copy->item.id));
    }
  set (model, id, "parent", json_string (child));
  set (model, id, "child", json_string (parent));
  set (model, id, "children", squill_json_triple (parents));
  set (model, id, "parents", squill_json_triple (children));
  set (model, id, "parent_alone", squill_json_number (child_alone));
  set (model, id, "child_alone", squill_json_number (parent_alone));
  for (guint i = 0; i < G_N_ELEMENTS (forgotten); i++)
    set (model, id, forgotten[i], NULL);
  for (guint i = 0; i < copies->len; i++)
    {
      const SquillCopy *copy =
          squill_model_get_item_of_kind (model, copies->pdata[i], SQUILL_KIND_COPY);

      set (model, copies->pdata[i], "direction",
           json_string (copy->direction == SQUILL_COPY_TO_CHILD ? "to-parent" : "to-child"));
    }
}

/**
 * squill_drawing_swap_ends:
 * @model: a model
 * @relationship: id of a relationship
 *
 * Makes the parents of a relationship its children, as if it had been drawn from the other end.
 *
 * Returns: whether that changed it
 */
gboolean
squill_drawing_swap_ends (SquillModel *model, const char *relationship)
{
  const SquillRelationship *r;

  g_return_val_if_fail (SQUILL_IS_MODEL (model), FALSE);

  r = squill_model_get_relationship (model, relationship);
  g_return_val_if_fail (r != NULL, FALSE);

  if (squill_model_get_read_only (model))
    return FALSE;
  squill_model_begin_step (model, _ ("Swap ends"), NULL);
  turn_round (model, r);
  squill_model_end_step (model);
  return TRUE;
}

/**
 * squill_drawing_find_start:
 * @model: a model
 * @item: (nullable): id of what is selected
 *
 * Finds the entity that an operation about an item likely starts from: that which it belongs to,
 * the parent of a relationship, or the only one there is.
 *
 * Returns: (transfer none) (nullable): its id
 */
const char *
squill_drawing_find_start (SquillModel *model, const char *item)
{
  const SquillItem *found, *owner;
  gpointer const *entities;
  guint n;

  g_return_val_if_fail (SQUILL_IS_MODEL (model), NULL);

  found = item != NULL ? squill_model_get_item (model, item) : NULL;
  owner = found != NULL ? squill_item_get_owner (found) : NULL;
  if (owner != NULL && owner->kind == SQUILL_KIND_ENTITY)
    return owner->id;
  if (owner != NULL && owner->kind == SQUILL_KIND_RELATIONSHIP)
    return ((const SquillRelationship *)owner)->parent;
  if (owner != NULL && owner->kind == SQUILL_KIND_OPERATION &&
      ((const SquillOperation *)owner)->entity != NULL)
    return ((const SquillOperation *)owner)->entity;
  entities = squill_item_get_children (squill_model_get_info (model), SQUILL_KIND_ENTITY, &n);
  return n == 1 ? ((const SquillItem *)entities[0])->id : NULL;
}

/**
 * squill_drawing_embed:
 * @model: a model
 * @child: id of the entity that is dropped
 * @parent: id of the entity it is dropped on
 *
 * Embeds one entity in another: by the relationship there is between them, or by a new one.
 *
 * Returns: (transfer full) (nullable): id of the relationship; %NULL if the model can only be read
 */
char *
squill_drawing_embed (SquillModel *model, const char *child, const char *parent)
{
  const SquillRelationship *r;
  char *id;

  g_return_val_if_fail (SQUILL_IS_MODEL (model), NULL);
  g_return_val_if_fail (squill_model_get_entity (model, child) != NULL, NULL);
  g_return_val_if_fail (squill_model_get_entity (model, parent) != NULL, NULL);
  g_return_val_if_fail (!g_str_equal (child, parent), NULL);

  if (squill_model_get_read_only (model))
    return NULL;
  r = squill_drawing_find_relationship (model, parent, child);
  squill_model_begin_step (model, _ ("Embed"), NULL);
  if (r == NULL)
    {
      id = squill_model_add_relationship (model, parent, child, NULL, SQUILL_PLACEMENT_EMBED_MANY);
    }
  else
    {
      id = g_strdup (r->item.id);
      if (!g_str_equal (r->parent, parent))
        turn_round (model, r);
      squill_drawing_set_embedded (model, id, TRUE);
    }
  squill_model_end_step (model);
  return id;
}

/**
 * squill_drawing_set_embedded:
 * @model: a model
 * @relationship: id of a relationship
 * @embedded: whether its children shall be embedded
 *
 * Embeds the children of a relationship, or takes them out and leaves a reference where there is
 * the least of it: in each child, or in the one parent.
 *
 * Returns: whether anything changed
 */
gboolean
squill_drawing_set_embedded (SquillModel *model, const char *relationship, gboolean embedded)
{
  const SquillRelationship *r;
  SquillPlacement placement;
  gboolean done;

  g_return_val_if_fail (SQUILL_IS_MODEL (model), FALSE);

  r = squill_model_get_relationship (model, relationship);
  g_return_val_if_fail (r != NULL, FALSE);

  if (squill_placement_is_embedding (r->placement) == embedded)
    return FALSE;
  if (embedded)
    placement = squill_relationship_get_embedding (r);
  else if (r->placement == SQUILL_PLACEMENT_EMBED_ONE || r->children.max <= 1 || r->parents.max > 1)
    placement = SQUILL_PLACEMENT_CHILD_REFERENCES;
  else
    placement = SQUILL_PLACEMENT_PARENT_REFERENCE;
  squill_model_begin_step (model, embedded ? _ ("Embed") : _ ("Take out"), NULL);
  done = set_placement (model, relationship, placement);
  squill_model_end_step (model);
  return done;
}

static const char *
get_owner_id (SquillModel *model, const char *field)
{
  const SquillField *item = squill_model_get_field (model, field);
  const SquillItem *owner = item == NULL ? NULL : squill_item_get_owner (item);

  return owner != NULL && owner->kind == SQUILL_KIND_ENTITY ? owner->id : NULL;
}

/**
 * squill_drawing_refer_to_field:
 * @model: a model
 * @field: id of a field of an entity
 * @entity: id of the entity that shall refer to it
 *
 * Adds a relationship by which each @entity names one of those that have @field, by the value of
 * that field.
 *
 * Returns: (transfer full) (nullable): its id; %NULL if the model can only be read
 */
char *
squill_drawing_refer_to_field (SquillModel *model, const char *field, const char *entity)
{
  const SquillField *item;
  g_autofree char *owner = NULL;
  char *id;

  g_return_val_if_fail (SQUILL_IS_MODEL (model), NULL);
  g_return_val_if_fail (squill_model_get_entity (model, entity) != NULL, NULL);

  owner = g_strdup (get_owner_id (model, field));
  g_return_val_if_fail (owner != NULL, NULL);

  squill_model_begin_step (model, _ ("Refer to field"), NULL);
  id = squill_drawing_connect (model, owner, entity);
  item = squill_model_get_field (model, field);
  if (id != NULL && g_strcmp0 (item->name, "_id") != 0)
    set (model, id, "parent_key", json_string (field));
  squill_model_end_step (model);
  return id;
}

/**
 * squill_drawing_copy_field:
 * @model: a model
 * @field: id of a field of an entity
 * @entity: id of the entity that shall have a copy of it
 * @mode: whether the copy follows its source
 *
 * Copies a field across the relationship between two entities; makes one where there is none.
 *
 * Returns: (transfer full) (nullable): id of the copy; %NULL if the model can only be read
 */
char *
squill_drawing_copy_field (SquillModel *model,
                           const char *field,
                           const char *entity,
                           SquillCopyMode mode)
{
  const SquillRelationship *r;
  g_autofree char *owner = NULL;
  g_autofree char *relationship = NULL;
  SquillCopyDirection direction = SQUILL_COPY_TO_CHILD;
  char *id = NULL;

  g_return_val_if_fail (SQUILL_IS_MODEL (model), NULL);
  g_return_val_if_fail (squill_model_get_entity (model, entity) != NULL, NULL);

  owner = g_strdup (get_owner_id (model, field));
  g_return_val_if_fail (owner != NULL, NULL);

  r = squill_drawing_find_relationship (model, owner, entity);
  squill_model_begin_step (model, _ ("Copy field"), NULL);
  if (r == NULL)
    {
      relationship = squill_drawing_connect (model, owner, entity);
    }
  else
    {
      relationship = g_strdup (r->item.id);
      if (!g_str_equal (r->parent, owner))
        direction = SQUILL_COPY_TO_PARENT;
    }
  if (relationship != NULL)
    id = squill_model_add_copy (model, relationship, field, direction, mode);
  squill_model_end_step (model);
  return id;
}

/**
 * squill_drawing_nest_field:
 * @model: a model
 * @field: id of a field
 * @error: as squill_model_reorder()
 *
 * Makes a field the last one inside the field before it.
 *
 * Returns: whether it was done; %FALSE without an error where there is no field before it
 */
gboolean
squill_drawing_nest_field (SquillModel *model, const char *field, GError **error)
{
  const SquillField *item;
  gpointer const *siblings;
  g_autofree char *parent = NULL;
  guint n;

  g_return_val_if_fail (SQUILL_IS_MODEL (model), FALSE);

  item = squill_model_get_field (model, field);
  g_return_val_if_fail (item != NULL, FALSE);

  siblings = squill_item_get_children (item->item.parent, SQUILL_KIND_FIELD, &n);
  for (guint i = 1; i < n; i++)
    if (siblings[i] == item)
      parent = g_strdup (((const SquillItem *)siblings[i - 1])->id);
  return parent != NULL && squill_model_reorder (model, field, parent, NULL, error);
}

/**
 * squill_drawing_unnest_field:
 * @model: a model
 * @field: id of a field
 * @error: as squill_model_reorder()
 *
 * Takes a field out of the field around it, to behind that one.
 *
 * Returns: whether it was done; %FALSE without an error where there is no field around it
 */
gboolean
squill_drawing_unnest_field (SquillModel *model, const char *field, GError **error)
{
  const SquillField *item;
  const SquillItem *around;
  g_autofree char *parent = NULL;
  g_autofree char *after = NULL;

  g_return_val_if_fail (SQUILL_IS_MODEL (model), FALSE);

  item = squill_model_get_field (model, field);
  g_return_val_if_fail (item != NULL, FALSE);

  around = item->item.parent;
  if (around == NULL || around->kind != SQUILL_KIND_FIELD)
    return FALSE;
  parent = g_strdup (around->parent->id);
  after = g_strdup (around->id);
  return squill_model_reorder (model, field, parent, after, error);
}

/**
 * squill_drawing_move_among_siblings:
 * @model: a model
 * @id: id of an item
 * @up: before the item above it, not behind the one below
 *
 * Moves an item by one place among those of its kind.
 *
 * Returns: whether it was moved; %FALSE where it is the first or last, or the model can only be
 * read
 */
gboolean
squill_drawing_move_among_siblings (SquillModel *model, const char *id, gboolean up)
{
  const SquillItem *item;
  gpointer const *siblings;
  const char *after;
  guint n, at;

  g_return_val_if_fail (SQUILL_IS_MODEL (model), FALSE);

  item = squill_model_get_item (model, id);
  g_return_val_if_fail (item != NULL, FALSE);

  if (item->parent == NULL)
    return FALSE;
  siblings = squill_item_get_children (item->parent, item->kind, &n);
  for (at = 0; at < n && siblings[at] != item; at++)
    ;
  if (up ? at == 0 : at + 1 >= n)
    return FALSE;
  if (!up)
    after = ((const SquillItem *)siblings[at + 1])->id;
  else
    after = at >= 2 ? ((const SquillItem *)siblings[at - 2])->id : "";
  return squill_model_reorder (model, id, item->parent->id, after, NULL);
}

static gboolean
set_places (SquillModel *model,
            const char *view,
            const SquillPlacedItem *items,
            guint n_items,
            double dx,
            double dy)
{
  g_autofree SquillPlace *places = g_new (SquillPlace, n_items);

  for (guint i = 0; i < n_items; i++)
    places[i] = (SquillPlace){ items[i].id, items[i].rect.x + dx, items[i].rect.y + dy };
  return squill_model_set_places (model, view, places, n_items, NULL);
}

/* A step that says what it is done to. */
static void
begin_step (SquillModel *model,
            const char *verb,
            const SquillPlacedItem *items,
            guint n_items,
            const char *tag)
{
  g_autoptr (GPtrArray) ids = g_ptr_array_new ();
  g_autofree char *label = NULL;

  for (guint i = 0; i < n_items; i++)
    g_ptr_array_add (ids, (gpointer)items[i].id);
  g_ptr_array_add (ids, NULL);
  label = squill_model_name_step (model, verb, (const char *const *)ids->pdata);
  squill_model_begin_step (model, label, tag);
}

/**
 * squill_drawing_move:
 * @model: a model
 * @view: (nullable): id of the view in which, or %NULL for none
 * @items: (array length=n_items): what to move
 * @n_items: how many
 * @dx: how far to the right
 * @dy: how far down
 * @tag: (nullable): moves with the same tag that follow each other are one step
 *
 * Moves cards and notes.
 *
 * Returns: whether anything was moved
 */
gboolean
squill_drawing_move (SquillModel *model,
                     const char *view,
                     const SquillPlacedItem *items,
                     guint n_items,
                     double dx,
                     double dy,
                     const char *tag)
{
  gboolean done;

  g_return_val_if_fail (SQUILL_IS_MODEL (model), FALSE);
  g_return_val_if_fail (items != NULL || n_items == 0, FALSE);

  if (n_items == 0 || (dx == 0 && dy == 0))
    return FALSE;
  begin_step (model, _ ("Move"), items, n_items, tag);
  done = set_places (model, view, items, n_items, dx, dy);
  squill_model_end_step (model);
  return done;
}

static int
compare_across (gconstpointer a, gconstpointer b)
{
  const SquillPlacedItem *one = a, *other = b;

  return (one->rect.x > other->rect.x) - (one->rect.x < other->rect.x);
}

static int
compare_down (gconstpointer a, gconstpointer b)
{
  const SquillPlacedItem *one = a, *other = b;

  return (one->rect.y > other->rect.y) - (one->rect.y < other->rect.y);
}

/* Leaves the first and the last where they are, and the same gap between all. */
static void
distribute (SquillPlacedItem *items, guint n_items, gboolean across)
{
  double room, at;

  if (n_items < 3)
    return;
  qsort (items, n_items, sizeof *items, across ? compare_across : compare_down);
  if (across)
    room = items[n_items - 1].rect.x - squill_rect_right (&items[0].rect);
  else
    room = items[n_items - 1].rect.y - squill_rect_bottom (&items[0].rect);
  for (guint i = 1; i + 1 < n_items; i++)
    room -= across ? items[i].rect.width : items[i].rect.height;
  at = across ? squill_rect_right (&items[0].rect) : squill_rect_bottom (&items[0].rect);
  for (guint i = 1; i + 1 < n_items; i++)
    {
      at += room / (n_items - 1);
      if (across)
        items[i].rect.x = at;
      else
        items[i].rect.y = at;
      at += across ? items[i].rect.width : items[i].rect.height;
    }
}

/**
 * squill_drawing_align:
 * @model: a model
 * @view: (nullable): id of the view in which, or %NULL for none
 * @items: (array length=n_items): what to align
 * @n_items: how many
 * @alignment: how
 *
 * Aligns cards and notes with the outermost of them, or spreads them evenly.
 *
 * Returns: whether anything was moved
 */
gboolean
squill_drawing_align (SquillModel *model,
                      const char *view,
                      const SquillPlacedItem *items,
                      guint n_items,
                      SquillAlignment alignment)
{
  g_autofree SquillPlacedItem *moved = NULL;
  SquillRect all = { 0 };
  gboolean done;

  g_return_val_if_fail (SQUILL_IS_MODEL (model), FALSE);
  g_return_val_if_fail (items != NULL || n_items == 0, FALSE);

  if (n_items < 2)
    return FALSE;
  moved = g_memdup2 (items, n_items * sizeof *items);
  for (guint i = 0; i < n_items; i++)
    all = squill_rect_union (&all, &items[i].rect);
  if (alignment == SQUILL_ALIGNMENT_ACROSS || alignment == SQUILL_ALIGNMENT_DOWN)
    distribute (moved, n_items, alignment == SQUILL_ALIGNMENT_ACROSS);
  for (guint i = 0; i < n_items; i++)
    {
      SquillRect *rect = &moved[i].rect;

      switch (alignment)
        {
        case SQUILL_ALIGNMENT_LEFT:
          rect->x = all.x;
          break;
        case SQUILL_ALIGNMENT_CENTER:
          rect->x = all.x + (all.width - rect->width) / 2;
          break;
        case SQUILL_ALIGNMENT_RIGHT:
          rect->x = squill_rect_right (&all) - rect->width;
          break;
        case SQUILL_ALIGNMENT_TOP:
          rect->y = all.y;
          break;
        case SQUILL_ALIGNMENT_MIDDLE:
          rect->y = all.y + (all.height - rect->height) / 2;
          break;
        case SQUILL_ALIGNMENT_BOTTOM:
          rect->y = squill_rect_bottom (&all) - rect->height;
          break;
        case SQUILL_ALIGNMENT_ACROSS:
        case SQUILL_ALIGNMENT_DOWN:
          break;
        default:
          g_assert_not_reached ();
        }
    }
  begin_step (model, _ ("Align"), items, n_items, NULL);
  done = set_places (model, view, moved, n_items, 0, 0);
  squill_model_end_step (model);
  return done;
}

/* SPDX-License-Identifier: Apache-2.0 */

/* Entities as documents: their own fields, and the order in which these and what relationships
 * store stand. What relationships store: squill-expansion-stored.c. */

#define G_LOG_DOMAIN "squill-design"

#include "config.h"

#include "design/squill-design-private.h"
#include "model/squill-authoring.h"
#include "model/squill-placement.h"
#include "model/squill-variants.h"

#include <string.h>

/* No document is nested deeper; entities embedded in each other may ask
 * for any number of shapes, of which more than this nobody could read. */
#define DEEPEST 100
#define MAX_SHAPES 20000

/* Something that stands in a document. */
typedef struct
{
  const SquillField *field;
  const SquillRelationship *relationship;
  gboolean at_parent;
  const char *order;
} Part;

/* Of documents in documents, so that there is room for them from the beginning. */
#define USUAL_DEPTH 8

/* Prepares the expansion into @tree, at the model's horizon. All but @self belong to the caller and
 * outlive it. End with _squill_expansion_clear(). */
void
_squill_expansion_init (SquillExpansion *self,
                        SquillModel *model,
                        SquillDependence *dependence,
                        SquillTree *tree)
{
  self->model = model;
  self->dependence = dependence;
  self->tree = tree;
  self->horizon = squill_model_get_horizon (model);
  self->stack = g_array_sized_new (FALSE, FALSE, sizeof (SquillExpansionFrame), USUAL_DEPTH);
  self->entities = g_ptr_array_new ();
  self->relationships = g_ptr_array_new ();
  self->original = self->instead = NULL;
  self->copies = NULL;
}

void
_squill_expansion_clear (SquillExpansion *self)
{
  g_clear_pointer (&self->stack, g_array_unref);
  g_clear_pointer (&self->entities, g_ptr_array_unref);
  g_clear_pointer (&self->relationships, g_ptr_array_unref);
}

/** The innermost document. */
SquillExpansionFrame *
_squill_expansion_peek (SquillExpansion *self)
{
  return &g_array_index (self->stack, SquillExpansionFrame, self->stack->len - 1);
}

/** Whether nothing more may come below a shape. */
gboolean
_squill_expansion_is_full (SquillExpansion *self, const SquillShape *shape)
{
  return shape->level >= DEEPEST || _squill_tree_get_size (self->tree) >= MAX_SHAPES;
}

static void
add_once (GPtrArray *ids, const char *id)
{
  if (!g_ptr_array_find (ids, id, NULL))
    g_ptr_array_add (ids, (gpointer)id);
}

/** A relationship stores something in this collection. */
void
_squill_expansion_note_stored (SquillExpansion *self, const SquillRelationship *relationship)
{
  add_once (self->relationships,
            _squill_dependence_note_relationship (self->dependence, relationship));
}

/**
 * _squill_expansion_set_length:
 * @self: an expansion
 * @shape: an array or map
 * @length: how long it is
 * @growth: how much longer each year
 * @cap: no longer than this
 *
 * Sets what a shape says of its length. What nobody said stays NaN; something that grows and that
 * nothing bounds has no bound.
 */
void
_squill_expansion_set_length (
    SquillExpansion *self, SquillShape *shape, SquillTriple length, double growth, double cap)
{
  if (cap >= 0)
    length = SQUILL_TRIPLE (isnan (length.min) ? NAN : MIN (length.min, cap),
                            isnan (length.likely) ? NAN : MIN (length.likely, cap),
                            isnan (length.max) ? cap : MIN (length.max, cap));
  else if (isnan (length.max) && growth > 0)
    length.max = INFINITY;
  shape->length = length;
  shape->growth = growth;
  shape->length_at_horizon = length.likely;
  if (growth > 0)
    shape->length_at_horizon += growth * self->horizon;
  if (shape->length_at_horizon > length.max)
    shape->length_at_horizon = length.max;
  if (shape->length_at_horizon < 0)
    shape->length_at_horizon = 0;
  shape->unbounded = isinf (length.max) && !(growth <= 0);
}

/* The bytes of the texts that an enumeration allows. */
static SquillTriple
get_enumerated_size (const json_t *enumeration)
{
  SquillTriple size = { INFINITY, 0, 0 };
  guint n = 0;
  size_t i;
  json_t *value;

  json_array_foreach ((json_t *)enumeration, i, value)
  {
    double length = json_string_length (value);

    if (!json_is_string (value))
      continue;
    size.min = MIN (size.min, length);
    size.max = MAX (size.max, length);
    size.likely += length;
    n++;
  }
  if (n == 0)
    return SQUILL_TRIPLE_UNSET;
  size.likely /= n;
  return size;
}

static const SquillHolder *
find_holder (SquillExpansion *self, const SquillField *field)
{
  const SquillHolder *spare = NULL;
  GArray *holders;

  if (self->stack->len == 0)
    return NULL;
  holders = _squill_expansion_peek (self)->holders;
  /* A field may hold the reference of several relationships: what counts is one that uses it. */
  for (guint i = 0; holders != NULL && i < holders->len; i++)
    {
      const SquillHolder *holder = &g_array_index (holders, SquillHolder, i);

      if (!g_str_equal (holder->field, field->item.id))
        continue;
      if (squill_placement_has_reference (holder->relationship->placement, holder->at_parent) &&
          holder->relationship != _squill_expansion_peek (self)->via)
        return holder;
      spare = holder;
    }
  return spare;
}

/* A field where it is drawn: as it is, as the reference that it holds, or not at all. */
static void
add_drawn_field (SquillExpansion *self,
                 SquillShape *parent,
                 const SquillField *field,
                 SquillOrigin origin)
{
  const SquillExpansionFrame *frame = _squill_expansion_peek (self);
  const SquillHolder *holder = find_holder (self, field);
  const char *via = frame->via_id;

  if (holder == NULL)
    {
      _squill_expansion_add_field (self, parent, field, NULL, SQUILL_FORM_DRAWN, origin, via, NULL);
      return;
    }
  if (holder->relationship != frame->via &&
      squill_placement_has_reference (holder->relationship->placement, holder->at_parent))
    _squill_expansion_add_references (self, parent, holder->relationship, holder->at_parent, field);
  else if (g_strcmp0 (field->name, "_id") == 0)
    _squill_expansion_add_field (self, parent, field, NULL, SQUILL_FORM_DRAWN, origin, via, NULL);
}

/** The share of its parents that have a field: 1 where nobody said. */
double
_squill_field_get_presence (const SquillField *field)
{
  return squill_field_is_always_present (field) || isnan (field->presence)
             ? 1
             : CLAMP (field->presence, 0, 1);
}

/* The type of a value in which a field is nested: "[]" stands for an array or map in an array or
 * map, anything else is the field of an object. */
static SquillTypes
get_type_of_nested (const SquillShape *parent, const SquillField *nested)
{
  return _squill_shape_is_element (parent, nested->name == NULL ? "" : nested->name) && !nested->map
             ? SQUILL_TYPE_ARRAY
             : SQUILL_TYPE_OBJECT;
}

/* What is said of the bytes of a field: nothing of most. */
static void
set_basis (SquillExpansion *self, SquillShape *shape, const SquillField *field)
{
  const SquillTriple size =
      squill_triple_is_set (field->size) ? field->size : get_enumerated_size (field->enumeration);
  const SquillValueKind kind =
      field->meaning == NULL ? SQUILL_VALUE_ANY : squill_value_kind_from_meaning (field->meaning);
  SquillShapeBasis *basis;

  if (!squill_triple_is_set (size) && !squill_triple_is_set (field->key_size) &&
      isnan (field->subtype) && isnan (field->min_length) && isnan (field->max_length) &&
      kind == SQUILL_VALUE_ANY)
    return;
  basis = _squill_tree_edit_basis (self->tree, shape);
  basis->size = size;
  basis->key_size = field->key_size;
  basis->subtype = field->subtype;
  basis->shortest = field->min_length;
  basis->longest = field->max_length;
  basis->kind = kind;
}

/**
 * _squill_expansion_add_field:
 * @self: an expansion
 * @parent: where it comes
 * @field: a field of the model
 * @name: (nullable): its name there; %NULL for its own
 * @form: what becomes of it; the length of a list is for the caller to set
 * @origin: why it is there
 * @relationship: (nullable): the relationship by which it is there
 * @copy: (nullable): the copy that it is
 *
 * Adds a field with all that is nested in it.
 *
 * Returns: (transfer none): the shape
 */
SquillShape *
_squill_expansion_add_field (SquillExpansion *self,
                             SquillShape *parent,
                             const SquillField *field,
                             const char *name,
                             SquillForm form,
                             SquillOrigin origin,
                             const char *relationship,
                             const char *copy)
{
  /* Only one map can have all names that are none of the other fields'. */
  const gboolean is_rest = form == SQUILL_FORM_DRAWN && squill_field_is_rest (field) &&
                           squill_shape_get_rest (parent) == NULL;
  SquillShape *shape =
      _squill_tree_add (self->tree, parent, name == NULL ? field->name : name, is_rest);
  const gboolean is_drawn =
      copy == NULL && (origin == SQUILL_ORIGIN_OWN || origin == SQUILL_ORIGIN_EMBEDDED);

  shape->types = field->types;
  shape->outlier_types = field->outlier_types;
  /* Where an object has none of its keys, nothing is missing. */
  shape->required = is_rest || squill_field_is_always_present (field);
  shape->presence = is_rest ? 1 : _squill_field_get_presence (field);
  shape->array = form == SQUILL_FORM_LIST;
  if (form == SQUILL_FORM_DRAWN)
    {
      shape->nullable = field->nullable;
      shape->outlier_instead = field->outlier_instead;
      shape->array = field->array;
      shape->single = field->single;
      shape->map = squill_field_is_map (field);
      if (shape->array || shape->map)
        _squill_expansion_set_length (self, shape, field->length, field->growth, field->cap);
    }
  set_basis (self, shape, field);
  shape->origin = origin;
  shape->entity = self->stack->len == 0 ? NULL : _squill_expansion_peek (self)->id;
  shape->field = _squill_tree_copy_id (self->tree, field->item.id);
  shape->relationship = relationship;
  shape->copy = copy;

  SQUILL_FOR_EACH_CHILD (SquillField, child, field, SQUILL_KIND_FIELD)
    {
      /* What is nested counts for the type that has it. */
      SquillTypes needed = get_type_of_nested (shape, child);

      if (shape->types == SQUILL_TYPE_NONE)
        shape->types = needed;
      if (!(shape->types & needed))
        continue;
      if (_squill_expansion_is_full (self, shape))
        {
          shape->recursive = TRUE;
          break;
        }
      if (is_drawn)
        add_drawn_field (self, shape, child, origin);
      else
        _squill_expansion_add_field (self, shape, child, NULL, SQUILL_FORM_DRAWN, origin,
                                     relationship, copy);
    }
  return shape;
}

/** Adds a field that is not drawn but needed; always there. */
void
_squill_expansion_add_own (SquillExpansion *self,
                           SquillShape *parent,
                           const char *name,
                           SquillTypes types)
{
  const SquillExpansionFrame *frame = _squill_expansion_peek (self);
  SquillShape *shape = _squill_tree_add (self->tree, parent, name, FALSE);

  shape->types = types;
  shape->required = TRUE;
  shape->entity = frame->id;
  if (frame->via != NULL)
    {
      shape->origin = SQUILL_ORIGIN_EMBEDDED;
      shape->relationship = frame->via_id;
    }
}

/* Whether anything stored names documents of the entity by their _id. */
static gboolean
is_referenced (SquillExpansion *self, const SquillEntity *entity, const SquillField *id)
{
  guint n;
  const SquillRelationship *const *relationships = squill_entity_get_relationships (entity, &n);

  for (guint i = 0; i < n; i++)
    {
      const SquillRelationship *r =
          relationships[i] == self->original ? self->instead : relationships[i];
      const char *own_id = id == NULL ? NULL : id->item.id;

      if (g_str_equal (r->child, entity->item.id) &&
          (r->child_key == NULL || g_strcmp0 (r->child_key, own_id) == 0) &&
          (squill_placement_has_reference (r->placement, TRUE) ||
           r->placement == SQUILL_PLACEMENT_JUNCTION))
        return TRUE;
      if (g_str_equal (r->parent, entity->item.id) &&
          (r->parent_key == NULL || g_strcmp0 (r->parent_key, own_id) == 0) &&
          !squill_placement_is_embedding (r->placement) &&
          r->placement != SQUILL_PLACEMENT_CHILD_REFERENCES)
        return TRUE;
    }
  return FALSE;
}

static int
compare_relationships (gconstpointer a, gconstpointer b)
{
  const SquillRelationship *one = *(const SquillRelationship *const *)a;
  const SquillRelationship *other = *(const SquillRelationship *const *)b;
  int order;

  /* As the model orders siblings: what has no rank stands last. */
  if ((one->order == NULL) != (other->order == NULL))
    return one->order == NULL ? 1 : -1;
  order = g_strcmp0 (one->order, other->order);
  return order != 0 ? order : strcmp (one->item.id, other->item.id);
}

/* The relationships of an entity in their order; the entity itself keeps them in none. */
static const SquillRelationship **
get_relationships (SquillExpansion *self, const SquillEntity *entity, guint *n)
{
  const SquillRelationship *const *all = squill_entity_get_relationships (entity, n);
  const SquillRelationship **sorted = g_new (const SquillRelationship *, *n + 1);

  for (guint i = 0; i < *n; i++)
    sorted[i] = all[i] == self->original ? self->instead : all[i];
  sorted[*n] = NULL;
  qsort (sorted, *n, sizeof *sorted, compare_relationships);
  return sorted;
}

static void
add_holder (GArray *holders,
            const char *field,
            const SquillRelationship *relationship,
            gboolean at_parent)
{
  SquillHolder holder = { field, relationship, at_parent };

  if (field != NULL)
    g_array_append_val (holders, holder);
}

static gboolean
is_own_field (SquillExpansion *self, const char *field, const SquillEntity *entity)
{
  const SquillField *found = squill_model_get_field (self->model, field);

  return found != NULL && squill_item_is_within (found, entity->item.id);
}

static GArray *
get_holders (SquillExpansion *self,
             const SquillEntity *entity,
             const SquillRelationship *const *relationships,
             guint n)
{
  GArray *holders = NULL;

  for (guint i = 0; i < n; i++)
    {
      const SquillRelationship *r = relationships[i];

      if (r->parent_holder == NULL && r->child_holder == NULL)
        continue;
      if (holders == NULL)
        holders = g_array_new (FALSE, FALSE, sizeof (SquillHolder));
      if (g_str_equal (r->parent, entity->item.id) && is_own_field (self, r->parent_holder, entity))
        add_holder (holders, r->parent_holder, r, TRUE);
      if (g_str_equal (r->child, entity->item.id) && is_own_field (self, r->child_holder, entity))
        add_holder (holders, r->child_holder, r, FALSE);
    }
  return holders;
}

static gboolean
is_held (const GArray *holders, const SquillRelationship *relationship, gboolean at_parent)
{
  for (guint i = 0; holders != NULL && i < holders->len; i++)
    {
      const SquillHolder *holder = &g_array_index (holders, SquillHolder, i);

      if (holder->relationship == relationship && holder->at_parent == at_parent)
        return TRUE;
    }
  return FALSE;
}

/* A rank puts a part before the first field with a higher one; the rest follows the fields. */
static void
insert_part (GArray *parts, Part part)
{
  guint at = 0;

  if (part.order == NULL)
    {
      g_array_append_val (parts, part);
      return;
    }
  while (at < parts->len)
    {
      const char *order = g_array_index (parts, Part, at).order;

      if (order == NULL || strcmp (order, part.order) > 0)
        break;
      at++;
    }
  g_array_insert_val (parts, at, part);
}

static GArray *
get_parts (SquillExpansion *self,
           const SquillEntity *entity,
           const SquillRelationship *const *relationships,
           guint n,
           const GArray *holders,
           const SquillRelationship *via,
           const SquillField *id,
           const SquillField *key)
{
  GArray *parts = g_array_sized_new (
      FALSE, FALSE, sizeof (Part),
      (entity->item.children != NULL ? entity->item.children->len : 0) + 2 * n + 1);

  SQUILL_FOR_EACH_CHILD (SquillField, field, entity, SQUILL_KIND_FIELD)
    {
      Part part = { field, NULL, FALSE, field->order };

      if (field != id && field != key)
        g_array_append_val (parts, part);
    }
  for (guint i = 0; i < n; i++)
    {
      const SquillRelationship *r = relationships[i];
      Part at_parent = { NULL, r, TRUE, r->parent_order };
      Part at_child = { NULL, r, FALSE, r->child_order };

      _squill_dependence_note_storage (self->dependence, r);
      if (g_str_equal (r->parent, entity->item.id) &&
          !(squill_placement_has_reference (r->placement, TRUE) && is_held (holders, r, TRUE)))
        insert_part (parts, at_parent);
      if (g_str_equal (r->child, entity->item.id) && r != via &&
          !(squill_placement_has_reference (r->placement, FALSE) && is_held (holders, r, FALSE)))
        insert_part (parts, at_child);
    }
  return parts;
}

/* What the keys of a map of embedded documents are. */
static void
add_key (SquillExpansion *self, SquillShape *map, const SquillField *key, SquillOrigin origin)
{
  const guint n = map->children->len;

  add_drawn_field (self, map, key, origin);
  if (map->children->len > n)
    _squill_tree_take_key (self->tree, map, map->children->pdata[n]);
}

/**
 * _squill_expansion_add_document:
 * @self: an expansion
 * @shape: what holds the document
 * @entity: whose document it is
 * @via: (nullable): the relationship by which it is embedded; %NULL at the root
 * @keep_id: whether it has an _id although it is embedded
 *
 * Adds the fields of a document: `_id` first, its own and what relationships store.
 */
void
_squill_expansion_add_document (SquillExpansion *self,
                                SquillShape *shape,
                                const SquillEntity *entity,
                                const SquillRelationship *via,
                                gboolean keep_id)
{
  SquillExpansionFrame frame = { entity, via, NULL, NULL, NULL };
  const SquillField *id = squill_entity_get_id_field (entity);
  const SquillField *key = shape->map ? squill_entity_find_map_key (entity) : NULL;
  const SquillOrigin origin = via == NULL ? SQUILL_ORIGIN_OWN : SQUILL_ORIGIN_EMBEDDED;
  g_autofree const SquillRelationship **relationships = NULL;
  g_autoptr (GArray) parts = NULL;
  guint n;

  frame.id = _squill_dependence_note_entity (self->dependence, entity);
  if (via != NULL)
    frame.via_id = _squill_dependence_note_relationship (self->dependence, via);
  relationships = get_relationships (self, entity, &n);
  frame.holders = get_holders (self, entity, relationships, n);
  g_array_append_val (self->stack, frame);
  add_once (self->entities, frame.id);
  shape->document = TRUE;
  shape->entity = frame.id;
  g_ptr_array_add (_squill_tree_get_places (self->tree), shape);

  if (key != NULL)
    add_key (self, shape, key, origin);
  if ((key == NULL || key != id) &&
      (via == NULL || keep_id || via->keep_id || is_referenced (self, entity, id)))
    {
      if (id != NULL)
        add_drawn_field (self, shape, id, origin);
      else
        _squill_expansion_add_own (self, shape, "_id", SQUILL_TYPE_OBJECT_ID);
    }

  parts = get_parts (self, entity, relationships, n, frame.holders, via, id, key);
  for (guint i = 0; i < parts->len; i++)
    {
      const Part *part = &g_array_index (parts, Part, i);

      if (_squill_expansion_is_full (self, shape))
        {
          shape->recursive = TRUE;
          break;
        }
      if (part->field != NULL)
        add_drawn_field (self, shape, part->field, origin);
      else
        _squill_expansion_add_stored (self, shape, part->relationship, part->at_parent);
    }

  g_clear_pointer (&frame.holders, g_array_unref);
  g_array_set_size (self->stack, self->stack->len - 1);
}

/** The documents of an entity in a collection of its own. */
void
_squill_expansion_add_entity (SquillExpansion *self, const SquillEntity *entity)
{
  _squill_expansion_add_document (self, _squill_tree_get_root (self->tree), entity, NULL, TRUE);
}

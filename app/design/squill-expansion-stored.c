/* SPDX-License-Identifier: Apache-2.0 */

/* What a relationship stores at its ends, by its placement, and the documents it has of its own.
 * What is embedded brings all its fields: copies across an embedding are left out, except in
 * documents that the child has besides. */

#define G_LOG_DOMAIN "squill-design"

#include "config.h"

#include "design/squill-design-private.h"
#include "model/squill-authoring.h"
#include "model/squill-variants.h"

/* Embedding. */

static guint
count_on_stack (SquillExpansion *self, const SquillRelationship *relationship)
{
  guint n = 0;

  for (guint i = 0; i < self->stack->len; i++)
    n += g_array_index (self->stack, SquillExpansionFrame, i).via == relationship;
  return n;
}

typedef enum
{
  EMBED,
  EMBED_NOT,
  CUT_OFF,
} Verdict;

/* An entity may be embedded in itself, at once or by others, as deep as one of the relationships
 * on the way round allows. */
static Verdict
judge (SquillExpansion *self, const SquillRelationship *relationship)
{
  gboolean is_bounded = !isnan (relationship->depth);
  gboolean is_cycle = FALSE;

  for (guint i = self->stack->len; i > 0 && !is_cycle; i--)
    {
      const SquillExpansionFrame *frame = &g_array_index (self->stack, SquillExpansionFrame, i - 1);

      if (frame->entity != NULL && g_str_equal (frame->entity->item.id, relationship->child))
        is_cycle = TRUE;
      else if (frame->via != NULL && !isnan (frame->via->depth))
        is_bounded = TRUE;
    }
  if (!is_cycle)
    return EMBED;
  if (!is_bounded)
    return CUT_OFF;
  if (!isnan (relationship->depth) && count_on_stack (self, relationship) >= relationship->depth)
    return EMBED_NOT;
  return EMBED;
}

static void
fill_embedded (SquillExpansion *self,
               SquillShape *shape,
               const SquillRelationship *relationship,
               gboolean keep_id,
               Verdict verdict)
{
  const SquillEntity *child = _squill_expansion_get_end (self, relationship, FALSE);

  shape->document = TRUE;
  shape->entity = _squill_dependence_get_id (self->dependence, child);
  if (verdict == CUT_OFF || _squill_expansion_is_full (self, shape))
    {
      shape->recursive = TRUE;
      return;
    }
  _squill_expansion_add_document (self, shape, child, relationship, keep_id);
}

/* Children with a key that is none of their fields stand in a map by it. */
static void
make_map (SquillExpansion *self, SquillShape *shape, const SquillEntity *child)
{
  const SquillField *key = squill_entity_find_map_key (child);

  if (key == NULL)
    return;
  shape->array = FALSE;
  shape->map = TRUE;
  if (squill_triple_is_set (key->size))
    _squill_tree_edit_basis (self->tree, shape)->key_size = key->size;
}

static void
add_embedded (SquillExpansion *self, SquillShape *parent, const SquillRelationship *relationship)
{
  const SquillRelationship *r = relationship;
  Verdict verdict = judge (self, r);
  SquillShape *shape;

  if (verdict == EMBED_NOT)
    return;
  _squill_expansion_note_stored (self, r);
  shape = _squill_expansion_add_container (self, parent, _squill_expansion_get_name (self, r, TRUE),
                                           r, TRUE, SQUILL_ORIGIN_EMBEDDED);
  if (r->placement == SQUILL_PLACEMENT_EMBED_MANY)
    {
      _squill_expansion_set_list (self, shape, r, TRUE, NULL);
      make_map (self, shape, _squill_expansion_get_end (self, r, FALSE));
      shape->outlier_types = r->outlier_types;
      shape->outlier_instead = r->outlier_instead;
      shape->required = shape->required && squill_item_get_variants (r) == NULL;
    }
  else
    _squill_shape_set_presence (shape, r->children, r->optional);
  fill_embedded (self, shape, r, FALSE, verdict);
  if (!shape->recursive)
    _squill_expansion_add_links (self, shape, r, TRUE, 1);
}

static double
at_most (double value, double bound)
{
  return isnan (bound) ? value : isnan (value) ? value : MIN (value, bound);
}

/* The first children, in the parent besides their own collection. They keep their
 * _id, by which the elements are found when a child changes. */
static void
add_subset (SquillExpansion *self, SquillShape *parent, const SquillRelationship *relationship)
{
  const SquillRelationship *r = relationship;
  const gboolean copied = _squill_expansion_has_copies (self, r, SQUILL_COPY_TO_PARENT);
  const char *name = _squill_expansion_get_name (self, r, TRUE);
  Verdict verdict = copied ? EMBED : judge (self, r);
  const double bound = _squill_relationship_get_bound (r);
  SquillTriple length;
  SquillShape *shape;
  double at_horizon;

  if (verdict == EMBED_NOT)
    return;
  _squill_expansion_note_stored (self, r);
  shape = _squill_expansion_add_container (
      self, parent, name, r, TRUE, copied ? SQUILL_ORIGIN_REFERENCE : SQUILL_ORIGIN_EMBEDDED);
  _squill_expansion_set_list (self, shape, r, TRUE, NULL);
  length = shape->length;
  at_horizon = shape->length_at_horizon;
  if (!isnan (bound))
    {
      shape->unbounded = FALSE;
      length.max = isnan (length.max) ? bound : MIN (length.max, bound);
    }
  shape->length =
      SQUILL_TRIPLE (at_most (length.min, bound), at_most (length.likely, bound), length.max);
  shape->length_at_horizon = at_most (at_horizon, bound);
  if (!copied)
    {
      fill_embedded (self, shape, r, TRUE, verdict);
      return;
    }
  shape->target =
      _squill_dependence_get_id (self->dependence, _squill_expansion_get_end (self, r, FALSE));
  _squill_expansion_add_reference (self, shape, r->id_name != NULL ? r->id_name : "_id", r, FALSE,
                                   NULL, SQUILL_FORM_ONE);
  _squill_expansion_add_copies (self, shape, r, SQUILL_COPY_TO_PARENT, TRUE, 1);
}

/* A child that is embedded and has a collection besides: there it has what is copied to it. */
static void
add_copies_besides (SquillExpansion *self,
                    SquillShape *parent,
                    const SquillRelationship *relationship)
{
  if (parent->parent != NULL ||
      !_squill_expansion_has_copies (self, relationship, SQUILL_COPY_TO_CHILD))
    return;
  _squill_expansion_note_stored (self, relationship);
  _squill_expansion_add_copies (self, parent, relationship, SQUILL_COPY_TO_CHILD, FALSE, 1);
}

/**
 * _squill_expansion_add_stored:
 * @self: an expansion
 * @parent: the document of one of the ends
 * @relationship: a relationship
 * @at_parent: which end it is
 *
 * Adds what a relationship stores at one end where no field holds it.
 */
void
_squill_expansion_add_stored (SquillExpansion *self,
                              SquillShape *parent,
                              const SquillRelationship *relationship,
                              gboolean at_parent)
{
  switch (relationship->placement)
    {
    case SQUILL_PLACEMENT_EMBED_ONE:
    case SQUILL_PLACEMENT_EMBED_MANY:
      if (at_parent)
        add_embedded (self, parent, relationship);
      else
        add_copies_besides (self, parent, relationship);
      break;
    case SQUILL_PLACEMENT_SUBSET:
      if (at_parent)
        add_subset (self, parent, relationship);
      else
        _squill_expansion_add_references (self, parent, relationship, FALSE, NULL);
      break;
    case SQUILL_PLACEMENT_CHILD_REFERENCES:
    case SQUILL_PLACEMENT_PARENT_REFERENCE:
    case SQUILL_PLACEMENT_TWO_WAY:
      _squill_expansion_add_references (self, parent, relationship, at_parent, NULL);
      break;
    case SQUILL_PLACEMENT_BUCKET:
      if (!at_parent)
        _squill_expansion_add_references (self, parent, relationship, FALSE, NULL);
      break;
    case SQUILL_PLACEMENT_JUNCTION:
    default:
      break;
    }
}

/* Documents of relationships. */

/* One end as a link names it. */
static void
add_link_end (SquillExpansion *self,
              SquillShape *root,
              const SquillRelationship *relationship,
              gboolean to_parent,
              const char *name)
{
  const SquillRelationship *r = relationship;
  const SquillCopyDirection direction = to_parent ? SQUILL_COPY_TO_CHILD : SQUILL_COPY_TO_PARENT;

  if (r->nest_copies && _squill_expansion_has_copies (self, r, direction))
    {
      SquillShape *shape = _squill_expansion_add_container (self, root, name, r, !to_parent,
                                                            SQUILL_ORIGIN_REFERENCE);

      shape->required = TRUE;
      shape->target = _squill_dependence_get_id (self->dependence,
                                                 _squill_expansion_get_end (self, r, to_parent));
      _squill_expansion_add_referring_fields (self, shape, r, to_parent, direction, FALSE);
      return;
    }
  _squill_expansion_add_reference (self, root, name, r, to_parent, NULL, SQUILL_FORM_ONE);
  _squill_expansion_add_copies (self, root, r, direction, TRUE, 1);
}

/** The links of a many-to-many relationship: both ends and the attributes of the link. */
void
_squill_expansion_add_junction (SquillExpansion *self, const SquillRelationship *relationship)
{
  const SquillRelationship *r = relationship;
  SquillShape *root = _squill_tree_get_root (self->tree);
  SquillExpansionFrame frame = { NULL, NULL, NULL, NULL, NULL };
  const char *to_parent = _squill_expansion_get_name (self, r, FALSE);
  const char *to_child = r->parent_name;

  if (to_child == NULL)
    to_child = _squill_expansion_get_entity_name (self, _squill_expansion_get_end (self, r, FALSE));
  /* Links between documents of one entity. */
  if (g_strcmp0 (to_child, to_parent) == 0 && r->name != NULL)
    to_child = r->name;
  g_array_append_val (self->stack, frame);
  _squill_expansion_note_stored (self, r);
  _squill_expansion_add_own (self, root, "_id", SQUILL_TYPE_OBJECT_ID);
  add_link_end (self, root, r, TRUE, to_parent);
  add_link_end (self, root, r, FALSE, to_child);
  _squill_expansion_add_links (self, root, r, TRUE, 1);
  g_array_set_size (self->stack, self->stack->len - 1);
}

/* How many of @children are in one bucket, as a rule. */
static double
get_fill (double children, double bound)
{
  if (isnan (children) || isinf (children))
    return bound;
  return children > 1 ? children / ceil (children / bound) : 1;
}

static void
set_bucket_length (SquillShape *items, SquillTriple children, double at_horizon, double bound)
{
  items->unbounded = FALSE;
  items->growth = NAN; /* more children are more buckets */
  items->length = SQUILL_TRIPLE (1, get_fill (children.likely, bound), bound);
  items->length_at_horizon = get_fill (at_horizon, bound);
}

/** The documents that hold many children of one parent each. */
void
_squill_expansion_add_bucket (SquillExpansion *self, const SquillRelationship *relationship)
{
  const SquillRelationship *r = relationship;
  SquillShape *root = _squill_tree_get_root (self->tree);
  SquillExpansionFrame frame = { NULL, NULL, NULL, NULL, NULL };
  const SquillEntity *child = _squill_expansion_get_end (self, r, FALSE);
  const SquillField *holder = squill_model_get_field (self->model, r->child_holder);
  SquillShape *shape;

  if (holder != NULL && !squill_item_is_within (holder, r->child))
    holder = NULL;
  _squill_dependence_note_entity (self->dependence, child);
  g_array_append_val (self->stack, frame);
  _squill_expansion_note_stored (self, r);
  _squill_expansion_add_own (self, root, "_id", SQUILL_TYPE_OBJECT_ID);
  if (r->nest_copies && _squill_expansion_has_copies (self, r, SQUILL_COPY_TO_CHILD))
    add_link_end (self, root, r, TRUE, _squill_expansion_get_name (self, r, FALSE));
  else
    {
      _squill_expansion_add_reference (
          self, root, holder != NULL ? holder->name : _squill_expansion_get_name (self, r, FALSE),
          r, TRUE, holder, SQUILL_FORM_ONE);
      _squill_expansion_add_copies (self, root, r, SQUILL_COPY_TO_CHILD, TRUE, 1);
    }
  _squill_expansion_add_own (self, root, "count", SQUILL_TYPE_INT);
  shape = _squill_expansion_add_container (self, root, _squill_expansion_get_name (self, r, TRUE),
                                           r, TRUE, SQUILL_ORIGIN_EMBEDDED);
  _squill_expansion_set_list (self, shape, r, TRUE, NULL);
  shape->required = TRUE;
  set_bucket_length (shape, shape->length, shape->length_at_horizon,
                     _squill_relationship_get_bound (r));
  fill_embedded (self, shape, r, FALSE, EMBED);
  if (!shape->recursive)
    _squill_expansion_add_links (self, shape, r, TRUE, 1);
  g_array_set_size (self->stack, self->stack->len - 1);
}

/* SPDX-License-Identifier: Apache-2.0 */

/* The documents that would follow from other placements of a relationship. Each is expanded from
 * the model as if it were drawn, and serves all placements that put the same into it. */

#define G_LOG_DOMAIN "squill-design"

#include "config.h"

#include "design/squill-design-private.h"
#include "model/squill-placement.h"

/* The collection whose documents have those of an entity; %NULL if that is the entity's own, or
 * none has them. A parent that is embedded itself is read with all that is around it. */
static const SquillCollection *
find_around (SquillComparison *self, const SquillEntity *entity)
{
  g_autoptr (GPtrArray) places = NULL;

  if (squill_design_is_collection (self->design, entity->item.id))
    return NULL;
  places = squill_design_get_document_sites (self->design, entity->item.id);
  for (guint i = 0; i < places->len; i++)
    {
      const SquillCollection *around =
          squill_design_get_collection_of_shape (self->design, places->pdata[i]);

      if (around->relationship == NULL || !g_str_equal (around->relationship, self->r->item.id))
        return around;
    }
  return NULL;
}

static SquillTree *
make_tree (SquillComparison *self,
           const SquillRelationship *instead,
           const GPtrArray *copies,
           SquillDocumentKind document,
           const SquillCollection *around)
{
  SquillTree *tree = _squill_tree_new ();
  SquillExpansion expansion;
  const SquillEntity *root = document == SQUILL_DOCUMENT_OF_CHILD ? self->child : self->parent;
  const SquillRelationship *bucket = NULL;

  _squill_expansion_init (&expansion, self->model, _squill_design_get_dependence (self->design),
                          tree);
  expansion.original = self->r;
  expansion.instead = instead;
  expansion.copies = copies;
  if (around != NULL && around->relationship != NULL)
    bucket = squill_model_get_relationship (self->model, around->relationship);
  else if (around != NULL)
    root = squill_model_get_entity (self->model, around->entity);
  if (document == SQUILL_DOCUMENT_OF_RELATIONSHIP &&
      instead->placement == SQUILL_PLACEMENT_JUNCTION)
    _squill_expansion_add_junction (&expansion, instead);
  else if (document == SQUILL_DOCUMENT_OF_RELATIONSHIP)
    _squill_expansion_add_bucket (&expansion, instead);
  else if (bucket != NULL)
    _squill_expansion_add_bucket (&expansion, bucket);
  else
    _squill_expansion_add_entity (&expansion, root);
  _squill_expansion_clear (&expansion);
  _squill_tree_measure (tree, self->model,
                        document == SQUILL_DOCUMENT_OF_RELATIONSHIP || bucket != NULL ? NULL
                                                                                      : root);
  return tree;
}

static gboolean
is_drawn (SquillComparison *self, const SquillRelationship *instead, const GPtrArray *copies)
{
  const gboolean has_same_bound =
      instead->bound == self->r->bound || (isnan (instead->bound) && isnan (self->r->bound));

  if (instead->placement != self->r->placement || !has_same_bound ||
      copies->len != self->drawn->len)
    return FALSE;
  for (guint i = 0; i < copies->len; i++)
    if (!g_ptr_array_find (self->drawn, copies->pdata[i], NULL))
      return FALSE;
  return TRUE;
}

/* What is drawn stands in the design; %NULL if the document would be another. */
static SquillTree *
find_in_design (SquillComparison *self,
                const SquillRelationship *instead,
                const GPtrArray *copies,
                SquillDocumentKind document,
                const SquillCollection *around)
{
  const SquillEntity *root = document == SQUILL_DOCUMENT_OF_CHILD ? self->child : self->parent;

  if (document == SQUILL_DOCUMENT_OF_RELATIONSHIP || !is_drawn (self, instead, copies))
    return NULL;
  if (around != NULL)
    return _squill_design_get_tree (self->design, around->id);
  return squill_design_is_collection (self->design, root->item.id)
             ? _squill_design_get_tree (self->design, root->item.id)
             : NULL;
}

/* What a placement puts into a document: options that put the same into one share it. */
typedef enum
{
  STORED_NOTHING,
  STORED_REFERENCES,
  STORED_OTHERWISE,
} Stored;

static Stored
get_stored_at (SquillPlacement placement, gboolean at_parent)
{
  if (placement == SQUILL_PLACEMENT_BUCKET && !at_parent)
    return STORED_OTHERWISE;
  if (at_parent && squill_placement_embeds_any (placement))
    return STORED_OTHERWISE;
  return squill_placement_has_reference (placement, at_parent) ? STORED_REFERENCES : STORED_NOTHING;
}

/* A document that was made for one option, and may serve others. */
typedef struct
{
  SquillDocumentKind document;
  SquillPlacement placement;
  const GPtrArray *copies;
  SquillTree *tree;
  gboolean is_own;    /* and not the design's */
  gboolean has_other; /* the other end is somewhere in it */
} Made;

static void
made_free (gpointer data)
{
  Made *self = data;

  if (self->is_own)
    _squill_tree_free (self->tree);
  g_free (self);
}

static gboolean
has_entity (SquillTree *tree, const char *id)
{
  const GPtrArray *places = _squill_tree_get_places (tree);

  for (guint i = 0; i < places->len; i++)
    if (g_strcmp0 (((const SquillShape *)places->pdata[i])->entity, id) == 0)
      return TRUE;
  return FALSE;
}

/* Whether a document made for one placement is the same with another. Where the other end is not in
 * it, only what is stored at this end matters. */
static gboolean
serves (const Made *made,
        SquillDocumentKind document,
        SquillPlacement placement,
        const GPtrArray *copies)
{
  const gboolean at_parent = document == SQUILL_DOCUMENT_OF_PARENT;

  if (made->document != document || made->copies != copies)
    return FALSE;
  return document != SQUILL_DOCUMENT_OF_RELATIONSHIP && !made->has_other &&
         get_stored_at (placement, at_parent) != STORED_OTHERWISE &&
         get_stored_at (placement, at_parent) == get_stored_at (made->placement, at_parent);
}

/** The document that would follow (transfer none). */
SquillTree *
_squill_comparison_expand (SquillComparison *self,
                           const SquillRelationship *instead,
                           const GPtrArray *copies,
                           SquillDocumentKind document)
{
  const GPtrArray *used = copies->len > 0 ? copies : self->none;
  const SquillCollection *around;
  Made *made;

  for (guint i = 0; i < self->trees->len; i++)
    {
      const Made *other = self->trees->pdata[i];

      if (serves (other, document, instead->placement, used))
        return other->tree;
    }
  made = g_new0 (Made, 1);
  made->document = document;
  made->placement = instead->placement;
  made->copies = used;
  around = document == SQUILL_DOCUMENT_OF_PARENT ? find_around (self, self->parent) : NULL;
  made->tree = find_in_design (self, instead, used, document, around);
  made->is_own = made->tree == NULL;
  if (made->is_own)
    made->tree = make_tree (self, instead, used, document, around);
  made->has_other =
      has_entity (made->tree, document == SQUILL_DOCUMENT_OF_CHILD ? self->parent->item.id
                                                                   : self->child->item.id);
  g_ptr_array_add (self->trees, made);
  return made->tree;
}

void
_squill_comparison_init_documents (SquillComparison *self)
{
  self->trees = g_ptr_array_new_with_free_func (made_free);
}

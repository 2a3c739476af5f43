/* SPDX-License-Identifier: Apache-2.0 */

/* The documents that would follow from other placements of a relationship. Each is expanded from
 * the model as if it were drawn, and serves all placements that put the same into it. */

#define G_LOG_DOMAIN "squill-design"

#include "config.h"

#include "design/squill-design-private.h"
#include "model/squill-placement.h"

/* The collection whose documents have those of the parent; NULL if that is the parent's own, or
 * none has them. A parent that is embedded itself is read with all that is around it. */
static const SquillCollection *
find_around (SquillComparison *self)
{
  g_autoptr (GPtrArray) places = NULL;

  if (squill_design_is_collection (self->design, self->parent->item.id))
    return NULL;
  places = squill_design_get_document_sites (self->design, self->parent->item.id);
  for (guint i = 0; i < places->len; i++)
    {
      const SquillCollection *around =
          squill_design_get_collection_of_shape (self->design, places->pdata[i]);

      if (around->relationship == NULL || !g_str_equal (around->relationship, self->r->item.id))
        return around;
    }
  return NULL;
}

static const SquillCollection *
get_around (SquillComparison *self)
{
  if (!self->is_around_known)
    self->around = find_around (self);
  self->is_around_known = TRUE;
  return self->around;
}

static SquillTree *
make_tree (SquillComparison *self,
           const SquillRelationship *instead,
           const GPtrArray *copies,
           SquillDocumentKind document,
           const SquillCollection *around)
{
  SquillTree *tree = _squill_tree_new_passing ();
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

/* What a placement puts into the documents of one end. */
typedef struct
{
  gboolean is_special; /* as no other placement does: the other end itself */
  gboolean refers;
  gboolean has_links;
  gboolean is_named; /* by the other end, so that it has its _id where it is embedded */
} Content;

static Content
get_content (SquillComparison *self, SquillPlacement placement, gboolean at_parent)
{
  Content content = { FALSE, squill_placement_has_reference (placement, at_parent), FALSE, FALSE };

  if (at_parent)
    {
      content.is_special = squill_placement_embeds_any (placement);
      content.is_named = !squill_placement_is_embedding (placement) &&
                         placement != SQUILL_PLACEMENT_CHILD_REFERENCES;
    }
  else
    {
      content.is_special = squill_placement_holds_children (placement);
      content.is_named = squill_placement_has_reference (placement, TRUE) ||
                         placement == SQUILL_PLACEMENT_JUNCTION;
    }
  content.has_links = self->n_links > 0 && content.refers &&
                      (at_parent || !squill_placement_has_reference (placement, TRUE));
  return content;
}

/* A document that was made for one option, and may serve others. */
typedef struct
{
  SquillDocumentKind document;
  SquillPlacement placement;
  const GPtrArray *copies;
  SquillTree *tree;
  gboolean is_own;       /* and not the design's */
  gboolean has[2];       /* the child, and the parent, are somewhere in it */
  gboolean is_within[2]; /* and not only as the document itself */
} Made;

static void
made_free (gpointer data)
{
  Made *self = data;

  if (self->is_own)
    _squill_tree_free (self->tree);
  g_free (self);
}

static void
find_ends (const SquillComparison *self, Made *made)
{
  const GPtrArray *places = _squill_tree_get_places (made->tree);

  for (guint i = 0; i < places->len; i++)
    for (guint at_parent = 0; at_parent < 2; at_parent++)
      {
        const SquillShape *place = places->pdata[i];
        const SquillEntity *end = at_parent ? self->parent : self->child;

        if (g_strcmp0 (place->entity, end->item.id) != 0)
          continue;
        made->has[at_parent] = TRUE;
        made->is_within[at_parent] |= place->parent != NULL;
      }
}

/* Whether two options copy the same to one end. Links have their copies in documents of their own.
 */
static gboolean
copy_same (const Made *made, SquillPlacement placement, const GPtrArray *copies, gboolean at_parent)
{
  const SquillCopyDirection direction = at_parent ? SQUILL_COPY_TO_PARENT : SQUILL_COPY_TO_CHILD;
  const GPtrArray *lists[] = {
    squill_placement_has_collection (made->placement) ? NULL : made->copies,
    squill_placement_has_collection (placement) ? NULL : copies,
  };
  guint at[2] = { 0, 0 };

  if (lists[0] == lists[1])
    return TRUE;
  for (;;)
    {
      const SquillCopy *next[2] = { NULL, NULL };

      for (guint i = 0; i < 2; i++)
        while (lists[i] != NULL && at[i] < lists[i]->len && next[i] == NULL)
          {
            const SquillCopy *copy = lists[i]->pdata[at[i]++];

            next[i] = copy->direction == direction ? copy : NULL;
          }
      if (next[0] != next[1])
        return FALSE;
      if (next[0] == NULL)
        return TRUE;
    }
}

/* Whether a document made for one placement is the same with another: what is stored at each end
 * that is in it is the same. */
static gboolean
serves (SquillComparison *self,
        const Made *made,
        SquillDocumentKind document,
        SquillPlacement placement,
        const GPtrArray *copies)
{
  if (made->document != document || document == SQUILL_DOCUMENT_OF_RELATIONSHIP)
    return FALSE;
  for (guint at_parent = 0; at_parent < 2; at_parent++)
    {
      const Content made_content = get_content (self, made->placement, at_parent);
      const Content content = get_content (self, placement, at_parent);

      if (!made->has[at_parent])
        continue;
      if (made_content.is_special || content.is_special || made_content.refers != content.refers ||
          made_content.has_links != content.has_links ||
          (made->is_within[at_parent] && made_content.is_named != content.is_named) ||
          !copy_same (made, placement, copies, at_parent))
        return FALSE;
    }
  return TRUE;
}

/* What is drawn stands in the design. */
static gboolean
is_drawn (SquillComparison *self, const SquillRelationship *instead, const GPtrArray *copies)
{
  const gboolean has_same_bound = !squill_placement_has_bound (instead->placement) ||
                                  instead->bound == self->r->bound ||
                                  (isnan (instead->bound) && isnan (self->r->bound));

  if (instead->placement != self->r->placement || !has_same_bound ||
      copies->len != self->drawn->len)
    return FALSE;
  for (guint i = 0; i < copies->len; i++)
    if (!g_ptr_array_find (self->drawn, copies->pdata[i], NULL))
      return FALSE;
  return TRUE;
}

static Made *
add_made (SquillComparison *self,
          SquillDocumentKind document,
          SquillPlacement placement,
          const GPtrArray *copies,
          SquillTree *tree,
          gboolean is_own)
{
  Made *made = g_new0 (Made, 1);

  made->document = document;
  made->placement = placement;
  made->copies = copies;
  made->tree = tree;
  made->is_own = is_own;
  find_ends (self, made);
  g_ptr_array_add (self->trees, made);
  return made;
}

/* The document as it is drawn, which also serves other options; %NULL if there is none. */
static const Made *
find_in_design (SquillComparison *self, SquillDocumentKind document, const SquillCollection *around)
{
  const SquillEntity *root = document == SQUILL_DOCUMENT_OF_CHILD ? self->child : self->parent;
  const char *id = around != NULL ? around->id : root->item.id;

  if (around == NULL && !squill_design_is_collection (self->design, id))
    return NULL;
  return add_made (self, document, self->r->placement, self->drawn,
                   _squill_design_get_tree (self->design, id), FALSE);
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
  const Made *drawn = NULL;

  for (guint i = 0; i < self->trees->len; i++)
    {
      const Made *other = self->trees->pdata[i];

      if (serves (self, other, document, instead->placement, used))
        return other->tree;
      if (other->document == document && !other->is_own)
        drawn = other;
    }
  around = document == SQUILL_DOCUMENT_OF_PARENT ? get_around (self) : NULL;
  if (document != SQUILL_DOCUMENT_OF_RELATIONSHIP)
    {
      if (drawn == NULL)
        drawn = find_in_design (self, document, around);
      if (drawn != NULL && (serves (self, drawn, document, instead->placement, used) ||
                            is_drawn (self, instead, used)))
        return drawn->tree;
    }
  return add_made (self, document, instead->placement, used,
                   make_tree (self, instead, used, document, around), TRUE)
      ->tree;
}

/* Makes the store of the documents that _squill_comparison_expand() makes. */
void
_squill_comparison_init_documents (SquillComparison *self)
{
  self->trees = g_ptr_array_new_with_free_func (made_free);
}

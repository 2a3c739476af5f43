/* SPDX-License-Identifier: Apache-2.0 */

/* What documents would look like if a relationship were stored otherwise. */

#define G_LOG_DOMAIN "squill-design"

#include "config.h"

#include "design/squill-design-private.h"
#include "model/squill-placement.h"

typedef struct
{
  SquillDesign *self;
  const SquillRelationship *instead;
  const GPtrArray *copies;
} Alternative;

static SquillTree *
expand (const Alternative *alternative, const SquillEntity *root)
{
  SquillModel *model = squill_design_get_model (alternative->self);
  const SquillRelationship *instead = alternative->instead;
  SquillTree *tree = _squill_tree_new_passing ();
  SquillExpansion expansion;

  _squill_expansion_init (&expansion, model, _squill_design_get_dependence (alternative->self),
                          tree);
  expansion.original = squill_model_get_relationship (model, instead->item.id);
  expansion.instead = instead;
  expansion.copies = alternative->copies;
  if (root != NULL)
    _squill_expansion_add_entity (&expansion, root);
  else if (instead->placement == SQUILL_PLACEMENT_JUNCTION)
    _squill_expansion_add_junction (&expansion, instead);
  else
    _squill_expansion_add_bucket (&expansion, instead);
  _squill_expansion_clear (&expansion);
  return tree;
}

static void
add_once (GPtrArray *entities, const SquillEntity *entity)
{
  if (entity != NULL && !g_ptr_array_find (entities, entity, NULL))
    g_ptr_array_add (entities, (gpointer)entity);
}

/* The entities whose collections have the documents of an entity, which may be embedded. */
static void
add_roots (SquillDesign *self, const char *id, GPtrArray *roots)
{
  SquillModel *model = squill_design_get_model (self);
  g_autoptr (GPtrArray) sites = squill_design_get_document_sites (self, id);

  for (guint i = 0; i < sites->len; i++)
    {
      const SquillCollection *around =
          squill_design_get_collection_of_shape (self, sites->pdata[i]);

      if (around->relationship == NULL)
        add_once (roots, squill_model_get_entity (model, around->entity));
    }
}

/**
 * squill_design_foreach_shape_with:
 * @self: a design
 * @instead: a relationship of its model, changed
 * @copies: (element-type SquillCopy): the copies it would have
 * @function: called with each shape; they have no paths, and their bytes are not computed
 * @user_data: for @function
 *
 * Looks at the documents with both ends of a relationship, and at those it has itself, as they
 * would be if it were stored so.
 *
 * Returns: %TRUE if @function has returned %TRUE for each
 */
gboolean
squill_design_foreach_shape_with (SquillDesign *self,
                                  const SquillRelationship *instead,
                                  const GPtrArray *copies,
                                  SquillShapeFunc function,
                                  gpointer user_data)
{
  SquillModel *model = squill_design_get_model (self);
  const Alternative alternative = { self, instead, copies };
  g_autoptr (GPtrArray) roots = g_ptr_array_new ();

  add_roots (self, instead->parent, roots);
  add_roots (self, instead->child, roots);
  add_once (roots, squill_model_get_entity (model, instead->child));
  if (squill_placement_has_collection (instead->placement))
    g_ptr_array_add (roots, NULL);
  for (guint i = 0; i < roots->len; i++)
    {
      g_autoptr (SquillTree) tree = expand (&alternative, roots->pdata[i]);

      if (!squill_shape_foreach (_squill_tree_get_root (tree), function, user_data))
        return FALSE;
    }
  return TRUE;
}

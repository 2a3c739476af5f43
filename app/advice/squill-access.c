/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-advice"

#include "config.h"

#include "advice/squill-advice-private.h"

#include "design/squill-found.h"
#include "model/squill-placement.h"

/* Whether a page that reads a parent asks for its children as well, in another query. */
static gboolean
has_children_on_page (SquillOperationIndex *self,
                      const SquillOperation *operation,
                      const SquillRelationship *r)
{
  const GPtrArray *uses = squill_operation_index_get_uses_of (self, r->child);

  for (guint i = 0; i < uses->len; i++)
    if (squill_operation_shares_page (((const SquillUse *)uses->pdata[i])->operation, operation,
                                      squill_operation_index_get_model (self), r))
      return TRUE;
  return FALSE;
}

/* Adds what one operation does to a relationship. */
static void
add_use (SquillAccess *access,
         SquillOperationIndex *self,
         const SquillUse *use,
         const SquillRelationship *r,
         gboolean anyone_says,
         gboolean counted)
{
  const SquillOperation *operation = use->operation;
  const char *id = r->item.id;
  double weight = counted ? 1 : use->rate;
  gboolean from_parent = use->root != NULL && g_str_equal (use->root->item.id, r->parent);
  gboolean from_child = use->root != NULL && g_str_equal (use->root->item.id, r->child);
  gboolean through = squill_use_goes_through (use, id);
  const SquillKey *link = _squill_keys_find (operation->filter, id);

  if (!from_parent && !from_child && !through)
    return;
  access->known = TRUE;
  if (operation->moves != NULL && g_str_equal (operation->moves, id))
    access->move += weight;
  else if (from_parent)
    {
      if (_squill_keys_find (operation->returns, id) != NULL &&
          squill_placement_is_embedding (r->placement))
        through = TRUE;
      /* Whoever asks for whole documents gets what is embedded in them. That he needs it is only
       * taken for granted where no other read says of itself that it does. */
      if (!through && use->reads && squill_placement_is_embedding (r->placement) &&
          operation->returns == NULL && !anyone_says)
        through = TRUE;
      if (!use->reads)
        access->write += through || _squill_keys_find (operation->writes, id) != NULL ? weight : 0;
      else if (through || has_children_on_page (self, operation, r))
        access->together += weight;
      else
        access->parent_alone += weight;
    }
  else if (from_child)
    {
      gboolean by_parent = link != NULL && !g_str_equal (link->operator, "exists");

      if (operation->operation == SQUILL_OPERATION_INSERT)
        access->write += weight;
      else if (by_parent && use->reads)
        access->by_parent += weight;
      else if (by_parent)
        access->write += weight;
      else if (!squill_operation_asks_other_parent (operation,
                                                    squill_operation_index_get_model (self), r))
        {
          access->child_alone += weight;
          if (!squill_operation_sums_up_all (operation))
            access->crosses = operation;
        }
    }
  else if (through)
    {
      if (use->reads && !squill_use_comes_from_parent (use, r))
        {
          /* It comes to the children from elsewhere, and goes on to their parents. */
          access->child_alone += weight;
          access->crosses = operation;
        }
      else if (use->reads)
        access->together += weight;
      else
        access->write += weight;
    }
}

/* Calls add_use () once for each operation that touches either end. */
static void
add_uses (SquillAccess *access,
          SquillOperationIndex *self,
          const SquillRelationship *r,
          gboolean anyone_says,
          gboolean counted)
{
  const GPtrArray *at_parent = squill_operation_index_get_uses_of (self, r->parent);
  const GPtrArray *at_child = squill_operation_index_get_uses_of (self, r->child);

  for (guint i = 0; i < at_parent->len; i++)
    add_use (access, self, at_parent->pdata[i], r, anyone_says, counted);
  if (at_child == at_parent)
    return;
  for (guint i = 0; i < at_child->len; i++)
    {
      const SquillUse *use = at_child->pdata[i];
      gboolean seen = FALSE;

      for (guint j = 0; j < use->entities->len && !seen; j++)
        seen = g_str_equal (((const SquillItem *)use->entities->pdata[j])->id, r->parent);
      if (!seen)
        add_use (access, self, use, r, anyone_says, counted);
    }
}

static double
sum_access (const SquillAccess *access)
{
  return access->together + access->parent_alone + access->child_alone + access->by_parent +
         access->write + access->move + access->unstated;
}

/* TRUE if some read of parents says that it goes along the relationship. What a write says of
 * itself tells nothing of the reads. */
static gboolean
does_anyone_say (SquillOperationIndex *self, const SquillRelationship *relationship)
{
  const GPtrArray *at_parent = squill_operation_index_get_uses_of (self, relationship->parent);

  for (guint i = 0; i < at_parent->len; i++)
    {
      const SquillUse *use = at_parent->pdata[i];

      if (use->reads && squill_use_goes_through (use, relationship->item.id))
        return TRUE;
    }
  return FALSE;
}

/**
 * squill_access_read_operations:
 * @self: an index of operations
 * @relationship: a relationship
 *
 * Gives how a relationship is used according to the operations alone, whatever it says of itself.
 * Where no operation has a rate each counts as one: shares then mean something, rates do not.
 *
 * Returns: the access
 */
SquillAccess
squill_access_read_operations (SquillOperationIndex *self, const SquillRelationship *relationship)
{
  SquillAccess access = { 0 };
  gboolean anyone_says = does_anyone_say (self, relationship);

  add_uses (&access, self, relationship, anyone_says, FALSE);
  access.rated = sum_access (&access) > 0;
  if (!access.rated)
    add_uses (&access, self, relationship, anyone_says, TRUE);
  return access;
}

/**
 * squill_access_read:
 * @self: an index of operations
 * @relationship: a relationship
 *
 * Gives how a relationship is used. What the relationship says of itself wins over what follows
 * from the operations, number by number. Operations without a rate count as one each only where
 * there is no rate at all.
 *
 * Returns: the access
 */
SquillAccess
squill_access_read (SquillOperationIndex *self, const SquillRelationship *relationship)
{
  SquillAccess access = squill_access_read_operations (self, relationship);
  const struct
  {
    double stated;
    double *value;
  } stated[] = {
    { relationship->together, &access.together },
    { relationship->parent_alone, &access.parent_alone },
    { relationship->child_alone, &access.child_alone },
    { relationship->write, &access.write },
    { relationship->move, &access.move },
  };
  gboolean any_stated = FALSE;

  for (guint i = 0; i < G_N_ELEMENTS (stated); i++)
    any_stated |= !isnan (stated[i].stated);
  if (!any_stated)
    return access;
  if (!access.rated)
    access = (SquillAccess){ .crosses = access.crosses };
  /* What reads more than children alone, or changes them, is still there. */
  if (relationship->child_alone < access.child_alone)
    access.unstated = access.child_alone - relationship->child_alone;
  for (guint i = 0; i < G_N_ELEMENTS (stated); i++)
    if (!isnan (stated[i].stated))
      *stated[i].value = stated[i].stated;
  access.rated = TRUE;
  access.known = TRUE;
  return access;
}

/**
 * squill_access_get:
 * @access: an access
 * @property: the name of a frequency of a relationship, such as "together"
 *
 * Returns: operations per second, where they are rated; NaN if the property is no frequency
 */
double
squill_access_get (const SquillAccess *access, const char *property)
{
  const struct
  {
    const char *property;
    double value;
  } values[] = {
    { "together", access->together },
    { "parent_alone", access->parent_alone },
    { "child_alone", access->child_alone },
    { "write", access->write },
    { "move", access->move },
  };

  g_return_val_if_fail (property != NULL, NAN);

  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    if (g_str_equal (values[i].property, property))
      return values[i].value;
  return NAN;
}

/**
 * squill_access_get_alone_share:
 * @access: an access
 *
 * Returns: 0 to 1: the share of the operations on children that do not come from their parent; 0
 *   where none is known
 */
double
squill_access_get_alone_share (const SquillAccess *access)
{
  double all = sum_access (access) - access->parent_alone;

  return all > 0 ? access->child_alone / all : 0;
}

/**
 * squill_access_get_together_share:
 * @access: an access
 *
 * Returns: 0 to 1: the share of the reads of a parent that need its children; NaN where no read is
 *   known
 */
double
squill_access_get_together_share (const SquillAccess *access)
{
  double all = access->together + access->parent_alone;

  return all > 0 ? access->together / all : NAN;
}

/* SPDX-License-Identifier: Apache-2.0 */

/* The words for a number at which another placement would be advised. */

#define G_LOG_DOMAIN "squill-design"

#include "config.h"

#include <glib/gi18n-lib.h>

#include "design/squill-flip.h"
#include "text/squill-text.h"

static const char *
get_name (SquillModel *model, const char *entity_id)
{
  const SquillEntity *entity = squill_model_get_entity (model, entity_id);

  return entity != NULL && entity->name != NULL ? entity->name : "?";
}

/* A flip is known to half a percent, so three digits are enough: those of the nearest number at
 * which the other placement is advised for sure. */
static double
round_beyond (double value, gboolean above)
{
  const double digit = value >= 1000 ? pow (10, floor (log10 (value)) - 2) : 1;

  return (above ? ceil (value / digit) : floor (value / digit)) * digit;
}

static char *
describe_children (SquillModel *model, const SquillRelationship *r, const SquillFlip *flip)
{
  const char *children = get_name (model, r->child);
  g_autofree char *parent = squill_text_singular (get_name (model, r->parent));
  g_autofree char *number = squill_text_count (fmax (round_beyond (flip->value, flip->above), 1));

  if (flip->quantity == SQUILL_FLIP_MOST_CHILDREN)
    /* Translators: a number, the children of a parent, and the parent: 300, comments, post */
    return g_strdup_printf (flip->above ? _ ("the limit is %s %s per %s or more")
                                        : _ ("the limit is %s %s per %s or fewer"),
                            number, children, parent);
  /* Translators: a number, the children of a parent, and the parent: 48, comments, post */
  return g_strdup_printf (flip->above ? _ ("there are %s %s per %s or more")
                                      : _ ("there are %s %s per %s or fewer"),
                          number, children, parent);
}

/* How often something is done that only the relationship tells of. */
static char *
describe_frequency (const SquillFlip *flip)
{
  g_autofree char *rate = squill_text_short_rate (flip->value);
  const gboolean above = flip->above;

  /* Translators: %s is a rate, such as "12/s" */
  switch (flip->quantity)
    {
    case SQUILL_FLIP_TOGETHER:
      return g_strdup_printf (above ? _ ("both are read together at %s or more")
                                    : _ ("both are read together at less than %s"),
                              rate);
    case SQUILL_FLIP_PARENT_ALONE:
      return g_strdup_printf (above ? _ ("the parent is read alone at %s or more")
                                    : _ ("the parent is read alone at less than %s"),
                              rate);
    case SQUILL_FLIP_CHILD_ALONE:
      return g_strdup_printf (above ? _ ("a child is read alone at %s or more")
                                    : _ ("a child is read alone at less than %s"),
                              rate);
    case SQUILL_FLIP_WRITE:
      return g_strdup_printf (above ? _ ("children are written at %s or more")
                                    : _ ("children are written at less than %s"),
                              rate);
    case SQUILL_FLIP_MOVE:
      return g_strdup_printf (above ? _ ("children are moved at %s or more")
                                    : _ ("children are moved at less than %s"),
                              rate);
    case SQUILL_FLIP_CHILDREN:
    case SQUILL_FLIP_MOST_CHILDREN:
    case SQUILL_FLIP_RATE:
    case SQUILL_FLIP_PAGE:
    case SQUILL_FLIP_READS_PER_WRITE:
    default:
      g_return_val_if_reached (NULL);
    }
}

static char *
describe_change (SquillModel *model, const SquillRelationship *r, const SquillFlip *flip)
{
  const SquillOperation *operation =
      flip->operation != NULL ? squill_model_get_operation (model, flip->operation) : NULL;
  g_autofree char *number = NULL;

  switch (flip->quantity)
    {
    case SQUILL_FLIP_CHILDREN:
    case SQUILL_FLIP_MOST_CHILDREN:
      return describe_children (model, r, flip);
    case SQUILL_FLIP_RATE:
      number = squill_text_short_rate (flip->value);
      /* Translators: an operation, and how often it runs */
      return g_strdup_printf (
          flip->above ? _ ("“%s” runs at %s or more") : _ ("“%s” runs at less than %s"),
          operation != NULL && operation->name != NULL ? operation->name : "", number);
    case SQUILL_FLIP_PAGE:
      number = squill_text_short_rate (flip->value);
      /* Translators: an operation, and how often it runs */
      return g_strdup_printf (_ ("“%s” is asked for with each read of the parent, at %s"),
                              operation != NULL && operation->name != NULL ? operation->name : "",
                              number);
    case SQUILL_FLIP_READS_PER_WRITE:
      number = squill_text_count (flip->value >= 1000 ? round_beyond (flip->value, flip->above)
                                                      : flip->value);
      return g_strdup_printf (flip->above ? _ ("there are %s reads for each write or more")
                                          : _ ("there are fewer than %s reads for each write"),
                              number);
    case SQUILL_FLIP_TOGETHER:
    case SQUILL_FLIP_PARENT_ALONE:
    case SQUILL_FLIP_CHILD_ALONE:
    case SQUILL_FLIP_WRITE:
    case SQUILL_FLIP_MOVE:
    default:
      return describe_frequency (flip);
    }
}

/* The number that it is now; NULL where nothing bounds it. */
static char *
write_now (const SquillFlip *flip)
{
  if (isinf (flip->now))
    return g_strdup (_ ("no limit"));
  if (flip->quantity == SQUILL_FLIP_CHILDREN || flip->quantity == SQUILL_FLIP_MOST_CHILDREN ||
      flip->quantity == SQUILL_FLIP_READS_PER_WRITE)
    return squill_text_count (flip->now);
  return squill_text_short_rate (flip->now);
}

/**
 * squill_flip_describe:
 * @model: a model
 * @relationship_id: the id of a relationship of it
 * @flip: a number at which another placement of it is advised
 *
 * Returns: (transfer full): when that is, as follows after "if": "there are 48 comments per post or
 *   more (now 35)"
 */
char *
squill_flip_describe (SquillModel *model, const char *relationship_id, const SquillFlip *flip)
{
  const SquillRelationship *r;
  g_autofree char *change = NULL;
  g_autofree char *now = NULL;

  g_return_val_if_fail (SQUILL_IS_MODEL (model), NULL);
  g_return_val_if_fail (relationship_id != NULL, NULL);
  g_return_val_if_fail (flip != NULL, NULL);

  r = squill_model_get_relationship (model, relationship_id);
  g_return_val_if_fail (r != NULL, NULL);
  change = describe_change (model, r, flip);
  now = write_now (flip);
  /* Translators: when another way to store something is advised, and the number that it is now */
  return g_strdup_printf (_ ("%s (now %s)"), change, now);
}

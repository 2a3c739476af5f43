/* SPDX-License-Identifier: Apache-2.0 */

/* How many documents an operation finds, by its filter and its limit. Each equality leaves one of
 * as many parts as the field has values, a range a tenth, all of them together the product: the
 * uniform selectivity of NoSE (Mior, Salem, Aboulnaga, Liu: "NoSE: Schema design for NoSQL
 * applications", 2017). */

#define G_LOG_DOMAIN "squill-design"

#include "config.h"

#include "design/squill-found.h"

#include <string.h>

/* What a range leaves where nothing else is known. */
#define RANGE_SHARE 0.1

/**
 * squill_field_count_values:
 * @field: a field
 *
 * Returns: how many different values it has: what somebody said, or what follows from its
 * enumeration or its type; NaN where nobody knows
 */
double
squill_field_count_values (const SquillField *field)
{
  if (field->distinct > 0)
    return field->distinct;
  if (json_array_size (field->enumeration) > 0)
    return (double)json_array_size (field->enumeration);
  return field->types == SQUILL_TYPE_BOOL ? 2 : NAN;
}

/* How many values it asks for: 1 of an equality, 0 where it asks for none, NaN for an unknown
 * number of them. */
static double
count_wanted (const SquillKey *key)
{
  if (squill_key_is_equality (key))
    return 1;
  if (g_str_has_prefix (key->operator, "in:"))
    return g_ascii_strtod (key->operator+ strlen ("in:"), NULL);
  return g_str_equal (key->operator, "in") || g_str_equal (key->operator, "regex") ? NAN : 0;
}

static gboolean
is_key_of_document (SquillModel *model, const SquillKey *key)
{
  const SquillField *field = squill_model_get_field (model, squill_key_path_get_last (key->path));

  if (strchr (key->path, '/') != NULL)
    return FALSE;
  if (g_str_equal (key->path, "=_id"))
    return TRUE;
  return field != NULL && (field->unique || g_strcmp0 (field->name, "_id") == 0);
}

/* The relationship that the key is the reference of; NULL for other keys. */
static const SquillRelationship *
get_referring (SquillModel *model, const SquillEntity *entity, const char *path)
{
  const SquillRelationship *const *relationships;
  guint n;

  if (strchr (path, '/') != NULL)
    return NULL;
  if (squill_model_get_field (model, path) == NULL)
    return squill_model_get_relationship (model, path);
  relationships = squill_entity_get_relationships (entity, &n);
  for (guint i = 0; i < n; i++)
    if (g_strcmp0 (relationships[i]->parent_holder, path) == 0 ||
        g_strcmp0 (relationships[i]->child_holder, path) == 0)
      return relationships[i];
  return NULL;
}

static SquillTriple
get_at_most (SquillTriple count, double most)
{
  return SQUILL_TRIPLE (fmin (count.min, most), fmin (count.likely, most), fmin (count.max, most));
}

static SquillTriple
get_share (SquillTriple count, double share)
{
  return SQUILL_TRIPLE (count.min * share, count.likely * share, count.max * share);
}

/* What one key of the filter leaves. */
static SquillTriple
narrow (SquillModel *model,
        const SquillEntity *entity,
        SquillTriple count,
        const SquillKey *key,
        const char **unknown)
{
  const double wanted = count_wanted (key);
  const SquillRelationship *r = get_referring (model, entity, key->path);
  const SquillField *field = squill_model_get_field (model, squill_key_path_get_last (key->path));
  double values;

  if (g_str_equal (key->operator, "range"))
    return get_share (count, RANGE_SHARE);
  if (wanted == 0)
    return count;
  if (is_key_of_document (model, key) && !isnan (wanted))
    return get_at_most (count, wanted);
  if (r != NULL && !isnan (wanted))
    {
      const gboolean of_parent = g_str_equal (r->child, entity->item.id);
      const double each = of_parent ? r->children.likely : r->parents.likely;

      if (!isnan (each))
        return get_at_most (count, wanted * each);
    }
  values = field != NULL ? squill_field_count_values (field) : NAN;
  if (!isnan (wanted / values))
    return get_share (count, MIN (wanted / values, 1));
  /* Anything from one to all of them. */
  if (*unknown == NULL)
    *unknown = key->path;
  count.min = fmin (count.min, 1);
  return count;
}

static gboolean
asks_for (const SquillKeys *filter, const char *path)
{
  for (guint i = 0; i < filter->len; i++)
    {
      const SquillKey *key = filter->pdata[i];

      if (squill_key_is_equality (key) && g_str_equal (key->path, path))
        return TRUE;
    }
  return FALSE;
}

/* Whether the filter asks for all that a unique index has. */
static gboolean
asks_for_one (const SquillEntity *entity, const SquillKeys *filter)
{
  SQUILL_FOR_EACH_CHILD (SquillIndex, index, entity, SQUILL_KIND_INDEX)
    {
      gboolean all = index->unique && index->keys != NULL && index->keys->len > 0;

      for (guint i = 0; all && i < index->keys->len; i++)
        all = asks_for (filter, ((const SquillKey *)index->keys->pdata[i])->path);
      if (all)
        return TRUE;
    }
  return FALSE;
}

/* Where anything from one to all may be found: who wants a list sorts or limits it, and for the
 * size of that the geometric mean stands; others look one up. */
static double
guess (const SquillOperation *operation, SquillTriple found)
{
  const gboolean is_list =
      operation->limit > 1 || (operation->sort != NULL && operation->sort->len > 0);

  return is_list && !isnan (found.max) ? sqrt (fmax (found.max, 1)) : 1;
}

static double
at_least_one (double count)
{
  return isnan (count) ? NAN : fmax (count, 1);
}

/**
 * squill_design_count_found:
 * @design: a design
 * @operation: an operation of its model
 * @unknown: (out) (nullable) (optional): the path of the first key in the filter of which nobody
 *   said how many different values it has; %NULL where there is none
 *
 * How many documents of its entity an operation finds in one run, by the likely numbers of the
 * model. Where it is not known how many values a field has that is asked for, that is anything from
 * one to all there are; as likely counts one, or of what is sorted or limited the geometric mean.
 *
 * Returns: at least one each, all the same where nothing is unknown; NaN where nobody said how many
 *   documents there are
 */
SquillTriple
squill_design_count_found (SquillDesign *design,
                           const SquillOperation *operation,
                           const char **unknown)
{
  SquillModel *model;
  const SquillEntity *entity;
  SquillTriple count = SQUILL_TRIPLE_UNSET;
  const char *first_unknown = NULL;

  g_return_val_if_fail (SQUILL_IS_DESIGN (design), SQUILL_TRIPLE_UNSET);
  g_return_val_if_fail (operation != NULL, SQUILL_TRIPLE_UNSET);

  model = squill_design_get_model (design);
  entity = operation->entity != NULL ? squill_model_get_entity (model, operation->entity) : NULL;
  if (entity != NULL)
    {
      const double all =
          squill_triple_get_usual (squill_design_get_count (design, operation->entity));

      count = SQUILL_TRIPLE (all, all, all);
    }
  for (guint i = 0; entity != NULL && operation->filter != NULL && i < operation->filter->len; i++)
    count = narrow (model, entity, count, operation->filter->pdata[i], &first_unknown);
  if (entity != NULL && operation->filter != NULL && asks_for_one (entity, operation->filter))
    {
      count = SQUILL_TRIPLE (1, 1, 1);
      first_unknown = NULL;
    }
  if (first_unknown != NULL)
    count.likely = guess (operation, count);
  if (unknown != NULL)
    *unknown = first_unknown;
  if (operation->limit > 0)
    count = get_at_most (count, operation->limit);
  return SQUILL_TRIPLE (at_least_one (count.min), at_least_one (count.likely),
                        at_least_one (count.max));
}

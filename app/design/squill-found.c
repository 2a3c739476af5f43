/* SPDX-License-Identifier: Apache-2.0 */

/* How many documents an operation finds, by its filter and its limit. Each equality leaves one of
 * as many parts as the field has values, a range a tenth, all of them together the product: the
 * uniform selectivity of NoSE (Mior, Salem, Aboulnaga, Liu: "NoSE: Schema design for NoSQL
 * applications", 2017). */

#define G_LOG_DOMAIN "squill-design"

#include "config.h"

#include "design/squill-found.h"

#include <string.h>

#include "design/squill-design-private.h"
#include "model/squill-placement.h"

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

/**
 * squill_field_get_share:
 * @field: a field
 * @value: a value
 *
 * Returns: 0 to 1: the share of the documents in which it has the value: what was counted, or else
 *   as if all its values were there equally often; NaN where nobody knows
 */
double
squill_field_get_share (const SquillField *field, const json_t *value)
{
  const json_t *one;
  double values;
  size_t i;

  json_array_foreach (field->value_shares, i, one)
  {
    if (json_equal (json_object_get (one, "value"), value))
      return json_number_value (json_object_get (one, "share"));
  }
  values = squill_field_count_values (field);
  return values >= 1 ? 1 / values : NAN;
}

/**
 * squill_key_get_condition:
 * @key: a key of a filter
 * @values: (out): how many values it asks for: 1 of an equality, 0 where it asks for none, NaN for
 *   an unknown number of them
 *
 * Returns: what it asks for
 */
SquillConditionKind
squill_key_get_condition (const SquillKey *key, double *values)
{
  *values = 0;
  if (squill_key_is_equality (key))
    {
      *values = 1;
      return SQUILL_CONDITION_EQUALITY;
    }
  if (g_str_has_prefix (key->operator, "in:"))
    *values = g_ascii_strtod (key->operator+ strlen ("in:"), NULL);
  else if (!g_str_equal (key->operator, "range") && !g_str_equal (key->operator, "prefix") &&
           !g_str_equal (key->operator, "exists"))
    *values = NAN;
  if (g_str_equal (key->operator, "in") || g_str_has_prefix (key->operator, "in:"))
    return SQUILL_CONDITION_LIST;
  /* Texts that begin alike lie side by side. */
  if (g_str_equal (key->operator, "range") || g_str_equal (key->operator, "prefix"))
    return SQUILL_CONDITION_RANGE;
  if (g_str_equal (key->operator, "exists"))
    return SQUILL_CONDITION_EXISTS;
  return g_str_equal (key->operator, "text") ? SQUILL_CONDITION_TEXT : SQUILL_CONDITION_PATTERN;
}

/**
 * squill_key_is_of_document:
 * @key: a key of a filter
 * @model: a model
 * @named: (nullable): the id of a field that tells one document from the others too
 *
 * Returns: %TRUE if no two documents have the same value of it
 */
gboolean
squill_key_is_of_document (const SquillKey *key, SquillModel *model, const char *named)
{
  const SquillField *field = squill_model_get_field (model, squill_key_path_get_last (key->path));

  if (strchr (key->path, '/') != NULL)
    return FALSE;
  if (g_str_equal (key->path, "=_id"))
    return TRUE;
  return field != NULL && (field->unique || g_strcmp0 (field->name, "_id") == 0 ||
                           g_strcmp0 (field->item.id, named) == 0);
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

static SquillSelectivity
leave_share (double share, double most_common)
{
  const double largest = most_common > share ? MIN (most_common, 1) : share;

  return (SquillSelectivity){ .share = { share, share, largest },
                              .most = { INFINITY, INFINITY, INFINITY } };
}

static SquillSelectivity
leave_most (double most)
{
  return (SquillSelectivity){ .share = { 1, 1, 1 }, .most = { most, most, most } };
}

/**
 * squill_key_get_selectivity:
 * @key: a key of a filter
 * @model: a model
 * @entity: the entity whose documents it is a key of
 *
 * Returns: what it leaves of the documents
 */
SquillSelectivity
squill_key_get_selectivity (const SquillKey *key, SquillModel *model, const SquillEntity *entity)
{
  double wanted;
  const SquillConditionKind kind = squill_key_get_condition (key, &wanted);
  const SquillRelationship *r = get_referring (model, entity, key->path);
  const SquillField *field = squill_model_get_field (model, squill_key_path_get_last (key->path));
  json_auto_t *value = squill_key_get_value (key);
  double values;

  if (value != NULL && field != NULL && !isnan (squill_field_get_share (field, value)))
    return leave_share (squill_field_get_share (field, value), NAN);
  if (kind == SQUILL_CONDITION_RANGE)
    return leave_share (RANGE_SHARE, NAN);
  if (wanted == 0)
    return leave_share (1, NAN);
  if (squill_key_is_of_document (key, model, NULL) && !isnan (wanted))
    return leave_most (wanted);
  if (r != NULL && !isnan (wanted))
    {
      const gboolean of_parent = g_str_equal (r->child, entity->item.id);
      const double each = of_parent ? r->children.likely : r->parents.likely;

      if (!isnan (each))
        return leave_most (wanted * each);
    }
  values = field != NULL ? squill_field_count_values (field) : NAN;
  if (!isnan (wanted / values))
    return leave_share (MIN (wanted / values, 1), wanted * field->top);
  /* Anything from one to all of them. */
  return (SquillSelectivity){ .share = { 1, 1, 1 },
                              .most = { INFINITY, INFINITY, INFINITY },
                              .unknown = TRUE };
}

/**
 * squill_operation_wants_list:
 * @operation: an operation
 *
 * Returns: %TRUE if it asks for several documents, though it may not be known how many: who wants a
 *   list sorts or limits it, others look one up
 */
gboolean
squill_operation_wants_list (const SquillOperation *operation)
{
  return operation->limit > 1 || (operation->sort != NULL && operation->sort->len > 0);
}

/**
 * squill_operation_sums_up_all:
 * @operation: an operation
 *
 * Returns: %TRUE if it computes over all that there is: documents in which that is embedded serve
 * it as well as a collection of its own, and all of these are read either way
 */
gboolean
squill_operation_sums_up_all (const SquillOperation *operation)
{
  return operation->operation == SQUILL_OPERATION_AGGREGATE &&
         (operation->filter == NULL || operation->filter->len == 0) &&
         (operation->sort == NULL || operation->sort->len == 0) && isnan (operation->limit);
}

static gboolean
asks_for_one_document (const SquillOperation *operation, SquillModel *model)
{
  for (guint i = 0; operation->filter != NULL && i < operation->filter->len; i++)
    {
      const SquillKey *key = operation->filter->pdata[i];

      if (squill_key_is_equality (key) && squill_key_is_of_document (key, model, NULL))
        return TRUE;
    }
  return FALSE;
}

/**
 * squill_operation_limits_children:
 * @operation: an operation
 * @model: the model of that
 * @r: a relationship
 *
 * Tells what the limit of an operation is one of. If it sorts the children of a parent, it is that
 * of them. If it reads one parent with children that have an order, it is too, because there is
 * nothing else to limit.
 *
 * Returns: %TRUE if it starts from the parents of @r and its limit is one of the children of each
 */
gboolean
squill_operation_limits_children (const SquillOperation *operation,
                                  SquillModel *model,
                                  const SquillRelationship *r)
{
  const gboolean is_sorted = operation->sort != NULL && operation->sort->len > 0;

  if (!(operation->limit > 0) || g_strcmp0 (operation->entity, r->parent) != 0)
    return FALSE;
  for (guint i = 0; is_sorted && i < operation->sort->len; i++)
    if (squill_key_goes_through (operation->sort->pdata[i], r->item.id))
      return TRUE;
  return !is_sorted && operation->limit > 1 && r->ordering != SQUILL_ORDERING_NONE &&
         r->order_by != NULL && squill_operation_follows (operation, r->item.id) &&
         asks_for_one_document (operation, model);
}

/**
 * squill_operation_fits_subset:
 * @operation: an operation
 * @model: the model of that
 * @r: a relationship, stored as a subset
 *
 * Returns: %TRUE if the children that the operation asks for are no more than the first ones, which
 *   stand in the parent
 */
gboolean
squill_operation_fits_subset (const SquillOperation *operation,
                              SquillModel *model,
                              const SquillRelationship *r)
{
  return squill_operation_limits_children (operation, model, r) &&
         operation->limit <= _squill_relationship_get_bound (r);
}

/* Finds the children of one parent and nothing else, from the first on. */
static gboolean
finds_children (const SquillOperation *operation, const SquillRelationship *r)
{
  const SquillKey *key;

  if (operation->operation != SQUILL_OPERATION_FIND || operation->skip > 0 ||
      g_strcmp0 (operation->entity, r->child) != 0 || operation->filter == NULL ||
      operation->filter->len != 1)
    return FALSE;
  key = operation->filter->pdata[0];
  return g_str_equal (key->path, r->item.id) && squill_key_is_equality (key);
}

/* Finds one parent by its key, and does not ask for the children. */
static gboolean
finds_parent (const SquillOperation *operation, SquillModel *model, const SquillRelationship *r)
{
  return operation->operation == SQUILL_OPERATION_FIND &&
         g_strcmp0 (operation->entity, r->parent) == 0 &&
         asks_for_one_document (operation, model) &&
         !squill_operation_goes_through (operation, r->item.id);
}

/**
 * squill_operation_asks_other_parent:
 * @operation: an operation on children
 * @model: its model
 * @r: a relationship to them
 *
 * Returns: %TRUE if the operation asks for the children of a parent at another relationship that
 *   embeds them there, and so needs no others
 */
gboolean
squill_operation_asks_other_parent (const SquillOperation *operation,
                                    SquillModel *model,
                                    const SquillRelationship *r)
{
  const SquillEntity *child = squill_model_get_entity (model, r->child);
  guint n = 0;
  const SquillRelationship *const *all =
      child == NULL ? NULL : squill_entity_get_relationships (child, &n);

  for (guint i = 0; operation->filter != NULL && i < n; i++)
    if (all[i] != r && g_str_equal (all[i]->child, r->child) &&
        squill_placement_is_embedding (all[i]->placement))
      for (guint j = 0; j < operation->filter->len; j++)
        {
          const SquillKey *key = operation->filter->pdata[j];

          if (g_str_equal (key->path, all[i]->item.id) && !g_str_equal (key->operator, "exists"))
            return TRUE;
        }
  return FALSE;
}

/**
 * squill_operation_may_share_page:
 * @operation: an operation
 * @parent_read: another
 * @model: the model of both
 * @r: a relationship
 *
 * Returns: %TRUE if the first finds the children of one parent by nothing but the reference, and
 *   the other finds a parent by its key, so that one page may ask for both, of the same parent
 */
gboolean
squill_operation_may_share_page (const SquillOperation *operation,
                                 const SquillOperation *parent_read,
                                 SquillModel *model,
                                 const SquillRelationship *r)
{
  return finds_children (operation, r) && finds_parent (parent_read, model, r);
}

/**
 * squill_operation_shares_page:
 * @operation: an operation
 * @parent_read: another
 * @model: the model of both
 * @r: a relationship
 *
 * Tells whether one page asks for both, the children of a parent and the parent. No model says that
 * two operations are issued together; but of two that may be, and that run equally often, in the
 * same unit, it is taken for granted.
 *
 * Returns: %TRUE if it does
 */
gboolean
squill_operation_shares_page (const SquillOperation *operation,
                              const SquillOperation *parent_read,
                              SquillModel *model,
                              const SquillRelationship *r)
{
  return operation->rate > 0 && operation->rate == parent_read->rate &&
         operation->rate_unit == parent_read->rate_unit &&
         squill_operation_may_share_page (operation, parent_read, model, r);
}

/**
 * squill_operation_find_parent_read:
 * @operation: an operation
 * @model: the model of that
 * @r: a relationship
 *
 * Returns: (transfer none) (nullable): the operation that reads the parent for the same page, see
 *   squill_operation_shares_page(); %NULL where @operation does not find children of a parent, or
 *   nothing reads parents as often
 */
const SquillOperation *
squill_operation_find_parent_read (const SquillOperation *operation,
                                   SquillModel *model,
                                   const SquillRelationship *r)
{
  if (!finds_children (operation, r))
    return NULL;
  SQUILL_FOR_EACH_CHILD (SquillOperation, other, squill_model_get_info (model),
                         SQUILL_KIND_OPERATION)
    {
      if (squill_operation_shares_page (operation, other, model, r))
        return other;
    }
  return NULL;
}

/**
 * squill_search_add_key:
 * @search: a search for documents of an entity
 * @model: the model of that
 * @key: a key of the entity, of a filter
 * @path: the dotted path that the query writes for it
 *
 * Adds what a key asks for.
 *
 * Returns: (transfer none): the condition
 */
SquillCondition *
squill_search_add_key (SquillSearch *search,
                       SquillModel *model,
                       const SquillKey *key,
                       const char *path)
{
  double values;
  const SquillConditionKind kind = squill_key_get_condition (key, &values);
  SquillCondition *condition;

  g_return_val_if_fail (search != NULL && search->entity != NULL, NULL);

  condition = squill_search_add (search, path, kind, SQUILL_TRIPLE (values, values, values),
                                 squill_key_get_selectivity (key, model, search->entity));
  condition->key = g_strdup (key->path);
  return condition;
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
 * Returns: at least one each; the most is that of the most common value; NaN where nobody said how
 *   many documents there are
 */
SquillTriple
squill_design_count_found (SquillDesign *design,
                           const SquillOperation *operation,
                           const char **unknown)
{
  SquillModel *model;
  g_autoptr (SquillSearch) search = NULL;
  const SquillCondition *first_unknown;
  SquillTriple count;

  g_return_val_if_fail (SQUILL_IS_DESIGN (design), SQUILL_TRIPLE_UNSET);
  g_return_val_if_fail (operation != NULL, SQUILL_TRIPLE_UNSET);

  if (unknown != NULL)
    *unknown = NULL;
  model = squill_design_get_model (design);
  search = squill_search_new (NULL);
  search->entity =
      operation->entity != NULL ? squill_model_get_entity (model, operation->entity) : NULL;
  search->is_list = squill_operation_wants_list (operation);
  if (search->entity != NULL)
    search->count = squill_triple_get_usual (squill_design_get_count (design, operation->entity));
  for (guint i = 0;
       search->entity != NULL && operation->filter != NULL && i < operation->filter->len; i++)
    squill_search_add_key (search, model, operation->filter->pdata[i],
                           ((const SquillKey *)operation->filter->pdata[i])->path);
  first_unknown = squill_search_get_unknown (search);
  /* The path of the operation's own key: it stays. */
  for (guint i = 0; first_unknown != NULL && unknown != NULL && i < operation->filter->len; i++)
    {
      const SquillKey *key = operation->filter->pdata[i];

      if (g_str_equal (key->path, first_unknown->key))
        *unknown = key->path;
    }
  count = squill_search_count (search);
  if (operation->limit > 0)
    count =
        SQUILL_TRIPLE (fmin (count.min, operation->limit), fmin (count.likely, operation->limit),
                       fmin (count.max, operation->limit));
  return count;
}

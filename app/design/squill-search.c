/* SPDX-License-Identifier: Apache-2.0 */

/* Which index serves a search, and what it delivers, as MongoDB's query planner does it (MongoDB
 * manual: "Compound Indexes", "The ESR (Equality, Sort, Range) Guideline", "Use Indexes to Sort
 * Query Results", "Multikey Indexes", "Partial Indexes", "Sparse Indexes"). */

#define G_LOG_DOMAIN "squill-design"

#include "config.h"

#include "design/squill-search.h"

#include <string.h>

#include "design/squill-cost.h"

/* The order of a list with more values does not come from merging their entries: MongoDB manual,
 * "The ESR (Equality, Sort, Range) Guideline". */
#define MOST_MERGED 200.0

static const SquillTriple one = { 1, 1, 1 };
static const SquillTriple nothing = { 0, 0, 0 };

static void
condition_free (gpointer data)
{
  SquillCondition *self = data;

  g_free (self->path);
  g_free (self->key);
  g_free (self);
}

/**
 * squill_search_new:
 * @collection: (nullable): where to search; %NULL to count only
 *
 * Searches for all documents of a collection, until it is told otherwise.
 *
 * Returns: (transfer full): the search; valid as long as @collection
 */
SquillSearch *
squill_search_new (const SquillCollection *collection)
{
  SquillSearch *self;

  self = g_new0 (SquillSearch, 1);
  self->collection = collection;
  self->conditions = g_ptr_array_new_with_free_func (condition_free);
  self->sort = g_ptr_array_new_with_free_func ((GDestroyNotify)squill_key_free);
  self->limit = INFINITY;
  self->per_document = 1;
  self->count = collection != NULL ? squill_triple_get_usual (collection->count) : NAN;
  return self;
}

/**
 * squill_search_free:
 * @self: (transfer full) (nullable): a search
 *
 * Frees it.
 */
void
squill_search_free (SquillSearch *self)
{
  if (self == NULL)
    return;
  g_ptr_array_unref (self->conditions);
  g_ptr_array_unref (self->sort);
  g_free (self);
}

/**
 * squill_search_add:
 * @self: a search
 * @path: the dotted path that the query writes
 * @kind: what is asked for
 * @values: how many values a list has; NaN where nobody said
 * @selectivity: what the condition leaves, see squill_key_get_selectivity()
 *
 * Adds a condition, which holds besides those that there are.
 *
 * Returns: (transfer none): the condition
 */
SquillCondition *
squill_search_add (SquillSearch *self,
                   const char *path,
                   SquillConditionKind kind,
                   SquillTriple values,
                   SquillSelectivity selectivity)
{
  SquillCondition *condition;

  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (path != NULL, NULL);

  condition = g_new0 (SquillCondition, 1);
  condition->path = g_strdup (path);
  condition->kind = kind;
  condition->values = kind == SQUILL_CONDITION_LIST ? values : one;
  condition->selectivity = selectivity;
  g_ptr_array_add (self->conditions, condition);
  return condition;
}

/**
 * squill_search_add_sort:
 * @self: a search
 * @path: the dotted path that the query writes
 * @direction: "1" or "-1"
 *
 * Sorts what is found by one more key.
 */
void
squill_search_add_sort (SquillSearch *self, const char *path, const char *direction)
{
  g_return_if_fail (self != NULL);
  g_return_if_fail (path != NULL && direction != NULL);

  g_ptr_array_add (self->sort, squill_key_new (path, direction));
}

/* Counting. */

/* Some of the conditions of a search. */
typedef gboolean (*Choice) (const SquillCondition *condition, gconstpointer user_data);

static gboolean
is_any (const SquillCondition *condition, gconstpointer user_data)
{
  return TRUE;
}

static gboolean
is_on_path (const SquillCondition *condition, gconstpointer paths)
{
  return g_ptr_array_find_with_equal_func ((GPtrArray *)paths, condition->path, g_str_equal, NULL);
}

static gboolean
has_equality (const SquillSearch *self, const char *path, Choice is_chosen, gconstpointer user_data)
{
  for (guint i = 0; i < self->conditions->len; i++)
    {
      const SquillCondition *condition = self->conditions->pdata[i];

      if (condition->kind == SQUILL_CONDITION_EQUALITY && g_str_equal (condition->path, path) &&
          is_chosen (condition, user_data))
        return TRUE;
    }
  return FALSE;
}

static gboolean
has_equality_of_key (const SquillSearch *self,
                     const char *key,
                     Choice is_chosen,
                     gconstpointer user_data)
{
  for (guint i = 0; i < self->conditions->len; i++)
    {
      const SquillCondition *condition = self->conditions->pdata[i];

      if (condition->kind == SQUILL_CONDITION_EQUALITY && g_strcmp0 (condition->key, key) == 0 &&
          is_chosen (condition, user_data))
        return TRUE;
    }
  return FALSE;
}

/* Whether the chosen conditions ask for all that a unique index of the entity has. Where it is
 * embedded, the index of the collection is no longer unique, and tells its documents only. */
static gboolean
finds_one_of_entity (const SquillSearch *self, Choice is_chosen, gconstpointer user_data)
{
  if (self->entity == NULL)
    return FALSE;
  SQUILL_FOR_EACH_CHILD (SquillIndex, index, self->entity, SQUILL_KIND_INDEX)
    {
      gboolean all =
          index->unique && index->partial == NULL && index->keys != NULL && index->keys->len > 0;

      for (guint k = 0; all && k < index->keys->len; k++)
        all = has_equality_of_key (self, ((const SquillKey *)index->keys->pdata[k])->path,
                                   is_chosen, user_data);
      if (all)
        return TRUE;
    }
  return FALSE;
}

/* Whether they ask for all that a unique index of the collection has. */
static gboolean
finds_one_document (const SquillSearch *self, Choice is_chosen, gconstpointer user_data)
{
  for (guint i = 0; self->collection != NULL && i < self->collection->indexes->len; i++)
    {
      const SquillCollectionIndex *index = self->collection->indexes->pdata[i];
      gboolean all = index->unique && !index->partial && !index->unresolved && index->keys->len > 0;

      for (guint k = 0; all && k < index->keys->len; k++)
        all = has_equality (self, ((const SquillKey *)index->keys->pdata[k])->path, is_chosen,
                            user_data);
      if (all)
        return TRUE;
    }
  return FALSE;
}

static gboolean
finds_one (const SquillSearch *self, Choice is_chosen, gconstpointer user_data)
{
  return finds_one_of_entity (self, is_chosen, user_data) ||
         (!self->is_embedded && finds_one_document (self, is_chosen, user_data));
}

/* What is not known is no more than a number either, unless that is infinite. */
static double
at_most (double count, double most)
{
  return isinf (most) ? count : fmin (count, most);
}

/* Where nobody said how many are likely, there are no more than at most. */
static SquillTriple
get_at_most (SquillTriple count, SquillTriple most)
{
  const double likely = at_most (count.likely, most.likely);

  return SQUILL_TRIPLE (at_most (count.min, most.min),
                        isnan (likely) ? likely : at_most (likely, most.max),
                        at_most (count.max, most.max));
}

static SquillTriple
same (double number)
{
  return SQUILL_TRIPLE (number, number, number);
}

static double
at_least_one (double count)
{
  return isnan (count) ? NAN : fmax (count, 1);
}

/* How many of what is searched for meet the chosen conditions. Where anything from one to all of
 * them may, one is likely, and of a list the geometric mean. */
static SquillTriple
count (const SquillSearch *self, Choice is_chosen, gconstpointer user_data)
{
  SquillTriple count = SQUILL_TRIPLE (self->count, self->count, self->count);
  gboolean is_unknown = FALSE;

  if (finds_one (self, is_chosen, user_data))
    return one;
  for (guint i = 0; i < self->conditions->len; i++)
    {
      const SquillCondition *condition = self->conditions->pdata[i];
      const SquillSelectivity *selectivity = &condition->selectivity;

      if (!is_chosen (condition, user_data))
        continue;
      if (selectivity->unknown)
        {
          is_unknown = TRUE;
          count.min = fmin (count.min, 1);
          continue;
        }
      count.min *= selectivity->share.min;
      count.likely *= selectivity->share.likely;
      count.max *= selectivity->share.max;
      count = get_at_most (count, selectivity->most);
    }
  if (is_unknown)
    count.likely = self->is_list && !isnan (count.max) ? sqrt (fmax (count.max, 1)) : 1;
  return SQUILL_TRIPLE (at_least_one (count.min), at_least_one (count.likely),
                        at_least_one (count.max));
}

/**
 * squill_search_count:
 * @self: a search
 *
 * Returns: how many of what is searched for meet all conditions, without the limit; at least one
 *   each; NaN where nobody said how many there are
 */
SquillTriple
squill_search_count (const SquillSearch *self)
{
  g_return_val_if_fail (self != NULL, SQUILL_TRIPLE_UNSET);

  return count (self, is_any, NULL);
}

/**
 * squill_search_get_unknown:
 * @self: a search
 *
 * Returns: (transfer none) (nullable): the first condition that makes the number of what is found a
 *   range; %NULL where there is none
 */
const SquillCondition *
squill_search_get_unknown (const SquillSearch *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  if (finds_one (self, is_any, NULL))
    return NULL;
  for (guint i = 0; i < self->conditions->len; i++)
    {
      const SquillCondition *condition = self->conditions->pdata[i];

      if (condition->selectivity.unknown)
        return condition;
    }
  return NULL;
}

/* Some of the conditions, and of these only what holds alike for all that a document contains. */
typedef struct
{
  Choice is_chosen;
  gconstpointer user_data;
} DocumentChoice;

static gboolean
is_chosen_of_document (const SquillCondition *condition, gconstpointer user_data)
{
  const DocumentChoice *choice = user_data;

  return condition->of_document && choice->is_chosen (condition, choice->user_data);
}

/* The documents that contain what meets the chosen conditions: no more than meet those of the
 * document, with as many in each as there are usually. */
static SquillTriple
count_documents (const SquillSearch *self, Choice is_chosen, gconstpointer user_data)
{
  const DocumentChoice choice = { is_chosen, user_data };
  const SquillTriple all = same (squill_triple_get_usual (self->collection->count));
  gboolean of_document = self->per_document > 1, is_any_of_document = FALSE;
  SquillTriple found, documents;

  if (finds_one_document (self, is_chosen, user_data))
    return one;
  for (guint i = 0; i < self->conditions->len; i++)
    {
      const SquillCondition *condition = self->conditions->pdata[i];

      of_document &= condition->of_document || !is_chosen (condition, user_data);
      is_any_of_document |= is_chosen_of_document (condition, &choice);
    }
  found = count (self, is_chosen, user_data);
  if (!of_document && !(is_any_of_document && self->per_document > 1))
    return get_at_most (found, all);
  documents = count (self, is_chosen_of_document, &choice);
  documents = SQUILL_TRIPLE (at_least_one (documents.min / self->per_document),
                             at_least_one (documents.likely / self->per_document),
                             at_least_one (documents.max / self->per_document));
  return get_at_most (of_document ? documents : get_at_most (found, documents), all);
}

/* How many of @candidates have to be looked at until the limit is reached, by how many of them
 * match. */
static double
until (double limit, double candidates, double matching)
{
  if (!isfinite (limit))
    return candidates;
  /* Without any number of documents there are no more than this if nothing is left out. */
  if (isnan (candidates) || isnan (matching))
    return isnan (candidates) && isnan (matching) ? limit : candidates;
  return fmin (candidates, ceil (limit * fmax (candidates / matching, 1)));
}

static SquillTriple
get_until (double limit, SquillTriple candidates, SquillTriple matching)
{
  /* The more of them match, the sooner it is reached. */
  return SQUILL_TRIPLE (isnan (matching.max) && isfinite (limit)
                            ? fmin (candidates.min, limit)
                            : until (limit, candidates.min, matching.max),
                        until (limit, candidates.likely, matching.likely),
                        until (limit, candidates.max, matching.min));
}

/* What an index delivers. */

static const SquillCondition *
find_condition (const SquillSearch *self, const char *path)
{
  const SquillCondition *found = NULL;

  /* Of several the one that leaves least: they are ordered by their kinds. */
  for (guint i = 0; i < self->conditions->len; i++)
    {
      const SquillCondition *condition = self->conditions->pdata[i];

      if (g_str_equal (condition->path, path) && (found == NULL || condition->kind < found->kind))
        found = condition;
    }
  return found;
}

static gboolean
is_wildcard (const char *path)
{
  return g_str_equal (path, "$**") || g_str_has_suffix (path, ".$**");
}

/* The condition that a wildcard index can serve: it has entries of one path at a time. */
static const SquillCondition *
find_under_wildcard (const SquillSearch *self, const char *wildcard)
{
  const gsize length = strlen (wildcard) - strlen ("$**");

  for (guint i = 0; i < self->conditions->len; i++)
    {
      const SquillCondition *condition = self->conditions->pdata[i];

      if (strncmp (condition->path, wildcard, length) == 0 &&
          (condition->kind == SQUILL_CONDITION_EQUALITY ||
           condition->kind == SQUILL_CONDITION_LIST || condition->kind == SQUILL_CONDITION_RANGE))
        return condition;
    }
  return NULL;
}

static gboolean
is_plain (const SquillKey *key)
{
  return g_str_equal (key->operator, "1") || g_str_equal (key->operator, "-1");
}

static gboolean
is_hashed (const SquillKey *key)
{
  return g_str_equal (key->operator, "hashed");
}

static gboolean
is_text (const SquillCollectionIndex *index)
{
  for (guint i = 0; i < index->keys->len; i++)
    if (g_str_equal (((const SquillKey *)index->keys->pdata[i])->operator, "text"))
      return TRUE;
  return FALSE;
}

/* A partial index has to have all that the query asks for: the query has to restrict what its
 * filter restricts. Whether to the same values the model does not say. */
static gboolean
meets_filter (const SquillSearch *self, const SquillCollectionIndex *index)
{
  for (guint i = 0; i < index->needed->len; i++)
    if (find_condition (self, index->needed->pdata[i]) == NULL)
      return FALSE;
  return TRUE;
}

/* A sparse index has to be asked for something that documents without an entry do not have. */
static gboolean
meets_sparse (const SquillSearch *self, const SquillCollectionIndex *index)
{
  for (guint i = 0; i < index->keys->len; i++)
    {
      const SquillCondition *condition =
          find_condition (self, ((const SquillKey *)index->keys->pdata[i])->path);

      if (condition != NULL)
        return TRUE;
    }
  return FALSE;
}

static gboolean
is_usable (const SquillSearch *self, const SquillCollectionIndex *index)
{
  /* Which of the values are text the conditions do not say. */
  if (index->hidden || index->unresolved || index->collates || index->keys->len == 0)
    return FALSE;
  return (!index->partial || meets_filter (self, index)) &&
         (!index->sparse || meets_sparse (self, index));
}

static const char *
get_path (const SquillCollectionIndex *index, guint position)
{
  return ((const SquillKey *)index->keys->pdata[position])->path;
}

static const SquillKey *
get_key (const SquillCollectionIndex *index, guint position)
{
  return index->keys->pdata[position];
}

/* Which keys bound what is walked, and which only skip entries. */
static void
find_bounds (const SquillSearch *self, SquillAccessPath *use)
{
  const SquillCollectionIndex *index = use->index;
  gboolean is_open = TRUE;

  for (guint i = 0; i < index->keys->len; i++)
    {
      const SquillKey *key = get_key (index, i);
      const SquillCondition *condition = find_condition (self, key->path);

      if (!is_plain (key) && !is_hashed (key))
        is_open = FALSE;
      else if (condition == NULL)
        is_open = FALSE;
      else if (condition->kind == SQUILL_CONDITION_TEXT ||
               (is_hashed (key) && condition->kind != SQUILL_CONDITION_EQUALITY &&
                condition->kind != SQUILL_CONDITION_LIST))
        is_open = FALSE;
      else if (is_open && (condition->kind == SQUILL_CONDITION_EQUALITY ||
                           condition->kind == SQUILL_CONDITION_LIST))
        g_ptr_array_add (use->equality, key->path);
      else if (is_open && (condition->kind == SQUILL_CONDITION_RANGE ||
                           (condition->kind == SQUILL_CONDITION_EXISTS && index->sparse)))
        {
          g_ptr_array_add (use->range, key->path);
          is_open = FALSE;
        }
      else
        {
          /* Hashes say nothing of the value, and entries of one element nothing of the others. */
          if (!is_hashed (key) && (index->multikey & (1u << MIN (i, 31u))) == 0)
            g_ptr_array_add (use->filter, key->path);
          is_open = FALSE;
        }
    }
}

static gboolean
is_under (const char *path, const char *around)
{
  const gsize length = strlen (around);

  return strncmp (path, around, length) == 0 && (path[length] == '\0' || path[length] == '.');
}

/* An index of an array has several entries of a document: its order is that of the documents only
 * where nothing bounds the array. */
static gboolean
is_ordered (const SquillSearch *self, const SquillCollectionIndex *index, guint position)
{
  const char *path = get_path (index, position);

  if ((index->multikey & (1u << MIN (position, 31u))) == 0)
    return TRUE;
  for (guint i = 0; i < self->conditions->len; i++)
    {
      const SquillCondition *condition = self->conditions->pdata[i];

      if (is_under (condition->path, path) || is_under (path, condition->path))
        return FALSE;
    }
  return TRUE;
}

/* What is left to sort by: a key of which there is one value sorts nothing. */
static GPtrArray *
list_sort (const SquillSearch *self)
{
  GPtrArray *sort = g_ptr_array_new ();

  for (guint i = 0; i < self->sort->len; i++)
    {
      const SquillKey *key = self->sort->pdata[i];

      if (!has_equality (self, key->path, is_any, NULL))
        g_ptr_array_add (sort, (gpointer)key);
    }
  return sort;
}

/* Whether entries come in the order that is asked for, forward or backward. */
static void
find_order (const SquillSearch *self, SquillAccessPath *use)
{
  const SquillCollectionIndex *index = use->index;
  g_autoptr (GPtrArray) sort = list_sort (self);
  guint next = 0;
  int direction = 0;

  for (guint i = 0; i < index->keys->len && next < sort->len; i++)
    {
      const SquillKey *key = get_key (index, i);
      const SquillKey *wanted = sort->pdata[next];
      const SquillCondition *condition = find_condition (self, key->path);
      const gboolean is_bound =
          condition != NULL &&
          g_ptr_array_find_with_equal_func (use->equality, key->path, g_str_equal, NULL);

      if (g_str_equal (key->path, wanted->path) && is_plain (key) && is_ordered (self, index, i))
        {
          const int same = g_str_equal (key->operator, wanted->operator) ? 1 : -1;

          if (direction != 0 && same != direction)
            break;
          direction = same;
          g_ptr_array_add (use->sort, key->path);
          next++;
        }
      /* One value, or few whose entries are merged. */
      else if (!is_bound || condition->values.likely > MOST_MERGED)
        break;
    }
  use->sorts = next == sort->len;
  if (!use->sorts)
    g_ptr_array_set_size (use->sort, 0);
}

static SquillAccessPath *
use_new (const SquillCollectionIndex *index)
{
  SquillAccessPath *self = g_new0 (SquillAccessPath, 1);

  self->index = index;
  self->equality = g_ptr_array_new ();
  self->sort = g_ptr_array_new ();
  self->range = g_ptr_array_new ();
  self->filter = g_ptr_array_new ();
  return self;
}

/**
 * squill_access_path_free:
 * @self: (transfer full) (nullable): how an index serves a search
 *
 * Frees it.
 */
void
squill_access_path_free (SquillAccessPath *self)
{
  if (self == NULL)
    return;
  g_ptr_array_unref (self->equality);
  g_ptr_array_unref (self->sort);
  g_ptr_array_unref (self->range);
  g_ptr_array_unref (self->filter);
  g_free (self);
}

static void
add_all (GPtrArray *to, const GPtrArray *from)
{
  for (guint i = 0; i < from->len; i++)
    g_ptr_array_add (to, from->pdata[i]);
}

static gboolean
is_about (const SquillSearch *self, const GPtrArray *paths)
{
  for (guint i = 0; i < self->conditions->len; i++)
    if (!is_on_path (self->conditions->pdata[i], paths))
      return FALSE;
  return TRUE;
}

/* Where the index is walked: once for each combination of values. */
static SquillTriple
count_descents (const SquillSearch *self, const SquillAccessPath *use)
{
  SquillTriple descents = one;

  for (guint i = 0; i < use->equality->len; i++)
    {
      const SquillTriple values = find_condition (self, use->equality->pdata[i])->values;

      descents.min *= fmax (values.min, 1);
      /* Where nobody said, no fewer than there are at least. */
      descents.likely *= fmax (fmax (values.likely, values.min), 1);
      descents.max *= fmax (values.max, 1);
    }
  return get_at_most (descents, same (squill_triple_get_usual (self->collection->count)));
}

static void
set_numbers (const SquillSearch *self, SquillAccessPath *use)
{
  g_autoptr (GPtrArray) bounds = g_ptr_array_new ();
  SquillTriple walked, fetched, matching;

  add_all (bounds, use->equality);
  add_all (bounds, use->range);
  walked = count_documents (self, is_on_path, bounds);
  add_all (bounds, use->filter);
  fetched = count_documents (self, is_on_path, bounds);
  use->covers = use->index != NULL && use->index->multikey == 0 && is_about (self, bounds);
  use->found = squill_search_count (self);
  matching = count_documents (self, is_any, NULL);
  use->returned = get_at_most (use->found, same (self->limit));
  if (use->sorts)
    {
      walked = get_until (self->limit, walked, matching);
      fetched = get_until (self->limit, fetched, matching);
    }
  use->documents = fetched;
  use->keys = use->index == NULL || g_str_equal (use->index->name, "_id_") ? nothing : walked;
  use->descents = use->index == NULL ? one : count_descents (self, use);
}

/* The one path that a wildcard index is asked for. */
static SquillAccessPath *
try_wildcard (const SquillSearch *self, const SquillCollectionIndex *index)
{
  const SquillCondition *condition = find_under_wildcard (self, get_path (index, 0));
  SquillAccessPath *use;

  if (condition == NULL)
    return NULL;
  use = use_new (index);
  g_ptr_array_add (condition->kind == SQUILL_CONDITION_RANGE ? use->range : use->equality,
                   condition->path);
  use->sorts = TRUE;
  for (guint i = 0; i < self->sort->len; i++)
    use->sorts &= g_str_equal (((const SquillKey *)self->sort->pdata[i])->path, condition->path);
  if (use->sorts && self->sort->len > 0)
    g_ptr_array_add (use->sort, condition->path);
  set_numbers (self, use);
  use->covers = FALSE;
  return use;
}

static gboolean
asks_for_words (const SquillSearch *self)
{
  for (guint i = 0; i < self->conditions->len; i++)
    if (((const SquillCondition *)self->conditions->pdata[i])->kind == SQUILL_CONDITION_TEXT)
      return TRUE;
  return FALSE;
}

/* Words are found by the text index, and by nothing else. */
static SquillAccessPath *
try_text (const SquillSearch *self, const SquillCollectionIndex *index)
{
  SquillAccessPath *use;

  if (!asks_for_words (self))
    return NULL;
  use = use_new (index);
  for (guint i = 0; i < self->conditions->len; i++)
    {
      const SquillCondition *condition = self->conditions->pdata[i];

      if (condition->kind == SQUILL_CONDITION_TEXT)
        g_ptr_array_add (use->equality, condition->path);
    }
  use->sorts = self->sort->len == 0;
  set_numbers (self, use);
  use->covers = FALSE;
  return use;
}

/* Whether its first key is asked for, though nothing bounds it. */
static gboolean
looks_at_all (const SquillSearch *self, const SquillCollectionIndex *index)
{
  return is_plain (get_key (index, 0)) && find_condition (self, get_path (index, 0)) != NULL;
}

/**
 * squill_search_try_index:
 * @self: a search
 * @index: an index of its collection, or one that it could have
 *
 * Finds out what an index would deliver.
 *
 * Returns: (transfer full) (nullable): that; %NULL where the search cannot use the index, or would
 *   have to walk all of it and sort all the same
 */
SquillAccessPath *
squill_search_try_index (const SquillSearch *self, const SquillCollectionIndex *index)
{
  SquillAccessPath *use;

  g_return_val_if_fail (self != NULL && self->collection != NULL, NULL);
  g_return_val_if_fail (index != NULL, NULL);

  if (!is_usable (self, index))
    return NULL;
  if (is_text (index))
    return try_text (self, index);
  if (asks_for_words (self))
    return NULL;
  if (is_wildcard (get_path (index, 0)))
    return try_wildcard (self, index);
  use = use_new (index);
  find_bounds (self, use);
  find_order (self, use);
  /* Of a pattern all entries of its key have to be looked at, but not all documents. */
  if (use->equality->len + use->range->len == 0 && (self->sort->len == 0 || !use->sorts) &&
      !looks_at_all (self, index))
    {
      squill_access_path_free (use);
      return NULL;
    }
  set_numbers (self, use);
  return use;
}

/**
 * squill_access_path_get_cost:
 * @self: how an index serves a search
 * @bytes: of one document
 *
 * Returns: what that is likely to cost without the round trip, in microseconds; NaN where nobody
 *   said how many documents there are
 */
double
squill_access_path_get_cost (const SquillAccessPath *self, double bytes)
{
  SquillCounts counts = { 0 };

  g_return_val_if_fail (self != NULL, NAN);

  counts.seeks = self->descents.likely + (self->index != NULL ? self->documents.likely : 0);
  counts.keys = self->keys.likely;
  counts.documents = self->documents.likely;
  counts.read_bytes = self->documents.likely * bytes;
  return squill_counts_get_cost (&counts);
}

static SquillAccessPath *
scan (const SquillSearch *self)
{
  SquillAccessPath *use = use_new (NULL);
  g_autoptr (GPtrArray) sort = list_sort (self);

  use->sorts = sort->len == 0;
  set_numbers (self, use);
  return use;
}

/* Whether one of two that are served equally, as far as is known, is the better. */
static gboolean
is_better (const SquillAccessPath *one_use, const SquillAccessPath *other, double bytes)
{
  const double cost = squill_access_path_get_cost (one_use, bytes);
  const double other_cost = squill_access_path_get_cost (other, bytes);

  if (!isnan (cost) && !isnan (other_cost) && cost != other_cost)
    return cost < other_cost;
  if (one_use->equality->len != other->equality->len)
    return one_use->equality->len > other->equality->len;
  if (one_use->sorts != other->sorts)
    return one_use->sorts;
  if (one_use->range->len != other->range->len)
    return one_use->range->len > other->range->len;
  return one_use->index->keys->len < other->index->keys->len;
}

/**
 * squill_search_choose_access:
 * @self: a search
 *
 * Chooses the index of the collection that serves a search best. As the server does it, an index
 * that bounds the search or gives its order is used whenever there is one, be it cheaper than
 * reading the collection or not.
 *
 * Returns: (transfer full): how it is served; without an index where none can be used
 */
SquillAccessPath *
squill_search_choose_access (const SquillSearch *self)
{
  g_autoptr (SquillAccessPath) best = NULL;
  guint n;

  g_return_val_if_fail (self != NULL && self->collection != NULL, NULL);

  n = self->collection->indexes->len;

  for (guint i = 0; i < n + self->collection->automatic->len; i++)
    {
      const SquillCollectionIndex *index =
          i < n ? self->collection->indexes->pdata[i] : self->collection->automatic->pdata[i - n];
      SquillAccessPath *use = squill_search_try_index (self, index);

      if (use == NULL)
        continue;
      if (best == NULL || is_better (use, best, self->collection->shape->bytes.likely))
        {
          squill_access_path_free (best);
          best = g_steal_pointer (&use);
        }
      g_clear_pointer (&use, squill_access_path_free);
    }
  return best != NULL ? g_steal_pointer (&best) : scan (self);
}

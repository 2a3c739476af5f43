/* SPDX-License-Identifier: Apache-2.0 */

/* What fields refer to, where nothing is known but names. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/reference/squill-reference-names.h"

#include <string.h>

#include "inspect/reference/squill-reference-private.h"

/* A name must fit as well as this: all of the collection's name, with a role before it at most. */
#define MIN_FIT 0.8

/* Comparisons of names with collections, which take about a second; names that come again take
 * none. */
#define MAX_COMPARED 2000000u

typedef struct
{
  guint target;
  double fit;
} Candidate;

struct _SquillReferenceNames
{
  GPtrArray *collections; /* SquillReferenceName */
  GPtrArray *keys;        /* SquillReferenceName */
  GHashTable *found;      /* name of a field -> GArray of Candidate, whoever has the field */
  GHashTable *by_last;    /* last word, singular -> GArray of guint: collections that end with it */
  GHashTable *key_names;  /* all words of keys, as one */
  guint n_compared;
  gboolean is_exhausted;
};

static void
name_free (gpointer data)
{
  _squill_reference_name_free (data);
}

static void
array_free (gpointer data)
{
  g_array_unref (data);
}

static void
index_last_word (SquillReferenceNames *self, guint collection)
{
  const SquillReferenceName *name = self->collections->pdata[collection];
  const char *last = name->n_words > 0 ? name->words[name->n_words - 1].singular : "";
  GArray *collections = g_hash_table_lookup (self->by_last, last);

  if (collections == NULL)
    {
      collections = g_array_new (FALSE, FALSE, sizeof (guint));
      g_hash_table_insert (self->by_last, (gpointer)last, collections);
    }
  g_array_append_val (collections, collection);
}

/**
 * squill_reference_names_new:
 * @collections: (element-type utf8): names of all collections of a database
 * @keys: (element-type utf8): of each collection the name of the field that its documents are known
 *   by
 *
 * Returns: (transfer full): what finds those that a field is called after
 */
SquillReferenceNames *
squill_reference_names_new (const GPtrArray *collections, const GPtrArray *keys)
{
  SquillReferenceNames *self;
  gsize common;

  g_return_val_if_fail (collections != NULL && keys != NULL, NULL);
  g_return_val_if_fail (collections->len == keys->len, NULL);

  common = _squill_reference_count_common_bytes (collections);
  self = g_new0 (SquillReferenceNames, 1);
  self->collections = g_ptr_array_new_with_free_func (name_free);
  self->keys = g_ptr_array_new_with_free_func (name_free);
  self->found = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, array_free);
  self->key_names = g_hash_table_new (g_str_hash, g_str_equal);
  self->by_last = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, array_free);
  for (guint i = 0; i < collections->len; i++)
    {
      const char *own = (const char *)collections->pdata[i] + common;
      SquillReferenceName *name = _squill_reference_name_new (own);

      _squill_reference_name_set_space (
          name, _squill_reference_count_space_words (own, collections, common, i));
      g_ptr_array_add (self->collections, name);
      index_last_word (self, i);
      name = _squill_reference_name_new (keys->pdata[i]);
      g_ptr_array_add (self->keys, name);
      g_hash_table_add (self->key_names, name->whole);
    }
  return self;
}

/**
 * squill_reference_names_free:
 * @self: (nullable): what squill_reference_names_new() gave
 *
 * Frees it.
 */
void
squill_reference_names_free (SquillReferenceNames *self)
{
  if (self == NULL)
    return;
  g_hash_table_unref (self->by_last);
  g_hash_table_unref (self->key_names);
  g_ptr_array_unref (self->collections);
  g_ptr_array_unref (self->keys);
  g_hash_table_unref (self->found);
  g_free (self);
}

static int
compare_candidates (gconstpointer a, gconstpointer b)
{
  const Candidate *one = a, *other = b;

  if (one->fit != other->fit)
    return one->fit > other->fit ? -1 : 1;
  return one->target < other->target ? -1 : one->target > other->target;
}

static void
add_candidate (GArray *candidates, guint target, double fit)
{
  const Candidate candidate = { target, fit };

  if (fit >= MIN_FIT)
    g_array_append_val (candidates, candidate);
}

/* How well a field is called after a collection or its key. One that is not called an id may still
 * be called as the key is: `country_code`. */
static double
get_fit (const SquillReferenceName *name,
         const SquillReferenceName *entity,
         const SquillReferenceName *key)
{
  double fit, key_fit;

  if (!_squill_reference_name_is_id (name))
    return name->n_words > 1 && _squill_reference_name_equals (name, key) ? 1 : 0;
  fit = _squill_reference_name_fit (name, entity);
  key_fit = _squill_reference_name_is_generic (key)
                ? 0
                : _squill_reference_name_fit_key (name, entity, key);
  return MAX (fit, key_fit);
}

/* Whether so many names may still be compared. */
static gboolean
may_compare (SquillReferenceNames *self, guint n)
{
  self->is_exhausted |= n > MAX_COMPARED - self->n_compared;
  self->n_compared += self->is_exhausted ? 0 : n;
  return !self->is_exhausted;
}

/* Those that a field is called after, the best first; NULL where too much was compared. */
static const GArray *
find_candidates (SquillReferenceNames *self, const char *field, const SquillReferenceName *name)
{
  GArray *candidates = g_hash_table_lookup (self->found, field);

  if (candidates != NULL || !may_compare (self, self->collections->len))
    return candidates;
  candidates = g_array_new (FALSE, FALSE, sizeof (Candidate));
  for (guint i = 0; i < self->collections->len; i++)
    add_candidate (candidates, i,
                   get_fit (name, self->collections->pdata[i], self->keys->pdata[i]));
  g_array_sort (candidates, compare_candidates);
  g_hash_table_insert (self->found, g_strdup (field), candidates);
  return candidates;
}

/* How many words @own and @entity begin with in common, where @entity has those of @name behind
 * them and no more; 0 where it is not so: the purchase of box_office_items is one of
 * box_office_purchases. */
static guint
count_shared_words (const SquillReferenceName *own,
                    const SquillReferenceName *entity,
                    const SquillReferenceName *name)
{
  const guint n_shared = entity->n_words > name->n_stem ? entity->n_words - name->n_stem : 0;

  if (n_shared >= own->n_words)
    return 0;
  for (guint i = 0; i < n_shared; i++)
    if (!g_str_equal (own->words[i].text, entity->words[i].text))
      return 0;
  for (guint i = 0; i < name->n_stem; i++)
    if (n_shared == 0 ||
        !g_str_equal (name->words[name->first + i].singular, entity->words[n_shared + i].singular))
      return 0;
  return n_shared;
}

/* The one that is nearest to its own: of the same part of the database. */
static gboolean
find_neighbor (SquillReferenceNames *self,
               const SquillReferenceName *name,
               guint own,
               SquillReferenceNamesFilter filter,
               gpointer user_data,
               guint *target)
{
  const GArray *collections =
      g_hash_table_lookup (self->by_last, name->words[name->first + name->n_stem - 1].singular);
  guint most = 0;

  if (collections == NULL || !may_compare (self, collections->len))
    return FALSE;
  for (guint i = 0; i < collections->len; i++)
    {
      const guint other = g_array_index (collections, guint, i);
      const guint n_shared =
          count_shared_words (self->collections->pdata[own], self->collections->pdata[other], name);

      if (other == own || n_shared <= most || !filter (other, 1, user_data))
        continue;
      most = n_shared;
      *target = other;
    }
  return most > 0;
}

/**
 * squill_reference_names_find:
 * @self: names of collections
 * @field: the name of a field
 * @own: which of the collections has it
 * @filter: (scope call): what the field may refer to
 * @user_data: for @filter
 * @target: (out): the collection that the field is called after
 *
 * Finds what a field refers to whose name says that it is the id of something, or is that of a key:
 * `customer_id`, `country_code`, `billing_address_id`, and `parent_id` of its own collection; of
 * `orders` and `shop_orders` the latter is meant by `order_id` of `shop_items`. Only what it is
 * called after best can be meant: where that is refused, and where two fit equally well, nothing is
 * found.
 *
 * Returns: whether there is one
 */
gboolean
squill_reference_names_find (SquillReferenceNames *self,
                             const char *field,
                             guint own,
                             SquillReferenceNamesFilter filter,
                             gpointer user_data,
                             guint *target)
{
  g_autoptr (SquillReferenceName) name = NULL;
  const GArray *candidates;
  double best = 0;
  guint n_best = 0;
  gboolean is_id;

  g_return_val_if_fail (self != NULL && field != NULL && target != NULL, FALSE);
  g_return_val_if_fail (own < self->collections->len, FALSE);

  name = _squill_reference_name_new (field);
  is_id = _squill_reference_name_is_id (name);
  if (name->n_stem == 0 || _squill_reference_name_is_outside (name) ||
      _squill_reference_name_is_own (name) ||
      (!is_id && !g_hash_table_contains (self->key_names, name->whole)))
    return FALSE;
  if (is_id && find_neighbor (self, name, own, filter, user_data, target))
    return TRUE;
  candidates = find_candidates (self, field, name);
  if (candidates == NULL)
    return FALSE;
  if (candidates->len > 0)
    best = g_array_index (candidates, Candidate, 0).fit;
  for (guint i = 0; i < candidates->len; i++)
    {
      const Candidate *candidate = &g_array_index (candidates, Candidate, i);

      if (candidate->fit < best)
        break;
      /* Its own key is no reference. */
      if (candidate->target == own &&
          _squill_reference_name_is_of (name, self->collections->pdata[own]))
        return FALSE;
      if (!filter (candidate->target, candidate->fit, user_data))
        continue;
      n_best++;
      *target = candidate->target;
    }
  if (best > 0 || !is_id)
    return n_best == 1;
  best = _squill_reference_name_fit_role (name, self->collections->pdata[own], TRUE);
  *target = own;
  return best >= MIN_FIT && filter (own, best, user_data);
}

/**
 * squill_reference_names_is_exhausted:
 * @self: names of collections
 *
 * Returns: whether so many names were asked for that some were not looked for
 */
gboolean
squill_reference_names_is_exhausted (const SquillReferenceNames *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return self->is_exhausted;
}

/* SPDX-License-Identifier: Apache-2.0 */

/* Finds references: values of one place that are keys in another. Samples of the values say which
 * pairs of places may be references, names and the kind of the keys which of them are; then the
 * collections are read once more to count what the samples leave open. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/reference/squill-reference.h"

#include "inspect/reference/squill-reference-compare.h"
#include "inspect/reference/squill-reference-evidence.h"
#include "inspect/reference/squill-reference-measure.h"
#include "inspect/reference/squill-reference-place.h"
#include "inspect/reference/squill-reference-prefix.h"
#include "inspect/reference/squill-reference-several.h"

/* So many of the best are kept of each place, in case a person does not want the first. */
#define MAX_CANDIDATES 6u
/* Less is not worth keeping. */
#define INCLUSION_KEPT 0.3
#define NAME_KEPT 0.5
#define PROOF_KEPT 0.8
/* Give up early where fewer of the values are keys. */
#define WANTED_NAMED 0.3
#define WANTED_UNNAMED 0.7
/* Where nearly all lead to one collection there are not several. */
#define ALL_LEAD 0.9

static int
compare_score (gconstpointer a, gconstpointer b)
{
  const SquillReference *first = *(const SquillReference *const *)a;
  const SquillReference *second = *(const SquillReference *const *)b;

  return first->score > second->score ? -1 : first->score < second->score;
}

static gboolean
is_worth_keeping (const SquillReference *reference)
{
  /* What a sample cannot tell is counted later. */
  return (squill_reference_get_likely_inclusion (reference) >= INCLUSION_KEPT ||
          !reference->exact || reference->key_share < 1) &&
         (reference->name_fit >= NAME_KEPT || reference->proof >= PROOF_KEPT);
}

static SquillReference *
try_pair (const SquillReferencePlace *source,
          const SquillReferencePlace *target,
          guint number,
          double entity_fit)
{
  SquillReference *reference;
  double name_fit;

  if (!squill_reference_may_refer (source, target))
    return NULL;
  name_fit = squill_reference_fit_names (source, target, entity_fit);
  if (name_fit < NAME_KEPT && squill_reference_can_prove (source, target) < PROOF_KEPT)
    return NULL;
  /* A key of which only a sample is kept may have what the probes did not find. */
  if (!squill_reference_place_has_met (source, number) &&
      (name_fit < NAME_KEPT ||
       (squill_hash_sample_is_exact (target->sample) && target->collection->complete)))
    return NULL;
  reference = squill_reference_compare (source, target, name_fit,
                                        name_fit >= NAME_KEPT ? WANTED_NAMED : WANTED_UNNAMED);
  if (reference == NULL)
    return NULL;
  if (source->is_id)
    reference->traits |= (guint)SQUILL_REFERENCE_EXTENSION;
  if (!is_worth_keeping (reference))
    g_clear_pointer (&reference, squill_reference_free);
  return reference;
}

/* What is found from one place; a place that nothing is found from may have something before its
 * keys. */
typedef struct
{
  const SquillReferencePlace *source;
  GPtrArray *candidates;
} Findings;

static void
findings_free (gpointer data)
{
  Findings *self = data;

  g_ptr_array_unref (self->candidates);
  g_free (self);
}

static Findings *
find_from_source (const SquillReferencePlace *source, GPtrArray *targets, double *entity_fits)
{
  g_autoptr (GPtrArray) found =
      g_ptr_array_new_with_free_func ((GDestroyNotify)squill_reference_free);
  g_autoptr (GPtrArray) several =
      g_ptr_array_new_with_free_func ((GDestroyNotify)squill_reference_free);
  Findings *findings = g_new0 (Findings, 1);
  const SquillReference *best;

  findings->source = source;
  for (guint i = 0; i < targets->len; i++)
    {
      const SquillReferencePlace *target = g_ptr_array_index (targets, i);
      double *fit = &entity_fits[target->entity_number];
      SquillReference *reference;

      if (*fit < 0)
        *fit = squill_reference_name_fit (source->name, target->entity);
      reference = try_pair (source, target, i, *fit);

      if (reference != NULL)
        g_ptr_array_add (found, reference);
    }
  g_ptr_array_sort (found, compare_score);
  best = found->len > 0 ? g_ptr_array_index (found, 0) : NULL;
  /* A DBRef says itself where it leads. */
  if ((best == NULL || best->inclusion < ALL_LEAD || best->proof < PROOF_KEPT ||
       g_strcmp0 (source->path->name, "$id") == 0) &&
      squill_reference_find_several (source, targets, several))
    {
      findings->candidates = g_steal_pointer (&several);
      return findings;
    }
  if (found->len > MAX_CANDIDATES)
    g_ptr_array_set_size (found, MAX_CANDIDATES);
  findings->candidates = g_steal_pointer (&found);
  return findings;
}

static gboolean
find_prefixed (GPtrArray *all,
               GPtrArray *targets,
               const SquillReferenceOptions *options,
               GCancellable *cancellable,
               GError **error)
{
  g_autoptr (GPtrArray) places = g_ptr_array_new ();
  g_autoptr (GHashTable) examples = NULL;

  for (guint i = 0; i < all->len; i++)
    {
      const Findings *findings = g_ptr_array_index (all, i);

      if (findings->candidates->len == 0 && squill_reference_may_have_prefix (findings->source))
        g_ptr_array_add (places, (gpointer)findings->source);
    }
  examples = squill_reference_read_examples (places, options, cancellable, error);
  if (examples == NULL)
    return FALSE;
  for (guint i = 0; i < all->len; i++)
    {
      Findings *findings = g_ptr_array_index (all, i);
      GPtrArray *texts = g_hash_table_lookup (examples, findings->source);

      if (texts != NULL)
        squill_reference_find_prefixed (findings->source, texts, targets, findings->candidates);
    }
  return TRUE;
}

/* Those that will be told of, as it looks now, and that were not measured yet; the rest is not
 * worth a second reading. */
static GPtrArray *
choose_worthy (GPtrArray *candidates, GHashTable *measured)
{
  g_autoptr (GPtrArray) told = squill_references_decide (candidates, NULL);
  GPtrArray *worthy = g_ptr_array_new ();

  for (guint i = 0, k = 0; i < candidates->len && k < told->len; i++)
    {
      SquillReference *candidate = g_ptr_array_index (candidates, i);
      const SquillReference *reference = g_ptr_array_index (told, k);

      if (candidate->from_path != reference->from_path ||
          candidate->from_keys != reference->from_keys ||
          candidate->to_path != reference->to_path || candidate->to_keys != reference->to_keys ||
          g_strcmp0 (candidate->when_value, reference->when_value) != 0 ||
          g_strcmp0 (candidate->prefix, reference->prefix) != 0)
        continue;
      k++;
      if (g_hash_table_add (measured, candidate))
        g_ptr_array_add (worthy, candidate);
    }
  return worthy;
}

static gboolean
measure_worthy (GPtrArray *candidates,
                const SquillReferenceOptions *options,
                GCancellable *cancellable,
                GError **error)
{
  g_autoptr (GHashTable) measured = g_hash_table_new (NULL, NULL);

  /* What was counted may let others come before; that is seldom. */
  for (guint round = 0; round < 2; round++)
    {
      g_autoptr (GPtrArray) worthy = choose_worthy (candidates, measured);

      if (!squill_references_measure (worthy, options, cancellable, error))
        return FALSE;
      for (guint i = 0; i < worthy->len; i++)
        {
          SquillReference *reference = g_ptr_array_index (worthy, i);

          if (reference->counted && (reference->traits & SQUILL_REFERENCE_POLYMORPHIC) == 0)
            squill_reference_score (reference);
        }
    }
  return TRUE;
}

/**
 * squill_references_find:
 * @collections: (element-type SquillCollectionProfile): finished profiles of the collections of a
 * database
 * @options: (nullable): how; %NULL for what the profiles alone tell, without examples
 * @cancellable: (nullable): stops it
 * @error: return location
 *
 * Looks for all that may be a reference between the collections or within one, a few from each
 * path. squill_references_decide() says which of them are.
 *
 * Returns: (transfer full) (nullable) (element-type SquillReference): candidates, in the order of
 * the paths, those of the same path together; %NULL when cancelled or where going on makes no sense
 */
GPtrArray *
squill_references_find (GPtrArray *collections,
                        const SquillReferenceOptions *options,
                        GCancellable *cancellable,
                        GError **error)
{
  static const SquillReferenceOptions usual = { 0 };
  g_autoptr (GPtrArray) candidates =
      g_ptr_array_new_with_free_func ((GDestroyNotify)squill_reference_free);
  g_autoptr (GPtrArray) all = g_ptr_array_new_with_free_func (findings_free);
  g_autoptr (GPtrArray) sources = NULL;
  g_autoptr (GPtrArray) targets = NULL;
  g_autofree double *entity_fits = NULL;
  guint n_entities;

  if (options == NULL)
    options = &usual;
  n_entities = squill_reference_places_find (collections, &sources, &targets);
  squill_reference_places_probe (sources, targets);
  entity_fits = g_new (double, n_entities + 1);
  for (guint i = 0; i < sources->len; i++)
    {
      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return NULL;
      for (guint k = 0; k < n_entities; k++)
        entity_fits[k] = -1;
      g_ptr_array_add (all,
                       find_from_source (g_ptr_array_index (sources, i), targets, entity_fits));
    }
  if (!find_prefixed (all, targets, options, cancellable, error))
    return NULL;
  for (guint i = 0; i < all->len; i++)
    {
      Findings *findings = g_ptr_array_index (all, i);
      g_autoptr (GPtrArray) found = findings->candidates;

      findings->candidates = g_ptr_array_new ();
      g_ptr_array_extend_and_steal (candidates, g_steal_pointer (&found));
    }
  for (guint i = 0; i < candidates->len; i++)
    squill_reference_estimate_holders (g_ptr_array_index (candidates, i));
  if (!measure_worthy (candidates, options, cancellable, error))
    return NULL;
  for (guint i = 0; i < candidates->len; i++)
    squill_reference_write_evidence (g_ptr_array_index (candidates, i));
  return g_steal_pointer (&candidates);
}

static gpointer
copy_text_cb (gconstpointer text, gpointer user_data)
{
  return g_strdup (text);
}

static gpointer
copy_field_cb (gconstpointer field, gpointer user_data)
{
  return g_memdup2 (field, sizeof (SquillCopiedField));
}

/**
 * squill_reference_new:
 * @from: the collection that refers
 * @from_path: where in it
 * @from_keys: the keys of the map there refer
 * @to: the collection that is referred to
 * @to_path: the key in it
 * @to_keys: the keys of the map there are referred to
 *
 * Returns: (transfer full): a reference of which nothing is known yet
 */
SquillReference *
squill_reference_new (const SquillCollectionProfile *from,
                      const SquillPath *from_path,
                      gboolean from_keys,
                      const SquillCollectionProfile *to,
                      const SquillPath *to_path,
                      gboolean to_keys)
{
  SquillReference *self = g_new0 (SquillReference, 1);

  self->from = from;
  self->from_path = from_path;
  self->from_keys = from_keys;
  self->to = to;
  self->to_path = to_path;
  self->to_keys = to_keys;
  self->key_share = squill_collection_profile_get_read_share (to);
  self->copies = g_ptr_array_new_with_free_func (g_free);
  self->evidence = g_ptr_array_new_with_free_func (g_free);
  if (from == to)
    self->traits |= (guint)SQUILL_REFERENCE_SELF;
  return self;
}

/**
 * squill_reference_copy:
 * @self: a reference
 *
 * Returns: (transfer full): the same once more
 */
SquillReference *
squill_reference_copy (const SquillReference *self)
{
  SquillReference *copy = g_memdup2 (self, sizeof *self);

  copy->prefix = g_strdup (self->prefix);
  copy->when_value = g_strdup (self->when_value);
  copy->dangling_values = json_deep_copy (self->dangling_values);
  copy->orphan_values = json_deep_copy (self->orphan_values);
  copy->duplicate_values = json_deep_copy (self->duplicate_values);
  copy->copies = g_ptr_array_copy (self->copies, copy_field_cb, NULL);
  copy->evidence = g_ptr_array_copy (self->evidence, copy_text_cb, NULL);
  return copy;
}

/**
 * squill_reference_free:
 * @self: (nullable): a reference
 *
 * Frees it.
 */
void
squill_reference_free (SquillReference *self)
{
  if (self == NULL)
    return;
  g_free (self->prefix);
  g_free (self->when_value);
  json_decref (self->dangling_values);
  json_decref (self->orphan_values);
  json_decref (self->duplicate_values);
  g_ptr_array_unref (self->copies);
  g_ptr_array_unref (self->evidence);
  g_free (self);
}

static char *
place_to_text (const SquillCollectionProfile *collection, const SquillPath *path, gboolean keys)
{
  g_autofree char *text = squill_path_to_text (path);

  return g_strdup_printf ("%s%s%s%s", collection->name, *text != '\0' ? "." : "", text,
                          keys ? "{key}" : "");
}

/**
 * squill_reference_get_from_text:
 * @self: a reference
 *
 * Returns: (transfer full): where it starts, as the JSON of a profile says it: `orders.items[].sku`
 */
char *
squill_reference_get_from_text (const SquillReference *self)
{
  return place_to_text (self->from, self->from_path, self->from_keys);
}

/**
 * squill_reference_get_to_text:
 * @self: a reference
 *
 * Returns: (transfer full): where it ends: `products.sku`, `catalog.products{key}`
 */
char *
squill_reference_get_to_text (const SquillReference *self)
{
  return place_to_text (self->to, self->to_path, self->to_keys);
}

/**
 * squill_reference_get_named_path:
 * @path: a path
 *
 * Returns: (nullable): the field that the path is named after: that of the array for its elements,
 * that of the object for an id in it; %NULL for the id of a document and for values of a map
 */
const SquillPath *
squill_reference_get_named_path (const SquillPath *path)
{
  while (path != NULL && path->kind == SQUILL_PATH_ELEMENTS)
    path = path->parent;
  if (path == NULL || path->kind != SQUILL_PATH_FIELD)
    return NULL;
  if (g_str_equal (path->name, "id") || g_str_equal (path->name, "_id") ||
      g_str_equal (path->name, "$id"))
    return squill_reference_get_named_path (path->parent);
  return path;
}

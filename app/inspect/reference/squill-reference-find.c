/* SPDX-License-Identifier: Apache-2.0 */

/* Finds references: values of one place that are keys in another. Samples of the values say which
 * pairs of places may be references, names and the kind of the keys which of them are; then the
 * collections are read once more to count what the samples leave open. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/reference/squill-reference-private.h"

#include <string.h>

/* The best candidates that are kept of each place, in case a person rejects the first. */
#define MAX_CANDIDATES 6u
/* Less is not worth keeping. */
#define INCLUSION_KEPT 0.25
/* Where only copies may tell, nearly all values must be keys. */
#define INCLUSION_HINTED 0.9
#define INCLUSION_HINTED_KEY 0.75
/* Unless one is called as the copy of what the field leads to. */
#define INCLUSION_HINTED_NAMED 0.5
/* Give up early where fewer of the values are keys. */
#define WANTED_IDS 0.1
#define WANTED_IDS_NAMESAKE 0.04
#define WANTED_NAMED 0.3
#define WANTED_UNNAMED 0.7
/* What the name of a table is worth where that of another is nearer. */
#define FIT_OTHER_OWNER 0.8
/* Objects with more fields than this are not searched for connections. */
#define MAX_SIBLINGS 256u
/* What the name of a collection is worth where this number of others that are called so lead to
 * theirs, with at most one exception for the second number. */
#define FIT_SUPPORTED 0.76
#define MANY_NAMESAKES 3u
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
          _squill_reference_leads_to_gone (reference) || !reference->exact ||
          reference->key_share < 1) &&
         (reference->name_fit >= SQUILL_REFERENCE_NAMED || reference->hinted ||
          reference->proof >= SQUILL_REFERENCE_COVERED);
}

/* What was found out once and holds for many pairs: which target has a sample, whether a copy
 * stands beside the source, how well the name of that fits each entity, and, for each target,
 * whether copies may tell in the object that the last source was in. */
typedef struct
{
  GHashTable *by_sample;
  const SquillReferencePlace *beside_source;
  gboolean has_copy_beside;
  double *entity_fits;
  const SquillPath **holders;
  gboolean *may_tell;
} Memory;

static gboolean
may_copies_tell (const SquillReferencePlace *source,
                 const SquillReferencePlace *target,
                 Memory *memory)
{
  const guint number = target->number;

  if (target->keys || source->keys || _squill_reference_name_is_quantity (source->name) ||
      (source->numbers <= 0.5 && !_squill_reference_place_has_met (source, target)))
    return FALSE;
  /* A text may be the only one beside the others. */
  if (source->path->text.count > 0 || source->path->kind != SQUILL_PATH_FIELD)
    return _squill_copies_may_tell (source->path, target->path);
  if (memory->holders[number] != source->object)
    {
      memory->holders[number] = source->object;
      memory->may_tell[number] = _squill_copies_may_tell (source->path, target->path);
    }
  return memory->may_tell[number];
}

/* Whether both ends of connections have nearly nothing but keys. */
static gboolean
are_connected (const SquillReferencePlace *source, const SquillReferencePlace *target)
{
  const SquillReferencePlace *ends[] = { source, source->opposite };

  for (guint i = 0; i < G_N_ELEMENTS (ends); i++)
    {
      g_autoptr (SquillReference) reference = NULL;

      if (!_squill_reference_place_has_met (ends[i], target) ||
          !_squill_reference_may_refer (ends[i], target))
        return FALSE;
      reference =
          _squill_reference_compare (ends[i], target, 0, SQUILL_REFERENCE_INCLUSION_CONNECTED);
      if (reference == NULL ||
          _squill_reference_get_met (reference) < SQUILL_REFERENCE_INCLUSION_CONNECTED)
        return FALSE;
    }
  return TRUE;
}

/* Whether its documents are counted, be it in texts: VN-00017. */
static gboolean
is_numbered_key (const SquillReferencePlace *place)
{
  return place->is_key && !place->is_part && place->ids <= 0.5 &&
         (place->numbers > 0.5 || place->is_serial);
}

/* Whether a text beside it is called as what is told of the thing it leads to: host_name of host,
 * host_id. */
static gboolean
find_copy_beside (const SquillReferencePlace *source)
{
  const SquillReferenceName *name = source->name;

  if (source->path->kind != SQUILL_PATH_FIELD || name->n_stem == 0)
    return FALSE;
  for (const SquillPath *path = source->object->first; path != NULL; path = path->next)
    {
      g_autoptr (SquillReferenceName) other = NULL;
      guint same = 0;

      if (path == source->path || path->kind != SQUILL_PATH_FIELD || path->text.count == 0)
        continue;
      other = _squill_reference_name_new (path->name);
      if (other->n_words != name->n_stem + 1 || !_squill_reference_name_is_descriptive (other))
        continue;
      while (same < name->n_stem &&
             g_str_equal (other->words[same].singular, name->words[name->first + same].singular))
        same++;
      if (same == name->n_stem)
        return TRUE;
    }
  return FALSE;
}

static gboolean
has_copy_beside (const SquillReferencePlace *source, Memory *memory)
{
  if (memory->beside_source != source)
    {
      memory->beside_source = source;
      memory->has_copy_beside = find_copy_beside (source);
    }
  return memory->has_copy_beside;
}

/* Which share of the values must be keys for copies to be looked for. */
static double
get_hinted_inclusion (const SquillReferencePlace *source, Memory *memory)
{
  if (has_copy_beside (source, memory))
    return INCLUSION_HINTED_NAMED;
  return is_numbered_key (source) ? INCLUSION_HINTED_KEY : INCLUSION_HINTED;
}

/* What the values of keys of documents may prove: those of texts that are counted nothing, unless
 * the name says that these are the same things, or they are of several series. */
static double
can_keys_prove (const SquillReferencePlace *source, const SquillReferencePlace *target)
{
  return source->numbers > 0.5 ||
                 _squill_reference_is_called_as_part (source->collection, target->collection) ||
                 (_squill_reference_text_has_series (source->path) &&
                  _squill_reference_text_has_series (target->path))
             ? _squill_reference_can_prove (source, target)
             : 0;
}

/* Whether numbers are what the things in a map are known by: each comes once. */
static gboolean
is_numbered_map (const SquillReferencePlace *place)
{
  return place->keys && place->numbers > 0.5 && _squill_reference_place_has_no_repetition (place) &&
         place->path->values->n_fields > 0;
}

/* Whether the keys of a map whose things are numbered may be those of another collection or map.
 * The whole does not refer to its part, and whatever is counted has the same numbers: unless such
 * do not match by chance, both must have the same, and one be called a part of the other. */
static gboolean
may_be_numbered_like (const SquillReference *reference,
                      const SquillReferencePlace *source,
                      const SquillReferencePlace *target)
{
  if (target->keys && _squill_reference_name_is_part_of (target->entity, source->name))
    return FALSE;
  if (reference->key_share < 1)
    return TRUE;
  if (reference->proof >= SQUILL_REFERENCE_COVERED)
    return _squill_reference_get_met (reference) >= INCLUSION_HINTED;
  return _squill_reference_get_met (reference) >= SQUILL_REFERENCE_INCLUSION_FOLLOWED &&
         reference->coverage >= SQUILL_REFERENCE_INCLUSION_FOLLOWED &&
         _squill_reference_name_is_part_of (source->name, target->entity);
}

/* With which share of the values it is not given up early. Those of few keys that are left may
 * come often. */
static double
get_wanted (const SquillReferencePlace *source,
            const SquillReferencePlace *target,
            double name_fit,
            gboolean hinted,
            Memory *memory)
{
  if (hinted && has_copy_beside (source, memory))
    return WANTED_NAMED;
  if (name_fit >= SQUILL_REFERENCE_NAMED && _squill_reference_are_ids (source, target))
    return name_fit >= SQUILL_REFERENCE_FIT_NAMESAKE ? WANTED_IDS_NAMESAKE : WANTED_IDS;
  return name_fit >= SQUILL_REFERENCE_NAMED ||
                 _squill_reference_can_prove (source, target) >= SQUILL_REFERENCE_PROVED
             ? WANTED_NAMED
             : WANTED_UNNAMED;
}

static SquillReference *
try_pair (const SquillReferencePlace *source,
          const SquillReferencePlace *target,
          double entity_fit,
          Memory *memory)
{
  SquillReference *reference;
  gboolean hinted = FALSE, connects = FALSE;
  double name_fit;

  if (!_squill_reference_may_refer (source, target))
    return NULL;
  name_fit = _squill_reference_fit_names (source, target, entity_fit);
  if (is_numbered_map (source) && _squill_reference_name_is_part_of (source->name, target->entity))
    name_fit = 1;
  if (source->opposite != NULL && name_fit < SQUILL_REFERENCE_WELL_NAMED)
    {
      const double fit = _squill_reference_fit_connection (source, target);

      /* To compare values takes longer. */
      connects = fit > name_fit && are_connected (source, target);
      name_fit = connects ? fit : name_fit;
    }
  if (name_fit < SQUILL_REFERENCE_WELL_NAMED || source->distinct < SQUILL_REFERENCE_FEW_VALUES ||
      is_numbered_key (source))
    hinted = may_copies_tell (source, target, memory);
  /* Things numbered without gaps continue others only where they repeat what these are called. */
  if (is_numbered_key (source) && !hinted &&
      can_keys_prove (source, target) < SQUILL_REFERENCE_PROVED)
    return NULL;
  if (name_fit < SQUILL_REFERENCE_PARTLY_NAMED && !hinted &&
      _squill_reference_can_prove (source, target) < SQUILL_REFERENCE_PROVED &&
      !_squill_reference_covers (source, target) && !_squill_reference_spans (source, target) &&
      !_squill_reference_place_is_code_in_role (source) &&
      _squill_reference_prove_range (source, target) < SQUILL_REFERENCE_COVERED)
    return NULL;
  /* A key of which only a sample is kept may have what the probes did not find. */
  if (!_squill_reference_place_has_met (source, target) &&
      (name_fit < SQUILL_REFERENCE_NAMED ||
       (squill_hash_sample_is_exact (target->sample) && target->collection->complete)))
    return NULL;
  reference = _squill_reference_compare (source, target, name_fit,
                                         get_wanted (source, target, name_fit, hinted, memory));
  if (reference == NULL)
    return NULL;
  if (is_numbered_map (source) && !may_be_numbered_like (reference, source, target))
    {
      squill_reference_free (reference);
      return NULL;
    }
  if (source->is_key && !source->is_part)
    {
      reference->traits |= (guint)SQUILL_REFERENCE_EXTENSION;
      if (is_numbered_key (source))
        reference->proof = MIN (reference->proof, can_keys_prove (source, target));
      /* The whole is that of which the other is called a part. */
      reference->name_fit =
          _squill_reference_is_called_as_part (source->collection, target->collection) ? 1 : 0;
      squill_reference_score (reference);
    }
  reference->connects = connects;
  reference->hinted =
      hinted && _squill_reference_get_met (reference) >= get_hinted_inclusion (source, memory);
  if (!is_worth_keeping (reference))
    g_clear_pointer (&reference, squill_reference_free);
  return reference;
}

static void
findings_free (gpointer data)
{
  SquillReferenceFindings *self = data;

  g_ptr_array_unref (self->candidates);
  g_free (self);
}

/* Where several numbers are called as a collection each, and lead there, this is how references are
 * called in this database; then a few values are enough. */
static void
believe_namesakes (GPtrArray *all)
{
  guint believed = 0, denied = 0;

  for (guint i = 0; i < all->len; i++)
    {
      const SquillReferenceFindings *findings = g_ptr_array_index (all, i);

      if (findings->namesake != NULL && findings->namesake->name_fit >= SQUILL_REFERENCE_FIT_SURE)
        believed++;
      else if (findings->is_namesake && findings->namesake == NULL)
        denied++;
    }
  if (believed < MANY_NAMESAKES || denied * MANY_NAMESAKES > believed)
    return;
  for (guint i = 0; i < all->len; i++)
    {
      SquillReferenceFindings *findings = g_ptr_array_index (all, i);

      if (findings->namesake == NULL || findings->namesake->name_fit >= FIT_SUPPORTED)
        continue;
      findings->namesake->name_fit = FIT_SUPPORTED;
      findings->namesake->supported = TRUE;
      squill_reference_score (findings->namesake);
      g_ptr_array_sort (findings->candidates, compare_score);
    }
}

/* Among tables that all end like the field, that which is called after what has the field is meant,
 * or else that which is called as the field is: the names of the others fit less. */
static void
prefer_own (GPtrArray *found, const SquillReference *own)
{
  for (guint i = 0; own != NULL && i < found->len; i++)
    {
      SquillReference *reference = g_ptr_array_index (found, i);

      if (reference->to == own->to || reference->name_fit <= FIT_OTHER_OWNER)
        continue;
      reference->name_fit = FIT_OTHER_OWNER;
      squill_reference_score (reference);
    }
}

static SquillReferenceFindings *
find_from_source (const SquillReferencePlace *source, GPtrArray *targets, Memory *memory)
{
  g_autoptr (GPtrArray) found =
      g_ptr_array_new_with_free_func ((GDestroyNotify)squill_reference_free);
  g_autoptr (GPtrArray) several =
      g_ptr_array_new_with_free_func ((GDestroyNotify)squill_reference_free);
  SquillReferenceFindings *findings = g_new0 (SquillReferenceFindings, 1);
  const SquillCollectionProfile *namesake = NULL;
  const SquillReference *best, *own = NULL;
  guint n_own = 0;
  gboolean are_several_namesakes = FALSE;
  double best_fit = 0;

  findings->source = source;
  for (guint i = 0; i < targets->len && !source->is_mixed; i++)
    {
      const SquillReferencePlace *target = g_ptr_array_index (targets, i);
      double *fit = &memory->entity_fits[target->entity_number];
      SquillReference *reference;

      if (*fit < 0)
        *fit = _squill_reference_name_fit (source->name, target->entity);
      best_fit = MAX (best_fit, *fit);
      reference = try_pair (source, target, *fit, memory);
      if (_squill_reference_is_namesake (source, target, *fit))
        {
          findings->is_namesake = TRUE;
          are_several_namesakes =
              are_several_namesakes || (namesake != NULL && namesake != target->collection);
          namesake = target->collection;
          if (_squill_reference_leads_to_namesake (reference, source, target))
            findings->namesake = reference;
        }
      if (reference == NULL)
        continue;
      g_ptr_array_add (found, reference);
      /* The more words they have in common, the nearer they are. */
      if (target->entity->n_words > n_own && source->collection != target->collection &&
          _squill_reference_get_met (reference) >= SQUILL_REFERENCE_INCLUSION_FOLLOWED &&
          (_squill_reference_is_of_owner (source, target) ||
           _squill_reference_is_just_called (source, target)))
        {
          own = reference;
          n_own = target->entity->n_words;
        }
    }
  prefer_own (found, own);
  _squill_reference_weigh_found (source, found, memory->by_sample, best_fit);
  g_ptr_array_sort (found, compare_score);
  best = found->len > 0 ? g_ptr_array_index (found, 0) : NULL;
  /* A DBRef says itself where it leads. */
  if (!source->is_mixed &&
      (best == NULL || _squill_reference_get_met (best) < ALL_LEAD ||
       best->proof < SQUILL_REFERENCE_PROVED || g_strcmp0 (source->path->name, "$id") == 0) &&
      _squill_reference_find_several (source, targets, several))
    {
      findings->candidates = g_steal_pointer (&several);
      findings->namesake = NULL;
      return findings;
    }
  if (found->len > MAX_CANDIDATES)
    g_ptr_array_set_size (found, MAX_CANDIDATES);
  if (are_several_namesakes || !g_ptr_array_find (found, findings->namesake, NULL))
    findings->namesake = NULL;
  findings->candidates = g_steal_pointer (&found);
  return findings;
}

/* Connects what is called as the two ends of a connection. */
static void
find_opposites (GPtrArray *sources)
{
  for (guint i = 0; i < sources->len; i++)
    {
      SquillReferencePlace *source = g_ptr_array_index (sources, i);

      for (guint k = i + 1; k < sources->len && k - i < MAX_SIBLINGS; k++)
        {
          SquillReferencePlace *other = g_ptr_array_index (sources, k);

          if (other->collection != source->collection)
            break;
          if (other->object == source->object && !source->keys && !other->keys &&
              !source->is_mixed && !other->is_mixed && source->path->kind == other->path->kind &&
              source->opposite == NULL && other->opposite == NULL &&
              (source->numbers <= 0.5) == (other->numbers <= 0.5) &&
              _squill_reference_name_is_opposite (source->name, other->name, source->numbers > 0.5))
            {
              source->opposite = other;
              other->opposite = source;
            }
        }
    }
}

/* Whether what was found are only other places where the same texts stand, none of which is what
 * anything is known by: all may have the same before a key of something else, as references of one
 * standard have, urn:uuid: and the id. */
static gboolean
leads_to_no_key (const SquillReferenceFindings *findings, GHashTable *by_sample)
{
  for (guint i = 0; i < findings->candidates->len; i++)
    {
      const SquillReference *reference = g_ptr_array_index (findings->candidates, i);
      const SquillReferencePlace *target = _squill_reference_find_target (by_sample, reference);

      if (reference->prefix != NULL || reference->separator != 0 || reference->to_keys ||
          (reference->traits & SQUILL_REFERENCE_POLYMORPHIC) != 0 || target == NULL ||
          (target->is_key && _squill_reference_are_documents (target->object)))
        return FALSE;
    }
  return TRUE;
}

/* Takes what has the key of a document behind a prefix instead of other places with the same texts.
 */
static void
take_prefixed (SquillReferenceFindings *findings, GPtrArray *found)
{
  guint n_keys = 0;

  for (guint i = 0; i < found->len; i++)
    {
      const SquillReference *reference = g_ptr_array_index (found, i);

      n_keys += reference->quality >= SQUILL_REFERENCE_QUALITY_REAL &&
                (found->len > 1 ||
                 _squill_reference_get_met (reference) >= SQUILL_REFERENCE_INCLUSION_FOLLOWED);
    }
  if (findings->candidates->len > 0 && n_keys < MAX (found->len, 1))
    return;
  g_ptr_array_unref (findings->candidates);
  findings->candidates = g_ptr_array_ref (found);
}

static gboolean
find_prefixed (GPtrArray *all,
               GPtrArray *targets,
               GHashTable *by_sample,
               const SquillReferenceOptions *options,
               GCancellable *cancellable,
               GError **error)
{
  g_autoptr (GPtrArray) places = g_ptr_array_new ();
  g_autoptr (GHashTable) examples = NULL;

  for (guint i = 0; i < all->len; i++)
    {
      const SquillReferenceFindings *findings = g_ptr_array_index (all, i);

      if (_squill_reference_may_have_prefix (findings->source) &&
          leads_to_no_key (findings, by_sample))
        g_ptr_array_add (places, (gpointer)findings->source);
    }
  examples = _squill_reference_read_examples (places, options, cancellable, error);
  if (examples == NULL)
    return FALSE;
  for (guint i = 0; i < all->len; i++)
    {
      SquillReferenceFindings *findings = g_ptr_array_index (all, i);
      GPtrArray *texts = g_hash_table_lookup (examples, findings->source);
      g_autoptr (GPtrArray) found =
          g_ptr_array_new_with_free_func ((GDestroyNotify)squill_reference_free);

      if (texts == NULL)
        continue;
      _squill_reference_find_prefixed (findings->source, texts, targets, found);
      take_prefixed (findings, found);
    }
  return TRUE;
}

/* Whether nearly all values are keys of what was found. */
static gboolean
leads_to_one (const SquillReferenceFindings *findings)
{
  return findings->candidates->len > 0 &&
         _squill_reference_get_met (g_ptr_array_index (findings->candidates, 0)) >= ALL_LEAD;
}

/* Whether some of the values are keys of what was found, and nobody knows which of them; numbers
 * without a name may be keys of anything. */
static gboolean
may_have_parts (const SquillReferenceFindings *findings, GPtrArray *targets)
{
  const SquillReference *best =
      findings->candidates->len > 0 ? g_ptr_array_index (findings->candidates, 0) : NULL;

  if (best != NULL &&
      ((best->traits & SQUILL_REFERENCE_POLYMORPHIC) != 0 ||
       (_squill_reference_get_met (best) >= ALL_LEAD &&
        (findings->source->numbers <= 0.5 || best->name_fit >= SQUILL_REFERENCE_NAMED))))
    return FALSE;
  return _squill_reference_may_have_parts (findings->source, targets);
}

/* Looks where the parts of the values lead that a type beside them, or their form, tells apart. */
static gboolean
find_parts (GPtrArray *all,
            GPtrArray *targets,
            const SquillReferenceOptions *options,
            GCancellable *cancellable,
            GError **error)
{
  g_autoptr (GPtrArray) places = g_ptr_array_new ();
  g_autoptr (GHashTable) found = NULL;

  for (guint i = 0; i < all->len; i++)
    {
      const SquillReferenceFindings *findings = g_ptr_array_index (all, i);

      if (may_have_parts (findings, targets))
        g_ptr_array_add (places, (gpointer)findings->source);
    }
  found = _squill_reference_find_parts (places, targets, options, cancellable, error);
  if (found == NULL)
    return FALSE;
  for (guint i = 0; i < all->len; i++)
    {
      SquillReferenceFindings *findings = g_ptr_array_index (all, i);
      GPtrArray *references = g_hash_table_lookup (found, findings->source);

      if (references == NULL ||
          (leads_to_one (findings) && !_squill_reference_lead_apart (references)))
        continue;
      g_ptr_array_unref (findings->candidates);
      findings->candidates = g_ptr_array_ref (references);
    }
  return TRUE;
}

/* Looks for texts that have several keys, where the whole ones lead to none, or not all of them. */
static gboolean
find_joined (GPtrArray *all,
             GPtrArray *targets,
             const SquillReferenceOptions *options,
             GCancellable *cancellable,
             GError **error)
{
  g_autoptr (GPtrArray) places = g_ptr_array_new ();
  g_autoptr (GHashTable) found = NULL;

  for (guint i = 0; i < all->len; i++)
    {
      const SquillReferenceFindings *findings = g_ptr_array_index (all, i);

      if (!leads_to_one (findings) && _squill_reference_may_be_joined (findings->source))
        g_ptr_array_add (places, (gpointer)findings->source);
    }
  found = _squill_reference_find_joined (places, targets, options, cancellable, error);
  for (guint i = 0; found != NULL && i < all->len; i++)
    {
      SquillReferenceFindings *findings = g_ptr_array_index (all, i);
      const SquillReference *reference = g_hash_table_lookup (found, findings->source);

      if (reference == NULL)
        continue;
      g_ptr_array_set_size (findings->candidates, 0);
      g_ptr_array_add (findings->candidates, squill_reference_copy (reference));
    }
  return found != NULL;
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
  g_autoptr (GHashTable) by_sample = NULL;
  g_autofree double *entity_fits = NULL;
  g_autofree const SquillPath **holders = NULL;
  g_autofree gboolean *may_tell = NULL;
  Memory memory;
  guint n_entities;

  if (options == NULL)
    options = &usual;
  n_entities = _squill_reference_places_find (collections, &sources, &targets);
  _squill_reference_places_probe (sources, targets);
  find_opposites (sources);
  by_sample = _squill_reference_index_samples (targets);
  entity_fits = g_new (double, n_entities + 1);
  holders = g_new0 (const SquillPath *, targets->len + 1);
  may_tell = g_new0 (gboolean, targets->len + 1);
  memory = (Memory){
    .by_sample = by_sample, .entity_fits = entity_fits, .holders = holders, .may_tell = may_tell
  };
  for (guint i = 0; i < sources->len; i++)
    {
      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return NULL;
      for (guint k = 0; k < n_entities; k++)
        entity_fits[k] = -1;
      g_ptr_array_add (all, find_from_source (g_ptr_array_index (sources, i), targets, &memory));
    }
  believe_namesakes (all);
  /* The other end of a connection, and then what is called as that. */
  _squill_references_follow (all, by_sample);
  _squill_references_follow (all, by_sample);
  _squill_references_drop_led_apart (all);
  for (guint i = 0; i < all->len; i++)
    {
      SquillReferenceFindings *findings = g_ptr_array_index (all, i);
      SquillReference *reference = findings->candidates->len == 0
                                       ? _squill_reference_find_in_scope (findings->source)
                                       : NULL;

      if (reference != NULL)
        g_ptr_array_add (findings->candidates, reference);
    }
  if (!find_joined (all, targets, options, cancellable, error) ||
      !find_parts (all, targets, options, cancellable, error) ||
      !find_prefixed (all, targets, by_sample, options, cancellable, error))
    return NULL;
  for (guint i = 0; i < all->len; i++)
    {
      SquillReferenceFindings *findings = g_ptr_array_index (all, i);
      g_autoptr (GPtrArray) found = findings->candidates;

      findings->candidates = g_ptr_array_new ();
      g_ptr_array_extend_and_steal (candidates, g_steal_pointer (&found));
    }
  for (guint i = 0; i < candidates->len; i++)
    _squill_reference_estimate_holders (g_ptr_array_index (candidates, i));
  if (!_squill_references_measure_worthy (candidates, options, cancellable, error))
    return NULL;
  for (guint i = 0; i < candidates->len; i++)
    squill_reference_write_evidence (g_ptr_array_index (candidates, i));
  return g_steal_pointer (&candidates);
}

/* Decides which candidates are references, and notes in the paths where these start. */
static void
take_candidates (SquillProfile *profile, GPtrArray *candidates)
{
  GPtrArray *references = squill_references_decide (candidates, NULL);

  for (guint i = 0; i < candidates->len; i++)
    ((SquillPath *)((const SquillReference *)g_ptr_array_index (candidates, i))->from_path)
        ->refers = FALSE;
  for (guint i = 0; i < references->len; i++)
    {
      const SquillReference *reference = g_ptr_array_index (references, i);

      if (!reference->from_keys)
        ((SquillPath *)reference->from_path)->refers = TRUE;
    }
  squill_profile_take_references (profile, candidates, references);
}

/**
 * squill_profile_find_references:
 * @profile: a profile with all its collections, each finished
 * @options: (nullable): how references are looked for; %NULL to use only what is in the profile
 * @cancellable: (nullable): stops reading the documents a second time; the profile keeps the
 *   references that can be found without that
 *
 * Finds the references between the collections of a profile, and drops the samples of values that
 * only this needs.
 */
void
squill_profile_find_references (SquillProfile *profile,
                                const SquillReferenceOptions *options,
                                GCancellable *cancellable)
{
  GPtrArray *collections = squill_profile_get_collections (profile);
  GPtrArray *candidates;

  squill_references_find_maps (collections);
  candidates = squill_references_find (collections, options, cancellable, NULL);
  if (candidates == NULL)
    candidates = squill_references_find (collections, NULL, NULL, NULL);
  take_candidates (profile, candidates);
  for (guint i = 0; i < collections->len; i++)
    {
      SquillCollectionProfile *collection = g_ptr_array_index (collections, i);

      squill_path_drop_samples (&collection->budget, collection->root);
    }
}

/**
 * squill_profile_decide_references:
 * @profile: a profile
 *
 * Decides again which candidates are references, after one of them has changed.
 */
void
squill_profile_decide_references (SquillProfile *profile)
{
  GPtrArray *candidates = g_ptr_array_ref (squill_profile_get_candidates (profile));

  take_candidates (profile, candidates);
}

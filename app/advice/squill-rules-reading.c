/* SPDX-License-Identifier: Apache-2.0 */

/* Family B: bytes in relation to what is read of them. */

#define G_LOG_DOMAIN "squill-advice"

#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "advice/squill-transform-private.h"
#include "design/squill-storage.h"
#include "model/squill-placement.h"
#include "design/squill-found.h"
#include "text/squill-text.h"

/* An index that replaces reading documents does not get longer than this. */
#define MAX_COVERING_KEYS 6

/* read-amplification */

static const SquillShape *
resolve (SquillRun *run, const SquillShape *place, const SquillKey *key)
{
  return squill_design_resolve (run->design, place, key->path);
}

static gboolean
is_scalar (const SquillShape *shape)
{
  for (const SquillShape *s = shape; s != NULL; s = s->parent)
    if (s->array || s->map)
      return FALSE;
  return shape->children->len == 0;
}

/* What an operation has to read of a document to follow a relationship from there: the children
 * that are embedded in it, or the references. NULL where others refer to it. */
static const SquillShape *
get_followed (SquillRun *run, const SquillUse *use, const SquillRelationship *r)
{
  gboolean at_parent = squill_use_comes_from_parent (use, r);

  return use->root != NULL && squill_use_follows (use, r->item.id) &&
                 g_str_equal (at_parent ? r->parent : r->child, use->root->item.id)
             ? _squill_run_get_stored (run, r, at_parent)
             : NULL;
}

/* The shapes that an operation reads, each once and none that is in another of them. FALSE if a key
 * means nothing. */
static gboolean
collect_used (SquillRun *run, const SquillUse *use, const SquillShape *place, GPtrArray *used)
{
  const SquillOperation *operation = use->operation;
  const SquillKeys *lists[] = { operation->returns, operation->filter, operation->sort };

  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    for (guint j = 0; lists[i] != NULL && j < lists[i]->len; j++)
      {
        const SquillShape *shape = resolve (run, place, lists[i]->pdata[j]);
        gboolean known = FALSE;

        if (shape == NULL)
          return FALSE;
        for (const SquillShape *s = shape; s != NULL && !known; s = s->parent)
          known = g_ptr_array_find (used, s, NULL);
        if (!known)
          g_ptr_array_add (used, (gpointer)shape);
      }
  for (guint i = 0; i < use->relationships->len; i++)
    {
      const SquillShape *followed = get_followed (run, use, use->relationships->pdata[i]);

      if (followed != NULL && !g_ptr_array_find (used, followed, NULL))
        g_ptr_array_add (used, (gpointer)followed);
    }
  return TRUE;
}

/* The server looks into an index only for what filters or sorts by it. */
static gboolean
looks_for_something (const SquillOperation *operation)
{
  return (operation->filter != NULL && operation->filter->len > 0) ||
         (operation->sort != NULL && operation->sort->len > 0);
}

static gboolean
is_covered (const SquillOperation *operation,
            const SquillCollection *collection,
            const GPtrArray *used)
{
  if (!looks_for_something (operation))
    return FALSE;
  for (guint i = 0; i < used->len; i++)
    if (!is_scalar (used->pdata[i]))
      return FALSE;
  for (guint i = 0; i < collection->indexes->len; i++)
    {
      const SquillCollectionIndex *index = collection->indexes->pdata[i];
      gboolean covers = _squill_index_serves_queries (index);

      for (guint j = 0; j < used->len && covers; j++)
        {
          g_autofree char *path = squill_shape_get_query_path (used->pdata[j]);

          covers = FALSE;
          for (guint k = 0; k < index->keys->len && !covers; k++)
            covers = g_str_equal (((const SquillKey *)index->keys->pdata[k])->path, path);
        }
      if (covers)
        return TRUE;
    }
  return FALSE;
}

/* Equality first, then the sort, then what else is filtered by and returned. */
static SquillFix *
make_covering_fix (SquillRun *run, const SquillUse *use, const GPtrArray *used)
{
  const SquillOperation *operation = use->operation;
  g_autoptr (GPtrArray) keys = _squill_keys_new ();

  if (!looks_for_something (operation))
    return NULL;
  for (guint i = 0; i < used->len; i++)
    if (!is_scalar (used->pdata[i]))
      return NULL;
  for (guint i = 0; operation->filter != NULL && i < operation->filter->len; i++)
    {
      const SquillKey *key = operation->filter->pdata[i];

      if (squill_key_is_equality (key))
        _squill_keys_take (keys, key->path, "1");
    }
  for (guint i = 0; operation->sort != NULL && i < operation->sort->len; i++)
    {
      const SquillKey *key = operation->sort->pdata[i];

      _squill_keys_take (keys, key->path, g_str_equal (key->operator, "-1") ? "-1" : "1");
    }
  for (guint i = 0; operation->filter != NULL && i < operation->filter->len; i++)
    _squill_keys_take (keys, ((const SquillKey *)operation->filter->pdata[i])->path, "1");
  for (guint i = 0; i < operation->returns->len; i++)
    _squill_keys_take (keys, ((const SquillKey *)operation->returns->pdata[i])->path, "1");
  for (guint i = 0; i < use->relationships->len; i++)
    {
      const SquillRelationship *r = use->relationships->pdata[i];

      if (get_followed (run, use, r) != NULL)
        _squill_keys_take (keys, r->item.id, "1");
    }
  if (keys->len > MAX_COVERING_KEYS)
    return NULL;
  return _squill_fix_new_index (
      g_strdup_printf (_ ("Index all fields that “%s” uses"), _squill_wording_name (operation)),
      run->model, use->root, keys, FALSE);
}

static void
check_amplification (SquillRun *run, gconstpointer subject)
{
  const SquillOperation *operation = subject;
  const SquillUse *use = squill_operation_index_find (run->operations, operation->item.id);
  const SquillShape *place, *document;
  const SquillCollection *collection;
  g_autoptr (GPtrArray) used = NULL;
  g_autofree char *whole = NULL, *part = NULL, *share = NULL, *waste = NULL;
  double bytes, needed = 0, wasted, documents;
  SquillFinding *finding;

  if (use == NULL || use->root == NULL || !use->reads || operation->returns == NULL ||
      !squill_operation_index_is_hot (run->operations, use->rate))
    return;
  place = _squill_run_get_place (run, use->root->item.id);
  if (place == NULL)
    return;
  for (document = place; document->parent != NULL; document = document->parent)
    ;
  bytes = document->bytes.likely;
  if (!(bytes > _squill_run_get (run, SQUILL_THRESHOLD_READ_BYTES)))
    return;
  used = g_ptr_array_new ();
  if (!collect_used (run, use, place, used))
    return;
  for (guint i = 0; i < used->len; i++)
    {
      const SquillShape *shape = used->pdata[i];

      needed += shape->bytes.likely * _squill_shape_get_times (shape);
    }
  if (!(needed / bytes < _squill_run_get (run, SQUILL_THRESHOLD_READ_USED)))
    return;
  collection = squill_design_get_collection_of_shape (run->design, document);
  if (is_covered (operation, collection, used))
    return;
  documents = operation->limit >= 1 ? operation->limit : 1;
  wasted = use->rate * documents * (bytes - needed);
  whole = squill_text_likely_bytes (bytes, document->size_assumed);
  part = squill_text_bytes (needed);
  share = squill_text_share (needed / bytes);
  waste = squill_text_likely_bytes (wasted, document->size_assumed);
  finding = _squill_run_report (
      run, SQUILL_SEVERITY_WARNING, operation, wasted,
      g_strdup_printf (_ ("“%s” uses %s of the %s of a document, %s. The server loads the whole "
                          "document anyway: %s a second are wasted."),
                       _squill_wording_name (operation), part, whole, share, waste));
  _squill_finding_set_place (finding, collection->id, NULL);
  _squill_finding_set_number (finding, "bytes", bytes);
  _squill_finding_set_number (finding, "bytes_used", needed);
  _squill_finding_set_number (finding, "bytes_wasted_per_second", wasted);
  finding->fix = make_covering_fix (run, use, used);
}

/* cold-fields */

/* Whether an operation reads something of a part of the document. */
static gboolean
reads_part (SquillRun *run, const SquillUse *use, const SquillShape *place, const SquillShape *part)
{
  const SquillOperation *operation = use->operation;
  const SquillKeys *lists[] = { operation->returns, operation->filter, operation->sort };

  if (operation->returns == NULL)
    return TRUE;
  if (part->document && part->relationship != NULL &&
      squill_use_goes_through (use, part->relationship))
    return TRUE;
  for (guint i = 0; i < use->relationships->len; i++)
    for (const SquillShape *s = get_followed (run, use, use->relationships->pdata[i]); s != NULL;
         s = s->parent)
      if (s == part)
        return TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    for (guint j = 0; lists[i] != NULL && j < lists[i]->len; j++)
      for (const SquillShape *s = resolve (run, place, lists[i]->pdata[j]); s != NULL;
           s = s->parent)
        if (s == part)
          return TRUE;
  return FALSE;
}

/* Only what is drawn in the entity can move with its field. */
static const SquillField *
get_movable (SquillRun *run, const SquillEntity *entity, const SquillShape *part)
{
  const SquillField *field = squill_model_get_field (run->model, part->field);

  return field != NULL && part->origin == SQUILL_ORIGIN_OWN && field->item.parent == &entity->item
             ? field
             : NULL;
}

/** Frees what it has. */
void
_squill_cold_part_clear (SquillColdPart *self)
{
  g_clear_pointer (&self->names, g_ptr_array_unref);
  g_clear_pointer (&self->fields, g_ptr_array_unref);
}

/**
 * _squill_run_find_cold:
 * @run: a run
 * @collection: a collection
 * @part: (out): what was found; clear it with _squill_cold_part_clear()
 *
 * Looks for what hardly any read needs of the documents of an entity.
 *
 * Returns: %TRUE if that is much of them, and not only what is embedded, which has rules of its own
 */
gboolean
_squill_run_find_cold (SquillRun *run, const SquillCollection *collection, SquillColdPart *part)
{
  const SquillEntity *entity;
  const GPtrArray *uses;
  double total = 0;
  gboolean rated = FALSE, only_embedded = TRUE;

  *part = (SquillColdPart){ g_ptr_array_new (), g_ptr_array_new (), 0, 0, 0 };
  if (collection->kind != SQUILL_COLLECTION_ENTITY)
    return FALSE;
  entity = squill_model_get_entity (run->model, collection->entity);
  uses = squill_operation_index_get_uses_from (run->operations, collection->entity);
  for (guint i = 0; i < uses->len; i++)
    {
      const SquillUse *use = uses->pdata[i];

      rated |= use->reads && use->rate > 0;
    }
  for (guint i = 0; i < uses->len; i++)
    {
      const SquillUse *use = uses->pdata[i];

      if (use->reads)
        total += rated ? use->rate : 1;
    }
  if (total <= 0)
    return FALSE;
  for (guint i = 0; i < collection->shape->children->len; i++)
    {
      const SquillShape *shape = collection->shape->children->pdata[i];
      const SquillField *field = get_movable (run, entity, shape);
      double reads = 0;

      for (guint j = 0; j < uses->len; j++)
        {
          const SquillUse *use = uses->pdata[j];

          if (use->reads && reads_part (run, use, collection->shape, shape))
            reads += rated ? use->rate : 1;
        }
      if (g_str_equal (shape->name, "_id") ||
          reads / total >= _squill_run_get (run, SQUILL_THRESHOLD_COLD_SHARE))
        {
          part->hot += shape->bytes.likely;
          continue;
        }
      part->cold += shape->bytes.likely;
      only_embedded &= shape->document;
      g_ptr_array_add (part->names, shape->name);
      if (field != NULL)
        g_ptr_array_add (part->fields, (gpointer)field);
      else
        part->left += shape->bytes.likely;
    }
  return part->cold > _squill_run_get (run, SQUILL_THRESHOLD_COLD_BYTES) &&
         part->cold > _squill_run_get (run, SQUILL_THRESHOLD_DOC_COLD_RATIO) * part->hot &&
         !only_embedded;
}

/**
 * _squill_cold_part_can_move:
 * @self: what hardly any read needs
 * @run: a run
 *
 * Returns: %TRUE if hardly any of it stays behind because it is not drawn in the entity: less than
 *   would make up most of the documents from then on
 */
gboolean
_squill_cold_part_can_move (const SquillColdPart *self, SquillRun *run)
{
  return self->left <= _squill_run_get (run, SQUILL_THRESHOLD_COLD_BYTES) &&
         self->left <= self->hot;
}

static void
check_cold (SquillRun *run, gconstpointer subject)
{
  const SquillCollection *collection = subject;
  const SquillEntity *entity;
  g_auto (SquillColdPart) part = { 0 };
  g_autofree char *list = NULL, *before = NULL, *after = NULL;
  SquillFinding *finding;

  if (!_squill_run_find_cold (run, collection, &part))
    return;
  entity = squill_model_get_entity (run->model, collection->entity);
  list = squill_text_names (part.names);
  before =
      squill_text_likely_bytes (collection->shape->bytes.likely, collection->shape->size_assumed);
  after = squill_text_likely_bytes (collection->shape->bytes.likely - part.cold,
                                    collection->shape->size_assumed);
  finding = _squill_run_report (
      run, SQUILL_SEVERITY_HINT, entity, part.cold / fmax (part.hot, 1),
      g_strdup_printf (g_dngettext (GETTEXT_PACKAGE,
                                    "%s is rarely read. Without it a document of “%s” has %s "
                                    "instead of %s.",
                                    "%s are rarely read. Without them a document of “%s” has %s "
                                    "instead of %s.",
                                    part.names->len),
                       list, collection->name, after, before));
  _squill_finding_set_place (finding, collection->id, NULL);
  _squill_finding_set_list (finding, "fields", part.names);
  _squill_finding_set_number (finding, "bytes", collection->shape->bytes.likely);
  _squill_finding_set_number (finding, "bytes_hot", part.hot);
  _squill_finding_set_number (finding, "bytes_cold", part.cold);
  if (_squill_cold_part_can_move (&part, run))
    finding->fix = _squill_fix_new_details (run, entity, part.fields);
}

/* tiny-docs-rollup */

/* How many children of one parent a read fetches at once: the most of any read whose number is
 * known; 0 where they are mostly read otherwise. */
static double
count_read_at_once (SquillRun *run, const SquillRelationship *r)
{
  const GPtrArray *uses = squill_operation_index_get_uses_from (run->operations, r->child);
  double most =
      _squill_run_get_access (run, r).together > 0 ? squill_triple_get_usual (r->children) : 0;
  double by_parent = fmax (r->together, 0), otherwise = 0;

  for (guint i = 0; i < uses->len; i++)
    {
      const SquillUse *use = uses->pdata[i];
      const SquillKey *key = _squill_keys_find (use->operation->filter, r->item.id);
      const char *unknown = NULL;
      double found;

      if (use->reads && (key == NULL || !squill_key_is_equality (key)))
        otherwise += use->rate;
      if (!use->reads || key == NULL || !squill_key_is_equality (key))
        continue;
      by_parent += use->rate;
      found = squill_design_count_found (run->design, use->operation, &unknown).likely;
      if (unknown == NULL || use->operation->limit > 0)
        most = fmax (most, found);
    }
  return otherwise > by_parent ? 0 : most;
}

/* The relationship by which many of an entity are read at once. */
static const SquillRelationship *
find_rollup (SquillRun *run, const SquillEntity *entity, double *at_once)
{
  guint n;
  const SquillRelationship *const *all = squill_entity_get_relationships (entity, &n);
  const SquillRelationship *best = NULL;

  for (guint i = 0; i < n; i++)
    {
      const SquillRelationship *r = all[i];
      double count;

      if (r->placement != SQUILL_PLACEMENT_PARENT_REFERENCE ||
          !g_str_equal (r->child, entity->item.id) || squill_relationship_is_shared (r))
        continue;
      count = count_read_at_once (run, r);
      if (!(count >= _squill_run_get (run, SQUILL_THRESHOLD_ROLLUP_READ)))
        continue;
      if (best == NULL || strcmp (r->item.id, best->item.id) < 0)
        {
          best = r;
          *at_once = count;
        }
    }
  return best;
}

/* Many in one document, if that is advised. */
static SquillFix *
make_rollup_fix (SquillRun *run, const SquillRelationship *r)
{
  const SquillPlacementOption *advised = _squill_run_get_advised (run, r);

  if (advised == NULL || !squill_placement_holds_children (advised->placement))
    return NULL;
  return _squill_fix_new_advised (run, r);
}

static void
check_rollup (SquillRun *run, gconstpointer subject)
{
  const SquillEntity *entity = subject;
  const SquillCollection *collection = _squill_run_get_own_collection (run, entity->item.id);
  const SquillRelationship *r;
  g_autofree char *size = NULL, *count = NULL, *each = NULL;
  double documents, at_once = NAN;
  SquillFinding *finding;

  if (collection == NULL ||
      !(collection->shape->bytes.likely < _squill_run_get (run, SQUILL_THRESHOLD_ROLLUP_BYTES)))
    return;
  documents = isnan (collection->count_at_horizon) ? squill_triple_get_usual (collection->count)
                                                   : collection->count_at_horizon;
  if (!(documents > _squill_run_get (run, SQUILL_THRESHOLD_MANY_DOCUMENTS)))
    return;
  r = find_rollup (run, entity, &at_once);
  if (r == NULL)
    return;
  size =
      squill_text_likely_bytes (collection->shape->bytes.likely, collection->shape->size_assumed);
  count = squill_text_count (documents);
  each = squill_text_count (at_once);
  finding = _squill_run_report (
      run, SQUILL_SEVERITY_HINT, entity, log10 (documents),
      g_strdup_printf (
          _ ("“%s” has %s documents of %s, and they are read %s at a time. The overhead of each "
             "one, its _id and its index entries, is larger than its data."),
          _squill_wording_name (entity), count, size, each));
  _squill_finding_set_place (finding, collection->id, NULL);
  _squill_finding_set_number (finding, "documents", documents);
  _squill_finding_set_number (finding, "bytes", collection->shape->bytes.likely);
  _squill_finding_set_number (finding, "read_at_once", at_once);
  finding->fix = make_rollup_fix (run, r);
}

/* outlier-size */

/* Whether documents would have an element for each there still, whatever it is: of references, too,
 * a few documents would have many times as many as most. */
static gboolean
is_array_in (SquillPlacement placement, gboolean at_parent)
{
  return at_parent ? squill_placement_lists_children (placement)
                   : squill_placement_has_reference (placement, FALSE);
}

/* Stored as is advised, it may be no array any more. NULL where it would be one. */
static SquillFix *
make_outlier_fix (SquillRun *run, const SquillArray *array, gboolean at_parent)
{
  const SquillRelationship *r = array->relationship;
  const SquillPlacementOption *advised = r == NULL ? NULL : _squill_run_get_advised (run, r);

  if (advised == NULL || is_array_in (advised->placement, at_parent))
    return NULL;
  return _squill_fix_new_advised (run, r);
}

static void
check_outlier (SquillRun *run, const SquillArray *array, gboolean at_parent)
{
  double threshold = _squill_run_get (run, SQUILL_THRESHOLD_EMBED_MAX);
  g_autofree char *usual = NULL, *largest = NULL;
  SquillFinding *finding;

  if (!_squill_array_is_outlier (array, run))
    return;
  usual = squill_text_count (array->now);
  largest = squill_text_count (array->most);
  finding = _squill_run_report (
      run, SQUILL_SEVERITY_HINT, array->subject, array->most / array->now,
      g_strdup_printf (_ ("“%s” usually has %s elements in a document of “%s”, but can have %s: "
                          "the design suits most documents but not these outliers."),
                       array->shape->path, usual, array->owner, largest));
  _squill_finding_set_place (finding, array->collection->id, array->shape->path);
  _squill_finding_set_number (finding, "elements", array->now);
  _squill_finding_set_number (finding, "elements_max", array->most);
  _squill_finding_set_number (finding, "threshold", threshold);
  finding->fix = make_outlier_fix (run, array, at_parent);
  if (finding->fix == NULL)
    finding->fix = _squill_fix_new_overflow (run, array, NULL);
}

static void
outlier_of_relationship (SquillRun *run, gconstpointer subject)
{
  SquillArray array;

  if (_squill_array_init_relationship (&array, run, subject, TRUE))
    check_outlier (run, &array, TRUE);
  if (_squill_array_init_relationship (&array, run, subject, FALSE))
    check_outlier (run, &array, FALSE);
}

static void
outlier_of_field (SquillRun *run, gconstpointer subject)
{
  SquillArray array;

  if (_squill_array_init_field (&array, run, subject))
    check_outlier (run, &array, FALSE);
}

/* working-set */

/* An index entry in the cache: its key and what the page adds. A key part has nine
 * bytes where nothing else is known: that of a date. */
#define ENTRY_BYTES 14.0
#define KEY_BYTES 9.0

/* What is kept of a collection: bytes of documents that are known to be read again and again, bytes
 * of those that may be, and bytes of indexes. */
enum
{
  KNOWN,
  ASSUMED,
  INDEXES,
};

static void
keep_working_set (SquillRun *run, gconstpointer subject)
{
  const SquillCollection *collection = subject;
  gboolean assumed;
  const double share = _squill_run_get_hot_share (run, collection, &assumed);
  SquillKept kept = { { 0 } };
  const SquillVolume all = squill_collection_get_storage (collection, TRUE);

  if (isfinite (all.documents) && share > 0)
    {
      kept.numbers[assumed ? ASSUMED : KNOWN] = share * all.cache;
      for (guint i = 0; i < collection->indexes->len; i++)
        {
          const SquillCollectionIndex *index = collection->indexes->pdata[i];

          kept.numbers[INDEXES] +=
              share * all.documents *
              (ENTRY_BYTES + KEY_BYTES * (index->keys->len > 0 ? index->keys->len - 1 : 0));
        }
    }
  _squill_run_keep (run, kept);
}

/* Where nobody said which share of the documents is in use, they are no proof. */
static void
check_working_set (SquillRun *run, gconstpointer subject)
{
  const SquillModelInfo *info = subject;
  double cache = squill_model_get_cache (run->model), usable, needed, sums[3] = { 0 };
  guint n = squill_design_get_n_collections (run->design);
  gboolean is_known;
  g_autofree char *all = NULL, *room = NULL, *of_indexes = NULL;
  SquillFinding *finding;

  if (isnan (cache))
    return;
  for (guint i = 0; i < n; i++)
    {
      const SquillKept kept =
          _squill_run_get_kept (run, squill_design_get_collection (run->design, i)->id);

      for (guint j = 0; j < G_N_ELEMENTS (sums); j++)
        sums[j] += kept.numbers[j];
    }
  usable = _squill_run_get (run, SQUILL_THRESHOLD_CACHE_USE) * cache;
  needed = sums[KNOWN] + sums[INDEXES];
  is_known = needed > usable;
  if (!is_known)
    needed += sums[ASSUMED];
  if (!(needed > usable))
    return;
  all = squill_text_bytes (needed);
  room = squill_text_bytes (usable);
  of_indexes = squill_text_bytes (sums[INDEXES]);
  finding = _squill_run_report (
      run, is_known ? SQUILL_SEVERITY_WARNING : SQUILL_SEVERITY_HINT, info, needed / cache,
      is_known
          ? g_strdup_printf (
                _ ("At the planning horizon the working set is %s, %s of it indexes, but the "
                   "cache of a server has room for %s: the rest is read from disk each time."),
                all, of_indexes, room)
          : g_strdup_printf (
                _ ("At the planning horizon operations read %s, %s of it indexes, and the cache "
                   "of a server has room for %s. Say which share of the documents is still in use "
                   "to know whether that is enough."),
                all, of_indexes, room));
  _squill_finding_set_number (finding, "bytes", needed);
  _squill_finding_set_number (finding, "index_bytes", sums[INDEXES]);
  _squill_finding_set_number (finding, "cache_bytes", cache);
  if (is_known)
    _squill_finding_set_number (finding, "miss_share", fmax (0, 1 - usable / needed));
}

#define THRESHOLDS(...) ((const char *const[]){ __VA_ARGS__, NULL })
#define READ (SQUILL_ASPECTS_ALL)

const SquillRule _squill_rules_reading[] = {
  { .info = { "read-amplification", "B", SQUILL_SEVERITY_WARNING,
              SQUILL_SOURCE_NORMS "; " SQUILL_SOURCE_SUBSET,
              N_ ("A frequent read loads much more than it uses"),
              N_ ("A projection reduces what is sent to the client, but the server still loads the "
                  "whole document into its cache. If a frequent read needs little of a large "
                  "document, cover the query with an index, or split the document into the fields "
                  "that are read often and the others."),
              THRESHOLDS ("read.used", "read.bytes", "hot.rate", "hot.share", "hot.least") },
    .scope = SQUILL_SCOPE_OPERATION,
    .aspects = READ,
    .check = check_amplification,
    .reads_hot = TRUE },
  { .info = { "cold-fields", "B", SQUILL_SEVERITY_HINT,
              SQUILL_SOURCE_NORMS "; " SQUILL_SOURCE_SKILLS,
              N_ ("Most of the document is rarely used"),
              N_ ("Some fields are used by few operations but take up most of the document. In a "
                  "second collection with one document per original, they no longer fill the "
                  "cache, and operations that need them read one more document."),
              THRESHOLDS ("cold.share", "cold.bytes", "doc.coldRatio") },
    .scope = SQUILL_SCOPE_COLLECTION,
    .aspects = READ,
    .check = check_cold },
  { .info = { "tiny-docs-rollup", "B", SQUILL_SEVERITY_HINT,
              SQUILL_SOURCE_EMBEDDING "; " SQUILL_SOURCE_BEST,
              N_ ("Very many very small documents"),
              N_ ("Every document has an _id of at least 17 bytes, an entry in each index, and "
                  "some overhead in the cache, however small it is. If there are millions of tiny "
                  "documents that are read together anyway, group many of them into one document."),
              THRESHOLDS (
                  "rollup.bytes", "rollup.read", "many.documents", "embed.few", "embed.max") },
    .scope = SQUILL_SCOPE_ENTITY,
    .aspects = READ,
    .check = check_rollup },
  { .info = { "outlier-size", "B", SQUILL_SEVERITY_HINT,
              SQUILL_SOURCE_OUTLIER "; " SQUILL_SOURCE_SKILLS,
              N_ ("A few documents are much larger than most"),
              N_ ("A book has thirty buyers, a bestseller fifty thousand. A design for the "
                  "bestseller makes every other book slower. Embed the first ones in the document, "
                  "set a flag if there are more, and query for the others only then."),
              THRESHOLDS ("outlier.ratio", "embed.max") },
    .scope = SQUILL_SCOPE_RELATIONSHIP,
    .aspects = READ,
    .check = outlier_of_relationship,
    .other_scope = SQUILL_SCOPE_FIELD,
    .other_check = outlier_of_field },
  { .info = { "working-set", "B", SQUILL_SEVERITY_WARNING,
              SQUILL_SOURCE_BEST "; " SQUILL_SOURCE_REVISIONS,
              N_ ("The working set does not fit into the cache"),
              N_ ("By default the cache is half of the memory beyond the first gibibyte, and it "
                  "should be no more than 80 percent full. The documents and indexes in use should "
                  "fit: whatever does not is read from disk again and again. Collections that no "
                  "operation uses are not counted; of those that are read only at their newest "
                  "end, one tenth is. Compression does not help, because documents are "
                  "uncompressed in the cache."),
              THRESHOLDS ("cache.use") },
    .scope = SQUILL_SCOPE_MODEL,
    .aspects = READ,
    .check = check_working_set,
    .other_scope = SQUILL_SCOPE_COLLECTION,
    .other_check = keep_working_set,
    .keeps = TRUE },
  { .info = { NULL } },
};

/* SPDX-License-Identifier: Apache-2.0 */

/* Family H: many events in one document. */

#define G_LOG_DOMAIN "squill-advice"

#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "advice/squill-transform-private.h"
#include "design/squill-found.h"
#include "design/squill-size.h"
#include "model/squill-placement.h"
#include "text/squill-text.h"

/* The server writes changed documents to disk this often, in seconds. */
#define CHECKPOINT 60.0
#define YEAR (365.25 * 86400)

/* The array of a collection of buckets. */
static const SquillShape *
find_items (const SquillCollection *collection)
{
  for (guint i = 0; i < collection->shape->children->len; i++)
    {
      const SquillShape *child = collection->shape->children->pdata[i];

      if (child->document)
        return child;
    }
  return NULL;
}

/* Buckets of a relationship. */
typedef struct
{
  const SquillRelationship *r;
  const SquillCollection *collection;
  const SquillShape *items;
  double bound;
} Buckets;

static gboolean
buckets_init (Buckets *self, SquillRun *run, const SquillRelationship *r)
{
  if (r->placement != SQUILL_PLACEMENT_BUCKET || !(r->bound >= 1) || !isfinite (r->bound))
    return FALSE;
  self->r = r;
  self->bound = r->bound;
  self->collection = squill_design_find_collection (run->design, r->item.id);
  self->items = self->collection == NULL ? NULL : find_items (self->collection);
  return self->items != NULL;
}

/* bucket-size */

/* How many make a bucket of the size that the server's own have, no more than there are. */
static SquillFix *
make_bound_fix (SquillRun *run, const Buckets *self)
{
  double few = _squill_run_get (run, SQUILL_THRESHOLD_BUCKET_FEW);
  double bytes = self->items->payload.likely;
  double most =
      squill_size_capacity (_squill_run_get (run, SQUILL_THRESHOLD_BUCKET_BYTES), 0, bytes);
  double bound = fmin (fmin (floor (most / 2), _squill_run_get (run, SQUILL_THRESHOLD_TS_BUCKET)),
                       self->r->children.likely);
  g_autofree char *count = NULL;

  if (self->r->pinned || !(bound >= few) || bound == self->bound)
    return NULL;
  count = squill_text_count (bound);
  return _squill_fix_new_set (g_strdup_printf (_ ("Combine %s into one document"), count),
                              self->r->item.id, "bound", squill_json_number (bound));
}

static void
check_size (SquillRun *run, gconstpointer subject)
{
  const SquillRelationship *r = subject;
  Buckets self;
  double children, bytes;
  g_autofree char *size = NULL, *bound = NULL, *limit = NULL, *usual = NULL;
  gboolean is_large, is_empty, is_small;
  SquillFinding *finding;
  char *message;

  if (!buckets_init (&self, run, r))
    return;
  children = r->children.likely;
  bytes = squill_size_array (self.bound, self.items->payload.likely);
  is_large = bytes > _squill_run_get (run, SQUILL_THRESHOLD_BUCKET_BYTES);
  is_small = self.bound < _squill_run_get (run, SQUILL_THRESHOLD_BUCKET_FEW);
  is_empty = children < self.bound / 2;
  size = squill_text_bytes (bytes);
  bound = squill_text_count (self.bound);
  limit = squill_text_bytes (_squill_run_get (run, SQUILL_THRESHOLD_BUCKET_BYTES));
  usual = squill_text_number (children);
  if (is_large)
    message = g_strdup_printf (_ ("A bucket of “%s” has up to %s; those that the server makes of "
                                  "time series end at %s."),
                               self.collection->name, size, limit);
  else if (is_empty)
    message = g_strdup_printf (_ ("A bucket of “%s” has room for %s, but one “%s” usually has %s: "
                                  "most buckets stay more than half empty."),
                               self.collection->name, bound,
                               _squill_wording_name (_squill_run_get_parent (run, r)), usual);
  else if (is_small)
    message = g_strdup_printf (_ ("A bucket of “%s” has only %s: so few hardly save documents."),
                               self.collection->name, bound);
  else
    return;
  finding = _squill_run_report (run, SQUILL_SEVERITY_HINT, r,
                                is_large ? bytes / 1e6 : 0.1 / (1 + self.bound), message);
  _squill_finding_set_place (finding, self.collection->id, self.items->path);
  _squill_finding_set_number (finding, "bound", self.bound);
  _squill_finding_set_number (finding, "bytes", bytes);
  if (!isnan (children))
    _squill_finding_set_number (finding, "fill", fmin (children / self.bound, 1));
  finding->fix = _squill_fix_new_advised (run, r);
  if (finding->fix == NULL)
    finding->fix = make_bound_fix (run, &self);
}

/* bucket-random-access */

static void
check_random (SquillRun *run, gconstpointer subject)
{
  const SquillRelationship *r = subject;
  Buckets self;
  SquillAccess access;
  double alone;
  g_autofree char *share = NULL, *bound = NULL;
  SquillFinding *finding;

  if (!buckets_init (&self, run, r))
    return;
  access = _squill_run_get_access (run, r);
  alone = squill_access_get_alone_share (&access);
  if (!(alone > _squill_run_get (run, SQUILL_THRESHOLD_ALONE_SHARE)))
    return;
  share = squill_text_share (alone);
  bound = squill_text_count (self.bound);
  finding = _squill_run_report (
      run, SQUILL_SEVERITY_WARNING, r, alone,
      g_strdup_printf (_ ("%s of the operations on “%s” want a single one, but each loads a bucket "
                          "with up to %s."),
                       share, _squill_wording_name (_squill_run_get_child (run, r)), bound));
  _squill_finding_set_place (finding, self.collection->id, self.items->path);
  _squill_finding_set_number (finding, "share", alone);
  _squill_finding_set_number (finding, "bound", self.bound);
  finding->fix = _squill_fix_new_advised (run, r);
}

/* ts-doc-per-event */

static gboolean
wants_range_of_one (SquillRun *run, const SquillCollection *collection, const SquillOperation *read)
{
  gboolean is_of_one = FALSE, is_range = FALSE;

  for (guint i = 0; read->filter != NULL && i < read->filter->len; i++)
    {
      const SquillKey *key = read->filter->pdata[i];
      const SquillShape *shape = squill_design_resolve (run->design, collection->shape, key->path);

      if (shape == NULL || shape->parent != collection->shape)
        continue;
      is_of_one |= squill_key_is_equality (key) && !g_str_equal (shape->name, "_id");
      is_range |= g_str_equal (key->operator, "range") && (shape->types & SQUILL_TYPE_DATE) != 0;
    }
  return is_of_one && is_range;
}

/**
 * _squill_run_reads_events_at_once:
 * @run: a run
 * @collection: a collection
 *
 * Returns: how many documents a read fetches that wants those of one thing in a range of time: the
 *   most of any read; 0 where that is less than is worth combining them
 */
double
_squill_run_reads_events_at_once (SquillRun *run, const SquillCollection *collection)
{
  const GPtrArray *uses;
  double most = 0;

  if (collection->kind != SQUILL_COLLECTION_ENTITY)
    return 0;
  uses = squill_operation_index_get_uses_from (run->operations, collection->entity);
  for (guint i = 0; i < uses->len; i++)
    {
      const SquillUse *use = uses->pdata[i];
      const char *unknown = NULL;
      double found;

      if (!use->reads || !wants_range_of_one (run, collection, use->operation))
        continue;
      found = squill_design_count_found (run->design, use->operation, &unknown).likely;
      if (unknown == NULL || use->operation->limit > 0)
        most = fmax (most, found);
    }
  return most >= _squill_run_get (run, SQUILL_THRESHOLD_BUCKET_READ) ? most : 0;
}

static void
check_events (SquillRun *run, gconstpointer subject)
{
  const SquillCollection *collection = subject;
  const SquillEntity *entity = _squill_run_get_root_entity (run, collection);
  double at_once, documents;
  g_autofree char *read = NULL, *all = NULL, *buckets = NULL;
  SquillFinding *finding;

  if (entity == NULL || entity->time_field != NULL || entity->capped)
    return;
  at_once = _squill_run_reads_events_at_once (run, collection);
  documents = isnan (collection->count_at_horizon) ? squill_triple_get_usual (collection->count)
                                                   : collection->count_at_horizon;
  if (at_once == 0 || !(documents > _squill_run_get (run, SQUILL_THRESHOLD_MANY_DOCUMENTS)))
    return;
  read = squill_text_estimate (at_once);
  all = squill_text_count (documents);
  buckets = squill_text_count (documents / 60);
  finding = _squill_run_report (
      run, SQUILL_SEVERITY_HINT, entity, log10 (documents) / 10,
      g_strdup_printf (
          _ ("One read fetches about %s documents of “%s”, and each index has an entry "
             "for all %s. With 60 to a document there would be %s."),
          read, collection->name, all, buckets));
  _squill_finding_set_place (finding, collection->id, NULL);
  _squill_finding_set_number (finding, "read_at_once", at_once);
  _squill_finding_set_number (finding, "documents", documents);
  finding->fix = _squill_fix_new_time_series (run, collection, NULL);
}

/* ts-bucket-span */

/* How many a second come to all parents together. */
static double
get_rate (SquillRun *run, const SquillRelationship *r)
{
  const SquillEntity *child = _squill_run_get_child (run, r);
  double parents = squill_triple_get_usual (squill_design_get_count (run->design, r->parent));

  if (r->write > 0)
    return r->write;
  if (r->growth > 0)
    return parents * r->growth / YEAR;
  return _squill_run_get_insert_rate (run, child);
}

static void
check_span (SquillRun *run, gconstpointer subject)
{
  const SquillRelationship *r = subject;
  Buckets self;
  double parents, rate, span, written, payload, minutes;
  g_autofree char *time = NULL, *times = NULL, *bytes = NULL, *coming = NULL;
  SquillFinding *finding;

  if (!buckets_init (&self, run, r))
    return;
  parents = squill_triple_get_usual (squill_design_get_count (run->design, r->parent));
  rate = get_rate (run, r);
  span = self.bound * parents / rate;
  payload = rate * self.items->payload.likely;
  /* Half full on average; of those that get nothing in a minute none is written. */
  written = parents * fmin (1, CHECKPOINT * rate / parents) *
            squill_size_array (self.bound, self.items->payload.likely) / 2 / CHECKPOINT;
  if (!(span > CHECKPOINT) ||
      !(written > _squill_run_get (run, SQUILL_THRESHOLD_BUCKET_REWRITE) * payload) ||
      !(written > _squill_run_get (run, SQUILL_THRESHOLD_BUCKET_WRITES)))
    return;
  time = squill_text_duration (span);
  times = squill_text_estimate (span / CHECKPOINT);
  bytes = squill_text_bytes (written);
  coming = squill_text_bytes (payload);
  finding = _squill_run_report (
      run, SQUILL_SEVERITY_WARNING, r, written / payload / 100,
      g_strdup_printf (
          _ ("A bucket of “%s” stays open for %s and is written to disk about %s times "
             "until it is full: %s are written each second for %s of new data."),
          self.collection->name, time, times, bytes, coming));
  _squill_finding_set_place (finding, self.collection->id, self.items->path);
  _squill_finding_set_number (finding, "seconds", span);
  _squill_finding_set_number (finding, "written_bytes", written);
  _squill_finding_set_number (finding, "payload_bytes", payload);
  minutes = floor (CHECKPOINT * rate / parents);
  if (!r->pinned && minutes >= _squill_run_get (run, SQUILL_THRESHOLD_BUCKET_FEW) &&
      minutes < self.bound)
    {
      g_autofree char *count = squill_text_count (minutes);

      finding->fix =
          _squill_fix_new_set (g_strdup_printf (_ ("Combine %s into one document"), count),
                               r->item.id, "bound", squill_json_number (minutes));
    }
}

/* ts-bucket-flat */

/* Whether the keys are 0, 1, 2 and so on: usually no longer than the largest of these numbers. */
static gboolean
has_counting_keys (const SquillField *field)
{
  static const char *const patterns[] = { "^[0-9]+$", "^\\d+$", "[0-9]+", "\\d+" };
  double most = isnan (field->length.max) ? field->length.likely : field->length.max;

  if (field->key_pattern == NULL || !(most > 1) || !isfinite (most) ||
      !(squill_triple_get_usual (field->key_size) <= floor (log10 (most - 1)) + 1))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (patterns); i++)
    if (g_str_equal (field->key_pattern, patterns[i]))
      return TRUE;
  return FALSE;
}

static guint
count_numbered (const SquillField *field)
{
  guint n = 0;

  SQUILL_FOR_EACH_CHILD (SquillField, child, field, SQUILL_KIND_FIELD)
    {
      n += child->name != NULL && *child->name != '\0' &&
           strspn (child->name, "0123456789") == strlen (child->name);
    }
  return n;
}

static void
check_flat (SquillRun *run, gconstpointer subject)
{
  const SquillField *field = subject;
  double keys, side;
  g_autofree char *flat = NULL, *nested = NULL, *half = NULL;
  SquillFinding *finding;

  if (field->map)
    keys = !has_counting_keys (field)     ? 0
           : isnan (field->length.likely) ? field->length.max
                                          : field->length.likely;
  else
    keys = count_numbered (field);
  if (!(keys > _squill_run_get (run, SQUILL_THRESHOLD_BUCKET_FLAT)))
    return;
  side = ceil (sqrt (keys));
  flat = squill_text_count (keys - 1);
  nested = squill_text_count (2 * (side - 1));
  half = squill_text_count (side);
  finding = _squill_run_report (
      run, SQUILL_SEVERITY_HINT, field, log10 (keys),
      g_strdup_printf (
          _ ("The server skips up to %s keys of “%s” to get to the last. Nested in two "
             "levels of %s keys, such as minutes and seconds, it skips %s."),
          flat, _squill_wording_name (field), half, nested));
  _squill_finding_set_number (finding, "keys", keys);
  _squill_finding_set_number (finding, "threshold",
                              _squill_run_get (run, SQUILL_THRESHOLD_BUCKET_FLAT));
}

/* ts-preagg */

/* Whether all that is asked of the events of a collection are sums and the like, over time. */
static gboolean
is_only_summed (SquillRun *run, const SquillCollection *collection)
{
  const GPtrArray *uses = squill_operation_index_get_uses_of (run->operations, collection->entity);
  gboolean is_summed = FALSE;

  for (guint i = 0; i < uses->len; i++)
    {
      const SquillUse *use = uses->pdata[i];
      const SquillOperation *operation = use->operation;

      if (!use->reads)
        continue;
      if (operation->operation != SQUILL_OPERATION_AGGREGATE || operation->computes == NULL ||
          operation->computes->len == 0 || use->root == NULL ||
          !g_str_equal (use->root->item.id, collection->entity))
        return FALSE;
      is_summed |= wants_range_of_one (run, collection, operation);
    }
  return is_summed;
}

static void
check_preaggregation (SquillRun *run, gconstpointer subject)
{
  const SquillCollection *collection = subject;
  const SquillEntity *entity = _squill_run_get_root_entity (run, collection);
  double at_once;
  g_autofree char *read = NULL;
  SquillFinding *finding;

  if (entity == NULL || entity->capped)
    return;
  at_once = _squill_run_reads_events_at_once (run, collection);
  if (at_once == 0 || !is_only_summed (run, collection))
    return;
  read = squill_text_count (at_once);
  finding = _squill_run_report (
      run, SQUILL_SEVERITY_HINT, entity, log10 (at_once) / 10,
      g_strdup_printf (_ ("%s documents of “%s” are read at once, and only for sums and averages. "
                          "With a count and a sum for each minute instead, far fewer are read; "
                          "single values are then gone."),
                       read, collection->name));
  _squill_finding_set_place (finding, collection->id, NULL);
  _squill_finding_set_number (finding, "read_at_once", at_once);
  _squill_finding_set_number (finding, "threshold",
                              _squill_run_get (run, SQUILL_THRESHOLD_BUCKET_READ));
}

#define THRESHOLDS(...) ((const char *const[]){ __VA_ARGS__, NULL })
#define READ (SQUILL_ASPECTS_ALL)

const SquillRule _squill_rules_buckets[] = {
  { .info = { "bucket-size", "H", SQUILL_SEVERITY_HINT,
              SQUILL_SOURCE_BUCKET "; " SQUILL_SOURCE_SKILLS,
              N_ ("The size of the buckets does not fit"),
              N_ ("A bucket saves documents and index entries if it is filled. One with room for "
                  "more than there usually are stays half empty; one of a few saves little; one "
                  "above 125 kB, where the server ends its own, is rewritten at length. As many as "
                  "a page shows, in 10 to 100 kB, is a good size."),
              THRESHOLDS ("bucket.bytes", "bucket.few", "ts.bucket") },
    .scope = SQUILL_SCOPE_RELATIONSHIP,
    .aspects = READ,
    .check = check_size },
  { .info = { "bucket-random-access", "H", SQUILL_SEVERITY_WARNING, SQUILL_SOURCE_SKILLS,
              N_ ("Single ones are looked for in buckets"),
              N_ ("Buckets suit what is read page by page or by a range of time. Who looks for a "
                  "single one loads the whole bucket and picks it out. If that happens often, "
                  "store separate documents."),
              THRESHOLDS ("alone.share") },
    .scope = SQUILL_SCOPE_RELATIONSHIP,
    .aspects = READ,
    .check = check_random },
  { .info = { "ts-doc-per-event", "H", SQUILL_SEVERITY_HINT,
              SQUILL_SOURCE_NORMS ", traffic example",
              N_ ("One document for each event, read many at a time"),
              N_ ("Reading an hour of events, one each second, fetches 3 600 documents, and every "
                  "index has an entry for each. In documents of a minute it fetches 60, in those "
                  "of an hour one. A time series collection does this by itself; if less precision "
                  "will do, sums and counts for each minute are smaller still."),
              THRESHOLDS ("bucket.read", "many.documents") },
    .scope = SQUILL_SCOPE_COLLECTION,
    .aspects = READ | SQUILL_ASPECT_SERVER,
    .check = check_events },
  { .info = { "ts-preagg", "H", SQUILL_SEVERITY_HINT, SQUILL_SOURCE_NORMS ", traffic example",
              N_ ("Events are read only for their sums"),
              N_ ("Where nobody asks for single values, a document for each minute with their "
                  "count and their sum is enough: the average is the sum divided by the count, and "
                  "minutes add up to hours and days. A write adds to both with $inc. What is lost "
                  "is the precision: no single value can be read any more."),
              THRESHOLDS ("bucket.read") },
    .scope = SQUILL_SCOPE_COLLECTION,
    .aspects = READ,
    .check = check_preaggregation },
  { .info = { "ts-bucket-span", "H", SQUILL_SEVERITY_WARNING,
              SQUILL_SOURCE_NORMS ", traffic example", N_ ("Buckets stay open too long"),
              N_ ("Every 60 seconds the server writes each changed document to disk as a whole. A "
                  "bucket of a minute is written once or twice, that of an hour 60 times, and more "
                  "of it each time. Longer buckets pay only if reads want whole hours and there "
                  "are few writes: a minute is the balanced choice, to be tested with the real "
                  "load."),
              THRESHOLDS ("bucket.rewrite", "bucket.writes", "bucket.few") },
    .scope = SQUILL_SCOPE_RELATIONSHIP,
    .aspects = READ,
    .check = check_span },
  { .info = { "ts-bucket-flat", "H", SQUILL_SEVERITY_HINT, SQUILL_SOURCE_NORMS ", traffic example",
              N_ ("Very many numbered keys on one level"),
              N_ ("BSON is read from the beginning: to set the last of 3 600 seconds in one object "
                  "the server skips 3 599 keys; in an object for each of 60 minutes with 60 "
                  "seconds it skips 59 and 59. The names are shorter, too."),
              THRESHOLDS ("bucket.flat") },
    .scope = SQUILL_SCOPE_FIELD,
    .aspects = READ,
    .check = check_flat },
  { .info = { NULL } },
};

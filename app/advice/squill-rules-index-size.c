/* SPDX-License-Identifier: Apache-2.0 */

/* Family E: how large indexes are, and what writing them costs. */

#define G_LOG_DOMAIN "squill-advice"

#include "config.h"

#include <glib/gi18n-lib.h>

#include "advice/squill-index-private.h"
#include "design/squill-plan.h"
#include "design/squill-storage.h"
#include "text/squill-text.h"

/* multikey-fanout */

/* Of references the rules of their arrays speak: they are followed by the index. */
static gboolean
is_of_references (const SquillCollection *collection, const SquillCollectionIndex *index)
{
  for (guint i = 0; i < index->keys->len; i++)
    {
      const SquillShape *shape = squill_shape_find_by_query_path (
          collection->shape, _squill_index_get_key (index, i)->path);

      if (shape != NULL && (i == 0 || squill_shape_get_array (shape) != NULL) &&
          (shape->origin == SQUILL_ORIGIN_REFERENCE || shape->target != NULL))
        return TRUE;
    }
  return FALSE;
}

static gboolean
is_of_values (const SquillCollectionIndex *index)
{
  for (guint i = 0; i < index->keys->len; i++)
    {
      const SquillKey *key = _squill_index_get_key (index, i);

      if (!_squill_key_is_ordered (key) || _squill_key_is_wildcard (key))
        return FALSE;
    }
  return TRUE;
}

static void
check_fanout_of_index (SquillRun *run,
                       const SquillCollection *collection,
                       const SquillCollectionIndex *index)
{
  const double most = _squill_run_get (run, SQUILL_THRESHOLD_MULTIKEY_FAN);
  SquillIndexSize size;
  g_autofree char *count = NULL, *all = NULL, *bytes = NULL;
  SquillFinding *finding;

  if (index->keys->len == 0 || !is_of_values (index) || is_of_references (collection, index))
    return;
  squill_design_measure_index (run->design, collection, index, &size);
  if (size.entries_of_document <= most)
    return;
  count = squill_text_count (size.entries_of_document);
  if (isfinite (size.entries))
    {
      all = squill_text_count (size.entries);
      bytes = squill_text_likely_bytes (size.entries * size.stored, size.size_unknown);
    }
  finding = _squill_run_report_index (
      run, SQUILL_SEVERITY_WARNING, collection, index, size.entries_of_document,
      all == NULL
          ? g_strdup_printf (_ ("“%s” has %s entries for each document of “%s”: an insert writes "
                                "all of them."),
                             index->name, count, collection->name)
          : g_strdup_printf (_ ("“%s” has %s entries for each document of “%s”: an insert writes "
                                "all of them, and the index has %s entries in all, %s."),
                             index->name, count, collection->name, all, bytes));
  _squill_finding_set_number (finding, "entries_of_document", size.entries_of_document);
  _squill_finding_set_number (finding, "entries", size.entries);
  _squill_finding_set_number (finding, "threshold", most);
}

static void
check_fanout (SquillRun *run, gconstpointer subject)
{
  const SquillCollection *collection = subject;

  for (guint i = 0; i < collection->indexes->len; i++)
    check_fanout_of_index (run, collection, collection->indexes->pdata[i]);
}

/* index-key-large */

static void
check_key (SquillRun *run, gconstpointer subject)
{
  const SquillCollection *collection = subject;
  const double most = _squill_run_get (run, SQUILL_THRESHOLD_IDX_KEY);

  for (guint i = 0; i < collection->indexes->len; i++)
    {
      const SquillCollectionIndex *index = collection->indexes->pdata[i];
      SquillIndexSize size;
      g_autofree char *bytes = NULL;
      SquillFinding *finding;

      if (!is_of_values (index))
        continue;
      squill_design_measure_index (run->design, collection, index, &size);
      if (size.key <= most)
        continue;
      bytes = squill_text_likely_bytes (size.key, size.size_unknown);
      finding = _squill_run_report_index (
          run, SQUILL_SEVERITY_HINT, collection, index, size.key,
          g_strdup_printf (_ ("A key of “%s” usually has %s. Keys of more than 1 kB leave room for "
                              "few on a page of 16 kB; an index on a hash of the value finds it as "
                              "well."),
                           index->name, bytes));
      _squill_finding_set_number (finding, "key_bytes", size.key);
      _squill_finding_set_number (finding, "threshold", most);
    }
}

/* index-memory */

static void
keep_memory (SquillRun *run, gconstpointer subject)
{
  const SquillCollection *collection = subject;
  double bytes = 0;

  for (guint i = 0; i < collection->indexes->len; i++)
    {
      const SquillCollectionIndex *index = collection->indexes->pdata[i];
      SquillIndexSize size;

      squill_design_measure_index (run->design, collection, index, &size);
      if (isfinite (size.entries) && !index->hidden)
        bytes += size.entries * size.cached;
    }
  _squill_run_keep (run, (SquillKept){ { bytes } });
}

static void
check_memory (SquillRun *run, gconstpointer subject)
{
  const double cache = squill_model_get_cache (run->model);
  const double share = _squill_run_get (run, SQUILL_THRESHOLD_IDX_CACHE);
  const guint n = squill_design_get_n_collections (run->design);
  double bytes = 0;
  g_autofree char *needed = NULL, *there = NULL;
  SquillFinding *finding;

  if (isnan (cache))
    return;
  for (guint i = 0; i < n; i++)
    bytes +=
        _squill_run_get_kept (run, squill_design_get_collection (run->design, i)->id).numbers[0];
  if (squill_model_get_info (run->model)->shards > 1)
    bytes /= squill_model_get_info (run->model)->shards;
  if (!(bytes > share * cache))
    return;
  needed = squill_text_bytes (bytes);
  there = squill_text_bytes (cache);
  finding = _squill_run_report (
      run, SQUILL_SEVERITY_WARNING, subject, bytes / cache,
      g_strdup_printf (
          _ ("%s of indexes share a cache of %s with all documents that are read: what "
             "does not fit is read from the disk."),
          needed, there));
  _squill_finding_set_number (finding, "index_bytes", bytes);
  _squill_finding_set_number (finding, "cache_bytes", cache);
  _squill_finding_set_number (finding, "threshold", share);
}

/* write-heavy-indexes */

static gboolean
is_written_by (SquillRun *run, const SquillUse *use, const SquillCollectionIndex *index)
{
  const SquillIndex *drawn = _squill_run_get_drawn (run, index);
  const SquillOperation *operation = use->operation;

  if (operation->operation != SQUILL_OPERATION_UPDATE || drawn == NULL)
    return TRUE;
  for (guint i = 0; operation->writes != NULL && i < operation->writes->len; i++)
    {
      const char *written =
          squill_key_path_get_last (((const SquillKey *)operation->writes->pdata[i])->path);

      for (guint j = 0; drawn->keys != NULL && j < drawn->keys->len; j++)
        if (_squill_key_mentions (drawn->keys->pdata[j], written))
          return TRUE;
    }
  return FALSE;
}

/* How many documents of the collection that it starts from an operation is likely to write each
 * time.
 */
static double
count_written_in (SquillRun *run, const SquillUse *use, const SquillCollection *collection)
{
  const SquillPlan *plan = squill_design_get_plan (run->design, use->operation->item.id);
  double documents = 0;

  if (use->operation->documents >= 1)
    return use->operation->documents;
  for (guint i = 0; i < plan->steps->len; i++)
    {
      const SquillPlanStep *step = plan->steps->pdata[i];

      if (g_str_equal (step->collection, collection->id) && !isnan (step->written.likely))
        documents += step->written.likely;
    }
  return fmax (documents, 1);
}

/* Whether a write finds its documents by the index. */
static gboolean
finds_by (SquillRun *run, const SquillUse *use, const SquillCollectionIndex *index)
{
  const SquillPlan *plan = squill_design_get_plan (run->design, use->operation->item.id);

  for (guint i = 0; i < plan->steps->len; i++)
    {
      const SquillPlanStep *step = plan->steps->pdata[i];

      if (step->access == SQUILL_PLAN_BY_INDEX && step->path != NULL && step->path->index == index)
        return TRUE;
    }
  return FALSE;
}

/* Whether writes could do without the index: it keeps nothing unique, none of them finds its
 * documents by it, and it is not hidden to be dropped. */
static gboolean
is_paid_for_reads (SquillRun *run, const GPtrArray *uses, const SquillCollectionIndex *index)
{
  if (index->unique || index->hidden)
    return FALSE;
  for (guint i = 0; i < uses->len; i++)
    {
      const SquillUse *use = uses->pdata[i];

      if (!use->reads && finds_by (run, use, index))
        return FALSE;
    }
  return TRUE;
}

static void
check_write_heavy (SquillRun *run, gconstpointer subject)
{
  const SquillCollection *collection = subject;
  const GPtrArray *uses = _squill_run_get_uses_of_collection (run, collection);
  g_autoptr (GPtrArray) indexes = g_ptr_array_new ();
  double reads = 0, writes = 0, entries = 0;
  g_autofree char *count = NULL, *written = NULL, *read = NULL, *keys = NULL;
  SquillFinding *finding;
  guint secondary;

  for (guint j = 1; j < collection->indexes->len; j++)
    if (is_paid_for_reads (run, uses, collection->indexes->pdata[j]))
      g_ptr_array_add (indexes, collection->indexes->pdata[j]);
  secondary = indexes->len;
  for (guint i = 0; i < uses->len; i++)
    {
      const SquillUse *use = uses->pdata[i];
      double documents;

      if (use->reads)
        {
          reads += use->rate;
          continue;
        }
      if (use->root == NULL || !g_str_equal (use->root->item.id, collection->entity) ||
          !(use->rate > 0))
        continue;
      documents = use->rate * count_written_in (run, use, collection);
      writes += documents;
      for (guint j = 0; j < indexes->len; j++)
        {
          const SquillCollectionIndex *index = indexes->pdata[j];
          SquillIndexSize size;

          if (!is_written_by (run, use, index))
            continue;
          squill_design_measure_index (run->design, collection, index, &size);
          entries +=
              documents * size.share *
              (use->operation->operation == SQUILL_OPERATION_UPDATE ? 2 : size.entries_of_document);
        }
    }
  if (!(writes > reads) || entries < _squill_run_get (run, SQUILL_THRESHOLD_HOT_RATE) ||
      (secondary <= _squill_run_get (run, SQUILL_THRESHOLD_IDX_WRITE_HEAVY) &&
       (secondary < 2 || entries <= writes * _squill_run_get (run, SQUILL_THRESHOLD_IDX_WRITES))))
    return;
  count = squill_text_count (secondary);
  written = squill_text_rate (writes);
  read = squill_text_rate (reads);
  keys = squill_text_rate (entries);
  finding = _squill_run_report (
      run, SQUILL_SEVERITY_WARNING, _squill_run_get_item_of (run, collection), entries,
      g_strdup_printf (
          g_dngettext (
              GETTEXT_PACKAGE,
              "Index entries of “%2$s” are written %1$s: its documents are written %3$s and "
              "read %4$s, and %5$s index serves reads only.",
              "Index entries of “%2$s” are written %1$s: its documents are written %3$s and "
              "read %4$s, and %5$s indexes serve reads only.",
              secondary),
          keys, collection->name, written, read, count));
  _squill_finding_set_place (finding, collection->id, "");
  _squill_finding_set_number (finding, "indexes", secondary);
  _squill_finding_set_number (finding, "writes_per_second", writes);
  _squill_finding_set_number (finding, "reads_per_second", reads);
  _squill_finding_set_number (finding, "entries_per_second", entries);
}

#define THRESHOLDS(...) ((const char *const[]){ __VA_ARGS__, NULL })
#define READ (SQUILL_ASPECTS_ALL | SQUILL_ASPECT_NAME)

const SquillRule _squill_rules_index_size[] = {
  { .info = { "multikey-fanout", "E", SQUILL_SEVERITY_WARNING, SQUILL_SOURCE_MULTIKEY,
              N_ ("A document has many entries in an index"),
              N_ ("A multikey index has an entry for each element of the array. With long arrays "
                  "it is larger than the documents, and one insert writes hundreds of entries. "
                  "Index a field that sums the array up, keep only the elements in it that are "
                  "asked for, or store the elements in a collection of their own."),
              THRESHOLDS ("multikey.fan") },
    .scope = SQUILL_SCOPE_COLLECTION,
    .aspects = READ,
    .check = check_fanout },
  { .info = { "index-key-large", "E", SQUILL_SEVERITY_HINT, SQUILL_SOURCE_WIREDTIGER,
              N_ ("An index has large keys"),
              N_ ("Until version 4.2 the server refused keys of more than 1 024 bytes. It takes "
                  "them now, but a page of an index has 16 kB, so the index becomes deep and "
                  "large. To find one value, index a hash of it; to find a beginning, a field with "
                  "the first characters."),
              THRESHOLDS ("idx.key") },
    .scope = SQUILL_SCOPE_COLLECTION,
    .aspects = READ,
    .check = check_key },
  { .info = { "index-memory", "E", SQUILL_SEVERITY_WARNING,
              SQUILL_SOURCE_BEST "; " SQUILL_SOURCE_REVISIONS,
              N_ ("Indexes need much of the cache"),
              N_ ("An index is fast as long as it is in memory. What indexes take of the cache is "
                  "missing for documents, and smaller documents do not help. Drop indexes, make "
                  "them partial, shorten their keys, or group documents, so that there are fewer "
                  "entries."),
              THRESHOLDS ("idx.cache") },
    .scope = SQUILL_SCOPE_MODEL,
    .aspects = READ,
    .check = check_memory,
    .other_scope = SQUILL_SCOPE_COLLECTION,
    .other_check = keep_memory,
    .keeps = TRUE },
  { .info = { "write-heavy-indexes", "E", SQUILL_SEVERITY_WARNING,
              SQUILL_SOURCE_CMS "; " SQUILL_SOURCE_BEST,
              N_ ("A collection that is mostly written has many indexes"),
              N_ ("Each insert pays for every index. A collection that is mostly read may have "
                  "many; one that is mostly written should have few: drop those that serve rare "
                  "operations, make them partial, or run those operations on another copy of the "
                  "data."),
              THRESHOLDS ("idx.writeHeavy", "idx.writes", "hot.rate") },
    .scope = SQUILL_SCOPE_COLLECTION,
    .aspects = READ,
    .check = check_write_heavy,
    .reads_plans = TRUE },
  { .info = { NULL } },
};

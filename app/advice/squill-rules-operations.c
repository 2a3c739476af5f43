/* SPDX-License-Identifier: Apache-2.0 */

/* Family I: how the application talks to the server. */

#define G_LOG_DOMAIN "squill-advice"

#include "config.h"

#include <glib/gi18n-lib.h>

#include "advice/squill-advice-private.h"
#include "design/squill-found.h"
#include "text/squill-text.h"

/* pool-too-large */

/* What drivers open at most where nothing is said, and to watch a server besides. */
#define USUAL_POOL 100.0
#define MONITORS 2.0
/* A pool with fewer makes operations wait for each other. */
#define SMALLEST_POOL 5.0
#define CONNECTION_BYTES 1e6
#define GB 1e9

/* The largest pool of each process with which all of them fit into their share of the memory; NaN
 * where nobody knows. */
static double
get_pool_that_fits (SquillRun *run, const SquillModelInfo *info)
{
  const double all = _squill_run_get (run, SQUILL_THRESHOLD_CONNECTION_SHARE) * info->memory * GB /
                     CONNECTION_BYTES;

  return floor (all / info->instances) - MONITORS;
}

static void
check_pool (SquillRun *run, gconstpointer subject)
{
  const SquillModelInfo *info = subject;
  const double most = _squill_run_get (run, SQUILL_THRESHOLD_POOL_MAX);
  const double fits = get_pool_that_fits (run, info);
  const double all = info->instances * (info->pool_size + MONITORS);
  const gboolean is_large = info->pool_size > most;
  const double better = isnan (fits) ? USUAL_POOL : fmin (USUAL_POOL, fits);
  g_autofree char *pool = squill_text_count (info->pool_size);
  g_autofree char *limit = squill_text_count (most);
  g_autofree char *count = squill_text_count (all);
  g_autofree char *bytes = squill_text_bytes (all * CONNECTION_BYTES);
  g_autofree char *memory = squill_text_bytes (info->memory * GB);
  g_autofree char *smaller = squill_text_count (better);
  SquillFinding *finding;

  if (!is_large && !(info->pool_size > fits))
    return;
  finding = _squill_run_report (
      run, SQUILL_SEVERITY_WARNING, info, isnan (all) ? info->pool_size : all,
      info->pool_size > fits
          ? g_strdup_printf (_ ("The pools of all processes open up to %s connections to a server, "
                                "which take %s of its memory of %s."),
                             count, bytes, memory)
          : g_strdup_printf (_ ("Each process opens up to %s connections to a server; more than %s "
                                "only wait for each other there."),
                             pool, limit));
  _squill_finding_set_number (finding, "pool_size", info->pool_size);
  _squill_finding_set_number (finding, "connections", all);
  _squill_finding_set_number (finding, "threshold", most);
  if (better >= SMALLEST_POOL)
    finding->fix =
        _squill_fix_new_set (g_strdup_printf (_ ("Limit each pool to %s connections"), smaller),
                             info->item.id, "pool_size", squill_json_number (better));
}

/* short-connections */

static void
check_connections (SquillRun *run, gconstpointer subject)
{
  const SquillOperation *operation = subject;
  const double per_second = squill_operation_get_rate (operation);
  g_autofree char *rate = squill_text_rate (per_second);
  SquillFinding *finding;

  if (!operation->connects)
    return;
  finding = _squill_run_report (
      run, SQUILL_SEVERITY_WARNING, operation, per_second,
      isnan (per_second)
          ? g_strdup_printf (_ ("“%s” opens a new connection each time, which takes 50 to 500 "
                                "milliseconds: usually longer than the operation itself."),
                             _squill_wording_name (operation))
          : g_strdup_printf (_ ("“%s”, %s, opens a new connection each time, which takes 50 to 500 "
                                "milliseconds: usually longer than the operation itself."),
                             _squill_wording_name (operation), rate));
  _squill_finding_set_number (finding, "per_second", per_second);
  finding->fix = _squill_fix_new_set (g_strdup (_ ("Keep one client per process")),
                                      operation->item.id, "connects", NULL);
}

/* bulk-unordered */

static void
check_bulk (SquillRun *run, gconstpointer subject)
{
  const SquillOperation *operation = subject;
  const double per_second = squill_operation_get_rate (operation);
  g_autofree char *rate = squill_text_rate (per_second);
  g_autofree char *batch = squill_text_count (_squill_run_get (run, SQUILL_THRESHOLD_BATCH_MAX));
  SquillFinding *finding;

  if (squill_operation_is_read (operation) || operation->bulk != SQUILL_BULK_LOOP ||
      !(per_second > _squill_run_get (run, SQUILL_THRESHOLD_BULK_RATE)))
    return;
  finding = _squill_run_report (
      run, SQUILL_SEVERITY_HINT, operation, per_second,
      g_strdup_printf (
          _ ("“%s” writes %s, each in a round trip of its own. An unordered bulk write "
             "sends up to %s at once, and the server works on them in parallel."),
          _squill_wording_name (operation), rate, batch));
  _squill_finding_set_number (finding, "per_second", per_second);
  _squill_finding_set_number (finding, "threshold",
                              _squill_run_get (run, SQUILL_THRESHOLD_BULK_RATE));
  finding->fix = _squill_fix_new_set (g_strdup (_ ("Send them in unordered bulk writes")),
                                      operation->item.id, "bulk", json_string ("unordered"));
}

/* analytics-on-primary */

/* The share of its collection that an operation reads; NaN where nobody knows. */
static double
get_scanned_share (SquillRun *run, const SquillOperation *operation)
{
  const char *unknown;
  const SquillTriple found = squill_design_count_found (run->design, operation, &unknown);
  const double all =
      squill_triple_get_usual (squill_design_get_count (run->design, operation->entity));

  if ((operation->filter == NULL || operation->filter->len == 0) && !(operation->limit > 0))
    return 1;
  return unknown == NULL ? found.likely / all : NAN;
}

static void
check_analytics (SquillRun *run, gconstpointer subject)
{
  const SquillOperation *operation = subject;
  const double least = _squill_run_get (run, SQUILL_THRESHOLD_REPORT_SHARE);
  const SquillEntity *entity;
  double documents, share;
  g_autofree char *text = NULL, *age = NULL;
  SquillFinding *finding;

  if (operation->operation != SQUILL_OPERATION_AGGREGATE || !(operation->stale_ok > 0) ||
      (operation->read_preference != NULL && !g_str_equal (operation->read_preference, "primary")))
    return;
  entity =
      operation->entity == NULL ? NULL : squill_model_get_entity (run->model, operation->entity);
  if (entity == NULL)
    return;
  documents = squill_triple_get_usual (squill_design_get_count (run->design, operation->entity));
  share = get_scanned_share (run, operation);
  /* Few documents are no burden, even all of them. */
  if (!(share > least) || documents <= _squill_run_get (run, SQUILL_THRESHOLD_TINY_COUNT))
    return;
  text = squill_text_share (share);
  age = squill_text_duration (operation->stale_ok);
  finding = _squill_run_report (
      run, SQUILL_SEVERITY_HINT, operation, share,
      g_strdup_printf (
          _ ("“%s” reads %s of “%s” from the primary, although its data may be %s old. "
             "From a secondary it does not slow down the writes."),
          _squill_wording_name (operation), text, _squill_wording_name (entity), age));
  _squill_finding_set_number (finding, "share", share);
  _squill_finding_set_number (finding, "threshold", least);
  finding->fix = _squill_fix_new_set (g_strdup (_ ("Read from secondaries if there are any")),
                                      operation->item.id, "read_preference",
                                      json_string ("secondaryPreferred"));
}

#define THRESHOLDS(...) ((const char *const[]){ __VA_ARGS__, NULL })

const SquillRule _squill_rules_operations[] = {
  { .info = { "pool-too-large", "I", SQUILL_SEVERITY_WARNING,
              SQUILL_SOURCE_NORMS ", norm 10; " SQUILL_SOURCE_SKILLS,
              N_ ("The connection pools are too large"),
              N_ ("A connection takes about a megabyte of the server’s memory, and a server can "
                  "only work on as many operations at once as it has processors. The number of "
                  "connections needed is about the operations per second times the seconds that "
                  "each takes, and a fifth more. The rest waits, on the server instead of in the "
                  "application. Each process has a pool of its own for each server, and two "
                  "connections that watch the server."),
              THRESHOLDS ("pool.max", "connection.share") },
    .scope = SQUILL_SCOPE_MODEL,
    .aspects = SQUILL_ASPECT_WORKLOAD | SQUILL_ASPECT_STORAGE | SQUILL_ASPECT_SETTINGS,
    .check = check_pool },
  { .info = { "short-connections", "I", SQUILL_SEVERITY_WARNING,
              SQUILL_SOURCE_NORMS ", norm 10; " SQUILL_SOURCE_SKILLS,
              N_ ("Each run opens a new connection"),
              N_ ("Setting up a connection takes several round trips: for TCP, TLS, the greeting, "
                  "and the login. An application opens one client when it starts, and all its "
                  "operations share the connections of that client’s pool. A serverless function "
                  "opens it outside of its handler, with a pool of three to five."),
              NULL },
    .scope = SQUILL_SCOPE_OPERATION,
    .aspects = SQUILL_ASPECT_WORKLOAD,
    .check = check_connections },
  { .info = { "bulk-unordered", "I", SQUILL_SEVERITY_HINT,
              SQUILL_SOURCE_NORMS ", norm 11; " SQUILL_SOURCE_LIMITS,
              N_ ("Many writes are sent one by one"),
              N_ ("An import that sends its writes one by one spends most of its time waiting for "
                  "round trips. bulkWrite sends many of them in one command; if they are not "
                  "ordered, the server works on them in parallel, and one that fails does not stop "
                  "the others. The driver divides what is too much for one command."),
              THRESHOLDS ("bulk.rate", "batch.max") },
    .scope = SQUILL_SCOPE_OPERATION,
    .aspects = SQUILL_ASPECT_WORKLOAD,
    .check = check_bulk },
  { .info = { "analytics-on-primary", "I", SQUILL_SEVERITY_HINT, SQUILL_SOURCE_NORMS ", norm 13",
              N_ ("A report burdens the primary"),
              N_ ("A report that reads a large part of a collection pushes what others need out of "
                  "the cache of the server that takes all writes. If its numbers may be a little "
                  "old, a secondary can compute them: with the read preference secondaryPreferred, "
                  "or on a node for analytics. This does not make room for more writes: every "
                  "secondary applies them, too."),
              THRESHOLDS ("report.share", "tiny.count") },
    .scope = SQUILL_SCOPE_OPERATION,
    .aspects = SQUILL_ASPECTS_USED | SQUILL_ASPECT_VALUES | SQUILL_ASPECT_STORAGE,
    .check = check_analytics },
  { .info = { NULL } },
};

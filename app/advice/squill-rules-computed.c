/* SPDX-License-Identifier: Apache-2.0 */

/* Family D: values that are computed from others. */

#define G_LOG_DOMAIN "squill-advice"

#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "advice/squill-advice-private.h"
#include "model/squill-authoring.h"
#include "model/squill-placement.h"
#include "text/squill-text.h"

/* Bytes that an update of one field adds to the oplog. */
#define OPLOG_BYTES 180.0

/* computed-candidate */

/**
 * Total:
 * @r: from the parent that gets the total to the children that it is of
 * @children: of one parent
 * @reads: how often it is computed, per second
 * @writes: how often children come, go, or change, per second; NaN where nobody said
 *
 * What an aggregate computes again and again.
 */
typedef struct
{
  const SquillRelationship *r;
  double children;
  double reads;
  double writes;
} Total;

/* The relationship over whose children it computes: it comes from their parent, or asks for those
 * of one (nullable). */
static const SquillRelationship *
find_computed (SquillRun *run, const SquillUse *use)
{
  const SquillOperation *operation = use->operation;

  for (guint i = 0; i < use->relationships->len; i++)
    {
      const SquillRelationship *r = use->relationships->pdata[i];

      if (squill_placement_is_embedding (r->placement) || g_str_equal (r->parent, r->child))
        continue;
      if (g_str_equal (use->root->item.id, r->child) &&
          _squill_keys_find (operation->filter, r->item.id) != NULL)
        return r;
      for (guint j = 0; g_str_equal (use->root->item.id, r->parent) && j < operation->computes->len;
           j++)
        {
          const SquillKey *key = operation->computes->pdata[j];

          if (squill_key_goes_through (key, r->item.id) || g_str_equal (key->path, r->item.id))
            return r;
        }
    }
  return NULL;
}

/* Whether a write changes what is computed. */
static gboolean
changes_total (const SquillUse *use, const SquillOperation *aggregate)
{
  const SquillOperation *operation = use->operation;

  if (operation->operation == SQUILL_OPERATION_INSERT ||
      operation->operation == SQUILL_OPERATION_DELETE)
    return TRUE;
  for (guint i = 0; i < aggregate->computes->len; i++)
    {
      const SquillKey *key = aggregate->computes->pdata[i];

      if (_squill_use_writes (use, squill_key_path_get_last (key->path)))
        return TRUE;
    }
  return FALSE;
}

static double
count_writes (SquillRun *run, const SquillRelationship *r, const SquillOperation *aggregate)
{
  const GPtrArray *uses = squill_operation_index_get_uses_from (run->operations, r->child);
  double writes = r->write >= 0 ? r->write : 0;

  for (guint i = 0; i < uses->len && !(r->write >= 0); i++)
    {
      const SquillUse *use = uses->pdata[i];

      if (!use->reads && changes_total (use, aggregate))
        writes += use->rate;
    }
  return writes > 0 ? writes : NAN;
}

static double
get_read_cost (SquillRun *run, const Total *total)
{
  const SquillCounts counts = { .seeks = total->children,
                                .keys = total->children,
                                .documents = total->children,
                                .read_bytes = total->children *
                                              _squill_run_get_bytes (run, total->r->child) };

  return squill_counts_get_cost (&counts);
}

static double
get_update_cost (SquillRun *run, const Total *total)
{
  const SquillCounts counts = { .commands = 1,
                                .seeks = 2,
                                .documents = 1,
                                .read_bytes = _squill_run_get_bytes (run, total->r->parent),
                                .written = 1,
                                .log_bytes = OPLOG_BYTES };

  return squill_counts_get_cost (&counts);
}

/* The keys of an operation that do not lead through a relationship. */
static json_t *
get_other_keys (const SquillKeys *keys, const char *relationship)
{
  g_autoptr (GPtrArray) left = _squill_keys_new ();

  for (guint i = 0; keys != NULL && i < keys->len; i++)
    {
      const SquillKey *key = keys->pdata[i];

      if (!squill_key_goes_through (key, relationship))
        _squill_keys_take (left, key->path, key->operator);
    }
  return left->len == 0 ? json_array () : squill_json_keys (left);
}

static json_t *
get_other_follows (const SquillOperation *operation, const char *relationship)
{
  json_t *follows = json_array ();

  for (guint i = 0; operation->follows != NULL && operation->follows[i] != NULL; i++)
    if (!g_str_equal (operation->follows[i], relationship))
      json_array_append_new (follows, json_string (operation->follows[i]));
  return follows;
}

/* A field for what is computed. Returns its id. */
static char *
add_total (
    SquillFix *self, SquillRun *run, const Total *total, const SquillKey *key, const char *order)
{
  const SquillEntity *parent = _squill_run_get_parent (run, total->r);
  const char *last = squill_key_path_get_last (key->path);
  const SquillField *field = squill_model_get_field (run->model, last);
  const gboolean is_count = g_str_equal (key->operator, "count");
  g_autofree char *wanted =
      g_strdup_printf ("%s_%s", _squill_wording_name (squill_model_get_item (run->model, last)),
                       *key->operator== '\0' ? "total" : key->operator);
  g_autofree char *name =
      squill_model_make_unique_name (run->model, parent->item.id, SQUILL_KIND_FIELD, wanted);
  char *id = squill_model_new_id (run->model, name);
  SquillTypes types = SQUILL_TYPE_DOUBLE;

  if (is_count)
    types = SQUILL_TYPE_LONG;
  else if (field != NULL && !g_str_equal (key->operator, "avg"))
    types = field->types;
  _squill_fix_add (self, SQUILL_KIND_FIELD, id, parent->item.id,
                   json_pack ("{s:s, s:s, s:o, s:b}", "name", name, "order", order, "types",
                              squill_json_types (types), "required", 1));
  return id;
}

static char *
get_last_order (gconstpointer item, SquillKind kind)
{
  guint n;
  gpointer const *all = squill_item_get_children (item, kind, &n);
  const SquillProperty *order = squill_kind_find_property (kind, "order");

  return squill_rank_between (
      n == 0 ? NULL : *(char *const *)G_STRUCT_MEMBER_P (all[n - 1], order->offset), NULL);
}

/* Whether it goes to the children only to compute. */
static gboolean
only_computes (const SquillOperation *operation, const SquillRelationship *r)
{
  const SquillKeys *lists[] = { operation->filter, operation->sort, operation->returns };

  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    for (guint j = 0; lists[i] != NULL && j < lists[i]->len; j++)
      if (squill_key_goes_through (lists[i]->pdata[j], r->item.id))
        return FALSE;
  for (guint i = 0; i < operation->computes->len; i++)
    {
      const SquillKey *key = operation->computes->pdata[i];

      if (!squill_key_goes_through (key, r->item.id) && !g_str_equal (key->path, r->item.id))
        return FALSE;
    }
  return TRUE;
}

/* The totals as fields of the parent, and an operation that updates them. */
static SquillFix *
make_total_fix (SquillRun *run, const SquillUse *use, const Total *total)
{
  const SquillOperation *operation = use->operation;
  const SquillEntity *parent = _squill_run_get_parent (run, total->r);
  const SquillModelInfo *info = squill_model_get_info (run->model);
  g_autofree char *wanted = NULL, *name = NULL, *id = NULL, *order = NULL, *rank = NULL;
  json_t *returns, *writes;
  SquillFix *fix;

  if (!g_str_equal (use->root->item.id, total->r->parent) || !only_computes (operation, total->r))
    return NULL;
  fix = _squill_fix_new (
      g_strdup_printf (_ ("Store what is computed in %s"), _squill_wording_name (parent)));
  returns = get_other_keys (operation->returns, total->r->item.id);
  writes = json_array ();
  rank = get_last_order (parent, SQUILL_KIND_FIELD);
  for (guint i = 0; i < operation->computes->len; i++)
    {
      g_autofree char *field = add_total (fix, run, total, operation->computes->pdata[i], rank);
      g_autofree char *next = squill_rank_between (rank, NULL);

      json_array_append_new (returns, json_pack ("{s:s}", "path", field));
      json_array_append_new (writes, json_pack ("{s:s}", "path", field));
      g_free (rank);
      rank = g_steal_pointer (&next);
    }
  _squill_fix_set (fix, operation->item.id, "computes", NULL);
  _squill_fix_set (fix, operation->item.id, "follows",
                   get_other_follows (operation, total->r->item.id));
  if (operation->returns != NULL)
    _squill_fix_set (fix, operation->item.id, "returns", returns);
  else
    json_decref (returns);
  wanted = g_strdup_printf (_ ("Update totals of %s"), _squill_wording_name (parent));
  name = squill_model_make_unique_name (run->model, SQUILL_MODEL_ID, SQUILL_KIND_OPERATION, wanted);
  id = squill_model_new_id (run->model, name);
  order = get_last_order (info, SQUILL_KIND_OPERATION);
  _squill_fix_add (fix, SQUILL_KIND_OPERATION, id, NULL,
                   json_pack ("{s:s, s:s, s:s, s:s, s:[{s:s, s:s}], s:o, s:o}", "name", name,
                              "order", order, "operation", "update", "entity", parent->item.id,
                              "filter", "path", "=_id", "how", "eq", "writes", writes, "rate",
                              squill_json_number (total->writes)));
  _squill_fix_lose (fix,
                    g_strdup_printf (_ ("“%s” gets what the last update stored, and not what it "
                                        "would compute now."),
                                     _squill_wording_name (operation)));
  return fix;
}

static void
check_computed (SquillRun *run, gconstpointer subject)
{
  const SquillOperation *operation = subject;
  const SquillUse *use = squill_operation_index_find (run->operations, operation->item.id);
  const double margin = _squill_run_get (run, SQUILL_THRESHOLD_DENORM_MARGIN);
  Total total;
  g_autofree char *count = NULL, *rate = NULL, *read = NULL, *updates = NULL;
  SquillFinding *finding;

  if (use == NULL || use->root == NULL || operation->operation != SQUILL_OPERATION_AGGREGATE ||
      operation->computes == NULL || operation->computes->len == 0 || !(use->rate > 0))
    return;
  total.r = find_computed (run, use);
  if (total.r == NULL)
    return;
  total.children = squill_triple_get_usual (total.r->children);
  total.reads = use->rate;
  total.writes = count_writes (run, total.r, operation);
  if (!(total.children > 1) || isinf (total.children) ||
      !(total.reads * get_read_cost (run, &total) >
        margin * total.writes * get_update_cost (run, &total)))
    return;
  count = squill_text_count (total.children);
  rate = squill_text_rate (total.reads);
  read = squill_text_rate (total.reads * total.children);
  updates = squill_text_rate (total.writes);
  finding = _squill_run_report (
      run, SQUILL_SEVERITY_HINT, operation, total.reads * get_read_cost (run, &total),
      g_strdup_printf (
          _ ("“%s” computes over %s “%s” %s, documents %s. Stored in “%s”, the result is "
             "updated %s."),
          _squill_wording_name (operation), count,
          _squill_wording_name (_squill_run_get_child (run, total.r)), rate, read,
          _squill_wording_name (_squill_run_get_parent (run, total.r)), updates));
  _squill_finding_set_number (finding, "children", total.children);
  _squill_finding_set_number (finding, "per_second", total.reads);
  _squill_finding_set_number (finding, "writes_per_second", total.writes);
  finding->fix = make_total_fix (run, use, &total);
}

/* approx-candidate */

/* More events than these are not worth collecting: nearly all writes are gone by then. */
#define MOST_EVENTS 100.0

static gboolean
counts_in (const SquillUse *use, const SquillField *field)
{
  return use->operation->operation == SQUILL_OPERATION_UPDATE &&
         _squill_use_writes (use, field->item.id);
}

static void
check_approximation (SquillRun *run, gconstpointer subject)
{
  const SquillField *field = subject;
  const SquillItem *owner;
  const double instances = squill_model_get_info (run->model)->instances;
  const double most = _squill_run_get (run, SQUILL_THRESHOLD_COUNTER_RATE);
  const GPtrArray *uses;
  double rate = 0, events, error;
  g_autofree char *often = NULL, *count = NULL, *off = NULL;
  SquillFinding *finding;

  if (!(field->tolerance > 0))
    return;
  owner = squill_item_get_owner (field);
  if (owner->kind != SQUILL_KIND_ENTITY)
    return;
  uses = squill_operation_index_get_uses_from (run->operations, owner->id);
  for (guint i = 0; i < uses->len; i++)
    rate += counts_in (uses->pdata[i], field) ? ((const SquillUse *)uses->pdata[i])->rate : 0;
  if (!(rate > most))
    return;
  /* Each process may hold back so many. */
  events = fmin (floor (field->tolerance / (instances >= 1 ? instances : 1)), MOST_EVENTS);
  if (!(events > 1))
    return;
  error = events * (instances >= 1 ? instances : 1);
  often = squill_text_rate (rate);
  count = squill_text_count (events);
  off = squill_text_count (error);
  finding = _squill_run_report (
      run, SQUILL_SEVERITY_HINT, field, rate,
      g_strdup_printf (_ ("“%s” is updated %s, and need not be exact. If each process writes only "
                          "every %s events, it is off by %s at most."),
                       _squill_wording_name (field), often, count, off));
  _squill_finding_set_number (finding, "per_second", rate);
  _squill_finding_set_number (finding, "events", events);
  _squill_finding_set_number (finding, "error", error);
  _squill_finding_set_number (finding, "threshold", most);
  finding->fix = _squill_fix_new (g_strdup_printf (_ ("Collect %s events per write"), count));
  for (guint i = 0; i < uses->len; i++)
    {
      const SquillUse *use = uses->pdata[i];

      if (counts_in (use, field) && use->operation->rate > 0)
        _squill_fix_set (finding->fix, use->operation->item.id, "rate",
                         squill_json_number (use->operation->rate / events));
    }
  /* That much of the error is used up. */
  _squill_fix_set (finding->fix, field->item.id, "tolerance",
                   squill_json_number (fmax (field->tolerance - error, 0)));
  _squill_fix_lose (finding->fix, g_strdup_printf (_ ("“%s” may be off by %s."),
                                                   _squill_wording_name (field), off));
}

#define THRESHOLDS(...) ((const char *const[]){ __VA_ARGS__, NULL })
#define READ (SQUILL_ASPECTS_ALL | SQUILL_ASPECT_NAME)

const SquillRule _squill_rules_computed[] = {
  { .info = { "computed-candidate", "D", SQUILL_SEVERITY_HINT, SQUILL_SOURCE_COMPUTED,
              N_ ("The same total is computed again and again"),
              N_ ("If a total is read much more often than what it is computed from changes, store "
                  "it. With few writes, each of them updates it; with many, a job computes it now "
                  "and then, and readers see a value that is a little old."),
              THRESHOLDS ("denorm.margin") },
    .scope = SQUILL_SCOPE_OPERATION,
    .aspects = READ,
    .check = check_computed },
  { .info = { "approx-candidate", "D", SQUILL_SEVERITY_HINT, SQUILL_SOURCE_SKILLS,
              N_ ("A counter is more exact than it has to be"),
              N_ ("Nobody minds whether a page was seen 1,000,000 or 1,000,050 times. If each "
                  "process counts by itself and writes every hundredth event, one percent of the "
                  "writes is left. Stock and money are no such counters."),
              THRESHOLDS ("counter.rate") },
    .scope = SQUILL_SCOPE_FIELD,
    .aspects = READ,
    .check = check_approximation },
  { .info = { NULL } },
};

/* SPDX-License-Identifier: Apache-2.0 */

/* Values that are stored though they could be computed, and counters that are nearly right. */

#define G_LOG_DOMAIN "squill-advice"

#include "config.h"

#include <glib/gi18n-lib.h>

#include "advice/squill-transform-private.h"
#include "model/squill-authoring.h"
#include "model/squill-placement.h"
#include "text/squill-text.h"

/* Bytes that an update of one field adds to the oplog. */
#define OPLOG_BYTES 180.0

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

/* s */
#define YEAR (365.25 * 86400)

/* How often a child comes, per second, if the model says only how many more there are each year. */
static double
get_growth_rate (SquillRun *run, const SquillRelationship *r)
{
  return r->growth * squill_design_get_count (run->design, r->parent).likely / YEAR;
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
  if (!(writes > 0))
    writes = get_growth_rate (run, r);
  return writes > 0 ? writes : NAN;
}

/** What one run costs that computes it, microseconds. */
double
_squill_total_get_read_cost (const SquillTotal *total, SquillRun *run)
{
  const SquillCounts counts = { .seeks = total->children,
                                .keys = total->children,
                                .documents = total->children,
                                .read_bytes = total->children *
                                              _squill_run_get_bytes (run, total->r->child) };

  return squill_counts_get_cost (&counts);
}

static double
get_update_cost (SquillRun *run, const SquillTotal *total)
{
  const SquillCounts counts = { .commands = 1,
                                .seeks = 2,
                                .documents = 1,
                                .read_bytes = _squill_run_get_bytes (run, total->r->parent),
                                .written = 1,
                                .log_bytes = OPLOG_BYTES };

  return squill_counts_get_cost (&counts);
}

/**
 * _squill_run_find_total:
 * @run: a run
 * @use: an operation
 * @total: (out caller-allocates): what it computes
 *
 * Returns: %TRUE if it is an aggregation over children that stand in documents of their own, and it
 *   is known how often it runs
 */
gboolean
_squill_run_find_total (SquillRun *run, const SquillUse *use, SquillTotal *total)
{
  const SquillOperation *operation = use->operation;

  if (use->root == NULL || operation->operation != SQUILL_OPERATION_AGGREGATE ||
      operation->computes == NULL || operation->computes->len == 0 || !(use->rate > 0))
    return FALSE;
  total->r = find_computed (run, use);
  if (total->r == NULL)
    return FALSE;
  total->children = squill_triple_get_usual (total->r->children);
  total->reads = use->rate;
  total->writes = count_writes (run, total->r, operation);
  return TRUE;
}

/**
 * _squill_total_pays:
 * @self: a total
 * @run: a run
 *
 * Returns: %TRUE if to compute it each time costs more than to update it with each write
 */
gboolean
_squill_total_pays (const SquillTotal *self, SquillRun *run)
{
  return self->children > 1 && !isinf (self->children) &&
         self->reads * _squill_total_get_read_cost (self, run) >
             _squill_run_get (run, SQUILL_THRESHOLD_DENORM_MARGIN) * self->writes *
                 get_update_cost (run, self);
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
add_total (SquillFix *self,
           SquillRun *run,
           const SquillTotal *total,
           const SquillKey *key,
           const char *order)
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

/**
 * _squill_fix_new_total:
 * @run: a run
 * @use: an operation
 * @total: what it computes, see _squill_run_find_total()
 * @reason: (out) (optional): why that cannot be stored
 *
 * Makes totals fields of the parent, with an operation that updates them.
 *
 * Returns: (transfer full) (nullable): a fix that does so
 */
SquillFix *
_squill_fix_new_total (SquillRun *run,
                       const SquillUse *use,
                       const SquillTotal *total,
                       char **reason)
{
  const SquillOperation *operation = use->operation;
  const SquillEntity *parent = _squill_run_get_parent (run, total->r);
  const SquillModelInfo *info = squill_model_get_info (run->model);
  g_autofree char *wanted = NULL, *name = NULL, *id = NULL, *order = NULL, *rank = NULL;
  json_t *returns, *writes;
  SquillFix *fix;

  if (!g_str_equal (use->root->item.id, total->r->parent))
    return _squill_transform_refuse (
        reason, g_strdup_printf (_ ("“%s” does not start from “%s”, which would have the result."),
                                 _squill_wording_name (operation), _squill_wording_name (parent)));
  if (!only_computes (operation, total->r))
    return _squill_transform_refuse (
        reason, g_strdup_printf (_ ("“%s” needs “%s” not only to compute."),
                                 _squill_wording_name (operation),
                                 _squill_wording_name (_squill_run_get_child (run, total->r))));
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

/* Approximation. */

/* More events than these are not worth collecting: nearly all writes are gone by then. */
#define MOST_EVENTS 100.0

static gboolean
counts_in (const SquillUse *use, const SquillField *field)
{
  return use->operation->operation == SQUILL_OPERATION_UPDATE &&
         _squill_use_writes (use, field->item.id);
}

/**
 * _squill_run_find_approximation:
 * @run: a run
 * @field: a field
 * @approximation: (out caller-allocates): how exact it has to be
 *
 * Returns: %TRUE if it may be off by more than one event of each process
 */
gboolean
_squill_run_find_approximation (SquillRun *run,
                                const SquillField *field,
                                SquillApproximation *approximation)
{
  const SquillItem *owner = squill_item_get_owner (field);
  const double instances = squill_model_get_info (run->model)->instances;
  const double processes = instances >= 1 ? instances : 1;
  const GPtrArray *uses;

  *approximation = (SquillApproximation){ 0 };
  if (!(field->tolerance > 0) || owner->kind != SQUILL_KIND_ENTITY)
    return FALSE;
  uses = squill_operation_index_get_uses_from (run->operations, owner->id);
  for (guint i = 0; i < uses->len; i++)
    if (counts_in (uses->pdata[i], field))
      approximation->rate += ((const SquillUse *)uses->pdata[i])->rate;
  /* Each process may hold back its part of what is tolerated. */
  approximation->events = fmin (floor (field->tolerance / processes), MOST_EVENTS);
  approximation->error = approximation->events * processes;
  return approximation->events > 1;
}

/**
 * _squill_fix_new_approximation:
 * @run: a run
 * @field: a field
 * @approximation: how exact it has to be
 *
 * Returns: (transfer full): a fix that writes one time for many events
 */
SquillFix *
_squill_fix_new_approximation (SquillRun *run,
                               const SquillField *field,
                               const SquillApproximation *approximation)
{
  const GPtrArray *uses =
      squill_operation_index_get_uses_from (run->operations, squill_item_get_owner (field)->id);
  g_autofree char *count = squill_text_count (approximation->events);
  g_autofree char *off = squill_text_count (approximation->error);
  SquillFix *fix = _squill_fix_new (g_strdup_printf (_ ("Collect %s events per write"), count));

  for (guint i = 0; i < uses->len; i++)
    {
      const SquillUse *use = uses->pdata[i];

      if (counts_in (use, field) && use->operation->rate > 0)
        _squill_fix_set (fix, use->operation->item.id, "rate",
                         squill_json_number (use->operation->rate / approximation->events));
    }
  /* That much of the error is used up. */
  _squill_fix_set (fix, field->item.id, "tolerance",
                   squill_json_number (fmax (field->tolerance - approximation->error, 0)));
  _squill_fix_lose (
      fix, g_strdup_printf (_ ("“%s” may be off by %s."), _squill_wording_name (field), off));
  return fix;
}

static SquillFix *
make_computed (SquillRun *run, gconstpointer subject, char **reason)
{
  const SquillOperation *operation = subject;
  const SquillUse *use = squill_operation_index_find (run->operations, operation->item.id);
  SquillTotal total;

  if (use == NULL || operation->operation != SQUILL_OPERATION_AGGREGATE ||
      operation->computes == NULL || operation->computes->len == 0)
    return _squill_transform_refuse (
        reason, g_strdup_printf (_ ("“%s” computes nothing."), _squill_wording_name (operation)));
  if (!_squill_run_find_total (run, use, &total))
    return _squill_transform_refuse (
        reason, g_strdup_printf (_ ("“%s” does not compute over children in documents of their "
                                    "own, or how often is not set."),
                                 _squill_wording_name (operation)));
  if (isnan (total.writes))
    return _squill_transform_refuse (
        reason, g_strdup_printf (_ ("How often “%s” are written is unknown, and each write would "
                                    "have to update the total."),
                                 _squill_wording_name (_squill_run_get_child (run, total.r))));
  if (!_squill_total_pays (&total, run))
    return _squill_transform_refuse (
        reason,
        g_strdup (_ ("To update the total with each write costs more than to compute it.")));
  return _squill_fix_new_total (run, use, &total, reason);
}

static SquillFix *
make_approximation (SquillRun *run, gconstpointer subject, char **reason)
{
  const SquillField *field = subject;
  SquillApproximation approximation;

  if (!(field->tolerance > 0))
    return _squill_transform_refuse (reason,
                                     g_strdup_printf (_ ("By how much “%s” may be off is not set."),
                                                      _squill_wording_name (field)));
  if (!_squill_run_find_approximation (run, field, &approximation))
    return _squill_transform_refuse (
        reason, g_strdup_printf (_ ("“%s” may not be off by two events of each process."),
                                 _squill_wording_name (field)));
  if (!(approximation.rate > 0))
    return _squill_transform_refuse (
        reason, g_strdup_printf (_ ("How often an operation updates “%s” is not set."),
                                 _squill_wording_name (field)));
  return _squill_fix_new_approximation (run, field, &approximation);
}

const SquillPatternEntry _squill_patterns_computed[] = {
  { .pattern = { "computed", N_ ("Computed"),
                 N_ ("Stores a total that is computed again and again, and updates it with each "
                     "write. It pays where the total is read much more often than what it is "
                     "computed from changes."),
                 SQUILL_SOURCE_COMPUTED },
    .of_operation = make_computed },
  { .pattern = { "approximation", N_ ("Approximation"),
                 N_ ("Lets each process count by itself, and writes one time for many events. It "
                     "pays where a counter changes very often and need not be exact."),
                 SQUILL_SOURCE_SKILLS },
    .of_field = make_approximation },
  { .pattern = { NULL } },
};

/* SPDX-License-Identifier: Apache-2.0 */

/* Family D: joins. */

#define G_LOG_DOMAIN "squill-advice"

#include "config.h"

#include <glib/gi18n-lib.h>

#include "advice/squill-advice-private.h"
#include "design/squill-plan.h"
#include "design/squill-size.h"
#include "model/squill-placement.h"
#include "text/squill-text.h"

/* lookup-hot */

/* The relationships that lead to other collections than the first (transfer container). */
static GPtrArray *
find_joins (SquillRun *run, const SquillOperation *operation, double *documents)
{
  const SquillPlan *plan = squill_design_get_plan (run->design, operation->item.id);
  GPtrArray *joins = g_ptr_array_new ();

  *documents = 0;
  for (guint i = 0; plan != NULL && i < plan->steps->len; i++)
    {
      const SquillPlanStep *step = plan->steps->pdata[i];
      const SquillRelationship *r =
          step->relationship == NULL
              ? NULL
              : squill_model_get_relationship (run->model, step->relationship);

      if (i == 0 || r == NULL || squill_placement_is_embedding (r->placement))
        continue;
      *documents += step->documents.likely;
      if (!g_ptr_array_find (joins, r, NULL))
        g_ptr_array_add (joins, (gpointer)r);
    }
  return joins;
}

/* What stores a relationship without this join, if that is advised. */
static SquillFix *
make_fix_of_join (SquillRun *run, const SquillUse *use, const SquillRelationship *r)
{
  const SquillPlacementOption *advised = _squill_run_get_advised (run, r);
  const gboolean from_parent = squill_use_comes_from_parent (use, r);

  if (advised == NULL)
    return NULL;
  if (squill_placement_is_embedding (advised->placement))
    return _squill_fix_new_advised (run, r);
  /* A copy at the end that the operation comes from, of what it returns. */
  if (from_parent == (advised->placement == SQUILL_PLACEMENT_CHILD_REFERENCES) &&
      use->operation->returns != NULL)
    return _squill_fix_new_copies (run, r, advised);
  return NULL;
}

/* A fix after which the operation joins so little that it is no longer worth a word. */
static SquillFix *
make_join_fix (SquillRun *run, const SquillUse *use, const GPtrArray *joins, gboolean is_very_hot)
{
  g_autoptr (SquillFix) only = NULL;

  for (guint i = 0; i < joins->len; i++)
    {
      SquillFix *fix = make_fix_of_join (run, use, joins->pdata[i]);

      if (only != NULL && fix != NULL)
        {
          _squill_fix_free (fix);
          return NULL;
        }
      if (fix != NULL)
        only = fix;
    }
  return joins->len == 1 || (joins->len == 2 && !is_very_hot) ? g_steal_pointer (&only) : NULL;
}

/* Whether the comparison of placements advises to store it as it is: then the join is the better
 * way.
 */
static gboolean
is_settled (SquillRun *run, const SquillRelationship *r)
{
  const SquillPlacementOption *advised = _squill_run_get_advised (run, r);

  return advised != NULL && advised->current;
}

/* Whether an operation that runs so often has too many joins that it could do without: another
 * placement is advised, or copies would be if it said which fields it needs. One of the latter may
 * be all that there is to it. */
static gboolean
is_burdened (SquillRun *run, const SquillUse *use, const GPtrArray *joins, gboolean is_very_hot)
{
  guint n_avoidable = 0;

  for (guint i = 0; i < joins->len; i++)
    {
      const SquillRelationship *r = joins->pdata[i];
      const gboolean settled = is_settled (run, r);

      if (!settled && is_very_hot)
        return TRUE;
      n_avoidable +=
          !settled || (use->operation->returns == NULL && !squill_use_comes_from_parent (use, r));
    }
  return n_avoidable >= 2;
}

static void
check_lookup (SquillRun *run, gconstpointer subject)
{
  const SquillOperation *operation = subject;
  const SquillUse *use = squill_operation_index_find (run->operations, operation->item.id);
  g_autoptr (GPtrArray) joins = NULL;
  g_autoptr (SquillFix) fix = NULL;
  g_autofree char *rate = NULL, *count = NULL, *list = NULL;
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  gboolean is_very_hot, is_bad;
  double documents;
  SquillFinding *finding;

  if (use == NULL || use->root == NULL || !use->reads ||
      !squill_operation_index_is_hot (run->operations, use->rate))
    return;
  joins = find_joins (run, operation, &documents);
  if (joins->len == 0)
    return;
  is_very_hot = use->rate >= _squill_run_get (run, SQUILL_THRESHOLD_LOOKUP_RATE);
  is_bad = is_burdened (run, use, joins, is_very_hot);
  fix = make_join_fix (run, use, joins, is_very_hot);
  /* One join now and then is fine, unless there is something better. */
  if (!is_bad && fix == NULL)
    return;
  for (guint i = 0; i < joins->len; i++)
    {
      const SquillRelationship *r = joins->pdata[i];

      g_ptr_array_add (names,
                       (gpointer)_squill_wording_name (squill_use_comes_from_parent (use, r)
                                                           ? _squill_run_get_child (run, r)
                                                           : _squill_run_get_parent (run, r)));
    }
  list = squill_text_names (names);
  rate = squill_text_rate (use->rate);
  count = squill_text_estimate (documents);
  finding = _squill_run_report (
      run, is_bad ? SQUILL_SEVERITY_WARNING : SQUILL_SEVERITY_HINT, operation,
      use->rate * joins->len,
      isnan (documents)
          ? g_strdup_printf (_ ("“%s” joins %s %s. How many documents it fetches there is not "
                                "known."),
                             _squill_wording_name (operation), list, rate)
          : g_strdup_printf (
                g_dngettext (GETTEXT_PACKAGE,
                             "“%s” joins %s %s, and fetches about %s document there each time.",
                             "“%s” joins %s %s, and fetches about %s documents there each time.",
                             round (documents) == 1 ? 1 : 2),
                _squill_wording_name (operation), list, rate, count));
  _squill_finding_set_number (finding, "joins", joins->len);
  _squill_finding_set_number (finding, "per_second", use->rate);
  if (!isnan (documents))
    _squill_finding_set_number (finding, "documents", documents);
  finding->fix = g_steal_pointer (&fix);
}

/* lookup-result-too-large */

/**
 * _squill_run_get_too_large_join:
 * @run: a run
 * @operation: an operation
 * @r: a relationship that it follows to the children
 *
 * Returns: bytes of a parent with the array of its children that a $lookup makes, where they are
 *   more than a document may have; 0 where they are not, where nobody said how many, and where the
 *   operation makes no such document
 */
double
_squill_run_get_too_large_join (SquillRun *run,
                                const SquillOperation *operation,
                                const SquillRelationship *r)
{
  const double children = _squill_run_get_children (run, r);
  double bytes;

  if (operation->operation != SQUILL_OPERATION_AGGREGATE || operation->unwinds ||
      operation->computes != NULL || operation->limit > 0 || squill_relationship_is_single (r))
    return 0;
  bytes = _squill_run_get_bytes (run, r->parent) +
          squill_size_array (children, _squill_run_get_bytes (run, r->child));
  return bytes > _squill_run_get (run, SQUILL_THRESHOLD_DOC_LIMIT) && !isinf (bytes) ? bytes : 0;
}

static void
check_result (SquillRun *run, gconstpointer subject)
{
  const SquillOperation *operation = subject;
  const SquillUse *use = squill_operation_index_find (run->operations, operation->item.id);

  if (use == NULL || use->root == NULL)
    return;
  for (guint i = 0; i < use->relationships->len; i++)
    {
      const SquillRelationship *r = use->relationships->pdata[i];
      const double limit = _squill_run_get (run, SQUILL_THRESHOLD_DOC_LIMIT);
      g_autofree char *size = NULL, *count = NULL;
      double bytes;
      SquillFinding *finding;

      if (!squill_use_follows (use, r->item.id) || !squill_use_comes_from_parent (use, r) ||
          squill_placement_is_embedding (r->placement))
        continue;
      bytes = _squill_run_get_too_large_join (run, operation, r);
      if (bytes == 0)
        continue;
      size = squill_text_bytes (bytes);
      count = squill_text_count (_squill_run_get_children (run, r));
      finding = _squill_run_report (
          run, SQUILL_SEVERITY_ERROR, operation, bytes / limit,
          g_strdup_printf (_ ("“%s” joins one “%s” with %s “%s” into a document of %s, and no "
                              "document may exceed 16 MiB: it fails."),
                           _squill_wording_name (operation),
                           _squill_wording_name (_squill_run_get_parent (run, r)), count,
                           _squill_wording_name (_squill_run_get_child (run, r)), size));
      _squill_finding_set_number (finding, "bytes", bytes);
      _squill_finding_set_number (finding, "children", _squill_run_get_children (run, r));
      _squill_finding_set_number (finding, "limit", limit);
      finding->fix = _squill_fix_new_set (g_strdup (_ ("Return each joined document by itself")),
                                          operation->item.id, "unwinds", json_true ());
      return;
    }
}

#define THRESHOLDS(...) ((const char *const[]){ __VA_ARGS__, NULL })
#define READ (SQUILL_ASPECTS_ALL | SQUILL_ASPECT_NAME)

const SquillRule _squill_rules_lookups[] = {
  { .info = { "lookup-hot", "D", SQUILL_SEVERITY_WARNING,
              SQUILL_SOURCE_COMPASS "; " SQUILL_SOURCE_SKILLS "; " SQUILL_SOURCE_REDUCE_LOOKUP,
              N_ ("A frequent read joins collections"),
              N_ ("A join, by $lookup or by a second query, looks up each document that it fetches "
                  "in an index of its own. For an analysis once a day that does not matter. What "
                  "runs many times a second is better served by one document: with the other "
                  "embedded, or with copies of the few fields that are needed."),
              THRESHOLDS ("lookup.rate", "hot.rate", "hot.share", "hot.least") },
    .scope = SQUILL_SCOPE_OPERATION,
    .aspects = READ,
    .check = check_lookup,
    .reads_hot = TRUE },
  { .info = { "lookup-result-too-large", "D", SQUILL_SEVERITY_ERROR,
              SQUILL_SOURCE_LIMITS "; " SQUILL_SOURCE_LOOKUP,
              N_ ("The result of a join exceeds the limit of a document"),
              N_ ("$lookup puts all that it finds into an array of one document. A result beyond "
                  "16 MiB is an error. With $unwind right after it, each joined document becomes "
                  "one of the result; a $limit in its pipeline bounds the array; or query the "
                  "other collection directly."),
              THRESHOLDS ("doc.limit") },
    .scope = SQUILL_SCOPE_OPERATION,
    .aspects = READ,
    .check = check_result },
  { .info = { NULL } },
};

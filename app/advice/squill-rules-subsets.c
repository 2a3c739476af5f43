/* SPDX-License-Identifier: Apache-2.0 */

/* Family D: the first children of a parent, kept in it. */

#define G_LOG_DOMAIN "squill-advice"

#include "config.h"

#include <glib/gi18n-lib.h>

#include "advice/squill-advice-private.h"
#include "design/squill-found.h"
#include "design/squill-size.h"
#include "model/squill-placement.h"
#include "text/squill-text.h"

#define MB 1e6

/* subset-candidate */

/* Whether the limit of an operation is one of the children of a parent: it reads a parent with its
 * first children, or these by their parent and nothing else. */
static gboolean
limits_children (SquillRun *run, const SquillUse *use, const SquillRelationship *r)
{
  const SquillOperation *operation = use->operation;

  if (!use->reads || use->root == NULL || !(operation->limit > 0))
    return FALSE;
  if (g_str_equal (use->root->item.id, r->parent))
    return squill_use_goes_through (use, r->item.id) &&
           squill_operation_limits_children (operation, run->model, r);
  return g_str_equal (use->root->item.id, r->child) && operation->sort != NULL &&
         operation->filter != NULL && operation->filter->len == 1 &&
         _squill_keys_find (operation->filter, r->item.id) != NULL;
}

static gboolean
reads_first (SquillRun *run, const SquillUse *use, const SquillRelationship *r)
{
  return limits_children (run, use, r) && !(use->operation->skip > 0);
}

/* The most frequent of those (nullable). */
static const SquillUse *
find_reader (SquillRun *run, const SquillRelationship *r)
{
  const GPtrArray *uses = squill_operation_index_get_uses_of (run->operations, r->child);
  const SquillUse *best = NULL;

  for (guint i = 0; i < uses->len; i++)
    {
      const SquillUse *use = uses->pdata[i];

      if (reads_first (run, use, r) && squill_operation_index_is_hot (run->operations, use->rate) &&
          (best == NULL || use->rate > best->rate))
        best = use;
    }
  return best;
}

static void
check_candidate (SquillRun *run, gconstpointer subject)
{
  const SquillRelationship *r = subject;
  const double children = _squill_run_get_children (run, r);
  const SquillPlacementOption *advised;
  const SquillUse *use;
  g_autofree char *first = NULL, *all = NULL, *rate = NULL;
  SquillFinding *finding;

  if ((r->placement != SQUILL_PLACEMENT_PARENT_REFERENCE &&
       r->placement != SQUILL_PLACEMENT_EMBED_MANY) ||
      r->pinned)
    return;
  use = find_reader (run, r);
  if (use == NULL)
    return;
  advised = _squill_run_get_advised (run, r);
  if (advised == NULL || advised->placement != SQUILL_PLACEMENT_SUBSET ||
      !(children > _squill_run_get (run, SQUILL_THRESHOLD_SUBSET_RATIO) * advised->bound))
    return;
  first = squill_text_count (advised->bound);
  all = squill_text_count (children);
  rate = squill_text_rate (use->rate);
  finding = _squill_run_report (
      run, SQUILL_SEVERITY_HINT, r, use->rate,
      r->placement == SQUILL_PLACEMENT_EMBED_MANY
          ? g_strdup_printf (
                _ ("“%s”, %s, needs the first %s of %s “%s”, and loads all of them. Only "
                   "those few have to be in “%s”."),
                _squill_wording_name (use->operation), rate, first, all,
                _squill_wording_name (_squill_run_get_child (run, r)),
                _squill_wording_name (_squill_run_get_parent (run, r)))
          : g_strdup_printf (
                _ ("“%s”, %s, needs the first %s of %s “%s”. With those few embedded in "
                   "“%s”, it reads one document."),
                _squill_wording_name (use->operation), rate, first, all,
                _squill_wording_name (_squill_run_get_child (run, r)),
                _squill_wording_name (_squill_run_get_parent (run, r))));
  _squill_finding_set_number (finding, "first", advised->bound);
  _squill_finding_set_number (finding, "children", children);
  _squill_finding_set_number (finding, "per_second", use->rate);
  _squill_finding_set_text (finding, "operation", use->operation->name);
  finding->fix = _squill_fix_new_advised (run, r);
}

/* subset-write-cost */

/* What every insert logs: the array as a whole, because it is cut to its length. */
static double
get_array_bytes (SquillRun *run, const SquillRelationship *r)
{
  const SquillShape *list = _squill_run_get_stored (run, r, TRUE);

  return list == NULL || !list->array ? NAN : squill_size_array (r->bound, list->payload.likely);
}

static void
check_write_cost (SquillRun *run, gconstpointer subject)
{
  const SquillRelationship *r = subject;
  const double most = _squill_run_get (run, SQUILL_THRESHOLD_SUBSET_LOG);
  double reads, inserts, array, read_bytes, logged;
  g_autofree char *size = NULL, *each = NULL;
  SquillFinding *finding;

  if (r->placement != SQUILL_PLACEMENT_SUBSET || !(r->bound > 0))
    return;
  squill_relationship_count_subset (run->design, r, &reads, &inserts);
  array = get_array_bytes (run, r);
  logged = inserts * array;
  read_bytes = reads * _squill_run_get_bytes (run, r->parent);
  if (!(logged > most) && !(reads > 0 && logged > read_bytes))
    return;
  size = squill_text_bytes (array);
  each = squill_text_bytes (logged);
  finding = _squill_run_report (
      run, SQUILL_SEVERITY_WARNING, r, logged / MB,
      g_strdup_printf (_ ("Each insert into “%s” writes %s to the oplog: the whole array, which is "
                          "cut to the first ones. That is %s per second in all."),
                       _squill_wording_name (_squill_run_get_child (run, r)), size, each));
  _squill_finding_set_number (finding, "array_bytes", array);
  _squill_finding_set_number (finding, "bytes_per_second", logged);
  _squill_finding_set_number (finding, "inserts_per_second", inserts);
  finding->fix = _squill_fix_new_advised (run, r);
}

/* subset-read-rarely */

static void
check_read_rarely (SquillRun *run, gconstpointer subject)
{
  const SquillRelationship *r = subject;
  double reads, inserts;
  g_autofree char *read = NULL, *written = NULL;
  SquillFinding *finding;

  if (r->placement != SQUILL_PLACEMENT_SUBSET)
    return;
  squill_relationship_count_subset (run->design, r, &reads, &inserts);
  /* Where nobody is said to read them, nobody may have said yet who does. */
  if (!(reads > 0) || !(reads < inserts))
    return;
  read = squill_text_rate (reads);
  written = squill_text_rate (inserts);
  finding = _squill_run_report (
      run, SQUILL_SEVERITY_WARNING, r, inserts / reads,
      g_strdup_printf (_ ("The “%s” kept in “%s” change more often (%s) than they are read (%s)."),
                       _squill_wording_name (_squill_run_get_child (run, r)),
                       _squill_wording_name (_squill_run_get_parent (run, r)), written, read));
  _squill_finding_set_number (finding, "reads_per_second", reads);
  _squill_finding_set_number (finding, "inserts_per_second", inserts);
  finding->fix = _squill_fix_new_advised (run, r);
}

/* subset-lossy */

/* How many children of one parent somebody still wants, of as many as there can be; NaN where
 * nobody said. */
static double
get_wanted (SquillRun *run, const SquillRelationship *r)
{
  const GPtrArray *uses = squill_operation_index_get_uses_of (run->operations, r->child);
  double wanted = squill_triple_get_usual (r->children);

  for (guint i = 0; i < uses->len; i++)
    {
      const SquillUse *use = uses->pdata[i];

      if (limits_children (run, use, r))
        wanted = isnan (wanted) ? use->operation->limit : fmax (wanted, use->operation->limit);
    }
  return isnan (r->children.max) ? wanted : fmin (wanted, r->children.max);
}

static void
check_lossy (SquillRun *run, gconstpointer subject)
{
  const SquillRelationship *r = subject;
  const double kept = r->placement == SQUILL_PLACEMENT_SUBSET ? r->bound : r->cap;
  const SquillEntity *child = _squill_run_get_child (run, r);
  double wanted;
  g_autofree char *some = NULL, *all = NULL;
  SquillFinding *finding;

  if ((r->placement != SQUILL_PLACEMENT_EMBED_MANY && r->placement != SQUILL_PLACEMENT_SUBSET) ||
      !(kept > 0) || squill_design_is_collection (run->design, r->child))
    return;
  wanted = get_wanted (run, r);
  if (!(wanted > kept))
    return;
  some = squill_text_count (kept);
  all = squill_text_count (wanted);
  finding = _squill_run_report (
      run, SQUILL_SEVERITY_ERROR, r, wanted / kept,
      g_strdup_printf (_ ("Only %s of %s “%s” are kept in “%s”, and nowhere else: the others are "
                          "lost."),
                       some, all, _squill_wording_name (child),
                       _squill_wording_name (_squill_run_get_parent (run, r))));
  _squill_finding_set_number (finding, "kept", kept);
  _squill_finding_set_number (finding, "wanted", wanted);
  finding->fix = _squill_fix_new_set (
      g_strdup_printf (_ ("Keep all %s in a collection as well"), _squill_wording_name (child)),
      r->child, "standalone", json_string ("yes"));
  _squill_fix_choose_names (finding->fix, run, r);
}

#define THRESHOLDS(...) ((const char *const[]){ __VA_ARGS__, NULL })
#define READ (SQUILL_ASPECTS_ALL | SQUILL_ASPECT_NAME)

const SquillRule _squill_rules_subsets[] = {
  { .info = { "subset-candidate", "D", SQUILL_SEVERITY_HINT,
              SQUILL_SOURCE_NORMS "; " SQUILL_SOURCE_ZOLA_3 "; " SQUILL_SOURCE_SUBSET,
              N_ ("The first few could be kept in the parent"),
              N_ ("A page that shows a product with its ten newest reviews needs one document if "
                  "these ten are embedded in it. All reviews stay in their own collection. An "
                  "insert then writes two documents, and cuts the array to its length."),
              THRESHOLDS ("subset.ratio", "hot.rate", "hot.share", "hot.least") },
    .scope = SQUILL_SCOPE_RELATIONSHIP,
    .aspects = READ,
    .check = check_candidate,
    .reads_hot = TRUE },
  { .info = { "subset-write-cost", "D", SQUILL_SEVERITY_WARNING,
              SQUILL_SOURCE_PUSH "; " SQUILL_SOURCE_ZOLA_2,
              N_ ("Keeping the first few up to date is expensive"),
              N_ ("An update that adds an element with $push and cuts the array with $slice, or "
                  "sorts it, is logged with the whole array, not only with the element. Keep "
                  "fewer, update the parent only if the element belongs to the first ones, cut the "
                  "array now and then instead of each time, or do without the subset."),
              THRESHOLDS ("subset.log") },
    .scope = SQUILL_SCOPE_RELATIONSHIP,
    .aspects = READ,
    .check = check_write_cost },
  { .info = { "subset-read-rarely", "D", SQUILL_SEVERITY_WARNING, SQUILL_SOURCE_ZOLA_2,
              N_ ("The first few are written more often than read"),
              N_ ("A subset saves a query for each read and costs an update for each insert. If "
                  "you look at the newest messages less often than messages come, a query with an "
                  "index on the parent and the time is cheaper."),
              NULL },
    .scope = SQUILL_SCOPE_RELATIONSHIP,
    .aspects = READ,
    .check = check_read_rarely },
  { .info = { "subset-lossy", "D", SQUILL_SEVERITY_ERROR,
              SQUILL_SOURCE_ZOLA_3 "; " SQUILL_SOURCE_ZOLA_2,
              N_ ("Elements fall off the end and are gone"),
              N_ ("An array that is cut to its newest elements forgets the others. If older ones "
                  "are still needed, insert each into a collection of its own as well."),
              NULL },
    .scope = SQUILL_SCOPE_RELATIONSHIP,
    .aspects = READ,
    .check = check_lossy },
  { .info = { NULL } },
};

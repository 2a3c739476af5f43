/* SPDX-License-Identifier: Apache-2.0 */

/* Family A: references, and what is needed to follow them. */

#define G_LOG_DOMAIN "squill-advice"

#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "advice/squill-fix-placement.h"
#include "advice/squill-rule.h"
#include "advice/squill-wording.h"

static void
set_place (SquillFinding *finding, SquillRun *run, const SquillShape *shape)
{
  const SquillCollection *collection =
      shape == NULL ? NULL : squill_design_get_collection_of_shape (run->design, shape);

  if (collection != NULL)
    squill_finding_set_place (finding, collection->id, shape->path);
}

static void
set_documents (SquillFinding *finding, SquillRun *run, const char *entity)
{
  double count = squill_triple_get_usual (squill_design_get_count (run->design, entity));

  squill_finding_set_number (finding, "documents", count);
}

/* "all 5 000 000 documents of x", as far as it is known how many there are. */
static char *
describe_all (SquillRun *run, const SquillEntity *entity)
{
  double count = squill_triple_get_usual (squill_design_get_count (run->design, entity->item.id));
  g_autofree char *text = NULL;

  if (isnan (count))
    return g_strdup_printf (_ ("all documents of “%s”"), squill_wording_name (entity));
  text = squill_wording_count (count);
  return g_strdup_printf (_ ("all %s documents of “%s”"), text, squill_wording_name (entity));
}

static double
get_log_count (SquillRun *run, const char *entity)
{
  double count = squill_triple_get_usual (squill_design_get_count (run->design, entity));

  return count > 1 ? log10 (count) : 0;
}

/* parent-ref-unindexed */

static const SquillUse *
find_use_to_children (SquillRun *run, const SquillRelationship *r)
{
  const GPtrArray *from_child = squill_workload_get_uses_from (run->workload, r->child);
  const GPtrArray *of_parent = squill_workload_get_uses_of (run->workload, r->parent);

  for (guint i = 0; i < from_child->len; i++)
    {
      const SquillUse *use = from_child->pdata[i];

      if (squill_keys_find (use->operation->filter, r->item.id) != NULL)
        return use;
    }
  for (guint i = 0; i < of_parent->len; i++)
    {
      const SquillUse *use = of_parent->pdata[i];
      gboolean from_child_end = use->root != NULL && g_str_equal (use->root->item.id, r->child) &&
                                !g_str_equal (r->parent, r->child);

      if (!from_child_end && squill_use_goes_through (use, r->item.id))
        return use;
    }
  return NULL;
}

static void
check_parent_unindexed (SquillRun *run, gconstpointer subject)
{
  const SquillRelationship *r = subject;
  const SquillEntity *parent = squill_run_get_parent (run, r);
  const SquillEntity *child = squill_run_get_child (run, r);
  const SquillShape *reference;
  const SquillUse *use;
  g_autofree char *all = NULL;
  SquillFinding *finding;

  /* Where children have a list of ids at their parent, those are what is followed. */
  if (r->placement != SQUILL_PLACEMENT_PARENT_REFERENCE && r->placement != SQUILL_PLACEMENT_SUBSET)
    return;
  use = find_use_to_children (run, r);
  if (use == NULL && !(r->together > 0))
    return;
  reference = squill_run_get_stored (run, r, FALSE);
  if (reference == NULL || squill_run_has_index_led_by (run, reference))
    return;
  all = describe_all (run, child);
  finding = squill_run_report (
      run, SQUILL_SEVERITY_WARNING, r, get_log_count (run, r->child),
      use != NULL
          ? g_strdup_printf (_ ("“%s” looks for the “%s” of one “%s”, and without an index on “%s” "
                                "reads %s."),
                             squill_wording_name (use->operation), squill_wording_name (child),
                             squill_wording_name (parent), reference->path, all)
          : g_strdup_printf (_ ("To look for the “%s” of one “%s” without an index on “%s” is to "
                                "read %s."),
                             squill_wording_name (child), squill_wording_name (parent),
                             reference->path, all));
  set_place (finding, run, reference);
  set_documents (finding, run, r->child);
  squill_finding_set_text (finding, "operation", use == NULL ? NULL : use->operation->name);
  finding->fix = squill_fix_new_reference_index (run, r);
}

/* child-ref-reverse-unindexed */

static const SquillUse *
find_use_to_parents (SquillRun *run, const SquillRelationship *r)
{
  const GPtrArray *from_parent = squill_workload_get_uses_from (run->workload, r->parent);
  const GPtrArray *from_child = squill_workload_get_uses_from (run->workload, r->child);

  for (guint i = 0; i < from_parent->len; i++)
    {
      const SquillUse *use = from_parent->pdata[i];

      if (squill_keys_find (use->operation->filter, r->item.id) != NULL)
        return use;
    }
  for (guint i = 0; i < from_child->len && !g_str_equal (r->parent, r->child); i++)
    {
      const SquillUse *use = from_child->pdata[i];

      if (squill_use_goes_through (use, r->item.id))
        return use;
    }
  return NULL;
}

static void
check_reverse_unindexed (SquillRun *run, gconstpointer subject)
{
  const SquillRelationship *r = subject;
  const SquillEntity *parent = squill_run_get_parent (run, r);
  const SquillEntity *child = squill_run_get_child (run, r);
  const SquillShape *reference;
  const SquillUse *use;
  g_autofree char *all = NULL;
  g_autoptr (GPtrArray) keys = NULL;
  SquillFinding *finding;

  if (r->placement != SQUILL_PLACEMENT_CHILD_REFERENCES)
    return;
  use = find_use_to_parents (run, r);
  if (use == NULL)
    return;
  reference = squill_run_get_stored (run, r, TRUE);
  if (reference == NULL || squill_run_has_index_led_by (run, reference))
    return;
  all = describe_all (run, parent);
  finding = squill_run_report (
      run, SQUILL_SEVERITY_WARNING, r, get_log_count (run, r->parent),
      g_strdup_printf (_ ("“%s” looks for each “%s” with a given “%s”, and without an index on "
                          "“%s” reads %s."),
                       squill_wording_name (use->operation), squill_wording_name (parent),
                       squill_wording_name (child), reference->path, all));
  set_place (finding, run, reference);
  set_documents (finding, run, r->parent);
  squill_finding_set_text (finding, "operation", use->operation->name);
  keys = squill_keys_new ();
  squill_keys_take (keys, r->item.id, "1");
  finding->fix = squill_fix_new_index (
      g_strdup_printf (_ ("Index the references in %s"), squill_wording_name (parent)), run->model,
      parent, keys, FALSE);
}

/* Two-way references. */

/* Whether the list of ids at the parent is of use of its own. */
static gboolean
needs_array (SquillRun *run, const SquillRelationship *r)
{
  const GPtrArray *uses = squill_workload_get_uses_from (run->workload, r->parent);

  if (r->ordering == SQUILL_ORDERING_RANK || squill_relationship_is_shared (r))
    return TRUE;
  SQUILL_FOR_EACH_CHILD (SquillCopy, copy, r, SQUILL_KIND_COPY)
    {
      if (copy->direction == SQUILL_COPY_TO_PARENT)
        return TRUE;
    }
  for (guint i = 0; i < uses->len; i++)
    {
      const SquillUse *use = uses->pdata[i];

      /* The ids themselves are asked for, and not the documents behind them. */
      if (squill_keys_find (use->operation->returns, r->item.id) != NULL &&
          !squill_use_goes_through (use, r->item.id))
        return TRUE;
    }
  return FALSE;
}

static SquillFix *
make_one_way_fix (SquillRun *run, const SquillRelationship *r)
{
  SquillFix *fix = squill_fix_new_placement (run, r, SQUILL_PLACEMENT_PARENT_REFERENCE, NAN);

  g_free (fix->label);
  fix->label = g_strdup_printf (_ ("Keep only the reference in %s"),
                                squill_wording_name (squill_run_get_child (run, r)));
  return fix;
}

static void
check_non_atomic (SquillRun *run, gconstpointer subject)
{
  const SquillRelationship *r = subject;
  const SquillEntity *child = squill_run_get_child (run, r);
  const GPtrArray *uses;
  const SquillUse *mover = NULL;
  gboolean modelled = FALSE;
  double rate;
  SquillFinding *finding;
  g_autofree char *text = NULL;

  if (r->placement != SQUILL_PLACEMENT_TWO_WAY)
    return;
  uses = squill_workload_get_uses_of (run->workload, r->child);
  for (guint i = 0; i < uses->len; i++)
    {
      const SquillUse *use = uses->pdata[i];

      if (g_strcmp0 (use->operation->moves, r->item.id) != 0)
        continue;
      modelled = TRUE;
      if (mover == NULL && !use->operation->transaction && !(use->operation->stale_ok > 0))
        mover = use;
    }
  if (mover == NULL && (modelled || !(r->move > 0)))
    return;
  rate = mover != NULL && mover->rate > 0 ? mover->rate : r->move;
  text = rate > 0 ? squill_wording_rate (rate) : g_strdup (_ ("as often as it happens"));
  finding = squill_run_report (
      run, SQUILL_SEVERITY_WARNING, r, rate > 0 ? rate : 0,
      g_strdup_printf (_ ("To give a “%s” to another parent changes three documents, %s: the child "
                          "and both lists. In between readers see half of it."),
                       squill_wording_name (child), text));
  set_place (finding, run, squill_run_get_stored (run, r, TRUE));
  squill_finding_set_number (finding, "documents_per_move", 3);
  squill_finding_set_number (finding, "moves_per_second", rate > 0 ? rate : NAN);
  squill_finding_set_text (finding, "operation", mover == NULL ? NULL : mover->operation->name);
  if (!needs_array (run, r))
    finding->fix = make_one_way_fix (run, r);
  else if (mover != NULL)
    {
      finding->fix = squill_fix_new (g_strdup (_ ("Move it in a transaction")));
      for (guint i = 0; i < uses->len; i++)
        {
          const SquillUse *use = uses->pdata[i];

          if (g_strcmp0 (use->operation->moves, r->item.id) == 0 && !use->operation->transaction &&
              !(use->operation->stale_ok > 0))
            squill_fix_set (finding->fix, use->operation->item.id, "transaction", json_true ());
        }
    }
}

static void
check_redundant (SquillRun *run, gconstpointer subject)
{
  const SquillRelationship *r = subject;
  const SquillEntity *parent = squill_run_get_parent (run, r);
  const SquillEntity *child = squill_run_get_child (run, r);
  const SquillShape *stored;
  SquillFinding *finding;

  if (r->placement != SQUILL_PLACEMENT_TWO_WAY || needs_array (run, r))
    return;
  /* Of what nobody says how it is used nothing is redundant. */
  if (!squill_run_get_access (run, r).known)
    return;
  stored = squill_run_get_stored (run, r, TRUE);
  finding = squill_run_report (
      run, SQUILL_SEVERITY_HINT, r, 0,
      g_strdup_printf (_ ("Nothing needs the list of “%s” in “%s” itself: an index on the "
                          "reference in “%s” answers the same, and each insert writes one document "
                          "less."),
                       squill_wording_name (child), squill_wording_name (parent),
                       squill_wording_name (child)));
  set_place (finding, run, stored);
  squill_finding_set_number (finding, "writes_saved_per_insert", 1);
  finding->fix = make_one_way_fix (run, r);
}

/* in-list-long */

/* How many values an "in" asks for; as many as are usual where it does not say. */
static double
get_in_length (const SquillKey *key, double usual)
{
  if (g_str_has_prefix (key->how, "in:"))
    return g_ascii_strtod (key->how + strlen ("in:"), NULL);
  return g_str_equal (key->how, "in") ? usual : 0;
}

static gboolean
names_key_of (SquillRun *run, const SquillKey *key, const SquillRelationship *r)
{
  const SquillField *field = squill_model_get_field (run->model, key->path);

  if (r->child_key != NULL)
    return g_str_equal (key->path, r->child_key);
  return g_str_equal (key->path, "=_id") || (field != NULL && g_strcmp0 (field->name, "_id") == 0);
}

static const SquillOperation *
find_sorted_in (SquillRun *run, const SquillRelationship *r, double *length)
{
  double usual = squill_triple_get_usual (r->children);
  double most = squill_run_get (run, SQUILL_THRESHOLD_IN_LONG);
  const GPtrArray *uses = squill_workload_get_uses_from (run->workload, r->child);

  for (guint i = 0; i < uses->len; i++)
    {
      const SquillOperation *operation = ((const SquillUse *)uses->pdata[i])->operation;

      for (guint j = 0;
           operation->sort != NULL && operation->filter != NULL && j < operation->filter->len; j++)
        {
          const SquillKey *key = operation->filter->pdata[j];

          *length = get_in_length (key, usual);
          if (*length >= most && names_key_of (run, key, r))
            return operation;
        }
    }
  *length = usual;
  if (!(usual >= most))
    return NULL;
  uses = squill_workload_get_uses_from (run->workload, r->parent);
  for (guint i = 0; i < uses->len; i++)
    {
      const SquillUse *use = uses->pdata[i];

      if (!use->reads || !squill_use_goes_through (use, r->item.id))
        continue;
      if (r->order_by != NULL && r->ordering != SQUILL_ORDERING_NONE)
        return use->operation;
      for (guint j = 0; use->operation->sort != NULL && j < use->operation->sort->len; j++)
        if (squill_key_goes_through (use->operation->sort->pdata[j], r->item.id))
          return use->operation;
    }
  return NULL;
}

static void
check_in_long (SquillRun *run, gconstpointer subject)
{
  const SquillRelationship *r = subject;
  const SquillOperation *operation;
  g_autofree char *count = NULL, *most = NULL;
  SquillFinding *finding;
  double length;

  if (r->placement != SQUILL_PLACEMENT_CHILD_REFERENCES)
    return;
  operation = find_sorted_in (run, r, &length);
  if (operation == NULL)
    return;
  count = squill_wording_count (length);
  most = squill_wording_count (squill_run_get (run, SQUILL_THRESHOLD_IN_LONG));
  finding = squill_run_report (
      run, SQUILL_SEVERITY_HINT, r, length,
      g_strdup_printf (_ ("“%s” asks for %s ids at once and wants the result sorted. From %s on no "
                          "index delivers the order any more: the server sorts in memory."),
                       squill_wording_name (operation), count, most));
  set_place (finding, run, squill_run_get_stored (run, r, TRUE));
  squill_finding_set_number (finding, "values", length);
  squill_finding_set_number (finding, "threshold", squill_run_get (run, SQUILL_THRESHOLD_IN_LONG));
  squill_finding_set_text (finding, "operation", operation->name);
  finding->fix = squill_fix_new_placement (run, r, SQUILL_PLACEMENT_PARENT_REFERENCE, NAN);
}

#define THRESHOLDS(...) ((const char *const[]){ __VA_ARGS__, NULL })
#define READ (SQUILL_ASPECTS_ALL)

const SquillRule squill_rules_references[] = {
  { .info = { "parent-ref-unindexed", "A", SQUILL_SEVERITY_WARNING, "S4 g5 note, A",
              N_ ("The reference to the parent has no index"),
              N_ ("Each child names its parent, so the children of one parent are found by asking "
                  "all children. An index that starts with the reference finds them at once; with "
                  "what they are sorted by as its second key it also delivers them in order."),
              NULL },
    .scope = SQUILL_SCOPE_RELATIONSHIP,
    .aspects = READ,
    .check = check_parent_unindexed },
  { .info = { "child-ref-reverse-unindexed", "A", SQUILL_SEVERITY_WARNING, "S3, M:multikey",
              N_ ("The list of references has no index"),
              N_ ("Parents keep the ids of their children. To ask the other way round, which "
                  "parents have this child, is to look into every list. An index on the list has "
                  "an entry for each id in it and answers that."),
              NULL },
    .scope = SQUILL_SCOPE_RELATIONSHIP,
    .aspects = READ,
    .check = check_reverse_unindexed },
  { .info = { "two-way-non-atomic", "A", SQUILL_SEVERITY_WARNING, "S1, S3",
              N_ ("Both sides of a reference change one after the other"),
              N_ ("Where each side refers to the other, a child that goes to another parent takes "
                  "three writes: its own reference, the list it leaves and the list it joins. Only "
                  "one document changes at once, so for a moment, or for good if the application "
                  "stops in between, they do not agree. Keep one direction, write them in a "
                  "transaction, or say that stale reads will do."),
              NULL },
    .scope = SQUILL_SCOPE_RELATIONSHIP,
    .aspects = READ,
    .check = check_non_atomic },
  { .info = { "two-way-redundant", "A", SQUILL_SEVERITY_HINT, "S3",
              N_ ("One of two directions is enough"),
              N_ ("A list of ids in the parent is worth its writes if its order means something, "
                  "or if the ids are used without the documents behind them. Otherwise an index "
                  "on the child's reference to its parent finds the same children."),
              NULL },
    .scope = SQUILL_SCOPE_RELATIONSHIP,
    .aspects = READ,
    .check = check_redundant },
  { .info = { "in-list-long", "A", SQUILL_SEVERITY_HINT, "M:esr",
              N_ ("A long list of ids is asked for in order"),
              N_ ("For a few values in a list the server reads the index once for each and merges "
                  "what it finds in order. With many it treats the list like a range, and sorts "
                  "the result afterwards. If children name their parent, an index of the "
                  "reference and the sort field has both."),
              THRESHOLDS ("in.long") },
    .scope = SQUILL_SCOPE_RELATIONSHIP,
    .aspects = READ,
    .check = check_in_long },
  { .info = { NULL } },
};

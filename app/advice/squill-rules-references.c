/* SPDX-License-Identifier: Apache-2.0 */

/* Family A: references, and what is needed to follow them. */

#define G_LOG_DOMAIN "squill-advice"

#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "advice/squill-advice-private.h"
#include "model/squill-placement.h"
#include "text/squill-text.h"

static void
set_place (SquillFinding *finding, SquillRun *run, const SquillShape *shape)
{
  const SquillCollection *collection =
      shape == NULL ? NULL : squill_design_get_collection_of_shape (run->design, shape);

  if (collection != NULL)
    _squill_finding_set_place (finding, collection->id, shape->path);
}

static void
set_documents (SquillFinding *finding, SquillRun *run, const char *entity)
{
  double count = squill_triple_get_usual (squill_design_get_count (run->design, entity));

  _squill_finding_set_number (finding, "documents", count);
}

/* "all 5 000 000 documents of x", as far as it is known how many there are. */
static char *
describe_all (SquillRun *run, const SquillEntity *entity)
{
  double count = squill_triple_get_usual (squill_design_get_count (run->design, entity->item.id));
  g_autofree char *text = NULL;

  if (isnan (count))
    return g_strdup_printf (_ ("all documents of “%s”"), _squill_wording_name (entity));
  text = squill_text_count (count);
  return g_strdup_printf (_ ("all %s documents of “%s”"), text, _squill_wording_name (entity));
}

static double
get_log_count (SquillRun *run, const char *entity)
{
  double count = squill_triple_get_usual (squill_design_get_count (run->design, entity));

  return count > 1 ? log10 (count) : 0;
}

/* parent-ref-unindexed */

static void
check_parent_unindexed (SquillRun *run, gconstpointer subject)
{
  const SquillRelationship *r = subject;
  const SquillEntity *parent = _squill_run_get_parent (run, r);
  const SquillEntity *child = _squill_run_get_child (run, r);
  const SquillShape *reference;
  const SquillUse *use;
  g_autofree char *all = NULL;
  SquillFinding *finding;

  /* Where children have a list of ids at their parent, those are what is followed. */
  if (r->placement != SQUILL_PLACEMENT_PARENT_REFERENCE && r->placement != SQUILL_PLACEMENT_SUBSET)
    return;
  reference = _squill_run_get_stored (run, r, FALSE);
  if (reference == NULL || _squill_run_has_index_led_by (run, reference))
    return;
  use = _squill_run_find_use_to_children (run, r, TRUE);
  if (use == NULL && !(r->together > 0))
    return;
  all = describe_all (run, child);
  finding = _squill_run_report (
      run, SQUILL_SEVERITY_WARNING, r, get_log_count (run, r->child),
      use != NULL
          ? g_strdup_printf (_ ("“%s” looks for the “%s” of one “%s”, and without an index on “%s” "
                                "it reads %s."),
                             _squill_wording_name (use->operation), _squill_wording_name (child),
                             _squill_wording_name (parent), reference->path, all)
          : g_strdup_printf (
                _ ("Without an index on “%3$s”, finding the “%1$s” of one “%2$s” reads %4$s."),
                _squill_wording_name (child), _squill_wording_name (parent), reference->path, all));
  set_place (finding, run, reference);
  set_documents (finding, run, r->child);
  _squill_finding_set_text (finding, "operation", use == NULL ? NULL : use->operation->name);
  finding->fix = _squill_fix_new_reference_index (run, r);
}

/* child-ref-reverse-unindexed */

/* Whether there are so few, and so small ones, that reading all of them is as fast. */
static gboolean
are_few (SquillRun *run, const char *entity)
{
  const double count = squill_triple_get_usual (squill_design_get_count (run->design, entity));

  return count <= _squill_run_get (run, SQUILL_THRESHOLD_SCAN_MAX) &&
         count * _squill_run_get_bytes (run, entity) <=
             _squill_run_get (run, SQUILL_THRESHOLD_TINY_BYTES);
}

static void
check_reverse_unindexed (SquillRun *run, gconstpointer subject)
{
  const SquillRelationship *r = subject;
  const SquillEntity *parent = _squill_run_get_parent (run, r);
  const SquillEntity *child = _squill_run_get_child (run, r);
  const SquillShape *reference;
  const SquillUse *use;
  g_autofree char *all = NULL;
  g_autoptr (GPtrArray) keys = NULL;
  SquillFinding *finding;

  if (r->placement != SQUILL_PLACEMENT_CHILD_REFERENCES || are_few (run, r->parent))
    return;
  use = _squill_run_find_use_to_parents (run, r, TRUE);
  if (use == NULL)
    return;
  reference = _squill_run_get_stored (run, r, TRUE);
  all = describe_all (run, parent);
  finding = _squill_run_report (
      run, SQUILL_SEVERITY_WARNING, r, get_log_count (run, r->parent),
      g_strdup_printf (_ ("“%s” looks for each “%s” with a given “%s”, and without an index on "
                          "“%s” it reads %s."),
                       _squill_wording_name (use->operation), _squill_wording_name (parent),
                       _squill_wording_name (child), reference->path, all));
  set_place (finding, run, reference);
  set_documents (finding, run, r->parent);
  _squill_finding_set_text (finding, "operation", use->operation->name);
  keys = _squill_keys_new ();
  _squill_keys_take (keys, r->item.id, "1");
  finding->fix = _squill_fix_new_index (
      g_strdup_printf (_ ("Index the references in %s"), _squill_wording_name (parent)), run->model,
      parent, keys, FALSE);
}

/* Two-way references. */

/* Whether the list of ids at the parent is of use of its own. */
static gboolean
needs_array (SquillRun *run, const SquillRelationship *r)
{
  const GPtrArray *uses = squill_operation_index_get_uses_from (run->operations, r->parent);

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
      if (_squill_keys_find (use->operation->returns, r->item.id) != NULL &&
          !squill_use_goes_through (use, r->item.id))
        return TRUE;
    }
  return FALSE;
}

static SquillFix *
make_one_way_fix (SquillRun *run, const SquillRelationship *r)
{
  SquillFix *fix = _squill_fix_new_advised (run, r);

  if (fix == NULL || fix->placement != SQUILL_PLACEMENT_PARENT_REFERENCE)
    return fix;
  g_free (fix->label);
  fix->label = g_strdup_printf (_ ("Keep only the reference in %s"),
                                _squill_wording_name (_squill_run_get_child (run, r)));
  return fix;
}

static void
check_non_atomic (SquillRun *run, gconstpointer subject)
{
  const SquillRelationship *r = subject;
  const SquillEntity *child = _squill_run_get_child (run, r);
  const GPtrArray *uses;
  const SquillUse *mover = NULL;
  gboolean modelled = FALSE;
  double rate;
  SquillFinding *finding;
  g_autofree char *text = NULL;

  if (r->placement != SQUILL_PLACEMENT_TWO_WAY)
    return;
  uses = squill_operation_index_get_uses_of (run->operations, r->child);
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
  text = rate > 0 ? squill_text_rate (rate) : g_strdup (_ ("each time it happens"));
  finding = _squill_run_report (
      run, SQUILL_SEVERITY_WARNING, r, rate > 0 ? rate : 0,
      g_strdup_printf (
          _ ("Reassigning a document of “%s” updates three documents, %s: the child and both "
             "arrays. In between, readers see an inconsistent state."),
          _squill_wording_name (child), text));
  set_place (finding, run, _squill_run_get_stored (run, r, TRUE));
  _squill_finding_set_number (finding, "documents_per_move", 3);
  _squill_finding_set_number (finding, "moves_per_second", rate > 0 ? rate : NAN);
  _squill_finding_set_text (finding, "operation", mover == NULL ? NULL : mover->operation->name);
  if (!needs_array (run, r))
    finding->fix = make_one_way_fix (run, r);
  else if (mover != NULL)
    {
      finding->fix = _squill_fix_new (g_strdup (_ ("Move it in a transaction")));
      for (guint i = 0; i < uses->len; i++)
        {
          const SquillUse *use = uses->pdata[i];

          if (g_strcmp0 (use->operation->moves, r->item.id) == 0 && !use->operation->transaction &&
              !(use->operation->stale_ok > 0))
            _squill_fix_set (finding->fix, use->operation->item.id, "transaction", json_true ());
        }
    }
}

static void
check_redundant (SquillRun *run, gconstpointer subject)
{
  const SquillRelationship *r = subject;
  const SquillEntity *parent = _squill_run_get_parent (run, r);
  const SquillEntity *child = _squill_run_get_child (run, r);
  const SquillPlacementOption *advised;
  const SquillShape *stored;
  SquillFinding *finding;

  if (r->placement != SQUILL_PLACEMENT_TWO_WAY || needs_array (run, r))
    return;
  /* Of what nobody says how it is used nothing is redundant. */
  advised = _squill_run_get_advised (run, r);
  if (!_squill_run_get_access (run, r).known || advised == NULL ||
      advised->placement == SQUILL_PLACEMENT_TWO_WAY)
    return;
  stored = _squill_run_get_stored (run, r, TRUE);
  finding = _squill_run_report (
      run, SQUILL_SEVERITY_HINT, r, 0,
      g_strdup_printf (
          _ ("No operation needs the array of “%s” in “%s”: an index on the reference in “%s” "
             "answers the same queries, and each insert writes one document less."),
          _squill_wording_name (child), _squill_wording_name (parent),
          _squill_wording_name (child)));
  set_place (finding, run, stored);
  _squill_finding_set_number (finding, "writes_saved_per_insert", 1);
  finding->fix = make_one_way_fix (run, r);
}

/* in-list-long */

/* How many values an "in" asks for; as many as are usual where it does not say. */
static double
get_in_length (const SquillKey *key, double usual)
{
  if (g_str_has_prefix (key->operator, "in:"))
    return g_ascii_strtod (key->operator+ strlen ("in:"), NULL);
  return g_str_equal (key->operator, "in") ? usual : 0;
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
  double most = _squill_run_get (run, SQUILL_THRESHOLD_IN_LONG);
  const GPtrArray *uses = squill_operation_index_get_uses_from (run->operations, r->child);

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
  uses = squill_operation_index_get_uses_from (run->operations, r->parent);
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
  count = squill_text_count (length);
  most = squill_text_count (_squill_run_get (run, SQUILL_THRESHOLD_IN_LONG));
  finding = _squill_run_report (
      run, SQUILL_SEVERITY_HINT, r, length,
      g_strdup_printf (_ ("“%s” queries for %s ids at once and sorts the result. Beyond %s ids no "
                          "index provides the sort order: the server sorts in memory."),
                       _squill_wording_name (operation), count, most));
  set_place (finding, run, _squill_run_get_stored (run, r, TRUE));
  _squill_finding_set_number (finding, "values", length);
  _squill_finding_set_number (finding, "threshold",
                              _squill_run_get (run, SQUILL_THRESHOLD_IN_LONG));
  _squill_finding_set_text (finding, "operation", operation->name);
  finding->fix = _squill_fix_new_advised (run, r);
}

#define THRESHOLDS(...) ((const char *const[]){ __VA_ARGS__, NULL })
#define READ (SQUILL_ASPECTS_ALL)

const SquillRule _squill_rules_references[] = {
  { .info = { "parent-ref-unindexed", "A", SQUILL_SEVERITY_WARNING,
              SQUILL_SOURCE_GUIDELINES ", the note on guideline 5; " SQUILL_SOURCE_SKILLS,
              N_ ("The reference to the parent has no index"),
              N_ ("Each child refers to its parent, so without an index, finding the children of "
                  "one parent scans all children. An index that starts with the reference finds "
                  "them directly; with the sort field as its second key, it also returns them in "
                  "order."),
              NULL },
    .scope = SQUILL_SCOPE_RELATIONSHIP,
    .aspects = READ,
    .check = check_parent_unindexed },
  { .info = { "child-ref-reverse-unindexed", "A", SQUILL_SEVERITY_WARNING,
              SQUILL_SOURCE_ZOLA_2 "; " SQUILL_SOURCE_MULTIKEY,
              N_ ("The array of references has no index"),
              N_ ("Parents store the ids of their children. Without an index, finding the parents "
                  "of one child scans every parent. A multikey index on the array has an entry for "
                  "each id and finds them directly."),
              NULL },
    .scope = SQUILL_SCOPE_RELATIONSHIP,
    .aspects = READ,
    .check = check_reverse_unindexed },
  { .info = { "two-way-non-atomic", "A", SQUILL_SEVERITY_WARNING,
              SQUILL_SOURCE_ZOLA_3 "; " SQUILL_SOURCE_ZOLA_2,
              N_ ("Two-way references are not updated together"),
              N_ ("If each side refers to the other, assigning a child to another parent takes "
                  "three writes: the reference in the child, the array that it leaves, and the "
                  "array that it joins. Each write is atomic only on its own, so the sides differ "
                  "for a moment, or permanently if the application stops in between. Keep the "
                  "references on one side, write them in a transaction, or accept stale reads."),
              NULL },
    .scope = SQUILL_SCOPE_RELATIONSHIP,
    .aspects = READ,
    .check = check_non_atomic },
  { .info = { "two-way-redundant", "A", SQUILL_SEVERITY_HINT, SQUILL_SOURCE_ZOLA_2,
              N_ ("One of the two references is enough"),
              N_ ("An array of ids in the parent is worth its writes if its order matters, or if "
                  "operations use the ids without the documents that they refer to. Otherwise, an "
                  "index on the reference from the child to its parent finds the same children."),
              NULL },
    .scope = SQUILL_SCOPE_RELATIONSHIP,
    .aspects = READ,
    .check = check_redundant },
  { .info = { "in-list-long", "A", SQUILL_SEVERITY_HINT, SQUILL_SOURCE_ESR,
              N_ ("A query for many ids sorts its result"),
              N_ ("For a few values in $in, the server scans the index once per value and merges "
                  "the results in order. With many values, it treats $in like a range and sorts "
                  "the result afterward. If children refer to their parent, one index on the "
                  "reference and the sort field serves both."),
              THRESHOLDS ("in.long") },
    .scope = SQUILL_SCOPE_RELATIONSHIP,
    .aspects = READ,
    .check = check_in_long },
  { .info = { NULL } },
};

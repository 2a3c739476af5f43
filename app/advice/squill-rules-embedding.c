/* SPDX-License-Identifier: Apache-2.0 */

/* Family A: what should not be embedded, and what should be. */

#define G_LOG_DOMAIN "squill-advice"

#include "config.h"

#include <glib/gi18n-lib.h>

#include "advice/squill-advice-private.h"
#include "model/squill-placement.h"
#include "design/squill-plan.h"
#include "text/squill-text.h"

/* Rough numbers do not differ by an order of magnitude. */
#define MIN_CONTRADICTION 10.0

static void
set_stored (SquillFinding *finding, SquillRun *run, const SquillRelationship *r)
{
  const SquillShape *shape = _squill_run_get_stored (run, r, TRUE);
  const SquillCollection *collection =
      shape == NULL ? NULL : squill_design_get_collection_of_shape (run->design, shape);

  if (collection != NULL)
    _squill_finding_set_place (finding, collection->id, shape->path);
}

/* embed-independent-access */

/* Whether overflow documents embed it: the rest of what others embed up to a number. Who asks for
 * children there asks for these, too, and is told there. */
static gboolean
is_rest (SquillRun *run, const SquillRelationship *r)
{
  guint n, n_around;
  const SquillRelationship *const *all =
      squill_entity_get_relationships (_squill_run_get_child (run, r), &n);
  const SquillRelationship *const *around =
      squill_entity_get_relationships (_squill_run_get_parent (run, r), &n_around);

  for (guint i = 0; i < n; i++)
    for (guint j = 0; j < n_around; j++)
      if (all[i] != r && g_str_equal (all[i]->child, r->child) &&
          squill_placement_is_embedding (all[i]->placement) && all[i]->cap > 0 &&
          g_str_equal (around[j]->child, r->parent) &&
          g_str_equal (around[j]->parent, all[i]->parent))
        return TRUE;
  return FALSE;
}

/* What an operation costs that comes to children without their parents, by an index or without. */
static char *
say_crossing (SquillRun *run, const SquillOperation *operation, const SquillRelationship *r)
{
  const SquillPlan *plan = squill_design_get_plan (run->design, operation->item.id);
  const SquillPlanStep *step = plan == NULL || plan->steps->len == 0 ? NULL : plan->steps->pdata[0];

  return g_strdup_printf (
      step != NULL && step->access != SQUILL_PLAN_SCAN
          /* Translators: an operation and two entities. */
          ? _ ("“%s” looks for “%s” in all “%s”, where they are embedded: what is found is read "
               "with its whole document.")
          : _ ("“%s” looks for “%s” in all “%s”, where they are embedded: every document has to be "
               "looked into."),
      _squill_wording_name (operation), _squill_wording_name (_squill_run_get_child (run, r)),
      _squill_wording_name (_squill_run_get_parent (run, r)));
}

static void
check_independent (SquillRun *run, gconstpointer subject)
{
  const SquillRelationship *r = subject;
  const SquillEntity *parent = _squill_run_get_parent (run, r);
  const SquillEntity *child = _squill_run_get_child (run, r);
  g_autofree char *share = NULL;
  SquillAccess access;
  SquillFinding *finding;
  double alone, most = _squill_run_get (run, SQUILL_THRESHOLD_ALONE_SHARE);

  /* What also has a collection of its own is found there. */
  if (!squill_placement_is_embedding (r->placement) ||
      squill_design_is_collection (run->design, r->child) || is_rest (run, r))
    return;
  access = _squill_run_get_access (run, r);
  alone = squill_access_get_alone_share (&access);
  /* The only one of its parent is found in the collection of these as in one of its own. */
  if (alone <= most && (access.crosses == NULL || (squill_relationship_is_single (r) &&
                                                   squill_triple_get_most (r->parents) <= 1)))
    return;
  share = squill_text_share (alone);
  finding = _squill_run_report (
      run, SQUILL_SEVERITY_WARNING, r, 1 + alone,
      alone > most
          ? g_strdup_printf (
                _ ("%s of the operations on “%s” do not start from “%s”, but it is embedded "
                   "there: listing all of them means unwinding every document."),
                share, _squill_wording_name (child), _squill_wording_name (parent))
          : say_crossing (run, access.crosses, r));
  set_stored (finding, run, r);
  _squill_finding_set_number (finding, "independent_share", alone);
  _squill_finding_set_number (finding, "independent_per_second",
                              access.rated ? access.child_alone : NAN);
  _squill_finding_set_number (finding, "threshold", most);
  finding->fix = _squill_fix_new_advised (run, r);
}

/* embed-shared-child */

static void
check_shared (SquillRun *run, gconstpointer subject)
{
  const SquillRelationship *r = subject;
  const SquillEntity *parent = _squill_run_get_parent (run, r);
  const SquillEntity *child = _squill_run_get_child (run, r);
  g_autofree char *count = NULL;
  double parents;
  SquillFinding *finding;

  if (!squill_placement_is_embedding (r->placement) || !squill_relationship_is_shared (r) ||
      !squill_item_may_change (child))
    return;
  parents = _squill_run_get_parents (run, r);
  if (parents <= 1)
    parents = squill_triple_get_most (r->parents);
  count = squill_text_count (parents);
  finding = _squill_run_report (
      run, SQUILL_SEVERITY_WARNING, r, isfinite (parents) ? log10 (parents) : 10,
      isfinite (parents)
          ? g_strdup_printf (_ ("Each of “%s” is stored in %s documents of “%s”; a change has to "
                                "update all of them."),
                             _squill_wording_name (child), count, _squill_wording_name (parent))
          : g_strdup_printf (
                _ ("Each of “%s” is stored in an unlimited number of documents of “%s”; "
                   "a change has to update all of them."),
                _squill_wording_name (child), _squill_wording_name (parent)));
  set_stored (finding, run, r);
  _squill_finding_set_number (finding, "parents_per_child", parents);
  finding->fix = _squill_fix_new_advised (run, r);
}

/* false-one-to-many */

/* How many parents of a child follow from how many there are of each; NaN where nobody counted.
 * References may lead to something of which a document has many, such as the keys of a map: these
 * are not as many as the documents. */
static double
count_parents (SquillRun *run, const SquillRelationship *r)
{
  const SquillField *key = squill_model_get_field (run->model, r->child_key);
  const SquillEntity *parent = _squill_run_get_parent (run, r);
  const SquillEntity *child = _squill_run_get_child (run, r);
  double parents = squill_triple_get_usual (parent->count);
  double children = squill_triple_get_usual (child->count);
  double each = squill_triple_get_usual (r->children);
  double kept = squill_entity_get_retention (child);

  if (key != NULL && _squill_field_has_many (key))
    return NAN;
  /* In a tree, the usual number of children is meant of what is no leaf. */
  if (parent == child)
    return NAN;
  /* Parents that are kept longer have lost what children they had. */
  if (!isnan (kept) && !(squill_entity_get_retention (parent) <= kept))
    return NAN;
  return children > 0 ? parents * each / children : NAN;
}

/* What was seen of the relationship in data. */
static double
get_observed_parents (const SquillRelationship *r)
{
  const json_t *seen = json_object_get (json_object_get (r->evidence, "parents_per_child"), "max");

  return json_is_number (seen) ? json_number_value (seen) : NAN;
}

/**
 * _squill_run_is_falsely_single:
 * @run: a run
 * @r: a relationship
 *
 * Returns: %TRUE if in the model no child has more than one parent, but by the counts of the
 *   entities many more children are meant than there are: more than rough numbers explain
 */
gboolean
_squill_run_is_falsely_single (SquillRun *run, const SquillRelationship *r)
{
  return !squill_relationship_is_shared (r) && count_parents (run, r) >= MIN_CONTRADICTION;
}

static void
check_false_one (SquillRun *run, gconstpointer subject)
{
  const SquillRelationship *r = subject;
  const SquillEntity *parent = _squill_run_get_parent (run, r);
  const SquillEntity *child = _squill_run_get_child (run, r);
  double counted, observed, real;
  g_autofree char *text = NULL;
  SquillFinding *finding;
  SquillRelationship changed = *r;
  SquillTriple parents;

  /* Where nobody said how many parents a child has, only placements for one parent mean one. */
  if (squill_relationship_is_shared (r) ||
      (isnan (squill_triple_get_most (r->parents)) &&
       !squill_placement_is_embedding (r->placement) &&
       r->placement != SQUILL_PLACEMENT_PARENT_REFERENCE && !r->contains))
    return;
  counted = count_parents (run, r);
  observed = get_observed_parents (r);
  /* Likely numbers are rough: twice as many links as children are no slip. */
  real = counted >= 2 ? counted : observed > 1 ? observed : NAN;
  if (isnan (real))
    return;
  text = squill_text_count (real);
  finding = _squill_run_report (
      run, SQUILL_SEVERITY_HINT, r, log10 (real),
      observed > 1 && !(counted >= 2)
          ? g_strdup_printf (_ ("In the model, one “%s” has one “%s”, but in the data some have "
                                "%s: the relationship is many-to-many."),
                             _squill_wording_name (child), _squill_wording_name (parent), text)
          : g_strdup_printf (_ ("In the model, one “%s” has one “%s”, but the counts of the "
                                "entities imply %s: the relationship is many-to-many."),
                             _squill_wording_name (child), _squill_wording_name (parent), text));
  _squill_finding_set_number (finding, "parents_per_child", real);
  parents = SQUILL_TRIPLE (0, round (real), fmax (ceil (real), observed));
  finding->fix = _squill_fix_new_set (g_strdup (_ ("Make it many-to-many")), r->item.id, "parents",
                                      squill_json_triple (parents));
  changed.parents = parents;
  _squill_fix_choose_names (finding->fix, run, &changed);
}

/* one-embedded-of-many */

static void
check_one_of_many (SquillRun *run, gconstpointer subject)
{
  const SquillRelationship *r = subject;
  const double most = squill_triple_get_most (r->children);
  const SquillPlacementOption *advised;
  g_autofree char *count = NULL;
  SquillFinding *finding;

  if (!_squill_relationship_loses_children (r))
    return;
  count = isinf (most) ? g_strdup (_ ("any number of")) : squill_text_count (most);
  finding = _squill_run_report (
      run, SQUILL_SEVERITY_ERROR, r, isinf (most) ? 3 : log10 (most),
      g_strdup_printf (
          _ ("One “%s” can have %s “%s”, but its document has room for one: the others "
             "are stored nowhere."),
          _squill_wording_name (_squill_run_get_parent (run, r)), count,
          _squill_wording_name (_squill_run_get_child (run, r))));
  if (isfinite (most))
    _squill_finding_set_number (finding, "children_max", most);
  advised = r->pinned ? NULL : _squill_run_get_advised (run, r);
  if (advised != NULL && advised->placement != r->placement)
    finding->fix = _squill_fix_new_placement (run, r, advised);
}

/* one-to-few-not-embedded */

static void
check_not_embedded (SquillRun *run, gconstpointer subject)
{
  const SquillRelationship *r = subject;
  const SquillEntity *parent = _squill_run_get_parent (run, r);
  const SquillEntity *child = _squill_run_get_child (run, r);
  double children, bytes, together;
  g_autofree char *count = NULL, *share = NULL, *size = NULL;
  SquillAccess access;
  SquillFinding *finding;
  gboolean hot;

  if (r->placement == SQUILL_PLACEMENT_TWO_WAY || !_squill_run_is_apart (run, r) ||
      squill_relationship_is_single (r) || _squill_run_stands_alone (run, r) ||
      !_squill_run_is_few (run, r, &children, &bytes) || _squill_run_is_asked_for (run, r))
    return;
  access = _squill_run_get_access (run, r);
  together = squill_access_get_together_share (&access);
  if (!(together >= _squill_run_get (run, SQUILL_THRESHOLD_TOGETHER_SHARE)) ||
      !_squill_run_advises_embedding (run, r))
    return;
  hot = access.rated && squill_operation_index_is_hot (run->operations, access.together);
  count = squill_text_count (children);
  share = squill_text_share (together);
  size = squill_text_bytes (bytes);
  finding = _squill_run_report (
      run, hot ? SQUILL_SEVERITY_WARNING : SQUILL_SEVERITY_HINT, r,
      access.rated ? access.together : 0,
      g_strdup_printf (_ ("Each of “%s” has %s “%s” and is read with them in %s of its reads. "
                          "Embedded, they are one document of %s, read by one query and written "
                          "atomically."),
                       _squill_wording_name (parent), count, _squill_wording_name (child), share,
                       size));
  _squill_finding_set_number (finding, "children", children);
  _squill_finding_set_number (finding, "together_share", together);
  _squill_finding_set_number (finding, "together_per_second", access.rated ? access.together : NAN);
  _squill_finding_set_number (finding, "bytes", bytes);
  finding->fix = _squill_fix_new_advised (run, r);
}

/* one-to-one-split */

/* How often own fields of an entity are written. */
static double
get_write_rate (SquillRun *run, const char *entity)
{
  const GPtrArray *uses = squill_operation_index_get_uses_from (run->operations, entity);
  double rate = 0;

  for (guint i = 0; i < uses->len; i++)
    {
      const SquillUse *use = uses->pdata[i];

      if (use->operation->operation == SQUILL_OPERATION_UPDATE)
        rate += use->rate;
    }
  return rate;
}

static gboolean
differ_by (double a, double b, double ratio)
{
  return (a > 0 || b > 0) && (a > b * ratio || b > a * ratio);
}

static gboolean
has_other_readers (const SquillEntity *one, const SquillEntity *other)
{
  return one->readers != SQUILL_READERS_UNKNOWN && other->readers != SQUILL_READERS_UNKNOWN &&
         one->readers != other->readers;
}

static void
check_split (SquillRun *run, gconstpointer subject)
{
  const SquillRelationship *r = subject;
  const SquillEntity *parent = _squill_run_get_parent (run, r);
  const SquillEntity *child = _squill_run_get_child (run, r);
  g_autofree char *share = NULL;
  SquillAccess access;
  SquillFinding *finding;
  double together, parent_writes, child_writes;

  /* That a child has one parent has to be said: a reference to one of many looks the same. */
  if (!_squill_run_is_apart (run, r) || !(r->children.max <= 1) || !(r->parents.max <= 1) ||
      _squill_run_stands_alone (run, r) || has_other_readers (parent, child))
    return;
  if (_squill_run_get_bytes (run, r->child) > _squill_run_get (run, SQUILL_THRESHOLD_SPLIT_CHILD) &&
      _squill_run_get_bytes (run, r->parent) < _squill_run_get (run, SQUILL_THRESHOLD_SPLIT_PARENT))
    return;
  access = _squill_run_get_access (run, r);
  together = squill_access_get_together_share (&access);
  parent_writes = get_write_rate (run, r->parent);
  child_writes = get_write_rate (run, r->child);
  /* Where both are read far more often than either is written, it does not matter which changes. */
  if (differ_by (parent_writes, child_writes,
                 _squill_run_get (run, SQUILL_THRESHOLD_SPLIT_WRITES)) &&
      !(access.rated && fmax (parent_writes, child_writes) <=
                            _squill_run_get (run, SQUILL_THRESHOLD_ALONE_SHARE) * access.together))
    return;
  if (!(together >= _squill_run_get (run, SQUILL_THRESHOLD_TOGETHER_SHARE)) ||
      squill_access_get_alone_share (&access) >
          _squill_run_get (run, SQUILL_THRESHOLD_ALONE_SHARE) ||
      !_squill_run_advises_embedding (run, r))
    return;
  share = squill_text_share (together);
  finding = _squill_run_report (
      run, SQUILL_SEVERITY_HINT, r, access.rated ? access.together : 0,
      g_strdup_printf (_ ("One “%s” has one “%s”, and %s of its reads need both. Stored in one "
                          "document, they take one read instead of two."),
                       _squill_wording_name (parent), _squill_wording_name (child), share));
  _squill_finding_set_number (finding, "together_share", together);
  _squill_finding_set_number (finding, "together_per_second", access.rated ? access.together : NAN);
  finding->fix = _squill_fix_new_advised (run, r);
}

/* rare-embedded-data */

static void
check_rare (SquillRun *run, gconstpointer subject)
{
  const SquillRelationship *r = subject;
  const SquillEntity *parent = _squill_run_get_parent (run, r);
  g_autofree char *carried = NULL, *unused = NULL;
  const SquillShape *shape, *document;
  SquillAccess access;
  double together, share;
  SquillFinding *finding;

  if (!squill_placement_is_embedding (r->placement))
    return;
  access = _squill_run_get_access (run, r);
  together = squill_access_get_together_share (&access);
  if (!(together < _squill_run_get (run, SQUILL_THRESHOLD_RARE_SHARE)))
    return;
  shape = _squill_run_get_stored (run, r, TRUE);
  if (shape == NULL)
    return;
  for (document = shape; document->parent != NULL; document = document->parent)
    ;
  share = shape->bytes.likely * _squill_shape_get_times (shape) / document->bytes.likely;
  if (!(share > _squill_run_get (run, SQUILL_THRESHOLD_RARE_BYTES)) ||
      !(document->bytes.likely > _squill_run_get (run, SQUILL_THRESHOLD_RARE_DOCUMENT)))
    return;
  carried = squill_text_share (share);
  unused = squill_text_share (1 - together);
  finding = _squill_run_report (
      run, SQUILL_SEVERITY_WARNING, r, share * (1 - together),
      g_strdup_printf (
          _ ("“%s” takes up %s of a document, but %s of the reads of “%s” do not use it."),
          shape->path, carried, unused, _squill_wording_name (parent)));
  set_stored (finding, run, r);
  _squill_finding_set_number (finding, "bytes_share", share);
  _squill_finding_set_number (finding, "bytes", shape->bytes.likely);
  _squill_finding_set_number (finding, "together_share", together);
  finding->fix = _squill_fix_new_advised (run, r);
}

/* first-class-embedded */

static void
check_first_class (SquillRun *run, gconstpointer subject)
{
  const SquillRelationship *r = subject;
  const SquillEntity *parent = _squill_run_get_parent (run, r);
  const SquillEntity *child = _squill_run_get_child (run, r);
  guint referrers;
  SquillFinding *finding;

  if (!squill_placement_is_embedding (r->placement) ||
      squill_design_is_collection (run->design, r->child))
    return;
  referrers = squill_entity_count_referrers (child, r);
  if (!child->first_class && referrers < 2)
    return;
  finding = _squill_run_report (
      run, SQUILL_SEVERITY_HINT, r, referrers,
      referrers >= 2
          ? g_strdup_printf (_ ("%u other relationships refer to “%s”, which is easier to "
                                "reference in a collection of its own than embedded in “%s”."),
                             referrers, _squill_wording_name (child), _squill_wording_name (parent))
          : g_strdup_printf (_ ("“%s” is marked as referenced from elsewhere, which is easier in a "
                                "collection of its own than embedded in “%s”."),
                             _squill_wording_name (child), _squill_wording_name (parent)));
  set_stored (finding, run, r);
  _squill_finding_set_number (finding, "referrers", referrers);
  finding->fix = _squill_fix_new_advised (run, r);
}

/* evolving-part-embedded */

static void
check_evolving (SquillRun *run, gconstpointer subject)
{
  const SquillRelationship *r = subject;
  const SquillEntity *parent = _squill_run_get_parent (run, r);
  const SquillEntity *child = _squill_run_get_child (run, r);
  double children;
  g_autofree char *count = NULL;
  SquillFinding *finding;

  if (!squill_placement_is_embedding (r->placement) || !child->evolving)
    return;
  children = _squill_run_get_children (run, r);
  if (!(children > _squill_run_get (run, SQUILL_THRESHOLD_EVOLVING_MAX)))
    return;
  count = squill_text_count (children);
  finding = _squill_run_report (
      run, SQUILL_SEVERITY_HINT, r, children,
      g_strdup_printf (_ ("The schema of “%s” is still changing, and one “%s” has %s of them: "
                          "changing the schema of one rewrites the whole document."),
                       _squill_wording_name (child), _squill_wording_name (parent), count));
  set_stored (finding, run, r);
  _squill_finding_set_number (finding, "children", children);
  _squill_finding_set_number (finding, "threshold",
                              _squill_run_get (run, SQUILL_THRESHOLD_EVOLVING_MAX));
  finding->fix = _squill_fix_new_advised (run, r);
}

/* lifecycle-mismatch */

static const SquillField *
find_date (const SquillEntity *entity)
{
  SQUILL_FOR_EACH_CHILD (SquillField, field, entity, SQUILL_KIND_FIELD)
    {
      if ((field->types & SQUILL_TYPE_DATE) && !field->array && !field->map)
        return field;
    }
  return NULL;
}

static gboolean
has_expiring_index (const SquillEntity *entity)
{
  SQUILL_FOR_EACH_CHILD (SquillIndex, index, entity, SQUILL_KIND_INDEX)
    {
      if (!isnan (index->expire_after))
        return TRUE;
    }
  return FALSE;
}

static void
check_lifecycle (SquillRun *run, gconstpointer subject)
{
  const SquillRelationship *r = subject;
  const SquillEntity *parent = _squill_run_get_parent (run, r);
  const SquillEntity *child = _squill_run_get_child (run, r);
  double of_parent, of_child;
  g_autofree char *part = NULL, *years = NULL, *whole = NULL;
  const SquillField *date;
  SquillFinding *finding;

  if (!squill_placement_is_embedding (r->placement) ||
      !squill_entity_lives_differently (child, parent,
                                        _squill_run_get (run, SQUILL_THRESHOLD_RETENTION_RATIO)))
    return;
  of_parent = squill_entity_get_retention (parent);
  of_child = squill_entity_get_retention (child);
  part = squill_text_years (of_child / 365);
  years = isnan (of_parent) ? NULL : squill_text_years (of_parent / 365);
  /* Translators: how long documents are kept, as in “is kept for 3 months” */
  whole = years == NULL ? g_strdup (_ ("indefinitely")) : g_strdup_printf (_ ("for %s"), years);
  finding = _squill_run_report (
      run, SQUILL_SEVERITY_HINT, r, 0,
      g_strdup_printf (_ ("“%s” is kept for %s, but “%s”, in which it is embedded, %s. The server "
                          "can expire documents, but not parts of them."),
                       _squill_wording_name (child), part, _squill_wording_name (parent), whole));
  set_stored (finding, run, r);
  _squill_finding_set_number (finding, "child_days", of_child);
  _squill_finding_set_number (finding, "parent_days", of_parent);
  finding->fix = _squill_fix_new_advised (run, r);
  date = find_date (child);
  if (finding->fix != NULL && date != NULL && !has_expiring_index (child))
    {
      g_autoptr (GPtrArray) keys = _squill_keys_new ();

      _squill_keys_take (keys, date->item.id, "1");
      g_free (
          _squill_fix_add_index (finding->fix, run->model, child, keys, FALSE, of_child * 86400));
    }
}

#define THRESHOLDS(...) ((const char *const[]){ __VA_ARGS__, NULL })
#define USED_AND_KEPT (SQUILL_ASPECTS_USED | SQUILL_ASPECT_STORAGE)
#define USED_AND_SEEN (SQUILL_ASPECTS_USED | SQUILL_ASPECT_TEXT)

const SquillRule _squill_rules_embedding[] = {
  { .info = { "embed-independent-access", "A", SQUILL_SEVERITY_WARNING,
              SQUILL_SOURCE_ZOLA_3 ", rule 2; " SQUILL_SOURCE_GUIDELINES
                                   ", guidelines 3 and 4; " SQUILL_SOURCE_CMS,
              N_ ("Embedded, but used on its own"),
              N_ ("Embedded documents are reached through their parent. That is fine as long as "
                  "all operations start from the parent. Listing or searching all of them, or "
                  "updating one by its own id, has to look into many parent documents. Finding a "
                  "parent by a field of an embedded document is different, and fine."),
              THRESHOLDS ("alone.share") },
    .scope = SQUILL_SCOPE_RELATIONSHIP,
    .aspects = SQUILL_ASPECTS_USED,
    .check = check_independent },
  { .info = { "embed-shared-child", "A", SQUILL_SEVERITY_WARNING,
              SQUILL_SOURCE_GUIDELINES ", guideline 4; " SQUILL_SOURCE_CMS "; " SQUILL_SOURCE_NORMS,
              N_ ("The same data is embedded many times"),
              N_ ("If a child has several parents, embedding stores a copy in each of them. A "
                  "change has to find and update every copy, and until then they differ. A "
                  "reference stores the child once. Data that never changes, or that records a "
                  "point in time, such as the address on an invoice, can well be embedded."),
              NULL },
    .scope = SQUILL_SCOPE_RELATIONSHIP,
    .aspects = SQUILL_ASPECTS_USED,
    .check = check_shared },
  { .info = { "false-one-to-many", "A", SQUILL_SEVERITY_HINT, SQUILL_SOURCE_GUIDELINES,
              N_ ("One-to-many is really many-to-many"),
              N_ ("In the model, each child has one parent, but the numbers say otherwise: there "
                  "are more links than children, or the data contains children with several "
                  "parents. A many-to-many relationship needs a decision for both directions: "
                  "which side stores the references, and which operations follow them."),
              NULL },
    .scope = SQUILL_SCOPE_RELATIONSHIP,
    .aspects = USED_AND_SEEN | SQUILL_ASPECT_STORAGE,
    .check = check_false_one },
  { .info = { "one-embedded-of-many", "A", SQUILL_SEVERITY_ERROR, SQUILL_SOURCE_DERIVED,
              N_ ("One child is embedded where there are many"),
              N_ ("Embedded as one, a child is a single document in that of its parent. If a "
                  "parent has several, one of the two numbers is wrong: either there is only one, "
                  "or they need an array, or documents of their own."),
              NULL },
    .scope = SQUILL_SCOPE_RELATIONSHIP,
    .aspects = SQUILL_ASPECTS_USED,
    .check = check_one_of_many },
  { .info = { "one-to-few-not-embedded", "A", SQUILL_SEVERITY_HINT,
              SQUILL_SOURCE_ZOLA_3 ", rule 1; " SQUILL_SOURCE_GUIDELINES
                                   ", guideline 3; " SQUILL_SOURCE_NORMS "; " SQUILL_SOURCE_CMS,
              N_ ("A few children are read with their parent but stored separately"),
              N_ ("Children that are few, small, owned by one parent, and read with it belong in "
                  "its document. Then one query reads all of them, one atomic update changes them, "
                  "and one index less is needed. This is a warning if the operation runs at a high "
                  "rate."),
              THRESHOLDS ("embed.few",
                          "alone.share",
                          "together.share",
                          "doc.watch",
                          "hot.rate",
                          "hot.share",
                          "hot.least",
                          "evolving.max") },
    .scope = SQUILL_SCOPE_RELATIONSHIP,
    .aspects = SQUILL_ASPECTS_ALL,
    .check = check_not_embedded,
    .reads_hot = TRUE },
  { .info = { "one-to-one-split", "A", SQUILL_SEVERITY_HINT,
              SQUILL_SOURCE_GUIDELINES ", guideline 2; " SQUILL_SOURCE_NORMS
                                       "; " SQUILL_SOURCE_SKILLS,
              N_ ("A one-to-one pair is stored in two collections"),
              N_ ("Two entities with a one-to-one relationship usually belong in one document. "
                  "Good reasons to store them separately are that one is large and rarely read, is "
                  "written far more often, or is read without the other."),
              THRESHOLDS (
                  "together.share", "alone.share", "split.child", "split.parent", "split.writes") },
    .scope = SQUILL_SCOPE_RELATIONSHIP,
    .aspects = SQUILL_ASPECTS_ALL,
    .check = check_split },
  { .info = { "rare-embedded-data", "A", SQUILL_SEVERITY_WARNING,
              SQUILL_SOURCE_GUIDELINES ", the closing note; " SQUILL_SOURCE_NORMS
                                       "; " SQUILL_SOURCE_BLOATED,
              N_ ("Most of the document is rarely read"),
              N_ ("The server loads whole documents. Embedded data that is rarely read still takes "
                  "up cache, which leaves less room for other documents. Store it in a collection "
                  "of its own, or embed only the part that is read."),
              THRESHOLDS ("rare.share", "rare.bytes") },
    .scope = SQUILL_SCOPE_RELATIONSHIP,
    .aspects = SQUILL_ASPECTS_USED,
    .check = check_rare },
  { .info = { "first-class-embedded", "A", SQUILL_SEVERITY_HINT, SQUILL_SOURCE_CMS,
              N_ ("An embedded entity is referenced from elsewhere"),
              N_ ("A reference identifies a document. To refer to something embedded in a "
                  "document, the application has to store the id of the document and the id of the "
                  "part, and the query has to extract the part. An entity that several others "
                  "refer to is better stored in a collection of its own."),
              NULL },
    .scope = SQUILL_SCOPE_RELATIONSHIP,
    .aspects = SQUILL_ASPECTS_USED,
    .check = check_first_class },
  { .info = { "evolving-part-embedded", "A", SQUILL_SEVERITY_HINT,
              SQUILL_SOURCE_NORMS ", norm 2; " SQUILL_SOURCE_BEST,
              N_ ("An entity with an evolving schema is embedded"),
              N_ ("Data that will get new fields and new variants is easier to migrate if each one "
                  "is a document: old and new versions can coexist and be converted one at a time. "
                  "Inside arrays, all elements of a document have to be rewritten together."),
              THRESHOLDS ("evolving.max") },
    .scope = SQUILL_SCOPE_RELATIONSHIP,
    .aspects = SQUILL_ASPECTS_USED,
    .check = check_evolving },
  { .info = { "lifecycle-mismatch", "A", SQUILL_SEVERITY_HINT, SQUILL_SOURCE_SKILLS,
              N_ ("An embedded entity expires at a different time than its parent"),
              N_ ("A TTL index can expire documents, but not elements of an array. Embedded data "
                  "that is kept for a different time than its parent has to be deleted by the "
                  "application, or stored in a collection of its own with a TTL index."),
              THRESHOLDS ("retention.ratio") },
    .scope = SQUILL_SCOPE_RELATIONSHIP,
    .aspects = USED_AND_KEPT,
    .check = check_lifecycle },
  { .info = { NULL } },
};

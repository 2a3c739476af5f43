/* SPDX-License-Identifier: Apache-2.0 */

/* Family A: what should not be embedded, and what should be. */

#define G_LOG_DOMAIN "squill-advice"

#include "config.h"

#include <glib/gi18n-lib.h>

#include "advice/squill-embeddable.h"
#include "advice/squill-fix-placement.h"
#include "advice/squill-rule.h"
#include "advice/squill-wording.h"

static void
set_stored (SquillFinding *finding, SquillRun *run, const SquillRelationship *r)
{
  const SquillShape *shape = squill_run_get_stored (run, r, TRUE);
  const SquillCollection *collection =
      shape == NULL ? NULL : squill_design_get_collection_of_shape (run->design, shape);

  if (collection != NULL)
    squill_finding_set_place (finding, collection->id, shape->path);
}

/* embed-independent-access */

static void
check_independent (SquillRun *run, gconstpointer subject)
{
  const SquillRelationship *r = subject;
  const SquillEntity *parent = squill_run_get_parent (run, r);
  const SquillEntity *child = squill_run_get_child (run, r);
  g_autofree char *share = NULL;
  SquillAccess access;
  SquillFinding *finding;
  double alone;

  /* What also has a collection of its own is found there. */
  if (!squill_relationship_embeds (r) || squill_design_is_collection (run->design, r->child))
    return;
  access = squill_run_get_access (run, r);
  alone = squill_access_get_alone_share (&access);
  if (alone <= squill_run_get (run, SQUILL_THRESHOLD_ALONE_SHARE) && !access.crosses)
    return;
  share = squill_wording_share (alone);
  finding = squill_run_report (
      run, SQUILL_SEVERITY_WARNING, r, 1 + alone,
      g_strdup_printf (_ ("%s of the operations on “%s” do not come from a “%s”, but it can only "
                          "be reached through one: a list of all has to take each document apart."),
                       share, squill_wording_name (child), squill_wording_name (parent)));
  set_stored (finding, run, r);
  squill_finding_set_number (finding, "independent_share", alone);
  squill_finding_set_number (finding, "independent_per_second",
                             access.rated ? access.child_alone : NAN);
  squill_finding_set_number (finding, "threshold",
                             squill_run_get (run, SQUILL_THRESHOLD_ALONE_SHARE));
  finding->fix = squill_fix_new_reference (run, r);
}

/* embed-shared-child */

static gboolean
may_change (gconstpointer item)
{
  SQUILL_FOR_EACH_CHILD (SquillField, field, item, SQUILL_KIND_FIELD)
    {
      if (g_strcmp0 (field->name, "_id") == 0 || field->immutable)
        continue;
      if (field->item.children == NULL || field->item.children->len == 0 || may_change (field))
        return TRUE;
    }
  return FALSE;
}

static void
check_shared (SquillRun *run, gconstpointer subject)
{
  const SquillRelationship *r = subject;
  const SquillEntity *parent = squill_run_get_parent (run, r);
  const SquillEntity *child = squill_run_get_child (run, r);
  g_autofree char *count = NULL;
  double parents;
  SquillFinding *finding;

  if (!squill_relationship_embeds (r) || !squill_relationship_is_shared (r) || !may_change (child))
    return;
  parents = squill_run_get_parents (run, r);
  if (parents <= 1)
    parents = squill_triple_get_most (r->parents);
  count = squill_wording_count (parents);
  finding = squill_run_report (
      run, SQUILL_SEVERITY_WARNING, r, isfinite (parents) ? log10 (parents) : 10,
      isfinite (parents)
          ? g_strdup_printf (_ ("The same “%s” is stored in %s documents of “%s”; to change it is "
                                "to find them all."),
                             squill_wording_name (child), count, squill_wording_name (parent))
          : g_strdup_printf (_ ("The same “%s” is stored in any number of documents of “%s”; to "
                                "change it is to find them all."),
                             squill_wording_name (child), squill_wording_name (parent)));
  set_stored (finding, run, r);
  squill_finding_set_number (finding, "parents_per_child", parents);
  finding->fix = squill_fix_new_reference (run, r);
}

/* false-one-to-many */

/* How many parents of a child follow from how many there are of each; NaN where nobody counted. */
static double
count_parents (SquillRun *run, const SquillRelationship *r)
{
  double parents = squill_triple_get_usual (squill_run_get_parent (run, r)->count);
  double children = squill_triple_get_usual (squill_run_get_child (run, r)->count);
  double each = squill_triple_get_usual (r->children);

  return children > 0 ? parents * each / children : NAN;
}

/* What was seen of the relationship in data (cli.md, "references"). */
static double
get_observed_parents (const SquillRelationship *r)
{
  const json_t *seen = json_object_get (json_object_get (r->evidence, "parents_per_child"), "max");

  return json_is_number (seen) ? json_number_value (seen) : NAN;
}

static void
check_false_one (SquillRun *run, gconstpointer subject)
{
  const SquillRelationship *r = subject;
  const SquillEntity *parent = squill_run_get_parent (run, r);
  const SquillEntity *child = squill_run_get_child (run, r);
  double counted, observed, real;
  g_autofree char *text = NULL;
  SquillFinding *finding;
  SquillTriple parents;

  /* Where nobody said how many parents a child has, only placements for one parent mean one. */
  if (squill_relationship_is_shared (r) ||
      (isnan (squill_triple_get_most (r->parents)) && !squill_relationship_embeds (r) &&
       r->placement != SQUILL_PLACEMENT_PARENT_REFERENCE && !r->contains))
    return;
  counted = count_parents (run, r);
  observed = get_observed_parents (r);
  /* Likely numbers are rough: twice as many links as children are no slip. */
  real = counted >= 2 ? counted : observed > 1 ? observed : NAN;
  if (isnan (real))
    return;
  text = squill_wording_count (real);
  finding = squill_run_report (
      run, SQUILL_SEVERITY_HINT, r, log10 (real),
      observed > 1 && !(counted >= 2)
          ? g_strdup_printf (_ ("A “%s” is drawn with one “%s”, but in the data some have %s: this "
                                "is many to many."),
                             squill_wording_name (child), squill_wording_name (parent), text)
          : g_strdup_printf (_ ("A “%s” is drawn with one “%s”, but by the numbers expected of "
                                "each it has %s: this is many to many."),
                             squill_wording_name (child), squill_wording_name (parent), text));
  squill_finding_set_number (finding, "parents_per_child", real);
  parents = SQUILL_TRIPLE (0, round (real), fmax (ceil (real), observed));
  finding->fix = squill_fix_new_set (g_strdup (_ ("Draw it as many to many")), r->item.id,
                                     "parents", squill_json_triple (parents));
}

/* one-to-few-not-embedded */

static void
check_not_embedded (SquillRun *run, gconstpointer subject)
{
  const SquillRelationship *r = subject;
  const SquillEntity *parent = squill_run_get_parent (run, r);
  const SquillEntity *child = squill_run_get_child (run, r);
  double children, bytes, together;
  g_autofree char *count = NULL, *share = NULL, *size = NULL;
  SquillAccess access;
  SquillFinding *finding;
  gboolean hot;

  if (r->placement == SQUILL_PLACEMENT_TWO_WAY || !squill_run_is_apart (run, r) ||
      squill_relationship_is_single (r) || squill_run_stands_alone (run, r) ||
      !squill_run_is_few (run, r, &children, &bytes) || squill_run_is_asked_for (run, r))
    return;
  access = squill_run_get_access (run, r);
  together = squill_access_get_together_share (&access);
  if (!(together >= squill_run_get (run, SQUILL_THRESHOLD_TOGETHER_SHARE)))
    return;
  hot = access.rated && squill_workload_is_hot (run->workload, access.together);
  count = squill_wording_count (children);
  share = squill_wording_share (together);
  size = squill_wording_bytes (bytes);
  finding = squill_run_report (
      run, hot ? SQUILL_SEVERITY_WARNING : SQUILL_SEVERITY_HINT, r,
      access.rated ? access.together : 0,
      g_strdup_printf (_ ("A “%s” has %s “%s” and is read with them in %s of its reads. Embedded "
                          "it is one document of %s, read by one query and written in one piece."),
                       squill_wording_name (parent), count, squill_wording_name (child), share,
                       size));
  squill_finding_set_number (finding, "children", children);
  squill_finding_set_number (finding, "together_share", together);
  squill_finding_set_number (finding, "together_per_second", access.rated ? access.together : NAN);
  squill_finding_set_number (finding, "bytes", bytes);
  finding->fix = squill_fix_new_embedding (run, r);
}

/* one-to-one-split */

/* How often own fields of an entity are written. */
static double
get_write_rate (SquillRun *run, const char *entity)
{
  const GPtrArray *uses = squill_workload_get_uses_from (run->workload, entity);
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

static void
check_split (SquillRun *run, gconstpointer subject)
{
  const SquillRelationship *r = subject;
  const SquillEntity *parent = squill_run_get_parent (run, r);
  const SquillEntity *child = squill_run_get_child (run, r);
  g_autofree char *share = NULL;
  SquillAccess access;
  SquillFinding *finding;
  double together;

  /* That a child has one parent has to be said: a reference to one of many looks the same. */
  if (!squill_run_is_apart (run, r) || !(r->children.max <= 1) || !(r->parents.max <= 1) ||
      squill_run_stands_alone (run, r))
    return;
  if (squill_run_get_bytes (run, r->child) > squill_run_get (run, SQUILL_THRESHOLD_SPLIT_CHILD) &&
      squill_run_get_bytes (run, r->parent) < squill_run_get (run, SQUILL_THRESHOLD_SPLIT_PARENT))
    return;
  if (differ_by (get_write_rate (run, r->parent), get_write_rate (run, r->child),
                 squill_run_get (run, SQUILL_THRESHOLD_SPLIT_WRITES)))
    return;
  access = squill_run_get_access (run, r);
  together = squill_access_get_together_share (&access);
  if (!(together >= squill_run_get (run, SQUILL_THRESHOLD_TOGETHER_SHARE)) ||
      squill_access_get_alone_share (&access) > squill_run_get (run, SQUILL_THRESHOLD_ALONE_SHARE))
    return;
  share = squill_wording_share (together);
  finding = squill_run_report (
      run, SQUILL_SEVERITY_HINT, r, access.rated ? access.together : 0,
      g_strdup_printf (_ ("Each “%s” has one “%s”, and %s of its reads need both. In one document "
                          "they are one read instead of two."),
                       squill_wording_name (parent), squill_wording_name (child), share));
  squill_finding_set_number (finding, "together_share", together);
  squill_finding_set_number (finding, "together_per_second", access.rated ? access.together : NAN);
  finding->fix = squill_fix_new_embedding (run, r);
}

/* rare-embedded-data */

static void
check_rare (SquillRun *run, gconstpointer subject)
{
  const SquillRelationship *r = subject;
  const SquillEntity *parent = squill_run_get_parent (run, r);
  g_autofree char *carried = NULL, *unused = NULL;
  const SquillShape *shape, *document;
  SquillAccess access;
  double together, share;
  SquillFinding *finding;

  if (!squill_relationship_embeds (r))
    return;
  access = squill_run_get_access (run, r);
  together = squill_access_get_together_share (&access);
  if (!(together < squill_run_get (run, SQUILL_THRESHOLD_RARE_SHARE)))
    return;
  shape = squill_run_get_stored (run, r, TRUE);
  if (shape == NULL)
    return;
  for (document = shape; document->parent != NULL; document = document->parent)
    ;
  share = shape->bytes.likely * squill_shape_get_times (shape) / document->bytes.likely;
  if (!(share > squill_run_get (run, SQUILL_THRESHOLD_RARE_BYTES)))
    return;
  carried = squill_wording_share (share);
  unused = squill_wording_share (1 - together);
  finding = squill_run_report (
      run, SQUILL_SEVERITY_WARNING, r, share * (1 - together),
      g_strdup_printf (_ ("“%s” is %s of the bytes of a document, and %s of the reads of “%s” do "
                          "not use it."),
                       shape->path, carried, unused, squill_wording_name (parent)));
  set_stored (finding, run, r);
  squill_finding_set_number (finding, "bytes_share", share);
  squill_finding_set_number (finding, "bytes", shape->bytes.likely);
  squill_finding_set_number (finding, "together_share", together);
  finding->fix = squill_fix_new_reference (run, r);
}

/* first-class-embedded */

static void
check_first_class (SquillRun *run, gconstpointer subject)
{
  const SquillRelationship *r = subject;
  const SquillEntity *parent = squill_run_get_parent (run, r);
  const SquillEntity *child = squill_run_get_child (run, r);
  guint referrers;
  SquillFinding *finding;

  if (!squill_relationship_embeds (r) || squill_design_is_collection (run->design, r->child))
    return;
  referrers = squill_entity_count_referrers (child, r);
  if (!child->first_class && referrers < 2)
    return;
  finding = squill_run_report (
      run, SQUILL_SEVERITY_HINT, r, referrers,
      referrers >= 2
          ? g_strdup_printf (_ ("%u other relationships refer to “%s”, which is easier to reach as "
                                "a document of its own than inside of “%s”."),
                             referrers, squill_wording_name (child), squill_wording_name (parent))
          : g_strdup_printf (_ ("Other things will refer to “%s”, which is easier to reach as a "
                                "document of its own than inside of “%s”."),
                             squill_wording_name (child), squill_wording_name (parent)));
  set_stored (finding, run, r);
  squill_finding_set_number (finding, "referrers", referrers);
  finding->fix = squill_fix_new_reference (run, r);
}

/* evolving-part-embedded */

static void
check_evolving (SquillRun *run, gconstpointer subject)
{
  const SquillRelationship *r = subject;
  const SquillEntity *parent = squill_run_get_parent (run, r);
  const SquillEntity *child = squill_run_get_child (run, r);
  double children;
  g_autofree char *count = NULL;
  SquillFinding *finding;

  if (!squill_relationship_embeds (r) || !child->evolving)
    return;
  children = squill_run_get_children (run, r);
  if (!(children > squill_run_get (run, SQUILL_THRESHOLD_EVOLVING_MAX)))
    return;
  count = squill_wording_count (children);
  finding = squill_run_report (
      run, SQUILL_SEVERITY_HINT, r, children,
      g_strdup_printf (_ ("“%s” is still changing, and each “%s” has %s of them: to give one of "
                          "them a new form is to rewrite the whole document."),
                       squill_wording_name (child), squill_wording_name (parent), count));
  set_stored (finding, run, r);
  squill_finding_set_number (finding, "children", children);
  squill_finding_set_number (finding, "threshold",
                             squill_run_get (run, SQUILL_THRESHOLD_EVOLVING_MAX));
  finding->fix = squill_fix_new_reference (run, r);
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
  const SquillEntity *parent = squill_run_get_parent (run, r);
  const SquillEntity *child = squill_run_get_child (run, r);
  double of_parent, of_child;
  g_autofree char *part = NULL, *whole = NULL;
  const SquillField *date;
  SquillFinding *finding;

  if (!squill_relationship_embeds (r) || !squill_run_lives_differently (run, parent, child))
    return;
  of_parent = squill_entity_get_retention (parent);
  of_child = squill_entity_get_retention (child);
  part = squill_wording_years (of_child / 365);
  whole = isnan (of_parent) ? g_strdup (_ ("for ever")) : squill_wording_years (of_parent / 365);
  finding = squill_run_report (
      run, SQUILL_SEVERITY_HINT, r, 0,
      g_strdup_printf (_ ("“%s” is kept %s and “%s”, in which it is, %s. The server lets documents "
                          "expire, not parts of them."),
                       squill_wording_name (child), part, squill_wording_name (parent), whole));
  set_stored (finding, run, r);
  squill_finding_set_number (finding, "child_days", of_child);
  squill_finding_set_number (finding, "parent_days", of_parent);
  finding->fix = squill_fix_new_reference (run, r);
  date = find_date (child);
  if (date != NULL && !has_expiring_index (child))
    {
      g_autoptr (GPtrArray) keys = squill_keys_new ();

      squill_keys_take (keys, date->item.id, "1");
      g_free (
          squill_fix_add_index (finding->fix, run->model, child, keys, FALSE, of_child * 86400));
    }
}

#define THRESHOLDS(...) ((const char *const[]){ __VA_ARGS__, NULL })
#define USED_AND_KEPT (SQUILL_ASPECTS_USED | SQUILL_ASPECT_STORAGE)
#define USED_AND_SEEN (SQUILL_ASPECTS_USED | SQUILL_ASPECT_TEXT)

const SquillRule squill_rules_embedding[] = {
  { .info = { "embed-independent-access", "A", SQUILL_SEVERITY_WARNING, "S1 r2, S4 g3-g4, S0",
              N_ ("It is needed on its own, but embedded"),
              N_ ("What is embedded is reached through the document around it. That is fine as "
                  "long "
                  "as everybody comes from there. A list of all, a search across all, or a change "
                  "of one by its own id has to go through every document. To find a document by "
                  "something embedded in it is another matter, and fine."),
              THRESHOLDS ("alone.share") },
    .scope = SQUILL_SCOPE_RELATIONSHIP,
    .aspects = SQUILL_ASPECTS_USED,
    .check = check_independent },
  { .info = { "embed-shared-child", "A", SQUILL_SEVERITY_WARNING, "S4 g4, S0, S2",
              N_ ("The same thing is embedded many times"),
              N_ ("If a child has several parents, embedding stores it once for each. Whoever "
                  "changes it must find and change every copy, and in between they differ. A "
                  "reference stores it once. What never changes, or is meant to stay as it was at "
                  "the time, such as the address on an invoice, may well be embedded."),
              NULL },
    .scope = SQUILL_SCOPE_RELATIONSHIP,
    .aspects = SQUILL_ASPECTS_USED,
    .check = check_shared },
  { .info = { "false-one-to-many", "A", SQUILL_SEVERITY_HINT, "S4",
              N_ ("One to many is really many to many"),
              N_ ("The relationship is drawn so that each child has one parent. The numbers say "
                  "otherwise: there are more links than children, or data was seen in which a "
                  "child "
                  "has several parents. Then both directions need thought: who keeps the "
                  "references, and who asks for what."),
              NULL },
    .scope = SQUILL_SCOPE_RELATIONSHIP,
    .aspects = USED_AND_SEEN,
    .check = check_false_one },
  { .info = { "one-to-few-not-embedded", "A", SQUILL_SEVERITY_HINT, "S1 r1, S4 g3, S2, S0",
              N_ ("A few parts are read with the whole, but stored apart"),
              N_ ("Few, small, owned by one parent and read with it: such parts belong into its "
                  "document. One query reads all, one update changes all at once, and there is one "
                  "index less. It is a warning where this happens at a hot rate."),
              THRESHOLDS ("embed.few",
                          "alone.share",
                          "together.share",
                          "doc.watch",
                          "hot.rate",
                          "hot.share",
                          "hot.least",
                          "evolving.max") },
    .scope = SQUILL_SCOPE_RELATIONSHIP,
    .aspects = USED_AND_KEPT,
    .check = check_not_embedded,
    .reads_hot = TRUE },
  { .info = { "one-to-one-split", "A", SQUILL_SEVERITY_HINT, "S4 g2, S2, A",
              N_ ("A pair is stored in two collections"),
              N_ ("Two things of which each has exactly one of the other are usually one document. "
                  "Good reasons to keep them apart are that one is large and rarely read, that one "
                  "is written far more often, or that one is read without the other."),
              THRESHOLDS (
                  "together.share", "alone.share", "split.child", "split.parent", "split.writes") },
    .scope = SQUILL_SCOPE_RELATIONSHIP,
    .aspects = USED_AND_KEPT,
    .check = check_split },
  { .info = { "rare-embedded-data", "A", SQUILL_SEVERITY_WARNING,
              "S4 note, S2, M:bloated-documents", N_ ("Most of the document is rarely read"),
              N_ ("The server loads whole documents. What is embedded but seldom looked at fills "
                  "the cache all the same, so that fewer of the documents that matter fit. Keep it "
                  "in a collection of its own, or keep only the part that is looked at."),
              THRESHOLDS ("rare.share", "rare.bytes") },
    .scope = SQUILL_SCOPE_RELATIONSHIP,
    .aspects = SQUILL_ASPECTS_USED,
    .check = check_rare },
  { .info = { "first-class-embedded", "A", SQUILL_SEVERITY_HINT, "S0",
              N_ ("Others refer to something embedded"),
              N_ ("A reference names a document. To refer to something inside of one takes the id "
                  "of the document and the id of the part, and a query that digs it out. What "
                  "several others refer to is better a document of its own."),
              NULL },
    .scope = SQUILL_SCOPE_RELATIONSHIP,
    .aspects = SQUILL_ASPECTS_USED,
    .check = check_first_class },
  { .info = { "evolving-part-embedded", "A", SQUILL_SEVERITY_HINT, "S2 norm 2, M:best-practices",
              N_ ("A part that still changes is embedded"),
              N_ ("What will get new fields and new variants is easier to change where each is a "
                  "document: old and new can stand side by side, and be turned over one by one. "
                  "Inside of arrays all of it has to be rewritten together."),
              THRESHOLDS ("evolving.max") },
    .scope = SQUILL_SCOPE_RELATIONSHIP,
    .aspects = SQUILL_ASPECTS_USED,
    .check = check_evolving },
  { .info = { "lifecycle-mismatch", "A", SQUILL_SEVERITY_HINT, "A",
              N_ ("The part expires at another time than the whole"),
              N_ ("An index can let documents expire after a time, but not elements of an array. "
                  "Parts that are kept for another time than what they are in have to be cleared "
                  "away by the application, or live in a collection where they expire on their "
                  "own."),
              THRESHOLDS ("retention.ratio") },
    .scope = SQUILL_SCOPE_RELATIONSHIP,
    .aspects = USED_AND_KEPT,
    .check = check_lifecycle },
  { .info = { NULL } },
};

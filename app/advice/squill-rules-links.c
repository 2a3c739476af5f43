/* SPDX-License-Identifier: Apache-2.0 */

/* Family A: many to many. */

#define G_LOG_DOMAIN "squill-advice"

#include "config.h"

#include <glib/gi18n-lib.h>

#include "advice/squill-fix-placement.h"
#include "advice/squill-rule.h"
#include "advice/squill-wording.h"
#include "model/squill-rank.h"

static gboolean
has_link_fields (const SquillRelationship *r)
{
  guint n;

  squill_item_get_children (r, SQUILL_KIND_FIELD, &n);
  return n > 0;
}

static double
least_of (double a, double b)
{
  return isnan (a) ? b : isnan (b) ? a : fmin (a, b);
}

/* Reads that start from an entity, per second, or their number where none has a rate. */
static double
get_reads_from (SquillRun *run, const char *entity)
{
  const GPtrArray *uses = squill_workload_get_uses_from (run->workload, entity);
  double rate = 0, n = 0;

  for (guint i = 0; i < uses->len; i++)
    {
      const SquillUse *use = uses->pdata[i];

      if (use->reads)
        {
          rate += use->rate;
          n++;
        }
    }
  return rate > 0 ? rate : n;
}

/* m2n-junction */

static void
check_drawn_junction (SquillRun *run, const SquillRelationship *r)
{
  const SquillEntity *parent = squill_run_get_parent (run, r);
  const SquillEntity *child = squill_run_get_child (run, r);
  double most = squill_run_get (run, SQUILL_THRESHOLD_REF_MAX);
  double children = squill_run_get_children (run, r);
  double parents = squill_run_get_parents (run, r);
  gboolean fits_parent, fits_child, in_parent;
  g_autofree char *count = NULL;
  SquillFinding *finding;

  if (!squill_relationship_is_shared (r))
    return;
  fits_parent = children <= most && !(isinf (r->children.max) && isnan (r->cap));
  fits_child = parents <= most && !isinf (r->parents.max);
  if (!fits_parent && !fits_child)
    return;
  in_parent = fits_parent &&
              (!fits_child || get_reads_from (run, r->parent) >= get_reads_from (run, r->child));
  count = squill_wording_count (in_parent ? children : parents);
  finding = squill_run_report (
      run, SQUILL_SEVERITY_HINT, r, 0,
      g_strdup_printf (_ ("From “%s” to “%s” there are three hops where there could be two: a “%s” "
                          "has no more than %s references and can keep them itself."),
                       in_parent ? squill_wording_name (parent) : squill_wording_name (child),
                       in_parent ? squill_wording_name (child) : squill_wording_name (parent),
                       in_parent ? squill_wording_name (parent) : squill_wording_name (child),
                       count));
  squill_finding_set_place (finding, r->item.id, NULL);
  squill_finding_set_number (finding, "children", children);
  squill_finding_set_number (finding, "parents", parents);
  finding->fix = squill_fix_new_placement (
      run, r, in_parent ? SQUILL_PLACEMENT_CHILD_REFERENCES : SQUILL_PLACEMENT_PARENT_REFERENCE,
      NAN);
}

static void
junction_of_relationship (SquillRun *run, gconstpointer subject)
{
  const SquillRelationship *r = subject;

  if (r->placement == SQUILL_PLACEMENT_JUNCTION)
    check_drawn_junction (run, r);
}

static gboolean
is_taken_by (const SquillField *field, const SquillRelationship *const *references)
{
  return g_strcmp0 (references[0]->child_holder, field->item.id) == 0 ||
         g_strcmp0 (references[1]->child_holder, field->item.id) == 0;
}

/* The fields of a link besides its _id and its two references. */
static GPtrArray *
get_link_fields (const SquillEntity *link, const SquillRelationship *const *references)
{
  GPtrArray *fields = g_ptr_array_new ();

  SQUILL_FOR_EACH_CHILD (SquillField, field, link, SQUILL_KIND_FIELD)
    {
      if (g_strcmp0 (field->name, "_id") != 0 && !is_taken_by (field, references))
        g_ptr_array_add (fields, (gpointer)field);
    }
  return fields;
}

/* One relationship in place of an entity with two. */
static SquillFix *
make_direct_fix (SquillRun *run,
                 const SquillEntity *link,
                 const SquillRelationship *from,
                 const SquillRelationship *to,
                 const GPtrArray *fields)
{
  const SquillEntity *target = squill_run_get_parent (run, to);
  const SquillEntity *keeper = squill_run_get_parent (run, from);
  g_autofree char *id = NULL, *order = NULL;
  json_t *content;
  SquillFix *fix;

  if (squill_workload_get_uses_of (run->workload, link->item.id)->len > 0)
    return NULL;
  /* Copies to the link would have to go through it. */
  for (guint i = 0; i < 2; i++)
    {
      guint n;

      squill_item_get_children (i == 0 ? from : to, SQUILL_KIND_COPY, &n);
      if (n > 0 || has_link_fields (i == 0 ? from : to))
        return NULL;
    }
  fix = squill_fix_new (
      g_strdup_printf (_ ("Store the references in %s"), squill_wording_name (keeper)));
  fix->placement = SQUILL_PLACEMENT_CHILD_REFERENCES;
  id = squill_model_new_id (run->model, target->name);
  order = squill_rank_between (to->order, NULL);
  content = json_object ();
  if (target->name != NULL)
    json_object_set_new (content, "name", json_string (target->name));
  json_object_set_new (content, "order", json_string (order));
  json_object_set_new (content, "parent", json_string (from->parent));
  json_object_set_new (content, "child", json_string (to->parent));
  json_object_set_new (content, "placement", json_string ("child-references"));
  if (squill_triple_is_set (from->children))
    json_object_set_new (content, "children", squill_json_triple (from->children));
  if (squill_triple_is_set (to->children))
    json_object_set_new (content, "parents", squill_json_triple (to->children));
  if (!isnan (from->growth))
    json_object_set_new (content, "growth", squill_json_number (from->growth));
  if (!isnan (from->cap))
    json_object_set_new (content, "cap", squill_json_number (from->cap));
  squill_fix_add (fix, SQUILL_KIND_RELATIONSHIP, id, NULL, content);
  for (guint i = 0; i < fields->len; i++)
    {
      const SquillField *field = fields->pdata[i];

      squill_fix_move (fix, field->item.id, id, field->order);
    }
  squill_fix_remove (fix, from->item.id);
  squill_fix_remove (fix, to->item.id);
  squill_fix_remove (fix, link->item.id);
  return fix;
}

static void
junction_of_entity (SquillRun *run, gconstpointer subject)
{
  const SquillEntity *link = subject;
  const SquillRelationship *const *references;
  const SquillRelationship *from, *to;
  const SquillEntity *a, *b;
  g_autoptr (GPtrArray) fields = NULL;
  g_autofree char *count = NULL;
  double of_first, of_second, least;
  SquillFinding *finding;
  guint n;

  references = squill_entity_get_relationships (link, &n);
  if (n != 2 || !squill_design_is_collection (run->design, link->item.id))
    return;
  for (guint i = 0; i < n; i++)
    if (references[i]->placement != SQUILL_PLACEMENT_PARENT_REFERENCE ||
        !g_str_equal (references[i]->child, link->item.id) ||
        g_str_equal (references[i]->parent, link->item.id) ||
        squill_relationship_is_shared (references[i]))
      return;
  fields = get_link_fields (link, references);
  if (fields->len > squill_run_get (run, SQUILL_THRESHOLD_LINK_FIELDS))
    return;
  of_first = squill_run_get_children (run, references[0]);
  of_second = squill_run_get_children (run, references[1]);
  least = least_of (of_first, of_second);
  if (!(least <= squill_run_get (run, SQUILL_THRESHOLD_REF_MAX)) || isinf (least))
    return;
  /* On the side that is read more, as long as its list stays short; the order in which an entity
   * has its relationships means nothing. */
  from = !isnan (of_first) && (isnan (of_second) || of_first < of_second) ? references[0]
                                                                          : references[1];
  to = from == references[0] ? references[1] : references[0];
  if (of_first == of_second && g_strcmp0 (from->item.id, to->item.id) > 0)
    {
      const SquillRelationship *swap = from;

      from = to;
      to = swap;
    }
  if (isinf (from->children.max) && isnan (from->cap))
    return;
  if (squill_run_get_children (run, to) <= squill_run_get (run, SQUILL_THRESHOLD_REF_MAX) &&
      !(isinf (to->children.max) && isnan (to->cap)) &&
      get_reads_from (run, to->parent) > get_reads_from (run, from->parent))
    {
      const SquillRelationship *swap = from;

      from = to;
      to = swap;
    }
  a = squill_run_get_parent (run, from);
  b = squill_run_get_parent (run, to);
  count = squill_wording_count (squill_run_get_children (run, from));
  finding = squill_run_report (
      run, SQUILL_SEVERITY_HINT, link, 0,
      g_strdup_printf (_ ("“%s” only links “%s” and “%s”, three hops where there could be two: a "
                          "“%s” has no more than %s of them and can keep the references itself."),
                       squill_wording_name (link), squill_wording_name (a), squill_wording_name (b),
                       squill_wording_name (a), count));
  squill_finding_set_place (finding, link->item.id, NULL);
  squill_finding_set_number (finding, "references", squill_run_get_children (run, from));
  squill_finding_set_number (finding, "fields", fields->len);
  finding->fix = make_direct_fix (run, link, from, to, fields);
}

/* m2n-both-large */

static void
check_both_large (SquillRun *run, gconstpointer subject)
{
  const SquillRelationship *r = subject;
  const SquillEntity *parent = squill_run_get_parent (run, r);
  const SquillEntity *child = squill_run_get_child (run, r);
  double most = squill_run_get (run, SQUILL_THRESHOLD_REF_MAX);
  double children, parents;
  gboolean is_array;
  g_autofree char *of_parent = NULL, *of_child = NULL;
  SquillFinding *finding;

  /* A single reference to one of many is no array. */
  is_array = r->placement == SQUILL_PLACEMENT_EMBED_MANY ||
             r->placement == SQUILL_PLACEMENT_CHILD_REFERENCES ||
             r->placement == SQUILL_PLACEMENT_PARENT_REFERENCE ||
             r->placement == SQUILL_PLACEMENT_TWO_WAY;
  if (!is_array || !squill_relationship_is_shared (r) || squill_relationship_is_single (r))
    return;
  children = squill_run_get_children (run, r);
  parents = squill_run_get_parents (run, r);
  if (!(children > most) || !(parents > most))
    return;
  of_parent = squill_wording_count (children);
  of_child = squill_wording_count (parents);
  finding = squill_run_report (
      run, SQUILL_SEVERITY_WARNING, r, isfinite (children) ? children / most : most,
      g_strdup_printf (_ ("A “%s” has %s “%s”, and a “%s” %s “%s”: neither side can hold the "
                          "references."),
                       squill_wording_name (parent), of_parent, squill_wording_name (child),
                       squill_wording_name (child), of_child, squill_wording_name (parent)));
  squill_finding_set_number (finding, "children", children);
  squill_finding_set_number (finding, "parents", parents);
  squill_finding_set_number (finding, "threshold", most);
  finding->fix = squill_fix_new_placement (run, r, SQUILL_PLACEMENT_JUNCTION, NAN);
}

/* link-attributes-lost */

static gboolean
is_no_link (const SquillShape *shape, gpointer relationship)
{
  return shape->origin != SQUILL_ORIGIN_LINK || g_strcmp0 (shape->relationship, relationship) != 0;
}

static gboolean
has_links (const SquillCollection *collection, const char *relationship)
{
  return collection != NULL &&
         !squill_shape_foreach (collection->shape, is_no_link, (gpointer)relationship);
}

static void
check_lost (SquillRun *run, gconstpointer subject)
{
  const SquillRelationship *r = subject;
  const char *id = r->item.id;
  g_autoptr (GPtrArray) names = NULL;
  g_autofree char *list = NULL;
  SquillFinding *finding;

  if (!has_link_fields (r) || has_links (squill_design_find_collection (run->design, id), id) ||
      has_links (squill_run_get_root_collection (run, r->parent), id) ||
      has_links (squill_run_get_root_collection (run, r->child), id))
    return;
  names = g_ptr_array_new ();
  SQUILL_FOR_EACH_CHILD (SquillField, field, r, SQUILL_KIND_FIELD)
    {
      if (field->name != NULL)
        g_ptr_array_add (names, field->name);
    }
  list = squill_wording_list (names);
  finding = squill_run_report (
      run, SQUILL_SEVERITY_ERROR, r, names->len,
      g_strdup_printf (_ ("No document has a place for %s of the link between “%s” and “%s”."),
                       list, squill_wording_name (squill_run_get_parent (run, r)),
                       squill_wording_name (squill_run_get_child (run, r))));
  squill_finding_set_list (finding, "fields", names);
  finding->fix = squill_fix_new_placement (run, r, SQUILL_PLACEMENT_JUNCTION, NAN);
}

#define THRESHOLDS(...) ((const char *const[]){ __VA_ARGS__, NULL })

const SquillRule squill_rules_links[] = {
  { .info = { "m2n-junction", "A", SQUILL_SEVERITY_HINT, "A, S0",
              N_ ("A collection that only holds links"),
              N_ ("Tables need a table between two for many to many; documents do not. If one side "
                  "has few of the other, it can keep their ids in a list, with what is known of "
                  "each link beside the id. That is one collection and one hop less. Where both "
                  "sides have thousands, the collection of links is right, with an index for each "
                  "direction."),
              THRESHOLDS ("ref.max", "link.fields") },
    .scope = SQUILL_SCOPE_RELATIONSHIP,
    .aspects = SQUILL_ASPECTS_USED,
    .check = junction_of_relationship,
    .other_scope = SQUILL_SCOPE_ENTITY,
    .other_check = junction_of_entity },
  { .info = { "m2n-both-large", "A", SQUILL_SEVERITY_WARNING, "S1 r3, A",
              N_ ("Neither side can hold the references"),
              N_ ("Each side has more of the other than a list in a document should hold. Then the "
                  "links are documents of their own: two references, a unique index over both, and "
                  "another with them turned round."),
              THRESHOLDS ("ref.max") },
    .scope = SQUILL_SCOPE_RELATIONSHIP,
    .aspects = SQUILL_ASPECTS_STORED,
    .check = check_both_large },
  { .info = { "link-attributes-lost", "A", SQUILL_SEVERITY_ERROR, "derived",
              N_ ("What is known of a link is stored nowhere"),
              N_ ("A link can have fields of its own, such as the grade of a student in a course. "
                  "They need a place: beside the id in a list of references, or in a collection of "
                  "links. Here neither exists."),
              NULL },
    .scope = SQUILL_SCOPE_RELATIONSHIP,
    .aspects = SQUILL_ASPECTS_STORED,
    .check = check_lost },
  { .info = { NULL } },
};

/* SPDX-License-Identifier: Apache-2.0 */

/* Family A: many to many. */

#define G_LOG_DOMAIN "squill-advice"

#include "config.h"

#include <glib/gi18n-lib.h>

#include "advice/squill-advice-private.h"
#include "design/squill-size.h"
#include "model/squill-placement.h"
#include "text/squill-text.h"

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
  const GPtrArray *uses = squill_operation_index_get_uses_from (run->operations, entity);
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
  const SquillEntity *parent = _squill_run_get_parent (run, r);
  const SquillEntity *child = _squill_run_get_child (run, r);
  double most = _squill_run_get (run, SQUILL_THRESHOLD_REF_MAX);
  double children = _squill_run_get_most_children (run, r);
  double parents = _squill_run_get_most_parents (run, r);
  const SquillPlacementOption *advised;
  gboolean fits_parent, fits_child, in_parent;
  g_autofree char *count = NULL;
  SquillFinding *finding;

  /* Of what is only embedded elsewhere there is no collection that a reference could lead to: there
   * would be as many as before, and documents stored twice. */
  if (!squill_relationship_is_shared (r) || !squill_design_is_collection (run->design, r->parent) ||
      !squill_design_is_collection (run->design, r->child))
    return;
  fits_parent = children <= most;
  fits_child = parents <= most;
  advised = _squill_run_get_advised (run, r);
  if ((!fits_parent && !fits_child) || advised == NULL ||
      advised->placement == SQUILL_PLACEMENT_JUNCTION)
    return;
  in_parent = advised->placement == SQUILL_PLACEMENT_CHILD_REFERENCES ||
              (advised->placement != SQUILL_PLACEMENT_PARENT_REFERENCE && fits_parent &&
               (!fits_child || get_reads_from (run, r->parent) >= get_reads_from (run, r->child)));
  count = squill_text_count (in_parent ? children : parents);
  finding = _squill_run_report (
      run, SQUILL_SEVERITY_HINT, r, 0,
      g_strdup_printf (
          _ ("Going from “%s” to “%s” takes three collections where two would do: a document "
             "of “%s” has at most %s references and can store them itself."),
          in_parent ? _squill_wording_name (parent) : _squill_wording_name (child),
          in_parent ? _squill_wording_name (child) : _squill_wording_name (parent),
          in_parent ? _squill_wording_name (parent) : _squill_wording_name (child), count));
  _squill_finding_set_place (finding, r->item.id, NULL);
  _squill_finding_set_number (finding, "children", children);
  _squill_finding_set_number (finding, "parents", parents);
  finding->fix = _squill_fix_new_advised (run, r);
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

/* Whether an operation finds or sorts links by a field of their own. That is a question to the
 * links of all parents, or to some of those of one parent, and not just where a link leads. */
static gboolean
is_asked_for_itself (SquillRun *run, const SquillEntity *link, const GPtrArray *fields)
{
  const GPtrArray *uses = squill_operation_index_get_uses_from (run->operations, link->item.id);

  for (guint i = 0; i < uses->len; i++)
    {
      const SquillUse *use = uses->pdata[i];

      for (guint j = 0; use->reads && j < fields->len; j++)
        {
          const char *id = ((const SquillField *)fields->pdata[j])->item.id;

          if (_squill_keys_find (use->operation->filter, id) != NULL ||
              _squill_keys_find (use->operation->sort, id) != NULL)
            return TRUE;
        }
    }
  return FALSE;
}

/* What links had an index for is not unique in arrays, and indexes of others lose what leads to the
 * links. */
static void
remove_link (SquillFix *fix,
             SquillRun *run,
             const SquillEntity *link,
             const SquillRelationship *const *references)
{
  for (guint i = 0; i < 2; i++)
    _squill_fix_remove_keys (fix, run->model, _squill_run_get_parent (run, references[i]),
                             references[i]->item.id);
  SQUILL_FOR_EACH_CHILD (SquillIndex, index, link, SQUILL_KIND_INDEX)
    {
      json_auto_t *nothing = json_array ();
      gboolean is_of_fields = index->unique && index->keys != NULL;

      for (guint i = 0; is_of_fields && i < index->keys->len; i++)
        for (guint j = 0; j < 2; j++)
          is_of_fields &= !_squill_key_mentions (index->keys->pdata[i], references[j]->item.id);
      if (is_of_fields)
        _squill_fix_lose_unique (fix, run->model, index, nothing);
    }
  for (guint i = 0; i < 2; i++)
    _squill_fix_remove (fix, references[i]->item.id);
  _squill_fix_remove (fix, link->item.id);
}

/* The fields of a link become attributes of the relationship: in an object with the id, or, where
 * there is only one reference, @reference, beside it among the fields of the document. */
static void
move_link_fields (SquillFix *fix,
                  SquillRun *run,
                  const SquillEntity *keeper,
                  const SquillRelationship *from,
                  const GPtrArray *fields,
                  const char *relationship,
                  const char *reference)
{
  const gboolean is_beside = squill_triple_get_most (from->children) <= 1;
  const char *reserved = is_beside ? reference : "id";
  g_autoptr (GHashTable) taken = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < fields->len; i++)
    if (((const SquillField *)fields->pdata[i])->name != NULL)
      g_hash_table_add (taken, g_strdup (((const SquillField *)fields->pdata[i])->name));
  for (guint i = 0; i < fields->len; i++)
    {
      const SquillField *field = fields->pdata[i];
      g_autofree char *name = g_strdup (field->name);

      _squill_fix_move (fix, field->item.id, relationship, field->order);
      for (guint n = 2; name != NULL; n++)
        {
          g_autofree char *unused = is_beside
                                        ? _squill_run_make_free_name (run, NULL, keeper, name, name)
                                        : g_strdup (name);

          if (g_str_equal (unused, name) && g_strcmp0 (name, reserved) != 0 &&
              (n == 2 || !g_hash_table_contains (taken, name)))
            break;
          g_free (name);
          name = g_strdup_printf ("%s%u", field->name, n);
        }
      if (g_strcmp0 (name, field->name) == 0)
        continue;
      g_hash_table_add (taken, g_strdup (name));
      _squill_fix_set (fix, field->item.id, "name", json_string (name));
    }
}

/* One relationship in place of an entity with two. */
static SquillFix *
make_direct_fix (SquillRun *run,
                 const SquillEntity *link,
                 const SquillRelationship *from,
                 const SquillRelationship *to,
                 const GPtrArray *fields)
{
  const SquillEntity *target = _squill_run_get_parent (run, to);
  const SquillEntity *keeper = _squill_run_get_parent (run, from);
  g_autofree char *id = NULL, *order = NULL, *name = NULL;
  json_t *content;
  SquillFix *fix;

  if (squill_operation_index_get_uses_of (run->operations, link->item.id)->len > 0)
    return NULL;
  /* Copies to the link would have to go through it. */
  for (guint i = 0; i < 2; i++)
    {
      guint n;

      squill_item_get_children (i == 0 ? from : to, SQUILL_KIND_COPY, &n);
      if (n > 0 || has_link_fields (i == 0 ? from : to))
        return NULL;
    }
  fix = _squill_fix_new (
      g_strdup_printf (_ ("Store the references in %s"), _squill_wording_name (keeper)));
  fix->placement = SQUILL_PLACEMENT_CHILD_REFERENCES;
  id = squill_model_new_id (run->model, target->name);
  order = squill_rank_between (to->order, NULL);
  content = json_object ();
  if (target->name != NULL)
    {
      name = _squill_run_make_free_name (run, NULL, keeper, target->name, target->name);
      if (!g_str_equal (name, target->name))
        json_object_set_new (content, "parent_name", json_string (name));
    }
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
  _squill_fix_add (fix, SQUILL_KIND_RELATIONSHIP, id, NULL, content);
  move_link_fields (fix, run, keeper, from, fields, id, name);
  remove_link (fix, run, link, (const SquillRelationship *const[]){ from, to });
  return fix;
}

/* Whether documents stay small with the links of one parent in them, wherever these stand. */
static gboolean
is_small_in_parents (SquillRun *run, const SquillRelationship *from, const SquillEntity *link)
{
  g_autoptr (GPtrArray) sites = squill_design_get_document_sites (run->design, from->parent);
  const double each = _squill_run_get_bytes (run, link->item.id);
  const double usual = squill_size_array (_squill_run_get_children (run, from), each);
  const double most = squill_size_array (_squill_run_get_most_children (run, from), each);

  for (guint i = 0; i < sites->len; i++)
    {
      const SquillShape *site = sites->pdata[i];
      const SquillShape *document =
          squill_design_get_collection_of_shape (run->design, site)->shape;
      const double times = fmax (_squill_shape_get_times (site), 1);

      if (document->bytes.likely + times * usual >
              _squill_run_get (run, SQUILL_THRESHOLD_DOC_LARGE) ||
          _squill_shape_get_most_bytes (document) + times * most >
              _squill_run_get (run, SQUILL_THRESHOLD_DOC_BLOAT))
        return FALSE;
    }
  return TRUE;
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
  if (fields->len > _squill_run_get (run, SQUILL_THRESHOLD_LINK_FIELDS) ||
      is_asked_for_itself (run, link, fields))
    return;
  of_first = _squill_run_get_most_children (run, references[0]);
  of_second = _squill_run_get_most_children (run, references[1]);
  least = least_of (of_first, of_second);
  if (!(least <= _squill_run_get (run, SQUILL_THRESHOLD_REF_MAX)))
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
  if (_squill_run_get_most_children (run, to) <= _squill_run_get (run, SQUILL_THRESHOLD_REF_MAX) &&
      get_reads_from (run, to->parent) > get_reads_from (run, from->parent))
    {
      const SquillRelationship *swap = from;

      from = to;
      to = swap;
    }
  if (!is_small_in_parents (run, from, link))
    return;
  a = _squill_run_get_parent (run, from);
  b = _squill_run_get_parent (run, to);
  count = squill_text_count (_squill_run_get_most_children (run, from));
  finding = _squill_run_report (
      run, SQUILL_SEVERITY_HINT, link, 0,
      g_strdup_printf (_ ("“%s” only links “%s” and “%s”, three collections where two would do: "
                          "one “%s” has at most %s of them and can store the references itself."),
                       _squill_wording_name (link), _squill_wording_name (a),
                       _squill_wording_name (b), _squill_wording_name (a), count));
  _squill_finding_set_place (finding, link->item.id, NULL);
  _squill_finding_set_number (finding, "references", _squill_run_get_most_children (run, from));
  _squill_finding_set_number (finding, "fields", fields->len);
  finding->fix = make_direct_fix (run, link, from, to, fields);
}

/* m2n-both-large */

static void
check_both_large (SquillRun *run, gconstpointer subject)
{
  const SquillRelationship *r = subject;
  const SquillEntity *parent = _squill_run_get_parent (run, r);
  const SquillEntity *child = _squill_run_get_child (run, r);
  double most = _squill_run_get (run, SQUILL_THRESHOLD_REF_MAX);
  double children, parents;
  gboolean is_array;
  g_autofree char *of_parent = NULL, *of_child = NULL;
  SquillFinding *finding;

  /* A single reference to one of many is no array. */
  is_array =
      squill_placement_is_reference (r->placement) || r->placement == SQUILL_PLACEMENT_EMBED_MANY;
  if (!is_array || !squill_relationship_is_shared (r) || squill_relationship_is_single (r))
    return;
  children = _squill_run_get_most_children (run, r);
  parents = _squill_run_get_most_parents (run, r);
  /* Of what has no end another rule says that it has none, unless it is long already. */
  if (isinf (children))
    children = _squill_run_get_children (run, r);
  if (isinf (parents))
    parents = _squill_run_get_parents (run, r);
  if (!(children > most) || !(parents > most))
    return;
  of_parent = squill_text_count (children);
  of_child = squill_text_count (parents);
  finding = _squill_run_report (
      run, SQUILL_SEVERITY_WARNING, r, isfinite (children) ? children / most : most,
      g_strdup_printf (_ ("One “%s” can have %s “%s”, and one “%s” can have %s “%s”: neither side "
                          "can store the references."),
                       _squill_wording_name (parent), of_parent, _squill_wording_name (child),
                       _squill_wording_name (child), of_child, _squill_wording_name (parent)));
  _squill_finding_set_number (finding, "children", children);
  _squill_finding_set_number (finding, "parents", parents);
  _squill_finding_set_number (finding, "threshold", most);
  finding->fix = _squill_fix_new_advised (run, r);
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
      has_links (_squill_run_get_root_collection (run, r->parent), id) ||
      has_links (_squill_run_get_root_collection (run, r->child), id))
    return;
  names = g_ptr_array_new ();
  SQUILL_FOR_EACH_CHILD (SquillField, field, r, SQUILL_KIND_FIELD)
    {
      if (field->name != NULL)
        g_ptr_array_add (names, field->name);
    }
  list = squill_text_names (names);
  finding = _squill_run_report (
      run, SQUILL_SEVERITY_ERROR, r, names->len,
      g_strdup_printf (_ ("No document stores %s of the link between “%s” and “%s”."), list,
                       _squill_wording_name (_squill_run_get_parent (run, r)),
                       _squill_wording_name (_squill_run_get_child (run, r))));
  _squill_finding_set_list (finding, "fields", names);
  finding->fix = _squill_fix_new_advised (run, r);
}

#define THRESHOLDS(...) ((const char *const[]){ __VA_ARGS__, NULL })

const SquillRule _squill_rules_links[] = {
  { .info = { "m2n-junction", "A", SQUILL_SEVERITY_HINT,
              SQUILL_SOURCE_SKILLS "; " SQUILL_SOURCE_CMS, N_ ("A collection holds only links"),
              N_ ("In a relational database, many-to-many needs a join table; with documents it "
                  "does not. If each document on one side has few links, it can store the ids in "
                  "an array, with the fields of each link beside the id. That is one collection "
                  "and one query less. If both sides have thousands, a junction collection is "
                  "right, with an index for each direction."),
              THRESHOLDS ("ref.max", "link.fields", "doc.large", "doc.bloat") },
    .scope = SQUILL_SCOPE_RELATIONSHIP,
    .aspects = SQUILL_ASPECTS_ALL,
    .check = junction_of_relationship,
    .other_scope = SQUILL_SCOPE_ENTITY,
    .other_check = junction_of_entity },
  { .info = { "m2n-both-large", "A", SQUILL_SEVERITY_WARNING,
              SQUILL_SOURCE_ZOLA_3 ", rule 3; " SQUILL_SOURCE_SKILLS,
              N_ ("Neither side can store the references"),
              N_ ("Both sides have more links than an array in a document should hold. Store the "
                  "links in a junction collection: documents with two references, a unique index "
                  "on both, and a second index with the references in the opposite order."),
              THRESHOLDS ("ref.max") },
    .scope = SQUILL_SCOPE_RELATIONSHIP,
    .aspects = SQUILL_ASPECTS_STORED,
    .check = check_both_large },
  { .info = { "link-attributes-lost", "A", SQUILL_SEVERITY_ERROR, SQUILL_SOURCE_DERIVED,
              N_ ("The fields of a link are not stored"),
              N_ ("A link can have fields of its own, such as the grade of a student in a course. "
                  "They are stored beside the id in an array of references, or in a junction "
                  "collection. This design has neither."),
              NULL },
    .scope = SQUILL_SCOPE_RELATIONSHIP,
    .aspects = SQUILL_ASPECTS_STORED,
    .check = check_lost },
  { .info = { NULL } },
};

/* SPDX-License-Identifier: Apache-2.0 */

/* Family A: what only shows when several relationships are looked at together. */

#define G_LOG_DOMAIN "squill-advice"

#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "advice/squill-transform-private.h"
#include "design/squill-plan.h"
#include "design/squill-size.h"
#include "model/squill-authoring.h"
#include "model/squill-placement.h"
#include "text/squill-text.h"

/* embed-cycle: an embedding is part of a circle if its parent is reached again from its child along
 * embeddings that nothing bounds. */

typedef struct
{
  GHashTable *numbers; /* entity id -> number + 1 */
  GPtrArray *entities; /* id of each number */
  GPtrArray *edges;    /* of each number, GPtrArray of SquillRelationship */
  GArray *index, *low; /* Tarjan's */
  GArray *component;   /* of each number; -1: not known yet */
  GArray *stack;
  int next, components;
} Circles;

static gboolean
may_circle (const SquillRelationship *r)
{
  return squill_placement_is_embedding (r->placement) && isnan (r->depth);
}

static int
get_number (Circles *self, const char *entity)
{
  gpointer found = g_hash_table_lookup (self->numbers, entity);
  int none = -1, zero = 0;

  if (found != NULL)
    return GPOINTER_TO_INT (found) - 1;
  g_ptr_array_add (self->entities, (gpointer)entity);
  g_ptr_array_add (self->edges, g_ptr_array_new ());
  g_array_append_val (self->index, none);
  g_array_append_val (self->low, zero);
  g_array_append_val (self->component, none);
  g_hash_table_insert (self->numbers, (gpointer)entity, GINT_TO_POINTER (self->entities->len));
  return (int)self->entities->len - 1;
}

#define AT(array, i) g_array_index (self->array, int, i)

typedef struct
{
  int number;
  guint edge;
} Visit;

static void
open_visit (Circles *self, GArray *visits, int number)
{
  Visit visit = { number, 0 };

  AT (index, number) = AT (low, number) = self->next++;
  g_array_append_val (self->stack, number);
  g_array_append_val (visits, visit);
}

static void
close_component (Circles *self, int root)
{
  int number;

  do
    {
      number = AT (stack, self->stack->len - 1);
      g_array_set_size (self->stack, self->stack->len - 1);
      AT (component, number) = self->components;
    }
  while (number != root);
  self->components++;
}

/* Tarjan's strongly connected components, without recursion: models may be deep. */
static void
find_components (Circles *self, int from)
{
  g_autoptr (GArray) visits = g_array_new (FALSE, FALSE, sizeof (Visit));

  open_visit (self, visits, from);
  while (visits->len > 0)
    {
      Visit *visit = &g_array_index (visits, Visit, visits->len - 1);
      const GPtrArray *edges = self->edges->pdata[visit->number];
      int number = visit->number;

      if (visit->edge < edges->len)
        {
          const SquillRelationship *r = edges->pdata[visit->edge++];
          int child = get_number (self, r->child);

          if (AT (index, child) < 0)
            open_visit (self, visits, child);
          else if (AT (component, child) < 0)
            AT (low, number) = MIN (AT (low, number), AT (index, child));
          continue;
        }
      if (AT (low, number) == AT (index, number))
        close_component (self, number);
      g_array_set_size (visits, visits->len - 1);
      if (visits->len > 0)
        {
          int around = g_array_index (visits, Visit, visits->len - 1).number;

          AT (low, around) = MIN (AT (low, around), AT (low, number));
        }
    }
}

static void
report_circle (SquillRun *run, const SquillRelationship *r)
{
  const SquillEntity *parent = _squill_run_get_parent (run, r);
  const SquillEntity *child = _squill_run_get_child (run, r);
  SquillFinding *finding;

  finding = _squill_run_report (
      run, SQUILL_SEVERITY_ERROR, r, 50,
      parent == child
          ? g_strdup_printf (_ ("“%s” is embedded in itself without a maximum depth: the nesting "
                                "would never end."),
                             _squill_wording_name (parent))
          : g_strdup_printf (_ ("“%s” is embedded in “%s”, which is itself embedded in it through "
                                "others: the nesting would never end."),
                             _squill_wording_name (child), _squill_wording_name (parent)));
  finding->fix = _squill_fix_new_advised (run, r);
}

static void
check_circles (SquillRun *run, gconstpointer subject)
{
  Circles circles = { 0 };
  Circles *self = &circles;
  g_autoptr (GHashTable) numbers = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GPtrArray) entities = g_ptr_array_new ();
  g_autoptr (GPtrArray) edges = g_ptr_array_new_with_free_func ((GDestroyNotify)g_ptr_array_unref);
  g_autoptr (GArray) index = g_array_new (FALSE, FALSE, sizeof (int));
  g_autoptr (GArray) low = g_array_new (FALSE, FALSE, sizeof (int));
  g_autoptr (GArray) component = g_array_new (FALSE, FALSE, sizeof (int));
  g_autoptr (GArray) stack = g_array_new (FALSE, FALSE, sizeof (int));
  g_autoptr (GHashTable) reported = g_hash_table_new (NULL, NULL);

  circles = (Circles){ numbers, entities, edges, index, low, component, stack, 0, 0 };
  SQUILL_FOR_EACH_CHILD (SquillRelationship, r, subject, SQUILL_KIND_RELATIONSHIP)
    {
      if (may_circle (r))
        {
          int parent = get_number (self, r->parent);

          get_number (self, r->child);
          g_ptr_array_add (edges->pdata[parent], (gpointer)r);
        }
    }
  for (guint i = 0; i < entities->len; i++)
    if (AT (index, i) < 0)
      find_components (self, (int)i);

  /* One finding for each circle, on the first of its relationships. */
  SQUILL_FOR_EACH_CHILD (SquillRelationship, r, subject, SQUILL_KIND_RELATIONSHIP)
    {
      int of_parent;

      if (!may_circle (r))
        continue;
      of_parent = AT (component, get_number (self, r->parent));
      if (of_parent == AT (component, get_number (self, r->child)) &&
          g_hash_table_add (reported, GINT_TO_POINTER (of_parent + 1)))
        report_circle (run, r);
    }
}

#undef AT

/* tree-pattern-missing */

static void
check_tree (SquillRun *run, gconstpointer subject)
{
  const SquillRelationship *r = subject;
  const SquillEntity *entity = _squill_run_get_parent (run, r);
  const SquillUse *asked = NULL;
  const GPtrArray *uses;
  g_autofree char *rate = NULL;
  SquillFinding *finding;

  if (!g_str_equal (r->parent, r->child) || !squill_placement_is_reference (r->placement) ||
      _squill_entity_has_place_in_tree (entity, r))
    return;
  uses = squill_operation_index_get_uses_of (run->operations, r->parent);
  for (guint i = 0; i < uses->len; i++)
    {
      const SquillUse *use = uses->pdata[i];

      if (squill_use_goes_all_the_way (use, r) && (asked == NULL || use->rate > asked->rate))
        asked = use;
    }
  if (asked == NULL)
    return;
  rate = asked->rate > 0 ? squill_text_rate (asked->rate) : NULL;
  finding = _squill_run_report (
      run, SQUILL_SEVERITY_HINT, r, asked->rate,
      rate != NULL
          ? g_strdup_printf (
                _ ("“%s” follows “%s” through all levels, %s, with one query per level."),
                _squill_wording_name (asked->operation), _squill_wording_name (entity), rate)
          : g_strdup_printf (_ ("“%s” follows “%s” through all levels, with one query per level."),
                             _squill_wording_name (asked->operation),
                             _squill_wording_name (entity)));
  _squill_finding_set_text (finding, "operation", asked->operation->name);
  _squill_finding_set_number (finding, "per_second", asked->rate > 0 ? asked->rate : NAN);
  finding->fix = _squill_fix_new_ancestors (run, r, NULL);
}

/* sql-shaped-model */

static gboolean
is_by_reference (const SquillRelationship *r)
{
  return squill_placement_is_reference (r->placement) || r->placement == SQUILL_PLACEMENT_JUNCTION;
}

/* The names of the collections that a read looks into; junctions in between count. */
static GPtrArray *
get_read_collections (SquillRun *run, const SquillUse *use)
{
  const SquillPlan *plan = squill_design_get_plan (run->design, use->operation->item.id);
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  GPtrArray *names = g_ptr_array_new ();

  for (guint i = 0; plan != NULL && i < plan->steps->len; i++)
    {
      const SquillPlanStep *step = plan->steps->pdata[i];

      if (g_hash_table_add (seen, step->collection))
        g_ptr_array_add (names, step->collection_name);
    }
  return names;
}

static gboolean
may_embed (SquillRun *run, const SquillUse *use, const SquillRelationship *r)
{
  const SquillEntity *child = _squill_run_get_child (run, r);
  guint n;

  squill_entity_get_relationships (child, &n);
  return use->root != NULL && g_str_equal (r->parent, use->root->item.id) && n == 1 &&
         !child->first_class && !squill_relationship_is_shared (r) &&
         !g_str_equal (r->parent, r->child) &&
         _squill_run_get_most_children (run, r) <=
             _squill_run_get (run, SQUILL_THRESHOLD_EMBED_FEW) &&
         _squill_run_advises_embedding (run, r);
}

/* Embeds what the read always needs, if that is enough to make it read less. */
static SquillFix *
make_group_fix (SquillRun *run, const SquillUse *use, guint collections)
{
  double most = _squill_run_get (run, SQUILL_THRESHOLD_SQL_COLLECTIONS);
  g_autoptr (GPtrArray) embedded = g_ptr_array_new ();
  SquillFix *fix;

  for (guint i = 0; i < use->relationships->len; i++)
    {
      const SquillRelationship *r = use->relationships->pdata[i];

      if (is_by_reference (r) && may_embed (run, use, r))
        g_ptr_array_add (embedded, (gpointer)r);
    }
  if (collections - embedded->len >= most)
    return NULL;
  fix = _squill_fix_new (
      g_strdup_printf (_ ("Embed what is always read with %s"), _squill_wording_name (use->root)));
  for (guint i = 0; i < embedded->len; i++)
    {
      const SquillRelationship *r = embedded->pdata[i];

      _squill_fix_place (fix, run, r, _squill_run_get_advised (run, r));
    }
  return fix;
}

static void
check_sql (SquillRun *run, gconstpointer subject)
{
  const GPtrArray *uses = squill_operation_index_get_uses (run->operations);
  const SquillUse *hottest = NULL;
  g_autoptr (GPtrArray) names = NULL;
  g_autofree char *list = NULL, *share = NULL;
  guint n = 0, referring = 0;
  SquillFinding *finding;

  SQUILL_FOR_EACH_CHILD (SquillRelationship, r, subject, SQUILL_KIND_RELATIONSHIP)
    {
      n++;
      referring += is_by_reference (r) ? 1 : 0;
    }
  if (n == 0 || referring < _squill_run_get (run, SQUILL_THRESHOLD_SQL_SHARE) * n)
    return;
  for (guint i = 0; i < uses->len; i++)
    {
      const SquillUse *use = uses->pdata[i];

      if (use->reads && (hottest == NULL || use->rate > hottest->rate))
        hottest = use;
    }
  if (hottest == NULL)
    return;
  names = get_read_collections (run, hottest);
  if (names->len < _squill_run_get (run, SQUILL_THRESHOLD_SQL_COLLECTIONS))
    return;
  list = squill_text_names (names);
  share = squill_text_share ((double)referring / n);
  finding = _squill_run_report (
      run, SQUILL_SEVERITY_HINT, subject, names->len,
      g_strdup_printf (
          _ ("%s of the relationships are references, and the most frequent read, “%s”, needs %u "
             "collections: %s. Data that is always read together can be stored in one document."),
          share, _squill_wording_name (hottest->operation), names->len, list));
  _squill_finding_set_number (finding, "reference_share", (double)referring / n);
  _squill_finding_set_number (finding, "collections", names->len);
  _squill_finding_set_list (finding, "together", names);
  _squill_finding_set_text (finding, "operation", hottest->operation->name);
  finding->fix = make_group_fix (run, hottest, names->len);
}

/* tiny-lookup-collection */

static gboolean
is_referred_to (const SquillEntity *entity)
{
  guint n;
  const SquillRelationship *const *all = squill_entity_get_relationships (entity, &n);

  for (guint i = 0; i < n; i++)
    if (is_by_reference (all[i]) && (g_str_equal (all[i]->child, entity->item.id)
                                         ? squill_placement_stores (all[i]->placement, TRUE)
                                         : squill_placement_stores (all[i]->placement, FALSE)))
      return TRUE;
  return FALSE;
}

static void
check_tiny (SquillRun *run, gconstpointer subject)
{
  const SquillEntity *entity = subject;
  const SquillCollection *collection = _squill_run_get_own_collection (run, entity->item.id);
  double count, bytes;
  g_autofree char *documents = NULL, *size = NULL;
  SquillFinding *finding;

  if (collection == NULL || !is_referred_to (entity))
    return;
  count = collection->count_at_horizon;
  if (isnan (count))
    count = squill_triple_get_usual (collection->count);
  bytes = count * collection->shape->bytes.likely;
  /* In a single document nothing is looked up by its id. */
  if (!(count > 1) || !(count <= _squill_run_get (run, SQUILL_THRESHOLD_TINY_COUNT)) ||
      !(bytes < _squill_run_get (run, SQUILL_THRESHOLD_TINY_BYTES)))
    return;
  documents = squill_text_count (count);
  size = squill_text_likely_bytes (bytes, collection->shape->size_assumed);
  finding = _squill_run_report (
      run, SQUILL_SEVERITY_HINT, entity, -1,
      g_strdup_printf (_ ("“%s” has %s documents, %s in total. That is fine as it is: the "
                          "application can cache all of them and avoid the join."),
                       _squill_wording_name (entity), documents, size));
  _squill_finding_set_place (finding, collection->id, NULL);
  _squill_finding_set_number (finding, "documents", count);
  _squill_finding_set_number (finding, "bytes", bytes);
}

#define THRESHOLDS(...) ((const char *const[]){ __VA_ARGS__, NULL })
#define SHAPE_AND_PLACEMENT (SQUILL_ASPECT_SHAPE | SQUILL_ASPECT_PLACEMENT)
#define USED_AND_NAMES (SQUILL_ASPECTS_USED | SQUILL_ASPECT_NAME)

const SquillRule _squill_rules_relationships[] = {
  { .info = { "embed-cycle", "A", SQUILL_SEVERITY_ERROR, SQUILL_SOURCE_DERIVED,
              N_ ("An entity is embedded in itself without a limit"),
              N_ ("A document can embed documents of the same entity, such as the replies to a "
                  "comment, if the model gives a maximum depth. Without one, the nesting would "
                  "never end. For trees of any depth, store a reference to the parent, an array of "
                  "ancestors, or a materialized path."),
              NULL },
    .scope = SQUILL_SCOPE_MODEL,
    .aspects = SHAPE_AND_PLACEMENT,
    .check = check_circles },
  { .info = { "tree-pattern-missing", "A", SQUILL_SEVERITY_HINT,
              SQUILL_SOURCE_TREES "; " SQUILL_SOURCE_SKILLS, N_ ("A tree is read level by level"),
              N_ ("A reference to the parent finds the direct children. Finding all descendants, "
                  "or the path to the root, takes one query per level, or $graphLookup. If each "
                  "document also stores an array of its ancestors, one query with an index on it "
                  "finds the whole subtree. A materialized path does the same with a prefix query "
                  "and also sorts; nested sets suit trees that never change."),
              NULL },
    .scope = SQUILL_SCOPE_RELATIONSHIP,
    .aspects = USED_AND_NAMES,
    .check = check_tree },
  { .info = { "sql-shaped-model", "A", SQUILL_SEVERITY_HINT,
              SQUILL_SOURCE_SKILLS "; " SQUILL_SOURCE_MAP,
              N_ ("The model is designed like relational tables"),
              N_ ("Nearly every entity has a collection of its own and uses references, as in a "
                  "relational database, and the most frequent read has to query several of them. "
                  "The strength of documents is that data that is read together can be stored "
                  "together."),
              THRESHOLDS ("sql.share", "sql.collections", "embed.few") },
    .scope = SQUILL_SCOPE_MODEL,
    .aspects = SQUILL_ASPECTS_USED,
    .check = check_sql },
  { .info = { "tiny-lookup-collection", "A", SQUILL_SEVERITY_HINT, SQUILL_SOURCE_CMS,
              N_ ("A small lookup collection"),
              N_ ("Countries, currencies, and the like are few. A collection for them is fine and "
                  "needs no copies elsewhere: each client can read it once and cache it."),
              THRESHOLDS ("tiny.count", "tiny.bytes") },
    .scope = SQUILL_SCOPE_ENTITY,
    .aspects = SQUILL_ASPECTS_STORED,
    .check = check_tiny },
  { .info = { NULL } },
};

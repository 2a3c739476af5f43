/* SPDX-License-Identifier: Apache-2.0 */

/* Trees that store more of the place of a document than its parent. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include "advice-fixture.h"

#include "design/squill-plan.h"
#include "fix-meaning.h"
#include "random-model.h"
#include "transform-fixture.h"

#define N_MODELS 40

/* 1 000 categories, ten in each: three levels. */
static void
draw_tree (SquillModel *model)
{
  draw_entity (model, "category", 1000);
  draw_field (model, "category", "_id", "objectId");
  draw_text (model, "category", "name", 12);
  draw_relationship (model, "parent", "category", "category", "parent-reference", "0..10..50", "1");
  draw_index (model, "category", "by-parent", "[{'path': 'parent', 'how': '1'}]");
  draw_entity (model, "product", 100000);
  draw_relationship (model, "products", "category", "product", "parent-reference", "0..100..1000",
                     "1");
  draw_index (model, "product", "by-category", "[{'path': 'products', 'how': '1'}]");
}

/* Starts from the children of one. */
static void
draw_subtree (SquillModel *model)
{
  draw_operation (model, "subtree", "aggregate", "category", 20);
  change (model, "subtree", "filter", "[{'path': 'parent', 'how': 'eq'}]");
  change (model, "subtree", "follows", "['parent']");
}

static void
draw_breadcrumbs (SquillModel *model)
{
  draw_operation (model, "breadcrumbs", "aggregate", "category", 50);
  change (model, "breadcrumbs", "filter", "[{'path': '=_id', 'how': 'eq'}]");
  change (model, "breadcrumbs", "follows", "['parent']");
}

static void
draw_move (SquillModel *model, double rate)
{
  draw_operation (model, "move", "update", "category", rate);
  change (model, "move", "filter", "[{'path': '=_id', 'how': 'eq'}]");
  change (model, "move", "writes", "[{'path': 'parent'}]");
}

static const SquillKey *
get_filter (SquillModel *model, const char *operation)
{
  const SquillKeys *filter = squill_model_get_operation (model, operation)->filter;

  g_assert_nonnull (filter);
  g_assert_cmpuint (filter->len, ==, 1);
  return filter->pdata[0];
}

static const SquillRelationship *
find_ancestors (SquillModel *model)
{
  SQUILL_FOR_EACH_CHILD (SquillRelationship, r, squill_model_get_info (model),
                         SQUILL_KIND_RELATIONSHIP)
    {
      if (g_str_equal (r->name, "ancestors"))
        return r;
    }
  g_error ("No ancestors");
}

/* The update of many documents that a transform added. */
static const SquillOperation *
find_update (SquillModel *model)
{
  SQUILL_FOR_EACH_CHILD (SquillOperation, operation, squill_model_get_info (model),
                         SQUILL_KIND_OPERATION)
    {
      if (operation->multi && operation->operation == SQUILL_OPERATION_UPDATE)
        return operation;
    }
  return NULL;
}

static guint
count_steps (SquillAdvice *advice, const char *operation)
{
  return squill_design_get_plan (squill_advice_get_design (advice), operation)->steps->len;
}

static void
test_ancestors (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;
  const SquillRelationship *ancestors;
  const SquillOperation *update, *move;
  g_autoptr (SquillDesign) design = NULL;

  draw_tree (model);
  draw_subtree (model);
  draw_breadcrumbs (model);
  change (model, "breadcrumbs", "returns", "[{'path': 'parent/category.name'}]");
  draw_move (model, 0.01);
  draw_operation (model, "children", "find", "category", 5);
  change (model, "children", "filter", "[{'path': 'parent', 'how': 'eq'}]");
  advice = advise (model);
  apply (advice, "parent", "tree-ancestors");

  ancestors = find_ancestors (model);
  g_assert_cmpstr (ancestors->parent, ==, "category");
  g_assert_cmpstr (ancestors->child, ==, "category");
  g_assert_cmpfloat (ancestors->parents.likely, ==, 3);
  g_assert_cmpfloat (ancestors->parents.max, ==, 10);
  g_assert_cmpstr (get_filter (model, "subtree")->path, ==, ancestors->item.id);
  g_assert_null (squill_model_get_operation (model, "subtree")->follows);
  g_assert_cmpstr (get_filter (model, "breadcrumbs")->path, ==, "=_id");
  g_assert_cmpstr (squill_model_get_operation (model, "breadcrumbs")->follows[0], ==,
                   ancestors->item.id);
  g_assert_true (squill_key_goes_through (
      squill_model_get_operation (model, "breadcrumbs")->returns->pdata[0], ancestors->item.id));
  g_assert_cmpstr (get_filter (model, "children")->path, ==, "parent");

  update = find_update (model);
  g_assert_nonnull (update);
  g_assert_cmpfloat (squill_operation_get_rate (update), ==, 0.01);
  g_assert_cmpstr (((const SquillKey *)update->filter->pdata[0])->path, ==, ancestors->item.id);
  move = squill_model_get_operation (model, "move");
  g_assert_cmpuint (move->writes->len, ==, 2);

  /* The array of ids stands in each document, and its index serves the look for all below. */
  design = squill_design_new (model);
  g_assert_true (squill_design_get_stored (design, ancestors->item.id, FALSE)->array);
  g_assert_false (squill_design_get_plan (design, "subtree")->scans);
  g_assert_cmpuint (count_steps (advice, "subtree"), ==, 1);
  assert_refused (advice, "parent", "tree-ancestors", "already");
}

/* Whoever comes from elsewhere asks for an ancestor of what it comes to. */
static void
test_ancestors_from_elsewhere (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;
  g_autofree char *path = NULL;
  const SquillFinding *finding;

  draw_tree (model);
  draw_operation (model, "listing", "find", "product", 50);
  change (model, "listing", "follows", "['products', 'parent']");
  advice = advise (model);
  finding = find_finding (advice, "tree-pattern-missing", "parent");
  g_assert_nonnull (finding);
  g_assert_cmpuint (finding->fix->losses->len, ==, 1);
  g_assert_nonnull (strstr (finding->fix->losses->pdata[0], "the ids of about 3 above it"));
  assert_fix_keeps_meaning (advice, finding);
  path = g_strconcat ("products/", find_ancestors (model)->item.id, NULL);
  g_assert_cmpstr (get_filter (model, "listing")->path, ==, path);
  g_assert_false (
      squill_operation_follows (squill_model_get_operation (model, "listing"), "parent"));
  g_assert_null (find_finding (advice, "tree-pattern-missing", "parent"));
}

/* The page of one product shows the way to its category. */
static void
test_ancestors_of_one (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;

  draw_tree (model);
  draw_operation (model, "page", "find", "product", 50);
  change (model, "page", "filter", "[{'path': '=_id', 'how': 'eq'}]");
  change (model, "page", "follows", "['products', 'parent']");
  advice = advise (model);
  apply (advice, "parent", "tree-ancestors");
  g_assert_cmpstr (get_filter (model, "page")->path, ==, "=_id");
  g_assert_true (squill_operation_follows (squill_model_get_operation (model, "page"),
                                           find_ancestors (model)->item.id));
}

static void
test_path (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;
  const SquillField *path;
  const SquillOperation *breadcrumbs;

  draw_tree (model);
  draw_subtree (model);
  draw_breadcrumbs (model);
  change (model, "breadcrumbs", "returns", "[{'path': 'category.name'}]");
  draw_move (model, 0.01);
  advice = advise (model);
  apply (advice, "parent", "tree-path");
  path = find_field (model, "category", "path");
  g_assert_cmpuint (path->types, ==, SQUILL_TYPE_STRING);
  /* Three ids of 24 letters, a comma behind each, and one before. */
  g_assert_cmpfloat (path->size.likely, ==, 76);
  g_assert_cmpstr (get_filter (model, "subtree")->path, ==, path->item.id);
  g_assert_cmpstr (get_filter (model, "subtree")->operator, ==, "prefix");
  g_assert_cmpuint (count_steps (advice, "subtree"), ==, 1);
  breadcrumbs = squill_model_get_operation (model, "breadcrumbs");
  g_assert_null (breadcrumbs->follows);
  g_assert_cmpuint (breadcrumbs->returns->len, ==, 2);
  g_assert_cmpstr (((const SquillKey *)find_update (model)->filter->pdata[0])->operator, ==,
                   "prefix");
  assert_refused (advice, "parent", "tree-path", "already");
}

/* A path has the ids of those above, and not their names. */
static void
test_path_refused (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;

  draw_tree (model);
  draw_breadcrumbs (model);
  change (model, "breadcrumbs", "returns", "[{'path': 'parent/category.name'}]");
  advice = advise (model);
  assert_refused (advice, "parent", "tree-path", "ids of those above");
  change (model, "parent", "parents", "{'min': 0, 'likely': 2, 'max': 5}");
  assert_refused (advice, "parent", "tree-path", "several parents");
}

static void
test_nested_sets (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;
  const SquillField *left;
  const SquillOperation *update;

  draw_tree (model);
  draw_subtree (model);
  draw_move (model, 0.01);
  advice = advise (model);
  apply (advice, "parent", "tree-nested-sets");
  left = find_field (model, "category", "left");
  g_assert_true (left->required);
  g_assert_nonnull (find_field (model, "category", "right"));
  g_assert_cmpstr (get_filter (model, "subtree")->path, ==, left->item.id);
  g_assert_cmpstr (get_filter (model, "subtree")->operator, ==, "range");
  update = find_update (model);
  g_assert_cmpfloat (update->documents, ==, 500);
  g_assert_cmpuint (update->writes->len, ==, 2);
}

/* One move a second numbers 500 documents: more than 20 reads need. */
static void
test_nested_sets_refused (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;

  draw_tree (model);
  draw_breadcrumbs (model);
  advice = advise (model);
  assert_refused (advice, "parent", "tree-nested-sets", "all below");
  draw_subtree (model);
  draw_move (model, 1);
  assert_refused (advice, "parent", "tree-nested-sets", "500");
}

static void
test_no_tree (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;

  draw_tree (model);
  advice = advise (model);
  assert_refused (advice, "products", "tree-ancestors", "no tree");
  assert_refused (advice, "parent", "tree-ancestors", "more than one level");
  draw_subtree (model);
  change (model, "parent", "placement", "'embed-many'");
  change (model, "parent", "depth", "3");
  assert_refused (advice, "parent", "tree-ancestors", "does not refer");
}

/* Random. */

static void
draw_readers (SquillModel *model, const char *id, GRand *random)
{
  const SquillRelationship *r = squill_model_get_relationship (model, id);
  g_autofree char *entity = g_strdup (r->parent);
  g_autofree char *follows = g_strdup_printf ("['%s']", id);
  g_autofree char *by_reference = g_strdup_printf ("[{'path': '%s', 'how': 'eq'}]", id);
  g_autofree char *through = g_strdup_printf ("[{'path': '%s/%s.b'}]", id, entity);
  g_autofree char *written = g_strdup_printf ("[{'path': '%s'}]", id);

  draw_operation (model, "below", "aggregate", entity, g_rand_double_range (random, 1, 50));
  change (model, "below", "filter", by_reference);
  change (model, "below", "follows", follows);
  draw_operation (model, "above", "aggregate", entity, g_rand_double_range (random, 1, 50));
  change (model, "above", "filter", "[{'path': '=_id', 'how': 'eq'}]");
  change (model, "above", "follows", follows);
  if (g_rand_boolean (random))
    change (model, "above", "returns", through);
  if (g_rand_boolean (random))
    {
      draw_operation (model, "move", "update", entity, 1e-6);
      change (model, "move", "filter", "[{'path': '=_id', 'how': 'eq'}]");
      change (model, "move", "writes", written);
    }
}

static void
test_random (void)
{
  guint n = 0;

  for (guint seed = 1; seed <= N_MODELS; seed++)
    {
      g_autoptr (SquillModel) model = squill_model_new ();
      g_autoptr (GRand) random = g_rand_new_with_seed (seed);
      g_autofree char *first = NULL;
      gpointer const *entity;
      guint n_all;

      draw_random_model (model, random);
      entity = squill_item_get_children (squill_model_get_info (model), SQUILL_KIND_ENTITY, &n_all);
      first = g_strdup (((const SquillItem *)entity[0])->id);
      draw_relationship (model, "tree", first, first,
                         g_rand_boolean (random) ? "parent-reference" : "child-references",
                         "0..5..20", g_rand_boolean (random) ? "1" : "0..2..4");
      draw_readers (model, "tree", random);
      g_test_message ("Seed %u", seed);
      n += check_transforms (model, "tree-");
    }
  g_assert_cmpuint (n, >, N_MODELS);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/advice/trees/ancestors", test_ancestors);
  g_test_add_func ("/advice/trees/ancestors/from-elsewhere", test_ancestors_from_elsewhere);
  g_test_add_func ("/advice/trees/ancestors/of-one", test_ancestors_of_one);
  g_test_add_func ("/advice/trees/path", test_path);
  g_test_add_func ("/advice/trees/path/refused", test_path_refused);
  g_test_add_func ("/advice/trees/nested-sets", test_nested_sets);
  g_test_add_func ("/advice/trees/nested-sets/refused", test_nested_sets_refused);
  g_test_add_func ("/advice/trees/no-tree", test_no_tree);
  g_test_add_func ("/advice/trees/random", test_random);
  return g_test_run ();
}

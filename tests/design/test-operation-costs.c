/* SPDX-License-Identifier: Apache-2.0 */

/* What one operation costs with each way to store a relationship: what it finds, what it has to
 * look at, and what nobody knows. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include "comparison-fixture.h"
#include "design-fixture.h"
#include "design/squill-found.h"

static SquillModel *
draw_posts (void)
{
  SquillModel *model = squill_model_new ();

  draw_entity (model, "p");
  draw_field (model, "p", "name", "string:20");
  draw_field (model, "p", "about", "string:400");
  draw_entity (model, "c");
  draw_field (model, "c", "title", "string:40");
  draw_field (model, "c", "state", "string:8");
  draw_pair (model, "0..200..*", "1");
  change (model, "r", "child_name", "'author'");
  draw_count (model, "p", 1000);
  draw_count (model, "c", 200000);
  return model;
}

/* A list of 300 posts, each with the name of its author, is not a list of one. */
static void
test_rows (void)
{
  g_autoptr (SquillModel) model = draw_posts ();
  g_autoptr (GPtrArray) options = NULL;
  const SquillCounts *referred, *copied;

  draw_operation (model, "list", "find", "c", 5,
                  "{'limit':300,'follows':['r'],'returns':[{'path':'r/p.name','how':''}]}");
  draw_operation (model, "rename", "update", "p", 0.001,
                  "{'filter':[{'path':'=_id','how':'eq'}],"
                  "'writes':[{'path':'p.name','how':''}]}");
  /* Costs the same whichever is chosen, and is most of all there is. */
  draw_operation (model, "post", "find", "c", 20000, "{'filter':[{'path':'=_id','how':'eq'}]}");
  options = compare_placements (model);
  referred =
      &get_operation_cost (find_option (options, SQUILL_PLACEMENT_PARENT_REFERENCE, FALSE), "list")
           ->counts;
  copied =
      &get_operation_cost (find_option (options, SQUILL_PLACEMENT_PARENT_REFERENCE, TRUE), "list")
           ->counts;
  g_assert_cmpfloat (referred->commands, ==, 4);
  g_assert_cmpfloat (referred->documents, ==, 600);
  g_assert_cmpfloat (copied->commands, ==, 2);
  g_assert_cmpfloat (copied->documents, ==, 300);
  assert_advised (options, SQUILL_PLACEMENT_PARENT_REFERENCE, TRUE);
  g_clear_pointer (&options, g_ptr_array_unref);

  /* Of one author's it is one author. */
  change (model, "list", "filter", "[{'path':'r','how':'eq'}]");
  options = compare_placements (model);
  referred =
      &get_operation_cost (find_option (options, SQUILL_PLACEMENT_PARENT_REFERENCE, FALSE), "list")
           ->counts;
  g_assert_cmpfloat (referred->documents, ==, 201);
  g_clear_pointer (&options, g_ptr_array_unref);

  /* There are no more authors than there are. */
  change (model, "list", "filter", NULL);
  draw_count (model, "p", 7);
  options = compare_placements (model);
  referred =
      &get_operation_cost (find_option (options, SQUILL_PLACEMENT_PARENT_REFERENCE, FALSE), "list")
           ->counts;
  g_assert_cmpfloat (referred->documents, ==, 307);
}

/* Several parents, each with its children. */
static void
test_parents_found (void)
{
  g_autoptr (SquillModel) model = draw_person ();
  g_autoptr (GPtrArray) options = NULL;

  draw_operation (model, "list", "find", "p", 10, "{'limit':20,'follows':['r']}");
  options = compare_placements (model);
  g_assert_cmpfloat (
      get_operation_cost (find_option (options, SQUILL_PLACEMENT_EMBED_MANY, FALSE), "list")
          ->counts.documents,
      ==, 20);
  g_assert_cmpfloat (
      get_operation_cost (find_option (options, SQUILL_PLACEMENT_PARENT_REFERENCE, FALSE), "list")
          ->counts.documents,
      ==, 60);
  /* What is read with one parent stays the measure of an option. */
  g_assert_cmpfloat (find_option (options, SQUILL_PLACEMENT_PARENT_REFERENCE, FALSE)->documents, ==,
                     3);
}

static gboolean
is_same (double a, double b)
{
  return isnan (b) ? isnan (a) : fabs (a - b) < 1e-6;
}

static void
assert_found (SquillModel *model, double least, double likely, double most, const char *unknown)
{
  g_autoptr (SquillDesign) design = squill_design_new (model);
  const char *path;
  const SquillTriple found =
      squill_design_count_found (design, squill_model_get_operation (model, "q"), &path);

  g_test_message ("%g..%g..%g", found.min, found.likely, found.max);
  g_assert_true (is_same (found.min, least));
  g_assert_true (is_same (found.likely, likely));
  g_assert_true (is_same (found.max, most));
  g_assert_cmpstr (path, ==, unknown);
}

static void
test_found (void)
{
  g_autoptr (SquillModel) model = draw_posts ();
  const double all = 200000;

  draw_operation (model, "q", "find", "c", 1, "{}");
  assert_found (model, all, all, all, NULL);
  change (model, "q", "filter", "[{'path':'c.title','how':'range'}]");
  assert_found (model, all / 10, all / 10, all / 10, NULL);
  change (model, "q", "filter", "[{'path':'c.title','how':'exists'}]");
  assert_found (model, all, all, all, NULL);
  change (model, "q", "filter", "[{'path':'r','how':'eq'}]");
  assert_found (model, 200, 200, 200, NULL);
  change (model, "q", "filter", "[{'path':'=_id','how':'in:30'}]");
  assert_found (model, 30, 30, 30, NULL);

  /* Nobody said how many values it has. */
  change (model, "q", "filter", "[{'path':'c.state','how':'eq'}]");
  assert_found (model, 1, 1, all, "c.state");
  change (model, "q", "sort", "[{'path':'c.title','how':'1'}]");
  assert_found (model, 1, sqrt (all), all, "c.state");
  change (model, "q", "sort", NULL);
  change (model, "q", "limit", "50");
  assert_found (model, 1, 50, 50, "c.state");
  change (model, "q", "limit", NULL);
  change (model, "c.state", "enum", "['new','open','done','gone']");
  assert_found (model, all / 4, all / 4, all / 4, NULL);
  change (model, "c.state", "distinct", "8");
  assert_found (model, all / 8, all / 8, all / 8, NULL);
  change (model, "q", "filter", "[{'path':'c.state','how':'in:4'},{'path':'r','how':'eq'}]");
  assert_found (model, 200, 200, 200, NULL);
  change (model, "q", "filter", "[{'path':'c.state','how':'in'}]");
  assert_found (model, 1, 1, all, "c.state");
  draw_field (model, "c", "seen", "bool");
  change (model, "q", "filter", "[{'path':'c.seen','how':'eq'}]");
  assert_found (model, all / 2, all / 2, all / 2, NULL);

  /* One at most has what a unique index has. */
  draw_index (model, "c", "i", "c.state 1, c.title 1");
  change (model, "i", "unique", "true");
  change (model, "c.state", "distinct", NULL);
  change (model, "c.state", "enum", NULL);
  change (model, "q", "filter", "[{'path':'c.state','how':'eq'}]");
  assert_found (model, 1, 1, all, "c.state");
  change (model, "q", "filter", "[{'path':'c.state','how':'eq'},{'path':'c.title','how':'eq'}]");
  assert_found (model, 1, 1, 1, NULL);
  change (model, "q", "filter", "[{'path':'c.seen','how':'eq'}]");

  /* Nor how many there are. */
  change (model, "c", "count", NULL);
  assert_found (model, NAN, NAN, NAN, NULL);
  change (model, "q", "limit", "20");
  assert_found (model, 20, 20, 20, NULL);
}

/* What is not known makes a range, and is named. */
static void
test_unknown_values (void)
{
  g_autoptr (SquillModel) model = draw_posts ();
  g_autoptr (GPtrArray) options = NULL;
  const SquillPlacementOption *option;

  draw_operation (model, "q", "find", "c", 10, "{'filter':[{'path':'c.state','how':'eq'}]}");
  draw_index (model, "c", "i", "c.state 1");
  options = compare_placements (model);
  option = find_option (options, SQUILL_PLACEMENT_PARENT_REFERENCE, FALSE);
  g_assert_cmpfloat (option->cost.min, ==, option->cost.likely);
  g_assert_cmpfloat (option->cost.likely * 10, <, option->cost.max);
  g_assert_cmpuint (option->unknown->len, ==, 1);
  g_assert_cmpstr (option->unknown->pdata[0], ==, "How many different values “state” has");
  g_clear_pointer (&options, g_ptr_array_unref);
  change (model, "c.state", "distinct", "5");
  options = compare_placements (model);
  option = find_option (options, SQUILL_PLACEMENT_PARENT_REFERENCE, FALSE);
  g_assert_cmpfloat (option->cost.min, ==, option->cost.max);
  g_assert_cmpuint (option->unknown->len, ==, 0);
}

/* What no index serves is looked for in all documents, however it is stored; the index of the
 * reference comes with the placement that needs it, and is told. */
static void
test_missing_index (void)
{
  g_autoptr (SquillModel) model = draw_posts ();
  g_autoptr (GPtrArray) options = NULL;
  const SquillPlacementOption *referred, *embedded;
  const SquillOperationCost *cost;

  change (model, "c.state", "distinct", "1000");
  draw_operation (model, "q", "find", "c", 10, "{'filter':[{'path':'c.state','how':'eq'}]}");
  draw_operation (model, "page", "find", "c", 10, "{'filter':[{'path':'r','how':'eq'}]}");
  options = compare_placements (model);
  referred = find_option (options, SQUILL_PLACEMENT_PARENT_REFERENCE, FALSE);
  cost = get_operation_cost (referred, "q");
  g_assert_true (cost->scans);
  g_assert_null (cost->index);
  g_assert_cmpfloat (cost->counts.documents, ==, 200000);
  g_assert_cmpfloat (cost->counts.keys, ==, 0);
  g_assert_cmpstr (referred->added_index, ==, "author_1");
  /* Today nothing serves it; what is counted, and told, is with the index. */
  g_assert_false (get_operation_cost (referred, "page")->scans);
  g_assert_cmpstr (get_operation_cost (referred, "page")->index, ==, "author_1");
  g_assert_cmpfloat (get_operation_cost (referred, "page")->counts.documents, ==, 200);
  embedded = find_option (options, SQUILL_PLACEMENT_EMBED_MANY, FALSE);
  g_assert_true (get_operation_cost (embedded, "q")->scans);
  g_assert_cmpfloat (get_operation_cost (embedded, "q")->counts.documents, ==, 1000);
  g_assert_null (embedded->added_index);
  g_clear_pointer (&options, g_ptr_array_unref);

  draw_index (model, "c", "i", "c.state 1");
  draw_index (model, "c", "j", "r 1");
  options = compare_placements (model);
  referred = find_option (options, SQUILL_PLACEMENT_PARENT_REFERENCE, FALSE);
  cost = get_operation_cost (referred, "q");
  g_assert_false (cost->scans);
  g_assert_cmpstr (cost->index, ==, "state_1");
  g_assert_cmpfloat (cost->counts.documents, ==, 200);
  g_assert_cmpstr (get_operation_cost (referred, "page")->index, ==, "author_1");
  g_assert_null (referred->added_index);
}

/* An index that an operation lacks costs more where documents are large, but is no matter of how
 * these are stored. */
static void
test_unserved (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (GPtrArray) options = NULL;
  const SquillPlacementOption *embedded, *referred;

  draw_entity (model, "p");
  draw_field (model, "p", "phone", "string:12");
  draw_count (model, "p", 1000000);
  draw_entity (model, "c");
  draw_field (model, "c", "text", "string:200");
  draw_relationship (model, "r", "p", "c", "embed-many", "1..4..40", "1");
  change (model, "p.phone", "distinct", "900000");
  draw_operation (model, "by phone", "find", "p", 1,
                  "{'filter':[{'path':'p.phone','how':'eq'}],'follows':['r']}");
  options = compare_placements (model);
  embedded = find_option (options, SQUILL_PLACEMENT_EMBED_MANY, FALSE);
  referred = find_option (options, SQUILL_PLACEMENT_PARENT_REFERENCE, FALSE);
  g_assert_cmpfloat (embedded->cost.likely, >, 1.3 * referred->cost.likely);
  g_assert_cmpfloat (embedded->served, <, referred->served);
  g_assert_true (embedded->advised);
  g_clear_pointer (&options, g_ptr_array_unref);

  /* No index finds what is somewhere in a text. */
  change (model, "by phone", "filter", "[{'path':'p.phone','how':'contains'}]");
  options = compare_placements (model);
  embedded = find_option (options, SQUILL_PLACEMENT_EMBED_MANY, FALSE);
  g_assert_cmpfloat (embedded->served, ==, embedded->cost.likely);
  g_assert_false (embedded->advised);
}

/* That nobody said how often a copied field changes does not mean that it never does. */
static void
test_unknown_updates (void)
{
  g_autoptr (SquillModel) model = draw_posts ();
  g_autoptr (GPtrArray) options = NULL;
  const SquillPlacementOption *option;

  draw_operation (model, "post", "find", "c", 100,
                  "{'filter':[{'path':'=_id','how':'eq'}],'follows':['r'],"
                  "'returns':[{'path':'r/p.name','how':''}]}");
  options = compare_placements (model);
  option = find_option (options, SQUILL_PLACEMENT_PARENT_REFERENCE, TRUE);
  g_assert_cmpuint (option->drawbacks->len, ==, 1);
  g_assert_true (g_str_has_prefix (option->drawbacks->pdata[0],
                                   "How often “name” changes is unknown: pays up to "));
  g_assert_true (isfinite (option->cost.likely));
  g_assert_true (isinf (option->cost.max));
  g_assert_cmpstr (option->unknown->pdata[0], ==, "How often “name” changes");
  assert_advised (options, SQUILL_PLACEMENT_PARENT_REFERENCE, FALSE);
  g_assert_cmpuint (find_option (options, SQUILL_PLACEMENT_PARENT_REFERENCE, FALSE)->unknown->len,
                    ==, 0);
  g_clear_pointer (&options, g_ptr_array_unref);

  /* It never does. */
  change (model, "p.name", "immutable", "true");
  options = compare_placements (model);
  assert_advised (options, SQUILL_PLACEMENT_PARENT_REFERENCE, TRUE);
  g_clear_pointer (&options, g_ptr_array_unref);

  /* The copy keeps what it was. */
  change (model, "p.name", "immutable", NULL);
  draw_copy (model, "r", "p.name", "to-child");
  change (model, "r<p.name", "mode", "'snapshot'");
  options = compare_placements (model);
  assert_advised (options, SQUILL_PLACEMENT_PARENT_REFERENCE, TRUE);
  g_clear_pointer (&options, g_ptr_array_unref);
  change (model, "r<p.name", "mode", "'kept'");
  options = compare_placements (model);
  assert_advised (options, SQUILL_PLACEMENT_PARENT_REFERENCE, FALSE);
  g_clear_pointer (&options, g_ptr_array_unref);

  /* Or somebody says it. */
  draw_operation (model, "rename", "update", "p", 1e-5,
                  "{'filter':[{'path':'=_id','how':'eq'}],"
                  "'writes':[{'path':'p.name','how':''}]}");
  options = compare_placements (model);
  assert_advised (options, SQUILL_PLACEMENT_PARENT_REFERENCE, TRUE);
  g_assert_true (
      isfinite (options->len > 0 ? ((SquillPlacementOption *)options->pdata[0])->cost.max : NAN));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/design/compare/rows", test_rows);
  g_test_add_func ("/design/compare/parents-found", test_parents_found);
  g_test_add_func ("/design/cost/found", test_found);
  g_test_add_func ("/design/compare/unknown-values", test_unknown_values);
  g_test_add_func ("/design/compare/missing-index", test_missing_index);
  g_test_add_func ("/design/compare/unserved", test_unserved);
  g_test_add_func ("/design/compare/unknown-updates", test_unknown_updates);
  return g_test_run ();
}

/* SPDX-License-Identifier: Apache-2.0 */

/* Whole designs side by side. */

#include "config.h"

#include "advice/squill-comparison.h"
#include "advice-fixture.h"
#include "model/squill-alternative.h"
#include "model/squill-authoring.h"
#include "model/squill-model-file.h"

static const SquillComparedDesign *
get (GPtrArray *designs, guint i)
{
  g_assert_cmpuint (i, <, designs->len);
  return designs->pdata[i];
}

static GPtrArray *
compare (SquillModel *model)
{
  g_autoptr (GError) error = NULL;
  GPtrArray *designs = squill_designs_compare (model, NULL, &error);

  g_assert_no_error (error);
  return designs;
}

/* One post has 10 comments, which are read with it. */
static SquillModel *
draw_posts (void)
{
  SquillModel *model = squill_model_new ();

  change (model, "model", "name", "\"blog\"");
  draw_entity (model, "post", 1000);
  draw_field (model, "post", "_id", "objectId");
  draw_entity (model, "comment", 10000);
  draw_field (model, "comment", "_id", "objectId");
  draw_text (model, "comment", "text", 100);
  draw_relationship (model, "comments", "post", "comment", "embed-many", "10", "1");
  draw_operation (model, "read", "find", "post", 100);
  change (model, "read", "filter", "[{\"path\": \"post._id\", \"how\": \"eq\"}]");
  change (model, "read", "follows", "[\"comments\"]");
  return model;
}

static void
test_single (void)
{
  g_autoptr (SquillModel) model = draw_posts ();
  g_autoptr (GPtrArray) designs = compare (model);
  const SquillComparedDesign *only = get (designs, 0);
  const SquillComparedOperation *read;
  SquillTriple load;

  g_assert_cmpuint (designs->len, ==, 1);
  g_assert_cmpstr (only->name, ==, "blog");
  g_assert_null (only->id);
  g_assert_true (only->shown);
  g_assert_cmpuint (only->operations->len, ==, 1);
  read = only->operations->pdata[0];
  g_assert_cmpfloat (read->rate, ==, 100);
  load = squill_plan_get_load (
      read->plan, squill_model_get_operation (squill_design_get_model (only->design), "read"));
  g_assert_cmpfloat (read->load.likely, ==, load.likely);
  g_assert_cmpfloat (only->cost.likely, ==, load.likely);
  g_assert_cmpfloat (only->capacity->total.documents, ==, 1000);
}

static void
test_alternatives (void)
{
  g_autoptr (SquillModel) model = draw_posts ();
  g_autofree char *apart = squill_model_add_alternative (model, "Apart", NULL);
  g_autofree char *before = NULL, *after = NULL;
  g_autoptr (GPtrArray) designs = NULL;
  const SquillComparedDesign *first, *second;

  change (model, "comments", "placement", "\"parent-reference\"");
  before = squill_model_to_data (model, NULL);
  designs = compare (model);
  after = squill_model_to_data (model, NULL);
  g_assert_cmpstr (after, ==, before);

  g_assert_cmpuint (designs->len, ==, 2);
  first = get (designs, 0);
  second = get (designs, 1);
  g_assert_cmpstr (first->name, ==, "First design");
  g_assert_false (first->shown);
  g_assert_cmpstr (second->name, ==, "Apart");
  g_assert_cmpstr (second->id, ==, apart);
  g_assert_true (second->shown);
  g_assert_cmpuint (squill_design_get_n_collections (first->design), ==, 1);
  g_assert_cmpuint (squill_design_get_n_collections (second->design), ==, 2);
  /* Comments that stand apart are fetched one by one. */
  g_assert_cmpfloat (second->cost.likely, >, first->cost.likely);
  g_assert_cmpfloat (second->capacity->total.data, >, first->capacity->total.data);
  g_assert_nonnull (squill_compared_design_find (second, first->operations->pdata[0]));
}

/* A whole document is not the same with and without what was embedded in it. */
static void
test_contents (void)
{
  g_autoptr (SquillModel) model = draw_posts ();
  g_autofree char *apart = squill_model_add_alternative (model, "Apart", NULL);
  g_autoptr (GPtrArray) designs = NULL;

  change (model, "comments", "placement", "\"parent-reference\"");
  designs = compare (model);
  g_assert_true (
      squill_compared_operation_is_same (designs, get (designs, 0)->operations->pdata[0]));

  change (model, "read", "follows", "null");
  g_ptr_array_unref (designs);
  designs = compare (model);
  g_assert_false (
      squill_compared_operation_is_same (designs, get (designs, 0)->operations->pdata[0]));
  /* Of comments there are none but those that are embedded, or those that stand apart. */
  draw_operation (model, "list", "find", "comment", 1);
  g_ptr_array_unref (designs);
  designs = compare (model);
  g_assert_true (
      squill_compared_operation_is_same (designs, get (designs, 1)->operations->pdata[1]));
  change (model, "read", "returns", "[{\"path\": \"post._id\"}]");
  g_ptr_array_unref (designs);
  designs = compare (model);
  g_assert_true (
      squill_compared_operation_is_same (designs, get (designs, 1)->operations->pdata[0]));
}

/* What nobody said is in no sum, and is counted. */
static void
test_unknown (void)
{
  g_autoptr (SquillModel) model = draw_posts ();
  g_autoptr (GPtrArray) designs = NULL;
  const SquillComparedDesign *only;
  const SquillComparedOperation *read;

  change (model, "read", "rate", "null");
  designs = compare (model);
  only = get (designs, 0);
  read = only->operations->pdata[0];
  g_assert_true (isnan (read->load.likely));
  g_assert_cmpfloat (only->cost.likely, ==, 0);
  g_assert_cmpuint (only->n_unknown, ==, 1);
}

/* Dismissed findings do not count. */
static void
test_findings (void)
{
  g_autoptr (SquillModel) model = draw_posts ();
  g_autoptr (GPtrArray) designs = NULL;
  g_autoptr (SquillDesign) design = squill_design_new (model);
  g_autoptr (SquillAdvice) advice = NULL;
  GPtrArray *findings;
  guint n = 0;

  change (model, "comments", "children", "{\"min\": 0, \"likely\": 10, \"max\": \"inf\"}");
  change (model, "comments", "growth", "1000000");
  designs = compare (model);
  g_assert_cmpuint (get (designs, 0)->findings[SQUILL_SEVERITY_ERROR], >, 0);
  advice = squill_advice_new (design);
  findings = squill_advice_get_findings (advice);
  for (guint i = 0; i < findings->len; i++)
    n += ((const SquillFinding *)findings->pdata[i])->severity == SQUILL_SEVERITY_ERROR;
  g_assert_cmpuint (get (designs, 0)->findings[SQUILL_SEVERITY_ERROR], ==, n);

  for (guint i = 0; i < n; i++)
    {
      const SquillFinding *finding = squill_advice_get_findings (advice)->pdata[i];

      if (finding->severity == SQUILL_SEVERITY_ERROR && !finding->dismissed)
        {
          g_free (squill_model_dismiss (model, finding->rule, finding->subject, NULL));
          break;
        }
    }
  g_ptr_array_unref (designs);
  designs = compare (model);
  g_assert_cmpuint (get (designs, 0)->findings[SQUILL_SEVERITY_ERROR], <, n);
}

/* At the rate that is found the other design begins to cost least. */
static void
test_rank_changes (void)
{
  g_autoptr (SquillModel) model = draw_posts ();
  g_autofree char *apart = squill_model_add_alternative (model, "Apart", NULL);
  g_autoptr (GPtrArray) designs = NULL;
  g_autoptr (GPtrArray) changes = NULL;
  guint n_seen = 0;

  change (model, "comments", "placement", "\"parent-reference\"");
  draw_text (model, "post", "title", 20);
  draw_operation (model, "title", "find", "post", 10);
  change (model, "title", "filter", "[{\"path\": \"post._id\", \"how\": \"eq\"}]");
  change (model, "title", "returns", "[{\"path\": \"post.title\"}]");
  designs = compare (model);
  changes = squill_designs_find_rank_changes (designs);
  /* Comments apart are better where posts are read alone: with fewer reads of both, or more of the
   * title. */
  g_assert_cmpuint (changes->len, ==, 2);
  for (guint i = 0; i < changes->len; i++)
    {
      const SquillRankChange *found = changes->pdata[i];

      g_assert_cmpuint (found->cheapest, ==, 1);
      g_assert_cmpint (found->above, ==, g_str_equal (found->operation, "title"));
      for (int side = -1; side <= 1; side += 2)
        {
          double rate = found->value * (1 + side * 0.01);
          gboolean changed = found->above ? rate > found->value : rate < found->value;

          change_number (model, found->operation, "rate", rate);
          g_ptr_array_unref (designs);
          designs = compare (model);
          g_assert_cmpint (get (designs, 1)->cost.likely < get (designs, 0)->cost.likely, ==,
                           changed);
          n_seen++;
        }
      change_number (model, found->operation, "rate", found->now);
    }
  g_assert_cmpuint (n_seen, ==, 4);
}

static void
test_errors (void)
{
  g_autoptr (SquillModel) model = draw_posts ();
  g_autofree char *apart = squill_model_add_alternative (model, "Apart", NULL);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancellable);
  g_assert_null (squill_designs_compare (model, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_error (&error);

  SQUILL_FOR_EACH_CHILD (SquillAlternative, alternative, squill_model_get_info (model),
                         SQUILL_KIND_ALTERNATIVE)
    if (!g_str_equal (alternative->item.id, apart))
      {
        change (model, alternative->item.id, "content",
                "{\"relationships\": {\"comments\": {\"placement\": 5}}}");
        break;
      }
  g_assert_null (squill_designs_compare (model, NULL, &error));
  g_assert_nonnull (error);
}

/* With a multiple of the number the design at @position costs less than the other one. */
static gboolean
is_cheapest (SquillModel *model, const char *id, double number, guint position)
{
  g_autoptr (SquillModel) copy = squill_model_copy (model);
  g_autoptr (GPtrArray) designs = NULL;

  g_assert_true (squill_designs_set_number (copy, id, number));
  designs = compare (copy);
  return squill_designs_find_cheapest (designs) == position;
}

/* Where the slider marks a crossing, the comparison of whole designs says so on either side. */
static void
test_crossings (void)
{
  const char *const ids[] = { "title", "read", "comments" };
  g_autoptr (SquillModel) model = draw_posts ();
  g_autofree char *apart = squill_model_add_alternative (model, "Apart", NULL);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;
  guint n_crossings = 0;

  change (model, "comments", "placement", "\"parent-reference\"");
  draw_index (model, "comment", "of-post", "[{'path': 'comments', 'how': '1'}]");
  draw_text (model, "post", "title", 20);
  draw_operation (model, "title", "find", "post", 10);
  change (model, "title", "filter", "[{\"path\": \"post._id\", \"how\": \"eq\"}]");
  change (model, "title", "returns", "[{\"path\": \"post.title\"}]");
  before = squill_model_to_data (model, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    {
      const double now = squill_designs_get_number (squill_model_get_item (model, ids[i]));
      g_autoptr (GArray) crossings = squill_designs_find_crossings (model, ids[i], 3, NULL, &error);

      g_assert_no_error (error);
      for (guint k = 0; k < crossings->len; k++)
        {
          const SquillRankCrossing *crossing = &g_array_index (crossings, SquillRankCrossing, k);

          g_test_message ("%s: %g", ids[i], now * pow (10, crossing->power));
          g_assert_true (
              is_cheapest (model, ids[i], now * pow (10, crossing->power + 1e-6), crossing->above));
          g_assert_true (is_cheapest (model, ids[i], now * pow (10, crossing->power - 0.006),
                                      crossing->below));
          if (k > 0)
            g_assert_cmpuint (crossing->below, ==,
                              g_array_index (crossings, SquillRankCrossing, k - 1).above);
        }
      n_crossings += crossings->len;
    }
  g_assert_cmpuint (n_crossings, >=, 2);
  after = squill_model_to_data (model, NULL);
  g_assert_cmpstr (after, ==, before);

  /* What the server refuses is not just said to cost least. */
  for (guint n_errors = 0; n_errors <= 1; n_errors++)
    {
      g_autoptr (GArray) crossings = NULL;

      crossings = squill_designs_find_crossings (model, "title", 3, NULL, &error);
      g_assert_no_error (error);
      g_assert_cmpuint (crossings->len, >, 0);
      g_assert_cmpuint (g_array_index (crossings, SquillRankCrossing, 0).n_errors, ==, n_errors);
      change (model, "post", "name", "'po$st'");
    }
  g_cancellable_cancel (cancellable);
  g_assert_null (squill_designs_find_crossings (model, "read", 3, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/advice/comparison/single", test_single);
  g_test_add_func ("/advice/comparison/alternatives", test_alternatives);
  g_test_add_func ("/advice/comparison/unknown", test_unknown);
  g_test_add_func ("/advice/comparison/findings", test_findings);
  g_test_add_func ("/advice/comparison/contents", test_contents);
  g_test_add_func ("/advice/comparison/rank-changes", test_rank_changes);
  g_test_add_func ("/advice/comparison/crossings", test_crossings);
  g_test_add_func ("/advice/comparison/errors", test_errors);
  return g_test_run ();
}

/* SPDX-License-Identifier: Apache-2.0 */

/* Two queries of one page: what stands in the document of the parent comes with it. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include "comparison-fixture.h"
#include "design-fixture.h"
#include "design/squill-flip.h"
#include "design/squill-placement-text.h"
#include "model/squill-placement.h"

#include <string.h>

#define BY_KEY "{'filter':[{'path':'=_id','how':'eq'}]}"
#define NEWEST                                      \
  "{'filter':[{'path':'r','how':'eq'}],'limit':10," \
  "'sort':[{'path':'c.published_date','how':'-1'}]}"

/* Products with reviews. */
static SquillModel *
draw_products (void)
{
  SquillModel *model = squill_model_new ();

  draw_entity (model, "p");
  draw_field (model, "p", "name", "string:800");
  draw_entity (model, "c");
  draw_field (model, "c", "review_text", "string:300");
  draw_field (model, "c", "published_date", "date");
  draw_pair (model, "0..250..20000", "1");
  change (model, "r", "ordering", "'time'");
  draw_operation (model, "add", "insert", "c", 0.5, "{}");
  return model;
}

/* The same page, in one query or in two, is worth the same subset. */
static void
test_subset (void)
{
  g_autoptr (SquillModel) one = draw_products (), two = draw_products ();
  g_autoptr (GPtrArray) of_one = NULL, of_two = NULL;
  const SquillPlacementOption *subset;

  draw_operation (one, "page", "find", "p", 800,
                  "{'follows':['r'],'limit':10,'sort':[{'path':'r/c.published_date','how':'-1'}]}");
  draw_operation (two, "product", "find", "p", 800, BY_KEY);
  draw_operation (two, "reviews", "find", "c", 800, NEWEST);
  of_one = compare_placements (one);
  of_two = compare_placements (two);
  assert_advised (of_one, SQUILL_PLACEMENT_SUBSET, FALSE);
  assert_advised (of_two, SQUILL_PLACEMENT_SUBSET, FALSE);
  subset = of_two->pdata[0];
  g_assert_cmpfloat (subset->bound, ==, 10);
  assert_cost (of_two, SQUILL_PLACEMENT_SUBSET, FALSE,
               ((const SquillPlacementOption *)of_one->pdata[0])->cost.likely / 1000, 1);
  g_assert_cmpfloat (get_operation_cost (subset, "reviews")->counts.commands, ==, 0);
  g_assert_cmpfloat (get_operation_cost (subset, "product")->counts.commands, ==, 1);
  g_assert_cmpstr (get_operation_cost (subset, "reviews")->parent_read, ==, "product");
  g_assert_null (get_operation_cost (subset, "product")->parent_read);
  g_assert_null (get_operation_cost (subset, "reviews")->index);
}

/* What is taken for granted is said. */
static void
test_explanation (void)
{
  g_autoptr (SquillModel) model = draw_products ();
  g_autoptr (GPtrArray) options = NULL;
  g_autofree char *text = NULL;

  draw_operation (model, "product", "find", "p", 800, BY_KEY);
  draw_operation (model, "reviews", "find", "c", 800, NEWEST);
  options = compare_placements (model);
  text = squill_placements_explain (model, squill_model_get_relationship (model, "r"), options);
  g_test_message ("%s", text);
  g_assert_nonnull (strstr (text, "“reviews” takes no round trip of its own instead of 1"));
  g_assert_nonnull (strstr (text, "“reviews” runs as often as “product”"));
}

/* Who asks for a whole document asks the same however its children are stored now, if another
 * operation says that it wants these. */
static void
test_whole (void)
{
  static const char *const now[] = { "embed-many", "parent-reference", "subset",
                                     "child-references" };
  static const SquillPlacement options_of[] = { SQUILL_PLACEMENT_EMBED_MANY,
                                                SQUILL_PLACEMENT_PARENT_REFERENCE,
                                                SQUILL_PLACEMENT_SUBSET,
                                                SQUILL_PLACEMENT_CHILD_REFERENCES };

  for (guint i = 0; i < G_N_ELEMENTS (now); i++)
    {
      g_autoptr (SquillModel) model = draw_products ();
      g_autoptr (GPtrArray) options = NULL;
      g_autofree char *placement = g_strdup_printf ("'%s'", now[i]);

      change (model, "r", "placement", placement);
      change (model, "r", "bound", "10");
      draw_operation (model, "product", "find", "p", 800, BY_KEY);
      draw_operation (model, "reviews", "find", "c", 20, NEWEST);
      options = compare_placements (model);
      for (guint k = 0; k < G_N_ELEMENTS (options_of); k++)
        {
          const SquillPlacementOption *option = find_option (options, options_of[k], FALSE);

          g_test_message ("%s: %s", now[i], squill_placement_get_name (options_of[k]));
          g_assert_cmpfloat (get_operation_cost (option, "product")->counts.documents, ==, 1);
        }
    }
}

/* Where something else than the work decides, how much more of it there is is said. */
static void
test_price (void)
{
  g_autoptr (SquillModel) model = draw_products ();
  g_autoptr (GPtrArray) options = NULL;
  g_autofree char *text = NULL;

  change (model, "r", "placement", "'embed-many'");
  change (model, "r", "children", "{'min':0,'likely':400,'max':500}");
  draw_operation (model, "product", "find", "p", 800, BY_KEY);
  change (model, "product", "follows", "['r']");
  options = compare_placements (model);
  assert_advised (options, SQUILL_PLACEMENT_PARENT_REFERENCE, FALSE);
  text = squill_placements_explain (model, squill_model_get_relationship (model, "r"), options);
  g_test_message ("%s", text);
  g_assert_nonnull (strstr (text, "“Embedded in p” has a drawback: "));
  g_assert_nonnull (strstr (text, "“Reference in c” costs more: "));
  g_assert_nonnull (strstr (text, "“product” takes 3 round trips"));
  g_clear_pointer (&text, g_free);
  g_clear_pointer (&options, g_ptr_array_unref);

  change (model, "r", "children", "{'min':0,'likely':50,'max':'inf'}");
  options = compare_placements (model);
  text = squill_placements_explain (model, squill_model_get_relationship (model, "r"), options);
  g_test_message ("%s", text);
  g_assert_nonnull (strstr (text, "“Embedded in p” is ruled out: "));
  g_assert_nonnull (strstr (text, "“Reference in c” costs more: "));
  g_assert_nonnull (strstr (text, "“product” takes 2 round trips"));
}

/* A few children, embedded, come with their parent too. */
static void
test_embedded (void)
{
  g_autoptr (SquillModel) model = draw_products ();
  g_autoptr (GPtrArray) options = NULL;

  change (model, "r", "children", "{'min':0,'likely':5,'max':20}");
  draw_operation (model, "product", "find", "p", 800, BY_KEY);
  draw_operation (model, "reviews", "find", "c", 800, "{'filter':[{'path':'r','how':'eq'}]}");
  options = compare_placements (model);
  assert_advised (options, SQUILL_PLACEMENT_EMBED_MANY, FALSE);
  g_assert_cmpuint (((const SquillPlacementOption *)options->pdata[0])->drawbacks->len, ==, 0);
  g_assert_cmpfloat (get_operation_cost (options->pdata[0], "reviews")->counts.commands, ==, 0);
  g_assert_cmpfloat (get_operation_cost (
                         find_option (options, SQUILL_PLACEMENT_PARENT_REFERENCE, FALSE), "reviews")
                         ->counts.commands,
                     ==, 1);
}

/* What a write says of itself tells nothing of the reads: who asks for whole products gets what is
 * embedded in them. */
static void
test_written (void)
{
  static const char *const writes =
      "{'filter':[{'path':'=_id','how':'eq'}],'writes':[{'path':'r/c.review_text','how':''}]}";

  for (guint reads = 0; reads <= 1; reads++)
    {
      g_autoptr (SquillModel) model = draw_products ();
      g_autoptr (GPtrArray) options = NULL;

      change (model, "r", "children", "{'min': 1, 'likely': 20, 'max': 60}");
      change (model, "r", "placement", "'embed-many'");
      draw_operation (model, "product", "find", "p", 10, BY_KEY);
      draw_operation (model, "edit", "update", "p", 800, writes);
      if (reads)
        draw_operation (model, "reviews", "find", "p", 1, "{'follows':['r']}");
      options = compare_placements (model);
      g_assert_cmpuint (find_option (options, SQUILL_PLACEMENT_EMBED_MANY, FALSE)->drawbacks->len,
                        ==, reads);
    }
}

/* A subset and a bucket are limited as every document is, however few are kept of all. */
static void
test_limit (void)
{
  static const struct
  {
    const char *size;
    gboolean feasible;
    guint drawbacks;
  } cases[] = {
    { "{'min': 100, 'likely': 300, 'max': 900}", TRUE, 0 },
    { "{'min': 100, 'likely': 200000, 'max': 300000}", TRUE, 1 },
    { "{'min': 100, 'likely': 300000, 'max': 3000000}", FALSE, 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (SquillModel) model = draw_products ();
      g_autoptr (GPtrArray) options = NULL;
      const SquillPlacementOption *subset, *bucket;

      change (model, "c.review_text", "size", cases[i].size);
      draw_operation (model, "page", "find", "p", 800,
                      "{'follows':['r'],'limit':10,"
                      "'sort':[{'path':'r/c.published_date','how':'-1'}]}");
      draw_operation (model, "reviews", "find", "c", 800,
                      "{'filter':[{'path':'r','how':'eq'}],'limit':10,'skip':10,"
                      "'sort':[{'path':'c.published_date','how':'-1'}]}");
      options = compare_placements (model);
      subset = find_option (options, SQUILL_PLACEMENT_SUBSET, FALSE);
      bucket = find_option (options, SQUILL_PLACEMENT_BUCKET, FALSE);
      g_assert_cmpint (subset->feasible, ==, cases[i].feasible);
      g_assert_cmpint (bucket->feasible, ==, cases[i].feasible);
      g_assert_cmpuint (subset->drawbacks->len, ==, cases[i].drawbacks);
      if (!cases[i].feasible)
        g_assert_cmpstr (subset->infeasible_reason, ==, "Exceeds 16 MiB: 5 fit");
    }
}

/* Nothing says of these that one page asks for both. */
static void
test_apart (void)
{
  static const struct
  {
    const char *kind;
    const char *product;
    double rate;
    const char *reviews;
  } cases[] = {
    { "find", BY_KEY, 799, NEWEST },
    { "find", "{'filter':[{'path':'p.name','how':'eq'}]}", 800, NEWEST },
    { "update", "{'filter':[{'path':'=_id','how':'eq'}],'writes':[{'path':'p.name','how':''}]}",
      800, NEWEST },
    { "find", BY_KEY, 800,
      "{'filter':[{'path':'r','how':'eq'}],'limit':10,'skip':10,"
      "'sort':[{'path':'c.published_date','how':'-1'}]}" },
    { "find", BY_KEY, 800,
      "{'filter':[{'path':'r','how':'eq'},{'path':'c.review_text','how':'eq'}],'limit':10,"
      "'sort':[{'path':'c.published_date','how':'-1'}]}" },
    { "find", BY_KEY, 800,
      "{'filter':[{'path':'r','how':'in:5'}],'limit':10,"
      "'sort':[{'path':'c.published_date','how':'-1'}]}" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (SquillModel) model = draw_products ();
      g_autoptr (GPtrArray) options = NULL;

      draw_operation (model, "product", cases[i].kind, "p", cases[i].rate, cases[i].product);
      draw_operation (model, "reviews", "find", "c", 800, cases[i].reviews);
      options = compare_placements (model);
      for (guint k = 0; k < options->len; k++)
        g_assert_null (get_operation_cost (options->pdata[k], "reviews")->parent_read);
    }
}

/* What would be advised if one page asked for both is said where their rates differ. */
static void
test_flip (void)
{
  g_autoptr (SquillModel) model = draw_products ();
  g_autoptr (SquillDesign) design = squill_design_new (model);
  g_autoptr (GPtrArray) flips = NULL;
  guint n_pages = 0;

  draw_operation (model, "product", "find", "p", 800, BY_KEY);
  draw_operation (model, "reviews", "find", "c", 5, NEWEST);
  change (model, "reviews", "per", "'minute'");
  flips = squill_flips_find (design, "r", NULL);
  for (guint i = 0; i < flips->len; i++)
    {
      const SquillFlip *flip = flips->pdata[i];
      g_autofree char *text = NULL;

      if (flip->quantity != SQUILL_FLIP_PAGE)
        continue;
      n_pages++;
      text = squill_flip_describe (model, "r", flip);
      g_assert_cmpstr (text, ==,
                       "“reviews” is asked for with each read of the parent, at 800/s (now 5/min)");
      g_assert_cmpint (flip->to, ==, SQUILL_PLACEMENT_SUBSET);
      g_assert_true (squill_flip_set (model, "r", flip->quantity, flip->operation, flip->value));
      g_assert_cmpint (squill_model_get_operation (model, "reviews")->rate_unit, ==,
                       SQUILL_RATE_PER_SECOND);
    }
  g_assert_cmpuint (n_pages, ==, 1);
}

/* Two reads of the parent that run equally often are one reason. */
static void
test_flip_once (void)
{
  g_autoptr (SquillModel) model = draw_products ();
  g_autoptr (SquillDesign) design = squill_design_new (model);
  g_autoptr (GPtrArray) flips = NULL;
  guint n_pages = 0;

  draw_operation (model, "product", "find", "p", 800, BY_KEY);
  draw_operation (model, "preview", "find", "p", 800, BY_KEY);
  draw_operation (model, "reviews", "find", "c", 5, NEWEST);
  change (model, "reviews", "per", "'minute'");
  flips = squill_flips_find (design, "r", NULL);
  for (guint i = 0; i < flips->len; i++)
    n_pages += ((const SquillFlip *)flips->pdata[i])->quantity == SQUILL_FLIP_PAGE;
  g_assert_cmpuint (n_pages, ==, 1);
}

/* Of one page no query runs more often than another: their rates change together, and none is told
 * twice. */
static void
test_rates (void)
{
  g_autoptr (SquillModel) model = draw_products ();
  g_autoptr (SquillDesign) design = squill_design_new (model);
  g_autoptr (GPtrArray) flips = NULL;
  gboolean is_told = FALSE;

  draw_operation (model, "product", "find", "p", 800, BY_KEY);
  draw_operation (model, "reviews", "find", "c", 800, NEWEST);
  flips = squill_flips_find (design, "r", NULL);
  for (guint i = 0; i < flips->len; i++)
    {
      const SquillFlip *flip = flips->pdata[i];

      g_assert_cmpstr (flip->operation, !=, "reviews");
      g_assert_cmpint (flip->quantity, !=, SQUILL_FLIP_PAGE);
      if (g_strcmp0 (flip->operation, "product") != 0)
        continue;
      is_told = TRUE;
      g_assert_cmpfloat (flip->value, <, 400);
      g_assert_true (squill_flip_set (model, "r", flip->quantity, "product", flip->value));
      g_assert_cmpfloat (squill_model_get_operation (model, "reviews")->rate, ==,
                         squill_model_get_operation (model, "product")->rate);
      g_assert_true (squill_model_undo (model));
    }
  g_assert_true (is_told);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/design/pages/subset", test_subset);
  g_test_add_func ("/design/pages/explanation", test_explanation);
  g_test_add_func ("/design/pages/whole", test_whole);
  g_test_add_func ("/design/pages/price", test_price);
  g_test_add_func ("/design/pages/embedded", test_embedded);
  g_test_add_func ("/design/pages/written", test_written);
  g_test_add_func ("/design/pages/limit", test_limit);
  g_test_add_func ("/design/pages/apart", test_apart);
  g_test_add_func ("/design/pages/flip", test_flip);
  g_test_add_func ("/design/pages/flip-once", test_flip_once);
  g_test_add_func ("/design/pages/rates", test_rates);
  return g_test_run ();
}

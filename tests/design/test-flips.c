/* SPDX-License-Identifier: Apache-2.0 */

/* Where the advice changes: at each number that is told, the model set to it gets the other advice,
 * and just before it the same as now. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include <string.h>

#include "design-fixture.h"
#include "design/squill-cost.h"
#include "design/squill-flip.h"
#include "model/squill-placement.h"

/* How exactly a flip is told. */
#define EXACT 0.006

static void
get_advised (SquillDesign *design, int *placement, gboolean *copied)
{
  g_autoptr (GPtrArray) options = squill_placements_compare (design, "r");
  const SquillPlacementOption *first = options->pdata[0];

  *placement = first->advised ? (int)first->placement : -1;
  *copied = first->advised && first->copied;
}

/* Checks all flips, and returns how many there are. */
static guint
check_flips (SquillModel *model)
{
  g_autoptr (SquillDesign) design = squill_design_new (model);
  g_autofree char *before = dump_design (design);
  g_autofree char *after = NULL;
  g_autoptr (GPtrArray) flips = squill_flips_find (design, "r", NULL);
  int placement, other;
  gboolean copied, other_copied;

  after = dump_design (design);
  g_assert_cmpstr (after, ==, before);
  get_advised (design, &placement, &copied);
  for (guint i = 0; i < flips->len; i++)
    {
      const SquillFlip *flip = flips->pdata[i];

      g_test_message ("%s%s%s %s %.4g (%.4g): %s%s", squill_flip_quantity_get_name (flip->quantity),
                      flip->operation != NULL ? " of " : "",
                      flip->operation != NULL ? flip->operation : "",
                      flip->above ? "above" : "below", flip->value, flip->now,
                      squill_placement_get_name (flip->to), flip->copied ? "+copy" : "");
      g_assert_cmpint (flip->above, ==, flip->value > flip->now);
      g_assert_true (squill_flip_set (model, "r", flip->quantity, flip->operation, flip->value));
      get_advised (design, &other, &other_copied);
      g_assert_cmpint (other, ==, flip->to);
      g_assert_cmpint (other_copied, ==, flip->copied);
      g_assert_true (other != placement || other_copied != copied);
      g_assert_true (squill_model_undo (model));

      g_assert_true (flip->above ? flip->now <= flip->before && flip->before < flip->value
                                 : flip->now >= flip->before && flip->before > flip->value);
      g_assert_true (
          fabs (flip->value / flip->before - 1) <= EXACT ||
          (flip->quantity == SQUILL_FLIP_MOST_CHILDREN && fabs (flip->value - flip->before) <= 1));
      if (flip->before == flip->now || isinf (flip->now))
        continue;
      g_assert_true (squill_flip_set (model, "r", flip->quantity, flip->operation, flip->before));
      get_advised (design, &other, &other_copied);
      g_assert_cmpint (other, ==, placement);
      g_assert_cmpint (other_copied, ==, copied);
      g_assert_true (squill_model_undo (model));
    }
  return flips->len;
}

static const SquillFlip *
find_flip (GPtrArray *flips, SquillFlipQuantity quantity, gboolean above)
{
  for (guint i = 0; i < flips->len; i++)
    {
      const SquillFlip *flip = flips->pdata[i];

      if (flip->quantity == quantity && flip->above == above)
        return flip;
    }
  return NULL;
}

static SquillModel *
draw_comments (const char *children)
{
  SquillModel *model = squill_model_new ();

  draw_entity (model, "p");
  draw_field (model, "p", "title", "string:40");
  draw_entity (model, "c");
  draw_field (model, "c", "text", "string:200");
  draw_relationship (model, "r", "p", "c", "embed-many", children, "1");
  draw_count (model, "p", 10000);
  return model;
}

/* Without rates the numbers of children decide, and where they do is written in the thresholds. */
static void
test_by_number (void)
{
  g_autoptr (SquillModel) model = draw_comments ("0..20..2000");
  g_autoptr (SquillDesign) design = squill_design_new (model);
  g_autoptr (GPtrArray) flips = NULL;
  const SquillFlip *flip;

  g_assert_cmpuint (check_flips (model), >, 0);
  flips = squill_flips_find (design, "r", NULL);
  flip = find_flip (flips, SQUILL_FLIP_CHILDREN, TRUE);
  g_assert_nonnull (flip);
  g_assert_cmpint (flip->to, ==, SQUILL_PLACEMENT_PARENT_REFERENCE);
  g_assert_cmpfloat (flip->value, >, 200);
  g_assert_cmpfloat (flip->value, <, 202);
  g_assert_cmpfloat (flip->now, ==, 20);
}

/* The array that fills the document. */
static void
test_by_limit (void)
{
  g_autoptr (SquillModel) model = draw_comments ("0..20..2000");
  g_autoptr (SquillDesign) design = squill_design_new (model);
  g_autoptr (GPtrArray) flips = squill_flips_find (design, "r", NULL);
  const SquillFlip *flip = find_flip (flips, SQUILL_FLIP_MOST_CHILDREN, TRUE);

  g_assert_nonnull (flip);
  g_assert_cmpfloat (flip->value, ==, round (flip->value));
  g_assert_cmpint (flip->to, !=, SQUILL_PLACEMENT_EMBED_MANY);
}

/* Nobody has so many children that it would matter, and three digits are as exact as what is known.
 */
static void
test_plausible (void)
{
  static const char *const children[] = { "0..20..2000", "0..20..100" };

  for (guint i = 0; i < G_N_ELEMENTS (children); i++)
    {
      g_autoptr (SquillModel) model = draw_comments (children[i]);
      g_autoptr (SquillDesign) design = squill_design_new (model);
      g_autoptr (GPtrArray) flips = squill_flips_find (design, "r", NULL);
      const SquillFlip *flip = find_flip (flips, SQUILL_FLIP_MOST_CHILDREN, TRUE);
      g_autofree char *text = NULL;

      g_assert_cmpint (flip == NULL, ==, i == 1);
      if (flip == NULL)
        continue;
      g_assert_cmpfloat (flip->value, >, 10000);
      text = squill_flip_describe (model, "r", flip);
      g_test_message ("%s", text);
      g_assert_nonnull (strstr (text, "00 c"));
    }
}

/* A copy pays as long as what it copies is read more often than it changes. */
static void
test_by_rate (void)
{
  g_autoptr (SquillModel) model = draw_comments ("0..50..*");
  g_autoptr (SquillDesign) design = NULL;
  g_autoptr (GPtrArray) flips = NULL;
  const SquillFlip *flip = NULL;

  change (model, "r", "placement", "'parent-reference'");
  draw_operation (model, "list", "find", "c", 100,
                  "{'filter':[{'path':'=_id','how':'eq'}],'follows':['r'],"
                  "'returns':[{'path':'r/p.title','how':''}]}");
  draw_operation (model, "rename", "update", "p", 0.05,
                  "{'filter':[{'path':'=_id','how':'eq'}],'writes':[{'path':'p.title','how':''}]}");
  design = squill_design_new (model);
  g_assert_cmpuint (check_flips (model), >, 0);
  flips = squill_flips_find (design, "r", NULL);
  for (guint i = 0; i < flips->len && flip == NULL; i++)
    {
      const SquillFlip *one = flips->pdata[i];

      if (g_strcmp0 (one->operation, "rename") == 0 && one->above)
        flip = one;
    }
  g_assert_nonnull (flip);
  g_assert_cmpint (flip->to, ==, SQUILL_PLACEMENT_PARENT_REFERENCE);
  g_assert_false (flip->copied);
  /* The ratio says the same: the rename is the only write. */
  {
    const SquillFlip *ratio = find_flip (flips, SQUILL_FLIP_READS_PER_WRITE, FALSE);

    g_assert_nonnull (ratio);
    g_assert_cmpfloat_with_epsilon (ratio->value * flip->value, 100, 2);
  }
}

static void
test_frequencies (void)
{
  g_autoptr (SquillModel) model = draw_comments ("0..20..100");
  g_autoptr (SquillDesign) design = squill_design_new (model);
  g_autoptr (GPtrArray) flips = NULL;

  change (model, "r", "together", "200");
  change (model, "r", "child_alone", "1");
  g_assert_cmpuint (check_flips (model), >, 0);
  flips = squill_flips_find (design, "r", NULL);
  g_assert_nonnull (find_flip (flips, SQUILL_FLIP_CHILD_ALONE, TRUE));
  g_assert_nonnull (find_flip (flips, SQUILL_FLIP_TOGETHER, FALSE));
}

/* Nothing is advised, nothing flips; and what is cancelled ends. */
static void
test_nothing (void)
{
  g_autoptr (SquillModel) model = draw_comments ("");
  g_autoptr (SquillDesign) design = squill_design_new (model);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GPtrArray) none = squill_flips_find (design, "r", NULL);
  g_autoptr (GPtrArray) missing = squill_flips_find (design, "gone", NULL);
  g_autoptr (GPtrArray) cancelled = NULL;

  g_assert_cmpuint (none->len, ==, 0);
  g_assert_cmpuint (missing->len, ==, 0);
  change (model, "r", "children", "{'min':0,'likely':20,'max':100}");
  g_cancellable_cancel (cancellable);
  cancelled = squill_flips_find (design, "r", cancellable);
  g_assert_cmpuint (cancelled->len, ==, 0);
}

/* Any numbers and any workload. */
static void
test_random (void)
{
  const char *const operations[][3] = {
    { "find", "p", "{'follows':['r']}" },
    { "find", "p", "{'follows':['r'],'limit':10,'sort':[{'path':'r/c.text','how':'-1'}]}" },
    { "find", "p", "{}" },
    { "find", "c", "{'filter':[{'path':'=_id','how':'eq'}]}" },
    { "find", "c",
      "{'filter':[{'path':'=_id','how':'eq'}],'follows':['r'],"
      "'returns':[{'path':'r/p.title','how':''}]}" },
    { "find", "c", "{'filter':[{'path':'r','how':'eq'}],'limit':20}" },
    { "find", "c", "{'limit':50,'follows':['r']}" },
    { "insert", "c", "{}" },
    { "update", "c",
      "{'filter':[{'path':'=_id','how':'eq'}],"
      "'writes':[{'path':'c.text','how':''}]}" },
    { "update", "p",
      "{'filter':[{'path':'=_id','how':'eq'}],"
      "'writes':[{'path':'p.title','how':''}]}" },
    { "delete", "c", "{'filter':[{'path':'=_id','how':'eq'}]}" },
  };
  const char *const children[] = { "0..2..5",    "0..40..100", "0..250..20000",
                                   "0..1500..*", "1..1..1",    "0..300..900" };
  const char *const parents[] = { "1", "1", "0..3..20" };
  guint n = 0;

  for (guint i = 0; i < 60; i++)
    {
      g_autoptr (SquillModel) model =
          draw_comments (children[g_test_rand_int_range (0, G_N_ELEMENTS (children))]);
      const char *parent = parents[g_test_rand_int_range (0, G_N_ELEMENTS (parents))];
      g_autoptr (SquillEdit) remove = squill_edit_new_remove ("r");

      squill_model_apply (model, remove, NULL);
      draw_relationship (model, "r", "p", "c", "parent-reference",
                         children[g_test_rand_int_range (0, G_N_ELEMENTS (children))], parent);
      if (g_test_rand_bit ())
        change (model, "r", "ordering", "'time'");
      for (guint k = 0; k < G_N_ELEMENTS (operations); k++)
        if (g_test_rand_int_range (0, 3) == 0)
          {
            g_autofree char *id = g_strdup_printf ("o%u", k);

            draw_operation (model, id, operations[k][0], operations[k][1],
                            pow (10, g_test_rand_double_range (-3, 3)), operations[k][2]);
          }
      n += check_flips (model);
    }
  g_assert_cmpuint (n, >, 30);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/design/flips/by-number", test_by_number);
  g_test_add_func ("/design/flips/by-limit", test_by_limit);
  g_test_add_func ("/design/flips/plausible", test_plausible);
  g_test_add_func ("/design/flips/by-rate", test_by_rate);
  g_test_add_func ("/design/flips/frequencies", test_frequencies);
  g_test_add_func ("/design/flips/nothing", test_nothing);
  g_test_add_func ("/design/flips/random", test_random);
  return g_test_run ();
}

/* SPDX-License-Identifier: Apache-2.0 */

/* Relationships whose children would all be embedded in the same document are decided together. */

#include "config.h"

#include "design-fixture.h"
#include "design/squill-cost.h"
#include "model/squill-placement.h"

#define N_KINDS 3

static const char *const kinds[N_KINDS] = { "pictures", "letters", "scans" };

/* Patients with files of several kinds, of each so many that have so many megabytes together, all
 * of which are read with them. */
static SquillModel *
draw_patients (guint n, const guint *counts, double megabytes)
{
  SquillModel *model = squill_model_new ();
  g_autoptr (GString) follows = g_string_new (NULL);
  g_autofree char *more = NULL;

  draw_entity (model, "patient");
  draw_field (model, "patient", "_id", "objectId");
  draw_field (model, "patient", "name", "string:20");
  draw_count (model, "patient", 1000);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *child = g_strconcat ("file of ", kinds[i], NULL);
      g_autofree char *text = g_strdup_printf ("string:%.0f", 1e6 * megabytes / counts[i]);
      g_autofree char *children = g_strdup_printf ("0..%u..%u", counts[i], counts[i]);

      draw_entity (model, child);
      draw_field (model, child, "_id", "objectId");
      draw_field (model, child, "text", text);
      draw_count (model, child, 1000 * counts[i]);
      draw_relationship (model, kinds[i], "patient", child, "parent-reference", children, "1");
      g_string_append_printf (follows, "%s'%s'", i == 0 ? "" : ",", kinds[i]);
    }
  more = g_strdup_printf ("{'filter':[{'path':'patient._id','how':'eq'}],'follows':[%s]}",
                          follows->str);
  draw_operation (model, "show patient", "find", "patient", 10, more);
  /* Of these documents some do not fit; that the others are large is not the point. */
  squill_model_set (model, SQUILL_MODEL_ID, "thresholds",
                    json_pack ("{s:f, s:f}", "doc.large", 1e9, "doc.bloat", 1e9), NULL);
  return model;
}

static void
place (SquillModel *model, const char *relationship, SquillPlacement placement)
{
  squill_model_set (model, relationship, "placement",
                    json_string (squill_placement_get_name (placement)), NULL);
}

static gboolean
is_embedded (SquillModel *model, const char *relationship)
{
  return squill_placement_is_embedding (
      squill_model_get_relationship (model, relationship)->placement);
}

static gboolean
is_advised (SquillDesign *design, const char *relationship, gboolean *embeds)
{
  g_autoptr (SquillPlacementOption) advised = squill_placements_find_advised (design, relationship);
  g_autoptr (GPtrArray) options = squill_placements_compare (design, relationship);

  g_assert_nonnull (advised);
  g_assert_cmpuint (advised->placement, ==,
                    ((const SquillPlacementOption *)options->pdata[0])->placement);
  *embeds = squill_placement_is_embedding (advised->placement);
  return advised->current;
}

/* Stores all as is advised, beginning with one or the other, until nothing is advised any more. */
static void
follow_advice (SquillModel *model, guint n, guint first)
{
  g_autoptr (SquillDesign) design = squill_design_new (model);
  guint n_changes = 0, n_right = 0;

  for (guint i = first; n_right < n; i++)
    {
      const char *relationship = kinds[i % n];
      gboolean embeds;

      n_right++;
      if (is_advised (design, relationship, &embeds))
        continue;
      g_assert_cmpuint (n_changes++, <, 2 * n);
      n_right = 0;
      place (model, relationship,
             embeds ? SQUILL_PLACEMENT_EMBED_MANY : SQUILL_PLACEMENT_PARENT_REFERENCE);
    }
}

/* From whatever is drawn, and in whatever order it is followed, the advice leads to the same. */
static void
check_all (guint n, const guint *counts, double megabytes, const gboolean *expected)
{
  for (guint drawn = 0; drawn < 1u << n; drawn++)
    for (guint first = 0; first < n; first++)
      {
        g_autoptr (SquillModel) model = draw_patients (n, counts, megabytes);

        for (guint i = 0; i < n; i++)
          if (drawn & 1u << i)
            place (model, kinds[i], SQUILL_PLACEMENT_EMBED_MANY);
        follow_advice (model, n, first);
        for (guint i = 0; i < n; i++)
          g_assert_cmpint (is_embedded (model, kinds[i]), ==, expected[i]);
      }
}

/* Two that do not fit together: embedding more documents saves more. */
static void
test_two (void)
{
  check_all (2, (const guint[]){ 50, 20 }, 9, (const gboolean[]){ TRUE, FALSE });
  check_all (2, (const guint[]){ 20, 50 }, 9, (const gboolean[]){ FALSE, TRUE });
}

/* Three of which two fit. */
static void
test_three (void)
{
  check_all (3, (const guint[]){ 30, 10, 20 }, 7, (const gboolean[]){ TRUE, FALSE, TRUE });
}

/* All fit. */
static void
test_small (void)
{
  check_all (3, (const guint[]){ 30, 10, 20 }, 5, (const gboolean[]){ TRUE, TRUE, TRUE });
}

/* The reason names what is embedded instead, and what is pinned stays where it is. */
static void
test_reason (void)
{
  g_autoptr (SquillModel) model = draw_patients (2, (const guint[]){ 50, 20 }, 9);
  g_autoptr (SquillDesign) design = squill_design_new (model);
  g_autoptr (GPtrArray) options = squill_placements_compare (design, "letters");
  gboolean embeds, found = FALSE;

  for (guint i = 0; i < options->len; i++)
    {
      const SquillPlacementOption *option = options->pdata[i];

      if (!squill_placement_is_embedding (option->placement))
        continue;
      found = TRUE;
      g_assert_cmpstr (option->infeasible_reason, ==,
                       "Exceeds 16 MiB together with “file of pictures”");
      g_assert_cmpstr (option->summary, ==, option->infeasible_reason);
    }
  g_assert_true (found);
  change (model, "pictures", "pinned", "true");
  is_advised (design, "letters", &embeds);
  g_assert_true (embeds);
  place (model, "pictures", SQUILL_PLACEMENT_EMBED_MANY);
  is_advised (design, "letters", &embeds);
  g_assert_false (embeds);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/design/siblings/two", test_two);
  g_test_add_func ("/design/siblings/three", test_three);
  g_test_add_func ("/design/siblings/small", test_small);
  g_test_add_func ("/design/siblings/reason", test_reason);
  return g_test_run ();
}

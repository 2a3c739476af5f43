/* SPDX-License-Identifier: Apache-2.0 */

/* Relationships that are stored as is advised: each example comes to rest, each as one step, and
 * what is pinned stays. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include "advice-fixture.h"

#include "design/squill-cost.h"
#include "model/squill-model-file.h"
#include "model/squill-placement.h"

/* Far more rounds than any example needs. */
#define MAX_ROUNDS 20u

static SquillModel *
open_example (const char *name)
{
  g_autofree char *path =
      g_build_filename (g_getenv ("SQUILL_SOURCE_ROOT"), "data", "examples", name, NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GError) error = NULL;
  SquillModel *model = squill_model_load (file, NULL, NULL, &error);

  g_assert_no_error (error);
  return model;
}

static GPtrArray *
list_relationships (SquillModel *model)
{
  GPtrArray *ids = g_ptr_array_new_with_free_func (g_free);

  SQUILL_FOR_EACH_CHILD (SquillRelationship, r, squill_model_get_info (model),
                         SQUILL_KIND_RELATIONSHIP)
    {
      g_ptr_array_add (ids, g_strdup (r->item.id));
    }
  return ids;
}

static void
test_examples (void)
{
  static const char *const examples[] = {
    "books.squill",   "cms.squill",      "hosts.squill",    "movies.squill", "parts.squill",
    "patrons.squill", "products.squill", "students.squill", "tasks.squill",  "traffic.squill",
  };
  guint n_placed = 0;

  for (guint i = 0; i < G_N_ELEMENTS (examples); i++)
    {
      g_autoptr (SquillModel) model = open_example (examples[i]);
      g_autoptr (SquillDesign) design = squill_design_new (model);
      g_autoptr (SquillAdvice) advice = squill_advice_new (design);
      g_autoptr (GPtrArray) ids = list_relationships (model);
      gboolean has_changed = TRUE;
      guint round;

      for (round = 0; has_changed && round < MAX_ROUNDS; round++)
        {
          has_changed = FALSE;
          for (guint k = 0; k < ids->len; k++)
            {
              g_autoptr (GError) error = NULL;

              if (squill_advice_place (advice, ids->pdata[k], &error))
                {
                  g_test_message ("%s: %s", examples[i], squill_model_get_undo_label (model));
                  has_changed = TRUE;
                  n_placed++;
                }
              g_assert_no_error (error);
            }
        }
      g_assert_false (has_changed);
      for (guint k = 0; k < ids->len; k++)
        {
          const SquillRelationship *r = squill_model_get_relationship (model, ids->pdata[k]);
          g_autoptr (GPtrArray) options = squill_placements_compare (design, ids->pdata[k]);
          const SquillPlacementOption *first = options->pdata[0];

          g_assert_true (!first->advised || first->placement == r->placement ||
                         (squill_placement_is_embedding (first->placement) &&
                          squill_placement_is_embedding (r->placement)));
        }
    }
  g_assert_cmpuint (n_placed, >=, 3);
}

/* A parent with far too many children in it. */
static SquillModel *
draw_logs (void)
{
  SquillModel *model = squill_model_new ();

  draw_entity (model, "host", 100);
  draw_entity (model, "log", NAN);
  draw_field (model, "log", "line", "string");
  draw_relationship (model, "logs", "host", "log", "embed-many", "0..50000..*", "1");
  return model;
}

static void
test_one_step (void)
{
  g_autoptr (SquillModel) model = draw_logs ();
  g_autoptr (SquillDesign) design = squill_design_new (model);
  g_autoptr (SquillAdvice) advice = squill_advice_new (design);
  g_autofree char *before = squill_model_to_data (model, NULL);
  g_autofree char *after = NULL;

  g_assert_true (squill_advice_place (advice, "logs", NULL));
  g_assert_cmpint (squill_model_get_relationship (model, "logs")->placement, ==,
                   SQUILL_PLACEMENT_PARENT_REFERENCE);
  /* It is there now. */
  g_assert_false (squill_advice_place (advice, "logs", NULL));
  g_assert_true (squill_model_undo (model));
  after = squill_model_to_data (model, NULL);
  g_assert_cmpstr (after, ==, before);
  g_assert_false (squill_advice_place (advice, "gone", NULL));
}

static void
test_pinned (void)
{
  g_autoptr (SquillModel) model = draw_logs ();
  g_autoptr (SquillDesign) design = squill_design_new (model);
  g_autoptr (SquillAdvice) advice = squill_advice_new (design);
  const SquillFinding *finding = find_finding (advice, "unbounded-array", "logs");

  g_assert_nonnull (finding->fix);
  change (model, "logs", "pinned", "true");
  g_assert_false (squill_advice_place (advice, "logs", NULL));
  /* It is still said, but nothing offers to store it elsewhere. */
  finding = find_finding (advice, "unbounded-array", "logs");
  g_assert_nonnull (finding);
  g_assert_true (finding->fix == NULL || finding->fix->placement < 0);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/advice/place/examples", test_examples);
  g_test_add_func ("/advice/place/one-step", test_one_step);
  g_test_add_func ("/advice/place/pinned", test_pinned);
  return g_test_run ();
}

/* SPDX-License-Identifier: Apache-2.0 */

/* Relationships that are stored as is advised: each example comes to rest, each as one step, and
 * what is pinned stays. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include "advice-fixture.h"

#include "advice/squill-advised.h"
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

static const char *const examples[] = {
  "books.squill",    "cms.squill",     "hosts.squill",    "movies.squill",
  "parts.squill",    "patrons.squill", "products.squill", "shop.squill",
  "students.squill", "tasks.squill",   "traffic.squill",
};

static void
test_examples (void)
{
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

/* The placement of each relationship. */
static char *
list_placements (SquillModel *model)
{
  GString *text = g_string_new (NULL);

  SQUILL_FOR_EACH_CHILD (SquillRelationship, r, squill_model_get_info (model),
                         SQUILL_KIND_RELATIONSHIP)
    {
      g_string_append_printf (text, "%s %s\n", r->item.id,
                              squill_placement_get_name (r->placement));
    }
  return g_string_free (text, FALSE);
}

/* All at once is the same as one after the other, and one step. */
static void
test_all (void)
{
  guint n_changes = 0;

  for (guint i = 0; i < G_N_ELEMENTS (examples); i++)
    {
      g_autoptr (SquillModel) model = open_example (examples[i]);
      g_autoptr (SquillModel) other = squill_model_copy (model);
      g_autoptr (SquillDesign) design = squill_design_new (other);
      g_autoptr (SquillAdvice) advice = squill_advice_new (design);
      g_autoptr (GPtrArray) ids = list_relationships (model);
      g_autoptr (GError) error = NULL;
      g_autoptr (SquillAdvisedChanges) changes =
          squill_advised_changes_find (model, NULL, NULL, &error);
      g_autofree char *before = squill_model_to_data (model, NULL);
      g_autofree char *unchanged = NULL;
      g_autofree char *placements = NULL;
      g_autofree char *expected = NULL;

      g_assert_no_error (error);
      g_assert_false (squill_model_get_can_undo (model));
      g_assert_true (squill_advised_changes_apply (changes, model, &error));
      g_assert_no_error (error);
      for (guint round = 0, n = 1; n > 0; round++)
        {
          n = 0;
          g_assert_cmpuint (round, <, MAX_ROUNDS);
          for (guint k = 0; k < ids->len; k++)
            n += squill_advice_place (advice, ids->pdata[k], NULL);
        }
      placements = list_placements (model);
      expected = list_placements (other);
      g_assert_cmpstr (placements, ==, expected);
      g_assert_cmpint (squill_model_get_can_undo (model), ==, changes->changes->len > 0);
      if (changes->changes->len > 0)
        g_assert_true (squill_model_undo (model));
      g_assert_false (squill_model_get_can_undo (model));
      unchanged = squill_model_to_data (model, NULL);
      g_assert_cmpstr (unchanged, ==, before);
      for (guint k = 0; k < changes->changes->len; k++)
        g_assert_cmpuint (((const SquillAdvisedChange *)changes->changes->pdata[k])->labels->len, >,
                          0);
      n_changes += changes->changes->len;
    }
  g_assert_cmpuint (n_changes, >=, 3);
}

/* What is pinned is left alone, and said. */
static void
test_all_but_pinned (void)
{
  g_autoptr (SquillModel) model = draw_logs ();
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (SquillAdvisedChanges) changes = NULL;

  change (model, "logs", "pinned", "true");
  changes = squill_advised_changes_find (model, NULL, NULL, NULL);
  g_assert_cmpuint (changes->changes->len, ==, 0);
  g_assert_cmpuint (changes->edits->len, ==, 0);
  g_assert_cmpuint (changes->pinned->len, ==, 1);
  g_assert_cmpstr (changes->pinned->pdata[0], ==, "logs");
  g_cancellable_cancel (cancellable);
  g_assert_null (squill_advised_changes_find (model, NULL, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

/* A list of children, each with a field of its parent. */
static SquillModel *
draw_gigs (void)
{
  SquillModel *model = squill_model_new ();

  draw_entity (model, "house", 2000);
  draw_text (model, "house", "name", 20);
  draw_entity (model, "gig", 400000);
  draw_field (model, "gig", "poster", "int");
  draw_relationship (model, "gigs", "house", "gig", "parent-reference", "0..200..2000", "1");
  draw_operation (model, "show gig", "find", "gig", 60);
  change (model, "show gig", "filter", "[{'path': 'gig._id', 'how': 'eq'}]");
  change (model, "show gig", "follows", "['gigs']");
  change (model, "show gig", "returns", "[{'path': 'gig.poster'}, {'path': 'gigs/house.name'}]");
  draw_operation (model, "rename house", "update", "house", 0.001);
  change (model, "rename house", "writes", "[{'path': 'house.name'}]");
  return model;
}

static gboolean
is_current (SquillDesign *design, const char *id, const SquillPlacementOption *like)
{
  g_autoptr (GPtrArray) options = squill_placements_compare (design, id);

  for (guint i = 0; i < options->len; i++)
    {
      const SquillPlacementOption *option = options->pdata[i];

      if (option->placement == like->placement && option->copied == like->copied)
        return option->current;
    }
  return FALSE;
}

/* Returns how many ways with copies there are. */
static guint
check_ways (SquillAdvice *advice, const char *id)
{
  SquillDesign *design = squill_advice_get_design (advice);
  SquillModel *model = squill_design_get_model (design);
  g_autoptr (GPtrArray) options = squill_placements_compare (design, id);
  g_autofree char *before = squill_model_to_data (model, NULL);
  guint n_copied = 0;

  for (guint i = 0; i < options->len; i++)
    {
      const SquillPlacementOption *option = options->pdata[i];
      g_autoptr (GError) error = NULL;
      g_autofree char *after = NULL;

      g_test_message ("%s: %s%s", id, squill_placement_get_name (option->placement),
                      option->copied ? " with copies" : "");
      n_copied += option->copied;
      g_assert_cmpint (
          squill_advice_place_as (advice, id, option->placement, option->copied, &error), ==,
          !option->current);
      g_assert_no_error (error);
      g_assert_true (is_current (design, id, option));
      if (!option->current)
        g_assert_true (squill_model_undo (model));
      after = squill_model_to_data (model, NULL);
      g_assert_cmpstr (after, ==, before);
    }
  return n_copied;
}

/* Each way in the list can be chosen, is the current one then, and is one step. */
static void
test_any_way (void)
{
  g_autoptr (SquillModel) gigs = draw_gigs ();
  g_autoptr (SquillDesign) gigs_design = squill_design_new (gigs);
  g_autoptr (SquillAdvice) gigs_advice = squill_advice_new (gigs_design);

  for (guint i = 0; i < G_N_ELEMENTS (examples); i++)
    {
      g_autoptr (SquillModel) model = open_example (examples[i]);
      g_autoptr (SquillDesign) design = squill_design_new (model);
      g_autoptr (SquillAdvice) advice = squill_advice_new (design);
      g_autoptr (GPtrArray) ids = list_relationships (model);

      for (guint k = 0; k < ids->len; k++)
        check_ways (advice, ids->pdata[k]);
      g_assert_false (squill_model_get_can_undo (model));
    }
  g_assert_cmpuint (check_ways (gigs_advice, "gigs"), >=, 1);
  /* And without the copies again. */
  g_assert_true (
      squill_advice_place_as (gigs_advice, "gigs", SQUILL_PLACEMENT_PARENT_REFERENCE, TRUE, NULL));
  check_ways (gigs_advice, "gigs");
  g_assert_false (
      squill_advice_place_as (gigs_advice, "gone", SQUILL_PLACEMENT_TWO_WAY, FALSE, NULL));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/advice/place/examples", test_examples);
  g_test_add_func ("/advice/place/one-step", test_one_step);
  g_test_add_func ("/advice/place/pinned", test_pinned);
  g_test_add_func ("/advice/place/all", test_all);
  g_test_add_func ("/advice/place/all-but-pinned", test_all_but_pinned);
  g_test_add_func ("/advice/place/any-way", test_any_way);
  return g_test_run ();
}

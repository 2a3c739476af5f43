/* SPDX-License-Identifier: Apache-2.0 */

/* What is advised, applied, takes no more work, or says which operations pay for it. */

#include "config.h"

#include "advice-fixture.h"
#include "advice/squill-advised.h"
#include "design/squill-plan.h"
#include "model/squill-model-file.h"
#include "random-model.h"

#define N_MODELS 400
/* So much more needs no word. */
#define MORE 1.05

static double
get_load (SquillDesign *design, const SquillOperation *operation)
{
  const SquillPlan *plan = squill_design_get_plan (design, operation->item.id);

  return plan != NULL ? squill_plan_get_load (plan, operation).likely : NAN;
}

/* What it takes; NaN where that is not known, 0 where there is no such operation. */
static double
find_load (SquillDesign *design, const SquillOperation *like)
{
  const SquillOperation *operation =
      squill_model_get_operation (squill_design_get_model (design), like->item.id);
  const double load = operation != NULL ? get_load (design, operation) : 0;

  return isfinite (load) ? load : NAN;
}

/* Of operations of which it is known in both. */
static double
sum_work (SquillDesign *design, SquillDesign *other)
{
  double total = 0;

  SQUILL_FOR_EACH_CHILD (SquillOperation, operation,
                         squill_model_get_info (squill_design_get_model (design)),
                         SQUILL_KIND_OPERATION)
    {
      const double load = find_load (design, operation);

      total += isnan (load) || isnan (find_load (other, operation)) ? 0 : load;
    }
  return total;
}

static gboolean
is_named (const SquillAdvisedChanges *changes, const SquillOperation *operation)
{
  g_autofree char *name = g_strdup_printf ("“%s” ", operation->name);

  for (guint i = 0; i < changes->changes->len; i++)
    {
      const SquillAdvisedChange *change = changes->changes->pdata[i];

      for (guint k = 0; k < change->losses->len; k++)
        if (g_str_has_prefix (change->losses->pdata[k], name) &&
            strstr (change->losses->pdata[k], "of work each second") != NULL)
          return TRUE;
    }
  return FALSE;
}

/* Of those that pay, the one that pays most has to be named. */
static void
assert_told (SquillModel *model)
{
  g_autoptr (SquillModel) applied = squill_model_copy (model);
  g_autoptr (SquillDesign) before = squill_design_new (model);
  g_autoptr (SquillDesign) after = squill_design_new (applied);
  g_autoptr (SquillAdvisedChanges) changes = NULL;
  g_autoptr (GError) error = NULL;
  const SquillOperation *dearest = NULL;
  double most = 0;

  changes = squill_advised_changes_find (applied, NULL, NULL, &error);
  g_assert_no_error (error);
  squill_advised_changes_apply (changes, applied, &error);
  g_assert_no_error (error);
  if (!(sum_work (after, before) > MORE * sum_work (before, after)))
    return;
  SQUILL_FOR_EACH_CHILD (SquillOperation, operation, squill_model_get_info (applied),
                         SQUILL_KIND_OPERATION)
    {
      const double more = find_load (after, operation) - find_load (before, operation);

      if (more > most)
        {
          most = more;
          dearest = operation;
        }
    }
  g_assert_nonnull (dearest);
  if (is_named (changes, dearest))
    return;
  g_test_message ("%g to %g because of %s, and nobody says so", sum_work (before, after),
                  sum_work (after, before), dearest->name);
  g_test_fail ();
}

static void
test_random (void)
{
  for (guint32 seed = 1; seed <= N_MODELS; seed++)
    {
      g_autoptr (SquillModel) model = squill_model_new ();
      g_autoptr (GRand) random = g_rand_new_with_seed (seed);

      draw_random_model (model, random);
      assert_told (model);
    }
}

static void
test_files (gconstpointer data)
{
  g_autofree char *path = g_build_filename (g_getenv ("SQUILL_SOURCE_ROOT"), data, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (GDir) folder = g_dir_open (path, 0, &error);
  const char *name;
  guint n = 0;

  g_assert_no_error (error);
  while ((name = g_dir_read_name (folder)) != NULL)
    {
      g_autoptr (GFile) file = NULL;
      g_autoptr (SquillModel) model = NULL;
      g_autofree char *whole = g_build_filename (path, name, NULL);

      if (!g_str_has_suffix (name, ".squill"))
        continue;
      g_test_message ("%s", name);
      file = g_file_new_for_path (whole);
      model = squill_model_load (file, NULL, NULL, &error);
      g_assert_no_error (error);
      assert_told (model);
      n++;
    }
  g_assert_cmpuint (n, >, 10);
}

/* What rules out how it is stored now has its price. */
static void
test_price (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvisedChanges) changes = NULL;
  g_autoptr (GError) error = NULL;
  const SquillAdvisedChange *first;

  draw_entity (model, "host", 1000);
  draw_entity (model, "message", NAN);
  draw_text (model, "message", "text", 100);
  draw_relationship (model, "messages", "host", "message", "embed-many", "1..400..inf", "1");
  draw_operation (model, "show", "find", "host", 10);
  change (model, "show", "filter", "[{'path': '=_id', 'how': 'eq'}]");
  changes = squill_advised_changes_find (model, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (changes->changes->len, ==, 1);
  first = changes->changes->pdata[0];
  g_assert_cmpstr (first->losses->pdata[first->losses->len - 1], ==,
                   "“show” costs more: 32 ms of work each second instead of 2.5 ms, because it "
                   "takes 3 round trips, 401 documents read (60.4 kB) instead of 1 round trip, 1 "
                   "document read (48.3 kB).");

  g_clear_pointer (&changes, squill_advised_changes_free);
  change (model, "show", "name", NULL);
  changes = squill_advised_changes_find (model, NULL, NULL, &error);
  g_assert_no_error (error);
  first = changes->changes->pdata[0];
  g_assert_nonnull (
      strstr (first->losses->pdata[first->losses->len - 1], "“unnamed” costs more: "));
}

/* Nobody counted the posts, so nobody knows what it takes to look for one by its text. */
static void
test_unknown (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvisedChanges) changes = NULL;
  g_autoptr (GError) error = NULL;
  const SquillAdvisedChange *first;

  draw_entity (model, "blog", 1000);
  draw_entity (model, "post", NAN);
  draw_text (model, "post", "text", 100);
  draw_relationship (model, "posts", "blog", "post", "parent-reference", "1..3..5", "1");
  draw_operation (model, "search", "find", "post", 10);
  change (model, "search", "filter", "[{'path': 'post.text', 'how': 'eq'}]");
  draw_operation (model, "change", "update", "blog", 50);
  change (model, "change", "filter", "[{'path': '=_id', 'how': 'eq'}]");
  change (model, "change", "writes", "[{'path': 'posts/post.text'}]");
  change (model, "change", "follows", "['posts']");
  change (model, "change", "atomic", "true");
  change (model, "change", "critical", "true");
  changes = squill_advised_changes_find (model, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (changes->changes->len, ==, 1);
  first = changes->changes->pdata[0];
  for (guint i = 0; i < first->losses->len; i++)
    g_assert_null (strstr (first->losses->pdata[i], "costs more"));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/advice/advised-work/price", test_price);
  g_test_add_func ("/advice/advised-work/unknown", test_unknown);
  g_test_add_func ("/advice/advised-work/random", test_random);
  g_test_add_data_func ("/advice/advised-work/examples", "data/examples", test_files);
  g_test_add_data_func ("/advice/advised-work/models", "tests/data/models", test_files);
  return g_test_run ();
}

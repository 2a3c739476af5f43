/* SPDX-License-Identifier: Apache-2.0 */

/* Fixes come to an end: applied one after another until no finding has one, in whatever order, none
 * takes back what another did. Each keeps what the model means. */

#include "config.h"

#include "advice-fixture.h"

#include "fix-meaning.h"
#include "model/squill-model-file.h"
#include "random-model.h"

#define N_MODELS 600

/* Models that were found in long nights, and had a fix that did what it should not. */
static const guint found[] = {
  603,   903,   996,   1071,  1460,  1495,  1560,  1677,  1837,  1851,  1948,  2225,  2312,  2405,
  2408,  2610,  2632,  2805,  2852,  2866,  3023,  3196,  3197,  3277,  3280,  3367,  3370,  3418,
  3713,  3983,  4024,  4034,  4038,  4105,  4138,  4148,  4174,  4175,  4308,  4312,  4405,  4434,
  4491,  4512,  4721,  5248,  5282,  5510,  5563,  5775,  5789,  5853,  6117,  6528,  6996,  7611,
  8643,  8979,  8995,  9126,  9226,  9646,  9878,  10239, 10306, 11410, 11421, 11743, 12381, 12987,
  13108, 13256, 14118, 14374, 15558, 15937, 16177, 18138, 20599, 21190, 24578, 25115, 25319, 26151,
  29073, 12988, 22425, 22729, 24842, 27068, 27417, 28562, 30005, 31317, 31410, 40881, 28468, 29709,
  61001, 22441, 24021, 24384, 51443, 52539, 53089, 53376, 60846, 61146, 62193, 62639
};

static void
test_random (gconstpointer data)
{
  guint32 seed = GPOINTER_TO_UINT (data);
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);

  draw_random_model (model, random);
  assert_fixes_end (model, random);
}

static void
test_example (gconstpointer data)
{
  g_autofree char *path =
      g_build_filename (g_getenv ("SQUILL_SOURCE_ROOT"), "data", "examples", data, NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);

  for (guint32 seed = 1; seed <= 5; seed++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (SquillModel) model = squill_model_load (file, NULL, NULL, &error);
      g_autoptr (GRand) random = g_rand_new_with_seed (seed);

      g_assert_no_error (error);
      assert_fixes_end (model, random);
    }
}

static void
end_all_orders (void (*draw) (SquillModel *model))
{
  for (guint32 seed = 1; seed <= 10; seed++)
    {
      g_autoptr (SquillModel) model = squill_model_new ();
      g_autoptr (GRand) random = g_rand_new_with_seed (seed);

      draw (model);
      assert_fixes_end (model, random);
    }
}

/* Few enough to embed, but then an update has to reach into two arrays. */
static void
draw_shipments (SquillModel *model)
{
  draw_entity (model, "order", 1000);
  draw_entity (model, "shipment", NAN);
  draw_text (model, "shipment", "carrier", 10);
  draw_entity (model, "item", NAN);
  draw_text (model, "item", "status", 8);
  draw_relationship (model, "shipments", "order", "shipment", "embed-many", "1..2..5", "1");
  draw_relationship (model, "items", "shipment", "item", "embed-many", "1..3..9", "1");
  draw_operation (model, "show order", "find", "order", 10);
  change (model, "show order", "follows", "['shipments', 'items']");
  draw_operation (model, "deliver", "update", "order", 1);
  change (model, "deliver", "writes", "[{'path': 'shipments/items/item.status'}]");
}

static void
test_nested_arrays (void)
{
  end_all_orders (draw_shipments);
}

/* Few as yet, without an end to it. */
static void
draw_comments (SquillModel *model)
{
  draw_entity (model, "post", 1000);
  draw_entity (model, "comment", 5000);
  draw_text (model, "comment", "text", 80);
  draw_relationship (model, "comments", "post", "comment", "embed-many", "0..5..inf", "1");
  change (model, "comments", "together", "50");
}

static void
test_unbounded (void)
{
  end_all_orders (draw_comments);
}

/* Two rules for the reference, one for a single document. */
static void
draw_sessions (SquillModel *model)
{
  draw_entity (model, "user", 1000);
  draw_entity (model, "session", NAN);
  draw_field (model, "session", "started", "date");
  draw_relationship (model, "sessions", "user", "session", "embed-many", "0..3..10", "1");
  change (model, "session", "retention", "30");
  change (model, "session", "evolving", "true");
  draw_operation (model, "show user", "find", "user", 50);
  change (model, "show user", "follows", "['sessions']");
  draw_operation (model, "log in", "insert", "user", 1);
  change (model, "log in", "follows", "['sessions']");
  change (model, "log in", "transaction", "true");
}

static void
test_lifecycle (void)
{
  end_all_orders (draw_sessions);
}

/* Each fits into the document of a patient alone; of both only one does. That such documents are
 * large is not the point. */
static void
draw_files (SquillModel *model)
{
  change (model, "model", "thresholds", "{'doc.large': 1e9, 'doc.bloat': 1e9}");
  draw_entity (model, "patient", 1000);
  draw_entity (model, "picture", 100000);
  draw_text (model, "picture", "data", 90000);
  draw_entity (model, "letter", 200000);
  draw_text (model, "letter", "data", 45000);
  draw_relationship (model, "pictures", "patient", "picture", "embed-many", "0..100..100", "1");
  draw_relationship (model, "letters", "patient", "letter", "embed-many", "0..200..200", "1");
  draw_operation (model, "show", "find", "patient", 10);
  change (model, "show", "follows", "['pictures', 'letters']");
}

static void
test_siblings (void)
{
  for (guint32 seed = 1; seed <= 10; seed++)
    {
      g_autoptr (SquillModel) model = squill_model_new ();
      g_autoptr (GRand) random = g_rand_new_with_seed (seed);

      draw_files (model);
      assert_fixes_end (model, random);
      /* More documents are joined to patients where letters are apart. */
      g_assert_cmpint (squill_model_get_relationship (model, "letters")->placement, ==,
                       SQUILL_PLACEMENT_EMBED_MANY);
      g_assert_cmpint (squill_model_get_relationship (model, "pictures")->placement, ==,
                       SQUILL_PLACEMENT_PARENT_REFERENCE);
    }
}

int
main (int argc, char *argv[])
{
  static const char *const examples[] = { "books",    "cms",     "hosts",    "movies",
                                          "parts",    "patrons", "products", "shop",
                                          "students", "tasks",   "traffic" };
  static char *files[G_N_ELEMENTS (examples)];
  /* Others of them, for a long night: "20000" is up to there, "14001-20000" only these. */
  const char *seeds = g_getenv ("SQUILL_TEST_SEEDS");
  const char *dash = seeds != NULL ? strchr (seeds, '-') : NULL;
  const guint first = dash != NULL ? (guint)g_ascii_strtoull (seeds, NULL, 10) : 1;
  const guint n = seeds == NULL
                      ? N_MODELS
                      : (guint)g_ascii_strtoull (dash != NULL ? dash + 1 : seeds, NULL, 10);

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (examples); i++)
    {
      g_autofree char *name = g_strdup_printf ("/advice/fix-sequences/%s", examples[i]);

      files[i] = g_strconcat (examples[i], ".squill", NULL);
      g_test_add_data_func_full (name, files[i], test_example, g_free);
    }
  g_test_add_func ("/advice/fix-sequences/nested-arrays", test_nested_arrays);
  g_test_add_func ("/advice/fix-sequences/unbounded", test_unbounded);
  g_test_add_func ("/advice/fix-sequences/lifecycle", test_lifecycle);
  g_test_add_func ("/advice/fix-sequences/siblings", test_siblings);
  for (guint i = first; i <= n + G_N_ELEMENTS (found); i++)
    {
      const guint seed = i <= n ? i : found[i - n - 1];
      g_autofree char *name = g_strdup_printf ("/advice/fix-sequences/random/%u", seed);

      if (i <= n || seed > n)
        g_test_add_data_func (name, GUINT_TO_POINTER (seed), test_random);
    }
  return g_test_run ();
}

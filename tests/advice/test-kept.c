/* SPDX-License-Identifier: Apache-2.0 */

/* What makes advice on a large model quick: rules of the model that know of each subject only what
 * was kept of it, and settings that few rules read. */

#include "config.h"

#include "advice-fixture.h"
#include "advice/squill-advice-private.h"

#include "model/squill-authoring.h"
#include "model/squill-model-file.h"

static void
assert_up_to_date (SquillAdvice *advice, SquillModel *model)
{
  g_autoptr (SquillAdvice) other = advise (model);
  g_autofree char *got = dump_advice (advice);
  g_autofree char *expected = dump_advice (other);

  g_assert_cmpstr (got, ==, expected);
}

/* Whether a rule finds something, with and without what was kept. */
static gboolean
finds (SquillAdvice *advice, SquillModel *model, const char *rule, const char *subject)
{
  assert_up_to_date (advice, model);
  return find_finding (advice, rule, subject) != NULL;
}

static void
draw_used (SquillModel *model, const char *name, double count)
{
  g_autofree char *operation = g_strconcat ("read ", name, NULL);

  draw_entity (model, name, count);
  draw_text (model, name, "text", 1000);
  draw_operation (model, operation, "find", name, 10);
}

/* 1.5 GiB of cache, of which documents of one kilobyte may fill 80 %. */
static void
test_working_set (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = advise (model);
  const char *gone[] = { "order", NULL };

  change (model, "model", "memory", "4");
  draw_used (model, "order", 200000);
  draw_used (model, "item", 200000);
  g_assert_false (finds (advice, model, "working-set", "model"));
  /* One edit of one collection is enough. */
  change (model, "item", "count", "{'likely': 2e6}");
  g_assert_true (finds (advice, model, "working-set", "model"));
  change (model, "item", "count", "{'likely': 2e5}");
  g_assert_false (finds (advice, model, "working-set", "model"));
  change (model, "order", "count", "{'likely': 2e6}");
  g_assert_true (finds (advice, model, "working-set", "model"));
  squill_model_delete (model, gone);
  g_assert_false (finds (advice, model, "working-set", "model"));
  squill_model_undo (model);
  g_assert_true (finds (advice, model, "working-set", "model"));
  change (model, "model", "memory", "64");
  g_assert_false (finds (advice, model, "working-set", "model"));
  change (model, "model", "memory", "4");
  g_assert_true (finds (advice, model, "working-set", "model"));
}

static void
test_index_memory (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = advise (model);

  change (model, "model", "memory", "4");
  draw_entity (model, "event", 1e6);
  draw_text (model, "event", "host", 40);
  draw_index (model, "event", "by-host", "[{'path': 'event.host', 'how': '1'}]");
  g_assert_false (finds (advice, model, "index-memory", "model"));
  change (model, "event", "count", "{'likely': 1e8}");
  g_assert_true (finds (advice, model, "index-memory", "model"));
  change (model, "event", "count", "{'likely': 1e6}");
  g_assert_false (finds (advice, model, "index-memory", "model"));
}

/* A collection that is embedded and comes back with the same numbers counts as before, whatever the
 * memory is of which they are a part. */
static void
test_collection_comes_back (void)
{
  for (int tenths = 42; tenths < 60; tenths++)
    {
      static const struct
      {
        const char *name;
        double count;
      } entities[] = { { "a", 1000 }, { "b", 1e6 }, { "c", 5e7 } };
      g_autoptr (SquillModel) model = squill_model_new ();
      g_autoptr (SquillAdvice) advice = advise (model);
      g_autofree char *memory = g_strdup_printf ("%d.%d", tenths / 10, tenths % 10);

      change (model, "model", "memory", memory);
      for (guint i = 0; i < G_N_ELEMENTS (entities); i++)
        {
          draw_entity (model, entities[i].name, entities[i].count);
          draw_field (model, entities[i].name, "_id", "long");
        }
      draw_relationship (model, "bs", "a", "b", "child-references", NULL, NULL);
      assert_up_to_date (advice, model);
      change (model, "bs", "placement", "'embed-many'");
      assert_up_to_date (advice, model);
      squill_model_undo (model);
      assert_up_to_date (advice, model);
    }
}

static void
test_periods (void)
{
  static const char *const names[] = { "sales_2023", "sales_2024", "sales_2025" };
  const char *gone[] = { "sales_2023", NULL };
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = advise (model);

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      draw_entity (model, names[i], 1000);
      draw_field (model, names[i], i == 2 ? "total" : "sum", "double");
      g_assert_false (finds (advice, model, "collection-per-period", names[0]));
    }
  change (model, "sales_2025.total", "name", "'sum'");
  g_assert_true (finds (advice, model, "collection-per-period", names[0]));
  change (model, "sales_2024", "name", "'summary'");
  g_assert_false (finds (advice, model, "collection-per-period", names[0]));
  squill_model_undo (model);
  g_assert_true (finds (advice, model, "collection-per-period", names[0]));
  squill_model_delete (model, gone);
  g_assert_false (finds (advice, model, "collection-per-period", names[1]));
}

/* What only one rule reads lets no other look again, whatever it has found. */
static void
test_settings (void)
{
  static const struct
  {
    const char *name;
    const char *value;
    const char *rule;
    gboolean is_reader;
  } settings[] = {
    { "pool_size", "500", "pool-too-large", TRUE },
    { "pool_size", "300", "embed-array-large", FALSE },
    { "seed", "7", "embed-array-large", FALSE },
    { "review", "'Kim'", "embed-array-large", FALSE },
    { "driver", "'mongoose'", "embed-array-large", FALSE },
    { "database", "'shop'", "embed-array-large", FALSE },
    { "database", "'Shop'", "db-name-case", TRUE },
    { "server_version", "'5.0'", "embed-array-large", FALSE },
    { "reference_date", "'2027-03-01'", "embed-array-large", FALSE },
    { "reference_date", "'2028-03-01'", "unbounded-array", TRUE },
    { "write_capacity", "100", "shard-consider", TRUE },
  };
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = advise (model);

  draw_used (model, "post", 1000);
  draw_used (model, "comment", 1e6);
  draw_relationship (model, "comments", "post", "comment", "embed-many", "0..1000..inf", "1");
  g_assert_true (finds (advice, model, "unbounded-array", "comments"));
  for (guint i = 0; i < G_N_ELEMENTS (settings); i++)
    {
      const guint64 before = _squill_advice_count_checks (advice, settings[i].rule);

      change (model, "model", settings[i].name, settings[i].value);
      assert_up_to_date (advice, model);
      g_assert_cmpint (_squill_advice_count_checks (advice, settings[i].rule) > before, ==,
                       settings[i].is_reader);
    }
}

/* A server that manages less makes a shard key worth thinking of. */
static void
test_write_capacity (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = advise (model);

  draw_used (model, "event", 1e6);
  draw_field (model, "event", "host", "string");
  change (model, "event.host", "distinct", "5000");
  change (model, "read event", "filter", "[{'path': 'event.host', 'how': 'eq'}]");
  draw_operation (model, "note event", "insert", "event", 500);
  g_assert_false (finds (advice, model, "shard-key-choice", "event"));
  change (model, "model", "write_capacity", "100");
  g_assert_true (finds (advice, model, "shard-key-choice", "event"));
  change (model, "model", "write_capacity", "1000");
  g_assert_false (finds (advice, model, "shard-key-choice", "event"));
}

/* The database of the model is that of entities without one, and old servers do not sort much. */
static void
test_servers (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = advise (model);
  const SquillFinding *finding;

  draw_used (model, "post", 2e6);
  draw_used (model, "other", 1000);
  change (model, "other", "name", "'post'");
  change (model, "other", "database", "'archive'");
  change (model, "model", "database", "'shop'");
  draw_text (model, "post", "state", 4);
  change (model, "post.state", "distinct", "2");
  draw_index (model, "post", "by-state", "[{'path': 'post.state', 'how': '1'}]");
  change (model, "read post", "filter", "[{'path': 'post.state', 'how': 'eq'}]");
  change (model, "read post", "sort", "[{'path': 'post.text', 'how': '1'}]");
  assert_up_to_date (advice, model);
  change (model, "model", "database", "'archive'");
  g_assert_true (finds (advice, model, "coll-name-duplicate", NULL));
  change (model, "model", "server_version", "'4.2'");
  finding = find_finding (advice, "sort-in-memory", NULL);
  g_assert_nonnull (finding);
  g_assert_cmpint (finding->severity, ==, SQUILL_SEVERITY_ERROR);
  change (model, "model", "server_version", "'8.0'");
  assert_up_to_date (advice, model);
  finding = find_finding (advice, "sort-in-memory", NULL);
  g_assert_nonnull (finding);
  g_assert_cmpint (finding->severity, ==, SQUILL_SEVERITY_WARNING);
}

/* What few rules read is read by all of these, whatever they found before. */
static void
test_settings_of_model (const char *path)
{
  static const struct
  {
    const char *property;
    const char *value;
  } settings[] = {
    { "database", "'Sys tem'" },
    { "server_version", "'4.0'" },
    { "dialect", "'documentdb'" },
    { "reference_date", "'2031-05-17'" },
    { "server_version", "'8.0'" },
    { "dialect", "'atlas'" },
    { "database", "'local'" },
    { "dialect", "'firestore'" },
    { "reference_date", "'2020-02-29'" },
    { "server_version", "'5.0'" },
    { "dialect", NULL },
    { "database", NULL },
  };
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GError) error = NULL;
  g_autoptr (SquillModel) model = squill_model_load (file, NULL, NULL, &error);
  g_autoptr (SquillAdvice) advice = NULL;

  g_assert_no_error (error);
  advice = advise (model);
  for (guint i = 0; i < G_N_ELEMENTS (settings); i++)
    {
      change (model, "model", settings[i].property, settings[i].value);
      assert_up_to_date (advice, model);
    }
}

static void
test_models (void)
{
  g_autofree char *folder =
      g_build_filename (g_getenv ("SQUILL_SOURCE_ROOT"), "tests", "data", "models", NULL);
  g_autoptr (GDir) models = g_dir_open (folder, 0, NULL);
  const char *name;
  guint n = 0;

  g_assert_nonnull (models);
  while ((name = g_dir_read_name (models)) != NULL)
    if (g_str_has_suffix (name, ".squill"))
      {
        g_autofree char *path = g_build_filename (folder, name, NULL);

        test_settings_of_model (path);
        n++;
      }
  g_assert_cmpuint (n, >, 0);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/advice/kept/working-set", test_working_set);
  g_test_add_func ("/advice/kept/index-memory", test_index_memory);
  g_test_add_func ("/advice/kept/collection-comes-back", test_collection_comes_back);
  g_test_add_func ("/advice/kept/periods", test_periods);
  g_test_add_func ("/advice/kept/settings", test_settings);
  g_test_add_func ("/advice/kept/write-capacity", test_write_capacity);
  g_test_add_func ("/advice/kept/servers", test_servers);
  g_test_add_func ("/advice/kept/models", test_models);
  return g_test_run ();
}

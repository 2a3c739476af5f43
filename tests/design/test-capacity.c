/* SPDX-License-Identifier: Apache-2.0 */

/* The capacity report, with numbers computed by hand. */

#include "config.h"

#include "design-fixture.h"

#include <string.h>

#include "design/squill-capacity.h"
#include "design/squill-growth.h"
#include "design/squill-size.h"
#include "model/squill-model.h"

/* {_id, text}: 5 + 17 + 11 + 56 bytes. */
#define LOG_BYTES (5.0 + 17 + 1 + 5 + 4 + 56)
/* Of an index of ObjectIds that ascend, measured with so many of them. */
#define LOGS 600000.0
#define ID_ENTRY_DISK 9.7
#define ID_ENTRY_CACHE 18.0

static SquillDesign *
draw_log (SquillModel *model, double count)
{
  draw_entity (model, "log");
  draw_field (model, "log", "_id", "objectId");
  draw_field (model, "log", "text", "string:55");
  draw_count (model, "log", count);
  return squill_design_new (model);
}

static const SquillCrossing *
find_crossing (const SquillCapacity *report, const char *subject, const char *word)
{
  const SquillCrossing *found = NULL;

  for (guint i = 0; i < report->crossings->len; i++)
    {
      const SquillCrossing *crossing = report->crossings->pdata[i];

      if (!g_str_equal (crossing->subject, subject) || strstr (crossing->what, word) == NULL)
        continue;
      g_assert_null (found);
      found = crossing;
    }
  return found;
}

static void
assert_date (const SquillCrossing *crossing, const char *expected)
{
  g_autofree char *date = NULL;

  g_assert_nonnull (crossing);
  date = g_date_time_format (crossing->date, "%Y-%m-%d");
  g_assert_cmpstr (date, ==, expected);
}

static gboolean
has_unknown (const SquillCapacity *report, const char *word)
{
  for (guint i = 0; i < report->unknown->len; i++)
    if (strstr (report->unknown->pdata[i], word) != NULL)
      return TRUE;
  return FALSE;
}

static void
test_collection (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillDesign) design = draw_log (model, LOGS);
  g_autoptr (SquillCapacity) report = NULL;
  const SquillCollectionCapacity *log;
  const SquillIndexCapacity *index;

  change (model, "log", "growth", "50000");
  change (model, "model", "horizon", "2");
  report = squill_capacity_new (design);
  g_assert_cmpuint (report->collections->len, ==, 1);
  log = report->collections->pdata[0];
  g_assert_cmpstr (log->name, ==, "log");
  g_assert_cmpfloat (log->now.data, ==, LOGS * LOG_BYTES);
  g_assert_cmpfloat (log->now.disk, ==, LOGS * LOG_BYTES / 2);
  g_assert_cmpfloat_with_epsilon (log->now.cache, LOGS * (1.09 * LOG_BYTES + 15), 1e-3);
  g_assert_cmpfloat (log->at_horizon.documents, ==, LOGS + 24 * 50000);
  g_assert_cmpfloat (log->at_horizon.data, ==, (LOGS + 24 * 50000) * LOG_BYTES);

  g_assert_cmpuint (log->indexes->len, ==, 1);
  index = log->indexes->pdata[0];
  g_assert_cmpstr (index->name, ==, "_id_");
  g_assert_cmpfloat (index->entries, ==, LOGS);
  g_assert_cmpfloat_with_epsilon (index->disk / LOGS, ID_ENTRY_DISK, 0.2 * ID_ENTRY_DISK);
  g_assert_cmpfloat_with_epsilon (index->cache / LOGS, ID_ENTRY_CACHE, 0.2 * ID_ENTRY_CACHE);
  g_assert_cmpfloat_with_epsilon (index->disk_at_horizon, 3 * index->disk, 1e-6 * index->disk);
  g_assert_cmpfloat (report->index_disk, ==, index->disk);
  g_assert_cmpfloat (report->cache, ==, log->now.cache + index->cache);
  g_assert_cmpfloat (report->total.data, ==, log->now.data);
  g_assert_true (isnan (log->retained));
}

/* What nobody said is no number, and is said. */
static void
test_unknown (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillDesign) design = NULL;
  g_autoptr (SquillCapacity) report = NULL;
  const SquillCollectionCapacity *page;

  draw_entity (model, "page");
  draw_field (model, "page", "_id", "objectId");
  draw_field (model, "page", "text", "string");
  design = squill_design_new (model);
  report = squill_capacity_new (design);
  page = report->collections->pdata[0];
  g_assert_true (isnan (page->now.data));
  g_assert_true (isnan (page->at_horizon.disk));
  g_assert_true (isnan (page->index_disk));
  g_assert_true (isnan (report->cache));
  g_assert_true (isnan (report->available_cache));
  g_assert_cmpuint (report->crossings->len, ==, 0);
  g_assert_true (has_unknown (report, "How many documents"));
  g_assert_true (has_unknown (report, "assumed"));
  g_assert_true (has_unknown (report, "memory"));
  squill_capacity_free (g_steal_pointer (&report));

  draw_count (model, "page", 10);
  change (model, "page.text", "size", "{\"min\": 5, \"likely\": 5, \"max\": 5}");
  change (model, "model", "memory", "4");
  report = squill_capacity_new (design);
  g_assert_cmpuint (report->unknown->len, ==, 0);
}

static void
test_data (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillDesign) design = draw_log (model, 1e9);
  g_autoptr (SquillCapacity) report = NULL;
  const SquillCrossing *crossing;

  change (model, "log", "growth", "1e8");
  report = squill_capacity_new (design);
  crossing = find_crossing (report, "log", "256");
  g_assert_nonnull (crossing);
  g_assert_cmpfloat_with_epsilon (crossing->years, (256e9 / LOG_BYTES - 1e9) / 12e8, 1e-9);
  crossing = find_crossing (report, "log",
                            "2"
                            "\u202f"
                            "TB");
  g_assert_nonnull (crossing);
  g_assert_cmpfloat_with_epsilon (crossing->years, (2e12 / LOG_BYTES - 1e9) / 12e8, 1e-9);
  squill_capacity_free (g_steal_pointer (&report));

  /* It has as much already. */
  draw_count (model, "log", 1e10);
  report = squill_capacity_new (design);
  crossing = find_crossing (report, "log", "256");
  g_assert_cmpfloat (crossing->years, ==, 0);
  assert_date (crossing, "2026-01-01");
  g_assert_nonnull (strstr (crossing->what, "or more"));
  squill_capacity_free (g_steal_pointer (&report));

  change (model, "log", "growth", "null");
  draw_count (model, "log", 1000);
  report = squill_capacity_new (design);
  g_assert_cmpuint (report->crossings->len, ==, 0);
}

static SquillDesign *
draw_posts (SquillModel *model, const char *children)
{
  draw_entity (model, "post");
  draw_field (model, "post", "_id", "objectId");
  draw_entity (model, "comment");
  draw_field (model, "comment", "text", "string:100");
  draw_relationship (model, "comments", "post", "comment", "embed-many", children, "1");
  change (model, "comments", "growth", "100");
  draw_count (model, "post", 10);
  return squill_design_new (model);
}

static void
test_arrays (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillDesign) design = draw_posts (model, "0..35..*");
  g_autoptr (SquillCapacity) report = squill_capacity_new (design);
  const SquillCrossing *crossing = find_crossing (report, "comments", "200");

  /* 165 more at 100 a year: 602 days. */
  g_assert_cmpfloat_with_epsilon (crossing->years, 1.65, 1e-9);
  assert_date (crossing, "2027-08-26");
  /* Full after 130 000: nobody plans for that. */
  g_assert_null (find_crossing (report, "post", "16"));
  squill_capacity_free (g_steal_pointer (&report));

  change (model, "comments", "growth", "100000");
  report = squill_capacity_new (design);
  crossing = find_crossing (report, "post", "16");
  g_assert_nonnull (crossing);
  /* {_id, comments: [{text}]}: 22 + 10 bytes, and 116 for each. */
  g_assert_cmpfloat_with_epsilon (
      crossing->years, squill_size_years_to (16777216, 22 + 10, 116, 35, 100000), 2 / 100000.0);
  g_assert_cmpstr (crossing->collection, ==, "post");
}

/* What is bounded below a limit never comes there; references have a limit of their own. */
static void
test_bounds (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillDesign) design = draw_posts (model, "0..35..150");
  g_autoptr (SquillCapacity) report = squill_capacity_new (design);

  g_assert_cmpuint (report->crossings->len, ==, 0);
  squill_capacity_free (g_steal_pointer (&report));

  change (model, "comments", "children", "{\"min\": 0, \"likely\": 35, \"max\": \"inf\"}");
  change (model, "comments", "cap", "250");
  report = squill_capacity_new (design);
  g_assert_cmpuint (report->crossings->len, ==, 1);
  g_assert_nonnull (find_crossing (report, "comments", "200"));
  squill_capacity_free (g_steal_pointer (&report));

  change (model, "comments", "cap", "null");
  change (model, "comments", "placement", "\"child-references\"");
  report = squill_capacity_new (design);
  g_assert_null (find_crossing (report, "comments", "200"));
  g_assert_cmpfloat_with_epsilon (find_crossing (report, "comments", "3\u202f000")->years, 29.65,
                                  1e-9);
}

static void
test_cache (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillDesign) design = draw_log (model, 1e6);
  g_autoptr (SquillCapacity) report = NULL;
  const SquillCrossing *all, *indexes;
  const double usable = 0.8 * 256 * 1024 * 1024;

  change (model, "log", "growth", "100000");
  change (model, "model", "memory", "1");
  report = squill_capacity_new (design);
  g_assert_cmpfloat (report->available_cache, ==, 256 * 1024 * 1024);
  all = find_crossing (report, "model", "documents and indexes");
  indexes = find_crossing (report, "model", "The indexes");
  g_assert_nonnull (all);
  g_assert_nonnull (indexes);
  g_assert_cmpfloat (all->years, <, indexes->years);
  g_assert_cmpfloat_with_epsilon (
      all->years, (usable - report->cache) / (report->cache_at_horizon - report->cache) * 3, 1e-9);
  g_assert_cmpfloat_with_epsilon (indexes->years, (usable / ID_ENTRY_CACHE - 1e6) / 12e5, 2);
}

static void
test_retention (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillDesign) design = draw_log (model, 1000);
  g_autoptr (SquillCapacity) report = NULL;
  const SquillCollectionCapacity *log;

  change (model, "log", "growth", "3000");
  change (model, "log", "retention", "30.4375");
  report = squill_capacity_new (design);
  log = report->collections->pdata[0];
  g_assert_cmpfloat (log->retention, ==, 30.4375);
  g_assert_cmpfloat_with_epsilon (log->retained, 3000, 1e-6);
}

/* An insert goes to the oplog with what it inserts; a read only counts. */
static void
test_operations (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillDesign) design = draw_log (model, 1000);
  g_autoptr (SquillCapacity) report = NULL;
  const SquillCollectionCapacity *log;

  draw_operation (model, "append", "insert", "log", 100, "{}");
  draw_operation (model, "look", "find", "log", 7,
                  "{'filter': [{'path': 'log._id', 'how': 'eq'}]}");
  report = squill_capacity_new (design);
  log = report->collections->pdata[0];
  g_assert_cmpfloat (log->operations, ==, 107);
  g_assert_cmpfloat (log->log_bytes, >=, 100 * (139 + LOG_BYTES));
  g_assert_cmpfloat (log->log_bytes, <=, 100 * (180 + LOG_BYTES));
  g_assert_cmpfloat (report->log_bytes, ==, log->log_bytes);
  g_assert_false (has_unknown (report, "look"));
  squill_capacity_free (g_steal_pointer (&report));

  change (model, "append", "rate", "null");
  report = squill_capacity_new (design);
  log = report->collections->pdata[0];
  g_assert_cmpfloat (log->operations, ==, 7);
  g_assert_cmpfloat (log->log_bytes, ==, 0);
  g_assert_true (has_unknown (report, "append"));
}

/* What is inserted is written once; what is updated, with the pages around it, but each of them
 * only once in a minute. */
static void
test_checkpoints (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillDesign) design = draw_log (model, 1000);
  g_autoptr (SquillCapacity) report = NULL;
  const SquillCollectionCapacity *log;
  double all;

  draw_operation (model, "append", "insert", "log", 100, "{}");
  report = squill_capacity_new (design);
  log = report->collections->pdata[0];
  g_assert_cmpfloat_with_epsilon (log->inserted, 100, 1e-6);
  g_assert_cmpfloat_with_epsilon (log->checkpoint_bytes, 100 * log->bytes.likely, 1e-6);
  g_assert_cmpfloat (report->checkpoint_bytes, ==, log->checkpoint_bytes);
  squill_capacity_free (g_steal_pointer (&report));

  draw_operation (model, "change", "update", "log", 1000,
                  "{'filter': [{'path': 'log._id', 'how': 'eq'}]}");
  report = squill_capacity_new (design);
  log = report->collections->pdata[0];
  g_assert_cmpfloat_with_epsilon (log->updated, 1000, 1e-6);
  /* All pages of the thousand documents change in each minute. */
  all = 1000 * log->bytes.likely / 60;
  g_assert_cmpfloat (log->checkpoint_bytes, >, 100 * log->bytes.likely + 0.9 * all);
  g_assert_cmpfloat (log->checkpoint_bytes, <=, 100 * log->bytes.likely + all + 1e-6);
  squill_capacity_free (g_steal_pointer (&report));

  change (model, "log", "count", "null");
  report = squill_capacity_new (design);
  log = report->collections->pdata[0];
  g_assert_true (isnan (log->checkpoint_bytes));
}

static void
test_groups (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillDesign) design = NULL;
  g_autoptr (SquillCapacity) report = NULL;
  static const char *const names[] = { "d", "c", "a", "b" };
  g_autoptr (SquillEdit) one =
      squill_edit_new_add (SQUILL_KIND_GROUP, "g2", SQUILL_MODEL_ID,
                           parse ("{\"name\": \"sales\", \"members\": [\"b\"]}"));
  g_autoptr (SquillEdit) other =
      squill_edit_new_add (SQUILL_KIND_GROUP, "g1", SQUILL_MODEL_ID,
                           parse ("{\"name\": \"accounts\", \"members\": [\"a\", \"d\"]}"));
  g_autoptr (GString) order = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    draw_entity (model, names[i]);
  g_assert_true (squill_model_apply (model, one, NULL));
  g_assert_true (squill_model_apply (model, other, NULL));
  design = squill_design_new (model);
  report = squill_capacity_new (design);
  for (guint i = 0; i < report->collections->len; i++)
    {
      const SquillCollectionCapacity *collection = report->collections->pdata[i];

      g_string_append_printf (order, "%s:%s ", collection->group != NULL ? collection->group : "-",
                              collection->name);
    }
  g_assert_cmpint (strncmp (order->str, "accounts:", 9), ==, 0);
  g_assert_nonnull (strstr (order->str, "sales:b -:c"));
}

/* At the horizon growth gives what the design says of it. */
static void
test_growth (void)
{
  const char *const names[] = { "cms", "books", "hosts", "parts", "products", "traffic" };
  guint n_growing = 0;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (SquillModel) model = load_example (names[i]);
      g_autoptr (SquillDesign) design = squill_design_new (model);
      const double horizon = squill_model_get_horizon (model);

      for (guint j = 0; j < squill_design_get_n_collections (design); j++)
        {
          const SquillCollection *collection = squill_design_get_collection (design, j);
          const SquillShape *shape = collection->shape;
          double then = shape->bytes_at_horizon.likely;

          if (collection->kind == SQUILL_COLLECTION_BUCKET)
            continue;
          g_assert_cmpfloat_with_epsilon (squill_shape_get_bytes_after (shape, 0),
                                          shape->bytes.likely, 1e-6 * shape->bytes.likely);
          g_assert_cmpfloat_with_epsilon (squill_shape_get_bytes_after (shape, horizon), then,
                                          1e-6 * then);
          if (!(then > shape->bytes.likely))
            continue;
          n_growing++;
          g_assert_cmpfloat (squill_shape_get_years_to_bytes (shape, then), <=,
                             horizon * (1 + 1e-6));
        }
    }
  g_assert_cmpuint (n_growing, >, 0);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/design/capacity/collection", test_collection);
  g_test_add_func ("/design/capacity/unknown", test_unknown);
  g_test_add_func ("/design/capacity/data", test_data);
  g_test_add_func ("/design/capacity/arrays", test_arrays);
  g_test_add_func ("/design/capacity/bounds", test_bounds);
  g_test_add_func ("/design/capacity/cache", test_cache);
  g_test_add_func ("/design/capacity/retention", test_retention);
  g_test_add_func ("/design/capacity/operations", test_operations);
  g_test_add_func ("/design/capacity/checkpoints", test_checkpoints);
  g_test_add_func ("/design/capacity/groups", test_groups);
  g_test_add_func ("/design/capacity/growth", test_growth);
  return g_test_run ();
}

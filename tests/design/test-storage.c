/* SPDX-License-Identifier: Apache-2.0 */

/* What collections take up. */

#include "config.h"

#include "design-fixture.h"

#include "design/squill-storage.h"
#include "model/squill-model.h"

static SquillDesign *
draw_log (SquillModel *model)
{
  draw_entity (model, "log");
  draw_field (model, "log", "_id", "objectId");
  draw_field (model, "log", "text", "string:55");
  return squill_design_new (model);
}

/* {_id, text}: 5 + 17 + 11 + 56 bytes. */
#define LOG_BYTES (5.0 + 17 + 1 + 5 + 4 + 56)

static void
test_measured (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillDesign) design = draw_log (model);
  SquillVolume storage;

  draw_count (model, "log", 1000);
  change (model, "log", "growth", "1000");
  change (model, "model", "horizon", "2");
  storage = squill_collection_get_storage (squill_design_find_collection (design, "log"), FALSE);
  g_assert_cmpfloat (storage.documents, ==, 1000);
  g_assert_cmpfloat (storage.data, ==, 1000 * LOG_BYTES);
  g_assert_cmpfloat (storage.disk, ==, 500 * LOG_BYTES);
  g_assert_cmpfloat_with_epsilon (storage.cache, 1000 * (1.09 * LOG_BYTES + 15), 1e-6);
  storage = squill_collection_get_storage (squill_design_find_collection (design, "log"), TRUE);
  g_assert_cmpfloat (storage.documents, ==, 25000);
  g_assert_cmpfloat (storage.data, ==, 25000 * LOG_BYTES);
}

static void
test_unknown (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillDesign) design = draw_log (model);
  const SquillCollection *collection = squill_design_find_collection (design, "log");

  g_assert_true (isnan (squill_collection_get_storage (collection, FALSE).data));
  g_assert_true (isnan (squill_collection_get_storage (collection, TRUE).disk));
  g_assert_true (isnan (squill_collection_get_years_to (design, collection, 1e9)));
}

/* Compressed already. */
static void
test_binary (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillDesign) design = squill_design_new (model);
  SquillVolume storage;

  draw_entity (model, "image");
  draw_field (model, "image", "_id", "objectId");
  draw_field (model, "image", "pixels", "binData:1000[]4");
  draw_count (model, "image", 10);
  storage = squill_collection_get_storage (squill_design_find_collection (design, "image"), FALSE);
  g_assert_cmpfloat (storage.disk, >, 10 * 4000);
  g_assert_cmpfloat (storage.disk, <, storage.data);
  g_assert_cmpfloat_with_epsilon (storage.data - storage.disk, (storage.data - 40 * 1005) / 2,
                                  1e-6);
}

static void
test_years (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillDesign) design = draw_log (model);
  const SquillCollection *collection;
  double years;

  draw_count (model, "log", 1000);
  collection = squill_design_find_collection (design, "log");
  g_assert_cmpfloat (squill_collection_get_years_to (design, collection, 1000), ==, 0);
  g_assert_true (isinf (squill_collection_get_years_to (design, collection, 1e9)));
  change (model, "log", "growth", "1000");
  collection = squill_design_find_collection (design, "log");
  g_assert_cmpfloat_with_epsilon (
      squill_collection_get_years_to (design, collection, 13000 * LOG_BYTES), 1, 1e-9);

  /* Documents that grow, too. */
  draw_field (model, "log", "list", "int[]0..10..*");
  change (model, "log.list", "growth", "100");
  collection = squill_design_find_collection (design, "log");
  g_assert_cmpfloat (collection->shape->bytes_at_horizon.likely, >,
                     collection->shape->bytes.likely);
  years = squill_collection_get_years_to (design, collection,
                                          squill_collection_get_storage (collection, TRUE).data);
  g_assert_cmpfloat_with_epsilon (years, squill_model_get_horizon (model), 1e-6);
}

static void
test_cache (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();

  g_assert_true (isnan (squill_model_get_cache (model)));
  change (model, "model", "memory", "4");
  g_assert_cmpfloat (squill_model_get_cache (model), ==, 1.5 * 1024 * 1024 * 1024);
  change (model, "model", "memory", "1");
  g_assert_cmpfloat (squill_model_get_cache (model), ==, 256 * 1024 * 1024);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/design/storage/measured", test_measured);
  g_test_add_func ("/design/storage/unknown", test_unknown);
  g_test_add_func ("/design/storage/binary", test_binary);
  g_test_add_func ("/design/storage/years", test_years);
  g_test_add_func ("/design/storage/cache", test_cache);
  return g_test_run ();
}

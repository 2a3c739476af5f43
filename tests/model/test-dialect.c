/* SPDX-License-Identifier: Apache-2.0 */

/* What servers can do. */

#include "config.h"

#include "model/squill-dialect.h"

static void
set (SquillModel *model, const char *property, const char *text)
{
  g_autoptr (GError) error = NULL;

  squill_model_set (model, SQUILL_MODEL_ID, property, json_string (text), &error);
  g_assert_no_error (error);
}

static void
test_version (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();

  g_assert_true (squill_model_has_version (model, 8, 0));
  set (model, "server_version", "4.4.29");
  g_assert_true (squill_model_has_version (model, 4, 4));
  g_assert_true (squill_model_has_version (model, 3, 6));
  g_assert_false (squill_model_has_version (model, 5, 0));
  set (model, "server_version", "6");
  g_assert_true (squill_model_has_version (model, 6, 0));
  set (model, "server_version", "10.1");
  g_assert_true (squill_model_has_version (model, 9, 3));
  set (model, "server_version", "the newest");
  g_assert_true (squill_model_has_version (model, 9, 3));
}

static void
test_features (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();

  g_assert_true (squill_model_has_feature (model, SQUILL_FEATURE_TIME_SERIES));
  set (model, "server_version", "4.4");
  g_assert_false (squill_model_has_feature (model, SQUILL_FEATURE_TIME_SERIES));
  g_assert_true (squill_model_has_feature (model, SQUILL_FEATURE_CAPPED));
  set (model, "server_version", "5.0");
  set (model, "dialect", "documentdb");
  g_assert_false (squill_model_has_feature (model, SQUILL_FEATURE_TIME_SERIES));
  g_assert_false (squill_model_has_feature (model, SQUILL_FEATURE_CAPPED));
}

/* A limit of the server counts until a person sets another. */
static void
test_limits (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();

  g_assert_cmpfloat (squill_threshold_get (model, "depth.limit"), ==, 100);
  set (model, "dialect", "firestore");
  g_assert_cmpfloat (squill_threshold_get (model, "depth.limit"), ==, 20);
  g_assert_cmpfloat (squill_threshold_get (model, "idx.limit"), ==, 64);
  g_assert_true (squill_model_set (model, SQUILL_MODEL_ID, "thresholds",
                                   json_pack ("{s:i}", "depth.limit", 50), NULL));
  g_assert_cmpfloat (squill_threshold_get (model, "depth.limit"), ==, 50);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/model/dialect/version", test_version);
  g_test_add_func ("/model/dialect/features", test_features);
  g_test_add_func ("/model/dialect/limits", test_limits);
  return g_test_run ();
}

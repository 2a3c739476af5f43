/* SPDX-License-Identifier: Apache-2.0 */

/* What the inspector says of each way to store a relationship. */

#include "config.h"

#include <string.h>

#include "model/squill-authoring.h"
#include "model/squill-model-file.h"
#include "session/squill-placement-detail.h"

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

static const SquillRelationship *
find_relationship (SquillModel *model, const char *name)
{
  SQUILL_FOR_EACH_CHILD (SquillRelationship, r, squill_model_get_info (model),
                         SQUILL_KIND_RELATIONSHIP)
    {
      if (g_strcmp0 (r->name, name) == 0)
        return r;
    }
  g_assert_not_reached ();
}

static const SquillPlacementOption *
find_option (const GPtrArray *options, SquillPlacement placement, gboolean copied)
{
  for (guint i = 0; i < options->len; i++)
    {
      const SquillPlacementOption *option = options->pdata[i];

      if (option->placement == placement && option->copied == copied)
        return option;
    }
  g_assert_not_reached ();
}

static const SquillPlacementDetail *
find_detail (const GPtrArray *details, SquillPlacementDetailKind kind, const char *text)
{
  for (guint i = 0; i < details->len; i++)
    {
      const SquillPlacementDetail *detail = details->pdata[i];

      if (detail->kind == kind && strstr (detail->text, text) != NULL)
        return detail;
    }
  return NULL;
}

/* The terms of the formula add up to what a run costs. */
static void
test_weights (void)
{
  const SquillCounts counts = { 1, 2, 3, 4, 500, 6, 700, 8 };
  guint n;
  const SquillCostWeight *weights = squill_cost_weights_get (&n);
  double sum = 0;

  for (guint i = 0; i < n; i++)
    sum += weights[i].weight * G_STRUCT_MEMBER (double, &counts, weights[i].offset);
  g_assert_cmpfloat_with_epsilon (sum, squill_counts_get_cost (&counts), 1e-9);
}

static void
test_operations (void)
{
  g_autoptr (SquillModel) model = open_example ("products.squill");
  g_autoptr (SquillDesign) design = squill_design_new (model);
  const SquillRelationship *r = find_relationship (model, "reviews");
  g_autoptr (GPtrArray) options = squill_placements_compare (design, r->item.id);
  const SquillPlacementOption *subset = find_option (options, SQUILL_PLACEMENT_SUBSET, FALSE);
  const SquillPlacementOption *embedded = find_option (options, SQUILL_PLACEMENT_EMBED_MANY, FALSE);
  g_autoptr (GPtrArray) details = squill_placement_details_list (model, r, options, subset);
  g_autoptr (GPtrArray) others = squill_placement_details_list (model, r, options, embedded);
  const SquillPlacementDetail *detail =
      find_detail (details, SQUILL_PLACEMENT_DETAIL_OPERATION, "800/s");
  guint n_operations = 0, n_costs = 0;

  g_assert_nonnull (detail);
  g_assert_nonnull (strstr (detail->counts, "1 round trip, 1 document read"));
  g_assert_nonnull (strstr (detail->formula, "round trips 1 × 145 + index lookups 2 × 3"));
  g_assert_nonnull (strstr (detail->formula, "× 800/s"));
  g_assert_nonnull (find_detail (details, SQUILL_PLACEMENT_DETAIL_FACT, "not atomic"));
  g_assert_nonnull (find_detail (details, SQUILL_PLACEMENT_DETAIL_FACT, "“products”"));
  for (guint i = 0; i < details->len; i++)
    n_operations += ((SquillPlacementDetail *)details->pdata[i])->formula != NULL;
  for (guint i = 0; i < subset->costs->len; i++)
    n_costs += !isnan (g_array_index (subset->costs, SquillOperationCost, i).rate);
  g_assert_cmpuint (n_operations, ==, n_costs);

  /* Of what is ruled out only that is said. */
  g_assert_nonnull (find_detail (others, SQUILL_PLACEMENT_DETAIL_REASON, "16"));
  g_assert_null (find_detail (others, SQUILL_PLACEMENT_DETAIL_OPERATION, ""));
}

/* What stands in a document that is read anyway costs nothing more. */
static void
test_page (void)
{
  g_autoptr (SquillModel) model = open_example ("products.squill");
  g_autoptr (SquillDesign) design = squill_design_new (model);
  const SquillRelationship *r = find_relationship (model, "reviews");
  g_autofree char *id = g_strdup (r->item.id);
  g_autofree char *one =
      squill_model_add_operation (model, "one product", SQUILL_OPERATION_FIND, r->parent);
  g_autofree char *its =
      squill_model_add_operation (model, "its reviews", SQUILL_OPERATION_FIND, r->child);
  g_autoptr (GPtrArray) options = NULL, details = NULL;
  const SquillPlacementDetail *detail;

  squill_model_set (model, one, "filter", json_pack ("[{s:s, s:s}]", "path", "=_id", "how", "eq"),
                    NULL);
  squill_model_set (model, its, "filter", json_pack ("[{s:s, s:s}]", "path", id, "how", "eq"),
                    NULL);
  squill_model_set (model, its, "sort", json_pack ("[{s:s, s:s}]", "path", "=_id", "how", "-1"),
                    NULL);
  squill_model_set (model, its, "limit", json_integer (5), NULL);
  squill_model_set (model, one, "rate", json_integer (123), NULL);
  squill_model_set (model, its, "rate", json_integer (123), NULL);
  options = squill_placements_compare (design, id);
  details = squill_placement_details_list (model, find_relationship (model, "reviews"), options,
                                           find_option (options, SQUILL_PLACEMENT_SUBSET, FALSE));
  detail = find_detail (details, SQUILL_PLACEMENT_DETAIL_OPERATION, "its reviews");
  g_assert_nonnull (detail);
  g_assert_cmpstr (detail->counts, ==, "comes with “one product”");
  g_assert_null (detail->formula);
}

/* The advised option says where it ends, the others where they begin. */
static void
test_flips (void)
{
  g_autoptr (SquillModel) model = open_example ("products.squill");
  g_autoptr (SquillDesign) design = squill_design_new (model);
  const SquillRelationship *r = find_relationship (model, "reviews");
  g_autofree char *id = g_strdup (r->item.id);
  g_autoptr (GPtrArray) flips = squill_flips_find (design, id, NULL);
  g_autoptr (GPtrArray) options = squill_placements_compare (design, id);
  const SquillPlacementOption *first = options->pdata[0];
  guint n = 0;

  r = find_relationship (model, "reviews");
  g_assert_cmpuint (flips->len, >=, 2);
  for (guint i = 0; i < options->len; i++)
    {
      const SquillPlacementOption *option = options->pdata[i];
      g_autoptr (GPtrArray) details =
          squill_placement_details_list_flips (model, r, options, flips, option);

      for (guint k = 0; k < details->len; k++)
        {
          const char *text = ((const SquillPlacementDetail *)details->pdata[k])->text;

          g_test_message ("%s", text);
          g_assert_nonnull (strstr (text, "(now "));
          g_assert_cmpint (g_str_has_prefix (text, "Advised if"), ==, option != first);
        }
      if (option == first)
        g_assert_cmpuint (details->len, ==, flips->len);
      else
        n += details->len;
    }
  g_assert_cmpuint (n, ==, flips->len);
}

static json_t *
make_key (const char *path, const char *operator)
{
  return json_pack ("[{s:s, s:s}]", "path", path, "how", operator);
}

/* Copies say which fields they are of, and what they save and cost. */
static void
test_copies (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autofree char *houses = squill_model_add_entity (model, "houses", 0, 0);
  g_autofree char *gigs = squill_model_add_entity (model, "gigs", 0, 0);
  g_autofree char *name = squill_model_add_field (model, houses, NULL, "name", SQUILL_TYPE_STRING);
  g_autofree char *id = squill_model_add_relationship (model, houses, gigs, "gigs",
                                                       SQUILL_PLACEMENT_PARENT_REFERENCE);
  g_autofree char *show =
      squill_model_add_operation (model, "show gig", SQUILL_OPERATION_FIND, gigs);
  g_autofree char *rename =
      squill_model_add_operation (model, "rename house", SQUILL_OPERATION_UPDATE, houses);
  g_autofree char *path = g_strconcat (id, "/", name, NULL);
  g_autoptr (SquillDesign) design = NULL;
  g_autoptr (GPtrArray) options = NULL;
  g_autoptr (GPtrArray) details = NULL;

  squill_model_set (model, houses, "count", squill_json_triple (SQUILL_TRIPLE (2000, 2000, 2000)),
                    NULL);
  squill_model_set (model, id, "children", squill_json_triple (SQUILL_TRIPLE (0, 200, 2000)), NULL);
  squill_model_set (model, show, "filter", make_key ("=_id", "eq"), NULL);
  squill_model_set (model, show, "follows", json_pack ("[s]", id), NULL);
  squill_model_set (model, show, "returns", make_key (path, ""), NULL);
  squill_model_set (model, show, "rate", json_real (60), NULL);
  squill_model_set (model, rename, "filter", make_key ("=_id", "eq"), NULL);
  squill_model_set (model, rename, "writes", make_key (name, ""), NULL);
  squill_model_set (model, rename, "rate", json_real (0.1), NULL);

  design = squill_design_new (model);
  options = squill_placements_compare (design, id);
  details = squill_placement_details_list (
      model, squill_model_get_relationship (model, id), options,
      find_option (options, SQUILL_PLACEMENT_PARENT_REFERENCE, TRUE));
  for (guint i = 0; i < details->len; i++)
    g_test_message ("%s", ((const SquillPlacementDetail *)details->pdata[i])->text);
  g_assert_nonnull (
      find_detail (details, SQUILL_PLACEMENT_DETAIL_FACT, "Copies “name” of “houses”"));
  g_assert_nonnull (find_detail (details, SQUILL_PLACEMENT_DETAIL_FACT, "save"));
  g_assert_nonnull (find_detail (details, SQUILL_PLACEMENT_DETAIL_FACT, "“show gig”"));
  g_assert_nonnull (find_detail (details, SQUILL_PLACEMENT_DETAIL_FACT, "“rename house”"));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/placement-detail/weights", test_weights);
  g_test_add_func ("/placement-detail/operations", test_operations);
  g_test_add_func ("/placement-detail/page", test_page);
  g_test_add_func ("/placement-detail/flips", test_flips);
  g_test_add_func ("/placement-detail/copies", test_copies);
  return g_test_run ();
}

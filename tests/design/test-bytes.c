/* SPDX-License-Identifier: Apache-2.0 */

/* Bytes of shapes, now and at the horizon, known and unknown. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include "design-fixture.h"
#include "design/squill-assumption.h"
#include "design/squill-size.h"
#include "model/squill-model-file.h"

/* Parent p with a field a, child c with a field b. */
static SquillModel *
draw_pair (const char *placement, const char *children, const char *parents)
{
  SquillModel *model = squill_model_new ();

  draw_entity (model, "p");
  draw_field (model, "p", "a", "string:10");
  draw_entity (model, "c");
  draw_field (model, "c", "b", "int");
  draw_relationship (model, "r", "p", "c", placement, children, parents);
  return model;
}

static const SquillShape *
find (SquillDesign *design, const char *collection, const char *path)
{
  return squill_shape_find (squill_design_find_collection (design, collection)->shape, path);
}

static void
assert_triple (SquillTriple triple, double min, double likely, double max)
{
  g_assert_cmpfloat_with_epsilon (triple.min, min, 1e-9);
  g_assert_cmpfloat_with_epsilon (triple.likely, likely, 1e-9);
  if (isinf (max))
    g_assert_cmpfloat (triple.max, ==, max);
  else
    g_assert_cmpfloat_with_epsilon (triple.max, max, 1e-9);
}

static void
test_bytes (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillDesign) design = NULL;

  draw_entity (model, "e");
  draw_field (model, "e", "a", "string:2..5..9");
  draw_field (model, "e", "b", "string?0.5:4");
  draw_field (model, "e", "c", "int|string|null:3");
  draw_field (model, "e", "d", "int[]0..2.5..4");
  draw_field (model, "e", "e", "string");
  change (model, "e.e", "enum", "['on','standby',7]");
  draw_field (model, "e", "f", "int{}1..2..3#4..5..6");
  draw_field (model, "e", "g", "int[]2..3..4");
  change (model, "e.g", "single", "true");
  draw_field (model, "e", "h", "int[]2..3..4");
  change (model, "e.h", "nullable", "true");
  design = squill_design_new (model);

  assert_triple (find (design, "e", "a")->bytes, 3 + 7, 3 + 10, 3 + 14);
  assert_triple (find (design, "e", "b")->bytes, 0, (3 + 9) / 2.0, 3 + 9);
  assert_triple (find (design, "e", "c")->payload, 0, (4 + 8 + 0) / 3.0, 8);
  assert_triple (find (design, "e", "d")->bytes, 3 + 5, 3 + 5 + 2.5 * 7, 3 + 5 + 4 * 7);
  assert_triple (find (design, "e", "d")->payload, 4, 4, 4);
  assert_triple (find (design, "e", "e")->payload, 5 + 2, 5 + 4.5, 5 + 7);
  assert_triple (find (design, "e", "f")->bytes, 3 + 5 + 10, 3 + 5 + 2 * 11, 3 + 5 + 3 * 12);
  assert_triple (find (design, "e", "g")->bytes, 3 + 4, 3 + 26, 3 + 33);
  assert_triple (find (design, "e", "h")->bytes, 3, 3 + 26, 3 + 33);
  g_assert_false (find (design, "e", "")->size_unknown);
  {
    const SquillShape *root = find (design, "e", "");
    SquillTriple sum = { 5, 5, 5 };

    for (guint i = 0; i < root->children->len; i++)
      {
        const SquillShape *child = root->children->pdata[i];

        sum.min += child->bytes.min;
        sum.likely += child->bytes.likely;
        sum.max += child->bytes.max;
      }
    assert_triple (root->bytes, sum.min, sum.likely, sum.max);
  }
}

/* What nobody said is assumed and marked: what is usual, by type and name. The least stays what is
 * certain. */
static void
test_unknown (void)
{
  const struct
  {
    const char *form;
    gboolean unknown;
    gboolean assumed;
    SquillTriple bytes;
  } rows[] = {
    { "string", TRUE, TRUE, { 8, 21, 21 } },
    { "string:5", FALSE, FALSE, { 13, 13, 13 } },
    { "string:5.._..9", TRUE, TRUE, { 13, 17, 17 } },
    { "string:_..7..9", FALSE, FALSE, { 8, 15, 17 } },
    { "string:3..7.._", TRUE, FALSE, { 11, 15, 15 } },
    { "binData", TRUE, TRUE, { 8, 24, 24 } },
    { "int[]", TRUE, TRUE, { 8, 22, 22 } },
    { "int[]1..2..*", FALSE, FALSE, { 15, 22, INFINITY } },
    { "string[]2", TRUE, TRUE, { 24, 50, 50 } },
    { "int{}2", TRUE, TRUE, { 20, 42, 42 } },
    { "array", TRUE, TRUE, { 8, 8, 8 } },
    { "", TRUE, TRUE, { 3, 21, 21 } },
    { "object", FALSE, FALSE, { 8, 8, 8 } },
    { "string?", TRUE, TRUE, { 0, 21, 21 } },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (SquillModel) model = squill_model_new ();
      g_autoptr (SquillDesign) design = NULL;

      draw_entity (model, "e");
      draw_field (model, "e", "k", rows[i].form);
      design = squill_design_new (model);
      g_test_message ("%s", rows[i].form);
      g_assert_cmpint (find (design, "e", "k")->size_unknown, ==, rows[i].unknown);
      g_assert_cmpint (find (design, "e", "")->size_unknown, ==, rows[i].unknown);
      g_assert_cmpint (find (design, "e", "k")->size_assumed, ==, rows[i].assumed);
      g_assert_cmpint (find (design, "e", "")->size_assumed, ==, rows[i].assumed);
      assert_triple (find (design, "e", "k")->bytes, rows[i].bytes.min, rows[i].bytes.likely,
                     rows[i].bytes.max);
    }
}

/* Which sizes are assumed, and what, is said by field; names and meanings decide. */
static void
test_assumed (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillDesign) design = NULL;
  g_autofree char *text = NULL;
  const SquillShape *root;

  draw_entity (model, "customer");
  draw_field (model, "customer", "email", "string");
  draw_field (model, "customer", "known", "string:5..6..7");
  draw_field (model, "customer", "name", "string");
  draw_field (model, "customer", "tags", "string[]");
  draw_field (model, "customer", "createdAt", "");
  draw_field (model, "customer", "other", "string");
  change (model, "customer.other", "meaning", "'email'");
  draw_field (model, "customer", "short", "string");
  change (model, "customer.short", "max_length", "4");
  design = squill_design_new (model);
  root = find (design, "customer", "");

  g_assert_cmpfloat (find (design, "customer", "email")->bytes.likely, ==,
                     find (design, "customer", "other")->bytes.likely);
  /* The name of a customer is that of a person, and other than a mere text. */
  g_assert_cmpfloat (find (design, "customer", "name")->assumed_bytes, !=,
                     find (design, "customer", "tags")->assumed_bytes);
  g_assert_cmpfloat (find (design, "customer", "createdAt")->assumed_bytes, ==, 8);
  g_assert_cmpfloat (find (design, "customer", "tags")->assumed_length, ==, 2);
  g_assert_cmpfloat (find (design, "customer", "short")->assumed_bytes, ==, 4);
  g_assert_true (isnan (find (design, "customer", "known")->assumed_bytes));
  text = squill_shape_describe_assumptions (root);
  g_assert_nonnull (strstr (text, "email 2"));
  g_assert_nonnull (strstr (text, "tags 2 elements of "));
  g_assert_null (strstr (text, "known"));
  g_assert_nonnull (strstr (text, "and 1 more"));
  g_clear_pointer (&text, g_free);
  text = squill_shape_describe_assumptions (find (design, "customer", "known"));
  g_assert_null (text);
}

/* What a reference is assumed to be goes by the name of the entity that it leads to. */
static void
test_assumed_of_renamed (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillDesign) design = NULL;
  g_autoptr (SquillDesign) fresh = NULL;
  double before;

  draw_entity (model, "city");
  draw_field (model, "city", "name", "string");
  draw_entity (model, "b");
  draw_relationship (model, "r", "city", "b", "parent-reference", "3", "1");
  change (model, "r", "name", "'ref'");
  change (model, "r", "child_name", "'ref'");
  change (model, "r", "parent_key", "'city.name'");
  design = squill_design_new (model);
  before = find (design, "b", "")->bytes.likely;
  change (model, "city", "name", "'user'");
  fresh = squill_design_new (model);
  g_assert_cmpfloat (find (fresh, "b", "")->bytes.likely, !=, before);
  g_assert_cmpfloat (find (design, "b", "")->bytes.likely, ==, find (fresh, "b", "")->bytes.likely);
}

static void
test_horizon (void)
{
  g_autoptr (SquillModel) model = draw_pair ("embed-many", "0..10..*", "1");
  g_autoptr (SquillDesign) design = squill_design_new (model);
  const SquillRelationship *r = squill_model_get_relationship (model, "r");
  double element = 5 + 2 + 1 + 4;

  change (model, "r", "growth", "20");
  g_assert_cmpfloat (squill_design_get_children_at_horizon (design, r), ==, 70);
  g_assert_cmpfloat (find (design, "p", "r")->length_at_horizon, ==, 70);
  g_assert_true (find (design, "p", "r")->unbounded);
  assert_triple (find (design, "p", "r")->bytes, 0, 3 + squill_size_array (10, element), INFINITY);
  assert_triple (find (design, "p", "r")->bytes_at_horizon, 0, 3 + squill_size_array (70, element),
                 INFINITY);
  change (model, SQUILL_MODEL_ID, "horizon", "1");
  g_assert_cmpfloat (find (design, "p", "r")->length_at_horizon, ==, 30);
  change (model, "r", "cap", "25");
  g_assert_cmpfloat (squill_design_get_children_at_horizon (design, r), ==, 25);
  g_assert_cmpfloat (find (design, "p", "r")->length_at_horizon, ==, 25);
  g_assert_false (find (design, "p", "r")->unbounded);
  assert_triple (find (design, "p", "r")->bytes, 0, 3 + squill_size_array (10, element),
                 3 + squill_size_array (25, element));
  change (model, "r", "cap", NULL);
  change (model, "r", "children", "{'min':0,'likely':10,'max':12}");
  g_assert_cmpfloat (squill_design_get_children_at_horizon (design, r), ==, 12);
  /* Growth without a word of how many there are. */
  change (model, "r", "children", NULL);
  g_assert_true (isnan (squill_design_get_children_at_horizon (design, r)));
  g_assert_true (isnan (find (design, "p", "r")->length_at_horizon));
  g_assert_true (find (design, "p", "r")->size_unknown);
  g_assert_cmpfloat (find (design, "p", "r")->bytes.max, ==, INFINITY);
}

static void
test_rates (void)
{
  SquillOperation operation = { .rate = 86400, .rate_unit = SQUILL_RATE_PER_DAY };

  g_assert_cmpfloat (squill_operation_get_rate (&operation), ==, 1);
  operation.rate_unit = SQUILL_RATE_PER_HOUR;
  g_assert_cmpfloat (squill_operation_get_rate (&operation), ==, 24);
  operation.rate_unit = SQUILL_RATE_PER_MINUTE;
  g_assert_cmpfloat (squill_operation_get_rate (&operation), ==, 1440);
  operation.rate_unit = SQUILL_RATE_PER_SECOND;
  g_assert_cmpfloat (squill_operation_get_rate (&operation), ==, 86400);
  operation.rate = NAN;
  g_assert_cmpfloat (squill_operation_get_rate (&operation), ==, 0);
}

static void
observe (SquillModel *model, const char *id, const char *place, const char *counted)
{
  json_t *evidence = parse (counted);
  g_autoptr (GError) error = NULL;

  json_object_set_new (evidence, "place", json_string (place));
  json_object_set_new (evidence, "observed",
                       squill_item_to_json (squill_model_get_item (model, id)));
  squill_model_set (model, id, "evidence", evidence, &error);
  g_assert_no_error (error);
}

static void
assert_most (SquillModel *model, const char *path, double bytes)
{
  g_autoptr (SquillDesign) design = squill_design_new (model);

  g_assert_cmpfloat_with_epsilon (find (design, "p", path)->bytes.max, bytes, 1e-9);
}

/* Documents are no larger than the largest that was measured, with what came since on top. */
static void
test_measured (void)
{
  g_autoptr (SquillModel) model = draw_pair ("embed-many", "0..2..1000", "1");
  g_autoptr (SquillDesign) design = NULL;
  const double id = 1 + 4 + 12, name = 1 + 2;

  draw_field (model, "c", "t", "string[]0..1..1000:500");
  observe (model, "p.a", "p.a", "{}");
  observe (model, "c.b", "p.r[].b", "{}");
  observe (model, "c.t", "p.r[].t", "{}");
  observe (model, "r", "p.r", "{}");
  design = squill_design_new (model);
  g_assert_cmpfloat (squill_design_find_collection (design, "p")->shape->bytes.max, >, 1e8);
  observe (model, "p", "p", "{'document_bytes': {'min': 50, 'mean': 900, 'max': 4000}}");
  /* The design follows the evidence; nobody read the _id. */
  g_assert_cmpfloat (squill_design_find_collection (design, "p")->shape->bytes.max, ==, 4000 + id);
  g_assert_false (squill_design_find_collection (design, "p")->shape->size_unknown);
  assert_most (model, "r[].t", 4000 + name);

  draw_field (model, "p", "n", "int");
  assert_most (model, "", 4000 + id + name + 4);
  change (model, "p.a", "size", "{'min': 1, 'likely': 10, 'max': 9000}");
  assert_most (model, "", 4000 + id + name + 4 + name + 4 + 1 + 9000);
  change (model, "r", "growth", "12");
  g_assert_cmpfloat (squill_design_find_collection (design, "p")->shape->bytes.max, >, 1e6);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/design/bytes/bytes", test_bytes);
  g_test_add_func ("/design/bytes/unknown", test_unknown);
  g_test_add_func ("/design/bytes/assumed", test_assumed);
  g_test_add_func ("/design/bytes/assumed-of-renamed", test_assumed_of_renamed);
  g_test_add_func ("/design/bytes/horizon", test_horizon);
  g_test_add_func ("/design/bytes/measured", test_measured);
  g_test_add_func ("/design/rates", test_rates);
  return g_test_run ();
}

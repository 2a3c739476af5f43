/* SPDX-License-Identifier: Apache-2.0 */

/* What is no more in the source, and what only was not read. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include "model/squill-authoring.h"

#include "inspect-fixture.h"
#include "refresh-fixture.h"

static void
test_gone (RefreshFixture *fixture, gconstpointer data)
{
  g_autofree char *index = NULL;
  g_autofree char *note = NULL;
  const char *path[] = { NULL, NULL };
  const char *how[] = { "1", NULL };

  refresh_begin (fixture);
  refresh_put (fixture, "db/more.json", "{\"_id\":1,\"a\":1,\"b\":{\"c\":1}}\n");
  refresh_put (fixture, "db/most.json", "{\"_id\":1,\"a\":1}\n");
  refresh_again (fixture, NULL);
  /* Something is made of one, and one is described. */
  path[0] = refresh_get_field (fixture, "customers.name")->item.id;
  index = squill_model_add_index (fixture->model,
                                  refresh_get_entity (fixture, "customers")->item.id, path, how);
  refresh_set_property (fixture, refresh_get_field (fixture, "most.a"), "description",
                        json_string ("of use"));
  refresh_put (fixture, "db/customers.json", "{\"_id\":21}\n{\"_id\":22}\n");
  refresh_put (fixture, "db/more.json", "{\"_id\":1,\"b\":{}}\n");
  {
    g_autofree char *most = g_build_filename (fixture->folder, "db", "most.json", NULL);

    g_assert_cmpint (remove (most), ==, 0);
  }
  refresh_again (fixture, NULL);
  g_assert_nonnull (refresh_find_place (fixture, SQUILL_KIND_FIELD, "customers.name"));
  refresh_assert_told (fixture, "customers.name", NULL, SQUILL_DIFFERENCE_REMOVED, "stays");
  g_assert_null (refresh_find_place (fixture, SQUILL_KIND_FIELD, "customers.at"));
  refresh_assert_told (fixture, "customers.at", NULL, SQUILL_DIFFERENCE_REMOVED, "was removed");
  g_assert_null (refresh_find_difference (fixture, "customers.at.city", NULL));
  g_assert_null (refresh_find_place (fixture, SQUILL_KIND_FIELD, "more.b.c"));
  g_assert_null (refresh_find_place (fixture, SQUILL_KIND_FIELD, "more.a"));
  g_assert_nonnull (refresh_find_place (fixture, SQUILL_KIND_FIELD, "more.b"));
  g_assert_nonnull (refresh_find_place (fixture, SQUILL_KIND_ENTITY, "most"));
  refresh_assert_told (fixture, "most", NULL, SQUILL_DIFFERENCE_REMOVED, "stays");
  /* No order is of these customers. */
  g_assert_null (refresh_find_place (fixture, SQUILL_KIND_RELATIONSHIP,
                                     "orders.customer_id -> customers._id"));
}

/* A file that cannot be read is no collection that is gone. */
static void
test_not_read (RefreshFixture *fixture, gconstpointer data)
{
  g_autofree char *path = NULL;

  refresh_begin (fixture);
  path = g_build_filename (fixture->folder, "db", "customers.json", NULL);
  g_assert_cmpint (remove (path), ==, 0);
  refresh_put (fixture, "db/broken.json", "{\"_id\":");
  refresh_again (fixture, NULL);
  g_assert_nonnull (refresh_find_place (fixture, SQUILL_KIND_ENTITY, "customers"));
  g_assert_nonnull (refresh_find_place (fixture, SQUILL_KIND_FIELD, "customers.name"));
}

/* Neither is one that was not to be read, and what was thrown away of it stays away. */
static void
test_selection (RefreshFixture *fixture, gconstpointer data)
{
  const char *const sources[] = { fixture->folder, NULL };
  const char *const collections[] = { "orders", NULL };
  SquillInspectOptions options = SQUILL_INSPECT_OPTIONS_INIT;
  g_autoptr (SquillProfile) profile = NULL;
  g_autoptr (GError) error = NULL;

  refresh_begin (fixture);
  refresh_delete_item (fixture, refresh_get_field (fixture, "customers.at"));
  refresh_put (fixture, "db/others.json", "{\"_id\":1}\n");
  options.collections = collections;
  profile = squill_inspect_sync (sources, &options, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  fixture->differences = squill_refresh (fixture->model, profile, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_nonnull (refresh_find_place (fixture, SQUILL_KIND_ENTITY, "customers"));
  g_assert_nonnull (refresh_find_place (fixture, SQUILL_KIND_FIELD, "customers.name"));
  g_assert_null (refresh_find_place (fixture, SQUILL_KIND_ENTITY, "others"));
  g_assert_nonnull (refresh_find_place (fixture, SQUILL_KIND_RELATIONSHIP,
                                        "orders.customer_id -> customers._id"));
  g_clear_pointer (&fixture->differences, g_ptr_array_unref);
  refresh_again (fixture, NULL);
  g_assert_null (refresh_find_place (fixture, SQUILL_KIND_FIELD, "customers.at"));
  g_assert_nonnull (refresh_find_place (fixture, SQUILL_KIND_ENTITY, "others"));
}

/* What only a few documents show does not undo what all have shown. */
static void
test_sample (RefreshFixture *fixture, gconstpointer data)
{
  const char *const sources[] = { fixture->folder, NULL };
  SquillInspectOptions options = SQUILL_INSPECT_OPTIONS_INIT;
  g_autoptr (SquillProfile) profile = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *once = NULL;
  g_autofree char *twice = NULL;

  refresh_put (
      fixture, "db/things.json",
      "{\"_id\":1,\"n\":1,\"list\":[1]}\n{\"_id\":2,\"n\":\"x\",\"list\":[1,2,3],\"rare\":1}\n");
  refresh_infer (fixture);
  refresh_put (
      fixture, "db/things.json",
      "{\"_id\":1,\"n\":1.5,\"list\":[]}\n{\"_id\":2,\"n\":\"x\",\"list\":[1,2,3],\"rare\":1}\n");
  options.max_documents = 1;
  profile = squill_inspect_sync (sources, &options, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  fixture->differences = squill_refresh (fixture->model, profile, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpint (refresh_get_field (fixture, "things.n")->types, ==,
                   SQUILL_TYPE_INT | SQUILL_TYPE_STRING | SQUILL_TYPE_DOUBLE);
  g_assert_true (refresh_get_field (fixture, "things.n")->required);
  g_assert_cmpfloat (refresh_get_field (fixture, "things.list")->length.min, ==, 0);
  g_assert_cmpfloat (refresh_get_field (fixture, "things.list")->length.max, ==, 3);
  g_assert_nonnull (refresh_find_place (fixture, SQUILL_KIND_FIELD, "things.rare"));
  once = refresh_get_data (fixture->model);
  g_clear_pointer (&fixture->differences, g_ptr_array_unref);
  fixture->differences = squill_refresh (fixture->model, profile, NULL, NULL, &error);
  twice = refresh_get_data (fixture->model);
  refresh_assert_same (once, twice);
  g_assert_cmpuint (fixture->differences->len, ==, 0);
}

/* An object that becomes an array of objects has another form in the model. */
static void
test_other_form (RefreshFixture *fixture, gconstpointer data)
{
  static const char as_array[] =
      "{\"_id\":1,\"name\":\"a\",\"at\":[{\"city\":\"X\",\"zip\":\"1\"}]}\n";
  const SquillRelationship *at;

  refresh_begin (fixture);
  refresh_put (fixture, "db/customers.json", as_array);
  refresh_again (fixture, NULL);
  g_assert_null (refresh_find_place (fixture, SQUILL_KIND_FIELD, "customers.at"));
  at = (const SquillRelationship *)refresh_get_place (fixture, SQUILL_KIND_RELATIONSHIP,
                                                      "customers.at");
  g_assert_cmpstr (at->child, ==, refresh_get_entity (fixture, "customers.at[]")->item.id);
  g_assert_cmpstr (refresh_get_field (fixture, "customers.at[].city")->item.parent->id, ==,
                   at->child);
  refresh_reopen (fixture);
  refresh_assert_fresh (fixture);

  refresh_put (fixture, "db/customers.json", refresh_customers);
  refresh_again (fixture, NULL);
  g_assert_null (refresh_find_place (fixture, SQUILL_KIND_RELATIONSHIP, "customers.at"));
  g_assert_null (refresh_find_place (fixture, SQUILL_KIND_ENTITY, "customers.at[]"));
  g_assert_nonnull (refresh_find_place (fixture, SQUILL_KIND_FIELD, "customers.at.city"));
  refresh_reopen (fixture);
  refresh_assert_fresh (fixture);

  /* What somebody worked on keeps the form that it has. */
  refresh_set_property (fixture, refresh_get_field (fixture, "customers.at.city"), "description",
                        json_string ("of birth"));
  refresh_put (fixture, "db/customers.json", as_array);
  refresh_again (fixture, NULL);
  g_assert_nonnull (refresh_find_place (fixture, SQUILL_KIND_FIELD, "customers.at"));
  g_assert_null (refresh_find_place (fixture, SQUILL_KIND_RELATIONSHIP, "customers.at"));
  g_assert_null (refresh_find_place (fixture, SQUILL_KIND_ENTITY, "customers.at[]"));
}

#define ADD(path, function)                                                             \
  g_test_add ("/inspect/refresh/" path, RefreshFixture, NULL, refresh_set_up, function, \
              refresh_tear_down)

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  ADD ("gone", test_gone);
  ADD ("not-read", test_not_read);
  ADD ("selection", test_selection);
  ADD ("sample", test_sample);
  ADD ("other-form", test_other_form);
  return g_test_run ();
}

/* SPDX-License-Identifier: Apache-2.0 */

/* A model against a source: each kind of contradiction is told, and nothing else. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include "inspect/refresh/squill-refresh.h"
#include "inspect/infer/squill-infer.h"
#include "inspect/squill-inspect.h"
#include "model/squill-authoring.h"

#include "inspect-fixture.h"

#include <string.h>

typedef struct
{
  char *folder;
  SquillModel *model;
  GPtrArray *differences;
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer data)
{
  fixture->folder = fixture_new_folder ();
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  g_clear_object (&fixture->model);
  g_clear_pointer (&fixture->differences, g_ptr_array_unref);
  fixture_remove_folder (fixture->folder);
  g_free (fixture->folder);
}

static void
put (Fixture *fixture, const char *name, const char *text)
{
  g_free (fixture_write (fixture->folder, name, text, -1));
}

static SquillProfile *
read_folder (Fixture *fixture, const SquillInspectOptions *options)
{
  const char *const sources[] = { fixture->folder, NULL };
  g_autoptr (GError) error = NULL;
  SquillProfile *profile = squill_inspect_sync (sources, options, NULL, NULL, NULL, &error);

  g_assert_no_error (error);
  return profile;
}

static void
infer (Fixture *fixture)
{
  g_autoptr (SquillProfile) profile = read_folder (fixture, NULL);
  g_autoptr (GError) error = NULL;

  fixture->model = squill_profile_to_model (profile, NULL, &error);
  g_assert_no_error (error);
}

static void
compare (Fixture *fixture, const SquillInspectOptions *options)
{
  g_autoptr (SquillProfile) profile = read_folder (fixture, options);

  g_clear_pointer (&fixture->differences, g_ptr_array_unref);
  fixture->differences = squill_drift_find (fixture->model, profile);
}

/* "KIND SUBJECT PLACE PROPERTY" of each difference, one a line. */
static void
assert_differences (Fixture *fixture, const char *wanted)
{
  static const char signs[] = { '+', '-', '~' };
  GString *list = g_string_new (NULL);

  for (guint i = 0; i < fixture->differences->len; i++)
    {
      const SquillDifference *difference = g_ptr_array_index (fixture->differences, i);

      g_test_message ("%s", difference->message);
      g_assert_nonnull (difference->message);
      g_string_append_printf (list, "%c %s %s%s%s\n", signs[difference->kind], difference->subject,
                              difference->place, difference->property != NULL ? " " : "",
                              difference->property != NULL ? difference->property : "");
      g_assert_true (difference->kind != SQUILL_DIFFERENCE_ADDED || difference->id == NULL);
      g_assert_true (difference->kind == SQUILL_DIFFERENCE_ADDED ||
                     squill_model_get_item (fixture->model, difference->id) != NULL);
    }
  g_assert_cmpstr (list->str, ==, wanted);
  g_string_free (list, TRUE);
}

static const SquillItem *
get_place (Fixture *fixture, const char *place)
{
  g_autoptr (GPtrArray) items = squill_model_list_items (fixture->model);

  for (guint i = 0; i < items->len; i++)
    if (g_strcmp0 (squill_item_get_place (g_ptr_array_index (items, i)), place) == 0)
      return g_ptr_array_index (items, i);
  g_error ("nothing is at %s", place);
}

static void
set_property (Fixture *fixture, const char *place, const char *name, json_t *value)
{
  g_autoptr (GError) error = NULL;

  squill_model_set (fixture->model, get_place (fixture, place)->id, name, value, &error);
  g_assert_no_error (error);
}

static const char things[] = "{\"_id\":1,\"n\":1,\"word\":\"a\",\"list\":[1,2],\"in\":{\"x\":1}}\n"
                             "{\"_id\":2,\"n\":2,\"word\":\"b\",\"list\":[3],\"in\":{\"x\":2}}\n";

static void
test_agree (Fixture *fixture, gconstpointer data)
{
  put (fixture, "db/things.json", things);
  infer (fixture);
  compare (fixture, NULL);
  assert_differences (fixture, "");

  /* More of the same is no contradiction, and neither is that a model allows more than there is. */
  set_property (fixture, "things.n", "types", json_pack ("[s, s]", "int", "string"));
  set_property (fixture, "things.n", "required", NULL);
  set_property (fixture, "things", "name", json_string ("Thing"));
  set_property (fixture, "things.word", "name", json_string ("name"));
  put (fixture, "db/things.json",
       "{\"_id\":1,\"n\":1,\"word\":\"a\",\"list\":[],\"in\":{\"x\":1}}\n"
       "{\"_id\":2,\"n\":2,\"word\":\"c\",\"list\":[3],\"in\":{\"x\":2}}\n"
       "{\"_id\":3,\"n\":2,\"word\":\"d\",\"list\":[3,4,5],\"in\":{\"x\":2}}\n");
  compare (fixture, NULL);
  assert_differences (fixture, "");
}

static char *
make_people (const char *key)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < 30; i++)
    g_string_append_printf (text, "{\"_id\":\"%s%u\",\"name\":\"n%u\",\"zip\":\"5%u\"}\n", key, i,
                            i, i);
  return g_string_free (text, FALSE);
}

/* Where a new collection has the same values, a reference to it copies the fields: they are in the
 * source as they were. */
static void
test_same_values (Fixture *fixture, gconstpointer data)
{
  g_autofree char *customers = make_people ("c");
  g_autofree char *suppliers = make_people ("s");

  put (fixture, "db/customers.json", customers);
  infer (fixture);
  put (fixture, "db/suppliers.json", suppliers);
  compare (fixture, NULL);
  for (guint i = 0; i < fixture->differences->len; i++)
    {
      const SquillDifference *difference = g_ptr_array_index (fixture->differences, i);

      g_assert_cmpint (difference->kind, ==, SQUILL_DIFFERENCE_ADDED);
    }
}

/* A field that came since is told, also where it copies what its document refers to. */
static void
test_new_copy (Fixture *fixture, gconstpointer data)
{
  g_autofree char *customers = make_people ("c");
  g_autoptr (GString) orders = g_string_new (NULL);
  const SquillDifference *difference;

  for (guint i = 0; i < 60; i++)
    g_string_append_printf (orders, "{\"_id\":%u,\"customer\":\"c%u\"}\n", i, i % 30);
  put (fixture, "db/customers.json", customers);
  put (fixture, "db/orders.json", orders->str);
  infer (fixture);
  g_string_truncate (orders, 0);
  for (guint i = 0; i < 60; i++)
    g_string_append_printf (orders, "{\"_id\":%u,\"customer\":\"c%u\",\"customer_name\":\"n%u\"}\n",
                            i, i % 30, i % 30);
  put (fixture, "db/orders.json", orders->str);
  compare (fixture, NULL);
  g_assert_cmpuint (fixture->differences->len, ==, 1);
  difference = g_ptr_array_index (fixture->differences, 0);
  g_assert_cmpint (difference->kind, ==, SQUILL_DIFFERENCE_ADDED);
  g_assert_cmpstr (difference->place, ==, "orders.customer_name");
  /* What has it already agrees. */
  infer (fixture);
  compare (fixture, NULL);
  g_assert_cmpuint (fixture->differences->len, ==, 0);
}

static void
test_values (Fixture *fixture, gconstpointer data)
{
  put (fixture, "db/things.json", things);
  infer (fixture);
  set_property (fixture, "things.n", "minimum", json_integer (2));
  set_property (fixture, "things.n", "maximum", json_integer (1));
  set_property (fixture, "things.word", "enum", json_pack ("[s]", "a"));
  set_property (fixture, "things.list", "cap", json_integer (1));
  set_property (fixture, "things.in.x", "unique", json_true ());
  put (fixture, "db/things.json",
       "{\"_id\":1,\"n\":1,\"word\":\"a\",\"list\":[1,2],\"in\":{\"x\":1}}\n"
       "{\"_id\":2,\"n\":2,\"word\":\"b\",\"list\":[3],\"in\":{\"x\":1}}\n");
  compare (fixture, NULL);
  assert_differences (fixture, "~ field things.in.x unique\n"
                               "~ field things.list cap\n"
                               "~ field things.n maximum\n"
                               "~ field things.n minimum\n"
                               "~ field things.word enum\n");
}

static void
test_shapes (Fixture *fixture, gconstpointer data)
{
  put (fixture, "db/things.json", things);
  infer (fixture);
  put (fixture, "db/things.json",
       "{\"_id\":1,\"n\":\"1\",\"word\":[\"a\"],\"list\":[1,null],\"in\":{\"x\":1,\"y\":2}}\n"
       "{\"_id\":2,\"n\":2,\"word\":[\"b\"],\"list\":[3],\"more\":[{\"a\":1}]}\n");
  put (fixture, "db/others.json", "{\"_id\":1,\"a\":1}\n");
  compare (fixture, NULL);
  assert_differences (fixture, "+ collection others\n"
                               "~ field things.in required\n"
                               "+ field things.in.y\n"
                               "~ field things.list types\n"
                               "+ field things.more\n"
                               "~ field things.n types\n"
                               "~ field things.word array\n");
  {
    const SquillDifference *types = g_ptr_array_index (fixture->differences, 5);

    g_assert_cmpstr (types->in_model, ==, "int");
    g_assert_cmpstr (types->in_source, ==, "string 1, int 1");
  }
}

static void
test_gone (Fixture *fixture, gconstpointer data)
{
  SquillInspectOptions options = SQUILL_INSPECT_OPTIONS_INIT;
  g_autofree char *path = NULL;

  put (fixture, "db/things.json", things);
  put (fixture, "db/others.json", "{\"_id\":1,\"a\":1,\"rare\":1}\n{\"_id\":2,\"a\":1}\n");
  infer (fixture);
  put (fixture, "db/things.json", "{\"_id\":1,\"list\":[1]}\n{\"_id\":2,\"list\":[2]}\n");
  path = g_build_filename (fixture->folder, "db", "others.json", NULL);
  g_assert_cmpint (remove (path), ==, 0);
  compare (fixture, NULL);
  assert_differences (fixture, "- collection others\n"
                               "- field things.in\n"
                               "- field things.n\n"
                               "- field things.word\n");

  /* What was only read in part may have what was not met. */
  put (fixture, "db/others.json", "{\"_id\":1,\"a\":1}\n{\"_id\":2,\"a\":1}\n");
  put (fixture, "db/things.json", things);
  options.max_documents = 1;
  compare (fixture, &options);
  assert_differences (fixture, "");
}

static void
test_storage (Fixture *fixture, gconstpointer data)
{
  put (fixture, "db/things.json", things);
  put (fixture, "db/things.metadata.json",
       "{\"options\":{\"capped\":true,\"size\":4096},\"indexes\":["
       "{\"v\":2,\"key\":{\"_id\":1},\"name\":\"_id_\"},"
       "{\"v\":2,\"key\":{\"n\":1},\"name\":\"n_1\"},"
       "{\"v\":2,\"key\":{\"word\":1},\"name\":\"word_1\"}]}");
  infer (fixture);
  compare (fixture, NULL);
  assert_differences (fixture, "");
  put (fixture, "db/things.metadata.json",
       "{\"options\":{},\"indexes\":["
       "{\"v\":2,\"key\":{\"_id\":1},\"name\":\"_id_\"},"
       "{\"v\":2,\"key\":{\"n\":-1},\"name\":\"n_1\",\"unique\":true},"
       "{\"v\":2,\"key\":{\"in.x\":1},\"name\":\"x\"}]}");
  compare (fixture, NULL);
  assert_differences (fixture, "~ option things capped\n"
                               "~ index things n_1 keys\n"
                               "~ index things n_1 unique\n"
                               "- index things word_1\n"
                               "+ index things x\n");

  /* A file without metadata says nothing of indexes. */
  {
    g_autofree char *path = g_build_filename (fixture->folder, "db", "things.metadata.json", NULL);

    g_assert_cmpint (remove (path), ==, 0);
  }
  compare (fixture, NULL);
  assert_differences (fixture, "");
}

static void
test_references (Fixture *fixture, gconstpointer data)
{
  put (fixture, "db/people.json", "{\"_id\":11}\n{\"_id\":22}\n{\"_id\":33}\n{\"_id\":47}\n");
  put (fixture, "db/pets.json",
       "{\"_id\":\"a\",\"person_id\":11}\n{\"_id\":\"b\",\"person_id\":22}\n"
       "{\"_id\":\"c\",\"person_id\":33}\n{\"_id\":\"d\",\"person_id\":47}\n");
  infer (fixture);
  compare (fixture, NULL);
  assert_differences (fixture, "");
  set_property (fixture, "pets.person_id -> people._id", "placement", json_string ("embed-many"));
  compare (fixture, NULL);
  assert_differences (fixture, "~ reference pets.person_id -> people._id placement\n");
  set_property (fixture, "pets.person_id -> people._id", "placement",
                json_string ("parent-reference"));
  put (fixture, "db/pets.json",
       "{\"_id\":\"a\",\"person_id\":1111}\n{\"_id\":\"b\",\"person_id\":2222}\n"
       "{\"_id\":\"c\",\"person_id\":3333}\n{\"_id\":\"d\",\"person_id\":4747}\n");
  compare (fixture, NULL);
  assert_differences (fixture, "- reference pets.person_id -> people._id\n");
}

/* What was drawn is compared as it would be stored. */
static void
test_drawn (Fixture *fixture, gconstpointer data)
{
  g_autofree char *order = NULL;
  g_autofree char *address = NULL;
  g_autofree char *line = NULL;
  g_autofree char *field = NULL;
  g_autofree char *other = NULL;
  g_autofree char *relationship = NULL;

  put (fixture, "db/orders.json",
       "{\"_id\":{\"$oid\":\"0123456789abcdef01234567\"},\"address\":{\"city\":\"X\",\"zip\":1},"
       "\"lines\":[{\"sku\":\"a\",\"n\":1},{\"sku\":\"b\",\"n\":1.5}]}\n");
  fixture->model = squill_model_new ();
  order = squill_model_add_entity (fixture->model, "orders", 0, 0);
  address = squill_model_add_entity (fixture->model, "Address", 0, 0);
  line = squill_model_add_entity (fixture->model, "Line", 0, 0);
  g_free (squill_model_add_field (fixture->model, address, NULL, "city", SQUILL_TYPE_STRING));
  g_free (squill_model_add_field (fixture->model, address, NULL, "zip", SQUILL_TYPE_STRING));
  g_free (squill_model_add_field (fixture->model, line, NULL, "sku", SQUILL_TYPE_STRING));
  field = squill_model_add_field (fixture->model, line, NULL, "n", SQUILL_TYPE_INT);
  other = squill_model_add_field (fixture->model, line, NULL, "price", SQUILL_TYPE_DECIMAL);
  relationship = squill_model_add_relationship (fixture->model, order, address, "address",
                                                SQUILL_PLACEMENT_EMBED_ONE);
  g_free (relationship);
  relationship = squill_model_add_relationship (fixture->model, order, line, "lines",
                                                SQUILL_PLACEMENT_EMBED_MANY);
  compare (fixture, NULL);
  assert_differences (fixture, "~ field orders.address.zip types\n"
                               "~ field orders.lines[].n types\n"
                               "- field orders.lines[].price\n");
}

static void
test_json (Fixture *fixture, gconstpointer data)
{
  g_autofree char *text = NULL;
  json_t *json, *entry;

  put (fixture, "db/things.json", things);
  infer (fixture);
  put (fixture, "db/others.json", "{\"_id\":1,\"a\":1}\n");
  compare (fixture, NULL);
  text = squill_drift_to_json (fixture->differences, "x.squill");
  json = json_loads (text, 0, NULL);
  g_assert_cmpint (json_integer_value (json_object_get (json, "squill")), ==, 1);
  g_assert_cmpstr (json_string_value (json_object_get (json, "model")), ==, "x.squill");
  entry = json_array_get (json_object_get (json, "differences"), 0);
  g_assert_cmpstr (json_string_value (json_object_get (entry, "kind")), ==, "added");
  g_assert_cmpstr (json_string_value (json_object_get (entry, "subject")), ==, "collection");
  g_assert_cmpstr (json_string_value (json_object_get (entry, "place")), ==, "others");
  g_assert_true (json_is_null (json_object_get (entry, "id")));
  g_assert_true (json_is_null (json_object_get (entry, "property")));
  g_assert_true (json_is_string (json_object_get (entry, "message")));
  json_decref (json);
}

#define ADD(path, function) \
  g_test_add ("/inspect/drift/" path, Fixture, NULL, set_up, function, tear_down)

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  ADD ("agree", test_agree);
  ADD ("same-values", test_same_values);
  ADD ("new-copy", test_new_copy);
  ADD ("values", test_values);
  ADD ("shapes", test_shapes);
  ADD ("gone", test_gone);
  ADD ("storage", test_storage);
  ADD ("references", test_references);
  ADD ("drawn", test_drawn);
  ADD ("json", test_json);
  return g_test_run ();
}

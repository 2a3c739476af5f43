/* SPDX-License-Identifier: Apache-2.0 */

/* A model that people worked on is brought up to date: what they did stays. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include "inspect/squill-model-evidence.h"
#include "inspect/squill-refresh.h"
#include "model/squill-authoring.h"
#include "model/squill-model-file.h"

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
read_folder (Fixture *fixture)
{
  const char *const sources[] = { fixture->folder, NULL };
  g_autoptr (GError) error = NULL;
  SquillProfile *profile = squill_inspect_sync (sources, NULL, NULL, NULL, NULL, &error);

  g_assert_no_error (error);
  return profile;
}

static char *
get_data (SquillModel *model)
{
  gsize length;

  return squill_model_to_data (model, &length);
}

/* As if the model was saved and opened again. */
static void
reopen (Fixture *fixture)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *data = get_data (fixture->model);

  g_clear_object (&fixture->model);
  fixture->model = squill_model_new_from_data (data, strlen (data), &error);
  g_assert_no_error (error);
}

static void
infer (Fixture *fixture)
{
  g_autoptr (SquillProfile) profile = read_folder (fixture);
  g_autoptr (GError) error = NULL;

  fixture->model = squill_profile_to_model (profile, NULL, &error);
  g_assert_no_error (error);
  reopen (fixture);
}

static void
refresh (Fixture *fixture, const SquillDecisions *decisions)
{
  g_autoptr (SquillProfile) profile = read_folder (fixture);
  g_autoptr (GError) error = NULL;

  g_clear_pointer (&fixture->differences, g_ptr_array_unref);
  fixture->differences = squill_refresh (fixture->model, profile, decisions, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < fixture->differences->len; i++)
    {
      const SquillDifference *difference = g_ptr_array_index (fixture->differences, i);

      g_test_message ("%s", difference->message);
      g_assert_nonnull (difference->message);
      g_assert_nonnull (difference->place);
    }
}

/* Of two long texts only what is around the first difference is worth a word. */
static void
assert_same (const char *before, const char *after)
{
  gsize at = 0, begin;

  if (g_str_equal (before, after))
    return;
  while (before[at] == after[at])
    at++;
  begin = at > 400 ? at - 400 : 0;
  g_error ("%.500s\n--- became ---\n%.500s", before + begin, after + begin);
}

/* Nothing is left to do. */
static void
assert_fresh (Fixture *fixture)
{
  g_autofree char *before = get_data (fixture->model);
  g_autofree char *after = NULL;

  refresh (fixture, NULL);
  after = get_data (fixture->model);
  assert_same (before, after);
  g_assert_cmpuint (fixture->differences->len, ==, 0);
}

static const SquillDifference *
find_difference (Fixture *fixture, const char *place, const char *property)
{
  for (guint i = 0; i < fixture->differences->len; i++)
    {
      const SquillDifference *difference = g_ptr_array_index (fixture->differences, i);

      if (g_str_equal (difference->place, place) && g_strcmp0 (difference->property, property) == 0)
        return difference;
    }
  return NULL;
}

static void
assert_told (Fixture *fixture,
             const char *place,
             const char *property,
             SquillDifferenceKind kind,
             const char *words)
{
  const SquillDifference *difference = find_difference (fixture, place, property);

  if (difference == NULL)
    g_error ("nothing was told of %s", place);
  g_assert_cmpint (difference->kind, ==, kind);
  if (strstr (difference->message, words) == NULL)
    g_error ("“%s” has no “%s”", difference->message, words);
}

static const SquillItem *
find_place (Fixture *fixture, SquillKind kind, const char *place)
{
  g_autoptr (GPtrArray) items = squill_model_list_items (fixture->model);

  for (guint i = 0; i < items->len; i++)
    {
      const SquillItem *item = g_ptr_array_index (items, i);

      if (item->kind == kind && g_strcmp0 (squill_item_get_place (item), place) == 0)
        return item;
    }
  return NULL;
}

static const SquillItem *
get_place (Fixture *fixture, SquillKind kind, const char *place)
{
  const SquillItem *item = find_place (fixture, kind, place);

  if (item == NULL)
    g_error ("nothing is at %s", place);
  return item;
}

static const SquillEntity *
get_entity (Fixture *fixture, const char *place)
{
  return (const SquillEntity *)get_place (fixture, SQUILL_KIND_ENTITY, place);
}

static const SquillField *
get_field (Fixture *fixture, const char *place)
{
  return (const SquillField *)get_place (fixture, SQUILL_KIND_FIELD, place);
}

static void
set_property (Fixture *fixture, gconstpointer item, const char *name, json_t *value)
{
  const SquillItem *self = item;
  g_autoptr (GError) error = NULL;

  squill_model_set (fixture->model, self->id, name, value, &error);
  g_assert_no_error (error);
}

static void
delete_item (Fixture *fixture, gconstpointer item)
{
  const SquillItem *self = item;
  const char *const ids[] = { self->id, NULL };

  squill_model_delete (fixture->model, ids);
}

static const char customers[] =
    "{\"_id\":1,\"name\":\"a\",\"at\":{\"city\":\"X\",\"zip\":\"1\"}}\n"
    "{\"_id\":2,\"name\":\"b\",\"at\":{\"city\":\"Y\",\"zip\":\"2\"}}\n"
    "{\"_id\":3,\"name\":\"c\",\"at\":{\"city\":\"Z\",\"zip\":\"3\"}}\n"
    "{\"_id\":4,\"name\":\"d\",\"at\":{\"city\":\"Z\",\"zip\":\"4\"}}\n";
static const char orders[] =
    "{\"_id\":11,\"customer_id\":1,\"lines\":[{\"sku\":\"x\",\"n\":1}],\"open\":true}\n"
    "{\"_id\":12,\"customer_id\":2,\"lines\":[{\"sku\":\"y\",\"n\":2}],\"open\":true}\n"
    "{\"_id\":13,\"customer_id\":3,\"lines\":[{\"sku\":\"z\",\"n\":3}],\"open\":false}\n"
    "{\"_id\":14,\"customer_id\":4,\"lines\":[],\"open\":false}\n";

static void
begin (Fixture *fixture)
{
  put (fixture, "db/customers.json", customers);
  put (fixture, "db/orders.json", orders);
  infer (fixture);
}

static void
test_nothing_changed (Fixture *fixture, gconstpointer data)
{
  begin (fixture);
  assert_fresh (fixture);
  g_assert_false (squill_model_get_can_undo (fixture->model));
}

/* What the source has more comes in, where it belongs, and one undo takes all of it away. */
static void
test_new_things (Fixture *fixture, gconstpointer data)
{
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;
  const SquillRelationship *lines, *notes;

  begin (fixture);
  before = get_data (fixture->model);
  put (fixture, "db/orders.json",
       "{\"_id\":11,\"customer_id\":1,\"note\":\"n\",\"lines\":[{\"sku\":\"x\",\"price\":1.5,\"n\":"
       "1,"
       "\"tags\":[{\"t\":1}]}],\"open\":true}\n"
       "{\"_id\":12,\"customer_id\":2,\"lines\":[{\"sku\":\"y\",\"n\":2}],\"open\":true}\n");
  put (fixture, "db/returns.json", "{\"_id\":1,\"why\":\"x\",\"notes\":[{\"text\":\"y\"}]}\n");
  put (fixture, "db/orders.metadata.json",
       "{\"options\":{},\"indexes\":[{\"v\":2,\"key\":{\"_id\":1},\"name\":\"_id_\"},"
       "{\"v\":2,\"key\":{\"lines.price\":1},\"name\":\"price\"}]}");
  refresh (fixture, NULL);

  g_assert_cmpstr (get_entity (fixture, "returns")->name, ==, "returns");
  assert_told (fixture, "returns", NULL, SQUILL_DIFFERENCE_ADDED, "added");
  g_assert_null (find_difference (fixture, "returns.why", NULL));
  g_assert_nonnull (find_place (fixture, SQUILL_KIND_FIELD, "returns.why"));
  notes =
      (const SquillRelationship *)get_place (fixture, SQUILL_KIND_RELATIONSHIP, "returns.notes");
  g_assert_cmpstr (notes->child, ==, get_entity (fixture, "returns.notes[]")->item.id);
  assert_told (fixture, "orders.note", NULL, SQUILL_DIFFERENCE_ADDED, "added");
  assert_told (fixture, "orders.lines[].price", NULL, SQUILL_DIFFERENCE_ADDED, "added");
  assert_told (fixture, "orders.lines[].tags", NULL, SQUILL_DIFFERENCE_ADDED, "added");
  assert_told (fixture, "orders", "count", SQUILL_DIFFERENCE_CHANGED, "orders");
  g_assert_cmpfloat (get_entity (fixture, "orders")->count.likely, ==, 2);

  /* As in the documents: behind customer_id, before lines. */
  lines = (const SquillRelationship *)get_place (fixture, SQUILL_KIND_RELATIONSHIP, "orders.lines");
  g_assert_cmpstr (get_field (fixture, "orders.customer_id")->order, <,
                   get_field (fixture, "orders.note")->order);
  g_assert_cmpstr (get_field (fixture, "orders.note")->order, <, lines->parent_order);
  g_assert_cmpstr (get_field (fixture, "orders.lines[].sku")->order, <,
                   get_field (fixture, "orders.lines[].price")->order);
  g_assert_cmpstr (get_field (fixture, "orders.lines[].price")->order, <,
                   get_field (fixture, "orders.lines[].n")->order);
  {
    const SquillIndex *index =
        (const SquillIndex *)get_place (fixture, SQUILL_KIND_INDEX, "orders price");
    const SquillKey *key = g_ptr_array_index (index->keys, 0);
    g_autofree char *path = g_strdup_printf ("%s/%s", lines->item.id,
                                             get_field (fixture, "orders.lines[].price")->item.id);

    g_assert_cmpstr (key->path, ==, path);
  }

  after = get_data (fixture->model);
  g_assert_true (squill_model_undo (fixture->model));
  {
    g_autofree char *undone = get_data (fixture->model);

    g_assert_cmpstr (undone, ==, before);
  }
  g_assert_false (squill_model_get_can_undo (fixture->model));
  g_assert_true (squill_model_redo (fixture->model));
  {
    g_autofree char *redone = get_data (fixture->model);

    g_assert_cmpstr (redone, ==, after);
  }
  reopen (fixture);
  assert_fresh (fixture);
}

/* Everything that a person did to what came from the source is still so. */
static void
test_edits_stay (Fixture *fixture, gconstpointer data)
{
  const SquillRelationship *reference, *lines;

  begin (fixture);
  set_property (fixture, get_entity (fixture, "orders"), "name", json_string ("Order"));
  set_property (fixture, get_entity (fixture, "orders"), "x", json_real (120));
  set_property (fixture, get_entity (fixture, "orders"), "y", json_real (-40));
  set_property (fixture, get_entity (fixture, "orders"), "growth", json_integer (10));
  set_property (fixture, get_field (fixture, "customers.name"), "description",
                json_string ("What to call her"));
  set_property (fixture, get_field (fixture, "orders.open"), "types", json_pack ("[s]", "int"));
  reference = (const SquillRelationship *)get_place (fixture, SQUILL_KIND_RELATIONSHIP,
                                                     "orders.customer_id -> customers._id");
  set_property (fixture, reference, "name", json_string ("buyer"));
  set_property (fixture, reference, "together", json_integer (3));
  lines = (const SquillRelationship *)get_place (fixture, SQUILL_KIND_RELATIONSHIP, "orders.lines");
  set_property (fixture, lines, "placement", json_string ("parent-reference"));
  delete_item (fixture, get_field (fixture, "customers.at.zip"));
  reopen (fixture);
  assert_fresh (fixture);

  /* The source changes, too. */
  put (fixture, "db/orders.json",
       "{\"_id\":11,\"customer_id\":1,\"lines\":[{\"sku\":\"x\",\"n\":1.5}],\"open\":\"yes\"}\n"
       "{\"_id\":12,\"customer_id\":2,\"lines\":[{\"sku\":\"y\",\"n\":2}],\"open\":\"no\"}\n"
       "{\"_id\":13,\"customer_id\":3,\"lines\":[{\"sku\":\"y\",\"n\":2}],\"open\":\"no\"}\n"
       "{\"_id\":14,\"customer_id\":4,\"lines\":[{\"sku\":\"y\",\"n\":2}],\"open\":\"no\"}\n"
       "{\"_id\":15,\"customer_id\":4,\"lines\":[{\"sku\":\"y\",\"n\":2}],\"open\":\"no\"}\n");
  refresh (fixture, NULL);
  g_assert_cmpstr (get_entity (fixture, "orders")->name, ==, "Order");
  g_assert_cmpfloat (get_entity (fixture, "orders")->x, ==, 120);
  g_assert_cmpfloat (get_entity (fixture, "orders")->y, ==, -40);
  g_assert_cmpfloat (get_entity (fixture, "orders")->growth, ==, 10);
  g_assert_cmpfloat (get_entity (fixture, "orders")->count.likely, ==, 5);
  g_assert_cmpstr (get_field (fixture, "customers.name")->description, ==, "What to call her");
  g_assert_cmpint (get_field (fixture, "orders.open")->types, ==, SQUILL_TYPE_INT);
  assert_told (fixture, "orders.open", "types", SQUILL_DIFFERENCE_CHANGED, "as you set it");
  g_assert_cmpint (get_field (fixture, "orders.lines[].n")->types, ==,
                   SQUILL_TYPE_INT | SQUILL_TYPE_DOUBLE);
  assert_told (fixture, "orders.lines[].n", "types", SQUILL_DIFFERENCE_CHANGED, "it was");
  reference = (const SquillRelationship *)get_place (fixture, SQUILL_KIND_RELATIONSHIP,
                                                     "orders.customer_id -> customers._id");
  g_assert_cmpstr (reference->name, ==, "buyer");
  g_assert_cmpfloat (reference->together, ==, 3);
  g_assert_cmpfloat (reference->children.max, ==, 2);
  lines = (const SquillRelationship *)get_place (fixture, SQUILL_KIND_RELATIONSHIP, "orders.lines");
  g_assert_cmpint (lines->placement, ==, SQUILL_PLACEMENT_PARENT_REFERENCE);
  g_assert_null (find_place (fixture, SQUILL_KIND_FIELD, "customers.at.zip"));
  reopen (fixture);
  assert_fresh (fixture);
}

/* What a person threw away does not come back, whatever kind it is; what is new in it has nowhere
 * to go. */
static void
test_thrown_away (Fixture *fixture, gconstpointer data)
{
  begin (fixture);
  delete_item (fixture, get_place (fixture, SQUILL_KIND_RELATIONSHIP,
                                   "orders.customer_id -> customers._id"));
  delete_item (fixture, get_field (fixture, "customers.at"));
  delete_item (fixture, get_entity (fixture, "orders.lines[]"));
  reopen (fixture);
  assert_fresh (fixture);
  put (fixture, "db/customers.json",
       "{\"_id\":1,\"name\":\"a\",\"at\":{\"city\":\"X\",\"zip\":\"1\",\"street\":\"s\"}}\n");
  refresh (fixture, NULL);
  g_assert_null (find_place (fixture, SQUILL_KIND_FIELD, "customers.at.street"));
  g_assert_null (find_place (fixture, SQUILL_KIND_ENTITY, "orders.lines[]"));
  reopen (fixture);
  assert_fresh (fixture);
}

/* Fields that went elsewhere are followed by their new neighbours. */
static void
test_moved_fields (Fixture *fixture, gconstpointer data)
{
  g_autofree char *address = NULL;
  g_autoptr (GError) error = NULL;
  const SquillField *at;

  begin (fixture);
  address = squill_model_add_entity (fixture->model, "Address", 0, 0);
  squill_model_reorder (fixture->model, get_field (fixture, "customers.at.city")->item.id, address,
                        NULL, &error);
  g_assert_no_error (error);
  squill_model_reorder (fixture->model, get_field (fixture, "customers.at.zip")->item.id, address,
                        NULL, &error);
  g_assert_no_error (error);
  at = get_field (fixture, "customers.at");
  delete_item (fixture, at);
  put (fixture, "db/customers.json",
       "{\"_id\":1,\"name\":\"a\",\"at\":{\"city\":\"X\",\"zip\":\"1\",\"street\":\"s\"}}\n"
       "{\"_id\":2,\"name\":\"a\",\"at\":{\"city\":\"X\",\"zip\":\"1\",\"street\":\"s\"}}\n");
  refresh (fixture, NULL);
  g_assert_cmpstr (get_field (fixture, "customers.at.street")->item.parent->id, ==, address);
  g_assert_null (find_place (fixture, SQUILL_KIND_FIELD, "customers.at"));
}

static void
test_gone (Fixture *fixture, gconstpointer data)
{
  g_autofree char *index = NULL;
  g_autofree char *note = NULL;
  const char *path[] = { NULL, NULL };
  const char *how[] = { "1", NULL };

  begin (fixture);
  put (fixture, "db/more.json", "{\"_id\":1,\"a\":1,\"b\":{\"c\":1}}\n");
  put (fixture, "db/most.json", "{\"_id\":1,\"a\":1}\n");
  refresh (fixture, NULL);
  /* Something is made of one, and one is described. */
  path[0] = get_field (fixture, "customers.name")->item.id;
  index = squill_model_add_index (fixture->model, get_entity (fixture, "customers")->item.id, path,
                                  how);
  set_property (fixture, get_field (fixture, "most.a"), "description", json_string ("of use"));
  put (fixture, "db/customers.json", "{\"_id\":1}\n{\"_id\":2}\n");
  put (fixture, "db/more.json", "{\"_id\":1,\"b\":{}}\n");
  {
    g_autofree char *most = g_build_filename (fixture->folder, "db", "most.json", NULL);

    g_assert_cmpint (remove (most), ==, 0);
  }
  refresh (fixture, NULL);
  g_assert_nonnull (find_place (fixture, SQUILL_KIND_FIELD, "customers.name"));
  assert_told (fixture, "customers.name", NULL, SQUILL_DIFFERENCE_REMOVED, "it stays");
  g_assert_null (find_place (fixture, SQUILL_KIND_FIELD, "customers.at"));
  assert_told (fixture, "customers.at", NULL, SQUILL_DIFFERENCE_REMOVED, "was removed");
  g_assert_null (find_difference (fixture, "customers.at.city", NULL));
  g_assert_null (find_place (fixture, SQUILL_KIND_FIELD, "more.b.c"));
  g_assert_null (find_place (fixture, SQUILL_KIND_FIELD, "more.a"));
  g_assert_nonnull (find_place (fixture, SQUILL_KIND_FIELD, "more.b"));
  g_assert_nonnull (find_place (fixture, SQUILL_KIND_ENTITY, "most"));
  assert_told (fixture, "most", NULL, SQUILL_DIFFERENCE_REMOVED, "it stays");
  /* Nothing refers to two customers by four orders any more, but some do. */
  g_assert_null (
      find_place (fixture, SQUILL_KIND_RELATIONSHIP, "orders.customer_id -> customers._id"));
}

/* A file that cannot be read is no collection that is gone. */
static void
test_not_read (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = NULL;

  begin (fixture);
  path = g_build_filename (fixture->folder, "db", "customers.json", NULL);
  g_assert_cmpint (remove (path), ==, 0);
  put (fixture, "db/broken.json", "{\"_id\":");
  refresh (fixture, NULL);
  g_assert_nonnull (find_place (fixture, SQUILL_KIND_ENTITY, "customers"));
  g_assert_nonnull (find_place (fixture, SQUILL_KIND_FIELD, "customers.name"));
}

/* Neither is one that was not to be read, and what was thrown away of it stays away. */
static void
test_selection (Fixture *fixture, gconstpointer data)
{
  const char *const sources[] = { fixture->folder, NULL };
  const char *const collections[] = { "orders", NULL };
  SquillInspectOptions options = SQUILL_INSPECT_OPTIONS_INIT;
  g_autoptr (SquillProfile) profile = NULL;
  g_autoptr (GError) error = NULL;

  begin (fixture);
  delete_item (fixture, get_field (fixture, "customers.at"));
  put (fixture, "db/others.json", "{\"_id\":1}\n");
  options.collections = collections;
  profile = squill_inspect_sync (sources, &options, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  fixture->differences = squill_refresh (fixture->model, profile, NULL, &error);
  g_assert_no_error (error);
  g_assert_nonnull (find_place (fixture, SQUILL_KIND_ENTITY, "customers"));
  g_assert_nonnull (find_place (fixture, SQUILL_KIND_FIELD, "customers.name"));
  g_assert_null (find_place (fixture, SQUILL_KIND_ENTITY, "others"));
  g_assert_nonnull (
      find_place (fixture, SQUILL_KIND_RELATIONSHIP, "orders.customer_id -> customers._id"));
  g_clear_pointer (&fixture->differences, g_ptr_array_unref);
  refresh (fixture, NULL);
  g_assert_null (find_place (fixture, SQUILL_KIND_FIELD, "customers.at"));
  g_assert_nonnull (find_place (fixture, SQUILL_KIND_ENTITY, "others"));
}

/* What only a few documents show does not undo what all have shown. */
static void
test_sample (Fixture *fixture, gconstpointer data)
{
  const char *const sources[] = { fixture->folder, NULL };
  SquillInspectOptions options = SQUILL_INSPECT_OPTIONS_INIT;
  g_autoptr (SquillProfile) profile = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *once = NULL;
  g_autofree char *twice = NULL;

  put (fixture, "db/things.json",
       "{\"_id\":1,\"n\":1,\"list\":[1]}\n{\"_id\":2,\"n\":\"x\",\"list\":[1,2,3],\"rare\":1}\n");
  infer (fixture);
  put (fixture, "db/things.json",
       "{\"_id\":1,\"n\":1.5,\"list\":[]}\n{\"_id\":2,\"n\":\"x\",\"list\":[1,2,3],\"rare\":1}\n");
  options.max_documents = 1;
  profile = squill_inspect_sync (sources, &options, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  fixture->differences = squill_refresh (fixture->model, profile, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpint (get_field (fixture, "things.n")->types, ==,
                   SQUILL_TYPE_INT | SQUILL_TYPE_STRING | SQUILL_TYPE_DOUBLE);
  g_assert_true (get_field (fixture, "things.n")->required);
  g_assert_cmpfloat (get_field (fixture, "things.list")->length.min, ==, 0);
  g_assert_cmpfloat (get_field (fixture, "things.list")->length.max, ==, 3);
  g_assert_nonnull (find_place (fixture, SQUILL_KIND_FIELD, "things.rare"));
  once = get_data (fixture->model);
  g_clear_pointer (&fixture->differences, g_ptr_array_unref);
  fixture->differences = squill_refresh (fixture->model, profile, NULL, &error);
  twice = get_data (fixture->model);
  assert_same (once, twice);
  g_assert_cmpuint (fixture->differences->len, ==, 0);
}

static void
test_decisions (Fixture *fixture, gconstpointer data)
{
  static const char place[] = "orders.customer_id -> customers._id";
  g_autoptr (SquillDecisions) decisions = squill_decisions_new ();

  begin (fixture);
  g_assert_nonnull (find_place (fixture, SQUILL_KIND_RELATIONSHIP, place));
  squill_decisions_set_reference (decisions, "orders.customer_id", "customers._id",
                                  SQUILL_DECISION_REJECTED);
  refresh (fixture, decisions);
  g_assert_null (find_place (fixture, SQUILL_KIND_RELATIONSHIP, place));
  reopen (fixture);
  assert_fresh (fixture);
  squill_decisions_set_reference (decisions, "orders.customer_id", "customers._id",
                                  SQUILL_DECISION_ACCEPTED);
  refresh (fixture, decisions);
  g_assert_nonnull (find_place (fixture, SQUILL_KIND_RELATIONSHIP, place));
}

/* An object that becomes an array of objects has another form in the model. */
static void
test_other_form (Fixture *fixture, gconstpointer data)
{
  static const char as_array[] =
      "{\"_id\":1,\"name\":\"a\",\"at\":[{\"city\":\"X\",\"zip\":\"1\"}]}\n";
  const SquillRelationship *at;

  begin (fixture);
  put (fixture, "db/customers.json", as_array);
  refresh (fixture, NULL);
  g_assert_null (find_place (fixture, SQUILL_KIND_FIELD, "customers.at"));
  at = (const SquillRelationship *)get_place (fixture, SQUILL_KIND_RELATIONSHIP, "customers.at");
  g_assert_cmpstr (at->child, ==, get_entity (fixture, "customers.at[]")->item.id);
  g_assert_cmpstr (get_field (fixture, "customers.at[].city")->item.parent->id, ==, at->child);
  reopen (fixture);
  assert_fresh (fixture);

  put (fixture, "db/customers.json", customers);
  refresh (fixture, NULL);
  g_assert_null (find_place (fixture, SQUILL_KIND_RELATIONSHIP, "customers.at"));
  g_assert_null (find_place (fixture, SQUILL_KIND_ENTITY, "customers.at[]"));
  g_assert_nonnull (find_place (fixture, SQUILL_KIND_FIELD, "customers.at.city"));
  reopen (fixture);
  assert_fresh (fixture);

  /* What somebody worked on keeps the form that it has. */
  set_property (fixture, get_field (fixture, "customers.at.city"), "description",
                json_string ("of birth"));
  put (fixture, "db/customers.json", as_array);
  refresh (fixture, NULL);
  g_assert_nonnull (find_place (fixture, SQUILL_KIND_FIELD, "customers.at"));
  g_assert_null (find_place (fixture, SQUILL_KIND_RELATIONSHIP, "customers.at"));
  g_assert_null (find_place (fixture, SQUILL_KIND_ENTITY, "customers.at[]"));
}

static void
assert_apart (const SquillEntity *a, const SquillEntity *b)
{
  g_assert_true (fabs (a->x - b->x) >= 320 || fabs (a->y - b->y) >= 60);
}

static void
test_positions (Fixture *fixture, gconstpointer data)
{
  const SquillEntity *customer, *order, *payment, *stray;

  begin (fixture);
  set_property (fixture, get_entity (fixture, "customers"), "x", json_real (0));
  set_property (fixture, get_entity (fixture, "customers"), "y", json_real (0));
  set_property (fixture, get_entity (fixture, "orders"), "x", json_real (4000));
  set_property (fixture, get_entity (fixture, "orders"), "y", json_real (3000));
  put (fixture, "db/payments.json",
       "{\"_id\":1,\"order_id\":11}\n{\"_id\":2,\"order_id\":12}\n{\"_id\":3,\"order_id\":13}\n"
       "{\"_id\":4,\"order_id\":14}\n");
  put (fixture, "db/stray.json", "{\"_id\":1,\"what\":\"x\"}\n");
  refresh (fixture, NULL);
  customer = get_entity (fixture, "customers");
  order = get_entity (fixture, "orders");
  payment = get_entity (fixture, "payments");
  stray = get_entity (fixture, "stray");
  g_assert_cmpfloat (customer->x, ==, 0);
  g_assert_cmpfloat (order->x, ==, 4000);
  g_assert_cmpfloat (order->y, ==, 3000);
  g_assert_false (isnan (payment->x) || isnan (payment->y) || isnan (stray->x));
  /* Beside the orders that they are for. */
  g_assert_cmpfloat (hypot (payment->x - order->x, payment->y - order->y), <, 800);
  assert_apart (payment, order);
  assert_apart (payment, stray);
  assert_apart (stray, order);
  assert_apart (stray, customer);
}

/* Whatever people do, a refresh from the same source leaves it alone. */
static void
edit_by_chance (Fixture *fixture, GRand *random)
{
  g_autoptr (GPtrArray) items = squill_model_list_items (fixture->model);
  const SquillItem *item;
  g_autofree char *word = g_strdup_printf ("w%u", g_rand_int (random));
  g_autofree char *made = NULL;

  if (items->len == 0)
    return;
  item = g_ptr_array_index (items, (guint)g_rand_int_range (random, 0, (gint32)items->len));
  switch (g_rand_int_range (random, 0, 8))
    {
    case 0:
      delete_item (fixture, item);
      break;
    case 1:
      squill_model_rename (fixture->model, item->id, word, NULL);
      break;
    case 2:
      squill_model_set (fixture->model, item->id, "description", json_string (word), NULL);
      break;
    case 3:
      squill_model_set (fixture->model, item->id, "required",
                        json_boolean (g_rand_boolean (random)), NULL);
      break;
    case 4:
      squill_model_set (fixture->model, item->id, "placement", json_string ("child-references"),
                        NULL);
      break;
    case 5:
      squill_model_set (fixture->model, item->id, "x",
                        json_integer (g_rand_int_range (random, 0, 9)), NULL);
      break;
    case 6:
      if (item->kind == SQUILL_KIND_ENTITY || item->kind == SQUILL_KIND_FIELD ||
          item->kind == SQUILL_KIND_RELATIONSHIP)
        made = squill_model_add_field (fixture->model, item->id, NULL, word, SQUILL_TYPE_STRING);
      break;
    default:
      if (item->kind == SQUILL_KIND_FIELD)
        {
          const SquillItem *other =
              g_ptr_array_index (items, (guint)g_rand_int_range (random, 0, (gint32)items->len));

          if (other->kind == SQUILL_KIND_ENTITY)
            squill_model_reorder (fixture->model, item->id, other->id, NULL, NULL);
        }
      break;
    }
}

static void
test_by_chance (Fixture *fixture, gconstpointer data)
{
  g_autoptr (SquillProfile) profile = NULL;
  g_autoptr (GRand) random = g_rand_new_with_seed (20261121);

  put (fixture, "db/customers.json", customers);
  put (fixture, "db/orders.json", orders);
  put (fixture, "db/orders.metadata.json",
       "{\"options\":{},\"indexes\":[{\"v\":2,\"key\":{\"_id\":1},\"name\":\"_id_\"},"
       "{\"v\":2,\"key\":{\"lines.sku\":1,\"open\":-1},\"name\":\"sku\"}]}");
  profile = read_folder (fixture);
  for (guint round = 0; round < 200; round++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (GPtrArray) differences = NULL;
      g_autofree char *before = NULL;
      g_autofree char *after = NULL;
      guint edits = (guint)g_rand_int_range (random, 1, 12);

      g_clear_object (&fixture->model);
      fixture->model = squill_profile_to_model (profile, NULL, &error);
      g_assert_no_error (error);
      for (guint i = 0; i < edits; i++)
        edit_by_chance (fixture, random);
      reopen (fixture);
      before = get_data (fixture->model);
      differences = squill_refresh (fixture->model, profile, NULL, &error);
      g_assert_no_error (error);
      after = get_data (fixture->model);
      assert_same (before, after);
      g_assert_cmpuint (differences->len, ==, 0);
    }
}

/* A model that was drawn is completed, and keeps what was drawn. */
static void
test_drawn (Fixture *fixture, gconstpointer data)
{
  g_autofree char *customer = NULL;
  g_autofree char *field = NULL;

  put (fixture, "db/customers.json", customers);
  put (fixture, "db/orders.json", orders);
  fixture->model = squill_model_new ();
  customer = squill_model_add_entity (fixture->model, "customers", 10, 20);
  field = squill_model_add_field (fixture->model, customer, NULL, "name", SQUILL_TYPE_INT);
  refresh (fixture, NULL);
  g_assert_cmpstr (get_entity (fixture, "customers")->item.id, ==, customer);
  g_assert_cmpfloat (get_entity (fixture, "customers")->x, ==, 10);
  g_assert_cmpstr (get_field (fixture, "customers.name")->item.id, ==, field);
  g_assert_cmpint (get_field (fixture, "customers.name")->types, ==, SQUILL_TYPE_INT);
  g_assert_nonnull (
      find_place (fixture, SQUILL_KIND_RELATIONSHIP, "orders.customer_id -> customers._id"));
  reopen (fixture);
  assert_fresh (fixture);
}

#define ADD(path, function) \
  g_test_add ("/inspect/refresh/" path, Fixture, NULL, set_up, function, tear_down)

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  ADD ("nothing-changed", test_nothing_changed);
  ADD ("new-things", test_new_things);
  ADD ("edits-stay", test_edits_stay);
  ADD ("thrown-away", test_thrown_away);
  ADD ("moved-fields", test_moved_fields);
  ADD ("gone", test_gone);
  ADD ("not-read", test_not_read);
  ADD ("selection", test_selection);
  ADD ("sample", test_sample);
  ADD ("decisions", test_decisions);
  ADD ("other-form", test_other_form);
  ADD ("positions", test_positions);
  ADD ("by-chance", test_by_chance);
  ADD ("drawn", test_drawn);
  return g_test_run ();
}

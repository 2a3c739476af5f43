/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include "inspect/squill-inspect.h"
#include "model/squill-authoring.h"
#include "model/squill-json-text.h"
#include "model/squill-model-file.h"

#include "inspect-fixture.h"
#include "model/squill-placement.h"

#include <bson/bson.h>
#include <string.h>

typedef struct
{
  char *folder;
  SquillModel *model;
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
  fixture_remove_folder (fixture->folder);
  g_free (fixture->folder);
}

static void
put (Fixture *fixture, const char *name, const char *text)
{
  g_free (fixture_write (fixture->folder, name, text, -1));
}

static SquillModel *
infer (const char *source, const SquillProfileModelOptions *options)
{
  const char *const sources[] = { source, NULL };
  g_autoptr (GError) error = NULL;
  g_autoptr (SquillProfile) profile = squill_inspect_sync (sources, NULL, NULL, NULL, NULL, &error);
  SquillModel *model;

  g_assert_no_error (error);
  model = squill_profile_to_model (profile, options, &error);
  g_assert_no_error (error);
  return model;
}

static const SquillEntity *
get_entity (Fixture *fixture, const char *name)
{
  const SquillEntity *entity = squill_model_find_entity (fixture->model, name);

  if (entity == NULL)
    g_error ("no entity %s", name);
  return entity;
}

static const SquillField *
find_field (gconstpointer around, const char *path)
{
  SQUILL_FOR_EACH_CHILD (SquillField, field, around, SQUILL_KIND_FIELD)
    {
      g_autofree char *own = squill_field_get_path (field);
      const SquillField *found;

      if (g_str_equal (own, path))
        return field;
      found = find_field (field, path);
      if (found != NULL)
        return found;
    }
  return NULL;
}

static const SquillField *
get_field (Fixture *fixture, const char *entity, const char *path)
{
  const SquillField *field = find_field (get_entity (fixture, entity), path);

  if (field == NULL)
    g_error ("no field %s in %s", path, entity);
  return field;
}

/* As people read it: what is the same once, with six digits. */
static char *
describe_triple (SquillTriple triple)
{
  if (!squill_triple_is_set (triple))
    return g_strdup ("unset");
  if (triple.min == triple.max)
    return g_strdup_printf ("%g", triple.min);
  return g_strdup_printf ("%g..%g..%g", triple.min, triple.likely, triple.max);
}

/* "PARENT NAME CHILD PLACEMENT CHILDREN PARENTS" of each relationship, one a line. */
static char *
list_relationships (Fixture *fixture)
{
  GString *list = g_string_new (NULL);

  SQUILL_FOR_EACH_CHILD (SquillRelationship, r, squill_model_get_info (fixture->model),
                         SQUILL_KIND_RELATIONSHIP)
    {
      g_autofree char *children = describe_triple (r->children);
      g_autofree char *parents = describe_triple (r->parents);

      g_string_append_printf (list, "%s %s %s %s %s %s\n",
                              squill_model_get_entity (fixture->model, r->parent)->name, r->name,
                              squill_model_get_entity (fixture->model, r->child)->name,
                              squill_placement_get_name (r->placement), children, parents);
    }
  return g_string_free (list, FALSE);
}

static const SquillRelationship *
get_relationship (Fixture *fixture, const char *name)
{
  SQUILL_FOR_EACH_CHILD (SquillRelationship, r, squill_model_get_info (fixture->model),
                         SQUILL_KIND_RELATIONSHIP)
    {
      if (g_str_equal (r->name, name))
        return r;
    }
  g_error ("no relationship %s", name);
}

static void
assert_triple (SquillTriple triple, double min, double likely, double max)
{
  g_assert_cmpfloat (triple.min, ==, min);
  g_assert_cmpfloat_with_epsilon (triple.likely, likely, 0.001);
  g_assert_cmpfloat (triple.max, ==, max);
}

/* What is written can be read again and says the same. */
static void
assert_file_is_stable (SquillModel *model)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SquillModel) again = NULL;
  g_autofree char *data = NULL;
  g_autofree char *data_again = NULL;
  gsize length, length_again;

  data = squill_model_to_data (model, &length);
  again = squill_model_new_from_data (data, length, &error);
  g_assert_no_error (error);
  data_again = squill_model_to_data (again, &length_again);
  g_assert_cmpmem (data, length, data_again, length_again);
}

static void
test_shapes (Fixture *fixture, gconstpointer data)
{
  const SquillField *field;

  put (fixture, "db/things.json",
       "{\"_id\":1,\"name\":\"ab\",\"tags\":[\"x\",\"yyy\"],\"at\":{\"lat\":1.5,\"on\":null},"
       "\"by\":{\"1\":{\"n\":1},\"2\":{\"n\":2}},\"grid\":[[1,2],[3]],\"kind\":\"a\"}\n"
       "{\"_id\":2,\"name\":\"abcd\",\"tags\":[],\"at\":{\"lat\":2},\"by\":{},\"grid\":[],"
       "\"kind\":[\"a\",\"b\"]}\n"
       "{\"_id\":\"three\",\"name\":\"\",\"tags\":null,\"by\":{\"3\":{\"n\":3}},\"grid\":[[]]}\n");
  fixture->model = infer (fixture->folder, NULL);
  assert_file_is_stable (fixture->model);

  assert_triple (get_entity (fixture, "things")->count, 3, 3, 3);
  field = get_field (fixture, "things", "_id");
  g_assert_cmpint (field->types, ==, SQUILL_TYPE_INT | SQUILL_TYPE_STRING);
  g_assert_true (field->required);
  g_assert_cmpfloat (field->distinct, ==, 3);

  field = get_field (fixture, "things", "name");
  assert_triple (field->size, 0, 2, 4);

  field = get_field (fixture, "things", "tags");
  g_assert_true (field->array);
  g_assert_true (field->nullable);
  g_assert_false (field->single);
  g_assert_cmpint (field->types, ==, SQUILL_TYPE_STRING);
  assert_triple (field->length, 0, 1, 2);
  assert_triple (field->size, 1, 2, 3);

  field = get_field (fixture, "things", "at");
  g_assert_false (field->required);
  g_assert_cmpfloat_with_epsilon (field->presence, 2.0 / 3, 1e-9);
  g_assert_cmpint (field->types, ==, SQUILL_TYPE_OBJECT);
  field = get_field (fixture, "things", "at.lat");
  g_assert_true (field->required);
  g_assert_cmpint (field->types, ==, SQUILL_TYPE_DOUBLE | SQUILL_TYPE_INT);
  g_assert_cmpint (get_field (fixture, "things", "at.on")->types, ==, SQUILL_TYPE_NULL);

  field = get_field (fixture, "things", "by");
  g_assert_true (field->map);
  g_assert_cmpint (field->types, ==, SQUILL_TYPE_OBJECT);
  assert_triple (field->length, 0, 1, 2);
  assert_triple (field->key_size, 1, 1, 1);
  g_assert_cmpint (get_field (fixture, "things", "by{}.n")->types, ==, SQUILL_TYPE_INT);

  field = get_field (fixture, "things", "grid");
  g_assert_true (field->array);
  g_assert_cmpint (field->types, ==, SQUILL_TYPE_ARRAY);
  field = get_field (fixture, "things", "grid[][]");
  g_assert_true (field->array);
  g_assert_cmpint (field->types, ==, SQUILL_TYPE_INT);
  assert_triple (field->length, 0, 1, 2);

  field = get_field (fixture, "things", "kind");
  g_assert_true (field->array);
  g_assert_true (field->single);
  g_assert_cmpint (field->types, ==, SQUILL_TYPE_STRING);
}

static void
test_embedded (Fixture *fixture, gconstpointer data)
{
  g_autofree char *list = NULL;
  const SquillRelationship *lines;

  put (fixture, "db/orders.json",
       "{\"_id\":1,\"lines\":[{\"sku\":\"a\",\"notes\":[{\"text\":\"x\"},{\"text\":\"y\"}]},"
       "{\"sku\":\"b\",\"notes\":[]}],\"ship\":{\"stops\":[{\"city\":\"X\"}]}}\n"
       "{\"_id\":2,\"lines\":[{\"sku\":\"c\"}],\"mixed\":[{\"a\":1},2]}\n"
       "{\"_id\":3}\n");
  put (fixture, "db/returns.json", "{\"_id\":1,\"lines\":[{\"_id\":7,\"sku\":\"a\"}]}\n");
  fixture->model = infer (fixture->folder, NULL);
  assert_file_is_stable (fixture->model);

  list = list_relationships (fixture);
  g_assert_cmpstr (list, ==,
                   "orders lines orders_lines embed-many 0..1..2 1\n"
                   "returns lines returns_lines embed-many 1 1\n"
                   "orders_lines notes notes embed-many 0..0.666667..2 1\n");
  lines = get_relationship (fixture, "lines");
  g_assert_cmpstr (lines->parent_name, ==, "lines");
  g_assert_true (lines->contains);
  g_assert_false (lines->keep_id);
  /* Behind _id, before ship. */
  g_assert_cmpstr (get_field (fixture, "orders", "_id")->order, <, lines->parent_order);
  g_assert_cmpstr (lines->parent_order, <, get_field (fixture, "orders", "ship")->order);
  assert_triple (get_entity (fixture, "orders_lines")->count, 3, 3, 3);
  assert_triple (get_entity (fixture, "notes")->count, 2, 2, 2);
  g_assert_null (find_field (get_entity (fixture, "orders"), "lines"));

  /* In a nested object, and mixed with other values, they stay fields. */
  g_assert_true (get_field (fixture, "orders", "ship.stops")->array);
  g_assert_cmpint (get_field (fixture, "orders", "ship.stops[].city")->types, ==,
                   SQUILL_TYPE_STRING);
  g_assert_cmpint (get_field (fixture, "orders", "mixed")->types, ==,
                   SQUILL_TYPE_OBJECT | SQUILL_TYPE_INT);
}

static const SquillIndex *
get_index (Fixture *fixture, const char *entity, const char *name)
{
  SQUILL_FOR_EACH_CHILD (SquillIndex, index, get_entity (fixture, entity), SQUILL_KIND_INDEX)
    {
      if (g_strcmp0 (index->name, name) == 0)
        return index;
    }
  g_error ("no index %s", name);
}

/* Keys with the names of what they lead to, as "NAME/NAME HOW, …". */
static char *
describe_keys (Fixture *fixture, const SquillIndex *index)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < index->keys->len; i++)
    {
      const SquillKey *key = g_ptr_array_index (index->keys, i);
      g_auto (GStrv) ids = g_strsplit (key->path, "/", -1);

      if (i > 0)
        g_string_append (text, ", ");
      if (*key->path == '=')
        g_string_append (text, key->path);
      for (guint p = 0; *key->path != '=' && ids[p] != NULL; p++)
        {
          gconstpointer item = squill_model_get_item (fixture->model, ids[p]);

          g_assert_nonnull (item);
          g_string_append_printf (text, "%s%s", p > 0 ? "/" : "", squill_item_get_name (item));
        }
      g_string_append_printf (text, " %s", key->operator);
    }
  return g_string_free (text, FALSE);
}

static void
assert_keys (Fixture *fixture, const char *name, const char *expected)
{
  g_autofree char *keys = describe_keys (fixture, get_index (fixture, "orders", name));

  g_assert_cmpstr (keys, ==, expected);
}

static void
assert_json (const json_t *json, const char *expected)
{
  g_autofree char *text = json_dumps (json, JSON_COMPACT | JSON_ENCODE_ANY);

  g_assert_cmpstr (text, ==, expected);
}

static void
test_indexes (Fixture *fixture, gconstpointer data)
{
  const SquillIndex *index;
  guint n;

  put (fixture, "db/orders.bson", "");
  put (fixture, "db/orders.metadata.json",
       "{\"options\":{},\"indexes\":["
       "{\"v\":2,\"key\":{\"_id\":1},\"name\":\"_id_\",\"ns\":\"db.orders\"},"
       "{\"v\":{\"$numberInt\":\"2\"},\"key\":{\"a\":{\"$numberInt\":\"1\"},\"b.c\":-1.0},"
       "\"name\":\"plain\",\"unique\":true,\"background\":true},"
       "{\"v\":2,\"key\":{\"lines.sku\":1,\"lines\":1},\"name\":\"inside\",\"sparse\":1,"
       "\"hidden\":true},"
       "{\"v\":2,\"key\":{\"at\":1},\"name\":\"ttl\",\"expireAfterSeconds\":{\"$numberLong\":"
       "\"3600\"}},"
       "{\"v\":2,\"key\":{\"a\":\"hashed\"},\"name\":\"hash\"},"
       "{\"v\":2,\"key\":{\"place\":\"2dsphere\",\"gone.away\":1},\"name\":\"geo\","
       "\"2dsphereIndexVersion\":3},"
       "{\"v\":2,\"key\":{\"a\":1,\"_fts\":\"text\",\"_ftsx\":1},\"name\":\"words\","
       "\"weights\":{\"body\":1,\"title\":10},\"default_language\":\"english\"},"
       "{\"v\":2,\"key\":{\"$**\":1},\"name\":\"all\",\"wildcardProjection\":{\"b\":0}},"
       "{\"v\":2,\"key\":{\"a\":1},\"name\":\"some\",\"partialFilterExpression\":{\"a\":{\"$gt\":5}"
       "},"
       "\"collation\":{\"locale\":\"de\",\"strength\":{\"$numberInt\":\"2\"}}}"
       "]}");
  fixture->model = infer (fixture->folder, NULL);
  assert_file_is_stable (fixture->model);
  squill_item_get_children (get_entity (fixture, "orders"), SQUILL_KIND_INDEX, &n);
  g_assert_cmpuint (n, ==, 8);

  assert_keys (fixture, "plain", "=a 1, =b.c -1");
  index = get_index (fixture, "orders", "plain");
  g_assert_true (index->unique);
  g_assert_null (index->options);
  index = get_index (fixture, "orders", "inside");
  g_assert_true (index->sparse);
  g_assert_true (index->hidden);
  g_assert_false (index->unique);
  g_assert_cmpfloat (get_index (fixture, "orders", "ttl")->expire_after, ==, 3600);
  assert_keys (fixture, "hash", "=a hashed");
  assert_keys (fixture, "words", "=a 1, =body text, =title text");
  assert_json (get_index (fixture, "orders", "words")->options,
               "{\"weights\":{\"body\":1,\"title\":10},\"default_language\":\"english\"}");
  assert_keys (fixture, "all", "=$** 1");
  assert_json (get_index (fixture, "orders", "all")->options, "{\"wildcardProjection\":{\"b\":0}}");
  index = get_index (fixture, "orders", "some");
  assert_json (index->partial, "{\"a\":{\"$gt\":5}}");
  assert_json (index->collation, "{\"locale\":\"de\",\"strength\":2}");
}

/* Keys lead to fields, through the relationships that embed them. */
static void
test_index_paths (Fixture *fixture, gconstpointer data)
{
  bson_t *document = bson_new_from_json (
      (const guint8 *)"{\"a\":1,\"b\":{\"c\":1},\"lines\":[{\"sku\":1}],\"g\":[1]}", -1, NULL);

  g_free (fixture_write (fixture->folder, "db/orders.bson", bson_get_data (document),
                         (gssize)document->len));
  bson_destroy (document);
  put (fixture, "db/orders.metadata.json",
       "{\"options\":{},\"indexes\":["
       "{\"v\":2,\"key\":{\"a\":1,\"b.c\":-1},\"name\":\"plain\"},"
       "{\"v\":2,\"key\":{\"lines.sku\":1,\"lines\":1},\"name\":\"inside\"},"
       "{\"v\":2,\"key\":{\"g\":1,\"lines.0.sku\":1},\"name\":\"array\"}"
       "]}");
  fixture->model = infer (fixture->folder, NULL);
  assert_file_is_stable (fixture->model);
  assert_keys (fixture, "plain", "a 1, c -1");
  assert_keys (fixture, "inside", "lines/sku 1, lines 1");
  assert_keys (fixture, "array", "g 1, =lines.0.sku 1");
}

static void
test_options (Fixture *fixture, gconstpointer data)
{
  const SquillEntity *entity;

  put (fixture, "db/log.bson", "");
  put (fixture, "db/log.metadata.json",
       "{\"options\":{\"capped\":true,\"size\":{\"$numberInt\":\"4096\"},\"max\":100,"
       "\"validator\":{\"$jsonSchema\":{\"required\":[\"a\"]}},\"validationLevel\":\"moderate\","
       "\"validationAction\":\"warn\",\"collation\":{\"locale\":\"fr\"}},\"indexes\":[]}");
  put (fixture, "db/keyed.bson", "");
  put (fixture, "db/keyed.metadata.json",
       "{\"options\":{\"clusteredIndex\":{\"v\":2,\"key\":{\"_id\":1},\"name\":\"_id_\",\"unique\":"
       "true},\"expireAfterSeconds\":{\"$numberLong\":\"60\"}},\"indexes\":["
       "{\"v\":2,\"key\":{\"_id\":1},\"name\":\"_id_\",\"unique\":true,\"clustered\":true}]}");
  fixture->model = infer (fixture->folder, NULL);
  assert_file_is_stable (fixture->model);

  entity = get_entity (fixture, "log");
  g_assert_true (entity->capped);
  g_assert_cmpfloat (entity->capped_size, ==, 4096);
  g_assert_cmpfloat (entity->capped_documents, ==, 100);
  g_assert_cmpint (entity->validation_level, ==, SQUILL_VALIDATION_MODERATE);
  g_assert_cmpint (entity->validation_action, ==, SQUILL_VALIDATION_WARN);
  assert_json (entity->collation, "{\"locale\":\"fr\"}");
  assert_json (json_object_get (entity->evidence, "options"),
               "{\"validator\":{\"$jsonSchema\":{\"required\":[\"a\"]}}}");
  assert_triple (entity->count, 0, 0, 0);

  entity = get_entity (fixture, "keyed");
  g_assert_true (entity->clustered);
  g_assert_cmpfloat (entity->expire_after, ==, 60);
}

static void
test_time_series (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = fixture_dataset ("mongo-tools-testdata/timeseries_test");
  const SquillEntity *entity;
  const SquillIndex *index;
  g_autofree char *keys = NULL;

  if (path == NULL)
    return;
  fixture->model = infer (path, NULL);
  assert_file_is_stable (fixture->model);
  entity = get_entity (fixture, "foo_ts");
  assert_triple (entity->count, 1000, 1000, 1000);
  g_assert_cmpstr (entity->time_field, ==, get_field (fixture, "foo_ts", "ts")->item.id);
  g_assert_cmpstr (entity->meta_field, ==, get_field (fixture, "foo_ts", "meta")->item.id);
  g_assert_cmpint (entity->granularity, ==, SQUILL_GRANULARITY_SECONDS);
  index = get_index (fixture, "foo_ts", "ts_1_meta.device_1");
  keys = describe_keys (fixture, index);
  g_assert_cmpstr (keys, ==, "ts 1, device 1");
}

static void
test_references (Fixture *fixture, gconstpointer data)
{
  g_autofree char *list = NULL;
  const SquillRelationship *r;
  const SquillProfileModelOptions without = { .name = "Shop", .references = FALSE };

  put (fixture, "shop/customers.json", "{\"_id\":1}\n{\"_id\":2}\n{\"_id\":3}\n{\"_id\":4}\n");
  put (fixture, "shop/products.json",
       "{\"_id\":{\"$oid\":\"57e193d7a9cc81b4027498b1\"},\"product_id\":\"a\"}\n"
       "{\"_id\":{\"$oid\":\"57e193d7a9cc81b4027498b2\"},\"product_id\":\"b\"}\n");
  put (fixture, "shop/orders.json",
       "{\"_id\":1,\"customerId\":1,\"lines\":[{\"product_id\":\"a\",\"n\":1}],\"status\":1}\n"
       "{\"_id\":2,\"customerId\":1.0,\"lines\":[{\"product_id\":\"a\",\"n\":2},"
       "{\"product_id\":\"b\",\"n\":3}],\"status\":2}\n"
       "{\"_id\":3,\"customerId\":null,\"lines\":[],\"status\":1}\n"
       "{\"_id\":4,\"customerId\":{\"$numberLong\":\"2\"},\"lines\":[],\"status\":1}\n"
       "{\"_id\":5,\"customerId\":3,\"lines\":[],\"status\":1}\n");
  /* One number is believed for its name; the customers here are none. */
  put (fixture, "shop/baskets.json",
       "{\"_id\":\"x\",\"product\":{\"id\":\"b\",\"name\":\"B\"},\"products\":[\"a\",\"b\"],"
       "\"customer_id\":3,\"customers\":[9,8,7,6]}\n");
  fixture->model = infer (fixture->folder, NULL);
  assert_file_is_stable (fixture->model);

  list = list_relationships (fixture);
  g_assert_cmpstr (list, ==,
                   "orders lines lines embed-many 0..0.6..2 1\n"
                   "products product baskets parent-reference 0..0.5..1 1\n"
                   "baskets products products child-references 2 1\n"
                   "customers customer_id baskets parent-reference 0..0.25..1 1\n"
                   "customers customerId orders parent-reference 0..1..2 0..0.8..1\n"
                   "products product_id lines parent-reference 1..1.5..2 1\n");
  r = get_relationship (fixture, "customerId");
  g_assert_cmpstr (r->child_holder, ==, get_field (fixture, "orders", "customerId")->item.id);
  g_assert_null (r->parent_key);
  g_assert_null (r->parent_holder);
  g_assert_cmpfloat (r->confidence, >, 0);
  r = get_relationship (fixture, "product_id");
  g_assert_cmpstr (r->child_holder, ==, get_field (fixture, "lines", "product_id")->item.id);
  g_assert_cmpstr (r->parent_key, ==, get_field (fixture, "products", "product_id")->item.id);
  r = get_relationship (fixture, "products");
  g_assert_cmpstr (r->parent_holder, ==, get_field (fixture, "baskets", "products")->item.id);
  g_assert_cmpstr (r->child_key, ==, get_field (fixture, "products", "product_id")->item.id);
  r = get_relationship (fixture, "product");
  g_assert_cmpstr (r->child_holder, ==, get_field (fixture, "baskets", "product.id")->item.id);
  g_clear_object (&fixture->model);
  g_free (list);

  fixture->model = infer (fixture->folder, &without);
  list = list_relationships (fixture);
  g_assert_cmpstr (list, ==, "orders lines lines embed-many 0..0.6..2 1\n");
  g_assert_cmpstr (squill_model_get_info (fixture->model)->name, ==, "Shop");
}

static void
test_analytics (Fixture *fixture, gconstpointer data)
{
  static const char *const names[] = { "accounts", "customers" };
  g_autofree char *list = NULL;
  const SquillRelationship *r;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *dataset =
          g_strdup_printf ("atlas-sample/dump/sample_analytics/%s.bson.xz", names[i]);
      g_autofree char *name = g_strdup_printf ("sample_analytics/%s.bson", names[i]);
      g_autofree char *path = fixture_unpack (fixture->folder, dataset, name);

      if (path == NULL)
        return;
    }
  fixture->model = infer (fixture->folder, NULL);
  assert_file_is_stable (fixture->model);
  g_assert_cmpstr (squill_model_get_info (fixture->model)->name, ==, "sample_analytics");
  g_assert_cmpstr (squill_model_get_info (fixture->model)->database, ==, "sample_analytics");
  list = list_relationships (fixture);
  g_assert_cmpstr (list, ==,
                   "customers tier_and_details tier_and_details embed-many 0..0.912..3 1\n"
                   "customers accounts accounts child-references 1..3.492..6 1..1.00057..2\n");
  r = get_relationship (fixture, "accounts");
  g_assert_cmpstr (r->parent_holder, ==, get_field (fixture, "customers", "accounts")->item.id);
  g_assert_cmpstr (r->child_key, ==, get_field (fixture, "accounts", "account_id")->item.id);
  g_assert_true (get_field (fixture, "tier_and_details", "_id")->map_key);
  assert_json (get_field (fixture, "tier_and_details", "tier")->enumeration,
               "[\"Bronze\",\"Gold\",\"Platinum\",\"Silver\"]");
}

/* A file that is one big map: its values are the things. */
static void
test_root_map (Fixture *fixture, gconstpointer data)
{
  put (fixture, "db/cache.json",
       "{\"17\":{\"lat\":1.5,\"long\":2},\"18\":{\"lat\":3,\"long\":4},\"20\":{\"lat\":5}}");
  fixture->model = infer (fixture->folder, NULL);
  assert_file_is_stable (fixture->model);
  assert_triple (get_entity (fixture, "cache")->count, 3, 3, 3);
  g_assert_true (get_field (fixture, "cache", "lat")->required);
  g_assert_cmpfloat_with_epsilon (get_field (fixture, "cache", "long")->presence, 2.0 / 3, 1e-9);
}

static void
test_deep (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = fixture_dataset ("mongo-tools-testdata/bsondump/deep_nested.bson");

  if (path == NULL)
    return;
  fixture->model = infer (path, NULL);
  assert_file_is_stable (fixture->model);
}

static void
test_same_again (Fixture *fixture, gconstpointer data)
{
  g_autoptr (SquillModel) again = NULL;
  g_autofree char *text = NULL;
  g_autofree char *text_again = NULL;

  put (fixture, "db/a.json", "{\"_id\":1,\"name\":\"x\",\"a_name\":[{\"name\":1}]}\n");
  put (fixture, "db/b.json", "{\"_id\":1,\"name\":\"x\"}\n");
  fixture->model = infer (fixture->folder, NULL);
  again = infer (fixture->folder, NULL);
  text = squill_model_to_data (fixture->model, NULL);
  text_again = squill_model_to_data (again, NULL);
  g_assert_cmpstr (text, ==, text_again);

  g_assert_true (squill_model_get_modified (fixture->model));
  squill_model_undo (fixture->model);
  g_assert_true (squill_model_is_empty (fixture->model));
}

static void
test_nothing (Fixture *fixture, gconstpointer data)
{
  const char *const sources[] = { fixture->folder, NULL };
  g_autoptr (SquillProfile) profile = squill_inspect_sync (sources, NULL, NULL, NULL, NULL, NULL);
  g_autoptr (GError) error = NULL;

  g_assert_null (squill_profile_to_model (profile, NULL, &error));
  g_assert_error (error, SQUILL_INSPECT_ERROR, SQUILL_INSPECT_ERROR_EMPTY);
}

#define ADD(name, test) g_test_add ("/inspect/model/" name, Fixture, NULL, set_up, test, tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("shapes", test_shapes);
  ADD ("embedded", test_embedded);
  ADD ("indexes", test_indexes);
  ADD ("index-paths", test_index_paths);
  ADD ("options", test_options);
  ADD ("time-series", test_time_series);
  ADD ("references", test_references);
  ADD ("analytics", test_analytics);
  ADD ("root-map", test_root_map);
  ADD ("deep", test_deep);
  ADD ("same-again", test_same_again);
  ADD ("nothing", test_nothing);
  return g_test_run ();
}

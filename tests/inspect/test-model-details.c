/* SPDX-License-Identifier: Apache-2.0 */

/* What a model has besides fields and types: evidence, decisions, copies, validators. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include "inspect/squill-inspect.h"
#include "inspect/infer/squill-infer.h"
#include "model/squill-model-file.h"

#include "inspect-fixture.h"

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

static void
infer (Fixture *fixture,
       const SquillInspectOptions *inspect_options,
       const SquillDecisions *decisions)
{
  const char *const sources[] = { fixture->folder, NULL };
  const SquillProfileModelOptions options = { .references = TRUE, .decisions = decisions };
  g_autoptr (GError) error = NULL;
  g_autoptr (SquillProfile) profile =
      squill_inspect_sync (sources, inspect_options, NULL, NULL, NULL, &error);

  g_assert_no_error (error);
  g_clear_object (&fixture->model);
  fixture->model = squill_profile_to_model (profile, &options, &error);
  g_assert_no_error (error);
}

static const SquillField *
get_field (Fixture *fixture, const char *place)
{
  const SquillField *field = fixture_find_item (fixture->model, SQUILL_KIND_FIELD, place);

  if (field == NULL)
    g_error ("no field is at %s", place);
  return field;
}

static const SquillRelationship *
get_relationship (Fixture *fixture, const char *place)
{
  const SquillRelationship *r = fixture_find_item (fixture->model, SQUILL_KIND_RELATIONSHIP, place);

  if (r == NULL)
    g_error ("no relationship is at %s", place);
  return r;
}

static json_t *
follow (const json_t *json, const char *path)
{
  g_auto (GStrv) names = g_strsplit (path, "/", -1);

  for (guint i = 0; names[i] != NULL; i++)
    json = json_is_array (json)
               ? json_array_get (json, (gsize)g_ascii_strtoull (names[i], NULL, 10))
               : json_object_get (json, names[i]);
  return (json_t *)json;
}

static void
assert_number (const json_t *json, const char *path, double wanted)
{
  g_assert_true (json_is_number (follow (json, path)));
  g_assert_cmpfloat (json_number_value (follow (json, path)), ==, wanted);
}

static void
test_evidence (Fixture *fixture, gconstpointer data)
{
  const json_t *evidence;

  g_setenv ("SOURCE_DATE_EPOCH", "1700000000", TRUE);
  put (fixture, "db/things.json",
       "{\"_id\":1,\"n\":1,\"list\":[1,2]}\n{\"_id\":2,\"n\":\"x\",\"list\":[]}\n{\"_id\":3}\n");
  infer (fixture, NULL, NULL);
  g_unsetenv ("SOURCE_DATE_EPOCH");

  evidence = squill_model_get_info (fixture->model)->evidence;
  g_assert_cmpstr (json_string_value (follow (evidence, "read")), ==, "2023-11-14");
  g_assert_cmpstr (json_string_value (follow (evidence, "sources/0")), ==, "db/things.json");
  g_assert_cmpstr (json_string_value (follow (evidence, "places/entity/0")), ==, "things");
  g_assert_null (follow (evidence, "decisions"));

  evidence =
      squill_item_get_evidence (fixture_find_item (fixture->model, SQUILL_KIND_ENTITY, "things"));
  assert_number (evidence, "documents", 3);
  assert_number (evidence, "documents_total", 3);
  g_assert_cmpstr (json_string_value (follow (evidence, "method")), ==, "full");
  g_assert_true (json_is_array (follow (evidence, "document_bytes/histogram")));
  assert_number (evidence, "observed/count/min", 3);

  evidence = get_field (fixture, "things.n")->evidence;
  assert_number (evidence, "of", 3);
  assert_number (evidence, "present", 2);
  assert_number (evidence, "types/int", 1);
  assert_number (evidence, "types/string", 1);
  g_assert_cmpstr (json_string_value (follow (evidence, "observed/name")), ==, "n");
  evidence = get_field (fixture, "things.list")->evidence;
  assert_number (evidence, "length/histogram/0/from", 0);
  assert_number (evidence, "length/histogram/0/count", 1);
  assert_number (evidence, "length/histogram/1/to", 2);
}

/* Of some documents nothing is required, but what a validator says is. */
static void
test_sample (Fixture *fixture, gconstpointer data)
{
  SquillInspectOptions options = SQUILL_INSPECT_OPTIONS_INIT;

  put (fixture, "db/things.json",
       "{\"_id\":1,\"n\":1,\"m\":1}\n{\"_id\":2,\"n\":2,\"m\":1}\n{\"_id\":3,\"n\":1,\"m\":1}\n");
  put (fixture, "db/things.metadata.json",
       "{\"indexes\":[],\"options\":{\"validator\":{\"$jsonSchema\":{\"required\":[\"n\"]}}}}");
  options.max_documents = 2;
  infer (fixture, &options, NULL);
  g_assert_true (get_field (fixture, "things.n")->required);
  g_assert_false (get_field (fixture, "things.m")->required);
  g_assert_cmpfloat (get_field (fixture, "things.m")->presence, ==, 1);
}

static void
test_validator (Fixture *fixture, gconstpointer data)
{
  const SquillField *field;

  put (fixture, "db/things.json",
       "{\"_id\":1,\"n\":5,\"word\":\"a\",\"list\":[1],\"in\":{\"x\":1},\"lines\":[{\"sku\":\"a\"}]"
       "}\n"
       "{\"_id\":2,\"n\":6,\"word\":\"b\",\"list\":[2],\"in\":{\"x\":99},\"lines\":[]}\n");
  put (fixture, "db/things.metadata.json",
       "{\"indexes\":[],\"options\":{\"validationLevel\":\"moderate\",\"validator\":{\"$and\":["
       "{\"$jsonSchema\":{\"title\":\"Things\",\"description\":\"All of them\",\"properties\":{"
       "\"n\":{\"description\":\"How many\",\"minimum\":0,\"maximum\":5},"
       "\"word\":{\"enum\":[\"a\",\"b\",\"c\"],\"maxLength\":7},"
       "\"list\":{\"maxItems\":3,\"items\":{\"minimum\":1}},"
       "\"in\":{\"title\":\"Inner\",\"properties\":{\"x\":{\"maximum\":100}}},"
       "\"lines\":{\"description\":\"What was bought\",\"maxItems\":9,"
       "\"items\":{\"properties\":{\"sku\":{\"description\":\"Which\"}}}},"
       "\"other\":{\"minimum\":1}}}}]}}}");
  infer (fixture, NULL, NULL);
  {
    const SquillEntity *entity = fixture_find_item (fixture->model, SQUILL_KIND_ENTITY, "things");

    g_assert_cmpstr (entity->description, ==, "Things: All of them");
    g_assert_cmpint (entity->validation_level, ==, SQUILL_VALIDATION_MODERATE);
    g_assert_nonnull (follow (entity->evidence, "options/validator/$and"));
  }
  field = get_field (fixture, "things.n");
  g_assert_cmpstr (field->description, ==, "How many");
  g_assert_cmpfloat (json_number_value (field->minimum), ==, 0);
  /* There is a six. */
  g_assert_null (field->maximum);
  field = get_field (fixture, "things.word");
  g_assert_cmpuint (json_array_size (field->enumeration), ==, 3);
  g_assert_cmpfloat (field->max_length, ==, 7);
  field = get_field (fixture, "things.list");
  g_assert_cmpfloat (field->cap, ==, 3);
  g_assert_cmpfloat (json_number_value (field->minimum), ==, 1);
  g_assert_cmpstr (get_field (fixture, "things.in")->description, ==, "Inner");
  g_assert_cmpfloat (json_number_value (get_field (fixture, "things.in.x")->maximum), ==, 100);
  g_assert_cmpstr (get_relationship (fixture, "things.lines")->description, ==, "What was bought");
  g_assert_cmpfloat (get_relationship (fixture, "things.lines")->cap, ==, 9);
  g_assert_cmpstr (get_field (fixture, "things.lines[].sku")->description, ==, "Which");
}

static void
test_meanings (Fixture *fixture, gconstpointer data)
{
  put (fixture, "db/things.json",
       "{\"_id\":1,\"a\":\"a@example.org\",\"b\":\"https://example.org/1\",\"c\":\"2026-01-01\","
       "\"at\":{\"type\":\"Point\",\"coordinates\":[1.5,2.5]},\"d\":\"word\"}\n"
       "{\"_id\":2,\"a\":\"b@example.org\",\"b\":\"https://example.org/2\",\"c\":\"2026-01-02\","
       "\"at\":{\"type\":\"Point\",\"coordinates\":[3.5,4.5]},\"d\":\"a@example.org\"}\n"
       "{\"_id\":3,\"a\":\"c@example.org\",\"b\":\"https://example.org/3\",\"c\":\"2026-01-03\","
       "\"at\":{\"type\":\"Point\",\"coordinates\":[3.5,4.5]},\"d\":\"word\"}\n");
  infer (fixture, NULL, NULL);
  g_assert_cmpstr (get_field (fixture, "things.a")->meaning, ==, "email");
  g_assert_cmpstr (get_field (fixture, "things.b")->meaning, ==, "url");
  g_assert_cmpstr (get_field (fixture, "things.c")->meaning, ==, "date");
  g_assert_cmpstr (get_field (fixture, "things.at")->meaning, ==, "geojson");
  g_assert_null (get_field (fixture, "things.d")->meaning);
}

/* The same profile becomes another model when somebody decides so. */
static void
test_maps (Fixture *fixture, gconstpointer data)
{
  g_autoptr (SquillDecisions) decisions = squill_decisions_new ();
  const SquillField *map;

  put (fixture, "db/things.json",
       "{\"_id\":1,\"by\":{\"a\":{\"n\":1},\"b\":{\"n\":2}}}\n"
       "{\"_id\":2,\"by\":{\"a\":{\"n\":1},\"b\":{\"n\":2}}}\n");
  infer (fixture, NULL, NULL);
  g_assert_false (get_field (fixture, "things.by")->map);
  g_assert_nonnull (fixture_find_item (fixture->model, SQUILL_KIND_FIELD, "things.by.a.n"));

  squill_decisions_set_map (decisions, "things.by", SQUILL_DECISION_ACCEPTED);
  infer (fixture, NULL, decisions);
  map = get_field (fixture, "things.by");
  g_assert_true (map->map);
  g_assert_cmpfloat (map->length.likely, ==, 2);
  g_assert_cmpint (get_field (fixture, "things.by{}.n")->types, ==, SQUILL_TYPE_INT);
  g_assert_null (fixture_find_item (fixture->model, SQUILL_KIND_FIELD, "things.by.a"));
  /* It is kept. */
  g_assert_cmpstr (json_string_value (follow (squill_model_get_info (fixture->model)->evidence,
                                              "decisions/maps/0/place")),
                   ==, "things.by");
}

static const char people[] =
    "{\"_id\":101,\"name\":\"Ann\",\"born\":1960}\n{\"_id\":202,\"name\":\"Ben\",\"born\":1971}\n"
    "{\"_id\":303,\"name\":\"Cid\",\"born\":1982}\n{\"_id\":404,\"name\":\"Dot\",\"born\":1993}\n";

/* What is repeated beside a reference is a copy, and no field of its own. */
static void
test_copies (Fixture *fixture, gconstpointer data)
{
  GString *pets = g_string_new (NULL);
  static const char *const names[] = { "Ann", "Ben", "Cid", "Dot" };
  const SquillRelationship *r;
  const SquillCopy *copy;
  guint n;
  gpointer const *copies;

  for (guint i = 0; i < 40; i++)
    g_string_append_printf (pets,
                            "{\"_id\":\"p%u\",\"person_id\":%u,\"person_name\":\"%s\",\"kind\":"
                            "\"%s\"}\n",
                            i, 101 * (i % 4 + 1), names[i % 4], i % 3 == 0 ? "cat" : "dog");
  put (fixture, "db/people.json", people);
  put (fixture, "db/pets.json", pets->str);
  g_string_free (pets, TRUE);
  infer (fixture, NULL, NULL);
  r = get_relationship (fixture, "pets.person_id -> people._id");
  g_assert_cmpint (r->placement, ==, SQUILL_PLACEMENT_PARENT_REFERENCE);
  g_assert_cmpfloat (r->children.likely, ==, 10);
  g_assert_cmpfloat (r->parents.min, ==, 1);
  copies = squill_item_get_children (r, SQUILL_KIND_COPY, &n);
  g_assert_cmpuint (n, ==, 1);
  copy = copies[0];
  g_assert_cmpstr (copy->field, ==, get_field (fixture, "people.name")->item.id);
  g_assert_cmpstr (copy->name, ==, "person_name");
  g_assert_cmpint (copy->mode, ==, SQUILL_COPY_KEPT);
  g_assert_cmpint (copy->direction, ==, SQUILL_COPY_TO_CHILD);
  g_assert_null (fixture_find_item (fixture->model, SQUILL_KIND_FIELD, "pets.person_name"));
  g_assert_nonnull (fixture_find_item (fixture->model, SQUILL_KIND_FIELD, "pets.kind"));
}

/* A collection and an older state of it: one refers to the other by a number that is there twice,
 * and their documents have the same _id, which each has as its own. */
static void
test_copied_collection (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GString) accounts = g_string_new (NULL);
  const SquillRelationship *r = NULL;

  for (guint i = 0; i < 400; i++)
    g_string_append_printf (accounts,
                            "{\"_id\":{\"$oid\":\"5ca4bbc7a2dd94ee58%06x\"},\"account_id\":%u,"
                            "\"limit\":%u}\n",
                            0x16238c + i, 50000 + (i == 399 ? 0 : i) * 7919 % 949999,
                            1000 * (1 + i % 9));
  put (fixture, "db/accounts.json", accounts->str);
  put (fixture, "old/accounts.json", accounts->str);
  infer (fixture, NULL, NULL);
  SQUILL_FOR_EACH_CHILD (SquillRelationship, each, squill_model_get_info (fixture->model),
                         SQUILL_KIND_RELATIONSHIP)
    {
      r = each;
      SQUILL_FOR_EACH_CHILD (SquillCopy, copy, r, SQUILL_KIND_COPY)
        {
          const SquillField *source =
              squill_model_get_field (fixture->model, squill_key_path_get_last (copy->field));

          g_assert_cmpstr (source->name, !=, "_id");
        }
    }
  g_assert_nonnull (r);
}

static void
test_self_reference (Fixture *fixture, gconstpointer data)
{
  const SquillRelationship *r;

  put (fixture, "db/parts.json",
       "{\"_id\":\"5ca4bbcea2dd94ee58162a01\",\"parent_part\":null}\n"
       "{\"_id\":\"5ca4bbcea2dd94ee58162a02\",\"parent_part\":\"5ca4bbcea2dd94ee58162a01\"}\n"
       "{\"_id\":\"5ca4bbcea2dd94ee58162a03\",\"parent_part\":\"5ca4bbcea2dd94ee58162a01\"}\n"
       "{\"_id\":\"5ca4bbcea2dd94ee58162a04\",\"parent_part\":\"5ca4bbcea2dd94ee58162a02\"}\n");
  infer (fixture, NULL, NULL);
  r = get_relationship (fixture, "parts.parent_part -> parts._id");
  g_assert_cmpstr (r->parent, ==, r->child);
  g_assert_cmpstr (r->child_holder, ==, get_field (fixture, "parts.parent_part")->item.id);
  g_assert_cmpfloat (r->parents.min, ==, 0);
  g_assert_cmpfloat (r->children.max, ==, 2);
}

static void
test_accepted (Fixture *fixture, gconstpointer data)
{
  g_autoptr (SquillDecisions) decisions = squill_decisions_new ();

  put (fixture, "db/people.json", people);
  put (fixture, "db/pets.json",
       "{\"_id\":\"a\",\"person_id\":101}\n{\"_id\":\"b\",\"person_id\":202}\n"
       "{\"_id\":\"c\",\"person_id\":303}\n{\"_id\":\"d\",\"person_id\":404}\n");
  squill_decisions_set_reference (decisions, "pets.person_id", "people._id",
                                  SQUILL_DECISION_REJECTED);
  infer (fixture, NULL, decisions);
  g_assert_null (
      fixture_find_item (fixture->model, SQUILL_KIND_RELATIONSHIP, "pets.person_id -> people._id"));
  squill_decisions_set_reference (decisions, "pets.person_id", "people._id",
                                  SQUILL_DECISION_ACCEPTED);
  infer (fixture, NULL, decisions);
  g_assert_nonnull (
      fixture_find_item (fixture->model, SQUILL_KIND_RELATIONSHIP, "pets.person_id -> people._id"));
}

/* Texts with ObjectIds and hashes look so in samples, in their letters; three equal values are not
 * what a field usually has, and five are. */
static void
test_usual (Fixture *fixture, gconstpointer data)
{
  g_autofree char *values = NULL;

  put (fixture, "orders.json",
       "{\"_id\":\"639c2a8af8e74f47c4fc5bf0\",\"city\":\"Oslo\",\"state\":\"new\","
       "\"sum\":\"D41D8CD98F00B204E9800998ECF8427E\",\"mixed\":"
       "\"d41D8CD98F00B204E9800998ECF8427E\"}\n"
       "{\"_id\":\"639ccac6aa72b134eb9dc3ed\",\"city\":\"Oslo\",\"state\":\"new\","
       "\"sum\":\"0CC175B9C0F1B6A831C399E269772661\",\"mixed\":"
       "\"0cC175B9C0F1B6A831C399E269772661\"}\n"
       "{\"_id\":\"639f6bcd32b7179bad3e8ae5\",\"city\":\"Oslo\",\"state\":\"new\","
       "\"sum\":\"92EB5FFEE6AE2FEC3AD71C777531578F\",\"mixed\":"
       "\"92EB5FFEE6AE2FEC3AD71C777531578f\"}\n"
       "{\"_id\":\"639f6bcd32b7179bad3e8ae6\",\"state\":\"new\","
       "\"sum\":\"4A8A08F09D37B73795649038408B5F33\",\"mixed\":"
       "\"4a8A08F09D37B73795649038408B5F33\"}\n"
       "{\"_id\":\"639f6bcd32b7179bad3e8ae7\",\"state\":\"new\","
       "\"sum\":\"8277E0910D750195B448797616E091AD\",\"mixed\":"
       "\"8277e0910d750195b448797616e091ad\"}\n");
  infer (fixture, NULL, NULL);
  g_assert_cmpstr (get_field (fixture, "orders._id")->usual_pattern, ==, "^[0-9a-f]{24}$");
  g_assert_cmpstr (get_field (fixture, "orders.sum")->usual_pattern, ==, "^[0-9A-F]{32}$");
  g_assert_cmpstr (get_field (fixture, "orders.mixed")->usual_pattern, ==, "^[0-9A-Fa-f]{32}$");
  g_assert_null (get_field (fixture, "orders.city")->usual_values);
  values = json_dumps (get_field (fixture, "orders.state")->usual_values, JSON_COMPACT);
  g_assert_cmpstr (values, ==, "[\"new\"]");
}

#define ADD(path, function) \
  g_test_add ("/inspect/model-details/" path, Fixture, NULL, set_up, function, tear_down)

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  ADD ("evidence", test_evidence);
  ADD ("sample", test_sample);
  ADD ("validator", test_validator);
  ADD ("meanings", test_meanings);
  ADD ("maps", test_maps);
  ADD ("copies", test_copies);
  ADD ("copied-collection", test_copied_collection);
  ADD ("self-reference", test_self_reference);
  ADD ("accepted", test_accepted);
  ADD ("usual", test_usual);
  return g_test_run ();
}

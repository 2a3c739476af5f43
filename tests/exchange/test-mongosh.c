/* SPDX-License-Identifier: Apache-2.0 */

/* Scripts for the MongoDB Shell. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include <gio/gio.h>
#include <glib/gstdio.h>
#include <string.h>

#include "design-fixture.h"
#include "exchange/squill-exchange.h"
#include "samples/squill-samples.h"
#include "javascript-syntax.h"

static char *
export_text (SquillModel *model, const char *first_option, ...)
{
  g_autoptr (SquillDesign) design = squill_design_new (model);
  g_autoptr (GHashTable) options = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GPtrArray) files = NULL;
  g_autoptr (GError) error = NULL;
  const SquillExportFile *file;
  const char *content;
  gsize length;
  va_list list;

  va_start (list, first_option);
  for (const char *name = first_option; name != NULL; name = va_arg (list, const char *))
    g_hash_table_insert (options, (gpointer)name, va_arg (list, char *));
  va_end (list);
  files = squill_export (squill_exporters_find ("mongosh"), design, NULL, options, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (files->len, ==, 1);
  file = g_ptr_array_index (files, 0);
  content = g_bytes_get_data (file->content, &length);
  g_assert_true (g_utf8_validate (content, length, NULL));
  return g_strndup (content, length);
}

static gboolean
has_node (void)
{
  g_autofree char *node = g_find_program_in_path ("node");

  if (node == NULL)
    g_test_skip ("node is not here, so nothing says whether this is JavaScript");
  return node != NULL;
}

static void
test_text (void)
{
  static const char expected[] =
      "// Made by Squill from the model “Shop”\n"
      "// For MongoDB 7.0\n"
      "\n"
      "db = db.getSiblingDB(\"shop\");\n"
      "// Creates what is missing and changes what differs; what is as wanted stays as it is.\n"
      "\n"
      "const done = [], left = [], failed = [];\n"
      "\n"
      "// customer: People who buy.\n"
      "// Holds customer, address\n"
      "attempt(\"customer\", () => {\n"
      "  collection(db, \"customer\", {\n"
      "    validator: {\n"
      "      $jsonSchema: {\n"
      "        bsonType: \"object\",\n"
      "        description: \"People who buy.\",\n"
      "        required: [ \"_id\", \"email\" ],\n"
      "        properties: {\n"
      "          _id: { bsonType: \"objectId\" },\n"
      "          email: { bsonType: \"string\" },\n"
      "          since: { bsonType: \"date\" },\n"
      "          address: { bsonType: \"object\" }\n"
      "        }\n"
      "      }\n"
      "    },\n"
      "    validationLevel: \"moderate\",\n"
      "    validationAction: \"warn\"\n"
      "  });\n"
      "  indexes(db, \"customer\", [\n"
      "    [{ email: 1 }, { name: \"email_1\", unique: true, collation: { locale: \"en\", "
      "strength: 2 "
      "} }],\n"
      "    [{ since: -1, email: \"text\" }, { name: \"by time\", sparse: true, hidden: true, "
      "expireAfterSeconds: 3600, partialFilterExpression: { since: { $gt: "
      "ISODate(\"2020-01-01T00:00:00.000Z\") } }, weights: { email: 3 } }],\n"
      "  ]);\n"
      "  shard(db, \"customer\", { email: \"hashed\" }, true, {});\n"
      "});\n"
      "\n"
      "report();\n";
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autofree char *text = NULL;

  change (model, SQUILL_MODEL_ID, "name", "'Shop'");
  change (model, SQUILL_MODEL_ID, "database", "'shop'");
  change (model, SQUILL_MODEL_ID, "server_version", "'7.0'");
  draw_entity (model, "customer");
  change (model, "customer", "description", "'People who buy.'");
  change (model, "customer", "validation_level", "'moderate'");
  change (model, "customer", "validation_action", "'warn'");
  change (model, "customer", "shard_key", "[{'path':'customer.email','how':'hashed'}]");
  change (model, "customer", "shard_unique", "true");
  draw_field (model, "customer", "email", "string");
  draw_field (model, "customer", "since", "date?");
  draw_index (model, "customer", "i1", "customer.email 1");
  change (model, "i1", "unique", "true");
  change (model, "i1", "collation", "{'locale':'en','strength':2}");
  draw_index (model, "customer", "i2", "customer.since -1, customer.email text");
  change (model, "i2", "name", "'by time'");
  change (model, "i2", "sparse", "true");
  change (model, "i2", "hidden", "true");
  change (model, "i2", "expire_after", "3600");
  change (model, "i2", "partial", "{'since':{'$gt':{'$date':'2020-01-01T00:00:00Z'}}}");
  change (model, "i2", "options", "{'weights':{'email':3},'name':'other'}");
  draw_entity (model, "address");
  draw_relationship (model, "lives", "customer", "address", "embed-one", "0..1", "1");
  change (model, "lives", "parent_name", "'address'");
  text = export_text (model, "database", "model", NULL);
  if (!g_str_has_prefix (text, expected))
    g_assert_cmpstr (text, ==, expected);
  check_javascript_syntax (text, "text");
}

typedef struct
{
  const char *property;
  const char *value;
  const char *expected; /* a piece of the script */
  const char *unexpected;
} OptionCase;

static void
test_options (void)
{
  static const OptionCase cases[] = {
    { "capped", "true", "    capped: true,\n    size: 4096,\n    validator", "max:" },
    /* As the server rounds it. */
    { "capped_size", "100000", "    capped: true,\n    size: 100096,\n", NULL },
    { "capped_documents", "50", "    size: 100096,\n    max: 50,\n", NULL },
    { "capped", "false", "collection(db, \"e\", {\n    validator", "capped" },
    { "clustered", "true", "clusteredIndex: {\n      key: { _id: 1 },\n      unique: true\n    }",
      NULL },
    { "expire_after", "86400", "expireAfterSeconds: 86400", NULL },
    { "collation", "{'locale':'de'}", "collation: { locale: \"de\" }", NULL },
    /* A time-series collection takes no validator. */
    { "time_field", "'e.at'",
      "collection(db, \"e\", {\n    timeseries: { timeField: \"at\", granularity: \"seconds\" },\n"
      "    expireAfterSeconds: 86400,\n    collation: { locale: \"de\" }\n  });\n",
      "validator:" },
    { "meta_field", "'e.source'", "metaField: \"source\"", "clusteredIndex" },
    { "granularity", "'hours'", "granularity: \"hours\"", NULL },
  };
  g_autoptr (SquillModel) model = squill_model_new ();

  draw_entity (model, "e");
  draw_field (model, "e", "at", "date");
  draw_field (model, "e", "source", "string");
  change (model, "e", "count", "{'min':1,'likely':10,'max':10}");
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = NULL;

      change (model, "e", cases[i].property, cases[i].value);
      text = export_text (model, NULL);
      check_javascript_syntax (text, cases[i].property);
      if (strstr (text, cases[i].expected) == NULL ||
          (cases[i].unexpected != NULL && strstr (text, cases[i].unexpected) != NULL))
        g_error ("%s: %s", cases[i].property, text);
    }
}

/* The part of a script before the functions that all have. */
static char *
get_own (const char *script)
{
  const char *end = strstr (script, "\nreport();\n");

  g_assert_nonnull (end);
  return g_strndup (script, end - script);
}

static void
test_modes (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autofree char *update = NULL, *replace = NULL, *own = NULL;

  draw_entity (model, "e");
  draw_entity (model, "f");
  change (model, SQUILL_MODEL_ID, "database", "'shop'");
  update = export_text (model, NULL);
  own = get_own (update);
  g_assert_null (strstr (own, "drop"));
  /* The database is that of the connection, whatever the model was read from. */
  g_assert_null (strstr (own, "getSiblingDB"));
  replace = export_text (model, "mode", "replace", NULL);
  g_assert_true (g_str_has_prefix (
      replace, "// Made by Squill\n"
               "// DROPS these collections with all their documents, and creates them anew:\n"
               "// e, f\n"
               "const REALLY_DROP = false;\n"
               "if (!REALLY_DROP) {\n  throw"));
  g_assert_nonnull (
      strstr (replace, "  db.getCollection(\"e\").drop();\n  collection(db, \"e\", {"));
  check_javascript_syntax (update, "update");
  check_javascript_syntax (replace, "replace");
}

/* What is in another database than that of the model is made there. */
static void
test_databases (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autofree char *create = NULL;

  change (model, SQUILL_MODEL_ID, "database", "'shop'");
  draw_entity (model, "here");
  change (model, "here", "database", "'shop'");
  draw_entity (model, "there");
  change (model, "there", "database", "'old'");
  change (model, "there", "shard_key", "[{'path':'there.n','how':'1'}]");
  draw_field (model, "there", "n", "int");
  draw_index (model, "there", "i", "there.n 1");
  draw_entity (model, "other");
  draw_relationship (model, "links", "there", "other", "junction", "0..5..*", "0..5..*");
  create = export_text (model, "mode", "replace", "count", "1", NULL);
  g_assert_nonnull (strstr (create, "\n  collection(db, \"here\", "));
  g_assert_nonnull (strstr (create, "\n  collection(db, \"other\", "));
  g_assert_nonnull (strstr (create, "\n  collection(db.getSiblingDB(\"old\"), \"there\", "));
  g_assert_nonnull (strstr (create, "\n  collection(db.getSiblingDB(\"old\"), \"links\", "));
  g_assert_nonnull (
      strstr (create, "\n  db.getSiblingDB(\"old\").getCollection(\"there\").drop();"));
  g_assert_nonnull (strstr (create, "\n  indexes(db.getSiblingDB(\"old\"), \"there\", "));
  g_assert_nonnull (strstr (create, "\n  samples(db.getSiblingDB(\"old\"), \"there\", "));
  g_assert_nonnull (strstr (create, "\n  shard(db.getSiblingDB(\"old\"), \"there\", "));
  check_javascript_syntax (create, "create");
}

/* Compatible servers refuse some keywords of validators, long validators, hidden indexes, and
 * collations. */
static void
test_compatible (void)
{
  static const char *const refused[] = { "additionalProperties:", "anyOf:", "oneOf:",
                                         "hidden: true", "collation:" };
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autofree char *whole = NULL, *less = NULL, *own = NULL, *large = NULL, *forced = NULL;
  const char *description;

  change (model, SQUILL_MODEL_ID, "dialect", "'ferretdb'");
  draw_entity (model, "e");
  change (model, "e", "closed", "true");
  draw_field (model, "e", "map", "string{}3#6");
  draw_field (model, "e", "one", "int[]3");
  change (model, "e.one", "single", "true");
  draw_field (model, "e", "anyOf", "int");
  draw_index (model, "e", "i1", "e.one 1");
  change (model, "i1", "hidden", "true");
  draw_index (model, "e", "i2", "e.anyOf 1");
  change (model, "i2", "collation", "{'locale':'en'}");
  whole = export_text (model, "server", "mongodb", NULL);
  for (guint i = 0; i < G_N_ELEMENTS (refused); i++)
    if (!g_str_equal (refused[i], "oneOf:"))
      g_assert_nonnull (strstr (whole, refused[i]));
  less = export_text (model, NULL);
  own = get_own (less);
  /* A field may be called so. */
  g_assert_nonnull (strstr (own, "anyOf: {\n            bsonType: [ \"double\", \"int\""));
  for (guint i = 0; i < G_N_ELEMENTS (refused); i++)
    if (!g_str_equal (refused[i], "anyOf:"))
      g_assert_null (strstr (own, refused[i]));
  g_assert_null (strstr (own, "anyOf: ["));
  g_assert_nonnull (strstr (own, "// The validator is incomplete: "));
  g_assert_nonnull (strstr (own, "// The index “one_1” is not hidden: "));
  g_assert_nonnull (strstr (own, "// The index “anyOf_1” is left out: "));
  check_javascript_syntax (less, "compatible");

  description = "'0123456789012345678901234567890123456789012345678901234567890123456789'";
  for (guint i = 0; i < 150; i++)
    {
      g_autofree char *name = g_strdup_printf ("f%u", i);
      g_autofree char *id = g_strconcat ("e.", name, NULL);

      draw_field (model, "e", name, "int");
      change (model, id, "description", description);
    }
  large = export_text (model, NULL);
  g_assert_nonnull (strstr (large, "// The validator is left out: "));
  g_assert_null (strstr (large, "validator: {"));
  change (model, SQUILL_MODEL_ID, "dialect", "'atlas'");
  forced = export_text (model, "server", "compatible", NULL);
  g_assert_null (strstr (forced, "validator: {"));
}

/* Each collection begins with what the advice warns of. */
static void
test_findings (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillDesign) design = NULL;
  g_autoptr (SquillAdvice) advice = NULL;
  g_autoptr (GPtrArray) files = NULL;
  g_autoptr (GError) error = NULL;
  const char *content;

  draw_entity (model, "host");
  draw_entity (model, "message");
  draw_relationship (model, "messages", "host", "message", "embed-many", "0..500000..*", "1");
  design = squill_design_new (model);
  advice = squill_advice_new (design);
  files = squill_export (squill_exporters_find ("mongosh"), design, advice, NULL, NULL, &error);
  g_assert_no_error (error);
  content = g_bytes_get_data (((SquillExportFile *)files->pdata[0])->content, NULL);
  g_assert_nonnull (strstr (content, "\n// host\n// Holds host, message\n// Error: "));
}

/* A validator made from some of the documents does not reject the others. */
static void
test_actions (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autofree char *all = NULL, *sampled = NULL, *chosen = NULL, *forced = NULL;

  draw_entity (model, "e");
  change (model, "e", "evidence", "{'documents':1000,'documents_total':1000,'method':'full'}");
  all = export_text (model, NULL);
  g_assert_nonnull (strstr (all, "validationLevel: \"strict\",\n    validationAction: \"error\""));
  change (model, "e", "evidence", "{'documents':1000,'documents_total':90000,'method':'sample'}");
  sampled = export_text (model, "level", "moderate", NULL);
  g_assert_nonnull (
      strstr (sampled, "validationLevel: \"moderate\",\n    validationAction: \"warn\""));
  change (model, "e", "validation_action", "'error'");
  chosen = export_text (model, NULL);
  g_assert_nonnull (strstr (chosen, "validationAction: \"error\""));
  forced = export_text (model, "action", "warn", NULL);
  g_assert_nonnull (strstr (forced, "validationAction: \"warn\""));
}

/* Names that mean something else elsewhere. */
static void
test_names (void)
{
  static const char *const names[] = { "help",        "a b",          "a.b",         "a-b",
                                       "it's",        "say \"x\"",    "back\\slash", "ünïc",
                                       "line\nend",   "*/",           "</script>",   "__proto__",
                                       "constructor", "\342\200\250", "1",           "10",
                                       "$x",          "default",      "\001" };
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autofree char *text = NULL;

  change (model, SQUILL_MODEL_ID, "name", "'a\\nb */ \\u2028 c'");
  change (model, SQUILL_MODEL_ID, "database", "'x\\\"y'");
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *id = g_strdup_printf ("e%u", i);
      g_autofree char *field = g_strdup_printf ("%s.f", id);
      g_autoptr (GError) error = NULL;

      draw_entity (model, id);
      draw_field (model, id, "f", "string{}2#5");
      squill_model_set (model, id, "name", json_string (names[i]), &error);
      g_assert_no_error (error);
      squill_model_set (model, field, "name", json_string (names[i]), &error);
      g_assert_no_error (error);
      squill_model_set (model, field, "description", json_string (names[i]), &error);
      squill_model_set (model, id, "description", json_string (names[i]), &error);
      g_assert_no_error (error);
    }
  text = export_text (model, "count", "2", NULL);
  g_assert_nonnull (strstr (text, "[\"__proto__\"]: {"));
  g_assert_nonnull (strstr (text, "  collection(db, \"a.b\""));
  /* No way round it, so it is said. */
  g_assert_nonnull (strstr (text, "// Some fields have whole numbers as names"));
  check_javascript_syntax (text, "names");
  has_node ();
}

static void
test_references (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autofree char *text = NULL;

  draw_entity (model, "host");
  draw_field (model, "host", "ip", "string");
  draw_entity (model, "msg");
  draw_field (model, "msg", "at", "date");
  draw_relationship (model, "msgs", "host", "msg", "parent-reference", "0..9..*", "1");
  change (model, "msgs", "child_name", "'host'");
  change (model, "msgs", "nest_copies", "true");
  draw_copy (model, "msgs", "host.ip", "to-child");
  /* The reference is in a document here, and its id is what counts. */
  change (model, "msg", "shard_key", "[{'path':'msgs','how':'1'},{'path':'msg.at','how':'1'}]");
  draw_index (model, "msg", "i1", "msgs 1, msg.at -1");
  draw_index (model, "msg", "i2", "nothing 1");
  draw_index (model, "msg", "i3", "=$** 1");
  draw_index (model, "msg", "i4", "=extra.size 2dsphere");
  text = export_text (model, "collection", "msg", NULL);
  check_javascript_syntax (text, "references");
  g_assert_nonnull (strstr (text, "[{ \"host.id\": 1, at: -1 }, { name: \"host.id_1_at_-1\" }],"));
  g_assert_nonnull (strstr (text, "\"msg\", { \"host.id\": 1, at: 1 }, false, {});"));
  g_assert_nonnull (strstr (text, "[{ \"$**\": 1 }"));
  g_assert_nonnull (strstr (text, "[{ \"extra.size\": \"2dsphere\" }"));
  g_assert_nonnull (strstr (text, "is left out: it names a field that is not there"));
  g_assert_null (strstr (text, "  collection(db, \"host\""));
}

static void
test_versions (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autofree char *old = NULL;
  g_autofree char *new = NULL;

  draw_entity (model, "e");
  draw_field (model, "e", "at", "date");
  change (model, "e", "shard_key", "[{'path':'e.at','how':'1'}]");
  change (model, "e", "collation", "{'locale':'de'}");
  change (model, "e", "time_field", "'e.at'");
  change (model, SQUILL_MODEL_ID, "server_version", "'4.4'");
  old = export_text (model, NULL);
  g_assert_nonnull (strstr (old, "// Time-series collections need MongoDB 5.0"));
  g_assert_nonnull (strstr (old, "sh.enableSharding(db.getName());"));
  g_assert_nonnull (strstr (old, "{ at: 1 }, false, { collation: { locale: \"simple\" } });"));
  change (model, SQUILL_MODEL_ID, "server_version", "'10.0'");
  new = export_text (model, NULL);
  g_assert_null (strstr (new, "need MongoDB"));
  g_assert_null (strstr (new, "enableSharding"));
}

/* What a script prints without a server. */
static char *
run_script (const char *script)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *node = g_find_program_in_path ("node");
  g_autofree char *stub = g_build_filename (g_getenv ("SQUILL_SOURCE_ROOT"), "tests", "exchange",
                                            "shell-stub.js", NULL);
  g_autofree char *path = NULL;
  char *output = NULL;
  int fd, status;

  fd = g_file_open_tmp ("squill-XXXXXX.js", &path, &error);
  g_assert_no_error (error);
  g_close (fd, NULL);
  g_file_set_contents (path, script, -1, &error);
  g_assert_no_error (error);
  g_spawn_sync (NULL, (char *[]){ node, stub, path, NULL }, NULL, G_SPAWN_DEFAULT, NULL, NULL,
                &output, NULL, &status, &error);
  g_assert_no_error (error);
  g_assert_true (g_spawn_check_wait_status (status, NULL));
  g_unlink (path);
  return output;
}

/* In what an index that is there differs from the one that is wanted. */
static void
test_index_differences (void)
{
  static const struct
  {
    const char *now;
    const char *wanted;
    const char *differences;
  } cases[] = {
    { "", "", "[]" },
    { "expireAfterSeconds: 0", "", "[\"expireAfterSeconds\"]" },
    { "", "expireAfterSeconds: 0", "[\"expireAfterSeconds\"]" },
    { "hidden: false, unique: false", "", "[]" },
    { "", "collation: { locale: 'simple' }", "[]" },
    { "collation: { locale: 'de', strength: 3 }", "collation: { locale: 'simple' }",
      "[\"collation\"]" },
    { "collation: { locale: 'de', strength: 3 }", "collation: { locale: 'de' }", "[]" },
    { "", "collation: { locale: 'de' }", "[\"collation\"]" },
  };
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (GString) script = NULL;
  g_autoptr (GString) expected = g_string_new (NULL);
  g_autofree char *text = NULL;
  g_autofree char *output = NULL;

  if (!has_node ())
    return;
  draw_entity (model, "e");
  text = export_text (model, NULL);
  script = g_string_new (text);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_string_append_printf (
          script,
          "db.getCollection(\"e\").insertMany([differences({ %s }, { name: \"i\", %s })]);\n",
          cases[i].now, cases[i].wanted);
      g_string_append_printf (expected, "%s\n", cases[i].differences);
    }
  output = run_script (script->str);
  g_assert_cmpstr (output, ==, expected->str);
}

/* What the shell would send is what the samples are: every type, every value. */
static void
test_values (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillDesign) design = NULL;
  g_autoptr (SquillSamples) samples = NULL;
  g_autoptr (GString) expected = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  g_autofree char *script = NULL;
  g_autofree char *output = NULL;

  if (!has_node ())
    return;
  draw_entity (model, "e");
  for (guint i = 0; i < SQUILL_N_TYPES; i++)
    {
      g_autofree char *name = g_strdup_printf ("f %u", i);
      g_autofree char *list = g_strdup_printf ("%s[]3", squill_type_get_name (1u << i));

      draw_field (model, "e", name, list);
    }
  draw_field (model, "e", "uuid", "binData:16");
  change (model, "e.uuid", "subtype", "4");
  draw_field (model, "e", "few", "double|long|string");
  change (model, "e.few", "enum",
          "[2.0,3000000000,1e300,0.1,{'$numberDouble':'NaN'},{'$numberDouble':'-Infinity'},"
          "{'$numberDouble':'-0.0'},'\\u2028\\u0001\\\\',{'$numberLong':'5'}]");
  draw_field (model, "e", "dates", "date");
  change (
      model, "e.dates", "enum",
      "[{'$date':{'$numberLong':'-62135596800001'}},{'$date':{'$numberLong':'253402300800000'}},"
      "{'$date':{'$numberLong':'-5'}}]");
  draw_field (model, "e", "__proto__", "object");
  draw_field (model, "e.__proto__", "a-b", "int");

  script = export_text (model, "count", "40", NULL);
  design = squill_design_new (model);
  samples = squill_samples_new (design);
  for (guint64 number = 0; number < 40; number++)
    {
      bson_t *document = squill_samples_get_document (samples, "e", number, &error);

      g_assert_no_error (error);
      squill_bson_text_append (expected, document, SQUILL_BSON_STYLE_CANONICAL, 0, 0);
      g_string_append_c (expected, '\n');
      bson_destroy (document);
    }

  output = run_script (script);
  {
    g_auto (GStrv) sent = g_strsplit (output, "\n", -1);
    g_auto (GStrv) wanted = g_strsplit (expected->str, "\n", -1);

    g_assert_cmpuint (g_strv_length (sent), ==, g_strv_length (wanted));
    for (guint i = 0; wanted[i] != NULL && *wanted[i] != '\0'; i++)
      {
        json_t *one = json_loads (sent[i], JSON_ALLOW_NUL, NULL);
        json_t *other = json_loads (wanted[i], JSON_ALLOW_NUL, NULL);

        if (!json_equal (one, other))
          g_error ("\n%s\n%s", sent[i], wanted[i]);
        json_decref (one);
        json_decref (other);
      }
  }
}

static void
test_examples (void)
{
  static const char *const names[] = { "books",    "cms",     "hosts",    "movies",
                                       "parts",    "patrons", "products", "shop",
                                       "students", "tasks",   "traffic" };

  if (!has_node ())
    return;
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (SquillModel) model = load_example (names[i]);
      g_autofree char *text = export_text (model, "count", "2", NULL);
      g_autofree char *again = export_text (model, "count", "2", NULL);

      g_assert_cmpstr (text, ==, again);
      check_javascript_syntax (text, names[i]);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/exchange/mongosh/text", test_text);
  g_test_add_func ("/exchange/mongosh/options", test_options);
  g_test_add_func ("/exchange/mongosh/modes", test_modes);
  g_test_add_func ("/exchange/mongosh/databases", test_databases);
  g_test_add_func ("/exchange/mongosh/compatible", test_compatible);
  g_test_add_func ("/exchange/mongosh/findings", test_findings);
  g_test_add_func ("/exchange/mongosh/actions", test_actions);
  g_test_add_func ("/exchange/mongosh/names", test_names);
  g_test_add_func ("/exchange/mongosh/references", test_references);
  g_test_add_func ("/exchange/mongosh/versions", test_versions);
  g_test_add_func ("/exchange/mongosh/values", test_values);
  g_test_add_func ("/exchange/mongosh/index-differences", test_index_differences);
  g_test_add_func ("/exchange/mongosh/examples", test_examples);

  return g_test_run ();
}

/* SPDX-License-Identifier: Apache-2.0 */

/* Models out of JSON Schema and validators. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include <math.h>
#include <string.h>

#include "exchange/import/squill-document-import.h"
#include "exchange/import/squill-import-model.h"
#include "exchange/import/squill-json-schema-import.h"
#include "exchange/squill-exchange.h"
#include "import-text.h"
#include "model/squill-model-file.h"

static SquillModel *
import_bytes (const char *data, gsize length, SquillImportReport *report)
{
  g_autoptr (GError) error = NULL;
  SquillModel *model = squill_json_schema_import ("shop", data, length, report, &error);

  g_assert_no_error (error);
  return model;
}

/* JSON with single quotes. */
static SquillModel *
import (const char *json, SquillImportReport *report)
{
  g_autofree char *text = g_strdelimit (g_strdup (json), "'", '"');

  return import_bytes (text, strlen (text), report);
}

static gboolean
tells (const SquillImportReport *report, const char *text)
{
  for (guint i = 0; i < report->problems->len; i++)
    if (strstr (((SquillImportProblem *)report->problems->pdata[i])->text, text) != NULL)
      return TRUE;
  return FALSE;
}

/* Our own schemas, out and in again. */

static GBytes *
export_model (SquillModel *model, const char *format, const char *draft, const char *style)
{
  const SquillExporter *exporter = squill_exporters_find (format);
  g_autoptr (SquillDesign) design = squill_design_new (model);
  g_autoptr (GHashTable) options = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GPtrArray) files = NULL;
  g_autoptr (GError) error = NULL;

  if (draft != NULL)
    {
      g_hash_table_insert (options, (gpointer) "draft", (gpointer)draft);
      g_hash_table_insert (options, (gpointer) "style", (gpointer)style);
    }
  files = squill_export (exporter, design, NULL, options, NULL, &error);
  g_assert_no_error (error);
  return squill_export_join (files, exporter);
}

/* Documents made up for the examples are others, and so is the name of the model. */
static json_t *
load_schemas (GBytes *bytes)
{
  gsize length;
  const char *data = g_bytes_get_data (bytes, &length);
  json_t *schemas = json_loadb (data, length, 0, NULL);
  const char *name;
  json_t *schema;

  g_assert_nonnull (schemas);
  json_object_foreach (schemas, name, schema)
  {
    json_object_del (schema, "examples");
    json_object_del (schema, "$id");
    json_object_del (schema, "id");
  }
  return schemas;
}

static void
assert_same_again (SquillModel *model, const char *format, const char *draft, const char *style)
{
  g_autoptr (GBytes) first = export_model (model, format, draft, style);
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  gsize length;
  const char *data = g_bytes_get_data (first, &length);
  g_autoptr (SquillModel) again = NULL;
  g_autoptr (GBytes) second = NULL;
  json_auto_t *before = load_schemas (first);
  json_auto_t *after = NULL;

  g_assert_true (squill_json_schema_is_likely (data, length));
  again = import_bytes (data, length, report);
  if (report->problems->len > 0)
    g_error ("%s", ((SquillImportProblem *)report->problems->pdata[0])->text);
  second = export_model (again, format, draft, style);
  after = load_schemas (second);
  if (!json_equal (before, after))
    g_error ("%s %s %s: %s\n%s", format, draft, style, data,
             (const char *)g_bytes_get_data (second, NULL));
}

static void
check_example (SquillModel *model, const char *name, gpointer data)
{
  static const char *const drafts[] = { "2020-12", "draft-07", "draft-04" };

  assert_same_again (model, "validator", NULL, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (drafts); i++)
    {
      assert_same_again (model, "json-schema", drafts[i], "relaxed");
      assert_same_again (model, "json-schema", drafts[i], "canonical");
    }
}

static void
test_round_trip (void)
{
  g_assert_cmpuint (foreach_example (check_example, NULL), >=, 10);
}

/* Keywords of all drafts. */
static void
test_keywords (void)
{
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  g_autoptr (SquillModel) model = import (
      "{'$schema':'http://json-schema.org/draft-07/schema#','title':'order','description':'bought',"
      "'type':'object','additionalProperties':false,'required':['_id','lines','kind'],'properties':"
      "{"
      "'_id':{'type':'string','format':'uuid'},"
      "'mail':{'type':['string','null'],'format':'email','maxLength':80,'pattern':'@'},"
      "'n':{'type':'integer','exclusiveMinimum':0,'maximum':9},"
      "'old':{'type':'integer','minimum':0,'exclusiveMinimum':true,'maximum':9},"
      "'big':{'type':'integer'},'price':{'type':'number','default':1.5},"
      "'kind':{'const':'web'},'state':{'enum':['open','shut']},"
      "'lines':{'type':'array','maxItems':20,'items':{'$ref':'#/definitions/line'}},"
      "'pair':{'type':'array','prefixItems':[{'type':'string'},{'type':'number'}]},"
      "'grid':{'type':'array','items':{'type':'array','items':{'type':'boolean'}}},"
      "'texts':{'type':'object','additionalProperties':{'type':'string','maxLength':9}},"
      "'by':{'type':'object','patternProperties':{'^[a-z]':{'type':'array','items':{'type':'number'"
      "}"
      "}}},"
      "'either':{'oneOf':[{'type':'object','required':['a','b'],'properties':{'a':{'type':'string'}"
      ","
      "'b':{}}},{'type':'object','required':['a'],'properties':{'a':{'type':'number'}}}]},"
      "'both':{'allOf':[{'$ref':'#/definitions/line'},{'properties':{'extra':{'type':'string'}},"
      "'required':['extra']}]},"
      "'gone':{'$ref':'#/definitions/nowhere'},"
      "'tree':{'$ref':'#/definitions/node'},"
      "'id':{'bsonType':['int','string']},"
      "'not':{'not':{'type':'string'}}},"
      "'definitions':{'line':{'type':'object','description':'one','required':['sku'],'properties':{"
      "'sku':{'type':'string'},'made':{'type':'object','properties':{'$date':{'type':'string'}}}}},"
      "'node':{'type':'object','properties':{'value':{'type':'string'},'children':{'type':'array',"
      "'items':{'$ref':'#/definitions/node'}}}}}}",
      report);
  const SquillEntity *order = find_entity (model, "order");
  const SquillField *field;

  g_assert_cmpstr (order->description, ==, "bought");
  g_assert_true (order->closed);
  g_assert_cmpuint (count_children (order, SQUILL_KIND_FIELD), ==, 19);
  g_assert_true (get_field (order, "_id")->required);
  g_assert_cmpstr (get_field (order, "_id")->meaning, ==, "uuid");
  field = get_field (order, "mail");
  g_assert_cmpuint (field->types, ==, SQUILL_TYPE_STRING | SQUILL_TYPE_NULL);
  g_assert_cmpfloat (field->max_length, ==, 80);
  g_assert_cmpstr (field->pattern, ==, "@");
  g_assert_cmpstr (field->meaning, ==, "email");
  assert_json (get_field (order, "n")->minimum, "1");
  assert_json (get_field (order, "old")->minimum, "1");
  assert_json (get_field (order, "old")->maximum, "9");
  g_assert_cmpuint (get_field (order, "old")->types, ==, SQUILL_TYPE_INT);
  g_assert_cmpuint (get_field (order, "big")->types, ==, SQUILL_TYPE_LONG);
  g_assert_cmpuint (get_field (order, "price")->types, ==, SQUILL_TYPE_DOUBLE);
  assert_json (get_field (order, "price")->default_value, "1.5");
  assert_json (get_field (order, "kind")->enumeration, "[\"web\"]");
  g_assert_cmpuint (get_field (order, "state")->types, ==, SQUILL_TYPE_STRING);
  field = get_field (order, "lines");
  g_assert_true (field->array);
  g_assert_cmpfloat (field->cap, ==, 20);
  g_assert_true (get_field (field, "sku")->required);
  g_assert_cmpuint (get_field (field, "made")->types, ==, SQUILL_TYPE_DATE);
  g_assert_cmpuint (get_field (order, "pair")->types, ==, SQUILL_TYPE_STRING | SQUILL_TYPE_DOUBLE);
  g_assert_cmpuint (get_field (get_field (order, "grid"), "[]")->types, ==, SQUILL_TYPE_BOOL);
  field = get_field (order, "texts");
  g_assert_true (field->map);
  g_assert_cmpfloat (field->max_length, ==, 9);
  g_assert_true (get_field (order, "by")->map);
  field = get_field (order, "either");
  g_assert_true (get_field (field, "a")->required);
  g_assert_false (get_field (field, "b")->required);
  field = get_field (order, "both");
  g_assert_true (get_field (field, "sku")->required);
  g_assert_true (get_field (field, "extra")->required);
  field = get_field (get_field (order, "tree"), "children");
  g_assert_true (field->array);
  g_assert_cmpuint (count_children (field, SQUILL_KIND_FIELD), ==, 0);
  g_assert_cmpuint (get_field (order, "id")->types, ==, SQUILL_TYPE_INT | SQUILL_TYPE_STRING);
  g_assert_true (tells (report, "“order.tree.children” contains itself"));
  g_assert_true (tells (report, "#/definitions/nowhere"));
  g_assert_true (tells (report, "“not” of “order.not”"));
  g_assert_cmpuint (report->problems->len, ==, 3);
}

/* An alternative may have another one in it, which has an end, and so may what is put together. */
static void
test_shared_parts (void)
{
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  g_autoptr (SquillModel) model = import (
      "{'title':'payment','type':'object','properties':{"
      "'by':{'oneOf':[{'$ref':'#/definitions/card'},{'$ref':'#/definitions/holder'}]},"
      "'from':{'allOf':[{'$ref':'#/definitions/place'},{'properties':{'near':{'$ref':"
      "'#/definitions/place'}}}]},"
      "'tree':{'oneOf':[{'$ref':'#/definitions/leaf'},{'$ref':'#/definitions/branch'}]}},"
      "'definitions':{"
      "'card':{'properties':{'owner':{'$ref':'#/definitions/holder'}}},"
      "'holder':{'properties':{'name':{'type':'string'}}},"
      "'place':{'properties':{'city':{'type':'string'}}},"
      "'leaf':{'properties':{'of':{'$ref':'#/definitions/branch'}}},"
      "'branch':{'properties':{'parts':{'type':'array','items':{'$ref':'#/definitions/leaf'}}}}}}",
      report);
  const SquillEntity *payment = find_entity (model, "payment");

  get_field (get_field (get_field (payment, "by"), "owner"), "name");
  get_field (get_field (payment, "by"), "name");
  get_field (get_field (payment, "from"), "city");
  get_field (get_field (get_field (payment, "from"), "near"), "city");
  g_assert_true (tells (report, "“payment.tree.of” contains itself"));
  g_assert_true (tells (report, "“payment.tree.parts” contains itself"));
  g_assert_cmpuint (report->problems->len, ==, 2);
}

/* A property that several parts of a schema have is what all of them say. */
static void
test_same_property (void)
{
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  g_autoptr (SquillModel) model = import (
      "{'title':'event','type':'object','properties':{'kind':{'type':'string','maxLength':9}},"
      "'oneOf':[{'required':['data'],'properties':{'kind':{'const':'a'},'data':{'properties':{"
      "'x':{'type':'number'}}}}},{'required':['data'],'properties':{'kind':{'const':'b'},'data':{"
      "'properties':{'y':{'type':'string'}}}}}],"
      "'allOf':[{'properties':{'at':{'type':'string'}}},{'properties':{'at':{'description':'when'},"
      "'kind':{}}},{'oneOf':[{'properties':{'left':{'type':'string'}}},{'properties':{'right':{"
      "'type':'string'}}}]}]}",
      report);
  const SquillEntity *event = find_entity (model, "event");
  const SquillField *data = get_field (event, "data");

  g_assert_cmpuint (report->problems->len, ==, 0);
  assert_json (get_field (event, "kind")->enumeration, "[\"a\",\"b\"]");
  g_assert_cmpfloat (get_field (event, "kind")->max_length, ==, 9);
  g_assert_false (get_field (event, "kind")->required);
  g_assert_true (data->required);
  g_assert_cmpuint (get_field (data, "x")->types, ==, SQUILL_TYPE_DOUBLE);
  g_assert_cmpuint (get_field (data, "y")->types, ==, SQUILL_TYPE_STRING);
  g_assert_cmpuint (get_field (event, "at")->types, ==, SQUILL_TYPE_STRING);
  g_assert_cmpstr (get_field (event, "at")->description, ==, "when");
  get_field (event, "left");
  get_field (event, "right");
}

/* Maps in arrays, arrays in maps, and what has no place beside other fields. */
static void
test_maps (void)
{
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  g_autoptr (SquillModel) model = import (
      "{'$schema':'http://json-schema.org/draft-07/"
      "schema#','title':'run','type':'array','items':{'type':'object','properties':{"
      "'stages':{'type':'array','items':{'type':'object','patternProperties':{'^s':{'properties':{"
      "'title':{'type':'string'}}}}}},"
      "'packages':{'type':'object','additionalProperties':{'type':'array','items':{'properties':{"
      "'bin':{'type':'string'}}}}},"
      "'deep':{'additionalProperties':{'additionalProperties':{'type':'integer'}}},"
      "'both':{'type':'object','properties':{'a':{}},'additionalProperties':{'type':'string'}},"
      "'open':{'type':'object','properties':{'a':{}},'additionalProperties':{}}}}}",
      report);
  const SquillEntity *run = find_entity (model, "run");
  const SquillField *field = get_field (get_field (run, "stages"), "[]");

  g_assert_true (get_field (run, "stages")->array);
  g_assert_true (field->map);
  g_assert_cmpuint (get_field (field, "title")->types, ==, SQUILL_TYPE_STRING);
  field = get_field (run, "packages");
  g_assert_true (field->map);
  g_assert_cmpuint (field->types, ==, SQUILL_TYPE_ARRAY);
  field = get_field (field, "[]");
  g_assert_true (field->array);
  g_assert_cmpuint (get_field (field, "bin")->types, ==, SQUILL_TYPE_STRING);
  field = get_field (get_field (run, "deep"), "[]");
  g_assert_true (field->map);
  g_assert_cmpuint (field->types, ==, SQUILL_TYPE_LONG);
  g_assert_true (tells (report, "“run.both” that have no name"));
  g_assert_cmpuint (report->problems->len, ==, 1);
}

/* What is wrapped around schemas. */
static void
test_wrapped (void)
{
  static const struct
  {
    const char *json;
    const char *entity;
    guint n;
  } cases[] = {
    { "{'$jsonSchema':{'bsonType':'object','properties':{'a':{'bsonType':'int'}}}}", "shop", 1 },
    { "{'validator':{'$jsonSchema':{'properties':{'a':{'bsonType':'int'}}}},'validationLevel':"
      "'moderate','validationAction':'warn'}",
      "shop", 1 },
    { "{'create':'users','validator':{'$jsonSchema':{'properties':{'a':{'bsonType':'int'}}}}}",
      "users", 1 },
    { "[{'name':'users','type':'collection','options':{'validator':{'$jsonSchema':{'properties':{'"
      "a':"
      "{'bsonType':'int'}}}}}},{'name':'plain','options':{}},{'name':'b','options':{'validator':{"
      "'$jsonSchema':{'properties':{'a':{'bsonType':'int'}}}}}}]",
      "users", 2 },
    { "{'users':{'$jsonSchema':{'properties':{'a':{'bsonType':'int'}}}},'b':{'properties':{'a':{"
      "'bsonType':'int'}}}}",
      "users", 2 },
    /* A data model of Compass, exported to JSON. */
    { "{'collections':{'db.users':{'ns':'db.users','jsonSchema':{'bsonType':'object','properties':{"
      "'a"
      "':{'bsonType':'int'}}}}},'relationships':[]}",
      "users", 1 },
    /* Definitions alone. */
    { "{'$schema':'https://json-schema.org/draft/2020-12/schema','$defs':{'users':{'type':'object',"
      "'properties':{'a':{'$ref':'#/$defs/n'}}},'n':{'type':'integer','minimum':0,'maximum':5}}}",
      "users", 1 },
    /* Compass's three kinds, and Hackolade's. */
    { "{'$schema':'https://json-schema.org/draft/2020-12/schema','type':'object','title':'users',"
      "'required':[],'properties':{'a':{'$ref':'#/$defs/Int'}},'$defs':{'Int':{'type':'integer',"
      "'minimum':0,'maximum':5}}}",
      "users", 1 },
    { "{'type':'object','x-bsonType':'object','properties':{'a':{'x-bsonType':'int','type':'"
      "integer',"
      "'x-metadata':{'probability':1,'hasDuplicates':false},'x-sampleValues':[1]}},'$defs':{}}",
      "shop", 1 },
    { "{'$schema':'http://json-schema.org/draft-04/schema#','type':'object','title':'users',"
      "'properties':{'a':{'type':'integer','minimum':1,'maximum':2,'exclusiveMinimum':true}},"
      "'additionalProperties':false}",
      "users", 1 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (SquillImportReport) report = squill_import_report_new ();
      g_autoptr (SquillModel) model = import (cases[i].json, report);
      const SquillEntity *entity = find_entity (model, cases[i].entity);

      g_assert_cmpuint (count_children (squill_model_get_info (model), SQUILL_KIND_ENTITY), ==,
                        cases[i].n);
      g_assert_cmpuint (report->outcomes->len, ==, cases[i].n);
      g_assert_cmpuint (report->problems->len, ==, 0);
      g_assert_cmpuint (get_field (entity, "a")->types, ==, SQUILL_TYPE_INT);
      if (i == 1)
        {
          g_assert_cmpint (entity->validation_level, ==, SQUILL_VALIDATION_MODERATE);
          g_assert_cmpint (entity->validation_action, ==, SQUILL_VALIDATION_WARN);
        }
      /* The law of a validator says just this type. */
      g_assert_cmpint (get_field (entity, "a")->exact_type, ==, i < 4 || i == 4);
    }
}

/* References that multiply without an end do end. */
static void
test_many (void)
{
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  g_autoptr (GString) json = g_string_new ("{'$schema':'http://json-schema.org/draft-07/schema#',"
                                           "'type':'object','properties':{'a':{'$ref':"
                                           "'#/definitions/n0'}},'definitions':{");
  g_autoptr (SquillModel) model = NULL;

  for (guint i = 0; i < 40; i++)
    g_string_append_printf (json,
                            "'n%u':{'type':'object','properties':{'x':{'$ref':'#/definitions/n%u'},"
                            "'y':{'$ref':'#/definitions/n%u'}}},",
                            i, i + 1, i + 1);
  g_string_append (json, "'n40':{'type':'string'}}}");
  model = import (json->str, report);
  g_assert_nonnull (squill_model_find_entity (model, "shop"));
  g_assert_true (tells (report, "20000") || tells (report, "20,000"));
}

/* A field has the values of all its alternatives, and bounds that all of them keep. */
static void
test_alternatives (void)
{
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  g_autoptr (SquillModel) model =
      import ("{'$schema':'https://json-schema.org/draft/2020-12/schema','properties':{"
              "'x':{'oneOf':[{'const':'a'},{'const':'b'},{'const':'a'}]},"
              "'y':{'anyOf':[{'type':'string','maxLength':5,'pattern':'^a'},"
              "{'type':'string','maxLength':50,'minLength':2}]},"
              "'w':{'anyOf':[{'enum':['a','b']},{'enum':['c']},{'type':'null'}]},"
              "'o':{'anyOf':[{'enum':['a','b']},{'type':'string'}]},"
              "'n':{'maximum':9,'anyOf':[{'type':'integer','minimum':3},{'type':'integer',"
              "'exclusiveMinimum':1},{'type':'string','maxLength':4}]}}}",
              report);
  const SquillEntity *entity = find_entity (model, "shop");

  assert_json (get_field (entity, "x")->enumeration, "[\"a\", \"b\"]");
  g_assert_cmpfloat (get_field (entity, "y")->max_length, ==, 50);
  g_assert_true (isnan (get_field (entity, "y")->min_length));
  g_assert_null (get_field (entity, "y")->pattern);
  assert_json (get_field (entity, "w")->enumeration, "[\"a\", \"b\", \"c\"]");
  g_assert_null (get_field (entity, "o")->enumeration);
  assert_json (get_field (entity, "n")->minimum, "1");
  assert_json (get_field (entity, "n")->maximum, "9");
  g_assert_cmpfloat (get_field (entity, "n")->max_length, ==, 4);
}

/* Of what refers to itself, or to the same in several ways, each part is looked at once. */
static void
test_repeated (void)
{
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  g_autoptr (GString) json = g_string_new (
      "{'$schema':'https://json-schema.org/draft/2020-12/schema','properties':{'x':{'$ref':"
      "'#/$defs/n0'},'s':{'$ref':'#/$defs/s'},'t':{'anyOf':[{'$ref':'#/$defs/u','description':'d'},"
      "{'$ref':'#/$defs/u'}]}},'$defs':{'s':{'anyOf':[{'$ref':'#/$defs/s'},{'$ref':'#/$defs/s'},"
      "{'type':'string'}]},'u':{'anyOf':[{'$ref':'#/$defs/u'},{'type':'boolean'}]},");
  g_autoptr (SquillModel) model = NULL;
  const SquillEntity *entity;

  for (guint i = 0; i < 60; i++)
    g_string_append_printf (
        json, "'n%u':{'prefixItems':[{'$ref':'#/$defs/n%u'},{'$ref':'#/$defs/n%u'}]},", i, i + 1,
        i + 1);
  g_string_append (json, "'n60':{'type':'string'}}}");
  model = import (json->str, report);
  entity = find_entity (model, "shop");
  g_assert_true (get_field (entity, "x")->array);
  g_assert_cmpint (get_field (entity, "s")->types, ==, SQUILL_TYPE_STRING);
  g_assert_cmpint (get_field (entity, "t")->types, ==, SQUILL_TYPE_BOOL);
}

/* Lists of values that many fields share are not copied without an end, which is told. */
static void
test_many_values (void)
{
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  g_autoptr (GString) json =
      g_string_new ("{'$schema':'https://json-schema.org/draft/2020-12/schema',"
                    "'properties':{");
  g_autoptr (SquillModel) model = NULL;
  const SquillEntity *entity;

  for (guint i = 0; i < 101; i++)
    g_string_append_printf (json, "%s'f%u':{'$ref':'#/$defs/e'}", i > 0 ? "," : "", i);
  g_string_append (json, "},'$defs':{'e':{'enum':['v'");
  for (guint i = 1; i < 2000; i++)
    g_string_append_printf (json, ",'v%u'", i);
  g_string_append (json, "]}}}");
  model = import (json->str, report);
  entity = find_entity (model, "shop");
  g_assert_cmpuint (json_array_size (get_field (entity, "f99")->enumeration), ==, 2000);
  g_assert_null (get_field (entity, "f100")->enumeration);
  g_assert_cmpint (get_field (entity, "f100")->types, ==, SQUILL_TYPE_STRING);
  g_assert_true (tells (report, "200000") || tells (report, "200,000"));
}

static void
test_refused (void)
{
  static const struct
  {
    const char *text;
    gboolean has_place;
  } cases[] = {
    { "", TRUE },   { "{\"a\":\n 1", TRUE }, { "[]", FALSE }, { "{\"a\": 1}", FALSE },
    { "5", FALSE }, { "a: [", TRUE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (SquillImportReport) report = squill_import_report_new ();
      g_autoptr (GError) error = NULL;
      guint line, column;

      g_assert_null (
          squill_json_schema_import ("x", cases[i].text, strlen (cases[i].text), report, &error));
      g_assert_nonnull (error);
      g_assert_cmpint (squill_model_parse_position (error, &line, &column), ==, cases[i].has_place);
    }
  g_assert_false (squill_json_schema_is_likely ("{\"$schema\": \"https://example.com/x\"}", 36));
}

/* A long name is cut between two characters. */
/* A model has as many levels as a document; what is below them is told with what it is in. */
static void
test_deep (void)
{
  static const struct
  {
    const char *begin;
    const char *end;
  } levels[] = {
    { "{\"type\":\"object\",\"properties\":{\"a\":", "}}" },
    { "{\"type\":\"array\",\"items\":", "}" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (levels); i++)
    {
      g_autoptr (SquillImportReport) report = squill_import_report_new ();
      g_autoptr (GString) text =
          g_string_new ("{\"title\":\"t\",\"type\":\"object\",\"properties\":{\"a\":");
      g_autoptr (SquillModel) model = NULL;

      for (guint j = 0; j < 300; j++)
        g_string_append (text, levels[i].begin);
      g_string_append (text, "{\"type\":\"string\"}");
      for (guint j = 0; j < 300; j++)
        g_string_append (text, levels[i].end);
      g_string_append (text, "}}");
      model = import_bytes (text->str, text->len, report);
      g_assert_cmpuint (count_children (find_entity (model, "t"), SQUILL_KIND_FIELD), ==, 1);
      g_assert_cmpuint (report->problems->len, ==, 1);
      g_assert_nonnull (
          strstr (((SquillImportProblem *)report->problems->pdata[0])->text, "nested too deep"));
    }
}

/* What a reader makes and no model can be is refused without a place in what nobody has seen. */
static void
test_no_place (void)
{
  json_auto_t *file =
      json_pack ("{s:s, s:i, s:s, s:{s:{s:s}, s:{s:s, s:i}}}", "format", "squill/model", "version",
                 1, "name", "m", "entities", "e", "name", "a", "f", "name", "b", "order", 3);
  g_autoptr (GError) error = NULL;
  guint line, column;

  g_assert_null (_squill_import_make_model (file, &error));
  g_assert_true (squill_model_parse_position (error, &line, &column));
  g_assert_cmpuint (line, ==, 1);
  g_assert_cmpuint (column, ==, 1);
}

/* What no field can have is told, what says nothing is not, and what is only required is there. */
static void
test_conditions (void)
{
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  g_autoptr (SquillModel) model = import (
      "{'title': 'things', 'type': 'object', 'additionalProperties': false, 'maxProperties': 9,"
      "'patternProperties': {'^x-': true}, 'required': ['only'], 'properties': {"
      "'a': {'type': 'array', 'minItems': 1, 'uniqueItems': true, 'items': {'type': 'string'}},"
      "'b': {'type': 'array', 'minItems': 0, 'uniqueItems': false, 'items': {'type': 'string'}},"
      "'c': {'type': 'object', 'required': ['inner'], 'minProperties': 2},"
      "'m': {'type': 'object', 'maxProperties': 3, 'additionalProperties': {'type': 'string'}}}}",
      report);
  static const char *const told[] = { "“maxProperties” of “things”",
                                      "“patternProperties” of “things”", "“minItems” of “things.a”",
                                      "“uniqueItems” of “things.a”",
                                      "“minProperties” of “things.c”" };
  const SquillEntity *things = find_entity (model, "things");

  for (guint i = 0; i < G_N_ELEMENTS (told); i++)
    g_assert_true (tells (report, told[i]));
  g_assert_cmpuint (report->problems->len, ==, G_N_ELEMENTS (told));
  g_assert_false (things->closed);
  g_assert_true (get_field (things, "only")->required);
  g_assert_cmpuint (get_field (things, "only")->types, ==, SQUILL_TYPE_NONE);
  g_assert_true (get_field (get_field (things, "c"), "inner")->required);
}

/* What the alternatives of an array of documents are is no definition. */
static void
test_array_of_alternatives (void)
{
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  g_autoptr (SquillModel) model = import (
      "{'$schema': 'https://json-schema.org/draft-07/schema', 'items': {'oneOf': [{'properties': "
      "{'a': {'type': 'string'}}}, {'$ref': '#/definitions/b'}]}, 'definitions': {'b': "
      "{'properties': {'c': {'type': 'boolean'}}}, 'text': {'type': 'string'}}}",
      report);

  static const char texts[] =
      "{\"$schema\": \"x\", \"definitions\": {\"t\": {\"type\": \"string\"}}}";
  g_autoptr (SquillModel) none = NULL;
  g_autoptr (GError) error = NULL;

  get_field (find_entity (model, "shop"), "a");
  get_field (find_entity (model, "shop"), "c");
  none = squill_json_schema_import ("shop", texts, strlen (texts), report, &error);
  g_assert_error (error, SQUILL_EXCHANGE_ERROR, SQUILL_EXCHANGE_ERROR_FORMAT);
  g_assert_null (none);
}

static void
test_long_title (void)
{
  static const char data[] = "{\"_id\": 1, \"a\": 2}";
  g_autofree char *title = g_strnfill (99, 'a');
  g_autofree char *long_title = g_strconcat (title, "éé", NULL);
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (SquillModel) model =
      squill_document_import (long_title, data, strlen (data), report, &error);
  guint n;
  gpointer const *entities;

  g_assert_no_error (error);
  entities = squill_item_get_children (squill_model_get_info (model), SQUILL_KIND_ENTITY, &n);
  g_assert_cmpuint (n, ==, 1);
  g_assert_cmpstr (squill_item_get_name (entities[0]), ==, title);
}

/* Only the schemas of an interface, in both versions of OpenAPI. */
static void
test_open_api (void)
{
  static const char *const texts[] = {
    "{'openapi': '3.0.3', 'info': {'title': 'Shop'}, 'paths': {'/pets': {'get': {'parameters': "
    "[{'name': 'n', 'schema': {'$ref': '#/components/schemas/Pet'}}]}}}, 'components': "
    "{'parameters': {'p': {'schema': {'$ref': '#/components/schemas/Pet'}}}, 'schemas': {"
    "'Pet': {'type': 'object', 'required': ['id'], 'properties': {'id': {'type': 'integer'}, "
    "'tag': {'type': 'string', 'nullable': true}, 'owner': {'$ref': "
    "'#/components/schemas/Owner'}}}, "
    "'Owner': {'title': 'Who has it', 'type': 'object', 'properties': {'name': {'type': "
    "'string'}}}, "
    "'Either': {'oneOf': [{'$ref': '#/components/schemas/Color'}, {'anyOf': [{'$ref': "
    "'#/components/schemas/Owner'}]}]}, 'Empty': {'type': ['object', 'null']}, "
    "'Color': {'type': 'string', 'enum': ['red']}, 'Pets': {'type': 'array', 'items': "
    "{'$ref': '#/components/schemas/Pet'}}, 'Loop': {'oneOf': [{'$ref': "
    "'#/components/schemas/Loop'}]}}}}",
    "{'swagger': '2.0', 'info': {'title': 'Shop'}, 'paths': {}, 'definitions': {"
    "'Pet': {'type': 'object', 'required': ['id'], 'properties': {'id': {'type': 'integer'}, "
    "'tag': {'type': ['string', 'null']}, 'owner': {'$ref': '#/definitions/Owner'}}}, "
    "'Owner': {'type': 'object', 'properties': {'name': {'type': 'string'}}}}}",
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (SquillImportReport) report = squill_import_report_new ();
      g_autoptr (SquillModel) model = import (texts[i], report);
      g_autofree char *text = g_strdelimit (g_strdup (texts[i]), "'", '"');
      const SquillEntity *pet = find_entity (model, "Pet");

      g_assert_true (squill_json_schema_is_likely (text, strlen (text)));
      g_assert_cmpuint (count_children (squill_model_get_info (model), SQUILL_KIND_ENTITY), ==,
                        i == 0 ? 4 : 2);
      find_entity (model, "Owner");
      if (i == 0)
        {
          g_assert_nonnull (get_field (find_entity (model, "Either"), "name"));
          find_entity (model, "Empty");
          g_assert_nonnull (find_problem (report, "nothing refers to them: Pets"));
        }
      g_assert_true (get_field (pet, "id")->required);
      g_assert_cmpuint (get_field (pet, "tag")->types, ==, SQUILL_TYPE_STRING | SQUILL_TYPE_NULL);
      g_assert_cmpuint (get_field (get_field (pet, "owner"), "name")->types, ==,
                        SQUILL_TYPE_STRING);
      g_assert_cmpuint (report->problems->len, ==, i == 0 ? 1 : 0);
    }
}

/* Limits that hold for values of one type only, and alternatives that leave the type open. */
static void
test_open_types (void)
{
  static const char schema[] =
      "{\"$schema\":\"https://json-schema.org/draft/2020-12/schema\",\"title\":\"t\","
      "\"type\":\"object\",\"properties\":{\"a\":{\"anyOf\":[{\"type\":\"string\"},{}]},"
      "\"b\":{\"minimum\":3},\"c\":{\"type\":\"number\",\"multipleOf\":0.01},"
      "\"d\":{\"type\":\"number\",\"anyOf\":[{\"minimum\":3},{\"maximum\":1}]},"
      "\"e\":{\"type\":\"integer\",\"multipleOf\":1},"
      "\"f\":{\"type\":\"array\",\"prefixItems\":[{\"type\":\"string\"}],\"items\":false}}}";
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  g_autoptr (SquillModel) model = import_text ("json-schema", schema, report);
  const SquillEntity *entity = find_entity (model, "t");
  const SquillField *a = find_child (entity, SQUILL_KIND_FIELD, "a");
  const SquillField *d = find_child (entity, SQUILL_KIND_FIELD, "d");

  g_assert_cmpuint (a->types, ==, SQUILL_TYPE_NONE);
  g_assert_cmpuint (d->types, ==, SQUILL_TYPE_DOUBLE);
  g_assert_nonnull (find_problem (report, "“minimum” of “t.b” has no effect"));
  g_assert_nonnull (find_problem (report, "“multipleOf” of “t.c”"));
  g_assert_nonnull (find_problem (report, "“items” of “t.f”"));
  g_assert_cmpuint (report->problems->len, ==, 3);
}

/* What is said of values as a whole, and of what is not there, has no place in a model. */
static void
test_whole_values (void)
{
  static const char schema[] =
      "{\"$schema\":\"https://json-schema.org/draft/2020-12/schema\",\"title\":\"t\","
      "\"type\":\"object\",\"properties\":{\"a\":{\"enum\":[{\"x\":1},{\"x\":2}]},"
      "\"c\":false,\"e\":{\"type\":\"array\",\"enum\":[[1,2]]},"
      "\"f\":{\"type\":\"array\",\"const\":[1]},"
      "\"g\":{\"enum\":[{\"$oid\":\"507f1f77bcf86cd799439011\"}]},"
      "\"o\":{\"properties\":{\"n\":false},\"additionalProperties\":false}},"
      "\"enum\":[{\"a\":{\"x\":1}}]}";
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  g_autoptr (SquillModel) model = import_text ("json-schema", schema, report);
  const SquillEntity *entity = find_entity (model, "t");
  const SquillField *a = find_child (entity, SQUILL_KIND_FIELD, "a");
  const SquillField *e = find_child (entity, SQUILL_KIND_FIELD, "e");
  const SquillField *f = find_child (entity, SQUILL_KIND_FIELD, "f");
  const SquillField *g = find_child (entity, SQUILL_KIND_FIELD, "g");

  g_assert_cmpuint (json_array_size (a->enumeration), ==, 2);
  g_assert_null (e->enumeration);
  g_assert_null (f->enumeration);
  g_assert_cmpuint (g->types, ==, SQUILL_TYPE_OBJECT_ID);
  g_assert_nonnull (find_problem (report, "That “t” has no “c”"));
  g_assert_nonnull (find_problem (report, "“enum” of “t.e”"));
  g_assert_nonnull (find_problem (report, "“const” of “t.f”"));
  g_assert_nonnull (find_problem (report, "Which values “t” has as a whole"));
  g_assert_cmpuint (report->problems->len, ==, 4);
}

/* A model of Hackolade: fields are lists there, and what is not active is left out. */
static void
test_hackolade (void)
{
  static const char text[] =
      "{\"modelName\": \"Shelter\", \"collections\": [{\"collectionName\": \"pets\", \"type\": "
      "\"object\", \"description\": \"Animals\", \"isActivated\": true, \"properties\": ["
      "{\"name\": \"_id\", \"type\": \"objectId\", \"primaryKey\": true},"
      "{\"name\": \"age\", \"type\": \"numeric\", \"mode\": \"integer32\", \"required\": true},"
      "{\"name\": \"weight\", \"type\": \"numeric\", \"mode\": \"decimal128\", \"minimum\": \"\"},"
      "{\"name\": \"kind\", \"type\": \"string\", \"enum\": [\"dog\", \"cat\"]},"
      "{\"name\": \"gone\", \"type\": \"string\", \"isActivated\": false},"
      "{\"name\": \"visits\", \"type\": \"array\", \"properties\": [{\"type\": \"document\", "
      "\"properties\": [{\"name\": \"at\", \"type\": \"date\", \"required\": true},"
      "{\"name\": \"well\", \"type\": \"boolean\"}]}]},"
      "{\"type\": \"choice\", \"choice\": \"oneOf\", \"properties\": []}],"
      "\"indexes\": [{\"key\": []}]}], \"relationships\": [{\"name\": \"fk\"}]}";
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (SquillModel) model =
      squill_json_schema_import ("t", text, strlen (text), report, &error);
  const SquillEntity *pets;

  g_assert_no_error (error);
  g_assert_true (squill_json_schema_is_likely (text, strlen (text)));
  pets = find_entity (model, "pets");
  g_assert_cmpuint (get_field (pets, "_id")->types, ==, SQUILL_TYPE_OBJECT_ID);
  g_assert_true (get_field (pets, "_id")->required);
  g_assert_cmpuint (get_field (pets, "age")->types, ==, SQUILL_TYPE_INT);
  g_assert_cmpuint (get_field (pets, "weight")->types, ==, SQUILL_TYPE_DECIMAL);
  assert_json (get_field (pets, "kind")->enumeration, "[\"dog\", \"cat\"]");
  g_assert_true (get_field (pets, "visits")->array);
  g_assert_true (get_field (pets, "visits.at")->required);
  g_assert_cmpuint (get_field (pets, "visits.well")->types, ==, SQUILL_TYPE_BOOL);
  g_assert_null (find_child (pets, SQUILL_KIND_FIELD, "gone"));
  g_assert_nonnull (find_problem (report, "Choices and references are not taken over: “pets”"));
  g_assert_nonnull (find_problem (report, "not active is not taken over: “pets.gone”"));
  g_assert_nonnull (find_problem (report, "Relationships are not"));
  g_assert_nonnull (find_problem (report, "Indexes are not"));
  g_assert_cmpuint (report->problems->len, ==, 4);
}

/* Fields of several types keep what is in them, and what is skipped is told. */
static void
test_hackolade_mixed (void)
{
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  g_autoptr (GString) text = g_string_new (
      "{'modelName':'m','collections':[{'collectionName':'c','properties':["
      "{'name':'a','type':['document','null'],'properties':[{'name':'inner','type':'string'}]},"
      "{'name':'o','type':['object','null'],'properties':[{'name':'inner','type':'date'}]},"
      "{'name':'n','type':['numeric','string'],'mode':'integer32'},"
      "{'name':'l','type':['array','null'],'properties':[{'type':'string'}]},"
      "{'name':'d','type':'string'},{'name':'d','type':'boolean'},{'type':'string'},"
      "{'name':'^x$','type':'string','isPatternField':true}");
  g_autoptr (SquillModel) model = NULL;
  const SquillEntity *entity;

  g_string_append (text, ",{'name':'deep','type':'document','properties':[");
  for (guint i = 0; i < 110; i++)
    g_string_append (text, "{'name':'x','type':'document','properties':[");
  for (guint i = 0; i < 110; i++)
    g_string_append (text, "]}");
  g_string_append (text, "]}]},{'code':'nameless','properties':[]}],'views':[");
  for (guint i = 0; i < 8; i++)
    g_string_append_printf (text, "%s{'name':'v%u'}", i > 0 ? "," : "", i);
  g_string_append (text, "]}");
  model = import (text->str, report);
  entity = find_entity (model, "c");
  g_assert_cmpuint (get_field (entity, "a")->types, ==, SQUILL_TYPE_OBJECT | SQUILL_TYPE_NULL);
  g_assert_cmpuint (get_field (entity, "a.inner")->types, ==, SQUILL_TYPE_STRING);
  g_assert_cmpuint (get_field (entity, "o.inner")->types, ==, SQUILL_TYPE_DATE);
  g_assert_cmpuint (get_field (entity, "n")->types, ==, SQUILL_TYPE_INT | SQUILL_TYPE_STRING);
  g_assert_true (get_field (entity, "l")->array);
  g_assert_true ((get_field (entity, "l")->types & SQUILL_TYPE_STRING) != 0);
  g_assert_cmpuint (get_field (entity, "d")->types, ==, SQUILL_TYPE_STRING);
  g_assert_null (find_child (entity, SQUILL_KIND_FIELD, "^x$"));
  g_assert_true (tells (report, "Views are not taken over: “v0”, “v1”, “v2”, “v3”, “v4”, and 3"));
  g_assert_true (tells (report, "What has no name is not taken over: “c”, “[]”"));
  g_assert_true (tells (report, "only the first is taken over: “c.d”"));
  g_assert_true (tells (report, "names are patterns are not taken over: “c.^x$”"));
  g_assert_true (tells (report, "What is nested too deep is not taken over: “c.deep.x.x"));
}

/* What several parts say of one value: all of it holds, or it is told. */
static void
test_parts (void)
{
  static const char schema[] =
      "{\"type\": \"object\", \"oneOf\": [{\"required\": [\"a\"]}, {\"required\": [\"b\"]}],"
      "\"properties\": {"
      "\"a\": {\"allOf\": [{\"type\": [\"integer\", \"null\"], \"minimum\": 3},"
      "{\"type\": \"number\", \"minimum\": 5, \"maximum\": 9}, {\"maximum\": 8}]},"
      "\"b\": {\"allOf\": [{\"type\": \"string\"}, false]},"
      "\"c\": {\"allOf\": [{\"enum\": [\"x\", \"y\"]}, {\"enum\": [\"y\", \"z\"]}]},"
      "\"d\": {\"allOf\": [{\"type\": \"string\", \"pattern\": \"^a\"}, {\"pattern\": \"b$\"}]},"
      "\"e\": {\"allOf\": [{\"type\": \"string\"}, {\"type\": \"boolean\"}]},"
      "\"f\": {\"allOf\": [{\"enum\": [\"number\", \"text\", \"text\"]},"
      "{\"enum\": [\"integer\", \"text\", \"text\"]}]}}}";
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (SquillModel) model =
      squill_json_schema_import ("t", schema, strlen (schema), report, &error);
  const SquillEntity *entity;

  g_assert_no_error (error);
  entity = find_entity (model, "t");
  assert_json (get_field (entity, "a")->minimum, "5");
  assert_json (get_field (entity, "a")->maximum, "8");
  g_assert_cmpuint (get_field (entity, "a")->types, ==, SQUILL_TYPE_INT);
  assert_json (get_field (entity, "c")->enumeration, "[\"y\"]");
  /* Only as a type each integer is a number; and each value is there once. */
  assert_json (get_field (entity, "f")->enumeration, "[\"text\"]");
  g_assert_nonnull (find_problem (report, "“oneOf” of “t” "));
  g_assert_nonnull (find_problem (report, "“allOf” of “t.b” "));
  g_assert_nonnull (find_problem (report, "“pattern” of “t.d” "));
  g_assert_nonnull (find_problem (report, "“type” of “t.e” "));
  g_assert_cmpuint (report->problems->len, ==, 4);
}

/* Long lists that each of many fields has are compared as long as that is not too much, which is
 * told. */
static void
test_long_lists (void)
{
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  g_autoptr (GString) json = g_string_new ("{'properties':{'first':{'allOf':[{'$ref':'#/$defs/e'},"
                                           "{'enum':['w','w']}]}");
  g_autoptr (SquillModel) model = NULL;
  const SquillEntity *entity;

  for (guint i = 0; i < 150; i++)
    g_string_append_printf (json, ",'f%u':{'allOf':[{'$ref':'#/$defs/e'},{'enum':['w']}]}", i);
  g_string_append (json, "},'$defs':{'e':{'enum':['w','w'");
  for (guint i = 0; i < 500; i++)
    g_string_append_printf (json, ",'%01000u'", i);
  g_string_append (json, "]}}}");
  model = import (json->str, report);
  entity = find_entity (model, "shop");
  assert_json (get_field (entity, "first")->enumeration, "[\"w\"]");
  assert_json (get_field (entity, "f0")->enumeration, "[\"w\"]");
  g_assert_false (tells (report, "“shop.f0” "));
  g_assert_true (tells (report, "“enum” of “shop.f149” "));
}

/* Parts that all hold: a number of one type is a number. */
static void
test_numbers_of_parts (void)
{
  static const struct
  {
    const char *parts;
    SquillTypes types;
  } cases[] = {
    { "[{ \"bsonType\": \"int\" }, { \"bsonType\": \"number\" }]", SQUILL_TYPE_INT },
    { "[{ \"bsonType\": \"number\" }, { \"bsonType\": [\"string\", \"double\"] }]",
      SQUILL_TYPE_DOUBLE },
    { "[{ \"bsonType\": [\"int\", \"long\"] }, { \"bsonType\": \"number\" }]",
      SQUILL_TYPE_INT | SQUILL_TYPE_LONG },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = g_strdup_printf ("{ \"$jsonSchema\": { \"bsonType\": \"object\", "
                                               "\"properties\": { \"a\": { \"allOf\": %s } } } }",
                                               cases[i].parts);
      g_autoptr (SquillImportReport) report = squill_import_report_new ();
      g_autoptr (SquillModel) model = import_text ("json-schema", text, report);
      guint n;
      gpointer const *all =
          squill_item_get_children (squill_model_get_info (model), SQUILL_KIND_ENTITY, &n);

      g_assert_cmpuint (n, ==, 1);
      g_assert_cmpuint (report->problems->len, ==, 0);
      g_assert_cmpuint (get_field (all[0], "a")->types, ==, cases[i].types);
    }
}

/* What is not taken over stands where its schema does, also behind a reference and in YAML; a file
 * may begin with the mark of its encoding. */
static void
test_places (void)
{
  static const char json[] =
      "\xef\xbb\xbf{ \"type\": \"object\",\n"
      "  \"properties\": { \"ä\": { \"type\": \"string\" },\n"
      "    \"list\": { \"type\": \"array\", \"minItems\": 2 },\n"
      "    \"\\u0061\": { \"$ref\": \"#/definitions/other\" }, \"k\": [1, {}, \"]\"] },\n"
      "  \"definitions\": {\n"
      "    \"other\": { \"properties\": { \"x\": {\n"
      "      \"type\": \"array\", \"uniqueItems\": true } } } } }";
  static const char yaml[] = "openapi: 3.0.0\ninfo: {title: t}\ncomponents:\n  schemas:\n    T:\n"
                             "      type: object\n      properties:\n        list:\n"
                             "          type: array\n          minItems: 2\n";
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  g_autoptr (SquillImportReport) other = squill_import_report_new ();
  g_autoptr (SquillModel) model = import_text ("json-schema", json, report);
  g_autoptr (SquillModel) made = import_text ("json-schema", yaml, other);

  assert_problem_at (report, 3, 13, "minItems");
  assert_problem_at (report, 6, 37, "uniqueItems");
  assert_problem_at (other, 9, 11, "minItems");
}

/* All of a file may stand in one line: nothing in it is counted twice. */
static void
test_one_line (void)
{
  g_autoptr (GString) text = g_string_new ("{ \"properties\": { ");
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  g_autoptr (SquillModel) model = NULL;
  guint column;

  for (guint i = 0; i < 4000; i++)
    g_string_append_printf (text, "\"f%u\": { \"type\": \"string\" }, ", i);
  g_string_append (text, "\"ä\": ");
  column = (guint)g_utf8_strlen (text->str, -1) + 1;
  g_string_append (text, "{ \"type\": \"array\", \"minItems\": 2 } } }");
  model = import_text ("json-schema", text->str, report);
  assert_problem_at (report, 1, column, "minItems");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/schema-import/round-trip", test_round_trip);
  g_test_add_func ("/schema-import/keywords", test_keywords);
  g_test_add_func ("/schema-import/shared-parts", test_shared_parts);
  g_test_add_func ("/schema-import/same-property", test_same_property);
  g_test_add_func ("/schema-import/maps", test_maps);
  g_test_add_func ("/schema-import/wrapped", test_wrapped);
  g_test_add_func ("/schema-import/many", test_many);
  g_test_add_func ("/schema-import/alternatives", test_alternatives);
  g_test_add_func ("/schema-import/repeated", test_repeated);
  g_test_add_func ("/schema-import/many-values", test_many_values);
  g_test_add_func ("/schema-import/refused", test_refused);
  g_test_add_func ("/schema-import/deep", test_deep);
  g_test_add_func ("/schema-import/no-place", test_no_place);
  g_test_add_func ("/schema-import/conditions", test_conditions);
  g_test_add_func ("/schema-import/array-of-alternatives", test_array_of_alternatives);
  g_test_add_func ("/schema-import/long-title", test_long_title);
  g_test_add_func ("/schema-import/open-api", test_open_api);
  g_test_add_func ("/schema-import/whole-values", test_whole_values);
  g_test_add_func ("/schema-import/open-types", test_open_types);
  g_test_add_func ("/schema-import/parts", test_parts);
  g_test_add_func ("/schema-import/long-lists", test_long_lists);
  g_test_add_func ("/schema-import/hackolade", test_hackolade);
  g_test_add_func ("/schema-import/hackolade-mixed", test_hackolade_mixed);
  g_test_add_func ("/schema-import/places", test_places);
  g_test_add_func ("/schema-import/one-line", test_one_line);
  g_test_add_func ("/schema-import/numbers-of-parts", test_numbers_of_parts);
  return g_test_run ();
}

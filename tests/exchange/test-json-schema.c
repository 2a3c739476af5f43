/* SPDX-License-Identifier: Apache-2.0 */

/* Standard JSON Schema: every sample document, written as relaxed Extended JSON, passes its own. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include <gio/gio.h>
#include <math.h>
#include <string.h>

#include "design-fixture.h"
#include "exchange/squill-exchange.h"
#include "json-schema-checker.h"

static GPtrArray *
export_files (SquillDesign *design, const char *format, const char *first_option, ...)
{
  g_autoptr (GHashTable) options = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GError) error = NULL;
  GPtrArray *files;
  va_list list;

  va_start (list, first_option);
  for (const char *name = first_option; name != NULL; name = va_arg (list, const char *))
    g_hash_table_insert (options, (gpointer)name, va_arg (list, char *));
  va_end (list);
  files = squill_export (squill_exporters_find (format), design, NULL, options, NULL, &error);
  g_assert_no_error (error);
  return files;
}

static json_t *
load (const char *text, gsize length)
{
  json_error_t error;
  json_t *json = json_loadb (text, length, JSON_ALLOW_NUL | JSON_REJECT_DUPLICATES, &error);

  if (json == NULL)
    g_error ("%s: %.*s", error.text, (int)length, text);
  return json;
}

static void
check_document (const json_t *schema, const json_t *document, const char *what)
{
  g_autoptr (GString) path = g_string_new ("$");

  if (!json_schema_check (schema, document, path))
    g_error ("%s: %s\n%s", what, path->str, json_dumps (document, 0));
}

/* The documents of a file of samples, which a schema lets pass, as it does its own examples. */
static guint
check_file (const SquillExportFile *schema_file,
            const SquillExportFile *sample_file,
            const char *draft,
            const char *what)
{
  static const char *const uris[] = { "https://json-schema.org/draft/2020-12/schema",
                                      "http://json-schema.org/draft-07/schema#",
                                      "http://json-schema.org/draft-04/schema#" };
  const gboolean is_4 = g_str_equal (draft, "draft-04");
  gsize length;
  const char *text = g_bytes_get_data (schema_file->content, &length);
  json_t *schema = load (text, length);
  const char *uri = json_string_value (json_object_get (schema, "$schema"));
  const json_t *examples = json_object_get (schema, "examples");
  const char *end;
  guint n = 0;

  g_assert_cmpstr (uri, ==, uris[is_4 ? 2 : g_str_equal (draft, "draft-07")]);
  g_assert_true (g_str_has_prefix (
      json_string_value (json_object_get (schema, is_4 ? "id" : "$id")), "urn:squill:"));
  g_assert_true (!is_4 || (examples == NULL && strstr (text, "\"const\"") == NULL));
  for (gsize i = 0; i < json_array_size (examples); i++)
    check_document (schema, json_array_get (examples, i), what);
  text = g_bytes_get_data (sample_file->content, &length);
  for (end = text + length; text < end; n++)
    {
      const char *line_end = memchr (text, '\n', end - text);
      json_t *document = load (text, line_end - text);

      check_document (schema, document, what);
      json_decref (document);
      text = line_end + 1;
    }
  json_decref (schema);
  return n;
}

static void
check_design (SquillModel *model, const char *count, const char *what)
{
  static const char *const drafts[] = { "2020-12", "draft-07", "draft-04" };
  static const char *const styles[] = { "relaxed", "canonical" };
  g_autoptr (SquillDesign) design = squill_design_new (model);

  for (guint style = 0; style < G_N_ELEMENTS (styles); style++)
    {
      g_autoptr (GPtrArray) samples =
          export_files (design, "samples", "count", count, "style", styles[style], NULL);

      for (guint draft = 0; draft < G_N_ELEMENTS (drafts); draft++)
        {
          g_autoptr (GPtrArray) schemas = export_files (
              design, "json-schema", "style", styles[style], "draft", drafts[draft], NULL);

          g_assert_cmpuint (schemas->len, ==, samples->len);
          for (guint i = 0; i < schemas->len; i++)
            {
              g_autofree char *form = g_strdup_printf (
                  "%s, %s, %s, %s", what, ((SquillExportFile *)schemas->pdata[i])->name,
                  styles[style], drafts[draft]);
              guint n = check_file (schemas->pdata[i], samples->pdata[i], drafts[draft], form);

              g_assert_cmpuint (n, ==, g_ascii_strtoull (count, NULL, 10));
            }
        }
    }
}

/* Without a word, samples are as the schema has them. */
static void
test_usual (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillDesign) design = NULL;
  g_autoptr (GPtrArray) samples = NULL, schemas = NULL;

  draw_entity (model, "e");
  draw_field (model, "e", "i", "int");
  draw_field (model, "e", "l", "long");
  draw_field (model, "e", "d", "double");
  draw_field (model, "e", "t", "date");
  design = squill_design_new (model);
  samples = export_files (design, "samples", "count", "10", NULL);
  schemas = export_files (design, "json-schema", NULL);
  g_assert_cmpuint (check_file (schemas->pdata[0], samples->pdata[0], "2020-12", "usual"), ==, 10);
}

/* Values that documents had are examples. */
static void
test_examples_of_fields (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillDesign) design = NULL;
  g_autoptr (GPtrArray) relaxed = NULL, canonical = NULL;
  const char *text;

  draw_entity (model, "e");
  draw_field (model, "e", "n", "int");
  change (model, "e.n", "usual_values", "[7,8,9,10]");
  draw_field (model, "e", "state", "string");
  change (model, "e.state", "enum", "['new','done']");
  draw_field (model, "e", "kind", "string");
  change (model, "e.kind", "enum", "['a','b']");
  change (model, "e.kind", "evidence", "{'observed':{'enum':['a','b']}}");
  design = squill_design_new (model);
  relaxed = export_files (design, "json-schema", NULL);
  text = g_bytes_get_data (((SquillExportFile *)relaxed->pdata[0])->content, NULL);
  g_assert_nonnull (strstr (text, "\"examples\": [ 7, 8, 9 ]"));
  g_assert_nonnull (strstr (text, "\"examples\": [ \"a\", \"b\" ]"));
  g_assert_nonnull (strstr (text, "\"enum\": [ \"new\", \"done\" ]"));
  g_assert_null (strstr (text, "\"examples\": [ \"new\""));
  canonical = export_files (design, "json-schema", "style", "canonical", NULL);
  text = g_bytes_get_data (((SquillExportFile *)canonical->pdata[0])->content, NULL);
  g_assert_nonnull (strstr (text, "{ \"$numberInt\": \"7\" }"));
}

static void
test_types (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();

  draw_entity (model, "e");
  for (guint i = 0; i < SQUILL_N_TYPES; i++)
    {
      g_autofree char *name = g_strdup_printf ("f%u", i);
      g_autofree char *maybe = g_strdup_printf ("%s|null", squill_type_get_name (1u << i));
      g_autofree char *list = g_strdup_printf ("%s[]2", squill_type_get_name (1u << i));
      g_autofree char *map = g_strdup_printf ("%s{}2#6", squill_type_get_name (1u << i));
      g_autofree char *other = g_strdup_printf ("l%u", i);
      g_autofree char *third = g_strdup_printf ("m%u", i);

      draw_field (model, "e", name, (1u << i) == SQUILL_TYPE_NULL ? "null" : maybe);
      draw_field (model, "e", other, list);
      draw_field (model, "e", third, map);
    }
  draw_field (model, "e", "any", "");
  draw_field (model, "e", "anys", "[]2");
  draw_field (model, "e", "grid", "array[]2");
  draw_field (model, "e.grid", "[]", "date[]3");
  draw_field (model, "e", "one", "int[]0..1..2");
  change (model, "e.one", "single", "true");
  draw_field (model, "e", "nothing", "int[]2");
  change (model, "e.nothing", "nullable", "true");
  check_design (model, "200", "types");
}

static void
test_rules (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();

  draw_entity (model, "e");
  draw_field (model, "e", "i", "int");
  change (model, "e.i", "minimum", "5");
  draw_field (model, "e", "d", "double|string");
  change (model, "e.d", "maximum", "2.5");
  draw_field (model, "e", "s", "string");
  change (model, "e.s", "pattern", "'^[a-z]{3,9}$'");
  change (model, "e.s", "max_length", "5");
  change (model, "e.s", "default", "'abc'");
  draw_field (model, "e", "o", "objectId|null");
  change (model, "e.o", "enum", "[{'$oid':'507f1f77bcf86cd799439011'}]");
  draw_field (model, "e", "t", "date");
  change (model, "e.t", "enum",
          "[{'$date':'2020-01-01T00:00:00Z'},{'$date':{'$numberLong':'-5'}}]");
  draw_field (model, "e", "n", "decimal");
  change (model, "e.n", "enum", "[{'$numberDecimal':'1.50'}]");
  draw_field (model, "e", "l", "int[]2..6..9");
  change (model, "e.l", "cap", "7");
  check_design (model, "300", "rules");
}

static void
test_text (void)
{
  static const char expected[] =
      "{\n"
      "  \"$schema\": \"https://json-schema.org/draft/2020-12/schema\",\n"
      "  \"$id\": \"urn:squill:model:e\",\n"
      "  \"title\": \"e\",\n"
      "  \"type\": \"object\",\n"
      "  \"properties\": {\n"
      "    \"_id\": { \"$ref\": \"#/$defs/ObjectId\" },\n"
      "    \"a\": {\n"
      "      \"anyOf\": [\n"
      "        { \"type\": \"string\" },\n"
      "        { \"type\": \"integer\" }\n"
      "      ]\n"
      "    },\n"
      "    \"b\": {\n"
      "      \"type\": \"array\",\n"
      "      \"items\": {}\n"
      "    },\n"
      "    \"c\": {}\n"
      "  },\n"
      "  \"required\": [ \"_id\", \"a\" ],\n"
      "  \"$defs\": {\n"
      "    \"ObjectId\": {\n"
      "      \"type\": \"object\",\n"
      "      \"properties\": {\n"
      "        \"$oid\": { \"type\": \"string\", \"pattern\": "
      "\"^[0-9a-fA-F]{24}$\" }\n"
      "      },\n"
      "      \"required\": [ \"$oid\" ],\n"
      "      \"additionalProperties\": false\n"
      "    }\n"
      "  },\n"
      "  \"examples\": [\n";
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillDesign) design = NULL;
  g_autoptr (GPtrArray) files = NULL;
  const SquillExportFile *file;
  g_autofree char *text = NULL;
  gsize length;

  draw_entity (model, "e");
  draw_field (model, "e", "a", "string|int|long");
  draw_field (model, "e", "b", "?[]2");
  draw_field (model, "e", "c", "?");
  design = squill_design_new (model);
  files = export_files (design, "json-schema", NULL);
  file = g_ptr_array_index (files, 0);
  text = g_strndup (g_bytes_get_data (file->content, &length), g_bytes_get_size (file->content));
  g_assert_cmpstr (file->name, ==, "e.json-schema.json");
  if (!g_str_has_prefix (text, expected))
    g_assert_cmpstr (text, ==, expected);
}

static void
test_examples (void)
{
  static const char *const names[] = { "books",    "cms",      "movies", "parts",  "patrons",
                                       "products", "students", "tasks",  "traffic" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (SquillModel) model = load_example (names[i]);

      check_design (model, "50", names[i]);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/exchange/json-schema/text", test_text);
  g_test_add_func ("/exchange/json-schema/usual", test_usual);
  g_test_add_func ("/exchange/json-schema/examples-of-fields", test_examples_of_fields);
  g_test_add_func ("/exchange/json-schema/types", test_types);
  g_test_add_func ("/exchange/json-schema/rules", test_rules);
  g_test_add_func ("/exchange/json-schema/examples", test_examples);

  return g_test_run ();
}

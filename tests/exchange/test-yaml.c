/* SPDX-License-Identifier: Apache-2.0 */

/* Schemas and descriptions of interfaces in YAML. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include <string.h>

#include "exchange/import/squill-yaml.h"
#include "import-text.h"
#include "model/squill-model-file.h"

/* What a text is, as JSON in one line (transfer full). */
static char *
read_yaml (const char *text, SquillImportReport *report)
{
  g_autoptr (GError) error = NULL;
  json_auto_t *value = _squill_yaml_read (text, strlen (text), NULL, report, &error);
  char *dump, *copy;

  g_assert_no_error (error);
  dump = json_dumps (value, JSON_COMPACT | JSON_ENCODE_ANY);
  copy = g_strdup (dump);
  free (dump);
  return copy;
}

static void
test_values (void)
{
  static const char *const cases[][2] = {
    { "a: 1\nb: -2\nc: +3\nd: 0x1F\ne: 0o17\nf: 007\n",
      "{\"a\":1,\"b\":-2,\"c\":3,\"d\":31,\"e\":15,\"f\":7}" },
    { "[1.5, .5, 1e3, -1.25E-1, 1., 18446744073709551616]",
      "[1.5,0.5,1000.0,-0.125,1.0,1.8446744073709552e19]" },
    { "[true, False, TRUE, null, ~, Null, ]", "[true,false,true,null,null,null]" },
    /* Words, and numbers that JSON does not have. */
    { "[yes, no, on, .inf, .nan, 1e999, 1_000, 12:30, 2020-01-01, 0x, 1e, .]",
      "[\"yes\",\"no\",\"on\",\".inf\",\".nan\",\"1e999\",\"1_000\",\"12:30\",\"2020-01-01\","
      "\"0x\",\"1e\",\".\"]" },
    { "['1', \"true\", !!str 5, ! 6, !Ref 7, !!int 8]", "[\"1\",\"true\",\"5\",\"6\",7,8]" },
    { "a:\nb: |\n  two\n  lines\nc: >-\n  one\n  line\n",
      "{\"a\":null,\"b\":\"two\\nlines\\n\",\"c\":\"one line\"}" },
    { "200: x\nnull: y\n? z\n: 1\n", "{\"200\":\"x\",\"null\":\"y\",\"z\":1}" },
    { "- {a: [{}, []]}\n-\n  - b\n", "[{\"a\":[{},[]]},[\"b\"]]" },
    { "--- 1\n--- {a: 2}\n...\n", "[1,{\"a\":2}]" },
    { "", "[]" },
    { "# nothing\n", "[]" },
    { "\xef\xbb\xbf"
      "a: é\n",
      "{\"a\":\"é\"}" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (SquillImportReport) report = squill_import_report_new ();
      g_autofree char *text = read_yaml (cases[i][0], report);

      g_assert_cmpstr (text, ==, cases[i][1]);
      g_assert_cmpuint (report->problems->len, ==, 0);
    }
}

/* What stands for something that was written before, and what is taken from there. */
static void
test_aliases (void)
{
  static const char *const cases[][2] = {
    { "a: &x {b: [1, 2]}\nc: *x\nd: &k name\n*k : 6\n",
      "{\"a\":{\"b\":[1,2]},\"c\":{\"b\":[1,2]},\"d\":\"name\",\"name\":6}" },
    /* The last of a name is meant. */
    { "[&x 1, *x, &x 2, *x]", "[1,1,2,2]" },
    /* What stands there itself comes first, wherever it stands. */
    { "x: &x {a: 1, b: 2}\ny: {a: 3, <<: *x, c: 4}\nz: {<<: *x, b: 5}\n",
      "{\"x\":{\"a\":1,\"b\":2},\"y\":{\"a\":3,\"b\":2,\"c\":4},\"z\":{\"a\":1,\"b\":5}}" },
    { "- &x {a: 1}\n- &y {a: 2, b: 3}\n- <<: [*x, *y]\n- '<<': 1\n",
      "[{\"a\":1},{\"a\":2,\"b\":3},{\"a\":1,\"b\":3},{\"<<\":1}]" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (SquillImportReport) report = squill_import_report_new ();
      g_autofree char *text = read_yaml (cases[i][0], report);

      g_assert_cmpstr (text, ==, cases[i][1]);
      g_assert_cmpuint (report->problems->len, ==, 0);
    }
}

static void
test_repeated_keys (void)
{
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  g_autofree char *text = read_yaml ("a: 1\nb:\n  c: 2\n  é: 3\n  c: 4\n", report);
  const SquillImportProblem *problem = find_problem (report, "“c”");

  g_assert_cmpstr (text, ==, "{\"a\":1,\"b\":{\"c\":4,\"é\":3}}");
  g_assert_cmpuint (report->problems->len, ==, 1);
  g_assert_cmpuint (problem->line, ==, 5);
  g_assert_cmpuint (problem->column, ==, 3);
}

static void
test_faults (void)
{
  static const ImportFault faults[] = {
    { "openapi: 3\na: [\nb: c: d\n", 3, 5 },
    { "a: b\n  c: d\n", 2, 4 },
    { "a: 'b\n", 2, 1 },
    { "a: *nowhere\n", 1, 4 },
    { "a: &a [*a]\n", 1, 8 },
    { "a:\n  ? [b]\n  : c\n", 2, 5 },
    { "a: \"\\0\"\n", 1, 4 },
    { "a: b\nc: \xff\n", 2, 4 },
    { "a:\n\t- b\n", 2, 1 },
  };

  check_faults ("json-schema", faults, G_N_ELEMENTS (faults));
}

/* A few lines that stand for very much, and what is nested without end. */
static void
test_bounds (void)
{
  g_autoptr (GString) bomb = g_string_new ("l0: &l0 [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]\n");
  g_autoptr (GString) chain = g_string_new ("l0: &l0 [1]\n");
  g_autofree char *open = g_strnfill (900, '[');
  g_autofree char *deep = g_strconcat ("a: ", open, NULL);
  static const guint places[][2] = { { 5, 45 }, { 101, 18 }, { 1, 503 } };

  for (guint i = 1; i < 9; i++)
    {
      g_string_append_printf (bomb, "l%u: &l%u [", i, i);
      for (guint j = 0; j < 10; j++)
        g_string_append_printf (bomb, j > 0 ? ", *l%u" : "*l%u", i - 1);
      g_string_append (bomb, "]\n");
    }
  for (guint i = 1; i < 600; i++)
    g_string_append_printf (chain, "l%u: &l%u [[[[[*l%u]]]]]\n", i, i, i - 1);
  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    {
      const char *texts[] = { bomb->str, chain->str, deep };
      g_autoptr (SquillImportReport) report = squill_import_report_new ();
      g_autoptr (GError) error = NULL;
      json_t *value = _squill_yaml_read (texts[i], strlen (texts[i]), NULL, report, &error);
      guint line, column;

      g_assert_null (value);
      g_assert_true (squill_model_parse_position (error, &line, &column));
      g_assert_cmpuint (line, ==, places[i][0]);
      g_assert_cmpuint (column, ==, places[i][1]);
    }
}

static void
test_open_api (void)
{
  static const char text[] = "# An interface\n"
                             "openapi: 3.0.3\n"
                             "info: {title: Shop, version: '1'}\n"
                             "x-stamps: &stamps\n"
                             "  created: {type: string, format: date-time}\n"
                             "components:\n"
                             "  schemas:\n"
                             "    Pet:\n"
                             "      type: object\n"
                             "      required: [id, on]\n"
                             "      properties:\n"
                             "        <<: *stamps\n"
                             "        id: {type: integer}\n"
                             "        on: {type: string, enum: [on, no]}\n"
                             "        owner: {$ref: '#/components/schemas/Owner'}\n"
                             "    Owner:\n"
                             "      type: object\n"
                             "      properties:\n"
                             "        name: {type: string, nullable: true}\n";
  const SquillImportFormat *format =
      squill_import_find_format_of ("api.YAML", text, sizeof text - 1);
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  g_autoptr (SquillModel) model = import_text ("json-schema", text, report);
  const SquillEntity *pet = find_entity (model, "Pet");
  const SquillField *on = find_child (pet, SQUILL_KIND_FIELD, "on");
  const SquillField *owner = find_child (pet, SQUILL_KIND_FIELD, "owner");
  const SquillField *name = find_child (owner, SQUILL_KIND_FIELD, "name");

  g_assert_cmpstr (format->name, ==, "json-schema");
  g_assert_true (format == squill_import_find_format_by_content (text, sizeof text - 1));
  g_assert_nonnull (squill_import_find_format_of ("schema.yml", "$schema: x\n", 11));
  g_assert_null (squill_import_find_format_of ("compose.yml", "services:\n  openapi: 3\n", 23));
  find_entity (model, "Owner");
  g_assert_true (on->required);
  g_assert_cmpstr (json_string_value (json_array_get (on->enumeration, 1)), ==, "no");
  g_assert_nonnull (find_child (pet, SQUILL_KIND_FIELD, "created"));
  g_assert_cmpuint (name->types, ==, SQUILL_TYPE_STRING | SQUILL_TYPE_NULL);
  g_assert_cmpuint (report->problems->len, ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/yaml/values", test_values);
  g_test_add_func ("/yaml/aliases", test_aliases);
  g_test_add_func ("/yaml/repeated-keys", test_repeated_keys);
  g_test_add_func ("/yaml/faults", test_faults);
  g_test_add_func ("/yaml/bounds", test_bounds);
  g_test_add_func ("/yaml/open-api", test_open_api);
  return g_test_run ();
}

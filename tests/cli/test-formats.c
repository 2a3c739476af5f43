/* SPDX-License-Identifier: Apache-2.0 */

/* The commands whose files are those of other programs: export, import, workload, migrate. */

#include "config.h"

#include <glib/gstdio.h>
#include <jansson.h>
#include <locale.h>
#include <string.h>

#include "cli-run.h"
#include "exchange/squill-exchange.h"
#include "exchange/squill-import.h"

static void
test_export (void)
{
  guint n;
  const SquillExporter *exporters = squill_exporters_get (&n);
  g_auto (CliRun) run = { 0 };
  g_autofree char *path = cli_get_example ("products.squill");
  g_autofree char *manual = cli_read_manual ();
  json_t *json;

  /* The list and the manual name each format and each of its options. */
  CLI_RUN (&run, "export", "--list");
  g_assert_cmpint (run.exit_code, ==, 0);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *heading = g_strdup_printf ("\n%-14s ", exporters[i].id);
      g_autofree char *entry = g_strdup_printf ("\n.B %s\n", exporters[i].id);
      const char *in_list = strstr (run.output, heading + (i == 0 ? 1 : 0));
      const char *page = strstr (strstr (manual, "\n.SH FORMATS\n"), entry);
      g_auto (GStrv) in_manual = NULL;

      g_assert_nonnull (in_list);
      if (page == NULL)
        g_error ("squill-cli.1 does not name the format “%s”", exporters[i].id);
      in_manual = g_strsplit (page, "\n.", 3);
      for (const SquillExportOption *option = exporters[i].options; option->name != NULL; option++)
        {
          g_autofree char *line = g_strdup_printf ("\n  %-12s ", option->name);
          g_autofree char *word = g_strdup_printf ("\\fB%s\\fR", option->name);

          g_assert_nonnull (strstr (in_list, line));
          if (strstr (in_manual[1], word) == NULL)
            g_error ("squill-cli.1 does not name the option “%s” of “%s”", option->name,
                     exporters[i].id);
        }
    }
  CLI_RUN (&run, "export", "--to=svg", "--set", "depth=3", path);
  g_assert_cmpint (run.exit_code, ==, 2);
  g_assert_nonnull (strstr (run.errors, "“depth”"));
  CLI_RUN (&run, "export", "--to=validator", path);
  json = json_loads (run.output, JSON_REJECT_DUPLICATES, NULL);
  g_assert_nonnull (json_object_get (json_object_get (json, "products"), "$jsonSchema"));
  g_assert_nonnull (json_object_get (json_object_get (json, "reviews"), "$jsonSchema"));
  json_decref (json);
  CLI_RUN (&run, "export", "--to=validator", "--set", "collection=reviews", path);
  json = json_loads (run.output, JSON_REJECT_DUPLICATES, NULL);
  g_assert_nonnull (json_object_get (json, "$jsonSchema"));
  json_decref (json);
  CLI_RUN (&run, "export", "--to=svg", path);
  g_assert_cmpint (run.exit_code, ==, 0);
  g_assert_nonnull (strstr (run.output, "<svg"));
  CLI_RUN (&run, "export", "--to=mongosh", path);
  g_assert_nonnull (strstr (run.output, "db.createCollection"));
}

/* The manual names each format; the suffix of a file or --from chooses it. */
static void
test_import (void)
{
  static const char *const unnamed[] = {
    "{\"name\": \"Ann\", \"address\": {\"city\": \"Rome\"}}",
    " [{_id: ObjectId(\"0123456789abcdef01234567\"), city: 'Rome'}, {city: null}]",
    "CREATE TABLE t (id int primary key, city text);",
    "import mongoose from 'mongoose'; mongoose.model('T', new mongoose.Schema({ city: String }));",
    "{\"$jsonSchema\": {\"bsonType\": \"object\", \"properties\": {\"city\": {}}}}",
  };
  guint n;
  const SquillImportFormat *formats = squill_import_get_formats (&n);
  g_auto (CliRun) run = { 0 };
  g_autofree char *manual = cli_read_manual ();

  for (guint i = 0; i < n; i++)
    {
      g_auto (GStrv) parts = g_strsplit (formats[i].name, "-", -1);
      g_autofree char *escaped = g_strjoinv ("\\-", parts);
      g_autofree char *entry = g_strdup_printf ("\n.B %s\n", escaped);
      g_autofree char *file = g_strconcat ("some folder/FILE", formats[i].suffix, NULL);

      if (strstr (manual, entry) == NULL)
        g_error ("squill-cli.1 does not name the format “%s”", formats[i].name);
      g_assert_true (squill_import_find_format (formats[i].name) == &formats[i]);
      if (formats[i].recognizes == NULL)
        g_assert_true (squill_import_find_format_of (file, NULL, 0) == &formats[i]);
      else
        g_assert_null (squill_import_find_format_of (file, "{\"name\": 5}", 11));
    }
  CLI_RUN (&run, "import", "--from=nothing", "model.mdm");
  g_assert_cmpint (run.exit_code, ==, 2);
  g_assert_nonnull (strstr (run.errors, "compass"));
  cli_run_with_input (&run, "nothing", (const char *[]){ "import", "-", NULL });
  g_assert_cmpint (run.exit_code, ==, 2);
  /* What has no name is told by what is in it. */
  for (guint i = 0; i < G_N_ELEMENTS (unnamed); i++)
    {
      cli_run_with_input (&run, unnamed[i], (const char *[]){ "import", "-", "-o", "-", NULL });
      g_assert_cmpint (run.exit_code, ==, 0);
      g_assert_nonnull (strstr (run.output, "\"name\": \"city\""));
      g_assert_null (strstr (run.output, "evidence"));
    }
  cli_run_with_input (&run, "{\"a\": 1,\n \"b\": [2}", (const char *[]){ "import", "-", NULL });
  g_assert_cmpint (run.exit_code, ==, 3);
  g_assert_nonnull (strstr (run.errors, "standard input:2:"));
  cli_run_with_input (&run, "{\n \"edits\" 3}",
                      (const char *[]){ "import", "--from=compass", "-", NULL });
  g_assert_cmpint (run.exit_code, ==, 3);
  g_assert_nonnull (strstr (run.errors, "standard input:2:"));
}

/* Commands from a file become operations of a model, and what is not understood is told. */
static void
test_workload (void)
{
  static const char script[] = "// What the page of a user asks.\n"
                               "const urgent = { description: 'urgent' };\n"
                               "db.tasks.find(urgent).sort({ due_date: 1 });\n"
                               "db.tasks.find({ description: 'later' }).sort({ due_date: 1 });\n"
                               "db.nothing.find({});\n"
                               "db.tasks.bulkWrite([]);\n";
  g_autofree char *path = cli_get_example ("tasks.squill");
  g_autofree char *folder = g_dir_make_tmp ("squill-workload-XXXXXX", NULL);
  g_autofree char *output = g_build_filename (folder, "out.squill", NULL);
  g_auto (CliRun) run = { 0 };
  g_auto (CliRun) shown = { 0 };
  json_t *json;

  cli_run_with_input (
      &run, script, (const char *[]){ "workload", "--format=json", path, "-", "-o", output, NULL });
  g_assert_cmpint (run.exit_code, ==, 3);
  json = cli_run_parse (&run);
  g_assert_cmpuint (json_array_size (json_object_get (json, "operations")), ==, 1);
  g_assert_cmpuint (json_array_size (json_object_get (json, "problems")), ==, 2);
  {
    const json_t *last = json_array_get (json_object_get (json, "problems"),
                                         json_array_size (json_object_get (json, "problems")) - 1);

    g_assert_cmpint (json_integer_value (json_object_get (last, "line")), ==, 6);
    g_assert_nonnull (strstr (json_string_value (json_object_get (last, "reason")), "bulkWrite"));
  }
  g_assert_nonnull (strstr (run.errors, ":5:4: "));
  CLI_RUN (&shown, "show", "--format=json", output);
  g_assert_cmpint (shown.exit_code, ==, 0);
  g_assert_nonnull (strstr (shown.output, "find tasks by description"));
  CLI_RUN (&shown, "workload", path, "/nothing/here.js");
  g_assert_cmpint (shown.exit_code, ==, 3);
  g_remove (output);
  g_rmdir (folder);
  json_decref (json);
}

static void
test_migrate (void)
{
  g_auto (CliRun) run = { 0 };
  g_autofree char *shop = cli_get_example ("shop.squill");
  g_autofree char *cms = cli_get_example ("cms.squill");
  json_t *json;

  CLI_RUN (&run, "migrate", "--to-variant", "none", shop);
  g_assert_cmpint (run.exit_code, ==, 2);
  CLI_RUN (&run, "migrate", shop);
  g_assert_cmpint (run.exit_code, ==, 2);
  /* Nothing is the same thing in both. */
  CLI_RUN (&run, "migrate", shop, cms);
  g_assert_cmpint (run.exit_code, ==, 2);
  CLI_RUN (&run, "migrate", cms, cms);
  g_assert_cmpint (run.exit_code, ==, 0);
  g_assert_nonnull (strstr (run.output, "const steps = [\n];"));
  g_assert_cmpstr (run.errors, ==, "");
  CLI_RUN (&run, "migrate", "--format=json", cms, cms);
  g_assert_cmpint (run.exit_code, ==, 0);
  json = cli_run_parse (&run);
  g_assert_cmpint (json_integer_value (json_object_get (json, "collections")), ==, 0);
  g_assert_cmpuint (json_array_size (json_object_get (json, "left")), ==, 0);
  g_assert_true (json_is_string (json_object_get (json, "script")));
  json_decref (json);
}

int
main (int argc, char *argv[])
{
  setlocale (LC_ALL, "");
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli/export", test_export);
  g_test_add_func ("/cli/import", test_import);
  g_test_add_func ("/cli/workload", test_workload);
  g_test_add_func ("/cli/migrate", test_migrate);
  return g_test_run ();
}

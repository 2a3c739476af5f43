/* SPDX-License-Identifier: Apache-2.0 */

/* squill-cli as scripts call it: exit codes, messages, and what is in a model, as it is printed. */

#include "config.h"

#include <gio/gio.h>
#include <glib/gstdio.h>
#include <grp.h>
#include <jansson.h>
#include <locale.h>
#include <string.h>
#include <unistd.h>

#include "cli-run.h"

/* A user that owns nothing, and what a process ends with that cannot become one. */
#define NOBODY 65534
#define NOT_ANOTHER 99

static void
test_usage (void)
{
  static const char *const wrong[][6] = {
    { "nonsense" },
    { "fmt" },
    { "fmt", "a", "b" },
    { "check", "--fail-on=sometimes", "x" },
    { "design", "--format=yaml", "x" },
    { "design", "--format=markdown", "x" },
    { "capacity", "--format=yaml", "x" },
    { "samples", "--style=prose", "x" },
    { "export", "x" },
    { "export", "--to=stone", "x" },
    { "layout", "--engine=hand", "x" },
    { "rules", "no-such-rule" },
    { "infer" },
    { "show", "--no-such-option", "x" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_auto (CliRun) run = { 0 };

      cli_run_with_input (&run, NULL, wrong[i]);
      g_assert_cmpint (run.exit_code, ==, 2);
      g_assert_cmpstr (run.output, ==, "");
      g_assert_true (g_str_has_prefix (run.errors, "squill-cli: "));
    }
}

/* The driver's shared memory: one that a killed process left behind, under the number that this
 * process happens to get, and the process's own while it runs. */
static void
test_driver_counters (void)
{
  const char *cli = g_getenv ("SQUILL_CLI");
  g_autoptr (GSubprocess) process = NULL;
  g_autofree char *model = cli_get_example ("cms.squill");
  g_autofree char *output = NULL;
  g_autofree char *errors = NULL;
  g_autofree char *name = NULL;
  g_autoptr (GError) error = NULL;
  char first[1];
  gsize n_read;

  if (!g_file_test ("/dev/shm", G_FILE_TEST_IS_DIR))
    {
      g_test_skip ("There is no /dev/shm.");
      return;
    }
  process =
      g_subprocess_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_PIPE, &error,
                        "sh", "-c", ": > /dev/shm/mongoc-$$; exec \"$0\" --version", cli, NULL);
  g_assert_no_error (error);
  g_subprocess_communicate_utf8 (process, NULL, NULL, &output, &errors, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (errors, ==, "");
  g_assert_true (g_str_has_prefix (output, "squill-cli"));
  g_clear_object (&process);

  process = g_subprocess_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE, &error, cli, "samples", model,
                              "--count=100000", NULL);
  g_assert_no_error (error);
  name = g_strdup_printf ("/dev/shm/mongoc-%s", g_subprocess_get_identifier (process));
  g_input_stream_read_all (g_subprocess_get_stdout_pipe (process), first, 1, &n_read, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (n_read, ==, 1);
  g_assert_false (g_file_test (name, G_FILE_TEST_EXISTS));
  g_subprocess_force_exit (process);
  g_subprocess_wait (process, NULL, &error);
  g_assert_no_error (error);
}

/* Each command that the help lists has help of its own, and a paragraph in the manual. */
static void
test_help_and_version (void)
{
  g_auto (CliRun) run = { 0 };
  g_auto (CliRun) help = { 0 };
  g_auto (GStrv) lines = NULL;
  g_autofree char *manual = cli_read_manual ();
  guint n = 0;

  CLI_RUN (&run, "--help");
  g_assert_cmpint (run.exit_code, ==, 0);
  lines = g_strsplit (strstr (run.output, "Commands:\n"), "\n", -1);
  for (char **line = lines + 1; g_str_has_prefix (*line, "  "); line++)
    {
      g_auto (GStrv) words = g_strsplit (*line + 2, " ", 2);
      g_auto (GStrv) parts = g_strsplit (words[0], "-", -1);
      g_autofree char *escaped = g_strjoinv ("\\-", parts);
      g_autofree char *with_arguments = g_strdup_printf ("\n.BI \"%s ", escaped);
      g_autofree char *alone = g_strdup_printf ("\n.B %s\n", escaped);

      CLI_RUN (&help, words[0], "--help");
      g_assert_cmpint (help.exit_code, ==, 0);
      g_assert_nonnull (strstr (help.output, "--format"));
      if (strstr (manual, with_arguments) == NULL && strstr (manual, alone) == NULL)
        g_error ("squill-cli.1 does not name the command “%s”", words[0]);
      n++;
    }
  g_assert_cmpuint (n, >, 0);
  CLI_RUN (&run, "--version");
  g_assert_cmpstr (run.output, ==, "squill-cli " SQUILL_VERSION "\n");
}

static void
test_unreadable (void)
{
  g_auto (CliRun) run = { 0 };

  CLI_RUN (&run, "fmt", "/no/such/file.squill");
  g_assert_cmpint (run.exit_code, ==, 3);
  g_assert_true (g_str_has_prefix (run.errors, "squill-cli: /no/such/file.squill: "));
  cli_run_with_input (
      &run, "{\n  \"format\": \"squill/model\",\n  \"version\": 1,\n  \"entities\": 5\n}\n",
      (const char *[]){ "fmt", "-", NULL });
  g_assert_cmpint (run.exit_code, ==, 3);
  g_assert_true (g_str_has_prefix (run.errors, "squill-cli: standard input:4:3: "));
  g_assert_cmpstr (run.output, ==, "");
}

/* In the words of the program, whatever reads the file. */
static void
test_missing_file (void)
{
#define MISSING "/no/such/file.squill"
  g_autofree char *model = cli_get_example ("cms.squill");
  const char *const commands[][7] = {
    { "check", MISSING },
    { "fmt", MISSING },
    { "diff", MISSING, model },
    { "diff", model, MISSING },
    { "merge", model, MISSING, model, "-o", "-" },
    { "migrate", MISSING, model },
    { "import", "/no/such/file.sql", "-o", "-" },
    { "infer", MISSING },
    { "drift", model, MISSING },
    { "workload", model, MISSING, "-o", "-" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      g_auto (CliRun) run = { 0 };

      cli_run_with_input (&run, NULL, commands[i]);
      g_test_message ("%s: %s", commands[i][0], run.errors);
      g_assert_cmpint (run.exit_code, ==, 3);
      g_assert_true (g_str_has_suffix (run.errors, ": There is no such file or folder\n"));
      /* What could be read is written: the model, without the workload. Nothing else is known. */
      if (!g_str_equal (commands[i][0], "workload"))
        g_assert_cmpstr (run.output, ==, "");
    }
#undef MISSING
}

/* In a process that is about to run another program: only simple calls are allowed. */
static void
become_nobody (gpointer user_data)
{
  const int group = setgroups (0, NULL) | setresgid (NOBODY, NOBODY, NOBODY);

  if (group != 0 || setresuid (NOBODY, NOBODY, NOBODY) != 0)
    _exit (NOT_ANOTHER);
}

/* Runs the program as who may not read everything; FALSE where it cannot be. */
static gboolean
run_as_other (CliRun *run, const char *const *arguments)
{
  g_autoptr (GPtrArray) argv = cli_run_make_argv (arguments);
  g_autoptr (GSubprocessLauncher) launcher =
      g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_PIPE |
                                 G_SUBPROCESS_FLAGS_STDIN_PIPE);
  g_autoptr (GSubprocess) process = NULL;
  g_autoptr (GError) error = NULL;

  if (geteuid () == 0)
    g_subprocess_launcher_set_child_setup (launcher, become_nobody, NULL, NULL);
  process = g_subprocess_launcher_spawnv (launcher, (const char *const *)argv->pdata, &error);
  if (process == NULL)
    {
      g_test_message ("The program is in no folder that everybody may read: %s", error->message);
      return FALSE;
    }
  cli_run_end (run, process, NULL);
  return run->exit_code != NOT_ANOTHER;
}

static void
test_empty_folder (void)
{
  g_autofree char *folder = g_dir_make_tmp ("squill-empty-XXXXXX", NULL);
  g_auto (CliRun) run = { 0 };

  g_assert_nonnull (folder);
  CLI_RUN (&run, "import", folder, "-o", "-");
  g_assert_cmpint (run.exit_code, ==, 3);
  g_assert_true (g_str_has_suffix (run.errors, ": There is nothing in it that can be read\n"));
  g_assert_cmpint (g_chmod (folder, 0), ==, 0);
  if (run_as_other (&run, (const char *[]){ "import", folder, "-o", "-", NULL }))
    {
      g_assert_cmpint (run.exit_code, ==, 3);
      g_assert_cmpstr (run.errors, !=, "");
      g_assert_null (strstr (run.errors, "nothing in it"));
    }
  g_assert_cmpint (g_chmod (folder, 0700), ==, 0);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

/* A dump is no program: the message says what reads it. */
static void
test_folder_of_documents (void)
{
  g_autofree char *folder = g_dir_make_tmp ("squill-dump-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "users.bson", NULL);
  g_auto (CliRun) run = { 0 };

  g_assert_true (g_file_set_contents (path, "", 0, NULL));
  CLI_RUN (&run, "import", folder, "-o", "-");
  g_assert_cmpint (run.exit_code, ==, 3);
  g_assert_nonnull (strstr (run.errors, "“squill-cli infer”"));
  g_assert_cmpint (g_unlink (path) + g_rmdir (folder), ==, 0);
}

static void
test_fmt (void)
{
  g_auto (CliRun) run = { 0 };
  g_autofree char *path = cli_get_example ("cms.squill");
  g_autofree char *data = NULL;
  g_autofree char *ugly = NULL;
  json_t *json;

  g_assert_true (g_file_get_contents (path, &data, NULL, NULL));
  CLI_RUN (&run, "fmt", path);
  g_assert_cmpint (run.exit_code, ==, 0);
  g_assert_cmpstr (run.output, ==, data);

  /* From any other form to the same. */
  json = json_loads (data, 0, NULL);
  ugly = json_dumps (json, JSON_COMPACT | JSON_ENSURE_ASCII);
  json_decref (json);
  cli_run_with_input (&run, ugly, (const char *[]){ "fmt", "-", NULL });
  g_assert_cmpint (run.exit_code, ==, 0);
  g_assert_cmpstr (run.output, ==, data);
}

static void
test_show (void)
{
  g_auto (CliRun) run = { 0 };
  g_autofree char *path = cli_get_example ("parts.squill");
  json_t *json, *relationship, *entities;

  CLI_RUN (&run, "show", "--format=json", path);
  g_assert_cmpint (run.exit_code, ==, 0);
  json = cli_run_parse (&run);
  entities = json_object_get (json, "entities");
  g_assert_cmpuint (json_array_size (entities), ==, 2);
  g_assert_true (json_is_true (json_object_get (json_array_get (entities, 0), "collection")));
  relationship = json_array_get (json_object_get (json, "relationships"), 0);
  g_assert_cmpstr (json_string_value (json_object_get (relationship, "parent")), ==, "products");
  g_assert_cmpstr (json_string_value (json_object_get (relationship, "child")), ==, "parts");
  g_assert_cmpstr (json_string_value (json_object_get (relationship, "placement")), ==,
                   "child-references");
  g_assert_cmpstr (json_string_value (json_object_get (relationship, "stored")), ==,
                   "products.parts[]");
  g_assert_cmpstr (json_string_value (json_object_get (relationship, "target")), ==, "parts._id");
  json_decref (json);
}

static void
test_show_holder (void)
{
  g_auto (CliRun) run = { 0 };
  g_autofree char *path = cli_get_example ("cms.squill");
  json_t *json, *entity, *field, *value;
  gboolean found = FALSE;
  size_t i, j;

  CLI_RUN (&run, "show", "--format=json", path);
  json = cli_run_parse (&run);
  json_array_foreach (json_object_get (json, "entities"), i, entity)
  {
    json_array_foreach (json_object_get (entity, "fields"), j, field)
    {
      value = json_object_get (field, "reference");
      if (g_strcmp0 (json_string_value (json_object_get (field, "path")), "author") == 0)
        {
          g_assert_cmpstr (json_string_value (value), ==, "writes-6b2m");
          found = TRUE;
        }
    }
  }
  g_assert_true (found);
  json_decref (json);
}

static void
test_design (void)
{
  g_auto (CliRun) run = { 0 };
  g_autofree char *path = cli_get_example ("hosts.squill");
  json_t *json, *collection, *field, *origin;

  CLI_RUN (&run, "design", "--format=json", path);
  g_assert_cmpint (run.exit_code, ==, 0);
  json = cli_run_parse (&run);
  g_assert_cmpuint (json_array_size (json_object_get (json, "collections")), ==, 1);
  collection = json_array_get (json_object_get (json, "collections"), 0);
  g_assert_cmpstr (json_string_value (json_object_get (collection, "name")), ==, "hosts");
  g_assert_cmpuint (json_array_size (json_object_get (collection, "entities")), ==, 2);
  g_assert_cmpstr (
      json_string_value (json_object_get (json_object_get (collection, "bytes"), "max")), ==,
      "inf");
  /* A host with 1,000 messages of 48 bytes, counted by hand. */
  g_assert_cmpint (
      json_integer_value (json_object_get (json_object_get (collection, "bytes"), "likely")), ==,
      52979);
  field = cli_find_named (json_object_get (collection, "fields"), "path", "logmsgs[].message");
  g_assert_nonnull (field);
  origin = json_object_get (field, "origin");
  g_assert_cmpstr (json_string_value (json_object_get (origin, "kind")), ==, "embedded");
  g_assert_cmpstr (json_string_value (json_object_get (origin, "entity")), ==, "logmsg");
  json_decref (json);
}

static void
test_diff (void)
{
  g_auto (CliRun) run = { 0 };
  g_autofree char *shop = cli_get_example ("shop.squill");
  g_autofree char *cms = cli_get_example ("cms.squill");
  g_autofree char *data = NULL;
  g_autoptr (GString) changed = NULL;
  json_t *json, *difference;

  CLI_RUN (&run, "diff", shop, shop);
  g_assert_cmpint (run.exit_code, ==, 0);
  g_assert_cmpstr (run.output, ==, "The models agree.\n");

  g_file_get_contents (shop, &data, NULL, NULL);
  changed = g_string_new (data);
  g_string_replace (changed, "\"name\": \"brands\"", "\"name\": \"makers\"", 1);
  cli_run_with_input (&run, changed->str,
                      (const char *[]){ "diff", "--format=json", shop, "-", NULL });
  g_assert_cmpint (run.exit_code, ==, 1);
  json = cli_run_parse (&run);
  g_assert_cmpstr (json_string_value (json_object_get (json, "by")), ==, "id");
  g_assert_cmpuint (json_array_size (json_object_get (json, "differences")), ==, 1);
  difference = json_array_get (json_object_get (json, "differences"), 0);
  g_assert_cmpstr (json_string_value (json_object_get (difference, "kind")), ==, "changed");
  g_assert_cmpstr (json_string_value (json_object_get (difference, "subject")), ==, "entity");
  g_assert_cmpstr (json_string_value (json_object_get (difference, "property")), ==, "name");
  g_assert_cmpstr (json_string_value (json_object_get (difference, "from")), ==, "brands");
  g_assert_cmpstr (json_string_value (json_object_get (difference, "to")), ==, "makers");
  json_decref (json);

  /* Models that have nothing to do with each other. */
  CLI_RUN (&run, "diff", shop, cms);
  g_assert_cmpint (run.exit_code, ==, 1);
  g_assert_nonnull (strstr (run.errors, "compared by names"));
  g_assert_nonnull (strstr (run.output, "- entity brands was removed\n"));

  CLI_RUN (&run, "diff", "--textconv", shop);
  g_assert_cmpint (run.exit_code, ==, 0);
  g_assert_nonnull (strstr (run.output, "\n  index name_1\n    keys: name: 1\n"));
  /* An old state that was broken must not keep git from showing the change. */
  cli_run_with_input (&run, "<<<<<<< ours\n", (const char *[]){ "diff", "--textconv", "-", NULL });
  g_assert_cmpint (run.exit_code, ==, 0);
  g_assert_cmpstr (run.output, ==, "<<<<<<< ours\n");

  CLI_RUN (&run, "diff", shop);
  g_assert_cmpint (run.exit_code, ==, 2);
  CLI_RUN (&run, "diff", "--textconv", shop, shop);
  g_assert_cmpint (run.exit_code, ==, 2);
  CLI_RUN (&run, "diff", shop, "/nowhere");
  g_assert_cmpint (run.exit_code, ==, 3);
}

static void
test_samples (void)
{
  g_auto (CliRun) first = { 0 };
  g_auto (CliRun) second = { 0 };
  g_auto (CliRun) other = { 0 };
  g_autofree char *path = cli_get_example ("tasks.squill");
  g_auto (GStrv) lines = NULL;

  CLI_RUN (&first, "samples", "--collection=tasks", "--count=3", path);
  g_assert_cmpint (first.exit_code, ==, 0);
  lines = g_strsplit (first.output, "\n", -1);
  g_assert_cmpuint (g_strv_length (lines), ==, 4);
  for (guint i = 0; i < 3; i++)
    {
      json_t *json = json_loads (lines[i], 0, NULL);

      g_assert_nonnull (json_object_get (json_object_get (json, "_id"), "$oid"));
      g_assert_nonnull (json_object_get (json, "owner"));
      json_decref (json);
    }
  CLI_RUN (&second, "samples", "--collection=tasks", "--count=3", "--seed=0", path);
  g_assert_cmpstr (first.output, ==, second.output);
  CLI_RUN (&other, "samples", "--collection=tasks", "--count=3", "--seed=7", path);
  g_assert_cmpstr (first.output, !=, other.output);
  CLI_RUN (&other, "samples", "--collection=nothing", path);
  g_assert_cmpint (other.exit_code, ==, 2);
}

static void
test_layout (void)
{
  g_auto (CliRun) run = { 0 };
  g_auto (CliRun) again = { 0 };
  g_autofree char *path = cli_get_example ("students.squill");
  json_t *json;

  CLI_RUN (&run, "layout", path);
  g_assert_cmpint (run.exit_code, ==, 0);
  json = json_loads (run.output, 0, NULL);
  g_assert_nonnull (
      json_object_get (json_object_get (json_object_get (json, "layout"), "students-4d7h"), "x"));
  json_decref (json);
  CLI_RUN (&again, "layout", path);
  g_assert_cmpstr (run.output, ==, again.output);
}

/* The picture of a model without a diagram is that of the arranged one. */
static void
test_unplaced (void)
{
  g_auto (CliRun) arranged = { 0 }, picture = { 0 }, expected = { 0 }, rows = { 0 };
  g_autofree char *program = g_strdup (g_getenv ("SQUILL_LAYOUT_PROGRAM"));
  g_autofree char *example = cli_get_example ("students.squill");
  g_autofree char *folder = g_dir_make_tmp ("squill-unplaced-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "students.squill", NULL);
  json_t *json = json_load_file (example, 0, NULL);

  json_object_del (json, "layout");
  g_assert_cmpint (json_dump_file (json, path, 0), ==, 0);
  CLI_RUN (&arranged, "layout", path);
  CLI_RUN (&picture, "export", "--to=svg", path);
  g_assert_cmpint (picture.exit_code, ==, 0);
  g_assert_cmpstr (picture.errors, ==, "");

  g_setenv ("SQUILL_LAYOUT_PROGRAM", "/no/such/program", TRUE);
  CLI_RUN (&rows, "export", "--to=svg", path);
  if (program != NULL)
    g_setenv ("SQUILL_LAYOUT_PROGRAM", program, TRUE);
  else
    g_unsetenv ("SQUILL_LAYOUT_PROGRAM");
  g_assert_cmpint (rows.exit_code, ==, 0);
  g_assert_cmpstr (rows.output, !=, picture.output);
  g_assert_nonnull (strstr (rows.errors, "All stands in rows"));

  g_assert_true (g_file_set_contents (path, arranged.output, -1, NULL));
  CLI_RUN (&expected, "export", "--to=svg", path);
  g_assert_cmpstr (picture.output, ==, expected.output);
  json_decref (json);
  g_unlink (path);
  g_rmdir (folder);
}

int
main (int argc, char *argv[])
{
  setlocale (LC_ALL, "");
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli/usage", test_usage);
  g_test_add_func ("/cli/driver-counters", test_driver_counters);
  g_test_add_func ("/cli/help", test_help_and_version);
  g_test_add_func ("/cli/unreadable", test_unreadable);
  g_test_add_func ("/cli/missing-file", test_missing_file);
  g_test_add_func ("/cli/empty-folder", test_empty_folder);
  g_test_add_func ("/cli/folder-of-documents", test_folder_of_documents);
  g_test_add_func ("/cli/fmt", test_fmt);
  g_test_add_func ("/cli/show", test_show);
  g_test_add_func ("/cli/show-holder", test_show_holder);
  g_test_add_func ("/cli/design", test_design);
  g_test_add_func ("/cli/diff", test_diff);
  g_test_add_func ("/cli/samples", test_samples);
  g_test_add_func ("/cli/layout", test_layout);
  g_test_add_func ("/cli/unplaced", test_unplaced);
  return g_test_run ();
}

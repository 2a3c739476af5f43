/* SPDX-License-Identifier: Apache-2.0 */

/* squill-cli as scripts call it: exit codes, JSON members, messages. */

#include "config.h"

#include <gio/gio.h>
#include <glib/gstdio.h>
#include <jansson.h>
#include <locale.h>
#include <string.h>

#include "exchange/squill-exchange.h"
#include "exchange/squill-import.h"

typedef struct
{
  int exit_code;
  char *output;
  char *errors;
} Run;

static void
run_clear (Run *run)
{
  g_clear_pointer (&run->output, g_free);
  g_clear_pointer (&run->errors, g_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Run, run_clear)

static void
call_with_input (Run *run, const char *input, const char *const *arguments)
{
  g_autoptr (GPtrArray) argv = g_ptr_array_new ();
  g_autoptr (GSubprocess) process = NULL;
  g_autoptr (GError) error = NULL;

  run_clear (run);
  g_ptr_array_add (argv, (gpointer)g_getenv ("SQUILL_CLI"));
  for (guint i = 0; arguments[i] != NULL; i++)
    g_ptr_array_add (argv, (gpointer)arguments[i]);
  g_ptr_array_add (argv, NULL);
  process = g_subprocess_newv ((const char *const *)argv->pdata,
                               G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_PIPE |
                                   G_SUBPROCESS_FLAGS_STDIN_PIPE,
                               &error);
  g_assert_no_error (error);
  g_subprocess_communicate_utf8 (process, input, NULL, &run->output, &run->errors, &error);
  g_assert_no_error (error);
  g_assert_true (g_subprocess_get_if_exited (process));
  run->exit_code = g_subprocess_get_exit_status (process);
}

#define CALL(run, ...) call_with_input (run, NULL, (const char *[]){ __VA_ARGS__, NULL })

static char *
example (const char *name)
{
  return g_build_filename (g_getenv ("SQUILL_SOURCE_ROOT"), "data", "examples", name, NULL);
}

static json_t *
parse (const Run *run)
{
  json_error_t error;
  json_t *json = json_loads (run->output, JSON_REJECT_DUPLICATES, &error);

  if (json == NULL)
    g_error ("%s: %s", error.text, run->output);
  g_assert_cmpint (json_integer_value (json_object_get (json, "squill")), ==, 1);
  return json;
}

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
      g_auto (Run) run = { 0 };

      call_with_input (&run, NULL, wrong[i]);
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
  g_autofree char *model = example ("cms.squill");
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

static void
test_help_and_version (void)
{
  static const char *const commands[] = { "infer",   "drift",    "refresh", "check",    "design",
                                          "samples", "layout",   "export",  "show",     "fmt",
                                          "rules",   "capacity", "compare", "workload", "migrate" };
  g_auto (Run) run = { 0 };

  CALL (&run, "--help");
  g_assert_cmpint (run.exit_code, ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      g_auto (Run) help = { 0 };

      g_assert_nonnull (strstr (run.output, commands[i]));
      CALL (&help, commands[i], "--help");
      g_assert_cmpint (help.exit_code, ==, 0);
      g_assert_nonnull (strstr (help.output, "--format"));
    }
  CALL (&run, "--version");
  g_assert_cmpstr (run.output, ==, "squill-cli " SQUILL_VERSION "\n");
}

static void
test_unreadable (void)
{
  g_auto (Run) run = { 0 };

  CALL (&run, "fmt", "/no/such/file.squill");
  g_assert_cmpint (run.exit_code, ==, 3);
  g_assert_true (g_str_has_prefix (run.errors, "squill-cli: /no/such/file.squill: "));
  call_with_input (&run,
                   "{\n  \"format\": \"squill/model\",\n  \"version\": 1,\n  \"entities\": 5\n}\n",
                   (const char *[]){ "fmt", "-", NULL });
  g_assert_cmpint (run.exit_code, ==, 3);
  g_assert_true (g_str_has_prefix (run.errors, "squill-cli: standard input:4:3: "));
  g_assert_cmpstr (run.output, ==, "");
}

static void
test_fmt (void)
{
  g_auto (Run) run = { 0 };
  g_autofree char *path = example ("cms.squill");
  g_autofree char *data = NULL;
  g_autofree char *ugly = NULL;
  json_t *json;

  g_assert_true (g_file_get_contents (path, &data, NULL, NULL));
  CALL (&run, "fmt", path);
  g_assert_cmpint (run.exit_code, ==, 0);
  g_assert_cmpstr (run.output, ==, data);

  /* From any other form to the same. */
  json = json_loads (data, 0, NULL);
  ugly = json_dumps (json, JSON_COMPACT | JSON_ENSURE_ASCII);
  json_decref (json);
  call_with_input (&run, ugly, (const char *[]){ "fmt", "-", NULL });
  g_assert_cmpint (run.exit_code, ==, 0);
  g_assert_cmpstr (run.output, ==, data);
}

static void
test_show (void)
{
  g_auto (Run) run = { 0 };
  g_autofree char *path = example ("parts.squill");
  json_t *json, *relationship, *entities;

  CALL (&run, "show", "--format=json", path);
  g_assert_cmpint (run.exit_code, ==, 0);
  json = parse (&run);
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
  g_auto (Run) run = { 0 };
  g_autofree char *path = example ("cms.squill");
  json_t *json, *entity, *field, *value;
  gboolean found = FALSE;
  size_t i, j;

  CALL (&run, "show", "--format=json", path);
  json = parse (&run);
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

static json_t *
find_named (json_t *list, const char *member, const char *name)
{
  size_t i;
  json_t *value;

  json_array_foreach (list, i, value)
  {
    if (g_strcmp0 (json_string_value (json_object_get (value, member)), name) == 0)
      return value;
  }
  return NULL;
}

static void
test_design (void)
{
  g_auto (Run) run = { 0 };
  g_autofree char *path = example ("hosts.squill");
  json_t *json, *collection, *field, *origin;

  CALL (&run, "design", "--format=json", path);
  g_assert_cmpint (run.exit_code, ==, 0);
  json = parse (&run);
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
  field = find_named (json_object_get (collection, "fields"), "path", "logmsgs[].message");
  g_assert_nonnull (field);
  origin = json_object_get (field, "origin");
  g_assert_cmpstr (json_string_value (json_object_get (origin, "kind")), ==, "embedded");
  g_assert_cmpstr (json_string_value (json_object_get (origin, "entity")), ==, "logmsg");
  json_decref (json);
}

static void
test_advise (void)
{
  g_auto (Run) run = { 0 };
  g_autofree char *products = example ("products.squill");
  json_t *json, *relationship, *option, *operation;
  size_t i, k;

  CALL (&run, "advise", "--format=json", products);
  g_assert_cmpint (run.exit_code, ==, 0);
  json = parse (&run);
  g_assert_cmpint (json_integer_value (json_object_get (json, "squill")), ==, 1);
  relationship = json_array_get (json_object_get (json, "relationships"), 0);
  g_assert_cmpuint (strlen (json_string_value (json_object_get (relationship, "why"))), >, 0);
  g_assert_true (json_is_array (json_object_get (relationship, "flips")));
  json_array_foreach (json_object_get (relationship, "options"), i, option)
  {
    json_t *cost = json_object_get (option, "cost");
    double sum = 0;

    /* The advised one comes first, and the parts are the whole. */
    g_assert_cmpint (json_is_true (json_object_get (option, "advised")), ==, i == 0);
    if (json_is_null (cost))
      {
        g_assert_true (json_is_string (json_object_get (option, "infeasible")));
        continue;
      }
    json_array_foreach (json_object_get (option, "operations"), k, operation)
    {
      sum += json_number_value (json_object_get (operation, "cost"));
      g_assert_true (json_is_boolean (json_object_get (operation, "scan")));
      /* Who reads a whole collection uses no index. */
      g_assert_true (json_is_null (json_object_get (operation, "index")) ||
                     (json_is_string (json_object_get (operation, "index")) &&
                      json_is_false (json_object_get (operation, "scan"))));
    }
    g_assert_cmpfloat_with_epsilon (json_number_value (json_object_get (cost, "likely")), sum,
                                    1e-6);
  }
  g_assert_cmpuint (i, >, 3);
  {
    g_autofree char *name = g_strdup (json_string_value (json_object_get (relationship, "name")));

    json_decref (json);
    run_clear (&run);
    CALL (&run, "advise", "--relationship", name, products);
    g_assert_cmpint (run.exit_code, ==, 0);
    g_assert_true (g_str_has_prefix (run.output, name));
  }
  run_clear (&run);
  CALL (&run, "advise", "--output", "x.squill", products);
  g_assert_cmpint (run.exit_code, ==, 2);
  {
    g_autofree char *hosts = example ("hosts.squill");

    CALL (&run, "advise", "--apply", hosts);
    g_assert_cmpint (run.exit_code, ==, 0);
    g_assert_nonnull (strstr (run.output, "\"parent-reference\""));
  }
  CALL (&run, "advise", "--relationship", "none", products);
  g_assert_cmpint (run.exit_code, ==, 2);
  g_assert_nonnull (strstr (run.errors, "none"));
}

static void
test_capacity (void)
{
  g_auto (Run) run = { 0 };
  g_autofree char *cms = example ("cms.squill");
  json_t *json, *posts, *crossing, *subject;

  CALL (&run, "capacity", "--format=json", cms);
  g_assert_cmpint (run.exit_code, ==, 0);
  json = parse (&run);
  posts = json_array_get (json_object_get (json, "collections"), 0);
  g_assert_cmpstr (json_string_value (json_object_get (posts, "name")), ==, "posts");
  g_assert_cmpfloat (json_number_value (json_object_get (posts, "documents")), ==, 10000);
  g_assert_cmpfloat (json_number_value (json_object_get (posts, "data_bytes_at_horizon")), >,
                     json_number_value (json_object_get (posts, "data_bytes")));
  g_assert_cmpfloat (json_number_value (json_object_get (posts, "index_bytes")), >, 0);
  g_assert_cmpfloat (json_number_value (json_object_get (json, "cache_bytes")), >, 0);
  /* Nobody said how much memory the server has. */
  g_assert_true (json_is_null (json_object_get (json, "available_cache_bytes")));
  crossing = json_array_get (json_object_get (json, "crossings"), 0);
  g_assert_cmpuint (strlen (json_string_value (json_object_get (crossing, "date"))), ==, 10);
  subject = json_object_get (crossing, "subject");
  g_assert_cmpstr (json_string_value (json_object_get (subject, "kind")), ==, "field");
  g_assert_true (json_is_string (json_object_get (crossing, "what")));
  json_decref (json);

  run_clear (&run);
  CALL (&run, "capacity", cms);
  g_assert_cmpint (run.exit_code, ==, 0);
  g_assert_nonnull (strstr (run.output, "posts"));
  run_clear (&run);
  CALL (&run, "capacity", "--format=markdown", cms);
  g_assert_nonnull (strstr (run.output, "| posts |"));
  run_clear (&run);
  CALL (&run, "capacity", "--format=csv", cms);
  g_assert_nonnull (strstr (run.output, ",posts,10000,"));
  run_clear (&run);
  CALL (&run, "capacity", "--format=html", cms);
  g_assert_true (g_str_has_prefix (run.output, "<!DOCTYPE html>"));
}

static void
test_migrate (void)
{
  g_auto (Run) run = { 0 };
  g_autofree char *shop = example ("shop.squill");
  g_autofree char *cms = example ("cms.squill");
  json_t *json;

  CALL (&run, "migrate", "--to-variant", "none", shop);
  g_assert_cmpint (run.exit_code, ==, 2);
  run_clear (&run);
  CALL (&run, "migrate", shop);
  g_assert_cmpint (run.exit_code, ==, 2);
  run_clear (&run);
  /* Nothing is the same thing in both. */
  CALL (&run, "migrate", shop, cms);
  g_assert_cmpint (run.exit_code, ==, 2);
  run_clear (&run);
  CALL (&run, "migrate", cms, cms);
  g_assert_cmpint (run.exit_code, ==, 0);
  g_assert_nonnull (strstr (run.output, "const steps = [\n];"));
  g_assert_cmpstr (run.errors, ==, "");
  run_clear (&run);
  CALL (&run, "migrate", "--format=json", cms, cms);
  g_assert_cmpint (run.exit_code, ==, 0);
  json = parse (&run);
  g_assert_cmpint (json_integer_value (json_object_get (json, "collections")), ==, 0);
  g_assert_cmpuint (json_array_size (json_object_get (json, "left")), ==, 0);
  g_assert_true (json_is_string (json_object_get (json, "script")));
  json_decref (json);
}

static void
test_compare (void)
{
  g_auto (Run) run = { 0 };
  g_autofree char *cms = example ("cms.squill");
  g_autofree char *products = example ("products.squill");
  json_t *json, *variants, *variant, *operation;
  double sum = 0;
  size_t i;

  CALL (&run, "compare", "--format=json", products, cms);
  g_assert_cmpint (run.exit_code, ==, 0);
  json = parse (&run);
  variants = json_object_get (json, "variants");
  g_assert_cmpuint (json_array_size (variants), ==, 2);
  variant = json_array_get (variants, 0);
  g_assert_cmpstr (json_string_value (json_object_get (variant, "name")), ==, "products");
  g_assert_cmpuint (json_array_size (json_object_get (variant, "collections")), ==, 2);
  json_array_foreach (json_object_get (variant, "operations"), i, operation)
  {
    sum += json_number_value (json_object_get (operation, "cost"));
  }
  g_assert_cmpuint (i, >, 0);
  g_assert_cmpfloat_with_epsilon (json_number_value (json_object_get (variant, "cost")), sum, 1e-6);
  g_assert_cmpfloat (json_number_value (json_object_get (variant, "storage_bytes")), >, 0);
  g_assert_cmpfloat (json_number_value (json_object_get (variant, "storage_bytes_at_horizon")), >=,
                     json_number_value (json_object_get (variant, "storage_bytes")));
  g_assert_true (
      json_is_integer (json_object_get (json_object_get (variant, "findings"), "warning")));
  g_assert_true (json_is_array (json_object_get (json, "rank_changes")));
  json_decref (json);

  run_clear (&run);
  CALL (&run, "compare", "--format=markdown", cms);
  g_assert_cmpint (run.exit_code, ==, 0);
  g_assert_nonnull (strstr (run.output, "| show post |"));
  run_clear (&run);
  CALL (&run, "compare", "--format=csv", cms, products);
  g_assert_true (g_str_has_prefix (run.output, "quantity,cms,products\r\n"));
}

/* What the server refuses is not just recommended for its cost. */
static void
test_cheapest_with_error (void)
{
  g_auto (Run) run = { 0 };
  g_autofree char *good = example ("cms.squill");
  g_autofree char *folder = g_dir_make_tmp ("squill-XXXXXX", NULL);
  g_autofree char *bad = g_build_filename (folder, "bad.squill", NULL);
  g_autofree char *content = NULL;
  g_autoptr (GString) text = NULL;

  g_assert_true (g_file_get_contents (good, &content, NULL, NULL));
  text = g_string_new (content);
  g_assert_cmpuint (g_string_replace (text, "\"name\": \"users\"", "\"name\": \"us$ers\"", 1), ==,
                    1);
  g_assert_true (g_file_set_contents (bad, text->str, -1, NULL));
  CALL (&run, "compare", bad, good);
  g_assert_nonnull (strstr (run.output, "“bad” costs least, but has "));
  run_clear (&run);
  CALL (&run, "compare", "--format=text", good, bad);
  g_assert_null (strstr (run.output, "but has"));
  g_remove (bad);
  g_rmdir (folder);
}

static void
test_check (void)
{
  g_auto (Run) run = { 0 };
  g_autofree char *hosts = example ("hosts.squill");
  g_autofree char *patrons = example ("patrons.squill");
  g_autofree char *cms = example ("cms.squill");
  json_t *json, *finding, *values, *fix;

  CALL (&run, "check", "--format=json", hosts);
  g_assert_cmpint (run.exit_code, ==, 1);
  json = parse (&run);
  finding = find_named (json_object_get (json, "findings"), "rule", "unbounded-array");
  g_assert_nonnull (finding);
  g_assert_cmpstr (json_string_value (json_object_get (finding, "severity")), ==, "error");
  values = json_object_get (finding, "values");
  g_assert_cmpint (json_integer_value (json_object_get (values, "growth_per_year")), ==, 1051200);
  /* (301575 - 1000) messages at 1,051,200 a year from 2026-11-21 are 104 days. */
  g_assert_cmpstr (json_string_value (json_object_get (values, "limit_reached")), ==, "2027-03-05");
  fix = json_object_get (finding, "fix");
  g_assert_nonnull (json_string_value (json_object_get (fix, "label")));
  g_assert_true (json_is_false (json_object_get (finding, "dismissed")));
  json_decref (json);

  CALL (&run, "check", "--fail-on=never", hosts);
  g_assert_cmpint (run.exit_code, ==, 0);
  g_assert_nonnull (strstr (run.output, "unbounded-array"));
  CALL (&run, "check", "--fail-on=warning", patrons);
  g_assert_cmpint (run.exit_code, ==, 0);

  /* What has no name is called something all the same. */
  CALL (&run, "check", "--fail-on=never", cms);
  g_assert_nonnull (strstr (run.output, "warning: posts.tags_1: "));
  g_assert_null (strstr (run.output, ": : "));
}

static char *
make_file (const char *folder, const char *name)
{
  return g_build_filename (folder, name, NULL);
}

static char *
read_file (const char *path)
{
  g_autoptr (GError) error = NULL;
  char *text;

  g_file_get_contents (path, &text, NULL, &error);
  g_assert_no_error (error);
  return text;
}

/* All fixes of an example, and once more: then there is nothing to do. */
static void
fix_all (const char *folder, const char *name)
{
  g_auto (Run) run = { 0 };
  g_autofree char *model = example (name);
  g_autofree char *once = make_file (folder, "once.squill");
  g_autofree char *twice = make_file (folder, "twice.squill");
  g_autofree char *text = NULL, *same = NULL;
  json_t *json, *finding;
  size_t i;

  CALL (&run, "check", "--fix=all", "--format=json", "--fail-on=never", "-o", once, model);
  g_assert_cmpint (run.exit_code, ==, 0);
  json = parse (&run);
  json_array_foreach (json_object_get (json, "fixed"), i, finding)
  {
    json_t *fix = json_object_get (finding, "fix");

    g_assert_nonnull (json_string_value (json_object_get (fix, "label")));
    g_assert_true (json_is_array (json_object_get (fix, "gives_up")));
  }
  json_array_foreach (json_object_get (json, "findings"), i, finding)
  {
    g_assert_true (json_is_null (json_object_get (finding, "fix")) ||
                   json_is_true (json_object_get (finding, "dismissed")));
  }
  json_decref (json);

  CALL (&run, "check", "--fix=all", "--format=json", "--fail-on=never", "-o", twice, once);
  json = parse (&run);
  g_assert_cmpuint (json_array_size (json_object_get (json, "fixed")), ==, 0);
  json_decref (json);
  text = read_file (once);
  same = read_file (twice);
  g_assert_cmpstr (text, ==, same);
  g_unlink (once);
  g_unlink (twice);
}

static void
test_check_fix (void)
{
  static const char *const names[] = { "cms.squill", "hosts.squill", "movies.squill",
                                       "products.squill" };
  g_auto (Run) run = { 0 };
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("squill-fix-XXXXXX", &error);
  g_autofree char *fixed = make_file (folder, "fixed.squill");
  g_autofree char *hosts = example ("hosts.squill");
  g_autofree char *one = NULL, *untouched = read_file (hosts);
  json_t *json, *finding;

  g_assert_no_error (error);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    fix_all (folder, names[i]);

  CALL (&run, "check", "--format=json", hosts);
  json = parse (&run);
  finding = find_named (json_object_get (json, "findings"), "rule", "unbounded-array");
  one = g_strconcat (
      "unbounded-array:",
      json_string_value (json_object_get (json_object_get (finding, "subject"), "id")), NULL);
  json_decref (json);

  /* Its fix is said with what it is for, and it is no longer among what is left. */
  CALL (&run, "check", "--fix", one, "-o", fixed, hosts);
  g_assert_cmpint (run.exit_code, ==, 0);
  g_assert_true (g_str_has_prefix (run.output, "fixed: "));
  g_assert_nonnull (strstr (run.output, "[unbounded-array]\n    → "));
  g_assert_null (strstr (run.output, "error: "));
  CALL (&run, "check", fixed);
  g_assert_null (strstr (run.output, "unbounded-array"));

  /* A model on standard output leaves the report to standard error. */
  CALL (&run, "check", "--fix=unbounded-array", hosts);
  g_assert_cmpint (run.exit_code, ==, 0);
  g_assert_true (g_str_has_prefix (run.output, "{"));
  g_assert_true (g_str_has_prefix (run.errors, "fixed: "));
  g_assert_nonnull (strstr (run.output, "\"parent-reference\""));
  CALL (&run, "check", "--fix=unbounded-array:nothing", "--fail-on=never", hosts);
  g_assert_cmpint (run.exit_code, ==, 0);
  g_assert_cmpstr (run.output, ==, untouched);

  CALL (&run, "check", "--fix=no-such-rule", hosts);
  g_assert_cmpint (run.exit_code, ==, 2);
  CALL (&run, "check", "-o", fixed, hosts);
  g_assert_cmpint (run.exit_code, ==, 2);
  g_unlink (fixed);
  g_rmdir (folder);
}

static void
test_rules (void)
{
  g_auto (Run) run = { 0 };
  json_t *json, *rule;

  CALL (&run, "rules", "--format=json");
  g_assert_cmpint (run.exit_code, ==, 0);
  json = parse (&run);
  rule = find_named (json_object_get (json, "rules"), "id", "embed-array-large");
  g_assert_nonnull (rule);
  g_assert_cmpint (
      json_integer_value (json_object_get (json_object_get (rule, "thresholds"), "embed.max")), ==,
      200);
  json_decref (json);
  CALL (&run, "rules", "unbounded-array");
  g_assert_cmpint (run.exit_code, ==, 0);
  g_assert_nonnull (strstr (run.output, "William Zola, “6 Rules of Thumb"));
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
  g_autofree char *path = example ("tasks.squill");
  g_autofree char *folder = g_dir_make_tmp ("squill-workload-XXXXXX", NULL);
  g_autofree char *output = g_build_filename (folder, "out.squill", NULL);
  g_auto (Run) run = { 0 };
  g_auto (Run) shown = { 0 };
  json_t *json;

  call_with_input (&run, script,
                   (const char *[]){ "workload", "--format=json", path, "-", "-o", output, NULL });
  g_assert_cmpint (run.exit_code, ==, 3);
  json = parse (&run);
  g_assert_cmpuint (json_array_size (json_object_get (json, "operations")), ==, 1);
  g_assert_cmpuint (json_array_size (json_object_get (json, "problems")), ==, 2);
  {
    const json_t *last = json_array_get (json_object_get (json, "problems"),
                                         json_array_size (json_object_get (json, "problems")) - 1);

    g_assert_cmpint (json_integer_value (json_object_get (last, "line")), ==, 6);
    g_assert_nonnull (strstr (json_string_value (json_object_get (last, "reason")), "bulkWrite"));
  }
  g_assert_nonnull (strstr (run.errors, ":5:4: "));
  CALL (&shown, "show", "--format=json", output);
  g_assert_cmpint (shown.exit_code, ==, 0);
  g_assert_nonnull (strstr (shown.output, "find tasks by description"));
  CALL (&shown, "workload", path, "/nothing/here.js");
  g_assert_cmpint (shown.exit_code, ==, 3);
  g_remove (output);
  g_rmdir (folder);
  json_decref (json);
}

static void
test_samples (void)
{
  g_auto (Run) first = { 0 };
  g_auto (Run) second = { 0 };
  g_auto (Run) other = { 0 };
  g_autofree char *path = example ("tasks.squill");
  g_auto (GStrv) lines = NULL;

  CALL (&first, "samples", "--collection=tasks", "--count=3", path);
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
  CALL (&second, "samples", "--collection=tasks", "--count=3", "--seed=0", path);
  g_assert_cmpstr (first.output, ==, second.output);
  CALL (&other, "samples", "--collection=tasks", "--count=3", "--seed=7", path);
  g_assert_cmpstr (first.output, !=, other.output);
  CALL (&other, "samples", "--collection=nothing", path);
  g_assert_cmpint (other.exit_code, ==, 2);
}

static void
test_layout (void)
{
  g_auto (Run) run = { 0 };
  g_auto (Run) again = { 0 };
  g_autofree char *path = example ("students.squill");
  json_t *json;

  CALL (&run, "layout", path);
  g_assert_cmpint (run.exit_code, ==, 0);
  json = json_loads (run.output, 0, NULL);
  g_assert_nonnull (
      json_object_get (json_object_get (json_object_get (json, "layout"), "students-4d7h"), "x"));
  json_decref (json);
  CALL (&again, "layout", path);
  g_assert_cmpstr (run.output, ==, again.output);
}

static void
test_export (void)
{
  guint n;
  const SquillExporter *exporters = squill_exporters_get (&n);
  g_auto (Run) run = { 0 };
  g_autofree char *path = example ("products.squill");
  g_autofree char *manual_path =
      g_build_filename (g_getenv ("SQUILL_SOURCE_ROOT"), "app", "cli", "squill-cli.1", NULL);
  g_autofree char *manual = NULL;
  json_t *json;

  /* The list and the manual name each format and each of its options. */
  g_assert_true (g_file_get_contents (manual_path, &manual, NULL, NULL));
  CALL (&run, "export", "--list");
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
  CALL (&run, "export", "--to=svg", "--set", "depth=3", path);
  g_assert_cmpint (run.exit_code, ==, 2);
  g_assert_nonnull (strstr (run.errors, "“depth”"));
  CALL (&run, "export", "--to=validator", path);
  json = json_loads (run.output, JSON_REJECT_DUPLICATES, NULL);
  g_assert_nonnull (json_object_get (json_object_get (json, "products"), "$jsonSchema"));
  g_assert_nonnull (json_object_get (json_object_get (json, "reviews"), "$jsonSchema"));
  json_decref (json);
  CALL (&run, "export", "--to=validator", "--set", "collection=reviews", path);
  json = json_loads (run.output, JSON_REJECT_DUPLICATES, NULL);
  g_assert_nonnull (json_object_get (json, "$jsonSchema"));
  json_decref (json);
  CALL (&run, "export", "--to=svg", path);
  g_assert_cmpint (run.exit_code, ==, 0);
  g_assert_nonnull (strstr (run.output, "<svg"));
  CALL (&run, "export", "--to=mongosh", path);
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
  g_auto (Run) run = { 0 };
  g_autofree char *manual_path =
      g_build_filename (g_getenv ("SQUILL_SOURCE_ROOT"), "app", "cli", "squill-cli.1", NULL);
  g_autofree char *manual = NULL;

  g_assert_true (g_file_get_contents (manual_path, &manual, NULL, NULL));
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
  CALL (&run, "import", "--from=nothing", "model.mdm");
  g_assert_cmpint (run.exit_code, ==, 2);
  g_assert_nonnull (strstr (run.errors, "compass"));
  call_with_input (&run, "nothing", (const char *[]){ "import", "-", NULL });
  g_assert_cmpint (run.exit_code, ==, 2);
  /* What has no name is told by what is in it. */
  for (guint i = 0; i < G_N_ELEMENTS (unnamed); i++)
    {
      call_with_input (&run, unnamed[i], (const char *[]){ "import", "-", "-o", "-", NULL });
      g_assert_cmpint (run.exit_code, ==, 0);
      g_assert_nonnull (strstr (run.output, "\"name\": \"city\""));
      g_assert_null (strstr (run.output, "evidence"));
    }
  call_with_input (&run, "{\"a\": 1,\n \"b\": [2}", (const char *[]){ "import", "-", NULL });
  g_assert_cmpint (run.exit_code, ==, 3);
  g_assert_nonnull (strstr (run.errors, "standard input:2:"));
  call_with_input (&run, "{\n \"edits\" 3}",
                   (const char *[]){ "import", "--from=compass", "-", NULL });
  g_assert_cmpint (run.exit_code, ==, 3);
  g_assert_nonnull (strstr (run.errors, "standard input:2:"));
}

static void
test_infer (void)
{
  g_auto (Run) run = { 0 };
  g_autofree char *folder = g_dir_make_tmp ("squill-XXXXXX", NULL);
  g_autofree char *data = g_build_filename (folder, "users.json", NULL);
  g_autofree char *model = g_build_filename (folder, "out.squill", NULL);
  json_t *json, *collection, *path;

  g_assert_true (g_file_set_contents (
      data, "{\"_id\": 1, \"name\": \"a\"}\n{\"_id\": 2, \"tags\": [\"x\", \"y\"]}\n", -1, NULL));
  CALL (&run, "infer", "--format=json", "-o", model, data);
  g_assert_cmpint (run.exit_code, ==, 0);
  json = parse (&run);
  collection = json_array_get (json_object_get (json, "collections"), 0);
  g_assert_cmpstr (json_string_value (json_object_get (collection, "name")), ==, "users");
  g_assert_cmpint (json_integer_value (json_object_get (collection, "documents")), ==, 2);
  path = find_named (json_object_get (collection, "paths"), "path", "name");
  g_assert_cmpint (json_integer_value (json_object_get (path, "of")), ==, 2);
  g_assert_cmpint (json_integer_value (json_object_get (path, "present")), ==, 1);
  json_decref (json);
  CALL (&run, "show", model);
  g_assert_cmpint (run.exit_code, ==, 0);
  g_assert_nonnull (strstr (run.output, "users"));
  g_assert_nonnull (strstr (run.output, "tags"));

  /* A field without a name is not the document. */
  g_assert_true (g_file_set_contents (data, "{\"_id\": 1, \"\": 2}\n", -1, NULL));
  CALL (&run, "infer", data);
  g_assert_nonnull (strstr (run.output, "  \"\" "));
  g_assert_null (strstr (run.output, "(the document)"));

  /* What could be read is still printed. */
  g_assert_true (g_file_set_contents (data, "{\"_id\": 1}\n{\"_id\": \n", -1, NULL));
  CALL (&run, "infer", "--format=json", data);
  g_assert_cmpint (run.exit_code, ==, 3);
  g_assert_nonnull (strstr (run.errors, "users.json:"));
  json = parse (&run);
  collection = json_array_get (json_object_get (json, "collections"), 0);
  g_assert_cmpint (json_integer_value (json_object_get (collection, "documents")), ==, 1);
  g_assert_cmpuint (json_array_size (json_object_get (json, "problems")), ==, 1);
  json_decref (json);

  g_remove (data);
  g_remove (model);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

static void
test_diff (void)
{
  g_auto (Run) run = { 0 };
  g_autofree char *shop = example ("shop.squill");
  g_autofree char *cms = example ("cms.squill");
  g_autofree char *data = NULL;
  g_autoptr (GString) changed = NULL;
  json_t *json, *difference;

  CALL (&run, "diff", shop, shop);
  g_assert_cmpint (run.exit_code, ==, 0);
  g_assert_cmpstr (run.output, ==, "The models agree.\n");

  g_file_get_contents (shop, &data, NULL, NULL);
  changed = g_string_new (data);
  g_string_replace (changed, "\"name\": \"brands\"", "\"name\": \"makers\"", 1);
  call_with_input (&run, changed->str,
                   (const char *[]){ "diff", "--format=json", shop, "-", NULL });
  g_assert_cmpint (run.exit_code, ==, 1);
  json = parse (&run);
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
  CALL (&run, "diff", shop, cms);
  g_assert_cmpint (run.exit_code, ==, 1);
  g_assert_nonnull (strstr (run.errors, "compared by names"));
  g_assert_nonnull (strstr (run.output, "- entity brands was removed\n"));

  CALL (&run, "diff", "--textconv", shop);
  g_assert_cmpint (run.exit_code, ==, 0);
  g_assert_nonnull (strstr (run.output, "\n  index name_1\n    keys: name: 1\n"));
  /* An old state that was broken must not keep git from showing the change. */
  call_with_input (&run, "<<<<<<< ours\n", (const char *[]){ "diff", "--textconv", "-", NULL });
  g_assert_cmpint (run.exit_code, ==, 0);
  g_assert_cmpstr (run.output, ==, "<<<<<<< ours\n");

  CALL (&run, "diff", shop);
  g_assert_cmpint (run.exit_code, ==, 2);
  CALL (&run, "diff", "--textconv", shop, shop);
  g_assert_cmpint (run.exit_code, ==, 2);
  CALL (&run, "diff", shop, "/nowhere");
  g_assert_cmpint (run.exit_code, ==, 3);
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
  g_test_add_func ("/cli/fmt", test_fmt);
  g_test_add_func ("/cli/show", test_show);
  g_test_add_func ("/cli/show-holder", test_show_holder);
  g_test_add_func ("/cli/design", test_design);
  g_test_add_func ("/cli/advise", test_advise);
  g_test_add_func ("/cli/capacity", test_capacity);
  g_test_add_func ("/cli/compare", test_compare);
  g_test_add_func ("/cli/compare/error", test_cheapest_with_error);
  g_test_add_func ("/cli/migrate", test_migrate);
  g_test_add_func ("/cli/check", test_check);
  g_test_add_func ("/cli/check-fix", test_check_fix);
  g_test_add_func ("/cli/rules", test_rules);
  g_test_add_func ("/cli/workload", test_workload);
  g_test_add_func ("/cli/samples", test_samples);
  g_test_add_func ("/cli/layout", test_layout);
  g_test_add_func ("/cli/export", test_export);
  g_test_add_func ("/cli/import", test_import);
  g_test_add_func ("/cli/infer", test_infer);
  g_test_add_func ("/cli/diff", test_diff);
  return g_test_run ();
}

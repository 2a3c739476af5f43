/* SPDX-License-Identifier: Apache-2.0 */

/* The commands that read sources: infer, drift and refresh. */

#include "config.h"

#include <gio/gio.h>
#include <glib/gstdio.h>
#include <jansson.h>
#include <signal.h>
#include <string.h>

#include "cli-run.h"

typedef struct
{
  char *folder;
  char *data;
  char *model;
  CliRun run;
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  fixture->folder = g_dir_make_tmp ("squill-XXXXXX", &error);
  g_assert_no_error (error);
  fixture->data = g_build_filename (fixture->folder, "users.json", NULL);
  fixture->model = g_build_filename (fixture->folder, "users.squill", NULL);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  g_remove (fixture->data);
  g_remove (fixture->model);
  g_assert_cmpint (g_rmdir (fixture->folder), ==, 0);
  g_free (fixture->folder);
  g_free (fixture->data);
  g_free (fixture->model);
  cli_run_clear (&fixture->run);
}

static void
put (Fixture *fixture, const char *text)
{
  g_autoptr (GError) error = NULL;

  g_file_set_contents (fixture->data, text, -1, &error);
  g_assert_no_error (error);
}

/* One key far below 0 among small ones is soon done with. */
static void
test_distant_key (Fixture *fixture, gconstpointer data)
{
  g_autofree char *teams = g_build_filename (fixture->folder, "teams.json", NULL);
  g_autofree char *players = g_build_filename (fixture->folder, "players.json", NULL);
  g_autoptr (GString) text = g_string_new ("{\"_id\":-1000000000000}\n");

  for (guint i = 0; i < 60; i++)
    g_string_append_printf (text, "{\"_id\":%u}\n", 2 * i + 1);
  g_assert_true (g_file_set_contents (teams, text->str, -1, NULL));
  g_string_truncate (text, 0);
  for (guint i = 0; i < 200; i++)
    g_string_append_printf (text, "{\"_id\":\"p%u\",\"team\":%" G_GUINT64_FORMAT "}\n", i,
                            2 * (guint64)(i * 7 % 60) + 1 +
                                (i % 10 < 3 ? G_GUINT64_CONSTANT (100000000000000) : 0));
  g_assert_true (g_file_set_contents (players, text->str, -1, NULL));
  CLI_RUN (&fixture->run, "infer", teams, players, "--format=json");
  g_assert_cmpint (fixture->run.exit_code, ==, 0);
  g_assert_nonnull (strstr (fixture->run.output, "players"));
  g_remove (teams);
  g_remove (players);
}

static void
test_usage (Fixture *fixture, gconstpointer data)
{
  static const char *const wrong[][6] = {
    { "drift" },
    { "drift", "x" },
    { "refresh", "x" },
    { "infer", "--sample=1", "--newest=1", "x" },
    { "infer", "--full", "--sample=1", "x" },
    { "infer", "--sample=-1", "x" },
    { "infer", "--threads=-1", "x" },
    { "drift", "--limit-time=-1", "x", "y" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      cli_run_with_input (&fixture->run, NULL, wrong[i]);
      g_assert_cmpint (fixture->run.exit_code, ==, 2);
      g_assert_cmpstr (fixture->run.output, ==, "");
      g_assert_true (g_str_has_prefix (fixture->run.errors, "squill-cli: "));
    }
}

static void
test_infer (Fixture *fixture, gconstpointer data)
{
  CliRun *run = &fixture->run;
  json_t *json, *collection, *path;

  put (fixture, "{\"_id\": 1, \"name\": \"a\"}\n{\"_id\": 2, \"tags\": [\"x\", \"y\"]}\n");
  CLI_RUN (run, "infer", "--format=json", "-o", fixture->model, fixture->data);
  g_assert_cmpint (run->exit_code, ==, 0);
  json = cli_run_parse (run);
  collection = json_array_get (json_object_get (json, "collections"), 0);
  g_assert_cmpstr (json_string_value (json_object_get (collection, "name")), ==, "users");
  g_assert_cmpint (json_integer_value (json_object_get (collection, "documents")), ==, 2);
  path = cli_find_named (json_object_get (collection, "paths"), "path", "name");
  g_assert_cmpint (json_integer_value (json_object_get (path, "of")), ==, 2);
  g_assert_cmpint (json_integer_value (json_object_get (path, "present")), ==, 1);
  json_decref (json);
  CLI_RUN (run, "show", fixture->model);
  g_assert_cmpint (run->exit_code, ==, 0);
  g_assert_nonnull (strstr (run->output, "users"));
  g_assert_nonnull (strstr (run->output, "tags"));

  /* A field without a name is not the document. */
  put (fixture, "{\"_id\": 1, \"\": 2}\n");
  CLI_RUN (run, "infer", fixture->data);
  g_assert_nonnull (strstr (run->output, "  \"\" "));
  g_assert_null (strstr (run->output, "(the document)"));

  /* What could be read is still printed. */
  put (fixture, "{\"_id\": 1}\n{\"_id\": \n");
  CLI_RUN (run, "infer", "--format=json", fixture->data);
  g_assert_cmpint (run->exit_code, ==, 3);
  g_assert_nonnull (strstr (run->errors, "users.json:"));
  json = cli_run_parse (run);
  collection = json_array_get (json_object_get (json, "collections"), 0);
  g_assert_cmpint (json_integer_value (json_object_get (collection, "documents")), ==, 1);
  g_assert_cmpuint (json_array_size (json_object_get (json, "problems")), ==, 1);
  json_decref (json);
}

static void
test_text (Fixture *fixture, gconstpointer data)
{
  put (fixture, "{\"_id\":1,\"name\":\"a\",\"tags\":[\"x\",\"y\"]}\n{\"_id\":2,\"tags\":[]}\n");
  CLI_RUN (&fixture->run, "infer", fixture->data);
  g_assert_cmpint (fixture->run.exit_code, ==, 0);
  g_assert_cmpstr (fixture->run.errors, ==, "");
  g_assert_nonnull (strstr (fixture->run.output, "users\n  2 of 2 documents (all)"));
  g_assert_nonnull (strstr (fixture->run.output, "string; in 1 of 2"));
  g_assert_nonnull (strstr (fixture->run.output, "array; 0 to 2 elements, 1 on average"));
  CLI_RUN (&fixture->run, "infer", "-q", fixture->data);
  g_assert_cmpstr (fixture->run.output, ==, "");
}

/* Nothing of data or arguments is obeyed by a terminal, and no password is repeated. */
static void
test_visible (Fixture *fixture, gconstpointer data)
{
  static const char *const secret[][3] = {
    { "infer", "mongodb:/u:S3CR3T@h" },
    { "infer", " mongodb://u:S3CR3T@h" },
    { "infer", "u:S3CR3T@h" },
    { "show", "u:S3CR3T@h" },
    { "check", "\"mongodb://u:S3CR3T@h\"" },
  };

  put (fixture, "{\"_id\":1,\"a\\u001b[31mb\\nc\\u009b\":\"\\u001b]0;x\\u0007\"}\nx\n");
  CLI_RUN (&fixture->run, "infer", fixture->data);
  g_assert_nonnull (strstr (fixture->run.output, "31mb\\nc"));
  g_assert_null (strchr (fixture->run.output, '\033'));
  g_assert_null (strchr (fixture->run.output, '\007'));
  g_assert_null (strstr (fixture->run.output, "\302\233"));
  CLI_RUN (&fixture->run, "infer", "no\033[2Jfile\n");
  g_assert_cmpint (fixture->run.exit_code, !=, 0);
  g_assert_null (strchr (fixture->run.errors, '\033'));
  for (guint i = 0; i < G_N_ELEMENTS (secret); i++)
    {
      cli_run_with_input (&fixture->run, NULL, secret[i]);
      g_assert_cmpint (fixture->run.exit_code, !=, 0);
      g_assert_null (strstr (fixture->run.errors, "S3CR3T"));
      g_assert_null (strstr (fixture->run.output, "S3CR3T"));
    }
}

static void
test_sample (Fixture *fixture, gconstpointer data)
{
  GString *text = g_string_new (NULL);
  json_t *json, *collection;

  for (guint i = 0; i < 100; i++)
    g_string_append_printf (text, "{\"_id\":%u}\n", i);
  put (fixture, text->str);
  g_string_free (text, TRUE);

  CLI_RUN (&fixture->run, "infer", "--sample=10", "--format=json", fixture->data);
  g_assert_cmpint (fixture->run.exit_code, ==, 0);
  json = cli_run_parse (&fixture->run);
  collection = json_array_get (json_object_get (json, "collections"), 0);
  g_assert_cmpint (json_integer_value (json_object_get (collection, "documents")), ==, 10);
  g_assert_cmpint (json_integer_value (json_object_get (collection, "documents_total")), ==, 100);
  g_assert_cmpstr (json_string_value (json_object_get (collection, "method")), ==, "sample");
  json_decref (json);

  CLI_RUN (&fixture->run, "infer", "--newest=10", "--format=json", "--threads=1", fixture->data);
  json = cli_run_parse (&fixture->run);
  collection = json_array_get (json_object_get (json, "collections"), 0);
  g_assert_cmpstr (json_string_value (json_object_get (collection, "method")), ==, "newest");
  json_decref (json);
}

/* The model says where it was read from, and how. */
static void
test_reading (Fixture *fixture, gconstpointer data)
{
  g_autofree char *model = NULL;
  json_t *json, *evidence, *reading;

  put (fixture, "{\"_id\":1}\n{\"_id\":2}\n");
  CLI_RUN (&fixture->run, "infer", "-q", "--sample=5", "-o", fixture->model, fixture->data);
  g_assert_cmpint (fixture->run.exit_code, ==, 0);
  g_assert_true (g_file_get_contents (fixture->model, &model, NULL, NULL));
  json = json_loads (model, 0, NULL);
  evidence = json_object_get (json, "evidence");
  reading = json_object_get (evidence, "reading");
  g_assert_cmpstr (json_string_value (json_array_get (json_object_get (reading, "sources"), 0)), ==,
                   fixture->data);
  g_assert_cmpstr (json_string_value (json_object_get (reading, "method")), ==, "sample");
  g_assert_cmpint (json_integer_value (json_object_get (reading, "max_documents")), ==, 5);
  json_decref (json);
}

/* Not a value of a document anywhere. */
static void
test_no_values (Fixture *fixture, gconstpointer data)
{
  g_autofree char *model = NULL;
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < 100; i++)
    g_string_append_printf (text, "{\"_id\":%u,\"word\":\"%s\",\"same\":\"secret-word\"}\n", i,
                            i % 2 == 0 ? "secret-a" : "secret-b");
  put (fixture, text->str);
  g_string_free (text, TRUE);
  CLI_RUN (&fixture->run, "infer", "--no-values", "--format=json", "-o", fixture->model,
           fixture->data);
  g_assert_cmpint (fixture->run.exit_code, ==, 0);
  g_assert_null (strstr (fixture->run.output, "secret"));
  g_assert_true (g_file_get_contents (fixture->model, &model, NULL, NULL));
  g_assert_null (strstr (model, "secret"));

  CLI_RUN (&fixture->run, "infer", "--format=json", fixture->data);
  g_assert_nonnull (strstr (fixture->run.output, "secret-a"));
}

static void
test_drift (Fixture *fixture, gconstpointer data)
{
  json_t *json, *difference;

  put (fixture, "{\"_id\":1,\"name\":\"a\"}\n{\"_id\":2,\"name\":\"b\"}\n");
  CLI_RUN (&fixture->run, "infer", "-q", "-o", fixture->model, fixture->data);
  g_assert_cmpint (fixture->run.exit_code, ==, 0);
  CLI_RUN (&fixture->run, "drift", fixture->model, fixture->data);
  g_assert_cmpint (fixture->run.exit_code, ==, 0);
  g_assert_cmpstr (fixture->run.output, ==, "The model and the source agree.\n");

  put (fixture, "{\"_id\":1,\"name\":1}\n{\"_id\":2,\"name\":\"b\"}\n");
  CLI_RUN (&fixture->run, "drift", fixture->model, fixture->data);
  g_assert_cmpint (fixture->run.exit_code, ==, 1);
  g_assert_true (g_str_has_prefix (fixture->run.output, "~ “users.name”"));
  CLI_RUN (&fixture->run, "drift", "--format=json", fixture->model, fixture->data);
  g_assert_cmpint (fixture->run.exit_code, ==, 1);
  json = cli_run_parse (&fixture->run);
  g_assert_cmpstr (json_string_value (json_object_get (json, "model")), ==, fixture->model);
  difference = json_array_get (json_object_get (json, "differences"), 0);
  g_assert_cmpstr (json_string_value (json_object_get (difference, "kind")), ==, "changed");
  g_assert_cmpstr (json_string_value (json_object_get (difference, "subject")), ==, "field");
  g_assert_cmpstr (json_string_value (json_object_get (difference, "place")), ==, "users.name");
  g_assert_cmpstr (json_string_value (json_object_get (difference, "property")), ==, "types");
  g_assert_cmpstr (json_string_value (json_object_get (difference, "in_model")), ==, "string");
  g_assert_true (json_is_string (json_object_get (difference, "id")));
  json_decref (json);

  CLI_RUN (&fixture->run, "drift", fixture->model, "/no/such/file");
  g_assert_cmpint (fixture->run.exit_code, ==, 3);
}

/* Keys that stand beside fields are told as those of the object around them. */
static void
test_keys_beside_fields (Fixture *fixture, gconstpointer data)
{
  g_autofree char *other = g_build_filename (fixture->folder, "shelves.json", NULL);
  g_autoptr (GString) users = g_string_new (NULL);
  g_autoptr (GString) shelves = g_string_new (NULL);

  for (guint i = 0; i < 40; i++)
    {
      g_string_append_printf (users, "{\"_id\":\"65a0b1c2d3e4f500000%05x\",\"likes\":{\"total\":%u",
                              i * 977, i);
      g_string_append_printf (shelves, "{\"_id\":%u,\"total\":%u", i, i);
      for (guint k = 1; k < 4; k++)
        {
          g_string_append_printf (users, ",\"65a0b1c2d3e4f500000%05x\":%u",
                                  (i * 3 + k * 5) % 40 * 977, k);
          g_string_append_printf (shelves, ",\"65a0b1c2d3e4f500000%05x\":%u",
                                  (i * 7 + k * 3) % 40 * 977, k);
        }
      g_string_append (users, "}}\n");
      g_string_append (shelves, "}\n");
    }
  put (fixture, users->str);
  g_assert_true (g_file_set_contents (other, shelves->str, -1, NULL));
  CLI_RUN (&fixture->run, "infer", "-q", "-o", fixture->model, fixture->data, other);
  g_assert_cmpint (fixture->run.exit_code, ==, 0);
  CLI_RUN (&fixture->run, "show", "--format", "json", fixture->model);
  g_assert_cmpint (fixture->run.exit_code, ==, 0);
  g_assert_nonnull (strstr (fixture->run.output, "\"stored\": \"users.likes{key}\""));
  g_assert_nonnull (strstr (fixture->run.output, "\"stored\": \"shelves{key}\""));
  g_remove (other);
}

/* A NUL in a value: what infer and refresh write, every command reads. */
static void
test_nul (Fixture *fixture, gconstpointer data)
{
  put (fixture, "{\"_id\":1,\"status\":\"a\\u0000b\"}\n{\"_id\":2,\"status\":\"a\\u0000b\"}\n");
  CLI_RUN (&fixture->run, "infer", "-q", "-o", fixture->model, fixture->data);
  g_assert_cmpint (fixture->run.exit_code, ==, 0);
  CLI_RUN (&fixture->run, "show", "--format", "json", fixture->model);
  g_assert_cmpint (fixture->run.exit_code, ==, 0);
  CLI_RUN (&fixture->run, "drift", "-q", fixture->model, fixture->data);
  g_assert_cmpint (fixture->run.exit_code, ==, 0);

  put (fixture, "{\"_id\":1,\"status\":\"a\"}\n{\"_id\":2,\"status\":\"a\"}\n");
  CLI_RUN (&fixture->run, "infer", "-q", "-o", fixture->model, fixture->data);
  put (fixture, "{\"_id\":1,\"status\":\"a\\u0000b\",\"more\":\"\\u0000\"}\n");
  CLI_RUN (&fixture->run, "refresh", "-q", fixture->model, fixture->data);
  g_assert_cmpint (fixture->run.exit_code, ==, 0);
  CLI_RUN (&fixture->run, "samples", fixture->model);
  g_assert_cmpint (fixture->run.exit_code, ==, 0);
}

static void
test_refresh (Fixture *fixture, gconstpointer data)
{
  g_autofree char *other = g_build_filename (fixture->folder, "other.squill", NULL);
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;

  put (fixture, "{\"_id\":1,\"name\":\"a\"}\n{\"_id\":2,\"name\":\"b\"}\n");
  CLI_RUN (&fixture->run, "infer", "-q", "-o", fixture->model, fixture->data);
  g_assert_true (g_file_get_contents (fixture->model, &before, NULL, NULL));
  CLI_RUN (&fixture->run, "refresh", fixture->model, fixture->data);
  g_assert_cmpint (fixture->run.exit_code, ==, 0);
  g_assert_cmpstr (fixture->run.output, ==, "Nothing has changed.\n");
  g_assert_true (g_file_get_contents (fixture->model, &after, NULL, NULL));
  g_assert_cmpstr (before, ==, after);

  put (fixture, "{\"_id\":1,\"name\":\"a\",\"age\":1}\n{\"_id\":2,\"name\":\"b\"}\n");
  CLI_RUN (&fixture->run, "refresh", "-o", other, fixture->model, fixture->data);
  g_assert_cmpint (fixture->run.exit_code, ==, 0);
  g_assert_nonnull (strstr (fixture->run.output, "+ “users.age” was added."));
  CLI_RUN (&fixture->run, "drift", "-q", other, fixture->data);
  g_assert_cmpint (fixture->run.exit_code, ==, 0);
  /* Its own file is as it was. */
  g_free (g_steal_pointer (&after));
  g_assert_true (g_file_get_contents (fixture->model, &after, NULL, NULL));
  g_assert_cmpstr (before, ==, after);
  g_remove (other);
}

static char *
read_of_process (GSubprocess *process, const char *name)
{
  g_autofree char *path =
      g_strdup_printf ("/proc/%s/%s", g_subprocess_get_identifier (process), name);
  g_autofree char *bytes = NULL;
  gsize length;

  if (!g_file_get_contents (path, &bytes, &length, NULL))
    return NULL;
  for (gsize i = 0; i < length; i++)
    if (bytes[i] == '\0')
      bytes[i] = ' ';
  return g_strndup (bytes, length);
}

/* Whoever lists processes while a server is asked sees no password; an interrupt ends it at once.
 */
static void
test_password (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GSocketListener) listener = g_socket_listener_new ();
  g_autoptr (GSocketConnection) connection = NULL;
  g_autoptr (GSubprocessLauncher) launcher = NULL;
  g_autoptr (GSubprocess) process = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *address = NULL;
  g_autofree char *arguments = NULL;
  g_autofree char *environment = NULL;
  g_autofree char *errors = NULL;
  guint16 port = g_socket_listener_add_any_inet_port (listener, NULL, &error);

  g_assert_no_error (error);
  /* Never answers. */
  address = g_strdup_printf ("mongodb://me:pass%%2Dword@localhost:%u/shop", port);
  launcher = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDOUT_SILENCE |
                                        G_SUBPROCESS_FLAGS_STDERR_PIPE);
  g_subprocess_launcher_setenv (launcher, "SQUILL_PASSWORD", "other-secret", TRUE);
  process = g_subprocess_launcher_spawn (launcher, &error, g_getenv ("SQUILL_CLI"), "infer",
                                         address, NULL);
  g_assert_no_error (error);
  connection = g_socket_listener_accept (listener, NULL, NULL, &error);
  g_assert_no_error (error);

  arguments = read_of_process (process, "cmdline");
  environment = read_of_process (process, "environ");
  if (arguments != NULL)
    {
      g_assert_nonnull (strstr (arguments, "mongodb://me@localhost"));
      g_assert_null (strstr (arguments, "pass"));
    }
  if (environment != NULL)
    g_assert_null (strstr (environment, "other-secret"));

  g_subprocess_send_signal (process, SIGINT);
  g_subprocess_communicate_utf8 (process, NULL, NULL, NULL, &errors, &error);
  g_assert_no_error (error);
  g_assert_true (g_subprocess_get_if_exited (process));
  g_assert_cmpint (g_subprocess_get_exit_status (process), ==, 4);
  g_assert_null (strstr (errors, "pass"));
}

/* An address that is none is not repeated: it may have a password. */
static void
test_bad_address (Fixture *fixture, gconstpointer data)
{
  CLI_RUN (&fixture->run, "infer", "mongodb://me:pass@word@:0:0/");
  g_assert_cmpint (fixture->run.exit_code, ==, 3);
  g_assert_cmpstr (fixture->run.errors, !=, "");
  g_assert_null (strstr (fixture->run.errors, "pass@word"));
}

#define ADD(path, function) \
  g_test_add ("/cli/sources/" path, Fixture, NULL, set_up, function, tear_down)

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  ADD ("usage", test_usage);
  ADD ("infer", test_infer);
  ADD ("distant-key", test_distant_key);
  ADD ("text", test_text);
  ADD ("visible", test_visible);
  ADD ("sample", test_sample);
  ADD ("no-values", test_no_values);
  ADD ("drift", test_drift);
  ADD ("keys-beside-fields", test_keys_beside_fields);
  ADD ("nul", test_nul);
  ADD ("refresh", test_refresh);
  ADD ("reading", test_reading);
  ADD ("password", test_password);
  ADD ("bad-address", test_bad_address);
  return g_test_run ();
}

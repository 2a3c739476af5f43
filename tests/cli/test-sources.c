/* SPDX-License-Identifier: Apache-2.0 */

/* The commands that read sources: infer, drift and refresh. */

#include "config.h"

#include <gio/gio.h>
#include <glib/gstdio.h>
#include <jansson.h>
#include <signal.h>
#include <string.h>

typedef struct
{
  char *folder;
  char *data;
  char *model;
  int exit_code;
  char *output;
  char *errors;
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
  g_free (fixture->output);
  g_free (fixture->errors);
}

static void
call (Fixture *fixture, const char *const *arguments)
{
  g_autoptr (GPtrArray) argv = g_ptr_array_new ();
  g_autoptr (GSubprocess) process = NULL;
  g_autoptr (GError) error = NULL;

  g_clear_pointer (&fixture->output, g_free);
  g_clear_pointer (&fixture->errors, g_free);
  g_ptr_array_add (argv, (gpointer)g_getenv ("SQUILL_CLI"));
  for (guint i = 0; arguments[i] != NULL; i++)
    g_ptr_array_add (argv, (gpointer)arguments[i]);
  g_ptr_array_add (argv, NULL);
  process =
      g_subprocess_newv ((const char *const *)argv->pdata,
                         G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_PIPE, &error);
  g_assert_no_error (error);
  g_subprocess_communicate_utf8 (process, NULL, NULL, &fixture->output, &fixture->errors, &error);
  g_assert_no_error (error);
  g_assert_true (g_subprocess_get_if_exited (process));
  fixture->exit_code = g_subprocess_get_exit_status (process);
}

#define CALL(fixture, ...) call (fixture, (const char *[]){ __VA_ARGS__, NULL })

static void
put (Fixture *fixture, const char *text)
{
  g_autoptr (GError) error = NULL;

  g_file_set_contents (fixture->data, text, -1, &error);
  g_assert_no_error (error);
}

static json_t *
parse (Fixture *fixture)
{
  json_error_t error;
  json_t *json = json_loads (fixture->output, JSON_REJECT_DUPLICATES, &error);

  if (json == NULL)
    g_error ("%s: %s", error.text, fixture->output);
  g_assert_cmpint (json_integer_value (json_object_get (json, "squill")), ==, 1);
  return json;
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
      call (fixture, wrong[i]);
      g_assert_cmpint (fixture->exit_code, ==, 2);
      g_assert_cmpstr (fixture->output, ==, "");
      g_assert_true (g_str_has_prefix (fixture->errors, "squill-cli: "));
    }
}

static void
test_text (Fixture *fixture, gconstpointer data)
{
  put (fixture, "{\"_id\":1,\"name\":\"a\",\"tags\":[\"x\",\"y\"]}\n{\"_id\":2,\"tags\":[]}\n");
  CALL (fixture, "infer", fixture->data);
  g_assert_cmpint (fixture->exit_code, ==, 0);
  g_assert_cmpstr (fixture->errors, ==, "");
  g_assert_nonnull (strstr (fixture->output, "users\n  2 of 2 documents (all)"));
  g_assert_nonnull (strstr (fixture->output, "string; in 1 of 2"));
  g_assert_nonnull (strstr (fixture->output, "array; 0 to 2 elements, 1 on average"));
  CALL (fixture, "infer", "-q", fixture->data);
  g_assert_cmpstr (fixture->output, ==, "");
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
  CALL (fixture, "infer", fixture->data);
  g_assert_nonnull (strstr (fixture->output, "31mb\\nc"));
  g_assert_null (strchr (fixture->output, '\033'));
  g_assert_null (strchr (fixture->output, '\007'));
  g_assert_null (strstr (fixture->output, "\302\233"));
  CALL (fixture, "infer", "no\033[2Jfile\n");
  g_assert_cmpint (fixture->exit_code, !=, 0);
  g_assert_null (strchr (fixture->errors, '\033'));
  for (guint i = 0; i < G_N_ELEMENTS (secret); i++)
    {
      call (fixture, secret[i]);
      g_assert_cmpint (fixture->exit_code, !=, 0);
      g_assert_null (strstr (fixture->errors, "S3CR3T"));
      g_assert_null (strstr (fixture->output, "S3CR3T"));
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

  CALL (fixture, "infer", "--sample=10", "--format=json", fixture->data);
  g_assert_cmpint (fixture->exit_code, ==, 0);
  json = parse (fixture);
  collection = json_array_get (json_object_get (json, "collections"), 0);
  g_assert_cmpint (json_integer_value (json_object_get (collection, "documents")), ==, 10);
  g_assert_cmpint (json_integer_value (json_object_get (collection, "documents_total")), ==, 100);
  g_assert_cmpstr (json_string_value (json_object_get (collection, "method")), ==, "sample");
  json_decref (json);

  CALL (fixture, "infer", "--newest=10", "--format=json", "--threads=1", fixture->data);
  json = parse (fixture);
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
  CALL (fixture, "infer", "-q", "--sample=5", "-o", fixture->model, fixture->data);
  g_assert_cmpint (fixture->exit_code, ==, 0);
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
  CALL (fixture, "infer", "--no-values", "--format=json", "-o", fixture->model, fixture->data);
  g_assert_cmpint (fixture->exit_code, ==, 0);
  g_assert_null (strstr (fixture->output, "secret"));
  g_assert_true (g_file_get_contents (fixture->model, &model, NULL, NULL));
  g_assert_null (strstr (model, "secret"));

  CALL (fixture, "infer", "--format=json", fixture->data);
  g_assert_nonnull (strstr (fixture->output, "secret-a"));
}

static void
test_drift (Fixture *fixture, gconstpointer data)
{
  json_t *json, *difference;

  put (fixture, "{\"_id\":1,\"name\":\"a\"}\n{\"_id\":2,\"name\":\"b\"}\n");
  CALL (fixture, "infer", "-q", "-o", fixture->model, fixture->data);
  g_assert_cmpint (fixture->exit_code, ==, 0);
  CALL (fixture, "drift", fixture->model, fixture->data);
  g_assert_cmpint (fixture->exit_code, ==, 0);
  g_assert_cmpstr (fixture->output, ==, "The model and the source agree.\n");

  put (fixture, "{\"_id\":1,\"name\":1}\n{\"_id\":2,\"name\":\"b\"}\n");
  CALL (fixture, "drift", fixture->model, fixture->data);
  g_assert_cmpint (fixture->exit_code, ==, 1);
  g_assert_true (g_str_has_prefix (fixture->output, "~ “users.name”"));
  CALL (fixture, "drift", "--format=json", fixture->model, fixture->data);
  g_assert_cmpint (fixture->exit_code, ==, 1);
  json = parse (fixture);
  g_assert_cmpstr (json_string_value (json_object_get (json, "model")), ==, fixture->model);
  difference = json_array_get (json_object_get (json, "differences"), 0);
  g_assert_cmpstr (json_string_value (json_object_get (difference, "kind")), ==, "changed");
  g_assert_cmpstr (json_string_value (json_object_get (difference, "subject")), ==, "field");
  g_assert_cmpstr (json_string_value (json_object_get (difference, "place")), ==, "users.name");
  g_assert_cmpstr (json_string_value (json_object_get (difference, "property")), ==, "types");
  g_assert_cmpstr (json_string_value (json_object_get (difference, "in_model")), ==, "string");
  g_assert_true (json_is_string (json_object_get (difference, "id")));
  json_decref (json);

  CALL (fixture, "drift", fixture->model, "/no/such/file");
  g_assert_cmpint (fixture->exit_code, ==, 3);
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
  CALL (fixture, "infer", "-q", "-o", fixture->model, fixture->data, other);
  g_assert_cmpint (fixture->exit_code, ==, 0);
  CALL (fixture, "show", "--format", "json", fixture->model);
  g_assert_cmpint (fixture->exit_code, ==, 0);
  g_assert_nonnull (strstr (fixture->output, "\"stored\": \"users.likes{key}\""));
  g_assert_nonnull (strstr (fixture->output, "\"stored\": \"shelves{key}\""));
  g_remove (other);
}

/* A NUL in a value: what infer and refresh write, every command reads. */
static void
test_nul (Fixture *fixture, gconstpointer data)
{
  put (fixture, "{\"_id\":1,\"status\":\"a\\u0000b\"}\n{\"_id\":2,\"status\":\"a\\u0000b\"}\n");
  CALL (fixture, "infer", "-q", "-o", fixture->model, fixture->data);
  g_assert_cmpint (fixture->exit_code, ==, 0);
  CALL (fixture, "show", "--format", "json", fixture->model);
  g_assert_cmpint (fixture->exit_code, ==, 0);
  CALL (fixture, "drift", "-q", fixture->model, fixture->data);
  g_assert_cmpint (fixture->exit_code, ==, 0);

  put (fixture, "{\"_id\":1,\"status\":\"a\"}\n{\"_id\":2,\"status\":\"a\"}\n");
  CALL (fixture, "infer", "-q", "-o", fixture->model, fixture->data);
  put (fixture, "{\"_id\":1,\"status\":\"a\\u0000b\",\"more\":\"\\u0000\"}\n");
  CALL (fixture, "refresh", "-q", fixture->model, fixture->data);
  g_assert_cmpint (fixture->exit_code, ==, 0);
  CALL (fixture, "samples", fixture->model);
  g_assert_cmpint (fixture->exit_code, ==, 0);
}

static void
test_refresh (Fixture *fixture, gconstpointer data)
{
  g_autofree char *other = g_build_filename (fixture->folder, "other.squill", NULL);
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;

  put (fixture, "{\"_id\":1,\"name\":\"a\"}\n{\"_id\":2,\"name\":\"b\"}\n");
  CALL (fixture, "infer", "-q", "-o", fixture->model, fixture->data);
  g_assert_true (g_file_get_contents (fixture->model, &before, NULL, NULL));
  CALL (fixture, "refresh", fixture->model, fixture->data);
  g_assert_cmpint (fixture->exit_code, ==, 0);
  g_assert_cmpstr (fixture->output, ==, "Nothing has changed.\n");
  g_assert_true (g_file_get_contents (fixture->model, &after, NULL, NULL));
  g_assert_cmpstr (before, ==, after);

  put (fixture, "{\"_id\":1,\"name\":\"a\",\"age\":1}\n{\"_id\":2,\"name\":\"b\"}\n");
  CALL (fixture, "refresh", "-o", other, fixture->model, fixture->data);
  g_assert_cmpint (fixture->exit_code, ==, 0);
  g_assert_nonnull (strstr (fixture->output, "+ “users.age” was added."));
  CALL (fixture, "drift", "-q", other, fixture->data);
  g_assert_cmpint (fixture->exit_code, ==, 0);
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
  CALL (fixture, "infer", "mongodb://me:pass@word@:0:0/");
  g_assert_cmpint (fixture->exit_code, ==, 3);
  g_assert_cmpstr (fixture->errors, !=, "");
  g_assert_null (strstr (fixture->errors, "pass@word"));
}

#define ADD(path, function) \
  g_test_add ("/cli/sources/" path, Fixture, NULL, set_up, function, tear_down)

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  ADD ("usage", test_usage);
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

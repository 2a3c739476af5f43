/* SPDX-License-Identifier: Apache-2.0 */

/* Calls of squill-cli, which $SQUILL_CLI names. */

#include "config.h"

#include "cli-run.h"

void
cli_run_clear (CliRun *run)
{
  g_clear_pointer (&run->output, g_free);
  g_clear_pointer (&run->errors, g_free);
}

GPtrArray *
cli_run_make_argv (const char *const *arguments)
{
  GPtrArray *argv = g_ptr_array_new ();

  g_ptr_array_add (argv, (gpointer)g_getenv ("SQUILL_CLI"));
  for (guint i = 0; arguments[i] != NULL; i++)
    g_ptr_array_add (argv, (gpointer)arguments[i]);
  g_ptr_array_add (argv, NULL);
  return argv;
}

void
cli_run_end (CliRun *run, GSubprocess *process, const char *input)
{
  g_autoptr (GError) error = NULL;

  cli_run_clear (run);
  g_subprocess_communicate_utf8 (process, input, NULL, &run->output, &run->errors, &error);
  g_assert_no_error (error);
  g_assert_true (g_subprocess_get_if_exited (process));
  run->exit_code = g_subprocess_get_exit_status (process);
}

void
cli_run_with_input (CliRun *run, const char *input, const char *const *arguments)
{
  g_autoptr (GPtrArray) argv = cli_run_make_argv (arguments);
  g_autoptr (GSubprocess) process = NULL;
  g_autoptr (GError) error = NULL;

  process = g_subprocess_newv ((const char *const *)argv->pdata,
                               G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_PIPE |
                                   G_SUBPROCESS_FLAGS_STDIN_PIPE,
                               &error);
  g_assert_no_error (error);
  cli_run_end (run, process, input);
}

json_t *
cli_run_parse (const CliRun *run)
{
  json_error_t error;
  json_t *json = json_loads (run->output, JSON_REJECT_DUPLICATES, &error);

  if (json == NULL)
    g_error ("%s: %s%s", error.text, run->output, run->errors);
  g_assert_cmpint (json_integer_value (json_object_get (json, "squill")), ==, 1);
  return json;
}

char *
cli_get_example (const char *name)
{
  return g_build_filename (g_getenv ("SQUILL_SOURCE_ROOT"), "data", "examples", name, NULL);
}

char *
cli_read_manual (void)
{
  g_autofree char *path =
      g_build_filename (g_getenv ("SQUILL_SOURCE_ROOT"), "app", "cli", "squill-cli.1", NULL);
  g_autoptr (GError) error = NULL;
  char *manual;

  g_file_get_contents (path, &manual, NULL, &error);
  g_assert_no_error (error);
  return manual;
}

json_t *
cli_find_named (json_t *list, const char *member, const char *name)
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

/* SPDX-License-Identifier: Apache-2.0 */

/* Reading sources: the options for it, passwords, progress, and what went wrong. */

#define G_LOG_DOMAIN "squill-cli"

#include "config.h"

#include <glib/gi18n.h>
#include <stdio.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include "cli/squill-cli-source.h"
#include "inspect/server/squill-keyring.h"
#include "inspect/server/squill-server.h"
#include "text/squill-text.h"

/* A server may hold terabytes: all is read only on request. */
#define SERVER_SAMPLE 1000
#define LONGEST_PASSWORD 1024

/**
 * squill_cli_source_get_entries:
 * @self: takes what is said
 * @others: the command's own options, terminated
 *
 * Returns: (transfer full): the command's options and those of all that read sources; free it with
 *   g_free()
 */
GOptionEntry *
squill_cli_source_get_entries (SquillCliSource *self, const GOptionEntry *others)
{
  const GOptionEntry own[] = {
    { "full", 0, 0, G_OPTION_ARG_NONE, &self->full, N_ ("Read all documents (default for files)"),
      NULL },
    { "sample", 0, 0, G_OPTION_ARG_INT64, &self->sample,
      N_ ("Read N random documents per collection (default for servers: 1000)"), "N" },
    { "newest", 0, 0, G_OPTION_ARG_INT64, &self->newest,
      N_ ("Read the newest N documents per collection"), "N" },
    { "filter", 0, 0, G_OPTION_ARG_STRING, &self->filter,
      N_ ("Of a server, read only documents that match"), N_ ("QUERY") },
    { "collection", 0, 0, G_OPTION_ARG_STRING_ARRAY, &self->collections,
      N_ ("Read only this collection; may be given more than once"), N_ ("NAME") },
    { "limit-time", 0, 0, G_OPTION_ARG_DOUBLE, &self->limit_time,
      N_ ("Stop reading after this time"), N_ ("SECONDS") },
    { "no-values", 0, 0, G_OPTION_ARG_NONE, &self->no_values, N_ ("Keep no values of documents"),
      NULL },
    { "threads", 0, 0, G_OPTION_ARG_INT64, &self->threads, N_ ("Read with N threads"), "N" },
    { "count-on-server", 0, 0, G_OPTION_ARG_NONE, &self->count_on_server,
      N_ ("Let the server count what is only sampled; this can put a heavy load on it"), NULL },
  };
  GArray *entries = g_array_new (TRUE, TRUE, sizeof (GOptionEntry));

  for (; others->long_name != NULL; others++)
    g_array_append_val (entries, *others);
  g_array_append_vals (entries, own, G_N_ELEMENTS (own));
  return (GOptionEntry *)(void *)g_array_free (entries, FALSE);
}

/**
 * squill_cli_source_clear:
 * @self: what was said
 *
 * Frees it.
 */
void
squill_cli_source_clear (SquillCliSource *self)
{
  g_clear_pointer (&self->filter, g_free);
  g_clear_pointer (&self->collections, g_strfreev);
  g_clear_pointer (&self->addresses, g_ptr_array_unref);
}

/**
 * squill_cli_source_check:
 * @self: what was said
 * @exit_code: (out): how to end where it makes no sense
 *
 * Returns: whether it makes sense
 */
gboolean
squill_cli_source_check (const SquillCliSource *self, SquillExit *exit_code)
{
  if (self->sample < 0 || self->newest < 0 || self->limit_time < 0 || self->threads < 0)
    *exit_code = squill_cli_usage (_ ("a limit cannot be negative"));
  else if (self->full && (self->sample > 0 || self->newest > 0))
    *exit_code = squill_cli_usage (_ ("--full and a number of documents do not go together"));
  else if (self->sample > 0 && self->newest > 0)
    *exit_code = squill_cli_usage (_ ("--sample and --newest do not go together"));
  else
    return TRUE;
  return FALSE;
}

static void
wipe (char *text)
{
  if (text != NULL)
    explicit_bzero (text, strlen (text));
}

static void
wipe_and_free (char *text)
{
  wipe (text);
  g_free (text);
}

/* Whoever may list processes sees arguments and environment: no secret stays there. What is needed
 * to connect beside the password stands in @source then, in memory of our own. */
static gboolean
hide_secrets (SquillCliSource *self, char **source, char **password, GError **error)
{
  char *argument = *source;
  gsize length = strlen (argument);
  g_autoptr (SquillServerAddress) address = squill_server_address_new (argument, error);
  g_autofree char *kept = NULL;
  char *found;

  if (address == NULL)
    {
      wipe (argument);
      return FALSE;
    }
  found = squill_server_address_get_password (address);
  if (found == NULL && address->secret_options == NULL)
    return TRUE;
  if (found != NULL)
    {
      wipe_and_free (*password);
      *password = found;
    }
  if (address->secret_options != NULL)
    {
      *source = squill_server_address_to_short_string (address);
      if (self->addresses == NULL)
        self->addresses = g_ptr_array_new_with_free_func ((GDestroyNotify)squill_server_wipe);
      g_ptr_array_add (self->addresses, *source);
    }
  kept = squill_server_address_to_string (address, FALSE);
  wipe (argument);
  g_strlcpy (argument, kept, length + 1);
  return TRUE;
}

static char *
take_from_environment (void)
{
  char *value = (char *)g_getenv ("SQUILL_PASSWORD");
  char *password = g_strdup (value);

  wipe (value);
  g_unsetenv ("SQUILL_PASSWORD");
  return password;
}

static char *
ask_for_password (const char *address)
{
  g_autofree char *shown = squill_server_address_for_people (address);
  struct termios usual, silent;
  char line[LONGEST_PASSWORD];
  char *password = NULL;

  if (!isatty (STDIN_FILENO) || !isatty (STDERR_FILENO) || tcgetattr (STDIN_FILENO, &usual) != 0)
    return NULL;
  silent = usual;
  silent.c_lflag &= ~(tcflag_t)ECHO;
  g_printerr (_ ("Password for %s: "), shown);
  if (tcsetattr (STDIN_FILENO, TCSAFLUSH, &silent) != 0)
    return NULL;
  if (fgets (line, sizeof line, stdin) != NULL)
    {
      line[strcspn (line, "\n")] = '\0';
      password = g_strdup (line);
    }
  tcsetattr (STDIN_FILENO, TCSAFLUSH, &usual);
  explicit_bzero (line, sizeof line);
  g_printerr ("\n");
  return password;
}

static char *
find_password (SquillCli *cli, const char *address)
{
  char *password = NULL;

  if (squill_keyring_is_available ())
    password = squill_keyring_look_up_sync (address, cli->cancellable, NULL);
  return password != NULL ? password : ask_for_password (address);
}

/* Over what stands there: the only thing that is sent to a terminal as it is. */
static void
begin_line (void)
{
  fputs ("\r\033[K", stderr);
}

static void
on_progress (const SquillInspectProgress *progress, gpointer data)
{
  SquillCli *cli = data;
  const char *collection = progress->collection != NULL ? progress->collection : "";
  g_autofree char *name = g_utf8_make_valid (collection, -1);
  g_autofree char *documents = NULL;
  g_autofree char *shown = NULL;

  if (progress->waiting_for != NULL)
    {
      if (!cli->progress_json && !cli->quiet && isatty (STDERR_FILENO))
        {
          begin_line ();
          g_printerr ("%s", progress->waiting_for);
        }
      return;
    }
  if (cli->progress_json)
    {
      json_auto_t *line = json_pack (
          "{s:i, s:s, s:i, s:i, s:I, s:o, s:I, s:o, s:f}", "squill", 1, "collection", name,
          "collections_done", progress->collections_done, "collections_total",
          progress->collections_total, "documents", (json_int_t)progress->documents,
          "documents_total",
          progress->documents_total != G_MAXUINT64
              ? json_integer ((json_int_t)progress->documents_total)
              : json_null (),
          "bytes_read", (json_int_t)progress->bytes_read, "bytes_total",
          progress->bytes_total != G_MAXUINT64 ? json_integer ((json_int_t)progress->bytes_total)
                                               : json_null (),
          "seconds", progress->seconds);
      char *text = json_dumps (line, JSON_COMPACT);

      g_printerr ("%s\n", text);
      free (text);
      return;
    }
  if (cli->quiet || !isatty (STDERR_FILENO))
    return;
  documents = squill_text_documents ((double)progress->documents);
  shown = squill_text_visible (name, FALSE);
  begin_line ();
  g_printerr ("%s: %s", shown, documents);
  if (progress->seconds > 1)
    {
      g_autofree char *rate = squill_text_bytes ((double)progress->bytes_read / progress->seconds);

      g_printerr (", %s/s", rate);
    }
}

static void
report_problem (const SquillProblem *problem)
{
  g_autofree char *file = squill_text_visible (problem->file == NULL ? "" : problem->file, FALSE);
  g_autofree char *reason = squill_text_visible (problem->reason, FALSE);

  if (problem->line > 0)
    g_printerr ("squill-cli: %s:%" G_GUINT64_FORMAT ":%" G_GUINT64_FORMAT ": %s\n", file,
                problem->line, problem->column, reason);
  else if (problem->offset >= 0)
    g_printerr ("squill-cli: %s@%" G_GINT64_FORMAT ": %s\n", file, problem->offset, reason);
  else
    g_printerr ("squill-cli: %s: %s\n", file, reason);
}

static void
fill_options (const SquillCliSource *self, gboolean is_server, SquillInspectOptions *options)
{
  gint64 sample = self->sample;

  if (is_server && !self->full && sample == 0 && self->newest == 0)
    sample = SERVER_SAMPLE;
  options->method = self->newest > 0 ? SQUILL_INSPECT_NEWEST
                    : sample > 0     ? SQUILL_INSPECT_SAMPLE
                                     : SQUILL_INSPECT_FULL;
  options->max_documents = (guint64)(self->newest > 0 ? self->newest : sample);
  options->max_seconds = self->limit_time;
  options->keep_values = !self->no_values;
  options->threads = (guint)MIN (self->threads, 1024);
  options->collections = (const char *const *)self->collections;
  options->filter = self->filter;
  options->count_on_server = self->count_on_server;
}

/**
 * squill_cli_source_remember:
 * @self: how it was read
 * @model: what came of it
 * @sources: what was read
 * @error: return location
 *
 * Records in the model where it was read from and how, so that the window can read it again.
 *
 * Returns: whether it is noted
 */
gboolean
squill_cli_source_remember (const SquillCliSource *self,
                            SquillModel *model,
                            char **sources,
                            GError **error)
{
  SquillInspectOptions options = SQUILL_INSPECT_OPTIONS_INIT;
  gboolean is_server = FALSE;

  for (guint i = 0; sources[i] != NULL; i++)
    is_server = is_server || squill_server_is_address (sources[i]);
  fill_options (self, is_server, &options);
  return squill_reading_remember (model, (const char *const *)sources, &options, error);
}

/**
 * squill_cli_source_read:
 * @self: how to read
 * @cli: the options
 * @sources: (array zero-terminated=1): what to read: the arguments of the program themselves, so
 *   that no secret stays in them; an address that needs more than a password is replaced by one
 *   that @self keeps
 * @exit_code: (out): how to end: %SQUILL_EXIT_UNREADABLE where something could not be read,
 * although the rest was; %SQUILL_EXIT_CANCELLED where a person stopped it
 *
 * Reads sources, telling of progress and of what is wrong. A password comes from the address, the
 * environment, the keyring or a prompt, in this order.
 *
 * Returns: (transfer full) (nullable): what was read
 */
SquillProfile *
squill_cli_source_read (SquillCliSource *self,
                        SquillCli *cli,
                        char **sources,
                        SquillExit *exit_code)
{
  SquillInspectOptions options = SQUILL_INSPECT_OPTIONS_INIT;
  g_autoptr (SquillProfile) profile = NULL;
  g_autoptr (GError) error = NULL;
  char *password = take_from_environment ();
  const char *server = NULL;

  for (guint i = 0; sources[i] != NULL; i++)
    if (squill_server_is_address (sources[i]))
      {
        server = sources[i];
        if (hide_secrets (self, &sources[i], &password, &error))
          continue;
        wipe_and_free (password);
        *exit_code = squill_cli_fail (NULL, error);
        return NULL;
      }
  fill_options (self, server != NULL, &options);
  options.password = password;
  profile = squill_inspect_sync ((const char *const *)sources, &options, on_progress, cli,
                                 cli->cancellable, &error);
  if (profile == NULL && password == NULL && server != NULL &&
      g_error_matches (error, SQUILL_SERVER_ERROR, SQUILL_SERVER_ERROR_NEEDS_PASSWORD))
    {
      password = find_password (cli, server);
      options.password = password;
      if (password != NULL)
        {
          g_clear_error (&error);
          profile = squill_inspect_sync ((const char *const *)sources, &options, on_progress, cli,
                                         cli->cancellable, &error);
        }
    }
  wipe_and_free (password);
  if (!cli->quiet && !cli->progress_json && isatty (STDERR_FILENO))
    begin_line ();
  if (profile == NULL)
    {
      *exit_code = squill_cli_fail (
          sources[0] != NULL && sources[1] == NULL && server == NULL ? sources[0] : NULL, error);
      return NULL;
    }

  *exit_code =
      squill_profile_get_n_problems (profile) > 0 ? SQUILL_EXIT_UNREADABLE : SQUILL_EXIT_FINE;
  for (guint i = 0; i < squill_profile_get_n_problems (profile); i++)
    report_problem (squill_profile_get_problem (profile, i));
  if (g_cancellable_is_cancelled (cli->cancellable))
    {
      squill_cli_say (cli, "%s", _ ("cancelled: this is what was read until then"));
      *exit_code = SQUILL_EXIT_CANCELLED;
    }
  return g_steal_pointer (&profile);
}

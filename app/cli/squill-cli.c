/* SPDX-License-Identifier: Apache-2.0 */

/* squill-cli: what scripts, continuous integration and other programs hold on to. */

#define G_LOG_DOMAIN "squill-cli"

#include "config.h"

#include "cli/squill-cli.h"

#include <glib-unix.h>
#include <glib/gi18n.h>
#include <locale.h>

static const SquillCommand commands[] = {
  { "infer", N_ ("SOURCE…"), N_ ("Read what is really in a database, a dump or files"),
    squill_cli_infer },
  { "drift", N_ ("MODEL SOURCE…"), N_ ("Say what differs between a model and a source"),
    squill_cli_drift },
  { "refresh", N_ ("MODEL SOURCE…"), N_ ("Bring a model up to date, and keep what was edited"),
    squill_cli_refresh },
  { "check", N_ ("MODEL"), N_ ("Say what is wrong with a model"), squill_cli_check },
  { "design", N_ ("MODEL"), N_ ("Print the collections with their documents and bytes"),
    squill_cli_design },
  { "samples", N_ ("MODEL"), N_ ("Print sample documents"), squill_cli_samples },
  { "layout", N_ ("MODEL"), N_ ("Arrange the diagram"), squill_cli_layout },
  { "export", N_ ("MODEL"), N_ ("Write pictures, schemas, scripts"), squill_cli_export },
  { "show", N_ ("MODEL"), N_ ("Print the model by names"), squill_cli_show },
  { "fmt", N_ ("MODEL"), N_ ("Write the model in its canonical form"), squill_cli_fmt },
  { "rules", N_ ("[RULE]"), N_ ("Print the catalogue of rules, or explain one"), squill_cli_rules },
};

const SquillCommand *
squill_cli_find_command (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    if (g_str_equal (commands[i].name, name))
      return &commands[i];
  return NULL;
}

static void
print_help (void)
{
  g_print ("%s\n  squill-cli %s\n\n%s\n", _ ("Usage:"), _ ("COMMAND [OPTION…] ARGUMENT…"),
           _ ("Commands:"));
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      g_autofree char *call =
          g_strdup_printf ("%s %s", commands[i].name, _ (commands[i].arguments));

      g_print ("  %-24s %s\n", call, _ (commands[i].summary));
    }
  g_print ("\n%s\n", _ ("“squill-cli COMMAND --help” tells of a command’s options."));
}

static gboolean
on_interrupt (gpointer data)
{
  g_cancellable_cancel (data);
  return G_SOURCE_CONTINUE;
}

/* The signal is waited for beside the work, which may block the main thread. */
static gpointer
wait_for_interrupt (gpointer data)
{
  g_autoptr (GMainContext) context = g_main_context_new ();
  g_autoptr (GMainLoop) loop = g_main_loop_new (context, FALSE);
  g_autoptr (GSource) source = g_unix_signal_source_new (SIGINT);

  g_source_set_callback (source, on_interrupt, data, NULL);
  g_source_attach (source, context);
  g_main_loop_run (loop);
  return NULL;
}

int
main (int argc, char *argv[])
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  SquillCli cli = { .cancellable = cancellable };
  const SquillCommand *command;

  setlocale (LC_ALL, "");
  bindtextdomain (GETTEXT_PACKAGE, SQUILL_LOCALEDIR);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);
  g_set_prgname ("squill-cli");

  if (argc < 2)
    {
      print_help ();
      return SQUILL_EXIT_USAGE;
    }
  if (g_str_equal (argv[1], "--help") || g_str_equal (argv[1], "-h") ||
      g_str_equal (argv[1], "help"))
    {
      print_help ();
      return SQUILL_EXIT_FINE;
    }
  if (g_str_equal (argv[1], "--version"))
    {
      g_print ("squill-cli %s\n", SQUILL_VERSION);
      return SQUILL_EXIT_FINE;
    }
  command = squill_cli_find_command (argv[1]);
  if (command == NULL)
    return squill_cli_usage (_ ("there is no command “%s”"), argv[1]);

  g_thread_unref (g_thread_new ("interrupt", wait_for_interrupt, cancellable));
  return command->run (&cli, argc - 1, argv + 1);
}

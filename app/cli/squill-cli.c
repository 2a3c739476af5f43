/* SPDX-License-Identifier: Apache-2.0 */

/* squill-cli: what scripts, continuous integration and other programs hold on to. */

#define G_LOG_DOMAIN "squill-cli"

#include "config.h"

#include "cli/squill-cli.h"
#include "text/squill-locale.h"
#include "text/squill-text.h"

#include <glib-unix.h>
#include <glib/gi18n.h>
#include <stdio.h>

static const SquillCommand commands[] = {
  { "infer", N_ ("SOURCE…"), 1, G_MAXINT, N_ ("Infer a model from a database, a dump, or files"),
    squill_cli_infer },
  { "drift", N_ ("MODEL SOURCE…"), 2, G_MAXINT,
    N_ ("Print the differences between a model and a source"), squill_cli_drift },
  { "diff", N_ ("MODEL MODEL"), 1, 2, N_ ("Print the differences between two models"),
    squill_cli_diff },
  { "merge", N_ ("BASE OURS THEIRS"), 1, 3, N_ ("Merge two states of a model"), squill_cli_merge },
  { "git-setup", "", 0, 0, N_ ("Print the settings with which git compares and merges models"),
    squill_cli_git_setup },
  { "refresh", N_ ("MODEL SOURCE…"), 2, G_MAXINT,
    N_ ("Update a model from a source, keeping edits"), squill_cli_refresh },
  { "workload", N_ ("MODEL FILE…"), 2, G_MAXINT,
    N_ ("Add the commands in files, logs, and measurements to the workload of a model"),
    squill_cli_workload },
  { "check", N_ ("MODEL"), 1, 1, N_ ("Check a model against the design rules"), squill_cli_check },
  { "advise", N_ ("MODEL"), 1, 1, N_ ("Compare the ways to store each relationship"),
    squill_cli_advise },
  { "capacity", N_ ("MODEL"), 1, 1, N_ ("Print storage and growth, now and at the horizon"),
    squill_cli_capacity, "text|json|markdown|csv|html" },
  { "compare", N_ ("MODEL…"), 1, G_MAXINT, N_ ("Compare the designs of a model, or several models"),
    squill_cli_compare, "text|json|markdown|csv|html" },
  { "design", N_ ("MODEL"), 1, 1, N_ ("Print the collections with their documents and bytes"),
    squill_cli_design },
  { "samples", N_ ("MODEL"), 1, 1, N_ ("Print sample documents"), squill_cli_samples },
  { "layout", N_ ("MODEL"), 1, 1, N_ ("Arrange the diagram"), squill_cli_layout },
  { "export", N_ ("MODEL"), 0, 1, N_ ("Export pictures, schemas, scripts, and samples"),
    squill_cli_export },
  { "migrate", N_ ("FROM [TO]"), 1, 2,
    N_ ("Write a script that moves data from one design to another"), squill_cli_migrate },
  { "show", N_ ("MODEL"), 1, 1, N_ ("Print the model by names"), squill_cli_show },
  { "import", N_ ("FILE"), 1, 1, N_ ("Make a model of a file of another program"),
    squill_cli_import },
  { "fmt", N_ ("MODEL"), 1, 1, N_ ("Write the model in its canonical form"), squill_cli_fmt },
  { "rules", N_ ("[RULE]"), 0, 1, N_ ("Print the catalog of rules, or explain one rule"),
    squill_cli_rules },
};

/* The command of a name, or %NULL. It belongs to the table of commands. */
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

      g_print ("  %s%*s%s\n", call, (int)MAX (1, 24 - g_utf8_strlen (call, -1)), "",
               _ (commands[i].summary));
    }
  g_print ("\n%s\n", _ ("Run “squill-cli COMMAND --help” for the options of a command."));
}

/* In the character set of the terminal, and without what it would obey: names come from data. */
static void
print_visible (FILE *file, const char *text)
{
  g_autofree char *visible = squill_text_visible (text, TRUE);
  g_autofree char *local = NULL;
  const char *charset;

  if (!g_get_charset (&charset))
    local = g_convert_with_fallback (visible, -1, charset, "UTF-8", "?", NULL, NULL, NULL);
  fputs (local != NULL ? local : visible, file);
  fflush (file);
}

static void
print (const char *text)
{
  print_visible (stdout, text);
}

static void
print_error (const char *text)
{
  print_visible (stderr, text);
}

static gboolean
on_interrupt (gpointer data)
{
  g_cancellable_cancel (data);
  return G_SOURCE_CONTINUE;
}

static gpointer
run_loop (gpointer data)
{
  g_main_loop_run (data);
  return NULL;
}

/* The signal is handled in a thread of its own, as the work may block this one. The handler is
 * installed before the work starts. */
static void
handle_interrupt (GCancellable *cancellable)
{
  g_autoptr (GMainContext) context = g_main_context_new ();
  g_autoptr (GSource) source = g_unix_signal_source_new (SIGINT);

  g_source_set_callback (source, on_interrupt, cancellable, NULL);
  g_source_attach (source, context);
  g_thread_unref (g_thread_new ("interrupt", run_loop, g_main_loop_new (context, FALSE)));
}

int
main (int argc, char *argv[])
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  SquillCli cli = { .cancellable = cancellable };
  const SquillCommand *command;

  squill_locale_init ();
  g_set_prgname ("squill-cli");
  g_set_print_handler (print);
  g_set_printerr_handler (print_error);

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

  handle_interrupt (cancellable);
  return command->run (&cli, argc - 1, argv + 1);
}

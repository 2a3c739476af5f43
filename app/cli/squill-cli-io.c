/* SPDX-License-Identifier: Apache-2.0 */

/* What the commands share: options, reading models, writing results, messages. */

#define G_LOG_DOMAIN "squill-cli"

#include "config.h"

#include <errno.h>
#include <gio/gunixinputstream.h>
#include <glib/gi18n.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/squill-cli.h"
#include "inspect/server/squill-server.h"
#include "model/squill-authoring.h"
#include "model/squill-json-text.h"
#include "text/squill-text.h"
#include "model/squill-error-text.h"
#include "model/squill-item-place.h"
#include "model/squill-model-merge.h"

/**
 * squill_cli_parse:
 * @cli: gets the common options
 * @name: the command
 * @entries: (nullable): its own options
 * @argc: (inout): how many arguments; what is left are those that are no options
 * @argv: (inout): the arguments
 * @exit_code: (out): how to end, where there is nothing more to do
 *
 * Reads the options of a command and those that all commands have, and counts its arguments.
 *
 * Returns: %TRUE if the command shall go on
 */
gboolean
squill_cli_parse (SquillCli *cli,
                  const char *name,
                  const GOptionEntry *entries,
                  int *argc,
                  char ***argv,
                  SquillExit *exit_code)
{
  const SquillCommand *command = squill_cli_find_command (name);
  g_autofree char *format = NULL;
  g_autofree char *progress = NULL;
  g_autofree char *summary =
      g_strdup_printf ("%s — %s", _ (command->arguments), _ (command->summary));
  const char *formats = command->formats != NULL ? command->formats : "text|json";
  g_auto (GStrv) names = g_strsplit (formats, "|", -1);
  const GOptionEntry common[] = {
    { "format", 0, 0, G_OPTION_ARG_STRING, &format, N_ ("Print in this format"), formats },
    { "quiet", 'q', 0, G_OPTION_ARG_NONE, &cli->quiet, N_ ("Print errors only"), NULL },
    { "verbose", 'v', 0, G_OPTION_ARG_NONE, &cli->verbose, N_ ("Print more"), NULL },
    { "progress", 0, 0, G_OPTION_ARG_STRING, &progress, N_ ("Report progress as JSON lines"),
      "json" },
    G_OPTION_ENTRY_NULL,
  };
  g_autoptr (GOptionContext) context = g_option_context_new (summary);
  g_autoptr (GError) error = NULL;
  g_autofree char *program = g_strdup_printf ("squill-cli %s", command->name);

  g_set_prgname (program);
  g_option_context_set_help_enabled (context, TRUE);
  g_option_context_add_main_entries (context, common, GETTEXT_PACKAGE);
  if (entries != NULL)
    g_option_context_add_main_entries (context, entries, GETTEXT_PACKAGE);
  if (!g_option_context_parse (context, argc, argv, &error))
    {
      *exit_code = squill_cli_usage ("%s", error->message);
      return FALSE;
    }
  if (format != NULL && !g_strv_contains ((const char *const *)names, format))
    {
      /* Translators: names of formats, and what was typed instead */
      *exit_code = squill_cli_usage (_ ("--format takes %s, not “%s”"), formats, format);
      return FALSE;
    }
  if (*argc - 1 < command->min_arguments || *argc - 1 > command->max_arguments)
    {
      /* Translators: a command and its arguments: "drift takes MODEL SOURCE…" */
      *exit_code = squill_cli_usage (_ ("%s takes %s"), name, _ (command->arguments));
      return FALSE;
    }
  cli->format = g_intern_string (format != NULL ? format : "text");
  cli->json = g_str_equal (cli->format, "json");
  cli->progress_json = g_strcmp0 (progress, "json") == 0;
  return TRUE;
}

/**
 * squill_cli_usage:
 * @format: what is wrong with the call
 * @...: for @format
 *
 * Says what is wrong with the call.
 *
 * Returns: how to end
 */
SquillExit
squill_cli_usage (const char *format, ...)
{
  g_autofree char *message = NULL;
  va_list arguments;

  va_start (arguments, format);
  message = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_printerr ("squill-cli: %s\n", message);
  return SQUILL_EXIT_USAGE;
}

/**
 * squill_cli_fail:
 * @file: (nullable): the file it is about
 * @error: what went wrong
 *
 * Says what went wrong, with the place where it is known: "FILE:LINE:COLUMN: message".
 *
 * Returns: how to end
 */
SquillExit
squill_cli_fail (const char *file, const GError *error)
{
  guint line, column;
  g_autofree char *name = NULL;

  if (g_strcmp0 (file, "-") == 0)
    name = g_strdup (_ ("standard input"));
  else if (file != NULL)
    name = squill_text_visible (file, FALSE);
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      g_printerr ("squill-cli: %s\n", _ ("cancelled"));
      return SQUILL_EXIT_CANCELLED;
    }
  /* It may have a password in it, which the message of a library may repeat. */
  if (file != NULL && squill_server_is_address (file))
    g_printerr ("squill-cli: %s\n", _ ("A file is expected here, not the address of a server"));
  else if (name == NULL)
    g_printerr ("squill-cli: %s\n", error->message);
  /* The message begins with the line and the column. */
  else if (squill_model_parse_position (error, &line, &column))
    g_printerr ("squill-cli: %s:%s\n", name, error->message);
  else
    g_printerr ("squill-cli: %s: %s\n", name, error->message);
  return SQUILL_EXIT_UNREADABLE;
}

/**
 * squill_cli_say:
 * @cli: the options
 * @format: a remark
 * @...: for @format
 *
 * Says something on standard error that is no error, unless the user wants quiet.
 */
void
squill_cli_say (SquillCli *cli, const char *format, ...)
{
  g_autofree char *message = NULL;
  va_list arguments;

  if (cli->quiet)
    return;
  va_start (arguments, format);
  message = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_printerr ("squill-cli: %s\n", message);
}

static gboolean
read_standard_input (GCancellable *cancellable, char **data, gsize *length, GError **error)
{
  g_autoptr (GInputStream) input = g_unix_input_stream_new (STDIN_FILENO, FALSE);
  g_autoptr (GOutputStream) memory = g_memory_output_stream_new_resizable ();

  if (g_output_stream_splice (memory, input, G_OUTPUT_STREAM_SPLICE_CLOSE_TARGET, cancellable,
                              error) < 0)
    return FALSE;
  *length = g_memory_output_stream_get_data_size (G_MEMORY_OUTPUT_STREAM (memory));
  *data =
      g_realloc (g_memory_output_stream_steal_data (G_MEMORY_OUTPUT_STREAM (memory)), *length + 1);
  (*data)[*length] = '\0';
  return TRUE;
}

/**
 * squill_cli_read_file:
 * @cli: the options
 * @file: a path, or "-" for standard input
 * @data: (out): what is in it, with a zero behind
 * @length: (out): its bytes
 * @error: return location for a #GError
 *
 * Reads a file as a whole.
 *
 * Returns: whether it could be read
 */
gboolean
squill_cli_read_file (SquillCli *cli, const char *file, char **data, gsize *length, GError **error)
{
  g_autoptr (GFile) source = NULL;

  if (g_str_equal (file, "-"))
    return read_standard_input (cli->cancellable, data, length, error);
  source = g_file_new_for_commandline_arg (file);
  return squill_file_load (source, cli->cancellable, data, length, error);
}

/**
 * squill_cli_load_model:
 * @cli: the options
 * @file: a path, or "-" for standard input
 * @exit_code: (out): how to end where it cannot be read
 *
 * Reads a model, and prints what went wrong with it.
 *
 * Returns: (transfer full) (nullable): the model
 */
SquillModel *
squill_cli_load_model (SquillCli *cli, const char *file, SquillExit *exit_code)
{
  g_autoptr (GPtrArray) conflicts = NULL;
  g_autoptr (SquillModel) model = NULL;
  g_autoptr (GError) error = NULL;

  if (g_str_equal (file, "-"))
    {
      g_autofree char *data = NULL;
      gsize length;

      if (read_standard_input (cli->cancellable, &data, &length, &error))
        model = squill_model_new_from_data (data, length, &error);
    }
  else
    {
      g_autoptr (GFile) source = g_file_new_for_commandline_arg (file);

      model = squill_model_load (source, cli->cancellable, NULL, &error);
    }
  if (model == NULL)
    {
      *exit_code = squill_cli_fail (file, error);
      return NULL;
    }
  for (char **warning = squill_model_get_warnings (model); warning != NULL && *warning != NULL;
       warning++)
    squill_cli_say (cli, "%s: %s", file, *warning);
  if (squill_model_get_read_only (model))
    squill_cli_say (cli, _ ("%s: a newer version of Squill wrote this model"), file);
  conflicts = squill_model_list_conflicts (model);
  if (conflicts->len > 0)
    squill_cli_say (cli, _ ("%s: conflicts of a merge are not decided yet"), file);
  return g_steal_pointer (&model);
}

/**
 * squill_cli_write:
 * @data: what to write
 * @length: its bytes
 *
 * Writes a result to standard output.
 *
 * Returns: how to end
 */
SquillExit
squill_cli_write (const char *data, gsize length)
{
  g_autoptr (GError) error = NULL;

  if (fwrite (data, 1, length, stdout) == length && fflush (stdout) == 0)
    return SQUILL_EXIT_FINE;
  squill_file_error_set (&error, errno);
  return squill_cli_fail (_ ("standard output"), error);
}

/**
 * squill_cli_write_model:
 * @cli: the options
 * @model: a model
 * @target: (nullable): a path; %NULL or "-" for standard output
 *
 * Writes a model as a .squill file.
 *
 * Returns: how to end
 */
SquillExit
squill_cli_write_model (SquillCli *cli, SquillModel *model, const char *target)
{
  g_autoptr (GFile) file = NULL;
  g_autoptr (GError) error = NULL;

  if (target == NULL || g_str_equal (target, "-"))
    {
      g_autofree char *data = NULL;
      gsize length;

      data = squill_model_to_data (model, &length);
      return squill_cli_write (data, length);
    }
  file = g_file_new_for_commandline_arg (target);
  if (squill_model_save (model, file, NULL, NULL, cli->cancellable, &error))
    return SQUILL_EXIT_FINE;
  return squill_cli_fail (target, error);
}

/**
 * squill_cli_print_json:
 * @json: (transfer full): what to print
 *
 * Prints JSON on standard output.
 *
 * Returns: how to end
 */
SquillExit
squill_cli_print_json (json_t *json)
{
  g_autofree char *text = squill_json_to_text (json);

  json_decref (json);
  return squill_cli_write (text, strlen (text));
}

/**
 * squill_cli_print_report:
 * @cli: the options: their format is not JSON
 * @report: a report
 *
 * Prints a report on standard output in the format that is asked for.
 *
 * Returns: how to end
 */
SquillExit
squill_cli_print_report (SquillCli *cli, const SquillReport *report)
{
  SquillReportFormat format = SQUILL_REPORT_TEXT;
  g_autofree char *text = NULL;

  squill_report_format_find (cli->format, &format);
  text = squill_report_write (report, format);
  if (format != SQUILL_REPORT_TEXT)
    return squill_cli_write (text, strlen (text));
  g_print ("%s", text);
  return SQUILL_EXIT_FINE;
}

/**
 * squill_cli_print_list:
 * @name: what the list is of
 * @list: an array
 *
 * Prints a list as JSON on standard output, with the version of the format around it.
 *
 * Returns: how to end
 */
SquillExit
squill_cli_print_list (const char *name, json_t *list)
{
  return squill_cli_print_json (json_pack ("{s:i, s:O}", "squill", 1, name, list));
}

/**
 * squill_cli_keys_to_json:
 * @keys: (nullable): keys with dotted paths
 *
 * Returns: (transfer full): pairs of path and direction, directions as numbers
 */
json_t *
squill_cli_keys_to_json (const SquillKeys *keys)
{
  json_t *json = json_array ();

  for (guint i = 0; keys != NULL && i < keys->len; i++)
    {
      const SquillKey *key = keys->pdata[i];
      const char *path = *key->path == '=' ? key->path + 1 : key->path;
      gint64 direction;
      json_t *how = g_ascii_string_to_signed (key->operator, 10, -1, 1, &direction, NULL)
                        ? json_integer (direction)
                        : json_string (key->operator);

      json_array_append_new (json, json_pack ("[s, o]", path, how));
    }
  return json;
}

/* Bytes are whole, but for what has no end. */
json_t *
squill_cli_bytes_to_json (SquillTriple bytes)
{
  return json_pack ("{s:o, s:o, s:o}", "min", squill_json_number (round (bytes.min)), "likely",
                    squill_json_number (round (bytes.likely)), "max",
                    squill_json_number (round (bytes.max)));
}

static const char *
get_entity_name (SquillModel *model, const SquillItem *item)
{
  const SquillItem *owner = item == NULL ? NULL : squill_item_get_owner (item);
  const SquillEntity *entity = NULL;

  if (owner == NULL)
    return NULL;
  if (owner->kind == SQUILL_KIND_ENTITY)
    return ((const SquillEntity *)owner)->name;
  if (owner->kind == SQUILL_KIND_RELATIONSHIP)
    entity = squill_model_get_entity (model, ((const SquillRelationship *)owner)->parent);
  if (owner->kind == SQUILL_KIND_OPERATION)
    entity = squill_model_get_entity (model, ((const SquillOperation *)owner)->entity);
  return entity == NULL ? NULL : entity->name;
}

/**
 * squill_cli_subject_to_json:
 * @model: a model
 * @id: the id of an item; of what is none of them, what it is known by
 * @collection: (nullable): the collection, where it is about one
 * @path: (nullable): the path in its documents, where it is about one
 *
 * Returns: (transfer full): what something is about
 */
json_t *
squill_cli_subject_to_json (SquillModel *model,
                            const char *id,
                            const char *collection,
                            const char *path)
{
  const SquillItem *item = squill_model_get_item (model, id);
  g_autofree char *name = squill_model_describe_place (model, item);
  const char *kind = item != NULL         ? squill_kind_get_name (item->kind)
                     : collection != NULL ? "collection"
                                          : "model";

  return json_pack ("{s:s, s:s, s:s, s:o, s:o}", "kind", kind, "id", id, "name", name, "entity",
                    json_pack ("s?", get_entity_name (model, item)), "path",
                    json_pack ("s?", path));
}

/* SPDX-License-Identifier: Apache-2.0 */

/* squill-cli diff: what two models differ in, or one of them as a text for git. */

#define G_LOG_DOMAIN "squill-cli"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "cli/squill-cli.h"
#include "model/squill-model-difference.h"
#include "text/squill-text.h"

static char
get_sign (SquillModelDifferenceKind kind)
{
  static const char signs[] = { '+', '-', '~', '>' };

  return signs[kind];
}

static json_t *
difference_to_json (const SquillModelDifference *difference)
{
  g_autofree char *property = difference->member == NULL ? g_strdup (difference->property)
                                                         : g_strconcat (difference->property, ".",
                                                                        difference->member, NULL);

  return json_pack ("{s:s, s:s, s:s, s:s, s:s?, s:O?, s:O?, s:s, s:s, s:s}", "kind",
                    squill_model_difference_kind_get_name (difference->kind), "subject",
                    squill_kind_get_name (difference->subject), "id", difference->id, "place",
                    difference->place, "property", property, "from", difference->from, "to",
                    difference->to, "from_text", difference->from_text, "to_text",
                    difference->to_text, "message", difference->message);
}

static SquillExit
print_differences (SquillCli *cli, const GPtrArray *differences, gboolean by_names, char **files)
{
  json_t *list;

  if (!cli->json)
    {
      for (guint i = 0; i < differences->len && !cli->quiet; i++)
        {
          const SquillModelDifference *difference = differences->pdata[i];
          g_autofree char *message = squill_text_visible (difference->message, FALSE);

          g_print ("%c %s\n", get_sign (difference->kind), message);
        }
      if (differences->len == 0 && !cli->quiet)
        g_print ("%s\n", _ ("The models agree."));
      return SQUILL_EXIT_FINE;
    }
  list = json_array ();
  for (guint i = 0; i < differences->len; i++)
    json_array_append_new (list, difference_to_json (differences->pdata[i]));
  return squill_cli_print_json (json_pack ("{s:i, s:s, s:s, s:s, s:o}", "squill", 1, "from",
                                           files[0], "to", files[1], "by", by_names ? "name" : "id",
                                           "differences", list));
}

/* For git, which calls it with one file and shows what it prints. A file that is no model is shown
 * as it is: a comparison must not fail because an old state had a mistake in it. */
static SquillExit
print_text (SquillCli *cli, const char *file)
{
  g_autofree char *data = NULL;
  g_autofree char *text = NULL;
  g_autoptr (SquillModel) model = NULL;
  g_autoptr (GError) error = NULL;
  gsize length;

  if (!squill_cli_read_file (cli, file, &data, &length, &error))
    return squill_cli_fail (file, error);
  model = squill_model_new_from_data (data, length, NULL);
  if (model == NULL)
    return squill_cli_write (data, length);
  text = squill_model_to_text (model);
  return squill_cli_write (text, strlen (text));
}

/* Prints what two models differ in. */
SquillExit
squill_cli_diff (SquillCli *cli, int argc, char **argv)
{
  gboolean textconv = FALSE;
  const GOptionEntry entries[] = {
    { "textconv", 0, 0, G_OPTION_ARG_NONE, &textconv,
      N_ ("Print one model as text, for “git diff”"), NULL },
    G_OPTION_ENTRY_NULL,
  };
  g_autoptr (SquillModel) from = NULL;
  g_autoptr (SquillModel) to = NULL;
  g_autoptr (GPtrArray) differences = NULL;
  gboolean by_names;
  SquillExit exit_code;

  if (!squill_cli_parse (cli, "diff", entries, &argc, &argv, &exit_code))
    return exit_code;
  if (textconv != (argc == 2))
    return squill_cli_usage ("%s", textconv ? _ ("--textconv takes one model")
                                            : _ ("diff takes two models"));
  if (textconv)
    return print_text (cli, argv[1]);

  from = squill_cli_load_model (cli, argv[1], &exit_code);
  to = from == NULL ? NULL : squill_cli_load_model (cli, argv[2], &exit_code);
  if (to == NULL)
    return exit_code;
  by_names = !squill_models_are_related (from, to);
  if (by_names)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (SquillModel) adopted = squill_model_adopt_ids (to, from, &error);

      if (adopted == NULL)
        return squill_cli_fail (argv[2], error);
      g_set_object (&to, adopted);
      squill_cli_say (cli, "%s",
                      _ ("The models have no ids in common: they are compared by names"));
    }
  differences = squill_models_find_differences (from, to);
  exit_code = print_differences (cli, differences, by_names, argv + 1);
  if (exit_code == SQUILL_EXIT_FINE && differences->len > 0)
    return SQUILL_EXIT_FINDINGS;
  return exit_code;
}

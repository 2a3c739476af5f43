/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-cli"

#include "config.h"

#include <string.h>

#include "cli/squill-cli-source.h"
#include "inspect/refresh/squill-refresh.h"
#include "text/squill-text.h"

static char
get_sign (SquillDifferenceKind kind)
{
  switch (kind)
    {
    case SQUILL_DIFFERENCE_ADDED:
      return '+';
    case SQUILL_DIFFERENCE_REMOVED:
      return '-';
    case SQUILL_DIFFERENCE_CHANGED:
    default:
      return '~';
    }
}

/**
 * squill_cli_print_differences:
 * @cli: the options
 * @differences: (element-type SquillDifference): what to print
 * @model_name: the file of the model
 *
 * Prints differences: a line each, or JSON.
 *
 * Returns: how to end
 */
SquillExit
squill_cli_print_differences (SquillCli *cli, GPtrArray *differences, const char *model_name)
{
  g_autofree char *text = NULL;

  if (cli->json)
    {
      text = squill_drift_to_json (differences, model_name);
      return squill_cli_write (text, strlen (text));
    }
  for (guint i = 0; i < differences->len && !cli->quiet; i++)
    {
      const SquillDifference *difference = g_ptr_array_index (differences, i);

      {
        g_autofree char *message = squill_text_visible (difference->message, FALSE);

        g_print ("%c %s\n", get_sign (difference->kind), message);
      }
    }
  return SQUILL_EXIT_FINE;
}

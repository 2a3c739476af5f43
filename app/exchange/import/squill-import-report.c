/* SPDX-License-Identifier: Apache-2.0 */

/* What an import tells a person: what became of the file, and what did not become anything. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include "exchange/import/squill-import-report.h"

#include <glib/gi18n-lib.h>

#include "text/squill-text.h"

/* An enumeration can be that of many fields, each of which gets its values. */
#define MAX_VALUES 200000

/**
 * squill_import_problem_new:
 * @line: the line, from 1; 0 where it concerns no place
 * @column: the character in the line, from 1
 * @text: (transfer full): what was not taken over
 *
 * Returns: (transfer full): the problem
 */
SquillImportProblem *
squill_import_problem_new (guint line, guint column, char *text)
{
  SquillImportProblem *self = g_new0 (SquillImportProblem, 1);

  self->line = line;
  self->column = column;
  self->text = text;
  return self;
}

/**
 * squill_import_problem_free:
 * @self: (transfer full): a problem
 *
 * Frees it.
 */
void
squill_import_problem_free (SquillImportProblem *self)
{
  g_free (self->text);
  g_free (self);
}

/**
 * squill_import_problems_describe:
 * @problems: (element-type SquillImportProblem): problems
 * @most: how many are listed; of the others only their number is told
 *
 * Returns: (transfer full) (nullable): the problems with their places, one a line; %NULL where
 * there is none
 */
char *
squill_import_problems_describe (const GPtrArray *problems, guint most)
{
  GString *text;
  guint n;

  g_return_val_if_fail (problems != NULL, NULL);

  n = MIN (most, problems->len);
  if (problems->len == 0)
    return NULL;
  text = g_string_new (NULL);
  for (guint i = 0; i < n; i++)
    {
      const SquillImportProblem *problem = problems->pdata[i];

      if (i > 0)
        g_string_append_c (text, '\n');
      if (problem->line == 0)
        g_string_append (text, problem->text);
      else
        /* Translators: a place in a text, and what is wrong there */
        g_string_append_printf (text, _ ("Line %u, column %u: %s"), problem->line, problem->column,
                                problem->text);
    }
  if (n < problems->len)
    {
      g_autofree char *more = squill_text_count (problems->len - n);

      g_string_append_c (text, '\n');
      g_string_append_printf (text, ngettext ("and %s more", "and %s more", problems->len - n),
                              more);
    }
  return g_string_free (text, FALSE);
}

/**
 * squill_import_report_new:
 *
 * Returns: (transfer full): a report that says nothing yet
 */
SquillImportReport *
squill_import_report_new (void)
{
  SquillImportReport *self = g_new0 (SquillImportReport, 1);

  self->outcomes = g_ptr_array_new_with_free_func (g_free);
  self->problems = g_ptr_array_new_with_free_func ((GDestroyNotify)squill_import_problem_free);
  return self;
}

/**
 * squill_import_report_free:
 * @self: (transfer full) (nullable): a report
 *
 * Frees it.
 */
void
squill_import_report_free (SquillImportReport *self)
{
  if (self == NULL)
    return;
  g_ptr_array_unref (self->outcomes);
  g_ptr_array_unref (self->problems);
  g_free (self);
}

/**
 * squill_import_report_add_values:
 * @self: a report
 * @n: how many values the enumeration of one more field has
 * @line: where, from 1; 0 where that is not known
 * @column: the character in the line, from 1
 *
 * Counts the values of all enumerations, so that a short file does not become a model without
 * bounds. When there are too many, that is a problem of the report, once.
 *
 * Returns: %TRUE if the field can have them
 */
gboolean
squill_import_report_add_values (SquillImportReport *self, guint n, guint line, guint column)
{
  g_return_val_if_fail (self != NULL, FALSE);

  if (n == 0)
    return TRUE;
  if (self->n_values > MAX_VALUES)
    return FALSE;
  if (n <= MAX_VALUES - self->n_values)
    {
      self->n_values += n;
      return TRUE;
    }
  self->n_values = MAX_VALUES + 1;
  g_ptr_array_add (self->problems,
                   squill_import_problem_new (
                       line, column,
                       g_strdup (_ ("There are too many values: further fields have no list of "
                                    "what they can be"))));
  return FALSE;
}

/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/format/squill-problem.h"

#include <glib/gi18n-lib.h>

struct _SquillProblemList
{
  GPtrArray *problems;
  char *file;
  guint in_file;
};

static void
problem_free (gpointer data)
{
  SquillProblem *problem = data;

  g_free (problem->file);
  g_free (problem->reason);
  g_free (problem);
}

static void
append (SquillProblemList *self,
        const char *file,
        gint64 offset,
        guint64 line,
        guint64 column,
        char *reason)
{
  SquillProblem *problem = g_new (SquillProblem, 1);

  problem->file = g_strdup (file);
  problem->offset = offset;
  problem->line = line;
  problem->column = column;
  problem->reason = reason;
  g_ptr_array_add (self->problems, problem);
}

/**
 * squill_problem_list_new:
 *
 * Returns: (transfer full): an empty list
 */
SquillProblemList *
squill_problem_list_new (void)
{
  SquillProblemList *self = g_new0 (SquillProblemList, 1);

  self->problems = g_ptr_array_new_with_free_func (problem_free);
  return self;
}

/**
 * squill_problem_list_free:
 * @self: (nullable): a list
 *
 * Frees the list and its problems.
 */
void
squill_problem_list_free (SquillProblemList *self)
{
  if (self == NULL)
    return;
  g_ptr_array_unref (self->problems);
  g_free (self->file);
  g_free (self);
}

/**
 * squill_problem_list_begin_file:
 * @self: a list
 * @file: what the file is called
 *
 * From now on problems are of this file.
 */
void
squill_problem_list_begin_file (SquillProblemList *self, const char *file)
{
  g_free (self->file);
  self->file = g_strdup (file);
  self->in_file = 0;
}

/**
 * squill_problem_list_end_file:
 * @self: a list
 *
 * Ends the file, and adds how many problems it had beyond %SQUILL_PROBLEMS_PER_FILE.
 */
void
squill_problem_list_end_file (SquillProblemList *self)
{
  if (self->in_file > SQUILL_PROBLEMS_PER_FILE)
    {
      guint more = self->in_file - SQUILL_PROBLEMS_PER_FILE;

      append (self, self->file, -1, 0, 0,
              g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u more problem in this file",
                                            "%u more problems in this file", more),
                               more));
    }
  g_clear_pointer (&self->file, g_free);
  self->in_file = 0;
}

/**
 * squill_problem_list_add:
 * @self: a list, in a file
 * @offset: where in the unpacked file, or -1
 * @line: the line, or 0
 * @column: the character in the line, or 0
 * @reason: why, translated
 *
 * Adds a problem of the file.
 */
void
squill_problem_list_add (
    SquillProblemList *self, gint64 offset, guint64 line, guint64 column, const char *reason)
{
  g_assert (self->file != NULL);

  if (self->in_file++ < SQUILL_PROBLEMS_PER_FILE)
    append (self, self->file, offset, line, column, g_strdup (reason));
}

/**
 * squill_problem_list_add_for_file:
 * @self: a list
 * @file: what the file is called
 * @reason: why, translated
 *
 * Adds a problem of a file as a whole.
 */
void
squill_problem_list_add_for_file (SquillProblemList *self, const char *file, const char *reason)
{
  append (self, file, -1, 0, 0, g_strdup (reason));
}

/**
 * squill_problem_list_move:
 * @self: a list
 * @other: another
 *
 * Moves all problems of @other to the end of @self.
 */
void
squill_problem_list_move (SquillProblemList *self, SquillProblemList *other)
{
  g_ptr_array_extend_and_steal (self->problems, other->problems);
  other->problems = g_ptr_array_new_with_free_func (problem_free);
}

/**
 * squill_problem_list_get_length:
 * @self: a list
 *
 * Returns: how many problems it holds
 */
guint
squill_problem_list_get_length (const SquillProblemList *self)
{
  return self->problems->len;
}

/**
 * squill_problem_list_get:
 * @self: a list
 * @index: which, below the length
 *
 * Returns: (transfer none): a problem
 */
const SquillProblem *
squill_problem_list_get (const SquillProblemList *self, guint index)
{
  g_return_val_if_fail (index < self->problems->len, NULL);
  return g_ptr_array_index (self->problems, index);
}

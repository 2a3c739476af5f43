/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * SquillProblem:
 * @file: the file, as the person who named the source would write it
 * @offset: where in the unpacked file, in bytes from 0; -1 where it is not one place
 * @line: the line from 1 in a text file; 0 elsewhere
 * @column: the character in the line, from 1; 0 elsewhere
 * @reason: why, translated, one sentence without a full stop
 *
 * Something that could not be read, or not as it stands.
 */
typedef struct
{
  char *file;
  gint64 offset;
  guint64 line;
  guint64 column;
  char *reason;
} SquillProblem;

/* This many problems of one file are listed; one more counts the rest. */
#define SQUILL_PROBLEMS_PER_FILE 50

/**
 * SquillProblemList:
 *
 * Problems in the order they were met.
 */
typedef struct _SquillProblemList SquillProblemList;

SquillProblemList *squill_problem_list_new (void);
void squill_problem_list_free (SquillProblemList *self);
void squill_problem_list_begin_file (SquillProblemList *self, const char *file);
void squill_problem_list_end_file (SquillProblemList *self);
void squill_problem_list_add (
    SquillProblemList *self, gint64 offset, guint64 line, guint64 column, const char *reason);
void squill_problem_list_add_for_file (SquillProblemList *self,
                                       const char *file,
                                       const char *reason);
void squill_problem_list_move (SquillProblemList *self, SquillProblemList *other);
guint squill_problem_list_get_length (const SquillProblemList *self);
const SquillProblem *squill_problem_list_get (const SquillProblemList *self, guint index);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SquillProblemList, squill_problem_list_free)

G_END_DECLS

/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * SquillImportProblem:
 * @line: the line, from 1; 0 where it concerns no place
 * @column: the character in the line, from 1; 0 where it concerns no place
 * @text: what was not taken over, translated
 *
 * Something in a file or text of another program that did not become part of the model.
 */
typedef struct
{
  guint line;
  guint column;
  char *text;
} SquillImportProblem;

/**
 * SquillImportReport:
 * @outcomes: (element-type utf8): what became of each part of the file, a sentence each; translated
 * @problems: (element-type SquillImportProblem): what was not taken over
 *
 * What an import tells a person.
 */
typedef struct
{
  GPtrArray *outcomes;
  GPtrArray *problems;

  /*< private >*/
  guint n_values; /* of enumerations */
} SquillImportReport;

/**
 * SquillImportSource:
 * @name: of the file
 * @data: what is in it
 * @length: how many bytes that are
 *
 * One of several files that are one import.
 */
typedef struct
{
  const char *name;
  const char *data;
  gsize length;
} SquillImportSource;

SquillImportProblem *squill_import_problem_new (guint line, guint column, char *text);
void squill_import_problem_free (SquillImportProblem *self);
char *squill_import_problems_describe (const GPtrArray *problems, guint most);

SquillImportReport *squill_import_report_new (void);
void squill_import_report_free (SquillImportReport *self);
gboolean squill_import_report_add_values (SquillImportReport *self,
                                          guint n,
                                          guint line,
                                          guint column);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SquillImportReport, squill_import_report_free)

G_END_DECLS

/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "exchange/squill-import.h"
#include "model/squill-model.h"

G_BEGIN_DECLS

/* A text that no model is made of, and the place that is said. */
typedef struct
{
  const char *text;
  guint line;
  guint column;
} ImportFault;

SquillModel *import_text (const char *format, const char *text, SquillImportReport *report);
void check_faults (const char *format, const ImportFault *faults, guint n);
const SquillImportProblem *find_problem (const SquillImportReport *report, const char *part);
guint count_children (gconstpointer item, SquillKind kind);
gpointer find_child (gconstpointer item, SquillKind kind, const char *name);
const SquillEntity *find_entity (SquillModel *model, const char *name);
const SquillRelationship *get_relationship (SquillModel *model, const char *name);
const SquillField *get_field (gconstpointer owner, const char *path);
void assert_json (const json_t *value, const char *expected);
void assert_problem_at (const SquillImportReport *report,
                        guint line,
                        guint column,
                        const char *part);

typedef void (*ExampleFunc) (SquillModel *model, const char *name, gpointer user_data);

guint foreach_example (ExampleFunc func, gpointer user_data);

G_END_DECLS

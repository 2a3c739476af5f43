/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <bson/bson.h>

#include "exchange/import/squill-operation-import.h"

G_BEGIN_DECLS

/* What is being read: the whole text, and one command of it. */

typedef struct
{
  SquillDesign *design;
  SquillModel *model;
  SquillOperationImport *import;
  const char *text;
  gsize length;
  gsize known_offset; /* a place and its line: texts are read forwards */
  guint known_line;
  GHashTable *operations;          /* what an operation does, as text -> Found */
  GPtrArray *order;                /* Found */
  const SquillCollection *indexed; /* whose $indexStats were asked for last */
  gint64 first, last;              /* ms since 1970; G_MININT64 where nothing has a time */
} SquillImporter;

/* A command that is being read. */
typedef struct
{
  SquillImporter *importer;
  gsize start;
  gsize end;
  SquillOperationKind kind;
  const SquillCollection *collection;
  const SquillShape *site;
  json_t *filter;
  json_t *sort;
  json_t *returns;
  json_t *writes;
  json_t *computes;
  json_t *follows;
  double limit;
  double skip;
  gboolean multi;
  gboolean upsert;
  gint64 time;
  const char *read_preference;
  gboolean explained; /* it was run to be measured */
  json_t *measured;   /* what explain() says, by the properties of an operation */
} SquillImportCommand;

/* "find", as it stands in the file. */
const char *_squill_operation_get_kind_name (SquillOperationKind kind);
/* Adds a problem with the line and column of @offset, up to a number of problems. Takes @text. */
void _squill_importer_tell (SquillImporter *self, gsize offset, char *text);
gsize _squill_command_find_name (const SquillImportCommand *command, const char *name);
/* Adds the field at a path to @keys, an array that is made with the first of them, unless it is
 * there; a path that documents of the collection do not have becomes a problem. */
void _squill_command_add_key (SquillImportCommand *command,
                              json_t **keys,
                              const char *path,
                              const char *how);
/* Steps into a document or an array; FALSE where it is neither. */
gboolean _squill_command_enter (const bson_iter_t *iter, bson_iter_t *inner);
/* Adds what a filter names. @prefix: the path that its own begin with, or "". @depth: 0, and
 * more within itself */
void _squill_command_read_filter (SquillImportCommand *command,
                                  const bson_iter_t *filter,
                                  const char *prefix,
                                  guint depth);
/* NaN where it is none. */
double _squill_command_get_number (const bson_iter_t *iter);
void _squill_command_read_sort (SquillImportCommand *command,
                                const bson_iter_t *sort,
                                const bson_iter_t *direction);
void _squill_command_read_projection (SquillImportCommand *command, const bson_iter_t *projection);
void _squill_command_read_update (SquillImportCommand *command,
                                  const bson_iter_t *update,
                                  guint depth);
/* What is less than 1 is no limit; a negative one, in one batch, counts as it would without its
 * sign. */
void _squill_command_set_limit (SquillImportCommand *command, const bson_iter_t *value);
void _squill_command_set_skip (SquillImportCommand *command, const bson_iter_t *value);
gboolean _squill_importer_read_index_use (SquillImporter *self,
                                          gsize offset,
                                          const bson_iter_t *document);
gboolean _squill_document_is_explain (const bson_iter_t *document);
json_t *_squill_explain_get_measured (const bson_iter_t *document);
bson_t *_squill_explain_get_command (const bson_iter_t *document);
const char *_squill_importer_find_operation (SquillImporter *self, const json_t *content);
void _squill_importer_measure (SquillImporter *self, const char *id, json_t *set);
void _squill_command_read_pipeline (SquillImportCommand *command, const bson_iter_t *pipeline);

G_END_DECLS

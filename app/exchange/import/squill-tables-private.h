/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <jansson.h>

#include "exchange/import/squill-import-report.h"
#include "model/squill-model.h"

G_BEGIN_DECLS

/* What a file says that has tables, in DBML or by Prisma. Names are without their quotes and
 * escapes; arrays of names have `char *`. Lines and columns count from 1. */

/**
 * SquillTablesColumn:
 * @type: its name, with "[]" after it for an array
 * @arguments: what the type has in parentheses
 * @default_value: (nullable): a literal
 * @is_numbered: the database gives the values
 * @is_stamped: its default is the time at which the row is written
 * @is_injected: it is of a part that several tables have
 *
 * A column of a table.
 */
typedef struct
{
  char *name;
  char *type;
  GPtrArray *arguments;
  gboolean is_key;
  gboolean is_numbered;
  gboolean is_stamped;
  gboolean not_null;
  gboolean unique;
  gboolean is_injected;
  char *note;
  json_t *default_value;
  guint line;
  guint column;
} SquillTablesColumn;

/**
 * SquillTableIndex:
 * @columns: names of columns, and expressions
 * @is_expression: (element-type gboolean): which of them are expressions
 * @is_key: it is the primary key
 * @specification: (nullable): what it is to the server, where more than its columns are known: an
 *   object with "key", by paths as queries have them, and with options
 *
 * An index of a table.
 */
typedef struct
{
  GPtrArray *columns;
  GArray *is_expression;
  gboolean is_key;
  gboolean unique;
  char *name;
  char *type;
  json_t *specification;
  guint line;
  guint column;
} SquillTableIndex;

typedef struct
{
  char *schema;
  char *name;
  char *alias;
  char *note;
  GPtrArray *columns; /* SquillTablesColumn */
  GPtrArray *indexes; /* SquillTableIndex */
  guint line;
  guint column;

  /*< private >*/
  GHashTable *by_name; /* name -> column */
} SquillTable;

typedef struct
{
  char *schema;
  char *name;
  GPtrArray *values;
} SquillTableEnumeration;

typedef struct
{
  char *schema;
  char *table;
  GPtrArray *columns;
} SquillTableEnd;

/**
 * SquillTableReference:
 * @ends: the left one, and the right one
 * @is_many: of each end, whether there are many of it for one of the other
 * @cascades: what refers goes with what it refers to
 * @file: (nullable): the name of its file, where there are several
 * @back: (nullable): a column at the right end that refers back to the documents of the left one
 *
 * A reference.
 */
typedef struct
{
  char *name;
  SquillTableEnd ends[2];
  gboolean is_many[2];
  gboolean cascades;
  char *file;
  char *back;
  guint line;
  guint column;
} SquillTableReference;

/**
 * SquillTables:
 * @name: (nullable): of the project
 * @database: (nullable): its `database_type`
 * @note: (nullable): of the project
 *
 * All of a file.
 */
typedef struct
{
  char *name;
  char *database;
  char *note;
  GPtrArray *tables;       /* SquillTable */
  GPtrArray *enumerations; /* SquillTableEnumeration */
  GPtrArray *references;   /* SquillTableReference */

  /*< private >*/
  GHashTable *by_name; /* name or alias -> GPtrArray of tables */
} SquillTables;

/* squill-tables.c */
SquillTables *_squill_tables_new (void);
SquillTable *_squill_table_new (char *name, guint line, guint column);
void _squill_table_add_column (SquillTable *self, SquillTablesColumn *column);
void _squill_table_column_free (gpointer data);
void _squill_table_index_free (gpointer data);
void _squill_table_free (gpointer data);
void _squill_table_enumeration_free (gpointer data);
void _squill_table_reference_free (gpointer data);
void _squill_tables_note_table (SquillTables *self, SquillTable *table);
void _squill_tables_free (SquillTables *self);
SquillTable *_squill_tables_find_table (const SquillTables *self, const SquillTableEnd *end);
SquillTablesColumn *_squill_table_find_column (const SquillTable *self, const char *name);
gboolean _squill_table_has_unique_index (const SquillTable *self, const char *name);

/* squill-tables-import.c */
SquillModel *_squill_tables_import (SquillTables *tables,
                                    const char *title,
                                    SquillImportReport *report,
                                    GError **error);
gboolean _squill_tables_check_text (const char **data, gsize *length, GError **error);

/* squill-tables-documents.c */
json_t *_squill_tables_make_model (const SquillTables *schema,
                                   const char *title,
                                   SquillImportReport *report);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SquillTables, _squill_tables_free)

G_END_DECLS

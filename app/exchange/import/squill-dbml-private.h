/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <jansson.h>

#include "exchange/import/squill-import-report.h"

G_BEGIN_DECLS

/* What a file of DBML says. Names are without their quotes and escapes; arrays of names have
 * `char *`. Lines and columns count from 1. */

/**
 * SquillDbmlColumn:
 * @type: its name, with "[]" after it for an array
 * @arguments: what the type has in parentheses
 * @default_value: (nullable): a literal
 * @is_numbered: the database gives the values
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
  gboolean not_null;
  gboolean unique;
  char *note;
  json_t *default_value;
  guint line;
  guint column;
} SquillDbmlColumn;

/**
 * SquillDbmlIndex:
 * @columns: names of columns, and expressions
 * @is_expression: (element-type gboolean): which of them are expressions
 * @is_key: it is the primary key
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
  char *note;
  guint line;
  guint column;
} SquillDbmlIndex;

typedef struct
{
  char *schema;
  char *name;
  char *alias;
  char *note;
  GPtrArray *columns; /* SquillDbmlColumn */
  GPtrArray *indexes; /* SquillDbmlIndex */
  guint line;
  guint column;

  /*< private >*/
  GHashTable *by_name; /* name -> column */
} SquillDbmlTable;

typedef struct
{
  char *schema;
  char *name;
  GPtrArray *values;
} SquillDbmlEnumeration;

typedef struct
{
  char *schema;
  char *table;
  GPtrArray *columns;
} SquillDbmlEnd;

/**
 * SquillDbmlReference:
 * @ends: the left one, and the right one
 * @is_many: of each end, whether there are many of it for one of the other
 * @cascades: what refers goes with what it refers to
 *
 * A reference.
 */
typedef struct
{
  char *name;
  SquillDbmlEnd ends[2];
  gboolean is_many[2];
  gboolean cascades;
  guint line;
  guint column;
} SquillDbmlReference;

/**
 * SquillDbmlSchema:
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
  GPtrArray *tables;       /* SquillDbmlTable */
  GPtrArray *enumerations; /* SquillDbmlEnumeration */
  GPtrArray *references;   /* SquillDbmlReference */

  /*< private >*/
  GHashTable *by_name; /* name or alias -> GPtrArray of tables */
} SquillDbmlSchema;

/* squill-dbml-parser.c */
SquillDbmlSchema *_squill_dbml_parse (const char *data, gsize length, SquillImportReport *report);

/* squill-dbml-schema.c */
SquillDbmlSchema *_squill_dbml_schema_new (void);
void _squill_dbml_column_free (gpointer data);
void _squill_dbml_index_free (gpointer data);
void _squill_dbml_table_free (gpointer data);
void _squill_dbml_enumeration_free (gpointer data);
void _squill_dbml_reference_free (gpointer data);
void _squill_dbml_schema_note_table (SquillDbmlSchema *self, SquillDbmlTable *table);
void _squill_dbml_schema_free (SquillDbmlSchema *self);
SquillDbmlTable *_squill_dbml_find_table (const SquillDbmlSchema *self, const SquillDbmlEnd *end);
SquillDbmlColumn *_squill_dbml_find_column (const SquillDbmlTable *self, const char *name);

/* squill-dbml-model.c */
json_t *_squill_dbml_make_model (const SquillDbmlSchema *schema,
                                 const char *title,
                                 SquillImportReport *report);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SquillDbmlSchema, _squill_dbml_schema_free)

G_END_DECLS

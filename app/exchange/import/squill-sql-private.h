/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <jansson.h>

#include "exchange/import/squill-import-report.h"
#include "exchange/import/squill-sql-lexer.h"
#include "model/squill-model.h"

G_BEGIN_DECLS

/* What the statements of a file of SQL say. Names are as written, and found in either case. Arrays
 * of names have `char *`. */

/**
 * SquillSqlName:
 * @schema: (nullable): what stands before the name
 * @name: the name
 *
 * How a table or type is named.
 */
typedef struct
{
  char *schema;
  char *name;
} SquillSqlName;

/**
 * SquillSqlColumn:
 * @type: (nullable): its name in lower case and without what is in parentheses
 * @arguments: numbers or texts that the type has in parentheses
 * @values: (nullable): those of an enumeration, by the type or by a check
 * @numbered: the database gives the values: a sequence, identity, or AUTO_INCREMENT
 * @stamped: its default is the time at which the row is written
 * @default_value: (nullable): a literal: text or number
 * @has_computed_default: its default is an expression
 * @formula: (nullable): by which the database computes it
 * @minimum: (nullable): as written
 *
 * A column of a table.
 */
typedef struct
{
  char *name;
  char *type;
  GPtrArray *arguments;
  GPtrArray *values;
  gboolean is_unsigned;
  guint dimensions; /* of an array */
  gboolean not_null;
  gboolean numbered;
  gboolean stamped;
  char *default_value;
  gboolean default_is_text;
  gboolean has_computed_default;
  char *formula;
  char *comment;
  char *minimum;
  char *maximum;
} SquillSqlColumn;

/**
 * SquillSqlForeignKey:
 * @name: (nullable): the one that the file gives it
 * @file: (nullable): the name of that file, where there are several
 * @guessed: no file declares it; the names say so
 *
 * A foreign key.
 */
typedef struct
{
  char *name;
  char *file;
  GPtrArray *columns;
  SquillSqlName target;
  GPtrArray *target_columns; /* empty: its primary key */
  gboolean cascades;         /* a row goes with the one that it refers to */
  gboolean guessed;
  guint line;
  guint column;
} SquillSqlForeignKey;

typedef enum
{
  SQUILL_SQL_INDEX_USUAL,
  SQUILL_SQL_INDEX_TEXT,
  SQUILL_SQL_INDEX_SPATIAL,
} SquillSqlIndexKind;

/**
 * SquillSqlIndex:
 * @columns: their names
 * @descending: of each column whether it sorts downward
 * @condition: (nullable): a partial filter expression by names of columns
 *
 * An index, or what makes columns unique.
 */
typedef struct
{
  char *name;
  GPtrArray *columns;
  GArray *descending;
  gboolean unique;
  SquillSqlIndexKind kind;
  json_t *condition;
} SquillSqlIndex;

typedef enum
{
  SQUILL_SQL_RULE_CHECK,
  SQUILL_SQL_RULE_DEFAULT,
  SQUILL_SQL_RULE_NOT_NULL,
} SquillSqlRuleKind;

/**
 * SquillSqlRule:
 * @name: (nullable): the one that the file gives it
 * @columns: those that it is about, of a condition once for each part of it
 * @limits: (element-type SquillSqlColumn): of a condition: what each part of it says of the column
 *   at its place in @columns: values, minimum, and maximum alone count
 * @text: (nullable): a condition as written, where no column can have it; then @limits are none
 *
 * What a constraint says of values.
 */
typedef struct
{
  SquillSqlRuleKind kind;
  char *name;
  GPtrArray *columns;
  GPtrArray *limits;
  char *text;
} SquillSqlRule;

/**
 * SquillSqlTable:
 * @key_name: (nullable): the name that the file gives the primary key
 * @rules: (element-type SquillSqlRule): what was said of values, in the order of the file
 * @columns: (element-type SquillSqlColumn): changed by the functions below only
 * @rows: how many were in the file
 * @has_rows: whether there was anything about rows
 * @partition_of: (nullable): the table whose rows these are
 *
 * A table.
 */
typedef struct
{
  SquillSqlName name;
  GPtrArray *columns;
  GPtrArray *primary_key;
  char *key_name;
  GPtrArray *foreign_keys;
  GPtrArray *indexes;
  GPtrArray *rules;
  char *comment;
  guint64 rows;
  gboolean has_rows;
  SquillSqlName partition_of;
  GPtrArray *inherits; /* SquillSqlName */
  guint line;
  guint column;

  /*< private >*/
  GHashTable *by_name; /* name in lower case -> column */
} SquillSqlTable;

/**
 * SquillSqlSchema:
 * @tables: (element-type SquillSqlTable): in the order of the file
 * @types: (element-type SquillSqlType): enumerations, domains, and composites
 * @skipped: what is of another kind: "view" -> names
 * @checks: conditions of domains that are not taken over, as written
 *
 * All that a file says.
 */
typedef struct
{
  GPtrArray *tables;
  GPtrArray *types;
  GHashTable *skipped;
  GPtrArray *checks;
  GHashTable *by_name; /* name in lower case -> GPtrArray of tables */
} SquillSqlSchema;

/**
 * SquillSqlType:
 * @column: says what it is
 * @parts: (nullable): a table with its columns, where values have several
 *
 * A type that the file defines.
 */
typedef struct
{
  SquillSqlName name;
  SquillSqlColumn *column;
  SquillSqlTable *parts;
} SquillSqlType;

/**
 * SquillSqlParser:
 * @tokens: of the statement at hand; behind them is always one of the kind %SQUILL_SQL_END
 * @position: which of them is next
 *
 * Reads statements.
 */
typedef struct
{
  SquillSqlLexer lexer;
  SquillSqlSchema *schema;
  SquillImportReport *report;
  GArray *tokens;
  guint position;
  guint n_faults;
  guint block_depth; /* of code around the statement */
} SquillSqlParser;

/* squill-sql-schema.c */
SquillSqlSchema *_squill_sql_schema_new (void);
void _squill_sql_schema_free (SquillSqlSchema *self);
void _squill_sql_schema_add_table (SquillSqlSchema *self, SquillSqlTable *table);
void _squill_sql_schema_remove_table (SquillSqlSchema *self, SquillSqlTable *table);
void _squill_sql_schema_rename_table (SquillSqlSchema *self, SquillSqlTable *table, char *name);
SquillSqlTable *_squill_sql_schema_find_table (SquillSqlSchema *self, const SquillSqlName *name);
SquillSqlTable *_squill_sql_schema_find_whole (SquillSqlSchema *self, const SquillSqlTable *part);
const SquillSqlColumn *_squill_sql_schema_find_type (SquillSqlSchema *self, const char *name);
const SquillSqlTable *_squill_sql_schema_find_parts (SquillSqlSchema *self, const char *name);
void _squill_sql_schema_add_skipped (SquillSqlSchema *self, const char *kind, char *name);
void _squill_sql_schema_remove_skipped (SquillSqlSchema *self, const char *kind, const char *name);
SquillSqlTable *_squill_sql_table_new (void);
void _squill_sql_table_free (SquillSqlTable *self);
SquillSqlColumn *_squill_sql_table_find_column (const SquillSqlTable *self, const char *name);
void _squill_sql_table_add_column (SquillSqlTable *self, SquillSqlColumn *column, int position);
void _squill_sql_table_remove_column (SquillSqlTable *self, SquillSqlColumn *column);
void _squill_sql_table_rename_column (SquillSqlTable *self,
                                      SquillSqlColumn *column,
                                      const char *name);
gboolean _squill_sql_table_is_unique (const SquillSqlTable *self, const GPtrArray *columns);
SquillSqlColumn *_squill_sql_column_new (char *name);
SquillSqlColumn *_squill_sql_column_copy (const SquillSqlColumn *self, const char *name);
void _squill_sql_column_free (SquillSqlColumn *self);
void _squill_sql_column_limit (SquillSqlColumn *self,
                               const SquillSqlColumn *limit,
                               gboolean replaces);
SquillSqlIndex *_squill_sql_index_new (void);
SquillSqlIndex *_squill_sql_index_copy (const SquillSqlIndex *self);
SquillSqlForeignKey *_squill_sql_foreign_key_new (void);
SquillSqlRule *_squill_sql_table_add_rule (SquillSqlTable *self,
                                           SquillSqlRuleKind kind,
                                           const char *name);
void _squill_sql_name_clear (SquillSqlName *self);
gboolean _squill_sql_names_contain (const GPtrArray *names, const char *name);
gboolean _squill_sql_names_equal (const char *a, const char *b);
GPtrArray *_squill_sql_names_new (void);

/* squill-sql-parser.c */
const SquillSqlToken *_squill_sql_peek (const SquillSqlParser *self, guint ahead);
gboolean _squill_sql_is (const SquillSqlParser *self, const char *words);
gboolean _squill_sql_accept (SquillSqlParser *self, const char *words);
gboolean _squill_sql_is_symbol (const SquillSqlParser *self, char symbol);
gboolean _squill_sql_accept_symbol (SquillSqlParser *self, char symbol);
gboolean _squill_sql_is_at_end (const SquillSqlParser *self);
void _squill_sql_skip (SquillSqlParser *self);
char *_squill_sql_take_text (SquillSqlParser *self);
char *_squill_sql_take_name (SquillSqlParser *self);
gboolean _squill_sql_take_full_name (SquillSqlParser *self, SquillSqlName *name);
GPtrArray *_squill_sql_take_names (SquillSqlParser *self);
char *_squill_sql_get_source (const SquillSqlParser *self, guint first, guint end);
void _squill_sql_tell (SquillSqlParser *self, const SquillSqlToken *token, char *text);

/* squill-sql-columns.c */
SquillSqlColumn *_squill_sql_take_column (SquillSqlParser *self, SquillSqlTable *table);
void _squill_sql_take_column_type (SquillSqlParser *self, SquillSqlColumn *column);
void _squill_sql_take_column_rules (SquillSqlParser *self,
                                    SquillSqlTable *table,
                                    SquillSqlColumn *column);
void _squill_sql_take_default (SquillSqlParser *self, SquillSqlColumn *column);
SquillSqlForeignKey *_squill_sql_take_reference (SquillSqlParser *self);
void _squill_sql_take_index (SquillSqlParser *self,
                             SquillSqlTable *table,
                             char *name,
                             gboolean unique,
                             SquillSqlIndexKind kind);
gboolean _squill_sql_take_constraint (SquillSqlParser *self, SquillSqlTable *table);

/* squill-sql-checks.c */
void _squill_sql_take_check (SquillSqlParser *self,
                             SquillSqlTable *table,
                             SquillSqlColumn *column,
                             const char *name);
json_t *_squill_sql_take_filter (SquillSqlParser *self, const SquillSqlTable *table);

/* squill-sql-constraints.c */
void _squill_sql_keep_names (SquillSqlParser *self, SquillSqlTable *table);
gboolean _squill_sql_take_drop_constraint (SquillSqlParser *self, SquillSqlTable *table);
gboolean _squill_sql_take_rename_constraint (SquillSqlParser *self, SquillSqlTable *table);
void _squill_sql_drop_column (SquillSqlParser *self, SquillSqlTable *table, const char *name);
void _squill_sql_take_drop_index (SquillSqlParser *self);
void _squill_sql_take_alter_index (SquillSqlParser *self);
gboolean _squill_sql_rename_index (SquillSqlTable *table, const char *name, const char *new_name);

/* squill-sql-named-types.c */
void _squill_sql_take_create_type (SquillSqlParser *self, gboolean is_domain);
void _squill_sql_take_alter_type (SquillSqlParser *self);
void _squill_sql_take_drop_type (SquillSqlParser *self);

/* squill-sql-procedures.c */
void _squill_sql_take_call (SquillSqlParser *self);

/* squill-sql-alter.c */
void _squill_sql_take_alter_table (SquillSqlParser *self, gboolean is_conditional);
void _squill_sql_rename_column (SquillSqlParser *self,
                                SquillSqlTable *table,
                                SquillSqlColumn *column,
                                const char *new_name);
void _squill_sql_rename_table (SquillSqlParser *self, SquillSqlTable *table, const char *new_name);
void _squill_sql_take_rename_table (SquillSqlParser *self);

/* squill-sql-statements.c */
void _squill_sql_take_columns (SquillSqlParser *self, SquillSqlTable *table);
void _squill_sql_read (SquillSqlParser *self);

/* squill-sql-types.c */
gboolean _squill_sql_is_whole_number (const SquillSqlColumn *column);
void _squill_sql_set_type (SquillSqlSchema *schema,
                           const SquillSqlColumn *column,
                           json_t *field,
                           SquillImportReport *report);
void _squill_sql_take_over_domains (SquillSqlSchema *schema);

/* squill-sql.c */
SquillModel *_squill_sql_make_advised_model (SquillSqlSchema *schema,
                                             const char *title,
                                             SquillImportReport *report,
                                             GError **error);

/* squill-sql-model.c */
json_t *_squill_sql_make_model (SquillSqlSchema *schema,
                                const char *title,
                                SquillImportReport *report);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SquillSqlSchema, _squill_sql_schema_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SquillSqlTable, _squill_sql_table_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SquillSqlColumn, _squill_sql_column_free)
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (SquillSqlName, _squill_sql_name_clear)

G_END_DECLS

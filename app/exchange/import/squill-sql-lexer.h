/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/** Whose SQL it is, as far as quotes and comments differ. */
typedef enum
{
  SQUILL_SQL_OTHER,
  SQUILL_SQL_POSTGRES,
  SQUILL_SQL_MYSQL,
} SquillSqlDialect;

typedef enum
{
  SQUILL_SQL_END,        /* of the text */
  SQUILL_SQL_TERMINATOR, /* of a statement */
  SQUILL_SQL_WORD,
  SQUILL_SQL_QUOTED, /* a name in quotes; in MySQL and SQLite also a text */
  SQUILL_SQL_STRING,
  SQUILL_SQL_NUMBER,
  SQUILL_SQL_SYMBOL, /* one character, or "::" */
} SquillSqlTokenKind;

/**
 * SquillSqlToken:
 * @start: where it begins, in bytes
 * @length: its bytes
 * @line: from 1
 * @column: the character in the line, from 1
 * @line_start: where its line begins
 * @leads_line: nothing but space is before it in its line
 *
 * A token of SQL.
 */
typedef struct
{
  SquillSqlTokenKind kind;
  gsize start;
  gsize length;
  guint line;
  guint column;
  gsize line_start;
  gboolean leads_line;
} SquillSqlToken;

typedef void (*SquillSqlFaultFunc) (guint line, guint column, const char *text, gpointer user_data);

/**
 * SquillSqlLexer:
 *
 * Cuts SQL into tokens, one after the other, so that a dump of any size takes no memory.
 */
typedef struct
{
  const char *text;
  gsize length;
  SquillSqlDialect dialect;
  SquillSqlFaultFunc on_fault;
  gpointer user_data;

  /*< private >*/
  gsize offset;
  guint line;
  gsize line_start;
  gsize column_known; /* an offset in this line, and the column there */
  guint column_there;
  gsize blank_line; /* where the line begins of which all up to blank_end is space */
  gsize blank_end;
  char delimiter[16]; /* "" for ";" */
  guint conditional;  /* comments of MySQL around this place that are code */
  gsize previous_end; /* of the token before */
  gboolean is_in_statement;
  gsize endless[4][2];   /* by quote and whether it has escapes: an offset behind which none ends */
  GHashTable *last_tags; /* tag of a dollar quote -> where it stands for the last time */
  gsize n_searched;      /* bytes that were looked at for the ends of quotes */
} SquillSqlLexer;

void _squill_sql_lexer_init (SquillSqlLexer *self,
                             const char *text,
                             gsize length,
                             SquillSqlFaultFunc on_fault,
                             gpointer user_data);
void _squill_sql_lexer_clear (SquillSqlLexer *self);
gboolean _squill_sql_lexer_enter (SquillSqlLexer *self, const SquillSqlToken *text);
SquillSqlToken _squill_sql_lexer_next (SquillSqlLexer *self);
void _squill_sql_lexer_go_back (SquillSqlLexer *self, const SquillSqlToken *token);
guint64 _squill_sql_lexer_skip_copied (SquillSqlLexer *self);

gboolean _squill_sql_token_is (const SquillSqlLexer *self,
                               const SquillSqlToken *token,
                               const char *word);
gboolean _squill_sql_token_is_symbol (const SquillSqlLexer *self,
                                      const SquillSqlToken *token,
                                      char symbol);
char *_squill_sql_token_get_text (const SquillSqlLexer *self, const SquillSqlToken *token);

G_END_DECLS

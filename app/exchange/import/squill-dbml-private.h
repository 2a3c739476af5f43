/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "exchange/import/squill-tables-private.h"

G_BEGIN_DECLS

typedef enum
{
  SQUILL_DBML_WORD,       /* bare: a name, a number, a color */
  SQUILL_DBML_NAME,       /* in double quotes */
  SQUILL_DBML_STRING,     /* in single quotes, one or three */
  SQUILL_DBML_EXPRESSION, /* in back-ticks */
  SQUILL_DBML_SYMBOL,
  SQUILL_DBML_END,
} SquillDbmlTokenKind;

typedef struct
{
  SquillDbmlTokenKind kind;
  char *text;
  guint line;
  guint column;
} SquillDbmlToken;

/* squill-dbml-tokens.c */
void _squill_dbml_tell (SquillImportReport *report, guint line, guint column, char *text);
GArray *_squill_dbml_tokenize (const char *data, gsize length, SquillImportReport *report);

/* squill-dbml-parser.c */
SquillTables *_squill_dbml_parse (const char *data, gsize length, SquillImportReport *report);

G_END_DECLS

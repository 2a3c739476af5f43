/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "exchange/import/squill-import-report.h"

G_BEGIN_DECLS

/* What a schema of Prisma says, as it is written. Lines and columns count from 1. */

typedef enum
{
  SQUILL_PRISMA_VALUE_STRING,
  SQUILL_PRISMA_VALUE_NUMBER,
  SQUILL_PRISMA_VALUE_WORD, /* a name, or several with dots between them */
  SQUILL_PRISMA_VALUE_CALL,
  SQUILL_PRISMA_VALUE_LIST,
} SquillPrismaValueKind;

/**
 * SquillPrismaValue:
 * @text: the string without its quotes, the number, the word, or the name of what is called
 * @items: (element-type SquillPrismaArgument): what is in the parentheses of a call or in a list
 *
 * A value.
 */
typedef struct
{
  SquillPrismaValueKind kind;
  char *text;
  GPtrArray *items;
  guint line;
  guint column;
} SquillPrismaValue;

typedef struct
{
  char *name; /* nullable */
  SquillPrismaValue *value;
} SquillPrismaArgument;

/**
 * SquillPrismaAttribute:
 * @name: without what it begins with: "id", "db.ObjectId"
 * @arguments: (element-type SquillPrismaArgument): what is in its parentheses
 *
 * An attribute of a field or of a block.
 */
typedef struct
{
  char *name;
  GPtrArray *arguments;
  guint line;
  guint column;
} SquillPrismaAttribute;

/**
 * SquillPrismaField:
 * @type: the name of its type; of an enumeration's value %NULL
 * @is_unsupported: its type is what the database calls it
 * @value: (nullable): of a setting what is behind "="
 *
 * A line of a block: a field, a value of an enumeration, or a setting.
 */
typedef struct
{
  char *name;
  char *type;
  gboolean is_unsupported;
  gboolean is_list;
  gboolean is_optional;
  GPtrArray *attributes; /* SquillPrismaAttribute */
  SquillPrismaValue *value;
  char *comment; /* nullable */
  guint line;
  guint column;
} SquillPrismaField;

/**
 * SquillPrismaBlock:
 * @kind: "model", "type", "enum", "view", "datasource", "generator"
 * @file: (nullable): the name of its file, where there are several
 *
 * A block, and whatever stands in it.
 */
typedef struct
{
  char *kind;
  char *name;
  char *file;
  GPtrArray *fields;     /* SquillPrismaField */
  GPtrArray *attributes; /* SquillPrismaAttribute */
  char *comment;         /* nullable */
  guint line;
  guint column;

  /*< private >*/
  GHashTable *by_name; /* name -> field */
} SquillPrismaBlock;

/* squill-prisma-parser.c */
void _squill_prisma_parse (GPtrArray *blocks,
                           const char *data,
                           gsize length,
                           SquillImportReport *report);
GPtrArray *_squill_prisma_blocks_new (void);
SquillPrismaField *_squill_prisma_block_find_field (const SquillPrismaBlock *self,
                                                    const char *name);
const SquillPrismaAttribute *_squill_prisma_find_attribute (const GPtrArray *attributes,
                                                            const char *name);
const SquillPrismaValue *_squill_prisma_attribute_get (const SquillPrismaAttribute *self,
                                                       const char *name,
                                                       guint position);

G_END_DECLS

/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "exchange/import/squill-prisma-private.h"
#include "exchange/import/squill-tables-private.h"

G_BEGIN_DECLS

/**
 * SquillPrismaBuild:
 * @by_name: name -> block
 * @by_model: block of a model -> its table
 * @is_documents: the models are collections of MongoDB
 * @told: (element-type SquillPrismaField): those whose faults were told, which those of composite
 *   types are once, wherever they are embedded
 * @lost: fields whose default is not taken over, as "Model.field"
 * @n_columns: of all tables
 * @n_name_bytes: in the names of all columns
 * @is_full: there are as many columns as there may be
 * @file: (nullable): the name of the file of the block at hand, where there are several
 *
 * Tables that are made of the models of a schema.
 */
typedef struct
{
  const GPtrArray *blocks;
  GHashTable *by_name;
  GHashTable *by_model;
  SquillTables *tables;
  SquillImportReport *report;
  gboolean is_documents;
  GHashTable *told;
  GPtrArray *lost;
  guint n_columns;
  gsize n_name_bytes;
  gboolean is_full;
  const char *file;
} SquillPrismaBuild;

/* squill-prisma.c */
void _squill_prisma_tell (const SquillPrismaBuild *self, guint line, guint column, char *text);
const SquillPrismaBlock *_squill_prisma_find_block (const SquillPrismaBuild *self,
                                                    const char *name,
                                                    const char *kind);
char *_squill_prisma_get_field_name (const SquillPrismaBuild *self, const SquillPrismaField *field);
char *_squill_prisma_make_path (const SquillPrismaBuild *self,
                                const SquillPrismaBlock *block,
                                const char *names,
                                char **query);

/* squill-prisma-indexes.c */
void _squill_prisma_add_indexes (SquillPrismaBuild *self,
                                 const SquillPrismaBlock *block,
                                 SquillTable *table);

/* squill-prisma-relations.c */
void _squill_prisma_add_relations (SquillPrismaBuild *self);

G_END_DECLS

/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "exchange/squill-schema.h"

G_BEGIN_DECLS

/**
 * SquillSchemaWriter:
 * @model: the model
 * @options: how strict it is
 * @closed: objects have no fields but those that are drawn
 * @standard: JSON Schema, rather than the dialect of servers
 * @used: types whose definitions are referred to
 * @repeated: fields that were written for several variants
 *
 * A schema that is being written.
 */
typedef struct
{
  SquillModel *model;
  SquillSchemaOptions options;
  gboolean closed;
  gboolean standard;
  SquillTypes used;
  guint repeated;
} SquillSchemaWriter;

/* squill-schema.c */
gboolean _squill_shape_is_member (const SquillShape *shape, guint position);
void _squill_schema_append_names (const char *keyword,
                                  const char *const *names,
                                  guint n,
                                  bson_t *schema);
void _squill_schema_append_enumeration (const SquillSchemaWriter *self,
                                        const json_t *enumeration,
                                        SquillTypes types,
                                        bson_t *schema);
void _squill_schema_append_field (SquillSchemaWriter *self,
                                  const SquillShape *shape,
                                  bson_t *schema);

/* squill-schema-definitions.c */
const char *_squill_schema_get_plain_name (const SquillSchemaWriter *self, SquillTypes type);
char *_squill_schema_refer_to_type (SquillSchemaWriter *self, SquillTypes type);
void _squill_schema_append_definitions (const SquillSchemaWriter *self, bson_t *schema);
void _squill_schema_append_literal (const SquillSchemaWriter *self,
                                    const char *key,
                                    const json_t *value,
                                    bson_t *schema);
void _squill_schema_append_examples (const SquillSchemaWriter *self,
                                     const SquillField *field,
                                     bson_t *schema);
void _squill_schema_append_example (const SquillSchemaWriter *self,
                                    const bson_t *document,
                                    bson_t *schema);

/* squill-schema-draft.c */
char *_squill_schema_make_id (const SquillSchemaWriter *self, const SquillCollection *collection);
bson_t *_squill_schema_to_draft (bson_t *schema, SquillSchemaDraft draft);

/* squill-schema-strictness.c */
SquillTypes _squill_schema_accept_numbers (const SquillSchemaWriter *self,
                                           const SquillField *field,
                                           SquillTypes types);
gboolean _squill_schema_are_whole (const SquillSchemaWriter *self,
                                   const SquillField *field,
                                   SquillTypes types);
gboolean _squill_schema_has_enumeration (const SquillField *field);
gboolean _squill_schema_is_closed (const SquillSchemaWriter *self,
                                   const SquillCollection *collection);
bson_t *_squill_schema_reduce (bson_t *schema);
char *_squill_schema_describe_values (const SquillField *field);
char *_squill_schema_describe_sample (SquillModel *model, const SquillCollection *collection);

/* squill-schema-variants.c */
const json_t *_squill_schema_get_variants (SquillSchemaWriter *self, const SquillShape *member);
gboolean _squill_schema_has_variants (SquillSchemaWriter *self, const SquillShape *shape);
void _squill_schema_append_variants (SquillSchemaWriter *self,
                                     const SquillShape *shape,
                                     bson_t *schema);

G_END_DECLS

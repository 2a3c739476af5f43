/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>
#include <jansson.h>

#include "exchange/import/squill-json-places.h"

G_BEGIN_DECLS

/**
 * SquillSchemaFields:
 * @root: (nullable): the whole that references in it lead into
 * @fields: what fields came of: path, with "\n" between the names -> id
 * @lists: ids of fields that are in an array, or are one
 * @notes: (nullable) (element-type utf8): where what is not taken over is told
 * @places: (nullable): where schemas are: schema -> SquillJsonPlace
 * @noted: (nullable): gets where each note is about: text of @notes -> SquillJsonPlace of @places
 * @exact: a number of one type is of just that type, as in the law of a validator
 *
 * Makes fields, as a .squill file has them, of schemas of documents: those of servers, of Compass,
 * and standard ones of all drafts. Alternatives are put together; documents in Extended JSON are
 * seen as what they stand for.
 */
typedef struct
{
  const json_t *root;
  GHashTable *fields;
  GHashTable *lists;
  GPtrArray *notes;
  GHashTable *places;
  GHashTable *noted;
  gboolean exact;

  /*< private >*/
  const SquillJsonPlace *place;
  guint n_fields;
  guint n_schemas;
  gsize n_values;
  gsize n_compared; /* bytes of values in lists that several parts have */
  GPtrArray *pool;
  GPtrArray *open;
  GHashTable *told;
  GHashTable *endless; /* what was referred to -> whether it refers to itself */
} SquillSchemaFields;

void _squill_schema_fields_init (SquillSchemaFields *self,
                                 const json_t *root,
                                 GPtrArray *notes,
                                 gboolean exact);
void _squill_schema_fields_clear (SquillSchemaFields *self);
void _squill_schema_fields_add (SquillSchemaFields *self,
                                json_t *schema,
                                const char *path,
                                json_t *owner);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (SquillSchemaFields, _squill_schema_fields_clear)

G_END_DECLS

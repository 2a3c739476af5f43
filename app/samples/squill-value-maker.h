/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <bson/bson.h>

#include "model/squill-item.h"
#include "model/squill-value-kind.h"

G_BEGIN_DECLS

/**
 * SquillValueContext:
 * @field: (nullable): what is known of the values; %NULL for a field that the placement needs
 * @name: the name of the field
 * @container: (nullable): the name of what contains it: the entity, or the field it is nested in
 * @types: the types that a value may have
 * @seed: of this value: whoever asks with the same seed and field gets the same value
 * @family: a seed that the values of this field have in common, in all documents
 * @identity: a seed that the values of one thing have in common, so that an email goes with a name
 *   and a postal code with a city
 * @number: of the document, or of the element among all elements: different for each value of the
 *   family
 * @element: where it stands in its array; 0 elsewhere
 * @unique: no other value of the family may be equal
 * @created: when the thing came to be, in milliseconds since 1970
 * @reference: the day from which the model counts, in milliseconds since 1970
 *
 * What a value is made from.
 */
typedef struct
{
  const SquillField *field;
  const char *name;
  const char *container;
  SquillTypes types;
  guint64 seed;
  guint64 family;
  guint64 identity;
  guint64 number;
  guint element;
  gboolean unique;
  gint64 created;
  gint64 reference;
} SquillValueContext;

gboolean squill_value_append (const SquillValueContext *context,
                              bson_t *document,
                              const char *key,
                              int key_length);
SquillTypes squill_value_choose_type (SquillTypes types, guint64 seed);
char *squill_value_make_key (const SquillValueContext *context, guint number);

/* Numbers and dates. */
gint64 squill_value_make_date (const SquillValueContext *context, SquillValueKind kind);
double squill_value_make_number (const SquillValueContext *context,
                                 SquillValueKind kind,
                                 SquillTypes type);

G_END_DECLS

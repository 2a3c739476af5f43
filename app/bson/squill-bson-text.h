/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <bson/bson.h>
#include <glib.h>

G_BEGIN_DECLS

/**
 * SquillBsonStyle:
 * @SQUILL_BSON_STYLE_RELAXED: relaxed Extended JSON
 * @SQUILL_BSON_STYLE_CANONICAL: canonical Extended JSON
 * @SQUILL_BSON_STYLE_MONGOSH: JavaScript with the constructors of mongosh
 * @SQUILL_BSON_STYLE_TYPED: Extended JSON, relaxed where that keeps the type and canonical where it
 *   does not: as relaxed, but longs are written as "$numberLong"
 *
 * How a document is written as text.
 */
typedef enum
{
  SQUILL_BSON_STYLE_RELAXED,
  SQUILL_BSON_STYLE_CANONICAL,
  SQUILL_BSON_STYLE_MONGOSH,
  SQUILL_BSON_STYLE_TYPED,
} SquillBsonStyle;

char *squill_bson_to_text_excerpt (const bson_t *document,
                                   SquillBsonStyle style,
                                   guint indent,
                                   GHashTable *left_out);
char *squill_bson_to_text (const bson_t *document,
                           SquillBsonStyle style,
                           guint indent,
                           guint max_elements);
void squill_bson_text_append (
    GString *text, const bson_t *document, SquillBsonStyle style, guint indent, guint level);
void squill_bson_text_append_value (
    GString *text, guint8 type, const guint8 *value, gsize length, SquillBsonStyle style);
void squill_bson_text_append_string (GString *text, const char *string, gssize length);
gboolean squill_bson_has_integer_keys (const bson_t *document);

G_END_DECLS

/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <bson/bson.h>
#include <glib.h>

G_BEGIN_DECLS

/**
 * SquillSampleStyle:
 * @SQUILL_SAMPLE_RELAXED: relaxed Extended JSON
 * @SQUILL_SAMPLE_CANONICAL: canonical Extended JSON
 * @SQUILL_SAMPLE_MONGOSH: literals as mongosh takes them
 *
 * How a document is written as text.
 */
typedef enum
{
  SQUILL_SAMPLE_RELAXED,
  SQUILL_SAMPLE_CANONICAL,
  SQUILL_SAMPLE_MONGOSH,
} SquillSampleStyle;

char *squill_bson_to_text_excerpt (const bson_t *document,
                                   SquillSampleStyle style,
                                   guint indent,
                                   GHashTable *left_out);
char *squill_bson_to_text (const bson_t *document,
                           SquillSampleStyle style,
                           guint indent,
                           guint max_elements);
void squill_bson_text_append (
    GString *text, const bson_t *document, SquillSampleStyle style, guint indent, guint level);
void squill_bson_text_append_string (GString *text, const char *string, gssize length);
gboolean squill_bson_has_integer_keys (const bson_t *document);

G_END_DECLS

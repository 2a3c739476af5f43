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

/**
 * SquillBsonPart:
 * @path: keys on the way to it, joined by dots
 * @start: where its key, or the value of an array's element, begins in the text, in characters
 * @end: where its value ends
 * @nests: it is an array or a document that is not empty
 * @folded: what is in it is not shown
 *
 * A value in a text.
 */
typedef struct
{
  char *path;
  guint start;
  guint end;
  gboolean nests;
  gboolean folded;
} SquillBsonPart;

/**
 * SquillBsonDescribeFunc:
 * @path: keys on the way to an array, joined by dots
 * @n: how many elements it has, also those that are not shown
 * @user_data: of the excerpt
 *
 * Returns: (transfer full) (nullable): what to say of an array that is cut, translated
 */
typedef char *(*SquillBsonDescribeFunc) (const char *path, guint n, gpointer user_data);

/**
 * SquillBsonExcerpt:
 * @left_out: (nullable): paths of arrays, and how many of their elements the document does not have
 * @folded: (nullable): a set of paths of arrays and documents of which only the size is written
 * @describe: (nullable): what else to say of an array that is cut
 * @user_data: for @describe
 * @parts: (nullable) (element-type SquillBsonPart): where to add what is where, the outer before
 *   the inner; freed by squill_bson_part_free()
 *
 * How a document is written for a person to read.
 */
typedef struct
{
  GHashTable *left_out;
  GHashTable *folded;
  SquillBsonDescribeFunc describe;
  gpointer user_data;
  GPtrArray *parts;
} SquillBsonExcerpt;

void squill_bson_part_free (SquillBsonPart *self);
char *squill_bson_to_text_excerpt (const bson_t *document,
                                   SquillBsonStyle style,
                                   guint indent,
                                   const SquillBsonExcerpt *excerpt);
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

/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "samples/squill-random.h"
#include "samples/squill-value-maker.h"

G_BEGIN_DECLS

/* Between the files that make texts. */

/** A text of a field about which nobody said anything has as many bytes, at most. */
#define SQUILL_TEXT_USUAL 90

/** Nobody wants to look at longer ones, and a document could not hold them. */
#define SQUILL_TEXT_LONGEST 16777216.0

/** What a text is stretched with. */
typedef enum
{
  SQUILL_TEXT_FILL_WORDS,
  SQUILL_TEXT_FILL_LETTERS,
  SQUILL_TEXT_FILL_DIGITS,
  SQUILL_TEXT_FILL_HEX,
  SQUILL_TEXT_FILL_SLUG,
  SQUILL_TEXT_FILL_DOTTED,
  SQUILL_TEXT_FILL_FIXED, /* as DIGITS, but it is unique as it is */
} SquillTextFill;

/**
 * SquillTextParts:
 * @head: (nullable): what comes first, such as "https://"
 * @stem: what is cut or stretched, and takes what makes the text unique
 * @tail: (nullable): what comes last, such as "@example.com"
 * @fill: what the stem is stretched with
 *
 * A text in parts.
 */
typedef struct
{
  char *head;
  char *stem;
  char *tail;
  SquillTextFill fill;
} SquillTextParts;

/**
 * SquillTextBounds:
 * @min: bytes at least
 * @likely: bytes usually; NaN where nobody said
 * @max: bytes at most
 * @min_characters: characters at least
 * @max_characters: characters at most
 *
 * How long a text may be.
 */
typedef struct
{
  double min;
  double likely;
  double max;
  double min_characters;
  double max_characters;
} SquillTextBounds;

SquillTextParts _squill_text_parts_new (const SquillValueContext *context,
                                        SquillValueKind kind,
                                        SquillRandom *identity,
                                        SquillRandom *random,
                                        const SquillTextBounds *bounds);
void _squill_text_parts_clear (SquillTextParts *self);
char *_squill_text_parts_fit (SquillTextParts *self,
                              const SquillValueContext *context,
                              const SquillTextBounds *bounds,
                              SquillRandom *random);
SquillTextBounds _squill_text_bounds_new (const SquillField *field);
gsize _squill_text_bounds_choose (const SquillTextBounds *bounds, SquillRandom *random);
void _squill_text_append_words (
    GString *text, SquillRandom *random, gsize bytes, gboolean sentence, gsize start);
char *_squill_text_make_digits (SquillRandom *random, guint n);
char *_squill_text_make_hex (SquillRandom *random, gsize n);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (SquillTextParts, _squill_text_parts_clear)

G_END_DECLS

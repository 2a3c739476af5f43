/* SPDX-License-Identifier: Apache-2.0 */

/* Texts of the kind and the size that a field asks for. */

#define G_LOG_DOMAIN "squill-samples"

#include "config.h"

#include "samples/squill-text-maker.h"

#include <math.h>
#include <string.h>

#include "samples/squill-pattern.h"
#include "samples/squill-text-private.h"

/* How often another value is tried before one is cut or stretched to the size asked for. */
#define ATTEMPTS 40

/* An adjective and a thing have about as many letters. */
#define LONGEST_PAIR 16

static gboolean
is_within (const char *text, const SquillTextBounds *bounds)
{
  gsize bytes = strlen (text);
  glong characters = g_utf8_strlen (text, -1);

  return bytes >= bounds->min && bytes <= bounds->max && characters >= bounds->min_characters &&
         characters <= bounds->max_characters;
}

static char *
make_once (const SquillValueContext *context,
           SquillValueKind kind,
           const SquillTextBounds *bounds,
           guint attempt,
           gboolean must_fit)
{
  SquillRandom identity, random;
  g_auto (SquillTextParts) made = { 0 };
  gboolean fits;

  squill_random_init (&identity, squill_seed_add_number (context->identity, attempt));
  squill_random_init (&random, squill_seed_add_number (context->seed, attempt));
  made = _squill_text_parts_new (context, kind, &identity, &random, bounds);
  if (!context->unique)
    {
      g_autofree char *text = g_strconcat (made.head != NULL ? made.head : "", made.stem,
                                           made.tail != NULL ? made.tail : "", NULL);

      fits = is_within (text, bounds);
      if (fits)
        return g_steal_pointer (&text);
      if (!must_fit)
        return NULL;
    }
  return _squill_text_parts_fit (&made, context, bounds, &random);
}

static char *
make_by_pattern (const SquillValueContext *context,
                 SquillValueKind kind,
                 const SquillTextBounds *bounds)
{
  const char *pattern = context->field->pattern;
  g_autofree char *text = NULL;
  SquillRandom random;

  /* What the name tells looks better than what the pattern allows, where that allows it. */
  for (guint attempt = 0; attempt < (kind == SQUILL_VALUE_ANY ? 0 : 4); attempt++)
    {
      text = make_once (context, kind, bounds, attempt, TRUE);
      if (squill_pattern_matches (pattern, text) && is_within (text, bounds))
        return g_steal_pointer (&text);
      g_clear_pointer (&text, g_free);
    }

  squill_random_init (&random, context->unique ? context->family : context->seed);
  return squill_pattern_make (pattern, &random, context->unique ? &context->number : NULL,
                              bounds->min_characters,
                              MIN (bounds->max_characters, (double)G_MAXUINT));
}

/**
 * squill_text_make:
 * @context: what the text is for
 * @kind: what it is about
 *
 * Makes a text of the size that the field asks for: whole words, a name, an address of a place that
 * is, an address in the net that can never be (RFC 2606, RFC 5737). Its bytes lie between the least
 * and the most; where the field says exactly how many there are, there are as many.
 *
 * Returns: (transfer full): the text, UTF-8
 */
char *
squill_text_make (const SquillValueContext *context, SquillValueKind kind)
{
  SquillTextBounds bounds;
  char *text = NULL;

  g_return_val_if_fail (context != NULL, NULL);

  bounds = _squill_text_bounds_new (context->field);
  if (context->field != NULL && context->field->pattern != NULL)
    text = make_by_pattern (context, kind, &bounds);

  /* Free text is made to size. */
  if (text == NULL && !context->unique && (kind == SQUILL_VALUE_TEXT || kind == SQUILL_VALUE_ANY) &&
      (!isnan (bounds.likely) || bounds.min > 0 || kind == SQUILL_VALUE_TEXT))
    {
      SquillRandom random;
      gsize size;
      gboolean is_id = g_str_equal (context->name, "_id") || g_str_equal (context->name, "id");

      squill_random_init (&random, context->seed);
      size = _squill_text_bounds_choose (&bounds, &random);
      if (!is_id)
        text = squill_text_make_words (&random, size, kind == SQUILL_VALUE_TEXT || size >= 30);
    }
  /* Two words make no title of usual length where that is much. */
  if (text == NULL && !context->unique &&
      (kind == SQUILL_VALUE_TITLE || kind == SQUILL_VALUE_PRODUCT) && bounds.likely > LONGEST_PAIR)
    {
      SquillRandom random;

      squill_random_init (&random, context->seed);
      bounds.likely = MAX (LONGEST_PAIR, _squill_text_bounds_choose (&bounds, &random));
      bounds.min = bounds.likely;
      text = make_once (context, kind, &bounds, 0, TRUE);
    }
  for (guint attempt = 0; text == NULL && attempt < ATTEMPTS; attempt++)
    text = make_once (context, kind, &bounds, attempt, FALSE);
  if (text == NULL)
    text = make_once (context, kind, &bounds, 0, TRUE);
  return text;
}

/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * SquillKeyPattern:
 * @SQUILL_KEY_WORD: a name such as people give to fields
 * @SQUILL_KEY_NUMBERED: a word and a number: `item7`, `user_42`
 * @SQUILL_KEY_DIGITS: a whole number
 * @SQUILL_KEY_OBJECT_ID: 24 hexadecimal digits
 * @SQUILL_KEY_HEX_32: 32 hexadecimal digits, as MD5 and UUIDs without dashes have
 * @SQUILL_KEY_HEX_40: 40, as SHA-1
 * @SQUILL_KEY_HEX_64: 64, as SHA-256
 * @SQUILL_KEY_HEX: hexadecimal digits of another even number, 8 or more, letters and digits among
 * them
 * @SQUILL_KEY_UUID: a UUID with dashes
 * @SQUILL_KEY_DATE: a day or month, `2026-11-21`, `2026-11`, or a point in time that begins so
 * @SQUILL_KEY_EMAIL: an e-mail address
 * @SQUILL_KEY_VERSION: numbers with dots between, a version or an IP address: `1.4.2-beta`
 * @SQUILL_KEY_TOKEN: 16 or more letters and digits that change so often that no person made them up
 * @SQUILL_KEY_LOCALE: a language with a region: `en-GB`, `zh_Hant`
 * @SQUILL_KEY_LANGUAGE: two letters that are the code of a language: `en`
 * @SQUILL_KEY_PARTS: words with slashes or dots between, without blanks: `text/html`, `org.gnome`
 * @SQUILL_KEY_SYMBOLS: has characters that field names have not: slashes, colons and the like
 *
 * What a name of an object looks like.
 */
typedef enum
{
  SQUILL_KEY_WORD,
  SQUILL_KEY_NUMBERED,
  SQUILL_KEY_DIGITS,
  SQUILL_KEY_OBJECT_ID,
  SQUILL_KEY_HEX_32,
  SQUILL_KEY_HEX_40,
  SQUILL_KEY_HEX_64,
  SQUILL_KEY_HEX,
  SQUILL_KEY_UUID,
  SQUILL_KEY_DATE,
  SQUILL_KEY_EMAIL,
  SQUILL_KEY_VERSION,
  SQUILL_KEY_TOKEN,
  SQUILL_KEY_LOCALE,
  SQUILL_KEY_LANGUAGE,
  SQUILL_KEY_PARTS,
  SQUILL_KEY_SYMBOLS,
} SquillKeyPattern;

#define SQUILL_N_KEY_PATTERNS (SQUILL_KEY_SYMBOLS + 1)

SquillKeyPattern squill_key_pattern_of (const char *key, gsize length);
gboolean squill_key_pattern_is_data (SquillKeyPattern pattern);
gboolean squill_key_pattern_may_be_data (SquillKeyPattern pattern);
const char *squill_key_pattern_get_regex (SquillKeyPattern pattern);

G_END_DECLS

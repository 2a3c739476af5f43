/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "samples/squill-random.h"

G_BEGIN_DECLS

/* What sample values are made of. */

/**
 * SquillCountry:
 * @code: ISO 3166, two letters
 * @language: ISO 639, two letters
 * @currency: ISO 4217
 * @time_zone: of its capital
 */
typedef struct
{
  const char *code;
  const char *name;
  const char *language;
  const char *currency;
  const char *time_zone;
} SquillCountry;

/**
 * SquillCity:
 * @region: the state, province or region
 * @country: the code of a #SquillCountry
 * @zip: what postal codes look like: "#" is a digit, "@" a capital letter
 */
typedef struct
{
  const char *name;
  const char *region;
  const char *country;
  double latitude;
  double longitude;
  const char *zip;
} SquillCity;

/** The lists of words. */
typedef enum
{
  SQUILL_WORDS_FIRST_NAMES,
  SQUILL_WORDS_LAST_NAMES,
  SQUILL_WORDS_STREETS,
  SQUILL_WORDS_COMPANIES,
  SQUILL_WORDS_ADJECTIVES,
  SQUILL_WORDS_PRODUCTS,
  SQUILL_WORDS_PLAIN,
  SQUILL_WORDS_JOBS,
  SQUILL_WORDS_COLORS,
  SQUILL_WORDS_STATES,
  SQUILL_WORDS_TYPES,
  SQUILL_WORDS_ROLES,
  SQUILL_WORDS_LABELS,
  SQUILL_WORDS_EXTENSIONS,
  SQUILL_WORDS_MIME_TYPES,
  SQUILL_WORDS_BROWSERS,
} SquillWords;

#define SQUILL_N_WORDS (SQUILL_WORDS_BROWSERS + 1)

/** The longest word of %SQUILL_WORDS_PLAIN, letters. */
#define SQUILL_LONGEST_PLAIN_WORD 12

guint squill_words_get_n (SquillWords list);
const char *squill_words_get (SquillWords list, guint64 number);
const char *squill_words_pick (SquillWords list, SquillRandom *random);
const char *squill_words_pick_plain (SquillRandom *random, guint letters);
const SquillCity *squill_words_pick_city (SquillRandom *random);
const SquillCountry *squill_words_get_country (const char *code);

G_END_DECLS

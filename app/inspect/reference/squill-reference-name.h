/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * SquillReferenceWord:
 * @text: small letters and digits, without accents
 * @singular: the same as one thing is called
 *
 * A word of a name.
 */
typedef struct
{
  char *text;
  char *singular;
} SquillReferenceWord;

/**
 * SquillReferenceName:
 * @words: (array length=n_words): all words
 * @n_words: how many
 * @first: the first word that says what is meant
 * @n_stem: how many do: those before and behind only say that it is a key (`id`, `ref`, `code`)
 * @joined: the words that say what is meant, as one, singular
 * @unmarked: (nullable): @joined without an end that says it is a key: customer of customerid
 * @marked: there are such that say it is a key
 * @plural: what is meant is called as several things are
 * @whole: all words as one, singular
 * @digits: the digits in it, that are in no word
 * @roles: what it may be to others; for squill_reference_name_fit_role()
 *
 * A name of a field or collection, taken apart: `customerIds`, `customer_ids` and `Customer IDs`
 * are the same.
 */
typedef struct
{
  SquillReferenceWord *words;
  guint n_words;
  guint first;
  guint n_stem;
  char *joined;
  char *unmarked;
  gboolean marked;
  gboolean plural;
  char *whole;
  char *digits;
  guint roles;
} SquillReferenceName;

SquillReferenceName *squill_reference_name_new (const char *name);
void squill_reference_name_free (SquillReferenceName *self);
gboolean squill_reference_name_is_generic (const SquillReferenceName *self);
gboolean squill_reference_name_is_descriptive (const SquillReferenceName *self);
gboolean squill_reference_name_is_type (const SquillReferenceName *self);
gboolean squill_reference_name_equals (const SquillReferenceName *self,
                                       const SquillReferenceName *other);
double squill_reference_name_fit (const SquillReferenceName *field,
                                  const SquillReferenceName *entity);
double squill_reference_name_fit_key (const SquillReferenceName *field,
                                      const SquillReferenceName *entity,
                                      const SquillReferenceName *key);
double squill_reference_name_fit_role (const SquillReferenceName *field,
                                       const SquillReferenceName *entity,
                                       gboolean same_entity);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SquillReferenceName, squill_reference_name_free)

G_END_DECLS

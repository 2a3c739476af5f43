/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Numbers that look random and are the same on every computer and with every version: what a value
 * is follows from its seed alone, and its seed from what it belongs to. */

/**
 * SquillRandom:
 *
 * A stream of random numbers: SplitMix64. Set it to a seed with squill_random_init().
 */
typedef struct
{
  /*< private >*/
  guint64 state;
} SquillRandom;

guint64 squill_seed_add_text (guint64 seed, const char *text);
guint64 squill_seed_add_number (guint64 seed, guint64 number);
double squill_seed_to_fraction (guint64 seed);

void squill_random_init (SquillRandom *self, guint64 seed);
guint64 squill_random_next (SquillRandom *self);
guint64 squill_random_below (SquillRandom *self, guint64 n);
double squill_random_fraction (SquillRandom *self);
char *squill_random_digits (SquillRandom *self, guint n);

G_END_DECLS

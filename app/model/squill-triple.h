/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>
#include <math.h>

G_BEGIN_DECLS

/**
 * SquillTriple:
 * @min: the least there can be, NaN where nobody said
 * @likely: what is usual (a mean, so it may have a fraction), NaN where nobody said
 * @max: the most there can be, infinity where nothing bounds it, NaN where nobody said
 *
 * How many of something there are, or how large it is.
 */
typedef struct
{
  double min;
  double likely;
  double max;
} SquillTriple;

#define SQUILL_TRIPLE_UNSET ((SquillTriple){ NAN, NAN, NAN })
#define SQUILL_TRIPLE(a, b, c) ((SquillTriple){ (a), (b), (c) })

gboolean squill_triple_is_set (SquillTriple triple);
gboolean squill_triple_equal (SquillTriple a, SquillTriple b);
gboolean squill_triple_is_valid (SquillTriple triple);
SquillTriple squill_triple_or (SquillTriple triple, double min, double likely, double max);
char *squill_triple_to_text (SquillTriple triple);
char *squill_triple_to_short (SquillTriple triple);
SquillTriple squill_triple_round (SquillTriple triple);
gboolean squill_triple_from_text (const char *text, SquillTriple *triple);
double squill_triple_get_most (SquillTriple triple);
double squill_triple_get_usual (SquillTriple triple);

G_END_DECLS

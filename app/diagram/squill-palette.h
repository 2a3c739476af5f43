/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * SquillColor:
 * @red: 0 to 1
 * @green: 0 to 1
 * @blue: 0 to 1
 * @alpha: 0 (nothing to be seen) to 1
 *
 * A color in sRGB, not premultiplied; laid out as GdkRGBA is.
 */
typedef struct
{
  float red;
  float green;
  float blue;
  float alpha;
} SquillColor;

/** How many tints there are for groups and entities; the model names them "1" to "8". */
#define SQUILL_N_TINTS 8

/**
 * SquillTint:
 * @fill: the ground of a group, let through by the canvas
 * @border: its edge
 * @solid: a card seen from so far that it is only a box
 */
typedef struct
{
  SquillColor fill;
  SquillColor border;
  SquillColor solid;
} SquillTint;

/**
 * SquillPalette:
 * @canvas: behind everything
 * @veil: over what does not belong to the selection
 * @grid: the dots of the grid
 * @card: a card's ground
 * @card_border: its edge, and the line under its head
 * @shadow: under a card, at its darkest
 * @text: names
 * @dim: types, counts, names of optional fields
 * @accent: what is selected
 * @accent_ground: rows that the selection is about
 * @embedded: the ground of a document within a document
 * @embedded_border: its edge and the lines that show the level
 * @reference: the arrow of a field that refers to another entity
 * @hot: the bar of load, and rates
 * @error: the mark of an error
 * @warning: the mark of a warning
 * @success: what would come
 * @info: the mark of an information
 * @line: a relationship
 * @pill: the ground of numbers on a line
 * @pill_border: its edge
 * @note: the ground of a note
 * @note_border: its edge
 * @box: a card seen from far that has no color
 * @frame: a group that has no color
 * @tints: of groups and entities
 *
 * The colors of a diagram.
 */
typedef struct
{
  SquillColor canvas;
  SquillColor veil;
  SquillColor grid;
  SquillColor card;
  SquillColor card_border;
  SquillColor shadow;
  SquillColor text;
  SquillColor dim;
  SquillColor accent;
  SquillColor accent_ground;
  SquillColor embedded;
  SquillColor embedded_border;
  SquillColor reference;
  SquillColor hot;
  SquillColor error;
  SquillColor warning;
  SquillColor success;
  SquillColor info;
  SquillColor line;
  SquillColor pill;
  SquillColor pill_border;
  SquillColor note;
  SquillColor note_border;
  SquillColor box;
  SquillTint frame;
  SquillTint tints[SQUILL_N_TINTS];
} SquillPalette;

const SquillPalette *squill_palette_get_light (void);
const SquillPalette *squill_palette_get_dark (void);
const SquillPalette *squill_palette_get_white (void);
const SquillPalette *squill_palette_get_print (void);
void squill_palette_raise_contrast (SquillPalette *palette, gboolean dark);
const SquillTint *squill_palette_get_tint (const SquillPalette *palette, const char *name);
const char *squill_palette_get_tint_name (guint tint);

G_END_DECLS

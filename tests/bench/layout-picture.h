/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "diagram/squill-diagram.h"

G_BEGIN_DECLS

/**
 * LayoutPicture:
 * @cards: (element-type SquillRect): where the cards are
 * @lines: (element-type LayoutLine): the lines, those without a route left out
 * @width: of the whole, in pixels
 * @height: of the whole, in pixels
 * @across: the level parts of its lines by where they are; made when it is asked for
 * @down: the same of upright parts
 *
 * What a diagram looks like, whoever arranged it: the same figures are counted of all of them.
 */
typedef struct
{
  GArray *cards;
  GArray *lines;
  double width;
  double height;
  GHashTable *across;
  GHashTable *down;
} LayoutPicture;

/**
 * LayoutLine:
 * @cards: the cards it joins, as indices
 * @rows: the rows in which it meets them; -1 for the header
 * @points: (element-type SquillPoint): its corners, ends included
 *
 * A line of a picture.
 */
typedef struct
{
  guint cards[2];
  int rows[2];
  GArray *points;
} LayoutLine;

/**
 * LayoutCounts:
 * @cards_on_cards: pairs of cards that overlap
 * @behind_cards: lines that run behind a card
 * @crossings: how many times lines cross
 * @merged: pairs of lines that run on top of each other, to different rows
 * @straight: lines without a bend
 * @bends: corners of all lines
 */
typedef struct
{
  guint cards_on_cards;
  guint behind_cards;
  guint crossings;
  guint merged;
  guint straight;
  guint bends;
} LayoutCounts;

LayoutPicture *layout_picture_new (void);
LayoutPicture *layout_picture_new_from_diagram (SquillDiagram *diagram);
void layout_picture_free (LayoutPicture *picture);
LayoutCounts layout_picture_count (const LayoutPicture *picture);
gboolean layout_picture_is_on_line (LayoutPicture *picture, const SquillRect *rect, guint except);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LayoutPicture, layout_picture_free)

G_END_DECLS

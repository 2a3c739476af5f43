/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "design/squill-design.h"
#include "diagram/squill-card.h"

G_BEGIN_DECLS

/**
 * SquillCardSource:
 * @kind: what the card shows
 * @id: its id
 * @item: what to select
 * @name: its name
 * @shape: its rows are the children of this
 * @bytes: of one document
 * @count: how many documents there are, NaN where nobody said
 * @keys: (nullable) (element-type utf8 utf8): paths of the rows to set in bold besides "_id"
 * @collapsed: only the head is wanted
 * @model: tells which embedded documents are drawn beside the card
 *
 * What a card is made from.
 */
typedef struct
{
  SquillCardKind kind;
  const char *id;
  const char *item;
  const char *name;
  const SquillShape *shape;
  SquillTriple bytes;
  double count;
  GHashTable *keys;
  gboolean collapsed;
  SquillModel *model;
} SquillCardSource;

SquillCard *squill_card_new (const SquillCardSource *source, SquillFonts *fonts);
void squill_card_free (SquillCard *card);
gboolean squill_card_looks_like (const SquillCard *a, const SquillCard *b);
SquillCardRow *squill_card_edit_row (SquillCard *card, guint row);
int squill_card_find_row (const SquillCard *card, const char *path);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SquillCard, squill_card_free)

/* Where things stand on a card, for those that measure it and those that paint it. */
#define SQUILL_CARD_ICON_X 12.0
#define SQUILL_CARD_NAME_X 32.0
#define SQUILL_CARD_PADDING 14.0
#define SQUILL_CARD_INDENT 16.0
#define SQUILL_CARD_GAP 16.0
#define SQUILL_CARD_ARROW 18.0
#define SQUILL_CARD_NAME_SIZE 13.0
#define SQUILL_CARD_FIELD_SIZE 12.5
#define SQUILL_CARD_TYPE_SIZE 11.5
#define SQUILL_CARD_NUMBER_SIZE 11.5
/* From a card's right edge to where its size ends, so that sizes stand in one column. */
#define SQUILL_CARD_SIZE_RIGHT 64.0

G_END_DECLS

/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "diagram/squill-painter.h"

G_BEGIN_DECLS

/* The measures of a card, in pixels at 100 %. */
#define SQUILL_CARD_MIN_WIDTH 180.0
#define SQUILL_CARD_MAX_WIDTH 320.0
#define SQUILL_CARD_WIDTH_STEP 20.0
#define SQUILL_CARD_HEADER 36.0
#define SQUILL_CARD_ROW 24.0
#define SQUILL_CARD_FOOTER 8.0
#define SQUILL_CARD_RADIUS 8.0

/**
 * SquillDetail:
 * @SQUILL_DETAIL_FULL: everything
 * @SQUILL_DETAIL_NAME: names only, larger than they are near by
 * @SQUILL_DETAIL_BOX: boxes in the colors of their groups
 *
 * How much of a diagram is painted; it depends on how far away it is.
 */
typedef enum
{
  SQUILL_DETAIL_FULL,
  SQUILL_DETAIL_NAME,
  SQUILL_DETAIL_BOX,
} SquillDetail;

SquillDetail squill_detail_for_zoom (double zoom);

/**
 * SquillCardFields:
 * @SQUILL_CARD_FIELDS_ALL: all of them
 * @SQUILL_CARD_FIELDS_KEYS: `_id`, the shard key, references, and the names of embedded documents
 * @SQUILL_CARD_FIELDS_NONE: only the head of the card
 *
 * Which fields cards show.
 */
typedef enum
{
  SQUILL_CARD_FIELDS_ALL,
  SQUILL_CARD_FIELDS_KEYS,
  SQUILL_CARD_FIELDS_NONE,
} SquillCardFields;

gboolean squill_card_fields_from_name (const char *name, SquillCardFields *fields);

/**
 * SquillCardKind:
 * @SQUILL_CARD_COLLECTION: the documents of an entity
 * @SQUILL_CARD_JUNCTION: the links of a many-to-many relationship
 * @SQUILL_CARD_BUCKET: the buckets of a relationship
 * @SQUILL_CARD_EMBEDDED: an entity that lives only inside others, drawn beside its parent
 */
typedef enum
{
  SQUILL_CARD_COLLECTION,
  SQUILL_CARD_JUNCTION,
  SQUILL_CARD_BUCKET,
  SQUILL_CARD_EMBEDDED,
} SquillCardKind;

/**
 * SquillCardRow:
 * @name: as it is painted, cut to its room
 * @full_name: the whole of it
 * @type: as it is painted, with the length triple of an array or map
 * @full_type: the whole of it
 * @path: where it is in the card's document, as #SquillShape has it
 * @item: (nullable): id of what to select: a field, a copy or a relationship; %NULL for what the
 *   placement adds
 * @relationship: (nullable): id of the relationship by which it is here
 * @target: (nullable): id of the entity it refers to
 * @depth: 0 for the fields of the document
 * @bold: `_id`, part of the shard key, or the name of an embedded document
 * @optional: it need not be there
 * @block: it is the first row of an embedded document
 * @severity: the worst finding about it, as #SquillSeverity, or -1
 */
typedef struct
{
  const char *name;
  const char *full_name;
  const char *type;
  const char *full_type;
  const char *path;
  const char *item;
  const char *relationship;
  const char *target;
  guint depth;
  guint bold : 1;
  guint optional : 1;
  guint block : 1;
  int severity;
  /*< private >*/
  float type_width;
} SquillCardRow;

/**
 * SquillCardBlock:
 * @first_row: its head
 * @n_rows: how many, the head included
 * @level: 0 where nothing embedded is around it
 *
 * An embedded document, drawn as a tinted block.
 */
typedef struct
{
  guint first_row;
  guint n_rows;
  guint level;
} SquillCardBlock;

/**
 * SquillCard:
 * @kind: what it shows
 * @id: its id: that of the collection it shows, or of the embedded entity
 * @item: id of the entity, junction or bucket relationship to select
 * @rect: where it stands and how large it is
 * @name: as it is painted, cut to its room
 * @full_name: the whole of it
 * @size: likely bytes of a document in short form; "" where nothing is known
 * @size_assumed: some of them are assumed
 * @unbounded: nothing bounds the document's size
 * @count: likely number of documents in short form; "" where nothing is known
 * @load: 0 to 1: the share of all operations that touch it
 * @severity: the worst finding about it, as #SquillSeverity, or -1
 * @tint: (nullable): "1" to "8": its color
 * @group_tint: (nullable): "1" to "8": that of its group, for when it is only a box
 * @collapsed: only its head is shown
 * @locked: it is not moved
 * @rows: (array length=n_rows): its rows, from the top
 * @n_rows: how many
 * @n_hidden: how many more @rows has that are not shown, as the card is collapsed or shows only
 *   keys: what lines leave from
 * @blocks: (array length=n_blocks): its blocks, the outer ones first
 * @n_blocks: how many
 *
 * What stands for a collection on the diagram. Belongs to the diagram; valid until it is updated.
 */
typedef struct
{
  SquillCardKind kind;
  const char *id;
  const char *item;
  SquillRect rect;
  const char *name;
  const char *full_name;
  const char *size;
  gboolean size_assumed;
  gboolean unbounded;
  const char *count;
  double load;
  int severity;
  const char *tint;
  const char *group_tint;
  gboolean collapsed;
  gboolean locked;
  const SquillCardRow *rows;
  guint n_rows;
  guint n_hidden;
  const SquillCardBlock *blocks;
  guint n_blocks;
} SquillCard;

/**
 * SquillCardPartKind:
 * @SQUILL_CARD_PART_NONE: not on the card
 * @SQUILL_CARD_PART_HEADER: the head, but not the name
 * @SQUILL_CARD_PART_NAME: the name in the head
 * @SQUILL_CARD_PART_ROW: a row: its name
 * @SQUILL_CARD_PART_TYPE: a row: its type
 * @SQUILL_CARD_PART_GRIP: a row: the right margin, by which it can be dragged
 * @SQUILL_CARD_PART_FOOTER: below the rows
 * @SQUILL_CARD_PART_HANDLE: the small handle at an edge, from which a relationship is drawn
 */
typedef enum
{
  SQUILL_CARD_PART_NONE,
  SQUILL_CARD_PART_HEADER,
  SQUILL_CARD_PART_NAME,
  SQUILL_CARD_PART_ROW,
  SQUILL_CARD_PART_TYPE,
  SQUILL_CARD_PART_GRIP,
  SQUILL_CARD_PART_FOOTER,
  SQUILL_CARD_PART_HANDLE,
} SquillCardPartKind;

/**
 * SquillCardPart:
 * @kind: what was hit
 * @row: which row, where it is one
 */
typedef struct
{
  SquillCardPartKind kind;
  guint row;
} SquillCardPart;

/** The radius in which a handle answers. */
#define SQUILL_CARD_HANDLE_RADIUS 9.0

/**
 * SquillCardMark:
 * @wash: the color laid over it
 * @sign: (nullable): a character that says what the color does; %NULL where there is no color
 *
 * How a head or a row is set off.
 */
typedef struct
{
  SquillColor wash;
  const char *sign;
} SquillCardMark;

/**
 * SquillCardLook:
 * @selected: it is selected
 * @lit_items: (nullable) (element-type utf8 utf8): ids of items whose rows are lit
 * @wash: (nullable): a color laid over its head, or over all of it from far away
 * @sign: (nullable): a character that says what the color does
 * @row_marks: (nullable) (array): how each of its rows is set off
 *
 * How a card is painted besides what it is.
 */
typedef struct
{
  gboolean selected;
  GHashTable *lit_items;
  const SquillColor *wash;
  const char *sign;
  const SquillCardMark *row_marks;
} SquillCardLook;

SquillCardPart squill_card_hit (const SquillCard *card, double x, double y);
SquillRect squill_card_get_grip_rect (const SquillCard *card, guint row);
SquillRect squill_card_get_row_rect (const SquillCard *card, guint row);
SquillRect squill_card_get_name_rect (const SquillCard *card);
SquillRect squill_card_get_block_rect (const SquillCard *card, const SquillCardBlock *block);
SquillPoint squill_card_get_handle (const SquillCard *card, SquillSide side);
double squill_card_get_row_offset (const SquillCard *card, int row);
char *squill_card_describe (const SquillCard *card);
char *squill_card_row_describe (const SquillCardRow *row);
void squill_card_paint (const SquillCard *card,
                        SquillPainter *painter,
                        const SquillPalette *palette,
                        SquillFonts *fonts,
                        SquillDetail detail,
                        double zoom,
                        const SquillCardLook *look);

G_END_DECLS

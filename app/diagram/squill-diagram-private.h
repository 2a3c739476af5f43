/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

/* What the files of this room share. */

#include "design/squill-operation-index.h"
#include "diagram/squill-diagram.h"
#include "diagram/squill-layout.h"

G_BEGIN_DECLS

/* Cards. */

/**
 * SquillCardSource:
 * @kind: what the card shows
 * @id: its id
 * @item: what to select
 * @name: its name
 * @shape: its rows are the children of this
 * @bytes: of one document
 * @count: how many documents there are, NaN where unknown
 * @keys: (nullable) (element-type utf8 utf8): paths of the rows to set in bold besides "_id"
 * @collapsed: only the head is wanted
 * @fields: which rows are wanted
 * @model: has which embedded documents are drawn beside the card
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
  SquillCardFields fields;
  SquillModel *model;
} SquillCardSource;

SquillCard *_squill_card_new (const SquillCardSource *source, SquillFonts *fonts);
void _squill_card_free (SquillCard *card);
gboolean _squill_card_looks_like (const SquillCard *a, const SquillCard *b);
SquillCardRow *_squill_card_edit_row (SquillCard *card, guint row);
int _squill_card_find_row (const SquillCard *card, const char *path);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SquillCard, _squill_card_free)

/* Where things stand on a card, for those that measure it and those that paint it. */
#define SQUILL_CARD_ICON_X 12.0
#define SQUILL_CARD_NAME_X 32.0
#define SQUILL_CARD_PADDING 14.0
#define SQUILL_CARD_INDENT 16.0
/* Rows deeper than this are indented no more: their names keep room. */
#define SQUILL_CARD_MAX_INDENT 8u
#define SQUILL_CARD_GAP 16.0
#define SQUILL_CARD_ARROW 18.0
#define SQUILL_CARD_NAME_SIZE 13.0
#define SQUILL_CARD_FIELD_SIZE 12.5
#define SQUILL_CARD_TYPE_SIZE 11.5
#define SQUILL_CARD_NUMBER_SIZE 11.5
/* How far a row is indented. */
static inline double
_squill_card_get_indent (guint depth)
{
  return SQUILL_CARD_INDENT * MIN (depth, SQUILL_CARD_MAX_INDENT);
}

/* From a card's right edge to where its size ends, so that sizes stand in one column. */
#define SQUILL_CARD_SIZE_RIGHT 64.0

/* Obstacles. */

/**
 * SquillObstacle:
 * @rect: what is in the way
 *
 * A card, as something that lines run round.
 */
typedef struct
{
  SquillRect rect;
  /*< private >*/
  char *id;
  guint stamp;
} SquillObstacle;

/**
 * SquillObstacles:
 *
 * Cards by place: finds those near a line without looking at all of them.
 */
typedef struct _SquillObstacles SquillObstacles;

/**
 * SquillTooMany:
 * @SQUILL_TOO_MANY_UNKNOWN: nobody has counted
 * @SQUILL_TOO_MANY_NO: they are not
 * @SQUILL_TOO_MANY_YES: they are
 * @SQUILL_TOO_MANY_BY_FAR: so many that a line which finds no way is not led far round either
 *
 * Whether cards are too many to lead a line among all of them.
 */
typedef enum
{
  SQUILL_TOO_MANY_UNKNOWN,
  SQUILL_TOO_MANY_NO,
  SQUILL_TOO_MANY_YES,
  SQUILL_TOO_MANY_BY_FAR
} SquillTooMany;

SquillObstacles *_squill_obstacles_new (void);
SquillObstacles *_squill_obstacles_copy (SquillObstacles *self);
void _squill_obstacles_free (SquillObstacles *self);
void _squill_obstacles_set (SquillObstacles *self, const char *id, const SquillRect *rect);
void _squill_obstacles_remove (SquillObstacles *self, const char *id);
const SquillObstacle *_squill_obstacles_get (SquillObstacles *self, const char *id);
void _squill_obstacles_find (SquillObstacles *self, const SquillRect *rect, GPtrArray *found);
SquillRect _squill_obstacles_get_bounds (SquillObstacles *self);
SquillTooMany *_squill_obstacles_get_too_many (SquillObstacles *self);
const SquillObstacle *_squill_obstacles_find_any (SquillObstacles *self, const SquillRect *rect);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SquillObstacles, _squill_obstacles_free)

/* Routes. */

/** How far a line goes straight out of a card before it may turn: past its foot. */
#define SQUILL_ROUTE_STUB 30.0
/** How near a line may come to a card that it does not meet … */
#define SQUILL_ROUTE_CLEARANCE 8.0
/** … and how near to its sides it should: beyond the feet of the lines that meet it there. */
#define SQUILL_ROUTE_SIDE 28.0

/**
 * SquillRouteTip:
 * @card: the card
 * @y: where the line meets it
 * @side: left or right
 * @reach: how much room its number takes beside the card: the line turns past it if it can
 *
 * One end of a line to be found.
 */
typedef struct
{
  const SquillObstacle *card;
  double y;
  SquillSide side;
  double reach;
} SquillRouteTip;

void _squill_route_choose_sides (const SquillRect *from,
                                 const SquillRect *to,
                                 SquillSide *from_side,
                                 SquillSide *to_side);
SquillRect _squill_route_get_region (const SquillRect *from, const SquillRect *to);
double _squill_route_estimate (SquillObstacles *obstacles,
                               const SquillRect *from,
                               const SquillRect *to);
SquillTooMany _squill_route_are_too_many (SquillObstacles *obstacles);
void _squill_route_plainly (const SquillRouteTip *from, const SquillRouteTip *to, GArray *points);
SquillRect _squill_route_search (SquillObstacles *obstacles,
                                 const SquillRouteTip *from,
                                 const SquillRouteTip *to,
                                 guint *room,
                                 GArray *points);

/** How far apart lines run in one channel, where there is room. */
#define SQUILL_CHANNEL_SPACING 12.0

void _squill_route_spread (SquillObstacles *obstacles, GPtrArray *lines, GCancellable *cancellable);

typedef struct
{
  GRefString *card;
  double offset;
  double label;
  GRefString *text; /* (nullable) */
  SquillSide side;
  double spread;  /* how far from the middle of its row, because others meet it too */
  gboolean alone; /* no other line meets its row */
  double y;
} SquillRoutedEnd;

/* What a pill needs beside its own width. */
#define SQUILL_LABEL_MARGIN 8.0

/* How much room the number takes beside the card: the line turns past it if it can. */
static inline double
_squill_routed_end_get_reach (const SquillRoutedEnd *end)
{
  return MAX (end->label + SQUILL_LABEL_MARGIN, SQUILL_ROUTE_STUB);
}

/* A line between cards and its route. A copy for another thread has the same texts. */
typedef struct
{
  GRefString *id;
  SquillRoutedEnd ends[2];
  double name_width;
  SquillLinePlaces places; /* what somebody moved */
  gboolean placed;         /* both cards are there */
  gboolean stale;          /* the route must be found again */
  gboolean turned;         /* round the other side of its cards than if it were alone */
  gboolean touched;        /* it changed since the last update, be it a rough one */
  GArray *found;           /* SquillPoint: the route as if the line were alone … */
  SquillRect region;       /* … and where cards can change it */
  GArray *points;          /* SquillPoint: the route beside the others */
  SquillRoute route;
} SquillRoutedLine;

void _squill_route_clear (SquillRoute *route);
gboolean _squill_route_equal (const SquillRoute *a, const SquillRoute *b);
void _squill_route_set_bounds (SquillRoute *route);

const SquillRect *_squill_route_get_card (SquillObstacles *cards, const SquillRoutedEnd *end);
void _squill_route_set_tips (SquillObstacles *cards, GPtrArray *lines);
void _squill_line_choose_sides (const SquillRoutedLine *line,
                                const SquillRect *from,
                                const SquillRect *to,
                                SquillSide *from_side,
                                SquillSide *to_side);
void _squill_line_turn (SquillRoutedLine *line);
void _squill_line_bend (SquillRoutedLine *line, const SquillRouteTip *tips);
void _squill_line_place_labels (SquillRoutedLine *line);
gboolean _squill_router_run_lines (SquillRouter *self, GCancellable *cancellable);
void _squill_route_uncross (SquillObstacles *cards, GPtrArray *lines, GCancellable *cancellable);
void _squill_lines_set_labels (GPtrArray *lines, SquillObstacles *cards, GCancellable *cancellable);
void _squill_lines_set_hidden_labels (GPtrArray *lines);
void _squill_lines_set_hops (GPtrArray *lines, GCancellable *cancellable);

/** Between a group's cards and its frame, and what the frame's name takes above. */
#define SQUILL_FRAME_PADDING 26
#define SQUILL_FRAME_TITLE 20
#define SQUILL_FRAME_TITLE_SIZE 12.5

/* Layout. */

/**
 * SquillLayoutBox:
 * @x: the left edge
 * @y: the top edge
 * @width: at least 1
 * @height: at least 1
 *
 * A box in whole pixels.
 */
typedef struct
{
  int x;
  int y;
  int width;
  int height;
} SquillLayoutBox;

SquillLayoutBox _squill_layout_bounds (const SquillLayoutBox *boxes, guint n_boxes);
double _squill_layout_get_ratio (double width, double height);
int _squill_layout_page_width (const SquillLayoutBox *boxes, guint n_boxes, int gap);
void _squill_layout_pack_rows (SquillLayoutBox *boxes, guint n_boxes, int width, int gap);
guint _squill_layout_part_boxes (SquillLayoutBox *boxes, guint n_boxes, int gap, int grid);

typedef struct
{
  int width;
  int height;
  int group;
  gboolean placed; /* it stands somewhere already */
  int x;
  int y;
  int n_own_lines; /* from the box to itself: at its right, as the router has them */
} SquillLayoutNode;

typedef struct
{
  guint from;
  guint to;
  int from_offset; /* how far below the tops of the boxes it ends */
  int to_offset;
} SquillLayoutEdge;

/* How wide a box is with the room that its own lines and their numbers take beside it. */
static inline int
_squill_layout_node_get_width (const SquillLayoutNode *node)
{
  return node->width +
         (node->n_own_lines > 0 ? 60 + node->n_own_lines * (int)SQUILL_CHANNEL_SPACING : 0);
}

struct _SquillLayoutGraph
{
  GArray *nodes; /* SquillLayoutNode */
  GArray *edges; /* SquillLayoutEdge */
};

void _squill_layout_columns (SquillLayoutBox *boxes,
                             guint n_boxes,
                             const SquillLayoutEdge *edges,
                             guint n_edges,
                             gboolean in_columns,
                             gboolean no_strip,
                             guint n_all,
                             GCancellable *cancellable);

/* Up to this many boxes are set in every way there is. */
#define SQUILL_LAYOUT_MAX_FEW 5
/* The longer side of what must be no strip to the other one. A picture may have 2: numbers at its
 * edge reach beyond what layouts know. */
#define SQUILL_LAYOUT_STRICT_RATIO 1.85

gboolean _squill_layout_few (SquillLayoutBox *boxes,
                             guint n_boxes,
                             const SquillLayoutEdge *edges,
                             guint n_edges,
                             GCancellable *cancellable);

gboolean _squill_layout_keep_columns (SquillLayoutBox *boxes,
                                      const gboolean *placed,
                                      const SquillLayoutBox *fresh,
                                      guint n_boxes,
                                      const SquillLayoutEdge *edges,
                                      guint n_edges,
                                      guint n_all,
                                      GCancellable *cancellable);

void _squill_layout_refine (const SquillLayoutGraph *graph,
                            SquillLayoutBox *boxes,
                            const gboolean *fixed,
                            gboolean kept,
                            GCancellable *cancellable);

/* A part of a graph that no line joins to the rest. */
typedef struct
{
  GArray *nodes; /* guint, indices into the graph */
  GArray *edges; /* SquillLayoutEdge, indices into @nodes of this part */
} SquillLayoutPart;

/* Gives the parts in the order of their first boxes. */
GPtrArray *_squill_layout_graph_split (const SquillLayoutGraph *graph);

/** Pixels between two cards of a column, and between two columns: there a line turns, and both its
 * ends' numbers and its name stand. */
#define SQUILL_LAYOUT_GAP 40
#define SQUILL_LAYOUT_RANK_GAP 180

/* What keeps its shape when it is set onto a page beside others. */
typedef struct
{
  GArray *boxes; /* SquillLayoutBox: what it covers, from 0, 0 on */
  int gap;       /* what stays free right of it and below it, in pixels */
  int x;         /* where it is set */
  int y;
} SquillLayoutPiece;

void _squill_layout_pack_pieces (SquillLayoutPiece *pieces,
                                 guint n_pieces,
                                 GCancellable *cancellable);

/* A part that is laid out. */
typedef struct
{
  const SquillLayoutPart *part;
  SquillLayoutEngine engine; /* AUTO: no engine, in rows */
  gboolean may_overlap;      /* the boxes, until they are set into columns */
  gboolean done;
  gboolean kept;          /* the boxes are about where they stood */
  SquillLayoutBox *boxes; /* part->nodes->len of them */
  SquillLayoutBox bounds;
} SquillLayoutTask;

void _squill_layout_task_free (gpointer data);
gboolean _squill_layout_run_engines (GPtrArray *tasks,
                                     SquillLayoutEngine engine,
                                     guint *n_fallbacks,
                                     GCancellable *cancellable,
                                     GError **error);

/* The diagram. */

/* A line with its texts, and where it is kept. */
typedef struct
{
  SquillEdge edge;
  GStringChunk *strings;
  double label_widths[2];
  double name_width;
} SquillOwnEdge;

struct _SquillDiagram
{
  GObject parent_instance;

  SquillDesign *design;
  SquillModel *model;
  SquillFonts *fonts;
  SquillRouter *router;
  SquillRouter *completed; /* a copy of it with routes that were found elsewhere, or NULL */
  SquillAdvice *advice;
  gulong advice_changed;
  SquillSeverityFunc severity_function;
  gpointer severity_data;
  GDestroyNotify severity_destroy;

  GPtrArray *cards;      /* SquillCard, the design's order, then those beside others */
  GHashTable *by_id;     /* id -> SquillCard */
  GHashTable *edges;     /* id -> SquillOwnEdge */
  GPtrArray *edge_order; /* SquillOwnEdge, by id */
  GHashTable *meeting;   /* card id -> GPtrArray of those of them that meet it, or NULL until it is
                          * asked for */
  GHashTable *leaving;   /* card id -> GPtrArray of SquillOwnEdge that leave it */
  GArray *frames;        /* SquillFrame */
  GStringChunk *frame_strings;
  GHashTable *items;                /* item id -> card and row, or NULL until it is asked for */
  SquillOperationIndex *operations; /* during an update, once it is asked for; it points into the
                                     * model, where every item may be gone after the next change */
  double squillions;                /* from more children than this on, feet have six prongs */

  SquillNotation notation;
  SquillCardFields fields;
  char *view;                    /* id of the view that says where cards stand, or NULL */
  GHashTable *shown;             /* ids of cards and notes, or NULL for all */
  GHashTable *moved;             /* card id -> SquillPoint: cards that are being dragged */
  char *moved_line;              /* id of a line of which a part is being dragged, or NULL … */
  SquillLinePlaces moved_places; /* … and where its parts are meanwhile */
  GHashTable *stale_cards;       /* id: what is in it may be otherwise */
  GHashTable *restyled;          /* id: how it is drawn may be otherwise */
  GHashTable *homes;       /* id of a card drawn beside others -> id of the collection it is in */
  GHashTable *stale_edges; /* relationship id */
  GHashTable *stale_looks; /* card id */
  gboolean set_stale;      /* which cards there are may be otherwise */
  gboolean places_stale;
  gboolean frames_stale;
  gboolean load_stale;
  gboolean edges_stale; /* what is written on all of them may be otherwise */
  gboolean severities_stale;
  gboolean announced;
  gboolean routes_apart; /* those of many lines are found elsewhere */
  gboolean tinted;       /* some cards have the color of a group */

  GHashTable *drift;      /* item id -> SquillDriftMark, or NULL where nothing is compared */
  char **new_collections; /* names, or NULL */
};

/* Where the lines go that leave a card. */
void _squill_diagram_make_edges (SquillDiagram *self, const SquillCard *card, GPtrArray *edges);
const SquillCard *_squill_diagram_find_end (SquillDiagram *self,
                                            const char *entity,
                                            const char *key,
                                            int *row);
void _squill_own_edge_free (gpointer data);
gboolean _squill_own_edge_equal (const SquillOwnEdge *a, const SquillOwnEdge *b);

/* Where cards stand. */
void _squill_diagram_place_cards (SquillDiagram *self, GPtrArray *changed);
GHashTable *_squill_diagram_index_groups (SquillModel *model);
GHashTable *_squill_diagram_make_id_set (const char *const *ids);

/* The operations of the model as it is; valid during an update. */
SquillOperationIndex *_squill_diagram_get_operations (SquillDiagram *self);

/* How busy cards are. */
void _squill_diagram_set_loads (SquillDiagram *self, GPtrArray *changed);

/* Whether the entity, group, or note with this id is part of what is shown. */
static inline gboolean
_squill_diagram_shows (SquillDiagram *self, const char *id)
{
  return self->shown == NULL || g_hash_table_contains (self->shown, id);
}

/* Groups and notes. */
gboolean _squill_diagram_make_frames (SquillDiagram *self, GPtrArray *changed);

/* Adds an id to a set that owns its ids. */
static inline void
_squill_mark (GHashTable *ids, const char *id)
{
  if (!g_hash_table_contains (ids, id))
    g_hash_table_add (ids, g_strdup (id));
}

G_END_DECLS

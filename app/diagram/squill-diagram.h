/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "advice/squill-advice.h"
#include "diagram/squill-card.h"
#include "diagram/squill-router.h"
#include "model/squill-line-place.h"

G_BEGIN_DECLS

/**
 * SquillNotation:
 * @SQUILL_NOTATION_CROWS_FOOT: prongs, bars and rings, and the triple
 * @SQUILL_NOTATION_UML: "0..*" at the end that it counts
 * @SQUILL_NOTATION_MIN_MAX: "(0, N)" at the end that takes part so often
 *
 * How the ends of a line say how many there are.
 */
typedef enum
{
  SQUILL_NOTATION_CROWS_FOOT,
  SQUILL_NOTATION_UML,
  SQUILL_NOTATION_MIN_MAX,
} SquillNotation;

gboolean squill_notation_from_name (const char *name, SquillNotation *notation);

/**
 * SquillEdge:
 * @id: its id; stable while the relationship is stored as it is
 * @relationship: id of the relationship it shows
 * @from_card: id of the card where the row is that it leaves
 * @from_row: that row, or -1 for the card's head
 * @to_card: id of the card it meets
 * @to_row: the row it meets, or -1 for the card's head
 * @from_foot: what is drawn at its start
 * @to_foot: what is drawn at its end
 * @from_text: the number at its start; "" for none
 * @to_text: the number at its end; "" for none
 * @name: the relationship's name; "" for none, or where the row it leaves says the same
 * @rate_name: the name with the rate at which it is followed; "" where that is unknown
 * @rate: how often per second it is followed; 0 where unknown
 * @kept: fields are copied across it and kept in step: it is drawn dashed
 * @route: where it runs
 * @from_children: the number at its start is that of the children of its relationship, and that at
 *   its end the one of the parents; otherwise the other way round
 * @line: which line of its relationship it is, as #SquillLinePlaces are kept by
 * @places: what of it was moved by somebody
 *
 * A line between two cards. A relationship has one for each place where it is stored, two where
 * it has a collection of its own. Belongs to the diagram; valid until it is updated.
 */
typedef struct
{
  const char *id;
  const char *relationship;
  const char *from_card;
  int from_row;
  const char *to_card;
  int to_row;
  SquillFootKind from_foot;
  SquillFootKind to_foot;
  const char *from_text;
  const char *to_text;
  const char *name;
  const char *rate_name;
  double rate;
  gboolean kept;
  const SquillRoute *route;
  gboolean from_children;
  const char *line;
  SquillLinePlaces places;
} SquillEdge;

/**
 * SquillFrame:
 * @note: it is a note, otherwise a group
 * @id: id of the group or note
 * @name: the group's name or the note's text
 * @tint: (nullable): "1" to "8"
 * @rect: around the group's cards, or where the note stands
 * @title: where the group's name stands at full size; empty for notes. No line runs there.
 *
 * What lies behind the cards.
 */
typedef struct
{
  gboolean note;
  const char *id;
  const char *name;
  const char *tint;
  SquillRect rect;
  SquillRect title;
} SquillFrame;

/**
 * SquillDiagramChange:
 * @cards: (element-type utf8): ids of cards that came, went, moved or look different
 * @looks: (element-type utf8): those of @cards that did more than move
 * @edges: (element-type utf8): ids of lines that came, went, run elsewhere or look different
 * @frames: groups or notes came, went or changed
 *
 * What squill_diagram_update() did.
 */
typedef struct
{
  GPtrArray *cards;
  GPtrArray *looks;
  GPtrArray *edges;
  gboolean frames;
} SquillDiagramChange;

void squill_diagram_change_free (SquillDiagramChange *change);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SquillDiagramChange, squill_diagram_change_free)

/**
 * SquillOverlay:
 * @SQUILL_OVERLAY_NONE: nothing
 * @SQUILL_OVERLAY_FREQUENCY: how large a share of the operations touches them
 * @SQUILL_OVERLAY_SIZE: how large their documents are
 * @SQUILL_OVERLAY_FINDINGS: the worst that is found about them
 * @SQUILL_OVERLAY_EVIDENCE: whether they were read from data, stated by somebody, or are unknown
 * @SQUILL_OVERLAY_DRIFT: what has come, changed, or gone in the database, as
 *   squill_diagram_set_drift() has it
 *
 * What the colors of cards show.
 */
typedef enum
{
  SQUILL_OVERLAY_NONE,
  SQUILL_OVERLAY_FREQUENCY,
  SQUILL_OVERLAY_SIZE,
  SQUILL_OVERLAY_FINDINGS,
  SQUILL_OVERLAY_EVIDENCE,
  SQUILL_OVERLAY_DRIFT,
} SquillOverlay;

gboolean squill_overlay_from_name (const char *name, SquillOverlay *overlay);

/**
 * SquillDriftMark:
 * @SQUILL_DRIFT_NONE: the database has it as the model does
 * @SQUILL_DRIFT_CAME: something of it is only in the database
 * @SQUILL_DRIFT_CHANGED: it is otherwise in the database
 * @SQUILL_DRIFT_GONE: it is only in the model
 *
 * What the database says about an item; a later one is said rather than an earlier one.
 */
typedef enum
{
  SQUILL_DRIFT_NONE,
  SQUILL_DRIFT_CAME,
  SQUILL_DRIFT_CHANGED,
  SQUILL_DRIFT_GONE,
} SquillDriftMark;

/**
 * SquillDiagramLook:
 * @lit_items: (nullable) (element-type utf8 utf8): ids of the items that are selected: their
 *   cards, lines and rows are drawn so
 * @rates: lines are as thick as they are busy, and their rates stand beside their names
 * @pointed_line: (nullable): id of the line at the pointer: all its labels are shown, as those of
 *   selected lines are
 * @near: (nullable) (element-type utf8 utf8): ids of the cards, lines and groups that belong to
 *   what is selected: these lines are lit, too
 * @overlay: what the colors of cards show
 *
 * How a diagram is painted besides what it is.
 */
typedef struct
{
  GHashTable *lit_items;
  gboolean rates;
  GHashTable *near;
  const char *pointed_line;
  SquillOverlay overlay;
} SquillDiagramLook;

/**
 * SquillDiagram:
 *
 * The picture of a model: cards, lines, groups and notes, each where it stands. It follows the
 * model and its design; what changed is worked out when squill_diagram_update() is called, and
 * then only for the cards whose collections changed and the lines that meet them.
 */
#define SQUILL_TYPE_DIAGRAM (squill_diagram_get_type ())
G_DECLARE_FINAL_TYPE (SquillDiagram, squill_diagram, SQUILL, DIAGRAM, GObject)

/* Signal "changed": there is something to update. Emitted once until squill_diagram_update(). */

/* Gives the severity of the worst finding about an item, or -1. */
typedef int (*SquillSeverityFunc) (const char *id, gpointer user_data);

SquillDiagram *squill_diagram_new (SquillDesign *design);
SquillDesign *squill_diagram_get_design (SquillDiagram *self);
SquillFonts *squill_diagram_get_fonts (SquillDiagram *self);
void squill_diagram_set_advice (SquillDiagram *self, SquillAdvice *advice);
void squill_diagram_set_severity_func (SquillDiagram *self,
                                       SquillSeverityFunc function,
                                       gpointer user_data,
                                       GDestroyNotify destroy);
void squill_diagram_set_shown (SquillDiagram *self, GHashTable *shown);
GHashTable *squill_diagram_get_shown (SquillDiagram *self);
void squill_diagram_set_notation (SquillDiagram *self, SquillNotation notation);
SquillNotation squill_diagram_get_notation (SquillDiagram *self);
void squill_diagram_set_fields (SquillDiagram *self, SquillCardFields fields);
void squill_diagram_set_view (SquillDiagram *self, const char *view);
const char *squill_diagram_get_view (SquillDiagram *self);
SquillDiagramChange *squill_diagram_update (SquillDiagram *self);
void squill_diagram_set_routes_apart (SquillDiagram *self, gboolean apart);
SquillRouter *squill_diagram_copy_unfinished_routes (SquillDiagram *self);
gboolean squill_diagram_wants_routes (SquillDiagram *self, SquillRouter *routes);
void squill_diagram_set_routes (SquillDiagram *self, SquillRouter *completed);
gboolean squill_diagram_is_empty (SquillDiagram *self);

guint squill_diagram_get_n_cards (SquillDiagram *self);
const SquillCard *squill_diagram_get_card (SquillDiagram *self, guint position);
const SquillCard *squill_diagram_find_card (SquillDiagram *self, const char *id);
const SquillCard *squill_diagram_find_item (SquillDiagram *self, const char *item, int *row);
guint squill_diagram_get_n_edges (SquillDiagram *self);
const SquillEdge *squill_diagram_get_edge (SquillDiagram *self, guint position);
const SquillEdge *squill_diagram_find_edge (SquillDiagram *self, const char *id);
guint squill_diagram_get_n_frames (SquillDiagram *self);
const SquillFrame *squill_diagram_get_frame (SquillDiagram *self, guint position);
guint squill_diagram_count_hidden_labels (SquillDiagram *self);
SquillRect squill_diagram_get_bounds (SquillDiagram *self);
const SquillEdge *squill_diagram_hit_edge (SquillDiagram *self,
                                           double x,
                                           double y,
                                           double distance);
SquillPoint squill_diagram_get_line_anchor (SquillDiagram *self,
                                            const SquillEdge *edge,
                                            SquillLinePart part);
gboolean squill_diagram_get_line_part (SquillDiagram *self,
                                       const SquillEdge *edge,
                                       SquillLinePart part,
                                       SquillPoint *at);
void squill_diagram_add_connected (SquillDiagram *self, const char *id, GHashTable *near);
void squill_diagram_move_card (SquillDiagram *self, const char *id, double x, double y);
void squill_diagram_move_line_part (
    SquillDiagram *self, const char *id, SquillLinePart part, double x, double y);
void squill_diagram_end_move (SquillDiagram *self);
SquillPoint squill_diagram_find_place (SquillDiagram *self,
                                       const SquillRect *wanted,
                                       const SquillRect *sight,
                                       const char *const *except);
void squill_diagram_place_new (SquillModel *model, const char *const *ids);
void squill_diagram_place_few (SquillModel *model);

void squill_edge_paint_line (const SquillEdge *edge,
                             SquillPainter *painter,
                             const SquillPalette *palette,
                             SquillDetail detail,
                             double zoom,
                             const SquillDiagramLook *look);
void squill_edge_paint_labels (const SquillEdge *edge,
                               SquillPainter *painter,
                               const SquillPalette *palette,
                               SquillFonts *fonts,
                               const SquillDiagramLook *look);
double squill_edge_get_width (const SquillEdge *edge, const SquillDiagramLook *look);
char *squill_edge_describe (const SquillEdge *edge, SquillDiagram *diagram);
void squill_frame_paint (const SquillFrame *frame,
                         SquillPainter *painter,
                         const SquillPalette *palette,
                         SquillFonts *fonts,
                         SquillDetail detail,
                         double zoom);
void squill_diagram_paint (SquillDiagram *self,
                           SquillPainter *painter,
                           const SquillPalette *palette,
                           SquillDetail detail,
                           double zoom,
                           const SquillDiagramLook *look);

void squill_diagram_set_drift (SquillDiagram *self,
                               GHashTable *marks,
                               const char *const *new_collections);
void squill_diagram_copy_drift (SquillDiagram *self, SquillDiagram *from);
gboolean squill_diagram_get_mark (SquillDiagram *self,
                                  const SquillCard *card,
                                  SquillOverlay overlay,
                                  const SquillPalette *palette,
                                  SquillCardMark *mark);
SquillCardMark *squill_diagram_get_row_marks (SquillDiagram *self,
                                              const SquillCard *card,
                                              SquillOverlay overlay,
                                              const SquillPalette *palette);
SquillRect squill_diagram_get_legend_rect (SquillDiagram *self,
                                           SquillOverlay overlay,
                                           double left,
                                           double bottom);
char *squill_diagram_describe_legend (SquillDiagram *self, SquillOverlay overlay);
void squill_diagram_paint_legend (SquillDiagram *self,
                                  SquillOverlay overlay,
                                  SquillPainter *painter,
                                  const SquillPalette *palette,
                                  const SquillRect *rect);

G_END_DECLS

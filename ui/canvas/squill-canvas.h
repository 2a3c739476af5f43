/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

#include "diagram/squill-diagram.h"
#include "session/squill-display-options.h"
#include "session/squill-drawing.h"
#include "session/squill-session.h"
#include "canvas/squill-snapshot-painter.h"
#include "canvas/tools/squill-tool.h"
#include "session/squill-viewport.h"

G_BEGIN_DECLS

/**
 * SquillCanvas:
 *
 * The diagram. The canvas draws lines, groups, and notes itself and has a child widget for each
 * card. Only what is visible is allocated and drawn.
 *
 * Signals "changed" (gboolean diagram): the diagram changed, or with %FALSE only what part of it is
 * visible; "tool-changed" ().
 */
#define SQUILL_TYPE_CANVAS (squill_canvas_get_type ())
G_DECLARE_FINAL_TYPE (SquillCanvas, squill_canvas, SQUILL, CANVAS, GtkWidget)

/**
 * SquillHitKind:
 * @SQUILL_HIT_NOTHING: the empty canvas
 * @SQUILL_HIT_CARD: a card; its part says what of it
 * @SQUILL_HIT_ADD_FIELD: the row below a card that adds a field
 * @SQUILL_HIT_LINE: a line
 * @SQUILL_HIT_LINE_NAME: the name on a line
 * @SQUILL_HIT_LINE_START: the number at a line's start
 * @SQUILL_HIT_LINE_END: the number at a line's end
 * @SQUILL_HIT_FRAME: the name or the edge of a group
 * @SQUILL_HIT_NOTE: a note
 * @SQUILL_HIT_NOTE_CORNER: the corner of a note by which it is made larger
 */
typedef enum
{
  SQUILL_HIT_NOTHING,
  SQUILL_HIT_CARD,
  SQUILL_HIT_ADD_FIELD,
  SQUILL_HIT_LINE,
  SQUILL_HIT_LINE_NAME,
  SQUILL_HIT_LINE_START,
  SQUILL_HIT_LINE_END,
  SQUILL_HIT_FRAME,
  SQUILL_HIT_NOTE,
  SQUILL_HIT_NOTE_CORNER,
} SquillHitKind;

/**
 * SquillHit:
 * @kind: what was hit
 * @item: (nullable): id of the item to select
 * @card: (nullable): the card
 * @part: what of the card
 * @edge: (nullable): the line
 * @frame: (nullable): the group or note
 * @rect: where it is, on the diagram: the row, the pill, the card, the note
 *
 * What is at a place. Valid until the diagram is updated.
 */
typedef struct
{
  SquillHitKind kind;
  const char *item;
  const SquillCard *card;
  SquillCardPart part;
  const SquillEdge *edge;
  const SquillFrame *frame;
  SquillRect rect;
} SquillHit;

gboolean squill_hit_is_row (const SquillHit *hit);

GtkWidget *squill_canvas_new (void);
void squill_canvas_set_session (SquillCanvas *self, SquillSession *session);
SquillSession *squill_canvas_get_session (SquillCanvas *self);
SquillModel *squill_canvas_get_model (SquillCanvas *self);
SquillSelection *squill_canvas_get_selection (SquillCanvas *self);
void squill_canvas_set_drift (SquillCanvas *self,
                              GHashTable *marks,
                              const char *const *new_collections);
SquillDiagram *squill_canvas_get_diagram (SquillCanvas *self);
gboolean squill_canvas_is_routing (SquillCanvas *self);
SquillViewport *squill_canvas_get_viewport (SquillCanvas *self);
const SquillPalette *squill_canvas_get_palette (SquillCanvas *self);
void squill_canvas_update (SquillCanvas *self);

/* What is where. */
SquillHit squill_canvas_hit (SquillCanvas *self, double x, double y);
const SquillCard *squill_canvas_find_card_at (SquillCanvas *self,
                                              SquillPoint at,
                                              const char *except);
GPtrArray *squill_canvas_find_in_area (SquillCanvas *self,
                                       const SquillRect *area,
                                       gboolean entities_only);
guint squill_canvas_get_step (SquillCanvas *self, const char *collection);
gboolean squill_canvas_get_item_rect (SquillCanvas *self, const char *item, SquillRect *rect);
GtkWidget *squill_canvas_get_card_widget (SquillCanvas *self, const char *card);
GtkWidget *squill_canvas_get_line_widget (SquillCanvas *self, const char *edge);
SquillRect squill_canvas_get_add_field_rect (SquillCanvas *self, const SquillCard *card);
gboolean squill_canvas_has_grip (SquillCanvas *self, const SquillCardRow *row);

/* How it is drawn. */
SquillDetail squill_canvas_get_detail (SquillCanvas *self);
guint squill_canvas_get_n_shown (SquillCanvas *self);
guint squill_canvas_get_n_draws (SquillCanvas *self);
guint squill_canvas_get_n_pictures (SquillCanvas *self);
gboolean squill_canvas_is_zooming (SquillCanvas *self);
SquillSnapshotPainter *squill_canvas_begin_paint (SquillCanvas *self, GtkSnapshot *snapshot);
void squill_canvas_end_paint (SquillCanvas *self);
GskRenderNode *squill_canvas_create_card_node (SquillCanvas *self,
                                               const SquillCard *card,
                                               double *zoom);
SquillDisplayOptions *squill_canvas_get_display_options (SquillCanvas *self);
gboolean squill_canvas_is_dimmed (SquillCanvas *self, const char *id);

GSimpleActionGroup *squill_canvas_create_show_actions (SquillCanvas *self);
GMenuModel *squill_canvas_create_show_menu (SquillCanvas *self);

/* What the pointer does. */
void squill_canvas_set_hovered (SquillCanvas *self, const SquillHit *hit);
void squill_canvas_set_target (SquillCanvas *self, const char *card, const char *caption);
const char *squill_canvas_get_target (SquillCanvas *self);
void squill_canvas_shift_notes (SquillCanvas *self, const char *const *notes, double dx, double dy);

/* Tools. */
gboolean squill_canvas_set_tool (SquillCanvas *self, const char *name);
SquillPoint squill_canvas_find_place (SquillCanvas *self);
const SquillCard *squill_canvas_get_focused_card (SquillCanvas *self);
const char *squill_canvas_get_tool_name (SquillCanvas *self);
SquillTool *squill_canvas_get_tool (SquillCanvas *self);
SquillTool *squill_canvas_find_tool (SquillCanvas *self, const char *name);
gboolean squill_canvas_cancel (SquillCanvas *self);

/* Navigation. */
void squill_canvas_focus_card (SquillCanvas *self, const char *card);
void squill_canvas_set_covered (SquillCanvas *self, double top, double bottom);
void squill_canvas_show_item (SquillCanvas *self, const char *id);
const char *squill_canvas_get_shown_item (SquillCanvas *self);
void squill_canvas_zoom_to_fit (SquillCanvas *self);
void squill_canvas_zoom_to_selection (SquillCanvas *self);
gboolean squill_canvas_go (SquillCanvas *self, GtkDirectionType direction);

/* Editing in place. */
gboolean squill_canvas_edit_item (SquillCanvas *self, const char *item);
void squill_canvas_edit_added (SquillCanvas *self, const char *item);
const char *squill_canvas_find_first_field (SquillCanvas *self, const char *item);
gboolean squill_canvas_edit_type (SquillCanvas *self, const char *item);
GtkWidget *squill_canvas_get_editor (SquillCanvas *self);
gboolean squill_canvas_is_editor_at (SquillCanvas *self, double x, double y);
void squill_canvas_edit_new_field (SquillCanvas *self, const char *parent, const char *after);
gboolean squill_canvas_edit_triple (SquillCanvas *self, const char *edge, gboolean at_end);
gboolean squill_canvas_is_editing (SquillCanvas *self);
gboolean squill_canvas_end_edit (SquillCanvas *self, gboolean keep);

/* Actions of menus and keys. */
char *squill_canvas_add_entity (SquillCanvas *self, double x, double y);
void squill_canvas_add_to_view (SquillCanvas *self, const char *id);
char *squill_canvas_add_group (SquillCanvas *self, const char *const *members);
char *squill_canvas_connect (SquillCanvas *self,
                             const char *from,
                             const char *field,
                             const char *to);
void squill_canvas_delete_selection (SquillCanvas *self);
gboolean squill_canvas_move_selection (SquillCanvas *self, double dx, double dy, const char *tag);
GArray *squill_canvas_get_placed_selection (SquillCanvas *self);
char **squill_canvas_get_selected_cards (SquillCanvas *self);
gboolean squill_canvas_align_selection (SquillCanvas *self, SquillAlignment alignment);
gboolean squill_canvas_move_field (SquillCanvas *self, const char *where, GError **error);
void squill_canvas_lock_selection (SquillCanvas *self);
void squill_canvas_swap_ends (SquillCanvas *self);
gboolean squill_canvas_edit_selected_triple (SquillCanvas *self, const char *where);
void squill_canvas_pick_line_part (SquillCanvas *self, const char *edge, SquillLinePart part);
gboolean squill_canvas_pick_next_line_part (SquillCanvas *self);
gboolean squill_canvas_nudge_line (SquillCanvas *self, double dx, double dy, const char *tag);
gboolean squill_canvas_can_reset_lines (SquillCanvas *self);
void squill_canvas_reset_lines (SquillCanvas *self);
void squill_canvas_color_selection (SquillCanvas *self, const char *color);
SquillPoint squill_canvas_get_menu_place (SquillCanvas *self);
void squill_canvas_drop_field (SquillCanvas *self, const char *how);
GMenuModel *squill_canvas_create_menu (SquillCanvas *self, const SquillHit *hit);
void squill_canvas_ask_about_field (
    SquillCanvas *self, const char *field, const char *entity, double x, double y);
void squill_canvas_show_menu (SquillCanvas *self, const SquillHit *hit, double x, double y);

G_END_DECLS

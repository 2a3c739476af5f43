/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

#include "diagram/squill-diagram.h"
#include "squill-card-widget.h"
#include "squill-drawing.h"
#include "squill-session.h"
#include "squill-snapshot-painter.h"
#include "squill-tool.h"
#include "squill-viewport.h"

G_BEGIN_DECLS

/**
 * SquillPlane:
 *
 * The plane that the diagram lies on. It draws the lines, groups and notes itself and has a light
 * child for each card; of these only what is in sight is placed and drawn.
 *
 * Signals "changed" (gboolean diagram): the diagram, or otherwise zoom or place, are others now;
 * "tool-changed" ().
 */
#define SQUILL_TYPE_PLANE (squill_plane_get_type ())
G_DECLARE_FINAL_TYPE (SquillPlane, squill_plane, SQUILL, PLANE, GtkWidget)

/**
 * SquillHitKind:
 * @SQUILL_HIT_NOTHING: the empty plane
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

GtkWidget *squill_plane_new (void);
void squill_plane_set_session (SquillPlane *self, SquillSession *session);
SquillSession *squill_plane_get_session (SquillPlane *self);
SquillModel *squill_plane_get_model (SquillPlane *self);
SquillSelection *squill_plane_get_selection (SquillPlane *self);
SquillDiagram *squill_plane_get_diagram (SquillPlane *self);
SquillViewport *squill_plane_get_viewport (SquillPlane *self);
const SquillPalette *squill_plane_get_palette (SquillPlane *self);
void squill_plane_update (SquillPlane *self);

/* What is where. */
SquillHit squill_plane_hit (SquillPlane *self, double x, double y);
const SquillCard *squill_plane_find_card_at (SquillPlane *self, SquillPoint at, const char *except);
gboolean squill_plane_get_item_rect (SquillPlane *self, const char *item, SquillRect *rect);
GtkWidget *squill_plane_get_card_widget (SquillPlane *self, const char *card);
SquillRect squill_plane_get_add_field_rect (const SquillCard *card);

/* How it is drawn. */
SquillDetail squill_plane_get_detail (SquillPlane *self);
guint squill_plane_get_n_shown (SquillPlane *self);
guint squill_plane_get_n_draws (SquillPlane *self);
guint squill_plane_get_n_pictures (SquillPlane *self);
gboolean squill_plane_is_zooming (SquillPlane *self);
SquillSnapshotPainter *squill_plane_begin_paint (SquillPlane *self, GtkSnapshot *snapshot);
void squill_plane_end_paint (SquillPlane *self);
GskRenderNode *squill_plane_create_card_node (SquillPlane *self,
                                              const SquillCard *card,
                                              double *zoom);
void squill_plane_set_rates (SquillPlane *self, gboolean rates);
gboolean squill_plane_get_rates (SquillPlane *self);

/* What the pointer is about. */
void squill_plane_set_hovered (SquillPlane *self, const SquillHit *hit);
void squill_plane_set_target (SquillPlane *self, const char *card, const char *caption);
const char *squill_plane_get_target (SquillPlane *self);
void squill_plane_shift_notes (SquillPlane *self, const char *const *notes, double dx, double dy);

/* Tools. */
gboolean squill_plane_set_tool (SquillPlane *self, const char *name);
const char *squill_plane_get_tool_name (SquillPlane *self);
SquillTool *squill_plane_get_tool (SquillPlane *self);
SquillTool *squill_plane_find_tool (SquillPlane *self, const char *name);
gboolean squill_plane_cancel (SquillPlane *self);

/* Going about. */
void squill_plane_focus_card (SquillPlane *self, const char *card);
void squill_plane_show_item (SquillPlane *self, const char *item);
void squill_plane_set_covered (SquillPlane *self, double bottom);
void squill_plane_zoom_to_fit (SquillPlane *self);
void squill_plane_zoom_to_selection (SquillPlane *self);
gboolean squill_plane_go (SquillPlane *self, GtkDirectionType direction);

/* Editing in place: squill-plane-edit.c. */
gboolean squill_plane_edit_item (SquillPlane *self, const char *item);
gboolean squill_plane_edit_type (SquillPlane *self, const char *item);
GtkWidget *squill_plane_get_editor (SquillPlane *self);
gboolean squill_plane_is_editor_at (SquillPlane *self, double x, double y);
void squill_plane_edit_new_field (SquillPlane *self, const char *parent, const char *after);
gboolean squill_plane_edit_triple (SquillPlane *self, const char *edge, gboolean at_end);
gboolean squill_plane_is_editing (SquillPlane *self);
gboolean squill_plane_end_edit (SquillPlane *self, gboolean keep);

/* What can be done, by menus and keys: squill-plane-actions.c. */
char *squill_plane_add_entity (SquillPlane *self, double x, double y);
char *squill_plane_add_group (SquillPlane *self, const char *const *members);
char *squill_plane_connect (SquillPlane *self, const char *from, const char *to);
void squill_plane_delete_selection (SquillPlane *self);
gboolean squill_plane_move_selection (SquillPlane *self, double dx, double dy, const char *tag);
GArray *squill_plane_get_placed_selection (SquillPlane *self);
gboolean squill_plane_align_selection (SquillPlane *self, SquillAlignment alignment);
SquillPoint squill_plane_get_menu_place (SquillPlane *self);
void squill_plane_drop_field (SquillPlane *self, const char *how);
GMenuModel *squill_plane_create_menu (SquillPlane *self, const SquillHit *hit);
void squill_plane_ask_about_field (
    SquillPlane *self, const char *field, const char *entity, double x, double y);
void squill_plane_show_menu (SquillPlane *self, const SquillHit *hit, double x, double y);

G_END_DECLS

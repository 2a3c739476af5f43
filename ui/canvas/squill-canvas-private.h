/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <adwaita.h>

#include "canvas/squill-canvas.h"
#include "canvas/squill-inline-editor.h"
#include "widgets/squill-typing.h"

G_BEGIN_DECLS

/* Shared inside the canvas. */

/* The text of the row that adds a field: its size and where it begins, on the diagram. */
#define ADD_FIELD_TEXT_SIZE 12.0
#define ADD_FIELD_TEXT_LEFT 26.0

/**
 * SquillCardWidget:
 *
 * A card as a child of the canvas, with focus, an accessible name, and an allocation; its children
 * are its rows. It draws nothing: that is a #SquillCardPicture. Only cards that somebody can come
 * to have one, see squill-canvas-objects.c.
 */
#define SQUILL_TYPE_CARD_WIDGET (squill_card_widget_get_type ())
G_DECLARE_FINAL_TYPE (SquillCardWidget, squill_card_widget, SQUILL, CARD_WIDGET, GtkWidget)

GtkWidget *_squill_card_widget_new (const char *id);
const char *_squill_card_widget_get_id (SquillCardWidget *self);
void _squill_card_widget_set_card (SquillCardWidget *self, const SquillCard *card);
const SquillCard *_squill_card_widget_get_card (SquillCardWidget *self);
void _squill_card_widget_set_selected (SquillCardWidget *self, gboolean selected);
void _squill_card_widget_describe (SquillCardWidget *self);
void _squill_card_widget_show_rows (SquillCardWidget *self, SquillSelection *selection);
void _squill_card_widget_drop_rows (SquillCardWidget *self);
GtkWidget *_squill_card_widget_get_row (SquillCardWidget *self, guint row);

/**
 * SquillCardPicture:
 *
 * How a card looked when it was last drawn.
 */
typedef struct _SquillCardPicture SquillCardPicture;

SquillCardPicture *_squill_card_picture_new (void);
void _squill_card_picture_free (SquillCardPicture *self);
void _squill_card_picture_snapshot (SquillCardPicture *self,
                                    SquillCanvas *canvas,
                                    const SquillCard *card,
                                    GtkSnapshot *snapshot);
void _squill_card_picture_change_lit (SquillCardPicture *self);

/**
 * SquillItemWidget:
 *
 * What stands for a row of a card (a child of its widget) or for a line (a child of the canvas)
 * where assistive technologies look: it has a name, a place and actions, and draws nothing.
 */
#define SQUILL_TYPE_ITEM_WIDGET (squill_item_widget_get_type ())
G_DECLARE_DERIVABLE_TYPE (SquillItemWidget, squill_item_widget, SQUILL, ITEM_WIDGET, GtkWidget)

struct _SquillItemWidgetClass
{
  GtkWidgetClass parent_class;
};

#define SQUILL_TYPE_ROW_WIDGET (squill_row_widget_get_type ())
G_DECLARE_FINAL_TYPE (SquillRowWidget, squill_row_widget, SQUILL, ROW_WIDGET, SquillItemWidget)

#define SQUILL_TYPE_LINE_WIDGET (squill_line_widget_get_type ())
G_DECLARE_FINAL_TYPE (SquillLineWidget, squill_line_widget, SQUILL, LINE_WIDGET, SquillItemWidget)

const char *_squill_item_widget_get_item (SquillItemWidget *self);
void _squill_item_widget_set (SquillItemWidget *self,
                              const char *item,
                              const char *name,
                              const char *description,
                              gboolean selected);
void _squill_item_widget_install_card_actions (GtkWidgetClass *widget_class);

/**
 * SquillFarPicture:
 *
 * Lines and cards at a zoom where cards are only boxes. Thousands of them are one picture, a little
 * larger than the view, which is kept while the view moves inside it, and made anew only where
 * something changed.
 */
typedef struct _SquillFarPicture SquillFarPicture;

SquillFarPicture *_squill_far_picture_new (void);
void _squill_far_picture_free (SquillFarPicture *self);
void _squill_far_picture_drop (SquillFarPicture *self);
void _squill_far_picture_drop_part (SquillFarPicture *self, const SquillRect *rect);
void _squill_far_picture_snapshot (SquillFarPicture *self,
                                   SquillCanvas *canvas,
                                   GtkSnapshot *snapshot);
GskRenderNode *_squill_far_picture_make_node (cairo_surface_t *surface,
                                              const graphene_rect_t *bounds);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SquillFarPicture, _squill_far_picture_free)

/**
 * SquillMinimap:
 *
 * A small map of the whole diagram with its visible part. Hidden while everything is visible.
 */
#define SQUILL_TYPE_MINIMAP (squill_minimap_get_type ())
G_DECLARE_FINAL_TYPE (SquillMinimap, squill_minimap, SQUILL, MINIMAP, GtkWidget)

GtkWidget *_squill_minimap_new (SquillCanvas *canvas);
SquillPoint _squill_minimap_to_diagram (SquillMinimap *self, double x, double y);

/**
 * SquillCanvasBar:
 *
 * The bar that floats over the bottom of the diagram: tools, arranging, and zoom. Its controls are
 * actions of the canvas view.
 */
#define SQUILL_TYPE_CANVAS_BAR (squill_canvas_bar_get_type ())
G_DECLARE_FINAL_TYPE (SquillCanvasBar, squill_canvas_bar, SQUILL, CANVAS_BAR, AdwBin)

GtkWidget *_squill_arrange_ways_new (void);
GtkWidget *_squill_canvas_bar_new (SquillCanvas *canvas);
void _squill_canvas_bar_set_room (SquillCanvasBar *self, int width);

/**
 * SquillPreviewLine:
 *
 * A line over the diagram that says what a change would do to the documents. Hidden while there is
 * nothing to say.
 */
#define SQUILL_TYPE_PREVIEW_LINE (squill_preview_line_get_type ())
G_DECLARE_FINAL_TYPE (SquillPreviewLine, squill_preview_line, SQUILL, PREVIEW_LINE, AdwBin)

GtkWidget *_squill_preview_line_new (void);
void _squill_preview_line_set_session (SquillPreviewLine *self, SquillSession *session);

/**
 * SquillRoutingSign:
 *
 * A line over the diagram that says that lines are still being led round the cards. Hidden where
 * that does not take long.
 */
#define SQUILL_TYPE_ROUTING_SIGN (squill_routing_sign_get_type ())
G_DECLARE_FINAL_TYPE (SquillRoutingSign, squill_routing_sign, SQUILL, ROUTING_SIGN, AdwBin)

GtkWidget *_squill_routing_sign_new (SquillCanvas *canvas);

/**
 * SquillShownBar:
 *
 * The bar at the top of the diagram that says which cards are shown while others are hidden.
 */
#define SQUILL_TYPE_SHOWN_BAR (squill_shown_bar_get_type ())
G_DECLARE_FINAL_TYPE (SquillShownBar, squill_shown_bar, SQUILL, SHOWN_BAR, AdwBin)

GtkWidget *_squill_shown_bar_new (SquillCanvas *canvas);

/* Shared by squill-canvas.c and squill-canvas-*.c. */

#define SQUILL_N_TOOLS 7

/**
 * SquillEditKind:
 *
 * What is being edited in place.
 */
typedef enum
{
  SQUILL_EDIT_KIND_NOTHING,
  SQUILL_EDIT_KIND_NAME,
  SQUILL_EDIT_KIND_FIELD,
  SQUILL_EDIT_KIND_NEW_FIELD,
  SQUILL_EDIT_KIND_START_TRIPLE,
  SQUILL_EDIT_KIND_END_TRIPLE,
  SQUILL_EDIT_KIND_NOTE,
} SquillEditKind;

/* Where all cards and lines are: squill-canvas-sight.c. */
typedef struct _SquillSight SquillSight;

struct _SquillCanvas
{
  GtkWidget parent_instance;

  SquillSession *session;
  GSignalGroup *session_signals;
  GSignalGroup *selection_signals;
  GSignalGroup *picking_signals;
  GSignalGroup *preview_signals;
  SquillDiagram *diagram;
  SquillViewport *viewport;
  SquillSnapshotPainter *painter;
  SquillFarPicture *far;
  SquillPalette palette;
  SquillDisplayOptions *options;
  SquillSight *sight;
  GHashTable *pictures;     /* card id -> SquillCardPicture: of those near what is seen */
  GHashTable *widgets;      /* card id -> SquillCardWidget */
  GHashTable *line_widgets; /* id of a line -> SquillLineWidget */
  guint objects_source;
  GHashTable *lit;   /* ids of what is selected, or would change in the previewed fix */
  GHashTable *near;  /* ids of cards, lines and groups that belong to the selection */
  GHashTable *known; /* ids of the entities and notes that were there when cards were hidden */
  GPtrArray *steps;  /* ids of the collections that the selected operation touches, in order */
  guint update_source;
  GCancellable *routing; /* stops the thread that finds routes; NULL while there is none */
  SquillRouter *routed;  /* what it works on */
  guint fits : 1;        /* zooms to fit when its size changes */
  guint fitting : 1;
  guint dims : 1; /* something does not belong to it */
  guint allocating : 1;

  int fitted_width; /* the size it was last zoomed for */
  int fitted_height;
  double covered_top;
  double covered_bottom;

  /* What was looked for, for a moment. */
  char *shown;
  guint shown_source;

  /* How it is drawn. */
  SquillDetail detail;
  double settled_zoom;
  double last_zoom; /* that of the last change of the viewport */
  guint settle_source;
  guint tooltip_source;
  guint n_shown;
  guint n_draws;
  guint n_pictures;
  guint room_for_lines; /* number of draws left for lines after the cards */

  /* What the pointer does. */
  char *hovered;       /* card id */
  int hovered_row;     /* of that card; -1: none */
  char *hovered_line;  /* id of the line under the pointer */
  char *target;        /* card id */
  char *caption;       /* what a drop on the target would do */
  GHashTable *shifted; /* ids of notes that are being dragged */
  SquillPoint shift;

  /* What of a line the arrow keys move: squill-line-drag.c. */
  char *picked_line;
  SquillLinePart picked_part;

  SquillTool *tools[SQUILL_N_TOOLS];
  SquillTool *tool;
  const char *tool_name;

  /* What is edited in place: squill-canvas-edit.c. */
  SquillInlineEditor *editor;
  SquillEditKind edit_kind;
  char *edit_item;
  char *edit_edge;
  char *edit_parent;
  char *edit_after;
  gboolean edit_is_new; /* Escape takes back what was added */

  /* Menus: squill-canvas-menu.c. */
  GtkWidget *menu;
  char *menu_field;
  char *menu_entity;
  SquillPoint menu_place;
};

void _squill_canvas_emit_changed (SquillCanvas *self, gboolean diagram);
void _squill_canvas_emit_tool_changed (SquillCanvas *self);
void _squill_canvas_notify_routing (SquillCanvas *self);

/* squill-canvas-cards.c */
void _squill_canvas_update_lit (SquillCanvas *self);
gboolean _squill_canvas_is_card_lit (SquillCanvas *self, const SquillCard *card);

/* squill-canvas-sight.c */
SquillSight *_squill_sight_new (void);
void _squill_sight_free (SquillSight *self);
gboolean _squill_canvas_note_places (SquillCanvas *self,
                                     const SquillDiagramChange *change,
                                     GArray *touched);
SquillRect _squill_canvas_get_bounds (SquillCanvas *self);
void _squill_canvas_forget_places (SquillCanvas *self);
GPtrArray *_squill_canvas_list_cards_in (SquillCanvas *self, const SquillRect *rect);
GPtrArray *_squill_canvas_list_lines_in (SquillCanvas *self, const SquillRect *rect);

/* squill-canvas-objects.c */
void _squill_canvas_queue_objects (SquillCanvas *self);
void _squill_canvas_update_objects (SquillCanvas *self);
void _squill_canvas_match_objects (SquillCanvas *self, const SquillDiagramChange *change);
void _squill_canvas_allocate_objects (SquillCanvas *self);
void _squill_canvas_drop_objects (SquillCanvas *self);

/* squill-line-drag.c */
void _squill_canvas_paint_line_part (SquillCanvas *self, SquillPainter *painter);

/* squill-canvas-near.c */
void _squill_canvas_update_near (SquillCanvas *self);
gboolean _squill_canvas_is_card_near (SquillCanvas *self, const SquillCard *card);
gboolean _squill_canvas_is_frame_near (SquillCanvas *self, const SquillFrame *frame);

/* squill-canvas-routes.c */
void _squill_canvas_find_routes (SquillCanvas *self);
void _squill_canvas_stop_routes (SquillCanvas *self);

/* squill-canvas-shown.c */
void _squill_canvas_update_shown (SquillCanvas *self);
void _squill_canvas_renew_shown (SquillCanvas *self);

/* squill-canvas-steps.c */
void _squill_canvas_update_steps (SquillCanvas *self);
gboolean _squill_canvas_shows_steps (SquillCanvas *self);
void _squill_canvas_paint_steps (SquillCanvas *self, SquillPainter *painter);
void _squill_canvas_drop_pictures (SquillCanvas *self);
void _squill_canvas_choose_detail (SquillCanvas *self);
void _squill_canvas_snapshot_card (SquillCanvas *self,
                                   const SquillCard *card,
                                   GtkSnapshot *snapshot);

/* squill-canvas-preview.c */
void _squill_canvas_paint_preview (SquillCanvas *self, SquillPainter *painter);

/* squill-canvas-zoom.c */
void _squill_canvas_end_show (SquillCanvas *self);

/* squill-canvas-tools.c */
void _squill_canvas_add_tools (SquillCanvas *self);
void _squill_canvas_dispose_tools (SquillCanvas *self);

/* squill-canvas-paint.c */
void _squill_canvas_paint (SquillCanvas *self, GtkSnapshot *snapshot);
void _squill_canvas_update_palette (SquillCanvas *self);

/* squill-canvas-edit.c */
void _squill_canvas_allocate_editor (SquillCanvas *self);
void _squill_canvas_check_editor (SquillCanvas *self);
void _squill_canvas_dispose_editor (SquillCanvas *self);
void _squill_canvas_typing_init (SquillTypingInterface *iface);

/* squill-canvas-actions.c */
void _squill_canvas_install_bindings (GtkWidgetClass *widget_class);

/* squill-canvas-menu.c */
void _squill_menu_append_command (GMenu *menu, const char *action);
void _squill_canvas_dispose_menu (SquillCanvas *self);
gboolean _squill_canvas_is_menu_open (SquillCanvas *self);

G_END_DECLS

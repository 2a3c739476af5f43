/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "squill-far-picture.h"
#include "squill-place-editor.h"
#include "squill-plane.h"

G_BEGIN_DECLS

/* What the files of the plane share: squill-plane.c and all squill-plane-….c. */

#define SQUILL_N_TOOLS 6

/**
 * SquillEditKind:
 *
 * What is edited in place.
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

struct _SquillPlane
{
  GtkWidget parent_instance;

  SquillSession *session;
  SquillDiagram *diagram;
  SquillViewport *viewport;
  SquillSnapshotPainter *painter;
  SquillFarPicture *far;
  SquillPalette palette;
  GHashTable *widgets; /* card id -> SquillCardWidget */
  GPtrArray *order;    /* SquillCardWidget, as the diagram has the cards */
  GHashTable *lit;     /* ids of what is selected, or would change by what is pointed at */
  guint update_source;
  guint fits : 1; /* all is to be seen, whatever the size */
  guint fitting : 1;
  guint rates : 1;
  guint allocating : 1;

  int fitted_width; /* for which it was last made so */
  int fitted_height;
  double covered;

  /* How it is drawn. */
  SquillDetail detail;
  double settled_zoom;
  guint settle_source;
  guint n_shown;
  guint n_draws;
  guint n_pictures;
  guint room_for_lines; /* draws that the cards leave to the lines */

  /* What the pointer is about. */
  char *hovered;       /* card id */
  char *target;        /* card id */
  char *caption;       /* what a drop on the target would do */
  GHashTable *shifted; /* ids of notes that are being dragged */
  SquillPoint shift;

  SquillTool *tools[SQUILL_N_TOOLS];
  SquillTool *tool;
  const char *tool_name;

  /* What is edited in place: squill-plane-edit.c. */
  SquillPlaceEditor *editor;
  SquillEditKind edit_kind;
  char *edit_item;
  char *edit_edge;
  char *edit_parent;
  char *edit_after;
  guint leave_source;

  /* Menus: squill-plane-menu.c. */
  GtkWidget *menu;
  char *menu_field;
  char *menu_entity;
  SquillPoint menu_place;
};

void _squill_plane_queue_update (SquillPlane *self);
void _squill_plane_tell_changed (SquillPlane *self, gboolean diagram);
void _squill_plane_tell_tool (SquillPlane *self);

/* squill-plane-cards.c */
void _squill_plane_update_lit (SquillPlane *self);
void _squill_plane_drop_pictures (SquillPlane *self);
void _squill_plane_allocate_cards (SquillPlane *self);

/* squill-plane-tools.c */
void _squill_plane_add_tools (SquillPlane *self);
void _squill_plane_dispose_tools (SquillPlane *self);

/* squill-plane-paint.c */
void _squill_plane_paint (SquillPlane *self, GtkSnapshot *snapshot);
void _squill_plane_update_palette (SquillPlane *self);

/* squill-plane-edit-place.c */
gboolean _squill_plane_get_edit_rect (SquillPlane *self, SquillRect *rect);
void _squill_plane_allocate_editor (SquillPlane *self);

/* squill-plane-edit-keep.c */
gboolean _squill_plane_check_text (const char *text, gpointer user_data, GError **error);
gboolean _squill_plane_keep_text (SquillPlane *self);
gboolean _squill_plane_is_triple_of_children (SquillPlane *self,
                                              const SquillEdge *edge,
                                              gboolean at_end);

/* squill-plane-edit.c */
void _squill_plane_check_editor (SquillPlane *self);
void _squill_plane_dispose_editor (SquillPlane *self);

/* squill-plane-actions.c */
void _squill_plane_install_bindings (GtkWidgetClass *widget_class);

/* squill-plane-menu.c */
void _squill_plane_dispose_menu (SquillPlane *self);

G_END_DECLS

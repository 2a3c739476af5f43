/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

#include "diagram/squill-geometry.h"

G_BEGIN_DECLS

typedef struct _SquillCanvas SquillCanvas;

/**
 * SquillPointer:
 * @x: where, in pixels of the canvas
 * @y: where, in pixels of the canvas
 * @at: where on the diagram
 * @state: the modifiers
 *
 * Where the pointer is.
 */
typedef struct
{
  double x;
  double y;
  SquillPoint at;
  GdkModifierType state;
} SquillPointer;

/**
 * SquillTool:
 *
 * What the pointer does on the canvas: event controllers that are active while the tool is, and the
 * functions behind them, which tests call.
 */
#define SQUILL_TYPE_TOOL (squill_tool_get_type ())
G_DECLARE_DERIVABLE_TYPE (SquillTool, squill_tool, SQUILL, TOOL, GObject)

/**
 * SquillToolClass:
 * @cursor: the name of the pointer's shape
 * @scrolls: dragging over the edge of the canvas scrolls the view
 * @chosen: the tool is activated
 * @left: the tool is deactivated
 * @pressed: the main button goes down, for the @n_press-th time in a row
 * @clicked: it comes up where it went down
 * @area: a drag draws a rectangle, and this function gets it when the button comes up. The base
 *   class does the rest; @drag_update and @drag_end are not called
 * @drag_begin: the pointer moves away from where the button went down
 * @drag_update: it moves on
 * @drag_end: the button comes up
 * @moved: the pointer moves while no button is down
 * @gone: the pointer leaves the canvas
 * @cancel: cancels what is in progress; returns %TRUE if there was anything
 * @key: a key is pressed; returns %TRUE if the tool handles it
 * @snapshot: draws a preview on top of everything
 */
struct _SquillToolClass
{
  GObjectClass parent_class;

  const char *cursor;
  gboolean scrolls;
  void (*chosen) (SquillTool *self);
  void (*left) (SquillTool *self);
  void (*pressed) (SquillTool *self, const SquillPointer *pointer, int n_press);
  void (*clicked) (SquillTool *self, const SquillPointer *pointer, int n_press);
  void (*area) (SquillTool *self, const SquillRect *area);
  void (*drag_begin) (SquillTool *self, const SquillPointer *pointer);
  void (*drag_update) (SquillTool *self, const SquillPointer *pointer);
  void (*drag_end) (SquillTool *self, const SquillPointer *pointer);
  void (*moved) (SquillTool *self, const SquillPointer *pointer);
  void (*gone) (SquillTool *self);
  gboolean (*cancel) (SquillTool *self);
  gboolean (*key) (SquillTool *self, guint keyval, GdkModifierType state);
  void (*snapshot) (SquillTool *self, GtkSnapshot *snapshot);
};

SquillCanvas *squill_tool_get_canvas (SquillTool *self);
void squill_tool_choose (SquillTool *self);
void squill_tool_leave (SquillTool *self);
gboolean squill_tool_is_dragging (SquillTool *self);
void squill_tool_set_cursor (SquillTool *self, const char *cursor);

void squill_tool_press (SquillTool *self, double x, double y, GdkModifierType state, int n_press);
void squill_tool_drag (SquillTool *self, double x, double y, GdkModifierType state);
void squill_tool_release (SquillTool *self, double x, double y, GdkModifierType state);
void squill_tool_move (SquillTool *self, double x, double y, GdkModifierType state);
gboolean squill_tool_cancel (SquillTool *self);
gboolean squill_tool_press_key (SquillTool *self, guint keyval, GdkModifierType state);
void squill_tool_snapshot (SquillTool *self, GtkSnapshot *snapshot);

SquillRect squill_tool_make_area (SquillPoint start, SquillPoint end);
void squill_tool_snapshot_area (SquillTool *self, const SquillRect *area, GtkSnapshot *snapshot);

/* The tools. */
#define SQUILL_TYPE_TOOL_SELECT (squill_tool_select_get_type ())
G_DECLARE_FINAL_TYPE (SquillToolSelect, squill_tool_select, SQUILL, TOOL_SELECT, SquillTool)
#define SQUILL_TYPE_TOOL_ENTITY (squill_tool_entity_get_type ())
G_DECLARE_FINAL_TYPE (SquillToolEntity, squill_tool_entity, SQUILL, TOOL_ENTITY, SquillTool)
#define SQUILL_TYPE_TOOL_RELATIONSHIP (squill_tool_relationship_get_type ())
G_DECLARE_FINAL_TYPE (
    SquillToolRelationship, squill_tool_relationship, SQUILL, TOOL_RELATIONSHIP, SquillTool)
#define SQUILL_TYPE_TOOL_NOTE (squill_tool_note_get_type ())
G_DECLARE_FINAL_TYPE (SquillToolNote, squill_tool_note, SQUILL, TOOL_NOTE, SquillTool)
#define SQUILL_TYPE_TOOL_GROUP (squill_tool_group_get_type ())
G_DECLARE_FINAL_TYPE (SquillToolGroup, squill_tool_group, SQUILL, TOOL_GROUP, SquillTool)
#define SQUILL_TYPE_TOOL_PAN (squill_tool_pan_get_type ())
G_DECLARE_FINAL_TYPE (SquillToolPan, squill_tool_pan, SQUILL, TOOL_PAN, SquillTool)
#define SQUILL_TYPE_TOOL_PICK (squill_tool_pick_get_type ())
G_DECLARE_FINAL_TYPE (SquillToolPick, squill_tool_pick, SQUILL, TOOL_PICK, SquillTool)

void squill_tool_pan_attach (SquillToolPan *self);
const char *squill_tool_relationship_get_start (SquillToolRelationship *self);
const char *squill_tool_relationship_get_field (SquillToolRelationship *self);
void squill_tool_relationship_start (SquillToolRelationship *self,
                                     const char *card,
                                     const char *field);

G_END_DECLS

/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "canvas/squill-canvas-view.h"
#include "canvas/squill-canvas.h"
#include "canvas/squill-inline-editor.h"

G_BEGIN_DECLS

/**
 * Drawn:
 *
 * A canvas of 1000 by 700 pixels in a window of its own, at 100 %, its origin at that of the
 * diagram. It shows three entities: posts at 40, 40, users at 440, 40 and tags at 440, 440; a user
 * has posts.
 */
typedef struct
{
  SquillModel *model;
  SquillSession *session;
  SquillSelection *selection;
  GtkWidget *window;
  GtkWidget *canvas_view;
  SquillCanvas *canvas;
  SquillDiagram *diagram;
  SquillViewport *viewport;
  char *posts;
  char *users;
  char *tags;
  char *title;   /* a field of posts */
  char *authors; /* the relationship */
} Drawn;

typedef gboolean (*Condition) (gpointer data);

void drawn_set_up (Drawn *drawn, gconstpointer data);
void drawn_tear_down (Drawn *drawn, gconstpointer data);
void drawn_show (Drawn *drawn, SquillModel *model);
void paint (Drawn *drawn);
void wait_until (Condition condition, gpointer data);
SquillTool *get_tool (Drawn *drawn);
const SquillCard *card_of (Drawn *drawn, const char *item);
SquillPoint middle_of_row (Drawn *drawn, const char *item);
SquillPoint grip_of_row (Drawn *drawn, const char *item);
SquillPoint middle_of_header (Drawn *drawn, const char *item);
void click (Drawn *drawn, SquillPoint at, GdkModifierType state, int n_press);
void drag (Drawn *drawn, SquillPoint from, SquillPoint to, GdkModifierType state);
void start_drag (Drawn *drawn, SquillPoint from, SquillPoint to, GdkModifierType state);
void act (Drawn *drawn, const char *action, const char *parameter);
const SquillEntity *find_entity (Drawn *drawn, const char *name);
void assert_selected (Drawn *drawn, const char *id);
void type (Drawn *drawn, const char *text, SquillInlineEditorExit how);
const char *get_error (Drawn *drawn);
void assert_one_step (Drawn *drawn);

G_END_DECLS

/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * SquillPlaceExit:
 * @SQUILL_PLACE_EXIT_ENTER: done, and on to what comes next
 * @SQUILL_PLACE_EXIT_ESCAPE: nothing of it
 * @SQUILL_PLACE_EXIT_LEFT: the keyboard went elsewhere
 * @SQUILL_PLACE_EXIT_IN: Tab
 * @SQUILL_PLACE_EXIT_OUT: Shift+Tab
 * @SQUILL_PLACE_EXIT_UP: done, and on to what stands above
 * @SQUILL_PLACE_EXIT_DOWN: done, and on to what stands below
 *
 * How an editor wants to be left.
 */
typedef enum
{
  SQUILL_PLACE_EXIT_ENTER,
  SQUILL_PLACE_EXIT_ESCAPE,
  SQUILL_PLACE_EXIT_LEFT,
  SQUILL_PLACE_EXIT_IN,
  SQUILL_PLACE_EXIT_OUT,
  SQUILL_PLACE_EXIT_UP,
  SQUILL_PLACE_EXIT_DOWN,
} SquillPlaceExit;

/**
 * SquillPlaceCheck:
 * @text: what was typed
 * @user_data: as given
 * @error: why it will not do, in the words of the user
 *
 * Returns: whether @text will do
 */
typedef gboolean (*SquillPlaceCheck) (const char *text, gpointer user_data, GError **error);

/**
 * SquillPlaceEditor:
 *
 * Where a text of the diagram is edited in the place where it stands. What is wrong with it is told
 * below it.
 *
 * Signal "exit" (SquillPlaceExit): whoever edits wants to leave.
 */
#define SQUILL_TYPE_PLACE_EDITOR (squill_place_editor_get_type ())
G_DECLARE_FINAL_TYPE (SquillPlaceEditor, squill_place_editor, SQUILL, PLACE_EDITOR, GtkWidget)

GtkWidget *squill_place_editor_new (const char *label, const char *text, gboolean multiline);
void squill_place_editor_set_check (SquillPlaceEditor *self,
                                    SquillPlaceCheck check,
                                    gpointer user_data);
void squill_place_editor_set_placeholder (SquillPlaceEditor *self, const char *text);
void squill_place_editor_set_font (SquillPlaceEditor *self, double size, gboolean bold);
void squill_place_editor_set_height (SquillPlaceEditor *self, double height);
void squill_place_editor_select (SquillPlaceEditor *self, int start, int end);
void squill_place_editor_set_text (SquillPlaceEditor *self, const char *text);
char *squill_place_editor_get_text (SquillPlaceEditor *self);
gboolean squill_place_editor_is_changed (SquillPlaceEditor *self);
gboolean squill_place_editor_check (SquillPlaceEditor *self);
void squill_place_editor_show_error (SquillPlaceEditor *self, const char *message);
const char *squill_place_editor_get_error (SquillPlaceEditor *self);

G_END_DECLS

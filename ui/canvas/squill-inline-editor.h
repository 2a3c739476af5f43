/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * SquillInlineEditorExit:
 * @SQUILL_INLINE_EDITOR_EXIT_ENTER: Enter: accept, and edit what comes next
 * @SQUILL_INLINE_EDITOR_EXIT_ESCAPE: Escape: cancel
 * @SQUILL_INLINE_EDITOR_EXIT_LEFT: the editor lost the focus
 * @SQUILL_INLINE_EDITOR_EXIT_IN: Tab
 * @SQUILL_INLINE_EDITOR_EXIT_OUT: Shift+Tab
 * @SQUILL_INLINE_EDITOR_EXIT_UP: accept, and edit what is above
 * @SQUILL_INLINE_EDITOR_EXIT_DOWN: accept, and edit what is below
 *
 * How the user leaves an editor.
 */
typedef enum
{
  SQUILL_INLINE_EDITOR_EXIT_ENTER,
  SQUILL_INLINE_EDITOR_EXIT_ESCAPE,
  SQUILL_INLINE_EDITOR_EXIT_LEFT,
  SQUILL_INLINE_EDITOR_EXIT_IN,
  SQUILL_INLINE_EDITOR_EXIT_OUT,
  SQUILL_INLINE_EDITOR_EXIT_UP,
  SQUILL_INLINE_EDITOR_EXIT_DOWN,
} SquillInlineEditorExit;

/**
 * SquillInlineEditorCheck:
 * @text: what was typed
 * @user_data: as given
 * @error: why it is not valid, to be shown to the user
 *
 * Returns: %TRUE if @text is valid
 */
typedef gboolean (*SquillInlineEditorCheck) (const char *text, gpointer user_data, GError **error);

/** Says how a text goes on that is being typed: (transfer full) (nullable). */
typedef char *(*SquillInlineEditorComplete) (const char *text, gpointer user_data);

/**
 * SquillInlineEditor:
 *
 * Edits a text in place, over what shows it. An error is shown below the text.
 *
 * Signal "exit" (SquillInlineEditorExit): the user wants to leave.
 */
#define SQUILL_TYPE_INLINE_EDITOR (squill_inline_editor_get_type ())
G_DECLARE_FINAL_TYPE (SquillInlineEditor, squill_inline_editor, SQUILL, INLINE_EDITOR, GtkBox)

GtkWidget *squill_inline_editor_new (const char *label, const char *text, gboolean multiline);
void squill_inline_editor_set_complete (SquillInlineEditor *self,
                                        SquillInlineEditorComplete complete,
                                        gpointer user_data);
void squill_inline_editor_complete (SquillInlineEditor *self);
void squill_inline_editor_set_check (SquillInlineEditor *self,
                                     SquillInlineEditorCheck check,
                                     gpointer user_data);
void squill_inline_editor_set_placeholder (SquillInlineEditor *self, const char *text);
void squill_inline_editor_set_font (SquillInlineEditor *self, double size, gboolean bold);
void squill_inline_editor_set_height (SquillInlineEditor *self, double height);
void squill_inline_editor_select (SquillInlineEditor *self, int start, int end);
void squill_inline_editor_set_text (SquillInlineEditor *self, const char *text);
char *squill_inline_editor_get_text (SquillInlineEditor *self);
gboolean squill_inline_editor_is_changed (SquillInlineEditor *self);
void squill_inline_editor_set_kept (SquillInlineEditor *self);
gboolean squill_inline_editor_check (SquillInlineEditor *self);
void squill_inline_editor_show_error (SquillInlineEditor *self, const char *message);
const char *squill_inline_editor_get_error (SquillInlineEditor *self);

G_END_DECLS

/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "canvas/squill-inline-editor.h"

#include "widgets/squill-icon-button.h"
#include "widgets/squill-typing.h"
#include "widgets/squill-focus.h"

struct _SquillInlineEditor
{
  GtkBox parent_instance;

  GtkWidget *field; /* GtkText, or GtkTextView for several lines */
  GtkWidget *error;
  char *before;
  SquillInlineEditorCheck check;
  gpointer check_data;
  SquillInlineEditorComplete complete;
  gpointer complete_data;
  guint leave_source;
  guint complete_source;
  int completed_at; /* from where on the text was completed, in characters; -1 if it was not */
  guint multiline : 1;
  guint composing : 1; /* an input method is composing text */
  guint typing : 1;    /* a letter was typed, and the text has not changed yet */
};

enum
{
  EXIT,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (SquillInlineEditor, squill_inline_editor, GTK_TYPE_BOX)

static void
leave (SquillInlineEditor *self, SquillInlineEditorExit how)
{
  g_signal_emit (self, signals[EXIT], 0, how);
}

/* How the text goes on is selected, so that the next letter replaces it. On X11 the selection of a
 * fast typist is lost now and then: GTK drops it when the display server tells that somebody else
 * has it, and that may mean the one before. */
static void
select_completion (SquillInlineEditor *self, guint keyval)
{
  GtkEditable *editable = GTK_EDITABLE (self->field);
  const int length = (int)g_utf8_strlen (gtk_editable_get_text (editable), -1);
  const int position = gtk_editable_get_position (editable);

  if (!g_unichar_isprint (gdk_keyval_to_unicode (keyval)) && keyval != GDK_KEY_BackSpace)
    self->completed_at = -1;
  else if ((position == length || position == self->completed_at) &&
           !gtk_editable_get_selection_bounds (editable, NULL, NULL))
    gtk_editable_select_region (editable, self->completed_at, -1);
}

static gboolean
on_key_pressed (GtkEventControllerKey *controller,
                guint keyval,
                guint keycode,
                GdkModifierType state,
                SquillInlineEditor *self)
{
  GdkModifierType modifiers = state & gtk_accelerator_get_default_mod_mask ();
  GdkEvent *event;

  if (self->composing)
    return FALSE;
  event = gtk_event_controller_get_current_event (GTK_EVENT_CONTROLLER (controller));
  if (self->completed_at >= 0 && (event == NULL || !gdk_key_event_is_modifier (event)))
    select_completion (self, keyval);
  self->typing =
      (modifiers & ~GDK_SHIFT_MASK) == 0 && g_unichar_isalnum (gdk_keyval_to_unicode (keyval));
  switch (keyval)
    {
    case GDK_KEY_Escape:
      leave (self, SQUILL_INLINE_EDITOR_EXIT_ESCAPE);
      return TRUE;
    case GDK_KEY_Return:
    case GDK_KEY_KP_Enter:
    case GDK_KEY_ISO_Enter:
      /* Several lines are ended by Ctrl+Enter. */
      if (self->multiline && (modifiers & GDK_CONTROL_MASK) == 0)
        return FALSE;
      leave (self, SQUILL_INLINE_EDITOR_EXIT_ENTER);
      return TRUE;
    case GDK_KEY_Tab:
    case GDK_KEY_KP_Tab:
      if (self->multiline || (modifiers & GDK_CONTROL_MASK) != 0)
        return FALSE;
      leave (self, (modifiers & GDK_SHIFT_MASK) != 0 ? SQUILL_INLINE_EDITOR_EXIT_OUT
                                                     : SQUILL_INLINE_EDITOR_EXIT_IN);
      return TRUE;
    case GDK_KEY_ISO_Left_Tab:
      if (self->multiline)
        return FALSE;
      leave (self, SQUILL_INLINE_EDITOR_EXIT_OUT);
      return TRUE;
    case GDK_KEY_Up:
    case GDK_KEY_KP_Up:
    case GDK_KEY_Down:
    case GDK_KEY_KP_Down:
      if (self->multiline || modifiers != 0)
        return FALSE;
      leave (self, keyval == GDK_KEY_Up || keyval == GDK_KEY_KP_Up
                       ? SQUILL_INLINE_EDITOR_EXIT_UP
                       : SQUILL_INLINE_EDITOR_EXIT_DOWN);
      return TRUE;
    default:
      return FALSE;
    }
}

static void
on_preedit_changed (GtkWidget *field, const char *preedit, SquillInlineEditor *self)
{
  self->composing = preedit != NULL && *preedit != '\0';
}

/* In an idle: GTK is still using the editor when it reports that the focus left it. The focus also
 * comes back if it was the window that lost it. */
static gboolean
on_leave_due (gpointer user_data)
{
  SquillInlineEditor *self = user_data;

  self->leave_source = 0;
  if (gtk_widget_get_focus_child (GTK_WIDGET (self)) == NULL)
    leave (self, SQUILL_INLINE_EDITOR_EXIT_LEFT);
  return G_SOURCE_REMOVE;
}

static void
on_focus_left (GtkEventControllerFocus *controller, SquillInlineEditor *self)
{
  if (self->leave_source == 0)
    self->leave_source = g_idle_add (on_leave_due, self);
}

static gboolean
squill_inline_editor_grab_focus (GtkWidget *widget)
{
  SquillInlineEditor *self = SQUILL_INLINE_EDITOR (widget);

  if (self->multiline)
    return gtk_widget_grab_focus (self->field);
  return gtk_entry_grab_focus_without_selecting (GTK_ENTRY (self->field));
}

static void
squill_inline_editor_dispose (GObject *object)
{
  g_clear_handle_id (&SQUILL_INLINE_EDITOR (object)->leave_source, g_source_remove);
  g_clear_handle_id (&SQUILL_INLINE_EDITOR (object)->complete_source, g_source_remove);

  G_OBJECT_CLASS (squill_inline_editor_parent_class)->dispose (object);

  SQUILL_INLINE_EDITOR (object)->field = NULL;
  SQUILL_INLINE_EDITOR (object)->error = NULL;
}

static void
squill_inline_editor_finalize (GObject *object)
{
  g_free (SQUILL_INLINE_EDITOR (object)->before);

  G_OBJECT_CLASS (squill_inline_editor_parent_class)->finalize (object);
}

static void
squill_inline_editor_class_init (SquillInlineEditorClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = squill_inline_editor_dispose;
  object_class->finalize = squill_inline_editor_finalize;
  widget_class->focus = squill_focus_children;
  widget_class->grab_focus = squill_inline_editor_grab_focus;

  /**
   * SquillInlineEditor::exit:
   * @self: the editor
   * @how: a #SquillInlineEditorExit
   *
   * The user wants to leave the editor, which does nothing by itself.
   */
  signals[EXIT] = g_signal_new ("exit", SQUILL_TYPE_INLINE_EDITOR, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                NULL, G_TYPE_NONE, 1, G_TYPE_INT);

  gtk_widget_class_set_css_name (widget_class, "placeeditor");
}

static void
squill_inline_editor_init (SquillInlineEditor *self)
{
  self->completed_at = -1;
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
}

/* In an idle: GTK sets the cursor after the change. */
static gboolean
on_complete_due (gpointer user_data)
{
  SquillInlineEditor *self = user_data;

  self->complete_source = 0;
  squill_inline_editor_complete (self);
  return G_SOURCE_REMOVE;
}

static void
on_changed (SquillInlineEditor *self)
{
  if (self->typing && self->complete != NULL && self->complete_source == 0)
    self->complete_source = g_idle_add (on_complete_due, self);
  self->typing = FALSE;
  self->completed_at = -1;
  squill_inline_editor_check (self);
  squill_typing_tell (GTK_WIDGET (self));
}

static void
add_field (SquillInlineEditor *self, const char *label, const char *text)
{
  GtkEventController *keys = gtk_event_controller_key_new ();
  GtkEventController *focus = gtk_event_controller_focus_new ();
  GtkWidget *typed;

  if (self->multiline)
    {
      self->field = typed = gtk_text_view_new ();
      gtk_text_view_set_wrap_mode (GTK_TEXT_VIEW (self->field), GTK_WRAP_WORD_CHAR);
      gtk_text_view_set_accepts_tab (GTK_TEXT_VIEW (self->field), FALSE);
      g_signal_connect_object (gtk_text_view_get_buffer (GTK_TEXT_VIEW (self->field)), "changed",
                               G_CALLBACK (on_changed), self, G_CONNECT_SWAPPED);
    }
  else
    {
      /* A GtkText alone cannot be read by screen readers. */
      self->field = gtk_entry_new ();
      gtk_entry_set_has_frame (GTK_ENTRY (self->field), FALSE);
      typed = GTK_WIDGET (gtk_editable_get_delegate (GTK_EDITABLE (self->field)));
      g_signal_connect_object (self->field, "changed", G_CALLBACK (on_changed), self,
                               G_CONNECT_SWAPPED);
    }
  g_signal_connect_object (typed, "preedit-changed", G_CALLBACK (on_preedit_changed), self, 0);
  gtk_widget_set_hexpand (self->field, TRUE);
  squill_widget_set_name (self->field, label);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect_object (keys, "key-pressed", G_CALLBACK (on_key_pressed), self, 0);
  gtk_widget_add_controller (self->field, keys);
  g_signal_connect_object (focus, "leave", G_CALLBACK (on_focus_left), self, 0);
  gtk_widget_add_controller (self->field, focus);
  gtk_box_append (GTK_BOX (self), self->field);
  squill_inline_editor_set_text (self, text);
}

/**
 * squill_inline_editor_new:
 * @label: what is edited, for screen readers
 * @text: the text to edit
 * @multiline: whether there may be several lines
 *
 * Makes an editor with all of its text selected.
 *
 * Returns: (transfer full): the editor
 */
GtkWidget *
squill_inline_editor_new (const char *label, const char *text, gboolean multiline)
{
  SquillInlineEditor *self;

  g_return_val_if_fail (label != NULL && text != NULL, NULL);

  self = g_object_new (SQUILL_TYPE_INLINE_EDITOR, NULL);
  self->multiline = !!multiline;
  self->before = g_strdup (text);
  add_field (self, label, text);
  self->error = gtk_label_new (NULL);
  gtk_label_set_wrap (GTK_LABEL (self->error), TRUE);
  gtk_label_set_xalign (GTK_LABEL (self->error), 0);
  gtk_widget_add_css_class (self->error, "message");
  gtk_widget_set_visible (self->error, FALSE);
  gtk_box_append (GTK_BOX (self), self->error);
  squill_inline_editor_select (self, 0, -1);
  return GTK_WIDGET (self);
}

/**
 * squill_inline_editor_set_complete:
 * @self: an editor of one line
 * @complete: (nullable): says how a text goes on
 * @user_data: for @complete
 *
 * Sets what completes the text while it is typed.
 */
void
squill_inline_editor_set_complete (SquillInlineEditor *self,
                                   SquillInlineEditorComplete complete,
                                   gpointer user_data)
{
  g_return_if_fail (SQUILL_IS_INLINE_EDITOR (self));

  self->complete = self->multiline ? NULL : complete;
  self->complete_data = user_data;
}

/**
 * squill_inline_editor_complete:
 * @self: an editor
 *
 * Adds how the text goes on, selected, so that the next letter replaces it; only where the cursor
 * is at the end.
 */
void
squill_inline_editor_complete (SquillInlineEditor *self)
{
  GtkEditable *editable;
  g_autofree char *rest = NULL;
  int position, end;

  g_return_if_fail (SQUILL_IS_INLINE_EDITOR (self));

  if (self->complete == NULL || self->composing)
    return;
  editable = GTK_EDITABLE (self->field);
  position = end = (int)g_utf8_strlen (gtk_editable_get_text (editable), -1);
  if (gtk_editable_get_position (editable) != end ||
      gtk_editable_get_selection_bounds (editable, NULL, NULL))
    return;
  rest = self->complete (gtk_editable_get_text (editable), self->complete_data);
  if (rest == NULL || *rest == '\0')
    return;
  gtk_editable_insert_text (editable, rest, -1, &position);
  gtk_editable_select_region (editable, end, -1);
  self->completed_at = end;
}

/**
 * squill_inline_editor_set_check:
 * @self: an editor
 * @check: (nullable): checks whether a text is valid
 * @user_data: for @check
 *
 * Sets what may be typed.
 */
void
squill_inline_editor_set_check (SquillInlineEditor *self,
                                SquillInlineEditorCheck check,
                                gpointer user_data)
{
  g_return_if_fail (SQUILL_IS_INLINE_EDITOR (self));

  self->check = check;
  self->check_data = user_data;
}

/**
 * squill_inline_editor_set_placeholder:
 * @self: an editor of one line
 * @text: what is shown while nothing is typed
 *
 * Shows what may be typed.
 */
void
squill_inline_editor_set_placeholder (SquillInlineEditor *self, const char *text)
{
  g_return_if_fail (SQUILL_IS_INLINE_EDITOR (self));
  g_return_if_fail (!self->multiline);

  gtk_entry_set_placeholder_text (GTK_ENTRY (self->field), text);
}

/**
 * squill_inline_editor_set_font:
 * @self: an editor
 * @size: of the font, in pixels
 * @bold: whether it is bold
 *
 * Makes the text look as it does on the diagram.
 */
void
squill_inline_editor_set_font (SquillInlineEditor *self, double size, gboolean bold)
{
  PangoAttrList *attributes;

  g_return_if_fail (SQUILL_IS_INLINE_EDITOR (self));
  g_return_if_fail (size > 0);

  if (self->multiline)
    return;
  attributes = pango_attr_list_new ();
  pango_attr_list_insert (attributes, pango_attr_size_new_absolute ((int)(size * PANGO_SCALE)));
  pango_attr_list_insert (attributes,
                          pango_attr_weight_new (bold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL));
  gtk_entry_set_attributes (GTK_ENTRY (self->field), attributes);
  pango_attr_list_unref (attributes);
}

/**
 * squill_inline_editor_set_height:
 * @self: an editor
 * @height: pixels
 *
 * Sets the height of the row that is edited. Errors are shown below it.
 */
void
squill_inline_editor_set_height (SquillInlineEditor *self, double height)
{
  g_return_if_fail (SQUILL_IS_INLINE_EDITOR (self));

  gtk_widget_set_size_request (self->field, -1, (int)height);
}

/**
 * squill_inline_editor_select:
 * @self: an editor
 * @start: the first character
 * @end: behind the last one; -1 for the end of the text
 *
 * Selects a part of the text.
 */
void
squill_inline_editor_select (SquillInlineEditor *self, int start, int end)
{
  g_return_if_fail (SQUILL_IS_INLINE_EDITOR (self));

  if (self->multiline)
    {
      GtkTextBuffer *buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (self->field));
      GtkTextIter from, to;

      gtk_text_buffer_get_iter_at_offset (buffer, &from, start);
      gtk_text_buffer_get_iter_at_offset (buffer, &to, end);
      gtk_text_buffer_select_range (buffer, &to, &from);
    }
  else
    {
      gtk_editable_select_region (GTK_EDITABLE (self->field), start, end);
    }
}

/**
 * squill_inline_editor_set_text:
 * @self: an editor
 * @text: the text
 *
 * Replaces the text.
 */
void
squill_inline_editor_set_text (SquillInlineEditor *self, const char *text)
{
  g_return_if_fail (SQUILL_IS_INLINE_EDITOR (self));
  g_return_if_fail (text != NULL);

  if (self->multiline)
    gtk_text_buffer_set_text (gtk_text_view_get_buffer (GTK_TEXT_VIEW (self->field)), text, -1);
  else
    gtk_editable_set_text (GTK_EDITABLE (self->field), text);
}

/**
 * squill_inline_editor_get_text:
 * @self: an editor
 *
 * Returns: (transfer full): the text
 */
char *
squill_inline_editor_get_text (SquillInlineEditor *self)
{
  GtkTextBuffer *buffer;
  GtkTextIter start, end;

  g_return_val_if_fail (SQUILL_IS_INLINE_EDITOR (self), NULL);

  if (!self->multiline)
    return g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->field)));
  buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (self->field));
  gtk_text_buffer_get_bounds (buffer, &start, &end);
  return gtk_text_buffer_get_text (buffer, &start, &end, FALSE);
}

/**
 * squill_inline_editor_is_changed:
 * @self: an editor
 *
 * Returns: %TRUE if the text differs from the first one, or the one that was kept last
 */
gboolean
squill_inline_editor_is_changed (SquillInlineEditor *self)
{
  g_autofree char *text = NULL;

  g_return_val_if_fail (SQUILL_IS_INLINE_EDITOR (self), FALSE);

  text = squill_inline_editor_get_text (self);
  return !g_str_equal (text, self->before);
}

/**
 * squill_inline_editor_set_kept:
 * @self: an editor
 *
 * Says that the text as it is now is kept: what changes from here on is new.
 */
void
squill_inline_editor_set_kept (SquillInlineEditor *self)
{
  g_return_if_fail (SQUILL_IS_INLINE_EDITOR (self));

  g_free (self->before);
  self->before = squill_inline_editor_get_text (self);
}

/**
 * squill_inline_editor_check:
 * @self: an editor
 *
 * Checks the text, and shows what is wrong with it.
 *
 * Returns: %TRUE if it is valid
 */
gboolean
squill_inline_editor_check (SquillInlineEditor *self)
{
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;

  g_return_val_if_fail (SQUILL_IS_INLINE_EDITOR (self), FALSE);

  if (self->error == NULL)
    return TRUE;
  text = squill_inline_editor_get_text (self);
  if (self->check == NULL || self->check (text, self->check_data, &error))
    {
      squill_inline_editor_show_error (self, NULL);
      return TRUE;
    }
  squill_inline_editor_show_error (self, error->message);
  return FALSE;
}

/**
 * squill_inline_editor_show_error:
 * @self: an editor
 * @message: (nullable): what is wrong
 *
 * Shows an error below the text.
 */
void
squill_inline_editor_show_error (SquillInlineEditor *self, const char *message)
{
  g_return_if_fail (SQUILL_IS_INLINE_EDITOR (self));

  gtk_label_set_label (GTK_LABEL (self->error), message != NULL ? message : "");
  gtk_widget_set_visible (self->error, message != NULL);
  if (message != NULL)
    {
      gtk_widget_add_css_class (GTK_WIDGET (self), "wrong");
      gtk_accessible_update_property (GTK_ACCESSIBLE (self->field),
                                      GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, message, -1);
      gtk_accessible_update_state (GTK_ACCESSIBLE (self->field), GTK_ACCESSIBLE_STATE_INVALID,
                                   GTK_ACCESSIBLE_INVALID_TRUE, -1);
    }
  else
    {
      gtk_widget_remove_css_class (GTK_WIDGET (self), "wrong");
      gtk_accessible_reset_property (GTK_ACCESSIBLE (self->field),
                                     GTK_ACCESSIBLE_PROPERTY_DESCRIPTION);
      gtk_accessible_reset_state (GTK_ACCESSIBLE (self->field), GTK_ACCESSIBLE_STATE_INVALID);
    }
}

/**
 * squill_inline_editor_get_error:
 * @self: an editor
 *
 * Returns: (transfer none) (nullable): the error that is shown
 */
const char *
squill_inline_editor_get_error (SquillInlineEditor *self)
{
  g_return_val_if_fail (SQUILL_IS_INLINE_EDITOR (self), NULL);

  return gtk_widget_get_visible (self->error) ? gtk_label_get_label (GTK_LABEL (self->error))
                                              : NULL;
}

/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "widgets/squill-typing.h"

#include "widgets/squill-compat.h"

/* In characters: a longer placeholder would take the room of the title. */
#define MAX_PLACEHOLDER 10

G_DEFINE_INTERFACE (SquillTyping, squill_typing, GTK_TYPE_WIDGET)

static void
squill_typing_default_init (SquillTypingInterface *iface)
{
}

static void
collect (GtkWidget *widget, GPtrArray *pending)
{
  if (!gtk_widget_get_visible (widget))
    return;
  if (SQUILL_IS_TYPING (widget) &&
      SQUILL_TYPING_GET_IFACE (widget)->is_pending (SQUILL_TYPING (widget)))
    g_ptr_array_add (pending, g_object_ref (widget));
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    collect (child, pending);
}

static GPtrArray *
find_pending (GtkWidget *root)
{
  GPtrArray *pending = g_ptr_array_new_with_free_func (g_object_unref);

  collect (root, pending);
  return pending;
}

/**
 * squill_typing_is_pending:
 * @root: a widget
 *
 * Returns: whether a text is being typed in it, or below it, that is not in the model
 */
gboolean
squill_typing_is_pending (GtkWidget *root)
{
  g_autoptr (GPtrArray) pending = NULL;

  g_return_val_if_fail (GTK_IS_WIDGET (root), FALSE);

  pending = find_pending (root);
  return pending->len > 0;
}

/**
 * squill_typing_keep:
 * @root: a widget
 *
 * Brings what is being typed in it, or below it, into the model.
 *
 * Returns: %FALSE if some of it is not valid, which it shows, and stays to be mended
 */
gboolean
squill_typing_keep (GtkWidget *root)
{
  g_autoptr (GPtrArray) pending = NULL;
  gboolean done = TRUE;

  g_return_val_if_fail (GTK_IS_WIDGET (root), FALSE);

  pending = find_pending (root);
  for (guint i = 0; i < pending->len; i++)
    done = SQUILL_TYPING_GET_IFACE (pending->pdata[i])->keep (pending->pdata[i]) && done;
  return done;
}

/**
 * squill_typing_write_to:
 * @root: a widget
 * @copy: a copy of the model that it shows
 *
 * Brings what is being typed in it, or below it, into a copy of the model, and leaves all else as
 * it is. What is not valid is left out.
 */
void
squill_typing_write_to (GtkWidget *root, SquillModel *copy)
{
  g_autoptr (GPtrArray) pending = NULL;

  g_return_if_fail (GTK_IS_WIDGET (root));
  g_return_if_fail (SQUILL_IS_MODEL (copy));

  pending = find_pending (root);
  for (guint i = 0; i < pending->len; i++)
    SQUILL_TYPING_GET_IFACE (pending->pdata[i])->write_to (pending->pdata[i], copy);
}

/**
 * squill_typing_tell:
 * @widget: a widget in which somebody types
 *
 * Tells the window, which keeps a draft.
 */
void
squill_typing_tell (GtkWidget *widget)
{
  g_return_if_fail (GTK_IS_WIDGET (widget));

  gtk_widget_activate_action (widget, "win.typed", NULL);
}

/**
 * squill_typing_make_room:
 * @entry: an entry beside a title, which takes the room that is left
 * @placeholder: (nullable): what it shows while it is empty
 *
 * Makes the entry wide enough for its placeholder, as long as that is no longer than values are.
 */
void
squill_typing_make_room (GtkEditable *entry, const char *placeholder)
{
  const int length = placeholder != NULL ? (int)g_utf8_strlen (placeholder, -1) : 0;

  g_return_if_fail (GTK_IS_EDITABLE (entry));

  if (length <= MAX_PLACEHOLDER && length > gtk_editable_get_width_chars (entry))
    gtk_editable_set_width_chars (entry, length);
}

/* That of what is written, which GTK guesses. What has none is written in that of the keyboard,
 * while it has the focus. */
static PangoDirection
find_direction (GtkWidget *text, const char *written)
{
  PangoContext *context;
  g_autoptr (PangoLayout) layout = NULL;

  if (squill_compat_mirrors_texts ())
    return gtk_widget_get_direction (text) == GTK_TEXT_DIR_RTL ? PANGO_DIRECTION_RTL
                                                               : PANGO_DIRECTION_LTR;
  context = gtk_widget_create_pango_context (text);
  layout = pango_layout_new (context);
  g_object_unref (context); /* the layout has it */
  if (gtk_widget_has_focus (text))
    pango_context_set_base_dir (context,
                                gdk_device_get_direction (gdk_seat_get_keyboard (
                                    gdk_display_get_default_seat (gtk_widget_get_display (text)))));
  pango_layout_set_text (layout, written, -1);
  return (PangoDirection)pango_layout_get_line_readonly (layout, 0)->resolved_dir;
}

/* GtkText aligns by the direction of what is written, its placeholder by that of the widget. */
static void
align (GtkEntry *entry)
{
  const char *written = gtk_editable_get_text (GTK_EDITABLE (entry));
  GtkWidget *text = GTK_WIDGET (gtk_editable_get_delegate (GTK_EDITABLE (entry)));
  const gboolean mirrored = gtk_widget_get_direction (GTK_WIDGET (entry)) == GTK_TEXT_DIR_RTL;

  gtk_entry_set_alignment (
      entry, *written == '\0' || (find_direction (text, written) == PANGO_DIRECTION_RTL) == mirrored
                 ? 1
                 : 0);
}

/**
 * squill_typing_align_at_end:
 * @entry: an entry beside a title
 *
 * Aligns what is written at the end of the row, as its placeholder is, whatever direction it is
 * written in.
 */
void
squill_typing_align_at_end (GtkEntry *entry)
{
  GtkWidget *text;

  g_return_if_fail (GTK_IS_ENTRY (entry));

  text = GTK_WIDGET (gtk_editable_get_delegate (GTK_EDITABLE (entry)));
  g_signal_connect (entry, "changed", G_CALLBACK (align), NULL);
  g_signal_connect (entry, "direction-changed", G_CALLBACK (align), NULL);
  g_signal_connect_object (text, "notify::has-focus", G_CALLBACK (align), entry, G_CONNECT_SWAPPED);
  align (entry);
}

/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "widgets/squill-typing.h"

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

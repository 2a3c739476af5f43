/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "squill-command-list.h"

#include <glib/gi18n.h>

#include "squill-note-list.h"
#include "squill-review-note.h"

struct _SquillCommandList
{
  GtkWidget parent_instance;

  GtkWidget *head;
  GtkLabel *summary;
  SquillNoteList *list;

  SquillProfile *profile;
};

G_DEFINE_FINAL_TYPE (SquillCommandList, squill_command_list, GTK_TYPE_WIDGET)

static void
on_copy (SquillCommandList *self)
{
  g_autofree char *text = squill_command_list_to_text (self);

  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
}

static void
squill_command_list_dispose (GObject *object)
{
  SquillCommandList *self = SQUILL_COMMAND_LIST (object);
  GtkWidget *child;

  g_clear_object (&self->profile);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);

  G_OBJECT_CLASS (squill_command_list_parent_class)->dispose (object);
}

static void
squill_command_list_class_init (SquillCommandListClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = squill_command_list_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
squill_command_list_init (SquillCommandList *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *copy = gtk_button_new_with_label (_ ("Copy All"));

  self->head = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  self->summary = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_xalign (self->summary, 0);
  gtk_label_set_wrap (self->summary, TRUE);
  gtk_widget_set_hexpand (GTK_WIDGET (self->summary), TRUE);
  gtk_widget_set_valign (copy, GTK_ALIGN_CENTER);
  g_signal_connect_object (copy, "clicked", G_CALLBACK (on_copy), self, G_CONNECT_SWAPPED);
  gtk_box_append (GTK_BOX (self->head), GTK_WIDGET (self->summary));
  gtk_box_append (GTK_BOX (self->head), copy);
  self->list = SQUILL_NOTE_LIST (
      squill_note_list_new (_ ("What was asked of the server"), _ ("No server was asked")));
  gtk_widget_set_vexpand (GTK_WIDGET (self->list), TRUE);
  gtk_box_append (GTK_BOX (box), self->head);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->list));
  gtk_widget_set_parent (box, GTK_WIDGET (self));
  gtk_widget_set_visible (self->head, FALSE);
}

/**
 * squill_command_list_new:
 *
 * Returns: (transfer floating): a list without commands
 */
GtkWidget *
squill_command_list_new (void)
{
  return g_object_new (SQUILL_TYPE_COMMAND_LIST, NULL);
}

static char *
describe (const SquillServerCommand *command)
{
  g_autoptr (GString) text = g_string_new (NULL);

  g_string_append_printf (text, "%s · %s", command->name, command->database);
  if (command->milliseconds >= 0)
    /* Translators: thousandths of a second. */
    g_string_append_printf (text, _ (" · %.1f ms"), command->milliseconds);
  if (command->failure != NULL)
    g_string_append_printf (text, " · %s", command->failure);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/**
 * squill_command_list_show:
 * @self: a list
 * @profile: (nullable): what was read
 *
 * Shows the commands that were sent for it.
 */
void
squill_command_list_show (SquillCommandList *self, SquillProfile *profile)
{
  g_autoptr (GListStore) notes = g_list_store_new (SQUILL_TYPE_REVIEW_NOTE);
  g_autoptr (GPtrArray) all = g_ptr_array_new_with_free_func (g_object_unref);
  g_autofree char *summary = NULL;
  guint n;

  g_return_if_fail (SQUILL_IS_COMMAND_LIST (self));

  g_set_object (&self->profile, profile);
  n = profile != NULL ? squill_profile_get_n_commands (profile) : 0;
  for (guint i = 0; i < n; i++)
    {
      const SquillServerCommand *command = squill_profile_get_command (profile, i);
      g_autofree char *title = describe (command);

      g_ptr_array_add (all, squill_review_note_new (title, command->text));
    }
  g_list_store_splice (notes, 0, 0, all->pdata, all->len);
  squill_note_list_set_notes (self->list, G_LIST_MODEL (notes));
  summary = g_strdup_printf (
      g_dngettext (NULL, "%u command was sent. Only commands that read are let through.",
                   "%u commands were sent. Only commands that read are let through.", n),
      n);
  gtk_label_set_label (self->summary, summary);
  gtk_widget_set_visible (self->head, n > 0);
}

/**
 * squill_command_list_to_text:
 * @self: a list
 *
 * Returns: (transfer full): all commands, a line each, for the clipboard
 */
char *
squill_command_list_to_text (SquillCommandList *self)
{
  g_autoptr (GString) text = NULL;

  g_return_val_if_fail (SQUILL_IS_COMMAND_LIST (self), NULL);

  text = g_string_new (NULL);
  for (guint i = 0; self->profile != NULL && i < squill_profile_get_n_commands (self->profile); i++)
    {
      const SquillServerCommand *command = squill_profile_get_command (self->profile, i);
      g_autofree char *title = describe (command);

      g_string_append_printf (text, "%s\t%s\n", title, command->text);
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

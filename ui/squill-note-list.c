/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "squill-note-list.h"

#include "squill-review-note.h"

struct _SquillNoteList
{
  GtkWidget parent_instance;

  GtkStack *stack;
  GtkListView *list;
  GtkLabel *none;
  GListModel *notes;
};

G_DEFINE_FINAL_TYPE (SquillNoteList, squill_note_list, GTK_TYPE_WIDGET)

static GtkWidget *
make_label (void)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_selectable (GTK_LABEL (label), TRUE);
  /* The pointer selects; who comes by keys does not select all of it by that. */
  gtk_widget_set_focusable (label, FALSE);
  return label;
}

static void
on_setup (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 3);
  GtkWidget *title = make_label ();
  GtkWidget *body = make_label ();

  gtk_widget_add_css_class (title, "heading");
  gtk_widget_add_css_class (body, "note-body");
  gtk_box_append (GTK_BOX (box), title);
  gtk_box_append (GTK_BOX (box), body);
  gtk_list_item_set_child (item, box);
  gtk_list_item_set_activatable (item, FALSE);
}

static void
on_bind (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  SquillReviewNote *note = gtk_list_item_get_item (item);
  GtkWidget *title = gtk_widget_get_first_child (gtk_list_item_get_child (item));
  GtkWidget *body = gtk_widget_get_next_sibling (title);

  gtk_label_set_label (GTK_LABEL (title), squill_review_note_get_title (note));
  gtk_label_set_label (GTK_LABEL (body), squill_review_note_get_body (note));
  gtk_widget_set_visible (body, *squill_review_note_get_body (note) != '\0');
}

static void
on_items_changed (SquillNoteList *self)
{
  gtk_stack_set_visible_child_name (
      self->stack,
      self->notes != NULL && g_list_model_get_n_items (self->notes) > 0 ? "list" : "none");
}

static void
squill_note_list_dispose (GObject *object)
{
  SquillNoteList *self = SQUILL_NOTE_LIST (object);
  GtkWidget *child;

  if (self->notes != NULL)
    g_signal_handlers_disconnect_by_data (self->notes, self);
  g_clear_object (&self->notes);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);

  G_OBJECT_CLASS (squill_note_list_parent_class)->dispose (object);
}

static void
squill_note_list_class_init (SquillNoteListClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = squill_note_list_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
squill_note_list_init (SquillNoteList *self)
{
  g_autoptr (GtkListItemFactory) factory = gtk_signal_list_item_factory_new ();
  GtkWidget *scrolled = gtk_scrolled_window_new ();

  g_signal_connect (factory, "setup", G_CALLBACK (on_setup), NULL);
  g_signal_connect (factory, "bind", G_CALLBACK (on_bind), NULL);
  self->list = GTK_LIST_VIEW (gtk_list_view_new (NULL, g_steal_pointer (&factory)));
  gtk_list_view_set_show_separators (self->list, TRUE);
  gtk_widget_add_css_class (GTK_WIDGET (self->list), "notes");
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), GTK_WIDGET (self->list));
  self->none = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_wrap (self->none, TRUE);
  gtk_label_set_justify (self->none, GTK_JUSTIFY_CENTER);
  gtk_widget_add_css_class (GTK_WIDGET (self->none), "dim-label");
  self->stack = GTK_STACK (gtk_stack_new ());
  gtk_stack_add_named (self->stack, GTK_WIDGET (self->none), "none");
  gtk_stack_add_named (self->stack, scrolled, "list");
  gtk_widget_set_parent (GTK_WIDGET (self->stack), GTK_WIDGET (self));
}

/**
 * squill_note_list_new:
 * @name: what the list is called
 * @none: what is said where there is nothing
 *
 * Returns: (transfer floating): a list without notes
 */
GtkWidget *
squill_note_list_new (const char *name, const char *none)
{
  SquillNoteList *self = g_object_new (SQUILL_TYPE_NOTE_LIST, NULL);

  squill_note_list_set_words (self, name, none);
  return GTK_WIDGET (self);
}

/**
 * squill_note_list_set_words:
 * @self: a list
 * @name: what the list is called
 * @none: what is said where there is nothing
 *
 * Says what it is a list of.
 */
void
squill_note_list_set_words (SquillNoteList *self, const char *name, const char *none)
{
  g_return_if_fail (SQUILL_IS_NOTE_LIST (self));

  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL, name,
                                  -1);
  gtk_label_set_label (self->none, none);
}

/**
 * squill_note_list_set_notes:
 * @self: a list
 * @notes: (nullable): a list of #SquillReviewNote
 *
 * Shows them.
 */
void
squill_note_list_set_notes (SquillNoteList *self, GListModel *notes)
{
  GtkNoSelection *selection = NULL;

  g_return_if_fail (SQUILL_IS_NOTE_LIST (self));

  if (self->notes != NULL)
    g_signal_handlers_disconnect_by_data (self->notes, self);
  g_set_object (&self->notes, notes);
  if (notes != NULL)
    {
      g_signal_connect_swapped (notes, "items-changed", G_CALLBACK (on_items_changed), self);
      selection = gtk_no_selection_new (g_object_ref (notes));
    }
  gtk_list_view_set_model (self->list, GTK_SELECTION_MODEL (selection));
  g_clear_object (&selection);
  on_items_changed (self);
}

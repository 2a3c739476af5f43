/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "reading/squill-review-list.h"

#include "session/squill-review-item.h"
#include "widgets/squill-compat.h"

struct _SquillReviewList
{
  GtkWidget parent_instance;

  GtkStack *stack;
  GtkListView *list;
  GtkLabel *none;
};

G_DEFINE_FINAL_TYPE (SquillReviewList, squill_review_list, GTK_TYPE_WIDGET)

static GtkWidget *
make_label (const char *style)
{
  /* The pointer selects text; the Tab key does not stop here, as it would select all of it. */
  return g_object_new (GTK_TYPE_LABEL, "xalign", 0.0, "wrap", TRUE, "wrap-mode",
                       PANGO_WRAP_WORD_CHAR, "selectable", TRUE, "focusable", FALSE, "css-classes",
                       (const char *[]){ style, NULL }, NULL);
}

static void
on_setup (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 3);

  gtk_box_append (GTK_BOX (box), make_label ("heading"));
  gtk_box_append (GTK_BOX (box), make_label ("note-body"));
  gtk_list_item_set_child (item, box);
  gtk_list_item_set_activatable (item, FALSE);
}

static void
on_bind (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  SquillReviewItem *note = gtk_list_item_get_item (item);
  GtkWidget *title = gtk_widget_get_first_child (gtk_list_item_get_child (item));
  GtkWidget *body = gtk_widget_get_next_sibling (title);
  g_autofree char *text = squill_review_item_explain (note);

  gtk_label_set_label (GTK_LABEL (title), squill_review_item_get_title (note));
  gtk_label_set_label (GTK_LABEL (body), text);
  gtk_widget_set_visible (body, *text != '\0');
}

static void
on_items_changed (SquillReviewList *self)
{
  GListModel *notes = G_LIST_MODEL (gtk_list_view_get_model (self->list));

  gtk_stack_set_visible_child_name (
      self->stack, notes != NULL && g_list_model_get_n_items (notes) > 0 ? "list" : "none");
}

static void
squill_review_list_dispose (GObject *object)
{
  squill_compat_unparent_children (GTK_WIDGET (object));

  G_OBJECT_CLASS (squill_review_list_parent_class)->dispose (object);
}

static void
squill_review_list_class_init (SquillReviewListClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = squill_review_list_dispose;

  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/squill/Squill/squill-review-list.ui");
  gtk_widget_class_bind_template_child (widget_class, SquillReviewList, stack);
  gtk_widget_class_bind_template_child (widget_class, SquillReviewList, list);
  gtk_widget_class_bind_template_child (widget_class, SquillReviewList, none);
  gtk_widget_class_bind_template_callback (widget_class, on_setup);
  gtk_widget_class_bind_template_callback (widget_class, on_bind);
}

static void
squill_review_list_init (SquillReviewList *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * squill_review_list_new:
 * @name: the name of the list for screen readers
 *
 * Returns: (transfer floating): an empty list
 */
GtkWidget *
squill_review_list_new (const char *name)
{
  SquillReviewList *self = g_object_new (SQUILL_TYPE_REVIEW_LIST, NULL);

  squill_review_list_set_name (self, name, "");
  return GTK_WIDGET (self);
}

/**
 * squill_review_list_set_name:
 * @self: a list
 * @name: the name of the list for screen readers
 * @none: what an empty list says
 *
 * Names the list.
 */
void
squill_review_list_set_name (SquillReviewList *self, const char *name, const char *none)
{
  g_return_if_fail (SQUILL_IS_REVIEW_LIST (self));

  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL, name,
                                  -1);
  gtk_label_set_label (self->none, none);
}

/**
 * squill_review_list_set_notes:
 * @self: a list
 * @notes: (nullable): a list of #SquillReviewItem
 *
 * Shows the notes, and those that are added to the list later.
 */
void
squill_review_list_set_notes (SquillReviewList *self, GListModel *notes)
{
  g_autoptr (GtkNoSelection) selection = NULL;

  g_return_if_fail (SQUILL_IS_REVIEW_LIST (self));

  if (notes != NULL)
    {
      selection = gtk_no_selection_new (g_object_ref (notes));
      g_signal_connect_object (selection, "items-changed", G_CALLBACK (on_items_changed), self,
                               G_CONNECT_SWAPPED);
    }
  gtk_list_view_set_model (self->list, GTK_SELECTION_MODEL (selection));
  on_items_changed (self);
}

/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include <glib/gi18n.h>

#include "reading/squill-reading-private.h"
#include "reading/squill-review-list.h"
#include "widgets/squill-compat.h"
#include "widgets/squill-focus.h"

struct _SquillReviewPage
{
  GtkWidget parent_instance;

  GtkStack *stack;
  GtkStackPage *references_page;
  GtkStackPage *maps_page;
  GtkStackPage *findings_page;
  GtkStackPage *problems_page;
  GtkStackPage *commands_page;
  GtkStack *references_stack;
  GtkListView *references;
  GtkWidget *accept_box;
  GtkSpinButton *confidence_spin;
  GtkWidget *accept_button;
  GtkCheckButton *weak_check;
  GtkStack *maps_stack;
  GtkListView *maps;
  SquillReviewList *collections;
  SquillReviewList *findings;
  SquillReviewList *problems;
  GtkWidget *commands_head;
  GtkLabel *commands_summary;
  SquillReviewList *commands;

  SquillProfile *profile;
  SquillReview *review;
  GSignalGroup *review_signals;
  GListStore *lists; /* of lists of references that are shown */
};

G_DEFINE_FINAL_TYPE (SquillReviewPage, squill_review_page, GTK_TYPE_WIDGET)

static guint
count (GListModel *list)
{
  return g_list_model_get_n_items (list);
}

static void
set_title (GtkStackPage *page, const char *title, guint n)
{
  /* Translators: the name of a tab, with a number. */
  g_autofree char *text = n > 0 ? g_strdup_printf (_ ("%s  %u"), title, n) : g_strdup (title);

  gtk_stack_page_set_title (page, text);
}

static void
show_counts (SquillReviewPage *self)
{
  const guint drawn = squill_review_count_drawn (self->review);

  set_title (self->references_page, _ ("References"), drawn);
}

static void
show_lists (SquillReviewPage *self)
{
  GListModel *proposed = squill_review_get_references (self->review);
  GListModel *weak = squill_review_get_weak_references (self->review);
  const gboolean with_weak = gtk_check_button_get_active (self->weak_check);
  g_autofree char *label = NULL;

  g_list_store_remove_all (self->lists);
  g_list_store_append (self->lists, proposed);
  if (with_weak)
    g_list_store_append (self->lists, weak);
  label = g_strdup_printf (
      g_dngettext (NULL, "Show %u weak candidate, which is not drawn automatically",
                   "Show %u weak candidates, which are not drawn automatically", count (weak)),
      count (weak));
  gtk_check_button_set_label (self->weak_check, label);
  gtk_widget_set_visible (GTK_WIDGET (self->weak_check), count (weak) > 0);
  gtk_widget_set_visible (self->accept_box, count (proposed) + count (weak) > 0);
  gtk_stack_set_visible_child_name (self->references_stack,
                                    count (proposed) + (with_weak ? count (weak) : 0) > 0 ? "list"
                                                                                          : "none");
}

static void
on_weak_toggled (SquillReviewPage *self)
{
  if (self->review != NULL)
    show_lists (self);
}

static void
on_accept_above (SquillReviewPage *self)
{
  squill_review_accept_above (self->review,
                              gtk_spin_button_get_value (self->confidence_spin) / 100);
}

static void
on_setup_reference (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  gtk_list_item_set_child (item, g_object_new (SQUILL_TYPE_REFERENCE_ROW, NULL));
  gtk_list_item_set_activatable (item, TRUE);
}

static void
on_bind_reference (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  _squill_reference_row_show (SQUILL_REFERENCE_ROW (gtk_list_item_get_child (item)),
                              gtk_list_item_get_item (item));
}

static void
on_unbind_reference (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  _squill_reference_row_show (SQUILL_REFERENCE_ROW (gtk_list_item_get_child (item)), NULL);
}

/* Enter on a row opens its evidence. */
static void
on_reference_activated (GtkListView *list, guint position, SquillReviewPage *self)
{
  g_autoptr (SquillReviewItem) reference =
      g_list_model_get_item (G_LIST_MODEL (gtk_list_view_get_model (list)), position);

  if (reference != NULL)
    squill_review_item_set_expanded (reference, !squill_review_item_get_expanded (reference));
}

static void
on_setup_map (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  gtk_list_item_set_child (item, g_object_new (SQUILL_TYPE_MAP_ROW, NULL));
  gtk_list_item_set_activatable (item, FALSE);
}

static void
on_bind_map (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  _squill_map_row_show (SQUILL_MAP_ROW (gtk_list_item_get_child (item)),
                        gtk_list_item_get_item (item));
}

static void
on_unbind_map (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  _squill_map_row_show (SQUILL_MAP_ROW (gtk_list_item_get_child (item)), NULL);
}

static char *
describe_command (const SquillServerCommand *command)
{
  g_autoptr (GString) text = g_string_new (NULL);

  g_string_append_printf (text, "%s · %s", command->name, command->database);
  if (command->milliseconds >= 0)
    /* Translators: milliseconds. */
    g_string_append_printf (text, _ (" · %.1f ms"), command->milliseconds);
  if (command->failure != NULL)
    g_string_append_printf (text, " · %s", command->failure);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
show_commands (SquillReviewPage *self)
{
  const guint n = squill_profile_get_n_commands (self->profile);
  g_autoptr (GListStore) notes = g_list_store_new (SQUILL_TYPE_REVIEW_ITEM);
  g_autoptr (GPtrArray) all = g_ptr_array_new_with_free_func (g_object_unref);
  g_autofree char *summary = NULL;

  for (guint i = 0; i < n; i++)
    {
      const SquillServerCommand *command = squill_profile_get_command (self->profile, i);
      g_autofree char *title = describe_command (command);

      g_ptr_array_add (all, squill_review_item_new_note (title, command->text));
    }
  g_list_store_splice (notes, 0, 0, all->pdata, all->len);
  squill_review_list_set_notes (self->commands, G_LIST_MODEL (notes));
  summary = g_strdup_printf (
      g_dngettext (NULL, "%u command was sent. Only commands that read are allowed.",
                   "%u commands were sent. Only commands that read are allowed.", n),
      n);
  gtk_label_set_label (self->commands_summary, summary);
  gtk_widget_set_visible (self->commands_head, n > 0);
}

/* All commands, one per line. */
static void
on_copy_commands (SquillReviewPage *self)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < squill_profile_get_n_commands (self->profile); i++)
    {
      const SquillServerCommand *command = squill_profile_get_command (self->profile, i);
      g_autofree char *title = describe_command (command);

      g_string_append_printf (text, "%s\t%s\n", title, command->text);
    }
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text->str);
}

static gboolean
squill_review_page_grab_focus (GtkWidget *widget)
{
  SquillReviewPage *self = SQUILL_REVIEW_PAGE (widget);

  return (gtk_widget_get_mapped (GTK_WIDGET (self->references)) &&
          gtk_widget_grab_focus (GTK_WIDGET (self->references))) ||
         gtk_widget_child_focus (GTK_WIDGET (self->stack), GTK_DIR_TAB_FORWARD);
}

static void
squill_review_page_dispose (GObject *object)
{
  SquillReviewPage *self = SQUILL_REVIEW_PAGE (object);

  g_clear_object (&self->review_signals);
  g_clear_object (&self->review);
  g_clear_object (&self->profile);
  squill_compat_unparent_children (GTK_WIDGET (self));
  g_clear_object (&self->lists);

  G_OBJECT_CLASS (squill_review_page_parent_class)->dispose (object);
}

static void
squill_review_page_class_init (SquillReviewPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = squill_review_page_dispose;
  widget_class->focus = squill_focus_children;
  widget_class->grab_focus = squill_review_page_grab_focus;

  g_type_ensure (SQUILL_TYPE_REVIEW_LIST);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/squill/Squill/squill-review-page.ui");
  gtk_widget_class_bind_template_child (widget_class, SquillReviewPage, stack);
  gtk_widget_class_bind_template_child (widget_class, SquillReviewPage, references_page);
  gtk_widget_class_bind_template_child (widget_class, SquillReviewPage, maps_page);
  gtk_widget_class_bind_template_child (widget_class, SquillReviewPage, findings_page);
  gtk_widget_class_bind_template_child (widget_class, SquillReviewPage, problems_page);
  gtk_widget_class_bind_template_child (widget_class, SquillReviewPage, commands_page);
  gtk_widget_class_bind_template_child (widget_class, SquillReviewPage, references_stack);
  gtk_widget_class_bind_template_child (widget_class, SquillReviewPage, references);
  gtk_widget_class_bind_template_child (widget_class, SquillReviewPage, accept_box);
  gtk_widget_class_bind_template_child (widget_class, SquillReviewPage, confidence_spin);
  gtk_widget_class_bind_template_child (widget_class, SquillReviewPage, accept_button);
  gtk_widget_class_bind_template_child (widget_class, SquillReviewPage, weak_check);
  gtk_widget_class_bind_template_child (widget_class, SquillReviewPage, maps_stack);
  gtk_widget_class_bind_template_child (widget_class, SquillReviewPage, maps);
  gtk_widget_class_bind_template_child (widget_class, SquillReviewPage, collections);
  gtk_widget_class_bind_template_child (widget_class, SquillReviewPage, findings);
  gtk_widget_class_bind_template_child (widget_class, SquillReviewPage, problems);
  gtk_widget_class_bind_template_child (widget_class, SquillReviewPage, commands_head);
  gtk_widget_class_bind_template_child (widget_class, SquillReviewPage, commands_summary);
  gtk_widget_class_bind_template_child (widget_class, SquillReviewPage, commands);
  gtk_widget_class_bind_template_callback (widget_class, on_accept_above);
  gtk_widget_class_bind_template_callback (widget_class, on_weak_toggled);
  gtk_widget_class_bind_template_callback (widget_class, on_copy_commands);
}

static void
set_factory (GtkListView *list, GCallback setup, GCallback bind, GCallback unbind)
{
  g_autoptr (GtkListItemFactory) factory = gtk_signal_list_item_factory_new ();

  g_signal_connect (factory, "setup", setup, NULL);
  g_signal_connect (factory, "bind", bind, NULL);
  g_signal_connect (factory, "unbind", unbind, NULL);
  gtk_list_view_set_factory (list, factory);
}

static void
set_list (GtkListView *view, GListModel *list)
{
  g_autoptr (GtkNoSelection) selection = gtk_no_selection_new (g_object_ref (list));

  gtk_list_view_set_model (view, GTK_SELECTION_MODEL (selection));
}

static void
squill_review_page_init (SquillReviewPage *self)
{
  g_autoptr (GListModel) flat = NULL;

  self->review_signals = g_signal_group_new (SQUILL_TYPE_REVIEW);
  g_signal_group_connect_swapped (self->review_signals, "changed", G_CALLBACK (show_counts), self);
  gtk_widget_init_template (GTK_WIDGET (self));
  set_factory (self->references, G_CALLBACK (on_setup_reference), G_CALLBACK (on_bind_reference),
               G_CALLBACK (on_unbind_reference));
  set_factory (self->maps, G_CALLBACK (on_setup_map), G_CALLBACK (on_bind_map),
               G_CALLBACK (on_unbind_map));
  self->lists = g_list_store_new (G_TYPE_LIST_MODEL);
  flat = G_LIST_MODEL (gtk_flatten_list_model_new (G_LIST_MODEL (g_object_ref (self->lists))));
  set_list (self->references, flat);
  g_signal_connect_object (self->references, "activate", G_CALLBACK (on_reference_activated), self,
                           0);
  squill_review_list_set_name (self->collections, _ ("How the collections were read"),
                               _ ("No collections"));
  squill_review_list_set_name (self->findings, _ ("Findings"),
                               _ ("Nothing unusual in the documents"));
  squill_review_list_set_name (self->problems, _ ("Problems"), _ ("No problems"));
  squill_review_list_set_name (self->commands, _ ("Commands sent to the server"),
                               _ ("No commands were sent"));
}

/* The first with something to decide, or else to know. */
static const char *
find_first_page (SquillReview *review)
{
  if (count (squill_review_get_references (review)) +
          count (squill_review_get_weak_references (review)) >
      0)
    return "references";
  if (count (squill_review_get_maps (review)) > 0)
    return "maps";
  return count (squill_review_get_findings (review)) > 0 ? "findings" : "collections";
}

/**
 * _squill_review_page_show:
 * @self: a page
 * @inspection: that was read
 *
 * Shows what was found.
 */
void
_squill_review_page_show (SquillReviewPage *self, SquillInspection *inspection)
{
  SquillReview *review;
  GListModel *maps, *findings, *problems;

  g_return_if_fail (SQUILL_IS_REVIEW_PAGE (self));
  g_return_if_fail (SQUILL_IS_INSPECTION (inspection));

  review = squill_inspection_get_review (inspection);
  g_return_if_fail (review != NULL);
  if (self->review == review)
    return;
  g_set_object (&self->review, review);
  g_set_object (&self->profile, squill_inspection_get_profile (inspection));
  g_signal_group_set_target (self->review_signals, review);

  maps = squill_review_get_maps (review);
  findings = squill_review_get_findings (review);
  problems = squill_review_get_problems (review);
  show_lists (self);
  show_counts (self);
  set_list (self->maps, maps);
  gtk_stack_set_visible_child_name (self->maps_stack, count (maps) > 0 ? "list" : "none");
  set_title (self->maps_page, _ ("Maps"), count (maps));
  squill_review_list_set_notes (self->collections, squill_review_get_collections (review));
  squill_review_list_set_notes (self->findings, findings);
  set_title (self->findings_page, _ ("Findings"), count (findings));
  squill_review_list_set_notes (self->problems, problems);
  set_title (self->problems_page, _ ("Problems"), count (problems));
  gtk_stack_page_set_visible (self->problems_page, count (problems) > 0);
  show_commands (self);
  gtk_stack_page_set_visible (self->commands_page, squill_inspection_is_of_server (inspection));
  gtk_stack_set_visible_child_name (self->stack, find_first_page (review));
}

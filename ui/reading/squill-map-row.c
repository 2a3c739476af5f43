/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include <glib/gi18n.h>

#include "reading/squill-reading-private.h"
#include "widgets/squill-compat.h"

struct _SquillMapRow
{
  GtkWidget parent_instance;

  GtkLabel *title;
  GtkLabel *evidence;
  GtkToggleButton *map_button;
  GtkToggleButton *record_button;

  GSignalGroup *map; /* the #SquillReviewItem and its signal */
  gboolean showing;
};

G_DEFINE_FINAL_TYPE (SquillMapRow, squill_map_row, GTK_TYPE_WIDGET)

static void
show_decision (SquillMapRow *self, SquillReviewItem *map)
{
  const gboolean is_map = squill_review_item_is_accepted (map);

  self->showing = TRUE;
  gtk_toggle_button_set_active (self->map_button, is_map);
  gtk_toggle_button_set_active (self->record_button, !is_map);
  gtk_widget_set_sensitive (GTK_WIDGET (self->record_button),
                            !is_map || squill_review_item_can_be_record (map));
  self->showing = FALSE;
}

static void
on_toggled (SquillMapRow *self)
{
  g_autoptr (SquillReviewItem) map = g_signal_group_dup_target (self->map);

  if (!self->showing && map != NULL)
    squill_review_item_set_accepted (map, gtk_toggle_button_get_active (self->map_button));
}

static void
squill_map_row_dispose (GObject *object)
{
  SquillMapRow *self = SQUILL_MAP_ROW (object);

  g_clear_object (&self->map);
  squill_compat_unparent_children (GTK_WIDGET (self));

  G_OBJECT_CLASS (squill_map_row_parent_class)->dispose (object);
}

static void
squill_map_row_class_init (SquillMapRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = squill_map_row_dispose;

  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/squill/Squill/squill-map-row.ui");
  gtk_widget_class_bind_template_child (widget_class, SquillMapRow, title);
  gtk_widget_class_bind_template_child (widget_class, SquillMapRow, evidence);
  gtk_widget_class_bind_template_child (widget_class, SquillMapRow, map_button);
  gtk_widget_class_bind_template_child (widget_class, SquillMapRow, record_button);
  gtk_widget_class_bind_template_callback (widget_class, on_toggled);
}

static void
squill_map_row_init (SquillMapRow *self)
{
  self->map = g_signal_group_new (SQUILL_TYPE_REVIEW_ITEM);
  g_signal_group_connect_swapped (self->map, "changed", G_CALLBACK (show_decision), self);
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * _squill_map_row_show:
 * @self: a row
 * @map: (nullable): a map, or %NULL for nothing
 *
 * Shows it.
 */
void
_squill_map_row_show (SquillMapRow *self, SquillReviewItem *map)
{
  g_autofree char *evidence = NULL;
  g_autofree char *as_map = NULL;
  g_autofree char *as_record = NULL;
  const char *place;

  g_return_if_fail (SQUILL_IS_MAP_ROW (self));

  g_signal_group_set_target (self->map, map);
  if (map == NULL)
    return;
  place = squill_review_item_get_title (map);
  evidence = squill_review_item_explain (map);
  gtk_label_set_label (self->title, place);
  gtk_label_set_label (self->evidence, evidence);
  gtk_widget_set_visible (GTK_WIDGET (self->evidence), *evidence != '\0');
  as_map = g_strdup_printf (_ ("%s is a map"), place);
  as_record = g_strdup_printf (_ ("%s is a record"), place);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->map_button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  as_map, -1);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->record_button),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, as_record, -1);
  show_decision (self, map);
}

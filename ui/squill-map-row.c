/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "squill-map-row.h"

#include <glib/gi18n.h>

struct _SquillMapRow
{
  GtkWidget parent_instance;

  GtkLabel *title;
  GtkLabel *evidence;
  GtkToggleButton *map_button;
  GtkToggleButton *record_button;

  SquillReviewMap *map;
  gboolean showing;
};

G_DEFINE_FINAL_TYPE (SquillMapRow, squill_map_row, GTK_TYPE_WIDGET)

static void
show_decision (SquillMapRow *self)
{
  const gboolean is_map = squill_review_map_is_map (self->map);

  self->showing = TRUE;
  gtk_toggle_button_set_active (self->map_button, is_map);
  gtk_toggle_button_set_active (self->record_button, !is_map);
  gtk_widget_set_sensitive (GTK_WIDGET (self->record_button),
                            !is_map || squill_review_map_can_be_record (self->map));
  self->showing = FALSE;
}

static void
on_toggled (SquillMapRow *self)
{
  if (!self->showing && self->map != NULL)
    squill_review_map_set_is_map (self->map, gtk_toggle_button_get_active (self->map_button));
}

static void
forget (SquillMapRow *self)
{
  if (self->map != NULL)
    g_signal_handlers_disconnect_by_data (self->map, self);
  g_clear_object (&self->map);
}

static void
squill_map_row_dispose (GObject *object)
{
  SquillMapRow *self = SQUILL_MAP_ROW (object);
  GtkWidget *child;

  forget (self);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);

  G_OBJECT_CLASS (squill_map_row_parent_class)->dispose (object);
}

static void
squill_map_row_class_init (SquillMapRowClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = squill_map_row_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static GtkLabel *
make_label (const char *style)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_widget_add_css_class (label, style);
  return GTK_LABEL (label);
}

static void
squill_map_row_init (SquillMapRow *self)
{
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 9);
  GtkWidget *texts = gtk_box_new (GTK_ORIENTATION_VERTICAL, 3);
  GtkWidget *pair = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  self->title = make_label ("reference-title");
  self->evidence = make_label ("note-body");
  gtk_label_set_selectable (self->evidence, TRUE);
  gtk_widget_set_focusable (GTK_WIDGET (self->evidence), FALSE);
  gtk_widget_set_hexpand (texts, TRUE);
  gtk_box_append (GTK_BOX (texts), GTK_WIDGET (self->title));
  gtk_box_append (GTK_BOX (texts), GTK_WIDGET (self->evidence));

  self->map_button = GTK_TOGGLE_BUTTON (gtk_toggle_button_new_with_label (_ ("Map")));
  self->record_button = GTK_TOGGLE_BUTTON (gtk_toggle_button_new_with_label (_ ("Record")));
  gtk_toggle_button_set_group (self->record_button, self->map_button);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->map_button), _ ("Its keys are data"));
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->record_button),
                               _ ("Its keys are the names of fields"));
  g_signal_connect_object (self->map_button, "toggled", G_CALLBACK (on_toggled), self,
                           G_CONNECT_SWAPPED);
  gtk_widget_add_css_class (pair, "linked");
  gtk_widget_set_valign (pair, GTK_ALIGN_START);
  gtk_box_append (GTK_BOX (pair), GTK_WIDGET (self->map_button));
  gtk_box_append (GTK_BOX (pair), GTK_WIDGET (self->record_button));

  gtk_box_append (GTK_BOX (line), texts);
  gtk_box_append (GTK_BOX (line), pair);
  gtk_widget_set_parent (line, GTK_WIDGET (self));
}

/**
 * squill_map_row_new:
 *
 * Returns: (transfer floating): a row that shows nothing yet
 */
GtkWidget *
squill_map_row_new (void)
{
  return g_object_new (SQUILL_TYPE_MAP_ROW, NULL);
}

/**
 * squill_map_row_show:
 * @self: a row
 * @map: (nullable): an object
 *
 * Shows it.
 */
void
squill_map_row_show (SquillMapRow *self, SquillReviewMap *map)
{
  g_autofree char *evidence = NULL;
  g_autofree char *as_map = NULL;
  g_autofree char *as_record = NULL;
  const char *place;

  g_return_if_fail (SQUILL_IS_MAP_ROW (self));

  forget (self);
  if (map == NULL)
    return;
  self->map = g_object_ref (map);
  g_signal_connect_swapped (map, "notify::decision", G_CALLBACK (show_decision), self);
  place = squill_review_map_get_place (map);
  evidence = squill_review_map_describe (map);
  gtk_label_set_label (self->title, place);
  gtk_label_set_label (self->evidence, evidence);
  gtk_widget_set_visible (GTK_WIDGET (self->evidence), *evidence != '\0');
  as_map = g_strdup_printf (_ ("%s is a map"), place);
  as_record = g_strdup_printf (_ ("%s is a record"), place);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->map_button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  as_map, -1);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->record_button),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, as_record, -1);
  show_decision (self);
}

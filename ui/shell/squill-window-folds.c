/* SPDX-License-Identifier: Apache-2.0 */

/* What a window folds where it is narrow: outline, inspector, and the buttons of its header. */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "shell/squill-window-private.h"
#include "widgets/squill-compat.h"

/* Narrower windows show the outline, and then the inspector, over the rest, and leave buttons to
 * the menu. In pixels for text of the usual size; larger text needs as much more. */
#define OUTLINE_FOLDS 1000
#define BUTTONS_FOLD 780
#define INSPECTOR_FOLDS 700
#define HEADER_FOLDS 560

typedef struct
{
  gboolean outline, inspector, buttons, header;
} Folds;

static Folds
get_folds (SquillWindow *self, int width)
{
  const double scale = squill_compat_get_text_scale (GTK_WIDGET (self));

  return (Folds){ width < OUTLINE_FOLDS * scale, width < INSPECTOR_FOLDS * scale,
                  width < BUTTONS_FOLD * scale, width < HEADER_FOLDS * scale };
}

/* AdwFlap folds only when it runs out of space; this folds at widths that suit the content: at the
 * begin of a frame, so that what it moves is laid out before it is drawn. */
static gboolean
on_fold_due (GtkWidget *widget, GdkFrameClock *clock, gpointer user_data)
{
  SquillWindow *self = SQUILL_WINDOW (widget);
  const Folds fold = get_folds (self, gtk_widget_get_width (GTK_WIDGET (self)));

  self->fold_source = 0;
  if (self->presenting)
    return G_SOURCE_REMOVE;
  /* All are in the menu, too. */
  gtk_widget_set_visible (self->inspect_button, !fold.buttons);
  gtk_widget_set_visible (self->export_button, !fold.buttons);
  gtk_widget_set_visible (self->open_button, !fold.header);
  gtk_widget_set_visible (self->undo_button, !fold.header);
  gtk_widget_set_visible (self->redo_button, !fold.header);
  gtk_widget_set_visible (self->search_button, !fold.header);
  self->buttons_folded = !!fold.buttons;
  self->header_folded = !!fold.header;
  if (self->outline_folded != fold.outline)
    {
      self->outline_folded = !!fold.outline;
      g_object_set (self->outline_flap, "fold-policy", fold.outline ? 1 : 0, NULL);
      g_object_set (self, "outline-visible",
                    !fold.outline && g_settings_get_boolean (self->settings, "outline-visible"),
                    NULL);
    }
  if (self->inspector_folded != fold.inspector)
    {
      self->inspector_folded = !!fold.inspector;
      g_object_set (self->inspector_flap, "fold-policy", fold.inspector ? 1 : 0, NULL);
      g_object_set (self, "inspector-visible",
                    !fold.inspector && g_settings_get_boolean (self->settings, "inspector-visible"),
                    NULL);
    }
  return G_SOURCE_REMOVE;
}

void
_squill_window_update_folds (SquillWindow *self, int width)
{
  const Folds fold = get_folds (self, width);

  if (width > 0 && self->fold_source == 0 &&
      (fold.outline != self->outline_folded || fold.inspector != self->inspector_folded ||
       fold.buttons != self->buttons_folded || fold.header != self->header_folded))
    self->fold_source = gtk_widget_add_tick_callback (GTK_WIDGET (self), on_fold_due, NULL, NULL);
}

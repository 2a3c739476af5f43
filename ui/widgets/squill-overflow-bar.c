/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "widgets/squill-overflow-bar.h"

#include <glib/gi18n.h>

#include "widgets/squill-icon-button.h"

#define SPACING 2
#define MENU_SPACING 6

struct _SquillOverflowBar
{
  GtkWidget parent_instance;

  GPtrArray *controls; /* in their order; while the menu is open, some are in it */
  GtkWidget *more;
  GtkWidget *menu; /* what the menu shows */
};

G_DEFINE_FINAL_TYPE (SquillOverflowBar, squill_overflow_bar, GTK_TYPE_WIDGET)

/* The controls that are in the row, or would be if there was room. */
static gboolean
is_in_row (SquillOverflowBar *self, GtkWidget *control)
{
  return gtk_widget_get_parent (control) == GTK_WIDGET (self) && gtk_widget_get_visible (control);
}

static int
measure_width (GtkWidget *widget, int *minimum)
{
  int natural;

  gtk_widget_measure (widget, GTK_ORIENTATION_HORIZONTAL, -1, minimum, &natural, NULL, NULL);
  return natural;
}

/* The width of all controls in the row beside each other. */
static int
measure_row (SquillOverflowBar *self, int *minimum)
{
  int all = 0, least = 0;

  for (guint i = 0; i < self->controls->len; i++)
    {
      GtkWidget *control = self->controls->pdata[i];
      int min;

      if (!is_in_row (self, control))
        continue;
      all += measure_width (control, &min) + (all > 0 ? SPACING : 0);
      least += min + (least > 0 ? SPACING : 0);
    }
  *minimum = least;
  return all;
}

static gboolean
is_menu_open (SquillOverflowBar *self)
{
  return gtk_widget_get_first_child (self->menu) != NULL;
}

static void
squill_overflow_bar_measure (GtkWidget *widget,
                             GtkOrientation orientation,
                             int for_size,
                             int *minimum,
                             int *natural,
                             int *minimum_baseline,
                             int *natural_baseline)
{
  SquillOverflowBar *self = SQUILL_OVERFLOW_BAR (widget);
  int more;

  gtk_widget_measure (self->more, orientation, -1, &more, NULL, NULL, NULL);
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    {
      int least;
      int all = measure_row (self, &least);

      *minimum = is_menu_open (self) ? more : MIN (least, more);
      *natural = all + (is_menu_open (self) ? SPACING + more : 0);
      return;
    }
  *minimum = *natural = more;
  for (guint i = 0; i < self->controls->len; i++)
    {
      int min, nat;

      if (!is_in_row (self, self->controls->pdata[i]))
        continue;
      gtk_widget_measure (self->controls->pdata[i], orientation, -1, &min, &nat, NULL, NULL);
      *minimum = MAX (*minimum, min);
      *natural = MAX (*natural, nat);
    }
}

static void
place (SquillOverflowBar *self, GtkWidget *child, int x, int width, int height)
{
  GtkAllocation allocation = { x, 0, width, height };

  if (gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL)
    allocation.x = gtk_widget_get_width (GTK_WIDGET (self)) - x - width;
  gtk_widget_size_allocate (child, &allocation, -1);
}

static void
squill_overflow_bar_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  SquillOverflowBar *self = SQUILL_OVERFLOW_BAR (widget);
  int least, more_least;
  const int all = measure_row (self, &least);
  const int more = measure_width (self->more, &more_least);
  const gboolean overflows = least > width || is_menu_open (self);
  const int room = overflows ? width - more - SPACING : width;
  int *widths = g_newa0 (int, self->controls->len);
  int x = 0, missing = MAX (0, all - room);
  gboolean fits = TRUE;

  for (guint i = 0; i < self->controls->len; i++)
    {
      GtkWidget *control = self->controls->pdata[i];
      int min, less;

      if (!is_in_row (self, control))
        continue;
      /* Where all are shown, the first give what is missing; otherwise each takes what is left. */
      widths[i] = measure_width (control, &min);
      less = overflows ? MAX (0, widths[i] - (room - x)) : missing;
      less = MIN (less, widths[i] - min);
      widths[i] -= less;
      missing -= less;
      fits = fits && x + widths[i] <= room;
      gtk_widget_set_child_visible (control, fits);
      if (fits)
        x += widths[i] + SPACING;
    }
  gtk_widget_set_child_visible (self->more, overflows);
  /* At the end of the row, as where all fit. */
  x = overflows ? MAX (0, width - x - more) : MAX (0, width - x + SPACING);
  for (guint i = 0; i < self->controls->len; i++)
    {
      GtkWidget *control = self->controls->pdata[i];

      if (!is_in_row (self, control) || !gtk_widget_get_child_visible (control))
        continue;
      place (self, control, x, widths[i], height);
      x += widths[i] + SPACING;
    }
  if (overflows)
    place (self, self->more, x, more, height);
}

/* What is not in the row comes into the menu as it opens. */
static void
fill_menu (GtkMenuButton *button, gpointer user_data)
{
  SquillOverflowBar *self = user_data;

  for (guint i = 0; i < self->controls->len; i++)
    {
      GtkWidget *control = self->controls->pdata[i];

      if (!is_in_row (self, control) || gtk_widget_get_child_visible (control))
        continue;
      gtk_widget_unparent (control);
      gtk_widget_set_child_visible (control, TRUE);
      gtk_box_append (GTK_BOX (self->menu), control);
    }
}

static void
on_menu_closed (GtkPopover *popover, SquillOverflowBar *self)
{
  GtkWidget *previous = NULL;

  for (guint i = 0; i < self->controls->len; i++)
    {
      GtkWidget *control = self->controls->pdata[i];

      if (gtk_widget_get_parent (control) == self->menu)
        {
          gtk_box_remove (GTK_BOX (self->menu), control);
          gtk_widget_insert_after (control, GTK_WIDGET (self), previous);
        }
      previous = control;
    }
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

static void
squill_overflow_bar_dispose (GObject *object)
{
  SquillOverflowBar *self = SQUILL_OVERFLOW_BAR (object);

  for (guint i = 0; i < self->controls->len; i++)
    if (gtk_widget_get_parent (self->controls->pdata[i]) == GTK_WIDGET (self))
      gtk_widget_unparent (self->controls->pdata[i]);
  g_ptr_array_set_size (self->controls, 0);
  g_clear_pointer (&self->more, gtk_widget_unparent);

  G_OBJECT_CLASS (squill_overflow_bar_parent_class)->dispose (object);
}

static void
squill_overflow_bar_finalize (GObject *object)
{
  g_ptr_array_unref (SQUILL_OVERFLOW_BAR (object)->controls);

  G_OBJECT_CLASS (squill_overflow_bar_parent_class)->finalize (object);
}

static void
squill_overflow_bar_class_init (SquillOverflowBarClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = squill_overflow_bar_dispose;
  object_class->finalize = squill_overflow_bar_finalize;
  widget_class->measure = squill_overflow_bar_measure;
  widget_class->size_allocate = squill_overflow_bar_size_allocate;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
squill_overflow_bar_init (SquillOverflowBar *self)
{
  GtkWidget *popover = gtk_popover_new ();

  self->controls = g_ptr_array_new_with_free_func (g_object_unref);
  self->menu = gtk_box_new (GTK_ORIENTATION_VERTICAL, MENU_SPACING);
  gtk_popover_set_child (GTK_POPOVER (popover), self->menu);
  self->more = gtk_menu_button_new ();
  gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (self->more), "view-more-symbolic");
  gtk_menu_button_set_popover (GTK_MENU_BUTTON (self->more), popover);
  gtk_menu_button_set_create_popup_func (GTK_MENU_BUTTON (self->more), fill_menu, self, NULL);
  gtk_widget_add_css_class (self->more, "flat");
  squill_widget_set_tooltip (self->more, _ ("More controls"));
  gtk_widget_set_parent (self->more, GTK_WIDGET (self));
  gtk_widget_set_child_visible (self->more, FALSE);
  g_signal_connect_object (popover, "closed", G_CALLBACK (on_menu_closed), self, 0);
}

/**
 * squill_overflow_bar_new:
 *
 * Returns: (transfer floating): a bar without controls
 */
GtkWidget *
squill_overflow_bar_new (void)
{
  return g_object_new (SQUILL_TYPE_OVERFLOW_BAR, NULL);
}

/**
 * squill_overflow_bar_append:
 * @self: a bar
 * @control: (transfer floating): a control
 *
 * Adds a control behind the others.
 */
void
squill_overflow_bar_append (SquillOverflowBar *self, GtkWidget *control)
{
  g_return_if_fail (SQUILL_IS_OVERFLOW_BAR (self));
  g_return_if_fail (GTK_IS_WIDGET (control));

  g_ptr_array_add (self->controls, g_object_ref_sink (control));
  gtk_widget_insert_before (control, GTK_WIDGET (self), self->more);
}

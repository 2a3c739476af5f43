/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "panel/squill-byte-list.h"

#include <glib/gi18n.h>

#include "text/squill-text.h"
#include "widgets/squill-icon-button.h"
#include "widgets/squill-pointing.h"
#include "widgets/squill-share-bar.h"

#define WIDTH 220
/* Further ones are too small to matter. */
#define MAX_ROWS 100

struct _SquillByteList
{
  AdwBin parent_instance;

  GtkListBox *rows;
  GArray *fields; /* of SquillFieldBytes: what is shown */
};

enum
{
  POINTED,
  ACTIVATED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (SquillByteList, squill_byte_list, ADW_TYPE_BIN)

/**
 * squill_field_bytes_clear:
 * @self: a field of an array of them
 *
 * Frees what it holds; for g_array_set_clear_func().
 */
void
squill_field_bytes_clear (SquillFieldBytes *self)
{
  g_clear_pointer (&self->name, g_free);
}

static const char *
get_name (gpointer row)
{
  return g_object_get_data (G_OBJECT (row), "field");
}

static void
on_point_at (GtkWidget *row)
{
  GtkWidget *self = gtk_widget_get_ancestor (row, SQUILL_TYPE_BYTE_LIST);

  if (self != NULL)
    g_signal_emit (self, signals[POINTED], 0, get_name (row));
}

static void
on_point_away (GtkWidget *row)
{
  GtkWidget *self = gtk_widget_get_ancestor (row, SQUILL_TYPE_BYTE_LIST);

  if (self != NULL)
    g_signal_emit (self, signals[POINTED], 0, NULL);
}

static void
on_activated (SquillByteList *self, GtkListBoxRow *row)
{
  g_signal_emit (self, signals[ACTIVATED], 0, get_name (row));
}

static void
squill_byte_list_finalize (GObject *object)
{
  g_clear_pointer (&SQUILL_BYTE_LIST (object)->fields, g_array_unref);

  G_OBJECT_CLASS (squill_byte_list_parent_class)->finalize (object);
}

static void
squill_byte_list_class_init (SquillByteListClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = squill_byte_list_finalize;

  signals[POINTED] = g_signal_new ("pointed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  signals[ACTIVATED] = g_signal_new ("activated", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                     NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "bytelist");
}

static void
squill_byte_list_init (SquillByteList *self)
{
  GtkWidget *scrolled = gtk_scrolled_window_new ();

  self->rows = GTK_LIST_BOX (gtk_list_box_new ());
  gtk_list_box_set_selection_mode (self->rows, GTK_SELECTION_NONE);
  squill_widget_set_name (self->rows, _ ("Bytes by field"));
  g_signal_connect_object (self->rows, "row-activated", G_CALLBACK (on_activated), self,
                           G_CONNECT_SWAPPED);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), GTK_WIDGET (self->rows));
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_widget_set_size_request (scrolled, WIDTH, -1);
  adw_bin_set_child (ADW_BIN (self), scrolled);
}

/**
 * squill_byte_list_new:
 *
 * Returns: (transfer floating): a list that shows nothing
 */
GtkWidget *
squill_byte_list_new (void)
{
  return g_object_new (SQUILL_TYPE_BYTE_LIST, NULL);
}

static int
compare_bytes (gconstpointer a, gconstpointer b)
{
  const double first = ((const SquillFieldBytes *)a)->bytes;
  const double second = ((const SquillFieldBytes *)b)->bytes;

  return (second > first) - (second < first);
}

static gboolean
is_same (const GArray *a, const GArray *b)
{
  if (a == NULL || a->len != b->len)
    return FALSE;
  for (guint i = 0; i < a->len; i++)
    {
      const SquillFieldBytes *one = &g_array_index (a, SquillFieldBytes, i);
      const SquillFieldBytes *other = &g_array_index (b, SquillFieldBytes, i);

      if (one->bytes != other->bytes || !g_str_equal (one->name, other->name))
        return FALSE;
    }
  return TRUE;
}

static void
add_row (SquillByteList *self, const SquillFieldBytes *field, double largest, double total)
{
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *name = gtk_label_new (NULL), *bytes = gtk_label_new (NULL);
  g_autofree char *size = squill_text_bytes (field->bytes);
  g_autofree char *share = squill_text_share (total > 0 ? field->bytes / total : 0);
  /* Translators: a field, its bytes, and its share of the document. */
  g_autofree char *text =
      g_strdup_printf (_ ("%s: %s, %s of the document"), field->name, size, share);

  squill_label_show (GTK_LABEL (name), field->name);
  gtk_label_set_xalign (GTK_LABEL (name), 0);
  gtk_label_set_ellipsize (GTK_LABEL (name), PANGO_ELLIPSIZE_END);
  /* With large texts, too, there is room for the beginning of a name. */
  gtk_label_set_width_chars (GTK_LABEL (name), 6);
  gtk_widget_set_hexpand (name, TRUE);
  gtk_label_set_label (GTK_LABEL (bytes), size);
  gtk_label_set_xalign (GTK_LABEL (bytes), 1);
  gtk_label_set_width_chars (GTK_LABEL (bytes), 8);
  gtk_widget_add_css_class (bytes, "numeric");
  gtk_widget_add_css_class (bytes, "dim-label");
  gtk_box_append (GTK_BOX (box), name);
  gtk_box_append (GTK_BOX (box), squill_share_bar_new (largest > 0 ? field->bytes / largest : 0));
  gtk_box_append (GTK_BOX (box), bytes);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  g_object_set_data_full (G_OBJECT (row), "field", g_strdup (field->name), g_free);
  squill_widget_show_tooltip (row, text);
  squill_widget_set_name (row, text);
  squill_widget_follow_pointing (row, row, G_CALLBACK (on_point_at), G_CALLBACK (on_point_away),
                                 row);
  gtk_list_box_append (self->rows, row);
}

/**
 * squill_byte_list_show:
 * @self: a list
 * @fields: (element-type SquillFieldBytes): the fields of a document, in any order; they are
 *   sorted, and must not change any more
 *
 * Shows the bytes of another document.
 */
void
squill_byte_list_show (SquillByteList *self, GArray *fields)
{
  double total = 0;
  GtkWidget *row;

  g_return_if_fail (SQUILL_IS_BYTE_LIST (self));
  g_return_if_fail (fields != NULL);

  g_array_sort (fields, compare_bytes);
  /* What is pointed at stays where it is. */
  if (is_same (self->fields, fields))
    return;
  g_array_ref (fields);
  g_clear_pointer (&self->fields, g_array_unref);
  self->fields = fields;
  while ((row = gtk_widget_get_first_child (GTK_WIDGET (self->rows))) != NULL)
    gtk_list_box_remove (self->rows, row);
  gtk_widget_set_visible (GTK_WIDGET (self), fields->len > 0);
  for (guint i = 0; i < fields->len; i++)
    total += g_array_index (fields, SquillFieldBytes, i).bytes;
  for (guint i = 0; i < MIN (fields->len, MAX_ROWS); i++)
    add_row (self, &g_array_index (fields, SquillFieldBytes, i),
             g_array_index (fields, SquillFieldBytes, 0).bytes, total);
}

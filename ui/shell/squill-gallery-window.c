/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "shell/squill-gallery-window.h"

#include <glib/gi18n.h>

#include "session/squill-example-model.h"
#include "widgets/squill-closing.h"
#include "widgets/squill-icon-button.h"
#include "widgets/squill-swatch.h"

/* Of a picture, in pixels; it is drawn with twice as many. */
#define PICTURE_WIDTH 240
#define PICTURE_HEIGHT 150
#define SHARPNESS 2

struct _SquillGalleryWindow
{
  AdwWindow parent_instance;

  GtkFlowBox *box;
  GCancellable *cancellable; /* of the pictures that are being drawn */
};

enum
{
  CHOSEN,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (SquillGalleryWindow, squill_gallery_window, ADW_TYPE_WINDOW)

/* An example in the window. */
typedef struct
{
  char *uri;
  GtkWidget *child;
  GtkPicture *picture;
  GtkLabel *title;
  GtkLabel *description;
  GtkLabel *counts;
} Entry;

static void
entry_free (gpointer data)
{
  Entry *self = data;

  g_free (self->uri);
  g_free (self);
}

static Entry *
get_entry (gpointer child)
{
  return g_object_get_data (G_OBJECT (child), "entry");
}

/* Pictures that were drawn, by URI and style: the window is opened again and again. */
static GHashTable *
get_cache (void)
{
  static GHashTable *cache;

  if (cache == NULL)
    cache = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                   (GDestroyNotify)squill_example_model_free);
  return cache;
}

static char *
make_key (const char *uri)
{
  AdwStyleManager *manager = adw_style_manager_get_default ();

  return g_strdup_printf ("%s %d %d", uri, adw_style_manager_get_dark (manager),
                          adw_style_manager_get_high_contrast (manager));
}

static void
show_example (Entry *entry, const SquillExampleModel *example)
{
  g_autoptr (GdkTexture) texture = gdk_texture_new_from_bytes (example->picture, NULL);

  gtk_picture_set_paintable (entry->picture, GDK_PAINTABLE (texture));
  squill_label_show (entry->title, example->title);
  squill_label_show (entry->description, example->description != NULL ? example->description : "");
  gtk_label_set_label (entry->counts, example->counts);
  squill_widget_set_name (entry->child, example->title);
  gtk_accessible_update_property (GTK_ACCESSIBLE (entry->child),
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  example->description != NULL ? example->description : "", -1);
}

typedef struct
{
  GtkWidget *child;
  char *key;
} Wanted;

static void
on_loaded (GObject *source, GAsyncResult *result, gpointer data)
{
  Wanted *wanted = data;
  g_autoptr (GtkWidget) child = wanted->child;
  g_autofree char *key = wanted->key;
  g_autoptr (GError) error = NULL;
  SquillExampleModel *example = squill_example_model_load_finish (result, &error);

  g_free (wanted);
  if (example == NULL)
    {
      if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        squill_label_show (get_entry (child)->description, error->message);
      return;
    }
  show_example (get_entry (child), example);
  g_hash_table_replace (get_cache (), g_steal_pointer (&key), example);
}

static void
stop (SquillGalleryWindow *self)
{
  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
}

/* Draws all pictures as the windows look now. */
static void
update (SquillGalleryWindow *self)
{
  SquillPalette palette;

  squill_palette_follow_style (&palette);
  stop (self);
  self->cancellable = g_cancellable_new ();
  for (GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (self->box)); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      Entry *entry = get_entry (child);
      char *key = make_key (entry->uri);
      const SquillExampleModel *known = g_hash_table_lookup (get_cache (), key);
      Wanted *wanted;

      if (known != NULL)
        {
          show_example (entry, known);
          g_free (key);
          continue;
        }
      wanted = g_new0 (Wanted, 1);
      wanted->child = g_object_ref (child);
      wanted->key = key;
      squill_example_model_load_async (entry->uri, &palette, SHARPNESS * PICTURE_WIDTH,
                                       SHARPNESS * PICTURE_HEIGHT, self->cancellable, on_loaded,
                                       wanted);
    }
}

static GtkLabel *
add_label (GtkWidget *box, const char *style)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_add_css_class (label, style);
  gtk_box_append (GTK_BOX (box), label);
  return GTK_LABEL (label);
}

static void
add_entry (SquillGalleryWindow *self, const char *uri)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 4);
  GtkWidget *clamp = adw_clamp_new (), *frame = adw_clamp_new ();
  Entry *entry = g_new0 (Entry, 1);

  entry->uri = g_strdup (uri);
  entry->child = gtk_flow_box_child_new ();
  entry->picture = GTK_PICTURE (gtk_picture_new ());
  /* As high as any other, whatever its proportions are. */
  gtk_orientable_set_orientation (GTK_ORIENTABLE (frame), GTK_ORIENTATION_VERTICAL);
  adw_clamp_set_maximum_size (ADW_CLAMP (frame), PICTURE_HEIGHT);
  adw_clamp_set_tightening_threshold (ADW_CLAMP (frame), PICTURE_HEIGHT);
  adw_clamp_set_child (ADW_CLAMP (frame), GTK_WIDGET (entry->picture));
  gtk_widget_set_size_request (GTK_WIDGET (entry->picture), -1, PICTURE_HEIGHT);
  gtk_widget_add_css_class (GTK_WIDGET (entry->picture), "example");
  gtk_widget_set_overflow (GTK_WIDGET (entry->picture), GTK_OVERFLOW_HIDDEN);
  gtk_box_append (GTK_BOX (box), frame);
  entry->title = add_label (box, "heading");
  entry->description = add_label (box, "caption");
  gtk_label_set_wrap (entry->description, TRUE);
  gtk_label_set_lines (entry->description, 3);
  gtk_label_set_ellipsize (entry->description, PANGO_ELLIPSIZE_END);
  gtk_label_set_width_chars (entry->description, 24);
  gtk_widget_set_valign (GTK_WIDGET (entry->description), GTK_ALIGN_START);
  entry->counts = add_label (box, "caption");
  gtk_widget_add_css_class (GTK_WIDGET (entry->counts), "dim-label");
  /* A picture would ask for as much room as it has pixels. */
  adw_clamp_set_maximum_size (ADW_CLAMP (clamp), PICTURE_WIDTH);
  adw_clamp_set_tightening_threshold (ADW_CLAMP (clamp), PICTURE_WIDTH);
  adw_clamp_set_child (ADW_CLAMP (clamp), box);
  gtk_flow_box_child_set_child (GTK_FLOW_BOX_CHILD (entry->child), clamp);
  g_object_set_data_full (G_OBJECT (entry->child), "entry", entry, entry_free);
  gtk_flow_box_append (self->box, entry->child);
}

static void
on_activated (SquillGalleryWindow *self, GtkFlowBoxChild *child)
{
  g_autofree char *uri = g_strdup (get_entry (child)->uri);
  g_autoptr (SquillGalleryWindow) keep = g_object_ref (self);

  gtk_window_close (GTK_WINDOW (self));
  g_signal_emit (self, signals[CHOSEN], 0, uri);
}

static void
squill_gallery_window_dispose (GObject *object)
{
  stop (SQUILL_GALLERY_WINDOW (object));

  G_OBJECT_CLASS (squill_gallery_window_parent_class)->dispose (object);
}

static void
squill_gallery_window_class_init (SquillGalleryWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = squill_gallery_window_dispose;
  signals[CHOSEN] = g_signal_new ("chosen", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  squill_closing_add_keys (widget_class);
}

static void
squill_gallery_window_init (SquillGalleryWindow *self)
{
  AdwStyleManager *manager = adw_style_manager_get_default ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *scrolled = gtk_scrolled_window_new ();
  g_auto (GStrv) uris = squill_example_models_list ();

  self->box = GTK_FLOW_BOX (gtk_flow_box_new ());
  gtk_flow_box_set_selection_mode (self->box, GTK_SELECTION_NONE);
  gtk_flow_box_set_homogeneous (self->box, TRUE);
  gtk_flow_box_set_max_children_per_line (self->box, 4);
  gtk_flow_box_set_row_spacing (self->box, 12);
  gtk_flow_box_set_column_spacing (self->box, 12);
  gtk_widget_set_valign (GTK_WIDGET (self->box), GTK_ALIGN_START);
  gtk_widget_add_css_class (GTK_WIDGET (self->box), "gallery");
  squill_widget_set_name (self->box, _ ("Examples"));
  for (guint i = 0; uris[i] != NULL; i++)
    add_entry (self, uris[i]);
  g_signal_connect_object (self->box, "child-activated", G_CALLBACK (on_activated), self,
                           G_CONNECT_SWAPPED);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), GTK_WIDGET (self->box));
  gtk_widget_set_vexpand (scrolled, TRUE);
  gtk_box_append (GTK_BOX (box), adw_header_bar_new ());
  gtk_box_append (GTK_BOX (box), scrolled);
  adw_window_set_content (ADW_WINDOW (self), box);
  gtk_window_set_title (GTK_WINDOW (self), _ ("Examples"));
  gtk_window_set_modal (GTK_WINDOW (self), TRUE);
  gtk_window_set_destroy_with_parent (GTK_WINDOW (self), TRUE);
  gtk_window_set_default_size (GTK_WINDOW (self), 860, 680);
  gtk_widget_set_size_request (GTK_WIDGET (self), 320, 300);
  g_signal_connect_object (manager, "notify::dark", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (manager, "notify::high-contrast", G_CALLBACK (update), self,
                           G_CONNECT_SWAPPED);
  update (self);
}

/**
 * squill_gallery_window_new:
 * @parent: the window over which it stands
 *
 * Returns: (transfer none): a window with the examples
 */
SquillGalleryWindow *
squill_gallery_window_new (GtkWindow *parent)
{
  return g_object_new (SQUILL_TYPE_GALLERY_WINDOW, "transient-for", parent, NULL);
}

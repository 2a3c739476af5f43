/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "shell/squill-gallery-window.h"

#include "shell/squill-example-card.h"
#include "widgets/squill-closing.h"
#include "widgets/squill-swatch.h"

/* A picture is drawn with twice the pixels that it has room for. */
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

/* A picture that is being drawn. */
typedef struct
{
  SquillExampleCard *card;
  char *key;
} Wanted;

static void
on_loaded (GObject *source, GAsyncResult *result, gpointer data)
{
  Wanted *wanted = data;
  g_autoptr (SquillExampleCard) card = wanted->card;
  g_autofree char *key = wanted->key;
  g_autoptr (GError) error = NULL;
  SquillExampleModel *example = squill_example_model_load_finish (result, &error);

  g_free (wanted);
  if (example == NULL)
    {
      if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        squill_example_card_show_error (card, error->message);
      return;
    }
  squill_example_card_show (card, example);
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
      SquillExampleCard *card = SQUILL_EXAMPLE_CARD (child);
      char *key = make_key (squill_example_card_get_uri (card));
      const SquillExampleModel *known = g_hash_table_lookup (get_cache (), key);
      Wanted *wanted;

      if (known != NULL)
        {
          squill_example_card_show (card, known);
          g_free (key);
          continue;
        }
      wanted = g_new0 (Wanted, 1);
      wanted->card = g_object_ref (card);
      wanted->key = key;
      squill_example_model_load_async (
          squill_example_card_get_uri (card), &palette, SHARPNESS * SQUILL_EXAMPLE_CARD_WIDTH,
          SHARPNESS * SQUILL_EXAMPLE_CARD_HEIGHT, self->cancellable, on_loaded, wanted);
    }
}

static void
on_activated (SquillGalleryWindow *self, SquillExampleCard *card)
{
  g_autofree char *uri = g_strdup (squill_example_card_get_uri (card));
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
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/squill/Squill/squill-gallery-window.ui");
  gtk_widget_class_bind_template_child (widget_class, SquillGalleryWindow, box);
  gtk_widget_class_bind_template_callback (widget_class, on_activated);
}

static void
squill_gallery_window_init (SquillGalleryWindow *self)
{
  AdwStyleManager *manager = adw_style_manager_get_default ();
  g_auto (GStrv) uris = squill_example_models_list ();

  gtk_widget_init_template (GTK_WIDGET (self));
  for (guint i = 0; uris[i] != NULL; i++)
    gtk_flow_box_append (self->box, squill_example_card_new (uris[i]));
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

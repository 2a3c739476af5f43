/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "shell/squill-example-card.h"

#include "widgets/squill-icon-button.h"

struct _SquillExampleCard
{
  GtkFlowBoxChild parent_instance;

  GtkPicture *picture;
  GtkLabel *title;
  GtkLabel *description;
  GtkLabel *counts;

  char *uri;
};

G_DEFINE_FINAL_TYPE (SquillExampleCard, squill_example_card, GTK_TYPE_FLOW_BOX_CHILD)

static void
squill_example_card_finalize (GObject *object)
{
  g_free (SQUILL_EXAMPLE_CARD (object)->uri);

  G_OBJECT_CLASS (squill_example_card_parent_class)->finalize (object);
}

static void
squill_example_card_class_init (SquillExampleCardClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = squill_example_card_finalize;

  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/squill/Squill/squill-example-card.ui");
  gtk_widget_class_bind_template_child (widget_class, SquillExampleCard, picture);
  gtk_widget_class_bind_template_child (widget_class, SquillExampleCard, title);
  gtk_widget_class_bind_template_child (widget_class, SquillExampleCard, description);
  gtk_widget_class_bind_template_child (widget_class, SquillExampleCard, counts);
}

static void
squill_example_card_init (SquillExampleCard *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * squill_example_card_new:
 * @uri: where an example is
 *
 * Returns: (transfer none): a place for its picture and what it is about, still empty
 */
GtkWidget *
squill_example_card_new (const char *uri)
{
  SquillExampleCard *self;

  g_return_val_if_fail (uri != NULL, NULL);

  self = g_object_new (SQUILL_TYPE_EXAMPLE_CARD, NULL);
  self->uri = g_strdup (uri);
  return GTK_WIDGET (self);
}

/**
 * squill_example_card_get_uri:
 * @self: a card
 *
 * Returns: (transfer none): where its example is
 */
const char *
squill_example_card_get_uri (SquillExampleCard *self)
{
  g_return_val_if_fail (SQUILL_IS_EXAMPLE_CARD (self), NULL);

  return self->uri;
}

/**
 * squill_example_card_show:
 * @self: a card
 * @example: what its example is
 *
 * Fills it.
 */
void
squill_example_card_show (SquillExampleCard *self, const SquillExampleModel *example)
{
  g_autoptr (GdkTexture) texture = NULL;
  const char *description;

  g_return_if_fail (SQUILL_IS_EXAMPLE_CARD (self));
  g_return_if_fail (example != NULL);

  texture = gdk_texture_new_from_bytes (example->picture, NULL);
  description = example->description != NULL ? example->description : "";
  gtk_picture_set_paintable (self->picture, GDK_PAINTABLE (texture));
  squill_label_show (self->title, example->title);
  squill_label_show (self->description, description);
  gtk_label_set_label (self->counts, example->counts);
  squill_widget_set_name (self, example->title);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  description, -1);
}

/**
 * squill_example_card_show_error:
 * @self: a card
 * @message: why its example cannot be shown
 *
 * Says so in place of what it is about.
 */
void
squill_example_card_show_error (SquillExampleCard *self, const char *message)
{
  g_return_if_fail (SQUILL_IS_EXAMPLE_CARD (self));
  g_return_if_fail (message != NULL);

  squill_label_show (self->description, message);
}

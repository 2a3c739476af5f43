/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

#include "model/squill-model.h"

G_BEGIN_DECLS

/**
 * SquillTyping:
 *
 * A widget in which a text is typed that comes into the model when it is finished. Until then the
 * text is work too: it is kept before the model is saved, exported or closed, and it is in drafts.
 */
#define SQUILL_TYPE_TYPING (squill_typing_get_type ())
G_DECLARE_INTERFACE (SquillTyping, squill_typing, SQUILL, TYPING, GtkWidget)

/**
 * SquillTypingInterface:
 * @is_pending: whether a text is there that is not in the model
 * @keep: brings the text into the model and leaves the user where they are; shows what is wrong
 * with it and returns %FALSE if it is not valid
 * @write_to: brings the text into a copy of the model, if it is valid, and shows nothing
 */
struct _SquillTypingInterface
{
  GTypeInterface parent;

  gboolean (*is_pending) (SquillTyping *self);
  gboolean (*keep) (SquillTyping *self);
  void (*write_to) (SquillTyping *self, SquillModel *copy);
};

gboolean squill_typing_is_pending (GtkWidget *root);
gboolean squill_typing_keep (GtkWidget *root);
void squill_typing_write_to (GtkWidget *root, SquillModel *copy);
void squill_typing_tell (GtkWidget *widget);
void squill_typing_make_room (GtkEditable *entry, const char *placeholder);
void squill_typing_align_at_end (GtkEntry *entry);

G_END_DECLS

/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gio/gio.h>

#include "diagram/squill-palette.h"

G_BEGIN_DECLS

/**
 * SquillExampleModel:
 * @title: the name of the model
 * @description: (nullable): what the model says of itself
 * @counts: how many entities, collections, and designs it has, as text; translated
 * @picture: its diagram, as a PNG file
 *
 * A model that comes with the program, to be chosen from.
 */
typedef struct
{
  char *title;
  char *description;
  char *counts;
  GBytes *picture;
} SquillExampleModel;

char **squill_example_models_list (void);
void squill_example_model_free (SquillExampleModel *self);
void squill_example_model_load_async (const char *uri,
                                      const SquillPalette *palette,
                                      double width,
                                      double height,
                                      GCancellable *cancellable,
                                      GAsyncReadyCallback callback,
                                      gpointer user_data);
SquillExampleModel *squill_example_model_load_finish (GAsyncResult *result, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SquillExampleModel, squill_example_model_free)

G_END_DECLS

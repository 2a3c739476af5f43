/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <adwaita.h>

#include "session/squill-drafts.h"
#include "session/squill-session.h"

G_BEGIN_DECLS

#define SQUILL_TYPE_WINDOW (squill_window_get_type ())

/**
 * SquillWindow:
 *
 * A window with one open model: header bar, outline, canvas, inspector and panel, all of which show
 * the same #SquillSession.
 */
G_DECLARE_FINAL_TYPE (SquillWindow, squill_window, SQUILL, WINDOW, AdwApplicationWindow)

SquillWindow *squill_window_new (GtkApplication *application);
SquillSession *squill_window_get_session (SquillWindow *self);
void squill_window_set_session (SquillWindow *self, SquillSession *session);
gboolean squill_window_is_busy (SquillWindow *self);

/* Files: squill-window-files.c. */
gboolean squill_window_is_model_file (GFile *file);
void squill_window_load (SquillWindow *self, GFile *file);
GFile *squill_window_get_file (SquillWindow *self);
void squill_window_recover (SquillWindow *self, SquillDraft *draft);
void squill_window_keep_draft (SquillWindow *self);

/* Pictures: squill-window-picture.c. */

/**
 * SquillPicturePart:
 * @SQUILL_PICTURE_SELECTION: what is selected
 * @SQUILL_PICTURE_SHOWN: what is shown now, as it stands in the view
 * @SQUILL_PICTURE_WHOLE: all there is, as it stands without a view
 *
 * What of the diagram is on a picture.
 */
typedef enum
{
  SQUILL_PICTURE_SELECTION,
  SQUILL_PICTURE_SHOWN,
  SQUILL_PICTURE_WHOLE,
} SquillPicturePart;

GdkContentProvider *squill_window_create_picture (SquillWindow *self,
                                                  SquillPicturePart part,
                                                  GError **error);
GtkPrintOperation *squill_window_create_print (SquillWindow *self, gboolean tiled);

/* Reading a database: squill-window-import.c. */
void squill_window_import (SquillWindow *self, GFile *const *sources, guint n_sources);

G_END_DECLS

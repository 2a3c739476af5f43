/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * FarFile:
 *
 * A file that is reached through GIO alone and has no path, as one on a server. Behind it is a
 * local one.
 */
#define FAR_TYPE_FILE (far_file_get_type ())
G_DECLARE_FINAL_TYPE (FarFile, far_file, FAR, FILE, GObject)

GFile *far_file_new (const char *path);

/* Whether files can be moved there. */
extern gboolean far_file_can_move;

G_END_DECLS

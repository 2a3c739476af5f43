/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

guint count_picture_faults (const char *svg, const char *what, guint *n_outside);
void check_picture_geometry (const char *svg, const char *what);

G_END_DECLS

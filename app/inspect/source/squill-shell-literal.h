/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "inspect/source/squill-bson-buffer.h"

G_BEGIN_DECLS

/* The longest name of a function that is known, with room to spare. */
#define SQUILL_SHELL_MAX_NAME 63u

/**
 * SquillShellCall:
 *
 * A function of the shell that stands for a value, as `ObjectId ("…")`.
 */
typedef struct _SquillShellCall SquillShellCall;

const SquillShellCall *squill_shell_call_find (const char *name);
gboolean squill_shell_call_needs_no_arguments (const SquillShellCall *self);
gboolean squill_shell_call_fold (const SquillShellCall *self,
                                 SquillBsonBuffer *buffer,
                                 gsize start,
                                 guint8 *type);

G_END_DECLS

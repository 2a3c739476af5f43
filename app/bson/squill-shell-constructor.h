/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "bson/squill-bson-buffer.h"

G_BEGIN_DECLS

/* Longer than the name of any constructor. */
#define SQUILL_SHELL_MAX_NAME 63u

/**
 * SquillShellConstructor:
 *
 * A function of the shell that makes a value, such as `ObjectId ("…")`.
 */
typedef struct _SquillShellConstructor SquillShellConstructor;

const SquillShellConstructor *squill_shell_constructor_find (const char *name);
gboolean squill_shell_constructor_needs_no_arguments (const SquillShellConstructor *self);
gboolean squill_shell_constructor_fold (const SquillShellConstructor *self,
                                        SquillBsonBuffer *buffer,
                                        gsize start,
                                        guint8 *type);

G_END_DECLS

/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "inspect/profile/squill-path.h"

G_BEGIN_DECLS

/**
 * SquillServerField:
 * @path: the path
 * @name: how a server writes it, from where the arrays above it were unwound: "a.b"
 * @parent: (nullable): the object it stands in, likewise; %NULL for the document
 * @arrays: the arrays that have to be unwound to come to it, from the outside
 *
 * A path that a server can count.
 */
typedef struct
{
  SquillPath *path;
  char *name;
  char *parent;
  char **arrays;
} SquillServerField;

GPtrArray *squill_server_fields_list (SquillPath *root, guint most);
gboolean squill_server_field_is_beside (const SquillServerField *self,
                                        const SquillServerField *other);

G_END_DECLS

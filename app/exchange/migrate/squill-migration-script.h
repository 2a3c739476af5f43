/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gio/gio.h>

#include "design/squill-design.h"

G_BEGIN_DECLS

/**
 * SquillMigrationScript:
 * @text: what the MongoDB Shell runs; it does nothing where the designs store data in the same way
 * @left: (element-type utf8): what it does not do, a sentence each, in the language of the user
 * @n_collections: how many collections it builds, renames, or removes
 *
 * A script that moves the data of one design into another.
 */
typedef struct
{
  char *text;
  GPtrArray *left;
  guint n_collections;
} SquillMigrationScript;

SquillMigrationScript *squill_migration_script_new (SquillDesign *from,
                                                    SquillDesign *to,
                                                    GCancellable *cancellable,
                                                    GError **error);
char *squill_migration_script_preview (SquillDesign *from,
                                       SquillDesign *to,
                                       GCancellable *cancellable,
                                       GError **error);
void squill_migration_script_free (SquillMigrationScript *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SquillMigrationScript, squill_migration_script_free)

G_END_DECLS

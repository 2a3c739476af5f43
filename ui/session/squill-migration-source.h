/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "session/squill-session.h"

G_BEGIN_DECLS

/**
 * SquillMigrationSourceKind:
 * @SQUILL_MIGRATION_SOURCE_NONE: none that is known; one has to be chosen
 * @SQUILL_MIGRATION_SOURCE_SAVED: the model as it was saved last
 * @SQUILL_MIGRATION_SOURCE_DESIGN: another design of the model
 * @SQUILL_MIGRATION_SOURCE_FILE: a file that is yet to be chosen, or was
 *
 * What data may have the form of.
 */
typedef enum
{
  SQUILL_MIGRATION_SOURCE_NONE,
  SQUILL_MIGRATION_SOURCE_SAVED,
  SQUILL_MIGRATION_SOURCE_DESIGN,
  SQUILL_MIGRATION_SOURCE_FILE,
} SquillMigrationSourceKind;

/**
 * SquillMigrationSource:
 * @kind: what it is
 * @id: (nullable): of the design
 * @file: (nullable): the file
 * @title: for people
 *
 * What a migration to the model of a session can start from.
 */
typedef struct
{
  SquillMigrationSourceKind kind;
  char *id;
  GFile *file;
  char *title;
} SquillMigrationSource;

void squill_migration_source_free (SquillMigrationSource *self);
GPtrArray *squill_session_list_migration_sources (SquillSession *session, GFile *chosen);
void squill_session_write_migration_async (SquillSession *session,
                                           const SquillMigrationSource *source,
                                           GCancellable *cancellable,
                                           GAsyncReadyCallback callback,
                                           gpointer user_data);
char *squill_session_write_migration_finish (SquillSession *session,
                                             GAsyncResult *result,
                                             guint *n_left,
                                             GError **error);

G_END_DECLS

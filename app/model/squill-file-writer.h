/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/** The state of a file of which nothing is known: whatever is there is not what was read. */
#define SQUILL_FILE_ETAG_UNKNOWN "unknown"

/**
 * SquillFileAccess:
 * @SQUILL_FILE_ACCESS_USUAL: whoever the mask of the process lets
 * @SQUILL_FILE_ACCESS_PRIVATE: the user alone
 *
 * Who may read and write a file that was not there before.
 */
typedef enum
{
  SQUILL_FILE_ACCESS_USUAL,
  SQUILL_FILE_ACCESS_PRIVATE,
} SquillFileAccess;

char *squill_file_query_etag (GFile *file, GCancellable *cancellable);
gboolean squill_file_write (GFile *file,
                            const char *data,
                            gsize length,
                            SquillFileAccess access,
                            const char *etag,
                            char **new_etag,
                            GCancellable *cancellable,
                            GError **error);
gboolean squill_file_write_many (GFile *folder,
                                 const char *const *names,
                                 GBytes *const *contents,
                                 guint n,
                                 GCancellable *cancellable,
                                 GError **error);
void squill_temporary_remove (const char *path);

G_END_DECLS

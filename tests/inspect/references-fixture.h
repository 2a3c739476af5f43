/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "inspect/reference/squill-reference.h"

G_BEGIN_DECLS

/**
 * Database:
 * @folder: holds the files that were made for it
 * @collections: (element-type SquillCollectionProfile)
 * @files: name of a collection -> path of its file
 * @problems: takes what cannot be read
 * @can_reopen: whether the collections may be read again
 * @reopened: how often one was
 * @candidates: (element-type SquillReference)
 * @references: (element-type SquillReference)
 *
 * A few collections, and the references that were found in them.
 */
typedef struct
{
  char *folder;
  GPtrArray *collections;
  GHashTable *files;
  SquillProblemList *problems;
  gboolean can_reopen;
  guint reopened;
  GPtrArray *candidates;
  GPtrArray *references;
} Database;

void database_set_up (Database *database, gconstpointer data);
void database_tear_down (Database *database, gconstpointer data);
void database_add_text (Database *database, const char *name, const char *text);
void database_add_part (Database *database, const char *name, const char *text);
gboolean database_add_dataset (Database *database, const char *name, const char *dataset);
void database_find (Database *database);
char *database_list (Database *database, gboolean proposed);
void database_assert_proposed (Database *database, const char *expected);
void database_assert_weak (Database *database, const char *expected);
const SquillReference *database_get (Database *database, const char *from, const char *to);
gboolean database_has_evidence (const SquillReference *reference, const char *sentence);

G_END_DECLS

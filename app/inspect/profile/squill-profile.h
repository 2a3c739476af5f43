/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <glib-object.h>

#include "inspect/format/squill-problem.h"
#include "inspect/profile/squill-path.h"
#include "inspect/server/squill-server.h"
#include "inspect/source/squill-metadata.h"

G_BEGIN_DECLS

/**
 * SquillCollectionProfile:
 * @name: the collection's name, made unlike all others of its profile
 * @database: (nullable): the database, if known
 * @source: the file
 * @metadata: (nullable): its indexes and options
 * @complete: whether all documents were read
 * @method: (nullable): how they were chosen, if known: "full", "sample", "newest" or
 * "first", a static string
 * @total: documents there are; %G_MAXUINT64 if unknown
 * @document_bytes: how they are distribution
 * @root: the documents
 * @budget: what @root takes
 * @next_object: the number of the next object
 * @is_numbered: the numbers of its documents were set
 * @borrows_metadata: @metadata is that of another
 * @gridfs_part: (nullable): "files" or "chunks" where it is one of the two that GridFS keeps files
 * in, a static string
 *
 * What is known of a collection. Two of the same collection can be merged.
 */
typedef struct
{
  char *name;
  char *database;
  char *source;
  SquillMetadata *metadata;
  gboolean complete;
  const char *method;
  guint64 total;
  SquillDistribution document_bytes;
  SquillPath *root;
  SquillPathBudget budget;
  guint64 next_object;
  gboolean is_numbered;
  gboolean borrows_metadata;
  const char *gridfs_part;
} SquillCollectionProfile;

SquillCollectionProfile *squill_collection_profile_new (const char *name,
                                                        const char *database,
                                                        const char *source);
void squill_collection_profile_free (SquillCollectionProfile *self);
void squill_collection_profile_add (SquillCollectionProfile *self,
                                    const guint8 *document,
                                    gsize length,
                                    gboolean keep_values);
void squill_collection_profile_set_next_document (SquillCollectionProfile *self, guint64 number);
void squill_collection_profile_merge (SquillCollectionProfile *self,
                                      SquillCollectionProfile *other);
void squill_collection_profile_finish (SquillCollectionProfile *self);
void squill_collection_profile_fold (SquillCollectionProfile *self, SquillPath *path);
const char *squill_collection_profile_get_method (const SquillCollectionProfile *self);
guint64 squill_collection_profile_get_total (const SquillCollectionProfile *self);
double squill_collection_profile_get_read_share (const SquillCollectionProfile *self);
gboolean squill_collection_profile_is_saturated (const SquillCollectionProfile *self);
guint squill_collection_profile_count_paths (const SquillCollectionProfile *self);
SquillCollectionProfile *squill_collection_profile_copy (const SquillCollectionProfile *self);
gboolean squill_collection_profile_override_map (SquillCollectionProfile *self,
                                                 const char *path,
                                                 gboolean is_map);
SquillPath *squill_collection_profile_find_path (const SquillCollectionProfile *self,
                                                 const char *path);

#define SQUILL_TYPE_PROFILE (squill_profile_get_type ())

/**
 * SquillProfile:
 *
 * What is really there in a database: of each collection its documents, and of each path in them
 * presence, types, lengths and sizes. It does not change once it is made and may be read from any
 * thread.
 */
G_DECLARE_FINAL_TYPE (SquillProfile, squill_profile, SQUILL, PROFILE, GObject)

SquillProfile *squill_profile_new (const char *name, gboolean keep_values);
const char *squill_profile_get_name (SquillProfile *self);
GDateTime *squill_profile_get_date (SquillProfile *self);
void squill_profile_set_name (SquillProfile *self, const char *name);
void squill_profile_take_collection (SquillProfile *self, SquillCollectionProfile *collection);
GPtrArray *squill_profile_get_collections (SquillProfile *self);
SquillProblemList *squill_profile_get_problem_list (SquillProfile *self);
void squill_profile_set_cut_short (SquillProfile *self);
void squill_profile_set_is_selection (SquillProfile *self);
gboolean squill_profile_get_is_selection (SquillProfile *self);
void squill_profile_add_record (SquillProfile *self, SquillServerMonitor *record);
void squill_profile_take_references (SquillProfile *self,
                                     GPtrArray *candidates,
                                     GPtrArray *references);
GPtrArray *squill_profile_get_references (SquillProfile *self);
GPtrArray *squill_profile_get_candidates (SquillProfile *self);
guint squill_profile_get_n_problems (SquillProfile *self);
const SquillProblem *squill_profile_get_problem (SquillProfile *self, guint index);
guint squill_profile_get_n_commands (SquillProfile *self);
const SquillServerCommand *squill_profile_get_command (SquillProfile *self, guint index);
gboolean squill_profile_is_cut_short (SquillProfile *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SquillCollectionProfile, squill_collection_profile_free)

G_END_DECLS

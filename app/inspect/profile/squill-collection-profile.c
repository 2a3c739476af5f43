/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/profile/squill-profile.h"

#include "inspect/profile/squill-path-traits.h"

#include <string.h>

/* What was still new in the last part of the documents read may not have been all. */
#define SATURATED_SHARE 0.8

/* Lets hashes go until no more are kept than there is room for. */
static void
keep_within_budget (SquillCollectionProfile *self)
{
  for (guint kept = SQUILL_HASH_SAMPLE_MAX / 2;
       kept > 64 && self->budget.sample_bytes > SQUILL_PATH_MAX_SAMPLE_BYTES; kept /= 2)
    squill_path_thin (&self->budget, self->root, kept);
}

/**
 * squill_collection_profile_new:
 * @name: the collection's name
 * @database: (nullable): its database
 * @source: the file it is read from
 *
 * Returns: (transfer full): a profile of no documents
 */
SquillCollectionProfile *
squill_collection_profile_new (const char *name, const char *database, const char *source)
{
  SquillCollectionProfile *self = g_new0 (SquillCollectionProfile, 1);

  self->name = g_strdup (name);
  self->database = g_strdup (database);
  self->source = g_strdup (source);
  self->root = squill_path_new (&self->budget, NULL, SQUILL_PATH_DOCUMENT, NULL, 0);
  self->next_object = 1;
  self->complete = TRUE;
  self->total = G_MAXUINT64;
  return self;
}

void
squill_collection_profile_free (SquillCollectionProfile *self)
{
  if (self == NULL)
    return;
  squill_path_free (&self->budget, self->root);
  squill_example_collector_clear (&self->budget.collector);
  squill_distribution_clear (&self->document_bytes);
  if (!self->borrows_metadata)
    squill_metadata_free (self->metadata);
  g_free (self->name);
  g_free (self->database);
  g_free (self->source);
  g_free (self);
}

/**
 * squill_collection_profile_add:
 * @self: a profile
 * @document: a sound document
 * @length: its bytes
 * @keep_values: whether values may be kept
 *
 * Adds a document.
 */
void
squill_collection_profile_add (SquillCollectionProfile *self,
                               const guint8 *document,
                               gsize length,
                               gboolean keep_values)
{
  squill_distribution_add (&self->document_bytes, length);
  squill_path_add_document (&self->budget, self->root, document, length, &self->next_object,
                            keep_values);
  if (self->budget.sample_bytes > SQUILL_PATH_MAX_SAMPLE_BYTES)
    keep_within_budget (self);
  if (self->budget.paths > SQUILL_PATH_MAX_PATHS / 2)
    squill_path_make_room (&self->budget, self->root);
}

/**
 * squill_collection_profile_set_next_document:
 * @self: a profile
 * @number: of the document that is added next, from 0
 *
 * Says which document comes next, where a profile is made of parts of a collection that do not
 * follow each other, as when several threads read. Documents are known by their number, and the
 * order of fields comes from it.
 */
void
squill_collection_profile_set_next_document (SquillCollectionProfile *self, guint64 number)
{
  self->budget.next_document = number;
  self->is_numbered = TRUE;
}

/**
 * squill_collection_profile_merge:
 * @self: a profile, not finished
 * @other: (transfer full): one of other documents of the same collection, not finished either
 *
 * Adds what is known by @other. Its documents follow those of @self, unless their numbers were set
 * with squill_collection_profile_set_next_document(); then parts may be merged in any order.
 */
void
squill_collection_profile_merge (SquillCollectionProfile *self, SquillCollectionProfile *other)
{
  self->complete = self->complete && other->complete;
  squill_distribution_merge (&self->document_bytes, &other->document_bytes);
  if (!other->is_numbered)
    squill_path_number (other->root, self->budget.next_document);
  squill_example_collector_append (&self->budget.collector, &other->budget.collector,
                                   other->is_numbered ? 0 : self->budget.next_document);
  self->budget.paths += other->budget.paths;
  self->budget.sample_bytes += other->budget.sample_bytes;
  self->budget.value_bytes += other->budget.value_bytes;
  self->budget.keep_values = self->budget.keep_values || other->budget.keep_values;
  self->budget.left_out += other->budget.left_out;
  self->budget.documents += other->budget.documents;
  self->budget.next_document = other->is_numbered
                                   ? MAX (self->budget.next_document, other->budget.next_document)
                                   : self->budget.next_document + other->budget.next_document;
  self->budget.keys.sets += other->budget.keys.sets;
  self->budget.keys.cells += other->budget.keys.cells;
  squill_path_merge (&self->budget, self->root, g_steal_pointer (&other->root));
  other->budget = (SquillPathBudget){ 0 };
  squill_collection_profile_free (other);
  keep_within_budget (self);
}

/**
 * squill_collection_profile_finish:
 * @self: a profile
 *
 * All documents were added: small maps are recognised and different values counted.
 */
void
squill_collection_profile_finish (SquillCollectionProfile *self)
{
  squill_path_finish (&self->budget, self->root);
  squill_path_traits_find (self->root, self->metadata);
  self->budget.last_new = squill_path_get_last_new (self->root);
}

/**
 * squill_collection_profile_fold:
 * @self: a finished profile, whose samples are still there
 * @path: a path of it, of objects with fields and no map
 *
 * Makes a map of a record, for what only other collections show.
 */
void
squill_collection_profile_fold (SquillCollectionProfile *self, SquillPath *path)
{
  squill_path_fold_finished (&self->budget, path);
  squill_path_traits_find (self->root, self->metadata);
}

/**
 * squill_collection_profile_get_method:
 * @self: a profile
 *
 * Returns: how the documents were chosen: "full", "sample", "newest" or "first"
 */
const char *
squill_collection_profile_get_method (const SquillCollectionProfile *self)
{
  if (self->method != NULL)
    return self->method;
  return self->complete ? "full" : "first";
}

/**
 * squill_collection_profile_get_total:
 * @self: a profile
 *
 * Returns: how many documents there are; %G_MAXUINT64 if unknown
 */
guint64
squill_collection_profile_get_total (const SquillCollectionProfile *self)
{
  return self->complete ? self->document_bytes.count : self->total;
}

/**
 * squill_collection_profile_get_read_share:
 * @self: a profile
 *
 * Returns: 0 to 1: the share of its documents that were read; 0 where nobody knows how many there
 * are
 */
double
squill_collection_profile_get_read_share (const SquillCollectionProfile *self)
{
  const guint64 total = squill_collection_profile_get_total (self);
  const double read = (double)self->document_bytes.count;

  if (self->complete)
    return 1;
  if (total == G_MAXUINT64 || total == 0)
    return 0;
  return MIN (1, read / (double)total);
}

/**
 * squill_collection_profile_is_saturated:
 * @self: a profile
 *
 * Returns: whether more documents would hardly show more paths: all were read, or nothing new came
 * up in the last fifth
 */
gboolean
squill_collection_profile_is_saturated (const SquillCollectionProfile *self)
{
  return self->complete ||
         (double)self->budget.last_new <= SATURATED_SHARE * (double)self->budget.documents;
}

/**
 * squill_collection_profile_copy:
 * @self: a finished profile
 *
 * Returns: (transfer full): one that says the same of the paths of the collection and may be
 * changed with squill_collection_profile_override_map(); to be freed before @self, as it has its
 * metadata. What was found of sets of fields stays with @self
 */
SquillCollectionProfile *
squill_collection_profile_copy (const SquillCollectionProfile *self)
{
  SquillCollectionProfile *copy = g_new0 (SquillCollectionProfile, 1);

  *copy = *self;
  copy->name = g_strdup (self->name);
  copy->database = g_strdup (self->database);
  copy->source = g_strdup (self->source);
  copy->borrows_metadata = TRUE;
  copy->document_bytes = (SquillDistribution){ 0 };
  squill_distribution_merge (&copy->document_bytes, &self->document_bytes);
  copy->budget.paths = 0;
  copy->budget.sample_bytes = 0;
  copy->budget.value_bytes = 0;
  copy->budget.keys = (SquillKeyBudget){ 0 };
  copy->budget.collector = (SquillExampleCollector){ 0 };
  copy->root = squill_path_copy (&copy->budget, NULL, self->root);
  return copy;
}

/**
 * squill_collection_profile_override_map:
 * @self: a copy
 * @path: a path as squill_path_to_text() writes it, of this profile as it is now
 * @is_map: whether the names of the objects there are data
 *
 * Makes a map of a record or a record of a map; see squill_path_override_map().
 *
 * Returns: whether it is now as wanted
 */
gboolean
squill_collection_profile_override_map (SquillCollectionProfile *self,
                                        const char *path,
                                        gboolean is_map)
{
  SquillPath *found = squill_collection_profile_find_path (self, path);

  return found != NULL && squill_path_override_map (&self->budget, found, is_map);
}

/**
 * squill_collection_profile_count_paths:
 * @self: a profile
 *
 * Returns: how many paths it lists
 */
guint
squill_collection_profile_count_paths (const SquillCollectionProfile *self)
{
  guint n = 0;

  for (const SquillPath *path = self->root; path != NULL;
       path = squill_path_next (path, self->root, FALSE))
    n++;
  return n - (self->root->values == NULL);
}

static SquillPath *
find_below (SquillPath *path, const char *text)
{
  g_autofree char *own = squill_path_to_text (path);
  SquillPath *found = NULL;

  if (g_str_equal (own, text))
    return path;
  if (!g_str_has_prefix (text, own))
    return NULL;
  if (path->elements != NULL)
    found = find_below (path->elements, text);
  if (found == NULL && path->values != NULL)
    found = find_below (path->values, text);
  for (SquillPath *field = path->first; field != NULL && found == NULL; field = field->next)
    found = find_below (field, text);
  return found;
}

/**
 * squill_collection_profile_find_path:
 * @self: a profile
 * @path: a path as squill_path_to_text() writes it
 *
 * Returns: (transfer none) (nullable): what is known of the path
 */
SquillPath *
squill_collection_profile_find_path (const SquillCollectionProfile *self, const char *path)
{
  return find_below (self->root, path);
}

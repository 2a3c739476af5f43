/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <jansson.h>

#include "inspect/reference/squill-decisions.h"
#include "inspect/profile/squill-profile.h"
#include "inspect/source/squill-source.h"

G_BEGIN_DECLS

/* The most examples of dangling values, orphans, and duplicates. */
#define SQUILL_REFERENCE_MAX_EXAMPLES 5u

/**
 * SquillReferenceTraits:
 * @SQUILL_REFERENCE_SELF: between documents of the same collection
 * @SQUILL_REFERENCE_POLYMORPHIC: one of several from the same place: each value leads to one of
 * them
 * @SQUILL_REFERENCE_DBREF: a DBRef, which names the collection itself
 * @SQUILL_REFERENCE_EXTENSION: both ends have the same keys: one continues the documents of the
 * other
 * @SQUILL_REFERENCE_ACCEPTED: a person said that it is so
 *
 * What is special about a reference; flags.
 */
typedef enum
{
  SQUILL_REFERENCE_SELF = 1 << 0,
  SQUILL_REFERENCE_POLYMORPHIC = 1 << 1,
  SQUILL_REFERENCE_DBREF = 1 << 2,
  SQUILL_REFERENCE_EXTENSION = 1 << 3,
  SQUILL_REFERENCE_ACCEPTED = 1 << 4,
} SquillReferenceTraits;

/**
 * SquillFieldPair:
 * @from: a field beside a reference
 * @to: one of the document referred to
 *
 * Two fields that may be the same.
 */
typedef struct
{
  const SquillPath *from;
  const SquillPath *to;
} SquillFieldPair;

/**
 * SquillReference:
 * @from: the collection that refers
 * @from_path: where in it, or the map whose keys refer
 * @from_keys: the keys of the map at @from_path refer
 * @to: the collection that is referred to
 * @to_path: the key in it, or the map whose keys are referred to
 * @to_keys: the keys of the map at @to_path are referred to
 * @prefix: (nullable): what stands before the key in the values: "user:"
 * @separator: what stands between the keys where a text has several; 0: each has one
 * @when_path: (nullable): of a polymorphic reference: the field beside it that tells where to
 * @when_value: (nullable): its value for this one
 * @traits: what is special about it
 * @exact: whether all values were compared, and not just a sample of them
 * @references: values at @from_path
 * @distinct: different ones among them
 * @key_share: 0 to 1: the share of the keys that were read; 0 where that is not known
 * @inclusion: 0 to 1: the share of the references that lead to a key that was read
 * @placeholders: 0 to 1: the share of the references that are 0, -1 or the like where that is no
 * key; they are dangling, and say nothing against the others
 * @coverage: 0 to 1: the share of the keys that are referred to
 * @dangling: references to no key
 * @orphans: keys that nothing refers to
 * @duplicates: keys that stand more than once
 * @per_key_min: documents, elements of arrays of objects, or values of maps that refer to one key:
 * the fewest, 0 where nothing does; one that has a list with the same key twice counts once
 * @per_key_mean: the mean
 * @per_key_max: the most
 * @per_holder_min: references in one document, counted likewise: the fewest, 0 where there is none
 * @per_holder_mean: the mean
 * @per_holder_max: the most
 * @per_object_min: references in one document, element or value of a map that holds them: the
 * fewest, 0 where there is none
 * @per_object_mean: the mean
 * @per_object_max: the most; 0 where nobody knows
 * @own_share: 0 to 1: the share of the references that only repeat the key of their own document
 * @counted: the documents were gone through once more: where they were not, a list that has the
 * same key twice counts it twice
 * @is_list: a document can have more than one of them
 * @name_fit: 0 to 1: how well the names fit
 * @proof: 0 to 1: how surely the values alone show that it is no chance
 * @quality: 0 to 1: how good a key @to_path is
 * @score: 0 to 1: all of it together
 * @confidence: 0 to 1
 * @hinted: neither names nor values say so, but fields beside both ends may: worth reading again
 * @connects: it is called as one end of a connection, and what is called as the other leads there
 * as well
 * @follows: another field of its name, or that at the other end of the connection, leads there
 * @supported: this is how numbers that refer are called throughout the database
 * @is_called_id: its name says that it is the id of just what it leads to: crew_id of crews
 * @spans: it is called an id, and comes as near to the last key as ids of that do
 * @scope: (nullable): the object, of which there are several, within which each reference leads to
 * a key of the same one
 * @proposed: it is claimed, and drawn; otherwise it may be chance
 * @dangling_values: (nullable): an array of values that are no keys
 * @orphan_values: (nullable): an array of keys that nothing refers to
 * @duplicate_values: (nullable): an array of keys that stand more than once
 * @counted_on_server: a server counted the next two, over all documents
 * @server_references: values at @from_path, as the server counted them
 * @server_dangling: those of them that are no keys
 * @copies: (element-type SquillCopiedField): fields of the other document that are repeated beside
 * the reference
 * @other_fields: (element-type SquillFieldPair): fields that have the same values, but seldom that
 * of the document referred to: what is beside the reference says something else
 * @evidence: (element-type utf8): sentences that say why
 *
 * A reference that was found between two collections.
 */
typedef struct
{
  const SquillCollectionProfile *from;
  const SquillPath *from_path;
  gboolean from_keys;
  const SquillCollectionProfile *to;
  const SquillPath *to_path;
  gboolean to_keys;
  char *prefix;
  char separator;
  const SquillPath *when_path;
  char *when_value;
  guint traits;
  gboolean exact;
  guint64 references;
  guint64 distinct;
  double key_share;
  double inclusion;
  double placeholders;
  double coverage;
  guint64 dangling;
  guint64 orphans;
  guint64 duplicates;
  guint64 per_key_min;
  double per_key_mean;
  guint64 per_key_max;
  guint64 per_holder_min;
  double per_holder_mean;
  guint64 per_holder_max;
  guint64 per_object_min;
  double per_object_mean;
  guint64 per_object_max;
  double own_share;
  gboolean counted;
  gboolean is_list;
  double name_fit;
  double proof;
  double quality;
  double score;
  double confidence;
  gboolean hinted;
  gboolean connects;
  gboolean follows;
  gboolean supported;
  gboolean spans;
  gboolean is_called_id;
  const SquillPath *scope;
  gboolean proposed;
  json_t *dangling_values;
  json_t *orphan_values;
  json_t *duplicate_values;
  gboolean counted_on_server;
  guint64 server_references;
  guint64 server_dangling;
  GPtrArray *copies;
  GArray *other_fields;
  GPtrArray *evidence;
} SquillReference;

/**
 * SquillCopiedField:
 * @from: a field beside a reference
 * @to: the field of the document referred to that it repeats
 * @equal: the number of places where both were the same
 * @of: where both were there
 * @exact: whether all places were looked at, and not just a sample of them
 *
 * A field that is copied along with a reference. Where @equal is less than @of copies are stale.
 */
typedef struct
{
  const SquillPath *from;
  const SquillPath *to;
  guint64 equal;
  guint64 of;
  gboolean exact;
} SquillCopiedField;

/**
 * SquillReopenFunc:
 * @collection: a collection, all of which was read
 * @user_data: as given
 * @cancellable: (nullable): stops it
 * @error: return location
 *
 * Opens the documents of a collection once more.
 *
 * Returns: (transfer full) (nullable): the documents; %NULL where that cannot be done, with @error
 * set only where going on makes no sense
 */
typedef SquillSource *(*SquillReopenFunc) (const SquillCollectionProfile *collection,
                                           gpointer user_data,
                                           GCancellable *cancellable,
                                           GError **error);

/**
 * SquillReferenceOptions:
 * @reopen: (nullable): opens collections once more, to count what a sample of their values does not
 * show; where it is %NULL, or gives %NULL, only the samples are used
 * @reopen_data: for @reopen
 * @deadline: do not begin to read a collection after this, in monotonic time; 0: never mind
 * @keep_values: examples may be given
 *
 * How references are looked for.
 */
typedef struct
{
  SquillReopenFunc reopen;
  gpointer reopen_data;
  gint64 deadline;
  gboolean keep_values;
} SquillReferenceOptions;

void squill_references_find_maps (GPtrArray *collections);
GPtrArray *squill_references_find (GPtrArray *collections,
                                   const SquillReferenceOptions *options,
                                   GCancellable *cancellable,
                                   GError **error);
double squill_reference_get_likely_inclusion (const SquillReference *self);
void squill_profile_find_references (SquillProfile *profile,
                                     const SquillReferenceOptions *options,
                                     GCancellable *cancellable);
void squill_profile_decide_references (SquillProfile *profile);
GPtrArray *squill_references_decide (GPtrArray *candidates, const SquillDecisions *decisions);
SquillReference *squill_reference_new (const SquillCollectionProfile *from,
                                       const SquillPath *from_path,
                                       gboolean from_keys,
                                       const SquillCollectionProfile *to,
                                       const SquillPath *to_path,
                                       gboolean to_keys);
SquillReference *squill_reference_copy (const SquillReference *self);
void squill_reference_free (SquillReference *self);
void squill_reference_score (SquillReference *reference);
void squill_reference_write_evidence (SquillReference *self);
json_t *squill_reference_to_json (const SquillReference *reference);
json_t *squill_references_to_json (GPtrArray *references);
char *squill_reference_get_from_text (const SquillReference *self);
char *squill_reference_get_to_text (const SquillReference *self);
const SquillPath *squill_reference_get_named_path (const SquillPath *path);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SquillReference, squill_reference_free)

G_END_DECLS

/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <jansson.h>

#include "inspect/profile/squill-hash-sample.h"
#include "inspect/profile/squill-key-sets.h"
#include "inspect/profile/squill-map-keys.h"
#include "inspect/profile/squill-numbers.h"
#include "inspect/profile/squill-server-count.h"
#include "inspect/profile/squill-distribution.h"
#include "inspect/profile/squill-text-format.h"
#include "inspect/profile/squill-tuple.h"
#include "inspect/profile/squill-scalars.h"
#include "inspect/profile/squill-example-document.h"
#include "bson/squill-bson-type.h"

G_BEGIN_DECLS

/* An object with more different names than these is a map, whatever the names look like: memory is
 * bounded. */
#define SQUILL_PATH_MAX_NAMES 1024u
/* With more paths than these in a collection new ones are counted, but no more described; but for
 * fields of the documents themselves. */
#define SQUILL_PATH_MAX_PATHS 20000u
/* What samples of values may take in a collection while it is read, in bytes, */
#define SQUILL_PATH_MAX_SAMPLE_BYTES ((guint64)24 << 20)
/* and all else that grows with what the documents hold. */
#define SQUILL_PATH_MAX_VALUE_BYTES ((guint64)12 << 20)

/**
 * SquillPathKind:
 * @SQUILL_PATH_DOCUMENT: the document itself
 * @SQUILL_PATH_FIELD: a field of an object
 * @SQUILL_PATH_ELEMENTS: the elements of an array, `[]`
 * @SQUILL_PATH_VALUES: the values of a map, `{}`
 *
 * What a path leads to.
 */
typedef enum
{
  SQUILL_PATH_DOCUMENT,
  SQUILL_PATH_FIELD,
  SQUILL_PATH_ELEMENTS,
  SQUILL_PATH_VALUES,
} SquillPathKind;

/**
 * SquillPathOrigin:
 * @document: the number of the first document with the path, from 0
 * @offset: where in it
 * @after: squill_text_hash() of the name of the field before it there; 0: none
 *
 * Where a path was first met. The order of fields follows from it.
 */
typedef struct
{
  guint64 document;
  guint offset;
  guint64 after;
} SquillPathOrigin;

/**
 * SquillPathLast:
 * @object: the number of the object; a name may occur twice in one
 * @hash: squill_value_hash() of the value, unless it has parts
 * @value: the value, in its document
 * @length: its bytes
 * @type: its type byte
 *
 * The value that was met last at a path.
 */
typedef struct
{
  guint64 object;
  guint64 hash;
  const guint8 *value;
  gsize length;
  guint8 type;
} SquillPathLast;

/**
 * SquillPath:
 * @kind: what it leads to
 * @parent: (nullable): the path above it
 * @next: (nullable): of a field, the one after it
 * @name: (nullable): of a field, as it is, UTF-8 or not
 * @name_length: its bytes
 * @slot: of a field, its bit in the @key_sets of its parent
 * @first: (nullable): the first field of the objects here
 * @n_fields: how many fields there are
 * @by_name: (nullable): name to field, where there are many
 * @consider_map_at: with this many fields it is worth checking whether this is a map
 * @elements: (nullable): the elements of the arrays here
 * @values: (nullable): the values of the maps here: of all names that are data; the fields are
 *   those that are none
 * @map: (nullable): the keys of the maps here
 * @kept: (nullable): the fields that became @values, where they were few; they are never merged
 * @is_kept: of a field, it is one of these
 * @is_key: of a field, its name was chosen to become a key
 * @looks_like_data: of a field, its name does
 * @has_data_names: a name of a field here did
 * @n_looked_at: how many fields there were when it was last looked at for room
 * @must_be_record: it was not found to be a map when there was no more room
 * @key_sets: (nullable): which fields the objects here have together
 * @origin: where it was first met
 * @last: the value it had last
 * @present: how often it was met
 * @types: how often with which type
 * @subtypes: (nullable) (array fixed-size=256): how often with which subtype of binary data
 * @example_documents: the first documents with each of the types
 * @bytes: of the values, without names and type bytes
 * @name_bytes: of the names with their NUL, and of the type bytes
 * @equals_key: how often the value is the name of the object that contains it
 * @lengths: (nullable): elements of the arrays here
 * @tuple: (nullable): the elements by position, while the arrays are short
 * @entries: (nullable): members of the objects here; of maps, once all was read, keys
 * @dynamic: (nullable): of the objects here, how many members are keys or look like data, from the
 *   first that has any; until all was read
 * @text: the strings
 * @numbers: the numbers
 * @dates: the dates
 * @scalars: all values that are neither objects nor arrays nor null
 * @sample_bytes: what the budget counted for samples
 * @value_bytes: what it counted for values and names
 * @meanings: those of #SquillPathFlags that need samples, once all was read
 * @has_geo_index: a geospatial index contains it
 * @refers: a reference starts at it, once they were looked for
 * @server: (nullable): what a server counted of it, once all was read
 *
 * Everything known about one path of a collection. It can be merged with the same path of another
 * part of the collection or of another file, and with another name that turned out to be a key of
 * the same map. The fields of an object are children in the order of the documents; the elements of
 * an array and the values of a map are one path each.
 */
struct _SquillPath
{
  SquillPathKind kind;
  SquillPath *parent;
  SquillPath *next;
  char *name;
  gsize name_length;
  guint slot;

  SquillPath *first;
  guint n_fields;
  GHashTable *by_name;
  guint consider_map_at;
  SquillPath *elements;
  SquillPath *values;
  SquillMapKeys *map;
  SquillPath *kept;
  gboolean is_kept;
  gboolean is_key;
  gboolean looks_like_data;
  gboolean has_data_names;
  guint n_looked_at;
  gboolean must_be_record;
  SquillKeySets *key_sets;

  SquillPathOrigin origin;
  SquillPathLast last;

  guint64 present;
  guint64 types[SQUILL_N_TYPES];
  guint64 *subtypes;
  SquillExampleDocuments example_documents;
  guint64 bytes;
  guint64 name_bytes;
  guint64 equals_key;
  SquillDistribution *lengths;
  SquillTuple *tuple;
  SquillDistribution *entries;
  SquillDistribution *dynamic;
  SquillTexts text;
  SquillNumbers numbers;
  SquillDates dates;
  SquillScalars scalars;
  gsize sample_bytes;
  gsize value_bytes;

  guint meanings;
  gboolean has_geo_index;
  gboolean refers;
  SquillServerCount *server;
};

/**
 * SquillPathBudget:
 * @paths: paths there are
 * @sample_bytes: what their samples take
 * @value_bytes: what values and names take that are kept themselves
 * @fold_at: with this many paths small maps are folded before the end; 0: half of the maximum
 * @look_at_left_out: with this many values left out it is worth another look when all is full
 * @keep_values: whether values may be kept
 * @left_out: values that are not described because there are too many paths
 * @documents: documents so far
 * @next_document: the number of the next document
 * @last_new: the last document, counted from 1, that had a path none before it had; known at the
 * end
 * @sample_levels: (nullable): how often the samples of paths were halved in the parts before this
 * one: hash of the path -> level
 * @keys: what sets of fields take
 * @collector: acquires example documents
 *
 * What a tree of paths takes, so that it can be bounded, and whether it still grows.
 */
typedef struct
{
  guint paths;
  guint64 sample_bytes;
  guint64 value_bytes;
  guint fold_at;
  guint64 look_at_left_out;
  gboolean keep_values;
  guint64 left_out;
  guint64 documents;
  guint64 next_document;
  guint64 last_new;
  GHashTable *sample_levels;
  SquillKeyBudget keys;
  SquillExampleCollector collector;
} SquillPathBudget;

/* squill-path.c: one path in the tree */
SquillPath *squill_path_find_field (SquillPath *self, const char *name, gsize name_length);
void squill_path_insert_field (SquillPath *self, SquillPath *after, SquillPath *field);
void squill_path_index_fields (SquillPath *self);
SquillPath *squill_path_next (const SquillPath *self, const SquillPath *root, gboolean with_kept);
guint64 squill_path_get_objects (const SquillPath *self);
guint64 squill_path_get_arrays (const SquillPath *self);
guint64 squill_path_get_of (const SquillPath *self);
SquillTypes squill_path_get_types (const SquillPath *self);
guint64 squill_path_count_types (const SquillPath *self, guint types);
char *squill_path_to_text (const SquillPath *self);
void squill_path_count_bytes (SquillPathBudget *budget, SquillPath *self);
void squill_path_number (SquillPath *self, guint64 by);
void squill_path_order_fields (SquillPath *self);
SquillKeyPattern squill_path_get_key_pattern (const SquillPath *self);
const char *squill_path_get_last_word (const SquillPath *self, const char *end);
guint64 squill_path_get_last_new (const SquillPath *self);
GHashTable *squill_path_get_sample_levels (const SquillPath *self);
void squill_path_raise_sample_level (const SquillPathBudget *budget, SquillPath *self);

/* squill-path-merge.c: whole trees */
SquillPath *squill_path_new (SquillPathBudget *budget,
                             SquillPath *parent,
                             SquillPathKind kind,
                             const char *name,
                             gsize name_length);
void squill_path_free (SquillPathBudget *budget, SquillPath *self);
SquillPath *squill_path_copy (SquillPathBudget *budget, SquillPath *parent, const SquillPath *self);
void squill_path_merge (SquillPathBudget *budget, SquillPath *self, SquillPath *other);
void squill_path_add_map_key (SquillPathBudget *budget,
                              SquillPath *self,
                              const char *key,
                              gsize length,
                              SquillKeyPattern pattern,
                              guint64 count,
                              guint types);
void squill_path_fold (SquillPathBudget *budget, SquillPath *self);
gboolean squill_path_consider_map (SquillPathBudget *budget, SquillPath *self);
void squill_path_make_room (SquillPathBudget *budget, SquillPath *root);
gboolean squill_path_make_room_at (SquillPathBudget *budget, SquillPath *root, SquillPath *at);
void squill_path_finish (SquillPathBudget *budget, SquillPath *root);
void squill_path_fold_finished (SquillPathBudget *budget, SquillPath *self);
void squill_path_thin (SquillPathBudget *budget, SquillPath *root, guint max_kept);
void squill_path_drop_samples (SquillPathBudget *budget, SquillPath *root);

/* squill-path-override.c: what a person decided */
gboolean squill_path_can_be_record (const SquillPath *self);
gboolean squill_path_override_map (SquillPathBudget *budget, SquillPath *self, gboolean is_map);

/* squill-path-walk.c: a document */
void squill_path_add_document (SquillPathBudget *budget,
                               SquillPath *root,
                               const guint8 *document,
                               gsize length,
                               guint64 *next_object,
                               gboolean keep_values);

/* squill-path-json.c, squill-server-count.c */
json_t *squill_path_to_json (const SquillPath *path);
json_t *squill_distribution_to_json (const SquillDistribution *distribution,
                                     gboolean with_histogram);
json_t *squill_example_document_to_json (const SquillExampleDocument *document);
json_t *squill_server_path_to_json (const SquillPath *path);

G_END_DECLS

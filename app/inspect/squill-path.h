/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "inspect/squill-hash-sample.h"
#include "inspect/squill-key-pattern.h"
#include "inspect/squill-key-sets.h"
#include "inspect/squill-spread.h"
#include "inspect/squill-tuple.h"
#include "inspect/squill-value-table.h"
#include "inspect/squill-witness.h"
#include "model/squill-bson-type.h"

G_BEGIN_DECLS

/* An object with more different names than these is a map, whatever the names look like: memory is
 * bounded. */
#define SQUILL_PATH_MAX_NAMES 1024u
/* With more paths than these in a collection new ones are counted, but no more described. */
#define SQUILL_PATH_MAX_PATHS 50000u
/* So many hashes of values are kept in a collection while it is read. */
#define SQUILL_PATH_MAX_HASHES 2000000u

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
 * SquillMapReason:
 * @SQUILL_MAP_BY_PATTERN: the names are of one pattern that no field name is of: ids, dates,
 * numbers
 * @SQUILL_MAP_BY_LIKENESS: there are many names, and all values are objects with the same fields
 * @SQUILL_MAP_BY_SPARSENESS: there are many names, of which each object has few, and the values are
 * of one kind
 * @SQUILL_MAP_BY_FORCE: there are more names than are kept
 *
 * Why an object is taken for a map.
 */
typedef enum
{
  SQUILL_MAP_BY_PATTERN,
  SQUILL_MAP_BY_LIKENESS,
  SQUILL_MAP_BY_SPARSENESS,
  SQUILL_MAP_BY_FORCE,
} SquillMapReason;

/**
 * SquillPathText:
 * @count: strings
 * @bytes: of all of them together, UTF-8, without length and NUL
 * @min: bytes of the shortest
 * @max: bytes of the longest
 * @empty: how many are ""
 */
typedef struct
{
  guint64 count;
  guint64 bytes;
  guint64 min;
  guint64 max;
  guint64 empty;
} SquillPathText;

/**
 * SquillPathNumbers:
 * @count: numbers that are finite, decimals not counted
 * @fractions: how many of them have a fraction
 * @doubles: how many of them are doubles
 * @min: the smallest
 * @max: the largest
 */
typedef struct
{
  guint64 count;
  guint64 fractions;
  guint64 doubles;
  double min;
  double max;
} SquillPathNumbers;

/**
 * SquillMapKeys:
 * @reason: why it is a map
 * @patterns: how many entries have a key of which pattern
 * @distinct: the keys
 * @distinct_count: how many different ones; kept when @distinct is thinned at the end
 * @bytes_min: bytes of the shortest key
 * @bytes_max: bytes of the longest
 * @bytes: of all keys, of all entries
 * @number_min: the smallest key of those that are numbers
 * @number_max: the largest of them
 *
 * The keys of a map.
 */
typedef struct
{
  SquillMapReason reason;
  guint64 patterns[SQUILL_N_KEY_PATTERNS];
  SquillHashSample *distinct;
  guint64 distinct_count;
  guint64 bytes_min;
  guint64 bytes_max;
  guint64 bytes;
  guint64 number_min;
  guint64 number_max;
} SquillMapKeys;

/**
 * SquillPath:
 *
 * All that is known of one path of a collection. Everything in it can be merged with the same of
 * another part of the collection, of another file, or of another name that turned out to be a key
 * of the same map. An object's fields are children in the order of the documents; the elements of
 * an array and the values of a map are one path each.
 */
struct _SquillPath
{
  SquillPathKind kind;
  SquillPath *parent;
  SquillPath *next; /* the field after this one */
  char *name;       /* of a field, as it is, UTF-8 or not */
  gsize name_length;

  SquillPath *first;       /* field of the objects here */
  guint n_fields;          /* how many */
  GHashTable *by_name;     /* name -> field, when there are many */
  guint look_again_at;     /* so many fields make it worth to see whether this is a map */
  guint slot;              /* of a field: its bit in the sets of fields of its parent */
  SquillKeySets *key_sets; /* which fields the objects here have together */
  SquillPath *elements;    /* of the arrays here */
  SquillPath *values;      /* of the maps here; then there are no fields */
  SquillMapKeys *map;

  guint64 present;
  guint64
      last_object;  /* the number of the object it was last met in: a name may stand twice in one */
  guint8 last_type; /* of the value it was last met with, and the value in its document */
  const guint8 *last_value;
  gsize last_length;
  guint64 types[SQUILL_N_TYPES];
  SquillWitnesses witnesses; /* the first documents with each of the types */
  guint64 *subtypes;         /* of binary data, 256 counts */
  guint64 bytes;             /* of the values; names and type bytes not counted */
  SquillSpread *lengths;     /* elements of the arrays here */
  SquillTuple *tuple;        /* and what stands where in them, while they are short */
  guint meanings;            /* bit set of SquillMeaning, when all was read */
  gboolean has_geo_index;    /* an index takes it for a place on earth */
  SquillSpread *entries;     /* members of the objects here */
  SquillPathText text;
  SquillPathNumbers numbers;
  guint64 dates; /* how many; with the range */
  gint64 date_min;
  gint64 date_max;
  guint64 equals_key; /* how often the value is the name of the object it stands in */
  SquillValueTable table;
  SquillHashSample *sample;
  guint64 scalars;  /* values that @table and @sample know of */
  guint64 distinct; /* how many of them differ; kept when the sample is thinned at the end */
};

/**
 * SquillPathBudget:
 * @paths: paths there are
 * @hashes: hashes that their samples keep
 * @left_out: values that are not described because there are too many paths
 * @last_new: the last document, counted from 1, that had a path none before it had
 * @documents: documents so far
 * @keys: what sets of fields take
 * @stand: calls documents as witnesses
 *
 * What a tree of paths takes, so that it can be bounded, and whether it still grows.
 */
typedef struct
{
  guint paths;
  guint64 hashes;
  guint64 left_out;
  guint64 last_new;
  guint64 documents;
  SquillKeyBudget keys;
  SquillWitnessStand stand;
} SquillPathBudget;

SquillPath *squill_path_new (SquillPathBudget *budget,
                             SquillPath *parent,
                             SquillPathKind kind,
                             const char *name,
                             gsize name_length);
void squill_path_free (SquillPathBudget *budget, SquillPath *self);
SquillPath *squill_path_find_field (SquillPath *self, const char *name, gsize name_length);
void squill_path_insert_field (SquillPath *self, SquillPath *after, SquillPath *field);
SquillPath *squill_path_ensure_elements (SquillPathBudget *budget, SquillPath *self);
void squill_path_merge (SquillPathBudget *budget, SquillPath *self, SquillPath *other);
void squill_path_drop_samples (SquillPathBudget *budget, SquillPath *self);
void squill_path_thin (SquillPathBudget *budget, SquillPath *self, guint max_kept);
guint64 squill_path_get_objects (const SquillPath *self);
guint64 squill_path_get_arrays (const SquillPath *self);
guint64 squill_path_get_of (const SquillPath *self);
SquillTypes squill_path_get_types (const SquillPath *self);
char *squill_path_to_text (const SquillPath *self);
guint squill_type_index (guint8 type);

/* squill-path-map.c */
gboolean squill_path_consider_map (SquillPathBudget *budget, SquillPath *self);
void squill_path_fold_small_maps (SquillPathBudget *budget, SquillPath *self);
void squill_path_add_map_key (
    SquillPathBudget *budget, SquillPath *self, const char *key, gsize length, guint64 count);
SquillKeyPattern squill_path_get_key_pattern (const SquillPath *self);
double squill_path_get_map_confidence (const SquillPath *self);
void squill_path_fold (SquillPathBudget *budget, SquillPath *self, SquillMapReason reason);

/* squill-path-walk.c */
void squill_path_add_document (SquillPathBudget *budget,
                               SquillPath *root,
                               const guint8 *document,
                               gsize length,
                               guint64 *next_object,
                               gboolean keep_values);

G_END_DECLS

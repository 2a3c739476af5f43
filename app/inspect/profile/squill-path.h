/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "inspect/profile/squill-hash-sample.h"
#include "inspect/profile/squill-key-sets.h"
#include "inspect/profile/squill-map-keys.h"
#include "inspect/server/squill-server-count.h"
#include "inspect/profile/squill-spread.h"
#include "inspect/profile/squill-text-format.h"
#include "inspect/profile/squill-tuple.h"
#include "inspect/profile/squill-value-sample.h"
#include "inspect/profile/squill-value-table.h"
#include "inspect/profile/squill-witness.h"
#include "model/squill-bson-type.h"

G_BEGIN_DECLS

/* An object with more different names than these is a map, whatever the names look like: memory is
 * bounded. */
#define SQUILL_PATH_MAX_NAMES 1024u
/* With more paths than these in a collection new ones are counted, but no more described. */
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
 * @whole_min: the smallest of those that are no doubles, exactly
 * @whole_max: the largest of them
 */
typedef struct
{
  guint64 count;
  guint64 fractions;
  guint64 doubles;
  double min;
  double max;
  gint64 whole_min;
  gint64 whole_max;
} SquillPathNumbers;

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
  SquillPath *kept; /* the fields that became @values, where they were few; not to be merged any
                       more */

  guint64 first_document; /* the number of the first document it was met in, from 0 */
  guint first_offset;     /* where in it */
  guint64 after;          /* squill_text_hash() of the name that stood before it there; 0: none */
  gsize counted_sample_bytes; /* what the budget knows of */
  gsize counted_value_bytes;

  guint64 present;
  guint64
      last_object;  /* the number of the object it was last met in: a name may stand twice in one */
  guint8 last_type; /* of the value it was last met with, and the value in its document */
  const guint8 *last_value;
  gsize last_length;
  guint64 last_hash; /* squill_value_hash() of it, where it has no parts */
  guint64 types[SQUILL_N_TYPES];
  SquillWitnesses witnesses; /* the first documents with each of the types */
  guint64 *subtypes;         /* of binary data, 256 counts */
  guint64 bytes;             /* of the values; names and type bytes not counted */
  guint64 name_bytes;        /* of the names, with their NUL, and of the type bytes */
  SquillSpread *lengths;     /* elements of the arrays here */
  SquillTuple *tuple;        /* and what stands where in them, while they are short */
  guint meanings;            /* bit set of SquillMeaning, when all was read */
  gboolean has_geo_index;    /* an index takes it for a place on earth */
  SquillSpread *entries;     /* members of the objects here */
  SquillPathText text;
  SquillTextFormats *formats; /* of the strings; NULL while all are plain */
  SquillPathNumbers numbers;
  guint64 dates; /* how many; with the range */
  gint64 date_min;
  gint64 date_max;
  guint64 equals_key;         /* how often the value is the name of the object it stands in */
  SquillValueTable table;     /* all different values, while they are few; */
  SquillHashSample *sample;   /* when they are more, this; in the end it holds them either way */
  SquillValueSample examples; /* likewise */
  guint64 scalars;            /* values that @table or @sample know of */
  guint64 distinct; /* how many of them differ; counted at the end, before the sample is dropped */
  SquillServerCount *server; /* what a server counted of it; set when all was read */
  guint64 distinct_error;    /* what to add or take away at most in 99 of 100 cases; 0: exact */
};

/**
 * SquillPathBudget:
 * @paths: paths there are
 * @sample_bytes: what their samples take
 * @value_bytes: what values and names take that are kept themselves
 * @fold_at: with so many paths small maps are looked for before the end; 0: half of all there may
 * be
 * @keep_values: whether values may be kept
 * @left_out: values that are not described because there are too many paths
 * @documents: documents so far
 * @next_document: the number of the next document
 * @last_new: the last document, counted from 1, that had a path none before it had; known at the
 * end
 * @keys: what sets of fields take
 * @stand: calls documents as witnesses
 *
 * What a tree of paths takes, so that it can be bounded, and whether it still grows.
 */
typedef struct
{
  guint paths;
  guint64 sample_bytes;
  guint64 value_bytes;
  guint fold_at;
  gboolean keep_values;
  guint64 left_out;
  guint64 documents;
  guint64 next_document;
  guint64 last_new;
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
SquillPath *squill_path_copy (SquillPathBudget *budget, SquillPath *parent, const SquillPath *self);
guint64 squill_path_get_objects (const SquillPath *self);
guint64 squill_path_get_arrays (const SquillPath *self);
guint64 squill_path_get_of (const SquillPath *self);
SquillTypes squill_path_get_types (const SquillPath *self);
char *squill_path_to_text (const SquillPath *self);
guint squill_type_index (guint8 type);

/* squill-path-record.c */
void squill_path_merge_record (SquillPathBudget *budget, SquillPath *self, const SquillPath *other);
void squill_path_clear_record (SquillPathBudget *budget, SquillPath *self);

/* squill-path-values.c */
void squill_path_add_value (SquillPathBudget *budget,
                            SquillPath *self,
                            const SquillBsonElement *element,
                            guint64 hash);
void squill_path_merge_values (SquillPath *self, const SquillPath *other);
void squill_path_clear_values (SquillPath *self);
void squill_path_count_bytes (SquillPathBudget *budget, SquillPath *self);
void squill_path_finish_values (SquillPathBudget *budget, SquillPath *self);
void squill_path_drop_samples (SquillPathBudget *budget, SquillPath *self);
void squill_path_thin (SquillPathBudget *budget, SquillPath *self, guint max_kept);

/* squill-path-order.c */
void squill_path_number (SquillPath *self, guint64 by);
void squill_path_order_fields (SquillPath *self);
guint64 squill_path_get_last_new (const SquillPath *self);

/* squill-path-map.c */
gboolean squill_path_consider_map (SquillPathBudget *budget, SquillPath *self);
void squill_path_fold_small_maps (SquillPathBudget *budget, SquillPath *self, gboolean keep);
void squill_path_make_room (SquillPathBudget *budget, SquillPath *root);
void squill_path_add_map_key (SquillPathBudget *budget,
                              SquillPath *self,
                              const char *key,
                              gsize length,
                              guint64 count,
                              guint types);
void squill_path_fold (SquillPathBudget *budget, SquillPath *self);
SquillKeyPattern squill_path_get_key_pattern (const SquillPath *self);
double squill_path_get_map_confidence (const SquillPath *self);

/* squill-path-override.c */
gboolean squill_path_can_be_record (const SquillPath *self);
gboolean squill_path_can_be_map (const SquillPath *self);
gboolean squill_path_override_map (SquillPathBudget *budget, SquillPath *self, gboolean is_map);

/* squill-path-walk.c */
void squill_path_add_document (SquillPathBudget *budget,
                               SquillPath *root,
                               const guint8 *document,
                               gsize length,
                               guint64 *next_object,
                               gboolean keep_values);

G_END_DECLS

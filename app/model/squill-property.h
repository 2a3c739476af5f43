/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "model/squill-item.h"

G_BEGIN_DECLS

/**
 * SquillAspects:
 * @SQUILL_ASPECT_NAME: names, in documents or elsewhere
 * @SQUILL_ASPECT_SHAPE: which fields there are, their types and order
 * @SQUILL_ASPECT_SIZE: bytes, presence, lengths, and the evidence of what was measured
 * @SQUILL_ASPECT_CARDINALITY: how many
 * @SQUILL_ASPECT_WORKLOAD: operations and frequencies
 * @SQUILL_ASPECT_PLACEMENT: how relationships are stored, which entities are collections
 * @SQUILL_ASPECT_STORAGE: indexes, shard keys, collection options
 * @SQUILL_ASPECT_VALUES: what values look like: enumerations, bounds, meaning
 * @SQUILL_ASPECT_ADVICE: thresholds and dismissals; what is described, and who has reviewed it
 * @SQUILL_ASPECT_TEXT: descriptions, notes, evidence: nothing is computed from what they say
 * @SQUILL_ASPECT_LAYOUT: the diagram only
 * @SQUILL_ASPECT_SETTINGS: of the model: what is known of its programs, servers and readers that
 * few ask about
 * @SQUILL_ASPECT_SERVER: of the model: the server and the database that it is for, and the day from
 * which it counts, which few ask about, too
 *
 * What a change is about, so that only what depends on it is computed again.
 */
typedef enum
{
  SQUILL_ASPECT_NAME = 1 << 0,
  SQUILL_ASPECT_SHAPE = 1 << 1,
  SQUILL_ASPECT_SIZE = 1 << 2,
  SQUILL_ASPECT_CARDINALITY = 1 << 3,
  SQUILL_ASPECT_WORKLOAD = 1 << 4,
  SQUILL_ASPECT_PLACEMENT = 1 << 5,
  SQUILL_ASPECT_STORAGE = 1 << 6,
  SQUILL_ASPECT_VALUES = 1 << 7,
  SQUILL_ASPECT_ADVICE = 1 << 8,
  SQUILL_ASPECT_TEXT = 1 << 9,
  SQUILL_ASPECT_LAYOUT = 1 << 10,
  SQUILL_ASPECT_SETTINGS = 1 << 11,
  SQUILL_ASPECT_SERVER = 1 << 12,
} SquillAspects;

/**
 * SquillPropertyType:
 *
 * What values a property takes, and how they stand in JSON.
 */
typedef enum
{
  SQUILL_PROPERTY_TEXT,    /* char *: a string */
  SQUILL_PROPERTY_BOOLEAN, /* gboolean */
  SQUILL_PROPERTY_NUMBER,  /* double: a number, "inf" for infinity */
  SQUILL_PROPERTY_TRIPLE,  /* SquillTriple: {"min", "likely", "max"} */
  SQUILL_PROPERTY_CHOICE,  /* an enumeration: one of its names */
  SQUILL_PROPERTY_TYPES,   /* SquillTypes: an array of aliases */
  SQUILL_PROPERTY_RANK,    /* char *: see squill-rank.h */
  SQUILL_PROPERTY_ID,      /* char *: the id of another item */
  SQUILL_PROPERTY_IDS,     /* char **: an array of them */
  SQUILL_PROPERTY_PATH,    /* char *: the path of a SquillKey */
  SQUILL_PROPERTY_KEYS,    /* SquillKeys *: an array of {"path", "how"} */
  SQUILL_PROPERTY_JSON,    /* json_t *: anything */
} SquillPropertyType;

/**
 * SquillComposition:
 * @SQUILL_COMPOSITION_WHOLE: it is one value
 * @SQUILL_COMPOSITION_SET: a list whose members come and go for themselves, in no order that
 *   means something
 * @SQUILL_COMPOSITION_MAP: an object whose members are values for themselves
 *
 * What a value is made of where two people change it: the parts that can differ alone.
 */
typedef enum
{
  SQUILL_COMPOSITION_WHOLE,
  SQUILL_COMPOSITION_SET,
  SQUILL_COMPOSITION_MAP,
} SquillComposition;

/**
 * SquillProperty:
 * @name: its name in edits and in the file
 * @type: what values it takes
 * @offset: where it stands in the struct of its kind
 * @aspects: what a change of it is about
 * @choices: (nullable): of a choice: the names, in the order of the enumeration, %NULL at the end
 * @required: whether an item must have it: references without which it means nothing, and choices
 *   that are always written
 * @in_layout: the file keeps it in the map "layout", apart from what the item means
 * @composition: the parts of its value that two people can change without getting in each other's
 *   way
 *
 * One property of one kind of items. All that concerns properties (the file, edits, undo,
 * copying) follows this table; a new property is one line of it and one member of a struct.
 */
typedef struct
{
  const char *name;
  SquillPropertyType type;
  gsize offset;
  SquillAspects aspects;
  const char *const *choices;
  gboolean required;
  gboolean in_layout;
  SquillComposition composition;
} SquillProperty;

#define SQUILL_PROPERTY_ERROR (squill_property_error_quark ())
GQuark squill_property_error_quark (void);

/** What can be wrong with a value. */
typedef enum
{
  SQUILL_PROPERTY_ERROR_UNKNOWN,
  SQUILL_PROPERTY_ERROR_VALUE,
} SquillPropertyError;

const SquillProperty *squill_kind_get_properties (SquillKind kind, guint *n);
const SquillProperty *squill_kind_find_property (SquillKind kind, const char *name);
gsize squill_kind_get_struct_size (SquillKind kind);
SquillAspects squill_kind_get_aspects (SquillKind kind);

json_t *squill_property_get (const SquillProperty *property, gconstpointer item);
gboolean squill_property_set (const SquillProperty *property,
                              gpointer item,
                              const json_t *value,
                              GError **error);
gboolean squill_property_is_default (const SquillProperty *property, gconstpointer item);
void squill_property_init (const SquillProperty *property, gpointer item);
void squill_property_clear (const SquillProperty *property, gpointer item);
void squill_property_copy (const SquillProperty *property, gconstpointer from, gpointer to);

json_t *squill_json_number (double value);
json_t *squill_json_triple (SquillTriple triple);
json_t *squill_json_types (SquillTypes types);
json_t *squill_json_keys (const SquillKeys *keys);

G_END_DECLS

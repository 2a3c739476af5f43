/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "inspect/squill-profile.h"
#include "inspect/reference/squill-reference-name.h"

G_BEGIN_DECLS

/* So many of the smallest hashes are tried first. */
#define SQUILL_REFERENCE_PROBES 24u

/**
 * SquillReferencePlace:
 * @collection: whose
 * @path: where, or the map whose keys are meant
 * @keys: the keys of the map at @path are meant
 * @sample: its values
 * @count: values, "" not counted
 * @distinct: different ones among them
 * @numbers: 0 to 1: the share of numbers
 * @texts: of strings
 * @ids: of ObjectIds, UUIDs, and of strings of one length that is long enough for nothing else
 * @min: the smallest number; only with @numbers above 0
 * @max: the largest
 * @text_length: the mean length of strings, in bytes
 * @fixed_length: all strings are of nearly the same length
 * @name: what it is called; an id in an object is called as the object is
 * @is_key: it is what its own document is known by: `_id`, `id`, `code`, `customer_no` of customers
 * @is_id: it is `_id` of the document
 * @is_list: it is one of several in a list that is called so, or a key of a map
 * @probes: (array length=n_probes): the smallest hashes of its values, rising
 * @n_probes: how many
 * @met: (nullable) (element-type guint): of a source that is no number: the targets, by their
 * number, that have any of the probes, rising
 * @entity: (nullable): of a target: what the document, element or map is called
 * @entity_number: the same for all targets whose @entity is the same
 * @log_distinct: the decimal logarithm of @distinct
 * @number_proof: of a target, 0 to 1: how surely numbers that are among it are not so by chance
 * @object: of a target: the object that it is a key of
 * @quality: of a target, 0 to 1: how good a key it is
 *
 * Where references may start or end.
 */
typedef struct
{
  const SquillCollectionProfile *collection;
  const SquillPath *path;
  gboolean keys;
  const SquillHashSample *sample;
  guint64 count;
  guint64 distinct;
  double numbers;
  double texts;
  double ids;
  double min;
  double max;
  double text_length;
  gboolean fixed_length;
  SquillReferenceName *name;
  gboolean is_key;
  gboolean is_id;
  gboolean is_list;
  guint64 probes[SQUILL_REFERENCE_PROBES];
  guint n_probes;
  GArray *met;
  SquillReferenceName *entity;
  guint entity_number;
  const SquillPath *object;
  double quality;
  double log_distinct;
  double number_proof;
} SquillReferencePlace;

guint squill_reference_places_find (GPtrArray *collections,
                                    GPtrArray **sources,
                                    GPtrArray **targets);
void squill_reference_places_probe (GPtrArray *sources, GPtrArray *targets);
gboolean squill_reference_place_has_met (const SquillReferencePlace *self, guint target);
const SquillPath *squill_reference_object_of (const SquillPath *path);
guint64 squill_reference_empty_hash (void);

G_END_DECLS

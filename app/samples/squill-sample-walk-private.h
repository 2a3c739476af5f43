/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "samples/squill-link.h"
#include "samples/squill-samples.h"
#include "samples/squill-value-maker.h"

G_BEGIN_DECLS

/* A walk enters an embedded thing, the target of a reference, the source of a copy; what it then
 * writes are the values of that thing, the same as wherever else they stand. */

/**
 * SquillWalkPosition:
 * @thing: whose values are written
 * @indices: a seed of the array elements that the walk is in, within the thing
 * @ordinal: their number among all such elements of the thing
 * @stride: how many such elements a thing may have
 * @element: the index in the innermost array
 * @created: when the thing, or the element, came to be: milliseconds since 1970
 * @container: the name of what contains the values
 * @container_seed: and a seed of it
 * @link: (nullable): the link whose fields are written
 * @copy: (nullable): id of the copy that the walk is in
 *
 * Where a walk is.
 */
typedef struct
{
  SquillThing thing;
  guint64 indices;
  guint64 ordinal;
  guint64 stride;
  guint element;
  gint64 created;
  const char *container;
  guint64 container_seed;
  const SquillLink *link;
  const char *copy;
} SquillWalkPosition;

/**
 * SquillWalk:
 * @samples: whose document it is
 * @design: their design
 * @model: its model
 * @seed: of all values
 * @reference: the day from which the model counts, milliseconds since 1970
 * @bucket_count: children in the bucket that is written
 * @depth: of the objects that it is in
 * @too_large: it is over: the document is larger than a server stores
 * @max_elements: of an excerpt: elements of an array that are made; 0 for all
 * @path: (nullable) (element-type utf8): of an excerpt: keys on the way to what is written
 * @arrays: of an excerpt: arrays that it is in
 * @left_out: (nullable) (element-type utf8 gsize): of an excerpt: path of an array -> how many
 *   elements are missing
 * @variants: (element-type SquillItem): entities and fields with a discriminator -> what is known
 * of its values
 *
 * The making of one document.
 */
typedef struct
{
  SquillSamples *samples;
  SquillDesign *design;
  SquillModel *model;
  guint64 seed;
  gint64 reference;
  guint64 bucket_count;
  guint depth;
  gboolean too_large;
  guint64 max_elements;
  GPtrArray *path;
  guint arrays;
  GHashTable *left_out;
  GHashTable *variants;
} SquillWalk;

guint64 _squill_walk_enter_array (SquillWalk *self, const char *key, guint64 n);
void _squill_walk_leave_array (SquillWalk *self);
guint64 _squill_walk_begin_rest (SquillWalk *self, guint64 n);
void _squill_walk_check_size (SquillWalk *self, const bson_t *document, gboolean appended);
SquillWalkPosition _squill_walk_enter_thing (SquillWalk *self,
                                             const SquillWalkPosition *place,
                                             const SquillThing *thing);
SquillWalkPosition _squill_place_enter_element (const SquillWalkPosition *place,
                                                const SquillShape *shape,
                                                guint64 index,
                                                guint64 n);
void _squill_place_enter_field (SquillWalkPosition *place, const SquillField *field);

/* Whose value it is. */
const SquillField *_squill_walk_get_field (SquillWalk *self, const SquillShape *shape);
const char *_squill_shape_get_seed_name (const SquillShape *shape);
guint64 _squill_walk_get_seed (SquillWalk *self,
                               const SquillWalkPosition *place,
                               const char *field);
SquillValueContext _squill_walk_make_context (SquillWalk *self,
                                              const SquillField *field,
                                              const char *name,
                                              const char *id,
                                              SquillTypes types,
                                              const SquillWalkPosition *place);
SquillValueContext _squill_walk_make_key_context (SquillWalk *self,
                                                  const SquillShape *shape,
                                                  const SquillWalkPosition *place);
gboolean _squill_samples_is_unique (SquillSamples *self, const SquillField *field);

/* Objects of several kinds. */
GHashTable *_squill_walk_new_variants (void);
const json_t *_squill_walk_choose_variant (SquillWalk *self,
                                           const SquillShape *discriminator,
                                           const SquillWalkPosition *place);
double _squill_walk_get_variant_share (SquillWalk *self,
                                       const SquillShape *shape,
                                       const SquillWalkPosition *place);

/* Writing. */
GHashTable *_squill_walk_new_used (gboolean may_repeat);
gboolean _squill_walk_is_used (GHashTable *used, const char *key);
void _squill_walk_write_members (SquillWalk *self,
                                 const SquillShape *shape,
                                 const SquillWalkPosition *place,
                                 bson_t *document);
void _squill_walk_write_object (SquillWalk *self,
                                const SquillShape *shape,
                                const SquillWalkPosition *place,
                                bson_t *document,
                                const char *key);
void _squill_walk_write_member (SquillWalk *self,
                                const SquillShape *shape,
                                const SquillWalkPosition *place,
                                bson_t *document);
void _squill_walk_write_field (SquillWalk *self,
                               const SquillShape *shape,
                               const SquillWalkPosition *place,
                               bson_t *document);
void _squill_walk_write_value (SquillWalk *self,
                               const SquillShape *shape,
                               const SquillWalkPosition *place,
                               bson_t *document,
                               const char *key);
void _squill_walk_write_references (SquillWalk *self,
                                    const SquillShape *shape,
                                    const SquillWalkPosition *place,
                                    bson_t *document);
char *_squill_walk_make_key (SquillWalk *self,
                             const SquillShape *shape,
                             const SquillWalkPosition *place,
                             guint64 index);
void _squill_walk_write_embedded (SquillWalk *self,
                                  const SquillShape *shape,
                                  const SquillWalkPosition *place,
                                  bson_t *document);
void _squill_walk_write_copy (SquillWalk *self,
                              const SquillShape *shape,
                              const SquillWalkPosition *place,
                              bson_t *document);
void _squill_walk_write_attribute (SquillWalk *self,
                                   const SquillShape *shape,
                                   const SquillWalkPosition *place,
                                   bson_t *document);

G_END_DECLS

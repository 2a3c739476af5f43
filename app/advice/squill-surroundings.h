/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "advice/squill-workload.h"
#include "design/squill-design.h"

G_BEGIN_DECLS

/* Who is next to whom, now and when findings were read last: the entities at the ends of a
 * relationship, those that an operation touches, those in the documents of a collection. From it
 * follows which entities a change concerns. */

typedef struct _SquillSurroundings SquillSurroundings;

/**
 * SquillMarks:
 * @entities: entity -> #SquillAspects: what has changed about it or next to it
 * @collections: collection -> #SquillAspects: those that were computed again, or are new
 * @gone: collections that are no more
 * @operations: operations that touch, or touched, one of @entities
 *
 * What a change concerns. All keys belong to the tables.
 */
typedef struct
{
  GHashTable *entities;
  GHashTable *collections;
  GHashTable *gone;
  GHashTable *operations;
} SquillMarks;

void squill_marks_init (SquillMarks *self);
void squill_marks_clear (SquillMarks *self);
SquillAspects squill_marks_get (GHashTable *table, const char *id);
void squill_marks_add (GHashTable *table, const char *id, SquillAspects aspects);

SquillSurroundings *squill_surroundings_new (SquillDesign *design);
void squill_surroundings_free (SquillSurroundings *self);
gboolean squill_surroundings_have_ends_moved (SquillSurroundings *self, GHashTable *pending);
void squill_surroundings_mark (SquillSurroundings *self,
                               const SquillWorkload *workload,
                               gboolean workload_is_new,
                               GHashTable *pending,
                               SquillAspects any,
                               SquillMarks *marks);
const GPtrArray *squill_surroundings_get_collections (SquillSurroundings *self, const char *entity);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SquillSurroundings, squill_surroundings_free)

G_END_DECLS

/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "model/squill-model.h"

G_BEGIN_DECLS

/* Which collection read what of the model when it was computed, so that a change finds those that
 * have to be computed again. While one is computed, each thing it reads is noted; what is noted
 * can be the fields of an entity, only its name, only its count, only one of its fields; all of a
 * relationship, or only how it is stored. */

typedef struct _SquillDependence SquillDependence;

/**
 * SquillDependent:
 * @notes: (element-type gpointer): what it read -> the round in which it read it last
 * @round: how often it was computed
 *
 * The part of a collection that stands in the lists of what it read.
 */
typedef struct
{
  GHashTable *notes;
  guint round;
} SquillDependent;

typedef void (*SquillDependentFunc) (SquillDependent *dependent, gpointer user_data);

void _squill_dependent_init (SquillDependent *self);
void _squill_dependent_clear (SquillDependent *self, SquillDependence *dependence);

SquillDependence *_squill_dependence_new (SquillModel *model);
void _squill_dependence_free (SquillDependence *self);
void _squill_dependence_begin (SquillDependence *self, SquillDependent *dependent);
void _squill_dependence_end (SquillDependence *self);
const char *_squill_dependence_get_id (SquillDependence *self, const SquillEntity *entity);
const char *_squill_dependence_note_entity (SquillDependence *self, const SquillEntity *entity);
void _squill_dependence_note_name (SquillDependence *self, const SquillEntity *entity);
void _squill_dependence_note_ends (SquillDependence *self, const SquillEntity *entity);
void _squill_dependence_note_count (SquillDependence *self, const SquillEntity *entity);
const SquillField *_squill_dependence_note_field (SquillDependence *self,
                                                  const SquillEntity *entity,
                                                  const char *field);
const char *_squill_dependence_note_relationship (SquillDependence *self,
                                                  const SquillRelationship *relationship);
void _squill_dependence_note_storage (SquillDependence *self,
                                      const SquillRelationship *relationship);
void _squill_dependence_note_missing (SquillDependence *self, const char *id);
void _squill_dependence_touch (SquillDependence *self,
                               const SquillChange *change,
                               SquillDependentFunc function,
                               gpointer user_data);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SquillDependence, _squill_dependence_free)

G_END_DECLS

/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "advice/squill-transform-private.h"

G_BEGIN_DECLS

/**
 * SquillMerger:
 * @run: a run
 * @into: the entity that stays
 * @from: the one that goes
 * @ids: id of what goes -> id of what takes its place
 * @type: the id of the field that tells the kind
 * @link: (nullable): the relationship between both, where they are read together by that
 * @related: (nullable): the id of the one that takes its place
 *
 * Two collections on their way to one.
 */
typedef struct
{
  SquillRun *run;
  const SquillEntity *into;
  const SquillEntity *from;
  GHashTable *ids;
  const char *type;
  const SquillRelationship *link;
  const char *related;
} SquillMerger;

gboolean _squill_field_is_id (const SquillField *field);
const SquillField *_squill_entity_find_same_field (const SquillEntity *entity,
                                                   const SquillField *field);
char *_squill_merger_find_obstacle (const SquillMerger *self);
SquillFix *_squill_merger_merge (SquillMerger *self, const char *usual, char **reason);

G_END_DECLS

/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <glib.h>
#include <jansson.h>

G_BEGIN_DECLS

/**
 * SquillDecision:
 * @SQUILL_DECISION_NONE: nobody decided; what Squill guesses holds
 * @SQUILL_DECISION_ACCEPTED: it is so
 * @SQUILL_DECISION_REJECTED: it is not so, and is not to be proposed again
 */
typedef enum
{
  SQUILL_DECISION_NONE,
  SQUILL_DECISION_ACCEPTED,
  SQUILL_DECISION_REJECTED,
} SquillDecision;

/**
 * SquillDecisions:
 *
 * What a person decided of the guesses of a profile: that a reference is one or is not, that an
 * object is a map or a record. Places are written as in the profile's JSON: `collection.path`,
 * with `[]`, `{}` and `{key}`. They are kept in the model, so that a rejected guess stays rejected.
 */
typedef struct _SquillDecisions SquillDecisions;

SquillDecisions *squill_decisions_new (void);
SquillDecisions *squill_decisions_new_from_json (const json_t *json);
void squill_decisions_add (SquillDecisions *self, const SquillDecisions *others);
void squill_decisions_free (SquillDecisions *self);
json_t *squill_decisions_to_json (const SquillDecisions *self);
gboolean squill_decisions_is_empty (const SquillDecisions *self);

void squill_decisions_set_reference (SquillDecisions *self,
                                     const char *from,
                                     const char *to,
                                     SquillDecision decision);
SquillDecision squill_decisions_get_reference (const SquillDecisions *self,
                                               const char *from,
                                               const char *to);
void squill_decisions_set_map (SquillDecisions *self, const char *place, SquillDecision decision);
SquillDecision squill_decisions_get_map (const SquillDecisions *self, const char *place);
char **squill_decisions_list_maps (const SquillDecisions *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SquillDecisions, squill_decisions_free)

G_END_DECLS

/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "advice/squill-advice.h"

G_BEGIN_DECLS

/* Words for people: what kinds, placements and quantities are called in the window. */

const char *squill_term_for_kind (SquillKind kind);
char *squill_term_for_item (SquillModel *model, const char *id);
char *squill_term_for_type_of (const SquillField *field);
char *squill_term_for_operation_rate (const SquillOperation *operation);
char *squill_term_for_ends (SquillModel *model, const SquillRelationship *relationship);
const char *squill_term_for_severity (SquillSeverity severity);
const char *squill_mark_for_severity (SquillSeverity severity);
const char *squill_class_for_severity (SquillSeverity severity);

G_END_DECLS

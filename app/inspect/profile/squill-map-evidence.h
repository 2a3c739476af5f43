/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "inspect/profile/squill-path.h"

G_BEGIN_DECLS

double squill_map_evidence_get_confidence (const SquillPath *map);
char **squill_map_evidence_list (const SquillPath *map);
gboolean squill_record_evidence_is_wanted (const SquillPath *record);
double squill_record_evidence_get_confidence (const SquillPath *record);
char **squill_record_evidence_list (const SquillPath *record);

G_END_DECLS

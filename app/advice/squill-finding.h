/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "advice/squill-advice.h"

G_BEGIN_DECLS

SquillFinding *squill_finding_new (const SquillRuleInfo *rule,
                                   SquillSeverity severity,
                                   gconstpointer subject,
                                   char *message);
void squill_finding_free (SquillFinding *self);
void squill_finding_set_number (SquillFinding *self, const char *name, double value);
void squill_finding_set_text (SquillFinding *self, const char *name, const char *value);
void squill_finding_set_list (SquillFinding *self, const char *name, const GPtrArray *texts);
void squill_finding_set_place (SquillFinding *self, const char *collection, const char *path);
int squill_finding_compare (const SquillFinding *a, const SquillFinding *b);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SquillFinding, squill_finding_free)

G_END_DECLS

/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "advice/squill-advice.h"

G_BEGIN_DECLS

/* Building fixes: a label and edits of the model. */

SquillFix *squill_fix_new (char *label);
void squill_fix_free (SquillFix *self);
void squill_fix_add (
    SquillFix *self, SquillKind kind, const char *id, const char *parent, json_t *content);
void squill_fix_remove (SquillFix *self, const char *id);
void squill_fix_set (SquillFix *self, const char *id, const char *property, json_t *value);
void squill_fix_move (SquillFix *self, const char *id, const char *parent, const char *order);

char *squill_fix_add_index (SquillFix *self,
                            SquillModel *model,
                            const SquillEntity *entity,
                            const SquillKeys *keys,
                            gboolean unique,
                            double expire_after);
void squill_fix_forget_keys (SquillFix *self, const SquillEntity *entity, const char *id);

SquillFix *squill_fix_new_set (char *label, const char *id, const char *property, json_t *value);
SquillFix *squill_fix_new_index (char *label,
                                 SquillModel *model,
                                 const SquillEntity *entity,
                                 const SquillKeys *keys,
                                 gboolean unique);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SquillFix, squill_fix_free)

G_END_DECLS

/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "advice/squill-advised.h"

G_BEGIN_DECLS

typedef struct _SquillAdvisedWork SquillAdvisedWork;

SquillAdvisedWork *_squill_advised_work_new (SquillDesign *design);
void _squill_advised_work_free (SquillAdvisedWork *self);
void _squill_advised_work_note (SquillAdvisedWork *self, guint change);
void _squill_advised_work_tell (SquillAdvisedWork *self, const GPtrArray *changes);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SquillAdvisedWork, _squill_advised_work_free)

G_END_DECLS

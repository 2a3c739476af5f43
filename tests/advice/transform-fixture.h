/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "advice/squill-transform.h"

G_BEGIN_DECLS

/* What tests of patterns have in common. */

const SquillTransform *find_transform (const GPtrArray *transforms, const char *pattern);
void apply (SquillAdvice *advice, const char *subject, const char *pattern);
void assert_refused (SquillAdvice *advice,
                     const char *subject,
                     const char *pattern,
                     const char *word);
guint check_transforms (SquillModel *model, const char *only);
const SquillField *find_field (SquillModel *model, const char *owner, const char *name);

G_END_DECLS

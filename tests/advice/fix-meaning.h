/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "advice/squill-advice.h"

G_BEGIN_DECLS

/* What a model means, whatever its placements are: what is unique, what has an order, what each
 * operation reaches, and what is wrong with it. A fix keeps all of it, or says what it does not. */

typedef struct _Meaning Meaning;

Meaning *meaning_new (SquillAdvice *advice);
void meaning_free (Meaning *self);
GPtrArray *meaning_find_differences (const Meaning *self,
                                     SquillAdvice *advice,
                                     SquillSeverity severity);

/* Applies the fix of a finding. The test fails where the model means something else that the fix
 * does not say. */
void assert_fix_keeps_meaning (SquillAdvice *advice, const SquillFinding *finding);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Meaning, meaning_free)

G_END_DECLS

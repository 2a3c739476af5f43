/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "advice/squill-transform.h"

G_BEGIN_DECLS

/* What a model means, whatever its placements are: what is unique, what has an order, what each
 * operation reaches, and what is wrong with it. A fix keeps all of it, or says what it does not. */

typedef struct _Meaning Meaning;

Meaning *meaning_new (SquillAdvice *advice);
void meaning_free (Meaning *self);
GPtrArray *meaning_find_differences (const Meaning *self,
                                     SquillAdvice *advice,
                                     SquillSeverity severity);

/* The advised option of the relationships that a fix stores in another way; a text where the fix
 * does otherwise. */
char *find_fix_against_comparison (SquillAdvice *advice, const SquillFix *fix);

void assert_fix_keeps_meaning (SquillAdvice *advice, const SquillFinding *finding);
void assert_transform_keeps_meaning (SquillAdvice *advice, const SquillTransform *transform);

/* Applies fixes, any of those that there are, until none is left. */
void assert_fixes_end (SquillModel *model, GRand *random);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Meaning, meaning_free)

G_END_DECLS

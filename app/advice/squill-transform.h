/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "advice/squill-advice.h"

G_BEGIN_DECLS

/**
 * SquillPattern:
 * @id: its name for programs, such as "extended-reference"; the rule that proposes it is
 *   "pattern-" and this, see squill_rules_find()
 * @title: a few words, not translated yet: for gettext
 * @explanation: what it does and when it pays, not translated yet
 * @source: where it comes from: citations, joined by "; "
 *
 * A pattern of design that MongoDB's manual or the literature has a name for.
 */
typedef struct
{
  const char *id;
  const char *title;
  const char *explanation;
  const char *source;
} SquillPattern;

const SquillPattern *squill_patterns_get (guint *n);
const SquillPattern *squill_patterns_find (const char *id);

/**
 * SquillTransform:
 * @pattern: the pattern
 * @subject: id of the item that it was asked for
 * @fix: (nullable): what applies it: the same that mends a finding which proposes it
 * @reason: (nullable): where there is no @fix, why: a sentence; translated
 *
 * A pattern for one item of a model: what would change, or why it does not fit.
 */
typedef struct
{
  const SquillPattern *pattern;
  char *subject;
  SquillFix *fix;
  char *reason;
} SquillTransform;

SquillTransform *squill_transform_copy (const SquillTransform *self);
void squill_transform_free (SquillTransform *self);
GPtrArray *squill_advice_list_transforms (SquillAdvice *self, const char *subject);
gboolean squill_advice_apply_transform (SquillAdvice *self,
                                        const SquillTransform *transform,
                                        GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SquillTransform, squill_transform_free)

G_END_DECLS

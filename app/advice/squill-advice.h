/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "design/squill-design.h"

G_BEGIN_DECLS

typedef enum
{
  SQUILL_SEVERITY_HINT,
  SQUILL_SEVERITY_WARNING,
  SQUILL_SEVERITY_ERROR,
} SquillSeverity;

/**
 * SquillFix:
 * @label: what it does, as a button says it: "Store the reference in logmsg"
 * @placement: what the relationship gets, or -1 where the fix is no change of placement
 * @edits: (element-type SquillEdit): the edits that mend it, one step
 */
typedef struct
{
  char *label;
  int placement;
  GPtrArray *edits;
} SquillFix;

/**
 * SquillFinding:
 * @rule: id of the rule, such as "unbounded-array"
 * @severity: how bad
 * @subject: id of the item it is about: what to select
 * @subject_kind: what that is
 * @collection: (nullable): id of the collection whose documents suffer
 * @path: (nullable): the path in that collection
 * @title: a few words: "The array has no upper bound"
 * @message: the sentence with its numbers
 * @values: the numbers by name, as JSON
 * @source: where the rule comes from: "S1 r3"
 * @fix: (nullable): what mends it
 * @dismissed: the user does not want to hear of it
 * @weight: orders findings of one severity: the larger the worse
 */
typedef struct
{
  const char *rule;
  SquillSeverity severity;
  char *subject;
  SquillKind subject_kind;
  char *collection;
  char *path;
  char *title;
  char *message;
  json_t *values;
  const char *source;
  SquillFix *fix;
  gboolean dismissed;
  double weight;
} SquillFinding;

#define SQUILL_TYPE_ADVICE (squill_advice_get_type ())
G_DECLARE_FINAL_TYPE (SquillAdvice, squill_advice, SQUILL, ADVICE, GObject)

/* Signal "changed": findings may be others now; read them again. Computed when next read, and only
 * where rules could have changed their mind. */

SquillAdvice *squill_advice_new (SquillDesign *design);
SquillDesign *squill_advice_get_design (SquillAdvice *self);
/* All findings, worst first, dismissed ones last; (element-type SquillFinding); valid until the
 * model changes. */
GPtrArray *squill_advice_get_findings (SquillAdvice *self);
/* The worst severity that is not dismissed about an item or anything that belongs to it; -1 none.
 */
int squill_advice_get_worst (SquillAdvice *self, const char *id);
gboolean squill_advice_apply_fix (SquillAdvice *self, const SquillFinding *finding, GError **error);

const char *squill_severity_get_name (SquillSeverity severity); /* "error", … */

/* The catalogue. */
typedef struct
{
  const char *id;
  const char *family; /* "A" to "J" */
  SquillSeverity severity;
  const char *source;
  const char *title;       /* translatable, untranslated here */
  const char *explanation; /* a paragraph for "Why?" */
  const char *const *thresholds;
} SquillRuleInfo;

const SquillRuleInfo *squill_rules_get (guint *n);
const SquillRuleInfo *squill_rules_find (const char *id);
double squill_threshold_get (SquillModel *model, const char *name);
double squill_threshold_get_default (const char *name);
const char **squill_thresholds_get_names (guint *n);

G_END_DECLS

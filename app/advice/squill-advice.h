/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "advice/squill-access.h"
#include "design/squill-design.h"

G_BEGIN_DECLS

/**
 * SquillSeverity:
 * @SQUILL_SEVERITY_HINT: there is a better way, or something is not known
 * @SQUILL_SEVERITY_WARNING: it is beyond what somebody advises, or costs more than another way
 * @SQUILL_SEVERITY_ERROR: the server refuses it, data is lost, or it certainly breaks
 *
 * How bad a finding is.
 */
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
 * @losses: (element-type utf8): what the new design no longer does, each a sentence; translated
 *
 * What mends a finding; see squill_advice_apply_fix().
 */
typedef struct
{
  char *label;
  int placement;
  GPtrArray *edits;
  GPtrArray *losses;
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
 * @source: where the rule comes from: citations, joined by "; "
 * @fix: (nullable): what mends it
 * @dismissed: the user does not want to hear of it
 * @weight: orders findings of one severity: the larger the worse
 * @serial: no other finding of the program has it, so that it tells whether this is still the same
 *
 * Something that a rule has to say about a model. Belongs to its advice; valid until the model
 * changes. Texts are translated.
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
  gint64 serial;
} SquillFinding;

#define SQUILL_TYPE_ADVICE (squill_advice_get_type ())
G_DECLARE_FINAL_TYPE (SquillAdvice, squill_advice, SQUILL, ADVICE, GObject)

SquillAdvice *squill_advice_new (SquillDesign *design);
SquillDesign *squill_advice_get_design (SquillAdvice *self);
void squill_advice_set_incremental (SquillAdvice *self, gboolean incremental);
guint squill_advice_get_pending (SquillAdvice *self);
void squill_advice_complete (SquillAdvice *self);
GPtrArray *squill_advice_get_findings (SquillAdvice *self);
SquillAccess squill_advice_get_access_of_operations (SquillAdvice *self,
                                                     const char *relationship_id);
const GPtrArray *squill_advice_get_uses (SquillAdvice *self);
int squill_advice_get_worst (SquillAdvice *self, const char *id);
gboolean squill_advice_apply_fix (SquillAdvice *self, const SquillFinding *finding, GError **error);

gboolean squill_fix_apply (const SquillFix *self, SquillModel *model, GError **error);

const char *squill_severity_get_name (SquillSeverity severity);

/* The catalog. */

/**
 * SquillRuleInfo:
 * @id: what findings and dismissals call it, such as "unbounded-array"
 * @family: "A" to "J", the family it belongs to
 * @severity: that of most of its findings; some are worse or better
 * @source: where it comes from: citations, joined by "; "
 * @title: a few words, not translated yet: for gettext
 * @explanation: a paragraph for "Why?", not translated yet
 * @thresholds: (nullable): the names of the thresholds it compares with, %NULL after the last
 *
 * A rule, as people read it.
 */
typedef struct
{
  const char *id;
  const char *family;
  SquillSeverity severity;
  const char *source;
  const char *title;
  const char *explanation;
  const char *const *thresholds;
} SquillRuleInfo;

const SquillRuleInfo *squill_rules_get (guint *n);
const SquillRuleInfo *squill_rules_find (const char *id);
const char *squill_rules_get_family_title (const char *family);

G_END_DECLS

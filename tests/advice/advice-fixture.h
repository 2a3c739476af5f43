/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "advice/squill-advice.h"

G_BEGIN_DECLS

/* Drawing models in a few lines. The id of an entity or operation is its name, that of a field
 * "owner.name"; the others are told by the test. JSON is written with single quotation marks. */

void draw_entity (SquillModel *model, const char *name, double count);
void draw_field (SquillModel *model, const char *owner, const char *name, const char *types);
void draw_text (SquillModel *model, const char *owner, const char *name, double bytes);
void draw_array (
    SquillModel *model, const char *owner, const char *name, const char *types, const char *length);
void draw_relationship (SquillModel *model,
                        const char *id,
                        const char *parent,
                        const char *child,
                        const char *placement,
                        const char *children,
                        const char *parents);
void draw_copy (SquillModel *model,
                const char *relationship,
                const char *field,
                const char *direction,
                const char *mode);
void draw_index (SquillModel *model, const char *entity, const char *id, const char *keys);
void draw_operation (
    SquillModel *model, const char *name, const char *kind, const char *entity, double rate);
void change (SquillModel *model, const char *id, const char *property, const char *json);
void change_number (SquillModel *model, const char *id, const char *property, double value);
void observe (SquillModel *model, const char *id, const char *place, const char *counted);

json_t *parse (const char *json);

/* What advice says, as text, in its order; without the ids that fixes make. */
char *dump_advice (SquillAdvice *advice);
SquillAdvice *advise (SquillModel *model);
const SquillFinding *find_finding (SquillAdvice *advice, const char *rule, const char *subject);

/**
 * RuleCase:
 * @rule: id of a rule
 * @severity: of what it finds
 * @subject: (nullable): what it is about; %NULL where it does not matter
 * @fires: draws a model in which it finds something
 * @silent: draws a model that is nearly the same, in which it does not
 */
typedef struct
{
  const char *rule;
  SquillSeverity severity;
  const char *subject;
  void (*fires) (SquillModel *model);
  void (*silent) (SquillModel *model);
} RuleCase;

void add_rule_cases (const RuleCase *cases, gsize n);

G_END_DECLS

/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <bson/bson.h>

#include "design/squill-plan.h"

G_BEGIN_DECLS

/* Drawing models in a few lines. Ids are told by the test; those of fields are "owner.name". */

void draw_entity (SquillModel *model, const char *name);
void draw_field (SquillModel *model, const char *owner, const char *name, const char *form);
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
                const char *direction);
void draw_index (SquillModel *model, const char *entity, const char *id, const char *keys);
void draw_operation (SquillModel *model,
                     const char *id,
                     const char *operation,
                     const char *entity,
                     double rate,
                     const char *more);
void draw_count (SquillModel *model, const char *entity, double count);
void change (SquillModel *model, const char *id, const char *property, const char *json);
json_t *parse (const char *json);

/* One of data/examples (transfer full), by its name without an ending. */
SquillModel *load_example (const char *name);

/* What a design says, as text: equal texts are equal designs. */
char *dump_shape (const SquillShape *shape);
char *dump_collection (const SquillCollection *collection);
char *dump_design (SquillDesign *design);
char *dump_plan (const SquillPlan *plan);
void assert_shape (SquillDesign *design, const char *collection, const char *expected);

/* A real document of a shape whose sizes and lengths are all exact. */
bson_t *encode_shape (const SquillShape *shape);

G_END_DECLS

/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "design/squill-plan.h"

G_BEGIN_DECLS

/* What an operation does with the design, in few words. */

char *squill_plan_write_collections (const SquillPlan *plan);
char *squill_plan_write_reads (const SquillPlan *plan);
char *squill_plan_write_writes (const SquillPlan *plan);
char *squill_plan_write_access (const SquillPlan *plan);
char *squill_plan_write_cost (const SquillPlan *plan);
char *squill_plan_write_steps (const SquillPlan *plan);

G_END_DECLS

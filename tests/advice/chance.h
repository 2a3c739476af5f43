/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "advice/squill-advice.h"

G_BEGIN_DECLS

/* What edits a model by a seed. */
typedef struct
{
  SquillModel *model;
  GRand *random;
  guint next; /* of the names that it gives */
} Chance;

gpointer chance_pick (Chance *chance, SquillKind kind);
void chance_edit (Chance *chance, SquillAdvice *advice);

G_END_DECLS

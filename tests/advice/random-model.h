/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "model/squill-model.h"

G_BEGIN_DECLS

/* Models as nobody would draw them, for what must hold of all. */

void draw_random_model (SquillModel *model, GRand *random);

G_END_DECLS

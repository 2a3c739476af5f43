/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "inspect/reference/squill-reference.h"

G_BEGIN_DECLS

void squill_reference_write_evidence (SquillReference *self);

G_END_DECLS

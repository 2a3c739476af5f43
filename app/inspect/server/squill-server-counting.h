/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "inspect/squill-profile.h"

G_BEGIN_DECLS

void squill_server_count_profile (SquillProfile *profile,
                                  GHashTable *places,
                                  const SquillInspectOptions *options,
                                  GCancellable *cancellable);

G_END_DECLS

/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "inspect/reference/squill-reference.h"

G_BEGIN_DECLS

/**
 * SquillDecidedProfile:
 * @collections: (element-type SquillCollectionProfile): what is known of the collections, with maps
 * and records as they were decided on
 * @references: (element-type SquillReference): the references of these, as they were decided on
 *
 * A profile as a person sees it who decided otherwise than Squill would here and there. It must go
 * before the profile does.
 */
typedef struct
{
  GPtrArray *collections;
  GPtrArray *references;

  /*< private >*/
  GPtrArray *copies;
} SquillDecidedProfile;

SquillDecidedProfile *squill_decided_profile_new (SquillProfile *profile,
                                                  const SquillDecisions *decisions);
void squill_decided_profile_free (SquillDecidedProfile *self);
const SquillPath *squill_decided_profile_find_path (const SquillDecidedProfile *self,
                                                    const char *place,
                                                    const SquillCollectionProfile **collection);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SquillDecidedProfile, squill_decided_profile_free)

G_END_DECLS

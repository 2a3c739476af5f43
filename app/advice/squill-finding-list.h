/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "advice/squill-finding.h"

G_BEGIN_DECLS

/* All that was found, by what was looked at and who looked, and what is shown of it, in order.
 * What stays does not have to be sorted, nor judged, again. */

typedef struct _SquillFindingList SquillFindingList;

SquillFindingList *squill_finding_list_new (void);
void squill_finding_list_free (SquillFindingList *self);
void squill_finding_list_add (SquillFindingList *self,
                              const char *subject,
                              gconstpointer finder,
                              SquillFinding *finding);
gboolean squill_finding_list_has (const SquillFindingList *self,
                                  const char *subject,
                                  gconstpointer finder);
void squill_finding_list_drop (SquillFindingList *self, const char *subject, gconstpointer finder);
void squill_finding_list_drop_missing (SquillFindingList *self, SquillModel *model);
void squill_finding_list_read_dismissals (SquillFindingList *self, SquillModel *model);
GPtrArray *squill_finding_list_get_shown (SquillFindingList *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SquillFindingList, squill_finding_list_free)

G_END_DECLS

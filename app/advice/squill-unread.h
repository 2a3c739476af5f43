/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "advice/squill-advice-private.h"

G_BEGIN_DECLS

/**
 * SquillUnread:
 * @watched: aspects that any check reads
 * @watched_elsewhere: those that checks of other scopes than a relationship read
 * @pending: id at the top level -> #SquillAspects that have changed of it
 * @everywhere: what has changed and concerns all
 * @any: all aspects that have changed, together
 * @all: nothing is known yet
 * @structure_stale: items came or went, so that all operations must be indexed again
 * @ends_doubtful: relationships may lead elsewhere
 * @groups_stale: fields that change together are others
 * @dismissals_stale: findings were dismissed, or are no longer
 * @items_went: some of what findings are about may be gone
 * @stale: any of this
 *
 * What has changed in the model since findings were read last.
 */
typedef struct
{
  SquillAspects watched;
  SquillAspects watched_elsewhere;
  GHashTable *pending;
  SquillAspects everywhere;
  SquillAspects any;
  gboolean all;
  gboolean structure_stale;
  gboolean ends_doubtful;
  gboolean groups_stale;
  gboolean dismissals_stale;
  gboolean items_went;
  gboolean stale;
} SquillUnread;

void _squill_unread_init (SquillUnread *self);
void _squill_unread_clear (SquillUnread *self);
gboolean _squill_unread_add_change (SquillUnread *self, const SquillChange *change);
void _squill_unread_add_all (SquillUnread *self);
void _squill_unread_set_indexed (SquillUnread *self);
void _squill_unread_set_marked (SquillUnread *self);

G_END_DECLS

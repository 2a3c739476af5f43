/* SPDX-License-Identifier: Apache-2.0 */

/* What has changed in the model since findings were read last, as far as any check reads it. */

#define G_LOG_DOMAIN "squill-advice"

#include "config.h"

#include "advice/squill-unread.h"

/** At first nothing is known. */
void
_squill_unread_init (SquillUnread *self)
{
  *self = (SquillUnread){ .all = TRUE, .stale = TRUE, .dismissals_stale = TRUE };
  self->pending = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
}

/** Frees what it holds. */
void
_squill_unread_clear (SquillUnread *self)
{
  g_clear_pointer (&self->pending, g_hash_table_unref);
}

/* Which operations have to be indexed again. */
static void
note_operation (SquillUnread *self, const SquillChangeEntry *entry)
{
  switch (entry->kind)
    {
    case SQUILL_KIND_ENTITY:
      self->structure_stale |= entry->type != SQUILL_EDIT_SET;
      self->groups_stale |= entry->type != SQUILL_EDIT_SET;
      break;
    case SQUILL_KIND_RELATIONSHIP:
      self->structure_stale |= entry->type != SQUILL_EDIT_SET;
      self->groups_stale |= entry->type != SQUILL_EDIT_SET;
      self->ends_doubtful |= (entry->aspects & SQUILL_ASPECT_PLACEMENT) != 0;
      break;
    case SQUILL_KIND_FIELD:
      self->groups_stale |= (entry->aspects & SQUILL_ASPECT_WORKLOAD) != 0;
      break;
    case SQUILL_KIND_MODEL:
      /* Thresholds of what is hot. */
      self->structure_stale |= (entry->aspects & SQUILL_ASPECT_ADVICE) != 0;
      break;
    case SQUILL_KIND_OPERATION:
    case SQUILL_KIND_INDEX:
    case SQUILL_KIND_COPY:
    case SQUILL_KIND_NOTE:
    case SQUILL_KIND_GROUP:
    case SQUILL_KIND_DISMISSAL:
    case SQUILL_KIND_ALTERNATIVE:
    case SQUILL_KIND_VIEW:
    default:
      break;
    }
}

/* Those of the aspects that a check reads. Texts are edited often, and most matter to no rule but
 * those of relationships. */
static SquillAspects
get_watched (const SquillUnread *self, const SquillChangeEntry *entry)
{
  const SquillAspects aspects = entry->aspects & self->watched;

  return entry->kind != SQUILL_KIND_RELATIONSHIP &&
                 (self->watched_elsewhere & SQUILL_ASPECT_TEXT) == 0
             ? aspects & ~(SquillAspects)SQUILL_ASPECT_TEXT
             : aspects;
}

/**
 * _squill_unread_add_change:
 * @self: what has changed
 * @change: what was done to the model
 *
 * Adds a change.
 *
 * Returns: %TRUE if findings may be others for it
 */
gboolean
_squill_unread_add_change (SquillUnread *self, const SquillChange *change)
{
  gboolean changed = FALSE;

  for (guint i = 0; i < change->entries->len; i++)
    {
      const SquillChangeEntry *entry = change->entries->pdata[i];
      const SquillAspects aspects = get_watched (self, entry);

      if (entry->type == SQUILL_EDIT_REMOVE || entry->type == SQUILL_EDIT_MOVE)
        self->items_went = TRUE;
      if (entry->kind == SQUILL_KIND_DISMISSAL)
        {
          self->dismissals_stale = TRUE;
          changed = TRUE;
          continue;
        }
      if (aspects == 0)
        continue;
      changed = TRUE;
      self->any |= aspects;
      note_operation (self, entry);
      /* No finding names the model. */
      if (entry->kind == SQUILL_KIND_MODEL)
        self->everywhere |= aspects & ~(SquillAspects)SQUILL_ASPECT_NAME;
      else
        _squill_marks_add (self->pending, entry->owner, aspects);
    }
  self->stale |= changed;
  return changed;
}

/** Anything may have changed. */
void
_squill_unread_add_all (SquillUnread *self)
{
  self->everywhere = self->any = SQUILL_ASPECTS_ALL;
  self->structure_stale = self->groups_stale = self->items_went = TRUE;
  self->dismissals_stale = self->stale = TRUE;
}

/** The operations are indexed as they are now. */
void
_squill_unread_set_indexed (SquillUnread *self)
{
  self->structure_stale = self->ends_doubtful = self->groups_stale = FALSE;
}

/** What the changes concern waits to be looked at. */
void
_squill_unread_set_marked (SquillUnread *self)
{
  g_hash_table_remove_all (self->pending);
  self->everywhere = self->any = 0;
  self->all = FALSE;
}

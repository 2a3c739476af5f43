/* SPDX-License-Identifier: Apache-2.0 */

/* What is done with the copies of fields. */

#define G_LOG_DOMAIN "squill-advice"

#include "config.h"

#include "advice/squill-advice-private.h"

#include <string.h>

/* Whether a read gets the copy: it names it, or it gets whole documents that have it. Who comes
 * from the source has the value itself. */
static gboolean
reads_copy (const SquillUse *use, const SquillRelationship *r, const SquillCopyUse *copy)
{
  const SquillOperation *operation = use->operation;
  g_autofree char *path = g_strconcat (r->item.id, "/", copy->copy->field, NULL);

  if (!use->reads || use->root == NULL || use->root == copy->source)
    return FALSE;
  if (_squill_keys_have_path (operation->returns, path) ||
      _squill_keys_have_path (operation->filter, path) ||
      _squill_keys_have_path (operation->sort, path))
    return TRUE;
  return operation->returns == NULL &&
         (use->root == copy->keeper || !squill_use_goes_through (use, r->item.id));
}

static gboolean
writes_source (const SquillUse *use, const SquillCopyUse *copy)
{
  return !use->reads && use->root == copy->source &&
         _squill_keys_have_path (use->operation->writes, copy->copy->field);
}

/** An operation that only updates copies, this one among them (nullable). */
const SquillOperation *
_squill_run_find_copy_update (SquillRun *run, const SquillRelationship *r, const SquillCopy *copy)
{
  const char *keeper = copy->direction == SQUILL_COPY_TO_CHILD ? r->child : r->parent;
  const GPtrArray *uses = squill_operation_index_get_uses_from (run->operations, keeper);
  g_autofree char *path = g_strconcat (r->item.id, "/", copy->field, NULL);

  for (guint i = 0; i < uses->len; i++)
    {
      const SquillOperation *operation = ((const SquillUse *)uses->pdata[i])->operation;

      if (squill_operation_updates_copies (operation, r) &&
          _squill_keys_have_path (operation->writes, path))
        return operation;
    }
  return NULL;
}

static void
find_updates (SquillRun *run, const SquillRelationship *r, SquillCopyUse *copy)
{
  const GPtrArray *uses =
      squill_operation_index_get_uses_from (run->operations, copy->source->item.id);

  copy->update = _squill_run_find_copy_update (run, r, copy->copy);
  for (guint i = 0; i < uses->len; i++)
    {
      const SquillUse *use = uses->pdata[i];

      if (!writes_source (use, copy))
        continue;
      copy->writer = use->operation;
      copy->is_written_along |= squill_use_goes_through (use, r->item.id);
    }
}

/**
 * _squill_run_get_copies:
 * @run: a run
 * @r: a relationship
 *
 * Returns: (transfer full) (element-type SquillCopyUse): the copies that documents have across it
 */
GArray *
_squill_run_get_copies (SquillRun *run, const SquillRelationship *r)
{
  GArray *copies = g_array_new (FALSE, TRUE, sizeof (SquillCopyUse));

  SQUILL_FOR_EACH_CHILD (SquillCopy, copy, r, SQUILL_KIND_COPY)
    {
      const gboolean to_child = copy->direction == SQUILL_COPY_TO_CHILD;
      SquillCopyUse use = { .copy = copy };
      const SquillShape *place;
      g_autofree char *path = NULL;

      if (copy->field == NULL)
        continue;
      use.source = to_child ? _squill_run_get_parent (run, r) : _squill_run_get_child (run, r);
      use.keeper = to_child ? _squill_run_get_child (run, r) : _squill_run_get_parent (run, r);
      use.field = squill_model_get_field (run->model, squill_key_path_get_last (copy->field));
      place = _squill_run_get_place (run, use.keeper->item.id);
      if (use.field == NULL || place == NULL)
        continue;
      path = g_strconcat (r->item.id, "/", copy->field, NULL);
      use.shape = squill_design_resolve (run->design, place, path);
      if (use.shape == NULL || g_strcmp0 (use.shape->copy, copy->item.id) != 0)
        continue;
      find_updates (run, r, &use);
      g_array_append_val (copies, use);
    }
  return copies;
}

/** TRUE if the copy has to change when its source does. */
gboolean
_squill_copy_use_follows (const SquillCopyUse *self)
{
  return self->copy->mode == SQUILL_COPY_KEPT && !self->field->immutable &&
         g_strcmp0 (self->field->name, "_id") != 0;
}

/**
 * _squill_run_count_copy_reads:
 * @run: a run
 * @r: a relationship
 * @copies: (element-type SquillCopyUse): copies across it, in the same direction
 *
 * Returns: how often at least one of them is read, per second; NaN where nobody said of all reads
 *   of the documents that have them
 */
double
_squill_run_count_copy_reads (SquillRun *run, const SquillRelationship *r, const GArray *copies)
{
  const SquillCopyUse *first = &g_array_index (copies, SquillCopyUse, 0);
  const GPtrArray *uses =
      squill_operation_index_get_uses_of (run->operations, first->keeper->item.id);
  gboolean is_known = FALSE;
  double reads = 0;

  for (guint i = 0; i < uses->len; i++)
    {
      const SquillUse *use = uses->pdata[i];
      gboolean is_read = FALSE;

      for (guint k = 0; k < copies->len && !is_read; k++)
        is_read = reads_copy (use, r, &g_array_index (copies, SquillCopyUse, k));
      if (is_read && !(use->rate > 0))
        return NAN;
      is_known |= use->reads && use->rate > 0 && use->root == first->keeper;
      reads += is_read ? use->rate : 0;
    }
  return is_known || reads > 0 ? reads : NAN;
}

/**
 * _squill_run_count_copy_writes:
 * @run: a run
 * @copies: (element-type SquillCopyUse): copies, in the same direction
 *
 * Returns: how often the source of at least one of them is written, per second; NaN where nobody
 *   said
 */
double
_squill_run_count_copy_writes (SquillRun *run, const GArray *copies)
{
  const SquillCopyUse *first = &g_array_index (copies, SquillCopyUse, 0);
  const GPtrArray *uses =
      squill_operation_index_get_uses_from (run->operations, first->source->item.id);
  double writes = 0;

  for (guint i = 0; i < uses->len; i++)
    {
      const SquillUse *use = uses->pdata[i];
      gboolean is_written = FALSE;

      for (guint k = 0; k < copies->len && !is_written; k++)
        is_written = writes_source (use, &g_array_index (copies, SquillCopyUse, k));
      writes += is_written ? use->rate : 0;
    }
  return writes > 0 ? writes : NAN;
}

/** How many copies of one value there are likely to be at the horizon; NaN where nobody said. */
double
_squill_run_count_copies (SquillRun *run,
                          const SquillRelationship *r,
                          SquillCopyDirection direction)
{
  return direction == SQUILL_COPY_TO_CHILD ? _squill_run_get_children (run, r)
                                           : _squill_run_get_parents (run, r);
}

/* Personal data. */

/** TRUE if the values say something about a person that not everybody should know. */
gboolean
_squill_field_is_personal (const SquillField *field)
{
  static const char *const meanings[] = { "address",  "birthday", "email", "iban", "ip",
                                          "passport", "phone",    "pii",   "ssn",  NULL };

  return field->meaning != NULL && g_strv_contains (meanings, field->meaning);
}

/** TRUE if it is known that more people may read the one than the other. */
gboolean
_squill_entity_is_more_open (const SquillEntity *self, const SquillEntity *than)
{
  /* What everybody may read is no place for personal data, wherever it comes from. */
  if (self->readers == SQUILL_READERS_PUBLIC)
    return than->readers != SQUILL_READERS_PUBLIC;
  return self->readers != SQUILL_READERS_UNKNOWN && than->readers > self->readers;
}

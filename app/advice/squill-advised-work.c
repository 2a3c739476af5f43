/* SPDX-License-Identifier: Apache-2.0 */

/* Which operations pay for what is advised: something else than their cost may decide. */

#define G_LOG_DOMAIN "squill-advice"

#include "config.h"

#include "advice/squill-advised-private.h"
#include "advice/squill-advice-private.h"

#include "design/squill-placement-text.h"
#include "design/squill-plan.h"

/* So much more work in all is not worth a word, nor is such a part of it where one operation has
 * it.
 */
#define MORE 0.05

/* What an operation does. */
typedef struct
{
  double load; /* microseconds each second; NaN where it is not known */
  SquillCounts counts;
} Work;

/* What an operation costs more, and which change made most of that. */
typedef struct
{
  double most;
  guint change;
} Rise;

struct _SquillAdvisedWork
{
  SquillDesign *design;
  GHashTable *start; /* id of an operation -> Work */
  GHashTable *last;
  GHashTable *rises; /* id of an operation -> Rise */
};

static GHashTable *
measure (SquillDesign *design)
{
  GHashTable *all = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);

  SQUILL_FOR_EACH_CHILD (SquillOperation, operation,
                         squill_model_get_info (squill_design_get_model (design)),
                         SQUILL_KIND_OPERATION)
    {
      const SquillPlan *plan = squill_design_get_plan (design, operation->item.id);
      const double load = squill_plan_get_load (plan, operation).likely;
      Work *work = g_new (Work, 1);

      *work = (Work){ .load = isfinite (load) ? load : NAN,
                      .counts = { .commands = plan->round_trips.likely,
                                  .keys = plan->keys.likely,
                                  .documents = plan->documents.likely,
                                  .read_bytes = plan->bytes_read.likely,
                                  .written = plan->written.likely,
                                  .log_bytes = plan->log_bytes.likely,
                                  .written_keys = plan->written_keys.likely } };
      g_hash_table_insert (all, g_strdup (operation->item.id), work);
    }
  return all;
}

/* NaN where it is not known; an operation that there is not does nothing. */
static double
get_load (GHashTable *all, const char *operation)
{
  const Work *work = g_hash_table_lookup (all, operation);

  return work != NULL ? work->load : 0;
}

/* What all do of which it is known what they do here and there. */
static double
sum (GHashTable *here, GHashTable *there)
{
  GHashTableIter iter;
  gpointer id, work;
  double total = 0;

  g_hash_table_iter_init (&iter, here);
  while (g_hash_table_iter_next (&iter, &id, &work))
    if (!isnan (((const Work *)work)->load) && !isnan (get_load (there, id)))
      total += ((const Work *)work)->load;
  return total;
}

/**
 * _squill_advised_work_new:
 * @design: the design before anything is changed; it has to stay
 *
 * Returns: (transfer full): what its operations cost
 */
SquillAdvisedWork *
_squill_advised_work_new (SquillDesign *design)
{
  SquillAdvisedWork *self = g_new0 (SquillAdvisedWork, 1);

  self->design = design;
  self->start = measure (design);
  self->last = g_hash_table_ref (self->start);
  self->rises = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  return self;
}

/** Frees it. */
void
_squill_advised_work_free (SquillAdvisedWork *self)
{
  g_hash_table_unref (self->start);
  g_hash_table_unref (self->last);
  g_hash_table_unref (self->rises);
  g_free (self);
}

/** Notes what the change at the position @change has made dearer. */
void
_squill_advised_work_note (SquillAdvisedWork *self, guint change)
{
  GHashTable *now = measure (self->design);
  GHashTableIter iter;
  gpointer id, work;

  g_hash_table_iter_init (&iter, now);
  while (g_hash_table_iter_next (&iter, &id, &work))
    {
      const double last = get_load (self->last, id);
      const double more =
          ((const Work *)work)->load - (isnan (last) ? get_load (self->start, id) : last);
      Rise *rise = g_hash_table_lookup (self->rises, id);

      if (!(more > 0) || (rise != NULL && more <= rise->most))
        continue;
      if (rise == NULL)
        g_hash_table_insert (self->rises, g_strdup (id), rise = g_new (Rise, 1));
      *rise = (Rise){ more, change };
    }
  g_hash_table_unref (self->last);
  self->last = now;
}

/* The operation that costs most more than at the start; NULL where none does. */
static const SquillOperation *
find_dearest (SquillAdvisedWork *self)
{
  const SquillOperation *dearest = NULL;
  double most = 0;

  SQUILL_FOR_EACH_CHILD (SquillOperation, operation,
                         squill_model_get_info (squill_design_get_model (self->design)),
                         SQUILL_KIND_OPERATION)
    {
      const double more =
          get_load (self->last, operation->item.id) - get_load (self->start, operation->item.id);

      if (more > most)
        {
          most = more;
          dearest = operation;
        }
    }
  return dearest;
}

/**
 * _squill_advised_work_tell:
 * @self: what operations cost
 * @changes: (element-type SquillAdvisedChange): what was done
 *
 * Says with each change which operations cost more because of it: those for which that is a
 * noticeable part of all work, and where all work is noticeably more, the one that pays most. What
 * is not known before or after is left out.
 */
void
_squill_advised_work_tell (SquillAdvisedWork *self, const GPtrArray *changes)
{
  const double start = sum (self->start, self->last);
  const gboolean is_more = sum (self->last, self->start) > (1 + MORE) * start;
  const SquillOperation *dearest = is_more ? find_dearest (self) : NULL;

  SQUILL_FOR_EACH_CHILD (SquillOperation, operation,
                         squill_model_get_info (squill_design_get_model (self->design)),
                         SQUILL_KIND_OPERATION)
    {
      const Rise *rise = g_hash_table_lookup (self->rises, operation->item.id);
      const Work *before = g_hash_table_lookup (self->start, operation->item.id);
      const Work *now = g_hash_table_lookup (self->last, operation->item.id);
      const double more = now->load - (before != NULL ? before->load : 0);

      if (rise == NULL || !(more > MORE * start || operation == dearest))
        continue;
      g_ptr_array_add (((const SquillAdvisedChange *)changes->pdata[rise->change])->losses,
                       squill_operation_describe_price (_squill_wording_name (operation), now->load,
                                                        &now->counts,
                                                        before != NULL ? before->load : 0,
                                                        before != NULL ? &before->counts : NULL));
    }
}

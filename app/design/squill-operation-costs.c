/* SPDX-License-Identifier: Apache-2.0 */

/* What all that is done with a relationship costs together, with what checkpoints write of it. */

#define G_LOG_DOMAIN "squill-design"

#include "config.h"

#include <glib/gi18n-lib.h>

#include "design/squill-design-private.h"

#include "model/squill-placement.h"

/* How many documents are changed each second. */
static double
get_written (const SquillRelationshipLoad *load, SquillLoadKind kind)
{
  double written = 0;

  for (guint i = 0; i < load->parts->len; i++)
    {
      const SquillLoadPart *part = &g_array_index (load->parts, SquillLoadPart, i);

      if (part->kind == kind)
        written += part->rate * (isnan (part->found.likely) ? 1 : part->found.likely);
    }
  return written;
}

/* How many documents with all children of a parent are changed each second because one is. */
static double
get_written_around (const SquillRelationshipLoad *load, SquillLoadKind kind)
{
  double written = get_written (load, kind);

  for (guint i = 0; i < load->parts->len; i++)
    {
      const SquillLoadPart *part = &g_array_index (load->parts, SquillLoadPart, i);

      if (part->kind == kind && part->of_one_parent && part->found.likely > part->parents)
        written -= part->rate * (part->found.likely - part->parents);
    }
  return written;
}

/* What checkpoints write. */
static double
get_flushes (const SquillStorage *self, const SquillRelationshipLoad *load)
{
  const double inserts = _squill_relationship_load_get_rate (load, SQUILL_LOAD_INSERT);
  const double removals = get_written (load, SQUILL_LOAD_REMOVE);
  const double moves = _squill_relationship_load_get_rate (load, SQUILL_LOAD_MOVE);
  const double parent_copied = get_written (load, SQUILL_LOAD_UPDATE_PARENT_COPIED);
  const double child_copied = get_written (load, SQUILL_LOAD_UPDATE_CHILD_COPIED);
  const double updates = get_written (load, SQUILL_LOAD_UPDATE_CHILD) + child_copied;
  const double members = inserts + removals + 2 * moves;
  double parents = get_written (load, SQUILL_LOAD_UPDATE_PARENT) + parent_copied;
  double children = updates + removals;
  double others = 0;
  double n_others = NAN, bytes_other = 0;
  double appended = 0;

  switch (self->placement)
    {
    case SQUILL_PLACEMENT_EMBED_ONE:
    case SQUILL_PLACEMENT_EMBED_MANY:
      parents +=
          members + self->parents * (get_written_around (load, SQUILL_LOAD_UPDATE_CHILD) +
                                     get_written_around (load, SQUILL_LOAD_UPDATE_CHILD_COPIED));
      children = 0;
      break;
    case SQUILL_PLACEMENT_CHILD_REFERENCES:
      parents += members + (self->copied ? child_copied * self->parents : 0);
      break;
    case SQUILL_PLACEMENT_TWO_WAY:
      parents += members;
      children += moves;
      break;
    case SQUILL_PLACEMENT_SUBSET:
      parents +=
          inserts + 2 * moves + (updates + removals) * _squill_storage_get_subset_share (self);
      children += moves;
      break;
    case SQUILL_PLACEMENT_BUCKET:
      others = updates + members;
      n_others = self->n_parents * _squill_storage_count_buckets (self);
      bytes_other = self->bucket;
      children = 0;
      break;
    case SQUILL_PLACEMENT_JUNCTION:
      others = moves + removals;
      n_others = self->n_parents * self->children;
      bytes_other = self->link;
      break;
    case SQUILL_PLACEMENT_PARENT_REFERENCE:
    default:
      children += moves + (self->copied ? parent_copied * self->children : 0);
      break;
    }
  /* What comes stands beside what came just before. */
  if (!squill_placement_holds_children (self->placement))
    appended = inserts * self->child;
  if (self->placement == SQUILL_PLACEMENT_JUNCTION)
    appended += inserts * self->link;
  return _squill_cost_of_flushed_bytes (appended) +
         _squill_cost_of_flushes (parents, self->n_parents, self->parent) +
         _squill_cost_of_flushes (children, self->n_children, self->child) +
         _squill_cost_of_flushes (others, n_others, bytes_other);
}

static void
clear_cost (gpointer data)
{
  SquillOperationCost *self = data;

  g_free (self->operation);
  g_free (self->label);
  g_free (self->index);
  g_free (self->parent_read);
}

/* What is done, where only the frequencies of the relationship tell of it. */
static const char *
get_label (SquillLoadKind kind)
{
  switch (kind)
    {
    case SQUILL_LOAD_WITH_FIRST:
      return _ ("Read a parent with its first children");
    case SQUILL_LOAD_PAGE:
      return _ ("Read children of a parent");
    case SQUILL_LOAD_CHILD_WITH_ALL:
    case SQUILL_LOAD_CHILD_WITH_FIELDS:
      return _ ("Read a child with its parent");
    case SQUILL_LOAD_PARENT:
      return _ ("Read a parent alone");
    case SQUILL_LOAD_CHILD:
    case SQUILL_LOAD_QUERY:
      return _ ("Read a child alone");
    case SQUILL_LOAD_UPDATE_PARENT:
    case SQUILL_LOAD_UPDATE_PARENT_COPIED:
      return _ ("Update a parent");
    case SQUILL_LOAD_UPDATE_CHILD:
    case SQUILL_LOAD_UPDATE_CHILD_COPIED:
      return _ ("Update a child");
    case SQUILL_LOAD_INSERT:
      return _ ("Add a child");
    case SQUILL_LOAD_REMOVE:
      return _ ("Remove a child");
    case SQUILL_LOAD_MOVE:
      return _ ("Move a child");
    case SQUILL_LOAD_WITH_ALL:
    case SQUILL_LOAD_WITH_FIELDS:
    default:
      return _ ("Read a parent with its children");
    }
}

static double
weigh (const SquillStorage *self, const SquillLoadPart *part, double found)
{
  const SquillCounts counts = _squill_storage_count (self, part, found);
  const gboolean scans = part->scanned > 0;

  return part->rate * (squill_counts_get_cost (&counts) +
                       squill_cost_of_misses (self->misses, scans ? 0 : counts.documents,
                                              scans ? counts.read_bytes : 0));
}

/**
 * _squill_storage_get_costs:
 * @self: how a relationship is stored
 * @load: what is done with it
 *
 * What all of it costs, part by part, and last what checkpoints write.
 *
 * Returns: (transfer full) (element-type SquillOperationCost): as many for each way to store it, in
 *   the same order
 */
GArray *
_squill_storage_get_costs (const SquillStorage *self, const SquillRelationshipLoad *load)
{
  GArray *costs = g_array_new (FALSE, TRUE, sizeof (SquillOperationCost));
  const double flushes = get_flushes (self, load);
  const SquillOperationCost checkpoints = { .label = g_strdup (_ ("Checkpoints")),
                                            .rate = NAN,
                                            .cost = { flushes, flushes, flushes },
                                            .served = flushes };

  g_array_set_clear_func (costs, clear_cost);
  for (guint i = 0; i < load->parts->len; i++)
    {
      const SquillLoadPart *part = &g_array_index (load->parts, SquillLoadPart, i);
      /* Of what nobody knows how many there are, one at least is read, and no end of them at most.
       */
      const double least = isnan (part->found.min) ? 1 : part->found.min;
      const double likely = isnan (part->found.likely) ? least : part->found.likely;
      SquillLoadPart served = *part;
      SquillOperationCost cost = { .rate = part->rate,
                                   .counts = _squill_storage_count (self, part, likely) };

      if (part->operation != NULL)
        cost.operation = g_strdup (part->operation->item.id);
      if (part->parent_read != NULL)
        cost.parent_read =
            g_strdup (part->parent_read->name != NULL ? part->parent_read->name : "");
      cost.scans = part->scanned > 0;
      cost.label = g_strdup (part->operation != NULL && part->operation->name != NULL
                                 ? part->operation->name
                                 : get_label (part->kind));
      cost.cost =
          SQUILL_TRIPLE (weigh (self, part, least), weigh (self, part, likely),
                         isnan (part->found.max) ? INFINITY : weigh (self, part, part->found.max));
      if (part->is_indexable)
        served.scanned = 0;
      cost.served = weigh (self, &served, likely);
      g_array_append_val (costs, cost);
    }
  g_array_append_val (costs, checkpoints);
  return costs;
}

/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-advice"

#include "config.h"

#include "advice/squill-advice-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "design/squill-cost.h"
#include "design/squill-found.h"
#include "model/squill-placement.h"

/* Bytes that an update of one field adds to the oplog. */
#define OPLOG_BYTES 180.0

#define MONTH (86400 * 365.25 / 12)

/** How many documents of its root a write is likely to find; NaN where nobody knows. */
double
_squill_run_count_found (SquillRun *run, const SquillUse *use)
{
  return use->operation->multi
             ? squill_design_count_found (run->design, use->operation, NULL).likely
             : 1;
}

/* At which end it comes to a relationship. What does not go along it yet would do so from where it
 * starts. */
static gboolean
comes_from_parent (const SquillUse *use, const SquillRelationship *r)
{
  return g_ptr_array_find (use->relationships, r, NULL)
             ? squill_use_comes_from_parent (use, r)
             : use->root == NULL || g_str_equal (use->root->item.id, r->parent);
}

/* How many a relationship leads to at its other end, however these are stored. */
static double
count_other_end (SquillRun *run, const SquillUse *use, const SquillRelationship *r)
{
  if (!comes_from_parent (use, r))
    return _squill_run_get_parents (run, r);
  return squill_relationship_is_single (r) ? 1 : squill_triple_get_usual (r->children);
}

/* In how many documents besides one each of those that it writes is embedded. */
static double
count_repeated (SquillRun *run, const SquillEntity *entity)
{
  guint n;
  const SquillRelationship *const *all = squill_entity_get_relationships (entity, &n);
  double documents = 0;

  for (guint i = 0; i < n; i++)
    if (g_str_equal (all[i]->child, entity->item.id) &&
        squill_placement_is_embedding (all[i]->placement))
      {
        const double parents = _squill_run_get_parents (run, all[i]);

        if (isfinite (parents))
          documents += parents;
      }
  if (!squill_design_is_collection (run->design, entity->item.id))
    documents--;
  return fmax (documents, 0);
}

/* How many documents it finds each time, and each of them drags others along: at least one. */
static double
count_found_each (SquillRun *run, const SquillUse *use)
{
  const double count =
      use->operation->operation == SQUILL_OPERATION_INSERT ? 1 : _squill_run_count_found (run, use);

  return isnan (count) ? 1 : count;
}

/* How many documents at the other end of a relationship it changes with each that it finds. */
static double
count_followed (SquillRun *run, const SquillUse *use, const SquillRelationship *r)
{
  const double more =
      squill_use_follows (use, r->item.id) && !squill_placement_is_embedding (r->placement)
          ? count_other_end (run, use, r)
          : 0;

  return isfinite (more) ? more : 0;
}

/** How many documents it is likely to change each time: what it says itself, or else what its
 * filter finds and what it follows; at least one. */
double
_squill_run_count_written (SquillRun *run, const SquillUse *use)
{
  double followed = 0;

  if (!isnan (use->operation->documents))
    return fmax (use->operation->documents, 1);
  if (use->root == NULL)
    return 1;
  for (guint i = 0; i < use->relationships->len; i++)
    followed += count_followed (run, use, use->relationships->pdata[i]);
  return fmax (count_found_each (run, use) * (1 + followed + count_repeated (run, use->root)), 1);
}

/** Whether more operations that start from an entity write than read. */
gboolean
_squill_run_is_mostly_written (SquillRun *run, const SquillEntity *entity)
{
  const GPtrArray *uses = squill_operation_index_get_uses_from (run->operations, entity->item.id);
  double more = 0;

  for (guint i = 0; i < uses->len; i++)
    {
      const SquillUse *use = uses->pdata[i];

      more += use->reads ? -use->rate : use->rate;
    }
  return more > 0;
}

/* What it costs to read @n documents of a collection, and to write their entries in indexes. */
static void
add_documents (SquillCounts *counts, const SquillCollection *collection, double n)
{
  if (collection == NULL)
    return;
  counts->read_bytes += n * collection->shape->bytes.likely;
  counts->written_keys += n * (collection->indexes->len - 1.0);
}

/* The collection of what it changes along a relationship: that of the links, or of the other end.
 */
static const SquillCollection *
get_other_collection (SquillRun *run, const SquillUse *use, const SquillRelationship *r)
{
  return r->placement == SQUILL_PLACEMENT_JUNCTION
             ? squill_design_find_collection (run->design, r->item.id)
             : _squill_run_get_root_collection (run,
                                                comes_from_parent (use, r) ? r->child : r->parent);
}

/* How long the server is likely to work on it, seconds, if it changed the other end of one more
 * relationship as well; NULL: of none. */
static double
get_seconds (SquillRun *run, const SquillUse *use, const SquillRelationship *more)
{
  const double written = _squill_run_count_written (run, use);
  const double added = more == NULL || count_followed (run, use, more) > 0
                           ? 0
                           : count_found_each (run, use) * count_other_end (run, use, more);
  const double n = written + added;
  double left = written;
  SquillCounts counts = {
    .commands = 1, .seeks = n, .documents = n, .written = n, .log_bytes = n * OPLOG_BYTES
  };

  if (use->root == NULL)
    return squill_counts_get_cost (&counts) / 1e6;
  if (added > 0)
    add_documents (&counts, get_other_collection (run, use, more), added);
  for (guint i = 0; isnan (use->operation->documents) && i < use->relationships->len; i++)
    {
      const SquillRelationship *r = use->relationships->pdata[i];
      const double followed = count_found_each (run, use) * count_followed (run, use, r);

      add_documents (&counts, get_other_collection (run, use, r), followed);
      left -= followed;
    }
  add_documents (&counts, _squill_run_get_root_collection (run, use->root->item.id),
                 fmax (left, 0));
  return squill_counts_get_cost (&counts) / 1e6;
}

/** How long the server is likely to work on it, seconds. */
double
_squill_run_get_write_seconds (SquillRun *run, const SquillUse *use)
{
  return get_seconds (run, use, NULL);
}

/** Whether a write that changes both ends of a relationship, each in documents of its own, is small
 * enough for a transaction, and takes no longer than one should. */
gboolean
_squill_run_fits_transaction (SquillRun *run, const SquillUse *use, const SquillRelationship *r)
{
  const double found = _squill_run_count_found (run, use);

  return !(fmax (found, 1) * (1 + count_other_end (run, use, r)) >
           _squill_run_get (run, SQUILL_THRESHOLD_TXN_DOCS)) &&
         !(get_seconds (run, use, r) > _squill_run_get (run, SQUILL_THRESHOLD_TXN_WARN));
}

/** The names of the collections in which it changes something (transfer container) (element-type
 * utf8). */
GPtrArray *
_squill_run_get_written_collections (SquillRun *run, const SquillUse *use)
{
  GPtrArray *names = g_ptr_array_new ();
  const SquillCollection *collection;

  if (use->root == NULL)
    return names;
  collection = _squill_run_get_root_collection (run, use->root->item.id);
  if (collection != NULL)
    g_ptr_array_add (names, collection->name);
  for (guint i = 0; i < use->relationships->len; i++)
    {
      const SquillRelationship *r = use->relationships->pdata[i];
      const char *other = g_str_equal (r->parent, use->root->item.id) ? r->child : r->parent;
      gboolean writes = squill_use_follows (use, r->item.id);

      for (guint j = 0; use->operation->writes != NULL && j < use->operation->writes->len; j++)
        writes |= squill_key_goes_through (use->operation->writes->pdata[j], r->item.id);
      if (!writes)
        continue;
      collection = _squill_run_get_root_collection (run, other);
      if (collection != NULL &&
          !g_ptr_array_find_with_equal_func (names, collection->name, g_str_equal, NULL))
        g_ptr_array_add (names, collection->name);
    }
  return names;
}

/* How many children come in by a relationship; NaN where nobody said. */
static double
get_write_rate (const SquillEntity *entity)
{
  guint n;
  const SquillRelationship *const *all = squill_entity_get_relationships (entity, &n);
  double rate = NAN;

  for (guint i = 0; i < n; i++)
    if (g_str_equal (all[i]->child, entity->item.id))
      rate = fmax (rate, all[i]->write);
  return rate;
}

/**
 * _squill_run_get_insert_rate:
 * @run: a run
 * @entity: an entity
 *
 * Gives how many new ones come in: by the operations that insert them, or else what a relationship
 * says of its children, or else as many as there are more each month.
 *
 * Returns: per second; NaN where nobody said
 */
double
_squill_run_get_insert_rate (SquillRun *run, const SquillEntity *entity)
{
  const GPtrArray *uses = squill_operation_index_get_uses_from (run->operations, entity->item.id);
  double rate = 0;

  for (guint i = 0; i < uses->len; i++)
    {
      const SquillUse *use = uses->pdata[i];

      if (use->operation->operation == SQUILL_OPERATION_INSERT)
        rate += use->rate * (use->operation->documents > 1 ? use->operation->documents : 1);
    }
  if (rate > 0)
    return rate;
  rate = get_write_rate (entity);
  return rate > 0 ? rate : entity->growth > 0 ? entity->growth / MONTH : NAN;
}

/** TRUE if it writes the field. */
gboolean
_squill_use_writes (const SquillUse *use, const char *field)
{
  return !use->reads && _squill_keys_find (use->operation->writes, field) != NULL;
}

/** A fix that lets it run in a transaction (transfer full). */
SquillFix *
_squill_fix_new_transaction (const SquillOperation *operation)
{
  return _squill_fix_new_set (g_strdup (_ ("Run it in a transaction")), operation->item.id,
                              "transaction", json_true ());
}

/* SPDX-License-Identifier: Apache-2.0 */

/* What operations on a relationship cost, by how it is stored. Everything is
 * counted first and weighed then. What is missing in a cache is not counted: it depends on all that
 * the server does, and hardly on one relationship. */

#define G_LOG_DOMAIN "squill-design"

#include "config.h"

#include "design/squill-design-private.h"

#include "design/squill-size.h"
#include "model/squill-placement.h"

/* Microseconds of work. */
#define COMMAND 145.0
#define SEEK 3.0
#define KEY 0.6
#define DOCUMENT 3.0
#define READ_BYTE 0.002
#define WRITTEN 30.0
#define LOG_BYTE 0.01
#define WRITTEN_KEY 8.0
#define FLUSHED_BYTE 0.004

/* An entry of the oplog without what is written; an id that is pushed to an array. */
#define LOG_ENTRY 180.0
#define LOG_ID 14.0

#define ID 12.0
#define PAGE 32768.0
#define FLUSH_SECONDS 60.0
#define FIRST_BATCH 101.0

/** The work of what was counted, in microseconds. */
double
_squill_counts_get_cost (const SquillCounts *counts)
{
  return COMMAND * counts->commands + SEEK * counts->seeks + KEY * counts->keys +
         DOCUMENT * counts->documents + READ_BYTE * counts->read_bytes + WRITTEN * counts->written +
         LOG_BYTE * counts->log_bytes + WRITTEN_KEY * counts->written_keys;
}

/**
 * _squill_cost_of_flushes:
 * @updates: per second
 * @documents: over which they are spread; NaN where nobody said
 * @bytes: of one document
 *
 * A checkpoint writes each page once however often it changed.
 *
 * Returns: microseconds each second; 0 where nobody said how many documents there are
 */
double
_squill_cost_of_flushes (double updates, double documents, double bytes)
{
  double changed, pages;

  if (!(updates > 0) || !(documents > 0) || !(bytes > 0))
    return 0;
  changed = documents * (1 - exp (-FLUSH_SECONDS * updates / documents));
  if (bytes < PAGE)
    {
      pages = documents / MAX (1, PAGE / bytes);
      changed = pages * (1 - exp (-changed / pages));
    }
  return FLUSHED_BYTE * changed * MAX (PAGE, bytes) / FLUSH_SECONDS;
}

/** What reading without a join saves: a command, and what is done for each document. */
double
_squill_cost_of_join (double documents, double bytes)
{
  return COMMAND + documents * (2 * SEEK + DOCUMENT + READ_BYTE * bytes);
}

/** What an update costs more because the field stands in copies too. */
double
_squill_cost_of_copies (double copies)
{
  return COMMAND + SEEK + copies * (KEY + SEEK + DOCUMENT + WRITTEN + LOG_BYTE * LOG_ENTRY);
}

/* Counting. */

static SquillCounts
read_one (double bytes)
{
  return (SquillCounts){ .commands = 1, .seeks = 2, .documents = 1, .read_bytes = bytes };
}

/* What does not fit into the first batch. */
static double
more_batches (double documents, double bytes)
{
  if (!(documents > FIRST_BATCH))
    return 0;
  return ceil ((documents - FIRST_BATCH) * bytes / SQUILL_SIZE_DOCUMENT_LIMIT);
}

/* A parent, then children by their ids. */
static SquillCounts
read_by_ids (const SquillStorage *self, double n)
{
  return (SquillCounts){ .commands = 2 + more_batches (n, self->child),
                         .seeks = 2 + 2 * n,
                         .documents = 1 + n,
                         .read_bytes = self->parent + n * self->child };
}

/* A parent, then children by its id. */
static SquillCounts
read_by_parent (const SquillStorage *self, double n)
{
  return (SquillCounts){ .commands = 2 + more_batches (n, self->child),
                         .seeks = 3 + n,
                         .keys = n,
                         .documents = 1 + n,
                         .read_bytes = self->parent + n * self->child };
}

static SquillCounts
read_buckets (const SquillStorage *self, double n)
{
  double buckets = ceil (n / self->bound);

  return (SquillCounts){ .commands = 2 + more_batches (buckets, self->bucket),
                         .seeks = 3 + buckets,
                         .keys = buckets,
                         .documents = 1 + buckets,
                         .read_bytes = self->parent + buckets * self->bucket };
}

/* A parent, its links, then what these lead to. */
static SquillCounts
read_by_links (const SquillStorage *self, double n, double from, double to)
{
  return (SquillCounts){ .commands = 3 + more_batches (n, self->link) + more_batches (n, to),
                         .seeks = 3 + 3 * n,
                         .keys = n,
                         .documents = 1 + 2 * n,
                         .read_bytes = from + n * (self->link + to) };
}

static SquillCounts
cheaper (SquillCounts a, SquillCounts b)
{
  return _squill_counts_get_cost (&a) <= _squill_counts_get_cost (&b) ? a : b;
}

/** A parent with all its children (PC). */
SquillCounts
_squill_storage_read_all (const SquillStorage *self)
{
  switch (self->placement)
    {
    case SQUILL_PLACEMENT_EMBED_ONE:
    case SQUILL_PLACEMENT_EMBED_MANY:
      return read_one (self->parent);
    case SQUILL_PLACEMENT_CHILD_REFERENCES:
      return read_by_ids (self, self->children);
    case SQUILL_PLACEMENT_PARENT_REFERENCE:
    case SQUILL_PLACEMENT_SUBSET:
      return read_by_parent (self, self->children);
    case SQUILL_PLACEMENT_TWO_WAY:
      return cheaper (read_by_ids (self, self->children), read_by_parent (self, self->children));
    case SQUILL_PLACEMENT_BUCKET:
      return read_buckets (self, self->children);
    case SQUILL_PLACEMENT_JUNCTION:
    default:
      return read_by_links (self, self->children, self->parent, self->child);
    }
}

/** A parent with its first children (Pm). */
SquillCounts
_squill_storage_read_first (const SquillStorage *self, double first)
{
  double n = MIN (first, self->children);
  SquillCounts counts;

  switch (self->placement)
    {
    case SQUILL_PLACEMENT_SUBSET:
      if (first <= self->bound)
        return read_one (self->parent);
      break;
    case SQUILL_PLACEMENT_BUCKET:
      return read_buckets (self, n);
    case SQUILL_PLACEMENT_CHILD_REFERENCES:
      return read_by_ids (self, n);
    case SQUILL_PLACEMENT_JUNCTION:
      return read_by_links (self, n, self->parent, self->child);
    case SQUILL_PLACEMENT_EMBED_ONE:
    case SQUILL_PLACEMENT_EMBED_MANY:
      return read_one (self->parent);
    case SQUILL_PLACEMENT_PARENT_REFERENCE:
    case SQUILL_PLACEMENT_TWO_WAY:
    default:
      break;
    }
  /* By an index of the parent's id and the order. */
  counts = read_by_ids (self, n);
  counts.keys = n;
  return counts;
}

/* Children of one parent, whose key is known (PG). */
static SquillCounts
read_page (const SquillStorage *self, double n)
{
  switch (self->placement)
    {
    case SQUILL_PLACEMENT_EMBED_ONE:
    case SQUILL_PLACEMENT_EMBED_MANY:
      return read_one (self->parent);
    case SQUILL_PLACEMENT_CHILD_REFERENCES:
      return read_by_ids (self, n);
    case SQUILL_PLACEMENT_JUNCTION:
      return read_by_links (self, n, 0, self->child);
    case SQUILL_PLACEMENT_BUCKET:
      {
        double buckets = ceil (n / self->bound);

        return (SquillCounts){ .commands = 1,
                               .seeks = 1 + buckets,
                               .keys = buckets > 1 ? buckets : 0,
                               .documents = buckets,
                               .read_bytes = buckets * self->bucket };
      }
    case SQUILL_PLACEMENT_PARENT_REFERENCE:
    case SQUILL_PLACEMENT_TWO_WAY:
    case SQUILL_PLACEMENT_SUBSET:
    default:
      return (SquillCounts){ .commands = 1 + more_batches (n, self->child),
                             .seeks = 1 + n,
                             .keys = n,
                             .documents = n,
                             .read_bytes = n * self->child };
    }
}

static double
get_child_bytes (const SquillStorage *self)
{
  switch (self->placement)
    {
    case SQUILL_PLACEMENT_EMBED_ONE:
    case SQUILL_PLACEMENT_EMBED_MANY:
      return self->parent;
    case SQUILL_PLACEMENT_BUCKET:
      return self->bucket;
    case SQUILL_PLACEMENT_CHILD_REFERENCES:
    case SQUILL_PLACEMENT_PARENT_REFERENCE:
    case SQUILL_PLACEMENT_TWO_WAY:
    case SQUILL_PLACEMENT_SUBSET:
    case SQUILL_PLACEMENT_JUNCTION:
    default:
      return self->child;
    }
}

/* A child with its parents (CP). */
static SquillCounts
read_parents (const SquillStorage *self)
{
  double n = self->parents;

  switch (self->placement)
    {
    case SQUILL_PLACEMENT_EMBED_ONE:
    case SQUILL_PLACEMENT_EMBED_MANY:
      return read_one (self->parent);
    case SQUILL_PLACEMENT_JUNCTION:
      return read_by_links (self, n, self->child, self->parent);
    case SQUILL_PLACEMENT_CHILD_REFERENCES:
    case SQUILL_PLACEMENT_PARENT_REFERENCE:
    case SQUILL_PLACEMENT_TWO_WAY:
    case SQUILL_PLACEMENT_SUBSET:
    case SQUILL_PLACEMENT_BUCKET:
    default:
      return (SquillCounts){ .commands = 2,
                             .seeks = 2 + 2 * n,
                             .documents = 1 + n,
                             .read_bytes = get_child_bytes (self) + n * self->parent };
    }
}

static SquillCounts
query (const SquillStorage *self, double n)
{
  double bytes = get_child_bytes (self);

  return (SquillCounts){ .commands = 1 + more_batches (n, bytes),
                         .seeks = 1 + n,
                         .keys = n,
                         .documents = n,
                         .read_bytes = n * bytes };
}

/* Writes. An update reads the whole document and builds a new one. */

static SquillCounts
update (double documents, double bytes, double logged)
{
  return (SquillCounts){ .commands = 1,
                         .seeks = 2 * documents,
                         .documents = documents,
                         .read_bytes = documents * bytes,
                         .written = documents,
                         .log_bytes = documents * (LOG_ENTRY + logged) };
}

static SquillCounts
create (double bytes, double keys)
{
  return (SquillCounts){
    .commands = 1, .written = 1, .log_bytes = LOG_ENTRY + bytes, .written_keys = keys
  };
}

static SquillCounts
both (SquillCounts a, SquillCounts b)
{
  a.commands += b.commands;
  a.seeks += b.seeks;
  a.keys += b.keys;
  a.documents += b.documents;
  a.read_bytes += b.read_bytes;
  a.written += b.written;
  a.log_bytes += b.log_bytes;
  a.written_keys += b.written_keys;
  return a;
}

static SquillCounts
share (SquillCounts counts, double part)
{
  counts.commands *= part;
  counts.seeks *= part;
  counts.keys *= part;
  counts.documents *= part;
  counts.read_bytes *= part;
  counts.written *= part;
  counts.log_bytes *= part;
  counts.written_keys *= part;
  return counts;
}

/* How likely one child is among the first. */
static double
get_subset_share (const SquillStorage *self)
{
  return self->children > self->bound ? self->bound / self->children : 1;
}

static SquillCounts
insert_child (const SquillStorage *self)
{
  switch (self->placement)
    {
    case SQUILL_PLACEMENT_EMBED_ONE:
    case SQUILL_PLACEMENT_EMBED_MANY:
      {
        SquillCounts counts = update (1, self->parent, self->element);

        counts.written_keys = self->indexes;
        return counts;
      }
    case SQUILL_PLACEMENT_CHILD_REFERENCES:
      return both (create (self->child, self->indexes + 2), update (1, self->parent, LOG_ID));
    case SQUILL_PLACEMENT_TWO_WAY:
      return both (create (self->child, self->indexes + 3), update (1, self->parent, LOG_ID));
    case SQUILL_PLACEMENT_SUBSET:
      return both (create (self->child, self->indexes + 2), update (1, self->parent, self->list));
    case SQUILL_PLACEMENT_BUCKET:
      {
        SquillCounts counts = update (1, self->bucket / 2, self->element);

        counts.written_keys = (self->indexes + 2) / self->bound;
        return counts;
      }
    case SQUILL_PLACEMENT_JUNCTION:
      return both (create (self->child, self->indexes + 1), create (self->link, 3));
    case SQUILL_PLACEMENT_PARENT_REFERENCE:
    default:
      return create (self->child, self->indexes + 1);
    }
}

static SquillCounts
update_child (const SquillStorage *self)
{
  switch (self->placement)
    {
    case SQUILL_PLACEMENT_EMBED_ONE:
    case SQUILL_PLACEMENT_EMBED_MANY:
      return update (self->parents, self->parent, 0);
    case SQUILL_PLACEMENT_BUCKET:
      return update (1, self->bucket, 0);
    case SQUILL_PLACEMENT_SUBSET:
      return both (update (1, self->child, 0),
                   share (update (1, self->parent, 0), get_subset_share (self)));
    case SQUILL_PLACEMENT_CHILD_REFERENCES:
    case SQUILL_PLACEMENT_PARENT_REFERENCE:
    case SQUILL_PLACEMENT_TWO_WAY:
    case SQUILL_PLACEMENT_JUNCTION:
    default:
      return update (1, self->child, 0);
    }
}

static SquillCounts
remove_child (const SquillStorage *self)
{
  switch (self->placement)
    {
    case SQUILL_PLACEMENT_EMBED_ONE:
    case SQUILL_PLACEMENT_EMBED_MANY:
      return update (self->parents, self->parent, self->list);
    case SQUILL_PLACEMENT_CHILD_REFERENCES:
    case SQUILL_PLACEMENT_TWO_WAY:
      return both (update (1, self->child, 0), update (self->parents, self->parent, self->list));
    case SQUILL_PLACEMENT_SUBSET:
      return both (update (1, self->child, 0),
                   share (update (1, self->parent, self->list), get_subset_share (self)));
    case SQUILL_PLACEMENT_BUCKET:
      return update (1, self->bucket, self->bucket);
    case SQUILL_PLACEMENT_JUNCTION:
      return both (update (1, self->child, 0), update (self->parents, self->link, 0));
    case SQUILL_PLACEMENT_PARENT_REFERENCE:
    default:
      return update (1, self->child, 0);
    }
}

static SquillCounts
move_child (const SquillStorage *self)
{
  SquillCounts counts;

  switch (self->placement)
    {
    case SQUILL_PLACEMENT_EMBED_ONE:
    case SQUILL_PLACEMENT_EMBED_MANY:
      return both (update (1, self->parent, self->list), update (1, self->parent, self->element));
    case SQUILL_PLACEMENT_CHILD_REFERENCES:
      return both (update (1, self->parent, self->list), update (1, self->parent, LOG_ID));
    case SQUILL_PLACEMENT_TWO_WAY:
      counts = both (update (1, self->parent, self->list), update (1, self->parent, LOG_ID));
      return both (counts, update (1, self->child, 0));
    case SQUILL_PLACEMENT_BUCKET:
      return both (update (1, self->bucket, self->bucket), update (1, self->bucket, self->element));
    case SQUILL_PLACEMENT_SUBSET:
      counts = both (update (1, self->child, 0), update (2, self->parent, self->list));
      counts.written_keys = 2;
      return counts;
    case SQUILL_PLACEMENT_JUNCTION:
      counts = update (1, self->link, 0);
      counts.written_keys = 2;
      return counts;
    case SQUILL_PLACEMENT_PARENT_REFERENCE:
    default:
      counts = update (1, self->child, 0);
      counts.written_keys = 2;
      return counts;
    }
}

static gboolean
has_child_copies (const SquillStorage *self)
{
  return self->copied && self->placement == SQUILL_PLACEMENT_CHILD_REFERENCES;
}

static gboolean
has_parent_copies (const SquillStorage *self)
{
  return self->copied && self->placement == SQUILL_PLACEMENT_PARENT_REFERENCE;
}

static double
weigh (double rate, SquillCounts counts)
{
  return rate > 0 ? rate * _squill_counts_get_cost (&counts) : 0;
}

/* What checkpoints write. */
static double
get_flushes (const SquillStorage *self, const SquillRelationshipLoad *w)
{
  const double updates = w->update_child + w->update_child_copied;
  const double of_parent = w->update_parent + w->update_parent_copied;
  const double members = w->insert + w->remove + 2 * w->move;
  double parents = of_parent;
  double children = updates + w->remove;
  double others = 0;
  double n_others = NAN, bytes_other = 0;
  double appended = 0;

  switch (self->placement)
    {
    case SQUILL_PLACEMENT_EMBED_ONE:
    case SQUILL_PLACEMENT_EMBED_MANY:
      parents += members + updates * self->parents;
      children = 0;
      break;
    case SQUILL_PLACEMENT_CHILD_REFERENCES:
      parents += members + (self->copied ? w->update_child_copied * self->parents : 0);
      break;
    case SQUILL_PLACEMENT_TWO_WAY:
      parents += members;
      children += w->move;
      break;
    case SQUILL_PLACEMENT_SUBSET:
      parents += w->insert + 2 * w->move + (updates + w->remove) * get_subset_share (self);
      children += w->move;
      break;
    case SQUILL_PLACEMENT_BUCKET:
      others = updates + members;
      n_others = self->n_parents * ceil (self->children / self->bound);
      bytes_other = self->bucket;
      children = 0;
      break;
    case SQUILL_PLACEMENT_JUNCTION:
      others = w->move + w->remove;
      n_others = self->n_parents * self->children;
      bytes_other = self->link;
      break;
    case SQUILL_PLACEMENT_PARENT_REFERENCE:
    default:
      children += w->move + (self->copied ? w->update_parent_copied * self->children : 0);
      break;
    }
  /* What comes stands beside what came just before. */
  if (!squill_placement_holds_children (self->placement))
    appended = w->insert * self->child;
  if (self->placement == SQUILL_PLACEMENT_JUNCTION)
    appended += w->insert * self->link;
  return FLUSHED_BYTE * appended +
         _squill_cost_of_flushes (parents, self->n_parents, self->parent) +
         _squill_cost_of_flushes (children, self->n_children, self->child) +
         _squill_cost_of_flushes (others, n_others, bytes_other);
}

/**
 * _squill_storage_get_cost:
 * @self: how a relationship is stored
 * @work: what is done with it
 *
 * Returns: the work of all of it, in microseconds each second
 */
double
_squill_storage_get_cost (const SquillStorage *self, const SquillRelationshipLoad *work)
{
  const gboolean child_copies = has_child_copies (self);
  const gboolean parent_copies = has_parent_copies (self);
  double page = isnan (work->page_size) ? self->children : work->page_size;
  double cost = 0;

  cost += weigh (work->with_all, _squill_storage_read_all (self));
  cost += weigh (work->with_first, _squill_storage_read_first (self, work->first));
  cost += weigh (work->with_fields,
                 child_copies ? read_one (self->parent) : _squill_storage_read_all (self));
  cost += weigh (work->page, read_page (self, page));
  cost += weigh (work->parent, read_one (self->parent));
  cost += weigh (work->child, read_one (get_child_bytes (self)));
  cost += weigh (work->child_with_all, read_parents (self));
  cost +=
      weigh (work->child_with_fields, parent_copies ? read_one (self->child) : read_parents (self));
  if (!isnan (work->query_size))
    cost += weigh (work->query, query (self, work->query_size));

  cost += weigh (work->update_parent + work->update_parent_copied, update (1, self->parent, 0));
  if (parent_copies)
    cost += work->update_parent_copied *
            (_squill_cost_of_copies (self->children) + READ_BYTE * self->children * self->child);
  cost += weigh (work->update_child + work->update_child_copied, update_child (self));
  if (child_copies)
    cost += work->update_child_copied *
            (_squill_cost_of_copies (self->parents) + READ_BYTE * self->parents * self->parent);
  cost += weigh (work->insert, insert_child (self));
  cost += weigh (work->remove, remove_child (self));
  cost += weigh (work->move, move_child (self));
  return cost + get_flushes (self, work);
}

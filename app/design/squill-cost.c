/* SPDX-License-Identifier: Apache-2.0 */

/* What operations on a relationship cost, by how it is stored. Everything is
 * counted first and weighed then. */

#define G_LOG_DOMAIN "squill-design"

#include "config.h"

#include <glib/gi18n-lib.h>

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
/* The part of a command that each shard works on. */
#define SHARD_COMMAND 60.0
/* Finding what belongs to one document, in a `$lookup`. */
#define JOINED_DOCUMENT 5.0

#define FLUSH_SECONDS 60.0
#define FIRST_BATCH 101.0

/**
 * squill_counts_get_cost:
 * @counts: what an operation does
 *
 * Returns: the work of that, in microseconds: each count by its weight, of which only the ratios
 *   matter
 */
double
squill_counts_get_cost (const SquillCounts *counts)
{
  return COMMAND * counts->commands + SEEK * counts->seeks + KEY * counts->keys +
         DOCUMENT * counts->documents + READ_BYTE * counts->read_bytes + WRITTEN * counts->written +
         LOG_BYTE * counts->log_bytes + WRITTEN_KEY * counts->written_keys +
         SHARD_COMMAND * counts->shard_commands + JOINED_DOCUMENT * counts->joined;
}

/**
 * squill_cost_weights_get:
 * @n: (out): how many there are
 *
 * Returns: (transfer none) (array length=n): the terms of squill_counts_get_cost(), to show them
 */
const SquillCostWeight *
squill_cost_weights_get (guint *n)
{
  static const SquillCostWeight weights[] = {
    { N_ ("round trips"), G_STRUCT_OFFSET (SquillCounts, commands), COMMAND },
    { N_ ("index lookups"), G_STRUCT_OFFSET (SquillCounts, seeks), SEEK },
    { N_ ("index entries read"), G_STRUCT_OFFSET (SquillCounts, keys), KEY },
    { N_ ("documents read"), G_STRUCT_OFFSET (SquillCounts, documents), DOCUMENT },
    { N_ ("bytes read"), G_STRUCT_OFFSET (SquillCounts, read_bytes), READ_BYTE },
    { N_ ("documents written"), G_STRUCT_OFFSET (SquillCounts, written), WRITTEN },
    { N_ ("oplog bytes"), G_STRUCT_OFFSET (SquillCounts, log_bytes), LOG_BYTE },
    { N_ ("index entries written"), G_STRUCT_OFFSET (SquillCounts, written_keys), WRITTEN_KEY },
  };

  g_return_val_if_fail (n != NULL, NULL);

  *n = G_N_ELEMENTS (weights);
  return weights;
}

/**
 * _squill_flushes_get_bytes:
 * @updates: per second
 * @documents: over which they are spread; NaN where nobody said
 * @bytes: of one document
 *
 * A checkpoint writes each page once however often it changed.
 *
 * Returns: bytes each second, before they are compressed; 0 where nobody said how many documents
 *   there are
 */
double
_squill_flushes_get_bytes (double updates, double documents, double bytes)
{
  double changed, pages;

  if (!(updates > 0) || !(documents > 0) || !(bytes > 0))
    return 0;
  changed = documents * (1 - exp (-FLUSH_SECONDS * updates / documents));
  if (bytes < SQUILL_COST_PAGE)
    {
      pages = documents / MAX (1, SQUILL_COST_PAGE / bytes);
      changed = pages * (1 - exp (-changed / pages));
    }
  return changed * MAX (SQUILL_COST_PAGE, bytes) / FLUSH_SECONDS;
}

/** What it costs that checkpoints write @bytes, in microseconds. */
double
_squill_cost_of_flushed_bytes (double bytes)
{
  return FLUSHED_BYTE * bytes;
}

/**
 * _squill_cost_of_flushes:
 * @updates: per second
 * @documents: over which they are spread; NaN where nobody said
 * @bytes: of one document
 *
 * Returns: what _squill_flushes_get_bytes() costs, microseconds each second
 */
double
_squill_cost_of_flushes (double updates, double documents, double bytes)
{
  return _squill_cost_of_flushed_bytes (_squill_flushes_get_bytes (updates, documents, bytes));
}

/**
 * squill_cost_of_join:
 * @documents: how many the join fetches
 * @bytes: of one of them
 *
 * Returns: what reading without a join saves: a command, and what is done for each document, in
 *   microseconds
 */
double
squill_cost_of_join (double documents, double bytes)
{
  return COMMAND + documents * (2 * SEEK + DOCUMENT + READ_BYTE * bytes);
}

/* An update of all documents with copies, found by an index. */
static SquillCounts
update_copies (double copies, double bytes)
{
  return (SquillCounts){ .commands = 1,
                         .seeks = 1 + copies,
                         .keys = copies,
                         .documents = copies,
                         .read_bytes = copies * bytes,
                         .written = copies,
                         .log_bytes = copies * SQUILL_COST_LOG_ENTRY };
}

/**
 * squill_cost_of_copies:
 * @copies: how many there are of one value
 *
 * Returns: what an update costs more because of them, in microseconds
 */
double
squill_cost_of_copies (double copies)
{
  const SquillCounts counts = update_copies (copies, 0);

  return squill_counts_get_cost (&counts);
}

/* Counting. */

static SquillCounts
read_one (double bytes)
{
  return (SquillCounts){ .commands = 1, .seeks = 2, .documents = 1, .read_bytes = bytes };
}

/** Commands for what does not fit into the first batch. */
double
_squill_cost_of_batches (double documents, double bytes)
{
  if (!(documents > FIRST_BATCH))
    return 0;
  return ceil ((documents - FIRST_BATCH) * bytes / SQUILL_SIZE_DOCUMENT_LIMIT);
}

/* What is asked of several shards. */
static SquillCounts
ask (SquillCounts counts, double shards)
{
  if (!(shards > 1))
    return counts;
  counts.shard_commands += (shards - 1) * counts.commands;
  counts.seeks *= shards;
  counts.keys *= shards;
  return counts;
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
  a.shard_commands += b.shard_commands;
  a.joined += b.joined;
  return a;
}

/* Reads what belongs to documents that are at hand: in a command of its own, or in the one that
 * reads these. */
static SquillCounts
follow (const SquillStorage *self, SquillCounts from, SquillCounts to)
{
  if (self->joins)
    {
      to.commands -= 1;
      to.joined += from.documents;
    }
  return both (from, to);
}

/* Documents by their keys. */
static SquillCounts
by_keys (double n, double bytes, double shards)
{
  return ask ((SquillCounts){ .commands = 1 + _squill_cost_of_batches (n, bytes),
                              .seeks = 2 * n,
                              .documents = n,
                              .read_bytes = n * bytes },
              shards);
}

/* Documents by an index that is not that of their key. */
static SquillCounts
by_index (double n, double bytes, double shards)
{
  return ask ((SquillCounts){ .commands = 1 + _squill_cost_of_batches (n, bytes),
                              .seeks = 1 + n,
                              .keys = n,
                              .documents = n,
                              .read_bytes = n * bytes },
              shards);
}

static SquillCounts
read_root (const SquillStorage *self)
{
  return ask (read_one (self->parent), self->parent_root);
}

/* A parent, then children by their ids. */
static SquillCounts
read_by_ids (const SquillStorage *self, double n)
{
  return follow (self, read_root (self), by_keys (n, self->child, self->by_child_key));
}

/* A parent, then children by its id. */
static SquillCounts
read_by_parent (const SquillStorage *self, double n)
{
  return follow (self, read_root (self), by_index (n, self->child, self->by_reference));
}

static SquillCounts
read_buckets (const SquillStorage *self, double buckets)
{
  return follow (self, read_root (self), by_index (buckets, self->bucket, 1));
}

/** How many buckets the children of a parent fill. Their number is a mean: of some parents the last
 * bucket has just begun, of others it is nearly full. */
double
_squill_storage_count_buckets (const SquillStorage *self)
{
  return fmax (self->children / self->bound, 1);
}

/* What an operation starts from, its links, then what these lead to. */
static SquillCounts
read_by_links (const SquillStorage *self, SquillCounts from, double n, double bytes, double shards)
{
  const SquillCounts links = follow (self, from, by_index (n, self->link, 1));

  return follow (self, links, by_keys (n, bytes, shards));
}

static SquillCounts
cheaper (SquillCounts a, SquillCounts b)
{
  return squill_counts_get_cost (&a) <= squill_counts_get_cost (&b) ? a : b;
}

/* A parent with all its children (PC). */
static SquillCounts
read_all (const SquillStorage *self)
{
  switch (self->placement)
    {
    case SQUILL_PLACEMENT_EMBED_ONE:
    case SQUILL_PLACEMENT_EMBED_MANY:
      return read_root (self);
    case SQUILL_PLACEMENT_CHILD_REFERENCES:
      return read_by_ids (self, self->children);
    case SQUILL_PLACEMENT_PARENT_REFERENCE:
    case SQUILL_PLACEMENT_SUBSET:
      return read_by_parent (self, self->children);
    case SQUILL_PLACEMENT_TWO_WAY:
      return cheaper (read_by_ids (self, self->children), read_by_parent (self, self->children));
    case SQUILL_PLACEMENT_BUCKET:
      return read_buckets (self, _squill_storage_count_buckets (self));
    case SQUILL_PLACEMENT_JUNCTION:
    default:
      return read_by_links (self, read_root (self), self->children, self->child,
                            self->by_child_key);
    }
}

/* A parent with its first children (Pm). */
static SquillCounts
read_first (const SquillStorage *self, double first)
{
  double n = MIN (first, self->children);
  SquillCounts counts;

  switch (self->placement)
    {
    case SQUILL_PLACEMENT_SUBSET:
      if (first <= self->bound)
        return read_root (self);
      break;
    case SQUILL_PLACEMENT_BUCKET:
      return read_buckets (self, ceil (n / self->bound));
    case SQUILL_PLACEMENT_CHILD_REFERENCES:
      return read_by_ids (self, n);
    case SQUILL_PLACEMENT_JUNCTION:
      return read_by_links (self, read_root (self), n, self->child, self->by_child_key);
    case SQUILL_PLACEMENT_EMBED_ONE:
    case SQUILL_PLACEMENT_EMBED_MANY:
      return read_root (self);
    case SQUILL_PLACEMENT_PARENT_REFERENCE:
    case SQUILL_PLACEMENT_TWO_WAY:
    default:
      break;
    }
  /* By an index of the parent's id and the order. */
  counts = by_keys (n, self->child, 1);
  counts.keys = n;
  return follow (self, read_root (self), ask (counts, self->by_reference));
}

/* Children of one parent, whose key is known (PG). */
static SquillCounts
read_page (const SquillStorage *self, double n)
{
  switch (self->placement)
    {
    case SQUILL_PLACEMENT_EMBED_ONE:
    case SQUILL_PLACEMENT_EMBED_MANY:
      return read_root (self);
    case SQUILL_PLACEMENT_CHILD_REFERENCES:
      return read_by_ids (self, n);
    case SQUILL_PLACEMENT_JUNCTION:
      /* From the key alone: nothing is read of the parent. */
      return read_by_links (self, (SquillCounts){ .commands = 1, .seeks = 2, .documents = 1 }, n,
                            self->child, self->by_child_key);
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
      return by_index (n, self->child, self->child_root);
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

/* How many shards are asked for the documents in which children are. */
static double
get_child_root (const SquillStorage *self)
{
  if (squill_placement_is_embedding (self->placement))
    return self->parent_root;
  return self->placement == SQUILL_PLACEMENT_BUCKET ? 1 : self->child_root;
}

static SquillCounts
query (const SquillStorage *self, double n)
{
  return by_index (n, get_child_bytes (self), get_child_root (self));
}

static SquillCounts
read_children (const SquillStorage *self, double n)
{
  return n > 1 ? query (self, n) : ask (read_one (get_child_bytes (self)), get_child_root (self));
}

/* Children with their parents (CP), each parent once. */
static SquillCounts
read_parents (const SquillStorage *self, double n, gboolean of_one_parent)
{
  double parents = of_one_parent ? self->parents : fmin (n * self->parents, self->n_parents);
  SquillCounts counts;

  if (squill_placement_is_embedding (self->placement))
    return read_children (self, n);
  if (self->placement == SQUILL_PLACEMENT_JUNCTION)
    {
      counts = ask (read_one (n * self->child), self->child_root);
      counts.documents = n;
      return read_by_links (self, counts, n * self->parents, self->parent, self->by_parent_key);
    }
  return follow (self, read_children (self, n),
                 by_keys (parents, self->parent, self->by_parent_key));
}

/* Writes. An update reads the whole document and builds a new one. */

static SquillCounts
update (double documents, double bytes, double logged, double shards)
{
  return ask ((SquillCounts){ .commands = 1,
                              .seeks = 2 * documents,
                              .documents = documents,
                              .read_bytes = documents * bytes,
                              .written = documents,
                              .log_bytes = documents * (SQUILL_COST_LOG_ENTRY + logged) },
              shards);
}

static SquillCounts
create (double bytes, double keys)
{
  return (SquillCounts){
    .commands = 1, .written = 1, .log_bytes = SQUILL_COST_LOG_ENTRY + bytes, .written_keys = keys
  };
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
  counts.shard_commands *= part;
  counts.joined *= part;
  return counts;
}

/** How likely one child is among the first. */
double
_squill_storage_get_subset_share (const SquillStorage *self)
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
        SquillCounts counts = update (1, self->parent, self->element, self->parent_root);

        counts.written_keys = self->indexes;
        return counts;
      }
    case SQUILL_PLACEMENT_CHILD_REFERENCES:
      return both (create (self->child, self->indexes + 2),
                   update (1, self->parent, SQUILL_COST_LOG_ID, self->by_parent_key));
    case SQUILL_PLACEMENT_TWO_WAY:
      return both (create (self->child, self->indexes + 3),
                   update (1, self->parent, SQUILL_COST_LOG_ID, self->by_parent_key));
    case SQUILL_PLACEMENT_SUBSET:
      return both (create (self->child, self->indexes + 2),
                   update (1, self->parent, self->list, self->by_parent_key));
    case SQUILL_PLACEMENT_BUCKET:
      {
        SquillCounts counts = update (1, self->bucket / 2, self->element, 1);

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
      return update (self->parents, self->parent, 0, self->parent_root);
    case SQUILL_PLACEMENT_BUCKET:
      return update (1, self->bucket, 0, 1);
    case SQUILL_PLACEMENT_SUBSET:
      return both (update (1, self->child, 0, self->child_root),
                   share (update (1, self->parent, 0, self->by_parent_key),
                          _squill_storage_get_subset_share (self)));
    case SQUILL_PLACEMENT_CHILD_REFERENCES:
    case SQUILL_PLACEMENT_PARENT_REFERENCE:
    case SQUILL_PLACEMENT_TWO_WAY:
    case SQUILL_PLACEMENT_JUNCTION:
    default:
      return update (1, self->child, 0, self->child_root);
    }
}

/* The same for several parents at once. */
static SquillCounts
for_each (SquillCounts counts, double n)
{
  const double commands = counts.commands;

  if (!(n > 1))
    return counts;
  counts = share (counts, n);
  counts.commands =
      commands + _squill_cost_of_batches (counts.documents, counts.read_bytes / counts.documents);
  return counts;
}

/* All children of one parent at once. */
static SquillCounts
update_children (const SquillStorage *self, double n)
{
  const SquillCounts children = ask (update_copies (n, self->child), self->child_root);

  switch (self->placement)
    {
    case SQUILL_PLACEMENT_EMBED_ONE:
    case SQUILL_PLACEMENT_EMBED_MANY:
      return update (1, self->parent, 0, self->parent_root);
    case SQUILL_PLACEMENT_BUCKET:
      return update_copies (ceil (n / self->bound), self->bucket);
    case SQUILL_PLACEMENT_SUBSET:
      return both (children, update (1, self->parent, 0, self->by_parent_key));
    case SQUILL_PLACEMENT_PARENT_REFERENCE:
    case SQUILL_PLACEMENT_TWO_WAY:
      return children;
    case SQUILL_PLACEMENT_CHILD_REFERENCES:
    case SQUILL_PLACEMENT_JUNCTION:
    default:
      return both (read_root (self), children);
    }
}

/* One child, or all that an update comes to from their parents. */
static SquillCounts
update_found (const SquillStorage *self, const SquillLoadPart *part, double found)
{
  return part->of_one_parent
             ? for_each (update_children (self, found / part->parents), part->parents)
             : for_each (update_child (self), found);
}

static SquillCounts
remove_child (const SquillStorage *self)
{
  switch (self->placement)
    {
    case SQUILL_PLACEMENT_EMBED_ONE:
    case SQUILL_PLACEMENT_EMBED_MANY:
      return update (self->parents, self->parent, self->list, self->parent_root);
    case SQUILL_PLACEMENT_CHILD_REFERENCES:
    case SQUILL_PLACEMENT_TWO_WAY:
      return both (update (1, self->child, 0, self->child_root),
                   update (self->parents, self->parent, self->list, self->by_parent_key));
    case SQUILL_PLACEMENT_SUBSET:
      return both (update (1, self->child, 0, self->child_root),
                   share (update (1, self->parent, self->list, self->by_parent_key),
                          _squill_storage_get_subset_share (self)));
    case SQUILL_PLACEMENT_BUCKET:
      return update (1, self->bucket, self->bucket, 1);
    case SQUILL_PLACEMENT_JUNCTION:
      return both (update (1, self->child, 0, self->child_root),
                   update (self->parents, self->link, 0, 1));
    case SQUILL_PLACEMENT_PARENT_REFERENCE:
    default:
      return update (1, self->child, 0, self->child_root);
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
      return both (update (1, self->parent, self->list, self->parent_root),
                   update (1, self->parent, self->element, self->parent_root));
    case SQUILL_PLACEMENT_CHILD_REFERENCES:
      return both (update (1, self->parent, self->list, self->by_parent_key),
                   update (1, self->parent, SQUILL_COST_LOG_ID, self->by_parent_key));
    case SQUILL_PLACEMENT_TWO_WAY:
      counts = both (update (1, self->parent, self->list, self->by_parent_key),
                     update (1, self->parent, SQUILL_COST_LOG_ID, self->by_parent_key));
      return both (counts, update (1, self->child, 0, self->child_root));
    case SQUILL_PLACEMENT_BUCKET:
      return both (update (1, self->bucket, self->bucket, 1),
                   update (1, self->bucket, self->element, 1));
    case SQUILL_PLACEMENT_SUBSET:
      counts = both (update (1, self->child, 0, self->child_root),
                     update (2, self->parent, self->list, self->by_parent_key));
      counts.written_keys = 2;
      return counts;
    case SQUILL_PLACEMENT_JUNCTION:
      counts = update (1, self->link, 0, 1);
      counts.written_keys = 2;
      return counts;
    case SQUILL_PLACEMENT_PARENT_REFERENCE:
    default:
      counts = update (1, self->child, 0, self->child_root);
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

/* The first children of a parent, whose key is known. */
static SquillCounts
read_first_alone (const SquillStorage *self, double first)
{
  return self->placement == SQUILL_PLACEMENT_SUBSET && first <= self->bound
             ? read_root (self)
             : read_page (self, fmin (first, self->children));
}

/* Whether these children of a parent stand in its document, which the page has anyway. */
static gboolean
has_in_parent (const SquillStorage *self, double children)
{
  return squill_placement_is_embedding (self->placement) ||
         (self->placement == SQUILL_PLACEMENT_SUBSET && children <= self->bound);
}

#define FROM_PARENT                                                        \
  (SQUILL_LOAD_CHILDREN | SQUILL_LOAD_PARENT | SQUILL_LOAD_UPDATE_PARENT | \
   SQUILL_LOAD_UPDATE_PARENT_COPIED)

/* The documents that an operation has to look at besides those that it finds, because no index
 * serves its filter. */
static SquillCounts
add_scan (const SquillStorage *self, const SquillLoadPart *part, SquillCounts counts, double found)
{
  const gboolean in_parent =
      (part->kind & FROM_PARENT) != 0 || squill_placement_is_embedding (self->placement);
  double documents = in_parent ? self->n_parents : self->n_children;
  double bytes = in_parent ? self->parent : self->child;
  double others;

  if (!in_parent && self->placement == SQUILL_PLACEMENT_BUCKET)
    {
      documents = self->n_parents * _squill_storage_count_buckets (self);
      bytes = self->bucket;
    }
  others = part->scanned * documents - fmin (found, documents);
  if (!(others > 0))
    return counts;
  if (part->kind == SQUILL_LOAD_QUERY)
    {
      counts.seeks = 1;
      counts.keys = 0;
    }
  counts.documents += others;
  counts.read_bytes += others * bytes;
  return counts;
}

static SquillCounts
count (const SquillStorage *self, const SquillLoadPart *part, double found)
{
  if (part->parent_read != NULL &&
      has_in_parent (self, part->kind == SQUILL_LOAD_WITH_FIRST ? part->first : found))
    return (SquillCounts){ 0 };
  switch (part->kind)
    {
    case SQUILL_LOAD_WITH_FIRST:
      return part->of_children ? read_first_alone (self, part->first)
                               : for_each (read_first (self, part->first), found);
    case SQUILL_LOAD_WITH_FIELDS:
      return for_each (has_child_copies (self) ? read_root (self) : read_all (self), found);
    case SQUILL_LOAD_PAGE:
      return read_page (self, isnan (found) ? self->children : found);
    case SQUILL_LOAD_PARENT:
      return for_each (read_root (self), found);
    case SQUILL_LOAD_CHILD:
      return read_children (self, 1);
    case SQUILL_LOAD_CHILD_WITH_ALL:
      return read_parents (self, found, part->of_one_parent);
    case SQUILL_LOAD_CHILD_WITH_FIELDS:
      return has_parent_copies (self) ? read_children (self, found)
                                      : read_parents (self, found, part->of_one_parent);
    case SQUILL_LOAD_QUERY:
      return query (self, found);
    case SQUILL_LOAD_UPDATE_PARENT:
      return for_each (update (1, self->parent, 0, self->parent_root), found);
    case SQUILL_LOAD_UPDATE_PARENT_COPIED:
      {
        const SquillCounts counts = update (1, self->parent, 0, self->parent_root);

        return for_each (has_parent_copies (self)
                             ? both (counts, update_copies (self->children, self->child))
                             : counts,
                         found);
      }
    case SQUILL_LOAD_UPDATE_CHILD:
      return update_found (self, part, found);
    case SQUILL_LOAD_UPDATE_CHILD_COPIED:
      return has_child_copies (self) ? both (update_found (self, part, found),
                                             for_each (update_copies (self->parents, self->parent),
                                                       part->of_one_parent ? part->parents : found))
                                     : update_found (self, part, found);
    case SQUILL_LOAD_INSERT:
      return insert_child (self);
    case SQUILL_LOAD_REMOVE:
      return for_each (remove_child (self), found);
    case SQUILL_LOAD_MOVE:
      return move_child (self);
    case SQUILL_LOAD_WITH_ALL:
    default:
      return for_each (read_all (self), found);
    }
}

/* Each level of an entity with itself is asked for with what the one before it led to. */
static SquillCounts
count_levels (const SquillStorage *self, const SquillLoadPart *part, double found)
{
  const gboolean from_parent = (part->kind & SQUILL_LOAD_CHILDREN) != 0;
  SquillStorage with = *self;
  SquillCounts counts;

  if (from_parent)
    with.children = part->reached;
  else
    with.parents = part->reached;
  counts = count (&with, part, found);
  if (self->joins)
    counts.joined += found * part->reached;
  else
    counts.commands += (part->levels - 1) * (self->placement == SQUILL_PLACEMENT_JUNCTION ? 2 : 1);
  return counts;
}

/**
 * _squill_storage_count:
 * @self: how a relationship is stored
 * @part: what an operation does with it
 * @found: how many parents or children it starts from
 *
 * Returns: what one run of it does
 */
SquillCounts
_squill_storage_count (const SquillStorage *self, const SquillLoadPart *part, double found)
{
  SquillStorage with = *self;
  SquillCounts counts;

  with.joins = part->joins;
  with.parent_root = part->has_parent_shard ? 1 : self->parent_shards;
  with.child_root = part->has_child_shard ? 1 : self->child_shards;
  counts = part->levels > 1 && !squill_placement_is_embedding (self->placement)
               ? count_levels (&with, part, found)
               : count (&with, part, found);
  return part->scanned > 0 ? add_scan (&with, part, counts, found) : counts;
}

/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-samples"

#include "config.h"

#include "samples/squill-link.h"

#include <math.h>

#include "model/squill-placement.h"
#include "samples/squill-random.h"

/* References lead to one of at most this many things of an entity. */
#define POPULATION 1000

/* Elements of a list of which nobody said how long it is. */
#define USUAL_LENGTH 2

/* Up to here every whole number is a double of its own. */
#define LARGEST_EXACT 9007199254740992.0

/**
 * squill_samples_get_usual:
 * @triple: a number of something
 * @otherwise: what to take where nothing tells
 *
 * Returns: the usual number: finite, and within what was said
 */
double
squill_samples_get_usual (SquillTriple triple, double otherwise)
{
  double usual = isnan (triple.likely) ? otherwise : triple.likely;

  if (isnan (triple.likely) && usual > triple.max)
    usual = triple.max;
  if (isnan (triple.likely) && usual < triple.min)
    usual = triple.min;
  return CLAMP (usual, 0, LARGEST_EXACT);
}

/**
 * squill_count_before:
 * @each: how many belong to each; may have a fraction
 * @number: how many come before
 *
 * Returns: how many belong to those numbered below @number: ⌈@each · @number⌉
 */
guint64
squill_count_before (double each, guint64 number)
{
  double before = ceil (each * (double)number);

  return before < LARGEST_EXACT ? (guint64)before : (guint64)LARGEST_EXACT;
}

/* The one to which number @number of all those belongs: the inverse of squill_count_before(). */
static guint64
find_owner (double each, guint64 number)
{
  double owner = floor ((double)number / each);
  guint64 found = owner < LARGEST_EXACT ? (guint64)owner : (guint64)LARGEST_EXACT;

  /* Division and multiplication round on their own. */
  while (found > 0 && squill_count_before (each, found) > number)
    found--;
  while (found < (guint64)LARGEST_EXACT && squill_count_before (each, found + 1) <= number)
    found++;
  return found;
}

/* TRUE if a child can have several parents. */
static gboolean
is_many_to_many (const SquillRelationship *relationship)
{
  return relationship->placement == SQUILL_PLACEMENT_JUNCTION ||
         squill_relationship_is_shared (relationship);
}

static gboolean
is_tree (const SquillRelationship *relationship)
{
  return g_str_equal (relationship->parent, relationship->child);
}

/* Whether the things of an entity are counted once for all: they stand in a collection, or several
 * parents share one. Otherwise they are counted so where the first relationship embeds them. */
static gboolean
is_counted_once (SquillDesign *design, const SquillEntity *entity, const SquillRelationship *via)
{
  const SquillRelationship *first = NULL;
  guint n;
  const SquillRelationship *const *relationships = squill_entity_get_relationships (entity, &n);

  if (squill_design_is_collection (design, entity->item.id))
    return TRUE;
  for (guint i = 0; i < n; i++)
    {
      const SquillRelationship *r = relationships[i];

      if (!squill_placement_holds_children (r->placement) ||
          !g_str_equal (r->child, entity->item.id))
        continue;
      if (is_many_to_many (r))
        return TRUE;
      if (!is_tree (r) && (first == NULL || g_strcmp0 (r->item.id, first->item.id) < 0))
        first = r;
    }
  return first == via;
}

static SquillThing
make_thing (SquillDesign *design, const char *entity, guint64 number)
{
  return (SquillThing){ squill_model_get_entity (squill_design_get_model (design), entity), entity,
                        0, number };
}

/* The number of documents that random references pick from: 1 to 1,000. */
static guint64
get_population (SquillDesign *design, const char *entity)
{
  double count = squill_design_get_count (design, entity).likely;

  if (isnan (count))
    return POPULATION;
  return CLAMP (floor (count), 1, POPULATION);
}

/* How many there are; infinity where nobody said. */
static double
get_all (SquillDesign *design, const char *entity)
{
  double count = squill_design_get_count (design, entity).likely;

  return isnan (count) ? INFINITY : MAX (1, floor (count));
}

/**
 * squill_link_get_children:
 * @design: a design
 * @relationship: a relationship
 *
 * Returns: how many children one parent usually has, with what bounds them
 */
double
squill_link_get_children (SquillDesign *design, const SquillRelationship *relationship)
{
  SquillTriple children = relationship->children;
  double otherwise = USUAL_LENGTH;
  double usual;

  if (relationship->placement == SQUILL_PLACEMENT_EMBED_ONE)
    otherwise = 1;
  else if (relationship->placement == SQUILL_PLACEMENT_BUCKET && relationship->bound >= 1)
    otherwise = relationship->bound;
  usual = squill_samples_get_usual (children, otherwise);
  if (relationship->cap >= 0 && usual > relationship->cap)
    usual = relationship->cap;
  if (relationship->placement == SQUILL_PLACEMENT_EMBED_ONE)
    usual = MIN (usual, 1);
  return usual;
}

/* Whether anything at the parent tells who its children are. */
static gboolean
is_listed (const SquillRelationship *relationship)
{
  if (relationship->placement != SQUILL_PLACEMENT_PARENT_REFERENCE)
    return TRUE;
  SQUILL_FOR_EACH_CHILD (SquillCopy, copy, relationship, SQUILL_KIND_COPY)
    {
      if (copy->direction == SQUILL_COPY_TO_PARENT)
        return TRUE;
    }
  return FALSE;
}

/* How many children links go round in where children have several parents: as many as there are,
 * but no fewer than one parent has. */
static guint64
get_round (SquillDesign *design, const SquillRelationship *relationship)
{
  guint64 population = get_population (design, relationship->child);
  double each = ceil (squill_link_get_children (design, relationship));

  return MAX (population, (guint64)each);
}

static void
set_child (SquillLink *self, SquillDesign *design)
{
  const SquillRelationship *r = self->relationship;
  guint64 number = self->number;

  if (is_many_to_many (r))
    number %= get_round (design, r);
  else if (is_tree (r))
    number++;
  self->child = make_thing (design, r->child, number);
}

/**
 * squill_link_init:
 * @self: (out): a link
 * @design: a design
 * @relationship: a relationship
 * @number: which of its links
 *
 * Finds both ends of a link.
 */
void
squill_link_init (SquillLink *self,
                  SquillDesign *design,
                  const SquillRelationship *relationship,
                  guint64 number)
{
  double each = squill_link_get_children (design, relationship);
  double all = get_all (design, relationship->parent);
  guint64 parent = each > 0 ? find_owner (each, number) : number;

  self->relationship = relationship;
  self->number = number;
  if (parent >= all)
    parent %= (guint64)all;
  self->parent = make_thing (design, relationship->parent, parent);
  set_child (self, design);
}

/**
 * squill_link_count_children:
 * @design: a design
 * @relationship: a relationship
 * @parent: one of its parents
 *
 * Returns: how many children @parent has
 */
guint64
squill_link_count_children (SquillDesign *design,
                            const SquillRelationship *relationship,
                            const SquillThing *parent)
{
  double each = squill_link_get_children (design, relationship);

  return squill_count_before (each, parent->number + 1) -
         squill_count_before (each, parent->number);
}

/**
 * squill_link_init_child:
 * @self: (out): a link
 * @design: a design
 * @relationship: a relationship
 * @parent: one of its parents
 * @index: which of its children
 *
 * Finds the link to a child, and the child.
 */
void
squill_link_init_child (SquillLink *self,
                        SquillDesign *design,
                        const SquillRelationship *relationship,
                        const SquillThing *parent,
                        guint64 index)
{
  double each = squill_link_get_children (design, relationship);
  const SquillEntity *child;

  self->relationship = relationship;
  self->number = squill_count_before (each, parent->number) + index;
  self->parent = *parent;
  set_child (self, design);

  child = self->child.entity;
  if (!squill_placement_holds_children (relationship->placement) || child == NULL)
    return;
  /* What is embedded at several places is counted at each of them for itself. */
  if (!is_counted_once (design, child, relationship))
    self->child.scope =
        squill_seed_add_text (squill_seed_add_number (parent->scope, 1), relationship->item.id);
  else if (!squill_design_is_collection (design, child->item.id) && !is_many_to_many (relationship))
    self->child.scope = parent->scope;
}

/**
 * squill_link_count_parents:
 * @design: a design
 * @relationship: a relationship whose children keep a list of their parents
 * @child: one of its children
 *
 * Returns: how many parents @child has
 */
guint64
squill_link_count_parents (SquillDesign *design,
                           const SquillRelationship *relationship,
                           const SquillThing *child)
{
  double otherwise = is_many_to_many (relationship) ? USUAL_LENGTH : 1;
  double each = squill_samples_get_usual (relationship->parents, otherwise);

  return squill_count_before (each, child->number + 1) - squill_count_before (each, child->number);
}

static guint64
get_common_divisor (guint64 a, guint64 b)
{
  while (b > 0)
    {
      guint64 rest = a % b;

      a = b;
      b = rest;
    }
  return a;
}

/* A parent picked by chance; those of different indices differ as long as there are enough. */
static guint64
pick_parent (SquillDesign *design,
             const SquillRelationship *relationship,
             const SquillThing *child,
             guint64 index,
             guint64 seed)
{
  guint64 population = get_population (design, relationship->parent);
  guint64 step;
  SquillRandom random;

  /* In a tree a parent comes before its children. */
  if (is_tree (relationship))
    population = MIN (population, MAX (1, child->number));
  seed = squill_seed_add_text (seed, relationship->item.id);
  seed = squill_seed_add_number (squill_seed_add_number (seed, child->scope), child->number);
  squill_random_init (&random, seed);
  /* Steps meet every parent if they have no divisor in common with the number of all. */
  step = 1 + squill_random_below (&random, population);
  while (get_common_divisor (step, population) > 1)
    step--;
  return (squill_random_below (&random, population) + index % population * step) % population;
}

/**
 * squill_link_init_parent:
 * @self: (out): a link
 * @design: a design
 * @relationship: a relationship
 * @child: one of its children
 * @index: which of its parents; 0 unless it has several
 * @seed: of the samples
 *
 * Finds the link to a parent, and the parent. @self is filled also where the child has none: then
 * with one that it may be given if it must have one.
 *
 * Returns: %TRUE if the child has that parent; %FALSE for the root of a tree, and for children that
 *   are more than all parents have
 */
gboolean
squill_link_init_parent (SquillLink *self,
                         SquillDesign *design,
                         const SquillRelationship *relationship,
                         const SquillThing *child,
                         guint64 index,
                         guint64 seed)
{
  const SquillRelationship *r = relationship;
  double each = squill_link_get_children (design, r);
  double all = get_all (design, r->parent);
  gboolean many = is_many_to_many (r);
  gboolean root = is_tree (r) && !many && child->number == 0;
  guint64 parent;

  self->relationship = r;
  self->child = *child;
  self->number = child->number;

  if (r->children.max <= 1 && !many)
    {
      parent = is_tree (r) ? MAX (1, child->number) - 1 : child->number;
      self->number = parent;
      self->parent = make_thing (design, r->parent, parent);
      if (!root && parent < all)
        return TRUE;
    }
  else if (is_listed (r) && each > 0)
    {
      if (many)
        self->number = child->number + index * get_round (design, r);
      else if (is_tree (r))
        self->number = MAX (1, child->number) - 1;
      parent = find_owner (each, self->number);
      /* More parents than there are: begin again, with others where that is possible. */
      if (many && parent >= all)
        parent = (parent + index) % (guint64)all;
      self->parent = make_thing (design, r->parent, parent);
      if (!root && parent < all)
        return TRUE;
    }
  else if (!root)
    {
      self->parent = make_thing (design, r->parent, pick_parent (design, r, child, index, seed));
      return TRUE;
    }

  self->parent = make_thing (design, r->parent, pick_parent (design, r, child, index, seed));
  return FALSE;
}

/* How many buckets the parents before one have: each as many as its children need. */
static double
count_buckets_before (double each, double bound, double parent)
{
  double least = floor (each);
  double more = ceil (each * parent) - parent * least;

  return parent * ceil (least / bound) + more * (ceil ((least + 1) / bound) - ceil (least / bound));
}

/**
 * squill_link_init_bucket:
 * @self: (out): the link to the first child in the bucket
 * @design: a design
 * @relationship: a relationship that is stored in buckets
 * @number: which bucket
 * @first: (out): which child of its parent the first one is
 *
 * Finds the parent of a bucket. A parent without children has no bucket; the children of one are
 * spread evenly over as many as they need.
 *
 * Returns: how many children are in the bucket
 */
guint64
squill_link_init_bucket (SquillLink *self,
                         SquillDesign *design,
                         const SquillRelationship *relationship,
                         guint64 number,
                         guint64 *first)
{
  double each = squill_link_get_children (design, relationship);
  double bound = relationship->bound >= 1 ? floor (relationship->bound) : MAX (1, ceil (each));
  double low = 0, high = 1;
  SquillThing parent;
  double n, buckets, position;

  *first = 0;
  if (each > 0)
    {
      while (count_buckets_before (each, bound, high) <= number && high < LARGEST_EXACT)
        high *= 2;
      /* low has no more buckets before it, high has. */
      while (high - low > 1)
        {
          double middle = floor ((low + high) / 2);

          if (count_buckets_before (each, bound, middle) <= number)
            low = middle;
          else
            high = middle;
        }
    }
  else
    {
      low = number;
    }

  parent = make_thing (design, relationship->parent, (guint64)low);
  n = squill_link_count_children (design, relationship, &parent);
  buckets = MAX (1, ceil (n / bound));
  position = number - (each > 0 ? count_buckets_before (each, bound, low) : number);
  *first = (guint64)floor (n * position / buckets);
  squill_link_init_child (self, design, relationship, &parent, *first);
  return (guint64)floor (n * (position + 1) / buckets) - *first;
}

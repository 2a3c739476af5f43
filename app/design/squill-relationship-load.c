/* SPDX-License-Identifier: Apache-2.0 */

/* What operations and frequencies make of a relationship.
 *
 * An operation counts by where it starts and what it follows. What somebody said of the
 * relationship itself counts more: its frequencies take the place of what operations add up to,
 * and these only tell of what kind the reads are. */

#define G_LOG_DOMAIN "squill-design"

#include "config.h"

#include <string.h>

#include "design/squill-design-private.h"
#include "design/squill-cost.h"
#include "design/squill-found.h"
#include "design/squill-plan-private.h"
#include "design/squill-use.h"
#include "model/squill-placement.h"
#include "model/squill-threshold.h"

/* A Julian year. */
#define SECONDS_PER_YEAR (365.25 * 24 * 60 * 60)

typedef struct
{
  SquillRelationshipLoad *load;
  SquillDesign *design;
  const SquillRelationship *r;
  gboolean counted;  /* each operation counts as one */
  gboolean is_named; /* some operation says that it reads or writes along the relationship */
  gboolean is_read;  /* some read says so */
} Reading;

static const SquillTriple single = { 1, 1, 1 };

/* Paths of keys. */

static gboolean
is_under (const char *path, const char *relationship)
{
  gsize length = strlen (relationship);

  return strncmp (path, relationship, length) == 0 && path[length] == '/';
}

static gboolean
has_key (const SquillKeys *keys, const char *path)
{
  for (guint i = 0; keys != NULL && i < keys->len; i++)
    if (g_str_equal (((const SquillKey *)keys->pdata[i])->path, path))
      return TRUE;
  return FALSE;
}

static gboolean
has_key_under (const SquillKeys *keys, const char *relationship)
{
  for (guint i = 0; keys != NULL && i < keys->len; i++)
    if (is_under (((const SquillKey *)keys->pdata[i])->path, relationship))
      return TRUE;
  return FALSE;
}

static gboolean
has_key_through (const SquillKeys *keys, const char *relationship)
{
  for (guint i = 0; keys != NULL && i < keys->len; i++)
    if (squill_key_goes_through (keys->pdata[i], relationship))
      return TRUE;
  return FALSE;
}

static gboolean
has_copy (const SquillRelationship *r, SquillCopyDirection direction, const char *field)
{
  SQUILL_FOR_EACH_CHILD (SquillCopy, copy, r, SQUILL_KIND_COPY)
    {
      if (copy->direction == direction && g_strcmp0 (copy->field, field) == 0)
        return TRUE;
    }
  return FALSE;
}

static gboolean
writes_only_copies (const SquillOperation *operation,
                    const SquillRelationship *relationship,
                    SquillCopyDirection direction)
{
  const char *id = relationship->item.id;

  for (guint i = 0; i < operation->writes->len; i++)
    {
      const char *path = ((const SquillKey *)operation->writes->pdata[i])->path;

      if (!is_under (path, id) || !has_copy (relationship, direction, path + strlen (id) + 1))
        return FALSE;
    }
  return TRUE;
}

/**
 * squill_operation_updates_copies:
 * @operation: an operation
 * @relationship: a relationship
 *
 * Tells whether an operation only keeps the copies of a relationship in step with their source.
 * What it costs is part of what an update of the source costs.
 *
 * Returns: %TRUE if all that it writes are copies
 */
gboolean
squill_operation_updates_copies (const SquillOperation *operation,
                                 const SquillRelationship *relationship)
{
  if (operation->operation != SQUILL_OPERATION_UPDATE || operation->entity == NULL ||
      operation->writes == NULL || operation->writes->len == 0 ||
      squill_placement_is_embedding (relationship->placement))
    return FALSE;
  /* Of a relationship of an entity with itself either end may keep them. */
  return (g_str_equal (operation->entity, relationship->child) &&
          writes_only_copies (operation, relationship, SQUILL_COPY_TO_CHILD)) ||
         (g_str_equal (operation->entity, relationship->parent) &&
          writes_only_copies (operation, relationship, SQUILL_COPY_TO_PARENT));
}

/* The fields of the other end that an operation returns; FALSE where it returns all of it. */
static gboolean
get_returned (const SquillOperation *operation, const char *relationship, GPtrArray *fields)
{
  gboolean any = FALSE;

  for (guint i = 0; operation->returns != NULL && i < operation->returns->len; i++)
    {
      const char *path = ((const SquillKey *)operation->returns->pdata[i])->path;

      if (!is_under (path, relationship))
        continue;
      any = TRUE;
      if (!g_ptr_array_find_with_equal_func (fields, path + strlen (relationship) + 1, g_str_equal,
                                             NULL))
        g_ptr_array_add (fields, g_strdup (path + strlen (relationship) + 1));
    }
  return any;
}

static gboolean
is_by_key (const SquillOperation *operation, SquillModel *model, const char *key)
{
  for (guint i = 0; operation->filter != NULL && i < operation->filter->len; i++)
    {
      const SquillKey *one = operation->filter->pdata[i];

      if (squill_key_is_equality (one) && squill_key_is_of_document (one, model, key))
        return TRUE;
    }
  return FALSE;
}

/* Parts. */

static SquillLoadPart *
add_part (Reading *self, SquillLoadKind kind, const SquillOperation *operation, double rate)
{
  SquillLoadPart part = {
    .kind = kind,
    .operation = operation,
    .rate = rate,
    .found = single,
    .first = NAN,
    .parents = 1,
    .levels = 1,
    .reached = NAN,
  };
  GArray *parts = self->load->parts;

  g_array_append_val (parts, part);
  return &g_array_index (parts, SquillLoadPart, parts->len - 1);
}

static SquillTriple
count_found (Reading *self, const SquillOperation *operation)
{
  const char *unknown;
  const SquillTriple found = squill_design_count_found (self->design, operation, &unknown);

  if (unknown != NULL &&
      !g_ptr_array_find_with_equal_func (self->load->unknown, unknown, g_str_equal, NULL))
    g_ptr_array_add (self->load->unknown, g_strdup (unknown));
  return found;
}

/* An operation on parents that neither has a filter nor a limit stands for one of them, as the
 * frequencies of a relationship do. */
static SquillTriple
count_parents (Reading *self, const SquillOperation *operation)
{
  const gboolean any = operation->filter != NULL && operation->filter->len > 0;

  return any || operation->limit > 0 ? count_found (self, operation) : single;
}

/* Reads. */

static void
add_parent_read (Reading *self, const SquillOperation *operation, double rate)
{
  SquillRelationshipLoad *load = self->load;
  const char *id = self->r->item.id;
  SquillLoadPart *part;

  const gboolean limits_children =
      squill_operation_limits_children (operation, squill_design_get_model (self->design), self->r);
  /* Whole documents with the first of their children are what it asks for. */
  const gboolean reads_children =
      squill_operation_follows (operation, id) || has_key_under (operation->returns, id) ||
      has_key_through (operation->computes, id) || (limits_children && operation->returns == NULL);

  load->sorted |=
      reads_children && (has_key_under (operation->sort, id) ||
                         (self->r->order_by != NULL && self->r->ordering != SQUILL_ORDERING_NONE));
  if (reads_children && limits_children)
    {
      part = add_part (self, SQUILL_LOAD_WITH_FIRST, operation, rate);
      part->first = operation->limit;
    }
  else if (reads_children)
    {
      part = add_part (self,
                       get_returned (operation, id, load->child_fields) ? SQUILL_LOAD_WITH_FIELDS
                                                                        : SQUILL_LOAD_WITH_ALL,
                       operation, rate);
      part->found = count_parents (self, operation);
    }
  else if (has_key_under (operation->filter, id))
    /* The parent, found by one of its children. */
    add_part (self, SQUILL_LOAD_WITH_ALL, operation, rate);
  /* Whoever asks for whole documents gets what is embedded in them. That he needs it is only taken
   * for granted where no other read says of itself that it does; what a write says tells nothing of
   * the reads. */
  else if (squill_placement_is_embedding (self->r->placement) &&
           (operation->returns == NULL ? !self->is_read : has_key (operation->returns, id)))
    {
      part = add_part (self, SQUILL_LOAD_WITH_ALL, operation, rate);
      part->found = count_parents (self, operation);
    }
  else if (self->r->placement == SQUILL_PLACEMENT_SUBSET &&
           !isnan (_squill_relationship_get_bound (self->r)) &&
           (operation->returns == NULL ? !self->is_read : has_key (operation->returns, id)))
    {
      part = add_part (self, SQUILL_LOAD_WITH_FIRST, operation, rate);
      part->first = self->r->bound;
      part->found = count_parents (self, operation);
    }
  else
    {
      part = add_part (self, SQUILL_LOAD_PARENT, operation, rate);
      part->found = count_parents (self, operation);
    }
}

/* Children of one parent. The newest of them are the same question as one for the parent with its
 * newest. */
static void
add_page (Reading *self, const SquillOperation *operation, double rate)
{
  const gboolean by_reference = has_key (operation->filter, self->r->item.id);
  /* The first of those that meet another condition are not the first of all. */
  const gboolean is_first = by_reference && operation->filter->len == 1 && operation->limit > 0 &&
                            !(operation->skip > 0) && operation->sort != NULL &&
                            operation->sort->len > 0;
  SquillLoadPart *part =
      add_part (self, is_first ? SQUILL_LOAD_WITH_FIRST : SQUILL_LOAD_PAGE, operation, rate);

  part->parent_read = squill_operation_find_parent_read (
      operation, squill_design_get_model (self->design), self->r);
  if (is_first)
    {
      part->first = operation->limit;
      part->of_children = TRUE;
    }
  else if (by_reference)
    part->found = count_found (self, operation);
  else
    {
      /* By a field of the parent, taken for what tells one parent from the others. */
      const double all = self->r->children.likely;
      const double size = operation->limit > 0 ? fmin (all, operation->limit) : all;

      part->found = SQUILL_TRIPLE (size, size, size);
    }
}

/* Whether the parent of the children is known. */
static gboolean
is_by_parent (const SquillOperation *operation, const char *relationship)
{
  for (guint i = 0; operation->filter != NULL && i < operation->filter->len; i++)
    {
      const SquillKey *key = operation->filter->pdata[i];

      if (g_str_equal (key->path, relationship) && !g_str_equal (key->operator, "exists"))
        return TRUE;
    }
  return FALSE;
}

static void
add_alone (Reading *self, const SquillOperation *operation, double rate)
{
  if (operation->operation == SQUILL_OPERATION_INSERT || operation->moves != NULL ||
      is_by_parent (operation, self->r->item.id) ||
      squill_operation_asks_other_parent (operation, squill_design_get_model (self->design),
                                          self->r))
    return;
  self->load->alone += rate > 0 ? rate : 0;
  if (!squill_operation_sums_up_all (operation))
    self->load->crosses = operation;
}

static void
add_child_read (Reading *self, const SquillOperation *operation, double rate)
{
  const char *id = self->r->item.id;
  SquillLoadPart *part;

  if (squill_operation_follows (operation, id))
    {
      part = add_part (self,
                       get_returned (operation, id, self->load->parent_fields)
                           ? SQUILL_LOAD_CHILD_WITH_FIELDS
                           : SQUILL_LOAD_CHILD_WITH_ALL,
                       operation, rate);
      part->found = count_found (self, operation);
      part->of_one_parent = has_key (operation->filter, id);
    }
  else if (has_key (operation->filter, id) || has_key_under (operation->filter, id))
    add_page (self, operation, rate);
  else if (is_by_key (operation, squill_design_get_model (self->design), self->r->child_key))
    add_part (self, SQUILL_LOAD_CHILD, operation, rate);
  else
    {
      part = add_part (self, SQUILL_LOAD_QUERY, operation, rate);
      part->found = count_found (self, operation);
    }
}

/* Writes. */

/* Whether a write of a field reaches its copies: those that are drawn and follow their source, or
 * where none is drawn, those that would be made of what is read along. */
static gboolean
is_copied (Reading *self, SquillCopyDirection direction, const char *field)
{
  const GPtrArray *read =
      direction == SQUILL_COPY_TO_CHILD ? self->load->parent_fields : self->load->child_fields;
  gboolean is_drawn = FALSE;

  SQUILL_FOR_EACH_CHILD (SquillCopy, copy, self->r, SQUILL_KIND_COPY)
    {
      if (copy->direction != direction)
        continue;
      if (copy->mode == SQUILL_COPY_KEPT && g_strcmp0 (copy->field, field) == 0)
        return TRUE;
      is_drawn = TRUE;
    }
  return !is_drawn &&
         g_ptr_array_find_with_equal_func ((GPtrArray *)read, field, g_str_equal, NULL);
}

static gboolean
writes_copied (Reading *self, const SquillOperation *operation, SquillCopyDirection direction)
{
  for (guint i = 0; operation->writes != NULL && i < operation->writes->len; i++)
    {
      const SquillKey *key = operation->writes->pdata[i];

      if (is_copied (self, direction, squill_key_path_get_last (key->path)))
        return TRUE;
    }
  return FALSE;
}

/* How many an operation comes to along a relationship, from one at the end that it comes from. */
static double
count_reached (const SquillUse *use, const SquillRelationship *r)
{
  const SquillTriple n = squill_use_comes_from_parent (use, r) ? r->children : r->parents;

  return n.likely > 1 ? n.likely : 1;
}

/* An update of embedded children that says nothing of which it means changes all of them, and goes
 * on to do so where they have documents of their own; what follows the relationship does so anyway.
 * One that does neither knows the key of a child. */
static void
count_changed (Reading *self, const SquillOperation *operation, SquillLoadPart *part)
{
  const SquillRelationship *r = self->r;
  SquillModel *model = squill_design_get_model (self->design);
  g_autoptr (SquillUse) use = NULL;

  if ((part->kind & (SQUILL_LOAD_UPDATE_CHILD | SQUILL_LOAD_UPDATE_CHILD_COPIED)) == 0 ||
      has_key_through (operation->filter, r->item.id) ||
      !(squill_placement_is_embedding (r->placement) ||
        squill_operation_follows (operation, r->item.id)))
    return;
  use = squill_use_new (model, operation);
  for (guint i = 0; operation->writes != NULL && i < operation->writes->len; i++)
    {
      const char *path = ((const SquillKey *)operation->writes->pdata[i])->path;
      g_auto (GStrv) ids = g_strsplit (path, "/", -1);
      double n = 1;

      if (!squill_key_goes_through (operation->writes->pdata[i], r->item.id))
        continue;
      for (guint k = 0; ids[k] != NULL; k++)
        {
          const SquillRelationship *step = squill_model_get_relationship (model, ids[k]);

          if (step == NULL)
            continue;
          n *= count_reached (use, step);
          if (step == r)
            break;
          if (!squill_placement_is_embedding (step->placement))
            part->parents *= count_reached (use, step);
        }
      part->found = SQUILL_TRIPLE (n, n, n);
      part->of_one_parent = TRUE;
      return;
    }
}

static void
add_parent_write (Reading *self, const SquillOperation *operation, double rate)
{
  const char *id = self->r->item.id;
  SquillLoadKind kind;
  SquillLoadPart *part;

  if (operation->operation != SQUILL_OPERATION_UPDATE)
    return;
  /* A child that is pushed into its parent, or changed there. */
  if (has_key (operation->writes, id))
    kind = SQUILL_LOAD_INSERT;
  else if (has_key_under (operation->writes, id))
    kind = writes_copied (self, operation, SQUILL_COPY_TO_PARENT) ? SQUILL_LOAD_UPDATE_CHILD_COPIED
                                                                  : SQUILL_LOAD_UPDATE_CHILD;
  else
    kind = writes_copied (self, operation, SQUILL_COPY_TO_CHILD) ? SQUILL_LOAD_UPDATE_PARENT_COPIED
                                                                 : SQUILL_LOAD_UPDATE_PARENT;
  part = add_part (self, kind, operation, rate);
  if (operation->multi)
    part->found = count_found (self, operation);
  else
    count_changed (self, operation, part);
}

static void
add_child_write (Reading *self, const SquillOperation *operation, double rate)
{
  SquillLoadKind kind;
  SquillLoadPart *part;

  if (operation->operation == SQUILL_OPERATION_INSERT)
    kind = SQUILL_LOAD_INSERT;
  else if (operation->operation == SQUILL_OPERATION_DELETE)
    kind = SQUILL_LOAD_REMOVE;
  else if (g_strcmp0 (operation->moves, self->r->item.id) == 0)
    kind = SQUILL_LOAD_MOVE;
  else
    kind = writes_copied (self, operation, SQUILL_COPY_TO_PARENT) ? SQUILL_LOAD_UPDATE_CHILD_COPIED
                                                                  : SQUILL_LOAD_UPDATE_CHILD;
  part = add_part (self, kind, operation, rate);
  if (operation->multi && kind != SQUILL_LOAD_INSERT)
    part->found = count_found (self, operation);
}

/* Whether an operation that starts elsewhere comes to the relationship at its child: from orders to
 * their customers and from these to their regions. */
static gboolean
comes_from_child (Reading *self, const SquillOperation *operation)
{
  g_autoptr (SquillUse) use = squill_use_new (squill_design_get_model (self->design), operation);

  return !squill_use_comes_from_parent (use, self->r);
}

/* An operation that starts elsewhere and comes along. */
static void
add_passing (Reading *self, const SquillOperation *operation, gboolean reads, double rate)
{
  SquillLoadKind kind = SQUILL_LOAD_UPDATE_CHILD;

  if (reads && comes_from_child (self, operation))
    {
      kind = SQUILL_LOAD_CHILD_WITH_ALL;
      self->load->alone += rate;
      self->load->crosses = operation;
    }
  else if (reads)
    kind = SQUILL_LOAD_WITH_ALL;
  else if (operation->operation == SQUILL_OPERATION_DELETE)
    kind = SQUILL_LOAD_REMOVE;
  else if (operation->operation == SQUILL_OPERATION_INSERT)
    kind = SQUILL_LOAD_INSERT;
  count_changed (self, operation, add_part (self, kind, operation, rate));
}

/* Whether an operation needs more of what a relationship leads to than its copies. */
static gboolean
reads_beyond (const SquillOperation *operation, const SquillRelationship *r, gboolean from_parent)
{
  const char *id = r->item.id;
  gboolean is_named = FALSE;

  for (guint i = 0; operation->returns != NULL && i < operation->returns->len; i++)
    {
      const char *path = ((const SquillKey *)operation->returns->pdata[i])->path;

      if (!is_under (path, id))
        continue;
      is_named = TRUE;
      if (!has_copy (r, from_parent ? SQUILL_COPY_TO_PARENT : SQUILL_COPY_TO_CHILD,
                     path + strlen (id) + 1))
        return TRUE;
    }
  return !is_named && squill_operation_follows (operation, id);
}

/* An operation that starts elsewhere may come to one of the ends by another relationship: from
 * orders to their customers, with all that is embedded in these. Of those that it starts from, it
 * says itself how many there are, or it is one. Where it goes through the relationship, too, it
 * comes to parents in any case, but children that it also comes to otherwise have to be found. */
static void
add_reached (Reading *self, const SquillOperation *operation, double rate)
{
  const SquillRelationship *r = self->r;
  g_autoptr (SquillUse) use = squill_use_new (squill_design_get_model (self->design), operation);
  const double n = operation->limit > 0 ? operation->limit : 1;
  gboolean has_parent = squill_operation_goes_through (operation, r->item.id), has_child = FALSE;

  for (guint i = 0; i < use->relationships->len; i++)
    {
      const SquillRelationship *other = use->relationships->pdata[i];
      const gboolean from_parent = squill_use_comes_from_parent (use, other);
      const char *reached = from_parent ? other->child : other->parent;
      const double each = from_parent && other->children.likely > 1 ? other->children.likely : 1;

      if (other == r || g_str_equal (other->parent, other->child) ||
          !reads_beyond (operation, other, from_parent))
        continue;
      if (!has_parent && g_str_equal (reached, r->parent))
        {
          add_part (self, SQUILL_LOAD_PARENT, operation, rate)->found =
              SQUILL_TRIPLE (n * each, n * each, n * each);
          has_parent = TRUE;
        }
      else if (!has_child && g_str_equal (reached, r->child) &&
               !squill_placement_is_embedding (other->placement))
        {
          add_part (self, SQUILL_LOAD_CHILD, operation, rate * n * each);
          self->load->alone += rate;
          self->load->crosses = operation;
          has_child = TRUE;
        }
    }
}

static gboolean
writes_element (const SquillOperation *operation, const char *relationship)
{
  return operation->operation == SQUILL_OPERATION_UPDATE &&
         has_key_through (operation->writes, relationship);
}

static gboolean
is_from_child (const SquillOperation *operation, const SquillRelationship *r)
{
  return g_str_equal (operation->entity, r->child) &&
         (!g_str_equal (r->parent, r->child) || has_key (operation->filter, r->item.id));
}

/* Whether an index could lead to what is looked for, and not only be read as a whole. */
static gboolean
is_indexable (const SquillSearch *search)
{
  for (guint i = 0; i < search->conditions->len; i++)
    switch (((const SquillCondition *)search->conditions->pdata[i])->kind)
      {
      case SQUILL_CONDITION_EQUALITY:
      case SQUILL_CONDITION_LIST:
      case SQUILL_CONDITION_RANGE:
        return TRUE;
      case SQUILL_CONDITION_PATTERN:
      case SQUILL_CONDITION_EXISTS:
      case SQUILL_CONDITION_TEXT:
      default:
        break;
      }
  return FALSE;
}

/* How much of the collection that it starts from an operation reads because no index serves what it
 * asks for. An index of a key or of the reference comes with the placement that needs it. */
static double
get_scanned (Reading *self, const SquillOperation *operation, gboolean *indexable)
{
  SquillModel *model = squill_design_get_model (self->design);
  const SquillPlan *plan;

  if (operation->filter == NULL || has_key (operation->filter, self->r->item.id) ||
      is_by_key (operation, model, self->r->child_key))
    return 0;
  plan = squill_design_get_plan (self->design, operation->item.id);
  for (guint i = 0; i < plan->steps->len; i++)
    {
      const SquillPlanStep *step = plan->steps->pdata[i];
      double documents;

      if (step->relationship != NULL || step->access != SQUILL_PLAN_SCAN ||
          step->search->conditions->len == 0)
        continue;
      documents = squill_triple_get_usual (step->search->collection->count);
      *indexable = is_indexable (step->search);
      return documents > 0 && !isnan (step->documents.likely)
                 ? MIN (step->documents.likely / documents, 1)
                 : 0;
    }
  return 0;
}

/* Whether it changes all children because they are in the document. Where they are not it follows
 * the relationship, in a transaction if that is not too much for one. */
static gboolean
takes_embedded (const Reading *self, const SquillOperation *operation)
{
  const SquillRelationship *r = self->r;
  SquillModel *model = squill_design_get_model (self->design);

  if (!squill_placement_is_embedding (r->placement) ||
      g_strcmp0 (operation->entity, r->parent) != 0 ||
      !(1 + squill_triple_get_usual (r->children) >
        squill_model_get_threshold (model, SQUILL_THRESHOLD_TXN_DOCS)))
    return FALSE;
  return operation->operation == SQUILL_OPERATION_DELETE ||
         (operation->operation == SQUILL_OPERATION_INSERT && operation->writes == NULL &&
          !self->is_named);
}

/* A read that goes on from what it comes to. What is copied of one level leads to no other. */
static void
walk_levels (Reading *self, SquillLoadPart *part)
{
  const SquillRelationship *r = self->r;
  const gboolean from_parent = (part->kind & SQUILL_LOAD_CHILDREN) != 0;
  g_autoptr (SquillUse) use = NULL;
  SquillTriple levels;

  if (!g_str_equal (r->parent, r->child) || (part->kind & SQUILL_LOAD_TOGETHER) == 0 ||
      part->kind == SQUILL_LOAD_PAGE)
    return;
  use = squill_use_new (squill_design_get_model (self->design), part->operation);
  if (!squill_use_goes_all_the_way (use, r))
    return;
  part->kind = from_parent ? SQUILL_LOAD_WITH_ALL : SQUILL_LOAD_CHILD_WITH_ALL;
  part->reached = squill_design_count_walk (self->design, r, from_parent, &levels).likely;
  part->levels = levels.likely;
}

static void
add_operation (Reading *self, const SquillOperation *operation, gboolean reads)
{
  const SquillRelationship *r = self->r;
  const guint n_before = self->load->parts->len;
  double rate = self->counted ? 1 : squill_operation_get_rate (operation);

  if (operation->entity == NULL || squill_operation_updates_copies (operation, r))
    return;
  if (!reads && operation->atomic && !operation->transaction &&
      (squill_operation_goes_through (operation, r->item.id) || takes_embedded (self, operation)))
    {
      self->load->atomic = operation->name != NULL ? operation->name : "";
      self->load->atomic_changes_child |=
          is_from_child (operation, r) || writes_element (operation, r->item.id);
    }
  if (g_str_equal (r->parent, r->child) && has_key (operation->filter, r->item.id))
    self->load->by_reference = operation->name != NULL ? operation->name : "";
  if (writes_element (operation, r->item.id))
    self->load->writes_element = operation->name != NULL ? operation->name : "";
  if (is_from_child (operation, r))
    add_alone (self, operation, rate);
  if (!(rate > 0))
    return;
  if (!is_from_child (operation, r) && g_str_equal (operation->entity, r->parent))
    {
      if (reads)
        add_parent_read (self, operation, rate);
      else
        add_parent_write (self, operation, rate);
    }
  else if (is_from_child (operation, r))
    {
      if (reads)
        add_child_read (self, operation, rate);
      else
        add_child_write (self, operation, rate);
    }
  else if (squill_operation_goes_through (operation, r->item.id))
    add_passing (self, operation, reads, rate);
  if (reads && !is_from_child (operation, r) && !g_str_equal (operation->entity, r->parent))
    add_reached (self, operation, rate);
  if (self->load->parts->len == n_before)
    return;
  for (guint i = n_before; i < self->load->parts->len; i++)
    walk_levels (self, &g_array_index (self->load->parts, SquillLoadPart, i));
  for (guint i = n_before; i < self->load->parts->len; i++)
    if (g_strcmp0 (operation->entity, r->parent) == 0 ||
        g_strcmp0 (operation->entity, r->child) == 0)
      {
        SquillLoadPart *part = &g_array_index (self->load->parts, SquillLoadPart, i);

        part->scanned = get_scanned (self, operation, &part->is_indexable);
      }
  self->load->known |= !self->counted;
}

static void
add_operations (Reading *self, const GPtrArray *operations)
{
  /* Which fields are read along decides what a write is. */
  for (guint i = 0; i < operations->len; i++)
    if (squill_operation_is_read (operations->pdata[i]))
      add_operation (self, operations->pdata[i], TRUE);
  for (guint i = 0; i < operations->len; i++)
    if (!squill_operation_is_read (operations->pdata[i]))
      add_operation (self, operations->pdata[i], FALSE);
}

/* Frequencies. */

/* Makes what is done of these kinds add up to a rate; what nothing is known of is of the first
 * kind. */
static void
scale (Reading *self, guint kinds, SquillLoadKind usual, double rate)
{
  const double sum = _squill_relationship_load_get_rate (self->load, kinds);

  if (!(sum > 0))
    {
      if (rate > 0)
        add_part (self, usual, NULL, rate);
      return;
    }
  for (guint i = 0; i < self->load->parts->len; i++)
    {
      SquillLoadPart *part = &g_array_index (self->load->parts, SquillLoadPart, i);

      if ((part->kind & kinds) != 0)
        part->rate *= rate / sum;
    }
}

/* What is written are children that come, as far as the growth tells, and others that change. */
static void
set_writes (Reading *self, double rate)
{
  const guint writes = SQUILL_LOAD_INSERT | SQUILL_LOAD_UPDATE_CHILD | SQUILL_LOAD_REMOVE;
  const double parents = squill_design_get_count (self->design, self->r->parent).likely;
  const double coming = self->r->growth * parents / SECONDS_PER_YEAR;
  const double inserts = isnan (coming) ? rate : MIN (rate, coming);

  if (_squill_relationship_load_get_rate (self->load, writes) > 0)
    {
      scale (self, writes, SQUILL_LOAD_INSERT, rate);
      return;
    }
  add_part (self, SQUILL_LOAD_INSERT, NULL, inserts);
  if (rate > inserts)
    add_part (self, SQUILL_LOAD_UPDATE_CHILD, NULL, rate - inserts);
}

static void
add_frequencies (Reading *self)
{
  const SquillRelationship *r = self->r;

  self->load->known |=
      r->together > 0 || r->parent_alone > 0 || r->child_alone > 0 || r->write > 0 || r->move > 0;
  if (r->together >= 0)
    scale (self, SQUILL_LOAD_TOGETHER, SQUILL_LOAD_WITH_ALL, r->together);
  if (r->parent_alone >= 0)
    scale (self, SQUILL_LOAD_PARENT, SQUILL_LOAD_PARENT, r->parent_alone);
  if (r->child_alone >= 0)
    self->load->alone = r->child_alone;
  if (r->child_alone >= 0)
    scale (self, SQUILL_LOAD_CHILD | SQUILL_LOAD_QUERY, SQUILL_LOAD_CHILD, r->child_alone);
  if (r->write >= 0)
    set_writes (self, r->write);
  if (r->move >= 0)
    scale (self, SQUILL_LOAD_MOVE, SQUILL_LOAD_MOVE, r->move);
}

/**
 * _squill_relationship_load_init:
 * @self: (out caller-allocates): the workload
 * @design: a design
 * @relationship: a relationship of its model
 *
 * Collects what is done with a relationship.
 */
void
_squill_relationship_load_init (SquillRelationshipLoad *self,
                                SquillDesign *design,
                                const SquillRelationship *relationship)
{
  g_autoptr (GPtrArray) operations =
      _squill_plan_cache_list_operations (_squill_design_get_plans (design), design, relationship);
  Reading reading = { self, design, relationship, FALSE, FALSE, FALSE };

  memset (self, 0, sizeof *self);
  self->parts = g_array_new (FALSE, FALSE, sizeof (SquillLoadPart));
  self->parent_fields = g_ptr_array_new_with_free_func (g_free);
  self->child_fields = g_ptr_array_new_with_free_func (g_free);
  self->unknown = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < operations->len; i++)
    if (squill_operation_names_children (operations->pdata[i], relationship))
      {
        reading.is_named = TRUE;
        reading.is_read |= squill_operation_is_read (operations->pdata[i]);
      }
  add_operations (&reading, operations);
  add_frequencies (&reading);
  if (!self->known)
    {
      reading.counted = TRUE;
      add_operations (&reading, operations);
    }
  for (guint i = 0; i < self->parts->len; i++)
    _squill_load_part_set_targets (&g_array_index (self->parts, SquillLoadPart, i), design,
                                   relationship);
}

void
_squill_relationship_load_clear (SquillRelationshipLoad *self)
{
  g_clear_pointer (&self->parts, g_array_unref);
  g_clear_pointer (&self->parent_fields, g_ptr_array_unref);
  g_clear_pointer (&self->child_fields, g_ptr_array_unref);
  g_clear_pointer (&self->unknown, g_ptr_array_unref);
}

/**
 * _squill_relationship_load_get_rate:
 * @self: a workload
 * @kinds: some #SquillLoadKind
 *
 * Returns: how often these happen together, per second
 */
double
_squill_relationship_load_get_rate (const SquillRelationshipLoad *self, guint kinds)
{
  double rate = 0;

  for (guint i = 0; i < self->parts->len; i++)
    {
      const SquillLoadPart *part = &g_array_index (self->parts, SquillLoadPart, i);

      rate += (part->kind & kinds) != 0 ? part->rate : 0;
    }
  return rate;
}

/** How often parents are read that no page shows with children, per second. */
double
_squill_relationship_load_get_alone (const SquillRelationshipLoad *self)
{
  double rate = 0;

  for (guint i = 0; i < self->parts->len; i++)
    {
      const SquillLoadPart *part = &g_array_index (self->parts, SquillLoadPart, i);
      gboolean is_on_page = FALSE;

      for (guint j = 0; j < self->parts->len && part->operation != NULL && !is_on_page; j++)
        is_on_page = g_array_index (self->parts, SquillLoadPart, j).parent_read == part->operation;
      if (part->kind == SQUILL_LOAD_PARENT && !is_on_page)
        rate += part->rate;
    }
  return rate;
}

static double
get_size (const SquillLoadPart *part, SquillLoadKind kind)
{
  if (part->kind != kind)
    return NAN;
  return kind == SQUILL_LOAD_WITH_FIRST ? part->first : part->found.likely;
}

/**
 * _squill_relationship_load_get_size:
 * @self: a workload
 * @kind: %SQUILL_LOAD_WITH_FIRST or %SQUILL_LOAD_PAGE
 *
 * Returns: how many children are read at once most often, a whole number; NaN where it is known of
 *   no operation. What lies between two of them would serve neither
 */
double
_squill_relationship_load_get_size (const SquillRelationshipLoad *self, SquillLoadKind kind)
{
  double best = NAN, most = 0;

  for (guint i = 0; i < self->parts->len; i++)
    {
      const double size = get_size (&g_array_index (self->parts, SquillLoadPart, i), kind);
      double rate = 0;

      for (guint j = 0; j < self->parts->len && !isnan (size); j++)
        if (get_size (&g_array_index (self->parts, SquillLoadPart, j), kind) == size)
          rate += g_array_index (self->parts, SquillLoadPart, j).rate;
      if (rate > most || (rate > 0 && rate == most && size < best))
        {
          best = size;
          most = rate;
        }
    }
  return round (best);
}

/** The share of the operations on children that do without their parent; 0 where there are none. */
double
_squill_relationship_load_get_independence (const SquillRelationshipLoad *self)
{
  const double all = _squill_relationship_load_get_rate (
      self, SQUILL_LOAD_CHILD | SQUILL_LOAD_CHILD_WITH_ALL | SQUILL_LOAD_CHILD_WITH_FIELDS |
                SQUILL_LOAD_QUERY | SQUILL_LOAD_CHILDREN | SQUILL_LOAD_PAGE |
                SQUILL_LOAD_UPDATE_CHILD | SQUILL_LOAD_UPDATE_CHILD_COPIED | SQUILL_LOAD_INSERT |
                SQUILL_LOAD_REMOVE | SQUILL_LOAD_MOVE);

  return all > 0 ? MIN (self->alone / all, 1) : 0;
}

/**
 * squill_relationship_count_subset:
 * @design: a design
 * @relationship: a relationship of its model
 * @reads: (out): how often a parent is read with its first children, or with all, of which the
 *   first come with it, per second
 * @inserts: (out): how often a child comes, per second
 *
 * What decides whether a subset is read more often than it is written. Both are NaN where nobody
 * said how often anything happens.
 */
void
squill_relationship_count_subset (SquillDesign *design,
                                  const SquillRelationship *relationship,
                                  double *reads,
                                  double *inserts)
{
  SquillRelationshipLoad load;

  g_return_if_fail (SQUILL_IS_DESIGN (design));
  g_return_if_fail (relationship != NULL && reads != NULL && inserts != NULL);

  _squill_relationship_load_init (&load, design, relationship);
  *reads = load.known ? _squill_relationship_load_get_rate (&load, SQUILL_LOAD_WITH_FIRST |
                                                                       SQUILL_LOAD_CHILDREN)
                      : NAN;
  *inserts = load.known ? _squill_relationship_load_get_rate (&load, SQUILL_LOAD_INSERT) : NAN;
  _squill_relationship_load_clear (&load);
}

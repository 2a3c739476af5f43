/* SPDX-License-Identifier: Apache-2.0 */

/* The ways to store one relationship, side by side: what rules one out, what speaks
 * against it, what it costs, and which to take. Each is expanded from the model as if it were
 * drawn, so that its bytes are exact. */

#define G_LOG_DOMAIN "squill-design"

#include "config.h"

#include "design/squill-design-private.h"

#include "design/squill-cost.h"
#include "design/squill-plan.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "design/squill-size.h"
#include "model/squill-authoring.h"
#include "model/squill-placement.h"
#include "model/squill-threshold.h"
#include "text/squill-text.h"

/**
 * squill_placement_option_free:
 * @self: (transfer full) (nullable): an option
 *
 * Frees it.
 */
void
squill_placement_option_free (SquillPlacementOption *self)
{
  if (self == NULL)
    return;
  g_ptr_array_unref (self->drawbacks);
  g_ptr_array_unref (self->copies);
  g_ptr_array_unref (self->copy_fields);
  g_ptr_array_unref (self->unknown);
  g_clear_pointer (&self->costs, g_array_unref);
  g_free (self->infeasible_reason);
  g_free (self->added_index);
  g_free (self->summary);
  g_free (self);
}

/* Copies. */

static void
add_wanted (SquillComparison *self,
            GPtrArray *copies,
            const GPtrArray *fields,
            SquillCopyDirection direction)
{
  for (guint i = 0; copies->len < fields->len && i < fields->len; i++)
    {
      SquillCopy *copy = g_new0 (SquillCopy, 1);

      copy->item.kind = SQUILL_KIND_COPY;
      copy->item.id = (char *)"";
      copy->field = fields->pdata[i];
      copy->direction = direction;
      copy->mode = SQUILL_COPY_KEPT;
      g_ptr_array_add (self->made, copy);
      g_ptr_array_add (copies, copy);
    }
}

static void
collect_copies (SquillComparison *self)
{
  self->drawn = g_ptr_array_new ();
  self->to_child = g_ptr_array_new ();
  self->to_parent = g_ptr_array_new ();
  self->made = g_ptr_array_new_with_free_func (g_free);
  self->none = g_ptr_array_new ();
  SQUILL_FOR_EACH_CHILD (SquillCopy, copy, self->r, SQUILL_KIND_COPY)
    {
      g_ptr_array_add (self->drawn, (gpointer)copy);
      g_ptr_array_add (copy->direction == SQUILL_COPY_TO_CHILD ? self->to_child : self->to_parent,
                       (gpointer)copy);
    }
  if (self->to_child->len == 0)
    add_wanted (self, self->to_child, self->load.parent_fields, SQUILL_COPY_TO_CHILD);
  if (self->to_parent->len == 0)
    add_wanted (self, self->to_parent, self->load.child_fields, SQUILL_COPY_TO_PARENT);
}

/* The field that a copy is of; NULL where it is gone. */
static const SquillField *
get_source (SquillComparison *self, const SquillCopy *copy)
{
  return copy->field != NULL
             ? squill_model_get_field (self->model, squill_key_path_get_last (copy->field))
             : NULL;
}

/* Whether an operation says how often a field changes. */
static gboolean
is_update_known (SquillComparison *self, const char *path)
{
  const char *field = squill_key_path_get_last (path);

  SQUILL_FOR_EACH_CHILD (SquillOperation, operation, squill_model_get_info (self->model),
                         SQUILL_KIND_OPERATION)
    {
      if (isnan (operation->rate) || operation->writes == NULL)
        continue;
      for (guint i = 0; i < operation->writes->len; i++)
        {
          const SquillKey *key = operation->writes->pdata[i];

          if (g_str_equal (squill_key_path_get_last (key->path), field))
            return TRUE;
        }
    }
  return FALSE;
}

/* The copies of which nobody said how often their source changes. What never does, and what keeps
 * the value of its time, costs nothing. */
static void
find_unknown_updates (SquillComparison *self)
{
  const GPtrArray *both[] = { self->to_child, self->to_parent };

  self->unknown_updates = g_ptr_array_new ();
  for (guint i = 0; i < G_N_ELEMENTS (both); i++)
    for (guint k = 0; k < both[i]->len; k++)
      {
        const SquillCopy *copy = both[i]->pdata[k];
        const SquillField *field = get_source (self, copy);

        if (copy->mode != SQUILL_COPY_SNAPSHOT && field != NULL && !field->immutable &&
            g_strcmp0 (field->name, "_id") != 0 && !is_update_known (self, copy->field))
          g_ptr_array_add (self->unknown_updates, (gpointer)copy);
      }
}

/* Shapes as they would be. */

static const SquillShape *
find_stored (SquillComparison *self, SquillTree *tree)
{
  GPtrArray *places = _squill_tree_get_places (tree);

  for (guint i = 0; i < places->len; i++)
    {
      const SquillShape *place = places->pdata[i];

      if (g_strcmp0 (place->entity, self->parent->item.id) == 0)
        {
          const SquillShape *stored = _squill_shape_find_stored (place, self->r->item.id, TRUE);

          if (stored != NULL)
            return stored;
        }
    }
  return NULL;
}

static gboolean
is_no_link (const SquillShape *shape, gpointer relationship)
{
  return shape->origin != SQUILL_ORIGIN_LINK || g_strcmp0 (shape->relationship, relationship) != 0;
}

static gboolean
has_links (SquillTree *tree, const SquillRelationship *r)
{
  return tree != NULL &&
         !squill_shape_foreach (_squill_tree_get_root (tree), is_no_link, r->item.id);
}

/** By which placement all children would be embedded. */
SquillPlacement
_squill_comparison_get_embedding (SquillComparison *self)
{
  return _squill_comparison_is_single (self) ||
                 (isnan (self->children.max) && self->r->placement == SQUILL_PLACEMENT_EMBED_ONE)
             ? SQUILL_PLACEMENT_EMBED_ONE
             : SQUILL_PLACEMENT_EMBED_MANY;
}

/* One option. */

static double
one_or (double value)
{
  return value > 1 ? value : 1;
}

/* Whether an index begins with the reference of a relationship. */
static gboolean
is_of_reference (const SquillIndex *index, const SquillRelationship *r)
{
  const char *path = index->keys != NULL && index->keys->len > 0
                         ? ((const SquillKey *)index->keys->pdata[0])->path
                         : NULL;

  return path != NULL && (g_str_equal (path, r->item.id) || g_strcmp0 (path, r->child_holder) == 0);
}

/* The indexes of the child. That of the reference to its parent comes and goes with the placement,
 * and is counted there. */
static guint
count_indexes (const SquillEntity *child, const SquillRelationship *r)
{
  guint n = 0;

  SQUILL_FOR_EACH_CHILD (SquillIndex, index, child, SQUILL_KIND_INDEX)
    n += !is_of_reference (index, r);
  return n;
}

/* The name of the index by which children are found by their parent; NULL where the placement needs
 * none. @is_new is set where there is none now. */
static char *
get_reference_index (SquillComparison *self,
                     SquillPlacement placement,
                     SquillTree *document,
                     gboolean *is_new)
{
  const SquillShape *reference = NULL;
  GPtrArray *places = document != NULL ? _squill_tree_get_places (document) : NULL;
  g_autofree char *path = NULL;

  *is_new = FALSE;
  if (!squill_placement_has_reference (placement, FALSE) && placement != SQUILL_PLACEMENT_BUCKET)
    return NULL;
  SQUILL_FOR_EACH_CHILD (SquillIndex, index, self->child, SQUILL_KIND_INDEX)
    {
      if (is_of_reference (index, self->r) && !index->hidden && index->name != NULL)
        return g_strdup (index->name);
      *is_new |= is_of_reference (index, self->r);
    }
  *is_new = !*is_new;
  for (guint i = 0; places != NULL && i < places->len && reference == NULL; i++)
    reference = _squill_shape_find_stored (places->pdata[i], self->r->item.id, FALSE);
  if (reference == NULL && document != NULL)
    reference =
        _squill_shape_find_stored (_squill_tree_get_root (document), self->r->item.id, FALSE);
  if (reference == NULL)
    return NULL;
  path = squill_shape_get_query_path (_squill_shape_get_reference (reference));
  return g_strconcat (path, "_1", NULL);
}

/* Which index each operation uses: as the design is now, that of its plan; elsewhere that of the
 * reference where it goes along that. */
static void
set_indexes (SquillComparison *self,
             SquillPlacementOption *option,
             const char *reference,
             gboolean is_new)
{
  const guint along = SQUILL_LOAD_CHILDREN | SQUILL_LOAD_PAGE;

  for (guint i = 0; i < self->load.parts->len; i++)
    {
      const SquillLoadPart *part = &g_array_index (self->load.parts, SquillLoadPart, i);
      SquillOperationCost *cost = &g_array_index (option->costs, SquillOperationCost, i);
      const SquillPlan *plan;

      if (part->operation == NULL || cost->scans || cost->counts.commands == 0)
        continue;
      if (!option->current)
        {
          cost->index = g_strdup ((part->kind & along) != 0 && reference != NULL ? reference
                                  : part->kind == SQUILL_LOAD_INSERT             ? NULL
                                                                                 : "_id_");
          continue;
        }
      plan = squill_design_get_plan (self->design, part->operation->item.id);
      for (guint k = 0; k < plan->steps->len; k++)
        {
          const SquillPlanStep *step = plan->steps->pdata[k];

          if (step->path != NULL && step->path->index != NULL &&
              (cost->index == NULL || step->access == SQUILL_PLAN_BY_INDEX))
            {
              g_free (cost->index);
              cost->index = g_strdup (step->path->index->name);
            }
        }
      if (!plan->scans)
        continue;
      /* What is counted is with the index of the reference, be it there yet or not. */
      g_free (cost->index);
      cost->index = (part->kind & along) != 0 && is_new ? g_strdup (reference) : NULL;
      cost->scans = cost->index == NULL;
    }
}

static double
get_bound (SquillComparison *self, SquillPlacement placement)
{
  if (!squill_placement_has_bound (placement))
    return NAN;
  /* What is drawn is drawn for the placement that there is. */
  if (!isnan (_squill_relationship_get_bound (self->r)) &&
      (self->r->placement == placement || !squill_placement_has_bound (self->r->placement)))
    return self->r->bound;
  return _squill_relationship_load_get_size (&self->load, placement == SQUILL_PLACEMENT_SUBSET
                                                              ? SQUILL_LOAD_WITH_FIRST
                                                              : SQUILL_LOAD_PAGE);
}

static void
set_summary (SquillPlacementOption *self, gboolean known)
{
  g_autofree char *size = NULL;

  if (self->infeasible_reason != NULL)
    self->summary = g_strdup (self->infeasible_reason);
  else if (self->drawbacks->len > 0)
    self->summary = g_strdup (self->drawbacks->pdata[0]);
  else if (!known)
    self->summary = g_strdup (_ ("The number of children is unknown"));
  else
    {
      guint trips = (guint)MIN (self->round_trips, 1e6);

      size = squill_text_bytes (self->read_bytes);
      /* Translators: round trips of reading a parent with its children, and bytes read by that */
      self->summary =
          g_strdup_printf (ngettext ("%u read, %s", "%u reads, %s", trips), trips, size);
    }
}

/* Where the usual number of children decides, a few parents have more than an array should hold. */
static void
add_outliers (SquillComparison *self, SquillPlacementOption *option)
{
  const double most = self->children.max;
  const double fine = squill_model_get_threshold (
      self->model, squill_placement_is_embedding (option->placement) ? SQUILL_THRESHOLD_EMBED_MAX
                                                                     : SQUILL_THRESHOLD_REF_MAX);
  g_autofree char *summary = option->summary;
  g_autofree char *count = NULL;

  if (!option->feasible || option->drawbacks->len > 0 || !isfinite (most) || !(most > fine) ||
      !squill_placement_lists_children (option->placement))
    {
      option->summary = g_steal_pointer (&summary);
      return;
    }
  count = squill_text_short_count (most);
  /* Translators: what reading costs usually, as in “1 read, 12 kB”, and the most elements of an
   * array */
  option->summary = g_strdup_printf (_ ("%s; up to %s in one document"), summary, count);
}

/* A parent read with its children, in the way that is usual. */
static SquillCounts
count_usual_read (SquillComparison *self, const SquillStorage *storage)
{
  const SquillRelationshipLoad *load = &self->load;
  const double fields = _squill_relationship_load_get_rate (load, SQUILL_LOAD_WITH_FIELDS);
  SquillLoadPart part = {
    .kind = SQUILL_LOAD_WITH_ALL, .first = NAN, .has_parent_shard = TRUE, .has_child_shard = TRUE
  };

  /* Where only the first are read, that is the read that decides. */
  if (_squill_relationship_load_get_rate (load, SQUILL_LOAD_WITH_FIRST) >
      fields + _squill_relationship_load_get_rate (load, SQUILL_LOAD_WITH_ALL))
    {
      part.kind = SQUILL_LOAD_WITH_FIRST;
      part.first = _squill_relationship_load_get_size (load, SQUILL_LOAD_WITH_FIRST);
    }
  else if (fields > 0)
    part.kind = SQUILL_LOAD_WITH_FIELDS;
  return _squill_storage_count (storage, &part, 1);
}

static SquillTriple
add_costs (const SquillPlacementOption *option)
{
  SquillTriple sum = SQUILL_TRIPLE (0, 0, 0);

  for (guint i = 0; i < option->costs->len; i++)
    {
      const SquillTriple cost = g_array_index (option->costs, SquillOperationCost, i).cost;

      sum = SQUILL_TRIPLE (sum.min + cost.min, sum.likely + cost.likely, sum.max + cost.max);
    }
  return sum;
}

static double
add_served (const SquillPlacementOption *option)
{
  double sum = 0;

  for (guint i = 0; i < option->costs->len; i++)
    sum += g_array_index (option->costs, SquillOperationCost, i).served;
  return sum;
}

/* The name of what a key path leads to. */
static const char *
get_key_name (SquillComparison *self, const char *path)
{
  const char *id = squill_key_path_get_last (path);
  const SquillField *field;
  const SquillRelationship *r;

  if (*path == '=')
    return path + 1;
  field = squill_model_get_field (self->model, id);
  if (field != NULL)
    return field->name != NULL ? field->name : "";
  r = squill_model_get_relationship (self->model, id);
  return r != NULL && r->name != NULL ? r->name : "";
}

/* What makes the cost a range. */
static void
find_unknown (SquillComparison *self, SquillPlacementOption *option)
{
  for (guint i = 0; i < self->load.unknown->len; i++)
    g_ptr_array_add (option->unknown,
                     g_strdup_printf (_ ("How many different values “%s” has"),
                                      get_key_name (self, self->load.unknown->pdata[i])));
  if (!option->copied)
    return;
  for (guint i = 0; i < self->unknown_updates->len; i++)
    {
      const SquillCopy *copy = self->unknown_updates->pdata[i];

      if ((copy->direction == SQUILL_COPY_TO_PARENT) !=
          (option->placement == SQUILL_PLACEMENT_CHILD_REFERENCES))
        continue;
      g_ptr_array_add (option->unknown, g_strdup_printf (_ ("How often “%s” changes"),
                                                         get_key_name (self, copy->field)));
      option->cost.max = isnan (option->cost.likely) ? NAN : INFINITY;
    }
}

/* Bytes of all documents as they would be, and what would be done with them. */
static void
weigh (SquillComparison *self, SquillPlacementOption *option, const GPtrArray *copies)
{
  SquillRelationship instead = *self->r;
  const SquillRelationshipLoad *load = &self->load;
  SquillTree *parent, *child = NULL, *own = NULL;
  const SquillShape *root, *stored, *referring;
  SquillStorage storage = { .placement = option->placement, .copied = option->copied };
  SquillCounts read;
  g_autofree char *reference_index = NULL;
  gboolean is_new_index;
  double k;

  instead.placement = option->placement;
  instead.bound = option->bound;
  parent = _squill_comparison_expand (self, &instead, copies, SQUILL_DOCUMENT_OF_PARENT);
  root = _squill_tree_get_root (parent);
  stored = find_stored (self, parent);
  option->bytes = root->bytes;
  option->bytes_at_horizon = root->bytes_at_horizon;
  option->size_assumed = root->size_assumed;
  if (option->infeasible_reason == NULL && stored != NULL && stored->recursive)
    option->infeasible_reason = g_strdup (_ ("Would contain itself without a limit"));
  else if (option->infeasible_reason == NULL && stored != NULL)
    option->infeasible_reason =
        _squill_comparison_check_limit (self, option->placement, root, stored);

  k = option->placement == SQUILL_PLACEMENT_EMBED_ONE && isnan (self->children.likely)
          ? 1
          : self->children.likely;
  storage.children = k;
  storage.parents = one_or (self->r->parents.likely);
  storage.bound = option->bound;
  storage.parent = root->bytes.likely;
  storage.list = stored == NULL ? 0 : stored->bytes.likely - squill_size_of_name (stored->name);
  storage.element = stored != NULL && squill_placement_is_embedding (option->placement)
                        ? stored->payload.likely
                        : 0;
  storage.indexes = count_indexes (self->child, self->r);
  _squill_storage_set_shards (&storage, self->design, self->r);
  storage.misses = squill_design_get_miss_probability (self->design);
  storage.n_parents = squill_design_get_count (self->design, self->r->parent).likely;
  storage.n_children = squill_design_get_count (self->design, self->r->child).likely;
  if (isnan (storage.n_children))
    storage.n_children = storage.n_parents * k / storage.parents;
  if (!squill_placement_is_embedding (option->placement))
    {
      child = _squill_comparison_expand (self, &instead, copies, SQUILL_DOCUMENT_OF_CHILD);
      storage.child = _squill_tree_get_root (child)->bytes.likely;
      option->size_assumed |= _squill_tree_get_root (child)->size_assumed;
      referring =
          _squill_shape_find_stored (_squill_tree_get_root (child), self->r->item.id, FALSE);
      if (option->infeasible_reason == NULL && referring != NULL &&
          _squill_comparison_exceeds_around (self, referring, FALSE))
        option->infeasible_reason = g_strdup (_ ("Exceeds 16 MiB"));
    }
  if (option->placement == SQUILL_PLACEMENT_JUNCTION ||
      (option->placement == SQUILL_PLACEMENT_BUCKET && option->bound > 0))
    {
      const SquillShape *shape;

      own = _squill_comparison_expand (self, &instead, copies, SQUILL_DOCUMENT_OF_RELATIONSHIP);
      shape = _squill_tree_get_root (own);
      if (option->placement == SQUILL_PLACEMENT_JUNCTION)
        storage.link = shape->bytes.likely;
      else
        {
          const SquillShape *items = _squill_shape_find_stored (shape, self->r->item.id, TRUE);

          if (option->infeasible_reason == NULL && shape->bytes.max > SQUILL_SIZE_DOCUMENT_LIMIT)
            option->infeasible_reason = g_strdup (_ ("Exceeds 16 MiB"));
          storage.bucket = shape->bytes.likely;
          storage.element = items->payload.likely;
        }
    }

  if (option->infeasible_reason == NULL && self->n_links > 0 && !has_links (parent, self->r) &&
      !has_links (child, self->r) && !has_links (own, self->r))
    option->infeasible_reason = g_strdup (_ ("Has no place for the fields of a link"));
  option->feasible = option->infeasible_reason == NULL;
  if (option->feasible)
    _squill_comparison_find_drawbacks (self, option, &storage, root, stored);
  read = count_usual_read (self, &storage);
  option->round_trips = read.commands;
  option->documents = read.documents;
  option->read_bytes = read.read_bytes;
  option->cost = SQUILL_TRIPLE_UNSET;
  option->served = NAN;
  option->costs = _squill_storage_get_costs (&storage, load);
  if (load->known && !isnan (k))
    {
      option->cost = add_costs (option);
      option->served = add_served (option);
    }
  option->atomic = (squill_placement_is_embedding (option->placement) && storage.parents == 1) ||
                   (!option->copied && (option->placement == SQUILL_PLACEMENT_PARENT_REFERENCE ||
                                        option->placement == SQUILL_PLACEMENT_BUCKET));
  /* What is only for who looks at all options. */
  if (self->only_advised)
    return;
  reference_index =
      get_reference_index (self, option->placement, own != NULL ? own : child, &is_new_index);
  set_indexes (self, option, reference_index, is_new_index);
  if (is_new_index &&
      _squill_relationship_load_get_rate (load, SQUILL_LOAD_CHILDREN | SQUILL_LOAD_PAGE) > 0)
    option->added_index = g_steal_pointer (&reference_index);
  find_unknown (self, option);
  set_summary (option, !isnan (k));
  add_outliers (self, option);
}

static gboolean
is_current (SquillComparison *self, SquillPlacement placement, gboolean copied)
{
  SquillCopyDirection direction =
      placement == SQUILL_PLACEMENT_CHILD_REFERENCES ? SQUILL_COPY_TO_PARENT : SQUILL_COPY_TO_CHILD;
  gboolean drawn = FALSE;

  if (self->r->placement != placement)
    return FALSE;
  if (placement != SQUILL_PLACEMENT_CHILD_REFERENCES &&
      placement != SQUILL_PLACEMENT_PARENT_REFERENCE)
    return TRUE;
  for (guint i = 0; i < self->drawn->len; i++)
    drawn |= ((const SquillCopy *)self->drawn->pdata[i])->direction == direction;
  return drawn == copied;
}

/* The paths of the fields that the option copies. */
static GPtrArray *
list_paths (SquillComparison *self, const GPtrArray *copies, gboolean copied)
{
  GPtrArray *paths = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; copied && i < copies->len; i++)
    {
      const SquillCopy *copy = copies->pdata[i];
      const SquillField *field = get_source (self, copy);

      if (field != NULL)
        g_ptr_array_add (paths, squill_field_get_path (field));
    }
  return paths;
}

static void
add_option (SquillComparison *self,
            GPtrArray *options,
            SquillPlacement placement,
            const GPtrArray *copies,
            gboolean copied)
{
  SquillPlacementOption *option = g_new0 (SquillPlacementOption, 1);

  option->placement = placement;
  option->copied = copied;
  option->copies = list_paths (self, copies, copied);
  option->bound = get_bound (self, placement);
  option->current = is_current (self, placement, copied);
  option->drawbacks = g_ptr_array_new_with_free_func (g_free);
  option->copy_fields = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; copied && i < copies->len; i++)
    if (g_ptr_array_find (self->made, copies->pdata[i], NULL))
      g_ptr_array_add (option->copy_fields,
                       g_strdup (((const SquillCopy *)copies->pdata[i])->field));
  option->unknown = g_ptr_array_new_with_free_func (g_free);
  option->infeasible_reason = _squill_comparison_find_infeasible_reason (self, option);
  if (option->infeasible_reason == NULL || !self->only_advised)
    weigh (self, option, copies);
  g_ptr_array_add (options, option);
}

/* All of them. */

static gboolean
is_any_feasible (const GPtrArray *options)
{
  for (guint i = 0; i < options->len; i++)
    if (((const SquillPlacementOption *)options->pdata[i])->feasible)
      return TRUE;
  return FALSE;
}

/* What an array has to hold. Where only a few parents have many times as many children as is usual,
 * the usual number decides. */
static double
get_most (SquillComparison *self)
{
  const double most = self->children.max;
  const double usual = self->children.likely;
  const double fine = squill_model_get_threshold (self->model, SQUILL_THRESHOLD_EMBED_MAX);
  const double ratio = squill_model_get_threshold (self->model, SQUILL_THRESHOLD_OUTLIER_RATIO);

  const double references = squill_model_get_threshold (self->model, SQUILL_THRESHOLD_REF_MAX);
  const gboolean is_outlier =
      isfinite (most) && usual > 0 && usual <= fine && most >= ratio * usual;

  /* Where neither side can hold the references of the other, it is no matter of a few. */
  if (isnan (most) || (is_outlier && !(most > references && self->r->parents.max > references)))
    return self->at_horizon;
  return most;
}

static void
add_options (SquillComparison *self, GPtrArray *options)
{
  const SquillPlacement embedding = _squill_comparison_get_embedding (self);
  const gboolean is_many = embedding == SQUILL_PLACEMENT_EMBED_MANY;
  const SquillPlacement now = self->r->placement;

  squill_item_get_children (self->r, SQUILL_KIND_FIELD, &self->n_links);
  add_option (self, options, embedding, self->none, FALSE);
  add_option (self, options, SQUILL_PLACEMENT_PARENT_REFERENCE, self->none, FALSE);
  if (self->to_child->len > 0)
    add_option (self, options, SQUILL_PLACEMENT_PARENT_REFERENCE, self->to_child, TRUE);
  add_option (self, options, SQUILL_PLACEMENT_CHILD_REFERENCES, self->none, FALSE);
  if (self->to_parent->len > 0)
    add_option (self, options, SQUILL_PLACEMENT_CHILD_REFERENCES, self->to_parent, TRUE);
  if (is_many || now == SQUILL_PLACEMENT_SUBSET)
    add_option (self, options, SQUILL_PLACEMENT_SUBSET, self->drawn, FALSE);
  if (is_many || now == SQUILL_PLACEMENT_BUCKET)
    add_option (self, options, SQUILL_PLACEMENT_BUCKET, self->drawn, FALSE);
  add_option (self, options, SQUILL_PLACEMENT_TWO_WAY, self->drawn, FALSE);
  if (self->r->parents.max > 1 || self->n_links > 0 || now == SQUILL_PLACEMENT_JUNCTION)
    add_option (self, options, SQUILL_PLACEMENT_JUNCTION, self->drawn, FALSE);
  /* One that does not fit its numbers can be drawn all the same. */
  if (now != embedding && squill_placement_is_embedding (now))
    add_option (self, options, now, self->none, FALSE);
}

/* What embedding saves compared with what is best without it. */
static double
get_saved (SquillComparison *self, const GPtrArray *options, SquillPlacementOption *embedded)
{
  const SquillPlacementOption *instead;

  embedded->feasible = FALSE;
  instead = _squill_comparison_find_advised (self, options);
  embedded->feasible = TRUE;
  return instead == NULL || isnan (instead->served) || isnan (embedded->served)
             ? 0
             : instead->served - embedded->served;
}

/* Where it is best to embed the children; FALSE where it is not. */
static gboolean
describe_embedding (SquillComparison *self,
                    const GPtrArray *options,
                    SquillPlacementOption *advised,
                    SquillEmbedding *embedding)
{
  if (advised == NULL || !squill_placement_is_embedding (advised->placement) ||
      isnan (self->rest) || !isfinite (self->usual) || !isfinite (self->largest))
    return FALSE;
  *embedding = (SquillEmbedding){ .r = self->r,
                                  .saved = get_saved (self, options, advised),
                                  .rest = self->rest,
                                  .usual = self->usual,
                                  .largest = self->largest };
  return TRUE;
}

/* Rules embedding out where there is no room for it beside what else is embedded. */
static SquillPlacementOption *
decide_with_siblings (SquillComparison *self,
                      const GPtrArray *options,
                      SquillPlacementOption *advised)
{
  SquillEmbedding embedding;
  char *reason;

  if (!describe_embedding (self, options, advised, &embedding))
    return advised;
  reason = _squill_siblings_find_reason (self->design, &embedding);
  if (reason == NULL)
    return advised;
  advised->feasible = FALSE;
  advised->infeasible_reason = reason;
  if (!self->only_advised)
    {
      g_free (advised->summary);
      set_summary (advised, TRUE);
    }
  return _squill_comparison_find_advised (self, options);
}

/* Of those that are ruled out at once, no bytes and costs are known with @only_advised. */
static GPtrArray *
compare (SquillDesign *design,
         const char *relationship_id,
         gboolean only_advised,
         SquillEmbedding *alone)
{
  GPtrArray *options =
      g_ptr_array_new_with_free_func ((GDestroyNotify)squill_placement_option_free);
  SquillComparison self = {
    .design = design, .only_advised = only_advised, .is_alone = alone != NULL, .rest = NAN
  };
  SquillPlacementOption *advised;

  self.model = squill_design_get_model (design);
  self.r = squill_model_get_relationship (self.model, relationship_id);
  if (self.r == NULL)
    return options;
  self.parent = squill_model_get_entity (self.model, self.r->parent);
  self.child = squill_model_get_entity (self.model, self.r->child);
  self.children = _squill_relationship_get_children (self.r);
  self.at_horizon = squill_design_get_children_at_horizon (design, self.r);
  if (isnan (self.at_horizon) && self.children.max <= 1)
    self.at_horizon = 1;
  self.most = get_most (&self);
  _squill_comparison_init_documents (&self);
  _squill_relationship_load_init (&self.load, design, self.r);
  collect_copies (&self);
  find_unknown_updates (&self);

  add_options (&self, options);
  /* Where no document can hold both ends, what has to change both at once needs a transaction. */
  if (self.load.atomic != NULL && !is_any_feasible (options))
    {
      self.needs_transaction = self.load.atomic;
      self.load.atomic = NULL;
      g_ptr_array_set_size (options, 0);
      add_options (&self, options);
    }
  advised = _squill_comparison_find_advised (&self, options);
  if (alone == NULL)
    advised = decide_with_siblings (&self, options, advised);
  else if (!describe_embedding (&self, options, advised, alone))
    alone->r = NULL;
  if (advised != NULL)
    advised->advised = TRUE;
  g_ptr_array_sort_with_data (options, _squill_comparison_compare_options, &self);

  g_ptr_array_unref (self.drawn);
  g_ptr_array_unref (self.to_child);
  g_ptr_array_unref (self.to_parent);
  g_ptr_array_unref (self.made);
  g_ptr_array_unref (self.none);
  g_ptr_array_unref (self.trees);
  _squill_relationship_load_clear (&self.load);
  g_ptr_array_unref (self.unknown_updates);
  return options;
}

/**
 * squill_placements_compare:
 * @design: a design
 * @relationship_id: id of a relationship of its model
 *
 * Compares the ways in which a relationship can be stored, by the bytes of the documents that
 * would follow and by what the workload would cost. Advised is, of those that nothing
 * rules out, one with the fewest drawbacks, and of these the simplest that is no more than a fifth
 * dearer than the cheapest, or by less work than anybody notices; an index that an operation lacks
 * is taken to be there. Where nobody said how often
 * anything happens, the numbers of children and parents decide; where these are missing too, none
 * is advised.
 *
 * Returns: (transfer full) (element-type SquillPlacementOption): the options: the advised one
 *   first, then by drawbacks and cost, those that are ruled out last; empty if there is no such
 *   relationship
 */
GPtrArray *
squill_placements_compare (SquillDesign *design, const char *relationship_id)
{
  g_return_val_if_fail (SQUILL_IS_DESIGN (design), NULL);
  g_return_val_if_fail (relationship_id != NULL, NULL);

  return compare (design, relationship_id, FALSE, NULL);
}

/**
 * squill_placements_find_advised:
 * @design: a design
 * @relationship_id: id of a relationship of its model
 *
 * Finds what squill_placements_compare() advises, in less time.
 *
 * Returns: (transfer full) (nullable): the advised option, without its summary, its indexes, and
 *   what is unknown of its costs; %NULL where none is
 */
SquillPlacementOption *
squill_placements_find_advised (SquillDesign *design, const char *relationship_id)
{
  g_autoptr (GPtrArray) options = NULL;

  g_return_val_if_fail (SQUILL_IS_DESIGN (design), NULL);
  g_return_val_if_fail (relationship_id != NULL, NULL);

  options = compare (design, relationship_id, TRUE, NULL);
  return options->len > 0 && ((const SquillPlacementOption *)options->pdata[0])->advised
             ? g_ptr_array_steal_index (options, 0)
             : NULL;
}

/** Whether embedding is best for a relationship if nothing else that may be elsewhere is embedded
 * in its parent, and what it does then. */
gboolean
_squill_placements_get_embedding (SquillDesign *design,
                                  const char *relationship_id,
                                  SquillEmbedding *embedding)
{
  g_autoptr (GPtrArray) options = NULL;

  embedding->r = NULL;
  options = compare (design, relationship_id, TRUE, embedding);
  return embedding->r != NULL;
}

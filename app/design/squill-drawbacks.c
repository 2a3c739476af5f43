/* SPDX-License-Identifier: Apache-2.0 */

/* What rules a placement out, and what speaks against it. */

#define G_LOG_DOMAIN "squill-design"

#include "config.h"

#include <glib/gi18n-lib.h>

#include "design/squill-design-private.h"
#include "design/squill-size.h"
#include "model/squill-placement.h"
#include "model/squill-threshold.h"
#include "text/squill-text.h"

static const char *
get_name (const SquillEntity *entity)
{
  return entity->name != NULL ? entity->name : "";
}

/* What rules a placement out. */

/* Whether a parent has one child at most. */
gboolean
_squill_comparison_is_single (SquillComparison *self)
{
  return self->children.max <= 1;
}

/* Whether what one end stores makes its documents so large that one in which many of them are
 * embedded may not hold these any more, and would do so without it. */
gboolean
_squill_comparison_exceeds_around (SquillComparison *self,
                                   const SquillShape *stored,
                                   gboolean at_parent)
{
  g_autoptr (GPtrArray) sites =
      squill_design_get_document_sites (self->design, at_parent ? self->r->parent : self->r->child);

  for (guint i = 0; i < sites->len; i++)
    {
      const SquillShape *site = sites->pdata[i];
      const SquillShape *now = _squill_shape_find_stored (site, self->r->item.id, at_parent);
      const double more = stored->bytes.max - (now == NULL ? 0 : now->bytes.max);
      const SquillShape *root = site;

      /* Children that are embedded by this relationship would not be any more. */
      if (!at_parent && g_strcmp0 (site->relationship, self->r->item.id) == 0)
        continue;
      while (root->parent != NULL)
        root = root->parent;
      for (const SquillShape *around = site; around != NULL; around = around->parent)
        {
          const double rest = root->bytes_at_horizon.likely - around->bytes_at_horizon.likely;
          const double length = around->length.max, each = around->payload.max;

          if (around->array && isfinite (length) &&
              rest + squill_size_array (length, each + more) > SQUILL_SIZE_DOCUMENT_LIMIT &&
              rest + squill_size_array (length, each) <= SQUILL_SIZE_DOCUMENT_LIMIT)
            return TRUE;
        }
    }
  return FALSE;
}

/* Children that one document cannot hold at the horizon, at their largest. */
char *
_squill_comparison_check_limit (SquillComparison *self,
                                SquillPlacement placement,
                                const SquillShape *root,
                                const SquillShape *stored)
{
  const double others = _squill_siblings_sum_drawn (self->design, self->r, stored->parent);
  double rest = root->bytes_at_horizon.likely - stored->bytes_at_horizon.likely;
  double k = isinf (self->children.max) ? self->at_horizon : self->children.max;
  double most = stored->array ? squill_size_of_name (stored->name) +
                                    squill_size_array (isnan (k) ? 0 : k, stored->payload.max)
                              : stored->bytes.max;
  g_autofree char *number = NULL;

  if (stored->array && stored->length.max < k)
    most = stored->bytes.max;
  if (squill_placement_is_embedding (placement))
    {
      self->rest = rest - others;
      self->usual = stored->bytes_at_horizon.likely;
      self->largest = most;
    }
  /* Of those that are embedded some may have to go; nothing comes while there is no room. A subset
   * is not to blame for what others take. */
  if (self->is_alone || squill_placement_is_embedding (self->r->placement) ||
      placement == SQUILL_PLACEMENT_SUBSET)
    rest -= others;
  if (!(rest + most > SQUILL_SIZE_DOCUMENT_LIMIT) || isinf (rest))
    return _squill_comparison_exceeds_around (self, stored, TRUE) ? g_strdup (_ ("Exceeds 16 MiB"))
                                                                  : NULL;
  if (isinf (stored->payload.max))
    return g_strdup (_ ("Can exceed 16 MiB: no upper limit"));
  if (!stored->array)
    return g_strdup (_ ("Exceeds 16 MiB"));
  number = squill_text_short_count (squill_size_capacity (
      SQUILL_SIZE_DOCUMENT_LIMIT, rest + squill_size_of_name (stored->name), stored->payload.max));
  /* Translators: the number of elements that fit into a document of 16 MiB */
  return g_strdup_printf (_ ("Exceeds 16 MiB: %s fit"), number);
}

/* The reads that copies save something of. */
static SquillLoadKind
get_saved_kind (const SquillPlacementOption *option)
{
  return option->placement == SQUILL_PLACEMENT_CHILD_REFERENCES ? SQUILL_LOAD_WITH_FIELDS
                                                                : SQUILL_LOAD_CHILD_WITH_FIELDS;
}

static char *
check_first (SquillComparison *self, const SquillPlacementOption *option)
{
  if (self->load.known &&
      !(_squill_relationship_load_get_rate (&self->load, SQUILL_LOAD_WITH_FIRST) > 0))
    return g_strdup (_ ("No operation reads only the first few"));
  if (!(option->bound > 0))
    return g_strdup (_ ("Needs a number of children to keep in the parent"));
  return NULL;
}

static char *
check_bucket (SquillComparison *self, const SquillPlacementOption *option)
{
  if (self->r->ordering == SQUILL_ORDERING_NONE)
    return g_strdup (_ ("Needs an order"));
  if (!(option->bound > 0))
    return g_strdup (_ ("Needs a bucket size"));
  return NULL;
}

static gboolean
is_stored (SquillComparison *self, const char *entity)
{
  g_autoptr (GPtrArray) places = NULL;

  if (squill_design_is_collection (self->design, entity))
    return TRUE;
  places = squill_design_get_document_sites (self->design, entity);
  return places->len > 0;
}

/* Whether a child that is changed at once with a parent would be embedded in others, too. */
static gboolean
is_repeated (SquillComparison *self)
{
  return self->load.atomic_changes_child && squill_triple_get_most (self->r->parents) > 1;
}

/* Whether an operation looks by the reference of an entity to itself, and would find other
 * documents with it: it finds those that have the reference, which would be at the other end. */
static gboolean
turns_round (SquillComparison *self, SquillPlacement placement)
{
  const SquillPlacement now = self->r->placement;
  const gboolean at_parent = !squill_placement_has_reference (now, FALSE);

  return self->load.by_reference != NULL && squill_placement_is_reference (now) &&
         squill_placement_is_reference (placement) &&
         at_parent == squill_placement_has_reference (placement, FALSE);
}

/* What its numbers and the workload say; shapes come later. */
char *
_squill_comparison_find_infeasible_reason (SquillComparison *self,
                                           const SquillPlacementOption *option)
{
  const SquillPlacement placement = option->placement;
  const SquillRelationship *r = self->r;

  if (turns_round (self, placement))
    /* Translators: the name of an operation, then of an entity that refers to itself */
    return g_strdup_printf (_ ("“%s” asks for the “%s” with a given reference"),
                            self->load.by_reference, get_name (self->child));
  if (squill_placement_stores (placement, TRUE) && !is_stored (self, r->parent))
    return g_strdup_printf (_ ("No document holds one “%s”"), get_name (self->parent));
  if (squill_placement_lists_children (placement) && !_squill_comparison_is_single (self) &&
      isinf (self->children.max))
    return g_strdup (_ ("Can exceed 16 MiB: no upper limit"));
  if ((placement == SQUILL_PLACEMENT_TWO_WAY || placement == SQUILL_PLACEMENT_PARENT_REFERENCE) &&
      isinf (r->parents.max))
    return g_strdup (_ ("Can exceed 16 MiB: no upper limit"));
  if (r->parents.max > 1 &&
      (placement == SQUILL_PLACEMENT_SUBSET || placement == SQUILL_PLACEMENT_BUCKET))
    /* Translators: the name of the parents, then of the children */
    return g_strdup_printf (_ ("Several “%s” per “%s”"), get_name (self->parent),
                            get_name (self->child));
  if (placement == SQUILL_PLACEMENT_SUBSET)
    {
      char *reason = check_first (self, option);

      if (reason != NULL)
        return reason;
    }
  if (placement == SQUILL_PLACEMENT_BUCKET)
    {
      char *reason = check_bucket (self, option);

      if (reason != NULL)
        return reason;
    }
  if (option->copied && self->load.known &&
      !(_squill_relationship_load_get_rate (&self->load, get_saved_kind (option)) > 0))
    return g_strdup (_ ("No operation reads the copies"));
  if (self->load.atomic != NULL &&
      (!squill_placement_is_embedding (placement) || is_repeated (self)))
    return g_strdup_printf (_ ("“%s” must change both atomically"), self->load.atomic);
  return NULL;
}

/* What speaks against one. */

static void
add_drawback (SquillPlacementOption *option, char *text)
{
  g_ptr_array_add (option->drawbacks, text);
}

static double
get_threshold (SquillComparison *self, SquillThreshold threshold)
{
  return squill_model_get_threshold (self->model, threshold);
}

static void
find_drawbacks_of_independence (SquillComparison *self, SquillPlacementOption *option)
{
  double independence = _squill_relationship_load_get_independence (&self->load);
  /* The only one of its parent is found in the collection of these as in one of its own. */
  const SquillOperation *crosses =
      _squill_comparison_is_single (self) && squill_triple_get_most (self->r->parents) <= 1
          ? NULL
          : self->load.crosses;
  g_autofree char *share = NULL;

  if (!(independence > get_threshold (self, SQUILL_THRESHOLD_ALONE_SHARE)))
    {
      /* Few of the operations do, but no placement lets them find children in one place but one. */
      if (crosses != NULL && crosses->name != NULL)
        add_drawback (option, g_strdup_printf (_ ("“%s” looks for “%s” in all “%s”"), crosses->name,
                                               get_name (self->child), get_name (self->parent)));
      if (crosses == NULL || crosses->name != NULL)
        return;
    }
  share = squill_text_share (independence);
  add_drawback (option, g_strdup_printf (_ ("%s of the operations on “%s” use it on its own"),
                                         share, get_name (self->child)));
}

/* Whether the child has a collection besides, so that what needs it alone finds it there. */
static gboolean
has_own_collection (SquillComparison *self)
{
  return squill_placement_is_embedding (self->r->placement) &&
         squill_design_is_collection (self->design, self->r->child);
}

/* The relationship by which each child is in another parent already; NULL where none is. */
static const SquillRelationship *
find_other_place (SquillComparison *self)
{
  guint n;
  const SquillRelationship *const *all = squill_entity_get_relationships (self->child, &n);

  for (guint i = 0; i < n; i++)
    if (all[i] != self->r && g_str_equal (all[i]->child, self->r->child) &&
        squill_placement_is_embedding (all[i]->placement) && all[i]->parents.min >= 1)
      return all[i];
  return NULL;
}

/* What the child is, whoever reads it. */
static void
find_drawbacks_of_child (SquillComparison *self, SquillPlacementOption *option)
{
  const SquillEntity *child = self->child;
  const SquillRelationship *other = find_other_place (self);
  guint referrers = squill_entity_count_referrers (child, self->r);

  if (other != NULL)
    add_drawback (
        option, g_strdup_printf (_ ("Each “%s” is embedded in “%s” already"), get_name (child),
                                 get_name (squill_model_get_entity (self->model, other->parent))));
  if (!has_own_collection (self))
    {
      find_drawbacks_of_independence (self, option);
      if (child->first_class)
        add_drawback (option,
                      g_strdup_printf (_ ("“%s” is referenced from elsewhere"), get_name (child)));
      else if (referrers >= 2)
        add_drawback (option,
                      g_strdup_printf (ngettext ("%u other relationship refers to “%s”",
                                                 "%u other relationships refer to “%s”", referrers),
                                       referrers, get_name (child)));
    }
  if (child->evolving && self->most > get_threshold (self, SQUILL_THRESHOLD_EVOLVING_MAX))
    add_drawback (option,
                  g_strdup_printf (_ ("The schema of “%s” is still changing"), get_name (child)));
  if (squill_entity_lives_differently (child, self->parent,
                                       get_threshold (self, SQUILL_THRESHOLD_RETENTION_RATIO)))
    add_drawback (option, g_strdup (_ ("Parent and child expire at different times")));
}

static void
find_drawback_of_length (SquillComparison *self, SquillPlacementOption *option)
{
  double most = get_threshold (self, SQUILL_THRESHOLD_EMBED_MAX);
  g_autofree char *count = NULL, *limit = NULL;

  if (!(self->most > most))
    return;
  count = squill_text_short_count (self->most);
  limit = squill_text_short_count (most);
  /* Translators: the numbers of embedded children, and of how many there should be at most */
  add_drawback (option, g_strdup_printf (_ ("%s in one document, more than %s"), count, limit));
}

/* Whether the children make the document one of those that the rule doc-bloated warns of. They are
 * to blame if they are most of it: so of several that are embedded in it one at most gives way, and
 * it is the same one in whatever order they are looked at. */
static void
find_drawback_of_bytes (SquillComparison *self,
                        SquillPlacementOption *option,
                        const SquillShape *root,
                        const SquillShape *stored)
{
  const double large = get_threshold (self, SQUILL_THRESHOLD_DOC_LARGE);
  const double bloat = get_threshold (self, SQUILL_THRESHOLD_DOC_BLOAT);
  const double likely = root->bytes.likely, most = root->bytes.max;
  const gboolean is_usual = likely > large && stored->bytes.likely > likely / 2;
  g_autofree char *size = NULL, *limit = NULL;

  if (!is_usual && !(isfinite (most) && most > bloat && stored->bytes.max > most / 2))
    return;
  size = squill_text_bytes (is_usual ? likely : most);
  limit = squill_text_bytes (is_usual ? large : bloat);
  add_drawback (option,
                /* Translators: how many bytes a document usually has, and should have at most */
                is_usual
                    ? g_strdup_printf (_ ("%s in each document, more than %s"), size, limit)
                    /* Translators: how many bytes a document can have, and should have at most */
                    : g_strdup_printf (_ ("Up to %s in one document, more than %s"), size, limit));
}

static void
find_drawbacks_of_embedding (SquillComparison *self,
                             SquillPlacementOption *option,
                             const SquillShape *root,
                             const SquillShape *stored)
{
  double rare = get_threshold (self, SQUILL_THRESHOLD_RARE_SHARE);
  double rare_bytes = get_threshold (self, SQUILL_THRESHOLD_RARE_BYTES);
  double alone = _squill_relationship_load_get_alone (&self->load);
  double together =
      _squill_relationship_load_get_rate (&self->load, SQUILL_LOAD_CHILDREN | SQUILL_LOAD_PARENT) -
      alone;

  find_drawback_of_length (self, option);
  find_drawback_of_bytes (self, option, root, stored);
  find_drawbacks_of_child (self, option);
  if (stored->array && self->load.writes_element != NULL &&
      squill_shape_get_array (stored->parent) != NULL)
    add_drawback (option, g_strdup_printf (_ ("“%s” updates elements of nested arrays"),
                                           self->load.writes_element));
  if (self->r->parents.max > 1 && squill_item_may_change (self->child))
    {
      /* Most may have one parent. */
      const gboolean is_usual = round (self->r->parents.likely) > 1;
      g_autofree char *copies =
          squill_text_short_count (is_usual ? self->r->parents.likely : self->r->parents.max);

      add_drawback (option,
                    g_strdup_printf (is_usual ? _ ("Each is stored %s times and can change")
                                              : _ ("Some are stored %s times and can change"),
                                     copies));
    }
  if (alone + together > 0 && together / (alone + together) < rare &&
      stored->bytes.likely > rare_bytes * root->bytes.likely)
    {
      g_autofree char *share = squill_text_share (alone / (alone + together));

      add_drawback (option, g_strdup_printf (_ ("%s of the reads load it unnecessarily"), share));
    }
}

/* The first of the copies of which nobody knows how often its source changes. */
static const SquillCopy *
get_unknown_update (SquillComparison *self, SquillCopyDirection direction)
{
  for (guint i = 0; i < self->unknown_updates->len; i++)
    {
      const SquillCopy *copy = self->unknown_updates->pdata[i];

      if (copy->direction == direction)
        return copy;
    }
  return NULL;
}

static void
find_drawbacks_of_copies (SquillComparison *self,
                          SquillPlacementOption *option,
                          const SquillStorage *storage)
{
  gboolean to_parent = option->placement == SQUILL_PLACEMENT_CHILD_REFERENCES;
  double margin = squill_model_get_threshold (self->model, SQUILL_THRESHOLD_DENORM_MARGIN);
  double reads = _squill_relationship_load_get_rate (&self->load, get_saved_kind (option));
  double writes = _squill_relationship_load_get_rate (
      &self->load, to_parent ? SQUILL_LOAD_UPDATE_CHILD_COPIED : SQUILL_LOAD_UPDATE_PARENT_COPIED);
  double saved = to_parent ? squill_cost_of_join (storage->children, storage->child)
                           : squill_cost_of_join (1, storage->parent);
  double extra = squill_cost_of_copies (to_parent ? storage->parents : storage->children);
  const SquillCopy *unknown =
      get_unknown_update (self, to_parent ? SQUILL_COPY_TO_PARENT : SQUILL_COPY_TO_CHILD);

  if (reads * saved < margin * writes * extra)
    add_drawback (option, g_strdup (_ ("Updating the copies costs more than they save")));
  else if (unknown != NULL)
    {
      const SquillField *field =
          squill_model_get_field (self->model, squill_key_path_get_last (unknown->field));
      g_autofree char *rate = squill_text_rate (reads * saved / (margin * extra) - writes);

      if (reads > 0)
        /* Translators: the name of a field, and a rate such as "12 per day" */
        add_drawback (option,
                      g_strdup_printf (_ ("How often “%s” changes is unknown: pays up to %s"),
                                       field->name != NULL ? field->name : "", rate));
      else
        add_drawback (option, g_strdup_printf (_ ("How often “%s” changes is unknown"),
                                               field->name != NULL ? field->name : ""));
    }
}

/* The most parents of any child. */
static double
get_parents (SquillComparison *self)
{
  return isnan (self->r->parents.max) ? self->r->parents.likely : self->r->parents.max;
}

/* Adds to @option what speaks against it, in sentences. @root: the document that holds what the
 * placement stores; @stored: (nullable): what it stores there */
void
_squill_comparison_find_drawbacks (SquillComparison *self,
                                   SquillPlacementOption *option,
                                   const SquillStorage *storage,
                                   const SquillShape *root,
                                   const SquillShape *stored)
{
  if (squill_placement_is_embedding (option->placement) && stored != NULL)
    find_drawbacks_of_embedding (self, option, root, stored);
  if (option->placement == SQUILL_PLACEMENT_CHILD_REFERENCES && self->load.sorted &&
      self->children.likely >= get_threshold (self, SQUILL_THRESHOLD_IN_LONG))
    add_drawback (option,
                  g_strdup (_ ("No index sorts the documents that this many references lead to")));
  if (self->needs_transaction != NULL)
    add_drawback (option,
                  g_strdup_printf (_ ("“%s” needs a transaction"), self->needs_transaction));
  if (option->placement == SQUILL_PLACEMENT_TWO_WAY &&
      _squill_relationship_load_get_rate (&self->load, SQUILL_LOAD_MOVE) > 0)
    add_drawback (option, g_strdup_printf (_ ("Reassigning one “%s” updates three documents"),
                                           get_name (self->child)));
  if (option->placement == SQUILL_PLACEMENT_CHILD_REFERENCES ||
      option->placement == SQUILL_PLACEMENT_TWO_WAY)
    {
      double most = squill_model_get_threshold (self->model, SQUILL_THRESHOLD_REF_MAX);

      if (self->most > most)
        {
          g_autofree char *count = squill_text_short_count (self->most);
          g_autofree char *limit = squill_text_short_count (most);

          add_drawback (option, g_strdup_printf (_ ("%s references in one document, more than %s"),
                                                 count, limit));
        }
    }
  if ((option->placement == SQUILL_PLACEMENT_PARENT_REFERENCE ||
       option->placement == SQUILL_PLACEMENT_TWO_WAY) &&
      get_parents (self) > get_threshold (self, SQUILL_THRESHOLD_REF_MAX))
    {
      g_autofree char *count = squill_text_short_count (get_parents (self));
      g_autofree char *limit =
          squill_text_short_count (get_threshold (self, SQUILL_THRESHOLD_REF_MAX));

      add_drawback (option, g_strdup_printf (_ ("%s references in one document, more than %s"),
                                             count, limit));
    }
  if (option->placement == SQUILL_PLACEMENT_BUCKET)
    find_drawbacks_of_independence (self, option);
  if (option->placement == SQUILL_PLACEMENT_SUBSET && stored != NULL)
    find_drawback_of_bytes (self, option, root, stored);
  if (option->placement == SQUILL_PLACEMENT_SUBSET && self->load.known &&
      _squill_relationship_load_get_rate (&self->load, SQUILL_LOAD_WITH_FIRST) <
          _squill_relationship_load_get_rate (&self->load, SQUILL_LOAD_INSERT))
    add_drawback (option, g_strdup (_ ("Written more often than read")));
  if (option->copied)
    find_drawbacks_of_copies (self, option, storage);
  /* An id with copies is an embedded document like any other. */
  if (option->copied && option->placement == SQUILL_PLACEMENT_CHILD_REFERENCES)
    find_drawback_of_length (self, option);
}

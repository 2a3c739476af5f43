/* SPDX-License-Identifier: Apache-2.0 */

/* Relationships that are stored in another way, with what follows from it. */

#define G_LOG_DOMAIN "squill-advice"

#include "config.h"

#include "advice/squill-advice-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "design/squill-found.h"
#include "model/squill-authoring.h"
#include "model/squill-placement.h"
#include "text/squill-text.h"

/* What was embedded here has a collection of its own from now on. */
static void
ensure_collection (SquillFix *self, const SquillEntity *entity, const SquillRelationship *but)
{
  guint n;
  const SquillRelationship *const *all = squill_entity_get_relationships (entity, &n);
  gboolean is_embedded = FALSE;

  for (guint i = 0; i < n; i++)
    if (all[i] != but && g_str_equal (all[i]->child, entity->item.id) &&
        squill_placement_holds_children (all[i]->placement))
      is_embedded = TRUE;
  if (is_embedded && entity->standalone != SQUILL_STANDALONE_YES)
    _squill_fix_set (self, entity->item.id, "standalone", json_string ("yes"));
  else if (!is_embedded && entity->standalone == SQUILL_STANDALONE_NO)
    _squill_fix_set (self, entity->item.id, "standalone", NULL);
}

/* How many there are of what was embedded follows from the documents it was in; of a collection
 * somebody has to say it. Without it nothing would be known of its operations any more, and they
 * would count for nothing where placements are compared. */
static void
keep_count (SquillFix *self, SquillRun *run, const SquillEntity *entity)
{
  SquillTriple count = squill_design_get_count (run->design, entity->item.id);

  if (squill_triple_is_set (entity->count) || !(count.likely > 0) || !isfinite (count.likely))
    return;
  if (!isfinite (count.max))
    count.max = NAN;
  _squill_fix_set (self, entity->item.id, "count", squill_json_triple (count));
}

/* Whether documents of another relationship hold the first of its children, and its own collection
 * all of them. */
static gboolean
is_first_elsewhere (const SquillEntity *entity, const SquillRelationship *but)
{
  guint n;
  const SquillRelationship *const *all = squill_entity_get_relationships (entity, &n);

  for (guint i = 0; i < n; i++)
    if (all[i] != but && g_str_equal (all[i]->child, entity->item.id) &&
        all[i]->placement == SQUILL_PLACEMENT_SUBSET)
      return TRUE;
  return FALSE;
}

static const SquillField *
find_date (const SquillEntity *entity)
{
  SQUILL_FOR_EACH_CHILD (SquillField, field, entity, SQUILL_KIND_FIELD)
    {
      if ((field->types & SQUILL_TYPE_DATE) && !field->array && !field->map)
        return field;
    }
  return NULL;
}

static gboolean
has_part_named (const SquillRelationship *r, const char *name)
{
  SQUILL_FOR_EACH_CHILD (SquillField, field, r, SQUILL_KIND_FIELD)
    {
      if (g_strcmp0 (field->name, name) == 0)
        return TRUE;
    }
  SQUILL_FOR_EACH_CHILD (SquillCopy, copy, r, SQUILL_KIND_COPY)
    {
      if (g_strcmp0 (copy->name, name) == 0)
        return TRUE;
    }
  return FALSE;
}

static gboolean
has_link_named (const SquillEntity *entity, const char *name)
{
  guint n;
  const SquillRelationship *const *all = squill_entity_get_relationships (entity, &n);

  for (guint i = 0; i < n; i++)
    if (has_part_named (all[i], name))
      return TRUE;
  return FALSE;
}

/* A name that is free wherever the relationship stores its children or the links to them, and what
 * comes with links to these and from them. */
static char *
make_name_of_position (SquillRun *run, const SquillRelationship *r)
{
  const SquillEntity *ends[] = { _squill_run_get_parent (run, r), _squill_run_get_child (run, r) };
  char *name = g_strdup ("position");
  gboolean is_free = FALSE;

  for (guint n = 1; !is_free; n++)
    {
      is_free = TRUE;
      for (guint i = 0; i < G_N_ELEMENTS (ends) && is_free; i++)
        {
          g_autofree char *usual = _squill_run_make_free_name (run, NULL, ends[i], name, name);

          is_free = g_str_equal (usual, name) && !has_link_named (ends[i], name);
        }
      if (!is_free)
        {
          g_free (name);
          name = g_strdup_printf ("position%u", n);
        }
    }
  return name;
}

/* Adds a number to the owner by which what was in an array is sorted. Returns its id. */
static char *
add_position (SquillFix *self, SquillRun *run, const SquillRelationship *r, gconstpointer owner)
{
  const char *owner_id = ((const SquillItem *)owner)->id;
  g_autofree char *name = make_name_of_position (run, r);
  char *id = squill_model_new_id (run->model, name);
  g_autofree char *order = NULL;
  json_t *content = json_object ();
  const char *last = NULL;

  SQUILL_FOR_EACH_CHILD (SquillField, field, owner, SQUILL_KIND_FIELD)
    {
      last = field->order;
    }
  order = squill_rank_between (last, NULL);
  json_object_set_new (content, "name", json_string (name));
  json_object_set_new (content, "order", json_string (order));
  json_object_set_new (content, "types", squill_json_types (SQUILL_TYPE_INT));
  json_object_set_new (content, "required", json_true ());
  _squill_fix_add (self, SQUILL_KIND_FIELD, id, owner_id, content);
  return id;
}

/* An array has an order, documents have none but that of a field. Returns the key by which children
 * are sorted from now on where there was none before (transfer full) (nullable). */
static char *
keep_order (SquillFix *self, SquillRun *run, const SquillRelationship *r, SquillPlacement placement)
{
  const SquillEntity *child = _squill_run_get_child (run, r);
  const SquillField *date = find_date (child);
  char *id;

  if (!squill_placement_lists_children (r->placement) || squill_relationship_is_single (r) ||
      r->placement == SQUILL_PLACEMENT_EMBED_ONE || squill_placement_lists_children (placement) ||
      r->order_by != NULL)
    return NULL;
  if (r->ordering == SQUILL_ORDERING_NONE)
    {
      _squill_fix_lose (self, g_strdup_printf (_ ("The order of “%s” in the array is not kept."),
                                               _squill_wording_name (child)));
      return NULL;
    }
  if (squill_placement_has_collection (placement) && placement != SQUILL_PLACEMENT_BUCKET)
    {
      g_free (add_position (self, run, r, r));
      return NULL;
    }
  if (r->ordering == SQUILL_ORDERING_TIME && date != NULL)
    id = g_strdup (date->item.id);
  else
    id = add_position (self, run, r, child);
  _squill_fix_set (self, r->item.id, "order_by", json_string (id));
  return id;
}

/* Whether an operation that starts from a child follows the relationship from now on. */
static gboolean
is_followed_from_child (SquillFix *self, SquillRun *run, const SquillRelationship *r)
{
  for (guint i = 0; i < self->edits->len; i++)
    {
      const SquillEdit *edit = self->edits->pdata[i];
      const SquillOperation *operation;
      const json_t *id;
      size_t j;

      if (squill_edit_get_edit_type (edit) != SQUILL_EDIT_SET ||
          !g_str_equal (squill_edit_get_property (edit), "follows"))
        continue;
      operation = squill_model_get_operation (run->model, squill_edit_get_id (edit));
      if (operation == NULL || g_strcmp0 (operation->entity, r->child) != 0)
        continue;
      json_array_foreach (squill_edit_get_value (edit), j, id)
      {
        if (g_strcmp0 (json_string_value (id), r->item.id) == 0)
          return TRUE;
      }
    }
  return FALSE;
}

/* The name under which it is stored at an end, unless it says another. */
static const char *
get_usual_name (SquillRun *run, const SquillRelationship *r, gboolean at_parent)
{
  const char *own = at_parent ? r->parent_name : r->child_name;

  if (own != NULL)
    return own;
  if (!at_parent)
    return _squill_run_get_parent (run, r)->name;
  return r->name != NULL ? r->name : _squill_run_get_child (run, r)->name;
}

static gboolean
stores_under (SquillRun *run,
              const SquillRelationship *r,
              const SquillEntity *entity,
              gboolean at_parent,
              const char *name)
{
  return g_str_equal (at_parent ? r->parent : r->child, entity->item.id) &&
         squill_placement_stores (r->placement, at_parent) &&
         g_strcmp0 (get_usual_name (run, r, at_parent), name) == 0;
}

/* Whether copies across it have the name among the fields of the entity: an array of references has
 * them in its elements. */
static gboolean
copies_under (SquillRun *run,
              const SquillRelationship *r,
              const SquillEntity *entity,
              const char *name)
{
  SQUILL_FOR_EACH_CHILD (SquillCopy, copy, r, SQUILL_KIND_COPY)
    {
      const gboolean to_parent = copy->direction == SQUILL_COPY_TO_PARENT;
      const SquillField *field =
          copy->field == NULL
              ? NULL
              : squill_model_get_field (run->model, squill_key_path_get_last (copy->field));

      if (!r->nest_copies && g_str_equal (to_parent ? r->parent : r->child, entity->item.id) &&
          g_strcmp0 (copy->name != NULL ? copy->name
                     : field == NULL    ? NULL
                                        : field->name,
                     name) == 0)
        return TRUE;
    }
  return FALSE;
}

static gboolean
is_name_taken (SquillRun *run,
               const SquillRelationship *except,
               const SquillEntity *entity,
               const char *name)
{
  guint n;
  const SquillRelationship *const *all = squill_entity_get_relationships (entity, &n);

  SQUILL_FOR_EACH_CHILD (SquillField, field, entity, SQUILL_KIND_FIELD)
    {
      if (g_strcmp0 (field->name, name) == 0)
        return TRUE;
    }
  for (guint i = 0; i < n; i++)
    if (all[i] != except && (stores_under (run, all[i], entity, TRUE, name) ||
                             stores_under (run, all[i], entity, FALSE, name) ||
                             copies_under (run, all[i], entity, name)))
      return TRUE;
  return FALSE;
}

/**
 * _squill_run_make_free_name:
 * @run: a run
 * @except: (nullable): a relationship that will not be there
 * @entity: the entity in whose documents something is to be stored
 * @usual: its name if that is free
 * @base: what its name begins with otherwise
 *
 * Returns: (transfer full): a name that no field of the entity has, and nothing that a relationship
 *   stores beside it
 */
char *
_squill_run_make_free_name (SquillRun *run,
                            const SquillRelationship *except,
                            const SquillEntity *entity,
                            const char *usual,
                            const char *base)
{
  char *name = g_strdup (usual);

  for (guint i = 1; is_name_taken (run, except, entity, name); i++)
    {
      g_free (name);
      name = i == 1 ? g_strdup (base) : g_strdup_printf ("%s%u", base, i);
    }
  return name;
}

/* What is newly stored gets a name that nothing beside it has. */
static void
choose_name (SquillFix *self,
             SquillRun *run,
             const SquillRelationship *r,
             SquillPlacement placement,
             gboolean at_parent)
{
  const SquillEntity *entity =
      at_parent ? _squill_run_get_parent (run, r) : _squill_run_get_child (run, r);
  const char *usual = get_usual_name (run, r, at_parent);
  const gboolean is_self = g_str_equal (r->parent, r->child);
  const gboolean has_both = is_self && squill_placement_stores (placement, !at_parent);
  g_autofree char *name = NULL, *base = NULL;

  if (usual == NULL || (at_parent ? r->parent_holder : r->child_holder) != NULL ||
      squill_placement_stores (r->placement, at_parent) ||
      !squill_placement_stores (placement, at_parent))
    return;
  base =
      g_strdup_printf (is_self && !at_parent ? "%s_of" : "%s", r->name != NULL ? r->name : usual);
  name = _squill_run_make_free_name (run, has_both ? NULL : r, entity, usual, base);
  if (!g_str_equal (name, usual))
    _squill_fix_set (self, r->item.id, at_parent ? "parent_name" : "child_name",
                     json_string (name));
}

/* Whoever wrote one child writes what its parent has of it, too, and both or none: the list of the
 * first ones, or its reference, where it comes or goes. */
static void
keep_in_step (SquillFix *self,
              SquillRun *run,
              const SquillRelationship *r,
              SquillPlacement placement)
{
  const GPtrArray *uses = squill_operation_index_get_uses_from (run->operations, r->child);

  for (guint i = 0; i < uses->len; i++)
    {
      const SquillOperation *operation = ((const SquillUse *)uses->pdata[i])->operation;

      if (squill_operation_is_read (operation) || operation->transaction ||
          operation->stale_ok > 0 || squill_operation_updates_copies (operation, r) ||
          (placement == SQUILL_PLACEMENT_TWO_WAY &&
           operation->operation == SQUILL_OPERATION_UPDATE))
        continue;
      _squill_fix_set (self, operation->item.id, "transaction", json_true ());
      _squill_fix_lose (self,
                        g_strdup_printf (_ ("“%s” writes two documents, and needs a transaction."),
                                         _squill_wording_name (operation)));
    }
}

/* The date of the children by which somebody asks for the newest of them (nullable). */
static const SquillField *
find_newest_by (SquillRun *run, const SquillRelationship *r)
{
  const GPtrArray *uses = squill_operation_index_get_uses_of (run->operations, r->child);

  for (guint i = 0; i < uses->len; i++)
    {
      const SquillOperation *operation = ((const SquillUse *)uses->pdata[i])->operation;
      const SquillKey *first =
          operation->sort == NULL || operation->sort->len == 0 ? NULL : operation->sort->pdata[0];
      const SquillField *field =
          first == NULL
              ? NULL
              : squill_model_get_field (run->model, squill_key_path_get_last (first->path));

      if (field != NULL && g_str_equal (first->operator, "-1") &&
          (field->types & SQUILL_TYPE_DATE) != 0 &&
          field->item.parent == &_squill_run_get_child (run, r)->item && operation->limit > 0 &&
          !(operation->skip > 0) &&
          (squill_operation_limits_children (operation, run->model, r) ||
           _squill_keys_find (operation->filter, r->item.id) != NULL))
        return field;
    }
  return NULL;
}

/* A subset is of the first ones in an order, which is that in which they are asked for. */
static void
set_order (SquillFix *self, SquillRun *run, const SquillRelationship *r)
{
  const SquillField *newest = r->ordering == SQUILL_ORDERING_NONE ? find_newest_by (run, r) : NULL;

  if (newest == NULL)
    return;
  _squill_fix_set (self, r->item.id, "ordering", json_string ("time"));
  _squill_fix_set (self, r->item.id, "order_by", json_string (newest->item.id));
}

/**
 * _squill_fix_place:
 * @self: a fix
 * @run: the run it is made in
 * @r: a relationship
 * @option: how it will be stored
 *
 * Lets the fix store a relationship in another way. Indexes that name what is stored no longer go
 * or follow; references get an index where they are asked for.
 */
void
_squill_fix_place (SquillFix *self,
                   SquillRun *run,
                   const SquillRelationship *r,
                   const SquillPlacementOption *option)
{
  const SquillPlacement placement = option->placement;
  const double bound = option->bound;
  const SquillEntity *parent = _squill_run_get_parent (run, r);
  const SquillEntity *child = _squill_run_get_child (run, r);
  const char *id = r->item.id;
  gboolean embedded = squill_placement_holds_children (r->placement);
  gboolean embeds = squill_placement_holds_children (placement);
  const gboolean has_collection = squill_design_is_collection (run->design, child->item.id);
  g_autofree char *order_by = NULL;
  SquillRelationship changed = *r;

  _squill_fix_set (self, id, "placement", json_string (squill_placement_get_name (placement)));
  choose_name (self, run, r, placement, TRUE);
  choose_name (self, run, r, placement, FALSE);
  if (!isnan (bound))
    _squill_fix_set (self, id, "bound", squill_json_number (bound));
  if (placement == SQUILL_PLACEMENT_SUBSET)
    set_order (self, run, r);
  if (placement == SQUILL_PLACEMENT_EMBED_ONE && !(r->children.max <= 1))
    _squill_fix_set (self, id, "children", squill_json_triple (SQUILL_TRIPLE (0, 1, 1)));

  if (!embeds && (embedded || !has_collection))
    ensure_collection (self, child, r);
  if (!embeds && !has_collection)
    {
      keep_count (self, run, child);
      _squill_fix_index_other_references (self, run, child, r);
    }
  if (embedded && !embeds && placement != SQUILL_PLACEMENT_SUBSET)
    _squill_fix_take_indexes_along (self, run, r);
  /* Buckets are in no document of the parent. */
  if (squill_placement_embeds_any (r->placement) &&
      ((embedded && !embeds) || !squill_placement_embeds_any (placement)))
    _squill_fix_follow_out (self, run, r, placement == SQUILL_PLACEMENT_SUBSET ? bound : 0);
  if (squill_placement_embeds_any (placement) && !squill_placement_embeds_any (r->placement))
    _squill_fix_say_what_becomes_unique (self, run, r);
  if (!embedded && embeds)
    {
      if (is_first_elsewhere (child, r))
        {
          _squill_fix_set (self, child->item.id, "standalone", json_string ("yes"));
          _squill_fix_index_other_references (self, run, child, r);
        }
      else if (child->standalone == SQUILL_STANDALONE_YES)
        _squill_fix_set (self, child->item.id, "standalone", NULL);
      /* Copies save a look at the other document: now there is none. */
      if (placement != SQUILL_PLACEMENT_BUCKET)
        _squill_fix_remove_copies (self, run, r);
    }
  if (squill_placement_stores (r->placement, TRUE) && !squill_placement_stores (placement, TRUE) &&
      !squill_placement_embeds_any (r->placement))
    _squill_fix_remove_keys (self, run->model, parent, id);
  else if (squill_placement_embeds_any (r->placement) && !squill_placement_embeds_any (placement))
    {
      if (!embedded)
        _squill_fix_lose_indexes_of_first (self, run, r);
      _squill_fix_remove_keys (self, run->model, parent, id);
    }
  if (squill_placement_stores (r->placement, FALSE) && !squill_placement_stores (placement, FALSE))
    _squill_fix_remove_reference_keys (self, run, r, placement);
  if (squill_placement_lists_children (placement) &&
      (placement == SQUILL_PLACEMENT_EMBED_MANY || !squill_relationship_is_single (r)))
    _squill_fix_split_parallel_indexes (self, run, r);
  order_by = keep_order (self, run, r, placement);
  if (squill_placement_has_reference (placement, FALSE) && !g_str_equal (r->parent, r->child))
    _squill_fix_remove_keys_beyond (self, run, r);
  if (placement == SQUILL_PLACEMENT_PARENT_REFERENCE || placement == SQUILL_PLACEMENT_SUBSET)
    _squill_fix_index_array (self, run, r, order_by);
  /* In the elements of an array an index does without the reference that it names. */
  if ((squill_placement_has_reference (placement, FALSE) || (embeds && !embedded)) &&
      !squill_placement_has_reference (r->placement, FALSE))
    _squill_fix_remove_beginnings (self, run->model, child, id);
  /* What led to the embedded children has gone with them, and to a parent with what it embeds. */
  if (placement == SQUILL_PLACEMENT_CHILD_REFERENCES &&
      (squill_placement_embeds_any (r->placement) ||
       !_squill_entity_has_index_led_by (run->model, parent, r->item.id, r->parent_holder)) &&
      (_squill_run_find_use_to_parents (run, r, FALSE) != NULL ||
       is_followed_from_child (self, run, r)))
    _squill_fix_index_references (self, run, r);
  else if (embeds && !embedded && _squill_run_looks_by_child (run, r))
    _squill_fix_index_references (self, run, r);
  if (placement == SQUILL_PLACEMENT_SUBSET || placement == SQUILL_PLACEMENT_TWO_WAY)
    keep_in_step (self, run, r, placement);
  /* Copies are kept beside the reference, and go with it. */
  if (!embeds && squill_placement_stores (r->placement, TRUE) &&
      !squill_placement_stores (placement, TRUE))
    _squill_fix_drop_copies (self, run, r, SQUILL_COPY_TO_PARENT);
  if (placement == SQUILL_PLACEMENT_CHILD_REFERENCES)
    _squill_fix_drop_copies (self, run, r, SQUILL_COPY_TO_CHILD);
  if (option->copied)
    _squill_fix_add_copies (self, run, r, option);
  /* What was drawn for another placement would be stored from now on. */
  else if (placement == SQUILL_PLACEMENT_PARENT_REFERENCE)
    _squill_fix_drop_copies (self, run, r, SQUILL_COPY_TO_CHILD);
  else if (placement == SQUILL_PLACEMENT_CHILD_REFERENCES)
    _squill_fix_drop_copies (self, run, r, SQUILL_COPY_TO_PARENT);
  changed.placement = placement;
  _squill_fix_choose_names (self, run, &changed);
}

static char *
describe (SquillRun *run, const SquillRelationship *r, SquillPlacement placement, double bound)
{
  const char *parent = _squill_wording_name (_squill_run_get_parent (run, r));
  const char *child = _squill_wording_name (_squill_run_get_child (run, r));
  g_autofree char *count = NULL;

  switch (placement)
    {
    case SQUILL_PLACEMENT_EMBED_ONE:
    case SQUILL_PLACEMENT_EMBED_MANY:
      return g_strdup_printf (_ ("Embed %s in %s"), child, parent);
    case SQUILL_PLACEMENT_CHILD_REFERENCES:
      if (g_str_equal (r->parent, r->child))
        return g_strdup (squill_relationship_is_single (r)
                             ? _ ("Store the reference to the child")
                             : _ ("Store the references to the children"));
      if (squill_relationship_is_single (r))
        return g_strdup_printf (_ ("Store the reference in %s"), parent);
      return g_strdup_printf (_ ("Store the references in %s"), parent);
    case SQUILL_PLACEMENT_PARENT_REFERENCE:
      if (g_str_equal (r->parent, r->child))
        return g_strdup (_ ("Store the reference to the parent"));
      return g_strdup_printf (_ ("Store the reference in %s"), child);
    case SQUILL_PLACEMENT_JUNCTION:
      return g_strdup (_ ("Store the links in a junction collection"));
    case SQUILL_PLACEMENT_SUBSET:
      count = squill_text_count (bound);
      return g_strdup_printf (_ ("Keep %s and move the rest"), count);
    case SQUILL_PLACEMENT_BUCKET:
      count = squill_text_count (bound);
      return g_strdup_printf (_ ("Combine %s into one document"), count);
    case SQUILL_PLACEMENT_TWO_WAY:
    default:
      return g_strdup (_ ("Store references on both sides"));
    }
}

static const SquillPlacementOption *
find_current (const GPtrArray *options)
{
  for (guint i = 0; i < options->len; i++)
    if (((const SquillPlacementOption *)options->pdata[i])->current)
      return options->pdata[i];
  return NULL;
}

/* Even what is advised can have drawbacks: where nothing else is possible, or all have more. */
static void
lose_by_drawbacks (SquillFix *self,
                   SquillRun *run,
                   const SquillRelationship *r,
                   const SquillPlacementOption *option)
{
  const SquillPlacementOption *current;

  if (option->drawbacks->len == 0)
    return;
  current = find_current (_squill_run_compare (run, r));
  for (guint i = 0; i < option->drawbacks->len; i++)
    {
      const char *drawback = option->drawbacks->pdata[i];

      if (current == NULL ||
          !g_ptr_array_find_with_equal_func (current->drawbacks, drawback, g_str_equal, NULL))
        _squill_fix_lose (self, g_strdup_printf ("%s.", drawback));
    }
}

/**
 * _squill_fix_new_placement:
 * @run: a run
 * @r: a relationship
 * @option: how it will be stored
 *
 * Returns: (transfer full): a fix that stores the relationship so, with all that follows. What
 *   speaks against it, and not against how it is stored now, is among its losses
 */
SquillFix *
_squill_fix_new_placement (SquillRun *run,
                           const SquillRelationship *r,
                           const SquillPlacementOption *option)
{
  SquillFix *self = _squill_fix_new (describe (run, r, option->placement, option->bound));

  self->placement = option->placement;
  lose_by_drawbacks (self, run, r, option);
  _squill_fix_place (self, run, r, option);
  return self;
}

/**
 * _squill_relationship_loses_children:
 * @r: a relationship
 *
 * Returns: %TRUE if one child is embedded where a parent can have many
 */
gboolean
_squill_relationship_loses_children (const SquillRelationship *r)
{
  return r->placement == SQUILL_PLACEMENT_EMBED_ONE && squill_triple_get_most (r->children) > 1;
}

/**
 * _squill_fix_new_advised:
 * @run: a run
 * @r: a relationship
 *
 * Returns: (transfer full) (nullable): a fix that stores the relationship in the way that is
 *   advised; %NULL where it is stored so, or nothing is advised, or its placement is pinned, or
 *   contradicts the number of children, which the rule one-embedded-of-many has to say first, or
 *   each child would be embedded once although by the counts it has many parents, which
 *   false-one-to-many says
 */
SquillFix *
_squill_fix_new_advised (SquillRun *run, const SquillRelationship *r)
{
  const SquillPlacementOption *advised = r->pinned ? NULL : _squill_run_get_advised (run, r);

  if (_squill_relationship_loses_children (r) || advised == NULL ||
      advised->placement == r->placement ||
      (squill_placement_is_embedding (advised->placement) &&
       (squill_placement_is_embedding (r->placement) || _squill_run_is_falsely_single (run, r))))
    return NULL;
  return _squill_fix_new_placement (run, r, advised);
}

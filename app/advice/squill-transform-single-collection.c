/* SPDX-License-Identifier: Apache-2.0 */

/* What one operation reads together in one collection, with the ids of its relatives. */

#define G_LOG_DOMAIN "squill-advice"

#include "config.h"

#include <glib/gi18n-lib.h>

#include "advice/squill-merger-private.h"
#include "design/squill-found.h"
#include "model/squill-placement.h"
#include "text/squill-text.h"

/* Whether it reads one document with all that a relationship leads to from there. */
static gboolean
reads_with_relatives (SquillRun *run, const SquillUse *use, const SquillRelationship *r)
{
  const SquillOperation *operation = use->operation;
  const SquillKeys *filter = operation->filter;

  return use->reads && (operation->computes == NULL || operation->computes->len == 0) &&
         use->relationships->len == 1 && use->relationships->pdata[0] == r && filter != NULL &&
         filter->len == 1 && squill_key_is_equality (filter->pdata[0]) &&
         squill_key_is_of_document (filter->pdata[0], run->model, NULL);
}

/* Something else that goes along the relationship, or comes from its other end (nullable). */
static const SquillOperation *
find_other_use (SquillRun *run, const SquillUse *but, const SquillRelationship *r)
{
  const GPtrArray *lists[] = { squill_operation_index_get_uses_of (run->operations, r->parent),
                               squill_operation_index_get_uses_of (run->operations, r->child) };

  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    for (guint j = 0; j < lists[i]->len; j++)
      {
        const SquillUse *use = lists[i]->pdata[j];

        if (g_ptr_array_find (use->relationships, r, NULL) &&
            (use->root != but->root || !reads_with_relatives (run, use, r)))
          return use->operation;
      }
  return NULL;
}

/* The array of the ids of its relatives in each document, and of its own. */
static void
add_related (
    SquillFix *fix, const SquillMerger *self, const char *name, SquillTriple ids, double each)
{
  const SquillRelationship *r = self->link;
  const double own =
      squill_triple_get_usual (squill_design_get_count (self->run->design, self->into->item.id));
  const double other =
      squill_triple_get_usual (squill_design_get_count (self->run->design, self->from->item.id));
  const double usual = own + other > 0 ? (own + other * ids.likely) / (own + other) : ids.likely;
  const SquillTriple length = SQUILL_TRIPLE (1, fmin (fmax (usual, 1), ids.max), ids.max);
  json_t *content = json_pack ("{s:s, s:s, s:s, s:s, s:s, s:s}", "name", name, "order", r->order,
                               "parent", self->into->item.id, "child", self->into->item.id,
                               "placement", "parent-reference", "child_name", name);

  if (squill_triple_is_valid (length))
    json_object_set_new (content, "parents", squill_json_triple (length));
  if (each >= 0)
    json_object_set_new (content, "children",
                         squill_json_triple (SQUILL_TRIPLE (1, each + 1, INFINITY)));
  _squill_fix_add (fix, SQUILL_KIND_RELATIONSHIP, self->related, NULL, content);
}

static gboolean
has_index_of_link (const SquillMerger *self)
{
  SQUILL_FOR_EACH_CHILD (SquillIndex, index, self->from, SQUILL_KIND_INDEX)
    {
      if (index->keys != NULL && index->keys->len > 0 &&
          g_str_equal (((const SquillKey *)index->keys->pdata[0])->path, self->link->item.id))
        return TRUE;
    }
  return FALSE;
}

static gboolean
is_unique_by_link (const SquillEntity *entity, const SquillRelationship *r)
{
  SQUILL_FOR_EACH_CHILD (SquillIndex, index, entity, SQUILL_KIND_INDEX)
    {
      if (index->unique && _squill_keys_find (index->keys, r->item.id) != NULL)
        return TRUE;
    }
  return FALSE;
}

/* The relationship along which it reads relatives in other documents, and that both have many of
 * (nullable). */
static const SquillRelationship *
find_link (SquillRun *run, const SquillUse *use)
{
  const SquillRelationship *r =
      use == NULL || use->relationships->len != 1 ? NULL : use->relationships->pdata[0];
  guint n_links, n_copies;

  if (r == NULL || !reads_with_relatives (run, use, r) || g_str_equal (r->parent, r->child) ||
      !squill_relationship_is_shared (r) || r->pinned || r->parent_holder != NULL ||
      r->child_holder != NULL ||
      !(squill_placement_is_reference (r->placement) || r->placement == SQUILL_PLACEMENT_JUNCTION))
    return NULL;
  squill_item_get_children (r, SQUILL_KIND_FIELD, &n_links);
  squill_item_get_children (r, SQUILL_KIND_COPY, &n_copies);
  return n_links + n_copies > 0 ? NULL : r;
}

/**
 * _squill_fix_new_single_collection:
 * @run: a run
 * @operation: an operation
 * @reason: (out) (optional): why it does not fit
 *
 * Returns: (transfer full) (nullable): a fix that stores what the operation reads together in one
 *   collection, each document with the ids of its relatives
 */
SquillFix *
_squill_fix_new_single_collection (SquillRun *run, const SquillOperation *operation, char **reason)
{
  const SquillUse *use = squill_operation_index_find (run->operations, operation->item.id);
  const SquillRelationship *r = find_link (run, use);
  const double most = _squill_run_get (run, SQUILL_THRESHOLD_REF_MAX);
  g_autoptr (GHashTable) ids = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_autoptr (GPtrArray) keys = NULL;
  g_autofree char *related = NULL, *name = NULL, *limit = squill_text_count (most);
  const SquillOperation *other;
  SquillMerger self = { run, NULL, NULL, ids, NULL, r, NULL };
  gboolean from_parent;
  SquillTriple length;
  char *obstacle;
  SquillFix *fix;

  if (r == NULL)
    return _squill_transform_refuse (
        reason, g_strdup_printf (_ ("“%s” does not read one document with its relatives in another "
                                    "collection, which are shared."),
                                 _squill_wording_name (operation)));
  from_parent = g_str_equal (use->root->item.id, r->parent);
  self.into = use->root;
  self.from = from_parent ? _squill_run_get_child (run, r) : _squill_run_get_parent (run, r);
  length = from_parent ? r->parents : r->children;
  if (!(length.max <= most))
    return _squill_transform_refuse (
        reason,
        g_strdup_printf (
            _ ("One “%s” would have the ids of more than %s “%s”, or of an unknown number."),
            _squill_wording_name (self.from), limit, _squill_wording_name (self.into)));
  other = find_other_use (run, use, r);
  if (other != NULL)
    return _squill_transform_refuse (
        reason,
        g_strdup_printf (_ ("“%s” goes from one to the other as well, and the other way or in "
                            "another manner."),
                         _squill_wording_name (other)));
  obstacle = _squill_merger_find_obstacle (&self);
  if (obstacle == NULL && (is_unique_by_link (self.into, r) || is_unique_by_link (self.from, r)))
    obstacle = g_strdup_printf (_ ("A unique index is about “%s”."), _squill_wording_name (r));
  if (obstacle != NULL)
    return _squill_transform_refuse (reason, obstacle);
  name = _squill_run_make_free_name (run, r, self.into, "relatedTo", "related");
  self.related = related = squill_model_new_id (run->model, name);
  g_hash_table_insert (ids, g_strdup (r->item.id), g_strdup (related));
  fix = _squill_merger_merge (&self, "docType", reason);
  if (fix == NULL)
    return NULL;
  add_related (fix, &self, name, length, from_parent ? r->children.likely : r->parents.likely);
  _squill_fix_remove_keys (fix, run->model, self.into, r->item.id);
  if (!has_index_of_link (&self))
    {
      keys = _squill_keys_new ();
      _squill_keys_take (keys, related, "1");
      g_free (_squill_fix_add_index (fix, run->model, self.into, keys, FALSE, NAN));
    }
  if (r->ordering != SQUILL_ORDERING_NONE)
    _squill_fix_lose (
        fix, g_strdup_printf (_ ("The order of “%s” is not kept."), _squill_wording_name (r)));
  _squill_fix_remove (fix, r->item.id);
  _squill_fix_remove (fix, self.from->item.id);
  return fix;
}

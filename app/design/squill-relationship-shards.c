/* SPDX-License-Identifier: Apache-2.0 */

/* How many shards are asked for the documents of a relationship. What has the shard key is asked of
 * one shard, all else of each; and which it is depends on where the documents are. */

#define G_LOG_DOMAIN "squill-design"

#include "config.h"

#include "design/squill-design-private.h"

#include "design/squill-found.h"

#include <string.h>

/* Both ends of a relationship with the first keys of their shard keys; %NULL where they have none,
 * or no collection. */
typedef struct
{
  SquillModel *model;
  const SquillRelationship *r;
  const SquillKey *of_parent;
  const SquillKey *of_child;
} Ends;

static const SquillKey *
get_first (SquillModel *model, const char *entity)
{
  const SquillEntity *found = squill_model_get_entity (model, entity);

  return found == NULL || found->shard_key == NULL || found->shard_key->len == 0
             ? NULL
             : found->shard_key->pdata[0];
}

static Ends
get_ends (SquillDesign *design, const SquillRelationship *r)
{
  SquillModel *model = squill_design_get_model (design);
  const gboolean is_collection = squill_design_is_collection (design, r->parent);

  /* Documents that are embedded are where those around them are. */
  return (Ends){ .model = model,
                 .r = r,
                 .of_parent = is_collection ? get_first (model, r->parent) : NULL,
                 .of_child = get_first (model, r->child) };
}

/* Whether it is what references name a document by: a field, or else `_id`. */
static gboolean
names_document (SquillModel *model, const SquillKey *key, const char *named)
{
  const SquillField *field = squill_model_get_field (model, key->path);

  if (named != NULL)
    return g_str_equal (key->path, named);
  return g_str_equal (key->path, "=_id") || (field != NULL && g_strcmp0 (field->name, "_id") == 0);
}

static gboolean
is_key_of (const Ends *self, const SquillKey *first, const char *named)
{
  return first == NULL || names_document (self->model, first, named);
}

/* The reference in the child. */
static gboolean
is_reference (const Ends *self, const char *path)
{
  return g_str_equal (path, self->r->item.id) || g_strcmp0 (path, self->r->child_holder) == 0;
}

static gboolean
is_same_key (const SquillKey *a, const SquillKey *b, SquillModel *model)
{
  return g_str_equal (a->path, b->path) ||
         (squill_key_is_of_document (a, model, NULL) && squill_key_is_of_document (b, model, NULL));
}

/* Ranges of values are ranges of the key, unless it is hashed. */
static gboolean
tells_shard (const SquillKey *asked, const SquillKey *first)
{
  double wanted;
  const SquillConditionKind kind = squill_key_get_condition (asked, &wanted);

  return kind == SQUILL_CONDITION_EQUALITY || kind == SQUILL_CONDITION_LIST ||
         (kind == SQUILL_CONDITION_RANGE && !g_str_equal (first->operator, "hashed"));
}

/* Whether the filter of an operation has the shard key of what it starts from. */
static gboolean
is_asked_by (const Ends *self, const SquillKeys *filter, const SquillKey *first)
{
  for (guint i = 0; first != NULL && filter != NULL && i < filter->len; i++)
    {
      const SquillKey *key = filter->pdata[i];

      if (tells_shard (key, first) &&
          (is_same_key (key, first, self->model) ||
           (is_reference (self, key->path) && is_reference (self, first->path))))
        return TRUE;
    }
  return first == NULL;
}

/* Whether the filter of an operation on children has the shard key of their parent: through the
 * relationship, or by the reference where that is by the shard key. */
static gboolean
is_parent_asked_by (const Ends *self, const SquillKeys *filter)
{
  const gsize length = strlen (self->r->item.id);

  for (guint i = 0; self->of_parent != NULL && filter != NULL && i < filter->len; i++)
    {
      const SquillKey *key = filter->pdata[i];

      if (!tells_shard (key, self->of_parent))
        continue;
      if (is_reference (self, key->path) && is_key_of (self, self->of_parent, self->r->parent_key))
        return TRUE;
      if (strncmp (key->path, self->r->item.id, length) == 0 && key->path[length] == '/' &&
          g_str_equal (key->path + length + 1, self->of_parent->path))
        return TRUE;
    }
  return self->of_parent == NULL;
}

/**
 * _squill_storage_set_shards:
 * @self: how a relationship would be stored
 * @design: a design
 * @r: the relationship
 *
 * Sets how many shards there are to ask, and whom of.
 */
void
_squill_storage_set_shards (SquillStorage *self, SquillDesign *design, const SquillRelationship *r)
{
  const Ends ends = get_ends (design, r);
  const double shards = squill_model_get_info (ends.model)->shards;
  const double many = shards > 1 ? shards : 1;

  self->parent_shards = ends.of_parent == NULL ? 1 : many;
  self->child_shards = ends.of_child == NULL ? 1 : many;
  self->by_parent_key = is_key_of (&ends, ends.of_parent, r->parent_key) ? 1 : self->parent_shards;
  self->by_child_key = is_key_of (&ends, ends.of_child, r->child_key) ? 1 : self->child_shards;
  self->by_reference =
      ends.of_child == NULL || is_reference (&ends, ends.of_child->path) ? 1 : self->child_shards;
}

/**
 * _squill_load_part_set_targets:
 * @self: what an operation does with a relationship
 * @design: a design
 * @r: the relationship
 *
 * Sets whether the filter of the operation has the shard key. Of what only the relationship tells,
 * parents and children are looked for by their keys.
 */
void
_squill_load_part_set_targets (SquillLoadPart *self,
                               SquillDesign *design,
                               const SquillRelationship *r)
{
  const Ends ends = get_ends (design, r);
  const SquillOperation *operation = self->operation;

  self->joins = operation != NULL && operation->operation == SQUILL_OPERATION_AGGREGATE;
  /* Who comes from elsewhere has the key, too. */
  if (operation == NULL || (g_strcmp0 (operation->entity, r->parent) != 0 &&
                            g_strcmp0 (operation->entity, r->child) != 0))
    {
      self->has_parent_shard = is_key_of (&ends, ends.of_parent, r->parent_key);
      self->has_child_shard = is_key_of (&ends, ends.of_child, r->child_key);
      return;
    }
  if (g_strcmp0 (operation->entity, r->child) == 0)
    {
      /* What comes knows its parent. */
      self->has_parent_shard = operation->operation == SQUILL_OPERATION_INSERT
                                   ? is_key_of (&ends, ends.of_parent, r->parent_key)
                                   : is_parent_asked_by (&ends, operation->filter);
      self->has_child_shard = is_asked_by (&ends, operation->filter, ends.of_child);
      return;
    }
  self->has_parent_shard = is_asked_by (&ends, operation->filter, ends.of_parent);
  self->has_child_shard = TRUE;
}

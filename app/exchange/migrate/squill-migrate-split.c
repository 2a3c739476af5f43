/* SPDX-License-Identifier: Apache-2.0 */

/* Entities of which one has become two, or two have become one: fields keep their ids. What a
 * document is split into has its id. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include "exchange/migrate/squill-migrate-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "model/squill-placement.h"

/**
 * _squill_migrator_find_split:
 * @self: a migration
 * @entity: an entity of the new design
 *
 * Returns: (nullable): the collection whose documents had the fields of an entity that is new
 */
const SquillCollection *
_squill_migrator_find_split (SquillMigrator *self, const char *entity)
{
  SquillModel *now = squill_design_get_model (self->from);
  const SquillEntity *new = squill_model_get_entity (squill_design_get_model (self->to), entity);

  if (new == NULL || squill_model_get_entity (now, entity) != NULL)
    return NULL;
  SQUILL_FOR_EACH_CHILD (SquillField, field, new, SQUILL_KIND_FIELD)
    {
      const SquillField *same = squill_model_get_field (now, field->item.id);
      const SquillItem *owner = same == NULL ? NULL : squill_item_get_owner (same);

      if (owner != NULL && owner->kind == SQUILL_KIND_ENTITY &&
          squill_design_find_collection (self->from, owner->id) != NULL)
        return squill_design_find_collection (self->from, owner->id);
    }
  return NULL;
}

/** The entity that one end of a new relationship was split from, by the other end; NULL where none
 * was. */
const char *
_squill_migrator_get_split_end (SquillMigrator *self, const SquillRelationship *r)
{
  const char *const ends[] = { r->parent, r->child };

  if (r->parent_key != NULL || r->child_key != NULL || r->by_keys)
    return NULL;
  for (guint i = 0; i < 2; i++)
    {
      const SquillCollection *was =
          ends[i] == NULL ? NULL : _squill_migrator_find_split (self, ends[i]);

      if (was != NULL && g_strcmp0 (was->entity, ends[1 - i]) == 0)
        return ends[i];
    }
  return NULL;
}

/** Whether a document as it was, in `o`, has something of what is split from it. */
json_t *
_squill_migrator_has_split (const SquillShape *document, const SquillShape *was)
{
  json_t *any = json_array ();

  for (guint i = 0; i < document->children->len; i++)
    {
      const SquillShape *shape = document->children->pdata[i];
      const SquillShape *old = _squill_shape_is_field (shape) && !g_str_equal (shape->name, "_id")
                                   ? _squill_shape_find_match (shape, was)
                                   : NULL;

      if (old != NULL)
        json_array_append_new (any,
                               json_pack ("{s:[{s:o}, s]}", "$ne", "$type",
                                          _squill_expression_find (was, old, "$o"), "missing"));
    }
  return json_pack ("{s:o}", "$or", any);
}

static json_t *
make_embedded (const SquillShape *shape, const SquillShape *was)
{
  json_t *object = json_pack ("{s:{}}", "$literal");

  for (guint i = 0; i < shape->children->len; i++)
    {
      const SquillShape *child = shape->children->pdata[i];
      const SquillShape *old = _squill_shape_find_match (child, was);

      if (g_str_equal (child->name, "_id"))
        object = _squill_expression_set (object, child->name, json_string ("$i"));
      else if (old != NULL)
        object = _squill_expression_set (
            object, child->name,
            _squill_expression_convert (child, old, _squill_expression_find (was, old, "$o"), 0));
    }
  return object;
}

/**
 * _squill_migrator_set_split:
 * @self: a migration
 * @document: the shape of the document that is built
 * @shape: what a relationship stores in it that is new
 * @was: the shape of the document as it was
 * @stages: to which what sets it is added
 *
 * Sets what leads from a document to what was split from it, or back.
 *
 * Returns: %FALSE where nothing was split
 */
gboolean
_squill_migrator_set_split (SquillMigrator *self,
                            const SquillShape *document,
                            const SquillShape *shape,
                            const SquillShape *was,
                            json_t *stages)
{
  const SquillRelationship *r =
      squill_model_get_relationship (squill_design_get_model (self->to), shape->relationship);
  const char *new = r == NULL ? NULL : _squill_migrator_get_split_end (self, r);
  const SquillCollection *collection =
      new == NULL ? NULL : squill_design_find_collection (self->to, new);
  const gboolean is_embedded = shape->origin == SQUILL_ORIGIN_EMBEDDED;
  json_t *value;

  if (new == NULL || shape->map || (!is_embedded && shape->children->len > 0) ||
      (is_embedded ? g_strcmp0 (shape->entity, new) != 0 : collection == NULL))
    return FALSE;
  value = is_embedded ? make_embedded (shape, was) : json_string ("$i");
  if (shape->array)
    value = json_pack ("[o]", value);
  if (g_strcmp0 (document->entity, new) != 0)
    value = json_pack ("{s:[o, o, s]}", "$cond",
                       _squill_migrator_has_split (is_embedded ? shape : collection->shape, was),
                       value, "$$REMOVE");
  _squill_stages_set (stages, shape->name, value);
  return TRUE;
}

/** Sets in `d` what is split from a document as it was. */
void
_squill_migrator_build_split (SquillMigrator *self,
                              const SquillShape *document,
                              const SquillShape *was,
                              json_t *stages)
{
  for (guint i = 0; i < document->children->len; i++)
    {
      const SquillShape *shape = document->children->pdata[i];
      const SquillShape *old =
          g_str_equal (shape->name, "_id") ? NULL : _squill_shape_find_match (shape, was);

      if (old != NULL)
        _squill_stages_set (
            stages, shape->name,
            _squill_expression_convert (shape, old, _squill_expression_find (was, old, "$o"), 0));
      else if (!g_str_equal (shape->name, "_id") &&
               (_squill_shape_is_field (shape) ||
                !_squill_migrator_set_split (self, document, shape, was, stages)))
        _squill_migrator_leave (self, _ ("“%s” is not filled"), shape->path);
    }
}

/* A single reference between two entities, and in which of them it is. */
static const SquillShape *
find_reference (SquillMigrator *self, const char *one, const char *other, gboolean *at_other)
{
  SQUILL_FOR_EACH_CHILD (SquillRelationship, r,
                         squill_model_get_info (squill_design_get_model (self->from)),
                         SQUILL_KIND_RELATIONSHIP)
    {
      for (guint i = 0; i < 2; i++)
        {
          const SquillShape *stored =
              r->parent_key == NULL && r->child_key == NULL && !r->by_keys &&
                      squill_placement_is_reference (r->placement) &&
                      squill_placement_stores (r->placement, i == 0)
                  ? squill_design_get_stored (self->from, r->item.id, i == 0)
                  : NULL;
          const char *at = i == 0 ? r->parent : r->child, *to = i == 0 ? r->child : r->parent;

          if (stored == NULL || stored->array || stored->map || stored->parent == NULL ||
              stored->parent->parent != NULL || stored->children->len > 0)
            continue;
          *at_other = g_strcmp0 (at, other) == 0 && g_strcmp0 (to, one) == 0;
          if (*at_other || (g_strcmp0 (at, one) == 0 && g_strcmp0 (to, other) == 0))
            return stored;
        }
    }
  return NULL;
}

/**
 * _squill_migrator_set_merged:
 * @self: a migration
 * @document: the shape of the document that is built
 * @shape: a field of it that another entity had
 * @scratch: a name that nothing else in the pipeline has
 * @stages: to which what sets it is added
 *
 * Sets a field that was one of another document, to which a reference led, or from which.
 *
 * Returns: %FALSE where there is no such document
 */
gboolean
_squill_migrator_set_merged (SquillMigrator *self,
                             const SquillShape *document,
                             const SquillShape *shape,
                             const char *scratch,
                             json_t *stages)
{
  const SquillField *field =
      squill_model_get_field (squill_design_get_model (self->from), shape->field);
  const SquillItem *owner = field == NULL ? NULL : squill_item_get_owner (field);
  const SquillCollection *from =
      owner == NULL ? NULL : squill_design_find_collection (self->from, owner->id);
  const SquillShape *old = from == NULL ? NULL : _squill_shape_find_match (shape, from->shape);
  g_autofree char *variable = g_strdup_printf ("$%s.v", scratch);
  gboolean at_other = FALSE;
  const SquillShape *reference =
      old == NULL || document->entity == NULL
          ? NULL
          : find_reference (self, document->entity, owner->id, &at_other);
  g_autofree char *path = reference == NULL ? NULL : squill_shape_get_query_path (reference);
  json_t *value;

  if (reference == NULL || path == NULL || *path == '\0' || strpbrk (path, ".$") != NULL)
    return FALSE;
  _squill_stages_append (
      stages, json_pack ("{s:{s:o}}", "$set", "key",
                         at_other ? json_string ("$i")
                                  : _squill_expression_get (json_string ("$o"), reference->name)));
  value = _squill_expression_find (from->shape, old, "$$ROOT");
  _squill_stages_append (stages,
                         json_pack ("{s:{s:s, s:s, s:s, s:[{s:{s:o}}], s:s}}", "$lookup", "from",
                                    _squill_migrator_read (self, from), "localField", "key",
                                    "foreignField", at_other ? path : "_id", "pipeline",
                                    "$replaceWith", "v", value, "as", scratch));
  value = json_pack ("{s:s}", "$first", variable);
  _squill_stages_set (stages, shape->name, _squill_expression_convert (shape, old, value, 0));
  return TRUE;
}

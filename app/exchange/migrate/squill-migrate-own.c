/* SPDX-License-Identifier: Apache-2.0 */

/* Documents that a relationship has of its own: links and buckets, with what is copied into them
 * from both ends. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include "exchange/migrate/squill-migrate-private.h"

#include <glib/gi18n-lib.h>

/* Where what is copied from the ends is kept until the document is built. */
static const char *const kept[] = { "$h.child", "$h.parent" };

static gboolean
is_of_parent (SquillMigrator *self, const SquillShape *shape)
{
  const SquillCopy *copy = squill_model_get_item_of_kind (squill_design_get_model (self->to),
                                                          shape->copy, SQUILL_KIND_COPY);

  return copy != NULL && copy->direction == SQUILL_COPY_TO_CHILD;
}

/* What a document has of one end: `key`, what references lead by, and the values of its copies, by
 * their paths in the document. */
static void
collect_copies (SquillMigrator *self,
                const SquillShape *document,
                const SquillShape *was,
                gboolean of_parent,
                json_t *head)
{
  for (guint i = 0; i < document->children->len; i++)
    {
      const SquillShape *shape = document->children->pdata[i];
      const SquillShape *source;
      json_t *value;

      if (shape->origin == SQUILL_ORIGIN_REFERENCE)
        collect_copies (self, shape, was, of_parent, head);
      if (shape->origin != SQUILL_ORIGIN_COPY || is_of_parent (self, shape) != of_parent)
        continue;
      source = was == NULL ? NULL : _squill_shape_find_source (was, shape);
      value = source == NULL ? NULL : _squill_expression_find (was, source, "$o");
      if (value != NULL)
        {
          g_autofree char *name = g_strdup_printf ("c%zu", json_object_size (head));

          json_object_set_new (head, name, value);
        }
      else
        _squill_migrator_leave (self, _ ("“%s” is not filled"), shape->path);
    }
}

/* Sets in `d` what was collected, in the same order. */
static void
set_copies (SquillMigrator *self,
            const SquillShape *document,
            const SquillShape *was,
            gboolean of_parent,
            guint *n,
            json_t *stages)
{
  for (guint i = 0; i < document->children->len; i++)
    {
      const SquillShape *shape = document->children->pdata[i];
      const SquillShape *source = was == NULL ? NULL : _squill_shape_find_source (was, shape);
      g_autofree char *name = NULL;
      json_t *value;

      if (shape->origin != SQUILL_ORIGIN_COPY || is_of_parent (self, shape) != of_parent ||
          source == NULL)
        continue;
      value = _squill_expression_find (was, source, "$o");
      if (value == NULL)
        continue;
      json_decref (value);
      name = g_strdup_printf ("%s.c%u", kept[of_parent], ++*n);
      _squill_stages_set (stages, shape->name, json_string (name));
    }
}

static gboolean
has_copies (SquillMigrator *self, const SquillShape *document, gboolean of_parent)
{
  for (guint i = 0; i < document->children->len; i++)
    {
      const SquillShape *shape = document->children->pdata[i];

      if (shape->origin == SQUILL_ORIGIN_COPY
              ? is_of_parent (self, shape) == of_parent
              : shape->origin == SQUILL_ORIGIN_REFERENCE && has_copies (self, shape, of_parent))
        return TRUE;
    }
  return FALSE;
}

/* Sets in `d` a reference, whose key is kept, with what is beside it in an object. */
static void
set_reference (SquillMigrator *self,
               const SquillShape *reference,
               const SquillShape *was,
               gboolean to_parent,
               guint *n,
               json_t *stages)
{
  const SquillShape *id = _squill_shape_get_reference_id (reference);
  g_autofree char *key = g_strconcat (kept[to_parent], ".key", NULL);

  if (id == reference)
    {
      _squill_stages_set (stages, reference->name, json_string (key));
      return;
    }
  /* The object is built where the document is, and then put into it. */
  _squill_stages_append (stages,
                         json_pack ("{s:{s:s, s:o}}", "$set", "outer", "$d", "d",
                                    _squill_expression_set (json_pack ("{s:{}}", "$literal"),
                                                            id->name, json_string (key))));
  set_copies (self, reference, was, to_parent, n, stages);
  _squill_stages_append (stages,
                         json_pack ("{s:{s:o}}", "$set", "d",
                                    _squill_expression_set (json_string ("$outer"), reference->name,
                                                            json_string ("$d"))));
}

/* Looks up one end of a pair, as far as the document needs it, and keeps that in `h`. */
static gboolean
keep_end (SquillMigrator *self,
          const SquillMigratorMove *move,
          const SquillShape *document,
          gboolean parent,
          const SquillShape **was,
          json_t *stages)
{
  json_t *head, *key = _squill_migrator_find_end_key (self, move, parent, stages);

  *was = NULL;
  if (key == NULL)
    return FALSE;
  if (has_copies (self, document, parent) &&
      !_squill_migrator_look_up_end (self, move, parent, TRUE, stages, was))
    {
      json_decref (key);
      return FALSE;
    }
  head = json_pack ("{s:o}", "key", key);
  collect_copies (self, document, *was, parent, head);
  _squill_stages_append (stages,
                         json_pack ("{s:{s:o}}", "$set", parent ? "h.parent" : "h.child", head));
  return TRUE;
}

/**
 * _squill_migrator_build_links:
 * @self: a migration
 * @move: a relationship that gets links
 * @stages: to which what makes a link of a pair is added
 *
 * Writes what makes links.
 *
 * Returns: %FALSE where it cannot be written
 */
gboolean
_squill_migrator_build_links (SquillMigrator *self, const SquillMigratorMove *move, json_t *stages)
{
  const SquillShape *own = squill_design_find_collection (self->to, move->r->item.id)->shape;
  const SquillShape *was[2] = { NULL, NULL };
  guint n[2] = { 0, 0 };
  gboolean parent = TRUE;

  if (!keep_end (self, move, own, TRUE, &was[TRUE], stages) ||
      !keep_end (self, move, own, FALSE, &was[FALSE], stages))
    return FALSE;
  _squill_stages_append (stages, json_pack ("{s:{s:{s:s}}}", "$set", "d", "_id", "$_id"));
  /* The whole pair would be in it. */
  _squill_stages_append (stages,
                         json_pack ("{s:{s:i, s:i, s:i}}", "$project", "d._id", 1, "h", 1, "l", 1));
  for (guint i = 0; i < own->children->len; i++)
    {
      const SquillShape *shape = own->children->pdata[i];

      if (shape->origin != SQUILL_ORIGIN_REFERENCE)
        continue;
      set_reference (self, shape, was[parent], parent, &n[parent], stages);
      parent = FALSE;
    }
  set_copies (self, own, was[TRUE], TRUE, &n[TRUE], stages);
  set_copies (self, own, was[FALSE], FALSE, &n[FALSE], stages);
  _squill_migrator_set_links (move, own, "$l", stages);
  return TRUE;
}

/**
 * _squill_migrator_build_buckets:
 * @self: a migration
 * @move: a relationship that gets buckets
 * @stages: to which what makes buckets of parents is added
 * @driver: (out): the collection of the parents
 *
 * Writes what makes the buckets of each parent. Which children are in which is decided by their ids
 * alone: all of one parent may be more than a document has room for.
 *
 * Returns: %FALSE where it cannot be written
 */
gboolean
_squill_migrator_build_buckets (SquillMigrator *self,
                                const SquillMigratorMove *move,
                                json_t *stages,
                                const SquillCollection **driver)
{
  const SquillShape *own = squill_design_find_collection (self->to, move->r->item.id)->shape;
  const SquillShape *parent = NULL, *list = NULL, *count = NULL, *was = NULL, *owner = NULL;
  const json_int_t bound = move->r->bound >= 1 ? (json_int_t)move->r->bound : 1000;
  json_t *numbering = json_array (), *inner = json_array (), *key, *head, *by;
  guint n = 0;

  *driver = squill_design_find_collection (self->from, move->was->parent);
  owner = *driver == NULL ? NULL : (*driver)->shape;
  for (guint i = 0; i < own->children->len; i++)
    {
      const SquillShape *shape = own->children->pdata[i];

      if (shape->origin == SQUILL_ORIGIN_REFERENCE)
        parent = shape;
      else if (shape->origin == SQUILL_ORIGIN_EMBEDDED)
        list = shape;
      else if (shape->origin == SQUILL_ORIGIN_OWN && !g_str_equal (shape->name, "_id") &&
               shape->field == NULL)
        count = shape;
    }
  key = owner == NULL ? NULL : _squill_migrator_get_key (owner, move->was->parent_key);
  by = owner == NULL ? NULL : _squill_migrator_get_key (owner, move->r->parent_key);
  if (key == NULL || by == NULL || parent == NULL || list == NULL || list->map ||
      !_squill_migrator_look_up_end (self, move, FALSE, FALSE, numbering, &was) ||
      !_squill_migrator_build_child (self, move, list, FALSE, inner))
    {
      json_decref (key);
      json_decref (by);
      json_decref (numbering);
      json_decref (inner);
      return FALSE;
    }
  _squill_migrator_add_order (self, move, was, FALSE, numbering);
  _squill_stages_append (numbering, json_pack ("{s:{s:s}}", "$replaceWith", "_id", "$_id"));
  _squill_stages_append (stages,
                         json_pack ("{s:{s:s, s:s}}", "$project", "o", "$$ROOT", "i", "$_id"));
  head = json_pack ("{s:o}", "key", by);
  collect_copies (self, own, owner, TRUE, head);
  _squill_stages_append (stages, json_pack ("{s:{s:{s:o}}}", "$set", "h", "parent", head));
  _squill_migrator_look_up_pairs (move, TRUE, key, "all", numbering, stages);
  _squill_stages_append (
      stages, json_pack ("{s:{s:i, s:i, s:s}}", "$project", "_id", 0, "h", 1, "all", "$all._id"));
  _squill_stages_append (
      stages, json_pack ("{s:{s:i, s:{s:{s:{s:[i, {s:s}, I]}, s:{s:[s, s, I]}}}}}", "$project", "h",
                         1, "some", "$map", "input", "$range", 0, "$size", "$all", bound, "in",
                         "$slice", "$all", "$$this", bound));
  _squill_stages_append (stages, json_pack ("{s:s}", "$unwind", "$some"));
  _squill_stages_append (stages, json_pack ("{s:{s:s, s:s, s:s, s:o, s:s}}", "$lookup", "from",
                                            move->name, "localField", "some", "foreignField", "_id",
                                            "pipeline", inner, "as", "list"));
  _squill_stages_append (stages, json_pack ("{s:{s:i, s:i, s:i, s:{s:{s:s}}}}", "$project", "h", 1,
                                            "some", 1, "list", 1, "d", "_id", "$first", "$some"));
  set_reference (self, parent, owner, TRUE, &n, stages);
  set_copies (self, own, owner, TRUE, &n, stages);
  if (count != NULL)
    _squill_stages_set (stages, count->name, json_pack ("{s:s}", "$size", "$list"));
  _squill_stages_set (stages, list->name, json_string ("$list"));
  return TRUE;
}

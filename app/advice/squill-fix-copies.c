/* SPDX-License-Identifier: Apache-2.0 */

/* Copies, with what keeps them in step: an operation that updates them, and the index by which it
 * finds them. */

#define G_LOG_DOMAIN "squill-advice"

#include "config.h"

#include "advice/squill-advice-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "model/squill-authoring.h"
#include "model/squill-placement.h"
#include "text/squill-text.h"

/** How often a field of an entity is written, per second; NaN where nobody said. */
double
_squill_run_get_write_rate (SquillRun *run, const char *source, const char *field)
{
  const GPtrArray *uses = squill_operation_index_get_uses_from (run->operations, source);
  double rate = 0;

  for (guint i = 0; i < uses->len; i++)
    if (_squill_use_writes (uses->pdata[i], field))
      rate += ((const SquillUse *)uses->pdata[i])->rate;
  return rate > 0 ? rate : NAN;
}

/**
 * _squill_fix_add_copy_update:
 * @self: a fix
 * @run: the run it is made in
 * @r: a relationship
 * @source: the entity that a copy across it comes from
 * @keeper: the entity that has the copy
 * @field: what is copied
 *
 * Lets the fix add an operation that updates the copies.
 */
void
_squill_fix_add_copy_update (SquillFix *self,
                             SquillRun *run,
                             const SquillRelationship *r,
                             const SquillEntity *source,
                             const SquillEntity *keeper,
                             const SquillField *field)
{
  g_autofree char *wanted = g_strdup_printf (_ ("Update %s in %s"), _squill_wording_name (field),
                                             _squill_wording_name (keeper));
  g_autofree char *name =
      squill_model_make_unique_name (run->model, SQUILL_MODEL_ID, SQUILL_KIND_OPERATION, wanted);
  g_autofree char *id = squill_model_new_id (run->model, name);
  g_autofree char *order =
      _squill_item_rank_behind (squill_model_get_info (run->model), SQUILL_KIND_OPERATION);
  g_autofree char *path = g_strconcat (r->item.id, "/", field->item.id, NULL);
  double rate = _squill_run_get_write_rate (run, source->item.id, field->item.id);
  json_t *content =
      json_pack ("{s:s, s:s, s:s, s:s, s:[{s:s, s:s}], s:[{s:s}], s:b}", "name", name, "order",
                 order, "operation", "update", "entity", keeper->item.id, "filter", "path",
                 r->item.id, "how", "eq", "writes", "path", path, "multi", 1);

  if (!isnan (rate))
    json_object_set_new (content, "rate", squill_json_number (rate));
  _squill_fix_add (self, SQUILL_KIND_OPERATION, id, NULL, content);
}

/* The name of a copy beside a reference where that of its source is taken; NULL elsewhere. */
static char *
choose_name (SquillRun *run,
             const SquillRelationship *r,
             const SquillEntity *source,
             const SquillEntity *keeper,
             const SquillField *field)
{
  g_autofree char *base = NULL, *name = NULL;

  /* In an array each reference is an object of its own. */
  if (field == NULL || r->nest_copies ||
      (g_str_equal (keeper->item.id, r->parent) && !squill_relationship_is_single (r)) ||
      (g_str_equal (keeper->item.id, r->child) && squill_relationship_is_shared (r)))
    return NULL;
  base = g_strdup_printf ("%s_%s", _squill_wording_name (source), field->name);
  name = _squill_run_make_free_name (run, NULL, keeper, field->name, base);
  return g_str_equal (name, field->name) ? NULL : g_steal_pointer (&name);
}

/**
 * _squill_fix_add_copies:
 * @self: a fix
 * @run: the run it is made in
 * @r: a relationship
 * @option: how it will be stored, with copies
 *
 * Lets the fix copy fields across a relationship. Those that may change come with an operation that
 * updates the copies, and an index of the references by which it finds them.
 */
void
_squill_fix_add_copies (SquillFix *self,
                        SquillRun *run,
                        const SquillRelationship *r,
                        const SquillPlacementOption *option)
{
  gboolean to_parent = option->placement == SQUILL_PLACEMENT_CHILD_REFERENCES;
  const SquillEntity *parent = _squill_run_get_parent (run, r);
  const SquillEntity *child = _squill_run_get_child (run, r);
  const SquillEntity *source = to_parent ? child : parent;
  const SquillEntity *keeper = to_parent ? parent : child;
  gboolean may_change = FALSE;
  g_autofree char *order = _squill_item_rank_behind (r, SQUILL_KIND_COPY);

  for (guint i = 0; i < option->copy_fields->len; i++)
    {
      const char *path = option->copy_fields->pdata[i];
      const char *last = squill_key_path_get_last (path);
      const SquillField *field = squill_model_get_field (run->model, last);
      g_autofree char *id = squill_model_new_id (run->model, "copy");
      g_autofree char *next = squill_rank_between (order, NULL);
      g_autofree char *name = choose_name (run, r, source, keeper, field);
      json_t *content;

      content = json_pack ("{s:s, s:s, s:s, s:s}", "field", path, "order", order, "direction",
                           to_parent ? "to-parent" : "to-child", "mode", "kept");
      if (name != NULL)
        json_object_set_new (content, "name", json_string (name));
      _squill_fix_add (self, SQUILL_KIND_COPY, id, r->item.id, content);
      g_free (order);
      order = g_steal_pointer (&next);
      if (field == NULL || field->immutable || last != path)
        continue;
      _squill_fix_add_copy_update (self, run, r, source, keeper, field);
      may_change = TRUE;
    }
  /* References to parents get one when they are made, but who has made them may have left it out.
   */
  if (may_change &&
      (to_parent || (r->placement == option->placement &&
                     !_squill_run_has_index_led_by (run, _squill_run_get_stored (run, r, FALSE)))))
    {
      g_autoptr (GPtrArray) keys = _squill_keys_new ();

      _squill_keys_take (keys, r->item.id, "1");
      g_free (_squill_fix_add_index (self, run->model, keeper, keys, FALSE, NAN));
    }
}

/**
 * _squill_fix_remove_copies:
 * @self: a fix
 * @run: the run it is made in
 * @r: a relationship whose children will be embedded
 *
 * Lets the fix remove the copies of a relationship, and the operations that only update them.
 */
void
_squill_fix_remove_copies (SquillFix *self, SquillRun *run, const SquillRelationship *r)
{
  const GPtrArray *uses = squill_operation_index_get_uses_of (run->operations, r->child);

  for (guint i = 0; i < uses->len; i++)
    {
      const SquillOperation *operation = ((const SquillUse *)uses->pdata[i])->operation;

      if (squill_operation_updates_copies (operation, r))
        _squill_fix_remove (self, operation->item.id);
    }
  SQUILL_FOR_EACH_CHILD (SquillCopy, copy, r, SQUILL_KIND_COPY)
    {
      _squill_fix_remove (self, copy->item.id);
    }
}

static const char *
get_keeper (const SquillRelationship *r, SquillCopyDirection direction)
{
  return direction == SQUILL_COPY_TO_CHILD ? r->child : r->parent;
}

/* Whether one of the copies is that of a field in documents of the entity. */
static gboolean
is_copy_of (const GPtrArray *copies,
            const SquillRelationship *r,
            const char *entity,
            const char *field)
{
  for (guint i = 0; i < copies->len; i++)
    {
      const SquillCopy *copy = copies->pdata[i];

      if (g_str_equal (get_keeper (r, copy->direction), entity) &&
          g_strcmp0 (copy->field, field) == 0)
        return TRUE;
    }
  return FALSE;
}

/**
 * _squill_fix_stop_updates:
 * @self: a fix
 * @run: the run it is made in
 * @r: a relationship
 * @copies: (element-type SquillCopy): some of its copies
 *
 * Lets the fix take these copies out of the operations that only update copies, and remove those
 * that update no others.
 */
void
_squill_fix_stop_updates (SquillFix *self,
                          SquillRun *run,
                          const SquillRelationship *r,
                          const GPtrArray *copies)
{
  const GPtrArray *uses = squill_operation_index_get_uses_of (run->operations, r->child);
  const gsize length = strlen (r->item.id) + 1;

  for (guint i = 0; i < uses->len; i++)
    {
      const SquillOperation *operation = ((const SquillUse *)uses->pdata[i])->operation;
      g_autoptr (GPtrArray) left = NULL;

      if (!squill_operation_updates_copies (operation, r))
        continue;
      left = _squill_keys_new ();
      for (guint j = 0; j < operation->writes->len; j++)
        {
          const SquillKey *key = operation->writes->pdata[j];

          if (!is_copy_of (copies, r, operation->entity, key->path + length))
            _squill_keys_take (left, key->path, key->operator);
        }
      if (left->len == 0)
        _squill_fix_remove (self, operation->item.id);
      else if (left->len < operation->writes->len)
        _squill_fix_set (self, operation->item.id, "writes", squill_json_keys (left));
    }
}

static gboolean
names_copy (const SquillKeys *keys, const SquillRelationship *r, const SquillCopy *copy)
{
  g_autofree char *path = g_strconcat (r->item.id, "/", copy->field, NULL);

  return _squill_keys_have_path (keys, path);
}

/* Whether queries ask for the copy, so that without it they had to ask elsewhere first. */
static gboolean
is_asked_for (SquillRun *run, const SquillRelationship *r, const SquillCopy *copy)
{
  const char *keeper = get_keeper (r, copy->direction);
  const GPtrArray *uses = squill_operation_index_get_uses_of (run->operations, keeper);

  for (guint i = 0; i < uses->len; i++)
    {
      const SquillOperation *operation = ((const SquillUse *)uses->pdata[i])->operation;

      if (names_copy (operation->filter, r, copy) || names_copy (operation->sort, r, copy))
        return TRUE;
    }
  SQUILL_FOR_EACH_CHILD (SquillIndex, index, squill_model_get_entity (run->model, keeper),
                         SQUILL_KIND_INDEX)
    {
      if (names_copy (index->keys, r, copy))
        return TRUE;
    }
  return FALSE;
}

/* Reads that name the copies follow the relationship from now on. */
static void
follow_to_sources (SquillFix *self,
                   SquillRun *run,
                   const SquillRelationship *r,
                   const GPtrArray *copies)
{
  const GPtrArray *uses = squill_operation_index_get_uses_of (run->operations, r->child);

  for (guint i = 0; i < uses->len; i++)
    {
      const SquillUse *use = uses->pdata[i];

      for (guint j = 0; use->reads && j < copies->len; j++)
        if (names_copy (use->operation->returns, r, copies->pdata[j]))
          _squill_fix_follow (self, use->operation, r->item.id, FALSE);
    }
}

/* Indexes on the copies lose those keys. */
static void
remove_keys_of_copies (SquillFix *self,
                       SquillRun *run,
                       const SquillRelationship *r,
                       const GPtrArray *copies)
{
  for (guint i = 0; i < copies->len; i++)
    {
      const SquillCopy *copy = copies->pdata[i];

      SQUILL_FOR_EACH_CHILD (SquillIndex, index,
                             squill_model_get_entity (run->model, get_keeper (r, copy->direction)),
                             SQUILL_KIND_INDEX)
        {
          if (names_copy (index->keys, r, copy))
            _squill_fix_remove_index_keys (self, run->model, index,
                                           squill_key_path_get_last (copy->field));
        }
    }
}

/**
 * _squill_fix_drop_copies:
 * @self: a fix
 * @run: the run it is made in
 * @r: a relationship
 * @direction: which of its copies
 *
 * Lets the fix remove all copies of one direction, what keeps them in step, and indexes on them.
 */
void
_squill_fix_drop_copies (SquillFix *self,
                         SquillRun *run,
                         const SquillRelationship *r,
                         SquillCopyDirection direction)
{
  g_autoptr (GPtrArray) copies = g_ptr_array_new ();

  SQUILL_FOR_EACH_CHILD (SquillCopy, copy, r, SQUILL_KIND_COPY)
    {
      if (copy->direction == direction && copy->field != NULL)
        g_ptr_array_add (copies, (gpointer)copy);
    }
  if (copies->len == 0)
    return;
  _squill_fix_stop_updates (self, run, r, copies);
  follow_to_sources (self, run, r, copies);
  remove_keys_of_copies (self, run, r, copies);
  for (guint i = 0; i < copies->len; i++)
    _squill_fix_remove (self, ((const SquillCopy *)copies->pdata[i])->item.id);
}

/**
 * _squill_fix_new_without_copies:
 * @run: a run
 * @r: a relationship
 * @copies: (element-type SquillCopy): some of its copies
 *
 * Returns: (transfer full) (nullable): a fix that removes the copies and what keeps them in step;
 *   %NULL where queries ask for one of them
 */
SquillFix *
_squill_fix_new_without_copies (SquillRun *run,
                                const SquillRelationship *r,
                                const GPtrArray *copies)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  g_autofree char *list = NULL;
  SquillFix *self;

  for (guint i = 0; i < copies->len; i++)
    {
      const SquillCopy *copy = copies->pdata[i];
      const SquillField *field =
          squill_model_get_field (run->model, squill_key_path_get_last (copy->field));

      if (is_asked_for (run, r, copy))
        return NULL;
      g_ptr_array_add (names, (gpointer)_squill_wording_name (field));
    }
  list = squill_text_names (names);
  self = _squill_fix_new (g_strdup_printf (_ ("Remove the copies of %s"), list));
  _squill_fix_stop_updates (self, run, r, copies);
  follow_to_sources (self, run, r, copies);
  for (guint i = 0; i < copies->len; i++)
    _squill_fix_remove (self, ((const SquillCopy *)copies->pdata[i])->item.id);
  return self;
}

/**
 * _squill_fix_new_copies:
 * @run: a run
 * @r: a relationship
 * @option: (nullable): how it is advised to be stored
 *
 * Returns: (transfer full) (nullable): a fix that copies the fields that are advised to be copied;
 *   %NULL where none are, where they are copied already, or where another placement is advised
 */
SquillFix *
_squill_fix_new_copies (SquillRun *run,
                        const SquillRelationship *r,
                        const SquillPlacementOption *option)
{
  g_autofree char *list = NULL;
  SquillFix *self;

  if (option == NULL || !option->copied || option->current || option->placement != r->placement ||
      option->copy_fields->len == 0 || r->pinned)
    return NULL;
  list = squill_text_names (option->copies);
  self = _squill_fix_new (
      g_strdup_printf (_ ("Copy %s into %s"), list,
                       _squill_wording_name (option->placement == SQUILL_PLACEMENT_CHILD_REFERENCES
                                                 ? _squill_run_get_parent (run, r)
                                                 : _squill_run_get_child (run, r))));
  _squill_fix_add_copies (self, run, r, option);
  _squill_fix_choose_names (self, run, r);
  return self;
}

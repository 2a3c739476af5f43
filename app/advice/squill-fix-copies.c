/* SPDX-License-Identifier: Apache-2.0 */

/* Copies, with what keeps them in step: an operation that updates them, and the index by which it
 * finds them. */

#define G_LOG_DOMAIN "squill-advice"

#include "config.h"

#include "advice/squill-advice-private.h"

#include <glib/gi18n-lib.h>

#include "model/squill-authoring.h"

/* How often the source of a copy is written; NaN where nobody said. */
static double
get_write_rate (SquillRun *run, const char *source, const char *field)
{
  const GPtrArray *uses = squill_operation_index_get_uses_from (run->operations, source);
  double rate = 0;

  for (guint i = 0; i < uses->len; i++)
    if (_squill_use_writes (uses->pdata[i], field))
      rate += ((const SquillUse *)uses->pdata[i])->rate;
  return rate > 0 ? rate : NAN;
}

static char *
get_last_order (gconstpointer item, SquillKind kind)
{
  guint n;
  gpointer const *all = squill_item_get_children (item, kind, &n);
  const SquillProperty *order = squill_kind_find_property (kind, "order");

  return squill_rank_between (
      n == 0 ? NULL : *(char *const *)G_STRUCT_MEMBER_P (all[n - 1], order->offset), NULL);
}

static void
add_update (SquillFix *self,
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
      get_last_order (squill_model_get_info (run->model), SQUILL_KIND_OPERATION);
  g_autofree char *path = g_strconcat (r->item.id, "/", field->item.id, NULL);
  double rate = get_write_rate (run, source->item.id, field->item.id);
  json_t *content =
      json_pack ("{s:s, s:s, s:s, s:s, s:[{s:s, s:s}], s:[{s:s}], s:b}", "name", name, "order",
                 order, "operation", "update", "entity", keeper->item.id, "filter", "path",
                 r->item.id, "how", "eq", "writes", "path", path, "multi", 1);

  if (!isnan (rate))
    json_object_set_new (content, "rate", squill_json_number (rate));
  _squill_fix_add (self, SQUILL_KIND_OPERATION, id, NULL, content);
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
  g_autofree char *order = get_last_order (r, SQUILL_KIND_COPY);

  for (guint i = 0; i < option->copy_fields->len; i++)
    {
      const char *path = option->copy_fields->pdata[i];
      const char *last = squill_key_path_get_last (path);
      const SquillField *field = squill_model_get_field (run->model, last);
      g_autofree char *id = squill_model_new_id (run->model, "copy");
      g_autofree char *next = squill_rank_between (order, NULL);

      _squill_fix_add (self, SQUILL_KIND_COPY, id, r->item.id,
                       json_pack ("{s:s, s:s, s:s, s:s}", "field", path, "order", order,
                                  "direction", to_parent ? "to-parent" : "to-child", "mode",
                                  "kept"));
      g_free (order);
      order = g_steal_pointer (&next);
      if (field == NULL || field->immutable || last != path)
        continue;
      add_update (self, run, r, source, keeper, field);
      may_change = TRUE;
    }
  /* References to parents have one anyway. */
  if (may_change && to_parent)
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

/* SPDX-License-Identifier: Apache-2.0 */

/* Copies beside references: the extended reference. */

#define G_LOG_DOMAIN "squill-advice"

#include "config.h"

#include <glib/gi18n-lib.h>

#include "advice/squill-transform-private.h"

/**
 * _squill_run_may_copy:
 * @run: a run
 * @option: a way to store a relationship, with copies
 * @source: the entity that they come from
 * @keeper: the entity that gets them
 * @updates: (inout): how often one of the fields is written, per second, is added to it
 *
 * Returns: %TRUE if the fields are small and no secret
 */
gboolean
_squill_run_may_copy (SquillRun *run,
                      const SquillPlacementOption *option,
                      const SquillEntity *source,
                      const SquillEntity *keeper,
                      double *updates)
{
  const SquillShape *place = _squill_run_get_place (run, source->item.id);
  double bytes = 0;

  for (guint i = 0; i < option->copy_fields->len; i++)
    {
      const char *path = option->copy_fields->pdata[i];
      const SquillField *field =
          squill_model_get_field (run->model, squill_key_path_get_last (path));
      const SquillShape *shape =
          place == NULL ? NULL : squill_design_resolve (run->design, place, path);
      const double rate = _squill_run_get_write_rate (run, source->item.id, path);

      if (field == NULL || shape == NULL ||
          (_squill_field_is_personal (field) && _squill_entity_is_more_open (keeper, source)))
        return FALSE;
      bytes += shape->bytes.likely;
      *updates += rate > 0 ? rate : 0;
    }
  return !_squill_run_is_copy_large (run, bytes, _squill_run_get_bytes (run, keeper->item.id));
}

/**
 * _squill_options_find_copying:
 * @options: (element-type SquillPlacementOption): how a relationship could be stored
 * @r: the relationship
 *
 * Returns: (transfer none) (nullable): the option that keeps its placement and copies what is read
 *   along it
 */
const SquillPlacementOption *
_squill_options_find_copying (const GPtrArray *options, const SquillRelationship *r)
{
  for (guint i = 0; i < options->len; i++)
    {
      const SquillPlacementOption *option = options->pdata[i];

      if (option->placement == r->placement && option->copied)
        return option;
    }
  return NULL;
}

static SquillFix *
make_extended_reference (SquillRun *run, gconstpointer subject, char **reason)
{
  const SquillRelationship *r = subject;
  const gboolean to_parent = r->placement == SQUILL_PLACEMENT_CHILD_REFERENCES;
  const SquillEntity *source =
      to_parent ? _squill_run_get_child (run, r) : _squill_run_get_parent (run, r);
  const SquillEntity *keeper =
      to_parent ? _squill_run_get_parent (run, r) : _squill_run_get_child (run, r);
  const GPtrArray *options;
  const SquillPlacementOption *option;
  double updates = 0;

  if (!to_parent && r->placement != SQUILL_PLACEMENT_PARENT_REFERENCE)
    return _squill_transform_refuse (
        reason, g_strdup (_ ("There is no reference at one end that copies could stand beside.")));
  if (r->pinned)
    return _squill_transform_refuse (reason, g_strdup (_ ("The way it is stored is pinned.")));
  options = _squill_run_compare (run, r);
  option = _squill_options_find_copying (options, r);
  if (option == NULL)
    return _squill_transform_refuse (
        reason, g_strdup_printf (_ ("No operation reads single fields of “%s” along with “%s”."),
                                 _squill_wording_name (source), _squill_wording_name (keeper)));
  if (option->current || option->copy_fields->len == 0)
    return _squill_transform_refuse (reason,
                                     g_strdup (_ ("What is read along is copied already.")));
  if (!option->feasible || option->drawbacks->len > 0)
    return _squill_transform_refuse (
        reason, g_strdup_printf (_ ("What speaks against it: %s."),
                                 option->feasible ? (const char *)option->drawbacks->pdata[0]
                                                  : option->infeasible_reason));
  if (!_squill_run_may_copy (run, option, source, keeper, &updates))
    return _squill_transform_refuse (
        reason,
        g_strdup_printf (_ ("What is read of “%s” is too large to be copied into every “%s”, or "
                            "fewer people may see it."),
                         _squill_wording_name (source), _squill_wording_name (keeper)));
  return _squill_fix_new_copies (run, r, option);
}

const SquillPatternEntry _squill_patterns_copies[] = {
  { .pattern = { "extended-reference", N_ ("Extended reference"),
                 N_ ("Keeps copies of a few fields beside a reference, with an operation that "
                     "updates them and an index by which it finds them. It pays where the "
                     "reference is followed very often only for fields that rarely change."),
                 SQUILL_SOURCE_REDUCE_LOOKUP "; " SQUILL_SOURCE_ZOLA_3 ", rule 5" },
    .of_relationship = make_extended_reference },
  { .pattern = { NULL } },
};

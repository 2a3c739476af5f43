/* SPDX-License-Identifier: Apache-2.0 */

/* Arrays whose elements are all there before anybody writes to them. */

#define G_LOG_DOMAIN "squill-advice"

#include "config.h"

#include <glib/gi18n-lib.h>

#include "advice/squill-transform-private.h"
#include "text/squill-text.h"

/* Of a grid most places are taken in the end. */
#define MIN_SHARE_USED 0.5

/* @parts asks for a part of an element: what writes the array itself may as well add to it. */
static gboolean
writes_within (SquillRun *run,
               const SquillOperation *operation,
               const SquillField *field,
               gboolean parts)
{
  for (guint i = 0; operation->writes != NULL && i < operation->writes->len; i++)
    {
      const SquillKey *key = operation->writes->pdata[i];
      const SquillField *written =
          *key->path == '='
              ? NULL
              : squill_model_get_field (run->model, squill_key_path_get_last (key->path));

      if (written != NULL && squill_item_is_within (written, field->item.id) &&
          !(parts && written == field))
        return TRUE;
    }
  return FALSE;
}

/* Updates take a slot only if it is free; inserts write all of them. */
static void
take_slots (SquillFix *fix, SquillRun *run, const SquillEntity *entity, const SquillField *field)
{
  const GPtrArray *uses = squill_operation_index_get_uses_from (run->operations, entity->item.id);

  for (guint i = 0; i < uses->len; i++)
    {
      const SquillOperation *operation = ((const SquillUse *)uses->pdata[i])->operation;
      const gboolean writes = writes_within (run, operation, field, FALSE);

      if (operation->operation == SQUILL_OPERATION_UPDATE && writes &&
          operation->guard != SQUILL_GUARD_IN_FILTER)
        _squill_fix_set (fix, operation->item.id, "guard", json_string ("in-filter"));
      if (operation->operation == SQUILL_OPERATION_INSERT && operation->writes != NULL && !writes)
        {
          json_t *all = squill_json_keys (operation->writes);

          json_array_append_new (all, json_pack ("{s:s}", "path", field->item.id));
          _squill_fix_set (fix, operation->item.id, "writes", all);
        }
    }
}

/**
 * _squill_run_find_update_within:
 * @run: a run
 * @field: an array of documents
 * @parts: whether it has to change a part of an element, as what writes all of the array may add to
 *   it
 *
 * Returns: (transfer none) (nullable): an update that changes elements of the array
 */
const SquillOperation *
_squill_run_find_update_within (SquillRun *run, const SquillField *field, gboolean parts)
{
  const GPtrArray *uses =
      squill_operation_index_get_uses_from (run->operations, squill_item_get_owner (field)->id);

  for (guint i = 0; i < uses->len; i++)
    {
      const SquillOperation *operation = ((const SquillUse *)uses->pdata[i])->operation;

      if (operation->operation == SQUILL_OPERATION_UPDATE &&
          writes_within (run, operation, field, parts))
        return operation;
    }
  return NULL;
}

/** How many elements an array can have: its upper limit, or what the server is told. */
double
_squill_field_get_slots (const SquillField *field)
{
  return fmin (squill_triple_get_most (field->length), isnan (field->cap) ? INFINITY : field->cap);
}

/**
 * _squill_fix_new_slots:
 * @run: a run
 * @field: a field
 * @reason: (out) (nullable): why it does not fit
 *
 * Returns: (transfer full) (nullable): a fix that stores all elements of the array from the start
 */
SquillFix *
_squill_fix_new_slots (SquillRun *run, const SquillField *field, char **reason)
{
  const SquillItem *owner = squill_item_get_owner (field);
  const SquillEntity *entity = (const SquillEntity *)owner;
  const char *name = _squill_wording_name (field);
  const double most = _squill_field_get_slots (field);
  g_autofree char *count = squill_text_count (most);
  g_autofree char *usual = squill_text_count (field->length.likely);
  SquillFix *fix;

  if (owner->kind != SQUILL_KIND_ENTITY || !field->array ||
      field->item.parent->kind != SQUILL_KIND_ENTITY)
    return _squill_transform_refuse (reason,
                                     g_strdup_printf (_ ("“%s” is no array of a document."), name));
  if (!isfinite (most) || field->growth > 0)
    return _squill_transform_refuse (
        reason,
        g_strdup_printf (
            _ ("“%s” grows, and how many elements it will have is not known beforehand."), name));
  if (field->length.min >= most)
    return _squill_transform_refuse (
        reason,
        g_strdup_printf (_ ("All %s elements of “%s” are there from the start."), count, name));
  if (!(field->length.likely >= MIN_SHARE_USED * most))
    return _squill_transform_refuse (
        reason,
        isnan (field->length.likely)
            ? g_strdup_printf (_ ("How many of the %s elements of “%s” are used is not set."),
                               count, name)
            : g_strdup_printf (
                  _ ("Only %s of the %s elements that “%s” can have are usual: most would "
                     "stay empty."),
                  usual, count, name));
  if (_squill_run_find_update_within (run, field, FALSE) == NULL)
    return _squill_transform_refuse (
        reason, g_strdup_printf (_ ("No operation updates elements of “%s”."), name));
  fix = _squill_fix_new (
      g_strdup_printf (_ ("Store all %s elements of “%s” from the start"), count, name));
  _squill_fix_set (fix, field->item.id, "length",
                   squill_json_triple (SQUILL_TRIPLE (most, most, most)));
  _squill_fix_set (fix, field->item.id, "cap", squill_json_number (most));
  if (!field->required && field->variants == NULL)
    {
      _squill_fix_set (fix, field->item.id, "required", json_true ());
      _squill_fix_set (fix, field->item.id, "presence", NULL);
    }
  take_slots (fix, run, entity, field);
  return fix;
}

static SquillFix *
make_slots (SquillRun *run, gconstpointer subject, char **reason)
{
  return _squill_fix_new_slots (run, subject, reason);
}

const SquillPatternEntry _squill_patterns_slots[] = {
  { .pattern = { "preallocate", N_ ("Preallocation"),
                 N_ ("Stores all elements of a grid, such as the seats of a hall, before any of "
                     "them "
                     "is used. An update takes a slot that must exist, and be free, in one atomic "
                     "write. It pays where their number is known beforehand; to save room for a "
                     "document that grows it is of no use any more."),
                 SQUILL_SOURCE_PRACTICE },
    .of_field = make_slots },
  { .pattern = { NULL } },
};

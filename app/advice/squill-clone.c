/* SPDX-License-Identifier: Apache-2.0 */

/* Items that are there a second time, under new ids. */

#define G_LOG_DOMAIN "squill-advice"

#include "config.h"

#include "advice/squill-advice-private.h"

#include "model/squill-model-file.h"

/* The fields in JSON, by new ids, which are noted by the old ones. */
static json_t *
renew_fields (SquillModel *model, const json_t *fields, GHashTable *ids)
{
  json_t *renewed = json_object (), *field;
  const char *id;

  json_object_foreach ((json_t *)fields, id, field)
  {
    json_t *within = json_object_get (field, "fields");
    g_autofree char *new_id =
        squill_model_new_id (model, json_string_value (json_object_get (field, "name")));

    if (within != NULL)
      json_object_set_new (field, "fields", renew_fields (model, within, ids));
    /* What was found of the one was not found of the other. */
    json_object_del (field, "evidence");
    json_object_set (renewed, new_id, field);
    g_hash_table_insert (ids, g_strdup (id), g_strdup (new_id));
  }
  return renewed;
}

/**
 * _squill_json_replace_ids:
 * @json: (transfer none): content of items
 * @ids: old id -> new id
 *
 * Lets what named the old items name the new ones.
 */
void
_squill_json_replace_ids (json_t *json, GHashTable *ids)
{
  const char *name;
  json_t *value;
  size_t i;

  json_object_foreach (json, name, value)
  {
    const char *now =
        json_is_string (value) ? g_hash_table_lookup (ids, json_string_value (value)) : NULL;

    if (now != NULL)
      json_object_set_new (json, name, json_string (now));
    else
      _squill_json_replace_ids (value, ids);
  }
  json_array_foreach (json, i, value)
  {
    _squill_json_replace_ids (value, ids);
  }
}

/**
 * _squill_run_clone_fields:
 * @run: a run
 * @owner: an entity, or a field of objects
 * @ids: the id of each field -> that of its copy; copies are added
 *
 * Returns: (transfer full): copies of the fields, as content of another item
 */
json_t *
_squill_run_clone_fields (SquillRun *run, gconstpointer owner, GHashTable *ids)
{
  json_auto_t *fields = json_object ();
  json_t *renewed;

  SQUILL_FOR_EACH_CHILD (SquillField, field, owner, SQUILL_KIND_FIELD)
    {
      json_object_set_new (fields, field->item.id, squill_item_to_json (field));
    }
  renewed = renew_fields (run->model, fields, ids);
  _squill_json_replace_ids (renewed, ids);
  return renewed;
}

/**
 * _squill_item_find_unbounded:
 * @owner: an entity, or a field of objects
 *
 * Returns: (transfer none) (nullable): an array or map that would grow without an end in each of
 *   two places
 */
const SquillField *
_squill_item_find_unbounded (gconstpointer owner)
{
  SQUILL_FOR_EACH_CHILD (SquillField, field, owner, SQUILL_KIND_FIELD)
    {
      const SquillField *within = _squill_item_find_unbounded (field);

      if ((field->array || field->map) && isnan (field->cap) &&
          (isinf (field->length.max) || field->growth > 0))
        return field;
      if (within != NULL)
        return within;
    }
  return NULL;
}

/* SPDX-License-Identifier: Apache-2.0 */

/* What servers are told of collections when these are created. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include <math.h>

#include "design/squill-size.h"
#include "exchange/export/squill-export-private.h"
#include "exchange/squill-shell-command.h"

/* The dotted path of a key in documents of a collection; of a reference that has more beside it, of
 * the id in it. NULL if there is no such place. */
char *
_squill_export_get_key_path (SquillExport *self,
                             const SquillCollection *collection,
                             const char *key)
{
  const SquillShape *shape;

  if (key == NULL)
    return NULL;
  if (*key == '=')
    return g_strdup (key + 1);
  shape = squill_design_resolve (self->design, collection->shape, key);
  if (shape == NULL)
    return NULL;
  if (shape->origin == SQUILL_ORIGIN_REFERENCE && shape->target != NULL && shape->children->len > 0)
    {
      const SquillShape *first = g_ptr_array_index (shape->children, 0);

      if (first->origin == SQUILL_ORIGIN_REFERENCE && first->target != NULL)
        shape = first;
    }
  return squill_shape_get_query_path (shape);
}

static void
append_time_series (SquillExport *self,
                    const SquillCollection *collection,
                    const SquillEntity *entity,
                    bson_t *options)
{
  static const char *const granularities[] = { "seconds", "minutes", "hours" };
  g_autofree char *time = _squill_export_get_key_path (self, collection, entity->time_field);
  g_autofree char *meta = _squill_export_get_key_path (self, collection, entity->meta_field);
  bson_t series;

  bson_append_document_begin (options, "timeseries", -1, &series);
  bson_append_utf8 (&series, "timeField", -1, time != NULL ? time : entity->time_field, -1);
  if (meta != NULL)
    bson_append_utf8 (&series, "metaField", -1, meta, -1);
  bson_append_utf8 (&series, "granularity", -1, granularities[entity->granularity], -1);
  bson_append_document_end (options, &series);
}

/* A capped collection must have a size: room for all documents that it is to hold. */
static double
get_capped_size (const SquillCollection *collection, const SquillEntity *entity)
{
  double documents =
      entity->capped_documents >= 1 ? entity->capped_documents : collection->count.likely;
  double bytes = documents * collection->shape->bytes.likely;

  if (entity->capped_size >= 1)
    bytes = entity->capped_size;
  if (!isfinite (bytes))
    bytes = SQUILL_SIZE_DOCUMENT_LIMIT;
  /* The server rounds up so too, and is asked for what it will have. */
  return MAX (4096, ceil (bytes / 256) * 256);
}

static void
append_entity_options (SquillExport *self,
                       const SquillCollection *collection,
                       const SquillEntity *entity,
                       bson_t *options)
{
  if (entity->capped && entity->time_field == NULL)
    {
      bson_append_bool (options, "capped", -1, TRUE);
      squill_shell_append_number (options, "size", get_capped_size (collection, entity));
      squill_shell_append_number (options, "max", entity->capped_documents);
    }
  if (entity->time_field != NULL)
    append_time_series (self, collection, entity, options);
  if (entity->clustered && entity->time_field == NULL && !entity->capped)
    {
      bson_t index, key;

      bson_append_document_begin (options, "clusteredIndex", -1, &index);
      bson_append_document_begin (&index, "key", -1, &key);
      bson_append_int32 (&key, "_id", -1, 1);
      bson_append_document_end (&index, &key);
      bson_append_bool (&index, "unique", -1, TRUE);
      bson_append_document_end (options, &index);
    }
  if (entity->time_field != NULL || (entity->clustered && !entity->capped))
    squill_shell_append_number (options, "expireAfterSeconds", entity->expire_after);
  squill_shell_append_json (options, "collation", entity->collation);
}

static const char *
get_level (guint chosen, const SquillEntity *entity)
{
  static const char *const levels[] = { "strict", "moderate", "off" };

  if (chosen > 0)
    return levels[chosen - 1];
  return levels[entity != NULL ? entity->validation_level : SQUILL_VALIDATION_STRICT];
}

static const char *
get_action (SquillExport *self,
            SquillValidationAction action,
            const SquillCollection *collection,
            const SquillEntity *entity)
{
  static const char *const actions[] = { "error", "error", "warn" };

  if (action == SQUILL_VALIDATION_AUTO && entity != NULL)
    action = entity->validation_action;
  /* A document that was not read may well be different. */
  if (action == SQUILL_VALIDATION_AUTO && squill_collection_is_sampled (self->design, collection))
    action = SQUILL_VALIDATION_WARN;
  return actions[action];
}

/* What a server is told of a collection when it is created: its kind, and its validator with how it
 * is applied; for compatible servers as far as these take it. @level is 0 for what the model says,
 * or 1 more than its position among the levels. */
void
_squill_export_append_options (SquillExport *self,
                               const SquillCollection *collection,
                               const SquillSchemaOptions *schema_options,
                               guint level,
                               SquillValidationAction action,
                               gboolean compatible,
                               bson_t *options)
{
  const SquillEntity *entity = collection->kind == SQUILL_COLLECTION_ENTITY
                                   ? squill_model_get_entity (self->model, collection->entity)
                                   : NULL;
  bson_t *schema;
  bson_t validator;

  if (entity != NULL)
    append_entity_options (self, collection, entity, options);
  if (schema_options == NULL || squill_collection_is_time_series (self->design, collection))
    return;
  schema = squill_schema_new_validator (self->design, collection, schema_options);
  if (!compatible || schema->len <= SQUILL_EXPORT_MAX_COMPATIBLE_VALIDATOR)
    {
      bson_append_document_begin (options, "validator", -1, &validator);
      bson_append_document (&validator, "$jsonSchema", -1, schema);
      bson_append_document_end (options, &validator);
      bson_append_utf8 (options, "validationLevel", -1, get_level (level, entity), -1);
      bson_append_utf8 (options, "validationAction", -1,
                        get_action (self, action, collection, entity), -1);
    }
  bson_destroy (schema);
}

/* SPDX-License-Identifier: Apache-2.0 */

/* Validators and JSON Schema, a file for each collection. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include "exchange/export/squill-export-private.h"
#include "exchange/squill-schema.h"

static gboolean
export_schemas (SquillExport *self, gboolean standard, GError **error)
{
  g_autoptr (GPtrArray) collections = _squill_export_get_collections (self, error);
  SquillSchemaOptions options = { 0 };

  if (collections == NULL)
    return FALSE;
  _squill_export_get_schema_options (self, &options);
  if (standard)
    {
      options.draft = (SquillSchemaDraft)_squill_export_get_choice (self, "draft");
      options.canonical =
          _squill_export_get_choice (self, "style") == SQUILL_EXPORT_STYLE_CANONICAL;
    }
  for (guint i = 0; i < collections->len; i++)
    {
      const SquillCollection *collection = g_ptr_array_index (collections, i);
      g_autofree char *id = g_strdup (collection->id);
      GString *text = NULL;
      bson_t *schema = NULL;
      bson_t around = BSON_INITIALIZER;

      /* A server takes no validator for these. */
      if (!standard && squill_collection_is_time_series (self->design, collection))
        continue;
      text = g_string_new (NULL);
      if (standard)
        {
          bson_t *example = squill_samples_get_document (self->samples, id, 0, error);

          if (example == NULL)
            {
              g_string_free (text, TRUE);
              return FALSE;
            }
          options.example = example;
          schema = squill_schema_new_standard (self->design, collection, &options);
          squill_bson_text_append (text, schema, SQUILL_BSON_STYLE_RELAXED, 2, 0);
          bson_destroy (example);
        }
      else
        {
          schema = squill_schema_new_validator (self->design, collection, &options);
          bson_append_document (&around, "$jsonSchema", -1, schema);
          squill_bson_text_append (text, &around, SQUILL_BSON_STYLE_RELAXED, 2, 0);
        }
      g_string_append_c (text, '\n');
      _squill_export_add_text (self, collection->name, text);
      bson_destroy (&around);
      bson_destroy (schema);
    }
  return TRUE;
}

gboolean
_squill_export_validator (SquillExport *self, GError **error)
{
  return export_schemas (self, FALSE, error);
}

gboolean
_squill_export_json_schema (SquillExport *self, GError **error)
{
  return export_schemas (self, TRUE, error);
}

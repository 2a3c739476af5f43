/* SPDX-License-Identifier: Apache-2.0 */

/* Validators as files. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include "exchange/squill-export-private.h"
#include "exchange/squill-validator.h"

gboolean
squill_export_validator (SquillExport *self, GError **error)
{
  g_autoptr (GPtrArray) collections = squill_export_get_collections (self, error);

  if (collections == NULL)
    return FALSE;
  for (guint i = 0; i < collections->len; i++)
    {
      const SquillCollection *collection = g_ptr_array_index (collections, i);
      GString *text;
      bson_t *schema;
      bson_t around = BSON_INITIALIZER;

      /* A server takes none for these. */
      if (squill_collection_is_time_series (self->design, collection))
        continue;
      schema = squill_validator_new (self->design, collection);
      bson_append_document (&around, "$jsonSchema", -1, schema);
      text = g_string_new (NULL);
      squill_bson_text_append (text, &around, SQUILL_SAMPLE_RELAXED, 2, 0);
      g_string_append_c (text, '\n');
      squill_export_add_text (self, collection->name, text);
      bson_destroy (&around);
      bson_destroy (schema);
    }
  return TRUE;
}

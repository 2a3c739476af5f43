/* SPDX-License-Identifier: Apache-2.0 */

/* Sample documents, one a line. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include "exchange/export/squill-export-private.h"

/* Where nobody asked for a number of documents, no more bytes of a collection than this are
 * written. */
#define USUAL_BYTES (16.0 * 1024 * 1024)

/* How many documents the option "count" asks for, or else those that there are as far as they are
 * not too large together. */
guint64
_squill_export_get_document_count (SquillExport *self, const SquillCollection *collection)
{
  const double count = _squill_export_get_number (self, "count");
  const guint64 n = squill_samples_get_population (self->samples, collection->id);
  const double fitting = USUAL_BYTES / collection->shape->bytes.likely;

  if (count >= 0)
    return (guint64)count;
  return fitting < n ? (guint64)MAX (1, fitting) : n;
}

gboolean
_squill_export_samples (SquillExport *self, GError **error)
{
  g_autoptr (GPtrArray) collections = _squill_export_get_collections (self, error);
  const SquillBsonStyle style =
      _squill_export_get_choice (self, "style") == SQUILL_EXPORT_STYLE_CANONICAL
          ? SQUILL_BSON_STYLE_CANONICAL
          : SQUILL_BSON_STYLE_RELAXED;

  if (collections == NULL)
    return FALSE;

  for (guint i = 0; i < collections->len; i++)
    {
      const SquillCollection *collection = g_ptr_array_index (collections, i);
      g_autofree char *name = g_strdup (collection->name);
      g_autofree char *id = g_strdup (collection->id);
      const guint64 n = _squill_export_get_document_count (self, collection);
      g_autoptr (GString) text = g_string_new (NULL);

      for (guint64 number = 0; number < n; number++)
        {
          bson_t *document;

          if (g_cancellable_set_error_if_cancelled (self->cancellable, error))
            return FALSE;
          document = squill_samples_get_document (self->samples, id, number, error);
          if (document == NULL)
            return FALSE;
          squill_bson_text_append (text, document, style, 0, 0);
          g_string_append_c (text, '\n');
          bson_destroy (document);
        }
      _squill_export_add_text (self, name, g_steal_pointer (&text));
    }
  return TRUE;
}

/* SPDX-License-Identifier: Apache-2.0 */

/* Sample documents on a server. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include "live-samples.h"

#include "bson/squill-bson-text.h"
#include "live-data.h"

/* Makes a database anew, with so many sample documents at most in each collection, and so many
 * elements at most in their arrays. */
void
live_samples_fill (mongoc_client_t *client,
                   const char *database,
                   SquillDesign *design,
                   SquillSamples *samples,
                   guint64 documents,
                   guint elements)
{
  live_data_run (client, database, "{\"dropDatabase\": 1}");
  for (guint i = 0; i < squill_design_get_n_collections (design); i++)
    {
      const SquillCollection *collection = squill_design_get_collection (design, i);
      g_autoptr (GString) lines = g_string_new (NULL);
      guint64 n = MIN (squill_samples_get_population (samples, collection->id), documents);

      for (guint64 number = 0; number < n; number++)
        {
          g_autoptr (GHashTable) left_out = NULL;
          g_autoptr (GError) error = NULL;
          bson_t *document = squill_samples_get_excerpt (samples, collection->id, number, elements,
                                                         &left_out, &error);

          g_assert_no_error (error);
          squill_bson_text_append (lines, document, SQUILL_BSON_STYLE_CANONICAL, 0, 0);
          g_string_append_c (lines, '\n');
          bson_destroy (document);
        }
      g_assert_cmpuint (live_data_load (client, database, collection->name, lines->str, lines->len),
                        ==, n);
    }
}

/* All documents of a collection. */
GPtrArray *
live_samples_read (mongoc_client_t *client, const char *database, const char *name)
{
  mongoc_collection_t *collection = mongoc_client_get_collection (client, database, name);
  bson_t everything = BSON_INITIALIZER;
  mongoc_cursor_t *cursor = mongoc_collection_find_with_opts (collection, &everything, NULL, NULL);
  GPtrArray *documents = g_ptr_array_new_with_free_func ((GDestroyNotify)bson_destroy);
  const bson_t *document;
  bson_error_t error;

  while (mongoc_cursor_next (cursor, &document))
    g_ptr_array_add (documents, bson_copy (document));
  if (mongoc_cursor_error (cursor, &error))
    g_error ("%s: %s", name, error.message);
  mongoc_cursor_destroy (cursor);
  mongoc_collection_destroy (collection);
  bson_destroy (&everything);
  return documents;
}

static void
collect (bson_iter_t *object, char **parts, GPtrArray *values)
{
  bson_iter_t inner;

  if (BSON_ITER_HOLDS_ARRAY (object))
    {
      g_assert_true (bson_iter_recurse (object, &inner));
      while (bson_iter_next (&inner))
        collect (&inner, parts, values);
    }
  else if (*parts == NULL)
    {
      bson_t value = BSON_INITIALIZER;

      bson_append_iter (&value, "", 0, object);
      g_ptr_array_add (values, squill_bson_to_text (&value, SQUILL_BSON_STYLE_CANONICAL, 0, 0));
      bson_destroy (&value);
    }
  else if (BSON_ITER_HOLDS_DOCUMENT (object) && bson_iter_recurse (object, &inner) &&
           bson_iter_find (&inner, *parts))
    collect (&inner, parts + 1, values);
}

/* All values at a path, in arrays too, as canonical Extended JSON. */
GPtrArray *
live_samples_get_values (const bson_t *document, const char *path)
{
  GPtrArray *values = g_ptr_array_new_with_free_func (g_free);
  g_auto (GStrv) parts = g_strsplit (path, ".", -1);
  bson_t whole = BSON_INITIALIZER;
  bson_iter_t iter;

  BSON_APPEND_DOCUMENT (&whole, "", document);
  g_assert_true (bson_iter_init (&iter, &whole) && bson_iter_next (&iter));
  collect (&iter, parts, values);
  bson_destroy (&whole);
  return values;
}

/* SPDX-License-Identifier: Apache-2.0 */

/* Decides for collections that are read from the standard input, each a line with an array of
 * documents, what of them is a map, which objects are of several kinds and what is an enumeration,
 * and writes that as a line each. test-decision-families makes the one and judges the other. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include "inspect/profile/squill-path-traits.h"
#include "inspect/profile/squill-profile.h"
#include "inspect/structure/squill-structure.h"

#include <bson/bson.h>
#include <stdio.h>

/* Reads the documents, in parts that are merged. */
static SquillCollectionProfile *
read_parts (const json_t *documents, guint n_parts)
{
  SquillCollectionProfile *collection = NULL;
  const size_t n = json_array_size (documents);

  for (guint part = 0; part < n_parts; part++)
    {
      SquillCollectionProfile *own = squill_collection_profile_new ("c", NULL, "c.json");
      const size_t first = n * part / n_parts, end = n * (part + 1) / n_parts;

      squill_collection_profile_set_next_document (own, first);
      for (size_t i = first; i < end; i++)
        {
          char *text = json_dumps (json_array_get (documents, i), JSON_COMPACT);
          bson_error_t error;
          bson_t *bson = bson_new_from_json ((const guint8 *)text, -1, &error);

          g_assert_nonnull (bson);
          squill_collection_profile_add (own, bson_get_data (bson), bson->len, TRUE);
          bson_destroy (bson);
          free (text);
        }
      if (collection == NULL)
        collection = own;
      else
        squill_collection_profile_merge (collection, own);
    }
  squill_collection_profile_finish (collection);
  return collection;
}

/* Which fields they have together is known of no more objects than there are. */
static void
check_sets (const SquillPath *path)
{
  if (path->key_sets != NULL)
    g_assert_cmpuint (squill_key_sets_get_objects (path->key_sets), <=,
                      squill_path_get_objects (path));
}

static json_t *
decide (const json_t *documents, guint n_parts)
{
  g_autoptr (SquillCollectionProfile) collection = read_parts (documents, n_parts);
  g_autoptr (GPtrArray) variants = NULL;
  json_t *maps = json_object (), *kinds = json_object (), *enums = json_array ();

  for (const SquillPath *path = collection->root; path != NULL;
       path = squill_path_next (path, collection->root, FALSE))
    {
      g_autofree char *text = squill_path_to_text (path);

      check_sets (path);
      if (path->values != NULL)
        {
          const char *regex =
              squill_key_pattern_get_regex (squill_map_keys_get_pattern (path->map));

          json_object_set_new (maps, text, json_string (regex != NULL ? regex : ""));
        }
      if (squill_path_traits_is_enumeration (path))
        json_array_append_new (enums, json_string (text));
    }
  variants = squill_variants_find (collection->root);
  for (guint v = 0; v < variants->len; v++)
    {
      const SquillVariant *variant = g_ptr_array_index (variants, v);
      g_autofree char *text = squill_path_to_text (variant->path);
      g_autofree char *by = squill_path_to_text (variant->discriminator);

      json_object_set_new (kinds, text, json_string (by));
    }
  return json_pack ("{s:o, s:o, s:o}", "maps", maps, "variants", kinds, "enums", enums);
}

/* In how many parts the documents are read is the first argument; without, in one. */
int
main (int argc, char *argv[])
{
  const guint n_parts = argc > 1 ? (guint)g_ascii_strtoull (argv[1], NULL, 10) : 1;
  char *line = NULL;
  size_t room = 0;

  while (getline (&line, &room, stdin) > 0)
    {
      json_t *documents = json_loads (line, JSON_DECODE_ANY, NULL);
      json_t *decided;

      g_assert_nonnull (documents);
      decided = decide (documents, n_parts);
      json_dumpf (decided, stdout, JSON_COMPACT);
      putchar ('\n');
      json_decref (decided);
      json_decref (documents);
    }
  free (line);
  return 0;
}

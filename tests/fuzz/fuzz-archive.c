/* SPDX-License-Identifier: Apache-2.0 */

/* Any bytes as an archive of mongodump: what is given is sound, of a collection the archive told
 * of, and once read to its end it stays there. */

#include "config.h"

#include "inspect/format/squill-archive.h"
#include "bson/squill-bson-walk.h"
#include "inspect/profile/squill-profile.h"

int LLVMFuzzerTestOneInput (const guint8 *data, gsize length);

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize length)
{
  g_autoptr (GInputStream) input = g_memory_input_stream_new_from_data (data, (gssize)length, NULL);
  g_autoptr (SquillProblemList) problems = squill_problem_list_new ();
  g_autoptr (SquillProfile) profile = squill_profile_new ("fuzz", TRUE);
  g_autoptr (SquillArchive) archive = NULL;
  g_autoptr (GPtrArray) collections = g_ptr_array_new ();
  const guint8 *document;
  gsize document_length;
  g_autoptr (SquillProblemList) inner = squill_problem_list_new ();
  guint n_collections, index;

  squill_problem_list_begin_file (problems, "fuzz.archive");
  archive = squill_archive_new (squill_byte_stream_new (input), problems, NULL, NULL);
  g_assert (archive != NULL);
  n_collections = squill_archive_get_n_collections (archive);
  for (guint i = 0; i < n_collections; i++)
    {
      const SquillArchiveCollection *collection = squill_archive_get_collection (archive, i);
      SquillCollectionProfile *of =
          squill_collection_profile_new (collection->name, collection->database, "fuzz.archive");

      if (collection->metadata != NULL)
        of->metadata = squill_metadata_read_text (collection->metadata, inner, NULL, NULL);
      g_ptr_array_add (collections, of);
    }
  while (squill_archive_next (archive, &index, &document, &document_length, NULL, NULL))
    {
      g_autofree char *reason = NULL;
      gsize bad_offset;

      g_assert (index < n_collections);
      if (!squill_bson_check (document, document_length, NULL, &bad_offset, &reason))
        g_error ("What was read is no BSON: %s", reason);
      squill_collection_profile_add (g_ptr_array_index (collections, index), document,
                                     document_length, TRUE);
    }
  g_assert (!squill_archive_next (archive, &index, &document, &document_length, NULL, NULL));
  squill_problem_list_end_file (problems);

  for (guint i = 0; i < n_collections; i++)
    {
      squill_collection_profile_finish (g_ptr_array_index (collections, i));
      squill_profile_take_collection (profile, g_ptr_array_index (collections, i));
    }
  return 0;
}

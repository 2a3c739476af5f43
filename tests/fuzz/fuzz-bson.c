/* SPDX-License-Identifier: Apache-2.0 */

/* Any bytes as a file of BSON documents: what is read can be profiled, printed and drawn, and two
 * halves make the whole. */

#include "config.h"

#include <string.h>

#include "inspect/profile/squill-profile.h"
#include "inspect/format/squill-byte-stream.h"
#include "inspect/squill-inspect.h"

int LLVMFuzzerTestOneInput (const guint8 *data, gsize length);

static SquillCollectionProfile *
new_collection (void)
{
  return squill_collection_profile_new ("fuzz", NULL, "fuzz.bson");
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize length)
{
  g_autoptr (GInputStream) input = g_memory_input_stream_new_from_data (data, (gssize)length, NULL);
  g_autoptr (SquillByteStream) stream = squill_byte_stream_new (input);
  g_autoptr (SquillProblemList) problems = squill_problem_list_new ();
  g_autoptr (SquillProfile) profile = squill_profile_new ("fuzz", TRUE);
  g_autoptr (SquillModel) model = NULL;
  g_autofree char *json = NULL;
  SquillCollectionProfile *collection = new_collection ();
  SquillCollectionProfile *other = new_collection ();
  const guint8 *document;
  gsize document_length;
  guint documents = 0;

  squill_problem_list_begin_file (problems, "fuzz.bson");
  while (squill_byte_stream_next_bson (stream, problems, &document, &document_length, NULL, NULL))
    squill_collection_profile_add (documents++ % 2 == 0 ? collection : other, document,
                                   document_length, TRUE);
  squill_problem_list_end_file (problems);

  squill_collection_profile_merge (collection, other);
  g_assert (collection->document_bytes.count == documents);
  g_assert (collection->root->present == documents);
  squill_collection_profile_finish (collection);
  squill_profile_take_collection (profile, collection);
  squill_profile_find_references (profile, NULL, NULL);
  json = squill_profile_to_json (profile);
  g_assert (g_utf8_validate (json, -1, NULL));
  model = squill_profile_to_model (profile, NULL, NULL);
  g_assert (model != NULL);
  return 0;
}

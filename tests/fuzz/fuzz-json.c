/* SPDX-License-Identifier: Apache-2.0 */

/* Any bytes as JSON, with and without what the shells print: what is read is sound BSON in UTF-8,
 * and what is read without the shells is read with them, too. */

#include "config.h"

#include "bson/squill-bson-walk.h"
#include "inspect/format/squill-json-reader.h"
#include "inspect/profile/squill-profile.h"

int LLVMFuzzerTestOneInput (const guint8 *data, gsize length);

static void
on_fault (const SquillJsonFault *fault, gpointer user_data)
{
  guint *faults = user_data;

  g_assert (fault->line > 0 && fault->column > 0);
  (*faults)++;
}

/* How many documents were read. */
static guint
read_as (const guint8 *data, gsize length, SquillJsonFlags flags, guint *faults)
{
  g_autoptr (GInputStream) input = g_memory_input_stream_new_from_data (data, (gssize)length, NULL);
  g_autoptr (SquillByteStream) stream = squill_byte_stream_new (input);
  g_autoptr (SquillCollectionProfile) collection =
      squill_collection_profile_new ("fuzz", NULL, "fuzz.json");
  g_autoptr (SquillJsonReader) reader = NULL;
  const guint8 *document;
  gsize document_length;
  guint documents = 0;

  *faults = 0;
  reader = squill_json_reader_new (stream, flags, on_fault, faults);
  while (squill_json_reader_next (reader, &document, &document_length, NULL, NULL))
    {
      g_autofree char *reason = NULL;
      gsize bad_text, bad_offset;

      if (!squill_bson_check (document, document_length, &bad_text, &bad_offset, &reason))
        g_error ("What was read is no BSON: %s", reason);
      if (bad_text != SQUILL_BSON_TEXT_VALID)
        g_error ("What was read is not UTF-8");
      squill_collection_profile_add (collection, document, document_length, TRUE);
      documents++;
    }
  squill_collection_profile_finish (collection);
  return documents;
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize length)
{
  guint faults, shell_faults;
  guint documents = read_as (data, length, SQUILL_JSON_NON_FINITE, &faults);
  guint shell_documents =
      read_as (data, length, SQUILL_JSON_NON_FINITE | SQUILL_JSON_SHELL | SQUILL_JSON_WINDOWS_1252,
               &shell_faults);

  if (faults == 0)
    g_assert (shell_documents == documents && shell_faults == 0);
  return 0;
}

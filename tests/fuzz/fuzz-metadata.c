/* SPDX-License-Identifier: Apache-2.0 */

/* Any bytes as what mongodump writes beside a collection: it may tell of indexes, validators and
 * time series as it likes, a profile can be printed and drawn with it. */

#include "config.h"

#include <string.h>

#include "inspect/profile/squill-profile.h"
#include "inspect/squill-inspect.h"

int LLVMFuzzerTestOneInput (const guint8 *data, gsize length);

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize length)
{
  static const guint8 document[] = "\x0c\x00\x00\x00\x10\x61\x00\x01\x00\x00\x00\x00";
  g_autoptr (SquillProblemList) problems = squill_problem_list_new ();
  g_autofree char *text = g_strndup ((const char *)data, length);
  g_autoptr (SquillProfile) profile = NULL;
  g_autoptr (SquillModel) model = NULL;
  g_autoptr (GError) error = NULL;
  SquillCollectionProfile *collection;
  SquillMetadata *metadata = squill_metadata_read_text (text, problems, NULL, NULL);
  g_autofree char *time_field = NULL;
  g_autofree char *meta_field = NULL;
  g_autofree char *json = NULL;

  if (metadata == NULL)
    return 0;
  time_field = squill_metadata_get_time_field (metadata);
  meta_field = squill_metadata_get_meta_field (metadata);
  squill_metadata_is_view (metadata);
  collection = squill_collection_profile_new ("fuzz", NULL, "fuzz.bson");
  collection->metadata = metadata;
  squill_collection_profile_add (collection, document, sizeof document - 1, TRUE);
  squill_collection_profile_finish (collection);
  profile = squill_profile_new ("fuzz", TRUE);
  squill_profile_take_collection (profile, collection);
  squill_profile_find_references (profile, NULL, NULL);
  json = squill_profile_to_json (profile);
  g_assert (g_utf8_validate (json, -1, NULL));
  model = squill_profile_to_model (profile, NULL, &error);
  if (model == NULL)
    g_error ("No model: %s", error->message);
  return 0;
}

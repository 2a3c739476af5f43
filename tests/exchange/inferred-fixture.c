/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include "inferred-fixture.h"

#include <bson/bson.h>
#include <glib/gstdio.h>

#include "inspect/squill-inspect.h"

/* The model of what is in a folder. */
SquillModel *
infer_folder (const char *folder)
{
  const char *const sources[] = { folder, NULL };
  g_autoptr (GError) error = NULL;
  g_autoptr (SquillProfile) profile = squill_inspect_sync (sources, NULL, NULL, NULL, NULL, &error);
  SquillModel *model;

  g_assert_no_error (error);
  model = squill_profile_to_model (profile, NULL, &error);
  g_assert_no_error (error);
  return model;
}

/* The model of documents (element-type bson_t), a collection “things”. The folder is empty, and so
 * it is left. */
SquillModel *
infer_documents (GPtrArray *documents, const char *folder)
{
  g_autofree char *path = g_build_filename (folder, "things.bson", NULL);
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  g_autoptr (GError) error = NULL;
  SquillModel *model;

  for (guint i = 0; i < documents->len; i++)
    {
      const bson_t *document = g_ptr_array_index (documents, i);

      g_byte_array_append (bytes, bson_get_data (document), document->len);
    }
  g_file_set_contents (path, (const char *)bytes->data, (gssize)bytes->len, &error);
  g_assert_no_error (error);
  model = infer_folder (folder);
  g_unlink (path);
  return model;
}

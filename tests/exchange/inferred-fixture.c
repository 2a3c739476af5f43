/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include "inferred-fixture.h"

#include <bson/bson.h>
#include <gio/gio.h>
#include <glib/gstdio.h>
#include <string.h>

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

static void
copy_file (const char *path, const char *folder)
{
  g_autofree char *name = g_path_get_basename (path);
  g_autofree char *target = NULL;
  g_autofree char *bytes = NULL;
  g_autofree char *xz = NULL;
  g_autoptr (GSubprocess) process = NULL;
  g_autoptr (GBytes) unpacked = NULL;
  g_autoptr (GError) error = NULL;
  gsize length;

  if (!g_str_has_suffix (name, ".xz"))
    {
      g_file_get_contents (path, &bytes, &length, &error);
      g_assert_no_error (error);
      target = g_build_filename (folder, name, NULL);
      g_file_set_contents (target, bytes, (gssize)length, &error);
      g_assert_no_error (error);
      return;
    }
  name[strlen (name) - 3] = '\0';
  target = g_build_filename (folder, name, NULL);
  xz = g_find_program_in_path ("xz");
  process = g_subprocess_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE, &error, xz, "-dc", path, NULL);
  g_assert_no_error (error);
  g_subprocess_communicate (process, NULL, NULL, &unpacked, NULL, &error);
  g_assert_no_error (error);
  g_file_set_contents (target, g_bytes_get_data (unpacked, NULL),
                       (gssize)g_bytes_get_size (unpacked), &error);
  g_assert_no_error (error);
}

/* Copies the documents of a folder of real data into another, unpacked; FALSE where the folder, or
 * the program that unpacks them, is not there. */
gboolean
copy_dataset (const char *source, const char *folder)
{
  g_autofree char *xz = g_find_program_in_path ("xz");
  g_autoptr (GDir) dir = g_dir_open (source, 0, NULL);
  const char *name;

  if (dir == NULL || xz == NULL)
    return FALSE;
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (source, name, NULL);

      if (strstr (name, ".json") != NULL || strstr (name, ".bson") != NULL)
        copy_file (path, folder);
    }
  return TRUE;
}

/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include "inspect-fixture.h"

#include <glib/gstdio.h>
#include <string.h>

#include "inspect/infer/squill-infer.h"

/* The path of a file of the real data; where it is missing the test is marked as skipped and NULL
 * given. */
char *
fixture_dataset (const char *path)
{
  const char *root = g_getenv ("SQUILL_DATASETS");
  g_autofree char *full = NULL;

  if (root != NULL && *root != '\0')
    full = g_build_filename (root, path, NULL);
  if (full == NULL || !g_file_test (full, G_FILE_TEST_EXISTS))
    {
      g_free (full);
      full = g_test_build_filename (G_TEST_DIST, "data", path, NULL);
    }
  if (!g_file_test (full, G_FILE_TEST_EXISTS))
    {
      g_test_skip ("the real data of SQUILL_DATASETS is not here");
      return NULL;
    }
  return g_steal_pointer (&full);
}

char *
fixture_new_folder (void)
{
  g_autoptr (GError) error = NULL;
  char *folder = g_dir_make_tmp ("squill-inspect-XXXXXX", &error);

  g_assert_no_error (error);
  return folder;
}

void
fixture_remove_folder (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      if (g_file_test (path, G_FILE_TEST_IS_DIR) && !g_file_test (path, G_FILE_TEST_IS_SYMLINK))
        fixture_remove_folder (path);
      else
        g_unlink (path);
    }
  g_rmdir (folder);
}

char *
fixture_write (const char *folder, const char *name, gconstpointer bytes, gssize length)
{
  g_autoptr (GError) error = NULL;
  char *path = g_build_filename (folder, name, NULL);
  g_autofree char *parent = g_path_get_dirname (path);

  g_assert_cmpint (g_mkdir_with_parents (parent, 0700), ==, 0);
  g_file_set_contents (path, bytes, length, &error);
  g_assert_no_error (error);
  return path;
}

char *
fixture_write_gzip (const char *folder, const char *name, gconstpointer bytes, gssize length)
{
  g_autoptr (GZlibCompressor) compressor =
      g_zlib_compressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP, -1);
  g_autoptr (GOutputStream) memory = g_memory_output_stream_new_resizable ();
  g_autoptr (GOutputStream) packed =
      g_converter_output_stream_new (memory, G_CONVERTER (compressor));
  g_autoptr (GError) error = NULL;

  if (length < 0)
    length = (gssize)strlen (bytes);
  g_output_stream_write_all (packed, bytes, (gsize)length, NULL, NULL, &error);
  g_assert_no_error (error);
  g_output_stream_close (packed, NULL, &error);
  g_assert_no_error (error);
  return fixture_write (
      folder, name, g_memory_output_stream_get_data (G_MEMORY_OUTPUT_STREAM (memory)),
      (gssize)g_memory_output_stream_get_data_size (G_MEMORY_OUTPUT_STREAM (memory)));
}

/* Unpacks an .xz file of the real data into the folder under the name; skips the test where that
 * cannot be. */
char *
fixture_unpack (const char *folder, const char *dataset, const char *name)
{
  g_autofree char *packed = fixture_dataset (dataset);
  g_autofree char *xz = g_find_program_in_path ("xz");
  g_autoptr (GSubprocess) process = NULL;
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GError) error = NULL;

  if (packed == NULL)
    return NULL;
  if (xz == NULL)
    {
      g_test_skip ("xz is not installed");
      return NULL;
    }
  process = g_subprocess_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE, &error, xz, "-dc", packed, NULL);
  g_assert_no_error (error);
  g_subprocess_communicate (process, NULL, NULL, &bytes, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (g_subprocess_get_successful (process));
  return fixture_write (folder, name, g_bytes_get_data (bytes, NULL),
                        (gssize)g_bytes_get_size (bytes));
}

/* The item of a model that was made for a place of its source; NULL where there is none. */
gconstpointer
fixture_find_item (SquillModel *model, SquillKind kind, const char *place)
{
  g_autoptr (GPtrArray) items = squill_model_list_items (model);

  for (guint i = 0; i < items->len; i++)
    {
      const SquillItem *item = g_ptr_array_index (items, i);

      if (item->kind == kind && g_strcmp0 (squill_item_get_place (item), place) == 0)
        return item;
    }
  return NULL;
}

/* The next of a series of numbers that is the same everywhere. */
guint64
fixture_random (guint64 *state)
{
  guint64 x = *state += G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);

  x = (x ^ (x >> 30)) * G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
  x = (x ^ (x >> 27)) * G_GUINT64_CONSTANT (0x94d049bb133111eb);
  return x ^ (x >> 31);
}

guint64
fixture_count_documents (const char *path, SquillProblemList *problems)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autofree char *name = g_path_get_basename (path);
  g_autoptr (GError) error = NULL;
  SquillSource *source;
  const guint8 *document;
  gsize length;
  guint64 documents = 0;

  squill_problem_list_begin_file (problems, name);
  source = squill_source_open (file, name, problems, NULL, &error);
  g_assert_no_error (error);
  while (source != NULL && squill_source_next (source, &document, &length, NULL, &error))
    documents++;
  g_assert_no_error (error);
  squill_source_free (source);
  squill_problem_list_end_file (problems);
  return documents;
}

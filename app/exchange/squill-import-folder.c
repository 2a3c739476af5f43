/* SPDX-License-Identifier: Apache-2.0 */

/* Folders of programs and schemas that are one model. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include "exchange/squill-import-folder.h"

#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <stdio.h>
#include <string.h>

#include "model/squill-error-text.h"

#define MAX_FILES 5000
#define MAX_DEPTH 20
/* At most this many names are looked at to recognize what a folder is; beyond them the format has
 * to be given. */
#define MAX_LOOKED_AT 2000

/* What is done with a file; FALSE where no further one is wanted. */
typedef gboolean (*FileFunc) (const char *path, gpointer user_data, GError **error);

typedef struct
{
  FileFunc function;
  gpointer user_data;
  guint n_left; /* names that are still looked at */
} Walk;

/* Programs have others in their folder that are none of theirs. */
static gboolean
is_of_others (const char *name)
{
  return *name == '.' || g_str_equal (name, "node_modules") || g_str_has_suffix (name, ".d.ts") ||
         strstr (name, ".test.") != NULL || strstr (name, ".spec.") != NULL;
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *)a, *(const char *const *)b);
}

/* All files of a folder and of those in it, in the order of their names. */
static gboolean
walk (Walk *self, const char *folder, guint depth, GError **error)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, error);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  const char *name;

  if (dir == NULL)
    {
      squill_file_error_explain (error);
      return FALSE;
    }
  while (self->n_left > 0 && (name = g_dir_read_name (dir)) != NULL)
    if (!is_of_others (name))
      {
        g_ptr_array_add (names, g_strdup (name));
        self->n_left--;
      }
  g_ptr_array_sort (names, compare_names);
  for (guint i = 0; i < names->len; i++)
    {
      g_autofree char *path = g_build_filename (folder, names->pdata[i], NULL);
      gboolean goes_on = TRUE;

      /* Pipes and devices are never opened: some would be waited for without an end. */
      if (g_file_test (path, G_FILE_TEST_IS_REGULAR))
        goes_on = self->function (path, self->user_data, error);
      else if (depth < MAX_DEPTH && g_file_test (path, G_FILE_TEST_IS_DIR) &&
               !g_file_test (path, G_FILE_TEST_IS_SYMLINK))
        goes_on = walk (self, path, depth + 1, error);
      if (!goes_on)
        return FALSE;
    }
  return TRUE;
}

static gsize
read_head (const char *path, char *head)
{
  FILE *file = fopen (path, "rbe");
  const gsize length = file == NULL ? 0 : fread (head, 1, SQUILL_IMPORT_HEAD, file);

  if (file != NULL)
    fclose (file);
  return length;
}

typedef struct
{
  const SquillImportFormat *format;
  gboolean is_dump;
} Look;

static gboolean
look_at_file (const char *path, gpointer user_data, GError **error)
{
  Look *self = user_data;
  guint n;
  const SquillImportFormat *formats = squill_import_get_formats (&n);
  char head[SQUILL_IMPORT_HEAD];

  self->is_dump |= g_str_has_suffix (path, ".bson") || g_str_has_suffix (path, ".bson.gz");
  /* A program may also make an index or two: the format that stands first in the table decides. */
  for (guint i = 0; i < n && (self->format == NULL || &formats[i] < self->format); i++)
    if (formats[i].read_all != NULL && squill_import_has_suffix (&formats[i], path))
      {
        const gsize length = read_head (path, head);

        if (formats[i].recognizes == NULL || formats[i].recognizes (head, length))
          self->format = &formats[i];
      }
  return !self->is_dump;
}

/**
 * squill_import_find_format_of_folder:
 * @path: a folder
 * @error: why there is none
 *
 * Looks for the format of what is in a folder, and in the folders in it.
 *
 * Fails with #GIOError: with %G_IO_ERROR_NOT_SUPPORTED where there are documents as the server
 * stores them, which say more and are read by app/inspect, and with %G_IO_ERROR_NOT_FOUND where
 * there is nothing of any format.
 *
 * Returns: (transfer none) (nullable): of the formats whose files belong together, the first in
 *   the table that a file there has
 */
const SquillImportFormat *
squill_import_find_format_of_folder (const char *path, GError **error)
{
  Look look = { 0 };
  Walk self = { look_at_file, &look, MAX_LOOKED_AT };
  g_autoptr (GError) fault = NULL;

  g_return_val_if_fail (path != NULL, NULL);
  g_return_val_if_fail (error == NULL || *error == NULL, NULL);

  if (!walk (&self, path, 0, &fault) && fault != NULL && look.format == NULL)
    g_propagate_error (error, g_steal_pointer (&fault));
  else if (look.is_dump)
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
                         _ ("There are documents in it, which are read as a database"));
  else if (look.format == NULL)
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND,
                         _ ("There is nothing in it that can be read"));
  return look.is_dump ? NULL : look.format;
}

typedef struct
{
  const SquillImportFormat *format;
  GPtrArray *paths;
  GPtrArray *contents; /* GBytes */
} Folder;

static gboolean
read_file (const char *path, gpointer user_data, GError **error)
{
  Folder *self = user_data;
  g_autoptr (GFile) file = g_file_new_for_path (path);
  char *data;
  gsize length;

  if (self->paths->len == MAX_FILES || !squill_import_has_suffix (self->format, path))
    return TRUE;
  if (!squill_file_load (file, NULL, &data, &length, error))
    return FALSE;
  g_ptr_array_add (self->paths, g_strdup (path));
  g_ptr_array_add (self->contents, g_bytes_new_take (data, length));
  return TRUE;
}

/**
 * squill_import_read_folder:
 * @format: one whose files belong together
 * @path: the folder, of which a model without a name of its own takes its name
 * @report: (out caller-allocates): gets what became of it and what was not taken over
 * @error: what went wrong
 *
 * Makes one model of the files of the format in a folder, and in the folders in it. Those of other
 * packages and tests are left out.
 *
 * Fails with what the format fails with, and with #GIOError.
 *
 * Returns: (transfer full) (nullable): the model; undo takes nothing of it back
 */
SquillModel *
squill_import_read_folder (const SquillImportFormat *format,
                           const char *path,
                           SquillImportReport *report,
                           GError **error)
{
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) contents = g_ptr_array_new_with_free_func ((GDestroyNotify)g_bytes_unref);
  g_autofree SquillImportSource *sources = NULL;
  Folder folder = { format, paths, contents };
  Walk self = { read_file, &folder, G_MAXUINT };

  g_return_val_if_fail (format != NULL && format->read_all != NULL, NULL);
  g_return_val_if_fail (path != NULL, NULL);
  g_return_val_if_fail (report != NULL, NULL);

  if (!walk (&self, path, 0, error))
    return NULL;
  sources = g_new0 (SquillImportSource, MAX (paths->len, 1));
  for (guint i = 0; i < paths->len; i++)
    {
      sources[i].name = paths->pdata[i];
      sources[i].data = g_bytes_get_data (contents->pdata[i], &sources[i].length);
    }
  return squill_import_read_all (format, path, sources, paths->len, report, error);
}

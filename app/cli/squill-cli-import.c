/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-cli"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "cli/squill-cli.h"
#include "exchange/squill-import.h"

/* Of a folder. */
#define MAX_FILES 5000
#define MAX_DEPTH 20

static void
print_report (SquillCli *cli, const char *file, const SquillImportReport *report)
{
  for (guint i = 0; i < report->outcomes->len; i++)
    squill_cli_say (cli, "%s: %s", file, (const char *)g_ptr_array_index (report->outcomes, i));
  for (guint i = 0; i < report->problems->len; i++)
    {
      const SquillImportProblem *problem = report->problems->pdata[i];

      if (problem->line == 0)
        squill_cli_say (cli, "%s: %s", file, problem->text);
      else
        squill_cli_say (cli, "%s:%u:%u: %s", file, problem->line, problem->column, problem->text);
    }
}

static char *
list_formats (void)
{
  guint n;
  const SquillImportFormat *formats = squill_import_get_formats (&n);
  GString *names = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    g_string_append_printf (names, i > 0 ? ", %s" : "%s", formats[i].name);
  return g_string_free (names, FALSE);
}

/* Programs have others in their folder that are none of theirs. */
static gboolean
is_of_others (const char *name)
{
  return *name == '.' || g_str_equal (name, "node_modules") || g_str_has_suffix (name, ".d.ts") ||
         strstr (name, ".test.") != NULL || strstr (name, ".spec.") != NULL;
}

/* The files of a folder that belong together, as far as they have the format. */
typedef struct
{
  const SquillImportFormat *format;
  GPtrArray *paths;
  GPtrArray *contents; /* GBytes */
} Folder;

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *)a, *(const char *const *)b);
}

static gboolean
read_folder (SquillCli *cli, Folder *self, const char *path, guint depth, GError **error)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, error);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  const char *name;

  if (dir == NULL)
    return FALSE;
  while ((name = g_dir_read_name (dir)) != NULL)
    if (!is_of_others (name))
      g_ptr_array_add (names, g_strdup (name));
  g_ptr_array_sort (names, compare_names);
  for (guint i = 0; i < names->len && self->paths->len < MAX_FILES; i++)
    {
      g_autofree char *inner = g_build_filename (path, names->pdata[i], NULL);
      g_autofree char *data = NULL;
      gsize length;

      if (g_file_test (inner, G_FILE_TEST_IS_DIR))
        {
          if (depth < MAX_DEPTH && !g_file_test (inner, G_FILE_TEST_IS_SYMLINK) &&
              !read_folder (cli, self, inner, depth + 1, error))
            return FALSE;
          continue;
        }
      if (!squill_import_has_suffix (self->format, inner))
        continue;
      if (!squill_cli_read_file (cli, inner, &data, &length, error))
        return FALSE;
      g_ptr_array_add (self->paths, g_steal_pointer (&inner));
      g_ptr_array_add (self->contents, g_bytes_new_take (g_steal_pointer (&data), length));
    }
  return TRUE;
}

/* A folder is one model, of the first format whose files belong together. */
static SquillModel *
import_folder (SquillCli *cli,
               const SquillImportFormat *format,
               const char *path,
               SquillImportReport *report,
               GError **error)
{
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) contents = g_ptr_array_new_with_free_func ((GDestroyNotify)g_bytes_unref);
  g_autofree SquillImportSource *sources = NULL;
  Folder folder = { format, paths, contents };
  guint n;
  const SquillImportFormat *formats = squill_import_get_formats (&n);

  for (guint i = 0; i < n && folder.format == NULL; i++)
    if (formats[i].read_all != NULL)
      folder.format = &formats[i];
  if (!read_folder (cli, &folder, path, 0, error))
    return NULL;
  sources = g_new0 (SquillImportSource, MAX (paths->len, 1));
  for (guint i = 0; i < paths->len; i++)
    {
      sources[i].name = paths->pdata[i];
      sources[i].data = g_bytes_get_data (contents->pdata[i], &sources[i].length);
    }
  return squill_import_read_all (folder.format, path, sources, paths->len, report, error);
}

/* Reads what another program wrote and writes it as a model. What became of it is said, and what is
 * not taken over. */
SquillExit
squill_cli_import (SquillCli *cli, int argc, char **argv)
{
  g_autofree char *output = NULL, *name = NULL, *data = NULL;
  g_autofree char *names = list_formats ();
  const GOptionEntry entries[] = {
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &output, N_ ("Write to this file"), N_ ("MODEL") },
    { "from", 0, 0, G_OPTION_ARG_STRING, &name, N_ ("Read this format"), names },
    G_OPTION_ENTRY_NULL,
  };
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  g_autoptr (SquillModel) model = NULL;
  g_autoptr (GError) error = NULL;
  const SquillImportFormat *format;
  SquillExit exit_code;
  gboolean is_folder;
  gsize length;

  if (!squill_cli_parse (cli, "import", entries, &argc, &argv, &exit_code))
    return exit_code;
  format = name != NULL ? squill_import_find_format (name) : NULL;
  if (format == NULL && name != NULL)
    return squill_cli_usage (_ ("there is no format “%s” to read; there are %s"), name, names);
  is_folder = g_file_test (argv[1], G_FILE_TEST_IS_DIR);
  if (is_folder && format != NULL && format->read_all == NULL)
    return squill_cli_usage (_ ("files of the format “%s” are read one by one"), name);
  if (!is_folder && !squill_cli_read_file (cli, argv[1], &data, &length, &error))
    return squill_cli_fail (argv[1], error);
  if (format == NULL && !is_folder)
    {
      format = g_str_equal (argv[1], "-") ? squill_import_find_format_by_content (data, length)
                                          : squill_import_find_format_of (argv[1], data, length);
      if (format == NULL)
        return squill_cli_usage (_ ("the name “%s” does not tell its format; --from does: %s"),
                                 argv[1], names);
    }
  model = is_folder ? import_folder (cli, format, argv[1], report, &error)
                    : squill_import_read (format, argv[1], data, length, report, &error);
  if (model == NULL)
    return squill_cli_fail (argv[1], error);
  print_report (cli, argv[1], report);
  return squill_cli_write_model (cli, model, output);
}

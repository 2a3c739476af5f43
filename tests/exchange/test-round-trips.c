/* SPDX-License-Identifier: Apache-2.0 */

/* What is written in a format and read again is the same model, but for what docs/import.md says
 * that the format does not hold. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include <gio/gio.h>
#include <glib/gstdio.h>
#include <string.h>

#include "exchange/squill-exchange.h"
#include "exchange/squill-import.h"
#include "export-text.h"
#include "import-text.h"
#include "inferred-fixture.h"
#include "model-facts.h"
#include "model/squill-model-file.h"

/* The formats, in the order of the columns of the table. */
static const char *const formats[] = { "compass", "json-schema", "dbml",
                                       "prisma",  "mongosh",     "mongodump" };

/* What a cell of the table says. */
typedef enum
{
  HOLDS_ALL,
  HOLDS_PART,
  HOLDS_NONE,
} Holds;

typedef struct
{
  Holds says[G_N_ELEMENTS (formats)];
  guint kept[G_N_ELEMENTS (formats)];
  guint lost[G_N_ELEMENTS (formats)];
  char *example[G_N_ELEMENTS (formats)]; /* of what was lost; nullable */
} Row;

static void
row_free (gpointer data)
{
  Row *row = data;

  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    g_free (row->example[i]);
  g_free (row);
}

/* The table of docs/import.md: property -> row. */
static GHashTable *
read_table (void)
{
  g_autofree char *path =
      g_build_filename (g_getenv ("SQUILL_SOURCE_ROOT"), "docs", "import.md", NULL);
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;
  GHashTable *table = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, row_free);
  g_autoptr (GError) error = NULL;
  gboolean is_inside = FALSE;

  g_file_get_contents (path, &text, NULL, &error);
  g_assert_no_error (error);
  lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_auto (GStrv) cells = g_strsplit (lines[i], "|", -1);
      Row *row;

      if (g_str_has_prefix (lines[i], "## "))
        is_inside = g_str_equal (lines[i], "## Out and in again");
      if (!is_inside || g_strv_length (cells) != G_N_ELEMENTS (formats) + 3 ||
          strstr (lines[i], "---") != NULL || g_str_equal (g_strstrip (cells[1]), ""))
        continue;
      row = g_new0 (Row, 1);
      for (guint j = 0; j < G_N_ELEMENTS (formats); j++)
        {
          const char *cell = g_strstrip (cells[j + 2]);

          if (g_str_equal (cell, "yes"))
            row->says[j] = HOLDS_ALL;
          else if (g_str_equal (cell, "no"))
            row->says[j] = HOLDS_NONE;
          else if (g_str_equal (cell, "in part"))
            row->says[j] = HOLDS_PART;
          else
            g_error ("“%s” of “%s” is no answer", cell, cells[1]);
        }
      g_hash_table_insert (table, g_strdup (cells[1]), row);
    }
  g_assert_cmpuint (g_hash_table_size (table), >, 10);
  return table;
}

static void
remove_folder (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      g_assert_cmpint (g_unlink (path), ==, 0);
    }
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

static SquillModel *
dump_and_infer (SquillModel *model)
{
  const SquillExporter *exporter = squill_exporters_find ("mongodump");
  g_autoptr (SquillDesign) design = squill_design_new (model);
  g_autofree char *folder = g_dir_make_tmp ("squill-XXXXXX", NULL);
  g_autoptr (GFile) target = g_file_new_for_path (folder);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) files = squill_export (exporter, design, NULL, NULL, NULL, &error);
  SquillModel *again;

  g_assert_no_error (error);
  squill_export_write (files, exporter, target, NULL, &error);
  g_assert_no_error (error);
  again = infer_folder (folder);
  remove_folder (folder);
  return again;
}

static SquillModel *
write_and_read (SquillModel *model, const char *format)
{
  const SquillImportFormat *importer = squill_import_find_format (format);
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL, *name = NULL;
  SquillModel *again;

  if (importer == NULL)
    return dump_and_infer (model);
  text = export_text (model, format, NULL, NULL);
  /* A file is called as the model is, as the dialog proposes. */
  name = g_strconcat (squill_model_get_info (model)->name, importer->suffix, NULL);
  again = squill_import_read (importer, name, text, strlen (text), report, &error);
  g_assert_no_error (error);
  return again;
}

static void
compare (GHashTable *table, SquillModel *model, const char *name)
{
  g_autoptr (GHashTable) facts = model_facts_new (model);

  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    {
      g_autoptr (SquillModel) again = write_and_read (model, formats[i]);
      g_autoptr (GHashTable) kept = model_facts_new (again);
      GHashTableIter iter;
      gpointer fact, value;

      g_hash_table_iter_init (&iter, facts);
      while (g_hash_table_iter_next (&iter, &fact, &value))
        {
          const char *place = strchr (fact, '\t') + 1;
          g_autofree char *property = g_strndup (fact, (gsize)(place - 1 - (char *)fact));
          const char *now = g_hash_table_lookup (kept, fact);
          Row *row = g_hash_table_lookup (table, property);

          if (row == NULL)
            g_error ("docs/import.md does not say what becomes of “%s”", property);
          if (g_strcmp0 (now, value) == 0)
            row->kept[i]++;
          else
            row->lost[i]++;
          if (g_strcmp0 (now, value) != 0 && row->example[i] == NULL)
            row->example[i] = g_strdup_printf ("%s, %s: “%s” became “%s”", name, place,
                                               (const char *)value, now != NULL ? now : "");
        }
    }
}

static void
compare_file (GHashTable *table, const char *path)
{
  g_autofree char *data = NULL;
  g_autofree char *name = g_path_get_basename (path);
  g_autoptr (SquillModel) model = NULL;
  g_autoptr (GError) error = NULL;
  gsize length;

  g_file_get_contents (path, &data, &length, &error);
  g_assert_no_error (error);
  model = squill_model_new_from_data (data, length, &error);
  g_assert_no_error (error);
  compare (table, model, name);
}

static void
compare_example (SquillModel *model, const char *name, gpointer table)
{
  compare (table, model, name);
}

static guint
compare_inferred (GHashTable *table)
{
  static const char *const folders[] = { "airports", "mongodb-json-files", "docs-assets-primer" };
  const char *root = g_getenv ("SQUILL_DATASETS");
  guint n = 0;

  for (guint i = 0; root != NULL && *root != '\0' && i < G_N_ELEMENTS (folders); i++)
    {
      g_autofree char *source = g_build_filename (root, folders[i], NULL);
      g_autofree char *folder = g_dir_make_tmp ("squill-XXXXXX", NULL);
      g_autoptr (SquillModel) model = NULL;

      if (copy_dataset (source, folder))
        {
          model = infer_folder (folder);
          compare (table, model, folders[i]);
          n++;
        }
      remove_folder (folder);
    }
  return n;
}

static void
check_row (const char *property, const Row *row, gboolean is_complete)
{
  static const char *const answers[] = { "yes", "in part", "no" };

  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    {
      const Holds found = row->lost[i] == 0   ? HOLDS_ALL
                          : row->kept[i] == 0 ? HOLDS_NONE
                                              : HOLDS_PART;

      g_test_message ("%s, %s: %u kept, %u lost: %s", property, formats[i], row->kept[i],
                      row->lost[i], row->example[i] != NULL ? row->example[i] : "");
      /* Without the real data there is less to be kept, and to be lost. */
      if (is_complete ? found != row->says[i] : row->says[i] == HOLDS_ALL && row->lost[i] > 0)
        g_test_fail_printf ("docs/import.md says of %s in %s: %s, but %u are kept and %u lost: %s",
                            property, formats[i], answers[row->says[i]], row->kept[i], row->lost[i],
                            row->example[i] != NULL ? row->example[i] : "");
    }
}

static const char *hostile;

static void
test_formats (void)
{
  g_autoptr (GHashTable) table = read_table ();
  const guint n_examples = foreach_example (compare_example, table),
              n_inferred = compare_inferred (table);
  GHashTableIter iter;
  gpointer property, row;

  compare_file (table, hostile);
  g_assert_cmpuint (n_examples, >=, 10);
  g_hash_table_iter_init (&iter, table);
  while (g_hash_table_iter_next (&iter, &property, &row))
    check_row (property, row, n_inferred > 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_assert_cmpint (argc, ==, 2);
  hostile = argv[1];
  g_test_add_func ("/round-trips/formats", test_formats);
  return g_test_run ();
}

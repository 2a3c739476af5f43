/* SPDX-License-Identifier: Apache-2.0 */

/* Folders of mongodump that are written, and read again as if mongodump had written them. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include <bson/bson.h>
#include <gio/gio.h>
#include <glib/gstdio.h>
#include <string.h>

#include "exchange/squill-exchange.h"
#include "inferred-fixture.h"
#include "model/squill-authoring.h"
#include "model/squill-model-file.h"
#include "samples/squill-samples.h"

static GPtrArray *
export_model (SquillModel *model)
{
  const SquillExporter *exporter = squill_exporters_find ("mongodump");
  g_autoptr (SquillDesign) design = squill_design_new (model);
  g_autoptr (GHashTable) options = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GError) error = NULL;
  GPtrArray *files;

  g_hash_table_insert (options, (gpointer) "count", (gpointer) "40");
  files = squill_export (exporter, design, NULL, options, NULL, &error);
  g_assert_no_error (error);
  return files;
}

static const SquillExportFile *
find_file (GPtrArray *files, const char *name)
{
  for (guint i = 0; i < files->len; i++)
    if (g_str_equal (((SquillExportFile *)files->pdata[i])->name, name))
      return files->pdata[i];
  g_error ("There is no file %s", name);
}

/* How many documents libbson finds; all bytes are theirs. */
static guint
count_documents (const SquillExportFile *file)
{
  gsize length;
  const guint8 *data = g_bytes_get_data (file->content, &length);
  bson_reader_t *reader = bson_reader_new_from_data (data, length);
  bool eof = false;
  const bson_t *document;
  guint n = 0;

  while ((document = bson_reader_read (reader, &eof)) != NULL)
    {
      g_assert_true (bson_validate (document, BSON_VALIDATE_UTF8, NULL));
      n++;
    }
  g_assert_true (eof);
  bson_reader_destroy (reader);
  return n;
}

static SquillModel *
make_shop (void)
{
  SquillModel *model = squill_model_new ();
  g_autofree char *users = squill_model_add_entity (model, "users", 0, 0);
  g_autofree char *odd = squill_model_add_entity (model, "Odd/Näme +%.x", 0, 0);
  g_autofree char *log = squill_model_add_entity (model, "log", 0, 0);
  g_autofree char *email = squill_model_add_field (model, users, NULL, "email", SQUILL_TYPE_STRING);
  g_autofree char *price = squill_model_add_field (model, odd, NULL, "price", SQUILL_TYPE_DECIMAL);
  g_autofree char *text = squill_model_add_field (model, log, NULL, "text", SQUILL_TYPE_STRING);
  g_autofree char *relationship =
      squill_model_add_relationship (model, users, odd, "odd", SQUILL_PLACEMENT_PARENT_REFERENCE);
  const char *const keys[] = { email, NULL }, *const hows[] = { "-1", NULL };
  g_autofree char *index = squill_model_add_index (model, users, keys, hows);
  g_autoptr (GError) error = NULL;

  squill_model_set (model, email, "required", json_true (), &error);
  g_assert_no_error (error);
  squill_model_set (model, index, "unique", json_true (), &error);
  g_assert_no_error (error);
  squill_model_set (model, log, "capped", json_true (), &error);
  g_assert_no_error (error);
  squill_model_set (model, log, "capped_size", json_integer (65536), &error);
  g_assert_no_error (error);
  return model;
}

static const SquillEntity *
find_entity (SquillModel *model, const char *name)
{
  SQUILL_FOR_EACH_CHILD (SquillEntity, entity, squill_model_get_info (model), SQUILL_KIND_ENTITY)
    if (g_strcmp0 (entity->name, name) == 0)
      return entity;
  g_error ("There is no entity %s", name);
}

static void
write_files (GPtrArray *files, const char *folder)
{
  for (guint i = 0; i < files->len; i++)
    {
      const SquillExportFile *file = files->pdata[i];
      g_autofree char *path = g_build_filename (folder, file->name, NULL);
      g_autoptr (GError) error = NULL;
      gsize length;
      const char *data = g_bytes_get_data (file->content, &length);

      g_file_set_contents (path, data, (gssize)length, &error);
      g_assert_no_error (error);
    }
}

static void
remove_files (GPtrArray *files, const char *folder)
{
  for (guint i = 0; i < files->len; i++)
    {
      g_autofree char *path =
          g_build_filename (folder, ((SquillExportFile *)files->pdata[i])->name, NULL);

      g_assert_cmpint (g_unlink (path), ==, 0);
    }
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

/* What is in the files comes back: names, documents, options, and indexes. */
static void
test_round_trip (void)
{
  g_autoptr (SquillModel) model = make_shop ();
  g_autoptr (GPtrArray) files = export_model (model);
  g_autofree char *folder = g_dir_make_tmp ("squill-XXXXXX", NULL);
  g_autoptr (SquillModel) again = NULL;
  const SquillEntity *users, *log;
  const SquillIndex *index;
  gpointer const *indexes;
  guint n;

  g_assert_cmpuint (files->len, ==, 6);
  g_assert_cmpuint (count_documents (find_file (files, "users.bson")), ==, 40);
  g_assert_cmpuint (count_documents (find_file (files, "Odd%2FN%C3%A4me+%2B%25.x.bson")), ==, 40);
  find_file (files, "Odd%2FN%C3%A4me+%2B%25.x.metadata.json");
  write_files (files, folder);
  again = infer_folder (folder);
  users = find_entity (again, "users");
  log = find_entity (again, "log");
  find_entity (again, "Odd/Näme +%.x");
  g_assert_cmpfloat (users->count.likely, ==, 40);
  indexes = squill_item_get_children (users, SQUILL_KIND_INDEX, &n);
  g_assert_cmpuint (n, ==, 1);
  index = indexes[0];
  g_assert_true (index->unique);
  g_assert_cmpuint (index->keys->len, ==, 1);
  g_assert_true (log->capped);
  g_assert_cmpfloat (log->capped_size, ==, 65536);
  remove_files (files, folder);
}

/* A name that is too long for a file is cut, and stands in the metadata. */
static void
test_long_name (void)
{
  g_autofree char *name = g_strnfill (240, 'x');
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autofree char *entity = squill_model_add_entity (model, name, 0, 0);
  g_autofree char *beginning = g_strnfill (208, 'x');
  g_autofree char *expected =
      g_strconcat (beginning, "%240JZQhSE9633iGdkOnsUXbdx_umM", ".metadata.json", NULL);
  g_autoptr (GPtrArray) files = export_model (model);
  const SquillExportFile *file = files->pdata[0];
  const char *content = g_bytes_get_data (file->content, NULL);

  g_assert_cmpstr (file->name, ==, expected);
  g_assert_nonnull (g_strstr_len (content, (gssize)g_bytes_get_size (file->content), name));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/mongodump/round-trip", test_round_trip);
  g_test_add_func ("/mongodump/long-name", test_long_name);
  return g_test_run ();
}

/* SPDX-License-Identifier: Apache-2.0 */

/* The $jsonSchema of what was read accepts every document that it was read from: of all the real
 * data, and of documents made by chance. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include <bson/bson.h>
#include <glib/gstdio.h>
#include <string.h>

#include "design/squill-design.h"
#include "exchange/squill-schema.h"
#include "export-text.h"
#include "import-text.h"
#include "inferred-fixture.h"
#include "inspect/format/squill-problem.h"
#include "inspect/source/squill-source.h"
#include "model/squill-model-file.h"
#include "picture-geometry.h"
#include "schema-checker.h"

typedef struct
{
  char *folder;
} Fixture;

static void
remove_folder (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      g_unlink (path);
    }
  g_rmdir (folder);
}

static void
set_up (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  fixture->folder = g_dir_make_tmp ("squill-inferred-XXXXXX", &error);
  g_assert_no_error (error);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  remove_folder (fixture->folder);
  g_free (fixture->folder);
}

/* Reads the folder and makes the design of its model. */
static SquillDesign *
infer (Fixture *fixture)
{
  g_autoptr (SquillModel) model = infer_folder (fixture->folder);

  return squill_design_new (model);
}

static const SquillCollection *
find_collection (SquillDesign *design, const char *file)
{
  for (guint i = 0; i < squill_design_get_n_collections (design); i++)
    {
      const SquillCollection *collection = squill_design_get_collection (design, i);
      const SquillEntity *entity =
          squill_model_get_entity (squill_design_get_model (design), collection->entity);
      const char *source = json_string_value (json_object_get (entity->evidence, "source"));

      if (source != NULL && g_str_has_suffix (source, file))
        return collection;
    }
  return NULL;
}

/* @key: (nullable): under which it stands in a map. */
static void
check_document (
    const bson_t *schema, const bson_t *document, const char *key, const char *file, guint64 number)
{
  g_autofree char *wrong = NULL;
  bson_t stored = BSON_INITIALIZER;
  bson_iter_t iter;
  bson_oid_t id;

  /* What is stored has an _id, whether the file has it or not. */
  if (bson_iter_init_find (&iter, document, "_id"))
    {
      g_assert_null (key);
    }
  else if (key != NULL)
    {
      bson_append_utf8 (&stored, "_id", -1, key, -1);
    }
  else
    {
      bson_oid_init_from_string (&id, "0123456789abcdef01234567");
      bson_append_oid (&stored, "_id", -1, &id);
    }
  bson_concat (&stored, document);
  wrong = schema_check (schema, &stored);
  if (wrong != NULL)
    {
      char *text = bson_as_canonical_extended_json (&stored, NULL);
      char *rules = bson_as_canonical_extended_json (schema, NULL);

      g_printerr ("%.20000s\n%.20000s\n", text, rules);
      g_error ("%s, document %" G_GUINT64_FORMAT ": %s", file, number, wrong);
    }
  bson_destroy (&stored);
}

/* A document whose names are data is a map of what the collection holds. */
static void
check_values (const bson_t *schema, const bson_t *document, const char *file)
{
  bson_iter_t iter;
  guint64 number = 0;

  g_assert_true (bson_iter_init (&iter, document));
  while (bson_iter_next (&iter))
    {
      const guint8 *bytes;
      guint32 length;
      bson_t value;

      if (!BSON_ITER_HOLDS_DOCUMENT (&iter))
        continue;
      bson_iter_document (&iter, &length, &bytes);
      g_assert_true (bson_init_static (&value, bytes, length));
      check_document (schema, &value, bson_iter_key (&iter), file, number++);
    }
}

static guint64
check_file (SquillDesign *design, const char *folder, const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (SquillProblemList) problems = squill_problem_list_new ();
  g_autoptr (SquillSource) source = NULL;
  g_autoptr (GError) error = NULL;
  const SquillCollection *collection = find_collection (design, name);
  const SquillEntity *entity;
  const guint8 *bytes;
  gsize length;
  guint64 documents = 0;
  g_autofree char *fault = NULL;
  bson_t *schema;

  /* Nothing could be read of it. */
  if (collection == NULL)
    return 0;
  entity = squill_model_get_entity (squill_design_get_model (design), collection->entity);
  schema = squill_schema_new_validator (design, collection, NULL);
  fault = schema_find_fault (schema);
  if (fault != NULL)
    g_error ("%s: %s", name, fault);
  squill_problem_list_begin_file (problems, name);
  source = squill_source_open (file, name, problems, NULL, &error);
  g_assert_no_error (error);
  while (squill_source_next (source, &bytes, &length, NULL, &error))
    {
      bson_t document;

      /* What is damaged within is read as far as it goes. */
      if (!bson_init_static (&document, bytes, length) ||
          !bson_validate (&document, BSON_VALIDATE_NONE, NULL))
        continue;
      if (json_object_get (entity->evidence, "path") != NULL)
        check_values (schema, &document, name);
      else
        check_document (schema, &document, NULL, name, documents);
      documents++;
    }
  squill_problem_list_end_file (problems);
  bson_destroy (schema);
  return documents;
}

static void
check_folder (Fixture *fixture, gboolean with_picture)
{
  g_autoptr (SquillDesign) design = infer (fixture);
  g_autoptr (GDir) dir = g_dir_open (fixture->folder, 0, NULL);
  guint64 documents = 0;
  const char *name;

  while ((name = g_dir_read_name (dir)) != NULL)
    if (strstr (name, ".metadata.json") == NULL)
      documents += check_file (design, fixture->folder, name);
  g_assert_cmpuint (documents, >, 0);
  g_test_message ("%" G_GUINT64_FORMAT " documents", documents);
  if (with_picture)
    {
      g_autofree char *svg = export_text (squill_design_get_model (design), "svg", NULL, NULL);

      check_picture_geometry (svg, fixture->folder);
    }
}

/* The real data. */

static void
test_dataset (Fixture *fixture, gconstpointer data)
{
  const char *root = g_getenv ("SQUILL_DATASETS");
  g_autofree char *source =
      root != NULL && *root != '\0' ? g_build_filename (root, data, NULL) : NULL;

  if (source == NULL || !copy_dataset (source, fixture->folder))
    {
      g_test_skip ("the real data of SQUILL_DATASETS, or xz, is not here");
      return;
    }
  check_folder (fixture, TRUE);
}

/* Documents by chance: few names and all types, so that everything meets everything. */

static void append_value (GRand *random, bson_t *around, const char *name, guint level);

static void
fill_document (GRand *random, bson_t *document, guint level)
{
  static const char *const names[] = { "a", "b", "c", "d", "a.b", "$e", "x y", "" };
  const gboolean is_map = g_rand_int_range (random, 0, 6) == 0;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      /* No name twice: of those only one is looked at. */
      g_autofree char *key =
          g_strdup_printf ("%u", 1000 * (i + 1) + g_rand_int_range (random, 0, 1000));

      if (g_rand_boolean (random))
        append_value (random, document, is_map ? key : names[i], level);
    }
}

static void
append_value (GRand *random, bson_t *around, const char *name, guint level)
{
  bson_t inner;
  bson_oid_t id;
  bson_decimal128_t decimal;
  int n;

  switch (g_rand_int_range (random, 0, level == 0 ? 13 : 18))
    {
    case 0:
      bson_append_double (around, name, -1, g_rand_double_range (random, -5, 5));
      break;
    case 1:
      bson_append_int32 (around, name, -1, g_rand_int_range (random, -3, 3));
      break;
    case 2:
      bson_append_int64 (around, name, -1, (gint64)1 << g_rand_int_range (random, 0, 60));
      break;
    case 3:
      bson_decimal128_from_string ("1.50", &decimal);
      bson_append_decimal128 (around, name, -1, &decimal);
      break;
    case 4:
      bson_append_utf8 (around, name, -1, g_rand_boolean (random) ? "word" : "", -1);
      break;
    case 5:
      bson_append_bool (around, name, -1, g_rand_boolean (random));
      break;
    case 6:
      bson_append_null (around, name, -1);
      break;
    case 7:
      bson_append_date_time (around, name, -1, (gint64)g_rand_int (random) * 1000);
      break;
    case 8:
      bson_oid_init_from_string (&id, "0123456789abcdef01234567");
      bson_append_oid (around, name, -1, &id);
      break;
    case 9:
      bson_append_binary (around, name, -1, g_rand_boolean (random) ? 0 : 4,
                          (const guint8 *)"0123456789abcdef", 16);
      break;
    case 10:
      bson_append_regex (around, name, -1, "a", "i");
      break;
    case 11:
      bson_append_undefined (around, name, -1);
      break;
    case 12:
      bson_append_double (around, name, -1, g_rand_boolean (random) ? NAN : 3);
      break;
    case 13:
    case 14:
      bson_append_document_begin (around, name, -1, &inner);
      fill_document (random, &inner, level - 1);
      bson_append_document_end (around, &inner);
      break;
    default:
      n = g_rand_int_range (random, 0, 4);
      bson_append_array_begin (around, name, -1, &inner);
      for (int i = 0; i < n; i++)
        {
          char key[8];

          g_snprintf (key, sizeof key, "%d", i);
          /* Often all of one kind. */
          if (g_rand_boolean (random))
            append_value (random, &inner, key, level - 1);
          else
            {
              bson_t element;

              bson_append_document_begin (&inner, key, -1, &element);
              fill_document (random, &element, level - 1);
              bson_append_document_end (&inner, &element);
            }
        }
      bson_append_array_end (around, &inner);
      break;
    }
}

static void
test_by_chance (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (5);

  for (guint round = 0; round < 150; round++)
    {
      g_autoptr (GByteArray) bytes = g_byte_array_new ();
      g_autofree char *path = g_build_filename (fixture->folder, "things.bson", NULL);
      g_autoptr (GError) error = NULL;
      guint documents = (guint)g_rand_int_range (random, 1, 30);

      for (guint i = 0; i < documents; i++)
        {
          bson_t document = BSON_INITIALIZER;

          bson_append_int32 (&document, "_id", -1, (gint32)i);
          fill_document (random, &document, (guint)g_rand_int_range (random, 0, 4));
          g_byte_array_append (bytes, bson_get_data (&document), document.len);
          bson_destroy (&document);
        }
      g_file_set_contents (path, (const char *)bytes->data, (gssize)bytes->len, &error);
      g_assert_no_error (error);
      check_folder (fixture, FALSE);
    }
}

/* Documents that are all alike, and a few by chance among them. */
static void
test_few_by_chance (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (7);
  g_autoptr (GRand) same = g_rand_new ();

  for (guint round = 0; round < 150; round++)
    {
      g_autoptr (GByteArray) bytes = g_byte_array_new ();
      g_autofree char *path = g_build_filename (fixture->folder, "things.bson", NULL);
      g_autoptr (GError) error = NULL;
      guint documents = (guint)g_rand_int_range (random, 60, 300);
      guint level = (guint)g_rand_int_range (random, 1, 4);

      for (guint i = 0; i < documents; i++)
        {
          bson_t document = BSON_INITIALIZER;

          bson_append_int32 (&document, "_id", -1, (gint32)i);
          g_rand_set_seed (same, round);
          if (i % 97 == 50)
            fill_document (random, &document, (guint)g_rand_int_range (random, 0, 4));
          else
            fill_document (same, &document, level);
          g_byte_array_append (bytes, bson_get_data (&document), document.len);
          bson_destroy (&document);
        }
      g_file_set_contents (path, (const char *)bytes->data, (gssize)bytes->len, &error);
      g_assert_no_error (error);
      check_folder (fixture, FALSE);
    }
}

/* What is looked for in pictures is found. */
static void
test_faults (void)
{
  guint n_outside;

  g_assert_cmpuint (
      count_picture_faults (
          "<svg viewBox=\"-10 -10 220 120\">"
          "<g class=\"line\"><text x=\"20\" y=\"12\" font-size=\"10\" text-anchor=\"middle\" "
          "textLength=\"24\">1..2</text>"
          "<text x=\"205\" y=\"50\" font-size=\"10\" textLength=\"30\">1..many</text></g>"
          "<g class=\"card\"><g transform=\"translate(30,0)\">"
          "<rect x=\"-4\" y=\"-4\" width=\"100\" height=\"100\" fill-opacity=\"0.1\"/>"
          "<rect x=\"0\" y=\"0\" width=\"80\" height=\"90\"/>"
          "<text x=\"4\" y=\"95\" font-size=\"10\" textLength=\"30\">field</text></g></g></svg>",
          "a picture with faults", &n_outside),
      ==, 1);
  g_assert_cmpuint (n_outside, ==, 1);
}

static void
check_example (SquillModel *model, const char *name, gpointer data)
{
  g_autofree char *svg = export_text (model, "svg", NULL, NULL);

  check_picture_geometry (svg, name);
}

/* Inferred models have the widest numbers; examples have what people draw. */
static void
test_pictures (void)
{
  g_assert_cmpuint (foreach_example (check_example, NULL), >, 10);
}

int
main (int argc, char *argv[])
{
  static const char *const folders[] = {
    "airports",
    "atlas-sample/dump/sample_analytics",
    "atlas-sample/dump/sample_geospatial",
    "atlas-sample/dump/sample_mflix",
    "atlas-sample/dump/sample_training",
    "atlas-sample/json/sample_analytics",
    "atlas-sample/json/sample_mflix",
    "dbkoda/OrderExample",
    "dbkoda/SampleCollections",
    "docs-assets-geospatial",
    "docs-assets-primer",
    "mime-db",
    "mongo-tools-testdata/bsondump",
    "mongodb-json-files",
    "simdjson-data",
  };

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (folders); i++)
    {
      g_autofree char *path = g_strconcat ("/exchange/inferred/", folders[i], NULL);

      g_test_add (path, Fixture, folders[i], set_up, test_dataset, tear_down);
    }
  g_test_add_func ("/exchange/inferred/faults-of-pictures", test_faults);
  g_test_add_func ("/exchange/inferred/pictures-of-examples", test_pictures);
  g_test_add ("/exchange/inferred/by-chance", Fixture, NULL, set_up, test_by_chance, tear_down);
  g_test_add ("/exchange/inferred/few-by-chance", Fixture, NULL, set_up, test_few_by_chance,
              tear_down);
  return g_test_run ();
}

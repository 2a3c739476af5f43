/* SPDX-License-Identifier: Apache-2.0 */

/* How fast documents are read into a profile by one processor, and how much memory that takes. The
 * reference is a bare walk of libbson's iterator over every element of the same bytes, in the same
 * run; where node and npm are to be had, also the npm package mongodb-schema. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include "inspect-data.h"
#include "inspect/profile/squill-profile.h"
#include "inspect/squill-inspect.h"

#include <bson/bson.h>
#include <glib/gstdio.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define ROUNDS 5
#define DATA_BYTES ((gsize)48 << 20)
/* A JavaScript program is measured on less, or it would never end. */
#define SCHEMA_BYTES ((gsize)2 << 20)

typedef struct
{
  InspectData kind;
  GByteArray *documents;
  guint n_documents;
  char *bson_path;
  char *json_path;
  gsize json_bytes;
} Data;

typedef double (*Measure) (const Data *data);

static volatile guint64 sink;

static int
compare (const void *a, const void *b)
{
  double x = *(const double *)a, y = *(const double *)b;

  return x < y ? -1 : x > y;
}

static double
median (double *values, guint n)
{
  qsort (values, n, sizeof *values, compare);
  return values[n / 2];
}

/* The processor's time that this process took so far, of all its threads: what else runs on the
 * machine does not count. */
static double
get_seconds (void)
{
  struct timespec now;

  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static guint64
walk (bson_iter_t *iter)
{
  guint64 elements = 0;

  while (bson_iter_next (iter))
    {
      bson_iter_t child;

      elements++;
      if ((BSON_ITER_HOLDS_DOCUMENT (iter) || BSON_ITER_HOLDS_ARRAY (iter)) &&
          bson_iter_recurse (iter, &child))
        elements += walk (&child);
    }
  return elements;
}

static gsize
document_length (const guint8 *at)
{
  return (gsize)squill_bson_read_int32 (at);
}

static double
measure_iter (const Data *data)
{
  const double start = get_seconds ();

  for (gsize at = 0; at < data->documents->len; at += document_length (data->documents->data + at))
    {
      bson_t document;
      bson_iter_t iter;

      if (bson_init_static (&document, data->documents->data + at,
                            document_length (data->documents->data + at)) &&
          bson_iter_init (&iter, &document))
        sink += walk (&iter);
    }
  return get_seconds () - start;
}

static double
measure_check (const Data *data)
{
  const double start = get_seconds ();

  for (gsize at = 0; at < data->documents->len; at += document_length (data->documents->data + at))
    {
      const guint8 *document = data->documents->data + at;
      gsize length = document_length (document), bad_text, bad;
      g_autofree char *reason = NULL;

      g_assert_true (squill_bson_check (document, length, &bad_text, &bad, &reason));
      g_assert_cmpuint (bad_text, ==, SQUILL_BSON_TEXT_VALID);
    }
  return get_seconds () - start;
}

static double
measure_profile (const Data *data)
{
  const double start = get_seconds ();
  g_autoptr (SquillCollectionProfile) collection = squill_collection_profile_new ("c", NULL, "c");

  for (gsize at = 0; at < data->documents->len; at += document_length (data->documents->data + at))
    {
      const guint8 *document = data->documents->data + at;

      squill_collection_profile_add (collection, document, document_length (document), TRUE);
    }
  squill_collection_profile_finish (collection);
  return get_seconds () - start;
}

static double
measure_file (const char *path, guint threads)
{
  const char *const sources[] = { path, NULL };
  SquillInspectOptions options = SQUILL_INSPECT_OPTIONS_INIT;
  const double start = get_seconds ();
  g_autoptr (GError) error = NULL;
  g_autoptr (SquillProfile) profile = NULL;

  options.threads = threads;
  profile = squill_inspect_sync (sources, &options, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  return get_seconds () - start;
}

static double
measure_bson (const Data *data)
{
  return measure_file (data->bson_path, 1);
}

static double
measure_json (const Data *data)
{
  return measure_file (data->json_path, 1);
}

static void
data_make (Data *data, InspectData kind, gsize bytes, const char *folder)
{
  g_autofree char *bson_name = g_strdup_printf ("data%d.bson", kind);
  g_autofree char *json_name = g_strdup_printf ("data%d.ndjson", kind);
  g_autoptr (GString) json = g_string_new (NULL);

  data->kind = kind;
  data->documents = inspect_data_make (kind, bytes, &data->n_documents);
  data->bson_path = g_build_filename (folder, bson_name, NULL);
  data->json_path = g_build_filename (folder, json_name, NULL);
  for (gsize at = 0; at < data->documents->len; at += document_length (data->documents->data + at))
    {
      bson_t document;
      char *text;

      g_assert_true (bson_init_static (&document, data->documents->data + at,
                                       document_length (data->documents->data + at)));
      text = bson_as_relaxed_extended_json (&document, NULL);
      g_string_append (json, text);
      g_string_append_c (json, '\n');
      bson_free (text);
    }
  data->json_bytes = json->len;
  g_assert_true (g_file_set_contents (data->bson_path, (const char *)data->documents->data,
                                      (gssize)data->documents->len, NULL));
  g_assert_true (g_file_set_contents (data->json_path, json->str, (gssize)json->len, NULL));
}

static void
data_clear (Data *data)
{
  g_unlink (data->bson_path);
  g_unlink (data->json_path);
  g_byte_array_unref (data->documents);
  g_free (data->bson_path);
  g_free (data->json_path);
}

static guint64
peak_kilobytes (void)
{
  g_autofree char *status = NULL;
  const char *line;

  if (!g_file_get_contents ("/proc/self/status", &status, NULL, NULL) ||
      (line = strstr (status, "VmHWM:")) == NULL)
    return 0;
  return g_ascii_strtoull (line + strlen ("VmHWM:"), NULL, 10);
}

/* In a process of its own: prints what reading a file added to the most memory it ever took. */
static int
run_memory (const char *path)
{
  guint64 before = peak_kilobytes ();

  measure_file (path, 0);
  g_print ("%" G_GUINT64_FORMAT "\n", peak_kilobytes () - before);
  return 0;
}

static double
measure_memory (const char *program, const char *path)
{
  const char *const argv[] = { program, "--memory", path, NULL };
  g_autofree char *output = NULL;
  g_autoptr (GError) error = NULL;

  g_spawn_sync (NULL, (char **)argv, NULL, G_SPAWN_DEFAULT, NULL, NULL, &output, NULL, NULL,
                &error);
  g_assert_no_error (error);
  return (double)g_ascii_strtoull (output, NULL, 10) / 1024;
}

/* The folder where npm keeps mongodb-schema; NULL where it is not to be had. */
static char *
get_schema_folder (void)
{
  g_autofree char *folder = g_strdup (g_getenv ("SQUILL_BENCH_NODE"));
  g_autofree char *npm = g_find_program_in_path ("npm");
  g_autofree char *node = g_find_program_in_path ("node");
  g_autofree char *package = NULL;

  if (folder == NULL)
    folder = g_build_filename (g_get_user_cache_dir (), "squill-bench", NULL);
  package = g_build_filename (folder, "node_modules", "mongodb-schema", NULL);
  if (npm == NULL || node == NULL)
    {
      g_print ("mongodb-schema: skipped, node and npm are not installed\n");
      return NULL;
    }
  if (!g_file_test (package, G_FILE_TEST_IS_DIR))
    {
      const char *const argv[] = { npm,          "install",          "--silent",
                                   "--no-audit", "--no-fund",        "--prefix",
                                   folder,       "mongodb-schema",   "bson",
                                   "mongodb",    "--ignore-scripts", NULL };
      int status = 0;

      g_mkdir_with_parents (folder, 0700);
      if (!g_spawn_sync (NULL, (char **)argv, NULL, G_SPAWN_DEFAULT, NULL, NULL, NULL, NULL,
                         &status, NULL) ||
          status != 0)
        {
          g_print ("mongodb-schema: skipped, npm could not install it\n");
          return NULL;
        }
    }
  return g_steal_pointer (&folder);
}

/* Seconds of the processor that mongodb-schema takes for the file, reading it as the program does:
 * document by document; below zero where it fails. */
static double
measure_schema (const char *folder, const char *path)
{
  static const char script[] =
      "const fs = require('fs');\n"
      "const { deserialize } = require('bson');\n"
      "const { parseSchema } = require('mongodb-schema');\n"
      "function* documents(bytes) {\n"
      "  for (let at = 0; at < bytes.length;) {\n"
      "    const length = bytes.readInt32LE(at);\n"
      "    yield deserialize(bytes.subarray(at, at + length), { promoteValues: false });\n"
      "    at += length;\n"
      "  }\n"
      "}\n"
      "const bytes = fs.readFileSync(process.argv[2]);\n"
      "const start = process.cpuUsage();\n"
      "parseSchema(require('stream').Readable.from(documents(bytes)),\n"
      "            { storedValuesLengthLimit: 100 }).then(() =>\n"
      "  {\n"
      "    const used = process.cpuUsage(start);\n"
      "    console.log((used.user + used.system) / 1e6);\n"
      "  });\n";
  g_autofree char *file = g_build_filename (folder, "measure.cjs", NULL);
  const char *const argv[] = { "node", file, path, NULL };
  g_autofree char *output = NULL;
  int status = 0;

  if (!g_file_set_contents (file, script, -1, NULL) ||
      !g_spawn_sync (NULL, (char **)argv, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, &output, NULL,
                     &status, NULL) ||
      status != 0)
    return -1;
  return g_ascii_strtod (output, NULL);
}

static void
report (const char *what, double bytes, double seconds, double reference)
{
  g_print ("  %-34s %8.1f MB/s  %6.2f × the time of bson_iter per byte\n", what,
           bytes / seconds / 1e6, (seconds / bytes) / reference);
}

static void
bench (InspectData kind, const char *program, const char *folder, const char *schema_folder)
{
  static const Measure measures[] = { measure_iter, measure_check, measure_profile, measure_bson,
                                      measure_json };
  static const char *const names[] = { "bson_iter, every element", "check of lengths and text",
                                       "profile of sound documents", "a .bson file, all decided",
                                       "NDJSON, all decided" };
  double seconds[G_N_ELEMENTS (measures)][ROUNDS];
  double reference;
  Data data;

  data_make (&data, kind, DATA_BYTES, folder);
  g_print ("%s: %u documents of %.0f bytes\n", inspect_data_get_name (kind), data.n_documents,
           (double)data.documents->len / data.n_documents);
  for (guint round = 0; round < ROUNDS; round++)
    for (guint i = 0; i < G_N_ELEMENTS (measures); i++)
      seconds[i][round] = measures[i](&data);
  reference = median (seconds[0], ROUNDS) / (double)data.documents->len;
  for (guint i = 0; i < G_N_ELEMENTS (measures); i++)
    report (names[i], (double)(measures[i] == measure_json ? data.json_bytes : data.documents->len),
            median (seconds[i], ROUNDS), reference);
  g_print ("  %-34s %8.1f MiB\n", "peak memory, .bson file",
           measure_memory (program, data.bson_path));
  data_clear (&data);

  if (schema_folder != NULL)
    {
      double schema, own;

      data_make (&data, kind, SCHEMA_BYTES, folder);
      schema = measure_schema (schema_folder, data.bson_path);
      own = measure_bson (&data);
      if (schema > 0)
        {
          report ("mongodb-schema, on a part", (double)data.documents->len, schema, reference);
          g_print ("  %-34s %8.1f × the time of this, same part\n", "mongodb-schema", schema / own);
        }
      else
        {
          g_print ("  mongodb-schema: skipped, it failed\n");
        }
      data_clear (&data);
    }
}

int
main (int argc, char **argv)
{
  g_autofree char *folder = NULL;
  g_autofree char *schema_folder = NULL;
  g_autoptr (GError) error = NULL;

  setlocale (LC_ALL, "");
  if (argc == 3 && g_str_equal (argv[1], "--memory"))
    return run_memory (argv[2]);

  folder = g_dir_make_tmp ("squill-bench-XXXXXX", &error);
  g_assert_no_error (error);
  if (argc < 2 || !g_str_equal (argv[1], "--own"))
    schema_folder = get_schema_folder ();
  for (guint kind = 0; kind < N_INSPECT_DATA; kind++)
    bench (kind, argv[0], folder, schema_folder);
  g_rmdir (folder);
  return 0;
}

/* SPDX-License-Identifier: Apache-2.0 */

/* Formats, options, and files. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include <gio/gio.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>

#include "design-fixture.h"
#include "exchange/squill-exchange.h"
#include "model/squill-authoring.h"
#include "model/squill-view.h"

static SquillModel *
draw_model (void)
{
  SquillModel *model = squill_model_new ();

  change (model, SQUILL_MODEL_ID, "name", "'a shop'");
  draw_entity (model, "customer");
  draw_field (model, "customer", "name", "string");
  draw_field (model, "customer", "visits", "long");
  draw_entity (model, "order");
  draw_relationship (model, "orders", "customer", "order", "parent-reference", "0..5..*", "1");
  return model;
}

static GPtrArray *
export_with (
    SquillModel *model, const char *format, const char *name, const char *value, GError **error)
{
  g_autoptr (SquillDesign) design = squill_design_new (model);
  g_autoptr (GHashTable) options = g_hash_table_new (g_str_hash, g_str_equal);

  if (name != NULL)
    g_hash_table_insert (options, (gpointer)name, (gpointer)value);
  return squill_export (squill_exporters_find (format), design, NULL, options, NULL, error);
}

static const SquillExportOption *
find_option (const SquillExporter *exporter, const char *name)
{
  for (const SquillExportOption *option = exporter->options; option->name != NULL; option++)
    if (g_str_equal (option->name, name))
      return option;
  return NULL;
}

/* What a dialog suggests and what the description says are values that it takes. */
static void
check_option (const SquillExporter *exporter, const SquillExportOption *option)
{
  g_autofree char *values = squill_export_option_describe (option);

  g_assert_true (find_option (exporter, option->name) == option);
  g_assert_cmpuint (strlen (option->description), >, 0);
  g_assert_cmpuint (strlen (values), >, 0);
  g_assert_cmpint (option->kind == SQUILL_EXPORT_OPTION_CHOICE, ==, option->choices != NULL);
  if (option->kind == SQUILL_EXPORT_OPTION_NUMBER)
    g_assert_cmpfloat (option->min, <, option->max);
  if (option->kind == SQUILL_EXPORT_OPTION_NUMBER && option->title != NULL)
    g_assert_true (option->suggested >= option->min && option->suggested <= option->max);
  for (guint i = 0; option->choices != NULL && i <= (guint)option->suggested; i++)
    g_assert_nonnull (option->choices[i].name);
  for (guint i = 0; option->choices != NULL && option->choices[i].name != NULL; i++)
    g_assert_nonnull (strstr (values, option->choices[i].name));
}

static void
test_catalog (void)
{
  static const char *const promised[] = { "svg",     "pdf",       "png",         "mongosh",
                                          "queries", "validator", "json-schema", "samples" };
  guint n;
  const SquillExporter *all = squill_exporters_get (&n);

  for (guint i = 0; i < G_N_ELEMENTS (promised); i++)
    g_assert_nonnull (squill_exporters_find (promised[i]));
  for (guint i = 0; i < n; i++)
    {
      /* The first of that id, so no two have the same. */
      g_assert_true (squill_exporters_find (all[i].id) == &all[i]);
      g_assert_cmpuint (strlen (all[i].title), >, 0);
      g_assert_cmpuint (strlen (all[i].description), >, 0);
      g_assert_cmpuint (strlen (all[i].extension), >, 0);
      g_assert_nonnull (strchr (all[i].mime_type, '/'));
      g_assert_nonnull (all[i].function);
      for (const SquillExportOption *option = all[i].options; option->name != NULL; option++)
        check_option (&all[i], option);
    }
  g_assert_null (squill_exporters_find ("docx"));
}

/* Every format, twice: the same bytes. */
static void
test_deterministic (void)
{
  guint n;
  const SquillExporter *all = squill_exporters_get (&n);

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (SquillModel) model = draw_model ();
      g_autoptr (GError) error = NULL;
      gboolean has_seed = find_option (&all[i], "seed") != NULL;
      const char *name = has_seed ? "seed" : NULL, *value = has_seed ? "3" : NULL;
      g_autoptr (GPtrArray) first = export_with (model, all[i].id, name, value, &error);
      g_autoptr (GPtrArray) second = NULL;
      g_autoptr (GHashTable) stems = g_hash_table_new (g_str_hash, g_str_equal);

      g_assert_no_error (error);
      second = export_with (model, all[i].id, name, value, &error);
      g_assert_no_error (error);
      for (guint j = 0; j < first->len; j++)
        g_hash_table_add (stems, ((SquillExportFile *)first->pdata[j])->stem);
      g_assert_cmpuint (g_hash_table_size (stems), ==, all[i].many_files ? 2 : 1);
      g_assert_cmpuint (second->len, ==, first->len);
      for (guint j = 0; j < first->len; j++)
        {
          const SquillExportFile *one = g_ptr_array_index (first, j);
          const SquillExportFile *other = g_ptr_array_index (second, j);

          g_assert_cmpstr (one->name, ==, other->name);
          /* A dump has its options beside the documents. */
          g_assert_true (g_str_has_suffix (one->name, all[i].extension) ||
                         g_str_has_suffix (one->name, ".metadata.json"));
          g_assert_cmpuint (g_bytes_get_size (one->content), >, 0);
          /* A PDF says when it was made. */
          if (!g_str_equal (all[i].id, "pdf"))
            g_assert_true (g_bytes_equal (one->content, other->content));
          if (all[i].text)
            g_assert_true (g_utf8_validate (g_bytes_get_data (one->content, NULL),
                                            g_bytes_get_size (one->content), NULL));
        }
    }
}

static void
test_samples (void)
{
  g_autoptr (SquillModel) model = draw_model ();
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) usual = NULL;
  g_autoptr (GPtrArray) two = NULL;
  g_autoptr (GPtrArray) canonical = NULL;
  const SquillExportFile *file;
  g_auto (GStrv) lines = NULL;
  g_autofree char *text = NULL;

  change (model, "customer", "count", "{'min':1,'likely':30,'max':40}");
  usual = export_with (model, "samples", NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (usual->len, ==, 2);
  file = g_ptr_array_index (usual, 0);
  g_assert_cmpstr (file->name, ==, "customer.ndjson");
  text = g_strndup (g_bytes_get_data (file->content, NULL), g_bytes_get_size (file->content));
  lines = g_strsplit (text, "\n", -1);
  /* All that there are. */
  g_assert_cmpuint (g_strv_length (lines), ==, 31);
  g_assert_cmpstr (lines[30], ==, "");
  g_assert_null (strstr (lines[0], "$numberLong"));

  two = export_with (model, "samples", "count", "2", &error);
  g_assert_no_error (error);
  file = g_ptr_array_index (two, 1);
  g_assert_cmpstr (file->name, ==, "order.ndjson");
  canonical = export_with (model, "samples", "style", "canonical", &error);
  g_assert_no_error (error);
  file = g_ptr_array_index (canonical, 0);
  g_assert_nonnull (g_strstr_len (g_bytes_get_data (file->content, NULL),
                                  g_bytes_get_size (file->content),
                                  "\"visits\":{\"$numberLong\":\""));
}

/* Large documents are fewer, where nobody asked for a number. */
/* The customers whose orders are among few sample documents are among them, too. */
static void
test_few_samples (void)
{
  g_autoptr (SquillModel) model = draw_model ();
  g_autoptr (GHashTable) keys = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GPtrArray) files = NULL;
  g_autoptr (GError) error = NULL;
  guint n_orders = 0;

  draw_count (model, "customer", 1000);
  draw_count (model, "order", 1000);
  change (model, "orders", "children", "{'min':0}");
  files = export_with (model, "samples", "count", "7", &error);
  g_assert_no_error (error);
  g_assert_cmpuint (files->len, ==, 2);
  for (guint i = 0; i < files->len; i++)
    {
      const SquillExportFile *file = files->pdata[i];
      g_autofree char *text =
          g_strndup (g_bytes_get_data (file->content, NULL), g_bytes_get_size (file->content));
      g_auto (GStrv) lines = g_strsplit (g_strchomp (text), "\n", -1);

      g_assert_cmpuint (g_strv_length (lines), ==, 7);
      for (guint j = 0; lines[j] != NULL; j++)
        {
          json_auto_t *document = json_loads (lines[j], 0, NULL);
          json_t *customer = json_object_get (document, "customer");
          char *key = json_dumps (customer != NULL ? customer : json_object_get (document, "_id"),
                                  JSON_ENCODE_ANY);

          if (customer == NULL)
            g_hash_table_add (keys, key);
          else
            {
              g_assert_true (g_hash_table_contains (keys, key));
              n_orders++;
              g_free (key);
            }
        }
    }
  g_assert_cmpuint (n_orders, ==, 7);
}

static void
test_large_samples (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) files = NULL;
  const SquillExportFile *file;

  draw_entity (model, "e");
  draw_field (model, "e", "text", "string:4000000");
  files = export_with (model, "samples", NULL, NULL, &error);
  g_assert_no_error (error);
  file = g_ptr_array_index (files, 0);
  g_assert_cmpuint (g_bytes_get_size (file->content), >, 4000000);
  g_assert_cmpuint (g_bytes_get_size (file->content), <, 20000000);
}

static void
test_options (void)
{
  static const struct
  {
    const char *format;
    const char *name;
    const char *value;
    int code; /* -1: it is fine */
  } cases[] = {
    { "mongosh", "count", "-1", SQUILL_EXCHANGE_ERROR_OPTION },
    { "mongosh", "count", "many", SQUILL_EXCHANGE_ERROR_OPTION },
    { "mongosh", "count", "", SQUILL_EXCHANGE_ERROR_OPTION },
    { "mongosh", "count", "100001", SQUILL_EXCHANGE_ERROR_OPTION },
    { "mongosh", "mode", "destroy", SQUILL_EXCHANGE_ERROR_OPTION },
    { "mongosh", "collection", "none", SQUILL_EXCHANGE_ERROR_NOT_FOUND },
    { "validator", "collection", "none", SQUILL_EXCHANGE_ERROR_NOT_FOUND },
    { "json-schema", "collection", "order", -1 },
    { "samples", "style", "mongosh", SQUILL_EXCHANGE_ERROR_OPTION },
    { "samples", "seed", "1.5e400", SQUILL_EXCHANGE_ERROR_OPTION },
    { "samples", "count", "0", -1 },
    { "svg", "palette", "pink", SQUILL_EXCHANGE_ERROR_OPTION },
    { "svg", "seed", "1", SQUILL_EXCHANGE_ERROR_OPTION },
    { "validator", "", "1", SQUILL_EXCHANGE_ERROR_OPTION },
    { "png", "scale", "0", SQUILL_EXCHANGE_ERROR_OPTION },
    { "svg", "palette", "dark", -1 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (SquillModel) model = draw_model ();
      g_autoptr (GError) error = NULL;
      g_autoptr (GPtrArray) files =
          export_with (model, cases[i].format, cases[i].name, cases[i].value, &error);

      if (cases[i].code < 0)
        {
          g_assert_no_error (error);
          g_assert_nonnull (files);
        }
      else
        {
          g_assert_error (error, SQUILL_EXCHANGE_ERROR, cases[i].code);
          g_assert_null (files);
        }
    }
}

static void
test_cancelled (void)
{
  g_autoptr (SquillModel) model = draw_model ();
  g_autoptr (SquillDesign) design = squill_design_new (model);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancellable);
  g_assert_null (
      squill_export (squill_exporters_find ("samples"), design, NULL, NULL, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

static void
remove_folder (const char *path)
{
  g_autoptr (GDir) folder = g_dir_open (path, 0, NULL);
  const char *name;

  while (folder != NULL && (name = g_dir_read_name (folder)) != NULL)
    {
      g_autofree char *child = g_build_filename (path, name, NULL);

      g_remove (child);
    }
  g_rmdir (path);
}

/* Names of collections are not trusted with where files go. */
static void
test_write (void)
{
  static const struct
  {
    const char *name;
    const char *file;
  } names[] = {
    { "plain", "plain.validator.json" },
    { "a/b", "a%2Fb.validator.json" },
    { "../../etc/x", "%2E.%2F..%2Fetc%2Fx.validator.json" },
    { ".hidden", "%2Ehidden.validator.json" },
    { "Plain", "Plain-2.validator.json" },
    { "a:b|c", "a%3Ab%7Cc.validator.json" },
    { "änd", "änd.validator.json" },
    { "%2F", "%252F.validator.json" },
    { "new\nline", "new%0Aline.validator.json" },
  };
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (GPtrArray) files = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *path = g_dir_make_tmp ("squill-XXXXXX", &error);
  g_autofree char *deeper = NULL;
  g_autofree char *long_name = g_strnfill (600, 'x');
  g_autoptr (GFile) folder = NULL;
  const SquillExporter *exporter = squill_exporters_find ("validator");

  g_assert_no_error (error);
  for (guint i = 0; i < G_N_ELEMENTS (names) + 1; i++)
    {
      g_autofree char *id = g_strdup_printf ("e%u", i);

      draw_entity (model, id);
      squill_model_set (model, id, "name",
                        json_string (i < G_N_ELEMENTS (names) ? names[i].name : long_name), &error);
      g_assert_no_error (error);
    }
  files = export_with (model, "validator", NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (files->len, ==, G_N_ELEMENTS (names) + 1);

  deeper = g_build_filename (path, "into", NULL);
  folder = g_file_new_for_path (deeper);
  for (guint round = 0; round < 2; round++)
    {
      squill_export_write (files, exporter, folder, NULL, &error);
      g_assert_no_error (error);
    }
  for (guint i = 0; i < files->len; i++)
    {
      const SquillExportFile *file = g_ptr_array_index (files, i);
      g_autofree char *written = g_build_filename (deeper, file->name, NULL);
      g_autofree char *content = NULL;
      gsize length;

      if (i < G_N_ELEMENTS (names))
        g_assert_cmpstr (file->name, ==, names[i].file);
      g_assert_cmpuint (strlen (file->name), <, 256);
      g_assert_true (g_file_get_contents (written, &content, &length, NULL));
      g_assert_cmpmem (content, length, g_bytes_get_data (file->content, NULL),
                       g_bytes_get_size (file->content));
    }
  remove_folder (deeper);
  g_rmdir (path);
}

static void
test_write_one (void)
{
  g_autoptr (SquillModel) model = draw_model ();
  g_autoptr (GError) error = NULL;
  g_autofree char *path = g_dir_make_tmp ("squill-XXXXXX", &error);
  g_autofree char *script = NULL;
  g_autofree char *nowhere = NULL;
  g_autoptr (GPtrArray) files = NULL;
  g_autoptr (GFile) target = NULL;
  g_autoptr (GFile) missing = NULL;
  const SquillExporter *exporter = squill_exporters_find ("mongosh");

  g_assert_no_error (error);
  files = export_with (model, "mongosh", NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (((SquillExportFile *)g_ptr_array_index (files, 0))->name, ==,
                   "a shop.mongosh.js");
  script = g_build_filename (path, "script.js", NULL);
  target = g_file_new_for_path (script);
  squill_export_write (files, exporter, target, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (g_file_test (script, G_FILE_TEST_IS_REGULAR));

  nowhere = g_build_filename (path, "none", "script.js", NULL);
  missing = g_file_new_for_path (nowhere);
  g_assert_false (squill_export_write (files, exporter, missing, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  remove_folder (path);
}

/* All formats into one folder: no file is another's, and what is printed is one document or lines
 * of them. */
static void
test_streams (void)
{
  g_autoptr (GHashTable) names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  guint n;
  const SquillExporter *all = squill_exporters_get (&n);

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (SquillModel) model = draw_model ();
      g_autoptr (GError) error = NULL;
      g_autoptr (GPtrArray) files = export_with (model, all[i].id, NULL, NULL, &error);
      g_autoptr (GBytes) stream = NULL;
      gsize length;
      const char *data;

      g_assert_no_error (error);
      for (guint j = 0; j < files->len; j++)
        g_assert_true (g_hash_table_add (
            names, g_strdup (((SquillExportFile *)g_ptr_array_index (files, j))->name)));
      stream = squill_export_join (files, &all[i]);
      data = g_bytes_get_data (stream, &length);
      if (g_str_equal (all[i].extension, "json"))
        {
          json_error_t wrong;
          json_auto_t *json = json_loadb (data, length, 0, &wrong);

          if (json == NULL)
            g_error ("%s: %s", all[i].id, wrong.text);
          g_assert_cmpuint (json_object_size (json), ==, 2);
          g_assert_nonnull (json_object_get (json, "customer"));
          g_assert_nonnull (json_object_get (json, "order"));
        }
      else if (!all[i].many_files)
        g_assert_true (
            g_bytes_equal (stream, ((SquillExportFile *)g_ptr_array_index (files, 0))->content));
    }
}

/* What is for a printer is not what is for a screen. */
static void
test_palettes (void)
{
  static const char *const palettes[] = { "light", "dark", "print" };
  g_autoptr (SquillModel) model = draw_model ();
  g_autoptr (GPtrArray) pictures =
      g_ptr_array_new_with_free_func ((GDestroyNotify)g_ptr_array_unref);
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (palettes); i++)
    {
      g_ptr_array_add (pictures, export_with (model, "svg", "palette", palettes[i], &error));
      g_assert_no_error (error);
      for (guint j = 0; j < i; j++)
        g_assert_false (g_bytes_equal (
            ((SquillExportFile *)((GPtrArray *)pictures->pdata[i])->pdata[0])->content,
            ((SquillExportFile *)((GPtrArray *)pictures->pdata[j])->pdata[0])->content));
    }
}

/* A picture of a view has what the view shows, where it shows it. */
static void
test_view (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autofree char *posts = squill_model_add_entity (model, "posts", 0, 0);
  g_autofree char *users = squill_model_add_entity (model, "users", 400, 0);
  const SquillPlace place = { posts, 1000, 2000 };
  g_autofree char *view =
      squill_model_add_view (model, "Writing", (const char *const[]){ posts, NULL }, &place, 1);
  g_autoptr (GPtrArray) files = NULL;
  g_autoptr (GPtrArray) none = NULL;
  g_autoptr (GError) error = NULL;
  const char *text;

  files = export_with (model, "svg", "view", "Writing", &error);
  g_assert_no_error (error);
  text = g_bytes_get_data (((SquillExportFile *)files->pdata[0])->content, NULL);
  g_assert_nonnull (g_strstr_len (text, -1, ">posts<"));
  g_assert_null (g_strstr_len (text, -1, ">users<"));
  g_assert_nonnull (g_strstr_len (text, -1, "translate(1000,2000)"));
  none = export_with (model, "svg", "view", "Reading", &error);
  g_assert_null (none);
  g_assert_error (error, SQUILL_EXCHANGE_ERROR, SQUILL_EXCHANGE_ERROR_NOT_FOUND);
}

/* The same lines in three notations. */
static void
test_notations (void)
{
  static const struct
  {
    const char *name;
    const char *child;
    const char *parent;
  } notations[] = { { "crows-foot", ">2..10..50<", ">1<" },
                    { "uml", ">2..50<", ">1<" },
                    { "min-max", ">(2, 50)<", ">(1, 1)<" } };
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autofree char *users = squill_model_add_entity (model, "users", 0, 0);
  g_autofree char *posts = squill_model_add_entity (model, "posts", 400, 0);
  g_autofree char *id = squill_model_add_relationship (model, users, posts, "posts",
                                                       SQUILL_PLACEMENT_PARENT_REFERENCE);

  g_assert_true (squill_model_set (model, id, "children",
                                   json_pack ("{s:i, s:i, s:i}", "min", 2, "likely", 10, "max", 50),
                                   NULL));
  g_assert_true (squill_model_set (
      model, id, "parents", json_pack ("{s:i, s:i, s:i}", "min", 1, "likely", 1, "max", 1), NULL));
  for (guint i = 0; i < G_N_ELEMENTS (notations); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (GPtrArray) asked =
          export_with (model, "svg", "notation", notations[i].name, &error);
      const char *text, *child, *parent;

      g_assert_no_error (error);
      text = g_bytes_get_data (((SquillExportFile *)asked->pdata[0])->content, NULL);
      child = g_strstr_len (text, -1, notations[i].child);
      parent = g_strstr_len (text, -1, notations[i].parent);
      g_assert_nonnull (child);
      g_assert_nonnull (parent);
    }
}

/* The colors of cards show something, and a legend says what. */
static void
test_overlays (void)
{
  static const char *const names[] = { "frequency", "size", "findings", "evidence" };
  static const char *const legends[] = { "How often it is used", "Size of a document", "Findings",
                                         "What the numbers rest on" };
  g_autoptr (SquillModel) model = draw_model ();
  g_autoptr (GPtrArray) plain = export_with (model, "svg", "overlay", "none", NULL);
  const char *text = g_bytes_get_data (((SquillExportFile *)plain->pdata[0])->content, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (GPtrArray) colored = export_with (model, "svg", "overlay", names[i], NULL);
      const char *shown = g_bytes_get_data (((SquillExportFile *)colored->pdata[0])->content, NULL);

      g_assert_nonnull (g_strstr_len (shown, -1, legends[i]));
      g_assert_null (g_strstr_len (text, -1, legends[i]));
    }
}

/* No file may grow beyond some size: what a full disk looks like to whoever writes. */
static void
fill_disk (gboolean full)
{
  struct rlimit limit;

  signal (SIGXFSZ, SIG_IGN);
  g_assert_cmpint (getrlimit (RLIMIT_FSIZE, &limit), ==, 0);
  limit.rlim_cur = full ? 1 : limit.rlim_max;
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &limit), ==, 0);
}

/* What cannot be written leaves what is there. */
static void
test_write_full_disk (void)
{
  static const char *const formats[] = { "mongosh", "svg", "json-schema" };
  g_autoptr (SquillModel) model = draw_model ();

  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    {
      const SquillExporter *exporter = squill_exporters_find (formats[i]);
      g_autofree char *path = g_dir_make_tmp ("squill-XXXXXX", NULL);
      g_autoptr (GError) error = NULL;
      g_autoptr (GPtrArray) files = export_with (model, formats[i], NULL, NULL, &error);
      g_autofree char *there = NULL;
      g_autofree char *content = NULL;
      g_autoptr (GFile) target = NULL;

      g_assert_no_error (error);
      there =
          g_build_filename (path, ((SquillExportFile *)g_ptr_array_index (files, 0))->name, NULL);
      target = g_file_new_for_path (exporter->many_files ? path : there);
      g_assert_true (g_file_set_contents (there, "there", -1, NULL));
      fill_disk (TRUE);
      squill_export_write (files, exporter, target, NULL, &error);
      fill_disk (FALSE);
      g_assert_nonnull (error);
      g_assert_true (g_file_get_contents (there, &content, NULL, NULL));
      g_assert_cmpstr (content, ==, "there");
      remove_folder (path);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/exchange/export/catalog", test_catalog);
  g_test_add_func ("/exchange/export/deterministic", test_deterministic);
  g_test_add_func ("/exchange/export/samples", test_samples);
  g_test_add_func ("/exchange/export/few-samples", test_few_samples);
  g_test_add_func ("/exchange/export/large-samples", test_large_samples);
  g_test_add_func ("/exchange/export/options", test_options);
  g_test_add_func ("/exchange/export/cancelled", test_cancelled);
  g_test_add_func ("/exchange/export/write", test_write);
  g_test_add_func ("/exchange/export/streams", test_streams);
  g_test_add_func ("/exchange/export/palettes", test_palettes);
  g_test_add_func ("/exchange/export/view", test_view);
  g_test_add_func ("/exchange/export/notations", test_notations);
  g_test_add_func ("/exchange/export/overlays", test_overlays);
  g_test_add_func ("/exchange/export/write-one", test_write_one);
  g_test_add_func ("/exchange/export/write-full-disk", test_write_full_disk);

  return g_test_run ();
}

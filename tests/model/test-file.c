/* SPDX-License-Identifier: Apache-2.0 */

/* The .squill file: the same bytes again, what is refused and where, safe saving. */

#include "config.h"

#include <glib/gstdio.h>
#include <locale.h>
#include <string.h>
#include <unistd.h>

#include "model/squill-authoring.h"
#include "model/squill-model-file.h"

static const char small[] = "{\n"
                            "  \"format\": \"squill/model\",\n"
                            "  \"version\": 1,\n"
                            "  \"name\": \"shop\",\n"
                            "  \"reference_date\": \"2026-11-21\",\n"
                            "  \"entities\": {\n"
                            "    \"orders-1\": {\n"
                            "      \"name\": \"orders\",\n"
                            "      \"order\": \"W\",\n"
                            "      \"growth\": 12.5\n"
                            "    },\n"
                            "    \"users-1\": {\n"
                            "      \"name\": \"users\",\n"
                            "      \"order\": \"V\",\n"
                            "      \"count\": {\n"
                            "        \"min\": 1,\n"
                            "        \"likely\": 1.1,\n"
                            "        \"max\": \"inf\"\n"
                            "      },\n"
                            "      \"fields\": {\n"
                            "        \"id-1\": {\n"
                            "          \"name\": \"_id\",\n"
                            "          \"order\": \"V\",\n"
                            "          \"types\": [\n"
                            "            \"string\",\n"
                            "            \"objectId\"\n"
                            "          ],\n"
                            "          \"required\": true\n"
                            "        }\n"
                            "      },\n"
                            "      \"indexes\": {\n"
                            "        \"i-1\": {\n"
                            "          \"keys\": [\n"
                            "            {\n"
                            "              \"path\": \"id-1\",\n"
                            "              \"how\": \"1\"\n"
                            "            }\n"
                            "          ]\n"
                            "        }\n"
                            "      }\n"
                            "    }\n"
                            "  },\n"
                            "  \"relationships\": {\n"
                            "    \"buys-1\": {\n"
                            "      \"parent\": \"users-1\",\n"
                            "      \"child\": \"orders-1\",\n"
                            "      \"placement\": \"parent-reference\"\n"
                            "    }\n"
                            "  },\n"
                            "  \"layout\": {\n"
                            "    \"users-1\": {\n"
                            "      \"x\": 120,\n"
                            "      \"y\": 40\n"
                            "    }\n"
                            "  }\n"
                            "}\n";

static SquillModel *
read_text (const char *text)
{
  g_autoptr (GError) error = NULL;
  SquillModel *model = squill_model_new_from_data (text, strlen (text), &error);

  g_assert_no_error (error);
  return model;
}

static char *
replaced (const char *text, const char *from, const char *to)
{
  g_autoptr (GString) result = g_string_new (text);

  g_assert_cmpuint (g_string_replace (result, from, to, 1), ==, 1);
  return g_string_free (g_steal_pointer (&result), FALSE);
}

static void
test_same_bytes (void)
{
  static const char *const locales[] = { "C.UTF-8", "de_DE.UTF-8", "tr_TR.UTF-8" };
  g_autoptr (SquillModel) model = read_text (small);
  const SquillEntity *users = squill_model_get_entity (model, "users-1");

  g_assert_cmpfloat (users->count.likely, ==, 1.1);
  g_assert_true (isinf (users->count.max));
  g_assert_cmpfloat (users->x, ==, 120);
  g_assert_false (squill_model_get_modified (model));
  for (guint i = 0; i < G_N_ELEMENTS (locales); i++)
    {
      g_autofree char *text = NULL;

      setlocale (LC_ALL, locales[i]);
      text = squill_model_to_data (model, NULL);
      g_assert_cmpstr (text, ==, small);
    }
  setlocale (LC_ALL, "");
}

static void
test_order (void)
{
  g_autoptr (SquillModel) model = read_text (small);
  guint n;
  gpointer const *entities =
      squill_item_get_children (squill_model_get_info (model), SQUILL_KIND_ENTITY, &n);

  g_assert_cmpuint (n, ==, 2);
  g_assert_cmpstr (((const SquillEntity *)entities[0])->name, ==, "users");
  g_assert_cmpstr (((const SquillEntity *)entities[1])->name, ==, "orders");
}

/* What a newer program wrote comes back, at its place, at every level. */
static void
test_unknown_members_survive (void)
{
  static const struct
  {
    const char *from;
    const char *to;
  } cases[] = {
    { "  \"name\": \"shop\",\n", "  \"name\": \"shop\",\n  \"mood\": 1.0,\n" },
    { "      \"name\": \"users\",\n",
      "      \"name\": \"users\",\n      \"tags\": [\n        \"a\",\n        {}\n      ],\n" },
    { "          \"name\": \"_id\",\n",
      "          \"zeal\": null,\n          \"name\": \"_id\",\n" },
    { "      \"x\": 120,\n", "      \"x\": 120,\n      \"z\": 0.25,\n" },
    { "  \"layout\": {\n", "  \"layout\": {\n    \"ghost-1\": {\n      \"x\": 1\n    },\n" },
    { "\"parent-reference\"", "\"teleport\"" },
    { "  \"relationships\"", "  \"dreams\": {},\n  \"relationships\"" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = replaced (small, cases[i].from, cases[i].to);
      g_autoptr (SquillModel) model = read_text (text);
      g_autoptr (SquillModel) copy = squill_model_copy (model);
      g_autofree char *again = squill_model_to_data (model, NULL);
      g_autofree char *copied = squill_model_to_data (copy, NULL);

      g_assert_cmpstr (again, ==, text);
      g_assert_cmpstr (copied, ==, text);
    }
}

static void
test_unknown_choice_is_told_and_undone (void)
{
  g_autofree char *text = replaced (small, "\"parent-reference\"", "\"teleport\"");
  g_autoptr (SquillModel) model = read_text (text);
  g_autoptr (GError) error = NULL;
  g_autofree char *again = NULL;

  g_assert_nonnull (squill_model_get_warnings (model));
  g_assert_nonnull (strstr (squill_model_get_warnings (model)[0], "teleport"));
  squill_model_set (model, "buys-1", "placement", json_string ("two-way"), &error);
  g_assert_no_error (error);
  again = squill_model_to_data (model, NULL);
  g_assert_null (strstr (again, "teleport"));
  g_free (again);
  squill_model_undo (model);
  again = squill_model_to_data (model, NULL);
  g_assert_cmpstr (again, ==, text);
}

static void
test_broken_files_are_refused (void)
{
  static const struct
  {
    const char *from;
    const char *to;
    guint line;
    guint column;
  } cases[] = {
    { "\"shop\"", "\"shop", 4, 0 },
    { "  \"version\": 1,\n", "  \"version\": 1\n", 4, 0 },
    { "\"squill/model\"", "\"other\"", 2, 3 },
    { "\"version\": 1", "\"version\": \"1\"", 3, 3 },
    { "\"growth\": 12.5", "\"growth\": \"much\"", 10, 7 },
    { "\"objectId\"", "\"objectid\"", 24, 11 },
    { "\"min\": 1,", "\"min\": 5,", 15, 7 },
    { "\"required\": true", "\"required\": 1", 28, 11 },
    { "\"order\": \"W\"", "\"order\": \"W0\"", 9, 7 },
    { "\"child\": \"orders-1\"", "\"child\": \"gone-1\"", 46, 7 },
    { "\"child\": \"orders-1\",", "", 44, 5 },
    { "\"i-1\"", "\"id-1\"", 32, 9 },
    { "\"name\": \"users\"", "\"name\": \"users\", \"name\": \"b\"", 13, 0 },
    { "\"x\": 120", "\"x\": {}", 52, 7 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = replaced (small, cases[i].from, cases[i].to);
      g_autoptr (GError) error = NULL;
      guint line = 0, column = 0;

      g_assert_null (squill_model_new_from_data (text, strlen (text), &error));
      g_assert_error (error, SQUILL_MODEL_ERROR, SQUILL_MODEL_ERROR_SYNTAX);
      g_assert_true (squill_model_parse_position (error, &line, &column));
      g_test_message ("%s", error->message);
      g_assert_cmpuint (line, ==, cases[i].line);
      if (cases[i].column > 0)
        g_assert_cmpuint (column, ==, cases[i].column);
    }
}

/* What is wrong is said in words of our own, with the piece that is wrong. */
static void
test_words (void)
{
  static const struct
  {
    const char *text;
    const char *words;
  } cases[] = {
    { "", "The text ends too early" },
    { "{\"a\": [1, ", "The text ends too early" },
    { "xx", "This is not JSON: “xx”" },
    { "{} 3", "Nothing may follow here, but “3” does" },
    { "{\"a\": 1, \"a\": 2}", "The name \"a\" stands twice in one object" },
    { "{\"a\": 1e999}", "The number 1e999 is too large" },
    { "{\"a\": \"\xff\"}", "The text is not in UTF-8" },
  };
  g_autofree char *deep = g_strnfill (3000, '[');
  g_autoptr (GFile) missing = g_file_new_for_path ("/nowhere/at-all.squill");
  g_autoptr (GFile) folder = g_file_new_for_path ("/");
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) fault = NULL;

      g_assert_null (squill_model_new_from_data (cases[i].text, strlen (cases[i].text), &fault));
      g_assert_cmpstr (strchr (strchr (fault->message, ':') + 1, ':') + 2, ==, cases[i].words);
    }
  g_assert_null (squill_model_new_from_data (deep, strlen (deep), &error));
  g_assert_true (g_str_has_suffix (error->message, "Objects and arrays are nested too deeply"));
  g_clear_error (&error);
  g_assert_null (squill_model_load (missing, NULL, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  g_assert_cmpstr (error->message, ==, "There is no such file or folder");
  g_clear_error (&error);
  g_assert_null (squill_model_load (folder, NULL, NULL, &error));
  g_assert_cmpstr (error->message, ==, "This is a folder, not a file");
}

static void
test_hostile_files_are_refused (void)
{
  g_autoptr (GString) deep = g_string_new (NULL);
  static const char *const texts[] = { "",
                                       "[]",
                                       "null",
                                       "{}",
                                       "\"",
                                       "{\"format\":\"squill/model\"}",
                                       "\xef\xbb\xbf{}",
                                       "{\"format\":\"squill/model\",\"version\":1,"
                                       "\"entities\":{\"a\":{\"name\":\"\\u0000\"}}}" };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (squill_model_new_from_data (texts[i], strlen (texts[i]), &error));
      g_assert_error (error, SQUILL_MODEL_ERROR, SQUILL_MODEL_ERROR_SYNTAX);
    }

  g_string_append (deep,
                   "{\"format\":\"squill/model\",\"version\":1,\"entities\":{\"e\":{\"fields\":{");
  for (guint i = 0; i < 900; i++)
    g_string_append_printf (deep, "\"f%u\":{\"name\":\"f\",\"fields\":{", i);
  for (guint i = 0; i < 900; i++)
    g_string_append (deep, "}}");
  g_string_append (deep, "}}}}");
  {
    g_autoptr (GError) error = NULL;

    g_assert_null (squill_model_new_from_data (deep->str, deep->len, &error));
    g_assert_error (error, SQUILL_MODEL_ERROR, SQUILL_MODEL_ERROR_SYNTAX);
    g_assert_nonnull (strstr (error->message, "too deep"));
  }
}

static void
test_newer_versions (void)
{
  g_autofree char *newer = replaced (small, "\"version\": 1,", "\"version\": 7,");
  g_autofree char *kind =
      replaced (small, "\"version\": 1,", "\"version\": 7,\n  \"minReader\": 1,");
  g_autofree char *alien = replaced (newer, "\"growth\": 12.5", "\"growth\": \"a lot\"");
  g_autoptr (SquillModel) read_only = read_text (newer);
  g_autoptr (SquillModel) editable = read_text (kind);
  g_autofree char *again = squill_model_to_data (editable, NULL);
  g_autoptr (GError) error = NULL;

  g_assert_true (squill_model_get_read_only (read_only));
  g_assert_false (squill_model_set (read_only, "users-1", "name", json_string ("x"), &error));
  g_assert_error (error, SQUILL_MODEL_ERROR, SQUILL_MODEL_ERROR_READ_ONLY);
  g_clear_error (&error);

  g_assert_false (squill_model_get_read_only (editable));
  g_assert_cmpstr (again, ==, kind);

  g_assert_null (squill_model_new_from_data (alien, strlen (alien), &error));
  g_assert_error (error, SQUILL_MODEL_ERROR, SQUILL_MODEL_ERROR_VERSION);
}

typedef struct
{
  char *folder;
  char *path;
  GFile *file;
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer data)
{
  fixture->folder = g_dir_make_tmp ("squill-XXXXXX", NULL);
  fixture->path = g_build_filename (fixture->folder, "shop.squill", NULL);
  fixture->file = g_file_new_for_path (fixture->path);
  g_assert_true (g_file_set_contents (fixture->path, small, -1, NULL));
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GDir) folder = g_dir_open (fixture->folder, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (folder)) != NULL)
    {
      g_autofree char *path = g_build_filename (fixture->folder, name, NULL);

      g_remove (path);
    }
  g_assert_cmpint (g_rmdir (fixture->folder), ==, 0);
  g_free (fixture->folder);
  g_free (fixture->path);
  g_object_unref (fixture->file);
}

static guint
count_files (Fixture *fixture)
{
  g_autoptr (GDir) folder = g_dir_open (fixture->folder, 0, NULL);
  guint n = 0;

  while (g_dir_read_name (folder) != NULL)
    n++;
  return n;
}

static void
test_save (Fixture *fixture, gconstpointer data)
{
  g_autofree char *etag = NULL;
  g_autofree char *new_etag = NULL;
  g_autofree char *content = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (SquillModel) model = squill_model_load (fixture->file, NULL, &etag, &error);
  GStatBuf status;

  g_assert_no_error (error);
  g_chmod (fixture->path, 0640);
  g_free (etag);
  g_clear_object (&model);
  model = squill_model_load (fixture->file, NULL, &etag, &error);
  g_assert_no_error (error);
  g_assert_true (squill_model_set (model, "users-1", "name", json_string ("people"), NULL));
  g_assert_true (squill_model_get_modified (model));
  squill_model_save (model, fixture->file, etag, &new_etag, NULL, &error);
  g_assert_no_error (error);
  squill_model_set_saved (model);
  g_assert_false (squill_model_get_modified (model));
  g_assert_cmpstr (etag, !=, new_etag);

  /* The mode is kept, and nothing else lies about. */
  g_assert_cmpint (g_stat (fixture->path, &status), ==, 0);
  g_assert_cmpuint (status.st_mode & 0777, ==, 0640);
  g_assert_cmpuint (count_files (fixture), ==, 1);
  g_assert_true (g_file_get_contents (fixture->path, &content, NULL, NULL));
  g_assert_nonnull (strstr (content, "people"));
}

static void
test_save_notices_others (Fixture *fixture, gconstpointer data)
{
  g_autofree char *etag = NULL;
  g_autofree char *content = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (SquillModel) model = squill_model_load (fixture->file, NULL, &etag, &error);

  g_assert_no_error (error);
  g_assert_true (g_file_set_contents (fixture->path, "somebody else's", -1, NULL));
  g_assert_false (squill_model_save (model, fixture->file, etag, NULL, NULL, &error));
  g_assert_error (error, SQUILL_MODEL_ERROR, SQUILL_MODEL_ERROR_CHANGED);
  g_assert_true (g_file_get_contents (fixture->path, &content, NULL, NULL));
  g_assert_cmpstr (content, ==, "somebody else's");
}

static void
test_save_follows_links (Fixture *fixture, gconstpointer data)
{
  g_autofree char *link = g_build_filename (fixture->folder, "link.squill", NULL);
  g_autoptr (GFile) link_file = g_file_new_for_path (link);
  g_autofree char *content = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (SquillModel) model = read_text (small);

  g_assert_cmpint (symlink ("shop.squill", link), ==, 0);
  g_assert_true (squill_model_set (model, "users-1", "name", json_string ("people"), NULL));
  squill_model_save (model, link_file, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (g_file_test (link, G_FILE_TEST_IS_SYMLINK));
  g_assert_true (g_file_get_contents (fixture->path, &content, NULL, NULL));
  g_assert_nonnull (strstr (content, "people"));
}

static void
test_save_fails_cleanly (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = g_build_filename (fixture->folder, "no", "such", "folder.squill", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GError) error = NULL;
  g_autoptr (SquillModel) model = read_text (small);

  g_assert_false (squill_model_save (model, file, NULL, NULL, NULL, &error));
  g_assert_nonnull (error);
  g_assert_cmpuint (count_files (fixture), ==, 1);
}

static void
on_loaded (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autofree char *etag = NULL;
  g_autoptr (GError) error = NULL;
  SquillModel **model = data;

  *model = squill_model_load_finish (result, &etag, &error);
  g_assert_no_error (error);
  g_assert_nonnull (etag);
}

static void
test_load_async (Fixture *fixture, gconstpointer data)
{
  SquillModel *model = NULL;

  squill_model_load_async (fixture->file, NULL, on_loaded, &model);
  while (model == NULL)
    g_main_context_iteration (NULL, TRUE);
  g_assert_nonnull (squill_model_find_entity (model, "orders"));
  g_object_unref (model);
}

/* Any damage to any byte is either refused or read: never a crash, and what is read is written. */
static void
test_random_damage (void)
{
  for (guint i = 0; i < 3000; i++)
    {
      g_autofree char *text = g_strdup (small);
      g_autoptr (SquillModel) model = NULL;
      gsize length = sizeof small - 1;

      for (guint j = g_test_rand_int_range (1, 4); j > 0; j--)
        text[g_test_rand_int_range (0, length)] = g_test_rand_int_range (0, 256);
      if (g_test_rand_bit ())
        length = g_test_rand_int_range (0, length);
      model = squill_model_new_from_data (text, length, NULL);
      if (model != NULL)
        {
          g_autofree char *again = squill_model_to_data (model, NULL);
          g_autoptr (SquillModel) second = read_text (again);

          g_assert_nonnull (second);
        }
    }
}

/* Whatever a model takes is read back from its file as it was. */
static void
test_odd_values (Fixture *fixture, gconstpointer data)
{
  static const double numbers[] = { 1e308, -1e-308, 5e-324, 1e22, 12345678901234567890.0, -0.0 };
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillModel) again = NULL;
  g_autofree char *a = squill_model_add_entity (model, "users", 0, 0);
  g_autofree char *f = squill_model_add_field (model, a, NULL, "status", SQUILL_TYPE_STRING);
  g_autoptr (GError) error = NULL;
  json_t *values = json_array ();

  json_array_append_new (values, json_stringn ("a\0b", 3));
  json_array_append_new (values, json_stringn ("\0", 1));
  json_array_append_new (values, json_string ("\x01 \x7f \" \\ / \xe2\x80\xa8 \xef\xbf\xbf"));
  json_array_append_new (values, json_integer (G_MININT64));
  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    json_array_append_new (values, json_real (numbers[i]));
  squill_model_set (model, f, "enum", values, &error);
  g_assert_no_error (error);
  squill_model_save (model, fixture->file, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  again = squill_model_load (fixture->file, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (json_equal (squill_model_get_field (again, f)->enumeration,
                             squill_model_get_field (model, f)->enumeration));
}

static json_t *
nest (guint levels)
{
  json_t *value = json_integer (1);

  for (guint i = 0; i < levels; i++)
    {
      json_t *around = json_array ();

      json_array_append_new (around, value);
      value = around;
    }
  return value;
}

/* What a file could not hold is refused as an edit, at any depth, and nothing changes. */
static void
test_unwritable_values (Fixture *fixture, gconstpointer data)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autofree char *a = squill_model_add_entity (model, "users", 0, 0);
  g_autofree char *f = squill_model_add_field (model, a, NULL, "status", SQUILL_TYPE_STRING);
  g_autofree char *before = squill_model_to_data (model, NULL);
  g_autofree char *after = NULL;
  json_t *nul_in_name = json_object ();
  const struct
  {
    const char *property;
    json_t *value;
  } cases[] = {
    { "evidence", nul_in_name },
    { "evidence", json_stringn_nocheck ("\xed\xa0\x80", 3) },
    { "evidence", json_pack ("{s:[o]}", "values", json_stringn_nocheck ("\0\xff", 2)) },
    { "evidence", nest (5000) },
    { "name", json_stringn ("a\0b", 3) },
    { "description", json_string_nocheck ("\xc3") },
    { "types", json_pack ("[o]", json_stringn ("string\0", 7)) },
  };

  json_object_setn_new (nul_in_name, "a\0b", 3, json_true ());
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      json_t *content = json_pack ("{s:s, s:O}", "name", "more", cases[i].property, cases[i].value);
      g_autoptr (SquillEdit) add = squill_edit_new_add (SQUILL_KIND_FIELD, "f2", a, content);

      g_assert_false (squill_model_set (model, f, cases[i].property, cases[i].value, &error));
      g_assert_nonnull (error);
      g_assert_cmpuint (strlen (error->message), >, 10);
      g_clear_error (&error);
      if (g_str_equal (cases[i].property, "name"))
        continue;
      g_assert_false (squill_model_apply (model, add, &error));
      g_assert_nonnull (error);
    }
  after = squill_model_to_data (model, NULL);
  g_assert_cmpstr (after, ==, before);
}

/* A model that got around the edits does not replace a file that can be read. */
static void
test_unreadable_is_not_saved (Fixture *fixture, gconstpointer data)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autofree char *a = squill_model_add_entity (model, "users", 0, 0);
  g_autofree char *path = g_file_get_path (fixture->file);
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;
  g_autoptr (GError) error = NULL;
  SquillEntity *entity = (SquillEntity *)squill_model_get_entity (model, a);

  g_assert_true (squill_model_save (model, fixture->file, NULL, NULL, NULL, NULL));
  g_assert_true (g_file_get_contents (path, &before, NULL, NULL));
  entity->evidence = json_stringn_nocheck ("\xff", 1);
  g_assert_false (squill_model_save (model, fixture->file, NULL, NULL, NULL, &error));
  g_assert_error (error, SQUILL_MODEL_ERROR, SQUILL_MODEL_ERROR_INVALID);
  g_assert_true (g_file_get_contents (path, &after, NULL, NULL));
  g_assert_cmpstr (after, ==, before);
}

int
main (int argc, char *argv[])
{
  setlocale (LC_ALL, "");
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/model/file/same-bytes", test_same_bytes);
  g_test_add_func ("/model/file/order", test_order);
  g_test_add_func ("/model/file/unknown-members-survive", test_unknown_members_survive);
  g_test_add_func ("/model/file/unknown-choice", test_unknown_choice_is_told_and_undone);
  g_test_add_func ("/model/file/broken", test_broken_files_are_refused);
  g_test_add_func ("/model/file/words", test_words);
  g_test_add_func ("/model/file/hostile", test_hostile_files_are_refused);
  g_test_add_func ("/model/file/newer-versions", test_newer_versions);
  g_test_add_func ("/model/file/random-damage", test_random_damage);
#define ADD(name, function) g_test_add (name, Fixture, NULL, set_up, function, tear_down)
  ADD ("/model/file/save", test_save);
  ADD ("/model/file/save-notices-others", test_save_notices_others);
  ADD ("/model/file/save-follows-links", test_save_follows_links);
  ADD ("/model/file/save-fails-cleanly", test_save_fails_cleanly);
  ADD ("/model/file/odd-values", test_odd_values);
  ADD ("/model/file/unwritable-values", test_unwritable_values);
  ADD ("/model/file/unreadable-is-not-saved", test_unreadable_is_not_saved);
  ADD ("/model/file/load-async", test_load_async);
  return g_test_run ();
}

/* SPDX-License-Identifier: Apache-2.0 */

/* Files are opened, read into models, and saved, and nothing is lost without a question. */

#include "config.h"

#include <glib/gstdio.h>
#include <gtksourceview/gtksource.h>
#include <math.h>

#include "model/squill-authoring.h"
#include "window-fixture.h"

static gboolean
is_unmodified (Fixture *f, gpointer data)
{
  return !squill_session_get_modified (f->session);
}

static void
test_save (Fixture *f, gconstpointer data)
{
  g_autofree char *folder = g_dir_make_tmp ("squill-window-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "blog.squill", NULL);
  g_autofree char *uri = g_filename_to_uri (path, NULL, NULL);
  g_autofree char *first = NULL;
  g_autofree char *second = NULL;
  g_autoptr (GFile) file = g_file_new_for_path (path);

  g_assert_true (squill_model_set (f->model, SQUILL_MODEL_ID, "name", json_string ("Other"), NULL));
  gtk_widget_activate_action (GTK_WIDGET (f->window), "win.save-uri", "s", uri);
  wait_for (f, is_unmodified, NULL, "it is saved");
  g_assert_true (g_file_get_contents (path, &first, NULL, NULL));
  squill_window_load (f->window, file);
  g_assert_true (squill_window_is_busy (f->window));
  g_object_ref (f->session);
  while (squill_window_is_busy (f->window))
    g_main_context_iteration (NULL, TRUE);
  g_assert_true (squill_window_get_session (f->window) != f->session);
  g_object_unref (f->session);
  take_session (f);
  g_assert_true (g_file_equal (squill_session_get_file (f->session), file));
  g_assert_true (squill_model_set (f->model, SQUILL_MODEL_ID, "name", json_string ("x"), NULL));
  squill_model_undo (f->model);
  squill_session_set_unsaved (f->session, TRUE);
  gtk_widget_activate_action (GTK_WIDGET (f->window), "win.save", NULL);
  wait_for (f, is_unmodified, NULL, "it is saved again");
  g_assert_true (g_file_get_contents (path, &second, NULL, NULL));
  g_assert_cmpstr (first, ==, second);
  g_file_delete (file, NULL, NULL);
  g_remove (folder);
}

/* What is edited while another model is read is not replaced without a question. */
static void
test_edit_while_loading (Fixture *f, gconstpointer data)
{
  g_autofree char *folder = g_dir_make_tmp ("squill-window-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "other.squill", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GError) error = NULL;

  squill_model_save (f->model, file, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  squill_window_load (f->window, file);
  g_free (squill_model_add_entity (f->model, "meanwhile", 0, 0));
  wait_for (f, is_asked, NULL, "the window asks about the edit");
  g_assert_cmpstr (adw_message_dialog_get_heading (find_question (f)), ==, "Save Changes?");
  answer (f, "cancel");
  g_assert_true (squill_window_get_session (f->window) == f->session);
  g_assert_nonnull (squill_model_find_entity (f->model, "meanwhile"));

  squill_window_load (f->window, file);
  g_free (squill_model_add_entity (f->model, "too", 0, 0));
  wait_for (f, is_asked, NULL, "the window asks again");
  answer (f, "discard");
  settle ();
  g_assert_true (squill_window_get_session (f->window) != f->session);
  g_assert_null (squill_model_find_entity (
      squill_session_get_model (squill_window_get_session (f->window)), "meanwhile"));
  take_session (f);
  g_file_delete (file, NULL, NULL);
  g_remove (folder);
}

/* Nothing is lost without a question. */
static void
test_leave (Fixture *f, gconstpointer data)
{
  g_autofree char *folder = g_dir_make_tmp ("squill-window-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "blog.squill", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (SquillModel) saved = NULL;
  SquillWindow *other = squill_window_new (NULL);
  SquillModel *model = squill_session_get_model (squill_window_get_session (other));
  SquillWindow *gone = other;

  gtk_window_present (GTK_WINDOW (other));
  g_object_add_weak_pointer (G_OBJECT (other), (gpointer *)&gone);
  g_free (squill_model_add_entity (model, "kept", 0, 0));
  squill_session_set_file (squill_window_get_session (other), file, NULL);

  gtk_window_close (GTK_WINDOW (other));
  wait_for (f, is_asked, NULL, "the window asks about unsaved work");
  g_assert_cmpstr (adw_message_dialog_get_heading (find_question (f)), ==, "Save Changes?");
  answer (f, "cancel");
  g_assert_nonnull (gone);
  g_assert_true (squill_session_get_modified (squill_window_get_session (other)));

  gtk_window_close (GTK_WINDOW (other));
  wait_for (f, is_asked, NULL, "the window asks again");
  answer (f, "save");
  wait_for (f, is_gone, &gone, "the window is closed once the work is saved");
  saved = squill_model_load (file, NULL, NULL, NULL);
  g_assert_nonnull (saved);
  g_assert_nonnull (squill_model_find_entity (saved, "kept"));

  other = gone = squill_window_new (NULL);
  gtk_window_present (GTK_WINDOW (other));
  g_object_add_weak_pointer (G_OBJECT (other), (gpointer *)&gone);
  squill_session_set_unsaved (squill_window_get_session (other), TRUE);
  gtk_window_close (GTK_WINDOW (other));
  wait_for (f, is_asked, NULL, "the window asks about a draft");
  answer (f, "discard");
  wait_for (f, is_gone, &gone, "the window is closed");
  g_file_delete (file, NULL, NULL);
  g_remove (folder);
}

static gboolean
is_free (Fixture *f, gpointer data)
{
  return !squill_window_is_busy (f->window);
}

/* Documents become a model that is new, arranged and without a past. */
static void
test_import (Fixture *f, gconstpointer data)
{
  g_autofree char *folder = g_dir_make_tmp ("squill-window-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "books.json", NULL);
  g_autofree char *schema_path = g_build_filename (folder, "schema.json", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GFile) schema = g_file_new_for_path (schema_path);
  const SquillEntity *books;

  g_assert_true (g_file_set_contents (path,
                                      "{\"_id\": 1, \"title\": \"A\", \"pages\": [1, 2]}\n"
                                      "{\"_id\": 2, \"title\": \"B\"}\n",
                                      -1, NULL));
  g_assert_false (squill_window_is_model_file (file));
  g_assert_true (g_file_set_contents (schema_path,
                                      "{\"$jsonSchema\": {\"properties\": {\"title\": "
                                      "{\"bsonType\": \"string\"}}}}\n",
                                      -1, NULL));
  /* A schema is no document, though both are JSON. */
  g_assert_true (squill_window_is_model_file (schema));
  g_file_delete (schema, NULL, NULL);
  squill_window_import (f->window, &file, 1);
  g_assert_true (squill_window_is_busy (f->window));
  wait_for (f, is_free, NULL, "the documents are read");
  take_session (f);
  books = squill_model_find_entity (f->model, "books");
  g_assert_nonnull (books);
  g_assert_false (isnan (books->x));
  g_assert_true (squill_session_get_modified (f->session));
  g_assert_false (squill_model_get_can_undo (f->model));
  g_assert_null (squill_session_get_file (f->session));
  g_file_delete (file, NULL, NULL);
  g_remove (folder);
}

/* A data model of another program is opened as a new one, and what it lacks is said. */
static void
test_compass (Fixture *f, gconstpointer data)
{
  static const char edits[] =
      "[{\"type\":\"SetModel\",\"model\":{\"collections\":[{\"ns\":\"shop.customers\","
      "\"indexes\":[],\"displayPosition\":[40,60],\"fieldData\":{\"bsonType\":\"object\","
      "\"properties\":{\"_id\":{\"bsonType\":\"objectId\"}}}}],\"relationships\":[]}}]";
  g_autofree char *folder = g_dir_make_tmp ("squill-window-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "Shop.MDM", NULL);
  g_autofree char *encoded = g_base64_encode ((const guchar *)edits, strlen (edits));
  g_autofree char *text =
      g_strdup_printf ("{\"type\":\"Compass Data Modeling Diagram\",\"version\":1,"
                       "\"name\":\"shop\",\"database\":\"shop\",\"edits\":\"%s\"}",
                       encoded);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  const SquillEntity *customers;

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  g_assert_true (squill_window_is_model_file (file));
  squill_window_load (f->window, file);
  wait_for (f, is_free, NULL, "the file is read");
  take_session (f);
  customers = squill_model_find_entity (f->model, "customers");
  g_assert_nonnull (customers);
  g_assert_cmpfloat (customers->x, ==, 40);
  /* Nothing is saved over a file of another program. */
  g_assert_null (squill_session_get_file (f->session));
  g_assert_true (squill_session_get_modified (f->session));
  g_file_delete (file, NULL, NULL);
  g_remove (folder);
}

static void
drop (Fixture *f, GFile *file)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (GTK_WIDGET (f->window));
  GSList files = { file, NULL };
  GValue value = G_VALUE_INIT;
  gboolean taken = FALSE;

  g_value_init (&value, GDK_TYPE_FILE_LIST);
  g_value_take_boxed (&value, gdk_file_list_new_from_list (&files));
  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GObject) controller = g_list_model_get_item (controllers, i);

      if (GTK_IS_DROP_TARGET (controller))
        g_signal_emit_by_name (controller, "drop", &value, 0.0, 0.0, &taken);
    }
  g_assert_true (taken);
  g_value_unset (&value);
}

/* The window that has an entity of that name. */
static SquillWindow *
find_window (const char *entity)
{
  GListModel *tops = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (tops); i++)
    {
      g_autoptr (GtkWidget) top = g_list_model_get_item (tops, i);

      if (SQUILL_IS_WINDOW (top) && !squill_window_is_busy (SQUILL_WINDOW (top)) &&
          squill_model_find_entity (
              squill_session_get_model (squill_window_get_session (SQUILL_WINDOW (top))), entity))
        return SQUILL_WINDOW (top);
    }
  return NULL;
}

static gboolean
is_dropped (Fixture *f, gpointer entity)
{
  return find_window (entity) != NULL;
}

/* Whatever Squill can read is read when it is dropped: what is told by the content as by the name.
 */
static void
test_drop (Fixture *f, gconstpointer data)
{
  static const struct
  {
    const char *name;
    const char *text;
    const char *entity;
  } cases[] = {
    { "shop.sql", "CREATE TABLE orders (id INTEGER PRIMARY KEY);\n", "orders" },
    { "api.yaml",
      "openapi: 3.0.0\ninfo: {title: Pets, version: '1'}\npaths: {}\ncomponents:\n  schemas:\n"
      "    Pet:\n      type: object\n      properties:\n        name: {type: string}\n",
      "Pet" },
    { "schema.prisma", "model Author {\n  id Int @id\n}\n", "Author" },
    { "user.js",
      "const mongoose = require('mongoose');\n"
      "module.exports = mongoose.model('Reader', new mongoose.Schema({ name: String }));\n",
      "readers" },
    { "places.ndjson", "{\"_id\": 1, \"city\": \"Rome\"}\n{\"_id\": 2}\n", "places" },
    { "own.squill",
      "{\"format\": \"squill/model\", \"version\": 1, \"entities\": {\"e\": {\"name\": "
      "\"mine\"}}}\n",
      "mine" },
  };
  g_autofree char *folder = g_dir_make_tmp ("squill-window-XXXXXX", NULL);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_build_filename (folder, cases[i].name, NULL);
      g_autoptr (GFile) file = g_file_new_for_path (path);
      SquillWindow *window;

      g_test_message ("%s", cases[i].name);
      g_assert_true (g_file_set_contents (path, cases[i].text, -1, NULL));
      drop (f, file);
      wait_for (f, is_dropped, (gpointer)cases[i].entity, "what was dropped is read");
      window = find_window (cases[i].entity);
      /* Of what another program wrote a dialog says what became of it. */
      if (find_question (f) != NULL)
        gtk_window_close (GTK_WINDOW (find_question (f)));
      squill_model_set_saved (squill_session_get_model (squill_window_get_session (window)));
      squill_session_set_unsaved (squill_window_get_session (window), FALSE);
      if (window != f->window)
        gtk_window_close (GTK_WINDOW (window));
      g_file_delete (file, NULL, NULL);
    }
  take_session (f);
  g_remove (folder);
}

/* What cannot be read is told with its place, and what is open stays. */
static void
test_broken (Fixture *f, gconstpointer data)
{
  g_autofree char *folder = g_dir_make_tmp ("squill-window-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "bad.squill", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);

  g_assert_true (g_file_set_contents (path, "{\"format\": \"squill/model\",\n \"version\": 1,\n 3}",
                                      -1, NULL));
  squill_window_load (f->window, file);
  wait_for (f, is_asked, NULL, "the window says what is wrong");
  g_assert_true (g_str_has_prefix (adw_message_dialog_get_body (find_question (f)), "Line 3, "));
  answer (f, "cancel");
  g_assert_true (squill_window_get_session (f->window) == f->session);
  g_file_delete (file, NULL, NULL);
  g_remove (folder);
}

/* A model that a program wrote, without a diagram, is arranged while it is opened, and nobody did
 * anything yet. */
static void
test_unplaced (Fixture *f, gconstpointer data)
{
  g_autofree char *folder = g_dir_make_tmp ("squill-window-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "new.squill", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GHashTable) places = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  g_assert_true (g_file_set_contents (
      path,
      "{\"format\": \"squill/model\", \"version\": 1, \"entities\": {\"a\": {\"name\": \"a\"},"
      "\"b\": {\"name\": \"b\"}, \"c\": {\"name\": \"c\"}}, \"relationships\": {\"r\": {\"name\":"
      " \"r\", \"parent\": \"a\", \"child\": \"b\", \"placement\": \"parent-reference\"}}}",
      -1, NULL));
  squill_window_load (f->window, file);
  wait_for (f, is_free, NULL, "the file is read");
  take_session (f);
  SQUILL_FOR_EACH_CHILD (SquillEntity, entity, squill_model_get_info (f->model), SQUILL_KIND_ENTITY)
    {
      g_assert_true (isfinite (entity->x) && isfinite (entity->y));
      g_hash_table_add (places, g_strdup_printf ("%g %g", entity->x, entity->y));
    }
  g_assert_cmpuint (g_hash_table_size (places), ==, 3);
  g_assert_true (g_file_equal (squill_session_get_file (f->session), file));
  g_assert_false (squill_session_get_modified (f->session));
  g_assert_false (squill_model_undo (f->model));
  g_file_delete (file, NULL, NULL);
  g_remove (folder);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  adw_init ();
  gtk_source_init ();
#define TEST(path, example, function) \
  g_test_add (path, Fixture, example, set_up, function, tear_down)
  TEST ("/window-files/save", "cms", test_save);
  TEST ("/window-files/edit-while-loading", "cms", test_edit_while_loading);
  TEST ("/window-files/leave", NULL, test_leave);
  TEST ("/window-files/import", NULL, test_import);
  TEST ("/window-files/compass", NULL, test_compass);
  TEST ("/window-files/drop", NULL, test_drop);
  TEST ("/window-files/broken", "cms", test_broken);
  TEST ("/window-files/unplaced", "cms", test_unplaced);
  return g_test_run ();
}

/* SPDX-License-Identifier: Apache-2.0 */

/* Copying, duplicating, and pasting in the window. */

#include "config.h"

#include <glib/gstdio.h>
#include <unistd.h>
#include <gtksourceview/gtksource.h>
#include <string.h>

#include "canvas/squill-canvas.h"
#include "model/squill-authoring.h"
#include "panel/squill-panel-page.h"
#include "text/squill-text.h"
#include "window-fixture.h"

static void
select_item (Fixture *f, const char *id)
{
  squill_selection_set_single (squill_session_get_selection (f->session), id);
  settle ();
}

static gboolean
has_clipboard (Fixture *f, gpointer data)
{
  return squill_model_find_entity (f->model, "posts 2") != NULL ||
         squill_model_find_entity (f->model, "posts2") != NULL ||
         squill_model_find_entity (f->model, "posts_2") != NULL;
}

static void
test_clipboard (Fixture *f, gconstpointer data)
{
  select_item (f, squill_model_find_entity (f->model, "posts")->item.id);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (f->window), "win.copy", NULL));
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (f->window), "win.paste", NULL));
  wait_for (f, has_clipboard, NULL, "the entity is pasted");
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (f->window), "win.delete", NULL));
  g_assert_false (has_clipboard (f, NULL));
}

/* Duplicating leaves the clipboard alone, and selects the copy, which has all that its original
 * has. */
static void
test_duplicate (Fixture *f, gconstpointer data)
{
  const SquillEntity *copy;

  select_item (f, squill_model_find_entity (f->model, "posts")->item.id);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (f->window), "win.duplicate", NULL));
  g_assert_true (has_clipboard (f, NULL));
  copy = squill_model_find_entity (f->model, "posts2");
  g_assert_cmpstr (squill_selection_get_single (squill_session_get_selection (f->session)), ==,
                   copy->item.id);
  g_assert_nonnull (squill_model_find_entity (f->model, "comments2"));
  g_assert_cmpstr (squill_model_get_undo_label (f->model), ==, "Duplicate");
}

static gboolean
has_operation (Fixture *f, gpointer name)
{
  SQUILL_FOR_EACH_CHILD (SquillOperation, operation, squill_model_get_info (f->model),
                         SQUILL_KIND_OPERATION)
    if (g_strcmp0 (operation->name, name) == 0)
      return TRUE;
  return FALSE;
}

/* Commands on the clipboard become operations; what is not known is told with its place. */
static void
test_paste_commands (Fixture *f, gconstpointer data)
{
  GdkClipboard *clipboard = gtk_widget_get_clipboard (GTK_WIDGET (f->window));
  AdwMessageDialog *dialog;

  gdk_clipboard_set_text (clipboard, "db.posts.find().limit(7)");
  gtk_widget_activate_action (GTK_WIDGET (f->window), "win.paste", NULL);
  wait_for (f, has_operation, (gpointer) "find posts", "the operation is pasted");
  gdk_clipboard_set_text (clipboard, "db.posts.deleteMany({\n  nowhere: 1 })");
  gtk_widget_activate_action (GTK_WIDGET (f->window), "win.paste", NULL);
  wait_for (f, is_asked, NULL, "the problem is told");
  g_assert_true (has_operation (f, (gpointer) "delete posts"));
  dialog = find_question (f);
  g_assert_nonnull (strstr (adw_message_dialog_get_body (dialog), "Line 2, column 3: "));
  answer (f, "cancel");
}

/* As a file manager does it, on the page of the operations. */
static void
drop_file (Fixture *f, const char *path)
{
  g_autoptr (GListModel) controllers = NULL;
  g_autoptr (GFile) file = g_file_new_for_path (path);
  GSList files = { file, NULL };
  GValue value = G_VALUE_INIT;
  gboolean taken = FALSE;

  gtk_widget_activate_action (GTK_WIDGET (f->window), "win.page", "s", "workload");
  controllers = gtk_widget_observe_controllers (
      find_type (GTK_WIDGET (f->window), SQUILL_TYPE_WORKLOAD_PAGE));
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

static gboolean
has_label (GtkWidget *widget, const char *text)
{
  if (GTK_IS_LABEL (widget) && g_strcmp0 (gtk_label_get_text (GTK_LABEL (widget)), text) == 0)
    return TRUE;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (has_label (child, text))
      return TRUE;
  return FALSE;
}

static gboolean
has_toast (Fixture *f, gpointer text)
{
  return has_label (GTK_WIDGET (f->window), text);
}

/* A script and a line of a log become operations; documents are none. */
static void
test_drop_commands (Fixture *f, gconstpointer data)
{
  static const struct
  {
    const char *name;
    const char *text;
    const char *operation;
  } cases[] = {
    { "queries.js", "db.posts.find().limit(7)\n", "find posts" },
    { "mongod.log",
      "{\"t\":{\"$date\":\"2026-11-23T10:00:00.000+00:00\"},\"s\":\"I\",\"c\":\"COMMAND\","
      "\"id\":51803,\"ctx\":\"conn1\",\"msg\":\"Slow query\",\"attr\":{\"type\":\"command\","
      "\"ns\":\"cms.posts\",\"command\":{\"delete\":\"posts\",\"deletes\":[{\"q\":{},"
      "\"limit\":0}],\"$db\":\"cms\"},\"durationMillis\":120}}\n",
      "delete posts" },
    { "posts.json", "[{\"_id\": 1, \"city\": \"Rome\"}]\n", NULL },
  };
  g_autofree char *folder = g_dir_make_tmp ("squill-drop-XXXXXX", NULL);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_build_filename (folder, cases[i].name, NULL);

      g_assert_true (g_file_set_contents (path, cases[i].text, -1, NULL));
      drop_file (f, path);
      if (cases[i].operation != NULL)
        wait_for (f, has_operation, (gpointer)cases[i].operation, "the operation is there");
      else
        wait_for (f, has_toast, (gpointer) "The file contains no commands", "it is said");
      g_assert_cmpint (g_unlink (path), ==, 0);
    }
  {
    g_autofree char *path = g_build_filename (folder, "all.log", NULL);
    g_autofree char *most = squill_text_bytes (64 << 20);
    g_autofree char *said =
        g_strdup_printf ("The files are larger than %s together: take a part of them", most);

    g_assert_true (g_file_set_contents (path, "", 0, NULL));
    g_assert_cmpint (truncate (path, (off_t)65 << 20), ==, 0);
    drop_file (f, path);
    wait_for (f, has_toast, said, "it is said");
    g_assert_cmpint (g_unlink (path), ==, 0);
  }
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

static gboolean
has_documents (Fixture *f, gpointer data)
{
  return squill_model_find_entity (f->model, "documents") != NULL;
}

/* Documents on the clipboard, of a file or of the shell, become an entity that is to be named. */
static void
test_paste_documents (Fixture *f, gconstpointer data)
{
  GdkClipboard *clipboard = gtk_widget_get_clipboard (GTK_WIDGET (f->window));
  SquillCanvas *canvas = SQUILL_CANVAS (find_type (GTK_WIDGET (f->window), SQUILL_TYPE_CANVAS));
  static const char *const texts[] = {
    "[{\"_id\": 1, \"city\": \"Rome\", \"lines\": [{\"sku\": \"a\", \"n\": 2}, "
    "{\"sku\": \"b\", \"n\": 1}]}, {\"_id\": 2, \"city\": \"Oslo\", \"lines\": []}]",
    "{ _id: ObjectId('5f43a1b2c3d4e5f6a7b8c9d0'), city: 'Rome', lines: [ { sku: 'a', n: 2 } ] }",
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      const SquillEntity *entity;
      const SquillRelationship *const *all;
      guint n;

      gdk_clipboard_set_text (clipboard, texts[i]);
      gtk_widget_activate_action (GTK_WIDGET (f->window), "win.paste", NULL);
      wait_for (f, has_documents, NULL, "the documents are pasted");
      entity = squill_model_find_entity (f->model, "documents");
      squill_item_get_children (entity, SQUILL_KIND_FIELD, &n);
      g_assert_cmpuint (n, ==, 2);
      all = squill_entity_get_relationships (entity, &n);
      g_assert_cmpuint (n, ==, 1);
      g_assert_cmpstr (all[0]->name, ==, "lines");
      g_assert_cmpint (all[0]->placement, ==, SQUILL_PLACEMENT_EMBED_MANY);
      /* Two documents do not say how many there are. */
      g_assert_false (squill_triple_is_set (entity->count));
      g_assert_null (entity->evidence);
      g_assert_cmpstr (squill_selection_get_single (squill_session_get_selection (f->session)), ==,
                       entity->item.id);
      g_assert_true (squill_canvas_is_editing (canvas));
      /* One step. */
      squill_canvas_end_edit (canvas, FALSE);
      g_assert_true (squill_model_undo (f->model));
      g_assert_false (squill_model_get_can_undo (f->model));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  adw_init ();
  gtk_source_init ();
#define TEST(path, example, function) \
  g_test_add (path, Fixture, example, set_up, function, tear_down)
  TEST ("/clipboard/copy", "cms", test_clipboard);
  TEST ("/clipboard/duplicate", "cms", test_duplicate);
  TEST ("/clipboard/commands", "cms", test_paste_commands);
  TEST ("/clipboard/drop-commands", "cms", test_drop_commands);
  TEST ("/clipboard/documents", "cms", test_paste_documents);
  return g_test_run ();
}

/* SPDX-License-Identifier: Apache-2.0 */

/* The diagram for other programs and on paper. */

#include "config.h"

#include <adwaita.h>
#include <glib/gstdio.h>
#include <gtksourceview/gtksource.h>
#include <string.h>

#include "canvas/squill-canvas.h"
#include "diagram/squill-picture.h"
#include "model/squill-authoring.h"
#include "window-fixture.h"

typedef struct
{
  Fixture *fixture;
  GBytes *bytes;
  gboolean done;
} Reading;

static void
on_read (GObject *source, GAsyncResult *result, gpointer user_data)
{
  Reading *reading = user_data;
  g_autoptr (GError) error = NULL;

  g_assert_true (g_output_stream_splice_finish (G_OUTPUT_STREAM (source), result, &error) >= 0);
  g_assert_no_error (error);
  reading->bytes = g_memory_output_stream_steal_as_bytes (G_MEMORY_OUTPUT_STREAM (source));
  reading->done = TRUE;
}

static void
on_stream (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GInputStream) stream =
      gdk_clipboard_read_finish (GDK_CLIPBOARD (source), result, NULL, &error);
  g_autoptr (GOutputStream) memory = g_memory_output_stream_new_resizable ();

  g_assert_no_error (error);
  g_output_stream_splice_async (
      memory, stream, G_OUTPUT_STREAM_SPLICE_CLOSE_SOURCE | G_OUTPUT_STREAM_SPLICE_CLOSE_TARGET,
      G_PRIORITY_DEFAULT, NULL, on_read, user_data);
}

static gboolean
is_read (Fixture *f, gpointer data)
{
  return ((Reading *)data)->done;
}

/* What the clipboard has of a type. */
static GBytes *
read_clipboard (Fixture *f, const char *type)
{
  const char *types[] = { type, NULL };
  Reading reading = { f, NULL, FALSE };

  gdk_clipboard_read_async (gtk_widget_get_clipboard (GTK_WIDGET (f->window)), types,
                            G_PRIORITY_DEFAULT, NULL, on_stream, &reading);
  wait_for (f, is_read, &reading, "the clipboard");
  return reading.bytes;
}

static gboolean
has_text (GBytes *bytes, const char *text)
{
  gsize size;
  const char *data = g_bytes_get_data (bytes, &size);

  return g_strstr_len (data, (gssize)size, text) != NULL;
}

static void
draw (Fixture *f, char **posts, char **users)
{
  *posts = squill_model_add_entity (f->model, "posts", 0, 0);
  *users = squill_model_add_entity (f->model, "users", 900, 1400);
}

static SquillCanvas *
find_canvas (Fixture *f)
{
  return SQUILL_CANVAS (find_type (GTK_WIDGET (f->window), SQUILL_TYPE_CANVAS));
}

static void
test_copy (Fixture *f, gconstpointer data)
{
  g_autofree char *posts = NULL;
  g_autofree char *users = NULL;
  g_autoptr (GBytes) all = NULL;
  g_autoptr (GBytes) some = NULL;
  g_autoptr (GBytes) pixels = NULL;

  draw (f, &posts, &users);
  squill_selection_clear (squill_session_get_selection (f->session));
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (f->window), "win.copy-picture", NULL));
  all = read_clipboard (f, "image/svg+xml");
  g_assert_true (has_text (all, "<svg"));
  g_assert_true (has_text (all, "posts") && has_text (all, "users"));
  pixels = read_clipboard (f, "image/png");
  g_assert_cmpint (memcmp (g_bytes_get_data (pixels, NULL), "\211PNG", 4), ==, 0);

  squill_selection_set_single (squill_session_get_selection (f->session), users);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (f->window), "win.copy-picture", NULL));
  some = read_clipboard (f, "image/svg+xml");
  g_assert_true (has_text (some, "users"));
  g_assert_false (has_text (some, "posts"));
}

/* Each part can be chosen, whatever is selected or hidden. */
static void
test_parts (Fixture *f, gconstpointer data)
{
  SquillSelection *selection = squill_session_get_selection (f->session);
  g_autofree char *posts = NULL;
  g_autofree char *users = NULL;
  g_autofree char *tags = NULL;
  g_autoptr (GBytes) shown = NULL;
  g_autoptr (GBytes) whole = NULL;
  g_autoptr (GBytes) selected = NULL;
  g_autoptr (GError) error = NULL;

  draw (f, &posts, &users);
  tags = squill_model_add_entity (f->model, "tags", 400, 400);
  squill_selection_set_many (selection, (const char *[]){ posts, users, NULL });
  settle ();
  g_object_set (squill_canvas_get_display_options (find_canvas (f)), "around",
                (const char *[]){ posts, users, NULL }, "steps", 0, NULL);
  squill_selection_set_single (selection, users);
  g_assert_true (
      gtk_widget_activate_action (GTK_WIDGET (f->window), "win.copy-picture-shown", NULL));
  shown = read_clipboard (f, "image/svg+xml");
  g_assert_true (has_text (shown, "posts") && has_text (shown, "users"));
  g_assert_false (has_text (shown, "tags"));
  g_assert_true (
      gtk_widget_activate_action (GTK_WIDGET (f->window), "win.copy-picture-whole", NULL));
  whole = read_clipboard (f, "image/svg+xml");
  g_assert_true (has_text (whole, "tags") && has_text (whole, "users"));
  g_assert_true (
      gtk_widget_activate_action (GTK_WIDGET (f->window), "win.copy-picture-selection", NULL));
  selected = read_clipboard (f, "image/svg+xml");
  g_assert_true (has_text (selected, "users"));
  g_assert_false (has_text (selected, "posts"));

  squill_selection_clear (selection);
  g_assert_null (squill_window_create_picture (f->window, SQUILL_PICTURE_SELECTION, &error));
  g_assert_error (error, SQUILL_PICTURE_ERROR, SQUILL_PICTURE_ERROR_EMPTY);
}

/* A file may say that groups are members of each other. */
static void
test_groups_in_circles (Fixture *f, gconstpointer data)
{
  g_autofree char *posts = NULL;
  g_autofree char *users = NULL;
  g_autofree char *outer = NULL;
  g_autofree char *inner = NULL;
  g_autoptr (GBytes) some = NULL;

  draw (f, &posts, &users);
  outer = squill_model_add_group (f->model, "outer", (const char *[]){ users, NULL });
  inner = squill_model_add_group (f->model, "inner", (const char *[]){ posts, NULL });
  squill_model_begin_step (f->model, "Group", NULL);
  g_assert_true (squill_model_set (f->model, outer, "members", json_pack ("[s]", inner), NULL));
  g_assert_true (
      squill_model_set (f->model, inner, "members", json_pack ("[s, s]", outer, users), NULL));
  squill_model_end_step (f->model);
  squill_selection_set_single (squill_session_get_selection (f->session), inner);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (f->window), "win.copy-picture", NULL));
  some = read_clipboard (f, "image/svg+xml");
  g_assert_true (has_text (some, "users"));
  g_assert_false (has_text (some, "posts"));
}

static void
test_nothing (Fixture *f, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (squill_window_create_picture (f->window, SQUILL_PICTURE_WHOLE, &error));
  g_assert_error (error, SQUILL_PICTURE_ERROR, SQUILL_PICTURE_ERROR_EMPTY);
}

/* All of it on one page, or as large as it is on several. */
static void
test_print (Fixture *f, gconstpointer data)
{
  g_autofree char *posts = NULL;
  g_autofree char *users = NULL;
  g_autofree char *folder = g_dir_make_tmp ("squill-print-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "diagram.pdf", NULL);

  draw (f, &posts, &users);
  for (gboolean tiled = FALSE; tiled <= TRUE; tiled++)
    {
      g_autoptr (GtkPrintOperation) operation = squill_window_create_print (f->window, tiled);
      g_autofree char *pdf = NULL;
      g_autoptr (GError) error = NULL;
      int n_pages;

      gtk_print_operation_set_export_filename (operation, path);
      g_assert_cmpint (
          gtk_print_operation_run (operation, GTK_PRINT_OPERATION_ACTION_EXPORT, NULL, &error), ==,
          GTK_PRINT_OPERATION_RESULT_APPLY);
      g_assert_no_error (error);
      g_object_get (operation, "n-pages", &n_pages, NULL);
      /* 1,100 by 1,500 pixels are 825 by 1,125 points, and a page is about 550 by 750. */
      g_assert_cmpint (n_pages, ==, tiled ? 4 : 1);
      g_assert_true (g_file_get_contents (path, &pdf, NULL, &error));
      g_assert_no_error (error);
      g_assert_true (g_str_has_prefix (pdf, "%PDF"));
      g_assert_cmpint (g_unlink (path), ==, 0);
    }
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

static guint
get_number (const guchar *data)
{
  return (guint)data[0] << 24 | (guint)data[1] << 16 | (guint)data[2] << 8 | data[3];
}

/* A picture of a large diagram has no more pixels than other programs take, and of a very large one
 * none; neither is printed on thousands of pages. */
static void
test_large (Fixture *f, gconstpointer data)
{
  g_autofree char *posts = NULL;
  g_autofree char *users = NULL;
  g_autofree char *tags = NULL;
  g_autoptr (GdkContentProvider) picture = NULL;
  g_autoptr (GdkContentFormats) formats = NULL;
  g_autoptr (GtkPrintOperation) operation = NULL;
  g_autoptr (GBytes) png = NULL;
  g_autoptr (GError) error = NULL;
  const guchar *bytes;
  double n_pixels;

  draw (f, &posts, &users);
  tags = squill_model_add_entity (f->model, "tags", 8000, 6000);
  squill_selection_clear (squill_session_get_selection (f->session));
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (f->window), "win.copy-picture", NULL));
  png = read_clipboard (f, "image/png");
  bytes = g_bytes_get_data (png, NULL);
  n_pixels = (double)get_number (bytes + 16) * get_number (bytes + 20);
  g_assert_cmpfloat (n_pixels, >, 15e6);
  g_assert_cmpfloat (n_pixels, <, 16.1e6);

  g_free (squill_model_add_entity (f->model, "far", 200000, 200000));
  squill_selection_clear (squill_session_get_selection (f->session));
  picture = squill_window_create_picture (f->window, SQUILL_PICTURE_SHOWN, &error);
  g_assert_no_error (error);
  formats = gdk_content_provider_ref_formats (picture);
  g_assert_true (gdk_content_formats_contain_mime_type (formats, "image/svg+xml"));
  g_assert_false (gdk_content_formats_contain_mime_type (formats, "image/png"));

  operation = squill_window_create_print (f->window, TRUE);
  gtk_print_operation_set_export_filename (operation, "/dev/null");
  g_assert_cmpint (
      gtk_print_operation_run (operation, GTK_PRINT_OPERATION_ACTION_EXPORT, NULL, &error), ==,
      GTK_PRINT_OPERATION_RESULT_CANCEL);
  wait_for (f, is_asked, NULL, "it is said that this is too much paper");
  g_assert_nonnull (strstr (adw_message_dialog_get_body (find_question (f)), "pages"));
  answer (f, "cancel");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  adw_init ();
  gtk_source_init ();

#define ADD(path, function) \
  g_test_add ("/pictures/" path, Fixture, NULL, set_up, function, tear_down)
  ADD ("copy", test_copy);
  ADD ("parts", test_parts);
  ADD ("groups-in-circles", test_groups_in_circles);
  ADD ("nothing", test_nothing);
  ADD ("print", test_print);
  ADD ("large", test_large);
#undef ADD
  return g_test_run ();
}

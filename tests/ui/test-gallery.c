/* SPDX-License-Identifier: Apache-2.0 */

/* The gallery of examples: each has a picture and a name, and choosing one opens it. */

#include "config.h"

#include <gtksourceview/gtksource.h>

#include "session/squill-example-model.h"
#include "shell/squill-gallery-window.h"
#include "window-fixture.h"

static SquillGalleryWindow *
find_gallery (void)
{
  g_autoptr (GList) windows = gtk_window_list_toplevels ();

  for (GList *l = windows; l != NULL; l = l->next)
    if (SQUILL_IS_GALLERY_WINDOW (l->data) && gtk_widget_get_visible (l->data))
      return l->data;
  return NULL;
}

static GtkWidget *
get_box (void)
{
  return find_type (GTK_WIDGET (find_gallery ()), GTK_TYPE_FLOW_BOX);
}

static gboolean
is_drawn (Fixture *f, gpointer data)
{
  for (GtkWidget *child = gtk_widget_get_first_child (get_box ()); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (gtk_picture_get_paintable (GTK_PICTURE (find_type (child, GTK_TYPE_PICTURE))) == NULL)
      return FALSE;
  return TRUE;
}

static gboolean
has_title (Fixture *f, gpointer title)
{
  return g_strcmp0 (squill_session_get_title (squill_window_get_session (f->window)), title) == 0;
}

static void
test_gallery (Fixture *f, gconstpointer data)
{
  g_auto (GStrv) uris = squill_example_models_list ();
  guint n = 0;
  GtkWidget *first;

  gtk_widget_activate_action (GTK_WIDGET (f->window), "win.gallery", NULL);
  g_assert_nonnull (find_gallery ());
  wait_for (f, is_drawn, NULL, "all examples are drawn");
  gtk_test_widget_wait_for_draw (GTK_WIDGET (find_gallery ()));
  for (GtkWidget *child = gtk_widget_get_first_child (get_box ()); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GdkPaintable *picture =
          gtk_picture_get_paintable (GTK_PICTURE (find_type (child, GTK_TYPE_PICTURE)));

      g_assert_cmpint (gdk_paintable_get_intrinsic_width (picture), >, 50);
      g_assert_cmpint (gdk_paintable_get_intrinsic_height (picture), >, 50);
      /* As high as the others, so that titles stand in lines. */
      g_assert_cmpint (
          gtk_widget_get_height (find_type (child, GTK_TYPE_PICTURE)), ==,
          gtk_widget_get_height (find_type (GTK_WIDGET (get_box ()), GTK_TYPE_PICTURE)));
      g_assert_cmpstr (gtk_label_get_label (GTK_LABEL (find_type (child, GTK_TYPE_LABEL))), !=, "");
      n++;
    }
  g_assert_cmpuint (n, ==, g_strv_length (uris));

  /* The richest one is the first. */
  first = gtk_widget_get_first_child (get_box ());
  g_signal_emit_by_name (get_box (), "child-activated", first);
  wait_for (f, has_title, (gpointer) "Shop", "the example is open");
  g_assert_null (find_gallery ());
  take_session (f);
  g_assert_cmpuint (squill_design_get_n_collections (squill_session_get_design (f->session)), >=,
                    10);
}

int
main (int argc, char **argv)
{
  g_setenv ("GSETTINGS_BACKEND", "memory", TRUE);
  gtk_test_init (&argc, &argv, NULL);
  adw_init ();
  gtk_source_init ();
  load_style ();

  g_test_add ("/gallery/choose", Fixture, NULL, set_up, test_gallery, tear_down);
  return g_test_run ();
}

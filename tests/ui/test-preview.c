/* SPDX-License-Identifier: Apache-2.0 */

/* What is shown of a change while somebody points at it, and that nothing of it stays. */

#include "config.h"

#include <gtksourceview/gtksource.h>

#include "canvas/squill-canvas-private.h"
#include "canvas/squill-canvas-view.h"
#include "inspector/squill-inspector-private.h"
#include "panel/squill-panel-page.h"
#include "widgets/squill-finding-card.h"
#include "window-fixture.h"

static SquillPreview *
get_preview (Fixture *f)
{
  return squill_session_get_preview (f->session);
}

static gboolean
is_known (Fixture *f, gpointer data)
{
  return squill_preview_get_result (get_preview (f)) != NULL;
}

static char *
get_text (Fixture *f)
{
  GtkWidget *page = find_type (GTK_WIDGET (f->window), SQUILL_TYPE_DOCUMENTS_PAGE);
  char *text;

  g_object_get (gtk_text_view_get_buffer (GTK_TEXT_VIEW (find_type (page, GTK_SOURCE_TYPE_VIEW))),
                "text", &text, NULL);
  return text;
}

static gboolean
shows (Fixture *f, gpointer words)
{
  g_autofree char *text = get_text (f);

  return strstr (text, words) != NULL;
}

static gboolean
shows_just (Fixture *f, gpointer expected)
{
  g_autofree char *text = get_text (f);

  return g_str_equal (text, expected);
}

static const SquillRelationship *
find_comments (Fixture *f)
{
  SQUILL_FOR_EACH_CHILD (SquillRelationship, r, squill_model_get_info (f->model),
                         SQUILL_KIND_RELATIONSHIP)
    if (g_strcmp0 (r->name, "comments") == 0)
      return r;
  g_assert_not_reached ();
}

static GtkWidget *
find_line (Fixture *f)
{
  return find_type (GTK_WIDGET (f->window), SQUILL_TYPE_PREVIEW_LINE);
}

static gboolean
lists_placements (Fixture *f, gpointer data)
{
  GtkWidget *list = find_type (GTK_WIDGET (f->inspector), SQUILL_TYPE_PLACEMENT_LIST);

  return list != NULL && gtk_widget_get_mapped (list);
}

static GtkWidget *
find_other_placement (GtkWidget *widget)
{
  if (GTK_IS_LIST_BOX_ROW (widget) && gtk_widget_get_visible (widget))
    {
      GtkWidget *check = find_type (widget, GTK_TYPE_CHECK_BUTTON);

      if (check != NULL && !gtk_check_button_get_active (GTK_CHECK_BUTTON (check)))
        return widget;
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_other_placement (child);

      if (found != NULL)
        return found;
    }
  return NULL;
}

static SquillCanvas *
get_canvas (Fixture *f)
{
  return SQUILL_CANVAS (find_type (GTK_WIDGET (f->window), SQUILL_TYPE_CANVAS));
}

/* How many things a frame takes to draw. */
static guint
count_draws (Fixture *f)
{
  gtk_widget_queue_draw (GTK_WIDGET (get_canvas (f)));
  gtk_test_widget_wait_for_draw (GTK_WIDGET (get_canvas (f)));
  return squill_canvas_get_n_draws (get_canvas (f));
}

static void
test_placement (Fixture *f, gconstpointer data)
{
  g_autofree char *id = g_strdup (find_comments (f)->item.id);
  const SquillPlacement before = find_comments (f)->placement;
  const guint64 generation = squill_model_get_generation (f->model);
  g_autofree char *text = NULL;
  GtkWidget *row;
  guint n_draws;

  gtk_widget_activate_action (GTK_WIDGET (f->window), "win.page", "s", "documents");
  squill_selection_set_single (squill_session_get_selection (f->session), id);
  wait_for (f, lists_placements, NULL, "the placements are listed");
  settle ();
  text = get_text (f);
  n_draws = count_draws (f);
  g_assert_false (gtk_widget_get_visible (find_line (f)));

  row = find_other_placement (find_type (GTK_WIDGET (f->inspector), SQUILL_TYPE_PLACEMENT_LIST));
  point (row, "enter");
  g_assert_false (is_known (f, NULL));
  wait_for (f, is_known, NULL, "it is known what would change");
  wait_for (f, shows, (gpointer) "\n- ", "lines go");
  g_assert_true (gtk_widget_get_visible (find_line (f)));
  g_assert_cmpuint (count_draws (f), >, n_draws);

  /* Leaving takes all of it back. */
  point (row, "leave");
  g_assert_false (is_known (f, NULL));
  wait_for (f, shows_just, text, "the document is as it was");
  g_assert_false (gtk_widget_get_visible (find_line (f)));
  g_assert_cmpuint (count_draws (f), ==, n_draws);
  g_assert_cmpint (find_comments (f)->placement, ==, before);
  g_assert_cmpuint (squill_model_get_generation (f->model), ==, generation);
  g_assert_false (squill_model_get_can_undo (f->model));
  g_assert_false (squill_session_get_modified (f->session));
}

static GtkWidget *
find_fix (GtkWidget *widget)
{
  if (GTK_IS_BUTTON (widget) && gtk_widget_get_mapped (widget) &&
      g_str_equal (gtk_buildable_get_buildable_id (GTK_BUILDABLE (widget)) != NULL
                       ? gtk_buildable_get_buildable_id (GTK_BUILDABLE (widget))
                       : "",
                   "fix"))
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_fix (child);

      if (found != NULL)
        return found;
    }
  return NULL;
}

static gboolean
has_fix (Fixture *f, gpointer data)
{
  return find_fix (data) != NULL;
}

/* A fix says what it does, wherever its card stands; a card that goes takes its preview with it. */
static void
test_fix (Fixture *f, gconstpointer data)
{
  GtkWidget *page = find_type (GTK_WIDGET (f->window), SQUILL_TYPE_WARNINGS_PAGE);
  GtkWidget *button;

  gtk_widget_activate_action (GTK_WIDGET (f->window), "win.page", "s", "warnings");
  wait_for (f, has_fix, page, "a warning can be mended");
  button = find_fix (page);
  point (button, "enter");
  g_assert_nonnull (squill_preview_get_ids (get_preview (f)));
  wait_for (f, is_known, NULL, "it is known what would change");
  /* A screen reader says it, too. */
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                       squill_preview_get_result (get_preview (f))->summary);
  gtk_widget_activate_action (GTK_WIDGET (f->window), "win.page", "s", "documents");
  settle ();
  g_assert_null (squill_preview_get_ids (get_preview (f)));
  g_assert_false (is_known (f, NULL));
}

int
main (int argc, char **argv)
{
  g_setenv ("GSETTINGS_BACKEND", "memory", TRUE);
  gtk_test_init (&argc, &argv, NULL);
  adw_init ();
  gtk_source_init ();
  load_style ();

  g_test_add ("/preview/placement", Fixture, "cms", set_up, test_placement, tear_down);
  g_test_add ("/preview/fix", Fixture, "cms", set_up, test_fix, tear_down);
  return g_test_run ();
}

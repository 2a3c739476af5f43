/* SPDX-License-Identifier: Apache-2.0 */

/* Several designs of a model in the window: the menu, and the pages that show reports on them. */

#include "config.h"

#include <gtksourceview/gtksource.h>
#include <string.h>

#include "model/squill-alternative.h"
#include "model/squill-authoring.h"
#include "model/squill-model-file.h"
#include "panel/squill-panel-page.h"
#include "panel/squill-panel.h"
#include "panel/squill-report-page.h"
#include "window-fixture.h"

static GtkMenuButton *
find_menu (Fixture *f)
{
  GtkWidget *title = find_type (GTK_WIDGET (f->window), ADW_TYPE_WINDOW_TITLE);

  return GTK_MENU_BUTTON (gtk_widget_get_ancestor (title, GTK_TYPE_MENU_BUTTON));
}

static GMenuModel *
get_list (Fixture *f)
{
  return g_menu_model_get_item_link (gtk_menu_button_get_menu_model (find_menu (f)), 0,
                                     G_MENU_LINK_SECTION);
}

static gboolean
has_subtitle (Fixture *f, gpointer text)
{
  return strstr (squill_session_get_subtitle (f->session), text) != NULL;
}

static void
act (Fixture *f, const char *action)
{
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (f->window), action, NULL));
}

static void
enter_name (Fixture *f, const char *name)
{
  GtkWidget *entry;

  wait_for (f, is_asked, NULL, "a name is asked for");
  entry = adw_message_dialog_get_extra_child (find_question (f));
  gtk_editable_set_text (GTK_EDITABLE (entry), name);
  answer (f, "apply");
}

static const SquillRelationship *
get_comments (Fixture *f)
{
  SQUILL_FOR_EACH_CHILD (SquillRelationship, r, squill_model_get_info (f->model),
                         SQUILL_KIND_RELATIONSHIP)
    if (g_strcmp0 (r->name, "comments") == 0)
      return r;
  g_assert_not_reached ();
}

static void
test_menu (Fixture *f, gconstpointer data)
{
  g_autofree char *comments = g_strdup (get_comments (f)->item.id);
  g_autoptr (GMenuModel) list = NULL;
  SquillPlacement before = get_comments (f)->placement;

  list = get_list (f);
  g_assert_cmpint (g_menu_model_get_n_items (list), ==, 0);
  act (f, "win.new-design");
  enter_name (f, "Comments apart");
  wait_for (f, has_subtitle, (gpointer) "Comments apart", "the subtitle names the design");
  g_clear_object (&list);
  list = get_list (f);
  g_assert_cmpint (g_menu_model_get_n_items (list), ==, 2);
  g_assert_true (
      squill_model_set (f->model, comments, "placement", json_string ("parent-reference"), NULL));

  /* The other one, by the menu. */
  {
    g_autoptr (GVariant) target =
        g_menu_model_get_item_attribute_value (list, 0, G_MENU_ATTRIBUTE_TARGET, NULL);

    g_assert_true (
        gtk_widget_activate_action_variant (GTK_WIDGET (f->window), "designs.show", target));
  }
  wait_for (f, has_subtitle, (gpointer) "First design", "the other one is shown");
  g_assert_cmpint (get_comments (f)->placement, ==, before);
  act (f, "win.undo");
  wait_for (f, has_subtitle, (gpointer) "Comments apart", "it is shown again");
  g_assert_cmpint (get_comments (f)->placement, ==, SQUILL_PLACEMENT_PARENT_REFERENCE);

  act (f, "win.rename-design");
  enter_name (f, "Apart");
  wait_for (f, has_subtitle, (gpointer) "Apart ·", "it has another name");
  act (f, "win.delete-design");
  wait_for (f, has_subtitle, (gpointer) "collection", "it is gone");
  g_assert_null (squill_model_get_alternative (f->model));
  g_assert_cmpint (get_comments (f)->placement, ==, before);
}

/* Reports are made in a thread, when edits pause. */

typedef struct
{
  GType type;
  const char *text; /* in its Markdown */
} Wanted;

static SquillReportPage *
find_page (Fixture *f, GType type)
{
  return SQUILL_REPORT_PAGE (find_type (GTK_WIDGET (f->window), type));
}

static gboolean
has_report (Fixture *f, gpointer data)
{
  const Wanted *wanted = data;
  const SquillReport *report = squill_report_page_get_report (find_page (f, wanted->type));
  g_autofree char *text =
      report != NULL ? squill_report_write (report, SQUILL_REPORT_MARKDOWN) : NULL;

  return text != NULL && strstr (text, wanted->text) != NULL;
}

/* How many cells with a number have a place for a bar before it, and how many have none. */
static void
count_cells (GtkWidget *widget, guint *with, guint *without)
{
  GtkWidget *last = gtk_widget_get_last_child (widget);

  if (GTK_IS_BOX (widget) && last != NULL && gtk_widget_has_css_class (last, "numeric"))
    *(gtk_widget_get_prev_sibling (last) != NULL ? with : without) += 1;
  for (GtkWidget *child = last; child != NULL; child = gtk_widget_get_prev_sibling (child))
    count_cells (child, with, without);
}

static void
test_compare (Fixture *f, gconstpointer data)
{
  Wanted one = { SQUILL_TYPE_COMPARE_PAGE, "| show post |" };
  Wanted two = { SQUILL_TYPE_COMPARE_PAGE, "| First design | Apart |" };
  guint with = 0, without = 0;

  gtk_widget_activate_action (GTK_WIDGET (f->window), "win.page", "s", "compare");
  wait_for (f, has_report, &one, "the design is measured");
  g_free (squill_model_add_alternative (f->model, "Apart", NULL));
  wait_for (f, has_report, &two, "both designs are measured");

  /* Zeros stand below the other numbers, and not below their bars. */
  gtk_test_widget_wait_for_draw (GTK_WIDGET (f->window));
  count_cells (GTK_WIDGET (find_page (f, SQUILL_TYPE_COMPARE_PAGE)), &with, &without);
  g_assert_cmpuint (with, >, 5);
  g_assert_cmpuint (without, ==, 0);
}

/* A page is made when it is first shown, and stays. */
static void
test_page_made_once (Fixture *f, gconstpointer data)
{
  GtkWidget *window = GTK_WIDGET (f->window), *page;

  g_assert_null (find_type (window, SQUILL_TYPE_CAPACITY_PAGE));
  gtk_widget_activate_action (window, "win.page", "s", "capacity");
  page = find_type (window, SQUILL_TYPE_CAPACITY_PAGE);
  g_assert_true (squill_panel_page_get_session (SQUILL_PANEL_PAGE (page)) == f->session);
  g_assert_true (gtk_widget_is_ancestor (squill_panel_page_get_bar (SQUILL_PANEL_PAGE (page)),
                                         find_type (window, SQUILL_TYPE_PANEL)));
  gtk_widget_activate_action (window, "win.page", "s", "documents");
  gtk_widget_activate_action (window, "win.page", "s", "capacity");
  g_assert_true (find_type (window, SQUILL_TYPE_CAPACITY_PAGE) == page);
}

/* With the slider at another number the designs are those of that number; the model stays. */
static void
test_slider (Fixture *f, gconstpointer data)
{
  Wanted now = { SQUILL_TYPE_COMPARE_PAGE, "| show post |" };
  Wanted more = { SQUILL_TYPE_COMPARE_PAGE, NULL };
  g_autofree char *before = squill_model_to_data (f->model, NULL);
  g_autofree char *after = NULL, *first = NULL;
  GtkWidget *page, *subjects, *scale;

  gtk_widget_activate_action (GTK_WIDGET (f->window), "win.page", "s", "compare");
  wait_for (f, has_report, &now, "the design is measured");
  page = GTK_WIDGET (find_page (f, SQUILL_TYPE_COMPARE_PAGE));
  subjects = find_type (page, GTK_TYPE_DROP_DOWN);
  scale = find_type (page, GTK_TYPE_SCALE);
  g_assert_false (gtk_widget_get_visible (scale));
  for (guint i = 0;; i++)
    {
      GListModel *names = gtk_drop_down_get_model (GTK_DROP_DOWN (subjects));
      g_autoptr (GtkStringObject) name = g_list_model_get_item (names, i);

      g_assert_nonnull (name);
      if (!g_str_equal (gtk_string_object_get_string (name), "Rate of show post"))
        continue;
      gtk_drop_down_set_selected (GTK_DROP_DOWN (subjects), i);
      break;
    }
  g_assert_true (gtk_widget_get_visible (scale));
  first =
      squill_report_write (squill_report_page_get_report (find_page (f, SQUILL_TYPE_COMPARE_PAGE)),
                           SQUILL_REPORT_MARKDOWN);
  g_assert_nonnull (strstr (first, "| show post | 263 |"));
  gtk_range_set_value (GTK_RANGE (scale), 1);
  more.text = "| show post | 2\u202f6";
  wait_for (f, has_report, &more, "the operation runs ten times as often");
  after = squill_model_to_data (f->model, NULL);
  g_assert_cmpstr (after, ==, before);
}

/* The first label of a widget that says where the ranking changes, or that it does not. */
static gboolean
says_crossings (GtkWidget *widget)
{
  if (GTK_IS_LABEL (widget) &&
      (strstr (gtk_label_get_label (GTK_LABEL (widget)), "costs least from ") != NULL ||
       strstr (gtk_label_get_label (GTK_LABEL (widget)), "costs least with each") != NULL))
    return TRUE;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (says_crossings (child))
      return TRUE;
  return FALSE;
}

static gboolean
has_crossings (Fixture *f, gpointer data)
{
  return says_crossings (GTK_WIDGET (find_page (f, SQUILL_TYPE_COMPARE_PAGE)));
}

/* With two designs the slider says where the ranking changes, and no longer when nothing is to be
 * another number. */
static void
test_crossings (Fixture *f, gconstpointer data)
{
  Wanted two = { SQUILL_TYPE_COMPARE_PAGE, "| First design | Apart |" };
  g_autofree char *comments = g_strdup (get_comments (f)->item.id);
  GtkDropDown *subjects;

  g_free (squill_model_add_alternative (f->model, "Apart", NULL));
  g_assert_true (
      squill_model_set (f->model, comments, "placement", json_string ("parent-reference"), NULL));
  gtk_widget_activate_action (GTK_WIDGET (f->window), "win.page", "s", "compare");
  wait_for (f, has_report, &two, "both designs are measured");
  g_assert_false (has_crossings (f, NULL));
  subjects = GTK_DROP_DOWN (
      find_type (GTK_WIDGET (find_page (f, SQUILL_TYPE_COMPARE_PAGE)), GTK_TYPE_DROP_DOWN));
  gtk_drop_down_set_selected (subjects, 1);
  wait_for (f, has_crossings, NULL, "it is known where the ranking changes");
  gtk_drop_down_set_selected (subjects, 0);
  while (has_crossings (f, NULL))
    g_main_context_iteration (NULL, TRUE);
}

static gboolean
says_flip (GtkWidget *widget)
{
  if (GTK_IS_LABEL (widget) &&
      strstr (gtk_label_get_label (GTK_LABEL (widget)), "is advised if there are ") != NULL)
    return TRUE;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (says_flip (child))
      return TRUE;
  return FALSE;
}

static gboolean
has_flip (Fixture *f, gpointer data)
{
  return says_flip (GTK_WIDGET (find_page (f, SQUILL_TYPE_COMPARE_PAGE)));
}

/* With one design the slider says with which numbers of children another placement is advised. */
static void
test_flips (Fixture *f, gconstpointer data)
{
  Wanted now = { SQUILL_TYPE_COMPARE_PAGE, "| Collections |" };
  GtkDropDown *subjects;
  guint n;

  gtk_widget_activate_action (GTK_WIDGET (f->window), "win.page", "s", "compare");
  wait_for (f, has_report, &now, "the design is measured");
  subjects = GTK_DROP_DOWN (
      find_type (GTK_WIDGET (find_page (f, SQUILL_TYPE_COMPARE_PAGE)), GTK_TYPE_DROP_DOWN));
  n = g_list_model_get_n_items (gtk_drop_down_get_model (subjects));
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (GtkStringObject) name =
          g_list_model_get_item (gtk_drop_down_get_model (subjects), i);

      if (g_str_equal (gtk_string_object_get_string (name), "Parts per product"))
        gtk_drop_down_set_selected (subjects, i);
    }
  g_assert_cmpuint (gtk_drop_down_get_selected (subjects), >, 0);
  wait_for (f, has_flip, NULL, "it is known when another placement is advised");
}

static void
test_capacity (Fixture *f, gconstpointer data)
{
  Wanted now = { SQUILL_TYPE_CAPACITY_PAGE, "| posts | 10" };
  Wanted later = { SQUILL_TYPE_CAPACITY_PAGE, "| posts | 77 |" };
  const char *posts = squill_model_find_entity (f->model, "posts")->item.id;
  GtkWidget *sections;
  GtkWidget *table;

  gtk_widget_activate_action (GTK_WIDGET (f->window), "win.page", "s", "capacity");
  wait_for (f, has_report, &now, "the report is there");
  table = find_type (GTK_WIDGET (find_page (f, SQUILL_TYPE_CAPACITY_PAGE)), GTK_TYPE_COLUMN_VIEW);
  sections = find_type (
      squill_panel_page_get_bar (SQUILL_PANEL_PAGE (find_page (f, SQUILL_TYPE_CAPACITY_PAGE))),
      GTK_TYPE_DROP_DOWN);
  g_assert_cmpuint (
      g_list_model_get_n_items (gtk_column_view_get_columns (GTK_COLUMN_VIEW (table))), ==, 3);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (sections), 2);
  g_assert_cmpuint (
      g_list_model_get_n_items (gtk_column_view_get_columns (GTK_COLUMN_VIEW (table))), >, 10);

  /* It follows edits, and stays at its table. */
  g_assert_true (
      squill_model_set (f->model, posts, "count",
                        json_pack ("{s:i, s:i, s:i}", "min", 77, "likely", 77, "max", 77), NULL));
  wait_for (f, has_report, &later, "the report is another one");
  g_assert_cmpuint (gtk_drop_down_get_selected (GTK_DROP_DOWN (sections)), ==, 2);
}

/* While a report is being made the page goes away, or another model comes. */
static void
test_leave (Fixture *f, gconstpointer data)
{
  Wanted report = { SQUILL_TYPE_COMPARE_PAGE, "# " };
  GtkWidget *stack;
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillSession) session = squill_session_new (model, NULL);

  gtk_widget_activate_action (GTK_WIDGET (f->window), "win.page", "s", "compare");
  settle ();
  /* Until the first is there, the page says so. */
  stack = find_type (GTK_WIDGET (find_page (f, SQUILL_TYPE_COMPARE_PAGE)), GTK_TYPE_STACK);
  g_assert_cmpstr (gtk_stack_get_visible_child_name (GTK_STACK (stack)), ==, "waiting");
  g_assert_cmpstr (
      gtk_label_get_label (GTK_LABEL (gtk_stack_get_visible_child (GTK_STACK (stack)))), ==,
      "Computing…");
  squill_window_set_session (f->window, session);
  take_session (f);
  wait_for (f, has_report, &report, "the report on the other model is there");
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  adw_init ();
  gtk_source_init ();
#define ADD(path, function) g_test_add (path, Fixture, "cms", set_up, function, tear_down)
  ADD ("/designs/menu", test_menu);
  ADD ("/designs/compare", test_compare);
  g_test_add ("/designs/flips", Fixture, "parts", set_up, test_flips, tear_down);
  ADD ("/designs/page-made-once", test_page_made_once);
  ADD ("/designs/slider", test_slider);
  ADD ("/designs/crossings", test_crossings);
  ADD ("/designs/capacity", test_capacity);
  ADD ("/designs/leave", test_leave);
  return g_test_run ();
}

/* SPDX-License-Identifier: Apache-2.0 */

/* How the inspector is laid out: findings first, one width, and rows that stay where they are. */

#include "config.h"

#include <gtksourceview/gtksource.h>
#include <string.h>

#include "inspector/squill-inspector-private.h"
#include "model/squill-authoring.h"
#include "model/squill-threshold.h"
#include "widgets/squill-beside-layout.h"
#include "widgets/squill-drop-down.h"
#include "widgets/squill-finding-card.h"
#include "widgets/squill-triple-entry.h"
#include "window-fixture.h"

#define USUAL_DPI (96 * PANGO_SCALE)

static double
get_top (Fixture *f, GtkWidget *widget)
{
  graphene_rect_t bounds;

  g_assert_true (gtk_widget_compute_bounds (widget, GTK_WIDGET (f->window), &bounds));
  return bounds.origin.y;
}

static void
select_item (Fixture *f, const char *id)
{
  squill_selection_set_single (squill_session_get_selection (f->session), id);
  settle ();
  gtk_test_widget_wait_for_draw (GTK_WIDGET (f->window));
}

static const char *
find_relationship (Fixture *f, const char *name)
{
  SQUILL_FOR_EACH_CHILD (SquillRelationship, r, squill_model_get_info (f->model),
                         SQUILL_KIND_RELATIONSHIP)
    if (g_strcmp0 (r->name, name) == 0)
      return r->item.id;
  g_assert_not_reached ();
}

/* What is wrong stands above what can be changed. */
static void
test_findings_first (Fixture *f, gconstpointer data)
{
  GtkWidget *card, *row;

  select_item (f, squill_model_find_entity (f->model, "posts")->item.id);
  card = find_type (GTK_WIDGET (f->inspector), SQUILL_TYPE_FINDING_CARD);
  row = squill_inspector_find_row (f->inspector, "name");
  g_assert_nonnull (card);
  g_assert_true (gtk_widget_get_mapped (card));
  g_assert_cmpfloat (get_top (f, card), <, get_top (f, row));
}

static GtkLabel *
find_label (GtkWidget *widget, const char *start)
{
  if (GTK_IS_LABEL (widget) && g_str_has_prefix (gtk_label_get_label (GTK_LABEL (widget)), start))
    return GTK_LABEL (widget);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkLabel *found = find_label (child, start);

      if (found != NULL)
        return found;
    }
  return NULL;
}

/* The last line of what a button says has more than one word. */
static void
test_fix_wraps (Fixture *f, gconstpointer data)
{
  GtkLabel *label;
  PangoLayout *layout;
  const PangoLayoutLine *last;
  g_autofree char *words = NULL;

  select_item (f, squill_model_find_entity (f->model, "posts")->item.id);
  label = find_label (GTK_WIDGET (f->inspector), "Move voters to");
  g_assert_nonnull (label);
  layout = gtk_label_get_layout (label);
  last = pango_layout_get_line_readonly (layout, pango_layout_get_line_count (layout) - 1);
  words = g_strndup (pango_layout_get_text (layout) + last->start_index, (gsize)last->length);
  g_test_message ("the last line: %s", words);
  g_assert_cmpint (pango_layout_get_line_count (layout), >, 1);
  g_assert_nonnull (strstr (words, "\u00a0"));
}

static void
check_width (Fixture *f, gconstpointer item, int width)
{
  select_item (f, ((const SquillItem *)item)->id);
  g_assert_cmpint (gtk_widget_get_width (GTK_WIDGET (f->inspector)), ==, width);
  for (guint kind = 0; kind < SQUILL_N_KINDS; kind++)
    {
      guint n;
      gpointer const *children = squill_item_get_children (item, (SquillKind)kind, &n);

      for (guint i = 0; i < n; i++)
        check_width (f, children[i], width);
    }
}

static void
test_one_width (Fixture *f, gconstpointer data)
{
  GtkSettings *settings = gtk_settings_get_default ();
  int dpi;

  select_item (f, NULL);
  check_width (f, squill_model_get_info (f->model),
               gtk_widget_get_width (GTK_WIDGET (f->inspector)));

  g_object_get (settings, "gtk-xft-dpi", &dpi, NULL);
  g_object_set (settings, "gtk-xft-dpi", USUAL_DPI * 3 / 2, NULL);
  gtk_window_set_default_size (GTK_WINDOW (f->window), 1440, 800);
  g_object_set (f->window, "inspector-visible", TRUE, NULL);
  select_item (f, NULL);
  check_width (f, squill_model_get_info (f->model),
               gtk_widget_get_width (GTK_WIDGET (f->inspector)));
  g_object_set (settings, "gtk-xft-dpi", dpi, NULL);
}

static int
get_request (GtkLabel *label)
{
  int width;

  gtk_widget_get_size_request (GTK_WIDGET (label), &width, NULL);
  return width;
}

/* The room for a title is measured when the title or its font is another one, and not again with
 * each change of the model. */
static void
test_title_measured_once (Fixture *f, gconstpointer data)
{
  const char *posts = squill_model_find_entity (f->model, "posts")->item.id;
  GtkSettings *settings = gtk_widget_get_settings (GTK_WIDGET (f->window));
  GtkLabel *title;
  int width, dpi;

  select_item (f, posts);
  title = find_label (GTK_WIDGET (f->inspector), "Growth");
  g_assert_nonnull (title);
  width = get_request (title);
  g_assert_cmpint (width, >, 20);

  gtk_widget_set_size_request (GTK_WIDGET (title), 1, -1);
  g_assert_true (squill_model_rename (f->model, posts, "articles", NULL));
  settle ();
  g_assert_cmpint (get_request (title), ==, 1);

  g_object_get (settings, "gtk-xft-dpi", &dpi, NULL);
  g_object_set (settings, "gtk-xft-dpi", 3 * 96 * PANGO_SCALE / 2, NULL);
  settle ();
  gtk_test_widget_wait_for_draw (GTK_WIDGET (f->window));
  g_assert_true (squill_model_rename (f->model, posts, "entries", NULL));
  settle ();
  g_assert_cmpint (get_request (title), >, width);
  g_object_set (settings, "gtk-xft-dpi", dpi, NULL);
}

/* A choice with a text of any length has room below its title, and gets narrower there. */
static void
test_long_choice (Fixture *f, gconstpointer data)
{
  const char *long_choice = "a choice whose text is much longer than the inspector is wide";
  GtkWidget *window = gtk_window_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  GtkWidget *title = gtk_label_new ("Title");
  const char *const choices[] = { "short", long_choice, NULL };
  GtkWidget *choice = squill_drop_down_new (G_LIST_MODEL (gtk_string_list_new (choices)), NULL);
  graphene_rect_t first, second;
  int least;

  gtk_widget_set_layout_manager (box, squill_beside_layout_new (12));
  gtk_box_append (GTK_BOX (box), title);
  gtk_box_append (GTK_BOX (box), choice);
  gtk_window_set_child (GTK_WINDOW (window), box);
  gtk_window_set_default_size (GTK_WINDOW (window), 260, 100);
  gtk_window_present (GTK_WINDOW (window));
  gtk_test_widget_wait_for_draw (window);
  g_assert_true (gtk_widget_compute_bounds (title, box, &first));
  g_assert_true (gtk_widget_compute_bounds (choice, box, &second));
  g_assert_cmpfloat (second.origin.x, >=, first.origin.x + first.size.width);

  gtk_drop_down_set_selected (GTK_DROP_DOWN (choice), 1);
  settle ();
  gtk_test_widget_wait_for_draw (window);
  gtk_widget_measure (box, GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
  g_assert_cmpint (least, <, 200);
  g_assert_true (gtk_widget_compute_bounds (title, box, &first));
  g_assert_true (gtk_widget_compute_bounds (choice, box, &second));
  g_assert_cmpfloat (second.origin.y, >=, first.origin.y + first.size.height);
  gtk_window_destroy (GTK_WINDOW (window));
}

static gboolean
has_cards (Fixture *f, gpointer n)
{
  GtkWidget *card = find_type (GTK_WIDGET (f->inspector), SQUILL_TYPE_FINDING_CARD);
  int visible = 0;

  for (; card != NULL; card = gtk_widget_get_next_sibling (card))
    visible += gtk_widget_get_visible (card) ? 1 : 0;
  return visible == GPOINTER_TO_INT (n);
}

/* A finding that comes moves nothing while a value is typed. */
static void
test_rows_stay (Fixture *f, gconstpointer data)
{
  const char *id = find_relationship (f, "comments");
  SquillAdvice *advice = squill_session_get_advice (f->session);
  GtkWidget *row, *entry;
  guint n = 0;
  double before;

  select_item (f, id);
  for (guint i = 0; i < squill_advice_get_findings (advice)->len; i++)
    {
      const SquillFinding *finding = squill_advice_get_findings (advice)->pdata[i];

      if (g_strcmp0 (finding->subject, id) != 0 || finding->dismissed)
        continue;
      g_free (squill_model_dismiss (f->model, finding->rule, id, NULL));
      n++;
      i = 0;
    }
  g_assert_cmpuint (n, >, 0);
  wait_for (f, has_cards, GINT_TO_POINTER (0), "the findings go");
  gtk_test_widget_wait_for_draw (GTK_WIDGET (f->window));
  row = squill_inspector_find_row (f->inspector, "growth");
  entry = find_type (row, GTK_TYPE_ENTRY);
  gtk_widget_grab_focus (entry);
  settle ();
  gtk_test_widget_wait_for_draw (GTK_WIDGET (f->window));
  before = get_top (f, row);

  for (guint i = 0; i < n; i++)
    squill_model_undo (f->model);
  wait_for (f, has_cards, GINT_TO_POINTER (n), "the findings come back");
  gtk_test_widget_wait_for_draw (GTK_WIDGET (f->window));
  g_assert_cmpfloat_with_epsilon (get_top (f, row), before, 1);
}

static GtkWidget *
get_card (Fixture *f, guint n)
{
  GtkWidget *card = find_type (GTK_WIDGET (f->inspector), SQUILL_TYPE_FINDING_CARD);

  while (n-- > 0)
    card = gtk_widget_get_next_sibling (card);
  return card;
}

static GtkWidget *
get_fix (GtkWidget *card)
{
  GtkWidget *buttons = gtk_widget_get_last_child (card);

  return gtk_widget_get_first_child (buttons);
}

/* An example is not cut beside a long title. */
static void
test_examples (Fixture *f, gconstpointer data)
{
  GtkWidget *row, *entry;

  select_item (f, find_relationship (f, "comments"));
  row = squill_inspector_find_row (f->inspector, "growth");
  entry = find_type (row, GTK_TYPE_ENTRY);
  g_assert_cmpint (gtk_editable_get_width_chars (GTK_EDITABLE (entry)), >=,
                   (int)g_utf8_strlen (gtk_entry_get_placeholder_text (GTK_ENTRY (entry)), -1));
}

static gboolean
is_mended (Fixture *f, gpointer card)
{
  return gtk_widget_has_css_class (card, "mended");
}

static gboolean
is_not_mended (Fixture *f, gpointer card)
{
  return !gtk_widget_has_css_class (card, "mended");
}

/* The button of the next finding does not come under the pointer that has just pressed one: what is
 * mended keeps its place, and can be had back there. */
static void
test_fix_stays (Fixture *f, gconstpointer data)
{
  GtkWidget *card, *next, *fix;
  g_autofree char *name = NULL, *next_name = NULL;
  GtkLabel *title, *next_title;
  double top, next_top;

  select_item (f, NULL);
  card = get_card (f, 0);
  next = get_card (f, 1);
  title = GTK_LABEL (
      gtk_widget_get_next_sibling (gtk_widget_get_first_child (gtk_widget_get_first_child (card))));
  next_title = GTK_LABEL (
      gtk_widget_get_next_sibling (gtk_widget_get_first_child (gtk_widget_get_first_child (next))));
  name = g_strdup (gtk_label_get_label (title));
  next_name = g_strdup (gtk_label_get_label (next_title));
  fix = get_fix (card);
  g_assert_true (gtk_widget_grab_focus (fix));
  top = get_top (f, fix);
  next_top = get_top (f, get_fix (next));

  g_signal_emit_by_name (fix, "clicked");
  wait_for (f, is_mended, card, "the finding is mended");
  gtk_test_widget_wait_for_draw (GTK_WIDGET (f->window));
  g_assert_cmpfloat_with_epsilon (get_top (f, fix), top, 1);
  g_assert_cmpfloat_with_epsilon (get_top (f, get_fix (next)), next_top, 1);
  g_assert_cmpstr (gtk_label_get_label (title), ==, name);
  g_assert_cmpstr (gtk_label_get_label (next_title), ==, next_name);

  /* The same button takes it back. */
  g_signal_emit_by_name (fix, "clicked");
  wait_for (f, is_not_mended, card, "the finding is back");
  g_assert_cmpstr (gtk_label_get_label (title), ==, name);

  g_signal_emit_by_name (fix, "clicked");
  wait_for (f, is_mended, card, "the finding is mended again");
  gtk_window_set_focus (GTK_WINDOW (f->window), NULL);
  wait_for (f, is_not_mended, card, "it goes when the focus leaves");
  g_assert_cmpstr (gtk_label_get_label (title), !=, name);
}

/* A finding that goes moves nothing either. */
static void
test_rows_stay_when_findings_go (Fixture *f, gconstpointer data)
{
  const char *id = find_relationship (f, "comments");
  SquillAdvice *advice = squill_session_get_advice (f->session);
  GtkWidget *row;
  double before;

  select_item (f, id);
  row = squill_inspector_find_row (f->inspector, "growth");
  gtk_widget_grab_focus (find_type (row, GTK_TYPE_ENTRY));
  settle ();
  gtk_test_widget_wait_for_draw (GTK_WIDGET (f->window));
  before = get_top (f, row);
  for (guint i = 0; i < squill_advice_get_findings (advice)->len; i++)
    {
      const SquillFinding *finding = squill_advice_get_findings (advice)->pdata[i];

      if (g_strcmp0 (finding->subject, id) != 0 || finding->dismissed)
        continue;
      g_free (squill_model_dismiss (f->model, finding->rule, id, NULL));
      i = 0;
    }
  wait_for (f, is_mended, get_card (f, 0), "the findings are gone");
  gtk_test_widget_wait_for_draw (GTK_WIDGET (f->window));
  g_assert_cmpfloat_with_epsilon (get_top (f, row), before, 1);
  gtk_window_set_focus (GTK_WINDOW (f->window), NULL);
  wait_for (f, has_cards, GINT_TO_POINTER (0), "their place goes when the focus leaves");
}

static gboolean
is_stored_apart (Fixture *f, gpointer id)
{
  return squill_model_get_relationship (f->model, id)->placement != SQUILL_PLACEMENT_EMBED_MANY;
}

/* Nor do the ways to store a relationship move while one after the other is tried. */
static void
test_placements_stay (Fixture *f, gconstpointer data)
{
  const char *id = find_relationship (f, "comments");
  GtkWidget *list, *check = NULL;
  double before;

  select_item (f, id);
  list = find_type (GTK_WIDGET (f->inspector), SQUILL_TYPE_PLACEMENT_LIST);
  for (GtkWidget *row = gtk_widget_get_first_child (find_type (list, GTK_TYPE_LIST_BOX));
       row != NULL; row = gtk_widget_get_next_sibling (row))
    {
      GtkWidget *button = find_type (row, GTK_TYPE_CHECK_BUTTON);

      if (button != NULL && gtk_widget_get_mapped (button) &&
          !gtk_check_button_get_active (GTK_CHECK_BUTTON (button)))
        check = button;
    }
  g_assert_nonnull (check);
  gtk_widget_grab_focus (check);
  settle ();
  gtk_test_widget_wait_for_draw (GTK_WIDGET (f->window));
  before = get_top (f, check);
  gtk_check_button_set_active (GTK_CHECK_BUTTON (check), TRUE);
  wait_for (f, is_stored_apart, (gpointer)id, "it is stored otherwise");
  settle ();
  gtk_test_widget_wait_for_draw (GTK_WIDGET (f->window));
  g_assert_cmpfloat_with_epsilon (get_top (f, check), before, 1);
}

static gboolean
is_code (GtkWidget *widget)
{
  guint n;
  g_autofree const char **names = squill_thresholds_get_names (&n);

  if (!GTK_IS_LABEL (widget))
    return FALSE;
  for (guint i = 0; i < n; i++)
    if (strstr (gtk_label_get_label (GTK_LABEL (widget)), names[i]) != NULL)
      return TRUE;
  return FALSE;
}

static gboolean
has_code (GtkWidget *widget)
{
  if (is_code (widget))
    return TRUE;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (has_code (child))
      return TRUE;
  return FALSE;
}

static gboolean
has_child (Fixture *f, gpointer widget)
{
  return gtk_widget_get_first_child (widget) != NULL;
}

static void
count (guint *n)
{
  (*n)++;
}

/* A threshold is a sentence with its value and unit, not a name of ours. */
static void
test_thresholds (Fixture *f, gconstpointer data)
{
  GtkWidget *row, *grid, *label;
  guint n_found = 0, n_tooltips = 0;
  int least, natural;
  json_auto_t *thresholds = json_pack ("{s:i}", "doc.large", 2 * 1024 * 1024);

  select_item (f, NULL);
  row = squill_inspector_find_row (f->inspector, "thresholds");
  grid = find_type (row, GTK_TYPE_GRID);
  /* They are made when they are first seen. */
  g_assert_null (gtk_widget_get_first_child (grid));
  adw_expander_row_set_expanded (
      ADW_EXPANDER_ROW (gtk_widget_get_ancestor (row, ADW_TYPE_EXPANDER_ROW)), TRUE);
  wait_for (f, has_child, grid, "the thresholds are made");
  label = gtk_grid_get_child_at (GTK_GRID (grid), 0, 0);
  g_assert_cmpstr (gtk_label_get_label (GTK_LABEL (label)), ==,
                   "An embedded array is long from 200 elements on");
  g_assert_false (has_code (row));
  /* No room is left between the lines, which a box that shares out its width would ask for. */
  for (int width = 240; width < 320; width++)
    {
      gtk_widget_measure (gtk_widget_get_parent (grid), GTK_ORIENTATION_VERTICAL, width, &least,
                          &natural, NULL, NULL);
      g_assert_cmpint (least, <=, natural);
    }
  /* Each tooltip that is set costs a question to the display. */
  g_signal_connect_swapped (squill_triple_entry_get_entry (SQUILL_TRIPLE_ENTRY (
                                gtk_grid_get_child_at (GTK_GRID (grid), 1, 0))),
                            "notify::tooltip-text", G_CALLBACK (count), &n_tooltips);
  g_assert_true (
      squill_model_set (f->model, SQUILL_MODEL_ID, "thresholds", json_incref (thresholds), NULL));
  settle ();
  for (int i = 0; (label = gtk_grid_get_child_at (GTK_GRID (grid), 0, i)) != NULL; i++)
    n_found +=
        g_str_equal (gtk_label_get_label (GTK_LABEL (label)), "A document is large above 2.1 MB");
  g_assert_cmpuint (n_found, ==, 1);
  g_assert_cmpuint (n_tooltips, ==, 0);
}

/* What has the keys, one after the other, until they come round. */
static GPtrArray *
walk_with_tab (Fixture *f, GtkDirectionType direction)
{
  GPtrArray *visited = g_ptr_array_new ();
  GtkWidget *focus;

  do
    {
      gtk_widget_child_focus (GTK_WIDGET (f->window), direction);
      focus = gtk_window_get_focus (GTK_WINDOW (f->window));
      g_assert_nonnull (focus);
      if (g_ptr_array_find (visited, focus, NULL))
        break;
      g_ptr_array_add (visited, focus);
    }
  while (visited->len < 500);
  return visited;
}

/* Tab and Shift+Tab lead round the whole window: in no place of it the keys are caught. */
static void
test_keys_go_round (Fixture *f, gconstpointer data)
{
  const char *items[] = { NULL, squill_model_find_entity (f->model, "posts")->item.id,
                          find_relationship (f, "comments") };

  for (gsize i = 0; i < G_N_ELEMENTS (items); i++)
    {
      g_autoptr (GPtrArray) forth = NULL;
      g_autoptr (GPtrArray) back = NULL;
      gsize n_common = 0;

      select_item (f, items[i]);
      settle ();
      forth = walk_with_tab (f, GTK_DIR_TAB_FORWARD);
      back = walk_with_tab (f, GTK_DIR_TAB_BACKWARD);
      g_assert_cmpuint (forth->len, >, 20);
      for (guint j = 0; j < back->len; j++)
        n_common += g_ptr_array_find (forth, back->pdata[j], NULL);
      g_test_message ("%s: %u forth, %u back, %zu in both", items[i], forth->len, back->len,
                      n_common);
      /* A group of radio buttons may be entered at another one. */
      g_assert_cmpuint (n_common + 2, >=, forth->len);
      g_assert_cmpuint (back->len, <=, forth->len + 2);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  adw_init ();
  gtk_source_init ();
  load_style ();
#define TEST(path, function) g_test_add (path, Fixture, "cms", set_up, function, tear_down)
  TEST ("/inspector/findings-first", test_findings_first);
  TEST ("/inspector/fix-wraps", test_fix_wraps);
  TEST ("/inspector/one-width", test_one_width);
  TEST ("/inspector/title-measured-once", test_title_measured_once);
  TEST ("/inspector/long-choice", test_long_choice);
  TEST ("/inspector/rows-stay", test_rows_stay);
  TEST ("/inspector/rows-stay-when-findings-go", test_rows_stay_when_findings_go);
  TEST ("/inspector/fix-stays", test_fix_stays);
  TEST ("/inspector/examples", test_examples);
  TEST ("/inspector/placements-stay", test_placements_stay);
  TEST ("/inspector/thresholds", test_thresholds);
  TEST ("/inspector/keys-go-round", test_keys_go_round);
  return g_test_run ();
}

/* SPDX-License-Identifier: Apache-2.0 */

/* The list of rules, and the page of each of them. */

#include "config.h"

#include <gtksourceview/gtksource.h>
#include <string.h>

#include "advice/squill-rule-example.h"
#include "canvas/squill-model-picture.h"
#include "model/squill-threshold.h"
#include "shell/squill-rules-window.h"
#include "window-fixture.h"

static SquillRulesWindow *
find_rules (void)
{
  g_autoptr (GList) windows = gtk_window_list_toplevels ();

  for (GList *l = windows; l != NULL; l = l->next)
    if (SQUILL_IS_RULES_WINDOW (l->data))
      return l->data;
  return NULL;
}

/* All labels that are shown. */
static void
read_texts (GtkWidget *widget, GString *text)
{
  if (!gtk_widget_get_visible (widget))
    return;
  if (GTK_IS_LABEL (widget))
    g_string_append_printf (text, "%s\n", gtk_label_get_text (GTK_LABEL (widget)));
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    read_texts (child, text);
}

/* The page, without the list. */
static char *
read_page (SquillRulesWindow *rules)
{
  GtkWidget *clamp = find_type (GTK_WIDGET (rules), ADW_TYPE_CLAMP);
  GString *text = g_string_new (NULL);

  read_texts (clamp, text);
  return g_string_free (text, FALSE);
}

static void
assert_has (const char *text, const char *part)
{
  if (part != NULL && strstr (text, part) == NULL)
    g_error ("“%s” is missing in\n%s", part, text);
}

static void
count_pictures (GtkWidget *widget, guint *n)
{
  int height = 0;

  if (!gtk_widget_get_visible (widget))
    return;
  if (SQUILL_IS_MODEL_PICTURE (widget))
    {
      gtk_widget_measure (widget, GTK_ORIENTATION_VERTICAL, 400, &height, NULL, NULL, NULL);
      g_assert_cmpint (height, >, 60);
      (*n)++;
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    count_pictures (child, n);
}

/* Each rule has its page: title, explanation, example with its message, thresholds, sources. */
static void
test_pages (Fixture *f, gconstpointer data)
{
  guint n;
  const SquillRuleInfo *infos = squill_rules_get (&n);

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (SquillModel) model = squill_rule_example_new (infos[i].id, TRUE);
      g_autofree char *text = NULL;
      g_auto (GStrv) sources = g_strsplit (infos[i].source, "; ", -1);
      guint n_pictures = 0;

      gtk_widget_activate_action (GTK_WIDGET (f->window), "win.rule", "s", infos[i].id);
      g_assert_nonnull (find_rules ());
      text = read_page (find_rules ());
      assert_has (text, infos[i].title);
      assert_has (text, infos[i].id);
      assert_has (text, infos[i].explanation);
      for (guint j = 0; sources[j] != NULL; j++)
        assert_has (text, sources[j]);
      for (guint j = 0; infos[i].thresholds != NULL && infos[i].thresholds[j] != NULL; j++)
        {
          g_autofree char *sentence = squill_threshold_to_text (
              infos[i].thresholds[j], squill_threshold_get (f->model, infos[i].thresholds[j]));

          assert_has (text, sentence);
        }
      count_pictures (GTK_WIDGET (find_rules ()), &n_pictures);
      if (model != NULL)
        {
          g_autoptr (SquillDesign) design = squill_design_new (model);
          g_autoptr (SquillAdvice) advice = squill_advice_new (design);

          assert_has (text, squill_rule_example_find (advice, infos[i].id)->message);
          g_assert_cmpuint (n_pictures, ==, 2);
        }
    }
  gtk_window_close (GTK_WINDOW (find_rules ()));
}

/* A threshold that the model sets is shown as it is there. */
static void
test_own_threshold (Fixture *f, gconstpointer data)
{
  g_autofree char *text = NULL;

  squill_model_set (f->model, SQUILL_MODEL_ID, "thresholds", json_pack ("{s:i}", "embed.max", 77),
                    NULL);
  gtk_widget_activate_action (GTK_WIDGET (f->window), "win.rule", "s", "embed-array-large");
  text = read_page (find_rules ());
  assert_has (text, "An embedded array is long from 77 elements on.");
  assert_has (text, "By default: An embedded array is long from 200 elements on.");
  gtk_window_close (GTK_WINDOW (find_rules ()));
}

static guint
count_rows (GtkWidget *list)
{
  guint n = 0;

  for (int i = 0; gtk_list_box_get_row_at_index (GTK_LIST_BOX (list), i) != NULL; i++)
    n += gtk_widget_get_child_visible (
        GTK_WIDGET (gtk_list_box_get_row_at_index (GTK_LIST_BOX (list), i)));
  return n;
}

static gboolean
shows_rows (Fixture *f, gpointer data)
{
  return count_rows (find_type (GTK_WIDGET (find_rules ()), GTK_TYPE_LIST_BOX)) ==
         GPOINTER_TO_UINT (data);
}

static void
test_search (Fixture *f, gconstpointer data)
{
  GtkWidget *entry;
  guint n;

  squill_rules_get (&n);
  gtk_widget_activate_action (GTK_WIDGET (f->window), "win.rules", NULL);
  entry = find_type (GTK_WIDGET (find_rules ()), GTK_TYPE_SEARCH_ENTRY);
  g_assert_true (shows_rows (f, GUINT_TO_POINTER (n)));
  gtk_editable_set_text (GTK_EDITABLE (entry), "Unbounded-ARRAY");
  wait_for (f, shows_rows, GUINT_TO_POINTER (1), "one rule is found");
  gtk_editable_set_text (GTK_EDITABLE (entry), "no such words");
  wait_for (f, shows_rows, GUINT_TO_POINTER (0), "none is found");
  /* A rule that is asked for is in the list. */
  gtk_widget_activate_action (GTK_WIDGET (f->window), "win.rule", "s", "esr-order");
  g_assert_true (shows_rows (f, GUINT_TO_POINTER (n)));
  gtk_window_close (GTK_WINDOW (find_rules ()));
}

static GtkWidget *
find_button (GtkWidget *widget, const char *label)
{
  if (GTK_IS_BUTTON (widget) && g_strcmp0 (gtk_button_get_label (GTK_BUTTON (widget)), label) == 0)
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_button (child, label);

      if (found != NULL)
        return found;
    }
  return NULL;
}

/* An example is a model of its own, with nothing to undo. */
static void
test_open (Fixture *f, gconstpointer data)
{
  gtk_widget_activate_action (GTK_WIDGET (f->window), "win.rule", "s", "unbounded-array");
  g_signal_emit_by_name (find_button (GTK_WIDGET (find_rules ()), "Open as New Model"), "clicked");
  take_session (f);
  g_assert_nonnull (squill_model_find_entity (f->model, "host"));
  g_assert_false (squill_model_get_can_undo (f->model));
  g_assert_true (isfinite (squill_model_find_entity (f->model, "host")->x));
  g_assert_nonnull (
      squill_rule_example_find (squill_session_get_advice (f->session), "unbounded-array"));
  gtk_window_close (GTK_WINDOW (find_rules ()));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  adw_init ();
  gtk_source_init ();
#define ADD(path, function) g_test_add (path, Fixture, NULL, set_up, function, tear_down)
  ADD ("/rules/pages", test_pages);
  ADD ("/rules/own-threshold", test_own_threshold);
  ADD ("/rules/search", test_search);
  ADD ("/rules/open", test_open);
  return g_test_run ();
}

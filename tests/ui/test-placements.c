/* SPDX-License-Identifier: Apache-2.0 */

/* The list of placements in the inspector: choosing one, looking at what it costs, and taking what
 * is advised. */

#include "config.h"

#include <gtksourceview/gtksource.h>
#include <string.h>

#include "advice/squill-advised.h"
#include "design/squill-cost.h"
#include "inspector/squill-inspector-private.h"
#include "model/squill-authoring.h"
#include "model/squill-model-file.h"
#include "window-fixture.h"

static const char *
find_comments (Fixture *f)
{
  SQUILL_FOR_EACH_CHILD (SquillRelationship, r, squill_model_get_info (f->model),
                         SQUILL_KIND_RELATIONSHIP)
    if (g_strcmp0 (r->name, "comments") == 0)
      return r->item.id;
  g_assert_not_reached ();
}

static GtkWidget *
get_list (Fixture *f)
{
  return find_type (GTK_WIDGET (f->inspector), SQUILL_TYPE_PLACEMENT_LIST);
}

static gboolean
is_listed (Fixture *f, gpointer data)
{
  GtkWidget *list = get_list (f);

  return list != NULL && gtk_widget_get_mapped (list);
}

static void
select_comments (Fixture *f)
{
  squill_selection_set_single (squill_session_get_selection (f->session), find_comments (f));
  wait_for (f, is_listed, NULL, "the placements are listed");
  settle ();
}

/* All of a type that are to be seen. */
static void
collect (GtkWidget *widget, GType type, GPtrArray *found)
{
  if (!gtk_widget_get_mapped (widget))
    return;
  if (g_type_is_a (G_OBJECT_TYPE (widget), type))
    g_ptr_array_add (found, widget);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    collect (child, type, found);
}

static GPtrArray *
list_type (Fixture *f, GType type)
{
  GPtrArray *found = g_ptr_array_new ();

  collect (get_list (f), type, found);
  return found;
}

static gboolean
has_label (Fixture *f, gpointer prefix)
{
  g_autoptr (GPtrArray) labels = list_type (f, GTK_TYPE_LABEL);

  for (guint i = 0; i < labels->len; i++)
    if (g_str_has_prefix (gtk_label_get_label (labels->pdata[i]), prefix))
      return TRUE;
  return FALSE;
}

/* The numbers at which the advice changes were found, or that there are none. */
static gboolean
knows_flips (Fixture *f, gpointer data)
{
  return has_label (f, (gpointer) "↔") || has_label (f, (gpointer) "No other number");
}

static GtkWidget *
find_take (Fixture *f)
{
  g_autoptr (GPtrArray) buttons = list_type (f, GTK_TYPE_BUTTON);

  for (guint i = 0; i < buttons->len; i++)
    if (g_strcmp0 (gtk_button_get_label (buttons->pdata[i]), "_Store as Advised") == 0)
      return buttons->pdata[i];
  return NULL;
}

/* Each visible row but the current one is chosen by its radio button, as one step. */
static void
test_choose (Fixture *f, gconstpointer data)
{
  g_autofree char *id = g_strdup (find_comments (f));
  const SquillPlacement before = squill_model_get_relationship (f->model, id)->placement;
  guint n_chosen = 0;

  select_comments (f);
  for (guint i = 0;; i++)
    {
      g_autoptr (GPtrArray) checks = list_type (f, GTK_TYPE_CHECK_BUTTON);

      if (i == checks->len)
        break;
      gtk_test_accessible_assert_role (GTK_ACCESSIBLE (checks->pdata[i]),
                                       GTK_ACCESSIBLE_ROLE_RADIO);
      if (gtk_check_button_get_active (checks->pdata[i]))
        continue;
      gtk_check_button_set_active (checks->pdata[i], TRUE);
      settle ();
      g_assert_cmpint (squill_model_get_relationship (f->model, id)->placement, !=, before);
      g_assert_true (squill_model_undo (f->model));
      settle ();
      g_assert_cmpint (squill_model_get_relationship (f->model, id)->placement, ==, before);
      g_assert_false (squill_model_get_can_undo (f->model));
      n_chosen++;
    }
  g_assert_cmpuint (n_chosen, >=, 3);
}

/* A row opens into what its operations do, and what would change the advice is found meanwhile, and
 * found again when the model is another. */
static void
test_details (Fixture *f, gconstpointer data)
{
  g_autoptr (GPtrArray) openers = NULL;
  g_autofree char *id = g_strdup (find_comments (f));
  const char *posts;

  select_comments (f);
  openers = list_type (f, GTK_TYPE_TOGGLE_BUTTON);
  g_assert_cmpuint (openers->len, >=, 3);
  for (guint i = 0; i < openers->len; i++)
    {
      gtk_toggle_button_set_active (openers->pdata[i], TRUE);
      gtk_test_accessible_assert_state (GTK_ACCESSIBLE (openers->pdata[i]),
                                        GTK_ACCESSIBLE_STATE_EXPANDED, TRUE);
    }
  settle ();
  g_assert_true (has_label (f, (gpointer) "A document of “posts”"));
  wait_for (f, knows_flips, NULL, "it is known what would change the advice");
  g_assert_false (squill_model_get_can_undo (f->model));

  g_assert_true (squill_model_set (f->model, id, "child_alone", json_real (5), NULL));
  /* Not settled: on a slow machine it is found by then. */
  wait_for (f, has_label, (gpointer) "Looking for", "it is looked for");
  g_assert_false (knows_flips (f, NULL));
  wait_for (f, knows_flips, NULL, "it is found again");

  /* Nothing is open of what is shown next. */
  posts = squill_model_find_entity (f->model, "posts")->item.id;
  squill_selection_set_single (squill_session_get_selection (f->session), posts);
  settle ();
  SQUILL_FOR_EACH_CHILD (SquillRelationship, r, squill_model_get_info (f->model),
                         SQUILL_KIND_RELATIONSHIP)
    {
      if (g_strcmp0 (r->name, "comments") != 0)
        squill_selection_set_single (squill_session_get_selection (f->session), r->item.id);
    }
  wait_for (f, is_listed, NULL, "another relationship is shown");
  settle ();
  g_assert_false (has_label (f, (gpointer) "A document of"));
}

/* The button does what the command line does; what is pinned is left alone, and that is said. */
static void
test_take (Fixture *f, gconstpointer data)
{
  g_autofree char *id = g_strdup (find_comments (f));
  g_autoptr (SquillModel) copy = NULL;
  g_autoptr (GPtrArray) ids = g_ptr_array_new ();
  g_autoptr (SquillAdvisedChanges) changes = NULL;
  g_autoptr (GError) error = NULL;
  SquillPlacement before;

  /* So many that a document is full soon. */
  g_assert_true (squill_model_set (f->model, id, "growth", squill_json_number (1e7), NULL));
  before = squill_model_get_relationship (f->model, id)->placement;
  copy = squill_model_copy (f->model);
  g_ptr_array_add (ids, id);
  changes = squill_advised_changes_find (copy, ids, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (squill_advised_changes_apply (changes, copy, &error));

  g_assert_true (squill_model_set (f->model, id, "pinned", json_true (), NULL));
  select_comments (f);
  g_assert_null (find_take (f));
  g_assert_true (has_label (f, (gpointer) "Its placement is pinned"));
  g_assert_true (squill_model_undo (f->model));
  settle ();
  g_assert_false (has_label (f, (gpointer) "Its placement is pinned"));
  g_assert_nonnull (find_take (f));
  g_signal_emit_by_name (find_take (f), "clicked");
  settle ();
  g_assert_cmpint (squill_model_get_relationship (f->model, id)->placement, !=, before);
  g_assert_cmpint (squill_model_get_relationship (f->model, id)->placement, ==,
                   squill_model_get_relationship (copy, id)->placement);
  g_assert_null (find_take (f));
  g_assert_true (squill_model_undo (f->model));
  g_assert_cmpint (squill_model_get_relationship (f->model, id)->placement, ==, before);
}

/* The relationships that the dialog lists. */
static guint
count_rows (Fixture *f)
{
  GtkWidget *list =
      find_type (adw_message_dialog_get_extra_child (find_question (f)), GTK_TYPE_LIST_BOX);
  guint n = 0;

  while (gtk_list_box_get_row_at_index (GTK_LIST_BOX (list), (int)n) != NULL)
    n++;
  return n;
}

/* What would change is listed first; it is what the command line does, and one step. */
static void
test_all (Fixture *f, gconstpointer data)
{
  g_autofree char *id = g_strdup (find_comments (f));
  g_autoptr (SquillModel) copy = NULL;
  g_autoptr (SquillAdvisedChanges) changes = NULL;
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;

  g_assert_true (squill_model_set (f->model, id, "growth", squill_json_number (1e7), NULL));
  copy = squill_model_copy (f->model);
  before = squill_model_to_data (f->model, NULL);
  changes = squill_advised_changes_find (copy, NULL, NULL, NULL);
  g_assert_cmpuint (changes->changes->len, >, 0);
  g_assert_true (squill_advised_changes_apply (changes, copy, NULL));

  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (f->window), "win.advise", NULL));
  wait_for (f, is_asked, NULL, "what would change is shown");
  g_assert_cmpuint (count_rows (f), ==, changes->changes->len + changes->pinned->len);
  answer (f, "cancel");
  after = squill_model_to_data (f->model, NULL);
  g_assert_cmpstr (after, ==, before);

  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (f->window), "win.advise", NULL));
  wait_for (f, is_asked, NULL, "what would change is shown");
  answer (f, "apply");
  SQUILL_FOR_EACH_CHILD (SquillRelationship, r, squill_model_get_info (f->model),
                         SQUILL_KIND_RELATIONSHIP)
    {
      g_assert_cmpint (r->placement, ==,
                       squill_model_get_relationship (copy, r->item.id)->placement);
    }
  g_assert_true (squill_model_undo (f->model));
  g_free (after);
  after = squill_model_to_data (f->model, NULL);
  g_assert_cmpstr (after, ==, before);

  g_assert_true (squill_model_set (f->model, id, "pinned", json_true (), NULL));
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (f->window), "win.advise", NULL));
  /* An edit before that is found is looked at, too. */
  g_assert_true (squill_model_set (f->model, id, "pinned", json_false (), NULL));
  wait_for (f, is_asked, NULL, "what would change is shown");
  g_assert_cmpuint (count_rows (f), ==, changes->changes->len + changes->pinned->len);
  answer (f, "cancel");
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  adw_init ();
  gtk_source_init ();
#define TEST(path, function) \
  g_test_add ("/placements/" path, Fixture, "cms", set_up, function, tear_down)
  TEST ("choose", test_choose);
  TEST ("details", test_details);
  TEST ("take", test_take);
  TEST ("all", test_all);
#undef TEST
  return g_test_run ();
}

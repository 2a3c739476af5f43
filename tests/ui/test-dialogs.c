/* SPDX-License-Identifier: Apache-2.0 */

/* What opens over the window: it fits a small screen, shows what belongs to a choice, and keys
 * close it. */

#include "config.h"

#include <gtksourceview/gtksource.h>

#include "shell/squill-export-dialog.h"
#include "shell/squill-gallery-window.h"
#include "menu-items.h"
#include "shell/squill-rules-window.h"
#include "window-fixture.h"

/* Of a menu that fits a screen of 768 pixels. */
#define MAX_MENU_ITEMS 21
/* What a laptop has at least. */
#define MAX_WINDOW_WIDTH 1280

/* Does what a key does in a widget itself, by the bindings of its class. */
static void
press (GtkWidget *widget, guint key, GdkModifierType modifiers)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (widget);

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (!GTK_IS_SHORTCUT_CONTROLLER (controller))
        continue;
      for (guint k = 0; k < g_list_model_get_n_items (G_LIST_MODEL (controller)); k++)
        {
          g_autoptr (GtkShortcut) shortcut = g_list_model_get_item (G_LIST_MODEL (controller), k);
          GtkShortcutTrigger *trigger = gtk_shortcut_get_trigger (shortcut);

          if (!GTK_IS_KEYVAL_TRIGGER (trigger) ||
              gtk_keyval_trigger_get_keyval (GTK_KEYVAL_TRIGGER (trigger)) != key ||
              gtk_keyval_trigger_get_modifiers (GTK_KEYVAL_TRIGGER (trigger)) != modifiers)
            continue;
          gtk_shortcut_action_activate (gtk_shortcut_get_action (shortcut), 0, widget,
                                        gtk_shortcut_get_arguments (shortcut));
          return;
        }
    }
  g_error ("%s has no such key", G_OBJECT_TYPE_NAME (widget));
}

static gpointer
present (GtkWidget *window)
{
  gtk_window_present (GTK_WINDOW (window));
  gtk_test_widget_wait_for_draw (window);
  return window;
}

static GtkWidget *
make_window (Fixture *f, GType type)
{
  if (type == SQUILL_TYPE_RULES_WINDOW)
    return GTK_WIDGET (squill_rules_window_new (GTK_WINDOW (f->window)));
  if (type == SQUILL_TYPE_GALLERY_WINDOW)
    return GTK_WIDGET (squill_gallery_window_new (GTK_WINDOW (f->window)));
  return GTK_WIDGET (squill_export_dialog_new (GTK_WINDOW (f->window)));
}

static void
test_keys (Fixture *f, gconstpointer data)
{
  const GType types[] = { SQUILL_TYPE_RULES_WINDOW, SQUILL_TYPE_GALLERY_WINDOW,
                          SQUILL_TYPE_EXPORT_DIALOG };

  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    for (guint way = 0; way < 2; way++)
      {
        gpointer window = present (make_window (f, types[i]));

        g_test_message ("%s", g_type_name (types[i]));
        g_object_add_weak_pointer (window, &window);
        press (window, way == 0 ? GDK_KEY_Escape : GDK_KEY_w, way == 0 ? 0 : GDK_CONTROL_MASK);
        wait_for (f, is_gone, &window, "the window is closed");
      }
}

/* Where a search has the keys, Escape ends the search first. */
static void
test_search_keys (Fixture *f, gconstpointer data)
{
  gpointer window = present (GTK_WIDGET (squill_rules_window_new (GTK_WINDOW (f->window))));
  GtkWidget *search = find_type (window, GTK_TYPE_SEARCH_ENTRY);

  g_object_add_weak_pointer (window, &window);
  gtk_editable_set_text (GTK_EDITABLE (search), "array");
  g_signal_emit_by_name (search, "stop-search");
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (search)), ==, "");
  settle ();
  g_assert_nonnull (window);
  g_signal_emit_by_name (search, "stop-search");
  wait_for (f, is_gone, &window, "the window is closed");
}

/* The check buttons of the formats. */
static void
collect_checks (GtkWidget *widget, GPtrArray *checks)
{
  if (GTK_IS_CHECK_BUTTON (widget))
    g_ptr_array_add (checks, widget);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    collect_checks (child, checks);
}

static gboolean
is_inside (GtkWidget *widget, GtkWidget *frame)
{
  graphene_rect_t bounds;
  graphene_rect_t room =
      GRAPHENE_RECT_INIT (0, 0, gtk_widget_get_width (frame), gtk_widget_get_height (frame));

  return gtk_widget_get_mapped (widget) && gtk_widget_compute_bounds (widget, frame, &bounds) &&
         graphene_rect_contains_rect (&room, &bounds);
}

typedef struct
{
  GtkWidget *row, *formats, *options, *dialog;
  gboolean has_options;
} Chosen;

static gboolean
is_all_seen (Fixture *f, gpointer data)
{
  const Chosen *chosen = data;

  return is_inside (chosen->row, chosen->formats) &&
         (chosen->has_options ? is_inside (chosen->options, chosen->dialog)
                              : !gtk_widget_get_mapped (chosen->options));
}

/* Whatever format is chosen, it and its options are in sight at once. */
static void
test_export_options (Fixture *f, gconstpointer data)
{
  SquillExportDialog *dialog =
      present (GTK_WIDGET (squill_export_dialog_new (GTK_WINDOW (f->window))));
  GObject *formats = gtk_widget_get_template_child (GTK_WIDGET (dialog), SQUILL_TYPE_EXPORT_DIALOG,
                                                    "format_scroller");
  GObject *options = gtk_widget_get_template_child (GTK_WIDGET (dialog), SQUILL_TYPE_EXPORT_DIALOG,
                                                    "option_scroller");
  g_autoptr (GPtrArray) checks = g_ptr_array_new ();
  guint n_with_options = 0;

  collect_checks (GTK_WIDGET (formats), checks);
  g_assert_cmpuint (checks->len, >, 10);
  g_assert_true (gtk_window_get_focus (GTK_WINDOW (dialog)) == checks->pdata[0]);
  for (guint i = 0; i < checks->len; i++)
    {
      Chosen chosen = {
        .row = gtk_widget_get_ancestor (checks->pdata[i], ADW_TYPE_ACTION_ROW),
        .formats = GTK_WIDGET (formats),
        .options = GTK_WIDGET (options),
        .dialog = GTK_WIDGET (dialog),
      };
      g_autoptr (GHashTable) values = NULL;

      gtk_check_button_set_active (checks->pdata[i], TRUE);
      values = squill_export_dialog_get_options (dialog);
      chosen.has_options = g_hash_table_size (values) > 0;
      n_with_options += chosen.has_options;
      wait_for (f, is_all_seen, &chosen, squill_export_dialog_get_exporter (dialog)->id);
    }
  g_assert_cmpuint (n_with_options, >, 3);
  gtk_window_close (GTK_WINDOW (dialog));
}

/* Who exports again wants the same again, in another window and after a restart. */
static void
test_export_again (Fixture *f, gconstpointer data)
{
  const char *const kinds[] = { "validator", "dbml" };

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    for (guint again = 0; again < 2; again++)
      {
        SquillExportDialog *dialog =
            present (GTK_WIDGET (squill_export_dialog_new (GTK_WINDOW (f->window))));
        GObject *button = gtk_widget_get_template_child (
            GTK_WIDGET (dialog), SQUILL_TYPE_EXPORT_DIALOG, "export_button");
        g_autoptr (GPtrArray) checks = g_ptr_array_new ();

        collect_checks (GTK_WIDGET (dialog), checks);
        if (again)
          {
            g_assert_cmpstr (squill_export_dialog_get_exporter (dialog)->id, ==, kinds[i]);
            g_assert_true (gtk_check_button_get_active (
                GTK_CHECK_BUTTON (gtk_window_get_focus (GTK_WINDOW (dialog)))));
            gtk_window_close (GTK_WINDOW (dialog));
            continue;
          }
        for (guint k = 0; k < checks->len; k++)
          if (g_strcmp0 (g_object_get_data (checks->pdata[k], "exporter"), kinds[i]) == 0)
            gtk_check_button_set_active (checks->pdata[k], TRUE);
        g_signal_emit_by_name (button, "clicked");
        settle ();
      }
}

static void
test_main_menu (Fixture *f, gconstpointer data)
{
  GtkMenuButton *button = GTK_MENU_BUTTON (
      gtk_widget_get_template_child (GTK_WIDGET (f->window), SQUILL_TYPE_WINDOW, "menu_button"));
  guint n;

  g_assert_null (gtk_menu_button_get_popover (button));
  gtk_menu_button_popup (button);
  n = count_menu_items (gtk_menu_button_get_menu_model (button));
  g_assert_cmpuint (n, >, 10);
  g_assert_cmpuint (n, <=, MAX_MENU_ITEMS);
  gtk_menu_button_popdown (button);
}

static void
test_shortcuts (Fixture *f, gconstpointer data)
{
  GtkApplicationWindow *parent = GTK_APPLICATION_WINDOW (f->window);
  GtkWidget *window;

  /* It is made when it is first asked for, and once. */
  g_assert_null (gtk_application_window_get_help_overlay (parent));
  gtk_widget_activate_action (GTK_WIDGET (parent), "win.show-help-overlay", NULL);
  window = GTK_WIDGET (gtk_application_window_get_help_overlay (parent));
  g_assert_nonnull (gtk_window_get_title (GTK_WINDOW (window)));
  g_assert_true (gtk_window_get_transient_for (GTK_WINDOW (window)) == GTK_WINDOW (parent));
  present (window);
  g_assert_cmpint (gtk_widget_get_width (window), <=, MAX_WINDOW_WIDTH);
  gtk_window_close (GTK_WINDOW (window));
  gtk_widget_activate_action (GTK_WIDGET (parent), "win.show-help-overlay", NULL);
  g_assert_true (gtk_application_window_get_help_overlay (parent) == GTK_SHORTCUTS_WINDOW (window));
  g_assert_true (gtk_widget_get_visible (window));
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  adw_init ();
  gtk_source_init ();
  load_style ();

#define ADD(path, function) g_test_add (path, Fixture, NULL, set_up, function, tear_down)
  ADD ("/dialogs/keys", test_keys);
  ADD ("/dialogs/search-keys", test_search_keys);
  ADD ("/dialogs/export-options", test_export_options);
  ADD ("/dialogs/export-again", test_export_again);
  ADD ("/dialogs/main-menu", test_main_menu);
  ADD ("/dialogs/shortcuts", test_shortcuts);
#undef ADD

  return g_test_run ();
}

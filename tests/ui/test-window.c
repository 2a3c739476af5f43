/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include <glib/gstdio.h>
#include <gtksourceview/gtksource.h>

#include "canvas/squill-canvas-view.h"
#include "model/squill-alternative.h"
#include "model/squill-authoring.h"
#include "model/squill-view.h"
#include "widgets/squill-compat.h"
#include "widgets/squill-finding-card.h"
#include "inspector/squill-inspector.h"
#include "canvas/squill-canvas.h"
#include "shell/squill-palette-window.h"
#include "outline/squill-outline-cell.h"
#include "outline/squill-outline.h"
#include "inspector/squill-inspector-private.h"
#include "widgets/squill-triple-entry.h"
#include "window-fixture.h"
#include "text/squill-text.h"

static guint n_readings;

static void
on_icons_changed (void)
{
  n_readings++;
}

/* What a window shows first is there when it is first laid out, rather than after it was drawn
 * without; and it is not drawn from files that have to be read for the purpose. */
static void
test_first_frame (void)
{
  static const char *const names[] = {
    "squill-outline-symbolic",    "squill-tool-select-symbolic",
    "squill-tool-note-symbolic",  "squill-tool-entity-symbolic",
    "squill-tool-group-symbolic", "squill-tool-relationship-symbolic",
  };
  GtkIconTheme *theme = gtk_icon_theme_get_for_display (gdk_display_get_default ());
  GtkWidget *window = NULL, *center, *panel;
  gulong handler;

  gtk_icon_theme_set_resource_path (
      theme, (const char *const[]){ "/io/github/squill/Squill/icons/", NULL });
  settle ();
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    for (int scale = 1; scale <= 2; scale++)
      {
        g_autoptr (GtkIconPaintable) icon =
            gtk_icon_theme_lookup_icon (theme, names[i], NULL, 16, scale, GTK_TEXT_DIR_NONE, 0);
        g_autoptr (GFile) file = gtk_icon_paintable_get_file (icon);
        g_autofree char *uri = g_file_get_uri (file);

        if (!g_str_has_suffix (uri, ".symbolic.png"))
          g_error ("%s is drawn from %s", names[i], uri);
      }
  handler = g_signal_connect (theme, "changed", G_CALLBACK (on_icons_changed), NULL);
  n_readings = 0;
  window = GTK_WIDGET (squill_window_new (NULL));
  gtk_widget_show (window);
  g_assert_nonnull (squill_inspector_find_row (
      SQUILL_INSPECTOR (find_type (window, SQUILL_TYPE_INSPECTOR)), "name"));
  center = find_type (window, GTK_TYPE_PANED);
  panel = gtk_paned_get_end_child (GTK_PANED (center));
  while (gtk_widget_get_height (panel) == 0)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpint (gtk_widget_get_height (center) - gtk_paned_get_position (GTK_PANED (center)), ==,
                   240);
  settle ();
  g_assert_cmpuint (n_readings, ==, 0);
  g_signal_handler_disconnect (theme, handler);
  gtk_window_destroy (GTK_WINDOW (window));
}

static const char *
find_relationship (Fixture *f, const char *name)
{
  SQUILL_FOR_EACH_CHILD (SquillRelationship, r, squill_model_get_info (f->model),
                         SQUILL_KIND_RELATIONSHIP)
    {
      if (g_strcmp0 (r->name, name) == 0)
        return r->item.id;
    }
  g_assert_not_reached ();
}

static void
select_item (Fixture *f, const char *id)
{
  squill_selection_set_single (squill_session_get_selection (f->session), id);
  settle ();
}

static void
test_empty (Fixture *f, gconstpointer data)
{
  GtkWidget *page = find_type (GTK_WIDGET (f->window), ADW_TYPE_STATUS_PAGE);
  GtkWidget *canvas_view = find_type (GTK_WIDGET (f->window), SQUILL_TYPE_CANVAS_VIEW);

  g_assert_true (squill_session_is_untouched (f->session));
  g_assert_cmpstr (gtk_window_get_title (GTK_WINDOW (f->window)), ==, "Untitled model — Squill");
  /* Its buttons give way to what is drawn with a tool. */
  g_assert_true (gtk_widget_get_visible (page));
  g_object_set (canvas_view, "tool", "entity", NULL);
  g_assert_false (gtk_widget_get_visible (page));
  g_object_set (canvas_view, "tool", "select", NULL);
  g_assert_true (gtk_widget_get_visible (page));
  gtk_widget_activate_action (GTK_WIDGET (f->window), "win.new-entity", NULL);
  g_assert_false (squill_model_is_empty (f->model));
  g_assert_true (squill_session_get_modified (f->session));
}

/* The keys of the diagram work at once, and go on to do so after a click in the header bar. */
static void
test_focus (Fixture *f, gconstpointer data)
{
  static const char *const buttons[] = { "export_button", "inspect_button", "undo_button",
                                         "redo_button", "menu_button" };
  GtkWidget *canvas = find_type (GTK_WIDGET (f->window), SQUILL_TYPE_CANVAS);

  g_assert_true (gtk_root_get_focus (GTK_ROOT (f->window)) == canvas);
  for (guint i = 0; i < G_N_ELEMENTS (buttons); i++)
    {
      GtkWidget *button = GTK_WIDGET (
          gtk_widget_get_template_child (GTK_WIDGET (f->window), SQUILL_TYPE_WINDOW, buttons[i]));

      g_assert_false (gtk_widget_get_focus_on_click (button));
    }
}

static void
test_history (Fixture *f, gconstpointer data)
{
  const char *id = squill_model_find_entity (f->model, "posts")->item.id;

  g_assert_false (gtk_widget_activate_action (GTK_WIDGET (f->window), "win.undo", NULL) &&
                  squill_model_get_can_redo (f->model));
  g_assert_true (squill_model_rename (f->model, id, "articles", NULL));
  settle ();
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (f->window), "win.undo", NULL));
  g_assert_nonnull (squill_model_find_entity (f->model, "posts"));
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (f->window), "win.redo", NULL));
  g_assert_nonnull (squill_model_find_entity (f->model, "articles"));
}

static GtkWidget *
get_entry (Fixture *f, const char *property)
{
  GtkWidget *row = squill_inspector_find_row (f->inspector, property);

  g_assert_nonnull (row);
  return find_type (row, GTK_TYPE_ENTRY);
}

static void
type (GtkWidget *entry, const char *text)
{
  gtk_editable_set_text (GTK_EDITABLE (entry), text);
  g_signal_emit_by_name (entry, "activate");
}

static void
test_triple (Fixture *f, gconstpointer data)
{
  const char *id = find_relationship (f, "comments");
  const SquillRelationship *r = squill_model_get_relationship (f->model, id);
  GtkWidget *entry;

  select_item (f, id);
  entry = get_entry (f, "children");
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (entry)), ==, "0..35..∞");
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                       "Comments per post");
  type (entry, "1..5k");
  g_assert_cmpfloat (r->children.min, ==, 1);
  g_assert_cmpfloat (r->children.max, ==, 5000);

  /* What is wrong is marked, and the value stays. */
  type (entry, "9..1");
  g_assert_cmpfloat (r->children.max, ==, 5000);
  gtk_test_accessible_assert_state (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_STATE_INVALID,
                                    GTK_ACCESSIBLE_INVALID_TRUE);
  type (entry, "2");
  gtk_test_accessible_assert_state (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_STATE_INVALID,
                                    GTK_ACCESSIBLE_INVALID_FALSE);
  g_assert_cmpfloat (r->children.min, ==, 2);

  /* Typing in one place is one step, and what is undone is seen. */
  squill_model_undo (f->model);
  settle ();
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (entry)), ==, "0..35..∞");
}

static void
test_name (Fixture *f, gconstpointer data)
{
  const char *id = squill_model_find_entity (f->model, "posts")->item.id;
  GtkWidget *entry;

  select_item (f, id);
  entry = get_entry (f, "name");
  type (entry, "users");
  g_assert_cmpstr (squill_model_get_entity (f->model, id)->name, ==, "posts");
  gtk_test_accessible_assert_state (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_STATE_INVALID,
                                    GTK_ACCESSIBLE_INVALID_TRUE);
  type (entry, "");
  g_assert_cmpstr (squill_model_get_entity (f->model, id)->name, ==, "posts");
  type (entry, "articles");
  g_assert_cmpstr (squill_model_get_entity (f->model, id)->name, ==, "articles");
}

static void
test_keys (Fixture *f, gconstpointer data)
{
  const SquillEntity *posts = squill_model_find_entity (f->model, "posts");
  GtkWidget *entry;

  select_item (f, posts->item.id);
  entry = get_entry (f, "shard_key");
  type (entry, "author, when hashed");
  g_assert_cmpuint (posts->shard_key->len, ==, 2);
  g_assert_cmpstr (((SquillKey *)posts->shard_key->pdata[1])->operator, ==, "hashed");
  type (entry, "author, nothing");
  g_assert_cmpuint (posts->shard_key->len, ==, 2);
  type (entry, "");
  g_assert_null (posts->shard_key);
}

/* Several of one kind change together, in one step. */
static void
test_several (Fixture *f, gconstpointer data)
{
  const char *ids[] = { squill_model_find_entity (f->model, "posts")->item.id,
                        squill_model_find_entity (f->model, "users")->item.id, NULL };
  GtkWidget *entry;

  squill_selection_set_many (squill_session_get_selection (f->session), ids);
  settle ();
  entry = get_entry (f, "growth");
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (entry)), ==, "");
  type (entry, "7");
  g_assert_cmpfloat (squill_model_get_entity (f->model, ids[0])->growth, ==, 7);
  g_assert_cmpfloat (squill_model_get_entity (f->model, ids[1])->growth, ==, 7);
  squill_model_undo (f->model);
  g_assert_cmpfloat (squill_model_get_entity (f->model, ids[0])->growth, ==, 300);
  g_assert_cmpfloat (squill_model_get_entity (f->model, ids[1])->growth, ==, 500);
}

static void
collect_labels (GtkWidget *widget, GString *text)
{
  if (!gtk_widget_get_mapped (widget))
    return;
  if (GTK_IS_LABEL (widget))
    g_string_append_printf (text, "%s|", gtk_label_get_label (GTK_LABEL (widget)));
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    collect_labels (child, text);
}

/* Which fields the objects of each kind have, and how many are of it. */
static void
test_variants (Fixture *f, gconstpointer data)
{
  const SquillItem *users = &squill_model_find_entity (f->model, "users")->item;
  g_autofree char *kind =
      squill_model_add_field (f->model, users->id, NULL, "kind", SQUILL_TYPE_STRING);
  g_autofree char *size =
      squill_model_add_field (f->model, users->id, NULL, "size", SQUILL_TYPE_INT);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *half = squill_text_share (0.5);
  g_autofree char *expected = NULL;
  const struct
  {
    const char *id;
    const char *property;
    json_t *value;
  } changes[] = {
    { users->id, "discriminator", json_string (kind) },
    { kind, "enum", json_pack ("[s, s, s]", "box", "<b>dot", "disc") },
    { size, "variants", json_pack ("[s, s]", "box", "disc") },
    { kind, "value_shares",
      json_pack ("[{s:s, s:f}, {s:s, s:f}, {s:s, s:f}]", "value", "box", "share", 0.25, "value",
                 "<b>dot", "share", 0.5, "value", "disc", "share", 0.25) },
  };

  for (guint i = 0; i < G_N_ELEMENTS (changes); i++)
    {
      g_autoptr (GError) error = NULL;
      SquillEdit *edit = squill_edit_new_set (changes[i].id, changes[i].property, changes[i].value);

      squill_model_apply (f->model, edit, &error);
      squill_edit_unref (edit);
      g_assert_no_error (error);
    }
  select_item (f, users->id);
  gtk_test_widget_wait_for_draw (GTK_WIDGET (f->window));
  collect_labels (GTK_WIDGET (f->inspector), text);
  expected =
      g_strdup_printf ("\"box\", \"disc\"|size|%s|\"<b>dot\"|No other fields|%s|", half, half);
  g_assert_nonnull (strstr (text->str, expected));

  squill_model_undo (f->model);
  g_string_truncate (text, 0);
  settle ();
  collect_labels (GTK_WIDGET (f->inspector), text);
  g_assert_nonnull (strstr (text->str, "\"box\", \"disc\"|size||\"<b>dot\""));
}

static const SquillItem *
find_field (const SquillEntity *entity, const char *name)
{
  SQUILL_FOR_EACH_CHILD (SquillField, field, entity, SQUILL_KIND_FIELD)
    {
      if (g_str_equal (field->name, name))
        return &field->item;
    }
  g_return_val_if_reached (NULL);
}

/* A press of the button, then a click on each field: the filter of an operation without typing. */
static void
test_pick (Fixture *f, gconstpointer data)
{
  const SquillEntity *posts = squill_model_find_entity (f->model, "posts");
  SquillPicking *picking = squill_session_get_picking (f->session);
  g_autofree char *id =
      squill_model_add_operation (f->model, "by title", SQUILL_OPERATION_FIND, posts->item.id);
  const SquillOperation *operation = squill_model_get_item (f->model, id);
  const SquillItem *title = find_field (posts, "title");
  const SquillItem *when = find_field (posts, "when");
  GtkWidget *filter, *sort;

  select_item (f, id);
  filter = find_type (squill_inspector_find_row (f->inspector, "filter"), SQUILL_TYPE_PICK_BUTTON);
  sort = find_type (squill_inspector_find_row (f->inspector, "sort"), SQUILL_TYPE_PICK_BUTTON);
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (filter), TRUE);
  g_assert_cmpstr (squill_picking_get_entity (picking), ==, posts->item.id);
  g_assert_true (squill_picking_pick (picking, title->id));
  g_assert_true (squill_picking_pick (picking, when->id));
  g_assert_cmpuint (operation->filter->len, ==, 2);
  g_assert_cmpstr (((SquillKey *)operation->filter->pdata[1])->path, ==, when->id);
  settle ();
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (get_entry (f, "filter"))), ==,
                   "title, when");

  /* One at a time. */
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (sort), TRUE);
  g_assert_false (gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (filter)));
  g_assert_true (squill_picking_pick (picking, when->id));
  g_assert_cmpuint (operation->sort->len, ==, 1);
  g_assert_cmpuint (operation->filter->len, ==, 2);

  /* Whoever looks at something else has ended it. */
  select_item (f, posts->item.id);
  g_assert_null (squill_picking_get_entity (picking));
  g_assert_false (gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (sort)));
}

/* No label that breaks its lines has a text that this would take seconds for. */
static void
check_lengths (GtkWidget *widget)
{
  const char *tooltip = gtk_widget_get_tooltip_text (widget);

  if (!gtk_widget_get_mapped (widget))
    return;
  if (tooltip != NULL)
    g_assert_cmpint (g_utf8_strlen (tooltip, -1), <=, 1001);
  if (GTK_IS_LABEL (widget) && gtk_label_get_wrap (GTK_LABEL (widget)))
    g_assert_cmpint (g_utf8_strlen (gtk_label_get_label (GTK_LABEL (widget)), -1), <=, 1001);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    check_lengths (child);
}

/* A name may be as long as somebody likes: it is cut where it is shown, and no window grows. */
static void
test_long_name (Fixture *f, gconstpointer data)
{
  g_autofree char *posts = g_strdup (squill_model_find_entity (f->model, "posts")->item.id);
  g_autofree char *comments = g_strdup (find_relationship (f, "comments"));
  g_autofree char *word = g_strnfill (10000, 'w');
  g_autofree char *words = g_strdup (word);
  const char *const items[] = { posts, comments };
  const int width = gtk_widget_get_width (GTK_WIDGET (f->window));

  for (guint i = 0; i < strlen (words); i += 9)
    words[i] = ' ';
  words[0] = 'w';
  for (guint i = 0; i < G_N_ELEMENTS (items); i++)
    {
      SquillEdit *edit =
          squill_edit_new_set (items[i], "name", json_string (i == 0 ? word : words));

      g_assert_true (squill_model_apply (f->model, edit, NULL));
      squill_edit_unref (edit);
    }
  for (guint i = 0; i < G_N_ELEMENTS (items) * G_N_ELEMENTS (panel_pages); i++)
    {
      const char *page = panel_pages[i % G_N_ELEMENTS (panel_pages)];

      select_item (f, items[i / G_N_ELEMENTS (panel_pages)]);
      gtk_widget_activate_action (GTK_WIDGET (f->window), "win.page", "s", page);
      settle ();
      gtk_test_widget_wait_for_draw (GTK_WIDGET (f->window));
      check_lengths (GTK_WIDGET (f->window));
      g_assert_cmpint (gtk_widget_get_width (GTK_WIDGET (f->window)), ==, width);
    }
}

static gboolean
has_card (Fixture *f, gpointer data)
{
  GtkWidget *card = find_type (GTK_WIDGET (f->inspector), SQUILL_TYPE_FINDING_CARD);

  return card != NULL && gtk_widget_get_visible (card);
}

/* A finding stands below what it is about, and its button mends it: one step. */
static void
test_fix (Fixture *f, gconstpointer data)
{
  const char *id = find_relationship (f, "comments");
  SquillAdvice *advice = squill_session_get_advice (f->session);
  SquillPlacement before = squill_model_get_relationship (f->model, id)->placement;
  GtkWidget *card, *button;

  /* So many that a document is full soon. */
  g_assert_true (squill_model_set (f->model, id, "growth", squill_json_number (1e7), NULL));
  g_assert_cmpint (squill_advice_get_worst (advice, id), ==, SQUILL_SEVERITY_ERROR);
  select_item (f, id);
  wait_for (f, has_card, NULL, "the finding is shown");
  card = find_type (GTK_WIDGET (f->inspector), SQUILL_TYPE_FINDING_CARD);
  button = GTK_WIDGET (gtk_widget_get_template_child (card, SQUILL_TYPE_FINDING_CARD, "fix"));
  g_assert_true (gtk_widget_get_visible (button));
  gtk_test_accessible_assert_role (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_ROLE_BUTTON);
  g_signal_emit_by_name (button, "clicked");
  settle ();
  g_assert_cmpint (squill_model_get_relationship (f->model, id)->placement, !=, before);
  g_assert_cmpint (squill_advice_get_worst (advice, id), <, SQUILL_SEVERITY_ERROR);
  squill_model_undo (f->model);
  settle ();
  g_assert_cmpint (squill_model_get_relationship (f->model, id)->placement, ==, before);
  squill_model_undo (f->model);
  g_assert_false (squill_model_get_can_undo (f->model));
}

/* No word of a label is broken in two. */
static void
check_breaks (GtkWidget *widget)
{
  if (!gtk_widget_get_mapped (widget))
    return;
  if (GTK_IS_LABEL (widget))
    {
      PangoLayout *layout = gtk_label_get_layout (GTK_LABEL (widget));
      const char *text = pango_layout_get_text (layout);

      for (int i = 1; i < pango_layout_get_line_count (layout); i++)
        {
          const int at = pango_layout_get_line_readonly (layout, i)->start_index;

          if (at > 0 && g_ascii_isalpha (text[at - 1]) && g_ascii_isalpha (text[at]))
            g_error ("“%s” is broken at “%s”", text, text + at);
        }
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    check_breaks (child);
}

/* Every property of every kind has its row. */
static void
test_all_properties (Fixture *f, gconstpointer data)
{
  const char *posts = squill_model_find_entity (f->model, "posts")->item.id;
  g_autofree char *note = squill_model_add_note (f->model, "A note", 0, 0);
  g_autofree char *dismissal = squill_model_dismiss (f->model, "unbounded-array", posts, NULL);
  g_autofree char *alternative = squill_model_add_alternative (f->model, "Another", NULL);
  g_autofree char *view = squill_model_add_view (f->model, "Checkout", NULL, NULL, 0);
  g_autofree char *copy = NULL;
  const char *ids[SQUILL_N_KINDS] = { NULL };
  guint n;

  ids[SQUILL_KIND_ENTITY] = posts;
  ids[SQUILL_KIND_FIELD] =
      ((const SquillItem *)squill_item_get_children (squill_model_get_entity (f->model, posts),
                                                     SQUILL_KIND_FIELD, &n)[0])
          ->id;
  ids[SQUILL_KIND_INDEX] =
      ((const SquillItem *)squill_item_get_children (squill_model_get_entity (f->model, posts),
                                                     SQUILL_KIND_INDEX, &n)[0])
          ->id;
  ids[SQUILL_KIND_RELATIONSHIP] = find_relationship (f, "author");
  copy = squill_model_add_copy (f->model, ids[SQUILL_KIND_RELATIONSHIP], ids[SQUILL_KIND_FIELD],
                                SQUILL_COPY_TO_PARENT, SQUILL_COPY_SNAPSHOT);
  ids[SQUILL_KIND_COPY] = copy;
  ids[SQUILL_KIND_OPERATION] = ((const SquillItem *)squill_item_get_children (
                                    squill_model_get_info (f->model), SQUILL_KIND_OPERATION, &n)[0])
                                   ->id;
  ids[SQUILL_KIND_NOTE] = note;
  ids[SQUILL_KIND_GROUP] = ((const SquillItem *)squill_item_get_children (
                                squill_model_get_info (f->model), SQUILL_KIND_GROUP, &n)[0])
                               ->id;
  ids[SQUILL_KIND_DISMISSAL] = dismissal;
  ids[SQUILL_KIND_ALTERNATIVE] = alternative;
  ids[SQUILL_KIND_VIEW] = view;
  for (guint kind = 0; kind < SQUILL_N_KINDS; kind++)
    {
      const SquillProperty *properties = squill_kind_get_properties ((SquillKind)kind, &n);

      select_item (f, ids[kind]);
      settle ();
      gtk_test_widget_wait_for_draw (GTK_WIDGET (f->window));
      check_breaks (GTK_WIDGET (f->inspector));
      for (guint i = 0; i < n; i++)
        {
          g_test_message ("%s of kind %u", properties[i].name, kind);
          g_assert_true (g_str_equal (properties[i].name, "placement") ||
                         squill_inspector_find_row (f->inspector, properties[i].name) != NULL);
        }
    }
  g_assert_true (squill_model_get_can_undo (f->model));
  /* Looking at things has changed nothing: the last step is the copy. */
  squill_model_undo (f->model);
  g_assert_null (squill_model_get_item (f->model, copy));
}

/* Nothing but the diagram, and then all that was there before. */
static void
get_places (Fixture *f, gboolean *places)
{
  g_object_get (f->window, "outline-visible", &places[0], "inspector-visible", &places[1],
                "panel-visible", &places[2], NULL);
}

/* What the window does with a key before anything else in it. */
static gboolean
press (Fixture *f, guint key, GdkModifierType state)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (GTK_WIDGET (f->window));
  gboolean handled = FALSE;

  for (guint i = 0; i < g_list_model_get_n_items (controllers) && !handled; i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (GTK_IS_EVENT_CONTROLLER_KEY (controller) &&
          gtk_event_controller_get_propagation_phase (controller) == GTK_PHASE_CAPTURE)
        g_signal_emit_by_name (controller, "key-pressed", key, 0, state, &handled);
    }
  return handled;
}

static gboolean
can (GtkWidget *widget, const char *action, const char *target)
{
  g_autoptr (GVariant) value =
      target != NULL ? g_variant_ref_sink (g_variant_new_string (target)) : NULL;

  return gtk_widget_activate_action_variant (widget, action, value);
}

/* What is shown to others is not edited by a key, and what is typed is typed. */
static void
test_present_keys (Fixture *f, gconstpointer data)
{
  GtkWidget *canvas = find_type (GTK_WIDGET (f->window), SQUILL_TYPE_CANVAS);
  GtkWidget *entry = gtk_entry_new ();
  const char *posts = squill_model_find_entity (f->model, "posts")->item.id;
  guint64 generation;

  g_assert_true (squill_model_set (f->model, posts, "name", json_string ("articles"), NULL));
  select_item (f, posts);
  gtk_widget_activate_action (GTK_WIDGET (f->window), "win.present", NULL);
  settle ();
  generation = squill_model_get_generation (f->model);
  g_assert_true (press (f, GDK_KEY_Right, 0));
  g_assert_false (press (f, GDK_KEY_Right, GDK_CONTROL_MASK));
  can (GTK_WIDGET (f->window), "win.undo", NULL);
  can (GTK_WIDGET (f->window), "win.delete", NULL);
  can (canvas, "canvas.delete", NULL);
  can (canvas, "canvas.lock", NULL);
  can (canvas, "canvas.add-field", NULL);
  can (canvas, "canvas.rename", NULL);
  can (canvas, "canvas.tool", "entity");
  settle ();
  g_assert_cmpuint (squill_model_get_generation (f->model), ==, generation);
  g_assert_cmpstr (squill_canvas_get_tool_name (SQUILL_CANVAS (canvas)), ==, "select");

  gtk_box_append (
      GTK_BOX (gtk_widget_get_parent (find_type (GTK_WIDGET (f->window), ADW_TYPE_HEADER_BAR))),
      entry);
  gtk_widget_grab_focus (entry);
  g_assert_false (press (f, GDK_KEY_space, 0));
  g_assert_false (press (f, GDK_KEY_Escape, 0));
  gtk_widget_grab_focus (canvas);
  g_assert_true (press (f, GDK_KEY_Escape, 0));
  settle ();
  can (GTK_WIDGET (f->window), "win.undo", NULL);
  g_assert_cmpstr (squill_model_get_entity (f->model, posts)->name, ==, "posts");
}

static void
test_present (Fixture *f, gconstpointer data)
{
  GtkWidget *header = find_type (GTK_WIDGET (f->window), ADW_TYPE_HEADER_BAR);
  gboolean before[3], during[3], after[3];

  g_object_set (f->window, "outline-visible", TRUE, NULL);
  settle ();
  get_places (f, before);
  g_assert_true (before[0] || before[1] || before[2]);
  gtk_widget_activate_action (GTK_WIDGET (f->window), "win.present", NULL);
  settle ();
  g_assert_false (gtk_widget_get_visible (header));
  get_places (f, during);
  g_assert_false (during[0] || during[1] || during[2]);
  gtk_widget_activate_action (GTK_WIDGET (f->window), "win.present", NULL);
  get_places (f, after);
  g_assert_true (gtk_widget_get_visible (header));
  g_assert_cmpmem (before, sizeof before, after, sizeof after);
  settle ();
}

static gboolean
has_name (GtkWidget *widget)
{
  if (gtk_test_accessible_has_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL) ||
      gtk_test_accessible_has_relation (GTK_ACCESSIBLE (widget),
                                        GTK_ACCESSIBLE_RELATION_LABELLED_BY))
    return TRUE;
  if (GTK_IS_BUTTON (widget) && gtk_button_get_label (GTK_BUTTON (widget)) != NULL)
    return TRUE;
  if (GTK_IS_CHECK_BUTTON (widget) &&
      gtk_check_button_get_label (GTK_CHECK_BUTTON (widget)) != NULL)
    return TRUE;
  /* What is inside a control is named by what is around it, or by the text in it. */
  return find_type (widget, GTK_TYPE_LABEL) != NULL ||
         (gtk_widget_get_parent (widget) != NULL && !GTK_IS_BOX (gtk_widget_get_parent (widget)) &&
          !SQUILL_IS_WINDOW (gtk_widget_get_parent (widget)) &&
          gtk_test_accessible_has_property (GTK_ACCESSIBLE (gtk_widget_get_parent (widget)),
                                            GTK_ACCESSIBLE_PROPERTY_LABEL));
}

static void
check_names (GtkWidget *widget, GString *nameless)
{
  if (!gtk_widget_get_mapped (widget))
    return;
  if ((GTK_IS_BUTTON (widget) || GTK_IS_SWITCH (widget) || GTK_IS_CHECK_BUTTON (widget) ||
       GTK_IS_ENTRY (widget) || GTK_IS_MENU_BUTTON (widget) || GTK_IS_DROP_DOWN (widget) ||
       GTK_IS_TEXT_VIEW (widget)) &&
      !has_name (widget))
    {
      for (GtkWidget *above = widget; above != NULL; above = gtk_widget_get_parent (above))
        g_string_append_printf (nameless, "%s%s", gtk_widget_get_css_name (above),
                                gtk_widget_get_parent (above) != NULL ? " < " : "\n");
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    check_names (child, nameless);
}

static void
test_names (Fixture *f, gconstpointer data)
{
  g_autoptr (GString) nameless = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (panel_pages); i++)
    {
      gtk_widget_activate_action (GTK_WIDGET (f->window), "win.page", "s", panel_pages[i]);
      settle ();
      check_names (GTK_WIDGET (f->window), nameless);
    }
  select_item (f, find_relationship (f, "comments"));
  gtk_test_widget_wait_for_draw (GTK_WIDGET (f->window));
  check_names (GTK_WIDGET (f->window), nameless);
  select_item (f, squill_model_find_entity (f->model, "posts")->item.id);
  gtk_test_widget_wait_for_draw (GTK_WIDGET (f->window));
  check_names (GTK_WIDGET (f->window), nameless);
  g_assert_cmpstr (nameless->str, ==, "");
}

static void
test_places (Fixture *f, gconstpointer data)
{
  gboolean visible;

  gtk_widget_activate_action (GTK_WIDGET (f->window), "win.outline-visible", NULL);
  g_object_get (f->window, "outline-visible", &visible, NULL);
  g_assert_false (visible);
  gtk_widget_activate_action (GTK_WIDGET (f->window), "win.search", NULL);
  g_object_get (f->window, "outline-visible", &visible, NULL);
  g_assert_true (visible);
  gtk_widget_activate_action (GTK_WIDGET (f->window), "win.panel-visible", NULL);
  g_object_get (f->window, "panel-visible", &visible, NULL);
  g_assert_false (visible);
  gtk_widget_activate_action (GTK_WIDGET (f->window), "win.page", "s", "sizes");
  g_object_get (f->window, "panel-visible", &visible, NULL);
  g_assert_true (visible);
  gtk_widget_activate_action (GTK_WIDGET (f->window), "win.inspector-visible", NULL);
  g_object_get (f->window, "inspector-visible", &visible, NULL);
  g_assert_false (visible);
}

static gboolean
is_nothing_shown (Fixture *f, gpointer canvas)
{
  return squill_canvas_get_shown_item (canvas) == NULL;
}

static gboolean
is_field_shown (Fixture *f, gpointer canvas)
{
  const char *id = squill_canvas_get_shown_item (canvas);
  const SquillField *field = id != NULL ? squill_model_get_field (f->model, id) : NULL;

  return field != NULL && g_str_equal (field->name, "karma");
}

static GtkWidget *
find_label (GtkWidget *widget, const char *text)
{
  if (GTK_IS_LABEL (widget) && g_str_equal (gtk_label_get_label (GTK_LABEL (widget)), text))
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_label (child, text);

      if (found != NULL)
        return found;
    }
  return NULL;
}

static gboolean
says_nothing_found (Fixture *f, gpointer label)
{
  return gtk_widget_is_visible (label);
}

static GtkWidget *
find_palette (void)
{
  g_autoptr (GList) all = gtk_window_list_toplevels ();

  for (GList *l = all; l != NULL; l = l->next)
    if (SQUILL_IS_PALETTE_WINDOW (l->data))
      return l->data;
  return NULL;
}

static gboolean
has_palette (Fixture *f, gpointer wanted)
{
  return (find_palette () != NULL) == GPOINTER_TO_INT (wanted);
}

/* Types words into the palette and presses Enter. */
static void
command (Fixture *f, const char *text)
{
  GtkWidget *entry;

  gtk_widget_activate_action (GTK_WIDGET (f->window), "win.commands", NULL);
  wait_for (f, has_palette, GINT_TO_POINTER (TRUE), "the palette opens");
  entry = find_type (find_palette (), GTK_TYPE_ENTRY);
  gtk_editable_set_text (GTK_EDITABLE (entry), text);
  g_signal_emit_by_name (entry, "activate");
  wait_for (f, has_palette, GINT_TO_POINTER (FALSE), "the palette closes");
}

/* Whatever is typed there is done or gone to. */
static void
test_palette (Fixture *f, gconstpointer data)
{
  SquillCanvas *canvas = SQUILL_CANVAS (find_type (GTK_WIDGET (f->window), SQUILL_TYPE_CANVAS));
  SquillSelection *selection = squill_session_get_selection (f->session);
  const char *posts = squill_model_find_entity (f->model, "posts")->item.id;
  gboolean visible, later;

  command (f, "posts");
  g_assert_cmpstr (squill_selection_get_single (selection), ==, posts);
  command (f, "100 zoom");
  g_assert_cmpfloat (squill_viewport_get_zoom (squill_canvas_get_viewport (canvas)), ==, 1);
  g_object_get (f->window, "panel-visible", &visible, NULL);
  command (f, "panel");
  g_object_get (f->window, "panel-visible", &later, NULL);
  g_assert_cmpint (later, !=, visible);
  command (f, "delete");
  g_assert_null (squill_model_find_entity (f->model, "posts"));
  settle ();
  /* Nothing is selected any more: the palette stays and does nothing. */
  gtk_widget_activate_action (GTK_WIDGET (f->window), "win.commands", NULL);
  wait_for (f, has_palette, GINT_TO_POINTER (TRUE), "the palette opens");
  gtk_editable_set_text (GTK_EDITABLE (find_type (find_palette (), GTK_TYPE_ENTRY)), "patterns");
  g_signal_emit_by_name (find_type (find_palette (), GTK_TYPE_ENTRY), "activate");
  settle ();
  g_assert_nonnull (find_palette ());
  gtk_window_close (GTK_WINDOW (find_palette ()));
  wait_for (f, has_palette, GINT_TO_POINTER (FALSE), "the palette closes");
  /* What was done stands on the button that undoes it. */
  {
    GtkWidget *undo = GTK_WIDGET (
        gtk_widget_get_template_child (GTK_WIDGET (f->window), SQUILL_TYPE_WINDOW, "undo_button"));

    g_assert_cmpstr (gtk_widget_get_tooltip_text (undo), ==, "Undo: Delete “posts” (Ctrl+Z)");
  }
}

/* From however far away: what was found can be read, and is lit for a moment. */
static void
test_search_shows (Fixture *f, gconstpointer data)
{
  GtkWidget *outline = find_type (GTK_WIDGET (f->window), SQUILL_TYPE_OUTLINE);
  GtkWidget *entry = find_type (outline, GTK_TYPE_SEARCH_ENTRY);
  SquillCanvas *canvas = SQUILL_CANVAS (find_type (GTK_WIDGET (f->window), SQUILL_TYPE_CANVAS));
  SquillViewport *viewport = squill_canvas_get_viewport (canvas);
  GtkWidget *nothing = find_label (outline, "Nothing found");
  SquillRect visible, rect;

  g_assert_nonnull (nothing);
  g_assert_false (gtk_widget_get_visible (nothing));
  squill_viewport_set_zoom (viewport, 0.2);
  squill_viewport_center (viewport, 4000, 4000);
  gtk_editable_set_text (GTK_EDITABLE (entry), "karma");
  g_signal_emit_by_name (entry, "search-changed");
  g_signal_emit_by_name (entry, "activate");
  wait_for (f, is_field_shown, canvas, "the field is shown");
  g_assert_cmpint (squill_detail_for_zoom (squill_viewport_get_zoom (viewport)), ==,
                   SQUILL_DETAIL_FULL);
  visible = squill_viewport_get_visible (viewport);
  g_assert_true (
      squill_canvas_get_item_rect (canvas, squill_canvas_get_shown_item (canvas), &rect));
  g_assert_true (squill_rect_contains (&visible, rect.x + 1, rect.y + 1));
  g_assert_true (squill_rect_contains (&visible, squill_rect_right (&rect) - 1,
                                       squill_rect_bottom (&rect) - 1));
  wait_for (f, is_nothing_shown, canvas, "the light goes out");
  g_assert_false (gtk_widget_get_visible (nothing));

  gtk_editable_set_text (GTK_EDITABLE (entry), "there is no such thing");
  g_signal_emit_by_name (entry, "search-changed");
  wait_for (f, says_nothing_found, nothing, "it says that nothing is found");
  gtk_editable_set_text (GTK_EDITABLE (entry), "");
  g_signal_emit_by_name (entry, "search-changed");
  g_assert_false (gtk_widget_get_visible (nothing));
}

/* A row whose lines are limited has room for the shortest text. */
static void
test_short_title (Fixture *f, gconstpointer data)
{
  GtkWidget *row = g_object_ref_sink (adw_action_row_new ());
  GtkWidget *label;
  int min, natural;

  squill_compat_limit_row_lines (ADW_ACTION_ROW (row), 1, 0);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), "i");
  label = find_type (row, GTK_TYPE_LABEL);
  gtk_widget_measure (label, GTK_ORIENTATION_HORIZONTAL, 100, &min, &natural, NULL, NULL);
  g_assert_cmpint (min, <=, natural);
  g_object_unref (row);
}

static void
show_canvas_menu (SquillCanvas *canvas, gpointer *menu)
{
  SquillHit hit = squill_canvas_hit (canvas, 20, 20);

  squill_canvas_show_menu (canvas, &hit, 20, 20);
  *menu = find_type (GTK_WIDGET (canvas), GTK_TYPE_POPOVER_MENU);
  g_object_add_weak_pointer (*menu, menu);
}

/* A menu that goes while it is open leaves pointer and keys to the window, and does not stay. */
static void
test_menu_that_goes (Fixture *f, gconstpointer data)
{
  GtkWidget *canvas = find_type (GTK_WIDGET (f->window), SQUILL_TYPE_CANVAS);
  GtkWidget *parent = gtk_label_new ("parent"), *popover = gtk_popover_new ();
  gpointer first, second;

  show_canvas_menu (SQUILL_CANVAS (canvas), &first);
  g_assert_true (gtk_widget_get_mapped (first));
  show_canvas_menu (SQUILL_CANVAS (canvas), &second);
  g_assert_null (first);
  g_assert_true (gtk_widget_get_mapped (second));

  /* One that nobody closes, such as the menu of an entry that is removed. */
  gtk_widget_set_parent (parent, canvas);
  gtk_popover_set_child (GTK_POPOVER (popover), gtk_button_new_with_label ("child"));
  gtk_widget_set_parent (popover, parent);
  g_object_add_weak_pointer (G_OBJECT (popover), (gpointer *)&popover);
  gtk_popover_popup (GTK_POPOVER (popover));
  g_assert_true (gtk_widget_get_mapped (popover));
  gtk_widget_unparent (popover);
  gtk_widget_unparent (parent);
  wait_for (f, is_gone, &popover, "the popover is gone");
  g_object_remove_weak_pointer (second, &second);
}

/* A long press opens the menu of an outline's row, as the right button does. */
static void
test_long_press (Fixture *f, gconstpointer data)
{
  GtkWidget *outline = find_type (GTK_WIDGET (f->window), SQUILL_TYPE_OUTLINE);
  GtkWidget *cell = NULL;
  graphene_point_t at;
  g_autoptr (GListModel) controllers = NULL;
  gboolean found = FALSE;

  g_object_set (f->window, "outline-visible", TRUE, NULL);
  gtk_test_widget_wait_for_draw (GTK_WIDGET (f->window));
  squill_selection_clear (squill_session_get_selection (f->session));
  cell = find_type (outline, SQUILL_TYPE_OUTLINE_CELL);
  g_assert_nonnull (cell);
  g_assert_true (gtk_widget_compute_point (cell, outline, &GRAPHENE_POINT_INIT (5, 5), &at));
  controllers = gtk_widget_observe_controllers (outline);
  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (!GTK_IS_GESTURE_LONG_PRESS (controller))
        continue;
      found = TRUE;
      g_signal_emit_by_name (controller, "pressed", (double)at.x, (double)at.y);
    }
  g_assert_true (found);
  g_assert_true (gtk_widget_get_visible (find_type (outline, GTK_TYPE_POPOVER_MENU)));
}

/* Asks again for less: the contents allow it only once the outline made room. */
static gboolean
is_narrow (Fixture *f, gpointer width)
{
  if (gtk_widget_get_width (GTK_WIDGET (f->window)) <= 900)
    return TRUE;
  *(int *)width = *(int *)width == 900 ? 890 : 900;
  gtk_window_set_default_size (GTK_WINDOW (f->window), *(int *)width, 600);
  return FALSE;
}

/* The outline makes room before the window is as narrow as its contents allow: it can get narrower
 * than outline, diagram, and inspector beside each other. */
static void
test_narrow (Fixture *f, gconstpointer data)
{
  int width = 0;

  select_item (f, find_relationship (f, "comments"));
  wait_for (f, is_narrow, &width, "the window is narrow");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  adw_init ();
  gtk_source_init ();
#define TEST(path, example, function) \
  g_test_add (path, Fixture, example, set_up, function, tear_down)
  g_test_add_func ("/window/first-frame", test_first_frame);
  TEST ("/window/empty", NULL, test_empty);
  TEST ("/window/focus-empty", NULL, test_focus);
  TEST ("/window/focus", "cms", test_focus);
  TEST ("/window/history", "cms", test_history);
  TEST ("/window/pick", "cms", test_pick);
  TEST ("/window/places", "cms", test_places);
  TEST ("/window/search-shows", "cms", test_search_shows);
  TEST ("/window/names", "cms", test_names);
  TEST ("/window/short-title", NULL, test_short_title);
  TEST ("/window/menu-that-goes", NULL, test_menu_that_goes);
  TEST ("/inspector/triple", "cms", test_triple);
  TEST ("/inspector/name", "cms", test_name);
  TEST ("/inspector/keys", "cms", test_keys);
  TEST ("/inspector/several", "cms", test_several);
  TEST ("/inspector/variants", "cms", test_variants);
  TEST ("/window/narrow", "cms", test_narrow);
  TEST ("/window/palette", "cms", test_palette);
  TEST ("/window/long-name", "cms", test_long_name);
  TEST ("/inspector/fix", "cms", test_fix);
  TEST ("/inspector/all-properties", "cms", test_all_properties);
  TEST ("/window/present", "cms", test_present);
  TEST ("/window/present-keys", "cms", test_present_keys);
  TEST ("/window/long-press", "cms", test_long_press);
  return g_test_run ();
}

/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "shell/squill-window-private.h"

#include <glib/gi18n.h>

#include "shell/squill-application.h"
#include "shell/squill-pattern-window.h"
#include "session/squill-action.h"
#include "widgets/squill-typing.h"
#include "canvas/squill-canvas-view.h"
#include "model/squill-authoring.h"
#include "text/squill-text.h"
#include "widgets/squill-compat.h"
#include "widgets/squill-pane-handle.h"

enum
{
  PROP_0,
  PROP_INSPECTOR_VISIBLE,
  PROP_OUTLINE_VISIBLE,
  PROP_PANEL_VISIBLE,
  PROP_SESSION,
  PROP_WATCHING,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (SquillWindow, squill_window, ADW_TYPE_APPLICATION_WINDOW)

/* What the step is called, on the button and in the menu. */
static void
name_step (SquillWindow *self,
           GtkWidget *button,
           guint position,
           const char *action,
           const char *keys,
           const char *label)
{
  const SquillAction *plain = squill_action_find (action);
  g_autofree char *name = squill_action_get_name (plain);
  g_autofree char *tooltip = NULL;
  g_autofree char *title = NULL;
  g_autofree char *escaped = NULL;
  const gboolean named = label != NULL && *label != '\0';

  if (named)
    /* Translators: undo or redo, what that takes back or makes again, and the keys for it:
     * "Undo: Move 3 items (Ctrl+Z)" */
    tooltip = g_strdup_printf (_ ("%s: %s (%s)"), name, label, keys);
  else
    tooltip = g_strdup_printf ("%s (%s)", name, keys);
  gtk_widget_set_tooltip_text (button, tooltip);
  if (named)
    {
      GString *text = g_string_new (label);

      /* It is no mnemonic. */
      g_string_replace (text, "_", "__", 0);
      escaped = g_string_free (text, FALSE);
      title = g_strdup_printf ("%s: %s", _ (plain->title), escaped);
    }
  g_menu_remove (self->edit_menu, position);
  g_menu_insert (self->edit_menu, position, title != NULL ? title : _ (plain->title), action);
}

static void
update_history (SquillWindow *self)
{
  SquillModel *model = squill_session_get_model (self->session);

  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.undo",
                                 squill_model_get_can_undo (model) && !self->presenting);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.redo",
                                 squill_model_get_can_redo (model) && !self->presenting);
  name_step (self, self->undo_button, 0, "win.undo", _ ("Ctrl+Z"),
             squill_model_get_undo_label (model));
  name_step (self, self->redo_button, 1, "win.redo", _ ("Ctrl+Shift+Z"),
             squill_model_get_redo_label (model));
}

/* Shows a sentence for a moment. */
void
_squill_window_show_toast (SquillWindow *self, const char *text)
{
  g_autofree char *escaped = NULL;

  g_return_if_fail (SQUILL_IS_WINDOW (self));
  g_return_if_fail (text != NULL);

  escaped = g_markup_escape_text (text, -1);
  adw_toast_overlay_add_toast (self->toasts, adw_toast_new (escaped));
}

void
_squill_window_update_banner (SquillWindow *self)
{
  gboolean read_only = squill_model_get_read_only (squill_session_get_model (self->session));
  gboolean unsafe = self->draft_trouble != NULL && !read_only;
  guint n_conflicts = read_only ? 0 : _squill_window_count_conflicts (self);
  g_autofree char *text = NULL;

  if (read_only)
    text = g_strdup (_ ("A newer version of Squill wrote this model. You can view and export "
                        "it, but not change it."));
  else if (unsafe)
    text = g_strdup_printf (_ ("Unsaved changes would be lost in a crash, because no copy of them "
                               "can be kept: %s"),
                            self->draft_trouble);
  else if (n_conflicts > 0)
    text =
        g_strdup_printf (g_dngettext (NULL, "%u conflict of a merge is not decided yet",
                                      "%u conflicts of a merge are not decided yet", n_conflicts),
                         n_conflicts);
  if (text != NULL)
    gtk_label_set_label (self->banner_label, text);
  gtk_button_set_label (GTK_BUTTON (self->banner_button),
                        unsafe || n_conflicts == 0 ? _ ("_Save") : _ ("_Resolve…"));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->banner_button),
                                  unsafe || n_conflicts == 0 ? "win.save"
                                                             : "win.resolve-conflicts");
  gtk_widget_set_visible (self->banner_button, unsafe || n_conflicts > 0);
  gtk_revealer_set_reveal_child (self->banner, text != NULL);
}

static void
show_warnings (SquillWindow *self)
{
  SquillModel *model = squill_session_get_model (self->session);
  char **warnings = squill_model_get_warnings (model);

  if (!squill_model_get_read_only (model) && warnings != NULL && warnings[0] != NULL)
    _squill_window_show_toast (self, warnings[0]);
}

/* What is drawn with a tool would be behind the page's buttons. */
static void
update_empty (SquillWindow *self)
{
  SquillModel *model = squill_session_get_model (self->session);
  g_autofree char *tool = NULL;

  g_object_get (self->canvas_view, "tool", &tool, NULL);
  gtk_widget_set_visible (self->empty_page, squill_model_is_empty (model) &&
                                                g_strcmp0 (tool, "select") == 0 &&
                                                !squill_work_bar_is_running (self->work_bar) &&
                                                !squill_model_get_read_only (model));
}

static void
update_edit_actions (SquillWindow *self)
{
  SquillModel *model = squill_session_get_model (self->session);
  gboolean some = squill_selection_get_size (squill_session_get_selection (self->session)) > 0;
  gboolean writable = !squill_model_get_read_only (model) && !self->presenting;
  GtkWidget *widget = GTK_WIDGET (self);

  gtk_widget_action_set_enabled (widget, "win.copy", some);
  gtk_widget_action_set_enabled (widget, "win.cut", some && writable);
  gtk_widget_action_set_enabled (widget, "win.delete", some && writable);
  gtk_widget_action_set_enabled (widget, "win.duplicate", some && writable);
  gtk_widget_action_set_enabled (widget, "win.paste", writable);
  gtk_widget_action_set_enabled (widget, "win.new-entity", writable);
  gtk_widget_action_set_enabled (widget, "win.advise", writable);
  gtk_widget_action_set_enabled (widget, "win.patterns", some && writable);
}

/* What can be done depends on whether the window is presenting, too. */
void
_squill_window_update_actions (SquillWindow *self)
{
  update_history (self);
  update_edit_actions (self);
}

static void
on_session_changed (SquillSession *session, SquillChange *change, SquillWindow *self)
{
  update_empty (self);
  _squill_window_update_banner (self);
  for (guint i = 0; i < change->entries->len; i++)
    if (((const SquillChangeEntry *)change->entries->pdata[i])->kind == SQUILL_KIND_ALTERNATIVE)
      {
        _squill_window_update_designs (self);
        break;
      }
  _squill_window_queue_draft (self);
}

static void
on_history_changed (SquillModel *model, GParamSpec *pspec, SquillWindow *self)
{
  update_history (self);
}

static void
on_model_changed (SquillModel *model, const SquillChange *change, SquillWindow *self)
{
  self->edits++;
}

static void
on_selection_changed (SquillSelection *selection, SquillWindow *self)
{
  update_edit_actions (self);
}

static void
update_title (SquillWindow *self)
{
  const char *title = squill_session_get_title (self->session);
  g_autofree char *full = NULL;

  adw_window_title_set_title (self->title, title);
  adw_window_title_set_subtitle (self->title, squill_session_get_subtitle (self->session));
  full = g_strdup_printf ("%s%s — %s", squill_session_get_modified (self->session) ? "• " : "",
                          title, _ ("Squill"));
  gtk_window_set_title (GTK_WINDOW (self), full);
}

static void
on_title_changed (SquillSession *session, GParamSpec *pspec, SquillWindow *self)
{
  update_title (self);
}

static void
on_undo (GtkWidget *widget, const char *name, GVariant *parameter)
{
  squill_model_undo (squill_session_get_model (SQUILL_WINDOW (widget)->session));
}

static void
on_redo (GtkWidget *widget, const char *name, GVariant *parameter)
{
  squill_model_redo (squill_session_get_model (SQUILL_WINDOW (widget)->session));
}

static void
on_close (GtkWidget *widget, const char *name, GVariant *parameter)
{
  gtk_window_close (GTK_WINDOW (widget));
}

static void
on_toast (GtkWidget *widget, const char *name, GVariant *parameter)
{
  _squill_window_show_toast (SQUILL_WINDOW (widget), g_variant_get_string (parameter, NULL));
}

static void
on_search (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SquillWindow *self = SQUILL_WINDOW (widget);

  g_object_set (self, "outline-visible", TRUE, NULL);
  squill_outline_start_search (self->outline);
}

static void
on_page (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SquillWindow *self = SQUILL_WINDOW (widget);

  g_object_set (self, "panel-visible", TRUE, NULL);
  squill_panel_show_page (self->panel, g_variant_get_string (parameter, NULL));
}

/* F6 cycles through the panes. */
static void
on_next_place (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SquillWindow *self = SQUILL_WINDOW (widget);
  GtkWidget *places[] = { GTK_WIDGET (self->outline), self->canvas_view, GTK_WIDGET (self->panel),
                          GTK_WIDGET (self->inspector) };
  GtkWidget *focus = gtk_root_get_focus (GTK_ROOT (self));
  const int n = G_N_ELEMENTS (places);
  int step = g_str_equal (name, "win.previous-place") ? n - 1 : 1;
  int at = step == 1 ? n - 1 : 0;

  for (int i = 0; i < n; i++)
    if (focus != NULL && (focus == places[i] || gtk_widget_is_ancestor (focus, places[i])))
      at = i;
  for (int i = 0; i < n; i++)
    {
      at = (at + step) % n;
      if (gtk_widget_get_mapped (places[at]) &&
          (gtk_widget_grab_focus (places[at]) ||
           gtk_widget_child_focus (places[at], GTK_DIR_TAB_FORWARD)))
        return;
    }
}

/* The application has no gtk/help-overlay.ui, which each window would build when it is made. */
static void
on_show_help_overlay (GtkWidget *widget, const char *name, GVariant *parameter)
{
  GtkApplicationWindow *window = GTK_APPLICATION_WINDOW (widget);

  if (gtk_application_window_get_help_overlay (window) == NULL)
    {
      g_autoptr (GtkBuilder) builder =
          gtk_builder_new_from_resource ("/io/github/squill/Squill/help-overlay.ui");

      gtk_application_window_set_help_overlay (
          window, GTK_SHORTCUTS_WINDOW (gtk_builder_get_object (builder, "help_overlay")));
    }
  gtk_window_present (GTK_WINDOW (gtk_application_window_get_help_overlay (window)));
}

static void
on_menu (GtkWidget *widget, const char *name, GVariant *parameter)
{
  gtk_menu_button_popup (SQUILL_WINDOW (widget)->menu_button);
}

/* The popover of the menu is made when it is first opened: it has more widgets than the header
 * bar, and would follow each change of what undo and redo are called. */
static void
on_create_menu (GtkMenuButton *button, gpointer user_data)
{
  if (gtk_menu_button_get_menu_model (button) == NULL)
    gtk_menu_button_set_menu_model (button, SQUILL_WINDOW (user_data)->main_menu);
}

/* What is done to the selection. */

static void
on_delete (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SquillSession *session = SQUILL_WINDOW (widget)->session;
  g_auto (GStrv) ids = squill_selection_get_ids (squill_session_get_selection (session));

  squill_model_delete (squill_session_get_model (session), (const char *const *)ids);
}

/* The outline edits the new name in place if it has the focus, otherwise the canvas does. */
static void
on_new_entity (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SquillWindow *self = SQUILL_WINDOW (widget);
  GtkWidget *focus = gtk_root_get_focus (GTK_ROOT (self));
  gboolean from_outline =
      focus != NULL && gtk_widget_is_ancestor (focus, GTK_WIDGET (self->outline));

  if (from_outline || !gtk_widget_activate_action (self->canvas_view, "canvas.new-entity", NULL))
    squill_outline_new_entity (self->outline);
}

/* The canvas lets the user choose the other end by typing. */
static void
on_new_relationship (GtkWidget *widget, const char *name, GVariant *parameter)
{
  gtk_widget_activate_action (SQUILL_WINDOW (widget)->canvas_view, "canvas.relate", NULL);
}

static void
on_select_all (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SquillWindow *self = SQUILL_WINDOW (widget);
  SquillModel *model = squill_session_get_model (self->session);
  g_autoptr (GPtrArray) ids = g_ptr_array_new ();

  SQUILL_FOR_EACH_CHILD (SquillEntity, entity, squill_model_get_info (model), SQUILL_KIND_ENTITY)
    {
      g_ptr_array_add (ids, entity->item.id);
    }
  g_ptr_array_add (ids, NULL);
  squill_selection_set_many (squill_session_get_selection (self->session),
                             (const char *const *)ids->pdata);
}

static void
on_pattern_applied (SquillWindow *self, const char *label)
{
  _squill_window_show_toast (self, label);
}

/* The patterns for what is selected. */
static void
on_patterns (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SquillWindow *self = SQUILL_WINDOW (widget);
  const char *subject = squill_selection_get_single (squill_session_get_selection (self->session));
  SquillPatternWindow *patterns;

  if (subject == NULL)
    return;
  squill_typing_keep (widget);
  if (self->patterns != NULL)
    gtk_window_destroy (GTK_WINDOW (self->patterns));
  patterns = squill_pattern_window_new (GTK_WINDOW (self), self->session, subject);
  g_signal_connect_object (patterns, "applied", G_CALLBACK (on_pattern_applied), self,
                           G_CONNECT_SWAPPED);
  g_set_weak_pointer (&self->patterns, GTK_WIDGET (patterns));
  gtk_window_present (GTK_WINDOW (patterns));
}

static void
install_edit_actions (GtkWidgetClass *widget_class)
{
  guint n_commands;
  const SquillAction *commands = squill_actions_get (&n_commands);

  gtk_widget_class_install_action (widget_class, "win.delete", NULL, on_delete);
  gtk_widget_class_install_action (widget_class, "win.new-entity", NULL, on_new_entity);
  gtk_widget_class_install_action (widget_class, "win.new-relationship", NULL, on_new_relationship);
  gtk_widget_class_install_action (widget_class, "win.select-all", NULL, on_select_all);
  gtk_widget_class_install_action (widget_class, "win.patterns", NULL, on_patterns);

  /* The bindings of a focused entry come before those of the window. */
  for (guint i = 0; i < n_commands; i++)
    {
      guint key;
      GdkModifierType modifiers;

      if (commands[i].in_texts && gtk_accelerator_parse (commands[i].keys[0], &key, &modifiers))
        gtk_widget_class_add_binding_action (widget_class, key, modifiers, commands[i].action,
                                             NULL);
    }
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Delete, 0, "win.delete", NULL);
}

/* How the window is laid out. */

/* How often a window is laid out, at most, as something asked for it meanwhile. */
#define MAX_LAYOUTS 3

/* Whether something asked for another size since this was asked last: what was measured is kept
 * until then. */
static gboolean
is_measured_anew (SquillWindow *self)
{
  const guint before = self->n_measured;
  int minimum;

  gtk_widget_measure (GTK_WIDGET (self), GTK_ORIENTATION_HORIZONTAL, -1, &minimum, NULL, NULL,
                      NULL);
  return self->n_measured != before;
}

/* What asks for another size while the window is laid out, as a scrollbar that comes, is forgotten
 * where all above it is laid out, too. Where only the window and something far below it are, those
 * between them would wait for ever for a layout that the window takes for done, and be blank: GTK
 * says that they are without a current allocation. So it is done again. */
static void
squill_window_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  SquillWindow *self = SQUILL_WINDOW (widget);

  _squill_window_update_folds (self, width);

  is_measured_anew (self);
  for (guint i = 0; i == 0 || (is_measured_anew (self) && i < MAX_LAYOUTS); i++)
    GTK_WIDGET_CLASS (squill_window_parent_class)->size_allocate (widget, width, height, baseline);
}

static GtkSizeRequestMode
get_center_mode (GtkWidget *bin)
{
  return gtk_widget_get_request_mode (gtk_widget_get_first_child (bin));
}

static void
measure_center (GtkWidget *bin,
                GtkOrientation orientation,
                int for_size,
                int *minimum,
                int *natural,
                int *minimum_baseline,
                int *natural_baseline)
{
  gtk_widget_measure (gtk_widget_get_first_child (bin), orientation, for_size, minimum, natural,
                      minimum_baseline, natural_baseline);
}

/* The panel gets its height as soon as the room for it is known, and before anything in that is
 * laid out: if a part of the window were laid out twice, what asks for a new layout meanwhile would
 * wait for it for ever, and stay blank. */
static void
allocate_center (GtkWidget *bin, int width, int height, int baseline)
{
  SquillWindow *self = SQUILL_WINDOW (gtk_widget_get_root (bin));

  if (!self->panel_placed && height > 0)
    {
      self->panel_placed = TRUE;
      gtk_paned_set_position (
          self->center, MAX (0, height - g_settings_get_int (self->settings, "panel-height")));
    }
  gtk_widget_allocate (GTK_WIDGET (self->center), width, height, baseline, NULL);
}

/* What is shown later is laid out and drawn once more. */
static void
squill_window_show (GtkWidget *widget)
{
  SquillWindow *self = SQUILL_WINDOW (widget);

  /* Another model is on its way. */
  if (self->work == NULL)
    {
      if (self->inspector_visible)
        squill_inspector_update (self->inspector);
      if (self->panel_visible)
        squill_panel_update (self->panel);
    }

  GTK_WIDGET_CLASS (squill_window_parent_class)->show (widget);
}

/* The window gets as narrow as it may at once, for instance when it is tiled: what does not fit
 * folds when it is. Until then nothing inside can be measured for less than it needs; GTK 4.18
 * warns of that. */
static void
squill_window_measure (GtkWidget *widget,
                       GtkOrientation orientation,
                       int for_size,
                       int *minimum,
                       int *natural,
                       int *minimum_baseline,
                       int *natural_baseline)
{
  GtkWidgetClass *parent_class = GTK_WIDGET_CLASS (squill_window_parent_class);

  SQUILL_WINDOW (widget)->n_measured++;
  if (orientation == GTK_ORIENTATION_VERTICAL && for_size >= 0)
    {
      int needed;

      parent_class->measure (widget, GTK_ORIENTATION_HORIZONTAL, -1, &needed, natural,
                             minimum_baseline, natural_baseline);
      for_size = MAX (for_size, needed);
    }
  parent_class->measure (widget, orientation, for_size, minimum, natural, minimum_baseline,
                         natural_baseline);
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    *minimum = MIN (*minimum, SQUILL_WINDOW_MIN_WIDTH);
}

static int
get_panel_height (SquillWindow *self)
{
  return gtk_widget_get_height (GTK_WIDGET (self->center)) - gtk_paned_get_position (self->center);
}

/* A new window starts like the one that was closed last; open windows do not affect each other. */
static void
save_geometry (SquillWindow *self)
{
  int width, height;

  _squill_window_end_presentation (self);
  gtk_window_get_default_size (GTK_WINDOW (self), &width, &height);
  g_settings_set_int (self->settings, "window-width", MAX (width, SQUILL_WINDOW_MIN_WIDTH));
  g_settings_set_int (self->settings, "window-height", MAX (height, 294));
  g_settings_set_boolean (self->settings, "window-maximized",
                          gtk_window_is_maximized (GTK_WINDOW (self)));
  if (!self->outline_folded)
    g_settings_set_boolean (self->settings, "outline-visible", self->outline_visible);
  if (!self->inspector_folded)
    g_settings_set_boolean (self->settings, "inspector-visible", self->inspector_visible);
  g_settings_set_boolean (self->settings, "panel-visible", self->panel_visible);
  g_settings_set_int (self->settings, "outline-width",
                      squill_pane_handle_get_width (SQUILL_PANE_HANDLE (self->outline_handle)));
  g_settings_set_int (self->settings, "inspector-width",
                      squill_pane_handle_get_width (SQUILL_PANE_HANDLE (self->inspector_handle)));
  if (self->panel_visible && self->panel_placed)
    g_settings_set_int (self->settings, "panel-height", CLAMP (get_panel_height (self), 80, 2000));
}

static void
on_leave_to_close (SquillWindow *self, gpointer data)
{
  self->closing = TRUE;
  gtk_window_close (GTK_WINDOW (self));
}

static gboolean
squill_window_close_request (GtkWindow *window)
{
  SquillWindow *self = SQUILL_WINDOW (window);

  if (!self->closing && _squill_window_has_unsaved (self))
    {
      _squill_window_leave (self, on_leave_to_close, NULL, NULL);
      return TRUE;
    }
  if (self->work != NULL)
    g_cancellable_cancel (self->work);
  _squill_window_forget_draft (self);
  save_geometry (self);
  return GTK_WINDOW_CLASS (squill_window_parent_class)->close_request (window);
}

/* Only reads: save_geometry() writes when the window is closed. */
static void
bind_geometry (SquillWindow *self)
{
  const GSettingsBindFlags flags = G_SETTINGS_BIND_GET | G_SETTINGS_BIND_GET_NO_CHANGES;
  GSettings *settings = self->settings;

  g_settings_bind (settings, "tour-seen", self->tour_button, "visible",
                   G_SETTINGS_BIND_GET | G_SETTINGS_BIND_INVERT_BOOLEAN);
  g_settings_bind (settings, "window-width", self, "default-width", flags);
  g_settings_bind (settings, "window-height", self, "default-height", flags);
  g_settings_bind (settings, "window-maximized", self, "maximized", flags);
  g_settings_bind (settings, "outline-visible", self, "outline-visible", flags);
  g_settings_bind (settings, "inspector-visible", self, "inspector-visible", flags);
  g_settings_bind (settings, "panel-visible", self, "panel-visible", flags);
  g_settings_bind (settings, "outline-width", self->outline_handle, "width", flags);
  g_settings_bind (settings, "inspector-width", self->inspector_handle, "width", flags);
}

static void
fill_open_menu (SquillWindow *self)
{
  g_autoptr (GMenu) menu = g_menu_new ();
  g_autoptr (GMenu) other = g_menu_new ();
  GtkWidget *child = gtk_widget_get_first_child (self->open_button);

  g_menu_append_section (menu, _ ("Recent"), G_MENU_MODEL (self->recent_menu));
  g_menu_append (other, _ ("Examp_les…"), "win.gallery");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (other));
  adw_split_button_set_menu_model (ADW_SPLIT_BUTTON (self->open_button), G_MENU_MODEL (menu));
  /* A tooltip does not name it for screen readers. */
  for (; child != NULL; child = gtk_widget_get_next_sibling (child))
    if (GTK_IS_MENU_BUTTON (child))
      gtk_accessible_update_property (GTK_ACCESSIBLE (child), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                      _ ("Recent models and examples"), -1);
}

static void
squill_window_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  SquillWindow *self = SQUILL_WINDOW (object);

  switch (id)
    {
    case PROP_INSPECTOR_VISIBLE:
      g_value_set_boolean (value, self->inspector_visible);
      break;
    case PROP_OUTLINE_VISIBLE:
      g_value_set_boolean (value, self->outline_visible);
      break;
    case PROP_PANEL_VISIBLE:
      g_value_set_boolean (value, self->panel_visible);
      break;
    case PROP_SESSION:
      g_value_set_object (value, self->session);
      break;
    case PROP_WATCHING:
      g_value_set_boolean (value, self->watch != NULL);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
take_flag (SquillWindow *self, gboolean *member, const GValue *value, guint id)
{
  if (*member == g_value_get_boolean (value))
    return;
  *member = g_value_get_boolean (value);
  g_object_notify_by_pspec (G_OBJECT (self), properties[id]);
}

static void
squill_window_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  SquillWindow *self = SQUILL_WINDOW (object);

  switch (id)
    {
    case PROP_INSPECTOR_VISIBLE:
      take_flag (self, &self->inspector_visible, value, id);
      break;
    case PROP_OUTLINE_VISIBLE:
      take_flag (self, &self->outline_visible, value, id);
      break;
    case PROP_PANEL_VISIBLE:
      take_flag (self, &self->panel_visible, value, id);
      break;
    case PROP_SESSION:
      squill_window_set_session (self, g_value_get_object (value));
      break;
    case PROP_WATCHING:
      _squill_window_set_watching (self, g_value_get_boolean (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
squill_window_dispose (GObject *object)
{
  SquillWindow *self = SQUILL_WINDOW (object);

  g_clear_handle_id (&self->draft_source, g_source_remove);
  if (self->fold_source != 0)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->fold_source);
  self->fold_source = 0;
  if (self->work != NULL)
    g_cancellable_cancel (self->work);
  g_clear_object (&self->work);
  g_clear_object (&self->loading);
  g_clear_pointer (&self->orphans, g_ptr_array_unref);
  g_clear_pointer (&self->draft_trouble, g_free);
  g_clear_object (&self->draft);
  g_clear_object (&self->tour);
  /* As when it is stopped, a reading that is under way ends. */
  if (self->watch != NULL)
    g_object_run_dispose (G_OBJECT (self->watch));
  g_clear_object (&self->watch);
  g_clear_weak_pointer (&self->watch_list);
  g_clear_weak_pointer (&self->patterns);
  g_clear_object (&self->session);
  g_clear_object (&self->settings);
  g_clear_object (&self->recent_menu);
  g_clear_object (&self->designs_menu);
  g_clear_object (&self->show_design);

  G_OBJECT_CLASS (squill_window_parent_class)->dispose (object);
}

static void
squill_window_class_init (SquillWindowClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY;

  object_class->get_property = squill_window_get_property;
  object_class->set_property = squill_window_set_property;
  object_class->dispose = squill_window_dispose;
  widget_class->measure = squill_window_measure;
  widget_class->show = squill_window_show;
  widget_class->size_allocate = squill_window_size_allocate;
  GTK_WINDOW_CLASS (klass)->close_request = squill_window_close_request;
  squill_compat_close_unmapped_popovers ();
  squill_compat_take_focus_from_closed_popovers ();

  properties[PROP_INSPECTOR_VISIBLE] =
      g_param_spec_boolean ("inspector-visible", NULL, NULL, FALSE, flags);
  properties[PROP_OUTLINE_VISIBLE] =
      g_param_spec_boolean ("outline-visible", NULL, NULL, FALSE, flags);
  properties[PROP_PANEL_VISIBLE] = g_param_spec_boolean ("panel-visible", NULL, NULL, FALSE, flags);
  properties[PROP_SESSION] =
      g_param_spec_object ("session", NULL, NULL, SQUILL_TYPE_SESSION, flags);
  properties[PROP_WATCHING] = g_param_spec_boolean ("watching", NULL, NULL, FALSE, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  gtk_widget_class_install_action (widget_class, "win.undo", NULL, on_undo);
  gtk_widget_class_install_action (widget_class, "win.redo", NULL, on_redo);
  gtk_widget_class_install_action (widget_class, "win.close", NULL, on_close);
  gtk_widget_class_install_action (widget_class, "win.toast", "s", on_toast);
  gtk_widget_class_install_action (widget_class, "win.search", NULL, on_search);
  gtk_widget_class_install_action (widget_class, "win.page", "s", on_page);
  gtk_widget_class_install_action (widget_class, "win.next-place", NULL, on_next_place);
  gtk_widget_class_install_action (widget_class, "win.previous-place", NULL, on_next_place);
  gtk_widget_class_install_action (widget_class, "win.menu", NULL, on_menu);
  gtk_widget_class_install_action (widget_class, "win.show-help-overlay", NULL,
                                   on_show_help_overlay);
  gtk_widget_class_install_property_action (widget_class, "win.outline-visible", "outline-visible");
  gtk_widget_class_install_property_action (widget_class, "win.inspector-visible",
                                            "inspector-visible");
  gtk_widget_class_install_property_action (widget_class, "win.panel-visible", "panel-visible");
  _squill_window_install_file_actions (widget_class);
  _squill_window_install_export_actions (widget_class);
  _squill_window_install_inspect_actions (widget_class);
  _squill_window_install_merge_actions (widget_class);
  _squill_window_install_clipboard_actions (widget_class);
  _squill_window_install_picture_actions (widget_class);
  _squill_window_install_design_actions (widget_class);
  _squill_window_install_advise_actions (widget_class);
  _squill_window_install_example_actions (widget_class);
  _squill_window_install_rule_actions (widget_class);
  _squill_window_install_command_actions (widget_class);
  _squill_window_install_watch_actions (widget_class);
  _squill_window_install_presentation_actions (widget_class);
  install_edit_actions (widget_class);

  g_type_ensure (SQUILL_TYPE_CANVAS_VIEW);
  g_type_ensure (SQUILL_TYPE_INSPECTOR);
  g_type_ensure (SQUILL_TYPE_OUTLINE);
  g_type_ensure (SQUILL_TYPE_PANEL);
  g_type_ensure (SQUILL_TYPE_PANE_HANDLE);
  g_type_ensure (SQUILL_TYPE_WORK_BAR);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/squill/Squill/squill-window.ui");
  gtk_widget_class_bind_template_child (widget_class, SquillWindow, toasts);
  gtk_widget_class_bind_template_child (widget_class, SquillWindow, header);
  gtk_widget_class_bind_template_child (widget_class, SquillWindow, title);
  gtk_widget_class_bind_template_child (widget_class, SquillWindow, design_button);
  gtk_widget_class_bind_template_child (widget_class, SquillWindow, open_button);
  gtk_widget_class_bind_template_child (widget_class, SquillWindow, inspect_button);
  gtk_widget_class_bind_template_child (widget_class, SquillWindow, export_button);
  gtk_widget_class_bind_template_child (widget_class, SquillWindow, undo_button);
  gtk_widget_class_bind_template_child (widget_class, SquillWindow, redo_button);
  gtk_widget_class_bind_template_child (widget_class, SquillWindow, search_button);
  gtk_widget_class_bind_template_child (widget_class, SquillWindow, banner);
  gtk_widget_class_bind_template_child (widget_class, SquillWindow, banner_label);
  gtk_widget_class_bind_template_child (widget_class, SquillWindow, banner_button);
  gtk_widget_class_bind_template_child (widget_class, SquillWindow, outline_flap);
  gtk_widget_class_bind_template_child (widget_class, SquillWindow, inspector_flap);
  gtk_widget_class_bind_template_child (widget_class, SquillWindow, outline_handle);
  gtk_widget_class_bind_template_child (widget_class, SquillWindow, inspector_handle);
  gtk_widget_class_bind_template_child (widget_class, SquillWindow, outline);
  gtk_widget_class_bind_template_child (widget_class, SquillWindow, inspector);
  gtk_widget_class_bind_template_child (widget_class, SquillWindow, center);
  gtk_widget_class_bind_template_child (widget_class, SquillWindow, center_bin);
  gtk_widget_class_bind_template_child (widget_class, SquillWindow, canvas_view);
  gtk_widget_class_bind_template_child (widget_class, SquillWindow, empty_page);
  gtk_widget_class_bind_template_child (widget_class, SquillWindow, panel);
  gtk_widget_class_bind_template_child (widget_class, SquillWindow, tour_button);
  gtk_widget_class_bind_template_child (widget_class, SquillWindow, watch_button);
  gtk_widget_class_bind_template_child (widget_class, SquillWindow, work_bar);
  gtk_widget_class_bind_template_child (widget_class, SquillWindow, main_menu);
  gtk_widget_class_bind_template_child (widget_class, SquillWindow, edit_menu);
  gtk_widget_class_bind_template_child (widget_class, SquillWindow, menu_button);
}

static void
squill_window_init (SquillWindow *self)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillSession) session = squill_session_new (model, NULL);

  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_widget_set_layout_manager (
      GTK_WIDGET (self->center_bin),
      gtk_custom_layout_new (get_center_mode, measure_center, allocate_center));
  gtk_menu_button_set_create_popup_func (self->menu_button, on_create_menu, self, NULL);
  _squill_window_init_presentation (self);
  self->settings = g_settings_new (SQUILL_APP_ID);
  self->orphans = g_ptr_array_new_with_free_func (g_object_unref);

  g_signal_connect_object (self->canvas_view, "notify::tool", G_CALLBACK (update_empty), self,
                           G_CONNECT_SWAPPED);
  self->recent_menu = g_menu_new ();
  fill_open_menu (self);
  _squill_window_update_recent (self);
  bind_geometry (self);
  _squill_window_init_designs (self);
  _squill_window_accept_drops (self);
  squill_window_set_session (self, session);
}

/**
 * squill_window_new:
 * @application: the program
 *
 * Returns: (transfer none): a window with an empty model
 */
SquillWindow *
squill_window_new (GtkApplication *application)
{
  return g_object_new (SQUILL_TYPE_WINDOW, "application", application, NULL);
}

/**
 * squill_window_get_session:
 * @self: a window
 *
 * Returns: (transfer none): what it shows
 */
SquillSession *
squill_window_get_session (SquillWindow *self)
{
  g_return_val_if_fail (SQUILL_IS_WINDOW (self), NULL);

  return self->session;
}

/**
 * squill_window_set_session:
 * @self: a window
 * @session: what to show
 *
 * Shows another model; nothing is asked about the one that was there.
 */
void
squill_window_set_session (SquillWindow *self, SquillSession *session)
{
  SquillModel *model;

  g_return_if_fail (SQUILL_IS_WINDOW (self));
  g_return_if_fail (SQUILL_IS_SESSION (session));

  if (self->session == session)
    return;
  if (self->session != NULL)
    {
      g_signal_handlers_disconnect_by_data (squill_session_get_model (self->session), self);
      g_signal_handlers_disconnect_by_data (squill_session_get_selection (self->session), self);
      g_signal_handlers_disconnect_by_data (self->session, self);
      _squill_window_forget_draft (self);
      _squill_window_set_watching (self, FALSE);
      if (self->patterns != NULL)
        gtk_window_destroy (GTK_WINDOW (self->patterns));
    }
  g_set_object (&self->session, session);

  model = squill_session_get_model (session);
  g_signal_connect_object (session, "changed", G_CALLBACK (on_session_changed), self, 0);
  g_signal_connect_object (model, "changed", G_CALLBACK (on_model_changed), self, 0);
  g_signal_connect_object (model, "notify::can-undo", G_CALLBACK (on_history_changed), self, 0);
  g_signal_connect_object (session, "notify::title", G_CALLBACK (on_title_changed), self, 0);
  g_signal_connect_object (session, "notify::subtitle", G_CALLBACK (on_title_changed), self, 0);
  g_signal_connect_object (squill_session_get_selection (session), "changed",
                           G_CALLBACK (on_selection_changed), self, 0);
  g_object_set (self->canvas_view, "session", session, NULL);
  squill_outline_set_session (self->outline, session);
  squill_inspector_set_session (self->inspector, session);
  squill_panel_set_session (self->panel, session);
  update_title (self);
  update_history (self);
  _squill_window_update_banner (self);
  show_warnings (self);
  update_empty (self);
  update_edit_actions (self);
  _squill_window_update_designs (self);
  _squill_window_queue_draft (self);
  /* That of another model is over. */
  _squill_window_end_tour (self);
  /* Its keys work at once; what had the focus may be gone with the other model. */
  gtk_widget_grab_focus (self->canvas_view);
  /* It is shown, but was not laid out yet. */
  if (gtk_widget_get_visible (GTK_WIDGET (self)) && !self->panel_placed && self->inspector_visible)
    squill_inspector_update (self->inspector);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SESSION]);
}

/**
 * squill_window_is_busy:
 * @self: a window
 *
 * Returns: whether a model is being read into it, or unsaved work is offered in it
 */
gboolean
squill_window_is_busy (SquillWindow *self)
{
  g_return_val_if_fail (SQUILL_IS_WINDOW (self), FALSE);

  return self->work != NULL || self->recovering || self->orphans->len > 0;
}

GCancellable *
_squill_window_begin_work (SquillWindow *self, const char *text)
{
  if (self->work != NULL)
    g_cancellable_cancel (self->work);
  g_clear_object (&self->work);
  self->work = g_cancellable_new ();
  squill_work_bar_begin (self->work_bar, text, self->work);
  update_empty (self);
  return self->work;
}

void
_squill_window_end_work (SquillWindow *self)
{
  g_clear_object (&self->work);
  squill_work_bar_end (self->work_bar);
  update_empty (self);
}

void
_squill_window_show_error (SquillWindow *self, const char *heading, const char *body)
{
  squill_compat_tell (GTK_WINDOW (self), heading, body, NULL);
}

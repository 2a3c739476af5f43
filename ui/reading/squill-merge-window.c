/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "reading/squill-merge-window.h"

#include <glib/gi18n.h>

#include "session/squill-merge-row.h"
#include "session/squill-rows.h"
#include "widgets/squill-closing.h"

/* Whole models are compared: not at each step of a card that is dragged. */
#define UPDATE_MS 100

struct _SquillMergeWindow
{
  AdwWindow parent_instance;

  AdwWindowTitle *title;
  GtkButton *ours_button;
  GtkButton *theirs_button;
  AdwToastOverlay *toasts;
  GtkStack *stack;
  GtkListView *list;
  AdwStatusPage *none_page;

  SquillSession *session;
  SquillModel *other; /* %NULL: the conflicts of a merge */
  char *names[SQUILL_N_MERGE_SIDES];
  GListStore *rows;
  guint update_source;
};

G_DEFINE_FINAL_TYPE (SquillMergeWindow, squill_merge_window, ADW_TYPE_WINDOW)

/* Whether a value can be chosen: of a difference, ours is there already. */
static gboolean
is_choice (SquillMergeWindow *self, SquillMergeSide side)
{
  return self->other == NULL || side == SQUILL_MERGE_THEIRS;
}

/* Filling. */

static GPtrArray *
make_rows (SquillMergeWindow *self)
{
  SquillModel *model = squill_session_get_model (self->session);
  GPtrArray *rows = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GPtrArray) found = self->other == NULL
                                    ? squill_model_list_conflicts (model)
                                    : squill_models_find_differences (model, self->other);

  for (guint i = 0; i < found->len; i++)
    g_ptr_array_add (rows, self->other == NULL
                               ? squill_merge_row_new_conflict (model, found->pdata[i])
                               : squill_merge_row_new_difference (model, found->pdata[i]));
  return rows;
}

static void
update (SquillMergeWindow *self)
{
  g_autoptr (GPtrArray) rows = make_rows (self);
  g_autofree char *count = NULL;

  squill_rows_update (self->rows, rows, squill_merge_row_get_key, squill_merge_row_take, NULL);
  count = self->other == NULL
              ? g_strdup_printf (g_dngettext (NULL, "%u conflict", "%u conflicts", rows->len),
                                 rows->len)
              : g_strdup_printf (g_dngettext (NULL, "%u difference", "%u differences", rows->len),
                                 rows->len);
  adw_window_title_set_subtitle (self->title, rows->len > 0 ? count : "");
  gtk_widget_set_sensitive (GTK_WIDGET (self->ours_button), rows->len > 0);
  gtk_widget_set_sensitive (GTK_WIDGET (self->theirs_button), rows->len > 0);
  gtk_stack_set_visible_child_name (self->stack, rows->len > 0 ? "list" : "none");
}

static gboolean
on_update (gpointer user_data)
{
  SquillMergeWindow *self = user_data;

  self->update_source = 0;
  update (self);
  return G_SOURCE_REMOVE;
}

static void
on_session_changed (SquillMergeWindow *self)
{
  if (self->update_source == 0)
    self->update_source = g_timeout_add (UPDATE_MS, on_update, self);
}

/* Choosing. */

static void
complain (SquillMergeWindow *self, const char *text)
{
  /* A toast takes markup, and names may have what looks like it. */
  g_autofree char *escaped = g_markup_escape_text (text, -1);

  adw_toast_overlay_add_toast (self->toasts, adw_toast_new (escaped));
}

static gboolean
take_over (SquillMergeWindow *self, const char *key, GError **error)
{
  SquillModel *model = squill_session_get_model (self->session);
  g_autoptr (GPtrArray) differences = squill_models_find_differences (model, self->other);

  for (guint i = 0; i < differences->len; i++)
    {
      g_autoptr (SquillMergeRow) row =
          squill_merge_row_new_difference (model, differences->pdata[i]);

      if (g_str_equal (squill_merge_row_get_key (row), key))
        return squill_model_take_over (model, self->other, differences->pdata[i], error);
    }
  return TRUE;
}

/**
 * squill_merge_window_choose:
 * @self: a window
 * @key: squill_merge_row_get_key()
 * @side: the #SquillMergeSide whose value is taken
 *
 * Decides one of the rows, or says why it cannot be so.
 */
void
squill_merge_window_choose (SquillMergeWindow *self, const char *key, guint side)
{
  g_autoptr (GError) error = NULL;
  gboolean done;

  g_return_if_fail (SQUILL_IS_MERGE_WINDOW (self));
  g_return_if_fail (key != NULL);

  if (self->other == NULL)
    done =
        squill_model_resolve_conflict (squill_session_get_model (self->session), key, side, &error);
  else
    done = take_over (self, key, &error);
  if (!done)
    complain (self, error->message);
}

/**
 * squill_merge_window_choose_all:
 * @self: a window
 * @side: the #SquillMergeSide whose values are taken
 *
 * Decides all rows, as one step.
 */
void
squill_merge_window_choose_all (SquillMergeWindow *self, guint side)
{
  SquillModel *model;
  g_autoptr (GPtrArray) conflicts = NULL;
  guint n_left = 0;

  g_return_if_fail (SQUILL_IS_MERGE_WINDOW (self));

  model = squill_session_get_model (self->session);
  if (self->other != NULL)
    n_left = squill_model_take_over_all (model, self->other);
  else
    {
      conflicts = squill_model_list_conflicts (model);
      squill_model_begin_step (model, _ ("Resolve All Conflicts"), NULL);
      for (guint i = 0; i < conflicts->len; i++)
        if (!squill_model_resolve_conflict (model, ((SquillConflict *)conflicts->pdata[i])->key,
                                            side, NULL))
          n_left++;
      squill_model_end_step (model);
    }
  if (n_left > 0)
    {
      g_autofree char *text = g_strdup_printf (
          self->other == NULL ? g_dngettext (NULL, "%u conflict could not be resolved",
                                             "%u conflicts could not be resolved", n_left)
                              : g_dngettext (NULL, "%u difference could not be taken over",
                                             "%u differences could not be taken over", n_left),
          n_left);

      complain (self, text);
    }
}

static void
on_chosen (GtkButton *button, GtkListItem *item)
{
  SquillMergeWindow *self = SQUILL_MERGE_WINDOW (gtk_widget_get_root (GTK_WIDGET (button)));
  SquillMergeRow *row = gtk_list_item_get_item (item);
  guint side = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (button), "side"));

  if (row != NULL)
    squill_merge_window_choose (self, squill_merge_row_get_key (row), side);
}

static void
on_all_ours (SquillMergeWindow *self)
{
  squill_merge_window_choose_all (self, SQUILL_MERGE_OURS);
}

static void
on_all_theirs (SquillMergeWindow *self)
{
  squill_merge_window_choose_all (self, SQUILL_MERGE_THEIRS);
}

static void
on_activate (SquillMergeWindow *self, guint position)
{
  g_autoptr (SquillMergeRow) row = g_list_model_get_item (G_LIST_MODEL (self->rows), position);
  const char *id = row == NULL ? NULL : squill_merge_row_get_id (row);

  if (id != NULL && squill_model_get_item (squill_session_get_model (self->session), id) != NULL)
    squill_session_show_item (self->session, id);
}

/* Rows. */

static GtkWidget *
make_label (const char *style)
{
  return g_object_new (GTK_TYPE_LABEL, "xalign", 0.0, "hexpand", TRUE, "wrap", TRUE, "wrap-mode",
                       PANGO_WRAP_WORD_CHAR, "css-classes", (const char *[]){ style, NULL }, NULL);
}

/* A side: its name as a button where it can be chosen, and its value. */
static GtkWidget *
make_side (SquillMergeWindow *self,
           SquillMergeSide side,
           GtkSizeGroup *size_group,
           GtkListItem *item)
{
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *name;

  if (is_choice (self, side))
    {
      name = gtk_button_new_with_label (self->names[side]);
      /* It may be the name of a file. */
      gtk_label_set_ellipsize (GTK_LABEL (gtk_button_get_child (GTK_BUTTON (name))),
                               PANGO_ELLIPSIZE_MIDDLE);
      gtk_label_set_max_width_chars (GTK_LABEL (gtk_button_get_child (GTK_BUTTON (name))), 16);
      g_object_set_data (G_OBJECT (name), "side", GUINT_TO_POINTER (side));
      g_signal_connect (name, "clicked", G_CALLBACK (on_chosen), item);
    }
  else
    name = g_object_new (GTK_TYPE_LABEL, "label", self->names[side], "css-classes",
                         (const char *[]){ "dim-label", NULL }, NULL);
  gtk_widget_set_valign (name, GTK_ALIGN_CENTER);
  gtk_size_group_add_widget (size_group, name);
  gtk_box_append (GTK_BOX (line), name);
  gtk_box_append (GTK_BOX (line), make_label ("numeric"));
  return line;
}

static void
on_setup (GtkSignalListItemFactory *factory, GtkListItem *item, SquillMergeWindow *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  g_autoptr (GtkSizeGroup) size_group = gtk_size_group_new (GTK_SIZE_GROUP_HORIZONTAL);

  gtk_widget_set_margin_start (box, 6);
  gtk_widget_set_margin_end (box, 6);
  gtk_widget_set_margin_top (box, 6);
  gtk_widget_set_margin_bottom (box, 6);
  gtk_box_append (GTK_BOX (box), make_label ("heading"));
  for (guint i = 0; i < SQUILL_N_MERGE_SIDES; i++)
    gtk_box_append (GTK_BOX (box), make_side (self, i, size_group, item));
  g_object_set_data_full (G_OBJECT (box), "size-group", g_steal_pointer (&size_group),
                          g_object_unref);
  gtk_list_item_set_child (item, box);
}

static void
on_bind (GtkSignalListItemFactory *factory, GtkListItem *item, SquillMergeWindow *self)
{
  SquillMergeRow *row = gtk_list_item_get_item (item);
  GtkWidget *title = gtk_widget_get_first_child (gtk_list_item_get_child (item));
  GtkWidget *line = gtk_widget_get_next_sibling (title);

  gtk_label_set_label (GTK_LABEL (title), squill_merge_row_get_title (row));
  for (guint i = 0; i < SQUILL_N_MERGE_SIDES; i++, line = gtk_widget_get_next_sibling (line))
    {
      const char *text = squill_merge_row_get_text (row, i);
      GtkWidget *name = gtk_widget_get_first_child (line);
      g_autofree char *spoken = NULL;

      gtk_widget_set_visible (line, text != NULL);
      gtk_label_set_label (GTK_LABEL (gtk_widget_get_next_sibling (name)),
                           text != NULL ? text : "");
      /* Translators: a side of a merge, and what its value is chosen for: "Ours for users.email" */
      spoken = g_strdup_printf (_ ("%s for %s"), self->names[i], squill_merge_row_get_title (row));
      if (GTK_IS_BUTTON (name))
        gtk_accessible_update_property (GTK_ACCESSIBLE (name), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                        spoken, -1);
    }
}

/* The window. */

static void
squill_merge_window_dispose (GObject *object)
{
  SquillMergeWindow *self = SQUILL_MERGE_WINDOW (object);

  g_clear_handle_id (&self->update_source, g_source_remove);
  if (self->session != NULL)
    g_signal_handlers_disconnect_by_data (self->session, self);
  g_clear_object (&self->session);
  g_clear_object (&self->other);
  g_clear_object (&self->rows);

  G_OBJECT_CLASS (squill_merge_window_parent_class)->dispose (object);
}

static void
squill_merge_window_finalize (GObject *object)
{
  SquillMergeWindow *self = SQUILL_MERGE_WINDOW (object);

  for (guint i = 0; i < SQUILL_N_MERGE_SIDES; i++)
    g_free (self->names[i]);

  G_OBJECT_CLASS (squill_merge_window_parent_class)->finalize (object);
}

static void
squill_merge_window_class_init (SquillMergeWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = squill_merge_window_dispose;
  G_OBJECT_CLASS (klass)->finalize = squill_merge_window_finalize;

  squill_closing_add_keys (widget_class);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/squill/Squill/squill-merge-window.ui");
  gtk_widget_class_bind_template_child (widget_class, SquillMergeWindow, title);
  gtk_widget_class_bind_template_child (widget_class, SquillMergeWindow, ours_button);
  gtk_widget_class_bind_template_child (widget_class, SquillMergeWindow, theirs_button);
  gtk_widget_class_bind_template_child (widget_class, SquillMergeWindow, toasts);
  gtk_widget_class_bind_template_child (widget_class, SquillMergeWindow, stack);
  gtk_widget_class_bind_template_child (widget_class, SquillMergeWindow, list);
  gtk_widget_class_bind_template_child (widget_class, SquillMergeWindow, none_page);
  gtk_widget_class_bind_template_callback (widget_class, on_all_ours);
  gtk_widget_class_bind_template_callback (widget_class, on_all_theirs);
  gtk_widget_class_bind_template_callback (widget_class, on_activate);
}

static void
squill_merge_window_init (SquillMergeWindow *self)
{
  g_autoptr (GtkListItemFactory) factory = gtk_signal_list_item_factory_new ();
  g_autoptr (GtkNoSelection) selection = NULL;

  gtk_widget_init_template (GTK_WIDGET (self));
  self->rows = g_list_store_new (SQUILL_TYPE_MERGE_ROW);
  g_signal_connect (factory, "setup", G_CALLBACK (on_setup), self);
  g_signal_connect (factory, "bind", G_CALLBACK (on_bind), self);
  gtk_list_view_set_factory (self->list, factory);
  selection = gtk_no_selection_new (G_LIST_MODEL (g_object_ref (self->rows)));
  gtk_list_view_set_model (self->list, GTK_SELECTION_MODEL (selection));
}

/* What it says of conflicts, or of differences. */
static void
name_parts (SquillMergeWindow *self, const char *title)
{
  const gboolean of_conflicts = self->other == NULL;

  adw_window_title_set_title (self->title, title);
  gtk_widget_set_visible (GTK_WIDGET (self->ours_button), of_conflicts);
  gtk_button_set_label (self->theirs_button,
                        of_conflicts ? _ ("All _Theirs") : _ ("Take Over _All"));
  adw_status_page_set_title (self->none_page, of_conflicts ? _ ("Everything is decided")
                                                           : _ ("The models are the same"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  of_conflicts ? _ ("Conflicts") : _ ("Differences"), -1);
}

/**
 * squill_merge_window_new:
 * @parent: the window over which it stands
 * @session: the model
 * @other: (nullable): another model with which it is compared; %NULL for the conflicts that are in
 *   the model
 * @other_name: (nullable): what the other model is called, such as the name of its file
 *
 * Returns: (transfer none): a window
 */
SquillMergeWindow *
squill_merge_window_new (GtkWindow *parent,
                         SquillSession *session,
                         SquillModel *other,
                         const char *other_name)
{
  SquillMergeWindow *self;
  const char *title = other == NULL ? _ ("Conflicts of the Merge") : _ ("Differences");

  g_return_val_if_fail (SQUILL_IS_SESSION (session), NULL);
  g_return_val_if_fail (other == NULL || SQUILL_IS_MODEL (other), NULL);

  self = g_object_new (SQUILL_TYPE_MERGE_WINDOW, "transient-for", parent, "title", title, NULL);
  self->session = g_object_ref (session);
  self->other = other == NULL ? NULL : g_object_ref (other);
  self->names[SQUILL_MERGE_OURS] = g_strdup (other == NULL ? _ ("Ours") : _ ("This model"));
  self->names[SQUILL_MERGE_THEIRS] = g_strdup (other == NULL ? _ ("Theirs") : other_name);
  self->names[SQUILL_MERGE_BASE] = g_strdup (_ ("Before"));
  name_parts (self, title);
  g_signal_connect_swapped (session, "changed", G_CALLBACK (on_session_changed), self);
  /* Its model is not the one that the parent shows any more. */
  if (parent != NULL)
    g_signal_connect_object (parent, "notify::session", G_CALLBACK (gtk_window_destroy), self,
                             G_CONNECT_SWAPPED);
  update (self);
  return self;
}

/**
 * squill_merge_window_is_of_conflicts:
 * @self: a window
 *
 * Returns: %TRUE if it lists the conflicts of a merge, not how two models differ
 */
gboolean
squill_merge_window_is_of_conflicts (SquillMergeWindow *self)
{
  g_return_val_if_fail (SQUILL_IS_MERGE_WINDOW (self), FALSE);

  return self->other == NULL;
}

/**
 * squill_merge_window_get_rows:
 * @self: a window
 *
 * Returns: (transfer none): the #SquillMergeRow it lists
 */
GListModel *
squill_merge_window_get_rows (SquillMergeWindow *self)
{
  g_return_val_if_fail (SQUILL_IS_MERGE_WINDOW (self), NULL);

  return G_LIST_MODEL (self->rows);
}

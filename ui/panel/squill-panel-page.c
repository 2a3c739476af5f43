/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "panel/squill-panel-page.h"

#include "widgets/squill-icon-button.h"
#include "widgets/squill-overflow-bar.h"

typedef struct
{
  SquillSession *session;
  GSignalGroup *session_signals;
  GSignalGroup *selection_signals;
  GtkWidget *bar;
  GtkStack *stack; /* the rows, or what to say where there are none */
  char *title;
  guint source; /* of the update to come */
  guint stale : 1;
} SquillPanelPagePrivate;

enum
{
  PROP_0,
  PROP_TITLE,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (SquillPanelPage, squill_panel_page, ADW_TYPE_BIN)

#define PRIVATE(self) ((SquillPanelPagePrivate *)squill_panel_page_get_instance_private (self))

static gboolean
is_wanted (SquillPanelPage *self)
{
  return gtk_widget_get_mapped (GTK_WIDGET (self)) || SQUILL_PANEL_PAGE_GET_CLASS (self)->hidden;
}

static gboolean
on_idle (gpointer user_data)
{
  SquillPanelPage *self = user_data;

  PRIVATE (self)->source = 0;
  if (is_wanted (self))
    squill_panel_page_update (self);
  return G_SOURCE_REMOVE;
}

static void
schedule (SquillPanelPage *self)
{
  SquillPanelPagePrivate *priv = PRIVATE (self);

  /* Behind what is drawn: an edit is seen on the canvas first. */
  if (priv->source == 0 && priv->stale && is_wanted (self))
    priv->source = g_idle_add_full (GDK_PRIORITY_REDRAW + 10, on_idle, self, NULL);
}

static void
on_selection_changed (SquillPanelPage *self)
{
  if (SQUILL_PANEL_PAGE_GET_CLASS (self)->selection)
    squill_panel_page_queue_update (self);
}

static void
on_session_changed (SquillPanelPage *self, SquillChange *change)
{
  if (change->aspects != SQUILL_ASPECT_LAYOUT)
    squill_panel_page_queue_update (self);
}

static void
squill_panel_page_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (squill_panel_page_parent_class)->map (widget);
  schedule (SQUILL_PANEL_PAGE (widget));
}

static void
squill_panel_page_dispose (GObject *object)
{
  SquillPanelPage *self = SQUILL_PANEL_PAGE (object);
  SquillPanelPagePrivate *priv = PRIVATE (self);

  g_clear_handle_id (&priv->source, g_source_remove);
  g_clear_object (&priv->session_signals);
  g_clear_object (&priv->selection_signals);
  g_clear_object (&priv->session);
  g_clear_object (&priv->bar);

  G_OBJECT_CLASS (squill_panel_page_parent_class)->dispose (object);
}

static void
squill_panel_page_finalize (GObject *object)
{
  g_free (PRIVATE (SQUILL_PANEL_PAGE (object))->title);

  G_OBJECT_CLASS (squill_panel_page_parent_class)->finalize (object);
}

static void
squill_panel_page_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  if (id == PROP_TITLE)
    g_value_set_string (value, PRIVATE (SQUILL_PANEL_PAGE (object))->title);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
squill_panel_page_class_init (SquillPanelPageClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = squill_panel_page_dispose;
  object_class->finalize = squill_panel_page_finalize;
  object_class->get_property = squill_panel_page_get_property;
  widget_class->map = squill_panel_page_map;

  properties[PROP_TITLE] =
      g_param_spec_string ("title", NULL, NULL, NULL,
                           G_PARAM_READABLE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  gtk_widget_class_set_css_name (widget_class, "panelpage");
}

static void
squill_panel_page_init (SquillPanelPage *self)
{
  SquillPanelPagePrivate *priv = PRIVATE (self);

  priv->session_signals = g_signal_group_new (SQUILL_TYPE_SESSION);
  g_signal_group_connect_swapped (priv->session_signals, "changed", G_CALLBACK (on_session_changed),
                                  self);
  priv->selection_signals = g_signal_group_new (SQUILL_TYPE_SELECTION);
  g_signal_group_connect_swapped (priv->selection_signals, "changed",
                                  G_CALLBACK (on_selection_changed), self);
}

/**
 * squill_panel_page_get_session:
 * @self: a page
 *
 * Returns: (transfer none) (nullable): what it shows
 */
SquillSession *
squill_panel_page_get_session (SquillPanelPage *self)
{
  g_return_val_if_fail (SQUILL_IS_PANEL_PAGE (self), NULL);

  return PRIVATE (self)->session;
}

/**
 * squill_panel_page_set_session:
 * @self: a page
 * @session: (nullable): what to show
 *
 * Makes a page show another session.
 */
void
squill_panel_page_set_session (SquillPanelPage *self, SquillSession *session)
{
  SquillPanelPagePrivate *priv;

  g_return_if_fail (SQUILL_IS_PANEL_PAGE (self));
  g_return_if_fail (session == NULL || SQUILL_IS_SESSION (session));

  priv = PRIVATE (self);
  if (!g_set_object (&priv->session, session))
    return;
  g_signal_group_set_target (priv->session_signals, session);
  g_signal_group_set_target (priv->selection_signals,
                             session != NULL ? squill_session_get_selection (session) : NULL);
  if (session != NULL)
    squill_panel_page_queue_update (self);
}

/**
 * squill_panel_page_set_bar:
 * @self: a page
 * @first: (transfer floating) (nullable): the first of its controls, followed by the others
 * @...: more controls, %NULL at the end
 *
 * Sets the controls of a page.
 */
void
squill_panel_page_set_bar (SquillPanelPage *self, gpointer first, ...)
{
  SquillPanelPagePrivate *priv = PRIVATE (self);
  va_list controls;

  g_return_if_fail (SQUILL_IS_PANEL_PAGE (self));

  priv->bar = g_object_ref_sink (squill_overflow_bar_new ());
  va_start (controls, first);
  for (gpointer control = first; control != NULL; control = va_arg (controls, gpointer))
    squill_overflow_bar_append (SQUILL_OVERFLOW_BAR (priv->bar), control);
  va_end (controls);
}

/**
 * squill_panel_page_get_bar:
 * @self: a page
 *
 * Returns: (transfer none) (nullable): its controls
 */
GtkWidget *
squill_panel_page_get_bar (SquillPanelPage *self)
{
  g_return_val_if_fail (SQUILL_IS_PANEL_PAGE (self), NULL);

  return PRIVATE (self)->bar;
}

/**
 * squill_panel_page_set_list:
 * @self: a page without a child
 * @list: (transfer floating): the list or table that fills it
 * @none: what to say instead where it has no rows, translated
 *
 * Makes a page show rows.
 */
void
squill_panel_page_set_list (SquillPanelPage *self, GtkWidget *list, const char *none)
{
  SquillPanelPagePrivate *priv = PRIVATE (self);
  GtkWidget *label = gtk_label_new (none);

  g_return_if_fail (SQUILL_IS_PANEL_PAGE (self));
  g_return_if_fail (GTK_IS_WIDGET (list));

  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_justify (GTK_LABEL (label), GTK_JUSTIFY_CENTER);
  gtk_widget_add_css_class (label, "dim-label");
  priv->stack = GTK_STACK (gtk_stack_new ());
  gtk_stack_add_named (priv->stack, list, "table");
  gtk_stack_add_named (priv->stack, label, "none");
  adw_bin_set_child (ADW_BIN (self), GTK_WIDGET (priv->stack));
}

/**
 * squill_panel_page_show_list:
 * @self: a page with a list
 * @has_rows: whether the list has any row
 *
 * Shows the list, or that it is empty.
 */
void
squill_panel_page_show_list (SquillPanelPage *self, gboolean has_rows)
{
  g_return_if_fail (SQUILL_IS_PANEL_PAGE (self));

  gtk_stack_set_visible_child_name (PRIVATE (self)->stack, has_rows ? "table" : "none");
}

/**
 * squill_panel_page_scroll_to:
 * @table: a table of a page
 * @position: a row
 *
 * Brings a row of a table into view, which GtkColumnView itself can do from GTK 4.12 on.
 */
void
squill_panel_page_scroll_to (GtkColumnView *table, guint position)
{
  for (GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (table)); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (GTK_IS_LIST_VIEW (child))
      gtk_widget_activate_action (child, "list.scroll-to-item", "u", position);
}

/**
 * squill_panel_page_create_drop_down:
 * @self: a page
 * @model: (transfer full): what there is to choose from
 * @name: what is chosen, translated
 *
 * Returns: (transfer floating): a drop-down for the bar; choosing updates the page
 */
GtkDropDown *
squill_panel_page_create_drop_down (SquillPanelPage *self, GListModel *model, const char *name)
{
  GtkWidget *drop_down = gtk_drop_down_new (model, NULL);

  gtk_widget_add_css_class (drop_down, "flat");
  squill_widget_set_tooltip (drop_down, name);
  g_signal_connect_object (drop_down, "notify::selected",
                           G_CALLBACK (squill_panel_page_queue_update), self, G_CONNECT_SWAPPED);
  return GTK_DROP_DOWN (drop_down);
}

/**
 * squill_panel_page_set_title:
 * @self: a page
 * @title: what its tab says
 *
 * Names a page.
 */
void
squill_panel_page_set_title (SquillPanelPage *self, const char *title)
{
  SquillPanelPagePrivate *priv = PRIVATE (self);

  if (g_strcmp0 (priv->title, title) == 0)
    return;
  g_free (priv->title);
  priv->title = g_strdup (title);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_TITLE]);
}

/**
 * squill_panel_page_queue_update:
 * @self: a page
 *
 * Updates the page in an idle, once it is visible.
 */
void
squill_panel_page_queue_update (SquillPanelPage *self)
{
  g_return_if_fail (SQUILL_IS_PANEL_PAGE (self));

  PRIVATE (self)->stale = TRUE;
  schedule (self);
}

/**
 * squill_panel_page_update:
 * @self: a page
 *
 * Shows at once what would otherwise be shown once the page is visible.
 */
void
squill_panel_page_update (SquillPanelPage *self)
{
  SquillPanelPagePrivate *priv = PRIVATE (self);

  g_return_if_fail (SQUILL_IS_PANEL_PAGE (self));

  g_clear_handle_id (&priv->source, g_source_remove);
  if (!priv->stale || priv->session == NULL)
    return;
  priv->stale = FALSE;
  SQUILL_PANEL_PAGE_GET_CLASS (self)->update (self);
}

/**
 * squill_panel_page_find_collection:
 * @self: a page with a session
 *
 * Returns: (transfer none) (nullable): the collection of what is selected: its own, or else the
 *   first that has something of it in its documents
 */
const SquillCollection *
squill_panel_page_find_collection (SquillPanelPage *self)
{
  SquillSession *session = PRIVATE (self)->session;
  SquillDesign *design = squill_session_get_design (session);
  const char *id = squill_selection_get_nth (squill_session_get_selection (session), 0);
  const SquillItem *item =
      id == NULL ? NULL : squill_model_get_item (squill_session_get_model (session), id);
  const SquillCollection *own;
  const char *owner;
  g_autoptr (GPtrArray) collections = NULL;

  if (item == NULL)
    return NULL;
  /* What an operation reads or writes first. */
  owner = item->kind == SQUILL_KIND_OPERATION && ((const SquillOperation *)item)->entity != NULL
              ? ((const SquillOperation *)item)->entity
              : squill_item_get_owner (item)->id;
  /* Copies of its fields may be in collections that come before it. */
  own = squill_design_find_collection (design, owner);
  if (own != NULL)
    return own;
  collections = squill_design_get_collections_of (design, owner);
  if (collections == NULL || collections->len == 0)
    return NULL;
  return squill_design_find_collection (design, collections->pdata[0]);
}

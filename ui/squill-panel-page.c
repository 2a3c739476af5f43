/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "squill-panel-page.h"

typedef struct
{
  SquillSession *session;
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

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (SquillPanelPage, squill_panel_page, GTK_TYPE_WIDGET)

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
  SquillPanelPagePrivate *priv = PRIVATE (self);

  priv->source = 0;
  if (priv->stale && priv->session != NULL && is_wanted (self))
    {
      priv->stale = FALSE;
      SQUILL_PANEL_PAGE_GET_CLASS (self)->update (self);
    }
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
on_model_changed (SquillPanelPage *self, SquillChange *change)
{
  if (change->aspects != SQUILL_ASPECT_LAYOUT)
    squill_panel_page_queue_update (self);
}

static void
disconnect (SquillPanelPage *self)
{
  SquillPanelPagePrivate *priv = PRIVATE (self);

  if (priv->session == NULL)
    return;
  g_signal_handlers_disconnect_by_data (squill_session_get_model (priv->session), self);
  g_signal_handlers_disconnect_by_data (squill_session_get_selection (priv->session), self);
  g_clear_object (&priv->session);
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
  GtkWidget *child;

  disconnect (self);
  g_clear_handle_id (&priv->source, g_source_remove);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);

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

  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "panelpage");
}

static void
squill_panel_page_init (SquillPanelPage *self)
{
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
  if (priv->session == session)
    return;
  disconnect (self);
  if (session == NULL)
    return;
  priv->session = g_object_ref (session);
  g_signal_connect_swapped (squill_session_get_model (session), "changed",
                            G_CALLBACK (on_model_changed), self);
  g_signal_connect_swapped (squill_session_get_selection (session), "changed",
                            G_CALLBACK (on_selection_changed), self);
  squill_panel_page_queue_update (self);
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
  SquillPanelPageClass *klass = SQUILL_PANEL_PAGE_GET_CLASS (self);

  return klass->get_bar == NULL ? NULL : klass->get_bar (self);
}

/**
 * squill_panel_page_set_child:
 * @self: a page without a child
 * @child: (transfer floating): what fills it
 *
 * Fills a page.
 */
void
squill_panel_page_set_child (SquillPanelPage *self, GtkWidget *child)
{
  g_return_if_fail (SQUILL_IS_PANEL_PAGE (self));
  g_return_if_fail (GTK_IS_WIDGET (child));

  gtk_widget_set_parent (child, GTK_WIDGET (self));
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
 * Notes that what the page shows may be otherwise now. It is worked out once, when there is time
 * and the page can be seen.
 */
void
squill_panel_page_queue_update (SquillPanelPage *self)
{
  g_return_if_fail (SQUILL_IS_PANEL_PAGE (self));

  PRIVATE (self)->stale = TRUE;
  schedule (self);
}

/**
 * squill_panel_page_find_collection:
 * @self: a page with a session
 *
 * Returns: (transfer none) (nullable): the collection of what is selected: the first that has
 *   something of it in its documents
 */
const SquillCollection *
squill_panel_page_find_collection (SquillPanelPage *self)
{
  SquillSession *session = PRIVATE (self)->session;
  SquillDesign *design = squill_session_get_design (session);
  const char *id = squill_selection_get_nth (squill_session_get_selection (session), 0);
  const SquillItem *item =
      id == NULL ? NULL : squill_model_get_item (squill_session_get_model (session), id);
  g_autoptr (GPtrArray) collections = NULL;

  if (item == NULL)
    return NULL;
  collections = squill_design_get_collections_of (design, squill_item_get_owner (item)->id);
  if (collections == NULL || collections->len == 0)
    return NULL;
  return squill_design_find_collection (design, collections->pdata[0]);
}

/* SPDX-License-Identifier: Apache-2.0 */

/* What stands for a row of a card or for a line where assistive technologies look. GTK 4.8 lets
 * only widgets be accessible objects, so these are widgets that draw nothing and take no input. */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "canvas/squill-canvas-private.h"

#include "canvas/squill-canvas.h"

typedef struct
{
  char *item;
  char *name;
  char *description;
  guint selected : 1;
} SquillItemWidgetPrivate;

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (SquillItemWidget, squill_item_widget, GTK_TYPE_WIDGET)

/* Something that can be done to an item; what it is called is what assistive technologies show. */
typedef struct
{
  const char *name;
  const char *actions[3]; /* what is done after it was selected, as detailed names */
} ItemAction;

static const ItemAction card_actions[] = {
  { "select", { NULL } },
  { "rename", { "canvas.rename" } },
  { "add-field", { "canvas.add-field" } },
  { "draw-relationship", { "canvas.relate", "canvas.choose-end::" } },
  { "menu", { "canvas.menu" } },
};
static const ItemAction row_actions[] = {
  { "select", { NULL } },
  { "edit", { "canvas.rename" } },
  { "add-field", { "canvas.add-field" } },
  { "draw-relationship", { "canvas.relate", "canvas.choose-end::" } },
  { "menu", { "canvas.menu" } },
};
static const ItemAction line_actions[] = {
  { "select", { NULL } },
  { "rename", { "canvas.rename" } },
  { "edit-start", { "canvas.triple::line-start" } },
  { "edit-end", { "canvas.triple::line-end" } },
  { "embed-or-store-separately", { "canvas.toggle-embedded" } },
  { "menu", { "canvas.menu" } },
};

static const char *
get_item (GtkWidget *widget)
{
  if (SQUILL_IS_CARD_WIDGET (widget))
    {
      const SquillCard *card = _squill_card_widget_get_card (SQUILL_CARD_WIDGET (widget));

      return card != NULL ? card->item : NULL;
    }
  return _squill_item_widget_get_item (SQUILL_ITEM_WIDGET (widget));
}

static void
act (GtkWidget *widget, const ItemAction *actions, guint n_actions, const char *name)
{
  SquillCanvas *canvas = SQUILL_CANVAS (gtk_widget_get_ancestor (widget, SQUILL_TYPE_CANVAS));
  g_autofree char *item = g_strdup (get_item (widget));
  const SquillCard *card;
  int row;

  /* The diagram may have changed since the object was last renewed. */
  if (item == NULL || squill_canvas_get_model (canvas) == NULL ||
      squill_model_get_item (squill_canvas_get_model (canvas), item) == NULL)
    return;
  squill_canvas_end_edit (canvas, TRUE);
  squill_selection_set_single (squill_canvas_get_selection (canvas), item);
  card = squill_diagram_find_item (squill_canvas_get_diagram (canvas), item, &row);
  if (card != NULL)
    gtk_widget_grab_focus (squill_canvas_get_card_widget (canvas, card->id));
  else
    gtk_widget_grab_focus (GTK_WIDGET (canvas));
  for (guint i = 0; i < n_actions; i++)
    for (guint k = 0; g_str_equal (actions[i].name, name) && actions[i].actions[k] != NULL; k++)
      {
        g_autofree char *action = NULL;
        g_autoptr (GVariant) parameter = NULL;

        if (g_action_parse_detailed_name (actions[i].actions[k], &action, &parameter, NULL))
          gtk_widget_activate_action_variant (GTK_WIDGET (canvas), action, parameter);
      }
}

static void
act_on_card (GtkWidget *widget, const char *name, GVariant *parameter)
{
  act (widget, card_actions, G_N_ELEMENTS (card_actions), name);
}

static void
act_on_row (GtkWidget *widget, const char *name, GVariant *parameter)
{
  act (widget, row_actions, G_N_ELEMENTS (row_actions), name);
}

static void
act_on_line (GtkWidget *widget, const char *name, GVariant *parameter)
{
  act (widget, line_actions, G_N_ELEMENTS (line_actions), name);
}

static void
install_actions (GtkWidgetClass *widget_class,
                 const ItemAction *actions,
                 guint n_actions,
                 GtkWidgetActionActivateFunc function)
{
  for (guint i = 0; i < n_actions; i++)
    gtk_widget_class_install_action (widget_class, actions[i].name, NULL, function);
}

/* What assistive technologies can do to a card. */
void
_squill_item_widget_install_card_actions (GtkWidgetClass *widget_class)
{
  install_actions (widget_class, card_actions, G_N_ELEMENTS (card_actions), act_on_card);
}

static void
squill_item_widget_measure (GtkWidget *widget,
                            GtkOrientation orientation,
                            int for_size,
                            int *minimum,
                            int *natural,
                            int *minimum_baseline,
                            int *natural_baseline)
{
  /* It gets the place of what it stands for. */
  *minimum = *natural = 0;
}

static void
squill_item_widget_finalize (GObject *object)
{
  SquillItemWidgetPrivate *priv =
      squill_item_widget_get_instance_private (SQUILL_ITEM_WIDGET (object));

  g_free (priv->item);
  g_free (priv->name);
  g_free (priv->description);

  G_OBJECT_CLASS (squill_item_widget_parent_class)->finalize (object);
}

static void
squill_item_widget_class_init (SquillItemWidgetClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = squill_item_widget_finalize;
  widget_class->measure = squill_item_widget_measure;
}

static void
squill_item_widget_init (SquillItemWidget *self)
{
  gtk_widget_set_can_target (GTK_WIDGET (self), FALSE);
}

/**
 * _squill_item_widget_get_item:
 * @self: a row or a line
 *
 * Returns: (transfer none) (nullable): id of the item that it stands for
 */
const char *
_squill_item_widget_get_item (SquillItemWidget *self)
{
  SquillItemWidgetPrivate *priv = squill_item_widget_get_instance_private (self);

  g_return_val_if_fail (SQUILL_IS_ITEM_WIDGET (self), NULL);

  return priv->item;
}

static gboolean
set_text (char **member, const char *text)
{
  if (g_strcmp0 (*member, text) == 0)
    return FALSE;
  g_free (*member);
  *member = g_strdup (text);
  return TRUE;
}

/**
 * _squill_item_widget_set:
 * @self: a row or a line
 * @item: id of the item that it stands for
 * @name: what it is called
 * @description: what is said of it
 * @selected: %TRUE if it is selected
 *
 * Tells assistive technologies what it is; only of what changed.
 */
void
_squill_item_widget_set (SquillItemWidget *self,
                         const char *item,
                         const char *name,
                         const char *description,
                         gboolean selected)
{
  SquillItemWidgetPrivate *priv = squill_item_widget_get_instance_private (self);

  g_return_if_fail (SQUILL_IS_ITEM_WIDGET (self));
  g_return_if_fail (name != NULL && description != NULL);

  set_text (&priv->item, item);
  if (set_text (&priv->name, name))
    gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  if (set_text (&priv->description, description))
    gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                    description, -1);
  selected = !!selected;
  if (priv->selected != selected)
    {
      priv->selected = selected;
      gtk_accessible_update_state (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_STATE_SELECTED, selected,
                                   -1);
    }
}

struct _SquillRowWidget
{
  SquillItemWidget parent_instance;
};

G_DEFINE_FINAL_TYPE (SquillRowWidget, squill_row_widget, SQUILL_TYPE_ITEM_WIDGET)

static void
squill_row_widget_class_init (SquillRowWidgetClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  install_actions (widget_class, row_actions, G_N_ELEMENTS (row_actions), act_on_row);
  gtk_widget_class_set_css_name (widget_class, "cardrow");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_LIST_ITEM);
}

static void
squill_row_widget_init (SquillRowWidget *self)
{
}

struct _SquillLineWidget
{
  SquillItemWidget parent_instance;
};

G_DEFINE_FINAL_TYPE (SquillLineWidget, squill_line_widget, SQUILL_TYPE_ITEM_WIDGET)

static void
squill_line_widget_class_init (SquillLineWidgetClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  install_actions (widget_class, line_actions, G_N_ELEMENTS (line_actions), act_on_line);
  gtk_widget_class_set_css_name (widget_class, "line");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
squill_line_widget_init (SquillLineWidget *self)
{
}

/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "inspector/squill-inspector-private.h"

#include <glib/gi18n.h>

#include "model/squill-item.h"
#include "widgets/squill-icon-button.h"

struct _SquillRankButtons
{
  GtkBox parent_instance;

  GtkWidget *up;
  GtkWidget *down;
  SquillModel *model;
  char *id;
  const char *property;
};

/* A sibling with its rank. */
typedef struct
{
  const char *rank; /* NULL: after all that have one */
  const char *id;
} Place;

G_DEFINE_FINAL_TYPE (SquillRankButtons, squill_rank_buttons, GTK_TYPE_BOX)

static int
compare_places (gconstpointer a, gconstpointer b)
{
  const Place *left = a, *right = b;

  if ((left->rank == NULL) != (right->rank == NULL))
    return left->rank == NULL ? 1 : -1;
  if (left->rank != NULL && !g_str_equal (left->rank, right->rank))
    return strcmp (left->rank, right->rank);
  return strcmp (left->id, right->id);
}

static void
add_place (GArray *places, const char *rank, const char *id)
{
  g_array_append_val (places, ((Place){ rank, id }));
}

static const char *
get_rank (const SquillItem *item)
{
  const SquillProperty *order = squill_kind_find_property (item->kind, "order");

  return order == NULL ? NULL : G_STRUCT_MEMBER (const char *, item, order->offset);
}

/* All siblings of the item, or of the field that a relationship stores, in order. */
static GArray *
list_places (SquillRankButtons *self)
{
  GArray *places = g_array_new (FALSE, FALSE, sizeof (Place));
  const SquillItem *item = squill_model_get_item (self->model, self->id);
  gpointer const *siblings;
  guint n = 0;

  if (item == NULL || item->parent == NULL)
    return places;
  if (g_str_equal (self->property, "order"))
    {
      siblings = squill_item_get_children (item->parent, item->kind, &n);
      for (guint i = 0; i < n; i++)
        add_place (places, get_rank (siblings[i]), ((const SquillItem *)siblings[i])->id);
    }
  else
    {
      const SquillRelationship *self_end = (const SquillRelationship *)item;
      const char *id =
          g_str_equal (self->property, "parent_order") ? self_end->parent : self_end->child;
      const SquillEntity *entity = squill_model_get_entity (self->model, id);
      const SquillRelationship *const *relationships =
          entity == NULL ? NULL : squill_entity_get_relationships (entity, &n);

      for (guint i = 0; i < n; i++)
        {
          const SquillRelationship *r = relationships[i];
          gboolean is_self = g_str_equal (r->item.id, self->id);

          if (is_self)
            add_place (places,
                       g_str_equal (self->property, "parent_order") ? r->parent_order
                                                                    : r->child_order,
                       self->id);
          else if (g_str_equal (r->parent, id) && r->parent_order != NULL)
            add_place (places, r->parent_order, r->item.id);
          else if (g_str_equal (r->child, id) && r->child_order != NULL)
            add_place (places, r->child_order, r->item.id);
        }
      if (entity != NULL)
        {
          SQUILL_FOR_EACH_CHILD (SquillField, field, entity, SQUILL_KIND_FIELD)
            {
              add_place (places, field->order, field->item.id);
            }
        }
    }
  g_array_sort (places, compare_places);
  return places;
}

static int
find_self (SquillRankButtons *self, GArray *places)
{
  for (guint i = 0; i < places->len; i++)
    if (g_str_equal (g_array_index (places, Place, i).id, self->id))
      return (int)i;
  return -1;
}

static const char *
rank_at (GArray *places, int at)
{
  return at < 0 || at >= (int)places->len ? NULL : g_array_index (places, Place, at).rank;
}

static void
move (SquillRankButtons *self, int step)
{
  g_autoptr (GArray) places = list_places (self);
  int at = find_self (self, places);
  g_autofree char *rank = NULL;

  if (at < 0 || at + step < 0 || at + step >= (int)places->len)
    return;
  rank = step < 0 ? squill_rank_between (rank_at (places, at - 2), rank_at (places, at - 1))
                  : squill_rank_between (rank_at (places, at + 1), rank_at (places, at + 2));
  squill_model_begin_step (self->model, step < 0 ? _ ("Move up") : _ ("Move down"), NULL);
  squill_model_set (self->model, self->id, self->property, rank == NULL ? NULL : json_string (rank),
                    NULL);
  squill_model_end_step (self->model);
}

static void
on_up (SquillRankButtons *self)
{
  move (self, -1);
}

static void
on_down (SquillRankButtons *self)
{
  move (self, 1);
}

static void
squill_rank_buttons_dispose (GObject *object)
{
  SquillRankButtons *self = SQUILL_RANK_BUTTONS (object);

  g_clear_object (&self->model);
  g_clear_pointer (&self->id, g_free);

  G_OBJECT_CLASS (squill_rank_buttons_parent_class)->dispose (object);
}

static void
squill_rank_buttons_class_init (SquillRankButtonsClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = squill_rank_buttons_dispose;
}

static GtkWidget *
make_button (SquillRankButtons *self, const char *icon, const char *name, GCallback callback)
{
  GtkWidget *button = squill_icon_button_new (icon, name);

  g_signal_connect_swapped (button, "clicked", callback, self);
  gtk_box_append (GTK_BOX (self), button);
  return button;
}

static void
squill_rank_buttons_init (SquillRankButtons *self)
{
  self->up = make_button (self, "go-up-symbolic", _ ("Move up"), G_CALLBACK (on_up));
  self->down = make_button (self, "go-down-symbolic", _ ("Move down"), G_CALLBACK (on_down));
}

/**
 * _squill_rank_buttons_new:
 *
 * Returns: (transfer floating): buttons that move nothing yet
 */
GtkWidget *
_squill_rank_buttons_new (void)
{
  return g_object_new (SQUILL_TYPE_RANK_BUTTONS, NULL);
}

/**
 * _squill_rank_buttons_show:
 * @self: the buttons
 * @model: a model
 * @id: the id of an item
 * @property: the rank property that orders it
 *
 * Sets what the buttons move.
 */
void
_squill_rank_buttons_show (SquillRankButtons *self,
                           SquillModel *model,
                           const char *id,
                           const char *property)
{
  g_autoptr (GArray) places = NULL;
  int at;

  g_return_if_fail (SQUILL_IS_RANK_BUTTONS (self));
  g_return_if_fail (SQUILL_IS_MODEL (model));

  g_set_object (&self->model, model);
  if (g_strcmp0 (self->id, id) != 0)
    {
      g_free (self->id);
      self->id = g_strdup (id);
    }
  self->property = property;
  places = list_places (self);
  at = find_self (self, places);
  gtk_widget_set_sensitive (self->up, at > 0);
  gtk_widget_set_sensitive (self->down, at >= 0 && at + 1 < (int)places->len);
}

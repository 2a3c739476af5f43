/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "session/squill-picking.h"

#include "session/squill-key-text.h"

struct _SquillPicking
{
  GObject parent_instance;

  SquillDesign *design;
  char *entity;
};

enum
{
  PROP_ENTITY = 1,
  N_PROPS
};

enum
{
  PICKED,
  N_SIGNALS
};

static GParamSpec *props[N_PROPS];
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (SquillPicking, squill_picking, G_TYPE_OBJECT)

static void
squill_picking_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  SquillPicking *self = SQUILL_PICKING (object);

  if (id == PROP_ENTITY)
    g_value_set_string (value, self->entity);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
squill_picking_finalize (GObject *object)
{
  SquillPicking *self = SQUILL_PICKING (object);

  g_clear_object (&self->design);
  g_free (self->entity);

  G_OBJECT_CLASS (squill_picking_parent_class)->finalize (object);
}

static void
squill_picking_class_init (SquillPickingClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = squill_picking_get_property;
  object_class->finalize = squill_picking_finalize;
  props[PROP_ENTITY] =
      g_param_spec_string ("entity", NULL, NULL, NULL, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, props);
  signals[PICKED] = g_signal_new ("picked", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
squill_picking_init (SquillPicking *self)
{
}

/**
 * squill_picking_new:
 * @design: a design
 *
 * Returns: (transfer full): picking in the diagram of the design, not begun
 */
SquillPicking *
squill_picking_new (SquillDesign *design)
{
  SquillPicking *self;

  g_return_val_if_fail (SQUILL_IS_DESIGN (design), NULL);

  self = g_object_new (SQUILL_TYPE_PICKING, NULL);
  self->design = g_object_ref (design);
  return self;
}

static void
set_entity (SquillPicking *self, const char *entity)
{
  if (g_strcmp0 (self->entity, entity) == 0)
    return;
  g_free (self->entity);
  self->entity = g_strdup (entity);
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_ENTITY]);
}

/**
 * squill_picking_begin:
 * @self: picking
 * @entity: id of the entity from which the paths lead
 *
 * Begins to pick. Whoever picked until now is told by "entity" that it has ended for him.
 */
void
squill_picking_begin (SquillPicking *self, const char *entity)
{
  g_return_if_fail (SQUILL_IS_PICKING (self));
  g_return_if_fail (entity != NULL);

  set_entity (self, NULL);
  set_entity (self, entity);
}

/** Nobody picks any more. */
void
squill_picking_end (SquillPicking *self)
{
  g_return_if_fail (SQUILL_IS_PICKING (self));

  set_entity (self, NULL);
}

/**
 * squill_picking_get_entity:
 * @self: picking
 *
 * Returns: (nullable): id of the entity from which the paths lead; %NULL while nobody picks
 */
const char *
squill_picking_get_entity (SquillPicking *self)
{
  g_return_val_if_fail (SQUILL_IS_PICKING (self), NULL);

  return self->entity;
}

/**
 * squill_picking_get_path:
 * @self: picking
 * @item: (nullable): id of an item of the model
 *
 * Returns: (transfer full) (nullable): the path by names that picking the item would give; %NULL
 *   where the documents of the entity do not have it, and while nobody picks
 */
char *
squill_picking_get_path (SquillPicking *self, const char *item)
{
  g_return_val_if_fail (SQUILL_IS_PICKING (self), NULL);

  if (self->entity == NULL || item == NULL)
    return NULL;
  return squill_key_path_find (self->design, self->entity, item);
}

/**
 * squill_picking_pick:
 * @self: picking
 * @item: (nullable): id of the item that was clicked
 *
 * Returns: %TRUE if somebody picks and the item is a field that his paths can lead to
 */
gboolean
squill_picking_pick (SquillPicking *self, const char *item)
{
  g_autofree char *path = NULL;

  g_return_val_if_fail (SQUILL_IS_PICKING (self), FALSE);

  path = squill_picking_get_path (self, item);
  if (path == NULL)
    return FALSE;
  g_signal_emit (self, signals[PICKED], 0, path);
  return TRUE;
}

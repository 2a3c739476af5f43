/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "session/squill-display-options.h"

struct _SquillDisplayOptions
{
  GObject parent_instance;

  gboolean connections;
};

enum
{
  PROP_0,
  PROP_CONNECTIONS,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (SquillDisplayOptions, squill_display_options, G_TYPE_OBJECT)

static void
squill_display_options_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  SquillDisplayOptions *self = SQUILL_DISPLAY_OPTIONS (object);

  switch (id)
    {
    case PROP_CONNECTIONS:
      g_value_set_boolean (value, self->connections);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
squill_display_options_set_property (GObject *object,
                                     guint id,
                                     const GValue *value,
                                     GParamSpec *pspec)
{
  SquillDisplayOptions *self = SQUILL_DISPLAY_OPTIONS (object);

  switch (id)
    {
    case PROP_CONNECTIONS:
      if (self->connections == g_value_get_boolean (value))
        return;
      self->connections = g_value_get_boolean (value);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
      return;
    }
  g_object_notify_by_pspec (object, pspec);
}

static void
squill_display_options_class_init (SquillDisplayOptionsClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY;

  object_class->get_property = squill_display_options_get_property;
  object_class->set_property = squill_display_options_set_property;

  /**
   * SquillDisplayOptions:connections:
   *
   * What belongs to the selection is lit, and the rest dimmed.
   */
  properties[PROP_CONNECTIONS] = g_param_spec_boolean ("connections", NULL, NULL, TRUE, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
squill_display_options_init (SquillDisplayOptions *self)
{
  self->connections = TRUE;
}

/**
 * squill_display_options_new:
 *
 * Returns: (transfer full): how diagrams are shown at first
 */
SquillDisplayOptions *
squill_display_options_new (void)
{
  return g_object_new (SQUILL_TYPE_DISPLAY_OPTIONS, NULL);
}

/**
 * squill_display_options_get_connections:
 * @self: options
 *
 * Returns: %TRUE if what belongs to the selection is lit, and the rest dimmed
 */
gboolean
squill_display_options_get_connections (SquillDisplayOptions *self)
{
  g_return_val_if_fail (SQUILL_IS_DISPLAY_OPTIONS (self), FALSE);

  return self->connections;
}

/**
 * squill_display_options_create_actions:
 * @self: options
 *
 * Creates an action for each option, by the name of its property.
 *
 * Returns: (transfer full): the actions
 */
GSimpleActionGroup *
squill_display_options_create_actions (SquillDisplayOptions *self)
{
  GSimpleActionGroup *group = g_simple_action_group_new ();

  g_return_val_if_fail (SQUILL_IS_DISPLAY_OPTIONS (self), NULL);

  for (guint i = 1; i < N_PROPS; i++)
    {
      g_autoptr (GPropertyAction) action =
          g_property_action_new (properties[i]->name, self, properties[i]->name);

      g_action_map_add_action (G_ACTION_MAP (group), G_ACTION (action));
    }
  return group;
}

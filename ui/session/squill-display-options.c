/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "session/squill-display-options.h"

#include <glib/gi18n.h>

#include "text/squill-text.h"

#define MAX_STEPS 99

struct _SquillDisplayOptions
{
  GObject parent_instance;

  gboolean connections;
  gboolean bare;
  char *fields;
  char *notation;
  char *overlay;
  char *view;
  char *group;
  double min_bytes;
  int min_severity;
  char **around;
  guint steps;
};

enum
{
  PROP_0,
  PROP_CONNECTIONS,
  PROP_BARE,
  PROP_FIELDS,
  PROP_NOTATION,
  PROP_OVERLAY,
  PROP_VIEW,
  PROP_GROUP,
  PROP_MIN_BYTES,
  PROP_MIN_SEVERITY,
  PROP_AROUND,
  PROP_STEPS,
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
    case PROP_BARE:
      g_value_set_boolean (value, self->bare);
      break;
    case PROP_FIELDS:
      g_value_set_string (value, self->fields);
      break;
    case PROP_OVERLAY:
      g_value_set_string (value, self->overlay);
      break;
    case PROP_NOTATION:
      g_value_set_string (value, self->notation);
      break;
    case PROP_VIEW:
      g_value_set_string (value, self->view);
      break;
    case PROP_GROUP:
      g_value_set_string (value, self->group);
      break;
    case PROP_MIN_BYTES:
      g_value_set_double (value, self->min_bytes);
      break;
    case PROP_MIN_SEVERITY:
      g_value_set_int (value, self->min_severity);
      break;
    case PROP_AROUND:
      g_value_set_boxed (value, self->around);
      break;
    case PROP_STEPS:
      g_value_set_uint (value, self->steps);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
set_text (char **text, const GValue *value)
{
  const char *given = g_value_get_string (value);
  /* It may be the very text that is replaced: g_object_set() does not copy. */
  char *copy = g_strdup (given != NULL ? given : "");

  g_free (*text);
  *text = copy;
}

static void
squill_display_options_set_property (GObject *object,
                                     guint id,
                                     const GValue *value,
                                     GParamSpec *pspec)
{
  SquillDisplayOptions *self = SQUILL_DISPLAY_OPTIONS (object);
  char **around;

  switch (id)
    {
    case PROP_CONNECTIONS:
      self->connections = g_value_get_boolean (value);
      break;
    case PROP_BARE:
      self->bare = g_value_get_boolean (value);
      break;
    case PROP_FIELDS:
      set_text (&self->fields, value);
      break;
    case PROP_OVERLAY:
      set_text (&self->overlay, value);
      break;
    case PROP_NOTATION:
      set_text (&self->notation, value);
      break;
    case PROP_VIEW:
      set_text (&self->view, value);
      break;
    case PROP_GROUP:
      set_text (&self->group, value);
      break;
    case PROP_MIN_BYTES:
      self->min_bytes = g_value_get_double (value);
      break;
    case PROP_MIN_SEVERITY:
      self->min_severity = g_value_get_int (value);
      break;
    case PROP_AROUND:
      around = g_value_dup_boxed (value);
      g_strfreev (self->around);
      self->around = around;
      break;
    case PROP_STEPS:
      self->steps = g_value_get_uint (value);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
squill_display_options_finalize (GObject *object)
{
  SquillDisplayOptions *self = SQUILL_DISPLAY_OPTIONS (object);

  g_free (self->fields);
  g_free (self->notation);
  g_free (self->overlay);
  g_free (self->view);
  g_free (self->group);
  g_strfreev (self->around);

  G_OBJECT_CLASS (squill_display_options_parent_class)->finalize (object);
}

static void
squill_display_options_class_init (SquillDisplayOptionsClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS;

  object_class->get_property = squill_display_options_get_property;
  object_class->set_property = squill_display_options_set_property;
  object_class->finalize = squill_display_options_finalize;

  /**
   * SquillDisplayOptions:connections:
   *
   * What belongs to the selection is lit, and the rest dimmed.
   */
  properties[PROP_CONNECTIONS] = g_param_spec_boolean ("connections", NULL, NULL, TRUE, flags);
  /**
   * SquillDisplayOptions:bare:
   *
   * Nothing floats over the diagram but what says which part of it is shown.
   */
  properties[PROP_BARE] = g_param_spec_boolean ("bare", NULL, NULL, FALSE, flags);
  /**
   * SquillDisplayOptions:fields:
   *
   * Which fields cards show: "all", "keys", or "none".
   */
  properties[PROP_FIELDS] = g_param_spec_string ("fields", NULL, NULL, "all", flags);
  /**
   * SquillDisplayOptions:overlay:
   *
   * What the colors of cards show, as squill_overlay_from_name() has it.
   */
  properties[PROP_OVERLAY] = g_param_spec_string ("overlay", NULL, NULL, "none", flags);
  /**
   * SquillDisplayOptions:notation:
   *
   * How lines say how many there are: "crows-foot", "uml", or "min-max".
   */
  properties[PROP_NOTATION] = g_param_spec_string ("notation", NULL, NULL, "crows-foot", flags);
  /**
   * SquillDisplayOptions:view:
   *
   * Id of the view that is shown; empty for none.
   */
  properties[PROP_VIEW] = g_param_spec_string ("view", NULL, NULL, "", flags);
  /**
   * SquillDisplayOptions:group:
   *
   * Id of the group whose members are shown; empty for all.
   */
  properties[PROP_GROUP] = g_param_spec_string ("group", NULL, NULL, "", flags);
  /**
   * SquillDisplayOptions:min-bytes:
   *
   * How large a document likely is at least whose card is shown.
   */
  properties[PROP_MIN_BYTES] =
      g_param_spec_double ("min-bytes", NULL, NULL, 0, G_MAXDOUBLE, 0, flags);
  /**
   * SquillDisplayOptions:min-severity:
   *
   * How bad the worst finding about a card is at least that is shown; -1 for any.
   */
  properties[PROP_MIN_SEVERITY] =
      g_param_spec_int ("min-severity", NULL, NULL, -1, SQUILL_SEVERITY_ERROR, -1, flags);
  /**
   * SquillDisplayOptions:around:
   *
   * Ids of the items whose surroundings are shown; %NULL for all.
   */
  properties[PROP_AROUND] = g_param_spec_boxed ("around", NULL, NULL, G_TYPE_STRV, flags);
  /**
   * SquillDisplayOptions:steps:
   *
   * How many lines away from these a card may be.
   */
  properties[PROP_STEPS] = g_param_spec_uint ("steps", NULL, NULL, 0, MAX_STEPS, 1, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
squill_display_options_init (SquillDisplayOptions *self)
{
  self->connections = TRUE;
  self->fields = g_strdup ("all");
  self->notation = g_strdup ("crows-foot");
  self->overlay = g_strdup ("none");
  self->view = g_strdup ("");
  self->group = g_strdup ("");
  self->min_severity = -1;
  self->steps = 1;
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
 * squill_display_options_get_overlay:
 * @self: options
 *
 * Returns: what the colors of cards show
 */
SquillOverlay
squill_display_options_get_overlay (SquillDisplayOptions *self)
{
  SquillOverlay overlay = SQUILL_OVERLAY_NONE;

  g_return_val_if_fail (SQUILL_IS_DISPLAY_OPTIONS (self), overlay);

  squill_overlay_from_name (self->overlay, &overlay);
  return overlay;
}

/**
 * squill_display_options_get_notation:
 * @self: options
 *
 * Returns: how lines say how many there are
 */
SquillNotation
squill_display_options_get_notation (SquillDisplayOptions *self)
{
  SquillNotation notation = SQUILL_NOTATION_CROWS_FOOT;

  g_return_val_if_fail (SQUILL_IS_DISPLAY_OPTIONS (self), notation);

  squill_notation_from_name (self->notation, &notation);
  return notation;
}

/**
 * squill_display_options_get_fields:
 * @self: options
 *
 * Returns: which fields cards show
 */
SquillCardFields
squill_display_options_get_fields (SquillDisplayOptions *self)
{
  SquillCardFields fields = SQUILL_CARD_FIELDS_ALL;

  g_return_val_if_fail (SQUILL_IS_DISPLAY_OPTIONS (self), fields);

  squill_card_fields_from_name (self->fields, &fields);
  return fields;
}

/**
 * squill_display_options_get_filter:
 * @self: options
 *
 * Returns: which cards are shown; valid until an option changes
 */
SquillDiagramFilter
squill_display_options_get_filter (SquillDisplayOptions *self)
{
  SquillDiagramFilter filter = { .min_severity = -1 };

  g_return_val_if_fail (SQUILL_IS_DISPLAY_OPTIONS (self), filter);

  filter.around = (const char *const *)self->around;
  filter.n_steps = self->steps;
  filter.view = *self->view != '\0' ? self->view : NULL;
  filter.group = *self->group != '\0' ? self->group : NULL;
  filter.min_bytes = self->min_bytes;
  filter.min_severity = self->min_severity;
  return filter;
}

/**
 * squill_display_options_set_around:
 * @self: options
 * @ids: (nullable): ids of items, or %NULL for all
 * @n_steps: how many lines away from them a card may be
 *
 * Shows only what is around some items.
 */
void
squill_display_options_set_around (SquillDisplayOptions *self,
                                   const char *const *ids,
                                   guint n_steps)
{
  g_return_if_fail (SQUILL_IS_DISPLAY_OPTIONS (self));

  g_object_set (self, "around", ids, "steps", MIN (n_steps, MAX_STEPS), NULL);
}

/**
 * squill_display_options_show_everything:
 * @self: options
 *
 * Ends all that hides cards.
 */
void
squill_display_options_show_everything (SquillDisplayOptions *self)
{
  SquillDiagramFilter filter;

  g_return_if_fail (SQUILL_IS_DISPLAY_OPTIONS (self));

  filter = squill_display_options_get_filter (self);
  if (!squill_diagram_filter_is_empty (&filter))
    g_object_set (self, "around", NULL, "view", "", "group", "", "min-bytes", 0.0, "min-severity",
                  -1, NULL);
}

/**
 * squill_display_options_drop_missing:
 * @self: options
 * @model: the model that is shown
 *
 * Ends what hides cards because of items that are no longer there.
 */
void
squill_display_options_drop_missing (SquillDisplayOptions *self, SquillModel *model)
{
  guint n_present = 0;

  g_return_if_fail (SQUILL_IS_DISPLAY_OPTIONS (self));
  g_return_if_fail (SQUILL_IS_MODEL (model));

  for (guint i = 0; self->around != NULL && self->around[i] != NULL; i++)
    n_present += squill_model_get_item (model, self->around[i]) != NULL;
  if (self->around != NULL && n_present == 0)
    g_object_set (self, "around", NULL, NULL);
  if (*self->view != '\0' && squill_model_get_item (model, self->view) == NULL)
    g_object_set (self, "view", "", NULL);
  if (*self->group != '\0' && squill_model_get_item (model, self->group) == NULL)
    g_object_set (self, "group", "", NULL);
}

static char *
describe_around (SquillDisplayOptions *self, SquillModel *model)
{
  guint n = g_strv_length (self->around);
  const SquillItem *item = squill_model_get_item (model, self->around[0]);
  g_autofree char *what = NULL;

  if (n == 1 && item != NULL && squill_item_get_name (item) != NULL)
    what = g_strdup (squill_item_get_name (item));
  else
    what = g_strdup_printf (ngettext ("%u item", "%u items", n), n);
  if (self->steps == 0)
    return g_strdup_printf (_ ("Only %s"), what);
  /* Translators: %s is the name of a collection, or "3 items"; a step is a line of the diagram. */
  return g_strdup_printf (ngettext ("%s and %u step around", "%s and %u steps around", self->steps),
                          what, self->steps);
}

static const char *
describe_severity (int severity)
{
  switch (severity)
    {
    case SQUILL_SEVERITY_HINT:
      return _ ("with findings");
    case SQUILL_SEVERITY_WARNING:
      return _ ("with warnings or errors");
    default:
      return _ ("with errors");
    }
}

/**
 * squill_display_options_describe:
 * @self: options
 * @model: the model that is shown
 *
 * Says which cards are shown: "posts and 2 steps around".
 *
 * Returns: (transfer full): a few words; empty if all are shown
 */
char *
squill_display_options_describe (SquillDisplayOptions *self, SquillModel *model)
{
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func (g_free);
  const SquillItem *group, *view;

  g_return_val_if_fail (SQUILL_IS_DISPLAY_OPTIONS (self), NULL);
  g_return_val_if_fail (SQUILL_IS_MODEL (model), NULL);

  view = *self->view != '\0' ? squill_model_get_item (model, self->view) : NULL;
  if (view != NULL)
    g_ptr_array_add (parts, g_strdup (squill_item_get_name (view)));
  if (self->around != NULL && self->around[0] != NULL)
    g_ptr_array_add (parts, describe_around (self, model));
  group = *self->group != '\0' ? squill_model_get_item (model, self->group) : NULL;
  if (group != NULL)
    g_ptr_array_add (parts, g_strdup_printf (_ ("Group %s"), squill_item_get_name (group)));
  if (self->min_bytes > 0)
    {
      g_autofree char *bytes = squill_text_bytes (self->min_bytes);

      g_ptr_array_add (parts, g_strdup_printf (_ ("from %s on"), bytes));
    }
  if (self->min_severity >= 0)
    g_ptr_array_add (parts, g_strdup (describe_severity (self->min_severity)));
  g_ptr_array_add (parts, NULL);
  return g_strjoinv (" · ", (char **)parts->pdata);
}

/**
 * squill_display_options_create_actions:
 * @self: options
 *
 * Creates an action for each option that one choice sets, by the name of its property.
 *
 * Returns: (transfer full): the actions
 */
GSimpleActionGroup *
squill_display_options_create_actions (SquillDisplayOptions *self)
{
  static const char *const names[] = { "connections", "fields", "notation",  "overlay",
                                       "view",        "group",  "min-bytes", "min-severity" };
  GSimpleActionGroup *group = g_simple_action_group_new ();

  g_return_val_if_fail (SQUILL_IS_DISPLAY_OPTIONS (self), group);

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (GPropertyAction) action = g_property_action_new (names[i], self, names[i]);

      g_action_map_add_action (G_ACTION_MAP (group), G_ACTION (action));
    }
  return group;
}

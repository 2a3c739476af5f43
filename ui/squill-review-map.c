/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "squill-review-map.h"

#include "squill-evidence-text.h"

struct _SquillReviewMap
{
  GObject parent_instance;

  char *place;
  json_t *path;
  SquillDecision decision;
};

enum
{
  PROP_0,
  PROP_DECISION,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (SquillReviewMap, squill_review_map, G_TYPE_OBJECT)

static void
squill_review_map_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  switch (id)
    {
    case PROP_DECISION:
      g_value_set_uint (value, SQUILL_REVIEW_MAP (object)->decision);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
squill_review_map_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  switch (id)
    {
    case PROP_DECISION:
      squill_review_map_set_decision (SQUILL_REVIEW_MAP (object), g_value_get_uint (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
squill_review_map_finalize (GObject *object)
{
  SquillReviewMap *self = SQUILL_REVIEW_MAP (object);

  g_free (self->place);
  json_decref (self->path);

  G_OBJECT_CLASS (squill_review_map_parent_class)->finalize (object);
}

static void
squill_review_map_class_init (SquillReviewMapClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = squill_review_map_get_property;
  object_class->set_property = squill_review_map_set_property;
  object_class->finalize = squill_review_map_finalize;

  properties[PROP_DECISION] = g_param_spec_uint (
      "decision", NULL, NULL, SQUILL_DECISION_NONE, SQUILL_DECISION_REJECTED, SQUILL_DECISION_NONE,
      G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
squill_review_map_init (SquillReviewMap *self)
{
}

/**
 * squill_review_map_new:
 * @collection: the collection
 * @path: a path as the profile's JSON has it, with a member "map" or "record"
 *
 * Returns: (transfer full): the object, undecided
 */
SquillReviewMap *
squill_review_map_new (const char *collection, const json_t *path)
{
  SquillReviewMap *self = g_object_new (SQUILL_TYPE_REVIEW_MAP, NULL);
  const char *text = json_string_value (json_object_get (path, "path"));

  self->place = text == NULL || *text == '\0' ? g_strdup (collection)
                                              : g_strdup_printf ("%s.%s", collection, text);
  self->path = json_incref ((json_t *)path);
  return self;
}

/**
 * squill_review_map_get_place:
 * @self: an object
 *
 * Returns: (transfer none): where it stands: "customers.tier_and_details"
 */
const char *
squill_review_map_get_place (SquillReviewMap *self)
{
  g_return_val_if_fail (SQUILL_IS_REVIEW_MAP (self), NULL);

  return self->place;
}

/**
 * squill_review_map_is_guessed:
 * @self: an object
 *
 * Returns: whether it is a map unless somebody decides otherwise
 */
gboolean
squill_review_map_is_guessed (SquillReviewMap *self)
{
  g_return_val_if_fail (SQUILL_IS_REVIEW_MAP (self), FALSE);

  return json_is_object (json_object_get (self->path, "map"));
}

/**
 * squill_review_map_is_map:
 * @self: an object
 *
 * Returns: whether it comes into the model as a map, as it is decided now
 */
gboolean
squill_review_map_is_map (SquillReviewMap *self)
{
  g_return_val_if_fail (SQUILL_IS_REVIEW_MAP (self), FALSE);

  return self->decision == SQUILL_DECISION_NONE ? squill_review_map_is_guessed (self)
                                                : self->decision == SQUILL_DECISION_ACCEPTED;
}

/**
 * squill_review_map_set_is_map:
 * @self: an object
 * @is_map: whether it is a map
 *
 * Decides; what was guessed anyway needs no decision.
 */
void
squill_review_map_set_is_map (SquillReviewMap *self, gboolean is_map)
{
  g_return_if_fail (SQUILL_IS_REVIEW_MAP (self));

  if (squill_review_map_is_map (self) != !!is_map)
    squill_review_map_set_decision (self, is_map == squill_review_map_is_guessed (self)
                                              ? SQUILL_DECISION_NONE
                                          : is_map ? SQUILL_DECISION_ACCEPTED
                                                   : SQUILL_DECISION_REJECTED);
}

/**
 * squill_review_map_get_decision:
 * @self: an object
 *
 * Returns: what was decided
 */
SquillDecision
squill_review_map_get_decision (SquillReviewMap *self)
{
  g_return_val_if_fail (SQUILL_IS_REVIEW_MAP (self), SQUILL_DECISION_NONE);

  return self->decision;
}

/**
 * squill_review_map_set_decision:
 * @self: an object
 * @decision: what is decided
 *
 * Decides.
 */
void
squill_review_map_set_decision (SquillReviewMap *self, SquillDecision decision)
{
  g_return_if_fail (SQUILL_IS_REVIEW_MAP (self));

  if (self->decision == decision)
    return;
  self->decision = decision;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_DECISION]);
}

/**
 * squill_review_map_can_be_record:
 * @self: an object
 *
 * Returns: whether enough is known of its keys to make fields of them
 */
gboolean
squill_review_map_can_be_record (SquillReviewMap *self)
{
  const json_t *map;

  g_return_val_if_fail (SQUILL_IS_REVIEW_MAP (self), FALSE);

  map = json_object_get (self->path, "map");
  return !json_is_false (json_object_get (map, "can_be_record"));
}

/**
 * squill_review_map_describe:
 * @self: an object
 *
 * Returns: (transfer full): what speaks for a map or for a record, a line each
 */
char *
squill_review_map_describe (SquillReviewMap *self)
{
  g_auto (GStrv) lines = NULL;

  g_return_val_if_fail (SQUILL_IS_REVIEW_MAP (self), NULL);

  lines = squill_evidence_explain_map (self->path, TRUE);
  return g_strjoinv ("\n", lines);
}

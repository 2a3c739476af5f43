/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "squill-review-reference.h"

#include <glib/gi18n.h>

#include "squill-evidence-text.h"

struct _SquillReviewReference
{
  GObject parent_instance;

  json_t *json;
  SquillDecision decision;
  gboolean expanded;
};

enum
{
  PROP_0,
  PROP_DECISION,
  PROP_EXPANDED,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (SquillReviewReference, squill_review_reference, G_TYPE_OBJECT)

static const char *
get_text (SquillReviewReference *self, const char *name)
{
  const char *text = json_string_value (json_object_get (self->json, name));

  return text != NULL ? text : "";
}

static void
squill_review_reference_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  SquillReviewReference *self = SQUILL_REVIEW_REFERENCE (object);

  switch (id)
    {
    case PROP_DECISION:
      g_value_set_uint (value, self->decision);
      break;
    case PROP_EXPANDED:
      g_value_set_boolean (value, self->expanded);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
squill_review_reference_set_property (GObject *object,
                                      guint id,
                                      const GValue *value,
                                      GParamSpec *pspec)
{
  SquillReviewReference *self = SQUILL_REVIEW_REFERENCE (object);

  switch (id)
    {
    case PROP_DECISION:
      squill_review_reference_set_decision (self, g_value_get_uint (value));
      break;
    case PROP_EXPANDED:
      squill_review_reference_set_expanded (self, g_value_get_boolean (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
squill_review_reference_finalize (GObject *object)
{
  json_decref (SQUILL_REVIEW_REFERENCE (object)->json);

  G_OBJECT_CLASS (squill_review_reference_parent_class)->finalize (object);
}

static void
squill_review_reference_class_init (SquillReviewReferenceClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY;

  object_class->get_property = squill_review_reference_get_property;
  object_class->set_property = squill_review_reference_set_property;
  object_class->finalize = squill_review_reference_finalize;

  properties[PROP_DECISION] =
      g_param_spec_uint ("decision", NULL, NULL, SQUILL_DECISION_NONE, SQUILL_DECISION_REJECTED,
                         SQUILL_DECISION_NONE, flags);
  properties[PROP_EXPANDED] = g_param_spec_boolean ("expanded", NULL, NULL, FALSE, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
squill_review_reference_init (SquillReviewReference *self)
{
}

/**
 * squill_review_reference_new:
 * @json: a reference as the profile's JSON has it; what it lacks is not told
 *
 * Returns: (transfer full): the reference, undecided
 */
SquillReviewReference *
squill_review_reference_new (const json_t *json)
{
  SquillReviewReference *self = g_object_new (SQUILL_TYPE_REVIEW_REFERENCE, NULL);

  self->json = json_incref ((json_t *)json);
  return self;
}

/**
 * squill_review_reference_get_from:
 * @self: a reference
 *
 * Returns: (transfer none): where it stands: "customers.accounts[]"
 */
const char *
squill_review_reference_get_from (SquillReviewReference *self)
{
  g_return_val_if_fail (SQUILL_IS_REVIEW_REFERENCE (self), NULL);

  return get_text (self, "from");
}

/**
 * squill_review_reference_get_to:
 * @self: a reference
 *
 * Returns: (transfer none): what it names: "accounts.account_id"
 */
const char *
squill_review_reference_get_to (SquillReviewReference *self)
{
  g_return_val_if_fail (SQUILL_IS_REVIEW_REFERENCE (self), NULL);

  return get_text (self, "to");
}

/**
 * squill_review_reference_get_confidence:
 * @self: a reference
 *
 * Returns: how sure it is, 0 to 1; 0 where nobody says
 */
double
squill_review_reference_get_confidence (SquillReviewReference *self)
{
  g_return_val_if_fail (SQUILL_IS_REVIEW_REFERENCE (self), 0);

  return CLAMP (json_number_value (json_object_get (self->json, "confidence")), 0, 1);
}

/**
 * squill_review_reference_is_proposed:
 * @self: a reference
 *
 * Returns: whether it is drawn unless somebody decides otherwise
 */
gboolean
squill_review_reference_is_proposed (SquillReviewReference *self)
{
  g_return_val_if_fail (SQUILL_IS_REVIEW_REFERENCE (self), FALSE);

  return g_str_equal (get_text (self, "verdict"), "proposed");
}

/**
 * squill_review_reference_get_decision:
 * @self: a reference
 *
 * Returns: what was decided
 */
SquillDecision
squill_review_reference_get_decision (SquillReviewReference *self)
{
  g_return_val_if_fail (SQUILL_IS_REVIEW_REFERENCE (self), SQUILL_DECISION_NONE);

  return self->decision;
}

/**
 * squill_review_reference_set_decision:
 * @self: a reference
 * @decision: what is decided
 *
 * Decides.
 */
void
squill_review_reference_set_decision (SquillReviewReference *self, SquillDecision decision)
{
  g_return_if_fail (SQUILL_IS_REVIEW_REFERENCE (self));

  if (self->decision == decision)
    return;
  self->decision = decision;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_DECISION]);
}

/**
 * squill_review_reference_is_drawn:
 * @self: a reference
 *
 * Returns: whether it comes into the model as it is decided now
 */
gboolean
squill_review_reference_is_drawn (SquillReviewReference *self)
{
  g_return_val_if_fail (SQUILL_IS_REVIEW_REFERENCE (self), FALSE);

  return self->decision == SQUILL_DECISION_ACCEPTED ||
         (self->decision == SQUILL_DECISION_NONE && squill_review_reference_is_proposed (self));
}

/**
 * squill_review_reference_get_expanded:
 * @self: a reference
 *
 * Returns: whether its evidence is looked at
 */
gboolean
squill_review_reference_get_expanded (SquillReviewReference *self)
{
  g_return_val_if_fail (SQUILL_IS_REVIEW_REFERENCE (self), FALSE);

  return self->expanded;
}

/**
 * squill_review_reference_set_expanded:
 * @self: a reference
 * @expanded: whether its evidence is looked at
 *
 * Opens or closes its evidence, wherever it is shown.
 */
void
squill_review_reference_set_expanded (SquillReviewReference *self, gboolean expanded)
{
  g_return_if_fail (SQUILL_IS_REVIEW_REFERENCE (self));

  if (self->expanded == !!expanded)
    return;
  self->expanded = !!expanded;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_EXPANDED]);
}

/**
 * squill_review_reference_summarize:
 * @self: a reference
 *
 * Returns: (transfer full): one line of what was measured
 */
char *
squill_review_reference_summarize (SquillReviewReference *self)
{
  g_return_val_if_fail (SQUILL_IS_REVIEW_REFERENCE (self), NULL);

  return squill_evidence_summarize_reference (self->json);
}

/**
 * squill_review_reference_explain:
 * @self: a reference
 *
 * Returns: (transfer full): what speaks for it and against it, a sentence each
 */
char **
squill_review_reference_explain (SquillReviewReference *self)
{
  g_return_val_if_fail (SQUILL_IS_REVIEW_REFERENCE (self), NULL);

  return squill_evidence_explain_reference (self->json, TRUE);
}

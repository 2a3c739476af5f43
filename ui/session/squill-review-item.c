/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "session/squill-review-item.h"

#include "session/squill-evidence-text.h"

typedef enum
{
  NOTE,
  REFERENCE,
  MAP,
} Kind;

struct _SquillReviewItem
{
  GObject parent_instance;

  Kind kind;
  char *title;
  char *text;   /* of a note */
  json_t *json; /* of a reference or a path, as the profile has it */
  SquillDecision decision;
  gboolean expanded;
};

enum
{
  CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (SquillReviewItem, squill_review_item, G_TYPE_OBJECT)

static const char *
get_text (SquillReviewItem *self, const char *name)
{
  const char *text = json_string_value (json_object_get (self->json, name));

  return text != NULL ? text : "";
}

static void
squill_review_item_finalize (GObject *object)
{
  SquillReviewItem *self = SQUILL_REVIEW_ITEM (object);

  g_free (self->title);
  g_free (self->text);
  json_decref (self->json);

  G_OBJECT_CLASS (squill_review_item_parent_class)->finalize (object);
}

static void
squill_review_item_class_init (SquillReviewItemClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = squill_review_item_finalize;

  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 0);
}

static void
squill_review_item_init (SquillReviewItem *self)
{
}

/* Takes the title. */
static SquillReviewItem *
item_new (Kind kind, char *title, const json_t *json)
{
  SquillReviewItem *self = g_object_new (SQUILL_TYPE_REVIEW_ITEM, NULL);

  self->kind = kind;
  self->title = title;
  self->json = json_incref ((json_t *)json);
  return self;
}

/**
 * squill_review_item_new_note:
 * @title: what it is about
 * @text: (nullable): more about it, one sentence per line
 *
 * Returns: (transfer full): a note
 */
SquillReviewItem *
squill_review_item_new_note (const char *title, const char *text)
{
  SquillReviewItem *self;

  g_return_val_if_fail (title != NULL, NULL);

  self = item_new (NOTE, g_strdup (title), NULL);
  self->text = g_strdup (text);
  return self;
}

/**
 * squill_review_item_new_reference:
 * @json: a reference of the profile's JSON
 *
 * Returns: (transfer full): the reference, undecided
 */
SquillReviewItem *
squill_review_item_new_reference (const json_t *json)
{
  SquillReviewItem *self = item_new (REFERENCE, NULL, json);

  self->title = g_strdup_printf ("%s → %s", get_text (self, "from"), get_text (self, "to"));
  return self;
}

/**
 * squill_review_item_new_map:
 * @collection: the collection
 * @path: a path of the profile's JSON that has a member "map" or "record"
 *
 * Returns: (transfer full): the object at the path, undecided
 */
SquillReviewItem *
squill_review_item_new_map (const char *collection, const json_t *path)
{
  const char *text = json_string_value (json_object_get (path, "path"));

  return item_new (MAP,
                   text == NULL || *text == '\0' ? g_strdup (collection)
                                                 : g_strdup_printf ("%s.%s", collection, text),
                   path);
}

/**
 * squill_review_item_get_title:
 * @self: an item
 *
 * Returns: (transfer none): the title of a note; "orders.customer → customers._id" for a reference;
 *   "customers.tiers" for a map
 */
const char *
squill_review_item_get_title (SquillReviewItem *self)
{
  g_return_val_if_fail (SQUILL_IS_REVIEW_ITEM (self), NULL);

  return self->title;
}

/**
 * squill_review_item_explain:
 * @self: an item
 *
 * Returns: (transfer full): the sentences of a note, or the evidence for and against a reference or
 *   a map, one per line; empty if there is none
 */
char *
squill_review_item_explain (SquillReviewItem *self)
{
  g_auto (GStrv) lines = NULL;

  g_return_val_if_fail (SQUILL_IS_REVIEW_ITEM (self), NULL);

  if (self->kind == NOTE)
    return g_strdup (self->text != NULL ? self->text : "");
  lines = self->kind == REFERENCE ? squill_evidence_explain_reference (self->json, TRUE)
                                  : squill_evidence_explain_map (self->json, TRUE);
  return g_strjoinv ("\n", lines);
}

/**
 * squill_review_item_summarize:
 * @self: a reference
 *
 * Returns: (transfer full): its evidence in one line
 */
char *
squill_review_item_summarize (SquillReviewItem *self)
{
  g_return_val_if_fail (SQUILL_IS_REVIEW_ITEM (self), NULL);

  return squill_evidence_summarize_reference (self->json);
}

/**
 * squill_review_item_get_from:
 * @self: a reference
 *
 * Returns: (transfer none): the path that refers: "customers.accounts[]"
 */
const char *
squill_review_item_get_from (SquillReviewItem *self)
{
  g_return_val_if_fail (SQUILL_IS_REVIEW_ITEM (self), NULL);

  return get_text (self, "from");
}

/**
 * squill_review_item_get_to:
 * @self: a reference
 *
 * Returns: (transfer none): the path it refers to: "accounts.account_id"
 */
const char *
squill_review_item_get_to (SquillReviewItem *self)
{
  g_return_val_if_fail (SQUILL_IS_REVIEW_ITEM (self), NULL);

  return get_text (self, "to");
}

/**
 * squill_review_item_get_confidence:
 * @self: a reference
 *
 * Returns: how likely it is right, 0 to 1; 0 if unknown
 */
double
squill_review_item_get_confidence (SquillReviewItem *self)
{
  g_return_val_if_fail (SQUILL_IS_REVIEW_ITEM (self), 0);

  return CLAMP (json_number_value (json_object_get (self->json, "confidence")), 0, 1);
}

/**
 * squill_review_item_can_be_record:
 * @self: a map
 *
 * Returns: %TRUE if enough of its keys are known to make fields of them
 */
gboolean
squill_review_item_can_be_record (SquillReviewItem *self)
{
  const json_t *map;

  g_return_val_if_fail (SQUILL_IS_REVIEW_ITEM (self), FALSE);

  map = json_object_get (self->json, "map");
  return !json_is_false (json_object_get (map, "can_be_record"));
}

/**
 * squill_review_item_is_proposed:
 * @self: a reference or a map
 *
 * Returns: %TRUE if it becomes part of the model unless the user rejects it
 */
gboolean
squill_review_item_is_proposed (SquillReviewItem *self)
{
  g_return_val_if_fail (SQUILL_IS_REVIEW_ITEM (self), FALSE);

  return self->kind == MAP ? json_is_object (json_object_get (self->json, "map"))
                           : g_str_equal (get_text (self, "verdict"), "proposed");
}

/**
 * squill_review_item_is_accepted:
 * @self: a reference or a map
 *
 * Returns: %TRUE if it becomes part of the model as things are decided now
 */
gboolean
squill_review_item_is_accepted (SquillReviewItem *self)
{
  g_return_val_if_fail (SQUILL_IS_REVIEW_ITEM (self), FALSE);

  return self->decision == SQUILL_DECISION_ACCEPTED ||
         (self->decision == SQUILL_DECISION_NONE && squill_review_item_is_proposed (self));
}

/**
 * squill_review_item_get_decision:
 * @self: a reference or a map
 *
 * Returns: what the user decided
 */
SquillDecision
squill_review_item_get_decision (SquillReviewItem *self)
{
  g_return_val_if_fail (SQUILL_IS_REVIEW_ITEM (self), SQUILL_DECISION_NONE);

  return self->decision;
}

/**
 * squill_review_item_set_decision:
 * @self: a reference or a map
 * @decision: what the user decided
 *
 * Accepts or rejects it, or takes that back.
 */
void
squill_review_item_set_decision (SquillReviewItem *self, SquillDecision decision)
{
  g_return_if_fail (SQUILL_IS_REVIEW_ITEM (self));

  if (self->decision == decision)
    return;
  self->decision = decision;
  g_signal_emit (self, signals[CHANGED], 0);
}

/**
 * squill_review_item_set_accepted:
 * @self: a reference or a map
 * @accepted: whether it is to become part of the model
 *
 * Accepts or rejects it; what is proposed anyway is left undecided.
 */
void
squill_review_item_set_accepted (SquillReviewItem *self, gboolean accepted)
{
  g_return_if_fail (SQUILL_IS_REVIEW_ITEM (self));

  if (squill_review_item_is_accepted (self) != !!accepted)
    squill_review_item_set_decision (self, accepted == squill_review_item_is_proposed (self)
                                               ? SQUILL_DECISION_NONE
                                           : accepted ? SQUILL_DECISION_ACCEPTED
                                                      : SQUILL_DECISION_REJECTED);
}

/**
 * squill_review_item_get_expanded:
 * @self: a reference
 *
 * Returns: %TRUE if its evidence is open
 */
gboolean
squill_review_item_get_expanded (SquillReviewItem *self)
{
  g_return_val_if_fail (SQUILL_IS_REVIEW_ITEM (self), FALSE);

  return self->expanded;
}

/**
 * squill_review_item_set_expanded:
 * @self: a reference
 * @expanded: whether its evidence is open
 *
 * Opens or closes its evidence. The item keeps this, as its row is reused when the list scrolls.
 */
void
squill_review_item_set_expanded (SquillReviewItem *self, gboolean expanded)
{
  g_return_if_fail (SQUILL_IS_REVIEW_ITEM (self));

  if (self->expanded == !!expanded)
    return;
  self->expanded = !!expanded;
  g_signal_emit (self, signals[CHANGED], 0);
}

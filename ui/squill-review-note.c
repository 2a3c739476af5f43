/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "squill-review-note.h"

struct _SquillReviewNote
{
  GObject parent_instance;

  char *title;
  char *body;
};

G_DEFINE_FINAL_TYPE (SquillReviewNote, squill_review_note, G_TYPE_OBJECT)

static void
squill_review_note_finalize (GObject *object)
{
  SquillReviewNote *self = SQUILL_REVIEW_NOTE (object);

  g_free (self->title);
  g_free (self->body);

  G_OBJECT_CLASS (squill_review_note_parent_class)->finalize (object);
}

static void
squill_review_note_class_init (SquillReviewNoteClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = squill_review_note_finalize;
}

static void
squill_review_note_init (SquillReviewNote *self)
{
}

/**
 * squill_review_note_new:
 * @title: what it is about
 * @body: (nullable): what there is to say, a line each
 *
 * Returns: (transfer full): a note
 */
SquillReviewNote *
squill_review_note_new (const char *title, const char *body)
{
  SquillReviewNote *self;

  g_return_val_if_fail (title != NULL, NULL);

  self = g_object_new (SQUILL_TYPE_REVIEW_NOTE, NULL);
  self->title = g_strdup (title);
  self->body = g_strdup (body != NULL ? body : "");
  return self;
}

/**
 * squill_review_note_get_title:
 * @self: a note
 *
 * Returns: (transfer none): what it is about
 */
const char *
squill_review_note_get_title (SquillReviewNote *self)
{
  g_return_val_if_fail (SQUILL_IS_REVIEW_NOTE (self), NULL);

  return self->title;
}

/**
 * squill_review_note_get_body:
 * @self: a note
 *
 * Returns: (transfer none): what there is to say; empty where the title says it all
 */
const char *
squill_review_note_get_body (SquillReviewNote *self)
{
  g_return_val_if_fail (SQUILL_IS_REVIEW_NOTE (self), NULL);

  return self->body;
}

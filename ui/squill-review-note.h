/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

/**
 * SquillReviewNote:
 *
 * Something that was found in a database and that there is nothing to decide on: a title and some
 * sentences. It does not change.
 */
#define SQUILL_TYPE_REVIEW_NOTE (squill_review_note_get_type ())
G_DECLARE_FINAL_TYPE (SquillReviewNote, squill_review_note, SQUILL, REVIEW_NOTE, GObject)

SquillReviewNote *squill_review_note_new (const char *title, const char *body);
const char *squill_review_note_get_title (SquillReviewNote *self);
const char *squill_review_note_get_body (SquillReviewNote *self);

G_END_DECLS

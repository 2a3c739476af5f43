/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "widgets/squill-plain-row.h"

G_BEGIN_DECLS

/**
 * SquillInlineError:
 *
 * A row of a list that says what is wrong with the row above it; it is not there while nothing is.
 */
#define SQUILL_TYPE_INLINE_ERROR (squill_inline_error_get_type ())
G_DECLARE_FINAL_TYPE (SquillInlineError, squill_inline_error, SQUILL, INLINE_ERROR, SquillPlainRow)

void squill_inline_error_set (SquillInlineError *self, GtkWidget *about, const char *text);
const char *squill_inline_error_get_text (SquillInlineError *self);

G_END_DECLS

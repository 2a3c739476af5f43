/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * SquillTextDiff:
 * @start: where the lines that differ begin in both texts, in bytes
 * @old_end: where they end in the old text, in bytes
 * @new_end: where they end in the new text, in bytes
 * @start_offset: @start in characters, as a GtkTextBuffer counts
 * @old_end_offset: @old_end in characters
 *
 * The lines of a text to replace, so that all others stay: old bytes from @start to @old_end become
 * the new bytes from @start to @new_end.
 */
typedef struct
{
  gsize start;
  gsize old_end;
  gsize new_end;
  int start_offset;
  int old_end_offset;
} SquillTextDiff;

/**
 * SquillLineChange:
 * @SQUILL_LINE_KEPT: it is in both texts
 * @SQUILL_LINE_REMOVED: it is in the old text only
 * @SQUILL_LINE_ADDED: it is in the new text only
 *
 * What becomes of a line.
 */
typedef enum
{
  SQUILL_LINE_KEPT,
  SQUILL_LINE_REMOVED,
  SQUILL_LINE_ADDED,
} SquillLineChange;

gboolean squill_text_diff (const char *old_text, const char *new_text, SquillTextDiff *diff);
char *squill_text_merge_lines (const char *old_text,
                               const char *new_text,
                               const char *ignored_end,
                               GArray **changes);

G_END_DECLS

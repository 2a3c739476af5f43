/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

#include "model/squill-triple.h"

G_BEGIN_DECLS

/**
 * SquillEntryUnit:
 * @SQUILL_ENTRY_UNIT_NUMBER: a number: "5k"
 * @SQUILL_ENTRY_UNIT_BYTES: a size: "16 MiB"
 * @SQUILL_ENTRY_UNIT_SHARE: a share: "20 %"
 *
 * How the number of a single entry is written.
 */
typedef enum
{
  SQUILL_ENTRY_UNIT_NUMBER,
  SQUILL_ENTRY_UNIT_BYTES,
  SQUILL_ENTRY_UNIT_SHARE,
} SquillEntryUnit;

/**
 * SquillTripleEntry:
 *
 * Where people type how many: "0..35..∞" in one go. The up and down keys change the number under
 * the cursor by its leading digit. What cannot be understood is marked, with a word why; the value
 * stays as it was until it can. As a "single" entry it takes one number.
 *
 * Signal "edited" (): the user gave another value: see squill_triple_entry_get_triple().
 */
#define SQUILL_TYPE_TRIPLE_ENTRY (squill_triple_entry_get_type ())
G_DECLARE_FINAL_TYPE (SquillTripleEntry, squill_triple_entry, SQUILL, TRIPLE_ENTRY, GtkWidget)

GtkWidget *squill_triple_entry_new (gboolean single);
gboolean squill_triple_entry_take (SquillTripleEntry *self);
gboolean squill_triple_entry_get_typed (SquillTripleEntry *self, SquillTriple *triple);
SquillTriple squill_triple_entry_get_triple (SquillTripleEntry *self);
void squill_triple_entry_set_triple (SquillTripleEntry *self, SquillTriple triple);
double squill_triple_entry_get_number (SquillTripleEntry *self);
void squill_triple_entry_set_number (SquillTripleEntry *self, double number);
void squill_triple_entry_set_unit (SquillTripleEntry *self, SquillEntryUnit unit);
void squill_triple_entry_set_placeholder (SquillTripleEntry *self, const char *text);
GtkWidget *squill_triple_entry_get_entry (SquillTripleEntry *self);

/* The number around a place in a text, one step of its leading digit up or down. */
char *squill_triple_text_step (const char *text, int *cursor, int step);

G_END_DECLS

/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/**
 * SquillNoteList:
 *
 * A list of notes to be read, one under the other, or a word that there are none.
 */
#define SQUILL_TYPE_NOTE_LIST (squill_note_list_get_type ())
G_DECLARE_FINAL_TYPE (SquillNoteList, squill_note_list, SQUILL, NOTE_LIST, GtkWidget)

GtkWidget *squill_note_list_new (const char *name, const char *none);
void squill_note_list_set_words (SquillNoteList *self, const char *name, const char *none);
void squill_note_list_set_notes (SquillNoteList *self, GListModel *notes);

G_END_DECLS

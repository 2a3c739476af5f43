/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <adwaita.h>

#include "session/squill-inspection.h"
#include "session/squill-review-item.h"

G_BEGIN_DECLS

/* The pages of the inspect dialog and the rows on them. */

/**
 * SquillWherePage:
 *
 * Asks where a database is: on a server, in files, or where one was read recently.
 *
 * Signals "changed" (): something was typed; "chosen" (): _squill_where_page_get_sources() are to
 * be listed now.
 */
#define SQUILL_TYPE_WHERE_PAGE (squill_where_page_get_type ())
G_DECLARE_FINAL_TYPE (SquillWherePage, squill_where_page, SQUILL, WHERE_PAGE, GtkWidget)

void _squill_where_page_set_settings (SquillWherePage *self, GSettings *settings);
gboolean _squill_where_page_is_complete (SquillWherePage *self);
char **_squill_where_page_get_sources (SquillWherePage *self);
const char *_squill_where_page_get_password (SquillWherePage *self);
gboolean _squill_where_page_get_remember (SquillWherePage *self);
void _squill_where_page_show_sources (SquillWherePage *self, const char *const *sources);
void _squill_where_page_show_password (SquillWherePage *self, const char *password);
void _squill_where_page_show_error (SquillWherePage *self, const GError *error);

/**
 * SquillCollectionsPage:
 *
 * Asks which collections are to be read, and how.
 *
 * Signal "changed" (): other collections are to be read.
 */
#define SQUILL_TYPE_COLLECTIONS_PAGE (squill_collections_page_get_type ())
G_DECLARE_FINAL_TYPE (
    SquillCollectionsPage, squill_collections_page, SQUILL, COLLECTIONS_PAGE, GtkWidget)

void _squill_collections_page_show (SquillCollectionsPage *self, SquillInspection *inspection);
guint _squill_collections_page_count_chosen (SquillCollectionsPage *self);
gboolean _squill_collections_page_apply (SquillCollectionsPage *self);

/**
 * SquillReadingPage:
 *
 * Shows how far the reading is, lets the user stop it, and says afterwards what could not be read.
 */
#define SQUILL_TYPE_READING_PAGE (squill_reading_page_get_type ())
G_DECLARE_FINAL_TYPE (SquillReadingPage, squill_reading_page, SQUILL, READING_PAGE, GtkWidget)

void _squill_reading_page_begin (SquillReadingPage *self, SquillInspection *inspection);
void _squill_reading_page_end (SquillReadingPage *self, const GError *error);

/**
 * SquillReviewPage:
 *
 * Shows what was found in a database, with its evidence, and lets the user decide on the guesses.
 */
#define SQUILL_TYPE_REVIEW_PAGE (squill_review_page_get_type ())
G_DECLARE_FINAL_TYPE (SquillReviewPage, squill_review_page, SQUILL, REVIEW_PAGE, GtkWidget)

void _squill_review_page_show (SquillReviewPage *self, SquillInspection *inspection);

/**
 * SquillReferenceRow:
 *
 * A reference that was found, its evidence, and two buttons to accept or reject it.
 */
#define SQUILL_TYPE_REFERENCE_ROW (squill_reference_row_get_type ())
G_DECLARE_FINAL_TYPE (SquillReferenceRow, squill_reference_row, SQUILL, REFERENCE_ROW, GtkWidget)

void _squill_reference_row_show (SquillReferenceRow *self, SquillReviewItem *reference);

/**
 * SquillMapRow:
 *
 * An object whose keys may be data, its evidence, and the choice between map and record.
 */
#define SQUILL_TYPE_MAP_ROW (squill_map_row_get_type ())
G_DECLARE_FINAL_TYPE (SquillMapRow, squill_map_row, SQUILL, MAP_ROW, GtkWidget)

void _squill_map_row_show (SquillMapRow *self, SquillReviewItem *map);

/**
 * SquillFileRow:
 *
 * A row that shows a file and lets the user choose another one, or none.
 */
#define SQUILL_TYPE_FILE_ROW (squill_file_row_get_type ())
G_DECLARE_FINAL_TYPE (SquillFileRow, squill_file_row, SQUILL, FILE_ROW, AdwActionRow)

const char *_squill_file_row_get_path (SquillFileRow *self);
void _squill_file_row_set_path (SquillFileRow *self, const char *path);

G_END_DECLS

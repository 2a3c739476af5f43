/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

#include "design/squill-capacity.h"

G_BEGIN_DECLS

/**
 * SquillReportFormat:
 * @SQUILL_REPORT_TEXT: lines for a terminal
 * @SQUILL_REPORT_MARKDOWN: CommonMark with tables
 * @SQUILL_REPORT_CSV: the tables alone, with numbers as programs read them; an empty line between
 *   two of them
 * @SQUILL_REPORT_HTML: a page of its own
 *
 * What a report can be written as.
 */
typedef enum
{
  SQUILL_REPORT_TEXT,
  SQUILL_REPORT_MARKDOWN,
  SQUILL_REPORT_CSV,
  SQUILL_REPORT_HTML,
} SquillReportFormat;

#define SQUILL_N_REPORT_FORMATS (SQUILL_REPORT_HTML + 1)

/**
 * SquillReportBars:
 * @SQUILL_REPORT_BARS_NONE: numbers are not to be compared with each other
 * @SQUILL_REPORT_BARS_BY_COLUMN: those of a column are
 * @SQUILL_REPORT_BARS_BY_ROW: those of a row are
 *
 * Which numbers of a table bars are drawn for.
 */
typedef enum
{
  SQUILL_REPORT_BARS_NONE,
  SQUILL_REPORT_BARS_BY_COLUMN,
  SQUILL_REPORT_BARS_BY_ROW,
} SquillReportBars;

/**
 * SquillReport:
 *
 * Sentences and tables under headings, to be written in any of the formats.
 */
typedef struct _SquillReport SquillReport;

SquillReport *squill_report_new (const char *title);
void squill_report_free (SquillReport *self);
void squill_report_add_heading (SquillReport *self, const char *heading);
void squill_report_add_sentence (SquillReport *self, const char *sentence);
void squill_report_add_column (SquillReport *self,
                               const char *name,
                               const char *title,
                               gboolean is_number);
void squill_report_set_bars (SquillReport *self, SquillReportBars bars);
void squill_report_add_row (SquillReport *self);
void squill_report_add_text (SquillReport *self, const char *text);
void squill_report_add_number (SquillReport *self, char *text, double number);
void squill_report_add_count (SquillReport *self, double count);
void squill_report_add_bytes (SquillReport *self, double bytes);
void squill_report_add_none (SquillReport *self);

/* What is in it. A section has a heading, sentences, and a table. */
guint squill_report_get_n_sections (const SquillReport *self);
const char *squill_report_get_heading (const SquillReport *self, guint section);
const GPtrArray *squill_report_get_sentences (const SquillReport *self, guint section);
guint squill_report_get_n_columns (const SquillReport *self, guint section);
const char *squill_report_get_column (const SquillReport *self,
                                      guint section,
                                      guint column,
                                      gboolean *is_number);
guint squill_report_get_n_rows (const SquillReport *self, guint section);
const char *squill_report_get_cell (const SquillReport *self,
                                    guint section,
                                    guint row,
                                    guint column);
double squill_report_get_share (const SquillReport *self, guint section, guint row, guint column);

gboolean squill_report_format_find (const char *name, SquillReportFormat *format);
char *squill_report_write (const SquillReport *self, SquillReportFormat format);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SquillReport, squill_report_free)

/* The reports there are. */
SquillReport *squill_report_new_capacity (const SquillCapacity *capacity);
SquillReport *squill_report_new_comparison (const GPtrArray *designs);
SquillReport *squill_report_new_change (const GPtrArray *designs);
SquillReport *squill_report_new_dictionary (SquillDesign *design,
                                            const GPtrArray *collections,
                                            gboolean one_table);

G_END_DECLS

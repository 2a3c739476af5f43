/* SPDX-License-Identifier: Apache-2.0 */

/* Reports: what they consist of, and the formats in which they are written. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include "exchange/squill-report.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "text/squill-text.h"

#define GAP 2 /* between the columns of a table in a terminal */

typedef struct
{
  char *name;
  char *title;
  gboolean is_number;
} Column;

typedef struct
{
  char *text;
  char *raw; /* as programs read it */
  double number;
} Cell;

/* Sentences come before the table. */
typedef struct
{
  char *heading; /* nullable */
  GPtrArray *sentences;
  GPtrArray *columns;
  GPtrArray *rows; /* GPtrArray of Cell */
  SquillReportBars bars;
} Section;

struct _SquillReport
{
  char *title;
  GPtrArray *sections;
};

static void
column_free (gpointer data)
{
  Column *self = data;

  g_free (self->name);
  g_free (self->title);
  g_free (self);
}

static void
cell_free (gpointer data)
{
  Cell *self = data;

  g_free (self->text);
  g_free (self->raw);
  g_free (self);
}

static void
section_free (gpointer data)
{
  Section *self = data;

  g_free (self->heading);
  g_ptr_array_unref (self->sentences);
  g_ptr_array_unref (self->columns);
  g_ptr_array_unref (self->rows);
  g_free (self);
}

static void
add_section (SquillReport *self, const char *heading)
{
  Section *section = g_new0 (Section, 1);

  section->heading = g_strdup (heading);
  section->sentences = g_ptr_array_new_with_free_func (g_free);
  section->columns = g_ptr_array_new_with_free_func (column_free);
  section->rows = g_ptr_array_new_with_free_func ((GDestroyNotify)g_ptr_array_unref);
  g_ptr_array_add (self->sections, section);
}

static Section *
get_last (SquillReport *self)
{
  return self->sections->pdata[self->sections->len - 1];
}

/**
 * squill_report_new:
 * @title: what it is about
 *
 * Returns: (transfer full): a report with nothing in it
 */
SquillReport *
squill_report_new (const char *title)
{
  SquillReport *self = g_new0 (SquillReport, 1);

  self->title = g_strdup (title);
  self->sections = g_ptr_array_new_with_free_func (section_free);
  add_section (self, NULL);
  return self;
}

/**
 * squill_report_free:
 * @self: a report
 *
 * Frees it.
 */
void
squill_report_free (SquillReport *self)
{
  if (self == NULL)
    return;
  g_free (self->title);
  g_ptr_array_unref (self->sections);
  g_free (self);
}

/**
 * squill_report_add_heading:
 * @self: a report
 * @heading: a few words
 *
 * What is added now stands under it: sentences, and one table.
 */
void
squill_report_add_heading (SquillReport *self, const char *heading)
{
  g_return_if_fail (self != NULL);

  add_section (self, heading);
}

/**
 * squill_report_add_sentence:
 * @self: a report
 * @sentence: without its full stop
 *
 * Adds a line above the table.
 */
void
squill_report_add_sentence (SquillReport *self, const char *sentence)
{
  g_return_if_fail (self != NULL);

  g_ptr_array_add (get_last (self)->sentences, g_strdup (sentence));
}

/**
 * squill_report_add_column:
 * @self: a report
 * @name: its name in CSV, which scripts hold on to
 * @title: its name for people
 * @is_number: whether numbers are in it
 *
 * Adds a column to the table.
 */
void
squill_report_add_column (SquillReport *self,
                          const char *name,
                          const char *title,
                          gboolean is_number)
{
  Column *column;

  g_return_if_fail (self != NULL);
  g_return_if_fail (get_last (self)->rows->len == 0);

  column = g_new0 (Column, 1);
  column->name = g_strdup (name);
  column->title = g_strdup (title);
  column->is_number = is_number;
  g_ptr_array_add (get_last (self)->columns, column);
}

/**
 * squill_report_set_bars:
 * @self: a report
 * @bars: for which numbers of the table there may be bars
 *
 * Says which numbers are of one kind.
 */
void
squill_report_set_bars (SquillReport *self, SquillReportBars bars)
{
  g_return_if_fail (self != NULL);

  get_last (self)->bars = bars;
}

/**
 * squill_report_add_row:
 * @self: a report
 *
 * Begins a row; its cells are added from the first column on.
 */
void
squill_report_add_row (SquillReport *self)
{
  g_return_if_fail (self != NULL);

  g_ptr_array_add (get_last (self)->rows, g_ptr_array_new_with_free_func (cell_free));
}

static void
add_cell (SquillReport *self, char *text, char *raw, double number)
{
  Section *section = get_last (self);
  GPtrArray *row = section->rows->pdata[section->rows->len - 1];
  Cell *cell = g_new0 (Cell, 1);

  cell->text = text;
  cell->raw = raw;
  cell->number = number;
  g_ptr_array_add (row, cell);
}

/**
 * squill_report_add_text:
 * @self: a report
 * @text: (nullable): what is in the next cell
 *
 * Adds a cell with a text.
 */
void
squill_report_add_text (SquillReport *self, const char *text)
{
  g_return_if_fail (self != NULL);

  if (text == NULL)
    text = "";
  add_cell (self, squill_text_visible (text, FALSE), g_strdup (text), NAN);
}

/**
 * squill_report_add_number:
 * @self: a report
 * @text: (transfer full): the number as people read it
 * @number: the number; NaN where it is not known: the cell is empty then
 *
 * Adds a cell with a number.
 */
void
squill_report_add_number (SquillReport *self, char *text, double number)
{
  g_return_if_fail (self != NULL);

  if (isnan (number))
    {
      g_free (text);
      add_cell (self, g_strdup ("?"), g_strdup (""), NAN);
    }
  else
    add_cell (self, text, squill_text_number (number), number);
}

/**
 * squill_report_add_count:
 * @self: a report
 * @count: how many; NaN where it is not known
 *
 * Adds a cell with a count.
 */
void
squill_report_add_count (SquillReport *self, double count)
{
  squill_report_add_number (self, squill_text_count (count), count);
}

/**
 * squill_report_add_bytes:
 * @self: a report
 * @bytes: how much; NaN where it is not known
 *
 * Adds a cell with a size.
 */
void
squill_report_add_bytes (SquillReport *self, double bytes)
{
  squill_report_add_number (self, squill_text_bytes (bytes), round (bytes));
}

/**
 * squill_report_add_none:
 * @self: a report
 *
 * Adds a cell of a column of numbers where there is nothing to count: what the number would be of
 * does not exist.
 */
void
squill_report_add_none (SquillReport *self)
{
  g_return_if_fail (self != NULL);

  add_cell (self, g_strdup ("–"), g_strdup (""), NAN);
}

/* What is in it. */

static const Section *
get_section (const SquillReport *self, guint section)
{
  g_return_val_if_fail (section < self->sections->len, self->sections->pdata[0]);

  return self->sections->pdata[section];
}

static const Cell *
get_cell (const Section *section, guint row, guint column)
{
  return ((const GPtrArray *)section->rows->pdata[row])->pdata[column];
}

/**
 * squill_report_get_n_sections:
 * @self: a report
 *
 * Returns: how many sections there are; the first is what stands above all headings
 */
guint
squill_report_get_n_sections (const SquillReport *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->sections->len;
}

/**
 * squill_report_get_heading:
 * @self: a report
 * @section: from 0
 *
 * Returns: (nullable): what stands over it
 */
const char *
squill_report_get_heading (const SquillReport *self, guint section)
{
  g_return_val_if_fail (self != NULL, NULL);

  return get_section (self, section)->heading;
}

/**
 * squill_report_get_sentences:
 * @self: a report
 * @section: from 0
 *
 * Returns: (element-type utf8): the sentences above its table
 */
const GPtrArray *
squill_report_get_sentences (const SquillReport *self, guint section)
{
  g_return_val_if_fail (self != NULL, NULL);

  return get_section (self, section)->sentences;
}

/**
 * squill_report_get_n_columns:
 * @self: a report
 * @section: from 0
 *
 * Returns: how many columns its table has
 */
guint
squill_report_get_n_columns (const SquillReport *self, guint section)
{
  g_return_val_if_fail (self != NULL, 0);

  return get_section (self, section)->columns->len;
}

/**
 * squill_report_get_column:
 * @self: a report
 * @section: from 0
 * @column: from 0
 * @is_number: (out) (optional): whether numbers are in it
 *
 * Returns: its title
 */
const char *
squill_report_get_column (const SquillReport *self,
                          guint section,
                          guint column,
                          gboolean *is_number)
{
  const Column *found;

  g_return_val_if_fail (self != NULL, NULL);

  found = get_section (self, section)->columns->pdata[column];
  if (is_number != NULL)
    *is_number = found->is_number;
  return found->title;
}

/**
 * squill_report_get_n_rows:
 * @self: a report
 * @section: from 0
 *
 * Returns: how many rows its table has
 */
guint
squill_report_get_n_rows (const SquillReport *self, guint section)
{
  g_return_val_if_fail (self != NULL, 0);

  return get_section (self, section)->rows->len;
}

/**
 * squill_report_get_cell:
 * @self: a report
 * @section: from 0
 * @row: from 0
 * @column: from 0
 *
 * Returns: what is in the cell
 */
const char *
squill_report_get_cell (const SquillReport *self, guint section, guint row, guint column)
{
  g_return_val_if_fail (self != NULL, NULL);

  return get_cell (get_section (self, section), row, column)->text;
}

/* The largest number that the one in a cell is to be compared with; 0 where there is none. */
static double
find_largest (const Section *section, guint row, guint column)
{
  double largest = 0;

  if (section->bars == SQUILL_REPORT_BARS_BY_COLUMN)
    for (guint i = 0; i < section->rows->len; i++)
      largest = fmax (largest, get_cell (section, i, column)->number);
  if (section->bars == SQUILL_REPORT_BARS_BY_ROW)
    for (guint i = 0; i < section->columns->len; i++)
      largest = fmax (largest, get_cell (section, row, i)->number);
  return largest;
}

/**
 * squill_report_get_share:
 * @self: a report
 * @section: from 0
 * @row: from 0
 * @column: from 0
 *
 * Returns: 0 to 1: how large the number in the cell is beside the largest that it is to be compared
 *   with; NaN where there is no bar
 */
double
squill_report_get_share (const SquillReport *self, guint section, guint row, guint column)
{
  const Section *found;
  double largest, number;

  g_return_val_if_fail (self != NULL, NAN);

  found = get_section (self, section);
  number = get_cell (found, row, column)->number;
  largest = find_largest (found, row, column);
  return largest > 0 && isfinite (largest) ? number / largest : NAN;
}

/* Pixels of the longest bar of a web page. */
#define BAR_WIDTH 96

/* Formats. Names come from data: nothing in them may become part of the markup. */

static gsize
get_width (const char *text)
{
  return (gsize)g_utf8_strlen (text, -1);
}

static void
append_padded (GString *text, const char *word, gsize width, gboolean at_right)
{
  gsize missing = width > get_width (word) ? width - get_width (word) : 0;

  if (!at_right)
    g_string_append (text, word);
  g_string_append_printf (text, "%*s", (int)missing, "");
  if (at_right)
    g_string_append (text, word);
}

static void
append_text_table (GString *text, const Section *section)
{
  g_autofree gsize *widths = g_new0 (gsize, section->columns->len);

  for (guint c = 0; c < section->columns->len; c++)
    {
      widths[c] = get_width (((const Column *)section->columns->pdata[c])->title);
      for (guint r = 0; r < section->rows->len; r++)
        {
          const GPtrArray *row = section->rows->pdata[r];

          widths[c] = MAX (widths[c], get_width (((const Cell *)row->pdata[c])->text));
        }
    }
  for (guint r = 0; r <= section->rows->len; r++)
    {
      const GPtrArray *row = r == 0 ? NULL : section->rows->pdata[r - 1];
      g_autoptr (GString) line = g_string_new (NULL);

      for (guint c = 0; c < section->columns->len; c++)
        {
          const Column *column = section->columns->pdata[c];
          const char *word = row == NULL ? column->title : ((const Cell *)row->pdata[c])->text;

          append_padded (line, word, widths[c], column->is_number);
          g_string_append_printf (line, "%*s", GAP, "");
        }
      g_strchomp (line->str);
      g_string_append_printf (text, "  %s\n", line->str);
    }
}

static void
write_text (GString *text, const SquillReport *self)
{
  g_string_append_printf (text, "%s\n", self->title);
  for (guint i = 0; i < self->sections->len; i++)
    {
      const Section *section = self->sections->pdata[i];

      if (section->heading != NULL)
        g_string_append_printf (text, "\n%s\n", section->heading);
      for (guint s = 0; s < section->sentences->len; s++)
        g_string_append_printf (text, "  %s\n", (const char *)section->sentences->pdata[s]);
      if (section->rows->len > 0)
        append_text_table (text, section);
    }
}

/* Whether an underscore is in a word, where it begins and ends nothing. */
static gboolean
is_within_word (const char *line, const char *at)
{
  return at > line && g_ascii_isalnum (at[-1]) && g_ascii_isalnum (at[1]);
}

/* Whether a character would be read as more than itself: many names have underscores, and paths
 * have "[]", which nobody wants to see escaped where the text itself is read. */
static gboolean
needs_escape (const char *line, const char *at, guint n_loose)
{
  if (*at == '_')
    return n_loose > 1 && !is_within_word (line, at);
  if (*at == '[' || (*at == ']' && at > line))
    {
      const char *pair = *at == '[' ? at : at - 1;

      if (pair[0] == '[' && pair[1] == ']')
        return pair[2] != '\0' && strchr ("([:", pair[2]) != NULL;
    }
  return strchr ("\\`*[]<>#|&~", *at) != NULL;
}

static void
append_markdown (GString *text, const char *words)
{
  g_autofree char *line = squill_text_visible (words, FALSE);
  guint n_loose = 0;

  for (const char *p = line; *p != '\0'; p++)
    n_loose += *p == '_' && !is_within_word (line, p);
  for (const char *p = line; *p != '\0'; p++)
    {
      if (needs_escape (line, p, n_loose))
        g_string_append_c (text, '\\');
      g_string_append_c (text, *p);
    }
}

/* Whether a line of its own would begin something else than a paragraph. */
static gboolean
begins_block (const char *words)
{
  return g_ascii_isdigit (*words) || (*words != '\0' && strchr ("-+=:", *words) != NULL) ||
         g_ascii_isspace (*words);
}

static void
write_markdown (GString *text, const SquillReport *self)
{
  g_string_append (text, "# ");
  append_markdown (text, self->title);
  g_string_append_c (text, '\n');
  for (guint i = 0; i < self->sections->len; i++)
    {
      const Section *section = self->sections->pdata[i];

      if (section->heading != NULL)
        {
          g_string_append (text, "\n## ");
          append_markdown (text, section->heading);
          g_string_append_c (text, '\n');
        }
      for (guint s = 0; s < section->sentences->len; s++)
        {
          g_string_append (text, s == 0 ? "\n" : "");
          if (section->sentences->len > 1 || begins_block (section->sentences->pdata[0]))
            g_string_append (text, "- ");
          append_markdown (text, section->sentences->pdata[s]);
          g_string_append_c (text, '\n');
        }
      if (section->rows->len == 0)
        continue;
      g_string_append (text, "\n|");
      for (guint c = 0; c < section->columns->len; c++)
        {
          g_string_append_c (text, ' ');
          append_markdown (text, ((const Column *)section->columns->pdata[c])->title);
          g_string_append (text, " |");
        }
      g_string_append (text, "\n|");
      for (guint c = 0; c < section->columns->len; c++)
        g_string_append (text, ((const Column *)section->columns->pdata[c])->is_number ? " ---: |"
                                                                                       : " --- |");
      for (guint r = 0; r < section->rows->len; r++)
        {
          const GPtrArray *row = section->rows->pdata[r];

          g_string_append (text, "\n|");
          for (guint c = 0; c < row->len; c++)
            {
              g_string_append_c (text, ' ');
              append_markdown (text, ((const Cell *)row->pdata[c])->text);
              g_string_append (text, " |");
            }
        }
      g_string_append_c (text, '\n');
    }
}

/* @is_text: a spreadsheet would take what begins so for a formula. */
static void
append_csv (GString *text, const char *words, gboolean is_first, gboolean is_text)
{
  const gboolean is_formula = is_text && *words != '\0' && strchr ("=+-@\t\r", *words) != NULL;
  g_autofree char *value = g_strconcat (is_formula ? "'" : "", words, NULL);

  if (!is_first)
    g_string_append_c (text, ',');
  if (strpbrk (value, ",\"\r\n") == NULL)
    {
      g_string_append (text, value);
      return;
    }
  g_string_append_c (text, '"');
  for (const char *p = value; *p != '\0'; p++)
    {
      if (*p == '"')
        g_string_append_c (text, '"');
      g_string_append_c (text, *p);
    }
  g_string_append_c (text, '"');
}

/* RFC 4180, which ends lines like this. */
#define CSV_LINE "\r\n"

static void
write_csv (GString *text, const SquillReport *self)
{
  for (guint i = 0; i < self->sections->len; i++)
    {
      const Section *section = self->sections->pdata[i];

      if (section->rows->len == 0)
        continue;
      if (text->len > 0)
        g_string_append (text, CSV_LINE);
      for (guint c = 0; c < section->columns->len; c++)
        append_csv (text, ((const Column *)section->columns->pdata[c])->name, c == 0, FALSE);
      g_string_append (text, CSV_LINE);
      for (guint r = 0; r < section->rows->len; r++)
        {
          const GPtrArray *row = section->rows->pdata[r];

          for (guint c = 0; c < row->len; c++)
            append_csv (text, ((const Cell *)row->pdata[c])->raw, c == 0,
                        !((const Column *)section->columns->pdata[c])->is_number);
          g_string_append (text, CSV_LINE);
        }
    }
}

static void
append_html (GString *text, const char *before, const char *words, const char *after)
{
  g_autofree char *line = squill_text_visible (words, FALSE);
  g_autofree char *escaped = g_markup_escape_text (line, -1);

  g_string_append_printf (text, "%s%s%s", before, escaped, after);
}

/* A bar below a number: as long as the number is large. Whole pixels, which no locale writes with a
 * comma. */
static void
append_bar (GString *text, double number, double largest)
{
  int length;

  if (isnan (number) || !(largest > 0) || !isfinite (largest))
    return;
  length = (int)round (CLAMP (number / largest, 0, 1) * BAR_WIDTH);
  g_string_append_printf (text,
                          "<br><svg class=\"bar\" width=\"%d\" height=\"6\" aria-hidden=\"true\">"
                          "<rect class=\"all\" width=\"%d\" height=\"6\" rx=\"2\"/>"
                          "<rect width=\"%d\" height=\"6\" rx=\"2\"/></svg>",
                          BAR_WIDTH, BAR_WIDTH, length);
}

static void
write_html (GString *text, const SquillReport *self)
{
  /* Translators: the code of the language that this is translated into, as HTML has it */
  append_html (text, "<!DOCTYPE html>\n<html lang=\"", C_ ("language of a page", "en"),
               "\">\n<head>\n<meta charset=\"utf-8\">\n");
  append_html (text, "<title>", self->title, "</title>\n");
  g_string_append (text, "<style>\n"
                         "body { font-family: sans-serif; margin: 2em auto; max-width: 70em; }\n"
                         "table { border-collapse: collapse; margin: 1em 0; }\n"
                         "th, td { border-bottom: 1px solid #ccc; padding: 0.3em 0.8em; "
                         "text-align: left; }\n"
                         ".number { text-align: right; }\n"
                         ".bar rect { fill: #3584e4; }\n"
                         ".bar rect.all { fill: #e0e0e0; }\n"
                         "</style>\n</head>\n<body>\n");
  append_html (text, "<h1>", self->title, "</h1>\n");
  for (guint i = 0; i < self->sections->len; i++)
    {
      const Section *section = self->sections->pdata[i];
      g_autofree double *largest = NULL;

      if (section->heading != NULL)
        append_html (text, "<h2>", section->heading, "</h2>\n");
      if (section->sentences->len > 0)
        g_string_append (text, "<ul>\n");
      for (guint s = 0; s < section->sentences->len; s++)
        append_html (text, "<li>", section->sentences->pdata[s], "</li>\n");
      if (section->sentences->len > 0)
        g_string_append (text, "</ul>\n");
      if (section->rows->len == 0)
        continue;
      g_string_append (text, "<table>\n<tr>");
      for (guint c = 0; c < section->columns->len; c++)
        {
          const Column *column = section->columns->pdata[c];

          append_html (text, column->is_number ? "<th class=\"number\">" : "<th>", column->title,
                       "</th>");
        }
      g_string_append (text, "</tr>\n");
      /* Once for each column: there may be thousands of rows. */
      largest = g_new (double, section->columns->len);
      for (guint c = 0; c < section->columns->len; c++)
        largest[c] = find_largest (section, 0, c);
      for (guint r = 0; r < section->rows->len; r++)
        {
          const GPtrArray *row = section->rows->pdata[r];

          g_string_append (text, "<tr>");
          for (guint c = 0; c < row->len; c++)
            {
              append_html (text,
                           ((const Column *)section->columns->pdata[c])->is_number
                               ? "<td class=\"number\">"
                               : "<td>",
                           ((const Cell *)row->pdata[c])->text, "");
              append_bar (text, ((const Cell *)row->pdata[c])->number,
                          section->bars == SQUILL_REPORT_BARS_BY_COLUMN
                              ? largest[c]
                              : find_largest (section, r, c));
              g_string_append (text, "</td>");
            }
          g_string_append (text, "</tr>\n");
        }
      g_string_append (text, "</table>\n");
    }
  g_string_append (text, "</body>\n</html>\n");
}

static const struct
{
  const char *name;
  void (*write) (GString *text, const SquillReport *self);
} formats[SQUILL_N_REPORT_FORMATS] = {
  { "text", write_text },
  { "markdown", write_markdown },
  { "csv", write_csv },
  { "html", write_html },
};

/**
 * squill_report_format_find:
 * @name: the name of a format on the command line
 * @format: (out): the format
 *
 * Returns: %TRUE if there is one of that name
 */
gboolean
squill_report_format_find (const char *name, SquillReportFormat *format)
{
  g_return_val_if_fail (name != NULL, FALSE);
  g_return_val_if_fail (format != NULL, FALSE);

  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    if (g_str_equal (formats[i].name, name))
      {
        *format = i;
        return TRUE;
      }
  return FALSE;
}

/**
 * squill_report_write:
 * @self: a report
 * @format: the format
 *
 * Returns: (transfer full): the report as a text in UTF-8
 */
char *
squill_report_write (const SquillReport *self, SquillReportFormat format)
{
  g_autoptr (GString) text = g_string_new (NULL);

  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (format < SQUILL_N_REPORT_FORMATS, NULL);

  formats[format].write (text, self);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* SPDX-License-Identifier: Apache-2.0 */

/* The data dictionary as Markdown, as CSV, and as a page with the diagram. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "diagram/squill-picture.h"
#include "exchange/export/squill-export-private.h"
#include "exchange/squill-report.h"

static gboolean
add_report (SquillExport *self, SquillReportFormat format, GError **error)
{
  g_autoptr (GPtrArray) collections = _squill_export_get_collections (self, error);
  g_autoptr (SquillReport) report = NULL;
  const char *name = squill_model_get_info (self->model)->name;
  char *text;

  if (collections == NULL)
    return FALSE;
  report = squill_report_new_dictionary (self->design, collections, format == SQUILL_REPORT_CSV);
  text = squill_report_write (report, format);
  _squill_export_add_text (self, name != NULL ? name : "dictionary", g_string_new (text));
  g_free (text);
  return TRUE;
}

gboolean
_squill_export_markdown (SquillExport *self, GError **error)
{
  return add_report (self, SQUILL_REPORT_MARKDOWN, error);
}

gboolean
_squill_export_csv (SquillExport *self, GError **error)
{
  return add_report (self, SQUILL_REPORT_CSV, error);
}

static void
append_escaped (GString *page, const char *before, const char *words, const char *after)
{
  g_autofree char *escaped = g_markup_escape_text (words, -1);

  g_string_append_printf (page, "%s%s%s", before, escaped, after);
}

/* The diagram as it stands in a page: without what a file of its own begins with. */
static gboolean
append_diagram (SquillExport *self, GString *page, GError **error)
{
  g_autoptr (SquillDiagram) diagram = squill_diagram_new (self->design);
  SquillPictureOptions options = { .scale = 1 };
  g_autoptr (GBytes) picture = NULL;
  const char *data, *start;
  gsize length;

  picture = squill_picture_export (diagram, SQUILL_PICTURE_SVG, &options, self->cancellable, error);
  if (picture == NULL)
    return FALSE;
  data = g_bytes_get_data (picture, &length);
  start = g_strstr_len (data, (gssize)length, "<svg");
  if (start == NULL)
    return TRUE;
  g_string_append (page, "<figure>\n");
  g_string_append_len (page, start, (gssize)length - (start - data));
  g_string_append (page, "</figure>\n");
  return TRUE;
}

static void
append_section (GString *page, const SquillReport *report, guint section)
{
  const char *heading = squill_report_get_heading (report, section);
  const GPtrArray *sentences = squill_report_get_sentences (report, section);
  const guint n_columns = squill_report_get_n_columns (report, section);

  if (heading != NULL)
    {
      g_string_append_printf (page, "<section id=\"section-%u\">\n", section);
      append_escaped (page, "<h2>", heading, "</h2>\n");
    }
  for (guint i = 0; i < sentences->len; i++)
    append_escaped (page, "<p>", sentences->pdata[i], "</p>\n");
  if (n_columns > 0)
    {
      g_string_append (page, "<table>\n<thead><tr>");
      for (guint c = 0; c < n_columns; c++)
        append_escaped (page, "<th scope=\"col\">",
                        squill_report_get_column (report, section, c, NULL), "</th>");
      g_string_append (page, "</tr></thead>\n<tbody>\n");
      for (guint r = 0; r < squill_report_get_n_rows (report, section); r++)
        {
          g_string_append (page, "<tr>");
          for (guint c = 0; c < n_columns; c++)
            append_escaped (page, c == 0 ? "<td><code>" : "<td>",
                            squill_report_get_cell (report, section, r, c),
                            c == 0 ? "</code></td>" : "</td>");
          g_string_append (page, "</tr>\n");
        }
      g_string_append (page, "</tbody>\n</table>\n");
    }
  if (heading != NULL)
    g_string_append (page, "</section>\n");
}

static void
append_head (GString *page, const char *title)
{
  g_string_append (page, "<!DOCTYPE html>\n<html lang=\"");
  /* Translators: the code of the language that this is translated into, as HTML has it */
  append_escaped (page, "", C_ ("language of a page", "en"), "\">\n<head>\n");
  g_string_append (page, "<meta charset=\"utf-8\">\n"
                         "<meta name=\"viewport\" content=\"width=device-width\">\n");
  append_escaped (page, "<title>", title, "</title>\n");
  g_string_append (
      page,
      "<style>\n"
      ":root { color-scheme: light dark; --line: #ccc; }\n"
      "@media (prefers-color-scheme: dark) { :root { --line: #555; } }\n"
      /* The diagram is light, as paper is: on the screen it is turned, and its hues turned back. */
      "@media screen and (prefers-color-scheme: dark) {\n"
      "  figure { filter: invert(0.93) hue-rotate(180deg); }\n}\n"
      "body { font-family: sans-serif; margin: 2em auto; max-width: 80em; padding: 0 1em; }\n"
      "nav ul { columns: 14em; list-style: none; padding: 0; }\n"
      "table { border-collapse: collapse; margin: 1em 0; width: 100%; }\n"
      "th, td { border-bottom: 1px solid var(--line); padding: 0.3em 0.6em; text-align: left; "
      "vertical-align: top; overflow-wrap: anywhere; }\n"
      "figure { background: white; margin: 1em 0; overflow: auto; }\n"
      "figure svg { max-width: 100%; height: auto; }\n"
      "input { font-size: 1em; padding: 0.4em; width: 100%; box-sizing: border-box; }\n"
      "@media print { input, nav { display: none; } section { break-inside: avoid-page; } "
      "thead { display: table-header-group; } }\n"
      "</style>\n</head>\n<body>\n");
  append_escaped (page, "<h1>", title, "</h1>\n");
}

/* Hides the rows without what is looked for. It comes after the tables. */
static void
append_search_script (GString *page)
{
  g_string_append (
      page,
      "<script>\n"
      "document.getElementById('search').addEventListener('input', (event) => {\n"
      "  const words = event.target.value.toLowerCase();\n"
      "  for (const section of document.querySelectorAll('section')) {\n"
      "    const named = section.querySelector('h2').textContent.toLowerCase().includes(words);\n"
      "    let any = named;\n"
      "    for (const row of section.querySelectorAll('tbody tr')) {\n"
      "      row.hidden = !named && !row.textContent.toLowerCase().includes(words);\n"
      "      any = any || !row.hidden;\n"
      "    }\n"
      "    section.hidden = !any;\n"
      "  }\n"
      "});\n"
      "</script>\n");
}

gboolean
_squill_export_html (SquillExport *self, GError **error)
{
  const char *name = squill_model_get_info (self->model)->name;
  g_autoptr (GPtrArray) collections = _squill_export_get_collections (self, error);
  g_autoptr (SquillReport) report = NULL;
  g_autoptr (GString) page = g_string_new (NULL);
  guint n;

  if (collections == NULL)
    return FALSE;
  report = squill_report_new_dictionary (self->design, collections, FALSE);
  append_head (page, name != NULL ? name : _ ("Data dictionary"));
  append_escaped (page, "<input id=\"search\" type=\"search\" aria-label=\"", _ ("Find fields"),
                  "\" placeholder=\"");
  append_escaped (page, "", _ ("Find fields"), "\">\n<nav><ul>\n");
  n = squill_report_get_n_sections (report);
  for (guint i = 0; i < n; i++)
    if (squill_report_get_heading (report, i) != NULL)
      {
        g_string_append_printf (page, "<li><a href=\"#section-%u\">", i);
        append_escaped (page, "", squill_report_get_heading (report, i), "</a></li>\n");
      }
  g_string_append (page, "</ul></nav>\n");
  if (!append_diagram (self, page, error))
    return FALSE;
  for (guint i = 0; i < n; i++)
    append_section (page, report, i);
  append_search_script (page);
  g_string_append (page, "</body>\n</html>\n");
  _squill_export_add_text (self, name != NULL ? name : "dictionary", g_steal_pointer (&page));
  return TRUE;
}

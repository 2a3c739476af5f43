/* SPDX-License-Identifier: Apache-2.0 */

/* Collections as a graph of Graphviz. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include <string.h>

#include "exchange/export/squill-export-private.h"

/* In a text in quotes. */
static void
append_quoted (GString *text, const char *words)
{
  g_string_append_c (text, '"');
  for (const char *p = words; *p != '\0'; p++)
    if (*p == '"' || *p == '\\')
      g_string_append_printf (text, "\\%c", *p);
    else
      g_string_append_c (text, (guchar)*p < 0x20 ? ' ' : *p);
  g_string_append_c (text, '"');
}

static void
write_collection (GString *text, const SquillCollection *collection, guint number)
{
  g_autoptr (GPtrArray) lines = _squill_export_list_lines (collection);

  g_string_append_printf (text,
                          "\n  c%u [label=<\n    <table border=\"0\" cellborder=\"1\" "
                          "cellspacing=\"0\" cellpadding=\"4\">\n"
                          "      <tr><td port=\"h\" colspan=\"3\" bgcolor=\"#dcebfa\"><b>",
                          number);
  _squill_export_append_markup (text, *collection->name != '\0' ? collection->name : " ");
  g_string_append (text, "</b></td></tr>\n");
  for (guint i = 0; i < lines->len; i++)
    {
      const SquillShape *shape = lines->pdata[i];
      g_autofree char *type = _squill_export_describe_type (shape);

      /* Ports are numbers: names may be anything. */
      g_string_append (text, "      <tr><td align=\"left\">");
      _squill_export_append_markup (text, *shape->path != '\0' ? shape->path : " ");
      g_string_append_printf (text, "%s</td><td align=\"left\">", shape->required ? " *" : "");
      _squill_export_append_markup (text, type);
      g_string_append_printf (text, "</td><td port=\"f%u\">%s</td></tr>\n", i,
                              _squill_export_get_key (shape));
    }
  g_string_append (text, "    </table>>];\n");
}

static guint
find_line (const SquillCollection *collection, const SquillShape *shape)
{
  g_autoptr (GPtrArray) lines = _squill_export_list_lines (collection);
  guint i = 0;

  for (guint j = 0; j < lines->len; j++)
    if (lines->pdata[j] == shape)
      i = j;
  return i;
}

gboolean
_squill_export_dot (SquillExport *self, GError **error)
{
  const char *name = squill_model_get_info (self->model)->name;
  g_autoptr (GPtrArray) collections = _squill_export_get_collections (self, error);
  g_autoptr (GArray) references = NULL;
  g_autoptr (GString) text = NULL;

  if (collections == NULL)
    return FALSE;
  text = g_string_new ("digraph ");
  append_quoted (text, name != NULL ? name : "");
  g_string_append (text, " {\n  graph [rankdir=LR, ranksep=1];\n"
                         "  node [shape=plain, fontname=\"Helvetica\", fontsize=10];\n"
                         "  edge [dir=both, fontname=\"Helvetica\", fontsize=9];\n");
  for (guint i = 0; i < collections->len; i++)
    write_collection (text, collections->pdata[i], i + 1);
  references = _squill_export_list_references (self, collections);
  for (guint i = 0; i < references->len; i++)
    {
      const SquillExportReference *reference =
          &g_array_index (references, SquillExportReference, i);

      g_string_append_printf (text, "%s  c%u:f%u:e -> c%u:h [arrowtail=%s, arrowhead=%s];\n",
                              i == 0 ? "\n" : "", reference->from + 1,
                              find_line (collections->pdata[reference->from], reference->shape),
                              reference->to + 1, reference->single ? "teeodot" : "crowodot",
                              reference->many       ? "crowodot"
                              : reference->required ? "teetee"
                                                    : "teeodot");
    }
  g_string_append (text, "}\n");
  _squill_export_add_text (self, name != NULL ? name : "diagram", g_steal_pointer (&text));
  return TRUE;
}

/* SPDX-License-Identifier: Apache-2.0 */

/* Collections as tables of draw.io, not compressed, so that versions of a file can be compared. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include <string.h>

#include "exchange/export/squill-export-private.h"

#define TABLE_WIDTH 280
#define TABLE_HEADER 30
#define TABLE_ROW 24

#define TABLE_STYLE                                                                         \
  "shape=table;startSize=30;container=1;collapsible=1;childLayout=tableLayout;fixedRows=1;" \
  "rowLines=0;fontStyle=1;align=center;resizeLast=1;html=0;fillColor=#dcebfa;strokeColor=#3584e4;"
#define ROW_STYLE                                                                             \
  "shape=tableRow;horizontal=0;startSize=0;swimlaneHead=0;swimlaneBody=0;fillColor=none;"     \
  "collapsible=0;dropTarget=0;points=[[0,0.5],[1,0.5]];portConstraint=eastwest;top=0;left=0;" \
  "right=0;bottom=0;html=0;"
#define CELL_STYLE                                                                     \
  "shape=partialRectangle;connectable=0;fillColor=none;top=0;left=0;bottom=0;right=0;" \
  "align=left;spacingLeft=6;overflow=hidden;html=0;"
#define KEY_WIDTH 30

/* What is shown in one cell of a row. */
static void
write_cell (
    GString *text, const char *id, const char *parent, const char *words, double x, double width)
{
  g_string_append_printf (text, "        <mxCell id=\"%s\" value=\"", id);
  _squill_export_append_markup (text, words);
  g_string_append_printf (
      text,
      "\" style=\"" CELL_STYLE "\" vertex=\"1\" parent=\"%s\">\n"
      "          <mxGeometry x=\"%.0f\" width=\"%.0f\" height=\"%d\" as=\"geometry\"/>\n"
      "        </mxCell>\n",
      parent, x, width, TABLE_ROW);
}

static void
write_row (GString *text, const SquillShape *shape, guint number, guint row)
{
  g_autofree char *id = g_strdup_printf ("c%u-f%u", number, row);
  g_autofree char *key_id = g_strconcat (id, "-key", NULL);
  g_autofree char *name_id = g_strconcat (id, "-name", NULL);
  g_autofree char *type = _squill_export_describe_type (shape);
  g_autofree char *words = g_strconcat (shape->path, shape->required ? " *: " : ": ", type, NULL);

  g_string_append_printf (
      text,
      "        <mxCell id=\"%s\" value=\"\" style=\"" ROW_STYLE "\" vertex=\"1\" parent=\"c%u\">\n"
      "          <mxGeometry y=\"%u\" width=\"%d\" height=\"%d\" as=\"geometry\"/>\n"
      "        </mxCell>\n",
      id, number, TABLE_HEADER + row * TABLE_ROW, TABLE_WIDTH, TABLE_ROW);
  write_cell (text, key_id, id, _squill_export_get_key (shape), 0, KEY_WIDTH);
  write_cell (text, name_id, id, words, KEY_WIDTH, TABLE_WIDTH - KEY_WIDTH);
}

static void
write_table (GString *text,
             const SquillCollection *collection,
             const SquillExportBox *box,
             GHashTable *rows,
             guint number)
{
  g_autoptr (GPtrArray) lines = _squill_export_list_lines (collection);

  g_string_append_printf (text, "        <mxCell id=\"c%u\" value=\"", number);
  _squill_export_append_markup (text, collection->name);
  g_string_append_printf (text,
                          "\" style=\"" TABLE_STYLE "\" vertex=\"1\" parent=\"1\">\n"
                          "          <mxGeometry x=\"%.0f\" y=\"%.0f\" width=\"%.0f\" "
                          "height=\"%.0f\" as=\"geometry\"/>\n        </mxCell>\n",
                          box->x, box->y, box->width, box->height);
  for (guint i = 0; i < lines->len; i++)
    {
      write_row (text, lines->pdata[i], number, i);
      g_hash_table_insert (rows, lines->pdata[i], GUINT_TO_POINTER (i));
    }
}

static void
write_line (GString *text, const SquillExportReference *reference, GHashTable *rows, guint number)
{
  g_string_append_printf (
      text,
      "        <mxCell id=\"r%u\" value=\"\" style=\"edgeStyle=entityRelationEdgeStyle;html=0;"
      "startArrow=%s;startFill=0;endArrow=%s;endFill=0;\" edge=\"1\" parent=\"1\" "
      "source=\"c%u-f%u\" target=\"c%u\">\n"
      "          <mxGeometry relative=\"1\" as=\"geometry\"/>\n        </mxCell>\n",
      number, reference->single ? "ERzeroToOne" : "ERzeroToMany",
      reference->many       ? "ERzeroToMany"
      : reference->required ? "ERmandOne"
                            : "ERzeroToOne",
      reference->from + 1, GPOINTER_TO_UINT (g_hash_table_lookup (rows, reference->shape)),
      reference->to + 1);
}

gboolean
_squill_export_drawio (SquillExport *self, GError **error)
{
  const char *name = squill_model_get_info (self->model)->name;
  g_autoptr (GPtrArray) collections = _squill_export_get_collections (self, error);
  g_autoptr (GHashTable) rows = g_hash_table_new (NULL, NULL);
  g_autoptr (GArray) references = NULL, boxes = NULL;
  g_autoptr (GString) text = NULL;

  if (collections == NULL)
    return FALSE;
  text = g_string_new ("<mxfile host=\"Squill\">\n  <diagram id=\"collections\" name=\"");
  _squill_export_append_markup (text, name != NULL ? name : "");
  g_string_append (text, "\">\n    <mxGraphModel grid=\"1\" gridSize=\"10\" guides=\"1\" "
                         "connect=\"1\" arrows=\"1\" page=\"0\">\n      <root>\n"
                         "        <mxCell id=\"0\"/>\n        <mxCell id=\"1\" parent=\"0\"/>\n");
  boxes = _squill_export_place_tables (self, collections, TABLE_WIDTH, TABLE_HEADER, TABLE_ROW);
  for (guint i = 0; i < collections->len; i++)
    write_table (text, collections->pdata[i], &g_array_index (boxes, SquillExportBox, i), rows,
                 i + 1);
  references = _squill_export_list_references (self, collections);
  for (guint i = 0; i < references->len; i++)
    write_line (text, &g_array_index (references, SquillExportReference, i), rows, i + 1);
  g_string_append (text, "      </root>\n    </mxGraphModel>\n  </diagram>\n</mxfile>\n");
  _squill_export_add_text (self, name != NULL ? name : "diagram", g_steal_pointer (&text));
  return TRUE;
}

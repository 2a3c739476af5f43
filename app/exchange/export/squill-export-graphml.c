/* SPDX-License-Identifier: Apache-2.0 */

/* Collections as a graph in GraphML: plain data, and how yEd draws entities and relationships. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include <string.h>

#include "exchange/export/squill-export-private.h"

/* As yEd draws them. */
#define NODE_WIDTH 240
#define NODE_HEADER 30
#define NODE_ROW 17

static void
append_head (GString *text)
{
  g_string_append (
      text, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\" "
            "xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" "
            "xmlns:y=\"http://www.yworks.com/xml/graphml\" "
            "xsi:schemaLocation=\"http://graphml.graphdrawing.org/xmlns "
            "http://www.yworks.com/xml/schema/graphml/1.1/ygraphml.xsd\">\n"
            "  <key id=\"name\" for=\"node\" attr.name=\"name\" attr.type=\"string\"/>\n"
            "  <key id=\"fields\" for=\"node\" attr.name=\"fields\" attr.type=\"string\"/>\n"
            "  <key id=\"field\" for=\"edge\" attr.name=\"field\" attr.type=\"string\"/>\n"
            "  <key id=\"many\" for=\"edge\" attr.name=\"many\" attr.type=\"boolean\"/>\n"
            "  <key id=\"required\" for=\"edge\" attr.name=\"required\" attr.type=\"boolean\"/>\n"
            "  <key id=\"shared\" for=\"edge\" attr.name=\"shared\" attr.type=\"boolean\"/>\n"
            "  <key id=\"node\" for=\"node\" yfiles.type=\"nodegraphics\"/>\n"
            "  <key id=\"edge\" for=\"edge\" yfiles.type=\"edgegraphics\"/>\n");
}

static void
append_data (GString *text, const char *key, const char *words)
{
  g_string_append_printf (text, "      <data key=\"%s\">", key);
  _squill_export_append_markup (text, words);
  g_string_append (text, "</data>\n");
}

/* A line each; within the text of an element lines are kept. */
static char *
list_fields (const SquillCollection *collection)
{
  g_autoptr (GPtrArray) lines = _squill_export_list_lines (collection);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < lines->len; i++)
    {
      const SquillShape *shape = lines->pdata[i];
      g_autofree char *type = _squill_export_describe_type (shape);

      if (i > 0)
        g_string_append_c (text, '\n');
      _squill_export_append_markup (text, shape->path);
      g_string_append (text, shape->required ? " *: " : ": ");
      _squill_export_append_markup (text, type);
    }
  return g_string_free (text, FALSE);
}

static void
write_node (GString *text,
            const SquillCollection *collection,
            const SquillExportBox *box,
            guint number)
{
  g_autofree char *fields = list_fields (collection);

  g_string_append_printf (text, "    <node id=\"c%u\">\n", number);
  append_data (text, "name", collection->name);
  g_string_append_printf (text, "      <data key=\"fields\">%s</data>\n", fields);
  g_string_append_printf (
      text,
      "      <data key=\"node\">\n"
      "        <y:GenericNode configuration=\"com.yworks.entityRelationship.big_entity\">\n"
      "          <y:Geometry x=\"%.0f\" y=\"%.0f\" width=\"%.0f\" height=\"%.0f\"/>\n"
      "          <y:Fill color=\"#F4F8FC\" color2=\"#DCEBFA\" transparent=\"false\"/>\n"
      "          <y:BorderStyle color=\"#000000\" type=\"line\" width=\"1.0\"/>\n"
      "          <y:NodeLabel alignment=\"center\" backgroundColor=\"#DCEBFA\" "
      "configuration=\"com.yworks.entityRelationship.label.name\" modelName=\"internal\" "
      "modelPosition=\"t\">",
      box->x, box->y, box->width, box->height);
  _squill_export_append_markup (text, collection->name);
  g_string_append_printf (
      text,
      "</y:NodeLabel>\n"
      "          <y:NodeLabel alignment=\"left\" "
      "configuration=\"com.yworks.entityRelationship.label.attributes\" modelName=\"custom\">%s"
      "<y:LabelModel><y:ErdAttributesNodeLabelModel/></y:LabelModel><y:ModelParameter>"
      "<y:ErdAttributesNodeLabelModelParameter/></y:ModelParameter></y:NodeLabel>\n"
      "        </y:GenericNode>\n      </data>\n    </node>\n",
      fields);
}

static void
write_edge (GString *text, const SquillExportReference *reference, guint number)
{
  g_string_append_printf (text, "    <edge id=\"r%u\" source=\"c%u\" target=\"c%u\">\n", number,
                          reference->from + 1, reference->to + 1);
  append_data (text, "field", reference->shape->path);
  append_data (text, "many", reference->many ? "true" : "false");
  append_data (text, "required", reference->required ? "true" : "false");
  append_data (text, "shared", reference->single ? "false" : "true");
  g_string_append_printf (
      text,
      "      <data key=\"edge\">\n        <y:PolyLineEdge>\n"
      "          <y:LineStyle color=\"#000000\" type=\"line\" width=\"1.0\"/>\n"
      "          <y:Arrows source=\"%s\" target=\"%s\"/>\n          <y:EdgeLabel>",
      reference->single ? "crows_foot_one_optional" : "crows_foot_many_optional",
      reference->many       ? "crows_foot_many_optional"
      : reference->required ? "crows_foot_one_mandatory"
                            : "crows_foot_one_optional");
  _squill_export_append_markup (text, reference->shape->path);
  g_string_append (text, "</y:EdgeLabel>\n        </y:PolyLineEdge>\n      </data>\n"
                         "    </edge>\n");
}

gboolean
_squill_export_graphml (SquillExport *self, GError **error)
{
  const char *name = squill_model_get_info (self->model)->name;
  g_autoptr (GPtrArray) collections = _squill_export_get_collections (self, error);
  g_autoptr (GArray) references = NULL, boxes = NULL;
  g_autoptr (GString) text = NULL;

  if (collections == NULL)
    return FALSE;
  text = g_string_new (NULL);
  append_head (text);
  g_string_append (text, "  <graph id=\"collections\" edgedefault=\"directed\">\n");
  boxes = _squill_export_place_tables (self, collections, NODE_WIDTH, NODE_HEADER, NODE_ROW);
  for (guint i = 0; i < collections->len; i++)
    write_node (text, collections->pdata[i], &g_array_index (boxes, SquillExportBox, i), i + 1);
  references = _squill_export_list_references (self, collections);
  for (guint i = 0; i < references->len; i++)
    write_edge (text, &g_array_index (references, SquillExportReference, i), i + 1);
  g_string_append (text, "  </graph>\n</graphml>\n");
  _squill_export_add_text (self, name != NULL ? name : "diagram", g_steal_pointer (&text));
  return TRUE;
}

/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-diagram"

#include "config.h"

#include "diagram/squill-diagram-private.h"

#include <string.h>

/* What the layout program takes; more would not be a diagram. */
#define MAX_LENGTH 1000000
#define MAX_PLACE 10000000
#define MAX_GROUPS 100000

static const char *const engine_names[SQUILL_LAYOUT_N_ENGINES] = {
  [SQUILL_LAYOUT_AUTO] = "auto",   [SQUILL_LAYOUT_DOT] = "dot",
  [SQUILL_LAYOUT_NEATO] = "neato", [SQUILL_LAYOUT_FDP] = "fdp",
  [SQUILL_LAYOUT_SFDP] = "sfdp",   [SQUILL_LAYOUT_TWOPI] = "twopi",
  [SQUILL_LAYOUT_CIRCO] = "circo", [SQUILL_LAYOUT_DOT_DOWN] = "dot-down",
};

static void
part_free (gpointer data)
{
  SquillLayoutPart *part = data;

  g_array_unref (part->nodes);
  g_array_unref (part->edges);
  g_free (part);
}

static guint
find_root (guint *parents, guint index)
{
  while (parents[index] != index)
    {
      parents[index] = parents[parents[index]];
      index = parents[index];
    }
  return index;
}

static void
join (guint *parents, guint a, guint b)
{
  guint root_a = find_root (parents, a), root_b = find_root (parents, b);

  /* The lower index wins, so that a part is known by its first box. */
  parents[MAX (root_a, root_b)] = MIN (root_a, root_b);
}

GPtrArray *
_squill_layout_graph_split (const SquillLayoutGraph *graph)
{
  GPtrArray *parts = g_ptr_array_new_with_free_func (part_free);
  g_autofree guint *parents = g_new (guint, graph->nodes->len);
  g_autofree guint *places = g_new (guint, graph->nodes->len);
  g_autofree SquillLayoutPart **by_root = g_new0 (SquillLayoutPart *, graph->nodes->len);

  for (guint i = 0; i < graph->nodes->len; i++)
    parents[i] = i;
  for (guint i = 0; i < graph->edges->len; i++)
    {
      const SquillLayoutEdge *edge = &g_array_index (graph->edges, SquillLayoutEdge, i);

      join (parents, edge->from, edge->to);
    }

  for (guint i = 0; i < graph->nodes->len; i++)
    {
      guint root = find_root (parents, i);
      SquillLayoutPart *part = by_root[root];

      if (part == NULL)
        {
          part = by_root[root] = g_new0 (SquillLayoutPart, 1);
          part->nodes = g_array_new (FALSE, FALSE, sizeof (guint));
          part->edges = g_array_new (FALSE, FALSE, sizeof (SquillLayoutEdge));
          g_ptr_array_add (parts, part);
        }
      places[i] = part->nodes->len;
      g_array_append_val (part->nodes, i);
    }
  for (guint i = 0; i < graph->edges->len; i++)
    {
      const SquillLayoutEdge *edge = &g_array_index (graph->edges, SquillLayoutEdge, i);
      SquillLayoutEdge own = { places[edge->from], places[edge->to], edge->from_offset,
                               edge->to_offset };

      g_array_append_val (by_root[find_root (parents, edge->from)]->edges, own);
    }
  return parts;
}

/**
 * squill_layout_engine_to_string:
 * @engine: a method
 *
 * Returns: (transfer none): the method's name as Graphviz and the command line have it: "auto",
 *   "dot", …
 */
const char *
squill_layout_engine_to_string (SquillLayoutEngine engine)
{
  g_return_val_if_fail ((guint)engine < SQUILL_LAYOUT_N_ENGINES, NULL);

  return engine_names[engine];
}

/**
 * squill_layout_engine_from_string:
 * @text: a name
 * @engine: (out): the method
 *
 * Finds the method of that name.
 *
 * Returns: %FALSE if there is none; @engine is then left alone
 */
gboolean
squill_layout_engine_from_string (const char *text, SquillLayoutEngine *engine)
{
  g_return_val_if_fail (text != NULL, FALSE);
  g_return_val_if_fail (engine != NULL, FALSE);

  for (guint i = 0; i < SQUILL_LAYOUT_N_ENGINES; i++)
    if (strcmp (engine_names[i], text) == 0)
      {
        *engine = (SquillLayoutEngine)i;
        return TRUE;
      }
  return FALSE;
}

/**
 * squill_layout_graph_new:
 *
 * Makes a graph without boxes.
 *
 * Returns: (transfer full): the graph
 */
SquillLayoutGraph *
squill_layout_graph_new (void)
{
  SquillLayoutGraph *graph = g_atomic_rc_box_new0 (SquillLayoutGraph);

  graph->nodes = g_array_new (FALSE, FALSE, sizeof (SquillLayoutNode));
  graph->edges = g_array_new (FALSE, FALSE, sizeof (SquillLayoutEdge));
  return graph;
}

/**
 * squill_layout_graph_ref:
 * @graph: a graph
 *
 * Takes a reference.
 *
 * Returns: (transfer full): @graph
 */
SquillLayoutGraph *
squill_layout_graph_ref (SquillLayoutGraph *graph)
{
  g_return_val_if_fail (graph != NULL, NULL);

  return g_atomic_rc_box_acquire (graph);
}

static void
graph_clear (gpointer data)
{
  SquillLayoutGraph *graph = data;

  g_array_unref (graph->nodes);
  g_array_unref (graph->edges);
}

/**
 * squill_layout_graph_unref:
 * @graph: (transfer full): a graph
 *
 * Gives a reference back.
 */
void
squill_layout_graph_unref (SquillLayoutGraph *graph)
{
  g_return_if_fail (graph != NULL);

  g_atomic_rc_box_release_full (graph, graph_clear);
}

/**
 * squill_layout_graph_add_box:
 * @graph: a graph
 * @width: pixels, 1 to 1,000,000
 * @height: pixels, 1 to 1,000,000
 * @group: 0 to 99,999, shared by boxes that should stay together, or -1
 *
 * Adds a box. Sizes out of range are brought into it.
 *
 * Returns: the box's number, counted from 0
 */
guint
squill_layout_graph_add_box (SquillLayoutGraph *graph, int width, int height, int group)
{
  SquillLayoutNode node = {
    .width = CLAMP (width, 1, MAX_LENGTH),
    .height = CLAMP (height, 1, MAX_LENGTH),
    .group = group,
  };

  g_return_val_if_fail (graph != NULL, 0);
  g_return_val_if_fail (group >= -1 && group < MAX_GROUPS, 0);

  g_array_append_val (graph->nodes, node);
  return graph->nodes->len - 1;
}

/**
 * squill_layout_graph_set_place:
 * @graph: a graph
 * @box: a box
 * @x: its left edge
 * @y: its top edge
 *
 * Says where a box stands now: %SQUILL_LAYOUT_AUTO begins from there, and leaves boxes that are
 * well arranged about where they are.
 */
void
squill_layout_graph_set_place (SquillLayoutGraph *graph, guint box, int x, int y)
{
  SquillLayoutNode *node;

  g_return_if_fail (graph != NULL && box < graph->nodes->len);

  node = &g_array_index (graph->nodes, SquillLayoutNode, box);
  node->placed = TRUE;
  node->x = CLAMP (x, -MAX_PLACE, MAX_PLACE);
  node->y = CLAMP (y, -MAX_PLACE, MAX_PLACE);
}

/**
 * squill_layout_graph_forget_places:
 * @graph: a graph
 *
 * Says that all is to be arranged anew, wherever it stands.
 */
void
squill_layout_graph_forget_places (SquillLayoutGraph *graph)
{
  g_return_if_fail (graph != NULL);

  for (guint i = 0; i < graph->nodes->len; i++)
    g_array_index (graph->nodes, SquillLayoutNode, i).placed = FALSE;
}

/**
 * squill_layout_graph_add_edge:
 * @graph: a graph
 * @from: the box a line starts at; dot sets it left of @to
 * @from_offset: how many pixels below the top of that box
 * @to: the box it ends at
 * @to_offset: how many pixels below the top of that one
 *
 * Says that two boxes are joined by a line. A box with lines to itself gets room for them beside
 * it.
 */
void
squill_layout_graph_add_edge (
    SquillLayoutGraph *graph, guint from, int from_offset, guint to, int to_offset)
{
  SquillLayoutEdge edge = { from, to, from_offset, to_offset };

  g_return_if_fail (graph != NULL);
  g_return_if_fail (from < graph->nodes->len && to < graph->nodes->len);

  if (from != to)
    g_array_append_val (graph->edges, edge);
  else
    g_array_index (graph->nodes, SquillLayoutNode, from).n_own_lines++;
}

/**
 * squill_layout_graph_get_n_boxes:
 * @graph: a graph
 *
 * Returns: the number of boxes
 */
guint
squill_layout_graph_get_n_boxes (const SquillLayoutGraph *graph)
{
  g_return_val_if_fail (graph != NULL, 0);

  return graph->nodes->len;
}

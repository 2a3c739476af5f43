/* SPDX-License-Identifier: Apache-2.0 */

/* Lays out the parts of a graph, each group by itself, and sets them side by side. */

#define G_LOG_DOMAIN "squill-diagram"

#include "config.h"

#include "diagram/squill-layout.h"

#include "diagram/squill-diagram-private.h"
#include "diagram/squill-layout-judge.h"

#include <math.h>
#include <string.h>

/* Between a group's boxes and the end of the box that it is: its frame, on the grid, with its name
 * above. */
#define GROUP_SIDE (2 * SQUILL_LAYOUT_STEP)
#define GROUP_TOP (3 * SQUILL_LAYOUT_STEP)
G_STATIC_ASSERT (GROUP_SIDE >= SQUILL_FRAME_PADDING);
G_STATIC_ASSERT (GROUP_TOP >= SQUILL_FRAME_PADDING + SQUILL_FRAME_TITLE);
/* An arrangement is looked at where this share of the boxes has a place. */
#define MIN_PLACED 0.5
/* Boxes without lines that are farther off than this, in pixels, have been lost sight of. */
#define NEAR 400
/* What must be left of a gap when positions have been brought to the grid. */
#define MIN_GAP 20
/* Up to this many boxes dot is asked for columns. Above it its lines cross more often than those of
 * columns made from what sfdp finds to be near to each other, and its columns are of very different
 * heights. */
#define DOT_LIMIT 60
/* Of more boxes than this sfdp says only what is near to each other. */
#define MAX_APART 500

/* Of a part of more boxes than this, others stand outside. */
#define MAX_WITH_HOLES 30
/* What a line needs above and below it for its numbers, in pixels. */
#define ALONG_LINE 36

/* Where a few boxes may stand in a row. */
typedef enum
{
  KEEP_ROWS,
  KEEP_ROWS_IN_GROUPS,
  KEEP_NO_ROWS,
} Rows;

/* What is laid out at once: the boxes of one group, or what stands outside of groups with the
 * groups as large boxes. */
typedef struct
{
  SquillLayoutGraph *graph;
  GPtrArray *parts;            /* SquillLayoutPart */
  GPtrArray *joined;           /* SquillLayoutTask: parts of several boxes */
  GPtrArray *singles;          /* SquillLayoutTask: boxes without lines */
  SquillLayoutBox *boxes;      /* from 0, 0 on */
  gboolean kept;               /* the boxes are about where they stood … */
  SquillLayoutPosition origin; /* … and there 0, 0 was here */
} Level;

/* A group with its boxes, which is one box for what is around it. */
typedef struct
{
  GArray *nodes; /* guint: its boxes */
  Level *level;
  guint box; /* in the level around it */
} Group;

typedef struct
{
  SquillLayoutGraph *graph;
  SquillLayoutEngine engine;
} Run;

G_DEFINE_QUARK (squill_layout_error, squill_layout_error)

static void
run_free (gpointer data)
{
  Run *run = data;

  squill_layout_graph_unref (run->graph);
  g_free (run);
}

static int
compare_by_height (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const SquillLayoutTask *task_a = *(SquillLayoutTask *const *)a,
                         *task_b = *(SquillLayoutTask *const *)b;
  guint size_a = task_a->part->nodes->len, size_b = task_b->part->nodes->len;

  if (task_a->bounds.height != task_b->bounds.height)
    return task_a->bounds.height > task_b->bounds.height ? -1 : 1;
  return size_a > size_b ? -1 : size_a < size_b;
}

static int
to_grid (int at)
{
  return (int)floor ((double)at / SQUILL_LAYOUT_STEP + 0.5) * SQUILL_LAYOUT_STEP;
}

static void
place_part (const SquillLayoutTask *task, int left, int top, SquillLayoutBox *boxes)
{
  for (guint i = 0; i < task->part->nodes->len; i++)
    {
      SquillLayoutBox *box = &boxes[g_array_index (task->part->nodes, guint, i)];

      box->x = to_grid (left + task->boxes[i].x - task->bounds.x);
      box->y = to_grid (top + task->boxes[i].y - task->bounds.y);
    }
}

/* What a part covers: its boxes, and where lines run between them. A large one has no holes that
 * are worth looking for. */
static void
list_covered (const SquillLayoutTask *task, GArray *covered)
{
  const SquillLayoutPart *part = task->part;

  if (part->nodes->len > MAX_WITH_HOLES)
    {
      SquillLayoutBox all = { 0, 0, task->bounds.width, task->bounds.height };

      g_array_append_val (covered, all);
      return;
    }
  for (guint i = 0; i < part->nodes->len; i++)
    {
      SquillLayoutBox box = task->boxes[i];

      box.x -= task->bounds.x;
      box.y -= task->bounds.y;
      g_array_append_val (covered, box);
    }
  for (guint i = 0; i < part->edges->len; i++)
    {
      const SquillLayoutEdge *edge = &g_array_index (part->edges, SquillLayoutEdge, i);
      const SquillLayoutBox *from = &g_array_index (covered, SquillLayoutBox, edge->from);
      const SquillLayoutBox *to = &g_array_index (covered, SquillLayoutBox, edge->to);
      int start = from->y + edge->from_offset, end = to->y + edge->to_offset;
      int left = MIN (from->x, to->x), right = MAX (from->x + from->width, to->x + to->width);
      SquillLayoutBox line = { left, MAX (MIN (start, end) - ALONG_LINE, 0), right - left, 0 };

      line.height = MAX (start, end) + ALONG_LINE - line.y;
      g_array_append_val (covered, line);
    }
}

/* Sets the parts onto a page of which no side is much longer than the other: the joined ones first,
 * the tallest of them before others. What no line joins to anything fills what is left. */
static void
place_parts (GPtrArray *joined,
             GPtrArray *singles,
             SquillLayoutBox *boxes,
             GCancellable *cancellable)
{
  guint n_pieces = joined->len + singles->len;
  g_autofree SquillLayoutPiece *pieces = g_new0 (SquillLayoutPiece, n_pieces);
  g_autoptr (GPtrArray) tasks = g_ptr_array_sized_new (n_pieces);
  g_autoptr (GPtrArray) tall = g_ptr_array_sized_new (singles->len);

  for (guint i = 0; i < joined->len; i++)
    {
      SquillLayoutTask *task = g_ptr_array_index (joined, i);

      task->bounds = _squill_layout_bounds (task->boxes, task->part->nodes->len);
    }
  for (guint i = 0; i < singles->len; i++)
    {
      SquillLayoutTask *task = g_ptr_array_index (singles, i);

      task->bounds = task->boxes[0];
    }
  g_ptr_array_sort_with_data (joined, compare_by_height, NULL);
  g_ptr_array_extend (tall, singles, NULL, NULL);
  g_ptr_array_sort_with_data (tall, compare_by_height, NULL);
  g_ptr_array_extend (tasks, joined, NULL, NULL);
  g_ptr_array_extend (tasks, tall, NULL, NULL);
  for (guint i = 0; i < n_pieces; i++)
    {
      pieces[i].boxes = g_array_new (FALSE, FALSE, sizeof (SquillLayoutBox));
      pieces[i].gap = i < joined->len ? 2 * SQUILL_LAYOUT_GAP : SQUILL_LAYOUT_GAP;
      list_covered (tasks->pdata[i], pieces[i].boxes);
    }
  _squill_layout_pack_pieces (pieces, n_pieces, cancellable);
  for (guint i = 0; i < n_pieces; i++)
    {
      place_part (tasks->pdata[i], pieces[i].x, pieces[i].y, boxes);
      g_array_unref (pieces[i].boxes);
    }
}

static const SquillLayoutNode *
get_task_node (const SquillLayoutGraph *graph, const SquillLayoutTask *task, guint number)
{
  return &g_array_index (graph->nodes, SquillLayoutNode,
                         g_array_index (task->part->nodes, guint, number));
}

static SquillLayoutTask *
task_new (const SquillLayoutGraph *graph, const SquillLayoutPart *part, SquillLayoutEngine engine)
{
  SquillLayoutTask *task = g_new0 (SquillLayoutTask, 1);

  task->part = part;
  task->boxes = g_new0 (SquillLayoutBox, part->nodes->len);
  for (guint i = 0; i < part->nodes->len; i++)
    {
      const SquillLayoutNode *node = get_task_node (graph, task, i);

      task->boxes[i].width = _squill_layout_node_get_width (node);
      task->boxes[i].height = node->height;
    }
  /* Without a line the engines have nothing to go by, and rows are tidier. */
  if (part->edges->len == 0)
    task->engine = SQUILL_LAYOUT_AUTO;
  else if (engine == SQUILL_LAYOUT_AUTO)
    task->engine = part->nodes->len <= DOT_LIMIT ? SQUILL_LAYOUT_DOT : SQUILL_LAYOUT_SFDP;
  else
    task->engine = engine;
  task->may_overlap = engine == SQUILL_LAYOUT_AUTO && part->nodes->len > MAX_APART;
  return task;
}

/* Where most boxes of a part stand already, the arrangement may be good enough as it is. */
static void
keep_places (SquillLayoutTask *task,
             const SquillLayoutGraph *graph,
             guint n_all,
             GCancellable *cancellable)
{
  const SquillLayoutPart *part = task->part;
  guint n_boxes = part->nodes->len, n_placed = 0;
  g_autofree gboolean *placed = g_new0 (gboolean, n_boxes);
  g_autofree SquillLayoutBox *boxes = g_memdup2 (task->boxes, n_boxes * sizeof *boxes);

  for (guint i = 0; i < n_boxes; i++)
    {
      const SquillLayoutNode *node = get_task_node (graph, task, i);

      placed[i] = node->placed;
      if (!node->placed)
        continue;
      boxes[i].x = node->x;
      boxes[i].y = node->y;
      n_placed++;
    }
  if (n_placed == 0 || n_placed < n_boxes * MIN_PLACED)
    return;
  task->kept = _squill_layout_keep_columns (boxes, placed, task->boxes, n_boxes,
                                            (const SquillLayoutEdge *)(gpointer)part->edges->data,
                                            part->edges->len, n_all, cancellable);
  if (task->kept)
    memcpy (task->boxes, boxes, n_boxes * sizeof *boxes);
}

/* The engines know nothing of the rows at which lines leave their boxes, nor of the proportions of
 * a window. */
static void
set_columns (SquillLayoutTask *task, gboolean no_strip, guint n_all, GCancellable *cancellable)
{
  const SquillLayoutPart *part = task->part;

  if (part->edges->len == 0)
    return;
  _squill_layout_columns (task->boxes, part->nodes->len,
                          (const SquillLayoutEdge *)(gpointer)part->edges->data, part->edges->len,
                          task->engine == SQUILL_LAYOUT_DOT, no_strip, n_all, cancellable);
}

static Level *
level_new (const SquillLayoutGraph *graph, SquillLayoutEngine engine)
{
  Level *level = g_new0 (Level, 1);

  level->graph = squill_layout_graph_ref ((SquillLayoutGraph *)graph);
  level->parts = _squill_layout_graph_split (graph);
  level->joined = g_ptr_array_new_with_free_func (_squill_layout_task_free);
  level->singles = g_ptr_array_new_with_free_func (_squill_layout_task_free);
  level->boxes = g_new0 (SquillLayoutBox, graph->nodes->len);
  for (guint i = 0; i < level->parts->len; i++)
    {
      SquillLayoutTask *task = task_new (graph, g_ptr_array_index (level->parts, i), engine);

      g_ptr_array_add (task->part->nodes->len > 1 ? level->joined : level->singles, task);
    }
  return level;
}

static void
level_free (Level *level)
{
  g_free (level->boxes);
  g_ptr_array_unref (level->singles);
  g_ptr_array_unref (level->joined);
  g_ptr_array_unref (level->parts);
  squill_layout_graph_unref (level->graph);
  g_free (level);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Level, level_free)

/* Whether all parts that stood somewhere are there still. */
static gboolean
is_kept (const Level *level)
{
  gboolean any = FALSE;

  for (guint i = 0; i < level->graph->nodes->len; i++)
    any = any || g_array_index (level->graph->nodes, SquillLayoutNode, i).placed;
  for (guint i = 0; i < level->joined->len; i++)
    {
      const SquillLayoutTask *task = g_ptr_array_index (level->joined, i);

      for (guint j = 0; !task->kept && j < task->part->nodes->len; j++)
        if (get_task_node (level->graph, task, j)->placed)
          return FALSE;
    }
  return any;
}

static gboolean
is_near (const SquillLayoutBox *a, const SquillLayoutBox *b)
{
  return a->x < b->x + b->width + NEAR && b->x < a->x + a->width + NEAR &&
         a->y < b->y + b->height + NEAR && b->y < a->y + a->height + NEAR;
}

/* Keeps boxes without lines that stand near what is kept, or near others that do. */
static void
keep_singles (Level *level, GArray *kept, GPtrArray *rest)
{
  gboolean found = TRUE;

  for (guint i = 0; i < level->singles->len; i++)
    {
      SquillLayoutTask *task = g_ptr_array_index (level->singles, i);
      const SquillLayoutNode *node = get_task_node (level->graph, task, 0);

      task->boxes[0].x = node->x;
      task->boxes[0].y = node->y;
      task->bounds = task->boxes[0];
      g_ptr_array_add (rest, task);
    }
  while (found)
    {
      SquillLayoutBox bounds =
          _squill_layout_bounds ((const SquillLayoutBox *)(gpointer)kept->data, kept->len);

      found = FALSE;
      for (guint i = 0; i < rest->len;)
        {
          SquillLayoutTask *task = g_ptr_array_index (rest, i);

          if (!get_task_node (level->graph, task, 0)->placed ||
              (kept->len > 0 && !is_near (&task->bounds, &bounds)))
            {
              i++;
              continue;
            }
          place_part (task, task->bounds.x, task->bounds.y, level->boxes);
          g_array_append_val (kept, task->bounds);
          bounds = _squill_layout_bounds ((const SquillLayoutBox *)(gpointer)kept->data, kept->len);
          g_ptr_array_remove_index (rest, i);
          found = TRUE;
        }
    }
}

/* Sets the parts where they stood, and what is new below them. */
static void
keep_parts (Level *level, GCancellable *cancellable)
{
  g_autoptr (GPtrArray) joined = g_ptr_array_new ();
  g_autoptr (GPtrArray) singles = g_ptr_array_new ();
  g_autoptr (GArray) kept = g_array_new (FALSE, FALSE, sizeof (SquillLayoutBox));
  g_autofree SquillLayoutBox *rest = NULL;
  SquillLayoutBox bounds;

  for (guint i = 0; i < level->joined->len; i++)
    {
      SquillLayoutTask *task = g_ptr_array_index (level->joined, i);

      task->bounds = _squill_layout_bounds (task->boxes, task->part->nodes->len);
      if (!task->kept)
        {
          g_ptr_array_add (joined, task);
          continue;
        }
      place_part (task, task->bounds.x, task->bounds.y, level->boxes);
      g_array_append_val (kept, task->bounds);
    }
  keep_singles (level, kept, singles);
  if (joined->len + singles->len == 0)
    return;
  bounds = _squill_layout_bounds ((const SquillLayoutBox *)(gpointer)kept->data, kept->len);
  rest = g_memdup2 (level->boxes, level->graph->nodes->len * sizeof *rest);
  place_parts (joined, singles, rest, cancellable);
  for (guint i = 0; i < joined->len + singles->len; i++)
    {
      const SquillLayoutTask *task = i < joined->len ? g_ptr_array_index (joined, i)
                                                     : g_ptr_array_index (singles, i - joined->len);

      for (guint j = 0; j < task->part->nodes->len; j++)
        {
          guint node = g_array_index (task->part->nodes, guint, j);

          level->boxes[node].x = to_grid (bounds.x) + rest[node].x;
          level->boxes[node].y =
              to_grid (bounds.y + bounds.height + 2 * SQUILL_LAYOUT_GAP) + rest[node].y;
        }
    }
}

/* Sets the boxes once the engine has set those of each part. @no_strip: rather no row of a few
 * boxes, either; @n_all: how many boxes all levels have */
static void
level_place (Level *level,
             SquillLayoutEngine engine,
             gboolean no_strip,
             guint n_all,
             GCancellable *cancellable)
{
  guint n_boxes = level->graph->nodes->len, n_moved;
  SquillLayoutBox bounds;

  for (guint i = 0; engine == SQUILL_LAYOUT_AUTO && i < level->joined->len; i++)
    {
      set_columns (g_ptr_array_index (level->joined, i), no_strip, n_all, cancellable);
      keep_places (g_ptr_array_index (level->joined, i), level->graph, n_all, cancellable);
    }
  for (guint i = 0; i < n_boxes; i++)
    {
      const SquillLayoutNode *node = &g_array_index (level->graph->nodes, SquillLayoutNode, i);

      level->boxes[i].width = _squill_layout_node_get_width (node);
      level->boxes[i].height = node->height;
    }
  level->kept = engine == SQUILL_LAYOUT_AUTO && is_kept (level);
  if (level->kept)
    keep_parts (level, cancellable);
  else
    place_parts (level->joined, level->singles, level->boxes, cancellable);
  /* What was cut short may lie on one pile, and to part that takes long. */
  if (g_cancellable_is_cancelled (cancellable))
    return;
  n_moved = _squill_layout_part_boxes (level->boxes, n_boxes, MIN_GAP, SQUILL_LAYOUT_STEP);
  if (n_moved > 0)
    g_debug ("%u of %u boxes were in the way of others", n_moved, n_boxes);
  bounds = _squill_layout_bounds (level->boxes, n_boxes);
  level->origin = (SquillLayoutPosition){ bounds.x, bounds.y };
  for (guint i = 0; i < n_boxes; i++)
    {
      level->boxes[i].x -= bounds.x;
      level->boxes[i].y -= bounds.y;
    }
}

static void
group_free (gpointer data)
{
  Group *group = data;

  g_array_unref (group->nodes);
  g_clear_pointer (&group->level, level_free);
  g_free (group);
}

/* Where a box stands on the level around its group: its number there, and how far below the top of
 * that box it begins. */
typedef struct
{
  Group *group; /* nullable */
  guint index;  /* of the box in its group's level */
  guint box;
  int top;
} Seat;

/* Lists the groups, and sets which one each box is in. */
static GPtrArray *
list_groups (const SquillLayoutGraph *graph, Seat *seats)
{
  GPtrArray *groups = g_ptr_array_new_with_free_func (group_free);
  g_autoptr (GHashTable) numbers = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < graph->nodes->len; i++)
    {
      int number = g_array_index (graph->nodes, SquillLayoutNode, i).group;
      Group *group = g_hash_table_lookup (numbers, GINT_TO_POINTER (number));

      if (number < 0)
        continue;
      if (group == NULL)
        {
          group = g_new0 (Group, 1);
          group->nodes = g_array_new (FALSE, FALSE, sizeof (guint));
          g_hash_table_insert (numbers, GINT_TO_POINTER (number), group);
          g_ptr_array_add (groups, group);
        }
      seats[i].group = group;
      seats[i].index = group->nodes->len;
      g_array_append_val (group->nodes, i);
    }
  return groups;
}

/* What is inside of a group. */
static SquillLayoutGraph *
make_inner_graph (const SquillLayoutGraph *graph, const Group *group, const Seat *seats)
{
  SquillLayoutGraph *inner = squill_layout_graph_new ();

  for (guint i = 0; i < group->nodes->len; i++)
    {
      SquillLayoutNode node =
          g_array_index (graph->nodes, SquillLayoutNode, g_array_index (group->nodes, guint, i));

      node.group = -1;
      g_array_append_val (inner->nodes, node);
    }
  for (guint i = 0; i < graph->edges->len; i++)
    {
      const SquillLayoutEdge *edge = &g_array_index (graph->edges, SquillLayoutEdge, i);

      if (seats[edge->from].group == group && seats[edge->to].group == group)
        squill_layout_graph_add_edge (inner, seats[edge->from].index, edge->from_offset,
                                      seats[edge->to].index, edge->to_offset);
    }
  return inner;
}

/* What is outside of groups, and each group as one box that is as large as its frame. */
static SquillLayoutGraph *
make_outer_graph (const SquillLayoutGraph *graph, GPtrArray *groups, Seat *seats)
{
  SquillLayoutGraph *outer = squill_layout_graph_new ();

  for (guint i = 0; i < graph->nodes->len; i++)
    {
      const SquillLayoutNode *node = &g_array_index (graph->nodes, SquillLayoutNode, i);

      if (seats[i].group != NULL)
        continue;
      seats[i].box = outer->nodes->len;
      g_array_append_vals (outer->nodes, node, 1);
    }
  for (guint i = 0; i < groups->len; i++)
    {
      Group *group = g_ptr_array_index (groups, i);
      SquillLayoutBox bounds = _squill_layout_bounds (group->level->boxes, group->nodes->len);

      group->box = squill_layout_graph_add_box (outer, bounds.width + 2 * GROUP_SIDE,
                                                bounds.height + GROUP_TOP + GROUP_SIDE, -1);
      for (guint j = 0; j < group->nodes->len; j++)
        {
          Seat *seat = &seats[g_array_index (group->nodes, guint, j)];

          seat->box = group->box;
          seat->top = GROUP_TOP + group->level->boxes[j].y;
        }
      /* A group whose boxes were kept stands where they do. */
      if (group->level->kept)
        squill_layout_graph_set_place (outer, group->box, group->level->origin.x - GROUP_SIDE,
                                       group->level->origin.y - GROUP_TOP);
    }
  for (guint i = 0; i < graph->edges->len; i++)
    {
      const SquillLayoutEdge *edge = &g_array_index (graph->edges, SquillLayoutEdge, i);
      const Seat *from = &seats[edge->from], *to = &seats[edge->to];

      if (from->box != to->box)
        squill_layout_graph_add_edge (outer, from->box, from->top + edge->from_offset, to->box,
                                      to->top + edge->to_offset);
    }
  return outer;
}

/* Lays out what is inside of each group, all of them in one run of the program. */
static gboolean
lay_out_groups (const SquillLayoutGraph *graph,
                GPtrArray *groups,
                const Seat *seats,
                SquillLayoutEngine engine,
                gboolean no_strip,
                guint *n_fallbacks,
                GCancellable *cancellable,
                GError **error)
{
  g_autoptr (GPtrArray) tasks = g_ptr_array_new ();

  for (guint i = 0; i < groups->len; i++)
    {
      Group *group = g_ptr_array_index (groups, i);
      g_autoptr (SquillLayoutGraph) inner = make_inner_graph (graph, group, seats);

      group->level = level_new (inner, engine);
      for (guint j = 0; j < group->level->joined->len; j++)
        g_ptr_array_add (tasks, group->level->joined->pdata[j]);
    }
  if (!_squill_layout_run_engines (tasks, engine, n_fallbacks, cancellable, error))
    return FALSE;
  for (guint i = 0; i < groups->len && !g_cancellable_is_cancelled (cancellable); i++)
    level_place (((Group *)g_ptr_array_index (groups, i))->level, engine, no_strip,
                 graph->nodes->len, cancellable);
  return !g_cancellable_set_error_if_cancelled (cancellable, error);
}

/* Betters what was found for all levels, now that it is known where everything stands. What is new
 * beside what was kept finds its place among it. */
static void
refine (const SquillLayoutGraph *graph, SquillLayoutResult *result, GCancellable *cancellable)
{
  g_autofree SquillLayoutBox *boxes = g_new (SquillLayoutBox, result->n_boxes);
  g_autofree gboolean *fixed = g_new0 (gboolean, result->n_boxes);
  gboolean is_any_new = FALSE;

  for (guint i = 0; i < result->n_boxes; i++)
    {
      const SquillLayoutNode *node = &g_array_index (graph->nodes, SquillLayoutNode, i);

      boxes[i] = (SquillLayoutBox){ result->positions[i].x, result->positions[i].y,
                                    _squill_layout_node_get_width (node), node->height };
      is_any_new = is_any_new || !node->placed;
      fixed[i] = result->kept && node->placed;
    }
  if (!is_any_new && result->n_boxes > 0)
    memset (fixed, 0, result->n_boxes * sizeof *fixed);
  _squill_layout_refine (graph, boxes, fixed, result->kept && !is_any_new, cancellable);
  for (guint i = 0; i < result->n_boxes; i++)
    result->positions[i] = (SquillLayoutPosition){ boxes[i].x, boxes[i].y };
}

static SquillLayoutResult *
lay_out_once (const SquillLayoutGraph *graph,
              SquillLayoutEngine engine,
              Rows rows,
              GCancellable *cancellable,
              GError **error)
{
  g_autoptr (SquillLayoutResult) result = g_new0 (SquillLayoutResult, 1);
  g_autofree Seat *seats = g_new0 (Seat, graph->nodes->len);
  g_autoptr (GPtrArray) groups = list_groups (graph, seats);
  g_autoptr (SquillLayoutGraph) outer = NULL;
  g_autoptr (Level) level = NULL;
  int left = G_MAXINT, top = G_MAXINT;

  if (g_cancellable_set_error_if_cancelled (cancellable, error) ||
      !lay_out_groups (graph, groups, seats, engine, rows == KEEP_NO_ROWS, &result->n_fallbacks,
                       cancellable, error))
    return NULL;
  outer = make_outer_graph (graph, groups, seats);
  level = level_new (outer, engine);
  if (!_squill_layout_run_engines (level->joined, engine, &result->n_fallbacks, cancellable, error))
    return NULL;
  level_place (level, engine, rows != KEEP_ROWS, graph->nodes->len, cancellable);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;

  result->n_boxes = graph->nodes->len;
  result->positions = g_new (SquillLayoutPosition, graph->nodes->len);
  for (guint i = 0; i < graph->nodes->len; i++)
    {
      const Seat *seat = &seats[i];
      const SquillLayoutBox *box = &level->boxes[seat->box];

      result->positions[i].x =
          box->x +
          (seat->group != NULL ? GROUP_SIDE + seat->group->level->boxes[seat->index].x : 0);
      result->positions[i].y = box->y + seat->top;
    }
  result->kept = level->kept;
  if (engine == SQUILL_LAYOUT_AUTO)
    refine (graph, result, cancellable);
  /* What was cut short is as good as nothing. */
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  /* A group at the edge begins with its frame, but it is the cards that begin at 0. */
  for (guint i = 0; i < result->n_boxes; i++)
    {
      left = MIN (left, result->positions[i].x);
      top = MIN (top, result->positions[i].y);
    }
  for (guint i = 0; i < result->n_boxes; i++)
    {
      result->positions[i].x -= left;
      result->positions[i].y -= top;
    }
  result->origin = (SquillLayoutPosition){ level->origin.x + left, level->origin.y + top };
  return g_steal_pointer (&result);
}

/* How the picture looks: boxes, frames and lines. Gives the longer side of it to the other one. */
static double
look_at (const SquillLayoutGraph *graph,
         const SquillLayoutResult *result,
         double *score,
         GCancellable *cancellable)
{
  const SquillLayoutEdge *edges = (const SquillLayoutEdge *)(gpointer)graph->edges->data;
  g_autoptr (SquillLayoutJudge) judge =
      squill_layout_judge_new (result->n_boxes, edges, graph->edges->len);
  g_autofree SquillLayoutBox *boxes = g_new (SquillLayoutBox, result->n_boxes);
  SquillLayoutVerdict verdict;

  for (guint i = 0; i < result->n_boxes; i++)
    {
      const SquillLayoutNode *node = &g_array_index (graph->nodes, SquillLayoutNode, i);

      boxes[i] = (SquillLayoutBox){ result->positions[i].x, result->positions[i].y,
                                    _squill_layout_node_get_width (node), node->height };
    }
  verdict = squill_layout_judge_look (judge, boxes, cancellable);
  for (guint i = 0; i < result->n_boxes; i++)
    {
      const SquillLayoutBox *box = &boxes[i];
      SquillRect frame = SQUILL_RECT (box->x - SQUILL_FRAME_PADDING,
                                      box->y - SQUILL_FRAME_PADDING - SQUILL_FRAME_TITLE,
                                      box->width + 2 * SQUILL_FRAME_PADDING,
                                      box->height + 2 * SQUILL_FRAME_PADDING + SQUILL_FRAME_TITLE);

      if (g_array_index (graph->nodes, SquillLayoutNode, i).group >= 0)
        verdict.bounds = squill_rect_union (&verdict.bounds, &frame);
    }
  *score = verdict.score;
  return _squill_layout_get_ratio (verdict.bounds.width, verdict.bounds.height);
}

static gboolean
has_groups (const SquillLayoutGraph *graph)
{
  gboolean found = FALSE;

  for (guint i = 0; i < graph->nodes->len && !found; i++)
    found = g_array_index (graph->nodes, SquillLayoutNode, i).group >= 0;
  return found;
}

/* A row of a few boxes looks best, unless the row is all there is: then what is a strip is arranged
 * otherwise, first around the groups, and also in them. */
static SquillLayoutResult *
lay_out (const SquillLayoutGraph *graph,
         SquillLayoutEngine engine,
         GCancellable *cancellable,
         GError **error)
{
  g_autoptr (SquillLayoutResult) result =
      lay_out_once (graph, engine, KEEP_ROWS, cancellable, error);
  double ratio, score;

  if (result == NULL || engine != SQUILL_LAYOUT_AUTO || result->kept || result->n_boxes < 2 ||
      result->n_boxes > DOT_LIMIT)
    return g_steal_pointer (&result);
  ratio = look_at (graph, result, &score, cancellable);
  if (ratio <= SQUILL_LAYOUT_STRICT_RATIO)
    return g_steal_pointer (&result);
  for (Rows rows = has_groups (graph) ? KEEP_ROWS_IN_GROUPS : KEEP_NO_ROWS; rows <= KEEP_NO_ROWS;
       rows++)
    {
      g_autoptr (SquillLayoutResult) other = lay_out_once (graph, engine, rows, cancellable, error);
      double other_ratio, other_score;

      if (other == NULL)
        return NULL;
      other_ratio = look_at (graph, other, &other_score, cancellable);
      if (other_ratio > SQUILL_LAYOUT_STRICT_RATIO
              ? other_ratio >= ratio
              : ratio <= SQUILL_LAYOUT_STRICT_RATIO && other_score >= score)
        continue;
      ratio = other_ratio;
      score = other_score;
      squill_layout_result_free (result);
      result = g_steal_pointer (&other);
    }
  return g_steal_pointer (&result);
}

static void
run_thread (GTask *task, gpointer source_object, gpointer task_data, GCancellable *cancellable)
{
  const Run *run = task_data;
  g_autoptr (GError) error = NULL;
  SquillLayoutResult *result = lay_out (run->graph, run->engine, cancellable, &error);

  if (result != NULL)
    g_task_return_pointer (task, result, (GDestroyNotify)squill_layout_result_free);
  else
    g_task_return_error (task, g_steal_pointer (&error));
}

/**
 * squill_layout_result_free:
 * @result: (transfer full): a result
 *
 * Frees the result of a layout.
 */
void
squill_layout_result_free (SquillLayoutResult *result)
{
  g_return_if_fail (result != NULL);

  g_free (result->positions);
  g_free (result);
}

/**
 * squill_layout_run:
 * @graph: what is laid out
 * @engine: the method
 * @cancellable: (nullable): to stop it from another thread
 * @error: where an error goes
 *
 * Finds a place for each box, so that none overlap, all stand on the grid and the leftmost and the
 * topmost one are at 0. The same graph gives the same places. Blocks; see
 * squill_layout_run_async().
 *
 * Fails with a #SquillLayoutError where the layout program cannot be started or a method that was
 * asked for by name fails, and with %G_IO_ERROR_CANCELLED. %SQUILL_LAYOUT_AUTO fails only in the
 * first and the last case.
 *
 * Returns: (transfer full) (nullable): the places
 */
SquillLayoutResult *
squill_layout_run (SquillLayoutGraph *graph,
                   SquillLayoutEngine engine,
                   GCancellable *cancellable,
                   GError **error)
{
  g_return_val_if_fail (graph != NULL, NULL);
  g_return_val_if_fail ((guint)engine < SQUILL_LAYOUT_N_ENGINES, NULL);

  return lay_out (graph, engine, cancellable, error);
}

/**
 * squill_layout_run_async:
 * @graph: what is laid out; must not be changed until the end
 * @engine: the method
 * @cancellable: (nullable): to stop it
 * @callback: called in the caller's main context when it is done
 * @user_data: for @callback
 *
 * As squill_layout_run(), without blocking.
 */
void
squill_layout_run_async (SquillLayoutGraph *graph,
                         SquillLayoutEngine engine,
                         GCancellable *cancellable,
                         GAsyncReadyCallback callback,
                         gpointer user_data)
{
  g_autoptr (GTask) task = NULL;
  Run *run;

  g_return_if_fail (graph != NULL);
  g_return_if_fail ((guint)engine < SQUILL_LAYOUT_N_ENGINES);

  run = g_new0 (Run, 1);
  run->graph = squill_layout_graph_ref (graph);
  run->engine = engine;
  task = g_task_new (NULL, cancellable, callback, user_data);
  g_task_set_source_tag (task, squill_layout_run_async);
  g_task_set_task_data (task, run, run_free);
  g_task_run_in_thread (task, run_thread);
}

/**
 * squill_layout_run_finish:
 * @result: what the callback was given
 * @error: where an error goes
 *
 * Takes the outcome of squill_layout_run_async().
 *
 * Returns: (transfer full) (nullable): the places
 */
SquillLayoutResult *
squill_layout_run_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/* SPDX-License-Identifier: Apache-2.0 */

/* Runs the layout program on the parts of a graph and sets the parts side by side. */

#define G_LOG_DOMAIN "squill-diagram"

#include "config.h"

#include "diagram/squill-layout.h"

#include "diagram/squill-diagram-private.h"

#include <gio/gunixinputstream.h>
#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* Pixels between two cards of a column, and between two columns: there a line turns, and both its
 * ends' numbers and its name stand. */
#define GAP 40
#define RANK_GAP 180
/* Between a group's boxes and the end of the box that it is: its frame, on the grid, with its name
 * above. */
#define GROUP_SIDE (2 * SQUILL_LAYOUT_GRID)
#define GROUP_TOP (3 * SQUILL_LAYOUT_GRID)
G_STATIC_ASSERT (GROUP_SIDE >= SQUILL_FRAME_PADDING);
G_STATIC_ASSERT (GROUP_TOP >= SQUILL_FRAME_PADDING + SQUILL_FRAME_TITLE);
/* What must be left of a gap when positions have been brought to the grid. */
#define MIN_GAP 20
/* Up to this many boxes dot is asked for columns. Above it its lines cross more often than those of
 * columns made from what sfdp finds to be near to each other, and its columns are of very different
 * heights. */
#define DOT_LIMIT 60
/* Seconds of processor time. A method chosen by name has more time, as it can be cancelled. */
#define AUTO_DOT_SECONDS 10
#define SECONDS 120
/* How many times the processor time a program may take by the clock: other work slows it down, and
 * one that takes no time of the processor at all is frozen. */
#define PATIENCE 4
/* What an answer has at most: bytes for each graph, and for each box in it. */
#define MAX_ANSWER 64
#define MAX_ANSWER_BOX 48
/* A method that fails this often on parts of one graph is not tried on the remaining ones. */
#define MAX_ABORTS 3

typedef struct
{
  const SquillLayoutPart *part;
  SquillLayoutEngine engine; /* AUTO: no engine, in rows */
  gboolean done;
  SquillLayoutBox *boxes; /* part->nodes->len of them */
  SquillLayoutBox bounds;
} Task;

/* What is laid out at once: the boxes of one group, or what stands outside of groups with the
 * groups as large boxes. */
typedef struct
{
  SquillLayoutGraph *graph;
  GPtrArray *parts;       /* SquillLayoutPart */
  GPtrArray *joined;      /* Task: parts of several boxes */
  GPtrArray *singles;     /* Task: boxes without lines */
  SquillLayoutBox *boxes; /* from 0, 0 on */
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
task_free (gpointer data)
{
  Task *task = data;

  g_free (task->boxes);
  g_free (task);
}

static void
run_free (gpointer data)
{
  Run *run = data;

  squill_layout_graph_unref (run->graph);
  g_free (run);
}

static char *
find_program (void)
{
  const char *named = g_getenv ("SQUILL_LAYOUT_PROGRAM");
  g_autofree char *self = NULL;
  g_autofree char *folder = NULL;

  if (named != NULL && *named != '\0')
    return g_strdup (named);

  /* In a build tree the programs and tests stand up to three folders below its root. */
  self = g_file_read_link ("/proc/self/exe", NULL);
  folder = self != NULL ? g_path_get_dirname (self) : NULL;
  for (int i = 0; folder != NULL && i < 3; i++)
    {
      char *parent = g_path_get_dirname (folder);
      g_autofree char *program = NULL;

      g_free (folder);
      folder = parent;
      program = g_build_filename (folder, "app", "diagram", "squill-layout", NULL);
      if (g_access (program, X_OK) == 0)
        return g_steal_pointer (&program);
    }
  return g_build_filename (SQUILL_LIBEXECDIR, "squill-layout", NULL);
}

static void
append_request (GString *text, const Task *task)
{
  const SquillLayoutPart *part = task->part;

  g_string_append_printf (text, "graph %s %u %u %d %d\n",
                          squill_layout_engine_to_string (task->engine), part->nodes->len,
                          part->edges->len, GAP, RANK_GAP);
  for (guint i = 0; i < part->nodes->len; i++)
    g_string_append_printf (text, "box %d %d\n", task->boxes[i].width, task->boxes[i].height);
  for (guint i = 0; i < part->edges->len; i++)
    {
      const SquillLayoutEdge *edge = &g_array_index (part->edges, SquillLayoutEdge, i);

      g_string_append_printf (text, "edge %u %u\n", edge->from, edge->to);
    }
  g_string_append (text, "end\n");
}

/* Gives the next line without its end, or NULL where no whole line is left. */
static char *
next_line (char **at)
{
  char *line = *at;
  char *end = strchr (line, '\n');

  if (end == NULL)
    return NULL;
  *end = '\0';
  *at = end + 1;
  return line;
}

/* The program is ours, but it runs code with known faults: its output is not trusted. */
static gboolean
read_number (char **at, int *number)
{
  char *end;
  gint64 value = g_ascii_strtoll (*at, &end, 10);

  if (end == *at || value < -100000000 || value > 100000000)
    return FALSE;
  *at = end;
  *number = (int)value;
  return TRUE;
}

static gboolean
read_answer (char **at, Task *task)
{
  char *line = next_line (at);
  int count;

  if (line == NULL || !g_str_has_prefix (line, "graph "))
    return FALSE;
  line += strlen ("graph ");
  if (!read_number (&line, &count) || count != (int)task->part->nodes->len)
    return FALSE;
  for (int i = 0; i < count; i++)
    {
      line = next_line (at);
      if (line == NULL || !read_number (&line, &task->boxes[i].x) ||
          !read_number (&line, &task->boxes[i].y))
        return FALSE;
    }
  line = next_line (at);
  return line != NULL && strcmp (line, "end") == 0;
}

/* Gives a file in memory that holds @text and is to be read from its start, or -1. The program's
 * input is not a pipe, because writing to a program that has died would kill this one too. */
static int
open_request (const GString *text)
{
  int file = memfd_create ("squill-layout", MFD_CLOEXEC);
  gsize written = 0;

  while (file >= 0 && written < text->len)
    {
      gssize count = write (file, text->str + written, text->len - written);

      if (count < 0 && errno == EINTR)
        continue;
      if (count <= 0)
        {
          close (file);
          return -1;
        }
      written += (gsize)count;
    }
  if (file >= 0)
    lseek (file, 0, SEEK_SET);
  return file;
}

/* Takes what the program says, as much as a right answer can have and for as long as it may take.
 * One that says more or does not end is ended. Called with a stream of a pipe. */
static char *
read_output (GSubprocess *process, gsize max, int seconds)
{
  GInputStream *stream = g_subprocess_get_stdout_pipe (process);
  int file = g_unix_input_stream_get_fd (G_UNIX_INPUT_STREAM (stream));
  gint64 deadline = g_get_monotonic_time () + (gint64)seconds * PATIENCE * G_USEC_PER_SEC;
  g_autoptr (GString) text = g_string_new (NULL);
  char part[16384];

  for (;;)
    {
      GPollFD poll = { file, G_IO_IN, 0 };
      gint64 left = (deadline - g_get_monotonic_time ()) / 1000;
      gssize count;

      if (left <= 0 || g_poll (&poll, 1, (int)left) == 0)
        break;
      count = read (file, part, sizeof part);
      if (count < 0 && (errno == EINTR || errno == EAGAIN))
        continue;
      if (count <= 0)
        return g_string_free (g_steal_pointer (&text), FALSE);
      if (text->len + (gsize)count > max)
        break;
      g_string_append_len (text, part, count);
    }
  g_debug ("squill-layout does not come to an end");
  g_subprocess_force_exit (process);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
on_cancelled (GCancellable *cancellable, GSubprocess *process)
{
  g_subprocess_force_exit (process);
}

/* Sends the program what @tasks ask for, and takes what it answers before it ends, however it ends.
 * Gives the signal or the exit status it ended with, 0 for a good end, or -1 with @error set. */
static int
run_program (GPtrArray *tasks, int seconds, GCancellable *cancellable, GError **error)
{
  g_autoptr (GSubprocessLauncher) launcher = g_subprocess_launcher_new (
      G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_SILENCE);
  g_autoptr (GSubprocess) process = NULL;
  g_autoptr (GString) request = g_string_new (NULL);
  g_autofree char *text = NULL;
  g_autoptr (GError) local_error = NULL;
  g_autofree char *program = find_program ();
  g_autofree char *seconds_text = g_strdup_printf ("%d", seconds);
  const char *const command[] = { program, seconds_text, NULL };
  gulong handler = 0;
  gsize max = 0;
  char *at;
  int file;

  for (guint i = 0; i < tasks->len; i++)
    {
      const Task *task = g_ptr_array_index (tasks, i);

      append_request (request, task);
      max += MAX_ANSWER + (gsize)task->part->nodes->len * MAX_ANSWER_BOX;
    }
  file = open_request (request);
  if (file < 0)
    {
      g_set_error (error, SQUILL_LAYOUT_ERROR, SQUILL_LAYOUT_ERROR_START,
                   _ ("The diagram cannot be arranged: there is no room for it in memory (%s)."),
                   g_strerror (errno));
      return -1;
    }
  g_subprocess_launcher_take_stdin_fd (launcher, file);
  process = g_subprocess_launcher_spawnv (launcher, command, &local_error);
  if (process == NULL)
    {
      g_set_error (error, SQUILL_LAYOUT_ERROR, SQUILL_LAYOUT_ERROR_START,
                   _ ("The diagram cannot be arranged: the program “%s” cannot be started (%s)."),
                   program, local_error->message);
      return -1;
    }
  /* Cancelling ends the program, not the reading of what it says: GLib leaks what it has read by
   * then. */
  if (cancellable != NULL)
    handler = g_cancellable_connect (cancellable, G_CALLBACK (on_cancelled), process, NULL);
  text = read_output (process, max, seconds);
  g_cancellable_disconnect (cancellable, handler);
  /* Waiting after the signal makes sure that it was sent before this program may end. */
  g_subprocess_wait (process, NULL, NULL);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return -1;

  at = text;
  for (guint i = 0; i < tasks->len; i++)
    {
      Task *task = g_ptr_array_index (tasks, i);

      task->done = read_answer (&at, task);
      if (!task->done)
        break;
    }
  if (g_subprocess_get_if_signaled (process))
    return 256 + g_subprocess_get_term_sig (process);
  return g_subprocess_get_exit_status (process);
}

static void
set_abort_error (GError **error, SquillLayoutEngine engine, int status)
{
  if (status == 256 + SIGXCPU || status == 256 + SIGKILL)
    g_set_error (error, SQUILL_LAYOUT_ERROR, SQUILL_LAYOUT_ERROR_TIME,
                 _ ("The method “%s” takes too long for this diagram. Nothing was moved. "
                    "Try another method."),
                 squill_layout_engine_to_string (engine));
  else
    g_set_error (error, SQUILL_LAYOUT_ERROR, SQUILL_LAYOUT_ERROR_ABORTED,
                 _ ("The method “%s” cannot arrange this diagram. Nothing was moved. "
                    "Try another method."),
                 squill_layout_engine_to_string (engine));
}

static void
pack_part (Task *task)
{
  guint n_boxes = task->part->nodes->len;

  squill_layout_pack_rows (task->boxes, n_boxes,
                           squill_layout_page_width (task->boxes, n_boxes, GAP), GAP);
  task->done = TRUE;
}

/* When the engine is chosen automatically, a method that fails is replaced by a sturdier one; rows
 * never fail. */
static void
fall_back (Task *task, const guint *n_aborts)
{
  if (task->engine == SQUILL_LAYOUT_DOT && n_aborts[SQUILL_LAYOUT_SFDP] < MAX_ABORTS)
    task->engine = SQUILL_LAYOUT_SFDP;
  else
    task->engine = SQUILL_LAYOUT_AUTO;
}

static gboolean
lay_out_parts (GPtrArray *tasks,
               SquillLayoutEngine engine,
               guint *n_fallbacks,
               GCancellable *cancellable,
               GError **error)
{
  guint n_aborts[SQUILL_LAYOUT_N_ENGINES] = { 0 };

  for (;;)
    {
      g_autoptr (GPtrArray) open = g_ptr_array_new ();
      gboolean only_dot = TRUE;
      Task *failed = NULL;
      int status;

      for (guint i = 0; i < tasks->len; i++)
        {
          Task *task = g_ptr_array_index (tasks, i);

          if (task->done)
            continue;
          if (engine == SQUILL_LAYOUT_AUTO && n_aborts[task->engine] >= MAX_ABORTS)
            {
              fall_back (task, n_aborts);
              (*n_fallbacks)++;
            }
          if (task->engine == SQUILL_LAYOUT_AUTO)
            {
              pack_part (task);
              continue;
            }
          only_dot = only_dot && task->engine == SQUILL_LAYOUT_DOT;
          g_ptr_array_add (open, task);
        }
      if (open->len == 0)
        return TRUE;

      status =
          run_program (open, engine == SQUILL_LAYOUT_AUTO && only_dot ? AUTO_DOT_SECONDS : SECONDS,
                       cancellable, error);
      if (status == -1)
        return FALSE;
      for (guint i = 0; i < open->len && failed == NULL; i++)
        {
          Task *task = g_ptr_array_index (open, i);

          failed = task->done ? NULL : task;
        }
      if (failed == NULL)
        continue;
      g_debug ("%s failed with %d", squill_layout_engine_to_string (failed->engine), status);
      if (engine != SQUILL_LAYOUT_AUTO)
        {
          set_abort_error (error, failed->engine, status);
          return FALSE;
        }
      n_aborts[failed->engine]++;
      fall_back (failed, n_aborts);
      (*n_fallbacks)++;
    }
}

static int
compare_by_height (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const Task *task_a = *(Task *const *)a, *task_b = *(Task *const *)b;
  guint size_a = task_a->part->nodes->len, size_b = task_b->part->nodes->len;

  if (task_a->bounds.height != task_b->bounds.height)
    return task_a->bounds.height > task_b->bounds.height ? -1 : 1;
  return size_a > size_b ? -1 : size_a < size_b;
}

static int
to_grid (int at)
{
  return (at + SQUILL_LAYOUT_GRID / 2) / SQUILL_LAYOUT_GRID * SQUILL_LAYOUT_GRID;
}

static void
place_part (const Task *task, int left, int top, SquillLayoutBox *boxes)
{
  for (guint i = 0; i < task->part->nodes->len; i++)
    {
      SquillLayoutBox *box = &boxes[g_array_index (task->part->nodes, guint, i)];

      box->x = to_grid (left + task->boxes[i].x - task->bounds.x);
      box->y = to_grid (top + task->boxes[i].y - task->bounds.y);
    }
}

/* The joined parts fill a page, the tallest first; what no line joins to anything stands in rows
 * below a wide page, or right of a tall one. */
static void
place_parts (GPtrArray *joined, GPtrArray *singles, SquillLayoutBox *boxes)
{
  g_autofree SquillLayoutBox *frames = g_new (SquillLayoutBox, joined->len);
  g_autofree SquillLayoutBox *rows = g_new (SquillLayoutBox, singles->len);
  SquillLayoutBox bounds;
  int left = 0, top = 0, width;

  for (guint i = 0; i < joined->len; i++)
    {
      Task *task = g_ptr_array_index (joined, i);

      task->bounds = squill_layout_bounds (task->boxes, task->part->nodes->len);
    }
  g_ptr_array_sort_with_data (joined, compare_by_height, NULL);
  for (guint i = 0; i < joined->len; i++)
    frames[i] = ((Task *)g_ptr_array_index (joined, i))->bounds;
  squill_layout_pack_rows (frames, joined->len,
                           squill_layout_page_width (frames, joined->len, 2 * GAP), 2 * GAP);
  for (guint i = 0; i < joined->len; i++)
    place_part (g_ptr_array_index (joined, i), frames[i].x, frames[i].y, boxes);

  for (guint i = 0; i < singles->len; i++)
    {
      Task *task = g_ptr_array_index (singles, i);

      task->bounds = task->boxes[0];
      rows[i] = task->boxes[0];
    }
  bounds = squill_layout_bounds (frames, joined->len);
  width = squill_layout_page_width (rows, singles->len, GAP);
  if (joined->len > 0 && bounds.height > bounds.width)
    left = bounds.width + 2 * GAP;
  else if (joined->len > 0)
    {
      top = bounds.height + 2 * GAP;
      width = MAX (width, bounds.width);
    }
  squill_layout_pack_rows (rows, singles->len, width, GAP);
  for (guint i = 0; i < singles->len; i++)
    place_part (g_ptr_array_index (singles, i), left + rows[i].x, top + rows[i].y, boxes);
}

static Task *
task_new (const SquillLayoutGraph *graph, const SquillLayoutPart *part, SquillLayoutEngine engine)
{
  Task *task = g_new0 (Task, 1);

  task->part = part;
  task->boxes = g_new0 (SquillLayoutBox, part->nodes->len);
  for (guint i = 0; i < part->nodes->len; i++)
    {
      const SquillLayoutNode *node =
          &g_array_index (graph->nodes, SquillLayoutNode, g_array_index (part->nodes, guint, i));

      task->boxes[i].width = squill_layout_node_get_width (node);
      task->boxes[i].height = node->height;
    }
  /* Without a line the engines have nothing to go by, and rows are tidier. */
  if (part->edges->len == 0)
    task->engine = SQUILL_LAYOUT_AUTO;
  else if (engine == SQUILL_LAYOUT_AUTO)
    task->engine = part->nodes->len <= DOT_LIMIT ? SQUILL_LAYOUT_DOT : SQUILL_LAYOUT_SFDP;
  else
    task->engine = engine;
  return task;
}

/* The engines know nothing of the rows at which lines leave their boxes, nor of the proportions of
 * a window. */
static void
set_columns (Task *task, GCancellable *cancellable)
{
  const SquillLayoutPart *part = task->part;

  if (part->edges->len == 0)
    return;
  squill_layout_columns (task->boxes, part->nodes->len,
                         (const SquillLayoutEdge *)(gpointer)part->edges->data, part->edges->len,
                         task->engine == SQUILL_LAYOUT_DOT, GAP, RANK_GAP, cancellable);
}

static Level *
level_new (const SquillLayoutGraph *graph, SquillLayoutEngine engine)
{
  Level *level = g_new0 (Level, 1);

  level->graph = squill_layout_graph_ref ((SquillLayoutGraph *)graph);
  level->parts = squill_layout_graph_split (graph);
  level->joined = g_ptr_array_new_with_free_func (task_free);
  level->singles = g_ptr_array_new_with_free_func (task_free);
  level->boxes = g_new0 (SquillLayoutBox, graph->nodes->len);
  for (guint i = 0; i < level->parts->len; i++)
    {
      Task *task = task_new (graph, g_ptr_array_index (level->parts, i), engine);

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

/* Sets the boxes once the engine has set those of each part. */
static void
level_place (Level *level, SquillLayoutEngine engine, GCancellable *cancellable)
{
  guint n_boxes = level->graph->nodes->len, n_moved;
  SquillLayoutBox bounds;

  for (guint i = 0; engine == SQUILL_LAYOUT_AUTO && i < level->joined->len; i++)
    set_columns (g_ptr_array_index (level->joined, i), cancellable);
  for (guint i = 0; i < n_boxes; i++)
    {
      const SquillLayoutNode *node = &g_array_index (level->graph->nodes, SquillLayoutNode, i);

      level->boxes[i].width = squill_layout_node_get_width (node);
      level->boxes[i].height = node->height;
    }
  place_parts (level->joined, level->singles, level->boxes);
  n_moved = squill_layout_part_boxes (level->boxes, n_boxes, MIN_GAP, SQUILL_LAYOUT_GRID);
  if (n_moved > 0)
    g_debug ("%u of %u boxes were in the way of others", n_moved, n_boxes);
  bounds = squill_layout_bounds (level->boxes, n_boxes);
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
      SquillLayoutBox bounds = squill_layout_bounds (group->level->boxes, group->nodes->len);

      group->box = squill_layout_graph_add_box (outer, bounds.width + 2 * GROUP_SIDE,
                                                bounds.height + GROUP_TOP + GROUP_SIDE, -1);
      for (guint j = 0; j < group->nodes->len; j++)
        {
          Seat *seat = &seats[g_array_index (group->nodes, guint, j)];

          seat->box = group->box;
          seat->top = GROUP_TOP + group->level->boxes[j].y;
        }
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
  if (!lay_out_parts (tasks, engine, n_fallbacks, cancellable, error))
    return FALSE;
  for (guint i = 0; i < groups->len; i++)
    level_place (((Group *)g_ptr_array_index (groups, i))->level, engine, cancellable);
  return TRUE;
}

static SquillLayoutResult *
lay_out (const SquillLayoutGraph *graph,
         SquillLayoutEngine engine,
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
      !lay_out_groups (graph, groups, seats, engine, &result->n_fallbacks, cancellable, error))
    return NULL;
  outer = make_outer_graph (graph, groups, seats);
  level = level_new (outer, engine);
  if (!lay_out_parts (level->joined, engine, &result->n_fallbacks, cancellable, error))
    return NULL;
  level_place (level, engine, cancellable);
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

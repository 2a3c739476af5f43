/* SPDX-License-Identifier: Apache-2.0 */

/* Asks the layout program where boxes go, and another method where one fails. */

#define G_LOG_DOMAIN "squill-diagram"

#include "config.h"

#include "diagram/squill-diagram-private.h"

#include <gio/gunixinputstream.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

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

void
_squill_layout_task_free (gpointer data)
{
  SquillLayoutTask *task = data;

  g_free (task->boxes);
  g_free (task);
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
append_request (GString *text, const SquillLayoutTask *task)
{
  const SquillLayoutPart *part = task->part;

  g_string_append_printf (text, "graph %s %u %u %d %d\n",
                          squill_layout_engine_to_string (task->engine), part->nodes->len,
                          part->edges->len, task->may_overlap ? 0 : SQUILL_LAYOUT_GAP,
                          SQUILL_LAYOUT_RANK_GAP);
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
read_answer (char **at, SquillLayoutTask *task)
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
      const SquillLayoutTask *task = g_ptr_array_index (tasks, i);

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
                   _ ("The diagram cannot be arranged: the program “%s” cannot be started."),
                   program);
      g_debug ("%s", local_error->message);
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
      SquillLayoutTask *task = g_ptr_array_index (tasks, i);

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
pack_part (SquillLayoutTask *task)
{
  guint n_boxes = task->part->nodes->len;

  _squill_layout_pack_rows (task->boxes, n_boxes,
                            _squill_layout_page_width (task->boxes, n_boxes, SQUILL_LAYOUT_GAP),
                            SQUILL_LAYOUT_GAP);
  task->done = TRUE;
}

/* When the engine is chosen automatically, a method that fails is replaced by a sturdier one; rows
 * never fail. */
static void
fall_back (SquillLayoutTask *task, const guint *n_aborts)
{
  if (task->engine == SQUILL_LAYOUT_DOT && n_aborts[SQUILL_LAYOUT_SFDP] < MAX_ABORTS)
    task->engine = SQUILL_LAYOUT_SFDP;
  else
    task->engine = SQUILL_LAYOUT_AUTO;
}

/* Lays out all tasks that are not done, in the helper program; where an engine aborts or takes too
 * long, others take its place if @engine is %SQUILL_LAYOUT_AUTO. @tasks: (element-type
 * SquillLayoutTask); @n_fallbacks: is increased by how often that was so. Returns: %FALSE with an
 * error of %SQUILL_LAYOUT_ERROR, or if it was cancelled */
gboolean
_squill_layout_run_engines (GPtrArray *tasks,
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
      SquillLayoutTask *failed = NULL;
      int status;

      for (guint i = 0; i < tasks->len; i++)
        {
          SquillLayoutTask *task = g_ptr_array_index (tasks, i);

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
          SquillLayoutTask *task = g_ptr_array_index (open, i);

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

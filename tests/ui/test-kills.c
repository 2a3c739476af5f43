/* SPDX-License-Identifier: Apache-2.0 */

/* The window is killed at random moments while it edits and saves. Nothing is unreadable, and file
 * or draft hold what was done until shortly before.
 *
 * SQUILL_KILLS says how often; few by default. With it, the time of what was lost is checked too.
 */

#include "config.h"

#include <gio/gio.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <gtksourceview/gtksource.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "model/squill-authoring.h"
#include "shell/squill-window.h"

#define DEFAULT_KILLS 3
#define MAX_EDITS (1 << 20)
/* What may be lost. */
#define MAX_LOST_US (2 * G_USEC_PER_SEC)

/* What the window that is killed tells of itself. Edits are numbered. */
typedef struct
{
  gint64 first;
  volatile gint64 newest;
  volatile gint64 times[MAX_EDITS];
} Board;

static Board *
open_board (const char *path, gboolean make)
{
  int file = g_open (path, make ? O_CREAT | O_RDWR : O_RDWR, 0600);
  void *board;

  g_assert_cmpint (file, >=, 0);
  if (make)
    g_assert_cmpint (ftruncate (file, sizeof (Board)), ==, 0);
  board = mmap (NULL, sizeof (Board), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  g_assert_true (board != MAP_FAILED);
  close (file);
  return board;
}

/* The window that is killed. */

typedef struct
{
  SquillWindow *window;
  Board *board;
  GRand *rand;
} Victim;

static void
edit (Victim *victim)
{
  SquillModel *model = squill_session_get_model (squill_window_get_session (victim->window));
  gint64 number = victim->board->newest + 1;
  g_autofree char *name = g_strdup_printf ("%" G_GINT64_FORMAT, number);
  g_autofree char *added = NULL;

  victim->board->times[number - victim->board->first] = g_get_monotonic_time ();
  squill_model_begin_step (model, "Edit", NULL);
  squill_model_set (model, SQUILL_MODEL_ID, "name", json_string (name), NULL);
  if (number % 10 == 0)
    added = squill_model_add_entity (model, name, number % 5000, number % 3000);
  squill_model_end_step (model);
  victim->board->newest = number;
}

static gboolean
on_due (gpointer data)
{
  Victim *victim = data;
  gint32 what = g_rand_int_range (victim->rand, 0, 40);

  edit (victim);
  if (what == 0)
    gtk_widget_activate_action (GTK_WIDGET (victim->window), "win.save", NULL);
  /* Now and then nothing is done for a while. */
  g_timeout_add ((guint)(what == 1 ? 1500 : g_rand_int_range (victim->rand, 2, 60)), on_due, data);
  return G_SOURCE_REMOVE;
}

static void
be_killed (const char *path, const char *board, guint32 seed)
{
  Victim victim = { .board = open_board (board, FALSE), .rand = g_rand_new_with_seed (seed) };
  g_autoptr (GFile) file = g_file_new_for_path (path);

  prctl (PR_SET_PDEATHSIG, SIGKILL);
  adw_init ();
  gtk_source_init ();
  victim.window = squill_window_new (NULL);
  gtk_window_present (GTK_WINDOW (victim.window));
  squill_window_load (victim.window, file);
  while (squill_window_is_busy (victim.window))
    g_main_context_iteration (NULL, TRUE);
  on_due (&victim);
  for (;;)
    g_main_context_iteration (NULL, TRUE);
}

/* The killer. */

static gint64
read_number (const char *path)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GError) error = NULL;
  g_autoptr (SquillModel) model = squill_model_load (file, NULL, NULL, &error);

  if (model == NULL)
    g_error ("%s cannot be read: %s", path, error->message);
  return g_ascii_strtoll (squill_model_get_info (model)->name, NULL, 10);
}

/* Gives the newest edit in the drafts, and takes them away. */
static gint64
take_drafts (gint64 newest)
{
  g_autoptr (GPtrArray) drafts = squill_drafts_find_orphans ();

  for (guint i = 0; i < drafts->len; i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (SquillModel) model = squill_draft_load (drafts->pdata[i], &error);

      if (model == NULL)
        g_error ("A draft cannot be read: %s", error->message);
      newest = MAX (newest, g_ascii_strtoll (squill_model_get_info (model)->name, NULL, 10));
      squill_draft_discard (drafts->pdata[i]);
    }
  return newest;
}

static void
test_kills (gconstpointer program)
{
  const char *said = g_getenv ("SQUILL_KILLS");
  guint n = said != NULL ? (guint)g_ascii_strtoull (said, NULL, 10) : DEFAULT_KILLS;
  g_autofree char *folder = g_dir_make_tmp ("squill-kills-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "shop.squill", NULL);
  g_autofree char *board_path = g_build_filename (folder, "board", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  Board *board = open_board (board_path, TRUE);
  gint64 known = 0, most = 0, n_edits = 0;
  guint n_late = 0;

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (SquillModel) model = squill_model_new ();
      g_autofree char *seed = g_strdup_printf ("%u", (guint)g_test_rand_int_range (0, G_MAXINT));
      g_autofree char *name = g_strdup_printf ("%" G_GINT64_FORMAT, known);
      g_autoptr (GSubprocess) victim = NULL;
      g_autoptr (GError) error = NULL;
      gint64 wanted, killed, found, lost = 0;

      if (i % 50 == 0)
        {
          /* A file that grows for ever says nothing new. */
          squill_model_set (model, SQUILL_MODEL_ID, "name", json_string (name), NULL);
          squill_model_save (model, file, NULL, NULL, NULL, &error);
          g_assert_no_error (error);
        }
      known = read_number (path);
      board->first = board->newest = known;
      victim = g_subprocess_new (G_SUBPROCESS_FLAGS_NONE, &error, (const char *)program, "--victim",
                                 path, board_path, seed, NULL);
      g_assert_no_error (error);
      /* Some edits are done, and then any moment will do. */
      wanted = known + g_test_rand_int_range (1, 80);
      while (board->newest < wanted && g_subprocess_get_identifier (victim) != NULL)
        {
          g_main_context_iteration (NULL, FALSE);
          g_usleep (1000);
        }
      g_usleep ((gulong)g_test_rand_int_range (0, 50000));
      killed = g_get_monotonic_time ();
      g_subprocess_force_exit (victim);
      g_subprocess_wait (victim, NULL, NULL);
      g_assert_true (g_subprocess_get_if_signaled (victim));
      g_assert_cmpint (g_subprocess_get_term_sig (victim), ==, SIGKILL);

      n_edits += board->newest - known;
      found = take_drafts (read_number (path));
      if (found < board->newest)
        lost = killed - board->times[found + 1 - board->first];
      most = MAX (most, lost);
      n_late += lost > MAX_LOST_US;
    }
  g_test_message ("%u kills in %" G_GINT64_FORMAT " edits: at most %.3f s lost, more than 2 s %u "
                  "times",
                  n, n_edits, (double)most / G_USEC_PER_SEC, n_late);
  if (said != NULL)
    g_assert_cmpuint (n_late, ==, 0);

  /* Nothing is left but the file, once something is saved. */
  {
    g_autoptr (SquillModel) model = squill_model_new ();
    g_autoptr (GDir) dir = NULL;
    const char *entry;

    g_assert_true (squill_model_save (model, file, NULL, NULL, NULL, NULL));
    dir = g_dir_open (folder, 0, NULL);
    while ((entry = g_dir_read_name (dir)) != NULL)
      g_assert_true (g_str_equal (entry, "shop.squill") || g_str_equal (entry, "board"));
  }
  g_unlink (path);
  g_unlink (board_path);
  g_rmdir (folder);
  munmap (board, sizeof (Board));
}

int
main (int argc, char **argv)
{
  if (argc == 5 && g_str_equal (argv[1], "--victim"))
    be_killed (argv[2], argv[3], (guint32)g_ascii_strtoull (argv[4], NULL, 10));
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/window/kills", argv[0], test_kills);
  return g_test_run ();
}

/* SPDX-License-Identifier: Apache-2.0 */

/* What it costs to start Squill without and with a model, beside a window of libadwaita with
 * nothing in it. They are started in turn, on the same screen, and left alone until they are at
 * rest: all that follows from the start is done then, as are the findings of the model. The memory
 * is what the program has to itself, with its share of what it shares with others (PSS). The aim is
 * for the window alone: what a model costs depends on the model.
 *
 *    bench-start BARE-WINDOW SQUILL MODEL [STARTS] */

#include "config.h"

#include <glib.h>
#include <locale.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>

#define N_STARTS 7
#define MAX_STARTS 100
/* At rest is what needs less time than this … */
#define REST_CPU_MS 2.0
/* … for so long, and it is looked at so often. */
#define REST_MS 1000.0
#define STEP_MS 20
/* Longer than any start. */
#define MAX_MS 60000.0
#define AIM_RATIO 2.0
#define AIM_MIB 45.0

typedef enum
{
  CPU_MS,
  WALL_MS,
  PSS_MIB,
  N_MEASURES
} Measure;

typedef struct
{
  double values[N_MEASURES][MAX_STARTS];
} Starts;

static double
get_clock_ms (clockid_t clock)
{
  struct timespec now = { 0 };

  clock_gettime (clock, &now);
  return now.tv_sec * 1e3 + now.tv_nsec / 1e6;
}

/* In MiB; 0 where the kernel does not tell. */
static double
read_pss (GPid pid)
{
  g_autofree char *path = g_strdup_printf ("/proc/%d/smaps_rollup", (int)pid);
  g_autofree char *text = NULL;
  const char *line;

  if (!g_file_get_contents (path, &text, NULL, NULL) || (line = strstr (text, "\nPss:")) == NULL)
    return 0;
  return g_ascii_strtod (line + strlen ("\nPss:"), NULL) / 1024;
}

/* Starts a program, and ends it when it is at rest. */
static void
start (const char *const *argv, Starts *starts, guint nth)
{
  g_autoptr (GError) error = NULL;
  const double begun = get_clock_ms (CLOCK_MONOTONIC);
  double busy = begun, cpu = 0;
  clockid_t clock;
  GPid pid;

  if (!g_spawn_async (NULL, (char **)argv, NULL,
                      G_SPAWN_DO_NOT_REAP_CHILD | G_SPAWN_STDOUT_TO_DEV_NULL, NULL, NULL, &pid,
                      &error))
    g_error ("%s", error->message);
  if (clock_getcpuclockid (pid, &clock) != 0)
    g_error ("%s cannot be measured", argv[0]);
  for (double now = begun; now - busy < REST_MS && now - begun < MAX_MS;
       now = get_clock_ms (CLOCK_MONOTONIC))
    {
      double spent;

      g_usleep (STEP_MS * 1000);
      if (waitpid (pid, NULL, WNOHANG) == pid)
        g_error ("%s ended by itself", argv[0]);
      spent = get_clock_ms (clock);
      if (spent - cpu < REST_CPU_MS)
        continue;
      cpu = spent;
      busy = get_clock_ms (CLOCK_MONOTONIC);
    }
  starts->values[CPU_MS][nth] = get_clock_ms (clock);
  starts->values[WALL_MS][nth] = busy - begun;
  starts->values[PSS_MIB][nth] = read_pss (pid);
  kill (pid, SIGTERM);
  waitpid (pid, NULL, 0);
  g_spawn_close_pid (pid);
}

static int
compare (const void *a, const void *b)
{
  double x = *(const double *)a, y = *(const double *)b;

  return x < y ? -1 : x > y;
}

static double
get_median (Starts *starts, Measure measure, guint n)
{
  qsort (starts->values[measure], n, sizeof (double), compare);
  return starts->values[measure][n / 2];
}

static void
print_row (const char *name, const double *values)
{
  g_print ("%-29s %5.0f ms %9.0f ms %6.1f MiB\n", name, values[CPU_MS], values[WALL_MS],
           values[PSS_MIB]);
}

static void
print_comparison (const double *values, const double *reference, const char *aim)
{
  g_print ("%-29s %6.2f ×  %9.2f ×  %+6.1f MiB%s\n", "", values[CPU_MS] / reference[CPU_MS],
           values[WALL_MS] / reference[WALL_MS], values[PSS_MIB] - reference[PSS_MIB], aim);
}

int
main (int argc, char **argv)
{
  static Starts bare, empty, model;
  const char *const bare_argv[] = { argv[1], NULL };
  const char *const empty_argv[] = { argv[2], NULL };
  const char *const model_argv[] = { argv[2], argv[3], NULL };
  double reference[N_MEASURES], without[N_MEASURES], with[N_MEASURES];
  g_autofree char *aim = NULL;
  guint n = N_STARTS;

  setlocale (LC_ALL, "");
  if (argc < 4)
    {
      g_printerr ("Usage: %s BARE-WINDOW SQUILL MODEL [STARTS]\n", argv[0]);
      return 2;
    }
  if (argc > 4)
    n = CLAMP ((guint)g_ascii_strtoull (argv[4], NULL, 10), 1, MAX_STARTS);
  for (guint i = 0; i < n; i++)
    {
      start (bare_argv, &bare, i);
      start (empty_argv, &empty, i);
      start (model_argv, &model, i);
    }
  for (guint i = 0; i < N_MEASURES; i++)
    {
      reference[i] = get_median (&bare, i, n);
      without[i] = get_median (&empty, i, n);
      with[i] = get_median (&model, i, n);
    }
  aim = g_strdup_printf ("   aim %.0f ×, at most +%.0f MiB", AIM_RATIO, AIM_MIB);
  g_print ("%-29s %8s %12s %10s   medians of %u starts\n", "", "CPU", "until rest", "memory", n);
  print_row ("an empty window of libadwaita", reference);
  print_row ("Squill without a model", without);
  print_comparison (without, reference, aim);
  print_row ("Squill with a model", with);
  print_comparison (with, reference, "");
  return 0;
}

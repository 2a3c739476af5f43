/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "widgets/squill-progress.h"

#define PULSE_MS 100
#define PULSE_KEY "squill-pulse"

static gboolean
on_pulse (gpointer bar)
{
  gtk_progress_bar_pulse (bar);
  return G_SOURCE_CONTINUE;
}

static void
remove_source (gpointer source)
{
  g_source_remove (GPOINTER_TO_UINT (source));
}

/**
 * squill_progress_show:
 * @bar: a progress bar
 * @fraction: how far the work is, 0 to 1; negative if that is not known
 *
 * Shows how far it is, or moves until that is known or squill_progress_end().
 */
void
squill_progress_show (GtkProgressBar *bar, double fraction)
{
  g_return_if_fail (GTK_IS_PROGRESS_BAR (bar));

  if (fraction >= 0)
    {
      g_object_set_data (G_OBJECT (bar), PULSE_KEY, NULL);
      gtk_progress_bar_set_fraction (bar, MIN (fraction, 1));
    }
  else if (g_object_get_data (G_OBJECT (bar), PULSE_KEY) == NULL)
    {
      g_object_set_data_full (G_OBJECT (bar), PULSE_KEY,
                              GUINT_TO_POINTER (g_timeout_add (PULSE_MS, on_pulse, bar)),
                              remove_source);
    }
}

/**
 * squill_progress_end:
 * @bar: a progress bar
 *
 * Lets it rest. One that moves asks for sixty frames a second, also while it is hidden.
 */
void
squill_progress_end (GtkProgressBar *bar)
{
  squill_progress_show (bar, 0);
}

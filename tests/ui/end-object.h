/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <gio/gio.h>

/* Gives an object up and sees it end. A thread that has just done something for it may let go of it
 * a moment later, which is done by the main loop. */
static inline void
end_object (gpointer object)
{
  const gint64 deadline = g_get_monotonic_time () + 10 * G_TIME_SPAN_SECOND;
  GWeakRef weak;
  gpointer alive;

  g_weak_ref_init (&weak, object);
  g_object_unref (object);
  while ((alive = g_weak_ref_get (&weak)) != NULL)
    {
      g_object_unref (alive);
      g_assert_cmpint (g_get_monotonic_time (), <, deadline);
      if (!g_main_context_iteration (NULL, FALSE))
        g_thread_yield ();
    }
  g_weak_ref_clear (&weak);
}

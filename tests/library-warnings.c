/* SPDX-License-Identifier: Apache-2.0 */

/* Keeps warnings from ending the tests that no program can avoid: libadwaita 1.7 measures its
 * message dialogs and their labels in sizes that they do not fit in, and GTK 4.18 says so; GDK 4.24
 * counts its own frames wrong on an X server without hardware. */

#include <glib.h>

static GLogWriterOutput
write_log (GLogLevelFlags level, const GLogField *fields, gsize n_fields, gpointer user_data)
{
  for (gsize i = 0; i < n_fields; i++)
    if (g_str_equal (fields[i].key, "MESSAGE") && fields[i].length < 0 &&
        (g_str_has_prefix (fields[i].value, "Trying to measure GtkLabel ") ||
         g_str_has_prefix (fields[i].value, "Trying to measure AdwMessageDialog ") ||
         g_str_has_prefix (fields[i].value, "gdk_frame_timings_submitted() ")))
      return G_LOG_WRITER_HANDLED;
  return g_log_writer_default (level, fields, n_fields, user_data);
}

static __attribute__ ((constructor)) void
install (void)
{
  g_log_set_writer_func (write_log, NULL, NULL);
}

/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "javascript-syntax.h"

#include <gio/gio.h>
#include <glib/gstdio.h>

/* Node, if it is here, says whether this is JavaScript. */
void
check_javascript_syntax (const char *script, const char *what)
{
  g_autofree char *node = g_find_program_in_path ("node");
  g_autofree char *path = NULL;
  g_autofree char *messages = NULL;
  g_autoptr (GError) error = NULL;
  int fd, status;

  if (node == NULL)
    return;
  fd = g_file_open_tmp ("squill-XXXXXX.js", &path, &error);
  g_assert_no_error (error);
  g_close (fd, NULL);
  g_file_set_contents (path, script, -1, &error);
  g_assert_no_error (error);
  g_spawn_sync (NULL, (char *[]){ node, (char *)"--check", path, NULL }, NULL, G_SPAWN_DEFAULT,
                NULL, NULL, NULL, &messages, &status, &error);
  g_assert_no_error (error);
  if (!g_spawn_check_wait_status (status, NULL))
    g_error ("%s: %s\n%s", what, messages, script);
  g_unlink (path);
}

/* SPDX-License-Identifier: Apache-2.0 */

/* Runs a fuzz target over the files of folders, for builds without a fuzzer: what was once found
 * stays fixed, and the targets stay whole. */

#include "config.h"

#include <gio/gio.h>

int LLVMFuzzerTestOneInput (const guint8 *data, gsize length);

static gboolean
run_folder (const char *folder)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GDir) dir = g_dir_open (folder, 0, &error);
  const char *name;

  if (dir == NULL)
    {
      g_printerr ("%s\n", error->message);
      return FALSE;
    }
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      g_autofree char *bytes = NULL;
      gsize length;

      if (!g_file_get_contents (path, &bytes, &length, &error))
        {
          g_printerr ("%s\n", error->message);
          return FALSE;
        }
      g_print ("%s\n", name);
      LLVMFuzzerTestOneInput ((const guint8 *)bytes, length);
    }
  return TRUE;
}

int
main (int argc, char **argv)
{
  for (int i = 1; i < argc; i++)
    if (!run_folder (argv[i]))
      return 1;
  return 0;
}

/* SPDX-License-Identifier: Apache-2.0 */

/* With a fuzzer a warning of a library is a find, too, and every find leaves its input: GLib ends a
 * program with a signal that libFuzzer does not know. */

#include "config.h"

#include <glib.h>
#include <signal.h>
#include <stdlib.h>

int LLVMFuzzerInitialize (int *argc, char ***argv);

static void
on_trap (G_GNUC_UNUSED int signal_number)
{
  abort ();
}

int
LLVMFuzzerInitialize (G_GNUC_UNUSED int *argc, G_GNUC_UNUSED char ***argv)
{
  g_log_set_always_fatal (G_LOG_LEVEL_ERROR | G_LOG_LEVEL_CRITICAL | G_LOG_LEVEL_WARNING);
  signal (SIGTRAP, on_trap);
  return 0;
}

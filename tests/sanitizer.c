/* SPDX-License-Identifier: Apache-2.0 */

/* Keeps out of the leak report what libraries allocate while they are loaded.
 *
 * GLib drops its first table of quarks on purpose when it needs a larger one, as every program with
 * many widgets does; its stack shows nothing that a suppression could name. The functions listed in
 * .preinit_array run before the constructors of libraries, those of the program after them. */

#include <sanitizer/lsan_interface.h>

static void
before_libraries (void)
{
  __lsan_disable ();
}

static __attribute__ ((constructor)) void
after_libraries (void)
{
  __lsan_enable ();
}

__attribute__ ((section (".preinit_array"),
                used)) static void (*const first) (void) = before_libraries;

/* SPDX-License-Identifier: Apache-2.0 */

/* The driver keeps its counters in shared memory named after the process (/dev/shm/mongoc-PID), so
 * that mongoc-stat can read them. It makes it while it is loaded, and takes it away when the
 * process ends. A process that was killed leaves its one behind, and the next process with that
 * number starts with a warning of the driver on standard error. So a leftover is removed before the
 * driver is loaded, and the memory has no name any more as soon as it is there. */

#include "config.h"

#include "inspect/server/squill-server-private.h"

#include <sys/mman.h>
#include <unistd.h>

#ifdef __SANITIZE_ADDRESS__
#define BEFORE_SANITIZER __attribute__ ((no_sanitize ("address", "undefined")))
#else
#define BEFORE_SANITIZER
#endif

/* Removes the name of this process's counters.
 *
 * It runs before the libraries are initialized, so it calls nothing but the kernel. */
BEFORE_SANITIZER void
_squill_driver_counters_unlink (void)
{
  char name[] = "/mongoc-4294967295";
  char digits[10];
  unsigned int pid = (unsigned int)getpid ();
  unsigned int n = 0;
  char *end = name + 8;

  do
    digits[n++] = (char)('0' + pid % 10);
  while ((pid /= 10) != 0);
  while (n > 0)
    *end++ = digits[--n];
  *end = '\0';
  shm_unlink (name);
}

/* The order is: these, then the constructors of the libraries, then those of the program. */
__attribute__ ((section (".preinit_array"),
                used)) static void (*const unlink_leftover) (void) = _squill_driver_counters_unlink;

__attribute__ ((constructor)) static void
unlink_own (void)
{
  _squill_driver_counters_unlink ();
}

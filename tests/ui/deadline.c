/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "deadline.h"

/* Far more than anything takes, on a slow machine and with sanitizers, too. */
#define DEADLINE_SECONDS 60

static gboolean
on_deadline (gpointer what)
{
  g_error ("It did not happen in %d s: %s", DEADLINE_SECONDS, (const char *)what);
  return G_SOURCE_REMOVE;
}

/* @what is kept as it is: what should happen, for the message. */
Deadline
deadline_begin (const char *what)
{
  return g_timeout_add_seconds (DEADLINE_SECONDS, on_deadline, (gpointer)what);
}

void
deadline_end (Deadline self)
{
  g_source_remove (self);
}

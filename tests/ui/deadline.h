/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * Deadline:
 *
 * Ends the program while something does not happen: `g_auto (Deadline) deadline = deadline_begin
 * ("…")` before a loop that lets the program work until it has happened.
 */
typedef guint Deadline;

Deadline deadline_begin (const char *what);
void deadline_end (Deadline self);

G_DEFINE_AUTO_CLEANUP_FREE_FUNC (Deadline, deadline_end, 0)

G_END_DECLS

/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * SquillServerCommand:
 * @name: the command: "find", "aggregate", …
 * @database: the database
 * @text: the command as relaxed Extended JSON, without anything secret, cut where it is long
 * @milliseconds: how long it took; negative while it has not ended
 * @failure: (nullable): why it failed
 *
 * A command that was sent to a server.
 */
typedef struct
{
  char *name;
  char *database;
  char *text;
  double milliseconds;
  char *failure;
} SquillServerCommand;

G_END_DECLS

/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "wire-proxy.h"

G_BEGIN_DECLS

/* Its name, for canned_server_use_resolver(). */
#define CANNED_SERVER_HOST "here.test"

/**
 * CannedAnswer:
 * @command: a command
 * @with_key: (nullable): a key somewhere in it
 * @answer: what is answered, in Extended JSON
 */
typedef struct
{
  const char *command;
  const char *with_key;
  const char *answer;
} CannedAnswer;

void canned_server_use_resolver (void);
WireProxy *canned_server_new (const char *members);

G_END_DECLS

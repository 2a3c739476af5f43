/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "inspect/source/squill-place.h"

G_BEGIN_DECLS

/**
 * SQUILL_SERVER_ERROR:
 *
 * Why a server cannot be read, each for a message of its own.
 */
#define SQUILL_SERVER_ERROR (squill_server_error_quark ())

/**
 * SquillServerError:
 * @SQUILL_SERVER_ERROR_ADDRESS: the address is not one
 * @SQUILL_SERVER_ERROR_UNREACHABLE: nobody answers there
 * @SQUILL_SERVER_ERROR_TLS: no secure connection came about
 * @SQUILL_SERVER_ERROR_PASSWORD: user or password are wrong
 * @SQUILL_SERVER_ERROR_NEEDS_PASSWORD: the address has a user, and no password was given
 * @SQUILL_SERVER_ERROR_RIGHTS: the user may not do that
 * @SQUILL_SERVER_ERROR_LOST: the connection broke
 * @SQUILL_SERVER_ERROR_TIMED_OUT: the server did not answer in time
 * @SQUILL_SERVER_ERROR_REFUSED: a command that is not on the list of those that only read
 * @SQUILL_SERVER_ERROR_COMMAND: the server refused a command
 */
typedef enum
{
  SQUILL_SERVER_ERROR_ADDRESS,
  SQUILL_SERVER_ERROR_UNREACHABLE,
  SQUILL_SERVER_ERROR_TLS,
  SQUILL_SERVER_ERROR_PASSWORD,
  SQUILL_SERVER_ERROR_NEEDS_PASSWORD,
  SQUILL_SERVER_ERROR_RIGHTS,
  SQUILL_SERVER_ERROR_LOST,
  SQUILL_SERVER_ERROR_TIMED_OUT,
  SQUILL_SERVER_ERROR_REFUSED,
  SQUILL_SERVER_ERROR_COMMAND,
} SquillServerError;

GQuark squill_server_error_quark (void);

gboolean squill_server_is_address (const char *source);
char *squill_server_address_take_password (const char *address, char **password, GError **error);
char *squill_server_address_for_people (const char *address);
char *squill_server_address_get_hosts (const char *address);

GPtrArray *squill_server_list_places (const char *address,
                                      const SquillInspectOptions *options,
                                      SquillProfile *record,
                                      SquillProblemList *problems,
                                      GCancellable *cancellable,
                                      GError **error);

G_END_DECLS

/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "inspect/source/squill-source-collection.h"

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

/* The number of getMore commands that are recorded one by one; more are only counted. */
#define SQUILL_SERVER_MONITOR_MAX_FETCHES 10000u

/**
 * SquillServerMonitor:
 *
 * The record of everything that was sent to a server, including what the driver sends by itself. It
 * may be used from any thread, and only grows.
 */
typedef struct _SquillServerMonitor SquillServerMonitor;

SquillServerMonitor *squill_server_monitor_new (void);
SquillServerMonitor *squill_server_monitor_ref (SquillServerMonitor *self);
void squill_server_monitor_unref (SquillServerMonitor *self);
guint squill_server_monitor_get_length (SquillServerMonitor *self);
const SquillServerCommand *squill_server_monitor_get (SquillServerMonitor *self, guint index);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SquillServerMonitor, squill_server_monitor_unref)

/**
 * SQUILL_SERVER_ERROR:
 *
 * Why a server cannot be read.
 */
#define SQUILL_SERVER_ERROR (squill_server_error_quark ())

/**
 * SquillServerError:
 * @SQUILL_SERVER_ERROR_ADDRESS: the address is not valid
 * @SQUILL_SERVER_ERROR_UNREACHABLE: no server answers there
 * @SQUILL_SERVER_ERROR_TLS: no secure connection could be made
 * @SQUILL_SERVER_ERROR_PASSWORD: the user or the password is wrong
 * @SQUILL_SERVER_ERROR_NEEDS_PASSWORD: the address has a user, and no password was given
 * @SQUILL_SERVER_ERROR_RIGHTS: the user may not do that
 * @SQUILL_SERVER_ERROR_LOST: the connection was lost
 * @SQUILL_SERVER_ERROR_TIMED_OUT: the server did not answer in time
 * @SQUILL_SERVER_ERROR_REFUSED: the gate does not let the command through
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

/**
 * SquillServerAddress:
 * @scheme: "mongodb" or "mongodb+srv"
 * @user: (nullable): as the address has it, with %XX
 * @password: (nullable): likewise; wiped when it is freed
 * @hosts: hosts and ports, with commas
 * @database: (nullable): the database, unescaped
 * @options: (nullable): the options after the question mark that are known to be no secret
 * @secret_options: (nullable): the others but @key_password; wiped likewise
 * @key_password: (nullable): that of the private key file, as the address has it; wiped likewise
 *
 * The parts of an address of a server.
 */
typedef struct
{
  char *scheme;
  char *user;
  char *password;
  char *hosts;
  char *database;
  char *options;
  char *secret_options;
  char *key_password;
} SquillServerAddress;

gboolean squill_server_is_address (const char *source);
SquillServerAddress *squill_server_address_new (const char *address, GError **error);
SquillServerAddress *squill_server_address_new_typed (const char *text, GError **error);
void squill_server_address_free (SquillServerAddress *self);
void squill_server_address_forget_secrets (SquillServerAddress *self);
char *squill_server_address_get_user (const SquillServerAddress *self);
void squill_server_address_set_user (SquillServerAddress *self, const char *user);
char *squill_server_address_get_password (const SquillServerAddress *self);
char *squill_server_address_get_option (const SquillServerAddress *self, const char *name);
void squill_server_address_set_option (SquillServerAddress *self,
                                       const char *name,
                                       const char *value);
char *squill_server_address_to_string (const SquillServerAddress *self, gboolean with_secrets);
char *squill_server_address_to_short_string (const SquillServerAddress *self);
gboolean squill_server_address_has_user (const char *address);
void squill_server_wipe (char *secret);
char *squill_server_address_take_password (const char *address, char **password, GError **error);
char *squill_server_address_for_people (const char *address);
char *squill_server_address_get_hosts (const char *address);

gboolean squill_server_error_is_of_command (const GError *error);
gboolean squill_server_error_is_recoverable (const GError *error);

GPtrArray *squill_server_list_places (const char *address,
                                      const SquillInspectOptions *options,
                                      SquillServerMonitor *monitor,
                                      SquillProblemList *problems,
                                      GCancellable *cancellable,
                                      GError **error);
gboolean squill_server_has_collection (const SquillSourceCollection *place);
gboolean squill_server_has_both (const SquillSourceCollection *a, const SquillSourceCollection *b);
GPtrArray *squill_server_ask (const SquillSourceCollection *place,
                              bson_t *command,
                              gint64 deadline,
                              GCancellable *cancellable,
                              GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SquillServerAddress, squill_server_address_free)

G_END_DECLS

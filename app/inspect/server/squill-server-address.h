/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * SquillServerAddress:
 * @scheme: "mongodb" or "mongodb+srv"
 * @user: (nullable): as the address has it, with %XX
 * @password: (nullable): likewise; wiped when it is freed
 * @hosts: hosts and ports, with commas
 * @database: (nullable): the database, unescaped
 * @options: (nullable): what stands behind the question mark, without passwords
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
  char *key_password;
} SquillServerAddress;

SquillServerAddress *squill_server_address_new (const char *address, GError **error);
void squill_server_address_free (SquillServerAddress *self);
char *squill_server_address_to_string (const SquillServerAddress *self, gboolean with_secrets);
char *squill_server_address_get_option (const SquillServerAddress *self, const char *name);
gboolean squill_server_address_needs_password (const SquillServerAddress *self);
void squill_server_address_set_password (SquillServerAddress *self, const char *password);

void squill_server_wipe (char *secret);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SquillServerAddress, squill_server_address_free)

G_END_DECLS

/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * SquillAddressParts:
 * @srv: whether the address is looked up in the name service: `mongodb+srv://`
 * @user: (nullable): who connects, as typed, not encoded
 * @password: (nullable): the password, as typed; not among what is written again
 * @hosts: the servers, `name:port`, with commas between
 * @database: (nullable): the database, still encoded
 * @options: (nullable): what follows the question mark
 *
 * The address of a server taken apart into what a form has fields for.
 */
typedef struct
{
  gboolean srv;
  char *user;
  char *password;
  char *hosts;
  char *database;
  char *options;
} SquillAddressParts;

SquillAddressParts *squill_address_parts_new (const char *text, GError **error);
void squill_address_parts_free (SquillAddressParts *self);
char *squill_address_parts_get_option (const SquillAddressParts *self, const char *name);
void squill_address_parts_set_option (SquillAddressParts *self,
                                      const char *name,
                                      const char *value);
char *squill_address_parts_to_text (const SquillAddressParts *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SquillAddressParts, squill_address_parts_free)

G_END_DECLS

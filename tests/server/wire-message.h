/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <bson/bson.h>
#include <glib.h>

G_BEGIN_DECLS

/* The bytes before every message: its length, its number, what it answers, its kind. */
#define WIRE_HEADER_BYTES 16u
/* What a server takes, with room for the header. */
#define WIRE_MAX_MESSAGE_BYTES (48u * 1024 * 1024 + 16 * 1024)

/**
 * WireHeader:
 * @length: bytes of the message, with the header
 * @request: its number
 * @response_to: the number of what it answers
 * @opcode: its kind
 *
 * https://www.mongodb.com/docs/manual/reference/mongodb-wire-protocol/
 */
typedef struct
{
  guint32 length;
  gint32 request;
  gint32 response_to;
  gint32 opcode;
} WireHeader;

/**
 * WireCommand:
 * @name: the command; in parentheses where the message has none that can be read
 * @database: (nullable): its database
 * @body: (nullable): all of it, the documents of sequences as arrays
 * @request: the number of the message
 * @opcode: its kind
 *
 * What a client asked for.
 */
typedef struct
{
  char *name;
  char *database;
  bson_t *body;
  gint32 request;
  gint32 opcode;
} WireCommand;

gboolean wire_header_read (const guint8 *bytes, gsize length, WireHeader *header);
WireCommand *wire_command_parse (const guint8 *message, gsize length);
WireCommand *wire_command_copy (const WireCommand *self);
void wire_command_free (WireCommand *self);
gboolean wire_command_has_key (const WireCommand *self, const char *key);
GByteArray *wire_reply_new (const WireCommand *command, const bson_t *body);
char *wire_command_describe_harm (const WireCommand *self);
char *wire_commands_describe_harm (GPtrArray *commands);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WireCommand, wire_command_free)

G_END_DECLS

/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Kinds of messages. */
#define SQUILL_WIRE_REPLY 1
#define SQUILL_WIRE_QUERY 2004
#define SQUILL_WIRE_COMPRESSED 2012
#define SQUILL_WIRE_MSG 2013

/* What stands before each message: its length, its number, what it answers, its kind. */
#define SQUILL_WIRE_HEADER_BYTES 16u
/* What a server sends at most, and a little for the header. */
#define SQUILL_WIRE_MAX_BYTES (48u * 1024 * 1024 + 16 * 1024)

/**
 * SquillWireHeader:
 * @length: bytes of the message, with the header
 * @number: the number of the message
 * @answers: the number of the message that it answers
 * @kind: what it is
 *
 * https://www.mongodb.com/docs/manual/reference/mongodb-wire-protocol/
 */
typedef struct
{
  guint32 length;
  gint32 number;
  gint32 answers;
  gint32 kind;
} SquillWireHeader;

void _squill_wire_read_header (const guint8 *bytes, SquillWireHeader *header);
gboolean _squill_wire_check_header (const guint8 *bytes, const SquillWireHeader *request);
gboolean _squill_wire_check_reply (GByteArray *reply, const SquillWireHeader *request);

G_END_DECLS

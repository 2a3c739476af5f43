/* SPDX-License-Identifier: Apache-2.0 */

/* Any bytes as the reply of a server: what passes is what the driver expects, in its plainest form,
 * and passes again. The first byte says what was asked. */

#include "config.h"

#include <string.h>

#include "bson/squill-bson-walk.h"
#include "inspect/server/squill-wire-check.h"

int LLVMFuzzerTestOneInput (const guint8 *data, gsize length);

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize length)
{
  static const gint32 kinds[] = { SQUILL_WIRE_MSG, SQUILL_WIRE_QUERY, SQUILL_WIRE_COMPRESSED,
                                  2007 };
  g_autoptr (GByteArray) reply = g_byte_array_new ();
  g_autoptr (GByteArray) again = g_byte_array_new ();
  g_autofree char *reason = NULL;
  SquillWireHeader request = { 0 };
  SquillWireHeader header;
  gsize before, offset;

  if (length < 1)
    return 0;
  request.kind = kinds[data[0] % G_N_ELEMENTS (kinds)];
  request.number = 7;
  g_byte_array_append (reply, data + 1, (guint)length - 1);
  /* The length is seldom right after a change. */
  if (reply->len >= SQUILL_WIRE_HEADER_BYTES && (data[0] & 0x80) == 0)
    {
      const guint32 raw = GUINT32_TO_LE (reply->len);

      memcpy (reply->data, &raw, sizeof raw);
    }
  if (!_squill_wire_check_reply (reply, &request))
    return 0;

  g_assert_cmpuint (reply->len, <=, SQUILL_WIRE_MAX_BYTES);
  _squill_wire_read_header (reply->data, &header);
  g_assert_cmpuint (header.length, ==, reply->len);
  g_assert_cmpint (header.answers, ==, request.number);
  g_assert_true (header.kind == SQUILL_WIRE_MSG ||
                 (header.kind == SQUILL_WIRE_REPLY && request.kind == SQUILL_WIRE_QUERY));
  before = header.kind == SQUILL_WIRE_MSG ? 21 : 36;
  g_assert_cmpuint (reply->len, >=, before + 5);
  g_assert_true (
      squill_bson_check (reply->data + before, reply->len - before, NULL, &offset, &reason));

  g_byte_array_append (again, reply->data, reply->len);
  g_assert_true (_squill_wire_check_reply (again, &request));
  g_assert_cmpmem (again->data, again->len, reply->data, reply->len);
  return 0;
}

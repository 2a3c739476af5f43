/* SPDX-License-Identifier: Apache-2.0 */

/* Which replies of a server the driver may see, and what becomes of them. Each reply that is
 * refused or mended here ends libmongoc 1.23. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include "inspect/server/squill-wire-check.h"

#include <bson/bson.h>
#include <string.h>
#include <zlib.h>

#define NUMBER 7

static void
append_uint32 (GByteArray *bytes, guint32 value)
{
  const guint32 raw = GUINT32_TO_LE (value);

  g_byte_array_append (bytes, (const guint8 *)&raw, sizeof raw);
}

static void
set_length (GByteArray *bytes)
{
  const guint32 raw = GUINT32_TO_LE (bytes->len);

  memcpy (bytes->data, &raw, sizeof raw);
}

/* A reply of one document, given in Extended JSON. */
static GByteArray *
new_reply (gint32 kind, guint32 flags, const char *json)
{
  GByteArray *bytes = g_byte_array_new ();
  bson_error_t error;
  bson_t *body = bson_new_from_json ((const guint8 *)json, -1, &error);

  if (body == NULL)
    g_error ("%s: %s", json, error.message);
  append_uint32 (bytes, 0);
  append_uint32 (bytes, 1);
  append_uint32 (bytes, NUMBER);
  append_uint32 (bytes, (guint32)kind);
  append_uint32 (bytes, flags);
  if (kind == SQUILL_WIRE_MSG)
    {
      g_byte_array_append (bytes, (const guint8 *)"\0", 1);
    }
  else
    {
      append_uint32 (bytes, 0);
      append_uint32 (bytes, 0);
      append_uint32 (bytes, 0);
      append_uint32 (bytes, 1);
    }
  g_byte_array_append (bytes, bson_get_data (body), body->len);
  bson_destroy (body);
  set_length (bytes);
  return bytes;
}

static gboolean
passes (GByteArray *reply, gint32 request_kind)
{
  const SquillWireHeader request = { .number = NUMBER, .kind = request_kind };

  return _squill_wire_check_reply (reply, &request);
}

static gboolean
json_passes (const char *json)
{
  g_autoptr (GByteArray) reply = new_reply (SQUILL_WIRE_MSG, 0, json);

  return passes (reply, SQUILL_WIRE_MSG);
}

static void
test_sound (void)
{
  static const char *const bodies[] = {
    "{\"ok\": 1}",
    "{\"cursor\": {\"id\": {\"$numberLong\": \"5\"}, \"ns\": \"a.b.c\", \"nextBatch\": [{}, "
    "{\"a\": "
    "1}]}, \"ok\": 1}",
    "{\"cursor\": 7, \"ok\": 1}",
    "{\"hosts\": [\"a.example:27017\", \"a_b\", \"10.0.0.1:1\", \"[::1]:65535\", "
    "\"[fe80::1%eth0]\"]}",
    "{\"hosts\": {\"shard\": 1}, \"compression\": [\"zlib\"], \"errorLabels\": []}",
    "{\"speculativeAuthenticate\": {\"payload\": {\"$binary\": {\"subType\": \"00\", \"base64\": "
    "\"cj1hLHM9YixpPTE1MDAw\"}}}}",
    "{\"writeConcernError\": {\"code\": 5}, \"code\": 5, \"ok\": 0}",
  };

  for (guint i = 0; i < G_N_ELEMENTS (bodies); i++)
    if (!json_passes (bodies[i]))
      g_error ("refused: %s", bodies[i]);
}

static void
test_members (void)
{
  static const char *const bodies[] = {
    "{\"hosts\": [7]}",
    "{\"hosts\": [\"\"]}",
    "{\"hosts\": [\"a:b\"]}",
    "{\"hosts\": [\"a:0\"]}",
    "{\"hosts\": [\"a:65536\"]}",
    "{\"hosts\": [\"a:1:2\"]}",
    "{\"hosts\": [\"[::1\"]}",
    "{\"hosts\": [\"[::1]x\"]}",
    "{\"passives\": [\"a\", null]}",
    "{\"arbiters\": [\"/tmp/a.sock\"]}",
    "{\"compression\": [\"zlib\", 1]}",
    "{\"speculativeAuthenticate\": 1}",
    "{\"speculativeAuthenticate\": []}",
    "{\"errorLabels\": \"x\"}",
    "{\"writeConcernError\": 1}",
    "{\"writeConcernError\": {\"errorLabels\": 1}}",
    "{\"cursor\": {\"id\": {\"$numberLong\": \"5\"}, \"ns\": 3}}",
    "{\"cursor\": {\"id\": {\"$numberLong\": \"5\"}, \"ns\": \"shop\"}}",
    "{\"cursor\": {\"id\": {\"$numberLong\": \"5\"}, \"ns\": \"shop.\"}}",
    "{\"cursor\": {\"id\": {\"$numberLong\": \"5\"}, \"ns\": \".orders\"}}",
    "{\"cursor\": {\"id\": {\"$numberLong\": \"5\"}, \"ns\": \"shop\\u0000.orders\"}}",
    "{\"cursor\": {\"id\": \"5\"}}",
    "{\"cursor\": {\"nextBatch\": [{}, 1]}}",
    "{\"cursor\": {\"firstBatch\": {}}}",
    "{\"cursor\": {\"id\": {\"$numberLong\": \"5\"}, \"nextBatch\": []}}",
    /* r=a,r=b; i=99999999; r */
    "{\"payload\": {\"$binary\": {\"subType\": \"00\", \"base64\": \"cj1hLHI9Yg==\"}}}",
    "{\"payload\": {\"$binary\": {\"subType\": \"00\", \"base64\": \"aT05OTk5OTk5OQ==\"}}}",
    "{\"payload\": {\"$binary\": {\"subType\": \"00\", \"base64\": \"cj1hLHM=\"}}}",
  };

  for (guint i = 0; i < G_N_ELEMENTS (bodies); i++)
    if (json_passes (bodies[i]))
      g_error ("not refused: %s", bodies[i]);
}

/* An error without a number is one that the driver does not survive. It stays an error. */
static void
test_code (void)
{
  static const char *const bodies[] = {
    "{\"ok\": 0, \"code\": 0}",
    "{\"ok\": 0, \"code\": {\"$numberLong\": \"4294967296\"}}",
    "{\"ok\": 0, \"code\": 0.5}",
    "{\"ok\": 0, \"code\": {\"$numberDouble\": \"NaN\"}}",
    "{\"ok\": 0, \"code\": {\"$numberDouble\": \"-1e300\"}}",
    "{\"ok\": 0, \"writeConcernError\": {\"code\": 0}}",
  };

  for (guint i = 0; i < G_N_ELEMENTS (bodies); i++)
    {
      g_autoptr (GByteArray) reply = new_reply (SQUILL_WIRE_MSG, 0, bodies[i]);
      bson_iter_t iter, code;
      bson_t body;

      g_assert_true (passes (reply, SQUILL_WIRE_MSG));
      g_assert_true (bson_init_static (&body, reply->data + 21, reply->len - 21));
      g_assert_true (bson_iter_init (&iter, &body));
      g_assert_true (bson_iter_find_descendant (&iter, "code", &code) ||
                     (bson_iter_init (&iter, &body) &&
                      bson_iter_find_descendant (&iter, "writeConcernError.code", &code)));
      g_assert_cmpint (bson_iter_as_int64 (&code), ==, 8);
    }
}

static void
test_kinds (void)
{
  static const struct
  {
    gint32 request;
    gint32 reply;
    gboolean passes;
  } cases[] = {
    { SQUILL_WIRE_QUERY, SQUILL_WIRE_REPLY, TRUE },
    { SQUILL_WIRE_QUERY, SQUILL_WIRE_MSG, TRUE },
    { SQUILL_WIRE_MSG, SQUILL_WIRE_MSG, TRUE },
    { SQUILL_WIRE_COMPRESSED, SQUILL_WIRE_MSG, TRUE },
    { SQUILL_WIRE_MSG, SQUILL_WIRE_REPLY, FALSE },
    { SQUILL_WIRE_COMPRESSED, SQUILL_WIRE_REPLY, FALSE },
    { 2007, SQUILL_WIRE_MSG, FALSE },
    { SQUILL_WIRE_MSG, SQUILL_WIRE_QUERY, FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GByteArray) reply = new_reply (cases[i].reply, 0, "{\"ok\": 1}");

      g_assert_cmpint (passes (reply, cases[i].request), ==, cases[i].passes);
    }
}

static void
test_envelope (void)
{
  g_autoptr (GByteArray) other = new_reply (SQUILL_WIRE_MSG, 0, "{\"ok\": 1}");
  g_autoptr (GByteArray) more = new_reply (SQUILL_WIRE_MSG, 2, "{\"ok\": 1}");
  g_autoptr (GByteArray) sequence = new_reply (SQUILL_WIRE_MSG, 0, "{\"ok\": 1}");
  g_autoptr (GByteArray) checksum = new_reply (SQUILL_WIRE_MSG, 1 | 1 << 16, "{\"ok\": 1}");
  g_autoptr (GByteArray) plain = new_reply (SQUILL_WIRE_MSG, 0, "{\"ok\": 1}");

  other->data[8]++;
  g_assert_false (passes (other, SQUILL_WIRE_MSG));
  g_assert_false (passes (more, SQUILL_WIRE_MSG));
  sequence->data[20] = 1;
  g_assert_false (passes (sequence, SQUILL_WIRE_MSG));

  append_uint32 (checksum, 0xDEADBEEF);
  set_length (checksum);
  g_assert_true (passes (checksum, SQUILL_WIRE_MSG));
  g_assert_cmpmem (checksum->data, checksum->len, plain->data, plain->len);

  /* Cut anywhere, or with a byte too many. */
  for (guint length = 0; length < plain->len; length++)
    {
      g_autoptr (GByteArray) cut = g_byte_array_new ();

      g_byte_array_append (cut, plain->data, length);
      if (length >= 4)
        set_length (cut);
      g_assert_false (passes (cut, SQUILL_WIRE_MSG));
    }
  g_byte_array_append (plain, (const guint8 *)"\0", 1);
  g_assert_false (passes (plain, SQUILL_WIRE_MSG));
  set_length (plain);
  g_assert_false (passes (plain, SQUILL_WIRE_MSG));
}

static GByteArray *
pack (const GByteArray *plain, guint32 claimed)
{
  GByteArray *bytes = g_byte_array_new ();
  guint8 packed[512];
  uLongf length = sizeof packed;

  g_assert_cmpint (compress (packed, &length, plain->data + 16, plain->len - 16), ==, Z_OK);
  g_byte_array_append (bytes, plain->data, 12);
  append_uint32 (bytes, SQUILL_WIRE_COMPRESSED);
  g_byte_array_append (bytes, plain->data + 12, 4);
  append_uint32 (bytes, claimed);
  g_byte_array_append (bytes, (const guint8 *)"\2", 1);
  g_byte_array_append (bytes, packed, (guint)length);
  set_length (bytes);
  return bytes;
}

static void
test_packed (void)
{
  g_autoptr (GByteArray) plain = new_reply (SQUILL_WIRE_MSG, 0, "{\"ok\": 1}");
  g_autoptr (GByteArray) fine = pack (plain, plain->len - 16);
  g_autoptr (GByteArray) longer = pack (plain, plain->len - 15);
  g_autoptr (GByteArray) shorter = pack (plain, plain->len - 17);
  g_autoptr (GByteArray) bomb = pack (plain, G_MAXUINT32);
  g_autoptr (GByteArray) unknown = pack (plain, plain->len - 16);
  g_autoptr (GByteArray) twice = pack (fine, fine->len - 16);
  g_autoptr (GByteArray) damaged = pack (plain, plain->len - 16);

  g_assert_false (passes (longer, SQUILL_WIRE_COMPRESSED));
  g_assert_false (passes (shorter, SQUILL_WIRE_COMPRESSED));
  g_assert_false (passes (bomb, SQUILL_WIRE_COMPRESSED));
  unknown->data[24] = 1;
  g_assert_false (passes (unknown, SQUILL_WIRE_COMPRESSED));
  g_assert_false (passes (twice, SQUILL_WIRE_COMPRESSED));
  damaged->data[damaged->len - 1]++;
  g_assert_false (passes (damaged, SQUILL_WIRE_COMPRESSED));

  g_assert_true (passes (fine, SQUILL_WIRE_COMPRESSED));
  g_assert_cmpmem (fine->data, fine->len, plain->data, plain->len);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/inspect/wire-check/sound", test_sound);
  g_test_add_func ("/inspect/wire-check/members", test_members);
  g_test_add_func ("/inspect/wire-check/code", test_code);
  g_test_add_func ("/inspect/wire-check/kinds", test_kinds);
  g_test_add_func ("/inspect/wire-check/envelope", test_envelope);
  g_test_add_func ("/inspect/wire-check/packed", test_packed);
  return g_test_run ();
}

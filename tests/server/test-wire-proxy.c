/* SPDX-License-Identifier: Apache-2.0 */

/* The proxy of the live tests, before a server that answers everything with { ok: 1 }: works where
 * no real one can be had. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include "wire-proxy.h"

#include <gio/gio.h>
#include <string.h>

typedef struct
{
  GSocketListener *listener;
  GCancellable *closing;
  GThread *thread;
  guint16 port;
  gint answered;
  WireProxy *proxy;
  GSocketConnection *client;
} Fixture;

/* --- messages
 * ------------------------------------------------------------------------------------- */

static void
append_int32 (GByteArray *bytes, gint32 value)
{
  guint32 raw = GUINT32_TO_LE ((guint32)value);

  g_byte_array_append (bytes, (guint8 *)&raw, 4);
}

static void
append_document (GByteArray *bytes, const char *json)
{
  bson_error_t error;
  bson_t *document = bson_new_from_json ((const uint8_t *)json, -1, &error);

  g_assert_nonnull (document);
  g_byte_array_append (bytes, bson_get_data (document), document->len);
  bson_destroy (document);
}

static void
set_length (GByteArray *bytes)
{
  guint32 raw = GUINT32_TO_LE (bytes->len);

  memcpy (bytes->data, &raw, 4);
}

static GByteArray *
new_message (gint32 request, gint32 response_to, gint32 opcode)
{
  GByteArray *bytes = g_byte_array_new ();

  append_int32 (bytes, 0);
  append_int32 (bytes, request);
  append_int32 (bytes, response_to);
  append_int32 (bytes, opcode);
  set_length (bytes);
  return bytes;
}

static GByteArray *
new_msg (gint32 request, gint32 flags, const char *json)
{
  GByteArray *bytes = new_message (request, 0, 2013);

  append_int32 (bytes, flags);
  g_byte_array_append (bytes, (const guint8 *)"\0", 1);
  append_document (bytes, json);
  set_length (bytes);
  return bytes;
}

static GByteArray *
new_query (const char *collection, const char *json)
{
  GByteArray *bytes = new_message (7, 0, 2004);

  append_int32 (bytes, 0);
  g_byte_array_append (bytes, (const guint8 *)collection, (guint)strlen (collection) + 1);
  append_int32 (bytes, 0);
  append_int32 (bytes, -1);
  append_document (bytes, json);
  set_length (bytes);
  return bytes;
}

static WireCommand *
parse (GByteArray *bytes)
{
  return wire_command_parse (bytes->data, bytes->len);
}

static void
assert_body (const WireCommand *command, const char *expected)
{
  g_autofree char *json = NULL;
  char *text;

  g_assert_nonnull (command->body);
  text = bson_as_relaxed_extended_json (command->body, NULL);
  json = g_strdup (text);
  bson_free (text);
  g_assert_cmpstr (json, ==, expected);
}

/* --- a server
 * ------------------------------------------------------------------------------------- */

/* A copy of each message that comes gets one answer; a body with "pad" gets one that long. */
static gpointer
serve (gpointer data)
{
  Fixture *fixture = data;

  while (!g_cancellable_is_cancelled (fixture->closing))
    {
      g_autoptr (GSocketConnection) peer =
          g_socket_listener_accept (fixture->listener, NULL, fixture->closing, NULL);
      GInputStream *input;
      GOutputStream *output;

      if (peer == NULL)
        break;
      input = g_io_stream_get_input_stream (G_IO_STREAM (peer));
      output = g_io_stream_get_output_stream (G_IO_STREAM (peer));
      for (;;)
        {
          guint8 head[WIRE_HEADER_BYTES];
          g_autofree guint8 *message = NULL;
          g_autoptr (GByteArray) answer = NULL;
          g_autoptr (WireCommand) command = NULL;
          bson_t reply = BSON_INITIALIZER;
          bson_iter_t iter;
          WireHeader header;
          gsize n;

          if (!g_input_stream_read_all (input, head, sizeof head, &n, fixture->closing, NULL) ||
              !wire_header_read (head, n, &header))
            break;
          message = g_malloc (header.length);
          memcpy (message, head, sizeof head);
          if (!g_input_stream_read_all (input, message + sizeof head, header.length - sizeof head,
                                        &n, fixture->closing, NULL) ||
              n < header.length - sizeof head)
            break;
          command = wire_command_parse (message, header.length);
          BSON_APPEND_INT32 (&reply, "ok", 1);
          if (command->body != NULL && bson_iter_init_find (&iter, command->body, "pad"))
            {
              g_autofree char *padding = g_strnfill ((gsize)bson_iter_int32 (&iter), 'x');

              BSON_APPEND_UTF8 (&reply, "padding", padding);
            }
          answer = new_message (1000 + header.request, header.request, 2013);
          append_int32 (answer, 0);
          g_byte_array_append (answer, (const guint8 *)"\0", 1);
          g_byte_array_append (answer, bson_get_data (&reply), reply.len);
          set_length (answer);
          bson_destroy (&reply);
          g_atomic_int_inc (&fixture->answered);
          if (!g_output_stream_write_all (output, answer->data, answer->len, NULL, fixture->closing,
                                          NULL))
            break;
        }
    }
  return NULL;
}

static GSocketConnection *
connect_to (guint16 port)
{
  g_autoptr (GSocketClient) client = g_socket_client_new ();
  g_autoptr (GError) error = NULL;
  GSocketConnection *connection;

  g_socket_client_set_enable_proxy (client, FALSE);
  connection = g_socket_client_connect_to_host (client, "127.0.0.1", port, NULL, &error);
  g_assert_no_error (error);
  return connection;
}

static void
set_up (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  fixture->listener = g_socket_listener_new ();
  fixture->closing = g_cancellable_new ();
  fixture->port = g_socket_listener_add_any_inet_port (fixture->listener, NULL, &error);
  g_assert_no_error (error);
  fixture->thread = g_thread_new ("fake-server", serve, fixture);
  fixture->proxy = wire_proxy_new ("127.0.0.1", fixture->port);
  fixture->client = connect_to (wire_proxy_get_port (fixture->proxy));
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  g_io_stream_close (G_IO_STREAM (fixture->client), NULL, NULL);
  g_object_unref (fixture->client);
  wire_proxy_free (fixture->proxy);
  g_cancellable_cancel (fixture->closing);
  g_thread_join (fixture->thread);
  g_socket_listener_close (fixture->listener);
  g_object_unref (fixture->listener);
  g_object_unref (fixture->closing);
}

static void
say (Fixture *fixture, const guint8 *bytes, gsize length)
{
  g_autoptr (GError) error = NULL;

  g_output_stream_write_all (g_io_stream_get_output_stream (G_IO_STREAM (fixture->client)), bytes,
                             length, NULL, NULL, &error);
  g_assert_no_error (error);
}

static void
say_msg (Fixture *fixture, gint32 request, const char *json)
{
  g_autoptr (GByteArray) bytes = new_msg (request, 0, json);

  say (fixture, bytes->data, bytes->len);
}

/* The number of the request that the next answer belongs to. */
static gint32
hear (Fixture *fixture)
{
  GInputStream *input = g_io_stream_get_input_stream (G_IO_STREAM (fixture->client));
  guint8 head[WIRE_HEADER_BYTES];
  g_autofree guint8 *rest = NULL;
  g_autoptr (GError) error = NULL;
  WireHeader header;
  gsize n;

  g_input_stream_read_all (input, head, sizeof head, &n, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (wire_header_read (head, n, &header));
  rest = g_malloc (header.length);
  g_input_stream_read_all (input, rest, header.length - sizeof head, &n, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (n, ==, header.length - sizeof head);
  return header.response_to;
}

/* All bytes until the connection ends. */
static gsize
hear_to_the_end (Fixture *fixture)
{
  GInputStream *input = g_io_stream_get_input_stream (G_IO_STREAM (fixture->client));
  g_autofree guint8 *bytes = g_malloc (1 << 20);
  gsize n;

  g_input_stream_read_all (input, bytes, 1 << 20, &n, NULL, NULL);
  return n;
}

/* --- reading messages
 * ----------------------------------------------------------------------------- */

static void
test_msg (void)
{
  g_autoptr (GByteArray) plain = new_msg (3, 0, "{\"find\": \"orders\", \"$db\": \"shop\"}");
  g_autoptr (GByteArray) checked = new_msg (4, 1, "{\"ping\": 1, \"$db\": \"admin\"}");
  g_autoptr (GByteArray) sequence = new_msg (5, 0, "{\"insert\": \"orders\", \"$db\": \"shop\"}");
  g_autoptr (WireCommand) command = parse (plain);
  g_autoptr (WireCommand) with_checksum = NULL;
  g_autoptr (WireCommand) with_sequence = NULL;
  g_autoptr (WireCommand) copy = NULL;
  guint start;
  guint32 length;

  g_assert_cmpstr (command->name, ==, "find");
  g_assert_cmpstr (command->database, ==, "shop");
  g_assert_cmpint (command->request, ==, 3);
  assert_body (command, "{ \"find\" : \"orders\", \"$db\" : \"shop\" }");

  append_int32 (checked, 0x12345678);
  set_length (checked);
  with_checksum = parse (checked);
  g_assert_cmpstr (with_checksum->name, ==, "ping");

  g_byte_array_append (sequence, (const guint8 *)"\1", 1);
  start = sequence->len;
  append_int32 (sequence, 0);
  g_byte_array_append (sequence, (const guint8 *)"documents", 10);
  append_document (sequence, "{\"_id\": 1}");
  append_document (sequence, "{\"_id\": 2}");
  length = GUINT32_TO_LE (sequence->len - start);
  memcpy (sequence->data + start, &length, 4);
  set_length (sequence);
  with_sequence = parse (sequence);
  assert_body (with_sequence, "{ \"insert\" : \"orders\", \"$db\" : \"shop\", "
                              "\"documents\" : [ { \"_id\" : 1 }, { \"_id\" : 2 } ] }");

  copy = wire_command_copy (with_sequence);
  g_assert_cmpstr (copy->name, ==, "insert");
  g_assert_true (bson_equal (copy->body, with_sequence->body));
}

static void
test_query (void)
{
  g_autoptr (GByteArray) greeting = new_query ("admin.$cmd", "{\"isMaster\": 1}");
  g_autoptr (GByteArray) wrapped = new_query (
      "shop.$cmd", "{\"$query\": {\"count\": \"a\"}, \"$readPreference\": {\"mode\": \"x\"}}");
  g_autoptr (GByteArray) find = new_query ("shop.orders", "{}");
  g_autoptr (GByteArray) nowhere = new_query ("shop", "{}");
  g_autoptr (WireCommand) command = parse (greeting);
  g_autoptr (WireCommand) inner = parse (wrapped);
  g_autoptr (WireCommand) old = parse (find);
  g_autoptr (WireCommand) none = parse (nowhere);

  g_assert_cmpstr (command->name, ==, "isMaster");
  g_assert_cmpstr (command->database, ==, "admin");
  g_assert_cmpstr (inner->name, ==, "count");
  g_assert_cmpstr (inner->database, ==, "shop");
  g_assert_cmpstr (old->name, ==, "(query)");
  g_assert_cmpstr (none->name, ==, "(unreadable)");
}

/* Wraps all but the header of @inner. */
static GByteArray *
new_compressed (GByteArray *inner, guint8 compressor, const guint8 *packed, gsize packed_length)
{
  GByteArray *bytes = new_message (9, 0, 2012);

  append_int32 (bytes, 2013);
  append_int32 (bytes, (gint32)(inner->len - WIRE_HEADER_BYTES));
  g_byte_array_append (bytes, &compressor, 1);
  g_byte_array_append (bytes, packed, (guint)packed_length);
  set_length (bytes);
  return bytes;
}

static void
test_compressed (void)
{
  g_autoptr (GByteArray) inner = new_msg (1, 0, "{\"count\": \"orders\", \"$db\": \"shop\"}");
  const guint8 *body = inner->data + WIRE_HEADER_BYTES;
  gsize body_length = inner->len - WIRE_HEADER_BYTES;
  g_autoptr (GZlibCompressor) packer = g_zlib_compressor_new (G_ZLIB_COMPRESSOR_FORMAT_ZLIB, 6);
  g_autoptr (GError) error = NULL;
  guint8 packed[512];
  gsize taken;
  gsize given;

  g_assert_cmpint (g_converter_convert (G_CONVERTER (packer), body, body_length, packed,
                                        sizeof packed, G_CONVERTER_INPUT_AT_END, &taken, &given,
                                        &error),
                   ==, G_CONVERTER_FINISHED);
  g_assert_no_error (error);
  for (guint i = 0; i < 4; i++)
    {
      g_autoptr (GByteArray) message = i == 0   ? new_compressed (inner, 0, body, body_length)
                                       : i == 1 ? new_compressed (inner, 2, packed, given)
                                       : i == 2 ? new_compressed (inner, 2, packed, given / 2)
                                                : new_compressed (inner, 1, packed, given);
      g_autoptr (WireCommand) command = parse (message);

      g_assert_cmpstr (command->name, ==,
                       i < 2    ? "count"
                       : i == 2 ? "(unreadable)"
                                : "(compressed)");
    }
}

static void
test_damaged (void)
{
  g_autoptr (GByteArray) good = new_msg (3, 0, "{\"find\": \"orders\", \"$db\": \"shop\"}");
  g_autoptr (GByteArray) deep = new_message (4, 0, 2013);
  g_autoptr (WireCommand) too_deep = NULL;
  g_autoptr (GRand) rand = g_rand_new_with_seed (20);
  const guint levels = 100000;
  guint readable = 0;

  for (guint length = 0; length < good->len; length++)
    {
      g_autoptr (GByteArray) part = g_byte_array_new ();
      g_autoptr (WireCommand) torn = NULL;
      g_autoptr (WireCommand) shortened = NULL;

      g_byte_array_append (part, good->data, length);
      torn = parse (part);
      g_assert_cmpstr (torn->name, ==, "(unreadable)");
      if (length < WIRE_HEADER_BYTES)
        continue;
      set_length (part);
      shortened = parse (part);
      g_assert_cmpstr (shortened->name, ==, "(unreadable)");
    }

  /* Whatever its bytes are, it ends; what can be read has a name. */
  for (guint i = 0; i < 20000; i++)
    {
      g_autoptr (GByteArray) changed = g_byte_array_new ();
      g_autoptr (WireCommand) command = NULL;

      g_byte_array_append (changed, good->data, good->len);
      for (guint j = 0; j < 3; j++)
        changed->data[g_rand_int_range (rand, 4, (gint32)changed->len)] =
            (guint8)g_rand_int_range (rand, 0, 256);
      command = parse (changed);
      g_assert_true (g_utf8_validate (command->name, -1, NULL));
      readable += command->body != NULL;
    }
  g_assert_cmpuint (readable, >, 0);
  g_assert_cmpuint (readable, <, 20000);

  /* A document in a document in a document … */
  append_int32 (deep, 0);
  g_byte_array_append (deep, (const guint8 *)"\0", 1);
  for (guint i = 0; i < levels; i++)
    {
      append_int32 (deep, (gint32)(5 + (levels - 1 - i) * 8));
      if (i + 1 < levels)
        g_byte_array_append (deep, (const guint8 *)"\3a\0", 3);
    }
  for (guint i = 0; i < levels; i++)
    g_byte_array_append (deep, (const guint8 *)"\0", 1);
  set_length (deep);
  too_deep = parse (deep);
  g_assert_cmpstr (too_deep->name, ==, "(unreadable)");
}

static void
test_harm (void)
{
  static const struct
  {
    const char *json;
    const char *harm;
  } cases[] = {
    { "{\"find\": \"a\", \"filter\": {\"out\": 1}}", NULL },
    { "{\"getMore\": 1, \"collection\": \"a\"}", NULL },
    { "{\"aggregate\": \"a\", \"pipeline\": [{\"$sample\": {\"size\": 3}}]}", NULL },
    { "{\"aggregate\": \"a\", \"pipeline\": [{\"$out\": \"b\"}]}", "aggregate with $out" },
    { "{\"aggregate\": \"a\", \"pipeline\": [{\"$match\": {}}, {\"$merge\": {\"into\": \"b\"}}]}",
      "aggregate with $merge" },
    { "{\"aggregate\": \"a\", \"pipeline\": [{\"$facet\": {\"x\": [{\"$lookup\": {\"pipeline\": "
      "[{\"$out\": \"b\"}]}}]}}]}",
      "aggregate with $out" },
    { "{\"insert\": \"a\", \"documents\": []}", "insert is no command that only reads" },
    { "{\"Find\": \"a\"}", "Find is no command that only reads" },
    { "{\"collMod\": \"a\"}", "collMod is no command that only reads" },
    { "{\"mapReduce\": \"a\"}", "mapReduce is no command that only reads" },
  };
  g_autoptr (GPtrArray) all = g_ptr_array_new_with_free_func ((GDestroyNotify)wire_command_free);
  g_autofree char *lines = NULL;
  g_autofree char *nothing = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GByteArray) bytes = new_msg ((gint32)i, 0, cases[i].json);
      WireCommand *command = parse (bytes);
      g_autofree char *harm = wire_command_describe_harm (command);

      g_assert_cmpstr (harm, ==, cases[i].harm);
      g_ptr_array_add (all, command);
    }
  lines = wire_commands_describe_harm (all);
  g_assert_true (g_str_has_prefix (lines, "aggregate with $out\naggregate with $merge\n"));
  g_ptr_array_set_size (all, 3);
  nothing = wire_commands_describe_harm (all);
  g_assert_null (nothing);
}

/* --- the proxy
 * ------------------------------------------------------------------------------------ */

static void
test_records (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GByteArray) greeting = new_query ("admin.$cmd", "{\"isMaster\": 1}");
  g_autoptr (GByteArray) first = new_msg (1, 0, "{\"find\": \"a\", \"$db\": \"shop\"}");
  g_autoptr (GByteArray) second = new_msg (2, 0, "{\"count\": \"a\", \"$db\": \"shop\"}");
  g_autoptr (GPtrArray) commands = NULL;
  const char *const names[] = { "isMaster", "find", "count" };

  /* In single bytes, and two at once. */
  for (guint i = 0; i < greeting->len; i++)
    say (fixture, greeting->data + i, 1);
  g_assert_cmpint (hear (fixture), ==, 7);
  g_byte_array_append (first, second->data, second->len);
  say (fixture, first->data, first->len);
  g_assert_cmpint (hear (fixture), ==, 1);
  g_assert_cmpint (hear (fixture), ==, 2);

  commands = wire_proxy_get_commands (fixture->proxy);
  g_assert_cmpuint (commands->len, ==, 3);
  for (guint i = 0; i < 3; i++)
    {
      const WireCommand *command = g_ptr_array_index (commands, i);

      g_assert_cmpstr (command->name, ==, names[i]);
      g_assert_cmpstr (command->database, ==, i == 0 ? "admin" : "shop");
    }
  wire_proxy_forget_commands (fixture->proxy);
  g_clear_pointer (&commands, g_ptr_array_unref);
  commands = wire_proxy_get_commands (fixture->proxy);
  g_assert_cmpuint (commands->len, ==, 0);
}

/* What is no message reaches the server all the same, which ends the connection. */
static void
test_nonsense (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GPtrArray) commands = NULL;
  g_autofree char *harm = NULL;

  say (fixture, (const guint8 *)"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", 35);
  g_assert_cmpuint (hear_to_the_end (fixture), ==, 0);
  commands = wire_proxy_get_commands (fixture->proxy);
  g_assert_cmpuint (commands->len, ==, 1);
  harm = wire_commands_describe_harm (commands);
  g_assert_cmpstr (harm, ==, "(unreadable) is no command that only reads");
}

static void
test_freeze (Fixture *fixture, gconstpointer data)
{
  GSocket *socket = g_socket_connection_get_socket (fixture->client);

  say_msg (fixture, 1, "{\"ping\": 1}");
  g_assert_cmpint (hear (fixture), ==, 1);
  wire_proxy_freeze (fixture->proxy);
  g_assert_true (wire_proxy_is_frozen (fixture->proxy));
  say_msg (fixture, 2, "{\"ping\": 1}");
  wire_proxy_wait_until_held (fixture->proxy);
  g_assert_cmpint (g_atomic_int_get (&fixture->answered), ==, 1);
  g_assert_cmpint (g_socket_get_available_bytes (socket), ==, 0);
  wire_proxy_thaw (fixture->proxy);
  g_assert_cmpint (hear (fixture), ==, 2);
}

static void
test_cut (Fixture *fixture, gconstpointer data)
{
  say_msg (fixture, 1, "{\"ping\": 1}");
  g_assert_cmpint (hear (fixture), ==, 1);
  wire_proxy_cut (fixture->proxy);
  g_assert_cmpuint (hear_to_the_end (fixture), ==, 0);

  /* New ones are closed at once, until it is mended. */
  g_object_unref (fixture->client);
  fixture->client = connect_to (wire_proxy_get_port (fixture->proxy));
  g_assert_cmpuint (hear_to_the_end (fixture), ==, 0);
  wire_proxy_mend (fixture->proxy);
  g_object_unref (fixture->client);
  fixture->client = connect_to (wire_proxy_get_port (fixture->proxy));
  say_msg (fixture, 2, "{\"ping\": 1}");
  g_assert_cmpint (hear (fixture), ==, 2);
}

/* A frozen connection can still be cut. */
static void
test_cut_frozen (Fixture *fixture, gconstpointer data)
{
  wire_proxy_freeze (fixture->proxy);
  say_msg (fixture, 1, "{\"ping\": 1}");
  wire_proxy_wait_until_held (fixture->proxy);
  wire_proxy_cut (fixture->proxy);
  g_assert_cmpuint (hear_to_the_end (fixture), ==, 0);
}

static void
test_after_replies (Fixture *fixture, gconstpointer data)
{
  wire_proxy_act_after_replies (fixture->proxy, WIRE_ACTION_CUT, "getMore", 2);
  for (gint32 i = 1; i <= 6; i++)
    {
      say_msg (fixture, i, i % 2 == 0 ? "{\"getMore\": 1}" : "{\"hello\": 1}");
      g_assert_cmpint (hear (fixture), ==, i);
      if (i == 4)
        break;
    }
  wire_proxy_wait_until_acted (fixture->proxy);
  g_assert_cmpuint (hear_to_the_end (fixture), ==, 0);
  g_assert_cmpint (g_atomic_int_get (&fixture->answered), ==, 4);
}

static void
test_after_bytes (Fixture *fixture, gconstpointer data)
{
  wire_proxy_act_after_bytes (fixture->proxy, WIRE_ACTION_CUT, 100000);
  say_msg (fixture, 1, "{\"find\": \"a\", \"pad\": 300000}");
  g_assert_cmpuint (hear_to_the_end (fixture), ==, 100000);
  wire_proxy_wait_until_acted (fixture->proxy);
  g_assert_cmpuint (wire_proxy_get_reply_bytes (fixture->proxy), ==, 100000);
}

static void
test_freeze_after_bytes (Fixture *fixture, gconstpointer data)
{
  wire_proxy_act_after_bytes (fixture->proxy, WIRE_ACTION_FREEZE, 10);
  say_msg (fixture, 1, "{\"ping\": 1}");
  wire_proxy_wait_until_held (fixture->proxy);
  g_assert_true (wire_proxy_is_frozen (fixture->proxy));
  g_assert_cmpuint (wire_proxy_get_reply_bytes (fixture->proxy), ==, 10);
  wire_proxy_thaw (fixture->proxy);
  g_assert_cmpint (hear (fixture), ==, 1);
}

/* All of it arrives, in portions. */
static void
test_slow (Fixture *fixture, gconstpointer data)
{
  guint64 before;

  wire_proxy_set_rate (fixture->proxy, 1000000);
  say_msg (fixture, 1, "{\"find\": \"a\", \"pad\": 100000}");
  g_assert_cmpint (hear (fixture), ==, 1);
  before = wire_proxy_get_reply_bytes (fixture->proxy);
  wire_proxy_set_rate (fixture->proxy, 0);
  say_msg (fixture, 2, "{\"find\": \"a\", \"pad\": 500000}");
  g_assert_cmpint (hear (fixture), ==, 2);
  g_assert_cmpuint (before, <=, 100100);
}

static void
test_answer (Fixture *fixture, gconstpointer data)
{
  wire_proxy_answer (fixture->proxy, "aggregate", "$indexStats", "{\"ok\": 0, \"code\": 59}");
  say_msg (fixture, 1, "{\"aggregate\": \"a\", \"pipeline\": [{\"$match\": {}}]}");
  g_assert_cmpint (hear (fixture), ==, 1);
  g_assert_cmpint (g_atomic_int_get (&fixture->answered), ==, 1);
  say_msg (fixture, 2, "{\"aggregate\": \"a\", \"pipeline\": [{\"$indexStats\": {}}]}");
  g_assert_cmpint (hear (fixture), ==, 2);
  say_msg (fixture, 3, "{\"find\": \"a\"}");
  g_assert_cmpint (hear (fixture), ==, 3);
  g_assert_cmpint (g_atomic_int_get (&fixture->answered), ==, 2);
}

static void
test_uri (Fixture *fixture, gconstpointer data)
{
  g_autofree char *plain =
      wire_proxy_make_uri (fixture->proxy, "mongodb://localhost:27017/shop?a=b@c");
  g_autofree char *with_user =
      wire_proxy_make_uri (fixture->proxy, "mongodb://ann:p%40ss@localhost:27017/");
  g_autofree char *expected =
      g_strdup_printf ("mongodb://127.0.0.1:%u/shop?a=b@c", wire_proxy_get_port (fixture->proxy));
  g_autofree char *expected_with_user =
      g_strdup_printf ("mongodb://ann:p%%40ss@127.0.0.1:%u/", wire_proxy_get_port (fixture->proxy));

  g_assert_cmpstr (plain, ==, expected);
  g_assert_cmpstr (with_user, ==, expected_with_user);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/server/message/msg", test_msg);
  g_test_add_func ("/server/message/query", test_query);
  g_test_add_func ("/server/message/compressed", test_compressed);
  g_test_add_func ("/server/message/damaged", test_damaged);
  g_test_add_func ("/server/message/harm", test_harm);
#define ADD(path, func) g_test_add ("/server/proxy/" path, Fixture, NULL, set_up, func, tear_down)
  ADD ("records", test_records);
  ADD ("nonsense", test_nonsense);
  ADD ("freeze", test_freeze);
  ADD ("cut", test_cut);
  ADD ("cut-frozen", test_cut_frozen);
  ADD ("after-replies", test_after_replies);
  ADD ("after-bytes", test_after_bytes);
  ADD ("freeze-after-bytes", test_freeze_after_bytes);
  ADD ("slow", test_slow);
  ADD ("answer", test_answer);
  ADD ("uri", test_uri);
#undef ADD

  return g_test_run ();
}

/* SPDX-License-Identifier: Apache-2.0 */

/* Messages of the wire protocol, as a client sends them. What cannot be understood is no error but
 * a command with a name in parentheses, which no list of reads has. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include "wire-message.h"

#include <gio/gio.h>
#include <string.h>

enum
{
  OP_REPLY = 1,
  OP_QUERY = 2004,
  OP_COMPRESSED = 2012,
  OP_MSG = 2013,
};

enum
{
  COMPRESSOR_NONE = 0,
  COMPRESSOR_ZLIB = 2,
};

#define MSG_HAS_CHECKSUM (1u << 0)
#define MAX_DEPTH 200

/* Bytes that are still to be read. */
typedef struct
{
  const guint8 *at;
  gsize left;
} Reader;

static gboolean
read_uint32 (Reader *self, guint32 *value)
{
  guint32 raw;

  if (self->left < 4)
    return FALSE;
  memcpy (&raw, self->at, 4);
  *value = GUINT32_FROM_LE (raw);
  self->at += 4;
  self->left -= 4;
  return TRUE;
}

static gboolean
read_byte (Reader *self, guint8 *value)
{
  if (self->left < 1)
    return FALSE;
  *value = *self->at;
  self->at++;
  self->left--;
  return TRUE;
}

static gboolean
read_text (Reader *self, const char **text)
{
  const guint8 *end = memchr (self->at, 0, self->left);

  if (end == NULL || !g_utf8_validate ((const char *)self->at, -1, NULL))
    return FALSE;
  *text = (const char *)self->at;
  self->left -= (gsize)(end + 1 - self->at);
  self->at = end + 1;
  return TRUE;
}

/* The validation of libbson has no limit of its own. */
static gboolean
is_too_deep (const bson_iter_t *parent, guint depth)
{
  bson_iter_t iter = *parent;
  bson_iter_t child;

  if (depth > MAX_DEPTH)
    return TRUE;
  while (bson_iter_next (&iter))
    if ((BSON_ITER_HOLDS_DOCUMENT (&iter) || BSON_ITER_HOLDS_ARRAY (&iter)) &&
        bson_iter_recurse (&iter, &child) && is_too_deep (&child, depth + 1))
      return TRUE;
  return FALSE;
}

static gboolean
read_document (Reader *self, bson_t *document)
{
  Reader look = *self;
  bson_iter_t iter;
  guint32 length;

  if (!read_uint32 (&look, &length) || length > self->left ||
      !bson_init_static (document, self->at, length) || !bson_iter_init (&iter, document) ||
      is_too_deep (&iter, 0) || !bson_validate (document, BSON_VALIDATE_NONE, NULL))
    return FALSE;
  self->at += length;
  self->left -= length;
  return TRUE;
}

/* The sequence of documents of a section of kind 1, as the array that it stands for. */
static gboolean
read_sequence (Reader *self, bson_t *body)
{
  Reader section = *self;
  bson_t array = BSON_INITIALIZER;
  const char *name;
  guint32 length;
  guint32 n = 0;
  gboolean fine;

  if (!read_uint32 (&section, &length) || length < 4 || length > self->left)
    return FALSE;
  section.left = length - 4;
  self->at += length;
  self->left -= length;

  fine = read_text (&section, &name) && !bson_has_field (body, name);
  while (fine && section.left > 0)
    {
      char buffer[16];
      const char *key;
      bson_t document;

      bson_uint32_to_string (n++, &key, buffer, sizeof buffer);
      fine =
          read_document (&section, &document) && bson_append_document (&array, key, -1, &document);
    }
  if (fine)
    fine = bson_append_array (body, name, -1, &array);
  bson_destroy (&array);
  return fine;
}

static const char *
first_key (const bson_t *document)
{
  bson_iter_t iter;

  if (!bson_iter_init (&iter, document) || !bson_iter_next (&iter))
    return NULL;
  return bson_iter_key (&iter);
}

static WireCommand *
new_command (const char *name, const char *database, bson_t *body)
{
  WireCommand *self = g_new0 (WireCommand, 1);

  self->name = g_utf8_make_valid (name, -1);
  self->database = g_strdup (database);
  self->body = body;
  return self;
}

static WireCommand *
parse_msg (Reader *reader)
{
  bson_t *body = NULL;
  bson_t *sequences = bson_new ();
  WireCommand *command = NULL;
  const char *database = NULL;
  bson_iter_t iter;
  guint32 flags;
  gboolean fine = read_uint32 (reader, &flags);

  if (fine && (flags & MSG_HAS_CHECKSUM) != 0)
    {
      fine = reader->left >= 4;
      reader->left -= fine ? 4 : 0;
    }
  while (fine && reader->left > 0)
    {
      bson_t document;
      guint8 kind = 0;

      fine = read_byte (reader, &kind);
      if (fine && kind == 0)
        {
          fine = body == NULL && read_document (reader, &document);
          if (fine)
            body = bson_copy (&document);
        }
      else
        fine = fine && kind == 1 && read_sequence (reader, sequences);
    }

  if (fine && body != NULL && first_key (body) != NULL)
    {
      fine = bson_concat (body, sequences);
      if (bson_iter_init_find (&iter, body, "$db") && BSON_ITER_HOLDS_UTF8 (&iter))
        database = bson_iter_utf8 (&iter, NULL);
      if (fine)
        {
          command = new_command (first_key (body), database, body);
          body = NULL;
        }
    }
  if (body != NULL)
    bson_destroy (body);
  bson_destroy (sequences);
  return command;
}

/* The old way to ask, which drivers still greet a server with. */
static WireCommand *
parse_query (Reader *reader)
{
  g_autofree char *database = NULL;
  const char *collection;
  const char *dot;
  bson_t document;
  bson_t *body;
  bson_iter_t iter;
  guint32 number;

  if (!read_uint32 (reader, &number) || !read_text (reader, &collection) ||
      !read_uint32 (reader, &number) || !read_uint32 (reader, &number) ||
      !read_document (reader, &document))
    return NULL;
  dot = strchr (collection, '.');
  if (dot == NULL)
    return NULL;
  database = g_strndup (collection, (gsize)(dot - collection));
  body = bson_copy (&document);
  if (!g_str_equal (dot, ".$cmd"))
    return new_command ("(query)", database, body);

  if (bson_iter_init_find (&iter, &document, "$query") && BSON_ITER_HOLDS_DOCUMENT (&iter))
    {
      const uint8_t *bytes;
      uint32_t length;

      bson_destroy (body);
      bson_iter_document (&iter, &length, &bytes);
      body = bson_new_from_data (bytes, length);
    }
  if (body == NULL || first_key (body) == NULL)
    {
      g_clear_pointer (&body, bson_destroy);
      return NULL;
    }
  return new_command (first_key (body), database, body);
}

static WireCommand *parse_body (gint32 opcode, Reader *reader, gboolean packed);

static WireCommand *
parse_compressed (Reader *reader)
{
  g_autoptr (GZlibDecompressor) unpacking = NULL;
  g_autofree guint8 *bytes = NULL;
  guint32 opcode;
  guint32 size;
  guint8 compressor;
  Reader inner;
  gsize taken;
  gsize given;

  if (!read_uint32 (reader, &opcode) || !read_uint32 (reader, &size) ||
      !read_byte (reader, &compressor) || size > WIRE_MAX_MESSAGE_BYTES)
    return NULL;
  if (compressor == COMPRESSOR_NONE)
    return parse_body ((gint32)opcode, reader, TRUE);
  if (compressor != COMPRESSOR_ZLIB || size == 0)
    return new_command ("(compressed)", NULL, NULL);

  bytes = g_malloc (size);
  unpacking = g_zlib_decompressor_new (G_ZLIB_COMPRESSOR_FORMAT_ZLIB);
  if (g_converter_convert (G_CONVERTER (unpacking), reader->at, reader->left, bytes, size,
                           G_CONVERTER_INPUT_AT_END, &taken, &given,
                           NULL) != G_CONVERTER_FINISHED ||
      given != size)
    return NULL;
  inner.at = bytes;
  inner.left = given;
  return parse_body ((gint32)opcode, &inner, TRUE);
}

static WireCommand *
parse_body (gint32 opcode, Reader *reader, gboolean packed)
{
  g_autofree char *name = NULL;

  if (opcode == OP_MSG)
    return parse_msg (reader);
  if (opcode == OP_QUERY)
    return parse_query (reader);
  if (opcode == OP_COMPRESSED && !packed)
    return parse_compressed (reader);
  name = g_strdup_printf ("(message of kind %d)", opcode);
  return new_command (name, NULL, NULL);
}

/* Whether there is a header, and one that can be true. */
gboolean
wire_header_read (const guint8 *bytes, gsize length, WireHeader *header)
{
  Reader reader = { bytes, length };
  guint32 request;
  guint32 response_to;
  guint32 opcode;

  if (!read_uint32 (&reader, &header->length) || !read_uint32 (&reader, &request) ||
      !read_uint32 (&reader, &response_to) || !read_uint32 (&reader, &opcode))
    return FALSE;
  header->request = (gint32)request;
  header->response_to = (gint32)response_to;
  header->opcode = (gint32)opcode;
  return header->length >= WIRE_HEADER_BYTES && header->length <= WIRE_MAX_MESSAGE_BYTES;
}

/* What one whole message of a client asks for; never %NULL. */
WireCommand *
wire_command_parse (const guint8 *message, gsize length)
{
  WireHeader header;
  WireCommand *command = NULL;

  if (wire_header_read (message, length, &header) && header.length == length)
    {
      Reader reader = { message + WIRE_HEADER_BYTES, length - WIRE_HEADER_BYTES };

      command = parse_body (header.opcode, &reader, FALSE);
    }
  else
    {
      header.request = 0;
      header.opcode = 0;
    }
  if (command == NULL)
    command = new_command ("(unreadable)", NULL, NULL);
  command->request = header.request;
  command->opcode = header.opcode;
  return command;
}

WireCommand *
wire_command_copy (const WireCommand *self)
{
  WireCommand *copy =
      new_command (self->name, self->database, self->body != NULL ? bson_copy (self->body) : NULL);

  copy->request = self->request;
  copy->opcode = self->opcode;
  return copy;
}

void
wire_command_free (WireCommand *self)
{
  if (self == NULL)
    return;
  g_free (self->name);
  g_free (self->database);
  if (self->body != NULL)
    bson_destroy (self->body);
  g_free (self);
}

/* The first of the keys that stands anywhere in what is left of a document. */
static const char *
find_key (const bson_iter_t *parent, const char *const *keys)
{
  bson_iter_t iter = *parent;

  while (bson_iter_next (&iter))
    {
      const char *found = NULL;
      bson_iter_t child;

      if (g_strv_contains (keys, bson_iter_key (&iter)))
        return bson_iter_key (&iter);
      if ((BSON_ITER_HOLDS_DOCUMENT (&iter) || BSON_ITER_HOLDS_ARRAY (&iter)) &&
          bson_iter_recurse (&iter, &child))
        found = find_key (&child, keys);
      if (found != NULL)
        return found;
    }
  return NULL;
}

/* Whether a key stands anywhere in a command. */
gboolean
wire_command_has_key (const WireCommand *self, const char *key)
{
  const char *const keys[] = { key, NULL };
  bson_iter_t iter;

  return self->body != NULL && bson_iter_init (&iter, self->body) && find_key (&iter, keys) != NULL;
}

static void
append_uint32 (GByteArray *bytes, guint32 value)
{
  const guint32 raw = GUINT32_TO_LE (value);

  g_byte_array_append (bytes, (const guint8 *)&raw, sizeof raw);
}

/* The message as a packed one. */
static GByteArray *
pack (const GByteArray *message)
{
  g_autoptr (GZlibCompressor) packing = g_zlib_compressor_new (G_ZLIB_COMPRESSOR_FORMAT_ZLIB, 6);
  const gsize length = message->len - WIRE_HEADER_BYTES;
  const gsize room = length + length / 100 + 64;
  g_autofree guint8 *packed = g_malloc (room);
  const guint8 compressor = COMPRESSOR_ZLIB;
  GByteArray *bytes = g_byte_array_new ();
  gsize taken, given;

  g_assert_cmpint (g_converter_convert (G_CONVERTER (packing), message->data + WIRE_HEADER_BYTES,
                                        length, packed, room, G_CONVERTER_INPUT_AT_END, &taken,
                                        &given, NULL),
                   ==, G_CONVERTER_FINISHED);
  append_uint32 (bytes, (guint32)(WIRE_HEADER_BYTES + 9 + given));
  g_byte_array_append (bytes, message->data + 4, 8);
  append_uint32 (bytes, OP_COMPRESSED);
  g_byte_array_append (bytes, message->data + 12, 4);
  append_uint32 (bytes, (guint32)length);
  g_byte_array_append (bytes, &compressor, 1);
  g_byte_array_append (bytes, packed, (guint)given);
  return bytes;
}

/* The answer of a server, ready to be sent, of the kind that a command of its kind gets. */
GByteArray *
wire_reply_new (const WireCommand *command, const bson_t *body)
{
  const gboolean is_old = command->opcode == OP_QUERY;
  g_autoptr (GByteArray) bytes = g_byte_array_new ();

  append_uint32 (bytes, WIRE_HEADER_BYTES + (is_old ? 20 : 5) + body->len);
  append_uint32 (bytes, 0);
  append_uint32 (bytes, (guint32)command->request);
  append_uint32 (bytes, is_old ? OP_REPLY : OP_MSG);
  append_uint32 (bytes, is_old ? 8 : 0); /* flags: AwaitCapable */
  if (is_old)
    {
      append_uint32 (bytes, 0); /* no cursor */
      append_uint32 (bytes, 0);
      append_uint32 (bytes, 0); /* from the first */
      append_uint32 (bytes, 1); /* one document */
    }
  else
    {
      g_byte_array_append (bytes, (const guint8 *)"\0", 1);
    }
  g_byte_array_append (bytes, bson_get_data (body), body->len);
  return command->opcode == OP_COMPRESSED ? pack (bytes) : g_steal_pointer (&bytes);
}

/* Why a command is not one that only reads; %NULL where it is. The names are those that the manual
 * describes as reading, greeting or proving who one is; killCursors ends what find began. */
char *
wire_command_describe_harm (const WireCommand *self)
{
  static const char *const reads[] = {
    "aggregate",       "authenticate",  "buildInfo",
    "buildinfo",       "collStats",     "connectionStatus",
    "count",           "dataSize",      "dbStats",
    "distinct",        "endSessions",   "find",
    "getMore",         "getParameter",  "getShardMap",
    "hello",           "hostInfo",      "isMaster",
    "isdbgrid",        "ismaster",      "killCursors",
    "listCollections", "listDatabases", "listIndexes",
    "listShards",      "ping",          "replSetGetStatus",
    "rolesInfo",       "saslContinue",  "saslStart",
    "serverStatus",    "top",           "usersInfo",
    "whatsmyuri",
  };
  static const char *const writing_stages[] = { "$out", "$merge", NULL };
  bson_iter_t iter;
  const char *stage = NULL;
  gboolean known = FALSE;

  for (guint i = 0; i < G_N_ELEMENTS (reads); i++)
    known = known || g_str_equal (reads[i], self->name);
  if (!known)
    return g_strdup_printf ("%s is no command that only reads", self->name);
  if (self->body != NULL && bson_iter_init (&iter, self->body))
    stage = find_key (&iter, writing_stages);
  return stage != NULL ? g_strdup_printf ("%s with %s", self->name, stage) : NULL;
}

/* Whatever does more than read, one a line; %NULL where nothing does. */
char *
wire_commands_describe_harm (GPtrArray *commands)
{
  g_autoptr (GString) harm = g_string_new (NULL);

  for (guint i = 0; i < commands->len; i++)
    {
      const WireCommand *command = g_ptr_array_index (commands, i);
      g_autofree char *line = wire_command_describe_harm (command);

      if (line == NULL)
        continue;
      if (harm->len > 0)
        g_string_append_c (harm, '\n');
      g_string_append (harm, line);
    }
  return harm->len > 0 ? g_string_free (g_steal_pointer (&harm), FALSE) : NULL;
}

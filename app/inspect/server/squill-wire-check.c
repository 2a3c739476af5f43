/* SPDX-License-Identifier: Apache-2.0 */

/* Checks what a server sends before the driver sees it. The driver trusts servers: of a damaged
 * message it reads past the end, and it ends the program where a member of a reply is not what the
 * protocol promises. So each reply has to be whole and sound, and the members that the driver looks
 * at without a check of its own have to be what it takes them for. What passes is given to the
 * driver in the plainest form that the protocol has: unpacked, without checksum, with one section.
 *
 * What the driver relies on was read in libmongoc 1.23; later versions check more themselves. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/server/squill-wire-check.h"

#include "bson/squill-bson-walk.h"

#include <string.h>
#include <zlib.h>

/* The flags of a message. The lower half has to be understood; of it only this may be set. */
#define FLAG_CHECKSUM (1u << 0)
#define FLAGS_TO_UNDERSTAND 0xFFFFu
#define CHECKSUM_BYTES 4u

#define COMPRESSOR_NONE 0
#define COMPRESSOR_ZLIB 2

/* Bytes between the header and the document. */
#define MSG_BYTES 5u    /* flags, kind of the section */
#define REPLY_BYTES 20u /* flags, cursor, position, number of documents */
#define PACKED_BYTES 9u /* kind and length of what is packed, how it is packed */

/* In the place of an error code that the driver does not survive: UnknownError. */
#define CODE_UNKNOWN 8

/* The limits of names of the manual, and of hosts as DNS has them, with a port. */
#define MAX_NAMESPACE 512u
#define MAX_HOST 255u
#define MAX_HOSTS 1000u
/* The driver has 4 KiB for a step of an authentication, and looks at the byte behind its end. */
#define MAX_PAYLOAD 2048u
/* Steps of the derivation of a key, which cannot be interrupted. The server's default is 15,000. */
#define MAX_ITERATIONS 1000000u

typedef gboolean (*CheckFunc) (const SquillBsonElement *element);

typedef struct
{
  const char *name;
  CheckFunc check;
} Rule;

static guint32
read_uint32 (const guint8 *bytes)
{
  guint32 raw;

  memcpy (&raw, bytes, sizeof raw);
  return GUINT32_FROM_LE (raw);
}

static void
write_uint32 (guint8 *bytes, guint32 value)
{
  const guint32 raw = GUINT32_TO_LE (value);

  memcpy (bytes, &raw, sizeof raw);
}

/* --- members of a reply ---------------------------------------------------------------------- */

static gboolean
check_members (const SquillBsonElement *document, const Rule *rules, guint n_rules)
{
  const guint8 *data = document->value;
  gsize position = 4;
  SquillBsonElement element;

  while (squill_bson_step (data, document->value_length, &position, &element) ==
         SQUILL_BSON_STEP_ELEMENT)
    for (guint i = 0; i < n_rules; i++)
      if (g_str_equal (rules[i].name, element.key) && !rules[i].check (&element))
        return FALSE;
  return TRUE;
}

/* Whether @check holds for each value of an array. Returns FALSE with more than @most. */
static gboolean
check_values (const SquillBsonElement *array, guint most, CheckFunc check)
{
  gsize position = 4;
  SquillBsonElement element;
  guint n = 0;

  while (squill_bson_step (array->value, array->value_length, &position, &element) ==
         SQUILL_BSON_STEP_ELEMENT)
    if (n++ >= most || !check (&element))
      return FALSE;
  return TRUE;
}

static gboolean
is_document (const SquillBsonElement *element)
{
  return element->type == SQUILL_BSON_OBJECT;
}

static gboolean
is_text (const SquillBsonElement *element)
{
  return element->type == SQUILL_BSON_STRING &&
         memchr (element->value + 4, 0, element->value_length - 5) == NULL;
}

/* The driver ends the program at an error without a number. Such an error stays one. */
static gboolean
mend_code (const SquillBsonElement *element)
{
  guint8 *bytes = (guint8 *)element->value;

  if (element->type == SQUILL_BSON_INT && read_uint32 (bytes) == 0)
    write_uint32 (bytes, CODE_UNKNOWN);
  else if (element->type == SQUILL_BSON_LONG && read_uint32 (bytes) == 0)
    {
      write_uint32 (bytes, CODE_UNKNOWN);
      write_uint32 (bytes + 4, 0);
    }
  else if (element->type == SQUILL_BSON_DOUBLE)
    {
      const double unknown = CODE_UNKNOWN;
      guint64 raw;
      double code;

      memcpy (&raw, bytes, sizeof raw);
      raw = GUINT64_FROM_LE (raw);
      memcpy (&code, &raw, sizeof code);
      if (!(code >= 1 && code < G_MAXINT32))
        {
          memcpy (&raw, &unknown, sizeof raw);
          raw = GUINT64_TO_LE (raw);
          memcpy (bytes, &raw, sizeof raw);
        }
    }
  return TRUE;
}

static gboolean
nests (const SquillBsonElement *element)
{
  return element->type == SQUILL_BSON_OBJECT || element->type == SQUILL_BSON_ARRAY;
}

static gboolean
check_write_concern_error (const SquillBsonElement *element)
{
  static const Rule rules[] = { { "code", mend_code }, { "errorLabels", nests } };

  return nests (element) && check_members (element, rules, G_N_ELEMENTS (rules));
}

/* "name", "name:port", "[address]", "[address]:port", as the driver reads it. It keeps a server
 * whose name it cannot read, and trips over it later. */
static gboolean
is_host (const SquillBsonElement *element)
{
  const char *text = (const char *)element->value + 4;
  const char *name_of = ".-_";
  gsize name;
  guint64 port;

  if (!is_text (element) || element->value_length - 5 > MAX_HOST)
    return FALSE;
  if (*text == '[')
    {
      text++;
      name_of = ".-_%:";
    }
  for (name = 0;
       g_ascii_isalnum (text[name]) || (text[name] != '\0' && strchr (name_of, text[name]));)
    name++;
  if (name == 0)
    return FALSE;
  text += name;
  if (*name_of != '\0' && strchr (name_of, ':') != NULL && *text++ != ']')
    return FALSE;
  if (*text == '\0')
    return TRUE;
  return *text++ == ':' && strlen (text) <= 5 && strspn (text, "0123456789") == strlen (text) &&
         (port = g_ascii_strtoull (text, NULL, 10)) >= 1 && port <= G_MAXUINT16;
}

/* The members of a replica set. Some commands have other things of this name. */
static gboolean
check_hosts (const SquillBsonElement *element)
{
  return element->type != SQUILL_BSON_ARRAY || check_values (element, MAX_HOSTS, is_host);
}

static gboolean
check_texts (const SquillBsonElement *element)
{
  return element->type != SQUILL_BSON_ARRAY || check_values (element, MAX_HOSTS, is_text);
}

/* A step of SCRAM: "r=…,s=…,i=15000". What begins otherwise, the driver refuses. */
static gboolean
check_scram (const char *text, gsize length)
{
  const char *end = text + length;
  guint32 seen = 0;

  while (text < end)
    {
      const char *comma = memchr (text, ',', (gsize)(end - text));
      const char *stop = comma != NULL ? comma : end;
      const guint32 letter = g_ascii_islower (*text) ? 1u << (*text - 'a') : 0;

      if (stop - text < 2 || letter == 0 || text[1] != '=' || (seen & letter) != 0)
        return FALSE;
      if (*text == 'i')
        {
          g_autofree char *number = g_strndup (text + 2, (gsize)(stop - text - 2));

          if (strspn (number, "0123456789") != strlen (number) || strlen (number) > 9 ||
              g_ascii_strtoull (number, NULL, 10) > MAX_ITERATIONS)
            return FALSE;
        }
      seen |= letter;
      text = stop + 1;
    }
  return TRUE;
}

static gboolean
check_payload (const SquillBsonElement *element)
{
  const char *text = (const char *)element->value + 5;
  gsize length;

  if (element->type != SQUILL_BSON_BINARY)
    return TRUE;
  length = element->value_length - 5;
  if (length > MAX_PAYLOAD)
    return FALSE;
  return length < 2 || text[1] != '=' || check_scram (text, length);
}

static gboolean
check_first_step (const SquillBsonElement *element)
{
  static const Rule rules[] = { { "code", mend_code }, { "payload", check_payload } };

  return is_document (element) && check_members (element, rules, G_N_ELEMENTS (rules));
}

static gboolean
is_cursor_number (const SquillBsonElement *element)
{
  return element->type == SQUILL_BSON_LONG || element->type == SQUILL_BSON_INT;
}

/* "database.collection" */
static gboolean
is_namespace (const SquillBsonElement *element)
{
  const char *text = (const char *)element->value + 4;
  const char *dot;

  if (!is_text (element) || element->value_length - 5 > MAX_NAMESPACE)
    return FALSE;
  dot = strchr (text, '.');
  return dot != NULL && dot > text && dot[1] != '\0';
}

/* A larger document than a server takes is none of its collections'. */
static gboolean
is_stored_document (const SquillBsonElement *element)
{
  return is_document (element) && element->value_length <= (gsize)SQUILL_BSON_MAX_BYTES;
}

static gboolean
check_batch (const SquillBsonElement *element)
{
  return element->type == SQUILL_BSON_ARRAY &&
         check_values (element, G_MAXUINT, is_stored_document);
}

static gboolean
has_member (const SquillBsonElement *document, const char *name)
{
  gsize position = 4;
  SquillBsonElement element;

  while (squill_bson_step (document->value, document->value_length, &position, &element) ==
         SQUILL_BSON_STEP_ELEMENT)
    if (g_str_equal (element.key, name))
      return TRUE;
  return FALSE;
}

/* Without a namespace the driver would ask for the next batch of no collection, and abort. */
static gboolean
check_cursor (const SquillBsonElement *element)
{
  static const Rule rules[] = {
    { "firstBatch", check_batch },
    { "id", is_cursor_number },
    { "nextBatch", check_batch },
    { "ns", is_namespace },
  };

  return element->type != SQUILL_BSON_OBJECT ||
         (check_members (element, rules, G_N_ELEMENTS (rules)) && has_member (element, "ns"));
}

/* The driver copies the members of a reply; of an array whose first key is another, libbson tells
 * whoever started the program. */
static gboolean
are_arrays_numbered (const guint8 *data, gsize length)
{
  gsize position = 4;
  SquillBsonElement member, first;

  while (squill_bson_step (data, length, &position, &member) == SQUILL_BSON_STEP_ELEMENT)
    {
      gsize inside = 4;

      if (member.type == SQUILL_BSON_ARRAY &&
          squill_bson_step (member.value, member.value_length, &inside, &first) ==
              SQUILL_BSON_STEP_ELEMENT &&
          !g_str_equal (first.key, "0"))
        return FALSE;
    }
  return TRUE;
}

static gboolean
check_document (const guint8 *data, gsize length)
{
  static const Rule rules[] = {
    { "arbiters", check_hosts },
    { "code", mend_code },
    { "compression", check_texts },
    { "cursor", check_cursor },
    { "errorLabels", nests },
    { "hosts", check_hosts },
    { "passives", check_hosts },
    { "payload", check_payload },
    { "speculativeAuthenticate", check_first_step },
    { "writeConcernError", check_write_concern_error },
  };
  const SquillBsonElement document = { SQUILL_BSON_OBJECT, "", 0, data, length };
  g_autofree char *reason = NULL;
  gsize offset;

  return squill_bson_check (data, length, NULL, &offset, &reason) &&
         are_arrays_numbered (data, length) &&
         check_members (&document, rules, G_N_ELEMENTS (rules));
}

/* --- messages -------------------------------------------------------------------------------- */

/**
 * _squill_wire_read_header:
 * @bytes: %SQUILL_WIRE_HEADER_BYTES bytes
 * @header: (out): what they say, true or not
 *
 * Reads what stands before a message.
 */
void
_squill_wire_read_header (const guint8 *bytes, SquillWireHeader *header)
{
  header->length = read_uint32 (bytes);
  header->number = (gint32)read_uint32 (bytes + 4);
  header->answers = (gint32)read_uint32 (bytes + 8);
  header->kind = (gint32)read_uint32 (bytes + 12);
}

/* The driver takes the kind that it expects for granted. */
static gboolean
may_answer (gint32 kind, const SquillWireHeader *request)
{
  switch (request->kind)
    {
    case SQUILL_WIRE_QUERY:
      return kind == SQUILL_WIRE_REPLY || kind == SQUILL_WIRE_MSG;
    case SQUILL_WIRE_MSG:
    case SQUILL_WIRE_COMPRESSED:
      return kind == SQUILL_WIRE_MSG;
    default:
      return FALSE;
    }
}

/**
 * _squill_wire_check_header:
 * @bytes: %SQUILL_WIRE_HEADER_BYTES bytes
 * @request: what was sent last
 *
 * Returns: whether a reply to @request can begin so; its length is at least that of the header, and
 *   at most %SQUILL_WIRE_MAX_BYTES
 */
gboolean
_squill_wire_check_header (const guint8 *bytes, const SquillWireHeader *request)
{
  SquillWireHeader header;

  _squill_wire_read_header (bytes, &header);
  return header.length >= SQUILL_WIRE_HEADER_BYTES && header.length <= SQUILL_WIRE_MAX_BYTES &&
         header.answers == request->number &&
         (header.kind == SQUILL_WIRE_COMPRESSED || may_answer (header.kind, request));
}

/* Replaces what is packed by what it was before. */
static gboolean
unpack (GByteArray *reply)
{
  const guint8 *packed = reply->data + SQUILL_WIRE_HEADER_BYTES + PACKED_BYTES;
  g_autofree guint8 *plain = NULL;
  gsize packed_length;
  guint32 kind, length;
  guint8 compressor;
  uLongf unpacked;

  if (reply->len < SQUILL_WIRE_HEADER_BYTES + PACKED_BYTES)
    return FALSE;
  kind = read_uint32 (reply->data + 16);
  length = read_uint32 (reply->data + 20);
  compressor = reply->data[24];
  packed_length = reply->len - SQUILL_WIRE_HEADER_BYTES - PACKED_BYTES;
  if (length > SQUILL_WIRE_MAX_BYTES - SQUILL_WIRE_HEADER_BYTES)
    return FALSE;

  plain = g_malloc (MAX (length, 1));
  unpacked = length;
  if (compressor == COMPRESSOR_NONE)
    {
      if (packed_length != length)
        return FALSE;
      memcpy (plain, packed, length);
    }
  else if (compressor != COMPRESSOR_ZLIB ||
           uncompress (plain, &unpacked, packed, packed_length) != Z_OK || unpacked != length)
    {
      return FALSE;
    }
  g_byte_array_set_size (reply, SQUILL_WIRE_HEADER_BYTES);
  g_byte_array_append (reply, plain, length);
  write_uint32 (reply->data + 12, kind);
  return TRUE;
}

static gboolean
check_msg (GByteArray *reply)
{
  const guint before = SQUILL_WIRE_HEADER_BYTES + MSG_BYTES;
  guint32 flags;

  if (reply->len < before)
    return FALSE;
  flags = read_uint32 (reply->data + SQUILL_WIRE_HEADER_BYTES);
  if ((flags & FLAGS_TO_UNDERSTAND & ~FLAG_CHECKSUM) != 0)
    return FALSE;
  if ((flags & FLAG_CHECKSUM) != 0)
    {
      if (reply->len < before + CHECKSUM_BYTES)
        return FALSE;
      g_byte_array_set_size (reply, reply->len - CHECKSUM_BYTES);
    }
  write_uint32 (reply->data + SQUILL_WIRE_HEADER_BYTES, 0);
  return reply->data[before - 1] == 0 && check_document (reply->data + before, reply->len - before);
}

static gboolean
check_old_reply (GByteArray *reply)
{
  const guint before = SQUILL_WIRE_HEADER_BYTES + REPLY_BYTES;

  return reply->len >= before && read_uint32 (reply->data + before - 4) == 1 &&
         check_document (reply->data + before, reply->len - before);
}

/**
 * _squill_wire_check_reply:
 * @reply: (inout): a message of a server, whole, with its header; becomes the same in plain form
 * @request: what was sent last
 *
 * Checks that the message answers @request, that all in it is sound at every depth, and that it has
 * nothing in it that the driver does not survive.
 *
 * Returns: whether it may be given to the driver; if not, what is in @reply now is of no use
 */
gboolean
_squill_wire_check_reply (GByteArray *reply, const SquillWireHeader *request)
{
  SquillWireHeader header;

  if (reply->len < SQUILL_WIRE_HEADER_BYTES || !_squill_wire_check_header (reply->data, request))
    return FALSE;
  _squill_wire_read_header (reply->data, &header);
  if (header.length != reply->len)
    return FALSE;
  if (header.kind == SQUILL_WIRE_COMPRESSED)
    {
      if (!unpack (reply))
        return FALSE;
      _squill_wire_read_header (reply->data, &header);
      if (!may_answer (header.kind, request))
        return FALSE;
    }
  if (header.kind == SQUILL_WIRE_MSG ? !check_msg (reply) : !check_old_reply (reply))
    return FALSE;
  write_uint32 (reply->data, reply->len);
  return TRUE;
}

/* SPDX-License-Identifier: Apache-2.0 */

/* Documents to measure with: made up, and the same each time. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include "inspect-data.h"

#include <bson/bson.h>
#include <string.h>

static const char *const words[] = {
  "amber", "birch",   "cedar",   "delta",  "ember",  "fjord",  "grove",   "harbour",
  "inlet", "juniper", "kestrel", "lagoon", "meadow", "nettle", "orchard", "prairie",
};
static const char *const cities[] = { "Antwerp", "Bergen", "Cádiz", "Dublin", "Exeter", "Faro" };
static const char *const states[] = { "new", "paid", "packed", "sent", "returned" };

static guint64
next_random (guint64 *state)
{
  guint64 x = *state += G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);

  x = (x ^ (x >> 30)) * G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
  x = (x ^ (x >> 27)) * G_GUINT64_CONSTANT (0x94d049bb133111eb);
  return x ^ (x >> 31);
}

static const char *
next_word (guint64 *state)
{
  return words[next_random (state) % G_N_ELEMENTS (words)];
}

static void
append_id (bson_t *document, const char *name, guint64 *state)
{
  guint64 parts[2] = { next_random (state), next_random (state) };
  bson_oid_t id;

  memcpy (id.bytes, parts, sizeof id.bytes);
  bson_append_oid (document, name, -1, &id);
}

static void
append_words (bson_t *document, const char *name, guint n, guint64 *state)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? " " : "", next_word (state));
  bson_append_utf8 (document, name, -1, text->str, (int)text->len);
}

static void
append_date (bson_t *document, const char *name, guint64 *state)
{
  bson_append_date_time (document, name, -1,
                         G_GINT64_CONSTANT (1600000000000) +
                             (gint64)(next_random (state) % 100000000) * 1000);
}

static void
append_money (bson_t *document, const char *name, guint64 *state)
{
  bson_append_double (document, name, -1, (double)(next_random (state) % 1000000) / 100);
}

static void
fill_flat (bson_t *document, guint number, guint64 *state)
{
  char text[64];

  append_id (document, "_id", state);
  bson_append_int32 (document, "number", -1, (gint32)number);
  append_words (document, "name", 2, state);
  g_snprintf (text, sizeof text, "%s.%u@example.org", next_word (state), number);
  bson_append_utf8 (document, "email", -1, text, -1);
  bson_append_utf8 (document, "city", -1, cities[next_random (state) % G_N_ELEMENTS (cities)], -1);
  bson_append_int32 (document, "age", -1, (gint32)(next_random (state) % 90));
  append_money (document, "balance", state);
  bson_append_bool (document, "active", -1, next_random (state) % 4 != 0);
  append_date (document, "created", state);
  bson_append_int64 (document, "visits", -1, (gint64)(next_random (state) % 100000));
  append_id (document, "account", state);
  if (next_random (state) % 3 != 0)
    bson_append_utf8 (document, "state", -1, states[next_random (state) % G_N_ELEMENTS (states)],
                      -1);
}

static void
fill_item (bson_t *item, guint64 *state)
{
  char text[32];

  append_id (item, "product", state);
  g_snprintf (text, sizeof text, "SKU-%06u", (guint)(next_random (state) % 50000));
  bson_append_utf8 (item, "sku", -1, text, -1);
  append_words (item, "title", 3, state);
  bson_append_int32 (item, "quantity", -1, (gint32)(1 + next_random (state) % 5));
  append_money (item, "price", state);
  bson_append_bool (item, "gift", -1, next_random (state) % 10 == 0);
}

static void
append_items (bson_t *document, const char *name, guint n, guint64 *state)
{
  bson_t items, item;

  bson_append_array_begin (document, name, -1, &items);
  for (guint i = 0; i < n; i++)
    {
      char buffer[16];
      const char *key;

      bson_uint32_to_string (i, &key, buffer, sizeof buffer);
      bson_append_document_begin (&items, key, -1, &item);
      fill_item (&item, state);
      bson_append_document_end (&items, &item);
    }
  bson_append_array_end (document, &items);
}

static void
append_address (bson_t *document, const char *name, guint64 *state)
{
  bson_t address, place;
  char text[16];

  bson_append_document_begin (document, name, -1, &address);
  append_words (&address, "street", 2, state);
  g_snprintf (text, sizeof text, "%05u", (guint)(next_random (state) % 100000));
  bson_append_utf8 (&address, "postcode", -1, text, -1);
  bson_append_utf8 (&address, "city", -1, cities[next_random (state) % G_N_ELEMENTS (cities)], -1);
  bson_append_document_begin (&address, "place", -1, &place);
  bson_append_double (&place, "latitude", -1, (double)(next_random (state) % 18000000) / 1e5 - 90);
  bson_append_double (&place, "longitude", -1,
                      (double)(next_random (state) % 36000000) / 1e5 - 180);
  bson_append_document_end (&address, &place);
  bson_append_document_end (document, &address);
}

static void
append_tags (bson_t *document, const char *name, guint n, guint64 *state)
{
  bson_t tags;

  bson_append_array_begin (document, name, -1, &tags);
  for (guint i = 0; i < n; i++)
    {
      char buffer[16];
      const char *key;

      bson_uint32_to_string (i, &key, buffer, sizeof buffer);
      bson_append_utf8 (&tags, key, -1, next_word (state), -1);
    }
  bson_append_array_end (document, &tags);
}

static void
fill_nested (bson_t *document, guint number, guint64 *state)
{
  fill_flat (document, number, state);
  append_address (document, "billing", state);
  append_address (document, "delivery", state);
  append_items (document, "items", 5 + (guint)(next_random (state) % 5), state);
  append_tags (document, "tags", (guint)(next_random (state) % 8), state);
  append_words (document, "note", 20, state);
}

static void
fill_large (bson_t *document, guint number, guint64 *state)
{
  fill_nested (document, number, state);
  append_items (document, "history", 300, state);
  append_words (document, "text", 500, state);
}

static void
fill_map (bson_t *document, guint number, guint64 *state)
{
  bson_t map, value;

  append_id (document, "_id", state);
  bson_append_int32 (document, "number", -1, (gint32)number);
  bson_append_document_begin (document, "sessions", -1, &map);
  for (guint i = 0; i < 15; i++)
    {
      guint64 a = next_random (state), b = next_random (state);
      char key[40];

      g_snprintf (key, sizeof key, "%08x-%04x-4%03x-a%03x-%04x%08x", (guint32)a,
                  (guint)(a >> 32) & 0xffff, (guint)(a >> 48) & 0xfff, (guint)(b >> 48) & 0xfff,
                  (guint)(b >> 32) & 0xffff, (guint32)b);
      bson_append_document_begin (&map, key, -1, &value);
      append_date (&value, "since", state);
      bson_append_utf8 (&value, "state", -1, states[a % G_N_ELEMENTS (states)], -1);
      bson_append_int32 (&value, "hits", -1, (gint32)(b % 1000));
      bson_append_document_end (&map, &value);
    }
  bson_append_document_end (document, &map);
}

/* What the documents are called in the report. */
const char *
inspect_data_get_name (InspectData data)
{
  static const char *const names[] = { "flat", "nested", "large", "UUID keys" };

  return names[data];
}

/* So many bytes of documents of the kind, back to back. */
GByteArray *
inspect_data_make (InspectData data, gsize bytes, guint *n_documents)
{
  static void (*const fill[]) (bson_t *, guint, guint64 *) = { fill_flat, fill_nested, fill_large,
                                                               fill_map };
  GByteArray *array = g_byte_array_new ();
  guint64 state = data;

  for (*n_documents = 0; array->len < bytes; (*n_documents)++)
    {
      bson_t document = BSON_INITIALIZER;

      fill[data](&document, *n_documents, &state);
      g_byte_array_append (array, bson_get_data (&document), document.len);
      bson_destroy (&document);
    }
  return array;
}

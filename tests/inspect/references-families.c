/* SPDX-License-Identifier: Apache-2.0 */

/* Families of small databases: each has one form of reference that is easily missed, and in every
 * other case a twin that looks the same and is none. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include "references-families.h"

#include <string.h>

static const Noun nouns[] = {
  { "pilot", "pilots" },         { "orchard", "orchards" }, { "museum", "museums" },
  { "exhibit", "exhibits" },     { "ferry", "ferries" },    { "glacier", "glaciers" },
  { "tenant", "tenants" },       { "parcel", "parcels" },   { "choir", "choirs" },
  { "beekeeper", "beekeepers" }, { "quarry", "quarries" },  { "library", "libraries" },
  { "printer", "printers" },     { "studio", "studios" },   { "season", "seasons" },
  { "mission", "missions" },     { "crew", "crews" },       { "garden", "gardens" },
};

static const char *const first_parts[] = { "Al", "Ber", "Cor", "Dun", "El",  "Fal", "Gor", "Hu",
                                           "Il", "Jas", "Kor", "Lun", "Mar", "Nor", "Ost", "Per" };
static const char *const last_parts[] = { "dan",  "mir",  "vale", "stone", "wick", "ford", "by",
                                          "holm", "sund", "ton",  "ria",   "gast", "heim", "lund" };

static guint64
scramble (guint64 value)
{
  value = (value ^ (value >> 30)) * G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
  value = (value ^ (value >> 27)) * G_GUINT64_CONSTANT (0x94d049bb133111eb);
  return value ^ (value >> 31);
}

guint
pick (FamilyCase *self, guint from, guint to)
{
  return (guint)g_rand_int_range (self->random, (gint32)from, (gint32)to + 1);
}

gboolean
chance (FamilyCase *self, guint percent)
{
  return pick (self, 1, 100) <= percent;
}

/* Nouns that differ. */
void
pick_nouns (FamilyCase *self, const Noun **chosen, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      gboolean again;

      do
        {
          again = FALSE;
          chosen[i] = &PICK_OF (self, nouns);
          for (guint k = 0; k < i; k++)
            again = again || chosen[k] == chosen[i];
        }
      while (again);
    }
}

/* The text of a key, without what marks its type. */
char *
key_text (KeyKind kind, guint salt, guint number)
{
  guint64 mixed = scramble (((guint64)salt + 1) << 32 | (number + 1));
  guint64 more = scramble (mixed);
  char *text;

  switch (kind)
    {
    case KEY_OBJECT_ID:
      return g_strdup_printf ("%016" G_GINT64_MODIFIER "x%08x", mixed, (guint)more);
    case KEY_UUID:
    case KEY_UUID_CAPITALS:
      text =
          g_strdup_printf ("%08x-%04x-4%03x-8%03x-%012" G_GINT64_MODIFIER "x", (guint)(mixed >> 32),
                           (guint)(mixed >> 16 & 0xffff), (guint)(mixed & 0xfff),
                           (guint)(more >> 48 & 0xfff), more & G_GUINT64_CONSTANT (0xffffffffffff));
      if (kind == KEY_UUID_CAPITALS)
        for (char *at = text; *at != '\0'; at++)
          *at = g_ascii_toupper (*at);
      return text;
    case KEY_SPARSE:
      return g_strdup_printf ("%u", (guint)(100000 + mixed % 9000000));
    case KEY_SERIAL:
      return g_strdup_printf ("%c%c-%05u", 'A' + salt % 26, 'A' + salt / 3 % 26, number * 3 + 11);
    case KEY_DENSE:
    case N_KEYS:
    default:
      return g_strdup_printf ("%u", number + 1);
    }
}

void
append_key (GString *text, KeyKind kind, guint salt, guint number)
{
  g_autofree char *key = key_text (kind, salt, number);

  if (kind == KEY_OBJECT_ID)
    g_string_append_printf (text, "{\"$oid\":\"%s\"}", key);
  else if (kind == KEY_UUID)
    g_string_append_printf (text, "{\"$uuid\":\"%s\"}", key);
  else if (kind == KEY_DENSE || kind == KEY_SPARSE)
    g_string_append (text, key);
  else
    g_string_append_printf (text, "\"%s\"", key);
}

/* A name of a thing; nearly all are different. */
char *
thing_name (guint salt, guint number)
{
  guint64 mixed = scramble ((guint64)salt << 40 | number);

  return g_strdup_printf ("%s%s %s%s", first_parts[mixed % G_N_ELEMENTS (first_parts)],
                          last_parts[mixed / 16 % G_N_ELEMENTS (last_parts)],
                          first_parts[mixed / 256 % G_N_ELEMENTS (first_parts)],
                          last_parts[mixed / 4096 % G_N_ELEMENTS (last_parts)]);
}

/* Different codes of @length capitals, of all the room there is the share that a list of them has.
 */
char *
code_text (guint salt, guint length, guint number)
{
  char *text = g_new0 (char, length + 1);
  guint64 room = 1, at;

  for (guint i = 0; i < length; i++)
    room *= 26;
  /* A step that has no factor in common with the room goes through all of it. */
  at = ((guint64)number * 15 * 7 * 11 * 1009 + salt * 7919u) % room;
  for (guint i = 0; i < length; i++, at /= 26)
    text[i] = (char)('A' + at % 26);
  return text;
}

void
is_true (FamilyCase *self, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  g_hash_table_add (self->truth, g_strdup_vprintf (format, args));
  va_end (args);
}

void
is_either (FamilyCase *self, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  g_hash_table_add (self->either, g_strdup_vprintf (format, args));
  va_end (args);
}

/* What every document has, and no reference is. */
void
append_usual (FamilyCase *self, GString *text, guint number)
{
  static const char *const states[] = { "new", "open", "done", "failed" };

  g_string_append_printf (text, ",\"level\":%u,\"state\":\"%s\",\"year\":%u,\"amount\":%u.%02u",
                          pick (self, 0, 9), PICK_OF (self, states), pick (self, 1990, 2024),
                          pick (self, 1, 400), pick (self, 0, 99));
  if (number % 3 != 0)
    g_string_append_printf (text, ",\"count\":%u", pick (self, 0, 40));
}

void
add_things (FamilyCase *self, const char *name, KeyKind kind, guint salt, guint n)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *called = thing_name (salt, i);

      g_string_append (text, "{\"_id\":");
      append_key (text, kind, salt, i);
      g_string_append_printf (text, ",\"name\":\"%s\"", called);
      append_usual (self, text, i);
      g_string_append (text, "}\n");
    }
  database_add_text (self->database, name, text->str);
}

/* Keys behind something: addresses, urns, paths; the twin has texts of the same form that lead out
 * of the database. */
static void
make_prefix (FamilyCase *self)
{
  const Noun *two[3];
  g_autoptr (GString) text = g_string_new (NULL);
  static const KeyKind kinds[] = { KEY_OBJECT_ID, KEY_UUID, KEY_DENSE, KEY_SPARSE, KEY_UUID };
  static const char *const fields[] = { "target", "link", "source", "href", "subject", "owner" };
  const char *field = PICK_OF (self, fields);
  KeyKind kind = PICK_OF (self, kinds);
  gboolean leads = chance (self, 60);
  guint n = pick (self, 20, 200), form = pick (self, 0, 7);

  pick_nouns (self, two, 3);
  add_things (self, two[0]->several, kind, 1, n);
  add_things (self, two[1]->several, kind, 2, pick (self, 20, 200));
  for (guint i = 0; i < 150; i++)
    {
      g_autofree char *key =
          key_text (kind, leads ? 1 : 9, pick (self, 0, n - 1) + (leads ? 0 : 700));
      const char *one = two[leads ? 0 : 2]->one, *several = two[leads ? 0 : 2]->several;

      g_string_append_printf (text, "{\"_id\":\"d%u\",\"%s\":\"", i * 17, field);
      switch (form)
        {
        case 0:
          g_string_append_printf (text, "urn:%s:%s", kind == KEY_UUID ? "uuid" : one, key);
          break;
        case 1:
          g_string_append_printf (text, "/api/v1/%s/%s", several, key);
          break;
        case 2:
          g_string_append_printf (text, "https://example.org/rest-api/%s/%s", several, key);
          break;
        case 3:
          g_string_append_printf (text, "%c%s/%s", g_ascii_toupper (*one), one + 1, key);
          break;
        case 4:
          g_string_append_printf (text, "gid://shop/%s/%s", one, key);
          break;
        case 5:
          g_string_append_printf (text, "http://example.org:8080/%s/%s/", several, key);
          break;
        case 6:
          g_string_append_printf (text, "arn:example:eu-west-1:%s:%s", one, key);
          break;
        case 7:
        default:
          g_string_append_printf (text, "#/%s/%s", several, key);
          break;
        }
      g_string_append_printf (text, "\",\"city\":\"New York-%u\",\"invoice\":\"R-2021-%u\"",
                              pick (self, 1, n), i + 1);
      append_usual (self, text, i);
      g_string_append (text, "}\n");
    }
  database_add_text (self->database, "records", text->str);
  if (leads)
    is_true (self, "records.%s -> %s._id", field, two[0]->several);
}

/* UUIDs and ObjectIds in capitals, in braces, without dashes. */
static void
make_capitals (FamilyCase *self)
{
  const Noun *two[2];
  g_autoptr (GString) text = g_string_new (NULL);
  KeyKind kind = chance (self, 50) ? KEY_UUID : KEY_UUID_CAPITALS;
  gboolean leads = chance (self, 60);
  guint n = pick (self, 20, 200);

  pick_nouns (self, two, 2);
  add_things (self, two[0]->several, kind, 1, n);
  for (guint i = 0; i < 150; i++)
    {
      g_autofree char *key = key_text (kind == KEY_UUID ? KEY_UUID_CAPITALS : KEY_UUID,
                                       leads ? 1 : 7, pick (self, 0, n - 1));

      g_string_append_printf (text, "{\"_id\":%u,\"%s\":\"%s\"", i, two[0]->one, key);
      append_usual (self, text, i);
      g_string_append (text, "}\n");
    }
  database_add_text (self->database, two[1]->several, text->str);
  if (leads)
    is_true (self, "%s.%s -> %s._id", two[1]->several, two[0]->one, two[0]->several);
}

/* A list of objects with the key and copies of what it is the key of, each once; the twin has parts
 * with keys of their own. */
static void
make_embedded_once (FamilyCase *self)
{
  const Noun *two[2];
  g_autoptr (GString) text = g_string_new (NULL);
  static const KeyKind kinds[] = { KEY_OBJECT_ID, KEY_DENSE, KEY_SPARSE, KEY_DENSE, KEY_UUID };
  static const char *const ids[] = { "_id", "id", "_id" };
  static const char *const lists[] = { "items", "entries", "lines", "parts", "comments", "notes" };
  KeyKind kind = PICK_OF (self, kinds);
  const char *id = PICK_OF (self, ids);
  const char *list;
  gboolean leads = chance (self, 55), has_copies = chance (self, 75);
  guint n = pick (self, 40, 300), next = 0, document = 0;

  pick_nouns (self, two, 2);
  list = leads && chance (self, 60) ? two[0]->several : PICK_OF (self, lists);
  /* Numbers alone prove nothing in a list of another name. */
  has_copies = has_copies || (kind == KEY_DENSE && !g_str_equal (list, two[0]->several));
  add_things (self, two[0]->several, kind, 1, n);
  while (next < n - 5)
    {
      guint count = pick (self, 1, 5);

      g_string_append (text, "{\"_id\":");
      append_key (text, kind == KEY_DENSE ? KEY_OBJECT_ID : kind, 5, document);
      g_string_append_printf (text, ",\"%s\":[", list);
      for (guint i = 0; i < count; i++, next++)
        {
          g_autofree char *name = thing_name (leads ? 1 : 31, next);

          g_string_append_printf (text, "%s{\"%s\":", i > 0 ? "," : "", id);
          append_key (text, kind, leads ? 1 : 6, next);
          if (has_copies || !leads)
            g_string_append_printf (text, ",\"name\":\"%s\"", name);
          g_string_append_printf (text, ",\"quantity\":%u}", pick (self, 1, 9));
        }
      g_string_append (text, "]");
      append_usual (self, text, document++);
      g_string_append (text, "}\n");
    }
  database_add_text (self->database, two[1]->several, text->str);
  if (leads)
    is_true (self, "%s.%s[].%s -> %s._id", two[1]->several, list, id, two[0]->several);
}

/* Codes of two or three letters; of the twin a third are codes of something else. */
static void
make_codes (FamilyCase *self)
{
  static const char *const names[][3] = {
    { "countries", "code", "nationality" }, { "countries", "alpha2", "origin" },
    { "airports", "iata", "from" },         { "airports", "code", "departure" },
    { "currencies", "code", "currency" },   { "languages", "iso", "spoken" },
    { "units", "symbol", "measured_in" },   { "stations", "crs", "calls_at" },
  };
  const char *const *name = PICK_OF (self, names);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GString) others = g_string_new (NULL);
  guint length = pick (self, 2, 3), n = length == 2 ? pick (self, 60, 240) : pick (self, 80, 1500);
  guint different = pick (self, 12, 60);
  gboolean leads = chance (self, 55), is_list = chance (self, 30);

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *code = code_text (1, length, i);
      g_autofree char *called = thing_name (3, i);

      g_string_append_printf (text, "{\"_id\":");
      append_key (text, KEY_OBJECT_ID, 1, i);
      g_string_append_printf (text, ",\"%s\":\"%s\",\"name\":\"%s\"", name[1], code, called);
      append_usual (self, text, i);
      g_string_append (text, "}\n");
    }
  database_add_text (self->database, name[0], text->str);
  for (guint i = 0; i < 300; i++)
    {
      g_string_append_printf (others, "{\"_id\":\"p%u\",\"%s\":%s", i * 7, name[2],
                              is_list ? "[" : "");
      for (guint k = 0; k < (is_list ? 3u : 1u); k++)
        {
          guint which = pick (self, 0, different - 1) * 2 % n;
          g_autofree char *code = leads ? code_text (1, length, which)
                                        : code_text (1, length, which + (i % 3 == 0 ? n : 0));

          g_string_append_printf (others, "%s\"%s\"", k > 0 ? "," : "", code);
        }
      g_string_append_printf (others, "%s,\"size\":\"%c\",\"grade\":\"%c%c\"", is_list ? "]" : "",
                              "SML"[i % 3], "ABC"[pick (self, 0, 2)], "+-="[pick (self, 0, 2)]);
      append_usual (self, others, i);
      g_string_append (others, "}\n");
    }
  database_add_text (self->database, "people", others->str);
  if (leads)
    is_true (self, "people.%s%s -> %s.%s", name[2], is_list ? "[]" : "", name[0], name[1]);
  /* With that name it may as well be one of which the rest was lost. */
  else
    is_either (self, "people.currency%s -> currencies.code", is_list ? "[]" : "");
}

/* Documents that refer to others of their kind, also by keys that are called like nothing; the twin
 * has numbers of the same names that count or rank. */
static void
make_self (FamilyCase *self)
{
  const Noun *one;
  static const char *const generic[] = { "_id", "num", "code", "number", "id", "key", "slug" };
  static const char *const roles[] = { "parent",  "reportsTo", "manager",   "next",     "replaces",
                                       "basedOn", "mother",    "evolvesTo", "parent_id" };
  static const char *const lists[] = { "friends",  "related",        "evolutions", "neighbors",
                                       "children", "nextEvolutions", "similar",    "borders" };
  const char *key = PICK_OF (self, generic);
  g_autoptr (GString) text = g_string_new (NULL);
  guint n = pick (self, 40, 300), form = pick (self, 0, 3);
  gboolean leads = chance (self, 60);
  const char *field = form == 0 ? PICK_OF (self, roles) : PICK_OF (self, lists);
  gboolean has_zeros;
  KeyKind kind = g_str_equal (key, "slug") || g_str_equal (key, "code") ? KEY_SERIAL
                 : chance (self, 40)                                    ? KEY_OBJECT_ID
                                                                        : KEY_DENSE;

  pick_nouns (self, &one, 1);
  /* With numbers only 0 can say that there is none. */
  has_zeros = kind == KEY_DENSE && chance (self, 40);
  /* A list of plain numbers of another name says nothing. */
  if (form == 1 && kind == KEY_DENSE)
    field = chance (self, 50) ? "friends" : "children";
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *name = thing_name (1, i);

      g_string_append (text, "{\"_id\":");
      append_key (text, g_str_equal (key, "_id") ? kind : KEY_OBJECT_ID,
                  g_str_equal (key, "_id") ? 1 : 2, i);
      if (!g_str_equal (key, "_id"))
        {
          g_string_append_printf (text, ",\"%s\":", key);
          append_key (text, kind, 1, i);
        }
      g_string_append_printf (text, ",\"name\":\"%s\"", name);
      append_usual (self, text, i);
      if (form == 0)
        {
          if (i > 0)
            {
              g_string_append_printf (text, ",\"%s\":", field);
              if (leads && has_zeros && i % 3 == 0)
                g_string_append (text, "0");
              else if (leads)
                append_key (text, kind, 1, pick (self, i / 3, i - 1));
              else
                g_string_append_printf (text, "%s", i % 2 == 0 ? "true" : "false");
            }
        }
      else
        {
          guint count = pick (self, 0, 3);

          g_string_append_printf (text, ",\"%s\":[", field);
          for (guint k = 0; k < count; k++)
            {
              guint other = pick (self, 0, n - 1);
              g_autofree char *of = thing_name (leads ? 1 : 77, other);

              g_string_append (text, k > 0 ? "," : "");
              if (form == 1 && leads)
                append_key (text, kind, 1, other);
              else if (form == 1)
                g_string_append_printf (text, "\"%s\"", of);
              else
                {
                  g_string_append_printf (text, "{\"%s\":", g_str_equal (key, "_id") ? "id" : key);
                  /* Without a meaning they are numbered. */
                  if (leads)
                    append_key (text, kind, 1, other);
                  else
                    g_string_append_printf (text, "%u", k);
                  g_string_append_printf (text, ",\"name\":\"%s\"}", of);
                }
            }
          g_string_append (text, "]");
        }
      g_string_append (text, "}\n");
    }
  database_add_text (self->database, one->several, text->str);
  if (leads && form < 2)
    is_true (self, "%s.%s%s -> %s.%s", one->several, field, form == 0 ? "" : "[]", one->several,
             key);
  else if (leads)
    is_true (self, "%s.%s[].%s -> %s.%s", one->several, field,
             g_str_equal (key, "_id") ? "id" : key, one->several, key);
}

/* The name of a thing, unlike all others. */
char *
unique_name (guint salt, guint number)
{
  g_autofree char *name = thing_name (salt, number);

  return g_strdup_printf ("%s %c%c%c", name, 'A' + number / 676 % 26, 'a' + number / 26 % 26,
                          'a' + number % 26);
}

/* Fields that are called by the role of what they name, here and elsewhere, also beside a field
 * that leads to a few of the same things by their key; the twin names things that are not there. */
static void
make_roles (FamilyCase *self)
{
  static const char *const roles[] = { "previous", "origin", "counterpart", "madeWith", "basis" };
  const Noun *two[2];
  g_autoptr (GString) things = g_string_new (NULL);
  g_autoptr (GString) others = g_string_new (NULL);
  const guint n = pick (self, 80, 250);
  const char *role = PICK_OF (self, roles);
  const gboolean leads = chance (self, 60), is_list = chance (self, 40),
                 has_few = chance (self, 50);

  pick_nouns (self, two, 2);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *name = unique_name (1, i);
      g_autofree char *other = unique_name (leads ? 1 : 77, pick (self, 0, n - 1));

      g_string_append (things, "{\"_id\":");
      append_key (things, KEY_OBJECT_ID, 1, i);
      g_string_append_printf (things, ",\"name\":\"%s\"", name);
      append_usual (self, things, i);
      if (has_few && i % 10 == 9)
        {
          g_string_append (things, ",\"mother\":");
          append_key (things, KEY_OBJECT_ID, 1, i / 10 % 4);
        }
      if (i % 4 != 0)
        g_string_append_printf (things, is_list ? ",\"%s\":[\"%s\"]" : ",\"%s\":\"%s\"", role,
                                other);
      g_string_append (things, "}\n");
    }
  for (guint i = 0; i < 120; i++)
    {
      g_autofree char *name = unique_name (leads ? 1 : 78, pick (self, 0, n - 1));

      g_string_append (others, "{\"_id\":");
      append_key (others, KEY_OBJECT_ID, 2, i);
      g_string_append_printf (others, ",\"usedFor\":\"%s\"", name);
      append_usual (self, others, i);
      g_string_append (others, "}\n");
    }
  database_add_text (self->database, two[0]->several, things->str);
  database_add_text (self->database, two[1]->several, others->str);
  if (has_few)
    is_true (self, "%s.mother -> %s._id", two[0]->several, two[0]->several);
  if (!leads)
    return;
  is_true (self, "%s.%s%s -> %s.name", two[0]->several, role, is_list ? "[]" : "", two[0]->several);
  is_true (self, "%s.usedFor -> %s.name", two[1]->several, two[0]->several);
}

/* One or two different values, with copies beside them that agree, or do not. */
static void
make_few (FamilyCase *self)
{
  const Noun *two[2];
  g_autoptr (GString) text = g_string_new (NULL);
  static const KeyKind kinds[] = { KEY_DENSE, KEY_SPARSE, KEY_DENSE, KEY_SERIAL };
  static const char *const fields[] = { "seller", "site", "venue", "home", "lead" };
  KeyKind kind = PICK_OF (self, kinds);
  const char *field;
  guint n = pick (self, 10, 80), different = pick (self, 1, 2), first;
  gboolean leads = chance (self, 55);

  pick_nouns (self, two, 2);
  field = chance (self, 50) && leads ? two[0]->one : PICK_OF (self, fields);
  first = pick (self, 0, n - 2);
  add_things (self, two[0]->several, kind, 1, n);
  for (guint i = 0; i < 120; i++)
    {
      guint which = first + i % different;
      g_autofree char *name = thing_name (leads ? 1 : 55, which);

      g_string_append_printf (text, "{\"_id\":\"f%u\",\"%s\":{\"id\":", i * 13, field);
      append_key (text, leads ? kind : KEY_DENSE, 1, which);
      g_string_append_printf (text, ",\"name\":\"%s\"}", name);
      append_usual (self, text, i);
      g_string_append (text, "}\n");
    }
  database_add_text (self->database, two[1]->several, text->str);
  if (leads)
    is_true (self, "%s.%s.id -> %s._id", two[1]->several, field, two[0]->several);
}

/* What stands where there is none: "NULL", "N/A", "". */
static void
make_missing (FamilyCase *self)
{
  const Noun *two[3];
  g_autoptr (GString) text = g_string_new (NULL);
  static const char *const missing[] = { "NULL", "N/A", "", "null", "n/a", "-", "None", "none" };
  static const KeyKind kinds[] = { KEY_SERIAL, KEY_UUID_CAPITALS, KEY_SPARSE, KEY_SERIAL };
  KeyKind kind = PICK_OF (self, kinds);
  const char *none = PICK_OF (self, missing);
  guint n = pick (self, 20, 150), share = pick (self, 15, 70);
  gboolean leads = chance (self, 60), marked = chance (self, 60);
  g_autofree char *field = NULL;

  pick_nouns (self, two, 3);
  field = g_strdup_printf ("%s%s", two[leads ? 0 : 2]->one, marked ? "_id" : "");
  add_things (self, two[0]->several, kind, 1, n);
  for (guint i = 0; i < 200; i++)
    {
      g_autofree char *key =
          key_text (kind, leads ? 1 : 14, pick (self, 0, n - 1) + (leads ? 0 : 500));

      g_string_append_printf (text, "{\"_id\":\"f%u\",\"%s\":\"%s\",\"remark\":\"%s\"", i * 13,
                              field, chance (self, share) ? none : key,
                              chance (self, 80) ? none : "late");
      append_usual (self, text, i);
      g_string_append (text, "}\n");
    }
  database_add_text (self->database, two[1]->several, text->str);
  if (leads)
    is_true (self, "%s.%s -> %s._id", two[1]->several, field, two[0]->several);
}

/* All the keys there are, under a name that says nothing; the twin is a rank or a share. */
static void
make_covered (FamilyCase *self)
{
  const Noun *two[2];
  g_autoptr (GString) text = g_string_new (NULL);
  static const char *const fields[] = { "m", "via", "assigned", "wl", "ext", "loc" };
  const char *field = PICK_OF (self, fields);
  guint n = pick (self, 120, 400), total = n * pick (self, 4, 7);
  gboolean leads = chance (self, 55);
  guint range = leads ? n : chance (self, 50) ? n / pick (self, 3, 8) : n + n / 3;

  pick_nouns (self, two, 2);
  add_things (self, two[0]->several, KEY_DENSE, 1, n);
  for (guint i = 0; i < total; i++)
    {
      g_string_append (text, "{\"_id\":");
      append_key (text, KEY_OBJECT_ID, 8, i);
      g_string_append_printf (text, ",\"%s\":%u,\"rank\":%u", field,
                              i < range ? i + 1 : pick (self, 1, range), total - i);
      append_usual (self, text, i);
      g_string_append (text, "}\n");
    }
  database_add_text (self->database, two[1]->several, text->str);
  if (leads)
    is_true (self, "%s.%s -> %s._id", two[1]->several, field, two[0]->several);
}

/* A few events of several kinds, in which the same people and things come up in many places: none
 * of that is a key. In the other half the people are there. */
static void
make_events (FamilyCase *self)
{
  g_autoptr (GString) text = g_string_new (NULL);
  static const char *const kinds[] = { "push", "issue", "comment", "fork", "release" };
  gboolean has_users = chance (self, 50);
  guint n = pick (self, 20, 120), n_users = pick (self, 15, 60);
  KeyKind key = chance (self, 50) ? KEY_SPARSE : KEY_OBJECT_ID;

  for (guint i = 0; i < n; i++)
    {
      guint kind = pick (self, 0, 4);
      guint user = pick (self, 0, n_users - 1), other = pick (self, 0, n_users - 1);

      g_string_append (text, "{\"_id\":");
      append_key (text, KEY_OBJECT_ID, 3, i);
      g_string_append_printf (text, ",\"type\":\"%s\",\"actor\":{\"id\":", kinds[kind]);
      append_key (text, key, 1, user);
      g_string_append_printf (text, ",\"login\":\"u%u\"},\"repo\":{\"id\":", user * 31);
      append_key (text, key, 2, pick (self, 0, n / 2));
      g_string_append (text, "},\"payload\":{");
      if (kind == 1 || kind == 2)
        {
          g_string_append (text, "\"issue\":{\"id\":");
          append_key (text, key, 4, i);
          g_string_append (text, ",\"user\":{\"id\":");
          append_key (text, key, 1, chance (self, 50) ? user : other);
          g_string_append_printf (text, ",\"login\":\"u%u\"}}", other * 31);
        }
      if (kind == 2)
        {
          g_string_append (text, ",\"comment\":{\"id\":");
          append_key (text, key, 5, i);
          g_string_append (text, ",\"author\":{\"id\":");
          append_key (text, key, 1, user);
          g_string_append_printf (text, ",\"login\":\"u%u\"}}", user * 31);
        }
      if (kind == 3)
        {
          g_string_append (text, "\"forkee\":{\"id\":");
          append_key (text, key, 6, i);
          g_string_append (text, ",\"owner\":{\"id\":");
          append_key (text, key, 1, user);
          g_string_append_printf (text, ",\"login\":\"u%u\"}}", user * 31);
        }
      g_string_append (text, "}}\n");
    }
  database_add_text (self->database, "events", text->str);
  if (has_users)
    {
      add_things (self, "users", key, 1, n_users);
      is_true (self, "events.actor.id -> users._id");
      is_true (self, "events.payload.issue.user.id -> users._id");
      is_either (self, "events.payload.comment.author.id -> users._id");
      is_either (self, "events.payload.forkee.owner.id -> users._id");
    }
}

/* A field that refers to something that is here or not is no key that others refer to, even where
 * each value comes once. */
static void
make_reference_as_key (FamilyCase *self)
{
  g_autoptr (GString) profiles = g_string_new (NULL);
  g_autoptr (GString) visits = g_string_new (NULL);
  const Noun *three[3];
  gboolean is_here = chance (self, 60);
  guint n = pick (self, 30, 200);
  static const KeyKind kinds[] = { KEY_OBJECT_ID, KEY_UUID, KEY_SPARSE };
  KeyKind kind = PICK_OF (self, kinds);

  pick_nouns (self, three, 3);
  if (is_here)
    add_things (self, three[0]->several, kind, 1, n + 20);
  for (guint i = 0; i < n; i++)
    {
      g_string_append (profiles, "{\"_id\":");
      append_key (profiles, KEY_OBJECT_ID, 3, i);
      g_string_append_printf (profiles, ",\"%s_id\":", three[0]->one);
      append_key (profiles, kind, 1, i);
      append_usual (self, profiles, i);
      g_string_append (profiles, "}\n");
    }
  for (guint i = 0; i < 2 * n; i++)
    {
      g_string_append (visits, "{\"_id\":");
      append_key (visits, KEY_OBJECT_ID, 4, i);
      g_string_append_printf (visits, ",\"%s_id\":", three[0]->one);
      append_key (visits, kind, 1, pick (self, 0, n - 1));
      append_usual (self, visits, i);
      g_string_append (visits, "}\n");
    }
  database_add_text (self->database, three[1]->several, profiles->str);
  database_add_text (self->database, three[2]->several, visits->str);
  if (is_here)
    {
      is_true (self, "%s.%s_id -> %s._id", three[1]->several, three[0]->one, three[0]->several);
      is_true (self, "%s.%s_id -> %s._id", three[2]->several, three[0]->one, three[0]->several);
    }
}

/* Points in time that several collections have in common. */
static void
make_dates (FamilyCase *self)
{
  const Noun *two[2];
  guint n[2] = { pick (self, 30, 200), pick (self, 30, 200) };
  guint form = pick (self, 0, 3);
  gboolean leads = chance (self, 60);

  pick_nouns (self, two, 2);
  for (guint c = 0; c < 2; c++)
    {
      g_autoptr (GString) text = g_string_new (NULL);

      for (guint i = 0; i < n[c]; i++)
        {
          static const char *const names[] = { "created_at", "updatedAt", "date", "day" };
          guint moment = c == 0 ? i * 5 : pick (self, 0, n[0] - 1) * 5;

          g_string_append (text, "{\"_id\":");
          append_key (text, KEY_OBJECT_ID, 1 + c, i);
          g_string_append_printf (text, ",\"%s\":\"", names[form]);
          if (form == 0)
            g_string_append_printf (text, "2021-%02u-%02uT%02u:%02u:%02uZ", moment % 12 + 1,
                                    moment / 12 % 28 + 1, moment * 7 % 24, moment * 11 % 60,
                                    moment * 13 % 60);
          else if (form == 1)
            g_string_append_printf (text, "2021-%02u-%02uT%02u:%02u:%02u.%03u+00:00",
                                    moment % 12 + 1, moment / 12 % 28 + 1, moment * 7 % 24,
                                    moment * 11 % 60, moment * 13 % 60, moment * 17 % 1000);
          else if (form == 2)
            g_string_append_printf (text, "%02u.%02u.2021 %02u:%02u:%02u", moment / 12 % 28 + 1,
                                    moment % 12 + 1, moment * 7 % 24, moment * 11 % 60,
                                    moment * 13 % 60);
          else
            g_string_append_printf (text, "%u-%02u-%02u", 1900 + moment / 300, moment % 12 + 1,
                                    moment / 12 % 28 + 1);
          g_string_append (text, "\"");
          if (c == 1 && leads)
            {
              g_string_append_printf (text, ",\"%s\":", two[0]->one);
              append_key (text, KEY_OBJECT_ID, 1, pick (self, 0, n[0] - 1));
            }
          append_usual (self, text, i);
          g_string_append (text, "}\n");
        }
      database_add_text (self->database, two[c]->several, text->str);
    }
  if (leads)
    is_true (self, "%s.%s -> %s._id", two[1]->several, two[0]->one, two[0]->several);
}

/* What repeats the key of its own document; the twin refers to another of its kind. */
static void
make_own_key (FamilyCase *self)
{
  const Noun *two[2];
  static const KeyKind kinds[] = { KEY_OBJECT_ID, KEY_UUID, KEY_SPARSE, KEY_SERIAL, KEY_DENSE };
  static const char *const places[] = { "uid", "meta", "href", "list", "origin" };
  KeyKind kind = PICK_OF (self, kinds);
  guint n = pick (self, 30, 200), place = pick (self, 0, 4);
  gboolean leads = chance (self, 50);
  g_autoptr (GString) text = g_string_new (NULL);

  pick_nouns (self, two, 2);
  for (guint i = 0; i < n; i++)
    {
      guint which = leads ? pick (self, 0, n - 1) : i;
      g_autofree char *key = key_text (kind, 1, which);

      g_string_append (text, "{\"_id\":");
      append_key (text, kind, 1, i);
      append_usual (self, text, i);
      if (leads)
        {
          g_string_append (text, ",\"successor\":");
          append_key (text, kind, 1, which);
        }
      else if (place == 0 || place == 4)
        {
          g_string_append_printf (text, ",\"%s\":", places[place]);
          append_key (text, kind, 1, which);
        }
      else if (place == 1)
        {
          g_string_append (text, ",\"meta\":{\"source\":{\"id\":");
          append_key (text, kind, 1, which);
          g_string_append (text, "}}");
        }
      else if (place == 2)
        g_string_append_printf (text, ",\"href\":\"https://example.org/%s/%s\"", two[0]->several,
                                key);
      else
        {
          g_string_append_printf (text, ",\"history\":[");
          for (guint k = 0; k < 3; k++)
            {
              g_string_append_printf (text, "%s{\"%s_id\":", k > 0 ? "," : "", two[0]->one);
              append_key (text, kind, 1, which);
              g_string_append_printf (text, ",\"at\":%u}", i * 9 + k);
            }
          g_string_append (text, "]");
        }
      g_string_append (text, "}\n");
    }
  database_add_text (self->database, two[0]->several, text->str);
  if (leads)
    is_true (self, "%s.successor -> %s._id", two[0]->several, two[0]->several);
}

/* The same object in several places of a document. */
static void
make_same_shape (FamilyCase *self)
{
  g_autoptr (GString) text = g_string_new (NULL);
  static const KeyKind kinds[] = { KEY_OBJECT_ID, KEY_UUID_CAPITALS, KEY_SPARSE, KEY_SERIAL };
  KeyKind kind = PICK_OF (self, kinds);
  guint n = pick (self, 20, 150);
  gboolean leads = chance (self, 50);
  guint n_users = 3 * n;

  for (guint i = 0; i < n; i++)
    {
      guint user = leads ? pick (self, 0, n_users - 1) : i;

      g_string_append (text, "{\"_id\":");
      append_key (text, KEY_OBJECT_ID, 3, i);
      for (guint part = 0; part < 3; part++)
        {
          static const char *const parts[] = { "user", "quoted", "shared" };

          if (part > 0 && chance (self, 40))
            continue;
          if (part > 0)
            {
              g_string_append_printf (text,
                                      ",\"%s\":{\"text\":\"t%u\",\"user\":{\"id\":", parts[part],
                                      pick (self, 0, 9999));
              append_key (text, kind, 1, chance (self, 60) ? user : pick (self, 0, n_users - 1));
              g_string_append (text, ",\"lang\":\"en\"}}");
            }
          else
            {
              g_string_append (text, ",\"user\":{\"id\":");
              append_key (text, kind, 1, user);
              g_string_append (text, ",\"lang\":\"en\"}");
            }
        }
      g_string_append (text, "}\n");
    }
  database_add_text (self->database, "statuses", text->str);
  if (leads)
    {
      add_things (self, "users", kind, 1, n_users);
      is_true (self, "statuses.user.id -> users._id");
      is_true (self, "statuses.quoted.user.id -> users._id");
      is_true (self, "statuses.shared.user.id -> users._id");
    }
}

/* Beside a reference, fields of what it leads to, of which some are unique. */
static void
make_copied (FamilyCase *self)
{
  const Noun *two[2];
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GString) others = g_string_new (NULL);
  static const KeyKind kinds[] = { KEY_OBJECT_ID, KEY_DENSE, KEY_SPARSE, KEY_SERIAL };
  KeyKind kind = PICK_OF (self, kinds);
  guint n = pick (self, 30, 200);
  gboolean leads = chance (self, 60);
  gboolean is_nested = chance (self, 50);

  pick_nouns (self, two, 2);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *name = thing_name (1, i);

      g_string_append (text, "{\"_id\":");
      append_key (text, kind, 1, i);
      g_string_append_printf (
          text,
          ",\"name\":\"%s\",\"email\":\"m%u@example.org\",\"address\":{\"street\":\"%u "
          "%s Street\",\"zip\":\"%05u\"},\"phone\":\"+49-555-%07u\"",
          name, i * 37, i + 3, name, 10000 + i * 71, i * 9973);
      append_usual (self, text, i);
      g_string_append (text, "}\n");
    }
  for (guint i = 0; i < 250; i++)
    {
      guint which = pick (self, 0, n - 1) + (leads ? 0 : 10000);
      g_autofree char *name = thing_name (1, which);

      g_string_append_printf (others, "{\"_id\":\"o%u\"", i * 3);
      if (leads)
        {
          g_string_append_printf (others, ",\"%s%s\":", two[0]->one, is_nested ? "" : "_id");
          if (is_nested)
            g_string_append (others, "{\"id\":");
          append_key (others, kind, 1, which);
        }
      else if (is_nested)
        g_string_append_printf (others, ",\"%s\":{\"walk\":1", two[0]->one);
      g_string_append_printf (
          others,
          ",\"name\":\"%s\",\"email\":\"m%u@example.org\",\"address\":{\"street\":\"%u "
          "%s Street\",\"zip\":\"%05u\"},\"phone\":\"+49-555-%07u\"",
          name, which * 37, which + 3, name, 10000 + which * 71, which * 9973);
      if (is_nested)
        g_string_append (others, "}");
      append_usual (self, others, i);
      g_string_append (others, "}\n");
    }
  database_add_text (self->database, two[0]->several, text->str);
  database_add_text (self->database, two[1]->several, others->str);
  if (leads)
    is_true (self, "%s.%s%s -> %s._id", two[1]->several, two[0]->one, is_nested ? ".id" : "_id",
             two[0]->several);
}

/* Both ends have the same values; one of them is the key. */
static void
make_direction (FamilyCase *self)
{
  const Noun *two[2];
  g_autoptr (GString) things = g_string_new (NULL);
  g_autoptr (GString) parts = g_string_new (NULL);
  static const KeyKind kinds[] = { KEY_OBJECT_ID, KEY_UUID, KEY_SPARSE, KEY_SERIAL };
  static const char *const endings[] = { "details", "settings", "profiles", "stats", "photos" };
  KeyKind kind = PICK_OF (self, kinds);
  guint n = pick (self, 30, 200), form = pick (self, 0, 2);
  g_autofree char *second = NULL;
  const char *key = PICK_OF (self, ((const char *const[]){ "code", "number", "key", "no" }));

  pick_nouns (self, two, 2);
  second = g_strdup_printf ("%s_%s", two[0]->one, PICK_OF (self, endings));
  for (guint i = 0; i < n; i++)
    {
      g_string_append (things, "{\"_id\":");
      append_key (things, form == 0 ? kind : KEY_OBJECT_ID, form == 0 ? 1 : 2, i);
      if (form > 0)
        {
          g_string_append_printf (things, ",\"%s\":", key);
          append_key (things, kind, 1, i);
        }
      append_usual (self, things, i);
      g_string_append (things, "}\n");
      g_string_append (parts, "{\"_id\":");
      append_key (parts, KEY_OBJECT_ID, 4, i);
      g_string_append_printf (parts, ",\"%s%s%s\":", two[0]->one, form == 1 ? "_" : "",
                              form == 1 ? key : "");
      append_key (parts, kind, 1, n - 1 - i);
      append_usual (self, parts, i);
      g_string_append (parts, "}\n");
    }
  if (chance (self, 50))
    {
      database_add_text (self->database, second, parts->str);
      database_add_text (self->database, two[0]->several, things->str);
    }
  else
    {
      database_add_text (self->database, two[0]->several, things->str);
      database_add_text (self->database, second, parts->str);
    }
  is_true (self, "%s.%s%s%s -> %s.%s", second, two[0]->one, form == 1 ? "_" : "",
           form == 1 ? key : "", two[0]->several, form == 0 ? "_id" : key);
}

/* Two parts of the same things: the part refers to the whole. */
static void
make_extension (FamilyCase *self)
{
  const Noun *two[2];
  static const KeyKind kinds[] = { KEY_OBJECT_ID, KEY_UUID };
  static const char *const endings[] = { "details", "settings", "profiles", "stats", "secrets" };
  KeyKind kind = PICK_OF (self, kinds);
  guint n = pick (self, 30, 200);
  gboolean leads = chance (self, 60);
  g_autofree char *second = NULL;

  pick_nouns (self, two, 2);
  second = g_strdup_printf ("%s_%s", two[0]->one, PICK_OF (self, endings));
  if (chance (self, 50))
    {
      add_things (self, two[0]->several, kind, 1, n);
      add_things (self, second, kind, leads ? 1 : 2, n);
    }
  else
    {
      add_things (self, second, kind, leads ? 1 : 2, n);
      add_things (self, two[0]->several, kind, 1, n);
    }
  if (leads)
    is_true (self, "%s._id -> %s._id", second, two[0]->several);
}

/* Keys of a map at either end. */
static void
make_map_keys (FamilyCase *self)
{
  const Noun *two[2];
  g_autoptr (GString) text = g_string_new (NULL);
  static const KeyKind kinds[] = { KEY_OBJECT_ID, KEY_UUID, KEY_SPARSE };
  KeyKind kind = PICK_OF (self, kinds);
  guint n = pick (self, 150, 300);
  gboolean leads = chance (self, 60), to_keys = chance (self, 50);

  pick_nouns (self, two, 2);
  if (to_keys)
    {
      /* One document holds the map. */
      g_string_append_printf (text, "{\"_id\":\"all\",\"%s\":{", two[0]->several);
      for (guint i = 0; i < n; i++)
        {
          g_autofree char *key = key_text (kind, 1, i);

          g_string_append_printf (text, "%s\"%s\":{\"weight\":%u,\"label\":\"l%u\"}",
                                  i > 0 ? "," : "", key, pick (self, 1, 99), i);
        }
      g_string_append (text, "}}\n");
      database_add_text (self->database, "register", text->str);
      g_string_truncate (text, 0);
      for (guint i = 0; i < 200; i++)
        {
          g_string_append_printf (text, "{\"_id\":\"q%u\",\"%s\":", i * 3, two[0]->one);
          append_key (text, kind, leads ? 1 : 12, pick (self, 0, n - 1));
          append_usual (self, text, i);
          g_string_append (text, "}\n");
        }
      database_add_text (self->database, two[1]->several, text->str);
      if (leads)
        is_true (self, "%s.%s -> register.%s{key}", two[1]->several, two[0]->one, two[0]->several);
      return;
    }
  add_things (self, two[0]->several, kind, 1, n);
  for (guint i = 0; i < 120; i++)
    {
      guint count = pick (self, 2, 6), begin = pick (self, 0, n - 7);

      g_string_append_printf (text, "{\"_id\":\"q%u\",\"scores\":{", i * 3);
      for (guint k = 0; k < count; k++)
        {
          g_autofree char *key = key_text (kind, leads ? 1 : 12, begin + k);

          g_string_append_printf (text, "%s\"%s\":%u", k > 0 ? "," : "", key, pick (self, 1, 99));
        }
      g_string_append (text, "}");
      append_usual (self, text, i);
      g_string_append (text, "}\n");
    }
  database_add_text (self->database, two[1]->several, text->str);
  if (leads)
    is_true (self, "%s.scores{key} -> %s._id", two[1]->several, two[0]->several);
}

/* Things that others name by two keys at once: all refer by the same one. */
static void
make_two_keys (FamilyCase *self)
{
  const Noun *three[3];
  g_autoptr (GString) things = g_string_new (NULL);
  static const char *const pairs[][2] = { { "index", "url" },
                                          { "slug", "href" },
                                          { "code", "uri" } };
  const char *const *pair = PICK_OF (self, pairs);
  guint n = pick (self, 20, 150);
  gboolean leads = chance (self, 70);
  const char *lists[3];

  pick_nouns (self, three, 3);
  lists[0] = three[0]->several;
  lists[1] = "starting_choices";
  lists[2] = "used_by";
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *name = thing_name (1, i);
      g_autofree char *index = g_ascii_strdown (name, -1);

      g_strdelimit (index, " ", '-');
      g_string_append (things, "{\"_id\":");
      append_key (things, KEY_OBJECT_ID, 1, i);
      g_string_append_printf (things, ",\"%s\":\"%s-%u\",\"name\":\"%s\",\"%s\":\"/api/%s/%s-%u\"",
                              pair[0], index, i, name, pair[1], three[0]->several, index, i);
      append_usual (self, things, i);
      g_string_append (things, "}\n");
    }
  database_add_text (self->database, three[0]->several, things->str);
  for (guint c = 1; c < 3; c++)
    {
      g_autoptr (GString) text = g_string_new (NULL);

      for (guint i = 0; i < 80; i++)
        {
          guint count = pick (self, 0, 4);

          g_string_append_printf (text, "{\"_id\":\"t%u\",\"%s\":[", i * 3,
                                  lists[c - (leads ? 1 : 0)]);
          for (guint k = 0; k < count; k++)
            {
              guint which = pick (self, 0, n - 1);
              g_autofree char *name = thing_name (leads ? 1 : 44, which);
              g_autofree char *index = g_ascii_strdown (name, -1);

              g_strdelimit (index, " ", '-');
              g_string_append_printf (
                  text, "%s{\"%s\":\"%s-%u\",\"name\":\"%s\",\"%s\":\"/api/%s/%s-%u\"}",
                  k > 0 ? "," : "", pair[0], index, which, name, pair[1], three[0]->several, index,
                  which);
            }
          g_string_append (text, "]");
          append_usual (self, text, i);
          g_string_append (text, "}\n");
        }
      database_add_text (self->database, three[c]->several, text->str);
      if (leads)
        is_true (self, "%s.%s[].%s -> %s.%s", three[c]->several, lists[c - 1], pair[0],
                 three[0]->several, pair[0]);
    }
}

/* One field of a mixed database that refers. */
typedef struct
{
  guint from;
  guint to;
  char *name;
  guint dangling; /* percent */
  guint missing;
  guint first;
  guint different;
  gboolean has_copy;
} MixedLink;

static const char *const words[] = {
  "amber", "birch", "cedar", "delta", "ember", "fjord", "grove",  "heath", "islet", "jetty",
  "knoll", "lemon", "maple", "north", "ocean", "pearl", "quartz", "river", "slate", "tulip",
};

static char *
name_mixed_link (FamilyCase *self, const Noun *to)
{
  static const char *const others[] = { "via", "source", "link", "main", "host", "x1", "assigned" };
  guint form = pick (self, 0, 9);

  if (form < 4)
    return g_strdup_printf ("%s_id", to->one);
  if (form < 6)
    return g_strdup (to->one);
  if (form < 7)
    return g_strdup_printf ("home_%s_id", to->one);
  if (form < 8)
    return g_strdup_printf ("%.4s_id", to->one);
  return g_strdup (PICK_OF (self, others));
}

/* What only looks like a reference, called nearly as one. */
static void
append_lures (FamilyCase *self, GString *text, guint salt, const Noun *lure, guint number)
{
  if (salt % 5 == 0)
    g_string_append_printf (text, ",\"%s_count\":%u", lure->one, pick (self, 0, 30));
  if (salt % 5 == 1)
    g_string_append_printf (text, ",\"%s\":%u", lure->several, pick (self, 1, 20));
  if (salt % 5 == 2)
    g_string_append_printf (text, ",\"position\":%u,\"%s_rank\":%u", number + 1, lure->one,
                            pick (self, 1, 60));
  if (salt % 5 == 3)
    g_string_append_printf (text, ",\"%s_size\":%u", lure->one, pick (self, 1, 12) * 100);
  if (salt % 7 < 4)
    g_string_append_printf (text, ",\"tone\":\"%s\",\"mood\":\"%s\"",
                            words[(number * 7 + salt) % G_N_ELEMENTS (words)],
                            PICK_OF (self, words));
  if (salt % 7 > 2)
    {
      g_string_append (text, ",\"external_id\":");
      append_key (text, KEY_SPARSE, 90, salt % 2 == 0 ? number : pick (self, 0, 60));
    }
  g_string_append_printf (text, ",\"zip\":\"%05u\",\"share\":%u", pick (self, 1, 200) * 7 + 10000,
                          pick (self, 0, 100));
}

static void
make_mixed (FamilyCase *self)
{
  const Noun *things[4];
  KeyKind kinds[4];
  guint n[4], n_links = pick (self, 1, 4);
  MixedLink links[4] = { { 0 } };
  static const KeyKind keys[] = { KEY_OBJECT_ID, KEY_OBJECT_ID, KEY_DENSE, KEY_DENSE,
                                  KEY_DENSE,     KEY_SPARSE,    KEY_SERIAL };

  pick_nouns (self, things, 4);
  for (guint i = 0; i < 4; i++)
    {
      kinds[i] = PICK_OF (self, keys);
      n[i] = chance (self, 50) ? pick (self, 8, 40) : pick (self, 40, 250);
    }
  for (guint i = 0; i < n_links; i++)
    {
      MixedLink *link = &links[i];

      link->from = i;
      link->to = (i + pick (self, 1, 3)) % 4;
      link->name = name_mixed_link (self, things[link->to]);
      link->dangling = chance (self, 60)   ? 0
                       : chance (self, 50) ? pick (self, 1, 5)
                                           : pick (self, 10, 45);
      link->missing = chance (self, 70) ? 0 : pick (self, 5, 80);
      link->different = chance (self, 85) ? n[link->to] : MIN (n[link->to], pick (self, 1, 3));
      link->first = pick (self, 0, n[link->to] - link->different);
      link->has_copy = chance (self, 25);
    }
  for (guint i = 0; i < 4; i++)
    {
      g_autoptr (GString) text = g_string_new (NULL);
      const MixedLink *link = i < n_links ? &links[i] : NULL;
      guint salt = pick (self, 0, 999);

      for (guint k = 0; k < n[i]; k++)
        {
          g_autofree char *called = thing_name (i, k);

          g_string_append (text, "{\"_id\":");
          append_key (text, kinds[i], i, k);
          g_string_append_printf (text, ",\"name\":\"%s\"", called);
          if (link != NULL && !chance (self, link->missing))
            {
              guint which = link->first + pick (self, 0, link->different - 1);
              g_autofree char *copy = thing_name (link->to, which);

              g_string_append_printf (text, ",\"%s\":", link->name);
              append_key (text, kinds[link->to], link->to,
                          which + (chance (self, link->dangling) ? 3000 : 0));
              if (link->has_copy)
                g_string_append_printf (text, ",\"%s_name\":\"%s\"", link->name, copy);
            }
          append_lures (self, text, salt, things[(i + 1) % 4], k);
          append_usual (self, text, k);
          g_string_append (text, "}\n");
        }
      database_add_text (self->database, things[i]->several, text->str);
    }
  for (guint i = 0; i < n_links; i++)
    {
      gboolean says_nothing = (kinds[links[i].to] == KEY_DENSE ||
                               (kinds[links[i].to] != KEY_OBJECT_ID &&
                                (links[i].different <= 3 || n[i] < 20 || links[i].missing > 50))) &&
                              !links[i].has_copy &&
                              strstr (links[i].name, things[links[i].to]->one) == NULL &&
                              !g_str_has_suffix (links[i].name, "_id");

      /* Of small numbers, and of few texts, with another name nobody could tell. */
      if (says_nothing)
        is_either (self, "%s.%s -> %s._id", things[i]->several, links[i].name,
                   things[links[i].to]->several);
      else
        is_true (self, "%s.%s -> %s._id", things[i]->several, links[i].name,
                 things[links[i].to]->several);
      g_free (links[i].name);
    }
}

const Family families[] = {
  { "prefix", make_prefix, 0.95 },
  { "capitals", make_capitals, 0.95 },
  { "embedded-once", make_embedded_once, 0.95 },
  { "codes", make_codes, 0.95 },
  { "self", make_self, 0.95 },
  { "roles", make_roles, 0.95 },
  { "few", make_few, 0.95 },
  { "missing", make_missing, 0.95 },
  { "covered", make_covered, 0.95 },
  { "events", make_events, 0.95 },
  { "reference-as-key", make_reference_as_key, 0.95 },
  { "dates", make_dates, 0.95 },
  { "own-key", make_own_key, 0.95 },
  { "same-shape", make_same_shape, 0.95 },
  { "copied", make_copied, 0.95 },
  { "direction", make_direction, 0.95 },
  { "extension", make_extension, 0.95 },
  { "map-keys", make_map_keys, 0.95 },
  { "from-map-keys", make_from_map_keys, 0.95 },
  { "to-map-keys", make_to_map_keys, 0.95 },
  { "in-map-values", make_in_map_values, 0.95 },
  { "numbered-maps", make_numbered_maps, 0.95 },
  { "two-keys", make_two_keys, 0.95 },
  { "connection", make_connection, 0.95 },
  { "small-table", make_small_table, 0.95 },
  { "register", make_register, 0.95 },
  { "continued", make_continued, 0.95 },
  { "often", make_often, 0.95 },
  { "compound", make_compound, 0.95 },
  { "or-true", make_or_true, 0.95 },
  { "singular", make_singular, 0.95 },
  { "same-name", make_same_name, 0.95 },
  { "head", make_head, 0.95 },
  { "far", make_far, 0.95 },
  { "tables", make_tables, 0.95 },
  { "near-copy", make_near_copy, 0.95 },
  { "rare-fields", make_rare_fields, 0.95 },
  { "far-map", make_far_map, 0.95 },
  { "inner-ids", make_inner_ids, 0.95 },
  { "small-proof", make_small_proof, 0.95 },
  { "filled", make_filled, 0.95 },
  { "retired", make_retired, 0.95 },
  { "overlapping", make_overlapping, 0.95 },
  { "scope", make_scope, 0.95 },
  { "relational", make_relational, 0.9 },
  { "relational-unseen", make_relational_unseen, 0.9 },
  /* Here much is uncertain, which confidence is to say. */
  { "mixed", make_mixed, 0.8 },
};

const guint n_families = G_N_ELEMENTS (families);

/* Makes the case of a family that a seed stands for. */
FamilyCase *
family_case_new (const Family *family, guint32 seed)
{
  FamilyCase *self = g_new0 (FamilyCase, 1);

  self->random = g_rand_new_with_seed (seed);
  self->database = g_new0 (Database, 1);
  database_set_up (self->database, NULL);
  self->truth = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->either = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  family->make (self);
  return self;
}

void
family_case_free (FamilyCase *self)
{
  database_tear_down (self->database, NULL);
  g_free (self->database);
  g_hash_table_unref (self->truth);
  g_hash_table_unref (self->either);
  g_rand_free (self->random);
  g_free (self);
}

/* SPDX-License-Identifier: Apache-2.0 */

/* Families of the forms that references have: behind a prefix, in lists, as codes, in roles, with
 * gaps; each has a twin that looks the same and is none. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include "references-families.h"

#include <string.h>

/* Keys behind something: addresses, urns, paths; the twin has texts of the same form that lead out
 * of the database. */
void
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
void
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
void
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
void
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
void
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

/* Fields that are called by the role of what they name, here and elsewhere, also beside a field
 * that leads to a few of the same things by their key; the twin names things that are not there. */
void
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
void
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
void
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

/* All the keys there are, under a name that says nothing, or in which role; the twin is a rank or a
 * share, or says in which week or row. */
void
make_covered (FamilyCase *self)
{
  const Noun *two[2];
  g_autoptr (GString) text = g_string_new (NULL);
  static const char *const fields[] = {
    "m", "via", "assigned", "wl", "ext", "loc", "home", "lead"
  };
  static const char *const scales[] = { "week", "day", "row", "percentage" };
  const gboolean leads = chance (self, 55), is_scale = !leads && chance (self, 30);
  const char *field = is_scale ? PICK_OF (self, scales) : PICK_OF (self, fields);
  guint n = pick (self, 40, 400);
  guint total = n * pick (self, 4, 7);
  guint range = leads || is_scale ? n : chance (self, 50) ? n / pick (self, 3, 8) : n + n / 3;

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

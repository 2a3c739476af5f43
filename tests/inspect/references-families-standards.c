/* SPDX-License-Identifier: Apache-2.0 */

/* Families of references as they are met in data that others publish: references of a standard that
 * have the same before each id, ids of several systems in one object, tables with the module before
 * their name, and maps of things that say more of others. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include "references-families.h"

/* {"reference": "urn:uuid:…"} everywhere, of which some places have each thing once. Those of the
 * twin lead to things that are not there. */
void
make_same_prefix (FamilyCase *self)
{
  static const char *const prefixes[] = { "urn:uuid:", "https://api.example.org/v2/things/",
                                          "uuid/", "ref:" };
  static const char *const ends[] = { "reference", "ref", "href" };
  const char *prefix = PICK_OF (self, prefixes), *end = PICK_OF (self, ends);
  const guint n = pick (self, 30, 150);
  const gboolean is_there = chance (self, 75);
  const Noun *four[4];

  pick_nouns (self, four, 4);
  if (is_there)
    {
      g_autoptr (GString) things = g_string_new (NULL);

      for (guint i = 0; i < n; i++)
        {
          g_autofree char *key = key_text (KEY_UUID, 1, i);

          g_string_append_printf (things, "{\"id\":\"%s\"", key);
          append_usual (self, things, i);
          g_string_append (things, "}\n");
        }
      database_add_text (self->database, four[0]->several, things->str);
    }
  for (guint c = 1; c < 4; c++)
    {
      /* Each of them once, in lists or not, or some of them again and again. */
      const gboolean each = c == 1 || chance (self, 50), is_list = chance (self, 30);
      const guint length = each ? n : pick (self, 60, 200);
      g_autoptr (GString) text = g_string_new (NULL);

      for (guint i = 0; i < length; i++)
        {
          g_autofree char *own = key_text (KEY_UUID, 20 + c, i);
          g_autofree char *key = key_text (KEY_UUID, 1, each ? i : pick (self, 0, n - 1));

          g_string_append_printf (text, "{\"id\":\"%s\",\"%s\":", own, four[0]->one);
          g_string_append_printf (text, is_list ? "[{\"%s\":\"%s%s\"}]" : "{\"%s\":\"%s%s\"}", end,
                                  prefix, key);
          append_usual (self, text, i);
          g_string_append (text, "}\n");
        }
      database_add_text (self->database, four[c]->several, text->str);
      if (is_there)
        is_true (self, "%s.%s%s.%s -> %s.id", four[c]->several, four[0]->one, is_list ? "[]" : "",
                 end, four[0]->several);
    }
}

/* A text that ends in a number: with what it is the number of before it, it is a reference; in the
 * names of programs and in remarks it is not. */
void
make_last_number (FamilyCase *self)
{
  static const char *const remarks[] = { "userAgent", "memberNote", "ownerVersion", "customerTag" };
  static const char *const people[] = { "users", "members", "customers" };
  static const char *const forms[][2] = {
    { "Gecko/20100101 Reader/", ".0." },
    { "App (Linux; rv:", ") Engine/537." },
    { "build-", "." },
    { "v", "-rc." },
  };
  const guint n = pick (self, 40, 300), variants = pick (self, 3, 14);
  const char *remark = PICK_OF (self, remarks);
  const guint form = pick (self, 0, G_N_ELEMENTS (forms) - 1);
  const gboolean leads = chance (self, 60);
  const char *of = PICK_OF (self, people);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GString) others = g_string_new (NULL);
  const guint last = pick (self, 1, 36);
  const Noun *two[2];

  pick_nouns (self, two, 2);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *called = thing_name (1, i);
      const guint variant = pick (self, 1, variants);

      g_string_append_printf (text, "{\"id\":%u,\"name\":\"%s\",\"%s\":\"", i + 1, called, remark);
      g_string_append_printf (text, "%s%u%s%u\"", forms[form][0], variant, forms[form][1], last);
      append_usual (self, text, i);
      g_string_append (text, "}\n");
    }
  database_add_text (self->database, of, text->str);
  for (guint i = 0; i < 90; i++)
    {
      g_autofree char *own = key_text (KEY_OBJECT_ID, 7, i);

      g_string_append_printf (others, "{\"_id\":\"%s\"", own);
      if (leads)
        g_string_append_printf (others, ",\"%s\":\"/api/%s/%u\"", two[0]->one, of,
                                pick (self, 1, n));
      append_usual (self, others, i);
      g_string_append (others, "}\n");
    }
  database_add_text (self->database, two[1]->several, others->str);
  if (leads)
    is_true (self, "%s.%s -> %s.id", two[1]->several, two[0]->one, of);
}

static void
append_code (GString *text, guint number)
{
  g_autofree char *code = code_text (3, 1, number);

  g_string_append_printf (text, "\"%s%06u\"", code, 100 + number * 37);
}

/* {ids: {…}} of a thing, in a collection of things, in others that say more of some of them, and
 * one of these ids in lists elsewhere: all lead to the things. In the twin each collection has ids
 * of its own. */
void
make_object_of_ids (FamilyCase *self)
{
  static const char *const objects[] = { "id", "ids", "identifiers" };
  static const char *const systems[] = { "bioguide", "imdb", "registry", "musicbrainz" };
  const char *object = PICK_OF (self, objects), *system = PICK_OF (self, systems);
  const guint n = pick (self, 60, 250);
  const gboolean is_same = chance (self, 70);
  const Noun *four[4];

  pick_nouns (self, four, 4);
  for (guint c = 0; c < 4; c++)
    {
      const guint length = c == 0 ? n : c < 3 ? n - pick (self, 1, n / 8) : 120;
      g_autoptr (GString) text = g_string_new (NULL);

      for (guint i = 0; i < length; i++)
        {
          g_string_append_c (text, '{');
          if (c < 3)
            {
              g_string_append_printf (text, "\"%s\":{\"%s\":", object, system);
              append_code (text, i + (is_same ? 0 : c * 1000));
              g_string_append_printf (text, ",\"own%u\":\"%u-%c\"}", c, i * 7 + 100 * c,
                                      'a' + i % 26);
            }
          else
            {
              const guint k = pick (self, 1, 4);

              g_string_append (text, "\"people\":[");
              for (guint e = 0; e < k; e++)
                {
                  g_string_append_printf (text, "%s{\"%s\":", e > 0 ? "," : "", system);
                  append_code (text, pick (self, 0, n - n / 8 - 1));
                  g_string_append_printf (text, ",\"rank\":%u}", e + 1);
                }
              g_string_append_c (text, ']');
            }
          append_usual (self, text, i);
          g_string_append (text, "}\n");
        }
      database_add_text (self->database, four[c]->several, text->str);
      if (c > 0 && c < 3 && is_same)
        is_true (self, "%s.%s.%s -> %s.%s.%s", four[c]->several, object, system, four[0]->several,
                 object, system);
      else if (c == 3)
        is_true (self, "%s.people[].%s -> %s.%s.%s", four[c]->several, system, four[0]->several,
                 object, system);
    }
}

/* channel_channel with a few documents, and channel of tables of other modules. In the twin it is
 * a number of something. */
void
make_module_of_one (FamilyCase *self)
{
  const guint n = pick (self, 2, 6), several = pick (self, 2, 4);
  const gboolean leads = chance (self, 70);
  const Noun *three[3];
  g_autofree char *table = NULL;
  g_autoptr (GString) text = g_string_new (NULL);

  pick_nouns (self, three, 3);
  table = g_strdup_printf ("%s_%s", three[0]->one, three[0]->one);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *called = unique_name (1, i);

      g_string_append_printf (text, "{\"_id\":%u,\"name\":\"%s\"", i + 1, called);
      append_usual (self, text, i);
      g_string_append (text, "}\n");
    }
  database_add_text (self->database, table, text->str);
  for (guint c = 0; c < several; c++)
    {
      const Noun *module = three[1 + c % 2];
      static const char *const kinds[] = { "listing", "setting", "draft", "summary" };
      g_autofree char *name = g_strdup_printf ("%s_%s", module->one, kinds[c]);
      g_autoptr (GString) rows = g_string_new (NULL);

      for (guint i = 0; i < 60; i++)
        {
          g_string_append_printf (rows, "{\"_id\":%u,\"%s%s\":%u", 100 * (c + 1) + i, three[0]->one,
                                  leads ? "" : "_count", leads ? 1 + i % n : pick (self, 0, n + 3));
          append_usual (self, rows, i);
          g_string_append (rows, "}\n");
        }
      database_add_text (self->database, name, rows->str);
      if (leads)
        is_true (self, "%s.%s -> %s._id", name, three[0]->one, table);
    }
}

/* Numbers that are all ids of a table of which the first is somewhere, each once, and not called
 * so. Those of the twin begin where everything is counted from. */
void
make_whole_range (FamilyCase *self)
{
  static const char *const fields[] = { "assignment", "target", "attachment", "subject" };
  static const guint bases[] = { 1, 100, 1000 };
  const char *field = PICK_OF (self, fields);
  const guint n = pick (self, 24, 120);
  const gboolean leads = chance (self, 60);
  const guint base = leads ? pick (self, 3, 40) * 10 + pick (self, 2, 7) : PICK_OF (self, bases);
  const Noun *two[2];
  g_autoptr (GString) things = g_string_new (NULL);
  g_autoptr (GString) rows = g_string_new (NULL);

  /* Not the last number of anything that is round. */
  const guint length = (base + n) % 10 <= 1 ? n + 3 : n;

  pick_nouns (self, two, 2);
  for (guint i = 0; i < length; i++)
    {
      g_string_append_printf (things, "{\"_id\":%u", base + i);
      append_usual (self, things, i);
      g_string_append (things, "}\n");
      g_string_append_printf (rows, "{\"_id\":%u,\"%s\":%u", 5000 + i * 3,
                              leads ? field : "position", base + i);
      append_usual (self, rows, i);
      g_string_append (rows, "}\n");
    }
  database_add_text (self->database, two[0]->several, things->str);
  database_add_text (self->database, two[1]->several, rows->str);
  if (leads)
    is_true (self, "%s.%s -> %s._id", two[1]->several, field, two[0]->several);
}

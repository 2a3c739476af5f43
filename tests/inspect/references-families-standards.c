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
  table = g_strdup_printf ("%s%s_%s", three[0]->one, chance (self, 50) ? "kit" : "", three[0]->one);
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

/* Tables called after the thing that has the field and then after the field, as one word or two:
 * type of circuits_circuit leads to circuits_circuittype, and that of racks to racktypes. In the
 * twin a thing has none, and the numbers are no type of the others. */
void
make_joined_tables (FamilyCase *self)
{
  static const char *const fields[] = { "type", "group", "role", "stage", "class" };
  const char *field = PICK_OF (self, fields), *module = chance (self, 50) ? "core_" : "";
  const char *end = *module != '\0' ? "" : "s";
  const char *field_end = *end != '\0' && !g_str_has_suffix (field, "s") ? "s" : "";
  const guint n_owners = pick (self, 1, 2);
  const Noun *three[3];

  pick_nouns (self, three, 3);
  for (guint c = 0; c < 3; c++)
    {
      const gboolean has_own = c < n_owners;
      const guint n = pick (self, 3, 9) + 4 * c, count = pick (self, 20, 90);
      const Noun *noun = three[c];
      g_autofree char *name =
          g_strdup_printf ("%s%s", module, *end != '\0' ? noun->several : noun->one);
      g_autofree char *table = g_strdup_printf ("%s%s%s%s", module, noun->one, field, field_end);
      g_autoptr (GString) text = g_string_new (NULL);

      if (has_own)
        add_things (self, table, KEY_DENSE, c + 1, n);
      for (guint i = 0; i < count; i++)
        {
          g_string_append_printf (text, "{\"_id\":%u", 40 * (c + 1) + i);
          if (has_own)
            g_string_append_printf (text, ",\"%s\":%u", field, pick (self, 1, n));
          else
            g_string_append_printf (text, ",\"strength\":%u", pick (self, 0, 15));
          append_usual (self, text, i);
          g_string_append (text, "}\n");
        }
      database_add_text (self->database, name, text->str);
      if (has_own)
        is_true (self, "%s.%s -> %s._id", name, field, table);
    }
}

/* Ids of one kind in several roles, beside many tables of which some end by chance where these do,
 * the same for two of the roles or not. The things are there under their name, or not at all. */
void
make_led_apart (FamilyCase *self)
{
  static const char *const roles[] = { "contest", "super", "hidden" };
  const guint n_effects = pick (self, 22, 60), n_tables = 4;
  const gboolean is_there = chance (self, 50);
  const guint odd = pick (self, 0, G_N_ELEMENTS (roles));
  const Noun *five[5];
  g_autoptr (GString) text = g_string_new (NULL);
  guint n_of[G_N_ELEMENTS (roles)];

  pick_nouns (self, five, 5);
  for (guint t = 0; t < n_tables; t++)
    add_things (self, five[t]->several, KEY_DENSE, t + 1, n_effects + 1 + t * 12);
  if (is_there)
    add_things (self, "effects", KEY_DENSE, 9, n_effects + 60);
  for (guint r = 0; r < G_N_ELEMENTS (roles); r++)
    n_of[r] = is_there                      ? n_effects + 60
              : odd == G_N_ELEMENTS (roles) ? n_effects + r * 12
                                            : n_effects + (r == odd ? 12 : 0);
  for (guint i = 0; i < 500; i++)
    {
      g_string_append (text, "{\"_id\":");
      append_key (text, KEY_OBJECT_ID, 7, i);
      for (guint r = 0; r < G_N_ELEMENTS (roles); r++)
        g_string_append_printf (text, ",\"%s_effect_id\":%u", roles[r], pick (self, 1, n_of[r]));
      append_usual (self, text, i);
      g_string_append (text, "}\n");
    }
  database_add_text (self->database, five[4]->several, text->str);
  for (guint r = 0; r < G_N_ELEMENTS (roles) && is_there; r++)
    is_true (self, "%s.%s_effect_id -> effects._id", five[4]->several, roles[r]);
}

/* Colors of a palette that many things have, and of which those of one collection come once each.
 * In the twin they are those of a collection of colors. */
void
make_palette (FamilyCase *self)
{
  static const char *const names[] = { "color", "colour", "fillColor", "text_color" };
  const char *name = PICK_OF (self, names);
  const guint n = pick (self, 18, 40);
  const gboolean leads = chance (self, 50);
  const Noun *three[3];

  pick_nouns (self, three, 3);
  for (guint c = 0; c < 3; c++)
    {
      const guint count = c == 0 ? n : pick (self, 6, 60);
      g_autoptr (GString) text = g_string_new (NULL);

      for (guint i = 0; i < count; i++)
        {
          const guint which = c == 0 ? i : pick (self, 0, n - 1);

          g_string_append_printf (text, "{\"_id\":%u", 100 * (c + 1) + i);
          g_string_append_printf (text, ",\"%s\":\"%06x\"", c == 0 && leads ? "code" : name,
                                  (which * 7919u * 1013u + 0x2a1f35) & 0xffffffu);
          append_usual (self, text, i);
          g_string_append (text, "}\n");
        }
      database_add_text (self->database, c == 0 && leads ? "colors" : three[c]->several, text->str);
      if (c > 0 && leads)
        is_true (self, "%s.%s -> colors.code", three[c]->several, name);
    }
}

/* One number of a few documents, with the day on which these and others were made beside it. In the
 * twin it is the name of the one that is meant. */
void
make_same_day (FamilyCase *self)
{
  static const char *const fields[] = { "tree", "branch", "slot", "lane" };
  const char *field = PICK_OF (self, fields);
  const guint n = pick (self, 60, 200), count = pick (self, 3, 9), which = pick (self, 1, n - 1);
  const gboolean leads = chance (self, 50);
  const Noun *two[2];
  g_autoptr (GString) things = g_string_new (NULL);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *meant = unique_name (1, which);

  pick_nouns (self, two, 2);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *called = unique_name (1, i);

      g_string_append_printf (things, "{\"_id\":%u,\"name\":\"%s\",\"created\":\"20%02u-0%u-1%u\"",
                              i + 1, called, 10 + i % 12, 1 + i % 9, i % 10);
      append_usual (self, things, i);
      g_string_append (things, "}\n");
    }
  for (guint i = 0; i < count; i++)
    {
      g_string_append_printf (text, "{\"_id\":%u,\"%s\":%u", 900 + i, field, which + 1);
      if (leads)
        g_string_append_printf (text, ",\"%sName\":\"%s\"", field, meant);
      g_string_append_printf (text, ",\"created\":\"20%02u-0%u-1%u\"", 10 + which % 12,
                              1 + which % 9, which % 10);
      append_usual (self, text, i);
      g_string_append (text, "}\n");
    }
  database_add_text (self->database, two[0]->several, things->str);
  database_add_text (self->database, two[1]->several, text->str);
  if (leads)
    is_true (self, "%s.%s -> %s._id", two[1]->several, field, two[0]->several);
}

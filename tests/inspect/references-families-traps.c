/* SPDX-License-Identifier: Apache-2.0 */

/* Families of what is easily taken for a reference: events, dates, keys of its own, objects of one
 * shape, copies, the wrong direction. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include "references-families.h"

#include <string.h>

/* A few events of several kinds, in which the same people and things come up in many places: none
 * of that is a key. In the other half the people are there. */
void
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
void
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
void
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
void
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
void
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
void
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
void
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
void
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
void
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
void
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

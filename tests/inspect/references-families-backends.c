/* SPDX-License-Identifier: Apache-2.0 */

/* Families of references as ready-made backends of applications write them: pointers that say of
 * which class they are, ids beside logins, maps by code or by the name of a reaction, and roles of
 * things that are numbered from 1 on. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include "references-families.h"

#include <string.h>

/* Ids of backends are short: letters of both cases and digits. */
static char *
short_id (guint salt, guint length, guint number)
{
  g_autofree char *seed = g_strdup_printf ("%u/%u", salt, number);
  g_autofree char *hash = g_compute_checksum_for_string (G_CHECKSUM_SHA256, seed, -1);
  char *id = g_new0 (char, length + 1);

  for (guint i = 0; i < length; i++)
    {
      const guint at = (guint)(g_ascii_xdigit_value (hash[2 * i]) * 16 +
                               g_ascii_xdigit_value (hash[2 * i + 1])) %
                       62;

      id[i] = (char)(at < 26 ? 'a' + at : at < 52 ? 'A' + at - 26 : '0' + at - 52);
    }
  return id;
}

static char *
class_of (const Noun *noun)
{
  char *text = g_strdup (noun->one);

  text[0] = g_ascii_toupper (text[0]);
  return text;
}

/* Pointers with the class before the id, Venue$k3Jd8sAq2L; those of the twin have the currency
 * before an amount. */
void
make_class_pointers (FamilyCase *self)
{
  static const char *const roles[] = { "_p_host", "_p_origin", "_p_lastSeen", "mainThing",
                                       "_p_by" };
  const char *role = PICK_OF (self, roles);
  const guint length = pick (self, 10, 12), n = pick (self, 8, 90);
  const gboolean leads = chance (self, 70);
  const Noun *two[2];
  g_autofree char *class_name = NULL;
  g_autofree char *other = NULL;
  g_autoptr (GString) things = g_string_new (NULL);
  g_autoptr (GString) text = g_string_new (NULL);

  pick_nouns (self, two, 2);
  class_name = class_of (two[0]);
  other = class_of (two[1]);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *id = short_id (1, length, i);
      g_autofree char *name = thing_name (1, i);

      g_string_append_printf (things, "{\"_id\":\"%s\",\"name\":\"%s\"", id, name);
      append_usual (self, things, i);
      g_string_append (things, "}\n");
    }
  database_add_text (self->database, class_name, things->str);
  for (guint i = 0; i < 120; i++)
    {
      g_autofree char *own = short_id (2, length, i);
      g_autofree char *id = short_id (1, length, pick (self, 0, n - 1));

      g_string_append_printf (text, "{\"_id\":\"%s\"", own);
      if (leads && !chance (self, 10))
        g_string_append_printf (text, ",\"%s\":\"%s$%s\"", role, class_name, id);
      else if (!leads)
        g_string_append_printf (text, ",\"%s\":\"USD$%u\"", role, pick (self, 1, n));
      append_usual (self, text, i);
      g_string_append (text, "}\n");
    }
  database_add_text (self->database, other, text->str);
  if (leads)
    is_true (self, "%s.%s -> %s._id", other, role, class_name);
}

/* Who did it as an object of id and login, and lists of logins elsewhere: the id is the reference.
 * Without the id the login is. */
void
make_id_beside_login (FamilyCase *self)
{
  static const char *const owners[] = { "u", "user", "createdBy", "sender" };
  const char *owner = PICK_OF (self, owners);
  const guint n = pick (self, 20, 120);
  const gboolean has_id = chance (self, 60);
  const Noun *three[3];
  g_autoptr (GString) people = g_string_new (NULL);

  pick_nouns (self, three, 3);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *id = short_id (1, 17, i);
      g_autofree char *login = slug_text (1, i);

      g_string_append_printf (people, "{\"_id\":\"%s\",\"username\":\"%s\"", id, login);
      append_usual (self, people, i);
      g_string_append (people, "}\n");
    }
  database_add_text (self->database, "users", people->str);
  for (guint c = 0; c < 3; c++)
    {
      g_autoptr (GString) text = g_string_new (NULL);

      for (guint i = 0; i < 90; i++)
        {
          const guint which = pick (self, 0, n - 1);
          g_autofree char *own = short_id (5 + c, 17, i);
          g_autofree char *id = short_id (1, 17, which);
          g_autofree char *login = slug_text (1, which);
          g_autofree char *first = slug_text (1, pick (self, 0, n - 1));
          g_autofree char *second = slug_text (1, pick (self, 0, n - 1));

          g_string_append_printf (text, "{\"_id\":\"%s\"", own);
          if (c < 2 && has_id)
            g_string_append_printf (text, ",\"%s\":{\"_id\":\"%s\",\"username\":\"%s\"}", owner, id,
                                    login);
          else if (c < 2)
            g_string_append_printf (text, ",\"%s\":{\"username\":\"%s\"}", owner, login);
          else
            g_string_append_printf (text, ",\"usernames\":[\"%s\",\"%s\"]", first, second);
          append_usual (self, text, i);
          g_string_append (text, "}\n");
        }
      database_add_text (self->database, three[c]->several, text->str);
      if (c < 2)
        is_true (self, "%s.%s.%s -> users.%s", three[c]->several, owner,
                 has_id ? "_id" : "username", has_id ? "_id" : "username");
    }
  is_true (self, "%s.usernames[] -> users.username", three[2]->several);
}

/* Numbers by short codes that a small collection has, a few of them in each document. Those of the
 * twin are fields of a record, of which the collection knows nothing. */
void
make_maps_by_code (FamilyCase *self)
{
  static const char *const maps[] = { "cargo", "loot", "holdings", "stock_levels", "used" };
  const char *map = PICK_OF (self, maps);
  const guint n = pick (self, 6, 20);
  const gboolean leads = chance (self, 60), has_objects = chance (self, 30);
  const Noun *two[2];
  g_autoptr (GString) things = g_string_new (NULL);
  g_autoptr (GString) text = g_string_new (NULL);

  pick_nouns (self, two, 2);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *code = slug_text (1, i);
      g_autofree char *label = unique_name (1, i);

      g_string_append_printf (things, "{\"_id\":\"%s\",\"label\":\"%s\",\"weight\":%u}\n", code,
                              label, pick (self, 1, 40));
    }
  database_add_text (self->database, two[0]->several, things->str);
  for (guint i = 0; i < 150; i++)
    {
      const char *separator = "";

      g_string_append_printf (text, "{\"_id\":%u,\"%s\":{", 7000 + 13 * i, map);
      for (guint k = 0; k < n; k++)
        if (chance (self, 20))
          {
            g_autofree char *code = slug_text (leads ? 1 : 2, k);

            if (has_objects)
              g_string_append_printf (text, "%s\"%s\":{\"n\":%u,\"since\":%u}", separator, code,
                                      pick (self, 1, 90), pick (self, 2001, 2024));
            else
              g_string_append_printf (text, "%s\"%s\":%u", separator, code, pick (self, 1, 90));
            separator = ",";
          }
      g_string_append (text, "}");
      append_usual (self, text, i);
      g_string_append (text, "}\n");
    }
  database_add_text (self->database, two[1]->several, text->str);
  if (leads)
    is_true (self, "%s.%s{key} -> %s._id", two[1]->several, map, two[0]->several);
}

/* Who reacted how: lists of ids under a few names, which any document has a few of. The twin has
 * the lists of a record, of people in roles. */
void
make_reactions (FamilyCase *self)
{
  static const char *const names[] = { "tada", "heart", "eyes", "joy", "thumbsup", "fire", "wave" };
  static const char *const signs[] = { ":tada:", ":heart:", ":eyes:", ":joy:",
                                       ":+1:",   ":fire:",  ":wave:" };
  static const char *const roles[] = { "authors",     "reviewers", "editors", "approvers",
                                       "translators", "sponsors",  "readers" };
  const guint n = pick (self, 30, 120), n_names = pick (self, 5, 7);
  const gboolean is_map = chance (self, 60), has_object = is_map && chance (self, 40);
  const char *const *chosen = !is_map ? roles : chance (self, 50) ? signs : names;
  const char *const map = is_map ? "reactions" : "people";
  const Noun *one[1];
  g_autoptr (GString) text = g_string_new (NULL);

  pick_nouns (self, one, 1);
  add_things (self, "users", KEY_UUID, 1, n);
  for (guint i = 0; i < 200; i++)
    {
      const char *separator = "";

      g_string_append (text, "{\"_id\":");
      append_key (text, KEY_OBJECT_ID, 2, i);
      g_string_append_printf (text, ",\"%s\":{", map);
      for (guint k = 0; k < n_names; k++)
        if (chance (self, 25))
          {
            const guint n_users = pick (self, 1, 4);

            g_string_append_printf (text, "%s\"%s\":%s[", separator, chosen[k],
                                    has_object ? "{\"by\":" : "");
            for (guint u = 0; u < n_users; u++)
              {
                g_string_append (text, u > 0 ? "," : "");
                append_key (text, KEY_UUID, 1, pick (self, 0, n - 1));
              }
            g_string_append (text, has_object ? "]}" : "]");
            separator = ",";
          }
      g_string_append (text, "}");
      append_usual (self, text, i);
      g_string_append (text, "}\n");
    }
  database_add_text (self->database, one[0]->several, text->str);
  if (is_map)
    is_true (self, "%s.%s{}%s[] -> users._id", one[0]->several, map, has_object ? ".by" : "");
  for (guint k = 0; k < n_names && !is_map; k++)
    is_true (self, "%s.%s.%s[] -> users._id", one[0]->several, map, roles[k]);
}

/* Things numbered from 1 on, and what refers to them, some seldom, in roles that are called as no
 * collection: homeworld, captain. The fields of the twin are counted or measured, up to a limit
 * that somebody chose, or to one that is near by chance. */
void
make_numbered_roles (FamilyCase *self)
{
  static const char *const roles[] = { "homeworld", "captain", "dockedAt", "garrison",   "flagship",
                                       "champion",  "capital", "leader",   "birthplace", "depot" };
  static const char *const limits[] = { "torque", "armor", "hull", "speed", "strength", "mood" };
  const guint n_targets = pick (self, 2, 4), first = pick (self, 0, 9);
  const Noun *nouns[5];
  guint n_of[4];
  g_autoptr (GString) text = g_string_new (NULL);

  pick_nouns (self, nouns, 5);
  for (guint t = 0; t < n_targets; t++)
    {
      gboolean again;

      do
        {
          n_of[t] = pick (self, 111, 180) + t * 110;
          again = n_of[t] % 100 == 0 || (n_of[t] + 1) % 100 == 0;
        }
      while (again);
      add_things (self, nouns[t]->several, KEY_DENSE, t + 1, n_of[t]);
    }
  for (guint i = 0; i < 700; i++)
    {
      g_string_append (text, "{\"_id\":");
      append_key (text, KEY_OBJECT_ID, 9, i);
      for (guint t = 0; t < n_targets; t++)
        if (t < 1 || chance (self, 45))
          g_string_append_printf (text, ",\"%s\":%u", roles[(first + t) % G_N_ELEMENTS (roles)],
                                  pick (self, 1, n_of[t]));
      for (guint k = 0; k < G_N_ELEMENTS (limits); k++)
        g_string_append_printf (text, ",\"%s\":%u", limits[k], pick (self, k % 2, (k + 2) * 100));
      append_usual (self, text, i);
      g_string_append (text, "}\n");
    }
  database_add_text (self->database, nouns[4]->several, text->str);
  for (guint t = 0; t < n_targets; t++)
    is_true (self, "%s.%s -> %s._id", nouns[4]->several, roles[(first + t) % G_N_ELEMENTS (roles)],
             nouns[t]->several);
}

/* Documents that carry their id in what they say of themselves, sys.id, beside `_id` or without it;
 * links have an object of the same form. The messages of the twin have ids that nobody uses. */
void
make_own_envelope (FamilyCase *self)
{
  static const char *const envelopes[] = { "sys", "meta", "metadata", "header" };
  const char *envelope = PICK_OF (self, envelopes);
  const guint n = pick (self, 30, 120);
  const gboolean leads = chance (self, 70), has_id = chance (self, 50);
  const Noun *three[3];
  g_autoptr (GString) kinds = g_string_new (NULL);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GString) calls = g_string_new (NULL);

  pick_nouns (self, three, 3);
  for (guint i = 0; i < 6; i++)
    {
      g_autofree char *id = slug_text (3, i);

      g_string_append_printf (kinds, "{\"%s\":{\"id\":\"%s\"},\"label\":\"%s\"}\n", envelope, id,
                              id);
    }
  database_add_text (self->database, three[2]->several, kinds->str);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *id = short_id (1, 22, i);
      g_autofree char *kind = slug_text (leads ? 3 : 4, i % 6);
      g_autofree char *other = short_id (leads ? 1 : 5, 22, pick (self, 0, n - 1));
      g_autofree char *one = short_id (leads ? 1 : 6, 22, pick (self, 0, n - 1));

      g_string_append (text, "{");
      if (has_id)
        {
          g_string_append (text, "\"_id\":");
          append_key (text, KEY_OBJECT_ID, 8, i);
          g_string_append (text, ",");
        }
      g_string_append_printf (text,
                              "\"%s\":{\"id\":\"%s\",\"%s\":\"%s\"},"
                              "\"related\":[{\"%s\":{\"id\":\"%s\"}}]",
                              envelope, id, three[2]->one, kind, envelope, other);
      append_usual (self, text, i);
      g_string_append (text, "}\n");
      g_string_append (calls, "{\"_id\":");
      append_key (calls, KEY_UUID, 9, i);
      g_string_append_printf (calls, ",\"%sId\":\"%s\"", three[0]->one, one);
      append_usual (self, calls, i);
      g_string_append (calls, "}\n");
    }
  database_add_text (self->database, three[0]->several, text->str);
  database_add_text (self->database, three[1]->several, calls->str);
  if (!leads)
    return;
  is_true (self, "%s.%s.%s -> %s.%s.id", three[0]->several, envelope, three[2]->one,
           three[2]->several, envelope);
  is_true (self, "%s.related[].%s.id -> %s.%s.id", three[0]->several, envelope, three[0]->several,
           envelope);
  is_true (self, "%s.%sId -> %s.%s.id", three[1]->several, three[0]->one, three[0]->several,
           envelope);
}

/* One of a series: 10003, 10006, or a text. */
static void
append_number (GString *text, gboolean is_text, guint salt, guint number)
{
  if (is_text)
    append_key (text, KEY_SERIAL, salt, number);
  else
    g_string_append_printf (text, "%u", 10000 * salt + 3 * number);
}

/* Numbers of things that are called as compounds, kundennr, or as the thing alone; another
 * collection has one document for each of the things. The numbers of the twin are those of another
 * system, and nothing is called so. */
void
make_compound_numbers (FamilyCase *self)
{
  static const char *const compounds[][3] = {
    /* the collection, its key, what refers to it */
    { "kunden", "kundennr", "kunde" },        { "artikel", "artikelnr", "artikel" },
    { "auftraege", "auftragsnr", "auftrag" }, { "projekte", "projektnummer", "projekt" },
    { "filialen", "filialnr", "filiale" },    { "vertraege", "vertragsnummer", "vertrag" },
  };
  const guint which = pick (self, 0, G_N_ELEMENTS (compounds) - 1), n = pick (self, 60, 200);
  const char *const *names = compounds[which];
  const gboolean is_text = chance (self, 50), leads = chance (self, 70);
  g_autoptr (GString) things = g_string_new (NULL);
  g_autoptr (GString) stock = g_string_new (NULL);
  g_autoptr (GString) text = g_string_new (NULL);
  const Noun *one[1];

  pick_nouns (self, one, 1);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *name = unique_name (1, i);

      g_string_append (things, "{\"_id\":");
      append_key (things, KEY_OBJECT_ID, 1, i);
      g_string_append_printf (things, ",\"%s\":", names[1]);
      append_number (things, is_text, 1, i);
      g_string_append_printf (things, ",\"bezeichnung\":\"%s\"", name);
      append_usual (self, things, i);
      g_string_append (things, "}\n");
      g_string_append_printf (stock, "{\"%s\":", names[1]);
      append_number (stock, is_text, 1, i);
      g_string_append_printf (stock, ",\"bestand\":%u}\n", pick (self, 0, 900));
    }
  database_add_text (self->database, "bestaende", stock->str);
  database_add_text (self->database, names[0], things->str);
  for (guint i = 0; i < 150; i++)
    {
      g_string_append (text, "{\"_id\":");
      append_key (text, KEY_OBJECT_ID, 2, i);
      g_string_append_printf (text, ",\"%s\":", names[2]);
      append_number (text, is_text, leads ? 1 : 50, pick (self, 0, n - 1));
      append_usual (self, text, i);
      g_string_append (text, "}\n");
    }
  database_add_text (self->database, one[0]->several, text->str);
  is_true (self, "bestaende.%s -> %s.%s", names[1], names[0], names[1]);
  if (leads)
    is_true (self, "%s.%s -> %s.%s", one[0]->several, names[2], names[0], names[1]);
}

/* Elements of lists, or of the only one, are called by a number that they have from elsewhere, and
 * other documents refer to them in their own words. Those of the twin have the numbers of what the
 * name says, which is another collection. */
void
make_numbers_from_elsewhere (FamilyCase *self)
{
  static const char *const roles[] = { "taker_id", "winner_id", "via_id", "lead_id" };
  const char *role = PICK_OF (self, roles);
  const guint n = pick (self, 30, 120), n_lists = chance (self, 50) ? 1 : pick (self, 2, 9);
  const KeyKind kind = chance (self, 60) ? KEY_SPARSE : KEY_SERIAL;
  const gboolean has_home = chance (self, 30);
  const Noun *three[3];
  g_autoptr (GString) lists = g_string_new (NULL);
  g_autoptr (GString) text = g_string_new (NULL);

  pick_nouns (self, three, 3);
  if (has_home)
    add_things (self, three[1]->several, kind, 1, n);
  for (guint i = 0; i < n_lists; i++)
    {
      g_string_append_printf (lists, "{\"_id\":\"s%u\",\"members\":[", i * 7 + 1);
      for (guint k = i * n / n_lists; k < (i + 1) * n / n_lists; k++)
        {
          g_string_append_printf (lists, "%s{\"%s_id\":", k > i * n / n_lists ? "," : "",
                                  three[1]->one);
          append_key (lists, kind, 1, k);
          g_string_append_printf (lists, ",\"shirt\":%u}", pick (self, 1, 99));
        }
      g_string_append (lists, "]}\n");
    }
  database_add_text (self->database, three[0]->several, lists->str);
  for (guint i = 0; i < 250; i++)
    {
      g_string_append_printf (text, "{\"_id\":\"e%u\",\"%s\":", i * 3, role);
      append_key (text, kind, 1, pick (self, 0, n - 1));
      append_usual (self, text, i);
      g_string_append (text, "}\n");
    }
  database_add_text (self->database, three[2]->several, text->str);
  if (has_home)
    {
      is_true (self, "%s.%s -> %s._id", three[2]->several, role, three[1]->several);
      is_true (self, "%s.members[].%s_id -> %s._id", three[0]->several, three[1]->one,
               three[1]->several);
    }
  else
    is_true (self, "%s.%s -> %s.members[].%s_id", three[2]->several, role, three[0]->several,
             three[1]->one);
}

/* Chains, in which each has the hash of the one before it: as many different ones as there are. The
 * hashes of the twin are of what else was there at the time. */
void
make_chains (FamilyCase *self)
{
  static const char *const names[] = { "parentHash", "previousHash", "prev_digest", "parentBlock" };
  static const char *const keys[] = { "hash", "hash", "digest", "blockHash" };
  const guint which = pick (self, 0, G_N_ELEMENTS (names) - 1), n = pick (self, 40, 200);
  const gboolean leads = chance (self, 70);
  const Noun *one[1];
  g_autoptr (GString) text = g_string_new (NULL);

  pick_nouns (self, one, 1);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *own = g_strdup_printf ("own %u", i);
      g_autofree char *before = g_strdup_printf (leads ? "own %u" : "other %u", i - 1);
      g_autofree char *hash = g_compute_checksum_for_string (G_CHECKSUM_SHA256, own, -1);
      g_autofree char *other = g_compute_checksum_for_string (G_CHECKSUM_SHA256, before, -1);

      g_string_append_printf (text, "{\"_id\":%u,\"%s\":\"0x%s\",\"%s\":\"0x%s\"", 70000 + i,
                              keys[which], hash, names[which], other);
      append_usual (self, text, i);
      g_string_append (text, "}\n");
    }
  database_add_text (self->database, one[0]->several, text->str);
  if (leads)
    is_true (self, "%s.%s -> %s.%s", one[0]->several, names[which], one[0]->several, keys[which]);
}

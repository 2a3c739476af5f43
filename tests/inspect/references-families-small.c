/* SPDX-License-Identifier: Apache-2.0 */

/* Families of databases as applications begin with: a few documents in each collection, some of
 * which refer to what was deleted while somebody tried things out. Each has a twin whose values are
 * others. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include "references-families.h"

static const Noun people[] = { { "user", "users" },
                               { "customer", "customers" },
                               { "account", "accounts" },
                               { "member", "members" },
                               { "employee", "employees" } };

/* Ids as ObjectIds, UUIDs, and texts with an ObjectId. */
static void
append_made_key (GString *text, guint form, guint salt, guint number)
{
  g_autofree char *key = key_text (KEY_OBJECT_ID, salt, number);

  if (form == 2)
    g_string_append_printf (text, "\"%s\"", key);
  else
    append_key (text, form == 0 ? KEY_OBJECT_ID : KEY_UUID, salt, number);
}

/* One or two documents have ids, whatever these are called; all documents of both collections also
 * have the same id of what made them. */
void
make_few_made_ids (FamilyCase *self)
{
  static const char *const fields[] = { "coach", "winner", "chosen", "category", "about", "topic" };
  const char *field = PICK_OF (self, fields);
  const guint n = pick (self, 1, 12), n_sources = pick (self, 1, 4), form = pick (self, 0, 2);
  const gboolean leads = chance (self, 65), is_list = chance (self, 35);
  g_autoptr (GString) text = g_string_new (NULL);
  const Noun *two[2];

  pick_nouns (self, two, 2);
  for (guint i = 0; i < n; i++)
    {
      g_string_append (text, "{\"_id\":");
      append_made_key (text, form, 1, i);
      g_string_append (text, ",\"batch\":");
      append_made_key (text, form, 6, 0);
      append_usual (self, text, i);
      g_string_append (text, "}\n");
    }
  database_add_text (self->database, two[0]->several, text->str);
  g_string_truncate (text, 0);
  for (guint i = 0; i < n_sources; i++)
    {
      g_string_append (text, "{\"_id\":");
      append_made_key (text, form, 2, i);
      g_string_append_printf (text, ",\"%s\":%s", field, is_list ? "[" : "");
      append_made_key (text, form, leads ? 1 : 8, pick (self, 0, n - 1));
      g_string_append (text, is_list ? "],\"batch\":" : ",\"batch\":");
      append_made_key (text, form, 6, 0);
      append_usual (self, text, i);
      g_string_append (text, "}\n");
    }
  add_referring (self, two, text, field, is_list, leads);
}

static char *
address_text (guint salt, guint number)
{
  g_autofree char *name = slug_text (salt, number);

  return g_strdup_printf ("%s.%c%u@example.%s", name, 'a' + number % 26, number % 7,
                          number % 3 == 0 ? "org" : "com");
}

/* People are known by their addresses, or by what they sign in with, of which a few documents have
 * one. */
void
make_few_addresses (FamilyCase *self)
{
  static const char *const fields[] = { "email", "email", "contact_email", "sent_to", "mail" };
  const Noun *who = &PICK_OF (self, people);
  const gboolean is_login = chance (self, 40);
  const char *field = is_login ? who->one : PICK_OF (self, fields);
  const char *key = is_login ? "username" : "email";
  const guint n = pick (self, 1, 9), n_sources = pick (self, 1, 9);
  const gboolean leads = chance (self, 65), is_inner = chance (self, 30);
  g_autoptr (GString) text = g_string_new (NULL);
  const Noun *noun;

  pick_nouns (self, &noun, 1);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *address = is_login ? slug_text (3, i) : address_text (3, i);

      g_string_append (text, "{\"_id\":");
      append_key (text, KEY_OBJECT_ID, 1, i);
      g_string_append_printf (text, ",\"%s\":\"%s\"", key, address);
      append_usual (self, text, i);
      g_string_append (text, "}\n");
    }
  database_add_text (self->database, who->several, text->str);
  g_string_truncate (text, 0);
  for (guint i = 0; i < n_sources; i++)
    {
      const guint salt = leads ? 3 : 9, which = pick (self, 0, n - 1);
      g_autofree char *address = is_login ? slug_text (salt, which) : address_text (salt, which);

      g_string_append (text, "{\"_id\":");
      append_key (text, KEY_OBJECT_ID, 2, i);
      g_string_append_printf (text, is_inner ? ",\"delivery\":{\"%s\":\"%s\"}" : ",\"%s\":\"%s\"",
                              field, address);
      append_usual (self, text, i);
      g_string_append (text, "}\n");
    }
  database_add_text (self->database, noun->several, text->str);
  if (leads)
    is_true (self, "%s.%s%s -> %s.%s", noun->several, is_inner ? "delivery." : "", field,
             who->several, key);
}

/* A collection has one document so far, to which all of another lead; in the twin they have the
 * same value, which means something else. */
void
make_only_document (FamilyCase *self)
{
  static const char *const others[] = { "grade", "mode", "floor", "channel" };
  const gboolean leads = chance (self, 65), is_number = chance (self, 50);
  const guint n = pick (self, 5, 80);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *key = is_number ? g_strdup ("1") : slug_text (4, pick (self, 0, 999));
  const char *quote = is_number ? "" : "\"";
  const char *name = is_number ? "id" : "code";
  g_autofree char *field = NULL;
  const Noun *two[2];

  pick_nouns (self, two, 2);
  field = !leads                           ? g_strdup (PICK_OF (self, others))
          : is_number || chance (self, 50) ? g_strdup_printf ("%s_%s", two[0]->one, name)
                                           : g_strdup (two[0]->one);
  g_string_append_printf (text, "{\"%s\":%s%s%s,\"name\":\"Main\"}\n", name, quote, key, quote);
  database_add_text (self->database, two[0]->several, text->str);
  g_string_truncate (text, 0);
  for (guint i = 0; i < n; i++)
    {
      g_string_append (text, "{\"_id\":");
      append_key (text, KEY_OBJECT_ID, 2, i);
      g_string_append_printf (text, ",\"%s\":%s%s%s", field, quote, key, quote);
      append_usual (self, text, i);
      g_string_append (text, "}\n");
    }
  database_add_text (self->database, two[1]->several, text->str);
  if (leads)
    is_true (self, "%s.%s -> %s.%s", two[1]->several, field, two[0]->several, name);
}

/* Most of the people are gone that things are called after, of which each has one; what refers to
 * the same people, with the ids as texts, does not refer to those things. */
void
make_mostly_gone (FamilyCase *self)
{
  const guint n = pick (self, 12, 40), n_left = MAX (2, n * pick (self, 12, 25) / 100);
  const guint n_others = pick (self, 2, 5);
  g_autoptr (GString) text = g_string_new (NULL);
  const Noun *two[2];

  pick_nouns (self, two, 2);
  for (guint i = 0; i < n_left + n_others; i++)
    {
      g_string_append (text, "{\"_id\":");
      append_key (text, KEY_OBJECT_ID, 1, i < n_left ? i : 100 + i);
      append_usual (self, text, i);
      g_string_append (text, "}\n");
    }
  database_add_text (self->database, "users", text->str);
  g_string_truncate (text, 0);
  for (guint i = 0; i < n; i++)
    {
      g_string_append (text, "{\"_id\":");
      append_key (text, KEY_OBJECT_ID, 2, i);
      g_string_append (text, ",\"user\":");
      append_key (text, KEY_OBJECT_ID, 1, i);
      append_usual (self, text, i);
      g_string_append (text, "}\n");
    }
  database_add_text (self->database, two[0]->several, text->str);
  g_string_truncate (text, 0);
  for (guint i = 0; i < 30; i++)
    {
      const guint which = pick (self, 0, n_left + n_others);
      g_autofree char *key = key_text (KEY_OBJECT_ID, 1, which <= n_left ? which : 100 + which - 1);

      g_string_append (text, "{\"_id\":");
      append_key (text, KEY_OBJECT_ID, 3, i);
      g_string_append_printf (text, ",\"userId\":\"%s\"", key);
      append_usual (self, text, i);
      g_string_append (text, "}\n");
    }
  database_add_text (self->database, two[1]->several, text->str);
  is_true (self, "%s.user -> users._id", two[0]->several);
  is_true (self, "%s.userId -> users._id", two[1]->several);
}

/* One or two documents have a key behind the name of what it is a key of. In the twin it is the
 * name of nothing that is here, or the key of nothing. */
void
make_few_prefixed (FamilyCase *self)
{
  static const KeyKind kinds[] = { KEY_UUID_CAPITALS, KEY_SERIAL, KEY_DENSE, KEY_SPARSE };
  static const char separators[] = { '/', ':', '#' };
  const KeyKind kind = PICK_OF (self, kinds);
  const guint n = pick (self, 1, 30), n_sources = pick (self, 1, 4);
  const gboolean leads = chance (self, 65), is_other_name = chance (self, 50);
  const char separator = PICK_OF (self, separators);
  g_autoptr (GString) text = g_string_new (NULL);
  const Noun *three[3];

  pick_nouns (self, three, 3);
  for (guint i = 0; i < n; i++)
    {
      g_string_append (text, "{\"id\":");
      append_key (text, kind, 1, i);
      append_usual (self, text, i);
      g_string_append (text, "}\n");
    }
  database_add_text (self->database, three[0]->several, text->str);
  g_string_truncate (text, 0);
  for (guint i = 0; i < n_sources; i++)
    {
      const guint which = pick (self, 0, MIN (n, 2) - 1);
      g_autofree char *key = key_text (kind, 1, leads || is_other_name ? which : which + 900);
      const char *name = !leads && is_other_name ? three[2]->one
                         : i % 2 == 0            ? three[0]->one
                                                 : three[0]->several;

      g_string_append_printf (text, "{\"_id\":\"d%u\",\"about\":{\"reference\":\"%s%c%s\"}", i * 3,
                              i > 0 ? three[0]->one : name, separator, key);
      append_usual (self, text, i);
      g_string_append (text, "}\n");
      if (!leads)
        break;
    }
  database_add_text (self->database, three[1]->several, text->str);
  if (leads)
    is_true (self, "%s.about.reference -> %s.id", three[1]->several, three[0]->several);
}

/* Numbers that refer are called as collections are, and one document has one of each. How many
 * there are of something, and how many there may be, are such numbers too. */
void
make_one_number (FamilyCase *self)
{
  const guint begin = pick (self, 10, 300), form = pick (self, 0, 2);
  guint n[5];
  g_autoptr (GString) settings = g_string_new ("{\"_id\":1");
  const Noun *five[5];

  pick_nouns (self, five, 5);
  for (guint i = 0; i < 5; i++)
    n[i] = pick (self, 5, 40);
  for (guint i = 0; i < 5; i++)
    {
      const guint to = (i + 1) % 5;
      const guint one = begin + 400 * to + pick (self, 0, n[to] - 1);
      g_autoptr (GString) text = g_string_new (NULL);

      for (guint k = 0; k < n[i]; k++)
        {
          g_string_append_printf (text, "{\"_id\":%u,\"%s\":%u", begin + 400 * i + k, five[to]->one,
                                  begin + 400 * to + pick (self, 0, n[to] - 1));
          append_usual (self, text, k);
          g_string_append (text, "}\n");
        }
      database_add_text (self->database, five[i]->several, text->str);
      is_true (self, "%s.%s -> %s._id", five[i]->several, five[to]->one, five[to]->several);
      if (form == 0)
        g_string_append_printf (settings, ",\"main_%s_id\":%u", five[to]->one, one);
      else
        g_string_append_printf (settings, form == 1 ? ",\"%s\":%u" : ",\"%s\":[%u]",
                                form == 1 ? five[to]->one : five[to]->several, one);
      g_string_append_printf (settings, ",\"%s_count\":%u,\"max_%s\":%u", five[i]->one,
                              begin + 400 * i + n[i] - 1, five[i]->several, begin + 400 * i);
      if (form == 0)
        is_true (self, "settings.main_%s_id -> %s._id", five[to]->one, five[to]->several);
      else
        is_true (self, form == 1 ? "settings.%s -> %s._id" : "settings.%s[] -> %s._id",
                 form == 1 ? five[to]->one : five[to]->several, five[to]->several);
    }
  g_string_append (settings, "}\n");
  database_add_text (self->database, "settings", settings->str);
}

/* What somebody did is called after them: posts have a poster, each another one. In the twin these
 * are keys of their own. */
void
make_agents (FamilyCase *self)
{
  static const struct
  {
    const char *things;
    const char *agent;
  } pairs[] = {
    { "posts", "poster" }, { "reports", "reporter" }, { "offers", "offerer" }, { "loans", "loaner" }
  };
  const guint which = pick (self, 0, G_N_ELEMENTS (pairs) - 1), form = pick (self, 0, 2);
  const gboolean leads = chance (self, 65);
  const guint n = pick (self, 5, 40), n_users = n + pick (self, 0, 5);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < n_users; i++)
    {
      g_string_append (text, "{\"_id\":");
      append_key (text, KEY_OBJECT_ID, 1, i);
      append_usual (self, text, i);
      g_string_append (text, "}\n");
    }
  database_add_text (self->database, "users", text->str);
  g_string_truncate (text, 0);
  for (guint i = 0; i < n; i++)
    {
      g_string_append (text, "{\"_id\":");
      append_key (text, KEY_OBJECT_ID, 2, i);
      g_string_append_printf (text, form == 0 ? ",\"%s_id\":" : ",\"%sId\":", pairs[which].agent);
      append_made_key (text, form == 1 ? 0 : 2, leads ? 1 : 9, i);
      append_usual (self, text, i);
      g_string_append (text, "}\n");
    }
  database_add_text (self->database, pairs[which].things, text->str);
  if (leads)
    is_true (self, form == 0 ? "%s.%s_id -> users._id" : "%s.%sId -> users._id",
             pairs[which].things, pairs[which].agent);
}

/* SPDX-License-Identifier: Apache-2.0 */

/* Families of databases as applications begin with: a few documents in each collection, some of
 * which refer to what was deleted while somebody tried things out. Each has a twin whose values are
 * others. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include "references-families.h"

static const char *const people[] = { "users", "customers", "accounts", "members", "employees" };

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
  database_add_text (self->database, two[1]->several, text->str);
  if (leads)
    is_true (self, "%s.%s%s -> %s._id", two[1]->several, field, is_list ? "[]" : "",
             two[0]->several);
}

static char *
address_text (guint salt, guint number)
{
  g_autofree char *name = slug_text (salt, number);

  return g_strdup_printf ("%s.%c%u@example.%s", name, 'a' + number % 26, number % 7,
                          number % 3 == 0 ? "org" : "com");
}

/* People are known by their addresses, of which a few documents have one. */
void
make_few_addresses (FamilyCase *self)
{
  static const char *const fields[] = { "email", "email", "contact_email", "sent_to", "mail" };
  const char *field = PICK_OF (self, fields), *who = PICK_OF (self, people);
  const guint n = pick (self, 1, 9), n_sources = pick (self, 1, 9);
  const gboolean leads = chance (self, 65), is_inner = chance (self, 30);
  g_autoptr (GString) text = g_string_new (NULL);
  const Noun *noun;

  pick_nouns (self, &noun, 1);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *address = address_text (3, i);

      g_string_append (text, "{\"_id\":");
      append_key (text, KEY_OBJECT_ID, 1, i);
      g_string_append_printf (text, ",\"email\":\"%s\"", address);
      append_usual (self, text, i);
      g_string_append (text, "}\n");
    }
  database_add_text (self->database, who, text->str);
  g_string_truncate (text, 0);
  for (guint i = 0; i < n_sources; i++)
    {
      g_autofree char *address = address_text (leads ? 3 : 9, pick (self, 0, n - 1));

      g_string_append (text, "{\"_id\":");
      append_key (text, KEY_OBJECT_ID, 2, i);
      g_string_append_printf (text, is_inner ? ",\"delivery\":{\"%s\":\"%s\"}" : ",\"%s\":\"%s\"",
                              field, address);
      append_usual (self, text, i);
      g_string_append (text, "}\n");
    }
  database_add_text (self->database, noun->several, text->str);
  if (leads)
    is_true (self, "%s.%s%s -> %s.email", noun->several, is_inner ? "delivery." : "", field, who);
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

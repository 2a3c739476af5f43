/* SPDX-License-Identifier: Apache-2.0 */

/* Families of references as applications write them: each collection with a table of states of its
 * own, people who did something, and lists beside single ones. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include "references-families.h"

/* A few numbers from 0 or 1 on, with what they are called. */
static void
add_table (FamilyCase *self, const char *name, guint salt, guint first, guint n)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *label = unique_name (salt, i);

      g_string_append_printf (text, "{\"_id\":%u,\"label\":\"%s\"}\n", first + i, label);
    }
  database_add_text (self->database, name, text->str);
}

/* Two collections, each with a table of its own that has the same numbers, and the lines of one
 * with a third: order_status, order_lines_status and parcel_status. Of the twin one has none, and
 * its field leads to the one for all. */
void
make_own_tables (FamilyCase *self)
{
  static const char *const words[] = { "status", "type", "stage", "kind", "reason" };
  static const char *const parts[] = { "lines", "entries", "steps" };
  const char *word = PICK_OF (self, words), *part = PICK_OF (self, parts);
  const guint first = pick (self, 0, 1), n = pick (self, 3, 7);
  const gboolean is_own = chance (self, 60), has_lines = chance (self, 50);
  g_auto (GStrv) tables = g_new0 (char *, 4);
  const Noun *two[2];

  pick_nouns (self, two, 2);
  tables[0] = g_strdup_printf ("%s_%s", two[0]->one, word);
  tables[1] = is_own ? g_strdup_printf ("%s_%s", two[1]->one, word)
                     : g_strconcat (word, g_str_has_suffix (word, "s") ? "es" : "s", NULL);
  tables[2] = g_strdup_printf ("%s_%s_%s", two[0]->one, part, word);
  for (guint i = 0; i < (has_lines ? 3 : 2); i++)
    add_table (self, tables[i], i, first, n + i);
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (GString) text = g_string_new (NULL);
      const guint n_documents = pick (self, 20, 90);

      for (guint k = 0; k < n_documents; k++)
        {
          g_string_append (text, "{\"_id\":");
          append_key (text, KEY_OBJECT_ID, 4 + i, k);
          g_string_append_printf (text, ",\"%s_id\":%u", word, first + (k < n ? k : k * k % n));
          if (i == 0)
            g_string_append_printf (text, ",\"%s\":[{\"%s_id\":%u,\"amount\":%u.5}]", part, word,
                                    first + k % (n + (has_lines ? 2 : 0)), pick (self, 1, 99));
          g_string_append_printf (text, ",\"note\":\"%s\"}\n", k % 2 == 0 ? "checked" : "open");
        }
      database_add_text (self->database, two[i]->several, text->str);
      is_true (self, "%s.%s_id -> %s._id", two[i]->several, word, tables[i]);
    }
  if (has_lines)
    is_true (self, "%s.%s[].%s_id -> %s._id", two[0]->several, part, word, tables[2]);
  for (guint i = 0; i < 2 && !has_lines; i++)
    is_either (self, "%s.%s[].%s_id -> %s._id", two[0]->several, part, word, tables[i]);
}

/* Small numbers of people who did something: submittedBy, checked_in_by. Those of the twin say when
 * or how often it was done. */
void
make_done_by (FamilyCase *self)
{
  static const char *const people[] = { "employees", "users", "members", "staff", "contacts" };
  static const char *const leading[] = { "submittedBy", "checked_in_by", "repairedBy",
                                         "soldBy",      "cancelled_by",  "inspected_by_id" };
  static const char *const others[] = { "submittedIn", "checked_times", "repairedAfter",
                                        "soldOn",      "cancelled_of",  "inspected_hours" };
  const char *list = PICK_OF (self, people);
  const guint n = pick (self, 8, 40), which = pick (self, 0, G_N_ELEMENTS (leading) - 1);
  const guint n_documents = pick (self, 60, 200), different = pick (self, 4, n);
  const gboolean leads = chance (self, 60);
  g_autoptr (GString) text = g_string_new (NULL);
  const Noun *one;

  pick_nouns (self, &one, 1);
  add_things (self, list, KEY_DENSE, 1, n);
  for (guint i = 0; i < n_documents; i++)
    {
      g_string_append (text, "{\"_id\":");
      append_key (text, KEY_OBJECT_ID, 2, i);
      g_string_append_printf (text, ",\"%s\":%u", leads ? leading[which] : others[which],
                              n - pick (self, 0, different - 1));
      append_usual (self, text, i);
      g_string_append (text, "}\n");
    }
  database_add_text (self->database, one->several, text->str);
  if (leads)
    is_true (self, "%s.%s -> %s._id", one->several, leading[which], list);
}

/* Messages with the id of who wrote them and a list of the addresses of who is to read them; those
 * of the twin are of people who are not here. */
void
make_in_copy (FamilyCase *self)
{
  static const char *const fields[] = { "cc", "recipients", "invited", "notify", "watchers" };
  static const char *const writers[] = { "raisedBy", "from", "author", "sender" };
  const char *field = PICK_OF (self, fields), *writer = PICK_OF (self, writers);
  const guint n = pick (self, 30, 300), n_documents = pick (self, 100, 400);
  const gboolean leads = chance (self, 60);
  g_autoptr (GString) text = g_string_new (NULL);
  const Noun *one;

  pick_nouns (self, &one, 1);
  for (guint i = 0; i < n; i++)
    {
      g_string_append (text, "{\"_id\":");
      append_key (text, KEY_OBJECT_ID, 1, i);
      g_string_append_printf (text, ",\"email\":\"person%u@example.org\"", i);
      append_usual (self, text, i);
      g_string_append (text, "}\n");
    }
  database_add_text (self->database, "clients", text->str);
  g_string_truncate (text, 0);
  for (guint i = 0; i < n_documents; i++)
    {
      const guint n_addresses = pick (self, 0, 2);

      g_string_append (text, "{\"_id\":");
      append_key (text, KEY_OBJECT_ID, 2, i);
      g_string_append_printf (text, ",\"%s\":", writer);
      append_key (text, KEY_OBJECT_ID, 1, pick (self, 0, n - 1));
      g_string_append_printf (text, ",\"%s\":[", field);
      for (guint k = 0; k < n_addresses; k++)
        g_string_append_printf (text, "%s\"person%u@example.%s\"", k > 0 ? "," : "",
                                pick (self, 0, n - 1), leads ? "org" : "com");
      g_string_append (text, "]");
      append_usual (self, text, i);
      g_string_append (text, "}\n");
    }
  database_add_text (self->database, one->several, text->str);
  is_true (self, "%s.%s -> clients._id", one->several, writer);
  if (leads)
    is_true (self, "%s.%s[] -> clients.email", one->several, field);
}

/* Codes of several series, math-101, which a second collection has as well, to say more of the same
 * things; those of the twin are of one series, from which both count. What a third refers to is
 * what is continued. */
void
make_series (FamilyCase *self)
{
  const guint n = pick (self, 30, 150), n_series = pick (self, 4, 7);
  const gboolean continues = chance (self, 60);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *part = NULL;
  const Noun *two[2];

  pick_nouns (self, two, 2);
  /* Nothing in the name says that it is a part. */
  part = g_strdup_printf ("books_of_%u", pick (self, 2000, 2020));
  for (guint which = 0; which < 2; which++)
    {
      g_string_truncate (text, 0);
      for (guint i = 0; i < n; i++)
        {
          g_autofree char *series = slug_text (3, continues ? i % n_series : 0);

          g_string_append_printf (text, "{\"_id\":\"%.4s-%u\",\"%s\":%u.5", series, 100 + i,
                                  which == 0 ? "credits" : "spent", pick (self, 1, 99));
          append_usual (self, text, i);
          g_string_append (text, "}\n");
        }
      database_add_text (self->database, which == 0 ? two[0]->several : part, text->str);
    }
  g_string_truncate (text, 0);
  for (guint i = 0; i < n * 2; i++)
    {
      const guint number = pick (self, 0, n - 1);
      g_autofree char *series = slug_text (3, continues ? number % n_series : 0);

      g_string_append (text, "{\"_id\":");
      append_key (text, KEY_OBJECT_ID, 2, i);
      g_string_append_printf (text, ",\"%s\":\"%.4s-%u\"", two[0]->one, series, 100 + number);
      append_usual (self, text, i);
      g_string_append (text, "}\n");
    }
  database_add_text (self->database, two[1]->several, text->str);
  is_true (self, "%s.%s -> %s._id", two[1]->several, two[0]->one, two[0]->several);
  if (continues)
    is_true (self, "%s._id -> %s._id", part, two[0]->several);
}

/* People with numbers that begin far from 0, in roles that no list has: claimant, scrumMaster; the
 * numbers of the twin go beyond theirs. */
void
make_far_people (FamilyCase *self)
{
  static const char *const people[] = { "employees", "members", "customers", "users" };
  static const char *const roles[] = { "claimant", "scrumMaster", "bookkeeper", "trustee",
                                       "lecturer", "machinist",   "debtor",     "appraiser" };
  const char *list = PICK_OF (self, people), *role = PICK_OF (self, roles);
  const guint n = pick (self, 100, 500), n_documents = pick (self, 3 * n, 5 * n);
  const guint first = pick (self, 10, 60) * 1000 + 1;
  const gboolean leads = chance (self, 60);
  g_autoptr (GString) text = g_string_new (NULL);
  const Noun *one;

  pick_nouns (self, &one, 1);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *name = thing_name (1, i);

      g_string_append_printf (text, "{\"_id\":%u,\"name\":\"%s\"", first + i, name);
      append_usual (self, text, i);
      g_string_append (text, "}\n");
    }
  database_add_text (self->database, list, text->str);
  g_string_truncate (text, 0);
  for (guint i = 0; i < n_documents; i++)
    {
      g_string_append (text, "{\"_id\":");
      append_key (text, KEY_OBJECT_ID, 2, i);
      g_string_append_printf (text, ",\"%s\":%u", role,
                              first + pick (self, 0, leads ? n - 1 : n + n / 2));
      append_usual (self, text, i);
      g_string_append (text, "}\n");
    }
  database_add_text (self->database, one->several, text->str);
  if (leads)
    is_true (self, "%s.%s -> %s._id", one->several, role, list);
}

/* SPDX-License-Identifier: Apache-2.0 */

/* Families of databases as programs are tested and shown with: a few documents in each collection,
 * numbered from 1, whose references say by their names what they lead to. Each has a twin with what
 * is numbered otherwise. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include "references-families.h"

static char *
capital (const char *word)
{
  char *text = g_strdup (word);

  text[0] = g_ascii_toupper (text[0]);
  return text;
}

/* A type beside an id that is always the same, as all documents so far are about things of one
 * kind; those of the twin say of what sort the documents themselves are. */
void
make_one_type (FamilyCase *self)
{
  static const char *const stems[] = { "commentable", "journalized", "watched",
                                       "subject",     "holder",      "entity" };
  static const char *const sorts[] = { "manual", "cash", "draft", "Weekly", "basic" };
  const char *stem = PICK_OF (self, stems);
  const guint n = pick (self, 8, 60), n_documents = pick (self, 6, 30);
  const guint different = pick (self, 3, 8);
  const gboolean leads = chance (self, 60), is_capital = chance (self, 60);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *type = NULL;
  const Noun *three[3];

  pick_nouns (self, three, 3);
  add_things (self, three[0]->several, KEY_DENSE, 1, n);
  add_things (self, three[1]->several, KEY_DENSE, 3, pick (self, 8, 60));
  type = !leads       ? g_strdup (PICK_OF (self, sorts))
         : is_capital ? capital (three[0]->one)
                      : g_strdup (three[0]->one);
  for (guint i = 0; i < n_documents; i++)
    {
      g_string_append (text, "{\"_id\":");
      append_key (text, KEY_OBJECT_ID, 2, i);
      g_string_append_printf (text, ",\"%s_type\":\"%s\",\"%s_id\":%u", stem, type, stem,
                              1 + i % different);
      append_usual (self, text, i);
      g_string_append (text, "}\n");
    }
  database_add_text (self->database, three[2]->several, text->str);
  if (leads)
    is_true (self, "%s.%s_id -> %s._id", three[2]->several, stem, three[0]->several);
}

static void
append_kind_and_id (
    GString *text, const char *kind, const char *separator, guint form, guint salt, guint number)
{
  g_autofree char *key = key_text (form == 0 ? KEY_UUID : KEY_OBJECT_ID, salt, number);

  g_string_append_printf (text, "\"%s%s%s\"", kind, separator, key);
}

/* Ids behind what they are of, one or a few of which are the same in many documents, whatever the
 * fields are called; what the twin has is kept nowhere. */
void
make_kind_and_id (FamilyCase *self)
{
  static const char *const separators[] = { "--", ":", "/", "_" };
  static const char *const fields[] = { "created_by_ref", "marking",    "scope",
                                        "maintained_by",  "origin_ref", "policies" };
  const char *separator = PICK_OF (self, separators), *field = PICK_OF (self, fields);
  const guint n = pick (self, 1, 4), n_documents = pick (self, 1, 60), form = pick (self, 0, 1);
  const gboolean leads = chance (self, 60), is_list = chance (self, 30);
  g_autoptr (GString) text = g_string_new (NULL);
  const Noun *two[2];

  pick_nouns (self, two, 2);
  for (guint i = 0; i < n; i++)
    {
      g_string_append (text, "{\"_id\":");
      append_kind_and_id (text, two[0]->one, separator, form, 1, i);
      append_usual (self, text, i);
      g_string_append (text, "}\n");
    }
  database_add_text (self->database, two[0]->several, text->str);
  g_string_truncate (text, 0);
  for (guint i = 0; i < n_documents; i++)
    {
      g_string_append (text, "{\"_id\":");
      append_kind_and_id (text, two[1]->one, separator, form, 2, i);
      g_string_append_printf (text, ",\"%s\":%s", field, is_list ? "[" : "");
      append_kind_and_id (text, two[0]->one, separator, form, leads ? 1 : 5, i % n);
      g_string_append (text, is_list ? "]" : "");
      append_usual (self, text, i);
      g_string_append (text, "}\n");
    }
  add_referring (self, two, text, field, is_list, leads);
}

/* Somebody in a role, by one of the first numbers there are, and what people have with something,
 * who are members of it; the numbers of the twin are how many of them there are. */
void
make_few_people (FamilyCase *self)
{
  static const char *const roles[] = { "author",     "owner",    "assigned_to",
                                       "created_by", "reviewer", "updated_by" };
  static const char *const counts[] = { "authors", "reviewers",      "owner_count",
                                        "level",   "reviewer_limit", "position" };
  static const char *const people[][2] = { { "user", "users" },
                                           { "person", "people" },
                                           { "account", "accounts" },
                                           { "employee", "employees" } };
  const guint who = pick (self, 0, G_N_ELEMENTS (people) - 1), n = pick (self, 5, 14);
  const guint different = pick (self, 2, 4), n_documents = pick (self, 4, 24);
  const gboolean leads = chance (self, 60), has_members = chance (self, 50);
  g_autoptr (GString) text = g_string_new (NULL);
  const char *role;
  const Noun *two[2];

  pick_nouns (self, two, 2);
  role = leads ? PICK_OF (self, roles) : PICK_OF (self, counts);
  add_things (self, people[who][1], KEY_DENSE, 1, n);
  add_things (self, two[1]->several, KEY_DENSE, 4, pick (self, 4, 12));
  for (guint i = 0; has_members && i < n; i++)
    g_string_append_printf (text, "{\"_id\":%u,\"%s_id\":%u,\"%s_id\":%u}\n", i + 1, people[who][0],
                            n - i, two[1]->one, 1 + i % 3);
  if (has_members)
    {
      database_add_text (self->database, "members", text->str);
      is_true (self, "members.%s_id -> %s._id", people[who][0], people[who][1]);
      is_true (self, "members.%s_id -> %s._id", two[1]->one, two[1]->several);
    }
  g_string_truncate (text, 0);
  for (guint i = 0; i < n_documents; i++)
    {
      g_string_append_printf (text, "{\"_id\":%u", i + 1);
      g_string_append_printf (text, ",\"%s%s\":%u", role, leads ? "_id" : "", 1 + i % different);
      append_usual (self, text, i);
      g_string_append (text, "}\n");
    }
  database_add_text (self->database, two[0]->several, text->str);
  if (leads)
    is_true (self, "%s.%s_id -> %s._id", two[0]->several, role, people[who][1]);
}

/* A few of the documents are parts of, or answers to, one or two others; those of the twin stand at
 * some place, or have so many. */
void
make_few_parents (FamilyCase *self)
{
  static const char *const roles[] = { "parent_id", "parentId", "reply_to_id", "previous_id",
                                       "original_id" };
  static const char *const others[] = { "level", "children", "depth", "replies", "position" };
  const guint n = pick (self, 6, 20), n_parents = pick (self, 2, 3);
  const gboolean leads = chance (self, 60);
  const char *field = leads ? PICK_OF (self, roles) : PICK_OF (self, others);
  g_autoptr (GString) text = g_string_new (NULL);
  const Noun *two[2];

  pick_nouns (self, two, 2);
  add_things (self, two[1]->several, KEY_DENSE, 4, pick (self, 4, 30));
  for (guint i = 0; i < n; i++)
    {
      g_string_append_printf (text, "{\"_id\":%u", i + 1);
      if (i >= n_parents)
        g_string_append_printf (text, ",\"%s\":%u", field, 1 + i % n_parents);
      append_usual (self, text, i);
      g_string_append (text, "}\n");
    }
  database_add_text (self->database, two[0]->several, text->str);
  if (leads)
    is_true (self, "%s.%s -> %s._id", two[0]->several, field, two[0]->several);
}

/* A document with a map that says one thing of each of the things of a collection, by what they are
 * called there, and others that say which of them they are of: all of them mean those of the
 * collection. The map of the twin is of other things. */
void
make_described_in_map (FamilyCase *self)
{
  static const char *const documents[] = { "settings", "shapes", "weights", "colors", "prices" };
  const guint n = pick (self, 24, 200), n_others = pick (self, 20, 150), form = pick (self, 0, 2);
  const gboolean leads = chance (self, 65);
  const char *document = PICK_OF (self, documents);
  g_autoptr (GString) text = g_string_new (NULL);
  const Noun *two[2];

  pick_nouns (self, two, 2);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *slug = slug_text (1, i);

      g_string_append_printf (text, "{\"id\":%u,\"name\":\"%s\"", i, slug);
      append_usual (self, text, i);
      g_string_append (text, "}\n");
    }
  database_add_text (self->database, two[0]->several, text->str);
  g_string_truncate (text, 0);
  g_string_append_printf (text, "{\"%s\":{", two[0]->several);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *slug = slug_text (leads ? 1 : 7, i);

      g_string_append_printf (text, "%s\"%s\":", i > 0 ? "," : "", slug);
      if (form == 0)
        g_string_append_printf (text, "%u.5", pick (self, 0, 3000));
      else if (form == 1)
        g_string_append_printf (text, "\"so %u\"", pick (self, 0, 3000));
      else
        g_string_append_printf (text, "[%u.5,%u.25]", pick (self, 0, 3000), pick (self, 0, 3000));
    }
  g_string_append (text, "}}\n");
  database_add_text (self->database, document, text->str);
  g_string_truncate (text, 0);
  for (guint i = 0; i < n_others; i++)
    {
      g_autofree char *slug = slug_text (1, pick (self, 0, n - 1));

      g_string_append (text, "{\"_id\":");
      append_key (text, KEY_OBJECT_ID, 2, i);
      g_string_append_printf (text, ",\"%s\":\"%s\"", two[0]->one, slug);
      append_usual (self, text, i);
      g_string_append (text, "}\n");
    }
  database_add_text (self->database, two[1]->several, text->str);
  is_true (self, "%s.%s -> %s.name", two[1]->several, two[0]->one, two[0]->several);
  if (leads)
    is_true (self, "%s.%s{key} -> %s.name", document, two[0]->several, two[0]->several);
}

/* Numbers that lead to all of a collection, however they are called, and texts of the same name
 * elsewhere, with a few of the first numbers; those of the twin are numbers as well. */
void
make_written_apart (FamilyCase *self)
{
  static const char *const fields[] = { "object_id", "subject_id", "thing_id", "about_id" };
  const char *field = PICK_OF (self, fields);
  const guint n = pick (self, 22, 90), different = pick (self, 5, 9);
  const gboolean are_texts = chance (self, 50);
  g_autoptr (GString) text = g_string_new (NULL);
  const Noun *three[3];

  pick_nouns (self, three, 3);
  add_things (self, three[0]->several, KEY_DENSE, 1, n);
  for (guint i = 0; i < 3 * n; i++)
    {
      g_string_append (text, "{\"_id\":");
      append_key (text, KEY_OBJECT_ID, 2, i);
      g_string_append_printf (text, ",\"%s\":%u", field, 1 + i % n);
      append_usual (self, text, i);
      g_string_append (text, "}\n");
    }
  database_add_text (self->database, three[1]->several, text->str);
  g_string_truncate (text, 0);
  for (guint i = 0; i < 2 * different; i++)
    {
      const guint number = are_texts ? 1 + i % different : 1 + i * 7 % n;

      g_string_append (text, "{\"_id\":");
      append_key (text, KEY_OBJECT_ID, 3, i);
      g_string_append_printf (text, are_texts ? ",\"%s\":\"%u\"" : ",\"%s\":%u", field, number);
      append_usual (self, text, i);
      g_string_append (text, "}\n");
    }
  database_add_text (self->database, three[2]->several, text->str);
  is_true (self, "%s.%s -> %s._id", three[1]->several, field, three[0]->several);
  if (!are_texts)
    is_either (self, "%s.%s -> %s._id", three[2]->several, field, three[0]->several);
}

/* Keys that are called by the first letter of their documents, as those of forums and of systems
 * for content are: nid of nodes, uid of users, whatever these call it. Those of the twin are the
 * documents' own, or of a thing that is not there. */
void
make_initials (FamilyCase *self)
{
  const guint n = pick (self, 6, 60), n_users = pick (self, 4, 24);
  const guint n_documents = pick (self, 6, 60);
  const gboolean leads = chance (self, 65), has_own_name = chance (self, 50);
  g_autoptr (GString) text = g_string_new (NULL);
  const Noun *two[2];

  do
    pick_nouns (self, two, 2);
  while (two[0]->one[0] == two[1]->one[0] || two[0]->one[0] == 'u');
  for (guint i = 0; i < n_users; i++)
    {
      g_autofree char *name = thing_name (5, i);

      g_string_append_printf (text, "{\"%s\":%u,\"name\":\"%s\"", has_own_name ? "uid" : "id",
                              i + 1, name);
      append_usual (self, text, i);
      g_string_append (text, "}\n");
    }
  database_add_text (self->database, "users", text->str);
  g_string_truncate (text, 0);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *name = thing_name (1, i);

      g_string_append_printf (text, "{\"%cid\":%u,\"title\":\"%s\"", two[0]->one[0], i + 1, name);
      append_usual (self, text, i);
      g_string_append (text, "}\n");
    }
  database_add_text (self->database, two[0]->several, text->str);
  g_string_truncate (text, 0);
  for (guint i = 0; i < n_documents; i++)
    {
      g_string_append (text, "{\"_id\":");
      append_key (text, KEY_OBJECT_ID, 2, i);
      if (leads)
        g_string_append_printf (text, ",\"uid\":%u,\"%cid\":%u", 1 + i % MIN (n_users, 3),
                                two[0]->one[0], 1 + i * 7 % n);
      else
        g_string_append_printf (text, ",\"uid\":%u,\"%cid\":%u", i + 1,
                                two[0]->one[0] == 'q' ? 'v' : 'q', 1 + i % 3);
      append_usual (self, text, i);
      g_string_append (text, "}\n");
    }
  database_add_text (self->database, two[1]->several, text->str);
  if (leads)
    {
      is_true (self, "%s.uid -> users.%s", two[1]->several, has_own_name ? "uid" : "id");
      is_true (self, "%s.%cid -> %s.%cid", two[1]->several, two[0]->one[0], two[0]->several,
               two[0]->one[0]);
    }
}

/* Numbers behind a prefix that are keys of what the field is called as; the twin has series of some
 * other things, of which only some are numbered. */
void
make_word_series (FamilyCase *self)
{
  static const char *const series[] = { "north", "south", "infra", "mining", "deep" };
  static const char separators[] = "_-.:";
  const char separator = separators[pick (self, 0, 3)];
  const guint n = pick (self, 20, 200), n_documents = pick (self, 15, 60);
  const gboolean leads = chance (self, 50);
  const guint begin = pick (self, 0, G_N_ELEMENTS (series) - 1);
  g_autoptr (GString) text = g_string_new (NULL);
  const Noun *two[2];

  pick_nouns (self, two, 2);
  add_things (self, two[0]->several, KEY_DENSE, 1, n);
  for (guint i = 0; i < n_documents; i++)
    {
      const guint which = leads ? 0 : i % 3;

      g_string_append (text, "{\"_id\":");
      append_key (text, KEY_OBJECT_ID, 2, i);
      g_string_append_printf (text, ",\"%s\":\"%s%c", two[0]->one,
                              series[(begin + which) % G_N_ELEMENTS (series)], separator);
      if (which == 0)
        g_string_append_printf (text, "%u\"", leads ? pick (self, 1, n) : 1 + i / 3 % 6);
      else
        g_string_append_printf (text, "%c\"", (char)('A' + i % 5));
      append_usual (self, text, i);
      g_string_append (text, "}\n");
    }
  database_add_text (self->database, two[1]->several, text->str);
  if (leads)
    is_true (self, "%s.%s -> %s._id", two[1]->several, two[0]->one, two[0]->several);
}

/* SPDX-License-Identifier: Apache-2.0 */

/* Families of tables and seeds that were imported: each document has an id that the database made,
 * to which nothing refers, or there is only one document with copies of others in it. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include "references-families.h"

#include <string.h>

static void
append_made_id (GString *text, guint salt, guint number)
{
  g_string_append (text, "{\"_id\":");
  append_key (text, KEY_OBJECT_ID, salt, number);
}

/* A table whose key is called as nothing is here, and others that have it under the same name. The
 * first has the id that the import made. In the twin a few documents have ids of something that is
 * not here, each another one by chance, and others have more of them. */
void
make_imported_tables (FamilyCase *self)
{
  static const char *const things[] = { "fare", "service", "block", "tariff", "shift", "zone" };
  const char *thing = PICK_OF (self, things);
  const guint n = pick (self, 3, 7);
  const gboolean leads = chance (self, 60);
  const KeyKind kind = chance (self, 70) ? KEY_SERIAL : KEY_DENSE;
  g_autofree char *field = g_strdup_printf ("%s_id", thing);
  g_autofree char *owner = NULL;
  g_autoptr (GString) text = g_string_new (NULL);
  const Noun *two[2];

  pick_nouns (self, two, 2);
  owner = leads && chance (self, 50) ? g_strdup_printf ("%s_attributes", thing)
                                     : g_strdup (two[0]->several);
  for (guint i = 0; i < n; i++)
    {
      append_made_id (text, 1, i);
      if (!leads)
        g_string_append_printf (text, ",\"level\":%u", i % 3);
      g_string_append_printf (text, ",\"%s\":", field);
      append_key (text, kind, 5, i * 7);
      g_string_append_printf (text, ",\"price\":%u.25,\"open\":%u}\n", pick (self, 1, 9), i % 2);
    }
  database_add_text (self->database, owner, text->str);
  g_string_truncate (text, 0);
  for (guint i = 0; i < 200; i++)
    {
      append_made_id (text, 2, i);
      g_string_append_printf (text, ",\"%s\":", field);
      append_key (text, kind, 5, leads ? i % n * 7 : pick (self, 0, 50));
      append_usual (self, text, i);
      g_string_append (text, "}\n");
    }
  database_add_text (self->database, two[1]->several, text->str);
  if (leads)
    is_true (self, "%s.%s -> %s.%s", two[1]->several, field, owner, field);
}

/* Things of two collections that have a number each in another system, under one name; both begin
 * with 1. In the twin those of one come again, as they say which of the other is meant. */
void
make_own_numbers (FamilyCase *self)
{
  static const char *const systems[] = { "guideId", "portal_id", "atlasId", "archive_no" };
  const char *field = PICK_OF (self, systems);
  const guint n = pick (self, 30, 100), more = n * pick (self, 4, 30);
  const gboolean leads = chance (self, 50), are_texts = chance (self, 40);
  const char *mark = are_texts ? "\"" : "";
  g_autoptr (GString) text = g_string_new (NULL);
  const Noun *two[2];

  pick_nouns (self, two, 2);
  for (guint i = 0; i < more; i++)
    {
      append_made_id (text, 1, i);
      g_string_append_printf (text, ",\"%s\":%s%u%s", field, mark, i + 1, mark);
      append_usual (self, text, i);
      g_string_append (text, "}\n");
    }
  database_add_text (self->database, two[0]->several, text->str);
  g_string_truncate (text, 0);
  for (guint i = 0; i < (leads ? 3 * more : n); i++)
    {
      append_made_id (text, 2, i);
      g_string_append_printf (text, ",\"%s\":%s%u%s", field, mark,
                              leads ? pick (self, 1, more) : i + 1 + i / 40, mark);
      append_usual (self, text, i);
      g_string_append (text, "}\n");
    }
  database_add_text (self->database, two[1]->several, text->str);
  if (leads)
    is_true (self, "%s.%s -> %s.%s", two[1]->several, field, two[0]->several, field);
}

/* The only document of a collection, with what the database wrote into it and copies of people in
 * an array. Others have some of these people, too. In the twin the array has ids of its own. */
void
make_only_team (FamilyCase *self)
{
  static const char *const lists[] = { "players", "members", "crew", "staff" };
  const char *list = PICK_OF (self, lists);
  const guint n = pick (self, 3, 9), n_games = pick (self, 15, 40);
  const gboolean leads = chance (self, 60);
  g_autoptr (GString) text = g_string_new (NULL);
  const Noun *two[2];

  pick_nouns (self, two, 2);
  for (guint i = 0; i < n + 2; i++)
    {
      g_autofree char *name = unique_name (3, i);

      append_made_id (text, 1, i);
      g_string_append_printf (text, ",\"name\":\"%s\",\"email\":\"p%u@example.org\"}\n", name,
                              i * 13);
    }
  database_add_text (self->database, "users", text->str);
  g_string_truncate (text, 0);
  append_made_id (text, 2, 0);
  g_string_append_printf (text,
                          ",\"title\":\"%s\",\"motto\":\"on and on\",\"rank\":3,\"open\":true,"
                          "\"createdAt\":\"2024-03-0%u\",\"__v\":0,\"%s\":[",
                          two[0]->one, pick (self, 1, 9), list);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *name = unique_name (3, leads ? i : i + 100);

      g_string_append (text, i > 0 ? "," : "");
      append_made_id (text, leads ? 1 : 9, i);
      g_string_append_printf (text, ",\"name\":\"%s\",\"email\":\"p%u@example.org\"}", name,
                              (leads ? i : i + 100) * 13);
    }
  g_string_append (text, "]}\n");
  database_add_text (self->database, two[0]->several, text->str);
  g_string_truncate (text, 0);
  for (guint i = 0; i < n_games; i++)
    {
      append_made_id (text, 3, i);
      g_string_append_printf (text, ",\"%s\":[", list);
      for (guint k = 0; k < 2; k++)
        {
          g_string_append (text, k > 0 ? ",{\"id\":" : "{\"id\":");
          append_key (text, KEY_OBJECT_ID, leads ? 1 : 11, (i + k) % n + (leads ? 0 : 40 * i));
          g_string_append_printf (text, ",\"profit\":%u}", pick (self, 0, 90));
        }
      g_string_append (text, "]");
      append_usual (self, text, i);
      g_string_append (text, "}\n");
    }
  database_add_text (self->database, two[1]->several, text->str);
  if (!leads)
    return;
  is_true (self, "%s.%s[]._id -> users._id", two[0]->several, list);
  is_true (self, "%s.%s[].id -> users._id", two[1]->several, list);
}

/* Documents that repeat one of what they have in a list. In the twin it is what another collection
 * has. */
void
make_part_of_own (FamilyCase *self)
{
  static const char *const fields[] = { "image", "photo", "cover", "thumbnail" };
  const char *field = PICK_OF (self, fields);
  const guint n = pick (self, 40, 150);
  const gboolean leads = chance (self, 50);
  g_autofree char *list = g_strdup_printf ("%ss", field);
  g_autoptr (GString) text = g_string_new (NULL);
  const Noun *noun;

  pick_nouns (self, &noun, 1);
  for (guint i = 0; i < n; i++)
    {
      const guint n_images = pick (self, 1, 3);

      append_made_id (text, 1, i);
      if (leads)
        {
          const guint which = pick (self, 0, 2 * n - 1);
          g_autofree char *slug = slug_text (3, which);

          g_string_append_printf (text, ",\"%s\":\"https://media.example.org/%u/%s.jpg\"", field,
                                  which, slug);
        }
      for (guint k = 0; k < n_images && !leads; k++)
        {
          g_autofree char *slug = slug_text (3, 3 * i + k);

          if (k == 0)
            g_string_append_printf (text,
                                    ",\"%s\":\"https://media.example.org/%u/%s.jpg\",\"%s\":[",
                                    field, 3 * i, slug, list);
          g_string_append_printf (
              text, "%s{\"url\":\"https://media.example.org/%u/%s.jpg\",\"width\":%u}",
              k > 0 ? "," : "", 3 * i + k, slug, pick (self, 1, 9) * 100);
        }
      g_string_append (text, leads ? "" : "]");
      append_usual (self, text, i);
      g_string_append (text, "}\n");
    }
  database_add_text (self->database, noun->several, text->str);
  if (!leads)
    return;
  g_string_truncate (text, 0);
  for (guint i = 0; i < 2 * n; i++)
    {
      g_autofree char *slug = slug_text (3, i);

      append_made_id (text, 2, i);
      g_string_append_printf (text, ",\"url\":\"https://media.example.org/%u/%s.jpg\"", i, slug);
      append_usual (self, text, i);
      g_string_append (text, "}\n");
    }
  database_add_text (self->database, list, text->str);
  is_true (self, "%s.%s -> %s.url", noun->several, field, list);
}

/* Short codes of a few things, under a name that says in which role they are. In the twin they are
 * those of things that are not here. */
void
make_codes_in_role (FamilyCase *self)
{
  static const char *const roles[] = { "on_behalf_of_id", "instead_of_id", "charged_to_id",
                                       "handled_through_id" };
  const char *role = PICK_OF (self, roles);
  const guint n = pick (self, 6, 9), n_used = pick (self, MAX (5, 3 * n / 4), n);
  const gboolean leads = chance (self, 60);
  g_autoptr (GString) text = g_string_new (NULL);
  const Noun *two[2];

  pick_nouns (self, two, 2);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *code = code_text (3, 2 + i % 3, i);

      g_string_append_printf (text, "{\"id\":\"%s\"", code);
      append_usual (self, text, i);
      g_string_append (text, "}\n");
    }
  database_add_text (self->database, two[0]->several, text->str);
  g_string_truncate (text, 0);
  for (guint i = 0; i < 150; i++)
    {
      const guint which = i % n_used;
      g_autofree char *code = code_text (leads ? 3 : 17, 2 + which % 3, which);

      append_made_id (text, 2, i);
      g_string_append_printf (text, ",\"%s\":\"%s\"", role, code);
      append_usual (self, text, i);
      g_string_append (text, "}\n");
    }
  database_add_text (self->database, two[1]->several, text->str);
  if (leads)
    is_true (self, "%s.%s -> %s.id", two[1]->several, role, two[0]->several);
}

/* Keys of which most are numbers, and some are words; the parts of a thing name that by its word.
 * In the twin the words are others. */
void
make_mixed_keys (FamilyCase *self)
{
  const guint n_groups = pick (self, 12, 40), n_parts = n_groups * pick (self, 2, 4);
  const gboolean leads = chance (self, 60);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *key = NULL;
  const Noun *noun;

  pick_nouns (self, &noun, 1);
  key = g_strdup_printf ("%s_id", noun->one);
  for (guint i = 0; i < n_groups + n_parts; i++)
    {
      const guint group = i < n_parts ? i % n_groups : i - n_parts;
      g_autofree char *word = slug_text (i < n_parts && !leads ? 9 : 4, group);

      if (i < n_parts)
        g_string_append_printf (text, "{\"%s\":%u,\"parent_%s\":\"%s\"", key, 70000 + i * 11,
                                noun->one, word);
      else
        g_string_append_printf (text, "{\"%s\":\"%s\"", key, word);
      append_usual (self, text, i);
      g_string_append (text, "}\n");
    }
  database_add_text (self->database, noun->several, text->str);
  if (leads)
    is_true (self, "%s.parent_%s -> %s.%s", noun->several, noun->one, noun->several, key);
}

/* A report, the only one there is, lists some of the people under the key that others have for
 * these. In the twin it lists things that are only there, and others mean those. */
void
make_reported_list (FamilyCase *self)
{
  static const char *const things[] = { "student", "runner", "nurse", "tutor", "driver" };
  const char *thing = PICK_OF (self, things);
  const guint n_users = pick (self, 30, 60), n = pick (self, 12, 20);
  const gboolean leads = chance (self, 65);
  g_autoptr (GString) text = g_string_new (NULL);
  const Noun *two[2];

  pick_nouns (self, two, 2);
  if (leads)
    add_things (self, "users", KEY_OBJECT_ID, 1, n_users);
  g_string_append_printf (text,
                          "{\"id\":\"report_a1\",\"title\":\"%s\",\"scope\":{\"year\":2024},"
                          "\"data\":{\"%ss\":[",
                          two[0]->one, thing);
  for (guint i = 0; i < n; i++)
    {
      g_string_append_printf (text, "%s{\"%sId\":", i > 0 ? "," : "", thing);
      append_key (text, KEY_OBJECT_ID, 1, i);
      g_string_append_printf (text, ",\"done\":%u,\"average\":%u.5}", pick (self, 0, 9),
                              pick (self, 1, 5));
    }
  g_string_append (text, "]}}\n");
  database_add_text (self->database, "reports", text->str);
  g_string_truncate (text, 0);
  for (guint i = 0; i < 120; i++)
    {
      append_made_id (text, 3, i);
      g_string_append_printf (text, ",\"%sId\":", thing);
      append_key (text, KEY_OBJECT_ID, 1, pick (self, 0, n - 1));
      append_usual (self, text, i);
      g_string_append (text, "}\n");
    }
  database_add_text (self->database, two[1]->several, text->str);
  if (leads)
    {
      is_true (self, "reports.data.%ss[].%sId -> users._id", thing, thing);
      is_true (self, "%s.%sId -> users._id", two[1]->several, thing);
    }
  else
    is_true (self, "%s.%sId -> reports.data.%ss[].%sId", two[1]->several, thing, thing, thing);
}

/* Things of two collections that have the same pictures. In the twin one of them says by such an
 * address which page of the other is meant. */
void
make_same_pictures (FamilyCase *self)
{
  static const char *const fields[] = { "thumbnail", "photo", "avatar", "banner" };
  static const char *const addresses[] = { "pageUrl", "url", "sourceUri" };
  const guint n = pick (self, 25, 60);
  const gboolean leads = chance (self, 50);
  const char *field = leads ? PICK_OF (self, addresses) : PICK_OF (self, fields);
  const Noun *two[2];

  pick_nouns (self, two, 2);
  for (guint c = 0; c < 2; c++)
    {
      g_autoptr (GString) text = g_string_new (NULL);

      for (guint i = 0; i < (c == 1 && leads ? 4 * n : n); i++)
        {
          append_made_id (text, c + 1, i);
          g_string_append_printf (text, ",\"%s\":\"https://example.org/seed/%u/300/400\"", field,
                                  c == 1 && leads ? pick (self, 0, n - 1) : i);
          append_usual (self, text, i);
          g_string_append (text, "}\n");
        }
      database_add_text (self->database, two[c]->several, text->str);
    }
  if (leads)
    is_true (self, "%s.%s -> %s.%s", two[1]->several, field, two[0]->several, field);
}

/* Ids with their kind before a dozen of random letters and digits, of which a field has one or two,
 * whatever it is called. In the twin these are those of something else. */
void
make_few_tokens (FamilyCase *self)
{
  static const char *const fields[] = { "approvalRequestId", "hiddenFor", "changed",
                                        "escalatedTo" };
  static const char letters[] = "0Aa1Bb2Cc3Dd4Ee5Ff6Gg7Hh8Ii9JjKkLl0Mm1Nn2Oo3Pp4Qq5Rr6Ss7Tt8Uu9Vv";
  const char *field = PICK_OF (self, fields);
  const guint n_keys = pick (self, 20, 60), n = pick (self, 1, 2);
  const gboolean leads = chance (self, 60);
  g_autoptr (GPtrArray) keys = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GString) text = g_string_new (NULL);
  const Noun *two[2];

  pick_nouns (self, two, 2);
  for (guint i = 0; i < n_keys + n; i++)
    {
      g_autoptr (GString) key = g_string_new (i % 3 == 0 ? "stu_" : "mgmt_");

      for (guint k = 0; k < 12; k++)
        g_string_append_c (key, letters[pick (self, 0, sizeof letters - 2)]);
      g_ptr_array_add (keys, g_strdup (key->str));
    }
  for (guint i = 0; i < n_keys; i++)
    {
      g_string_append_printf (text, "{\"id\":\"%s\"", (const char *)keys->pdata[i]);
      append_usual (self, text, i);
      g_string_append (text, "}\n");
    }
  database_add_text (self->database, two[0]->several, text->str);
  g_string_truncate (text, 0);
  for (guint i = 0; i < 12; i++)
    {
      append_made_id (text, 2, i);
      g_string_append_printf (text, ",\"%s\":\"%s\"", field,
                              (const char *)keys->pdata[(leads ? 3 : n_keys) + i % n]);
      append_usual (self, text, i);
      g_string_append (text, "}\n");
    }
  database_add_text (self->database, two[1]->several, text->str);
  if (leads)
    is_true (self, "%s.%s -> %s.id", two[1]->several, field, two[0]->several);
}

/* The name of a thing and that of its key, written as one: stationcode. In the twin a postcode is
 * no code of a post. */
void
make_joined_codes (FamilyCase *self)
{
  const guint n = pick (self, 60, 300);
  const gboolean leads = chance (self, 60), are_texts = chance (self, 60);
  const char *mark = are_texts ? "\"" : "";
  g_autoptr (GString) text = g_string_new (NULL);
  const Noun *two[2];

  do
    pick_nouns (self, two, 2);
  while (strlen (two[0]->one) < 6);
  for (guint i = 0; i < n; i++)
    {
      append_made_id (text, 1, i);
      g_string_append_printf (text, ",\"code\":%s%u%s", mark, i + 1 + i / 10, mark);
      append_usual (self, text, i);
      g_string_append (text, "}\n");
    }
  database_add_text (self->database, leads ? two[0]->several : "posts", text->str);
  g_string_truncate (text, 0);
  for (guint i = 0; i < 4 * n; i++)
    {
      const guint which = pick (self, 0, n - 1);

      append_made_id (text, 2, i);
      g_string_append_printf (text, ",\"%scode\":%s%u%s", leads ? two[0]->one : "post", mark,
                              leads ? which + 1 + which / 10 : pick (self, 1, n * 3 / 4), mark);
      append_usual (self, text, i);
      g_string_append (text, "}\n");
    }
  database_add_text (self->database, two[1]->several, text->str);
  if (leads)
    is_true (self, "%s.%scode -> %s.code", two[1]->several, two[0]->one, two[0]->several);
}

/* Ids made by chance that documents have under `id`, in a role that says nothing of these, of which
 * a third leads to what is gone. In the twin all are those of something else. */
void
make_gone_under_id (FamilyCase *self)
{
  static const char *const fields[] = { "trainee_id", "helper_id", "keeperId", "bearerId" };
  const char *field = PICK_OF (self, fields);
  const guint n = pick (self, 30, 80), n_left = n * 2 / 3;
  const gboolean leads = chance (self, 60);
  g_autoptr (GString) text = g_string_new (NULL);
  const Noun *two[2];

  pick_nouns (self, two, 2);
  for (guint i = 0; i < n_left; i++)
    {
      g_autofree char *key = key_text (KEY_UUID, 1, i);

      g_string_append_printf (text, "{\"id\":\"%s\"", key);
      append_usual (self, text, i);
      g_string_append (text, "}\n");
    }
  database_add_text (self->database, two[0]->several, text->str);
  g_string_truncate (text, 0);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *key = key_text (KEY_UUID, leads ? 1 : 9, pick (self, 0, n - 1));

      append_made_id (text, 2, i);
      g_string_append_printf (text, ",\"%s\":\"%s\"", field, key);
      append_usual (self, text, i);
      g_string_append (text, "}\n");
    }
  database_add_text (self->database, two[1]->several, text->str);
  if (leads)
    is_true (self, "%s.%s -> %s.id", two[1]->several, field, two[0]->several);
}

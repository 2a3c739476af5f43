/* SPDX-License-Identifier: Apache-2.0 */

/* Families of files as people publish them: all things in one list or several, numbered tables,
 * codes of which a few are there twice, editions that are mostly the current one, and the short
 * names of a few kinds. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include "references-families.h"

static void
add_in_one_list (FamilyCase *self, const char *name, const char *list, GString *elements)
{
  g_autofree char *text = g_strdup_printf ("{\"%s\":[%s]}\n", list, elements->str);

  database_add_text (self->database, name, text);
}

/* Files that have all of their things in one list, and refer to each other by codes that are not
 * called so. Those of the twin have other codes. */
void
make_one_list (FamilyCase *self)
{
  static const char *const lists[] = { "data", "entries", "rows", "items" };
  static const char *const codes[] = { "alpha_4", "sign", "letters", "symbol" };
  const char *list = PICK_OF (self, lists), *code = PICK_OF (self, codes);
  const guint n = pick (self, 60, 200);
  const gboolean leads = chance (self, 65), is_named = chance (self, 50);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *field = NULL;
  const Noun *two[2];

  pick_nouns (self, two, 2);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *key = code_text (3, 4, i);

      g_string_append_printf (text, "%s{\"%s\":\"%s\"", i > 0 ? "," : "", code, key);
      append_usual (self, text, i);
      g_string_append (text, "}");
    }
  add_in_one_list (self, two[0]->several, list, text);
  field = is_named ? g_strdup_printf ("%s_%s", two[0]->one, code) : g_strdup ("belongs");
  g_string_truncate (text, 0);
  for (guint i = 0; i < 3 * n; i++)
    {
      g_autofree char *key = code_text (leads ? 3 : 11, 4, pick (self, 0, n - 1));

      g_string_append_printf (text, "%s{\"id\":%u,\"%s\":\"%s\"", i > 0 ? "," : "", i + 1, field,
                              key);
      append_usual (self, text, i);
      g_string_append (text, "}");
    }
  add_in_one_list (self, two[1]->several, list, text);
  if (leads)
    is_true (self, "%s.%s[].%s -> %s.%s[].%s", two[1]->several, list, field, two[0]->several, list,
             code);
}

/* Most documents are their own current edition, and name it; the others name that of another
 * document. In the twin they have a name of their own that nobody else has. */
void
make_mostly_own (FamilyCase *self)
{
  static const char *const fields[] = { "current", "canonical", "latest", "preferred" };
  const char *field = PICK_OF (self, fields);
  const guint n = pick (self, 150, 400), own = pick (self, 55, 85);
  const gboolean leads = chance (self, 60), is_inner = chance (self, 40);
  g_autoptr (GString) text = g_string_new (NULL);
  const Noun *noun;

  pick_nouns (self, &noun, 1);
  for (guint i = 0; i < n; i++)
    {
      const gboolean is_own = chance (self, own);
      g_autofree char *key = slug_text (5, i);
      g_autofree char *other =
          is_own ? g_strdup (key) : slug_text (leads ? 5 : 12, leads ? pick (self, 0, n - 1) : i);

      g_string_append_printf (text, "{\"slug\":\"%s\"", key);
      append_usual (self, text, i);
      g_string_append_printf (
          text, is_inner ? ",\"series\":{\"%s\":\"%s\"}}\n" : ",\"%s\":\"%s\"}\n", field, other);
    }
  database_add_text (self->database, noun->several, text->str);
  if (leads)
    is_true (self, "%s.%s%s -> %s.slug", noun->several, is_inner ? "series." : "", field,
             noun->several);
}

/* Codes of several lengths of which a few are there twice, as a register has the same for things of
 * two kinds. What refers to the others refers to a key. */
void
make_code_with_duplicates (FamilyCase *self)
{
  static const char *const names[] = { "tag", "subtag", "mark", "notation" };
  const char *name = PICK_OF (self, names);
  const guint n = pick (self, 300, 900), twice = pick (self, n / 60, n / 30);
  const gboolean leads = chance (self, 65);
  g_autoptr (GString) text = g_string_new (NULL);
  const Noun *two[2];

  pick_nouns (self, two, 2);
  for (guint i = 0; i < n + twice; i++)
    {
      const guint which = i < n ? i : i - n;
      g_autofree char *key = code_text (4, 5 + which % 3, which);

      g_string_append_printf (text, "{\"kind\":\"%s\",\"%s\":\"%s\"", i < n ? "plain" : "extended",
                              name, key);
      append_usual (self, text, i);
      g_string_append (text, "}\n");
    }
  database_add_text (self->database, two[0]->several, text->str);
  g_string_truncate (text, 0);
  for (guint i = 0; i < 300; i++)
    {
      const guint which = pick (self, twice, twice + 60);
      g_autofree char *key = code_text (leads ? 4 : 12, 5 + which % 3, which);

      g_string_append_printf (text, "{\"_id\":\"d%u\",\"assigned\":\"%s\"", i * 3, key);
      append_usual (self, text, i);
      g_string_append (text, "}\n");
    }
  database_add_text (self->database, two[1]->several, text->str);
  if (leads)
    is_true (self, "%s.assigned -> %s.%s", two[1]->several, two[0]->several, name);
}

/* Words of several lengths, some of two parts: impact, lateral-movement. */
static char *
kind_name (guint salt, guint number)
{
  g_autofree char *first = slug_text (salt, number);
  g_autofree char *second = slug_text (salt + 1, number);

  return number % 3 == 0 ? g_steal_pointer (&first)
                         : g_strdup_printf ("%s-%.*s", first, 2 * (int)(number % 4) + 2, second);
}

/* A few kinds are known by an id, and by a short name that is one word; others have all of these
 * short names, and call them their phase or the like. The twin has other words. */
void
make_short_names (FamilyCase *self)
{
  static const char *const names[] = { "shortname", "codename", "x_shortname", "nickname" };
  static const char *const fields[] = { "phase", "tier", "lane", "zone" };
  const char *name = PICK_OF (self, names), *field = PICK_OF (self, fields);
  const guint n = pick (self, 7, 14);
  const gboolean leads = chance (self, 65);
  g_autoptr (GString) text = g_string_new (NULL);
  const Noun *two[2];

  pick_nouns (self, two, 2);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *word = kind_name (5, i);

      g_string_append (text, "{\"_id\":");
      append_key (text, KEY_OBJECT_ID, 1, i);
      g_string_append_printf (text, ",\"%s\":\"%s\"", name, word);
      append_usual (self, text, i);
      g_string_append (text, "}\n");
    }
  database_add_text (self->database, two[0]->several, text->str);
  g_string_truncate (text, 0);
  for (guint i = 0; i < 150; i++)
    {
      g_autofree char *word = kind_name (leads ? 5 : 12, i < n ? i : pick (self, 0, n - 1));

      g_string_append_printf (text, "{\"_id\":\"d%u\",\"steps\":[{\"%s_name\":\"%s\"}]", i * 3,
                              field, word);
      append_usual (self, text, i);
      g_string_append (text, "}\n");
    }
  database_add_text (self->database, two[1]->several, text->str);
  if (leads)
    is_true (self, "%s.steps[].%s_name -> %s.%s", two[1]->several, field, two[0]->several, name);
}

/* Tables that differ only by a number, which what refers to them has as well; all are numbered
 * from 1. */
void
make_numbered (FamilyCase *self)
{
  const guint n = pick (self, 6, 14);
  const gboolean has_key_number = chance (self, 30);
  const char *number = has_key_number ? "1" : "";
  g_autofree guint *sizes = g_new (guint, n);
  const Noun *noun;

  pick_nouns (self, &noun, 1);
  for (guint i = 0; i < n; i++)
    sizes[i] = pick (self, 20, 80);
  for (guint i = 0; i < n; i++)
    {
      const guint other = (i + 1) % n;
      g_autoptr (GString) text = g_string_new (NULL);
      g_autofree char *name = g_strdup_printf ("t%02u_%s", i, noun->several);

      for (guint row = 0; row < sizes[i]; row++)
        {
          g_autofree char *called = thing_name (i, row);

          g_string_append_printf (text, "{\"id%s\":%u,\"name\":\"%s\",\"t%02u_%s_id%s\":%u}\n",
                                  number, row + 1, called, other, noun->several, number,
                                  pick (self, 1, sizes[other]));
        }
      database_add_text (self->database, name, text->str);
      is_true (self, "%s.t%02u_%s_id%s -> t%02u_%s.id%s", name, other, noun->several, number, other,
               noun->several, number);
    }
}

/* One file that has several lists, as servers of examples have: {"posts": [...], "tags": [...]}.
 * Their things have numbers, which others have under the name of the list, one or several. */
void
make_several_lists (FamilyCase *self)
{
  const guint n = pick (self, 5, 30), n_kinds = pick (self, 5, 12);
  const gboolean is_inner = chance (self, 40), has_ids = chance (self, 50);
  const char *inner = is_inner ? "app." : "";
  g_autoptr (GString) text = g_string_new (is_inner ? "{\"app\":{" : "{");
  g_autofree char *list = NULL;
  const Noun *three[3];

  pick_nouns (self, three, 3);
  list = has_ids ? g_strdup_printf ("%sIds", three[1]->one) : g_strdup (three[1]->several);
  g_string_append_printf (text, "\"%s\":[", three[0]->several);
  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "%s{\"id\":%u,\"title\":\"Title %c%u\"}", i > 0 ? "," : "", i + 1,
                            'A' + i % 26, i);
  g_string_append_printf (text, "],\"%s\":[", three[1]->several);
  for (guint i = 0; i < n_kinds; i++)
    g_string_append_printf (text, "%s{\"id\":%u,\"label\":\"%s\"}", i > 0 ? "," : "", i + 1,
                            three[i % 3]->one);
  g_string_append_printf (text, "],\"%s\":[", three[2]->several);
  for (guint i = 0; i < 4 * n; i++)
    g_string_append_printf (text, "%s{\"id\":%u,\"%sId\":%u,\"%s\":[%u,%u],\"score\":%u}",
                            i > 0 ? "," : "", i + 1, three[0]->one,
                            i < n ? i + 1 : pick (self, 1, n), list, i % n_kinds + 1,
                            pick (self, 1, n_kinds), pick (self, 1, 5));
  g_string_append (text, is_inner ? "]},\"version\":3}\n" : "],\"version\":3}\n");
  database_add_text (self->database, "db", text->str);
  is_true (self, "db.%s%s[].%sId -> db.%s%s[].id", inner, three[2]->several, three[0]->one, inner,
           three[0]->several);
  is_true (self, "db.%s%s[].%s[] -> db.%s%s[].id", inner, three[2]->several, list, inner,
           three[1]->several);
}

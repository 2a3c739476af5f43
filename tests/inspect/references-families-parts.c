/* SPDX-License-Identifier: Apache-2.0 */

/* Families of references of which only a part of the values are keys: a type beside them, their
 * form, or several collections together say which. Each has a twin whose values lead nowhere. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include "references-families.h"

#define MAX_TARGETS 3u

/* A value that does not match by chance, or a number that does. */
static void
append_value (GString *text, KeyKind kind, guint salt, guint number)
{
  g_autofree char *slug = NULL;

  if (kind == N_KEYS)
    {
      slug = slug_text (salt, number);
      g_string_append_printf (text, "\"%s\"", slug);
    }
  else
    {
      append_key (text, kind, salt, number);
    }
}

/* Documents with ids of a kind; @first is the number of the first, as of one list of words. */
static void
add_targets (FamilyCase *self,
             const char *name,
             const char *key,
             KeyKind kind,
             guint salt,
             guint first,
             guint n)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *called = thing_name (salt + 50, first + i);

      g_string_append_printf (text, "{\"%s\":", key);
      append_value (text, kind, salt, first + i);
      g_string_append_printf (text, ",\"label\":\"%s\"", called);
      append_usual (self, text, i);
      g_string_append (text, "}\n");
    }
  database_add_text (self->database, name, text->str);
}

/* What the things are called that a type names: as their collection, or by a word of its own. */
static char *
name_type (FamilyCase *self, const Noun *noun, guint form, guint number)
{
  static const char *const own[] = { "alpha", "gain", "unlock" };

  return form == 0   ? g_strdup (noun->one)
         : form == 1 ? g_strdup_printf ("%c%s", g_ascii_toupper (*noun->one), noun->one + 1)
                     : g_strdup (own[number]);
}

/* A type beside a value says where it leads, one of several collections or nowhere. Of the twin all
 * lead nowhere, but a few by chance. */
void
make_typed (FamilyCase *self)
{
  static const KeyKind kinds[] = { N_KEYS, N_KEYS, KEY_SPARSE, KEY_OBJECT_ID, KEY_SERIAL };
  static const char *const types[] = { "type", "kind", "category_type" };
  static const char *const fields[] = { "target", "value", "subject", "item", "object" };
  const char *type = PICK_OF (self, types), *field = PICK_OF (self, fields);
  const guint n_targets = pick (self, 2, MAX_TARGETS), form = pick (self, 0, 2);
  const gboolean leads = chance (self, 65), is_list = chance (self, 50);
  /* The type stands beside the list, and is that of all in it. */
  const gboolean is_outer = is_list && chance (self, 40);
  /* One of the types leads out of the database. */
  const guint n_types = n_targets + chance (self, 40);
  g_autoptr (GString) text = g_string_new (NULL);
  const Noun *four[MAX_TARGETS + 1];
  KeyKind own_kinds[MAX_TARGETS];
  guint n[MAX_TARGETS];

  pick_nouns (self, four, MAX_TARGETS + 1);
  for (guint i = 0; i < n_targets; i++)
    {
      n[i] = pick (self, 30, 150);
      own_kinds[i] = i > 0 && chance (self, 60) ? own_kinds[0] : PICK_OF (self, kinds);
      add_targets (self, four[i]->several, "id", own_kinds[i], i + 1, 0, n[i]);
    }
  for (guint i = 0; i < 250; i++)
    {
      const guint count = is_list ? pick (self, 0, 4) : 1, of_all = pick (self, 0, n_types - 1);
      g_autofree char *outer =
          of_all < n_targets ? name_type (self, four[of_all], form, of_all) : g_strdup ("other");

      g_string_append_printf (text, "{\"_id\":\"e%u\"", i * 3);
      append_usual (self, text, i);
      if (is_outer)
        g_string_append_printf (text, ",\"%s\":\"%s\"", type, outer);
      g_string_append (text, is_list ? ",\"effects\":[" : ",");
      for (guint k = 0; k < count; k++)
        {
          const guint which = is_outer ? of_all : pick (self, 0, n_types - 1);
          g_autofree char *called =
              which < n_targets ? name_type (self, four[which], form, which) : g_strdup ("other");
          const KeyKind kind = which < n_targets ? own_kinds[which] : own_kinds[0];

          g_string_append_printf (text, "%s%s", k > 0 ? "," : "", is_list ? "{" : "");
          if (!is_outer)
            g_string_append_printf (text, "\"%s\":\"%s\",", type, called);
          g_string_append_printf (text, "\"%s\":", field);
          append_value (text, kind, leads && which < n_targets ? which + 1 : 23,
                        pick (self, 0, n[which < n_targets ? which : 0] - 1));
          g_string_append (text, is_list ? "}" : "");
        }
      g_string_append (text, is_list ? "]}\n" : "}\n");
    }
  database_add_text (self->database, four[MAX_TARGETS]->several, text->str);
  for (guint i = 0; leads && i < n_targets; i++)
    is_true (self, "%s.%s%s -> %s.id", four[MAX_TARGETS]->several, is_list ? "effects[]." : "",
             field, four[i]->several);
}

/* Some values are ids, the others words; those of the twin are ids of what is not there. */
void
make_of_one_form (FamilyCase *self)
{
  static const char *const fields[] = { "value", "parent", "data", "origin", "cause" };
  const char *field = PICK_OF (self, fields);
  const guint n = pick (self, 30, 200), words = pick (self, 20, 85);
  const gboolean leads = chance (self, 65), is_list = chance (self, 40),
                 is_hash = chance (self, 50);
  g_autoptr (GString) text = g_string_new (NULL);
  const Noun *two[2];

  pick_nouns (self, two, 2);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *key = key_text (KEY_OBJECT_ID, 1, i);

      g_string_append_printf (text, "{\"_id\":\"%.*s\"", is_hash ? 16 : 24, key);
      append_usual (self, text, i);
      g_string_append (text, "}\n");
    }
  database_add_text (self->database, two[0]->several, text->str);
  g_string_truncate (text, 0);
  for (guint i = 0; i < 300; i++)
    {
      g_string_append_printf (text, "{\"_id\":%u,\"%s\":%s", 7000 + i, field, is_list ? "[" : "");
      for (guint k = 0; k < (is_list ? 3u : 1u); k++)
        {
          g_autofree char *key = key_text (KEY_OBJECT_ID, leads ? 1 : 9, pick (self, 0, n - 1));
          g_autofree char *word = slug_text (7, pick (self, 0, 40));

          g_string_append (text, k > 0 ? "," : "");
          if (chance (self, words))
            g_string_append_printf (text, "\"%s\"", word);
          else
            g_string_append_printf (text, "\"%.*s\"", is_hash ? 16 : 24, key);
        }
      g_string_append (text, is_list ? "]" : "");
      append_usual (self, text, i);
      g_string_append (text, "}\n");
    }
  add_referring (self, two, text, field, is_list, leads);
}

/* A document that is a map of things by words. */
static void
add_map (FamilyCase *self, const char *name, guint salt, guint first, guint n)
{
  g_autoptr (GString) text = g_string_new ("{");

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *word = slug_text (salt, first + i);

      g_string_append_printf (text, "%s\"%s\":{\"label\":\"l%u\",\"weight\":%u,\"open\":%s}",
                              i > 0 ? "," : "", word, i, pick (self, 1, 99),
                              chance (self, 50) ? "true" : "false");
    }
  g_string_append (text, "}\n");
  database_add_text (self->database, name, text->str);
}

/* Maps from words to numbers, the words of which are keys of one of several collections, one of
 * them a map itself; those of the twin are none. */
void
make_map_of_several (FamilyCase *self)
{
  const guint n_targets = pick (self, 2, MAX_TARGETS), each = pick (self, 40, 80);
  const gboolean leads = chance (self, 65);
  g_autoptr (GString) text = g_string_new (NULL);
  const Noun *four[MAX_TARGETS + 1];

  pick_nouns (self, four, MAX_TARGETS + 1);
  add_map (self, four[0]->several, 3, 0, each);
  for (guint i = 1; i < n_targets; i++)
    add_targets (self, four[i]->several, "id", N_KEYS, 3, i * each, each);
  for (guint i = 0; i < 250; i++)
    {
      const guint begin = pick (self, 0, n_targets * each - 1), count = pick (self, 0, 5);

      g_string_append_printf (text, "{\"_id\":%u,\"needs\":{", 7000 + i);
      for (guint k = 0; k < count; k++)
        {
          g_autofree char *word = slug_text (leads ? 3 : 29, (begin + k * 17) % (n_targets * each));

          g_string_append_printf (text, "%s\"%s\":%u", k > 0 ? "," : "", word, pick (self, 1, 9));
        }
      g_string_append_c (text, '}');
      append_usual (self, text, i);
      g_string_append (text, "}\n");
    }
  database_add_text (self->database, four[MAX_TARGETS]->several, text->str);
  for (guint i = 0; leads && i < n_targets; i++)
    is_true (self, "%s.needs{key} -> %s%s", four[MAX_TARGETS]->several, four[i]->several,
             i == 0 ? "{key}" : ".id");
}

/* Words, or numbers that are far apart, each of which is a key of one of several collections; of
 * the twin only a few are keys of any. */
void
make_one_of_several (FamilyCase *self)
{
  static const KeyKind kinds[] = { N_KEYS, N_KEYS, KEY_SPARSE, KEY_OBJECT_ID };
  static const char *const fields[] = { "uses", "needs", "requires", "input", "gives" };
  const char *field = PICK_OF (self, fields);
  const KeyKind kind = PICK_OF (self, kinds);
  const guint n_targets = pick (self, 2, MAX_TARGETS), each = pick (self, 30, 80);
  const gboolean leads = chance (self, 65), is_list = chance (self, 60);
  /* What is called a name is a key where there is no other. */
  const char *key = kind == N_KEYS && chance (self, 30) ? "name" : "id";
  const guint gone = leads ? (*key == 'n' ? 0 : pick (self, 0, 1) * 4) : 70;
  g_autoptr (GString) text = g_string_new (NULL);
  const Noun *four[MAX_TARGETS + 1];

  pick_nouns (self, four, MAX_TARGETS + 1);
  for (guint i = 0; i < n_targets; i++)
    add_targets (self, four[i]->several, key, kind, 3, i * each, each);
  for (guint i = 0; i < 300; i++)
    {
      const guint count = is_list ? pick (self, 0, 5) : 1;

      g_string_append_printf (text, "{\"_id\":%u,\"%s\":%s", 7000 + i, field, is_list ? "[" : "");
      for (guint k = 0; k < count; k++)
        {
          g_string_append (text, k > 0 ? "," : "");
          append_value (text, kind, chance (self, gone) ? 29 : 3,
                        pick (self, 0, n_targets * each - 1));
        }
      g_string_append (text, is_list ? "]" : "");
      append_usual (self, text, i);
      g_string_append (text, "}\n");
    }
  database_add_text (self->database, four[MAX_TARGETS]->several, text->str);
  for (guint i = 0; i < n_targets; i++)
    if (leads)
      is_true (self, "%s.%s%s -> %s.%s", four[MAX_TARGETS]->several, field, is_list ? "[]" : "",
               four[i]->several, key);
    /* Ids of which most were deleted may still be ids of these. */
    else
      is_either (self, "%s.%s%s -> %s.%s", four[MAX_TARGETS]->several, field, is_list ? "[]" : "",
                 four[i]->several, key);
}

/* One list of about ten words, some of which are keys of one collection and some of another; of the
 * twin one is nowhere. */
void
make_short_list (FamilyCase *self)
{
  static const char *const fields[] = { "area", "shown", "defaults", "first", "pinned" };
  const char *field = PICK_OF (self, fields);
  const guint each = pick (self, 20, 80), count = pick (self, 9, 12), first = pick (self, 3, 5);
  const gboolean leads = chance (self, 60);
  g_autoptr (GString) text = g_string_new (NULL);
  const Noun *two[2];

  pick_nouns (self, two, 2);
  for (guint i = 0; i < 2; i++)
    add_targets (self, two[i]->several, "id", N_KEYS, 3, i * each, each);
  g_string_append_printf (text, "{\"_id\":1,\"%s\":[", field);
  for (guint i = 0; i < count; i++)
    {
      g_string_append (text, i > 0 ? "," : "");
      append_value (text, N_KEYS, leads || i + 1 < count ? 3 : 29,
                    i < first ? i * 2 : each + i * 3 % each);
    }
  g_string_append (text, "]}\n");
  database_add_text (self->database, "settings", text->str);
  for (guint i = 0; leads && i < 2; i++)
    is_true (self, "settings.%s[] -> %s.id", field, two[i]->several);
}

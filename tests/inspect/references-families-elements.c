/* SPDX-License-Identifier: Apache-2.0 */

/* Families of references to what another collection has in lists, and of ids that have their kind
 * before them; with values that only say again which document they are in. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include "references-families.h"

#define MAX_LISTS 4u

/* What the elements of the lists have as their key. */
typedef enum
{
  ELEMENTS_OWN,   /* each its own */
  ELEMENTS_TWICE, /* what is kept elsewhere, or nowhere: some are in several lists */
  ELEMENTS_DENSE, /* their number */
  ELEMENTS_HOME,  /* those of another collection */
  ELEMENTS_OTHER, /* each its own, but others refer to what is not there */
} Elements;

static void
append_element (FamilyCase *self,
                GString *text,
                const char *key,
                const char *label,
                Elements elements,
                KeyKind kind,
                guint number)
{
  g_autofree char *called = unique_name (3, number);

  g_string_append_printf (text, "{\"%s\":", key);
  append_key (text, elements == ELEMENTS_DENSE ? KEY_DENSE : kind, 1, number);
  g_string_append_printf (text, ",\"%s\":\"%s\",\"shirt\":%u,\"born\":%u}", label, called,
                          pick (self, 1, 99), pick (self, 1960, 2004));
}

/* Elements of the lists of a few documents have a key, by which other documents refer to them in
 * their own words. Of the twins the elements are numbered, or refer themselves. */
void
make_element_keys (FamilyCase *self)
{
  static const KeyKind kinds[] = { KEY_SPARSE, KEY_SPARSE, KEY_OBJECT_ID, KEY_UUID, KEY_SERIAL };
  static const char *const roles[] = { "taker", "winner", "lead", "assigned", "via" };
  const KeyKind kind = PICK_OF (self, kinds);
  const Elements elements =
      chance (self, 60) ? ELEMENTS_OWN : (Elements)pick (self, ELEMENTS_TWICE, ELEMENTS_OTHER);
  const guint n = pick (self, 30, 120), n_lists = pick (self, 1, MAX_LISTS);
  const guint shape = pick (self, 0, 2);
  const gboolean has_copy = chance (self, 40), has_own_words = chance (self, 60);
  const char *role = PICK_OF (self, roles);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *key = NULL;
  g_autofree char *label = NULL;
  g_autofree char *from = NULL;
  g_autofree char *to = NULL;
  const Noun *three[3];

  pick_nouns (self, three, 3);
  key = has_own_words ? g_strdup_printf ("%s_id", three[1]->one) : g_strdup ("id");
  label = has_own_words ? g_strdup_printf ("%s_label", three[1]->one) : g_strdup ("label");
  for (guint i = 0; i < n_lists; i++)
    {
      const guint begin =
          elements == ELEMENTS_TWICE && i > 0 ? (i - 1) * n / n_lists : i * n / n_lists;

      g_string_append_printf (text, "{\"_id\":\"s%u\",\"members\":[", i * 7 + 1);
      for (guint k = begin; k < (i + 1) * n / n_lists; k++)
        {
          g_string_append (text, k > begin ? "," : "");
          append_element (self, text, key, label, elements, kind, k);
        }
      /* With one list only, some are in it twice. */
      for (guint k = 0; elements == ELEMENTS_TWICE && k < n / 2; k++)
        {
          g_string_append (text, ",");
          append_element (self, text, key, label, elements, kind, k);
        }
      g_string_append_printf (text, "],\"name\":\"%s %u\"}\n", three[0]->one, i);
    }
  database_add_text (self->database, three[0]->several, text->str);
  if (elements == ELEMENTS_HOME)
    add_things (self, three[1]->several, kind, 1, n);
  g_string_truncate (text, 0);
  for (guint i = 0; i < 250; i++)
    {
      const guint count = shape == 2 ? pick (self, 0, 3) : 1;

      g_string_append_printf (text, "{\"_id\":\"e%u\",%s", i * 3, shape == 2 ? "\"parts\":[" : "");
      for (guint k = 0; k < count; k++)
        {
          const guint which = pick (self, 0, n - 1);
          g_autofree char *called = unique_name (3, which);

          g_string_append_printf (text, "%s%s\"%s%s", k > 0 ? "," : "", shape == 2 ? "{" : "", role,
                                  shape == 0 ? "_id\":" : "\":{\"id\":");
          append_key (text, elements == ELEMENTS_DENSE ? KEY_DENSE : kind,
                      elements == ELEMENTS_OTHER ? 17 : 1, which);
          if (has_copy && shape != 0 && elements != ELEMENTS_OTHER)
            g_string_append_printf (text, ",\"label\":\"%s\"", called);
          g_string_append (text, shape == 0 ? "" : shape == 1 ? "}" : "}}");
        }
      g_string_append (text, shape == 2 ? "]" : "");
      append_usual (self, text, i);
      g_string_append (text, "}\n");
    }
  database_add_text (self->database, three[2]->several, text->str);
  from = g_strdup_printf ("%s.%s%s%s", three[2]->several, shape == 2 ? "parts[]." : "", role,
                          shape == 0 ? "_id" : ".id");
  to = g_strdup_printf ("%s.members[].%s", three[0]->several, key);
  if (elements == ELEMENTS_OWN)
    is_true (self, "%s -> %s", from, to);
  else if (elements == ELEMENTS_HOME)
    is_true (self, "%s -> %s._id", from, three[1]->several);
  /* What is called an id, or has the same names beside it, may mean what it seems to. */
  else if (elements == ELEMENTS_DENSE && (shape == 0 || has_copy))
    is_either (self, "%s -> %s", from, to);
  if (elements == ELEMENTS_HOME)
    is_either (self, "%s -> %s._id", to, three[1]->several);
  /* What it is called may be a second way to the same. */
  is_either (self, "%s.%s%s.label -> %s.members[].%s", three[2]->several,
             shape == 2 ? "parts[]." : "", role, three[0]->several, label);
}

/* The id of a document of a kind: "kind--" and a UUID. */
static void
append_kind_id (GString *text, const char *kind, guint salt, guint number)
{
  g_autofree char *uuid = key_text (KEY_UUID, salt, number);

  g_string_append_printf (text, "\"%s--%s\"", kind, uuid);
}

/* Documents of several kinds in one collection, with ids that have the kind before a UUID, so that
 * these are of several lengths; what refers to them may mean one kind only, or be a list in a
 * single document. The twin has such ids of what is not there. */
void
make_kind_ids (FamilyCase *self)
{
  static const char *const kinds[] = { "tool", "attack-pattern", "course-of-action", "identity" };
  static const char *const fields[] = { "x_ref", "target_ref", "made_by", "applies" };
  const char *field = PICK_OF (self, fields);
  const guint n = pick (self, 60, 200), n_list = pick (self, 8, 20);
  const gboolean leads = chance (self, 65), is_list = chance (self, 40), is_one = chance (self, 60);
  const guint meant = pick (self, 0, G_N_ELEMENTS (kinds) - 1), first = pick (self, 0, n - 1);
  g_autoptr (GString) text = g_string_new (NULL);
  const Noun *one;

  pick_nouns (self, &one, 1);
  for (guint i = 0; i < n; i++)
    {
      const guint count = !is_list ? (guint)chance (self, 60) : i == first ? n_list : 0;
      const guint salt = leads ? 1 : 17;

      g_string_append (text, "{\"id\":");
      append_kind_id (text, kinds[i % G_N_ELEMENTS (kinds)], 1, i);
      if (count > 0)
        g_string_append_printf (text, ",\"%s\":%s", field, is_list ? "[" : "");
      for (guint k = 0; k < count; k++)
        {
          /* Of the meant kind is every fourth. */
          const guint which =
              is_one ? pick (self, 0, n / 4 - 1) * 4 + meant : pick (self, 0, n - 1);

          g_string_append (text, k > 0 ? "," : "");
          append_kind_id (text, kinds[which % G_N_ELEMENTS (kinds)], salt, which);
        }
      g_string_append (text, count > 0 && is_list ? "]" : "");
      append_usual (self, text, i);
      g_string_append (text, "}\n");
    }
  database_add_text (self->database, one->several, text->str);
  if (leads)
    is_true (self, "%s.%s%s -> %s.id", one->several, field, is_list ? "[]" : "", one->several);
}

/* Documents have in them what they are the permit of: it is called as the document is, and is kept
 * in a collection that is not there, or of some in one that is. What is called as another document
 * refers to that. */
void
make_of_itself (FamilyCase *self)
{
  static const char *const inner[] = { "subject", "thing", "about" };
  const char *object = PICK_OF (self, inner);
  const guint n = pick (self, 40, 120);
  const gboolean is_other = chance (self, 50), has_kinds = chance (self, 60);
  g_autoptr (GString) text = g_string_new (NULL);
  const Noun *two[2];

  pick_nouns (self, two, 2);
  for (guint i = 0; i < n; i++)
    {
      const guint which = is_other ? pick (self, 0, n - 1) : i;
      g_autofree char *name = unique_name (3, i);
      g_autofree char *called = unique_name (3, which);
      g_autofree char *slug = slug_text (4, i);
      const gboolean is_kept = has_kinds && i % 3 == 0;

      if (is_kept && !is_other)
        {
          g_free (called);
          called = unique_name (8, pick (self, 0, 59));
        }
      g_string_append_printf (text,
                              "{\"code\":\"%s\",\"name\":\"%s\",\"kind\":\"%s\",\"%s\":{\"name\":"
                              "\"%s\",\"url\":\"/api/%s/%s\"}",
                              slug, name,
                              has_kinds && i % 3 == 0 ? "kept"
                              : i % 3 == 1            ? "own"
                                                      : "all",
                              object, called, is_kept ? two[1]->several : "elsewhere", slug);
      append_usual (self, text, i);
      g_string_append (text, "}\n");
    }
  database_add_text (self->database, two[0]->several, text->str);
  g_string_truncate (text, 0);
  for (guint i = 0; i < 60; i++)
    {
      g_autofree char *name = unique_name (8, i);

      g_string_append_printf (text, "{\"_id\":%u,\"name\":\"%s\"", i * 37 + 3, name);
      append_usual (self, text, i);
      g_string_append (text, "}\n");
    }
  database_add_text (self->database, two[1]->several, text->str);
  if (is_other)
    is_true (self, "%s.%s.name -> %s.name", two[0]->several, object, two[0]->several);
  /* By name only, of a third. */
  is_either (self, "%s.%s.name -> %s.name", two[0]->several, object, two[1]->several);
}

/* Texts with one or more keys each, and a separator between them. The twin has as many words of its
 * own, or prose of which some words are keys. */
void
make_joined (FamilyCase *self)
{
  static const char *const between[] = { " ", ",", ", ", ";", "; ", "|" };
  static const KeyKind kinds[] = {
    N_KEYS, N_KEYS, KEY_SERIAL, KEY_SPARSE, KEY_DENSE, KEY_OBJECT_ID
  };
  static const char *const fields[] = { "experts", "reviewed_by", "via", "assigned" };
  const char *separator = PICK_OF (self, between);
  const KeyKind kind = PICK_OF (self, kinds);
  const guint n = pick (self, 30, 120), most = pick (self, 2, 5);
  const gboolean leads = chance (self, 65), is_prose = !leads && chance (self, 50);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *field = NULL;
  const Noun *two[2];

  pick_nouns (self, two, 2);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *key = kind == N_KEYS ? slug_text (1, i) : key_text (kind, 1, i);
      g_autofree char *name = unique_name (4, i);

      g_string_append_printf (text,
                              kind == KEY_DENSE || kind == KEY_SPARSE
                                  ? "{\"id\":%s,\"name\":\"%s\"}\n"
                                  : "{\"id\":\"%s\",\"name\":\"%s\"}\n",
                              key, name);
    }
  database_add_text (self->database, two[0]->several, text->str);
  /* Small numbers need a name. */
  field = kind == KEY_DENSE ? g_strdup_printf ("%s_ids", two[0]->one)
                            : g_strdup (PICK_OF (self, fields));
  g_string_truncate (text, 0);
  for (guint i = 0; i < 200; i++)
    {
      const guint count = pick (self, i < 10 ? 2 : 0, most);

      g_string_append_printf (text, "{\"_id\":\"d%u\",\"%s\":\"", i * 3, field);
      for (guint k = 0; k < count; k++)
        {
          const gboolean is_key = leads || (is_prose && chance (self, 40));
          const guint which = pick (self, 0, n - 1) + (is_key ? 0 : 9000);
          g_autofree char *key = kind == N_KEYS ? slug_text (is_key ? 1 : 17, which)
                                                : key_text (kind, is_key ? 1 : 17, which);

          g_string_append_printf (text, "%s%s", k > 0 ? separator : "", key);
        }
      g_string_append (text, "\"");
      append_usual (self, text, i);
      g_string_append (text, "}\n");
    }
  database_add_text (self->database, two[1]->several, text->str);
  if (leads)
    is_true (self, "%s.%s -> %s.id", two[1]->several, field, two[0]->several);
}

/* Documents refer to one thing by its number, and to another of the same by its symbol. In the twin
 * the symbol is that of the first, or one that nothing has. */
void
make_two_things (FamilyCase *self)
{
  const guint n = pick (self, 60, 150), length = pick (self, 2, 4);
  const gboolean leads = chance (self, 65), is_copy = !leads && chance (self, 60);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *field = NULL;
  const Noun *two[2];

  pick_nouns (self, two, 2);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *symbol = code_text (3, length, i);
      g_autofree char *name = unique_name (3, i);

      g_string_append_printf (text, "{\"%s_number\":%u,\"symbol\":\"%s\",\"name\":\"%s\"}\n",
                              two[0]->one, i + 1, symbol, name);
    }
  database_add_text (self->database, two[0]->several, text->str);
  g_string_truncate (text, 0);
  for (guint i = 0; i < n * 6; i++)
    {
      const guint which = i % n, other = pick (self, 0, n - 1);
      g_autofree char *symbol =
          code_text (leads || is_copy ? 3 : 7, leads || is_copy ? length : length + 3,
                     is_copy ? which : other);

      g_string_append_printf (text, "{\"_id\":\"m%u\",\"%s_number\":%u,\"made_from\":\"%s\"", i,
                              two[0]->one, which + 1, symbol);
      append_usual (self, text, i);
      g_string_append (text, "}\n");
    }
  database_add_text (self->database, two[1]->several, text->str);
  is_true (self, "%s.%s_number -> %s.%s_number", two[1]->several, two[0]->one, two[0]->several,
           two[0]->one);
  if (leads)
    is_true (self, "%s.made_from -> %s.symbol", two[1]->several, two[0]->several);
}

/* A name of one or two words, of several lengths. */
static char *
words_text (guint salt, guint number)
{
  g_autofree char *word = slug_text (salt, number);
  g_autofree char *other = slug_text (salt + 20, number);

  return number % 5 < 2 ? g_strdup (word)
                        : g_strdup_printf ("%s_%.*s", word, 3 + (int)(number % 3), other);
}

/* A few words, most of them keys of one map or collection, and the others of another. Of the twin
 * some are of neither. */
void
make_none_left (FamilyCase *self)
{
  const guint n_most = pick (self, 10, 25), n_few = pick (self, 3, 6);
  const gboolean leads = chance (self, 65), is_map = chance (self, 50);
  g_autoptr (GString) text = g_string_new (NULL);
  const Noun *three[3];

  pick_nouns (self, three, 3);
  for (guint c = 0; c < 2; c++)
    {
      g_string_truncate (text, 0);
      g_string_append (text, is_map ? "{" : "");
      for (guint i = 0; i < 150; i++)
        {
          g_autofree char *word = words_text (c + 3, i);

          g_string_append_printf (text,
                                  is_map ? "%s\"%s\":{\"level\":%u,\"cost\":%u}"
                                         : "%s{\"_id\":\"%s\",\"level\":%u,\"cost\":%u}",
                                  is_map && i > 0 ? "," : "", word, i % 7, pick (self, 0, 60));
          g_string_append (text, is_map ? "" : "\n");
        }
      g_string_append (text, is_map ? "}" : "");
      database_add_text (self->database, three[c]->several, text->str);
    }
  g_string_truncate (text, 0);
  g_string_append (text, "{");
  for (guint i = 0; i < n_most + n_few; i++)
    {
      const guint c = i < n_most ? 0 : 1;
      g_autofree char *word = words_text (leads || c == 0 ? c + 3 : 11, i * 3);

      g_string_append_printf (text, "%s\"%u\":\"%s\"", i > 0 ? "," : "", i + 4, word);
    }
  g_string_append (text, "}");
  database_add_text (self->database, "marks", text->str);
  for (guint c = 0; leads && c < 2; c++)
    is_true (self, is_map ? "marks.{} -> %s{key}" : "marks.{} -> %s._id", three[c]->several);
  if (!leads)
    is_either (self, is_map ? "marks.{} -> %s{key}" : "marks.{} -> %s._id", three[0]->several);
}

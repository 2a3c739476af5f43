/* SPDX-License-Identifier: Apache-2.0 */

/* Families of references to an id that documents have beside their key, that only some have, or
 * that is there twice by mistake, and of those whose form says that they are ids. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include "references-families.h"

/* The id beside the key: numbers without gaps far from 0, numbers far apart, or counted texts. */
static void
append_id (GString *text, guint form, guint salt, guint number)
{
  if (form == 0)
    g_string_append_printf (text, "%u", (salt + 20) * 1000 + number);
  else
    append_key (text, form == 1 ? KEY_SPARSE : KEY_SERIAL, salt, number);
}

/* Documents that have a word as their key, and an id beside it by which others refer to them: under
 * the name of the collection, with that of the id, or in pairs of a tag and an id. Those of the
 * twin have ids of what is not there. */
void
make_beside_key (FamilyCase *self)
{
  static const char *const ids[] = { "extId", "internal_id", "uid", "code", "legacy_no" };
  const char *id = PICK_OF (self, ids);
  const guint n = pick (self, 110, 250), form = pick (self, 0, 2);
  const gboolean leads = chance (self, 65), is_pair = chance (self, 35), is_one = chance (self, 30);
  const gboolean has_mistakes = chance (self, 40), has_id = chance (self, 50);
  g_autoptr (GString) text = g_string_new (is_one ? "{\"version\":3,\"entries\":[" : NULL);
  g_autofree char *field = NULL;
  const Noun *two[2];

  pick_nouns (self, two, 2);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *word = slug_text (5, i);

      g_string_append_printf (text, "%s{\"name_id\":\"%s\",\"%s\":", is_one && i > 0 ? "," : "",
                              word, id);
      append_id (text, form, 1, has_mistakes && i < 2 ? i + 9 : i);
      append_usual (self, text, i);
      g_string_append (text, is_one ? "}" : "}\n");
    }
  g_string_append (text, is_one ? "]}\n" : "");
  database_add_text (self->database, two[0]->several, text->str);
  field = is_pair  ? g_strdup ("parts")
          : has_id ? g_strdup_printf ("%s_%s", two[0]->one, id)
                   : g_strdup (two[0]->one);
  g_string_truncate (text, 0);
  for (guint i = 0; i < 250; i++)
    {
      const guint count = is_pair ? pick (self, 1, 4) : 1;

      g_string_append_printf (text, "{\"_id\":\"d%u\",\"%s\":%s", i * 3, field, is_pair ? "[" : "");
      for (guint k = 0; k < count; k++)
        {
          g_autofree char *tag = slug_text (6, pick (self, 0, 4));

          g_string_append (text, k > 0 ? "," : "");
          if (is_pair)
            g_string_append_printf (text, "[\"%s\",", tag);
          append_id (text, form, leads ? 1 : 17, pick (self, 2, n - 1));
          g_string_append (text, is_pair ? "]" : "");
        }
      g_string_append (text, is_pair ? "]" : "");
      append_usual (self, text, i);
      g_string_append (text, "}\n");
    }
  database_add_text (self->database, two[1]->several, text->str);
  if (leads)
    is_true (self, "%s.%s%s -> %s.%s%s", two[1]->several, field, is_pair ? "[][]" : "",
             two[0]->several, is_one ? "entries[]." : "", id);
}

/* Documents whose key is there twice: a few by mistake, or because files were put together, or all
 * of one kind. What refers to the others refers to a key; what refers to those of that kind, or has
 * ids of what is not there, does not. */
void
make_duplicate_key (FamilyCase *self)
{
  static const char *const ids[] = { "_id", "id", "code" };
  static const KeyKind kinds[] = { KEY_OBJECT_ID, KEY_SPARSE, KEY_SPARSE, KEY_SERIAL, KEY_DENSE };
  const char *id = PICK_OF (self, ids);
  const KeyKind kind = PICK_OF (self, kinds);
  const guint n = pick (self, 60, 200);
  const gboolean is_of_kind = chance (self, 50);
  const guint n_twice = is_of_kind ? n / pick (self, 6, 9) : pick (self, 1, n / 40);
  const gboolean leads = chance (self, 65), to_twice = !leads && is_of_kind && chance (self, 50);
  const gboolean is_named = kind == KEY_DENSE || chance (self, 50);
  const guint first = leads && !is_of_kind ? 0 : n_twice;
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *field = NULL;
  const Noun *two[2];

  pick_nouns (self, two, 2);
  for (guint i = 0; i < n + n_twice; i++)
    {
      const guint which = i < n ? i : i - n;

      g_string_append_printf (text, "{\"%s\":", id);
      append_key (text, kind, 1, which);
      g_string_append_printf (text, ",\"state\":\"%s\"",
                              is_of_kind && which < n_twice ? "draft" : "open");
      append_usual (self, text, i);
      g_string_append (text, "}\n");
    }
  database_add_text (self->database, two[0]->several, text->str);
  field = is_named ? g_strdup_printf ("%s_id", two[0]->one) : g_strdup ("assigned");
  g_string_truncate (text, 0);
  for (guint i = 0; i < 250; i++)
    {
      g_string_append_printf (text, "{\"_id\":\"d%u\",\"%s\":", i * 3, field);
      append_key (text, kind, leads || to_twice ? 1 : 17,
                  to_twice ? pick (self, 0, n_twice - 1)
                           : pick (self, first, n - 1) + (leads ? 0 : 5000));
      append_usual (self, text, i);
      g_string_append (text, "}\n");
    }
  database_add_text (self->database, two[1]->several, text->str);
  if (leads)
    is_true (self, "%s.%s -> %s.%s", two[1]->several, field, two[0]->several, id);
}

/* What is known of things at one time or another is called as the things are, and these have the
 * other name: winners, each once for every year, and winner_details. In the twin the details are of
 * others. */
void
make_taken_name (FamilyCase *self)
{
  static const char *const words[] = { "details", "info", "profiles", "master" };
  static const KeyKind kinds[] = { KEY_SERIAL, KEY_SPARSE, KEY_OBJECT_ID };
  const char *word = PICK_OF (self, words);
  const KeyKind kind = PICK_OF (self, kinds);
  const guint n = pick (self, 60, 200), n_again = pick (self, n / 12, n / 4);
  const gboolean leads = chance (self, 65);
  const Noun *two[2];
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *details = NULL, *field = NULL;

  pick_nouns (self, two, 2);
  details = g_strdup_printf ("%s_%s", two[0]->one, word);
  field = g_strdup_printf ("%s_id", two[0]->one);
  for (guint i = 0; i < n; i++)
    {
      g_string_append_printf (text, "{\"%s\":", field);
      append_key (text, kind, leads ? 1 : 17, leads ? i : i + 5000);
      append_usual (self, text, i);
      g_string_append (text, "}\n");
    }
  database_add_text (self->database, details, text->str);
  g_string_truncate (text, 0);
  for (guint i = 0; i < n + n_again; i++)
    {
      g_string_append_printf (text, "{\"season\":%u,\"%s\":", 1 + i * 7 / n, field);
      append_key (text, kind, 1, i < n ? i : pick (self, 0, n - 1));
      append_usual (self, text, i + 1000);
      g_string_append (text, "}\n");
    }
  database_add_text (self->database, two[0]->several, text->str);
  g_string_truncate (text, 0);
  for (guint i = 0; i < 250; i++)
    {
      g_string_append_printf (text, "{\"_id\":\"d%u\",\"%s\":", i * 3, field);
      append_key (text, kind, leads ? 1 : 18, pick (self, 0, n - 1) + (leads ? 0 : 9000));
      append_usual (self, text, i + 2000);
      g_string_append (text, "}\n");
    }
  database_add_text (self->database, two[1]->several, text->str);
  if (leads)
    {
      is_true (self, "%s.%s -> %s.%s", two[1]->several, field, details, field);
      is_true (self, "%s.%s -> %s.%s", two[0]->several, field, details, field);
    }
}

/* Exports of a framework: each document has the name of its model, `pk`, and its fields in an
 * object; a field that refers is called as one of what it leads to is. The twin counts them. */
void
make_model_exports (FamilyCase *self)
{
  const guint n = pick (self, 12, 60), first = pick (self, 0, 60);
  const gboolean leads = chance (self, 65), is_list = chance (self, 30),
                 is_uuid = chance (self, 30);
  const KeyKind kind = is_uuid ? KEY_UUID_CAPITALS : KEY_DENSE;
  g_autoptr (GString) text = g_string_new (NULL);
  const Noun *four[4];

  pick_nouns (self, four, 4);
  for (guint c = 0; c < 4; c++)
    {
      /* The last only has what the first is referred to by, once or twice. */
      const guint n_own = c == 0 ? n : c == 3 ? pick (self, 1, 2) : pick (self, n, 120);

      g_string_truncate (text, 0);
      for (guint i = 0; i < n_own; i++)
        {
          g_autofree char *called = thing_name (c + 3, i);
          const guint which = pick (self, 0, n - 1);

          g_string_append_printf (text, "{\"model\":\"shop.%s\",\"pk\":", four[c]->one);
          append_key (text, kind, c == 3 ? 2 : c + 1, c == 0 ? first + i : i);
          g_string_append_printf (text, ",\"fields\":{\"title\":\"%s\",\"note\":\"%u\"", called, i);
          if (c == 1 || c == 2)
            {
              g_string_append_printf (text, ",\"%s%s\":%s", four[0]->one,
                                      leads ? (is_list ? "s" : "") : "_count", is_list ? "[" : "");
              if (leads)
                append_key (text, kind, 1, first + which);
              else
                g_string_append_printf (text, "%u", pick (self, 0, 3 * n));
              g_string_append (text, is_list ? "]" : "");
            }
          g_string_append (text, "}}\n");
        }
      database_add_text (self->database, four[c]->one, text->str);
    }
  for (guint c = 1; leads && c < 3; c++)
    is_true (self, "%s.fields.%s%s -> %s.pk", four[c]->one, four[0]->one, is_list ? "s[]" : "",
             four[0]->one);
}

/* Documents of several kinds, of which those of one have a word that they are known by; others
 * refer to all of them by that. The twin has as many words of its own, or some of them and others.
 */
void
make_key_of_part (FamilyCase *self)
{
  static const char *const keys[] = { "shortname", "slug", "tag", "symbol" };
  static const char *const fields[] = { "phase", "stage_name", "tactic", "via" };
  const char *key = PICK_OF (self, keys), *field = PICK_OF (self, fields);
  const guint n = pick (self, 120, 300), n_part = pick (self, 12, 30);
  const gboolean leads = chance (self, 65), is_half = !leads && chance (self, 50);
  const gboolean is_own = chance (self, 40);
  g_autoptr (GString) text = g_string_new (NULL);
  const Noun *two[2];

  pick_nouns (self, two, 2);
  for (guint c = 0; c < 2; c++)
    {
      g_string_truncate (text, 0);
      for (guint i = 0; i < n; i++)
        {
          const gboolean is_part = c == 0 && i % (n / n_part) == 0 && i / (n / n_part) < n_part;
          const guint which = i < n_part * 3 ? i % n_part : pick (self, 0, n_part - 1);
          g_autofree char *word = slug_text (leads || (is_half && which % 2 == 0) ? 5 : 9, which);

          g_string_append_printf (text, "{\"_id\":\"%c%u\",\"kind\":\"%s\"", 'a' + c, i * 3,
                                  is_part ? "part" : "other");
          if (is_part)
            {
              g_autofree char *own = slug_text (5, i / (n / n_part));

              g_string_append_printf (text, ",\"%s\":\"%s\"", key, own);
            }
          else if (c == (is_own ? 0 : 1))
            {
              g_string_append_printf (text, ",\"steps\":[{\"%s\":\"%s\",\"score\":%u}]", field,
                                      word, pick (self, 0, 9));
            }
          append_usual (self, text, i);
          g_string_append (text, "}\n");
        }
      database_add_text (self->database, two[c]->several, text->str);
    }
  if (leads)
    is_true (self, "%s.steps[].%s -> %s.%s", two[is_own ? 0 : 1]->several, field, two[0]->several,
             key);
}

/* A text that is made by chance: letters and digits in any place. */
static char *
scrambled_text (guint salt, guint length, guint number)
{
  static const char letters[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
  g_autofree char *hex = key_text (KEY_OBJECT_ID, salt, number);
  char *text = g_new0 (char, length + 1);
  guint64 rest = g_ascii_strtoull (hex + 8, NULL, 16);

  for (guint i = 0; i < length; i++, rest = rest / 36 + (guint64)number * 7919 + i)
    text[i] = letters[rest % 36];
  return text;
}

/* Documents, or things in a map, have a short text made by chance as their key; another collection
 * has more of the same things under it, some of which are gone, or refers to them in a role. The
 * twin has texts of other things. */
void
make_scrambled (FamilyCase *self)
{
  const guint n = pick (self, 60, 250), length = pick (self, 8, 11);
  const gboolean leads = chance (self, 65), is_map = chance (self, 35);
  const gboolean is_more = !is_map && chance (self, 50);
  g_autoptr (GString) text = g_string_new (is_map ? "{" : NULL);
  const Noun *two[2];

  pick_nouns (self, two, 2);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *id = scrambled_text (1, length, i);

      if (is_map)
        {
          g_string_append_printf (text, "%s\"%s\":{\"at\":%u", i > 0 ? "," : "", id, i % 7);
        }
      else
        {
          g_string_append (text, "{\"_id\":");
          append_key (text, KEY_OBJECT_ID, 5, i);
          g_string_append_printf (text, ",\"id\":\"%s\"", id);
        }
      append_usual (self, text, i);
      g_string_append (text, is_map ? "}" : "}\n");
    }
  g_string_append (text, is_map ? "}" : "");
  database_add_text (self->database, two[0]->several, text->str);
  g_string_truncate (text, 0);
  for (guint i = 0; i < (is_more ? n * 3 / 4 : 250); i++)
    {
      /* Of every tenth of what has more the other is gone. */
      const guint which = is_more ? (i % 10 == 0 ? 5000 + i : i) : pick (self, 0, n - 1);
      g_autofree char *id = scrambled_text (leads ? 1 : 17, length, which);

      g_string_append (text, "{\"_id\":");
      append_key (text, KEY_OBJECT_ID, 6, i);
      g_string_append_printf (text, ",\"%s\":\"%s\",\"file\":\"f%u\"", is_more ? "id" : "played",
                              id, i);
      append_usual (self, text, i);
      g_string_append (text, "}\n");
    }
  database_add_text (self->database, two[1]->several, text->str);
  if (leads)
    is_true (self, "%s.%s -> %s%s", two[1]->several, is_more ? "id" : "played", two[0]->several,
             is_map ? "{key}" : ".id");
}

/* The things of one document have an id that another system gave them, and is called so; others
 * refer to them by it in lists, some of which are gone. Of the twin both refer to what is not
 * there, or to different things. */
void
make_id_from_elsewhere (FamilyCase *self)
{
  const guint n = pick (self, 12, 60);
  const gboolean leads = chance (self, 60), is_list = chance (self, 50),
                 is_other = chance (self, 70);
  g_autoptr (GString) text = g_string_new ("{");
  g_autofree char *key = NULL;
  const Noun *three[3];

  pick_nouns (self, three, 3);
  key = leads ? g_strdup ("gdevId") : g_strdup_printf ("%sId", three[2]->one);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *word = slug_text (7, i);

      g_string_append_printf (text, "%s\"%s\":{\"id\":%u,\"%s\":", i > 0 ? "," : "", word, i, key);
      append_key (text, KEY_OBJECT_ID, 1, i);
      append_usual (self, text, i);
      g_string_append (text, "}");
    }
  g_string_append (text, "}");
  database_add_text (self->database, three[0]->several, text->str);
  g_string_truncate (text, 0);
  for (guint i = 0; i < 200; i++)
    {
      g_string_append_printf (text, "{\"_id\":\"e%u\",\"%s\":%s", i * 3,
                              leads ? "on" : three[2]->one, is_list ? "[" : "");
      append_key (text, KEY_OBJECT_ID, leads || !is_other ? 1 : 17,
                  is_list && i % 25 == 0 ? 7000 : pick (self, 0, n - 1));
      g_string_append (text, is_list ? "]" : "");
      append_usual (self, text, i);
      g_string_append (text, "}\n");
    }
  database_add_text (self->database, three[1]->several, text->str);
  if (leads)
    is_true (self, "%s.on%s -> %s.{}.%s", three[1]->several, is_list ? "[]" : "", three[0]->several,
             key);
  /* What is called as the key of what is not there may as well refer to what has it once. */
  else
    is_either (self, "%s.%s%s -> %s.{}.%s", three[1]->several, three[2]->one, is_list ? "[]" : "",
               three[0]->several, key);
}

/* Codes in parts, each of which looks like a fraction: 11.01 of 11, 11.10 beside it. Of the twin
 * the same is a price that others have as well, or a code of what is not there. */
void
make_dotted_codes (FamilyCase *self)
{
  static const char *const keys[] = { "code", "Code", "no", "key" };
  const guint n_regions = pick (self, 6, 30), n_each = pick (self, 3, 18);
  const guint first = pick (self, 10, 40), width = pick (self, 1, 3);
  const gboolean leads = chance (self, 60), has_missing = chance (self, 40);
  const char *key = PICK_OF (self, keys);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *field = NULL, *price = g_strdup ("price");
  const Noun *two[2];

  pick_nouns (self, two, 2);
  field = leads || chance (self, 50) ? g_strconcat (two[0]->one, "_", key, NULL) : g_strdup (price);
  for (guint i = 0; i < n_regions * n_each; i++)
    {
      g_autofree char *name = unique_name (1, i);

      g_string_append_printf (text, "{\"%s\":\"%u.%0*u\",\"name\":\"%s\"}\n",
                              g_str_equal (field, price) ? price : key, first + i / n_each,
                              (int)width, i % n_each + 1, name);
    }
  database_add_text (self->database, two[0]->several, text->str);
  g_string_truncate (text, 0);
  for (guint i = 0; i < n_regions * n_each * 3; i++)
    {
      const guint region =
          pick (self, 0, n_regions - 1) + (leads || g_str_equal (field, price) ? 0 : 50);

      g_string_append (text, "{\"_id\":");
      append_key (text, KEY_OBJECT_ID, 2, i);
      if (has_missing && chance (self, 5))
        g_string_append_printf (text, ",\"%s\":\"\"", field);
      else
        g_string_append_printf (text, ",\"%s\":\"%u.%0*u\"", field, first + region, (int)width,
                                pick (self, 1, n_each));
      append_usual (self, text, i);
      g_string_append (text, "}\n");
    }
  database_add_text (self->database, two[1]->several, text->str);
  if (leads)
    is_true (self, "%s.%s -> %s.%s", two[1]->several, field, two[0]->several, key);
}

/* The same short texts made by chance, behind what says of what they are; behind that the twin has
 * those of other things. */
void
make_prefixed_scrambled (FamilyCase *self)
{
  static const char *const forms[] = { "%s/", "/api/v1/%s/", "https://example.org/%s/", "urn:%s:" };
  const guint n = pick (self, 30, 120), length = pick (self, 8, 11);
  const gboolean leads = chance (self, 65), is_inner = chance (self, 50);
  const char *form = PICK_OF (self, forms);
  g_autoptr (GString) text = g_string_new (NULL);
  const Noun *two[2];

  pick_nouns (self, two, 2);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *id = scrambled_text (1, length, i);

      g_string_append_printf (text, "{\"_id\":\"%s\"", id);
      append_usual (self, text, i);
      g_string_append (text, "}\n");
    }
  database_add_text (self->database, two[0]->several, text->str);
  g_string_truncate (text, 0);
  for (guint i = 0; i < n * 2; i++)
    {
      g_autofree char *id = scrambled_text (leads ? 1 : 9, length, pick (self, 0, n - 1));
      g_auto (GStrv) around = g_strsplit (form, "%s", 2);

      g_string_append_printf (text, "{\"_id\":%u,%s\"about\":\"%s%s%s%s\"%s", i * 3,
                              is_inner ? "\"of\":{" : "", around[0], two[0]->several, around[1], id,
                              is_inner ? "}" : "");
      append_usual (self, text, i);
      g_string_append (text, "}\n");
    }
  database_add_text (self->database, two[1]->several, text->str);
  if (leads)
    is_true (self, "%s.%sabout -> %s._id", two[1]->several, is_inner ? "of." : "", two[0]->several);
}

/* SPDX-License-Identifier: Apache-2.0 */

/* Families of references to an id that documents have beside their key, or that is there twice by
 * mistake. */

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

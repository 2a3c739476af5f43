/* SPDX-License-Identifier: Apache-2.0 */

/* Families of references of which many lead to what is gone, or say that there is none, and of
 * collections that share most of their keys; each has a twin whose keys are others. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include "references-families.h"

static const char *const roles[] = { "origin", "home", "lead", "keeper", "captain", "backup" };

/* -1, -2 and the like say that there is none, in fields and in lists; of the twin the numbers are
 * those of a scale, which goes as far below 0 as above. */
void
make_negative (FamilyCase *self)
{
  static const KeyKind kinds[] = { KEY_DENSE, KEY_SPARSE, KEY_DENSE };
  const KeyKind kind = PICK_OF (self, kinds);
  const guint n = pick (self, 25, 200), none = pick (self, 5, 60), n_none = pick (self, 1, 3);
  const guint begin = chance (self, 40) ? pick (self, 2, 90) * 1000 : 0;
  const gboolean leads = chance (self, 70), is_list = chance (self, 40),
                 has_role = chance (self, 50);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *field = NULL;
  const Noun *two[2];

  pick_nouns (self, two, 2);
  for (guint i = 0; i < n; i++)
    {
      g_string_append (text, "{\"_id\":");
      append_key (text, kind, 1, begin + i);
      append_usual (self, text, i);
      g_string_append (text, "}\n");
    }
  database_add_text (self->database, two[0]->several, text->str);
  field = !leads     ? g_strdup ("balance")
          : has_role ? g_strdup_printf ("%s_%s%s", PICK_OF (self, roles), two[0]->one,
                                        is_list || begin == 0 ? "_id" : "")
                     : g_strdup_printf ("%s_id", two[0]->one);
  g_string_truncate (text, 0);
  for (guint i = 0; i < 300; i++)
    {
      const guint count = is_list ? pick (self, 0, 5) : 1;

      g_string_append_printf (text, "{\"_id\":\"d%u\",\"%s\":%s", i * 3, field, is_list ? "[" : "");
      for (guint k = 0; k < count; k++)
        {
          g_string_append (text, k > 0 ? "," : "");
          if (!leads)
            g_string_append_printf (text, "%d", (gint)pick (self, 0, 2 * n) - (gint)n);
          else if (chance (self, none))
            g_string_append_printf (text, "-%u", pick (self, 1, n_none));
          else
            append_key (text, kind, 1, begin + pick (self, 0, n - 1));
        }
      g_string_append (text, is_list ? "]" : "");
      append_usual (self, text, i);
      g_string_append (text, "}\n");
    }
  add_referring (self, two, text, field, is_list, leads);
}

/* Objects with the key and copies of what has it, of which a third is gone; those of the twin
 * are other things of that name, with numbers of their own. */
void
make_gone_copies (FamilyCase *self)
{
  static const KeyKind kinds[] = { KEY_DENSE, KEY_SPARSE, KEY_SERIAL, KEY_OBJECT_ID };
  const KeyKind kind = PICK_OF (self, kinds);
  const guint n = pick (self, 50, 100), all = n * 10 / pick (self, 6, 7);
  const gboolean leads = chance (self, 65), is_list = chance (self, 50);
  g_autoptr (GString) text = g_string_new (NULL);
  const Noun *two[2];
  const char *list;

  pick_nouns (self, two, 2);
  list = leads ? is_list ? two[0]->several : two[0]->one : is_list ? "offers" : "offer";
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *name = thing_name (1, i);

      g_string_append (text, "{\"id\":");
      append_key (text, kind, 1, i);
      g_string_append_printf (text, ",\"name\":\"%s\",\"born\":%u", name, 1900 + i % 83);
      append_usual (self, text, i);
      g_string_append (text, "}\n");
    }
  database_add_text (self->database, two[0]->several, text->str);
  g_string_truncate (text, 0);
  for (guint i = 0; i < 400; i++)
    {
      const guint count = is_list ? pick (self, 0, 4) : 1;

      g_string_append_printf (text, "{\"_id\":\"d%u\",\"%s\":%s", i * 3, list, is_list ? "[" : "");
      for (guint k = 0; k < count; k++)
        {
          const guint which = pick (self, 0, all - 1);
          g_autofree char *name = thing_name (leads ? 1 : 31, which);

          g_string_append_printf (text, "%s{\"id\":", k > 0 ? "," : "");
          append_key (text, kind, leads || kind == KEY_DENSE ? 1 : 8, which);
          g_string_append_printf (text, ",\"name\":\"%s\",\"born\":%u}", name, 1900 + which % 83);
        }
      g_string_append (text, is_list ? "]" : "");
      append_usual (self, text, i);
      g_string_append (text, "}\n");
    }
  database_add_text (self->database, two[1]->several, text->str);
  if (leads)
    is_true (self, "%s.%s%s.id -> %s.id", two[1]->several, list, is_list ? "[]" : "",
             two[0]->several);
}

/* Two collections of which most keys are the same, one by one: two parts of the same things. Those
 * of the twin are others, or numbers that each collection has. */
void
make_shared_keys (FamilyCase *self)
{
  static const KeyKind kinds[] = { KEY_OBJECT_ID, KEY_SPARSE, KEY_UUID_CAPITALS, KEY_SERIAL,
                                   KEY_DENSE };
  static const char *const parts[] = { "_details", "_stats", "Extra" };
  const KeyKind kind = PICK_OF (self, kinds);
  const guint n = pick (self, 80, 300), m = n * pick (self, 60, 95) / 100;
  const guint shared = m * pick (self, 80, 97) / 100;
  const gboolean leads = chance (self, 65);
  /* What is counted says by its name or by copies that it is the same. */
  const gboolean is_counted = kind == KEY_SERIAL || kind == KEY_DENSE;
  const gboolean has_copies = kind == KEY_DENSE || chance (self, 40);
  const gboolean is_called = leads && ((is_counted && !has_copies) || chance (self, 40));
  const char *key = chance (self, 50) ? "_id" : "id";
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *other = NULL;
  const Noun *two[2];

  pick_nouns (self, two, 2);
  other = is_called ? g_strconcat (two[0]->one, PICK_OF (self, parts), NULL)
                    : g_strdup (two[1]->several);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *name = thing_name (1, i);

      g_string_append_printf (text, "{\"%s\":", key);
      append_key (text, kind, 1, i);
      g_string_append_printf (text, ",\"name\":\"%s\"", name);
      append_usual (self, text, i);
      g_string_append (text, "}\n");
    }
  database_add_text (self->database, two[0]->several, text->str);
  g_string_truncate (text, 0);
  for (guint i = 0; i < m; i++)
    {
      const guint number = i < shared ? i : n + i;
      g_autofree char *name = thing_name (leads ? 1 : 31, number);

      g_string_append_printf (text, "{\"%s\":", key);
      append_key (text, kind, leads || kind == KEY_DENSE ? 1 : 8, number);
      if (has_copies || !leads)
        g_string_append_printf (text, ",\"name\":\"%s\"", name);
      g_string_append_printf (text, ",\"story\":\"once %u\"}\n", pick (self, 1, 9999));
    }
  database_add_text (self->database, other, text->str);
  if (leads)
    is_true (self, "%s.%s -> %s.%s", other, key, two[0]->several, key);
}

/* Ids of which most lead to what is gone, in a few documents or many; those of the twin are of
 * things that were never here. */
void
make_gone_ids (FamilyCase *self)
{
  static const KeyKind kinds[] = { KEY_OBJECT_ID, KEY_UUID };
  const KeyKind kind = PICK_OF (self, kinds);
  const guint n = pick (self, 10, 60), n_documents = pick (self, 6, 80);
  const guint left = pick (self, 30, 48);
  const gboolean leads = chance (self, 65), is_list = chance (self, 40),
                 has_role = chance (self, 50);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *field = NULL;
  const Noun *two[2];
  guint number = 0;

  pick_nouns (self, two, 2);
  add_things (self, two[0]->several, kind, 1, n);
  field = has_role ? g_strdup_printf ("%s_%s", PICK_OF (self, roles), two[0]->one)
                   : g_strdup_printf ("%sId", two[0]->one);
  for (guint i = 0; i < n_documents; i++)
    {
      const guint count = is_list ? pick (self, 1, 3) : 1;

      g_string_append_printf (text, "{\"_id\":\"d%u\",\"%s\":%s", i * 3, field, is_list ? "[" : "");
      for (guint k = 0; k < count; k++, number++)
        {
          /* The same share everywhere, so that a few documents have enough of both. */
          const gboolean is_left = leads && number * left / 100 != (number + 1) * left / 100;

          g_string_append (text, k > 0 ? "," : "");
          append_key (text, kind, 1, is_left ? number % n : n + pick (self, 0, 2 * n));
        }
      g_string_append (text, is_list ? "]" : "");
      append_usual (self, text, i);
      g_string_append (text, "}\n");
    }
  add_referring (self, two, text, field, is_list, leads);
}

/* Numbers called as one of what they refer to, or as its id, of which up to half are gone: they lie
 * between the others or far behind them. Those of the twin are measured, and go on behind the last
 * key, or are counted, up to a round number. */
void
make_gone_numbers (FamilyCase *self)
{
  static const char *const ends[] = { "", "_id", "Id" };
  const guint n = pick (self, 26, 180), gone = pick (self, 15, 45), total = pick (self, 40, 250);
  const gboolean leads = chance (self, 60), is_far = chance (self, 50), counts = chance (self, 50);
  const char *end = PICK_OF (self, ends);
  const Noun *two[2];
  g_autofree char *field = NULL;
  g_autoptr (GString) things = g_string_new (NULL);
  g_autoptr (GString) text = g_string_new (NULL);

  pick_nouns (self, two, 2);
  field = leads ? g_strconcat (two[0]->one, end, NULL)
                : g_strdup (counts ? two[0]->several : two[0]->one);
  for (guint i = 0; i < n; i++)
    {
      /* There may be gaps. */
      g_string_append_printf (things, "{\"_id\":%u", leads && !is_far ? 2 * i + 1 : i + 1);
      append_usual (self, things, i);
      g_string_append (things, "}\n");
    }
  for (guint i = 0; i < total; i++)
    {
      const guint which = pick (self, 0, n - 1);
      const gboolean is_gone = chance (self, gone);

      g_string_append (text, "{\"_id\":");
      append_key (text, KEY_OBJECT_ID, 2, i);
      g_string_append_printf (text, ",\"%s\":%u", field,
                              !leads   ? counts ? pick (self, 1, 20) : pick (self, 1, 2 * n)
                                : is_far ? which + 1 + (is_gone ? 40 * n : 0)
                                       : 2 * which + (is_gone && which > 0 ? 0 : 1));
      append_usual (self, text, i);
      g_string_append (text, "}\n");
    }
  database_add_text (self->database, two[0]->several, things->str);
  database_add_text (self->database, two[1]->several, text->str);
  if (leads)
    is_true (self, "%s.%s -> %s._id", two[1]->several, field, two[0]->several);
}

/* A role with its name beside it, lead and lead_name, of which up to half are gone, but for the
 * name: the field refers, and the name is a copy. In the twin the name is that of something else.
 */
void
make_gone_beside_name (FamilyCase *self)
{
  static const char *const ends[] = { "_name", "Name", "_title", "_label" };
  static const KeyKind kinds[] = { KEY_DENSE, KEY_SPARSE, KEY_SERIAL };
  const KeyKind kind = PICK_OF (self, kinds);
  const guint n = pick (self, 25, 150), gone = pick (self, 10, 42);
  const char *role = PICK_OF (self, roles), *end = PICK_OF (self, ends);
  const gboolean leads = chance (self, 65);
  const Noun *two[2];
  g_autoptr (GString) things = g_string_new (NULL);
  g_autoptr (GString) text = g_string_new (NULL);

  pick_nouns (self, two, 2);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *called = unique_name (1, i);

      g_string_append (things, "{\"_id\":");
      append_key (things, kind, 1, i);
      g_string_append_printf (things, ",\"%s\":\"%s\"",
                              g_str_equal (end, "Name") ? "name" : end + 1, called);
      append_usual (self, things, i);
      g_string_append (things, "}\n");
    }
  for (guint i = 0; i < 160; i++)
    {
      const guint which = pick (self, 0, n - 1);
      g_autofree char *called = unique_name (leads ? 1 : 55, which);

      g_string_append (text, "{\"_id\":");
      append_key (text, KEY_OBJECT_ID, 2, i);
      g_string_append_printf (text, ",\"%s\":", role);
      if (leads)
        append_key (text, kind, 1, which + (chance (self, gone) ? 3000 : 0));
      else
        g_string_append_printf (text, "%u", pick (self, 1, 40));
      g_string_append_printf (text, ",\"%s%s\":\"%s\"", role, end, called);
      append_usual (self, text, i);
      g_string_append (text, "}\n");
    }
  database_add_text (self->database, two[0]->several, things->str);
  database_add_text (self->database, two[1]->several, text->str);
  if (leads)
    is_true (self, "%s.%s -> %s._id", two[1]->several, role, two[0]->several);
}

/* ObjectIds in a role of which up to half are gone. In the twin the documents of another collection
 * are meant, and are not there. */
void
make_gone_roles (FamilyCase *self)
{
  const char *role = PICK_OF (self, roles);
  const guint n = pick (self, 8, 90), gone = pick (self, 15, 40);
  const gboolean leads = chance (self, 70);
  const Noun *two[2];
  g_autoptr (GString) text = g_string_new (NULL);

  pick_nouns (self, two, 2);
  add_things (self, two[0]->several, KEY_OBJECT_ID, 1, n);
  for (guint i = 0; i < 120; i++)
    {
      const guint which = pick (self, 0, n - 1);

      g_string_append (text, "{\"_id\":");
      append_key (text, KEY_OBJECT_ID, 2, i);
      g_string_append_printf (text, ",\"%s\":", role);
      append_key (text, KEY_OBJECT_ID, 1, which + (!leads || chance (self, gone) ? 3000 : 0));
      append_usual (self, text, i);
      g_string_append (text, "}\n");
    }
  database_add_text (self->database, two[1]->several, text->str);
  if (leads)
    is_true (self, "%s.%s -> %s._id", two[1]->several, role, two[0]->several);
}

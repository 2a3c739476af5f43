/* SPDX-License-Identifier: Apache-2.0 */

/* Families of references from the keys of maps, to them, and from what stands in the values of
 * maps; each has a twin whose keys are of the same form and lead nowhere. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include "references-families.h"

/* The keys of a map whose values are what is looked at. */
static const KeyKind own_kinds[] = { KEY_OBJECT_ID, KEY_UUID, KEY_SPARSE };

static const char *
comma (guint i)
{
  return i > 0 ? "," : "";
}

/* Some of the keys there are, each once, in order; of other things where they lead nowhere. */
static GArray *
choose (FamilyCase *self, guint n, guint percent)
{
  GArray *chosen = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < n; i++)
    if (chance (self, percent))
      g_array_append_val (chosen, i);
  return chosen;
}

/* What a key leads to beside what it is of: nothing much, or a record. */
static void
append_entry (FamilyCase *self, GString *text, guint form)
{
  if (form == 0)
    g_string_append (text, "true");
  else if (form == 1)
    g_string_append_printf (text, "%u", pick (self, 0, 9));
  else
    g_string_append_printf (text, "{\"stars\":%u,\"said\":\"so %u\"}", pick (self, 0, 5),
                            pick (self, 1, 9999));
}

/* A few keys in a map of each document, or in that of each element of an array of it. */
static void
add_inner_maps (FamilyCase *self,
                const char *name,
                KeyKind kind,
                guint salt,
                guint n,
                gboolean deep,
                gboolean by_name)
{
  g_autoptr (GString) text = g_string_new (NULL);
  const guint form = pick (self, 0, 2);

  for (guint i = 0; i < 150; i++)
    {
      const guint maps = deep ? pick (self, 0, 3) : 1;

      g_string_append_printf (text, "{\"_id\":\"q%u\"", i * 3);
      append_usual (self, text, i);
      g_string_append (text, deep ? ",\"parts\":[" : "");
      for (guint k = 0; k < maps; k++)
        {
          const guint count = pick (self, 0, 5), begin = pick (self, 0, n - 1);

          g_string_append (text, deep ? comma (k) : ",");
          g_string_append (text, deep ? "{\"marks\":{" : "\"marks\":{");
          for (guint m = 0; m < count; m++)
            {
              const guint number = (begin + m * 7) % n;
              g_autofree char *key =
                  by_name ? thing_name (salt, number) : key_text (kind, salt, number);

              g_string_append_printf (text, "%s\"%s\":", comma (m), key);
              append_entry (self, text, form);
            }
          g_string_append (text, deep ? "}}" : "}");
        }
      g_string_append (text, deep ? "]}\n" : "}\n");
    }
  database_add_text (self->database, name, text->str);
}

/* The keys of a map are the ids of other documents; those of the twin are ids of what is not there,
 * or levels. */
void
make_from_map_keys (FamilyCase *self)
{
  const Noun *three[3];
  static const KeyKind kinds[] = { KEY_OBJECT_ID, KEY_UUID, KEY_SPARSE, KEY_SERIAL, KEY_DENSE };
  const KeyKind kind = PICK_OF (self, kinds);
  const guint n = pick (self, 60, 250), form = pick (self, 0, 2);
  const gboolean leads = chance (self, 60), by_name = form < 2 && chance (self, 25);
  /* Of small numbers that lead nowhere there are only a few. */
  const guint salt = leads ? 1 : 12, of = kind == KEY_DENSE && !leads ? pick (self, 5, 30) : n;

  pick_nouns (self, three, 3);
  add_things (self, three[0]->several, kind, 1, n);
  add_things (self, three[1]->several, KEY_OBJECT_ID, 2, pick (self, 20, 200));
  if (form < 2)
    {
      add_inner_maps (self, three[2]->several, kind, salt, of, form == 1, by_name);
      if (leads)
        is_true (self, "%s.%smarks{key} -> %s.%s", three[2]->several, form == 1 ? "parts[]." : "",
                 three[0]->several, by_name ? "name" : "_id");
    }
  else
    {
      g_autoptr (GArray) chosen = choose (self, of, pick (self, 50, 95));
      g_autoptr (GString) text = g_string_new ("{");

      for (guint i = 0; i < chosen->len; i++)
        {
          g_autofree char *key = key_text (kind, salt, g_array_index (chosen, guint, i));

          g_string_append_printf (text, "%s\"%s\":{\"story\":\"once %u\",\"length\":%u}", comma (i),
                                  key, pick (self, 1, 9999), pick (self, 10, 500));
        }
      g_string_append (text, "}\n");
      database_add_text (self->database, "lore", text->str);
      if (leads)
        is_true (self, "lore{key} -> %s._id", three[0]->several);
    }
}

/* The map that others refer to, in the middle of a document or as the document itself. */
static void
append_map (FamilyCase *self, GString *text, KeyKind kind, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *key = key_text (kind, 1, i);

      g_string_append_printf (text, "%s\"%s\":{\"weight\":%u,\"label\":\"l%u\",\"open\":%s}",
                              comma (i), key, pick (self, 1, 99), i,
                              chance (self, 50) ? "true" : "false");
    }
}

/* Values lead to the keys of a map in the same document or of another one, and so do the keys of a
 * map that tells less. Maps of the same columns do not lead to each other. */
void
make_to_map_keys (FamilyCase *self)
{
  const Noun *two[2];
  static const KeyKind kinds[] = { KEY_OBJECT_ID, KEY_UUID, KEY_SPARSE, KEY_SERIAL };
  const KeyKind kind = PICK_OF (self, kinds), own_kind = PICK_OF (self, own_kinds);
  const guint n = pick (self, 60, 250), form = pick (self, 0, 3);
  const gboolean leads = chance (self, 60), is_root = chance (self, 50);
  const guint salt = leads ? 1 : 12;
  g_autofree char *to = NULL;
  g_autofree char *in = NULL;
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GArray) chosen = choose (self, n, pick (self, 40, 90));

  pick_nouns (self, two, 2);
  to = is_root ? g_strdup (two[0]->several) : g_strdup_printf ("register.%s", two[0]->several);
  /* What leads there stands in the same document, or in one of its own. */
  in = g_strdup (is_root ? two[1]->several : "register.uses");
  if (is_root)
    {
      g_string_append_c (text, '{');
      append_map (self, text, kind, n);
      g_string_append (text, "}\n");
      database_add_text (self->database, two[0]->several, text->str);
      g_string_assign (text, "{");
    }
  else
    {
      g_string_append_printf (text, "{\"_id\":\"all\",\"version\":3,\"%s\":{", two[0]->several);
      append_map (self, text, kind, n);
      g_string_append (text, "},\"uses\":{");
    }
  for (guint i = 0; i < chosen->len; i++)
    {
      g_autofree char *key = key_text (kind, salt, g_array_index (chosen, guint, i));
      g_autofree char *own = key_text (own_kind, 7, i);

      g_string_append_printf (text, "%s\"%s\":", comma (i), form == 2 ? key : own);
      if (form == 0)
        g_string_append_printf (text, "{\"calls\":{\"%s\":\"%s\",\"times\":%u}}", two[0]->one, key,
                                pick (self, 1, 9));
      else if (form == 1)
        g_string_append_printf (text, "\"%s\"", key);
      else if (form == 2)
        g_string_append_printf (text, "%u", pick (self, 1, 400));
      else
        g_string_append_printf (text, "[{\"%s\":\"%s\"},{\"%s\":\"%s\"}]", two[0]->one, key,
                                two[0]->one, key);
    }
  g_string_append (text, is_root ? "}\n" : "}");
  if (is_root)
    {
      database_add_text (self->database, two[1]->several, text->str);
    }
  else
    {
      /* Two tables by the same columns. */
      for (guint table = 0; table < 2; table++)
        {
          g_string_append_printf (text, ",\"%s\":{", table == 0 ? "widths" : "heights");
          for (guint i = 0; i < 70 - 20 * table; i++)
            g_string_append_printf (text, "%s\"col-%03u\":%u", comma (i), i * 3,
                                    pick (self, 1, 400));
          g_string_append_c (text, '}');
        }
      g_string_append (text, "}\n");
      database_add_text (self->database, "register", text->str);
    }
  if (leads)
    {
      static const char *const forms[] = { "{}.calls.%s", "{}", "{key}", "{}[].%s" };
      g_autofree char *path =
          g_strdup_printf ("%s%s", is_root && form != 2 ? "." : "", forms[form]);
      g_auto (GStrv) parts = g_strsplit (path, "%s", 2);

      is_true (self, "%s%s%s -> %s{key}", in, parts[0], parts[1] != NULL ? two[0]->one : "", to);
    }
}

/* What stands in the values of a map, as elements of lists, also of lists in lists with nothing in
 * some places, leads to other documents; the key of each entry is repeated in it. */
void
make_in_map_values (FamilyCase *self)
{
  const Noun *two[2];
  static const KeyKind kinds[] = { KEY_OBJECT_ID, KEY_UUID, KEY_SPARSE, KEY_SERIAL, KEY_DENSE };
  const KeyKind kind = PICK_OF (self, kinds), own_kind = PICK_OF (self, own_kinds);
  const guint n = pick (self, 120, 250), form = pick (self, 0, 3);
  const gboolean leads = chance (self, 60), is_root = chance (self, 50);
  const guint salt = leads ? 1 : 12, of = kind == KEY_DENSE && !leads ? 12 : n;
  g_autoptr (GString) text = g_string_new ("{");
  static const char *const forms[] = { "{}.used[]", "{}[].used[]", "{}[].grid[][]",
                                       "{}[].result.id" };

  pick_nouns (self, two, 2);
  add_things (self, two[0]->several, kind, 1, n);
  if (!is_root)
    g_string_append (text, "\"_id\":\"all\",\"made\":{");
  for (guint i = 0; i < 140; i++)
    {
      g_autofree char *own = key_text (own_kind, 7, i);
      const guint lists = form == 0 ? 1 : pick (self, 1, 3);

      g_string_append_printf (text, "%s\"%s\":%s", comma (i), own, form == 0 ? "" : "[");
      for (guint k = 0; k < lists; k++)
        {
          const guint count = pick (self, 1, 4);

          g_string_append_printf (text, "%s{\"entry\":\"%s\",\"%s\":", comma (k), own,
                                  form < 2    ? "used"
                                  : form == 2 ? "grid"
                                              : "result");
          g_string_append (text, form == 3 ? "{\"times\":2,\"id\":" : form == 2 ? "[[" : "[");
          for (guint m = 0; m < (form == 3 ? 1 : count); m++)
            {
              g_string_append (text, m == 0 ? "" : form == 2 && m == 2 ? "],[" : ",");
              if (form == 2 && chance (self, 20))
                g_string_append (text, "null");
              else
                append_key (text, kind, salt, pick (self, 0, of - 1));
            }
          g_string_append (text, form == 3 ? "}}" : form == 2 ? "]]}" : "]}");
        }
      g_string_append (text, form == 0 ? "" : "]");
    }
  g_string_append (text, is_root ? "}\n" : "}}\n");
  database_add_text (self->database, is_root ? "recipes" : "book", text->str);
  if (leads)
    is_true (self, "%s%s -> %s._id", is_root ? "recipes." : "book.made", forms[form],
             two[0]->several);
}

/* A map of things by their numbers, some of which may be far from the others. */
static void
append_numbered (FamilyCase *self, GString *text, GArray *numbers, const char *label)
{
  g_string_append_c (text, '{');
  for (guint i = 0; i < numbers->len; i++)
    {
      const guint number = g_array_index (numbers, guint, i);

      g_string_append_printf (text, "%s\"%u\":{\"%s\":\"%s %u\",\"open\":%s}", comma (i), number,
                              label, label, pick (self, 1, 99999),
                              number % 8 == 0 ? "true" : "false");
    }
  g_string_append (text, "}\n");
}

/* Numbers from 1 on and, if @beyond, some that are far away. */
static GArray *
count_up (FamilyCase *self, guint n, gboolean beyond)
{
  GArray *numbers = g_array_new (FALSE, FALSE, sizeof (guint));
  guint far = pick (self, 1000, 90000);

  for (guint i = 1; i <= n; i++)
    g_array_append_val (numbers, i);
  for (guint i = 0; beyond && i < pick (self, 3, 7); i++)
    {
      far += pick (self, 1, 90000);
      g_array_append_val (numbers, far);
    }
  return numbers;
}

/* Maps that count their things have the same numbers, whatever is called alike, and codes are among
 * them, even where some keys are far away; only what has all of them and is called a part, and what
 * is called their id, leads there. Switches that are mostly equal say nothing. */
void
make_numbered_maps (FamilyCase *self)
{
  static const char *const colors[] = { "color", "old", "minor" };
  const Noun *three[3];
  const guint n = pick (self, 25, 60);
  const gboolean is_continued = chance (self, 50);
  g_autoptr (GArray) numbers = count_up (self, n, chance (self, 75));
  g_autoptr (GArray) others = count_up (self, pick (self, 15, n - 5), FALSE);
  g_autoptr (GArray) few = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *alike = NULL;
  g_autofree char *part = NULL;

  pick_nouns (self, three, 3);
  append_numbered (self, text, numbers, "label");
  database_add_text (self->database, three[0]->several, text->str);
  g_string_truncate (text, 0);
  append_numbered (self, text, others, "title");
  database_add_text (self->database, three[1]->several, text->str);
  /* Two of three are among the numbers. */
  for (guint i = 1; i <= n + n / 2; i++)
    if (chance (self, 70))
      g_array_append_val (few, i);
  g_string_truncate (text, 0);
  append_numbered (self, text, few, "hue");
  alike = g_strdup_printf ("%s_%s", PICK_OF (self, colors), three[0]->several);
  database_add_text (self->database, alike, text->str);
  if (is_continued)
    {
      part = g_strdup_printf ("%s_details", three[0]->one);
      g_string_truncate (text, 0);
      append_numbered (self, text, numbers, "story");
      database_add_text (self->database, part, text->str);
      is_true (self, "%s{key} -> %s{key}", part, three[0]->several);
    }
  g_string_assign (text, "{");
  for (guint i = 0; i < 400; i++)
    {
      const guint action = pick (self, 1, 8);
      const gboolean is_open = chance (self, 88) ? action % 8 == 0 : chance (self, 50);

      g_string_append_printf (
          text, "%s\"w-%03u\":{\"valueType\":%u,\"action_%s\":%u,\"open\":%s,\"%s_id\":%u}",
          comma (i), i, pick (self, 0, 13), three[0]->one, action, is_open ? "true" : "false",
          three[0]->one, g_array_index (numbers, guint, pick (self, 0, numbers->len - 1)));
    }
  g_string_append (text, "}\n");
  database_add_text (self->database, three[2]->several, text->str);
  is_true (self, "%s.{}.%s_id -> %s{key}", three[2]->several, three[0]->one, three[0]->several);
}

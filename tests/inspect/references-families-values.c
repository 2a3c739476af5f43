/* SPDX-License-Identifier: Apache-2.0 */

/* Families whose names say little, so that the values of both ends must: connections, few words
 * that are all there are, kinds before ids, keys that continue others, and codes of which some lead
 * nowhere. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include "references-families.h"

/* Two fields that are called as the ends of a connection; the twin has the ends of ranges, or
 * numbers beyond the keys. */
void
make_connection (FamilyCase *self)
{
  static const char *const ends[][2] = {
    { "source", "target" },     { "from", "to" }, { "origin", "destination" },
    { "from_stop", "to_stop" }, { "src", "dst" }, { "sender", "receiver" }
  };
  static const char *const ranges[][2] = { { "start", "end" },
                                           { "begin", "end" },
                                           { "min", "max" } };
  static const char *const keys[] = { "_id", "id", "index" };
  const guint which = pick (self, 0, G_N_ELEMENTS (ends) - 1);
  const gboolean leads = chance (self, 60), is_one = chance (self, 30),
                 has_codes = chance (self, 30);
  const gboolean is_range = !leads && chance (self, 50);
  const char *const *pair = is_range ? PICK_OF (self, ranges) : ends[which];
  const char *key = is_one ? keys[pick (self, 1, 2)] : has_codes ? "code" : keys[pick (self, 0, 1)];
  const guint n = pick (self, 40, 250), n_edges = n * pick (self, 2, 5), first = pick (self, 0, 1);
  const Noun *two[2];
  g_autoptr (GString) nodes = g_string_new (NULL);
  g_autoptr (GString) edges = g_string_new (NULL);
  const char *separator = is_one ? "," : "\n";

  pick_nouns (self, two, 2);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *code = code_text (3, 3, i);

      g_string_append_printf (nodes, "%s{", i > 0 ? separator : "");
      if (!g_str_equal (key, "_id") && !is_one)
        g_string_append_printf (nodes, "\"_id\":\"n%u\",", i * 3);
      if (has_codes && !is_one)
        g_string_append_printf (nodes, "\"%s\":\"%s\"", key, code);
      else
        g_string_append_printf (nodes, "\"%s\":%u", key, i + first);
      g_string_append_printf (nodes, ",\"group\":%u,\"size\":%u}", pick (self, 1, 9),
                              pick (self, 1, 400));
    }
  for (guint i = 0; i < n_edges; i++)
    {
      const guint beyond = leads ? 0 : n + n / 3;
      guint from = pick (self, 0, MAX (n, beyond) - 1), to = pick (self, 0, MAX (n, beyond) - 1);

      if (is_range && from > to)
        to = from + pick (self, 0, n);
      g_string_append_printf (edges, "%s{", i > 0 ? separator : "");
      if (has_codes && !is_one)
        {
          g_autofree char *a = code_text (3, 3, from), *b = code_text (3, 3, to);

          g_string_append_printf (edges, "\"%s\":\"%s\",\"%s\":\"%s\"", pair[0], a, pair[1], b);
        }
      else
        g_string_append_printf (edges, "\"%s\":%u,\"%s\":%u", pair[0], from + first, pair[1],
                                to + first);
      g_string_append_printf (edges, ",\"value\":%u}", pick (self, 1, 30));
    }
  if (is_one)
    {
      g_autofree char *both =
          g_strdup_printf ("{\"_id\":1,\"nodes\":[%s],\"links\":[%s]}", nodes->str, edges->str);

      database_add_text (self->database, "network", both);
    }
  else
    {
      database_add_text (self->database, two[0]->several, nodes->str);
      database_add_text (self->database, two[1]->several, edges->str);
    }
  for (guint i = 0; leads && i < 2; i++)
    if (is_one)
      is_true (self, "network.links[].%s -> network.nodes[].%s", pair[i], key);
    else
      is_true (self, "%s.%s -> %s.%s", two[1]->several, pair[i], two[0]->several, key);
}

static const char *const kinds_of_things[] = {
  "Rock",      "Jazz",       "Blues",      "Latin",   "Opera",   "Metal",  "Reggae",
  "Classical", "Soundtrack", "Folk",       "Punk",    "Ambient", "Gospel", "Swing",
  "Techno",    "Country",    "Bossa Nova", "Chanson", "Hip Hop", "Ska",    "Disco",
  "Polka",     "Flamenco",   "Soul",       "House",   "Trance",  "Waltz",
};

/* A small collection that is referred to by its name; of the twin a part of the words are there. */
void
make_small_table (FamilyCase *self)
{
  const Noun *two[2];
  g_autoptr (GString) kinds = g_string_new (NULL);
  g_autoptr (GString) things = g_string_new (NULL);
  const guint n = pick (self, 5, G_N_ELEMENTS (kinds_of_things) - 8);
  const gboolean leads = chance (self, 60), is_list = chance (self, 30);
  const guint offset = leads ? 0 : MIN (n - 2, 8);

  pick_nouns (self, two, 2);
  for (guint i = 0; i < n; i++)
    {
      g_string_append (kinds, "{\"_id\":");
      append_key (kinds, KEY_OBJECT_ID, 3, i);
      g_string_append_printf (kinds, ",\"name\":\"%s\",\"color\":\"#%06x\"}\n", kinds_of_things[i],
                              pick (self, 0, 0xffffff));
    }
  for (guint i = 0; i < 40 * n; i++)
    {
      g_string_append (things, "{\"_id\":");
      append_key (things, KEY_OBJECT_ID, 4, i);
      g_string_append_printf (things, ",\"%s\":%s\"%s\"%s,\"grade\":\"%c\"",
                              is_list ? two[0]->several : two[0]->one, is_list ? "[" : "",
                              kinds_of_things[offset + pick (self, 0, n - 1)], is_list ? "]" : "",
                              'A' + (int)pick (self, 0, 4));
      append_usual (self, things, i);
      g_string_append (things, "}\n");
    }
  database_add_text (self->database, two[0]->several, kinds->str);
  database_add_text (self->database, two[1]->several, things->str);
  if (leads)
    is_true (self, "%s.%s%s -> %s.name", two[1]->several, is_list ? two[0]->several : two[0]->one,
             is_list ? "[]" : "", two[0]->several);
}

/* Ids with their kind before them, equal at both ends, in a field that each collection has; the
 * twin's are of another database. */
void
make_register (FamilyCase *self)
{
  static const char *const registers[] = { "stix_id", "node_id", "urn", "externalId" };
  static const char *const ends[][2] = { { "source_ref", "target_ref" }, { "subject", "object" } };
  const Noun *three[3];
  const char *const *pair = PICK_OF (self, ends);
  const char *name = PICK_OF (self, registers);
  g_autoptr (GString) links = g_string_new (NULL);
  const gboolean leads = chance (self, 60);
  guint n[2];

  pick_nouns (self, three, 3);
  for (guint c = 0; c < 2; c++)
    {
      g_autoptr (GString) text = g_string_new (NULL);

      n[c] = pick (self, 60, 200);
      for (guint i = 0; i < n[c]; i++)
        {
          g_autofree char *key = key_text (KEY_UUID, 10 + c, i);

          g_string_append_printf (text, "{\"_id\":");
          append_key (text, KEY_OBJECT_ID, 5 + c, i);
          g_string_append_printf (text, ",\"%s\":\"%s--%s\"", name, three[c]->one, key);
          append_usual (self, text, i);
          g_string_append (text, "}\n");
        }
      database_add_text (self->database, three[c]->several, text->str);
    }
  for (guint i = 0; i < 400; i++)
    {
      g_autofree char *own = key_text (KEY_UUID, 30, i);

      g_string_append (links, "{\"_id\":");
      append_key (links, KEY_OBJECT_ID, 8, i);
      g_string_append_printf (links, ",\"%s\":\"link--%s\"", name, own);
      for (guint end = 0; end < 2; end++)
        {
          const guint to = end == 0 || chance (self, 90) ? end : 0;
          g_autofree char *key =
              key_text (KEY_UUID, 10 + to + (leads ? 0 : 50), pick (self, 0, n[to] - 1));

          g_string_append_printf (links, ",\"%s\":\"%s--%s\"", pair[end], three[to]->one, key);
        }
      g_string_append (links, "}\n");
    }
  database_add_text (self->database, "links", links->str);
  if (!leads)
    return;
  is_true (self, "links.%s -> %s.%s", pair[0], three[0]->several, name);
  is_true (self, "links.%s -> %s.%s", pair[1], three[1]->several, name);
  is_either (self, "links.%s -> %s.%s", pair[1], three[0]->several, name);
}

/* Words that are the keys of two collections, of which one has a part, or numbers with what they
 * are called beside them; the twin's are numbered, and so the same. */
void
make_continued (FamilyCase *self)
{
  const Noun *two[2];
  g_autoptr (GString) whole = g_string_new (NULL);
  g_autoptr (GString) part = g_string_new (NULL);
  const guint n = pick (self, 60, 300), n_part = n * pick (self, 65, 95) / 100;
  const gboolean leads = chance (self, 60), has_numbers = chance (self, 50),
                 is_there = chance (self, 50);
  const char prefix = (char)('a' + pick (self, 0, 25));

  pick_nouns (self, two, 2);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *name = unique_name (1, i);
      g_autofree char *other = unique_name (leads ? 1 : 2, i);
      g_autofree char *key = has_numbers ? g_strdup_printf ("%u", i + 1)
                             : leads     ? g_ascii_strdown (name, -1)
                                         : g_strdup_printf ("%c%03u", prefix, i + 1);
      g_autofree char *sign = code_text (4, 3, i);
      const char *quote = has_numbers ? "" : "\"";

      g_string_append_printf (whole, "{\"_id\":%s%s%s,\"title\":\"%s\"", quote, key, quote, name);
      /* What else is the same in both says nothing new, whichever of them it leads to. */
      if (leads)
        g_string_append_printf (whole, ",\"%s\":\"%s\"", is_there ? "mark" : "sign", sign);
      append_usual (self, whole, i);
      g_string_append (whole, "}\n");
      if (i >= n_part)
        continue;
      g_string_append_printf (part, "{\"_id\":%s%s%s,\"notes\":[%u,%u]", quote, key, quote,
                              pick (self, 1, 9), pick (self, 1, 9));
      if (has_numbers)
        g_string_append_printf (part, ",\"title\":\"%s\"", other);
      if (leads)
        g_string_append_printf (part, ",\"%s\":\"%s\"", is_there ? "sign" : "mark", sign);
      append_usual (self, part, i);
      g_string_append (part, "}\n");
    }
  database_add_text (self->database, two[0]->several, whole->str);
  database_add_text (self->database, two[1]->several, part->str);
  if (leads)
    is_true (self, "%s._id -> %s._id", two[1]->several, two[0]->several);
}

/* Codes of which some were never recorded, under names that say nothing, beside one of only two or
 * three that leads to the same; the twin is another key of the same documents that is often equal.
 */
void
make_often (FamilyCase *self)
{
  static const char *const ends[][2] = { { "origin", "destination" }, { "from", "to" } };
  const char *const *pair = PICK_OF (self, ends);
  const Noun *two[2];
  g_autoptr (GString) places = g_string_new (NULL);
  g_autoptr (GString) trips = g_string_new (NULL);
  const guint n = pick (self, 200, 900), gone = pick (self, 4, 14), few = pick (self, 2, 3);
  const gboolean leads = chance (self, 60);

  pick_nouns (self, two, 2);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *code = code_text (1, 3, i);
      g_autofree char *other = code_text (1, 3, chance (self, 90) ? i : n + i);

      g_string_append (places, "{\"_id\":");
      append_key (places, KEY_OBJECT_ID, 1, i);
      g_string_append_printf (places, ",\"code\":\"%s\"", code);
      if (!leads)
        g_string_append_printf (places, ",\"local\":\"%s\"", other);
      append_usual (self, places, i);
      g_string_append (places, "}\n");
    }
  for (guint i = 0; i < 1200; i++)
    {
      const guint which = pick (self, 0, n / 3);
      g_autofree char *a = code_text (1, 3, leads ? i % few : 4 * n + i % few);
      g_autofree char *b = code_text (
          1, 3, (leads ? 0 : 3 * n) + (which * 100 / (n / 3 + 1) < gone ? 2 * n : 0) + which);

      g_string_append (trips, "{\"_id\":");
      append_key (trips, KEY_OBJECT_ID, 2, i);
      g_string_append_printf (trips, ",\"%s\":\"%s\",\"%s\":\"%s\"", pair[0], a, pair[1],
                              chance (self, 3) ? "NA" : b);
      append_usual (self, trips, i);
      g_string_append (trips, "}\n");
    }
  database_add_text (self->database, two[0]->several, places->str);
  database_add_text (self->database, two[1]->several, trips->str);
  for (guint i = 0; leads && i < 2; i++)
    is_true (self, "%s.%s -> %s.code", two[1]->several, pair[i], two[0]->several);
}

/* Keys of two parts, each of which refers; the twin's parts are places and times. */
void
make_compound (FamilyCase *self)
{
  const Noun *three[3];
  g_autoptr (GString) text = g_string_new (NULL);
  guint n[2];
  const gboolean leads = chance (self, 60);
  static const char *const twins[2][3] = { { "line", "year", "row" },
                                           { "column", "month", "seat" } };
  const char *parts[2];
  guint turn = pick (self, 0, 2);

  pick_nouns (self, three, 3);
  for (guint c = 0; c < 2; c++)
    {
      n[c] = pick (self, 60, 200);
      add_things (self, three[c]->several, KEY_DENSE, 1 + c, n[c]);
      parts[c] = leads ? three[c]->one : twins[c][turn];
    }
  for (guint i = 0; i < 700; i++)
    {
      g_string_append_printf (text, "{\"_id\":{\"%s\":%u,\"%s\":%u}", parts[0],
                              leads ? pick (self, 1, n[0]) : pick (self, 1, 40), parts[1],
                              leads ? pick (self, 1, n[1]) : pick (self, 1, 12));
      append_usual (self, text, i);
      g_string_append (text, "}\n");
    }
  database_add_text (self->database, three[2]->several, text->str);
  for (guint c = 0; leads && c < 2; c++)
    is_true (self, "%s._id.%s -> %s._id", three[2]->several, parts[c], three[c]->several);
}

/* The name of another, or just "true"; the twin's names are of nothing here. */
void
make_or_true (FamilyCase *self)
{
  const Noun *two[2];
  g_autoptr (GString) things = g_string_new (NULL);
  g_autoptr (GString) others = g_string_new (NULL);
  const guint n = pick (self, 80, 250);
  const gboolean leads = chance (self, 60);

  pick_nouns (self, two, 2);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *name = unique_name (1, i);

      g_string_append (things, "{\"_id\":");
      append_key (things, KEY_OBJECT_ID, 1, i);
      g_string_append_printf (things, ",\"name\":\"%s\"", name);
      append_usual (self, things, i);
      g_string_append (things, "}\n");
    }
  for (guint i = 0; i < 200; i++)
    {
      g_autofree char *name = unique_name (leads ? 1 : 78, pick (self, 0, n - 1));

      g_string_append (others, "{\"_id\":");
      append_key (others, KEY_OBJECT_ID, 2, i);
      if (chance (self, 60))
        g_string_append_printf (others, ",\"needs\":\"%s\"", name);
      else
        g_string_append (others, ",\"needs\":true");
      append_usual (self, others, i);
      g_string_append (others, "}\n");
    }
  database_add_text (self->database, two[0]->several, things->str);
  database_add_text (self->database, two[1]->several, others->str);
  if (leads)
    is_true (self, "%s.needs -> %s.name", two[1]->several, two[0]->several);
}

/* A number that is called as one of what it refers to is, and one elsewhere that is called so too
 * and has only two values; the twin counts several of them, or only has the smallest numbers there
 * are. */
void
make_singular (FamilyCase *self)
{
  static const char *const after[] = { "", "", "_home", "_secondary", "_target", "_origin" };
  const Noun *three[3];
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GString) few = g_string_new (NULL);
  const guint n = pick (self, 8, 90), different = pick (self, 4, n), total = pick (self, 3, 9) * n;
  const gboolean leads = chance (self, 60), counts = chance (self, 50);
  g_autofree char *field = NULL;

  pick_nouns (self, three, 3);
  field = leads ? g_strconcat (three[0]->one, PICK_OF (self, after), NULL)
                : g_strdup_printf (counts ? "%s" : "%s_rank",
                                   counts ? three[0]->several : three[0]->one);
  add_things (self, three[0]->several, KEY_DENSE, 1, n);
  for (guint i = 0; i < total; i++)
    {
      g_string_append (text, "{\"_id\":");
      append_key (text, KEY_OBJECT_ID, 2, i);
      g_string_append_printf (text, ",\"%s\":%u", field,
                              leads ? n - pick (self, 0, different - 1)
                                    : pick (self, 1, MAX (n / 5, 2)));
      append_usual (self, text, i);
      g_string_append (text, "}\n");
    }
  for (guint i = 0; i < 20; i++)
    {
      g_string_append (few, "{\"_id\":");
      append_key (few, KEY_OBJECT_ID, 3, i);
      g_string_append_printf (few, ",\"%s\":%u", field, 1 + i % 2 * (n / 2));
      append_usual (self, few, i);
      g_string_append (few, "}\n");
    }
  database_add_text (self->database, three[1]->several, text->str);
  database_add_text (self->database, three[2]->several, few->str);
  if (!leads)
    return;
  is_true (self, "%s.%s -> %s._id", three[1]->several, field, three[0]->several);
  is_true (self, "%s.%s -> %s._id", three[2]->several, field, three[0]->several);
}

/* A key that is called neither an id nor after its collection, and stands under the same name in
 * others; the twin is the own key of another collection, whose numbers lie among those. */
void
make_same_name (FamilyCase *self)
{
  static const char *const keys[] = { "hull_number", "day_id", "sheetNo", "badge_code",
                                      "plot_ref" };
  const Noun *four[4];
  const char *key = PICK_OF (self, keys);
  const guint n = pick (self, 100, 700);
  const gboolean leads = chance (self, 60), has_id = chance (self, 40);
  g_autoptr (GString) things = g_string_new (NULL);

  pick_nouns (self, four, 4);
  for (guint i = 0; i < n; i++)
    {
      g_string_append (things, "{");
      if (has_id)
        {
          g_string_append (things, "\"_id\":");
          append_key (things, KEY_OBJECT_ID, 1, i);
          g_string_append_c (things, ',');
        }
      g_string_append_printf (things, "\"%s\":%u", key, i + 1);
      append_usual (self, things, i);
      g_string_append (things, "}\n");
    }
  database_add_text (self->database, four[0]->several, things->str);
  for (guint c = 1; c < 4; c++)
    {
      g_autoptr (GString) text = g_string_new (NULL);
      const guint different = n * pick (self, 8, 95) / 100, first = pick (self, 0, n - different);

      for (guint i = 0; i < (leads ? 3 * different : MIN (different, n / 10)); i++)
        {
          g_string_append (text, "{");
          if (leads)
            g_string_append_printf (text, "\"_id\":\"c%u%u\",\"%s\":%u", c, i, key,
                                    first + 1 + pick (self, 0, different - 1));
          else
            g_string_append_printf (text, "\"%s_id\":%u", four[c]->one, first + 1 + i);
          append_usual (self, text, i);
          g_string_append (text, "}\n");
        }
      database_add_text (self->database, four[c]->several, text->str);
      if (leads)
        is_true (self, "%s.%s -> %s.%s", four[c]->several, key, four[0]->several, key);
    }
}

/* A name of several words, in the style of the case. */
static char *
join_words (gboolean is_camel, const char *first, const char *second, const char *third)
{
  const char *words[] = { second, third };
  GString *text = g_string_new (first);

  for (guint i = 0; i < G_N_ELEMENTS (words) && words[i] != NULL; i++)
    if (is_camel && g_str_equal (words[i], "id"))
      g_string_append (text, "ID");
    else if (is_camel)
      g_string_append_printf (text, "%c%s", g_ascii_toupper (*words[i]), words[i] + 1);
    else
      g_string_append_printf (text, "_%s", words[i]);
  return g_string_free (text, FALSE);
}

static void
add_numbered (FamilyCase *self, const char *name, const char *key, guint first, guint n)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *called = thing_name (first + n, i);

      g_string_append (text, "{");
      if (!g_str_equal (key, "_id"))
        {
          g_string_append (text, "\"_id\":");
          append_key (text, KEY_OBJECT_ID, n, i);
          g_string_append_c (text, ',');
        }
      g_string_append_printf (text, "\"%s\":%u,\"name\":\"%s\"", key, first + i, called);
      append_usual (self, text, i);
      g_string_append (text, "}\n");
    }
  database_add_text (self->database, name, text->str);
}

/* Ids with a role before and only the last word of what they lead to: durationAttributeID of
 * sportsAttributes, also where another collection that ends so has too few. The twins say last what
 * many things have, or may lead to two collections, or to none, or are the smallest numbers. */
void
make_head (FamilyCase *self)
{
  static const char *const spaces[] = { "harbor", "guild", "castle", "valley", "market", "studio" };
  static const char *const roles[] = { "duration", "range", "militia", "tracking", "launch" };
  static const char *const vague[][3] = { { "display", "order", "orders" },
                                          { "unit", "price", "prices" },
                                          { "account", "type", "types" },
                                          { "current", "status", "statuses" },
                                          { "access", "level", "levels" } };
  enum
  {
    ONE,
    LARGER,
    BOTH,
    BEYOND,
    VAGUE,
    SMALLEST,
    N_KINDS,
  } kind = chance (self, 60) ? pick (self, ONE, LARGER) : pick (self, BOTH, N_KINDS - 1);
  const Noun *two[2];
  const char *const *word = PICK_OF (self, vague);
  const gboolean is_camel = chance (self, 50), is_named = chance (self, 30);
  /* What is numbered from far on is told by its numbers alone. */
  const guint n = pick (self, 60, 900), first = kind > LARGER || chance (self, 60) ? 1 : 1000001;
  const guint space = pick (self, 0, 5), role = pick (self, 0, 4);
  const char *one, *several, *field_role;
  g_autofree char *target = NULL;
  g_autofree char *other = NULL;
  g_autofree char *key = NULL;
  g_autoptr (GString) text = g_string_new (NULL);
  g_auto (GStrv) fields = g_new0 (char *, 3);
  guint values[2][24], different[2];

  pick_nouns (self, two, 2);
  one = kind == VAGUE ? word[1] : two[0]->one;
  several = kind == VAGUE ? word[2] : two[0]->several;
  target = join_words (is_camel, spaces[space], several, NULL);
  other = join_words (is_camel, spaces[(space + 1) % 6], several, NULL);
  key = is_named ? join_words (is_camel, one, "id", NULL) : g_strdup ("_id");
  add_numbered (self, target, key, first, n);
  if (kind == LARGER || kind == BOTH)
    add_numbered (self, other, key, first, kind == BOTH ? n + n / 8 : n / 4);
  for (guint f = 0; f < 2; f++)
    {
      field_role = kind == VAGUE && f == 0 ? word[0] : roles[(role + f) % 5];
      fields[f] = join_words (is_camel, field_role, one, "id");
      different[f] = pick (self, 6, 18);
      for (guint i = 0; i < different[f]; i++)
        values[f][i] =
            first + (kind == SMALLEST ? i % (n / 10) : pick (self, i == 0 ? n / 2 : 0, n * 3 / 5));
      if (kind == BEYOND)
        for (guint i = 1; i < different[f]; i += 3)
          values[f][i] = first + n + pick (self, 1, n);
    }
  for (guint i = 0; i < 300; i++)
    {
      g_string_append (text, "{\"_id\":");
      append_key (text, KEY_OBJECT_ID, 7, i);
      for (guint f = 0; f < 2; f++)
        if (i % (f + 2) > 0)
          g_string_append_printf (text, ",\"%s\":%u", fields[f],
                                  values[f][pick (self, 0, different[f] - 1)]);
      append_usual (self, text, i);
      g_string_append (text, "}\n");
    }
  database_add_text (self->database, two[1]->several, text->str);
  for (guint f = 0; kind <= LARGER && f < 2; f++)
    is_true (self, "%s.%s -> %s.%s", two[1]->several, fields[f], target, key);
}

/* Ids that begin far from 0, where no others are, also as keys of a map, of which some are gone:
 * their names need not say where they lead. The twins are numbered like another collection, or
 * amounts of that size, or days that are written as numbers. */
void
make_far (FamilyCase *self)
{
  static const char *const names[] = { "enemyID", "rival_id", "backupId", "counterpart_id" };
  static const char *const maps[] = { "investors", "rates", "standings" };
  static const guint firsts[] = { 1000001, 3000000, 60000001, 500000 };
  enum
  {
    FAR,
    TWO,
    AMOUNT,
    DAY,
    N_KINDS,
  } kind = chance (self, 60) ? FAR : pick (self, TWO, N_KINDS - 1);
  const Noun *three[3];
  const guint n = pick (self, 120, 480), total = pick (self, 250, 400);
  const guint first = kind == DAY ? 20240101 : PICK_OF (self, firsts);
  const char *name = kind == DAY ? "day" : kind == AMOUNT ? "worth" : PICK_OF (self, names);
  const char *map = PICK_OF (self, maps);
  g_autoptr (GString) text = g_string_new (NULL);

  pick_nouns (self, three, 3);
  if (kind == DAY)
    {
      g_autoptr (GString) days = g_string_new (NULL);

      for (guint i = 0; i < 360; i++)
        {
          g_string_append_printf (days, "{\"_id\":%u", first + i / 30 * 100 + i % 30);
          append_usual (self, days, i);
          g_string_append (days, "}\n");
        }
      database_add_text (self->database, three[0]->several, days->str);
    }
  else
    {
      add_numbered (self, three[0]->several, "_id", first, n);
    }
  add_numbered (self, three[2]->several, "_id", kind == TWO ? first : 1, n + 7);
  for (guint i = 0; i < total; i++)
    {
      const guint value = kind == AMOUNT ? pick (self, first / 2, first * 2)
                          : kind == DAY  ? first + pick (self, 0, 11) * 100 + pick (self, 0, 29)
                                         : first + pick (self, 0, kind == TWO ? n / 2 : n - 1);

      g_string_append (text, "{\"_id\":");
      append_key (text, KEY_OBJECT_ID, 7, i);
      g_string_append_printf (text, ",\"%s\":%u", name, value);
      if (kind == FAR || kind == AMOUNT)
        {
          g_string_append_printf (text, ",\"%s\":{", map);
          for (guint k = 0, from = pick (self, 0, n / 3); k < 4; k++, from += pick (self, 1, n / 8))
            g_string_append_printf (text, "%s\"%u\":%u", k > 0 ? "," : "",
                                    kind == AMOUNT     ? first / 2 + from * (first / n)
                                    : chance (self, 3) ? first + n + from
                                                       : first + from,
                                    pick (self, 1, 90));
          g_string_append (text, "}");
        }
      append_usual (self, text, i);
      g_string_append (text, "}\n");
    }
  database_add_text (self->database, three[1]->several, text->str);
  if (kind != FAR)
    return;
  is_true (self, "%s.%s -> %s._id", three[1]->several, name, three[0]->several);
  is_true (self, "%s.%s{key} -> %s._id", three[1]->several, map, three[0]->several);
}

/* SPDX-License-Identifier: Apache-2.0 */

/* Families of databases as programs export them: small tables of small numbers that are named after
 * each other, keys with nearly the same key beside them, and maps of ids with rare fields. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include "references-families.h"

#define MAX_TABLES 9u

static const char *
comma (guint i)
{
  return i > 0 ? "," : "";
}

/* Different numbers below @n, in no order. */
static GArray *
choose_numbers (FamilyCase *self, guint n, guint different)
{
  GArray *all = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < n; i++)
    g_array_append_val (all, i);
  for (guint i = 0; i + 1 < n; i++)
    {
      const guint other = pick (self, i, n - 1), value = g_array_index (all, guint, i);

      g_array_index (all, guint, i) = g_array_index (all, guint, other);
      g_array_index (all, guint, other) = value;
    }
  g_array_set_size (all, MIN (n, different));
  return all;
}

typedef struct
{
  const Noun *noun;
  char *name;
  char *field; /* what others call it */
  char *list;
  guint first;
  guint n;
  gboolean is_used;
} Table;

typedef struct
{
  const Table *to;
  gboolean is_list;
  GArray *numbers;
} Link;

static void
append_link (FamilyCase *self, GString *text, const Link *link, guint row)
{
  const guint n = link->numbers->len, count = link->is_list ? pick (self, 1, 3) : 1;

  g_string_append_printf (text, ",\"%s\":%s", link->is_list ? link->to->list : link->to->field,
                          link->is_list ? "[" : "");
  for (guint i = 0; i < count; i++)
    /* Each of them comes. */
    g_string_append_printf (
        text, "%s%u", comma (i),
        link->to->first +
            g_array_index (link->numbers, guint, (row < n ? row : pick (self, 0, n - 1)) % n));
  g_string_append (text, link->is_list ? "]" : "");
}

/* Which table a table refers to, besides @but. */
static guint
pick_table (FamilyCase *self, guint n_tables, guint but, guint also)
{
  guint which;

  do
    which = pick (self, 0, n_tables - 1);
  while (which == but || which == also);
  return which;
}

/* A dozen small tables with keys that begin anywhere, so that each number is a key of several, and
 * fields that are called as the tables are. Beside them are ranks, counts, enumerations, and the
 * ordinals of things that are tables too. */
void
make_tables (FamilyCase *self)
{
  static const char *const parts[] = { "feature", "label", "action" };
  static const Noun series = { "series", "series" };
  const Noun *chosen[MAX_TABLES];
  Table tables[MAX_TABLES] = { { 0 } };
  const guint n_tables = pick (self, 6, MAX_TABLES);
  guint targets[MAX_TABLES][2], n_targets[MAX_TABLES];
  const gboolean has_underscore = chance (self, 50), has_series = chance (self, 40);

  pick_nouns (self, chosen, n_tables);
  for (guint i = 0; i < n_tables; i++)
    {
      Table *table = &tables[i];
      const gboolean is_compound = i == 0;
      const char *part = PICK_OF (self, parts);

      /* One is called as several of it are. */
      table->noun = i == 1 && has_series ? &series : chosen[i];
      table->name = g_strconcat (is_compound ? part : "", table->noun->one, NULL);
      table->field = g_strconcat (is_compound ? part : "", is_compound && has_underscore ? "_" : "",
                                  table->noun->one, NULL);
      table->list = g_strdup (table->noun->several);
      table->first = chance (self, 55) ? 1 : pick (self, 2, 170);
      table->n = chance (self, 30)   ? pick (self, 5, 12)
                 : chance (self, 70) ? pick (self, 13, 60)
                                     : pick (self, 61, 124);
    }
  for (guint i = 0; i < n_tables; i++)
    {
      targets[i][0] = pick_table (self, n_tables, i, i);
      targets[i][1] = pick_table (self, n_tables, i, targets[i][0]);
      n_targets[i] = pick (self, i < 3 ? 1 : 0, 2);
      for (guint k = 0; k < n_targets[i]; k++)
        tables[targets[i][k]].is_used = TRUE;
    }
  for (guint i = 0; i < n_tables; i++)
    {
      const Table *table = &tables[i];
      g_autoptr (GString) text = g_string_new (NULL);
      Link links[2] = { { 0 } };
      const guint n_links = n_targets[i];
      const gboolean has_parent = table->n >= 10 && chance (self, 25);
      const Table *lure = &tables[pick_table (self, n_tables, i, i)];
      const guint parents = pick (self, 3, 6);

      for (guint k = 0; k < n_links; k++)
        {
          Link *link = &links[k];
          guint different;

          link->to = &tables[targets[i][k]];
          link->is_list = chance (self, 15);
          different = pick (self, MIN (3, link->to->n), MAX (3, MIN (link->to->n, table->n)));
          link->numbers = choose_numbers (self, link->to->n, different);
          is_true (self, "%s.body.%s%s -> %s.key", table->name,
                   link->is_list ? link->to->list : link->to->field, link->is_list ? "[]" : "",
                   link->to->name);
        }
      for (guint row = 0; row < table->n; row++)
        {
          g_autofree char *called = thing_name (i, row);

          g_string_append_printf (text, "{\"type\":\"%s\",\"key\":%u,\"body\":{\"name\":\"%s\"",
                                  table->name, table->first + row, called);
          for (guint k = 0; k < n_links; k++)
            append_link (self, text, &links[k], row);
          if (has_parent && chance (self, 70))
            g_string_append_printf (text, ",\"parent\":%u",
                                    table->first + pick (self, 0, parents - 1));
          g_string_append_printf (text, ",\"rank\":%u,\"position\":%u,\"floor\":%u,\"round\":%u",
                                  pick (self, 1, table->n), row + 1, pick (self, 0, 3),
                                  pick (self, 1, 10));
          /* How many there are, and which of them in an order. */
          if (!lure->is_used && i % 2 == 0 && lure->noun != &series)
            g_string_append_printf (text, ",\"%s\":%u", lure->list, pick (self, 0, 9));
          else if (!lure->is_used && lure->first == 1 && lure->n >= 20)
            g_string_append_printf (text, ",\"%s\":%u", lure->field, pick (self, 1, lure->n / 5));
          append_usual (self, text, row);
          g_string_append (text, "}}\n");
        }
      database_add_text (self->database, table->name, text->str);
      if (has_parent)
        is_true (self, "%s.body.parent -> %s.key", table->name, table->name);
      for (guint k = 0; k < n_links; k++)
        g_array_unref (links[k].numbers);
    }
  for (guint i = 0; i < n_tables; i++)
    {
      g_free (tables[i].name);
      g_free (tables[i].field);
      g_free (tables[i].list);
    }
}

static char *
guest_key (guint form, guint salt, guint number)
{
  g_autofree char *name = NULL;

  if (form == 0)
    return g_strdup_printf ("%c%05u", 'A' + (int)salt, number * 3 + 7);
  if (form == 1)
    return key_text (KEY_SPARSE, salt, number);
  name = unique_name (salt, number);
  return g_ascii_strdown (name, 6);
}

/* Several collections that refer by the key, which has nearly the same beside it: the id of an
 * outside system. Others may refer by that. */
void
make_near_copy (FamilyCase *self)
{
  static const char *const outside[] = { "altRefID", "legacyId", "outside_id", "retroRefID" };
  static const char *const people[] = { "people", "persons", "members", "contacts" };
  const Noun *five[5];
  const char *other = PICK_OF (self, outside);
  const guint n = pick (self, 200, 700), form = pick (self, 0, 1);
  const gboolean has_id = chance (self, 60), by_other = chance (self, 30);
  const gboolean is_called_so = chance (self, 50);
  const char *name;
  g_autofree char *own = NULL;
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree gboolean *differs = g_new0 (gboolean, n);

  pick_nouns (self, five, 5);
  /* What they are called need not be what their key is of. */
  name = is_called_so ? five[0]->several : PICK_OF (self, people);
  own = g_strdup_printf ("%sID", chance (self, 50) ? "player" : five[0]->one);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *key = guest_key (form, 1, i);
      g_autofree char *copy = guest_key (form, 2, n + i);

      differs[i] = chance (self, 4);
      g_string_append (text, "{");
      if (has_id)
        g_string_append_printf (text, "\"ID\":%u,", i * 2 + 1);
      g_string_append_printf (text, "\"%s\":\"%s\",\"%s\":", own, key, other);
      if (chance (self, 3) && !by_other)
        g_string_append (text, "null");
      else
        g_string_append_printf (text, "\"%s\"", differs[i] ? copy : key);
      append_usual (self, text, i);
      g_string_append (text, "}\n");
    }
  database_add_text (self->database, name, text->str);
  for (guint c = 1; c < 4; c++)
    {
      const gboolean is_other = by_other && c == 3;
      const guint rows = pick (self, 90, 900);

      g_string_truncate (text, 0);
      for (guint i = 0; i < rows; i++)
        {
          const guint which = pick (self, 0, n - 1);
          g_autofree char *key = is_other && differs[which] ? guest_key (form, 2, n + which)
                                                            : guest_key (form, 1, which);

          g_string_append_printf (text, "{\"%s\":\"%s\"", is_other ? other : own, key);
          append_usual (self, text, i);
          g_string_append (text, "}\n");
        }
      database_add_text (self->database, five[c]->several, text->str);
      is_true (self, "%s.%s -> %s.%s", five[c]->several, is_other ? other : own, name,
               is_other ? other : own);
    }
}

/* Rare fields of the elements of one map, of which the last words say that they lead to the keys of
 * another: some have many values, some only a few. Beside them are such that only count. */
void
make_rare_fields (FamilyCase *self)
{
  static const char *const roles[] = { "steam", "water", "inlet", "outlet", "main",
                                       "spare", "north", "south", "upper",  "lower" };
  static const char *const parts[] = { "plant", "boiler", "street" };
  const Noun *two[2];
  const guint n = pick (self, 700, 1500), n_fields = pick (self, 6, 10);
  const gboolean is_camel = chance (self, 60), is_compound = chance (self, 60);
  g_autofree char *target = NULL;
  g_autoptr (GString) text = g_string_new ("{");
  g_autoptr (GPtrArray) numbers = g_ptr_array_new_with_free_func ((GDestroyNotify)g_array_unref);

  pick_nouns (self, two, 2);
  /* Of what it is called the fields have only the last word. */
  target = is_compound ? g_strdup_printf ("%s_%s", PICK_OF (self, parts), two[0]->several)
                       : g_strdup (two[0]->several);
  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "%s\"%u\":{\"weight\":%u,\"label\":\"l%u\",\"open\":%s}",
                            comma (i), i + 1, pick (self, 1, 99), i,
                            chance (self, 50) ? "true" : "false");
  g_string_append (text, "}\n");
  database_add_text (self->database, target, text->str);
  for (guint f = 0; f < n_fields; f++)
    g_ptr_array_add (numbers,
                     choose_numbers (self, n, f < 4 ? pick (self, 80, 200) : pick (self, 3, 17)));
  g_string_assign (text, "{");
  for (guint i = 0; i < n; i++)
    {
      g_string_append_printf (text, "%s\"%u\":{\"load\":%u", comma (i), 5000 + i,
                              pick (self, 1, 900));
      for (guint f = 0; f < n_fields; f++)
        {
          const GArray *of = g_ptr_array_index (numbers, f);
          /* Each of the values comes, and some twice. */
          const guint at = i / (n / (2 * of->len));

          if (i % (n / (2 * of->len)) != f % (n / (2 * of->len)) || at >= of->len * 3 / 2)
            continue;
          g_string_append_printf (text, ",\"%s%c%s%s\":%u", roles[f],
                                  is_camel ? g_ascii_toupper (*two[0]->one) : '_',
                                  two[0]->one + is_camel, is_camel ? "ID" : "_id",
                                  1 + g_array_index (of, guint, at % of->len));
        }
      if (chance (self, 4))
        g_string_append_printf (text, ",\"spare%cCount\":%u,\"%sGrade\":%u",
                                g_ascii_toupper (*two[0]->one), pick (self, 1, 6), two[0]->one,
                                pick (self, 0, 4));
      g_string_append (text, "}");
    }
  g_string_append (text, "}\n");
  database_add_text (self->database, two[1]->several, text->str);
  for (guint f = 0; f < n_fields; f++)
    is_true (self, "%s.{}.%s%c%s%s -> %s{key}", two[1]->several, roles[f],
             is_camel ? g_ascii_toupper (*two[0]->one) : '_', two[0]->one + is_camel,
             is_camel ? "ID" : "_id", target);
}

typedef struct
{
  guint first;
  guint step;
  gboolean are_days;
  gboolean are_alike; /* what stands elsewhere is one of them */
} FarNumbers;

static guint
far_key (const FarNumbers *self, guint i)
{
  return self->are_days ? 20240101 + i / 30 % 12 * 100 + i % 30 + i / 360 * 10000
                        : self->first + i * self->step + i % self->step;
}

static guint
other_key (const FarNumbers *self, guint i)
{
  return self->are_alike ? far_key (self, i) : self->first / 2 + i * 5023 % self->first;
}

/* Keys of a map that begin far from 0, where no others are; fields and other maps in the same
 * document, and elsewhere, lead there whatever they are called. The twins are amounts of that size,
 * and days. */
void
make_far_map (FamilyCase *self)
{
  static const guint firsts[] = { 1000001, 3000000, 7200000, 2100500 };
  const Noun *two[2];
  const guint n = pick (self, 220, 500);
  const gboolean leads = chance (self, 65), is_day = !leads && chance (self, 40);
  const FarNumbers numbers = { PICK_OF (self, firsts), pick (self, 1, 9), is_day, leads || is_day };
  g_autoptr (GArray) rated = choose_numbers (self, n, pick (self, 100, 180));
  g_autoptr (GArray) heads = choose_numbers (self, n, n * 8 / 10);
  g_autoptr (GString) text = g_string_new ("{");

  pick_nouns (self, two, 2);
  for (guint i = 0; i < n; i++)
    {
      g_string_append_printf (text, "%s\"%u\":{\"name\":\"n%u\",\"points\":%u", comma (i),
                              far_key (&numbers, i), i, pick (self, 0, 90));
      if (chance (self, 85))
        g_string_append_printf (text, ",\"%s\":%u", leads ? "rivalID" : "worth",
                                other_key (&numbers, pick (self, 0, n * 2 / 3)));
      if (chance (self, 85))
        g_string_append_printf (
            text, ",\"%s\":{\"%u\":%u,\"%u\":%u}", leads ? "shareholders" : "steps",
            other_key (&numbers, pick (self, 0, n / 2)), pick (self, 1, 9),
            other_key (&numbers, n / 2 + 1 + pick (self, 0, n / 3)), pick (self, 1, 9));
      g_string_append (text, ",\"rates\":{");
      for (guint k = 0; i == n / 2 && k < rated->len; k++)
        g_string_append_printf (text, "%s\"%u\":0.%u", comma (k),
                                other_key (&numbers, g_array_index (rated, guint, k)),
                                pick (self, 1, 9));
      g_string_append (text, "}}");
    }
  g_string_append (text, "}\n");
  database_add_text (self->database, two[0]->several, text->str);
  g_string_assign (text, "{");
  for (guint i = 0; i < heads->len; i++)
    g_string_append_printf (text, "%s\"%u\":{\"since\":%u,\"%s\":%u}", comma (i), 400 + i * 7,
                            pick (self, 1, 900), leads ? "headID" : "cost",
                            leads && chance (self, 2)
                                ? 9 * numbers.first + i
                                : other_key (&numbers, g_array_index (heads, guint, i)));
  g_string_append (text, "}\n");
  database_add_text (self->database, two[1]->several, text->str);
  /* What a day is worth on others may be said of days. */
  if (is_day)
    {
      is_either (self, "%s.{}.rates{key} -> %s{key}", two[0]->several, two[0]->several);
      is_either (self, "%s.{}.steps{key} -> %s{key}", two[0]->several, two[0]->several);
    }
  if (!leads)
    return;
  is_true (self, "%s.{}.rivalID -> %s{key}", two[0]->several, two[0]->several);
  is_true (self, "%s.{}.shareholders{key} -> %s{key}", two[0]->several, two[0]->several);
  is_true (self, "%s.{}.rates{key} -> %s{key}", two[0]->several, two[0]->several);
  is_true (self, "%s.{}.headID -> %s{key}", two[1]->several, two[0]->several);
}

/* A file that is one map of things, or has one, each known by a number and an id inside it beside
 * its name: what is called as one of them leads to that. The twins count something, from 0 or 1 on,
 * or have other ids. */
void
make_inner_ids (FamilyCase *self)
{
  const Noun *three[3];
  const guint n = pick (self, 8, 14), n_rows = pick (self, 120, 400);
  const gboolean leads = chance (self, 65), is_nested = chance (self, 50);
  g_autofree char *place = NULL;
  g_autoptr (GString) text = g_string_new ("{");

  pick_nouns (self, three, 3);
  place = is_nested ? g_strdup_printf ("config.%s{}", three[0]->several)
                    : g_strdup_printf ("%s.{}", three[0]->several);
  if (is_nested)
    g_string_append_printf (text, "\"version\":2,\"%s\":{", three[0]->several);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *name = unique_name (5, i);
      g_autofree char *id = key_text (KEY_OBJECT_ID, 7, i);

      g_string_append_printf (text, "%s\"%s\":{\"id\":%u,\"extId\":\"%s\",\"title\":\"t%u\"}",
                              comma (i), name, i, id, i);
    }
  g_string_append (text, is_nested ? "}}\n" : "}\n");
  database_add_text (self->database, is_nested ? "config" : three[0]->several, text->str);
  g_string_truncate (text, 0);
  for (guint i = 0; i < n_rows; i++)
    g_string_append_printf (text, "{\"_id\":%u,\"%s\":%u,\"points\":%u}\n", 5000 + i,
                            leads ? three[0]->one : "level", pick (self, 0, leads ? n - 1 : 3),
                            pick (self, 0, 900));
  database_add_text (self->database, three[1]->several, text->str);
  g_string_truncate (text, 0);
  for (guint i = 0; i < n_rows; i++)
    {
      g_autofree char *id = key_text (KEY_OBJECT_ID, leads ? 7 : 8, pick (self, 0, n - 2));

      g_string_append_printf (text, "{\"_id\":%u,\"%s\":\"%s\",\"x\":0.%u}\n", 9000 + i,
                              leads ? three[0]->one : "mark", id, pick (self, 1, 900));
    }
  database_add_text (self->database, three[2]->several, text->str);
  if (!leads)
    return;
  is_true (self, "%s.%s -> %s.id", three[1]->several, three[0]->one, place);
  is_true (self, "%s.%s -> %s.extId", three[2]->several, three[0]->one, place);
}

static const char *const slugs[] = {
  "deep-blue-steel",  "old-oak-frame",  "plain-canvas",   "river-stone-grey",  "late-summer-rye",
  "half-round-brass", "cold-cast-iron", "double-glazed",  "open-grain-ash",    "soft-linen-weave",
  "hand-cut-slate",   "fine-mesh-wire", "burnt-red-clay", "split-cedar-plank", "cross-laid-pine",
};

/* Few values: ids of which each alone is proof, and words under the name of a small table of which
 * some lead nowhere or are none. The twins have such words under other names, or other ids. */
void
make_small_proof (FamilyCase *self)
{
  const Noun *three[3];
  const guint n = pick (self, 3, 6), used = pick (self, 3, MIN (n, 4)), n_slugs = 12;
  const gboolean leads = chance (self, 65), is_nested = chance (self, 40);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *table = NULL;

  pick_nouns (self, three, 3);
  table = g_strconcat (three[1]->one, "table", NULL);
  /* All of them in one document, as they are listed. */
  g_string_append (text, is_nested ? "{\"version\":3,\"labelTags\":[" : "");
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *half = key_text (KEY_OBJECT_ID, 1, i);

      g_string_append_printf (text, "%s{\"key\":\"%s%.8s\",\"label\":\"L%u\"}%s",
                              is_nested ? comma (i) : "", half, half + 3, i, is_nested ? "" : "\n");
    }
  g_string_append (text, is_nested ? "]}\n" : "");
  database_add_text (self->database, three[0]->several, text->str);
  g_string_assign (text, "{");
  for (guint i = 0; i < n_slugs; i++)
    g_string_append_printf (text, "%s\"%s\":{\"gloss\":%u,\"price\":%u}", comma (i), slugs[i],
                            pick (self, 1, 9), pick (self, 1, 900));
  g_string_append (text, "}\n");
  database_add_text (self->database, table, text->str);
  g_string_truncate (text, 0);
  for (guint i = 0; i < 30; i++)
    {
      g_string_append_printf (text, "{\"_id\":\"m%u\"", i * 7);
      if (i % 6 == 0)
        {
          g_autofree char *half = key_text (KEY_OBJECT_ID, leads ? 1 : 8, i / 6 % used);

          g_string_append_printf (text, ",\"tags\":[\"%s%.8s\"]", half, half + 3);
        }
      /* Two of eight are gone. */
      if (i % 3 == 0)
        g_string_append_printf (text, ",\"%s\":\"%s\"", leads ? three[1]->one : "style",
                                slugs[i / 3 % 8 < 6 ? i / 3 % 8 : 10 + i / 3 % 8 - 4]);
      append_usual (self, text, i);
      g_string_append (text, "}\n");
    }
  database_add_text (self->database, three[2]->several, text->str);
  if (!leads)
    return;
  is_true (self, "%s.tags[] -> %s.%skey", three[2]->several, three[0]->several,
           is_nested ? "labelTags[]." : "");
  is_true (self, "%s.%s -> %s{key}", three[2]->several, three[1]->one, table);
}

/* Keys of a map that are nearly all codes of a small list, and all of them keys of a large map that
 * has those of the list as well; of the twin most are only in the large one. */
void
make_filled (FamilyCase *self)
{
  const guint n = pick (self, 600, 1500), n_list = pick (self, 25, 50);
  const gboolean in_list = chance (self, 65), is_nested = chance (self, 50);
  g_autoptr (GArray) codes = choose_numbers (self, n, n_list);
  g_autoptr (GString) text = g_string_new ("{");
  const Noun *two[2];

  pick_nouns (self, two, 2);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *name = unique_name (3, i);
      g_autofree char *key = g_ascii_strdown (name, -1);

      g_string_append_printf (text, "%s\"%s\":{\"weight\":%u,\"label\":\"l%u\",\"links\":{",
                              comma (i), key, pick (self, 1, 99), i);
      for (guint k = 0; i % 3 == 0 && k < 3; k++)
        {
          const guint which = in_list ? g_array_index (codes, guint, pick (self, 0, n_list - 3))
                                      : pick (self, k * n / 3, k * n / 3 + n / 3 - 1);
          g_autofree char *other = unique_name (3, which);
          g_autofree char *link = g_ascii_strdown (other, -1);

          if (in_list && k > 0)
            break;
          g_string_append_printf (text, "%s\"%s\":\"https://example.org/%u\"", comma (k), link, i);
        }
      g_string_append (text, "}}");
    }
  g_string_append (text, "}\n");
  database_add_text (self->database, two[0]->several, text->str);
  g_string_assign (text, is_nested ? "{\"version\":3,\"sources\":[" : "");
  for (guint i = 0; i < n_list; i++)
    {
      g_autofree char *name = unique_name (3, g_array_index (codes, guint, i));
      g_autofree char *key = g_ascii_strdown (name, -1);

      g_string_append_printf (text, "%s{\"code\":\"%s\",\"home\":\"https://example.org/%u\"",
                              is_nested ? comma (i) : "", key, i);
      append_usual (self, text, i);
      g_string_append (text, is_nested ? "}" : "}\n");
    }
  g_string_append (text, is_nested ? "]}\n" : "");
  database_add_text (self->database, two[1]->several, text->str);
  is_either (self, "%s.%scode -> %s{key}", two[1]->several, is_nested ? "sources[]." : "",
             two[0]->several);
  is_true (self, "%s.{}.links{key} -> %s%s%s", two[0]->several, two[in_list ? 1 : 0]->several,
           in_list && is_nested ? ".sources[]" : "", in_list ? ".code" : "{key}");
}

/* A table from something else to words that are keys, of which some are gone; each comes once. Of
 * the twin the words are of something else, but for some. */
void
make_retired (FamilyCase *self)
{
  static const char *const names[] = { "lookup", "byNumber", "index", "order" };
  const Noun *two[2];
  const guint n = pick (self, 300, 600), gone = n * pick (self, 5, 20) / 100;
  const gboolean leads = chance (self, 65), is_number = chance (self, 50);
  g_autoptr (GString) text = g_string_new ("{");
  g_autofree char *table = NULL;

  pick_nouns (self, two, 2);
  table = g_strdup_printf ("%s_%s", two[0]->one, PICK_OF (self, names));
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *name = unique_name (4, i);
      g_autofree char *key = g_ascii_strdown (name, -1);

      g_string_append_printf (text, "%s\"%s\":{\"weight\":%u,\"label\":\"l%u\"}", comma (i), key,
                              pick (self, 1, 99), i);
    }
  g_string_append (text, "}\n");
  database_add_text (self->database, two[0]->several, text->str);
  g_string_assign (text, "{");
  for (guint i = 0; i < n + gone; i++)
    {
      g_autofree char *name = unique_name (leads || i % 4 == 0 ? 4 : 5, i);
      g_autofree char *key = g_ascii_strdown (name, -1);

      if (is_number)
        g_string_append_printf (text, "%s\"%u\":\"%s\"", comma (i), i * 3 + 500, key);
      else
        g_string_append_printf (text, "%s\"Q%c%u\":\"%s\"", comma (i), 'A' + (int)(i % 26), i, key);
    }
  g_string_append (text, "}\n");
  database_add_text (self->database, table, text->str);
  if (leads)
    is_true (self, "%s.{} -> %s{key}", table, two[0]->several);
}

/* Two systems of codes that overlap, where the field of the key's own name refers to it. */
void
make_overlapping (FamilyCase *self)
{
  static const char *const others[] = { "siteCodeX", "marketCode", "retroCode", "league_code" };
  const Noun *two[2];
  const guint n = pick (self, 80, 160), used = n * pick (self, 70, 95) / 100;
  const gboolean has_named = chance (self, 70);
  const char *other = PICK_OF (self, others);
  g_autofree char *own = NULL;
  g_autoptr (GString) text = g_string_new (NULL);

  pick_nouns (self, two, 2);
  own = g_strdup_printf ("%sCode", two[0]->one);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *code = code_text (1, 3, i);

      g_string_append_printf (text, "{\"%s\":\"%s\",\"home\":\"h%u\"", own, code, i);
      append_usual (self, text, i);
      g_string_append (text, "}\n");
    }
  database_add_text (self->database, two[0]->several, text->str);
  g_string_truncate (text, 0);
  for (guint i = 0; i < 25 * n; i++)
    {
      const guint which = pick (self, 0, used - 1);
      g_autofree char *code = code_text (1, 3, which);
      /* The other system has its own codes for one of six. */
      g_autofree char *outside = code_text (1, 3, which % 6 == 0 ? 3 * n + which : which);

      g_string_append_printf (text, "{\"_id\":\"s%u\"", i * 3);
      if (has_named)
        g_string_append_printf (text, ",\"%s\":\"%s\"", own, code);
      g_string_append_printf (text, ",\"%s\":\"%s\"", other, outside);
      append_usual (self, text, i);
      g_string_append (text, "}\n");
    }
  database_add_text (self->database, two[1]->several, text->str);
  if (has_named)
    is_true (self, "%s.%s -> %s.%s", two[1]->several, own, two[0]->several, own);
  else
    is_either (self, "%s.%s -> %s.%s", two[1]->several, other, two[0]->several, own);
}

/* Texts of a map that are keys of the map beside it in the same object; of the twin they are keys
 * of that in any object. */
void
make_scope (FamilyCase *self)
{
  static const char *const maps[][2] = { { "aliases", "forms" },
                                         { "variants", "entries" },
                                         { "spellings", "words" } };
  const char *const *names = PICK_OF (self, maps);
  const guint n = pick (self, 80, 200), n_words = pick (self, 150, 500);
  const gboolean leads = chance (self, 60), is_root = chance (self, 50);
  g_autoptr (GString) text = g_string_new (is_root ? "{" : NULL);
  const Noun *two[2];
  g_autofree char *in = NULL;

  pick_nouns (self, two, 2);
  in = g_strdup_printf (is_root ? "%s.{}." : "%s.", two[0]->several);
  for (guint i = 0; i < n; i++)
    {
      const guint n_forms = pick (self, 2, 6), n_aliases = pick (self, 0, 7);
      g_autoptr (GArray) forms = choose_numbers (self, n_words, n_forms);

      if (is_root)
        g_string_append_printf (text, "%s\"w%u\":{\"%s\":{", comma (i), i * 3, names[1]);
      else
        g_string_append_printf (text, "{\"_id\":\"w%u\",\"%s\":{", i * 3, names[1]);
      for (guint k = 0; k < n_forms; k++)
        {
          g_autofree char *word = unique_name (6, g_array_index (forms, guint, k));

          g_string_append_printf (text, "%s\"%s\":{\"times\":%u,\"said\":\"s%u\"}", comma (k), word,
                                  pick (self, 1, 90), k);
        }
      g_string_append_printf (text, "},\"%s\":{", names[0]);
      for (guint k = 0; k < n_aliases; k++)
        {
          g_autofree char *alias = unique_name (7, i * 10 + k);
          g_autofree char *word =
              unique_name (6, leads ? g_array_index (forms, guint, pick (self, 0, n_forms - 1))
                                    : pick (self, 0, n_words / 4));

          g_string_append_printf (text, "%s\"%s\":\"%s\"", comma (k), alias, word);
        }
      g_string_append (text, "}");
      append_usual (self, text, i);
      g_string_append (text, is_root ? "}" : "}\n");
    }
  g_string_append (text, is_root ? "}\n" : "");
  database_add_text (self->database, two[0]->several, text->str);
  if (leads)
    is_true (self, "%s%s{} -> %s%s{key}", in, names[0], in, names[1]);
}

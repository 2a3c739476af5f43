/* SPDX-License-Identifier: Apache-2.0 */

/* Makes databases that nobody tuned anything for: things of several languages, names in several
 * styles, keys of several types, references of all forms with some that lead nowhere, and much that
 * only looks like references: counts, ranks, states, years, points in time. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include "references-generator.h"

#include <string.h>

#define MAX_THINGS 7u
#define DANGLING 0.03
#define MISSING 0.1

typedef struct
{
  const char *one;
  const char *several;
} Noun;

/* Words of several parts have a blank between. */
static const Noun nouns[] = {
  { "vessel", "vessels" },
  { "harbour", "harbours" },
  { "cargo item", "cargo items" },
  { "shipment", "shipments" },
  { "warehouse", "warehouses" },
  { "policy", "policies" },
  { "claim", "claims" },
  { "clinic", "clinics" },
  { "patient", "patients" },
  { "visit", "visits" },
  { "ward", "wards" },
  { "branch", "branches" },
  { "loan", "loans" },
  { "borrower", "borrowers" },
  { "recipe", "recipes" },
  { "ingredient", "ingredients" },
  { "menu", "menus" },
  { "course", "courses" },
  { "lecturer", "lecturers" },
  { "campus", "campuses" },
  { "match", "matches" },
  { "stadium", "stadiums" },
  { "league", "leagues" },
  { "device", "devices" },
  { "reading", "readings" },
  { "gateway", "gateways" },
  { "playlist", "playlists" },
  { "track", "tracks" },
  { "artist", "artists" },
  { "invoice line", "invoice lines" },
  { "tax rate", "tax rates" },
  { "contract", "contracts" },
  { "box", "boxes" },
  { "child", "children" },
  { "person", "people" },
  { "category", "categories" },
  { "Kunde", "Kunden" },
  { "Bestellung", "Bestellungen" },
  { "Haus", "Häuser" },
  { "Buch", "Bücher" },
  { "Firma", "Firmen" },
  { "Rechnung", "Rechnungen" },
  { "Lieferant", "Lieferanten" },
  { "Projekt", "Projekte" },
  { "Konto", "Konten" },
  { "cheval", "chevaux" },
  { "facture", "factures" },
  { "bateau", "bateaux" },
  { "fournisseur", "fournisseurs" },
  { "journal", "journaux" },
  { "commande", "commandes" },
  { "pedido", "pedidos" },
  { "ciudad", "ciudades" },
  { "camión", "camiones" },
};

static const char *const qualifiers[] = {
  "home", "billing", "primary", "last", "origin", "backup"
};
static const char *const prefixes[] = { "cus", "ord", "itm", "acc", "evt", "loc", "prt" };
static const char *const states[] = { "new", "open", "done", "failed" };
static const char *const parents[] = { "parent", "parent_id", "parentId" };

typedef enum
{
  STYLE_SNAKE,
  STYLE_CAMEL,
  STYLE_PASCAL,
  STYLE_JOINED,
  N_STYLES,
} Style;

typedef struct
{
  const Noun *noun;
  char *collection;
  guint documents;
  guint offset;
  GString *text;
} Thing;

typedef enum
{
  FORM_SCALAR,
  FORM_QUALIFIED,
  FORM_OBJECT,
  FORM_LIST,
  FORM_LINES,
  N_FORMS,
} Form;

typedef struct
{
  guint from;
  guint to;
  Form form;
  char *name;
  gboolean dangles;
  gboolean missing;
} Link;

typedef struct
{
  GRand *random;
  GeneratedKeys keys;
  Style style;
  Thing things[MAX_THINGS];
  guint n_things;
} Generator;

/* Joins words in the style of the database. */
static char *
name_of (Generator *self, const char *words)
{
  g_auto (GStrv) parts = g_strsplit (words, " ", -1);
  GString *name = g_string_new (NULL);

  for (guint i = 0; parts[i] != NULL; i++)
    {
      g_autofree char *low = g_utf8_strdown (parts[i], -1);
      const char *rest = g_utf8_next_char (low);
      g_autofree char *first = g_strndup (low, (gsize)(rest - low));
      g_autofree char *capital = g_utf8_strup (first, -1);

      if (self->style == STYLE_SNAKE && i > 0)
        g_string_append_c (name, '_');
      if (self->style == STYLE_PASCAL || (self->style == STYLE_CAMEL && i > 0))
        g_string_append_printf (name, "%s%s", capital, rest);
      else
        g_string_append (name, low);
    }
  return g_string_free (name, FALSE);
}

static char *
name_of_two (Generator *self, const char *first, const char *second)
{
  g_autofree char *words = g_strconcat (first, " ", second, NULL);

  return name_of (self, words);
}

static guint64
scramble (guint64 value)
{
  value = (value ^ (value >> 30)) * G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
  value = (value ^ (value >> 27)) * G_GUINT64_CONSTANT (0x94d049bb133111eb);
  return value ^ (value >> 31);
}

/* The key of a document as it stands there, or as others refer to it. */
static void
append_key (Generator *self, GString *text, guint thing, guint number, gboolean refers)
{
  guint64 mixed = scramble (((guint64)thing + 1) << 32 | (number + 1));
  guint64 more = scramble (mixed);

  switch (self->keys)
    {
    case GENERATED_SPARSE:
      g_string_append_printf (text, "%u", (guint)(100000 + mixed % 9000000));
      break;
    case GENERATED_OBJECT_ID:
      g_string_append_printf (text, "{\"$oid\":\"%016" G_GINT64_MODIFIER "x%08x\"}", mixed,
                              (guint)more);
      break;
    case GENERATED_HEX:
      g_string_append_printf (text,
                              refers ? "\"%016" G_GINT64_MODIFIER "x%08x\""
                                     : "{\"$oid\":\"%016" G_GINT64_MODIFIER "x%08x\"}",
                              mixed, (guint)more);
      break;
    case GENERATED_UUID:
      {
        g_autofree char *uuid = g_strdup_printf (
            "%08x-%04x-4%03x-8%03x-%012" G_GINT64_MODIFIER "x", (guint)(mixed >> 32),
            (guint)(mixed >> 16 & 0xffff), (guint)(mixed & 0xfff), (guint)(more >> 48 & 0xfff),
            more & G_GUINT64_CONSTANT (0xffffffffffff));

        g_string_append_printf (text, refers ? "\"%s\"" : "{\"$uuid\":\"%s\"}", uuid);
        break;
      }
    case GENERATED_PREFIXED:
      g_string_append_printf (text, "\"%s_%012" G_GINT64_MODIFIER "x\"",
                              prefixes[thing % G_N_ELEMENTS (prefixes)],
                              mixed & G_GUINT64_CONSTANT (0xffffffffffff));
      break;
    case GENERATED_DOUBLE:
      g_string_append_printf (text, refers ? "%u.0" : "%u", number + 1);
      break;
    case GENERATED_DENSE:
    default:
      g_string_append_printf (text, "%u", number + 1);
      break;
    }
}

static void
append_reference (Generator *self, GString *text, const Link *link)
{
  const Thing *to = &self->things[link->to];
  guint number = (guint)g_rand_int_range (self->random, 0, (gint32)to->documents);

  if (link->dangles && g_rand_double (self->random) < DANGLING)
    number += to->documents;
  append_key (self, text, link->to, number, TRUE);
}

static void
append_link (Generator *self, GString *text, const Link *link)
{
  guint n;

  if (link->missing && g_rand_double (self->random) < MISSING)
    {
      if (g_rand_boolean (self->random) && link->form != FORM_LINES)
        g_string_append_printf (text, ",\"%s\":null", link->name);
      return;
    }
  switch (link->form)
    {
    case FORM_OBJECT:
      g_string_append_printf (text, ",\"%s\":{\"id\":", link->name);
      append_reference (self, text, link);
      g_string_append_printf (text, ",\"note\":\"n%d\"}", g_rand_int_range (self->random, 0, 999));
      break;
    case FORM_LIST:
      n = (guint)g_rand_int_range (self->random, 0, 5);
      g_string_append_printf (text, ",\"%s\":[", link->name);
      for (guint i = 0; i < n; i++)
        {
          g_string_append (text, i > 0 ? "," : "");
          append_reference (self, text, link);
        }
      g_string_append_c (text, ']');
      break;
    case FORM_LINES:
      n = (guint)g_rand_int_range (self->random, 1, 4);
      g_string_append (text, ",\"details\":[");
      for (guint i = 0; i < n; i++)
        {
          g_string_append_printf (text, "%s{\"%s\":", i > 0 ? "," : "", link->name);
          append_reference (self, text, link);
          g_string_append_printf (text, ",\"amount\":%d}", g_rand_int_range (self->random, 1, 9));
        }
      g_string_append_c (text, ']');
      break;
    case FORM_SCALAR:
    case FORM_QUALIFIED:
    case N_FORMS:
    default:
      g_string_append_printf (text, ",\"%s\":", link->name);
      append_reference (self, text, link);
      break;
    }
}

/* Fields of small numbers and the like, some of them called nearly as collections are. */
static void
append_decoys (Generator *self, Thing *thing, guint number, guint lure)
{
  GString *text = thing->text;
  const Noun *noun = self->things[lure].noun;
  g_autofree char *count = name_of_two (self, noun->one, "count");
  g_autofree char *created = name_of (self, "created at");
  g_autofree char *total = name_of (self, self->things[lure].noun->several);

  g_string_append_printf (
      text, ",\"rank\":%u,\"status\":%d,\"state\":\"%s\",\"level\":%d,\"%s\":%d,\"year\":%d",
      thing->documents - number, g_rand_int_range (self->random, 0, 5),
      states[g_rand_int_range (self->random, 0, 4)], g_rand_int_range (self->random, 1, 11), count,
      g_rand_int_range (self->random, 0, 40), g_rand_int_range (self->random, 1990, 2024));
  g_string_append_printf (text, ",\"%s\":%u,\"price\":%d.%02d,\"active\":%s", created,
                          1600000000u + (guint)g_rand_int_range (self->random, 0, 90000000),
                          g_rand_int_range (self->random, 1, 400),
                          g_rand_int_range (self->random, 0, 100),
                          g_rand_boolean (self->random) ? "true" : "false");
  /* How many there are, not which. */
  if (lure % 2 == 0 && strchr (noun->one, ' ') == NULL && !g_str_equal (noun->one, noun->several) &&
      lure != (guint)(thing - self->things))
    g_string_append_printf (text, ",\"stats\":{\"%s\":%d}", total,
                            g_rand_int_range (self->random, 1, 30));
  g_string_append_printf (text, ",\"label\":\"%s %u\"", noun->one,
                          (guint)g_rand_int_range (self->random, 0, 5000));
}

static void
choose_things (Generator *self)
{
  const guint n_nouns = G_N_ELEMENTS (nouns);
  gboolean taken[G_N_ELEMENTS (nouns)] = { FALSE };
  g_autofree char *prefix = NULL;

  if (g_rand_int_range (self->random, 0, 4) == 0)
    prefix = g_strdup ("shop");
  self->n_things = (guint)g_rand_int_range (self->random, 4, MAX_THINGS + 1);
  for (guint i = 0; i < self->n_things; i++)
    {
      Thing *thing = &self->things[i];
      guint noun;

      do
        noun = (guint)g_rand_int_range (self->random, 0, (gint32)n_nouns);
      while (taken[noun]);
      taken[noun] = TRUE;
      thing->noun = &nouns[noun];
      thing->documents = (guint)g_rand_int_range (self->random, 20, 400);
      thing->collection = prefix != NULL ? name_of_two (self, prefix, thing->noun->several)
                                         : name_of (self, thing->noun->several);
      thing->text = g_string_new (NULL);
    }
}

static char *
name_link (Generator *self, const Link *link)
{
  const Noun *noun = self->things[link->to].noun;
  g_autofree char *words = NULL;

  switch (link->form)
    {
    case FORM_QUALIFIED:
      words = g_strdup_printf (
          "%s %s id", qualifiers[g_rand_int_range (self->random, 0, G_N_ELEMENTS (qualifiers))],
          noun->one);
      break;
    case FORM_OBJECT:
      words = g_strdup (noun->one);
      break;
    case FORM_LIST:
      words = g_rand_boolean (self->random) ? g_strdup (noun->several)
                                            : g_strconcat (noun->one, " ids", NULL);
      break;
    case FORM_SCALAR:
    case FORM_LINES:
    case N_FORMS:
    default:
      words = g_strconcat (noun->one, " id", NULL);
      break;
    }
  return name_of (self, words);
}

static char *
describe_link (Generator *self, const Link *link)
{
  g_autofree char *from = NULL;

  switch (link->form)
    {
    case FORM_OBJECT:
      from = g_strdup_printf ("%s.%s.id", self->things[link->from].collection, link->name);
      break;
    case FORM_LIST:
      from = g_strdup_printf ("%s.%s[]", self->things[link->from].collection, link->name);
      break;
    case FORM_LINES:
      from = g_strdup_printf ("%s.details[].%s", self->things[link->from].collection, link->name);
      break;
    case FORM_SCALAR:
    case FORM_QUALIFIED:
    case N_FORMS:
    default:
      from = g_strdup_printf ("%s.%s", self->things[link->from].collection, link->name);
      break;
    }
  return g_strdup_printf ("%s -> %s._id", from, self->things[link->to].collection);
}

static void
link_free (gpointer data)
{
  Link *link = data;

  g_free (link->name);
  g_free (link);
}

static gboolean
has_link_named (GPtrArray *links, guint from, const char *name)
{
  for (guint i = 0; i < links->len; i++)
    {
      const Link *link = g_ptr_array_index (links, i);

      if (link->from == from && g_str_equal (link->name, name))
        return TRUE;
    }
  return FALSE;
}

static void
choose_links (Generator *self, GPtrArray *links)
{
  for (guint from = 0; from < self->n_things; from++)
    {
      guint n = (guint)g_rand_int_range (self->random, 0, 4);
      gboolean has_lines = FALSE;

      for (guint i = 0; i < n; i++)
        {
          Link *link = g_new0 (Link, 1);

          link->from = from;
          link->to = (guint)g_rand_int_range (self->random, 0, (gint32)self->n_things);
          link->form = (Form)g_rand_int_range (self->random, 0, N_FORMS);
          link->dangles = g_rand_int_range (self->random, 0, 3) == 0;
          link->missing = g_rand_int_range (self->random, 0, 3) == 0;
          link->name =
              link->to == from
                  ? g_strdup (parents[g_rand_int_range (self->random, 0, G_N_ELEMENTS (parents))])
                  : name_link (self, link);
          if (link->to == from)
            link->form = FORM_SCALAR;
          if (has_link_named (links, from, link->name) || (link->form == FORM_LINES && has_lines))
            {
              link_free (link);
              continue;
            }
          has_lines = has_lines || link->form == FORM_LINES;
          g_ptr_array_add (links, link);
        }
    }
}

/* Adds collections to the database. Returns the references that are in them, written as those that
 * are found. */
GHashTable *
generate_database (Database *database, guint32 seed, GeneratedKeys keys)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  g_autoptr (GPtrArray) links = g_ptr_array_new_with_free_func (link_free);
  GHashTable *truth = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  Generator self = { .random = random, .keys = keys };

  self.style = (Style)g_rand_int_range (random, 0, N_STYLES);
  choose_things (&self);
  choose_links (&self, links);
  for (guint i = 0; i < self.n_things; i++)
    {
      Thing *thing = &self.things[i];

      for (guint number = 0; number < thing->documents; number++)
        {
          g_string_append (thing->text, "{\"_id\":");
          append_key (&self, thing->text, i, number, FALSE);
          for (guint k = 0; k < links->len; k++)
            {
              const Link *link = g_ptr_array_index (links, k);

              if (link->from == i)
                append_link (&self, thing->text, link);
            }
          append_decoys (&self, thing, number, (i + 1) % self.n_things);
          g_string_append (thing->text, "}\n");
        }
      database_add_text (database, thing->collection, thing->text->str);
    }
  for (guint k = 0; k < links->len; k++)
    g_hash_table_add (truth, describe_link (&self, g_ptr_array_index (links, k)));
  for (guint i = 0; i < self.n_things; i++)
    {
      g_free (self.things[i].collection);
      g_string_free (self.things[i].text, TRUE);
    }
  return truth;
}

/* SPDX-License-Identifier: Apache-2.0 */

/* Families of small databases: each has one form of reference that is easily missed, and in every
 * other case a twin that looks the same and is none. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include "references-families.h"

#include <string.h>

static const Noun nouns[] = {
  { "pilot", "pilots" },         { "orchard", "orchards" }, { "museum", "museums" },
  { "exhibit", "exhibits" },     { "ferry", "ferries" },    { "glacier", "glaciers" },
  { "tenant", "tenants" },       { "parcel", "parcels" },   { "choir", "choirs" },
  { "beekeeper", "beekeepers" }, { "quarry", "quarries" },  { "library", "libraries" },
  { "printer", "printers" },     { "studio", "studios" },   { "season", "seasons" },
  { "mission", "missions" },     { "crew", "crews" },       { "garden", "gardens" },
};

static const char *const first_parts[] = { "Al", "Ber", "Cor", "Dun", "El",  "Fal", "Gor", "Hu",
                                           "Il", "Jas", "Kor", "Lun", "Mar", "Nor", "Ost", "Per" };
static const char *const last_parts[] = { "dan",  "mir",  "vale", "stone", "wick", "ford", "by",
                                          "holm", "sund", "ton",  "ria",   "gast", "heim", "lund" };

static guint64
scramble (guint64 value)
{
  value = (value ^ (value >> 30)) * G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
  value = (value ^ (value >> 27)) * G_GUINT64_CONSTANT (0x94d049bb133111eb);
  return value ^ (value >> 31);
}

guint
pick (FamilyCase *self, guint from, guint to)
{
  return (guint)g_rand_int_range (self->random, (gint32)from, (gint32)to + 1);
}

gboolean
chance (FamilyCase *self, guint percent)
{
  return pick (self, 1, 100) <= percent;
}

/* Nouns that differ. */
void
pick_nouns (FamilyCase *self, const Noun **chosen, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      gboolean again;

      do
        {
          again = FALSE;
          chosen[i] = &PICK_OF (self, nouns);
          for (guint k = 0; k < i; k++)
            again = again || chosen[k] == chosen[i];
        }
      while (again);
    }
}

/* The text of a key, without what marks its type. */
char *
key_text (KeyKind kind, guint salt, guint number)
{
  guint64 mixed = scramble (((guint64)salt + 1) << 32 | (number + 1));
  guint64 more = scramble (mixed);
  char *text;

  switch (kind)
    {
    case KEY_OBJECT_ID:
      return g_strdup_printf ("%016" G_GINT64_MODIFIER "x%08x", mixed, (guint)more);
    case KEY_UUID:
    case KEY_UUID_CAPITALS:
      text =
          g_strdup_printf ("%08x-%04x-4%03x-8%03x-%012" G_GINT64_MODIFIER "x", (guint)(mixed >> 32),
                           (guint)(mixed >> 16 & 0xffff), (guint)(mixed & 0xfff),
                           (guint)(more >> 48 & 0xfff), more & G_GUINT64_CONSTANT (0xffffffffffff));
      if (kind == KEY_UUID_CAPITALS)
        for (char *at = text; *at != '\0'; at++)
          *at = g_ascii_toupper (*at);
      return text;
    case KEY_SPARSE:
      return g_strdup_printf ("%u", (guint)(100000 + mixed % 9000000));
    case KEY_SERIAL:
      return g_strdup_printf ("%c%c-%05u", 'A' + salt % 26, 'A' + salt / 3 % 26, number * 3 + 11);
    case KEY_DENSE:
    case N_KEYS:
    default:
      return g_strdup_printf ("%u", number + 1);
    }
}

void
append_key (GString *text, KeyKind kind, guint salt, guint number)
{
  g_autofree char *key = key_text (kind, salt, number);

  if (kind == KEY_OBJECT_ID)
    g_string_append_printf (text, "{\"$oid\":\"%s\"}", key);
  else if (kind == KEY_UUID)
    g_string_append_printf (text, "{\"$uuid\":\"%s\"}", key);
  else if (kind == KEY_DENSE || kind == KEY_SPARSE)
    g_string_append (text, key);
  else
    g_string_append_printf (text, "\"%s\"", key);
}

/* A name of a thing; nearly all are different. */
char *
thing_name (guint salt, guint number)
{
  guint64 mixed = scramble ((guint64)salt << 40 | number);

  return g_strdup_printf ("%s%s %s%s", first_parts[mixed % G_N_ELEMENTS (first_parts)],
                          last_parts[mixed / 16 % G_N_ELEMENTS (last_parts)],
                          first_parts[mixed / 256 % G_N_ELEMENTS (first_parts)],
                          last_parts[mixed / 4096 % G_N_ELEMENTS (last_parts)]);
}

/* The name of a thing, unlike all others. */
char *
unique_name (guint salt, guint number)
{
  g_autofree char *name = thing_name (salt, number);

  return g_strdup_printf ("%s %c%c%c", name, 'A' + number / 676 % 26, 'a' + number / 26 % 26,
                          'a' + number % 26);
}

/* A word of small letters, unlike all others of the same salt. */
char *
slug_text (guint salt, guint number)
{
  static const char *const syllables[] = { "ba", "ke", "li", "mo", "nu", "ra", "se", "ti",
                                           "vo", "du", "fa", "ge", "hi", "jo", "pu", "za" };
  const guint64 mixed = scramble ((guint64)salt << 40 | 77);
  /* Each number has a word, as an odd factor goes through all of them. */
  guint64 at = ((guint64)number * 2654435761u + mixed) % (1u << 16);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < 4; i++, at /= 16)
    g_string_append (text, syllables[at % 16]);
  return g_string_free (text, FALSE);
}

/* Different codes of @length capitals, of all the room there is the share that a list of them has.
 */
char *
code_text (guint salt, guint length, guint number)
{
  char *text = g_new0 (char, length + 1);
  guint64 room = 1, at;

  for (guint i = 0; i < length; i++)
    room *= 26;
  /* A step that has no factor in common with the room goes through all of it. */
  at = ((guint64)number * 15 * 7 * 11 * 1009 + salt * 7919u) % room;
  for (guint i = 0; i < length; i++, at /= 26)
    text[i] = (char)('A' + at % 26);
  return text;
}

void
is_true (FamilyCase *self, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  g_hash_table_add (self->truth, g_strdup_vprintf (format, args));
  va_end (args);
}

/* The second of two collections, with fields that refer to the first, if they lead there. */
void
add_referring (FamilyCase *self,
               const Noun **two,
               const GString *text,
               const char *field,
               gboolean is_list,
               gboolean leads)
{
  database_add_text (self->database, two[1]->several, text->str);
  if (leads)
    is_true (self, "%s.%s%s -> %s._id", two[1]->several, field, is_list ? "[]" : "",
             two[0]->several);
}

void
is_either (FamilyCase *self, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  g_hash_table_add (self->either, g_strdup_vprintf (format, args));
  va_end (args);
}

/* What every document has, and no reference is. */
void
append_usual (FamilyCase *self, GString *text, guint number)
{
  static const char *const states[] = { "new", "open", "done", "failed" };

  g_string_append_printf (text, ",\"level\":%u,\"state\":\"%s\",\"year\":%u,\"amount\":%u.%02u",
                          pick (self, 0, 9), PICK_OF (self, states), pick (self, 1990, 2024),
                          pick (self, 1, 400), pick (self, 0, 99));
  if (number % 3 != 0)
    g_string_append_printf (text, ",\"count\":%u", pick (self, 0, 40));
}

void
add_things (FamilyCase *self, const char *name, KeyKind kind, guint salt, guint n)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *called = thing_name (salt, i);

      g_string_append (text, "{\"_id\":");
      append_key (text, kind, salt, i);
      g_string_append_printf (text, ",\"name\":\"%s\"", called);
      append_usual (self, text, i);
      g_string_append (text, "}\n");
    }
  database_add_text (self->database, name, text->str);
}

/* One field of a mixed database that refers. */
typedef struct
{
  guint from;
  guint to;
  char *name;
  guint dangling; /* percent */
  guint missing;
  guint first;
  guint different;
  gboolean has_copy;
} MixedLink;

static const char *const words[] = {
  "amber", "birch", "cedar", "delta", "ember", "fjord", "grove",  "heath", "islet", "jetty",
  "knoll", "lemon", "maple", "north", "ocean", "pearl", "quartz", "river", "slate", "tulip",
};

static char *
name_mixed_link (FamilyCase *self, const Noun *to)
{
  static const char *const others[] = { "via", "source", "link", "main", "host", "x1", "assigned" };
  guint form = pick (self, 0, 9);

  if (form < 4)
    return g_strdup_printf ("%s_id", to->one);
  if (form < 6)
    return g_strdup (to->one);
  if (form < 7)
    return g_strdup_printf ("home_%s_id", to->one);
  if (form < 8)
    return g_strdup_printf ("%.4s_id", to->one);
  return g_strdup (PICK_OF (self, others));
}

/* What only looks like a reference, called nearly as one. */
static void
append_lures (FamilyCase *self, GString *text, guint salt, const Noun *lure, guint number)
{
  if (salt % 5 == 0)
    g_string_append_printf (text, ",\"%s_count\":%u", lure->one, pick (self, 0, 30));
  if (salt % 5 == 1)
    g_string_append_printf (text, ",\"%s\":%u", lure->several, pick (self, 1, 20));
  if (salt % 5 == 2)
    g_string_append_printf (text, ",\"position\":%u,\"%s_rank\":%u", number + 1, lure->one,
                            pick (self, 1, 60));
  if (salt % 5 == 3)
    g_string_append_printf (text, ",\"%s_size\":%u", lure->one, pick (self, 1, 12) * 100);
  if (salt % 7 < 4)
    g_string_append_printf (text, ",\"tone\":\"%s\",\"mood\":\"%s\"",
                            words[(number * 7 + salt) % G_N_ELEMENTS (words)],
                            PICK_OF (self, words));
  if (salt % 7 > 2)
    {
      g_string_append (text, ",\"external_id\":");
      append_key (text, KEY_SPARSE, 90, salt % 2 == 0 ? number : pick (self, 0, 60));
    }
  g_string_append_printf (text, ",\"zip\":\"%05u\",\"share\":%u", pick (self, 1, 200) * 7 + 10000,
                          pick (self, 0, 100));
}

static void
make_mixed (FamilyCase *self)
{
  const Noun *things[4];
  KeyKind kinds[4];
  guint n[4], n_links = pick (self, 1, 4);
  MixedLink links[4] = { { 0 } };
  static const KeyKind keys[] = { KEY_OBJECT_ID, KEY_OBJECT_ID, KEY_DENSE, KEY_DENSE,
                                  KEY_DENSE,     KEY_SPARSE,    KEY_SERIAL };

  pick_nouns (self, things, 4);
  for (guint i = 0; i < 4; i++)
    {
      kinds[i] = PICK_OF (self, keys);
      n[i] = chance (self, 50) ? pick (self, 8, 40) : pick (self, 40, 250);
    }
  for (guint i = 0; i < n_links; i++)
    {
      MixedLink *link = &links[i];

      link->from = i;
      link->to = (i + pick (self, 1, 3)) % 4;
      link->name = name_mixed_link (self, things[link->to]);
      link->dangling = chance (self, 60)   ? 0
                       : chance (self, 50) ? pick (self, 1, 5)
                                           : pick (self, 10, 45);
      link->missing = chance (self, 70) ? 0 : pick (self, 5, 80);
      link->different = chance (self, 85) ? n[link->to] : MIN (n[link->to], pick (self, 1, 3));
      link->first = pick (self, 0, n[link->to] - link->different);
      link->has_copy = chance (self, 25);
    }
  for (guint i = 0; i < 4; i++)
    {
      g_autoptr (GString) text = g_string_new (NULL);
      const MixedLink *link = i < n_links ? &links[i] : NULL;
      guint salt = pick (self, 0, 999);

      for (guint k = 0; k < n[i]; k++)
        {
          g_autofree char *called = thing_name (i, k);

          g_string_append (text, "{\"_id\":");
          append_key (text, kinds[i], i, k);
          g_string_append_printf (text, ",\"name\":\"%s\"", called);
          if (link != NULL && !chance (self, link->missing))
            {
              guint which = link->first + pick (self, 0, link->different - 1);
              g_autofree char *copy = thing_name (link->to, which);

              g_string_append_printf (text, ",\"%s\":", link->name);
              append_key (text, kinds[link->to], link->to,
                          which + (chance (self, link->dangling) ? 3000 : 0));
              if (link->has_copy)
                g_string_append_printf (text, ",\"%s_name\":\"%s\"", link->name, copy);
            }
          append_lures (self, text, salt, things[(i + 1) % 4], k);
          append_usual (self, text, k);
          g_string_append (text, "}\n");
        }
      database_add_text (self->database, things[i]->several, text->str);
    }
  for (guint i = 0; i < n_links; i++)
    {
      gboolean says_nothing = (kinds[links[i].to] == KEY_DENSE ||
                               (kinds[links[i].to] != KEY_OBJECT_ID &&
                                (links[i].different <= 3 || n[i] < 20 || links[i].missing > 50))) &&
                              !links[i].has_copy &&
                              strstr (links[i].name, things[links[i].to]->one) == NULL &&
                              !g_str_has_suffix (links[i].name, "_id");

      /* Of small numbers, and of few texts, with another name nobody could tell. */
      if (says_nothing)
        is_either (self, "%s.%s -> %s._id", things[i]->several, links[i].name,
                   things[links[i].to]->several);
      else
        is_true (self, "%s.%s -> %s._id", things[i]->several, links[i].name,
                 things[links[i].to]->several);
      g_free (links[i].name);
    }
}

const Family families[] = {
  { "prefix", make_prefix, 0.95 },
  { "capitals", make_capitals, 0.95 },
  { "embedded-once", make_embedded_once, 0.95 },
  { "codes", make_codes, 0.95 },
  { "self", make_self, 0.95 },
  { "roles", make_roles, 0.95 },
  { "few", make_few, 0.95 },
  { "missing", make_missing, 0.95 },
  { "covered", make_covered, 0.95 },
  { "events", make_events, 0.95 },
  { "reference-as-key", make_reference_as_key, 0.95 },
  { "dates", make_dates, 0.95 },
  { "own-key", make_own_key, 0.95 },
  { "same-shape", make_same_shape, 0.95 },
  { "copied", make_copied, 0.95 },
  { "direction", make_direction, 0.95 },
  { "extension", make_extension, 0.95 },
  { "map-keys", make_map_keys, 0.95 },
  { "from-map-keys", make_from_map_keys, 0.95 },
  { "to-map-keys", make_to_map_keys, 0.95 },
  { "in-map-values", make_in_map_values, 0.95 },
  { "numbered-maps", make_numbered_maps, 0.95 },
  { "two-keys", make_two_keys, 0.95 },
  { "connection", make_connection, 0.95 },
  { "small-table", make_small_table, 0.95 },
  { "register", make_register, 0.95 },
  { "continued", make_continued, 0.95 },
  { "often", make_often, 0.95 },
  { "compound", make_compound, 0.95 },
  { "or-true", make_or_true, 0.95 },
  { "singular", make_singular, 0.95 },
  { "same-name", make_same_name, 0.95 },
  { "head", make_head, 0.95 },
  { "far", make_far, 0.95 },
  { "tables", make_tables, 0.95 },
  { "near-copy", make_near_copy, 0.95 },
  { "rare-fields", make_rare_fields, 0.95 },
  { "far-map", make_far_map, 0.95 },
  { "inner-ids", make_inner_ids, 0.95 },
  { "small-proof", make_small_proof, 0.95 },
  { "filled", make_filled, 0.95 },
  { "retired", make_retired, 0.95 },
  { "overlapping", make_overlapping, 0.95 },
  { "scope", make_scope, 0.95 },
  { "typed", make_typed, 0.95 },
  { "of-one-form", make_of_one_form, 0.95 },
  { "one-of-several", make_one_of_several, 0.95 },
  { "short-list", make_short_list, 0.95 },
  { "map-of-several", make_map_of_several, 0.95 },
  { "negative", make_negative, 0.95 },
  { "gone-copies", make_gone_copies, 0.95 },
  { "shared-keys", make_shared_keys, 0.95 },
  { "gone-ids", make_gone_ids, 0.95 },
  { "relations", make_relations, 0.95 },
  { "logins", make_logins, 0.95 },
  { "named-keys", make_named_keys, 0.95 },
  { "shared-names", make_shared_names, 0.95 },
  { "coded-ids", make_coded_ids, 0.95 },
  { "connected-roles", make_connected_roles, 0.95 },
  { "key-forms", make_key_forms, 0.95 },
  { "envelopes", make_envelopes, 0.95 },
  { "local-ids", make_local_ids, 0.95 },
  { "beside-key", make_beside_key, 0.95 },
  { "duplicate-key", make_duplicate_key, 0.95 },
  { "taken-name", make_taken_name, 0.95 },
  { "model-exports", make_model_exports, 0.95 },
  { "key-of-part", make_key_of_part, 0.95 },
  { "scrambled", make_scrambled, 0.95 },
  { "id-from-elsewhere", make_id_from_elsewhere, 0.95 },
  { "dotted-codes", make_dotted_codes, 0.95 },
  { "prefixed-scrambled", make_prefixed_scrambled, 0.95 },
  { "element-keys", make_element_keys, 0.95 },
  { "kind-ids", make_kind_ids, 0.95 },
  { "of-itself", make_of_itself, 0.95 },
  { "joined", make_joined, 0.95 },
  { "two-things", make_two_things, 0.95 },
  { "none-left", make_none_left, 0.95 },
  { "one-list", make_one_list, 0.95 },
  { "mostly-own", make_mostly_own, 0.95 },
  { "code-with-duplicates", make_code_with_duplicates, 0.95 },
  { "short-names", make_short_names, 0.95 },
  { "numbered", make_numbered, 0.95 },
  { "several-lists", make_several_lists, 0.95 },
  { "few-made-ids", make_few_made_ids, 0.95 },
  { "one-type", make_one_type, 0.95 },
  { "kind-and-id", make_kind_and_id, 0.95 },
  { "few-people", make_few_people, 0.95 },
  { "few-parents", make_few_parents, 0.95 },
  { "described-in-map", make_described_in_map, 0.95 },
  { "written-apart", make_written_apart, 0.95 },
  { "initials", make_initials, 0.95 },
  { "word-series", make_word_series, 0.95 },
  { "few-addresses", make_few_addresses, 0.95 },
  { "only-document", make_only_document, 0.95 },
  { "mostly-gone", make_mostly_gone, 0.95 },
  { "few-prefixed", make_few_prefixed, 0.95 },
  { "one-number", make_one_number, 0.95 },
  { "agents", make_agents, 0.95 },
  { "own-tables", make_own_tables, 0.95 },
  { "done-by", make_done_by, 0.95 },
  { "in-copy", make_in_copy, 0.95 },
  { "series", make_series, 0.95 },
  { "far-people", make_far_people, 0.95 },
  { "relational", make_relational, 0.9 },
  { "relational-unseen", make_relational_unseen, 0.9 },
  /* Here much is uncertain, which confidence is to say. */
  { "mixed", make_mixed, 0.95 },
  { "class-pointers", make_class_pointers, 0.95 },
  { "id-beside-login", make_id_beside_login, 0.95 },
  { "maps-by-code", make_maps_by_code, 0.95 },
  { "reactions", make_reactions, 0.95 },
  { "numbered-roles", make_numbered_roles, 0.95 },
  { "own-envelope", make_own_envelope, 0.95 },
  { "chains", make_chains, 0.95 },
  { "numbers-from-elsewhere", make_numbers_from_elsewhere, 0.95 },
  { "compound-numbers", make_compound_numbers, 0.95 },
  { "same-prefix", make_same_prefix, 0.95 },
  { "last-number", make_last_number, 0.95 },
  { "object-of-ids", make_object_of_ids, 0.95 },
  { "module-of-one", make_module_of_one, 0.95 },
  { "whole-range", make_whole_range, 0.95 },
  { "joined-tables", make_joined_tables, 0.95 },
  { "led-apart", make_led_apart, 0.95 },
  { "palette", make_palette, 0.95 },
  { "same-day", make_same_day, 0.95 },
  { "staff", make_staff, 0.95 },
  { "people-lists", make_people_lists, 0.95 },
  { "imported-tables", make_imported_tables, 0.95 },
  { "own-numbers", make_own_numbers, 0.95 },
  { "only-team", make_only_team, 0.95 },
  { "part-of-own", make_part_of_own, 0.95 },
  { "codes-in-role", make_codes_in_role, 0.95 },
  { "mixed-keys", make_mixed_keys, 0.95 },
  { "reported-list", make_reported_list, 0.95 },
  { "same-pictures", make_same_pictures, 0.95 },
  { "few-tokens", make_few_tokens, 0.95 },
  { "joined-codes", make_joined_codes, 0.95 },
  { "gone-under-id", make_gone_under_id, 0.95 },
  { "gone-numbers", make_gone_numbers, 0.95 },
  { "gone-beside-name", make_gone_beside_name, 0.95 },
  { "gone-roles", make_gone_roles, 0.95 },
};

const guint n_families = G_N_ELEMENTS (families);

/* Makes the case of a family that a seed stands for. */
FamilyCase *
family_case_new (const Family *family, guint32 seed)
{
  FamilyCase *self = g_new0 (FamilyCase, 1);

  self->random = g_rand_new_with_seed (seed);
  self->database = g_new0 (Database, 1);
  database_set_up (self->database, NULL);
  self->truth = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->either = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  family->make (self);
  return self;
}

void
family_case_free (FamilyCase *self)
{
  database_tear_down (self->database, NULL);
  g_free (self->database);
  g_hash_table_unref (self->truth);
  g_hash_table_unref (self->either);
  g_rand_free (self->random);
  g_free (self);
}

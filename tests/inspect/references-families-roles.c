/* SPDX-License-Identifier: Apache-2.0 */

/* Families of fields that say in which role something stands, and not what it is; each has a twin
 * with what is counted, ranked or measured. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include "references-families.h"

static void
append_number (GString *text, const char *name, gboolean is_there, guint number)
{
  if (is_there)
    g_string_append_printf (text, ",\"%s\":%u", name, number);
  else
    g_string_append_printf (text, ",\"%s\":\"\"", name);
}

/* Documents that say more of others, with numbers of those in a role: person_relations.father.
 * Those of the twin are as many as it has of them, or which place it has among them. */
void
make_relations (FamilyCase *self)
{
  static const char *const parts[] = { "_relations", "_links", "Family", "_details" };
  static const char *const leading[] = { "father", "mother",      "spouse",   "predecessor",
                                         "parent", "replaced_by", "original", "mentor" };
  static const char *const counting[] = { "children", "siblings", "friends",  "followers",
                                          "rank",     "age",      "variants", "level" };
  const guint n = pick (self, 40, 600), n_documents = pick (self, 30, 200);
  const gboolean leads = chance (self, 60);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *part = NULL;
  const char *names[2];
  const Noun *one;

  pick_nouns (self, &one, 1);
  add_things (self, one->several, KEY_DENSE, 1, n);
  part = g_strconcat (one->one, PICK_OF (self, parts), NULL);
  names[0] = leads ? leading[pick (self, 0, 3)] : counting[pick (self, 0, 3)];
  names[1] = leads ? leading[pick (self, 4, 7)] : counting[pick (self, 4, 7)];
  for (guint i = 0; i < n_documents; i++)
    {
      g_string_append (text, "{\"_id\":");
      append_key (text, KEY_OBJECT_ID, 2, i);
      g_string_append_printf (text, ",\"%s_id\":%u", one->one, pick (self, 1, n));
      for (guint k = 0; k < G_N_ELEMENTS (names); k++)
        append_number (text, names[k], chance (self, 60),
                       leads ? pick (self, 1, n) : pick (self, 1, MIN (n, 9)));
      g_string_append (text, "}\n");
    }
  database_add_text (self->database, part, text->str);
  is_true (self, "%s.%s_id -> %s._id", part, one->one, one->several);
  for (guint k = 0; leads && k < G_N_ELEMENTS (names); k++)
    is_true (self, "%s.%s -> %s._id", part, names[k], one->several);
}

/* People by what they sign in with, in a few documents, in a role that no list has; what the twin
 * says of each is something else. */
void
make_logins (FamilyCase *self)
{
  static const char *const keys[] = { "username", "userName", "login", "nickname", "screen_name" };
  static const char *const people[] = { "users", "members", "accounts", "players", "customers" };
  static const char *const leading[] = { "owner",    "renter", "lecturer", "tenant", "borrower",
                                         "reviewer", "broker", "trustee",  "author", "organist" };
  static const char *const others[] = { "planter", "container", "armor", "factor", "cluster" };
  const char *key = PICK_OF (self, keys), *list = PICK_OF (self, people), *field;
  const guint n = pick (self, 6, 40), different = pick (self, 3, 6);
  const gboolean leads = chance (self, 60);
  g_autoptr (GString) text = g_string_new (NULL);
  const Noun *one;

  pick_nouns (self, &one, 1);
  field = leads || chance (self, 50) ? PICK_OF (self, leading) : PICK_OF (self, others);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *login = slug_text (1, i);
      g_autofree char *name = thing_name (1, i);

      g_string_append (text, "{\"_id\":");
      append_key (text, KEY_OBJECT_ID, 1, i);
      g_string_append_printf (text, ",\"%s\":\"%s\",\"name\":\"%s\"", key, login, name);
      append_usual (self, text, i);
      g_string_append (text, "}\n");
    }
  database_add_text (self->database, list, text->str);
  g_string_truncate (text, 0);
  for (guint i = 0; i < pick (self, 12, 40); i++)
    {
      const guint which = i % different;
      /* Of the twin one is the same by chance. */
      g_autofree char *login = slug_text (leads || which == 0 ? 1 : 2, which);

      g_string_append (text, "{\"_id\":");
      append_key (text, KEY_OBJECT_ID, 2, i);
      g_string_append_printf (text, ",\"%s\":\"%s\"", field, login);
      append_usual (self, text, i);
      g_string_append (text, "}\n");
    }
  database_add_text (self->database, one->several, text->str);
  if (leads)
    is_true (self, "%s.%s -> %s.%s", one->several, field, list, key);
}

/* Things by their names, of which there are few: propertyName, or property, of properties, with a
 * few more of the same name elsewhere; those of the twin are names of others. Both begin at times
 * that are nobody's. */
void
make_named_keys (FamilyCase *self)
{
  static const char *const keys[][2] = { { "name", "Name" }, { "title", "Title" } };
  const guint n = pick (self, 8, 45), which = pick (self, 0, 1), n_documents = pick (self, 20, 60);
  const guint different = pick (self, 3, 12);
  const gboolean leads = chance (self, 60), is_called_so = chance (self, 40);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *field = NULL;
  const Noun *three[3];

  pick_nouns (self, three, 3);
  field =
      is_called_so ? g_strdup (three[0]->one) : g_strconcat (three[0]->one, keys[which][1], NULL);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *name = unique_name (1, i);

      g_string_append (text, "{\"_id\":");
      append_key (text, KEY_OBJECT_ID, 1, i);
      g_string_append_printf (text, ",\"%s\":\"%s\",\"opens\":\"%02u:%02u\"", keys[which][0], name,
                              7 + i / 6, i % 6 * 10);
      append_usual (self, text, i);
      g_string_append (text, "}\n");
    }
  database_add_text (self->database, three[0]->several, text->str);
  g_string_truncate (text, 0);
  for (guint i = 0; i < n_documents; i++)
    {
      g_autofree char *name = unique_name (leads ? 1 : 3, i % MIN (different, n));

      g_string_append (text, "{\"_id\":");
      append_key (text, KEY_OBJECT_ID, 2, i);
      g_string_append_printf (text, ",\"%s\":\"%s\",\"begins\":\"%02u:%02u\"", field, name,
                              7 + i % n / 6, i % n % 6 * 10);
      append_usual (self, text, i);
      g_string_append (text, "}\n");
    }
  database_add_text (self->database, three[1]->several, text->str);
  g_string_truncate (text, 0);
  for (guint i = 0; i < 4; i++)
    {
      g_autofree char *name = unique_name (leads ? 1 : 3, i % 2);

      g_string_append (text, "{\"_id\":");
      append_key (text, KEY_OBJECT_ID, 3, i);
      g_string_append_printf (text, ",\"%s\":\"%s\"}\n", field, name);
    }
  database_add_text (self->database, three[2]->several, text->str);
  if (!leads)
    return;
  is_true (self, "%s.%s -> %s.%s", three[1]->several, field, three[0]->several, keys[which][0]);
  /* Two names are too few where three or four others say the same. */
  (different >= 5 ? is_true : is_either) (self, "%s.%s -> %s.%s", three[2]->several, field,
                                          three[0]->several, keys[which][0]);
}

/* Many things by their names, a few of which are those of two: locality of localities, each in its
 * region. What the twin says is the name of something else, or half of them are there twice. */
void
make_shared_names (FamilyCase *self)
{
  static const char *const keys[] = { "name", "title", "label" };
  const char *key = PICK_OF (self, keys);
  const guint n = pick (self, 150, 500), n_shared = pick (self, 1, n / 80 + 1);
  const gboolean leads = chance (self, 60), is_other = leads || chance (self, 50);
  g_autoptr (GString) text = g_string_new (NULL);
  const Noun *two[2];

  pick_nouns (self, two, 2);
  for (guint i = 0; i < n; i++)
    {
      const guint n_same = is_other ? n_shared : n / 2;
      g_autofree char *name = unique_name (1, i < n_same ? n - 1 - i : i);

      g_string_append_printf (text, "{\"%s\":\"%s\"", key, name);
      append_usual (self, text, i);
      g_string_append (text, "}\n");
    }
  database_add_text (self->database, two[0]->several, text->str);
  g_string_truncate (text, 0);
  for (guint i = 0; i < n * 2; i++)
    {
      g_autofree char *name = unique_name (leads || !is_other ? 1 : 7, pick (self, n / 2, n - 1));

      g_string_append (text, "{\"_id\":");
      append_key (text, KEY_OBJECT_ID, 2, i);
      g_string_append_printf (text, ",\"%s\":\"%s\"", two[0]->one, name);
      append_usual (self, text, i);
      g_string_append (text, "}\n");
    }
  database_add_text (self->database, two[1]->several, text->str);
  if (leads)
    is_true (self, "%s.%s -> %s.%s", two[1]->several, two[0]->one, two[0]->several, key);
}

/* A few ids with letters and digits, called after nothing that is here; those of the twin are of
 * another system. */
void
make_coded_ids (FamilyCase *self)
{
  static const char *const sets[] = { "sv", "xy", "swsh", "bw", "dp" };
  static const char *const fields[] = { "productId", "articleId", "stockId", "goods_id",
                                        "thingId" };
  const char *set = PICK_OF (self, sets), *field = PICK_OF (self, fields);
  const guint n = pick (self, 30, 400), different = pick (self, 3, 6);
  const gboolean leads = chance (self, 60);
  g_autoptr (GString) text = g_string_new (NULL);
  const Noun *two[2];

  pick_nouns (self, two, 2);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *name = thing_name (1, i);

      g_string_append_printf (text, "{\"id\":\"%s%u-%u\",\"name\":\"%s\"", set, i % 9 + 1,
                              i * 7 / 9, name);
      append_usual (self, text, i);
      g_string_append (text, "}\n");
    }
  database_add_text (self->database, two[0]->several, text->str);
  g_string_assign (text, "{\"_id\":1,\"items\":[");
  for (guint i = 0; i < different; i++)
    {
      const guint number = leads ? i * 4 : n + 9 * i;

      g_string_append_printf (text, "%s{\"%s\":\"%s%u-%u\",\"quantity\":%u}", i > 0 ? "," : "",
                              field, set, number % 9 + 1, number * 7 / 9, pick (self, 1, 5));
    }
  g_string_append (text, "]}\n");
  database_add_text (self->database, two[1]->several, text->str);
  if (leads)
    is_true (self, "%s.items[].%s -> %s.id", two[1]->several, field, two[0]->several);
}

/* Numbers in collections of connections, in roles that nobody has listed, from the first of the
 * keys to the last; those of the twin say since when, how well, and how often. */
void
make_connected_roles (FamilyCase *self)
{
  static const char *const parts[] = { "_relationships", "Relations", "_links", "_ties" };
  static const char *const leading[] = { "overlord", "founder", "heir",   "rival",
                                         "keeper",   "herald",  "squire", "patron" };
  static const char *const others[] = {
    "since", "trust", "strength", "hits", "weight", "closeness"
  };
  const guint n = pick (self, 150, 3000), n_documents = pick (self, 120, 300);
  const gboolean leads = chance (self, 60);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *part = NULL;
  const char *names[2];
  const Noun *one;

  pick_nouns (self, &one, 1);
  add_things (self, one->several, KEY_DENSE, 1, n);
  part = g_strconcat (one->one, PICK_OF (self, parts), NULL);
  names[0] = leads ? leading[pick (self, 0, 3)] : others[pick (self, 0, 2)];
  names[1] = leads ? leading[pick (self, 4, 7)] : others[pick (self, 3, 5)];
  for (guint i = 0; i < n_documents; i++)
    {
      g_string_append (text, "{\"_id\":");
      append_key (text, KEY_OBJECT_ID, 2, i);
      g_string_append_printf (text, ",\"%s_id\":%u", one->one, pick (self, 1, n));
      append_number (text, names[0], TRUE, leads ? pick (self, 1, n) : pick (self, 0, 100));
      append_number (text, names[1], chance (self, 80),
                     leads ? pick (self, 1, n) : 1 + pick (self, 0, 40) * pick (self, 0, 40) / 40);
      g_string_append (text, "}\n");
    }
  database_add_text (self->database, part, text->str);
  is_true (self, "%s.%s_id -> %s._id", part, one->one, one->several);
  for (guint k = 0; leads && k < G_N_ELEMENTS (names); k++)
    is_true (self, "%s.%s -> %s._id", part, names[k], one->several);
}

/* A few texts in several parts, in a list of any name: shop/bakery. Those of the twin are others of
 * that form. */
void
make_key_forms (FamilyCase *self)
{
  static const char *const fields[] = { "trackers", "shown", "pins", "watched", "extras" };
  static const char signs[] = { '/', '.', '_', ':', '-' };
  const char *field = PICK_OF (self, fields);
  const char sign = PICK_OF (self, signs);
  const guint n = pick (self, 20, 300), different = pick (self, 3, 6);
  const gboolean leads = chance (self, 60);
  g_autoptr (GString) text = g_string_new (NULL);
  const Noun *two[2];

  pick_nouns (self, two, 2);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *kind = slug_text (7, i % 5), *own = slug_text (1, i);

      /* Of several lengths, as words are. */
      g_string_append_printf (text, "{\"id\":\"%.*s%c%s\"", 2 + (int)(i % 5), kind, sign, own);
      append_usual (self, text, i);
      g_string_append (text, "}\n");
    }
  database_add_text (self->database, two[0]->several, text->str);
  g_string_printf (text, "{\"_id\":1,\"%s\":[", field);
  for (guint i = 0; i < different; i++)
    {
      g_autofree char *kind = slug_text (7, i * 3 % 5);
      /* Of the twin one is the same. */
      g_autofree char *own = slug_text (leads || i == 0 ? 1 : 2, i * 3);

      g_string_append_printf (text, "%s\"%.*s%c%s\"", i > 0 ? "," : "", 2 + (int)(i * 3 % 5), kind,
                              sign, own);
    }
  g_string_append (text, "]}\n");
  database_add_text (self->database, two[1]->several, text->str);
  if (leads)
    is_true (self, "%s.%s[] -> %s.id", two[1]->several, field, two[0]->several);
}

/* Files of one document, with things in an envelope: data.entities[], and some that continue them;
 * those of the twin have keys of their own. */
void
make_envelopes (FamilyCase *self)
{
  static const char *const envelopes[] = { "data", "payload", "content", "response" };
  const char *envelope = PICK_OF (self, envelopes);
  const guint n = pick (self, 40, 200), n_others = pick (self, 20, 38);
  const gboolean leads = chance (self, 60);
  g_autoptr (GString) text = g_string_new (NULL);
  const Noun *two[2];

  pick_nouns (self, two, 2);
  g_string_printf (text, "{\"version\":1,\"%s\":{\"%s\":[", envelope, two[0]->several);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *key = slug_text (1, i), *name = unique_name (1, i);

      g_string_append_printf (text, "%s{\"unique_id\":\"%s\",\"name\":\"%s\"", i > 0 ? "," : "",
                              key, name);
      append_usual (self, text, i);
      g_string_append (text, "}");
    }
  g_string_append (text, "]}}\n");
  database_add_text (self->database, "registry", text->str);
  g_string_printf (text, "{\"version\":1,\"%s\":{\"%s\":[", envelope, two[1]->several);
  for (guint i = 0; i < n_others; i++)
    {
      g_autofree char *key = slug_text (leads ? 1 : 2, i * 3 % n);

      g_string_append_printf (text, "%s{\"via\":\"%s\"", i > 0 ? "," : "", key);
      append_usual (self, text, i);
      g_string_append (text, "}");
    }
  g_string_append (text, "]}}\n");
  database_add_text (self->database, "store", text->str);
  if (leads)
    is_true (self, "store.%s.%s[].via -> registry.%s.%s[].unique_id", envelope, two[1]->several,
             envelope, two[0]->several);
}

/* Who works there and whom they work for are both people, numbered from 1: what names a role of one
 * side is no number of the other. In the twin it counts something. */
void
make_staff (FamilyCase *self)
{
  static const char *const staff[] = { "employees", "staff", "workers" };
  static const char *const clients[] = { "customers", "clients", "guests", "patients" };
  static const char *const roles[] = { "support_rep_id", "salesRepId",  "clerk_id",
                                       "cashierId",      "operator_id", "technician_id" };
  static const char *const counts[] = { "visit_count", "rank", "score", "floor" };
  const char *of_staff = PICK_OF (self, staff), *of_clients = PICK_OF (self, clients);
  const gboolean leads = chance (self, 65);
  const char *field = leads ? PICK_OF (self, roles) : PICK_OF (self, counts);
  const guint n_staff = pick (self, 6, 12), n_clients = pick (self, 30, 90);
  const guint first = pick (self, 1, 3), last = MIN (first + pick (self, 2, 4), n_staff);
  g_autoptr (GString) text = g_string_new (NULL);

  add_things (self, of_staff, KEY_DENSE, 1, n_staff);
  for (guint i = 0; i < n_clients; i++)
    {
      g_string_append_printf (text, "{\"_id\":%u,\"%s\":%u", i + 1, field,
                              pick (self, first, last));
      append_usual (self, text, i);
      g_string_append (text, "}\n");
    }
  database_add_text (self->database, of_clients, text->str);
  if (leads)
    is_true (self, "%s.%s -> %s._id", of_clients, field, of_staff);
}

/* Lists of people in a role, by their short ids or their numbers. In the twin they are other words,
 * or numbers that count something. */
void
make_people_lists (FamilyCase *self)
{
  static const char *const roles[] = { "participants", "members", "attendees",
                                       "reviewers",    "authors", "organizers" };
  static const char *const others[] = { "scores", "lengths", "weights" };
  const gboolean leads = chance (self, 60), are_numbers = chance (self, 50);
  const char *field = leads || !are_numbers ? PICK_OF (self, roles) : PICK_OF (self, others);
  const guint n_users = pick (self, 12, 60), n = pick (self, 30, 80);
  g_autoptr (GString) text = g_string_new (NULL);
  const Noun *noun;

  for (guint i = 0; i < n_users; i++)
    {
      g_autofree char *slug = slug_text (3, i);

      if (are_numbers)
        g_string_append_printf (text, "{\"_id\":%u", i + 1);
      else
        g_string_append_printf (text, "{\"_id\":\"%s\"", slug);
      append_usual (self, text, i);
      g_string_append (text, "}\n");
    }
  database_add_text (self->database, "users", text->str);
  g_string_truncate (text, 0);
  pick_nouns (self, &noun, 1);
  for (guint i = 0; i < n; i++)
    {
      const guint n_in = pick (self, 1, 6);

      g_string_append (text, "{\"_id\":");
      append_key (text, KEY_OBJECT_ID, 2, i);
      g_string_append_printf (text, ",\"%s\":[", field);
      for (guint k = 0; k < n_in; k++)
        {
          const guint which = pick (self, 0, n_users - 1);
          g_autofree char *slug = slug_text (leads ? 3 : 14, which);

          if (are_numbers)
            g_string_append_printf (text, "%s%u", k > 0 ? "," : "",
                                    leads ? which + 1 : pick (self, 0, 100));
          else
            g_string_append_printf (text, "%s\"%s\"", k > 0 ? "," : "", slug);
        }
      g_string_append (text, "]");
      append_usual (self, text, i);
      g_string_append (text, "}\n");
    }
  database_add_text (self->database, noun->several, text->str);
  if (leads)
    is_true (self, "%s.%s[] -> users._id", noun->several, field);
}

/* SPDX-License-Identifier: Apache-2.0 */

/* The forms that references have, and what is told of them. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include "inspect/profile/squill-path-traits.h"
#include "inspect/reference/squill-reference.h"

#include "references-fixture.h"

#include <string.h>

/* An ObjectId of a thing of a kind; kinds never have one in common. */
#define OID "65a0%04x%016" G_GINT64_MODIFIER "x"

static void
append_oid (GString *text, guint kind, guint number)
{
  guint64 mixed = (number + 1) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);

  g_string_append_printf (text, "{\"$oid\":\"" OID "\"}", kind, mixed);
}

/* A collection of things that have nothing but an ObjectId and a name. */
static void
add_things (Database *database, const char *name, guint kind, guint count)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < count; i++)
    {
      g_string_append (text, "{\"_id\":");
      append_oid (text, kind, i);
      g_string_append_printf (text, ",\"name\":\"%s number %u\"}\n", name, i);
    }
  database_add_text (database, name, text->str);
}

/* A collection of things with dense numbers. */
static void
add_numbered (Database *database, const char *name, guint count)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 1; i <= count; i++)
    g_string_append_printf (text, "{\"_id\":%u,\"name\":\"%s number %u\"}\n", i, name, i);
  database_add_text (database, name, text->str);
}

/* What leads nowhere, and what nothing refers to, is named. */
static void
test_dangling (Database *database, gconstpointer data)
{
  g_autoptr (GString) text = g_string_new (NULL);
  const SquillReference *reference;

  add_numbered (database, "customers", 100);
  for (guint i = 1; i <= 97; i++)
    g_string_append_printf (text, "{\"_id\":\"o%u\",\"customer_id\":%u}\n", i, i);
  g_string_append (text, "{\"_id\":\"o98\",\"customer_id\":501}\n"
                         "{\"_id\":\"o99\",\"customer_id\":502}\n"
                         "{\"_id\":\"o100\",\"customer_id\":null}\n");
  database_add_text (database, "orders", text->str);
  database_find (database);
  database_assert_proposed (database, "orders.customer_id -> customers._id\n");
  reference = database_get (database, "orders.customer_id", "customers._id");
  g_assert_cmpuint (reference->references, ==, 99);
  g_assert_cmpuint (reference->dangling, ==, 2);
  g_assert_cmpuint (reference->orphans, ==, 3);
  g_assert_cmpuint (json_array_size (reference->dangling_values), ==, 2);
  g_assert_cmpint (json_integer_value (json_array_get (reference->dangling_values, 0)), ==, 501);
  g_assert_cmpuint (json_array_size (reference->orphan_values), ==, 3);
  g_assert_cmpuint (reference->per_key_min, ==, 0);
  g_assert_cmpuint (reference->per_holder_min, ==, 0);
  g_assert_cmpuint (reference->per_holder_max, ==, 1);
  g_assert_cmpfloat (reference->per_holder_mean, ==, 0.99);
  g_assert_true (database_has_evidence (reference, "2 dangling references: 501, 502"));
  g_assert_true (database_has_evidence (reference, "Nothing refers to 3 of the keys: 98, 99, 100"));
}

/* Of a file with several lists each is called by its name. */
static void
test_lists (Database *database, gconstpointer data)
{
  g_autoptr (GString) text = g_string_new ("{\"shelves\":[");
  const SquillReference *reference;

  for (guint i = 1; i <= 9; i++)
    g_string_append_printf (text, "%s{\"id\":%u}", i > 1 ? "," : "", i);
  g_string_append (text, "],\"books\":[");
  for (guint i = 1; i <= 20; i++)
    g_string_append_printf (text, "%s{\"id\":%u,\"shelfId\":%u}", i > 1 ? "," : "", i + 100,
                            i % 9 + 1);
  g_string_append (text, "]}\n");
  database_add_text (database, "db", text->str);
  database_find (database);
  database_assert_proposed (database, "db.books[].shelfId -> db.shelves[].id\n");
  reference = database_get (database, "db.books[].shelfId", "db.shelves[].id");
  g_assert_true (database_has_evidence (reference, "All 20 values are keys of shelves"));
  g_assert_true (database_has_evidence (reference, "The name shelfId fits shelves"));
}

/* Without a second reading there are no examples, and nothing fails. */
static void
test_not_again (Database *database, gconstpointer data)
{
  database->can_reopen = FALSE;
  add_numbered (database, "customers", 30);
  database_add_text (
      database, "orders",
      "{\"_id\":\"a\",\"customer_ids\":[1,1,2]}\n{\"_id\":\"b\",\"customer_ids\":[3]}\n"
      "{\"_id\":\"c\",\"customer_ids\":[]}\n");
  database_find (database);
  database_assert_proposed (database, "orders.customer_ids[] -> customers._id\n");
  g_assert_cmpuint (database->reopened, ==, 0);
  g_assert_false (database_get (database, "orders.customer_ids[]", "customers._id")->counted);
  g_assert_null (database_get (database, "orders.customer_ids[]", "customers._id")->orphan_values);
}

/* The same key twice in one document is one reference of it. */
static void
test_twice_in_one (Database *database, gconstpointer data)
{
  const SquillReference *reference;

  add_numbered (database, "customers", 30);
  database_add_text (
      database, "orders",
      "{\"_id\":\"a\",\"customer_ids\":[1,1,2]}\n{\"_id\":\"b\",\"customer_ids\":[3]}\n"
      "{\"_id\":\"c\",\"customer_ids\":[]}\n");
  database_find (database);
  reference = database_get (database, "orders.customer_ids[]", "customers._id");
  g_assert_true (reference->counted);
  g_assert_true (reference->is_list);
  g_assert_cmpuint (reference->references, ==, 4);
  g_assert_cmpuint (reference->per_holder_min, ==, 0);
  g_assert_cmpuint (reference->per_holder_max, ==, 2);
  g_assert_cmpfloat (reference->per_holder_mean, ==, 1);
  g_assert_cmpuint (reference->per_key_max, ==, 1);
}

static void
test_tree (Database *database, gconstpointer data)
{
  g_autoptr (GString) text = g_string_new ("{\"_id\":1,\"name\":\"root\",\"parent\":null}\n");
  const SquillReference *reference;

  for (guint i = 2; i <= 60; i++)
    g_string_append_printf (text, "{\"_id\":%u,\"name\":\"n%u\",\"parent\":%u,\"depth\":%u}\n", i,
                            i, i / 2, i % 7);
  database_add_text (database, "folders", text->str);
  database_find (database);
  database_assert_proposed (database, "folders.parent -> folders._id\n");
  reference = database_get (database, "folders.parent", "folders._id");
  g_assert_cmpuint (reference->traits, ==, SQUILL_REFERENCE_SELF);
  g_assert_cmpuint (reference->per_key_max, ==, 2);
}

/* An id of one of several collections, and beside it which. */
static void
test_polymorphic (Database *database, gconstpointer data)
{
  g_autoptr (GString) text = g_string_new (NULL);
  const SquillReference *reference;

  add_numbered (database, "posts", 40);
  add_numbered (database, "photos", 30);
  for (guint i = 0; i < 200; i++)
    g_string_append_printf (text,
                            "{\"_id\":\"c%u\",\"commentable_id\":%u,\"commentable_type\":\"%s\"}\n",
                            i, i % 30 + 1, i % 4 == 0 ? "Photo" : "Post");
  database_add_text (database, "comments", text->str);
  database_find (database);
  database_assert_proposed (database, "comments.commentable_id -> photos._id\n"
                                      "comments.commentable_id -> posts._id\n");
  reference = database_get (database, "comments.commentable_id", "photos._id");
  g_assert_cmpuint (reference->traits, ==, SQUILL_REFERENCE_POLYMORPHIC);
  g_assert_cmpstr (reference->when_value, ==, "Photo");
  g_assert_cmpuint (reference->references, ==, 50);
  g_assert_cmpfloat (reference->inclusion, ==, 1);
  g_assert_true (reference->exact);
  reference = database_get (database, "comments.commentable_id", "posts._id");
  g_assert_cmpuint (reference->references, ==, 150);
}

/* Nothing says to which, but no two collections have the same ids. */
static void
test_several (Database *database, gconstpointer data)
{
  g_autoptr (GString) text = g_string_new (NULL);

  add_things (database, "houses", 1, 50);
  add_things (database, "cars", 2, 50);
  add_things (database, "boats", 3, 50);
  for (guint i = 0; i < 120; i++)
    {
      g_string_append_printf (text, "{\"_id\":%u,\"insured\":", i);
      append_oid (text, i % 3 == 0 ? 1 : 2, i % 50);
      g_string_append (text, "}\n");
    }
  database_add_text (database, "contracts", text->str);
  database_find (database);
  database_assert_proposed (database,
                            "contracts.insured -> cars._id\ncontracts.insured -> houses._id\n");
  g_assert_cmpuint (database_get (database, "contracts.insured", "cars._id")->traits, ==,
                    SQUILL_REFERENCE_POLYMORPHIC);
}

static void
test_dbref (Database *database, gconstpointer data)
{
  g_autoptr (GString) text = g_string_new (NULL);
  const SquillReference *reference;

  add_things (database, "people", 1, 30);
  for (guint i = 0; i < 60; i++)
    {
      g_string_append_printf (text, "{\"_id\":%u,\"by\":{\"$ref\":\"people\",\"$id\":", i);
      append_oid (text, 1, i % 30);
      g_string_append (text, "}}\n");
    }
  database_add_text (database, "notes", text->str);
  database_find (database);
  database_assert_proposed (database, "notes.by.$id -> people._id\n");
  reference = database_get (database, "notes.by.$id", "people._id");
  g_assert_cmpuint (reference->traits, ==, SQUILL_REFERENCE_DBREF);
  g_assert_cmpfloat (reference->inclusion, ==, 1);
}

static void
test_prefix (Database *database, gconstpointer data)
{
  g_autoptr (GString) text = g_string_new (NULL);
  const SquillReference *reference;

  add_numbered (database, "users", 40);
  add_numbered (database, "teams", 40);
  for (guint i = 0; i < 90; i++)
    g_string_append_printf (text,
                            "{\"_id\":\"x%u\",\"subject\":\"%s:%u\",\"city\":\"New York-%u\"}\n", i,
                            i % 3 == 0 ? "team" : "user", i % 40 + 1, i);
  /* One that is not there any more. */
  g_string_append (text, "{\"_id\":\"y\",\"subject\":\"user:99\"}\n");
  database_add_text (database, "grants", text->str);
  database_find (database);
  database_assert_proposed (database, "grants.subject -> teams._id\ngrants.subject -> users._id\n");
  reference = database_get (database, "grants.subject", "users._id");
  g_assert_cmpstr (reference->prefix, ==, "user:");
  g_assert_cmpuint (reference->references, ==, 61);
  g_assert_cmpuint (reference->dangling, ==, 1);
  g_assert_cmpstr (json_string_value (json_array_get (reference->dangling_values, 0)), ==,
                   "user:99");
}

/* Keys of a map that are keys of documents. */
static void
test_map_keys (Database *database, gconstpointer data)
{
  g_autoptr (GString) text = g_string_new (NULL);

  add_things (database, "players", 1, 200);
  for (guint i = 0; i < 50; i++)
    {
      g_string_append_printf (text, "{\"_id\":%u,\"points\":{", i);
      for (guint k = 0; k < 4; k++)
        {
          guint64 mixed = (i * 4 + k + 1) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);

          g_string_append_printf (text, "%s\"" OID "\":%u", k > 0 ? "," : "", 1u, mixed, k);
        }
      g_string_append (text, "}}\n");
    }
  database_add_text (database, "games", text->str);
  database_find (database);
  database_assert_proposed (database, "games.points{key} -> players._id\n");
  g_assert_cmpuint (database_get (database, "games.points{key}", "players._id")->per_holder_max, ==,
                    4);
}

/* Two collections with the same keys are two parts of the same; some keys are not enough. */
static void
test_extension (Database *database, gconstpointer data)
{
  add_things (database, "users", 1, 50);
  add_things (database, "user_settings", 1, 50);
  add_things (database, "tokens", 1, 20);
  database_find (database);
  database_assert_proposed (database, "user_settings._id -> users._id\n");
  g_assert_cmpuint (database_get (database, "user_settings._id", "users._id")->traits, ==,
                    SQUILL_REFERENCE_EXTENSION);
}

/* A copied name that was changed since; a state that is the same by chance is no copy. */
static void
test_copies (Database *database, gconstpointer data)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GString) others = g_string_new (NULL);
  const SquillReference *reference;
  const SquillCopiedField *copy;
  json_t *json;

  for (guint i = 1; i <= 40; i++)
    g_string_append_printf (text,
                            "{\"_id\":%u,\"name\":\"customer %u\",\"state\":\"%s\",\"vip\":true}\n",
                            i, i, i % 2 == 0 ? "open" : "closed");
  for (guint i = 1; i <= 200; i++)
    g_string_append_printf (others,
                            "{\"_id\":\"o%u\",\"customer\":{\"id\":%u,\"name\":\"customer %u%s\"},"
                            "\"state\":\"%s\",\"vip\":true}\n",
                            i, i % 40 + 1, i % 40 + 1, i % 20 == 0 ? " (old)" : "",
                            i % 3 == 0 ? "open" : "closed");
  database_add_text (database, "customers", text->str);
  database_add_text (database, "orders", others->str);
  database_find (database);
  database_assert_proposed (database, "orders.customer.id -> customers._id\n");
  reference = database_get (database, "orders.customer.id", "customers._id");
  g_assert_cmpuint (reference->copies->len, ==, 1);
  copy = g_ptr_array_index (reference->copies, 0);
  g_assert_cmpstr (copy->to->name, ==, "name");
  g_assert_cmpuint (copy->equal, ==, 190);
  g_assert_cmpuint (copy->of, ==, 200);
  g_assert_true (
      database_has_evidence (reference, "name is a copy of name, the same in 190 of 200"));
  json = squill_reference_to_json (reference);
  g_assert_cmpstr (json_string_value (json_object_get (
                       json_array_get (json_object_get (json, "copies"), 0), "from")),
                   ==, "orders.customer.name");
  json_decref (json);
}

/* More values than samples keep: a second reading counts them all. */
static void
test_many (Database *database, gconstpointer data)
{
  g_autoptr (GString) text = g_string_new (NULL);
  const guint n = 300000;
  const SquillReference *reference;

  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "{\"_id\":%u}\n", i * 7);
  database_add_text (database, "events", text->str);
  g_string_truncate (text, 0);
  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "{\"_id\":\"a%u\",\"event_id\":%u}\n", i,
                            i % 1000 == 0 ? i * 7 + 1 : i * 7);
  database_add_text (database, "alarms", text->str);
  database_find (database);
  database_assert_proposed (database, "alarms.event_id -> events._id\n");
  reference = database_get (database, "alarms.event_id", "events._id");
  g_assert_true (reference->exact);
  g_assert_true (reference->counted);
  g_assert_cmpuint (reference->references, ==, n);
  g_assert_cmpuint (reference->dangling, ==, 300);
  g_assert_cmpuint (reference->orphans, ==, 300);
  g_assert_cmpuint (json_array_size (reference->dangling_values), ==, 5);
}

/* A number that is only called as a collection is rather a count; not where it meets each key. */
static void
test_covered (Database *database, gconstpointer data)
{
  g_autoptr (GString) sites = g_string_new (NULL);
  g_autoptr (GString) devices = g_string_new (NULL);

  for (guint i = 0; i < 40; i++)
    g_string_append_printf (sites, "{\"_id\":%u,\"name\":\"Site %u\"}\n", i, i);
  for (guint i = 0; i < 600; i++)
    {
      g_string_append (devices, "{\"_id\":");
      append_oid (devices, 1, i);
      g_string_append_printf (devices, ",\"site\":%u,\"sites\":%u}\n", i * 7 % 40, i % 30);
    }
  database_add_text (database, "sites", sites->str);
  database_add_text (database, "devices", devices->str);
  database_find (database);
  database_assert_proposed (database, "devices.site -> sites._id\n");
}

/* An e-mail address is a key, whatever it is called. */
static void
test_address (Database *database, gconstpointer data)
{
  g_autoptr (GString) customers = g_string_new (NULL);
  g_autoptr (GString) reviews = g_string_new (NULL);

  for (guint i = 0; i < 200; i++)
    {
      g_string_append (customers, "{\"_id\":");
      append_oid (customers, 1, i);
      g_string_append_printf (customers, ",\"email\":\"u%u@example.com\"}\n", i * 37);
    }
  for (guint i = 0; i < 300; i++)
    {
      g_string_append (reviews, "{\"_id\":");
      append_oid (reviews, 2, i);
      g_string_append_printf (reviews, ",\"user\":\"u%u@example.com\"}\n", i * 7 % 150 * 37);
    }
  database_add_text (database, "customers", customers->str);
  database_add_text (database, "reviews", reviews->str);
  database_find (database);
  database_assert_proposed (database, "reviews.user -> customers.email\n");
}

/* Where only some of the keys were read, only some of the values that are keys can be found. */
static void
test_sampled (Database *database, gconstpointer data)
{
  g_autoptr (GString) text = g_string_new (NULL);
  SquillCollectionProfile *customers;
  const SquillReference *reference;

  add_things (database, "customers", 1, 200);
  customers = g_ptr_array_index (database->collections, 0);
  customers->complete = FALSE;
  customers->total = 2000;
  for (guint i = 0; i < 1000; i++)
    {
      g_string_append_printf (text, "{\"_id\":%u,\"customer_id\":", i);
      append_oid (text, 1, (i * 7) % 2000);
      g_string_append (text, "}\n");
    }
  database_add_text (database, "orders", text->str);
  database_find (database);
  database_assert_proposed (database, "orders.customer_id -> customers._id\n");
  reference = database_get (database, "orders.customer_id", "customers._id");
  g_assert_false (reference->exact);
  g_assert_cmpfloat (squill_reference_get_likely_inclusion (reference), >, 0.9);
  g_assert_true (database_has_evidence (
      reference, "Only 200 documents of customers were read, so the numbers are estimates"));
}

/* Collections that were read in parts have the same references as a whole. */
static void
test_merged (Database *database, gconstpointer data)
{
  g_autoptr (GString) text = g_string_new (NULL);
  Database parts = { 0 };
  SquillCollectionProfile *first, *second;

  database_set_up (&parts, NULL);
  add_numbered (database, "customers", 50);
  add_numbered (&parts, "customers", 50);
  for (guint part = 0; part < 2; part++)
    {
      g_autoptr (GString) half = g_string_new (NULL);

      for (guint i = 0; i < 100; i++)
        g_string_append_printf (half, "{\"_id\":\"%u %u\",\"customerIds\":[%u,%u]}\n", part, i,
                                i % 50 + 1, (i * 3) % 60 + 1);
      g_string_append (text, half->str);
      database_add_part (&parts, part == 0 ? "orders" : "more", half->str);
    }
  database_add_text (database, "orders", text->str);
  second = g_ptr_array_steal_index (parts.collections, 2);
  first = g_ptr_array_index (parts.collections, 1);
  squill_collection_profile_merge (first, second);
  squill_collection_profile_finish (first);
  parts.can_reopen = database->can_reopen = FALSE;
  database_find (database);
  database_find (&parts);
  g_assert_cmpuint (database->references->len, ==, 1);
  g_assert_cmpuint (parts.references->len, ==, 1);
  {
    json_t *a = squill_reference_to_json (g_ptr_array_index (database->references, 0));
    json_t *b = squill_reference_to_json (g_ptr_array_index (parts.references, 0));

    g_assert_true (json_equal (a, b));
    json_decref (a);
    json_decref (b);
  }
  database_tear_down (&parts, NULL);
}

static char *
decide (Database *database, const SquillDecisions *decisions)
{
  g_clear_pointer (&database->references, g_ptr_array_unref);
  database->references = squill_references_decide (database->candidates, decisions);
  return database_list (database, TRUE);
}

/* What a person says goes, as often as they change their mind, and nothing is read for it. */
static void
test_decisions (Database *database, gconstpointer data)
{
  g_autoptr (SquillDecisions) decisions = squill_decisions_new ();
  g_autofree char *before = NULL;
  g_autofree char *rejected = NULL;
  g_autofree char *accepted = NULL;
  g_autofree char *after = NULL;
  guint reopened;

  add_numbered (database, "users", 40);
  add_numbered (database, "persons", 40);
  database_add_text (database, "notes",
                     "{\"_id\":\"a\",\"user_id\":1,\"person\":4}\n{\"_id\":\"b\",\"user_id\":2,"
                     "\"person\":5}\n{\"_id\":\"c\",\"user_id\":3,\"person\":6}\n");
  database_find (database);
  reopened = database->reopened;
  before = decide (database, decisions);
  g_assert_cmpstr (before, ==, "notes.user_id -> users._id\n");
  /* Ints that are called nothing but "person" are worth a look, not more. */
  database_assert_weak (database, "notes.person -> persons._id\n");

  squill_decisions_set_reference (decisions, "notes.user_id", "users._id",
                                  SQUILL_DECISION_REJECTED);
  rejected = decide (database, decisions);
  g_assert_null (strstr (rejected, "users._id"));

  squill_decisions_set_reference (decisions, "notes.person", "persons._id",
                                  SQUILL_DECISION_ACCEPTED);
  accepted = decide (database, decisions);
  g_assert_nonnull (strstr (accepted, "notes.person -> persons._id\n"));
  g_assert_cmpfloat (database_get (database, "notes.person", "persons._id")->confidence, ==, 1);

  squill_decisions_set_reference (decisions, "notes.person", "persons._id", SQUILL_DECISION_NONE);
  squill_decisions_set_reference (decisions, "notes.user_id", "users._id", SQUILL_DECISION_NONE);
  after = decide (database, decisions);
  g_assert_cmpstr (after, ==, before);
  g_assert_cmpuint (database->reopened, ==, reopened);
}

/* How often documents are read again for seconds that are all among the keys of songs. */
static guint
count_reopened (const char *mood)
{
  Database database = { 0 };
  g_autoptr (GString) text = g_string_new (NULL);

  database_set_up (&database, NULL);
  add_numbered (&database, "songs", 400);
  for (guint i = 0; i < 600; i++)
    g_string_append_printf (text, "{\"_id\":\"p%u\",\"seconds\":%u,\"mood\":\"%s\"}\n", i,
                            i * 7 % 300 + 1, i % 2 == 0 ? mood : "loud");
  database_add_text (&database, "plays", text->str);
  database_find (&database);
  database_tear_down (&database, NULL);
  return database.reopened;
}

/* Numbers that are all among dense keys tell nothing by their values: what stands beside them is
 * looked at only where a word there names what has the keys. */
static void
test_dense_without_words (Database *database, gconstpointer data)
{
  g_assert_cmpuint (count_reopened ("calm"), <, count_reopened ("song"));
}

/* Fields of numbers that lie inside every key, and are called like none. */
static void
test_silence (Database *database, gconstpointer data)
{
  g_autoptr (GString) text = g_string_new (NULL);

  add_numbered (database, "teams", 300);
  add_numbered (database, "orders", 300);
  for (guint i = 1; i <= 300; i++)
    g_string_append_printf (text,
                            "{\"_id\":%u,\"rank\":%u,\"order\":%u,\"teams\":%u,\"order_count\":%u,"
                            "\"status\":%u,\"teamSize\":%u,\"number\":%u,\"version\":1,"
                            "\"flags\":[1,2,3],\"created\":%u}\n",
                            i, 301 - i, i % 9 + 1, i % 5 + 1, i % 40, i % 4, i % 11 + 1, i,
                            1600000000 + i);
  database_add_text (database, "seasons", text->str);
  database_find (database);
  database_assert_proposed (database, "");
}

/* Ids of which only the range tells may be of any of several collections of one size. */
static void
test_sizes (Database *database, gconstpointer data)
{
  g_autoptr (GString) text = g_string_new (NULL);

  add_numbered (database, "glaciers", 100);
  add_numbered (database, "ferries", 100);
  add_numbered (database, "choirs", 100);
  for (guint i = 0; i < 300; i++)
    g_string_append_printf (text, "{\"_id\":\"n%u\",\"zone_id\":%u}\n", i * 7,
                            i == 0 ? 100 : i * 37 % 70 + 1);
  database_add_text (database, "notes", text->str);
  database_find (database);
  database_assert_proposed (database, "");
}

/* What speaks for a reference is said as it is: not that a name fits that does not. */
static void
test_connection (Database *database, gconstpointer data)
{
  g_autoptr (GString) stops = g_string_new (NULL);
  g_autoptr (GString) rides = g_string_new (NULL);
  g_autoptr (GString) notes = g_string_new (NULL);

  for (guint i = 0; i < 120; i++)
    {
      g_string_append_printf (stops, "{\"_id\":\"%c%c%c\",\"level\":%u}\n", 'A' + (int)(i % 26),
                              'A' + (int)(i / 26), 'A' + (int)(i * 7 % 26), i % 4);
      g_string_append_printf (rides, "{\"_id\":\"%u\",\"from\":\"%c%c%c\",\"to\":\"%s\"}\n", i,
                              'A' + (int)(i % 26), 'A' + (int)(i / 26), 'A' + (int)(i * 7 % 26),
                              i % 2 == 0 ? "AAA" : "BAH");
      g_string_append_printf (notes, "{\"_id\":\"%u\",\"to\":\"%s\"}\n", i * 3, "BAH");
    }
  database_add_text (database, "stops", stops->str);
  database_add_text (database, "rides", rides->str);
  database_add_text (database, "notes", notes->str);
  database_find (database);
  database_assert_proposed (database, "rides.from -> stops._id\nrides.to -> stops._id\n"
                                      "notes.to -> stops._id\n");
  g_assert_true (database_has_evidence (
      database_get (database, "rides.from", "stops._id"),
      "from and a field beside it are called as the two ends of a connection"));
  g_assert_true (database_has_evidence (
      database_get (database, "notes.to", "stops._id"),
      "A field of the same name, or the other end of the connection, refers to it, too"));
}

/* Elements count one by one, what means "none" not at all, and where there is none it is 0. */
static void
test_elements (Database *database, gconstpointer data)
{
  const SquillReference *reference;
  json_t *json;

  database_add_text (database, "films",
                     "{\"_id\":\"f1\",\"title\":\"A\"}\n{\"_id\":\"f2\",\"title\":\"B\"}\n"
                     "{\"_id\":\"f3\",\"title\":\"C\"}\n{\"_id\":\"f4\",\"title\":\"D\"}\n");
  database_add_text (
      database, "customers",
      "{\"_id\":1,\"rentals\":[{\"film_id\":\"f1\"},{\"film_id\":\"f1\"},{\"film_id\":\"f2\"}]}\n"
      "{\"_id\":2,\"rentals\":[{\"film_id\":\"f1\"},{\"film_id\":\"\"},{\"day\":3}]}\n"
      "{\"_id\":3,\"rentals\":[{\"film_id\":\"N/A\"},{\"film_id\":\"f3\"},{\"film_id\":null}]}\n"
      "{\"_id\":4,\"rentals\":[]}\n{\"_id\":5}\n");
  database_find (database);
  database_assert_proposed (database, "customers.rentals[].film_id -> films._id\n");
  reference = database_get (database, "customers.rentals[].film_id", "films._id");
  g_assert_cmpuint (reference->references, ==, 5);
  g_assert_cmpuint (reference->distinct, ==, 3);
  g_assert_cmpuint (reference->dangling, ==, 0);
  g_assert_cmpuint (reference->orphans, ==, 1);
  g_assert_cmpuint (reference->per_key_min, ==, 0);
  g_assert_cmpfloat (reference->per_key_mean, ==, 5.0 / 4);
  g_assert_cmpuint (reference->per_key_max, ==, 3);
  g_assert_cmpuint (reference->per_holder_min, ==, 0);
  g_assert_cmpfloat (reference->per_holder_mean, ==, 1);
  g_assert_cmpuint (reference->per_holder_max, ==, 3);
  g_assert_cmpuint (reference->per_object_min, ==, 0);
  g_assert_cmpfloat (reference->per_object_mean, ==, 5.0 / 9);
  g_assert_cmpuint (reference->per_object_max, ==, 1);
  json = squill_reference_to_json (reference);
  g_assert_cmpint (
      json_integer_value (json_object_get (json_object_get (json, "parents_per_child"), "max")), ==,
      3);
  json_decref (json);
}

/* A word leads to one collection, and a list in its place to another: neither counts for the other.
 */
static void
test_two_forms (Database *database, gconstpointer data)
{
  g_autoptr (GString) texts = g_string_new (NULL);
  g_autoptr (GString) shapes = g_string_new (NULL);
  const SquillReference *reference;

  for (guint i = 0; i < 40; i++)
    g_string_append_printf (texts, "{\"_id\":\"wording-%c%c-of-it\",\"en\":\"Text %u\"}\n",
                            'a' + i % 8, 'k' + i / 8, i);
  for (guint i = 0; i < 200; i++)
    {
      const guint text = i * 7 % 40, one = i * 11 % 200, other = i * 13 % 200;

      g_string_append_printf (shapes, "{\"_id\":\"border-%03u-side\",\"computed\":", i);
      if (i % 6 == 0)
        g_string_append_printf (shapes, "[\"border-%03u-side\",\"border-%03u-side\"]}\n", one,
                                other);
      else
        g_string_append_printf (shapes, "\"wording-%c%c-of-it\"}\n", 'a' + text % 8,
                                'k' + text / 8);
    }
  database_add_text (database, "texts", texts->str);
  database_add_text (database, "shapes", shapes->str);
  database_find (database);
  database_assert_proposed (database,
                            "shapes.computed -> texts._id\nshapes.computed[] -> shapes._id\n");
  reference = database_get (database, "shapes.computed", "texts._id");
  g_assert_cmpuint (reference->references, ==, 166);
  g_assert_cmpuint (reference->dangling, ==, 0);
  reference = database_get (database, "shapes.computed[]", "shapes._id");
  g_assert_cmpuint (reference->references, ==, 68);
  g_assert_cmpuint (reference->dangling, ==, 0);
}

/* Texts in the same languages do not refer to each other, not even where only one document of a
 * collection has some. */
static void
test_languages (Database *database, gconstpointer data)
{
  static const char *const languages[] = { "en", "de", "fr" };
  static const char *const collections[] = { "races", "factions", "services" };
  static const char *const names[] = { "titleID", "shortTitleID", "titleID" };

  for (guint c = 0; c < G_N_ELEMENTS (collections); c++)
    {
      g_autoptr (GString) text = g_string_new (NULL);

      for (guint i = 0; i < 12; i++)
        {
          g_string_append_printf (text, "{\"_id\":%u", c * 1000 + i * 7);
          if (i == 0 || (c < 2 && i % 2 == 0))
            {
              g_string_append_printf (text, ",\"%s\":{", names[c]);
              for (guint k = 0; k < G_N_ELEMENTS (languages); k++)
                g_string_append_printf (text, "%s\"%s\":\"text %u in %s\"", k > 0 ? "," : "",
                                        languages[k], i * 3 + c, languages[k]);
              g_string_append_c (text, '}');
            }
          g_string_append (text, "}\n");
        }
      database_add_text (database, collections[c], text->str);
    }
  database_find (database);
  database_assert_proposed (database, "");
}

/* What means "none" is a reference where it is a key. */
static void
test_none_is_key (Database *database, gconstpointer data)
{
  g_autoptr (GString) text = g_string_new (NULL);
  const SquillReference *reference;

  database_add_text (database, "colors",
                     "{\"_id\":\"red\"}\n{\"_id\":\"none\"}\n{\"_id\":\"blue\"}\n");
  for (guint i = 0; i < 30; i++)
    g_string_append_printf (text, "{\"_id\":%u,\"color_id\":\"%s\"}\n", i,
                            i % 3 == 0   ? "none"
                            : i % 3 == 1 ? "red"
                                         : "N/A");
  database_add_text (database, "cars", text->str);
  database_find (database);
  reference = database_get (database, "cars.color_id", "colors._id");
  g_assert_cmpuint (reference->references, ==, 20);
  g_assert_cmpuint (reference->distinct, ==, 2);
  g_assert_cmpuint (reference->dangling, ==, 0);
}

/* The keys of a map beside are those of its own object: each form stands in two objects, and the
 * third of each object is referred to by none. */
/* A few texts have two keys, so that none of those that are kept as examples has. Where the second
 * is no key it is one text all the same. */
static void
test_joined_rarely (Database *database, gconstpointer data)
{
  g_autoptr (GString) parts = g_string_new (NULL);
  g_autoptr (GString) orders = g_string_new (NULL);

  for (guint i = 1; i <= 200; i++)
    g_string_append_printf (parts, "{\"id\":%u,\"name\":\"part %u\"}\n", i, i);
  for (guint i = 1; i <= 300; i++)
    if (i % 5 == 0)
      g_string_append_printf (orders,
                              "{\"_id\":\"o%u\",\"part_ids\":\"%u,%u\",\"part_id\":\"%u,9%u\"}\n",
                              i, i / 5 % 3 + 3, i / 5 % 3 + 4, i / 5 % 3 + 3, i / 5 % 3 + 400);
    else
      g_string_append_printf (orders, "{\"_id\":\"o%u\",\"part_ids\":\"%u\",\"part_id\":\"%u\"}\n",
                              i, (i * 7 - 1) % 200 + 1, (i * 7 - 1) % 200 + 1);
  database_add_text (database, "parts", parts->str);
  database_add_text (database, "orders", orders->str);
  database_find (database);
  g_assert_cmpint (database_get (database, "orders.part_ids", "parts.id")->separator, ==, ',');
  g_assert_cmpint (database_get (database, "orders.part_id", "parts.id")->separator, ==, 0);
}

static void
test_scope (Database *database, gconstpointer data)
{
  g_autoptr (GString) text = g_string_new (NULL);
  const SquillReference *reference;

  for (guint i = 0; i < 60; i++)
    {
      const char *word = i % 2 == 0 ? "grown" : "large";

      g_string_append_printf (
          text,
          "{\"_id\":\"w%u\",\"forms\":{\"%s-a%u\":{\"n\":1},\"%s-b%u\":{\"n\":2},"
          "\"%s-c%u\":{\"n\":3}},\"aliases\":{\"x%u\":\"%s-a%u\",\"y%u\":\"%s-b%u\"}}\n",
          i, word, i / 4, word, i / 4, word, i / 4, i, word, i / 4, i, word, i / 4);
    }
  database_add_text (database, "words", text->str);
  database_find (database);
  reference = database_get (database, "words.aliases{}", "words.forms{key}");
  g_assert_true (reference->proposed);
  g_assert_cmpuint (reference->references, ==, 120);
  g_assert_cmpuint (reference->dangling, ==, 0);
  g_assert_cmpuint (reference->orphans, ==, 60);
  g_assert_cmpuint (reference->per_key_min, ==, 0);
  g_assert_cmpuint (reference->per_key_max, ==, 1);
  g_assert_cmpfloat (reference->coverage, ==, 120.0 / 180);
}

/* A few codes that are called ids are a vocabulary of their own, unless they lead somewhere: then
 * others may be added there. */
static void
test_codes_called_ids (Database *database, gconstpointer data)
{
  static const char *const codes[] = { "E", "W", "C" };
  g_autoptr (SquillProfile) profile = squill_profile_new ("sports", TRUE);
  g_autoptr (GString) text = g_string_new (NULL);
  const SquillCollectionProfile *games;

  database_add_text (database, "zones", "{\"_id\":\"E\"}\n{\"_id\":\"W\"}\n{\"_id\":\"C\"}\n");
  for (guint i = 0; i < 90; i++)
    g_string_append_printf (text, "{\"_id\":\"g%u\",\"zoneID\":\"%s\",\"wingID\":\"%s\"}\n", i,
                            codes[i % 3], i % 2 == 0 ? "left" : "right");
  database_add_text (database, "games", text->str);
  games = g_ptr_array_index (database->collections, 1);
  while (database->collections->len > 0)
    squill_profile_take_collection (profile, g_ptr_array_steal_index (database->collections, 0));
  squill_profile_find_references (profile, NULL, NULL);
  g_assert_true (
      squill_path_traits_is_enumeration (squill_collection_profile_find_path (games, "wingID")));
  g_assert_false (
      squill_path_traits_is_enumeration (squill_collection_profile_find_path (games, "zoneID")));
}

static void
test_cancel (Database *database, gconstpointer data)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  add_numbered (database, "customers", 30);
  g_cancellable_cancel (cancellable);
  g_assert_null (squill_references_find (database->collections, NULL, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

#define ADD(name, func)                                                           \
  g_test_add ("/inspect/references/" name, Database, NULL, database_set_up, func, \
              database_tear_down)
  ADD ("dangling", test_dangling);
  ADD ("lists", test_lists);
  ADD ("not-again", test_not_again);
  ADD ("twice-in-one", test_twice_in_one);
  ADD ("tree", test_tree);
  ADD ("polymorphic", test_polymorphic);
  ADD ("several", test_several);
  ADD ("dbref", test_dbref);
  ADD ("prefix", test_prefix);
  ADD ("map-keys", test_map_keys);
  ADD ("extension", test_extension);
  ADD ("copies", test_copies);
  ADD ("many", test_many);
  ADD ("covered", test_covered);
  ADD ("address", test_address);
  ADD ("sampled", test_sampled);
  ADD ("merged", test_merged);
  ADD ("decisions", test_decisions);
  ADD ("silence", test_silence);
  ADD ("dense-without-words", test_dense_without_words);
  ADD ("elements", test_elements);
  ADD ("connection", test_connection);
  ADD ("sizes", test_sizes);
  ADD ("two-forms", test_two_forms);
  ADD ("languages", test_languages);
  ADD ("none-is-key", test_none_is_key);
  ADD ("scope", test_scope);
  ADD ("joined-rarely", test_joined_rarely);
  ADD ("codes-called-ids", test_codes_called_ids);
  ADD ("cancel", test_cancel);
#undef ADD
  return g_test_run ();
}

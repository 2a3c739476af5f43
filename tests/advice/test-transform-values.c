/* SPDX-License-Identifier: Apache-2.0 */

/* What patterns make of single fields and of the updates of them: arrays of words, slots that are
 * there from the start, reservations, guards. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include "advice-fixture.h"

#include <string.h>

#include "design/squill-plan.h"
#include "fix-meaning.h"
#include "random-model.h"
#include "model/squill-authoring.h"
#include "transform-fixture.h"

#define N_MODELS 30

static const SquillKey *
get_key (const SquillKeys *keys, guint i)
{
  g_assert_nonnull (keys);
  g_assert_cmpuint (i, <, keys->len);
  return keys->pdata[i];
}

/* Keyword array. */

static void
draw_volumes (SquillModel *model)
{
  draw_entity (model, "volume", 10000);
  draw_field (model, "volume", "_id", "objectId");
  draw_text (model, "volume", "topics", 60);
  draw_operation (model, "search", "find", "volume", 5);
  change (model, "search", "filter", "[{'path': 'volume.topics', 'how': 'contains'}]");
  draw_operation (model, "edit", "update", "volume", 0.1);
  change (model, "edit", "filter", "[{'path': '=_id', 'how': 'eq'}]");
  change (model, "edit", "writes", "[{'path': 'volume.topics'}]");
}

static void
test_keywords (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;
  const SquillField *words;
  const SquillKey *key;

  draw_volumes (model);
  advice = advise (model);
  g_assert_true (squill_design_get_plan (squill_advice_get_design (advice), "search")->scans);
  apply (advice, "volume.topics", "keyword-array");
  words = find_field (model, "volume", "topics_words");
  g_assert_true (words->array);
  key = get_key (squill_model_get_operation (model, "search")->filter, 0);
  g_assert_cmpstr (key->path, ==, words->item.id);
  g_assert_cmpstr (key->operator, ==, "eq");
  g_assert_false (squill_design_get_plan (squill_advice_get_design (advice), "search")->scans);
  g_assert_cmpuint (squill_model_get_operation (model, "edit")->writes->len, ==, 2);
  assert_refused (advice, "volume.topics", "keyword-array", "already");
}

static void
test_keywords_refused (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;

  draw_volumes (model);
  /* Who asks for the beginning of a text has an index of the text itself. */
  change (model, "search", "filter", "[{'path': 'volume.topics', 'how': 'prefix'}]");
  advice = advise (model);
  assert_refused (advice, "volume.topics", "keyword-array", "No operation looks for words");
  assert_refused (advice, "volume._id", "keyword-array", "no text");
}

static void
test_keywords_rule (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;
  const SquillFinding *finding;

  draw_volumes (model);
  change (model, "volume.topics", "keywords", "true");
  advice = advise (model);
  finding = find_finding (advice, "pattern-keyword-array", "volume.topics");
  g_assert_nonnull (finding);
  g_assert_cmpuint (finding->fix->losses->len, ==, 1);
  assert_fix_keeps_meaning (advice, finding);
  g_assert_cmpstr (get_key (squill_model_get_operation (model, "search")->filter, 0)->path, ==,
                   find_field (model, "volume", "topics_words")->item.id);
}

/* Preallocation. */

static void
draw_theater (SquillModel *model, const char *length)
{
  draw_entity (model, "performance", 500);
  draw_field (model, "performance", "_id", "objectId");
  draw_array (model, "performance", "seats", "int", length);
  draw_operation (model, "book", "update", "performance", 5);
  change (model, "book", "filter", "[{'path': '=_id', 'how': 'eq'}]");
  change (model, "book", "writes", "[{'path': 'performance.seats'}]");
  draw_operation (model, "plan", "insert", "performance", 0.01);
  change (model, "plan", "writes", "[{'path': '=_id'}]");
}

static void
test_slots (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;
  const SquillField *seats;

  draw_theater (model, "0..500..600");
  advice = advise (model);
  apply (advice, "performance.seats", "preallocate");
  seats = squill_model_get_field (model, "performance.seats");
  g_assert_cmpfloat (seats->length.min, ==, 600);
  g_assert_cmpfloat (seats->cap, ==, 600);
  g_assert_true (seats->required);
  g_assert_cmpint (squill_model_get_operation (model, "book")->guard, ==, SQUILL_GUARD_IN_FILTER);
  g_assert_cmpuint (squill_model_get_operation (model, "plan")->writes->len, ==, 2);
  assert_refused (advice, "performance.seats", "preallocate", "from the start");
}

static void
test_slots_refused (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;

  draw_theater (model, "0..500..inf");
  advice = advise (model);
  assert_refused (advice, "performance.seats", "preallocate", "grows");
  change (model, "performance.seats", "length", "{'min': 0, 'likely': 10, 'max': 600}");
  assert_refused (advice, "performance.seats", "preallocate", "10");
  change (model, "performance.seats", "length", "{'min': 0, 'likely': 500, 'max': 600}");
  change (model, "book", "writes", NULL);
  assert_refused (advice, "performance.seats", "preallocate", "No operation updates");
}

/* Reservation. */

static void
draw_users (SquillModel *model)
{
  draw_entity (model, "user", 1000000);
  draw_field (model, "user", "_id", "objectId");
  draw_text (model, "user", "email", 25);
  draw_field (model, "user", "region", "int");
  change (model, "user.email", "unique", "true");
  change (model, "user", "shard_key",
          "[{'path': 'user.region', 'how': '1'}, {'path': '=_id', 'how': '1'}]");
  draw_operation (model, "register", "insert", "user", 1);
  draw_operation (model, "rename", "update", "user", 0.1);
  change (model, "rename", "filter", "[{'path': '=_id', 'how': 'eq'}]");
  change (model, "rename", "writes", "[{'path': 'user.email'}]");
  change (model, "rename", "atomic", "true");
}

static void
test_reservation (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;
  const SquillRelationship *r;
  const SquillField *id;
  gpointer const *all;
  guint n;

  draw_users (model);
  advice = advise (model);
  apply (advice, "user.email", "reservation");
  all = squill_item_get_children (squill_model_get_info (model), SQUILL_KIND_RELATIONSHIP, &n);
  g_assert_cmpuint (n, ==, 1);
  r = all[0];
  g_assert_cmpstr (r->parent, ==, "user");
  id = find_field (model, r->child, "_id");
  g_assert_cmpuint (id->types, ==, SQUILL_TYPE_STRING);
  g_assert_cmpfloat (id->size.likely, ==, 25);
  g_assert_false (squill_model_get_field (model, "user.email")->unique);
  g_assert_true (
      squill_operation_follows (squill_model_get_operation (model, "register"), r->item.id));
  g_assert_true (squill_model_get_operation (model, "rename")->transaction);
  assert_refused (advice, "user.email", "reservation", "is there once");
}

static void
test_reservation_refused (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;

  draw_users (model);
  advice = advise (model);
  assert_refused (advice, "user._id", "reservation", "beside the _id");
  assert_refused (advice, "user.region", "reservation", "is there once");
  /* What was an object may still have the fields of one. */
  draw_field (model, "user.email", "domain", "string");
  change (model, "user.email", "types", "['string']");
  assert_refused (advice, "user.email", "reservation", "no single value");
  squill_model_delete (model, (const char *const[]){ "user.email.domain", NULL });
  change (model, "user", "shard_key", NULL);
  assert_refused (advice, "user.email", "reservation", "not sharded");
}

/* Where the shard key has to stay, because two indexes cannot both begin with it. */
static void
test_reservation_rule (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;
  const SquillFinding *finding;

  draw_users (model);
  draw_text (model, "user", "phone", 12);
  draw_index (model, "user", "by-email", "[{'path': 'user.email', 'how': '1'}]");
  change (model, "by-email", "unique", "true");
  draw_index (model, "user", "by-phone", "[{'path': 'user.phone', 'how': '1'}]");
  change (model, "by-phone", "unique", "true");
  advice = advise (model);
  finding = find_finding (advice, "shard-unique-index", "by-email");
  g_assert_nonnull (finding);
  g_assert_nonnull (finding->fix);
  assert_fix_keeps_meaning (advice, finding);
  g_assert_null (find_finding (advice, "shard-unique-index", "by-email"));
}

/* Guarded update. */

static void
draw_accounts (SquillModel *model)
{
  draw_entity (model, "account", 1000);
  draw_field (model, "account", "_id", "objectId");
  draw_field (model, "account", "credits", "int");
  draw_text (model, "account", "status", 8);
  draw_operation (model, "spend", "update", "account", 20);
  change (model, "spend", "filter", "[{'path': '=_id', 'how': 'eq'}]");
  change (model, "spend", "writes", "[{'path': 'account.credits'}, {'path': 'account.status'}]");
  change (model, "spend", "guard", "'read-then-write'");
  change (model, "spend", "transaction", "true");
}

static void
test_guard (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;
  const SquillOperation *spend;

  draw_accounts (model);
  advice = advise (model);
  apply (advice, "spend", "guarded-update");
  spend = squill_model_get_operation (model, "spend");
  g_assert_cmpint (spend->guard, ==, SQUILL_GUARD_IN_FILTER);
  g_assert_false (spend->transaction);
  g_assert_cmpuint (spend->filter->len, ==, 3);
  g_assert_cmpstr (get_key (spend->filter, 1)->path, ==, "account.credits");
  g_assert_cmpstr (get_key (spend->filter, 1)->operator, ==, "range");
  g_assert_cmpstr (get_key (spend->filter, 2)->operator, ==, "eq");
  assert_refused (advice, "spend", "guarded-update", "already");
}

static void
test_guard_refused (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;

  draw_accounts (model);
  change (model, "spend", "multi", "true");
  advice = advise (model);
  assert_refused (advice, "spend", "guarded-update", "several documents");
  change (model, "spend", "multi", NULL);
  draw_entity (model, "order", 10000);
  draw_relationship (model, "orders", "account", "order", "parent-reference", "0..10..90", "1");
  change (model, "spend", "follows", "['orders']");
  assert_refused (advice, "spend", "guarded-update", "order");
  change (model, "spend", "guard", "'none'");
  assert_refused (advice, "spend", "guarded-update", "checks nothing");
}

static void
test_guard_rule (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;
  const SquillFinding *finding;

  draw_accounts (model);
  advice = advise (model);
  finding = find_finding (advice, "guard-in-filter", "spend");
  g_assert_nonnull (finding);
  assert_fix_keeps_meaning (advice, finding);
  g_assert_cmpuint (squill_model_get_operation (model, "spend")->filter->len, ==, 3);
  g_assert_false (squill_model_get_operation (model, "spend")->transaction);
}

/* Random. */

static void
draw_words (SquillModel *model, const char *entity, GRand *random)
{
  g_autofree char *path = g_strdup_printf ("[{'path': '%s.a', 'how': 'contains'}]", entity);
  g_autofree char *b = g_strdup_printf ("[{'path': '%s.b'}]", entity);
  g_autofree char *list = g_strdup_printf ("[{'path': '%s.slots'}]", entity);
  g_autofree char *field = g_strdup_printf ("%s.b", entity);

  draw_operation (model, "words", "find", entity, 5);
  change (model, "words", "filter", path);
  draw_array (model, entity, "slots", "int", "0..50..60");
  draw_operation (model, "fill", "update", entity, 1);
  change (model, "fill", "filter", "[{'path': '=_id', 'how': 'eq'}]");
  change (model, "fill", "writes", list);
  draw_operation (model, "check", "update", entity, 1);
  change (model, "check", "filter", "[{'path': '=_id', 'how': 'eq'}]");
  change (model, "check", "writes", b);
  change (model, "check", "guard", "'read-then-write'");
  if (g_rand_boolean (random))
    {
      change (model, field, "unique", "true");
      change (model, entity, "shard_key", "[{'path': '=_id', 'how': 'hashed'}]");
    }
}

static void
test_random (void)
{
  static const char *const patterns[] = { "keyword-array", "preallocate", "reservation",
                                          "guarded-update" };
  guint n[G_N_ELEMENTS (patterns)] = { 0 };

  for (guint seed = 1; seed <= N_MODELS; seed++)
    {
      g_autoptr (SquillModel) model = squill_model_new ();
      g_autoptr (GRand) random = g_rand_new_with_seed (seed);
      g_autofree char *first = NULL;
      gpointer const *entities;
      guint n_entities;

      draw_random_model (model, random);
      entities =
          squill_item_get_children (squill_model_get_info (model), SQUILL_KIND_ENTITY, &n_entities);
      first = g_strdup (((const SquillItem *)entities[0])->id);
      draw_words (model, first, random);
      g_test_message ("Seed %u", seed);
      for (guint i = 0; i < G_N_ELEMENTS (patterns); i++)
        n[i] += check_transforms (model, patterns[i]);
    }
  for (guint i = 0; i < G_N_ELEMENTS (patterns); i++)
    g_assert_cmpuint (n[i], >, 0);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/advice/values/keywords", test_keywords);
  g_test_add_func ("/advice/values/keywords/refused", test_keywords_refused);
  g_test_add_func ("/advice/values/keywords/rule", test_keywords_rule);
  g_test_add_func ("/advice/values/slots", test_slots);
  g_test_add_func ("/advice/values/slots/refused", test_slots_refused);
  g_test_add_func ("/advice/values/reservation", test_reservation);
  g_test_add_func ("/advice/values/reservation/refused", test_reservation_refused);
  g_test_add_func ("/advice/values/reservation/rule", test_reservation_rule);
  g_test_add_func ("/advice/values/guard", test_guard);
  g_test_add_func ("/advice/values/guard/refused", test_guard_refused);
  g_test_add_func ("/advice/values/guard/rule", test_guard_rule);
  g_test_add_func ("/advice/values/random", test_random);
  return g_test_run ();
}

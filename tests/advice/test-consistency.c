/* SPDX-License-Identifier: Apache-2.0 */

/* Family C: atomicity and consistency. */

#include "config.h"

#include "advice-fixture.h"

static void
draw_library (SquillModel *model)
{
  draw_entity (model, "book", 1000);
  draw_field (model, "book", "available", "int");
  draw_entity (model, "loan", 500);
  draw_field (model, "loan", "checkout", "date");
  draw_relationship (model, "loans", "book", "loan", "parent-reference", "0..1000..5000", "1");
  draw_index (model, "loan", "by-book", "[{'path': 'loans', 'how': '1'}]");
  change (model, "book.available", "change_group", "'stock'");
  change (model, "loan.checkout", "change_group", "'stock'");
}

static void
group_fires (SquillModel *model)
{
  draw_library (model);
  draw_operation (model, "check out", "update", "book", 1);
  change (model, "check out", "follows", "['loans']");
  change (model, "check out", "writes",
          "[{'path': 'book.available'}, {'path': 'loans/loan.checkout'}]");
}

static void
group_silent (SquillModel *model)
{
  group_fires (model);
  change (model, "loans", "placement", "'embed-many'");
}

static void
group_critical (SquillModel *model)
{
  group_fires (model);
  change (model, "check out", "critical", "true");
}

static void
group_in_transaction (SquillModel *model)
{
  group_fires (model);
  change (model, "check out", "transaction", "true");
}

/* Nobody writes it yet, but it is declared; and the few could be embedded. */
static void
group_embeddable (SquillModel *model)
{
  draw_library (model);
  change (model, "loans", "children", "{'min': 0, 'likely': 3, 'max': 5}");
}

static void
draw_accounts (SquillModel *model)
{
  draw_entity (model, "account", 1000);
  draw_field (model, "account", "balance", "decimal");
  draw_operation (model, "transfer", "update", "account", 1);
  change (model, "transfer", "writes", "[{'path': 'account.balance'}]");
  change (model, "transfer", "documents", "2");
}

static void
atomic_fires (SquillModel *model)
{
  draw_accounts (model);
  change (model, "transfer", "atomic", "true");
  change (model, "transfer", "critical", "true");
}

static void
atomic_silent (SquillModel *model)
{
  atomic_fires (model);
  change (model, "transfer", "documents", "1");
}

static void
draw_reviews (SquillModel *model)
{
  draw_entity (model, "product", 1000);
  draw_entity (model, "review", 100000);
  draw_field (model, "review", "when", "date");
  draw_relationship (model, "top", "product", "review", "subset", "0..100..1000", "1");
  change (model, "top", "bound", "10");
  draw_operation (model, "write review", "insert", "review", 1);
}

/* One update of two documents, of which nobody said that it matters. */
static void
draw_void (SquillModel *model, const char *placement)
{
  draw_entity (model, "order", 1000);
  draw_text (model, "order", "state", 6);
  draw_entity (model, "ticket", 3000);
  draw_text (model, "ticket", "state", 6);
  draw_relationship (model, "tickets", "order", "ticket", placement, "1..3..20", "1");
  draw_operation (model, "void order", "update", "order", 1);
  change (model, "void order", "writes",
          "[{'path': 'order.state'}, {'path': 'tickets/ticket.state'}]");
}

static void
split_update (SquillModel *model)
{
  draw_void (model, "parent-reference");
}

static void
split_update_followed (SquillModel *model)
{
  draw_void (model, "parent-reference");
  change (model, "void order", "writes", "[{'path': 'order.state'}]");
  change (model, "void order", "follows", "['tickets']");
}

static void
split_update_embedded (SquillModel *model)
{
  draw_void (model, "embed-many");
}

/* Only the tickets change. */
static void
split_update_of_children (SquillModel *model)
{
  draw_void (model, "parent-reference");
  change (model, "void order", "writes", "[{'path': 'tickets/ticket.state'}]");
}

static void
split_update_stale (SquillModel *model)
{
  split_update (model);
  change_number (model, "void order", "stale_ok", 60);
}

static void
several_fires (SquillModel *model)
{
  draw_reviews (model);
}

static void
several_silent (SquillModel *model)
{
  draw_reviews (model);
  change (model, "write review", "stale_ok", "60");
}

static void
draw_names (SquillModel *model)
{
  draw_entity (model, "author", 1000);
  draw_text (model, "author", "name", 20);
  draw_field (model, "author", "karma", "int");
  draw_entity (model, "post", 10000);
  draw_relationship (model, "posts", "author", "post", "parent-reference", "0..10..?", "1");
  draw_copy (model, "posts", "author.name", "to-child", "kept");
  draw_operation (model, "rename", "update", "author", 0.01);
}

/* That nothing updates them is what denorm-missing-sync says. */
static void
several_forgotten_copies (SquillModel *model)
{
  draw_names (model);
  change (model, "rename", "writes", "[{'path': 'author.name'}]");
}

static void
several_copies (SquillModel *model)
{
  several_forgotten_copies (model);
  change (model, "rename", "follows", "['posts']");
}

static void
several_other_field (SquillModel *model)
{
  draw_names (model);
  change (model, "rename", "writes", "[{'path': 'author.karma'}]");
}

static void
several_two_way (SquillModel *model)
{
  draw_entity (model, "person", 1000);
  draw_entity (model, "task", 10000);
  draw_relationship (model, "tasks", "person", "task", "two-way", "0..10..100", "1");
  draw_operation (model, "new task", "insert", "task", 1);
}

static void
draw_orders (SquillModel *model)
{
  draw_entity (model, "order", 1000);
  draw_entity (model, "line", 3000);
  draw_field (model, "line", "quantity", "int");
  draw_relationship (model, "lines", "order", "line", "parent-reference", "1..3..20", "1");
  change (model, "lines", "contains", "true");
  draw_index (model, "line", "by-order", "[{'path': 'lines', 'how': '1'}]");
  draw_operation (model, "place order", "insert", "order", 1);
  change (model, "place order", "follows", "['lines']");
  change (model, "place order", "transaction", "true");
}

static void
avoidable_fires (SquillModel *model)
{
  draw_orders (model);
}

static void
avoidable_silent (SquillModel *model)
{
  draw_accounts (model);
  change (model, "transfer", "transaction", "true");
}

static void
avoidable_shared (SquillModel *model)
{
  draw_orders (model);
  change (model, "lines", "contains", NULL);
  change (model, "lines", "parents", NULL);
}

static void
draw_job (SquillModel *model, double documents)
{
  draw_entity (model, "user", 5e6);
  draw_field (model, "user", "score", "int");
  draw_operation (model, "reset", "update", "user", 1e-5);
  change (model, "reset", "multi", "true");
  change (model, "reset", "writes", "[{'path': 'user.score'}]");
  change_number (model, "reset", "documents", documents);
  change (model, "reset", "transaction", "true");
}

static void
long_fires (SquillModel *model)
{
  draw_job (model, 2e6);
}

static void
long_silent (SquillModel *model)
{
  draw_job (model, 2e6);
  change (model, "reset", "transaction", NULL);
}

static void
long_warning (SquillModel *model)
{
  draw_job (model, 5e5);
}

/* What the filter finds is counted where the operation does not say. */
static void
long_by_filter (SquillModel *model)
{
  draw_job (model, 1);
  change (model, "reset", "documents", NULL);
}

static void
long_by_filter_silent (SquillModel *model)
{
  long_by_filter (model);
  change (model, "user.score", "distinct", "10000");
  change (model, "reset", "filter", "[{'path': 'user.score', 'how': 'eq'}]");
}

static void
many_fires (SquillModel *model)
{
  draw_job (model, 5000);
}

static void
many_silent (SquillModel *model)
{
  draw_job (model, 900);
}

static void
race_fires (SquillModel *model)
{
  draw_entity (model, "user", 1000);
  draw_text (model, "user", "username", 10);
  change (model, "user.username", "unique", "true");
}

static void
race_silent (SquillModel *model)
{
  draw_entity (model, "user", 1000);
  draw_text (model, "user", "_id", 10);
  change (model, "user._id", "unique", "true");
}

static void
race_indexed (SquillModel *model)
{
  race_fires (model);
  draw_index (model, "user", "by-name", "[{'path': 'user.username', 'how': '1'}]");
  change (model, "by-name", "unique", "true");
}

static void
race_optional (SquillModel *model)
{
  race_fires (model);
  change (model, "user.username", "required", NULL);
}

static void
draw_partial_name (SquillModel *model, const char *filter)
{
  race_optional (model);
  draw_index (model, "user", "by-name", "[{'path': 'user.username', 'how': '1'}]");
  change (model, "by-name", "unique", "true");
  change (model, "by-name", "partial", filter);
}

/* It has all documents with a name. */
static void
race_of_present (SquillModel *model)
{
  draw_partial_name (model, "{'username': {'$gt': ''}}");
}

/* An order among texts says nothing of numbers. */
static void
race_of_texts (SquillModel *model)
{
  race_of_present (model);
  change (model, "user.username", "types", "['string', 'int']");
}

static void
race_of_existing (SquillModel *model)
{
  draw_partial_name (model, "{'username': {'$exists': true}}");
}

/* Names before “m” can be given twice. */
static void
race_of_some (SquillModel *model)
{
  draw_partial_name (model, "{'username': {'$gt': 'm'}}");
}

/* And so can those of users without a plan. */
static void
race_of_others (SquillModel *model)
{
  draw_partial_name (model, "{'username': {'$gt': ''}, 'plan': {'$exists': true}}");
}

static void
race_by_insert (SquillModel *model)
{
  draw_entity (model, "user", 1000);
  draw_text (model, "user", "email", 10);
  draw_operation (model, "register", "insert", "user", 1);
  change (model, "register", "filter", "[{'path': 'user.email', 'how': 'eq'}]");
  change (model, "register", "guard", "'read-then-write'");
}

static void
race_by_plain_insert (SquillModel *model)
{
  race_by_insert (model);
  change (model, "register", "guard", NULL);
}

static void
upsert_fires (SquillModel *model)
{
  draw_entity (model, "user", 1000);
  draw_entity (model, "stats", 30000);
  draw_field (model, "stats", "day", "date");
  draw_field (model, "stats", "views", "int");
  draw_relationship (model, "of user", "user", "stats", "parent-reference", "0..30..365", "1");
  draw_operation (model, "count view", "update", "stats", 10);
  change (model, "count view", "upsert", "true");
  change (model, "count view", "filter",
          "[{'path': 'of user', 'how': 'eq'}, {'path': 'stats.day', 'how': 'eq'}]");
  change (model, "count view", "writes", "[{'path': 'stats.views'}]");
}

static void
upsert_silent (SquillModel *model)
{
  upsert_fires (model);
  draw_index (model, "stats", "once",
              "[{'path': 'of user', 'how': '1'}, {'path': 'stats.day', 'how': '1'}]");
  change (model, "once", "unique", "true");
}

/* Two documents that are not in the index may have the same keys. */
static void
upsert_partial (SquillModel *model)
{
  upsert_silent (model);
  change (model, "once", "partial", "{'views': {'$gt': 0}}");
}

static void
upsert_by_id (SquillModel *model)
{
  upsert_fires (model);
  change (model, "count view", "filter", "[{'path': '=_id', 'how': 'eq'}]");
}

static void
guard_fires (SquillModel *model)
{
  draw_entity (model, "post", 1000);
  draw_array (model, "post", "voters", "string", "0..10..100");
  draw_operation (model, "vote", "update", "post", 1);
  change (model, "vote", "guard", "'read-then-write'");
}

static void
guard_silent (SquillModel *model)
{
  guard_fires (model);
  change (model, "vote", "guard", "'in-filter'");
}

static void
draw_write (SquillModel *model, const char *concern, double rate)
{
  draw_entity (model, "payment", 1e6);
  draw_operation (model, "pay", "insert", "payment", rate);
  g_assert_true (squill_model_set (model, "pay", "write_concern", json_string (concern), NULL));
}

static void
w1_fires (SquillModel *model)
{
  draw_write (model, "w:1", 10);
  change (model, "pay", "critical", "true");
}

static void
w1_silent (SquillModel *model)
{
  draw_write (model, "1", 10);
}

static void
majority_fires (SquillModel *model)
{
  draw_write (model, "majority", 5000);
}

static void
majority_silent (SquillModel *model)
{
  draw_write (model, "majority", 5000);
  change (model, "pay", "critical", "true");
}

static void
draw_read (SquillModel *model)
{
  draw_entity (model, "account", 1000);
  draw_operation (model, "balance", "find", "account", 10);
}

static void
dirty_fires (SquillModel *model)
{
  draw_read (model);
  change (model, "balance", "critical", "true");
  change (model, "balance", "read_concern", "'local'");
}

static void
dirty_silent (SquillModel *model)
{
  draw_read (model);
  change (model, "balance", "read_concern", "'local'");
}

static void
draw_counter (SquillModel *model, double documents)
{
  draw_entity (model, "counter", documents);
  draw_field (model, "counter", "total_views", "long");
  draw_operation (model, "count view", "update", "counter", 2000);
  change (model, "count view", "filter", "[{'path': '=_id', 'how': 'eq'}]");
  change (model, "count view", "writes", "[{'path': 'counter.total_views'}]");
}

static void
hotspot_fires (SquillModel *model)
{
  draw_counter (model, 1);
}

/* Each of two is slow enough, but not both. */
static void
hotspot_of_two (SquillModel *model)
{
  draw_counter (model, 1);
  change_number (model, "count view", "rate", 90);
  draw_operation (model, "count share", "update", "counter", 40);
  change (model, "count share", "filter", "[{'path': '=_id', 'how': 'eq'}]");
  change (model, "count share", "writes", "[{'path': 'counter.total_views'}]");
}

static void
hotspot_of_slow_two (SquillModel *model)
{
  hotspot_of_two (model);
  change_number (model, "count share", "rate", 5);
}

/* More frequent updates of any of many documents are no reason to be silent about one. */
static void
hotspot_beside_others (SquillModel *model)
{
  draw_counter (model, 100000);
  change (model, "count view", "filter", NULL);
  draw_operation (model, "rename", "update", "counter", 3000);
  change (model, "rename", "filter", "[{'path': '=_id', 'how': 'eq'}]");
  change (model, "rename", "writes", "[{'path': 'counter.total_views'}]");
}

static void
hotspot_silent (SquillModel *model)
{
  draw_counter (model, 100000);
}

static void
hotspot_of_children (SquillModel *model)
{
  draw_entity (model, "room", 3);
  draw_entity (model, "message", 1e6);
  draw_relationship (model, "messages", "room", "message", "parent-reference", "0..1000..?", "1");
  draw_operation (model, "say", "insert", "message", 2000);
  change (model, "say", "follows", "['messages']");
}

static void
secondary_fires (SquillModel *model)
{
  draw_read (model);
  change (model, "balance", "read_preference", "'secondaryPreferred'");
}

static void
secondary_silent (SquillModel *model)
{
  secondary_fires (model);
  change (model, "balance", "stale_ok", "300");
}

static void
stale_fires (SquillModel *model)
{
  draw_entity (model, "product", 1000);
  draw_field (model, "product", "price", "decimal");
  draw_entity (model, "cart", 1000);
  draw_relationship (model, "products", "cart", "product", "child-references", "0..3..20",
                     "0..9..99");
  draw_copy (model, "products", "product.price", "to-parent", "kept");
  draw_operation (model, "checkout", "find", "cart", 1);
  change (model, "checkout", "returns", "[{'path': 'products/product.price'}]");
  change (model, "checkout", "stale_ok", "0");
  draw_operation (model, "set price", "update", "product", 0.1);
  change (model, "set price", "writes", "[{'path': 'product.price'}]");
}

static void
stale_silent (SquillModel *model)
{
  stale_fires (model);
  change (model, "checkout", "stale_ok", NULL);
}

static const RuleCase cases[] = {
  { "atomic-group-split", SQUILL_SEVERITY_WARNING, "book.available", group_fires, group_silent },
  { "atomic-group-split", SQUILL_SEVERITY_ERROR, "book.available", group_critical,
    group_in_transaction },
  { "atomic-group-split", SQUILL_SEVERITY_WARNING, "book.available", group_embeddable, NULL },
  { "atomic-group-split", SQUILL_SEVERITY_ERROR, "transfer", atomic_fires, atomic_silent },
  { "atomic-group-split", SQUILL_SEVERITY_HINT, "void order", split_update, split_update_embedded },
  { "atomic-group-split", SQUILL_SEVERITY_HINT, "void order", split_update_followed,
    split_update_of_children },
  { "atomic-group-split", SQUILL_SEVERITY_HINT, NULL, NULL, split_update_stale },
  { "multi-doc-no-txn", SQUILL_SEVERITY_WARNING, "write review", several_fires, several_silent },
  { "multi-doc-no-txn", SQUILL_SEVERITY_WARNING, "rename", several_copies, several_other_field },
  { "multi-doc-no-txn", SQUILL_SEVERITY_WARNING, NULL, NULL, several_forgotten_copies },
  { "multi-doc-no-txn", SQUILL_SEVERITY_WARNING, "new task", several_two_way, NULL },
  { "txn-avoidable", SQUILL_SEVERITY_HINT, "place order", avoidable_fires, avoidable_silent },
  { "txn-avoidable", SQUILL_SEVERITY_HINT, NULL, NULL, avoidable_shared },
  { "txn-too-long", SQUILL_SEVERITY_ERROR, "reset", long_fires, long_silent },
  { "txn-too-long", SQUILL_SEVERITY_WARNING, "reset", long_warning, NULL },
  { "txn-too-long", SQUILL_SEVERITY_ERROR, "reset", long_by_filter, long_by_filter_silent },
  { "txn-too-many-docs", SQUILL_SEVERITY_HINT, "reset", many_fires, many_silent },
  { "unique-race", SQUILL_SEVERITY_ERROR, "user.username", race_fires, race_silent },
  { "unique-race", SQUILL_SEVERITY_ERROR, "user.username", race_optional, race_indexed },
  { "unique-race", SQUILL_SEVERITY_ERROR, "user.username", race_of_some, race_of_present },
  { "unique-race", SQUILL_SEVERITY_ERROR, "user.username", race_of_others, race_of_existing },
  { "unique-race", SQUILL_SEVERITY_ERROR, "user.username", race_of_texts, NULL },
  { "unique-race", SQUILL_SEVERITY_ERROR, "register", race_by_insert, race_by_plain_insert },
  { "upsert-without-unique", SQUILL_SEVERITY_WARNING, "count view", upsert_fires, upsert_silent },
  { "upsert-without-unique", SQUILL_SEVERITY_WARNING, NULL, NULL, upsert_by_id },
  { "upsert-without-unique", SQUILL_SEVERITY_WARNING, "count view", upsert_partial, NULL },
  { "guard-in-filter", SQUILL_SEVERITY_HINT, "vote", guard_fires, guard_silent },
  { "critical-write-w1", SQUILL_SEVERITY_WARNING, "pay", w1_fires, w1_silent },
  { "noncritical-majority", SQUILL_SEVERITY_HINT, "pay", majority_fires, majority_silent },
  { "dirty-read", SQUILL_SEVERITY_WARNING, "balance", dirty_fires, dirty_silent },
  { "counter-hotspot", SQUILL_SEVERITY_HINT, "count view", hotspot_fires, hotspot_silent },
  { "counter-hotspot", SQUILL_SEVERITY_HINT, "say", hotspot_of_children, NULL },
  { "counter-hotspot", SQUILL_SEVERITY_HINT, "count view", hotspot_of_two, hotspot_of_slow_two },
  { "counter-hotspot", SQUILL_SEVERITY_HINT, "count view", hotspot_beside_others, hotspot_silent },
  { "secondary-read-stale", SQUILL_SEVERITY_WARNING, "balance", secondary_fires, secondary_silent },
  { "denorm-stale-read", SQUILL_SEVERITY_WARNING, "checkout", stale_fires, stale_silent },
};

static const SquillIndex *
get_first_index (SquillModel *model, const char *entity)
{
  guint n;
  gpointer const *all =
      squill_item_get_children (squill_model_get_entity (model, entity), SQUILL_KIND_INDEX, &n);

  g_assert_cmpuint (n, ==, 1);
  return all[0];
}

/* A unique index on a field that may be missing must not forbid a second document without it. */
static void
test_unique_index (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillModel) optional = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL, other = NULL;

  race_fires (model);
  advice = advise (model);
  g_assert_true (
      squill_advice_apply_fix (advice, find_finding (advice, "unique-race", NULL), NULL));
  g_assert_true (get_first_index (model, "user")->unique);
  g_assert_false (get_first_index (model, "user")->sparse);

  race_optional (optional);
  other = advise (optional);
  g_assert_true (squill_advice_apply_fix (other, find_finding (other, "unique-race", NULL), NULL));
  g_assert_true (get_first_index (optional, "user")->sparse);
}

/* The same work in more, smaller transactions. */
static void
test_batches (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;
  const SquillOperation *operation;

  long_fires (model);
  advice = advise (model);
  g_assert_true (
      squill_advice_apply_fix (advice, find_finding (advice, "txn-too-long", NULL), NULL));
  operation = squill_model_get_operation (model, "reset");
  g_assert_cmpfloat (operation->documents, ==, 1000);
  g_assert_cmpfloat_with_epsilon (operation->rate, 0.02, 1e-9);
  g_assert_null (find_finding (advice, "txn-too-many-docs", NULL));
}

/* Embedded, the lines need no transaction. */
static void
test_no_transaction (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;

  avoidable_fires (model);
  advice = advise (model);
  g_assert_true (
      squill_advice_apply_fix (advice, find_finding (advice, "txn-avoidable", NULL), NULL));
  g_assert_false (squill_model_get_operation (model, "place order")->transaction);
  g_assert_cmpint (squill_model_get_relationship (model, "lines")->placement, ==,
                   SQUILL_PLACEMENT_EMBED_MANY);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  add_rule_cases (cases, G_N_ELEMENTS (cases));
  g_test_add_func ("/advice/fix/unique-index", test_unique_index);
  g_test_add_func ("/advice/fix/batches", test_batches);
  g_test_add_func ("/advice/fix/no-transaction", test_no_transaction);
  return g_test_run ();
}

/* SPDX-License-Identifier: Apache-2.0 */

/* Family D: copies of fields. */

#include "config.h"

#include "advice-fixture.h"
#include "design/squill-cost.h"
#include "model/squill-authoring.h"

/* Parts of products. */

static void
draw_parts (SquillModel *model)
{
  draw_entity (model, "product", 5000);
  draw_text (model, "product", "title", 400);
  draw_entity (model, "part", 25000);
  draw_text (model, "part", "name", 20);
  draw_text (model, "part", "number", 12);
  draw_field (model, "part", "qty", "int");
  draw_relationship (model, "parts", "product", "part", "child-references", "10..40..100",
                     "1..8..20");
  draw_index (model, "product", "by-part", "[{'path': 'parts', 'how': '1'}]");
}

/* Copies of a field of parts, how often they are read and how often it changes. */
static void
draw_copied_part (SquillModel *model, const char *field, double reads, double writes)
{
  g_autofree char *path = g_strconcat ("part.", field, NULL);
  g_autofree char *read =
      g_strdup_printf ("[{'path': 'product.title'}, {'path': 'parts/%s'}]", path);
  g_autofree char *write = g_strdup_printf ("[{'path': '%s'}]", path);
  g_autofree char *sync = g_strdup_printf ("[{'path': 'parts/%s'}]", path);

  draw_parts (model);
  draw_copy (model, "parts", path, "to-parent", "kept");
  draw_operation (model, "show product", "find", "product", reads);
  change (model, "show product", "follows", "['parts']");
  change (model, "show product", "returns", read);
  draw_operation (model, "change part", "update", "part", writes);
  change (model, "change part", "writes", write);
  draw_operation (model, "change copies", "update", "product", writes);
  change (model, "change copies", "filter", "[{'path': 'parts', 'how': 'eq'}]");
  change (model, "change copies", "writes", sync);
  change (model, "change copies", "multi", "true");
}

static void
qty_fires (SquillModel *model)
{
  draw_copied_part (model, "qty", 5, 60);
}

static void
name_silent (SquillModel *model)
{
  draw_copied_part (model, "name", 300, 0.01);
}

/* One read saves 512 µs, one update costs 451 µs more: it pays from 0.88 reads per update on. */
static void
nearly_pays (SquillModel *model)
{
  draw_copied_part (model, "name", 85, 100);
}

static void
just_pays (SquillModel *model)
{
  draw_copied_part (model, "name", 91, 100);
}

/* Nobody said how often it changes. */
static void
writes_unknown (SquillModel *model)
{
  draw_copied_part (model, "qty", 5, NAN);
}

/* Nobody said how often it is read. */
static void
reads_unknown (SquillModel *model)
{
  draw_copied_part (model, "qty", NAN, 60);
}

/* The name may stay while the quantity goes. */
static void
name_and_qty (SquillModel *model)
{
  draw_copied_part (model, "qty", 5, 60);
  draw_copy (model, "parts", "part.name", "to-parent", "kept");
  draw_operation (model, "rename part", "update", "part", 0.001);
  change (model, "rename part", "writes", "[{'path': 'part.name'}]");
  change (model, "show product", "returns",
          "[{'path': 'product.title'}, {'path': 'parts/part.qty'}, {'path': 'parts/part.name'}]");
  change (model, "change copies", "writes",
          "[{'path': 'parts/part.qty'}, {'path': 'parts/part.name'}]");
}

static void
names_fire (SquillModel *model)
{
  draw_parts (model);
  draw_operation (model, "show product", "find", "product", 300);
  change (model, "show product", "filter", "[{'path': '=_id', 'how': 'eq'}]");
  change (model, "show product", "follows", "['parts']");
  change (model, "show product", "returns",
          "[{'path': 'product.title'}, {'path': 'parts/part.name'}]");
  draw_operation (model, "show part", "find", "part", 100);
  change (model, "show part", "filter", "[{'path': '=_id', 'how': 'eq'}]");
  draw_operation (model, "count stock", "update", "part", 60);
  change (model, "count stock", "writes", "[{'path': 'part.qty'}]");
  draw_operation (model, "rename part", "update", "part", 0.01);
  change (model, "rename part", "writes", "[{'path': 'part.name'}]");
}

/* Beside reads of a whole collection, the joins cost nearly nothing. */
static void
house_beside_scans (SquillModel *model)
{
  draw_entity (model, "house", 2000);
  draw_text (model, "house", "name", 20);
  draw_text (model, "house", "plan", 900);
  draw_entity (model, "gig", 400000);
  draw_text (model, "gig", "program", 400);
  draw_field (model, "gig", "poster", "int");
  draw_relationship (model, "gigs", "house", "gig", "parent-reference", "0..200..2000", "1");
  draw_operation (model, "show gig", "find", "gig", 60);
  change (model, "show gig", "filter", "[{'path': 'gig._id', 'how': 'eq'}]");
  change (model, "show gig", "follows", "['gigs']");
  change (model, "show gig", "returns", "[{'path': 'gig.program'}, {'path': 'gigs/house.name'}]");
  draw_operation (model, "of a poster", "find", "gig", 30);
  change (model, "of a poster", "filter", "[{'path': 'gig.poster', 'how': 'eq'}]");
  draw_operation (model, "rename house", "update", "house", 1.0 / 86400);
  change (model, "rename house", "writes", "[{'path': 'house.name'}]");
}

static void
house_of_many_names (SquillModel *model)
{
  house_beside_scans (model);
  change (model, "rename house", "rate", "1");
}

/* With the live stock among them. */
static void
names_and_stock (SquillModel *model)
{
  names_fire (model);
  change (model, "count stock", "rate", "600");
  change (model, "show product", "returns",
          "[{'path': 'product.title'}, {'path': 'parts/part.name'}, {'path': 'parts/part.qty'}]");
}

/* Nobody said how often the name changes. */
static void
names_of_unknown_age (SquillModel *model)
{
  names_fire (model);
  change (model, "rename part", "rate", NULL);
}

static void
names_in_secret (SquillModel *model)
{
  names_fire (model);
  change (model, "part.name", "meaning", "'pii'");
  change (model, "part", "readers", "'personal'");
  change (model, "product", "readers", "'public'");
}

/* A job once a minute does not matter. */
static void
names_rarely (SquillModel *model)
{
  names_fire (model);
  change (model, "show product", "rate", "0.01");
}

/* Messages of hosts. */

static void
draw_messages (SquillModel *model, double each)
{
  draw_entity (model, "host", 500);
  draw_text (model, "host", "name", 20);
  draw_entity (model, "message", 500 * each);
  draw_text (model, "message", "line", 200);
  draw_relationship (model, "messages", "host", "message", "parent-reference", NULL, "1");
  g_assert_true (squill_model_set (model, "messages", "children",
                                   squill_json_triple (SQUILL_TRIPLE (0, each, each)), NULL));
  draw_index (model, "message", "by-host", "[{'path': 'messages', 'how': '1'}]");
  draw_copy (model, "messages", "host.name", "to-child", "kept");
  draw_operation (model, "rename host", "update", "host", 1.0 / 86400);
  change (model, "rename host", "writes", "[{'path': 'host.name'}]");
  draw_operation (model, "rename in messages", "update", "message", 1.0 / 86400);
  change (model, "rename in messages", "filter", "[{'path': 'messages', 'how': 'eq'}]");
  change (model, "rename in messages", "writes", "[{'path': 'messages/host.name'}]");
  change (model, "rename in messages", "multi", "true");
}

static void
fanout_fires (SquillModel *model)
{
  draw_messages (model, 1e6);
}

static void
fanout_silent (SquillModel *model)
{
  draw_messages (model, 40);
}

static void
fanout_boundary (SquillModel *model)
{
  draw_messages (model, 1000);
}

/* What never changes has no update to rewrite anything. */
static void
fanout_immutable (SquillModel *model)
{
  draw_messages (model, 1e6);
  change (model, "host.name", "immutable", "true");
}

/* Authors of posts. */

static void
draw_posts (SquillModel *model, const char *mode)
{
  draw_entity (model, "author", 1000);
  draw_text (model, "author", "name", 20);
  draw_field (model, "author", "karma", "int");
  draw_entity (model, "post", 10000);
  draw_text (model, "post", "text", 2000);
  draw_relationship (model, "posts", "author", "post", "parent-reference", "0..10..100", "1");
  draw_copy (model, "posts", "author.name", "to-child", mode);
  draw_operation (model, "rename author", "update", "author", 0.01);
  change (model, "rename author", "writes", "[{'path': 'author.name'}]");
}

static void
draw_renaming (SquillModel *model)
{
  draw_operation (model, "rename in posts", "update", "post", 0.01);
  change (model, "rename in posts", "filter", "[{'path': 'posts', 'how': 'eq'}]");
  change (model, "rename in posts", "writes", "[{'path': 'posts/author.name'}]");
  change (model, "rename in posts", "multi", "true");
}

static void
sync_fires (SquillModel *model)
{
  draw_posts (model, "kept");
}

static void
sync_snapshot (SquillModel *model)
{
  draw_posts (model, "snapshot");
}

static void
sync_there (SquillModel *model)
{
  draw_posts (model, "kept");
  draw_renaming (model);
}

/* The operation that renames goes on to the posts. */
static void
sync_along (SquillModel *model)
{
  draw_posts (model, "kept");
  change (model, "rename author", "follows", "['posts']");
}

/* Whether the name ever changes is not known. */
static void
sync_unknown (SquillModel *model)
{
  draw_posts (model, "kept");
  change (model, "rename author", "writes", "[{'path': 'author.karma'}]");
}

static void
unindexed_fires (SquillModel *model)
{
  draw_posts (model, "kept");
  draw_renaming (model);
}

static void
unindexed_silent (SquillModel *model)
{
  unindexed_fires (model);
  draw_index (model, "post", "by-author", "[{'path': 'posts', 'how': '1'}]");
}

static void
unindexed_in_parent (SquillModel *model)
{
  const char *ids[] = { "by-part", NULL };

  draw_copied_part (model, "name", 300, 0.01);
  squill_model_delete (model, ids);
}

/* What is copied. */

static void
draw_comments (SquillModel *model, const char *field)
{
  g_autofree char *path = g_strconcat ("user.", field, NULL);

  draw_entity (model, "user", 1000);
  draw_text (model, "user", "name", 20);
  draw_text (model, "user", "picture", 60);
  draw_text (model, "user", "bio", 50000);
  draw_text (model, "user", "email", 25);
  change (model, "user.email", "meaning", "'email'");
  draw_field (model, "user", "joined", "date");
  change (model, "user.joined", "immutable", "true");
  draw_text (model, "user", "status", 10);
  draw_entity (model, "comment", 50000);
  draw_text (model, "comment", "text", 300);
  draw_relationship (model, "comments", "user", "comment", "parent-reference", "0..50..200", "1");
  draw_copy (model, "comments", path, "to-child", "kept");
}

static void
large_fires (SquillModel *model)
{
  draw_comments (model, "bio");
}

static void
large_silent (SquillModel *model)
{
  draw_comments (model, "name");
  draw_copy (model, "comments", "user.picture", "to-child", "kept");
}

/* The larger one goes, the other may stay. */
static void
large_and_small (SquillModel *model)
{
  draw_comments (model, "name");
  draw_copy (model, "comments", "user.bio", "to-child", "kept");
}

static void
large_boundary (SquillModel *model)
{
  draw_comments (model, "bio");
  change (model, "user.bio", "size", "{'min': 1, 'likely': 200, 'max': 250}");
}

/* Less than a kilobyte, but most of the document. */
static void
large_share (SquillModel *model)
{
  draw_comments (model, "bio");
  change (model, "user.bio", "size", "{'min': 1, 'likely': 600, 'max': 900}");
}

static void
personal_fires (SquillModel *model)
{
  draw_comments (model, "email");
  change (model, "user", "readers", "'internal'");
  change (model, "comment", "readers", "'public'");
}

static void
personal_silent (SquillModel *model)
{
  draw_comments (model, "name");
  change (model, "user", "readers", "'internal'");
  change (model, "comment", "readers", "'public'");
}

static void
personal_unknown (SquillModel *model)
{
  personal_fires (model);
  change (model, "comment", "readers", NULL);
}

static void
personal_same (SquillModel *model)
{
  personal_fires (model);
  change (model, "comment", "readers", "'internal'");
}

static void
immutable_fires (SquillModel *model)
{
  draw_comments (model, "joined");
}

static void
immutable_silent (SquillModel *model)
{
  draw_comments (model, "status");
}

static void
draw_orders (SquillModel *model)
{
  draw_entity (model, "product", 1000);
  draw_text (model, "product", "title", 40);
  draw_field (model, "product", "price", "decimal");
  change (model, "product.price", "meaning", "'money'");
  draw_field (model, "product", "stock", "int");
  draw_entity (model, "order", 50000);
  draw_field (model, "order", "placed", "date");
  draw_entity (model, "item", NAN);
  draw_field (model, "item", "quantity", "int");
  draw_relationship (model, "items", "order", "item", "embed-many", "1..3..50", "1");
  draw_relationship (model, "sold", "product", "item", "parent-reference", "0..150..5000", "1");
}

static void
snapshot_fires (SquillModel *model)
{
  draw_orders (model);
  draw_copy (model, "sold", "product.price", "to-child", "kept");
  draw_operation (model, "change price", "update", "product", 0.001);
  change (model, "change price", "writes", "[{'path': 'product.price'}]");
}

static void
snapshot_marked (SquillModel *model)
{
  snapshot_fires (model);
  change (model, "sold:product.price", "mode", "'snapshot'");
}

/* What is in stock is nothing that an order states. */
static void
snapshot_of_stock (SquillModel *model)
{
  draw_orders (model);
  draw_copy (model, "sold", "product.stock", "to-child", "kept");
}

static void
collapse_fires (SquillModel *model)
{
  draw_entity (model, "host", 500);
  draw_text (model, "host", "name", 20);
  draw_text (model, "host", "ip", 15);
  draw_entity (model, "message", 5e8);
  draw_text (model, "message", "line", 200);
  draw_relationship (model, "messages", "host", "message", "parent-reference", "0..1000000..?",
                     "1");
  draw_index (model, "message", "by-host", "[{'path': 'messages', 'how': '1'}]");
  draw_operation (model, "latest", "find", "host", 5);
  change (model, "latest", "filter", "[{'path': 'host.ip', 'how': 'eq'}]");
  change (model, "latest", "follows", "['messages']");
  change (model, "latest", "limit", "1000");
}

static void
collapse_own_page (SquillModel *model)
{
  collapse_fires (model);
  draw_operation (model, "show host", "find", "host", 1);
}

static void
collapse_boundary (SquillModel *model)
{
  collapse_fires (model);
  change (model, "messages", "children", "{'min': 0, 'likely': 3000, 'max': 3000}");
}

static void
collapse_four_fields (SquillModel *model)
{
  collapse_fires (model);
  draw_text (model, "host", "rack", 5);
  draw_text (model, "host", "owner", 10);
}

static void
mongoose_fires (SquillModel *model)
{
  draw_posts (model, "snapshot");
  change (model, SQUILL_MODEL_ID, "driver", "'mongoose'");
}

static void
mongoose_other_driver (SquillModel *model)
{
  mongoose_fires (model);
  change (model, SQUILL_MODEL_ID, "driver", "'python'");
}

static const RuleCase cases[] = {
  { "denorm-write-heavy", SQUILL_SEVERITY_WARNING, "parts", qty_fires, name_silent },
  { "denorm-write-heavy", SQUILL_SEVERITY_WARNING, "parts", nearly_pays, just_pays },
  { "denorm-write-heavy", SQUILL_SEVERITY_WARNING, "parts", NULL, writes_unknown },
  { "denorm-write-heavy", SQUILL_SEVERITY_WARNING, "parts", NULL, reads_unknown },
  { "denorm-volatile", SQUILL_SEVERITY_WARNING, "parts", qty_fires, name_silent },
  { "denorm-volatile", SQUILL_SEVERITY_WARNING, "parts", name_and_qty, writes_unknown },
  { "denorm-candidate", SQUILL_SEVERITY_HINT, "parts", names_fire, names_and_stock },
  { "denorm-candidate", SQUILL_SEVERITY_HINT, "gigs", house_beside_scans, house_of_many_names },
  { "denorm-candidate", SQUILL_SEVERITY_HINT, "parts", NULL, names_of_unknown_age },
  { "denorm-candidate", SQUILL_SEVERITY_HINT, "parts", NULL, names_in_secret },
  { "denorm-candidate", SQUILL_SEVERITY_HINT, "parts", NULL, names_rarely },
  { "denorm-fanout", SQUILL_SEVERITY_WARNING, "messages", fanout_fires, fanout_silent },
  { "denorm-fanout", SQUILL_SEVERITY_WARNING, "messages", NULL, fanout_boundary },
  { "denorm-fanout", SQUILL_SEVERITY_WARNING, "messages", NULL, fanout_immutable },
  { "denorm-missing-sync", SQUILL_SEVERITY_ERROR, "posts", sync_fires, sync_snapshot },
  { "denorm-missing-sync", SQUILL_SEVERITY_ERROR, "posts", NULL, sync_there },
  { "denorm-missing-sync", SQUILL_SEVERITY_ERROR, "posts", NULL, sync_along },
  { "denorm-missing-sync", SQUILL_SEVERITY_ERROR, "posts", NULL, sync_unknown },
  { "denorm-missing-sync", SQUILL_SEVERITY_ERROR, "sold", NULL, snapshot_fires },
  { "denorm-unindexed-copy", SQUILL_SEVERITY_WARNING, "posts", unindexed_fires, unindexed_silent },
  { "denorm-unindexed-copy", SQUILL_SEVERITY_WARNING, "parts", unindexed_in_parent, NULL },
  { "denorm-large", SQUILL_SEVERITY_WARNING, "comments", large_fires, large_silent },
  { "denorm-large", SQUILL_SEVERITY_WARNING, "comments", large_and_small, large_boundary },
  { "denorm-large", SQUILL_SEVERITY_WARNING, "comments", large_share, NULL },
  { "denorm-pii", SQUILL_SEVERITY_WARNING, "comments", personal_fires, personal_silent },
  { "denorm-pii", SQUILL_SEVERITY_WARNING, "comments", NULL, personal_unknown },
  { "denorm-pii", SQUILL_SEVERITY_WARNING, "comments", NULL, personal_same },
  { "denorm-immutable", SQUILL_SEVERITY_HINT, "comments", immutable_fires, immutable_silent },
  { "snapshot-not-marked", SQUILL_SEVERITY_HINT, "sold", snapshot_fires, snapshot_marked },
  { "snapshot-not-marked", SQUILL_SEVERITY_HINT, "sold", NULL, snapshot_of_stock },
  { "snapshot-not-marked", SQUILL_SEVERITY_HINT, "parts", NULL, name_silent },
  { "collapse-one-side", SQUILL_SEVERITY_HINT, "messages", collapse_fires, collapse_own_page },
  { "collapse-one-side", SQUILL_SEVERITY_HINT, "messages", NULL, collapse_boundary },
  { "collapse-one-side", SQUILL_SEVERITY_HINT, "messages", NULL, collapse_four_fields },
  { "mongoose-virtual-populate", SQUILL_SEVERITY_HINT, "posts", mongoose_fires,
    mongoose_other_driver },
};

static double
get_number (const SquillFinding *finding, const char *name)
{
  return json_number_value (json_object_get (finding->values, name));
}

/* The numbers of the cost of copies, as the catalog has them: 148 + 38.4 f for an update, and 145 +
 * 9 n for a join of small documents. */
static void
test_break_even (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;
  const SquillFinding *finding;

  qty_fires (model);
  advice = advise (model);
  finding = find_finding (advice, "denorm-write-heavy", "parts");
  g_assert_cmpfloat_with_epsilon (get_number (finding, "reads_per_update"), 5.0 / 60, 1e-9);
  g_assert_cmpfloat_with_epsilon (get_number (finding, "break_even"), 0.88, 0.02);
  g_assert_cmpfloat (get_number (finding, "copies"), ==, 8);
  finding = find_finding (advice, "denorm-volatile", "parts");
  g_assert_nonnull (strstr (finding->message, "60 per second"));
  g_assert_nonnull (strstr (finding->message, "qty"));
}

/* The fix of what is volatile leaves the rest as it was, with what updates it. */
static void
test_volatile_part (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;
  const SquillOperation *update;

  name_and_qty (model);
  advice = advise (model);
  g_assert_true (
      squill_advice_apply_fix (advice, find_finding (advice, "denorm-volatile", "parts"), NULL));
  g_assert_nonnull (squill_model_get_item (model, "parts:part.name"));
  g_assert_null (squill_model_get_item (model, "parts:part.qty"));
  update = squill_model_get_operation (model, "change copies");
  g_assert_cmpuint (update->writes->len, ==, 1);
  g_assert_cmpstr (((const SquillKey *)update->writes->pdata[0])->path, ==, "parts/part.name");
}

/* Of documents that refer to each other either may keep the copies. */
static void
test_updates_of_self (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;

  draw_entity (model, "page", 1000);
  draw_text (model, "page", "title", 20);
  draw_relationship (model, "links", "page", "page", "child-references", "0..5..20", "0..5..20");
  draw_copy (model, "links", "page.title", "to-parent", "kept");
  draw_operation (model, "show", "find", "page", 300);
  change (model, "show", "returns", "[{'path': 'links/page.title'}]");
  draw_operation (model, "rename", "update", "page", 0.01);
  change (model, "rename", "writes", "[{'path': 'page.title'}]");
  draw_operation (model, "rename in links", "update", "page", 0.01);
  change (model, "rename in links", "filter", "[{'path': 'links', 'how': 'eq'}]");
  change (model, "rename in links", "writes", "[{'path': 'links/page.title'}]");
  change (model, "rename in links", "multi", "true");
  advice = advise (model);
  g_assert_null (find_finding (advice, "denorm-missing-sync", NULL));
  g_assert_true (
      squill_operation_updates_copies (squill_model_get_operation (model, "rename in links"),
                                       squill_model_get_relationship (model, "links")));
  g_assert_false (squill_operation_updates_copies (squill_model_get_operation (model, "rename"),
                                                   squill_model_get_relationship (model, "links")));
}

/* A proposed copy comes with the operation that updates it and with the index by which that finds
 * it, and is then left alone. */
static void
test_extended_reference (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;
  const SquillFinding *finding;
  guint n_before, n_after, n_copies;

  names_fire (model);
  advice = advise (model);
  finding = find_finding (advice, "denorm-candidate", "parts");
  g_assert_nonnull (strstr (finding->message, "300 per second"));
  squill_item_get_children (squill_model_get_info (model), SQUILL_KIND_OPERATION, &n_before);
  g_assert_true (squill_advice_apply_fix (advice, finding, NULL));
  squill_item_get_children (squill_model_get_info (model), SQUILL_KIND_OPERATION, &n_after);
  squill_item_get_children (squill_model_get_item (model, "parts"), SQUILL_KIND_COPY, &n_copies);
  g_assert_cmpuint (n_after, ==, n_before + 1);
  g_assert_cmpuint (n_copies, ==, 1);
  g_assert_null (find_finding (advice, "denorm-missing-sync", NULL));
  g_assert_null (find_finding (advice, "denorm-unindexed-copy", NULL));
  g_assert_null (find_finding (advice, "denorm-write-heavy", NULL));
}

/* Everything of the host is in its messages then, and is found by the same address. */
static void
test_collapse (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;
  const SquillOperation *latest;
  const SquillIndex *index;

  collapse_fires (model);
  advice = advise (model);
  g_assert_true (squill_advice_apply_fix (
      advice, find_finding (advice, "collapse-one-side", "messages"), NULL));
  g_assert_null (squill_model_get_item (model, "host"));
  g_assert_null (squill_model_get_item (model, "messages"));
  g_assert_cmpstr (squill_model_get_field (model, "host.name")->item.parent->id, ==, "message");
  latest = squill_model_get_operation (model, "latest");
  g_assert_cmpstr (latest->entity, ==, "message");
  g_assert_cmpstr (((const SquillKey *)latest->filter->pdata[0])->path, ==, "host.ip");
  index = squill_model_get_item_of_kind (model, "by-host", SQUILL_KIND_INDEX);
  g_assert_cmpstr (((const SquillKey *)index->keys->pdata[0])->path, ==, "host.ip");
}

/* Copies that are drawn, but that no document has as long as children are embedded, do not come to
 * life when they no longer are: nothing was compared with them. */
static void
test_copies_of_embedded (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;

  draw_comments (model, "bio");
  change (model, "comments", "placement", "'embed-many'");
  change (model, "comments", "children", "{'min': 0, 'likely': 50, 'max': 'inf'}");
  advice = advise (model);
  g_assert_true (
      squill_advice_apply_fix (advice, find_finding (advice, "unbounded-array", NULL), NULL));
  g_assert_cmpint (squill_model_get_relationship (model, "comments")->placement, ==,
                   SQUILL_PLACEMENT_PARENT_REFERENCE);
  g_assert_null (squill_model_get_item (model, "comments:user.bio"));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  add_rule_cases (cases, G_N_ELEMENTS (cases));
  g_test_add_func ("/advice/copies/break-even", test_break_even);
  g_test_add_func ("/advice/copies/volatile-part", test_volatile_part);
  g_test_add_func ("/advice/copies/updates-of-self", test_updates_of_self);
  g_test_add_func ("/advice/copies/extended-reference", test_extended_reference);
  g_test_add_func ("/advice/copies/collapse", test_collapse);
  g_test_add_func ("/advice/copies/of-embedded", test_copies_of_embedded);
  return g_test_run ();
}

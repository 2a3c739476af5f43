/* SPDX-License-Identifier: Apache-2.0 */

/* Family A: references, links, trees, and the model as a whole. */

#include "config.h"

#include "advice-fixture.h"

static void
draw_messages (SquillModel *model)
{
  draw_entity (model, "student", 1000);
  draw_entity (model, "message", 5000000);
  draw_field (model, "message", "posted_on", "date");
  draw_relationship (model, "posted_by", "student", "message", "parent-reference", "0..1500..?",
                     "1");
  draw_operation (model, "messages of", "find", "message", 10);
  change (model, "messages of", "filter", "[{'path': 'posted_by', 'how': 'eq'}]");
  change (model, "messages of", "sort", "[{'path': 'message.posted_on', 'how': '-1'}]");
}

static void
parent_fires (SquillModel *model)
{
  draw_messages (model);
}

static void
parent_silent (SquillModel *model)
{
  draw_messages (model);
  draw_index (model, "message", "by-student",
              "[{'path': 'posted_by', 'how': '1'}, {'path': 'message.posted_on', 'how': '-1'}]");
}

/* What is not in the index is not found by it. */
static void
parent_partial (SquillModel *model)
{
  parent_silent (model);
  change (model, "by-student", "partial", "{'pinned': true}");
}

/* It asks only for what is in the index. */
static void
parent_within_partial (SquillModel *model)
{
  parent_partial (model);
  draw_field (model, "message", "pinned", "bool");
  change (model, "messages of", "filter",
          "[{'path': 'posted_by', 'how': 'eq'}, {'path': 'message.pinned', 'how': 'eq:true'}]");
}

static void
parent_hidden (SquillModel *model)
{
  parent_silent (model);
  change (model, "by-student", "hidden", "true");
}

static void
parent_present (SquillModel *model)
{
  parent_silent (model);
  change (model, "by-student", "partial", "{'posted_on': {'$type': 'date'}}");
}

/* The reference is a field, and the index is on that. */
static void
parent_held (SquillModel *model)
{
  draw_messages (model);
  draw_field (model, "message", "by", "objectId");
  change (model, "posted_by", "child_holder", "'message.by'");
  draw_index (model, "message", "by-student", "[{'path': 'message.by', 'how': '1'}]");
}

static void
parent_nested (SquillModel *model)
{
  parent_silent (model);
  draw_text (model, "student", "name", 20);
  draw_copy (model, "posted_by", "student.name", "to-child", "kept");
  change (model, "posted_by", "nest_copies", "true");
}

/* A range of references is of no one student. */
static void
parent_range (SquillModel *model)
{
  draw_messages (model);
  change (model, "messages of", "filter", "[{'path': 'posted_by', 'how': 'range'}]");
}

static void
parent_list (SquillModel *model)
{
  draw_messages (model);
  change (model, "messages of", "filter", "[{'path': 'posted_by', 'how': 'in:20'}]");
}

/* An index that begins with something else leads there as well. */
static void
parent_behind (SquillModel *model)
{
  draw_messages (model);
  draw_text (model, "message", "box", 6);
  change (model, "messages of", "filter",
          "[{'path': 'posted_by', 'how': 'eq'}, {'path': 'message.box', 'how': 'eq'}]");
  draw_index (model, "message", "by-box",
              "[{'path': 'message.box', 'how': '1'}, {'path': 'posted_by', 'how': '1'}]");
}

/* That one leads to many, of which most are not of the student. */
static void
parent_beside (SquillModel *model)
{
  parent_behind (model);
  change (model, "by-box", "keys", "[{'path': 'message.box', 'how': '1'}]");
}

/* Nothing is left to find by the reference. */
static void
parent_of_one (SquillModel *model)
{
  parent_beside (model);
  change (model, "by-box", "unique", "true");
}

/* Nobody looks for the first key. */
static void
parent_behind_unasked (SquillModel *model)
{
  parent_behind (model);
  change (model, "messages of", "filter", "[{'path': 'posted_by', 'how': 'eq'}]");
}

static void
parent_joined (SquillModel *model)
{
  draw_messages (model);
  change (model, "messages of", "filter", "[{'path': 'message.posted_on', 'how': 'range'}]");
  change (model, "posted_by", "together", "5");
}

static void
draw_parts (SquillModel *model)
{
  draw_entity (model, "product", 10000);
  draw_entity (model, "part", 50000);
  draw_relationship (model, "parts", "product", "part", "child-references", "1..40..100",
                     "0..8..50");
}

static void
reverse_fires (SquillModel *model)
{
  draw_parts (model);
  draw_operation (model, "which products", "find", "product", 1);
  change (model, "which products", "filter", "[{'path': 'parts', 'how': 'eq'}]");
}

/* All of them are read as fast. */
static void
reverse_of_few (SquillModel *model)
{
  reverse_fires (model);
  change (model, "product", "count", "{'min': 70, 'likely': 70, 'max': 70}");
}

static void
reverse_silent (SquillModel *model)
{
  draw_parts (model);
  draw_operation (model, "show product", "find", "product", 1);
  change (model, "show product", "follows", "['parts']");
}

static void
draw_tasks (SquillModel *model)
{
  draw_entity (model, "person", 1000);
  draw_entity (model, "task", 60000);
  draw_field (model, "task", "due", "date");
  draw_relationship (model, "tasks", "person", "task", "two-way", "0..60..300", "1");
}

static void
move_fires (SquillModel *model)
{
  draw_tasks (model);
  draw_operation (model, "reassign", "update", "task", 0.2);
  change (model, "reassign", "moves", "'tasks'");
}

static void
move_silent (SquillModel *model)
{
  draw_tasks (model);
  draw_operation (model, "finish", "update", "task", 0.2);
  change (model, "finish", "writes", "[{'path': 'task.due'}]");
}

static void
move_ranked (SquillModel *model)
{
  move_fires (model);
  change (model, "tasks", "ordering", "'rank'");
}

static void
move_in_transaction (SquillModel *model)
{
  move_fires (model);
  change (model, "reassign", "transaction", "true");
}

static void
redundant_fires (SquillModel *model)
{
  draw_tasks (model);
  draw_operation (model, "tasks by date", "find", "task", 5);
  change (model, "tasks by date", "filter", "[{'path': 'tasks', 'how': 'eq'}]");
  change (model, "tasks by date", "sort", "[{'path': 'task.due', 'how': '1'}]");
  draw_index (model, "person", "by-task", "[{'path': 'tasks', 'how': '1'}]");
}

static void
redundant_silent (SquillModel *model)
{
  draw_entity (model, "playlist", 1000);
  draw_entity (model, "entry", 30000);
  draw_relationship (model, "entries", "playlist", "entry", "two-way", "0..30..100", "1");
  change (model, "entries", "ordering", "'rank'");
  change (model, "entries", "together", "10");
}

static void
draw_enrolments (SquillModel *model, const char *children, const char *parents)
{
  draw_entity (model, "student", 1000);
  draw_entity (model, "class", 200);
  draw_relationship (model, "enrolments", "student", "class", "junction", children, parents);
}

static void
junction_fires (SquillModel *model)
{
  draw_enrolments (model, "0..35..60", "0..120..500");
  draw_field (model, "enrolments", "grade", "int");
}

static void
junction_silent (SquillModel *model)
{
  draw_enrolments (model, "0..5000..100000", "0..4000..100000");
}

/* Few links are usual on both sides, but some have many. */
static void
junction_at_most (SquillModel *model)
{
  draw_enrolments (model, "0..35..9000", "0..120..9000");
}

/* There is no collection of classes that the references could stand in. */
static void
junction_of_embedded (SquillModel *model)
{
  junction_fires (model);
  draw_entity (model, "school", 10);
  draw_relationship (model, "classes", "school", "class", "embed-many", "1..20..50", "1");
}

static void
junction_as_entity (SquillModel *model)
{
  draw_entity (model, "student", 1000);
  draw_entity (model, "class", 200);
  draw_entity (model, "enrolment", 35000);
  draw_field (model, "enrolment", "grade", "int");
  draw_relationship (model, "of student", "student", "enrolment", "parent-reference", "0..35..60",
                     "1");
  draw_relationship (model, "of class", "class", "enrolment", "parent-reference", "0..120..500",
                     "1");
}

static void
junction_with_fields (SquillModel *model)
{
  junction_as_entity (model);
  draw_field (model, "enrolment", "when", "date");
  draw_text (model, "enrolment", "comment", 100);
}

/* Links that are looked for by the day are not just where they lead. */
static void
junction_by_day (SquillModel *model)
{
  junction_as_entity (model);
  draw_field (model, "enrolment", "day", "date");
  draw_operation (model, "new ones", "find", "enrolment", 5);
  change (model, "new ones", "filter",
          "[{'path': 'of class', 'how': 'eq'}, {'path': 'enrolment.day', 'how': 'range'}]");
}

/* In a student, 35 of them would be 1.4 MB, wherever students are. */
static void
junction_of_essays (SquillModel *model)
{
  junction_as_entity (model);
  draw_text (model, "enrolment", "essay", 40000);
}

static void
both_fires (SquillModel *model)
{
  draw_entity (model, "user", 1e6);
  draw_entity (model, "channel", 1e6);
  draw_relationship (model, "follows", "user", "channel", "child-references", "0..5000..50000",
                     "0..4000..90000");
}

static void
both_at_most (SquillModel *model)
{
  both_fires (model);
  change (model, "follows", "children", "{'min': 0, 'likely': 50, 'max': 9000}");
  change (model, "follows", "parents", "{'min': 0, 'likely': 50, 'max': 9000}");
}

static void
both_silent (SquillModel *model)
{
  draw_entity (model, "student", 1000);
  draw_entity (model, "course", 80);
  draw_relationship (model, "courses", "student", "course", "child-references", "0..40..60",
                     "0..500..900");
}

static void
lost_fires (SquillModel *model)
{
  draw_entity (model, "student", 1000);
  draw_entity (model, "course", 80);
  draw_relationship (model, "courses", "student", "course", "child-references", "0..40..60",
                     "0..500..900");
  draw_field (model, "courses", "grade", "int");
  change (model, "student", "standalone", "'no'");
}

static void
lost_silent (SquillModel *model)
{
  lost_fires (model);
  change (model, "student", "standalone", NULL);
}

static void
draw_sorted_ids (SquillModel *model, const char *children)
{
  draw_entity (model, "feed", 1000);
  draw_entity (model, "post", 1e6);
  draw_field (model, "post", "when", "date");
  draw_relationship (model, "posts", "feed", "post", "child-references", children, "1");
  change (model, "posts", "ordering", "'time'");
  change (model, "posts", "order_by", "'post.when'");
  draw_operation (model, "show feed", "find", "feed", 1);
  change (model, "show feed", "follows", "['posts']");
}

static void
in_fires (SquillModel *model)
{
  draw_sorted_ids (model, "800..800..800");
}

static void
in_silent (SquillModel *model)
{
  draw_sorted_ids (model, "150..150..150");
}

static void
in_direct (SquillModel *model)
{
  draw_sorted_ids (model, "0..10..20");
  draw_operation (model, "many posts", "find", "post", 1);
  change (model, "many posts", "filter", "[{'path': '=_id', 'how': 'in:800'}]");
  change (model, "many posts", "sort", "[{'path': 'post.when', 'how': '-1'}]");
}

static void
in_direct_short (SquillModel *model)
{
  in_direct (model);
  change (model, "many posts", "filter", "[{'path': '=_id', 'how': 'in:150'}]");
}

static void
join_fires (SquillModel *model)
{
  draw_parts (model);
  draw_text (model, "part", "manual", 8000);
  draw_text (model, "part", "name", 20);
  draw_operation (model, "show product", "find", "product", 1);
  change (model, "show product", "follows", "['parts']");
}

static void
join_silent (SquillModel *model)
{
  join_fires (model);
  change (model, "show product", "returns", "[{'path': 'parts/part.name'}]");
}

/* From orders to their customers, and from these to their regions: one of each. */
static void
draw_chain (SquillModel *model)
{
  draw_entity (model, "region", 20);
  draw_text (model, "region", "name", 20);
  draw_entity (model, "customer", 100000);
  draw_text (model, "customer", "name", 200);
  draw_entity (model, "order", 1e6);
  draw_relationship (model, "customers", "region", "customer", "parent-reference", "0..5000..9000",
                     "1");
  draw_relationship (model, "orders", "customer", "order", "parent-reference", "0..10..500", "1");
  draw_operation (model, "show order", "find", "order", 1);
  change (model, "show order", "filter", "[{'path': '=_id', 'how': 'eq'}]");
  change (model, "show order", "follows", "['customers', 'orders']");
}

/* From regions to all orders of their customers. */
static void
draw_chain_down (SquillModel *model)
{
  draw_chain (model);
  draw_operation (model, "orders of region", "find", "region", 1);
  change (model, "orders of region", "follows", "['orders', 'customers']");
  change (model, "orders of region", "returns",
          "[{'path': 'customers/orders/=_id'}, {'path': 'customers/customer.name'}]");
}

static void
join_by_key (SquillModel *model)
{
  draw_parts (model);
  draw_text (model, "part", "number", 12);
  change (model, "part.number", "unique", "true");
  change (model, "parts", "child_key", "'part.number'");
  draw_operation (model, "show product", "find", "product", 1);
  change (model, "show product", "follows", "['parts']");
  change (model, "show product", "returns", "[{'path': 'parts/part.number'}]");
}

static void
type_fires (SquillModel *model)
{
  draw_entity (model, "user", 100);
  draw_entity (model, "task", 100);
  draw_field (model, "task", "owner", "string");
  draw_relationship (model, "owns", "user", "task", "parent-reference", "0..5..10", "1");
  change (model, "owns", "child_holder", "'task.owner'");
}

static void
type_silent (SquillModel *model)
{
  draw_entity (model, "publisher", 100);
  draw_field (model, "publisher", "_id", "string");
  draw_entity (model, "book", 100);
  draw_field (model, "book", "publisher_id", "string");
  draw_relationship (model, "books", "publisher", "book", "parent-reference", "0..5..10", "1");
  change (model, "books", "child_holder", "'book.publisher_id'");
}

static void
type_of_list (SquillModel *model)
{
  draw_entity (model, "account", 100);
  draw_field (model, "account", "number", "int");
  change (model, "account.number", "unique", "true");
  draw_entity (model, "customer", 100);
  draw_array (model, "customer", "accounts", "string|null", "0..3..6");
  draw_relationship (model, "accounts", "customer", "account", "child-references", "0..3..6", "1");
  change (model, "accounts", "child_key", "'account.number'");
  change (model, "accounts", "parent_holder", "'customer.accounts'");
}

static void
type_of_numbers (SquillModel *model)
{
  type_of_list (model);
  change (model, "customer.accounts", "types", "['long']");
}

/* The keys of a map are names, whatever refers to them. */
static void
type_of_keys (SquillModel *model)
{
  draw_entity (model, "catalog", 1);
  draw_field (model, "catalog", "events", "object");
  change (model, "catalog.events", "map", "true");
  draw_entity (model, "show", 100);
  draw_field (model, "show", "event", "int");
  draw_relationship (model, "shows", "catalog", "show", "parent-reference", "0..5..10", "1");
  change (model, "shows", "parent_key", "'catalog.events'");
  change (model, "shows", "child_holder", "'show.event'");
}

static void
target_fires (SquillModel *model)
{
  draw_entity (model, "category", 100);
  draw_text (model, "category", "code", 5);
  draw_entity (model, "product", 100);
  draw_relationship (model, "products", "category", "product", "parent-reference", "0..5..10", "1");
  change (model, "products", "parent_key", "'product.code'");
}

static void
target_silent (SquillModel *model)
{
  target_fires (model);
  change (model, "products", "parent_key", "'category.code'");
  draw_index (model, "category", "by-code", "[{'path': 'category.code', 'how': '1'}]");
  change (model, "by-code", "unique", "true");
}

/* Only documents that are active have different values. */
static void
target_partly_unique (SquillModel *model)
{
  target_silent (model);
  change (model, "by-code", "partial", "{'active': true}");
}

static void
target_unique_of_numbers (SquillModel *model)
{
  target_silent (model);
  change (model, "by-code", "partial", "{'code': {'$type': 'int'}}");
}

static void
target_unique_where_present (SquillModel *model)
{
  target_silent (model);
  change (model, "by-code", "partial", "{'code': {'$exists': true}}");
}

static void
target_unique_of_texts (SquillModel *model)
{
  target_silent (model);
  change (model, "by-code", "partial", "{'code': {'$type': ['string', 'null']}}");
}

static void
target_not_unique (SquillModel *model)
{
  target_fires (model);
  change (model, "products", "parent_key", "'category.code'");
}

static void
target_seen (SquillModel *model)
{
  target_not_unique (model);
  observe (model, "products", "product.category -> category.code", "{'duplicates': 0}");
}

/* A second reference, which somebody drew. */
static void
target_seen_by_one (SquillModel *model)
{
  target_seen (model);
  draw_entity (model, "offer", 100);
  draw_relationship (model, "offers", "category", "offer", "parent-reference", "0..5..10", "1");
  change (model, "offers", "parent_key", "'category.code'");
}

/* An index on what is in an array does not keep the elements of one document apart. */
static void
target_seen_in_array (SquillModel *model)
{
  target_seen (model);
  draw_entity (model, "shop", 10);
  draw_relationship (model, "categories", "shop", "category", "embed-many", "1..5..10", "1");
}

static void
target_seen_twice (SquillModel *model)
{
  target_not_unique (model);
  observe (model, "products", "product.category -> category.code", "{'duplicates': 1}");
}

/* What was unique was another field. */
static void
target_chosen_since (SquillModel *model)
{
  target_seen (model);
  draw_text (model, "category", "name", 5);
  change (model, "products", "parent_key", "'category.name'");
}

static void
orphan_fires (SquillModel *model)
{
  draw_entity (model, "warehouse", 10);
  draw_entity (model, "product", 1000);
  draw_relationship (model, "stock", "warehouse", "product", "child-references", "0..500..1000",
                     "0..3..10");
  draw_operation (model, "delete product", "delete", "product", 0.01);
}

static void
orphan_silent (SquillModel *model)
{
  draw_entity (model, "product", 1000);
  draw_entity (model, "part", NAN);
  draw_relationship (model, "parts", "product", "part", "embed-many", "0..5..10", "1");
  draw_operation (model, "delete product", "delete", "product", 0.01);
}

static void
orphan_of_parent (SquillModel *model)
{
  parent_silent (model);
  change (model, "posted_by", "children", "{'min': 0, 'likely': 15, 'max': 100}");
  draw_operation (model, "delete student", "delete", "student", 0.01);
}

/* References that lead nowhere do not stay. */
static void
orphan_expiring (SquillModel *model)
{
  orphan_of_parent (model);
  draw_field (model, "message", "sent", "date");
  draw_index (model, "message", "ttl", "[{'path': 'message.sent', 'how': '1'}]");
  change_number (model, "ttl", "expire_after", 86400);
}

static void
orphan_cleaned (SquillModel *model)
{
  orphan_of_parent (model);
  draw_operation (model, "clean up", "delete", "message", 0.01);
  change (model, "clean up", "filter", "[{'path': 'posted_by', 'how': 'eq'}]");
}

static void
cycle_fires (SquillModel *model)
{
  draw_entity (model, "category", 100);
  draw_relationship (model, "sub", "category", "category", "embed-many", "0..5..10", "1");
}

static void
cycle_silent (SquillModel *model)
{
  draw_entity (model, "post", 100);
  draw_entity (model, "comment", NAN);
  draw_relationship (model, "comments", "post", "comment", "embed-many", "0..5..10", "1");
  draw_relationship (model, "replies", "comment", "comment", "embed-many", "0..1..10", "1");
  change (model, "replies", "depth", "2");
}

static void
cycle_of_three (SquillModel *model)
{
  draw_entity (model, "a", 100);
  draw_entity (model, "b", 100);
  draw_entity (model, "c", 100);
  draw_entity (model, "d", 100);
  draw_relationship (model, "ab", "a", "b", "embed-one", "1", "1");
  draw_relationship (model, "bc", "b", "c", "embed-one", "1", "1");
  draw_relationship (model, "ca", "c", "a", "embed-many", "0..1..2", "1");
  draw_relationship (model, "da", "d", "a", "embed-one", "1", "1");
}

static void
draw_categories (SquillModel *model)
{
  draw_entity (model, "category", 1000);
  draw_entity (model, "product", 100000);
  draw_relationship (model, "parent", "category", "category", "parent-reference", "0..5..20", "1");
  draw_index (model, "category", "by-parent", "[{'path': 'parent', 'how': '1'}]");
  draw_relationship (model, "products", "category", "product", "parent-reference", "0..100..1000",
                     "1");
  draw_index (model, "product", "by-category", "[{'path': 'products', 'how': '1'}]");
}

static void
tree_fires (SquillModel *model)
{
  draw_categories (model);
  draw_operation (model, "products under", "find", "product", 50);
  change (model, "products under", "follows", "['products', 'parent']");
}

static void
tree_silent (SquillModel *model)
{
  draw_categories (model);
  draw_operation (model, "direct children", "find", "category", 50);
  change (model, "direct children", "filter", "[{'path': 'parent', 'how': 'eq'}]");
}

static void
draw_tables (SquillModel *model)
{
  static const char *const parts[] = { "address", "phone", "preference" };

  draw_entity (model, "customer", 1000);
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    {
      g_autofree char *id = g_strconcat ("of ", parts[i], NULL);

      draw_entity (model, parts[i], 2000);
      draw_relationship (model, id, "customer", parts[i], "parent-reference", "0..2..5", "1");
    }
}

static void
sql_fires (SquillModel *model)
{
  draw_tables (model);
  draw_operation (model, "profile page", "find", "customer", 50);
  change (model, "profile page", "follows", "['of address', 'of phone', 'of preference']");
}

static void
sql_silent (SquillModel *model)
{
  draw_tables (model);
  draw_operation (model, "show customer", "find", "customer", 50);
  draw_operation (model, "show phone", "find", "phone", 5);
}

static void
draw_countries (SquillModel *model, double count)
{
  draw_entity (model, "country", count);
  draw_text (model, "country", "name", 12);
  draw_entity (model, "user", 1e6);
  draw_relationship (model, "users", "country", "user", "parent-reference", "0..5000..?", "1");
}

static void
tiny_fires (SquillModel *model)
{
  draw_countries (model, 200);
}

static void
tiny_silent (SquillModel *model)
{
  draw_countries (model, 50000);
}

/* What refers to its keys does not look up documents. */
static void
tiny_single (SquillModel *model)
{
  draw_countries (model, 1);
}

static const RuleCase cases[] = {
  { "parent-ref-unindexed", SQUILL_SEVERITY_WARNING, "posted_by", parent_fires, parent_silent },
  { "parent-ref-unindexed", SQUILL_SEVERITY_WARNING, "posted_by", parent_joined, parent_held },
  { "parent-ref-unindexed", SQUILL_SEVERITY_WARNING, "posted_by", parent_list, parent_range },
  { "parent-ref-unindexed", SQUILL_SEVERITY_WARNING, NULL, NULL, parent_nested },
  { "parent-ref-unindexed", SQUILL_SEVERITY_WARNING, "posted_by", parent_partial, parent_present },
  { "parent-ref-unindexed", SQUILL_SEVERITY_WARNING, "posted_by", parent_hidden,
    parent_within_partial },
  { "parent-ref-unindexed", SQUILL_SEVERITY_WARNING, "posted_by", parent_behind_unasked,
    parent_behind },
  { "parent-ref-unindexed", SQUILL_SEVERITY_WARNING, "posted_by", parent_beside, parent_of_one },
  { "child-ref-reverse-unindexed", SQUILL_SEVERITY_WARNING, "parts", reverse_fires,
    reverse_silent },
  { "child-ref-reverse-unindexed", SQUILL_SEVERITY_WARNING, NULL, NULL, reverse_of_few },
  { "two-way-non-atomic", SQUILL_SEVERITY_WARNING, "tasks", move_fires, move_silent },
  { "two-way-non-atomic", SQUILL_SEVERITY_WARNING, "tasks", move_ranked, move_in_transaction },
  { "two-way-redundant", SQUILL_SEVERITY_HINT, "tasks", redundant_fires, redundant_silent },
  { "m2n-junction", SQUILL_SEVERITY_HINT, "enrolments", junction_fires, junction_silent },
  { "m2n-junction", SQUILL_SEVERITY_HINT, "enrolment", junction_as_entity, junction_with_fields },
  { "m2n-both-large", SQUILL_SEVERITY_WARNING, "follows", both_fires, both_silent },
  { "m2n-both-large", SQUILL_SEVERITY_WARNING, "follows", both_at_most, NULL },
  { "m2n-junction", SQUILL_SEVERITY_HINT, NULL, NULL, junction_at_most },
  { "m2n-junction", SQUILL_SEVERITY_HINT, NULL, NULL, junction_of_embedded },
  { "m2n-junction", SQUILL_SEVERITY_HINT, NULL, NULL, junction_of_essays },
  { "m2n-junction", SQUILL_SEVERITY_HINT, NULL, NULL, junction_by_day },
  { "link-attributes-lost", SQUILL_SEVERITY_ERROR, "courses", lost_fires, lost_silent },
  { "in-list-long", SQUILL_SEVERITY_HINT, "posts", in_fires, in_silent },
  { "in-list-long", SQUILL_SEVERITY_HINT, "posts", in_direct, in_direct_short },
  { "app-join-cost", SQUILL_SEVERITY_HINT, "show product", join_fires, join_silent },
  { "app-join-cost", SQUILL_SEVERITY_HINT, "show product", join_by_key, draw_chain },
  { "parent-ref-unindexed", SQUILL_SEVERITY_WARNING, "orders", draw_chain_down, draw_chain },
  { "ref-type-mismatch", SQUILL_SEVERITY_ERROR, "task.owner", type_fires, type_silent },
  { "ref-type-mismatch", SQUILL_SEVERITY_ERROR, "customer.accounts", type_of_list,
    type_of_numbers },
  { "ref-type-mismatch", SQUILL_SEVERITY_ERROR, NULL, NULL, type_of_keys },
  { "ref-target-missing", SQUILL_SEVERITY_ERROR, "products", target_fires, target_silent },
  { "ref-target-missing", SQUILL_SEVERITY_ERROR, "category.code", target_not_unique, NULL },
  { "ref-target-missing", SQUILL_SEVERITY_ERROR, "category.code", target_partly_unique,
    target_unique_where_present },
  { "ref-target-missing", SQUILL_SEVERITY_ERROR, "category.code", target_unique_of_numbers,
    target_unique_of_texts },
  { "ref-target-missing", SQUILL_SEVERITY_HINT, "category.code", target_seen, type_of_keys },
  { "ref-target-missing", SQUILL_SEVERITY_HINT, "category.code", target_seen_by_one,
    target_seen_in_array },
  { "ref-target-missing", SQUILL_SEVERITY_ERROR, "category.code", target_seen_twice, NULL },
  { "ref-target-missing", SQUILL_SEVERITY_ERROR, "category.name", target_chosen_since, NULL },
  { "orphan-risk", SQUILL_SEVERITY_HINT, "stock", orphan_fires, orphan_silent },
  { "orphan-risk", SQUILL_SEVERITY_HINT, "posted_by", orphan_of_parent, orphan_cleaned },
  { "orphan-risk", SQUILL_SEVERITY_HINT, NULL, NULL, orphan_expiring },
  { "embed-cycle", SQUILL_SEVERITY_ERROR, "sub", cycle_fires, cycle_silent },
  { "embed-cycle", SQUILL_SEVERITY_ERROR, "ab", cycle_of_three, NULL },
  { "tree-pattern-missing", SQUILL_SEVERITY_HINT, "parent", tree_fires, tree_silent },
  { "sql-shaped-model", SQUILL_SEVERITY_HINT, "model", sql_fires, sql_silent },
  { "tiny-lookup-collection", SQUILL_SEVERITY_HINT, "country", tiny_fires, tiny_silent },
  { "tiny-lookup-collection", SQUILL_SEVERITY_HINT, NULL, NULL, tiny_single },
};

/* The index of a reference continues with what is sorted by. */
static void
test_index_keys (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;
  const SquillCollection *collection;
  const SquillCollectionIndex *index;

  parent_fires (model);
  advice = advise (model);
  g_assert_true (
      squill_advice_apply_fix (advice, find_finding (advice, "parent-ref-unindexed", NULL), NULL));
  collection = squill_design_find_collection (squill_advice_get_design (advice), "message");
  g_assert_cmpuint (collection->indexes->len, ==, 2);
  index = collection->indexes->pdata[1];
  g_assert_cmpstr (index->name, ==, "student_1_posted_on_-1");
}

/* One that sorts by what the documents do not have leaves the end of the index to the others. */
static void
test_index_keys_of_others (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;
  const SquillCollection *collection;

  parent_fires (model);
  draw_text (model, "student", "title", 20);
  draw_operation (model, "newest", "find", "message", 1);
  change (model, "newest", "filter", "[{'path': 'posted_by', 'how': 'eq'}]");
  change (model, "newest", "sort", "[{'path': 'message.posted_on', 'how': '-1'}]");
  change (model, "messages of", "sort", "[{'path': 'posted_by/student.title', 'how': '1'}]");
  advice = advise (model);
  g_assert_true (
      squill_advice_apply_fix (advice, find_finding (advice, "parent-ref-unindexed", NULL), NULL));
  collection = squill_design_find_collection (squill_advice_get_design (advice), "message");
  g_assert_cmpstr (((const SquillCollectionIndex *)collection->indexes->pdata[1])->name, ==,
                   "student_1_posted_on_-1");
}

/* The key is what is wrong, however many refer to it. */
static void
test_one_finding_of_key (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;
  GPtrArray *findings;
  guint n = 0;

  target_seen_by_one (model);
  observe (model, "offers", "offer.category -> category.code", "{'duplicates': 0}");
  advice = advise (model);
  findings = squill_advice_get_findings (advice);
  for (guint i = 0; i < findings->len; i++)
    if (g_str_equal (((const SquillFinding *)findings->pdata[i])->rule, "ref-target-missing"))
      n++;
  g_assert_cmpuint (n, ==, 1);
}

/* A unique index on what was found twice cannot be created, which is said before somebody tries. */
static void
test_duplicates_of_key (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;
  const SquillFinding *finding;

  target_not_unique (model);
  observe (model, "products", "product.category -> category.code", "{'duplicates': 12}");
  advice = advise (model);
  finding = find_finding (advice, "ref-target-missing", "category.code");
  g_assert_nonnull (finding);
  g_assert_nonnull (strstr (finding->message, "12 of its values are those of several documents"));
  g_assert_cmpfloat (json_number_value (json_object_get (finding->values, "duplicates")), ==, 12);
}

/* A junction is a collection that is read, and is named like the others. */
static void
test_names_of_read_collections (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;
  const SquillFinding *finding;

  draw_entity (model, "customer", 1000);
  draw_entity (model, "tag", 100);
  draw_relationship (model, "tags", "customer", "tag", "junction", "0..9000..20000",
                     "0..9000..20000");
  draw_operation (model, "profile page", "find", "customer", 50);
  change (model, "profile page", "follows", "['tags']");
  advice = advise (model);
  finding = find_finding (advice, "sql-shaped-model", NULL);
  g_assert_nonnull (finding);
  g_assert_nonnull (strstr (finding->message, "needs 3 collections: "));
  g_assert_cmpuint (json_array_size (json_object_get (finding->values, "together")), ==, 3);
}

/* What a reference leads to is not read as long as nobody follows it. */
static void
test_references_looked_for (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;

  draw_entity (model, "board", 100);
  draw_entity (model, "member", 1000);
  draw_entity (model, "thread", 50000);
  draw_relationship (model, "threads", "board", "thread", "parent-reference", "0..500..9000", "1");
  draw_relationship (model, "author", "member", "thread", "parent-reference", "0..50..900", "1");
  draw_operation (model, "threads of a board", "find", "thread", 50);
  change (model, "threads of a board", "filter", "[{'path': 'threads', 'how': 'eq'}]");
  change (model, "threads of a board", "follows", "['author']");
  advice = advise (model);
  g_assert_null (find_finding (advice, "sql-shaped-model", NULL));

  change (model, "threads of a board", "follows", "['author', 'threads']");
  g_assert_nonnull (find_finding (advice, "sql-shaped-model", NULL));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  add_rule_cases (cases, G_N_ELEMENTS (cases));
  g_test_add_func ("/advice/fix/index-keys", test_index_keys);
  g_test_add_func ("/advice/fix/index-keys-of-others", test_index_keys_of_others);
  g_test_add_func ("/advice/ref-target-missing/once-a-key", test_one_finding_of_key);
  g_test_add_func ("/advice/ref-target-missing/duplicates", test_duplicates_of_key);
  g_test_add_func ("/advice/sql-shaped-model/names", test_names_of_read_collections);
  g_test_add_func ("/advice/sql-shaped-model/references", test_references_looked_for);
  return g_test_run ();
}

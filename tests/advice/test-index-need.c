/* SPDX-License-Identifier: Apache-2.0 */

/* Family E: indexes that are there although less would do, their size, and unique ones. */

#include "config.h"

#include "advice-fixture.h"

#include "model/squill-authoring.h"

static void
draw_pair (SquillModel *model, const char *longer)
{
  draw_entity (model, "thing", 100000);
  draw_field (model, "thing", "a", "int");
  draw_field (model, "thing", "b", "int");
  draw_index (model, "thing", "short", "[{'path': 'thing.a', 'how': '1'}]");
  draw_index (model, "thing", "longer", longer);
}

static void
redundant_fires (SquillModel *model)
{
  draw_pair (model, "[{'path': 'thing.a', 'how': '1'}, {'path': 'thing.b', 'how': '1'}]");
}

/* A single key is the same in both directions. */
static void
redundant_reversed (SquillModel *model)
{
  draw_pair (model, "[{'path': 'thing.a', 'how': '-1'}, {'path': 'thing.b', 'how': '1'}]");
}

static void
redundant_silent (SquillModel *model)
{
  draw_pair (model, "[{'path': 'thing.b', 'how': '1'}, {'path': 'thing.a', 'how': '1'}]");
}

static void
redundant_unique (SquillModel *model)
{
  redundant_fires (model);
  change (model, "short", "unique", "true");
}

static void
redundant_partial (SquillModel *model)
{
  redundant_fires (model);
  change (model, "longer", "partial", "{'b': 1}");
}

/* The longer one has many entries for each document. */
static void
redundant_multikey (SquillModel *model)
{
  redundant_fires (model);
  change (model, "thing.b", "array", "true");
}

static void
redundant_twice (SquillModel *model)
{
  draw_pair (model, "[{'path': 'thing.a', 'how': '1'}]");
}

static void
draw_grades (SquillModel *model)
{
  draw_entity (model, "grade", 25000);
  draw_field (model, "grade", "building", "int");
  draw_field (model, "grade", "at", "date");
  draw_index (model, "grade", "by-building", "[{'path': 'grade.building', 'how': '1'}]");
  draw_operation (model, "recent", "find", "grade", 1);
  change (model, "recent", "sort", "[{'path': 'grade.at', 'how': '-1'}]");
  change_number (model, "recent", "limit", 10);
}

static void
unused_fires (SquillModel *model)
{
  draw_grades (model);
}

static void
unused_ttl (SquillModel *model)
{
  draw_grades (model);
  change (model, "by-building", "keys", "[{'path': 'grade.at', 'how': '1'}]");
  change (model, "recent", "sort", NULL);
  change_number (model, "by-building", "expire_after", 86400);
}

static void
unused_not_known (SquillModel *model)
{
  draw_grades (model);
  change (model, "recent", "operation", "'insert'");
}

/* Only within a date would it be in order, and the index has no dates. */
static void
unused_sorted_after (SquillModel *model)
{
  draw_grades (model);
  change (model, "recent", "sort",
          "[{'path': 'grade.at', 'how': '-1'}, {'path': 'grade.building', 'how': '1'}]");
}

/* Of one date, it is. */
static void
unused_sorted_within (SquillModel *model)
{
  unused_sorted_after (model);
  change (model, "recent", "filter", "[{'path': 'grade.at', 'how': 'eq'}]");
}

/* All that is returned is in the index. */
static void
unused_covering (SquillModel *model)
{
  draw_grades (model);
  change (model, "recent", "sort", NULL);
  change (model, "recent", "returns", "[{'path': 'grade.building'}]");
}

/* Another index finds the same, and more of what is asked for. */
static void
unused_beside (SquillModel *model)
{
  draw_grades (model);
  change (model, "recent", "sort", NULL);
  change (model, "recent", "filter",
          "[{'path': 'grade.at', 'how': 'eq'}, {'path': 'grade.building', 'how': 'eq'}]");
  draw_index (model, "grade", "by-both",
              "[{'path': 'grade.at', 'how': '1'}, {'path': 'grade.building', 'how': '1'}]");
}

/* For want of the other, it is used. */
static void
unused_alone (SquillModel *model)
{
  unused_beside (model);
  squill_model_delete (model, (const char *const[]){ "by-both", NULL });
}

/* What is embedded has its index in the collection around it. */
static void
unused_embedded (SquillModel *model)
{
  draw_grades (model);
  draw_entity (model, "pupil", 1000);
  draw_relationship (model, "grades", "pupil", "grade", "embed-many", "1..25..40", "1");
}

static void
used_embedded (SquillModel *model)
{
  unused_embedded (model);
  change (model, "recent", "filter", "[{'path': 'grade.building', 'how': 'eq'}]");
}

/* Of two indexes that serve one condition each, the server takes the one that leaves less. */
static void
draw_two_ways (SquillModel *model, double students)
{
  draw_grades (model);
  draw_field (model, "grade", "student", "int");
  draw_index (model, "grade", "by-student", "[{'path': 'grade.student', 'how': '1'}]");
  change_number (model, "grade.building", "distinct", 200);
  change_number (model, "grade.student", "distinct", students);
  change (model, "recent", "sort", NULL);
  change (model, "recent", "filter",
          "[{'path': 'grade.student', 'how': 'eq'}, {'path': 'grade.building', 'how': 'eq'}]");
}

static void
unused_dearer (SquillModel *model)
{
  draw_two_ways (model, 5000);
}

/* Which of them it takes depends on the values. */
static void
unused_as_good (SquillModel *model)
{
  draw_two_ways (model, 300);
}

/* How many students there are nobody said. */
static void
unused_unsure (SquillModel *model)
{
  draw_two_ways (model, NAN);
}

/* A range may leave much less than is assumed. */
static void
unused_range (SquillModel *model)
{
  draw_two_ways (model, 5000);
  change_number (model, "grade.building", "distinct", 9);
  change (model, "recent", "filter",
          "[{'path': 'grade.student', 'how': 'range'}, {'path': 'grade.building', 'how': 'eq'}]");
}

static void
draw_places (SquillModel *model)
{
  draw_entity (model, "place", 1e6);
  draw_text (model, "place", "name", 20);
  draw_index (model, "place", "by-name", "[{'path': 'place.name', 'how': '1'}]");
  draw_operation (model, "find place", "find", "place", 1);
  change (model, "find place", "filter", "[{'path': 'place.name', 'how': 'icase'}]");
}

/* It compares byte by byte, and the operation does not. */
static void
unused_by_collation (SquillModel *model)
{
  draw_places (model);
  change (model, "find place", "collation", "{'locale': 'en', 'strength': 2}");
}

static void
unused_in_collation (SquillModel *model)
{
  unused_by_collation (model);
  change (model, "by-name", "collation", "{'locale': 'en', 'strength': 2}");
}

/* It is returned, but so is something else. */
static void
unused_returned (SquillModel *model)
{
  draw_grades (model);
  change (model, "recent", "returns", "[{'path': 'grade.building'}, {'path': 'grade.at'}]");
}

/* What one unique value leads to is one document, whatever else is asked of it. */
static void
draw_ticket (SquillModel *model)
{
  draw_entity (model, "ticket", 1e6);
  draw_text (model, "ticket", "code", 12);
  draw_field (model, "ticket", "day", "date");
  draw_index (model, "ticket", "by-code-day",
              "[{'path': 'ticket.code', 'how': '1'}, {'path': 'ticket.day', 'how': '1'}]");
  draw_operation (model, "check ticket", "find", "ticket", 1);
  change (model, "check ticket", "filter", "[{'path': 'ticket.code', 'how': 'eq'}]");
}

static void
unused_beyond_unique (SquillModel *model)
{
  draw_ticket (model);
  draw_index (model, "ticket", "by-code", "[{'path': 'ticket.code', 'how': '1'}]");
  change (model, "by-code", "unique", "true");
}

static void
unused_measured (SquillModel *model)
{
  draw_grades (model);
  change (model, "recent", "filter", "[{'path': 'grade.building', 'how': 'eq'}]");
  change (model, "by-building", "evidence", "{'place': 'grade building_1', 'operations': 0}");
}

static void
unused_measured_used (SquillModel *model)
{
  draw_grades (model);
  change (model, "by-building", "evidence", "{'place': 'grade building_1', 'operations': 5}");
}

static void
unused_shard_key (SquillModel *model)
{
  draw_grades (model);
  change (model, "grade", "shard_key", "[{'path': 'grade.building', 'how': '1'}]");
}

static void
draw_orders (SquillModel *model)
{
  draw_entity (model, "order", 1e6);
  draw_field (model, "order", "customer", "int");
  draw_text (model, "order", "status", 6);
  change (model, "order.status", "value_shares",
          "[{'value': 'open', 'share': 0.05}, {'value': 'shipped', 'share': 0.95}]");
  draw_index (model, "order", "by-customer", "[{'path': 'order.customer', 'how': '1'}]");
  draw_operation (model, "open orders", "find", "order", 10);
  change (model, "open orders", "filter",
          "[{'path': 'order.customer', 'how': 'eq'}, {'path': 'order.status', 'how': 'eq:open'}]");
}

static void
partial_fires (SquillModel *model)
{
  draw_orders (model);
}

/* Of the values nothing is known, but how many are found. */
static void
partial_by_number (SquillModel *model)
{
  draw_orders (model);
  change (model, "order.status", "value_shares", "null");
  change (model, "order.status", "enum", "['open', 'shipped']");
  draw_index (model, "order", "by-status", "[{'path': 'order.status', 'how': '1'}]");
  draw_operation (model, "all open", "find", "order", 1);
  change (model, "all open", "filter", "[{'path': 'order.status', 'how': 'eq:open'}]");
  change_number (model, "all open", "documents", 4000);
  squill_model_delete (model, (const char *[]){ "by-customer", "open orders", NULL });
}

/* Who takes one of them says nothing of how many there are. */
static void
partial_of_taken (SquillModel *model)
{
  partial_by_number (model);
  change (model, "all open", "operation", "'update'");
  change (model, "all open", "writes", "[{'path': 'order.customer'}]");
  change_number (model, "all open", "documents", 1);
}

static void
partial_of_first (SquillModel *model)
{
  partial_by_number (model);
  change_number (model, "all open", "limit", 20);
  change_number (model, "all open", "documents", 20);
}

/* One of four values, but not the commonest: it may be as rare as the others, or nearly as common.
 */
static void
partial_of_some (SquillModel *model)
{
  partial_by_number (model);
  change (model, "order.status", "enum", "['open', 'paid', 'packed', 'shipped']");
  change_number (model, "order.status", "top", 0.6);
  change (model, "all open", "documents", "null");
}

/* One asks for all. */
static void
partial_silent (SquillModel *model)
{
  draw_orders (model);
  draw_operation (model, "all orders", "find", "order", 1);
  change (model, "all orders", "filter", "[{'path': 'order.customer', 'how': 'eq'}]");
}

static void
partial_common (SquillModel *model)
{
  draw_orders (model);
  change (model, "open orders", "filter",
          "[{'path': 'order.customer', 'how': 'eq'},"
          " {'path': 'order.status', 'how': 'eq:shipped'}]");
}

static void
draw_users (SquillModel *model)
{
  draw_entity (model, "user", 1e6);
  draw_field (model, "user", "active", "bool");
  draw_field (model, "user", "city", "int");
  change_number (model, "user.active", "top", 0.95);
  change (model, "user.active", "value_shares",
          "[{'value': true, 'share': 0.95}, {'value': false, 'share': 0.05}]");
  draw_index (model, "user", "by-active", "[{'path': 'user.active', 'how': '1'}]");
  draw_operation (model, "active users", "find", "user", 10);
}

static void
selectivity_fires (SquillModel *model)
{
  draw_users (model);
  change (model, "active users", "filter",
          "[{'path': 'user.active', 'how': 'eq'}, {'path': 'user.city', 'how': 'eq'}]");
}

static void
selectivity_silent (SquillModel *model)
{
  draw_users (model);
  change (model, "active users", "filter", "[{'path': 'user.active', 'how': 'eq:false'}]");
}

static void
selectivity_of_common (SquillModel *model)
{
  draw_users (model);
  change (model, "active users", "filter", "[{'path': 'user.active', 'how': 'eq:true'}]");
}

/* What is asked for besides has an index of its own. */
static void
selectivity_elsewhere (SquillModel *model)
{
  selectivity_fires (model);
  draw_index (model, "user", "by-city", "[{'path': 'user.city', 'how': '1'}]");
}

/* Nobody said how many have which value, but how many have the commonest. */
static void
selectivity_of_top (SquillModel *model)
{
  selectivity_of_common (model);
  change (model, "user.active", "value_shares", "null");
}

static void
selectivity_of_number (SquillModel *model)
{
  selectivity_of_top (model);
  change_number (model, "active users", "documents", 50000);
}

/* What else is asked for leaves few, but the index leads to all of the first. */
static void
selectivity_of_narrow (SquillModel *model)
{
  selectivity_of_common (model);
  change (model, "active users", "filter",
          "[{'path': 'user.active', 'how': 'eq:true'}, {'path': 'user.city', 'how': 'eq'}]");
  change_number (model, "active users", "documents", 3);
}

/* New ones need not be those that most orders are. */
static void
selectivity_of_state (SquillModel *model)
{
  selectivity_of_top (model);
  change (model, "user.active", "types", "['string']");
  change (model, "user.active", "enum", "['new', 'busy', 'done']");
  change (model, "active users", "filter", "[{'path': 'user.active', 'how': 'eq:new'}]");
}

static void
selectivity_of_default (SquillModel *model)
{
  selectivity_of_state (model);
  change (model, "user.active", "default", "'new'");
}

/* The first ten are read, however many follow. */
static void
selectivity_of_first (SquillModel *model)
{
  selectivity_of_top (model);
  change_number (model, "active users", "limit", 10);
}

static void
selectivity_of_small (SquillModel *model)
{
  selectivity_of_top (model);
  change (model, "user", "count", "{'min': 200, 'likely': 200, 'max': 200}");
}

static void
draw_event (SquillModel *model, double inserts, double reads)
{
  draw_entity (model, "event", 1e6);
  for (guint i = 0; i < 8; i++)
    {
      g_autofree char *field = g_strdup_printf ("f%u", i);
      g_autofree char *id = g_strdup_printf ("i%u", i);
      g_autofree char *keys = g_strdup_printf ("[{'path': 'event.%s', 'how': '1'}]", field);

      draw_field (model, "event", field, "int");
      draw_index (model, "event", id, keys);
    }
  draw_operation (model, "insert event", "insert", "event", inserts);
  draw_operation (model, "read events", "find", "event", reads);
  change (model, "read events", "filter", "[{'path': 'event.f0', 'how': 'eq'}]");
}

static void
heavy_fires (SquillModel *model)
{
  draw_event (model, 2000, 5);
}

static void
heavy_silent (SquillModel *model)
{
  draw_event (model, 1.0 / 60, 5);
}

/* A few are deleted a day, by a range of which nobody knows how much it leaves. */
static void
heavy_rarely (SquillModel *model)
{
  draw_event (model, 1.0 / 60, 1);
  draw_operation (model, "delete old", "delete", "event", 1.0 / 86400);
  change (model, "delete old", "filter", "[{'path': 'event.f1', 'how': 'range'}]");
  change (model, "delete old", "multi", "true");
  change_number (model, "delete old", "documents", 50);
}

/* A few indexes, of many entries. */
static void
heavy_arrays (SquillModel *model)
{
  draw_entity (model, "event", 1e6);
  draw_array (model, "event", "tags", "string", "1..20..50");
  draw_index (model, "event", "by-tag", "[{'path': 'event.tags', 'how': '1'}]");
  draw_field (model, "event", "at", "date");
  draw_index (model, "event", "by-date", "[{'path': 'event.at', 'how': '1'}]");
  draw_operation (model, "insert event", "insert", "event", 100);
}

/* One index is not many. */
static void
heavy_array (SquillModel *model)
{
  heavy_arrays (model);
  squill_model_delete (model, (const char *const[]){ "by-date", NULL });
}

/* By one of two the documents to delete are found. */
static void
heavy_found (SquillModel *model)
{
  heavy_arrays (model);
  draw_operation (model, "delete old", "delete", "event", 100);
  change (model, "delete old", "filter", "[{'path': 'event.at', 'how': 'eq'}]");
}

/* Documents of other collections are not those of this one. */
static void
heavy_elsewhere (SquillModel *model)
{
  heavy_arrays (model);
  draw_entity (model, "part", 1e8);
  draw_relationship (model, "parts", "event", "part", "parent-reference", "50..60..90", "1");
  change (model, "insert event", "follows", "['parts']");
  draw_operation (model, "list events", "find", "event", 1000);
}

static void
draw_tags (SquillModel *model, const char *length)
{
  draw_entity (model, "post", 1e6);
  draw_array (model, "post", "tags", "string", length);
  change (model, "post.tags", "size", "{'min': 5, 'likely': 5, 'max': 5}");
  draw_index (model, "post", "by-tag", "[{'path': 'post.tags', 'how': '1'}]");
}

static void
fanout_fires (SquillModel *model)
{
  draw_tags (model, "0..5000..6000");
}

static void
fanout_silent (SquillModel *model)
{
  draw_tags (model, "0..5..10");
}

static void
fanout_boundary (SquillModel *model)
{
  draw_tags (model, "0..100..200");
}

static void
draw_page (SquillModel *model, double bytes)
{
  draw_entity (model, "page", 1000);
  draw_text (model, "page", "url", bytes);
  draw_index (model, "page", "by-url", "[{'path': 'page.url', 'how': '1'}]");
}

static void
key_fires (SquillModel *model)
{
  draw_page (model, 4000);
}

static void
key_silent (SquillModel *model)
{
  draw_page (model, 200);
}

/* 4 GB of memory have a cache of 1.5 GiB. */
static void
draw_server (SquillModel *model, double count)
{
  draw_entity (model, "thing", count);
  draw_field (model, "thing", "n", "int");
  draw_index (model, "thing", "by-n", "[{'path': 'thing.n', 'how': '1'}]");
  change_number (model, "model", "memory", 4);
}

static void
memory_fires (SquillModel *model)
{
  draw_server (model, 5e7);
}

static void
memory_silent (SquillModel *model)
{
  draw_server (model, 5e6);
}

static void
draw_phone (SquillModel *model)
{
  draw_entity (model, "user", 1000);
  draw_text (model, "user", "phone", 12);
  draw_index (model, "user", "by-phone", "[{'path': 'user.phone', 'how': '1'}]");
  change (model, "by-phone", "unique", "true");
}

static void
optional_fires (SquillModel *model)
{
  draw_phone (model);
  change (model, "user.phone", "required", "false");
  change_number (model, "user.phone", "presence", 0.4);
}

static void
optional_silent (SquillModel *model)
{
  draw_phone (model);
}

static void
optional_unknown (SquillModel *model)
{
  draw_phone (model);
  change (model, "user.phone", "required", "false");
}

static void
optional_sparse (SquillModel *model)
{
  optional_fires (model);
  change (model, "by-phone", "sparse", "true");
}

/* One may lack it. */
static void
optional_one (SquillModel *model)
{
  optional_fires (model);
  change_number (model, "user.phone", "presence", 0.999);
}

static void
in_array_fires (SquillModel *model)
{
  draw_tags (model, "0..5..10");
  change (model, "by-tag", "unique", "true");
}

static void
in_array_silent (SquillModel *model)
{
  draw_entity (model, "product", 1000);
  draw_text (model, "product", "sku", 8);
  draw_index (model, "product", "by-sku", "[{'path': 'product.sku', 'how': '1'}]");
  change (model, "by-sku", "unique", "true");
}

static void
dirty_fires (SquillModel *model)
{
  draw_entity (model, "user", 1000);
  draw_text (model, "user", "email", 20);
  observe (model, "user.email", "user.email", "{}");
  observe (model, "user", "user", "{}");
  draw_index (model, "user", "by-email", "[{'path': 'user.email', 'how': '1'}]");
  change (model, "by-email", "unique", "true");
}

static void
dirty_silent (SquillModel *model)
{
  draw_entity (model, "user", 1000);
  draw_text (model, "user", "email", 20);
  draw_index (model, "user", "by-email", "[{'path': 'user.email', 'how': '1'}]");
  change (model, "by-email", "unique", "true");
}

/* It was there when the data was read. */
static void
dirty_observed (SquillModel *model)
{
  dirty_fires (model);
  observe (model, "by-email", "user email_1", "{}");
}

static void
natural_fires (SquillModel *model)
{
  draw_entity (model, "user", 1000);
  draw_text (model, "user", "username", 12);
  change (model, "user.username", "immutable", "true");
  draw_index (model, "user", "by-username", "[{'path': 'user.username', 'how': '1'}]");
  change (model, "by-username", "unique", "true");
  draw_operation (model, "log in", "find", "user", 10);
  change (model, "log in", "filter", "[{'path': 'user.username', 'how': 'eq'}]");
}

static void
natural_silent (SquillModel *model)
{
  natural_fires (model);
  change (model, "user.username", "immutable", "false");
}

/* Posts store the generated id. */
static void
natural_referred (SquillModel *model)
{
  natural_fires (model);
  draw_entity (model, "post", 1000);
  draw_relationship (model, "posts", "user", "post", "parent-reference", "0..5..10", "1");
}

static void
draw_logs (SquillModel *model, const char *types)
{
  draw_entity (model, "log", 1e6);
  draw_field (model, "log", "_id", types);
  draw_operation (model, "of a day", "find", "log", 1);
  change (model, "of a day", "filter", "[{'path': 'log._id', 'how': 'range'}]");
}

static void
clustered_fires (SquillModel *model)
{
  draw_logs (model, "date");
}

static void
clustered_silent (SquillModel *model)
{
  draw_logs (model, "binData");
}

static void
clustered_old_server (SquillModel *model)
{
  draw_logs (model, "date");
  change (model, "model", "server_version", "'5.0'");
}

static void
clustered_expiring (SquillModel *model)
{
  draw_logs (model, "date");
  change (model, "of a day", "filter", "[{'path': 'log._id', 'how': 'eq'}]");
  draw_index (model, "log", "ttl", "[{'path': 'log._id', 'how': '1'}]");
  change_number (model, "ttl", "expire_after", 86400);
}

static const RuleCase cases[] = {
  { "redundant-prefix-index", SQUILL_SEVERITY_WARNING, "short", redundant_fires, redundant_silent },
  { "redundant-prefix-index", SQUILL_SEVERITY_WARNING, "short", redundant_reversed,
    redundant_unique },
  { "redundant-prefix-index", SQUILL_SEVERITY_WARNING, NULL, redundant_twice, redundant_partial },
  { "redundant-prefix-index", SQUILL_SEVERITY_WARNING, NULL, NULL, redundant_multikey },
  { "unused-index", SQUILL_SEVERITY_WARNING, "by-building", unused_fires, unused_ttl },
  { "unused-index", SQUILL_SEVERITY_WARNING, "by-building", unused_measured, unused_measured_used },
  { "unused-index", SQUILL_SEVERITY_WARNING, "by-code-day", unused_beyond_unique, draw_ticket },
  { "unused-index", SQUILL_SEVERITY_WARNING, "by-building", unused_sorted_after,
    unused_sorted_within },
  { "unused-index", SQUILL_SEVERITY_WARNING, "by-building", unused_returned, unused_covering },
  { "unused-index", SQUILL_SEVERITY_WARNING, "by-building", unused_beside, unused_alone },
  { "unused-index", SQUILL_SEVERITY_WARNING, "by-building", unused_embedded, used_embedded },
  { "unused-index", SQUILL_SEVERITY_WARNING, "by-building", unused_dearer, unused_as_good },
  { "unused-index", SQUILL_SEVERITY_WARNING, NULL, NULL, unused_unsure },
  { "unused-index", SQUILL_SEVERITY_WARNING, NULL, NULL, unused_range },
  { "unused-index", SQUILL_SEVERITY_WARNING, "by-name", unused_by_collation, unused_in_collation },
  { "unused-index", SQUILL_SEVERITY_WARNING, NULL, NULL, unused_not_known },
  { "unused-index", SQUILL_SEVERITY_WARNING, NULL, NULL, unused_shard_key },
  { "partial-candidate", SQUILL_SEVERITY_HINT, "by-customer", partial_fires, partial_silent },
  { "partial-candidate", SQUILL_SEVERITY_HINT, NULL, NULL, partial_common },
  { "partial-candidate", SQUILL_SEVERITY_HINT, "by-status", partial_by_number, partial_of_some },
  { "partial-candidate", SQUILL_SEVERITY_HINT, NULL, NULL, partial_of_taken },
  { "partial-candidate", SQUILL_SEVERITY_HINT, NULL, NULL, partial_of_first },
  { "low-selectivity-index", SQUILL_SEVERITY_HINT, "by-active", selectivity_fires,
    selectivity_silent },
  { "low-selectivity-index", SQUILL_SEVERITY_HINT, "by-active", selectivity_of_common,
    selectivity_elsewhere },
  { "low-selectivity-index", SQUILL_SEVERITY_HINT, "by-active", selectivity_of_top,
    selectivity_of_number },
  { "low-selectivity-index", SQUILL_SEVERITY_HINT, "by-active", selectivity_of_narrow, NULL },
  { "low-selectivity-index", SQUILL_SEVERITY_HINT, "by-active", selectivity_of_default,
    selectivity_of_state },
  { "low-selectivity-index", SQUILL_SEVERITY_HINT, NULL, NULL, selectivity_of_first },
  { "low-selectivity-index", SQUILL_SEVERITY_HINT, NULL, NULL, selectivity_of_small },
  { "write-heavy-indexes", SQUILL_SEVERITY_WARNING, "event", heavy_fires, heavy_silent },
  { "write-heavy-indexes", SQUILL_SEVERITY_WARNING, NULL, NULL, heavy_rarely },
  { "write-heavy-indexes", SQUILL_SEVERITY_WARNING, "event", heavy_arrays, heavy_array },
  { "write-heavy-indexes", SQUILL_SEVERITY_WARNING, NULL, NULL, heavy_found },
  { "write-heavy-indexes", SQUILL_SEVERITY_WARNING, NULL, NULL, heavy_elsewhere },
  { "multikey-fanout", SQUILL_SEVERITY_WARNING, "by-tag", fanout_fires, fanout_silent },
  { "multikey-fanout", SQUILL_SEVERITY_WARNING, NULL, NULL, fanout_boundary },
  { "index-key-large", SQUILL_SEVERITY_HINT, "by-url", key_fires, key_silent },
  { "index-memory", SQUILL_SEVERITY_WARNING, "model", memory_fires, memory_silent },
  { "unique-optional", SQUILL_SEVERITY_ERROR, "by-phone", optional_fires, optional_silent },
  { "unique-optional", SQUILL_SEVERITY_HINT, "by-phone", optional_unknown, optional_sparse },
  { "unique-optional", SQUILL_SEVERITY_ERROR, NULL, NULL, optional_one },
  { "unique-in-array", SQUILL_SEVERITY_HINT, "by-tag", in_array_fires, in_array_silent },
  { "unique-on-dirty-data", SQUILL_SEVERITY_HINT, "by-email", dirty_fires, dirty_silent },
  { "unique-on-dirty-data", SQUILL_SEVERITY_HINT, NULL, NULL, dirty_observed },
  { "natural-id", SQUILL_SEVERITY_HINT, "user.username", natural_fires, natural_silent },
  { "natural-id", SQUILL_SEVERITY_HINT, NULL, NULL, natural_referred },
  { "clustered-candidate", SQUILL_SEVERITY_HINT, "log", clustered_fires, clustered_silent },
  { "clustered-candidate", SQUILL_SEVERITY_HINT, "log", clustered_expiring, clustered_old_server },
};

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  add_rule_cases (cases, G_N_ELEMENTS (cases));
  return g_test_run ();
}

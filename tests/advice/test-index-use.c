/* SPDX-License-Identifier: Apache-2.0 */

/* Family E: what operations need of indexes, and what these cannot do. */

#include "config.h"

#include "advice-fixture.h"
#include "model/squill-authoring.h"

static void
draw_posts (SquillModel *model, double count)
{
  draw_entity (model, "post", count);
  draw_field (model, "post", "author", "int");
  change_number (model, "post.author", "distinct", 10000);
  draw_field (model, "post", "at", "date");
  draw_text (model, "post", "title", 50);
  draw_text (model, "post", "text", 5000);
  draw_operation (model, "by author", "find", "post", 10);
  change (model, "by author", "filter", "[{'path': 'post.author', 'how': 'eq'}]");
}

static void
missing_fires (SquillModel *model)
{
  draw_posts (model, 5e6);
  change (model, "by author", "sort", "[{'path': 'post.at', 'how': '-1'}]");
}

/* As few as there are countries. */
static void
missing_silent (SquillModel *model)
{
  draw_posts (model, 200);
}

static void
missing_boundary (SquillModel *model)
{
  draw_posts (model, 1001);
  change_number (model, "by author", "rate", 0.001);
}

static void
missing_many (SquillModel *model)
{
  draw_posts (model, 1000);
}

static void
missing_indexed (SquillModel *model)
{
  draw_posts (model, 5e6);
  draw_index (model, "post", "by-author", "[{'path': 'post.author', 'how': '1'}]");
}

static void
missing_unknown_count (SquillModel *model)
{
  draw_posts (model, NAN);
}

/* An index on the date alone gives the order, but who wrote is seen only in the documents. */
static void
missing_walked (SquillModel *model)
{
  missing_fires (model);
  draw_index (model, "post", "by-date", "[{'path': 'post.at', 'how': '-1'}]");
  change_number (model, "by author", "limit", 20);
}

/* Every second document is one that is wanted. */
static void
missing_walked_shortly (SquillModel *model)
{
  missing_walked (model);
  change_number (model, "post.author", "distinct", 2);
}

/* The rule of references says so. */
static void
missing_reference (SquillModel *model)
{
  draw_entity (model, "user", 1000);
  draw_posts (model, 5e6);
  draw_relationship (model, "posts", "user", "post", "parent-reference", "0..5000..6000", "1");
  change (model, "by author", "filter", "[{'path': 'posts', 'how': 'eq'}]");
}

static void
draw_cars (SquillModel *model, const char *keys)
{
  draw_entity (model, "car", 1e6);
  draw_text (model, "car", "manufacturer", 10);
  change_number (model, "car.manufacturer", "distinct", 50);
  draw_text (model, "car", "model", 10);
  draw_field (model, "car", "cost", "int");
  draw_index (model, "car", "index", keys);
  draw_operation (model, "of a maker", "find", "car", 10);
  change (model, "of a maker", "filter",
          "[{'path': 'car.manufacturer', 'how': 'eq'}, {'path': 'car.cost', 'how': 'range'}]");
  change (model, "of a maker", "sort", "[{'path': 'car.model', 'how': '1'}]");
}

static void
order_fires (SquillModel *model)
{
  draw_cars (model, "[{'path': 'car.manufacturer', 'how': '1'}, {'path': 'car.cost', 'how': '1'},"
                    " {'path': 'car.model', 'how': '1'}]");
  change_number (model, "of a maker", "limit", 20);
}

static void
order_silent (SquillModel *model)
{
  draw_cars (model, "[{'path': 'car.manufacturer', 'how': '1'}, {'path': 'car.model', 'how': '1'},"
                    " {'path': 'car.cost', 'how': '1'}]");
  change_number (model, "of a maker", "limit", 20);
}

/* A range in front of an equality. */
static void
order_of_range (SquillModel *model)
{
  draw_cars (model, "[{'path': 'car.cost', 'how': '1'},"
                    " {'path': 'car.manufacturer', 'how': '1'}]");
  change (model, "of a maker", "sort", NULL);
}

/* As few as are read at once anyway. */
static void
order_of_few (SquillModel *model)
{
  order_of_range (model);
  change_number (model, "car.manufacturer", "distinct", 1e6);
  change (model, "car", "count", "{'min': 1000, 'likely': 1000, 'max': 1000}");
}

/* The order among equalities does not matter. */
static void
order_of_equalities (SquillModel *model)
{
  draw_cars (model, "[{'path': 'car.model', 'how': '1'},"
                    " {'path': 'car.manufacturer', 'how': '1'}]");
  change (model, "of a maker", "filter",
          "[{'path': 'car.manufacturer', 'how': 'eq'}, {'path': 'car.model', 'how': 'eq'}]");
  change (model, "of a maker", "sort", NULL);
}

static void
draw_orders (SquillModel *model, double count)
{
  draw_entity (model, "order", count);
  draw_text (model, "order", "status", 6);
  change_number (model, "order.status", "distinct", 2);
  draw_field (model, "order", "at", "date");
  draw_field (model, "order", "total", "int");
  draw_index (model, "order", "by-status", "[{'path': 'order.status', 'how': '1'}]");
  draw_operation (model, "by status", "find", "order", 0.01);
  change (model, "by status", "filter", "[{'path': 'order.status', 'how': 'eq'}]");
  change (model, "by status", "sort", "[{'path': 'order.at', 'how': '-1'}]");
}

static void
sort_fires (SquillModel *model)
{
  draw_orders (model, 4e6);
}

/* Few, but sorted all the time. */
static void
sort_of_few (SquillModel *model)
{
  draw_orders (model, 1e6);
  change_number (model, "order.status", "distinct", 100000);
  change_number (model, "by status", "rate", 100);
}

static void
sort_silent (SquillModel *model)
{
  draw_orders (model, 200);
}

static void
sort_old_server (SquillModel *model)
{
  draw_orders (model, 4e6);
  change (model, "model", "server_version", "'5.0'");
}

static void
sort_indexed (SquillModel *model)
{
  draw_orders (model, 4e6);
  change (model, "by-status", "keys",
          "[{'path': 'order.status', 'how': '1'}, {'path': 'order.at', 'how': '1'}]");
}

static void
draw_directions (SquillModel *model, const char *sort)
{
  draw_orders (model, 4e6);
  draw_index (model, "order", "both",
              "[{'path': 'order.at', 'how': '1'}, {'path': 'order.total', 'how': '1'}]");
  change (model, "by status", "filter", NULL);
  change (model, "by status", "sort", sort);
  change_number (model, "by status", "limit", 20);
}

static void
direction_fires (SquillModel *model)
{
  draw_directions (model,
                   "[{'path': 'order.at', 'how': '1'}, {'path': 'order.total', 'how': '-1'}]");
}

static void
direction_silent (SquillModel *model)
{
  draw_directions (model,
                   "[{'path': 'order.at', 'how': '-1'}, {'path': 'order.total', 'how': '-1'}]");
}

static void
draw_titles (SquillModel *model, const char *returns)
{
  draw_posts (model, 1e6);
  draw_index (model, "post", "by-author", "[{'path': 'post.author', 'how': '1'}]");
  change (model, "by author", "returns", returns);
}

static void
covered_fires (SquillModel *model)
{
  draw_titles (model, "[{'path': 'post.title'}]");
}

static void
covered_silent (SquillModel *model)
{
  draw_titles (model, "[{'path': 'post.title'}]");
  change (model, "by author", "returns", NULL);
}

static void
covered_rare (SquillModel *model)
{
  covered_fires (model);
  change_number (model, "by author", "rate", 0.001);
}

static void
draw_tagged (SquillModel *model, const char *returns)
{
  draw_entity (model, "product", 1e6);
  draw_array (model, "product", "tags", "string", "1..5..10");
  change_number (model, "product.tags", "distinct", 500);
  draw_field (model, "product", "price", "int");
  draw_index (model, "product", "index",
              "[{'path': 'product.tags', 'how': '1'}, {'path': 'product.price', 'how': '1'}]");
  draw_operation (model, "tagged", "find", "product", 10);
  change (model, "tagged", "filter", "[{'path': 'product.tags', 'how': 'eq'}]");
  change (model, "tagged", "returns", returns);
}

static void
not_covering_fires (SquillModel *model)
{
  draw_tagged (model, "[{'path': 'product.tags'}, {'path': 'product.price'}]");
}

static void
not_covering_silent (SquillModel *model)
{
  draw_tagged (model, "[{'path': 'product.price'}]");
}

/* Two indexes are as good for the filter; the one that is taken has not all that is returned. */
static void
not_covering_other (SquillModel *model)
{
  not_covering_fires (model);
  draw_field (model, "product", "made", "date");
  change (model, "index", "keys",
          "[{'path': 'product.tags', 'how': '1'}, {'path': 'product.made', 'how': '1'}]");
  draw_index (model, "product", "other",
              "[{'path': 'product.tags', 'how': '1'}, {'path': 'product.price', 'how': '1'}]");
}

/* None has all that is returned. */
static void
not_covering_less (SquillModel *model)
{
  not_covering_other (model);
  change (model, "other", "keys", "[{'path': 'product.tags', 'how': '1'}]");
}

static void
multikey_sort_fires (SquillModel *model)
{
  draw_entity (model, "post", 1e6);
  draw_field (model, "post", "last", "date");
  draw_entity (model, "comment", NAN);
  draw_field (model, "comment", "when", "date");
  draw_relationship (model, "comments", "post", "comment", "embed-many", "0..5..20", "1");
  draw_index (model, "post", "index", "[{'path': 'comments/comment.when', 'how': '1'}]");
  draw_operation (model, "active", "find", "post", 10);
  change (model, "active", "filter", "[{'path': 'comments/comment.when', 'how': 'range'}]");
  change (model, "active", "sort", "[{'path': 'comments/comment.when', 'how': '-1'}]");
}

static void
multikey_sort_silent (SquillModel *model)
{
  multikey_sort_fires (model);
  draw_index (model, "post", "by-last", "[{'path': 'post.last', 'how': '1'}]");
  change (model, "active", "filter", NULL);
  change (model, "active", "sort", "[{'path': 'post.last', 'how': '-1'}]");
}

static void
exists_fires (SquillModel *model)
{
  draw_entity (model, "user", 1e6);
  draw_text (model, "user", "phone", 12);
  change (model, "user.phone", "required", "false");
  change_number (model, "user.phone", "presence", 0.2);
  draw_index (model, "user", "by-phone", "[{'path': 'user.phone', 'how': '1'}]");
  draw_operation (model, "reachable", "find", "user", 1);
  change (model, "reachable", "filter", "[{'path': 'user.phone', 'how': 'exists'}]");
}

static void
exists_silent (SquillModel *model)
{
  exists_fires (model);
  change (model, "by-phone", "sparse", "true");
}

static void
unusable_fires (SquillModel *model)
{
  draw_entity (model, "movie", 1e6);
  draw_text (model, "movie", "title", 20);
  draw_text (model, "movie", "rating", 5);
  draw_index (model, "movie", "by-title", "[{'path': 'movie.title', 'how': '1'}]");
  change (model, "by-title", "partial", "{'rating': 'PG'}");
  draw_operation (model, "find movie", "find", "movie", 10);
  change (model, "find movie", "filter", "[{'path': 'movie.title', 'how': 'eq'}]");
}

static void
unusable_silent (SquillModel *model)
{
  unusable_fires (model);
  change (model, "find movie", "filter",
          "[{'path': 'movie.title', 'how': 'eq'}, {'path': 'movie.rating', 'how': 'eq:PG'}]");
}

static void
draw_names (SquillModel *model, const char *how)
{
  g_autofree char *filter = g_strdup_printf ("[{'path': 'user.name', 'how': '%s'}]", how);

  draw_entity (model, "user", 1e6);
  draw_text (model, "user", "name", 12);
  draw_index (model, "user", "by-name", "[{'path': 'user.name', 'how': '1'}]");
  draw_operation (model, "search", "find", "user", 10);
  change (model, "search", "filter", filter);
}

static void
regex_fires (SquillModel *model)
{
  draw_names (model, "contains");
}

static void
regex_silent (SquillModel *model)
{
  draw_names (model, "prefix");
}

/* Nobody said what the pattern is. */
static void
regex_unknown (SquillModel *model)
{
  draw_names (model, "regex");
}

static void
case_fires (SquillModel *model)
{
  draw_names (model, "icase");
}

static void
case_silent (SquillModel *model)
{
  draw_names (model, "icase");
  change (model, "by-name", "collation", "{'locale': 'en', 'strength': 2}");
  change (model, "search", "collation", "{'locale': 'en', 'strength': 2}");
}

static void
case_of_other_language (SquillModel *model)
{
  case_silent (model);
  change (model, "search", "collation", "{'locale': 'de', 'strength': 2}");
}

static void
draw_skip (SquillModel *model, double skip)
{
  draw_posts (model, 200);
  change_number (model, "by author", "skip", skip);
}

static void
skip_fires (SquillModel *model)
{
  draw_skip (model, 10000);
}

static void
skip_silent (SquillModel *model)
{
  draw_skip (model, 0);
}

static void
skip_unbounded (SquillModel *model)
{
  draw_skip (model, INFINITY);
}

static void
skip_boundary (SquillModel *model)
{
  draw_skip (model, 1000);
}

static void
draw_products (SquillModel *model)
{
  draw_entity (model, "category", 5000);
  draw_text (model, "category", "code", 5);
  draw_entity (model, "product", 100000);
  change (model, "category.code", "unique", "true");
  draw_relationship (model, "products", "category", "product", "parent-reference", "0..20..100",
                     "1");
  change (model, "products", "parent_key", "'category.code'");
  draw_operation (model, "list products", "find", "product", 10);
  change (model, "list products", "follows", "['products']");
  change_number (model, "list products", "limit", 20);
}

static void
lookup_fires (SquillModel *model)
{
  draw_products (model);
}

static void
lookup_silent (SquillModel *model)
{
  draw_products (model);
  change (model, "products", "parent_key", NULL);
}

static void
explain_fires (SquillModel *model)
{
  draw_orders (model, 4e6);
  change (model, "by status", "sort", NULL);
  change (model, "by status", "filter",
          "[{'path': 'order.status', 'how': 'eq'}, {'path': 'order.total', 'how': 'eq'}]");
  change_number (model, "order.total", "distinct", 100000);
}

static void
explain_silent (SquillModel *model)
{
  explain_fires (model);
  change_number (model, "by status", "measured_keys", 2.1e6);
  change_number (model, "by status", "measured_documents", 2.1e6);
  change_number (model, "by status", "measured_returned", 20);
}

static void
explain_scan_silent (SquillModel *model)
{
  explain_fires (model);
  squill_model_delete (model, (const char *const[]){ "by-status", NULL });
  change_number (model, "by status", "measured_documents", 4e6);
}

static void
explain_differs (SquillModel *model)
{
  explain_silent (model);
  change_number (model, "by status", "measured_keys", 500);
  change_number (model, "by status", "measured_documents", 500);
}

/* A scan that was none, or less than it was taken for. */
static void
explain_scan_differs (SquillModel *model)
{
  explain_scan_silent (model);
  change_number (model, "by status", "measured_documents", 20);
}

static const RuleCase cases[] = {
  { "missing-index", SQUILL_SEVERITY_ERROR, "by author", missing_fires, missing_silent },
  { "missing-index", SQUILL_SEVERITY_WARNING, "by author", missing_boundary, missing_many },
  { "missing-index", SQUILL_SEVERITY_WARNING, NULL, NULL, missing_indexed },
  { "missing-index", SQUILL_SEVERITY_HINT, "by author", missing_unknown_count, NULL },
  { "missing-index", SQUILL_SEVERITY_ERROR, "by author", missing_walked, missing_walked_shortly },
  { "missing-index", SQUILL_SEVERITY_WARNING, NULL, NULL, missing_reference },
  { "parent-ref-unindexed", SQUILL_SEVERITY_WARNING, "posts", missing_reference, NULL },
  { "esr-order", SQUILL_SEVERITY_WARNING, "of a maker", order_fires, order_silent },
  { "esr-order", SQUILL_SEVERITY_WARNING, "of a maker", order_of_range, order_of_equalities },
  { "esr-order", SQUILL_SEVERITY_WARNING, NULL, NULL, order_of_few },
  { "sort-in-memory", SQUILL_SEVERITY_WARNING, "by status", sort_fires, sort_silent },
  { "sort-in-memory", SQUILL_SEVERITY_ERROR, "by status", sort_old_server, sort_indexed },
  { "sort-in-memory", SQUILL_SEVERITY_HINT, "by status", sort_of_few, NULL },
  { "sort-in-memory", SQUILL_SEVERITY_WARNING, NULL, NULL, order_fires },
  { "sort-direction", SQUILL_SEVERITY_WARNING, "by status", direction_fires, direction_silent },
  { "covered-candidate", SQUILL_SEVERITY_HINT, "by author", covered_fires, covered_silent },
  { "covered-candidate", SQUILL_SEVERITY_HINT, NULL, NULL, covered_rare },
  { "multikey-not-covering", SQUILL_SEVERITY_HINT, "tagged", not_covering_fires,
    not_covering_silent },
  { "multikey-not-covering", SQUILL_SEVERITY_HINT, "tagged", not_covering_other,
    not_covering_less },
  { "multikey-sort", SQUILL_SEVERITY_HINT, "active", multikey_sort_fires, multikey_sort_silent },
  { "exists-on-plain-index", SQUILL_SEVERITY_HINT, "reachable", exists_fires, exists_silent },
  { "partial-unusable", SQUILL_SEVERITY_WARNING, "find movie", unusable_fires, unusable_silent },
  { "regex-unanchored", SQUILL_SEVERITY_WARNING, "search", regex_fires, regex_silent },
  { "regex-unanchored", SQUILL_SEVERITY_WARNING, NULL, NULL, regex_unknown },
  { "case-insensitive-no-collation", SQUILL_SEVERITY_WARNING, "search", case_fires, case_silent },
  { "case-insensitive-no-collation", SQUILL_SEVERITY_WARNING, "search", case_of_other_language,
    regex_silent },
  { "skip-pagination", SQUILL_SEVERITY_HINT, "by author", skip_fires, skip_silent },
  { "skip-pagination", SQUILL_SEVERITY_HINT, "by author", skip_unbounded, skip_boundary },
  { "lookup-foreign-unindexed", SQUILL_SEVERITY_WARNING, "list products", lookup_fires,
    lookup_silent },
  { "explain-advice", SQUILL_SEVERITY_HINT, "by status", explain_fires, explain_silent },
  { "explain-advice", SQUILL_SEVERITY_HINT, "by status", explain_differs, NULL },
  { "explain-advice", SQUILL_SEVERITY_HINT, "by status", explain_scan_differs,
    explain_scan_silent },
};

static char *
apply_and_list (void (*draw) (SquillModel *model), const char *rule, const char *entity)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;
  const SquillCollection *collection;
  GString *names = g_string_new (NULL);

  draw (model);
  advice = advise (model);
  g_assert_true (squill_advice_apply_fix (advice, find_finding (advice, rule, NULL), NULL));
  collection = squill_design_find_collection (squill_advice_get_design (advice), entity);
  for (guint i = 1; i < collection->indexes->len; i++)
    g_string_append_printf (names, "%s%s", i == 1 ? "" : " ",
                            ((const SquillCollectionIndex *)collection->indexes->pdata[i])->name);
  return g_string_free (names, FALSE);
}

/* Two operations, one of which asks for more: one index for both. */
static void
draw_two (SquillModel *model)
{
  draw_posts (model, 5e6);
  draw_operation (model, "titles of author", "find", "post", 1);
  change (model, "titles of author", "filter",
          "[{'path': 'post.title', 'how': 'eq'}, {'path': 'post.author', 'how': 'eq'}]");
  change (model, "titles of author", "sort", "[{'path': 'post.at', 'how': '-1'}]");
}

/* Another operation needs the range first. */
static void
draw_two_orders (SquillModel *model)
{
  order_of_range (model);
  draw_operation (model, "cheap", "find", "car", 10);
  change (model, "cheap", "filter", "[{'path': 'car.cost', 'how': 'range'}]");
}

static void
test_proposals (void)
{
  const struct
  {
    void (*draw) (SquillModel *model);
    const char *rule;
    const char *entity;
    const char *indexes;
  } proposals[] = {
    { missing_fires, "missing-index", "post", "author_1_at_-1" },
    { draw_two, "missing-index", "post", "author_1_title_1_at_-1" },
    { order_fires, "esr-order", "car", "manufacturer_1_model_1_cost_1" },
    { draw_two_orders, "esr-order", "car", "cost_1_manufacturer_1 manufacturer_1_cost_1" },
    { sort_fires, "sort-in-memory", "order", "status_1_at_-1" },
    { direction_fires, "sort-direction", "order", "status_1 at_1_total_1 at_1_total_-1" },
    { covered_fires, "covered-candidate", "post", "author_1_title_1" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (proposals); i++)
    {
      g_autofree char *names =
          apply_and_list (proposals[i].draw, proposals[i].rule, proposals[i].entity);

      g_assert_cmpstr (names, ==, proposals[i].indexes);
    }
}

/* One index serves both. */
static void
test_one_for_several (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;

  draw_two (model);
  advice = advise (model);
  g_assert_nonnull (find_finding (advice, "missing-index", "by author"));
  g_assert_nonnull (find_finding (advice, "missing-index", "titles of author"));
  g_assert_true (
      squill_advice_apply_fix (advice, find_finding (advice, "missing-index", "by author"), NULL));
  g_assert_null (find_finding (advice, "missing-index", NULL));
  g_assert_null (find_finding (advice, "sort-in-memory", NULL));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  add_rule_cases (cases, G_N_ELEMENTS (cases));
  g_test_add_func ("/advice/fix/proposals", test_proposals);
  g_test_add_func ("/advice/fix/one-for-several", test_one_for_several);
  return g_test_run ();
}

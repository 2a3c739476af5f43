/* SPDX-License-Identifier: Apache-2.0 */

/* Family D: subsets, totals, and joins. */

#include "config.h"

#include "advice-fixture.h"

/* Subsets. */

static void
draw_reviews (SquillModel *model, const char *placement, const char *children)
{
  draw_entity (model, "product", 1000);
  draw_text (model, "product", "title", 300);
  draw_entity (model, "review", NAN);
  draw_text (model, "review", "text", 250);
  draw_field (model, "review", "when", "date");
  draw_relationship (model, "reviews", "product", "review", placement, children, "1");
  change (model, "reviews", "ordering", "'time'");
  change (model, "reviews", "order_by", "'review.when'");
}

static void
draw_product_page (SquillModel *model, double rate, double inserts)
{
  draw_operation (model, "show product", "find", "product", rate);
  change (model, "show product", "filter", "[{'path': '=_id', 'how': 'eq'}]");
  change (model, "show product", "follows", "['reviews']");
  change (model, "show product", "sort", "[{'path': 'reviews/review.when', 'how': '-1'}]");
  change (model, "show product", "limit", "10");
  draw_operation (model, "write review", "insert", "review", inserts);
}

static void
candidate_fires (SquillModel *model)
{
  draw_reviews (model, "parent-reference", "0..250..5000");
  draw_index (model, "review", "by-product",
              "[{'path': 'reviews', 'how': '1'}, {'path': 'review.when', 'how': '-1'}]");
  draw_product_page (model, 800, 1);
}

/* One product has nothing else to limit than its reviews, and these have an order. */
static void
candidate_in_order (SquillModel *model)
{
  candidate_fires (model);
  change (model, "show product", "sort", NULL);
}

/* Whoever sorts the reviews reads them, though he does not say that he follows the relationship. */
static void
candidate_by_sort (SquillModel *model)
{
  candidate_fires (model);
  change (model, "show product", "follows", NULL);
}

/* Only titles are asked for, in the order of reviews. */
static void
candidate_by_sort_of_titles (SquillModel *model)
{
  candidate_by_sort (model);
  change (model, "show product", "returns", "[{'path': 'product.title'}]");
}

/* The newest of one product are asked for by it alone. */
static void
candidate_from_children (SquillModel *model)
{
  candidate_fires (model);
  change (model, "show product", "entity", "'review'");
  change (model, "show product", "follows", NULL);
  change (model, "show product", "filter", "[{'path': 'reviews', 'how': 'eq'}]");
  change (model, "show product", "sort", "[{'path': 'review.when', 'how': '-1'}]");
}

/* The first of those with five stars are not the first of all. */
static void
candidate_of_stars (SquillModel *model)
{
  candidate_from_children (model);
  draw_field (model, "review", "stars", "int");
  change (model, "show product", "filter",
          "[{'path': 'reviews', 'how': 'eq'}, {'path': 'review.stars', 'how': 'eq'}]");
}

/* Ten products, each with all its reviews. */
static void
candidate_of_products (SquillModel *model)
{
  candidate_in_order (model);
  change (model, "show product", "filter", "[{'path': 'product.title', 'how': 'eq'}]");
}

static void
candidate_of_few (SquillModel *model)
{
  candidate_fires (model);
  change (model, "reviews", "children", "{'min': 0, 'likely': 12, 'max': 30}");
}

/* Five times as many are not more than five times as many. */
static void
candidate_boundary (SquillModel *model)
{
  candidate_fires (model);
  change (model, "reviews", "children", "{'min': 0, 'likely': 50, 'max': 50}");
}

static void
candidate_rarely (SquillModel *model)
{
  candidate_fires (model);
  change (model, "show product", "rate", "0.01");
}

static void
candidate_pinned (SquillModel *model)
{
  candidate_fires (model);
  change (model, "reviews", "pinned", "true");
}

static void
draw_subset (SquillModel *model, const char *bound, double reads, double inserts)
{
  draw_reviews (model, "subset", "0..5000..?");
  change (model, "reviews", "bound", bound);
  draw_index (model, "review", "by-product",
              "[{'path': 'reviews', 'how': '1'}, {'path': 'review.when', 'how': '-1'}]");
  draw_operation (model, "show newest", "find", "product", reads);
  change (model, "show newest", "filter", "[{'path': '=_id', 'how': 'eq'}]");
  change (model, "show newest", "follows", "['reviews']");
  change (model, "show newest", "sort", "[{'path': 'reviews/review.when', 'how': '-1'}]");
  change (model, "show newest", "limit", bound);
  draw_operation (model, "write review", "insert", "review", inserts);
}

/* The last thousand of each, 20 a second. */
static void
write_cost_fires (SquillModel *model)
{
  draw_subset (model, "1000", 3000, 20);
}

static void
write_cost_silent (SquillModel *model)
{
  draw_subset (model, "10", 3000, 1.0 / 60);
}

/* Each insert writes more than all reads of a second load. */
static void
write_cost_against_reads (SquillModel *model)
{
  draw_subset (model, "100", 1, 2);
}

static void
rarely_fires (SquillModel *model)
{
  draw_subset (model, "10", 5, 2000);
}

static void
rarely_silent (SquillModel *model)
{
  draw_subset (model, "10", 800, 1);
}

static void
rarely_in_order (SquillModel *model)
{
  rarely_fires (model);
  change (model, "show newest", "sort", NULL);
}

/* Whoever wants all of them gets the first on the way. */
static void
rarely_by_all (SquillModel *model)
{
  rarely_in_order (model);
  change (model, "show newest", "limit", NULL);
}

/* As often is often enough. */
static void
rarely_boundary (SquillModel *model)
{
  draw_subset (model, "10", 100, 100);
}

static void
lossy_fires (SquillModel *model)
{
  draw_reviews (model, "embed-many", "0..5000..20000");
  change (model, "reviews", "cap", "1000");
}

static void
lossy_kept_elsewhere (SquillModel *model)
{
  lossy_fires (model);
  change (model, "review", "standalone", "'yes'");
}

/* That only so many are wanted. */
static void
lossy_as_wanted (SquillModel *model)
{
  lossy_fires (model);
  change (model, "reviews", "children", "{'min': 0, 'likely': 1000, 'max': 1000}");
}

static void
draw_list (SquillModel *model)
{
  draw_reviews (model, "embed-many", "0..8..?");
  change (model, "reviews", "cap", "60");
  draw_operation (model, "list", "find", "product", 2);
  change (model, "list", "follows", "['reviews']");
  change (model, "list", "limit", "100");
}

/* The newest hundred of a product are asked for. */
static void
lossy_by_limit (SquillModel *model)
{
  draw_list (model);
  change (model, "list", "sort", "[{'path': 'reviews/review.when', 'how': '-1'}]");
}

/* A hundred products are. */
static void
lossy_of_parents (SquillModel *model)
{
  draw_list (model);
  change (model, "list", "sort", "[{'path': 'product.title', 'how': '1'}]");
}

/* There are never as many. */
static void
lossy_of_few (SquillModel *model)
{
  lossy_by_limit (model);
  change (model, "reviews", "children", "{'min': 0, 'likely': 8, 'max': 40}");
}

/* Totals. */

static void
draw_movies (SquillModel *model, double pages, double screenings)
{
  draw_entity (model, "movie", 1000);
  draw_text (model, "movie", "title", 40);
  draw_entity (model, "screening", 10000);
  draw_field (model, "screening", "viewers", "int");
  draw_field (model, "screening", "revenue", "decimal");
  draw_relationship (model, "screenings", "movie", "screening", "parent-reference", "0..10..500",
                     "1");
  draw_index (model, "screening", "by-movie", "[{'path': 'screenings', 'how': '1'}]");
  draw_operation (model, "movie page", "aggregate", "movie", pages);
  change (model, "movie page", "filter", "[{'path': '=_id', 'how': 'eq'}]");
  change (model, "movie page", "follows", "['screenings']");
  change (model, "movie page", "computes",
          "[{'path': 'screenings/screening.viewers', 'how': 'sum'}]");
  draw_operation (model, "add screening", "insert", "screening", screenings);
}

/* A million pages a day, a thousand screenings. */
static void
computed_fires (SquillModel *model)
{
  draw_movies (model, 1e6 / 86400, 1000.0 / 86400);
}

static void
computed_nightly (SquillModel *model)
{
  draw_movies (model, 1.0 / 86400, 1000.0 / 86400);
}

/* How often something changes is not known. */
static void
computed_unknown (SquillModel *model)
{
  draw_movies (model, 1e6 / 86400, NAN);
}

static void
computed_by_reference (SquillModel *model)
{
  computed_fires (model);
  draw_operation (model, "count viewers", "aggregate", "screening", 50);
  change (model, "count viewers", "filter", "[{'path': 'screenings', 'how': 'eq'}]");
  change (model, "count viewers", "computes", "[{'path': 'screening.viewers', 'how': 'sum'}]");
}

/* What a cinema sells is summed from all its screenings; of these only the growth is known. */
static void
draw_growing (SquillModel *model, double growth)
{
  draw_movies (model, 12, NAN);
  change_number (model, "screenings", "growth", growth);
}

static void
computed_growing (SquillModel *model)
{
  draw_growing (model, 1800);
}

static void
computed_shrinking (SquillModel *model)
{
  draw_growing (model, -10);
}

static void
draw_counter (SquillModel *model, const char *tolerance, double rate)
{
  draw_entity (model, "page", 1000);
  draw_field (model, "page", "views", "long");
  change (model, "page.views", "tolerance", tolerance);
  draw_operation (model, "count view", "update", "page", rate);
  change (model, "count view", "filter", "[{'path': '=_id', 'how': 'eq'}]");
  change (model, "count view", "writes", "[{'path': 'page.views'}]");
}

static void
approximation_fires (SquillModel *model)
{
  draw_counter (model, "500", 500);
}

/* A stock level has to be right. */
static void
approximation_exact (SquillModel *model)
{
  draw_counter (model, "0", 500);
}

static void
approximation_unknown (SquillModel *model)
{
  draw_counter (model, NULL, 500);
}

static void
approximation_boundary (SquillModel *model)
{
  draw_counter (model, "500", 100);
}

/* 400 processes that hold back two each are off by 800. */
static void
approximation_of_many (SquillModel *model)
{
  draw_counter (model, "500", 500);
  change (model, SQUILL_MODEL_ID, "instances", "400");
}

/* Joins. */

static void
draw_catalog (SquillModel *model, double rate)
{
  draw_entity (model, "product", 100000);
  draw_text (model, "product", "title", 40);
  draw_entity (model, "category", 5000);
  draw_text (model, "category", "name", 20);
  draw_entity (model, "brand", 3000);
  draw_text (model, "brand", "name", 20);
  draw_relationship (model, "in", "category", "product", "parent-reference", "1..20..5000", "1");
  draw_relationship (model, "by", "brand", "product", "parent-reference", "1..33..5000", "1");
  draw_operation (model, "product page", "aggregate", "product", rate);
  change (model, "product page", "filter", "[{'path': '=_id', 'how': 'eq'}]");
  change (model, "product page", "follows", "['in', 'by']");
}

static void
lookup_fires (SquillModel *model)
{
  draw_catalog (model, 50);
}

static void
lookup_weekly (SquillModel *model)
{
  draw_catalog (model, 1.0 / 604800);
}

static void
lookup_of_one (SquillModel *model)
{
  draw_catalog (model, 50);
  change (model, "product page", "follows", "['in']");
}

/* What is copied need not be looked up. */
static void
lookup_of_copies (SquillModel *model)
{
  draw_catalog (model, 50);
  draw_copy (model, "in", "category.name", "to-child", "kept");
  draw_copy (model, "by", "brand.name", "to-child", "kept");
  change (model, "product page", "returns",
          "[{'path': 'product.title'}, {'path': 'in/category.name'}, {'path': 'by/brand.name'}]");
}

/* Only names are needed, and that they never change is known. */
static void
lookup_with_fix (SquillModel *model)
{
  draw_catalog (model, 50);
  /* Asked with two commands, of which a copy saves one. */
  change (model, "product page", "operation", "'find'");
  change (model, "product page", "follows", "['in']");
  change (model, "product page", "returns",
          "[{'path': 'product.title'}, {'path': 'in/category.name'}]");
  change (model, "category.name", "immutable", "true");
}

static void
draw_host (SquillModel *model, const char *children)
{
  draw_entity (model, "host", 500);
  draw_text (model, "host", "name", 20);
  draw_entity (model, "message", NAN);
  draw_text (model, "message", "line", 200);
  draw_relationship (model, "messages", "host", "message", "parent-reference", children, "1");
  draw_index (model, "message", "by-host", "[{'path': 'messages', 'how': '1'}]");
  draw_operation (model, "export", "aggregate", "host", 0.01);
  change (model, "export", "filter", "[{'path': '=_id', 'how': 'eq'}]");
  change (model, "export", "follows", "['messages']");
}

static void
result_fires (SquillModel *model)
{
  draw_host (model, "0..1000000..?");
}

static void
result_unwound (SquillModel *model)
{
  result_fires (model);
  change (model, "export", "unwinds", "true");
}

/* 60,000 messages of about 250 bytes are 15 MB. */
static void
result_boundary (SquillModel *model)
{
  draw_host (model, "0..60000..60000");
}

static void
result_of_find (SquillModel *model)
{
  result_fires (model);
  change (model, "export", "operation", "'find'");
}

static const RuleCase cases[] = {
  { "subset-candidate", SQUILL_SEVERITY_HINT, "reviews", candidate_fires, candidate_of_few },
  { "subset-candidate", SQUILL_SEVERITY_HINT, "reviews", candidate_from_children,
    candidate_of_stars },
  { "subset-candidate", SQUILL_SEVERITY_HINT, "reviews", candidate_in_order,
    candidate_of_products },
  { "subset-candidate", SQUILL_SEVERITY_HINT, "reviews", candidate_by_sort,
    candidate_by_sort_of_titles },
  { "subset-candidate", SQUILL_SEVERITY_HINT, "reviews", NULL, candidate_boundary },
  { "subset-candidate", SQUILL_SEVERITY_HINT, "reviews", NULL, candidate_rarely },
  { "subset-candidate", SQUILL_SEVERITY_HINT, "reviews", NULL, candidate_pinned },
  { "subset-write-cost", SQUILL_SEVERITY_WARNING, "reviews", write_cost_fires, write_cost_silent },
  { "subset-write-cost", SQUILL_SEVERITY_WARNING, "reviews", write_cost_against_reads, NULL },
  { "subset-read-rarely", SQUILL_SEVERITY_WARNING, "reviews", rarely_fires, rarely_silent },
  { "subset-read-rarely", SQUILL_SEVERITY_WARNING, "reviews", rarely_in_order, NULL },
  { "subset-read-rarely", SQUILL_SEVERITY_WARNING, "reviews", rarely_by_all, NULL },
  { "subset-read-rarely", SQUILL_SEVERITY_WARNING, "reviews", NULL, rarely_boundary },
  { "subset-lossy", SQUILL_SEVERITY_ERROR, "reviews", lossy_fires, lossy_kept_elsewhere },
  { "subset-lossy", SQUILL_SEVERITY_ERROR, "reviews", NULL, lossy_as_wanted },
  { "subset-lossy", SQUILL_SEVERITY_ERROR, "reviews", lossy_by_limit, lossy_of_parents },
  { "subset-lossy", SQUILL_SEVERITY_ERROR, "reviews", NULL, lossy_of_few },
  { "computed-candidate", SQUILL_SEVERITY_HINT, "movie page", computed_fires, computed_nightly },
  { "computed-candidate", SQUILL_SEVERITY_HINT, "count viewers", computed_by_reference,
    computed_unknown },
  { "computed-candidate", SQUILL_SEVERITY_HINT, "movie page", computed_growing,
    computed_shrinking },
  { "approx-candidate", SQUILL_SEVERITY_HINT, "page.views", approximation_fires,
    approximation_exact },
  { "approx-candidate", SQUILL_SEVERITY_HINT, "page.views", NULL, approximation_unknown },
  { "approx-candidate", SQUILL_SEVERITY_HINT, "page.views", NULL, approximation_boundary },
  { "approx-candidate", SQUILL_SEVERITY_HINT, "page.views", NULL, approximation_of_many },
  { "lookup-hot", SQUILL_SEVERITY_WARNING, "product page", lookup_fires, lookup_weekly },
  { "lookup-hot", SQUILL_SEVERITY_HINT, "product page", lookup_with_fix, lookup_of_one },
  { "lookup-hot", SQUILL_SEVERITY_WARNING, "product page", NULL, lookup_of_copies },
  { "lookup-result-too-large", SQUILL_SEVERITY_ERROR, "export", result_fires, result_unwound },
  { "lookup-result-too-large", SQUILL_SEVERITY_ERROR, "export", NULL, result_boundary },
  { "lookup-result-too-large", SQUILL_SEVERITY_ERROR, "export", NULL, result_of_find },
};

static double
get_number (const SquillFinding *finding, const char *name)
{
  return json_number_value (json_object_get (finding->values, name));
}

/* An insert into the last thousand logs all of them: 1,000 elements of a date and a text of 250
 * bytes. */
static void
test_write_cost (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;
  const SquillFinding *finding;

  write_cost_fires (model);
  advice = advise (model);
  finding = find_finding (advice, "subset-write-cost", NULL);
  g_assert_cmpfloat (get_number (finding, "array_bytes"), >, 1000 * 250);
  g_assert_cmpfloat_with_epsilon (get_number (finding, "bytes_per_second"),
                                  20 * get_number (finding, "array_bytes"), 1e-6);
}

/* Every hundredth event is one percent of the writes. */
static void
test_approximation (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;
  const SquillFinding *finding;

  approximation_fires (model);
  change (model, SQUILL_MODEL_ID, "instances", "5");
  advice = advise (model);
  finding = find_finding (advice, "approx-candidate", NULL);
  g_assert_cmpfloat (get_number (finding, "events"), ==, 100);
  g_assert_cmpfloat (get_number (finding, "error"), ==, 500);
  g_assert_true (squill_advice_apply_fix (advice, finding, NULL));
  g_assert_cmpfloat (squill_model_get_operation (model, "count view")->rate, ==, 5);
}

/* What was computed is a field then, and somebody updates it. */
static void
test_computed (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;
  const SquillOperation *page;
  const SquillField *total = NULL;
  gboolean is_updated = FALSE;

  computed_fires (model);
  change (model, "movie page", "returns", "[{'path': 'movie.title'}]");
  advice = advise (model);
  g_assert_true (squill_advice_apply_fix (
      advice, find_finding (advice, "computed-candidate", "movie page"), NULL));
  SQUILL_FOR_EACH_CHILD (SquillField, field, squill_model_get_entity (model, "movie"),
                         SQUILL_KIND_FIELD)
    {
      total = field;
    }
  g_assert_cmpstr (total->name, ==, "viewers_sum");
  page = squill_model_get_operation (model, "movie page");
  g_assert_null (page->computes);
  g_assert_cmpuint (page->returns->len, ==, 2);
  SQUILL_FOR_EACH_CHILD (SquillOperation, operation, squill_model_get_info (model),
                         SQUILL_KIND_OPERATION)
    {
      is_updated |=
          operation->writes != NULL &&
          g_str_equal (((const SquillKey *)operation->writes->pdata[0])->path, total->item.id);
    }
  g_assert_true (is_updated);
}

/* Who got the newest ten in the document does not get all five thousand when they leave it. */
static void
test_left (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;
  g_autoptr (GError) error = NULL;
  const SquillOperation *operation;
  const SquillFinding *finding;

  draw_reviews (model, "subset", "0..5000..9000");
  change (model, "reviews", "bound", "10");
  draw_operation (model, "show product", "find", "product", 1);
  change (model, "show product", "filter", "[{'path': '=_id', 'how': 'eq'}]");
  draw_operation (model, "write review", "insert", "review", 200);
  advice = advise (model);
  finding = find_finding (advice, "subset-read-rarely", "reviews");
  g_assert_nonnull (finding);
  g_assert_nonnull (finding->fix);
  squill_advice_apply_fix (advice, finding, &error);
  g_assert_no_error (error);
  g_assert_cmpint (squill_model_get_relationship (model, "reviews")->placement, ==,
                   SQUILL_PLACEMENT_PARENT_REFERENCE);
  operation = squill_model_get_operation (model, "show product");
  g_assert_true (squill_operation_follows (operation, "reviews"));
  g_assert_cmpfloat (operation->limit, ==, 10);
  g_assert_cmpstr (((const SquillKey *)operation->sort->pdata[0])->path, ==, "reviews/review.when");
  g_assert_cmpstr (((const SquillKey *)operation->sort->pdata[0])->operator, ==, "-1");
}

/* The subset is of the newest, where these are what somebody asks for. */
static void
test_order (void)
{
  static const char *const hows[] = { "-1", "1" };

  for (guint i = 0; i < G_N_ELEMENTS (hows); i++)
    {
      g_autoptr (SquillModel) model = squill_model_new ();
      g_autoptr (SquillAdvice) advice = NULL;
      g_autofree char *sort =
          g_strdup_printf ("[{'path': 'reviews/review.when', 'how': '%s'}]", hows[i]);
      const SquillRelationship *r;

      candidate_fires (model);
      change (model, "reviews", "ordering", NULL);
      change (model, "reviews", "order_by", NULL);
      change (model, "show product", "sort", sort);
      advice = advise (model);
      g_assert_true (squill_advice_apply_fix (
          advice, find_finding (advice, "subset-candidate", "reviews"), NULL));
      r = squill_model_get_relationship (model, "reviews");
      g_assert_cmpint (r->placement, ==, SQUILL_PLACEMENT_SUBSET);
      g_assert_cmpint (r->ordering, ==, i == 0 ? SQUILL_ORDERING_TIME : SQUILL_ORDERING_NONE);
      g_assert_cmpstr (r->order_by, ==, i == 0 ? "review.when" : NULL);
    }
}

/* As many as the page shows, and not a mean with those of a longer list that is read seldom. */
static void
test_size (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;
  const SquillFinding *finding;

  candidate_fires (model);
  draw_operation (model, "all reviews", "find", "review", 20);
  change (model, "all reviews", "filter", "[{'path': 'reviews', 'how': 'eq'}]");
  change (model, "all reviews", "sort", "[{'path': 'review.when', 'how': '-1'}]");
  change (model, "all reviews", "limit", "50");
  advice = advise (model);
  finding = find_finding (advice, "subset-candidate", "reviews");
  g_assert_nonnull (finding);
  g_assert_cmpstr (finding->fix->label, ==, "Keep 10 and move the rest");
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  add_rule_cases (cases, G_N_ELEMENTS (cases));
  g_test_add_func ("/advice/subsets/write-cost", test_write_cost);
  g_test_add_func ("/advice/subsets/approximation", test_approximation);
  g_test_add_func ("/advice/subsets/computed", test_computed);
  g_test_add_func ("/advice/subsets/order", test_order);
  g_test_add_func ("/advice/subsets/left", test_left);
  g_test_add_func ("/advice/subset-candidate/size", test_size);
  return g_test_run ();
}

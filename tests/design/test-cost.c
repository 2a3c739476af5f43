/* SPDX-License-Identifier: Apache-2.0 */

/* What operations cost, and which placement is advised: scenarios with their
 * rates. Where the table gives a cost that follows from the rates it names, it is checked too. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include "comparison-fixture.h"
#include "design-fixture.h"
#include "design/squill-design-private.h"
#include "design/squill-cost.h"
#include "design/squill-found.h"
#include "model/squill-placement.h"

#include <string.h>

/* Formulas. */

static void
test_weights (void)
{
  const SquillCounts counts = { 1, 2, 3, 4, 500, 6, 700, 8 };

  g_assert_cmpfloat_with_epsilon (squill_counts_get_cost (&counts),
                                  145 + 6 + 1.8 + 12 + 1 + 180 + 7 + 64, 1e-9);
}

/* Reads for each update from which on a copy pays. */
static void
test_break_even (void)
{
  const double copies[] = { 1, 2, 5, 10, 40, 100, 1000, 10000 };
  const struct
  {
    double joined;
    double reads[8];
  } rows[] = {
    { 1, { 1.2, 1.5, 2.2, 3.5, 11, 26, 250, 2491 } },
    { 10, { 0.8, 0.9, 1.4, 2.2, 7.1, 17, 163, 1621 } },
    { 40, { 0.4, 0.4, 0.7, 1.0, 3.3, 7.8, 75, 749 } },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    for (guint j = 0; j < G_N_ELEMENTS (copies); j++)
      {
        double reads =
            squill_cost_of_copies (copies[j]) / squill_cost_of_join (rows[i].joined, 100);

        g_assert_cmpfloat_with_epsilon (reads, rows[i].reads[j],
                                        MAX (0.05, rows[i].reads[j] * 0.025));
      }
}

static void
test_flushes (void)
{
  /* Few updates of many small documents: each dirties a page of its own. */
  g_assert_cmpfloat_with_epsilon (_squill_cost_of_flushes (1, 1e9, 100), 0.004 * 32768, 0.1);
  /* Many updates of few documents: all there is, once a minute. */
  g_assert_cmpfloat_with_epsilon (_squill_cost_of_flushes (1e6, 1000, 1000),
                                  0.004 * 1000 * 1000 * (1 - exp (-32.768)) / 60, 1);
  g_assert_cmpfloat_with_epsilon (_squill_cost_of_flushes (1e6, 10, 1e6), 0.004 * 1e7 / 60, 1e-6);
  g_assert_cmpfloat (_squill_cost_of_flushes (0, 1000, 1000), ==, 0);
  g_assert_cmpfloat (_squill_cost_of_flushes (5, NAN, 1000), ==, 0);
}

/* Scenarios. */

static void
test_addresses (void)
{
  g_autoptr (SquillModel) model = draw_person ();
  g_autoptr (GPtrArray) options = NULL;
  const SquillPlacementOption *embedded, *referred;

  draw_operation (model, "show", "find", "p", 200, "{'follows':['r']}");
  options = compare_placements (model);
  assert_advised (options, SQUILL_PLACEMENT_EMBED_MANY, FALSE);
  embedded = find_option (options, SQUILL_PLACEMENT_EMBED_MANY, FALSE);
  referred = find_option (options, SQUILL_PLACEMENT_PARENT_REFERENCE, FALSE);
  g_assert_cmpfloat (embedded->round_trips, ==, 1);
  g_assert_cmpfloat (embedded->documents, ==, 1);
  g_assert_cmpfloat (embedded->bytes.likely, ==, 211);
  g_assert_cmpfloat (embedded->read_bytes, ==, 211);
  g_assert_true (embedded->atomic);
  g_assert_false (embedded->current);
  g_assert_cmpfloat_with_epsilon (embedded->cost.likely, 200 * (145 + 6 + 3 + 0.422), 1e-6);
  g_assert_cmpfloat (referred->round_trips, ==, 2);
  g_assert_cmpfloat (referred->documents, ==, 3);
  g_assert_true (referred->current);
  g_assert_cmpstr (embedded->summary, ==, "1 read, 211\u202fB");
}

static SquillModel *
draw_product (const char *read, double read_rate, const char *written, double write_rate)
{
  SquillModel *model = squill_model_new ();

  draw_entity (model, "p");
  draw_field (model, "p", "name", "string:25");
  draw_field (model, "p", "manufacturer", "string:9");
  draw_field (model, "p", "catalog_number", "int");
  draw_entity (model, "c");
  draw_field (model, "c", "partno", "string:11");
  draw_field (model, "c", "name", "string:10");
  draw_field (model, "c", "qty", "int");
  draw_field (model, "c", "cost", "double");
  draw_field (model, "c", "price", "double");
  draw_pair (model, "1..40..800", "1..8..300");
  draw_count (model, "p", 10000);
  if (read != NULL)
    {
      g_autofree char *more =
          g_strdup_printf ("{'follows':['r'],'returns':[{'path':'r/%s','how':''}]}", read);

      draw_operation (model, "list", "find", "p", read_rate, more);
    }
  if (written != NULL)
    {
      g_autofree char *more = g_strdup_printf ("{'filter':[{'path':'=_id','how':'eq'}],"
                                               "'writes':[{'path':'%s','how':''}]}",
                                               written);

      draw_operation (model, "write", "update", "c", write_rate, more);
    }
  return model;
}

static void
test_parts (void)
{
  {
    g_autoptr (SquillModel) model = draw_product (NULL, 0, "c.qty", 60);
    g_autoptr (GPtrArray) options = NULL;

    draw_operation (model, "product", "find", "p", 200, "{}");
    draw_operation (model, "part", "find", "c", 100, "{'filter':[{'path':'=_id','how':'eq'}]}");
    options = compare_placements (model);
    assert_advised (options, SQUILL_PLACEMENT_CHILD_REFERENCES, FALSE);
    /* Each part is in several products: it has an array of references to them, or none. */
    g_assert_true (find_option (options, SQUILL_PLACEMENT_PARENT_REFERENCE, FALSE)->feasible);
    g_assert_nonnull (find_option (options, SQUILL_PLACEMENT_SUBSET, FALSE)->infeasible_reason);
    g_assert_true (find_option (options, SQUILL_PLACEMENT_TWO_WAY, FALSE)->feasible);
    g_assert_true (find_option (options, SQUILL_PLACEMENT_JUNCTION, FALSE)->feasible);
    g_assert_cmpuint (find_option (options, SQUILL_PLACEMENT_EMBED_MANY, FALSE)->drawbacks->len, >=,
                      2);
  }
  {
    /* The name is read much more often than it changes. */
    g_autoptr (SquillModel) model = draw_product ("c.name", 300, "c.name", 0.01);
    g_autoptr (GPtrArray) options = compare_placements (model);

    assert_advised (options, SQUILL_PLACEMENT_CHILD_REFERENCES, TRUE);
    g_assert_cmpfloat (find_option (options, SQUILL_PLACEMENT_CHILD_REFERENCES, TRUE)->round_trips,
                       ==, 1);
    g_assert_cmpfloat (
        find_option (options, SQUILL_PLACEMENT_CHILD_REFERENCES, TRUE)->cost.likely * 2, <,
        find_option (options, SQUILL_PLACEMENT_CHILD_REFERENCES, FALSE)->cost.likely);
  }
  {
    /* The quantity changes much more often than it is read. */
    g_autoptr (SquillModel) model = draw_product ("c.qty", 5, "c.qty", 60);
    g_autoptr (GPtrArray) options = compare_placements (model);

    assert_advised (options, SQUILL_PLACEMENT_CHILD_REFERENCES, FALSE);
    g_assert_cmpuint (
        find_option (options, SQUILL_PLACEMENT_CHILD_REFERENCES, TRUE)->drawbacks->len, ==, 1);
    g_assert_cmpfloat (
        find_option (options, SQUILL_PLACEMENT_CHILD_REFERENCES, TRUE)->cost.likely, >,
        find_option (options, SQUILL_PLACEMENT_CHILD_REFERENCES, FALSE)->cost.likely);
  }
}

static SquillModel *
draw_host (const char *children)
{
  SquillModel *model = squill_model_new ();

  draw_entity (model, "p");
  draw_field (model, "p", "name", "string:17");
  draw_field (model, "p", "ipaddr", "string:12");
  draw_entity (model, "c");
  draw_field (model, "c", "time", "date");
  draw_field (model, "c", "message", "string:15");
  draw_pair (model, children, "1");
  change (model, "r", "child_name", "'host'");
  change (model, "r", "growth", "1051200");
  change (model, "r", "ordering", "'time'");
  return model;
}

static void
test_logs (void)
{
  g_autoptr (SquillModel) model = draw_host ("0..1000000..*");
  g_autoptr (GPtrArray) options = NULL;

  draw_operation (model, "log", "insert", "c", 2000, "{}");
  draw_operation (model, "search", "find", "c", 120,
                  "{'filter':[{'path':'c.message','how':'regex'}],'limit':20}");
  change (model, "r", "bound", "50");
  options = compare_placements (model);
  assert_advised (options, SQUILL_PLACEMENT_PARENT_REFERENCE, FALSE);
  g_assert_cmpstr (find_option (options, SQUILL_PLACEMENT_EMBED_MANY, FALSE)->infeasible_reason, ==,
                   "Can exceed 16 MiB: no upper limit");
  g_assert_false (find_option (options, SQUILL_PLACEMENT_CHILD_REFERENCES, FALSE)->feasible);
  g_assert_false (find_option (options, SQUILL_PLACEMENT_TWO_WAY, FALSE)->feasible);
  g_assert_false (find_option (options, SQUILL_PLACEMENT_SUBSET, FALSE)->feasible);
  /* Messages are looked for on their own. */
  g_assert_cmpuint (find_option (options, SQUILL_PLACEMENT_BUCKET, FALSE)->drawbacks->len, ==, 1);
  g_assert_true (find_option (options, SQUILL_PLACEMENT_PARENT_REFERENCE, FALSE)->atomic);
}

/* The last 50 messages on a dashboard: subset 492, references to the parent 2371. */
static void
test_dashboard (void)
{
  g_autoptr (SquillModel) model = draw_host ("0..1000000..*");
  g_autoptr (GPtrArray) options = NULL;

  draw_operation (model, "dashboard", "find", "p", 3000,
                  "{'follows':['r'],'limit':50,'sort':[{'path':'r/c.time','how':'-1'}]}");
  draw_operation (model, "log", "insert", "c", 20, "{}");
  options = compare_placements (model);
  assert_advised (options, SQUILL_PLACEMENT_SUBSET, FALSE);
  assert_cost (options, SQUILL_PLACEMENT_SUBSET, FALSE, 492, 10);
  assert_cost (options, SQUILL_PLACEMENT_PARENT_REFERENCE, FALSE, 2371, 10);
  g_assert_cmpfloat (find_option (options, SQUILL_PLACEMENT_SUBSET, FALSE)->bound, ==, 50);
  g_assert_cmpfloat (find_option (options, SQUILL_PLACEMENT_SUBSET, FALSE)->round_trips, ==, 1);
}

/* The same read less often than messages come. */
static void
test_dashboard_unread (void)
{
  g_autoptr (SquillModel) model = draw_host ("0..1000000..*");
  g_autoptr (GPtrArray) options = NULL;

  draw_operation (model, "dashboard", "find", "p", 5,
                  "{'follows':['r'],'limit':50,'sort':[{'path':'r/c.time','how':'-1'}]}");
  draw_operation (model, "log", "insert", "c", 2000, "{}");
  options = compare_placements (model);
  g_assert_cmpuint (find_option (options, SQUILL_PLACEMENT_SUBSET, FALSE)->drawbacks->len, ==, 1);
  g_assert_false (find_option (options, SQUILL_PLACEMENT_SUBSET, FALSE)->advised);
}

/* Tasks with their owner's name 60 times a second; a person's tasks 40 times, which is what the
 * table's figures come to: references to the parent 47, with a copy 38, to the children 53. */
static void
test_tasks (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (GPtrArray) options = NULL;

  draw_entity (model, "p");
  draw_field (model, "p", "name", "string:12");
  draw_entity (model, "c");
  draw_field (model, "c", "description", "string:17");
  draw_field (model, "c", "due_date", "date");
  draw_pair (model, "0..60..400", "1");
  change (model, "r", "child_name", "'owner'");
  draw_operation (model, "task", "find", "c", 60,
                  "{'filter':[{'path':'=_id','how':'eq'}],'follows':['r'],"
                  "'returns':[{'path':'r/p.name','how':''}]}");
  draw_operation (model, "move", "update", "c", 0.2, "{'moves':'r'}");
  draw_operation (model, "person", "find", "p", 40, "{'follows':['r']}");
  options = compare_placements (model);
  assert_cost (options, SQUILL_PLACEMENT_PARENT_REFERENCE, FALSE, 47, 1);
  assert_cost (options, SQUILL_PLACEMENT_PARENT_REFERENCE, TRUE, 38, 1);
  assert_cost (options, SQUILL_PLACEMENT_CHILD_REFERENCES, FALSE, 53, 1);
  assert_cost (options, SQUILL_PLACEMENT_TWO_WAY, FALSE, 48, 1.5);
  assert_advised (options, SQUILL_PLACEMENT_PARENT_REFERENCE, FALSE);
}

static void
test_courses (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (GPtrArray) options = NULL;

  draw_entity (model, "p");
  draw_field (model, "p", "name", "string:10");
  draw_entity (model, "c");
  draw_field (model, "c", "name", "string:11");
  draw_pair (model, "0..35..60", "5..120..900");
  draw_operation (model, "student", "find", "p", 20, "{'follows':['r']}");
  draw_operation (model, "courses", "find", "c", 5, "{'limit':50}");
  options = compare_placements (model);
  assert_advised (options, SQUILL_PLACEMENT_CHILD_REFERENCES, FALSE);
}

static void
test_messages (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (GPtrArray) options = NULL;

  draw_entity (model, "p");
  draw_field (model, "p", "name", "string:10");
  draw_entity (model, "c");
  draw_field (model, "c", "message", "string:106");
  draw_field (model, "c", "posted_on", "date");
  draw_pair (model, "0..1500..*", "1");
  change (model, "r", "ordering", "'time'");
  draw_operation (model, "newest", "find", "c", 10,
                  "{'filter':[{'path':'r','how':'eq'}],'limit':20}");
  draw_operation (model, "post", "insert", "c", 1, "{}");
  draw_operation (model, "one", "find", "c", 1, "{'filter':[{'path':'=_id','how':'eq'}]}");
  options = compare_placements (model);
  assert_advised (options, SQUILL_PLACEMENT_PARENT_REFERENCE, FALSE);
}

static void
test_books (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (GPtrArray) options = NULL;

  draw_entity (model, "p");
  draw_field (model, "p", "_id", "string:7");
  draw_field (model, "p", "name", "string:14");
  draw_entity (model, "c");
  draw_field (model, "c", "title", "string:29");
  draw_pair (model, "0..1200..*", "1");
  draw_operation (model, "book", "find", "c", 30, "{'filter':[{'path':'=_id','how':'eq'}]}");
  draw_operation (model, "publisher", "find", "p", 10, "{}");
  options = compare_placements (model);
  assert_advised (options, SQUILL_PLACEMENT_PARENT_REFERENCE, FALSE);
}

/* Products with reviews, of which a page shows the ten latest. */
static SquillModel *
draw_reviews (double pages, double reviews)
{
  SquillModel *model = squill_model_new ();

  draw_entity (model, "p");
  draw_field (model, "p", "name", "string:25");
  draw_entity (model, "c");
  draw_field (model, "c", "review_id", "int");
  draw_field (model, "c", "review_author", "string:8");
  draw_field (model, "c", "review_text", "string:33");
  draw_field (model, "c", "published_date", "date");
  draw_pair (model, "0..250..20000", "1");
  change (model, "r", "ordering", "'time'");
  draw_operation (model, "page", "find", "p", pages,
                  "{'follows':['r'],'limit':10,'sort':[{'path':'r/c.published_date','how':'-1'}]}");
  draw_operation (model, "add", "insert", "c", reviews, "{}");
  return model;
}

/* The ten latest reviews with each product: subset 137, references to the parent 330, of which
 * what else happens is a small part. */
static void
test_reviews (void)
{
  g_autoptr (SquillModel) model = draw_reviews (800, 0.5);
  g_autoptr (GPtrArray) options = compare_placements (model);

  assert_advised (options, SQUILL_PLACEMENT_SUBSET, FALSE);
  assert_cost (options, SQUILL_PLACEMENT_SUBSET, FALSE, 137, 15);
  assert_cost (options, SQUILL_PLACEMENT_PARENT_REFERENCE, FALSE, 330, 15);
}

/* The same shop with one visitor a second: whatever is chosen nobody notices, so reviews are kept
 * once. */
static void
test_unnoticed (void)
{
  g_autoptr (SquillModel) model = draw_reviews (1, 0.0005);
  g_autoptr (GPtrArray) options = compare_placements (model);

  assert_advised (options, SQUILL_PLACEMENT_PARENT_REFERENCE, FALSE);
}

static void
test_items (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (GPtrArray) options = NULL;

  draw_entity (model, "p");
  draw_field (model, "p", "when", "date");
  draw_entity (model, "c");
  draw_field (model, "c", "quantity", "int");
  draw_field (model, "c", "price", "decimal");
  draw_pair (model, "1..5..50", "1");
  draw_operation (model, "order", "find", "p", 100, "{'follows':['r']}");
  options = compare_placements (model);
  assert_advised (options, SQUILL_PLACEMENT_EMBED_MANY, FALSE);
  assert_cost (options, SQUILL_PLACEMENT_EMBED_MANY, FALSE, 16, 1);
  assert_cost (options, SQUILL_PLACEMENT_PARENT_REFERENCE, FALSE, 34, 1);
}

/* Trades by pages of ten. */
static void
test_trades (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (GPtrArray) options = NULL;

  draw_entity (model, "p");
  draw_field (model, "p", "name", "string:10");
  draw_entity (model, "c");
  draw_field (model, "c", "ticker", "string:4");
  draw_field (model, "c", "quantity", "int");
  draw_field (model, "c", "date", "date");
  draw_pair (model, "0..800..*", "1");
  change (model, "r", "ordering", "'time'");
  draw_operation (model, "page", "find", "c", 300,
                  "{'filter':[{'path':'r','how':'eq'}],'limit':10}");
  draw_operation (model, "trade", "insert", "c", 80, "{}");
  options = compare_placements (model);
  assert_advised (options, SQUILL_PLACEMENT_BUCKET, FALSE);
  assert_cost (options, SQUILL_PLACEMENT_BUCKET, FALSE, 60, 5);
  assert_cost (options, SQUILL_PLACEMENT_PARENT_REFERENCE, FALSE, 82, 5);
  g_assert_cmpfloat (find_option (options, SQUILL_PLACEMENT_BUCKET, FALSE)->bound, ==, 10);
}

/* Rules of thumb, where nobody said how often anything happens. */
static void
test_by_number (void)
{
  const struct
  {
    const char *children;
    const char *parents;
    const char *ordering;
    int advised; /* -1: none */
  } rows[] = {
    { "1", "1", "none", SQUILL_PLACEMENT_EMBED_ONE },
    { "0..1..1", "", "none", SQUILL_PLACEMENT_EMBED_ONE },
    { "0..20..200", "1", "none", SQUILL_PLACEMENT_EMBED_MANY },
    { "0..201..900", "1", "none", SQUILL_PLACEMENT_PARENT_REFERENCE },
    { "0..201..900", "1", "time", SQUILL_PLACEMENT_CHILD_REFERENCES },
    { "0..3001..9000", "1", "time", SQUILL_PLACEMENT_PARENT_REFERENCE },
    { "0..35..60", "0..120..900", "none", SQUILL_PLACEMENT_CHILD_REFERENCES },
    { "0..10..*", "1", "none", SQUILL_PLACEMENT_PARENT_REFERENCE },
    { "0..5000..*", "0..5000..*", "none", SQUILL_PLACEMENT_JUNCTION },
    { "0..150..900", "1", "none", SQUILL_PLACEMENT_PARENT_REFERENCE },
    { "0..9000..9000", "0..9000..9000", "none", SQUILL_PLACEMENT_JUNCTION },
    { "0..50..9000", "0..50..9000", "none", SQUILL_PLACEMENT_JUNCTION },
    { "", "", "none", -1 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (SquillModel) model = squill_model_new ();
      g_autoptr (GPtrArray) options = NULL;
      g_autofree char *ordering = g_strdup_printf ("'%s'", rows[i].ordering);
      const SquillPlacementOption *first;

      draw_entity (model, "p");
      draw_entity (model, "c");
      draw_field (model, "c", "b", "int");
      draw_pair (model, rows[i].children, rows[i].parents);
      change (model, "r", "ordering", ordering);
      g_test_message ("%s %s", rows[i].children, rows[i].parents);
      options = compare_placements (model);
      first = options->pdata[0];
      g_assert_true (isnan (first->cost.likely));
      g_assert_cmpint (first->advised, ==, rows[i].advised >= 0);
      if (rows[i].advised >= 0)
        g_assert_cmpint (first->placement, ==, rows[i].advised);
    }
}

/* That a few have many is said, however few are usual. */
static void
test_most (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (GPtrArray) options = NULL;
  const SquillPlacementOption *embedded;

  draw_entity (model, "p");
  draw_entity (model, "c");
  draw_field (model, "c", "b", "int");
  draw_pair (model, "0..50..5000", "1");
  change (model, "r", "together", "100");
  options = compare_placements (model);
  embedded = find_option (options, SQUILL_PLACEMENT_EMBED_MANY, FALSE);
  g_assert_true (g_str_has_suffix (embedded->summary, "; up to 5k in one document"));
  g_clear_pointer (&options, g_ptr_array_unref);

  change (model, "r", "children", "{'min': 0, 'likely': 50, 'max': 200}");
  options = compare_placements (model);
  embedded = find_option (options, SQUILL_PLACEMENT_EMBED_MANY, FALSE);
  g_assert_null (strstr (embedded->summary, "up to"));
  g_clear_pointer (&options, g_ptr_array_unref);

  /* Many times as many are outliers, a few times as many are not. */
  change (model, "r", "children", "{'min': 0, 'likely': 50, 'max': 450}");
  options = compare_placements (model);
  assert_advised (options, SQUILL_PLACEMENT_PARENT_REFERENCE, FALSE);
  g_assert_cmpstr (find_option (options, SQUILL_PLACEMENT_EMBED_MANY, FALSE)->summary, ==,
                   "450 in one document, more than 200");
}

static void
test_limit (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (GPtrArray) options = NULL;

  draw_entity (model, "p");
  draw_entity (model, "c");
  draw_field (model, "c", "text", "string:10..1000..100000");
  draw_pair (model, "0..100..1000", "1");
  options = compare_placements (model);
  /* A thousand texts of 100 000 bytes; (16 MiB - 32) / 100 000 of them fit. */
  g_assert_cmpstr (find_option (options, SQUILL_PLACEMENT_EMBED_MANY, FALSE)->infeasible_reason, ==,
                   "Exceeds 16 MiB: 167 fit");
  g_assert_cmpfloat (find_option (options, SQUILL_PLACEMENT_EMBED_MANY, FALSE)->bytes.max, >,
                     16777216);
  g_assert_true (find_option (options, SQUILL_PLACEMENT_CHILD_REFERENCES, FALSE)->feasible);
}

static void
test_self (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (GPtrArray) options = NULL;

  draw_entity (model, "p");
  draw_field (model, "p", "name", "string:10");
  draw_relationship (model, "r", "p", "p", "parent-reference", "0..3..9", "0..1..1");
  options = compare_placements (model);
  g_assert_cmpstr (find_option (options, SQUILL_PLACEMENT_EMBED_MANY, FALSE)->infeasible_reason, ==,
                   "Would contain itself without a limit");
  g_clear_pointer (&options, g_ptr_array_unref);
  change (model, "r", "depth", "2");
  options = compare_placements (model);
  g_assert_true (find_option (options, SQUILL_PLACEMENT_EMBED_MANY, FALSE)->feasible);
}

static void
test_atomic (void)
{
  g_autoptr (SquillModel) model = draw_person ();
  g_autoptr (GPtrArray) options = NULL;

  draw_operation (model, "both", "update", "p", 1, "{'follows':['r'],'atomic':true}");
  draw_operation (model, "one", "find", "c", 100, "{'filter':[{'path':'=_id','how':'eq'}]}");
  options = compare_placements (model);
  assert_advised (options, SQUILL_PLACEMENT_EMBED_MANY, FALSE);
  g_assert_cmpstr (
      find_option (options, SQUILL_PLACEMENT_PARENT_REFERENCE, FALSE)->infeasible_reason, ==,
      "“both” must change both atomically");
  g_clear_pointer (&options, g_ptr_array_unref);
  change (model, "both", "transaction", "true");
  options = compare_placements (model);
  g_assert_true (find_option (options, SQUILL_PLACEMENT_PARENT_REFERENCE, FALSE)->feasible);
}

/* Frequencies of the relationship itself do without operations. */
/* Parents with 20 children of 2 kB, which are shown together now and then. */
static SquillModel *
draw_customer (void)
{
  SquillModel *model = squill_model_new ();

  draw_entity (model, "p");
  draw_field (model, "p", "_id", "objectId");
  draw_field (model, "p", "name", "string:20");
  draw_entity (model, "c");
  draw_field (model, "c", "_id", "objectId");
  draw_field (model, "c", "text", "string:2000");
  draw_pair (model, "1..20..50", "1");
  draw_count (model, "p", 100000);
  draw_operation (model, "page", "find", "p", 10,
                  "{'filter':[{'path':'p._id','how':'eq'}],'follows':['r']}");
  draw_entity (model, "order");
  draw_field (model, "order", "_id", "objectId");
  draw_count (model, "order", 1e6);
  return model;
}

/* Orders are shown with their customers: what is embedded in these comes with each. */
static void
test_parent_reached (void)
{
  g_autoptr (SquillModel) model = draw_customer ();
  g_autoptr (GPtrArray) options = NULL, read_along = NULL, copied = NULL;
  const SquillOperationCost *cost;

  draw_relationship (model, "s", "p", "order", "parent-reference", "0..10..1000", "1");
  draw_operation (model, "show order", "find", "order", 5000,
                  "{'filter':[{'path':'order._id','how':'eq'}]}");
  options = compare_placements (model);
  assert_advised (options, SQUILL_PLACEMENT_EMBED_MANY, FALSE);

  change (model, "show order", "follows", "['s']");
  read_along = compare_placements (model);
  cost = get_operation_cost (find_option (read_along, SQUILL_PLACEMENT_EMBED_MANY, FALSE),
                             "show order");
  g_assert_cmpfloat (cost->counts.read_bytes, >, 40000);
  cost = get_operation_cost (find_option (read_along, SQUILL_PLACEMENT_PARENT_REFERENCE, FALSE),
                             "show order");
  g_assert_cmpfloat (cost->counts.read_bytes, <, 100);
  assert_advised (read_along, SQUILL_PLACEMENT_PARENT_REFERENCE, FALSE);

  /* With a copy of the name nobody looks at the customer. */
  change (model, "show order", "returns", "[{'path': 's/p.name'}]");
  draw_copy (model, "s", "p.name", "to-child");
  copied = compare_placements (model);
  assert_advised (copied, SQUILL_PLACEMENT_EMBED_MANY, FALSE);
}

/* Orders are shown with what was ordered, which is embedded in something else. */
static void
test_child_reached (void)
{
  g_autoptr (SquillModel) model = draw_customer ();
  g_autoptr (GPtrArray) options = NULL;

  draw_relationship (model, "s", "c", "order", "parent-reference", "0..10..1000", "1");
  draw_operation (model, "show order", "find", "order", 5000,
                  "{'filter':[{'path':'order._id','how':'eq'}]}");
  change (model, "show order", "follows", "['s']");
  options = compare_placements (model);
  g_assert_cmpfloat (
      get_operation_cost (find_option (options, SQUILL_PLACEMENT_EMBED_MANY, FALSE), "show order")
          ->counts.read_bytes,
      >, 40000);
  assert_advised (options, SQUILL_PLACEMENT_PARENT_REFERENCE, FALSE);
}

static void
test_frequencies (void)
{
  g_autoptr (SquillModel) model = draw_person ();
  g_autoptr (GPtrArray) options = NULL;

  change (model, "r", "together", "200");
  options = compare_placements (model);
  assert_advised (options, SQUILL_PLACEMENT_EMBED_MANY, FALSE);
  assert_cost (options, SQUILL_PLACEMENT_EMBED_MANY, FALSE, 200 * 154.422 / 1000, 1e-6);
  g_clear_pointer (&options, g_ptr_array_unref);
  change (model, "r", "child_alone", "100");
  options = compare_placements (model);
  g_assert_cmpstr (find_option (options, SQUILL_PLACEMENT_EMBED_MANY, FALSE)->summary, ==,
                   "33\u202f% of the operations on “c” use it on its own");
  assert_advised (options, SQUILL_PLACEMENT_PARENT_REFERENCE, FALSE);
  g_clear_pointer (&options, g_ptr_array_unref);

  /* What is drawn as copied is compared with and without. */
  draw_copy (model, "r", "p.name", "to-child");
  options = compare_placements (model);
  g_assert_false (find_option (options, SQUILL_PLACEMENT_PARENT_REFERENCE, FALSE)->current);
  g_assert_true (find_option (options, SQUILL_PLACEMENT_PARENT_REFERENCE, TRUE)->current);
  g_assert_cmpstr (
      find_option (options, SQUILL_PLACEMENT_PARENT_REFERENCE, TRUE)->infeasible_reason, ==,
      "No operation reads the copies");
}

/* The same sizes as if each were drawn. */
static void
test_same_as_drawn (void)
{
  g_autoptr (SquillModel) model = draw_person ();
  g_autoptr (GPtrArray) options = NULL;

  change (model, "r", "bound", "3");
  draw_copy (model, "r", "p.name", "to-child");
  draw_copy (model, "r", "c.city", "to-parent");
  options = compare_placements (model);
  g_assert_cmpuint (options->len, ==, 8);
  for (guint i = 0; i < options->len; i++)
    {
      const SquillPlacementOption *option = options->pdata[i];
      g_autoptr (SquillModel) other = squill_model_copy (model);
      g_autoptr (SquillDesign) design = squill_design_new (other);
      const gboolean is_reference = option->placement == SQUILL_PLACEMENT_CHILD_REFERENCES ||
                                    option->placement == SQUILL_PLACEMENT_PARENT_REFERENCE;
      g_autofree char *placement =
          g_strdup_printf ("'%s'", squill_placement_get_name (option->placement));
      SquillTriple bytes;

      if (is_reference)
        {
          const char *copies[] = { "r<p.name", "r<c.city" };

          for (guint j = 0; j < 2; j++)
            {
              g_autoptr (SquillEdit) edit = squill_edit_new_remove (copies[j]);

              if (!option->copied ||
                  (j == 0) != (option->placement == SQUILL_PLACEMENT_PARENT_REFERENCE))
                g_assert_true (squill_model_apply (other, edit, NULL));
            }
        }
      change (other, "r", "placement", placement);
      bytes = squill_design_find_collection (design, "p")->shape->bytes;
      g_assert_true (squill_triple_equal (bytes, option->bytes));
    }
}

static void
test_nothing (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillDesign) design = squill_design_new (model);
  g_autoptr (GPtrArray) options = squill_placements_compare (design, "none");

  g_assert_cmpuint (options->len, ==, 0);
}

/* What a user sets decides here, too: these are the thresholds that warnings use. */
static void
test_thresholds (void)
{
  g_autoptr (SquillModel) model = draw_person ();
  g_autoptr (GPtrArray) options = NULL;
  guint before;

  change (model, "r", "together", "200");
  change (model, "r", "child_alone", "100");
  options = compare_placements (model);
  before = find_option (options, SQUILL_PLACEMENT_EMBED_MANY, FALSE)->drawbacks->len;
  g_assert_cmpuint (before, >, 0);
  g_clear_pointer (&options, g_ptr_array_unref);
  change (model, SQUILL_MODEL_ID, "thresholds", "{'alone.share':0.9}");
  options = compare_placements (model);
  g_assert_cmpuint (find_option (options, SQUILL_PLACEMENT_EMBED_MANY, FALSE)->drawbacks->len, ==,
                    before - 1);
  g_clear_pointer (&options, g_ptr_array_unref);
  /* Most reads of the parent do not need what makes up most of it. */
  change (model, "r", "parent_alone", "1800");
  options = compare_placements (model);
  before = find_option (options, SQUILL_PLACEMENT_EMBED_MANY, FALSE)->drawbacks->len;
  g_clear_pointer (&options, g_ptr_array_unref);
  change (model, SQUILL_MODEL_ID, "thresholds", "{'alone.share':0.9,'rare.share':0.05}");
  options = compare_placements (model);
  g_assert_cmpuint (find_option (options, SQUILL_PLACEMENT_EMBED_MANY, FALSE)->drawbacks->len, ==,
                    before - 1);
}

/* A document that the rule doc-bloated warns of is not advised while something else is possible,
 * whether it is usually so large or may be. */
static void
check_document (const char *children, double bytes, const char *expected)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (GPtrArray) options = NULL;
  g_autofree char *text = g_strdup_printf ("string:%.0f", bytes);
  const SquillPlacementOption *embedded;

  draw_entity (model, "p");
  draw_field (model, "p", "_id", "objectId");
  draw_count (model, "p", 1000);
  draw_entity (model, "c");
  draw_field (model, "c", "_id", "objectId");
  draw_field (model, "c", "text", text);
  draw_relationship (model, "r", "p", "c", "parent-reference", children, "1");
  draw_operation (model, "show", "find", "p", 100,
                  "{'filter':[{'path':'p._id','how':'eq'}],'follows':['r']}");
  options = compare_placements (model);
  embedded = find_option (options, SQUILL_PLACEMENT_EMBED_MANY, FALSE);
  g_assert_true (embedded->feasible);
  g_assert_cmpint (embedded->advised, ==, expected == NULL);
  if (expected != NULL)
    g_assert_cmpstr (embedded->drawbacks->pdata[0], ==, expected);
  else
    g_assert_cmpuint (embedded->drawbacks->len, ==, 0);
}

static void
test_large_documents (void)
{
  check_document ("0..50..150", 20000, NULL);
  check_document ("0..50..150", 22000, "1.1 MB in each document, more than 1.05 MB");
  check_document ("0..10..150", 60000, NULL);
  check_document ("0..10..150", 70000, "Up to 10.5 MB in one document, more than 10 MB");
}

/* The newest children, asked of the parent or of the children: the same question. */
static void
test_newest (void)
{
  const char *const questions[][2] = {
    { "p", "{'follows':['r'],'limit':20,'sort':[{'path':'r/c.time','how':'-1'}]}" },
    { "c", "{'filter':[{'path':'r','how':'eq'}],'limit':20,"
           "'sort':[{'path':'c.time','how':'-1'}]}" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (questions); i++)
    {
      g_autoptr (SquillModel) model = draw_host ("0..1000000..*");
      g_autoptr (GPtrArray) options = NULL;

      draw_operation (model, "newest", "find", questions[i][0], 3000, questions[i][1]);
      draw_operation (model, "log", "insert", "c", 20, "{}");
      options = compare_placements (model);
      assert_advised (options, SQUILL_PLACEMENT_SUBSET, FALSE);
      g_assert_cmpfloat (find_option (options, SQUILL_PLACEMENT_SUBSET, FALSE)->bound, ==, 20);
      g_assert_cmpfloat (
          get_operation_cost (find_option (options, SQUILL_PLACEMENT_SUBSET, FALSE), "newest")
              ->counts.documents,
          ==, 1);
      g_assert_cmpfloat (
          get_operation_cost (find_option (options, SQUILL_PLACEMENT_PARENT_REFERENCE, FALSE),
                              "newest")
              ->counts.documents,
          ==, i == 0 ? 21 : 20);
    }
}

/* The parts are the whole. */
static void
test_parts_of_cost (void)
{
  g_autoptr (SquillModel) model = draw_product ("c.name", 300, "c.name", 0.01);
  g_autoptr (GPtrArray) options = compare_placements (model);

  for (guint i = 0; i < options->len; i++)
    {
      const SquillPlacementOption *option = options->pdata[i];
      double sum = 0;

      if (!option->feasible)
        continue;
      for (guint k = 0; k < option->costs->len; k++)
        sum += g_array_index (option->costs, SquillOperationCost, k).cost.likely;
      g_assert_cmpuint (option->costs->len, ==, 3);
      g_assert_cmpfloat_with_epsilon (sum, option->cost.likely, 1e-6);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/design/cost/weights", test_weights);
  g_test_add_func ("/design/cost/break-even", test_break_even);
  g_test_add_func ("/design/cost/flushes", test_flushes);
  g_test_add_func ("/design/compare/addresses", test_addresses);
  g_test_add_func ("/design/compare/parts", test_parts);
  g_test_add_func ("/design/compare/logs", test_logs);
  g_test_add_func ("/design/compare/dashboard", test_dashboard);
  g_test_add_func ("/design/compare/dashboard-unread", test_dashboard_unread);
  g_test_add_func ("/design/compare/tasks", test_tasks);
  g_test_add_func ("/design/compare/courses", test_courses);
  g_test_add_func ("/design/compare/messages", test_messages);
  g_test_add_func ("/design/compare/books", test_books);
  g_test_add_func ("/design/compare/reviews", test_reviews);
  g_test_add_func ("/design/compare/unnoticed", test_unnoticed);
  g_test_add_func ("/design/compare/items", test_items);
  g_test_add_func ("/design/compare/trades", test_trades);
  g_test_add_func ("/design/compare/by-number", test_by_number);
  g_test_add_func ("/design/compare/most", test_most);
  g_test_add_func ("/design/compare/limit", test_limit);
  g_test_add_func ("/design/compare/self", test_self);
  g_test_add_func ("/design/compare/atomic", test_atomic);
  g_test_add_func ("/design/compare/parent-reached", test_parent_reached);
  g_test_add_func ("/design/compare/child-reached", test_child_reached);
  g_test_add_func ("/design/compare/frequencies", test_frequencies);
  g_test_add_func ("/design/compare/same-as-drawn", test_same_as_drawn);
  g_test_add_func ("/design/compare/nothing", test_nothing);
  g_test_add_func ("/design/cost/thresholds", test_thresholds);
  g_test_add_func ("/design/cost/large-documents", test_large_documents);
  g_test_add_func ("/design/compare/newest", test_newest);
  g_test_add_func ("/design/cost/parts", test_parts_of_cost);
  return g_test_run ();
}

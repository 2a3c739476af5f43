/* SPDX-License-Identifier: Apache-2.0 */

/* Family J: patterns that would serve a model better. */

#include "config.h"

#include "advice-fixture.h"

#include <string.h>

/* Dates of release, each in a few documents, and looked for. */
static void
draw_releases (SquillModel *model, guint n, double presence)
{
  GString *filter = g_string_new ("[");

  draw_entity (model, "movie", 10000);
  draw_text (model, "movie", "title", 20);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *name = g_strdup_printf ("release_%u", i);
      g_autofree char *id = g_strdup_printf ("movie.%s", name);

      draw_field (model, "movie", name, "date");
      change (model, id, "required", "false");
      change_number (model, id, "presence", presence);
      g_string_append_printf (filter, "%s{'path': '%s', 'how': 'range'}", i == 0 ? "" : ", ", id);
    }
  g_string_append_c (filter, ']');
  draw_operation (model, "released", "find", "movie", 5);
  change (model, "released", "filter", filter->str);
  g_string_free (filter, TRUE);
}

static void
attribute_fires (SquillModel *model)
{
  draw_releases (model, 8, 0.2);
}

static void
attribute_silent (SquillModel *model)
{
  draw_releases (model, 3, 0.2);
}

static void
attribute_present (SquillModel *model)
{
  draw_releases (model, 8, 0.3);
}

static void
draw_release_indexes (SquillModel *model, guint n)
{
  draw_releases (model, 7, 0.2);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *id = g_strdup_printf ("by %u", i);
      g_autofree char *keys = g_strdup_printf ("[{'path': 'movie.release_%u', 'how': '1'}]", i);

      draw_index (model, "movie", id, keys);
    }
}

static void
attribute_indexes (SquillModel *model)
{
  draw_release_indexes (model, 4);
}

static void
attribute_few_indexes (SquillModel *model)
{
  draw_release_indexes (model, 3);
}

static void
draw_goods (SquillModel *model, const char *name)
{
  g_autofree char *of = g_strdup_printf ("%s of", name);

  draw_entity (model, name, 1000);
  draw_text (model, name, "title", 20);
  draw_field (model, name, "price", "decimal");
  draw_field (model, name, "stock", "int");
  draw_relationship (model, of, "shop", name, "parent-reference", "0..100..1000", "1");
}

static void
draw_shop (SquillModel *model)
{
  draw_entity (model, "shop", 10);
  draw_text (model, "shop", "name", 10);
  draw_goods (model, "books");
  draw_field (model, "books", "isbn", "string");
  draw_goods (model, "clothing");
  draw_field (model, "clothing", "color", "string");
  draw_operation (model, "list", "aggregate", "shop", 10);
}

/* Three of five fields: listed together. */
static void
polymorphic_fires (SquillModel *model)
{
  draw_shop (model);
  change (model, "list", "follows", "['books of', 'clothing of']");
}

static void
polymorphic_silent (SquillModel *model)
{
  draw_shop (model);
  change (model, "list", "follows", "['books of']");
}

/* A picture makes a document a thousand times as large. */
static void
polymorphic_sizes (SquillModel *model)
{
  polymorphic_fires (model);
  change (model, "books.isbn", "size", "{'min': 100000, 'likely': 100000, 'max': 100000}");
}

static void
polymorphic_unlike (SquillModel *model)
{
  polymorphic_fires (model);
  draw_field (model, "clothing", "fabric", "string");
}

static void
draw_student (SquillModel *model, double updates)
{
  draw_entity (model, "student", 10000);
  draw_text (model, "student", "name", 20);
  draw_entity (model, "class", 500);
  draw_text (model, "class", "topic", 30);
  draw_relationship (model, "attends", "student", "class", "child-references", "1..6..10",
                     "10..120..300");
  draw_operation (model, "show page", "find", "student", 50);
  change (model, "show page", "filter", "[{'path': '=_id', 'how': 'eq'}]");
  draw_operation (model, "set topic", "update", "class", updates);
  change (model, "set topic", "filter", "[{'path': '=_id', 'how': 'eq'}]");
  change (model, "set topic", "writes", "[{'path': 'class.topic'}]");
}

static void
single_fires (SquillModel *model)
{
  draw_student (model, 40);
  change (model, "show page", "follows", "['attends']");
}

/* Read separately. */
static void
single_silent (SquillModel *model)
{
  draw_student (model, 40);
}

/* What does not change can be copied. */
static void
single_stable (SquillModel *model)
{
  draw_student (model, 0.00001);
  change (model, "show page", "follows", "['attends']");
}

static void
draw_policy (SquillModel *model, double updates)
{
  draw_entity (model, "policy", 10000);
  draw_text (model, "policy", "terms", 500);
  change (model, "policy", "as_of", "true");
  draw_operation (model, "amend", "update", "policy", updates);
}

static void
states_fires (SquillModel *model)
{
  draw_policy (model, 0.01);
}

static void
states_silent (SquillModel *model)
{
  draw_policy (model, 10.1);
}

static void
states_often (SquillModel *model)
{
  draw_policy (model, 10);
}

static void
states_not_asked (SquillModel *model)
{
  draw_policy (model, 0.01);
  change (model, "policy", "as_of", "false");
}

static void
draw_volume (SquillModel *model)
{
  draw_entity (model, "volume", 10000);
  draw_text (model, "volume", "topics", 60);
}

static void
keywords_fires (SquillModel *model)
{
  draw_volume (model);
  change (model, "volume.topics", "keywords", "true");
}

/* Ranked, by a search index. */
static void
keywords_silent (SquillModel *model)
{
  draw_volume (model);
}

static void
draw_summary (SquillModel *model)
{
  draw_entity (model, "account", 100);
  draw_text (model, "account", "name", 10);
  draw_entity (model, "day", 36500);
  draw_field (model, "day", "at", "date");
  draw_field (model, "day", "total", "decimal");
  draw_relationship (model, "days", "account", "day", "parent-reference", "0..365..1000", "1");
  draw_operation (model, "monthly summary", "aggregate", "day", 5);
  change (model, "monthly summary", "computes", "[{'path': 'day.total', 'how': 'sum'}]");
  change (model, "monthly summary", "stale_ok", "3600");
}

static void
view_fires (SquillModel *model)
{
  draw_summary (model);
}

/* A total of one parent. */
static void
view_silent (SquillModel *model)
{
  draw_summary (model);
  change (model, "monthly summary", "filter", "[{'path': 'days', 'how': 'eq'}]");
}

static void
view_exact (SquillModel *model)
{
  draw_summary (model);
  change (model, "monthly summary", "stale_ok", NULL);
}

/* Once a day, of an hour. */
static void
view_rare (SquillModel *model)
{
  draw_summary (model);
  change (model, "monthly summary", "per", "'day'");
  change (model, "monthly summary", "rate", "1");
}

/* Pages of a long list, for ever. */
static void
draw_trades (SquillModel *model)
{
  draw_entity (model, "account", 1000);
  draw_text (model, "account", "name", 10);
  draw_entity (model, "trade", 50000000);
  draw_field (model, "trade", "at", "date");
  draw_field (model, "trade", "amount", "decimal");
  draw_relationship (model, "trades", "account", "trade", "parent-reference", NULL, "1");
  change (model, "trades", "children", "{'min': 0, 'likely': 50000, 'max': 'inf'}");
  change (model, "trades", "growth", "10000");
  change (model, "trades", "ordering", "'time'");
  change (model, "trades", "order_by", "'trade.at'");
  change (model, "trades", "bound", "100");
  draw_index (model, "trade", "of account",
              "[{'path': 'trades', 'how': '1'}, {'path': 'trade.at', 'how': '-1'}]");
  draw_operation (model, "show trades", "find", "trade", 100);
}

static void
bucket_fires (SquillModel *model)
{
  draw_trades (model);
  change (model, "show trades", "filter", "[{'path': 'trades', 'how': 'eq'}]");
  change (model, "show trades", "sort", "[{'path': 'trade.at', 'how': '-1'}]");
  change (model, "show trades", "limit", "1000");
}

/* Looked up one by one. */
static void
bucket_silent (SquillModel *model)
{
  draw_trades (model);
  change (model, "show trades", "filter", "[{'path': '=_id', 'how': 'eq'}]");
}

/* 20 rows of 30 seats. */
static void
draw_seats (SquillModel *model, const char *length)
{
  draw_entity (model, "performance", 5000);
  draw_array (model, "performance", "seats", "object", length);
  draw_field (model, "performance.seats", "seat", "string");
  draw_field (model, "performance.seats", "taken", "bool");
  draw_operation (model, "reserve", "update", "performance", 20);
  change (model, "reserve", "filter", "[{'path': '=_id', 'how': 'eq'}]");
  change (model, "reserve", "writes", "[{'path': 'performance.seats.taken'}]");
}

static void
slots_fires (SquillModel *model)
{
  draw_seats (model, "0..600..600");
}

static void
slots_silent (SquillModel *model)
{
  draw_seats (model, "0..600..inf");
}

/* Half of them are never there. */
static void
slots_few (SquillModel *model)
{
  draw_seats (model, "0..300..600");
}

/* What writes the whole array may add to it. */
static void
slots_added (SquillModel *model)
{
  draw_seats (model, "0..600..600");
  change (model, "reserve", "writes", "[{'path': 'performance.seats'}]");
}

static void
slots_there (SquillModel *model)
{
  draw_seats (model, "600");
}

static const RuleCase cases[] = {
  { "pattern-attribute", SQUILL_SEVERITY_HINT, "movie", attribute_fires, attribute_silent },
  { "pattern-attribute", SQUILL_SEVERITY_HINT, "movie", NULL, attribute_present },
  { "pattern-attribute", SQUILL_SEVERITY_HINT, "movie", attribute_indexes, attribute_few_indexes },
  { "pattern-polymorphic", SQUILL_SEVERITY_HINT, "list", polymorphic_fires, polymorphic_silent },
  { "pattern-polymorphic", SQUILL_SEVERITY_HINT, "list", NULL, polymorphic_sizes },
  { "pattern-polymorphic", SQUILL_SEVERITY_HINT, "list", NULL, polymorphic_unlike },
  { "pattern-bucket", SQUILL_SEVERITY_HINT, "trades", bucket_fires, bucket_silent },
  { "pattern-single-collection", SQUILL_SEVERITY_HINT, "show page", single_fires, single_silent },
  { "pattern-single-collection", SQUILL_SEVERITY_HINT, "show page", NULL, single_stable },
  { "pattern-document-version", SQUILL_SEVERITY_HINT, "policy", states_fires, states_silent },
  { "pattern-document-version", SQUILL_SEVERITY_HINT, "policy", states_often, states_not_asked },
  { "pattern-keyword-array", SQUILL_SEVERITY_HINT, "volume.topics", keywords_fires,
    keywords_silent },
  { "pattern-preallocate", SQUILL_SEVERITY_HINT, "performance.seats", slots_fires, slots_silent },
  { "pattern-preallocate", SQUILL_SEVERITY_HINT, "performance.seats", NULL, slots_few },
  { "pattern-preallocate", SQUILL_SEVERITY_HINT, "performance.seats", NULL, slots_added },
  { "pattern-preallocate", SQUILL_SEVERITY_HINT, "performance.seats", NULL, slots_there },
  { "pattern-materialized-view", SQUILL_SEVERITY_HINT, "monthly summary", view_fires, view_silent },
  { "pattern-materialized-view", SQUILL_SEVERITY_HINT, "monthly summary", NULL, view_exact },
  { "pattern-materialized-view", SQUILL_SEVERITY_HINT, "monthly summary", NULL, view_rare },
};

/* The manual's name of a pattern leads to the rule that proposes it. */
static void
test_aliases (void)
{
  static const struct
  {
    const char *alias;
    const char *rule;
  } aliases[] = {
    { "pattern-outlier", "outlier-size" },
    { "pattern-schema-version", "schema-version-missing" },
    { "pattern-tree", "tree-pattern-missing" },
    { "pattern-tree-ancestors", "tree-pattern-missing" },
    { "pattern-gridfs", "blob-embedded" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (aliases); i++)
    {
      const SquillRuleInfo *rule = squill_rules_find (aliases[i].alias);

      g_assert_nonnull (rule);
      g_assert_cmpstr (rule->id, ==, aliases[i].rule);
    }
  g_assert_null (squill_rules_find ("pattern-of-nothing"));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  add_rule_cases (cases, G_N_ELEMENTS (cases));
  g_test_add_func ("/advice/patterns/aliases", test_aliases);
  return g_test_run ();
}

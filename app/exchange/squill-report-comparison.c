/* SPDX-License-Identifier: Apache-2.0 */

/* Designs side by side, for people. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include "exchange/squill-report.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "advice/squill-comparison.h"
#include "text/squill-text.h"

/* Costs are told in milliseconds each second. */
#define MILLISECOND 1000.0

static void
add_columns (SquillReport *report, const GPtrArray *designs, const char *name, const char *title)
{
  squill_report_set_bars (report, SQUILL_REPORT_BARS_BY_ROW);
  squill_report_add_column (report, name, title, FALSE);
  for (guint i = 0; i < designs->len; i++)
    {
      const SquillComparedDesign *design = designs->pdata[i];

      squill_report_add_column (report, design->name, design->name, TRUE);
    }
}

/* Where they differ by what is not known, both are told. */
static void
add_cost (SquillReport *report, SquillTriple cost)
{
  g_autofree char *likely = squill_text_count (cost.likely / MILLISECOND);

  if (isnan (cost.likely))
    squill_report_add_number (report, NULL, NAN);
  else if (cost.max > cost.min)
    {
      g_autofree char *min = squill_text_count (cost.min / MILLISECOND);
      g_autofree char *max = squill_text_count (cost.max / MILLISECOND);

      /* Translators: a likely cost, the least and the most that it may be */
      squill_report_add_number (report, g_strdup_printf (_ ("%s (%s–%s)"), likely, min, max),
                                cost.likely / MILLISECOND);
    }
  else
    squill_report_add_number (report, g_steal_pointer (&likely), cost.likely / MILLISECOND);
}

typedef double (*GetNumber) (const SquillComparedDesign *design);

static double
get_collections (const SquillComparedDesign *design)
{
  return design->capacity->collections->len;
}

static double
get_documents (const SquillComparedDesign *design)
{
  return design->capacity->total.documents;
}

static double
get_data (const SquillComparedDesign *design)
{
  return design->capacity->total.data;
}

static double
get_data_at_horizon (const SquillComparedDesign *design)
{
  return design->capacity->total_at_horizon.data;
}

static double
get_storage (const SquillComparedDesign *design)
{
  return design->capacity->total.disk;
}

static double
get_storage_at_horizon (const SquillComparedDesign *design)
{
  return design->capacity->total_at_horizon.disk;
}

static double
get_indexes (const SquillComparedDesign *design)
{
  return design->capacity->index_disk;
}

static double
get_cache (const SquillComparedDesign *design)
{
  return design->capacity->cache;
}

static double
get_not_atomic (const SquillComparedDesign *design)
{
  return design->n_not_atomic;
}

static double
get_scans (const SquillComparedDesign *design)
{
  return design->n_scans;
}

static double
get_errors (const SquillComparedDesign *design)
{
  return design->findings[SQUILL_SEVERITY_ERROR];
}

static double
get_warnings (const SquillComparedDesign *design)
{
  return design->findings[SQUILL_SEVERITY_WARNING];
}

static double
get_hints (const SquillComparedDesign *design)
{
  return design->findings[SQUILL_SEVERITY_HINT];
}

static const struct
{
  const char *title;
  gboolean is_bytes;
  GetNumber get;
} rows[] = {
  { N_ ("Collections"), FALSE, get_collections },
  { N_ ("Documents"), FALSE, get_documents },
  { N_ ("Data"), TRUE, get_data },
  { N_ ("Data at the horizon"), TRUE, get_data_at_horizon },
  { N_ ("On disk"), TRUE, get_storage },
  { N_ ("On disk at the horizon"), TRUE, get_storage_at_horizon },
  { N_ ("Indexes"), TRUE, get_indexes },
  { N_ ("Cache for all of it"), TRUE, get_cache },
  { N_ ("Writes that are not atomic"), FALSE, get_not_atomic },
  { N_ ("Operations that scan a collection"), FALSE, get_scans },
  { N_ ("Errors"), FALSE, get_errors },
  { N_ ("Warnings"), FALSE, get_warnings },
  { N_ ("Hints"), FALSE, get_hints },
};

static void
add_summary (SquillReport *report, const GPtrArray *designs)
{
  squill_report_add_heading (report, _ ("In all"));
  add_columns (report, designs, "quantity", _ ("What"));
  squill_report_add_row (report);
  squill_report_add_text (report, _ ("Cost, ms of work per second"));
  for (guint i = 0; i < designs->len; i++)
    add_cost (report, ((const SquillComparedDesign *)designs->pdata[i])->cost);
  for (guint r = 0; r < G_N_ELEMENTS (rows); r++)
    {
      squill_report_add_row (report);
      squill_report_add_text (report, _ (rows[r].title));
      for (guint i = 0; i < designs->len; i++)
        if (rows[r].is_bytes)
          squill_report_add_bytes (report, rows[r].get (designs->pdata[i]));
        else
          squill_report_add_count (report, rows[r].get (designs->pdata[i]));
    }
}

/* Operations of models may differ; those of alternatives are the same. */
static GPtrArray *
collect_operations (const GPtrArray *designs)
{
  GPtrArray *operations = g_ptr_array_new ();

  for (guint i = 0; i < designs->len; i++)
    {
      const SquillComparedDesign *design = designs->pdata[i];

      for (guint k = 0; k < design->operations->len; k++)
        {
          gboolean is_there = FALSE;

          for (guint before = 0; before < i; before++)
            is_there |= squill_compared_design_find (designs->pdata[before],
                                                     design->operations->pdata[k]) != NULL;
          if (!is_there)
            g_ptr_array_add (operations, design->operations->pdata[k]);
        }
    }
  return operations;
}

/* Costs of different questions must not be taken for those of one. */
static void
add_differences (SquillReport *report, const GPtrArray *designs)
{
  g_autoptr (GPtrArray) operations = collect_operations (designs);

  for (guint i = 0; i < operations->len; i++)
    {
      const SquillComparedOperation *operation = operations->pdata[i];
      g_autofree char *sentence = NULL;

      if (squill_compared_operation_is_same (designs, operation))
        continue;
      /* Translators: an operation */
      sentence =
          g_strdup_printf (_ ("“%s” returns whole documents, which hold other things in each "
                              "design: say what it returns or follows to compare its cost"),
                           operation->name);
      squill_report_add_sentence (report, sentence);
    }
}

static void
add_operations (SquillReport *report, const GPtrArray *designs)
{
  g_autoptr (GPtrArray) operations = collect_operations (designs);

  if (operations->len == 0)
    return;
  squill_report_add_heading (report, _ ("Cost of each operation, ms of work per second"));
  add_columns (report, designs, "operation", _ ("Operation"));
  for (guint k = 0; k < operations->len; k++)
    {
      const SquillComparedOperation *operation = operations->pdata[k];

      squill_report_add_row (report);
      squill_report_add_text (report, operation->name);
      for (guint i = 0; i < designs->len; i++)
        {
          const SquillComparedOperation *same =
              squill_compared_design_find (designs->pdata[i], operation);

          add_cost (report, same != NULL ? same->load : SQUILL_TRIPLE_UNSET);
        }
    }
}

/* What has errors is no choice for its cost. */
static void
add_name (SquillReport *report, const SquillComparedDesign *design)
{
  const guint n_errors = design->findings[SQUILL_SEVERITY_ERROR];
  g_autofree char *text = NULL;

  if (n_errors == 0)
    {
      squill_report_add_text (report, design->name);
      return;
    }
  /* Translators: the name of a design */
  text = g_strdup_printf (
      g_dngettext (GETTEXT_PACKAGE, "%s, but has %u error", "%s, but has %u errors", n_errors),
      design->name, n_errors);
  squill_report_add_text (report, text);
}

static void
add_rank_changes (SquillReport *report, const GPtrArray *designs)
{
  g_autoptr (GPtrArray) changes = squill_designs_find_rank_changes (designs);

  if (changes->len == 0)
    return;
  squill_report_add_heading (report, _ ("Rates at which another design costs least"));
  squill_report_add_column (report, "operation", _ ("Operation"), FALSE);
  squill_report_add_column (report, "now", _ ("Now"), TRUE);
  squill_report_add_column (report, "direction", "", FALSE);
  squill_report_add_column (report, "rate", _ ("Rate"), TRUE);
  squill_report_add_column (report, "cheapest", _ ("Costs least then"), FALSE);
  for (guint i = 0; i < changes->len; i++)
    {
      const SquillRankChange *change = changes->pdata[i];
      const SquillComparedDesign *cheapest = designs->pdata[change->cheapest];

      squill_report_add_row (report);
      squill_report_add_text (report, change->name);
      squill_report_add_number (report, squill_text_short_rate (change->now), change->now);
      /* Translators: before a rate, as in “from 500/s on” and “below 500/s” */
      squill_report_add_text (report, change->above ? _ ("from") : _ ("below"));
      squill_report_add_number (report, squill_text_short_rate (change->value), change->value);
      add_name (report, cheapest);
    }
}

static void
add_cheapest (SquillReport *report, const GPtrArray *designs)
{
  g_autoptr (GPtrArray) operations = collect_operations (designs);
  const SquillComparedDesign *cheapest;
  guint n_errors;
  g_autofree char *sentence = NULL;

  if (designs->len < 2)
    return;
  for (guint i = 0; i < operations->len; i++)
    if (!squill_compared_operation_is_same (designs, operations->pdata[i]))
      return;
  cheapest = designs->pdata[squill_designs_find_cheapest (designs)];
  n_errors = cheapest->findings[SQUILL_SEVERITY_ERROR];
  /* What the server refuses, or what loses data, is no choice for its cost. */
  if (n_errors > 0)
    sentence = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "“%s” costs least, but has %u error",
                                             "“%s” costs least, but has %u errors", n_errors),
                                cheapest->name, n_errors);
  else
    /* Translators: the name of a design */
    sentence = g_strdup_printf (_ ("“%s” costs least"), cheapest->name);
  squill_report_add_sentence (report, sentence);
}

/**
 * squill_report_new_comparison:
 * @designs: (element-type SquillComparedDesign): designs, as squill_designs_compare() gives them
 *
 * Returns: (transfer full): a report of them side by side
 */
SquillReport *
squill_report_new_comparison (const GPtrArray *designs)
{
  g_autoptr (SquillReport) report = squill_report_new (_ ("Designs compared"));

  g_return_val_if_fail (designs != NULL, NULL);

  add_cheapest (report, designs);
  for (guint i = 0; i < designs->len; i++)
    {
      const SquillComparedDesign *design = designs->pdata[i];
      g_autofree char *sentence = NULL;

      if (design->n_unknown == 0)
        continue;
      /* Translators: a number of operations, the name of a design */
      sentence =
          g_strdup_printf (g_dngettext (GETTEXT_PACKAGE,
                                        "The cost of %u operation of “%s” is not known, and in no "
                                        "sum: its rate or the number of documents is not given",
                                        "The cost of %u operations of “%s” is not known, and in no "
                                        "sum: rates or numbers of documents are not given",
                                        design->n_unknown),
                           design->n_unknown, design->name);
      squill_report_add_sentence (report, sentence);
    }
  add_differences (report, designs);
  add_summary (report, designs);
  add_operations (report, designs);
  add_rank_changes (report, designs);
  return g_steal_pointer (&report);
}

/* One design as it is, and as it would be. */

static gboolean
differ (double a, double b)
{
  return a != b && !(isnan (a) && isnan (b));
}

static gboolean
triples_differ (SquillTriple a, SquillTriple b)
{
  return differ (a.min, b.min) || differ (a.likely, b.likely) || differ (a.max, b.max);
}

/* How many times as much work, or less. */
static void
add_factor (SquillReport *report, const GPtrArray *designs)
{
  const double now = ((const SquillComparedDesign *)designs->pdata[0])->cost.likely;
  const double then = ((const SquillComparedDesign *)designs->pdata[1])->cost.likely;
  g_autofree char *before = squill_text_count (now / MILLISECOND);
  g_autofree char *after = squill_text_count (then / MILLISECOND);
  g_autofree char *factor = squill_text_count (fmax (now, then) / fmin (now, then));
  g_autofree char *sentence = NULL;

  if (!(now > 0) || !(then > 0))
    sentence = g_strdup (_ ("What operations cost is not known: say how often they run"));
  else if (g_str_equal (factor, "1"))
    sentence =
        g_strdup_printf (_ ("All operations cost about as much: %s ms of work per second"), after);
  else if (then < now)
    /* Translators: two costs, and how many times less the second is than the first */
    sentence = g_strdup_printf (_ ("All operations cost %s ms of work per second instead of %s: "
                                   "%s times less"),
                                after, before, factor);
  else
    sentence = g_strdup_printf (_ ("All operations cost %s ms of work per second instead of %s: "
                                   "%s times as much"),
                                after, before, factor);
  squill_report_add_sentence (report, sentence);
}

static void
add_summary_of_change (SquillReport *report, const GPtrArray *designs)
{
  squill_report_add_heading (report, _ ("In all"));
  add_columns (report, designs, "quantity", _ ("What"));
  for (guint r = 0; r < G_N_ELEMENTS (rows); r++)
    {
      if (!differ (rows[r].get (designs->pdata[0]), rows[r].get (designs->pdata[1])))
        continue;
      squill_report_add_row (report);
      squill_report_add_text (report, _ (rows[r].title));
      for (guint i = 0; i < designs->len; i++)
        if (rows[r].is_bytes)
          squill_report_add_bytes (report, rows[r].get (designs->pdata[i]));
        else
          squill_report_add_count (report, rows[r].get (designs->pdata[i]));
    }
}

static const SquillCollectionCapacity *
find_collection (const SquillComparedDesign *design, const char *id)
{
  for (guint i = 0; i < design->capacity->collections->len; i++)
    {
      const SquillCollectionCapacity *collection = design->capacity->collections->pdata[i];

      if (g_str_equal (collection->id, id))
        return collection;
    }
  return NULL;
}

/* A collection that there is not has no number; that is another thing than one nobody knows. */
static void
add_documents (SquillReport *report, const SquillCollectionCapacity *collection)
{
  if (collection == NULL)
    squill_report_add_none (report);
  else
    squill_report_add_count (report, collection->now.documents);
}

static void
add_size (SquillReport *report, const SquillCollectionCapacity *collection)
{
  if (collection == NULL)
    squill_report_add_none (report);
  else
    squill_report_add_bytes (report, collection->bytes.likely);
}

static void
add_collection (SquillReport *report,
                const SquillCollectionCapacity *now,
                const SquillCollectionCapacity *then)
{
  if (now != NULL && then != NULL && !differ (now->now.documents, then->now.documents) &&
      !triples_differ (now->bytes, then->bytes))
    return;
  squill_report_add_row (report);
  squill_report_add_text (report, now != NULL ? now->name : then->name);
  add_documents (report, now);
  add_documents (report, then);
  add_size (report, now);
  add_size (report, then);
}

static void
add_collections_of_change (SquillReport *report, const GPtrArray *designs)
{
  const SquillComparedDesign *now = designs->pdata[0], *then = designs->pdata[1];

  squill_report_add_heading (report, _ ("Documents"));
  squill_report_add_column (report, "collection", _ ("Collection"), FALSE);
  squill_report_add_column (report, "documents", _ ("Number now"), TRUE);
  squill_report_add_column (report, "documents_then", _ ("Number then"), TRUE);
  squill_report_add_column (report, "bytes", _ ("Size now"), TRUE);
  squill_report_add_column (report, "bytes_then", _ ("Size then"), TRUE);
  for (guint i = 0; i < now->capacity->collections->len; i++)
    {
      const SquillCollectionCapacity *collection = now->capacity->collections->pdata[i];

      add_collection (report, collection, find_collection (then, collection->id));
    }
  for (guint i = 0; i < then->capacity->collections->len; i++)
    {
      const SquillCollectionCapacity *collection = then->capacity->collections->pdata[i];

      if (find_collection (now, collection->id) == NULL)
        add_collection (report, NULL, collection);
    }
}

/* Of an operation of which nobody said how often it runs, what one run costs. */
static void
add_load (SquillReport *report, const SquillComparedOperation *operation)
{
  g_autofree char *run = NULL;

  if (operation == NULL || !isnan (operation->load.likely) || isnan (operation->plan->cost.likely))
    {
      add_cost (report, operation != NULL ? operation->load : SQUILL_TRIPLE_UNSET);
      return;
    }
  run = squill_text_count (operation->plan->cost.likely / MILLISECOND);
  /* Translators: milliseconds */
  squill_report_add_number (report, g_strdup_printf (_ ("%s per run"), run),
                            operation->plan->cost.likely / MILLISECOND);
}

static void
add_operations_of_change (SquillReport *report, const GPtrArray *designs)
{
  g_autoptr (GPtrArray) operations = collect_operations (designs);

  squill_report_add_heading (report, _ ("Cost of operations, ms of work per second"));
  add_columns (report, designs, "operation", _ ("Operation"));
  for (guint i = 0; i < operations->len; i++)
    {
      const SquillComparedOperation *now =
          squill_compared_design_find (designs->pdata[0], operations->pdata[i]);
      const SquillComparedOperation *then =
          squill_compared_design_find (designs->pdata[1], operations->pdata[i]);

      if (now != NULL && then != NULL && !triples_differ (now->load, then->load) &&
          !triples_differ (now->plan->cost, then->plan->cost))
        continue;
      squill_report_add_row (report);
      squill_report_add_text (report, now != NULL ? now->name : then->name);
      add_load (report, now);
      add_load (report, then);
    }
}

/**
 * squill_report_new_change:
 * @designs: (element-type SquillComparedDesign): a design as it is, and as it would be
 *
 * Returns: (transfer full): a report of what would be otherwise: documents, sizes, and the cost of
 *   each operation; its first sentence tells how many times less work all operations are
 */
SquillReport *
squill_report_new_change (const GPtrArray *designs)
{
  g_autoptr (SquillReport) report = squill_report_new (_ ("What would change"));

  g_return_val_if_fail (designs != NULL && designs->len == 2, NULL);

  add_factor (report, designs);
  add_collections_of_change (report, designs);
  add_operations_of_change (report, designs);
  add_summary_of_change (report, designs);
  return g_steal_pointer (&report);
}

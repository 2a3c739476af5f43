/* SPDX-License-Identifier: Apache-2.0 */

/* The capacity report for people. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include "exchange/squill-report.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "text/squill-text.h"

static void
add_total (SquillReport *report, const SquillCapacity *capacity)
{
  const struct
  {
    const char *name;
    const char *title;
    double now, then;
  } rows[] = {
    { "data", _ ("Data"), capacity->total.data, capacity->total_at_horizon.data },
    { "disk", _ ("Data on disk"), capacity->total.disk, capacity->total_at_horizon.disk },
    { "index_disk", _ ("Indexes on disk"), capacity->index_disk, capacity->index_disk_at_horizon },
    { "cache", _ ("Cache for all of it"), capacity->cache, capacity->cache_at_horizon },
    { "available_cache", _ ("Cache of one server"), capacity->available_cache,
      capacity->available_cache },
  };

  squill_report_add_heading (report, _ ("In all"));
  squill_report_set_bars (report, SQUILL_REPORT_BARS_BY_ROW);
  squill_report_add_column (report, "quantity", _ ("What"), FALSE);
  squill_report_add_column (report, "now", _ ("Now"), TRUE);
  squill_report_add_column (report, "at_horizon", _ ("At the horizon"), TRUE);
  squill_report_add_row (report);
  squill_report_add_text (report, _ ("Documents"));
  squill_report_add_count (report, capacity->total.documents);
  squill_report_add_count (report, capacity->total_at_horizon.documents);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      squill_report_add_row (report);
      squill_report_add_text (report, rows[i].title);
      squill_report_add_bytes (report, rows[i].now);
      squill_report_add_bytes (report, rows[i].then);
    }
}

static void
add_bytes_per_second (SquillReport *report, double bytes)
{
  g_autofree char *text = isnan (bytes) ? NULL : squill_text_bytes (bytes);

  if (text == NULL)
    {
      squill_report_add_bytes (report, NAN);
      return;
    }
  /* Translators: bytes per second */
  squill_report_add_number (report, g_strdup_printf (_ ("%s/s"), text), bytes);
}

static gboolean
has_groups (const SquillCapacity *capacity)
{
  return capacity->collections->len > 0 &&
         ((const SquillCollectionCapacity *)capacity->collections->pdata[0])->group != NULL;
}

static gboolean
has_retention (const SquillCapacity *capacity)
{
  for (guint i = 0; i < capacity->collections->len; i++)
    if (!isnan (((const SquillCollectionCapacity *)capacity->collections->pdata[i])->retained))
      return TRUE;
  return FALSE;
}

static void
add_collections (SquillReport *report, const SquillCapacity *capacity)
{
  gboolean groups = has_groups (capacity), retention = has_retention (capacity);

  squill_report_add_heading (report, _ ("Collections"));
  if (groups)
    squill_report_add_column (report, "group", _ ("Group"), FALSE);
  squill_report_set_bars (report, SQUILL_REPORT_BARS_BY_COLUMN);
  squill_report_add_column (report, "collection", _ ("Collection"), FALSE);
  squill_report_add_column (report, "documents", _ ("Documents"), TRUE);
  squill_report_add_column (report, "documents_at_horizon", _ ("At the horizon"), TRUE);
  squill_report_add_column (report, "document_bytes", _ ("Document"), TRUE);
  squill_report_add_column (report, "document_bytes_at_horizon", _ ("At the horizon"), TRUE);
  squill_report_add_column (report, "data_bytes", _ ("Data"), TRUE);
  squill_report_add_column (report, "data_bytes_at_horizon", _ ("At the horizon"), TRUE);
  squill_report_add_column (report, "disk_bytes", _ ("On disk"), TRUE);
  squill_report_add_column (report, "disk_bytes_at_horizon", _ ("At the horizon"), TRUE);
  squill_report_add_column (report, "index_bytes", _ ("Indexes"), TRUE);
  squill_report_add_column (report, "index_bytes_at_horizon", _ ("At the horizon"), TRUE);
  squill_report_add_column (report, "operations_per_second", _ ("Operations"), TRUE);
  squill_report_add_column (report, "oplog_bytes_per_second", _ ("Oplog"), TRUE);
  squill_report_add_column (report, "checkpoint_bytes_per_second", _ ("Checkpoints"), TRUE);
  if (retention)
    squill_report_add_column (report, "retained_documents", _ ("Kept at most"), TRUE);
  for (guint i = 0; i < capacity->collections->len; i++)
    {
      const SquillCollectionCapacity *collection = capacity->collections->pdata[i];

      squill_report_add_row (report);
      if (groups)
        squill_report_add_text (report, collection->group);
      squill_report_add_text (report, collection->name);
      squill_report_add_count (report, collection->now.documents);
      squill_report_add_count (report, collection->at_horizon.documents);
      squill_report_add_bytes (report, collection->bytes.likely);
      squill_report_add_bytes (report, collection->bytes_at_horizon.likely);
      squill_report_add_bytes (report, collection->now.data);
      squill_report_add_bytes (report, collection->at_horizon.data);
      squill_report_add_bytes (report, collection->now.disk);
      squill_report_add_bytes (report, collection->at_horizon.disk);
      squill_report_add_bytes (report, collection->index_disk);
      squill_report_add_bytes (report, collection->index_disk_at_horizon);
      squill_report_add_number (report, squill_text_short_rate (collection->operations),
                                collection->operations);
      add_bytes_per_second (report, collection->log_bytes);
      add_bytes_per_second (report, collection->checkpoint_bytes);
      if (retention)
        squill_report_add_count (report, collection->retained);
    }
}

static void
add_indexes (SquillReport *report, const SquillCapacity *capacity)
{
  squill_report_add_heading (report, _ ("Indexes"));
  squill_report_set_bars (report, SQUILL_REPORT_BARS_BY_COLUMN);
  squill_report_add_column (report, "collection", _ ("Collection"), FALSE);
  squill_report_add_column (report, "index", _ ("Index"), FALSE);
  squill_report_add_column (report, "entries", _ ("Entries"), TRUE);
  squill_report_add_column (report, "entries_at_horizon", _ ("At the horizon"), TRUE);
  squill_report_add_column (report, "disk_bytes", _ ("On disk"), TRUE);
  squill_report_add_column (report, "disk_bytes_at_horizon", _ ("At the horizon"), TRUE);
  squill_report_add_column (report, "cache_bytes", _ ("Cache"), TRUE);
  squill_report_add_column (report, "cache_bytes_at_horizon", _ ("At the horizon"), TRUE);
  for (guint i = 0; i < capacity->collections->len; i++)
    {
      const SquillCollectionCapacity *collection = capacity->collections->pdata[i];

      for (guint k = 0; k < collection->indexes->len; k++)
        {
          const SquillIndexCapacity *index = collection->indexes->pdata[k];

          squill_report_add_row (report);
          squill_report_add_text (report, collection->name);
          squill_report_add_text (report, index->name);
          squill_report_add_count (report, index->entries);
          squill_report_add_count (report, index->entries_at_horizon);
          squill_report_add_bytes (report, index->disk);
          squill_report_add_bytes (report, index->disk_at_horizon);
          squill_report_add_bytes (report, index->cache);
          squill_report_add_bytes (report, index->cache_at_horizon);
        }
    }
}

static void
add_crossings (SquillReport *report, const SquillCapacity *capacity)
{
  squill_report_add_heading (report, _ ("What is reached, and when"));
  if (capacity->crossings->len == 0)
    squill_report_add_sentence (report, _ ("No limit is known to be reached within 100 years"));
  squill_report_add_column (report, "date", _ ("Date"), FALSE);
  squill_report_add_column (report, "what", _ ("What"), FALSE);
  for (guint i = 0; i < capacity->crossings->len; i++)
    {
      const SquillCrossing *crossing = capacity->crossings->pdata[i];
      g_autofree char *date = crossing->date == NULL
                                  ? g_strdup (_ ("after 9999"))
                                  : g_date_time_format (crossing->date, "%Y-%m-%d");

      squill_report_add_row (report);
      squill_report_add_text (report, date);
      squill_report_add_text (report, crossing->what);
    }
}

/**
 * squill_report_new_capacity:
 * @capacity: a capacity report
 *
 * Returns: (transfer full): the same in sentences and tables
 */
SquillReport *
squill_report_new_capacity (const SquillCapacity *capacity)
{
  g_autoptr (SquillReport) report = NULL;
  g_autofree char *title = NULL, *day = NULL, *years = NULL, *from = NULL;

  g_return_val_if_fail (capacity != NULL, NULL);

  /* Translators: the name of a model */
  title = capacity->name != NULL ? g_strdup_printf (_ ("Capacity of “%s”"), capacity->name)
                                 : g_strdup (_ ("Capacity"));
  report = squill_report_new (title);
  day = squill_text_date (capacity->reference);
  years = squill_text_years (capacity->horizon);
  /* Translators: a date; a time: "3 years" */
  from = g_strdup_printf (_ ("Reference date %s, planning horizon %s"), day, years);
  squill_report_add_sentence (report, from);
  for (guint i = 0; i < capacity->unknown->len; i++)
    squill_report_add_sentence (report, capacity->unknown->pdata[i]);
  add_total (report, capacity);
  add_crossings (report, capacity);
  add_collections (report, capacity);
  add_indexes (report, capacity);
  return g_steal_pointer (&report);
}

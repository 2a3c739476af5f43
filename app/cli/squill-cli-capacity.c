/* SPDX-License-Identifier: Apache-2.0 */

/* squill-cli capacity: storage, indexes, cache and growth, with the dates of what is reached. */

#define G_LOG_DOMAIN "squill-cli"

#include "config.h"

#include "cli/squill-cli.h"
#include "design/squill-capacity.h"

/* What nobody said is no number. */
static json_t *
number_to_json (double number)
{
  return isnan (number) ? json_null () : squill_json_number (round (number));
}

static json_t *
index_to_json (const SquillIndexCapacity *index)
{
  return json_pack ("{s:s, s:s?, s:o, s:o, s:o, s:o, s:o, s:o}", "name", index->name, "id",
                    index->id, "entries", number_to_json (index->entries), "entries_at_horizon",
                    number_to_json (index->entries_at_horizon), "disk_bytes",
                    number_to_json (index->disk), "disk_bytes_at_horizon",
                    number_to_json (index->disk_at_horizon), "cache_bytes",
                    number_to_json (index->cache), "cache_bytes_at_horizon",
                    number_to_json (index->cache_at_horizon));
}

static json_t *
collection_to_json (const SquillCollectionCapacity *collection)
{
  json_t *indexes = json_array ();
  json_t *json = json_object ();
  const struct
  {
    const char *name;
    double number;
  } members[] = {
    { "documents", collection->now.documents },
    { "documents_at_horizon", collection->at_horizon.documents },
    { "data_bytes", collection->now.data },
    { "data_bytes_at_horizon", collection->at_horizon.data },
    { "disk_bytes", collection->now.disk },
    { "disk_bytes_at_horizon", collection->at_horizon.disk },
    { "index_bytes", collection->index_disk },
    { "index_bytes_at_horizon", collection->index_disk_at_horizon },
    { "cache_bytes", collection->now.cache + collection->index_cache },
    { "cache_bytes_at_horizon", collection->at_horizon.cache + collection->index_cache_at_horizon },
    { "oplog_bytes_per_second", collection->log_bytes },
    { "checkpoint_bytes_per_second", collection->checkpoint_bytes },
    { "retention_days", collection->retention },
    { "retained_documents", collection->retained },
  };

  json_object_set_new (json, "name", json_string (collection->name));
  json_object_set_new (json, "id", json_string (collection->id));
  json_object_set_new (json, "group", json_pack ("s?", collection->group));
  for (guint i = 0; i < G_N_ELEMENTS (members); i++)
    json_object_set_new (json, members[i].name, number_to_json (members[i].number));
  json_object_set_new (json, "document_bytes", squill_cli_bytes_to_json (collection->bytes));
  json_object_set_new (json, "document_bytes_at_horizon",
                       squill_cli_bytes_to_json (collection->bytes_at_horizon));
  json_object_set_new (json, "operations_per_second", squill_json_number (collection->operations));
  json_object_set_new (json, "size_unknown", json_boolean (collection->size_unknown));
  for (guint i = 0; i < collection->indexes->len; i++)
    json_array_append_new (indexes, index_to_json (collection->indexes->pdata[i]));
  json_object_set_new (json, "indexes", indexes);
  return json;
}

static json_t *
capacity_to_json (SquillModel *model, const SquillCapacity *capacity)
{
  g_autofree char *reference = g_date_time_format (capacity->reference, "%Y-%m-%d");
  json_t *collections = json_array ();
  json_t *crossings = json_array ();
  json_t *unknown = json_array ();

  for (guint i = 0; i < capacity->collections->len; i++)
    json_array_append_new (collections, collection_to_json (capacity->collections->pdata[i]));
  for (guint i = 0; i < capacity->crossings->len; i++)
    {
      const SquillCrossing *crossing = capacity->crossings->pdata[i];
      g_autofree char *date = g_date_time_format (crossing->date, "%Y-%m-%d");

      json_array_append_new (crossings,
                             json_pack ("{s:s, s:o, s:s}", "date", date, "subject",
                                        squill_cli_subject_to_json (model, crossing->subject,
                                                                    crossing->collection, NULL),
                                        "what", crossing->what));
    }
  for (guint i = 0; i < capacity->unknown->len; i++)
    json_array_append_new (unknown, json_string (capacity->unknown->pdata[i]));
  return json_pack (
      "{s:i, s:s, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "squill", 1, "reference_date",
      reference, "horizon_years", squill_json_number (capacity->horizon), "collections",
      collections, "cache_bytes", number_to_json (capacity->cache), "cache_bytes_at_horizon",
      number_to_json (capacity->cache_at_horizon), "available_cache_bytes",
      number_to_json (capacity->available_cache), "index_bytes",
      number_to_json (capacity->index_disk), "oplog_bytes_per_second",
      number_to_json (capacity->log_bytes), "checkpoint_bytes_per_second",
      number_to_json (capacity->checkpoint_bytes), "crossings", crossings, "unknown", unknown);
}

/* Prints what a database needs of its servers. */
SquillExit
squill_cli_capacity (SquillCli *cli, int argc, char **argv)
{
  g_autoptr (SquillModel) model = NULL;
  g_autoptr (SquillDesign) design = NULL;
  g_autoptr (SquillCapacity) capacity = NULL;
  g_autoptr (SquillReport) report = NULL;
  SquillExit exit_code;

  if (!squill_cli_parse (cli, "capacity", NULL, &argc, &argv, &exit_code))
    return exit_code;
  model = squill_cli_load_model (cli, argv[1], &exit_code);
  if (model == NULL)
    return exit_code;
  design = squill_design_new (model);
  capacity = squill_capacity_new (design);
  if (cli->json)
    return squill_cli_print_json (capacity_to_json (model, capacity));
  report = squill_report_new_capacity (capacity);
  return squill_cli_print_report (cli, report);
}

/* SPDX-License-Identifier: Apache-2.0 */

/* squill-cli compare: the designs of a model, or of several, side by side. */

#define G_LOG_DOMAIN "squill-cli"

#include "config.h"

#include <string.h>

#include "advice/squill-comparison.h"
#include "cli/squill-cli.h"

/* Costs are told in milliseconds each second. */
#define MILLISECOND 1000.0

static json_t *
number_or_null (double number)
{
  return isnan (number) ? json_null () : squill_json_number (number);
}

static json_t *
whole_or_null (double number)
{
  return number_or_null (round (number));
}

/* The index of the first step that has one: that by which the operation begins. */
static const char *
get_index_name (const SquillPlan *plan)
{
  for (guint i = 0; i < plan->steps->len; i++)
    {
      const SquillPlanStep *step = plan->steps->pdata[i];

      if (step->path != NULL && step->path->index != NULL)
        return step->path->index->name;
    }
  return NULL;
}

static json_t *
operation_to_json (const SquillComparedOperation *operation)
{
  const SquillPlan *plan = operation->plan;

  return json_pack (
      "{s:s, s:s, s:o, s:o, s:o, s:o, s:o, s:o, s:s?, s:b, s:b, s:b, s:o}", "id", operation->id,
      "operation", operation->name, "rate", number_or_null (operation->rate), "round_trips",
      number_or_null (plan->round_trips.likely), "documents_read",
      number_or_null (plan->documents.likely), "bytes_read",
      whole_or_null (plan->bytes_read.likely), "keys", number_or_null (plan->keys.likely),
      "documents_written", number_or_null (plan->written.likely), "index", get_index_name (plan),
      "scan", plan->scans, "sort_in_memory", plan->sorts_in_memory, "atomic", plan->atomic, "cost",
      number_or_null (operation->load.likely / MILLISECOND));
}

static json_t *
design_to_json (const char *file, const SquillComparedDesign *design)
{
  const SquillCapacity *capacity = design->capacity;
  json_t *collections = json_array ();
  json_t *operations = json_array ();
  json_t *json = json_object ();
  const struct
  {
    const char *name;
    double number;
  } members[] = {
    { "documents", capacity->total.documents },
    { "data_bytes", capacity->total.data },
    { "data_bytes_at_horizon", capacity->total_at_horizon.data },
    { "storage_bytes", capacity->total.disk },
    { "storage_bytes_at_horizon", capacity->total_at_horizon.disk },
    { "index_bytes", capacity->index_disk },
    { "index_bytes_at_horizon", capacity->index_disk_at_horizon },
    { "cache_bytes", capacity->cache },
    { "cache_bytes_at_horizon", capacity->cache_at_horizon },
  };

  for (guint i = 0; i < squill_design_get_n_collections (design->design); i++)
    json_array_append_new (collections,
                           squill_cli_collection_to_json (
                               design->design, squill_design_get_collection (design->design, i)));
  for (guint i = 0; i < design->operations->len; i++)
    json_array_append_new (operations, operation_to_json (design->operations->pdata[i]));
  json_object_set_new (json, "model", json_string (file));
  json_object_set_new (json, "name", json_string (design->name));
  json_object_set_new (json, "id", json_pack ("s?", design->id));
  json_object_set_new (json, "shown", json_boolean (design->shown));
  json_object_set_new (json, "collections", collections);
  json_object_set_new (json, "operations", operations);
  json_object_set_new (json, "cost", number_or_null (design->cost.likely / MILLISECOND));
  json_object_set_new (json, "cost_min", number_or_null (design->cost.min / MILLISECOND));
  json_object_set_new (json, "cost_max", number_or_null (design->cost.max / MILLISECOND));
  for (guint i = 0; i < G_N_ELEMENTS (members); i++)
    json_object_set_new (json, members[i].name, whole_or_null (members[i].number));
  json_object_set_new (json, "not_atomic", json_integer (design->n_not_atomic));
  json_object_set_new (json, "scans", json_integer (design->n_scans));
  json_object_set_new (json, "unknown", json_integer (design->n_unknown));
  json_object_set_new (json, "findings",
                       json_pack ("{s:i, s:i, s:i}", "error",
                                  (int)design->findings[SQUILL_SEVERITY_ERROR], "warning",
                                  (int)design->findings[SQUILL_SEVERITY_WARNING], "hint",
                                  (int)design->findings[SQUILL_SEVERITY_HINT]));
  return json;
}

/* Of several models each is called as its file. */
static void
rename_design (SquillComparedDesign *design, const char *file)
{
  g_autofree char *base = g_filename_display_basename (file);
  g_autofree char *name = NULL;

  if (g_str_has_suffix (base, ".squill"))
    base[strlen (base) - strlen (".squill")] = '\0';
  name =
      design->id == NULL ? g_steal_pointer (&base) : g_strdup_printf ("%s: %s", base, design->name);
  g_free (design->name);
  design->name = g_steal_pointer (&name);
}

static json_t *
changes_to_json (const GPtrArray *designs)
{
  g_autoptr (GPtrArray) changes = squill_designs_find_rank_changes (designs);
  json_t *list = json_array ();

  for (guint i = 0; i < changes->len; i++)
    {
      const SquillRankChange *change = changes->pdata[i];
      const SquillComparedDesign *cheapest = designs->pdata[change->cheapest];

      json_array_append_new (
          list, json_pack ("{s:s, s:s, s:o, s:o, s:s}", "id", change->operation, "operation",
                           change->name, "rate", squill_json_number (change->now),
                           change->above ? "above" : "below", squill_json_number (change->value),
                           "cheapest", cheapest->name));
    }
  return list;
}

/* Prints what the designs of models differ in. */
SquillExit
squill_cli_compare (SquillCli *cli, int argc, char **argv)
{
  g_autoptr (GPtrArray) all =
      g_ptr_array_new_with_free_func ((GDestroyNotify)squill_compared_design_free);
  g_autoptr (SquillReport) report = NULL;
  json_auto_t *list = json_array ();
  SquillExit exit_code;

  if (!squill_cli_parse (cli, "compare", NULL, &argc, &argv, &exit_code))
    return exit_code;
  for (int i = 1; i < argc; i++)
    {
      g_autoptr (SquillModel) model = squill_cli_load_model (cli, argv[i], &exit_code);
      g_autoptr (GPtrArray) designs = NULL;
      g_autoptr (GError) error = NULL;

      if (model == NULL)
        return exit_code;
      designs = squill_designs_compare (model, cli->cancellable, &error);
      if (designs == NULL)
        return squill_cli_fail (argv[i], error);
      for (guint k = 0; k < designs->len; k++)
        {
          if (argc > 2)
            rename_design (designs->pdata[k], argv[i]);
          json_array_append_new (list, design_to_json (argv[i], designs->pdata[k]));
        }
      g_ptr_array_extend_and_steal (all, g_steal_pointer (&designs));
    }
  if (cli->json)
    return squill_cli_print_json (json_pack ("{s:i, s:O, s:o}", "squill", 1, "variants", list,
                                             "rank_changes", changes_to_json (all)));
  report = squill_report_new_comparison (all);
  return squill_cli_print_report (cli, report);
}

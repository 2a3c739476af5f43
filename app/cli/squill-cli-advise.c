/* SPDX-License-Identifier: Apache-2.0 */

/* squill-cli advise: the ways to store each relationship, which is advised, and why. */

#define G_LOG_DOMAIN "squill-cli"

#include "config.h"

#include <glib/gi18n.h>

#include "advice/squill-advised.h"
#include "cli/squill-cli.h"
#include "model/squill-item-place.h"
#include "design/squill-flip.h"
#include "design/squill-placement-text.h"
#include "model/squill-authoring.h"
#include "model/squill-placement.h"
#include "text/squill-text.h"

/* Costs are told in milliseconds each second. */
#define MILLISECOND 1000.0

static json_t *
cost_to_json (SquillTriple cost)
{
  if (isnan (cost.likely))
    return json_null ();
  return json_pack ("{s:o, s:o, s:o}", "likely", squill_json_number (cost.likely / MILLISECOND),
                    "min", squill_json_number (cost.min / MILLISECOND), "max",
                    squill_json_number (cost.max / MILLISECOND));
}

static json_t *
number_or_null (double number)
{
  return isnan (number) ? json_null () : squill_json_number (number);
}

static json_t *
texts_to_json (const GPtrArray *texts)
{
  json_t *list = json_array ();

  for (guint i = 0; i < texts->len; i++)
    json_array_append_new (list, json_string (texts->pdata[i]));
  return list;
}

static json_t *
operation_to_json (const SquillOperationCost *cost)
{
  const SquillCounts *counts = &cost->counts;

  return json_pack ("{s:s?, s:s, s:o, s:o, s:o, s:o, s:o, s:o, s:s?, s:b, s:o}", "id",
                    cost->operation, "operation", cost->label, "rate", number_or_null (cost->rate),
                    "round_trips", number_or_null (counts->commands), "documents_read",
                    number_or_null (counts->documents), "bytes_read",
                    number_or_null (counts->read_bytes), "keys", number_or_null (counts->keys),
                    "documents_written", number_or_null (counts->written), "index", cost->index,
                    "scan", cost->scans, "cost", number_or_null (cost->cost.likely / MILLISECOND));
}

static json_t *
option_to_json (const SquillPlacementOption *option)
{
  json_t *operations = json_array ();

  for (guint i = 0; i < option->costs->len && option->feasible; i++)
    json_array_append_new (
        operations, operation_to_json (&g_array_index (option->costs, SquillOperationCost, i)));
  return json_pack ("{s:s, s:o, s:o, s:b, s:b, s:s?, s:o, s:o, s:o, s:o, s:b, s:s?, s:o}",
                    "placement", squill_placement_get_name (option->placement), "copied",
                    texts_to_json (option->copies), "bound", number_or_null (option->bound),
                    "advised", option->advised, "current", option->current, "infeasible",
                    option->infeasible_reason, "drawbacks", texts_to_json (option->drawbacks),
                    "cost", option->feasible ? cost_to_json (option->cost) : json_null (),
                    "unknown", texts_to_json (option->unknown), "document_bytes",
                    squill_cli_bytes_to_json (option->bytes), "atomic", option->atomic,
                    "added_index", option->added_index, "operations", operations);
}

static json_t *
flip_to_json (SquillModel *model, const SquillFlip *flip)
{
  const SquillOperation *operation =
      flip->operation != NULL ? squill_model_get_operation (model, flip->operation) : NULL;
  json_t *when =
      json_pack ("{s:s, s:o}", "quantity", squill_flip_quantity_get_name (flip->quantity),
                 flip->above ? "above" : "below", squill_json_number (flip->value));

  if (operation != NULL)
    json_object_set_new (when, "operation", json_pack ("s?", operation->name));
  return json_pack ("{s:s, s:b, s:o}", "to", squill_placement_get_name (flip->to), "copied",
                    flip->copied, "when", when);
}

static json_t *
relationship_to_json (SquillModel *model,
                      const char *id,
                      const GPtrArray *options,
                      const GPtrArray *flips)
{
  const SquillRelationship *r = squill_model_get_relationship (model, id);
  g_autofree char *name = squill_model_describe_place (model, &r->item);
  g_autofree char *why = squill_placements_explain (model, r, options);
  json_t *option_list = json_array ();
  json_t *flip_list = json_array ();

  for (guint i = 0; i < options->len; i++)
    json_array_append_new (option_list, option_to_json (options->pdata[i]));
  for (guint i = 0; i < flips->len; i++)
    json_array_append_new (flip_list, flip_to_json (model, flips->pdata[i]));
  return json_pack ("{s:s, s:s, s:s, s:b, s:s, s:o, s:o}", "id", id, "name", name, "placement",
                    squill_placement_get_name (r->placement), "pinned", r->pinned, "why", why,
                    "options", option_list, "flips", flip_list);
}

static void
print_visible (int indent, const char *text)
{
  g_autofree char *visible = squill_text_visible (text, FALSE);

  g_print ("%*s%s\n", indent, "", visible);
}

static void
print_option (SquillModel *model, const SquillRelationship *r, const SquillPlacementOption *option)
{
  g_autofree char *name = squill_placement_option_describe (model, r, option);
  g_autofree char *cost = squill_placement_option_describe_cost (option);
  g_autofree char *bytes = squill_text_likely_bytes (option->bytes.likely, option->size_assumed);
  g_autofree char *line = NULL;

  if (!option->feasible)
    line = g_strdup_printf ("✕ %s%s: %s", name, option->current ? _ (" (now)") : "",
                            option->infeasible_reason);
  else
    line = g_strdup_printf ("%s %s%s: %s%s%s", option->advised ? "✓" : "·", name,
                            option->current ? _ (" (now)") : "", bytes, cost != NULL ? ", " : "",
                            cost != NULL ? cost : "");
  print_visible (2, line);
  for (guint i = 0; i < option->drawbacks->len; i++)
    {
      g_autofree char *drawback = g_strconcat ("⚠ ", option->drawbacks->pdata[i], NULL);

      print_visible (6, drawback);
    }
  if (option->added_index != NULL && option->feasible)
    {
      /* Translators: the name of an index that a way to store something needs and that is missing
       */
      g_autofree char *added = g_strdup_printf (_ ("+ index “%s”"), option->added_index);

      print_visible (6, added);
    }
  for (guint i = 0; i < option->unknown->len && option->feasible; i++)
    {
      g_autofree char *unknown = g_strconcat ("? ", option->unknown->pdata[i], NULL);

      print_visible (6, unknown);
    }
}

static void
print_flip (SquillModel *model,
            const SquillRelationship *r,
            const GPtrArray *options,
            const SquillFlip *flip)
{
  SquillPlacementOption to = { .placement = flip->to, .copied = flip->copied, .bound = r->bound };
  g_autofree char *name = NULL;
  g_autofree char *when = squill_flip_describe (model, r->item.id, flip);
  g_autofree char *line = NULL;

  for (guint i = 0; i < options->len; i++)
    {
      const SquillPlacementOption *option = options->pdata[i];

      if (option->placement == to.placement && option->copied == to.copied)
        to.bound = option->bound;
    }
  name = squill_placement_option_describe (model, r, &to);
  /* Translators: a way to store a relationship, and when it is advised */
  line = g_strdup_printf (_ ("↔ %s, if %s"), name, when);
  print_visible (2, line);
}

static void
print_relationship (SquillModel *model,
                    const char *id,
                    const GPtrArray *options,
                    const GPtrArray *flips)
{
  const SquillRelationship *r = squill_model_get_relationship (model, id);
  g_autofree char *name = squill_model_describe_place (model, &r->item);
  g_autofree char *why = squill_placements_explain (model, r, options);

  print_visible (0, name);
  for (guint i = 0; i < options->len; i++)
    print_option (model, r, options->pdata[i]);
  print_visible (2, why);
  for (guint i = 0; i < flips->len; i++)
    print_flip (model, r, options, flips->pdata[i]);
  g_print ("\n");
}

/* The ids of the relationships that are asked for: one by its id or its name, or all of them. */
static GPtrArray *
find_relationships (SquillModel *model, const char *wanted)
{
  GPtrArray *ids = g_ptr_array_new_with_free_func (g_free);

  SQUILL_FOR_EACH_CHILD (SquillRelationship, r, squill_model_get_info (model),
                         SQUILL_KIND_RELATIONSHIP)
    {
      g_autofree char *name = squill_model_describe_place (model, &r->item);

      if (wanted == NULL || g_str_equal (wanted, r->item.id) || g_strcmp0 (wanted, r->name) == 0 ||
          g_str_equal (wanted, name))
        g_ptr_array_add (ids, g_strdup (r->item.id));
    }
  return ids;
}

/* What the new design gives up, and costs more. */
static void
say_losses (SquillCli *cli, SquillModel *model, const SquillAdvisedChanges *changes)
{
  for (guint i = 0; i < changes->changes->len; i++)
    {
      const SquillAdvisedChange *change = changes->changes->pdata[i];
      const SquillRelationship *r = squill_model_get_relationship (model, change->relationship);
      g_autofree char *place = squill_model_describe_place (model, &r->item);

      for (guint k = 0; k < change->losses->len; k++)
        {
          g_autofree char *loss = squill_text_visible (change->losses->pdata[k], FALSE);

          squill_cli_say (cli, "%s: %s", place, loss);
        }
    }
}

static gboolean
apply_advice (SquillCli *cli, SquillModel *model, const GPtrArray *ids, GError **error)
{
  g_autoptr (SquillAdvisedChanges) changes =
      squill_advised_changes_find (model, ids, cli->cancellable, error);

  if (changes == NULL || !squill_advised_changes_apply (changes, model, error))
    return FALSE;
  say_losses (cli, model, changes);
  return TRUE;
}

/* Prints the ways to store each relationship, which is advised, and why. */
SquillExit
squill_cli_advise (SquillCli *cli, int argc, char **argv)
{
  g_autofree char *wanted = NULL;
  g_autofree char *output = NULL;
  gboolean apply = FALSE;
  const GOptionEntry entries[] = {
    { "apply", 0, 0, G_OPTION_ARG_NONE, &apply, N_ ("Store them as is advised"), NULL },
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &output, N_ ("Write to this file"), N_ ("MODEL") },
    { "relationship", 0, 0, G_OPTION_ARG_STRING, &wanted, N_ ("Only this relationship"),
      N_ ("ID|NAME") },
    G_OPTION_ENTRY_NULL,
  };
  g_autoptr (SquillModel) model = NULL;
  g_autoptr (SquillDesign) design = NULL;
  g_autoptr (GPtrArray) ids = NULL;
  g_autoptr (GError) error = NULL;
  json_auto_t *list = json_array ();
  SquillExit exit_code;

  if (!squill_cli_parse (cli, "advise", entries, &argc, &argv, &exit_code))
    return exit_code;
  if (output != NULL && !apply)
    return squill_cli_usage ("%s", _ ("--output needs --apply"));
  model = squill_cli_load_model (cli, argv[1], &exit_code);
  if (model == NULL)
    return exit_code;
  ids = find_relationships (model, wanted);
  if (wanted != NULL && ids->len == 0)
    return squill_cli_usage (_ ("the model has no relationship “%s”"), wanted);

  if (apply)
    return apply_advice (cli, model, ids, &error) ? squill_cli_write_model (cli, model, output)
                                                  : squill_cli_fail (argv[1], error);
  design = squill_design_new (model);
  for (guint i = 0; i < ids->len; i++)
    {
      const char *id = ids->pdata[i];
      g_autoptr (GPtrArray) options = squill_placements_compare (design, id);
      g_autoptr (GPtrArray) flips = squill_flips_find (design, id, cli->cancellable);

      if (g_cancellable_is_cancelled (cli->cancellable))
        return SQUILL_EXIT_CANCELLED;
      if (cli->json)
        json_array_append_new (list, relationship_to_json (model, id, options, flips));
      else
        print_relationship (model, id, options, flips);
    }
  return cli->json ? squill_cli_print_list ("relationships", list) : SQUILL_EXIT_FINE;
}

/* SPDX-License-Identifier: Apache-2.0 */

/* squill-cli check: the findings of a model. */

#define G_LOG_DOMAIN "squill-cli"

#include "config.h"

#include <glib/gi18n.h>

#include "cli/squill-cli.h"
#include "model/squill-placement.h"
#include "text/squill-text.h"

static const char *
get_subject_kind (const SquillFinding *finding, const SquillItem *item)
{
  if (item == NULL)
    return finding->collection != NULL ? "collection" : "model";
  return squill_kind_get_name (item->kind);
}

static const char *
get_entity_name (SquillModel *model, const SquillItem *item)
{
  const SquillItem *owner = item == NULL ? NULL : squill_item_get_owner (item);
  const SquillEntity *entity = NULL;

  if (owner == NULL)
    return NULL;
  if (owner->kind == SQUILL_KIND_ENTITY)
    return ((const SquillEntity *)owner)->name;
  if (owner->kind == SQUILL_KIND_RELATIONSHIP)
    entity = squill_model_get_entity (model, ((const SquillRelationship *)owner)->parent);
  if (owner->kind == SQUILL_KIND_OPERATION)
    entity = squill_model_get_entity (model, ((const SquillOperation *)owner)->entity);
  return entity == NULL ? NULL : entity->name;
}

static json_t *
finding_to_json (SquillModel *model, const SquillFinding *finding)
{
  const SquillItem *item = squill_model_get_item (model, finding->subject);
  g_autofree char *name = squill_cli_get_subject_name (model, item);
  json_t *subject = json_pack ("{s:s, s:s, s:s, s:o, s:o}", "kind",
                               get_subject_kind (finding, item), "id", finding->subject, "name",
                               name, "entity", json_pack ("s?", get_entity_name (model, item)),
                               "path", json_pack ("s?", finding->path));
  json_t *fix = json_null ();

  if (finding->fix != NULL)
    {
      json_t *losses = json_array ();

      for (guint i = 0; i < finding->fix->losses->len; i++)
        json_array_append_new (losses, json_string (finding->fix->losses->pdata[i]));
      fix = json_pack ("{s:s, s:o, s:o}", "label", finding->fix->label, "placement",
                       finding->fix->placement < 0
                           ? json_null ()
                           : json_string (squill_placement_get_name (finding->fix->placement)),
                       "gives_up", losses);
    }
  return json_pack ("{s:s, s:s, s:o, s:s, s:O, s:s, s:o, s:b}", "rule", finding->rule, "severity",
                    squill_severity_get_name (finding->severity), "subject", subject, "message",
                    finding->message, "values", finding->values, "source", finding->source, "fix",
                    fix, "dismissed", finding->dismissed);
}

/* The lowest severity that makes the command fail; -1: none does. */
static gboolean
find_level (const char *name, int *level)
{
  if (name == NULL)
    {
      *level = SQUILL_SEVERITY_ERROR;
      return TRUE;
    }
  if (g_str_equal (name, "never"))
    {
      *level = -1;
      return TRUE;
    }
  for (int i = SQUILL_SEVERITY_HINT; i <= SQUILL_SEVERITY_ERROR; i++)
    if (g_str_equal (name, squill_severity_get_name (i)))
      {
        *level = i;
        return TRUE;
      }
  return FALSE;
}

/* Prints the findings about a model. */
SquillExit
squill_cli_check (SquillCli *cli, int argc, char **argv)
{
  g_autofree char *fail_on = NULL;
  const GOptionEntry entries[] = {
    { "fail-on", 0, 0, G_OPTION_ARG_STRING, &fail_on, N_ ("Exit with 1 from this severity on"),
      "error|warning|hint|never" },
    G_OPTION_ENTRY_NULL,
  };
  g_autoptr (SquillModel) model = NULL;
  g_autoptr (SquillDesign) design = NULL;
  g_autoptr (SquillAdvice) advice = NULL;
  GPtrArray *findings;
  json_auto_t *list = json_array ();
  gboolean failed = FALSE;
  SquillExit exit_code;
  int level;

  if (!squill_cli_parse (cli, "check", entries, &argc, &argv, &exit_code))
    return exit_code;
  if (!find_level (fail_on, &level))
    return squill_cli_usage (_ ("--fail-on takes error, warning, hint, or never, not “%s”"),
                             fail_on);
  model = squill_cli_load_model (cli, argv[1], &exit_code);
  if (model == NULL)
    return exit_code;

  design = squill_design_new (model);
  advice = squill_advice_new (design);
  findings = squill_advice_get_findings (advice);
  for (guint i = 0; i < findings->len; i++)
    {
      const SquillFinding *finding = findings->pdata[i];

      if (!finding->dismissed && level >= 0 && (int)finding->severity >= level)
        failed = TRUE;
      if (cli->json)
        json_array_append_new (list, finding_to_json (model, finding));
      else if (!finding->dismissed || cli->verbose)
        {
          const SquillItem *item = squill_model_get_item (model, finding->subject);
          g_autofree char *subject = squill_cli_get_subject_name (model, item);
          g_autofree char *name = squill_text_visible (subject, FALSE);
          g_autofree char *message = squill_text_visible (finding->message, FALSE);

          g_print ("%s: %s: %s [%s]\n", squill_severity_get_name (finding->severity), name, message,
                   finding->rule);
          if (finding->fix != NULL)
            g_print ("    → %s\n", finding->fix->label);
          for (guint j = 0; finding->fix != NULL && j < finding->fix->losses->len; j++)
            {
              const char *text = g_ptr_array_index (finding->fix->losses, j);
              g_autofree char *loss = squill_text_visible (text, FALSE);

              g_print ("      %s\n", loss);
            }
        }
    }
  if (cli->json)
    {
      exit_code = squill_cli_print_json (
          json_pack ("{s:i, s:s, s:O}", "squill", 1, "model", argv[1], "findings", list));
      if (exit_code != SQUILL_EXIT_FINE)
        return exit_code;
    }
  return failed ? SQUILL_EXIT_FINDINGS : SQUILL_EXIT_FINE;
}

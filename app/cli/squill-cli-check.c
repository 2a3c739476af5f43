/* SPDX-License-Identifier: Apache-2.0 */

/* check and rules: what is wrong with a model, and the catalogue behind it. */

#define G_LOG_DOMAIN "squill-cli"

#include "config.h"

#include <glib/gi18n.h>

#include "cli/squill-cli.h"
#include "model/squill-authoring.h"
#include "model/squill-number.h"

static const char *
get_subject_kind (const SquillFinding *finding, const SquillItem *item)
{
  if (item == NULL)
    return finding->collection != NULL ? "collection" : "model";
  return squill_kind_get_name (item->kind);
}

/* "host.logmsgs": the entity and what of it. */
static char *
get_subject_name (SquillModel *model, const SquillItem *item)
{
  const SquillItem *owner = item == NULL ? NULL : squill_item_get_owner (item);
  const char *name = item == NULL ? NULL : squill_item_get_name (item);

  if (item == NULL)
    return g_strdup ("");
  if (item->kind == SQUILL_KIND_MODEL)
    return g_strdup (name == NULL ? "" : name);
  if (item->kind == SQUILL_KIND_RELATIONSHIP)
    {
      const SquillRelationship *r = (const SquillRelationship *)item;
      const SquillEntity *parent = squill_model_get_entity (model, r->parent);

      return g_strdup_printf ("%s.%s", parent->name,
                              r->parent_name != NULL ? r->parent_name
                              : name != NULL         ? name
                                                     : "");
    }
  if (item->kind == SQUILL_KIND_FIELD)
    {
      g_autofree char *path = squill_field_get_path ((const SquillField *)item);

      return g_strdup_printf ("%s.%s", squill_item_get_name (owner), path);
    }
  if (owner != item)
    return g_strdup_printf ("%s.%s", squill_item_get_name (owner), name == NULL ? "" : name);
  return g_strdup (name == NULL ? "" : name);
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
text_or_null (const char *text)
{
  return text == NULL ? json_null () : json_string (text);
}

static json_t *
finding_to_json (SquillModel *model, const SquillFinding *finding)
{
  const SquillItem *item = squill_model_get_item (model, finding->subject);
  g_autofree char *name = get_subject_name (model, item);
  json_t *subject = json_pack ("{s:s, s:s, s:s, s:o, s:o}", "kind",
                               get_subject_kind (finding, item), "id", finding->subject, "name",
                               name, "entity", text_or_null (get_entity_name (model, item)), "path",
                               text_or_null (finding->path));
  json_t *fix = json_null ();

  if (finding->fix != NULL)
    fix = json_pack ("{s:s, s:o}", "label", finding->fix->label, "placement",
                     finding->fix->placement < 0
                         ? json_null ()
                         : json_string (squill_placement_get_name (finding->fix->placement)));
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

/**
 * squill_cli_check:
 * @cli: the options
 * @argc: how many arguments
 * @argv: the arguments
 *
 * Prints the findings about a model.
 *
 * Returns: how to end: %SQUILL_EXIT_FINDINGS if one is as bad as --fail-on says
 */
SquillExit
squill_cli_check (SquillCli *cli, int argc, char **argv)
{
  g_autofree char *fail_on = NULL;
  const GOptionEntry entries[] = {
    { "fail-on", 0, 0, G_OPTION_ARG_STRING, &fail_on, N_ ("End with 1 from this severity on"),
      "error|warning|hint|never" },
    G_OPTION_ENTRY_NULL,
  };
  g_autoptr (SquillModel) model = NULL;
  g_autoptr (SquillDesign) design = NULL;
  g_autoptr (SquillAdvice) advice = NULL;
  GPtrArray *findings;
  json_t *list = json_array ();
  gboolean failed = FALSE;
  SquillExit exit_code;
  int level;

  if (!squill_cli_parse (cli, squill_cli_find_command ("check"), entries, &argc, &argv, &exit_code))
    {
      json_decref (list);
      return exit_code;
    }
  if (argc != 2 || !find_level (fail_on, &level))
    {
      json_decref (list);
      return argc != 2 ? squill_cli_usage (_ ("check takes one model"))
                       : squill_cli_usage (_ ("--fail-on does not know “%s”"), fail_on);
    }
  model = squill_cli_load_model (cli, argv[1], &exit_code);
  if (model == NULL)
    {
      json_decref (list);
      return exit_code;
    }

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
          g_autofree char *name = get_subject_name (model, item);

          g_print ("%s: %s: %s [%s]\n", squill_severity_get_name (finding->severity), name,
                   finding->message, finding->rule);
          if (finding->fix != NULL)
            g_print ("    → %s\n", finding->fix->label);
        }
    }
  if (cli->json)
    {
      json_t *document = squill_cli_new_document ();

      json_object_set_new (document, "model", json_string (argv[1]));
      json_object_set_new (document, "findings", list);
      exit_code = squill_cli_print_json (document);
      if (exit_code != SQUILL_EXIT_FINE)
        return exit_code;
    }
  else
    json_decref (list);
  return failed ? SQUILL_EXIT_FINDINGS : SQUILL_EXIT_FINE;
}

static json_t *
rule_to_json (const SquillRuleInfo *rule)
{
  json_t *thresholds = json_object ();

  for (guint i = 0; rule->thresholds != NULL && rule->thresholds[i] != NULL; i++)
    json_object_set_new (thresholds, rule->thresholds[i],
                         squill_json_number (squill_threshold_get_default (rule->thresholds[i])));
  return json_pack ("{s:s, s:s, s:s, s:s, s:s, s:s, s:o}", "id", rule->id, "family", rule->family,
                    "severity", squill_severity_get_name (rule->severity), "source", rule->source,
                    "title", _ (rule->title), "explanation", _ (rule->explanation), "thresholds",
                    thresholds);
}

static void
explain (const SquillRuleInfo *rule)
{
  g_print ("%s (%s, %s)\n%s\n\n%s\n", rule->id, squill_severity_get_name (rule->severity),
           rule->source, _ (rule->title), _ (rule->explanation));
  for (guint i = 0; rule->thresholds != NULL && rule->thresholds[i] != NULL; i++)
    {
      g_autofree char *number =
          squill_number_to_string (squill_threshold_get_default (rule->thresholds[i]));

      g_print ("  %s = %s\n", rule->thresholds[i], number);
    }
}

/**
 * squill_cli_rules:
 * @cli: the options
 * @argc: how many arguments
 * @argv: the arguments
 *
 * Prints the catalogue of rules, or explains one.
 *
 * Returns: how to end
 */
SquillExit
squill_cli_rules (SquillCli *cli, int argc, char **argv)
{
  const SquillRuleInfo *rules;
  const SquillRuleInfo *only = NULL;
  json_t *document, *list;
  SquillExit exit_code;
  guint n;

  if (!squill_cli_parse (cli, squill_cli_find_command ("rules"), NULL, &argc, &argv, &exit_code))
    return exit_code;
  if (argc > 2)
    return squill_cli_usage (_ ("rules takes at most one rule"));
  if (argc == 2)
    {
      only = squill_rules_find (argv[1]);
      if (only == NULL)
        return squill_cli_usage (_ ("there is no rule “%s”"), argv[1]);
    }

  rules = squill_rules_get (&n);
  list = json_array ();
  for (guint i = 0; i < n; i++)
    {
      if (only != NULL && !g_str_equal (rules[i].id, only->id))
        continue;
      if (cli->json)
        json_array_append_new (list, rule_to_json (&rules[i]));
      else if (only != NULL)
        explain (&rules[i]);
      else
        g_print ("%s  %-26s %-8s %s\n", rules[i].family, rules[i].id,
                 squill_severity_get_name (rules[i].severity), _ (rules[i].title));
    }
  if (!cli->json)
    {
      json_decref (list);
      return SQUILL_EXIT_FINE;
    }
  document = squill_cli_new_document ();
  json_object_set_new (document, "rules", list);
  return squill_cli_print_json (document);
}

/* SPDX-License-Identifier: Apache-2.0 */

/* squill-cli rules: the catalog of rules as a list, as JSON, and as docs/rules.md. */

#define G_LOG_DOMAIN "squill-cli"

#include "config.h"

#include "cli/squill-cli.h"

#include <glib/gi18n.h>

#include "advice/squill-rule-example.h"
#include "model/squill-threshold.h"

static json_t *
rule_to_json (const SquillRuleInfo *rule)
{
  json_t *thresholds = json_object (), *meanings = json_object (), *sources = json_object ();

  for (guint i = 0; rule->thresholds != NULL && rule->thresholds[i] != NULL; i++)
    {
      const char *name = rule->thresholds[i];
      double value = squill_threshold_get_default (name);
      g_autofree char *meaning = squill_threshold_to_text (name, value);

      json_object_set_new (thresholds, name, squill_json_number (value));
      json_object_set_new (meanings, name, json_string (meaning));
      json_object_set_new (sources, name, json_string (squill_threshold_get_source (name)));
    }
  return json_pack ("{s:s, s:s, s:s, s:s, s:s, s:s, s:o, s:o, s:o}", "id", rule->id, "family",
                    rule->family, "severity", squill_severity_get_name (rule->severity), "source",
                    rule->source, "title", _ (rule->title), "explanation", _ (rule->explanation),
                    "thresholds", thresholds, "threshold_meanings", meanings, "threshold_sources",
                    sources);
}

/* What the rule says of its example; NULL where it has none. */
static char *
get_example_message (const SquillRuleInfo *rule)
{
  g_autoptr (SquillModel) model = squill_rule_example_new (rule->id, TRUE);
  g_autoptr (SquillDesign) design = NULL;
  g_autoptr (SquillAdvice) advice = NULL;
  const SquillFinding *finding;

  if (model == NULL)
    return NULL;
  design = squill_design_new (model);
  advice = squill_advice_new (design);
  finding = squill_rule_example_find (advice, rule->id);
  return finding == NULL ? NULL : g_strdup (finding->message);
}

static void
explain (const SquillRuleInfo *rule)
{
  g_auto (GStrv) sources = g_strsplit (rule->source, "; ", -1);
  g_autofree char *example = get_example_message (rule);

  g_print ("%s (%s)\n%s\n\n%s\n", rule->id, squill_severity_get_name (rule->severity),
           _ (rule->title), _ (rule->explanation));
  for (guint i = 0; rule->thresholds != NULL && rule->thresholds[i] != NULL; i++)
    {
      const char *name = rule->thresholds[i];
      g_autofree char *meaning =
          squill_threshold_to_text (name, squill_threshold_get_default (name));

      g_print ("  %s: %s.\n", name, meaning);
    }
  if (example != NULL)
    g_print ("\n%s\n  %s\n", _ ("For example:"), example);
  g_print ("\n%s\n", _ ("Sources:"));
  for (guint i = 0; sources[i] != NULL; i++)
    g_print ("  %s\n", sources[i]);
}

/* The heading of a rule's family, when it differs from that of the rule before. */
static void
print_family (const char *family, const char *before)
{
  if (g_strcmp0 (family, before) != 0)
    g_print ("\n## %s. %s\n", family, squill_rules_get_family_title (family));
}

static void
print_markdown (const SquillRuleInfo *rule)
{
  g_auto (GStrv) sources = g_strsplit (rule->source, "; ", -1);
  g_autofree char *example = get_example_message (rule);

  g_print ("\n### %s\n\n**%s** (%s). %s\n", rule->id, rule->title,
           squill_severity_get_name (rule->severity), rule->explanation);
  for (guint i = 0; rule->thresholds != NULL && rule->thresholds[i] != NULL; i++)
    {
      const char *name = rule->thresholds[i];
      g_autofree char *meaning =
          squill_threshold_to_text (name, squill_threshold_get_default (name));

      g_print ("%s- `%s`: %s. %s.\n", i == 0 ? "\n" : "", name, meaning,
               squill_threshold_get_source (name));
    }
  if (example != NULL)
    g_print ("\n> %s\n", example);
  g_print ("\n");
  for (guint i = 0; sources[i] != NULL; i++)
    g_print ("%s%s", i == 0 ? "Source: " : "; ", sources[i]);
  g_print (".\n");
}

/* docs/rules.md: in the language of the source, so that it does not depend on who writes it. */
static void
print_document (const SquillRuleInfo *rules, guint n)
{
  g_print (
      "# The rules\n\n"
      "Written by `squill-cli rules --markdown`; `./dev docs` brings it up to date. Each rule has "
      "the severity of most of its findings, the\nthresholds that it compares with, what it says "
      "of an example, and its sources. A model may have thresholds of its own: they are properties "
      "of the model in "
      "the inspector.\n");
  for (guint i = 0; i < n; i++)
    {
      print_family (rules[i].family, i == 0 ? NULL : rules[i - 1].family);
      print_markdown (&rules[i]);
    }
}

/* Prints the catalog of rules, or explains one. */
SquillExit
squill_cli_rules (SquillCli *cli, int argc, char **argv)
{
  const SquillRuleInfo *rules;
  const SquillRuleInfo *only = NULL;
  json_auto_t *list = json_array ();
  gboolean markdown = FALSE;
  const GOptionEntry entries[] = {
    { "markdown", 0, 0, G_OPTION_ARG_NONE, &markdown, N_ ("Print all rules as a document"), NULL },
    G_OPTION_ENTRY_NULL,
  };
  SquillExit exit_code;
  guint n;

  if (!squill_cli_parse (cli, "rules", entries, &argc, &argv, &exit_code))
    return exit_code;
  if (markdown && (cli->json || argc == 2))
    return squill_cli_usage (_ ("--markdown prints all rules as text"));
  if (argc == 2)
    {
      only = squill_rules_find (argv[1]);
      if (only == NULL)
        return squill_cli_usage (_ ("there is no rule “%s”"), argv[1]);
    }

  rules = squill_rules_get (&n);
  if (markdown)
    {
      print_document (rules, n);
      return SQUILL_EXIT_FINE;
    }
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
  return cli->json ? squill_cli_print_list ("rules", list) : SQUILL_EXIT_FINE;
}

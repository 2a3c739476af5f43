/* SPDX-License-Identifier: Apache-2.0 */

/* squill-cli check: the findings of a model, and their fixes. */

#define G_LOG_DOMAIN "squill-cli"

#include "config.h"

#include <glib/gi18n.h>
#include <stdio.h>
#include <string.h>

#include "cli/squill-cli.h"
#include "model/squill-item-place.h"
#include "model/squill-json-text.h"
#include "model/squill-placement.h"
#include "text/squill-text.h"

static json_t *
finding_to_json (SquillModel *model, const SquillFinding *finding)
{
  json_t *subject =
      squill_cli_subject_to_json (model, finding->subject, finding->collection, finding->path);
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

static void
add_finding (GString *text, SquillModel *model, const SquillFinding *finding, const char *label)
{
  const SquillItem *item = squill_model_get_item (model, finding->subject);
  g_autofree char *subject = squill_model_describe_place (model, item);
  g_autofree char *name =
      *subject == '\0' ? g_strdup (_ ("model")) : squill_text_visible (subject, FALSE);
  g_autofree char *message = squill_text_visible (finding->message, FALSE);

  g_string_append_printf (text, "%s: %s: %s [%s]\n", label, name, message, finding->rule);
  if (finding->fix == NULL)
    return;
  g_string_append_printf (text, "    → %s\n", finding->fix->label);
  for (guint i = 0; i < finding->fix->losses->len; i++)
    {
      const char *line = g_ptr_array_index (finding->fix->losses, i);
      g_autofree char *loss = squill_text_visible (line, FALSE);

      g_string_append_printf (text, "      %s\n", loss);
    }
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

/* Fixes. */

/**
 * FixChoice:
 * @rule: (nullable): whose findings are fixed; %NULL for all
 * @subject: (nullable): id or name of what they are about; %NULL for all of the rule
 *
 * What --fix asks for.
 */
typedef struct
{
  char *rule;
  char *subject;
} FixChoice;

static void
fix_choice_clear (FixChoice *self)
{
  g_free (self->rule);
  g_free (self->subject);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (FixChoice, fix_choice_clear)

/* Ids may have colons in them, names of rules have none. */
static gboolean
fix_choice_read (FixChoice *self, const char *text)
{
  const char *colon = strchr (text, ':');

  if (g_str_equal (text, "all"))
    return TRUE;
  self->rule = colon == NULL ? g_strdup (text) : g_strndup (text, (gsize)(colon - text));
  self->subject = colon == NULL ? NULL : g_strdup (colon + 1);
  return squill_rules_find (self->rule) != NULL;
}

static gboolean
fix_choice_has (const FixChoice *self, SquillModel *model, const SquillFinding *finding)
{
  const SquillItem *item = squill_model_get_item (model, finding->subject);
  g_autofree char *name = squill_model_describe_place (model, item);

  return (self->rule == NULL || g_str_equal (finding->rule, self->rule)) &&
         (self->subject == NULL || g_str_equal (finding->subject, self->subject) ||
          g_strcmp0 (name, self->subject) == 0);
}

/* What is told from each other by what it is about and what it does. */
static char *
get_fix_key (const SquillFinding *finding)
{
  return g_strjoin ("\n", finding->rule, finding->subject,
                    finding->path == NULL ? "" : finding->path, finding->fix->label, NULL);
}

static const SquillFinding *
find_fixable (SquillAdvice *advice, const FixChoice *choice, GHashTable *done)
{
  SquillModel *model = squill_design_get_model (squill_advice_get_design (advice));
  const GPtrArray *findings = squill_advice_get_findings (advice);

  for (guint i = 0; i < findings->len; i++)
    {
      const SquillFinding *finding = findings->pdata[i];
      g_autofree char *key = NULL;

      if (finding->fix == NULL || finding->dismissed || !fix_choice_has (choice, model, finding))
        continue;
      key = get_fix_key (finding);
      if (!g_hash_table_contains (done, key))
        return finding;
    }
  return NULL;
}

/* How everything is stored. What fixes add besides has new ids each time. */
static char *
get_state (SquillModel *model)
{
  GString *text = g_string_new (NULL);

  SQUILL_FOR_EACH_CHILD (SquillRelationship, r, squill_model_get_info (model),
                         SQUILL_KIND_RELATIONSHIP)
    {
      g_string_append_printf (text, "%s %d %g\n", r->item.id, r->placement, r->bound);
    }
  return g_string_free (text, FALSE);
}

/* Applies one fix after another until none is left: one may mend what others are for, and bring
 * others about. No fix is applied twice, and none that would store everything as it was stored
 * before, so that it ends. */
static gboolean
apply_fixes (
    SquillAdvice *advice, const FixChoice *choice, json_t *list, GString *text, GError **error)
{
  SquillModel *model = squill_design_get_model (squill_advice_get_design (advice));
  g_autoptr (GHashTable) done = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GHashTable) states = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  const SquillFinding *finding;

  g_hash_table_add (states, get_state (model));
  while ((finding = find_fixable (advice, choice, done)) != NULL)
    {
      json_auto_t *json = finding_to_json (model, finding);
      g_autofree char *before = get_state (model), *after = NULL;
      g_autoptr (GString) lines = g_string_new (NULL);

      add_finding (lines, model, finding, _ ("fixed"));
      g_hash_table_add (done, get_fix_key (finding));
      if (!squill_advice_apply_fix (advice, finding, error))
        return FALSE;
      after = get_state (model);
      if (!g_str_equal (before, after) && !g_hash_table_add (states, g_steal_pointer (&after)))
        {
          squill_model_undo (model);
          continue;
        }
      json_array_append (list, json);
      g_string_append (text, lines->str);
    }
  return TRUE;
}

/* With the model on standard output, there is no room for more. */
static SquillExit
print_report (json_t *json, const char *text, gboolean to_errors)
{
  g_autofree char *json_text = json == NULL ? NULL : squill_json_to_text (json);
  const char *report = json == NULL ? text : json_text;

  if (!to_errors)
    return squill_cli_write (report, strlen (report));
  fputs (report, stderr);
  return SQUILL_EXIT_FINE;
}

/* Prints the findings about a model. */
SquillExit
squill_cli_check (SquillCli *cli, int argc, char **argv)
{
  g_autofree char *fail_on = NULL;
  g_autofree char *fix = NULL;
  g_autofree char *output = NULL;
  const GOptionEntry entries[] = {
    { "fail-on", 0, 0, G_OPTION_ARG_STRING, &fail_on, N_ ("Exit with 1 from this severity on"),
      "error|warning|hint|never" },
    { "fix", 0, 0, G_OPTION_ARG_STRING, &fix,
      N_ ("Apply the fixes of a rule, of one of its findings, or all until none is left"),
      N_ ("RULE[:ID]|all") },
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &output, N_ ("Write to this file"), N_ ("MODEL") },
    G_OPTION_ENTRY_NULL,
  };
  g_auto (FixChoice) choice = { NULL };
  g_autoptr (SquillModel) model = NULL;
  g_autoptr (SquillDesign) design = NULL;
  g_autoptr (SquillAdvice) advice = NULL;
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  GPtrArray *findings;
  json_auto_t *list = json_array ();
  json_auto_t *fixed = json_array ();
  json_auto_t *report = NULL;
  gboolean failed = FALSE;
  SquillExit exit_code;
  int level;

  if (!squill_cli_parse (cli, "check", entries, &argc, &argv, &exit_code))
    return exit_code;
  if (!find_level (fail_on, &level))
    return squill_cli_usage (_ ("--fail-on takes error, warning, hint, or never, not “%s”"),
                             fail_on);
  if (output != NULL && fix == NULL)
    return squill_cli_usage ("%s", _ ("--output needs --fix"));
  if (fix != NULL && !fix_choice_read (&choice, fix))
    return squill_cli_usage (_ ("there is no rule “%s”"), choice.rule);
  model = squill_cli_load_model (cli, argv[1], &exit_code);
  if (model == NULL)
    return exit_code;

  design = squill_design_new (model);
  advice = squill_advice_new (design);
  if (fix != NULL && !apply_fixes (advice, &choice, fixed, text, &error))
    return squill_cli_fail (argv[1], error);
  findings = squill_advice_get_findings (advice);
  for (guint i = 0; i < findings->len; i++)
    {
      const SquillFinding *finding = findings->pdata[i];

      if (!finding->dismissed && level >= 0 && (int)finding->severity >= level)
        failed = TRUE;
      if (cli->json)
        json_array_append_new (list, finding_to_json (model, finding));
      else if (!finding->dismissed || cli->verbose)
        add_finding (text, model, finding, squill_severity_get_name (finding->severity));
    }
  if (cli->json)
    report = json_pack ("{s:i, s:s, s:O}", "squill", 1, "model", argv[1], "findings", list);
  if (report != NULL && fix != NULL)
    json_object_set (report, "fixed", fixed);
  exit_code = fix == NULL ? SQUILL_EXIT_FINE : squill_cli_write_model (cli, model, output);
  if (exit_code == SQUILL_EXIT_FINE)
    exit_code = print_report (report, text->str,
                              fix != NULL && (output == NULL || g_str_equal (output, "-")));
  if (exit_code != SQUILL_EXIT_FINE)
    return exit_code;
  return failed ? SQUILL_EXIT_FINDINGS : SQUILL_EXIT_FINE;
}

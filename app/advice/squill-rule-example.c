/* SPDX-License-Identifier: Apache-2.0 */

/* The examples of the rules: of each a model on which it fires, and one that is nearly the same, on
 * which it is silent. They are what its tests draw (tests/advice/rule-examples), and they are read
 * only when somebody asks for one. */

#define G_LOG_DOMAIN "squill-advice"

#include "config.h"

#include "advice/squill-rule-example.h"

#include <string.h>

#include "squill-rule-resources.h"

#include "model/squill-model-file.h"

#define PATH "/io/github/squill/Squill/rules/examples.json"

/* Not at the start: most programs never ask. */
static void
register_once (void)
{
  static gsize done = 0;

  if (g_once_init_enter (&done))
    {
      squill_rule_register_resource ();
      g_once_init_leave (&done, 1);
    }
}

/* The file has a member for each rule, which starts and ends on a line of its own: only that is
 * parsed. */
static json_t *
read_examples (const char *rule)
{
  g_autofree char *start = g_strdup_printf ("\n\"%s\": {\n", rule);
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GError) error = NULL;
  json_error_t json_error;
  json_t *examples;
  const char *data, *from, *end;
  gsize length;

  register_once ();
  bytes = g_resources_lookup_data (PATH, G_RESOURCE_LOOKUP_FLAGS_NONE, &error);
  if (bytes == NULL)
    g_error ("The examples of the rules are missing: %s", error->message);
  data = g_bytes_get_data (bytes, &length);
  from = g_strstr_len (data, (gssize)length, start);
  if (from == NULL)
    return NULL;
  from += strlen (start) - 2;
  end = g_strstr_len (from, data + length - from, "\n}");
  examples = end == NULL
                 ? NULL
                 : json_loadb (from, (gsize)(end + 2 - from), JSON_REJECT_DUPLICATES, &json_error);
  if (examples == NULL)
    g_error ("The examples of %s are damaged", rule);
  return examples;
}

/**
 * squill_rule_example_new:
 * @rule: the id of a rule
 * @fires: which example of it: the one on which it fires, or the one on which it is silent
 *
 * Returns: (transfer full) (nullable): the model, which has no positions; %NULL where the rule has
 * no such example
 */
SquillModel *
squill_rule_example_new (const char *rule, gboolean fires)
{
  json_auto_t *examples = read_examples (rule);
  json_t *model = json_object_get (examples, fires ? "fires" : "silent");
  g_autoptr (GError) error = NULL;
  SquillModel *self;
  char *data;

  if (model == NULL)
    return NULL;
  data = json_dumps (model, JSON_COMPACT);
  self = squill_model_new_from_data (data, strlen (data), &error);
  free (data);
  if (self == NULL)
    g_error ("The example of %s is damaged: %s", rule, error->message);
  return self;
}

/**
 * squill_rule_example_find:
 * @advice: the advice of an example
 * @rule: the id of the rule it is an example of
 *
 * Returns: (transfer none) (nullable): the worst that the rule finds there
 */
const SquillFinding *
squill_rule_example_find (SquillAdvice *advice, const char *rule)
{
  GPtrArray *findings = squill_advice_get_findings (advice);

  for (guint i = 0; i < findings->len; i++)
    {
      const SquillFinding *finding = g_ptr_array_index (findings, i);

      if (g_str_equal (finding->rule, rule))
        return finding;
    }
  return NULL;
}

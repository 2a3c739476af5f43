/* SPDX-License-Identifier: Apache-2.0 */

/* What the two examples of a rule have that differs, in words. */

#include "config.h"

#include <string.h>

#include "advice/squill-rule-example.h"
#include "session/squill-rule-text.h"

static char *
compare (SquillModel *fires, SquillModel *silent)
{
  g_autoptr (SquillDesign) first = squill_design_new (fires);
  g_autoptr (SquillDesign) second = squill_design_new (silent);
  g_autoptr (GPtrArray) sentences = squill_rule_text_compare (first, second);

  g_ptr_array_add (sentences, NULL);
  return g_strjoinv ("\n", (char **)sentences->pdata);
}

static void
assert_differs (const char *rule, const char *expected)
{
  g_autoptr (SquillModel) fires = squill_rule_example_new (rule, TRUE);
  g_autoptr (SquillModel) silent = squill_rule_example_new (rule, FALSE);
  g_autofree char *text = compare (fires, silent);

  g_assert_cmpstr (text, ==, expected);
}

static void
test_values (void)
{
  assert_differs ("unbounded-array",
                  "Relationship “logmsgs” · Stored as: First 100 embedded, all in their own "
                  "collection, instead of Embedded in host\n"
                  "Relationship “logmsgs” · Number in one document: 100");
  assert_differs ("esr-order", "Index “car.index” · Keys: manufacturer, model, cost, instead of "
                               "manufacturer, cost, model");
}

static void
test_items (void)
{
  g_autoptr (SquillModel) fires = squill_rule_example_new ("esr-order", TRUE);
  g_autoptr (SquillModel) silent = squill_rule_example_new ("esr-order", TRUE);
  g_autofree char *same = compare (fires, silent);
  g_autofree char *less = NULL, *more = NULL;
  g_autoptr (SquillEdit) remove = NULL;

  g_assert_cmpstr (same, ==, "");
  remove = squill_edit_new_remove ("index");
  g_assert_true (squill_model_apply (silent, remove, NULL));
  less = compare (fires, silent);
  g_assert_cmpstr (less, ==, "Without: Index “car.index”");
  more = compare (silent, fires);
  g_assert_cmpstr (more, ==, "In addition: Index “car.index”");
}

/* Of models of other things nothing is said. */
static void
test_others (void)
{
  g_autoptr (SquillModel) fires = squill_rule_example_new ("esr-order", TRUE);
  g_autoptr (SquillModel) silent = squill_rule_example_new ("unbounded-array", FALSE);
  g_autofree char *text = compare (fires, silent);

  g_assert_cmpstr (text, ==, "");
}

/* What all examples differ in can be said. */
static void
test_all (void)
{
  guint n;
  const SquillRuleInfo *rules = squill_rules_get (&n);

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (SquillModel) fires = squill_rule_example_new (rules[i].id, TRUE);
      g_autoptr (SquillModel) silent = squill_rule_example_new (rules[i].id, FALSE);
      g_autofree char *text = NULL;

      if (fires == NULL || silent == NULL)
        continue;
      text = compare (fires, silent);
      g_test_message ("%s\n%s", rules[i].id, text);
      g_assert_null (strstr (text, "(null)"));
      g_assert_null (strstr (text, "nan"));
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/rule-text/values", test_values);
  g_test_add_func ("/rule-text/items", test_items);
  g_test_add_func ("/rule-text/others", test_others);
  g_test_add_func ("/rule-text/all", test_all);
  return g_test_run ();
}

/* SPDX-License-Identifier: Apache-2.0 */

/* Each example is canonical, has the findings its article leads to, and goes through everything. */

#include "config.h"

#include <gio/gio.h>
#include <locale.h>
#include <string.h>

#include "advice/squill-advice.h"
#include "exchange/squill-exchange.h"
#include "model/squill-model-file.h"

/* The findings that are no hints, as "severity rule subject", sorted. */
static const struct
{
  const char *name;
  const char *findings;
} examples[] = {
#include "example-findings.h"
};

static SquillModel *
load (const char *name, char **data)
{
  g_autofree char *file = g_strconcat (name, ".squill", NULL);
  g_autofree char *path =
      g_build_filename (g_getenv ("SQUILL_SOURCE_ROOT"), "data", "examples", file, NULL);
  g_autoptr (GError) error = NULL;
  gsize length;
  SquillModel *model;

  g_file_get_contents (path, data, &length, &error);
  g_assert_no_error (error);
  model = squill_model_new_from_data (*data, length, &error);
  g_assert_no_error (error);
  return model;
}

static int
compare (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *)a, *(const char *const *)b);
}

static void
test_findings (gconstpointer data)
{
  const guint i = GPOINTER_TO_UINT (data);
  g_autofree char *text = NULL;
  g_autoptr (SquillModel) model = load (examples[i].name, &text);
  g_autoptr (SquillDesign) design = squill_design_new (model);
  g_autoptr (SquillAdvice) advice = squill_advice_new (design);
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);
  GPtrArray *findings = squill_advice_get_findings (advice);
  g_autoptr (GString) all = g_string_new (NULL);

  for (guint f = 0; f < findings->len; f++)
    {
      const SquillFinding *finding = findings->pdata[f];
      const char *name = squill_item_get_name (squill_model_get_item (model, finding->subject));

      g_assert_cmpstr (finding->message, !=, "");
      if (finding->severity > SQUILL_SEVERITY_HINT)
        g_ptr_array_add (lines, g_strdup_printf ("%s %s %s\n",
                                                 squill_severity_get_name (finding->severity),
                                                 finding->rule, name == NULL ? "" : name));
    }
  g_ptr_array_sort (lines, compare);
  for (guint l = 0; l < lines->len; l++)
    g_string_append (all, lines->pdata[l]);
  g_assert_cmpstr (all->str, ==, examples[i].findings);
}

static void
test_canonical (gconstpointer data)
{
  g_autofree char *text = NULL;
  g_autoptr (SquillModel) model = load (examples[GPOINTER_TO_UINT (data)].name, &text);
  g_autofree char *again = squill_model_to_data (model, NULL);

  g_assert_cmpstr (again, ==, text);
  g_assert_null (squill_model_get_warnings (model));
}

/* A fix mends what it is for, and undo brings back every byte. */
static void
test_fixes (gconstpointer data)
{
  const char *name = examples[GPOINTER_TO_UINT (data)].name;
  g_autofree char *text = NULL;
  g_autoptr (SquillModel) first = load (name, &text);
  g_autoptr (SquillDesign) first_design = squill_design_new (first);
  g_autoptr (SquillAdvice) first_advice = squill_advice_new (first_design);
  guint n = squill_advice_get_findings (first_advice)->len;

  for (guint f = 0; f < n; f++)
    {
      g_autofree char *again = NULL;
      g_autofree char *rule = NULL;
      g_autofree char *subject = NULL;
      g_autofree char *unchanged = NULL;
      g_autoptr (SquillModel) model = load (name, &unchanged);
      g_autoptr (SquillDesign) design = squill_design_new (model);
      g_autoptr (SquillAdvice) advice = squill_advice_new (design);
      const SquillFinding *finding = squill_advice_get_findings (advice)->pdata[f];
      g_autoptr (GError) error = NULL;
      GPtrArray *left;

      if (finding->fix == NULL)
        continue;
      rule = g_strdup (finding->rule);
      subject = g_strdup (finding->subject);
      squill_advice_apply_fix (advice, finding, &error);
      g_assert_no_error (error);
      left = squill_advice_get_findings (advice);
      for (guint l = 0; l < left->len; l++)
        {
          const SquillFinding *other = left->pdata[l];

          g_assert_false (g_str_equal (other->rule, rule) && g_str_equal (other->subject, subject));
        }
      g_assert_true (squill_model_undo (model));
      again = squill_model_to_data (model, NULL);
      g_assert_cmpstr (again, ==, text);
    }
}

static void
test_exports (gconstpointer data)
{
  g_autofree char *text = NULL;
  g_autoptr (SquillModel) model = load (examples[GPOINTER_TO_UINT (data)].name, &text);
  g_autoptr (SquillDesign) design = squill_design_new (model);
  g_autoptr (SquillAdvice) advice = squill_advice_new (design);
  guint n;
  const SquillExporter *exporters = squill_exporters_get (&n);

  g_assert_cmpuint (n, >=, 7);
  for (guint e = 0; e < n; e++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (GPtrArray) first =
          squill_export (&exporters[e], design, advice, NULL, NULL, &error);
      g_autoptr (GPtrArray) second = NULL;

      g_assert_no_error (error);
      g_assert_cmpuint (first->len, >, 0);
      second = squill_export (&exporters[e], design, advice, NULL, NULL, &error);
      g_assert_no_error (error);
      for (guint f = 0; f < first->len; f++)
        {
          const SquillExportFile *a = first->pdata[f];
          const SquillExportFile *b = second->pdata[f];

          g_assert_cmpuint (g_bytes_get_size (a->content), >, 0);
          g_assert_true (g_bytes_equal (a->content, b->content));
        }
    }
}

int
main (int argc, char *argv[])
{
  setlocale (LC_ALL, "");
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (examples); i++)
    {
      g_autofree char *canonical = g_strdup_printf ("/examples/%s/canonical", examples[i].name);
      g_autofree char *findings = g_strdup_printf ("/examples/%s/findings", examples[i].name);
      g_autofree char *fixes = g_strdup_printf ("/examples/%s/fixes", examples[i].name);
      g_autofree char *exports = g_strdup_printf ("/examples/%s/exports", examples[i].name);

      g_test_add_data_func (canonical, GUINT_TO_POINTER (i), test_canonical);
      g_test_add_data_func (findings, GUINT_TO_POINTER (i), test_findings);
      g_test_add_data_func (fixes, GUINT_TO_POINTER (i), test_fixes);
      g_test_add_data_func (exports, GUINT_TO_POINTER (i), test_exports);
    }
  return g_test_run ();
}

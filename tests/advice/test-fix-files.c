/* SPDX-License-Identifier: Apache-2.0 */

/* Each fix of each example and of each model of the tests is kept by the file as it was made, and
 * undo brings back the file of before, byte for byte. What is advised for all of a model at once
 * comes to an end. */

#include "config.h"

#include "advice-fixture.h"
#include "advice/squill-advised.h"
#include "model/squill-model-file.h"

static void
assert_same_data (SquillModel *model, const char *expected)
{
  g_autofree char *data = squill_model_to_data (model, NULL);

  g_assert_cmpstr (data, ==, expected);
}

static void
assert_kept_by_file (SquillModel *model)
{
  gsize length;
  g_autofree char *data = squill_model_to_data (model, &length);
  g_autoptr (GError) error = NULL;
  g_autoptr (SquillModel) opened = squill_model_new_from_data (data, length, &error);

  g_assert_no_error (error);
  assert_same_data (opened, data);
}

/* What can be fixed, as "rule subject". */
static GPtrArray *
list_fixable (SquillAdvice *advice)
{
  const GPtrArray *findings = squill_advice_get_findings (advice);
  GPtrArray *fixable = g_ptr_array_new_with_free_func ((GDestroyNotify)g_strfreev);

  for (guint i = 0; i < findings->len; i++)
    {
      const SquillFinding *finding = findings->pdata[i];
      const char *const name[] = { finding->rule, finding->subject, NULL };

      if (finding->fix != NULL)
        g_ptr_array_add (fixable, g_strdupv ((char **)name));
    }
  return fixable;
}

static void
test_fixes (gconstpointer path)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GError) error = NULL;
  g_autoptr (SquillModel) model = squill_model_load (file, NULL, NULL, &error);
  g_autoptr (SquillDesign) design = NULL;
  g_autoptr (SquillAdvice) advice = NULL;
  g_autoptr (GPtrArray) fixable = NULL;
  g_autofree char *before = NULL;

  g_assert_no_error (error);
  before = squill_model_to_data (model, NULL);
  design = squill_design_new (model);
  advice = squill_advice_new (design);
  fixable = list_fixable (advice);
  for (guint i = 0; i < fixable->len; i++)
    {
      char **name = fixable->pdata[i];
      const SquillFinding *finding = find_finding (advice, name[0], name[1]);

      g_assert_nonnull (finding);
      g_assert_nonnull (finding->fix);
      g_test_message ("%s of %s: %s", name[0], name[1], finding->fix->label);
      g_assert_true (squill_advice_apply_fix (advice, finding, &error));
      g_assert_no_error (error);
      assert_kept_by_file (model);
      squill_model_undo (model);
      assert_same_data (model, before);
    }
}

/* What is advised for all of a model stores nothing in the same way twice. */
static void
test_advised (gconstpointer path)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GError) error = NULL;
  g_autoptr (SquillModel) model = squill_model_load (file, NULL, NULL, &error);
  g_autoptr (SquillAdvisedChanges) changes = NULL;

  g_assert_no_error (error);
  changes = squill_advised_changes_find (model, NULL, NULL, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < changes->changes->len; i++)
    {
      const SquillAdvisedChange *change = changes->changes->pdata[i];
      g_autoptr (GHashTable) labels = g_hash_table_new (g_str_hash, g_str_equal);

      for (guint j = 0; j < change->labels->len; j++)
        {
          g_test_message ("%s: %s", change->relationship, (char *)change->labels->pdata[j]);
          g_assert_true (g_hash_table_add (labels, change->labels->pdata[j]));
        }
    }
}

static void
add_folder (const char *folder, const char *topic, GTestDataFunc test, GPtrArray *files)
{
  g_autofree char *path = g_build_filename (g_getenv ("SQUILL_SOURCE_ROOT"), folder, NULL);
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;

  g_assert_nonnull (dir);
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *test_path = g_strdup_printf ("/advice/fix-files/%s/%s", topic, name);

      if (!g_str_has_suffix (name, ".squill"))
        continue;
      g_ptr_array_add (files, g_build_filename (path, name, NULL));
      g_test_add_data_func (test_path, g_ptr_array_index (files, files->len - 1), test);
    }
}

int
main (int argc, char *argv[])
{
  /* Not given to the tests, which take nothing where they are only listed. */
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (g_free);

  g_test_init (&argc, &argv, NULL);
  add_folder ("data/examples", "fixes", test_fixes, files);
  add_folder ("tests/data/models", "fixes", test_fixes, files);
  add_folder ("data/examples", "advised", test_advised, files);
  add_folder ("tests/data/models", "advised", test_advised, files);
  return g_test_run ();
}

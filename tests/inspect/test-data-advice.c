/* SPDX-License-Identifier: Apache-2.0 */

/* What the rules find in real data, looked at one by one: none of it is an error that is none. */

#include "config.h"

#include "advice/squill-advice.h"
#include "inspect/infer/squill-infer.h"
#include "inspect/squill-inspect.h"

#include "inspect-fixture.h"

#include <gio/gio.h>
#include <string.h>

typedef struct
{
  const char *folder;
  const char *findings;
} Case;

/* A map of an object beside its fields, the only key that is not unique, the only long list, and
 * values that were imported as text or have several types; that small collections are fine is left
 * out, and what is about the model as a whole, which is called as the folder. */
static const Case cases[] = {
  { "airports", "hint ref-target-missing code\n"
                "hint ref-target-missing code\n"
                "hint number-as-string airports\n"
                "hint number-as-string id\n"
                "hint number-as-string id\n" },
  { "atlas-sample/json/sample_analytics", "error ref-target-missing account_id\n" },
  { "atlas-sample/json/sample_mflix", "" },
  { "atlas-sample/dump/sample_analytics", "error ref-target-missing account_id\n" },
  { "atlas-sample/dump/sample_geospatial", "hint mixed-types depth\n" },
  { "atlas-sample/dump/sample_mflix", "" },
  { "atlas-sample/dump/sample_training", "" },
  { "dbkoda/OrderExample", "hint name-style-mixed customers\n"
                           "hint name-style-mixed products\n" },
  { "dbkoda/SampleCollections", "hint ref-target-missing imdb\n"
                                "hint number-as-string Sakila_films\n"
                                "hint date-as-string Rentals\n"
                                "hint date-as-string Payment Date\n"
                                "hint name-style-mixed lineItems\n"
                                "hint name-style-mixed DBEnvyLoad_orders\n" },
  { "docs-assets-geospatial", "" },
  { "docs-assets-primer", "hint mixed-types air_airlines\n" },
  { "mime-db", "" },
  { "mongo-tools-testdata/bsondump", "warning field-name-dot a.d\n"
                                     "hint nesting-depth deep_nested\n"
                                     "hint deprecated-type all_in_one_doc\n"
                                     "hint deprecated-type ex\n"
                                     "hint deprecated-type c\n"
                                     "hint deprecated-type c\n"
                                     "hint deprecated-type ex\n"
                                     "hint deprecated-type c\n"
                                     "hint deprecated-type c\n"
                                     "hint deprecated-type c\n"
                                     "hint mixed-types c\n"
                                     "hint mixed-types c\n"
                                     "hint mixed-types c\n"
                                     "hint mixed-types c\n"
                                     "hint mixed-types ex\n"
                                     "hint mixed-types ex\n" },
  { "mongo-tools-testdata/timeseries_test", "" },
  { "mongodb-json-files", "warning field-name-dollar profiles\n"
                          "warning dynamic-keys {key}\n"
                          "hint ref-target-missing cca3\n"
                          "hint mixed-types products\n"
                          "hint name-style-mixed profiles\n"
                          "hint mixed-types _id\n"
                          "hint mixed-types amount\n" },
  { "simdjson-data", "warning embed-array-large performances\n"
                     "hint number-as-string statuses\n"
                     "hint date-as-string github_events\n"
                     "hint date-as-string statuses\n"
                     "hint date-as-string plugins\n"
                     "hint field-name-long statuses\n"
                     "hint name-style-mixed update-center\n"
                     "hint number-as-string id\n"
                     "hint number-as-string compatibleSinceVersion\n" },
};

/* Copies the files of a folder, unpacked; FALSE where they are not here. */
static gboolean
unpack_all (const char *folder, const char *dataset)
{
  g_autofree char *source = fixture_dataset (dataset);
  g_autoptr (GDir) directory = NULL;
  const char *name;

  if (source == NULL)
    return FALSE;
  directory = g_dir_open (source, 0, NULL);
  g_assert_nonnull (directory);
  while ((name = g_dir_read_name (directory)) != NULL)
    {
      g_autofree char *path = g_build_filename (dataset, name, NULL);
      g_autofree char *full = g_build_filename (source, name, NULL);
      g_autofree char *written = NULL;

      if (g_str_equal (name, "COPYING"))
        continue;
      if (g_str_has_suffix (name, ".xz"))
        {
          g_autofree char *plain = g_strndup (name, strlen (name) - strlen (".xz"));

          written = fixture_unpack (folder, path, plain);
          if (written == NULL)
            return FALSE;
        }
      else
        {
          g_autofree char *bytes = NULL;
          gsize length;

          g_assert_true (g_file_get_contents (full, &bytes, &length, NULL));
          written = fixture_write (folder, name, bytes, (gssize)length);
        }
    }
  return TRUE;
}

static char *
list_findings (SquillAdvice *advice, SquillModel *model)
{
  GPtrArray *findings = squill_advice_get_findings (advice);
  GString *list = g_string_new (NULL);

  for (guint i = 0; i < findings->len; i++)
    {
      const SquillFinding *finding = g_ptr_array_index (findings, i);
      const SquillItem *item = squill_model_get_item (model, finding->subject);

      g_test_message ("%s", finding->message);
      if (!g_str_equal (finding->rule, "tiny-lookup-collection") &&
          finding->subject_kind != SQUILL_KIND_MODEL)
        g_string_append_printf (list, "%s %s %s\n", squill_severity_get_name (finding->severity),
                                finding->rule, squill_item_get_name (item));
    }
  return g_string_free (list, FALSE);
}

static void
test_folder (gconstpointer data)
{
  const Case *test_case = data;
  g_autofree char *folder = fixture_new_folder ();
  const char *const sources[] = { folder, NULL };
  g_autoptr (SquillProfile) profile = NULL;
  g_autoptr (SquillModel) model = NULL;
  g_autoptr (SquillDesign) design = NULL;
  g_autoptr (SquillAdvice) advice = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *findings = NULL;

  if (unpack_all (folder, test_case->folder))
    {
      profile = squill_inspect_sync (sources, NULL, NULL, NULL, NULL, &error);
      g_assert_no_error (error);
      model = squill_profile_to_model (profile, NULL, &error);
      g_assert_no_error (error);
      design = squill_design_new (model);
      advice = squill_advice_new (design);
      findings = list_findings (advice, model);
      g_assert_cmpstr (findings, ==, test_case->findings);
    }
  fixture_remove_folder (folder);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/inspect/data-advice/", cases[i].folder, NULL);

      g_test_add_data_func (path, &cases[i], test_folder);
    }
  return g_test_run ();
}

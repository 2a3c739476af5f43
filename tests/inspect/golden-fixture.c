/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include "golden-fixture.h"

#include "inspect/squill-inspect.h"

#include "inspect-fixture.h"

#include <math.h>
#include <string.h>

/* Means are given to three digits behind the point. */
#define TOLERANCE 0.0006

void
golden_set_up (GoldenFixture *fixture, gconstpointer data)
{
  fixture->folder = fixture_new_folder ();
}

void
golden_tear_down (GoldenFixture *fixture, gconstpointer data)
{
  json_decref (fixture->json);
  fixture_remove_folder (fixture->folder);
  g_free (fixture->folder);
}

/* Unpacks a file of the real data into the folder; FALSE where it is not here. */
static gboolean
add_file (GoldenFixture *fixture, const char *file)
{
  g_autofree char *name = g_path_get_basename (file);
  g_autofree char *source = NULL;
  g_autofree char *path = NULL;
  g_autofree char *bytes = NULL;
  gsize length;

  if (g_str_has_suffix (name, ".xz"))
    {
      name[strlen (name) - 3] = '\0';
      path = fixture_unpack (fixture->folder, file, name);
      return path != NULL;
    }
  source = fixture_dataset (file);
  if (source == NULL)
    return FALSE;
  g_assert_true (g_file_get_contents (source, &bytes, &length, NULL));
  path = fixture_write (fixture->folder, name, bytes, (gssize)length);
  return TRUE;
}

void
golden_read_folder (GoldenFixture *fixture, const char *folder)
{
  const char *const sources[] = { folder, NULL };
  g_autoptr (SquillProfile) profile = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;

  profile = squill_inspect_sync (sources, NULL, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  text = squill_profile_to_json (profile);
  fixture->json = json_loads (text, 0, NULL);
  g_assert_nonnull (fixture->json);
}

/* FALSE, and the test skipped, where one of the data sets is missing. */
gboolean
golden_read_files (GoldenFixture *fixture, const char *const *files)
{
  for (; *files != NULL; files++)
    if (!add_file (fixture, *files))
      return FALSE;
  golden_read_folder (fixture, fixture->folder);
  return TRUE;
}

static const json_t *
find_named (const json_t *array, const char *member, const char *text)
{
  size_t i;
  const json_t *value;

  json_array_foreach (array, i, value)
  {
    if (g_strcmp0 (json_string_value (json_object_get (value, member)), text) == 0)
      return value;
  }
  return NULL;
}

const json_t *
golden_get_collection (GoldenFixture *fixture, const char *name)
{
  const json_t *collection =
      find_named (json_object_get (fixture->json, "collections"), "name", name);

  if (collection == NULL)
    g_error ("no collection %s", name);
  return collection;
}

const json_t *
golden_find_path (GoldenFixture *fixture, const char *collection, const char *path)
{
  return find_named (json_object_get (golden_get_collection (fixture, collection), "paths"), "path",
                     path);
}

gboolean
golden_has_flag (const json_t *path, const char *flag)
{
  size_t i;
  const json_t *value;

  json_array_foreach (json_object_get (path, "flags"), i, value)
  {
    if (g_str_equal (json_string_value (value), flag))
      return TRUE;
  }
  return FALSE;
}

static gboolean
is_as_expected (const json_t *actual, const json_t *expected)
{
  if (json_is_real (expected) && json_is_number (actual))
    return fabs (json_number_value (actual) - json_real_value (expected)) <= TOLERANCE;
  return json_equal (actual, expected);
}

static void
assert_fact (GoldenFixture *fixture, const GoldenFact *fact)
{
  const json_t *actual = fact->path != NULL
                             ? golden_find_path (fixture, fact->collection, fact->path)
                             : golden_get_collection (fixture, fact->collection);
  g_auto (GStrv) members = NULL;
  g_autofree char *shown = NULL;
  json_t *expected;

  if (actual == NULL)
    g_error ("no path %s in %s", fact->path, fact->collection);
  g_test_message ("%s %s %s", fact->collection, fact->path, fact->member);
  if (*fact->member == '+' || *fact->member == '-')
    {
      g_assert_cmpint (golden_has_flag (actual, fact->member + 1), ==, *fact->member == '+');
      return;
    }
  members = g_strsplit (fact->member, ".", -1);
  for (guint i = 0; members[i] != NULL; i++)
    actual = json_object_get (actual, members[i]);
  expected = json_loads (fact->expected, JSON_DECODE_ANY, NULL);
  g_assert_nonnull (expected);
  shown = actual != NULL ? json_dumps (actual, JSON_ENCODE_ANY | JSON_COMPACT) : g_strdup ("none");
  if (!is_as_expected (actual, expected))
    g_error ("%s %s: %s is %s and not %s", fact->collection, fact->path, fact->member, shown,
             fact->expected);
  json_decref (expected);
}

void
golden_assert_facts (GoldenFixture *fixture, const GoldenFact *facts, guint n_facts)
{
  for (guint i = 0; i < n_facts; i++)
    assert_fact (fixture, &facts[i]);
}

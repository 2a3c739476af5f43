/* SPDX-License-Identifier: Apache-2.0 */

/* Merges of states that no editing in steps leads to, or that are about whole trees: nothing gets
 * lost, and what comes out can be read again. */

#include "config.h"

#include <string.h>

#include "model/squill-authoring.h"
#include "model/squill-model-file.h"
#include "model/squill-model-merge.h"

/* A file of what stands in it behind the head; in @content apostrophes stand for quotes. */
static char *
file_of (const char *content)
{
  return g_strdelimit (
      g_strconcat ("{'format':'squill/model','version':1", *content ? "," : "", content, "}", NULL),
      "'", '"');
}

static SquillModel *
read_model (const char *content)
{
  g_autofree char *data = file_of (content);
  g_autoptr (GError) error = NULL;
  SquillModel *model = squill_model_new_from_data (data, strlen (data), &error);

  g_assert_no_error (error);
  return model;
}

static SquillModel *
merge (const char *base, const char *ours, const char *theirs)
{
  g_autoptr (SquillModel) before = read_model (base);
  g_autoptr (SquillModel) mine = read_model (ours);
  g_autoptr (SquillModel) other = read_model (theirs);
  g_autoptr (GError) error = NULL;
  g_autoptr (SquillModel) merged = squill_models_merge (before, mine, other, NULL, &error);
  g_autofree char *data = NULL;
  g_autofree char *data_again = NULL;
  SquillModel *again;

  g_assert_no_error (error);
  data = squill_model_to_data (merged, NULL);
  again = squill_model_new_from_data (data, strlen (data), &error);
  g_assert_no_error (error);
  data_again = squill_model_to_data (again, NULL);
  g_assert_cmpstr (data_again, ==, data);
  return again;
}

static void
assert_has (SquillModel *model, const char *ids)
{
  g_auto (GStrv) list = g_strsplit (ids, " ", -1);

  for (guint i = 0; list[i] != NULL; i++)
    if (squill_model_get_item (model, list[i]) == NULL)
      g_error ("“%s” is lost", list[i]);
}

/* Ours puts Y into W, theirs W into Y and removes P, in which W was. */
static void
test_circle_in_removed (void)
{
  g_autoptr (SquillModel) merged = merge (
      "'entities':{'E':{'name':'e','fields':{'P':{'name':'p','fields':{'W':{'name':'w'}}},"
      "'Y':{'name':'y'}}}}",
      "'entities':{'E':{'name':'e','fields':{'P':{'name':'p','fields':{'W':{'name':'w',"
      "'fields':{'Y':{'name':'y'}}}}}}}}",
      "'entities':{'E':{'name':'e','fields':{'Y':{'name':'y','fields':{'W':{'name':'w'}}}}}}");
  g_autoptr (GPtrArray) conflicts = squill_model_list_conflicts (merged);

  assert_has (merged, "E P W Y");
  g_assert_cmpuint (conflicts->len, >, 0);
}

/* What is put back to open one circle closes another. */
static void
test_circle_of_circles (void)
{
  g_autoptr (SquillModel) merged =
      merge ("'entities':{'E':{'name':'e','fields':{'j':{'name':'j','fields':{'i':{'name':'i'}}},"
             "'X':{'name':'x'}}}}",
             "'entities':{'E':{'name':'e','fields':{'j':{'name':'j','fields':{'i':{'name':'i',"
             "'fields':{'X':{'name':'x'}}}}}}}}",
             "'entities':{'E':{'name':'e','fields':{'X':{'name':'x','fields':{'i':{'name':'i',"
             "'fields':{'j':{'name':'j'}}}}}}}}");
  g_autoptr (GPtrArray) conflicts = squill_model_list_conflicts (merged);

  assert_has (merged, "E j i X");
  g_assert_cmpuint (conflicts->len, >, 0);
}

/* A chain of fields, each in the one before, with @inner in the last. */
static char *
chain (const char *prefix, guint n, const char *inner)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "%s'%s%u':{'name':'%s%u'", i > 0 ? ",'fields':{" : "", prefix, i,
                            prefix, i);
  if (inner != NULL)
    g_string_append_printf (text, ",'fields':{%s}", inner);
  for (guint i = 0; i < n; i++)
    g_string_append (text, i > 0 ? "}}" : "}");
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static SquillModel *
read_fields (const char *one, const char *other)
{
  g_autofree char *content = g_strdup_printf ("'entities':{'E':{'name':'e','fields':{%s%s%s}}}",
                                              one, other != NULL ? "," : "", other ? other : "");

  return read_model (content);
}

/* Each side nests as deep as a file can be, and both together deeper: it is said. */
static void
test_too_deep (void)
{
  const guint n = 45;
  g_autofree char *a = chain ("a", n, NULL);
  g_autofree char *b = chain ("b", n, NULL);
  g_autofree char *c = chain ("c", n, NULL);
  g_autofree char *b_in_a = chain ("a", n, b);
  g_autofree char *c_in_b = chain ("b", n, c);
  g_autofree char *b_and_c = g_strconcat (b, ",", c, NULL);
  g_autoptr (SquillModel) base = read_fields (a, b_and_c);
  g_autoptr (SquillModel) ours = read_fields (b_in_a, c);
  g_autoptr (SquillModel) theirs = read_fields (a, c_in_b);
  g_autoptr (GError) error = NULL;

  g_assert_null (squill_models_merge (base, ours, theirs, NULL, &error));
  g_assert_nonnull (error);
  g_assert_nonnull (strstr (error->message, "nested too deep"));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/model/merge-files/circle-in-removed", test_circle_in_removed);
  g_test_add_func ("/model/merge-files/circle-of-circles", test_circle_of_circles);
  g_test_add_func ("/model/merge-files/too-deep", test_too_deep);
  return g_test_run ();
}

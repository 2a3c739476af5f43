/* SPDX-License-Identifier: Apache-2.0 */

/* The commands that judge a design: check and its fixes, advise, capacity, compare, rules. */

#include "config.h"

#include <glib/gstdio.h>
#include <jansson.h>
#include <locale.h>
#include <string.h>

#include "cli-run.h"

static void
test_check (void)
{
  g_auto (CliRun) run = { 0 };
  g_autofree char *hosts = cli_get_example ("hosts.squill");
  g_autofree char *patrons = cli_get_example ("patrons.squill");
  g_autofree char *cms = cli_get_example ("cms.squill");
  json_t *json, *finding, *values, *fix;

  CLI_RUN (&run, "check", "--format=json", hosts);
  g_assert_cmpint (run.exit_code, ==, 1);
  json = cli_run_parse (&run);
  finding = cli_find_named (json_object_get (json, "findings"), "rule", "unbounded-array");
  g_assert_nonnull (finding);
  g_assert_cmpstr (json_string_value (json_object_get (finding, "severity")), ==, "error");
  values = json_object_get (finding, "values");
  g_assert_cmpint (json_integer_value (json_object_get (values, "growth_per_year")), ==, 1051200);
  /* (301575 - 1000) messages at 1,051,200 a year from 2026-11-21 are 104 days. */
  g_assert_cmpstr (json_string_value (json_object_get (values, "limit_reached")), ==, "2027-03-05");
  fix = json_object_get (finding, "fix");
  g_assert_nonnull (json_string_value (json_object_get (fix, "label")));
  g_assert_true (json_is_false (json_object_get (finding, "dismissed")));
  json_decref (json);

  CLI_RUN (&run, "check", "--fail-on=never", hosts);
  g_assert_cmpint (run.exit_code, ==, 0);
  g_assert_nonnull (strstr (run.output, "unbounded-array"));
  CLI_RUN (&run, "check", "--fail-on=warning", patrons);
  g_assert_cmpint (run.exit_code, ==, 0);

  /* What has no name is called something all the same. */
  CLI_RUN (&run, "check", "--fail-on=never", cms);
  g_assert_nonnull (strstr (run.output, "warning: posts.tags_1: "));
  g_assert_null (strstr (run.output, ": : "));
}

static char *
make_file (const char *folder, const char *name)
{
  return g_build_filename (folder, name, NULL);
}

static char *
read_file (const char *path)
{
  g_autoptr (GError) error = NULL;
  char *text;

  g_file_get_contents (path, &text, NULL, &error);
  g_assert_no_error (error);
  return text;
}

/* All fixes of an example, and once more: then there is nothing to do. */
static void
fix_all (const char *folder, const char *name)
{
  g_auto (CliRun) run = { 0 };
  g_autofree char *model = cli_get_example (name);
  g_autofree char *once = make_file (folder, "once.squill");
  g_autofree char *twice = make_file (folder, "twice.squill");
  g_autofree char *text = NULL, *same = NULL;
  json_t *json, *finding;
  size_t i;

  CLI_RUN (&run, "check", "--fix=all", "--format=json", "--fail-on=never", "-o", once, model);
  g_assert_cmpint (run.exit_code, ==, 0);
  json = cli_run_parse (&run);
  json_array_foreach (json_object_get (json, "fixed"), i, finding)
  {
    json_t *fix = json_object_get (finding, "fix");

    g_assert_nonnull (json_string_value (json_object_get (fix, "label")));
    g_assert_true (json_is_array (json_object_get (fix, "gives_up")));
  }
  json_array_foreach (json_object_get (json, "findings"), i, finding)
  {
    g_assert_true (json_is_null (json_object_get (finding, "fix")) ||
                   json_is_true (json_object_get (finding, "dismissed")));
  }
  json_decref (json);

  CLI_RUN (&run, "check", "--fix=all", "--format=json", "--fail-on=never", "-o", twice, once);
  json = cli_run_parse (&run);
  g_assert_cmpuint (json_array_size (json_object_get (json, "fixed")), ==, 0);
  json_decref (json);
  text = read_file (once);
  same = read_file (twice);
  g_assert_cmpstr (text, ==, same);
  g_unlink (once);
  g_unlink (twice);
}

static void
test_check_fix (void)
{
  static const char *const names[] = { "cms.squill", "hosts.squill", "movies.squill",
                                       "products.squill" };
  g_auto (CliRun) run = { 0 };
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("squill-fix-XXXXXX", &error);
  g_autofree char *fixed = make_file (folder, "fixed.squill");
  g_autofree char *hosts = cli_get_example ("hosts.squill");
  g_autofree char *one = NULL, *untouched = read_file (hosts);
  json_t *json, *finding;

  g_assert_no_error (error);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    fix_all (folder, names[i]);

  CLI_RUN (&run, "check", "--format=json", hosts);
  json = cli_run_parse (&run);
  finding = cli_find_named (json_object_get (json, "findings"), "rule", "unbounded-array");
  one = g_strconcat (
      "unbounded-array:",
      json_string_value (json_object_get (json_object_get (finding, "subject"), "id")), NULL);
  json_decref (json);

  /* Its fix is said with what it is for, and it is no longer among what is left. */
  CLI_RUN (&run, "check", "--fix", one, "-o", fixed, hosts);
  g_assert_cmpint (run.exit_code, ==, 0);
  g_assert_true (g_str_has_prefix (run.output, "fixed: "));
  g_assert_nonnull (strstr (run.output, "[unbounded-array]\n    → "));
  g_assert_null (strstr (run.output, "error: "));
  CLI_RUN (&run, "check", fixed);
  g_assert_null (strstr (run.output, "unbounded-array"));

  /* A model on standard output leaves the report to standard error. */
  CLI_RUN (&run, "check", "--fix=unbounded-array", hosts);
  g_assert_cmpint (run.exit_code, ==, 0);
  g_assert_true (g_str_has_prefix (run.output, "{"));
  g_assert_true (g_str_has_prefix (run.errors, "fixed: "));
  g_assert_nonnull (strstr (run.output, "\"parent-reference\""));
  CLI_RUN (&run, "check", "--fix=unbounded-array:nothing", "--fail-on=never", hosts);
  g_assert_cmpint (run.exit_code, ==, 0);
  g_assert_cmpstr (run.output, ==, untouched);

  CLI_RUN (&run, "check", "--fix=no-such-rule", hosts);
  g_assert_cmpint (run.exit_code, ==, 2);
  CLI_RUN (&run, "check", "-o", fixed, hosts);
  g_assert_cmpint (run.exit_code, ==, 2);
  g_unlink (fixed);
  g_rmdir (folder);
}

static void
test_advise (void)
{
  g_auto (CliRun) run = { 0 };
  g_autofree char *products = cli_get_example ("products.squill");
  json_t *json, *relationship, *option, *operation;
  size_t i, k;

  CLI_RUN (&run, "advise", "--format=json", products);
  g_assert_cmpint (run.exit_code, ==, 0);
  json = cli_run_parse (&run);
  g_assert_cmpint (json_integer_value (json_object_get (json, "squill")), ==, 1);
  relationship = json_array_get (json_object_get (json, "relationships"), 0);
  g_assert_cmpuint (strlen (json_string_value (json_object_get (relationship, "why"))), >, 0);
  g_assert_true (json_is_array (json_object_get (relationship, "flips")));
  json_array_foreach (json_object_get (relationship, "options"), i, option)
  {
    json_t *cost = json_object_get (option, "cost");
    double sum = 0;

    /* The advised one comes first, and the parts are the whole. */
    g_assert_cmpint (json_is_true (json_object_get (option, "advised")), ==, i == 0);
    if (json_is_null (cost))
      {
        g_assert_true (json_is_string (json_object_get (option, "infeasible")));
        continue;
      }
    json_array_foreach (json_object_get (option, "operations"), k, operation)
    {
      sum += json_number_value (json_object_get (operation, "cost"));
      g_assert_true (json_is_boolean (json_object_get (operation, "scan")));
      /* Who reads a whole collection uses no index. */
      g_assert_true (json_is_null (json_object_get (operation, "index")) ||
                     (json_is_string (json_object_get (operation, "index")) &&
                      json_is_false (json_object_get (operation, "scan"))));
    }
    g_assert_cmpfloat_with_epsilon (json_number_value (json_object_get (cost, "likely")), sum,
                                    1e-6);
  }
  g_assert_cmpuint (i, >, 3);
  {
    g_autofree char *name = g_strdup (json_string_value (json_object_get (relationship, "name")));

    json_decref (json);
    CLI_RUN (&run, "advise", "--relationship", name, products);
    g_assert_cmpint (run.exit_code, ==, 0);
    g_assert_true (g_str_has_prefix (run.output, name));
  }
  CLI_RUN (&run, "advise", "--output", "x.squill", products);
  g_assert_cmpint (run.exit_code, ==, 2);
  {
    g_autofree char *hosts = cli_get_example ("hosts.squill");

    CLI_RUN (&run, "advise", "--apply", hosts);
    g_assert_cmpint (run.exit_code, ==, 0);
    g_assert_nonnull (strstr (run.output, "\"parent-reference\""));
    g_assert_nonnull (strstr (run.errors, "hosts.logmsgs: “latest messages of a host” costs more"));
  }
  CLI_RUN (&run, "advise", "--relationship", "none", products);
  g_assert_cmpint (run.exit_code, ==, 2);
  g_assert_nonnull (strstr (run.errors, "none"));
}

static void
test_capacity (void)
{
  g_auto (CliRun) run = { 0 };
  g_autofree char *cms = cli_get_example ("cms.squill");
  json_t *json, *posts, *crossing, *subject;

  CLI_RUN (&run, "capacity", "--format=json", cms);
  g_assert_cmpint (run.exit_code, ==, 0);
  json = cli_run_parse (&run);
  posts = json_array_get (json_object_get (json, "collections"), 0);
  g_assert_cmpstr (json_string_value (json_object_get (posts, "name")), ==, "posts");
  g_assert_cmpfloat (json_number_value (json_object_get (posts, "documents")), ==, 10000);
  g_assert_cmpfloat (json_number_value (json_object_get (posts, "data_bytes_at_horizon")), >,
                     json_number_value (json_object_get (posts, "data_bytes")));
  g_assert_cmpfloat (json_number_value (json_object_get (posts, "index_bytes")), >, 0);
  g_assert_cmpfloat (json_number_value (json_object_get (json, "cache_bytes")), >, 0);
  /* Nobody said how much memory the server has. */
  g_assert_true (json_is_null (json_object_get (json, "available_cache_bytes")));
  crossing = json_array_get (json_object_get (json, "crossings"), 0);
  g_assert_cmpuint (strlen (json_string_value (json_object_get (crossing, "date"))), ==, 10);
  subject = json_object_get (crossing, "subject");
  g_assert_cmpstr (json_string_value (json_object_get (subject, "kind")), ==, "field");
  g_assert_true (json_is_string (json_object_get (crossing, "what")));
  json_decref (json);

  CLI_RUN (&run, "capacity", cms);
  g_assert_cmpint (run.exit_code, ==, 0);
  g_assert_nonnull (strstr (run.output, "posts"));
  CLI_RUN (&run, "capacity", "--format=markdown", cms);
  g_assert_nonnull (strstr (run.output, "| posts |"));
  CLI_RUN (&run, "capacity", "--format=csv", cms);
  g_assert_nonnull (strstr (run.output, ",posts,10000,"));
  CLI_RUN (&run, "capacity", "--format=html", cms);
  g_assert_true (g_str_has_prefix (run.output, "<!DOCTYPE html>"));
}

static void
test_compare (void)
{
  g_auto (CliRun) run = { 0 };
  g_autofree char *cms = cli_get_example ("cms.squill");
  g_autofree char *products = cli_get_example ("products.squill");
  json_t *json, *variants, *variant, *operation;
  double sum = 0;
  size_t i;

  CLI_RUN (&run, "compare", "--format=json", products, cms);
  g_assert_cmpint (run.exit_code, ==, 0);
  json = cli_run_parse (&run);
  variants = json_object_get (json, "variants");
  g_assert_cmpuint (json_array_size (variants), ==, 2);
  variant = json_array_get (variants, 0);
  g_assert_cmpstr (json_string_value (json_object_get (variant, "name")), ==, "products");
  g_assert_cmpuint (json_array_size (json_object_get (variant, "collections")), ==, 2);
  json_array_foreach (json_object_get (variant, "operations"), i, operation)
  {
    sum += json_number_value (json_object_get (operation, "cost"));
  }
  g_assert_cmpuint (i, >, 0);
  g_assert_cmpfloat_with_epsilon (json_number_value (json_object_get (variant, "cost")), sum, 1e-6);
  g_assert_cmpfloat (json_number_value (json_object_get (variant, "storage_bytes")), >, 0);
  g_assert_cmpfloat (json_number_value (json_object_get (variant, "storage_bytes_at_horizon")), >=,
                     json_number_value (json_object_get (variant, "storage_bytes")));
  g_assert_true (
      json_is_integer (json_object_get (json_object_get (variant, "findings"), "warning")));
  g_assert_true (json_is_array (json_object_get (json, "rank_changes")));
  json_decref (json);

  CLI_RUN (&run, "compare", "--format=markdown", cms);
  g_assert_cmpint (run.exit_code, ==, 0);
  g_assert_nonnull (strstr (run.output, "| show post |"));
  CLI_RUN (&run, "compare", "--format=csv", cms, products);
  g_assert_true (g_str_has_prefix (run.output, "quantity,cms,products\r\n"));
}

/* What the server refuses is not just recommended for its cost. */
static void
test_cheapest_with_error (void)
{
  g_auto (CliRun) run = { 0 };
  g_autofree char *good = cli_get_example ("cms.squill");
  g_autofree char *folder = g_dir_make_tmp ("squill-XXXXXX", NULL);
  g_autofree char *bad = g_build_filename (folder, "bad.squill", NULL);
  g_autofree char *content = NULL;
  g_autoptr (GString) text = NULL;

  g_assert_true (g_file_get_contents (good, &content, NULL, NULL));
  text = g_string_new (content);
  g_assert_cmpuint (g_string_replace (text, "\"name\": \"users\"", "\"name\": \"us$ers\"", 1), ==,
                    1);
  g_assert_true (g_file_set_contents (bad, text->str, -1, NULL));
  CLI_RUN (&run, "compare", bad, good);
  g_assert_nonnull (strstr (run.output, "“bad” costs least, but has "));
  CLI_RUN (&run, "compare", "--format=text", good, bad);
  g_assert_null (strstr (run.output, "but has"));

  /* Nor where it costs least with other rates. */
  {
    g_autofree char *shop = cli_get_example ("shop.squill");
    g_autofree char *shop_content = NULL;
    g_autoptr (GString) changed = NULL;

    CLI_RUN (&run, "compare", shop);
    g_assert_nonnull (strstr (run.output, "Costs least then"));
    g_assert_null (strstr (run.output, "but has"));
    g_assert_true (g_file_get_contents (shop, &shop_content, NULL, NULL));
    changed = g_string_new (shop_content);
    g_assert_cmpuint (
        g_string_replace (changed, "\"name\": \"brands\"", "\"name\": \"br$ands\"", 1), ==, 1);
    g_assert_true (g_file_set_contents (bad, changed->str, -1, NULL));
    CLI_RUN (&run, "compare", bad);
    g_assert_nonnull (strstr (strstr (run.output, "Costs least then"), ", but has 1 error"));
  }
  g_remove (bad);
  g_rmdir (folder);
}

static void
test_rules (void)
{
  g_auto (CliRun) run = { 0 };
  json_t *json, *rule;

  CLI_RUN (&run, "rules", "--format=json");
  g_assert_cmpint (run.exit_code, ==, 0);
  json = cli_run_parse (&run);
  rule = cli_find_named (json_object_get (json, "rules"), "id", "embed-array-large");
  g_assert_nonnull (rule);
  g_assert_cmpint (
      json_integer_value (json_object_get (json_object_get (rule, "thresholds"), "embed.max")), ==,
      200);
  json_decref (json);
  CLI_RUN (&run, "rules", "unbounded-array");
  g_assert_cmpint (run.exit_code, ==, 0);
  g_assert_nonnull (strstr (run.output, "William Zola, “6 Rules of Thumb"));
}

int
main (int argc, char *argv[])
{
  setlocale (LC_ALL, "");
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli/check", test_check);
  g_test_add_func ("/cli/check-fix", test_check_fix);
  g_test_add_func ("/cli/advise", test_advise);
  g_test_add_func ("/cli/capacity", test_capacity);
  g_test_add_func ("/cli/compare", test_compare);
  g_test_add_func ("/cli/compare/error", test_cheapest_with_error);
  g_test_add_func ("/cli/rules", test_rules);
  return g_test_run ();
}

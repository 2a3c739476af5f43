/* SPDX-License-Identifier: Apache-2.0 */

/* Reports, in each of their formats. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include <math.h>
#include <string.h>

#include "design-fixture.h"
#include "advice/squill-comparison.h"
#include "exchange/squill-report.h"

/* Names that are markup in one of the formats. */
#define NASTY "a|b <i>*c*</i>, \"d\"\n[e]"

static SquillReport *
make_report (void)
{
  SquillReport *report = squill_report_new ("Of " NASTY);

  squill_report_add_sentence (report, "One & two");
  squill_report_add_heading (report, "Table");
  squill_report_add_column (report, "name", "Name", FALSE);
  squill_report_add_column (report, "bytes", "Bytes", TRUE);
  squill_report_add_row (report);
  squill_report_add_text (report, NASTY);
  squill_report_add_bytes (report, 1234567);
  squill_report_add_row (report);
  squill_report_add_text (report, "plain");
  squill_report_add_bytes (report, NAN);
  return report;
}

static void
test_text (void)
{
  g_autoptr (SquillReport) report = make_report ();
  g_autofree char *text = squill_report_write (report, SQUILL_REPORT_TEXT);
  g_auto (GStrv) lines = g_strsplit (strstr (text, "Name"), "\n", -1);

  /* Numbers end in one column, and one row is one line. */
  g_assert_true (g_str_has_suffix (lines[0], "Bytes"));
  g_assert_true (g_str_has_suffix (lines[1], "1.23\u202fMB"));
  g_assert_true (g_str_has_suffix (lines[2], "?"));
  g_assert_cmpint (g_utf8_strlen (lines[1], -1), ==, g_utf8_strlen (lines[2], -1));
  g_assert_cmpstr (lines[3], ==, "");
}

static void
test_markdown (void)
{
  g_autoptr (SquillReport) report = make_report ();
  g_autofree char *text = squill_report_write (report, SQUILL_REPORT_MARKDOWN);
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

  g_assert_cmpuint (g_strv_length (lines), ==, 11);
  g_assert_true (g_str_has_prefix (lines[0], "# Of a\\|b \\<i\\>\\*c\\*\\</i\\>"));
  g_assert_cmpstr (lines[2], ==, "One \\& two");
  g_assert_cmpstr (lines[4], ==, "## Table");
  g_assert_cmpstr (lines[6], ==, "| Name | Bytes |");
  g_assert_cmpstr (lines[7], ==, "| --- | ---: |");
  g_assert_cmpstr (lines[9], ==, "| plain | ? |");
}

static void
test_csv (void)
{
  g_autoptr (SquillReport) report = make_report ();
  g_autofree char *text = squill_report_write (report, SQUILL_REPORT_CSV);

  g_assert_cmpstr (text, ==,
                   "name,bytes\r\n"
                   "\"a|b <i>*c*</i>, \"\"d\"\"\n[e]\",1234567\r\n"
                   "plain,\r\n");
}

static void
test_html (void)
{
  g_autoptr (SquillReport) report = make_report ();
  g_autofree char *text = squill_report_write (report, SQUILL_REPORT_HTML);

  g_assert_null (strstr (text, "<i>"));
  g_assert_nonnull (strstr (text, "&lt;i&gt;"));
  g_assert_nonnull (strstr (text, "<li>One &amp; two</li>"));
  g_assert_nonnull (strstr (text, "<td class=\"number\">1.23\u202fMB</td>"));
  g_assert_null (strstr (text, "<svg"));
}

/* Where the window shows bars, the page has them, in proportion. */
static void
test_bars (void)
{
  g_autoptr (SquillReport) report = squill_report_new ("Bars");
  g_autofree char *text = NULL;

  squill_report_add_heading (report, "Sizes");
  squill_report_set_bars (report, SQUILL_REPORT_BARS_BY_COLUMN);
  squill_report_add_column (report, "name", "Name", FALSE);
  squill_report_add_column (report, "size", "Size", TRUE);
  for (guint i = 0; i < 3; i++)
    {
      squill_report_add_row (report);
      squill_report_add_text (report, "one");
      squill_report_add_number (report, g_strdup ("number"), i < 2 ? 50 + 50 * i : NAN);
    }
  text = squill_report_write (report, SQUILL_REPORT_HTML);
  g_assert_nonnull (strstr (text, "<rect width=\"48\" "));
  g_assert_nonnull (strstr (text, "<rect width=\"96\" "));
  /* Two numbers, two bars. */
  g_assert_nonnull (strstr (strstr (text, "<svg") + 1, "<svg"));
  g_assert_null (strstr (strstr (strstr (text, "<svg") + 1, "<svg") + 1, "<svg"));
}

static void
test_formats (void)
{
  SquillReportFormat format;

  g_assert_true (squill_report_format_find ("markdown", &format));
  g_assert_cmpint (format, ==, SQUILL_REPORT_MARKDOWN);
  g_assert_false (squill_report_format_find ("json", &format));
}

/* All columns of the tables are filled, with and without groups and retention. */
static void
test_capacity (void)
{
  static const char *const names[] = { "cms", "hosts", "traffic" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (SquillModel) model = load_example (names[i]);
      g_autoptr (SquillDesign) design = NULL;
      g_autoptr (SquillCapacity) capacity = NULL;
      g_autoptr (SquillReport) report = NULL;
      g_autofree char *csv = NULL;
      g_auto (GStrv) lines = NULL;
      guint n_columns = 0;

      if (i == 2)
        change (model, "event-7r2f", "retention", "30");
      design = squill_design_new (model);
      capacity = squill_capacity_new (design);
      report = squill_report_new_capacity (capacity);
      csv = squill_report_write (report, SQUILL_REPORT_CSV);
      g_assert_nonnull (strstr (csv, "collection,documents,documents_at_horizon"));
      lines = g_strsplit (csv, "\r\n", -1);
      for (guint line = 0; lines[line] != NULL; line++)
        {
          guint n = 1;

          for (const char *p = lines[line]; *p != '\0'; p++)
            n += *p == ',';
          if (*lines[line] == '\0')
            n_columns = 0;
          else if (n_columns == 0)
            n_columns = n;
          else
            g_assert_cmpuint (n, ==, n_columns);
        }
    }
}

/* What is reached after the last year that has dates is still told. */
static void
test_far_days (void)
{
  g_autoptr (SquillModel) model = load_example ("cms");
  g_autoptr (SquillDesign) design = NULL;
  g_autoptr (SquillCapacity) capacity = NULL;
  g_autoptr (SquillReport) report = NULL;
  g_autofree char *csv = NULL;

  change (model, SQUILL_MODEL_ID, "reference_date", "'9999-12-30'");
  design = squill_design_new (model);
  capacity = squill_capacity_new (design);
  g_assert_cmpuint (capacity->crossings->len, >, 0);
  report = squill_report_new_capacity (capacity);
  csv = squill_report_write (report, SQUILL_REPORT_CSV);
  g_assert_nonnull (strstr (csv, "\r\nafter 9999,"));
}

/* What stays the same has no row; the first sentence has the factor. */
static void
test_change (void)
{
  g_autoptr (SquillModel) now = load_example ("products");
  g_autoptr (SquillModel) then = NULL;
  g_autoptr (GPtrArray) designs =
      g_ptr_array_new_with_free_func ((GDestroyNotify)squill_compared_design_free);
  g_autoptr (SquillReport) report = NULL;
  g_autofree char *text = NULL;

  /* Ten of 250 reviews are shown, and are in a collection of their own. */
  change (now, "reviews-8v3d", "placement", "\"parent-reference\"");
  change (now, "show-product-4r9h", "follows", "[\"reviews-8v3d\"]");
  change (now, "show-product-4r9h", "limit", "10");
  then = squill_model_copy (now);
  squill_model_set_read_only (then, FALSE);
  change (then, "reviews-8v3d", "placement", "\"subset\"");
  change (then, "reviews-8v3d", "bound", "10");
  g_ptr_array_add (designs, squill_compared_design_new (now, "Now"));
  g_ptr_array_add (designs, squill_compared_design_new (then, "Then"));
  report = squill_report_new_change (designs);
  text = squill_report_write (report, SQUILL_REPORT_MARKDOWN);
  g_assert_nonnull (strstr (text, "times less"));
  g_assert_nonnull (strstr (text, "| products | 5"));
  g_assert_null (strstr (text, "| reviews |"));
  g_assert_nonnull (strstr (text, "show product"));
  g_assert_null (strstr (text, "all reviews"));
  g_assert_null (strstr (text, "| Collections |"));
}

/* A collection that only one of two designs has: it has no number in the other, which is not the
 * same as a number that nobody knows. */
static void
test_new_collection (void)
{
  g_autoptr (SquillModel) now = load_example ("products");
  g_autoptr (SquillModel) then = NULL;
  g_autoptr (GPtrArray) designs =
      g_ptr_array_new_with_free_func ((GDestroyNotify)squill_compared_design_free);
  g_autoptr (SquillReport) report = NULL;
  g_autofree char *text = NULL;

  change (now, "reviews-8v3d", "placement", "\"embed-many\"");
  then = squill_model_copy (now);
  squill_model_set_read_only (then, FALSE);
  change (then, "reviews-8v3d", "placement", "\"parent-reference\"");
  g_ptr_array_add (designs, squill_compared_design_new (now, "Now"));
  g_ptr_array_add (designs, squill_compared_design_new (then, "Then"));
  report = squill_report_new_change (designs);
  text = squill_report_write (report, SQUILL_REPORT_MARKDOWN);
  g_assert_nonnull (strstr (text, "| reviews | – |"));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/exchange/report/text", test_text);
  g_test_add_func ("/exchange/report/markdown", test_markdown);
  g_test_add_func ("/exchange/report/csv", test_csv);
  g_test_add_func ("/exchange/report/html", test_html);
  g_test_add_func ("/exchange/report/bars", test_bars);
  g_test_add_func ("/exchange/report/formats", test_formats);
  g_test_add_func ("/exchange/report/capacity", test_capacity);
  g_test_add_func ("/exchange/report/capacity/far-days", test_far_days);
  g_test_add_func ("/exchange/report/change", test_change);
  g_test_add_func ("/exchange/report/new-collection", test_new_collection);
  return g_test_run ();
}

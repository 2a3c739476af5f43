/* SPDX-License-Identifier: Apache-2.0 */

/* What costs most stands first in the list of findings. */

#include "config.h"

#include "model/squill-authoring.h"
#include "model/squill-model-file.h"
#include "session/squill-finding-order.h"
#include "session/squill-finding-row.h"
#include "session/squill-rows.h"

/* Posts, comments and an archive without an index, read at different rates; and names of no cost.
 */
static const char text[] =
    "{\"format\": \"squill/model\", \"version\": 1, \"entities\": {"
    "\"a\": {\"name\": \"posts\", \"order\": \"B\", \"count\": {\"min\": 50000, "
    "\"likely\": 50000, \"max\": 50000}, \"fields\": {\"a1\": {\"name\": \"author\", "
    "\"order\": \"B\", \"types\": [\"objectId\"], \"required\": true, \"distinct\": 500}, "
    "\"a2\": {\"name\": \"price\", \"order\": \"C\", \"types\": [\"double\"], "
    "\"required\": true, \"meaning\": \"money\"}}}, "
    "\"b\": {\"name\": \"comments\", \"order\": \"C\", \"count\": {\"min\": 50000, "
    "\"likely\": 50000, \"max\": 50000}, \"fields\": {\"b1\": {\"name\": \"author\", "
    "\"order\": \"B\", \"types\": [\"objectId\"], \"required\": true, \"distinct\": "
    "500}}}}, "
    "\"operations\": {"
    "\"rare\": {\"name\": \"rare\", \"order\": \"B\", \"operation\": \"find\", "
    "\"entity\": \"a\", \"rate\": 1e-9, \"filter\": [{\"path\": \"a1\", \"how\": "
    "\"eq\"}]}, "
    "\"often\": {\"name\": \"often\", \"order\": \"C\", \"operation\": \"find\", "
    "\"entity\": \"b\", \"rate\": 0.01, \"filter\": [{\"path\": \"b1\", \"how\": "
    "\"eq\"}]}}}";

static GPtrArray *
list (SquillAdvice *advice)
{
  g_autoptr (GPtrArray) findings = squill_findings_order (advice);
  GPtrArray *subjects = g_ptr_array_new_with_free_func (g_free);

  g_assert_cmpuint (findings->len, ==, squill_advice_get_findings (advice)->len);
  for (guint i = 0; i < findings->len; i++)
    {
      const SquillFinding *finding = findings->pdata[i];

      g_test_message ("%s %s: %s", squill_severity_get_name (finding->severity), finding->rule,
                      finding->subject);
      if (i > 0)
        {
          const SquillFinding *before = findings->pdata[i - 1];

          g_assert_cmpint (before->dismissed, <=, finding->dismissed);
          if (before->dismissed == finding->dismissed)
            g_assert_cmpint (before->severity, >=, finding->severity);
        }
      g_ptr_array_add (subjects, g_strdup (finding->subject));
    }
  return subjects;
}

static guint
find (GPtrArray *subjects, const char *subject)
{
  guint position;

  g_assert_true (g_ptr_array_find_with_equal_func (subjects, subject, g_str_equal, &position));
  return position;
}

static void
test_cost (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SquillModel) model = squill_model_new_from_data (text, sizeof text - 1, &error);
  g_autoptr (SquillDesign) design = NULL;
  g_autoptr (SquillAdvice) advice = NULL;
  g_autoptr (GPtrArray) before = NULL, after = NULL, last = NULL;

  g_assert_no_error (error);
  design = squill_design_new (model);
  advice = squill_advice_new (design);
  before = list (advice);
  g_assert_cmpuint (find (before, "often"), <, find (before, "rare"));
  /* A double for money costs no time. */
  g_assert_cmpuint (find (before, "rare"), <, find (before, "a2"));

  squill_model_set (model, "rare", "rate", json_real (0.1), NULL);
  after = list (advice);
  g_assert_cmpuint (find (after, "rare"), <, find (after, "often"));

  g_free (squill_model_dismiss (model, "missing-index", "rare", NULL));
  last = list (advice);
  g_assert_cmpuint (find (last, "rare"), ==, last->len - 1);
}

static void
test_empty (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillDesign) design = squill_design_new (model);
  g_autoptr (SquillAdvice) advice = squill_advice_new (design);
  g_autoptr (GPtrArray) findings = squill_findings_order (advice);

  g_assert_cmpuint (findings->len, ==, 0);
}

static GPtrArray *
make_rows (SquillSession *session)
{
  g_autoptr (GPtrArray) findings = squill_findings_order (squill_session_get_advice (session));
  GPtrArray *rows = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < findings->len; i++)
    g_ptr_array_add (rows, squill_finding_row_new (session, findings->pdata[i]));
  return rows;
}

/* While a list is held each row stays in its place: what is mended is marked, what is new comes
 * last, and what comes back takes its own place. */
static void
test_held (void)
{
  g_autoptr (SquillModel) model = squill_model_new_from_data (text, sizeof text - 1, NULL);
  g_autoptr (SquillSession) session = squill_session_new (model, NULL);
  g_autoptr (GPtrArray) shown = make_rows (session);
  g_autoptr (GPtrArray) less = NULL, more = NULL, held = NULL, back = NULL;
  SquillFindingRow *first = shown->pdata[0];

  g_assert_cmpuint (shown->len, >, 2);
  squill_model_delete (model,
                       (const char *const[]){ squill_finding_row_get_subject (first), NULL });
  less = make_rows (session);
  held = squill_finding_rows_hold (shown, less);
  g_assert_cmpuint (held->len, >=, shown->len);
  for (guint i = 0; i < shown->len; i++)
    g_assert_cmpstr (squill_finding_row_get_key (held->pdata[i]), ==,
                     squill_finding_row_get_key (shown->pdata[i]));
  g_assert_true (squill_finding_row_get_mended (held->pdata[0]));
  g_assert_nonnull (squill_finding_row_get_message (held->pdata[0]));

  g_assert_true (squill_model_undo (model));
  more = make_rows (session);
  back = squill_finding_rows_hold (held, more);
  g_assert_false (squill_finding_row_get_mended (back->pdata[0]));
  g_assert_false (squill_finding_row_take (held->pdata[0], back->pdata[0], NULL));
  g_assert_cmpuint (back->len, >=, shown->len);
}

/* Undo belongs to the row whose fix was the last step, whatever others are called. */
static void
test_undo (void)
{
  g_autoptr (SquillModel) model = squill_model_new_from_data (text, sizeof text - 1, NULL);
  g_autoptr (SquillSession) session = squill_session_new (model, NULL);
  g_autoptr (GPtrArray) shown = make_rows (session);
  g_autoptr (GPtrArray) less = NULL, held = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *label = NULL;
  SquillFindingRow *row = NULL;

  for (guint i = 0; i < shown->len && row == NULL; i++)
    if (squill_finding_row_find (shown->pdata[i])->fix != NULL)
      row = shown->pdata[i];
  g_assert_nonnull (row);
  g_assert_true (squill_finding_row_apply_fix (row, &error));
  g_assert_no_error (error);
  less = make_rows (session);
  held = squill_finding_rows_hold (shown, less);
  g_assert_true (squill_finding_row_get_mended (row));
  g_assert_true (squill_finding_row_can_undo (row));
  g_assert_null (squill_finding_row_describe_undo (row));

  label = g_strdup (squill_model_get_undo_label (model));
  squill_model_begin_step (model, label, NULL);
  g_free (squill_model_add_entity (model, "other", 0, 0));
  squill_model_end_step (model);
  g_assert_cmpstr (squill_model_get_undo_label (model), ==, label);
  g_assert_false (squill_finding_row_can_undo (row));
  /* Where its button does nothing, it says why. */
  g_assert_nonnull (squill_finding_row_describe_undo (row));
  g_assert_true (squill_model_undo (model));
}

/* A list keeps the rows of findings that are still the same, and says nothing of them. */
static void
test_reused (void)
{
  g_autoptr (SquillModel) model = squill_model_new_from_data (text, sizeof text - 1, NULL);
  g_autoptr (SquillSession) session = squill_session_new (model, NULL);
  SquillAdvice *advice = squill_session_get_advice (session);
  g_autoptr (GListStore) shown = g_list_store_new (SQUILL_TYPE_FINDING_ROW);
  g_autoptr (GPtrArray) before = squill_findings_order (advice);
  g_autoptr (GPtrArray) first = squill_finding_rows_new (session, before, NULL);
  g_autoptr (GPtrArray) same = NULL, after = NULL, changed = NULL;
  guint n_same = 0, n_dismissed = 0, n_rare = 0;

  g_list_store_splice (shown, 0, 0, first->pdata, first->len);
  same = squill_finding_rows_new (session, before, G_LIST_MODEL (shown));
  g_assert_cmpuint (same->len, ==, first->len);
  for (guint i = 0; i < first->len; i++)
    g_assert_true (same->pdata[i] == first->pdata[i]);

  /* All but what is dismissed stay what they are. */
  g_free (squill_model_dismiss (model, "money-as-double", "a2", NULL));
  after = squill_findings_order (advice);
  changed = squill_finding_rows_new (session, after, G_LIST_MODEL (shown));
  for (guint i = 0; i < changed->len; i++)
    {
      const SquillFinding *finding = after->pdata[i];
      SquillFindingRow *row = changed->pdata[i];
      const gboolean is_old = g_ptr_array_find (first, row, NULL);

      n_same += is_old;
      n_dismissed += finding->dismissed;
      g_assert_cmpstr (squill_finding_row_get_message (row), ==, finding->message);
      g_assert_cmpstr (squill_finding_row_get_subject (row), ==, finding->subject);
      g_assert_true (is_old != finding->dismissed);
    }
  g_assert_cmpuint (n_dismissed, ==, 1);
  g_assert_cmpuint (n_same, >, 0);
  squill_rows_update (shown, changed, squill_finding_row_get_key, squill_finding_row_take, NULL);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (shown)), ==, after->len);
  for (guint i = 0; i < after->len; i++)
    g_assert_true (squill_rows_peek (G_LIST_MODEL (shown), i) == changed->pdata[i]);

  /* What is said of it now has other numbers. */
  squill_model_set (model, "rare", "rate", json_real (0.1), NULL);
  g_clear_pointer (&after, g_ptr_array_unref);
  g_clear_pointer (&same, g_ptr_array_unref);
  after = squill_findings_order (advice);
  same = squill_finding_rows_new (session, after, G_LIST_MODEL (shown));
  for (guint i = 0; i < same->len; i++)
    if (g_str_equal (squill_finding_row_get_subject (same->pdata[i]), "rare"))
      {
        n_rare++;
        g_assert_false (g_ptr_array_find (changed, same->pdata[i], NULL));
      }
  g_assert_cmpuint (n_rare, >, 0);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/finding-order/cost", test_cost);
  g_test_add_func ("/finding-order/held", test_held);
  g_test_add_func ("/finding-order/empty", test_empty);
  g_test_add_func ("/finding-order/reused", test_reused);
  g_test_add_func ("/finding-order/undo", test_undo);
  return g_test_run ();
}

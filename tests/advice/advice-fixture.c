/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "advice-fixture.h"

#include <stdio.h>

#include "fix-meaning.h"

#include "model/squill-model-file.h"

json_t *
parse (const char *json)
{
  g_autofree char *text = g_strdelimit (g_strdup (json), "'", '"');
  json_error_t error;
  json_t *value = json_loads (text, JSON_DECODE_ANY, &error);

  if (value == NULL)
    g_error ("%s: %s", json, error.text);
  return value;
}

static void
add (SquillModel *model, SquillKind kind, const char *id, const char *parent, json_t *content)
{
  g_autoptr (SquillEdit) edit = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *order = NULL;
  const SquillProperty *rank = squill_kind_find_property (kind, "order");
  guint n;
  gpointer const *all = squill_item_get_children (
      squill_model_get_item (model, parent == NULL ? SQUILL_MODEL_ID : parent), kind, &n);

  if (rank != NULL)
    {
      const char *last =
          n == 0 ? NULL : *(char *const *)G_STRUCT_MEMBER_P (all[n - 1], rank->offset);

      order = squill_rank_between (last, NULL);
      json_object_set_new (content, "order", json_string (order));
    }
  edit = squill_edit_new_add (kind, id, parent, content);
  squill_model_apply (model, edit, &error);
  g_assert_no_error (error);
}

void
draw_entity (SquillModel *model, const char *name, double count)
{
  json_t *content = json_object ();

  json_object_set_new (content, "name", json_string (name));
  if (!isnan (count))
    json_object_set_new (content, "count",
                         squill_json_triple (SQUILL_TRIPLE (count, count, count)));
  add (model, SQUILL_KIND_ENTITY, name, NULL, content);
}

void
draw_field (SquillModel *model, const char *owner, const char *name, const char *types)
{
  g_autofree char *id = g_strconcat (owner, ".", name, NULL);
  json_t *content = json_object ();

  json_object_set_new (content, "name", json_string (name));
  json_object_set_new (content, "types", squill_json_types (squill_types_from_text (types)));
  json_object_set_new (content, "required", json_true ());
  add (model, SQUILL_KIND_FIELD, id, owner, content);
}

void
draw_text (SquillModel *model, const char *owner, const char *name, double bytes)
{
  g_autofree char *id = g_strconcat (owner, ".", name, NULL);

  draw_field (model, owner, name, "string");
  g_assert_true (squill_model_set (model, id, "size",
                                   squill_json_triple (SQUILL_TRIPLE (bytes, bytes, bytes)), NULL));
}

static SquillTriple
parse_triple (const char *text)
{
  SquillTriple triple;

  if (!squill_triple_from_text (text, &triple))
    g_error ("%s is no triple", text);
  return triple;
}

void
draw_array (
    SquillModel *model, const char *owner, const char *name, const char *types, const char *length)
{
  g_autofree char *id = g_strconcat (owner, ".", name, NULL);

  draw_field (model, owner, name, types);
  change (model, id, "array", "true");
  if (length != NULL)
    g_assert_true (
        squill_model_set (model, id, "length", squill_json_triple (parse_triple (length)), NULL));
}

void
draw_relationship (SquillModel *model,
                   const char *id,
                   const char *parent,
                   const char *child,
                   const char *placement,
                   const char *children,
                   const char *parents)
{
  json_t *content = json_object ();

  json_object_set_new (content, "name", json_string (id));
  json_object_set_new (content, "parent", json_string (parent));
  json_object_set_new (content, "child", json_string (child));
  json_object_set_new (content, "placement", json_string (placement));
  if (children != NULL)
    json_object_set_new (content, "children", squill_json_triple (parse_triple (children)));
  if (parents != NULL)
    json_object_set_new (content, "parents", squill_json_triple (parse_triple (parents)));
  add (model, SQUILL_KIND_RELATIONSHIP, id, NULL, content);
}

void
draw_copy (SquillModel *model,
           const char *relationship,
           const char *field,
           const char *direction,
           const char *mode)
{
  g_autofree char *id = g_strconcat (relationship, ":", field, NULL);
  json_t *content = json_object ();

  json_object_set_new (content, "field", json_string (field));
  json_object_set_new (content, "direction", json_string (direction));
  json_object_set_new (content, "mode", json_string (mode));
  add (model, SQUILL_KIND_COPY, id, relationship, content);
}

void
draw_index (SquillModel *model, const char *entity, const char *id, const char *keys)
{
  json_t *content = json_object ();

  json_object_set_new (content, "keys", parse (keys));
  add (model, SQUILL_KIND_INDEX, id, entity, content);
}

void
draw_operation (
    SquillModel *model, const char *name, const char *kind, const char *entity, double rate)
{
  json_t *content = json_object ();

  json_object_set_new (content, "name", json_string (name));
  json_object_set_new (content, "operation", json_string (kind));
  if (entity != NULL)
    json_object_set_new (content, "entity", json_string (entity));
  if (!isnan (rate))
    json_object_set_new (content, "rate", squill_json_number (rate));
  add (model, SQUILL_KIND_OPERATION, name, NULL, content);
}

void
change (SquillModel *model, const char *id, const char *property, const char *json)
{
  g_autoptr (GError) error = NULL;

  squill_model_set (model, id, property, json == NULL ? NULL : parse (json), &error);
  g_assert_no_error (error);
}

/* Records that the item was read of a source as it is now: at @place, with what else was counted.
 */
void
observe (SquillModel *model, const char *id, const char *place, const char *counted)
{
  json_t *evidence = parse (counted);
  g_autoptr (GError) error = NULL;

  json_object_set_new (evidence, "place", json_string (place));
  json_object_set_new (evidence, "observed",
                       squill_item_to_json (squill_model_get_item (model, id)));
  squill_model_set (model, id, "evidence", evidence, &error);
  g_assert_no_error (error);
}

void
change_number (SquillModel *model, const char *id, const char *property, double value)
{
  g_autoptr (GError) error = NULL;

  squill_model_set (model, id, property, squill_json_number (value), &error);
  g_assert_no_error (error);
}

SquillAdvice *
advise (SquillModel *model)
{
  g_autoptr (SquillDesign) design = squill_design_new (model);

  return squill_advice_new (design);
}

const SquillFinding *
find_finding (SquillAdvice *advice, const char *rule, const char *subject)
{
  GPtrArray *findings = squill_advice_get_findings (advice);

  for (guint i = 0; i < findings->len; i++)
    {
      const SquillFinding *finding = findings->pdata[i];

      if (g_str_equal (finding->rule, rule) &&
          (subject == NULL || g_str_equal (finding->subject, subject)))
        return finding;
    }
  return NULL;
}

char *
dump_advice (SquillAdvice *advice)
{
  GPtrArray *findings = squill_advice_get_findings (advice);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < findings->len; i++)
    {
      const SquillFinding *finding = findings->pdata[i];
      char *values = json_dumps (finding->values, JSON_SORT_KEYS | JSON_REAL_PRECISION (12));

      g_string_append_printf (
          text, "%s%s %s of %s %s/%s: %s | %s | %s", finding->dismissed ? "(dismissed) " : "",
          squill_severity_get_name (finding->severity), finding->rule,
          squill_kind_get_name (finding->subject_kind), finding->subject,
          finding->path == NULL ? "" : finding->path, finding->title, finding->message, values);
      free (values);
      if (finding->collection != NULL)
        g_string_append_printf (text, " in %s", finding->collection);
      if (finding->fix != NULL)
        g_string_append_printf (text, " -> %s (%d, %u edits)", finding->fix->label,
                                finding->fix->placement, finding->fix->edits->len);
      g_string_append_c (text, '\n');
    }
  return g_string_free (text, FALSE);
}

/* Rules. */

static void
assert_same_as_new (SquillAdvice *advice, SquillModel *model)
{
  g_autoptr (SquillAdvice) other = advise (model);
  g_autofree char *got = dump_advice (advice);
  g_autofree char *expected = dump_advice (other);

  g_assert_cmpstr (got, ==, expected);
}

static const SquillFinding *
require_finding (SquillAdvice *advice, const RuleCase *rule_case)
{
  const SquillFinding *finding = find_finding (advice, rule_case->rule, rule_case->subject);

  if (finding == NULL)
    {
      g_autofree char *all = dump_advice (advice);

      g_error ("%s was not found, but:\n%s", rule_case->rule, all);
    }
  return finding;
}

static void
assert_all_fixes_end (SquillModel *model)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (1);

  assert_fixes_end (model, random);
}

static void
test_fires (gconstpointer data)
{
  const RuleCase *rule_case = data;
  const SquillRuleInfo *info = squill_rules_find (rule_case->rule);
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;
  g_autofree char *before = NULL, *after = NULL, *subject = NULL, *against = NULL;
  const SquillFinding *finding, *left;
  gsize before_length, after_length;

  g_assert_nonnull (info);
  rule_case->fires (model);
  advice = advise (model);
  finding = require_finding (advice, rule_case);
  g_test_message ("%s: %s", finding->title, finding->message);
  g_assert_cmpint (finding->severity, ==, rule_case->severity);
  g_assert_cmpstr (finding->source, ==, info->source);
  g_assert_cmpint (strlen (finding->title), >, 0);
  g_assert_cmpint (strlen (finding->message), >, 0);
  g_assert_null (strstr (finding->message, "(null)"));
  g_assert_null (strstr (finding->message, "nan"));
  g_assert_true (json_is_object (finding->values));
  g_assert_true (isfinite (finding->weight));
  g_assert_nonnull (squill_model_get_item (model, finding->subject));
  if (finding->collection != NULL)
    g_assert_nonnull (
        squill_design_find_collection (squill_advice_get_design (advice), finding->collection));
  g_assert_cmpint (squill_advice_get_worst (advice, finding->subject), >=, finding->severity);
  if (finding->fix == NULL)
    return;

  g_test_message ("%s", finding->fix->label);
  g_assert_cmpuint (finding->fix->edits->len, >, 0);
  g_assert_null (strstr (finding->fix->label, "(null)"));
  before = squill_model_to_data (model, &before_length);
  subject = g_strdup (finding->subject);
  against = find_fix_against_comparison (advice, finding->fix);
  if (against != NULL)
    {
      g_test_message ("The fix of %s: %s", finding->rule, against);
      g_test_fail ();
    }
  assert_fix_keeps_meaning (advice, finding);
  left = find_finding (advice, rule_case->rule, subject);
  if (left != NULL)
    g_error ("%s is still found: %s", rule_case->rule, left->message);
  assert_same_as_new (advice, model);

  g_assert_true (squill_model_undo (model));
  after = squill_model_to_data (model, &after_length);
  g_assert_cmpmem (before, before_length, after, after_length);
  require_finding (advice, rule_case);
  assert_same_as_new (advice, model);
  assert_all_fixes_end (model);
}

static void
test_silent (gconstpointer data)
{
  const RuleCase *rule_case = data;
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;
  const SquillFinding *finding;

  rule_case->silent (model);
  advice = advise (model);
  finding = find_finding (advice, rule_case->rule, NULL);
  if (finding != NULL)
    g_error ("%s was found: %s", rule_case->rule, finding->message);
}

/* One line of JSON: a model that a case draws. Dates that findings name depend on the day they
 * count from. */
static void
write_example (FILE *file, const RuleCase *rule_case, gboolean fires)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autofree char *data = NULL;
  json_t *line, *content;
  gsize length;

  (fires ? rule_case->fires : rule_case->silent) (model);
  if (squill_model_get_info (model)->reference_date == NULL)
    change (model, SQUILL_MODEL_ID, "reference_date", "'2026-01-01'");
  data = squill_model_to_data (model, &length);
  content = json_loadb (data, length, 0, NULL);
  g_assert_nonnull (content);
  line = json_pack ("{s:s, s:s, s:o}", "rule", rule_case->rule, "example",
                    fires ? "fires" : "silent", "model", content);
  json_dumpf (line, file, JSON_COMPACT);
  fputc ('\n', file);
  json_decref (line);
}

/* Appends what all cases draw to the file that tests/advice/rule-examples asks for. */
static void
write_examples (const RuleCase *cases, gsize n)
{
  const char *path = g_getenv ("SQUILL_RULE_EXAMPLES");
  FILE *file;

  if (path == NULL)
    return;
  file = fopen (path, "a");
  g_assert_nonnull (file);
  for (gsize i = 0; i < n; i++)
    {
      if (cases[i].fires != NULL)
        write_example (file, &cases[i], TRUE);
      if (cases[i].silent != NULL)
        write_example (file, &cases[i], FALSE);
    }
  g_assert_cmpint (fclose (file), ==, 0);
}

/**
 * add_rule_cases:
 * @cases: (array length=n): what rules find, and where they are silent; there as long as the
 *   program
 * @n: how many there are
 *
 * Adds two tests for each. The first case of a rule is its example in the program, too: after a
 * change, ./dev examples brings data/rules/examples.json up to date.
 */
void
add_rule_cases (const RuleCase *cases, gsize n)
{
  write_examples (cases, n);
  for (gsize i = 0; i < n; i++)
    {
      /* A rule may have several. */
      g_autofree char *fires =
          g_strdup_printf ("/advice/%s/%" G_GSIZE_FORMAT "/fires", cases[i].rule, i);
      g_autofree char *silent =
          g_strdup_printf ("/advice/%s/%" G_GSIZE_FORMAT "/silent", cases[i].rule, i);

      if (cases[i].fires != NULL)
        g_test_add_data_func (fires, &cases[i], test_fires);
      if (cases[i].silent != NULL)
        g_test_add_data_func (silent, &cases[i], test_silent);
    }
}

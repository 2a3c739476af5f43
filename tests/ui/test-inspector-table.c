/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "design/squill-assumption.h"
#include "model/squill-authoring.h"
#include "session/squill-inspector-table.h"
#include "text/squill-text.h"

/* What cannot be seen in the inspector cannot be reached at all: nothing may be forgotten. */
static void
test_complete (void)
{
  guint n_lines;
  const SquillInspectorLine *lines = squill_inspector_lines_get (&n_lines);

  for (guint kind = 0; kind < SQUILL_N_KINDS; kind++)
    {
      guint n;
      const SquillProperty *properties = squill_kind_get_properties ((SquillKind)kind, &n);

      for (guint i = 0; i < n; i++)
        {
          guint found = 0;

          for (guint j = 0; j < n_lines; j++)
            if (lines[j].kind == kind && g_str_equal (lines[j].property, properties[i].name))
              found++;
          if (found != 1)
            g_error ("“%s” of %s has %u lines in ui/session/squill-inspector-table.c, not one",
                     properties[i].name, squill_kind_get_name ((SquillKind)kind), found);
        }
    }
}

static void
test_editors (void)
{
  guint n;
  const SquillInspectorLine *lines = squill_inspector_lines_get (&n);

  for (guint i = 0; i < n; i++)
    {
      const SquillProperty *property = squill_kind_find_property (lines[i].kind, lines[i].property);

      g_test_message ("%s of kind %d", lines[i].property, lines[i].kind);
      g_assert_nonnull (property);
      g_assert_nonnull (lines[i].title);
      g_assert_nonnull (lines[i].group);
      switch (property->type)
        {
        case SQUILL_PROPERTY_BOOLEAN:
          g_assert_cmpint (lines[i].editor, ==, SQUILL_EDITOR_SWITCH);
          break;
        case SQUILL_PROPERTY_NUMBER:
          g_assert_true (lines[i].editor == SQUILL_EDITOR_NUMBER ||
                         lines[i].editor == SQUILL_EDITOR_PERCENT);
          break;
        case SQUILL_PROPERTY_TRIPLE:
          g_assert_cmpint (lines[i].editor, ==, SQUILL_EDITOR_TRIPLE);
          break;
        case SQUILL_PROPERTY_CHOICE:
          g_assert_true (lines[i].editor == SQUILL_EDITOR_CHOICE ||
                         lines[i].editor == SQUILL_EDITOR_PLACEMENT);
          break;
        case SQUILL_PROPERTY_TYPES:
          g_assert_cmpint (lines[i].editor, ==, SQUILL_EDITOR_TYPES);
          break;
        case SQUILL_PROPERTY_RANK:
          g_assert_cmpint (lines[i].editor, ==, SQUILL_EDITOR_ORDER);
          break;
        case SQUILL_PROPERTY_ID:
          g_assert_cmpint (lines[i].editor, ==, SQUILL_EDITOR_ITEM);
          break;
        case SQUILL_PROPERTY_IDS:
          g_assert_cmpint (lines[i].editor, ==, SQUILL_EDITOR_ITEMS);
          break;
        case SQUILL_PROPERTY_PATH:
          g_assert_cmpint (lines[i].editor, ==, SQUILL_EDITOR_PATH);
          break;
        case SQUILL_PROPERTY_KEYS:
          g_assert_cmpint (lines[i].editor, ==, SQUILL_EDITOR_KEYS);
          break;
        case SQUILL_PROPERTY_JSON:
          g_assert_true (lines[i].editor == SQUILL_EDITOR_JSON ||
                         lines[i].editor == SQUILL_EDITOR_EVIDENCE ||
                         lines[i].editor == SQUILL_EDITOR_THRESHOLDS);
          break;
        case SQUILL_PROPERTY_TEXT:
        default:
          g_assert_true (
              lines[i].editor == SQUILL_EDITOR_TEXT || lines[i].editor == SQUILL_EDITOR_NAME ||
              lines[i].editor == SQUILL_EDITOR_LONG_TEXT ||
              lines[i].editor == SQUILL_EDITOR_SUGGEST || lines[i].editor == SQUILL_EDITOR_COLOR);
          break;
        }
    }
}

/* All choices but placements, which have words of their own, have a label. */
static void
test_choices (void)
{
  for (guint kind = 0; kind < SQUILL_N_KINDS; kind++)
    {
      guint n;
      const SquillProperty *properties = squill_kind_get_properties ((SquillKind)kind, &n);

      for (guint i = 0; i < n; i++)
        for (guint j = 0; properties[i].choices != NULL && properties[i].choices[j] != NULL; j++)
          {
            const char *choice = properties[i].choices[j];

            if (g_str_equal (properties[i].name, "placement"))
              continue;
            g_test_message ("%s of %s", choice, properties[i].name);
            g_assert_cmpstr (squill_choice_get_label (properties[i].name, choice), !=, choice);
          }
    }
}

static void
test_suggestions (void)
{
  g_assert_nonnull (squill_suggestions_get ("meaning"));
  g_assert_null (squill_suggestions_get ("name"));
  g_assert_true (squill_inspector_group_is_folded ("Validation"));
  g_assert_false (squill_inspector_group_is_folded ("Cardinality"));
}

static const SquillInspectorLine *
find_line (const char *property)
{
  guint n;
  const SquillInspectorLine *lines = squill_inspector_lines_get (&n);

  for (guint i = 0; i < n; i++)
    if (lines[i].kind == SQUILL_KIND_RELATIONSHIP && g_str_equal (lines[i].property, property))
      return &lines[i];
  g_return_val_if_reached (NULL);
}

static char *
get_title (SquillModel *model, const char *id, const char *property)
{
  return squill_inspector_line_get_title (find_line (property), model,
                                          squill_model_get_item (model, id));
}

/* Titles name the ends of a relationship. */
static void
test_titles (void)
{
  static const struct
  {
    const char *property;
    const char *title;
  } cases[] = {
    { "children", "Comments per post" },
    { "parents", "Posts per comment" },
    { "growth", "Growth · per post and year" },
    { "together", "Posts with their comments" },
    { "move", "Comments reassigned to other posts" },
    { "cap", "Upper limit" },
  };
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autofree char *posts = squill_model_add_entity (model, "posts", 0, 0);
  g_autofree char *comments = squill_model_add_entity (model, "comments", 0, 0);
  g_autofree char *id = squill_model_add_relationship (model, posts, comments, NULL,
                                                       SQUILL_PLACEMENT_PARENT_REFERENCE);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *title = get_title (model, id, cases[i].property);

      g_assert_cmpstr (title, ==, cases[i].title);
    }
}

/* A relationship and the operations speak of the same thing. */
static void
test_frequencies (void)
{
  static const struct
  {
    double stated;
    gboolean contradicts;
  } cases[] = { { 200, FALSE }, { 299, FALSE }, { 301, TRUE },
                { 134, FALSE }, { 132, TRUE },  { 0, TRUE } };
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillDesign) design = squill_design_new (model);
  g_autoptr (SquillAdvice) advice = squill_advice_new (design);
  g_autofree char *posts = squill_model_add_entity (model, "posts", 0, 0);
  g_autofree char *comments = squill_model_add_entity (model, "comments", 0, 0);
  g_autofree char *id = squill_model_add_relationship (model, posts, comments, NULL,
                                                       SQUILL_PLACEMENT_PARENT_REFERENCE);
  const SquillInspectorLine *together = find_line ("together");
  gconstpointer item = squill_model_get_item (model, id);
  g_autofree char *show = NULL;

  g_assert_true (isnan (squill_inspector_line_get_counted (together, advice, item)));
  show = squill_model_add_operation (model, "show post", SQUILL_OPERATION_FIND, posts);
  g_assert_true (squill_model_set (model, show, "follows", json_pack ("[s]", id), NULL));
  g_assert_true (squill_model_set (model, show, "rate", json_real (200), NULL));
  item = squill_model_get_item (model, id);
  g_assert_cmpfloat (squill_inspector_line_get_counted (together, advice, item), ==, 200);
  g_assert_true (isnan (squill_inspector_line_get_counted (find_line ("move"), advice, item)));
  g_assert_true (isnan (squill_inspector_line_get_counted (find_line ("depth"), advice, item)));
  g_assert_null (squill_inspector_line_get_remark (together, item, 200));
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *remark = NULL;

      g_assert_true (squill_model_set (model, id, "together", json_real (cases[i].stated), NULL));
      remark = squill_inspector_line_get_remark (
          together, item, squill_inspector_line_get_counted (together, advice, item));
      g_assert_cmpstr (remark, ==,
                       cases[i].contradicts ? "The operations add up to 200 per second" : NULL);
    }
}

/* A size that nobody said is assumed, and the inspector shows what. */
static void
test_assumed (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillDesign) design = squill_design_new (model);
  g_autoptr (SquillAdvice) advice = squill_advice_new (design);
  g_autofree char *users = squill_model_add_entity (model, "users", 0, 0);
  g_autofree char *email = squill_model_add_field (model, users, NULL, "email", SQUILL_TYPE_STRING);
  const SquillInspectorLine *line = NULL;
  guint n;
  const SquillInspectorLine *lines = squill_inspector_lines_get (&n);
  gconstpointer item;

  for (guint i = 0; i < n; i++)
    if (lines[i].kind == SQUILL_KIND_FIELD && g_str_equal (lines[i].property, "size"))
      line = &lines[i];
  item = squill_model_get_item (model, email);
  g_assert_cmpfloat (squill_inspector_line_get_counted (line, advice, item), ==,
                     squill_assume_bytes (SQUILL_TYPE_STRING, SQUILL_VALUE_EMAIL));
  g_assert_true (squill_model_set (model, email, "size", json_pack ("{s:i}", "likely", 30), NULL));
  g_assert_true (isnan (squill_inspector_line_get_counted (line, advice, item)));
}

/* A model that says nothing of it has a horizon all the same. */
static void
test_horizon (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillDesign) design = squill_design_new (model);
  g_autoptr (SquillAdvice) advice = squill_advice_new (design);
  const SquillInspectorLine *lines;
  guint n, found = 0;

  lines = squill_inspector_lines_get (&n);
  for (guint i = 0; i < n; i++)
    if (lines[i].kind == SQUILL_KIND_MODEL && g_str_equal (lines[i].property, "horizon"))
      {
        g_assert_cmpfloat (
            squill_inspector_line_get_counted (&lines[i], advice, squill_model_get_info (model)),
            ==, squill_model_get_horizon (model));
        found++;
      }
  g_assert_cmpuint (found, ==, 1);
}

/* Where something is typed, there is an example of it, which is one. */
static void
test_examples (void)
{
  guint n;
  const SquillInspectorLine *lines = squill_inspector_lines_get (&n);

  for (guint i = 0; i < n; i++)
    {
      const char *example = lines[i].example;
      json_auto_t *value = NULL;
      SquillTriple triple;
      double number;

      g_test_message ("%s of kind %d: %s", lines[i].property, lines[i].kind, example);
      switch ((int)lines[i].editor)
        {
        case SQUILL_EDITOR_NUMBER:
        case SQUILL_EDITOR_PERCENT:
          g_assert_nonnull (example);
          g_assert_true (squill_text_parse_count (example, &number));
          break;
        case SQUILL_EDITOR_TRIPLE:
          g_assert_nonnull (example);
          g_assert_true (squill_triple_from_text (example, &triple));
          break;
        case SQUILL_EDITOR_JSON:
          g_assert_nonnull (example);
          value = json_loads (example, JSON_DECODE_ANY, NULL);
          g_assert_nonnull (value);
          break;
        case SQUILL_EDITOR_TEXT:
        case SQUILL_EDITOR_NAME:
        case SQUILL_EDITOR_TYPES:
        case SQUILL_EDITOR_PATH:
        case SQUILL_EDITOR_KEYS:
        case SQUILL_EDITOR_SUGGEST:
          g_assert_nonnull (example);
          g_assert_cmpstr (example, !=, "");
          break;
        default:
          g_assert_null (example);
        }
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/inspector-table/complete", test_complete);
  g_test_add_func ("/inspector-table/editors", test_editors);
  g_test_add_func ("/inspector-table/examples", test_examples);
  g_test_add_func ("/inspector-table/horizon", test_horizon);
  g_test_add_func ("/inspector-table/choices", test_choices);
  g_test_add_func ("/inspector-table/suggestions", test_suggestions);
  g_test_add_func ("/inspector-table/titles", test_titles);
  g_test_add_func ("/inspector-table/frequencies", test_frequencies);
  g_test_add_func ("/inspector-table/assumed", test_assumed);
  return g_test_run ();
}

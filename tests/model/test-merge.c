/* SPDX-License-Identifier: Apache-2.0 */

/* Pairs of branches as people make them: merged as a person would, or a conflict that names both.
 */

#include "config.h"

#include <string.h>

#include "model/squill-authoring.h"
#include "model/squill-model-file.h"
#include "model/squill-model-merge.h"

static const char base_text[] =
    "{\"format\":\"squill/model\",\"version\":1,\"name\":\"Shop\","
    "\"entities\":{"
    "\"users\":{\"name\":\"users\",\"order\":\"V\",\"fields\":{"
    "\"u-id\":{\"name\":\"_id\",\"order\":\"V\",\"types\":[\"objectId\"]},"
    "\"email\":{\"name\":\"email\",\"order\":\"W\",\"types\":[\"string\"]},"
    "\"age\":{\"name\":\"age\",\"order\":\"X\",\"types\":[\"int\"]},"
    "\"state\":{\"name\":\"state\",\"order\":\"Y\",\"types\":[\"string\"],\"enum\":[\"new\","
    "\"old\"]},"
    "\"a\":{\"name\":\"a\",\"order\":\"Z\",\"types\":[\"object\"]},"
    "\"b\":{\"name\":\"b\",\"order\":\"a\",\"types\":[\"object\"]}},"
    "\"indexes\":{\"by-email\":{\"name\":\"by_email\",\"keys\":[{\"path\":\"email\",\"how\":\"1\"}]"
    "}}},"
    "\"posts\":{\"name\":\"posts\",\"order\":\"W\",\"fields\":{"
    "\"title\":{\"name\":\"title\",\"order\":\"V\",\"types\":[\"string\"]}}},"
    "\"logs\":{\"name\":\"logs\",\"order\":\"X\"}},"
    "\"relationships\":{\"author\":{\"name\":\"author\",\"parent\":\"users\",\"child\":\"posts\","
    "\"placement\":\"parent-reference\"}},"
    "\"operations\":{\"list\":{\"name\":\"list\",\"operation\":\"find\",\"entity\":\"users\","
    "\"returns\":[{\"path\":\"email\",\"how\":\"\"}]}},"
    "\"groups\":{\"g\":{\"name\":\"g\",\"members\":[\"users\"]}},"
    "\"layout\":{\"users\":{\"x\":10,\"y\":20}}}";

/* What a person does: "set ID PROPERTY JSON", "add KIND ID PARENT JSON", "delete ID",
 * "move ID PARENT RANK"; one after the other, with ";" in between. */
static void
edit_one (SquillModel *model, const char *line)
{
  g_auto (GStrv) words = g_strsplit (line, " ", 5);
  g_autoptr (SquillEdit) edit = NULL;
  g_autoptr (GError) error = NULL;

  if (g_str_equal (words[0], "delete"))
    {
      squill_model_delete (model, (const char *[]){ words[1], NULL });
      return;
    }
  if (g_str_equal (words[0], "set"))
    {
      json_t *value = json_loads (words[3], JSON_DECODE_ANY, NULL);

      g_assert_nonnull (value);
      edit = squill_edit_new_set (words[1], words[2], value);
    }
  else if (g_str_equal (words[0], "move"))
    edit = squill_edit_new_move (words[1], words[2], words[3]);
  else
    {
      SquillKind kind = SQUILL_KIND_MODEL;
      json_t *content = json_loads (words[4], 0, NULL);

      g_assert_nonnull (content);
      while (!g_str_equal (squill_kind_get_name (kind), words[1]))
        kind++;
      edit = squill_edit_new_add (kind, words[2], words[3], content);
    }
  squill_model_apply (model, edit, &error);
  g_assert_no_error (error);
}

static SquillModel *
branch (const char *edits)
{
  g_auto (GStrv) lines = g_strsplit (edits, ";", -1);
  g_autoptr (GError) error = NULL;
  SquillModel *model = squill_model_new_from_data (base_text, strlen (base_text), &error);

  g_assert_no_error (error);
  for (guint i = 0; lines[i] != NULL && *lines[i] != '\0'; i++)
    edit_one (model, lines[i]);
  return model;
}

/**
 * @ours: what one did; see edit_one()
 * @theirs: what the other did
 * @conflicts: the sentences of the conflicts, one a line
 * @result: parts of the file that is the result, with "|" in between; with "!" in front: what it
 * has not
 */
typedef struct
{
  const char *name;
  const char *ours;
  const char *theirs;
  const char *conflicts;
  const char *result;
} Case;

static const Case cases[] = {
  { "two-fields-in-one-gap", "add field phone users {\"name\":\"phone\",\"order\":\"W5\"}",
    "add field street users {\"name\":\"street\",\"order\":\"W5\"}", "",
    "\"name\": \"phone\"|\"name\": \"street\"" },
  { "types-and-required", "set email types [\"string\",\"null\"]", "set email required true", "",
    "\"null\"|\"required\": true" },
  { "x-and-y", "set users x 11", "set users y 21", "", "\"x\": 11|\"y\": 21" },
  { "both-the-same", "set email name \"mail\"", "set email name \"mail\"", "",
    "\"name\": \"mail\"" },
  { "two-renamed-to-one-name", "set email name \"contact\"", "set state name \"contact\"",
    "users.contact, name: contact in ours, email in theirs; the other side gave the same name to "
    "users.state\n"
    "users.state, name: state in ours, contact in theirs; the other side gave the same name to "
    "users.contact\n",
    "\"name\": \"contact\"|\"name\": \"state\"" },
  { "two-collections-to-one-name", "set posts name \"entries\"", "set logs name \"entries\"",
    "entries, name: entries in ours, posts in theirs; the other side gave the same name to logs\n"
    "logs, name: logs in ours, entries in theirs; the other side gave the same name to entries\n",
    "\"name\": \"entries\"|\"name\": \"logs\"" },
  { "added-and-renamed-to-one-name", "add field phone users {\"name\":\"contact\"}",
    "set state name \"contact\"",
    "users.state, name: state in ours, contact in theirs; the other side gave the same name to "
    "users.contact\n",
    "\"name\": \"contact\"|\"name\": \"state\"" },
  /* One conflict of that name, which both gave: not two. */
  { "renamed-twice-to-one-name", "set email name \"contact\"",
    "set email name \"mail\";set state name \"contact\"",
    "users.contact, name: contact in ours, mail in theirs; the other side gave the same name to "
    "users.state\n"
    "users.state, name: state in ours, contact in theirs; the other side gave the same name to "
    "users.contact\n",
    "\"name\": \"contact\"|\"name\": \"state\"" },
  { "one-name-in-two-places", "set age name \"title2\"", "set title name \"title2\"", "",
    "\"name\": \"title2\"" },
  { "one-name-on-one-side", "set age name \"email\"", "set state required true", "",
    "\"required\": true" },
  { "one-property", "set age types [\"long\"]", "set age types [\"double\"]",
    "users.age, types: long in ours, double in theirs, int in base\n", "\"long\"" },
  { "renamed-and-extended", "set users name \"people\"",
    "add field phone users {\"name\":\"phone\"}", "", "\"name\": \"people\"|\"name\": \"phone\"" },
  { "removed-and-changed", "delete age", "set age required true",
    "users.age: ours removed, theirs changed\n", "\"name\": \"age\"|\"required\": true" },
  { "removed-and-related", "delete logs",
    "add relationship r model {\"name\":\"r\",\"parent\":\"users\",\"child\":\"logs\","
    "\"placement\":\"embed-many\"}",
    "logs: ours removed, theirs used\n", "\"name\": \"logs\"|\"name\": \"r\"" },
  { "removed-and-indexed", "add index i users {\"keys\":[{\"path\":\"age\",\"how\":\"1\"}]}",
    "delete age", "users.age: ours used, theirs removed\n", "\"name\": \"age\"|\"path\": \"age\"" },
  { "removed-with-its-relationship", "delete posts", "add field text posts {\"name\":\"text\"}",
    "posts: ours removed, theirs changed\n",
    "\"name\": \"posts\"|\"name\": \"text\"|\"placement\": \"parent-reference\"" },
  { "enum-values", "set state enum [\"new\",\"old\",\"gone\"]",
    "set state enum [\"new\",\"blocked\"]", "",
    "\"new\",\n            \"blocked\",\n            \"gone\"|!\"old\"" },
  { "two-indexes", "add index i users {\"keys\":[{\"path\":\"age\",\"how\":\"1\"}]}",
    "add index j users {\"keys\":[{\"path\":\"age\",\"how\":\"-1\"}]}", "", "\"i\": {|\"j\": {" },
  { "one-index", "set by-email keys [{\"path\":\"email\",\"how\":\"-1\"}]",
    "set by-email keys [{\"path\":\"email\",\"how\":\"1\"},{\"path\":\"age\",\"how\":\"1\"}]",
    "users.by_email, keys: email: -1 in ours, email: 1, age: 1 in theirs, email: 1 in base\n",
    "\"how\": \"-1\"" },
  { "moved-apart", "set age order \"V5\"", "set age order \"ZZ\"",
    "users.age, order: V5 in ours, ZZ in theirs, X in base\n", "\"order\": \"V5\"" },
  { "moved-to-one-place", "set age order \"V5\"", "set age order \"V7\"", "", "\"order\": \"V5\"" },
  { "two-fields-moved", "set age order \"V5\"", "set state order \"V7\"", "",
    "\"order\": \"V5\"|\"order\": \"V7\"" },
  { "removed-and-moved", "delete age", "set age order \"V5\"", "", "!\"name\": \"age\"" },
  { "removed-and-dragged", "delete logs", "set logs x 70", "", "!\"name\": \"logs\"" },
  { "same-name", "add field f1 users {\"name\":\"phone\",\"types\":[\"string\"]}",
    "add field f2 users {\"name\":\"phone\",\"required\":true}", "",
    "\"f1\": {|\"required\": true|!\"f2\"" },
  { "same-name-other-types", "add field f2 users {\"name\":\"phone\",\"default\":\"0\"}",
    "add field f1 users {\"name\":\"phone\",\"default\":\"1\"}",
    "users.phone, default: \"0\" in ours, \"1\" in theirs, not set in base\n",
    "\"f1\": {|!\"f2\"" },
  { "removed-and-grouped", "delete logs", "set g members [\"users\",\"logs\"]", "", "!\"logs\"" },
  { "removed-and-dismissed", "delete logs",
    "add dismissal d model {\"rule\":\"wide\",\"subject\":\"logs\"}", "", "!\"logs\"|!\"wide\"" },
  { "returned-fields",
    "set list returns [{\"path\":\"email\",\"how\":\"\"},{\"path\":\"age\",\"how\":\"\"}]",
    "set list returns [{\"path\":\"email\",\"how\":\"\"},{\"path\":\"state\",\"how\":\"\"}]", "",
    "\"path\": \"age\"|\"path\": \"state\"" },
  { "thresholds", "set model thresholds {\"embed.max\":5}", "set model thresholds {\"depth\":3}",
    "", "\"embed.max\": 5|\"depth\": 3" },
  { "into-each-other", "move a b V", "move b a V",
    "users.b, belongs_to: users in ours, users.b.a in theirs, users in base\n", "" },
  { "chosen-perhaps-and-removed", "set list entity \"logs\"",
    "set list entity \"posts\";delete logs",
    "list, entity: logs in ours, posts in theirs, users in base\n"
    "logs: ours used, theirs removed\n",
    "\"name\": \"logs\"|\"entity\": \"logs\"" },
  { "perhaps-chosen-and-removed", "set list entity \"posts\";delete logs",
    "set list entity \"logs\"",
    "list, entity: posts in ours, logs in theirs, users in base\n"
    "logs: ours removed, theirs used\n",
    "\"name\": \"logs\"|\"entity\": \"posts\"" },
  { "two-parents", "move age a V", "move age b V",
    "users.a.age, belongs_to: users.a in ours, users.b in theirs, users in base\n", "" },
};

static void
check_result (SquillModel *merged, const char *result)
{
  g_auto (GStrv) parts = g_strsplit (result, "|", -1);
  g_autofree char *data = squill_model_to_data (merged, NULL);
  char *conflicts = strstr (data, "\"conflicts\": {");

  /* What is in dispute stands there, too. */
  if (conflicts != NULL)
    {
      char *end = strstr (conflicts, "\n  \"entities\": {");

      g_assert_nonnull (end);
      memmove (conflicts, end, strlen (end) + 1);
    }
  for (guint i = 0; parts[i] != NULL && *parts[i] != '\0'; i++)
    if (*parts[i] == '!' ? strstr (data, parts[i] + 1) != NULL : strstr (data, parts[i]) == NULL)
      g_error ("%s: %s", parts[i], data);
}

static void
test_case (gconstpointer data)
{
  const Case *test = data;
  g_autoptr (SquillModel) base = branch ("");
  g_autoptr (SquillModel) ours = branch (test->ours);
  g_autoptr (SquillModel) theirs = branch (test->theirs);
  g_autoptr (GError) error = NULL;
  g_autoptr (SquillModel) merged = squill_models_merge (base, ours, theirs, NULL, &error);
  g_autoptr (GPtrArray) conflicts = NULL;
  g_autoptr (GPtrArray) dangling = NULL;
  g_autoptr (GString) messages = g_string_new (NULL);

  g_assert_no_error (error);
  conflicts = squill_model_list_conflicts (merged);
  for (guint i = 0; i < conflicts->len; i++)
    g_string_append_printf (messages, "%s\n", ((SquillConflict *)conflicts->pdata[i])->message);
  g_assert_cmpstr (messages->str, ==, test->conflicts);
  check_result (merged, test->result);
  dangling = squill_model_list_dangling (merged);
  g_assert_cmpuint (dangling->len, ==, 0);
}

static void
test_positions (void)
{
  g_autoptr (SquillModel) base = branch ("");
  g_autoptr (SquillModel) ours = branch ("set users x 100");
  g_autoptr (SquillModel) theirs = branch ("set users x 200;set users y 300");
  g_autoptr (GError) error = NULL;
  guint n = 0;
  g_autoptr (SquillModel) merged = squill_models_merge (base, ours, theirs, &n, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (n, ==, 1);
  g_assert_null (squill_model_get_info (merged)->conflicts);
  g_assert_cmpfloat (squill_model_get_entity (merged, "users")->x, ==, 100);
  g_assert_cmpfloat (squill_model_get_entity (merged, "users")->y, ==, 300);
}

/* A conflict is decided in one step, which can be taken back. */
static void
test_resolve (void)
{
  g_autoptr (SquillModel) base = branch ("");
  g_autoptr (SquillModel) ours = branch ("set age types [\"long\"];delete posts");
  g_autoptr (SquillModel) theirs =
      branch ("set age types [\"double\"];add field text posts {\"name\":\"text\"}");
  g_autoptr (GError) error = NULL;
  g_autoptr (SquillModel) merged = squill_models_merge (base, ours, theirs, NULL, &error);
  g_autofree char *before = squill_model_to_data (merged, NULL);
  g_autofree char *after = NULL;
  g_autoptr (SquillModel) again = squill_model_new_from_data (before, strlen (before), &error);
  g_autofree char *data = squill_model_to_data (again, NULL);

  /* They are kept in the file. */
  g_assert_no_error (error);
  g_assert_cmpstr (data, ==, before);
  g_assert_cmpuint (json_object_size (squill_model_get_info (again)->conflicts), ==, 2);

  g_assert_true (squill_model_resolve_conflict (merged, "age/types", SQUILL_MERGE_THEIRS, &error));
  g_assert_cmpint (squill_model_get_field (merged, "age")->types, ==, SQUILL_TYPE_DOUBLE);
  g_assert_true (squill_model_resolve_conflict (merged, "posts", SQUILL_MERGE_OURS, &error));
  g_assert_null (squill_model_get_entity (merged, "posts"));
  g_assert_null (squill_model_get_relationship (merged, "author"));
  g_assert_null (squill_model_get_info (merged)->conflicts);
  g_assert_true (squill_model_undo (merged));
  g_assert_true (squill_model_undo (merged));
  g_assert_false (squill_model_get_can_undo (merged));
  after = squill_model_to_data (merged, NULL);
  g_assert_cmpstr (after, ==, before);

  g_assert_true (squill_model_resolve_conflict (merged, "age/types", SQUILL_MERGE_BASE, &error));
  g_assert_cmpint (squill_model_get_field (merged, "age")->types, ==, SQUILL_TYPE_INT);
  g_assert_true (squill_model_resolve_conflict (merged, "posts", SQUILL_MERGE_THEIRS, &error));
  g_assert_nonnull (squill_model_get_entity (merged, "posts"));
}

static void
test_no_states_of_one_model (void)
{
  g_autoptr (SquillModel) base = branch ("");
  g_autoptr (SquillModel) ours = branch ("add field thing users {\"name\":\"thing\"}");
  g_autoptr (SquillModel) theirs = branch ("add entity thing model {\"name\":\"thing\"}");
  g_autoptr (GError) error = NULL;

  g_assert_null (squill_models_merge (base, ours, theirs, NULL, &error));
  g_assert_error (error, SQUILL_MODEL_ERROR, SQUILL_MODEL_ERROR_INVALID);
}

/* What git leaves where it merges by lines. */
static char *
mark (const char *ours, const char *base, const char *theirs)
{
  return g_strdup_printf (
      "{\n  \"format\": \"squill/model\",\n  \"version\": 1,\n  \"entities\": {\n"
      "    \"users\": {\n      \"name\": \"users\",\n"
      "<<<<<<< HEAD\n%s%s%s=======\n%s>>>>>>> other branch\n"
      "      \"order\": \"V\"\n    }\n  },\n"
      "  \"layout\": {\n    \"users\": {\n      \"x\": 7\n    }\n  }\n}\n",
      ours, base != NULL ? "||||||| 1234567\n" : "", base != NULL ? base : "", theirs);
}

static SquillModel *
read_marked (const char *text)
{
  g_autoptr (GError) error = NULL;
  SquillModel *model = squill_model_new_from_data (text, strlen (text), &error);
  guint line, column;

  g_assert_null (model);
  g_assert_error (error, SQUILL_MODEL_ERROR, SQUILL_MODEL_ERROR_MARKED);
  g_assert_true (squill_model_parse_position (error, &line, &column));
  g_assert_cmpuint (line, ==, 7);
  g_clear_error (&error);
  model = squill_model_new_from_marked (text, strlen (text), NULL, &error);
  g_assert_no_error (error);
  return model;
}

static void
test_marked (void)
{
  g_autofree char *with_base =
      mark ("      \"growth\": 1,\n", "      \"growth\": 1,\n      \"first_class\": true,\n",
            "      \"growth\": 2,\n      \"first_class\": true,\n");
  g_autofree char *without = mark ("      \"growth\": 1,\n      \"first_class\": true,\n", NULL,
                                   "      \"growth\": 2,\n      \"first_class\": true,\n");
  g_autoptr (SquillModel) model = read_marked (with_base);
  g_autoptr (SquillModel) other = read_marked (without);
  g_autoptr (GPtrArray) conflicts = squill_model_list_conflicts (model);
  g_autoptr (GPtrArray) others = squill_model_list_conflicts (other);

  /* Ours removed one line, theirs changed the other. */
  g_assert_cmpuint (conflicts->len, ==, 0);
  g_assert_cmpfloat (squill_model_get_entity (model, "users")->growth, ==, 2);
  g_assert_false (squill_model_get_entity (model, "users")->first_class);
  g_assert_cmpfloat (squill_model_get_entity (model, "users")->x, ==, 7);

  /* Nobody knows what was before. */
  g_assert_cmpuint (others->len, ==, 1);
  g_assert_cmpstr (((SquillConflict *)others->pdata[0])->key, ==, "users/growth");
  g_assert_true (squill_model_get_entity (other, "users")->first_class);
}

/* What git could merge by lines is on both sides, with what it needs on one of them only. */
static void
test_marked_apart (void)
{
  static const char text[] =
      "{\n\"format\": \"squill/model\",\n\"version\": 1,\n\"entities\": {\n"
      "\"a\": {\"name\": \"a\"},\n<<<<<<< ours\n\"b\": {\"name\": \"b\"}\n=======\n"
      "\"c\": {\"name\": \"c\"}\n>>>>>>> theirs\n},\n\"relationships\": {\n"
      "\"r\": {\"parent\": \"a\", \"child\": \"b\", \"placement\": \"embed-many\"},\n"
      "\"s\": {\"parent\": \"a\", \"child\": \"c\", \"placement\": \"embed-many\"}\n}\n}\n";
  g_autoptr (GError) error = NULL;
  g_autoptr (SquillModel) model = squill_model_new_from_marked (text, strlen (text), NULL, &error);

  g_assert_no_error (error);
  g_assert_nonnull (squill_model_get_entity (model, "b"));
  g_assert_nonnull (squill_model_get_entity (model, "c"));
  g_assert_null (squill_model_get_info (model)->conflicts);
}

static void
test_marked_wrong (void)
{
  static const char *const wrong[] = {
    "<<<<<<< a\n{\n",
    "<<<<<<< a\n=======\n=======\n>>>>>>> b\n",
    "=======\n",
    ">>>>>>> b\n",
    "<<<<<<< a\n<<<<<<< a\n=======\n>>>>>>> b\n",
    "<<<<<<< a\n>>>>>>> b\n",
    "<<<<<<< a\n{}\n=======\n{}\n>>>>>>> b\n",
    "<<<<<<< a\n{\"format\":\"squill/model\",\"version\":99}\n=======\n{}\n>>>>>>> b\n",
    "<<<<<<< a\n{\"format\":\"squill/model\",\"version\":1}\n=======\n{\"x\n>>>>>>> b\n",
    "{\"format\":\"squill/model\",\"version\":1,\"entities\":{\"e\":{\"order\":3}},\n"
    "<<<<<<< a\n\"name\":\"a\"}\n=======\n\"name\":\"b\"}\n>>>>>>> b\n",
  };

  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (squill_model_new_from_marked (wrong[i], strlen (wrong[i]), NULL, &error));
      g_assert_nonnull (error);
      g_assert_cmpstr (error->message, !=, "");
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/model/merge/", cases[i].name, NULL);

      g_test_add_data_func (path, &cases[i], test_case);
    }
  g_test_add_func ("/model/merge/positions", test_positions);
  g_test_add_func ("/model/merge/resolve", test_resolve);
  g_test_add_func ("/model/merge/no-states-of-one-model", test_no_states_of_one_model);
  g_test_add_func ("/model/merge/marked", test_marked);
  g_test_add_func ("/model/merge/marked-apart", test_marked_apart);
  g_test_add_func ("/model/merge/marked-wrong", test_marked_wrong);
  return g_test_run ();
}

/* SPDX-License-Identifier: Apache-2.0 */

/* Tables in DBML. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include <string.h>

#include "exchange/squill-import.h"
#include "export-text.h"
#include "import-text.h"
#include "model/squill-authoring.h"
#include "model/squill-model-file.h"

static SquillModel *
load (const char *text)
{
  g_autofree char *json = g_strdelimit (g_strdup (text), "'", '"');
  g_autoptr (GError) error = NULL;
  SquillModel *model = squill_model_new_from_data (json, strlen (json), &error);

  g_assert_no_error (error);
  return model;
}

static void
test_export (void)
{
  static const char *const expected[] = {
    "Project \"my shop\" {\n  database_type: 'MongoDB'\n}\n",
    "Table \"Note\" {\n",
    "  _id objectId [pk]\n",
    "  code \"Note.code\" [not null, unique, default: 'a']\n",
    "  tags string[] [note: 'it\\'s\\ntwo']\n",
    "  mixed \"(string|int)[]|null\"\n",
    "  \"a\\\\.b\" \"map<object>\"\n  \"a\\\\.b{}.x\" double [default: 0.5]\n",
    "    (code) [unique, name: 'code_1']\n",
    "    (`a.b.$**`, tags) [name: 'x', note: '{\"key\":{\"a.b.$**\":-1,\"tags\":1}}']\n",
    "Enum \"Note.code\" {\n  \"a\"\n  \"b \\\"c\\\"\"\n}\n",
    "Ref line: orders.\"Note\" > \"Note\"._id\n",
  };
  g_autoptr (SquillModel) model = load (
      "{'format':'squill/model','version':1,'name':'my shop','entities':{"
      "'note':{'name':'Note','order':'V','fields':{"
      "'i':{'name':'_id','order':'A','types':['objectId'],'required':true},"
      "'c':{'name':'code','order':'B','types':['string'],'required':true,'enum':['a','b "
      "\\\"c\\\"'],"
      "'default':'a'},"
      "'t':{'name':'tags','order':'C','types':['string'],'array':true,'description':"
      "\"it\\u0027s\\ntwo\"},"
      "'m':{'name':'mixed','order':'D','types':['string','int'],'array':true,'nullable':true},"
      "'a':{'name':'a.b','order':'E','types':['object'],'map':true,'fields':{"
      "'x':{'name':'x','order':'V','types':['double'],'default':0.5}}}},"
      "'indexes':{'u':{'order':'A','keys':[{'path':'c','how':'1'}],'unique':true},"
      "'w':{'order':'B','name':'x','keys':[{'path':'x','how':'-1'},{'path':'t','how':'1'}]}}},"
      "'order':{'name':'orders','order':'W','fields':{}}},"
      "'relationships':{'r':{'name':'line','parent':'note','child':'order','placement':"
      "'parent-reference','children':{'min':0,'likely':2,'max':9}}}}");
  g_autofree char *text = export_text (model, "dbml", NULL, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    assert_has (text, expected[i]);
}

static SquillModel *
import_dbml (const char *text, SquillImportReport *report)
{
  return import_text ("dbml", text, report);
}

/* All that is written is read again, so that it is written once more in the same way. */
static void
check_example (SquillModel *model, const char *name, gpointer data)
{
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  g_autofree char *first = export_text (model, "dbml", NULL, NULL);
  g_autoptr (SquillModel) again = import_dbml (first, report);
  g_autofree char *second = export_text (again, "dbml", NULL, NULL);

  g_assert_cmpuint (report->problems->len, ==, 0);
  g_assert_cmpstr (first, ==, second);
}

static void
test_round_trip (void)
{
  g_assert_cmpuint (foreach_example (check_example, NULL), >, 5);
}

/* Tables of a relational database become what those of SQL do. */
static void
test_relational (void)
{
  static const char text[] =
      "Project shop {\n  database_type: 'PostgreSQL'\n}\n"
      "// who\nTable core.users as U [headercolor: #3498DB, note: 'Who buys'] {\n"
      "  id integer [pk, increment]\n  name varchar(40) [not null, unique, note: 'it\\'s']\n"
      "  state core.state [default: 'on']\n  made timestamp [default: `now()`]\n"
      "  tags text[]\n  checks {\n    `id > 0`\n  }\n}\n"
      "Enum core.state {\n  on [note: 'x']\n  \"off line\"\n}\n"
      "Table orders {\n  id int\n  user_id int [not null, ref: > U.id]\n  total decimal(10,2)\n"
      "  indexes {\n    id [pk]\n    (user_id, total) [unique, name: 'both']\n    `lower(x)`\n  }\n"
      "  Note: '''All\n  orders'''\n}\n"
      "Table lines {\n  order_id int [pk]\n  n int [pk]\n}\n"
      "Ref owner: orders.id < lines.order_id [delete: cascade]\n"
      "TableGroup g {\n  orders\n}\nTable broken {\n  id\n}\n";
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  g_autoptr (SquillModel) model = import_dbml (text, report);
  const SquillEntity *users = find_entity (model, "users");
  const SquillEntity *orders = find_entity (model, "orders");
  const SquillImportProblem *problem;
  guint n = 0;

  g_assert_cmpstr (users->description, ==, "Who buys");
  g_assert_cmpstr (orders->description, ==, "All\n  orders");
  SQUILL_FOR_EACH_CHILD (SquillField, field, users, SQUILL_KIND_FIELD)
    {
      if (g_str_equal (field->name, "_id"))
        g_assert_cmpuint (field->types, ==, SQUILL_TYPE_INT);
      else if (g_str_equal (field->name, "name"))
        {
          g_assert_true (field->required);
          g_assert_cmpfloat (field->max_length, ==, 40);
          g_assert_cmpstr (field->description, ==, "it's");
        }
      else if (g_str_equal (field->name, "state"))
        {
          g_assert_cmpuint (json_array_size (field->enumeration), ==, 2);
          g_assert_cmpstr (json_string_value (field->default_value), ==, "on");
        }
      else if (g_str_equal (field->name, "tags"))
        g_assert_true (field->array);
      n++;
    }
  g_assert_cmpuint (n, ==, 5);
  n = 0;
  SQUILL_FOR_EACH_CHILD (SquillRelationship, r, squill_model_get_info (model),
                         SQUILL_KIND_RELATIONSHIP)
    {
      g_assert_nonnull (r->parent);
      n++;
    }
  g_assert_cmpuint (n, ==, 2);
  problem = find_problem (report, "now()");
  g_assert_nonnull (problem);
  g_assert_cmpuint (problem->line, ==, 9);
  g_assert_cmpuint (problem->column, ==, 19);
  g_assert_nonnull (find_problem (report, "checks"));
  g_assert_nonnull (find_problem (report, "TableGroup"));
  g_assert_nonnull (find_problem (report, "expression"));
  problem = find_problem (report, "“}”");
  g_assert_nonnull (problem);
  g_assert_cmpuint (problem->line, ==, 41);
}

/* One to one, the end that is no key refers to the other, in whatever order they are written. */
static void
test_one_to_one (void)
{
  static const char *const references[] = { "Ref: users.id - profiles.owner\n",
                                            "Ref: profiles.owner - users.id\n" };

  for (guint i = 0; i < G_N_ELEMENTS (references); i++)
    {
      g_autofree char *text =
          g_strconcat ("Table users {\n  id integer [pk]\n}\nTable profiles {\n  id integer [pk]\n"
                       "  owner integer\n}\n",
                       references[i], NULL);
      g_autoptr (SquillImportReport) report = squill_import_report_new ();
      g_autoptr (SquillModel) model = import_dbml (text, report);
      guint n = 0;

      SQUILL_FOR_EACH_CHILD (SquillRelationship, r, squill_model_get_info (model),
                             SQUILL_KIND_RELATIONSHIP)
        {
          g_assert_cmpstr (r->parent, ==, find_entity (model, "users")->item.id);
          g_assert_cmpstr (r->child, ==, find_entity (model, "profiles")->item.id);
          n++;
        }
      g_assert_cmpuint (n, ==, 1);
    }
}

/* What is written by hand for MongoDB: paths without what is around them, types of SQL. */
static void
test_by_hand (void)
{
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  g_autoptr (SquillModel) model = import_dbml (
      "Table posts {\n  _id ObjectId [pk]\n  \"author.name\" varchar\n  \"tags[].label\" string\n"
      "  at datetime\n}\nTable likes { _id ObjectId\n  post ObjectId [ref: > posts._id]\n"
      "  who ObjectId [ref: > people._id] }",
      report);
  g_autofree char *text = export_text (model, "dbml", NULL, NULL);

  assert_has (text, "  author object\n  \"author.name\" string\n");
  assert_has (text, "  tags object[]\n  \"tags[].label\" string\n");
  assert_has (text, "  at date\n");
  assert_has (text, "Ref: likes.post > posts._id\n");
  g_assert_nonnull (find_problem (report, "people"));
}

/* Partial tables are in those that name them, notes are not indented as their file is, and settings
 * may stand without brackets. */
static void
test_partial (void)
{
  static const char text[] =
      "Table users {\n  ~stamped\n  id int PK unique\n  ~named\n  name varchar(9) [not null]\n"
      "  Note: '''\n\n      First\n        second\n\n      third\n  '''\n}\n"
      "TablePartial stamped [headercolor: #fff] {\n  made timestamp [not null]\n  name int\n"
      "  label int\n  indexes {\n    made\n  }\n  note: 'Not this'\n}\n"
      "TablePartial named {\n  label text [note: 'of it']\n  ~stamped\n}\n"
      "Table other {\n  id int [pk]\n  ~lost\n}\n";
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  g_autoptr (SquillModel) model = import_dbml (text, report);
  const SquillEntity *users = find_entity (model, "users");
  const SquillField *name = find_child (users, SQUILL_KIND_FIELD, "name");
  const SquillField *label = find_child (users, SQUILL_KIND_FIELD, "label");
  const SquillField *made = find_child (users, SQUILL_KIND_FIELD, "made");
  const SquillField *key = find_child (users, SQUILL_KIND_FIELD, "_id");
  const SquillImportProblem *lost = find_problem (report, "lost");
  guint n_indexes;

  g_assert_cmpstr (users->description, ==, "First\n  second\n\nthird");
  g_assert_cmpuint (key->types, ==, SQUILL_TYPE_INT);
  g_assert_true (made->required);
  g_assert_cmpuint (name->types, ==, SQUILL_TYPE_STRING);
  g_assert_true (name->required);
  g_assert_cmpuint (label->types, ==, SQUILL_TYPE_STRING);
  g_assert_cmpstr (label->description, ==, "of it");
  squill_item_get_children (users, SQUILL_KIND_INDEX, &n_indexes);
  g_assert_cmpuint (n_indexes, ==, 1);
  g_assert_cmpuint (lost->line, ==, 29);
  g_assert_nonnull (find_problem (report, "“stamped” of “users”"));
  g_assert_cmpuint (report->problems->len, ==, 2);
}

/* What a column of a partial table refers to, where the table has a column of its own instead:
 * before the partial one, and behind it. */
static void
test_partial_references (void)
{
  static const char text[] = "Table a {\n  id int [pk]\n}\nTable b {\n  id int [pk]\n}\n"
                             "TablePartial p {\n  x int [ref: > a.id]\n  y int [ref: > a.id]\n"
                             "  z int [ref: > a.id]\n}\n"
                             "Table t {\n  id int [pk]\n  x int\n  ~p\n  y int [ref: > b.id]\n}\n";
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  g_autoptr (SquillModel) model = import_dbml (text, report);
  const SquillEntity *a = find_entity (model, "a"), *b = find_entity (model, "b");
  guint n_a = 0, n_b = 0;

  SQUILL_FOR_EACH_CHILD (SquillRelationship, r, squill_model_get_info (model),
                         SQUILL_KIND_RELATIONSHIP)
    {
      n_a += g_strcmp0 (r->parent, a->item.id) == 0;
      n_b += g_strcmp0 (r->parent, b->item.id) == 0;
    }
  g_assert_cmpuint (n_a, ==, 1);
  g_assert_cmpuint (n_b, ==, 1);
  find_child (find_entity (model, "t"), SQUILL_KIND_FIELD, "x");
  g_assert_cmpuint (report->problems->len, ==, 0);
}

/* Many tables that name a large partial one: a small file must not become millions of columns. */
static void
test_large_partial (void)
{
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  g_autoptr (SquillModel) model = NULL;
  g_autoptr (GString) text = g_string_new ("TablePartial p {\n");
  guint n_full = 0;

  for (guint i = 0; i < 1000; i++)
    g_string_append_printf (text, "  c%u int\n", i);
  g_string_append (text, "}\n");
  for (guint i = 0; i < 100; i++)
    g_string_append_printf (text, "Table t%u {\n  id int [pk]\n  ~p\n}\n", i);
  model = import_dbml (text->str, report);
  SQUILL_FOR_EACH_CHILD (SquillEntity, entity, squill_model_get_info (model), SQUILL_KIND_ENTITY)
    {
      guint n_fields;

      squill_item_get_children (entity, SQUILL_KIND_FIELD, &n_fields);
      g_assert_true (n_fields == 1 || n_fields == 1001);
      n_full += n_fields > 1;
    }
  g_assert_cmpuint (n_full, >, 10);
  g_assert_cmpuint (n_full, <, 90);
  g_assert_nonnull (find_problem (report, "“p” of “t99” is not taken over"));
}

/* An enumeration that is that of many columns has many values. */
static void
test_many_values (void)
{
  static const char *const projects[] = { "MongoDB", "MySQL" };

  for (guint i = 0; i < G_N_ELEMENTS (projects); i++)
    {
      g_autoptr (SquillImportReport) report = squill_import_report_new ();
      g_autoptr (SquillModel) model = NULL;
      g_autoptr (GString) text = g_string_new (NULL);
      gsize n = 0;

      g_string_printf (text, "Project p {\n  database_type: '%s'\n}\nEnum e {\n", projects[i]);
      for (guint j = 0; j < 20000; j++)
        g_string_append_printf (text, "  v%u\n", j);
      g_string_append (text, "}\nTable t {\n  id int [pk]\n");
      for (guint j = 0; j < 50; j++)
        g_string_append_printf (text, "  f%u e\n", j);
      g_string_append (text, "}\n");
      model = import_dbml (text->str, report);
      SQUILL_FOR_EACH_CHILD (SquillField, field, find_entity (model, "t"), SQUILL_KIND_FIELD)
        n += json_array_size (field->enumeration);
      g_assert_cmpuint (n, ==, 200000);
      g_assert_cmpuint (report->problems->len, ==, 1);
      g_assert_nonnull (find_problem (report, "too many values"));
    }
}

/* A path of more levels than a document has. */
static void
test_deep (void)
{
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  g_autoptr (GString) text = g_string_new ("Table t {\n  _id int\n  \"a");
  g_autoptr (SquillModel) model = NULL;
  guint n;

  for (guint i = 0; i < 150; i++)
    g_string_append (text, ".a");
  g_string_append (text, "\" int\n}\n");
  model = import_dbml (text->str, report);
  squill_item_get_children (find_entity (model, "t"), SQUILL_KIND_FIELD, &n);
  g_assert_cmpuint (n, ==, 1);
  g_assert_cmpuint (report->problems->len, ==, 1);
  g_assert_nonnull (find_problem (report, "nested too deep"));
}

/* A mark at the end of the file. */
static void
test_cut (void)
{
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  g_autoptr (SquillModel) model = import_dbml ("Table a { x int ~", report);

  find_entity (model, "a");
  g_assert_cmpuint (report->problems->len, ==, 1);
  g_assert_null (find_problem (report, "null"));
}

static void
test_faults (void)
{
  static const ImportFault faults[] = {
    { "", 1, 1 },
    { "Enum e { a }", 1, 1 },
    { "\n  Table { }", 2, 9 },
    { "// é\n'x' \xff", 2, 5 },
    { "Ref: a.x > 'b'", 1, 12 },
  };

  check_faults ("dbml", faults, G_N_ELEMENTS (faults));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/dbml/export", test_export);
  g_test_add_func ("/dbml/round-trip", test_round_trip);
  g_test_add_func ("/dbml/relational", test_relational);
  g_test_add_func ("/dbml/one-to-one", test_one_to_one);
  g_test_add_func ("/dbml/by-hand", test_by_hand);
  g_test_add_func ("/dbml/partial", test_partial);
  g_test_add_func ("/dbml/partial-references", test_partial_references);
  g_test_add_func ("/dbml/large-partial", test_large_partial);
  g_test_add_func ("/dbml/many-values", test_many_values);
  g_test_add_func ("/dbml/deep", test_deep);
  g_test_add_func ("/dbml/cut", test_cut);
  g_test_add_func ("/dbml/faults", test_faults);
  return g_test_run ();
}

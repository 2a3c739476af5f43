/* SPDX-License-Identifier: Apache-2.0 */

/* What columns refer to where a file of SQL declares no foreign keys. */

#include "config.h"

#include "import-text.h"

/* The relationship of a column, "child.column -> parent"; NULL where there is none. */
static const SquillRelationship *
find_reference (SquillModel *model, const char *child, const char *column, const char *parent)
{
  const SquillEntity *from = find_entity (model, child), *to = find_entity (model, parent);

  SQUILL_FOR_EACH_CHILD (SquillRelationship, r, squill_model_get_info (model),
                         SQUILL_KIND_RELATIONSHIP)
    {
      if (g_str_equal (r->child, from->item.id) && g_str_equal (r->parent, to->item.id) &&
          g_strcmp0 (r->child_name, column) == 0)
        return r;
    }
  return NULL;
}

/* Columns are called as a table, with a role before it, as its key, or after a role in the same
 * table. */
static void
test_names (void)
{
  static const char sql[] =
      "create table people (id varchar(22) primary key, uuid binary(16));\n"
      "create table countries (country_code char(2) primary key, name text);\n"
      "create table addresses (id int primary key, country_code char(2));\n"
      "create table shop_orders (id bigint primary key, person_id varchar(255) not null,\n"
      "  billing_address_id int, parent_id bigint, state int);\n"
      "create table orders (id int primary key);\n"
      "create table shop_items (id int primary key, order_id int not null, price int);\n"
      "create table stations (id counter primary key);\n"
      "create table trains (id int primary key, station_id int64);\n";
  static const char *const expected[][3] = {
    { "addresses", "country_code", "countries" },
    { "shop_orders", "person_id", "people" },
    { "shop_orders", "billing_address_id", "addresses" },
    { "shop_orders", "parent_id", "shop_orders" },
    { "shop_items", "order_id", "shop_orders" },
    { "trains", "station_id", "stations" },
  };
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  g_autoptr (SquillModel) model = import_text ("sql", sql, report);

  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      const SquillRelationship *r =
          find_reference (model, expected[i][0], expected[i][1], expected[i][2]);

      if (r == NULL)
        g_error ("%s.%s", expected[i][0], expected[i][1]);
      g_assert_cmpfloat (r->confidence, ==, 0.9);
      g_assert_cmpuint (json_array_size (json_object_get (r->evidence, "evidence")), ==, 1);
    }
  g_assert_cmpuint (count_children (squill_model_get_info (model), SQUILL_KIND_RELATIONSHIP), ==,
                    G_N_ELEMENTS (expected));
  g_assert_cmpfloat (find_reference (model, "shop_orders", "person_id", "people")->parents.min, ==,
                     1);
  g_assert_cmpfloat (find_reference (model, "shop_orders", "parent_id", "shop_orders")->parents.min,
                     ==, 0);
  g_assert_nonnull (find_problem (report, "shop_items.order_id → shop_orders"));
}

/* What is called after a table may still be no reference to it. */
static void
test_others (void)
{
  static const char *const cases[] = {
    /* Of another type. */
    "create table users (id int primary key);\ncreate table a (id int, user_id uuid);",
    /* That of another system. */
    "create table customers (id varchar(36) primary key);\n"
    "create table a (id int, stripe_customer_id varchar(255));",
    "create table users (id int primary key);\ncreate table a (id int, external_user_id int);",
    /* A column beside it says where it leads. */
    "create table resources (id int primary key);\n"
    "create table a (id int, resource_id int, resource_type text);",
    /* The table has no key of one column. */
    "create table current_nodes (id int primary key);\n"
    "create table nodes (node_id int, version int, primary key (node_id, version));\n"
    "create table node_tags (node_id int, version int, k text, primary key (node_id, version, k));",
    /* Two could be meant. */
    "create table a_users (id int primary key);\ncreate table b_users (id int primary key);\n"
    "create table logs (id int primary key, user_id int);",
    /* Its own key, and no id. */
    "create table users (user_id int primary key, name text);\n"
    "create table a (id int primary key, a_id int, users int, user_count int);",
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (SquillImportReport) report = squill_import_report_new ();
      g_autoptr (SquillModel) model = import_text ("sql", cases[i], report);

      if (count_children (squill_model_get_info (model), SQUILL_KIND_RELATIONSHIP) > 0)
        g_error ("A reference in %s", cases[i]);
      g_assert_null (find_problem (report, "guesses"));
    }
}

/* A table of two guessed references joins the others. */
static void
test_join (void)
{
  static const char sql[] = "create table students (id int primary key);\n"
                            "create table courses (id int primary key);\n"
                            "create table courses_students (course_id int, student_id int,\n"
                            "  primary key (course_id, student_id));\n";
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  g_autoptr (SquillModel) model = import_text ("sql", sql, report);
  const SquillModelInfo *info = squill_model_get_info (model);

  g_assert_cmpuint (count_children (info, SQUILL_KIND_ENTITY), ==, 2);
  g_assert_cmpuint (count_children (info, SQUILL_KIND_RELATIONSHIP), ==, 1);
}

/* Where foreign keys are declared, what has none is told and stays a field. */
static void
test_declared (void)
{
  static const char sql[] = "create table users (id int primary key);\n"
                            "create table posts (id int primary key,\n"
                            "  user_id int references users (id));\n"
                            "create table logs (id int primary key, user_id int);\n";
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  g_autoptr (SquillModel) model = import_text ("sql", sql, report);
  const SquillRelationship *r = find_reference (model, "posts", "user_id", "users");

  g_assert_nonnull (r);
  g_assert_null (r->evidence);
  g_assert_null (find_reference (model, "logs", "user_id", "users"));
  g_assert_nonnull (find_child (find_entity (model, "logs"), SQUILL_KIND_FIELD, "user_id"));
  g_assert_nonnull (find_problem (report, "logs.user_id → users"));
}

/* What would take long is left, which is told. */
static void
test_many (void)
{
  g_autoptr (GString) sql = g_string_new (NULL);
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  g_autoptr (SquillModel) model = NULL;

  for (guint i = 0; i < 500; i++)
    {
      g_string_append_printf (sql, "create table mod_thing%u (id int primary key", i);
      for (guint j = 0; j < 20; j++)
        g_string_append_printf (sql, ", r%cx%cq%cm%c_owner_id int", 'a' + i % 26, 'a' + i / 26,
                                'a' + j, 'a' + j);
      g_string_append (sql, ");\n");
    }
  model = import_text ("sql", sql->str, report);
  g_assert_cmpuint (count_children (squill_model_get_info (model), SQUILL_KIND_ENTITY), ==, 500);
  g_assert_nonnull (find_problem (report, "too many tables"));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sql-guesses/names", test_names);
  g_test_add_func ("/sql-guesses/others", test_others);
  g_test_add_func ("/sql-guesses/join", test_join);
  g_test_add_func ("/sql-guesses/declared", test_declared);
  g_test_add_func ("/sql-guesses/many", test_many);
  return g_test_run ();
}

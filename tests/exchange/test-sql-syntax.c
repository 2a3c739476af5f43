/* SPDX-License-Identifier: Apache-2.0 */

/* What SQL looks like where it is not as usual: names, quotes, statements that are left out, code
 * of procedures, and tables that later statements change. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include <math.h>
#include <string.h>

#include "exchange/import/squill-sql.h"
#include "model/squill-model-file.h"
#include "sql-text.h"

/* What is not understood is told with its place, and the rest is kept. */
static void
test_tolerant (void)
{
  static const struct
  {
    const char *sql;
    guint line, column;
    const char *problem;
  } cases[] = {
    { "CREATE TABLE a (id int);\n  FROBNICATE the table;\nCREATE TABLE b (id int);", 2, 3,
      "not understood" },
    { "CREATE TABLE a (id int);\nCREATE TABLE b (id int, 5 = 3);", 2, 25, "name of a column" },
    { "CREATE TABLE a (id int);\nCREATE TABLE b (id int, x text DEFAULT 'no end);", 2, 40,
      "is not closed" },
    { "CREATE TABLE a (id int);\nCREATE TABLE b (id int", 2, 23, "is not closed" },
    { "CREATE TABLE a (id int)\nCREATE TABLE b (id int, ID int)", 2, 25, "already has a column" },
    { "CREATE TABLE a (id int, b int)\nGO\nCREATE TABLE b (id int REFERENCES nowhere (id))\nGO\n",
      3, 35, "“nowhere”" },
    { "CREATE TABLE a (id int); /* no end\nCREATE TABLE b (id int);", 1, 26, "is not closed" },
    { "CREATE TABLE a (id int); CREATE TABLE b (id int);\nALTER TABLE c ADD x int;", 2, 13, "“c”" },
    { "CREATE TABLE a (id int); CREATE TABLE b (id int);\nCREATE INDEX i ON c (id);", 2, 14,
      "“c”" },
    { "CREATE TABLE a (id int);\nCREATE TABLE b (id int, name é TEXT, EXCLUDE USING gist (id));", 2,
      38, "constraint" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (SquillImportReport) report = squill_import_report_new ();
      g_autoptr (SquillModel) model = import_tables_with_report (cases[i].sql, report);
      const SquillImportProblem *problem = find_problem (report, cases[i].problem);

      if (problem == NULL)
        g_error ("Nothing is told of %s", cases[i].sql);
      if (problem->line != cases[i].line || problem->column != cases[i].column)
        g_error ("%u:%u: %s", problem->line, problem->column, problem->text);
      g_assert_cmpuint (count_children (find_entity (model, "a"), SQUILL_KIND_FIELD), >=, 1);
    }
}

/* A file without a table is an error with a place. */
static void
test_refused (void)
{
  static const char *const texts[] = { "",  "no SQL at all", "{\"a\": 1}", "SELECT 1;",
                                       "'", "\xff\xfe" };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (SquillImportReport) report = squill_import_report_new ();
      g_autoptr (GError) error = NULL;
      guint line, column;

      g_assert_null (squill_sql_import ("x", texts[i], strlen (texts[i]), report, &error));
      g_assert_true (squill_model_parse_position (error, &line, &column));
      g_assert_cmpuint (line, ==, 1);
    }
}

/* Tables change after they were created. */
static void
test_altered (void)
{
  g_autoptr (SquillModel) model = import_tables (
      "CREATE TABLE a (x int, y int, z int);\nALTER TABLE a ADD COLUMN w text NOT NULL, DROP "
      "COLUMN z, ADD PRIMARY KEY (x);\nALTER TABLE a RENAME COLUMN y TO v;\n"
      "ALTER TABLE a MODIFY v varchar(7) NOT NULL, COMMENT = 'all of it';\n"
      "ALTER TABLE a RENAME TO b;\nCREATE TABLE gone (x int);\nDROP TABLE gone;\n");
  const SquillEntity *b = find_entity (model, "b");

  g_assert_cmpuint (count_children (squill_model_get_info (model), SQUILL_KIND_ENTITY), ==, 1);
  g_assert_cmpuint (count_children (b, SQUILL_KIND_FIELD), ==, 3);
  g_assert_cmpfloat (get_field (b, "v")->max_length, ==, 7);
  g_assert_true (get_field (b, "w")->required);
  g_assert_cmpstr (b->description, ==, "all of it");
}

/* Schemas may have tables of the same name, and a shell of Windows writes UTF-16. */
static void
test_names (void)
{
  static const char sql[] =
      "CREATE TABLE one.t (id int PRIMARY KEY);\nCREATE TABLE two.t (id int "
      "PRIMARY KEY, one_id int REFERENCES one.t (id), \"a.b\" int, \"$c\" int);\n";
  g_autofree char *wide = NULL;
  g_autofree char *marked = NULL;
  gsize length;
  g_autoptr (SquillModel) model = import_tables (sql);
  g_autoptr (SquillModel) same = NULL;
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  const SquillEntity *second = find_entity (model, "two_t");

  g_assert_nonnull (get_field (second, "a_b"));
  g_assert_nonnull (get_field (second, "_c"));
  g_assert_cmpstr (get_relationship (model, "two_t")->parent, ==,
                   find_entity (model, "t")->item.id);
  wide = g_convert (sql, -1, "UTF-16LE", "UTF-8", NULL, &length, NULL);
  marked = g_malloc (length + 2);
  memcpy (marked, "\xff\xfe", 2);
  memcpy (marked + 2, wide, length);
  same = squill_sql_import ("shop", marked, length + 2, report, NULL);
  g_assert_nonnull (squill_model_find_entity (same, "two_t"));
}

/* What is not UTF-16 although it says so is not read as far as it would be long. */
static void
test_encoding (void)
{
  static const char behind[] = "\nCREATE TABLE t (id int);\n";
  const gsize length = 2 + 2 * 100 + 1;
  /* The spaces are characters that take three bytes, and the last one lacks a half. */
  g_autofree char *data = g_strnfill (length + strlen (behind), ' ');
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  g_autoptr (GError) error = NULL;

  memcpy (data, "\xff\xfe", 2);
  memcpy (data + length, behind, strlen (behind));
  g_assert_null (squill_sql_import ("x", data, length, report, &error));
  g_assert_error (error, SQUILL_MODEL_ERROR, SQUILL_MODEL_ERROR_SYNTAX);
}

/* The code of triggers and procedures ends where it ends, and tables have none. */
static void
test_code (void)
{
  static const struct
  {
    const char *sql;
    guint n_tables;
  } cases[] = {
    { "create table event (id int primary key, begin date);\ncreate index i on event (begin);\n"
      "create table b (id int primary key);\n",
      2 },
    { "create table a (id int);\nalter table a add package int, add begin int;\ncreate table b (id "
      "int primary key);\n",
      2 },
    { "CREATE TABLE a (id int primary key)\nGO\nCREATE PROCEDURE p AS\nBEGIN\n  BEGIN TRANSACTION\n"
      "  UPDATE a SET id = 1\n  COMMIT TRANSACTION\nEND\nGO\nCREATE TABLE b (id int primary "
      "key)\nGO\n",
      2 },
    { "CREATE PROC p AS\nBEGIN TRAN\nCOMMIT\nGO\nCREATE TABLE b (id int primary key)\nGO\n", 1 },
    { "CREATE PROCEDURE p IS BEGIN BEGIN NULL; END;\n/\nCREATE TABLE b (id int primary key);\n",
      1 },
    { "DELIMITER //\nCREATE PROCEDURE p () BEGIN BEGIN SELECT 1; END//\nDELIMITER ;\n"
      "CREATE TABLE b (id int primary key);\n",
      1 },
    { "DELIMITER $$\nCREATE TABLE a (id int primary key)$$\n"
      "CREATE TRIGGER t BEFORE INSERT ON a FOR EACH ROW BEGIN SET NEW.id = 1; END$$\n"
      "CREATE TABLE b (id int primary key)$$\n",
      2 },
    { "DELIMITER $$\nCREATE TRIGGER t BEFORE INSERT ON a FOR EACH ROW BEGIN SET NEW.id = 1; END$$ "
      "DELIMITER ;\nUSE x; CREATE TABLE b (id int primary key); CREATE TABLE c (id int);\n",
      2 },
    /* The delimiter is never set back. */
    { "DELIMITER $$\nCREATE PROCEDURE p () BEGIN SELECT 1; END$$\n"
      "INSERT INTO z VALUES (1); CREATE TABLE a (id int); SET x = 1; CREATE TABLE b (id int);\n",
      2 },
    { "COPY z FROM '/z.csv'\nDELIMITER ','\nCSV HEADER;\nSELECT 1; CREATE TABLE b (id int);", 1 },
    { "CREATE TABLE a (id int primary key);\nCREATE TRIGGER t AFTER INSERT ON a\n"
      "BEGIN UPDATE a SET id = CASE WHEN 1 THEN 2 END; END;\nCREATE TABLE b (id int);\n",
      2 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (SquillImportReport) report = squill_import_report_new ();
      g_autoptr (SquillModel) model = import_tables_with_report (cases[i].sql, report);

      g_assert_nonnull (squill_model_find_entity (model, "b"));
      g_assert_cmpuint (count_children (squill_model_get_info (model), SQUILL_KIND_ENTITY), ==,
                        cases[i].n_tables);
      g_assert_null (find_problem (report, "is not closed"));
    }
}

static void
test_endless_code (void)
{
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  g_autoptr (SquillModel) model = import_tables_with_report (
      "CREATE TABLE a (id int);\nCREATE TRIGGER t AFTER INSERT ON a\n  BEGIN "
      "UPDATE a SET id = 1;\n",
      report);
  const SquillImportProblem *problem = find_problem (report, "This code is not closed");

  g_assert_nonnull (problem);
  g_assert_cmpuint (problem->line, ==, 3);
  g_assert_cmpuint (problem->column, ==, 3);
}

/* Reading takes time by the length of a line, not by its square. */
static void
test_long_lines (void)
{
  g_autofree char *spaces = g_strnfill (1000000, ' ');
  g_autofree char *sql = g_strconcat ("create table t (id int);", spaces,
                                      "create table u (id int);", spaces, "-- end", NULL);
  g_autoptr (SquillModel) model = import_tables (sql);

  g_assert_nonnull (squill_model_find_entity (model, "t"));
  g_assert_nonnull (squill_model_find_entity (model, "u"));
}

/* A default may be in parentheses, and cast, many times over. */
static void
test_parentheses (void)
{
  const guint depth = 100000;
  g_autofree char *opening = g_strnfill (depth, '(');
  g_autofree char *closing = g_strnfill (depth, ')');
  g_autofree char *sql =
      g_strconcat ("create table t (id int, a int default ", opening, "7", closing,
                   ", b text default (('x'::text)::varchar(3)), c int default (1) + (2));", NULL);
  g_autoptr (SquillModel) model = import_tables (sql);
  const SquillEntity *t = find_entity (model, "t");

  assert_json (get_field (t, "a")->default_value, "7");
  assert_json (get_field (t, "b")->default_value, "\"x\"");
  g_assert_null (get_field (t, "c")->default_value);
}

/* A quote without end takes no other one with it. */
static void
test_quotes_after_endless (void)
{
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  g_autoptr (SquillModel) model = import_tables_with_report (
      "create table t (id int primary key, x text default $x$, a text default $y$it's$y$);\n"
      "create table `u (id int primary key, b text);\n"
      "create table v (id int primary key, c text default '');\n"
      "create table w (id int primary key, c text default '''');\n",
      report);

  assert_json (get_field (find_entity (model, "t"), "a")->default_value, "\"it's\"");
  assert_json (get_field (find_entity (model, "w"), "c")->default_value, "\"'\"");
  g_assert_nonnull (find_problem (report, "is not closed"));
}

/* Keys and indexes of a column are still its own when it is renamed. */
static void
test_renamed (void)
{
  g_autoptr (SquillModel) model =
      import_tables ("create table p (id int primary key);\n"
                     "create table t (id int primary key, x int, p int references p (id));\n"
                     "create index i on t (x);\n"
                     "alter table t rename column id to code;\nalter table t change x y int;\n"
                     "alter table t rename p to parent;\n");
  const SquillEntity *t = find_entity (model, "t");

  g_assert_cmpuint (count_children (t, SQUILL_KIND_FIELD), ==, 2);
  g_assert_nonnull (get_field (t, "_id"));
  g_assert_nonnull (get_field (t, "y"));
  g_assert_cmpuint (count_children (t, SQUILL_KIND_INDEX), ==, 1);
  g_assert_cmpuint (count_children (squill_model_get_info (model), SQUILL_KIND_RELATIONSHIP), ==,
                    1);
}

/* What refers to a table or column goes along when its name changes. */
static void
test_renamed_elsewhere (void)
{
  g_autoptr (SquillModel) model = import_tables (
      "create table t (id int primary key, code text unique, gone boolean not null, n "
      "int not null);\n"
      "create table u (id int primary key, t_code text references t (code));\n"
      "create index some on t (n) where gone = true and n > 3;\n"
      "alter table t rename column code to sign;\n"
      "alter table t rename gone to deleted;\n"
      "alter table t rename to things;\n");
  const SquillEntity *things = find_entity (model, "things");
  gpointer const *relationships, *indexes;
  const SquillRelationship *r;
  const SquillIndex *index = NULL;
  guint n;

  relationships =
      squill_item_get_children (squill_model_get_info (model), SQUILL_KIND_RELATIONSHIP, &n);
  g_assert_cmpuint (n, ==, 1);
  r = relationships[0];
  g_assert_cmpstr (r->parent, ==, things->item.id);
  g_assert_cmpstr (r->parent_key, ==, get_field (things, "sign")->item.id);
  indexes = squill_item_get_children (things, SQUILL_KIND_INDEX, &n);
  for (guint i = 0; i < n; i++)
    if (g_strcmp0 (((const SquillIndex *)indexes[i])->name, "some") == 0)
      index = indexes[i];
  g_assert_nonnull (index);
  assert_json (index->partial, "{\"deleted\": true, \"n\": {\"$gt\": 3}}");
  assert_no_errors (model);
}

/* Columns of another table: with what they say, and with keys where that is said. */
static void
test_like (void)
{
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  g_autoptr (SquillModel) model =
      import_tables_with_report ("create table t (id int primary key, x text not null, y int);\n"
                                 "create index i on t (x desc);\n"
                                 "create table a like t;\n"
                                 "create table b (like t including all, z int);\n"
                                 "create table c (like t, primary key (y));\n"
                                 "create table d (z int) inherits (t);\n"
                                 "create index j on d (x);\n"
                                 "comment on column d.x is 'text';\n"
                                 "create table e (like nowhere);\n"
                                 "create table f (z int) inherits (nobody);\n",
                                 report);
  guint n;

  g_assert_true (get_field (find_entity (model, "a"), "x")->required);
  squill_item_get_children (find_entity (model, "a"), SQUILL_KIND_INDEX, &n);
  g_assert_cmpuint (n, ==, 1);
  g_assert_nonnull (get_field (find_entity (model, "b"), "z"));
  squill_item_get_children (find_entity (model, "b"), SQUILL_KIND_INDEX, &n);
  g_assert_cmpuint (n, ==, 1);
  g_assert_nonnull (get_field (find_entity (model, "c"), "id"));
  squill_item_get_children (find_entity (model, "c"), SQUILL_KIND_INDEX, &n);
  g_assert_cmpuint (n, ==, 0);
  g_assert_cmpstr (get_field (find_entity (model, "d"), "x")->description, ==, "text");
  squill_item_get_children (find_entity (model, "d"), SQUILL_KIND_INDEX, &n);
  g_assert_cmpuint (n, ==, 1);
  g_assert_nonnull (find_problem (report, "“nowhere”"));
  g_assert_nonnull (find_problem (report, "“nobody”"));
  g_assert_null (find_problem (report, "is not closed"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sql-syntax/tolerant", test_tolerant);
  g_test_add_func ("/sql-syntax/refused", test_refused);
  g_test_add_func ("/sql-syntax/altered", test_altered);
  g_test_add_func ("/sql-syntax/names", test_names);
  g_test_add_func ("/sql-syntax/encoding", test_encoding);
  g_test_add_func ("/sql-syntax/code", test_code);
  g_test_add_func ("/sql-syntax/endless-code", test_endless_code);
  g_test_add_func ("/sql-syntax/long-lines", test_long_lines);
  g_test_add_func ("/sql-syntax/parentheses", test_parentheses);
  g_test_add_func ("/sql-syntax/quotes-after-endless", test_quotes_after_endless);
  g_test_add_func ("/sql-syntax/renamed", test_renamed);
  g_test_add_func ("/sql-syntax/renamed-elsewhere", test_renamed_elsewhere);
  g_test_add_func ("/sql-syntax/like", test_like);
  return g_test_run ();
}

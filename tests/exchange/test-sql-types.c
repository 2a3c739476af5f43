/* SPDX-License-Identifier: Apache-2.0 */

/* Types of SQL that have several values, and tables that are called more than tables. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include <gio/gio.h>
#include <string.h>

#include "bson/squill-bson-type.h"
#include "import-text.h"

#define ADDRESS "CREATE TYPE address AS (street text, city varchar(9));\n"

/* Fields with their types, nested ones in braces. */
static void
append_fields (GString *text, gconstpointer owner)
{
  g_string_append_c (text, '{');
  SQUILL_FOR_EACH_CHILD (SquillField, field, owner, SQUILL_KIND_FIELD)
    {
      g_string_append_printf (text, " %s%s%s", field->name, field->array ? "[]" : "",
                              field->required ? "!" : "");
      for (guint i = 0; i < SQUILL_N_TYPES; i++)
        if ((field->types & (1u << i)) != 0)
          g_string_append_printf (text, ":%s", squill_type_get_name (1u << i));
      if (field->types == SQUILL_TYPE_OBJECT)
        append_fields (text, field);
    }
  g_string_append (text, " }");
}

static void
check_fields (const char *sql, const char *entity, const char *fields)
{
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  g_autoptr (SquillModel) model = import_text ("sql", sql, report);
  g_autoptr (GString) text = g_string_new (NULL);

  append_fields (text, find_entity (model, entity));
  g_assert_cmpstr (text->str, ==, fields);
}

static void
test_composites (void)
{
  check_fields (ADDRESS "CREATE TABLE t (id int PRIMARY KEY, a address NOT NULL, b address[]);\n",
                "t",
                "{ _id!:int a!:object{ street:string city:string } b[]:object{ street:string "
                "city:string } }");
  /* In one another, and by another name. */
  check_fields (ADDRESS
                "CREATE TYPE place AS (id int, at address);\nCREATE DOMAIN spot AS place NOT "
                "NULL;\nCREATE TABLE t (id int PRIMARY KEY, s spot);\n",
                "t", "{ _id!:int s!:object{ id:int at:object{ street:string city:string } } }");
  check_fields (ADDRESS "ALTER TYPE address ADD ATTRIBUTE zip int, DROP ATTRIBUTE city, RENAME "
                        "ATTRIBUTE street TO way;\nALTER TYPE address ALTER ATTRIBUTE way TYPE "
                        "date;\nCREATE TABLE t (id int PRIMARY KEY, a address);\n",
                "t", "{ _id!:int a:object{ way:date zip:int } }");
  check_fields ("CREATE TYPE phones AS VARRAY(3) OF VARCHAR2(20);\n/\n"
                "CREATE TYPE person AS OBJECT (name VARCHAR2(9), p phones, MEMBER FUNCTION age "
                "RETURN NUMBER);\n/\nCREATE TABLE t (id NUMBER PRIMARY KEY, who person);\n",
                "t", "{ _id!:decimal who:object{ name:string p[]:string } }");
  check_fields ("CREATE TYPE dbo.Phone FROM int NOT NULL;\nCREATE TABLE t (id int PRIMARY KEY, p "
                "dbo.Phone);\n",
                "t", "{ _id!:int p!:int }");
}

static void
test_typed_tables (void)
{
  check_fields (ADDRESS "CREATE TABLE t OF address (city WITH OPTIONS NOT NULL, PRIMARY KEY "
                        "(street));\n",
                "t", "{ _id!:string city!:string }");
}

/* One that contains itself ends there, and many in each other end somewhere, which is told. */
static void
test_endless_composites (void)
{
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  g_autoptr (SquillModel) model = NULL;
  g_autoptr (GString) sql = g_string_new ("CREATE TYPE t0 AS (a int, b int, c int);\n");

  check_fields ("CREATE TYPE node AS (v int, next node);\nCREATE TABLE t (id int PRIMARY KEY, n "
                "node);\n",
                "t", "{ _id!:int n:object{ v:int next:object{ } } }");
  for (guint i = 1; i < 12; i++)
    g_string_append_printf (sql, "CREATE TYPE t%u AS (a t%u, b t%u, c t%u);\n", i, i - 1, i - 1,
                            i - 1);
  g_string_append (sql, "CREATE TABLE t (id int PRIMARY KEY, x t11);\n");
  model = import_text ("sql", sql->str, report);
  g_assert_nonnull (find_entity (model, "t"));
  g_assert_nonnull (find_problem (report, "The composite types have more fields"));
}

/* SQLite lets "unsigned" stand in front of a type, or for one. */
static void
test_unsigned (void)
{
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  g_autoptr (SquillModel) model =
      import_text ("sql",
                   "CREATE TABLE t (id int PRIMARY KEY, a UNSIGNED BIG INT, b UNSIGNED, c unsigned "
                   "NOT NULL, d UNSIGNED TINYINT DEFAULT 3);\n",
                   report);
  static const SquillTypes types[] = { SQUILL_TYPE_LONG, SQUILL_TYPE_LONG, SQUILL_TYPE_LONG,
                                       SQUILL_TYPE_INT };

  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    {
      const char name[] = { (char)('a' + i), '\0' };
      const SquillField *field = get_field (find_entity (model, "t"), name);

      g_assert_cmpuint (field->types, ==, types[i]);
      g_assert_cmpfloat (json_number_value (field->minimum), ==, 0);
      g_assert_nonnull (field->minimum);
      g_assert_cmpint (field->required, ==, i == 2);
    }
}

static void
test_kinds_of_tables (void)
{
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  g_autoptr (SquillModel) model = import_text (
      "sql",
      "CREATE GLOBAL TEMPORARY TABLE g (id int) ON COMMIT DELETE ROWS;\n"
      "CREATE TABLE #h (id int);\nCREATE TEMP VIEW v AS SELECT 1;\n"
      "CREATE OR REPLACE TRANSIENT TABLE a (id int PRIMARY KEY);\n"
      "CREATE EXTERNAL TABLE b (id int PRIMARY KEY, n int);\nCREATE BITMAP INDEX i ON b (n);\n"
      "CREATE PROC p AS SELECT 1;\n",
      report);

  g_assert_nonnull (find_entity (model, "a"));
  g_assert_nonnull (find_child (find_entity (model, "b"), SQUILL_KIND_INDEX, "i"));
  g_assert_nonnull (find_problem (report, "Temporary tables are not taken over: g, #h"));
  g_assert_nonnull (find_problem (report, "Views are not taken over: v"));
  g_assert_null (find_problem (report, "not understood"));
}

/* A dump is often packed. */
static void
test_packed (void)
{
  static const char sql[] = "CREATE TABLE t (id int PRIMARY KEY);\n";
  static const char xz[] = "\xfd"
                           "7zXZ\0 and so on";
  const SquillImportFormat *format = squill_import_find_format_of ("dump.sql.gz", NULL, 0);
  g_autoptr (GConverter) converter =
      G_CONVERTER (g_zlib_compressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP, -1));
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  g_autoptr (SquillModel) model = NULL, none = NULL;
  g_autoptr (GError) error = NULL;
  char packed[200];
  gsize read, written;

  g_assert_true (format == squill_import_find_format ("sql"));
  g_assert_false (squill_import_has_suffix (format, "dump.sql.gz"));
  g_assert_cmpint (g_converter_convert (converter, sql, strlen (sql), packed, sizeof packed,
                                        G_CONVERTER_INPUT_AT_END, &read, &written, &error),
                   ==, G_CONVERTER_FINISHED);
  model = squill_import_read (format, "dump.sql.gz", packed, written, report, &error);
  g_assert_no_error (error);
  g_assert_nonnull (find_entity (model, "t"));
  g_assert_cmpstr (squill_model_get_info (model)->name, ==, "dump");

  none = squill_import_read (format, "dump.sql.gz", packed, written - 12, report, &error);
  g_assert_error (error, SQUILL_MODEL_ERROR, SQUILL_MODEL_ERROR_SYNTAX);
  g_assert_null (none);
  g_clear_error (&error);
  none = squill_import_read (format, "dump.sql.xz", xz, sizeof xz, report, &error);
  g_assert_error (error, SQUILL_MODEL_ERROR, SQUILL_MODEL_ERROR_SYNTAX);
  g_assert_nonnull (strstr (error->message, "packed with xz"));
  g_assert_null (none);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sql-types/composites", test_composites);
  g_test_add_func ("/sql-types/typed-tables", test_typed_tables);
  g_test_add_func ("/sql-types/endless-composites", test_endless_composites);
  g_test_add_func ("/sql-types/unsigned", test_unsigned);
  g_test_add_func ("/sql-types/kinds-of-tables", test_kinds_of_tables);
  g_test_add_func ("/sql-types/packed", test_packed);
  return g_test_run ();
}

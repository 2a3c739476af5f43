/* SPDX-License-Identifier: Apache-2.0 */

/* What a file of SQL changes or takes back of its tables: the model is that of what is left. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include <string.h>

#include "import-text.h"
#include "model/squill-model-file.h"

typedef struct
{
  const char *changed;
  const char *left;
} Case;

/* The file of the model (transfer full). */
static char *
import (const char *sql)
{
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  g_autoptr (SquillModel) model = import_text ("sql", sql, report);

  for (guint i = 0; i < report->problems->len; i++)
    {
      const SquillImportProblem *problem = report->problems->pdata[i];

      if (problem->line > 0)
        g_error ("%u:%u: %s in: %s", problem->line, problem->column, problem->text, sql);
    }
  return squill_model_to_data (model, NULL);
}

static void
check (const Case *cases, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *changed = import (cases[i].changed);
      g_autofree char *left = import (cases[i].left);

      g_assert_cmpstr (changed, ==, left);
    }
}

#define USERS "CREATE TABLE users (id int PRIMARY KEY, name varchar(9));\n"
#define POSTS                                                                                 \
  USERS                                                                                       \
  "CREATE TABLE posts (id int PRIMARY KEY, user_id int, CONSTRAINT fk FOREIGN KEY (user_id) " \
  "REFERENCES users (id));\n"
#define PLAIN_POSTS USERS "CREATE TABLE posts (id int PRIMARY KEY, user_id int);\n"

/* Keys, by the names that they were given or that the database makes. */
static void
test_keys (void)
{
  static const Case cases[] = {
    { POSTS "ALTER TABLE posts DROP CONSTRAINT fk;\n", PLAIN_POSTS },
    { POSTS "ALTER TABLE posts DROP CONSTRAINT IF EXISTS other, DROP FOREIGN KEY fk;\n",
      PLAIN_POSTS },
    { POSTS "ALTER TABLE posts RENAME CONSTRAINT fk TO other;\n"
            "ALTER TABLE posts DROP CONSTRAINT other;\n",
      PLAIN_POSTS },
    { USERS "CREATE TABLE posts (id int PRIMARY KEY, user_id int REFERENCES users);\n"
            "ALTER TABLE posts DROP CONSTRAINT posts_user_id_fkey;\n",
      PLAIN_POSTS },
    { USERS "CREATE TABLE posts (id int PRIMARY KEY, user_id int, FOREIGN KEY (user_id) REFERENCES "
            "users (id)) ENGINE=InnoDB;\nALTER TABLE posts DROP FOREIGN KEY posts_ibfk_1;\n",
      PLAIN_POSTS },
    { "CREATE TABLE t (a int, b int, PRIMARY KEY (a));\nALTER TABLE t DROP CONSTRAINT t_pkey, ADD "
      "PRIMARY KEY (b);\n",
      "CREATE TABLE t (a int, b int PRIMARY KEY);\n" },
    { "CREATE TABLE t (a int CONSTRAINT pk PRIMARY KEY, b int);\nALTER TABLE t DROP CONSTRAINT "
      "pk;\n",
      "CREATE TABLE t (a int, b int);\n" },
    { "CREATE TABLE t (a int NOT NULL, b int);\nCREATE UNIQUE INDEX i ON t (a);\n"
      "ALTER TABLE t ADD CONSTRAINT k PRIMARY KEY USING INDEX i;\n",
      "CREATE TABLE t (a int NOT NULL PRIMARY KEY, b int);\n" },
    { "CREATE TABLE t (a int, b int);\nCREATE UNIQUE INDEX i ON t (a);\n"
      "CREATE UNIQUE INDEX j ON t (b);\nALTER TABLE t ADD CONSTRAINT k UNIQUE USING INDEX i;\n"
      "ALTER TABLE t DROP CONSTRAINT k, ADD UNIQUE USING INDEX j;\n",
      "CREATE TABLE t (a int, b int);\nCREATE UNIQUE INDEX j ON t (b);\n" },
    { "CREATE TABLE t (a int NOT NULL, b int);\nCREATE UNIQUE INDEX i ON t (a);\n"
      "ALTER TABLE t ADD PRIMARY KEY USING INDEX i;\nALTER TABLE t DROP CONSTRAINT i;\n",
      "CREATE TABLE t (a int NOT NULL, b int);\n" },
  };

  check (cases, G_N_ELEMENTS (cases));
}

/* In SQL Server one ADD and one DROP COLUMN are for a list. */
static void
test_lists (void)
{
  static const Case cases[] = {
    { USERS "CREATE TABLE t (id int PRIMARY KEY, a int, b int, c int);\n"
            "ALTER TABLE t WITH CHECK ADD CONSTRAINT x FOREIGN KEY (a) REFERENCES users (id),\n"
            "  CONSTRAINT y FOREIGN KEY (b) REFERENCES users (id), UNIQUE (c), d varchar(9);\n",
      USERS "CREATE TABLE t (id int PRIMARY KEY, a int, b int, c int, d varchar(9),\n"
            "  CONSTRAINT x FOREIGN KEY (a) REFERENCES users (id),\n"
            "  CONSTRAINT y FOREIGN KEY (b) REFERENCES users (id), UNIQUE (c));\n" },
    { "CREATE TABLE t (a int, b int, c int);\nALTER TABLE t ADD d int, ENGINE = InnoDB, LOCK = "
      "NONE, DROP COLUMN a, b;\n",
      "CREATE TABLE t (c int, d int);\n" },
    { "CREATE TABLE t (a int);\nCHECKPOINT\nBULK INSERT t FROM 'a.csv' WITH (TABLOCK);\n",
      "CREATE TABLE t (a int);\n" },
  };

  check (cases, G_N_ELEMENTS (cases));
}

/* What a column takes along, and what a table does. */
static void
test_removed (void)
{
  static const Case cases[] = {
    { POSTS "ALTER TABLE posts DROP COLUMN user_id;\n",
      USERS "CREATE TABLE posts (id int PRIMARY KEY);\n" },
    { "CREATE TABLE t (id serial PRIMARY KEY, a int CHECK (a > 3 OR a < b), b int);\n"
      "CREATE INDEX i ON t (a, b);\nALTER TABLE t DROP COLUMN a;\n",
      "CREATE TABLE t (id serial PRIMARY KEY, b int);\n" },
    { "CREATE TABLE t (id int PRIMARY KEY, a int, b int, KEY i (a, b)) ENGINE=InnoDB;\n"
      "ALTER TABLE t DROP COLUMN a;\n",
      "CREATE TABLE t (id int PRIMARY KEY, b int, KEY i (b)) ENGINE=InnoDB;\n" },
    { POSTS "DROP TABLE users CASCADE;\n",
      "CREATE TABLE posts (id int PRIMARY KEY, user_id int);\n" },
    { USERS "CREATE TABLE t (a int, b int)\nALTER TABLE t\n  DROP COLUMN b\nDROP TABLE users\n",
      "CREATE TABLE t (a int);\n" },
    { "CREATE TABLE key (index int, b int);\nALTER TABLE key DROP index;\n",
      "CREATE TABLE key (b int);\n" },
  };

  check (cases, G_N_ELEMENTS (cases));
}

static void
test_indexes (void)
{
  static const Case cases[] = {
    { USERS "CREATE INDEX i ON users (name);\nDROP INDEX i;\n", USERS },
    { USERS "CREATE INDEX i ON users (name);\nDROP INDEX CONCURRENTLY IF EXISTS public.i, j;\n",
      USERS },
    { USERS "CREATE INDEX i ON users (name);\nDROP INDEX i ON users;\n", USERS },
    { USERS "CREATE INDEX i ON users (name);\nDROP INDEX users.i;\n", USERS },
    { USERS "CREATE INDEX ON users (name);\nDROP INDEX users_name_idx;\n", USERS },
    { USERS "ALTER TABLE users ADD UNIQUE (name);\nALTER TABLE users DROP CONSTRAINT "
            "users_name_key;\n",
      USERS },
    { USERS "ALTER TABLE users ADD KEY i (name), DROP KEY i;\n", USERS },
    { USERS "CREATE INDEX i ON users (name);\nALTER INDEX i RENAME TO j;\n",
      USERS "CREATE INDEX j ON users (name);\n" },
    { USERS "CREATE INDEX i ON users (name);\nALTER TABLE users RENAME INDEX i TO j;\n",
      USERS "CREATE INDEX j ON users (name);\n" },
  };

  check (cases, G_N_ELEMENTS (cases));
}

/* Values, defaults, and types. */
static void
test_columns (void)
{
  static const Case cases[] = {
    { "CREATE TABLE t (a text CONSTRAINT c CHECK (a IN ('x', 'y')));\nALTER TABLE t DROP "
      "CONSTRAINT c;\n",
      "CREATE TABLE t (a text);\n" },
    { "CREATE TABLE t (a text CHECK (a IN ('x', 'y')));\nALTER TABLE t DROP CONSTRAINT t_a_check, "
      "ADD CONSTRAINT t_a_check CHECK (a IN ('z'));\n",
      "CREATE TABLE t (a text CHECK (a IN ('z')));\n" },
    { "CREATE TABLE t (a int, b int, CONSTRAINT c CHECK (a + b > 3));\nALTER TABLE t DROP "
      "CONSTRAINT c;\n",
      "CREATE TABLE t (a int, b int);\n" },
    { "CREATE TABLE t (a int NOT NULL);\nALTER TABLE t ADD CONSTRAINT d DEFAULT ((7)) FOR a;\n",
      "CREATE TABLE t (a int NOT NULL DEFAULT 7);\n" },
    { "CREATE TABLE t (a int CONSTRAINT d DEFAULT 7);\nALTER TABLE t DROP CONSTRAINT d;\n",
      "CREATE TABLE t (a int);\n" },
    { "CREATE TABLE t (a int);\nALTER TABLE t ALTER COLUMN a nvarchar(30) NOT NULL;\n",
      "CREATE TABLE t (a nvarchar(30) NOT NULL);\n" },
    { "CREATE TABLE t (a int[]);\nALTER TABLE t ALTER COLUMN a TYPE text;\n",
      "CREATE TABLE t (a text);\n" },
    { "CREATE TABLE t (a enum('x') NOT NULL DEFAULT 'x' COMMENT 'c') ENGINE=InnoDB;\n"
      "ALTER TABLE t MODIFY a varchar(9);\n",
      "CREATE TABLE t (a varchar(9)) ENGINE=InnoDB;\n" },
    { "CREATE TABLE t (a serial, b int GENERATED ALWAYS AS IDENTITY, c bigserial UNIQUE);\n"
      "ALTER TABLE t ALTER COLUMN c DROP NOT NULL;\n",
      "CREATE TABLE t (a serial NOT NULL, b int NOT NULL GENERATED ALWAYS AS IDENTITY, c bigint "
      "DEFAULT nextval('s') UNIQUE);\n" },
    { "CREATE TABLE t (a int NOT NULL);\nALTER TABLE t MODIFY a varchar(9);\n",
      "CREATE TABLE t (a varchar(9));\n" },
    { "CREATE TABLE t (a varchar2(9) NOT NULL, b number(9), c number);\n"
      "ALTER TABLE t MODIFY (a varchar2(30) DEFAULT 'x', b NOT NULL);\n"
      "ALTER TABLE t MODIFY a NULL;\nALTER TABLE t MODIFY c DEFAULT 3 NOT NULL;\n"
      "ALTER TABLE t MODIFY b varchar2(5);\n",
      "CREATE TABLE t (a varchar2(30) DEFAULT 'x', b varchar2(5) NOT NULL, c number DEFAULT 3 NOT "
      "NULL);\n" },
  };

  check (cases, G_N_ELEMENTS (cases));
}

/* Conditions that were given no name, and what others say of the same column. */
static void
test_conditions (void)
{
  static const Case cases[] = {
    { "CREATE TABLE t (a int CHECK (a > 0 AND a < 10), b int CHECK (b % 2 = 0));\n"
      "ALTER TABLE t DROP CONSTRAINT t_a_check, DROP CONSTRAINT t_b_check;\n",
      "CREATE TABLE t (a int, b int);\n" },
    { "CREATE TABLE t (a int, b int, CHECK (a > 0 AND b > 0));\n"
      "ALTER TABLE t DROP CONSTRAINT t_check;\n",
      "CREATE TABLE t (a int, b int);\n" },
    { "CREATE TABLE t (a text, CONSTRAINT c CHECK (a IN ('x', 'y')));\n"
      "ALTER TABLE t ADD CONSTRAINT d CHECK (a IN ('x', 'y', 'z'));\n"
      "ALTER TABLE t DROP CONSTRAINT c;\n",
      "CREATE TABLE t (a text CHECK (a IN ('x', 'y', 'z')));\n" },
    { "CREATE TABLE t (a int, CONSTRAINT c CHECK (a >= 1), CONSTRAINT d CHECK (a <= 9), "
      "CONSTRAINT e CHECK (a >= 3));\nALTER TABLE t DROP CONSTRAINT e;\n",
      "CREATE TABLE t (a int CHECK (a BETWEEN 1 AND 9));\n" },
    { "CREATE TABLE t (a int, b int, CHECK (a >= 1 AND b >= 2));\nALTER TABLE t DROP COLUMN a;\n",
      "CREATE TABLE t (b int);\n" },
    { USERS
      "CREATE TABLE t (id int PRIMARY KEY, u int REFERENCES users (id), a int CHECK (a > 0));\n"
      "ALTER TABLE t RENAME COLUMN u TO v;\nALTER TABLE t RENAME TO s;\n"
      "ALTER TABLE s DROP CONSTRAINT t_u_fkey, DROP CONSTRAINT t_a_check;\n",
      USERS "CREATE TABLE s (id int PRIMARY KEY, v int, a int);\n" },
  };

  check (cases, G_N_ELEMENTS (cases));
}

/* MySQL's keys that were given no name keep the number that they got. */
static void
test_numbered_keys (void)
{
  static const Case cases[] = {
    { POSTS "ALTER TABLE posts DROP FOREIGN KEY fk, ADD FOREIGN KEY (user_id) REFERENCES users "
            "(id), ADD FOREIGN KEY (id) REFERENCES users (id);\n"
            "ALTER TABLE posts DROP FOREIGN KEY posts_ibfk_1;\n"
            "ALTER TABLE posts DROP FOREIGN KEY posts_ibfk_2;\n",
      PLAIN_POSTS },
  };

  check (cases, G_N_ELEMENTS (cases));
}

/* Prisma exchanges a type for another one of the same name. */
static void
test_types (void)
{
  static const Case cases[] = {
    { "CREATE TYPE k AS ENUM ('a', 'c');\nCREATE TABLE t (x k);\nALTER TYPE k ADD VALUE 'b' BEFORE "
      "'c';\nALTER TYPE k ADD VALUE IF NOT EXISTS 'b';\nALTER TYPE k ADD VALUE 'd';\n"
      "ALTER TYPE k RENAME VALUE 'a' TO 'A';\nALTER TYPE k ADD VALUE 'B' AFTER 'A';\n",
      "CREATE TYPE k AS ENUM ('A', 'B', 'b', 'c', 'd');\nCREATE TABLE t (x k);\n" },
    { "CREATE TYPE k AS ENUM ('a', 'b');\nCREATE TABLE t (x k, y k);\n"
      "CREATE TYPE k_new AS ENUM ('a');\nALTER TABLE t ALTER COLUMN x TYPE k_new USING "
      "(x::text::k_new), ALTER COLUMN y TYPE k_new;\nALTER TYPE k RENAME TO k_old;\n"
      "ALTER TYPE k_new RENAME TO k;\nDROP TYPE k_old;\nALTER TYPE k ADD VALUE 'c';\n",
      "CREATE TYPE k AS ENUM ('a', 'c');\nCREATE TABLE t (x k, y k);\n" },
  };

  check (cases, G_N_ELEMENTS (cases));
}

/* Remarks of Oracle's program have no end but that of the line. Columns may be called as they and
 * as statements begin. */
static void
test_remarks (void)
{
  static const Case cases[] = {
    { "rem Don't\nREM\nPROMPT It's made\n" USERS "Remark isn't it\nCREATE TABLE t (rem int, prompt "
      "int);\n",
      USERS "CREATE TABLE t (rem int, prompt int);\n" },
    { "CREATE TABLE t (\n  rem int,\n  prompt int\n);\n",
      "CREATE TABLE t (rem int, prompt int);\n" },
    { "CREATE TABLE t (\n  id int,\n  exec int\n);\n", "CREATE TABLE t (id int, exec int);\n" },
  };

  check (cases, G_N_ELEMENTS (cases));
}

/* Statements that are run only where what they make is missing. */
static void
test_conditional (void)
{
  static const Case cases[] = {
    { USERS "CREATE TABLE posts (id int PRIMARY KEY, user_id int);\nDO $$ BEGIN\n"
            " ALTER TABLE posts ADD CONSTRAINT fk FOREIGN KEY (user_id) REFERENCES users (id);\n"
            "EXCEPTION\n WHEN duplicate_object THEN null;\nEND $$;\nCREATE TABLE t (id int);\n",
      POSTS "CREATE TABLE t (id int);\n" },
    { "DO $do$\nDECLARE n int;\nBEGIN\n IF NOT EXISTS (SELECT 1 FROM pg_type WHERE typname = 'k') "
      "THEN\n  CREATE TYPE k AS ENUM ('a;', 'b');\n END IF;\nEND\n$do$;\nCREATE TABLE t (x k);\n",
      "CREATE TYPE k AS ENUM ('a;', 'b');\nCREATE TABLE t (x k);\n" },
    { "IF OBJECT_ID('t') IS NULL CREATE TABLE t (id int PRIMARY KEY)\nGO\n"
      "IF NOT EXISTS (SELECT * FROM sys.tables WHERE name = 'u')\nBEGIN\nCREATE TABLE u (id int)\n"
      "END\nGO\nIF EXISTS (SELECT 1)\nALTER TABLE gone DROP CONSTRAINT c\nGO\n"
      "IF EXISTS (SELECT 1)\nDROP TABLE gone\nGO\n",
      "CREATE TABLE t (id int PRIMARY KEY);\nCREATE TABLE u (id int);\n" },
  };

  check (cases, G_N_ELEMENTS (cases));
}

/* The statements of MySQL and Oracle, and the procedures of SQL Server. */
static void
test_names (void)
{
  static const Case cases[] = {
    { POSTS "RENAME TABLE users TO people, posts TO texts;\n",
      "CREATE TABLE people (id int PRIMARY KEY, name varchar(9));\nCREATE TABLE texts (id int "
      "PRIMARY KEY, user_id int, CONSTRAINT fk FOREIGN KEY (user_id) REFERENCES people (id));\n" },
    { USERS "RENAME users TO people;\nRENAME USER 'a'@'localhost' TO 'b'@'localhost';\n",
      "CREATE TABLE people (id int PRIMARY KEY, name varchar(9));\n" },
    { "CREATE TABLE dbo.t (a int, b int)\nGO\nEXEC sp_rename 'dbo.t.a', 'c', 'COLUMN'\n"
      "EXEC sys.sp_rename @objname = N'[dbo].[t]', @newname = N'u'\nGO\n",
      "CREATE TABLE dbo.u (c int, b int);\n" },
    { "CREATE TABLE [dbo].[t] ([a] int)\nGO\n"
      "EXEC sys.sp_addextendedproperty @name=N'MS_Description', @value=N'All of it', "
      "@level0type=N'SCHEMA', @level0name=N'dbo', @level1type=N'TABLE', @level1name=N't'\nGO\n"
      "EXEC sp_addextendedproperty 'MS_Description', 'It''s a', 'SCHEMA', 'dbo', 'TABLE', 't', "
      "'COLUMN', 'a'\n",
      "CREATE TABLE t (a int COMMENT 'It''s a') COMMENT 'All of it';\n" },
  };

  check (cases, G_N_ELEMENTS (cases));
}

#define PARTS                                                                                      \
  USERS "CREATE TABLE sums (id int, user_id int NOT NULL, other int, at date) PARTITION BY RANGE " \
        "(at);\nCREATE TABLE sums_1 PARTITION OF sums FOR VALUES FROM ('2025-01-01') TO "          \
        "('2026-01-01');\nCREATE TABLE sums_2 (id int, user_id int, other int, at date);\nALTER "  \
        "TABLE sums ATTACH PARTITION sums_2 DEFAULT;\n"

/* What parts of a table have alike is of the table; what one has, or others have otherwise, is
 * told. */
static void
test_parts (void)
{
  static const Case cases[] = {
    { PARTS "ALTER TABLE sums_1 ADD CONSTRAINT p1 PRIMARY KEY (id);\nALTER TABLE sums_2 ADD "
            "CONSTRAINT p2 PRIMARY KEY (id);\n"
            "ALTER TABLE sums_1 ADD CONSTRAINT f1 FOREIGN KEY (user_id) REFERENCES users (id);\n"
            "ALTER TABLE sums_2 ADD CONSTRAINT f2 FOREIGN KEY (USER_ID) REFERENCES Users (id);\n"
            "CREATE UNIQUE INDEX i1 ON sums_1 (at DESC, other);\n"
            "CREATE UNIQUE INDEX i2 ON sums_2 (at DESC, other);\n",
      USERS "CREATE TABLE sums (id int PRIMARY KEY, user_id int NOT NULL, other int, at date, "
            "FOREIGN KEY (user_id) REFERENCES users (id));\n"
            "CREATE INDEX ON sums (at DESC, other);\n" },
  };
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  g_autoptr (SquillModel) model =
      import_text ("sql",
                   PARTS "CREATE TABLE people (id int PRIMARY KEY);\n"
                         "ALTER TABLE sums_1 ADD FOREIGN KEY (other) REFERENCES users (id);\n"
                         "ALTER TABLE sums_2 ADD FOREIGN KEY (other) REFERENCES people (id);\n"
                         "ALTER TABLE sums_2 ADD FOREIGN KEY (user_id) REFERENCES people (id);\n"
                         "CREATE INDEX i ON sums_1 (at);\n",
                   report);
  guint n;

  check (cases, G_N_ELEMENTS (cases));
  squill_item_get_children (squill_model_get_info (model), SQUILL_KIND_RELATIONSHIP, &n);
  g_assert_cmpuint (n, ==, 0);
  g_assert_nonnull (find_problem (report, "Only “sums_1”, a part of “sums”, refers to “users”"));
  g_assert_nonnull (find_problem (report, "Only “sums_2”, a part of “sums”, refers to “people”"));
  g_assert_nonnull (find_problem (report, "Only “sums_1”, a part of “sums”, has an index of at"));
}

/* What cannot be followed is told with its place, and what is gone is not told. */
static void
test_told (void)
{
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  g_autoptr (SquillModel) model = import_text (
      "sql",
      USERS "CREATE TABLE things (id int);\nALTER TABLE users DROP CONSTRAINT none;\nALTER TABLE "
            "users DROP INDEX none;\n"
            "DO $$ BEGIN EXECUTE 'ALTER TABLE users ADD x int'; END $$;\n"
            "CREATE TABLE part (FOREIGN KEY (id) REFERENCES users) INHERITS (things);\n"
            "CREATE TEMPORARY TABLE aside (id int);\nCREATE VIEW v AS SELECT 1;\nDROP VIEW v;\n",
      report);
  const SquillImportProblem *constraint = find_problem (report, "no constraint “none”");
  const SquillImportProblem *index = find_problem (report, "no index “none”");
  const SquillImportProblem *made = find_problem (report, "A statement that code makes");

  g_assert_nonnull (find_problem (report, "Only “part”, a part of “things”, refers to “users”"));
  g_assert_cmpuint (constraint->line, ==, 3);
  g_assert_cmpuint (constraint->column, ==, 35);
  g_assert_cmpuint (index->line, ==, 4);
  g_assert_cmpuint (made->line, ==, 5);
  g_assert_nonnull (find_problem (report, "Temporary tables are not taken over: aside"));
  g_assert_null (find_problem (report, "Views"));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sql-changes/keys", test_keys);
  g_test_add_func ("/sql-changes/lists", test_lists);
  g_test_add_func ("/sql-changes/parts", test_parts);
  g_test_add_func ("/sql-changes/removed", test_removed);
  g_test_add_func ("/sql-changes/indexes", test_indexes);
  g_test_add_func ("/sql-changes/columns", test_columns);
  g_test_add_func ("/sql-changes/conditions", test_conditions);
  g_test_add_func ("/sql-changes/numbered-keys", test_numbered_keys);
  g_test_add_func ("/sql-changes/types", test_types);
  g_test_add_func ("/sql-changes/conditional", test_conditional);
  g_test_add_func ("/sql-changes/remarks", test_remarks);
  g_test_add_func ("/sql-changes/names", test_names);
  g_test_add_func ("/sql-changes/told", test_told);
  return g_test_run ();
}

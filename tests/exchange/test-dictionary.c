/* SPDX-License-Identifier: Apache-2.0 */

/* Documents for people: the data dictionary, and diagrams of Mermaid. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include <string.h>

#include "export-text.h"
#include "exchange/import/squill-sql.h"
#include "model/squill-authoring.h"

static SquillModel *
make_model (void)
{
  static const char sql[] =
      "CREATE TABLE customers (id int PRIMARY KEY, \"=cmd|'x'\" varchar(5) UNIQUE NOT NULL, PK "
      "int, "
      "state text CHECK (state IN ('a|b', '<i>')), age int CHECK (age BETWEEN 0 AND 150));\n"
      "COMMENT ON TABLE customers IS 'Who buys <b> & \"pays\"';\n"
      "COMMENT ON COLUMN customers.age IS '-1+1 years';\n"
      "CREATE TABLE orders (id int PRIMARY KEY, customer_id int NOT NULL REFERENCES customers, "
      "editor int REFERENCES customers);\n"
      "CREATE TABLE \"a \"\"quoted\"\" %\\ name\" (id uuid PRIMARY KEY, tags text[]);\n"
      "INSERT INTO customers VALUES (1, 'a', 1, 'b', 5), (2, 'b', 1, 'b', 5);\n";
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  g_autoptr (GError) error = NULL;
  SquillModel *model = squill_sql_import ("the | shop", sql, strlen (sql), report, &error);

  g_assert_no_error (error);
  return model;
}

static void
test_markdown (void)
{
  g_autoptr (SquillModel) model = make_model ();
  g_autofree char *text = export_text (model, "markdown", NULL, NULL);

  assert_has (text, "# the \\| shop\n");
  assert_has (text, "\n## customers\n\n- Who buys \\<b\\> \\& \"pays\"\n- 2 documents\n");
  assert_has (text, "| state | string | no |  |  |  | a\\|b, \\<i\\> |\n");
  assert_has (text, "| age | int | no |  |  | -1+1 years | \xe2\x89\xa5 0; \xe2\x89\xa4 150 |\n");
  assert_has (text, "| _id | int | yes | primary key |  |  |  |\n");
  assert_has (text, "| customer_id | int | yes |  | customers |  |  |\n");
  assert_has (text, "at most 5 characters");
  g_assert_null (strstr (text, "\\["));
  assert_has (text, "| tags | array of string |");
}

/* No cell is a formula to a spreadsheet. */
static void
test_csv (void)
{
  g_autoptr (SquillModel) model = make_model ();
  g_autofree char *text = export_text (model, "csv", NULL, NULL);
  g_auto (GStrv) lines = g_strsplit (text, "\r\n", -1);

  g_assert_cmpstr (lines[0], ==,
                   "collection,field,type,required,key,references,description,values");
  assert_has (text, "\r\ncustomers,'=cmd|'x',string,yes,");
  assert_has (text, ",'-1+1 years,");
  assert_has (text, "\r\n\"a \"\"quoted\"\" %\\ name\",_id,binData,yes,primary key,,,\r\n");
}

static void
test_html (void)
{
  g_autoptr (SquillModel) model = make_model ();
  g_autofree char *text = export_text (model, "html", NULL, NULL);

  assert_has (text, "<!DOCTYPE html>\n<html lang=\"en\">");
  assert_has (text, "<title>the | shop</title>");
  assert_has (text, "figure { filter: invert(0.93) hue-rotate(180deg); }");
  assert_has (text, "<p>Who buys &lt;b&gt; &amp; &quot;pays&quot;</p>");
  assert_has (text, "<figure>\n<svg ");
  assert_has (text, "<a href=\"#section-1\">");
  assert_has (text, "<section id=\"section-1\">");
  assert_has (text, "<td><code>customer_id</code></td>");
  g_assert_null (strstr (text, "<i>"));
  g_assert_null (strstr (text, "<?xml"));
}

/* Names are plain in all versions of Mermaid; what they stand for is in quotes. */
static void
test_mermaid (void)
{
  g_autoptr (SquillModel) model = make_model ();
  g_autofree char *text = export_text (model, "mermaid", NULL, NULL);
  g_autofree char *keys = export_text (model, "mermaid", "fields", "keys");

  assert_has (text, "erDiagram\n  e1[\"customers\"] {\n    int _id PK\n");
  assert_has (text, "    string _cmd__x_ UK \"=cmd|'x'\"\n");
  assert_has (text, "    int PK_ \"PK\"\n");
  assert_has (text, "    int customer_id FK\n");
  assert_has (text, "  e3[\"a #quot;quoted#quot;    name\"] {\n");
  assert_has (text, "    string[] tags\n");
  assert_has (text, "  e1 ||--o{ e2 : \"customer_id\"\n");
  assert_has (text, "  e1 |o--o{ e2 : \"editor\"\n");
  assert_has (keys, "    int customer_id FK\n");
  g_assert_null (strstr (keys, " age"));
}

/* A reference with copied fields has one line, which begins at the field that refers. */
static void
test_copies (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autofree char *users = squill_model_add_entity (model, "users", 0, 0);
  g_autofree char *posts = squill_model_add_entity (model, "posts", 0, 0);
  g_autofree char *name = squill_model_add_field (model, users, NULL, "name", SQUILL_TYPE_STRING);
  g_autofree char *writes = squill_model_add_relationship (model, users, posts, "author",
                                                           SQUILL_PLACEMENT_PARENT_REFERENCE);
  g_autofree char *copy =
      squill_model_add_copy (model, writes, name, SQUILL_COPY_TO_CHILD, SQUILL_COPY_SNAPSHOT);
  g_autofree char *text = export_text (model, "mermaid", NULL, NULL);
  const char *line = strstr (text, "o{ e2");

  g_assert_nonnull (copy);
  g_assert_nonnull (line);
  g_assert_null (strstr (line + 1, "o{ e2"));
}

/* GitHub draws no longer text, which it says itself. */
static void
test_long (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autofree char *text = NULL, *keys = NULL;

  for (guint i = 0; i < 60; i++)
    {
      g_autofree char *name = g_strdup_printf ("collection_%u", i);
      g_autofree char *entity = squill_model_add_entity (model, name, 0, 0);

      for (guint j = 0; j < 40; j++)
        {
          g_autofree char *field = g_strdup_printf ("a field with a name %u", j);

          g_free (squill_model_add_field (model, entity, NULL, field, SQUILL_TYPE_STRING));
        }
    }
  text = export_text (model, "mermaid", NULL, NULL);
  keys = export_text (model, "mermaid", "fields", "keys");
  g_assert_cmpuint (strlen (text), >, 50000);
  assert_has (text, "%% Longer than");
  g_assert_null (strstr (keys, "%%"));
  g_assert_cmpuint (strlen (keys), <, 50000);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/dictionary/markdown", test_markdown);
  g_test_add_func ("/dictionary/csv", test_csv);
  g_test_add_func ("/dictionary/html", test_html);
  g_test_add_func ("/dictionary/mermaid", test_mermaid);
  g_test_add_func ("/dictionary/copies", test_copies);
  g_test_add_func ("/dictionary/long", test_long);
  return g_test_run ();
}

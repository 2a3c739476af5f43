/* SPDX-License-Identifier: Apache-2.0 */

/* How SQL is cut into tokens. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include "exchange/import/squill-sql-lexer.h"

static void
ignore_fault (guint line, guint column, const char *text, gpointer user_data)
{
}

/* How many bytes are looked at for the ends of quotes in @repeated, written @n times. */
static gsize
count_searched (const char *head, const char *repeated, guint n)
{
  g_autoptr (GString) sql = g_string_new (head);
  SquillSqlLexer lexer;
  gsize searched;

  for (guint i = 0; i < n; i++)
    {
      g_auto (GStrv) parts = g_strsplit (repeated, "#", 2);

      g_string_append (sql, parts[0]);
      if (parts[1] != NULL)
        g_string_append_printf (sql, "%u%s", i, parts[1]);
    }
  _squill_sql_lexer_init (&lexer, sql->str, sql->len, ignore_fault, NULL);
  while (_squill_sql_lexer_next (&lexer).kind != SQUILL_SQL_END)
    ;
  searched = lexer.n_searched;
  _squill_sql_lexer_clear (&lexer);
  return searched;
}

/* Twice as many quotes without end are twice the work. */
static void
test_endless_quotes (void)
{
  static const struct
  {
    const char *head;
    const char *repeated;
  } cases[] = { { "-- ENGINE=\n", "\\'" },
                { "-- ENGINE=\n", "x \\'" },
                { "", "a.[b " },
                { "-- $$ $$\n", "$a#$ " },
                { "", "E'\\'' " },
                { "", "`` `" },
                { "-- ENGINE=\n", "'''\\'x" },
                { "-- $$ $$\n", "$a$ $b$ $c$" } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const gsize once = count_searched (cases[i].head, cases[i].repeated, 1000);
      const gsize twice = count_searched (cases[i].head, cases[i].repeated, 2000);

      g_test_message ("%s: %" G_GSIZE_FORMAT ", %" G_GSIZE_FORMAT, cases[i].repeated, once, twice);
      g_assert_cmpuint (twice, <=, 2 * once + once / 2 + 100);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sql-lexer/endless-quotes", test_endless_quotes);
  return g_test_run ();
}

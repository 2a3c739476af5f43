/* SPDX-License-Identifier: Apache-2.0 */

/* Where a collection is, as the MongoDB Shell writes it. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include "exchange/squill-shell-text.h"

#include "bson/squill-bson-text.h"

/**
 * squill_shell_append_database:
 * @text: a script
 * @database: (nullable): a database; %NULL for that of the script
 *
 * Writes the database as an expression.
 */
void
squill_shell_append_database (GString *text, const char *database)
{
  g_return_if_fail (text != NULL);

  g_string_append (text, "db");
  if (database == NULL)
    return;
  g_string_append (text, ".getSiblingDB(");
  squill_bson_text_append_string (text, database, -1);
  g_string_append_c (text, ')');
}

/**
 * squill_shell_append_collection:
 * @text: a script
 * @database: (nullable): the database; %NULL for that of the script
 * @name: of a collection
 *
 * Writes the collection as an expression.
 */
void
squill_shell_append_collection (GString *text, const char *database, const char *name)
{
  g_return_if_fail (text != NULL);
  g_return_if_fail (name != NULL);

  squill_shell_append_database (text, database);
  g_string_append (text, ".getCollection(");
  squill_bson_text_append_string (text, name, -1);
  g_string_append_c (text, ')');
}

/**
 * squill_shell_append_comment:
 * @text: what is added to
 * @comment: UTF-8
 *
 * Adds a comment of one line, whatever is in it: nothing ends it before its end.
 */
void
squill_shell_append_comment (GString *text, const char *comment)
{
  g_string_append (text, "// ");
  for (const char *p = comment; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char_validated (p, -1);

      if (c == (gunichar)-1 || c == (gunichar)-2)
        break;
      g_string_append_unichar (text, c < 0x20 || c == 0x7f || c == 0x2028 || c == 0x2029 ? ' ' : c);
    }
  g_string_append_c (text, '\n');
}

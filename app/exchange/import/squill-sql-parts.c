/* SPDX-License-Identifier: Apache-2.0 */

/* Tables that are divided. What several parts have alike belongs to the whole, which could not have
 * it itself in older versions of PostgreSQL. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include <glib/gi18n-lib.h>
#include <stdlib.h>
#include <string.h>

#include "exchange/import/squill-sql-build.h"

/* How often a foreign key or index is among the parts of a table. */
typedef struct
{
  char *target; /* of a foreign key */
  guint n;
  gboolean is_disputed; /* the same columns refer to something else in another part */
  gboolean is_taken;
} Common;

typedef struct
{
  SquillSqlBuild *build;
  GHashTable *commons; /* what is said of which columns of which table -> Common */
} Division;

static void
common_free (gpointer data)
{
  Common *self = data;

  g_free (self->target);
  g_free (self);
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return g_ascii_strcasecmp (*(const char *const *)a, *(const char *const *)b);
}

/* The columns of a foreign key, in whichever order (transfer full). */
static char *
describe_key (const SquillSqlTable *whole, const SquillSqlForeignKey *key)
{
  g_autoptr (GPtrArray) names = g_ptr_array_copy (key->columns, NULL, NULL);
  GString *text = g_string_new (NULL);

  g_ptr_array_set_free_func (names, NULL);
  g_ptr_array_sort (names, compare_names);
  g_string_printf (text, "%p key", whole);
  for (guint i = 0; i < names->len; i++)
    {
      g_autofree char *name = g_utf8_strdown (names->pdata[i], -1);

      g_string_append_printf (text, "\n%s", name);
    }
  return g_string_free (text, FALSE);
}

static char *
describe_index (const SquillSqlTable *whole, const SquillSqlIndex *index)
{
  char *condition = index->condition != NULL ? json_dumps (index->condition, 0) : NULL;
  GString *text = g_string_new (NULL);

  g_string_printf (text, "%p index %d %s", whole, (int)index->kind,
                   condition != NULL ? condition : "");
  free (condition);
  for (guint i = 0; i < index->columns->len; i++)
    {
      g_autofree char *name = g_utf8_strdown (index->columns->pdata[i], -1);
      const gboolean is_descending =
          i < index->descending->len && g_array_index (index->descending, gboolean, i);

      g_string_append_printf (text, "\n%c%s", is_descending ? '-' : '+', name);
    }
  return g_string_free (text, FALSE);
}

/* Notes what a table has: a part counts, and what the whole has is not taken from a part. */
static void
note (Division *self, char *description, const char *target, gboolean is_of_whole)
{
  Common *common = g_hash_table_lookup (self->commons, description);

  if (common == NULL)
    {
      common = g_new0 (Common, 1);
      common->target = g_utf8_strdown (target != NULL ? target : "", -1);
      g_hash_table_insert (self->commons, description, common);
    }
  else
    {
      g_autofree char *lower = g_utf8_strdown (target != NULL ? target : "", -1);

      common->is_disputed |= !g_str_equal (common->target, lower);
      g_free (description);
    }
  common->n++;
  common->is_taken |= is_of_whole;
}

static void
note_table (Division *self, const SquillSqlTable *whole, const SquillSqlTable *table)
{
  for (guint i = 0; i < table->foreign_keys->len; i++)
    {
      const SquillSqlForeignKey *key = table->foreign_keys->pdata[i];

      note (self, describe_key (whole, key), key->target.name, table == whole);
    }
  for (guint i = 0; i < table->indexes->len; i++)
    note (self, describe_index (whole, table->indexes->pdata[i]), NULL, table == whole);
}

static void
tell_of_index (Division *self,
               const SquillSqlTable *whole,
               const SquillSqlTable *part,
               const SquillSqlIndex *index)
{
  g_autoptr (GString) columns = g_string_new (NULL);

  for (guint i = 0; i < index->columns->len; i++)
    g_string_append_printf (columns, i > 0 ? ", %s" : "%s", (char *)index->columns->pdata[i]);
  g_ptr_array_add (
      self->build->report->problems,
      squill_import_problem_new (
          part->line, part->column,
          g_strdup_printf (_ ("Only “%s”, a part of “%s”, has an index of %s: that is not taken "
                              "over"),
                           part->name.name, whole->name.name, columns->str)));
}

static void
take_from (Division *self, SquillSqlTable *whole, SquillSqlTable *part)
{
  for (guint i = 0; i < part->foreign_keys->len; i++)
    {
      g_autofree char *description = describe_key (whole, part->foreign_keys->pdata[i]);
      Common *common = g_hash_table_lookup (self->commons, description);

      if (common->is_taken || common->is_disputed || common->n < 2)
        continue;
      common->is_taken = TRUE;
      g_ptr_array_add (whole->foreign_keys, g_ptr_array_steal_index (part->foreign_keys, i--));
    }
  for (guint i = 0; i < part->indexes->len; i++)
    {
      SquillSqlIndex *index = part->indexes->pdata[i];
      g_autofree char *description = describe_index (whole, index);
      Common *common = g_hash_table_lookup (self->commons, description);

      if (!common->is_taken && common->n < 2)
        tell_of_index (self, whole, part, index);
      if (common->is_taken || common->n < 2)
        continue;
      common->is_taken = TRUE;
      /* It is unique, and called so, in that part. */
      index->unique = FALSE;
      g_clear_pointer (&index->name, g_free);
      g_ptr_array_add (whole->indexes, g_ptr_array_steal_index (part->indexes, i--));
    }
  if (whole->primary_key->len == 0)
    for (guint i = 0; i < part->primary_key->len; i++)
      g_ptr_array_add (whole->primary_key, g_strdup (part->primary_key->pdata[i]));
}

/* Takes over for divided tables what their parts have alike. What a single part has, and where
 * parts contradict each other, stays there. */
void
_squill_sql_build_take_over_parts (SquillSqlBuild *build)
{
  g_autoptr (GHashTable) commons =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, common_free);
  g_autoptr (GHashTable) noted = g_hash_table_new (NULL, NULL);
  const GPtrArray *tables = build->schema->tables;
  Division division = { build, commons };

  for (guint i = 0; i < tables->len; i++)
    {
      SquillSqlTable *whole = _squill_sql_schema_find_whole (build->schema, tables->pdata[i]);

      if (whole == NULL)
        continue;
      if (g_hash_table_add (noted, whole))
        note_table (&division, whole, whole);
      note_table (&division, whole, tables->pdata[i]);
    }
  for (guint i = 0; i < tables->len; i++)
    {
      SquillSqlTable *whole = _squill_sql_schema_find_whole (build->schema, tables->pdata[i]);

      if (whole != NULL)
        take_from (&division, whole, tables->pdata[i]);
    }
}

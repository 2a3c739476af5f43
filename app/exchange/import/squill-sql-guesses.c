/* SPDX-License-Identifier: Apache-2.0 */

/* References that a file does not declare, as those of MyISAM and of many frameworks: columns that
 * are called after another table. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "exchange/import/squill-sql-build.h"
#include "inspect/reference/squill-reference-names.h"

/* Called after all of a name, and no more. */
#define FIT_WHOLE 0.95

typedef struct
{
  SquillSqlBuild *build;
  const SquillSqlColumn *column; /* that is looked at */
} Guesser;

typedef struct
{
  SquillSqlEntity *entity;
  const SquillSqlColumn *column;
  const SquillSqlEntity *target;
} Guess;

static const SquillSqlColumn *
get_key (const SquillSqlEntity *entity)
{
  return entity->table->primary_key->len == 1
             ? _squill_sql_table_find_column (entity->table, entity->table->primary_key->pdata[0])
             : NULL;
}

/* Texts of other lengths are what people write who do not think of a key; a key of another system
 * is called after a role of ours. */
static gboolean
have_one_type (const SquillSqlColumn *column, const SquillSqlColumn *key, double fit)
{
  if (column->dimensions > 0 || key->dimensions > 0)
    return FALSE;
  if (_squill_sql_is_whole_number (column) || _squill_sql_is_whole_number (key))
    return _squill_sql_is_whole_number (column) && _squill_sql_is_whole_number (key);
  if (g_strcmp0 (column->type, key->type) != 0)
    return FALSE;
  for (guint i = 0; i < MAX (key->arguments->len, column->arguments->len) && fit < FIT_WHOLE; i++)
    if (i >= key->arguments->len || i >= column->arguments->len ||
        g_strcmp0 (column->arguments->pdata[i], key->arguments->pdata[i]) != 0)
      return FALSE;
  return TRUE;
}

static gboolean
may_refer (guint target, double fit, gpointer user_data)
{
  const Guesser *self = user_data;
  const SquillSqlColumn *key = get_key (self->build->entities->pdata[target]);

  return key != NULL && key != self->column && have_one_type (self->column, key, fit);
}

/* Whether a foreign key says what the column refers to. */
static gboolean
is_declared (const SquillSqlTable *table, const SquillSqlColumn *column)
{
  for (guint i = 0; i < table->foreign_keys->len; i++)
    if (_squill_sql_names_contain (((SquillSqlForeignKey *)table->foreign_keys->pdata[i])->columns,
                                   column->name))
      return TRUE;
  return FALSE;
}

/* Whether a column beside it says each time to which table it leads: `owner_id` and `owner_type`.
 */
static gboolean
has_type_beside (const SquillSqlTable *table, const SquillSqlColumn *column)
{
  const gsize length = strlen (column->name);
  g_autofree char *stem = g_strndup (column->name, length > 2 ? length - 2 : 0);
  g_autofree char *name = g_strconcat (stem, "type", NULL);

  return g_ascii_strcasecmp (column->name + strlen (stem), "id") == 0 &&
         _squill_sql_table_find_column (table, name) != NULL;
}

static SquillReferenceNames *
make_names (const SquillSqlBuild *self)
{
  g_autoptr (GPtrArray) tables = g_ptr_array_new ();
  g_autoptr (GPtrArray) keys = g_ptr_array_new ();

  for (guint i = 0; i < self->entities->len; i++)
    {
      const SquillSqlEntity *entity = self->entities->pdata[i];
      const SquillSqlColumn *key = get_key (entity);

      g_ptr_array_add (tables, entity->name);
      g_ptr_array_add (keys, key != NULL ? key->name : (gpointer) "");
    }
  return squill_reference_names_new (tables, keys);
}

static void
find_guesses (SquillSqlBuild *self, SquillReferenceNames *names, guint own, GArray *guesses)
{
  SquillSqlEntity *entity = self->entities->pdata[own];
  const SquillSqlTable *table = entity->table;

  for (guint i = 0; i < table->columns->len; i++)
    {
      const SquillSqlColumn *column = table->columns->pdata[i];
      Guesser guesser = { self, column };
      guint target;

      if (column == get_key (entity) || is_declared (table, column) ||
          has_type_beside (table, column))
        continue;
      if (squill_reference_names_find (names, column->name, own, may_refer, &guesser, &target))
        {
          const Guess guess = { entity, column, self->entities->pdata[target] };

          g_array_append_val (guesses, guess);
        }
    }
}

static void
add_guess (const Guess *guess)
{
  SquillSqlForeignKey *key = _squill_sql_foreign_key_new ();

  g_ptr_array_add (key->columns, g_strdup (guess->column->name));
  key->target.schema = g_strdup (guess->target->table->name.schema);
  key->target.name = g_strdup (guess->target->table->name.name);
  key->guessed = TRUE;
  key->line = guess->entity->table->line;
  key->column = guess->entity->table->column;
  g_ptr_array_add (guess->entity->table->foreign_keys, key);
}

/* Adds what a file that does not declare its references says by names; one that does, and says no
 * more of a column, means that. */
void
_squill_sql_build_guess_references (SquillSqlBuild *self)
{
  g_autoptr (SquillReferenceNames) names = make_names (self);
  g_autoptr (GArray) guesses = g_array_new (FALSE, FALSE, sizeof (Guess));
  g_autoptr (GPtrArray) told = _squill_sql_names_new ();
  guint n_declared = 0;

  for (guint i = 0; i < self->schema->tables->len; i++)
    n_declared += ((SquillSqlTable *)self->schema->tables->pdata[i])->foreign_keys->len;
  for (guint i = 0; i < self->entities->len; i++)
    find_guesses (self, names, i, guesses);
  for (guint i = 0; i < guesses->len; i++)
    {
      const Guess *guess = &g_array_index (guesses, Guess, i);

      g_ptr_array_add (told, g_strdup_printf ("%s.%s → %s", guess->entity->name,
                                              guess->column->name, guess->target->name));
      if (guesses->len > n_declared)
        add_guess (guess);
    }
  _squill_sql_build_tell_names (
      self,
      guesses->len > n_declared
          ? _ ("The file declares few references: these are guesses, by names and types")
          : _ ("No foreign key says that these refer to another table, only their names do: they "
               "stay fields"),
      told);
  if (squill_reference_names_is_exhausted (names))
    g_ptr_array_add (
        self->report->problems,
        squill_import_problem_new (0, 0,
                                   g_strdup (_ ("There are too many tables to look for all that "
                                                "their columns are called after"))));
}

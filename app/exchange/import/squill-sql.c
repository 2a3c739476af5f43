/* SPDX-License-Identifier: Apache-2.0 */

/* Models out of the tables of a relational database, as pg_dump, mysqldump, SQLite, and people
 * write them. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include "exchange/import/squill-sql.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "advice/squill-advised.h"
#include "design/squill-placement-text.h"
#include "exchange/import/squill-import-model.h"
#include "exchange/import/squill-sql-private.h"
#include "model/squill-model-file.h"

static void
on_fault (guint line, guint column, const char *text, gpointer user_data)
{
  const SquillSqlToken token = { .line = line, .column = column };

  _squill_sql_tell (user_data, &token, g_strdup (text));
}

static void
tell_placements (SquillModel *model, SquillImportReport *report)
{
  SQUILL_FOR_EACH_CHILD (SquillRelationship, r, squill_model_get_info (model),
                         SQUILL_KIND_RELATIONSHIP)
    {
      const SquillEntity *parent = squill_model_get_entity (model, r->parent);
      const SquillEntity *child = squill_model_get_entity (model, r->child);
      g_autofree char *placement = squill_placement_describe (model, r, r->placement);

      /* Translators: two entities, and how their relationship is stored */
      if (g_strcmp0 (r->name, child->name) == 0)
        g_ptr_array_add (report->outcomes, g_strdup_printf (_ ("“%s” and “%s”: %s"), parent->name,
                                                            child->name, placement));
      else
        /* Translators: the name of a relationship, its two entities, and how it is stored */
        g_ptr_array_add (report->outcomes,
                         g_strdup_printf (_ ("“%s” of “%s” and “%s”: %s"), r->name, parent->name,
                                          child->name, placement));
    }
}

/* Nobody has chosen yet how they are stored. */
static gboolean
place (SquillModel *model, GError **error)
{
  g_autoptr (SquillAdvisedChanges) changes = squill_advised_changes_find (model, NULL, NULL, error);

  return changes != NULL && squill_advised_changes_apply (changes, model, error);
}

/* The model of all tables, each relationship stored as is advised (transfer full); NULL with @error
 * where a model cannot hold them. */
SquillModel *
_squill_sql_make_advised_model (SquillSqlSchema *schema,
                                const char *title,
                                SquillImportReport *report,
                                GError **error)
{
  json_auto_t *file = _squill_sql_make_model (schema, title, report);
  g_autoptr (SquillModel) model = _squill_import_make_model (file, error);

  if (model == NULL || !place (model, error))
    return NULL;
  tell_placements (model, report);
  squill_model_clear_history (model);
  return g_steal_pointer (&model);
}

/* Windows' shells write files in UTF-16. */
static char *
to_utf8 (const char *data, gsize *length)
{
  const guchar *bytes = (const guchar *)data;
  const char *encoding = NULL;
  char *text;
  gsize written;

  if (*length >= 2 && bytes[0] == 0xff && bytes[1] == 0xfe)
    encoding = "UTF-16LE";
  else if (*length >= 2 && bytes[0] == 0xfe && bytes[1] == 0xff)
    encoding = "UTF-16BE";
  if (encoding == NULL)
    return NULL;
  /* It is written where the text cannot be converted, too. */
  text = g_convert (data + 2, (gssize)(*length - 2), "UTF-8", encoding, NULL, &written, NULL);
  if (text != NULL)
    *length = written;
  return text;
}

/**
 * squill_sql_import:
 * @title: how the model is called
 * @data: statements of SQL
 * @length: how many bytes that are
 * @report: gets what became of each table and relationship, and what was not taken over
 * @error: what went wrong
 *
 * Makes a model of tables. A table becomes an entity, and one that only joins two others a
 * many-to-many relationship; foreign keys become relationships, which are stored as is advised.
 * Rows are counted. A statement that is not understood is reported, and all else is kept.
 *
 * Fails with %SQUILL_MODEL_ERROR_SYNTAX, with line and column, where there is no table.
 *
 * Returns: (transfer full) (nullable): the model
 */
SquillModel *
squill_sql_import (
    const char *title, const char *data, gsize length, SquillImportReport *report, GError **error)
{
  g_autoptr (SquillSqlSchema) schema = NULL;
  g_autofree char *converted = NULL;
  SquillSqlParser parser = { 0 };

  g_return_val_if_fail (title != NULL, NULL);
  g_return_val_if_fail (data != NULL, NULL);
  g_return_val_if_fail (report != NULL, NULL);

  converted = to_utf8 (data, &length);
  schema = _squill_sql_schema_new ();
  parser.schema = schema;
  parser.report = report;
  parser.tokens = g_array_new (FALSE, FALSE, sizeof (SquillSqlToken));
  _squill_sql_lexer_init (&parser.lexer, converted != NULL ? converted : data, length, on_fault,
                          &parser);
  _squill_sql_read (&parser);
  g_array_unref (parser.tokens);
  _squill_sql_lexer_clear (&parser.lexer);
  if (schema->tables->len == 0)
    {
      _squill_import_refuse (report, _ ("No table is created in this file"), error);
      return NULL;
    }
  return _squill_sql_make_advised_model (schema, title, report, error);
}

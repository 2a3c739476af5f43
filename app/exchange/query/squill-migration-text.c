/* SPDX-License-Identifier: Apache-2.0 */

/* The commands of a migration as JavaScript for the MongoDB Shell. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include "exchange/query/squill-migration-private.h"

#include "bson/squill-bson-text.h"
#include "exchange/export/squill-export-private.h"
#include "exchange/squill-shell-text.h"

/* Documents get past the validators of the design as it was. */
#define UNVALIDATED "{ bypassDocumentValidation: true }"

/** A comment of one line; "%" in the format stands for the name. */
void
_squill_migration_comment (SquillMigration *self, const char *format, const char *name)
{
  g_autoptr (GString) comment = g_string_new (NULL);

  for (const char *p = format; *p != '\0'; p++)
    if (*p == '%')
      g_string_append (comment, name == NULL ? "" : name);
    else
      g_string_append_c (comment, *p);
  squill_shell_append_comment (self->text, comment->str);
}

static void
indent (SquillMigration *self)
{
  g_string_append_printf (self->text, "%*s", (int)(2 * self->level), "");
}

/** A call of a method of a collection up to its arguments. */
void
_squill_migration_begin_call (SquillMigration *self, const char *collection, const char *method)
{
  squill_shell_append_collection (self->text, self->database, collection);
  g_string_append_printf (self->text, ".%s(", method);
}

void
_squill_migration_append_document (SquillMigration *self, const bson_t *document)
{
  squill_bson_text_append (self->text, document, SQUILL_BSON_STYLE_MONGOSH, 2, self->level);
}

static void
append_pipeline (SquillMigration *self, GPtrArray *stages)
{
  g_string_append (self->text, "[\n");
  self->level++;
  for (guint i = 0; i < stages->len; i++)
    {
      indent (self);
      _squill_migration_append_document (self, stages->pdata[i]);
      g_string_append (self->text, ",\n");
    }
  self->level--;
  indent (self);
  g_string_append_c (self->text, ']');
}

/** An aggregate that writes. */
void
_squill_migration_aggregate (SquillMigration *self, const char *collection, GPtrArray *stages)
{
  indent (self);
  _squill_migration_begin_call (self, collection, "aggregate");
  append_pipeline (self, stages);
  g_string_append (self->text, ", " UNVALIDATED ");\n");
}

void
_squill_migration_unset (SquillMigration *self, const char *collection, const char *path)
{
  bson_t *unset = BCON_NEW ("$unset", "{", path, BCON_INT32 (1), "}");

  indent (self);
  _squill_migration_begin_call (self, collection, "updateMany");
  g_string_append (self->text, "{}, ");
  _squill_migration_append_document (self, unset);
  g_string_append (self->text, ", " UNVALIDATED ");\n");
  bson_destroy (unset);
}

void
_squill_migration_drop (SquillMigration *self, const char *collection)
{
  indent (self);
  _squill_migration_begin_call (self, collection, "drop");
  g_string_append (self->text, ");\n");
}

/* A block that is run where aggregates find something, or nothing. */

/** Adds an aggregate to a condition, behind "if (", "if (!", " && ", or " && !"; takes its stages.
 */
void
_squill_migration_add_condition (SquillMigration *self,
                                 const char *before,
                                 const char *collection,
                                 GPtrArray *stages)
{
  if (*before == 'i')
    indent (self);
  g_string_append (self->text, before);
  _squill_migration_begin_call (self, collection, "aggregate");
  _squill_stages_add (stages, BCON_NEW ("$limit", BCON_INT32 (1)));
  append_pipeline (self, stages);
  g_string_append (self->text, ").hasNext()");
  g_ptr_array_unref (stages);
}

void
_squill_migration_begin_block (SquillMigration *self)
{
  g_string_append (self->text, ") {\n");
  self->level++;
}

/** Ends the block, and prints a text where it is not run, if there is one. */
void
_squill_migration_end_block (SquillMigration *self, const char *otherwise)
{
  self->level--;
  indent (self);
  if (otherwise != NULL)
    {
      g_string_append (self->text, "} else {\n");
      self->level++;
      indent (self);
      self->level--;
      g_string_append (self->text, "print(");
      squill_bson_text_append_string (self->text, otherwise, -1);
      g_string_append (self->text, ");\n");
      indent (self);
    }
  g_string_append (self->text, "}\n");
}

/* Stages. */

GPtrArray *
_squill_stages_new (void)
{
  return g_ptr_array_new_with_free_func ((GDestroyNotify)bson_destroy);
}

/** Takes the stage. */
void
_squill_stages_add (GPtrArray *stages, bson_t *stage)
{
  g_ptr_array_add (stages, stage);
}

/** Into a collection, by `_id`. */
void
_squill_stages_merge (GPtrArray *stages,
                      const char *collection,
                      const char *when_matched,
                      const char *when_not_matched)
{
  _squill_stages_add (stages, BCON_NEW ("$merge", "{", "into", BCON_UTF8 (collection), "on",
                                        BCON_UTF8 ("_id"), "whenMatched", BCON_UTF8 (when_matched),
                                        "whenNotMatched", BCON_UTF8 (when_not_matched), "}"));
}

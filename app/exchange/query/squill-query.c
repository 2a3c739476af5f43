/* SPDX-License-Identifier: Apache-2.0 */

/* The parts that queries consist of. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include "exchange/query/squill-query.h"

#include <stdlib.h>
#include <string.h>

#include "exchange/query/squill-query-private.h"
#include "exchange/squill-shell-text.h"
#include "text/squill-text.h"

/* No text of a model begins like the name of a reference. */
#define REFERENCE_PREFIX "\001"

static void
destroy_document (bson_t **document)
{
  if (*document != NULL)
    bson_destroy (*document);
  *document = NULL;
}

static void
statement_free (SquillStatement *self)
{
  g_free (self->database);
  g_free (self->collection);
  g_free (self->variable);
  g_free (self->comment);
  destroy_document (&self->filter);
  destroy_document (&self->update);
  destroy_document (&self->projection);
  destroy_document (&self->sort);
  destroy_document (&self->array_filters);
  destroy_document (&self->collation);
  g_free (self);
}

static void
step_free (SquillQueryStep *self)
{
  g_free (self->name);
  g_free (self);
}

static void
reference_free (SquillQueryReference *self)
{
  g_ptr_array_unref (self->steps);
  g_free (self);
}

/**
 * squill_query_free:
 * @self: (nullable): a query
 */
void
squill_query_free (SquillQuery *self)
{
  if (self == NULL)
    return;
  g_free (self->name);
  g_ptr_array_unref (self->statements);
  g_ptr_array_unref (self->references);
  g_ptr_array_unref (self->notes);
  g_free (self->read_concern);
  g_free (self->write_concern);
  g_free (self->read_preference);
  g_free (self);
}

/**
 * squill_statement_is_write:
 * @self: a statement
 *
 * Returns: whether it changes documents
 */
gboolean
squill_statement_is_write (const SquillStatement *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return self->kind != SQUILL_STATEMENT_FIND && self->kind != SQUILL_STATEMENT_AGGREGATE;
}

/**
 * squill_query_get_reference:
 * @self: a query
 * @value: a value in one of its documents
 *
 * Returns: (transfer none) (nullable): what the value stands for; %NULL where it stands for itself
 */
const SquillQueryReference *
squill_query_get_reference (const SquillQuery *self, const bson_iter_t *value)
{
  const char *code;
  guint64 number;

  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (value != NULL, NULL);

  if (!BSON_ITER_HOLDS_CODE (value))
    return NULL;
  code = bson_iter_code (value, NULL);
  if (!g_str_has_prefix (code, REFERENCE_PREFIX) ||
      !g_ascii_string_to_unsigned (code + strlen (REFERENCE_PREFIX), 10, 0, G_MAXUINT, &number,
                                   NULL) ||
      number >= self->references->len)
    return NULL;
  return self->references->pdata[number];
}

/* Appends what stands for one of the values that the query refers to, until they are filled in. */
void
_squill_query_append_reference (bson_t *document, const char *key, guint reference)
{
  g_autofree char *code = g_strdup_printf (REFERENCE_PREFIX "%u", reference);

  bson_append_code (document, key, -1, code);
}

/** Adds a statement at the end, without a filter. */
SquillStatement *
_squill_query_add (SquillQueryBuilder *self,
                   SquillStatementKind kind,
                   const SquillCollection *collection)
{
  SquillStatement *statement = g_new0 (SquillStatement, 1);

  statement->kind = kind;
  statement->database = g_strdup (squill_collection_get_database (self->design, collection));
  statement->collection = g_strdup (collection->name);
  statement->filter = bson_new ();
  statement->skip = NAN;
  statement->limit = NAN;
  g_ptr_array_add (self->query->statements, statement);
  return statement;
}

/** Says what the commands do not do. */
void
_squill_query_add_note (SquillQueryBuilder *self, const char *format, ...)
{
  g_autofree char *note = NULL;
  va_list list;

  va_start (list, format);
  note = g_strdup_vprintf (format, list);
  va_end (list);
  if (!g_ptr_array_find_with_equal_func (self->query->notes, note, g_str_equal, NULL))
    g_ptr_array_add (self->query->notes, g_steal_pointer (&note));
}

/* Names. */

static char *
make_plural (const char *word)
{
  const gsize length = strlen (word);

  if (g_str_has_suffix (word, "s") || g_str_has_suffix (word, "x") || g_str_has_suffix (word, "ch"))
    return g_strconcat (word, "es", NULL);
  if (length > 1 && word[length - 1] == 'y' && strchr ("aeiou", word[length - 2]) == NULL)
    return g_strdup_printf ("%.*sies", (int)length - 1, word);
  return g_strconcat (word, "s", NULL);
}

/** What one thing of a name is called, or several. */
char *
_squill_query_make_name (const char *name, gboolean many)
{
  g_autofree char *single = squill_text_singular (name);

  if (!many)
    return g_steal_pointer (&single);
  return g_str_equal (single, name) ? make_plural (name) : g_strdup (name);
}

/** A name in camel case that JavaScript takes. */
char *
_squill_query_make_identifier (const char *name)
{
  static const char *const reserved[] = {
    "arguments", "await",   "break",      "case",      "catch",   "class",      "const",
    "continue",  "db",      "debugger",   "default",   "delete",  "do",         "else",
    "enum",      "eval",    "export",     "extends",   "false",   "finally",    "for",
    "function",  "if",      "implements", "import",    "in",      "instanceof", "interface",
    "let",       "new",     "null",       "package",   "private", "protected",  "public",
    "return",    "session", "static",     "super",     "switch",  "this",       "throw",
    "true",      "try",     "typeof",     "undefined", "use",     "var",        "void",
    "while",     "with",    "yield",      NULL
  };
  GString *text = g_string_new (NULL);
  gboolean begins = FALSE;

  for (const char *p = name; *p != '\0'; p++)
    {
      if (!g_ascii_isalnum (*p))
        {
          begins = text->len > 0;
          continue;
        }
      if (text->len == 0 && g_ascii_isdigit (*p))
        g_string_append_c (text, '_');
      g_string_append_c (text, begins           ? g_ascii_toupper (*p)
                               : text->len == 0 ? g_ascii_tolower (*p)
                                                : *p);
      begins = FALSE;
    }
  if (text->len == 0)
    g_string_append (text, "found");
  if (g_strv_contains (reserved, text->str))
    g_string_append_c (text, '_');
  return g_string_free (text, FALSE);
}

static gboolean
is_used (const SquillQuery *query, const char *variable)
{
  for (guint i = 0; i < query->statements->len; i++)
    {
      const SquillStatement *statement = query->statements->pdata[i];

      if (g_strcmp0 (statement->variable, variable) == 0)
        return TRUE;
    }
  return FALSE;
}

/**
 * _squill_query_name_result:
 * @self: a builder
 * @statement: the position of a statement
 * @name: what its documents are
 * @many: whether there may be several
 *
 * Lets later statements use the result of one.
 */
void
_squill_query_name_result (SquillQueryBuilder *self,
                           guint statement,
                           const char *name,
                           gboolean many)
{
  SquillStatement *named = self->query->statements->pdata[statement];
  g_autofree char *words = _squill_query_make_name (name, many);
  g_autofree char *identifier = _squill_query_make_identifier (words);

  if (named->variable != NULL)
    return;
  named->variable = g_strdup (identifier);
  for (guint i = 2; i < G_MAXUINT; i++)
    {
      g_autofree char *wanted = g_steal_pointer (&named->variable);

      if (!is_used (self->query, wanted))
        {
          named->variable = g_steal_pointer (&wanted);
          return;
        }
      named->variable = g_strdup_printf ("%s%u", identifier, i);
    }
}

/* References. */

static void
add_step (GPtrArray *steps, SquillQueryStepKind kind, const char *name, gboolean optional)
{
  SquillQueryStep *step = g_new0 (SquillQueryStep, 1);

  step->kind = kind;
  step->name = g_strdup (name);
  step->optional = optional;
  g_ptr_array_add (steps, step);
}

/**
 * _squill_query_add_reference:
 * @self: a builder
 * @statement: the position of the statement whose result is read
 * @many: whether the result is a list of documents
 * @place: what is taken from them
 * @level: of the object in the chain of @place that the documents of the result are
 * @type: of the value, where it is the key of a map
 *
 * Returns: the position of the reference, for _squill_query_append_reference()
 */
guint
_squill_query_add_reference (SquillQueryBuilder *self,
                             guint statement,
                             gboolean many,
                             const SquillQueryPlace *place,
                             guint level,
                             SquillTypes type)
{
  SquillQueryReference *reference = g_new0 (SquillQueryReference, 1);

  reference->statement = statement;
  reference->steps = g_ptr_array_new_with_free_func ((GDestroyNotify)step_free);
  reference->is_list = many;
  reference->type = type;
  for (guint i = level + 1; i < place->chain->len; i++)
    {
      const SquillShape *shape = place->chain->pdata[i];
      const gboolean is_keys = place->is_key && i + 1 == place->chain->len;

      if (!shape->rest && !(g_str_equal (shape->name, "[]") && shape->parent->array))
        add_step (reference->steps, SQUILL_QUERY_STEP_FIELD, shape->name, !shape->required);
      if (shape->array)
        add_step (reference->steps, SQUILL_QUERY_STEP_ELEMENTS, NULL, FALSE);
      if (shape->map)
        add_step (reference->steps, is_keys ? SQUILL_QUERY_STEP_KEYS : SQUILL_QUERY_STEP_VALUES,
                  NULL, FALSE);
      reference->is_list |= shape->array || shape->map;
    }
  g_ptr_array_add (self->query->references, reference);
  return self->query->references->len - 1;
}

/* Documents of commands. */

/* Whether one dotted path is another, or leads to it. */
static gboolean
is_around (const char *path, const char *inner)
{
  const gsize length = strlen (path);

  return strncmp (path, inner, length) == 0 && (inner[length] == '.' || inner[length] == '\0');
}

/**
 * _squill_query_append_path:
 * @document: a projection, a sort
 * @path: a dotted path
 * @value: what stands for it
 *
 * Adds a path, unless it is within one that is there: the server refuses both.
 *
 * Returns: whether it was added
 */
gboolean
_squill_query_append_path (bson_t *document, const char *path, gint32 value)
{
  bson_iter_t iter;

  for (bson_iter_init (&iter, document); bson_iter_next (&iter);)
    if (is_around (bson_iter_key (&iter), path) || is_around (path, bson_iter_key (&iter)))
      return FALSE;
  return bson_append_int32 (document, path, -1, value);
}

/* The collation of an index that begins with what a filter asks for: only a query that asks for the
 * same one can use it. */
bson_t *
_squill_query_make_collation (SquillQueryBuilder *self,
                              const SquillCollection *collection,
                              GPtrArray *conditions)
{
  for (guint i = 0; i < collection->indexes->len; i++)
    {
      const SquillCollectionIndex *index = collection->indexes->pdata[i];
      const SquillIndex *drawn =
          index->index == NULL
              ? NULL
              : squill_model_get_item_of_kind (self->model, index->index, SQUILL_KIND_INDEX);

      if (drawn == NULL || drawn->collation == NULL || index->hidden || index->keys->len == 0)
        continue;
      for (guint j = 0; j < conditions->len; j++)
        {
          const SquillQueryCondition *condition = conditions->pdata[j];
          g_autofree char *path = condition->place == NULL
                                      ? g_strdup (condition->path)
                                      : _squill_query_place_get_path (condition->place, 0);

          if (g_str_equal (path, ((SquillKey *)index->keys->pdata[0])->path))
            return squill_bson_new_from_json (drawn->collation);
        }
    }
  return NULL;
}

/* Finds of which nothing is used are left out. */
static void
remove_unused (SquillQueryBuilder *self)
{
  SquillQuery *query = self->query;

  for (guint i = 0; i < self->auxiliary->len; i++)
    {
      SquillStatement *statement = self->auxiliary->pdata[i];
      guint position;

      if (statement->variable != NULL ||
          !g_ptr_array_find (query->statements, statement, &position))
        continue;
      g_ptr_array_remove_index (query->statements, position);
      for (guint j = 0; j < query->references->len; j++)
        {
          SquillQueryReference *reference = query->references->pdata[j];

          reference->statement -= reference->statement > position;
        }
    }
}

/**
 * squill_query_new:
 * @samples: sample documents of a design
 * @operation: the id of an operation of its model
 *
 * Makes the commands that do an operation. A find that follows a relationship reads what it leads
 * to with one more command, as applications do; an aggregate with a `$lookup`.
 *
 * Returns: (transfer full) (nullable): the query; without statements where nothing is stored of
 *   what the operation starts from. %NULL if there is no such operation
 */
SquillQuery *
squill_query_new (SquillSamples *samples, const char *operation)
{
  SquillQueryBuilder builder = { 0 };
  g_autoptr (GHashTable) documents = NULL;
  g_autoptr (GPtrArray) auxiliary = g_ptr_array_new ();
  SquillQuery *query;
  guint n_writes = 0;

  g_return_val_if_fail (SQUILL_IS_SAMPLES (samples), NULL);
  g_return_val_if_fail (operation != NULL, NULL);

  builder.samples = samples;
  builder.design = squill_samples_get_design (samples);
  builder.model = squill_design_get_model (builder.design);
  builder.operation = squill_model_get_operation (builder.model, operation);
  if (builder.operation == NULL)
    return NULL;
  documents = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify)bson_destroy);
  builder.documents = documents;
  builder.auxiliary = auxiliary;
  query = builder.query = g_new0 (SquillQuery, 1);
  query->name = g_strdup (builder.operation->name);
  query->statements = g_ptr_array_new_with_free_func ((GDestroyNotify)statement_free);
  query->references = g_ptr_array_new_with_free_func ((GDestroyNotify)reference_free);
  query->notes = g_ptr_array_new_with_free_func (g_free);
  query->read_concern = g_strdup (builder.operation->read_concern);
  query->write_concern = g_strdup (builder.operation->write_concern);
  query->read_preference = g_strdup (builder.operation->read_preference);

  if (builder.operation->entity == NULL)
    _squill_query_add_note (&builder, "The operation does not say what it starts from");
  else if (squill_operation_is_read (builder.operation))
    _squill_query_build_read (&builder);
  else
    _squill_query_build_write (&builder);
  remove_unused (&builder);

  for (guint i = 0; i < query->statements->len; i++)
    n_writes += squill_statement_is_write (query->statements->pdata[i]);
  query->transaction = n_writes > 0 && (builder.operation->transaction ||
                                        (builder.operation->atomic && n_writes > 1));
  return query;
}

/* SPDX-License-Identifier: Apache-2.0 */

/* Queries as text for the MongoDB Shell. Comments are not translated: the text of a model is the
 * same wherever it is written. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include <string.h>

#include "exchange/query/squill-query-private.h"
#include "exchange/squill-shell-text.h"
#include "text/squill-text.h"

/* A document stands on one line where that gets no longer. */
#define MAX_LINE 90

typedef struct
{
  const SquillQuery *query;
  GString *text;
  guint level; /* of indentation, in steps of two spaces */
} Writer;

/* References as JavaScript. */

static gboolean
is_identifier (const char *name)
{
  if (!g_ascii_isalpha (*name) && *name != '_' && *name != '$')
    return FALSE;
  for (const char *p = name; *p != '\0'; p++)
    if (!g_ascii_isalnum (*p) && *p != '_' && *p != '$')
      return FALSE;
  return TRUE;
}

static void
append_field (GString *text, const char *name)
{
  if (is_identifier (name))
    {
      g_string_append_printf (text, ".%s", name);
      return;
    }
  g_string_append_c (text, '[');
  squill_bson_text_append_string (text, name, -1);
  g_string_append_c (text, ']');
}

/* What makes a value of the key of a map, which is a text. */
static const char *
get_converter (SquillTypes type)
{
  if (type & SQUILL_TYPE_STRING)
    return NULL;
  if (type & SQUILL_TYPE_OBJECT_ID)
    return "ObjectId";
  return type & SQUILL_TYPES_NUMERIC ? "Number" : NULL;
}

/* The rest of an expression for one document; whether it is a list. */
static gboolean append_steps (GString *text, const SquillQueryReference *reference, guint from);

/* An expression for each element of the list that @text is. */
static void
append_for_each (GString *text, const SquillQueryReference *reference, guint from, const char *name)
{
  g_autoptr (GString) inner = g_string_new (name);
  gboolean is_list = append_steps (inner, reference, from);

  if (from < reference->steps->len)
    g_string_append_printf (text, ".%s((%s) => %s)", is_list ? "flatMap" : "map", name, inner->str);
}

static gboolean
append_steps (GString *text, const SquillQueryReference *reference, guint from)
{
  for (guint i = from; i < reference->steps->len; i++)
    {
      const SquillQueryStep *step = reference->steps->pdata[i];
      const gboolean is_last = i + 1 == reference->steps->len;
      const SquillQueryStep *before = i > 0 ? reference->steps->pdata[i - 1] : NULL;
      const gboolean is_missing = before != NULL && i > from && before->optional;
      const char *converter;

      if (step->kind == SQUILL_QUERY_STEP_FIELD)
        {
          if (is_missing)
            g_string_append_c (text, '?');
          if (is_missing && !is_identifier (step->name))
            g_string_append_c (text, '.');
          append_field (text, step->name);
          continue;
        }
      if (is_missing)
        {
          const gboolean goes_on = step->kind == SQUILL_QUERY_STEP_ELEMENTS && !is_last;

          if (goes_on)
            g_string_prepend_c (text, '(');
          g_string_append_printf (text, " ?? %s%s",
                                  step->kind == SQUILL_QUERY_STEP_ELEMENTS ? "[]" : "{}",
                                  goes_on ? ")" : "");
        }
      if (step->kind != SQUILL_QUERY_STEP_ELEMENTS)
        {
          g_string_prepend (text, step->kind == SQUILL_QUERY_STEP_KEYS ? "Object.keys("
                                                                       : "Object.values(");
          g_string_append_c (text, ')');
        }
      converter = step->kind == SQUILL_QUERY_STEP_KEYS ? get_converter (reference->type) : NULL;
      if (converter != NULL)
        g_string_append_printf (text, ".map((key) => %s(key))", converter);
      if (!is_last)
        append_for_each (text, reference, i + 1, "element");
      return TRUE;
    }
  return FALSE;
}

static char *
make_expression (const SquillQuery *query, const SquillQueryReference *reference)
{
  const SquillStatement *statement = query->statements->pdata[reference->statement];
  GString *text = g_string_new (statement->variable);
  g_autofree char *word = squill_text_singular (statement->variable);
  g_autofree char *single = _squill_query_make_identifier (word);

  if (!statement->many)
    append_steps (text, reference, 0);
  else
    append_for_each (text, reference, 0,
                     g_str_equal (single, statement->variable) ? "found" : single);
  return g_string_free (text, FALSE);
}

/* Documents. */

/* A reference as squill_bson_text_append() writes it: no text of a document can look like it,
 * because it escapes its quotes. */
static char *
write_placeholder (guint number)
{
  bson_t document = BSON_INITIALIZER;
  GString *text = g_string_new ("Code(");
  bson_iter_t iter;
  guint32 length;
  const char *code;

  _squill_query_append_reference (&document, "", number);
  bson_iter_init (&iter, &document);
  bson_iter_next (&iter);
  code = bson_iter_code (&iter, &length);
  squill_bson_text_append_string (text, code, -1);
  g_string_append_c (text, ')');
  bson_destroy (&document);
  return g_string_free (text, FALSE);
}

/* On one line if there is room: line ends that belong to texts are escaped. */
static void
fold (Writer *self, GString *text)
{
  const char *begin = strrchr (self->text->str, '\n');
  const gsize column = strlen (begin != NULL ? begin + 1 : self->text->str);
  g_autoptr (GString) line = g_string_sized_new (text->len);

  for (const char *p = text->str; *p != '\0' && column + line->len <= MAX_LINE; p++)
    if (*p == '\n')
      {
        g_string_append_c (line, ' ');
        p += strspn (p + 1, " ");
      }
    else
      g_string_append_c (line, *p);
  if (column + line->len <= MAX_LINE)
    g_string_assign (text, line->str);
}

static void
append_document (Writer *self, const bson_t *document)
{
  g_autoptr (GString) text = g_string_new (NULL);

  squill_bson_text_append (text, document, SQUILL_BSON_STYLE_MONGOSH, 2, self->level);
  for (guint i = 0; i < self->query->references->len; i++)
    {
      g_autofree char *placeholder = write_placeholder (i);
      g_autofree char *expression =
          make_expression (self->query, self->query->references->pdata[i]);

      g_string_replace (text, placeholder, expression, 0);
    }
  fold (self, text);
  g_string_append (self->text, text->str);
}

/* An array is kept as a document whose keys are its positions. */
static void
append_array (Writer *self, const bson_t *array)
{
  bson_iter_t iter;

  g_string_append_c (self->text, '[');
  self->level++;
  for (bson_iter_init (&iter, array); bson_iter_next (&iter);)
    {
      bson_t stage;
      const guint8 *data;
      guint32 length;

      bson_iter_document (&iter, &length, &data);
      if (!bson_init_static (&stage, data, length))
        continue;
      if (self->text->str[self->text->len - 1] != '[')
        g_string_append_c (self->text, ',');
      g_string_append_printf (self->text, "\n%*s", (int)(2 * self->level), "");
      append_document (self, &stage);
    }
  self->level--;
  if (self->text->str[self->text->len - 1] != '[')
    g_string_append_printf (self->text, "\n%*s", (int)(2 * self->level), "");
  g_string_append_c (self->text, ']');
}

static void
append_comment (Writer *self, const char *comment)
{
  g_string_append_printf (self->text, "%*s", (int)(2 * self->level), "");
  squill_shell_append_comment (self->text, comment);
}

/* Statements. */

static void
append_call (Writer *self, const char *name, const char *text)
{
  g_string_append_printf (self->text, ".%s(", name);
  squill_bson_text_append_string (self->text, text, -1);
  g_string_append_c (self->text, ')');
}

/* A number of members, a word or the name of a set of tags. */
static void
append_concern (bson_t *options, const char *concern)
{
  guint64 members;
  bson_t inner;

  BSON_APPEND_DOCUMENT_BEGIN (options, "writeConcern", &inner);
  if (g_ascii_string_to_unsigned (concern, 10, 0, G_MAXINT32, &members, NULL))
    BSON_APPEND_INT32 (&inner, "w", (gint32)members);
  else
    BSON_APPEND_UTF8 (&inner, "w", concern);
  bson_append_document_end (options, &inner);
}

static void
append_read_concern (bson_t *options, const char *level)
{
  bson_t inner;

  BSON_APPEND_DOCUMENT_BEGIN (options, "readConcern", &inner);
  BSON_APPEND_UTF8 (&inner, "level", level);
  bson_append_document_end (options, &inner);
}

static void
append_options (Writer *self, bson_t *options)
{
  if (!bson_empty (options))
    {
      g_string_append (self->text, ", ");
      append_document (self, options);
    }
  g_string_append_c (self->text, ')');
}

static void
append_number_call (Writer *self, const char *name, double number)
{
  g_string_append_printf (self->text, ".%s(%.0f)", name, number);
}

static void
append_find (Writer *self, const SquillStatement *statement)
{
  const SquillQuery *query = self->query;
  const gboolean is_one = !statement->many && statement->sort == NULL && isnan (statement->skip) &&
                          statement->collation == NULL && query->read_concern == NULL &&
                          query->read_preference == NULL;

  g_string_append (self->text, is_one ? ".findOne(" : ".find(");
  if (!bson_empty (statement->filter) || statement->projection != NULL)
    append_document (self, statement->filter);
  if (statement->projection != NULL && !bson_empty (statement->projection))
    {
      g_string_append (self->text, ", ");
      append_document (self, statement->projection);
    }
  g_string_append_c (self->text, ')');
  if (is_one)
    return;
  if (statement->sort != NULL)
    {
      g_string_append (self->text, ".sort(");
      append_document (self, statement->sort);
      g_string_append_c (self->text, ')');
    }
  if (!isnan (statement->skip))
    append_number_call (self, "skip", statement->skip);
  if (!statement->many)
    append_number_call (self, "limit", 1);
  else if (!isnan (statement->limit))
    append_number_call (self, "limit", statement->limit);
  if (statement->collation != NULL)
    {
      g_string_append (self->text, ".collation(");
      append_document (self, statement->collation);
      g_string_append_c (self->text, ')');
    }
  if (query->read_concern != NULL && !query->transaction)
    append_call (self, "readConcern", query->read_concern);
  if (query->read_preference != NULL && !query->transaction)
    append_call (self, "readPref", query->read_preference);
  if (!statement->many)
    g_string_append (self->text, ".next()");
  else if (statement->variable != NULL)
    g_string_append (self->text, ".toArray()");
}

static void
append_aggregate (Writer *self, const SquillStatement *statement)
{
  bson_t options = BSON_INITIALIZER;

  g_string_append (self->text, ".aggregate(");
  append_array (self, statement->filter);
  if (statement->collation != NULL)
    BSON_APPEND_DOCUMENT (&options, "collation", statement->collation);
  if (self->query->read_concern != NULL && !self->query->transaction)
    append_read_concern (&options, self->query->read_concern);
  append_options (self, &options);
  bson_destroy (&options);
  if (self->query->read_preference != NULL && !self->query->transaction)
    append_call (self, "readPref", self->query->read_preference);
}

static void
append_write (Writer *self, const SquillStatement *statement)
{
  bson_t options = BSON_INITIALIZER;

  if (statement->kind == SQUILL_STATEMENT_INSERT)
    g_string_append (self->text, ".insertOne(");
  else if (statement->kind == SQUILL_STATEMENT_UPDATE)
    g_string_append (self->text, statement->many ? ".updateMany(" : ".updateOne(");
  else
    g_string_append (self->text, statement->many ? ".deleteMany(" : ".deleteOne(");
  append_document (self, statement->filter);
  if (statement->update != NULL)
    {
      g_string_append (self->text, ", ");
      append_document (self, statement->update);
    }
  if (statement->array_filters != NULL)
    BSON_APPEND_ARRAY (&options, "arrayFilters", statement->array_filters);
  if (statement->upsert)
    BSON_APPEND_BOOL (&options, "upsert", TRUE);
  if (statement->collation != NULL)
    BSON_APPEND_DOCUMENT (&options, "collation", statement->collation);
  /* In a transaction it is the transaction's. */
  if (self->query->write_concern != NULL && !self->query->transaction)
    append_concern (&options, self->query->write_concern);
  append_options (self, &options);
  bson_destroy (&options);
}

/* In a transaction, a database is that of its session. */
static void
append_collection (Writer *self, const SquillStatement *statement)
{
  if (!self->query->transaction)
    {
      squill_shell_append_collection (self->text, statement->database, statement->collection);
      return;
    }
  if (statement->database == NULL)
    g_string_append (self->text, "database.getCollection(");
  else
    {
      g_string_append (self->text, "session.getDatabase(");
      squill_bson_text_append_string (self->text, statement->database, -1);
      g_string_append (self->text, ").getCollection(");
    }
  squill_bson_text_append_string (self->text, statement->collection, -1);
  g_string_append_c (self->text, ')');
}

static void
append_statement (Writer *self, const SquillStatement *statement)
{
  if (statement->comment != NULL)
    append_comment (self, statement->comment);
  g_string_append_printf (self->text, "%*s", (int)(2 * self->level), "");
  if (statement->variable != NULL)
    g_string_append_printf (self->text, "const %s = ", statement->variable);
  append_collection (self, statement);
  if (statement->kind == SQUILL_STATEMENT_FIND)
    append_find (self, statement);
  else if (statement->kind == SQUILL_STATEMENT_AGGREGATE)
    append_aggregate (self, statement);
  else
    append_write (self, statement);
  g_string_append (self->text, ";\n");
}

/* What is not said of a transaction is what keeps it whole. */
static void
append_transaction_end (Writer *self)
{
  const SquillQuery *query = self->query;
  bson_t options = BSON_INITIALIZER;

  append_read_concern (&options, query->read_concern != NULL ? query->read_concern : "snapshot");
  append_concern (&options, query->write_concern != NULL ? query->write_concern : "majority");
  g_string_append_c (self->text, '}');
  append_options (self, &options);
  g_string_append (self->text, ";\nsession.endSession();\n");
  bson_destroy (&options);
}

/**
 * squill_query_to_text:
 * @self: a query
 *
 * Writes a query for the MongoDB Shell: JavaScript that can be run as it is.
 *
 * Returns: (transfer full): the text
 */
char *
squill_query_to_text (const SquillQuery *self)
{
  Writer writer = { self, NULL, 0 };

  g_return_val_if_fail (self != NULL, NULL);

  writer.text = g_string_new (NULL);
  for (guint i = 0; i < self->notes->len; i++)
    append_comment (&writer, self->notes->pdata[i]);
  if (self->transaction)
    {
      g_string_append (writer.text, "const session = db.getMongo().startSession();\n"
                                    "session.withTransaction(() => {\n"
                                    "  const database = session.getDatabase(db.getName());\n");
      writer.level++;
    }
  for (guint i = 0; i < self->statements->len; i++)
    append_statement (&writer, self->statements->pdata[i]);
  if (self->transaction)
    append_transaction_end (&writer);
  return g_string_free (writer.text, FALSE);
}

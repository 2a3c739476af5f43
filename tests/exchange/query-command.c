/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include "query-command.h"

/* References. */

static void
collect (const bson_iter_t *value,
         const SquillQueryReference *reference,
         guint from,
         GPtrArray *found)
{
  const SquillQueryStep *step;
  bson_iter_t inner;

  if (from == reference->steps->len)
    {
      bson_value_t *copy = g_new0 (bson_value_t, 1);

      bson_value_copy (bson_iter_value ((bson_iter_t *)value), copy);
      g_ptr_array_add (found, copy);
      return;
    }
  step = reference->steps->pdata[from];
  if (!(BSON_ITER_HOLDS_DOCUMENT (value) || BSON_ITER_HOLDS_ARRAY (value)) ||
      !bson_iter_recurse (value, &inner))
    return;
  if (step->kind == SQUILL_QUERY_STEP_FIELD)
    {
      if (bson_iter_find (&inner, step->name))
        collect (&inner, reference, from + 1, found);
      return;
    }
  while (bson_iter_next (&inner))
    if (step->kind == SQUILL_QUERY_STEP_KEYS)
      {
        bson_value_t *key = g_new0 (bson_value_t, 1);
        const char *text = bson_iter_key (&inner);

        /* Keys of maps stand for ids of other types. */
        if ((reference->type & SQUILL_TYPE_STRING) == 0 && bson_oid_is_valid (text, strlen (text)))
          {
            key->value_type = BSON_TYPE_OID;
            bson_oid_init_from_string (&key->value.v_oid, text);
          }
        else
          {
            key->value_type = BSON_TYPE_UTF8;
            key->value.v_utf8.str = bson_strdup (text);
            key->value.v_utf8.len = strlen (text);
          }
        g_ptr_array_add (found, key);
      }
    else
      collect (&inner, reference, from + 1, found);
}

static void
free_value (bson_value_t *value)
{
  bson_value_destroy (value);
  g_free (value);
}

/* @results: (element-type GPtrArray): of each statement so far its documents, as bson_t */
static void
append_reference (bson_t *target,
                  const char *key,
                  const SquillQueryReference *reference,
                  GPtrArray *results)
{
  GPtrArray *documents = results->pdata[reference->statement];
  g_autoptr (GPtrArray) found = g_ptr_array_new_with_free_func ((GDestroyNotify)free_value);
  bson_t list;

  for (guint i = 0; i < documents->len; i++)
    {
      bson_t whole = BSON_INITIALIZER;
      bson_iter_t iter;

      BSON_APPEND_DOCUMENT (&whole, "", documents->pdata[i]);
      g_assert_true (bson_iter_init (&iter, &whole) && bson_iter_next (&iter));
      collect (&iter, reference, 0, found);
      bson_destroy (&whole);
    }
  if (!reference->is_list)
    {
      if (found->len > 0)
        bson_append_value (target, key, -1, found->pdata[0]);
      else
        bson_append_null (target, key, -1);
      return;
    }
  bson_append_array_begin (target, key, -1, &list);
  for (guint i = 0; i < found->len; i++)
    {
      g_autofree char *position = g_strdup_printf ("%u", i);

      bson_append_value (&list, position, -1, found->pdata[i]);
    }
  bson_append_array_end (target, &list);
}

static void
resolve (bson_t *target, bson_iter_t *iter, const SquillQuery *query, GPtrArray *results)
{
  while (bson_iter_next (iter))
    {
      const SquillQueryReference *reference = squill_query_get_reference (query, iter);
      const char *key = bson_iter_key (iter);
      bson_iter_t inner;
      bson_t child;

      if (reference != NULL)
        append_reference (target, key, reference, results);
      else if (BSON_ITER_HOLDS_DOCUMENT (iter) && bson_iter_recurse (iter, &inner))
        {
          bson_append_document_begin (target, key, -1, &child);
          resolve (&child, &inner, query, results);
          bson_append_document_end (target, &child);
        }
      else if (BSON_ITER_HOLDS_ARRAY (iter) && bson_iter_recurse (iter, &inner))
        {
          bson_append_array_begin (target, key, -1, &child);
          resolve (&child, &inner, query, results);
          bson_append_array_end (target, &child);
        }
      else
        bson_append_value (target, key, -1, bson_iter_value (iter));
    }
}

/* A document of a statement with the values of results in it (transfer full). */
bson_t *
query_command_resolve (const SquillQuery *query, const bson_t *document, GPtrArray *results)
{
  bson_t *resolved = bson_new ();
  bson_iter_t iter;

  g_assert_true (bson_iter_init (&iter, document));
  resolve (resolved, &iter, query, results);
  return resolved;
}

/* Commands. */

static void
append (bson_t *command,
        const char *key,
        gboolean is_array,
        const bson_t *document,
        const SquillQuery *query,
        GPtrArray *results)
{
  bson_t *resolved;

  if (document == NULL)
    return;
  resolved = query_command_resolve (query, document, results);
  if (is_array)
    bson_append_array (command, key, -1, resolved);
  else
    bson_append_document (command, key, -1, resolved);
  bson_destroy (resolved);
}

static void
append_write_concern (bson_t *command, const SquillQuery *query)
{
  bson_t concern = BSON_INITIALIZER;
  guint64 members;

  if (query->write_concern == NULL || query->transaction)
    return;
  if (g_ascii_string_to_unsigned (query->write_concern, 10, 0, G_MAXINT32, &members, NULL))
    BSON_APPEND_INT32 (&concern, "w", (gint32)members);
  else
    BSON_APPEND_UTF8 (&concern, "w", query->write_concern);
  BSON_APPEND_DOCUMENT (command, "writeConcern", &concern);
  bson_destroy (&concern);
}

static void
append_read_concern (bson_t *command, const SquillQuery *query)
{
  bson_t concern = BSON_INITIALIZER;

  if (query->read_concern != NULL && !query->transaction)
    {
      BSON_APPEND_UTF8 (&concern, "level", query->read_concern);
      BSON_APPEND_DOCUMENT (command, "readConcern", &concern);
    }
  bson_destroy (&concern);
}

static void
append_find (bson_t *command,
             const SquillQuery *query,
             const SquillStatement *self,
             GPtrArray *results)
{
  BSON_APPEND_UTF8 (command, "find", self->collection);
  append (command, "filter", FALSE, self->filter, query, results);
  if (self->projection != NULL && !bson_empty (self->projection))
    append (command, "projection", FALSE, self->projection, query, results);
  append (command, "sort", FALSE, self->sort, query, results);
  if (!isnan (self->skip))
    BSON_APPEND_INT32 (command, "skip", (gint32)self->skip);
  if (!self->many)
    BSON_APPEND_INT32 (command, "limit", 1);
  else if (!isnan (self->limit))
    BSON_APPEND_INT32 (command, "limit", (gint32)self->limit);
  append (command, "collation", FALSE, self->collation, query, results);
  append_read_concern (command, query);
}

static void
append_write (bson_t *command,
              const SquillQuery *query,
              const SquillStatement *self,
              GPtrArray *results)
{
  const gboolean is_update = self->kind == SQUILL_STATEMENT_UPDATE;
  bson_t list, write;

  BSON_APPEND_UTF8 (command, is_update ? "update" : "delete", self->collection);
  bson_append_array_begin (command, is_update ? "updates" : "deletes", -1, &list);
  BSON_APPEND_DOCUMENT_BEGIN (&list, "0", &write);
  append (&write, "q", FALSE, self->filter, query, results);
  append (&write, "u", FALSE, self->update, query, results);
  if (is_update)
    {
      BSON_APPEND_BOOL (&write, "multi", self->many);
      BSON_APPEND_BOOL (&write, "upsert", self->upsert);
    }
  else
    BSON_APPEND_INT32 (&write, "limit", self->many ? 0 : 1);
  append (&write, "arrayFilters", TRUE, self->array_filters, query, results);
  append (&write, "collation", FALSE, self->collation, query, results);
  bson_append_document_end (&list, &write);
  bson_append_array_end (command, &list);
  append_write_concern (command, query);
}

/* The command of a statement, with the values of earlier results in it (transfer full). */
bson_t *
query_command_new (const SquillQuery *query, const SquillStatement *statement, GPtrArray *results)
{
  bson_t *command = bson_new ();
  bson_t inner;

  switch (statement->kind)
    {
    case SQUILL_STATEMENT_FIND:
      append_find (command, query, statement, results);
      break;
    case SQUILL_STATEMENT_AGGREGATE:
      BSON_APPEND_UTF8 (command, "aggregate", statement->collection);
      append (command, "pipeline", TRUE, statement->filter, query, results);
      BSON_APPEND_DOCUMENT_BEGIN (command, "cursor", &inner);
      bson_append_document_end (command, &inner);
      append (command, "collation", FALSE, statement->collation, query, results);
      append_read_concern (command, query);
      break;
    case SQUILL_STATEMENT_INSERT:
      BSON_APPEND_UTF8 (command, "insert", statement->collection);
      bson_append_array_begin (command, "documents", -1, &inner);
      append (&inner, "0", FALSE, statement->filter, query, results);
      bson_append_array_end (command, &inner);
      append_write_concern (command, query);
      break;
    case SQUILL_STATEMENT_UPDATE:
    case SQUILL_STATEMENT_DELETE:
      append_write (command, query, statement, results);
      break;
    default:
      g_assert_not_reached ();
    }
  return command;
}

/* SPDX-License-Identifier: Apache-2.0 */

/* Questions to a server about all documents of a collection, as pipelines that a sharded cluster
 * answers on each shard and adds up. Arrays are unwound on the way to what is in them, one pipeline
 * for each; what stands side by side is asked for together. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/server/squill-server-pipeline.h"

#include "inspect/server/squill-server-count.h"

#include <math.h>

/* Stands for a field of something that is no object. */
#define NO_PARENT "no parent"

/* A command that is being written. */
typedef struct
{
  bson_t *command;
  bson_t stages;
  guint n;
} Pipeline;

static char *
dollar (const char *name)
{
  return g_strconcat ("$", name, NULL);
}

static void
begin_stage (Pipeline *self, bson_t *stage)
{
  g_autofree char *key = g_strdup_printf ("%u", self->n++);

  bson_append_document_begin (&self->stages, key, -1, stage);
}

static void
end_stage (Pipeline *self, bson_t *stage)
{
  bson_append_document_end (&self->stages, stage);
}

static void
begin_pipeline (Pipeline *self, const char *collection, char **arrays)
{
  self->command = bson_new ();
  self->n = 0;
  BSON_APPEND_UTF8 (self->command, "aggregate", collection);
  BSON_APPEND_ARRAY_BEGIN (self->command, "pipeline", &self->stages);
  for (guint i = 0; arrays[i] != NULL; i++)
    {
      g_autofree char *name = dollar (arrays[i]);
      bson_t stage;

      /* What is no array would be taken for one of a single element. */
      begin_stage (self, &stage);
      BCON_APPEND (&stage, "$match", "{", "$expr", "{", "$isArray", "[", BCON_UTF8 (name), "]", "}",
                   "}");
      end_stage (self, &stage);
      begin_stage (self, &stage);
      BSON_APPEND_UTF8 (&stage, "$unwind", name);
      end_stage (self, &stage);
    }
}

static bson_t *
end_pipeline (Pipeline *self, guint milliseconds)
{
  bson_append_array_end (self->command, &self->stages);
  BCON_APPEND (self->command, "cursor", "{", "}", "maxTimeMS", BCON_INT32 ((gint32)milliseconds));
  return self->command;
}

/* `key`: the type of the field, where it can be at all. A field of an array would be an array of
 * the fields of its elements. */
static void
append_type (bson_t *to, const char *key, const SquillServerField *field)
{
  g_autofree char *name = dollar (field->name);
  g_autofree char *parent = field->parent != NULL ? dollar (field->parent) : NULL;

  if (parent == NULL)
    BCON_APPEND (to, key, "{", "$type", BCON_UTF8 (name), "}");
  else
    BCON_APPEND (to, key, "{", "$cond", "[", "{", "$eq", "[", "{", "$type", BCON_UTF8 (parent), "}",
                 BCON_UTF8 ("object"), "]", "}", "{", "$type", BCON_UTF8 (name), "}",
                 BCON_UTF8 (NO_PARENT), "]", "}");
}

/* `key`: the value of the field where it is of a kind, and null elsewhere. */
static void
append_value_if (bson_t *to, const char *key, const char *name, const char *const *types)
{
  bson_t call, arguments, in, in_arguments, inner, list;

  BSON_APPEND_DOCUMENT_BEGIN (to, key, &call);
  BSON_APPEND_ARRAY_BEGIN (&call, "$cond", &arguments);
  BSON_APPEND_DOCUMENT_BEGIN (&arguments, "0", &in);
  BSON_APPEND_ARRAY_BEGIN (&in, "$in", &in_arguments);
  BSON_APPEND_DOCUMENT_BEGIN (&in_arguments, "0", &inner);
  BSON_APPEND_UTF8 (&inner, "$type", name);
  bson_append_document_end (&in_arguments, &inner);
  BSON_APPEND_ARRAY_BEGIN (&in_arguments, "1", &list);
  for (guint i = 0; types[i] != NULL; i++)
    {
      g_autofree char *index = g_strdup_printf ("%u", i);

      BSON_APPEND_UTF8 (&list, index, types[i]);
    }
  bson_append_array_end (&in_arguments, &list);
  bson_append_array_end (&in, &in_arguments);
  bson_append_document_end (&arguments, &in);
  BSON_APPEND_UTF8 (&arguments, "1", name);
  BSON_APPEND_NULL (&arguments, "2");
  bson_append_array_end (&call, &arguments);
  bson_append_document_end (to, &call);
}

/* `key`: the length of the array, and null where it is none. */
static void
append_length (bson_t *to, const char *key, const char *name)
{
  BCON_APPEND (to, key, "{", "$cond", "[", "{", "$isArray", "[", BCON_UTF8 (name), "]", "}", "{",
               "$size", BCON_UTF8 (name), "}", BCON_NULL, "]", "}");
}

static void
append_sum_if_equal (bson_t *to, const char *key, const char *what, const char *value)
{
  BCON_APPEND (to, key, "{", "$sum", "{", "$cond", "[", "{", "$eq", "[", BCON_UTF8 (what),
               BCON_UTF8 (value), "]", "}", BCON_INT32 (1), BCON_INT32 (0), "]", "}", "}");
}

static void
append_min_max (bson_t *to, guint index, const char *letter)
{
  g_autofree char *what = g_strdup_printf ("$%s%u", letter, index);
  g_autofree char *min = g_strdup_printf ("%s%u_min", letter, index);
  g_autofree char *max = g_strdup_printf ("%s%u_max", letter, index);

  BCON_APPEND (to, min, "{", "$min", BCON_UTF8 (what), "}", max, "{", "$max", BCON_UTF8 (what),
               "}");
}

/* What is asked of an object that may be an array has no meaning. */
static gboolean
may_have (const SquillServerField *field, SquillTypes types)
{
  return (squill_path_get_types (field->path) & types) != 0;
}

static void
append_projection (bson_t *to, const SquillServerField *field, guint index)
{
  static const char *const numbers[] = { "double", "int", "long", "decimal", NULL };
  static const char *const dates[] = { "date", NULL };
  g_autofree char *name = dollar (field->name);
  g_autofree char *type = g_strdup_printf ("t%u", index);
  g_autofree char *length = g_strdup_printf ("l%u", index);
  g_autofree char *number = g_strdup_printf ("n%u", index);
  g_autofree char *date = g_strdup_printf ("d%u", index);

  append_type (to, type, field);
  if (may_have (field, SQUILL_TYPE_ARRAY))
    append_length (to, length, name);
  if (may_have (field, SQUILL_TYPES_NUMERIC))
    append_value_if (to, number, name, numbers);
  if (may_have (field, SQUILL_TYPE_DATE))
    append_value_if (to, date, name, dates);
}

static void
append_sums (bson_t *to, const SquillServerField *field, guint index)
{
  SquillTypes types = squill_path_get_types (field->path);
  g_autofree char *type = g_strdup_printf ("$t%u", index);
  g_autofree char *missing = g_strdup_printf ("t%u_missing", index);
  g_autofree char *nowhere = g_strdup_printf ("t%u_nowhere", index);

  append_sum_if_equal (to, missing, type, "missing");
  if (field->parent != NULL)
    append_sum_if_equal (to, nowhere, type, NO_PARENT);
  for (guint i = 0; i < SQUILL_N_TYPES; i++)
    if ((types & (1u << i)) != 0)
      {
        g_autofree char *key = g_strdup_printf ("t%u_%u", index, i);

        append_sum_if_equal (to, key, type, squill_type_get_name (1u << i));
      }
  if ((types & SQUILL_TYPE_ARRAY) != 0)
    {
      g_autofree char *length = g_strdup_printf ("$l%u", index);
      g_autofree char *sum = g_strdup_printf ("l%u_sum", index);
      g_autofree char *empty = g_strdup_printf ("l%u_empty", index);

      append_min_max (to, index, "l");
      BCON_APPEND (to, sum, "{", "$sum", BCON_UTF8 (length), "}", empty, "{", "$sum", "{", "$cond",
                   "[", "{", "$eq", "[", BCON_UTF8 (length), BCON_INT32 (0), "]", "}",
                   BCON_INT32 (1), BCON_INT32 (0), "]", "}", "}");
    }
  if ((types & SQUILL_TYPES_NUMERIC) != 0)
    append_min_max (to, index, "n");
  if ((types & SQUILL_TYPE_DATE) != 0)
    append_min_max (to, index, "d");
}

static gboolean
find_member (
    const bson_t *reply, bson_iter_t *iter, const char *letter, guint index, const char *rest)
{
  g_autofree char *key = g_strdup_printf ("%s%u_%s", letter, index, rest);

  return bson_iter_init_find (iter, reply, key);
}

static guint64
get_count (const bson_t *reply, const char *letter, guint index, const char *rest)
{
  bson_iter_t iter;
  double number;

  if (!find_member (reply, &iter, letter, index, rest) || !BSON_ITER_HOLDS_NUMBER (&iter))
    return 0;
  if (!BSON_ITER_HOLDS_DOUBLE (&iter))
    return (guint64)MAX (bson_iter_as_int64 (&iter), 0);
  number = bson_iter_double (&iter);
  return number > 0 && number < 1e18 ? (guint64)number : 0;
}

/* A number that is finite. */
static gboolean
get_number (const bson_t *reply, guint index, const char *rest, double *number)
{
  bson_iter_t iter;

  if (!find_member (reply, &iter, "n", index, rest))
    return FALSE;
  if (BSON_ITER_HOLDS_DECIMAL128 (&iter))
    {
      char text[BSON_DECIMAL128_STRING];
      bson_decimal128_t decimal;

      bson_iter_decimal128 (&iter, &decimal);
      bson_decimal128_to_string (&decimal, text);
      *number = g_ascii_strtod (text, NULL);
    }
  else if (BSON_ITER_HOLDS_NUMBER (&iter))
    {
      *number = bson_iter_as_double (&iter);
    }
  else
    {
      return FALSE;
    }
  return isfinite (*number);
}

static gboolean
get_date (const bson_t *reply, guint index, const char *rest, gint64 *date)
{
  bson_iter_t iter;

  if (!find_member (reply, &iter, "d", index, rest) || !BSON_ITER_HOLDS_DATE_TIME (&iter))
    return FALSE;
  *date = bson_iter_date_time (&iter);
  return TRUE;
}

/* Returns how many values are of a type that nobody asked for. */
static guint64
take_count (const bson_t *reply, const SquillServerField *field, guint index, guint64 all)
{
  SquillServerCount *count = squill_server_count_new ();
  guint64 absent =
      get_count (reply, "t", index, "missing") + get_count (reply, "t", index, "nowhere");
  guint64 known = 0;

  count->present = all > absent ? all - absent : 0;
  for (guint i = 0; i < SQUILL_N_TYPES; i++)
    {
      g_autofree char *rest = g_strdup_printf ("%u", i);

      count->types[i] = get_count (reply, "t", index, rest);
      known += count->types[i];
      if ((1u << i) == SQUILL_TYPE_ARRAY)
        count->arrays = count->types[i];
    }
  count->length_sum = get_count (reply, "l", index, "sum");
  count->length_min = get_count (reply, "l", index, "min");
  count->length_max = get_count (reply, "l", index, "max");
  count->length_empty = get_count (reply, "l", index, "empty");
  count->has_numbers = get_number (reply, index, "min", &count->number_min) &&
                       get_number (reply, index, "max", &count->number_max);
  count->has_dates = get_date (reply, index, "min", &count->date_min) &&
                     get_date (reply, index, "max", &count->date_max);
  squill_server_count_free (field->path->server);
  field->path->server = count;
  return count->present > known ? count->present - known : 0;
}

/**
 * squill_server_pipeline_count:
 * @collection: the collection
 * @fields: paths that stand beside each other
 * @n_fields: how many
 * @milliseconds: how long the server may take
 *
 * Asks for presence, types, lengths and ranges.
 *
 * Returns: (transfer full): the command
 */
bson_t *
squill_server_pipeline_count (const char *collection,
                              const SquillServerField *const *fields,
                              guint n_fields,
                              guint milliseconds)
{
  static char *no_arrays[] = { NULL };
  Pipeline pipeline;
  bson_t stage, inner;

  begin_pipeline (&pipeline, collection, n_fields > 0 ? fields[0]->arrays : no_arrays);
  if (n_fields > 0)
    {
      begin_stage (&pipeline, &stage);
      BSON_APPEND_DOCUMENT_BEGIN (&stage, "$project", &inner);
      BSON_APPEND_INT32 (&inner, "_id", 0);
      for (guint i = 0; i < n_fields; i++)
        append_projection (&inner, fields[i], i);
      bson_append_document_end (&stage, &inner);
      end_stage (&pipeline, &stage);
    }

  begin_stage (&pipeline, &stage);
  BSON_APPEND_DOCUMENT_BEGIN (&stage, "$group", &inner);
  BSON_APPEND_NULL (&inner, "_id");
  BCON_APPEND (&inner, "a0_all", "{", "$sum", BCON_INT32 (1), "}");
  for (guint i = 0; i < n_fields; i++)
    append_sums (&inner, fields[i], i);
  bson_append_document_end (&stage, &inner);
  end_stage (&pipeline, &stage);
  return end_pipeline (&pipeline, milliseconds);
}

/**
 * squill_server_pipeline_take_counts:
 * @reply: (nullable): the document that the server answered with; %NULL where there was none,
 * because there is nothing to count
 * @fields: what was asked for
 * @n_fields: how many
 * @others: (out caller-allocates) (array length=n_fields): of each, how many values are of a type
 * that was not among those that were met before
 *
 * Gives the counts to the paths.
 *
 * Returns: whether the answer is one
 */
gboolean
squill_server_pipeline_take_counts (const bson_t *reply,
                                    const SquillServerField *const *fields,
                                    guint n_fields,
                                    guint64 *others)
{
  bson_t nothing = BSON_INITIALIZER;
  guint64 all;

  if (reply == NULL)
    reply = &nothing;
  else if (!bson_has_field (reply, "a0_all"))
    return FALSE;
  all = get_count (reply, "a", 0, "all");
  for (guint i = 0; i < n_fields; i++)
    others[i] = take_count (reply, fields[i], i, all);
  return TRUE;
}

/**
 * squill_server_pipeline_types:
 * @collection: the collection
 * @field: a path
 * @milliseconds: how long the server may take
 *
 * Asks for all types of a path, whatever they are: documents of `_id`, the type, and `n`.
 *
 * Returns: (transfer full): the command
 */
bson_t *
squill_server_pipeline_types (const char *collection,
                              const SquillServerField *field,
                              guint milliseconds)
{
  Pipeline pipeline;
  bson_t stage, inner;

  begin_pipeline (&pipeline, collection, field->arrays);
  begin_stage (&pipeline, &stage);
  BSON_APPEND_DOCUMENT_BEGIN (&stage, "$project", &inner);
  BSON_APPEND_INT32 (&inner, "_id", 0);
  append_type (&inner, "t", field);
  bson_append_document_end (&stage, &inner);
  end_stage (&pipeline, &stage);

  begin_stage (&pipeline, &stage);
  BCON_APPEND (&stage, "$group", "{", "_id", "$t", "n", "{", "$sum", BCON_INT32 (1), "}", "}");
  end_stage (&pipeline, &stage);
  return end_pipeline (&pipeline, milliseconds);
}

/**
 * squill_server_pipeline_distinct:
 * @collection: the collection
 * @field: a path
 * @one_in: 1 to count all different values, or else to count those whose hash is divisible by this
 * @milliseconds: how long the server may take
 *
 * Asks for the number of different values, as `n` of one document.
 *
 * Returns: (transfer full): the command
 */
bson_t *
squill_server_pipeline_distinct (const char *collection,
                                 const SquillServerField *field,
                                 guint one_in,
                                 guint milliseconds)
{
  g_autofree char *name = dollar (field->name);
  Pipeline pipeline;
  bson_t stage;

  begin_pipeline (&pipeline, collection, field->arrays);
  if (one_in > 1)
    {
      begin_stage (&pipeline, &stage);
      BCON_APPEND (&stage, "$match", "{", "$expr", "{", "$eq", "[", "{", "$mod", "[", "{",
                   "$toHashedIndexKey", BCON_UTF8 (name), "}", BCON_INT64 (one_in), "]", "}",
                   BCON_INT64 (0), "]", "}", "}");
      end_stage (&pipeline, &stage);
    }
  begin_stage (&pipeline, &stage);
  BCON_APPEND (&stage, "$group", "{", "_id", BCON_UTF8 (name), "}");
  end_stage (&pipeline, &stage);
  /* What is not there is none of the values. */
  begin_stage (&pipeline, &stage);
  BCON_APPEND (&stage, "$match", "{", "_id", "{", "$ne", BCON_NULL, "}", "}");
  end_stage (&pipeline, &stage);
  begin_stage (&pipeline, &stage);
  BCON_APPEND (&stage, "$group", "{", "_id", BCON_NULL, "n", "{", "$sum", BCON_INT32 (1), "}", "}");
  end_stage (&pipeline, &stage);
  return end_pipeline (&pipeline, milliseconds);
}

/**
 * squill_server_pipeline_dangling:
 * @collection: the collection that refers
 * @from: where in it
 * @to_collection: the collection that is referred to, of the same database
 * @to: the key in it; not in an array
 * @examples: 0 to count; else only as many values that lead nowhere as this, one a document, as
 * `_id`
 * @milliseconds: how long the server may take
 *
 * Asks for references that lead nowhere: one document with `references`, how many references there
 * are, and `dangling`, how many of them lead nowhere.
 *
 * Returns: (transfer full): the command
 */
bson_t *
squill_server_pipeline_dangling (const char *collection,
                                 const SquillServerField *from,
                                 const char *to_collection,
                                 const SquillServerField *to,
                                 guint examples,
                                 guint milliseconds)
{
  g_autofree char *name = dollar (from->name);
  Pipeline pipeline;
  bson_t stage;

  begin_pipeline (&pipeline, collection, from->arrays);
  /* Each value once: there are fewer of them than of references, and no document is carried. */
  begin_stage (&pipeline, &stage);
  BCON_APPEND (&stage, "$group", "{", "_id", BCON_UTF8 (name), "n", "{", "$sum", BCON_INT32 (1),
               "}", "}");
  end_stage (&pipeline, &stage);
  begin_stage (&pipeline, &stage);
  BCON_APPEND (&stage, "$match", "{", "_id", "{", "$ne", BCON_NULL, "}", "}");
  end_stage (&pipeline, &stage);
  begin_stage (&pipeline, &stage);
  BCON_APPEND (&stage, "$lookup", "{", "from", BCON_UTF8 (to_collection), "localField", "_id",
               "foreignField", BCON_UTF8 (to->name), "as", "found", "}");
  end_stage (&pipeline, &stage);
  begin_stage (&pipeline, &stage);
  BCON_APPEND (&stage, "$project", "{", "n", BCON_INT32 (1), "lost", "{", "$eq", "[", "{", "$size",
               "$found", "}", BCON_INT32 (0), "]", "}", "}");
  end_stage (&pipeline, &stage);
  begin_stage (&pipeline, &stage);
  if (examples > 0)
    {
      BCON_APPEND (&stage, "$match", "{", "lost", BCON_BOOL (true), "}");
      end_stage (&pipeline, &stage);
      begin_stage (&pipeline, &stage);
      BSON_APPEND_INT32 (&stage, "$limit", (gint32)examples);
    }
  else
    {
      BCON_APPEND (&stage, "$group", "{", "_id", BCON_NULL, "references", "{", "$sum", "$n", "}",
                   "dangling", "{", "$sum", "{", "$cond", "[", "$lost", "$n", BCON_INT32 (0), "]",
                   "}", "}", "}");
    }
  end_stage (&pipeline, &stage);
  return end_pipeline (&pipeline, milliseconds);
}

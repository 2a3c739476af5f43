/* SPDX-License-Identifier: Apache-2.0 */

/* Pipelines that count over all documents of a collection; a sharded cluster runs them on each
 * shard and adds up. Arrays are unwound to count what is in them, with one pipeline for each array;
 * paths in the same objects share a pipeline. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/squill-inspect-private.h"

#include "inspect/profile/squill-server-count.h"

#include <math.h>

/* The type of a field whose parent is not an object. */
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

      /* $unwind treats anything else as an array of one element. */
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

/* `key`: the type of the field, if its parent is an object. In an array, the expression would be an
 * array of the fields of its elements. */
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

/* `key`: the value of the field if it has one of the types, and null otherwise. */
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

/* `key`: the length of the array, and null if it is none. */
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

/* FALSE where there is no finite number. */
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

/* Returns how many values have a type that was not asked for. */
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

/* Counts presence, types, lengths, and ranges of paths that share their arrays, in up to
 * @milliseconds. */
bson_t *
_squill_counting_pipeline_count (const char *collection,
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

/* Sets the counts of @fields from the reply, which is NULL where there were no documents. @others
 * is set to how many values of each field have a type that is not in the sample. FALSE where it is
 * no such reply. */
gboolean
_squill_counting_pipeline_take_counts (const bson_t *reply,
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

/* Counts all types of a path: documents of `_id`, the type, and `n`. */
bson_t *
_squill_counting_pipeline_types (const char *collection,
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

/* Counts distinct values, as `n` of one document: all of them if @one_in is 1, and otherwise those
 * with a hash that is divisible by it. */
bson_t *
_squill_counting_pipeline_distinct (const char *collection,
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
  /* A missing field is not a value. */
  begin_stage (&pipeline, &stage);
  BCON_APPEND (&stage, "$match", "{", "_id", "{", "$ne", BCON_NULL, "}", "}");
  end_stage (&pipeline, &stage);
  begin_stage (&pipeline, &stage);
  BCON_APPEND (&stage, "$group", "{", "_id", BCON_NULL, "n", "{", "$sum", BCON_INT32 (1), "}", "}");
  end_stage (&pipeline, &stage);
  return end_pipeline (&pipeline, milliseconds);
}

/* With @examples 0, one document with the number of `references` and of `dangling` ones; otherwise
 * up to that number of dangling values, one document each, as `_id`. @to is the key that is
 * referred to, in a collection of the same database; not in an array. */
bson_t *
_squill_counting_pipeline_dangling (const char *collection,
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
  /* Each value once: there are fewer values than references, and no documents are passed on. */
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

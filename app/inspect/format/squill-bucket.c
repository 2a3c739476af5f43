/* SPDX-License-Identifier: Apache-2.0 */

/* A bucket of a time series collection, as mongodump writes system.buckets.*:
 * {_id, control: {version, min, max}, meta, data: {field: {"0": value, "1": value, …}, …}}. A
 * measurement that lacks a field has no entry in that field's column; the column of the time field
 * has one for each. From control.version 2 on a column may be one packed binary value instead. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/format/squill-bucket.h"

#include <glib/gi18n-lib.h>

#include "bson/squill-bson-buffer.h"
#include "bson/squill-bson-walk.h"

typedef struct
{
  const char *name;
  const guint8 *data; /* the column's document */
  gsize end;
  gsize position; /* of the next entry */
} Column;

struct _SquillBucket
{
  char *time_field;
  char *meta_field;

  guint8 *bytes;
  gsize room;
  GArray *columns;
  gboolean has_time;
  SquillBsonElement meta;
  gboolean has_meta;
  SquillBsonBuffer measurement;
  const guint8 *plain; /* a document that is no bucket and was not given yet */
  gsize plain_length;
  gboolean told_packed;
};

typedef enum
{
  BUCKET_READ,
  BUCKET_PACKED, /* by the server; not read */
  BUCKET_NONE,
} BucketResult;

static void
append_element (SquillBsonBuffer *buffer, const char *name, const SquillBsonElement *element)
{
  squill_bson_buffer_append_key (buffer, element->type, name);
  squill_bson_buffer_append (buffer, element->value, element->value_length);
}

/* The time field's column comes first, as it says which measurements there are. */
static BucketResult
load_columns (SquillBucket *self, const SquillBsonElement *data)
{
  gsize position = 4;
  SquillBsonElement element;

  if (data->type != SQUILL_BSON_OBJECT)
    return BUCKET_NONE;
  while (squill_bson_step (data->value, data->value_length, &position, &element) ==
         SQUILL_BSON_STEP_ELEMENT)
    {
      Column column = { element.key, element.value, element.value_length, 4 };

      if (element.type == SQUILL_BSON_BINARY)
        return BUCKET_PACKED;
      if (element.type != SQUILL_BSON_OBJECT)
        return BUCKET_NONE;
      if (strcmp (element.key, self->time_field) == 0)
        {
          self->has_time = TRUE;
          g_array_prepend_val (self->columns, column);
        }
      else
        {
          g_array_append_val (self->columns, column);
        }
    }
  return self->has_time ? BUCKET_READ : BUCKET_NONE;
}

/* The entry with this index; columns are in the order of their indexes. */
static gboolean
take_entry (Column *column, const char *index, SquillBsonElement *entry)
{
  gsize position = column->position;

  if (squill_bson_step (column->data, column->end, &position, entry) != SQUILL_BSON_STEP_ELEMENT ||
      strcmp (entry->key, index) != 0)
    return FALSE;
  column->position = position;
  return TRUE;
}

/**
 * squill_bucket_new:
 * @time_field: the field with the time of a measurement
 * @meta_field: (nullable): the field that all measurements of a bucket share
 *
 * Returns: (transfer full): a reader of buckets
 */
SquillBucket *
squill_bucket_new (const char *time_field, const char *meta_field)
{
  SquillBucket *self = g_new0 (SquillBucket, 1);

  self->time_field = g_strdup (time_field);
  self->meta_field = g_strdup (meta_field);
  self->columns = g_array_new (FALSE, FALSE, sizeof (Column));
  return self;
}

void
squill_bucket_free (SquillBucket *self)
{
  if (self == NULL)
    return;
  g_free (self->time_field);
  g_free (self->meta_field);
  g_free (self->bytes);
  g_array_unref (self->columns);
  squill_bson_buffer_clear (&self->measurement);
  g_free (self);
}

/* Copies a document and finds its columns. */
static BucketResult
load (SquillBucket *self, const guint8 *document, gsize length)
{
  BucketResult result = BUCKET_NONE;
  gsize position = 4;
  SquillBsonElement element;

  if (self->room < length)
    {
      g_free (self->bytes);
      self->bytes = g_malloc (length);
      self->room = length;
    }
  memcpy (self->bytes, document, length);
  g_array_set_size (self->columns, 0);
  self->has_time = FALSE;
  self->has_meta = FALSE;

  while (squill_bson_step (self->bytes, length, &position, &element) == SQUILL_BSON_STEP_ELEMENT)
    {
      if (strcmp (element.key, "meta") == 0)
        {
          self->meta = element;
          self->has_meta = TRUE;
        }
      else if (strcmp (element.key, "data") == 0)
        {
          result = load_columns (self, &element);
        }
    }
  if (result != BUCKET_READ)
    g_array_set_size (self->columns, 0);
  return result;
}

/**
 * squill_bucket_add:
 * @self: a reader that gave all its documents
 * @document: a sound document of the collection, valid until it is given
 * @length: its bytes
 * @problems: (transfer none): takes that buckets are packed, once
 *
 * Begins a bucket. A document that is none is given as it is: from server 8.3 on measurements may
 * be stored without.
 */
void
squill_bucket_add (SquillBucket *self,
                   const guint8 *document,
                   gsize length,
                   SquillProblemList *problems)
{
  BucketResult result = load (self, document, length);

  self->plain = result == BUCKET_NONE ? document : NULL;
  self->plain_length = length;
  if (result == BUCKET_PACKED && !self->told_packed)
    {
      self->told_packed = TRUE;
      squill_problem_list_add (
          problems, -1, 0, 0,
          _ ("Some buckets of this time series are packed by the server and were not read"));
    }
}

/**
 * squill_bucket_next:
 * @self: a reader
 * @measurement: (out) (transfer none): a document, valid until the next call: time field, meta
 * field, then the others
 * @length: (out): its bytes
 *
 * Takes the next measurement out of the bucket, or the document that is none.
 *
 * Returns: %FALSE when the bucket is empty
 */
gboolean
squill_bucket_next (SquillBucket *self, const guint8 **measurement, gsize *length)
{
  SquillBsonBuffer *buffer = &self->measurement;
  SquillBsonElement time, entry;
  Column *column;

  if (self->plain != NULL)
    {
      *measurement = g_steal_pointer (&self->plain);
      *length = self->plain_length;
      return TRUE;
    }
  if (self->columns->len == 0)
    return FALSE;
  column = &g_array_index (self->columns, Column, 0);
  if (squill_bson_step (column->data, column->end, &column->position, &time) !=
      SQUILL_BSON_STEP_ELEMENT)
    return FALSE;

  buffer->length = 0;
  squill_bson_buffer_begin (buffer);
  append_element (buffer, self->time_field, &time);
  if (self->has_meta && self->meta_field != NULL)
    append_element (buffer, self->meta_field, &self->meta);
  for (guint i = 1; i < self->columns->len; i++)
    {
      column = &g_array_index (self->columns, Column, i);
      if (take_entry (column, time.key, &entry))
        append_element (buffer, column->name, &entry);
    }
  squill_bson_buffer_end (buffer, 0);
  *measurement = buffer->bytes;
  *length = buffer->length;
  return TRUE;
}

/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "bson/squill-bson-json.h"
#include "inspect/profile/squill-path.h"

#include <math.h>

static json_t *
number_to_json (double number)
{
  /* JSON has no other numbers. */
  if (!isfinite (number))
    return json_null ();
  if (number == floor (number) && fabs (number) < 9e15)
    return json_integer ((json_int_t)number);
  return json_real (number);
}

static json_t *
date_to_json (gint64 date)
{
  g_autofree char *number = g_strdup_printf ("%" G_GINT64_FORMAT, date);

  /* Canonical: it has all dates, also those that no calendar has. */
  return json_pack ("{s:{s:s}}", "$date", "$numberLong", number);
}

/**
 * squill_server_count_new:
 *
 * Returns: (transfer full): a count of nothing
 */
SquillServerCount *
squill_server_count_new (void)
{
  SquillServerCount *self = g_new0 (SquillServerCount, 1);

  self->distinct = G_MAXUINT64;
  self->distinct_estimated = 1;
  return self;
}

void
squill_server_count_free (SquillServerCount *self)
{
  g_free (self);
}

/* @of: what it could be present in; %G_MAXUINT64 if unknown */
static json_t *
count_to_json (const SquillServerCount *self, guint64 of)
{
  json_t *json = json_object ();
  json_t *types = json_object ();

  if (of != G_MAXUINT64)
    json_object_set_new (json, "of", squill_count_to_json (of));
  json_object_set_new (json, "present", squill_count_to_json (self->present));
  for (guint i = 0; i < SQUILL_N_TYPES; i++)
    if (self->types[i] > 0)
      json_object_set_new (types, squill_type_get_name (1u << i),
                           squill_count_to_json (self->types[i]));
  json_object_set_new (json, "types", types);
  if (self->arrays > 0)
    {
      json_t *length = json_object ();

      json_object_set_new (length, "min", squill_count_to_json (self->length_min));
      json_object_set_new (length, "mean",
                           number_to_json ((double)self->length_sum / (double)self->arrays));
      json_object_set_new (length, "max", squill_count_to_json (self->length_max));
      json_object_set_new (length, "empty", squill_count_to_json (self->length_empty));
      json_object_set_new (json, "length", length);
    }
  if (self->has_numbers)
    json_object_set_new (json, "range",
                         json_pack ("{s:o, s:o}", "min", number_to_json (self->number_min), "max",
                                    number_to_json (self->number_max)));
  if (self->has_dates)
    json_object_set_new (json, "dates",
                         json_pack ("{s:o, s:o}", "min", date_to_json (self->date_min), "max",
                                    date_to_json (self->date_max)));
  if (self->distinct != G_MAXUINT64)
    {
      json_object_set_new (json, "distinct", squill_count_to_json (self->distinct));
      json_object_set_new (json, "distinct_exact", json_boolean (self->distinct_estimated == 1));
    }
  json_object_set_new (json, "exact", json_true ());
  return json;
}

/**
 * squill_server_path_to_json:
 * @path: a path
 *
 * Returns: (transfer full) (nullable): what a server counted of it; %NULL where none did
 */
json_t *
squill_server_path_to_json (const SquillPath *path)
{
  const SquillServerCount *parent = path->parent != NULL ? path->parent->server : NULL;
  guint64 of = G_MAXUINT64;

  if (path->server == NULL)
    return NULL;
  if (path->kind == SQUILL_PATH_ELEMENTS)
    of = path->server->present;
  else if (parent != NULL)
    of = parent->types[g_bit_nth_lsf (SQUILL_TYPE_OBJECT, -1)];
  return count_to_json (path->server, of);
}

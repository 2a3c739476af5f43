/* SPDX-License-Identifier: Apache-2.0 */

/* Where the objects of a file of JSON begin in it, which its reader does not keep. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include "exchange/import/squill-json-places.h"

#include <string.h>

/* More than the reader of JSON takes. */
#define MAX_DEPTH 4000

typedef struct
{
  GHashTable *places;
  const char *next;
  const char *end;
  const char *counted; /* up to where characters of the line are counted: it may be a long one */
  gsize n_characters;
  guint line;
} Walk;

static void walk_value (Walk *self, const json_t *value, guint depth);

/* Objects and their places: json_t -> SquillJsonPlace (transfer full). The objects are kept, as
 * another one may be made where one of them was. */
GHashTable *
_squill_json_places_new (void)
{
  return g_hash_table_new_full (NULL, NULL, (GDestroyNotify)json_decref, g_free);
}

/* @line and @column begin with 1. */
void
_squill_json_places_add (GHashTable *places, const json_t *value, gsize line, gsize column)
{
  SquillJsonPlace *place = g_new (SquillJsonPlace, 1);

  *place = (SquillJsonPlace){ (guint)MIN (line, G_MAXUINT), (guint)MIN (column, G_MAXUINT) };
  g_hash_table_insert (places, json_incref ((json_t *)value), place);
}

static void
skip_space (Walk *self)
{
  for (; self->next < self->end && strchr (" \t\r\n", *self->next) != NULL; self->next++)
    if (*self->next == '\n')
      {
        self->line++;
        self->counted = self->next + 1;
        self->n_characters = 0;
      }
}

static gboolean
accept (Walk *self, char symbol)
{
  skip_space (self);
  if (self->next >= self->end || *self->next != symbol)
    return FALSE;
  self->next++;
  return TRUE;
}

/* A string with its quotes; it is one, as the file was read. */
static void
skip_string (Walk *self)
{
  for (self->next++; self->next < self->end && *self->next != '"'; self->next++)
    if (*self->next == '\\')
      self->next++;
  self->next = MIN (self->next + 1, self->end);
}

/* The member of @object whose name is here (nullable). */
static const json_t *
take_key (Walk *self, const json_t *object)
{
  const char *start = self->next;
  json_auto_t *key = NULL;

  skip_string (self);
  key = json_loadb (start, (gsize)(self->next - start), JSON_DECODE_ANY, NULL);
  return json_is_string (key) ? json_object_get (object, json_string_value (key)) : NULL;
}

static void
walk_object (Walk *self, const json_t *object, guint depth)
{
  if (json_is_object (object))
    {
      for (; self->counted < self->next; self->counted++)
        self->n_characters += ((guchar)*self->counted & 0xc0) != 0x80;
      _squill_json_places_add (self->places, object, self->line, self->n_characters + 1);
    }
  self->next++;
  do
    {
      const json_t *value;

      skip_space (self);
      if (self->next >= self->end || *self->next != '"')
        break;
      value = take_key (self, object);
      accept (self, ':');
      walk_value (self, value, depth + 1);
    }
  while (accept (self, ','));
  accept (self, '}');
}

static void
walk_array (Walk *self, const json_t *array, guint depth)
{
  self->next++;
  skip_space (self);
  for (gsize i = 0; self->next < self->end && *self->next != ']'; i++)
    {
      walk_value (self, json_array_get (array, i), depth + 1);
      if (!accept (self, ','))
        break;
    }
  accept (self, ']');
}

/* @value: (nullable): what is here, or what a later member of the same name has in its place */
static void
walk_value (Walk *self, const json_t *value, guint depth)
{
  skip_space (self);
  if (self->next >= self->end || depth > MAX_DEPTH)
    self->next = self->end;
  else if (*self->next == '{')
    walk_object (self, value, depth);
  else if (*self->next == '[')
    walk_array (self, value, depth);
  else if (*self->next == '"')
    skip_string (self);
  else
    while (self->next < self->end && strchr (",]} \t\r\n", *self->next) == NULL)
      self->next++;
}

/* Finds where the objects of a file begin. @root: what was read of @data */
void
_squill_json_places_find (GHashTable *places, const char *data, gsize length, const json_t *root)
{
  Walk walk = { places, data, data + length, data, 0, 1 };

  walk_value (&walk, root, 0);
}

/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include "exchange/squill-shell-command.h"

#include <math.h>

#include "bson/squill-bson-json.h"

/**
 * squill_shell_append_number:
 * @document: where to add it
 * @name: its name there
 * @number: a number, or NaN
 *
 * Adds a number as an int where it can be one. NaN, and what a double cannot hold exactly, is left
 * out.
 */
void
squill_shell_append_number (bson_t *document, const char *name, double number)
{
  if (isnan (number) || fabs (number) > 9007199254740992.0)
    return;
  if (fabs (number) <= G_MAXINT32 && number == floor (number))
    bson_append_int32 (document, name, -1, (gint32)number);
  else if (number == floor (number))
    bson_append_int64 (document, name, -1, (gint64)number);
  else
    bson_append_double (document, name, -1, number);
}

/**
 * squill_shell_append_json:
 * @document: where to add it
 * @name: its name there
 * @value: (nullable): a value of the model
 *
 * Adds a value, unless there is none.
 */
void
squill_shell_append_json (bson_t *document, const char *name, const json_t *value)
{
  if (value != NULL && !json_is_null (value))
    squill_bson_append_json (document, name, value);
}

/**
 * squill_shell_append_key:
 * @keys: the keys of an index, or of shards
 * @path: the dotted path of a field
 * @how: the direction, or the kind of the index
 *
 * Adds a key. "1" and "-1" are numbers, all else is a name of a kind of index.
 */
void
squill_shell_append_key (bson_t *keys, const char *path, const char *how)
{
  char *end = NULL;
  double number = g_ascii_strtod (how, &end);

  if (end != how && *end == '\0' && isfinite (number))
    squill_shell_append_number (keys, path, number);
  else
    bson_append_utf8 (keys, path, -1, how, -1);
}

/**
 * squill_shell_append_index_keys:
 * @keys: an empty document
 * @index: an index of a collection
 *
 * Adds all keys of an index.
 */
void
squill_shell_append_index_keys (bson_t *keys, const SquillCollectionIndex *index)
{
  for (guint i = 0; i < index->keys->len; i++)
    {
      const SquillKey *key = index->keys->pdata[i];

      squill_shell_append_key (keys, key->path, key->operator);
    }
}

/**
 * squill_shell_append_index_options:
 * @options: a document, with what comes before
 * @index: an index of a collection
 * @drawn: (nullable): that of the model that it comes from
 * @compatible: whether the server takes less than MongoDB does
 *
 * Adds what createIndex is told of an index besides its keys and its name.
 */
void
squill_shell_append_index_options (bson_t *options,
                                   const SquillCollectionIndex *index,
                                   const SquillIndex *drawn,
                                   gboolean compatible)
{
  const char *name;
  json_t *value;

  if (index->unique)
    bson_append_bool (options, "unique", -1, TRUE);
  if (drawn == NULL)
    return;
  if (drawn->sparse)
    bson_append_bool (options, "sparse", -1, TRUE);
  if (drawn->hidden && !compatible)
    bson_append_bool (options, "hidden", -1, TRUE);
  squill_shell_append_number (options, "expireAfterSeconds", drawn->expire_after);
  squill_shell_append_json (options, "partialFilterExpression", drawn->partial);
  squill_shell_append_json (options, "collation", drawn->collation);
  if (json_is_object (drawn->options))
    json_object_foreach (drawn->options, name, value)
    {
      if (!bson_has_field (options, name))
        squill_shell_append_json (options, name, value);
    }
}

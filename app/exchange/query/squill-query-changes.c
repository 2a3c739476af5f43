/* SPDX-License-Identifier: Apache-2.0 */

/* What an update does: operators on paths, with filters for the elements of arrays. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include <string.h>

#include "exchange/query/squill-query-private.h"

/* Further documents in which a value other than that of the sample is looked for. */
#define MAX_TRIED 16

static const char *const operators[] = { "$set", "$unset", "$inc", "$push", "$pull", NULL };

SquillQueryChanges *
_squill_query_changes_new (void)
{
  SquillQueryChanges *self = g_new0 (SquillQueryChanges, 1);

  for (guint i = 0; i < SQUILL_N_QUERY_OPERATORS; i++)
    self->operators[i] = bson_new ();
  self->arrays = g_ptr_array_new ();
  return self;
}

void
_squill_query_changes_free (SquillQueryChanges *self)
{
  if (self == NULL)
    return;
  for (guint i = 0; i < SQUILL_N_QUERY_OPERATORS; i++)
    bson_destroy (self->operators[i]);
  g_ptr_array_unref (self->arrays);
  g_free (self);
}

static gboolean
is_on_the_way (const SquillQueryCondition *condition, const SquillShape *array)
{
  return condition->place != NULL && condition->place->shape != array &&
         g_ptr_array_find (condition->place->chain, array, NULL);
}

static gboolean
is_asked_for (GPtrArray *conditions, const SquillShape *array)
{
  for (guint i = 0; i < conditions->len; i++)
    if (is_on_the_way (conditions->pdata[i], array))
      return TRUE;
  return FALSE;
}

/* The name that array filters have for an element of an array. */
static char *
name_element (SquillQueryChanges *self, const SquillShape *array)
{
  guint position;

  if (!g_ptr_array_find (self->arrays, array, &position))
    {
      position = self->arrays->len;
      g_ptr_array_add (self->arrays, (gpointer)array);
    }
  return position == 0 ? g_strdup ("element") : g_strdup_printf ("element%u", position + 1);
}

/**
 * _squill_query_changes_make_path:
 * @self: the changes of one update
 * @place: what changes
 * @conditions: (element-type SquillQueryCondition): which elements of arrays on the way are meant
 *
 * Returns: (transfer full): the path for an update: `lines.$[element].price`; all elements of an
 *   array that no condition is about
 */
char *
_squill_query_changes_make_path (SquillQueryChanges *self,
                                 const SquillQueryPlace *place,
                                 GPtrArray *conditions)
{
  GString *path = g_string_new (NULL);

  for (guint level = 1; level < place->chain->len; level++)
    {
      const SquillShape *shape = place->chain->pdata[level];

      for (guint i = 0; i < place->names->len; i++)
        if (g_array_index (place->levels, guint, i) == level)
          g_string_append_printf (path, "%s%s", path->len > 0 ? "." : "",
                                  (char *)place->names->pdata[i]);
      if (!shape->array || level + 1 == place->chain->len)
        continue;
      if (is_asked_for (conditions, shape))
        {
          g_autofree char *name = name_element (self, shape);

          g_string_append_printf (path, ".$[%s]", name);
        }
      else
        g_string_append (path, ".$[]");
    }
  return g_string_free (path, FALSE);
}

static gboolean
is_around (const char *path, const char *inner)
{
  const gsize length = strlen (path);

  return strncmp (path, inner, length) == 0 && (inner[length] == '.' || inner[length] == '\0');
}

/* The server refuses two changes of one path, or of one within another. */
static gboolean
has_change_of (const SquillQueryChanges *self, const char *path)
{
  bson_iter_t iter;

  for (guint i = 0; i < SQUILL_N_QUERY_OPERATORS; i++)
    for (bson_iter_init (&iter, self->operators[i]); bson_iter_next (&iter);)
      if (is_around (bson_iter_key (&iter), path) || is_around (path, bson_iter_key (&iter)))
        return TRUE;
  return FALSE;
}

/* Adds an operator on a path. One path may be changed once only: where it, or one above or below
 * it, is changed already, nothing happens. */
void
_squill_query_changes_add (SquillQueryChanges *self,
                           SquillQueryOperator kind,
                           const char *path,
                           const bson_value_t *value)
{
  if (!has_change_of (self, path))
    bson_append_value (self->operators[kind], path, -1, value);
}

/* As _squill_query_changes_add(), of a document. */
void
_squill_query_changes_add_document (SquillQueryChanges *self,
                                    SquillQueryOperator kind,
                                    const char *path,
                                    const bson_t *document)
{
  if (!has_change_of (self, path))
    bson_append_document (self->operators[kind], path, -1, document);
}

/* As _squill_query_changes_add(), of an int32. */
void
_squill_query_changes_add_number (SquillQueryChanges *self,
                                  SquillQueryOperator kind,
                                  const char *path,
                                  gint32 number)
{
  if (!has_change_of (self, path))
    bson_append_int32 (self->operators[kind], path, -1, number);
}

/* Whether the update would change nothing. */
gboolean
_squill_query_changes_are_empty (const SquillQueryChanges *self)
{
  for (guint i = 0; i < SQUILL_N_QUERY_OPERATORS; i++)
    if (!bson_empty (self->operators[i]))
      return FALSE;
  return TRUE;
}

/* Conditions on the elements of an array, as an array filter has them. */
static void
append_array_filter (SquillQueryChanges *self,
                     bson_t *filters,
                     const SquillShape *array,
                     GPtrArray *conditions)
{
  g_autofree char *name = name_element (self, array);
  g_autofree char *key = g_strdup_printf ("%u", bson_count_keys (filters));
  bson_t filter, inner = BSON_INITIALIZER;
  g_autoptr (GPtrArray) own = g_ptr_array_new ();
  bson_iter_t iter;
  guint level = 0;

  for (guint i = 0; i < conditions->len; i++)
    if (is_on_the_way (conditions->pdata[i], array))
      {
        const SquillQueryCondition *condition = conditions->pdata[i];

        level = _squill_query_place_get_level (condition->place, array);
        g_ptr_array_add (own, conditions->pdata[i]);
      }
  _squill_query_append_conditions (&inner, own, level);
  bson_append_document_begin (filters, key, -1, &filter);
  for (bson_iter_init (&iter, &inner); bson_iter_next (&iter);)
    {
      g_autofree char *path = g_strconcat (name, ".", bson_iter_key (&iter), NULL);

      bson_append_value (&filter, path, -1, bson_iter_value (&iter));
    }
  bson_append_document_end (filters, &filter);
  bson_destroy (&inner);
}

/**
 * _squill_query_add_update:
 * @self: a builder
 * @collection: the name of a collection
 * @changes: what changes
 * @conditions: (element-type SquillQueryCondition): in which documents
 * @many: in all of them
 *
 * Returns: (transfer none): the statement, added at the end
 */
SquillStatement *
_squill_query_add_update (SquillQueryBuilder *self,
                          const SquillCollection *collection,
                          SquillQueryChanges *changes,
                          GPtrArray *conditions,
                          gboolean many)
{
  SquillStatement *statement = _squill_query_add (self, SQUILL_STATEMENT_UPDATE, collection);

  statement->many = many;
  _squill_query_append_conditions (statement->filter, conditions, 0);
  statement->collation = _squill_query_make_collation (self, collection, conditions);
  statement->update = bson_new ();
  for (guint i = 0; i < SQUILL_N_QUERY_OPERATORS; i++)
    if (!bson_empty (changes->operators[i]))
      bson_append_document (statement->update, operators[i], -1, changes->operators[i]);
  if (changes->arrays->len > 0)
    statement->array_filters = bson_new ();
  for (guint i = 0; i < changes->arrays->len; i++)
    append_array_filter (changes, statement->array_filters, changes->arrays->pdata[i], conditions);
  return statement;
}

/**
 * _squill_query_place_find_other:
 * @self: a builder
 * @collection: a collection
 * @shape: what is looked for in its documents
 * @number: a sample document
 *
 * Returns: (transfer full): where it is in another document that has it, with another value if
 * there is one
 */
SquillQueryPlace *
_squill_query_place_find_other (SquillQueryBuilder *self,
                                const SquillCollection *collection,
                                const SquillShape *shape,
                                guint64 number)
{
  g_autoptr (SquillQueryPlace) own =
      _squill_query_place_new (_squill_query_get_document (self, collection, number), shape);
  g_autoptr (SquillQueryPlace) equal = NULL;

  for (guint64 i = 1; i <= MAX_TRIED; i++)
    {
      g_autoptr (SquillQueryPlace) other = _squill_query_place_new (
          _squill_query_get_document (self, collection, number + i), shape);

      if (!other->is_found)
        continue;
      if (!own->is_found || own->value.value_type != other->value.value_type ||
          _squill_bson_value_compare (&own->value, &other->value) != 0)
        return g_steal_pointer (&other);
      if (equal == NULL)
        equal = g_steal_pointer (&other);
    }
  return equal != NULL ? g_steal_pointer (&equal) : g_steal_pointer (&own);
}

/* SPDX-License-Identifier: Apache-2.0 */

/* What documents must have to be meant, and filters of that. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "bson/squill-bson-json.h"
#include "exchange/query/squill-query-private.h"

/* Values of a list that a filter shows, and how many documents are asked for them. */
#define MAX_LISTED 3
#define MAX_TRIED 16

/* Characters of a text that a regular expression begins with. */
#define PREFIX 3

static SquillQueryCondition *
new_condition (SquillQueryPlace *place)
{
  SquillQueryCondition *self = g_new0 (SquillQueryCondition, 1);

  self->place = place;
  self->test = bson_new ();
  return self;
}

void
_squill_query_condition_free (SquillQueryCondition *self)
{
  if (self == NULL)
    return;
  _squill_query_place_free (self->place);
  g_free (self->path);
  bson_destroy (self->test);
  g_free (self);
}

static void
append_exists (SquillQueryCondition *self)
{
  bson_t operators;

  bson_append_document_begin (self->test, "", 0, &operators);
  BSON_APPEND_BOOL (&operators, "$exists", TRUE);
  bson_append_document_end (self->test, &operators);
}

/* Values of several documents, all different, that of the document itself first. */
static GPtrArray *
collect_values (SquillQueryBuilder *self,
                const SquillCollection *collection,
                const SquillQueryPlace *place,
                guint64 number,
                guint most)
{
  GPtrArray *values = g_ptr_array_new_with_free_func ((GDestroyNotify)_squill_query_place_free);
  guint64 n = MIN (squill_samples_get_population (self->samples, collection->id), MAX_TRIED);

  for (guint64 i = 0; i < n && values->len < most; i++)
    {
      g_autoptr (SquillQueryPlace) other = _squill_query_place_new (
          _squill_query_get_document (self, collection, (number + i) % n), place->shape);
      gboolean is_new = other->is_found;

      for (guint j = 0; j < values->len && is_new; j++)
        {
          const SquillQueryPlace *known = values->pdata[j];

          is_new = other->value.value_type == known->value.value_type &&
                   _squill_bson_value_compare (&other->value, &known->value) != 0;
        }
      if (is_new)
        g_ptr_array_add (values, g_steal_pointer (&other));
    }
  return values;
}

static void
append_list (SquillQueryCondition *self, GPtrArray *values)
{
  bson_t operators, list;

  bson_append_document_begin (self->test, "", 0, &operators);
  BSON_APPEND_ARRAY_BEGIN (&operators, "$in", &list);
  for (guint i = 0; i < values->len; i++)
    {
      g_autofree char *key = g_strdup_printf ("%u", i);

      BSON_APPEND_VALUE (&list, key, &((SquillQueryPlace *)values->pdata[i])->value);
    }
  bson_append_array_end (&operators, &list);
  bson_append_document_end (self->test, &operators);
}

static void
append_range (SquillQueryCondition *self, GPtrArray *values)
{
  const SquillQueryPlace *low = values->pdata[0], *high = NULL;
  bson_t operators;

  if (values->len > 1)
    {
      high = values->pdata[1];
      if (_squill_bson_value_compare (&low->value, &high->value) > 0)
        {
          const SquillQueryPlace *swapped = low;

          low = high;
          high = swapped;
        }
    }
  bson_append_document_begin (self->test, "", 0, &operators);
  BSON_APPEND_VALUE (&operators, "$gte", &low->value);
  if (high != NULL)
    BSON_APPEND_VALUE (&operators, "$lte", &high->value);
  bson_append_document_end (self->test, &operators);
  self->is_pair = high != NULL;
}

/* Texts that begin as the sample does: a regular expression that is anchored can use an index. */
static void
append_prefix (SquillQueryCondition *self, const bson_value_t *value)
{
  g_autofree char *begin = NULL;
  g_autofree char *escaped = NULL;
  g_autofree char *pattern = NULL;
  bson_t operators;
  const char *text = value->value.v_utf8.str;

  begin = g_utf8_substring (text, 0, MIN (PREFIX, g_utf8_strlen (text, -1)));
  escaped = g_regex_escape_string (begin, -1);
  pattern = g_strconcat ("^", escaped, NULL);
  bson_append_document_begin (self->test, "", 0, &operators);
  BSON_APPEND_UTF8 (&operators, "$regex", pattern);
  bson_append_document_end (self->test, &operators);
}

/**
 * _squill_query_condition_new:
 * @self: a builder
 * @collection: a collection
 * @shape: what the condition is about
 * @comparison: as in #SquillKey
 * @number: the sample document that keeps the condition
 *
 * Returns: (transfer full): a condition
 */
SquillQueryCondition *
_squill_query_condition_new (SquillQueryBuilder *self,
                             const SquillCollection *collection,
                             const SquillShape *shape,
                             const char *comparison,
                             guint64 number)
{
  SquillQueryCondition *condition = new_condition (
      _squill_query_place_new (_squill_query_get_document (self, collection, number), shape));
  const SquillQueryPlace *place = condition->place;
  const SquillKey key = { (char *)"", (char *)comparison };
  json_auto_t *stated = squill_key_get_value (&key);
  const gboolean is_list = g_str_has_prefix (comparison, "in");
  const gboolean is_range = g_str_equal (comparison, "range");

  if (place->is_key || g_str_equal (comparison, "exists") ||
      (g_str_equal (comparison, "regex") &&
       (!place->is_found || place->value.value_type != BSON_TYPE_UTF8)))
    append_exists (condition);
  else if (stated != NULL && squill_bson_append_json (condition->test, "", stated))
    return condition;
  else if (!place->is_found)
    bson_append_null (condition->test, "", 0);
  else if (g_str_equal (comparison, "regex"))
    append_prefix (condition, &place->value);
  else if (is_list || is_range)
    {
      guint most =
          is_list && comparison[2] == ':' ? (guint)MAX (1, atoi (comparison + 3)) : MAX_LISTED;
      g_autoptr (GPtrArray) values =
          collect_values (self, collection, place, number, is_range ? 2 : MIN (most, MAX_LISTED));

      if (is_list)
        append_list (condition, values);
      else
        append_range (condition, values);
    }
  else
    bson_append_value (condition->test, "", 0, &place->value);
  return condition;
}

/**
 * _squill_query_condition_new_literal:
 * @path: a dotted path that is not drawn
 *
 * Returns: (transfer full): the condition that documents have it: its values are not known
 */
SquillQueryCondition *
_squill_query_condition_new_literal (const char *path)
{
  SquillQueryCondition *condition = new_condition (NULL);

  condition->path = g_strdup (path);
  append_exists (condition);
  return condition;
}

/**
 * _squill_query_condition_new_with_value:
 * @place: (transfer full): where
 * @value: the value that must stand there
 *
 * Returns: (transfer full): a condition
 */
SquillQueryCondition *
_squill_query_condition_new_with_value (SquillQueryPlace *place, const bson_value_t *value)
{
  SquillQueryCondition *condition = new_condition (place);

  if (place->is_key)
    append_exists (condition);
  else
    bson_append_value (condition->test, "", 0, value);
  return condition;
}

/**
 * _squill_query_condition_new_with_reference:
 * @place: (transfer full): where
 * @query: the query that the reference belongs to
 * @reference: the position of a reference of the query
 *
 * Returns: (transfer full): the condition that the value, or one of the values, of an earlier
 *   result stands there
 */
SquillQueryCondition *
_squill_query_condition_new_with_reference (SquillQueryPlace *place,
                                            const SquillQuery *query,
                                            guint reference)
{
  SquillQueryCondition *condition = new_condition (place);
  const SquillQueryReference *source = query->references->pdata[reference];
  bson_t operators;

  if (!source->is_list)
    {
      _squill_query_append_reference (condition->test, "", reference);
      return condition;
    }
  bson_append_document_begin (condition->test, "", 0, &operators);
  _squill_query_append_reference (&operators, "$in", reference);
  bson_append_document_end (condition->test, &operators);
  return condition;
}

/* Filters. */

/* The outermost array below a level that holds what a condition is about. */
static const SquillShape *
find_array (const SquillQueryCondition *condition, guint level)
{
  const GPtrArray *chain = condition->place == NULL ? NULL : condition->place->chain;

  for (guint i = level + 1; chain != NULL && i < chain->len; i++)
    {
      const SquillShape *shape = chain->pdata[i];
      const gboolean is_last = i + 1 == chain->len && !condition->place->is_key;

      /* Two bounds on the values of an array: one element must keep both. */
      if (shape->array && (!is_last || condition->is_pair))
        return shape;
    }
  return NULL;
}

static void
append_test (bson_t *filter, const char *path, const bson_t *test)
{
  bson_iter_t iter;

  /* One test of a path: a second would take its place. */
  if (bson_iter_init_find (&iter, filter, path))
    return;
  if (bson_iter_init (&iter, test) && bson_iter_next (&iter))
    bson_append_value (filter, path, -1, bson_iter_value (&iter));
}

/* The operators of a test stand alone where the element itself is what they are about. */
static void
append_members (bson_t *document, const bson_t *test)
{
  bson_iter_t iter, inner;

  if (!bson_iter_init (&iter, test) || !bson_iter_next (&iter))
    return;
  if (!BSON_ITER_HOLDS_DOCUMENT (&iter) || !bson_iter_recurse (&iter, &inner) ||
      !bson_iter_next (&inner) || *bson_iter_key (&inner) != '$')
    {
      BSON_APPEND_VALUE (document, "$eq", bson_iter_value (&iter));
      return;
    }
  do
    bson_append_value (document, bson_iter_key (&inner), -1, bson_iter_value (&inner));
  while (bson_iter_next (&inner));
}

/* The conditions on elements of one array by the element that has to keep them: where two are about
 * one place, each is about an element of its own. */
static GPtrArray *
split_by_element (GPtrArray *together)
{
  GPtrArray *elements = g_ptr_array_new_with_free_func ((GDestroyNotify)g_ptr_array_unref);
  g_autoptr (GHashTable) paths = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < together->len; i++)
    {
      const SquillQueryCondition *condition = together->pdata[i];

      if (elements->len == 0 || g_hash_table_contains (paths, condition->place->shape->path))
        {
          g_hash_table_remove_all (paths);
          g_ptr_array_add (elements, g_ptr_array_new ());
        }
      g_hash_table_add (paths, g_strdup (condition->place->shape->path));
      g_ptr_array_add (elements->pdata[elements->len - 1], together->pdata[i]);
    }
  return elements;
}

static void
append_element (bson_t *operators, GPtrArray *conditions, guint level)
{
  bson_t element;

  BSON_APPEND_DOCUMENT_BEGIN (operators, "$elemMatch", &element);
  _squill_query_append_conditions (&element, conditions, level);
  bson_append_document_end (operators, &element);
}

/* Different elements, of which each keeps others. */
static void
append_elements (bson_t *operators, GPtrArray *elements, guint level)
{
  bson_t all;

  BSON_APPEND_ARRAY_BEGIN (operators, "$all", &all);
  for (guint i = 0; i < elements->len; i++)
    {
      g_autofree char *key = g_strdup_printf ("%u", i);
      bson_t one;

      bson_append_document_begin (&all, key, -1, &one);
      append_element (&one, elements->pdata[i], level);
      bson_append_document_end (&all, &one);
    }
  bson_append_array_end (operators, &all);
}

/**
 * _squill_query_append_conditions:
 * @filter: where they come
 * @conditions: (element-type SquillQueryCondition): conditions on one document
 * @level: of the object that @filter is about: 0 for the document, else that of an array whose
 *   elements it is about
 *
 * Writes conditions as a filter. Several on one element of an array, or two bounds, become an
 * `$elemMatch`: apart, different elements could keep them. Two on one place of elements are about
 * two of these.
 */
void
_squill_query_append_conditions (bson_t *filter, GPtrArray *conditions, guint level)
{
  g_autoptr (GHashTable) done = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < conditions->len; i++)
    {
      const SquillQueryCondition *condition = conditions->pdata[i];
      const SquillShape *array = find_array (condition, level);
      g_autoptr (GPtrArray) together = g_ptr_array_new ();
      g_autofree char *path = condition->place == NULL
                                  ? g_strdup (condition->path)
                                  : _squill_query_place_get_path (condition->place, level);
      gboolean is_pair = FALSE;

      if (array != NULL && g_hash_table_contains (done, array))
        continue;
      for (guint j = i; array != NULL && j < conditions->len; j++)
        if (find_array (conditions->pdata[j], level) == array)
          {
            g_ptr_array_add (together, conditions->pdata[j]);
            is_pair |= ((SquillQueryCondition *)conditions->pdata[j])->is_pair;
          }
      if (*path == '\0')
        append_members (filter, condition->test);
      else if (together->len > 1 || is_pair)
        {
          const guint inner = _squill_query_place_get_level (condition->place, array);
          g_autofree char *array_path = NULL;
          g_autoptr (GPtrArray) elements = split_by_element (together);
          bson_t operators;
          GString *names = g_string_new (NULL);

          /* The way to the array is the beginning of the way to what is in it. */
          for (guint k = 0; k < condition->place->names->len; k++)
            {
              guint own = g_array_index (condition->place->levels, guint, k);

              if (own > level && own <= inner)
                g_string_append_printf (names, "%s%s", names->len > 0 ? "." : "",
                                        (char *)condition->place->names->pdata[k]);
            }
          array_path = g_string_free (names, FALSE);
          bson_append_document_begin (filter, array_path, -1, &operators);
          if (elements->len > 1)
            append_elements (&operators, elements, inner);
          else
            append_element (&operators, together, inner);
          bson_append_document_end (filter, &operators);
          g_hash_table_add (done, (gpointer)array);
        }
      else
        append_test (filter, path, condition->test);
    }
}

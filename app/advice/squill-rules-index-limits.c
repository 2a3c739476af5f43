/* SPDX-License-Identifier: Apache-2.0 */

/* Family E: what the server refuses of indexes, or cannot use. */

#define G_LOG_DOMAIN "squill-advice"

#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "advice/squill-index-private.h"
#include "text/squill-text.h"

/* too-many-indexes, index-limit */

static void
check_too_many (SquillRun *run, gconstpointer subject)
{
  const SquillCollection *collection = subject;
  const double n = collection->indexes->len;
  const double many = _squill_run_get (run, SQUILL_THRESHOLD_IDX_MAX);
  g_autofree char *count = NULL;
  SquillFinding *finding;

  if (n <= many || n > _squill_run_get (run, SQUILL_THRESHOLD_IDX_LIMIT))
    return;
  count = squill_text_count (n);
  finding = _squill_run_report (
      run, SQUILL_SEVERITY_WARNING, _squill_run_get_item_of (run, collection), n,
      g_strdup_printf (_ ("“%s” has %s indexes: each insert writes all of them, and they compete "
                          "for the cache. Begin with those that no operation needs."),
                       collection->name, count));
  _squill_finding_set_place (finding, collection->id, "");
  _squill_finding_set_number (finding, "indexes", n);
  _squill_finding_set_number (finding, "threshold", many);
}

static void
check_limit (SquillRun *run, gconstpointer subject)
{
  const SquillCollection *collection = subject;
  const double n = collection->indexes->len;
  const double limit = _squill_run_get (run, SQUILL_THRESHOLD_IDX_LIMIT);
  g_autofree char *count = NULL, *most = NULL;
  SquillFinding *finding;

  if (n <= limit)
    return;
  count = squill_text_count (n);
  most = squill_text_count (limit);
  finding = _squill_run_report (
      run, SQUILL_SEVERITY_ERROR, _squill_run_get_item_of (run, collection), n,
      g_strdup_printf (_ ("“%s” has %s indexes, but the server allows no more than %s."),
                       collection->name, count, most));
  _squill_finding_set_place (finding, collection->id, "");
  _squill_finding_set_number (finding, "indexes", n);
  _squill_finding_set_number (finding, "threshold", limit);
}

/* index-too-wide */

static void
check_too_wide (SquillRun *run, gconstpointer subject)
{
  const SquillCollection *collection = subject;
  const double limit = _squill_run_get (run, SQUILL_THRESHOLD_IDX_FIELDS);

  for (guint i = 0; i < collection->indexes->len; i++)
    {
      const SquillCollectionIndex *index = collection->indexes->pdata[i];
      g_autofree char *count = NULL, *most = NULL;
      SquillFinding *finding;

      if (index->keys->len <= limit)
        continue;
      count = squill_text_count (index->keys->len);
      most = squill_text_count (limit);
      finding = _squill_run_report_index (
          run, SQUILL_SEVERITY_ERROR, collection, index, index->keys->len,
          g_strdup_printf (_ ("“%s” has %s fields: the server refuses an index with more than %s."),
                           index->name, count, most));
      _squill_finding_set_number (finding, "fields", index->keys->len);
      _squill_finding_set_number (finding, "threshold", limit);
    }
}

/* parallel-arrays */

/* The array that a key of a multikey index leads to. */
static const SquillShape *
get_array_of_key (const SquillCollection *collection, const SquillKey *key)
{
  const SquillShape *shape = _squill_key_is_ordered (key) && !_squill_key_is_wildcard (key)
                                 ? squill_shape_find_by_query_path (collection->shape, key->path)
                                 : NULL;

  return shape == NULL ? NULL : squill_shape_get_array (shape);
}

/* Whether no document can have several elements of both. */
static gboolean
are_parallel (const SquillShape *a, const SquillShape *b)
{
  return a != NULL && b != NULL && !squill_shape_is_within (b, a) && !squill_shape_is_within (a, b);
}

/* Two indexes, each with the keys of one of the arrays and all that are in neither. */
static SquillFix *
make_split_fix (SquillRun *run,
                const SquillCollection *collection,
                const SquillCollectionIndex *index,
                const SquillShape *first)
{
  const SquillIndex *drawn = _squill_run_get_drawn (run, index);
  json_auto_t *kept = json_array ();
  json_auto_t *moved = json_array ();
  json_auto_t *all = NULL;
  SquillFix *fix;

  if (!_squill_run_is_at_root (run, collection, index) || drawn->unique)
    return NULL;
  all = squill_json_keys (drawn->keys);
  for (guint i = 0; i < index->keys->len; i++)
    {
      const SquillShape *array = get_array_of_key (collection, _squill_index_get_key (index, i));
      json_t *key = json_array_get (all, i);

      if (!are_parallel (array, first))
        json_array_append (kept, key);
      if (array == NULL || !squill_shape_is_within (array, first))
        json_array_append (moved, key);
    }
  fix = _squill_fix_new (g_strdup (_ ("Split it into an index for each array")));
  _squill_fix_set (fix, drawn->item.id, "keys", json_incref (kept));
  _squill_fix_copy_index (fix, run->model, drawn, drawn->item.parent->id, moved);
  return fix;
}

static void
check_parallel_of_index (SquillRun *run,
                         const SquillCollection *collection,
                         const SquillCollectionIndex *index)
{
  const SquillShape *first = NULL;
  const char *first_path = NULL;

  for (guint i = 0; i < index->keys->len; i++)
    {
      const SquillKey *key = _squill_index_get_key (index, i);
      const SquillShape *array = get_array_of_key (collection, key);
      SquillFinding *finding;

      if (!are_parallel (first, array))
        {
          if (array != NULL && (first == NULL || squill_shape_is_within (array, first)))
            {
              first = array;
              first_path = key->path;
            }
          continue;
        }
      finding = _squill_run_report_index (
          run, SQUILL_SEVERITY_ERROR, collection, index, 0,
          g_strdup_printf (
              _ ("“%s” has keys in 2 arrays, “%s” and “%s”: the server refuses each document "
                 "that has elements in both."),
              index->name, first_path, key->path));
      _squill_finding_set_number (finding, "arrays", 2);
      finding->fix = make_split_fix (run, collection, index, first);
      return;
    }
}

static void
check_parallel (SquillRun *run, gconstpointer subject)
{
  const SquillCollection *collection = subject;

  for (guint i = 0; i < collection->indexes->len; i++)
    check_parallel_of_index (run, collection, collection->indexes->pdata[i]);
}

/* partial-and-sparse */

/* "Sparse" as a condition of the filter: for one key, whose path is not in the filter yet. */
static SquillFix *
make_partial_fix (SquillRun *run,
                  const SquillCollection *collection,
                  const SquillCollectionIndex *index,
                  const SquillIndex *drawn)
{
  const char *path = _squill_index_get_key (index, 0)->path;
  SquillFix *fix;
  json_t *filter;

  if (!_squill_run_is_at_root (run, collection, index) || index->keys->len != 1)
    return NULL;
  fix =
      _squill_fix_new (g_strdup (_ ("Keep the filter, with the condition that the field exists")));
  filter = json_deep_copy (drawn->partial);
  if (json_object_get (filter, path) == NULL)
    json_object_set_new (filter, path, json_pack ("{s:b}", "$exists", 1));
  _squill_fix_set (fix, drawn->item.id, "partial", filter);
  _squill_fix_set (fix, drawn->item.id, "sparse", NULL);
  return fix;
}

static gboolean
is_prefix (const SquillKeys *keys,
           const SquillCollectionIndex *index,
           SquillRun *run,
           const char *entity)
{
  if (keys == NULL || keys->len == 0 || keys->len > index->keys->len)
    return FALSE;
  for (guint i = 0; i < keys->len; i++)
    {
      g_autofree char *path = _squill_run_resolve (run, entity, keys->pdata[i]);

      if (path == NULL || !g_str_equal (path, _squill_index_get_key (index, i)->path))
        return FALSE;
    }
  return TRUE;
}

/* The shard key needs an index of all documents; TRUE if the partial one is all it has. */
static gboolean
is_only_of_shard_key (SquillRun *run,
                      const SquillCollection *collection,
                      const SquillCollectionIndex *partial)
{
  const SquillEntity *entity = collection->kind == SQUILL_COLLECTION_ENTITY
                                   ? squill_model_get_entity (run->model, collection->entity)
                                   : NULL;

  if (entity == NULL || !is_prefix (entity->shard_key, partial, run, entity->item.id))
    return FALSE;
  for (guint i = 0; i < collection->indexes->len; i++)
    {
      const SquillCollectionIndex *other = collection->indexes->pdata[i];
      const SquillIndex *drawn = _squill_run_get_drawn (run, other);

      if ((drawn == NULL || json_object_size (drawn->partial) == 0) &&
          is_prefix (entity->shard_key, other, run, entity->item.id))
        return FALSE;
    }
  return TRUE;
}

static void
check_partial (SquillRun *run, gconstpointer subject)
{
  const SquillCollection *collection = subject;

  for (guint i = 0; i < collection->indexes->len; i++)
    {
      const SquillCollectionIndex *index = collection->indexes->pdata[i];
      const SquillIndex *drawn = _squill_run_get_drawn (run, index);
      const char *entity = drawn == NULL ? NULL : drawn->item.parent->id;
      SquillFinding *finding;

      /* It is refused wherever its entity stands; once is enough. */
      if (drawn == NULL || json_object_size (drawn->partial) == 0 || index->keys->len == 0 ||
          _squill_run_get_root_collection (run, entity) != collection)
        continue;
      if (drawn->sparse)
        {
          finding = _squill_run_report_index (
              run, SQUILL_SEVERITY_ERROR, collection, index, 1,
              g_strdup_printf (_ ("“%s” has 2 options that exclude each other, a filter and "
                                  "“sparse”: the server refuses it."),
                               index->name));
          finding->fix = make_partial_fix (run, collection, index, drawn);
        }
      else if (index->keys->len == 1 && _squill_index_is_led_by (index, "_id"))
        {
          finding = _squill_run_report_index (
              run, SQUILL_SEVERITY_ERROR, collection, index, 0,
              g_strdup_printf (
                  _ ("An index on “_id” cannot have a filter: the server refuses “%s”."),
                  index->name));
          finding->fix = _squill_fix_new (g_strdup (_ ("Remove the index")));
          _squill_fix_remove (finding->fix, drawn->item.id);
        }
      else if (is_only_of_shard_key (run, collection, index))
        {
          finding = _squill_run_report_index (
              run, SQUILL_SEVERITY_ERROR, collection, index, 0,
              g_strdup_printf (_ ("The only index on the shard key of “%s” has a filter; the "
                                  "server needs one of all documents."),
                               collection->name));
          finding->fix = _squill_fix_new_set (g_strdup (_ ("Index all documents")), drawn->item.id,
                                              "partial", NULL);
        }
    }
}

/* hashed-index-misuse */

typedef enum
{
  HASHED_OK,
  HASHED_ARRAY,
  HASHED_UNIQUE,
  HASHED_TWICE,
  HASHED_FRACTION,
  HASHED_RANGE,
} HashedMisuse;

/* An operation that asks for a range of the path, or an order by it. */
static const SquillOperation *
find_ordered_use (SquillRun *run, const SquillCollection *collection, const char *path)
{
  const GPtrArray *uses = _squill_run_get_uses_of_collection (run, collection);

  for (guint i = 0; i < uses->len; i++)
    {
      const SquillUse *use = uses->pdata[i];
      const SquillOperation *operation = use->operation;
      const SquillKeys *lists[] = { operation->filter, operation->sort };

      if (use->root == NULL || !g_str_equal (use->root->item.id, collection->entity))
        continue;
      for (guint j = 0; j < G_N_ELEMENTS (lists); j++)
        for (guint k = 0; lists[j] != NULL && k < lists[j]->len; k++)
          {
            const SquillKey *key = lists[j]->pdata[k];
            g_autofree char *asked = NULL;

            if (j == 0 && !g_str_equal (key->operator, "range"))
              continue;
            asked = _squill_run_resolve (run, collection->entity, key);
            if (g_strcmp0 (asked, path) == 0)
              return operation;
          }
    }
  return NULL;
}

static gboolean
is_led_otherwise (const SquillCollection *collection,
                  const SquillCollectionIndex *but,
                  const char *path)
{
  for (guint i = 0; i < collection->indexes->len; i++)
    {
      const SquillCollectionIndex *index = collection->indexes->pdata[i];

      if (index != but && _squill_index_is_led_by (index, path) &&
          _squill_key_is_ordered (_squill_index_get_key (index, 0)) &&
          _squill_index_serves_queries (index))
        return TRUE;
    }
  return FALSE;
}

static gboolean
has_fractions (SquillRun *run, const SquillShape *shape)
{
  const SquillField *field =
      shape->field == NULL ? NULL : squill_model_get_field (run->model, shape->field);

  return (shape->types & (SQUILL_TYPE_DOUBLE | SQUILL_TYPE_DECIMAL)) != 0 &&
         (field == NULL || !field->whole);
}

static HashedMisuse
find_misuse (SquillRun *run,
             const SquillCollection *collection,
             const SquillCollectionIndex *index,
             const SquillKey *key,
             guint n_hashed,
             const SquillOperation **operation)
{
  const SquillShape *shape = squill_shape_find_by_query_path (collection->shape, key->path);

  if (shape != NULL && squill_shape_get_array (shape) != NULL)
    return HASHED_ARRAY;
  if (index->unique)
    return HASHED_UNIQUE;
  if (n_hashed > 1)
    return HASHED_TWICE;
  if (shape != NULL && has_fractions (run, shape))
    return HASHED_FRACTION;
  if (!_squill_index_is_led_by (index, key->path) ||
      is_led_otherwise (collection, index, key->path))
    return HASHED_OK;
  *operation = find_ordered_use (run, collection, key->path);
  return *operation == NULL ? HASHED_OK : HASHED_RANGE;
}

static char *
describe_misuse (HashedMisuse misuse,
                 const SquillCollectionIndex *index,
                 const char *path,
                 guint n_hashed,
                 const SquillOperation *operation)
{
  switch (misuse)
    {
    case HASHED_ARRAY:
      return g_strdup_printf (_ ("“%s” hashes “%s”, which has several values in one document: the "
                                 "server refuses it."),
                              index->name, path);
    case HASHED_UNIQUE:
      return g_strdup_printf (_ ("“%s” is hashed and unique: the server refuses it, because two "
                                 "values may have the same hash."),
                              index->name);
    case HASHED_TWICE:
      return g_strdup_printf (_ ("%2$u hashed keys in “%1$s”: the server allows one."), index->name,
                              n_hashed);
    case HASHED_FRACTION:
      return g_strdup_printf (_ ("“%s” hashes “%s” without its fraction: 2.3 and 2.9 have the same "
                                 "entry."),
                              index->name, path);
    case HASHED_RANGE:
      return g_strdup_printf (
          _ ("“%s” asks for a range or an order of “%s”, and reads all documents "
             "for it: hashes have no order."),
          _squill_wording_name (operation), path);
    case HASHED_OK:
    default:
      return NULL;
    }
}

/* An index in order instead. */
static SquillFix *
make_ordered_fix (SquillRun *run,
                  const SquillCollection *collection,
                  const SquillCollectionIndex *index)
{
  const SquillIndex *drawn = _squill_run_get_drawn (run, index);
  json_t *keys, *key;
  size_t i;

  if (drawn == NULL || !_squill_run_is_at_root (run, collection, index))
    return NULL;
  keys = squill_json_keys (drawn->keys);
  json_array_foreach (keys, i, key)
  {
    if (g_strcmp0 (json_string_value (json_object_get (key, "how")), "hashed") == 0)
      json_object_set_new (key, "how", json_string ("1"));
  }
  return _squill_fix_new_set (g_strdup (_ ("Index the values in order")), drawn->item.id, "keys",
                              keys);
}

static void
check_hashed_of_index (SquillRun *run,
                       const SquillCollection *collection,
                       const SquillCollectionIndex *index)
{
  guint n_hashed = 0;

  for (guint i = 0; i < index->keys->len; i++)
    n_hashed += g_str_equal (_squill_index_get_key (index, i)->operator, "hashed");
  for (guint i = 0; n_hashed > 0 && i < index->keys->len; i++)
    {
      const SquillKey *key = _squill_index_get_key (index, i);
      const SquillOperation *operation = NULL;
      HashedMisuse misuse;
      SquillFinding *finding;

      if (!g_str_equal (key->operator, "hashed"))
        continue;
      misuse = find_misuse (run, collection, index, key, n_hashed, &operation);
      if (misuse == HASHED_OK)
        continue;
      finding = _squill_run_report_index (
          run, misuse < HASHED_FRACTION ? SQUILL_SEVERITY_ERROR : SQUILL_SEVERITY_WARNING,
          collection, index, 0, describe_misuse (misuse, index, key->path, n_hashed, operation));
      _squill_finding_set_text (finding, "field", key->path);
      if (operation != NULL)
        _squill_finding_set_text (finding, "operation", operation->name);
      /* That it is hashed may be for the shard key. */
      if (misuse < HASHED_FRACTION)
        finding->fix = make_ordered_fix (run, collection, index);
      return;
    }
}

static void
check_hashed (SquillRun *run, gconstpointer subject)
{
  const SquillCollection *collection = subject;

  for (guint i = 0; i < collection->indexes->len; i++)
    check_hashed_of_index (run, collection, collection->indexes->pdata[i]);
}

/* text-index-many */

/* One index with the texts of all; where each has nothing else. */
static SquillFix *
make_text_fix (SquillRun *run, const SquillCollection *collection, const GPtrArray *indexes)
{
  json_auto_t *keys = json_array ();
  SquillFix *fix;

  for (guint i = 0; i < indexes->len; i++)
    {
      const SquillCollectionIndex *index = indexes->pdata[i];
      const SquillIndex *drawn = _squill_run_get_drawn (run, index);
      json_auto_t *own = NULL;

      if (!_squill_run_is_at_root (run, collection, index) || drawn->options != NULL ||
          drawn->partial != NULL)
        return NULL;
      for (guint j = 0; j < index->keys->len; j++)
        if (!g_str_equal (_squill_index_get_key (index, j)->operator, "text"))
          return NULL;
      own = squill_json_keys (drawn->keys);
      json_array_extend (keys, own);
    }
  fix = _squill_fix_new (g_strdup (_ ("Merge them into one text index")));
  for (guint i = 0; i < indexes->len; i++)
    {
      const SquillCollectionIndex *index = indexes->pdata[i];

      if (i == 0)
        _squill_fix_set (fix, index->index, "keys", json_incref (keys));
      else
        _squill_fix_remove (fix, index->index);
    }
  return fix;
}

static void
check_text (SquillRun *run, gconstpointer subject)
{
  const SquillCollection *collection = subject;
  g_autoptr (GPtrArray) indexes = g_ptr_array_new ();
  g_autofree char *count = NULL;
  SquillFinding *finding;

  for (guint i = 0; i < collection->indexes->len; i++)
    if (_squill_index_has_operator (collection->indexes->pdata[i], "text"))
      g_ptr_array_add (indexes, collection->indexes->pdata[i]);
  if (indexes->len < 2)
    return;
  count = squill_text_count (indexes->len);
  finding = _squill_run_report (
      run, SQUILL_SEVERITY_ERROR, _squill_run_get_item_of (run, collection), indexes->len,
      g_strdup_printf (_ ("“%s” has %s text indexes, but the server allows only one, with as many "
                          "fields as it needs."),
                       collection->name, count));
  _squill_finding_set_place (finding, collection->id, "");
  _squill_finding_set_number (finding, "indexes", indexes->len);
  finding->fix = make_text_fix (run, collection, indexes);
}

/* wildcard-misuse */

/* What the server refuses of an index with a wildcard; NULL where it takes it. */
static const char *
find_refused (SquillRun *run,
              const SquillCollection *collection,
              const SquillCollectionIndex *index,
              const SquillIndex *drawn)
{
  const SquillEntity *entity = collection->kind == SQUILL_COLLECTION_ENTITY
                                   ? squill_model_get_entity (run->model, collection->entity)
                                   : NULL;
  guint n_wildcards = 0;

  if (index->unique)
    return _ ("unique");
  if (drawn != NULL && !isnan (drawn->expire_after))
    return _ ("a TTL index");
  for (guint i = 0; i < index->keys->len; i++)
    {
      const SquillKey *key = _squill_index_get_key (index, i);

      n_wildcards += _squill_key_is_wildcard (key);
      if (_squill_key_is_wildcard (key) && g_str_equal (key->operator, "text"))
        return NULL;
      if (!_squill_key_is_ordered (key))
        return _ ("hashed, geospatial or of text");
    }
  if (n_wildcards > 1)
    return _ ("of 2 wildcards");
  if (entity != NULL && is_prefix (entity->shard_key, index, run, entity->item.id))
    return _ ("the index of a shard key");
  return NULL;
}

static const SquillKey *
find_wildcard (const SquillCollectionIndex *index)
{
  for (guint i = 0; i < index->keys->len; i++)
    if (_squill_key_is_wildcard (_squill_index_get_key (index, i)) &&
        _squill_key_is_ordered (_squill_index_get_key (index, i)))
      return _squill_index_get_key (index, i);
  return NULL;
}

/* The paths below the wildcard that an operation filters by, as keys of its entity. */
static GPtrArray *
collect_below (SquillRun *run, const SquillUse *use, const SquillKey *wildcard)
{
  GPtrArray *below = g_ptr_array_new ();
  const SquillKeys *filter = use->operation->filter;

  for (guint i = 0; filter != NULL && i < filter->len; i++)
    {
      g_autofree char *path = _squill_run_resolve (run, use->root->item.id, filter->pdata[i]);

      if (path != NULL && _squill_key_has_path_below (wildcard, path))
        g_ptr_array_add (below, filter->pdata[i]);
    }
  return below;
}

static SquillFix *
make_explicit_fix (SquillRun *run, const SquillUse *use, const GPtrArray *below)
{
  g_autoptr (GPtrArray) keys = _squill_keys_new ();

  for (int equality = TRUE; equality >= FALSE; equality--)
    for (guint i = 0; i < below->len; i++)
      {
        const SquillKey *key = below->pdata[i];

        if (squill_key_is_equality (key) == equality)
          _squill_keys_take (keys, key->path, "1");
      }
  return _squill_fix_new_index (g_strdup (_ ("Index these fields together")), run->model, use->root,
                                keys, FALSE);
}

static gboolean
has_index_with (SquillRun *run,
                const SquillCollection *collection,
                const char *entity,
                const GPtrArray *keys)
{
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < keys->len; i++)
    g_ptr_array_add (paths, _squill_run_resolve (run, entity, keys->pdata[i]));
  for (guint i = 0; i < collection->indexes->len; i++)
    {
      const SquillCollectionIndex *index = collection->indexes->pdata[i];
      gboolean begins = index->keys->len >= paths->len && _squill_index_serves_queries (index);

      for (guint j = 0; begins && j < paths->len; j++)
        begins = g_ptr_array_find_with_equal_func (paths, _squill_index_get_key (index, j)->path,
                                                   g_str_equal, NULL);
      if (begins)
        return TRUE;
    }
  return FALSE;
}

static void
check_wildcard_use (SquillRun *run,
                    const SquillCollection *collection,
                    const SquillCollectionIndex *index,
                    const SquillKey *wildcard)
{
  const GPtrArray *uses = _squill_run_get_uses_of_collection (run, collection);

  for (guint i = 0; i < uses->len; i++)
    {
      const SquillUse *use = uses->pdata[i];
      g_autoptr (GPtrArray) below = NULL;
      g_autofree char *count = NULL;
      SquillFinding *finding;

      if (use->root == NULL || !g_str_equal (use->root->item.id, collection->entity) ||
          use->operation->operation == SQUILL_OPERATION_INSERT)
        continue;
      below = collect_below (run, use, wildcard);
      if (below->len < 2 || has_index_with (run, collection, use->root->item.id, below))
        continue;
      count = squill_text_count (below->len);
      finding = _squill_run_report_index (
          run, SQUILL_SEVERITY_WARNING, collection, index, use->rate,
          g_strdup_printf (_ ("“%s” filters by %s fields below the wildcard of “%s”, which serves "
                              "one of them: all that it finds by that are read."),
                           _squill_wording_name (use->operation), count, index->name));
      _squill_finding_set_number (finding, "predicates", below->len);
      _squill_finding_set_text (finding, "operation", use->operation->name);
      finding->fix = make_explicit_fix (run, use, below);
      return;
    }
}

static void
check_wildcard (SquillRun *run, gconstpointer subject)
{
  const SquillCollection *collection = subject;

  for (guint i = 0; i < collection->indexes->len; i++)
    {
      const SquillCollectionIndex *index = collection->indexes->pdata[i];
      const SquillIndex *drawn = _squill_run_get_drawn (run, index);
      gboolean has_wildcard = FALSE;
      const char *refused;

      for (guint j = 0; j < index->keys->len; j++)
        has_wildcard |= _squill_key_is_wildcard (_squill_index_get_key (index, j));
      if (!has_wildcard)
        continue;
      refused = find_refused (run, collection, index, drawn);
      if (refused != NULL)
        _squill_run_report_index (
            run, SQUILL_SEVERITY_ERROR, collection, index, 0,
            g_strdup_printf (_ ("“%s” has a wildcard and is %s: the server refuses it."),
                             index->name, refused));
      else if (find_wildcard (index) != NULL)
        check_wildcard_use (run, collection, index, find_wildcard (index));
    }
}

#define THRESHOLDS(...) ((const char *const[]){ __VA_ARGS__, NULL })
#define READ (SQUILL_ASPECTS_STORED | SQUILL_ASPECT_STORAGE | SQUILL_ASPECT_NAME)
#define READ_USED (READ | SQUILL_ASPECT_WORKLOAD)

const SquillRule _squill_rules_index_limits[] = {
  { .info = { "too-many-indexes", "E", SQUILL_SEVERITY_WARNING,
              SQUILL_SOURCE_NORMS ", the norm on indexes; " SQUILL_SOURCE_COMPASS,
              N_ ("A collection has many indexes"),
              N_ ("Each insert and delete writes an entry in every index, or several in a multikey "
                  "one, and each index wants its share of the cache. Drop those that nothing "
                  "uses and those that another contains as its beginning, and merge indexes on "
                  "single fields into compound ones."),
              THRESHOLDS ("idx.max") },
    .scope = SQUILL_SCOPE_COLLECTION,
    .aspects = READ,
    .check = check_too_many },
  { .info = { "index-limit", "E", SQUILL_SEVERITY_ERROR, SQUILL_SOURCE_LIMITS,
              N_ ("A collection has more indexes than the server allows"),
              N_ ("The server refuses to create one index more than its limit. If there is one for "
                  "each of many similar fields, an array of names and values (the attribute "
                  "pattern) or a wildcard index needs just one."),
              THRESHOLDS ("idx.limit") },
    .scope = SQUILL_SCOPE_COLLECTION,
    .aspects = READ,
    .check = check_limit },
  { .info = { "index-too-wide", "E", SQUILL_SEVERITY_ERROR, SQUILL_SOURCE_LIMITS,
              N_ ("An index has too many fields"),
              N_ ("The server refuses a compound index with more fields than its limit. A few "
                  "fields that leave few documents are enough: what follows them only makes "
                  "entries longer."),
              THRESHOLDS ("idx.fields") },
    .scope = SQUILL_SCOPE_COLLECTION,
    .aspects = READ,
    .check = check_too_wide },
  { .info = { "parallel-arrays", "E", SQUILL_SEVERITY_ERROR, SQUILL_SOURCE_MULTIKEY,
              N_ ("An index has keys in two arrays"),
              N_ ("A multikey index has an entry for each element of an array. With keys in two "
                  "arrays it would need one for each pair, which the server refuses: a document "
                  "with both arrays cannot be inserted. Index each array on its own, or store one "
                  "array of objects that have both values."),
              NULL },
    .scope = SQUILL_SCOPE_COLLECTION,
    .aspects = READ,
    .check = check_parallel },
  { .info = { "partial-and-sparse", "E", SQUILL_SEVERITY_ERROR, SQUILL_SOURCE_PARTIAL,
              N_ ("An index cannot have this filter"),
              N_ ("A partial index cannot be sparse as well: say in its filter that the field "
                  "exists. The index of _id cannot be partial, and a shard key needs an index of "
                  "all documents."),
              NULL },
    .scope = SQUILL_SCOPE_COLLECTION,
    .aspects = READ,
    .check = check_partial },
  { .info = { "hashed-index-misuse", "E", SQUILL_SEVERITY_ERROR, SQUILL_SOURCE_HASHED,
              N_ ("A hashed index does not do what it is for"),
              N_ ("A hashed index finds equal values, and spreads documents over shards. The "
                  "server refuses it on arrays, as unique, and with a second hashed key. It has no "
                  "order, so ranges and sorts do not use it, and it hashes numbers without their "
                  "fraction. An index in order does all of that."),
              NULL },
    .scope = SQUILL_SCOPE_COLLECTION,
    .aspects = READ_USED | SQUILL_ASPECT_VALUES,
    .check = check_hashed },
  { .info = { "text-index-many", "E", SQUILL_SEVERITY_ERROR, SQUILL_SOURCE_TEXT,
              N_ ("A collection has more than one text index"),
              N_ ("A collection has at most one text index. It can have several fields, each with "
                  "its own weight, and a search looks in all of them."),
              NULL },
    .scope = SQUILL_SCOPE_COLLECTION,
    .aspects = READ,
    .check = check_text },
  { .info = { "wildcard-misuse", "E", SQUILL_SEVERITY_WARNING, SQUILL_SOURCE_WILDCARD,
              N_ ("A wildcard index does not do what it is for"),
              N_ ("A wildcard index has an entry for each field below a path, whatever its name. "
                  "The server refuses it as unique, TTL, hashed, geospatial or as the index of a "
                  "shard key, and a query uses it for one field only. Where queries ask for "
                  "several known fields, a compound index on them serves all."),
              NULL },
    .scope = SQUILL_SCOPE_COLLECTION,
    .aspects = READ_USED,
    .check = check_wildcard },
  { .info = { NULL } },
};

/* SPDX-License-Identifier: Apache-2.0 */

/* How large an index is. The bytes of a key follow the server's KeyString encoding. What an entry
 * takes on the disk and in the cache was measured with 600 000 entries each of WiredTiger 3.2.1,
 * with the server's settings for indexes: prefix compression, and pages that are 90 % full where
 * entries come in ascending order, 56 % where they come in any order. */

#define G_LOG_DOMAIN "squill-design"

#include "config.h"

#include "design/squill-index-size.h"

#include <math.h>
#include <string.h>

#include "design/squill-found.h"
#include "design/squill-plan-private.h"

/* Bytes of an entry besides its key and value: on the disk, and in the cache. */
#define STORED_OVERHEAD 3.0
#define CACHED_OVERHEAD 12.5

/* How full pages are. */
#define FILL_ASCENDING 0.9
#define FILL_RANDOM 0.56

/* Keys share no less than this with the one before, or are written whole. */
#define MIN_SHARED 4.0

/* The end of a key. */
#define KEY_END 1.0

/* A word of a text, with the character behind it. */
#define WORD_BYTES 6.0

/* Bytes of the names of paths, in an index of all paths. */
#define PATH_BYTES 12.0

/* What one key of an index is in its documents. */
typedef struct
{
  double bytes;
  double constant; /* the first bytes, which are the same in all values */
  double distinct; /* infinite where all are different */
  gboolean is_ascending;
} Part;

static double
count_number_bytes (double number)
{
  return number > 0 ? 1 + ceil ((floor (log2 (2 * number)) + 1) / 8) : 1;
}

/* The largest whole number that a field is likely to have. */
static double
get_largest_number (const SquillField *field, SquillTypes types)
{
  double most = (types & SQUILL_TYPE_LONG) != 0 ? 1e12 : 2147483647;

  if (field == NULL)
    return most;
  if (json_is_number (field->maximum))
    return fabs (json_number_value (field->maximum));
  if (json_is_number (json_object_get (field->usual_range, "max")))
    return fabs (json_number_value (json_object_get (field->usual_range, "max")));
  return field->distinct > 0 ? field->distinct : most;
}

static double get_value_bytes (SquillModel *model, const SquillShape *shape);

/* A document as one value: the names of its fields and their values. */
static double
get_object_bytes (SquillModel *model, const SquillShape *shape)
{
  double bytes = 2;

  for (guint i = 0; i < shape->children->len; i++)
    {
      const SquillShape *child = shape->children->pdata[i];

      bytes += 3 + strlen (child->name) + get_value_bytes (model, child);
    }
  return bytes;
}

/* The bytes of a value in a key: of the longest of the types that it may have. */
static double
get_value_bytes (SquillModel *model, const SquillShape *shape)
{
  const SquillField *field =
      shape->field == NULL ? NULL : squill_model_get_field (model, shape->field);
  const SquillTypes types = shape->types;
  const double payload = isfinite (shape->payload.likely) ? shape->payload.likely : 0;
  double bytes = 1;

  if (types & (SQUILL_TYPE_INT | SQUILL_TYPE_LONG))
    bytes = fmax (bytes, count_number_bytes (get_largest_number (field, types)));
  if (types & (SQUILL_TYPE_DATE | SQUILL_TYPE_TIMESTAMP))
    bytes = fmax (bytes, 9);
  if ((types & SQUILL_TYPE_DOUBLE) && field != NULL && field->whole)
    bytes = fmax (bytes, count_number_bytes (get_largest_number (field, types)));
  else if (types & SQUILL_TYPE_DOUBLE)
    bytes = fmax (bytes, 9);
  if (types & SQUILL_TYPE_DECIMAL)
    bytes = fmax (bytes, 13);
  if (types & SQUILL_TYPE_OBJECT_ID)
    bytes = fmax (bytes, 13);
  /* In BSON a string has its length and a NUL, binary data its length and subtype. */
  if (types & (SQUILL_TYPE_STRING | SQUILL_TYPE_SYMBOL))
    bytes = fmax (bytes, 2 + payload - 5);
  if (types & SQUILL_TYPE_BINARY)
    bytes = fmax (bytes, 3 + payload - 5);
  if (shape->children->len > 0)
    bytes = fmax (bytes, get_object_bytes (model, shape));
  return bytes;
}

static double
count_distinct (SquillDesign *design, const SquillField *field, const SquillShape *shape)
{
  double distinct = NAN;

  if (shape->target != NULL)
    distinct = squill_triple_get_usual (squill_design_get_count (design, shape->target));
  else if (field != NULL && !field->unique)
    distinct = squill_field_count_values (field);
  return isnan (distinct) ? INFINITY : distinct;
}

/* Ids and dates are made as time goes on, and counters count. */
static gboolean
is_ascending (const SquillField *field, const SquillShape *shape)
{
  const gboolean is_id = shape->target == NULL && g_str_equal (shape->name, "_id");

  if (shape->types & (SQUILL_TYPE_DATE | SQUILL_TYPE_TIMESTAMP))
    return TRUE;
  if (shape->target == NULL && (shape->types & SQUILL_TYPE_OBJECT_ID))
    return TRUE;
  if (field != NULL && g_strcmp0 (field->meaning, "counter") == 0)
    return TRUE;
  return is_id && (shape->types & (SQUILL_TYPE_INT | SQUILL_TYPE_LONG));
}

static Part
get_part (SquillDesign *design, const SquillShape *shape, const SquillKey *key)
{
  SquillModel *model = squill_design_get_model (design);
  const SquillField *field =
      shape->field == NULL ? NULL : squill_model_get_field (model, shape->field);
  Part part = { .constant = 1, .distinct = count_distinct (design, field, shape) };

  if (g_str_equal (key->operator, "hashed") || g_str_has_prefix (key->operator, "2d"))
    {
      part.bytes = 9;
      return part;
    }
  part.bytes = get_value_bytes (model, shape);
  part.is_ascending = is_ascending (field, shape);
  /* Dates of some years begin alike. */
  if (shape->types & (SQUILL_TYPE_DATE | SQUILL_TYPE_TIMESTAMP))
    part.constant = 4;
  if (g_str_equal (key->operator, "text"))
    part = (Part){ .bytes = WORD_BYTES + 1 + 9, .constant = 1, .distinct = INFINITY };
  return part;
}

static double
get_record_bytes (double documents)
{
  double bytes = 2;

  for (double limit = 1024; documents >= limit && bytes < 9; limit *= 256)
    bytes++;
  return bytes;
}

/* How many bytes a key is likely to share with the one before: the parts that repeat, and of the
 * first that does not what neighbors in order have in common. */
static double
count_shared (const GArray *parts, double entries, double record, gboolean *ascending)
{
  double shared = 0, groups = 1;

  *ascending = FALSE;
  for (guint i = 0; i < parts->len; i++)
    {
      const Part *part = &g_array_index (parts, Part, i);
      const double combinations = groups * part->distinct;
      double alike;

      if (combinations <= entries / 2)
        {
          shared += part->bytes;
          groups = combinations;
          continue;
        }
      alike = part->constant + log (fmax (entries / groups, 1)) / log (256);
      if (part->is_ascending && i == 0)
        {
          *ascending = TRUE;
          alike = fmax (alike, part->bytes - 2);
        }
      shared += fmin (alike, part->bytes);
      return shared >= MIN_SHARED ? shared : 0;
    }
  /* Only the ends of the numbers of their documents differ. */
  shared += KEY_END + record - 2;
  return shared >= MIN_SHARED ? shared : 0;
}

/* How many entries a document is likely to have in an index on this part: one for each element of
 * the arrays that it is, or is in. Elements nobody counted count as one. */
static double
count_entries (const SquillShape *shape)
{
  double entries = 1;

  for (const SquillShape *around = shape; around != NULL; around = around->parent)
    if ((around->array || around->map) && isfinite (around->length.likely))
      entries *= fmax (around->length.likely, 1);
  return entries;
}

static double
get_growth_of_entries (const SquillShape *shape)
{
  double factor = 1;

  for (const SquillShape *around = shape; around != NULL; around = around->parent)
    if ((around->array || around->map) && around->length.likely > 0 &&
        isfinite (around->length_at_horizon))
      factor *= fmax (around->length_at_horizon, 1) / fmax (around->length.likely, 1);
  return factor;
}

typedef struct
{
  double leaves;
  double bytes;
} Leaves;

static void
count_leaves (const SquillShape *shape, double times, Leaves *leaves)
{
  times *= shape->presence;
  if ((shape->array || shape->map) && isfinite (shape->length.likely))
    times *= shape->length.likely;
  if (shape->children->len == 0)
    {
      leaves->leaves += times;
      leaves->bytes += times * (isfinite (shape->payload.likely) ? shape->payload.likely : 0);
    }
  for (guint i = 0; i < shape->children->len; i++)
    count_leaves (shape->children->pdata[i], times, leaves);
}

/* Wildcard indexes have an entry for each value below, with its path. */
static Part
get_wildcard_part (const SquillShape *around, double *entries)
{
  Leaves leaves = { 0, 0 };

  if (around->parent == NULL)
    for (guint i = 0; i < around->children->len; i++)
      count_leaves (around->children->pdata[i], 1, &leaves);
  else
    count_leaves (around, 1, &leaves);
  *entries = fmax (leaves.leaves, 1);
  return (Part){ .bytes = 2 + PATH_BYTES + (leaves.leaves > 0 ? leaves.bytes / leaves.leaves : 0),
                 .constant = 2 + PATH_BYTES / 2,
                 .distinct = INFINITY };
}

/* In how many of its documents a field has the value; 1 where nobody knows. */
static double
get_share_of_value (const SquillField *field, const json_t *value)
{
  const double share = field == NULL ? NAN : squill_field_get_share (field, value);

  return isnan (share) ? 1 : share;
}

static double
get_share_of_condition (SquillModel *model,
                        const SquillShape *document,
                        const char *name,
                        const json_t *condition)
{
  const SquillShape *shape = squill_shape_find_by_query_path (document, name);
  const SquillField *field =
      shape == NULL || shape->field == NULL ? NULL : squill_model_get_field (model, shape->field);
  const json_t *equal = json_object_get (condition, "$eq");

  if (shape == NULL)
    return 1;
  if (!json_is_object (condition))
    return get_share_of_value (field, condition);
  if (equal != NULL)
    return get_share_of_value (field, equal);
  return json_is_true (json_object_get (condition, "$exists")) ? shape->presence : 1;
}

/* Which share of the documents stands in the index. */
static double
get_share (SquillModel *model, const SquillCollection *collection, const SquillIndex *index)
{
  const char *name;
  const json_t *condition;
  double share = 1;

  if (index == NULL)
    return 1;
  json_object_foreach (index->partial, name, condition)
  {
    share *= get_share_of_condition (model, collection->shape, name, condition);
  }
  return share;
}

static void
read_keys (SquillDesign *design,
           const SquillCollection *collection,
           const SquillCollectionIndex *index,
           gboolean sparse,
           GArray *parts,
           SquillIndexSize *size,
           double *growth)
{
  double presence = 0;

  for (guint i = 0; i < index->keys->len; i++)
    {
      const SquillKey *key = index->keys->pdata[i];
      const SquillShape *shape = squill_shape_find_by_query_path (collection->shape, key->path);
      Part part = { .bytes = 1, .distinct = 1 };
      double entries = 1;

      if (shape != NULL && g_str_has_suffix (key->path, "$**"))
        part = get_wildcard_part (shape, &entries);
      else if (shape != NULL)
        {
          part = get_part (design, shape, key);
          entries = count_entries (shape);
          *growth = fmax (*growth, get_growth_of_entries (shape));
        }
      if (shape != NULL && g_str_equal (key->operator, "text"))
        entries = fmax (entries * shape->payload.likely / WORD_BYTES, 1);
      if (shape != NULL)
        size->size_unknown |= shape->size_unknown;
      presence = fmax (presence, shape == NULL ? 1 : shape->presence);
      size->entries_of_document = fmax (size->entries_of_document, entries);
      g_array_append_val (parts, part);
    }
  if (sparse)
    size->share *= presence;
}

/** As squill_design_measure_index(), computed anew. */
void
_squill_index_measure (SquillDesign *design,
                       const SquillCollection *collection,
                       const SquillCollectionIndex *index,
                       SquillIndexSize *size)
{
  SquillModel *model;
  const SquillIndex *drawn;
  const SquillEntity *entity;
  g_autoptr (GArray) parts = g_array_new (FALSE, FALSE, sizeof (Part));
  const double documents = squill_triple_get_usual (collection->count);
  double growth = 1, shared, record, entries;
  gboolean is_id, ascending;

  model = squill_design_get_model (design);
  drawn = index->index == NULL
              ? NULL
              : squill_model_get_item_of_kind (model, index->index, SQUILL_KIND_INDEX);
  entity = collection->kind == SQUILL_COLLECTION_ENTITY
               ? squill_model_get_entity (model, collection->entity)
               : NULL;
  *size =
      (SquillIndexSize){ .share = get_share (model, collection, drawn), .entries_of_document = 1 };
  is_id = g_str_equal (index->name, "_id_");
  read_keys (design, collection, index, drawn != NULL && drawn->sparse, parts, size, &growth);
  if (is_id && entity != NULL && (entity->clustered || entity->time_field != NULL))
    size->share = 0;

  size->entries = documents * size->share * size->entries_of_document;
  size->entries_at_horizon =
      collection->count_at_horizon * size->share * size->entries_of_document * growth;
  entries = isfinite (size->entries) ? size->entries : 1e6;
  record = get_record_bytes (isfinite (documents) ? documents : 1e6);
  size->key = KEY_END + (is_id ? 0 : record);
  for (guint i = 0; i < parts->len; i++)
    size->key += g_array_index (parts, Part, i).bytes;
  shared = count_shared (parts, entries, is_id ? 0 : record, &ascending);
  size->stored = (size->key - shared + (is_id ? record : 0) + STORED_OVERHEAD) /
                 (ascending ? FILL_ASCENDING : FILL_RANDOM);
  size->cached = size->key - shared + (is_id ? record : 0) + CACHED_OVERHEAD;
}

/**
 * squill_design_measure_index:
 * @design: a design
 * @collection: one of its collections
 * @index: one of its indexes
 * @size: (out): how large it is
 *
 * Measures an index by what the model says of its keys: their types, their length, how many
 * different values they have, and in how many documents they are. The index of `_id` that clustered
 * and time-series collections do not have is of no size.
 */
void
squill_design_measure_index (SquillDesign *design,
                             const SquillCollection *collection,
                             const SquillCollectionIndex *index,
                             SquillIndexSize *size)
{
  const GArray *sizes;
  guint position;

  g_return_if_fail (SQUILL_IS_DESIGN (design));
  g_return_if_fail (collection != NULL);
  g_return_if_fail (index != NULL);
  g_return_if_fail (size != NULL);

  sizes =
      _squill_plan_cache_get_index_sizes (_squill_design_get_plans (design), design, collection);
  if (g_ptr_array_find (collection->indexes, index, &position))
    *size = g_array_index (sizes, SquillIndexSize, position);
  else
    _squill_index_measure (design, collection, index, size);
}

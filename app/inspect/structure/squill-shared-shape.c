/* SPDX-License-Identifier: Apache-2.0 */

/* Objects that have the same fields at several places. Two places are alike when four of five of
 * their fields are common, when fields that only one has are not always there, and when common
 * fields hold values of the same kind, again alike where these are objects. Which pairs are worth a
 * look is determined by minimum hashes of the names (Broder, 1997): two sets of names that have a
 * share of s in common have the same minimum with a chance of s. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/structure/squill-structure.h"

#define MIN_FIELDS 3u
#define COMMON_SHARE 0.8
#define N_HASHES 6u
/* Places with the same minimum that each is compared with. */
#define MAX_COMPARED 48u
#define MAX_PLACES 20000u
#define MAX_DEPTH 8u

typedef struct
{
  const SquillPath *path;
  guint group; /* the place that stands for all that are alike */
} Place;

static guint
kinds_of (const SquillPath *path)
{
  guint types = (guint)squill_path_get_types (path);

  if ((types & (guint)SQUILL_TYPES_NUMERIC) != 0)
    types |= (guint)SQUILL_TYPES_NUMERIC;
  return types & ~(guint)(SQUILL_TYPE_NULL | SQUILL_TYPE_UNDEFINED);
}

/* Where only null was seen nothing is known. */
static gboolean
kinds_agree (const SquillPath *a, const SquillPath *b)
{
  guint left = kinds_of (a), right = kinds_of (b);

  return left == 0 || right == 0 || (left & right) != 0;
}

static gboolean
is_record (const SquillPath *path)
{
  return path->first != NULL && path->values == NULL;
}

static gboolean
always_there (const SquillPath *field)
{
  return field->present == squill_path_get_of (field);
}

static guint
count_common (const SquillPath *a, const SquillPath *b)
{
  guint common = 0;

  for (const SquillPath *field = a->first; field != NULL; field = field->next)
    {
      const SquillPath *same =
          squill_path_find_field ((SquillPath *)b, field->name, field->name_length);

      common += same != NULL && kinds_agree (field, same);
    }
  return common;
}

static gboolean are_alike (const SquillPath *a, const SquillPath *b, guint depth);

static gboolean
members_are_alike (const SquillPath *a, const SquillPath *b, guint depth)
{
  if (is_record (a) && is_record (b) && !are_alike (a, b, depth))
    return FALSE;
  return a->elements == NULL || b->elements == NULL ||
         members_are_alike (a->elements, b->elements, depth);
}

/* A document has an id of its own where the same as a part of another has none. */
static gboolean
is_own_id (const SquillPath *field)
{
  return field->parent->kind == SQUILL_PATH_DOCUMENT && g_str_equal (field->name, "_id");
}

static gboolean
is_inside (const SquillPath *path, const SquillPath *outer)
{
  for (; path != NULL; path = path->parent)
    if (path == outer)
      return TRUE;
  return FALSE;
}

/* What leads to the other makes no difference: the innermost of nested objects has none. */
static guint
count_missing (const SquillPath *self, const SquillPath *other, gboolean always)
{
  guint missing = 0;

  for (const SquillPath *field = self->first; field != NULL; field = field->next)
    missing +=
        (!always || always_there (field)) && !is_own_id (field) && !is_inside (other, field) &&
        squill_path_find_field ((SquillPath *)other, field->name, field->name_length) == NULL;
  return missing;
}

/* Objects in the fields need only have something in common: they may be of few examples. */
static gboolean
are_alike (const SquillPath *a, const SquillPath *b, guint depth)
{
  guint common = count_common (a, b);
  guint all = a->n_fields + count_missing (b, a, FALSE);
  guint unlike = count_missing (a, b, TRUE) + count_missing (b, a, TRUE);

  for (const SquillPath *field = a->first; field != NULL; field = field->next)
    all -= (is_own_id (field) || is_inside (b, field)) &&
           squill_path_find_field ((SquillPath *)b, field->name, field->name_length) == NULL;
  if (depth > 0 ? common == 0 : (double)common < COMMON_SHARE * all)
    return FALSE;
  if (depth >= MAX_DEPTH)
    return TRUE;
  for (const SquillPath *field = a->first; field != NULL; field = field->next)
    {
      const SquillPath *same =
          squill_path_find_field ((SquillPath *)b, field->name, field->name_length);

      if (same != NULL && !members_are_alike (field, same, depth + 1))
        return FALSE;
    }
  return depth > 0 || unlike <= (1 - COMMON_SHARE) * all / 2;
}

/* What an object is called: a field by its name, an element or value by that of what it is in. */
static const SquillPath *
get_named (const SquillPath *path)
{
  while (path != NULL && path->kind != SQUILL_PATH_FIELD)
    path = path->parent;
  return path;
}

static gboolean
are_named_alike (const SquillPath *a, const SquillPath *b)
{
  const SquillPath *left = get_named (a), *right = get_named (b);

  return left != NULL && right != NULL && g_str_equal (left->name, right->name);
}

static gboolean
are_one_shape (const SquillPath *a, const SquillPath *b)
{
  if (MIN (a->n_fields, b->n_fields) < MIN_FIELDS &&
      (a->n_fields != b->n_fields || a->n_fields < 2 || !are_named_alike (a, b)))
    return FALSE;
  return are_alike (a, b, 0);
}

static void
collect_places (GArray *places, const SquillPath *path)
{
  if (places->len >= MAX_PLACES)
    return;
  if (is_record (path) && path->n_fields >= 2)
    {
      Place place = { path, places->len };

      g_array_append_val (places, place);
    }
  if (path->elements != NULL)
    collect_places (places, path->elements);
  if (path->values != NULL)
    collect_places (places, path->values);
  for (const SquillPath *field = path->first; field != NULL; field = field->next)
    collect_places (places, field);
}

static guint64
minimum_hash (const SquillPath *path, guint which)
{
  guint64 minimum = G_MAXUINT64;

  for (const SquillPath *field = path->first; field != NULL; field = field->next)
    {
      guint64 hash = squill_text_hash (field->name, field->name_length);

      hash = (hash ^ (which + 1) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15)) *
             G_GUINT64_CONSTANT (0xff51afd7ed558ccd);
      hash ^= hash >> 29;
      minimum = MIN (minimum, hash * G_GUINT64_CONSTANT (0xc4ceb9fe1a85ec53));
    }
  return minimum ^ which;
}

static guint
find_group (const GArray *places, guint index)
{
  while (g_array_index (places, Place, index).group != index)
    index = g_array_index (places, Place, index).group;
  return index;
}

/* Each place joins the first before it that it is alike; so all of a group are alike its first. */
static void
join (GArray *places)
{
  g_autoptr (GHashTable) buckets =
      g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, (GDestroyNotify)g_array_unref);

  for (guint i = 0; i < places->len; i++)
    {
      Place *place = &g_array_index (places, Place, i);
      guint found = i;

      for (guint which = 0; which < N_HASHES; which++)
        {
          gint64 hash = (gint64)minimum_hash (place->path, which);
          GArray *bucket = g_hash_table_lookup (buckets, &hash);

          for (guint j = 0; bucket != NULL && j < bucket->len; j++)
            {
              guint other = find_group (places, g_array_index (bucket, guint, j));

              if (other < found &&
                  are_one_shape (g_array_index (places, Place, other).path, place->path))
                found = other;
            }
        }
      place->group = found;
      if (found != i)
        continue;
      for (guint which = 0; which < N_HASHES; which++)
        {
          gint64 hash = (gint64)minimum_hash (place->path, which);
          GArray *bucket = g_hash_table_lookup (buckets, &hash);

          if (bucket == NULL)
            {
              bucket = g_array_new (FALSE, FALSE, sizeof (guint));
              g_hash_table_insert (buckets, g_memdup2 (&hash, sizeof hash), bucket);
            }
          if (bucket->len < MAX_COMPARED)
            g_array_append_val (bucket, i);
        }
    }
}

static SquillSharedShape *
new_shape (GPtrArray *paths)
{
  SquillSharedShape *self = g_new0 (SquillSharedShape, 1);
  g_autoptr (GHashTable) names = g_hash_table_new (g_str_hash, g_str_equal);
  gboolean named_alike = TRUE;

  self->paths = paths;
  for (guint i = 0; i < paths->len; i++)
    {
      const SquillPath *path = g_ptr_array_index (paths, i);

      for (const SquillPath *field = path->first; field != NULL; field = field->next)
        {
          guint count = GPOINTER_TO_UINT (g_hash_table_lookup (names, field->name)) + 1;

          g_hash_table_insert (names, field->name, GUINT_TO_POINTER (count));
          self->common += count == paths->len;
        }
      named_alike = named_alike && are_named_alike (path, g_ptr_array_index (paths, 0));
      for (guint j = 0; j < i; j++)
        self->recursive = self->recursive || is_inside (path, g_ptr_array_index (paths, j));
    }
  self->fields = g_hash_table_size (names);
  self->confidence = (named_alike || self->recursive ? 0.9 : 0.75) +
                     0.09 * (double)self->common / (double)MAX (self->fields, 1) -
                     (self->fields <= MIN_FIELDS ? 0.15 : 0);
  return self;
}

void
squill_shared_shape_free (SquillSharedShape *self)
{
  if (self == NULL)
    return;
  g_ptr_array_unref (self->paths);
  g_free (self);
}

/**
 * squill_shared_shapes_find:
 * @root: the path of a collection's documents
 *
 * Returns: (transfer full) (element-type SquillSharedShape): the objects that have the same fields
 * at several places; they are good as long as @root is
 */
GPtrArray *
squill_shared_shapes_find (const SquillPath *root)
{
  GPtrArray *shapes = g_ptr_array_new_with_free_func ((GDestroyNotify)squill_shared_shape_free);
  g_autoptr (GArray) places = g_array_new (FALSE, FALSE, sizeof (Place));
  g_autoptr (GHashTable) members = NULL;

  collect_places (places, root);
  join (places);
  members = g_hash_table_new (NULL, NULL);
  for (guint i = 0; i < places->len; i++)
    {
      const Place *place = &g_array_index (places, Place, i);
      gpointer key = GUINT_TO_POINTER (place->group);
      GPtrArray *paths = g_hash_table_lookup (members, key);

      if (paths == NULL)
        {
          paths = g_ptr_array_new ();
          g_hash_table_insert (members, key, paths);
        }
      g_ptr_array_add (paths, (gpointer)place->path);
    }
  for (guint i = 0; i < places->len; i++)
    {
      GPtrArray *paths = g_hash_table_lookup (members, GUINT_TO_POINTER (i));

      if (paths != NULL && paths->len > 1)
        g_ptr_array_add (shapes, new_shape (paths));
      else if (paths != NULL)
        g_ptr_array_unref (paths);
    }
  return shapes;
}

/* SPDX-License-Identifier: Apache-2.0 */

/* Bytes of shapes. Where nobody said how large something usually is, that is assumed by its type
 * and name, and marked; the least that nobody said is nothing. */

#define G_LOG_DOMAIN "squill-design"

#include "config.h"

#include "design/squill-assumption.h"
#include "design/squill-size.h"
#include "design/squill-design-private.h"

/* The usual size now and at the horizon between the least and the most. */
typedef struct
{
  double min;
  double likely;
  double max;
  double horizon;
  double unseen;    /* of the most: what was in no document whose size was measured */
  gboolean unknown; /* nobody said how large it can be */
  gboolean assumed; /* nor how large it usually is */
} Bytes;

static const Bytes empty = {
  SQUILL_SIZE_EMPTY, SQUILL_SIZE_EMPTY, SQUILL_SIZE_EMPTY, SQUILL_SIZE_EMPTY, 0, FALSE, FALSE
};

static Bytes
exactly (double bytes)
{
  return (Bytes){ bytes, bytes, bytes, bytes, 0, FALSE, FALSE };
}

/* @assumed counts for what is usual where nobody said. */
static Bytes
from_triple (SquillTriple triple, double assumed)
{
  Bytes bytes;
  gboolean is_exact = triple.min == triple.max;

  bytes.min = isnan (triple.min) ? 0 : triple.min;
  bytes.assumed = isnan (triple.likely) && !is_exact;
  bytes.likely = triple.likely;
  if (isnan (triple.likely))
    {
      bytes.likely = is_exact || assumed < bytes.min ? bytes.min : assumed;
      if (bytes.likely > triple.max)
        bytes.likely = triple.max;
    }
  bytes.max = isnan (triple.max) ? bytes.likely : triple.max;
  bytes.horizon = bytes.likely;
  bytes.unseen = 0;
  bytes.unknown = isnan (triple.max) || bytes.assumed;
  return bytes;
}

static Bytes
plus (Bytes bytes, double more)
{
  bytes.min += more;
  bytes.likely += more;
  bytes.max += more;
  bytes.horizon += more;
  return bytes;
}

static double
times (double a, double b)
{
  return a == 0 || b == 0 ? 0 : a * b;
}

/* What the values of a shape are about. An element goes by the name of its array, and what an
 * entity contains by that of the entity. */
static SquillValueKind
get_kind (const SquillMeasuredShape *measured, const SquillEntity *root, const char **name)
{
  const SquillShape *named = &measured->shape;
  const SquillShape *around;
  const char *container = root == NULL ? NULL : root->name;

  while (named->parent != NULL && _squill_shape_is_element (named->parent, named->name))
    named = named->parent;
  for (around = named->parent; around != NULL && around->parent != NULL; around = around->parent)
    if (!_squill_shape_is_element (around->parent, around->name))
      {
        container = around->name;
        break;
      }
  *name = named->name;
  return measured->basis->kind != SQUILL_VALUE_ANY
             ? measured->basis->kind
             : squill_value_kind_from_name (named->name, container);
}

/* Bytes of text or data of which nobody said how much there is. */
static double
assume (const SquillMeasuredShape *measured, SquillTypes type, const SquillEntity *root)
{
  const char *name;
  double bytes = squill_assume_bytes (type, get_kind (measured, root, &name));

  if (measured->basis->longest >= 0 && measured->basis->longest < bytes)
    bytes = measured->basis->longest;
  if (measured->basis->shortest > bytes && isfinite (measured->basis->shortest))
    bytes = measured->basis->shortest;
  return bytes;
}

/* Bytes of a value with as many of text or data. */
static Bytes
measure_sized (const SquillMeasuredShape *measured, SquillTypes type, const SquillEntity *root)
{
  double assumed = isnan (measured->basis->size.likely) ? assume (measured, type, root) : NAN;

  return from_triple (measured->basis->size, assumed);
}

static Bytes
measure_binary (const SquillMeasuredShape *measured, const SquillEntity *root)
{
  gboolean is_uuid = measured->basis->subtype == 3 || measured->basis->subtype == 4;

  if (is_uuid && !squill_triple_is_set (measured->basis->size))
    return exactly (5 + 16);
  /* The old subtype has its length in it once more. */
  return plus (measure_sized (measured, SQUILL_TYPE_BINARY, root),
               measured->basis->subtype == 2 ? 9 : 5);
}

/* Bytes of a value of one type, without its type and name. */
static Bytes
measure_type (const SquillMeasuredShape *measured,
              SquillTypes type,
              const SquillEntity *root,
              Bytes object,
              Bytes array)
{
  switch (type)
    {
    case SQUILL_TYPE_OBJECT:
      return object;
    case SQUILL_TYPE_ARRAY:
      return array;
    case SQUILL_TYPE_STRING:
    case SQUILL_TYPE_JAVASCRIPT:
    case SQUILL_TYPE_SYMBOL:
      return plus (measure_sized (measured, type, root), 5);
    case SQUILL_TYPE_BINARY:
      return measure_binary (measured, root);
    case SQUILL_TYPE_REGEX:
      return plus (measure_sized (measured, type, root), 2);
    case SQUILL_TYPE_DB_POINTER:
      return plus (measure_sized (measured, type, root), 5 + 12);
    case SQUILL_TYPE_JAVASCRIPT_WITH_SCOPE:
      return plus (measure_sized (measured, type, root), 4 + 5 + SQUILL_SIZE_EMPTY);
    case SQUILL_TYPE_DOUBLE:
    case SQUILL_TYPE_LONG:
    case SQUILL_TYPE_DATE:
    case SQUILL_TYPE_TIMESTAMP:
      return exactly (8);
    case SQUILL_TYPE_OBJECT_ID:
      return exactly (12);
    case SQUILL_TYPE_DECIMAL:
      return exactly (16);
    case SQUILL_TYPE_INT:
      return exactly (4);
    case SQUILL_TYPE_BOOL:
      return exactly (1);
    case SQUILL_TYPE_NONE:
    case SQUILL_TYPE_UNDEFINED:
    case SQUILL_TYPE_NULL:
    case SQUILL_TYPE_MIN_KEY:
    case SQUILL_TYPE_MAX_KEY:
    default:
      return exactly (0);
    }
}

/* Bytes of a value of which nobody said the type. */
static Bytes
measure_untyped (const SquillMeasuredShape *measured, const SquillEntity *root)
{
  const char *name;
  SquillValueKind kind = get_kind (measured, root, &name);
  Bytes bytes = measure_type (measured, squill_assume_type (name, kind), root, empty, empty);

  bytes.min = 0;
  bytes.unknown = bytes.assumed = TRUE;
  return bytes;
}

/* Of several types each is as likely as the others. */
static Bytes
measure_types (const SquillMeasuredShape *measured,
               const SquillEntity *root,
               Bytes object,
               Bytes array)
{
  SquillTypes types = measured->shape.types;
  Bytes sum = { INFINITY, 0, 0, 0, 0, FALSE, FALSE };
  guint n = 0;

  for (guint left = types; left != 0; left &= left - 1)
    {
      const Bytes one = measure_type (measured, (SquillTypes)(left & -left), root, object, array);

      sum.min = MIN (sum.min, one.min);
      sum.max = MAX (sum.max, one.max);
      sum.likely += one.likely;
      sum.horizon += one.horizon;
      sum.unseen = MAX (sum.unseen, one.unseen);
      sum.unknown |= one.unknown;
      sum.assumed |= one.assumed;
      n++;
    }
  if (n == 0)
    return measure_untyped (measured, root);
  sum.likely /= n;
  sum.horizon /= n;
  return sum;
}

/* What is assumed of the size that a field can have. */
static double
get_assumed (const SquillMeasuredShape *measured, const SquillEntity *root, double payload)
{
  const SquillTypes sized = SQUILL_TYPE_STRING | SQUILL_TYPE_SYMBOL | SQUILL_TYPE_JAVASCRIPT |
                            SQUILL_TYPE_JAVASCRIPT_WITH_SCOPE | SQUILL_TYPE_BINARY |
                            SQUILL_TYPE_REGEX | SQUILL_TYPE_DB_POINTER;
  SquillTypes types = measured->shape.types;

  if (types == SQUILL_TYPE_NONE)
    {
      const char *name;
      SquillValueKind kind = get_kind (measured, root, &name);

      types = squill_assume_type (name, kind);
    }
  types &= sized;
  /* The first of several. */
  return types == 0 ? payload : measure_sized (measured, types & -types, root).likely;
}

static Bytes
measure_array (const SquillShape *shape, Bytes element)
{
  Bytes length = from_triple (shape->length, SQUILL_ASSUMED_LENGTH);
  Bytes bytes;

  if (!isnan (shape->length_at_horizon))
    length.horizon = shape->length_at_horizon;
  bytes.min = squill_size_array (length.min, element.min);
  bytes.likely = squill_size_array (length.likely, element.likely);
  bytes.max = squill_size_array (length.max, element.max);
  bytes.horizon = squill_size_array (length.horizon, element.horizon);
  bytes.unseen = times (length.max, element.unseen);
  bytes.unknown = length.unknown || element.unknown;
  bytes.assumed = length.assumed || element.assumed;
  if (shape->single)
    bytes.min = MIN (bytes.min, element.min);
  return bytes;
}

static Bytes
measure_map (const SquillMeasuredShape *measured, Bytes value)
{
  Bytes length = from_triple (measured->shape.length, SQUILL_ASSUMED_LENGTH);
  Bytes key = from_triple (measured->basis->key_size,
                           squill_assume_bytes (SQUILL_TYPE_STRING, SQUILL_VALUE_SLUG));
  Bytes bytes;

  if (!isnan (measured->shape.length_at_horizon))
    length.horizon = measured->shape.length_at_horizon;
  value = plus (value, SQUILL_SIZE_ELEMENT);
  bytes.min = SQUILL_SIZE_EMPTY + times (length.min, key.min + value.min);
  bytes.likely = SQUILL_SIZE_EMPTY + times (length.likely, key.likely + value.likely);
  bytes.max = SQUILL_SIZE_EMPTY + times (length.max, key.max + value.max);
  bytes.horizon = SQUILL_SIZE_EMPTY + times (length.horizon, key.horizon + value.horizon);
  /* The object is the one around it. */
  if (measured->shape.rest)
    bytes = plus (bytes, -SQUILL_SIZE_EMPTY);
  bytes.unseen = times (length.max, value.unseen);
  bytes.unknown = length.unknown || key.unknown || value.unknown;
  bytes.assumed = length.assumed || key.assumed || value.assumed;
  return bytes;
}

/* The most elements of each array, the most values of each map and the longest of each text seldom
 * come together in one document: their product is no size that anybody saw. What stands in the
 * documents as it was when they were measured is in all no larger than the largest of them, and its
 * size is known, whatever it consists of. */
static void
bound (Bytes *bytes, double largest)
{
  if (!(bytes->unseen < INFINITY))
    return;
  bytes->max = MIN (bytes->max, largest + bytes->unseen);
  bytes->max = MAX (bytes->max, MAX (bytes->likely, bytes->horizon));
  if (bytes->unseen == 0)
    bytes->unknown = FALSE;
}

/* Bytes of the field in its parent; sets all that the shape says of bytes. */
static Bytes
measure (SquillShape *shape, const SquillEntity *root, const SquillSeen *seen)
{
  const SquillMeasuredShape *measured = (const SquillMeasuredShape *)shape;
  gboolean has_name = shape->parent != NULL && !shape->rest &&
                      !_squill_shape_is_element (shape->parent, shape->name);
  const gboolean is_seen = seen != NULL && _squill_seen_has (seen, shape);
  Bytes object = empty;
  Bytes array = empty; /* one in an array */
  Bytes bytes;

  /* What is in an array without elements drawn, nobody said. */
  array.unknown = array.assumed = TRUE;

  for (guint i = 0; i < shape->children->len; i++)
    {
      SquillShape *child = shape->children->pdata[i];
      Bytes more = measure (child, root, seen);

      if (_squill_shape_is_element (shape, child->name))
        {
          if (child->map)
            object = more;
          else
            array = more;
          continue;
        }
      object.min += more.min;
      object.likely += more.likely;
      object.max += more.max;
      object.horizon += more.horizon;
      object.unseen += more.unseen;
      object.unknown |= more.unknown;
      object.assumed |= more.assumed;
    }
  if (shape->recursive)
    {
      object.max = INFINITY;
      object.unknown = TRUE;
    }

  bytes = measure_types (measured, root, object, array);
  shape->assumed_bytes =
      bytes.assumed && shape->children->len == 0 ? get_assumed (measured, root, bytes.likely) : NAN;
  shape->assumed_length = (shape->array || shape->map) && from_triple (shape->length, NAN).assumed
                              ? from_triple (shape->length, SQUILL_ASSUMED_LENGTH).likely
                              : NAN;
  if (is_seen)
    bound (&bytes, seen->largest);
  shape->payload = SQUILL_TRIPLE (bytes.min, bytes.likely, bytes.max);
  if (shape->array)
    bytes = measure_array (shape, bytes);
  else if (shape->map)
    bytes = measure_map (measured, bytes);
  if ((shape->array || shape->map) && !shape->rest && shape->nullable)
    bytes.min = 0;
  if (is_seen)
    bound (&bytes, seen->largest);
  else if (seen != NULL)
    bytes.unseen = bytes.max + (has_name ? squill_size_of_name (shape->name) : 0);

  if (has_name)
    {
      bytes = plus (bytes, squill_size_of_name (shape->name));
      bytes.likely = times (shape->presence, bytes.likely);
      bytes.horizon = times (shape->presence, bytes.horizon);
      if (!shape->required)
        bytes.min = 0;
    }
  shape->bytes = SQUILL_TRIPLE (bytes.min, bytes.likely, bytes.max);
  shape->bytes_at_horizon = SQUILL_TRIPLE (bytes.min, bytes.horizon, bytes.max);
  shape->size_unknown = bytes.unknown;
  shape->size_assumed = bytes.assumed;
  return bytes;
}

/**
 * _squill_tree_measure:
 * @self: a tree
 * @model: its model
 * @root: (nullable): the entity whose documents it is
 *
 * Sets the bytes of all shapes.
 */
void
_squill_tree_measure (SquillTree *self, SquillModel *model, const SquillEntity *root)
{
  SquillSeen seen;

  measure (_squill_tree_get_root (self), root,
           _squill_seen_init (&seen, model, root) ? &seen : NULL);
}

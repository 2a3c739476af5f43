/* SPDX-License-Identifier: Apache-2.0 */

/* Fields that are copied along with a reference: the name of the customer beside the customer's id.
 * Names and samples of the values show which fields may be copies; whether they are, only
 * by looking up each reference. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/reference/squill-reference-private.h"

#include <string.h>

/* More fields than these on one side are not looked at. */
#define MAX_FIELDS 96u
/* The share of the values of a copy that are values of the field; stale copies are not. */
#define CONTAINED_NAMED 0.3
#define CONTAINED_UNNAMED 0.95
/* Worth a look: what the others were copied from may be gone. */
#define CONTAINED_HINTED 0.75
/* Fewer different values are contained anywhere. */
#define MANY_VALUES 10u
#define LONG_TEXT 4.0
/* So much more often than by chance both are the same, at least. */
#define ABOVE_CHANCE_NAMED 0.5
#define ABOVE_CHANCE_UNNAMED 0.9
/* A switch, or one of three words, is the same in many places that have nothing to do with each
 * other. */
#define FEW_VALUES 3u
/* Where fewer are the same one field is not what the other was copied from. */
#define OTHER_SHARE 0.5
/* In fewer places anything may be the same. */
#define FEW_PLACES 3u

static gboolean
may_be_copied (const SquillPath *path)
{
  return path->kind == SQUILL_PATH_FIELD && path->scalars.sample != NULL && path->scalars.count > 0;
}

/* The scalars of an object, and of objects in it, but not those in lists. */
static void
gather_fields (const SquillPath *object, GPtrArray *fields)
{
  for (const SquillPath *field = object->first; field != NULL; field = field->next)
    {
      if (fields->len >= MAX_FIELDS)
        return;
      if (may_be_copied (field))
        g_ptr_array_add (fields, (gpointer)field);
      gather_fields (field, fields);
    }
}

typedef struct
{
  const SquillHashSample *other;
  guint64 empty;
  guint64 values;
  guint64 contained;
} Containment;

static void
contain_cb (guint64 hash, guint64 count, gpointer user_data)
{
  Containment *containment = user_data;

  const gboolean is_there = squill_hash_sample_lookup (containment->other, hash) > 0;

  if (hash == containment->empty || (!is_there && _squill_reference_is_missing (hash)))
    return;
  containment->values++;
  containment->contained += is_there;
}

static gboolean
is_contained (const SquillPath *from, const SquillPath *to, double wanted)
{
  guint level = MAX (squill_hash_sample_get_level (from->scalars.sample),
                     squill_hash_sample_get_level (to->scalars.sample));
  Containment containment = { .other = to->scalars.sample,
                              .empty = _squill_reference_empty_hash () };

  squill_hash_sample_foreach (from->scalars.sample, level, contain_cb, &containment);
  return containment.contained > 0 &&
         (double)containment.contained >= wanted * (double)containment.values;
}

/* The same name, or that of the thing before it: customer_name and name. */
static gboolean
names_fit (const SquillPath *from, const SquillPath *to)
{
  g_autoptr (SquillReferenceName) name = _squill_reference_name_new (from->name);
  g_autoptr (SquillReferenceName) other = _squill_reference_name_new (to->name);
  guint n = other->n_words;

  if (_squill_reference_name_equals (name, other))
    return TRUE;
  if (n == 0 || name->n_words <= n)
    return FALSE;
  for (guint i = 0; i < n; i++)
    if (!g_str_equal (name->words[name->n_words - n + i].singular, other->words[i].singular))
      return FALSE;
  return TRUE;
}

static gboolean
is_telling (const SquillPath *path)
{
  return path->scalars.distinct >= MANY_VALUES && path->text.count * 2 > path->scalars.count &&
         (double)path->text.bytes >= LONG_TEXT * (double)path->text.count;
}

/* Whether values of a field may be those of any document, however short they are, as @to tells
 * these apart. */
static gboolean
may_be_other (const SquillPath *from, const SquillPath *to)
{
  return from->text.count > 0 && from->scalars.distinct >= MANY_VALUES &&
         to->scalars.distinct == to->scalars.count;
}

/* Whether a name ends like the other, whatever its letters: customerName and name. */
static gboolean
ends_alike (const char *name, const char *other)
{
  const gsize length = strlen (name), other_length = strlen (other);

  return length >= other_length && length > 0 && other_length > 0 &&
         ((name[length - 1] ^ other[other_length - 1]) & ~0x20) == 0 &&
         g_ascii_strcasecmp (name + length - other_length, other) == 0;
}

/* Whether what the name of a key begins with is before this name, too, and the rest is @name:
 * player_name beside player_id is the name of a player. */
static gboolean
is_named_as_key (const char *name, const char *other, const char *key)
{
  const gsize length = strlen (name), other_length = strlen (other);

  return other_length > length && ends_alike (other, name) &&
         strncmp (other, key, other_length - length) == 0;
}

/**
 * _squill_copies_may_tell:
 * @from_path: a field that may refer
 * @to_path: a key that it may refer to
 *
 * Returns: whether there is a text beside both that is called alike, so that copies may tell
 *   whether it refers where its values and its name do not
 */
gboolean
_squill_copies_may_tell (const SquillPath *from_path, const SquillPath *to_path)
{
  const SquillPath *holder = _squill_reference_object_of (from_path);
  const SquillPath *object = _squill_reference_object_of (to_path);

  if (from_path->kind != SQUILL_PATH_FIELD || holder == object)
    return FALSE;
  for (const SquillPath *from = holder->first; from != NULL; from = from->next)
    {
      if (from == from_path || from->text.count == 0)
        continue;
      for (const SquillPath *to = object->first; to != NULL; to = to->next)
        if (to != to_path && to->text.count > 0 && to->scalars.distinct >= MANY_VALUES &&
            (double)to->scalars.distinct >= CONTAINED_HINTED * (double)from->scalars.distinct &&
            (ends_alike (from->name, to->name) ||
             (to_path->name != NULL && is_named_as_key (from->name, to->name, to_path->name))) &&
            may_be_copied (from) && may_be_copied (to) && is_contained (from, to, CONTAINED_HINTED))
          return TRUE;
    }
  return FALSE;
}

static gboolean
is_date (const SquillPath *path)
{
  const SquillTextFormats *formats = path->text.formats;

  return formats != NULL &&
         (formats->counts[SQUILL_TEXT_DATE] + formats->counts[SQUILL_TEXT_DATE_TIME]) * 2 >
             path->text.count;
}

/**
 * _squill_copies_are_telling:
 * @reference: a reference that was measured
 *
 * Returns: whether a copy of it is as good as a name of what it leads to: of many different texts
 *   it is nearly always the right one
 */
gboolean
_squill_copies_are_telling (const SquillReference *reference)
{
  for (guint i = 0; i < reference->copies->len; i++)
    {
      const SquillCopiedField *copy = g_ptr_array_index (reference->copies, i);

      /* Several things are made on the same day. */
      if (reference->distinct < FEW_VALUES && is_date (copy->to))
        continue;
      if (copy->to->text.count > 0 && copy->to->scalars.distinct >= MANY_VALUES &&
          copy->to->scalars.distinct * 2 >= copy->to->scalars.count &&
          (double)copy->equal >= ABOVE_CHANCE_UNNAMED * (double)copy->of)
        return TRUE;
    }
  return FALSE;
}

/**
 * _squill_copies_support:
 * @reference: a reference that was measured
 *
 * Returns: whether a copy of it speaks for it: one that has more than a few values
 */
gboolean
_squill_copies_support (const SquillReference *reference)
{
  for (guint i = 0; i < reference->copies->len; i++)
    if (((const SquillCopiedField *)g_ptr_array_index (reference->copies, i))
            ->to->scalars.distinct > FEW_VALUES)
      return TRUE;
  return FALSE;
}

/* Whether both are the numbers of their own documents: what is numbered in the same order is equal
 * without being copied. */
static gboolean
are_both_counted (const SquillPath *from, const SquillPath *to)
{
  return from->parent->kind == SQUILL_PATH_DOCUMENT && to->parent->kind == SQUILL_PATH_DOCUMENT &&
         g_str_equal (from->name, "_id") && g_str_equal (to->name, "_id") &&
         from->numbers.count > 0;
}

static void
consider (const SquillPath *from, const SquillPath *to, const char *key, GArray *counts)
{
  SquillCopyCount count = { .from = from, .to = to };

  if ((squill_path_get_types (from) & squill_path_get_types (to)) == 0 &&
      (from->numbers.count == 0 || to->numbers.count == 0))
    return;
  count.named =
      names_fit (from, to) || (key != NULL && is_named_as_key (from->name, to->name, key));
  if (!count.named && !is_telling (from) && !may_be_other (from, to))
    return;
  if (!is_contained (from, to, count.named ? CONTAINED_NAMED : CONTAINED_UNNAMED))
    return;
  g_array_append_val (counts, count);
}

/**
 * _squill_copies_find_candidates:
 * @reference: a reference from a field, to a field or to the keys of a map
 *
 * Returns: (transfer full) (element-type SquillCopyCount): pairs of fields beside the reference and
 * beside the key of which one may be a copy of the other, nothing counted yet
 */
GArray *
_squill_copies_find_candidates (const SquillReference *reference)
{
  GArray *counts = g_array_new (FALSE, TRUE, sizeof (SquillCopyCount));
  const SquillPath *holder = _squill_reference_object_of (reference->from_path);
  const SquillPath *object = reference->to_keys ? reference->to_path->values
                                                : _squill_reference_object_of (reference->to_path);
  g_autoptr (GPtrArray) beside = g_ptr_array_new ();
  g_autoptr (GPtrArray) copied = g_ptr_array_new ();

  /* Beside several references it is not known to which of them a field belongs. */
  if (reference->from_keys || reference->from_path->kind != SQUILL_PATH_FIELD || object == NULL)
    return counts;
  gather_fields (holder, beside);
  gather_fields (object, copied);
  for (guint pass = 0; pass < 2; pass++)
    for (guint i = 0; i < beside->len; i++)
      for (guint k = 0; k < copied->len; k++)
        {
          const SquillPath *from = g_ptr_array_index (beside, i);
          const SquillPath *to = g_ptr_array_index (copied, k);
          guint before = counts->len;

          if (from == to || from == reference->from_path || to == reference->to_path ||
              are_both_counted (from, to) || before >= SQUILL_COPIES_MAX)
            continue;
          consider (from, to, reference->to_path->name, counts);
          /* Those with names that fit come first. */
          if (counts->len > before &&
              g_array_index (counts, SquillCopyCount, before).named != (pass == 0))
            g_array_set_size (counts, before);
        }
  return counts;
}

/* Where all references lead to one document: how often two documents have the same value. */
static double
chance_of (const SquillPath *path)
{
  return path->scalars.distinct > 0 ? 1 / (double)path->scalars.distinct : 1;
}

/**
 * _squill_copies_judge:
 * @counts: (element-type SquillCopyCount): what was counted
 * @reference: the reference
 * @exact: whether all references were looked up
 *
 * Adds to the reference the copies among them: fields that are the same as in the document referred
 * to far more often than they are the same as in any other; of one field the one that it repeats
 * best. Those that are seldom the same it notes as well.
 */
void
_squill_copies_judge (GArray *counts, SquillReference *reference, gboolean exact)
{
  g_ptr_array_set_size (reference->copies, 0);
  g_array_set_size (reference->other_fields, 0);
  for (guint i = 0; i < counts->len; i++)
    {
      const SquillCopyCount *count = &g_array_index (counts, SquillCopyCount, i);
      double share, chance;
      SquillCopiedField *copy = NULL;

      if (count->of < FEW_PLACES)
        continue;
      share = (double)count->equal / (double)count->of;
      if (share < OTHER_SHARE)
        {
          const SquillFieldPair pair = { count->from, count->to };

          g_array_append_val (reference->other_fields, pair);
        }
      chance = count->of_by_chance > 0
                   ? (double)count->equal_by_chance / (double)count->of_by_chance
                   : chance_of (count->to);
      if (chance >= 1 ||
          (share - chance) / (1 - chance) <
              (count->named && count->to->scalars.distinct > FEW_VALUES ? ABOVE_CHANCE_NAMED
                                                                        : ABOVE_CHANCE_UNNAMED))
        continue;
      for (guint k = 0; k < reference->copies->len; k++)
        {
          SquillCopiedField *other = g_ptr_array_index (reference->copies, k);

          if (other->from == count->from)
            copy = other;
        }
      if (copy != NULL &&
          (double)copy->equal * (double)count->of >= (double)count->equal * (double)copy->of)
        continue;
      if (copy == NULL)
        {
          copy = g_new0 (SquillCopiedField, 1);
          g_ptr_array_add (reference->copies, copy);
        }
      copy->from = count->from;
      copy->to = count->to;
      copy->equal = count->equal;
      copy->of = count->of;
      copy->exact = exact;
    }
}

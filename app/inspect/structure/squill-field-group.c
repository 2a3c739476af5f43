/* SPDX-License-Identifier: Apache-2.0 */

/* Fields that are always together, and fields of which each object has exactly one. Two fields
 * that c of n objects have, chosen freely, are in the same ones with a chance of one in "n choose
 * c"; a few objects can prove much, but one or two cannot. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/structure/squill-structure.h"

#include <math.h>

#define MIN_PRESENT 3u
#define MIN_ABSENT 3u
#define MIN_ABSENT_SHARE 0.01
#define CHANCE 0.001
#define MAX_ALTERNATIVES 16u
#define MAX_STEPS 20000u

/* Fields of the same objects, and which others are never beside them. */
typedef struct
{
  const SquillPath *path;
  GPtrArray *fields; /* one of each class, the most frequent first */
  SquillKeyMask with[SQUILL_KEY_SLOTS];
  SquillKeyMask always[SQUILL_KEY_SLOTS];
  guint64 objects;
  const SquillPath *chosen[MAX_ALTERNATIVES];
  guint steps;
} Search;

static double
log_choose (guint64 n, guint64 k)
{
  return lgamma ((double)n + 1) - lgamma ((double)k + 1) - lgamma ((double)(n - k) + 1);
}

static SquillFieldGroup *
new_group (SquillFieldGroupKind kind, const SquillPath *parent, guint64 count, double log_chance)
{
  SquillFieldGroup *self = g_new0 (SquillFieldGroup, 1);

  self->kind = kind;
  self->parent = parent;
  self->fields = g_ptr_array_new ();
  self->count = count;
  self->confidence = 0.99 - exp (log_chance);
  return self;
}

static gboolean
is_explained (GPtrArray *variants, const SquillPath *field)
{
  for (guint i = 0; i < variants->len; i++)
    {
      const SquillVariant *variant = g_ptr_array_index (variants, i);

      if (variant->path == field->parent && squill_variant_decides (variant, field))
        return TRUE;
    }
  return FALSE;
}

static gboolean
may_group (const Search *search, GPtrArray *variants, const SquillPath *field)
{
  return field->slot < SQUILL_KEY_SLOTS && field->present >= MIN_PRESENT &&
         field->present + MIN_ABSENT <= search->objects && !is_explained (variants, field);
}

static gboolean
are_together (const Search *search, const SquillPath *a, const SquillPath *b)
{
  return a->present == b->present && squill_key_mask_has (&search->always[a->slot], b->slot) &&
         squill_key_mask_has (&search->always[b->slot], a->slot);
}

/* Also leaves one field of each class in the search. */
static void
find_together (Search *search, GPtrArray *groups)
{
  double log_pairs = 2 * log (MAX (search->path->n_fields, 2));

  for (guint i = 0; i < search->fields->len; i++)
    {
      const SquillPath *field = g_ptr_array_index (search->fields, i);
      guint64 absent = search->objects - field->present;
      double chance = log_pairs - log_choose (search->objects, field->present);
      SquillFieldGroup *group =
          new_group (SQUILL_FIELD_GROUP_TOGETHER, search->path, field->present, chance);

      g_ptr_array_add (group->fields, (gpointer)field);
      for (guint j = i + 1; j < search->fields->len;)
        {
          const SquillPath *other = g_ptr_array_index (search->fields, j);

          if (!are_together (search, field, other))
            {
              j++;
              continue;
            }
          g_ptr_array_add (group->fields, (gpointer)other);
          g_ptr_array_remove_index (search->fields, j);
        }
      if (group->fields->len > 1 && chance < log (CHANCE) &&
          (double)absent >= MIN_ABSENT_SHARE * (double)search->objects)
        g_ptr_array_add (groups, group);
      else
        squill_field_group_free (group);
    }
}

static gboolean
excludes_chosen (const Search *search, guint n_chosen, const SquillPath *field)
{
  for (guint i = 0; i < n_chosen; i++)
    if (squill_key_mask_has (&search->with[search->chosen[i]->slot], field->slot) ||
        squill_key_mask_has (&search->with[field->slot], search->chosen[i]->slot))
      return FALSE;
  return TRUE;
}

/* Adds fields that are never beside those chosen until each object has one. */
static guint
choose_alternatives (Search *search, guint n_chosen, guint from, guint64 left)
{
  if (left == 0)
    return n_chosen;
  if (n_chosen == MAX_ALTERNATIVES)
    return 0;
  for (guint i = from; i < search->fields->len; i++)
    {
      const SquillPath *field = g_ptr_array_index (search->fields, i);
      guint found;

      if (search->steps++ > MAX_STEPS)
        return 0;
      if (field->present > left || !excludes_chosen (search, n_chosen, field))
        continue;
      search->chosen[n_chosen] = field;
      found = choose_alternatives (search, n_chosen + 1, i + 1, left - field->present);
      if (found > 0)
        return found;
    }
  return 0;
}

static int
compare_presence (gconstpointer a, gconstpointer b)
{
  const SquillPath *left = *(const SquillPath *const *)a;
  const SquillPath *right = *(const SquillPath *const *)b;

  if (left->present != right->present)
    return left->present > right->present ? -1 : 1;
  /* The order of the documents stays. */
  return 0;
}

static void
find_exclusive (Search *search, GPtrArray *groups)
{
  double log_pairs = 2 * log (MAX (search->path->n_fields, 2));

  g_ptr_array_sort (search->fields, compare_presence);
  while (search->fields->len > 1)
    {
      const SquillPath *first = g_ptr_array_index (search->fields, 0);
      guint n;

      search->chosen[0] = first;
      search->steps = 0;
      n = choose_alternatives (search, 1, 1, search->objects - first->present);
      if (n > 1)
        {
          guint64 left = search->objects;
          double chance = log_pairs;
          SquillFieldGroup *group;

          for (guint i = 0; i < n; i++)
            {
              chance -= log_choose (left, search->chosen[i]->present);
              left -= search->chosen[i]->present;
            }
          group = new_group (SQUILL_FIELD_GROUP_EXCLUSIVE, search->path, search->objects, chance);
          for (guint i = 0; i < n; i++)
            g_ptr_array_add (group->fields, (gpointer)search->chosen[i]);
          if (chance < log (CHANCE))
            g_ptr_array_add (groups, group);
          else
            squill_field_group_free (group);
          for (guint i = 1; i < n; i++)
            g_ptr_array_remove (search->fields, (gpointer)search->chosen[i]);
        }
      g_ptr_array_remove_index (search->fields, 0);
    }
}

static void
find_at (GPtrArray *groups, const SquillPath *path, GPtrArray *variants)
{
  const SquillKeySets *sets = path->key_sets;
  g_autofree Search *search = NULL;

  if (sets == NULL || (sets->n_sets < 2 && sets->rest.objects == 0) ||
      (path->values != NULL &&
       squill_key_sets_get_objects (sets) != squill_path_get_objects (path)))
    return;
  search = g_new0 (Search, 1);
  search->path = path;
  search->objects = squill_path_get_objects (path);
  search->fields = g_ptr_array_new ();
  squill_key_sets_relate (sets, search->with, search->always);
  for (const SquillPath *field = path->first; field != NULL; field = field->next)
    if (may_group (search, variants, field))
      g_ptr_array_add (search->fields, (gpointer)field);
  find_together (search, groups);
  find_exclusive (search, groups);
  g_ptr_array_unref (search->fields);
}

void
squill_field_group_free (SquillFieldGroup *self)
{
  if (self == NULL)
    return;
  g_ptr_array_unref (self->fields);
  g_free (self);
}

/**
 * squill_field_groups_find:
 * @root: the path of a collection's documents
 * @variants: (element-type SquillVariant): what is known of objects of several kinds; fields that
 * these explain are in no group
 *
 * Returns: (transfer full) (element-type SquillFieldGroup): the fields that have to do with each
 * other; they are good as long as @root is
 */
GPtrArray *
squill_field_groups_find (const SquillPath *root, GPtrArray *variants)
{
  GPtrArray *groups = g_ptr_array_new_with_free_func ((GDestroyNotify)squill_field_group_free);

  for (const SquillPath *path = root; path != NULL; path = squill_path_next (path, root, FALSE))
    find_at (groups, path, variants);
  return groups;
}

/**
 * squill_field_group_kind_get_name:
 * @kind: a kind
 *
 * Returns: (transfer none): its name on the command line
 */
const char *
squill_field_group_kind_get_name (SquillFieldGroupKind kind)
{
  return kind == SQUILL_FIELD_GROUP_TOGETHER ? "together" : "exclusive";
}

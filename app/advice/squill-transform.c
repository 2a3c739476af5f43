/* SPDX-License-Identifier: Apache-2.0 */

/* The patterns, and what each would do to an item of a model. */

#define G_LOG_DOMAIN "squill-advice"

#include "config.h"

#include "advice/squill-transform-private.h"

static const SquillPatternEntry *const families[] = {
  _squill_patterns_placements, _squill_patterns_trees,       _squill_patterns_kinds,
  _squill_patterns_views,      _squill_patterns_ageing,      _squill_patterns_versions,
  _squill_patterns_keywords,   _squill_patterns_guards,      _squill_patterns_slots,
  _squill_patterns_copies,     _squill_patterns_attributes,  _squill_patterns_outliers,
  _squill_patterns_computed,   _squill_patterns_time_series,
};

typedef struct
{
  GPtrArray *entries;
  GArray *patterns;
} Catalog;

/* Made once, and there as long as the program. */
static const Catalog *
get_catalog (void)
{
  static gsize made = 0;
  static Catalog catalog;

  if (g_once_init_enter (&made))
    {
      catalog.entries = g_ptr_array_new ();
      catalog.patterns = g_array_new (FALSE, FALSE, sizeof (SquillPattern));
      for (guint i = 0; i < G_N_ELEMENTS (families); i++)
        for (const SquillPatternEntry *entry = families[i]; entry->pattern.id != NULL; entry++)
          {
            g_ptr_array_add (catalog.entries, (gpointer)entry);
            g_array_append_val (catalog.patterns, entry->pattern);
          }
      g_once_init_leave (&made, 1);
    }
  return &catalog;
}

/**
 * squill_patterns_get:
 * @n: (out): how many there are
 *
 * Returns: (transfer none) (array length=n): all patterns, in the order in which they are offered
 */
const SquillPattern *
squill_patterns_get (guint *n)
{
  const Catalog *catalog = get_catalog ();

  g_return_val_if_fail (n != NULL, NULL);

  *n = catalog->patterns->len;
  return (const SquillPattern *)(gconstpointer)catalog->patterns->data;
}

/**
 * squill_patterns_find:
 * @id: the id of a pattern, such as "subset"
 *
 * Returns: (transfer none) (nullable): the pattern
 */
const SquillPattern *
squill_patterns_find (const char *id)
{
  const Catalog *catalog = get_catalog ();

  g_return_val_if_fail (id != NULL, NULL);

  for (guint i = 0; i < catalog->patterns->len; i++)
    {
      const SquillPattern *pattern = &g_array_index (catalog->patterns, SquillPattern, i);

      if (g_str_equal (pattern->id, id))
        return pattern;
    }
  return NULL;
}

/**
 * _squill_transform_refuse:
 * @reason: (out) (nullable): where to leave @text
 * @text: (transfer full): why a pattern does not fit, a sentence
 *
 * Returns: %NULL
 */
SquillFix *
_squill_transform_refuse (char **reason, char *text)
{
  if (reason != NULL)
    *reason = text;
  else
    g_free (text);
  return NULL;
}

/**
 * squill_transform_copy:
 * @self: a transform
 *
 * Returns: (transfer full): a copy
 */
SquillTransform *
squill_transform_copy (const SquillTransform *self)
{
  SquillTransform *copy;

  g_return_val_if_fail (self != NULL, NULL);

  copy = g_new0 (SquillTransform, 1);
  copy->pattern = self->pattern;
  copy->subject = g_strdup (self->subject);
  copy->reason = g_strdup (self->reason);
  if (self->fix != NULL)
    copy->fix = _squill_fix_copy (self->fix);
  return copy;
}

/**
 * squill_transform_free:
 * @self: (nullable): a transform
 *
 * Frees it.
 */
void
squill_transform_free (SquillTransform *self)
{
  if (self == NULL)
    return;
  _squill_fix_free (self->fix);
  g_free (self->reason);
  g_free (self->subject);
  g_free (self);
}

static SquillTransformMake
get_make (const SquillPatternEntry *entry, SquillKind kind)
{
  switch (kind)
    {
    case SQUILL_KIND_ENTITY:
      return entry->of_entity;
    case SQUILL_KIND_FIELD:
      return entry->of_field;
    case SQUILL_KIND_RELATIONSHIP:
      return entry->of_relationship;
    case SQUILL_KIND_OPERATION:
      return entry->of_operation;
    case SQUILL_KIND_MODEL:
    case SQUILL_KIND_INDEX:
    case SQUILL_KIND_COPY:
    case SQUILL_KIND_NOTE:
    case SQUILL_KIND_GROUP:
    case SQUILL_KIND_DISMISSAL:
    case SQUILL_KIND_ALTERNATIVE:
    case SQUILL_KIND_VIEW:
    default:
      return NULL;
    }
}

/**
 * squill_advice_list_transforms:
 * @self: advice
 * @subject: the id of an item of its model
 *
 * Looks what each pattern would do to an entity, relationship, field or operation. Patterns that
 * are not about such items are left out; about other items there are none.
 *
 * Returns: (transfer full) (element-type SquillTransform): each pattern with its fix or its reason,
 *   in the order of squill_patterns_get(); to be applied before the model changes
 */
GPtrArray *
squill_advice_list_transforms (SquillAdvice *self, const char *subject)
{
  GPtrArray *transforms = g_ptr_array_new_with_free_func ((GDestroyNotify)squill_transform_free);
  const Catalog *catalog = get_catalog ();
  const SquillItem *item;
  SquillRun run = { 0 };

  g_return_val_if_fail (SQUILL_IS_ADVICE (self), transforms);
  g_return_val_if_fail (subject != NULL, transforms);

  item = squill_model_get_item (squill_design_get_model (squill_advice_get_design (self)), subject);
  if (item == NULL)
    return transforms;
  _squill_advice_begin_run (self, &run);
  for (guint i = 0; i < catalog->entries->len; i++)
    {
      const SquillPatternEntry *entry = catalog->entries->pdata[i];
      const gboolean stores = entry->stores && item->kind == SQUILL_KIND_RELATIONSHIP;
      const SquillTransformMake make = get_make (entry, item->kind);
      SquillTransform *transform;

      if (!stores && make == NULL)
        continue;
      transform = g_new0 (SquillTransform, 1);
      transform->pattern = &entry->pattern;
      transform->subject = g_strdup (subject);
      transform->fix =
          stores ? _squill_fix_new_pattern_placement (&run, (const SquillRelationship *)item,
                                                      entry->placement, &transform->reason)
                 : make (&run, item, &transform->reason);
      g_ptr_array_add (transforms, transform);
    }
  _squill_run_end (&run);
  return transforms;
}

/**
 * squill_advice_apply_transform:
 * @self: advice
 * @transform: one of squill_advice_list_transforms(), since which the model has not changed
 * @error: as squill_model_apply()
 *
 * Makes the edits of a transform, as one step that undo takes back. On failure the model stays as
 * it was.
 *
 * Returns: %TRUE if they were made; %FALSE also if the pattern does not fit
 */
gboolean
squill_advice_apply_transform (SquillAdvice *self, const SquillTransform *transform, GError **error)
{
  g_return_val_if_fail (SQUILL_IS_ADVICE (self), FALSE);
  g_return_val_if_fail (transform != NULL, FALSE);

  return transform->fix != NULL &&
         squill_fix_apply (transform->fix,
                           squill_design_get_model (squill_advice_get_design (self)), error);
}

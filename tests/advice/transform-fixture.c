/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include "transform-fixture.h"

#include <string.h>

#include "fix-meaning.h"
#include "model/squill-model-file.h"

const SquillTransform *
find_transform (const GPtrArray *transforms, const char *pattern)
{
  for (guint i = 0; i < transforms->len; i++)
    {
      const SquillTransform *transform = transforms->pdata[i];

      if (g_str_equal (transform->pattern->id, pattern))
        return transform;
    }
  g_error ("No pattern %s", pattern);
}

/* Applies a pattern that has to fit. */
void
apply (SquillAdvice *advice, const char *subject, const char *pattern)
{
  g_autoptr (GPtrArray) transforms = squill_advice_list_transforms (advice, subject);
  const SquillTransform *transform = find_transform (transforms, pattern);

  if (transform->fix == NULL)
    g_error ("%s does not fit: %s", pattern, transform->reason);
  assert_transform_keeps_meaning (advice, transform);
}

/* The reason why a pattern does not fit must have a word. */
void
assert_refused (SquillAdvice *advice, const char *subject, const char *pattern, const char *word)
{
  g_autoptr (GPtrArray) transforms = squill_advice_list_transforms (advice, subject);
  const SquillTransform *transform = find_transform (transforms, pattern);

  g_assert_null (transform->fix);
  if (strstr (transform->reason, word) == NULL)
    g_error ("%s is refused because: %s", pattern, transform->reason);
}

static void
check_transform (SquillAdvice *advice, const char *subject, guint number)
{
  SquillModel *model = squill_design_get_model (squill_advice_get_design (advice));
  g_autofree char *before = squill_model_to_data (model, NULL);
  g_autofree char *undone = NULL;
  g_autoptr (GPtrArray) transforms = squill_advice_list_transforms (advice, subject);
  const SquillTransform *transform = transforms->pdata[number];

  g_assert_cmpstr (transform->subject, ==, subject);
  if (transform->fix == NULL)
    {
      g_assert_nonnull (transform->reason);
      g_test_message ("%s of %s: %s", transform->pattern->id, subject, transform->reason);
      if (!g_str_has_suffix (transform->reason, "."))
        g_error ("No sentence: %s", transform->reason);
      return;
    }
  g_assert_null (transform->reason);
  g_assert_cmpuint (transform->fix->edits->len, >, 0);
  g_test_message ("%s of %s: %s", transform->pattern->id, subject, transform->fix->label);
  assert_transform_keeps_meaning (advice, transform);
  g_assert_true (squill_model_undo (model));
  undone = squill_model_to_data (model, NULL);
  g_assert_cmpstr (before, ==, undone);
}

static void
list_ids (const SquillItem *item, GPtrArray *ids)
{
  for (guint i = 0; item->children != NULL && i < item->children->len; i++)
    {
      const SquillItem *child = item->children->pdata[i];

      g_ptr_array_add (ids, g_strdup (child->id));
      list_ids (child, ids);
    }
}

/* Applies each that fits, of those whose names begin with @only (nullable), and takes it back.
 * Gives how many fitted. */
guint
check_transforms (SquillModel *model, const char *only)
{
  g_autoptr (SquillDesign) design = squill_design_new (model);
  g_autoptr (SquillAdvice) advice = squill_advice_new (design);
  g_autoptr (GPtrArray) ids = g_ptr_array_new_with_free_func (g_free);
  guint n = 0;

  list_ids (&squill_model_get_info (model)->item, ids);
  for (guint i = 0; i < ids->len; i++)
    {
      g_autoptr (GPtrArray) transforms = squill_advice_list_transforms (advice, ids->pdata[i]);

      for (guint k = 0; k < transforms->len; k++)
        {
          const SquillTransform *transform = transforms->pdata[k];

          if (only != NULL && !g_str_has_prefix (transform->pattern->id, only))
            continue;
          n += transform->fix != NULL;
          check_transform (advice, ids->pdata[i], k);
        }
    }
  return n;
}

const SquillField *
find_field (SquillModel *model, const char *owner, const char *name)
{
  SQUILL_FOR_EACH_CHILD (SquillField, field, squill_model_get_item (model, owner),
                         SQUILL_KIND_FIELD)
    {
      if (g_str_equal (field->name, name))
        return field;
    }
  g_error ("%s has no field %s", owner, name);
}

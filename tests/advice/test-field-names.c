/* SPDX-License-Identifier: Apache-2.0 */

/* No two fields of one object have one name, unless a person named them so: then a rule says it,
 * and its fix gives one of them another. */

#include "config.h"

#include "advice-fixture.h"
#include "advice/squill-advised.h"
#include "advice/squill-transform.h"
#include "model/squill-placement.h"
#include "random-model.h"

#define N_MODELS 150

/* Models that were found in long nights. */
static const guint found_seeds[] = { 191, 206, 214, 240, 382, 451, 502, 820, 1339, 1934, 2489 };
#define MAX_FIXES 60

/* Names that much of what is stored has, or can get. */
static const char *const names[] = { "a", "b", "id", "count", "eaa", "eab", "raf", "position" };

static const char *
pick_name (GRand *random)
{
  return names[g_rand_int_range (random, 0, G_N_ELEMENTS (names))];
}

static GPtrArray *
list_ids (SquillModel *model, SquillKind kind)
{
  GPtrArray *ids = g_ptr_array_new_with_free_func (g_free);
  guint n;
  gpointer const *items = squill_item_get_children (squill_model_get_info (model), kind, &n);

  for (guint i = 0; i < n; i++)
    g_ptr_array_add (ids, g_strdup (((const SquillItem *)items[i])->id));
  return ids;
}

static void
draw_name (SquillModel *model, GRand *random, const char *owner)
{
  const char *name = pick_name (random);
  g_autofree char *id = g_strconcat (owner, ".", name, NULL);

  if (squill_model_get_item (model, id) == NULL)
    draw_text (model, owner, name, 10);
}

static void
draw_some_copy (SquillModel *model,
                GRand *random,
                const char *relationship,
                const char *source,
                const char *direction)
{
  g_autofree char *field = g_strconcat (source, ".", g_rand_boolean (random) ? "a" : "b", NULL);
  g_autofree char *id = g_strconcat (relationship, ":", field, NULL);

  if (squill_model_get_item (model, id) != NULL)
    return;
  draw_copy (model, relationship, field, direction, g_rand_boolean (random) ? "kept" : "snapshot");
  if (g_rand_double (random) < 0.3)
    {
      g_autofree char *name = g_strdup_printf ("'%s'", pick_name (random));

      change (model, id, "name", name);
    }
}

static void
draw_names (SquillModel *model, GRand *random)
{
  g_autoptr (GPtrArray) entities = list_ids (model, SQUILL_KIND_ENTITY);
  g_autoptr (GPtrArray) relationships = list_ids (model, SQUILL_KIND_RELATIONSHIP);

  for (guint i = 0; i < entities->len; i++)
    if (g_rand_boolean (random))
      draw_name (model, random, entities->pdata[i]);
  for (guint i = 0; i < relationships->len; i++)
    {
      const char *id = relationships->pdata[i];
      const SquillRelationship *r = squill_model_get_relationship (model, id);
      g_autofree char *parent = g_strdup (r->parent), *child = g_strdup (r->child);

      if (g_rand_boolean (random))
        change (model, id, "nest_copies", "true");
      if (g_rand_double (random) < 0.3)
        draw_name (model, random, id);
      if (g_rand_double (random) < 0.4)
        draw_some_copy (model, random, id, parent, "to-child");
      if (g_rand_double (random) < 0.4)
        draw_some_copy (model, random, id, child, "to-parent");
    }
}

static gboolean
find_twice (const SquillShape *shape, gpointer user_data)
{
  GString *found = user_data;
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < shape->children->len; i++)
    {
      const SquillShape *child = shape->children->pdata[i];

      if (!child->rest && *child->name != '\0' && !g_hash_table_add (seen, child->name))
        g_string_append_printf (found, " %s", child->path);
    }
  return TRUE;
}

/* The paths that two fields have (transfer full); empty if there are none. */
static char *
list_twice (SquillAdvice *advice)
{
  SquillDesign *design = squill_advice_get_design (advice);
  GString *found = g_string_new (NULL);

  for (guint i = 0; i < squill_design_get_n_collections (design); i++)
    {
      const SquillCollection *collection = squill_design_get_collection (design, i);
      const gsize length = found->len;

      squill_shape_foreach (collection->shape, find_twice, found);
      if (found->len > length)
        g_string_append_printf (found, " in %s;", collection->name);
    }
  return g_string_free (found, FALSE);
}

static const SquillFinding *
find_duplicate (SquillAdvice *advice)
{
  const GPtrArray *findings = squill_advice_get_findings (advice);

  for (guint i = 0; i < findings->len; i++)
    if (g_str_equal (((const SquillFinding *)findings->pdata[i])->rule, "field-duplicate"))
      return findings->pdata[i];
  return NULL;
}

/* The rule finds what there is, and its fixes mend it. */
static void
mend_names (SquillAdvice *advice)
{
  const SquillFinding *finding;

  for (guint i = 0; (finding = find_duplicate (advice)) != NULL; i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_cmpuint (i, <, MAX_FIXES);
      if (finding->fix == NULL)
        g_error ("No fix: %s", finding->message);
      squill_advice_apply_fix (advice, finding, &error);
      g_assert_no_error (error);
    }
}

static void
assert_once (SquillAdvice *advice, const char *what, const char *subject)
{
  g_autofree char *twice = list_twice (advice);

  if (*twice == '\0')
    return;
  g_test_message ("%s of %s:%s", what, subject, twice);
  g_test_fail ();
}

static void
apply_fixes (SquillAdvice *advice, SquillModel *model)
{
  const guint n = squill_advice_get_findings (advice)->len;

  for (guint i = 0; i < n; i++)
    {
      const GPtrArray *findings = squill_advice_get_findings (advice);
      const SquillFinding *finding = findings->pdata[i];
      g_autofree char *rule = g_strdup (finding->rule), *subject = g_strdup (finding->subject);
      g_autoptr (GError) error = NULL;

      g_assert_cmpuint (findings->len, ==, n);
      if (finding->fix == NULL)
        continue;
      squill_advice_apply_fix (advice, finding, &error);
      g_assert_no_error (error);
      assert_once (advice, rule, subject);
      squill_model_undo (model);
    }
}

static void
apply_transforms (SquillAdvice *advice, SquillModel *model, SquillKind kind)
{
  g_autoptr (GPtrArray) ids = list_ids (model, kind);

  for (guint i = 0; i < ids->len; i++)
    {
      g_autoptr (GPtrArray) transforms = squill_advice_list_transforms (advice, ids->pdata[i]);

      for (guint j = 0; j < transforms->len; j++)
        {
          const SquillTransform *transform = transforms->pdata[j];
          g_autoptr (GError) error = NULL;

          if (transform->fix == NULL)
            continue;
          squill_advice_apply_transform (advice, transform, &error);
          g_assert_no_error (error);
          assert_once (advice, transform->pattern->id, transform->subject);
          squill_model_undo (model);
        }
    }
}

/* As a person does who chooses otherwise than is advised. */
static void
place (SquillAdvice *advice, SquillModel *model)
{
  g_autoptr (GPtrArray) relationships = list_ids (model, SQUILL_KIND_RELATIONSHIP);

  for (guint i = 0; i < relationships->len; i++)
    for (guint j = 0; j < SQUILL_N_PLACEMENTS; j++)
      for (guint copied = 0; copied < 2; copied++)
        {
          const char *id = relationships->pdata[i];

          if (squill_model_get_relationship (model, id)->placement == j ||
              !squill_advice_place_as (advice, id, j, copied, NULL))
            continue;
          assert_once (advice, squill_placement_get_name (j), id);
          squill_model_undo (model);
        }
}

static void
test_random (gconstpointer data)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (GRand) random = g_rand_new_with_seed (GPOINTER_TO_UINT (data));
  g_autoptr (SquillAdvice) advice = NULL;

  draw_random_model (model, random);
  draw_names (model, random);
  advice = advise (model);
  mend_names (advice);
  assert_once (advice, "what is left", "the rule");
  apply_fixes (advice, model);
  apply_transforms (advice, model, SQUILL_KIND_ENTITY);
  apply_transforms (advice, model, SQUILL_KIND_RELATIONSHIP);
  apply_transforms (advice, model, SQUILL_KIND_OPERATION);
  place (advice, model);
}

int
main (int argc, char *argv[])
{
  const char *seeds = g_getenv ("SQUILL_TEST_SEEDS"); /* more of them, for a long night */
  guint n = seeds == NULL ? N_MODELS : (guint)g_ascii_strtoull (seeds, NULL, 10);

  g_test_init (&argc, &argv, NULL);
  for (guint i = 1; i <= n + G_N_ELEMENTS (found_seeds); i++)
    {
      const guint seed = i <= n ? i : found_seeds[i - n - 1];
      g_autofree char *name = g_strdup_printf ("/advice/field-names/%u", seed);

      if (i <= n || seed > n)
        g_test_add_data_func (name, GUINT_TO_POINTER (seed), test_random);
    }
  return g_test_run ();
}

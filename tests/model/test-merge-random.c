/* SPDX-License-Identifier: Apache-2.0 */

/* What holds for every merge, whatever was edited: a thousand pairs of edits at random. */

#include "config.h"

#include <string.h>

#include "model/squill-authoring.h"
#include "model/squill-model-difference.h"
#include "model/squill-model-file.h"
#include "model/squill-model-merge.h"
#include "random-editor.h"

#define N_ROUNDS 1000
#define N_BASE_EDITS 60
#define MAX_EDITS 15

static SquillModel *
copy (SquillModel *model)
{
  g_autofree char *data = data_of (model);
  g_autoptr (GError) error = NULL;
  SquillModel *again = squill_model_new_from_data (data, strlen (data), &error);

  g_assert_no_error (error);
  return again;
}

static SquillModel *
merge (SquillModel *base, SquillModel *ours, SquillModel *theirs)
{
  g_autoptr (GError) error = NULL;
  SquillModel *merged = squill_models_merge (base, ours, theirs, NULL, &error);

  g_assert_no_error (error);
  return merged;
}

static void
assert_merges_to (SquillModel *base, SquillModel *ours, SquillModel *theirs, SquillModel *expected)
{
  g_autoptr (SquillModel) merged = merge (base, ours, theirs);
  g_autofree char *got = data_of (merged);
  g_autofree char *wanted = data_of (expected);

  g_assert_cmpstr (got, ==, wanted);
}

/* Ids differ by whose they are: two people do not make up the same. */
static void
edit (SquillModel *model, const char *prefix, guint n)
{
  Walk walk = { 0 };

  walk_init (&walk, model, prefix);
  for (guint i = 0; i < n; i++)
    {
      if (one_in (8))
        author_at_random (&walk);
      else
        edit_at_random (&walk);
      collect_all (&walk);
    }
  walk_clear (&walk);
  /* These are what a merge says. */
  squill_model_set (model, SQUILL_MODEL_ID, "conflicts", NULL, NULL);
}

static GHashTable *
conflict_keys (SquillModel *model)
{
  GHashTable *keys = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  const char *key;
  json_t *conflict;

  json_object_foreach (squill_model_get_info (model)->conflicts, key, conflict)
      g_hash_table_add (keys, g_strdup (key));
  return keys;
}

static gboolean
has_key (GHashTable *keys, const SquillModelDifference *difference)
{
  g_autofree char *key = g_strconcat (difference->id, "/", difference->property, NULL);

  return g_hash_table_contains (keys, key);
}

/* Where something stands in a view is no matter of dispute: that of ours is kept. */
static gboolean
is_place (const SquillModelDifference *difference)
{
  return difference->in_layout || (difference->subject == SQUILL_KIND_VIEW &&
                                   (g_strcmp0 (difference->property, "places") == 0 ||
                                    g_strcmp0 (difference->property, "routes") == 0));
}

static void
assert_within (GHashTable *keys, GHashTable *others)
{
  GHashTableIter iter;
  gpointer key;

  g_hash_table_iter_init (&iter, keys);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    if (!g_hash_table_contains (others, key))
      g_error ("“%s” is a conflict on one side only", (const char *)key);
}

/* Whoever merges: but for what is in dispute, and for the diagram, the result is the same. */
static gboolean
assert_symmetric (SquillModel *one, SquillModel *other)
{
  g_autoptr (GHashTable) keys = conflict_keys (one);
  g_autoptr (GHashTable) other_keys = conflict_keys (other);
  g_autoptr (GPtrArray) differences = squill_models_find_differences (one, other);
  GHashTableIter iter;
  gpointer key;

  /* Of two fields that were put into each other one goes back: which, is a matter of the side. */
  g_hash_table_iter_init (&iter, keys);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    if (g_str_has_suffix (key, "/" SQUILL_BELONGS_TO))
      return FALSE;
  assert_within (keys, other_keys);
  assert_within (other_keys, keys);
  for (guint i = 0; i < differences->len; i++)
    {
      const SquillModelDifference *difference = differences->pdata[i];

      if (!is_place (difference) && g_strcmp0 (difference->property, "conflicts") != 0 &&
          g_strcmp0 (difference->property, "order") != 0 && !has_key (keys, difference))
        g_error ("%s", difference->message);
    }
  return TRUE;
}

typedef struct
{
  SquillModel *base;
  SquillModel *own;
  SquillModel *other;
  SquillModel *merged;
} Survival;

/* Whether the other side added what may be the same: that has one id of the two afterwards. */
static gboolean
has_counterpart (const Survival *survival, const SquillItem *item, const SquillItem *others)
{
  gboolean is_added = others->kind == item->kind &&
                      squill_model_get_item (survival->base, others->id) == NULL &&
                      squill_model_get_item (survival->own, others->id) == NULL;

  for (guint i = 0; !is_added && others->children != NULL && i < others->children->len; i++)
    is_added = has_counterpart (survival, item, others->children->pdata[i]);
  return is_added;
}

/* What nobody removed is there: on both sides, or added on one. A dismissal goes with its subject.
 */
static void
assert_survives (const Survival *survival, const SquillItem *item)
{
  gboolean is_in_other = squill_model_get_item (survival->other, item->id) != NULL;

  if (item->kind != SQUILL_KIND_MODEL && item->kind != SQUILL_KIND_DISMISSAL &&
      (is_in_other ||
       (squill_model_get_item (survival->base, item->id) == NULL &&
        !has_counterpart (survival, item, &squill_model_get_info (survival->other)->item))) &&
      squill_model_get_item (survival->merged, item->id) == NULL)
    g_error ("“%s” is lost", item->id);
  for (guint i = 0; item->children != NULL && i < item->children->len; i++)
    assert_survives (survival, item->children->pdata[i]);
}

static void
assert_all_survive (SquillModel *base, SquillModel *ours, SquillModel *theirs, SquillModel *merged)
{
  const Survival one = { base, ours, theirs, merged }, other = { base, theirs, ours, merged };

  assert_survives (&one, &squill_model_get_info (ours)->item);
  assert_survives (&other, &squill_model_get_info (theirs)->item);
}

/* Each choice can be made, and what is then there opens. */
static void
resolve_all (SquillModel *model, SquillMergeSide side)
{
  g_autoptr (SquillModel) again = NULL;

  for (;;)
    {
      g_autoptr (GPtrArray) conflicts = squill_model_list_conflicts (model);
      g_autoptr (GError) error = NULL;
      gboolean done = FALSE;

      for (guint i = 0; i < conflicts->len && !done; i++)
        {
          const SquillConflict *conflict = conflicts->pdata[i];

          done = squill_model_resolve_conflict (model, conflict->key, side, &error);
          if (done)
            continue;
          /* It cannot be had any more, and it is said why. */
          g_assert_nonnull (error);
          g_clear_error (&error);
          done = squill_model_resolve_conflict (model, conflict->key, SQUILL_MERGE_OURS, &error);
          g_assert_no_error (error);
        }
      if (!done)
        {
          g_assert_cmpuint (conflicts->len, ==, 0);
          break;
        }
    }
  again = copy (model);
  g_assert_nonnull (again);
}

static void
test_random_pairs (void)
{
  guint n_conflicts = 0, n_clean = 0, n_symmetric = 0;

  for (guint round = 0; round < N_ROUNDS; round++)
    {
      g_autoptr (SquillModel) drawn = squill_model_new ();
      g_autoptr (SquillModel) base = NULL;
      g_autoptr (SquillModel) ours = NULL;
      g_autoptr (SquillModel) theirs = NULL;
      g_autoptr (SquillModel) merged = NULL;
      g_autoptr (SquillModel) mirrored = NULL;
      g_autoptr (SquillModel) again = NULL;
      g_autoptr (GHashTable) keys = NULL;
      g_autofree char *data = NULL;
      g_autofree char *data_again = NULL;

      edit (drawn, "b", N_BASE_EDITS);
      base = copy (drawn);
      ours = copy (drawn);
      theirs = copy (drawn);
      edit (ours, "o", 1 + pick (MAX_EDITS));
      edit (theirs, "t", 1 + pick (MAX_EDITS));

      assert_merges_to (base, ours, ours, ours);
      assert_merges_to (base, ours, base, ours);
      assert_merges_to (base, base, theirs, theirs);

      merged = merge (base, ours, theirs);
      again = copy (merged);
      data = data_of (merged);
      data_again = data_of (again);
      g_assert_cmpstr (data_again, ==, data);
      mirrored = merge (base, theirs, ours);
      assert_all_survive (base, ours, theirs, merged);
      assert_all_survive (base, ours, theirs, mirrored);
      n_symmetric += assert_symmetric (merged, mirrored);
      keys = conflict_keys (merged);
      n_conflicts += g_hash_table_size (keys);
      n_clean += g_hash_table_size (keys) == 0;
      resolve_all (merged, SQUILL_MERGE_THEIRS);
      resolve_all (mirrored, SQUILL_MERGE_BASE);
    }
  g_test_message ("%u conflicts in %d merges, of which %u are clean and %u were compared mirrored",
                  n_conflicts, N_ROUNDS, n_clean, n_symmetric);
  /* What never happens is not tested. */
  g_assert_cmpuint (n_conflicts, >, N_ROUNDS / 10);
  g_assert_cmpuint (n_clean, >, N_ROUNDS / 10);
  g_assert_cmpuint (n_symmetric, >, N_ROUNDS / 2);
}

#define N_NESTED 4

/* Puts fields into each other and removes them. */
static void
edit_nested (SquillModel *model)
{
  for (int n = 1 + pick (4); n > 0; n--)
    {
      g_autofree char *id = g_strdup_printf ("f%d", pick (N_NESTED));
      g_autofree char *around = g_strdup_printf ("f%d", pick (N_NESTED));
      g_autoptr (SquillEdit) made = squill_edit_new_move (id, one_in (4) ? "e" : around, "V");

      if (squill_model_get_item (model, id) == NULL)
        continue;
      if (one_in (5))
        squill_model_delete (model, (const char *[]){ id, NULL });
      else
        squill_model_apply (model, made, NULL);
    }
}

/* Circles come of moving alone: many short edits find more of them than long ones of all kinds. */
static void
test_nested (void)
{
  guint n_conflicts = 0;

  for (guint round = 0; round < 4 * N_ROUNDS; round++)
    {
      g_autoptr (SquillModel) base = squill_model_new ();
      g_autoptr (SquillModel) ours = NULL;
      g_autoptr (SquillModel) theirs = NULL;
      g_autoptr (SquillModel) merged = NULL;
      g_autoptr (GPtrArray) conflicts = NULL;

      for (guint i = 0; i <= N_NESTED; i++)
        {
          g_autofree char *id = i == 0 ? g_strdup ("e") : g_strdup_printf ("f%u", i - 1);
          g_autoptr (SquillEdit) made =
              squill_edit_new_add (i == 0 ? SQUILL_KIND_ENTITY : SQUILL_KIND_FIELD, id,
                                   i == 0 ? SQUILL_MODEL_ID : "e", json_pack ("{s:s}", "name", id));
          g_autoptr (GError) error = NULL;

          squill_model_apply (base, made, &error);
          g_assert_no_error (error);
        }
      edit_nested (base);
      ours = copy (base);
      theirs = copy (base);
      edit_nested (ours);
      edit_nested (theirs);
      merged = merge (base, ours, theirs);
      assert_all_survive (base, ours, theirs, merged);
      conflicts = squill_model_list_conflicts (merged);
      n_conflicts += conflicts->len;
      resolve_all (merged, SQUILL_MERGE_THEIRS);
    }
  g_assert_cmpuint (n_conflicts, >, N_ROUNDS);
}

/* What only a newer program knows is kept where it is, but no edit brings it anywhere. */
static gboolean
is_unknown_choice (const SquillModelDifference *difference)
{
  const SquillProperty *property =
      difference->property == NULL
          ? NULL
          : squill_kind_find_property (difference->subject, difference->property);
  const char *choice = json_string_value (difference->to);

  return property != NULL && property->type == SQUILL_PROPERTY_CHOICE && choice != NULL &&
         !g_strv_contains (property->choices, choice);
}

/* A model becomes like another, and what it was by undoing one step. */
static void
test_take_over (void)
{
  for (guint round = 0; round < N_ROUNDS / 4; round++)
    {
      g_autoptr (SquillModel) drawn = squill_model_new ();
      g_autoptr (SquillModel) one = NULL;
      g_autoptr (SquillModel) other = NULL;
      g_autoptr (GPtrArray) differences = NULL;
      g_autoptr (SquillModel) again = NULL;
      g_autofree char *before = NULL;
      g_autofree char *after = NULL;
      guint n, left;

      edit (drawn, "b", N_BASE_EDITS);
      one = copy (drawn);
      other = copy (drawn);
      edit (one, "o", 1 + pick (MAX_EDITS));
      edit (other, "t", 1 + pick (MAX_EDITS));
      squill_model_clear_history (one);
      before = data_of (one);
      differences = squill_models_find_differences (one, other);
      n = differences->len;
      left = squill_model_take_over_all (one, other);
      g_ptr_array_unref (differences);
      differences = squill_models_find_differences (one, other);
      g_assert_cmpuint (differences->len, ==, left);
      for (guint i = 0; i < left; i++)
        if (!is_unknown_choice (differences->pdata[i]))
          g_error ("%u of %u are left: %s", left, n,
                   ((SquillModelDifference *)differences->pdata[i])->message);
      again = copy (one);
      g_assert_nonnull (again);
      while (squill_model_undo (one))
        ;
      after = data_of (one);
      g_assert_cmpstr (after, ==, before);
    }
}

/* Items to which both sides add and of which both set properties, but never the same. */
static void
edit_disjoint (SquillModel *model, Walk *walk, guint side, GPtrArray *edits)
{
  for (guint i = 0; i < MAX_EDITS; i++)
    {
      GPtrArray *ids = walk->ids[pick (SQUILL_N_KINDS)];
      g_autoptr (SquillEdit) made = NULL;
      const SquillItem *item;
      const SquillProperty *properties;
      guint n, which;

      if (ids->len == 0)
        continue;
      item = squill_model_get_item (walk->model, ids->pdata[pick ((int)ids->len)]);
      properties = squill_kind_get_properties (item->kind, &n);
      which = (guint)pick ((int)n);
      if (one_in (4))
        {
          g_autofree char *id = g_strdup_printf ("%s%u", side == 0 ? "o" : "t", walk->n_made++);

          made = squill_edit_new_add (SQUILL_KIND_FIELD, id, item->id,
                                      json_pack ("{s:s}", "name", id));
        }
      else if (which % 2 == side)
        made = squill_edit_new_set (item->id, properties[which].name,
                                    make_value (walk, &properties[which]));
      if (made != NULL && squill_model_apply (model, made, NULL))
        g_ptr_array_add (edits, g_steal_pointer (&made));
    }
}

static void
test_disjoint (void)
{
  guint n_edits = 0;

  for (guint round = 0; round < N_ROUNDS; round++)
    {
      g_autoptr (SquillModel) drawn = squill_model_new ();
      g_autoptr (SquillModel) base = NULL;
      g_autoptr (SquillModel) ours = NULL;
      g_autoptr (SquillModel) theirs = NULL;
      g_autoptr (SquillModel) both = NULL;
      g_autoptr (GPtrArray) made =
          g_ptr_array_new_with_free_func ((GDestroyNotify)squill_edit_unref);
      Walk walk = { 0 };

      edit (drawn, "b", N_BASE_EDITS);
      base = copy (drawn);
      ours = copy (drawn);
      theirs = copy (drawn);
      both = copy (drawn);
      walk_init (&walk, base, "b");
      edit_disjoint (ours, &walk, 0, made);
      edit_disjoint (theirs, &walk, 1, made);
      walk_clear (&walk);
      for (guint i = 0; i < made->len; i++)
        {
          g_autoptr (GError) error = NULL;

          squill_model_apply (both, made->pdata[i], &error);
          g_assert_no_error (error);
        }
      n_edits += made->len;
      assert_merges_to (base, ours, theirs, both);
    }
  g_assert_cmpuint (n_edits, >, N_ROUNDS * 5);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/model/merge-random/pairs", test_random_pairs);
  g_test_add_func ("/model/merge-random/nested", test_nested);
  g_test_add_func ("/model/merge-random/disjoint", test_disjoint);
  g_test_add_func ("/model/merge-random/take-over", test_take_over);
  return g_test_run ();
}

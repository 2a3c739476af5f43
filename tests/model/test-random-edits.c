/* SPDX-License-Identifier: Apache-2.0 */

/* A hundred thousand edits at random, of every type, on every kind of items and every property of
 * the property table, with steps, undo and redo between them. Nothing here names a kind or a
 * property: what is added to the model is covered, or the test says that it is not. */

#include "config.h"

#include <string.h>

#include "model/squill-model-file.h"
#include "random-editor.h"

#define N_ROUNDS 100
#define N_EDITS 1000

static void
step (Walk *walk)
{
  int what = pick (40);

  if (what == 0 && walk->depth < 3)
    {
      squill_model_begin_step (walk->model, "Step", one_in (2) ? "tag" : NULL);
      walk->depth++;
    }
  else if (what < 4 && walk->depth > 0)
    {
      if (one_in (2))
        squill_model_end_step (walk->model);
      else
        squill_model_cancel_step (walk->model);
      walk->depth--;
    }
  else if (what == 4 && walk->depth == 0)
    squill_model_undo (walk->model);
  else if (what == 5 && walk->depth == 0)
    squill_model_redo (walk->model);
  else if (what == 6)
    author_at_random (walk);
  else
    edit_at_random (walk);
  collect_all (walk);
}

static void
walk_once (Walk *walk)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillModel) reloaded = NULL;
  g_autoptr (SquillModel) copy = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *first = data_of (model);
  g_autofree char *last = NULL;
  g_autofree char *text = NULL;
  guint until = walk->n_taken + N_EDITS;

  walk_init (walk, model, "i");
  while (walk->n_taken < until)
    step (walk);
  for (; walk->depth > 0; walk->depth--)
    squill_model_end_step (model);
  walk_clear (walk);

  while (squill_model_redo (model))
    ;
  last = data_of (model);
  reloaded = squill_model_new_from_data (last, strlen (last), &error);
  g_assert_no_error (error);
  text = data_of (reloaded);
  g_assert_cmpstr (text, ==, last);
  g_free (text);
  copy = squill_model_copy (model);
  text = data_of (copy);
  g_assert_cmpstr (text, ==, last);
  g_free (text);

  /* As far as undo reaches, which is not to the beginning of everything. */
  while (squill_model_undo (model))
    ;
  text = data_of (model);
  g_assert_cmpstr (text, ==, first);
  g_free (text);
  while (squill_model_redo (model))
    ;
  text = data_of (model);
  g_assert_cmpstr (text, ==, last);
}

static void
test_random_edits (void)
{
  Walk walk = { 0 };
  guint n_properties = 0;

  properties_set = g_hash_table_new (NULL, NULL);
  for (guint round = 0; round < N_ROUNDS; round++)
    walk_once (&walk);

  for (SquillKind kind = SQUILL_KIND_MODEL; kind < SQUILL_N_KINDS; kind++)
    g_test_message ("kind %d: %u added, %u removed, %u set, %u moved", kind,
                    taken[SQUILL_EDIT_ADD][kind], taken[SQUILL_EDIT_REMOVE][kind],
                    taken[SQUILL_EDIT_SET][kind], taken[SQUILL_EDIT_MOVE][kind]);
  for (SquillKind kind = SQUILL_KIND_MODEL; kind < SQUILL_N_KINDS; kind++)
    {
      guint n;
      const SquillProperty *properties = squill_kind_get_properties (kind, &n);

      if (kind != SQUILL_KIND_MODEL)
        {
          g_assert_cmpuint (taken[SQUILL_EDIT_ADD][kind], >, 0);
          g_assert_cmpuint (taken[SQUILL_EDIT_REMOVE][kind], >, 0);
        }
      g_assert_cmpuint (taken[SQUILL_EDIT_SET][kind], >, 0);
      for (guint i = 0; i < n; i++)
        {
          guint times = GPOINTER_TO_UINT (g_hash_table_lookup (properties_set, &properties[i]));

          n_properties++;
          if (times == 0)
            g_error ("No edit ever set “%s” of kind %d: make_value() knows no value for it",
                     properties[i].name, kind);
        }
    }
  g_test_message ("%u edits, and %u refused ones, over %u properties", walk.n_taken, walk.n_refused,
                  n_properties);
  g_hash_table_unref (properties_set);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/model/edits/random", test_random_edits);
  return g_test_run ();
}

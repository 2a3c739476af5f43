/* SPDX-License-Identifier: Apache-2.0 */

/* What belongs to an item on a diagram, after changes of all kinds: what a look at every line
 * gives. */

#define G_LOG_DOMAIN "squill-test"

#include "config.h"

#include "../bench/layout-models.h"
#include "diagram/squill-diagram-private.h"
#include "model/squill-authoring.h"

#define N_CHANGES 60

typedef struct
{
  SquillModel *model;
  SquillDesign *design;
  SquillDiagram *diagram;
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer data)
{
  fixture->model = layout_model_new (LAYOUT_MODULES, 60, 1);
  fixture->design = squill_design_new (fixture->model);
  fixture->diagram = squill_diagram_new (fixture->design);
  squill_diagram_change_free (squill_diagram_update (fixture->diagram));
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  g_object_unref (fixture->diagram);
  g_object_unref (fixture->design);
  g_object_unref (fixture->model);
}

static GHashTable *
find_near (Fixture *fixture, const char *id)
{
  GHashTable *near = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  squill_diagram_add_connected (fixture->diagram, id, near);
  return near;
}

/* A card with its lines and what they lead to. */
static void
assert_near_card (Fixture *fixture, const SquillCard *card)
{
  g_autoptr (GHashTable) near = find_near (fixture, card->id);
  g_autoptr (GHashTable) wanted = g_hash_table_new (g_str_hash, g_str_equal);
  GHashTableIter iter;
  gpointer id;

  for (guint i = 0; i < squill_diagram_get_n_edges (fixture->diagram); i++)
    {
      const SquillEdge *edge = squill_diagram_get_edge (fixture->diagram, i);

      if (!g_str_equal (edge->from_card, card->id) && !g_str_equal (edge->to_card, card->id))
        continue;
      g_hash_table_add (wanted, (gpointer)edge->id);
      g_hash_table_add (wanted, (gpointer)edge->from_card);
      g_hash_table_add (wanted, (gpointer)edge->to_card);
    }
  g_assert_cmpuint (g_hash_table_size (near), ==, g_hash_table_size (wanted));
  g_hash_table_iter_init (&iter, wanted);
  while (g_hash_table_iter_next (&iter, &id, NULL))
    g_assert_true (g_hash_table_contains (near, id));
}

static const SquillCard *
choose_card (Fixture *fixture)
{
  const gint32 n = (gint32)squill_diagram_get_n_cards (fixture->diagram);

  return squill_diagram_get_card (fixture->diagram, (guint)g_test_rand_int_range (0, n));
}

static const char *
choose_entity (Fixture *fixture)
{
  const SquillCard *card = choose_card (fixture);

  while (card->kind != SQUILL_CARD_COLLECTION)
    card = choose_card (fixture);
  return card->item;
}

static void
change (Fixture *fixture)
{
  g_autofree char *made = NULL;

  switch (g_test_rand_int_range (0, 4))
    {
    case 0:
      made = squill_model_add_relationship (fixture->model, choose_entity (fixture),
                                            choose_entity (fixture), "of",
                                            SQUILL_PLACEMENT_PARENT_REFERENCE);
      break;
    case 1:
      squill_model_delete (fixture->model, (const char *[]){ choose_entity (fixture), NULL });
      break;
    case 2:
      squill_model_undo (fixture->model);
      break;
    default:
      squill_diagram_move_card (fixture->diagram, choose_card (fixture)->id,
                                g_test_rand_double_range (0, 4000),
                                g_test_rand_double_range (0, 4000));
    }
  squill_diagram_change_free (squill_diagram_update (fixture->diagram));
}

static void
test_changes (Fixture *fixture, gconstpointer data)
{
  for (guint i = 0; i < N_CHANGES; i++)
    {
      change (fixture);
      for (guint j = 0; j < squill_diagram_get_n_cards (fixture->diagram); j++)
        assert_near_card (fixture, squill_diagram_get_card (fixture->diagram, j));
    }
}

/* The lines are not gone through again for each card that is selected. */
static void
test_found_once (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GHashTable) first =
      find_near (fixture, squill_diagram_get_card (fixture->diagram, 0)->id);
  GHashTable *meeting = fixture->diagram->meeting;
  g_autoptr (GHashTable) second = NULL;

  g_assert_nonnull (meeting);
  second = find_near (fixture, squill_diagram_get_card (fixture->diagram, 1)->id);
  g_assert_true (fixture->diagram->meeting == meeting);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/diagram/near/changes", Fixture, NULL, set_up, test_changes, tear_down);
  g_test_add ("/diagram/near/found-once", Fixture, NULL, set_up, test_found_once, tear_down);
  return g_test_run ();
}

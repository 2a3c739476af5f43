/* SPDX-License-Identifier: Apache-2.0 */

/* The documents that a comparison of placements speaks of are those that follow when the placement
 * is drawn, whatever was drawn before. */

#include "config.h"

#include "design-fixture.h"
#include "design/squill-cost.h"
#include "model/squill-placement.h"

static const char *const placements[] = { "embed-many", "child-references", "parent-reference",
                                          "two-way",    "junction",         "subset",
                                          "bucket" };

/* Shops have shelves, and "r" is between these and goods, of which each may stand on several. */
static SquillModel *
draw_shop (gboolean is_embedded, gboolean has_links, gboolean has_copies)
{
  SquillModel *model = squill_model_new ();

  draw_entity (model, "shop");
  draw_field (model, "shop", "name", "string:20");
  draw_entity (model, "shelf");
  draw_field (model, "shelf", "row", "int");
  draw_entity (model, "good");
  draw_field (model, "good", "title", "string:30");
  draw_count (model, "shop", 10);
  draw_count (model, "shelf", 100);
  draw_count (model, "good", 400);
  draw_relationship (model, "shelves", "shop", "shelf",
                     is_embedded ? "embed-many" : "parent-reference", "1..10..20", "1");
  draw_relationship (model, "r", "shelf", "good", "two-way", "0..8..30", "1..2..5");
  change (model, "r", "bound", "4");
  if (has_links)
    draw_field (model, "r", "since", "date");
  if (has_copies)
    {
      draw_copy (model, "r", "good.title", "to-parent");
      draw_copy (model, "r", "shelf.row", "to-child");
    }
  return model;
}

static const SquillPlacementOption *
find_plain (const GPtrArray *options, SquillPlacement placement)
{
  for (guint i = 0; i < options->len; i++)
    {
      const SquillPlacementOption *option = options->pdata[i];

      if (option->placement == placement && !option->copied)
        return option;
    }
  return NULL;
}

static SquillTriple
get_parent_bytes (SquillModel *model)
{
  g_autoptr (SquillDesign) design = squill_design_new (model);
  const SquillCollection *around = squill_design_find_collection (design, "shelf");

  return (around != NULL ? around : squill_design_find_collection (design, "shop"))->shape->bytes;
}

static void
assert_as_drawn (SquillModel *model, const char *drawn, const char *other)
{
  const SquillRelationship *r = squill_model_get_relationship (model, "r");
  g_autoptr (SquillDesign) design = NULL;
  g_autoptr (GPtrArray) options = NULL;
  g_autofree char *json = g_strdup_printf ("'%s'", drawn);
  g_autofree char *other_json = g_strdup_printf ("'%s'", other);
  const SquillPlacementOption *option;
  SquillTriple bytes;

  change (model, "r", "placement", json);
  design = squill_design_new (model);
  options = squill_placements_compare (design, "r");
  change (model, "r", "placement", other_json);
  option = find_plain (options, r->placement);
  if (option == NULL)
    return;
  if (squill_placement_has_bound (option->placement))
    {
      g_autofree char *bound = g_strdup_printf ("%g", option->bound);

      change (model, "r", "bound", isnan (option->bound) ? "null" : bound);
    }
  bytes = get_parent_bytes (model);
  g_test_message ("%s drawn, %s compared", drawn, other);
  g_assert_cmpfloat (option->bytes.min, ==, bytes.min);
  g_assert_cmpfloat (option->bytes.likely, ==, bytes.likely);
  g_assert_cmpfloat (option->bytes.max, ==, bytes.max);
}

/* Options that say what they copy stand beside those that copy nothing; the others copy what is
 * drawn. */
static gboolean
copies_what_is_drawn (const char *placement)
{
  return g_strv_contains ((const char *const[]){ "two-way", "junction", "subset", "bucket", NULL },
                          placement);
}

static void
test_as_drawn (gconstpointer user_data)
{
  const guint which = GPOINTER_TO_UINT (user_data);
  const gboolean has_copies = (which & 4) != 0;

  for (guint i = 0; i < G_N_ELEMENTS (placements); i++)
    for (guint k = 0; k < G_N_ELEMENTS (placements); k++)
      {
        g_autoptr (SquillModel) model = draw_shop ((which & 1) != 0, (which & 2) != 0, has_copies);

        if (!has_copies || copies_what_is_drawn (placements[k]))
          assert_as_drawn (model, placements[i], placements[k]);
      }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/design/options/plain", GUINT_TO_POINTER (0), test_as_drawn);
  g_test_add_data_func ("/design/options/embedded", GUINT_TO_POINTER (1), test_as_drawn);
  g_test_add_data_func ("/design/options/links", GUINT_TO_POINTER (2), test_as_drawn);
  g_test_add_data_func ("/design/options/embedded-links", GUINT_TO_POINTER (3), test_as_drawn);
  g_test_add_data_func ("/design/options/copies", GUINT_TO_POINTER (4), test_as_drawn);
  g_test_add_data_func ("/design/options/embedded-copies", GUINT_TO_POINTER (5), test_as_drawn);
  return g_test_run ();
}

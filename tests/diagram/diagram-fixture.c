/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-test"

#include "config.h"

#include "diagram-fixture.h"

#include "model/squill-model-file.h"

#include <string.h>

/* Takes the model. */
Shown
show_model (SquillModel *model)
{
  Shown shown = { model, squill_design_new (model), NULL };

  shown.diagram = squill_diagram_new (shown.design);
  squill_diagram_change_free (squill_diagram_update (shown.diagram));
  return shown;
}

/* A model with all that a diagram can show. */
Shown
show_gallery (void)
{
  g_autofree char *path =
      g_test_build_filename (G_TEST_DIST, "diagram", "data", "gallery.squill", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GError) error = NULL;
  SquillModel *model = squill_model_load (file, NULL, NULL, &error);

  g_assert_no_error (error);
  return show_model (model);
}

void
shown_clear (Shown *shown)
{
  g_assert_finalize_object (shown->diagram);
  g_assert_finalize_object (shown->design);
  g_assert_finalize_object (shown->model);
}

SquillDiagramChange *
update (Shown *shown)
{
  return squill_diagram_update (shown->diagram);
}

void
set (Shown *shown, const char *id, const char *property, const char *json)
{
  g_autoptr (GError) error = NULL;
  json_t *value = json_loads (json, JSON_DECODE_ANY, NULL);

  g_assert_nonnull (value);
  squill_model_set (shown->model, id, property, value, &error);
  g_assert_no_error (error);
}

const SquillCard *
get_card (Shown *shown, const char *id)
{
  const SquillCard *card = squill_diagram_find_card (shown->diagram, id);

  g_assert_nonnull (card);
  return card;
}

const SquillCardRow *
get_row (const SquillCard *card, const char *path)
{
  for (guint i = 0; i < card->n_rows; i++)
    if (strcmp (card->rows[i].path, path) == 0)
      return &card->rows[i];
  g_error ("%s has no row %s", card->id, path);
}

/* The line of a relationship that leaves a card. */
const SquillEdge *
get_edge (Shown *shown, const char *relationship, const char *from_card)
{
  for (guint i = 0; i < squill_diagram_get_n_edges (shown->diagram); i++)
    {
      const SquillEdge *edge = squill_diagram_get_edge (shown->diagram, i);

      if (strcmp (edge->relationship, relationship) == 0 &&
          strcmp (edge->from_card, from_card) == 0)
        return edge;
    }
  return NULL;
}

gboolean
has (GPtrArray *ids, const char *id)
{
  return g_ptr_array_find_with_equal_func (ids, id, g_str_equal, NULL);
}

static void
dump_rect (GString *text, const SquillRect *rect)
{
  g_string_append_printf (text, " %g,%g %gx%g", rect->x, rect->y, rect->width, rect->height);
}

/* All that a diagram says, as text: equal texts are equal diagrams. */
char *
dump_diagram (SquillDiagram *diagram)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < squill_diagram_get_n_frames (diagram); i++)
    {
      const SquillFrame *frame = squill_diagram_get_frame (diagram, i);

      g_string_append_printf (text, "frame %s %s %s", frame->id, frame->name, frame->tint);
      dump_rect (text, &frame->rect);
      g_string_append_c (text, '\n');
    }
  for (guint i = 0; i < squill_diagram_get_n_cards (diagram); i++)
    {
      const SquillCard *card = squill_diagram_get_card (diagram, i);

      g_string_append_printf (text, "card %s %d %s %s %s %d %.4f %d %s %s", card->id, card->kind,
                              card->full_name, card->size, card->count, card->unbounded, card->load,
                              card->severity, card->tint, card->group_tint);
      dump_rect (text, &card->rect);
      g_string_append_c (text, '\n');
      for (guint j = 0; j < card->n_rows; j++)
        g_string_append_printf (text, "  %u %s: %s %s>%s %s %d%d%d %d\n", card->rows[j].depth,
                                card->rows[j].name, card->rows[j].type, card->rows[j].relationship,
                                card->rows[j].target, card->rows[j].item, card->rows[j].bold,
                                card->rows[j].optional, card->rows[j].block,
                                card->rows[j].severity);
    }
  for (guint i = 0; i < squill_diagram_get_n_edges (diagram); i++)
    {
      const SquillEdge *edge = squill_diagram_get_edge (diagram, i);

      g_string_append_printf (text, "edge %s %d->%s %d %d %d [%s] [%s] [%s] [%s] %g %d\n", edge->id,
                              edge->from_row, edge->to_card, edge->to_row, edge->from_foot,
                              edge->to_foot, edge->from_text, edge->to_text, edge->name,
                              edge->rate_name, edge->rate, edge->kept);
      for (guint j = 0; j < edge->route->n_points; j++)
        g_string_append_printf (text, "  %g,%g", edge->route->points[j].x,
                                edge->route->points[j].y);
      for (guint j = 0; j < edge->route->n_hops; j++)
        g_string_append_printf (text, " hop %u %g", edge->route->hops[j].segment,
                                edge->route->hops[j].at);
      dump_rect (text, &edge->route->from_label);
      dump_rect (text, &edge->route->to_label);
      dump_rect (text, &edge->route->name_label);
      g_string_append_c (text, '\n');
    }
  return g_string_free (text, FALSE);
}

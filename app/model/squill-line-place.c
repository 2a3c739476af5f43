/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-model"

#include "config.h"

#include "model/squill-line-place.h"

#include <math.h>

#include "model/squill-view.h"

static const char *const part_names[] = { "bend", "name", "start", "end" };

/* Farther away, in pixels of the diagram, nobody drags anything. A line that a file leads there
 * would take too long to draw. */
#define MAX_DISTANCE 100000.0

G_STATIC_ASSERT (G_N_ELEMENTS (part_names) == SQUILL_N_LINE_PARTS);

/* All lines of a relationship: a view has its own once something was moved in it. */
static const json_t *
find_lines (SquillModel *self, const char *view, const char *relationship)
{
  const SquillView *shown = squill_model_get_view (self, view);
  const SquillRelationship *item = squill_model_get_relationship (self, relationship);
  const json_t *lines = shown != NULL ? json_object_get (shown->routes, relationship) : NULL;

  return lines != NULL ? lines : item != NULL ? item->lines : NULL;
}

static gboolean
set_lines (SquillModel *self, const char *view, const char *relationship, json_t *lines)
{
  const SquillView *shown = squill_model_get_view (self, view);
  json_t *all;

  if (shown == NULL)
    {
      if (json_object_size (lines) == 0)
        {
          json_decref (lines);
          lines = NULL;
        }
      return squill_model_set (self, relationship, "lines", lines, NULL);
    }
  all = json_is_object (shown->routes) ? json_copy (shown->routes) : json_object ();
  json_object_set_new (all, relationship, lines);
  return squill_model_set (self, view, "routes", all, NULL);
}

/**
 * squill_line_places_equal:
 * @a: places
 * @b: others
 *
 * Returns: %TRUE if the same parts are at the same places
 */
gboolean
squill_line_places_equal (const SquillLinePlaces *a, const SquillLinePlaces *b)
{
  g_return_val_if_fail (a != NULL && b != NULL, FALSE);

  for (guint i = 0; i < SQUILL_N_LINE_PARTS; i++)
    if (a->set[i] != b->set[i] || (a->set[i] && (a->x[i] != b->x[i] || a->y[i] != b->y[i])))
      return FALSE;
  return TRUE;
}

/**
 * squill_model_get_line_places:
 * @self: a model
 * @view: (nullable): id of the view that is shown
 * @relationship: id of a relationship
 * @line: which of its lines
 * @places: (out): where its parts are
 *
 * Finds what of a line was moved by somebody. What a file sets farther away than anybody drags it
 * is 100,000 pixels away.
 */
void
squill_model_get_line_places (SquillModel *self,
                              const char *view,
                              const char *relationship,
                              const char *line,
                              SquillLinePlaces *places)
{
  const json_t *parts;

  g_return_if_fail (SQUILL_IS_MODEL (self));
  g_return_if_fail (relationship != NULL && line != NULL && places != NULL);

  *places = (SquillLinePlaces){ 0 };
  parts = json_object_get (find_lines (self, view, relationship), line);
  for (guint i = 0; i < SQUILL_N_LINE_PARTS; i++)
    {
      const json_t *place = json_object_get (parts, part_names[i]);
      const json_t *x = json_array_get (place, 0), *y = json_array_get (place, 1);

      places->set[i] = json_array_size (place) == 2 && json_is_number (x) && json_is_number (y);
      if (places->set[i])
        {
          places->x[i] = CLAMP (json_number_value (x), -MAX_DISTANCE, MAX_DISTANCE);
          places->y[i] = CLAMP (json_number_value (y), -MAX_DISTANCE, MAX_DISTANCE);
        }
    }
}

/**
 * squill_model_set_line_place:
 * @self: a model
 * @view: (nullable): id of the view that is shown: it is moved in this view only
 * @relationship: id of a relationship
 * @line: which of its lines
 * @part: what of it
 * @x: where it is, as #SquillLinePlaces says
 * @y: where it is
 *
 * Moves a part of a line. Call it within a step.
 *
 * Returns: %TRUE if it was moved
 */
gboolean
squill_model_set_line_place (SquillModel *self,
                             const char *view,
                             const char *relationship,
                             const char *line,
                             SquillLinePart part,
                             double x,
                             double y)
{
  const json_t *before;
  json_t *lines, *parts;

  g_return_val_if_fail (SQUILL_IS_MODEL (self), FALSE);
  g_return_val_if_fail (relationship != NULL && line != NULL, FALSE);
  g_return_val_if_fail (part < SQUILL_N_LINE_PARTS, FALSE);

  before = find_lines (self, view, relationship);
  lines = json_is_object (before) ? json_deep_copy (before) : json_object ();
  parts = json_object_get (lines, line);
  if (!json_is_object (parts))
    {
      parts = json_object ();
      json_object_set_new (lines, line, parts);
    }
  json_object_set_new (parts, part_names[part],
                       json_pack ("[o, o]", squill_json_number (floor (x + 0.5)),
                                  squill_json_number (floor (y + 0.5))));
  return set_lines (self, view, relationship, lines);
}

/**
 * squill_model_has_line_places:
 * @self: a model
 * @view: (nullable): id of the view that is shown
 * @relationship: id of a relationship
 *
 * Returns: %TRUE if anything of its lines was moved
 */
gboolean
squill_model_has_line_places (SquillModel *self, const char *view, const char *relationship)
{
  g_return_val_if_fail (SQUILL_IS_MODEL (self), FALSE);
  g_return_val_if_fail (relationship != NULL, FALSE);

  return json_object_size (find_lines (self, view, relationship)) > 0;
}

/**
 * squill_model_reset_lines:
 * @self: a model
 * @view: (nullable): id of the view that is shown
 * @relationship: id of a relationship
 *
 * Lets the lines of a relationship run as they would if nobody had moved them. Call it within a
 * step.
 *
 * Returns: %TRUE if that changed anything
 */
gboolean
squill_model_reset_lines (SquillModel *self, const char *view, const char *relationship)
{
  g_return_val_if_fail (SQUILL_IS_MODEL (self), FALSE);
  g_return_val_if_fail (relationship != NULL, FALSE);

  return squill_model_has_line_places (self, view, relationship) &&
         set_lines (self, view, relationship, json_object ());
}

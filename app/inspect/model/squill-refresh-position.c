/* SPDX-License-Identifier: Apache-2.0 */

/* Where new entities stand on the diagram: beside what they are related to, in free room. What
 * stands there already stays. The sizes of cards are estimated, as what paints them is not known
 * here. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/model/squill-refresh-position.h"

#include "inspect/model/squill-model-match.h"

#include <math.h>

/* As wide as the widest card, as high as its rows. */
#define CARD_WIDTH 320.0
#define CARD_HEAD 44.0
#define CARD_ROW 24.0
#define MARGIN 48.0
#define STEP 40.0
#define MAX_RINGS 100
#define MAX_ROWS 60u
#define MAX_LEVELS 8u

typedef struct
{
  double x, y, width, height;
} Box;

static guint
count_rows (SquillModel *model, gconstpointer around, guint level)
{
  const SquillItem *item = around;
  guint rows = 0;

  if (level == MAX_LEVELS)
    return 0;
  SQUILL_FOR_EACH_CHILD (SquillField, field, around, SQUILL_KIND_FIELD)
    {
      rows += 1 + count_rows (model, field, level + 1);
    }
  if (item->kind == SQUILL_KIND_ENTITY)
    {
      guint n;
      const SquillRelationship *const *relationships = squill_entity_get_relationships (around, &n);

      for (guint i = 0; i < n && rows < MAX_ROWS; i++)
        if (g_str_equal (relationships[i]->parent, item->id) &&
            !g_str_equal (relationships[i]->child, item->id) &&
            (relationships[i]->placement == SQUILL_PLACEMENT_EMBED_ONE ||
             relationships[i]->placement == SQUILL_PLACEMENT_EMBED_MANY))
          rows += 1 + count_rows (model, squill_model_get_entity (model, relationships[i]->child),
                                  level + 1);
    }
  return MIN (rows, MAX_ROWS);
}

static Box
get_box (SquillModel *model, const SquillEntity *entity)
{
  guint rows = entity->collapsed ? 0 : count_rows (model, entity, 0);

  return (Box){ entity->x, entity->y, CARD_WIDTH, CARD_HEAD + CARD_ROW * rows };
}

static gboolean
overlap (const Box *a, const Box *b)
{
  return a->x < b->x + b->width + MARGIN && b->x < a->x + a->width + MARGIN &&
         a->y < b->y + b->height + MARGIN && b->y < a->y + a->height + MARGIN;
}

static gboolean
is_free (GArray *boxes, const Box *box)
{
  for (guint i = 0; i < boxes->len; i++)
    if (overlap (&g_array_index (boxes, Box, i), box))
      return FALSE;
  return TRUE;
}

static gboolean
stands (const SquillEntity *entity)
{
  return entity != NULL && !isnan (entity->x) && !isnan (entity->y);
}

/* What a new entity belongs beside: what it is related to, or else the last that there is. */
static const SquillEntity *
find_neighbour (SquillModel *model, const SquillEntity *entity)
{
  const SquillEntity *last = NULL;
  guint n;
  const SquillRelationship *const *relationships = squill_entity_get_relationships (entity, &n);

  for (guint i = 0; i < n; i++)
    {
      const SquillRelationship *r = relationships[i];
      const SquillEntity *other = squill_model_get_entity (
          model, g_str_equal (r->parent, entity->item.id) ? r->child : r->parent);

      /* What lives in another is where that is. */
      if (other != entity && stands (other) && squill_entity_is_collection (other))
        return other;
    }
  SQUILL_FOR_EACH_CHILD (SquillEntity, other, squill_model_get_info (model), SQUILL_KIND_ENTITY)
    {
      if (other != entity && stands (other) && squill_entity_is_collection (other))
        last = other;
    }
  return last;
}

/* The free place that is nearest to the neighbour, searched in rings around it. */
static Box
find_room (GArray *boxes, const Box *neighbour, Box box)
{
  const double right = neighbour->x + neighbour->width + MARGIN;
  Box best = box;

  for (int ring = 0; ring < MAX_RINGS; ring++)
    {
      double nearest = INFINITY;

      for (int column = -ring; column <= ring; column++)
        for (int row = -ring; row <= ring; row += ABS (column) == ring || ring == 0 ? 1 : 2 * ring)
          {
            Box here = { right + STEP * column, neighbour->y + STEP * row, box.width, box.height };
            double distance =
                hypot (here.x + here.width / 2 - neighbour->x - neighbour->width / 2,
                       here.y + here.height / 2 - neighbour->y - neighbour->height / 2);

            if (distance < nearest && is_free (boxes, &here))
              {
                nearest = distance;
                best = here;
              }
          }
      if (isfinite (nearest))
        return best;
    }
  /* All is full around it: below everything. */
  best.x = neighbour->x;
  for (guint i = 0; i < boxes->len; i++)
    {
      const Box *other = &g_array_index (boxes, Box, i);

      best.y = i == 0 ? other->y + other->height + MARGIN
                      : MAX (best.y, other->y + other->height + MARGIN);
    }
  return best;
}

static GArray *
collect_boxes (SquillModel *model)
{
  GArray *boxes = g_array_new (FALSE, FALSE, sizeof (Box));

  SQUILL_FOR_EACH_CHILD (SquillEntity, entity, squill_model_get_info (model), SQUILL_KIND_ENTITY)
    {
      Box box = get_box (model, entity);

      if (stands (entity) && squill_entity_is_collection (entity))
        g_array_append_val (boxes, box);
    }
  SQUILL_FOR_EACH_CHILD (SquillNote, note, squill_model_get_info (model), SQUILL_KIND_NOTE)
    {
      Box box = { note->x, note->y, isnan (note->width) ? 200 : note->width,
                  isnan (note->height) ? 100 : note->height };

      if (!isnan (note->x) && !isnan (note->y))
        g_array_append_val (boxes, box);
    }
  return boxes;
}

/**
 * squill_refresh_place_entities:
 * @model: a model
 * @added: (element-type utf8): ids of entities that are new in it
 *
 * Puts new collections beside what they are related to, where nothing else stands. In a model that
 * was never laid out nothing is put anywhere.
 */
void
squill_refresh_place_entities (SquillModel *model, GHashTable *added)
{
  g_autoptr (GArray) boxes = collect_boxes (model);
  g_autoptr (GPtrArray) ids = g_ptr_array_new_with_free_func (g_free);

  /* In the order of the model, whatever the table has. */
  SQUILL_FOR_EACH_CHILD (SquillEntity, entity, squill_model_get_info (model), SQUILL_KIND_ENTITY)
    {
      if (g_hash_table_contains (added, entity->item.id) && squill_entity_is_collection (entity))
        g_ptr_array_add (ids, g_strdup (entity->item.id));
    }
  for (guint i = 0; i < ids->len; i++)
    {
      const char *id = g_ptr_array_index (ids, i);
      const SquillEntity *entity = squill_model_get_entity (model, id);
      const SquillEntity *neighbour = find_neighbour (model, entity);
      Box beside, box;

      if (neighbour == NULL)
        continue;
      beside = get_box (model, neighbour);
      box = find_room (boxes, &beside, get_box (model, entity));
      g_array_append_val (boxes, box);
      squill_model_set (model, id, "x", squill_json_number (box.x), NULL);
      squill_model_set (model, id, "y", squill_json_number (box.y), NULL);
    }
}

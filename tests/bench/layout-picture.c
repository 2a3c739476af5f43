/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "layout-picture.h"

#include <math.h>

/* Lines nearer than this to each other, for longer than the other, look like one. */
#define SAME 3.0
#define LONG 12.0
/* Parts of lines are looked up in stripes this wide. */
#define STRIPE 64.0

typedef struct
{
  SquillPoint a;
  SquillPoint b;
  guint line;
} Part;

static void
line_clear (gpointer data)
{
  LayoutLine *line = data;

  g_array_unref (line->points);
}

static gboolean
is_across (const Part *part)
{
  return part->a.y == part->b.y;
}

static SquillRect
get_rect (const Part *part)
{
  return SQUILL_RECT (MIN (part->a.x, part->b.x), MIN (part->a.y, part->b.y),
                      fabs (part->b.x - part->a.x), fabs (part->b.y - part->a.y));
}

static int
compare_parts (gconstpointer a, gconstpointer b)
{
  const SquillRect left = get_rect (a), right = get_rect (b);

  return left.x < right.x ? -1 : left.x > right.x;
}

static GArray *
list_parts (const LayoutPicture *picture)
{
  GArray *parts = g_array_new (FALSE, FALSE, sizeof (Part));

  for (guint i = 0; i < picture->lines->len; i++)
    {
      GArray *points = g_array_index (picture->lines, LayoutLine, i).points;

      for (guint j = 0; j + 1 < points->len; j++)
        {
          Part part = { g_array_index (points, SquillPoint, j),
                        g_array_index (points, SquillPoint, j + 1), i };

          g_array_append_val (parts, part);
        }
    }
  g_array_sort (parts, compare_parts);
  return parts;
}

/* Whether two lines meet a card in the same row: there they may run together. */
static gboolean
share_end (const LayoutLine *a, const LayoutLine *b)
{
  for (guint i = 0; i < 2; i++)
    for (guint j = 0; j < 2; j++)
      if (a->rows[i] == b->rows[j] && a->cards[i] == b->cards[j])
        return TRUE;
  return FALSE;
}

static void
count_pair (const LayoutPicture *picture, const Part *a, const Part *b, LayoutCounts *counts)
{
  SquillRect left = get_rect (a), right = get_rect (b);

  if (a->line == b->line)
    return;
  if (is_across (a) != is_across (b))
    {
      const SquillRect *across = is_across (a) ? &left : &right,
                       *down = is_across (a) ? &right : &left;

      if (down->x > across->x && down->x < squill_rect_right (across) && across->y > down->y &&
          across->y < squill_rect_bottom (down))
        counts->crossings++;
      return;
    }
  if (is_across (a) ? fabs (left.y - right.y) >= SAME : fabs (left.x - right.x) >= SAME)
    return;
  if (is_across (a)
          ? MIN (squill_rect_right (&left), squill_rect_right (&right)) - MAX (left.x, right.x) <
                LONG
          : MIN (squill_rect_bottom (&left), squill_rect_bottom (&right)) - MAX (left.y, right.y) <
                LONG)
    return;
  if (!share_end (&g_array_index (picture->lines, LayoutLine, a->line),
                  &g_array_index (picture->lines, LayoutLine, b->line)))
    counts->merged++;
}

static gboolean
is_behind (const LayoutPicture *picture, const Part *part)
{
  SquillRect line = get_rect (part);

  line = squill_rect_grow (&line, 0.5);
  for (guint i = 0; i < picture->cards->len; i++)
    {
      SquillRect card = squill_rect_grow (&g_array_index (picture->cards, SquillRect, i), -2);

      if (squill_rect_overlaps (&card, &line))
        return TRUE;
    }
  return FALSE;
}

/**
 * layout_picture_new:
 *
 * Makes a picture of nothing.
 *
 * Returns: (transfer full): the picture
 */
LayoutPicture *
layout_picture_new (void)
{
  LayoutPicture *picture = g_new0 (LayoutPicture, 1);

  picture->cards = g_array_new (FALSE, FALSE, sizeof (SquillRect));
  picture->lines = g_array_new (FALSE, FALSE, sizeof (LayoutLine));
  g_array_set_clear_func (picture->lines, line_clear);
  return picture;
}

/**
 * layout_picture_new_from_diagram:
 * @diagram: a diagram, updated
 *
 * Takes down what a diagram looks like.
 *
 * Returns: (transfer full): the picture; its cards are those of @diagram in their order
 */
LayoutPicture *
layout_picture_new_from_diagram (SquillDiagram *diagram)
{
  LayoutPicture *picture = layout_picture_new ();
  g_autoptr (GHashTable) cards = g_hash_table_new (g_str_hash, g_str_equal);
  SquillRect bounds = squill_diagram_get_bounds (diagram);

  picture->width = bounds.width;
  picture->height = bounds.height;
  for (guint i = 0; i < squill_diagram_get_n_cards (diagram); i++)
    {
      const SquillCard *card = squill_diagram_get_card (diagram, i);

      g_hash_table_insert (cards, (char *)card->id, GUINT_TO_POINTER (i));
      g_array_append_val (picture->cards, card->rect);
    }
  for (guint i = 0; i < squill_diagram_get_n_edges (diagram); i++)
    {
      const SquillEdge *edge = squill_diagram_get_edge (diagram, i);
      LayoutLine line = { { GPOINTER_TO_UINT (g_hash_table_lookup (cards, edge->from_card)),
                            GPOINTER_TO_UINT (g_hash_table_lookup (cards, edge->to_card)) },
                          { edge->from_row, edge->to_row },
                          g_array_new (FALSE, FALSE, sizeof (SquillPoint)) };

      if (edge->route != NULL)
        g_array_append_vals (line.points, edge->route->points, edge->route->n_points);
      g_array_append_val (picture->lines, line);
    }
  return picture;
}

/**
 * layout_picture_free:
 * @picture: (transfer full): a picture
 *
 * Frees a picture.
 */
void
layout_picture_free (LayoutPicture *picture)
{
  g_clear_pointer (&picture->across, g_hash_table_unref);
  g_clear_pointer (&picture->down, g_hash_table_unref);
  g_array_unref (picture->lines);
  g_array_unref (picture->cards);
  g_free (picture);
}

/**
 * layout_picture_count:
 * @picture: a picture
 *
 * Counts what a reader suffers from.
 *
 * Returns: how often
 */
LayoutCounts
layout_picture_count (const LayoutPicture *picture)
{
  g_autoptr (GArray) parts = list_parts (picture);
  const Part *all = (const Part *)(gpointer)parts->data;
  g_autofree gboolean *behind = g_new0 (gboolean, picture->lines->len + 1);
  LayoutCounts counts = { 0 };

  for (guint i = 0; i < picture->cards->len; i++)
    for (guint j = i + 1; j < picture->cards->len; j++)
      counts.cards_on_cards +=
          squill_rect_overlaps (&g_array_index (picture->cards, SquillRect, i),
                                &g_array_index (picture->cards, SquillRect, j));
  for (guint i = 0; i < parts->len; i++)
    {
      double right = MAX (all[i].a.x, all[i].b.x) + SAME;

      behind[all[i].line] = behind[all[i].line] || is_behind (picture, &all[i]);
      for (guint j = i + 1; j < parts->len && MIN (all[j].a.x, all[j].b.x) <= right; j++)
        count_pair (picture, &all[i], &all[j], &counts);
    }
  for (guint i = 0; i < picture->lines->len; i++)
    {
      guint n_points = g_array_index (picture->lines, LayoutLine, i).points->len;

      counts.behind_cards += behind[i];
      counts.straight += n_points == 2;
      counts.bends += n_points > 2 ? n_points - 2 : 0;
    }
  return counts;
}

static gpointer
get_stripe (double at)
{
  return GINT_TO_POINTER ((int)floor (at / STRIPE));
}

/* Sets each part of a line into its stripe. */
static void
index_parts (LayoutPicture *picture)
{
  g_autoptr (GArray) parts = list_parts (picture);

  picture->across = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify)g_array_unref);
  picture->down = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify)g_array_unref);
  for (guint i = 0; i < parts->len; i++)
    {
      const Part *part = &g_array_index (parts, Part, i);
      GHashTable *stripes = is_across (part) ? picture->across : picture->down;
      gpointer stripe = get_stripe (is_across (part) ? part->a.y : part->a.x);
      GArray *members = g_hash_table_lookup (stripes, stripe);

      if (members == NULL)
        {
          members = g_array_new (FALSE, FALSE, sizeof (Part));
          g_hash_table_insert (stripes, stripe, members);
        }
      g_array_append_vals (members, part, 1);
    }
}

/* Whether a part in the stripes from one place to another runs through a rectangle. */
static gboolean
is_any_on (const LayoutPicture *picture,
           GHashTable *stripes,
           double from,
           double to,
           const SquillRect *rect,
           guint except)
{
  const LayoutLine *own = &g_array_index (picture->lines, LayoutLine, except);

  for (int i = GPOINTER_TO_INT (get_stripe (from - 1)); i <= GPOINTER_TO_INT (get_stripe (to + 1));
       i++)
    {
      const GArray *members = g_hash_table_lookup (stripes, GINT_TO_POINTER (i));

      for (guint j = 0; members != NULL && j < members->len; j++)
        {
          const Part *part = &g_array_index (members, Part, j);
          SquillRect stretch = get_rect (part);

          stretch = squill_rect_grow (&stretch, 0.5);
          if (part->line != except && squill_rect_overlaps (&stretch, rect) &&
              !share_end (&g_array_index (picture->lines, LayoutLine, part->line), own))
            return TRUE;
        }
    }
  return FALSE;
}

/**
 * layout_picture_is_on_line:
 * @picture: a picture
 * @rect: a part of it
 * @except: a line
 *
 * Returns: %TRUE if a line runs through @rect, other than @except and those that share a row with
 *   it
 */
gboolean
layout_picture_is_on_line (LayoutPicture *picture, const SquillRect *rect, guint except)
{
  if (picture->across == NULL)
    index_parts (picture);
  return is_any_on (picture, picture->across, rect->y, squill_rect_bottom (rect), rect, except) ||
         is_any_on (picture, picture->down, rect->x, squill_rect_right (rect), rect, except);
}

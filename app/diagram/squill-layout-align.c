/* SPDX-License-Identifier: Apache-2.0 */

/* Finds the heights of boxes in columns at which their lines run straight. */

#define G_LOG_DOMAIN "squill-diagram"

#include "config.h"

#include "diagram/squill-layout-table.h"

#include <math.h>
#include <stdlib.h>

/* How many times the heights of all columns are found again. */
#define SWEEPS 12

typedef struct
{
  double at;
  double weight;
} Wish;

/* Neighbors in a column that are to stand at the same place, but for those above them. */
typedef struct
{
  guint first; /* of the wishes of its cards */
  guint n_wishes;
  guint n_cards;
  double at;
} Block;

static int
compare_wishes (gconstpointer a, gconstpointer b)
{
  const Wish *left = a, *right = b;

  return left->at < right->at ? -1 : left->at > right->at;
}

static double
find_median (const Wish *wishes, guint n_wishes)
{
  g_autofree Wish *sorted = g_memdup2 (wishes, n_wishes * sizeof *wishes);
  double total = 0, sum = 0;

  qsort (sorted, n_wishes, sizeof *sorted, compare_wishes);
  for (guint i = 0; i < n_wishes; i++)
    total += sorted[i].weight;
  for (guint i = 0; i < n_wishes; i++)
    {
      sum += sorted[i].weight;
      if (sum >= total / 2)
        return sorted[i].at;
    }
  return 0;
}

/* Sets the cards of a column where most of their lines run straight, in their order: isotonic
 * regression with medians (pool adjacent violators). */
static void
align_column (SquillLayoutTable *table, guint column)
{
  const SquillTableColumn *own = &table->columns[column];
  g_autoptr (GArray) wishes = g_array_new (FALSE, FALSE, sizeof (Wish));
  g_autoptr (GArray) blocks = g_array_new (FALSE, FALSE, sizeof (Block));
  double above = 0;
  guint slot = 0;

  for (guint i = 0; i < own->slots->len; i++)
    {
      const SquillTableCard *card = &table->cards[squill_layout_table_get_slot (own, i)];
      Block block = { wishes->len, 0, 1, 0 };
      Wish stay = { card->y - above, 0.1 };

      for (guint j = 0; j < card->n_links; j++)
        {
          const SquillTableLink *link = &table->links[card->first_link + j];
          const SquillTableCard *other = &table->cards[link->other];
          guint distance = card->column > other->column ? card->column - other->column
                                                        : other->column - card->column;
          Wish wish = { other->y + link->to_offset - link->offset - above,
                        distance == 1 ? 4.0 : 1.0 };

          if (distance > 0)
            g_array_append_val (wishes, wish);
        }
      stay.weight = card->placed ? table->stay : 0.1;
      if (card->placed || wishes->len == block.first)
        g_array_append_val (wishes, stay);
      above += card->height;
      block.n_wishes = wishes->len - block.first;
      block.at = find_median (&g_array_index (wishes, Wish, block.first), block.n_wishes);
      g_array_append_val (blocks, block);
      while (blocks->len > 1)
        {
          Block *last = &g_array_index (blocks, Block, blocks->len - 1), *before = last - 1;

          if (before->at <= last->at)
            break;
          before->n_wishes += last->n_wishes;
          before->n_cards += last->n_cards;
          before->at = find_median (&g_array_index (wishes, Wish, before->first), before->n_wishes);
          g_array_set_size (blocks, blocks->len - 1);
        }
    }
  above = 0;
  for (guint i = 0; i < blocks->len; i++)
    {
      const Block *block = &g_array_index (blocks, Block, i);
      double at = ceil (block->at / SQUILL_LAYOUT_STEP - 0.5) * SQUILL_LAYOUT_STEP;

      for (guint j = 0; j < block->n_cards; j++)
        {
          SquillTableCard *card = &table->cards[squill_layout_table_get_slot (own, slot++)];

          card->y = at + above;
          above += card->height;
        }
    }
}

/* Sets the cards of all columns to the heights at which most lines run straight. They stay in their
 * columns, and above each other as they are. */
void
squill_layout_table_align (SquillLayoutTable *table)
{
  for (guint sweep = 0; sweep < SWEEPS; sweep++)
    for (guint i = 0; i < table->n_columns; i++)
      align_column (table, sweep % 2 == 0 ? i : table->n_columns - 1 - i);
}

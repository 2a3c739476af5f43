/* SPDX-License-Identifier: Apache-2.0 */

/* The heights of nodes in layers: as many lines as can be run straight, the others are short. */

#define G_LOG_DOMAIN "squill-diagram"

#include "config.h"

#include "diagram/squill-layout-layers.h"

#include <math.h>
#include <stdlib.h>

/* What it is worth that a segment is straight: a whole line, a part of one that passes both layers,
 * and one that ends here. */
#define WHOLE 4
#define PASSING 3
#define ENDING 2
#define SWEEPS 8
/* How many segments may be given up for the whole not to be too high. */
#define MAX_LOOSENED 200
/* Where that is not enough, this share of those that are in question is given up at once. */
#define LOOSENED_SHARE 0.02

/* Nodes that stand straight beside each other, and move as one. */
typedef struct
{
  double y; /* of its first node */
  double least;
  double most;
  guint first; /* of its nodes in the list of all */
  guint n_nodes;
  guint n_above; /* nodes right above its own, while blocks are sorted */
} Block;

typedef struct
{
  SquillLayers *layers;
  GArray *blocks; /* Block */
  guint *nodes;   /* by block */
  guint *sorted;  /* blocks, each after those above it */
} Stack;

static void
stack_clear (Stack *stack)
{
  g_clear_pointer (&stack->blocks, g_array_unref);
  g_clear_pointer (&stack->nodes, g_free);
  g_clear_pointer (&stack->sorted, g_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Stack, stack_clear)

static int
get_weight (const SquillLayers *layers, const SquillLayerSegment *segment)
{
  gboolean left = layers->nodes[segment->left].card == SQUILL_LAYER_PASSING;
  gboolean right = layers->nodes[segment->right].card == SQUILL_LAYER_PASSING;

  return left && right ? PASSING : left || right ? ENDING : WHOLE;
}

typedef struct
{
  guint segment;
  guint left; /* slots */
  guint right;
  int weight;
  int best; /* of all choices that end with it */
  guint before;
} Choice;

static int
compare_choices (gconstpointer a, gconstpointer b)
{
  const Choice *left = a, *right = b;

  if (left->left != right->left)
    return left->left < right->left ? -1 : 1;
  if (left->right != right->right)
    return left->right < right->right ? -1 : 1;
  return left->segment < right->segment ? -1 : left->segment > right->segment;
}

/* Chooses the straight segments of a gap: those that do not cross and weigh most, one at each side
 * of a node. */
static void
choose_straight (SquillLayers *layers, guint layer)
{
  g_autoptr (GArray) choices = g_array_new (FALSE, FALSE, sizeof (Choice));
  Choice *all;
  guint last = G_MAXUINT;

  for (guint slot = 0; slot < squill_layers_get_length (layers, layer); slot++)
    {
      const SquillLayerNode *node = &layers->nodes[squill_layers_get (layers, layer, slot)];

      for (guint i = 0; i < node->n_out; i++)
        {
          guint number = layers->outs[node->first_out + i];
          const SquillLayerSegment *segment = &layers->segments[number];
          Choice choice = {
            number, slot,     layers->nodes[segment->right].slot, get_weight (layers, segment),
            0,      G_MAXUINT
          };

          g_array_append_val (choices, choice);
        }
    }
  g_array_sort (choices, compare_choices);
  all = (Choice *)(gpointer)choices->data;
  for (guint i = 0; i < choices->len; i++)
    {
      all[i].best = all[i].weight;
      for (guint j = 0; j < i; j++)
        if (all[j].left < all[i].left && all[j].right < all[i].right &&
            all[j].best + all[i].weight > all[i].best)
          {
            all[i].best = all[j].best + all[i].weight;
            all[i].before = j;
          }
      if (last == G_MAXUINT || all[i].best > all[last].best)
        last = i;
    }
  for (; last != G_MAXUINT; last = all[last].before)
    layers->segments[all[last].segment].straight = TRUE;
}

/* The blocks follow from what is straight. */
static void
make_blocks (Stack *stack)
{
  SquillLayers *layers = stack->layers;
  guint n_listed = 0;

  g_array_set_size (stack->blocks, 0);
  for (guint layer = 0; layer < layers->layers->len; layer++)
    for (guint slot = 0; slot < squill_layers_get_length (layers, layer); slot++)
      {
        SquillLayerNode *node = &layers->nodes[squill_layers_get (layers, layer, slot)];

        node->block = stack->blocks->len;
        node->offset = 0;
        for (guint i = 0; i < node->n_in; i++)
          {
            const SquillLayerSegment *segment = &layers->segments[layers->ins[node->first_in + i]];
            const SquillLayerNode *left = &layers->nodes[segment->left];

            if (!segment->straight)
              continue;
            node->block = left->block;
            node->offset = left->offset + segment->left_port - segment->right_port;
            break;
          }
        if (node->block == stack->blocks->len)
          {
            Block block = { 0 };

            g_array_append_val (stack->blocks, block);
          }
        g_array_index (stack->blocks, Block, node->block).n_nodes++;
      }
  for (guint i = 0; i < stack->blocks->len; i++)
    {
      Block *block = &g_array_index (stack->blocks, Block, i);

      block->first = n_listed;
      n_listed += block->n_nodes;
      block->n_nodes = 0;
    }
  for (guint layer = 0; layer < layers->layers->len; layer++)
    for (guint slot = 0; slot < squill_layers_get_length (layers, layer); slot++)
      {
        guint node = squill_layers_get (layers, layer, slot);
        Block *block = &g_array_index (stack->blocks, Block, layers->nodes[node].block);

        stack->nodes[block->first + block->n_nodes++] = node;
      }
}

static guint
get_neighbor (const SquillLayers *layers, guint node, int by)
{
  const SquillLayerNode *own = &layers->nodes[node];
  int slot = (int)own->slot + by;

  if (slot < 0 || slot >= (int)squill_layers_get_length (layers, own->layer))
    return G_MAXUINT;
  return squill_layers_get (layers, own->layer, (guint)slot);
}

/* Straight segments do not cross, so no block is above another one here and below it there. */
static void
sort_blocks (Stack *stack)
{
  const SquillLayers *layers = stack->layers;
  Block *blocks = (Block *)(gpointer)stack->blocks->data;
  guint n_sorted = 0;

  for (guint i = 0; i < stack->blocks->len; i++)
    {
      blocks[i].n_above = 0;
      for (guint j = 0; j < blocks[i].n_nodes; j++)
        blocks[i].n_above += layers->nodes[stack->nodes[blocks[i].first + j]].slot > 0;
      if (blocks[i].n_above == 0)
        stack->sorted[n_sorted++] = i;
    }
  for (guint done = 0; done < n_sorted; done++)
    {
      const Block *block = &blocks[stack->sorted[done]];

      for (guint i = 0; i < block->n_nodes; i++)
        {
          guint below = get_neighbor (layers, stack->nodes[block->first + i], 1), other;

          if (below == G_MAXUINT)
            continue;
          other = layers->nodes[below].block;
          if (--blocks[other].n_above == 0)
            stack->sorted[n_sorted++] = other;
        }
    }
  g_assert (n_sorted == stack->blocks->len);
}

/* How high a block may be set with the others where they are: below those above it. @above: the
 * node above it that is in its way, and the own one */
static double
get_top (const Stack *stack, const Block *block, guint *above, guint *own)
{
  const SquillLayers *layers = stack->layers;
  double top = -G_MAXDOUBLE;

  for (guint i = 0; i < block->n_nodes; i++)
    {
      guint node = stack->nodes[block->first + i], neighbor = get_neighbor (layers, node, -1);
      double y;

      if (neighbor == G_MAXUINT)
        continue;
      y = g_array_index (stack->blocks, Block, layers->nodes[neighbor].block).y +
          layers->nodes[neighbor].offset + layers->nodes[neighbor].height -
          layers->nodes[node].offset;
      if (y <= top)
        continue;
      top = y;
      *above = neighbor;
      *own = node;
    }
  return top;
}

static double
get_bottom (const Stack *stack, const Block *block)
{
  const SquillLayers *layers = stack->layers;
  double bottom = G_MAXDOUBLE;

  for (guint i = 0; i < block->n_nodes; i++)
    {
      guint node = stack->nodes[block->first + i], neighbor = get_neighbor (layers, node, 1);

      if (neighbor != G_MAXUINT)
        bottom =
            MIN (bottom, g_array_index (stack->blocks, Block, layers->nodes[neighbor].block).y +
                             layers->nodes[neighbor].offset - layers->nodes[node].offset -
                             layers->nodes[node].height);
    }
  return bottom;
}

/* How far below a block's place its topmost node begins (not below 0), and its lowest ends. */
static double
get_extent (const Stack *stack, const Block *block, gboolean low)
{
  double extent = low ? -G_MAXDOUBLE : G_MAXDOUBLE;

  for (guint i = 0; i < block->n_nodes; i++)
    {
      const SquillLayerNode *node = &stack->layers->nodes[stack->nodes[block->first + i]];

      extent = low ? MAX (extent, node->offset + node->height) : MIN (extent, node->offset);
    }
  return extent;
}

/* Sets all blocks as high as they can be. Gives the height of all; @lowest: the block that ends
 * there. */
static double
stack_up (Stack *stack, guint *lowest)
{
  Block *blocks = (Block *)(gpointer)stack->blocks->data;
  double height = 0;

  for (guint i = 0; i < stack->blocks->len; i++)
    {
      Block *block = &blocks[stack->sorted[i]];
      guint above, own;
      double end;

      block->y = MAX (-get_extent (stack, block, FALSE), get_top (stack, block, &above, &own));
      end = block->y + get_extent (stack, block, TRUE);
      if (end <= height)
        continue;
      height = end;
      *lowest = stack->sorted[i];
    }
  return height;
}

static int
compare_weights (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const SquillLayers *layers = user_data;
  guint left = *(const guint *)a, right = *(const guint *)b;
  int left_weight = get_weight (layers, &layers->segments[left]);
  int right_weight = get_weight (layers, &layers->segments[right]);

  return left_weight < right_weight ? -1 : left_weight > right_weight;
}

/* Gives up a share of the straight segments, at least the one that weighs least, of those that make
 * the whole so high: where the chain of nodes that push each other down goes over from one layer to
 * another. */
static gboolean
loosen (Stack *stack, guint lowest, double share)
{
  SquillLayers *layers = stack->layers;
  const Block *block = &g_array_index (stack->blocks, Block, lowest);
  g_autoptr (GArray) chain = g_array_new (FALSE, FALSE, sizeof (guint));
  guint from = G_MAXUINT;
  double end = -G_MAXDOUBLE;

  /* The lowest node of the block. */
  for (guint i = 0; i < block->n_nodes; i++)
    {
      const SquillLayerNode *node = &layers->nodes[stack->nodes[block->first + i]];

      if (node->offset + node->height <= end)
        continue;
      end = node->offset + node->height;
      from = stack->nodes[block->first + i];
    }
  for (;;)
    {
      guint above = G_MAXUINT, own = G_MAXUINT, left, right;
      double top = get_top (stack, block, &above, &own);

      if (own == G_MAXUINT || top < block->y)
        {
          /* It is its own highest node that ends at the top. */
          own = from;
          for (guint i = 0; i < block->n_nodes; i++)
            if (layers->nodes[stack->nodes[block->first + i]].offset < layers->nodes[own].offset)
              own = stack->nodes[block->first + i];
          above = G_MAXUINT;
        }
      left = MIN (layers->nodes[own].layer, layers->nodes[from].layer);
      right = MAX (layers->nodes[own].layer, layers->nodes[from].layer);
      for (guint i = 0; i < block->n_nodes; i++)
        {
          const SquillLayerNode *node = &layers->nodes[stack->nodes[block->first + i]];

          for (guint j = 0; node->layer >= left && node->layer < right && j < node->n_out; j++)
            {
              guint segment = layers->outs[node->first_out + j];

              if (layers->segments[segment].straight)
                g_array_append_val (chain, segment);
            }
        }
      if (above == G_MAXUINT)
        break;
      block = &g_array_index (stack->blocks, Block, layers->nodes[above].block);
      from = above;
    }
  if (chain->len == 0)
    return FALSE;
  g_array_sort_with_data (chain, compare_weights, layers);
  for (guint i = 0; i < chain->len && i <= share * chain->len; i++)
    layers->segments[g_array_index (chain, guint, i)].straight = FALSE;
  return TRUE;
}

static int
compare_doubles (gconstpointer a, gconstpointer b)
{
  double left = *(const double *)a, right = *(const double *)b;

  return left < right ? -1 : left > right;
}

/* Moves a block to where its lines that are not straight are shortest. */
static void
move_block (Stack *stack, Block *block, GArray *wishes, double height)
{
  const SquillLayers *layers = stack->layers;
  guint above, own;
  double least = MAX (get_top (stack, block, &above, &own), -get_extent (stack, block, FALSE));
  double most = MIN (get_bottom (stack, block), height - get_extent (stack, block, TRUE));
  double wish;

  g_array_set_size (wishes, 0);
  for (guint i = 0; i < block->n_nodes; i++)
    {
      const SquillLayerNode *node = &layers->nodes[stack->nodes[block->first + i]];

      for (guint j = 0; j < node->n_in + node->n_out; j++)
        {
          gboolean in = j < node->n_in;
          const SquillLayerSegment *segment =
              &layers->segments[in ? layers->ins[node->first_in + j]
                                   : layers->outs[node->first_out + j - node->n_in]];
          const SquillLayerNode *other = &layers->nodes[in ? segment->left : segment->right];
          int way = in ? segment->left_port - segment->right_port
                       : segment->right_port - segment->left_port;

          if (segment->straight)
            continue;
          wish = g_array_index (stack->blocks, Block, other->block).y + other->offset + way -
                 node->offset;
          g_array_append_val (wishes, wish);
        }
    }
  if (wishes->len == 0 || least > most)
    return;
  g_array_sort (wishes, compare_doubles);
  wish = (g_array_index (wishes, double, (wishes->len - 1) / 2) +
          g_array_index (wishes, double, wishes->len / 2)) /
         2;
  block->y = CLAMP (wish, least, most);
}

/* Sets the nodes' heights, as offsets of blocks that stand at 0, in the order that was found.
 * @max_height: what the whole may have, if that is not too low for what is in a layer; @n_more: how
 * many more times than usual straight segments may be given up for that, several at once */
void
squill_layers_straighten (SquillLayers *layers, double max_height, guint n_more)
{
  g_auto (Stack) stack = { layers, g_array_new (FALSE, FALSE, sizeof (Block)),
                           g_new (guint, layers->n_nodes), g_new (guint, layers->n_nodes) };
  g_autoptr (GArray) wishes = g_array_new (FALSE, FALSE, sizeof (double));
  double height, highest = 0;
  guint lowest = 0, n_loosened = 0;

  for (guint layer = 0; layer < layers->layers->len; layer++)
    {
      height = 0;
      for (guint slot = 0; slot < squill_layers_get_length (layers, layer); slot++)
        height += layers->nodes[squill_layers_get (layers, layer, slot)].height;
      highest = MAX (highest, height);
      choose_straight (layers, layer);
    }
  do
    {
      make_blocks (&stack);
      sort_blocks (&stack);
      height = stack_up (&stack, &lowest);
    }
  while (height > MAX (max_height, highest) && n_loosened++ < MAX_LOOSENED + n_more &&
         loosen (&stack, lowest, n_loosened <= MAX_LOOSENED ? 0 : LOOSENED_SHARE));
  for (guint sweep = 0; sweep < SWEEPS; sweep++)
    for (guint i = 0; i < stack.blocks->len; i++)
      {
        guint number = stack.sorted[sweep % 2 == 0 ? stack.blocks->len - 1 - i : i];

        move_block (&stack, &g_array_index (stack.blocks, Block, number), wishes, height);
      }
  for (guint i = 0; i < layers->n_nodes; i++)
    layers->nodes[i].offset += g_array_index (stack.blocks, Block, layers->nodes[i].block).y;
}

/* SPDX-License-Identifier: Apache-2.0 */

/* A graph in layers, and the order in each of them in which the fewest lines cross. Unlike most
 * methods it counts with the rows at which lines meet boxes, not with boxes' middles. */

#define G_LOG_DOMAIN "squill-diagram"

#include "config.h"

#include "diagram/squill-layout-layers.h"

#include <stdlib.h>
#include <string.h>

/* What a line that passes a layer needs there. */
#define PASSING_HEIGHT 12
#define SWEEPS 12
#define MAX_ROUNDS 12
/* From how many orders the search begins: this number divided by that of the nodes, within bounds.
 */
#define STARTS 1500
#define MIN_STARTS 2
#define MAX_STARTS 12
/* At most this many pairs of segments are compared. */
#define MAX_WORK 10000000

typedef struct
{
  gint64 left;
  gint64 right;
} Pair;

typedef struct
{
  SquillLayers *layers;
  guint64 work;
} Sorter;

void
squill_layers_clear (SquillLayers *layers)
{
  g_clear_pointer (&layers->nodes, g_free);
  g_clear_pointer (&layers->segments, g_free);
  g_clear_pointer (&layers->ins, g_free);
  g_clear_pointer (&layers->outs, g_free);
  g_clear_pointer (&layers->layers, g_ptr_array_unref);
}

static void
add_node (SquillLayers *layers, GArray *nodes, guint card, guint layer, int height)
{
  GArray *slots = g_ptr_array_index (layers->layers, layer);
  SquillLayerNode node = { .card = card, .layer = layer, .slot = slots->len, .height = height };
  guint number = nodes->len;

  g_array_append_val (slots, number);
  g_array_append_val (nodes, node);
}

/* Lists the segments by node. */
static void
index_segments (SquillLayers *layers)
{
  guint n_ins = 0, n_outs = 0;

  layers->ins = g_new (guint, layers->n_segments + 1);
  layers->outs = g_new (guint, layers->n_segments + 1);
  for (guint i = 0; i < layers->n_segments; i++)
    {
      layers->nodes[layers->segments[i].left].n_out++;
      layers->nodes[layers->segments[i].right].n_in++;
    }
  for (guint i = 0; i < layers->n_nodes; i++)
    {
      SquillLayerNode *node = &layers->nodes[i];

      node->first_in = n_ins;
      node->first_out = n_outs;
      n_ins += node->n_in;
      n_outs += node->n_out;
      node->n_in = node->n_out = 0;
    }
  for (guint i = 0; i < layers->n_segments; i++)
    {
      SquillLayerNode *left = &layers->nodes[layers->segments[i].left];
      SquillLayerNode *right = &layers->nodes[layers->segments[i].right];

      layers->outs[left->first_out + left->n_out++] = i;
      layers->ins[right->first_in + right->n_in++] = i;
    }
}

/* Makes the layers of a graph. @layers: empty; @ranks: the layer of each card, from 0 on. Lines
 * within a layer are left out. */
void
squill_layers_build (SquillLayers *layers, const SquillLayoutTable *table, const int *ranks)
{
  g_autoptr (GArray) nodes = g_array_new (FALSE, FALSE, sizeof (SquillLayerNode));
  g_autoptr (GArray) segments = g_array_new (FALSE, FALSE, sizeof (SquillLayerSegment));
  int n_layers = 0;

  for (guint i = 0; i < table->n_cards; i++)
    n_layers = MAX (n_layers, ranks[i] + 1);
  layers->layers = g_ptr_array_new_with_free_func ((GDestroyNotify)g_array_unref);
  for (int i = 0; i < n_layers; i++)
    g_ptr_array_add (layers->layers, g_array_new (FALSE, FALSE, sizeof (guint)));
  for (guint i = 0; i < table->n_cards; i++)
    add_node (layers, nodes, i, (guint)ranks[i], table->cards[i].height);
  for (guint i = 0; i < table->n_lines; i++)
    {
      const SquillLayoutEdge *line = &table->lines[i];
      gboolean forward = ranks[line->from] < ranks[line->to];
      guint left = forward ? line->from : line->to, right = forward ? line->to : line->from;
      int port = forward ? line->from_offset : line->to_offset;

      for (int layer = ranks[left] + 1; layer <= ranks[right]; layer++)
        {
          gboolean last = layer == ranks[right];
          SquillLayerSegment segment = { left, right, port, PASSING_HEIGHT / 2, FALSE };

          if (last)
            segment.right_port = forward ? line->to_offset : line->from_offset;
          else
            {
              segment.right = nodes->len;
              add_node (layers, nodes, SQUILL_LAYER_PASSING, (guint)layer, PASSING_HEIGHT);
            }
          g_array_append_val (segments, segment);
          left = segment.right;
          port = segment.right_port;
        }
    }
  layers->n_nodes = nodes->len;
  layers->n_segments = segments->len;
  layers->nodes = (SquillLayerNode *)(gpointer)g_array_free (g_steal_pointer (&nodes), FALSE);
  layers->segments =
      (SquillLayerSegment *)(gpointer)g_array_free (g_steal_pointer (&segments), FALSE);
  index_segments (layers);
}

static int
compare_pairs (gconstpointer a, gconstpointer b)
{
  const Pair *left = a, *right = b;

  if (left->left != right->left)
    return left->left < right->left ? -1 : 1;
  return left->right < right->right ? -1 : left->right > right->right;
}

/* Sorts by the right end, and gives how many pairs were in the other order. */
static guint64
sort_and_count (Pair *pairs, Pair *space, guint n_pairs)
{
  guint half = n_pairs / 2, a = 0, b = half;
  guint64 count;

  if (n_pairs < 2)
    return 0;
  count = sort_and_count (pairs, space, half) +
          sort_and_count (pairs + half, space + half, n_pairs - half);
  for (guint i = 0; i < n_pairs; i++)
    if (b == n_pairs || (a < half && pairs[a].right <= pairs[b].right))
      space[i] = pairs[a++];
    else
      {
        space[i] = pairs[b++];
        count += half - a;
      }
  memcpy (pairs, space, n_pairs * sizeof *pairs);
  return count;
}

static guint64
count_crossings (const SquillLayers *layers)
{
  g_autofree Pair *pairs = g_new (Pair, layers->n_segments + 1);
  g_autofree Pair *space = g_new (Pair, layers->n_segments + 1);
  guint64 count = 0;

  for (guint layer = 0; layer < layers->layers->len; layer++)
    {
      guint n_pairs = 0;

      for (guint slot = 0; slot < squill_layers_get_length (layers, layer); slot++)
        {
          const SquillLayerNode *node = &layers->nodes[squill_layers_get (layers, layer, slot)];

          for (guint i = 0; i < node->n_out; i++)
            {
              const SquillLayerSegment *segment =
                  &layers->segments[layers->outs[node->first_out + i]];

              pairs[n_pairs++] =
                  (Pair){ squill_layers_get_key (layers, segment->left, segment->left_port),
                          squill_layers_get_key (layers, segment->right, segment->right_port) };
            }
        }
      qsort (pairs, n_pairs, sizeof *pairs, compare_pairs);
      count += sort_and_count (pairs, space, n_pairs);
    }
  return count;
}

static void
number_layer (SquillLayers *layers, guint layer)
{
  for (guint slot = 0; slot < squill_layers_get_length (layers, layer); slot++)
    layers->nodes[squill_layers_get (layers, layer, slot)].slot = slot;
}

static int
compare_keys (gconstpointer a, gconstpointer b, gpointer nodes)
{
  const SquillLayerNode *left = (const SquillLayerNode *)nodes + *(const guint *)a;
  const SquillLayerNode *right = (const SquillLayerNode *)nodes + *(const guint *)b;

  if (left->key != right->key)
    return left->key < right->key ? -1 : 1;
  return left->slot < right->slot ? -1 : left->slot > right->slot;
}

static void
sort_layer (SquillLayers *layers, guint layer)
{
  g_array_sort_with_data (g_ptr_array_index (layers->layers, layer), compare_keys, layers->nodes);
  number_layer (layers, layer);
}

typedef struct
{
  guint segment;
  int port;
} Exit;

static int
compare_exits (gconstpointer a, gconstpointer b)
{
  const Exit *left = a, *right = b;

  if (left->port != right->port)
    return left->port < right->port ? -1 : 1;
  return left->segment < right->segment ? -1 : left->segment > right->segment;
}

/* Puts what is reached from a node on the stack, so that the topmost row comes first. */
static void
push_exits (const SquillLayers *layers, guint node, gboolean out, GArray *stack)
{
  const SquillLayerNode *own = &layers->nodes[node];
  guint n_exits = out ? own->n_out : own->n_in;
  g_autofree Exit *exits = g_new (Exit, n_exits + 1);

  for (guint i = 0; i < n_exits; i++)
    {
      guint segment = out ? layers->outs[own->first_out + i] : layers->ins[own->first_in + i];

      exits[i] = (Exit){ segment, out ? layers->segments[segment].left_port
                                      : layers->segments[segment].right_port };
    }
  qsort (exits, n_exits, sizeof *exits, compare_exits);
  for (guint i = n_exits; i-- > 0;)
    {
      const SquillLayerSegment *segment = &layers->segments[exits[i].segment];

      g_array_append_vals (stack, out ? &segment->right : &segment->left, 1);
    }
}

/* The order in which a walk along the lines comes to the nodes: of a tree, no lines cross then. */
static void
order_by_walk (SquillLayers *layers, guint start)
{
  g_autoptr (GArray) stack = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autofree gboolean *seen = g_new0 (gboolean, layers->n_nodes);
  double n_seen = 0;

  for (guint i = 0; i < layers->n_nodes; i++)
    {
      guint first = (start + i) % layers->n_nodes;

      g_array_append_val (stack, first);
      while (stack->len > 0)
        {
          guint node = g_array_index (stack, guint, stack->len - 1);

          g_array_set_size (stack, stack->len - 1);
          if (seen[node])
            continue;
          seen[node] = TRUE;
          layers->nodes[node].key = n_seen++;
          push_exits (layers, node, FALSE, stack);
          push_exits (layers, node, TRUE, stack);
        }
    }
  for (guint layer = 0; layer < layers->layers->len; layer++)
    sort_layer (layers, layer);
}

/* Sorts a layer by where the nodes of the layer before or after it are. */
static void
sort_by_middles (SquillLayers *layers, guint layer, gboolean by_left)
{
  for (guint slot = 0; slot < squill_layers_get_length (layers, layer); slot++)
    {
      SquillLayerNode *node = &layers->nodes[squill_layers_get (layers, layer, slot)];
      guint n_segments = by_left ? node->n_in : node->n_out;
      double sum = 0;

      for (guint i = 0; i < n_segments; i++)
        {
          const SquillLayerSegment *segment =
              &layers->segments[by_left ? layers->ins[node->first_in + i]
                                        : layers->outs[node->first_out + i]];
          const SquillLayerNode *other = &layers->nodes[by_left ? segment->left : segment->right];

          sum += other->slot +
                 (double)(by_left ? segment->left_port : segment->right_port) / (other->height + 1);
        }
      node->key = n_segments > 0 ? sum / n_segments : node->slot;
    }
  sort_layer (layers, layer);
}

/* How many more pairs of segments cross with @upper above @lower than the other way round. */
static int
compare_orders (Sorter *sorter, guint upper, guint lower)
{
  const SquillLayers *layers = sorter->layers;
  const SquillLayerNode *a = &layers->nodes[upper], *b = &layers->nodes[lower];
  int count = 0;

  sorter->work += a->n_in * b->n_in + a->n_out * b->n_out + 1;
  for (guint i = 0; i < a->n_in; i++)
    {
      const SquillLayerSegment *own = &layers->segments[layers->ins[a->first_in + i]];
      gint64 key = squill_layers_get_key (layers, own->left, own->left_port);

      for (guint j = 0; j < b->n_in; j++)
        {
          const SquillLayerSegment *other = &layers->segments[layers->ins[b->first_in + j]];
          gint64 other_key = squill_layers_get_key (layers, other->left, other->left_port);

          count += (key > other_key) - (key < other_key);
        }
    }
  for (guint i = 0; i < a->n_out; i++)
    {
      const SquillLayerSegment *own = &layers->segments[layers->outs[a->first_out + i]];
      gint64 key = squill_layers_get_key (layers, own->right, own->right_port);

      for (guint j = 0; j < b->n_out; j++)
        {
          const SquillLayerSegment *other = &layers->segments[layers->outs[b->first_out + j]];
          gint64 other_key = squill_layers_get_key (layers, other->right, other->right_port);

          count += (key > other_key) - (key < other_key);
        }
    }
  return count;
}

/* Takes one node out of its layer and puts it back where its lines cross least. */
static gboolean
sift (Sorter *sorter, guint node)
{
  SquillLayers *layers = sorter->layers;
  guint layer = layers->nodes[node].layer, slot = layers->nodes[node].slot, best = slot;
  GArray *slots = g_ptr_array_index (layers->layers, layer);
  int count = 0, best_count = 0;

  for (guint i = slot + 1; i < slots->len; i++)
    {
      count -= compare_orders (sorter, node, g_array_index (slots, guint, i));
      if (count < best_count)
        {
          best_count = count;
          best = i;
        }
    }
  count = 0;
  for (guint i = slot; i > 0; i--)
    {
      count -= compare_orders (sorter, g_array_index (slots, guint, i - 1), node);
      if (count < best_count)
        {
          best_count = count;
          best = i - 1;
        }
    }
  if (best == slot)
    return FALSE;
  g_array_remove_index (slots, slot);
  g_array_insert_val (slots, best, node);
  number_layer (layers, layer);
  return TRUE;
}

/* Sifting (Matuszewski, Schönfeld and Molitor, 1999), with the layers at both sides as they are. */
static void
sift_all (Sorter *sorter, GCancellable *cancellable)
{
  gboolean moved = TRUE;

  for (guint round = 0; moved && round < MAX_ROUNDS; round++)
    {
      moved = FALSE;
      for (guint i = 0; i < sorter->layers->n_nodes; i++)
        {
          if (sorter->work > MAX_WORK || g_cancellable_is_cancelled (cancellable))
            return;
          moved = sift (sorter, i) || moved;
        }
    }
}

static void
save (const SquillLayers *layers, guint *slots)
{
  for (guint i = 0; i < layers->n_nodes; i++)
    slots[i] = layers->nodes[i].slot;
}

static void
restore (SquillLayers *layers, const guint *slots)
{
  for (guint i = 0; i < layers->n_nodes; i++)
    layers->nodes[i].key = slots[i];
  for (guint layer = 0; layer < layers->layers->len; layer++)
    sort_layer (layers, layer);
}

/* The order in which cards stand already, and lines straight between their ends. */
static void
order_as_given (SquillLayers *layers, const SquillLayoutTable *table)
{
  for (guint i = 0; i < layers->n_nodes; i++)
    {
      SquillLayerNode *node = &layers->nodes[i];

      if (node->card == SQUILL_LAYER_PASSING)
        {
          /* Nodes of a line follow each other, so the one before it has its place. */
          const SquillLayerSegment *segment = &layers->segments[layers->ins[node->first_in]];

          const SquillLayerNode *end = &layers->nodes[segment->left];

          node->key = end->card == SQUILL_LAYER_PASSING
                          ? end->key
                          : table->cards[end->card].y + segment->left_port;
          continue;
        }
      node->key = table->cards[node->card].y + table->cards[node->card].height / 2.0;
    }
  for (guint layer = 0; layer < layers->layers->len; layer++)
    sort_layer (layers, layer);
}

/* Sorts the layers again and again by their neighbors, and keeps the best order. */
static guint64
sweep_all (SquillLayers *layers, guint *best)
{
  guint n_layers = layers->layers->len;
  guint64 best_count = count_crossings (layers), count;

  save (layers, best);
  for (guint sweep = 0; best_count > 0 && sweep < SWEEPS; sweep++)
    {
      gboolean right = sweep % 2 == 0;

      for (guint i = 1; i < n_layers; i++)
        sort_by_middles (layers, right ? i : n_layers - 1 - i, right);
      count = count_crossings (layers);
      if (count >= best_count)
        continue;
      best_count = count;
      save (layers, best);
    }
  restore (layers, best);
  return best_count;
}

/* Betters the order in which the cards of a table stand. */
void
squill_layers_order_again (SquillLayers *layers,
                           const SquillLayoutTable *table,
                           GCancellable *cancellable)
{
  Sorter sorter = { layers, 0 };

  order_as_given (layers, table);
  sift_all (&sorter, cancellable);
}

/* Finds the order in all layers, beginning with the node @start. Gives how many lines cross. Always
 * the same for the same graph. */
guint64
squill_layers_order (SquillLayers *layers, guint start, GCancellable *cancellable)
{
  g_autofree guint *best = g_new (guint, layers->n_nodes);
  g_autofree guint *own = g_new (guint, layers->n_nodes);
  g_autoptr (GRand) random = g_rand_new_with_seed (1);
  Sorter sorter = { layers, 0 };
  guint n_starts = CLAMP (STARTS / layers->n_nodes, MIN_STARTS, MAX_STARTS);
  guint64 best_count = G_MAXUINT64;

  for (guint i = 0; i < n_starts && best_count > 0 && sorter.work < MAX_WORK; i++)
    {
      guint64 count;

      if (i == 0)
        order_by_walk (layers, start);
      else
        order_by_walk (layers, (guint)g_rand_int_range (random, 0, (int)layers->n_nodes));
      count = sweep_all (layers, own);
      if (count > 0)
        {
          sift_all (&sorter, cancellable);
          count = count_crossings (layers);
        }
      if (count >= best_count)
        continue;
      best_count = count;
      save (layers, best);
    }
  restore (layers, best);
  return best_count;
}

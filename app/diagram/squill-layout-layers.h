/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

/* A graph in layers, while a layout is made: each line goes from a layer to the next one, through
 * a place that is kept for it in every layer that it passes. */

#include "diagram/squill-layout-table.h"

G_BEGIN_DECLS

/* Where layers begin: with what no line leads to; with the middle of the graph, from where they go
 * out to both sides; and, from this number on, with one of the cards. */
typedef enum
{
  SQUILL_LAYERS_ALONG,
  SQUILL_LAYERS_FROM_CENTER,
  SQUILL_LAYERS_FROM_END,
} SquillLayersStart;

/* No box: the place of a line that passes a layer. */
#define SQUILL_LAYER_PASSING G_MAXUINT

typedef struct
{
  guint card; /* or SQUILL_LAYER_PASSING */
  guint layer;
  guint slot;
  int height; /* with the gap below it */
  guint first_in;
  guint n_in;
  guint first_out;
  guint n_out;
  guint block;   /* those that stand straight beside each other */
  double offset; /* of its top from that of its block */
  double key;    /* what it is sorted by */
} SquillLayerNode;

typedef struct
{
  guint left;
  guint right;
  int left_port; /* how far below the top of the node it is */
  int right_port;
  gboolean straight;
} SquillLayerSegment;

typedef struct
{
  SquillLayerNode *nodes;
  guint n_nodes;
  SquillLayerSegment *segments;
  guint n_segments;
  guint *ins; /* segments that end at each node, from its first_in on */
  guint *outs;
  GPtrArray *layers; /* GArray of guint: nodes from the top */
} SquillLayers;

/* Where a node's other ends are, to be compared: the slot and then the port. */
static inline gint64
squill_layers_get_key (const SquillLayers *layers, guint node, int port)
{
  return ((gint64)layers->nodes[node].slot << 24) + port;
}

/* The node at a place in its layer, from the left; both have to exist. */
static inline guint
squill_layers_get (const SquillLayers *layers, guint layer, guint slot)
{
  return g_array_index ((GArray *)g_ptr_array_index (layers->layers, layer), guint, slot);
}

/* How many nodes a layer has. */
static inline guint
squill_layers_get_length (const SquillLayers *layers, guint layer)
{
  return ((GArray *)g_ptr_array_index (layers->layers, layer))->len;
}

guint64 squill_layout_layers (const SquillLayoutTable *table,
                              SquillLayersStart start,
                              int column_gap,
                              GCancellable *cancellable,
                              SquillLayoutBox *placed);

void squill_layout_straighten_columns (const SquillLayoutTable *table,
                                       int column_gap,
                                       GCancellable *cancellable,
                                       SquillLayoutBox *placed);

void squill_layers_clear (SquillLayers *layers);
void squill_layers_build (SquillLayers *layers, const SquillLayoutTable *table, const int *ranks);
guint64 squill_layers_order (SquillLayers *layers, guint start, GCancellable *cancellable);
void squill_layers_order_again (SquillLayers *layers,
                                const SquillLayoutTable *table,
                                GCancellable *cancellable);
void squill_layers_straighten (SquillLayers *layers, double max_height, guint n_more);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (SquillLayers, squill_layers_clear)

G_END_DECLS

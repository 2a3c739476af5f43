/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "diagram/squill-layout.h"

G_BEGIN_DECLS

typedef struct
{
  int width;
  int height;
  int group;
} SquillLayoutNode;

typedef struct
{
  guint from;
  guint to;
} SquillLayoutEdge;

struct _SquillLayoutGraph
{
  GArray *nodes; /* SquillLayoutNode */
  GArray *edges; /* SquillLayoutEdge */
};

/* A part of a graph that no line and no group joins to the rest. */
typedef struct
{
  GArray *nodes; /* guint, indices into the graph */
  GArray *edges; /* SquillLayoutEdge, indices into @nodes of this part */
} SquillLayoutPart;

/* Gives the parts in the order of their first boxes. */
GPtrArray *squill_layout_graph_split (const SquillLayoutGraph *graph);

G_END_DECLS

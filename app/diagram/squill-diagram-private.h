/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "advice/squill-workload.h"
#include "diagram/squill-card-private.h"
#include "diagram/squill-diagram.h"
#include "diagram/squill-obstacles.h"

G_BEGIN_DECLS

/* A line with its texts, and where it is kept. */
typedef struct
{
  SquillEdge edge;
  GStringChunk *strings;
  double label_widths[2];
  double name_width;
} SquillOwnEdge;

struct _SquillDiagram
{
  GObject parent_instance;

  SquillDesign *design;
  SquillModel *model;
  SquillFonts *fonts;
  SquillRouter *router;
  SquillAdvice *advice;
  gulong advice_changed;
  SquillSeverityFunc severity_function;
  gpointer severity_data;
  GDestroyNotify severity_destroy;

  GPtrArray *cards;      /* SquillCard, the design's order, then those beside others */
  GHashTable *by_id;     /* id -> SquillCard */
  GHashTable *edges;     /* id -> SquillOwnEdge */
  GPtrArray *edge_order; /* SquillOwnEdge, by id */
  GHashTable *leaving;   /* card id -> GPtrArray of SquillOwnEdge that leave it */
  GArray *frames;        /* SquillFrame */
  GStringChunk *frame_strings;
  GHashTable *items; /* item id -> card and row, or NULL until it is asked for */
  SquillWorkload *workload;
  double squillions; /* more than so many are drawn with six prongs */

  GHashTable *moved;       /* card id -> SquillPoint: cards that are being dragged */
  GHashTable *stale_cards; /* id: what is in it may be otherwise */
  GHashTable *restyled;    /* id: how it is drawn may be otherwise */
  GHashTable *homes;       /* id of a card drawn beside others -> id of the collection it is in */
  GHashTable *stale_edges; /* relationship id */
  GHashTable *stale_looks; /* card id */
  gboolean set_stale;      /* which cards there are may be otherwise */
  gboolean places_stale;
  gboolean frames_stale;
  gboolean load_stale;
  gboolean edges_stale; /* what is written on all of them may be otherwise */
  gboolean severities_stale;
  gboolean announced;
  gboolean tinted; /* some cards have the colour of a group */
};

/* Where the lines go that leave a card. */
void squill_diagram_make_edges (SquillDiagram *self, const SquillCard *card, GPtrArray *edges);
const SquillCard *squill_diagram_find_end (SquillDiagram *self,
                                           const char *entity,
                                           const char *key,
                                           int *row);
void squill_own_edge_free (gpointer data);
gboolean squill_own_edge_equal (const SquillOwnEdge *a, const SquillOwnEdge *b);

/* Where cards stand. */
void squill_diagram_place_cards (SquillDiagram *self, GPtrArray *changed);

/* How busy cards are. */
void squill_diagram_set_loads (SquillDiagram *self, GPtrArray *changed);

/* Groups and notes. */
gboolean squill_diagram_make_frames (SquillDiagram *self, GPtrArray *changed);

/* Adds an id to a set that owns its ids. */
static inline void
squill_mark (GHashTable *ids, const char *id)
{
  if (!g_hash_table_contains (ids, id))
    g_hash_table_add (ids, g_strdup (id));
}

G_END_DECLS

/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "diagram/squill-geometry.h"
#include "model/squill-model.h"

G_BEGIN_DECLS

/* What gestures on the canvas do to a model, each as one step. They know nothing of pointers. */

/**
 * SquillPlacedItem:
 * @id: id of an entity or a note
 * @rect: where it is on the diagram
 */
typedef struct
{
  const char *id;
  SquillRect rect;
} SquillPlacedItem;

typedef enum
{
  SQUILL_ALIGNMENT_LEFT,
  SQUILL_ALIGNMENT_CENTER,
  SQUILL_ALIGNMENT_RIGHT,
  SQUILL_ALIGNMENT_TOP,
  SQUILL_ALIGNMENT_MIDDLE,
  SQUILL_ALIGNMENT_BOTTOM,
  SQUILL_ALIGNMENT_ACROSS,
  SQUILL_ALIGNMENT_DOWN,
} SquillAlignment;

gboolean squill_alignment_from_name (const char *name, SquillAlignment *alignment);

char *squill_drawing_add_entity (SquillModel *model, double x, double y);
char *squill_drawing_connect (SquillModel *model, const char *parent, const char *child);
gboolean squill_drawing_can_refer_from (SquillModel *model, const char *field);
char *squill_drawing_draw_line (SquillModel *model,
                                const char *from,
                                const char *field,
                                const char *to);
char *squill_drawing_connect_to_new (
    SquillModel *model, const char *parent, const char *field, double x, double y, char **entity);

const SquillRelationship *squill_drawing_find_relationship (SquillModel *model,
                                                            const char *one,
                                                            const char *other);
gboolean squill_drawing_swap_ends (SquillModel *model, const char *relationship);
const char *squill_drawing_find_start (SquillModel *model, const char *item);
char *squill_drawing_embed (SquillModel *model, const char *child, const char *parent);
gboolean squill_drawing_set_embedded (SquillModel *model,
                                      const char *relationship,
                                      gboolean embedded);
char *squill_drawing_refer_to_field (SquillModel *model, const char *field, const char *entity);
char *squill_drawing_copy_field (SquillModel *model,
                                 const char *field,
                                 const char *entity,
                                 SquillCopyMode mode);

gboolean squill_drawing_nest_field (SquillModel *model, const char *field, GError **error);
gboolean squill_drawing_unnest_field (SquillModel *model, const char *field, GError **error);

gboolean squill_drawing_move_among_siblings (SquillModel *model, const char *id, gboolean up);

gboolean squill_drawing_move (SquillModel *model,
                              const char *view,
                              const SquillPlacedItem *items,
                              guint n_items,
                              double dx,
                              double dy,
                              const char *tag);
gboolean squill_drawing_align (SquillModel *model,
                               const char *view,
                               const SquillPlacedItem *items,
                               guint n_items,
                               SquillAlignment alignment);

G_END_DECLS

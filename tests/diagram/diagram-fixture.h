/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "diagram/squill-diagram.h"

G_BEGIN_DECLS

/**
 * Shown:
 * @model: a model
 * @design: its design
 * @diagram: its diagram, updated
 *
 * A model and what is drawn of it.
 */
typedef struct
{
  SquillModel *model;
  SquillDesign *design;
  SquillDiagram *diagram;
} Shown;

Shown show_gallery (void);
Shown show_model (SquillModel *model);
void shown_clear (Shown *shown);
SquillDiagramChange *update (Shown *shown);
void set (Shown *shown, const char *id, const char *property, const char *json);
const SquillCard *get_card (Shown *shown, const char *id);
const SquillCardRow *get_row (const SquillCard *card, const char *path);
const SquillEdge *get_edge (Shown *shown, const char *relationship, const char *from_card);
gboolean has (GPtrArray *ids, const char *id);
char *dump_diagram (SquillDiagram *diagram);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Shown, shown_clear)

G_END_DECLS

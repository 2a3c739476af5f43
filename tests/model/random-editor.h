/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "model/squill-model.h"

#define N_TYPES (SQUILL_EDIT_MOVE + 1)

/**
 * Walk:
 * @model: what is edited
 * @prefix: with which the ids of what is added begin
 * @ids: of all items by kind, the model too: collect_all()
 *
 * A walk of edits at random through a model.
 */
typedef struct
{
  SquillModel *model;
  const char *prefix;
  GPtrArray *ids[SQUILL_N_KINDS];
  guint n_items;
  guint n_made;
  guint depth; /* of steps that are open */
  guint n_taken;
  guint n_refused;
} Walk;

/* How often an edit of each kind was taken, by type, and by property (if there is the table) for
 * those that set one. */
extern guint taken[N_TYPES][SQUILL_N_KINDS];
extern GHashTable *properties_set; /* SquillProperty -> how often */

void walk_init (Walk *walk, SquillModel *model, const char *prefix);
void walk_clear (Walk *walk);
void collect_all (Walk *walk);
void edit_at_random (Walk *walk);
void author_at_random (Walk *walk);
int pick (int n);
gboolean one_in (int n);
json_t *make_value (Walk *walk, const SquillProperty *property);
char *data_of (SquillModel *model);

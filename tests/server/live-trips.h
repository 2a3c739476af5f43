/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "design/squill-design.h"
#include "live-server.h"

G_BEGIN_DECLS

/* A migration that is tried there and back, in a database of its own. */
typedef struct
{
  char *database;
  char *there;
  SquillDesign *design;
  const char *only; /* (nullable): the collection that is the same as before */
  gboolean with_ids;
  char *before;
  const char *collection; /* (nullable): what it has there */
  const char *expected;
  const char *from, *to; /* placements */
  char *members;         /* (nullable): who belongs to whom by them */
} LiveTrip;

typedef struct
{
  const char *name;
  LiveServer *server;
  mongoc_client_t *client;
  GPtrArray *trips;
  GString *all; /* one shell runs all of them: it takes long to start */
  char *database;
} LiveTrips;

gboolean live_trips_init (LiveTrips *self, const char *name);
void live_trips_clear (LiveTrips *self);
const char *live_trips_begin (LiveTrips *self);
char *live_trips_get_other (const char *database);
void live_trips_drop (LiveTrips *self, const char *database);
LiveTrip *live_trips_add (
    LiveTrips *self, SquillModel *now, SquillModel *then, gboolean with_ids, const char *more);
LiveTrip *live_trips_add_scripts (LiveTrips *self,
                                  SquillModel *now,
                                  const char *there,
                                  const char *back,
                                  const char *only,
                                  gboolean with_ids,
                                  guint batch);
void live_trips_run (LiveTrips *self);
char *live_trips_run_script (LiveTrips *self,
                             const char *script,
                             const char *settings,
                             gboolean succeeds);

/* Models for them. */
void live_trips_set_dialect (SquillModel *model);
void live_trips_set_text (SquillModel *model,
                          const char *id,
                          const char *property,
                          const char *text);
void live_trips_place (SquillModel *model, const char *placement);

G_END_DECLS

/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <jansson.h>

#include "inspect/squill-inspect.h"

#include "live-server.h"

G_BEGIN_DECLS

/**
 * LiveInspection:
 * @proxy: stands before the server
 * @uri: the address of the proxy
 * @options: what to read
 * @cancellable: stops it
 * @thread: (nullable): the one that inspects, while it does
 * @on_progress: (nullable): is told of progress
 * @progress_data: for @on_progress
 * @profile: (nullable): what came out of it
 * @error: (nullable): why nothing did
 * @json: (nullable): @profile as JSON
 *
 * An inspection of a server by way of a proxy.
 */
typedef struct
{
  WireProxy *proxy;
  char *uri;
  SquillInspectOptions options;
  GCancellable *cancellable;
  GThread *thread;
  SquillInspectProgressFunc on_progress;
  gpointer progress_data;
  SquillProfile *profile;
  GError *error;
  json_t *json;
} LiveInspection;

LiveInspection *live_inspection_new (LiveServer *server, const char *rest);
void live_inspection_free (LiveInspection *self);
void live_inspection_run (LiveInspection *self);
void live_inspection_run_fine (LiveInspection *self);
void live_inspection_begin (LiveInspection *self);
void live_inspection_finish (LiveInspection *self);
void live_inspection_assert_reads_only (LiveInspection *self);
json_t *live_inspection_get_collection (LiveInspection *self, const char *name);
json_t *live_inspection_get_path (LiveInspection *self, const char *collection, const char *path);
gint64 live_inspection_get_number (LiveInspection *self,
                                   const char *collection,
                                   const char *member);
gboolean live_inspection_has_problem (LiveInspection *self, const char *part);
char *live_inspection_name_collections (LiveInspection *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LiveInspection, live_inspection_free)

G_END_DECLS

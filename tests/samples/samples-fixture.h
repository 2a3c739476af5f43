/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "samples/squill-samples.h"

G_BEGIN_DECLS

/* A model with its sample documents. */
typedef struct
{
  SquillModel *model;
  SquillDesign *design;
  SquillSamples *samples;
} World;

void world_init (World *self);
void world_clear (World *self);
bson_t *get (World *self, const char *collection, guint64 number);
char *get_text (World *self, const char *collection, guint64 number, const char *path);
void draw_tasks (SquillModel *model,
                 const char *placement,
                 const char *children,
                 const char *parents);
void draw_shop (SquillModel *model);
guint count (World *self, const char *collection, guint64 number, const char *path);

#define assert_same(world, collection, number, path, other, other_number, other_path) \
  G_STMT_START                                                                        \
  {                                                                                   \
    g_autofree char *one = get_text ((world), (collection), (number), (path));        \
    g_autofree char *two = get_text ((world), (other), (other_number), (other_path)); \
    g_assert_nonnull (one);                                                           \
    g_assert_cmpstr (one, ==, two);                                                   \
  }                                                                                   \
  G_STMT_END

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (World, world_clear)

G_END_DECLS

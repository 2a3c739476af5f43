/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>
#include <jansson.h>

G_BEGIN_DECLS

/**
 * SquillJsonPlace:
 * @line: from 1
 * @column: the character in the line, from 1
 *
 * Where an object begins in a file.
 */
typedef struct
{
  guint line;
  guint column;
} SquillJsonPlace;

GHashTable *_squill_json_places_new (void);
void _squill_json_places_add (GHashTable *places, const json_t *value, gsize line, gsize column);
void _squill_json_places_find (GHashTable *places,
                               const char *data,
                               gsize length,
                               const json_t *root);

G_END_DECLS

/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * SquillJsonNames:
 * @slots: (array length=n_slots): hashes of a name and its object; 0: free
 * @n_slots: 0 or a power of two
 * @n: how many are taken
 *
 * The names of the members of one document, to find those that an object has twice.
 */
typedef struct
{
  guint64 *slots;
  gsize n_slots;
  gsize n;
} SquillJsonNames;

void squill_json_names_reset (SquillJsonNames *self);
void squill_json_names_clear (SquillJsonNames *self);
gboolean squill_json_names_add (SquillJsonNames *self,
                                gsize object,
                                const guint8 *name,
                                gsize length);

G_END_DECLS

/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* What fields refer to, where nothing is known but names. */

typedef struct _SquillReferenceNames SquillReferenceNames;

/**
 * SquillReferenceNamesFilter:
 * @target: which of the collections
 * @fit: 0 to 1: how well the field is called after it; 1 for all of its name and no more
 * @user_data: what was given with the function
 *
 * Returns: whether a field that is called so may refer to it
 */
typedef gboolean (*SquillReferenceNamesFilter) (guint target, double fit, gpointer user_data);

SquillReferenceNames *squill_reference_names_new (const GPtrArray *collections,
                                                  const GPtrArray *keys);
void squill_reference_names_free (SquillReferenceNames *self);
gboolean squill_reference_names_find (SquillReferenceNames *self,
                                      const char *field,
                                      guint own,
                                      SquillReferenceNamesFilter filter,
                                      gpointer user_data,
                                      guint *target);
gboolean squill_reference_names_is_exhausted (const SquillReferenceNames *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SquillReferenceNames, squill_reference_names_free)

G_END_DECLS

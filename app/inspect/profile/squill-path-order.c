/* SPDX-License-Identifier: Apache-2.0 */

/* The order of fields. A field that is first met between two others is put between them, so the
 * order depends on how documents followed each other. Each field knows where it was met first and
 * what stood before it there; from that the same order comes of documents that were read in parts,
 * and of maps that were folded at any time. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/profile/squill-path.h"

static int
compare_places (gconstpointer a, gconstpointer b)
{
  const SquillPath *left = *(const SquillPath *const *)a;
  const SquillPath *right = *(const SquillPath *const *)b;

  if (left->first_document != right->first_document)
    return left->first_document < right->first_document ? -1 : 1;
  if (left->first_offset != right->first_offset)
    return left->first_offset < right->first_offset ? -1 : 1;
  return strcmp (left->name, right->name);
}

static void
order_own_fields (SquillPath *self)
{
  g_autoptr (GPtrArray) fields = g_ptr_array_sized_new (self->n_fields);
  g_autoptr (GHashTable) by_hash = g_hash_table_new (g_int64_hash, g_int64_equal);
  g_autofree guint64 *hashes = g_new (guint64, self->n_fields);

  for (SquillPath *field = self->first; field != NULL; field = field->next)
    g_ptr_array_add (fields, field);
  g_ptr_array_sort (fields, compare_places);
  self->first = NULL;
  for (guint i = 0; i < fields->len; i++)
    {
      SquillPath *field = g_ptr_array_index (fields, i);
      SquillPath *before = field->after != 0 ? g_hash_table_lookup (by_hash, &field->after) : NULL;
      SquillPath **slot = before != NULL ? &before->next : &self->first;

      field->next = *slot;
      *slot = field;
      hashes[i] = squill_text_hash (field->name, field->name_length);
      g_hash_table_insert (by_hash, &hashes[i], field);
    }
}

/**
 * squill_path_number:
 * @self: a path; for all, the document's
 * @by: how many documents came before the first
 *
 * Numbers all documents that are noted anew, also below.
 */
void
squill_path_number (SquillPath *self, guint64 by)
{
  if (self->first_document != G_MAXUINT64)
    self->first_document += by;

  if (self->elements != NULL)
    squill_path_number (self->elements, by);
  if (self->values != NULL)
    squill_path_number (self->values, by);
  for (SquillPath *field = self->first; field != NULL; field = field->next)
    squill_path_number (field, by);
}

/**
 * squill_path_order_fields:
 * @self: a path; for all, the document's
 *
 * Puts the fields in the order in which they would be if all documents had been read in their
 * order, at the path and below it.
 */
void
squill_path_order_fields (SquillPath *self)
{
  if (self->n_fields > 1)
    order_own_fields (self);

  if (self->elements != NULL)
    squill_path_order_fields (self->elements);
  if (self->values != NULL)
    squill_path_order_fields (self->values);
  for (SquillPath *field = self->first; field != NULL; field = field->next)
    squill_path_order_fields (field);
  for (SquillPath *field = self->kept; field != NULL; field = field->next)
    squill_path_order_fields (field);
}

/**
 * squill_path_get_last_new:
 * @self: a path; for all, the document's
 *
 * Returns: the last document, counted from 1, that had something that none before it had; 0 where
 * there is nothing
 */
guint64
squill_path_get_last_new (const SquillPath *self)
{
  guint64 last = self->first_document != G_MAXUINT64 ? self->first_document + 1 : 0;
  guint64 below;

  /* Not inside of MAX(), which would ask twice at every level. */
  if (self->elements != NULL)
    {
      below = squill_path_get_last_new (self->elements);
      last = MAX (last, below);
    }
  if (self->values != NULL)
    {
      below = squill_path_get_last_new (self->values);
      last = MAX (last, below);
    }
  for (const SquillPath *field = self->first; field != NULL; field = field->next)
    {
      below = squill_path_get_last_new (field);
      last = MAX (last, below);
    }
  return last;
}

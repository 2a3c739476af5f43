/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/profile/squill-witness.h"

#include "inspect/source/squill-bson-walk.h"

/* Copies of a profile may be made and freed in any thread. */
static void
part_unref (SquillWitnessPart *self)
{
  if (g_atomic_int_dec_and_test (&self->references))
    g_free (self);
}

static void
unref (SquillWitness *self)
{
  if (!g_atomic_int_dec_and_test (&self->references))
    return;
  part_unref (self->part);
  g_free (self);
}

static void
read_id (SquillWitness *self, const guint8 *document, gsize length)
{
  gsize position = 4;
  SquillBsonElement element;

  while (squill_bson_step (document, length, &position, &element) == SQUILL_BSON_STEP_ELEMENT)
    if (element.key_length == 3 && memcmp (element.key, "_id", 3) == 0)
      {
        if (element.value_length > SQUILL_WITNESS_MAX_ID)
          return;
        self->id_type = element.type;
        self->id_length = (guint8)element.value_length;
        memcpy (self->id, element.value, element.value_length);
        return;
      }
}

static SquillWitness *
call (SquillWitnessStand *stand)
{
  SquillWitness *self = stand->current;

  if (self == NULL)
    {
      if (stand->parts == NULL)
        {
          SquillWitnessPart *part = g_new0 (SquillWitnessPart, 1);

          part->references = 1;
          stand->parts = g_ptr_array_new_with_free_func ((GDestroyNotify)part_unref);
          g_ptr_array_add (stand->parts, part);
        }
      self = g_new0 (SquillWitness, 1);
      self->references = 1;
      self->part = g_ptr_array_index (stand->parts, 0);
      g_atomic_int_inc (&self->part->references);
      self->index = stand->index - self->part->offset;
      if (stand->keep_values)
        read_id (self, stand->document, stand->length);
      stand->current = self;
    }
  g_atomic_int_inc (&self->references);
  return self;
}

static SquillWitnessList *
ensure_list (SquillWitnesses *self, guint type)
{
  for (guint i = 0; i < self->n_lists; i++)
    if (self->lists[i].type == type)
      return &self->lists[i];
  self->lists = g_renew (SquillWitnessList, self->lists, self->n_lists + 1);
  self->lists[self->n_lists] = (SquillWitnessList){ .type = (guint8)type };
  return &self->lists[self->n_lists++];
}

static void
keep_first (SquillWitnessList *self)
{
  self->many = TRUE;
  while (self->n_documents > 1)
    unref (self->documents[--self->n_documents]);
}

/* Takes over the reference. */
static void
insert (SquillWitnessList *self, SquillWitness *witness)
{
  guint64 index = squill_witness_get_index (witness);
  guint at = 0;

  while (at < self->n_documents && squill_witness_get_index (self->documents[at]) < index)
    at++;
  if (at < self->n_documents && squill_witness_get_index (self->documents[at]) == index)
    {
      unref (witness);
      return;
    }
  if (self->many || self->n_documents == SQUILL_WITNESS_MAX_DOCUMENTS)
    {
      keep_first (self);
      if (at > 0)
        {
          unref (witness);
          return;
        }
      if (self->n_documents > 0)
        unref (self->documents[0]);
      self->documents[0] = witness;
      self->n_documents = 1;
      return;
    }
  for (guint i = self->n_documents; i > at; i--)
    self->documents[i] = self->documents[i - 1];
  self->documents[at] = witness;
  self->n_documents++;
}

/**
 * squill_witness_stand_begin:
 * @self: a stand
 * @document: the next document; must stay as it is until the one after
 * @length: its bytes
 * @index: its number in the collection as far as it is read, from 0
 * @keep_values: whether its `_id` may be kept
 *
 * A document is read from now on.
 */
void
squill_witness_stand_begin (SquillWitnessStand *self,
                            const guint8 *document,
                            gsize length,
                            guint64 index,
                            gboolean keep_values)
{
  g_clear_pointer (&self->current, unref);
  self->document = document;
  self->length = length;
  self->index = index;
  self->keep_values = keep_values;
}

/**
 * squill_witness_stand_append:
 * @self: a stand
 * @other: that of documents that come after; is empty then
 * @documents: how many documents were read at @self
 *
 * The documents of @other are numbered on from those of @self.
 */
void
squill_witness_stand_append (SquillWitnessStand *self, SquillWitnessStand *other, guint64 documents)
{
  if (other->parts != NULL && self->parts == NULL)
    {
      /* What is read at @self after this is numbered from its own begin. */
      SquillWitnessPart *part = g_new0 (SquillWitnessPart, 1);

      part->references = 1;
      self->parts = g_ptr_array_new_with_free_func ((GDestroyNotify)part_unref);
      g_ptr_array_add (self->parts, part);
    }
  for (guint i = 0; other->parts != NULL && i < other->parts->len; i++)
    {
      SquillWitnessPart *part = g_ptr_array_index (other->parts, i);

      part->offset += documents;
      g_atomic_int_inc (&part->references);
      g_ptr_array_add (self->parts, part);
    }
  squill_witness_stand_clear (other);
}

/**
 * squill_witness_stand_clear:
 * @self: a stand
 *
 * Nobody is called any more; those that were stay.
 */
void
squill_witness_stand_clear (SquillWitnessStand *self)
{
  g_clear_pointer (&self->current, unref);
  g_clear_pointer (&self->parts, g_ptr_array_unref);
}

/**
 * squill_witness_get_index:
 * @self: a witness
 *
 * Returns: the number of the document among those read of its collection, from 0
 */
guint64
squill_witness_get_index (const SquillWitness *self)
{
  return self->part->offset + self->index;
}

/**
 * squill_witnesses_note:
 * @self: the witnesses of a path
 * @stand: knows the document that is read
 * @type: the place of a type in #SquillTypes
 *
 * A value of the type was found in the document.
 */
void
squill_witnesses_note (SquillWitnesses *self, SquillWitnessStand *stand, guint type)
{
  SquillWitnessList *list = ensure_list (self, type);

  if (list->many || (list->n_documents > 0 && stand->current != NULL &&
                     list->documents[list->n_documents - 1] == stand->current))
    return;
  if (list->n_documents == SQUILL_WITNESS_MAX_DOCUMENTS)
    keep_first (list);
  else
    list->documents[list->n_documents++] = call (stand);
}

/**
 * squill_witnesses_merge:
 * @self: the witnesses of a path
 * @other: those of another; is empty then
 *
 * Takes over the witnesses of @other.
 */
void
squill_witnesses_merge (SquillWitnesses *self, SquillWitnesses *other)
{
  for (guint i = 0; i < other->n_lists; i++)
    {
      SquillWitnessList *from = &other->lists[i];
      SquillWitnessList *list = ensure_list (self, from->type);

      if (from->many)
        list->many = TRUE;
      for (guint j = 0; j < from->n_documents; j++)
        insert (list, from->documents[j]);
      from->n_documents = 0;
      if (list->many)
        keep_first (list);
    }
  squill_witnesses_clear (other);
}

/**
 * squill_witnesses_copy:
 * @self: (out caller-allocates): takes the same witnesses
 * @other: the witnesses of a path
 *
 * Copies them; the documents are held together.
 */
void
squill_witnesses_copy (SquillWitnesses *self, const SquillWitnesses *other)
{
  self->lists = g_memdup2 (other->lists, other->n_lists * sizeof (SquillWitnessList));
  self->n_lists = other->n_lists;
  for (guint i = 0; i < self->n_lists; i++)
    for (guint j = 0; j < self->lists[i].n_documents; j++)
      g_atomic_int_inc (&self->lists[i].documents[j]->references);
}

/**
 * squill_witnesses_clear:
 * @self: the witnesses of a path
 *
 * Lets all go.
 */
void
squill_witnesses_clear (SquillWitnesses *self)
{
  for (guint i = 0; i < self->n_lists; i++)
    for (guint j = 0; j < self->lists[i].n_documents; j++)
      unref (self->lists[i].documents[j]);
  g_clear_pointer (&self->lists, g_free);
  self->n_lists = 0;
}

/**
 * squill_witnesses_get:
 * @self: the witnesses of a path
 * @type: the place of a type in #SquillTypes
 *
 * Returns: (nullable): those of the type
 */
const SquillWitnessList *
squill_witnesses_get (const SquillWitnesses *self, guint type)
{
  for (guint i = 0; i < self->n_lists; i++)
    if (self->lists[i].type == type)
      return &self->lists[i];
  return NULL;
}

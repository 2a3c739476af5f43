/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A longer `_id` is not kept. */
#define SQUILL_WITNESS_MAX_ID 64u
/* What came more often is not rare, even where it is all in one document. */
#define SQUILL_WITNESS_MAX_COUNT 64u
/* What is in more documents than these is not rare either. */
#define SQUILL_WITNESS_MAX_DOCUMENTS 3u

/**
 * SquillWitnessPart:
 * @offset: how many documents came before this part
 * @references: who holds it
 *
 * Documents that are read one after the other. When parts are put together the later one begins
 * where the other ends.
 */
typedef struct
{
  guint64 offset;
  gint references;
} SquillWitnessPart;

/**
 * SquillWitness:
 * @part: what it is a document of
 * @index: its number in that part, from 0
 * @id_type: the BSON type of its `_id`; 0 where it is not known
 * @id_length: bytes of its `_id`
 * @id: the value of its `_id`
 * @references: who holds it
 *
 * A document that shows something.
 */
typedef struct
{
  SquillWitnessPart *part;
  guint64 index;
  guint8 id_type;
  guint8 id_length;
  guint8 id[SQUILL_WITNESS_MAX_ID];
  gint references;
} SquillWitness;

/**
 * SquillWitnessList:
 * @type: the place of a type in #SquillTypes
 * @many: there are more documents; then only the first is kept
 * @n_documents: how many are kept
 * @documents: the first of the documents where a value of the type was found, in their order
 *
 * Which documents hold values of a type at a path.
 */
typedef struct
{
  guint8 type;
  guint8 many;
  guint8 n_documents;
  SquillWitness *documents[SQUILL_WITNESS_MAX_DOCUMENTS];
} SquillWitnessList;

/**
 * SquillWitnesses:
 * @lists: (array length=n_lists): one for each type that was found
 * @n_lists: how many
 *
 * The witnesses of a path. Zero-filled there are none.
 */
typedef struct
{
  SquillWitnessList *lists;
  guint n_lists;
} SquillWitnesses;

/**
 * SquillWitnessStand:
 * @parts: (element-type SquillWitnessPart) (nullable): those that were put together; new documents
 * are of the first
 * @current: (nullable): the document that is being read, if it was called
 * @document: (nullable): its bytes
 * @length: how many
 * @index: its number
 * @keep_values: whether its `_id` may be kept
 *
 * Where the witnesses of a collection are called from. Zero-filled it is ready.
 */
typedef struct
{
  GPtrArray *parts;
  SquillWitness *current;
  const guint8 *document;
  gsize length;
  guint64 index;
  gboolean keep_values;
} SquillWitnessStand;

void squill_witness_stand_begin (SquillWitnessStand *self,
                                 const guint8 *document,
                                 gsize length,
                                 guint64 index,
                                 gboolean keep_values);
void squill_witness_stand_append (SquillWitnessStand *self,
                                  SquillWitnessStand *other,
                                  guint64 documents);
void squill_witness_stand_clear (SquillWitnessStand *self);
guint64 squill_witness_get_index (const SquillWitness *self);
void squill_witnesses_note (SquillWitnesses *self, SquillWitnessStand *stand, guint type);
void squill_witnesses_merge (SquillWitnesses *self, SquillWitnesses *other);
void squill_witnesses_copy (SquillWitnesses *self, const SquillWitnesses *other);
void squill_witnesses_clear (SquillWitnesses *self);
const SquillWitnessList *squill_witnesses_get (const SquillWitnesses *self, guint type);

G_END_DECLS

/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A longer `_id` is not kept. */
#define SQUILL_EXAMPLE_MAX_ID 64u
/* What occurs more often is not rare, even if it is all in one document. */
#define SQUILL_EXAMPLE_MAX_COUNT 64u
/* What is in more documents than these is not rare either. */
#define SQUILL_EXAMPLE_MAX_DOCUMENTS 3u

/**
 * SquillExampleDocumentPart:
 * @offset: how many documents came before this part
 * @references: the number of holders
 *
 * Documents that are read one after the other. When parts are put together the later one begins
 * where the other ends.
 */
typedef struct
{
  guint64 offset;
  gint references;
} SquillExampleDocumentPart;

/**
 * SquillExampleDocument:
 * @part: what it is a document of
 * @index: its number in that part, from 0
 * @id_type: the BSON type of its `_id`; 0 where it is not known
 * @id_length: bytes of its `_id`
 * @id: the value of its `_id`
 * @references: the number of holders
 *
 * A document that has a type at a path.
 */
typedef struct
{
  SquillExampleDocumentPart *part;
  guint64 index;
  guint8 id_type;
  guint8 id_length;
  guint8 id[SQUILL_EXAMPLE_MAX_ID];
  gint references;
} SquillExampleDocument;

/**
 * SquillExampleDocumentList:
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
  SquillExampleDocument *documents[SQUILL_EXAMPLE_MAX_DOCUMENTS];
} SquillExampleDocumentList;

/**
 * SquillExampleDocuments:
 * @lists: (array length=n_lists): one for each type that was found
 * @n_lists: how many
 *
 * The example documents of a path. Zero-filled there are none.
 */
typedef struct
{
  SquillExampleDocumentList *lists;
  guint n_lists;
} SquillExampleDocuments;

/**
 * SquillExampleCollector:
 * @parts: (element-type SquillExampleDocumentPart) (nullable): those that were put together; new
 * documents are of the first
 * @current: (nullable): the current document, if it was acquired
 * @document: (nullable): its bytes
 * @length: how many
 * @index: its number
 * @keep_values: whether its `_id` may be kept
 *
 * Hands out the current document of a collection as an example. Zero-filled it is ready.
 */
typedef struct
{
  GPtrArray *parts;
  SquillExampleDocument *current;
  const guint8 *document;
  gsize length;
  guint64 index;
  gboolean keep_values;
} SquillExampleCollector;

void squill_example_collector_begin (SquillExampleCollector *self,
                                     const guint8 *document,
                                     gsize length,
                                     guint64 index,
                                     gboolean keep_values);
void squill_example_collector_append (SquillExampleCollector *self,
                                      SquillExampleCollector *other,
                                      guint64 documents);
void squill_example_collector_clear (SquillExampleCollector *self);
guint64 squill_example_document_get_index (const SquillExampleDocument *self);
void squill_example_documents_note (SquillExampleDocuments *self,
                                    SquillExampleCollector *collector,
                                    guint type);
void squill_example_documents_merge (SquillExampleDocuments *self, SquillExampleDocuments *other);
void squill_example_documents_copy (SquillExampleDocuments *self,
                                    const SquillExampleDocuments *other);
void squill_example_documents_clear (SquillExampleDocuments *self);
const SquillExampleDocumentList *squill_example_documents_get (const SquillExampleDocuments *self,
                                                               guint type);

G_END_DECLS

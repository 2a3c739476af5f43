/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/profile/squill-example-document.h"

#include "bson/squill-bson-walk.h"

/* Copies of a profile may be made and freed in any thread. */
static void
part_unref (SquillExampleDocumentPart *self)
{
  if (g_atomic_int_dec_and_test (&self->references))
    g_free (self);
}

static void
unref (SquillExampleDocument *self)
{
  if (!g_atomic_int_dec_and_test (&self->references))
    return;
  part_unref (self->part);
  g_free (self);
}

static void
read_id (SquillExampleDocument *self, const guint8 *document, gsize length)
{
  gsize position = 4;
  SquillBsonElement element;

  while (squill_bson_step (document, length, &position, &element) == SQUILL_BSON_STEP_ELEMENT)
    if (element.key_length == 3 && memcmp (element.key, "_id", 3) == 0)
      {
        if (element.value_length > SQUILL_EXAMPLE_MAX_ID)
          return;
        self->id_type = element.type;
        self->id_length = (guint8)element.value_length;
        memcpy (self->id, element.value, element.value_length);
        return;
      }
}

static SquillExampleDocument *
acquire (SquillExampleCollector *collector)
{
  SquillExampleDocument *self = collector->current;

  if (self == NULL)
    {
      if (collector->parts == NULL)
        {
          SquillExampleDocumentPart *part = g_new0 (SquillExampleDocumentPart, 1);

          part->references = 1;
          collector->parts = g_ptr_array_new_with_free_func ((GDestroyNotify)part_unref);
          g_ptr_array_add (collector->parts, part);
        }
      self = g_new0 (SquillExampleDocument, 1);
      self->references = 1;
      self->part = g_ptr_array_index (collector->parts, 0);
      g_atomic_int_inc (&self->part->references);
      self->index = collector->index - self->part->offset;
      if (collector->keep_values)
        read_id (self, collector->document, collector->length);
      collector->current = self;
    }
  g_atomic_int_inc (&self->references);
  return self;
}

static SquillExampleDocumentList *
ensure_list (SquillExampleDocuments *self, guint type)
{
  for (guint i = 0; i < self->n_lists; i++)
    if (self->lists[i].type == type)
      return &self->lists[i];
  self->lists = g_renew (SquillExampleDocumentList, self->lists, self->n_lists + 1);
  self->lists[self->n_lists] = (SquillExampleDocumentList){ .type = (guint8)type };
  return &self->lists[self->n_lists++];
}

static void
keep_first (SquillExampleDocumentList *self)
{
  self->many = TRUE;
  while (self->n_documents > 1)
    unref (self->documents[--self->n_documents]);
}

/* Takes over the reference. */
static void
insert (SquillExampleDocumentList *self, SquillExampleDocument *document)
{
  guint64 index = squill_example_document_get_index (document);
  guint at = 0;

  while (at < self->n_documents && squill_example_document_get_index (self->documents[at]) < index)
    at++;
  if (at < self->n_documents && squill_example_document_get_index (self->documents[at]) == index)
    {
      unref (document);
      return;
    }
  if (self->many || self->n_documents == SQUILL_EXAMPLE_MAX_DOCUMENTS)
    {
      keep_first (self);
      if (at > 0)
        {
          unref (document);
          return;
        }
      if (self->n_documents > 0)
        unref (self->documents[0]);
      self->documents[0] = document;
      self->n_documents = 1;
      return;
    }
  for (guint i = self->n_documents; i > at; i--)
    self->documents[i] = self->documents[i - 1];
  self->documents[at] = document;
  self->n_documents++;
}

/**
 * squill_example_collector_begin:
 * @self: a collector
 * @document: the next document; must stay as it is until the one after
 * @length: its bytes
 * @index: its number in the collection as far as it is read, from 0
 * @keep_values: whether its `_id` may be kept
 *
 * Begins the next document.
 */
void
squill_example_collector_begin (SquillExampleCollector *self,
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
 * squill_example_collector_append:
 * @self: a collector
 * @other: the collector of the documents that follow; is empty afterwards
 * @documents: how many documents @self has seen
 *
 * Adds the documents of @other, numbered after those of @self.
 */
void
squill_example_collector_append (SquillExampleCollector *self,
                                 SquillExampleCollector *other,
                                 guint64 documents)
{
  if (other->parts != NULL && self->parts == NULL)
    {
      /* Documents that @self sees later are numbered from its own start. */
      SquillExampleDocumentPart *part = g_new0 (SquillExampleDocumentPart, 1);

      part->references = 1;
      self->parts = g_ptr_array_new_with_free_func ((GDestroyNotify)part_unref);
      g_ptr_array_add (self->parts, part);
    }
  for (guint i = 0; other->parts != NULL && i < other->parts->len; i++)
    {
      SquillExampleDocumentPart *part = g_ptr_array_index (other->parts, i);

      part->offset += documents;
      g_atomic_int_inc (&part->references);
      g_ptr_array_add (self->parts, part);
    }
  squill_example_collector_clear (other);
}

/**
 * squill_example_collector_clear:
 * @self: a collector
 *
 * Frees it. Example documents that were acquired stay valid.
 */
void
squill_example_collector_clear (SquillExampleCollector *self)
{
  g_clear_pointer (&self->current, unref);
  g_clear_pointer (&self->parts, g_ptr_array_unref);
}

/**
 * squill_example_document_get_index:
 * @self: a document
 *
 * Returns: the number of the document among those read of its collection, from 0
 */
guint64
squill_example_document_get_index (const SquillExampleDocument *self)
{
  return self->part->offset + self->index;
}

/**
 * squill_example_documents_note:
 * @self: the example documents of a path
 * @collector: has the current document
 * @type: the place of a type in #SquillTypes
 *
 * Notes that the current document has a value of the type.
 */
void
squill_example_documents_note (SquillExampleDocuments *self,
                               SquillExampleCollector *collector,
                               guint type)
{
  SquillExampleDocumentList *list = ensure_list (self, type);

  if (list->many || (list->n_documents > 0 && collector->current != NULL &&
                     list->documents[list->n_documents - 1] == collector->current))
    return;
  if (list->n_documents == SQUILL_EXAMPLE_MAX_DOCUMENTS)
    keep_first (list);
  else
    list->documents[list->n_documents++] = acquire (collector);
}

/**
 * squill_example_documents_merge:
 * @self: the example documents of a path
 * @other: those of another path; is empty afterwards
 *
 * Takes over the example documents of @other.
 */
void
squill_example_documents_merge (SquillExampleDocuments *self, SquillExampleDocuments *other)
{
  for (guint i = 0; i < other->n_lists; i++)
    {
      SquillExampleDocumentList *from = &other->lists[i];
      SquillExampleDocumentList *list = ensure_list (self, from->type);

      if (from->many)
        list->many = TRUE;
      for (guint j = 0; j < from->n_documents; j++)
        insert (list, from->documents[j]);
      from->n_documents = 0;
      if (list->many)
        keep_first (list);
    }
  squill_example_documents_clear (other);
}

/**
 * squill_example_documents_copy:
 * @self: (out caller-allocates): takes the same example documents
 * @other: the example documents of a path
 *
 * Copies them; both share the documents.
 */
void
squill_example_documents_copy (SquillExampleDocuments *self, const SquillExampleDocuments *other)
{
  self->lists = g_memdup2 (other->lists, other->n_lists * sizeof (SquillExampleDocumentList));
  self->n_lists = other->n_lists;
  for (guint i = 0; i < self->n_lists; i++)
    for (guint j = 0; j < self->lists[i].n_documents; j++)
      g_atomic_int_inc (&self->lists[i].documents[j]->references);
}

/**
 * squill_example_documents_clear:
 * @self: the example documents of a path
 *
 * Releases them all.
 */
void
squill_example_documents_clear (SquillExampleDocuments *self)
{
  for (guint i = 0; i < self->n_lists; i++)
    for (guint j = 0; j < self->lists[i].n_documents; j++)
      unref (self->lists[i].documents[j]);
  g_clear_pointer (&self->lists, g_free);
  self->n_lists = 0;
}

/**
 * squill_example_documents_get:
 * @self: the example documents of a path
 * @type: the place of a type in #SquillTypes
 *
 * Returns: (nullable): those of the type
 */
const SquillExampleDocumentList *
squill_example_documents_get (const SquillExampleDocuments *self, guint type)
{
  for (guint i = 0; i < self->n_lists; i++)
    if (self->lists[i].type == type)
      return &self->lists[i];
  return NULL;
}

/* SPDX-License-Identifier: Apache-2.0 */

/* Chooses documents of a stream whose length is not known before its end. For a sample each
 * document gets a number by chance, a function of its place in the stream, and those with the
 * smallest are kept: any such set is a uniform sample, also after it had to be made smaller. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/source/squill-document-choice.h"

#include <stdlib.h>
#include <string.h>

typedef struct
{
  guint64 rank; /* by chance */
  guint64 index;
  guint8 *bytes;
  gsize length;
} Chosen;

struct _SquillDocumentChoice
{
  gboolean is_sample;
  guint64 max_documents;
  guint64 seen;
  guint64 max_rank; /* a higher one is not chosen any more */
  gsize bytes;

  /* A sample: a heap with the highest rank on top, until the first is taken. The newest: a ring. */
  Chosen *chosen;
  gsize n_chosen;
  gsize room;
  gsize first;
  gboolean taking;
};

/* SplitMix64 (Steele, Lea, Flood 2014): every place has a number of its own that looks like chance.
 */
static guint64
rank_of (guint64 index)
{
  guint64 z = (index + 1) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);

  z = (z ^ (z >> 30)) * G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
  z = (z ^ (z >> 27)) * G_GUINT64_CONSTANT (0x94d049bb133111eb);
  return z ^ (z >> 31);
}

/* Also of what is around the document. */
static gsize
cost_of (const Chosen *chosen)
{
  return chosen->length + 2 * sizeof (Chosen);
}

static void
swap (Chosen *a, Chosen *b)
{
  Chosen c = *a;

  *a = *b;
  *b = c;
}

static void
rise (SquillDocumentChoice *self, gsize at)
{
  while (at > 0 && self->chosen[at].rank > self->chosen[(at - 1) / 2].rank)
    {
      swap (&self->chosen[at], &self->chosen[(at - 1) / 2]);
      at = (at - 1) / 2;
    }
}

static void
sink (SquillDocumentChoice *self, gsize at)
{
  for (;;)
    {
      gsize largest = at;

      for (gsize child = 2 * at + 1; child <= 2 * at + 2 && child < self->n_chosen; child++)
        if (self->chosen[child].rank > self->chosen[largest].rank)
          largest = child;
      if (largest == at)
        return;
      swap (&self->chosen[at], &self->chosen[largest]);
      at = largest;
    }
}

static void
drop_highest (SquillDocumentChoice *self)
{
  self->max_rank = self->chosen[0].rank - 1;
  self->bytes -= cost_of (&self->chosen[0]);
  g_free (self->chosen[0].bytes);
  self->chosen[0] = self->chosen[--self->n_chosen];
  sink (self, 0);
}

static void
drop_oldest (SquillDocumentChoice *self)
{
  Chosen *oldest = &self->chosen[self->first];

  self->bytes -= cost_of (oldest);
  g_clear_pointer (&oldest->bytes, g_free);
  self->first = (self->first + 1) % self->room;
  self->n_chosen--;
}

static void
make_room (SquillDocumentChoice *self)
{
  gsize room = MAX (64, self->room * 2);

  if (self->n_chosen < self->room)
    return;
  self->chosen = g_renew (Chosen, self->chosen, room);
  /* The ring is opened at its seam: what is before it goes behind what is after. */
  for (gsize i = 0; i < self->first; i++)
    self->chosen[self->room + i] = self->chosen[i];
  self->room = room;
}

static int
compare_indices (gconstpointer a, gconstpointer b)
{
  const Chosen *left = a;
  const Chosen *right = b;

  return left->index < right->index ? -1 : left->index > right->index;
}

static SquillDocumentChoice *
choice_new (gboolean is_sample, guint64 max_documents)
{
  SquillDocumentChoice *self = g_new0 (SquillDocumentChoice, 1);

  self->is_sample = is_sample;
  self->max_documents = max_documents;
  self->max_rank = G_MAXUINT64;
  return self;
}

/**
 * squill_document_choice_new_sample:
 * @max_documents: how many, at least 1
 *
 * Returns: (transfer full): chooses by chance
 */
SquillDocumentChoice *
squill_document_choice_new_sample (guint64 max_documents)
{
  g_return_val_if_fail (max_documents > 0, NULL);
  return choice_new (TRUE, max_documents);
}

/**
 * squill_document_choice_new_newest:
 * @max_documents: how many, at least 1
 *
 * Returns: (transfer full): chooses the last
 */
SquillDocumentChoice *
squill_document_choice_new_newest (guint64 max_documents)
{
  g_return_val_if_fail (max_documents > 0, NULL);
  return choice_new (FALSE, max_documents);
}

void
squill_document_choice_free (SquillDocumentChoice *self)
{
  if (self == NULL)
    return;
  for (gsize i = 0; i < self->n_chosen; i++)
    g_free (self->chosen[(self->first + i) % self->room].bytes);
  g_free (self->chosen);
  g_free (self);
}

/**
 * squill_document_choice_add:
 * @self: a choice that nothing was taken from yet
 * @document: the next document; copied if it is chosen
 * @length: its bytes
 *
 * Lets a document come by.
 */
void
squill_document_choice_add (SquillDocumentChoice *self, const guint8 *document, gsize length)
{
  Chosen one = { .index = self->seen++, .length = length };

  g_return_if_fail (!self->taking);

  one.rank = rank_of (one.index);
  if (self->is_sample && one.rank > self->max_rank)
    return;
  if (!self->is_sample && self->n_chosen == self->max_documents)
    drop_oldest (self);

  make_room (self);
  one.bytes = g_memdup2 (document, length);
  self->chosen[(self->first + self->n_chosen) % self->room] = one;
  self->n_chosen++;
  self->bytes += cost_of (&one);
  if (self->is_sample)
    rise (self, self->n_chosen - 1);
  if (self->is_sample && self->n_chosen > self->max_documents)
    drop_highest (self);
  while (self->bytes > SQUILL_DOCUMENT_CHOICE_MAX_BYTES && self->n_chosen > 1)
    if (self->is_sample)
      drop_highest (self);
    else
      drop_oldest (self);
}

/**
 * squill_document_choice_take:
 * @self: a choice
 * @document: (out) (transfer full): a document
 * @length: (out): its bytes
 *
 * All documents came by: takes the chosen ones, one by one, in the order they came.
 *
 * Returns: %FALSE when there is none left
 */
gboolean
squill_document_choice_take (SquillDocumentChoice *self, guint8 **document, gsize *length)
{
  Chosen *next;

  if (!self->taking && self->is_sample && self->n_chosen > 0)
    qsort (self->chosen, self->n_chosen, sizeof (Chosen), compare_indices);
  self->taking = TRUE;
  if (self->n_chosen == 0)
    return FALSE;

  next = &self->chosen[self->first];
  *document = g_steal_pointer (&next->bytes);
  *length = next->length;
  self->first = (self->first + 1) % self->room;
  self->n_chosen--;
  return TRUE;
}

/**
 * squill_document_choice_get_length:
 * @self: a choice
 *
 * Returns: how many documents are chosen, of those that came by so far
 */
guint64
squill_document_choice_get_length (const SquillDocumentChoice *self)
{
  return self->n_chosen;
}

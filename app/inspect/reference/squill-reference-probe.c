/* SPDX-License-Identifier: Apache-2.0 */

/* Which places have any values in common. To look each value of each place up in all others would
 * take as long as there are pairs of places; here all targets are gone through once. Only ids and
 * texts are looked at: numbers are in every list of numbers. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/reference/squill-reference-private.h"

typedef struct
{
  guint64 hash; /* 0: free */
  guint first;  /* of its entries */
} Slot;

typedef struct
{
  guint source;
  guint next; /* of the same hash; 0: none */
} Entry;

typedef struct
{
  Slot *slots;
  guint n_slots; /* a power of two */
  GArray *entries;
  GPtrArray *sources;
  guint target; /* that is gone through */
} Index;

static gboolean
is_looked_at (const SquillReferencePlace *place)
{
  return place->numbers <= 0.5;
}

/* Some keys are texts and the others numbers. */
static gboolean
may_be_met (const SquillReferencePlace *place)
{
  return place->numbers <= SQUILL_REFERENCE_NEARLY_ALL;
}

static Slot *
find_slot (Index *index, guint64 hash)
{
  guint at = (guint)hash & (index->n_slots - 1);

  while (index->slots[at].hash != 0 && index->slots[at].hash != hash)
    at = (at + 1) & (index->n_slots - 1);
  return &index->slots[at];
}

static void
add_source (Index *index, guint number)
{
  SquillReferencePlace *source = g_ptr_array_index (index->sources, number);

  source->met = g_array_new (FALSE, FALSE, sizeof (guint));
  for (guint i = 0; i < source->n_probes; i++)
    {
      Slot *slot = find_slot (index, source->probes[i]);
      Entry entry = { number, slot->hash != 0 ? slot->first : 0 };

      slot->hash = source->probes[i];
      slot->first = index->entries->len;
      g_array_append_val (index->entries, entry);
    }
}

static void
meet_cb (guint64 hash, guint64 count, gpointer user_data)
{
  Index *index = user_data;
  const Slot *slot = find_slot (index, hash);

  for (guint at = slot->hash != 0 ? slot->first : 0; at != 0;)
    {
      const Entry *entry = &g_array_index (index->entries, Entry, at);
      SquillReferencePlace *source = g_ptr_array_index (index->sources, entry->source);

      if (source->met->len == 0 ||
          g_array_index (source->met, guint, source->met->len - 1) != index->target)
        g_array_append_val (source->met, index->target);
      at = entry->next;
    }
}

static int
compare_numbers (gconstpointer a, gconstpointer b)
{
  const guint first = *(const guint *)a, second = *(const guint *)b;

  return first < second ? -1 : first > second;
}

/**
 * _squill_reference_places_probe:
 * @sources: (element-type SquillReferencePlace): where references may start
 * @targets: (element-type SquillReferencePlace): where they may end
 *
 * Finds out for each source which targets have any of its values, as far as the probes tell.
 */
void
_squill_reference_places_probe (GPtrArray *sources, GPtrArray *targets)
{
  Index index = { .n_slots = 64, .sources = sources };
  const Entry none = { 0 };

  while (index.n_slots < sources->len * SQUILL_REFERENCE_PROBES * 2)
    index.n_slots *= 2;
  index.slots = g_new0 (Slot, index.n_slots);
  index.entries = g_array_new (FALSE, FALSE, sizeof (Entry));
  g_array_append_val (index.entries, none);
  for (guint i = 0; i < sources->len; i++)
    if (is_looked_at (g_ptr_array_index (sources, i)))
      add_source (&index, i);
  for (index.target = 0; index.target < targets->len; index.target++)
    {
      const SquillReferencePlace *target = g_ptr_array_index (targets, index.target);

      if (may_be_met (target))
        squill_hash_sample_foreach (target->sample, 0, meet_cb, &index);
    }
  g_free (index.slots);
  g_array_unref (index.entries);
}

/**
 * _squill_reference_place_has_met:
 * @self: a source
 * @target: a target
 *
 * Returns: whether they have a value in common, as far as the probes tell; for numbers always
 */
gboolean
_squill_reference_place_has_met (const SquillReferencePlace *self,
                                 const SquillReferencePlace *target)
{
  return self->met == NULL ||
         g_array_binary_search (self->met, &target->number, compare_numbers, NULL);
}

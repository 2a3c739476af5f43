/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/reference/squill-decisions.h"

#include <string.h>

/* What is decided on. */
typedef struct
{
  char *from; /* of a reference, or the place of a map */
  char *to;   /* (nullable) of a reference */
} Subject;

struct _SquillDecisions
{
  GTree *references; /* Subject -> SquillDecision */
  GTree *maps;
};

static const char *const decision_names[] = { NULL, "accepted", "rejected" };

static Subject *
subject_new (const char *from, const char *to)
{
  Subject *self = g_new (Subject, 1);

  self->from = g_strdup (from);
  self->to = g_strdup (to);
  return self;
}

static void
subject_free (gpointer data)
{
  Subject *self = data;

  g_free (self->from);
  g_free (self->to);
  g_free (self);
}

/* By bytes: the same order wherever it is written. */
static int
subject_compare (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const Subject *first = a, *second = b;
  int order = strcmp (first->from, second->from);

  return order != 0 ? order : g_strcmp0 (first->to, second->to);
}

static void
set_decision (GTree *tree, const char *from, const char *to, SquillDecision decision)
{
  const Subject subject = { (char *)from, (char *)to };

  if (decision == SQUILL_DECISION_NONE)
    g_tree_remove (tree, &subject);
  else
    g_tree_replace (tree, subject_new (from, to), GINT_TO_POINTER (decision));
}

static SquillDecision
get_decision (GTree *tree, const char *from, const char *to)
{
  const Subject subject = { (char *)from, (char *)to };

  return (SquillDecision)GPOINTER_TO_INT (g_tree_lookup (tree, &subject));
}

/**
 * squill_decisions_new:
 *
 * Returns: (transfer full): decisions of nothing yet
 */
SquillDecisions *
squill_decisions_new (void)
{
  SquillDecisions *self = g_new (SquillDecisions, 1);

  self->references = g_tree_new_full (subject_compare, NULL, subject_free, NULL);
  self->maps = g_tree_new_full (subject_compare, NULL, subject_free, NULL);
  return self;
}

static SquillDecision
read_decision (const json_t *entry)
{
  const char *name = json_string_value (json_object_get (entry, "decision"));

  if (g_strcmp0 (name, decision_names[SQUILL_DECISION_ACCEPTED]) == 0)
    return SQUILL_DECISION_ACCEPTED;
  if (g_strcmp0 (name, decision_names[SQUILL_DECISION_REJECTED]) == 0)
    return SQUILL_DECISION_REJECTED;
  return SQUILL_DECISION_NONE;
}

/**
 * squill_decisions_new_from_json:
 * @json: (nullable): what squill_decisions_to_json() made
 *
 * Reads decisions. What is not understood is passed over: they come from files that people and
 * other programs may have written.
 *
 * Returns: (transfer full): the decisions
 */
SquillDecisions *
squill_decisions_new_from_json (const json_t *json)
{
  SquillDecisions *self = squill_decisions_new ();
  gsize i;
  json_t *entry;

  json_array_foreach (json_object_get (json, "references"), i, entry)
  {
    const char *from = json_string_value (json_object_get (entry, "from"));
    const char *to = json_string_value (json_object_get (entry, "to"));

    if (from != NULL && to != NULL)
      set_decision (self->references, from, to, read_decision (entry));
  }
  json_array_foreach (json_object_get (json, "maps"), i, entry)
  {
    const char *place = json_string_value (json_object_get (entry, "place"));

    if (place != NULL)
      set_decision (self->maps, place, NULL, read_decision (entry));
  }
  return self;
}

static gboolean
copy_entry (gpointer key, gpointer value, gpointer data)
{
  const Subject *subject = key;

  set_decision (data, subject->from, subject->to, (SquillDecision)GPOINTER_TO_INT (value));
  return FALSE;
}

/**
 * squill_decisions_add:
 * @self: decisions
 * @others: (nullable): later ones
 *
 * Takes over what was decided later; where both say something of the same, that holds.
 */
void
squill_decisions_add (SquillDecisions *self, const SquillDecisions *others)
{
  g_return_if_fail (self != NULL);

  if (others == NULL)
    return;
  g_tree_foreach (others->references, copy_entry, self->references);
  g_tree_foreach (others->maps, copy_entry, self->maps);
}

void
squill_decisions_free (SquillDecisions *self)
{
  if (self == NULL)
    return;
  g_tree_unref (self->references);
  g_tree_unref (self->maps);
  g_free (self);
}

static gboolean
write_entry (gpointer key, gpointer value, gpointer data)
{
  const Subject *subject = key;
  const char *name = decision_names[GPOINTER_TO_INT (value)];
  json_t *entry = subject->to != NULL
                      ? json_pack ("{s:s, s:s, s:s}", "from", subject->from, "to", subject->to,
                                   "decision", name)
                      : json_pack ("{s:s, s:s}", "place", subject->from, "decision", name);

  /* Text that is no UTF-8 cannot be kept, and no path of a profile is such. */
  if (entry != NULL)
    json_array_append_new (data, entry);
  return FALSE;
}

static void
write_entries (json_t *json, const char *name, GTree *tree)
{
  json_t *entries;

  if (g_tree_nnodes (tree) == 0)
    return;
  entries = json_array ();
  g_tree_foreach (tree, write_entry, entries);
  json_object_set_new (json, name, entries);
}

/**
 * squill_decisions_to_json:
 * @self: decisions
 *
 * Writes them as they are kept in a model: `{"references": [{"from", "to", "decision"}], "maps":
 * [{"place", "decision"}]}`, sorted, with the decisions "accepted" and "rejected".
 *
 * Returns: (transfer full): an object; what was not decided is not in it
 */
json_t *
squill_decisions_to_json (const SquillDecisions *self)
{
  json_t *json = json_object ();

  g_return_val_if_fail (self != NULL, json);

  write_entries (json, "references", self->references);
  write_entries (json, "maps", self->maps);
  return json;
}

/**
 * squill_decisions_is_empty:
 * @self: decisions
 *
 * Returns: whether nothing was decided
 */
gboolean
squill_decisions_is_empty (const SquillDecisions *self)
{
  g_return_val_if_fail (self != NULL, TRUE);

  return g_tree_nnodes (self->references) == 0 && g_tree_nnodes (self->maps) == 0;
}

/**
 * squill_decisions_set_reference:
 * @self: decisions
 * @from: where the reference is kept: `collection.path`
 * @to: the key that it names: `collection.path`
 * @decision: whether it is one; %SQUILL_DECISION_NONE takes back what was decided
 *
 * Says whether something is a reference. One that points elsewhere than was guessed is the guess
 * rejected and the other accepted.
 */
void
squill_decisions_set_reference (SquillDecisions *self,
                                const char *from,
                                const char *to,
                                SquillDecision decision)
{
  g_return_if_fail (self != NULL);
  g_return_if_fail (from != NULL && to != NULL);

  set_decision (self->references, from, to, decision);
}

/**
 * squill_decisions_get_reference:
 * @self: decisions
 * @from: where the reference is kept: `collection.path`
 * @to: the key that it names: `collection.path`
 *
 * Returns: what was decided of it
 */
SquillDecision
squill_decisions_get_reference (const SquillDecisions *self, const char *from, const char *to)
{
  g_return_val_if_fail (self != NULL, SQUILL_DECISION_NONE);
  g_return_val_if_fail (from != NULL && to != NULL, SQUILL_DECISION_NONE);

  return get_decision (self->references, from, to);
}

/**
 * squill_decisions_set_map:
 * @self: decisions
 * @place: an object: `collection.path`
 * @decision: whether its names are data; %SQUILL_DECISION_NONE takes back what was decided
 *
 * Says whether an object is a map.
 */
void
squill_decisions_set_map (SquillDecisions *self, const char *place, SquillDecision decision)
{
  g_return_if_fail (self != NULL);
  g_return_if_fail (place != NULL);

  set_decision (self->maps, place, NULL, decision);
}

/**
 * squill_decisions_get_map:
 * @self: decisions
 * @place: an object: `collection.path`
 *
 * Returns: what was decided of it
 */
SquillDecision
squill_decisions_get_map (const SquillDecisions *self, const char *place)
{
  g_return_val_if_fail (self != NULL, SQUILL_DECISION_NONE);
  g_return_val_if_fail (place != NULL, SQUILL_DECISION_NONE);

  return get_decision (self->maps, place, NULL);
}

static gboolean
collect_map (gpointer key, gpointer value, gpointer data)
{
  const Subject *subject = key;

  g_ptr_array_add (data, g_strdup (subject->from));
  return FALSE;
}

/**
 * squill_decisions_list_maps:
 * @self: decisions
 *
 * Returns: (transfer full) (array zero-terminated=1): the places of objects that were decided on,
 *   sorted
 */
char **
squill_decisions_list_maps (const SquillDecisions *self)
{
  GPtrArray *places = g_ptr_array_new ();

  g_return_val_if_fail (self != NULL, (char **)g_ptr_array_free (places, FALSE));

  g_tree_foreach (self->maps, collect_map, places);
  g_ptr_array_add (places, NULL);
  return (char **)g_ptr_array_free (places, FALSE);
}

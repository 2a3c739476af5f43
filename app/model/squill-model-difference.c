/* SPDX-License-Identifier: Apache-2.0 */

/* What two models differ in, item by item and property by property. */

#define G_LOG_DOMAIN "squill-model"

#include "config.h"

#include "model/squill-model-difference.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "model/squill-item-place.h"
#include "model/squill-item-table.h"

typedef struct
{
  SquillModel *from;
  SquillModel *to;
  const SquillItemTable *before;
  const SquillItemTable *after;
  GHashTable *previous_before; /* id -> id of the sibling before, of those in both */
  GHashTable *previous_after;
  GPtrArray *found;
} Comparison;

static void
difference_free (gpointer data)
{
  SquillModelDifference *difference = data;

  g_free (difference->id);
  g_free (difference->place);
  g_free (difference->property);
  g_free (difference->member);
  json_decref (difference->from);
  json_decref (difference->to);
  g_free (difference->from_text);
  g_free (difference->to_text);
  g_free (difference->message);
  g_free (difference);
}

/**
 * squill_model_difference_kind_get_name:
 * @kind: a kind of differences
 *
 * Returns: (transfer none): its name for programs
 */
const char *
squill_model_difference_kind_get_name (SquillModelDifferenceKind kind)
{
  static const char *const names[] = { "added", "removed", "changed", "moved" };

  g_return_val_if_fail (kind < G_N_ELEMENTS (names), NULL);
  return names[kind];
}

static SquillModelDifference *
add (Comparison *self, SquillModelDifferenceKind kind, const SquillItemEntry *entry)
{
  SquillModelDifference *difference = g_new0 (SquillModelDifference, 1);
  SquillModel *model = kind == SQUILL_MODEL_DIFFERENCE_REMOVED ? self->from : self->to;
  const SquillItem *item = squill_model_get_item (model, entry->id);

  difference->kind = kind;
  difference->subject = entry->kind;
  difference->id = g_strdup (entry->id);
  difference->place = squill_model_describe_place (model, item);
  g_ptr_array_add (self->found, difference);
  return difference;
}

/* Whole sentences, because languages join these words in different ways. */
static const struct
{
  const char *added;
  const char *removed;
} sentences[SQUILL_N_KINDS] = {
  [SQUILL_KIND_MODEL] = { N_ ("model %s was added"), N_ ("model %s was removed") },
  [SQUILL_KIND_ENTITY] = { N_ ("entity %s was added"), N_ ("entity %s was removed") },
  [SQUILL_KIND_FIELD] = { N_ ("field %s was added"), N_ ("field %s was removed") },
  [SQUILL_KIND_INDEX] = { N_ ("index %s was added"), N_ ("index %s was removed") },
  [SQUILL_KIND_RELATIONSHIP] = { N_ ("relationship %s was added"),
                                 N_ ("relationship %s was removed") },
  [SQUILL_KIND_COPY] = { N_ ("copied field %s was added"), N_ ("copied field %s was removed") },
  [SQUILL_KIND_OPERATION] = { N_ ("operation %s was added"), N_ ("operation %s was removed") },
  [SQUILL_KIND_NOTE] = { N_ ("note %s was added"), N_ ("note %s was removed") },
  [SQUILL_KIND_GROUP] = { N_ ("group %s was added"), N_ ("group %s was removed") },
  [SQUILL_KIND_DISMISSAL] = { N_ ("dismissal %s was added"), N_ ("dismissal %s was removed") },
  [SQUILL_KIND_ALTERNATIVE] = { N_ ("design %s was added"), N_ ("design %s was removed") },
  [SQUILL_KIND_VIEW] = { N_ ("view %s was added"), N_ ("view %s was removed") },
};

static void
add_whole (Comparison *self, SquillModelDifferenceKind kind, const SquillItemEntry *entry)
{
  SquillModelDifference *difference = add (self, kind, entry);
  const char *sentence = kind == SQUILL_MODEL_DIFFERENCE_ADDED ? sentences[entry->kind].added
                                                               : sentences[entry->kind].removed;
  g_autoptr (GString) message = g_string_new (_ (sentence));

  g_string_replace (message, "%s", difference->place, 1);
  difference->message = g_strdup (message->str);
  difference->from_text = g_strdup ("");
  difference->to_text = g_strdup ("");
}

static void
add_value (Comparison *self,
           const SquillItemEntry *entry,
           const SquillProperty *property,
           const char *name,
           const char *member,
           const json_t *from,
           const json_t *to)
{
  gboolean is_layout = property != NULL ? property->in_layout : g_str_has_prefix (name, "layout.");
  SquillModelDifference *difference = add (
      self, is_layout ? SQUILL_MODEL_DIFFERENCE_MOVED : SQUILL_MODEL_DIFFERENCE_CHANGED, entry);
  g_autofree char *what = member == NULL ? g_strdup (name) : g_strconcat (name, ".", member, NULL);

  difference->property = g_strdup (name);
  difference->member = g_strdup (member);
  difference->in_layout = is_layout;
  difference->from = json_deep_copy (from);
  difference->to = json_deep_copy (to);
  difference->from_text =
      squill_model_value_to_text (self->from, member == NULL ? property : NULL, from);
  difference->to_text = squill_model_value_to_text (self->to, member == NULL ? property : NULL, to);
  if (g_str_equal (name, "evidence"))
    {
      difference->message = g_strdup_printf (_ ("%s: other evidence"), difference->place);
      return;
    }
  /* Translators: where, what of it, its value before and after: "users.email, types: int → long" */
  difference->message = g_strdup_printf (_ ("%s, %s: %s → %s"), difference->place, what,
                                         difference->from_text, difference->to_text);
}

/* Finds what differs in a value, in its members where it is a map. */
static void
compare_value (Comparison *self,
               const SquillItemEntry *entry,
               const SquillProperty *property,
               const char *name,
               const json_t *from,
               const json_t *to)
{
  const char *member;
  json_t *value;

  if (from == to || (from != NULL && to != NULL && json_equal (from, to)))
    return;
  if (property == NULL || property->composition != SQUILL_COMPOSITION_MAP ||
      (from != NULL && !json_is_object (from)) || (to != NULL && !json_is_object (to)))
    {
      add_value (self, entry, property, name, NULL, from, to);
      return;
    }
  json_object_foreach ((json_t *)from, member, value)
  {
    const json_t *other = json_object_get (to, member);

    if (other == NULL || !json_equal (value, other))
      add_value (self, entry, property, name, member, value, other);
  }
  json_object_foreach ((json_t *)to, member, value)
  {
    if (json_object_get (from, member) == NULL)
      add_value (self, entry, property, name, member, NULL, value);
  }
}

/* For each item that both models have in the same place, the nearest such sibling before it. */
static GHashTable *
find_previous (const SquillItemTable *table, const SquillItemTable *other)
{
  GHashTable *previous = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GHashTable) last = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < table->entries->len; i++)
    {
      const SquillItemEntry *entry = table->entries->pdata[i];
      const SquillItemEntry *there = _squill_item_table_find (other, entry->id);
      char *siblings;

      if (entry->parent == NULL || there == NULL || g_strcmp0 (there->parent, entry->parent) != 0)
        continue;
      siblings = g_strdup_printf ("%d %s", entry->kind, entry->parent);
      g_hash_table_insert (previous, entry->id, g_hash_table_lookup (last, siblings));
      g_hash_table_insert (last, siblings, entry->id);
    }
  return previous;
}

static char *
place_of (SquillModel *model, const char *id)
{
  g_autofree char *place =
      id == NULL ? NULL : squill_model_describe_place (model, squill_model_get_item (model, id));

  return place == NULL || *place == '\0' ? g_strdup (_ ("the model")) : g_steal_pointer (&place);
}

static void
compare_parents (Comparison *self, const SquillItemEntry *before, const SquillItemEntry *after)
{
  SquillModelDifference *difference;

  if (g_strcmp0 (before->parent, after->parent) == 0)
    return;
  difference = add (self, SQUILL_MODEL_DIFFERENCE_MOVED, after);
  difference->property = g_strdup (SQUILL_BELONGS_TO);
  difference->from = json_string (before->parent);
  difference->to = json_string (after->parent);
  difference->from_text = place_of (self->from, before->parent);
  difference->to_text = place_of (self->to, after->parent);
  difference->message =
      g_strdup_printf (_ ("%s was moved here from %s"), difference->place, difference->from_text);
}

/* A rank may be another and the order the same. */
static void
compare_order (Comparison *self,
               const SquillItemEntry *before,
               const SquillItemEntry *after,
               const json_t *from,
               const json_t *to)
{
  SquillModelDifference *difference;
  const char *previous_from, *previous_to;

  if (g_strcmp0 (json_string_value (from), json_string_value (to)) == 0 ||
      g_strcmp0 (before->parent, after->parent) != 0)
    return;
  previous_from = g_hash_table_lookup (self->previous_before, before->id);
  previous_to = g_hash_table_lookup (self->previous_after, after->id);
  if (g_strcmp0 (previous_from, previous_to) == 0)
    return;
  difference = add (self, SQUILL_MODEL_DIFFERENCE_MOVED, after);
  difference->property = g_strdup ("order");
  difference->from = json_deep_copy (from);
  difference->to = json_deep_copy (to);
  difference->from_text =
      previous_from == NULL ? g_strdup (_ ("first")) : place_of (self->from, previous_from);
  difference->to_text =
      previous_to == NULL ? g_strdup (_ ("first")) : place_of (self->to, previous_to);
  if (previous_to == NULL)
    difference->message = g_strdup_printf (_ ("%s was moved to the beginning"), difference->place);
  else
    difference->message =
        g_strdup_printf (_ ("%s was moved behind %s"), difference->place, difference->to_text);
}

static void
compare_items (Comparison *self, const SquillItemEntry *before, const SquillItemEntry *after)
{
  guint n;
  const SquillProperty *properties = squill_kind_get_properties (after->kind, &n);
  const json_t *maps[] = { before->members, after->members };
  const char *name;
  json_t *value;

  compare_parents (self, before, after);
  for (guint i = 0; i < n; i++)
    {
      const json_t *from = json_object_get (before->members, properties[i].name);
      const json_t *to = json_object_get (after->members, properties[i].name);

      if (g_str_equal (properties[i].name, "order"))
        compare_order (self, before, after, from, to);
      else
        compare_value (self, after, &properties[i], properties[i].name, from, to);
    }
  for (guint i = 0; i < G_N_ELEMENTS (maps); i++)
    json_object_foreach ((json_t *)maps[i], name, value)
    {
      if (squill_kind_find_property (after->kind, name) == NULL &&
          (i == 0 || json_object_get (maps[0], name) == NULL))
        compare_value (self, after, NULL, name, json_object_get (maps[0], name),
                       json_object_get (maps[1], name));
    }
}

static gboolean
is_same_kind (const SquillItemEntry *a, const SquillItemEntry *b)
{
  return a != NULL && b != NULL && a->kind == b->kind;
}

/* Whether what an item belongs to is on the same side only, too. */
static gboolean
comes_with_its_parent (const SquillItemTable *own,
                       const SquillItemTable *other,
                       const SquillItemEntry *entry)
{
  const SquillItemEntry *parent = _squill_item_table_find (own, entry->parent);

  return parent != NULL && !is_same_kind (parent, _squill_item_table_find (other, parent->id));
}

static int
compare_for_layout (gconstpointer a, gconstpointer b)
{
  const SquillModelDifference *const *one = a, *const *other = b;

  return (int)(*one)->in_layout - (int)(*other)->in_layout;
}

/**
 * squill_models_find_differences:
 * @from: a model
 * @to: another, or a later state of it
 *
 * Finds what has to happen to @from to become @to. Items are the same if they have the same id, and
 * are of the same kind.
 *
 * Returns: (transfer full) (element-type SquillModelDifference): the differences, in the order of
 *   the models; those that are about the diagram only at the end
 */
GPtrArray *
squill_models_find_differences (SquillModel *from, SquillModel *to)
{
  Comparison self = { .from = from, .to = to };
  g_autoptr (SquillItemTable) before = NULL;
  g_autoptr (SquillItemTable) after = NULL;
  g_autoptr (GHashTable) previous_before = NULL;
  g_autoptr (GHashTable) previous_after = NULL;

  g_return_val_if_fail (SQUILL_IS_MODEL (from), NULL);
  g_return_val_if_fail (SQUILL_IS_MODEL (to), NULL);

  self.before = before = _squill_item_table_new (squill_model_get_info (from));
  self.after = after = _squill_item_table_new (squill_model_get_info (to));
  self.previous_before = previous_before = find_previous (before, after);
  self.previous_after = previous_after = find_previous (after, before);
  self.found = g_ptr_array_new_with_free_func (difference_free);
  for (guint i = 0; i < after->entries->len; i++)
    {
      const SquillItemEntry *entry = after->entries->pdata[i];
      const SquillItemEntry *old = _squill_item_table_find (before, entry->id);

      if (is_same_kind (entry, old))
        compare_items (&self, old, entry);
      else if (!comes_with_its_parent (after, before, entry))
        add_whole (&self, SQUILL_MODEL_DIFFERENCE_ADDED, entry);
    }
  for (guint i = 0; i < before->entries->len; i++)
    {
      const SquillItemEntry *entry = before->entries->pdata[i];

      if (!is_same_kind (entry, _squill_item_table_find (after, entry->id)) &&
          !comes_with_its_parent (before, after, entry))
        add_whole (&self, SQUILL_MODEL_DIFFERENCE_REMOVED, entry);
    }
  /* g_ptr_array_sort() keeps the order of what is equal. */
  g_ptr_array_sort (self.found, compare_for_layout);
  return self.found;
}

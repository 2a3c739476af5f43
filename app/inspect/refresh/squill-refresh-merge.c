/* SPDX-License-Identifier: Apache-2.0 */

/* Items that are in both: each property has a value that was recorded, one that is observed now,
 * and the current one. Where the current value is still the recorded one it follows the source;
 * otherwise a person changed it, and it stays. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/refresh/squill-refresh-private.h"

#include "inspect/infer/squill-infer.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* Every new document changes these: they are reported as one difference for the collection. */
static const char *const counts[] = { "count",   "presence",   "length",      "key_size",
                                      "size",    "distinct",   "top",         "children",
                                      "parents", "confidence", "capped_size", NULL };

static gboolean
is_merged (const SquillProperty *property)
{
  return !property->in_layout && property->type != SQUILL_PROPERTY_RANK &&
         !g_str_equal (property->name, "evidence");
}

/* The observed properties of the copied fields of a relationship. */
static json_t *
observe_copies (SquillRefresh *self, const SquillItem *observed)
{
  json_t *copies = NULL;

  SQUILL_FOR_EACH_CHILD (SquillCopy, copy, observed, SQUILL_KIND_COPY)
    {
      guint n;
      const SquillProperty *properties = squill_kind_get_properties (SQUILL_KIND_COPY, &n);
      json_t *json = json_object ();

      for (guint i = 0; i < n; i++)
        if (is_merged (&properties[i]) && !squill_property_is_default (&properties[i], copy))
          json_object_set_new (
              json, properties[i].name,
              _squill_model_match_map_value (self->match, &properties[i], copy, TRUE));
      if (copies == NULL)
        copies = json_object ();
      json_object_set_new (copies, copy->item.id, json);
    }
  return copies;
}

/* The evidence of @observed, an item of the observed model, with the ids of the current one. */
json_t *
_squill_refresh_map_evidence (SquillRefresh *self, gconstpointer observed)
{
  const SquillItem *item = observed;
  json_t *evidence = json_copy (squill_item_get_evidence (observed));
  json_t *recorded = json_object ();
  json_t *copies = observe_copies (self, observed);
  guint n;
  const SquillProperty *properties = squill_kind_get_properties (item->kind, &n);

  for (guint i = 0; i < n; i++)
    if (is_merged (&properties[i]) && !squill_property_is_default (&properties[i], observed))
      {
        json_t *value = _squill_model_match_map_value (self->match, &properties[i], observed, TRUE);

        if (value != NULL)
          json_object_set_new (recorded, properties[i].name, value);
      }
  if (copies != NULL)
    json_object_set_new (recorded, "copies", copies);
  json_object_set_new (evidence, "observed", recorded);
  return evidence;
}

/* Where only some documents were read, what is recorded still holds: a type that did not occur this
 * time may still exist, and so may longer arrays. */

static json_t *
unite_types (const json_t *before, const json_t *observed)
{
  guint types = 0;

  for (gsize i = 0; i < json_array_size (before); i++)
    {
      const char *name = json_string_value (json_array_get (before, i));

      types |= name != NULL ? (guint)squill_type_from_name (name) : 0;
    }
  for (gsize i = 0; i < json_array_size (observed); i++)
    types |= (guint)squill_type_from_name (json_string_value (json_array_get (observed, i)));
  return squill_json_types ((SquillTypes)types);
}

static double
get_number (const json_t *triple, const char *name)
{
  const json_t *value = json_object_get (triple, name);

  if (json_is_string (value))
    return INFINITY;
  return json_is_number (value) ? json_number_value (value) : NAN;
}

static json_t *
unite_triples (const json_t *before, const json_t *observed)
{
  return squill_json_triple (
      SQUILL_TRIPLE (fmin (get_number (before, "min"), get_number (observed, "min")),
                     get_number (observed, "likely"),
                     fmax (get_number (before, "max"), get_number (observed, "max"))));
}

/* The value that allows for both @before, the recorded one, and @found, that of some documents;
 * NULL where
 * @found is it. */
static json_t *
widen (const SquillProperty *property,
       const SquillItem *observed,
       const json_t *before,
       const json_t *found)
{
  static const char *const once[] = { "nullable", "single", "enum", NULL };
  static const char *const spread[] = { "length", "size", "key_size", "children", NULL };

  if (before == NULL)
    return NULL;
  if (property->type == SQUILL_PROPERTY_TYPES)
    return unite_types (before, found);
  if (g_strv_contains (spread, property->name) && json_is_object (before) && json_is_object (found))
    return unite_triples (before, found);
  if (found != NULL)
    return NULL;
  if (g_strv_contains (once, property->name))
    return json_deep_copy (before);
  /* No document that was read contradicts it. */
  if (observed->kind == SQUILL_KIND_FIELD && g_str_equal (property->name, "required") &&
      ((const SquillField *)observed)->presence >= 1)
    return json_deep_copy (before);
  return NULL;
}

static char *
describe_change (const SquillDifference *difference,
                 const char *name,
                 const json_t *new,
                 gboolean kept)
{
  /* "usual_range" in words. */
  g_autofree char *words = g_strdelimit (g_strdup (name), "_", ' ');

  if (kept)
    return g_strdup_printf (_ ("“%s”: %s is %s in the source but stays %s, as you set it."),
                            difference->place, words, difference->in_source, difference->in_model);
  if (g_str_equal (name, "required"))
    return g_strdup_printf (json_is_true (new) ? _ ("“%s” is now required.")
                                               : _ ("“%s” is no longer required."),
                            difference->place);
  return g_strdup_printf (_ ("“%s”: %s changed from %s to %s."), difference->place, words,
                          difference->in_model, difference->in_source);
}

static void
report_change (SquillRefresh *self,
               const SquillItem *current,
               const char *name,
               const json_t *old,
               const json_t *new,
               gboolean kept)
{
  SquillDifference *difference;

  /* A new item is reported as such. */
  if (g_hash_table_contains (self->added, current->id))
    return;
  if (g_strv_contains (counts, name))
    {
      if (!kept)
        g_hash_table_add (self->counted, g_strdup (squill_item_get_owner (current)->id));
      if (!kept || g_str_equal (name, "confidence"))
        return;
    }
  difference = _squill_refresh_add_difference (self, SQUILL_DIFFERENCE_CHANGED, current,
                                               squill_item_get_place (current), name);
  _squill_difference_take_values (difference, _squill_difference_value_to_text (old),
                                  _squill_difference_value_to_text (new));
  _squill_difference_take_message (difference, describe_change (difference, name, new, kept));
}

static void
merge_property (SquillRefresh *self,
                const SquillItem *current,
                const SquillItem *observed,
                const SquillProperty *property,
                const json_t *recorded,
                json_t *record)
{
  json_auto_t *own = squill_property_get (property, current);
  json_auto_t *found = _squill_model_match_map_value (self->match, property, observed, FALSE);
  const json_t *before = json_object_get (recorded, property->name);
  json_t *widened = record != NULL && !_squill_refresh_was_all_read (self, observed)
                        ? widen (property, observed, before, found)
                        : NULL;

  if (widened != NULL)
    {
      json_decref (found);
      found = widened;
      json_object_set (record, property->name, widened);
    }
  if (!squill_values_are_equal (own, found))
    {
      if (squill_values_are_equal (own, before) && (found != NULL || !property->required))
        {
          report_change (self, current, property->name, own, found, FALSE);
          _squill_refresh_set (self, current->id, property->name, json_incref (found));
        }
      else if (recorded != NULL)
        {
          json_auto_t *again =
              widened != NULL
                  ? json_incref (widened)
                  : _squill_model_match_map_value (self->match, property, observed, TRUE);

          /* Only reported if the source has changed as well. */
          if (!squill_values_are_equal (before, again))
            report_change (self, current, property->name, own, found, TRUE);
        }
    }
}

static void
merge_properties (SquillRefresh *self,
                  const SquillItem *current,
                  const SquillItem *observed,
                  const json_t *recorded,
                  json_t *record)
{
  guint n;
  const SquillProperty *properties = squill_kind_get_properties (observed->kind, &n);

  for (guint i = 0; i < n; i++)
    {
      /* A person who drew a relationship decides how it is stored. */
      if (!is_merged (&properties[i]) ||
          (recorded == NULL && observed->kind == SQUILL_KIND_RELATIONSHIP &&
           !g_strv_contains (counts, properties[i].name)))
        continue;
      merge_property (self, current, observed, &properties[i], recorded, record);
    }
}

static const SquillCopy *
find_copy (const SquillItem *relationship, const char *id)
{
  SQUILL_FOR_EACH_CHILD (SquillCopy, copy, relationship, SQUILL_KIND_COPY)
    {
      if (g_str_equal (copy->item.id, id))
        return copy;
    }
  return NULL;
}

/* @is_new: so is the relationship, of which has been told */
static void
add_copy (SquillRefresh *self,
          const SquillItem *current,
          const SquillCopy *observed,
          json_t *content,
          gboolean is_new)
{
  const char *place = _squill_copy_find_place (observed);
  g_autoptr (SquillEdit) edit = NULL;
  SquillDifference *difference;

  if (squill_model_get_item (self->current, observed->item.id) != NULL)
    {
      json_decref (content);
      return;
    }
  if (observed->order != NULL)
    json_object_set_new (content, "order", json_string (observed->order));
  edit = squill_edit_new_add (SQUILL_KIND_COPY, observed->item.id, current->id, content);
  if (!squill_model_apply (self->current, edit, NULL))
    return;
  self->changes++;
  if (is_new)
    return;
  difference = _squill_differences_add (self->differences, SQUILL_DIFFERENCE_ADDED, "field",
                                        current->id, place, NULL);
  _squill_difference_take_message (difference, g_strdup_printf (_ ("“%s” was added."), place));
}

static void
remove_copies (SquillRefresh *self,
               const SquillItem *current,
               const json_t *recorded,
               const json_t *found)
{
  const char *id;
  json_t *before;

  json_object_foreach ((json_t *)recorded, id, before)
  {
    const SquillCopy *copy = find_copy (current, id);
    g_autoptr (SquillEdit) edit = NULL;
    json_auto_t *own = NULL;

    if (copy == NULL || json_object_get (found, id) != NULL)
      continue;
    own = squill_item_observe (copy);
    if (json_equal (own, before))
      {
        edit = squill_edit_new_remove (id);
        if (squill_model_apply (self->current, edit, NULL))
          self->changes++;
      }
  }
}

/* Copied fields have no evidence of their own; it is in that of their relationship. */
static void
merge_copies (SquillRefresh *self,
              const SquillItem *current,
              const SquillItem *observed,
              const json_t *recorded)
{
  const gboolean is_new = g_hash_table_contains (self->added, current->id);
  json_auto_t *found = observe_copies (self, observed);
  json_auto_t *before = json_deep_copy (json_object_get (recorded, "copies"));

  SQUILL_FOR_EACH_CHILD (SquillCopy, copy, observed, SQUILL_KIND_COPY)
    {
      const SquillCopy *own = find_copy (current, copy->item.id);
      json_t *known = json_object_get (before, copy->item.id);

      if (own != NULL && known != NULL)
        merge_properties (self, &own->item, &copy->item, known, NULL);
      else if (own == NULL && (known == NULL || is_new))
        add_copy (self, current, copy, json_deep_copy (json_object_get (found, copy->item.id)),
                  is_new);
    }
  remove_copies (self, current, before, found);
}

static void
merge_item (SquillRefresh *self, const SquillItem *current, const SquillItem *observed)
{
  json_auto_t *recorded = json_incref (_squill_item_get_recorded (current));
  json_t *evidence = _squill_refresh_map_evidence (self, observed);

  merge_properties (self, current, observed, recorded, json_object_get (evidence, "observed"));
  if (observed->kind == SQUILL_KIND_RELATIONSHIP)
    merge_copies (self, current, observed, recorded);
  _squill_refresh_set (self, current->id, "evidence", evidence);
}

static void
report_counts (SquillRefresh *self)
{
  SQUILL_FOR_EACH_CHILD (SquillEntity, entity, squill_model_get_info (self->current),
                         SQUILL_KIND_ENTITY)
    {
      SquillDifference *difference;

      if (!g_hash_table_contains (self->counted, entity->item.id))
        continue;
      difference = _squill_refresh_add_difference (self, SQUILL_DIFFERENCE_CHANGED, &entity->item,
                                                   squill_item_get_place (entity), "count");
      _squill_difference_take_message (
          difference, g_strdup_printf (_ ("Counts of “%s” were updated."), difference->place));
    }
}

/* Brings the items that are in both models up to date. */
void
_squill_refresh_merge_items (SquillRefresh *self)
{
  g_autoptr (GPtrArray) items = squill_model_list_items (self->observed);

  for (guint i = 0; i < items->len; i++)
    {
      const SquillItem *observed = g_ptr_array_index (items, i);
      const SquillItem *current = _squill_model_match_get_current_item (self->match, observed->id);

      if (squill_item_get_place (observed) != NULL && current != NULL &&
          current->kind == observed->kind)
        merge_item (self, current, observed);
    }
  report_counts (self);
}

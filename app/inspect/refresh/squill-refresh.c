/* SPDX-License-Identifier: Apache-2.0 */

/* A three-way merge: the model that the source would make now, what it made before, which is kept
 * in the evidence, and the model as it is. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/refresh/squill-refresh.h"

#include "inspect/infer/squill-infer.h"
#include "inspect/refresh/squill-refresh-private.h"
#include "model/squill-placement.h"

#include <glib/gi18n-lib.h>

/* Adds a difference of @item, an item of the current model, still without a message. */
SquillDifference *
_squill_refresh_add_difference (SquillRefresh *self,
                                SquillDifferenceKind kind,
                                const SquillItem *item,
                                const char *place,
                                const char *property)
{
  const SquillRelationship *r = (const SquillRelationship *)item;
  const char *subject = "field";

  if (item->kind == SQUILL_KIND_ENTITY)
    subject = "collection";
  else if (item->kind == SQUILL_KIND_INDEX)
    subject = "index";
  else if (item->kind == SQUILL_KIND_RELATIONSHIP && !squill_placement_is_embedding (r->placement))
    subject = "reference";
  else if (item->kind == SQUILL_KIND_MODEL)
    subject = "option";
  return _squill_differences_add (self->differences, kind, subject, item->id,
                                  place != NULL ? place : squill_item_get_name (item), property);
}

static char *
make_key (const char *kind, const char *place)
{
  return g_strconcat (kind, " ", place, NULL);
}

/* Whether @observed, an item of the observed model, was in the source before. If it is missing in
 * the current model, then because a person deleted it. */
gboolean
_squill_refresh_was_there (SquillRefresh *self, const SquillItem *observed)
{
  g_autofree char *key =
      make_key (squill_kind_get_name (observed->kind), squill_item_get_place (observed));

  return g_hash_table_contains (self->before, key);
}

/* Lets it be as if it never had been there: it is made anew in another form. */
void
_squill_refresh_forget (SquillRefresh *self, const SquillItem *observed)
{
  g_autofree char *key =
      make_key (squill_kind_get_name (observed->kind), squill_item_get_place (observed));

  g_hash_table_remove (self->before, key);
}

/* The properties of @item as they came from the source; NULL where it did not. */
json_t *
_squill_item_get_recorded (gconstpointer item)
{
  return json_object_get (squill_item_get_evidence (item), "observed");
}

/* Whether a person drew @item or changed it since it came from the source. */
gboolean
_squill_item_is_edited (gconstpointer item)
{
  const SquillItem *self = item;
  const json_t *recorded = _squill_item_get_recorded (item);
  guint n;
  const SquillProperty *properties = squill_kind_get_properties (self->kind, &n);

  if (recorded == NULL)
    return TRUE;
  for (guint i = 0; i < n; i++)
    {
      json_auto_t *value = NULL;
      gboolean same;

      if (properties[i].in_layout || properties[i].type == SQUILL_PROPERTY_RANK ||
          g_str_equal (properties[i].name, "evidence"))
        continue;
      value = squill_property_get (&properties[i], item);
      same = squill_property_is_default (&properties[i], item)
                 ? json_object_get (recorded, properties[i].name) == NULL
                 : squill_values_are_equal (value, json_object_get (recorded, properties[i].name));
      if (!same)
        return TRUE;
    }
  return FALSE;
}

/* Sets a property of an item of the current model, unless it has that value. @value is taken over,
 * and may be NULL. Returns TRUE if the model has changed. */
gboolean
_squill_refresh_set (SquillRefresh *self, const char *id, const char *name, json_t *value)
{
  const SquillItem *item = squill_model_get_item (self->current, id);
  const SquillProperty *property = squill_kind_find_property (item->kind, name);
  json_auto_t *own = squill_property_get (property, item);
  g_autoptr (GError) error = NULL;

  if (squill_values_are_equal (own, value))
    {
      json_decref (value);
      return FALSE;
    }
  if (!squill_model_set (self->current, id, name, value, &error))
    {
      g_debug ("%s of %s was not set: %s", name, id, error->message);
      return FALSE;
    }
  self->changes++;
  return TRUE;
}

static GHashTable *
collect_present (SquillModel *model)
{
  g_autoptr (GPtrArray) items = squill_model_list_items (model);
  GHashTable *present = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < items->len; i++)
    {
      const SquillItem *item = g_ptr_array_index (items, i);
      const char *place = squill_item_get_place (item);

      if (place != NULL)
        g_hash_table_add (present, make_key (squill_kind_get_name (item->kind), place));
    }
  return present;
}

static void
collect_before (SquillRefresh *self)
{
  const json_t *places =
      json_object_get (squill_model_get_info (self->current)->evidence, "places");
  const char *kind;
  json_t *list, *place;
  gsize i;

  self->drawn = collect_present (self->current);
  json_object_foreach ((json_t *)places, kind, list)
  {
    json_array_foreach (list, i, place)
    {
      if (json_is_string (place))
        g_hash_table_add (self->before, make_key (kind, json_string_value (place)));
    }
  }
}

/* What a person deleted is remembered; what this refresh removes may come back with the next one.
 */
static gboolean
is_to_be_kept (SquillRefresh *self,
               GHashTable *present,
               GHashTable *known,
               const char *kind,
               const char *place)
{
  g_autofree char *key = make_key (kind, place);

  if (g_hash_table_contains (self->drawn, key) && !g_hash_table_contains (present, key))
    return FALSE;
  return g_hash_table_add (known, g_steal_pointer (&key));
}

/* What is not in a sample may still be in the source: if a person deleted it from the model, it
 * stays deleted. */
static json_t *
merge_places (SquillRefresh *self)
{
  const json_t *before =
      json_object_get (squill_model_get_info (self->current)->evidence, "places");
  json_t *places =
      json_deep_copy (json_object_get (squill_model_get_info (self->observed)->evidence, "places"));
  g_autoptr (GHashTable) known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GHashTable) present = NULL;
  GPtrArray *collections = squill_profile_get_collections (self->profile);
  gboolean complete = !squill_profile_is_cut_short (self->profile) &&
                      !squill_profile_get_is_selection (self->profile) &&
                      squill_profile_get_n_problems (self->profile) == 0;
  const char *kind;
  json_t *list, *place;
  gsize i;

  for (guint c = 0; c < collections->len; c++)
    complete = complete && ((const SquillCollectionProfile *)collections->pdata[c])->complete;
  if (complete)
    return places;
  present = collect_present (self->current);
  json_object_foreach (places, kind, list)
  {
    json_array_foreach (list, i, place)
    {
      g_hash_table_add (known, make_key (kind, json_string_value (place)));
    }
  }
  json_object_foreach ((json_t *)before, kind, list)
  {
    json_t *of_kind = json_object_get (places, kind);

    if (of_kind == NULL)
      {
        of_kind = json_array ();
        json_object_set_new (places, kind, of_kind);
      }
    json_array_foreach (list, i, place)
    {
      if (json_is_string (place) &&
          is_to_be_kept (self, present, known, kind, json_string_value (place)))
        json_array_append (of_kind, place);
    }
  }
  return places;
}

static void
merge_info (SquillRefresh *self)
{
  static const char *const names[] = { "database", "server_version", "shards", NULL };
  const SquillModelInfo *current = squill_model_get_info (self->current);
  const SquillModelInfo *observed = squill_model_get_info (self->observed);
  json_auto_t *recorded = json_incref (json_object_get (current->evidence, "observed"));
  json_t *evidence;

  for (guint i = 0; names[i] != NULL; i++)
    {
      const SquillProperty *property = squill_kind_find_property (SQUILL_KIND_MODEL, names[i]);
      json_auto_t *own = squill_property_get (property, current);
      json_auto_t *found = squill_property_get (property, observed);

      if (found != NULL && squill_values_are_equal (own, json_object_get (recorded, names[i])))
        _squill_refresh_set (self, SQUILL_MODEL_ID, names[i], json_incref (found));
    }

  /* Members of others stay. */
  evidence = current->evidence != NULL ? json_copy (current->evidence) : json_object ();
  json_object_del (evidence, "cut_short");
  json_object_del (evidence, "problems");
  json_object_del (evidence, "decisions");
  json_object_update (evidence, observed->evidence);
  json_object_set_new (evidence, "places", merge_places (self));
  /* The date only changes with something else: a refresh without differences changes nothing. */
  if (current->evidence != NULL)
    {
      json_auto_t *same = json_copy (evidence);
      json_t *read = json_object_get (current->evidence, "read");

      if (read != NULL)
        json_object_set (same, "read", read);
      if (self->changes == 0 && squill_values_are_equal (same, current->evidence))
        {
          json_decref (evidence);
          evidence = g_steal_pointer (&same);
        }
    }
  _squill_refresh_set (self, SQUILL_MODEL_ID, "evidence", evidence);
}

static void
place_added (SquillRefresh *self, SquillPlaceFunc place)
{
  g_autoptr (GPtrArray) ids = g_ptr_array_new_with_free_func (g_free);

  /* In the order of the model, whatever the table has. */
  SQUILL_FOR_EACH_CHILD (SquillEntity, entity, squill_model_get_info (self->current),
                         SQUILL_KIND_ENTITY)
    {
      if (g_hash_table_contains (self->added, entity->item.id))
        g_ptr_array_add (ids, g_strdup (entity->item.id));
    }
  if (ids->len == 0)
    return;
  g_ptr_array_add (ids, NULL);
  place (self->current, (const char *const *)ids->pdata);
}

/**
 * squill_refresh:
 * @model: a model; its evidence has what was observed when it was inferred
 * @profile: what the source holds now
 * @decisions: (nullable): new decisions of the person; earlier ones are in the model
 * @place: (nullable): places new entities, as only the diagram has the sizes of cards
 * @error: return location
 *
 * Brings a model up to date by a three-way merge of what was observed then, what is observed now,
 * and what a person changed since. What a person changed, moved, or rejected stays; new entities
 * are placed by @place. What was not read is not considered gone. All changes are one step
 * that can be undone.
 *
 * Returns: (transfer full) (element-type SquillDifference) (nullable): what was changed, and
 * what was kept because a person had decided otherwise; empty if nothing differs; %NULL with @error
 * set
 */
GPtrArray *
squill_refresh (SquillModel *model,
                SquillProfile *profile,
                const SquillDecisions *decisions,
                SquillPlaceFunc place,
                GError **error)
{
  g_autoptr (SquillDecisions) all = NULL;
  g_autoptr (SquillModel) observed = NULL;
  SquillProfileModelOptions options = { .references = TRUE };
  SquillRefresh self = { .current = model, .profile = profile };

  g_return_val_if_fail (SQUILL_IS_MODEL (model), NULL);
  g_return_val_if_fail (SQUILL_IS_PROFILE (profile), NULL);

  if (squill_model_get_read_only (model))
    {
      g_set_error (error, SQUILL_MODEL_ERROR, SQUILL_MODEL_ERROR_READ_ONLY,
                   _ ("A newer version of Squill wrote this model: it can only be read"));
      return NULL;
    }
  all = squill_model_get_decisions (model);
  squill_decisions_add (all, decisions);
  options.decisions = all;
  self.decisions = all;
  observed = squill_profile_to_model (profile, &options, error);
  if (observed == NULL)
    return NULL;

  self.observed = observed;
  self.match = _squill_model_match_new (model, observed);
  self.before = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self.skipped = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self.added = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self.counted = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self.differences = _squill_differences_new ();
  collect_before (&self);

  squill_model_begin_step (model, _ ("Refresh"), NULL);
  _squill_refresh_settle_kinds (&self);
  _squill_refresh_add_items (&self);
  _squill_refresh_merge_items (&self);
  _squill_refresh_remove_items (&self);
  merge_info (&self);
  if (place != NULL)
    place_added (&self, place);
  if (self.changes > 0)
    squill_model_end_step (model);
  else
    squill_model_cancel_step (model);

  _squill_model_match_free (self.match);
  g_hash_table_unref (self.before);
  g_hash_table_unref (self.drawn);
  g_hash_table_unref (self.skipped);
  g_hash_table_unref (self.added);
  g_hash_table_unref (self.counted);
  return self.differences;
}

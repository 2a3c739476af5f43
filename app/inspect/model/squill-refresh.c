/* SPDX-License-Identifier: Apache-2.0 */

/* A three-way merge: the model that the source would make now, what is noted in the evidence of
 * what it made before, and the model as it is. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/model/squill-refresh.h"

#include "inspect/model/squill-model-evidence.h"
#include "inspect/model/squill-refresh-position.h"
#include "inspect/model/squill-refresh-private.h"

#include <glib/gi18n.h>

/**
 * squill_refresh_tell:
 * @self: a refresh
 * @kind: what kind of difference
 * @item: the item of mine
 * @place: (nullable): where it is in the source
 * @property: (nullable): what of it
 *
 * Adds a difference that still has to get its message.
 *
 * Returns: (transfer none): it
 */
SquillDifference *
squill_refresh_tell (SquillRefresh *self,
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
  else if (item->kind == SQUILL_KIND_RELATIONSHIP && r->placement != SQUILL_PLACEMENT_EMBED_ONE &&
           r->placement != SQUILL_PLACEMENT_EMBED_MANY)
    subject = "reference";
  else if (item->kind == SQUILL_KIND_MODEL)
    subject = "option";
  return squill_differences_add (self->differences, kind, subject, item->id,
                                 place != NULL ? place : squill_item_get_name (item), property);
}

static char *
make_key (const char *kind, const char *place)
{
  return g_strconcat (kind, " ", place, NULL);
}

/**
 * squill_refresh_was_there:
 * @self: a refresh
 * @now: an item of the model of now
 *
 * Returns: whether it was in the source before: what was and is not in the model was taken away by
 *   a person
 */
gboolean
squill_refresh_was_there (SquillRefresh *self, const SquillItem *now)
{
  g_autofree char *key = make_key (squill_kind_get_name (now->kind), squill_item_get_place (now));

  return g_hash_table_contains (self->before, key);
}

/**
 * squill_item_get_observed:
 * @item: an item of a model
 *
 * Returns: (transfer none) (nullable): what its properties were when it came from the source
 */
json_t *
squill_item_get_observed (gconstpointer item)
{
  return json_object_get (squill_item_get_evidence (item), "observed");
}

/**
 * squill_item_is_edited:
 * @item: an item of a model
 *
 * Returns: whether a person drew it, or changed what came from the source
 */
gboolean
squill_item_is_edited (gconstpointer item)
{
  const SquillItem *self = item;
  const json_t *observed = squill_item_get_observed (item);
  guint n;
  const SquillProperty *properties = squill_kind_get_properties (self->kind, &n);

  if (observed == NULL)
    return TRUE;
  for (guint i = 0; i < n; i++)
    {
      json_t *value;
      gboolean same;

      if (properties[i].apart || properties[i].type == SQUILL_PROPERTY_RANK ||
          g_str_equal (properties[i].name, "evidence"))
        continue;
      value = squill_property_get (&properties[i], item);
      same = squill_property_is_default (&properties[i], item)
                 ? json_object_get (observed, properties[i].name) == NULL
                 : squill_values_are_equal (value, json_object_get (observed, properties[i].name));
      json_decref (value);
      if (!same)
        return TRUE;
    }
  return FALSE;
}

/**
 * squill_refresh_set:
 * @self: a refresh
 * @id: id of an item of mine
 * @name: the name of a property
 * @value: (transfer full) (nullable): its value
 *
 * Sets a property, unless it has that value.
 *
 * Returns: whether anything was changed
 */
gboolean
squill_refresh_set (SquillRefresh *self, const char *id, const char *name, json_t *value)
{
  const SquillItem *item = squill_model_get_item (self->mine, id);
  const SquillProperty *property = squill_kind_find_property (item->kind, name);
  json_t *own = squill_property_get (property, item);
  const gboolean same = squill_values_are_equal (own, value);
  g_autoptr (GError) error = NULL;

  json_decref (own);
  if (same)
    {
      json_decref (value);
      return FALSE;
    }
  if (!squill_model_set (self->mine, id, name, value, &error))
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
  const json_t *places = json_object_get (squill_model_get_info (self->mine)->evidence, "places");
  const char *kind;
  json_t *list, *place;
  gsize i;

  self->drawn = collect_present (self->mine);
  json_object_foreach ((json_t *)places, kind, list)
  {
    json_array_foreach (list, i, place)
    {
      if (json_is_string (place))
        g_hash_table_add (self->before, make_key (kind, json_string_value (place)));
    }
  }
}

/* What a person took away is remembered; what this refresh took away may come again. */
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

/* What a sample did not meet may be there nevertheless: what a person took away of it stays away.
 */
static json_t *
merge_places (SquillRefresh *self)
{
  const json_t *before = json_object_get (squill_model_get_info (self->mine)->evidence, "places");
  json_t *places =
      json_deep_copy (json_object_get (squill_model_get_info (self->now)->evidence, "places"));
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
  present = collect_present (self->mine);
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
  const SquillModelInfo *mine = squill_model_get_info (self->mine);
  const SquillModelInfo *now = squill_model_get_info (self->now);
  json_t *observed = json_incref (json_object_get (mine->evidence, "observed"));
  json_t *evidence;

  for (guint i = 0; names[i] != NULL; i++)
    {
      const SquillProperty *property = squill_kind_find_property (SQUILL_KIND_MODEL, names[i]);
      json_t *own = squill_property_get (property, mine);
      json_t *found = squill_property_get (property, now);

      if (found != NULL && squill_values_are_equal (own, json_object_get (observed, names[i])))
        squill_refresh_set (self, SQUILL_MODEL_ID, names[i], json_incref (found));
      json_decref (own);
      json_decref (found);
    }
  json_decref (observed);

  /* Others may keep something there, too. */
  evidence = mine->evidence != NULL ? json_copy (mine->evidence) : json_object ();
  json_object_del (evidence, "cut_short");
  json_object_del (evidence, "problems");
  json_object_del (evidence, "decisions");
  json_object_update (evidence, now->evidence);
  json_object_set_new (evidence, "places", merge_places (self));
  /* When it was read is only of interest where it made a difference. */
  if (mine->evidence != NULL)
    {
      json_t *same = json_copy (evidence);
      json_t *read = json_object_get (mine->evidence, "read");

      if (read != NULL)
        json_object_set (same, "read", read);
      if (self->changes == 0 && squill_values_are_equal (same, mine->evidence))
        {
          json_decref (evidence);
          evidence = json_incref (same);
        }
      json_decref (same);
    }
  squill_refresh_set (self, SQUILL_MODEL_ID, "evidence", evidence);
}

static gboolean
has_diagram (SquillModel *model)
{
  SQUILL_FOR_EACH_CHILD (SquillEntity, entity, squill_model_get_info (model), SQUILL_KIND_ENTITY)
    {
      if (!isnan (entity->x) && !isnan (entity->y))
        return TRUE;
    }
  return FALSE;
}

/**
 * squill_refresh:
 * @model: the model, with what was observed when it was made kept in its evidence
 * @profile: what is there now
 * @decisions: (nullable): what a person decided now; what was decided before is in the model
 * @error: return location
 *
 * Brings a model up to date: three-way, of what was observed then, what is observed now, and what a
 * person changed since. What a person changed, moved or rejected stays; what is new is placed
 * beside its neighbours. All of it is one step that can be undone. What was not read is not taken
 * for gone.
 *
 * Returns: (transfer full) (element-type SquillDifference) (nullable): what was changed in the
 * model, and what was not because a person had decided otherwise (its message says so); empty where
 * nothing was; %NULL with @error set
 */
GPtrArray *
squill_refresh (SquillModel *model,
                SquillProfile *profile,
                const SquillDecisions *decisions,
                GError **error)
{
  g_autoptr (SquillDecisions) all = NULL;
  g_autoptr (SquillModel) now = NULL;
  SquillProfileModelOptions options = { .references = TRUE };
  SquillRefresh self = { .mine = model, .profile = profile };

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
  now = squill_profile_to_model (profile, &options, error);
  if (now == NULL)
    return NULL;

  self.now = now;
  self.match = squill_model_match_new (model, now);
  self.before = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self.skipped = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self.added = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self.counted = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self.differences = squill_differences_new ();
  collect_before (&self);

  squill_model_begin_step (model, _ ("Refresh"), NULL);
  squill_refresh_settle_kinds (&self);
  squill_refresh_add_items (&self);
  squill_refresh_merge_items (&self);
  squill_refresh_remove_items (&self);
  merge_info (&self);
  if (g_hash_table_size (self.added) > 0 && has_diagram (model))
    squill_refresh_place_entities (model, self.added);
  if (self.changes > 0)
    squill_model_end_step (model);
  else
    squill_model_cancel_step (model);

  squill_model_match_free (self.match);
  g_hash_table_unref (self.before);
  g_hash_table_unref (self.drawn);
  g_hash_table_unref (self.skipped);
  g_hash_table_unref (self.added);
  g_hash_table_unref (self.counted);
  return self.differences;
}

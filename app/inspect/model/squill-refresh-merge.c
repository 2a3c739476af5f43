/* SPDX-License-Identifier: Apache-2.0 */

/* What is in both: of each property what was observed before, what is observed now, and what the
 * model says. Where the model still says what was observed it follows; otherwise a person decided,
 * and that stays. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/model/squill-refresh-private.h"

#include "inspect/model/squill-model-evidence.h"

#include <glib/gi18n.h>
#include <string.h>

/* Numbers that every new document changes: one word for all of them is enough. */
static const char *const countings[] = { "count",   "presence",   "length",      "key_size",
                                         "size",    "distinct",   "top",         "children",
                                         "parents", "confidence", "capped_size", NULL };

static gboolean
is_merged (const SquillProperty *property)
{
  return !property->apart && property->type != SQUILL_PROPERTY_RANK &&
         !g_str_equal (property->name, "evidence");
}

/* What was observed of the copies of a relationship. */
static json_t *
observe_copies (SquillRefresh *self, const SquillItem *now)
{
  json_t *copies = NULL;

  SQUILL_FOR_EACH_CHILD (SquillCopy, copy, now, SQUILL_KIND_COPY)
    {
      guint n;
      const SquillProperty *properties = squill_kind_get_properties (SQUILL_KIND_COPY, &n);
      json_t *json = json_object ();

      for (guint i = 0; i < n; i++)
        if (is_merged (&properties[i]) && !squill_property_is_default (&properties[i], copy))
          json_object_set_new (
              json, properties[i].name,
              squill_model_match_map_value (self->match, &properties[i], copy, TRUE));
      if (copies == NULL)
        copies = json_object ();
      json_object_set_new (copies, copy->item.id, json);
    }
  return copies;
}

/**
 * squill_refresh_map_evidence:
 * @self: a refresh
 * @now: an item of the model of now
 *
 * Returns: (transfer full): its evidence, with the ids of mine
 */
json_t *
squill_refresh_map_evidence (SquillRefresh *self, gconstpointer now)
{
  const SquillItem *item = now;
  json_t *evidence = json_copy (squill_item_get_evidence (now));
  json_t *observed = json_object ();
  json_t *copies = observe_copies (self, now);
  guint n;
  const SquillProperty *properties = squill_kind_get_properties (item->kind, &n);

  for (guint i = 0; i < n; i++)
    if (is_merged (&properties[i]) && !squill_property_is_default (&properties[i], now))
      {
        json_t *value = squill_model_match_map_value (self->match, &properties[i], now, TRUE);

        if (value != NULL)
          json_object_set_new (observed, properties[i].name, value);
      }
  if (copies != NULL)
    json_object_set_new (observed, "copies", copies);
  json_object_set_new (evidence, "observed", observed);
  return evidence;
}

static void
tell_change (SquillRefresh *self,
             const SquillItem *mine,
             const char *name,
             const json_t *old,
             const json_t *new,
             gboolean kept)
{
  const char *owner = squill_item_get_owner (mine)->id;
  char *in_model = squill_difference_value_to_text (old);
  char *in_source = squill_difference_value_to_text (new);
  SquillDifference *difference;

  /* What is new is told as such. */
  if (g_hash_table_contains (self->added, mine->id))
    {
      g_free (in_model);
      g_free (in_source);
      return;
    }
  if (g_strv_contains (countings, name))
    {
      if (!kept)
        g_hash_table_add (self->counted, g_strdup (owner));
      if (!kept || g_str_equal (name, "confidence"))
        {
          g_free (in_model);
          g_free (in_source);
          return;
        }
    }
  difference = squill_refresh_tell (self, SQUILL_DIFFERENCE_CHANGED, mine,
                                    squill_item_get_place (mine), name);
  squill_difference_take_values (difference, in_model, in_source);
  squill_difference_take_message (
      difference,
      kept ? g_strdup_printf (_ ("“%s”: %s is %s in the source; it stays %s, as you set it."),
                              difference->place, name, in_source, in_model)
           : g_strdup_printf (_ ("“%s”: %s is %s now; it was %s."), difference->place, name,
                              in_source, in_model));
}

static void
merge_property (SquillRefresh *self,
                const SquillItem *mine,
                const SquillItem *now,
                const SquillProperty *property,
                const json_t *observed,
                json_t *observed_now)
{
  json_t *own = squill_property_get (property, mine);
  json_t *found = squill_model_match_map_value (self->match, property, now, FALSE);
  const json_t *before = json_object_get (observed, property->name);
  json_t *widened = observed_now != NULL && !squill_refresh_was_all_read (self, now)
                        ? squill_refresh_widen (property, now, before, found)
                        : NULL;

  if (widened != NULL)
    {
      json_decref (found);
      found = widened;
      json_object_set (observed_now, property->name, widened);
    }
  if (!squill_values_are_equal (own, found))
    {
      if (squill_values_are_equal (own, before) && (found != NULL || !property->required))
        {
          tell_change (self, mine, property->name, own, found, FALSE);
          squill_refresh_set (self, mine->id, property->name, json_incref (found));
        }
      else if (observed != NULL)
        {
          json_t *again = widened != NULL
                              ? json_incref (widened)
                              : squill_model_match_map_value (self->match, property, now, TRUE);

          /* It is worth a word only when the source changed, too. */
          if (!squill_values_are_equal (before, again))
            tell_change (self, mine, property->name, own, found, TRUE);
          json_decref (again);
        }
    }
  json_decref (own);
  json_decref (found);
}

static void
merge_properties (SquillRefresh *self,
                  const SquillItem *mine,
                  const SquillItem *now,
                  const json_t *observed,
                  json_t *observed_now)
{
  guint n;
  const SquillProperty *properties = squill_kind_get_properties (now->kind, &n);

  for (guint i = 0; i < n; i++)
    {
      /* How a relationship that somebody drew is stored is theirs to say. */
      if (!is_merged (&properties[i]) ||
          (observed == NULL && now->kind == SQUILL_KIND_RELATIONSHIP &&
           !g_strv_contains (countings, properties[i].name)))
        continue;
      merge_property (self, mine, now, &properties[i], observed, observed_now);
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

static void
add_copy (SquillRefresh *self, const SquillItem *mine, const SquillCopy *now, json_t *content)
{
  g_autoptr (SquillEdit) edit = NULL;

  if (squill_model_get_item (self->mine, now->item.id) != NULL)
    {
      json_decref (content);
      return;
    }
  if (now->order != NULL)
    json_object_set_new (content, "order", json_string (now->order));
  edit = squill_edit_new_add (SQUILL_KIND_COPY, now->item.id, mine->id, content);
  if (squill_model_apply (self->mine, edit, NULL))
    self->changes++;
}

static void
remove_copies (SquillRefresh *self,
               const SquillItem *mine,
               const json_t *observed,
               const json_t *found)
{
  const char *id;
  json_t *before;

  json_object_foreach ((json_t *)observed, id, before)
  {
    const SquillCopy *copy = find_copy (mine, id);
    g_autoptr (SquillEdit) edit = NULL;
    json_t *own;

    if (copy == NULL || json_object_get (found, id) != NULL)
      continue;
    own = squill_item_observe (copy);
    if (json_equal (own, before))
      {
        edit = squill_edit_new_remove (id);
        if (squill_model_apply (self->mine, edit, NULL))
          self->changes++;
      }
    json_decref (own);
  }
}

/* Copies have no evidence of their own; that of their relationship speaks for them. */
static void
merge_copies (SquillRefresh *self,
              const SquillItem *mine,
              const SquillItem *now,
              const json_t *observed)
{
  const gboolean is_new = g_hash_table_contains (self->added, mine->id);
  json_t *found = observe_copies (self, now);
  json_t *before = json_deep_copy (json_object_get (observed, "copies"));

  SQUILL_FOR_EACH_CHILD (SquillCopy, copy, now, SQUILL_KIND_COPY)
    {
      const SquillCopy *own = find_copy (mine, copy->item.id);
      json_t *known = json_object_get (before, copy->item.id);

      if (own != NULL && known != NULL)
        merge_properties (self, &own->item, &copy->item, known, NULL);
      else if (own == NULL && (known == NULL || is_new))
        add_copy (self, mine, copy, json_deep_copy (json_object_get (found, copy->item.id)));
    }
  remove_copies (self, mine, before, found);
  json_decref (found);
  json_decref (before);
}

static void
merge_item (SquillRefresh *self, const SquillItem *mine, const SquillItem *now)
{
  json_t *observed = json_incref (squill_item_get_observed (mine));
  json_t *evidence = squill_refresh_map_evidence (self, now);

  merge_properties (self, mine, now, observed, json_object_get (evidence, "observed"));
  if (now->kind == SQUILL_KIND_RELATIONSHIP)
    merge_copies (self, mine, now, observed);
  squill_refresh_set (self, mine->id, "evidence", evidence);
  json_decref (observed);
}

static void
tell_counted (SquillRefresh *self)
{
  SQUILL_FOR_EACH_CHILD (SquillEntity, entity, squill_model_get_info (self->mine),
                         SQUILL_KIND_ENTITY)
    {
      SquillDifference *difference;

      if (!g_hash_table_contains (self->counted, entity->item.id))
        continue;
      difference = squill_refresh_tell (self, SQUILL_DIFFERENCE_CHANGED, &entity->item,
                                        squill_item_get_place (entity), "count");
      squill_difference_take_message (
          difference,
          g_strdup_printf (_ ("The numbers of “%s” are those of now."), difference->place));
    }
}

/**
 * squill_refresh_merge_items:
 * @self: a refresh that added what is new
 *
 * Brings what was there up to date.
 */
void
squill_refresh_merge_items (SquillRefresh *self)
{
  g_autoptr (GPtrArray) items = squill_model_list_items (self->now);

  for (guint i = 0; i < items->len; i++)
    {
      const SquillItem *now = g_ptr_array_index (items, i);
      const SquillItem *mine = squill_model_match_get_mine_item (self->match, now->id);

      if (squill_item_get_place (now) != NULL && mine != NULL && mine->kind == now->kind)
        merge_item (self, mine, now);
    }
  tell_counted (self);
}

/* SPDX-License-Identifier: Apache-2.0 */

/* A model against a source: the source is made a model itself, both are matched, and what does not
 * agree is told. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/model/squill-drift-fields.h"

#include "inspect/model/squill-model-evidence.h"
#include "inspect/model/squill-model-match.h"
#include "inspect/model/squill-profile-decide.h"
#include "model/squill-number.h"

#include <glib/gi18n.h>
#include <inttypes.h>
#include <string.h>

/* Collections grow and shrink: only a number that is far from what the model says is told. */
#define COUNT_FACTOR 2.0

typedef struct
{
  SquillModel *mine;
  SquillModel *now;
  SquillProfile *profile;
  SquillDecidedProfile *decided;
  SquillModelMatch *match;
  GPtrArray *differences;
} Drift;

static const char *
get_subject (const SquillItem *item)
{
  switch ((int)item->kind)
    {
    case SQUILL_KIND_ENTITY:
      return "collection";
    case SQUILL_KIND_INDEX:
      return "index";
    case SQUILL_KIND_RELATIONSHIP:
      return "reference";
    default:
      return "field";
    }
}

static gboolean
is_embedding (const SquillItem *item)
{
  const SquillRelationship *r = (const SquillRelationship *)item;

  return item->kind == SQUILL_KIND_RELATIONSHIP && (r->placement == SQUILL_PLACEMENT_EMBED_ONE ||
                                                    r->placement == SQUILL_PLACEMENT_EMBED_MANY);
}

static const SquillCollectionProfile *
find_collection (Drift *self, const char *place)
{
  const SquillCollectionProfile *collection;

  squill_decided_profile_find_path (self->decided, place, &collection);
  return collection;
}

static const SquillPath *
find_path (Drift *self, const char *place)
{
  return squill_decided_profile_find_path (self->decided, place, NULL);
}

static SquillDifference *
add (Drift *self,
     SquillDifferenceKind kind,
     const SquillItem *mine,
     const SquillItem *now,
     const char *property)
{
  const SquillItem *item = now != NULL ? now : mine;
  const char *place = now != NULL ? squill_item_get_place (now)
                                  : squill_model_match_get_path (self->match, mine->id);
  const char *subject = is_embedding (item) ? "field" : get_subject (item);

  if (place == NULL)
    place = squill_item_get_place (item);
  return squill_differences_add (self->differences, kind, subject, mine != NULL ? mine->id : NULL,
                                 place != NULL ? place : squill_item_get_name (item), property);
}

/* What is in the source only. */

static gboolean
is_told_by_another (Drift *self, const SquillItem *now)
{
  const SquillItem *around = now->parent;

  /* With what it stands in; an embedded entity with the array that it is made of. */
  if (around != NULL && around->parent != NULL &&
      squill_model_match_get_mine (self->match, around->id) == NULL)
    return TRUE;
  if (now->kind == SQUILL_KIND_ENTITY)
    return !squill_entity_is_collection ((const SquillEntity *)now);
  if (now->kind == SQUILL_KIND_RELATIONSHIP)
    {
      const SquillRelationship *r = (const SquillRelationship *)now;

      return squill_model_match_get_mine (self->match, r->parent) == NULL ||
             (!is_embedding (now) && squill_model_match_get_mine (self->match, r->child) == NULL);
    }
  return FALSE;
}

/* Every collection has an _id, drawn or not. */
static gboolean
is_usual_id (const SquillItem *item)
{
  const SquillField *field = (const SquillField *)item;

  return item->kind == SQUILL_KIND_FIELD && g_strcmp0 (field->name, "_id") == 0 &&
         item->parent->kind == SQUILL_KIND_ENTITY &&
         (field->types == SQUILL_TYPE_OBJECT_ID || field->types == SQUILL_TYPE_NONE);
}

static char *
describe_added (Drift *self, const SquillItem *now, const char *place)
{
  const SquillPath *path;

  switch ((int)now->kind)
    {
    case SQUILL_KIND_ENTITY:
      path = find_path (self, place);
      return g_strdup_printf (
          _ ("The collection “%s”, of %" PRIu64 " documents that were read, is not in the model."),
          place, path != NULL ? path->present : 0);
    case SQUILL_KIND_INDEX:
      return g_strdup_printf (_ ("The index “%s” is not in the model."), place);
    case SQUILL_KIND_RELATIONSHIP:
      if (!is_embedding (now))
        return g_strdup_printf (_ ("The reference “%s” is not in the model."), place);
      break;
    default:
      break;
    }
  path = find_path (self, place);
  return g_strdup_printf (_ ("“%s”, which is in %" PRIu64 " of %" PRIu64 ", is not in the model."),
                          place, path != NULL ? path->present : 0,
                          path != NULL ? squill_path_get_of (path) : 0);
}

static void
tell_added (Drift *self, GPtrArray *items)
{
  for (guint i = 0; i < items->len; i++)
    {
      const SquillItem *now = g_ptr_array_index (items, i);
      SquillDifference *difference;

      if (squill_item_get_place (now) == NULL ||
          squill_model_match_get_mine (self->match, now->id) != NULL ||
          is_told_by_another (self, now) || is_usual_id (now))
        continue;
      difference = add (self, SQUILL_DIFFERENCE_ADDED, NULL, now, NULL);
      squill_difference_take_message (difference, describe_added (self, now, difference->place));
    }
}

/* What is in the model only. */

/* Values may lead there although they are no proof of a reference. */
static gboolean
may_be_a_reference (Drift *self, const char *place)
{
  GPtrArray *references = self->decided->references;
  const char *arrow = strstr (place, " -> ");
  g_autofree char *wanted =
      arrow != NULL ? g_strndup (place, (gsize)(arrow - place)) : g_strdup (place);

  for (guint i = 0; i < references->len; i++)
    {
      const SquillReference *reference = g_ptr_array_index (references, i);
      g_autofree char *from = squill_evidence_make_place (reference->from, reference->from_path);

      if (g_str_equal (from, wanted))
        return TRUE;
    }
  return FALSE;
}

/* Whether the source was read so far that it would have been met. */
static gboolean
would_be_met (Drift *self, const SquillItem *mine, const char *path)
{
  const char *around = mine->kind == SQUILL_KIND_INDEX
                           ? squill_model_match_get_path (self->match, mine->parent->id)
                           : path;
  const SquillCollectionProfile *collection =
      around != NULL ? find_collection (self, around) : NULL;
  const char *arrow = strstr (path, " -> ");
  const SquillCollectionProfile *to =
      arrow != NULL ? find_collection (self, arrow + 4) : collection;
  const SquillField *field = (const SquillField *)mine;
  double presence;

  if (collection == NULL || to == NULL)
    return !squill_profile_is_cut_short (self->profile) &&
           !squill_profile_get_is_selection (self->profile);
  if (mine->kind == SQUILL_KIND_INDEX)
    return collection->metadata != NULL;
  if (collection->complete && to->complete)
    return mine->kind != SQUILL_KIND_RELATIONSHIP || is_embedding (mine) ||
           !may_be_a_reference (self, path);
  if (mine->kind != SQUILL_KIND_FIELD)
    return FALSE;
  if (!field->required && isnan (field->presence))
    return FALSE;
  /* With a chance of 99 in 100. */
  presence = field->required ? 1 : field->presence;
  return presence * (double)collection->document_bytes.count >= 4.6;
}

static gboolean
is_gone_with_another (Drift *self, const SquillItem *mine)
{
  const SquillItem *around = mine->parent;

  if (mine->kind == SQUILL_KIND_ENTITY)
    return !squill_entity_is_collection ((const SquillEntity *)mine);
  /* The elements of an entity go with the array that embeds it. */
  if (around->parent != NULL && squill_model_match_get_now (self->match, around->id) == NULL)
    return TRUE;
  if (mine->kind == SQUILL_KIND_RELATIONSHIP)
    {
      const SquillRelationship *r = (const SquillRelationship *)mine;
      const gboolean in_parent = is_embedding (mine) ||
                                 r->placement == SQUILL_PLACEMENT_CHILD_REFERENCES ||
                                 r->placement == SQUILL_PLACEMENT_SUBSET;

      return squill_model_match_get_now (self->match, in_parent ? r->parent : r->child) == NULL;
    }
  return FALSE;
}

static gboolean
is_compared (const SquillItem *item)
{
  return item->kind == SQUILL_KIND_ENTITY || item->kind == SQUILL_KIND_INDEX ||
         item->kind == SQUILL_KIND_RELATIONSHIP ||
         (item->kind == SQUILL_KIND_FIELD &&
          squill_item_get_owner (item)->kind == SQUILL_KIND_ENTITY);
}

static char *
describe_removed (Drift *self, const SquillItem *mine, const char *place)
{
  const SquillCollectionProfile *collection;

  switch ((int)mine->kind)
    {
    case SQUILL_KIND_ENTITY:
      return g_strdup_printf (_ ("The collection “%s” is not in the source."), place);
    case SQUILL_KIND_INDEX:
      return g_strdup_printf (_ ("The index “%s” is not in the source."), place);
    case SQUILL_KIND_RELATIONSHIP:
      if (!is_embedding (mine))
        return g_strdup_printf (_ ("The reference “%s” is not found in the source."), place);
      break;
    default:
      break;
    }
  collection = find_collection (self, place);
  if (collection == NULL)
    return g_strdup_printf (_ ("“%s” is not in the source."), place);
  return g_strdup_printf (_ ("“%s” is in none of the %" PRIu64 " documents that were read."), place,
                          collection->document_bytes.count);
}

static void
tell_removed (Drift *self, GPtrArray *items)
{
  for (guint i = 0; i < items->len; i++)
    {
      const SquillItem *mine = g_ptr_array_index (items, i);
      const char *path;
      SquillDifference *difference;

      if (!is_compared (mine) || squill_model_match_get_now (self->match, mine->id) != NULL ||
          is_gone_with_another (self, mine) || is_usual_id (mine))
        continue;
      difference = add (self, SQUILL_DIFFERENCE_REMOVED, mine, NULL, NULL);
      path = difference->place;
      if (path != NULL && !would_be_met (self, mine, path))
        g_ptr_array_set_size (self->differences, (int)self->differences->len - 1);
      else
        squill_difference_take_message (difference, describe_removed (self, mine, path));
    }
}

/* What is in both. */

static void
compare_count (Drift *self, const SquillEntity *mine, const SquillEntity *now)
{
  SquillDifference *difference;
  double least = mine->count.min / COUNT_FACTOR, most = mine->count.max * COUNT_FACTOR;
  g_autofree char *mine_text = NULL;
  g_autofree char *now_text = NULL;

  if (!squill_triple_is_set (mine->count) || isnan (now->count.likely) ||
      !(now->count.likely < least || now->count.likely > most))
    return;
  difference = add (self, SQUILL_DIFFERENCE_CHANGED, &mine->item, &now->item, "count");
  mine_text = squill_triple_to_short (mine->count);
  now_text = squill_number_to_short (now->count.likely);
  squill_difference_take_values (difference, g_strdup (mine_text), g_strdup (now_text));
  squill_difference_take_message (difference,
                                  g_strdup_printf (_ ("“%s” has %s documents; the model says %s."),
                                                   difference->place, now_text, mine_text));
}

/* Properties of which the source knows for sure. */
static void
compare_properties (Drift *self,
                    const SquillItem *mine,
                    const SquillItem *now,
                    const char *const *names,
                    const char *subject)
{
  for (; *names != NULL; names++)
    {
      const SquillProperty *property = squill_kind_find_property (mine->kind, *names);
      json_t *own = squill_property_get (property, mine);
      json_t *found = squill_model_match_map_value (self->match, property, now, FALSE);

      if (!squill_values_are_equal (own, found))
        {
          SquillDifference *difference =
              add (self, SQUILL_DIFFERENCE_CHANGED, mine, now, property->name);
          char *in_model = squill_difference_value_to_text (own);
          char *in_source = squill_difference_value_to_text (found);

          g_free (difference->subject);
          difference->subject = g_strdup (subject);
          squill_difference_take_values (difference, in_model, in_source);
          squill_difference_take_message (
              difference, g_strdup_printf (_ ("“%s”: %s is %s in the source; the model says %s."),
                                           difference->place, property->name, in_source, in_model));
        }
      json_decref (own);
      json_decref (found);
    }
}

static gboolean
knows_options (Drift *self, const SquillItem *now)
{
  const SquillCollectionProfile *collection = find_collection (self, squill_item_get_place (now));

  return collection != NULL && collection->metadata != NULL &&
         collection->metadata->options != NULL;
}

static void
compare_reference (Drift *self, const SquillRelationship *mine, const SquillRelationship *now)
{
  SquillDifference *difference;
  const char *in_model = squill_placement_get_name (mine->placement);
  const char *in_source = squill_placement_get_name (now->placement);

  if (mine->placement == now->placement ||
      (mine->placement == SQUILL_PLACEMENT_TWO_WAY && !is_embedding (&now->item)))
    return;
  difference = add (self, SQUILL_DIFFERENCE_CHANGED, &mine->item, &now->item, "placement");
  squill_difference_take_values (difference, g_strdup (in_model), g_strdup (in_source));
  squill_difference_take_message (
      difference, g_strdup_printf (_ ("“%s” is stored as %s in the source; the model says %s."),
                                   difference->place, in_source, in_model));
}

static void
compare_items (Drift *self, const SquillItem *mine, const SquillItem *now)
{
  static const char *const options[] = { "capped",    "time_field",   "meta_field", "granularity",
                                         "clustered", "expire_after", "collation",  NULL };
  static const char *const validation[] = { "validation_level", "validation_action", NULL };
  static const char *const keys[] = { "keys",    "unique",    "sparse",       "hidden",
                                      "partial", "collation", "expire_after", NULL };
  static const char *const shards[] = { "shard_key", NULL };
  const char *place = squill_item_get_place (now);
  const SquillPath *path;

  switch ((int)now->kind)
    {
    case SQUILL_KIND_ENTITY:
      if (!squill_entity_is_collection ((const SquillEntity *)now))
        break;
      compare_count (self, (const SquillEntity *)mine, (const SquillEntity *)now);
      if (knows_options (self, now))
        {
          compare_properties (self, mine, now, options, "option");
          compare_properties (self, mine, now, validation, "validator");
        }
      if (((const SquillEntity *)now)->shard_key != NULL)
        compare_properties (self, mine, now, shards, "option");
      break;
    case SQUILL_KIND_FIELD:
      path = find_path (self, place);
      if (path != NULL)
        squill_drift_compare_fields (self->differences, (const SquillField *)mine,
                                     (const SquillField *)now, path, place);
      break;
    case SQUILL_KIND_INDEX:
      compare_properties (self, mine, now, keys, "index");
      break;
    case SQUILL_KIND_RELATIONSHIP:
      compare_reference (self, (const SquillRelationship *)mine, (const SquillRelationship *)now);
      break;
    default:
      break;
    }
}

static void
tell_changed (Drift *self, GPtrArray *items)
{
  for (guint i = 0; i < items->len; i++)
    {
      const SquillItem *now = g_ptr_array_index (items, i);
      const SquillItem *mine = squill_model_match_get_mine_item (self->match, now->id);

      if (squill_item_get_place (now) != NULL && mine != NULL && mine->kind == now->kind)
        compare_items (self, mine, now);
    }
}

static int
compare_differences (gconstpointer a, gconstpointer b)
{
  const SquillDifference *first = *(const SquillDifference *const *)a;
  const SquillDifference *second = *(const SquillDifference *const *)b;
  int order = g_strcmp0 (first->place, second->place);

  if (order == 0)
    order = (int)first->kind - (int)second->kind;
  return order != 0 ? order : g_strcmp0 (first->property, second->property);
}

/**
 * squill_drift_find:
 * @model: a model
 * @profile: what is there
 *
 * Compares a model with what is really there. A difference is what is only in one of both, and what
 * the model says and the source contradicts: a type that it does not allow, a required field that
 * is missing, a value that is not in an enumeration, other keys of an index. That the model allows
 * more than there is, and that numbers grow, is none. What was not read is not told as missing.
 *
 * Returns: (transfer full) (element-type SquillDifference): what differs, by place
 */
GPtrArray *
squill_drift_find (SquillModel *model, SquillProfile *profile)
{
  g_autoptr (SquillDecisions) decisions = NULL;
  SquillProfileModelOptions options = { .references = TRUE };
  Drift self = { .mine = model, .profile = profile };
  g_autoptr (SquillModel) now = NULL;
  g_autoptr (GPtrArray) items_now = NULL;
  g_autoptr (GPtrArray) items = NULL;

  g_return_val_if_fail (SQUILL_IS_MODEL (model), NULL);
  g_return_val_if_fail (SQUILL_IS_PROFILE (profile), NULL);

  decisions = squill_model_get_decisions (model);
  options.decisions = decisions;
  now = squill_profile_to_model (profile, &options, NULL);
  /* A source without anything has nothing of the model. */
  if (now == NULL)
    now = squill_model_new ();
  self.now = now;
  self.decided = squill_decided_profile_new (profile, decisions);
  self.match = squill_model_match_new (model, now);
  self.differences = squill_differences_new ();
  items_now = squill_model_list_items (now);
  items = squill_model_list_items (model);

  tell_added (&self, items_now);
  tell_changed (&self, items_now);
  tell_removed (&self, items);
  g_ptr_array_sort (self.differences, compare_differences);
  squill_model_match_free (self.match);
  squill_decided_profile_free (self.decided);
  return self.differences;
}

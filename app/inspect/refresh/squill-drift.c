/* SPDX-License-Identifier: Apache-2.0 */

/* The drift between a model and a source: the source is turned into a model as well, the items of
 * both are matched and compared. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/refresh/squill-refresh-private.h"

#include "inspect/infer/squill-infer.h"
#include "model/squill-authoring.h"
#include "model/squill-placement.h"
#include "inspect/profile/squill-scalars.h"
#include "model/squill-json-text.h"
#include "model/squill-variants.h"
#include "text/squill-text.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Collections grow and shrink: a count is a difference when it is off by more than this. */
#define COUNT_FACTOR 2.0
/* Where there are many distinct values, their number is an estimate. */
#define DISTINCT_SHARE 0.97

typedef struct
{
  SquillModel *current;
  SquillModel *observed;
  SquillProfile *profile;
  SquillDecidedProfile *decided;
  SquillModelMatch *match;
  GPtrArray *differences;
} Drift;

typedef struct
{
  GPtrArray *differences;
  const SquillField *current;
  const SquillField *observed;
  const SquillPath *path;
  const char *place;
} Comparison;

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

  return item->kind == SQUILL_KIND_RELATIONSHIP && squill_placement_is_embedding (r->placement);
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
     const SquillItem *current,
     const SquillItem *observed,
     const char *property)
{
  const SquillItem *item = observed != NULL ? observed : current;
  const char *place = observed != NULL ? squill_item_get_place (observed)
                                       : _squill_model_match_get_path (self->match, current->id);
  const char *subject = is_embedding (item) ? "field" : get_subject (item);

  if (place == NULL)
    place = squill_item_get_place (item);
  return _squill_differences_add (self->differences, kind, subject,
                                  current != NULL ? current->id : NULL,
                                  place != NULL ? place : squill_item_get_name (item), property);
}

/* Items that are only in the source. */

static gboolean
is_part_of_another (Drift *self, const SquillItem *observed)
{
  const SquillItem *around = observed->parent;

  /* Reported with what contains it; an embedded entity with its array. */
  if (around != NULL && around->parent != NULL &&
      _squill_model_match_get_current (self->match, around->id) == NULL)
    return TRUE;
  if (observed->kind == SQUILL_KIND_ENTITY)
    return !_squill_entity_is_collection ((const SquillEntity *)observed);
  if (observed->kind == SQUILL_KIND_RELATIONSHIP)
    {
      const SquillRelationship *r = (const SquillRelationship *)observed;

      return _squill_model_match_get_current (self->match, r->parent) == NULL ||
             (!is_embedding (observed) &&
              _squill_model_match_get_current (self->match, r->child) == NULL);
    }
  return FALSE;
}

/* Every collection has an _id, whether it is drawn or not. */
static gboolean
is_usual_id (const SquillItem *item)
{
  const SquillField *field = (const SquillField *)item;

  return item->kind == SQUILL_KIND_FIELD && g_strcmp0 (field->name, "_id") == 0 &&
         item->parent->kind == SQUILL_KIND_ENTITY &&
         (field->types == SQUILL_TYPE_OBJECT_ID || field->types == SQUILL_TYPE_NONE);
}

static char *
describe_added (Drift *self, const SquillItem *observed, const char *place)
{
  const SquillPath *path = find_path (self, place);
  const double count = path != NULL ? (double)path->present : 0;
  g_autofree char *present = squill_text_count (count);
  g_autofree char *documents = squill_text_documents (count);
  g_autofree char *of = squill_text_count (path != NULL ? (double)squill_path_get_of (path) : 0);

  switch ((int)observed->kind)
    {
    case SQUILL_KIND_ENTITY:
      /* TRANSLATORS: the second is such as "3 documents" */
      return g_strdup_printf (_ ("The collection “%s” (%s read) is not in the model."), place,
                              documents);
    case SQUILL_KIND_INDEX:
      return g_strdup_printf (_ ("The index “%s” is not in the model."), place);
    case SQUILL_KIND_RELATIONSHIP:
      if (!is_embedding (observed))
        return g_strdup_printf (_ ("The reference “%s” is not in the model."), place);
      break;
    default:
      break;
    }
  return g_strdup_printf (_ ("“%s”, which is in %s of %s, is not in the model."), place, present,
                          of);
}

/* The innermost item of the model around one that is only in the source, or NULL. */
static const char *
find_around (Drift *self, const SquillItem *observed)
{
  for (const SquillItem *item = observed->parent; item != NULL; item = item->parent)
    {
      const char *id = _squill_model_match_get_current (self->match, item->id);

      if (id != NULL && item->kind != SQUILL_KIND_MODEL)
        return id;
    }
  if (observed->kind == SQUILL_KIND_RELATIONSHIP)
    {
      const SquillRelationship *r = (const SquillRelationship *)observed;

      return _squill_model_match_get_current (self->match,
                                              is_embedding (observed) ? r->parent : r->child);
    }
  return NULL;
}

static gboolean
has_field_at (Drift *self, const char *place)
{
  g_autoptr (GPtrArray) items = squill_model_list_items (self->current);

  for (guint i = 0; i < items->len; i++)
    {
      const SquillItem *item = items->pdata[i];

      if (item->kind == SQUILL_KIND_FIELD &&
          g_strcmp0 (_squill_model_match_get_path (self->match, item->id), place) == 0)
        return TRUE;
    }
  return FALSE;
}

static gboolean
has_copy_called (const SquillItem *relationship, const char *place)
{
  SQUILL_FOR_EACH_CHILD (SquillCopy, copy, relationship, SQUILL_KIND_COPY)
    {
      const char *name = copy->name != NULL ? copy->name : strrchr (copy->field, '.');

      if (g_str_has_suffix (place, name != NULL ? name : copy->field))
        return TRUE;
    }
  return FALSE;
}

/* Fields that a reference of the model copies in the source alone. */
static void
report_copies (Drift *self, const SquillItem *observed)
{
  const SquillItem *current = _squill_model_match_get_current_item (self->match, observed->id);

  SQUILL_FOR_EACH_CHILD (SquillCopy, copy, observed, SQUILL_KIND_COPY)
    {
      const char *place = _squill_copy_find_place (copy);
      SquillDifference *difference;

      if (current == NULL || find_path (self, place) == NULL || has_copy_called (current, place) ||
          has_field_at (self, place))
        continue;
      difference = _squill_differences_add (self->differences, SQUILL_DIFFERENCE_ADDED, "field",
                                            NULL, place, NULL);
      difference->around = g_strdup (((const SquillRelationship *)current)->child);
      _squill_difference_take_message (difference, describe_added (self, &copy->item, place));
    }
}

static void
report_added (Drift *self, GPtrArray *items)
{
  for (guint i = 0; i < items->len; i++)
    {
      const SquillItem *observed = g_ptr_array_index (items, i);
      SquillDifference *difference;

      if (observed->kind == SQUILL_KIND_RELATIONSHIP)
        report_copies (self, observed);
      if (squill_item_get_place (observed) == NULL ||
          _squill_model_match_get_current (self->match, observed->id) != NULL ||
          is_part_of_another (self, observed) || is_usual_id (observed))
        continue;
      difference = add (self, SQUILL_DIFFERENCE_ADDED, NULL, observed, NULL);
      difference->around = g_strdup (find_around (self, observed));
      _squill_difference_take_message (difference,
                                       describe_added (self, observed, difference->place));
    }
}

/* Items that are only in the model. */

/* Values may refer to it without being enough evidence of a reference. */
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

/* Whether enough of the source was read to be sure that it is not there. */
static gboolean
would_be_met (Drift *self, const SquillItem *current, const char *path)
{
  const char *around = current->kind == SQUILL_KIND_INDEX
                           ? _squill_model_match_get_path (self->match, current->parent->id)
                           : path;
  const SquillCollectionProfile *collection =
      around != NULL ? find_collection (self, around) : NULL;
  const char *arrow = strstr (path, " -> ");
  const SquillCollectionProfile *to =
      arrow != NULL ? find_collection (self, arrow + 4) : collection;
  const SquillField *field = (const SquillField *)current;
  double presence;

  if (collection == NULL || to == NULL)
    return !squill_profile_is_cut_short (self->profile) &&
           !squill_profile_get_is_selection (self->profile);
  if (current->kind == SQUILL_KIND_INDEX)
    return collection->metadata != NULL;
  if (collection->complete && to->complete)
    return current->kind != SQUILL_KIND_RELATIONSHIP || is_embedding (current) ||
           !may_be_a_reference (self, path);
  if (current->kind != SQUILL_KIND_FIELD)
    return FALSE;
  if (!field->required && isnan (field->presence))
    return FALSE;
  /* With a probability of 99 %: of n documents none has it with the probability exp (-4.6). */
  presence = field->required ? 1 : field->presence;
  return presence * (double)collection->document_bytes.count >= 4.6;
}

static gboolean
is_gone_with_another (Drift *self, const SquillItem *current)
{
  const SquillItem *around = current->parent;

  if (current->kind == SQUILL_KIND_ENTITY)
    return !_squill_entity_is_collection ((const SquillEntity *)current);
  /* The fields of an embedded entity are gone with the array that embeds it. */
  if (around->parent != NULL && _squill_model_match_get_observed (self->match, around->id) == NULL)
    return TRUE;
  if (current->kind == SQUILL_KIND_RELATIONSHIP)
    {
      const SquillRelationship *r = (const SquillRelationship *)current;
      const gboolean in_parent = is_embedding (current) ||
                                 r->placement == SQUILL_PLACEMENT_CHILD_REFERENCES ||
                                 r->placement == SQUILL_PLACEMENT_SUBSET;

      return _squill_model_match_get_observed (self->match, in_parent ? r->parent : r->child) ==
             NULL;
    }
  return FALSE;
}

/* A field that came with a new reference: the source has it as before, and what would be made of
 * the source copies it. */
static gboolean
is_copied_there (Drift *self, const SquillItem *current)
{
  const char *place = current->kind == SQUILL_KIND_FIELD
                          ? _squill_model_match_get_path (self->match, current->id)
                          : NULL;

  return place != NULL && find_path (self, place) != NULL;
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
describe_removed (Drift *self, const SquillItem *current, const char *place)
{
  const SquillCollectionProfile *collection;
  g_autofree char *read = NULL;

  switch ((int)current->kind)
    {
    case SQUILL_KIND_ENTITY:
      return g_strdup_printf (_ ("The collection “%s” is not in the source."), place);
    case SQUILL_KIND_INDEX:
      return g_strdup_printf (_ ("The index “%s” is not in the source."), place);
    case SQUILL_KIND_RELATIONSHIP:
      if (!is_embedding (current))
        return g_strdup_printf (_ ("The reference “%s” is not found in the source."), place);
      break;
    default:
      break;
    }
  collection = find_collection (self, place);
  if (collection == NULL)
    return g_strdup_printf (_ ("“%s” is not in the source."), place);
  read = squill_text_count ((double)collection->document_bytes.count);
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE,
                                       "“%s” is not in the %s document that was read.",
                                       "“%s” is in none of the %s documents that were read.",
                                       (gulong)MIN (collection->document_bytes.count, G_MAXINT)),
                          place, read);
}

static void
report_removed (Drift *self, GPtrArray *items)
{
  for (guint i = 0; i < items->len; i++)
    {
      const SquillItem *current = g_ptr_array_index (items, i);
      const char *path;
      SquillDifference *difference;

      if (!is_compared (current) ||
          _squill_model_match_get_observed (self->match, current->id) != NULL ||
          is_gone_with_another (self, current) || is_usual_id (current) ||
          is_copied_there (self, current))
        continue;
      difference = add (self, SQUILL_DIFFERENCE_REMOVED, current, NULL, NULL);
      path = difference->place;
      if (path != NULL && !would_be_met (self, current, path))
        g_ptr_array_set_size (self->differences, (int)self->differences->len - 1);
      else
        _squill_difference_take_message (difference, describe_removed (self, current, path));
    }
}

/* Items that are in both. */

static void
compare_count (Drift *self, const SquillEntity *current, const SquillEntity *observed)
{
  SquillDifference *difference;
  double least = current->count.min / COUNT_FACTOR, most = current->count.max * COUNT_FACTOR;
  g_autofree char *current_text = NULL;
  g_autofree char *observed_text = NULL;
  g_autofree char *documents = NULL;

  if (!squill_triple_is_set (current->count) || isnan (observed->count.likely) ||
      !(observed->count.likely < least || observed->count.likely > most))
    return;
  difference = add (self, SQUILL_DIFFERENCE_CHANGED, &current->item, &observed->item, "count");
  current_text = squill_triple_to_short (current->count);
  observed_text = squill_text_short_count (observed->count.likely);
  documents = squill_text_documents (observed->count.likely);
  _squill_difference_take_values (difference, g_strdup (current_text), g_strdup (observed_text));
  /* TRANSLATORS: a collection, such as "3 documents", and how many there were thought to be */
  _squill_difference_take_message (difference,
                                   g_strdup_printf (_ ("“%s” has %s; the model expects %s."),
                                                    difference->place, documents, current_text));
}

/* Properties that the metadata of the source states. */
static void
compare_properties (Drift *self,
                    const SquillItem *current,
                    const SquillItem *observed,
                    const char *const *names,
                    const char *subject)
{
  for (; *names != NULL; names++)
    {
      const SquillProperty *property = squill_kind_find_property (current->kind, *names);
      json_auto_t *own = squill_property_get (property, current);
      json_auto_t *found = _squill_model_match_map_value (self->match, property, observed, FALSE);

      if (!squill_values_are_equal (own, found))
        {
          SquillDifference *difference =
              add (self, SQUILL_DIFFERENCE_CHANGED, current, observed, property->name);
          char *in_model = _squill_difference_value_to_text (own);
          char *in_source = _squill_difference_value_to_text (found);

          g_free (difference->subject);
          difference->subject = g_strdup (subject);
          _squill_difference_take_values (difference, in_model, in_source);
          _squill_difference_take_message (
              difference, g_strdup_printf (_ ("“%s”: %s is %s in the source and %s in the model."),
                                           difference->place, property->name, in_source, in_model));
        }
    }
}

static gboolean
has_options (Drift *self, const SquillItem *observed)
{
  const SquillCollectionProfile *collection =
      find_collection (self, squill_item_get_place (observed));

  return collection != NULL && collection->metadata != NULL &&
         collection->metadata->options != NULL;
}

static void
compare_reference (Drift *self,
                   const SquillRelationship *current,
                   const SquillRelationship *observed)
{
  SquillDifference *difference;
  const char *in_model = squill_placement_get_name (current->placement);
  const char *in_source = squill_placement_get_name (observed->placement);

  if (current->placement == observed->placement ||
      (current->placement == SQUILL_PLACEMENT_TWO_WAY && !is_embedding (&observed->item)))
    return;
  difference = add (self, SQUILL_DIFFERENCE_CHANGED, &current->item, &observed->item, "placement");
  _squill_difference_take_values (difference, g_strdup (in_model), g_strdup (in_source));
  _squill_difference_take_message (
      difference, g_strdup_printf (_ ("“%s” is stored as %s in the source and as %s in the model."),
                                   difference->place, in_source, in_model));
}

/* The values of a field. A model may allow more than occurs; only what contradicts it is a
 * difference. */

static void
add_field_difference (
    Comparison *self, const char *property, char *in_model, char *in_source, char *message)
{
  SquillDifference *difference =
      _squill_differences_add (self->differences, SQUILL_DIFFERENCE_CHANGED, "field",
                               self->current->item.id, self->place, property);

  _squill_difference_take_values (difference, in_model, in_source);
  _squill_difference_take_message (difference, message);
}

static guint
get_all_types (const SquillField *field)
{
  return (guint)field->types | (guint)field->outlier_types | (guint)field->outlier_instead |
         (field->nullable ? (guint)SQUILL_TYPE_NULL : 0);
}

/* The types of the values, with the number of each. */
static char *
count_types (const SquillPath *path)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < SQUILL_N_TYPES; i++)
    if (path->types[i] > 0)
      g_string_append_printf (text, "%s%s %" PRIu64, text->len > 0 ? ", " : "",
                              squill_type_get_name ((SquillTypes)(1u << i)), path->types[i]);
  return g_string_free (text, FALSE);
}

/* Whether the values are in an array or a map. */
static const char *
get_form (const SquillField *field)
{
  return field->array ? (field->single ? _ ("one value or an array") : _ ("an array"))
         : field->map ? _ ("a map")
                      : _ ("one value");
}

static gboolean
compare_form (Comparison *self)
{
  const SquillField *current = self->current, *observed = self->observed;

  /* If all values are null, nothing is known about the form. */
  if ((get_all_types (observed) & ~(guint)SQUILL_TYPE_NULL) == 0 && !observed->array &&
      !observed->map)
    return TRUE;
  if (current->array == observed->array && current->map == observed->map &&
      (current->single || !observed->single))
    return TRUE;
  /* A single value where the model allows both. */
  if (current->array && current->single && !observed->map)
    return TRUE;
  /* An object without known fields may be a map that has few names. */
  if (current->map && !observed->array && !observed->map &&
      ((guint)observed->types & SQUILL_TYPE_OBJECT) != 0)
    return FALSE;
  add_field_difference (self,
                        current->array != observed->array     ? "array"
                        : current->single != observed->single ? "single"
                                                              : "map",
                        g_strdup (get_form (current)), g_strdup (get_form (observed)),
                        g_strdup_printf (_ ("“%s” is %s in the source and %s in the model."),
                                         self->place, get_form (observed), get_form (current)));
  return FALSE;
}

static const SquillPath *
get_values (Comparison *self)
{
  if (self->observed->array && self->path->elements != NULL)
    return self->path->elements;
  if (self->observed->map && !squill_field_is_rest (self->observed) && self->path->values != NULL)
    return self->path->values;
  return self->path;
}

static void
compare_types (Comparison *self)
{
  guint current = get_all_types (self->current), observed = get_all_types (self->observed);
  guint more = observed & ~current;
  const SquillPath *values = get_values (self);
  g_autofree char *allowed = NULL;
  g_autofree char *found = NULL;

  if (self->current->types == SQUILL_TYPE_NONE || more == 0)
    return;
  allowed = _squill_difference_types_to_text (current);
  found = _squill_difference_types_to_text (more);
  add_field_difference (self, "types", g_strdup (allowed), count_types (values),
                        g_strdup_printf (_ ("“%s” is also %s in the source; the model allows %s."),
                                         self->place, found, allowed));
}

static void
compare_presence (Comparison *self)
{
  const guint64 of = squill_path_get_of (self->path);
  g_autofree char *counts = NULL, *missing = NULL, *all = NULL;

  if (!squill_field_is_always_present (self->current) || self->path->present >= of ||
      squill_field_is_rest (self->current))
    return;
  missing = squill_text_count ((double)(of - self->path->present));
  all = squill_text_count ((double)of);
  counts = g_strdup_printf (_ ("in %" PRIu64 " of %" PRIu64), self->path->present, of);
  add_field_difference (
      self, "required", g_strdup (_ ("required")), g_strdup (counts),
      g_strdup_printf (_ ("“%s” is missing in %s of %s but required in the model."), self->place,
                       missing, all));
}

static void
compare_enumeration (Comparison *self)
{
  const SquillPath *values = get_values (self);
  json_auto_t *met = NULL;
  gsize i;
  json_t *value;

  if (self->current->enumeration == NULL || values->scalars.count == 0)
    return;
  if (values->scalars.table.overflowed)
    {
      g_autofree char *distinct = squill_text_count ((double)values->scalars.distinct);

      add_field_difference (
          self, "enum", _squill_difference_value_to_text (self->current->enumeration),
          g_strdup_printf (_ ("%" PRIu64 " values"), values->scalars.distinct),
          g_strdup_printf (_ ("“%s” has %s distinct values in the source; the model lists all "
                              "that are allowed."),
                           self->place, distinct));
      return;
    }
  met = squill_value_table_to_json (&values->scalars.table);
  json_array_foreach (met, i, value)
  {
    g_autofree char *text = NULL;

    if (json_is_null (value) || squill_values_contain (self->current->enumeration, value))
      continue;
    text = squill_json_to_text (value);
    g_strstrip (text);
    add_field_difference (
        self, "enum", _squill_difference_value_to_text (self->current->enumeration),
        g_strdup (text),
        g_strdup_printf (_ ("“%s” is also %s in the source, which is not among the values that the "
                            "model allows."),
                         self->place, text));
  }
}

static void
compare_bound (Comparison *self, const char *property, const json_t *bound, gboolean is_least)
{
  const SquillNumbers *numbers = &get_values (self)->numbers;
  double limit = json_number_value (bound);
  double met = is_least ? numbers->min : numbers->max;
  g_autofree char *limit_text = NULL;
  g_autofree char *met_text = NULL;

  if (!json_is_number (bound) || numbers->count == 0 || (is_least ? met >= limit : met <= limit))
    return;
  limit_text = squill_text_number (limit);
  met_text = squill_text_number (met);
  add_field_difference (
      self, property, g_strdup (limit_text), g_strdup (met_text),
      is_least ? g_strdup_printf (_ ("“%s” is %s in the source; its minimum in the model is %s."),
                                  self->place, met_text, limit_text)
               : g_strdup_printf (_ ("“%s” is %s in the source; its maximum in the model is %s."),
                                  self->place, met_text, limit_text));
}

static void
compare_cap (Comparison *self)
{
  const SquillDistribution *lengths = squill_field_is_rest (self->observed)
                                          ? self->path->parent->entries
                                      : self->observed->map ? self->path->entries
                                                            : self->path->lengths;
  g_autofree char *cap = NULL, *met = NULL, *limit = NULL;

  if (isnan (self->current->cap) || lengths == NULL || lengths->count == 0 ||
      (double)lengths->max <= self->current->cap)
    return;
  cap = squill_text_number (self->current->cap);
  met = squill_text_count ((double)lengths->max);
  limit = squill_text_count (self->current->cap);
  add_field_difference (
      self, "cap", g_strdup (cap), g_strdup_printf ("%" PRIu64, lengths->max),
      g_strdup_printf (_ ("“%s” has up to %s elements in the source; the model allows no more "
                          "than %s."),
                       self->place, met, limit));
}

static void
compare_uniqueness (Comparison *self)
{
  const SquillPath *values = get_values (self);
  g_autofree char *distinct = squill_text_count ((double)values->scalars.distinct);
  g_autofree char *all = squill_text_count ((double)values->scalars.count);

  if (!self->current->unique || values->scalars.count == 0 ||
      (double)values->scalars.distinct >= DISTINCT_SHARE * (double)values->scalars.count)
    return;
  add_field_difference (
      self, "unique", g_strdup (_ ("unique")),
      g_strdup_printf (_ ("%" PRIu64 " distinct of %" PRIu64), values->scalars.distinct,
                       values->scalars.count),
      g_strdup_printf (_ ("“%s” has only %s distinct values in %s but is unique in the model."),
                       self->place, distinct, all));
}

static void
compare_field (GPtrArray *differences,
               const SquillField *current,
               const SquillField *observed,
               const SquillPath *path,
               const char *place)
{
  Comparison self = { differences, current, observed, path, place };

  compare_presence (&self);
  if (!compare_form (&self))
    return;
  compare_types (&self);
  compare_enumeration (&self);
  compare_bound (&self, "minimum", current->minimum, TRUE);
  compare_bound (&self, "maximum", current->maximum, FALSE);
  compare_cap (&self);
  compare_uniqueness (&self);
}

/* Where a model leaves it to what is known of the documents there is nothing to compare; a server
 * that says nothing rejects. */
static gboolean
has_same_action (const SquillEntity *current, const SquillEntity *observed)
{
  return current->validation_action == observed->validation_action ||
         current->validation_action == SQUILL_VALIDATION_AUTO ||
         (current->validation_action == SQUILL_VALIDATION_ERROR &&
          observed->validation_action == SQUILL_VALIDATION_AUTO);
}

static void
compare_items (Drift *self, const SquillItem *current, const SquillItem *observed)
{
  static const char *const options[] = { "capped",    "time_field",   "meta_field", "granularity",
                                         "clustered", "expire_after", "collation",  NULL };
  static const char *const validation[] = { "validation_level", "validation_action", NULL };
  static const char *const level[] = { "validation_level", NULL };
  static const char *const keys[] = { "keys",    "unique",    "sparse",       "hidden",
                                      "partial", "collation", "expire_after", NULL };
  static const char *const shards[] = { "shard_key", NULL };
  const char *place = squill_item_get_place (observed);
  const SquillPath *path;

  switch ((int)observed->kind)
    {
    case SQUILL_KIND_ENTITY:
      if (!_squill_entity_is_collection ((const SquillEntity *)observed))
        break;
      compare_count (self, (const SquillEntity *)current, (const SquillEntity *)observed);
      if (has_options (self, observed))
        {
          compare_properties (self, current, observed, options, "option");
          compare_properties (
              self, current, observed,
              has_same_action ((const SquillEntity *)current, (const SquillEntity *)observed)
                  ? level
                  : validation,
              "validator");
        }
      if (((const SquillEntity *)observed)->shard_key != NULL)
        compare_properties (self, current, observed, shards, "option");
      break;
    case SQUILL_KIND_FIELD:
      path = find_path (self, place);
      if (path != NULL)
        compare_field (self->differences, (const SquillField *)current,
                       (const SquillField *)observed, path, place);
      break;
    case SQUILL_KIND_INDEX:
      compare_properties (self, current, observed, keys, "index");
      break;
    case SQUILL_KIND_RELATIONSHIP:
      compare_reference (self, (const SquillRelationship *)current,
                         (const SquillRelationship *)observed);
      break;
    default:
      break;
    }
}

static void
report_changed (Drift *self, GPtrArray *items)
{
  for (guint i = 0; i < items->len; i++)
    {
      const SquillItem *observed = g_ptr_array_index (items, i);
      const SquillItem *current = _squill_model_match_get_current_item (self->match, observed->id);

      if (squill_item_get_place (observed) != NULL && current != NULL &&
          current->kind == observed->kind)
        compare_items (self, current, observed);
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
 * @profile: a profile of the source
 *
 * Compares a model with a source. A difference is an item that only one of them has, or a value of
 * the source that contradicts the model: a type that it does not allow, a required field that is
 * missing, a value that is not in an enumeration, other keys of an index. A model that allows more
 * than occurs, or growing counts, are none. What was not read is not reported as missing.
 *
 * Returns: (transfer full) (element-type SquillDifference): what differs, by place
 */
GPtrArray *
squill_drift_find (SquillModel *model, SquillProfile *profile)
{
  g_autoptr (SquillDecisions) decisions = NULL;
  SquillProfileModelOptions options = { .references = TRUE };
  Drift self = { .current = model, .profile = profile };
  g_autoptr (SquillModel) observed = NULL;
  g_autoptr (GPtrArray) observed_items = NULL;
  g_autoptr (GPtrArray) items = NULL;

  g_return_val_if_fail (SQUILL_IS_MODEL (model), NULL);
  g_return_val_if_fail (SQUILL_IS_PROFILE (profile), NULL);

  decisions = squill_model_get_decisions (model);
  options.decisions = decisions;
  observed = squill_profile_to_model (profile, &options, NULL);
  /* An empty source. */
  if (observed == NULL)
    observed = squill_model_new ();
  self.observed = observed;
  self.decided = squill_decided_profile_new (profile, decisions);
  self.match = _squill_model_match_new (model, observed);
  self.differences = _squill_differences_new ();
  observed_items = squill_model_list_items (observed);
  items = squill_model_list_items (model);

  report_added (&self, observed_items);
  report_changed (&self, observed_items);
  report_removed (&self, items);
  g_ptr_array_sort (self.differences, compare_differences);
  _squill_model_match_free (self.match);
  squill_decided_profile_free (self.decided);
  return self.differences;
}

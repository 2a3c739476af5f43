/* SPDX-License-Identifier: Apache-2.0 */

/* What a model keeps about the source that it comes from. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/infer/squill-infer-private.h"

#include "inspect/reference/squill-reference.h"
#include "inspect/structure/squill-structure.h"
#include "model/squill-json-text.h"

/**
 * squill_evidence_make_place:
 * @collection: a collection
 * @path: a path of it
 *
 * Returns: (transfer full): `collection.path`; the collection where the path is that of its
 *   documents
 */
char *
squill_evidence_make_place (const SquillCollectionProfile *collection, const SquillPath *path)
{
  g_autofree char *text = squill_path_to_text (path);

  return *text != '\0' ? g_strconcat (collection->name, ".", text, NULL)
                       : g_strdup (collection->name);
}

static void
set_place (json_t *json, const SquillCollectionProfile *collection, const SquillPath *path)
{
  g_autofree char *place = squill_evidence_make_place (collection, path);

  json_object_set_new (json, "place", json_string (place));
}

/* The evidence of the item that @path becomes. */
json_t *
_squill_evidence_new_for_path (const SquillCollectionProfile *collection, const SquillPath *path)
{
  json_t *json = json_object ();
  json_auto_t *known = squill_path_to_json (path);
  json_auto_t *outliers = squill_outlier_types_to_json (path);

  set_place (json, collection, path);
  json_object_del (known, "path");
  json_object_update (json, known);
  if (json_array_size (outliers) > 0)
    json_object_set (json, "outlier_types", outliers);
  return json;
}

/* The evidence of the entity that @collection becomes. */
json_t *
_squill_evidence_new_for_collection (const SquillCollectionProfile *collection)
{
  json_t *json = json_pack ("{s:s}", "place", collection->name);
  json_auto_t *known = squill_collection_profile_to_json (collection, FALSE);

  json_object_del (known, "name");
  json_object_set_new (known, "document_bytes",
                       squill_distribution_to_json (&collection->document_bytes, TRUE));
  json_object_update (json, known);
  return json;
}

/* The evidence of the relationship that @reference becomes. */
json_t *
_squill_evidence_new_for_reference (const SquillReference *reference)
{
  g_autofree char *from = squill_evidence_make_place (reference->from, reference->from_path);
  json_t *json = json_object ();
  json_auto_t *known = squill_reference_to_json (reference);
  g_autofree char *place =
      g_strconcat (from, " -> ", json_string_value (json_object_get (known, "to")), NULL);

  json_object_set_new (json, "place", json_string (place));
  json_object_update (json, known);
  return json;
}

/**
 * squill_item_get_evidence:
 * @item: an item of a model
 *
 * Returns: (transfer none) (nullable): its evidence
 */
json_t *
squill_item_get_evidence (gconstpointer item)
{
  const SquillItem *self = item;
  const SquillProperty *property = squill_kind_find_property (self->kind, "evidence");

  return property != NULL ? G_STRUCT_MEMBER (json_t *, item, property->offset) : NULL;
}

/**
 * squill_item_get_place:
 * @item: an item of a model
 *
 * Returns: (transfer none) (nullable): its place in the source that it comes from
 */
const char *
squill_item_get_place (gconstpointer item)
{
  return json_string_value (json_object_get (squill_item_get_evidence (item), "place"));
}

/* Positions, ranks, and the evidence itself are not observed. */
static gboolean
is_observed (const SquillProperty *property)
{
  return !property->in_layout && property->type != SQUILL_PROPERTY_RANK &&
         !g_str_equal (property->name, "evidence");
}

static void
observe_copies (gconstpointer relationship, json_t *json)
{
  json_auto_t *copies = json_object ();

  SQUILL_FOR_EACH_CHILD (SquillCopy, copy, relationship, SQUILL_KIND_COPY)
    {
      json_object_set_new (copies, copy->item.id, squill_item_observe (copy));
    }
  if (json_object_size (copies) > 0)
    json_object_set (json, "copies", copies);
}

/**
 * squill_item_observe:
 * @item: an item of a model
 *
 * Returns: (transfer full): its properties that are not at their default, without its rank and its
 *   position on the diagram; for a relationship, its copied fields as well
 */
json_t *
squill_item_observe (gconstpointer item)
{
  const SquillItem *self = item;
  guint n;
  const SquillProperty *properties = squill_kind_get_properties (self->kind, &n);
  json_t *json = json_object ();

  for (guint i = 0; i < n; i++)
    if (is_observed (&properties[i]) && !squill_property_is_default (&properties[i], item))
      json_object_set_new (json, properties[i].name, squill_property_get (&properties[i], item));
  if (self->kind == SQUILL_KIND_RELATIONSHIP)
    observe_copies (item, json);
  return json;
}

static void
append_items (GPtrArray *items, gconstpointer item)
{
  for (guint kind = SQUILL_KIND_ENTITY; kind < SQUILL_N_KINDS; kind++)
    {
      guint n;
      gpointer const *children = squill_item_get_children (item, kind, &n);

      for (guint i = 0; i < n; i++)
        {
          g_ptr_array_add (items, children[i]);
          append_items (items, children[i]);
        }
    }
}

/**
 * squill_model_list_items:
 * @model: a model
 *
 * Returns: (transfer container) (element-type SquillItem): all its items except the
 *   model itself, each after its parent; valid until the model changes
 */
GPtrArray *
squill_model_list_items (SquillModel *model)
{
  GPtrArray *items = g_ptr_array_new ();

  append_items (items, squill_model_get_info (model));
  return items;
}

static json_t *
list_places (GPtrArray *items)
{
  json_t *places = json_object ();

  for (guint i = 0; i < items->len; i++)
    {
      const SquillItem *item = g_ptr_array_index (items, i);
      const char *place = squill_item_get_place (item);
      const char *kind = squill_kind_get_name (item->kind);
      json_t *of_kind = json_object_get (places, kind);

      if (place == NULL)
        continue;
      if (of_kind == NULL)
        {
          of_kind = json_array ();
          json_object_set_new (places, kind, of_kind);
        }
      json_array_append_new (of_kind, json_string (place));
    }
  return places;
}

/* Records in the evidence of all items the properties that they were inferred with, and in that of
 * the model the places of all items. */
gboolean
_squill_evidence_seal (SquillModel *model, GError **error)
{
  g_autoptr (GPtrArray) items = squill_model_list_items (model);
  const SquillModelInfo *info = squill_model_get_info (model);
  json_t *evidence, *observed;

  for (guint i = 0; i < items->len; i++)
    {
      const SquillItem *item = g_ptr_array_index (items, i);

      if (squill_item_get_place (item) == NULL)
        continue;
      evidence = json_copy (squill_item_get_evidence (item));
      json_object_set_new (evidence, "observed", squill_item_observe (item));
      if (!squill_model_set (model, item->id, "evidence", evidence, error))
        return FALSE;
    }
  evidence = info->evidence != NULL ? json_copy (info->evidence) : json_object ();
  observed = squill_item_observe (info);
  /* The name is not observed. */
  json_object_del (observed, "name");
  json_object_set_new (evidence, "observed", observed);
  json_object_set_new (evidence, "places", list_places (items));
  return squill_model_set (model, SQUILL_MODEL_ID, "evidence", evidence, error);
}

/**
 * squill_model_get_decisions:
 * @model: a model
 *
 * Returns: (transfer full): the decisions of the person that are kept in the model
 */
SquillDecisions *
squill_model_get_decisions (SquillModel *model)
{
  return squill_decisions_new_from_json (
      json_object_get (squill_model_get_info (model)->evidence, "decisions"));
}

/**
 * squill_values_are_equal:
 * @a: (nullable): a value of a property
 * @b: (nullable): another, perhaps from a file
 *
 * Returns: %TRUE if they are equal, however numbers are written
 */
gboolean
squill_values_are_equal (const json_t *a, const json_t *b)
{
  g_autofree char *first = NULL;
  g_autofree char *second = NULL;

  if (a == NULL || b == NULL || json_equal (a, b))
    return a == b || (a != NULL && b != NULL);
  first = squill_json_to_text (a);
  second = squill_json_to_text (b);
  return g_str_equal (first, second);
}

/**
 * squill_values_contain:
 * @values: (nullable): an array
 * @value: a value
 *
 * Returns: %TRUE if one of @values equals @value
 */
gboolean
squill_values_contain (const json_t *values, const json_t *value)
{
  for (gsize i = 0; i < json_array_size (values); i++)
    if (squill_values_are_equal (json_array_get (values, i), value))
      return TRUE;
  return FALSE;
}

/* SPDX-License-Identifier: Apache-2.0 */

/* References of a profile as relationships of a model. Fields that are repeated beside a reference
 * become copies of its relationship where a copied field can express all that the field does; the
 * others stay fields, and only the evidence mentions them. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/infer/squill-infer-private.h"

#include "model/squill-authoring.h"

#include "model/squill-variants.h"

#include <math.h>
#include <string.h>

/* Where more copies are stale than this allows, they were never kept in step with their source. */
#define KEPT_SHARE 0.99

static const char *
find_owner (SquillModelBuilder *self, const SquillPath *path)
{
  const char *id = NULL;

  for (; path != NULL && id == NULL; path = path->parent)
    id = g_hash_table_lookup (self->entities, path);
  return id;
}

/* What the parts of a reference became in the model. */
typedef struct
{
  gboolean is_list;
  gboolean by_keys;       /* of the map that holds them */
  const SquillPath *path; /* of the field that holds it */
  const char *holder;
  const char *from; /* ids of entities */
  const char *to;
  const char *key; /* (nullable) the key that it refers to; NULL for _id */
} Ends;

/* The field that the keys of a map are, or the map with these keys. What stands in the map may be
 * an entity; then its key is a field of that. The keys that stand beside fields are those of a
 * field of its own. */
static const char *
find_map (SquillModelBuilder *self, const SquillPath *map)
{
  const char *id = g_hash_table_lookup (self->keys, map->values);
  const SquillField *field;

  if (id != NULL)
    return id;
  if (map->n_fields == 0 && map->kind != SQUILL_PATH_DOCUMENT)
    return g_hash_table_lookup (self->fields, map);
  id = g_hash_table_lookup (self->fields, map->values);
  field = id != NULL ? squill_model_get_field (self->model, id) : NULL;
  /* Of arrays or maps in it, it is the field around them. */
  if (field != NULL && !squill_field_is_rest (field) && field->item.parent != NULL)
    return field->item.parent->id;
  return id;
}

/* Finds what holds the references: a field, the array or map around them, or the map of which they
 * are the keys. */
static const SquillField *
find_holder (SquillModelBuilder *self, const SquillReference *reference, Ends *ends)
{
  const SquillPath *path = reference->from_path;

  /* Some documents may have a single key instead of an array. */
  ends->path =
      path->kind == SQUILL_PATH_ELEMENTS || path->kind == SQUILL_PATH_VALUES ? path->parent : path;
  ends->holder = reference->from_keys ? find_map (self, path)
                 : path->kind == SQUILL_PATH_VALUES
                     ? find_map (self, path->parent)
                     : g_hash_table_lookup (self->fields, ends->path);
  if (ends->holder == NULL)
    return NULL;
  return squill_model_get_field (self->model, ends->holder);
}

/* FALSE where the model has no form for the reference. */
static gboolean
find_ends (SquillModelBuilder *self, const SquillReference *reference, Ends *ends)
{
  const SquillPath *to_path = reference->to_path;
  const SquillField *holder = find_holder (self, reference, ends);
  const char *key =
      reference->to_keys ? find_map (self, to_path) : g_hash_table_lookup (self->fields, to_path);
  const SquillField *key_field = key != NULL ? squill_model_get_field (self->model, key) : NULL;

  if (holder == NULL || key_field == NULL)
    return FALSE;
  ends->is_list = holder->array || holder->map;
  ends->by_keys = reference->from_keys && holder->map;
  ends->from = find_owner (self, holder->map_key ? reference->from_path->values : ends->path);
  ends->to = find_owner (self, key_field->map_key ? to_path->values : to_path);
  ends->key = squill_field_is_id (key_field) ? NULL : key;
  /* A field without types would get that of the key. */
  return (ends->by_keys || holder->types != SQUILL_TYPE_NONE) && ends->from != NULL &&
         ends->to != NULL;
}

static SquillTriple
count_per_key (const SquillReference *reference)
{
  return SQUILL_TRIPLE ((double)reference->per_key_min, reference->per_key_mean,
                        (double)reference->per_key_max);
}

/* The documents or embedded objects that have the path in them. */
static const SquillPath *
find_thing (SquillModelBuilder *self, const SquillPath *path)
{
  do
    path = path->parent;
  while (path != NULL && !g_hash_table_contains (self->entities, path));
  return path;
}

/* References of one of the things that the model draws; unset where nobody knows. They were counted
 * for each object in a list or a map, which may be no thing of its own, and for each document. */
static SquillTriple
count_per_thing (SquillModelBuilder *self, const Ends *ends, const SquillReference *reference)
{
  const SquillPath *thing = find_thing (self, ends->path);
  gboolean is_object = TRUE;

  /* The key under which a thing stands. */
  if (reference->from_keys && !ends->by_keys)
    return SQUILL_TRIPLE (1, 1, 1);
  for (const SquillPath *path = ends->path->parent; path != thing; path = path->parent)
    is_object = is_object && path->kind == SQUILL_PATH_FIELD;
  /* Single values where arrays are all empty were not gone through once more. */
  /* A text is one value, whatever it has in it. */
  if (reference->separator != 0)
    return SQUILL_TRIPLE ((double)MIN (reference->per_object_min, 1),
                          MIN (reference->per_object_mean, 1), 1);
  if (is_object && reference->per_object_max > 0 &&
      (reference->counted || !ends->is_list || ends->path == reference->from_path))
    return SQUILL_TRIPLE ((double)reference->per_object_min, reference->per_object_mean,
                          (double)reference->per_object_max);
  if (is_object && ends->is_list)
    return ends->path->lengths != NULL || ends->path->entries != NULL
               ? _squill_model_builder_count_children (ends->path)
               : SQUILL_TRIPLE_UNSET;
  if (thing == reference->from->root && reference->counted)
    return SQUILL_TRIPLE ((double)reference->per_holder_min, reference->per_holder_mean,
                          (double)reference->per_holder_max);
  return SQUILL_TRIPLE_UNSET;
}

/* At how many places of one entity the field is that holds the references: the objects of one shape
 * at several places are one entity. */
static guint
count_places (SquillModelBuilder *self, const Ends *ends)
{
  GHashTableIter iter;
  gpointer path, id;
  guint n = 0;

  g_hash_table_iter_init (&iter, self->fields);
  while (g_hash_table_iter_next (&iter, &path, &id))
    if (((const SquillPath *)path)->present > 0 && g_str_equal (id, ends->holder) &&
        !_squill_model_builder_is_merged (self, path))
      n++;
  return n;
}

/* What references from @n_places places of one entity are together. Of how many of them lead to a
 * key only the mean follows from the counts of each place. */
static void
add_counts (SquillModelBuilder *self,
            const Ends *ends,
            GPtrArray *references,
            guint n_places,
            SquillTriple *per_thing,
            SquillTriple *per_key)
{
  g_autoptr (GHashTable) places = g_hash_table_new (NULL, NULL);
  double things = 0, found = 0;

  *per_thing = SQUILL_TRIPLE (INFINITY, NAN, 0);
  *per_key = SQUILL_TRIPLE (NAN, 0, NAN);
  for (guint i = 0; i < references->len; i++)
    {
      const SquillReference *reference = g_ptr_array_index (references, i);
      SquillTriple here;
      double objects;
      Ends own;

      if (reference->from_keys || !find_ends (self, reference, &own) ||
          !g_str_equal (own.holder, ends->holder) || !g_str_equal (own.to, ends->to) ||
          g_strcmp0 (own.key, ends->key) != 0 || !g_hash_table_add (places, (gpointer)own.path))
        continue;
      here = count_per_thing (self, &own, reference);
      objects = (double)squill_path_get_objects (find_thing (self, own.path));
      per_key->likely += reference->per_key_mean;
      per_thing->min = MIN (per_thing->min, here.min);
      per_thing->max = MAX (per_thing->max, here.max);
      found += here.likely * objects;
      things += objects;
    }
  per_thing->likely = found / things;
  /* Where nothing was found to refer, as values are few, they may refer nevertheless. */
  if (g_hash_table_size (places) < n_places)
    *per_key = *per_thing = SQUILL_TRIPLE_UNSET;
  else if (!isfinite (per_thing->likely))
    *per_thing = SQUILL_TRIPLE_UNSET;
}

/* References of one of the things that the model draws, and of those that lead to one. */
static void
count (SquillModelBuilder *self,
       const Ends *ends,
       const SquillReference *reference,
       GPtrArray *references,
       SquillTriple *per_thing,
       SquillTriple *per_key)
{
  const guint n_places =
      !reference->from_keys && self->shared->len > 0 ? count_places (self, ends) : 1;

  *per_thing = count_per_thing (self, ends, reference);
  *per_key = count_per_key (reference);
  if (n_places > 1)
    add_counts (self, ends, references, n_places, per_thing, per_key);
}

static void
set_triple (json_t *json, const char *property, SquillTriple triple)
{
  if (squill_triple_is_set (triple))
    json_object_set_new (json, property, squill_json_triple (triple));
}

static void
set_list (SquillModelBuilder *self,
          const Ends *ends,
          const SquillReference *reference,
          GPtrArray *references,
          json_t *json)
{
  SquillTriple children, parents;

  count (self, ends, reference, references, &children, &parents);
  json_object_set_new (json, "parent_holder", json_string (ends->holder));
  if (ends->by_keys)
    json_object_set_new (json, "by_keys", json_true ());
  if (ends->key != NULL)
    json_object_set_new (json, "child_key", json_string (ends->key));
  set_triple (json, "children", children);
  set_triple (json, "parents", parents);
}

static void
set_single (SquillModelBuilder *self,
            const Ends *ends,
            const SquillReference *reference,
            GPtrArray *references,
            json_t *json)
{
  SquillTriple children, parents;

  count (self, ends, reference, references, &parents, &children);
  json_object_set_new (json, "child_holder", json_string (ends->holder));
  if (ends->key != NULL)
    json_object_set_new (json, "parent_key", json_string (ends->key));
  set_triple (json, "children", children);
  set_triple (json, "parents", parents);
  if ((reference->traits & SQUILL_REFERENCE_POLYMORPHIC) != 0)
    json_object_set_new (json, "optional", json_true ());
}

/* Single keys and arrays of keys in the same field are one relationship. */
static gboolean
is_first (SquillModelBuilder *self, const Ends *ends)
{
  GHashTableIter iter;
  gpointer id;

  g_hash_table_iter_init (&iter, self->references);
  while (g_hash_table_iter_next (&iter, NULL, &id))
    {
      const SquillRelationship *r = squill_model_get_relationship (self->model, id);
      const char *holder = ends->is_list ? r->parent_holder : r->child_holder;
      const char *key = ends->is_list ? r->child_key : r->parent_key;

      if (r->by_keys == ends->by_keys && g_strcmp0 (holder, ends->holder) == 0 &&
          g_strcmp0 (key, ends->key) == 0 &&
          g_str_equal (ends->is_list ? r->child : r->parent, ends->to))
        return FALSE;
    }
  return TRUE;
}

/* A document with many references is their parent in the evidence; where the references are in
 * embedded entities, each of those has only one. */
static json_t *
make_evidence (const Ends *ends, const SquillReference *reference)
{
  json_t *evidence = _squill_evidence_new_for_reference (reference);

  if (!ends->is_list && reference->is_list)
    {
      json_object_set (evidence, "children_per_parent",
                       json_object_get (evidence, "parents_per_child"));
      json_object_del (evidence, "parents_per_child");
    }
  return evidence;
}

/* Named after the field, and an id in an object after the object; what no field is around, after
 * its collection. */
static char *
make_name (const SquillReference *reference)
{
  const SquillPath *path = squill_reference_get_named_path (reference->from_path);

  for (path = path != NULL ? path : reference->from_path;
       path != NULL && path->kind != SQUILL_PATH_FIELD; path = path->parent)
    ;
  return path != NULL ? _squill_model_builder_name_of (path) : g_strdup (reference->from->name);
}

static gboolean
add_reference (SquillModelBuilder *self,
               const SquillReference *reference,
               GPtrArray *references,
               GError **error)
{
  g_autofree char *from = squill_reference_get_from_text (reference);
  g_autofree char *to = squill_reference_get_to_text (reference);
  g_autofree char *place = g_strdup_printf ("reference %s -> %s", from, to);
  g_autofree char *name = NULL;
  g_autofree char *id = NULL;
  json_t *json;
  Ends ends;

  if (!find_ends (self, reference, &ends) || !is_first (self, &ends))
    return TRUE;
  name = make_name (reference);
  id = _squill_model_builder_new_id (self, name, place);
  if (ends.is_list)
    {
      json = _squill_model_builder_begin_relationship (self, name, ends.from, ends.to,
                                                       SQUILL_PLACEMENT_CHILD_REFERENCES);
      set_list (self, &ends, reference, references, json);
    }
  else
    {
      json = _squill_model_builder_begin_relationship (self, name, ends.to, ends.from,
                                                       SQUILL_PLACEMENT_PARENT_REFERENCE);
      set_single (self, &ends, reference, references, json);
    }
  json_object_set_new (json, "confidence", squill_json_number (reference->confidence));
  json_object_set_new (json, "evidence", make_evidence (&ends, reference));
  g_hash_table_insert (self->references, (gpointer)reference, g_strdup (id));
  return _squill_model_builder_apply (
      self, squill_edit_new_add (SQUILL_KIND_RELATIONSHIP, id, NULL, json), error);
}

static void
collect_discriminators (gconstpointer item, GHashTable *ids)
{
  const char *id = squill_item_get_discriminator (item);

  if (id != NULL)
    g_hash_table_add (ids, (gpointer)id);
  SQUILL_FOR_EACH_CHILD (SquillField, field, item, SQUILL_KIND_FIELD)
    {
      collect_discriminators (field, ids);
    }
}

/* Paths of fields that tell of which kind objects are. */
static void
add_discriminators (SquillModelBuilder *self, GHashTable *used)
{
  g_autoptr (GHashTable) ids = g_hash_table_new (g_str_hash, g_str_equal);
  GHashTableIter iter;
  gpointer path, id;

  SQUILL_FOR_EACH_CHILD (SquillEntity, entity, squill_model_get_info (self->model),
                         SQUILL_KIND_ENTITY)
    {
      collect_discriminators (entity, ids);
    }
  g_hash_table_iter_init (&iter, self->fields);
  while (g_hash_table_iter_next (&iter, &path, &id))
    if (g_hash_table_contains (ids, id))
      g_hash_table_add (used, path);
}

/* Paths that already have a role in references. */
static GHashTable *
collect_used (GPtrArray *references)
{
  GHashTable *used = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < references->len; i++)
    {
      const SquillReference *reference = g_ptr_array_index (references, i);

      g_hash_table_add (used, (gpointer)reference->from_path);
      g_hash_table_add (used, (gpointer)reference->to_path);
      if (reference->when_path != NULL)
        g_hash_table_add (used, (gpointer)reference->when_path);
      for (guint k = 0; k < reference->copies->len; k++)
        {
          const SquillCopiedField *copy = g_ptr_array_index (reference->copies, k);

          g_hash_table_add (used, (gpointer)copy->to);
        }
    }
  return used;
}

static const SquillField *
get_field (SquillModelBuilder *self, const SquillPath *path)
{
  const char *id = g_hash_table_lookup (self->fields, path);

  return id != NULL ? squill_model_get_field (self->model, id) : NULL;
}

static gboolean
is_id_of_document (const SquillPath *path)
{
  return path->kind == SQUILL_PATH_FIELD && path->parent->kind == SQUILL_PATH_DOCUMENT &&
         g_str_equal (path->name, "_id");
}

/* Whether a copy of the source expresses everything that the field does. */
static gboolean
is_faithful (const SquillReference *reference,
             const SquillCopiedField *copy,
             const SquillField *field,
             const SquillField *source,
             const SquillField *holder)
{
  guint n;

  squill_item_get_children (field, SQUILL_KIND_FIELD, &n);
  if (squill_item_get_variants (field) != NULL || squill_item_get_variants (source) != NULL)
    return FALSE;
  if (n > 0 || field->array || field->map || source->array || source->map ||
      field->types != source->types || (field->outlier_types & ~source->outlier_types) != 0)
    return FALSE;
  /* Stale copies may have values that the source no longer has. */
  if (source->enumeration != NULL && copy->equal < copy->of)
    return FALSE;
  return field->required || !source->required || !holder->required;
}

static char *
get_source_path (SquillModelBuilder *self, const SquillReference *reference, const SquillPath *path)
{
  /* It is in the document that has the key, not inside an array of it. */
  for (const SquillPath *around = path->parent; around != NULL; around = around->parent)
    {
      if (g_hash_table_contains (self->entities, around))
        return _squill_model_builder_get_key_path (self, path);
      if (around->kind != SQUILL_PATH_FIELD)
        return NULL;
    }
  return NULL;
}

static gboolean
add_copy (SquillModelBuilder *self,
          const SquillReference *reference,
          const char *relationship,
          const SquillCopiedField *copy,
          GError **error)
{
  const SquillField *field = get_field (self, copy->from);
  const SquillField *source = get_field (self, copy->to);
  const SquillField *holder = get_field (self, reference->from_path);
  const gboolean is_kept = (double)copy->equal >= KEPT_SHARE * (double)copy->of;
  g_autofree char *path = NULL;
  g_autofree char *place = NULL;
  g_autofree char *id = NULL;
  g_autofree char *field_id = NULL;
  json_t *json;

  if (field == NULL || source == NULL || holder == NULL || field == holder ||
      copy->from->parent != reference->from_path->parent ||
      !is_faithful (reference, copy, field, source, holder))
    return TRUE;
  path = get_source_path (self, reference, copy->to);
  if (path == NULL || strchr (path, '/') != NULL)
    return TRUE;
  json = json_pack ("{s:s, s:s, s:s}", "field", path, "direction", "to-child", "mode",
                    is_kept ? "kept" : "snapshot");
  if (g_strcmp0 (field->name, source->name) != 0)
    json_object_set_new (json, "name", json_string (field->name));
  if (field->order != NULL)
    json_object_set_new (json, "order", json_string (field->order));
  place = g_strdup_printf ("copy %s %s", relationship, field->item.id);
  id = _squill_model_builder_new_id (self, field->name, place);
  field_id = g_strdup (field->item.id);
  g_hash_table_remove (self->fields, copy->from);
  return _squill_model_builder_apply (self, squill_edit_new_remove (field_id), error) &&
         _squill_model_builder_apply (
             self, squill_edit_new_add (SQUILL_KIND_COPY, id, relationship, json), error);
}

static gboolean
add_copies (SquillModelBuilder *self, GPtrArray *references, GError **error)
{
  g_autoptr (GHashTable) used = collect_used (references);

  add_discriminators (self, used);
  for (guint i = 0; i < references->len; i++)
    {
      const SquillReference *reference = g_ptr_array_index (references, i);
      const char *relationship = g_hash_table_lookup (self->references, reference);

      if (relationship == NULL || reference->from_path->kind != SQUILL_PATH_FIELD)
        continue;
      for (guint k = 0; k < reference->copies->len; k++)
        {
          const SquillCopiedField *copy = g_ptr_array_index (reference->copies, k);

          /* A field can be a copy of only one other, and what a document is called by is its own.
           */
          if (g_hash_table_contains (used, copy->from) || is_id_of_document (copy->from))
            continue;
          g_hash_table_add (used, (gpointer)copy->from);
          if (!add_copy (self, reference, relationship, copy, error))
            return FALSE;
        }
    }
  return TRUE;
}

/**
 * _squill_model_builder_add_references:
 * @self: a builder with all entities and fields
 * @references: (element-type SquillReference): references; those that are proposed are drawn
 * @error: return location
 *
 * Adds a relationship for each reference, with the fields that are copied along with it.
 *
 * Returns: %FALSE with @error set if the model refuses one
 */
gboolean
_squill_model_builder_add_references (SquillModelBuilder *self,
                                      GPtrArray *references,
                                      GError **error)
{
  for (guint i = 0; i < references->len; i++)
    {
      const SquillReference *reference = g_ptr_array_index (references, i);

      if (reference->proposed && !add_reference (self, reference, references, error))
        return FALSE;
    }
  return add_copies (self, references, error);
}

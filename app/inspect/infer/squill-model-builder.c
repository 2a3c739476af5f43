/* SPDX-License-Identifier: Apache-2.0 */

/* A profile as a model: an entity for each collection, an embedded one for each array of objects,
 * and a relationship for each reference that was found. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/infer/squill-infer-private.h"

#include "model/squill-placement.h"
#include "inspect/source/squill-inspect-options.h"
#include "inspect/structure/squill-structure.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define SLUG_LENGTH 20u
#define SUFFIX_LENGTH 4u
#define MAX_SOURCES 20u

/* An array or map of objects that becomes an entity. */
typedef struct
{
  const SquillCollectionProfile *collection;
  const SquillPath *path;
  const SquillPath *document; /* in which it stands */
  char *order;
} Embedded;

typedef struct
{
  SquillModelBuilder builder;
  GPtrArray *embedded;     /* of Embedded, each behind the one it stands in */
  GHashTable *name_counts; /* wanted name of an entity -> how often */
  GHashTable *names;       /* of entities */
  char *entity_rank;

  /* While the fields of an entity are made. */
  const SquillCollectionProfile *collection;
  const SquillPath *document;
} Work;

/* The rank after @rank, which may be NULL; it replaces it. */
const char *
_squill_model_builder_next_rank (char **rank)
{
  char *next = squill_rank_between (*rank, NULL);

  g_free (*rank);
  *rank = next;
  return next;
}

static char *
get_slug (const char *name)
{
  GString *slug = g_string_new (NULL);
  g_autofree char *plain = g_str_to_ascii (name != NULL ? name : "", "C");

  for (const char *at = plain; *at != '\0' && slug->len < SLUG_LENGTH; at++)
    if (g_ascii_isalnum (*at))
      g_string_append_c (slug, g_ascii_tolower (*at));
    else if (slug->len > 0 && slug->str[slug->len - 1] != '-')
      g_string_append_c (slug, '-');
  while (slug->len > 0 && slug->str[slug->len - 1] == '-')
    g_string_truncate (slug, slug->len - 1);
  if (slug->len == 0)
    g_string_append (slug, "item");
  return g_string_free (slug, FALSE);
}

/* Makes an id like squill_model_new_id(), but from @place instead of by chance: the same data give
 * the same model. @place tells the item from all others; @name may be NULL. */
char *
_squill_model_builder_new_id (SquillModelBuilder *self, const char *name, const char *place)
{
  static const char letters[] = "0123456789abcdefghjkmnpqrstvwxyz";
  g_autofree char *slug = get_slug (name);
  guint64 hash = squill_text_hash (place, strlen (place));

  for (;;)
    {
      char suffix[SUFFIX_LENGTH + 1] = { 0 };
      char *id;

      for (guint i = 0; i < SUFFIX_LENGTH; i++)
        suffix[i] = letters[(hash >> (5 * i)) & 31];
      id = g_strdup_printf ("%s-%s", slug, suffix);
      if (g_hash_table_add (self->ids, g_strdup (id)))
        return id;
      g_free (id);
      hash = hash * G_GUINT64_CONSTANT (6364136223846793005) + 1;
    }
}

/* Where the item that @path became is in the document of its collection, as keys of indexes write
 * it; NULL where the path is nothing in the model. */
char *
_squill_model_builder_get_key_path (SquillModelBuilder *self, const SquillPath *path)
{
  const char *id = g_hash_table_lookup (self->fields, path);
  GString *text;

  if (id == NULL)
    id = g_hash_table_lookup (self->relationships, path);
  if (id == NULL)
    return NULL;
  text = g_string_new (id);
  for (const SquillPath *around = path->parent; around != NULL; around = around->parent)
    {
      const char *via = g_hash_table_lookup (self->relationships, around);

      if (via == NULL)
        continue;
      g_string_prepend_c (text, '/');
      g_string_prepend (text, via);
    }
  return g_string_free (text, FALSE);
}

/* A path of a query goes through arrays: `a.b` is b in the object a and in the elements of the
 * array a. */
static const SquillPath *
find_member (const SquillPath *path, const char *name)
{
  for (; path != NULL; path = path->elements)
    {
      const SquillPath *field = squill_path_find_field ((SquillPath *)path, name, strlen (name));

      if (field != NULL)
        return field;
    }
  return NULL;
}

/* A path as queries and indexes write it, as a key path of the model. A path that no document has,
 * or one into a map, stays dotted behind "=". */
char *
_squill_model_builder_resolve (SquillModelBuilder *self,
                               const SquillCollectionProfile *collection,
                               const char *dotted)
{
  g_auto (GStrv) names = g_strsplit (dotted, ".", -1);
  const SquillPath *path = collection->root;
  char *key_path = NULL;

  for (guint i = 0; names[i] != NULL && path != NULL; i++)
    path = find_member (path, names[i]);
  if (path != NULL && path != collection->root)
    key_path = _squill_model_builder_get_key_path (self, path);
  return key_path != NULL ? key_path : g_strconcat ("=", dotted, NULL);
}

/* Applies an edit, and takes it over. */
gboolean
_squill_model_builder_apply (SquillModelBuilder *self, SquillEdit *edit, GError **error)
{
  gboolean done = squill_model_apply (self->model, edit, error);

  squill_edit_unref (edit);
  return done;
}

/* The name of a field; made valid where it is not UTF-8. */
char *
_squill_model_builder_name_of (const SquillPath *path)
{
  return g_utf8_make_valid (path->name, (gssize)path->name_length);
}

/* A relationship after the existing ones, to be completed and added. */
json_t *
_squill_model_builder_begin_relationship (SquillModelBuilder *self,
                                          const char *name,
                                          const char *parent,
                                          const char *child,
                                          SquillPlacement placement)
{
  const char *rank = _squill_model_builder_next_rank (&self->relationship_rank);

  return json_pack ("{s:s, s:s, s:s, s:s, s:s}", "name", name, "order", rank, "parent", parent,
                    "child", child, "placement", squill_placement_get_name (placement));
}

/* How many elements the array has, or entries the map, in each of the objects that contain it; 0
 * where one has none. Objects that have something odd instead do not count. */
SquillTriple
_squill_model_builder_count_children (const SquillPath *path)
{
  guint64 odd = squill_path_count_types (path, (guint)squill_outlier_get_types (path));
  guint64 of = squill_path_get_of (path) - odd;
  const SquillDistribution *lengths = path->lengths != NULL ? path->lengths : path->entries;

  return SQUILL_TRIPLE (lengths->count < of ? 0 : (double)lengths->min,
                        (double)lengths->sum / (double)of, (double)lengths->max);
}

static void
embedded_free (gpointer data)
{
  Embedded *self = data;

  g_free (self->order);
  g_free (self);
}

/* The documents of a collection; where a file is one big map of objects, the values of that map. Of
 * several documents none is a map as a whole, unless a person says so. */
static const SquillPath *
get_documents (const SquillCollectionProfile *collection)
{
  const SquillPath *values = collection->root->values;

  return values != NULL && values->n_fields > 0 && collection->root->n_fields == 0 &&
                 (collection->root->present == 1 || collection->root->map->by_user)
             ? values
             : collection->root;
}

static void
count_name (Work *work, const char *name)
{
  guint count = GPOINTER_TO_UINT (g_hash_table_lookup (work->name_counts, name));

  g_hash_table_insert (work->name_counts, g_strdup (name), GUINT_TO_POINTER (count + 1));
}

static void
count_embedded_names (Work *work,
                      const SquillCollectionProfile *collection,
                      const SquillPath *document)
{
  for (const SquillPath *field = document->first; field != NULL; field = field->next)
    {
      const SquillPath *objects = _squill_path_get_embedded (field);
      const SquillSharedEntity *shared;
      g_autofree char *name = NULL;

      if (objects == NULL)
        continue;
      shared = _squill_model_builder_get_shared (&work->builder, collection, objects);
      name = _squill_model_builder_name_of (field);
      if (shared == NULL || _squill_shared_entity_is_first (shared, objects))
        count_name (work, name);
      count_embedded_names (work, collection, objects);
    }
}

/* The objects in an array or map; where they are one entity with others, all of these together. */
static const SquillPath *
get_embedded_objects (Work *work, const Embedded *embedded)
{
  const SquillPath *objects = _squill_path_get_embedded (embedded->path);
  const SquillSharedEntity *shared =
      _squill_model_builder_get_shared (&work->builder, embedded->collection, objects);

  return shared != NULL ? _squill_shared_entity_get_objects (shared) : objects;
}

/* An embedded entity is named after its array; where several would have the same name, that of the
 * containing entity is put in front. */
static char *
make_name (Work *work, const char *wanted, const char *around)
{
  g_autofree char *base = g_strdup (wanted);
  char *name;

  if (around != NULL && GPOINTER_TO_UINT (g_hash_table_lookup (work->name_counts, wanted)) > 1)
    {
      g_free (base);
      base = g_strdup_printf ("%s_%s", around, wanted);
    }
  name = g_strdup (base);
  for (guint i = 2; !g_hash_table_add (work->names, g_strdup (name)); i++)
    {
      g_free (name);
      name = g_strdup_printf ("%s_%u", base, i);
    }
  return name;
}

static void
on_embedded (const SquillPath *path, const char *order, gpointer user_data)
{
  Work *work = user_data;
  Embedded *embedded = g_new0 (Embedded, 1);

  embedded->collection = work->collection;
  embedded->path = path;
  embedded->document = work->document;
  embedded->order = g_strdup (order);
  g_ptr_array_add (work->embedded, embedded);
}

/* How many documents there are, whether all were read or not. */
static void
set_count (json_t *entity, const SquillCollectionProfile *collection, const SquillPath *document)
{
  const guint64 total = squill_collection_profile_get_total (collection);
  double n = (double)document->present;

  if (!collection->complete)
    {
      if (total == G_MAXUINT64 || document != collection->root)
        return;
      n = (double)total;
    }
  json_object_set_new (entity, "count", squill_json_triple (SQUILL_TRIPLE (n, n, n)));
}

static json_t *
begin_entity (Work *work,
              const SquillCollectionProfile *collection,
              const SquillPath *document,
              const char *name)
{
  json_t *entity = json_object ();

  json_object_set_new (entity, "name", json_string (name));
  json_object_set_new (entity, "order",
                       json_string (_squill_model_builder_next_rank (&work->entity_rank)));
  set_count (entity, collection, document);
  work->collection = collection;
  work->document = document;
  json_object_set_new (
      entity, "fields",
      _squill_model_builder_fields (&work->builder, collection, document, on_embedded, work));
  return entity;
}

static gboolean
end_entity (
    Work *work, const SquillPath *document, json_t *entity, const char *place, GError **error)
{
  const char *name = json_string_value (json_object_get (entity, "name"));
  char *id = _squill_model_builder_new_id (&work->builder, name, place);

  g_hash_table_insert (work->builder.entities, (gpointer)document, id);
  return _squill_model_builder_apply (
      &work->builder, squill_edit_new_add (SQUILL_KIND_ENTITY, id, NULL, entity), error);
}

static gboolean
add_collection (Work *work,
                const SquillCollectionProfile *collection,
                const SquillCollectionProfile *original,
                GError **error)
{
  const SquillPath *document = get_documents (collection);
  g_autofree char *name = make_name (work, collection->name, NULL);
  g_autofree char *place = g_strconcat ("entity ", collection->name, NULL);
  json_t *entity, *evidence;

  entity = begin_entity (work, collection, document, name);
  /* Field groups are only in the original. */
  evidence = _squill_evidence_new_for_collection (original);
  if (document != collection->root)
    json_object_set_new (evidence, "path", json_string ("{}"));
  _squill_model_builder_set_options (&work->builder, collection, entity, evidence);
  json_object_set_new (entity, "evidence", evidence);
  return end_entity (work, document, entity, place, error);
}

static gboolean
add_embedded_entity (Work *work, const Embedded *embedded, GError **error)
{
  const SquillPath *document = get_embedded_objects (work, embedded);
  const char *around_id = g_hash_table_lookup (work->builder.entities, embedded->document);
  const SquillEntity *around = squill_model_get_entity (work->builder.model, around_id);
  g_autofree char *wanted = _squill_model_builder_name_of (embedded->path);
  g_autofree char *path = squill_path_to_text (embedded->path);
  g_autofree char *place = g_strdup_printf ("entity %s.%s", embedded->collection->name, path);
  g_autofree char *name = NULL;
  json_t *entity;

  if (g_hash_table_contains (work->builder.entities, document))
    return TRUE;
  name = make_name (work, wanted, around->name);
  entity = begin_entity (work, embedded->collection, document, name);
  json_object_set_new (entity, "evidence",
                       _squill_evidence_new_for_path (embedded->collection, document));
  return end_entity (work, document, entity, place, error);
}

static gboolean
add_embedding (Work *work, const Embedded *embedded, GError **error)
{
  const SquillPath *document = get_embedded_objects (work, embedded);
  const SquillSharedEntity *shared = _squill_model_builder_get_shared (
      &work->builder, embedded->collection, _squill_path_get_embedded (embedded->path));
  g_autofree char *name = _squill_model_builder_name_of (embedded->path);
  g_autofree char *path = squill_path_to_text (embedded->path);
  g_autofree char *place = g_strdup_printf ("embedding %s.%s", embedded->collection->name, path);
  const char *parent = g_hash_table_lookup (work->builder.entities, embedded->document);
  const char *child = g_hash_table_lookup (work->builder.entities, document);
  char *id = _squill_model_builder_new_id (&work->builder, name, place);
  json_t *json = _squill_model_builder_begin_relationship (&work->builder, name, parent, child,
                                                           SQUILL_PLACEMENT_EMBED_MANY);

  g_hash_table_insert (work->builder.relationships, (gpointer)embedded->path, id);
  json_object_set_new (json, "children",
                       squill_json_triple (_squill_model_builder_count_children (embedded->path)));
  json_object_set_new (json, "parents", squill_json_triple (SQUILL_TRIPLE (1, 1, 1)));
  json_object_set_new (json, "contains", json_true ());
  json_object_set_new (json, "parent_name", json_string (name));
  json_object_set_new (json, "parent_order", json_string (embedded->order));
  if (squill_path_find_field ((SquillPath *)document, "_id", 3) != NULL)
    json_object_set_new (json, "keep_id", json_true ());
  /* The levels below the first. */
  if (shared != NULL && g_str_equal (parent, child))
    json_object_set_new (json, "depth",
                         json_integer (_squill_shared_entity_get_depth (shared) - 1));
  _squill_model_builder_set_outliers (json, "outlier_types", document);
  _squill_model_builder_set_outliers (json, "outlier_instead", embedded->path);
  json_object_set_new (json, "evidence",
                       _squill_evidence_new_for_path (embedded->collection, embedded->path));
  return _squill_model_builder_apply (
      &work->builder, squill_edit_new_add (SQUILL_KIND_RELATIONSHIP, id, NULL, json), error);
}

static gboolean
add_indexes (Work *work, const SquillCollectionProfile *collection, GError **error)
{
  const char *entity = g_hash_table_lookup (work->builder.entities, get_documents (collection));
  json_auto_t *indexes = _squill_model_builder_indexes (&work->builder, collection);
  gboolean done = TRUE;
  const char *id;
  json_t *index;

  json_object_foreach (indexes, id, index)
  {
    done = done &&
           _squill_model_builder_apply (
               &work->builder,
               squill_edit_new_add (SQUILL_KIND_INDEX, id, entity, json_incref (index)), error);
  }
  return done;
}

/* Only as many as a person reads: each collection has its own source. */
static json_t *
list_sources (GPtrArray *collections)
{
  g_autoptr (GHashTable) known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  json_t *sources = json_array ();

  for (guint i = 0; i < collections->len && g_hash_table_size (known) < MAX_SOURCES; i++)
    {
      const SquillCollectionProfile *collection = g_ptr_array_index (collections, i);
      char *source = g_utf8_make_valid (collection->source, -1);
      json_auto_t *text = json_string (source);

      if (g_hash_table_add (known, source))
        json_array_append (sources, text);
    }
  return sources;
}

static json_t *
make_evidence (SquillProfile *profile, const SquillDecisions *decisions)
{
  g_autoptr (GDateTime) date = squill_profile_get_date (profile);
  g_autofree char *day = g_date_time_format (date, "%Y-%m-%d");
  json_t *evidence = json_object ();

  json_object_set_new (evidence, "sources",
                       list_sources (squill_profile_get_collections (profile)));
  json_object_set_new (evidence, "read", json_string (day));
  if (squill_profile_is_cut_short (profile))
    json_object_set_new (evidence, "cut_short", json_true ());
  if (squill_profile_get_n_problems (profile) > 0)
    json_object_set_new (evidence, "problems",
                         json_integer (squill_profile_get_n_problems (profile)));
  if (decisions != NULL && !squill_decisions_is_empty (decisions))
    json_object_set_new (evidence, "decisions", squill_decisions_to_json (decisions));
  return evidence;
}

static gboolean
set_info (Work *work,
          SquillProfile *profile,
          const SquillProfileModelOptions *options,
          GError **error)
{
  const char *name = options->name;
  GPtrArray *collections = squill_profile_get_collections (profile);
  const char *database = NULL;

  for (guint i = 0; i < collections->len; i++)
    {
      const SquillCollectionProfile *collection = g_ptr_array_index (collections, i);

      if (i == 0)
        database = collection->database;
      else if (g_strcmp0 (database, collection->database) != 0)
        database = NULL;
    }
  if (name == NULL)
    name = squill_profile_get_name (profile);
  if (!squill_model_set (work->builder.model, SQUILL_MODEL_ID, "evidence",
                         make_evidence (profile, options->decisions), error) ||
      !squill_model_set (work->builder.model, SQUILL_MODEL_ID, "name", json_string (name), error))
    return FALSE;
  return database == NULL || !g_utf8_validate (database, -1, NULL) ||
         _squill_model_builder_apply (
             &work->builder,
             squill_edit_new_set (SQUILL_MODEL_ID, "database", json_string (database)), error);
}

static gboolean
fill_model (Work *work,
            SquillProfile *profile,
            const SquillProfileModelOptions *options,
            GError **error)
{
  g_autoptr (SquillDecidedProfile) decided =
      squill_decided_profile_new (profile, options->decisions);
  GPtrArray *collections = decided->collections;
  GPtrArray *originals = squill_profile_get_collections (profile);

  if (!set_info (work, profile, options, error))
    return FALSE;
  for (guint i = 0; i < collections->len; i++)
    {
      const SquillCollectionProfile *collection = g_ptr_array_index (collections, i);

      count_name (work, collection->name);
      _squill_model_builder_find_shared (&work->builder, collection, get_documents (collection));
      count_embedded_names (work, collection, get_documents (collection));
    }
  for (guint i = 0; i < collections->len; i++)
    if (!add_collection (work, g_ptr_array_index (collections, i), g_ptr_array_index (originals, i),
                         error))
      return FALSE;
  /* The list grows while it is gone through: embedded entities embed others. */
  for (guint i = 0; i < work->embedded->len; i++)
    if (!add_embedded_entity (work, g_ptr_array_index (work->embedded, i), error))
      return FALSE;
  for (guint i = 0; i < work->embedded->len; i++)
    if (!add_embedding (work, g_ptr_array_index (work->embedded, i), error))
      return FALSE;
  _squill_model_builder_spread_shared (&work->builder);
  for (guint i = 0; i < collections->len; i++)
    if (!_squill_model_builder_add_variants (&work->builder, g_ptr_array_index (collections, i),
                                             g_ptr_array_index (originals, i), error))
      return FALSE;
  if (options->references &&
      !_squill_model_builder_add_references (&work->builder, decided->references, error))
    return FALSE;
  for (guint i = 0; i < collections->len; i++)
    if (!add_indexes (work, g_ptr_array_index (collections, i), error) ||
        !_squill_model_builder_apply_validator (&work->builder, g_ptr_array_index (collections, i),
                                                error))
      return FALSE;
  return _squill_evidence_seal (work->builder.model, error);
}

/**
 * squill_profile_to_model:
 * @self: a profile
 * @options: (nullable): how; %NULL for the name of the database and with references
 * @error: return location
 *
 * Infers a model: an entity for each collection with its fields, counts, indexes, and options; an
 * entity for each array of objects, embedded in the containing one; a relationship for each
 * reference. What was not measured, such as growth, frequencies, and operations, is not set. The
 * same profile gives the same model, ids included. Each item keeps its evidence: what was counted,
 * and the properties that follow from it, for squill_refresh(). The model has one step of history.
 *
 * Returns: (transfer full) (nullable): the model; %NULL where there is no collection
 *   (%SQUILL_INSPECT_ERROR_EMPTY)
 */
SquillModel *
squill_profile_to_model (SquillProfile *self,
                         const SquillProfileModelOptions *options,
                         GError **error)
{
  const SquillProfileModelOptions usual = { .name = NULL, .references = TRUE };
  g_autoptr (SquillModel) model = NULL;
  Work work = { 0 };
  gboolean done;

  g_return_val_if_fail (SQUILL_IS_PROFILE (self), NULL);

  if (squill_profile_get_collections (self)->len == 0)
    {
      g_set_error (error, SQUILL_INSPECT_ERROR, SQUILL_INSPECT_ERROR_EMPTY,
                   _ ("No collection was found"));
      return NULL;
    }

  work.builder.model = model = squill_model_new ();
  work.builder.ids = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  work.builder.fields = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  work.builder.relationships = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  work.builder.references = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  work.builder.entities = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  work.builder.keys = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  work.builder.shared = _squill_shared_entities_new ();
  work.builder.shared_by_place = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  work.name_counts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  work.names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  work.embedded = g_ptr_array_new_with_free_func (embedded_free);
  g_hash_table_add (work.builder.ids, g_strdup (SQUILL_MODEL_ID));

  squill_model_begin_step (model, _ ("Read a database"), NULL);
  done = fill_model (&work, self, options != NULL ? options : &usual, error);
  squill_model_end_step (model);

  g_hash_table_unref (work.builder.ids);
  g_hash_table_unref (work.builder.fields);
  g_hash_table_unref (work.builder.relationships);
  g_hash_table_unref (work.builder.references);
  g_hash_table_unref (work.builder.entities);
  g_hash_table_unref (work.builder.keys);
  g_hash_table_unref (work.builder.shared_by_place);
  g_ptr_array_unref (work.builder.shared);
  g_hash_table_unref (work.name_counts);
  g_hash_table_unref (work.names);
  g_ptr_array_unref (work.embedded);
  g_free (work.entity_rank);
  g_free (work.builder.relationship_rank);
  return done ? g_steal_pointer (&model) : NULL;
}

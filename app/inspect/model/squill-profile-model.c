/* SPDX-License-Identifier: Apache-2.0 */

/* A profile as a model: an entity for each collection, an embedded one for each array of objects,
 * and a relationship for each reference that was found. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/squill-inspect.h"

#include "inspect/model/squill-model-builder.h"
#include "inspect/model/squill-model-evidence.h"
#include "inspect/model/squill-profile-decide.h"
#include "model/squill-rank.h"

#include <glib/gi18n.h>

#define MAX_SOURCES 20u

/* An array of objects that becomes an entity. */
typedef struct
{
  const SquillCollectionProfile *collection;
  const SquillPath *array;
  const SquillPath *document; /* in which it stands */
  char *order;
} Embedded;

typedef struct
{
  SquillModelBuilder builder;
  GPtrArray *embedded;     /* of Embedded, each behind the one it stands in */
  GHashTable *name_counts; /* how many entities would like to have a name */
  GHashTable *names;       /* of entities */
  char *entity_rank;

  /* While the fields of an entity are made. */
  const SquillCollectionProfile *collection;
  const SquillPath *document;
} Work;

static void
set (json_t *object, const char *name, json_t *value)
{
  json_object_set_new (object, name, value);
}

static void
embedded_free (gpointer data)
{
  Embedded *self = data;

  g_free (self->order);
  g_free (self);
}

static const char *
next_rank (char **rank)
{
  char *next = squill_rank_between (*rank, NULL);

  g_free (*rank);
  *rank = next;
  return next;
}

/* The documents of a collection, or what stands for them: where a file is one big map of objects,
 * these are the things. */
static const SquillPath *
get_documents (const SquillCollectionProfile *collection)
{
  const SquillPath *values = collection->root->values;

  return values != NULL && values->n_fields > 0 ? values : collection->root;
}

static void
count_name (Work *work, const char *name)
{
  guint count = GPOINTER_TO_UINT (g_hash_table_lookup (work->name_counts, name));

  g_hash_table_insert (work->name_counts, g_strdup (name), GUINT_TO_POINTER (count + 1));
}

static void
count_embedded_names (Work *work, const SquillPath *document)
{
  for (const SquillPath *field = document->first; field != NULL; field = field->next)
    if (squill_path_is_embedded (field))
      {
        g_autofree char *name = squill_model_builder_name_of (field);

        count_name (work, name);
        count_embedded_names (work, field->elements);
      }
}

/* An embedded entity is named as its array; where others would be, too, that of the entity around
 * it stands before. */
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
  embedded->array = path;
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
  set (entity, "count", squill_json_triple (SQUILL_TRIPLE (n, n, n)));
}

static json_t *
begin_entity (Work *work,
              const SquillCollectionProfile *collection,
              const SquillPath *document,
              const char *name)
{
  json_t *entity = json_object ();

  set (entity, "name", json_string (name));
  set (entity, "order", json_string (next_rank (&work->entity_rank)));
  set_count (entity, collection, document);
  work->collection = collection;
  work->document = document;
  set (entity, "fields",
       squill_model_builder_fields (&work->builder, collection, document, on_embedded, work));
  return entity;
}

static gboolean
end_entity (
    Work *work, const SquillPath *document, json_t *entity, const char *place, GError **error)
{
  const char *name = json_string_value (json_object_get (entity, "name"));
  char *id = squill_model_builder_new_id (&work->builder, name, place);

  g_hash_table_insert (work->builder.entities, (gpointer)document, id);
  return squill_model_builder_apply (
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
  /* Of fields that stand together only the original knows. */
  evidence = squill_evidence_new_for_collection (original);
  if (document != collection->root)
    set (evidence, "path", json_string ("{}"));
  squill_model_builder_set_options (&work->builder, collection, entity, evidence);
  set (entity, "evidence", evidence);
  return end_entity (work, document, entity, place, error);
}

static gboolean
add_embedded_entity (Work *work, const Embedded *embedded, GError **error)
{
  const SquillPath *document = embedded->array->elements;
  const char *around_id = g_hash_table_lookup (work->builder.entities, embedded->document);
  const SquillEntity *around = squill_model_get_entity (work->builder.model, around_id);
  g_autofree char *wanted = squill_model_builder_name_of (embedded->array);
  g_autofree char *name = make_name (work, wanted, around->name);
  g_autofree char *path = squill_path_to_text (embedded->array);
  g_autofree char *place = g_strdup_printf ("entity %s.%s", embedded->collection->name, path);
  json_t *entity = begin_entity (work, embedded->collection, document, name);

  set (entity, "evidence", squill_evidence_new_for_path (embedded->collection, document));
  return end_entity (work, document, entity, place, error);
}

static gboolean
add_embedding (Work *work, const Embedded *embedded, GError **error)
{
  const SquillPath *document = embedded->array->elements;
  g_autofree char *name = squill_model_builder_name_of (embedded->array);
  g_autofree char *path = squill_path_to_text (embedded->array);
  g_autofree char *place = g_strdup_printf ("embedding %s.%s", embedded->collection->name, path);
  const char *parent = g_hash_table_lookup (work->builder.entities, embedded->document);
  const char *child = g_hash_table_lookup (work->builder.entities, document);
  char *id = squill_model_builder_new_id (&work->builder, name, place);
  json_t *json = squill_model_builder_begin_relationship (&work->builder, name, parent, child,
                                                          SQUILL_PLACEMENT_EMBED_MANY);

  g_hash_table_insert (work->builder.relationships, (gpointer)embedded->array, id);
  set (json, "children",
       squill_json_triple (squill_model_builder_count_children (embedded->array)));
  set (json, "parents", squill_json_triple (SQUILL_TRIPLE (1, 1, 1)));
  set (json, "contains", json_true ());
  set (json, "parent_name", json_string (name));
  set (json, "parent_order", json_string (embedded->order));
  if (squill_path_find_field ((SquillPath *)document, "_id", 3) != NULL)
    set (json, "keep_id", json_true ());
  set (json, "evidence", squill_evidence_new_for_path (embedded->collection, embedded->array));
  return squill_model_builder_apply (
      &work->builder, squill_edit_new_add (SQUILL_KIND_RELATIONSHIP, id, NULL, json), error);
}

static gboolean
add_indexes (Work *work, const SquillCollectionProfile *collection, GError **error)
{
  const char *entity = g_hash_table_lookup (work->builder.entities, get_documents (collection));
  json_t *indexes = squill_model_builder_indexes (&work->builder, collection);
  gboolean done = TRUE;
  const char *id;
  json_t *index;

  json_object_foreach (indexes, id, index)
  {
    done = done &&
           squill_model_builder_apply (
               &work->builder,
               squill_edit_new_add (SQUILL_KIND_INDEX, id, entity, json_incref (index)), error);
  }
  json_decref (indexes);
  return done;
}

/* Not more than a person reads: each collection says where it comes from itself. */
static json_t *
list_sources (GPtrArray *collections)
{
  g_autoptr (GHashTable) known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  json_t *sources = json_array ();

  for (guint i = 0; i < collections->len && g_hash_table_size (known) < MAX_SOURCES; i++)
    {
      const SquillCollectionProfile *collection = g_ptr_array_index (collections, i);
      char *source = g_utf8_make_valid (collection->source, -1);
      json_t *text = json_string (source);

      if (g_hash_table_add (known, source))
        json_array_append (sources, text);
      json_decref (text);
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
         squill_model_builder_apply (
             &work->builder,
             squill_edit_new_set (SQUILL_MODEL_ID, "database", json_string (database)), error);
}

static gboolean
add_references (Work *work, GPtrArray *references, GError **error)
{
  for (guint i = 0; i < references->len; i++)
    {
      const SquillReference *reference = g_ptr_array_index (references, i);

      if (reference->proposed &&
          !squill_model_builder_add_reference (&work->builder, reference, error))
        return FALSE;
    }
  return squill_model_builder_add_copies (&work->builder, references, error);
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
      count_embedded_names (work, get_documents (collection));
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
  if (options->references && !add_references (work, decided->references, error))
    return FALSE;
  for (guint i = 0; i < collections->len; i++)
    if (!add_indexes (work, g_ptr_array_index (collections, i), error) ||
        !squill_model_builder_apply_validator (&work->builder, g_ptr_array_index (collections, i),
                                               error))
      return FALSE;
  return squill_evidence_seal (work->builder.model, error);
}

/**
 * squill_profile_to_model:
 * @self: a profile
 * @options: (nullable): how; %NULL for the name of the database and with references
 * @error: return location
 *
 * Makes a model of what was found: an entity for each collection with its fields, counts, indexes
 * and options; an entity for each array of objects, embedded in the one around it; a relationship
 * for each reference. Nothing is said that was not measured: growth, frequencies and operations are
 * left open. The same profile gives the same model, ids included. Each item keeps its evidence:
 * what was counted, and what it was made like, for squill_refresh(). All of it is one step of the
 * model's history.
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

  if (squill_profile_get_n_collections (self) == 0)
    {
      g_set_error (error, SQUILL_INSPECT_ERROR, SQUILL_INSPECT_ERROR_EMPTY,
                   _ ("Nothing was found that a model could be made of"));
      return NULL;
    }

  work.builder.model = model = squill_model_new ();
  work.builder.ids = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  work.builder.fields = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  work.builder.relationships = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  work.builder.references = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  work.builder.entities = g_hash_table_new_full (NULL, NULL, NULL, g_free);
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
  g_hash_table_unref (work.name_counts);
  g_hash_table_unref (work.names);
  g_ptr_array_unref (work.embedded);
  g_free (work.entity_rank);
  g_free (work.builder.relationship_rank);
  return done ? g_steal_pointer (&model) : NULL;
}

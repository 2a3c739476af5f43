/* SPDX-License-Identifier: Apache-2.0 */

/* References of a profile as relationships of a model. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/model/squill-model-builder.h"

#include "inspect/model/squill-model-evidence.h"

static void
set (json_t *object, const char *name, json_t *value)
{
  json_object_set_new (object, name, value);
}

static const char *
find_owner (SquillModelBuilder *self, const SquillPath *path)
{
  const char *id = NULL;

  for (; path != NULL && id == NULL; path = path->parent)
    id = g_hash_table_lookup (self->entities, path);
  return id;
}

/* Whether a document of the owner holds but one value at the path. */
static gboolean
is_single (SquillModelBuilder *self, const SquillPath *field)
{
  for (const SquillPath *around = field->parent; around != NULL; around = around->parent)
    {
      if (g_hash_table_contains (self->entities, around))
        return TRUE;
      if (around->kind != SQUILL_PATH_FIELD)
        return FALSE;
    }
  return FALSE;
}

/* Where a reference stands in the model. */
typedef struct
{
  gboolean is_list;
  const SquillPath *path; /* that became the field that holds it */
  const char *holder;
  const char *from; /* ids of entities */
  const char *to;
  const char *key; /* (nullable) of what it names: NULL for _id */
} Ends;

/* An array of arrays is no list of references that the model knows, and neither are the keys of a
 * map. */
static gboolean
find_ends (SquillModelBuilder *self, const SquillReference *reference, Ends *ends)
{
  const SquillPath *to_path = reference->to_path;
  const SquillField *holder;
  const char *key;

  ends->path = reference->from_path->kind == SQUILL_PATH_ELEMENTS ? reference->from_path->parent
                                                                  : reference->from_path;
  /* A lone key may stand where others have an array of them. */
  ends->is_list = squill_path_get_arrays (ends->path) > 0;
  ends->holder = g_hash_table_lookup (self->fields, ends->path);
  holder = ends->holder != NULL ? squill_model_get_field (self->model, ends->holder) : NULL;
  ends->from = find_owner (self, ends->path);
  ends->to = find_owner (self, to_path);
  key = g_hash_table_lookup (self->fields, to_path);
  ends->key = !reference->to_keys && to_path->kind == SQUILL_PATH_FIELD &&
                      g_strcmp0 (to_path->name, "_id") == 0
                  ? NULL
                  : key;
  /* A field of which nothing is said would get the type of what it names. */
  return !reference->from_keys && holder != NULL && holder->types != SQUILL_TYPE_NONE &&
         ends->from != NULL && ends->to != NULL && ends->path->kind == SQUILL_PATH_FIELD &&
         (key != NULL || (reference->to_keys && to_path->kind == SQUILL_PATH_DOCUMENT));
}

static SquillTriple
count_per_key (const SquillReference *reference)
{
  return SQUILL_TRIPLE ((double)reference->per_key_min, reference->per_key_mean,
                        (double)reference->per_key_max);
}

static SquillTriple
count_per_holder (const SquillReference *reference)
{
  return SQUILL_TRIPLE ((double)reference->per_holder_min, reference->per_holder_mean,
                        (double)reference->per_holder_max);
}

static void
set_list (SquillModelBuilder *self,
          const Ends *ends,
          const SquillReference *reference,
          json_t *json)
{
  SquillTriple children;

  set (json, "parent_holder", json_string (ends->holder));
  if (ends->key != NULL)
    set (json, "child_key", json_string (ends->key));
  children = reference->counted && ends->path->parent->kind == SQUILL_PATH_DOCUMENT
                 ? count_per_holder (reference)
                 : squill_model_builder_count_children (ends->path);
  /* Of one at most a model makes no array, but here it is one. */
  if (is_single (self, ends->path) && children.max > 1)
    set (json, "children", squill_json_triple (children));
  set (json, "parents", squill_json_triple (count_per_key (reference)));
}

static void
set_single (SquillModelBuilder *self,
            const Ends *ends,
            const SquillReference *reference,
            json_t *json)
{
  const guint64 of = squill_path_get_of (ends->path);
  const guint64 some = MIN (reference->references, ends->path->scalars);

  set (json, "child_holder", json_string (ends->holder));
  if (ends->key != NULL)
    set (json, "parent_key", json_string (ends->key));
  set (json, "children", squill_json_triple (count_per_key (reference)));
  if (is_single (self, ends->path) && ends->path->parent->kind != SQUILL_PATH_FIELD && of > 0)
    set (json, "parents",
         squill_json_triple (SQUILL_TRIPLE (some < of ? 0 : 1, (double)some / (double)of, 1)));
  if ((reference->traits & SQUILL_REFERENCE_POLYMORPHIC) != 0)
    set (json, "optional", json_true ());
}

/* Lone keys and those in arrays of the same field are one. */
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

      if (g_strcmp0 (holder, ends->holder) == 0 && g_strcmp0 (key, ends->key) == 0 &&
          g_str_equal (ends->is_list ? r->child : r->parent, ends->to))
        return FALSE;
    }
  return TRUE;
}

/* A document with many references is told as their parent; where they stand in embedded entities
 * each of those has but one. */
static json_t *
make_evidence (const Ends *ends, const SquillReference *reference)
{
  json_t *evidence = squill_evidence_new_for_reference (reference);

  if (!ends->is_list && reference->is_list)
    {
      json_object_set (evidence, "children_per_parent",
                       json_object_get (evidence, "parents_per_child"));
      json_object_del (evidence, "parents_per_child");
    }
  return evidence;
}

/**
 * squill_model_builder_add_reference:
 * @self: a builder that knows all fields
 * @reference: a reference
 * @error: return location
 *
 * Draws a reference as a relationship; one that a model has no form for is left out: one from the
 * keys of a map, or from arrays in arrays.
 *
 * Returns: %FALSE with @error set if it cannot be
 */
gboolean
squill_model_builder_add_reference (SquillModelBuilder *self,
                                    const SquillReference *reference,
                                    GError **error)
{
  g_autofree char *from = squill_reference_get_from_text (reference);
  g_autofree char *to = squill_reference_get_to_text (reference);
  g_autofree char *place = g_strdup_printf ("reference %s -> %s", from, to);
  g_autofree char *name = NULL;
  g_autofree char *id = NULL;
  const SquillPath *named;
  json_t *json;
  Ends ends;

  if (!find_ends (self, reference, &ends) || !is_first (self, &ends))
    return TRUE;
  /* An id in an object is named by the object. */
  named = squill_reference_get_named_path (reference->from_path);
  name = squill_model_builder_name_of (named != NULL ? named : ends.path);
  id = squill_model_builder_new_id (self, name, place);
  if (ends.is_list)
    {
      json = squill_model_builder_begin_relationship (self, name, ends.from, ends.to,
                                                      SQUILL_PLACEMENT_CHILD_REFERENCES);
      set_list (self, &ends, reference, json);
    }
  else
    {
      json = squill_model_builder_begin_relationship (self, name, ends.to, ends.from,
                                                      SQUILL_PLACEMENT_PARENT_REFERENCE);
      set_single (self, &ends, reference, json);
    }
  set (json, "confidence", squill_json_number (reference->confidence));
  set (json, "evidence", make_evidence (&ends, reference));
  g_hash_table_insert (self->references, (gpointer)reference, g_strdup (id));
  return squill_model_builder_apply (
      self, squill_edit_new_add (SQUILL_KIND_RELATIONSHIP, id, NULL, json), error);
}

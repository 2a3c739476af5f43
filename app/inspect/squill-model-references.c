/* SPDX-License-Identifier: Apache-2.0 */

/* References of a profile as relationships of a model. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/squill-model-builder.h"

#include "inspect/squill-model-evidence.h"
#include "inspect/squill-reference-json.h"

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

/**
 * squill_model_builder_wants_reference:
 * @decisions: (nullable): what a person decided
 * @reference: a reference
 *
 * Returns: whether it is drawn: it is claimed or was accepted, and was not rejected
 */
gboolean
squill_model_builder_wants_reference (const SquillDecisions *decisions,
                                      const SquillReference *reference)
{
  json_t *json;
  SquillDecision decision;

  if (decisions == NULL)
    return reference->proposed;
  json = squill_reference_to_json (reference);
  decision =
      squill_decisions_get_reference (decisions, json_string_value (json_object_get (json, "from")),
                                      json_string_value (json_object_get (json, "to")));
  json_decref (json);
  return decision == SQUILL_DECISION_ACCEPTED ||
         (decision == SQUILL_DECISION_NONE && reference->proposed);
}

/**
 * squill_model_builder_add_reference:
 * @self: a builder that knows all fields
 * @reference: a reference
 * @error: return location
 *
 * Draws a reference as a relationship; one that a model has no form for is left out.
 *
 * Returns: %FALSE with @error set if it cannot be
 */
gboolean
squill_model_builder_add_reference (SquillModelBuilder *self,
                                    const SquillReference *reference,
                                    GError **error)
{
  const gboolean is_list = reference->from_path->kind == SQUILL_PATH_ELEMENTS;
  const SquillPath *holder = is_list ? reference->from_path->parent : reference->from_path;
  const char *holder_id = g_hash_table_lookup (self->fields, holder);
  const char *key_id = g_hash_table_lookup (self->fields, reference->to_path);
  const char *from = find_owner (self, holder);
  const char *to = find_owner (self, reference->to_path);
  const gboolean to_id = g_strcmp0 (reference->to_path->name, "_id") == 0;
  SquillTriple per_key = SQUILL_TRIPLE ((double)reference->per_key_min, reference->per_key_mean,
                                        (double)reference->per_key_max);
  g_autofree char *path = squill_path_to_text (reference->from_path);
  g_autofree char *target = squill_path_to_text (reference->to_path);
  g_autofree char *place = g_strdup_printf ("reference %s.%s", reference->from->name, path);
  g_autofree char *name = NULL;
  g_autofree char *id = NULL;
  json_t *json;

  /* An array of arrays is no list of references that the model knows. */
  if (holder_id == NULL || key_id == NULL || from == NULL || to == NULL ||
      holder->kind != SQUILL_PATH_FIELD)
    return TRUE;
  /* An id in an object is named by the object. */
  name = squill_model_builder_name_of (squill_reference_get_named_path (reference->from_path));
  id = squill_model_builder_new_id (self, name, place);
  if (is_list)
    {
      json = squill_model_builder_begin_relationship (self, name, from, to,
                                                      SQUILL_PLACEMENT_CHILD_REFERENCES);
      set (json, "parent_holder", json_string (holder_id));
      if (!to_id)
        set (json, "child_key", json_string (key_id));
      if (is_single (self, holder))
        set (json, "children", squill_json_triple (squill_model_builder_count_children (holder)));
      set (json, "parents", squill_json_triple (per_key));
    }
  else
    {
      guint64 of = squill_path_get_of (holder);

      json = squill_model_builder_begin_relationship (self, name, to, from,
                                                      SQUILL_PLACEMENT_PARENT_REFERENCE);
      set (json, "child_holder", json_string (holder_id));
      if (!to_id)
        set (json, "parent_key", json_string (key_id));
      set (json, "children", squill_json_triple (per_key));
      if (is_single (self, holder) && holder->parent->kind != SQUILL_PATH_FIELD)
        set (json, "parents",
             squill_json_triple (SQUILL_TRIPLE (holder->scalars < of ? 0 : 1,
                                                (double)holder->scalars / (double)of, 1)));
    }
  set (json, "confidence", squill_json_number (reference->confidence));
  set (json, "evidence", squill_evidence_new_for_reference (reference));
  return squill_model_builder_apply (
      self, squill_edit_new_add (SQUILL_KIND_RELATIONSHIP, id, NULL, json), error);
}

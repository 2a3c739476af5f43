/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "inspect/infer/squill-infer.h"

G_BEGIN_DECLS

/* squill-model-evidence.c */
json_t *_squill_evidence_new_for_path (const SquillCollectionProfile *collection,
                                       const SquillPath *path);
json_t *_squill_evidence_new_for_collection (const SquillCollectionProfile *collection);
json_t *_squill_evidence_new_for_reference (const SquillReference *reference);
gboolean _squill_evidence_seal (SquillModel *model, GError **error);

/* squill-model-builder.c */

/**
 * SquillModelBuilder:
 * @model: the model
 * @ids: ids that are taken
 * @fields: SquillPath -> id of the field of the model that it became
 * @relationships: SquillPath of an array -> id of the relationship that it became
 * @entities: SquillPath of documents or elements -> id of the entity that they became
 * @keys: SquillPath of values of a map -> id of the field that their keys became, where the values
 * became an entity
 * @references: SquillReference -> id of the relationship that it became
 * @shared: (element-type SquillSharedEntity): objects at several places that become one entity
 * @shared_by_place: collection and path -> #SquillSharedEntity
 * @relationship_rank: (nullable): of the last relationship
 *
 * A model that is being inferred, and what became of the paths of the profile.
 */
typedef struct
{
  SquillModel *model;
  GHashTable *ids;
  GHashTable *fields;
  GHashTable *relationships;
  GHashTable *entities;
  GHashTable *keys;
  GHashTable *references;
  GPtrArray *shared;
  GHashTable *shared_by_place;
  char *relationship_rank;
} SquillModelBuilder;

/**
 * SquillEmbeddedFunc:
 * @path: an array or map of objects in a document
 * @order: the rank of its place among the fields of the document
 * @user_data: as given
 *
 * Called for an array or map that becomes an entity.
 */
typedef void (*SquillEmbeddedFunc) (const SquillPath *path, const char *order, gpointer user_data);

const char *_squill_model_builder_next_rank (char **rank);
char *_squill_model_builder_new_id (SquillModelBuilder *self, const char *name, const char *place);
char *_squill_model_builder_get_key_path (SquillModelBuilder *self, const SquillPath *path);
char *_squill_model_builder_resolve (SquillModelBuilder *self,
                                     const SquillCollectionProfile *collection,
                                     const char *dotted);
gboolean _squill_model_builder_apply (SquillModelBuilder *self, SquillEdit *edit, GError **error);
json_t *_squill_model_builder_begin_relationship (SquillModelBuilder *self,
                                                  const char *name,
                                                  const char *parent,
                                                  const char *child,
                                                  SquillPlacement placement);
char *_squill_model_builder_name_of (const SquillPath *path);
SquillTriple _squill_model_builder_count_children (const SquillPath *path);

/* squill-model-fields.c */
const SquillPath *_squill_path_get_embedded (const SquillPath *path);
void _squill_model_builder_set_outliers (json_t *json,
                                         const char *property,
                                         const SquillPath *path);
json_t *_squill_model_builder_fields (SquillModelBuilder *self,
                                      const SquillCollectionProfile *collection,
                                      const SquillPath *document,
                                      SquillEmbeddedFunc on_embedded,
                                      gpointer user_data);

/* squill-model-shapes.c */
typedef struct _SquillSharedEntity SquillSharedEntity;

GPtrArray *_squill_shared_entities_new (void);
void _squill_model_builder_find_shared (SquillModelBuilder *self,
                                        const SquillCollectionProfile *collection,
                                        const SquillPath *documents);
SquillSharedEntity *_squill_model_builder_get_shared (SquillModelBuilder *self,
                                                      const SquillCollectionProfile *collection,
                                                      const SquillPath *path);
const SquillPath *_squill_shared_entity_get_objects (const SquillSharedEntity *self);
gboolean _squill_shared_entity_is_first (const SquillSharedEntity *self, const SquillPath *path);
gboolean _squill_model_builder_is_merged (SquillModelBuilder *self, const SquillPath *path);
guint _squill_shared_entity_get_depth (const SquillSharedEntity *self);
void _squill_model_builder_spread_shared (SquillModelBuilder *self);

/* squill-model-text-form.c */
char *_squill_model_builder_find_form (const char *const *texts, guint n_texts);

/* squill-model-values.c */
void _squill_model_builder_set_usual (json_t *json, const SquillPath *value, SquillTypes types);

/* squill-model-variants.c */
gboolean _squill_model_builder_add_variants (SquillModelBuilder *self,
                                             const SquillCollectionProfile *collection,
                                             const SquillCollectionProfile *original,
                                             GError **error);

/* squill-model-references.c */
gboolean _squill_model_builder_add_references (SquillModelBuilder *self,
                                               GPtrArray *references,
                                               GError **error);

/* squill-model-metadata.c */
gboolean _squill_model_builder_apply_validator (SquillModelBuilder *self,
                                                const SquillCollectionProfile *collection,
                                                GError **error);

void _squill_model_builder_set_options (SquillModelBuilder *self,
                                        const SquillCollectionProfile *collection,
                                        json_t *entity,
                                        json_t *evidence);
json_t *_squill_model_builder_indexes (SquillModelBuilder *self,
                                       const SquillCollectionProfile *collection);

G_END_DECLS

/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "model/squill-model.h"

G_BEGIN_DECLS

char *squill_model_add_entity (SquillModel *self, const char *name, double x, double y);
char *squill_model_add_field (
    SquillModel *self, const char *parent, const char *after, const char *name, SquillTypes types);
char *squill_model_add_relationship (SquillModel *self,
                                     const char *parent,
                                     const char *child,
                                     const char *name,
                                     SquillPlacement placement);
char *squill_model_add_copy (SquillModel *self,
                             const char *relationship,
                             const char *field,
                             SquillCopyDirection direction,
                             SquillCopyMode mode);
char *squill_model_add_index (SquillModel *self,
                              const char *entity,
                              const char *const *paths,
                              const char *const *hows);
char *squill_model_add_operation (SquillModel *self,
                                  const char *name,
                                  SquillOperationKind kind,
                                  const char *entity);
char *squill_model_add_note (SquillModel *self, const char *text, double x, double y);
char *squill_model_add_group (SquillModel *self, const char *name, const char *const *members);
char *squill_model_dismiss (SquillModel *self,
                            const char *rule,
                            const char *subject,
                            const char *reason);
char *squill_model_name_step (SquillModel *self, const char *verb, const char *const *ids);
void squill_model_delete (SquillModel *self, const char *const *ids);
gboolean squill_model_rename (SquillModel *self, const char *id, const char *name, GError **error);
gboolean squill_model_check_name (SquillModel *self,
                                  const char *id,
                                  const char *parent,
                                  SquillKind kind,
                                  const char *name,
                                  GError **error);
char *squill_model_make_unique_name (SquillModel *self,
                                     const char *parent,
                                     SquillKind kind,
                                     const char *base);
gboolean squill_model_reorder (
    SquillModel *self, const char *id, const char *parent, const char *after, GError **error);
json_t *squill_model_copy_items (SquillModel *self, const char *const *ids);
gboolean squill_model_is_copied_items (const json_t *json);
char **squill_model_paste_items (SquillModel *self,
                                 const json_t *items,
                                 const char *parent,
                                 double dx,
                                 double dy,
                                 GError **error);
char **squill_model_duplicate_items (
    SquillModel *self, const char *const *ids, double dx, double dy, GError **error);
gboolean squill_field_is_id (const SquillField *field);
gboolean squill_field_is_map (const SquillField *field);
gboolean squill_field_is_rest (const SquillField *field);
const SquillField *squill_entity_find_map_key (const SquillEntity *entity);
char *squill_field_get_path (const SquillField *field);

G_END_DECLS

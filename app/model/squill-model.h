/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "model/squill-edit.h"
#include "model/squill-item.h"

G_BEGIN_DECLS

#define SQUILL_TYPE_MODEL (squill_model_get_type ())
G_DECLARE_FINAL_TYPE (SquillModel, squill_model, SQUILL, MODEL, GObject)

/** The id of the item that stands for the model itself. */
#define SQUILL_MODEL_ID "model"

#define SQUILL_MODEL_ERROR (squill_model_error_quark ())
GQuark squill_model_error_quark (void);

/**
 * SquillModelError:
 * @SQUILL_MODEL_ERROR_NOT_FOUND: an edit names an item that is not there
 * @SQUILL_MODEL_ERROR_EXISTS: an item of that id is there already
 * @SQUILL_MODEL_ERROR_IN_USE: a relationship needs the item
 * @SQUILL_MODEL_ERROR_INVALID: the edit does not fit the item
 * @SQUILL_MODEL_ERROR_READ_ONLY: the model was written by a newer program and may only be read
 * @SQUILL_MODEL_ERROR_SYNTAX: a file is not what it should be; the message starts with the place
 * @SQUILL_MODEL_ERROR_VERSION: a file was written by a newer program that this one cannot follow
 * @SQUILL_MODEL_ERROR_CHANGED: the file is not the one that was read: somebody else wrote it
 * @SQUILL_MODEL_ERROR_MARKED: git wrote two states of the model into a file; the message starts
 * with the place
 */
typedef enum
{
  SQUILL_MODEL_ERROR_NOT_FOUND,
  SQUILL_MODEL_ERROR_EXISTS,
  SQUILL_MODEL_ERROR_IN_USE,
  SQUILL_MODEL_ERROR_INVALID,
  SQUILL_MODEL_ERROR_READ_ONLY,
  SQUILL_MODEL_ERROR_SYNTAX,
  SQUILL_MODEL_ERROR_VERSION,
  SQUILL_MODEL_ERROR_CHANGED,
  SQUILL_MODEL_ERROR_MARKED,
} SquillModelError;

SquillModel *squill_model_new (void);
SquillModel *squill_model_copy (SquillModel *self);

/* Reading. */
const SquillModelInfo *squill_model_get_info (SquillModel *self);
gconstpointer squill_model_get_item (SquillModel *self, const char *id);
gconstpointer squill_model_get_item_of_kind (SquillModel *self, const char *id, SquillKind kind);
const SquillEntity *squill_model_get_entity (SquillModel *self, const char *id);
const SquillField *squill_model_get_field (SquillModel *self, const char *id);
const SquillRelationship *squill_model_get_relationship (SquillModel *self, const char *id);
const SquillOperation *squill_model_get_operation (SquillModel *self, const char *id);
const SquillEntity *squill_model_find_entity (SquillModel *self, const char *name);
const SquillRelationship *const *squill_entity_get_relationships (const SquillEntity *entity,
                                                                  guint *n);
const SquillField *squill_entity_get_id_field (const SquillEntity *entity);
double squill_model_get_horizon (SquillModel *self);
GDateTime *squill_model_get_reference_date (SquillModel *self);
GDateTime *squill_model_get_date_in (SquillModel *self, double years);
char *squill_model_new_id (SquillModel *self, const char *name);
gboolean squill_model_is_empty (SquillModel *self);
guint64 squill_model_get_generation (SquillModel *self);

/* Changing. */
gboolean squill_model_apply (SquillModel *self, SquillEdit *edit, GError **error);
gboolean squill_model_set (
    SquillModel *self, const char *id, const char *property, json_t *value, GError **error);
void squill_model_begin_step (SquillModel *self, const char *label, const char *tag);
void squill_model_end_step (SquillModel *self);
void squill_model_cancel_step (SquillModel *self);
gboolean squill_model_undo (SquillModel *self);
gboolean squill_model_redo (SquillModel *self);
const char *squill_model_get_undo_label (SquillModel *self);
const char *squill_model_get_redo_label (SquillModel *self);
gboolean squill_model_get_can_undo (SquillModel *self);
gboolean squill_model_get_can_redo (SquillModel *self);
void squill_model_clear_history (SquillModel *self);

/* The document. */
gboolean squill_model_get_modified (SquillModel *self);
void squill_model_set_saved (SquillModel *self);
gboolean squill_model_get_read_only (SquillModel *self);
void squill_model_set_read_only (SquillModel *self, gboolean read_only);

G_END_DECLS

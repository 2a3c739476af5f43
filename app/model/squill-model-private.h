/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gio/gio.h>

#include "model/squill-model.h"
#include "model/squill-property.h"

G_BEGIN_DECLS

/* What the files of the room share. */

/* Items. */

/* What only the model's own files need of items. `path` (nullable) gets the names of the members
 * on the way to what was wrong. */

extern const char *const _squill_placement_names[]; /* %NULL at the end */

gpointer _squill_item_new (SquillKind kind, const char *id);
void _squill_item_free (SquillItem *item);
gpointer _squill_item_from_json (SquillKind kind,
                                 const char *id,
                                 const json_t *json,
                                 GPtrArray *path,
                                 GPtrArray *warnings,
                                 GError **error);
gpointer _squill_item_copy (const SquillItem *item);
json_t *_squill_item_to_json (const SquillItem *item, gboolean with_layout);
json_t *_squill_item_layout_to_json (const SquillItem *item);
gboolean _squill_item_set_layout (SquillItem *item,
                                  const json_t *layout,
                                  GPtrArray *path,
                                  GError **error);
const char *_squill_item_get_order (const SquillItem *item);
void _squill_item_sort_children (SquillItem *item);
void _squill_item_insert_child (SquillItem *item, SquillItem *child);
void _squill_item_steal_child (SquillItem *item, SquillItem *child);
void _squill_item_drop_extra (SquillItem *item, const char *name);
gboolean _squill_item_keep_choice (SquillItem *item,
                                   const SquillProperty *property,
                                   const json_t *value);
gboolean _squill_kind_fits (SquillKind parent, SquillKind child);
const char *_squill_kind_get_map_name (SquillKind kind);

gboolean _squill_model_file_check_head (json_t *root, GError **error);
void _squill_skip_byte_order_mark (const char **data, gsize *length);

gboolean _squill_json_check (const json_t *json, GError **error);

/* Steps. */

/* The steps of a model, taken and taken back. Only the model uses this. */

typedef struct _SquillStep SquillStep;
typedef struct _SquillHistory SquillHistory;

SquillHistory *_squill_history_new (void);
void _squill_history_free (SquillHistory *self);
SquillStep *_squill_history_open_step (SquillHistory *self, const char *label, const char *tag);
void _squill_history_close_step (SquillHistory *self, SquillStep *step);
SquillStep *_squill_history_step_back (SquillHistory *self);
SquillStep *_squill_history_step_forward (SquillHistory *self);
SquillStep *_squill_history_peek_back (SquillHistory *self);
SquillStep *_squill_history_peek_forward (SquillHistory *self);
gboolean _squill_history_is_saved (SquillHistory *self);
void _squill_history_set_saved (SquillHistory *self);
void _squill_history_clear (SquillHistory *self);

void _squill_step_add (SquillStep *self, SquillEdit *edit, SquillEdit *inverse);
guint _squill_step_set_mark (SquillStep *self);
void _squill_step_cut (SquillStep *self, guint mark);
void _squill_step_free (SquillStep *self);
const char *_squill_step_get_label (SquillStep *self);
GPtrArray *_squill_step_get_edits (SquillStep *self);
GPtrArray *_squill_step_get_inverses (SquillStep *self);

/* The model. */

/* What the files of the model share: squill-model.c (the object and reading), -edits.c (one
 * edit), -steps.c (edits together, undo). */

struct _SquillModel
{
  GObject parent_instance;

  SquillModelInfo *info;
  GHashTable *items; /* id -> SquillItem, all but the model's own */
  GRand *random;     /* for ids */
  GHashTable *ids;   /* those that were made, for items that may not be here yet */
  char **warnings;
  json_int_t version; /* of the file it came from */
  json_int_t min_reader;

  SquillHistory *history;
  SquillStep *step;     /* the open one */
  SquillChange *change; /* what it did so far */
  GArray *marks;        /* of begun steps: the edits of the open step before each, as guint */
  guint64 generation;   /* see squill_model_get_generation () */
  guint read_only : 1;
  guint replaying : 1; /* edits that were made before are carried out */
  guint emitting : 1;  /* "changed" is being emitted */
};

gboolean _squill_model_take_content (SquillModel *self,
                                     SquillModelInfo *info,
                                     GPtrArray *path,
                                     GError **error);
void _squill_model_take_warnings (SquillModel *self, char **warnings);
void _squill_model_set_version (SquillModel *self, json_int_t version, json_int_t min_reader);
void _squill_model_get_version (SquillModel *self, json_int_t *version, json_int_t *min_reader);
gboolean _squill_model_apply_new (SquillModel *self, SquillEdit *edit, GError **error);
SquillItem *_squill_model_lookup (SquillModel *self, const char *id);

gboolean _squill_model_carry_out (SquillModel *self,
                                  SquillEdit *edit,
                                  SquillEdit **inverse,
                                  GError **error);
void _squill_model_emit_changed (SquillModel *self);

/* squill-file-temporary.c */
char *_squill_temporary_name (void);
int _squill_temporary_make (const char *folder, gboolean is_folder, int mode, char **path);
void _squill_temporary_tidy (const char *folder);
void _squill_temporary_remove_far (GFile *file);
void _squill_temporary_tidy_far (GFile *folder);

G_END_DECLS

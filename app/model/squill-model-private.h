/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "model/squill-history.h"
#include "model/squill-model.h"

G_BEGIN_DECLS

/* What the files of the model share: squill-model.c (the object and reading), -edits.c (one
 * edit), -steps.c (edits together, undo). */

struct _SquillModel
{
  GObject parent_instance;

  SquillModelInfo *info;
  GHashTable *items; /* id -> SquillItem, all but the model's own */
  GRand *random;     /* for ids */
  char **warnings;
  json_int_t version; /* of the file it came from */
  json_int_t min_reader;

  SquillHistory *history;
  SquillStep *step;     /* the open one */
  SquillChange *change; /* what it did so far */
  guint depth;          /* of begun steps */
  guint read_only : 1;
  guint again : 1;   /* edits that were made before are carried out */
  guint telling : 1; /* "changed" is being emitted */
};

gboolean _squill_model_take_content (SquillModel *self,
                                     SquillModelInfo *info,
                                     GPtrArray *path,
                                     GError **error);
void _squill_model_take_warnings (SquillModel *self, char **warnings);
void _squill_model_set_version (SquillModel *self, json_int_t version, json_int_t min_reader);
void _squill_model_get_version (SquillModel *self, json_int_t *version, json_int_t *min_reader);
SquillItem *_squill_model_lookup (SquillModel *self, const char *id);

gboolean _squill_model_carry_out (SquillModel *self,
                                  SquillEdit *edit,
                                  SquillEdit **inverse,
                                  GError **error);
void _squill_model_tell (SquillModel *self);

G_END_DECLS

/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "model/squill-model.h"

G_BEGIN_DECLS

  gboolean _squill_model_take_content (SquillModel * self, SquillModelInfo * info, GPtrArray * path,
                                       GError * *error);
  void _squill_model_take_warnings (SquillModel * self, char **warnings);
  void _squill_model_set_version (SquillModel * self, json_int_t version, json_int_t min_reader);
  void _squill_model_get_version (SquillModel * self, json_int_t * version,
                                  json_int_t * min_reader);
  SquillItem *_squill_model_lookup (SquillModel * self, const char *id);

G_END_DECLS

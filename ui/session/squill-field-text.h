/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "model/squill-model.h"

G_BEGIN_DECLS

#define SQUILL_FIELD_TEXT_ERROR (squill_field_text_error_quark ())
GQuark squill_field_text_error_quark (void);

typedef enum
{
  SQUILL_FIELD_TEXT_ERROR_NAME,
  SQUILL_FIELD_TEXT_ERROR_TYPE,
  SQUILL_FIELD_TEXT_ERROR_LENGTH,
} SquillFieldTextError;

/**
 * SquillFieldText:
 * @name: the name
 * @types: what was said of the types; %SQUILL_TYPE_NONE where nothing was
 * @subtype: of binary data, 4 for a UUID; NaN where nothing was said
 * @array: it is an array
 * @map: its keys are data
 * @braces: "{}" was all that was said: an object, or the map that it has been
 * @optional: not every document has it
 * @length: elements or keys; unset where nothing was said
 *
 * A field as it is typed in one go: "tags[0..4..12]?: string|int".
 */
typedef struct
{
  char *name;
  SquillTypes types;
  double subtype;
  gboolean array;
  gboolean map;
  gboolean braces;
  gboolean optional;
  SquillTriple length;
} SquillFieldText;

SquillFieldText *squill_field_text_parse (const char *text, GError **error);
char *squill_field_text_complete (const char *text);
void squill_field_text_free (SquillFieldText *self);
char *squill_field_text_write (const SquillField *field);
gboolean squill_field_text_apply (const SquillFieldText *self,
                                  SquillModel *model,
                                  const char *id,
                                  GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SquillFieldText, squill_field_text_free)

G_END_DECLS

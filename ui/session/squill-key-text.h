/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "design/squill-design.h"

G_BEGIN_DECLS

#define SQUILL_KEY_TEXT_ERROR (squill_key_text_error_quark ())
GQuark squill_key_text_error_quark (void);

/**
 * SquillKeyTextError:
 * @SQUILL_KEY_TEXT_ERROR_PATH: there is no field of that name
 */
typedef enum
{
  SQUILL_KEY_TEXT_ERROR_PATH,
} SquillKeyTextError;

/* Keys as people write them: by the names that stand in the documents, "status, created -1". In the
 * model they stand by ids, so that a rename touches nothing. */

char *squill_key_path_write (SquillDesign *design, const char *entity, const char *path);
char *squill_key_path_read (
    SquillDesign *design, const char *entity, const char *text, gboolean across, GError **error);
char *squill_keys_write (SquillDesign *design,
                         const char *entity,
                         const SquillKeys *keys,
                         const char *usual);
json_t *squill_keys_read (SquillDesign *design,
                          const char *entity,
                          const char *text,
                          const char *usual,
                          gboolean across,
                          GError **error);
char **squill_key_path_list (SquillDesign *design, const char *entity, gboolean across);
char *squill_key_path_find (SquillDesign *design, const char *entity, const char *item);

G_END_DECLS

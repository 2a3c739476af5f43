/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <jansson.h>

#include "model/squill-item.h"

G_BEGIN_DECLS

/* What was measured, as sentences for people. The JSON is that of `squill-cli infer`; whatever it
 * lacks is not told. */

char *squill_evidence_format_triple (const json_t *spread);

char *squill_evidence_summarize_reference (const json_t *reference);
char **squill_evidence_explain_reference (const json_t *reference, gboolean with_values);
char **squill_evidence_explain_map (const json_t *path, gboolean with_values);
char **squill_evidence_explain_path (const json_t *path, gboolean with_values);
char **squill_evidence_explain_collection (const json_t *collection, gboolean with_values);
char **squill_evidence_explain_variant (const json_t *variant, gboolean with_values);

G_END_DECLS

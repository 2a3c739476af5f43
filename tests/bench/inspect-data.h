/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * InspectData:
 * @INSPECT_DATA_FLAT: a dozen scalar fields, about 224 bytes
 * @INSPECT_DATA_NESTED: objects and arrays of objects, about 1.7 kB
 * @INSPECT_DATA_LARGE: long texts and long arrays, about 43 kB
 * @INSPECT_DATA_MAP: 15 objects, each under a random UUID, about 1.6 kB
 *
 * Kinds of documents to measure with.
 */
typedef enum
{
  INSPECT_DATA_FLAT,
  INSPECT_DATA_NESTED,
  INSPECT_DATA_LARGE,
  INSPECT_DATA_MAP,
} InspectData;

#define N_INSPECT_DATA (INSPECT_DATA_MAP + 1)

const char *inspect_data_get_name (InspectData data);
GByteArray *inspect_data_make (InspectData data, gsize bytes, guint *n_documents);

G_END_DECLS

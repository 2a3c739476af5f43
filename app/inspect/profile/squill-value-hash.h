/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "inspect/source/squill-bson-walk.h"

G_BEGIN_DECLS

guint64 squill_value_hash (const SquillBsonElement *element);
guint64 squill_text_hash (const char *text, gsize length);

G_END_DECLS

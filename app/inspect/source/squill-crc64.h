/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

guint64 squill_crc64_add (guint64 crc, const guint8 *bytes, gsize length);

G_END_DECLS

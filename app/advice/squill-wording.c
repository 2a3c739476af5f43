/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-advice"

#include "config.h"

#include "advice/squill-advice-private.h"

#include <glib/gi18n-lib.h>

#include "model/squill-item.h"

/** Its name, or what stands for one where it has none. */
const char *
_squill_wording_name (gconstpointer item)
{
  const char *name = squill_item_get_name (item);

  return name == NULL ? _ ("unnamed") : name;
}

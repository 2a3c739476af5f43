/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "squill-recent-connections.h"

#include "squill-address-parts.h"

#define KEY "recent-connections"
#define MOST 10

/**
 * squill_recent_connections_get:
 * @settings: the program's settings
 *
 * Returns: (transfer full): addresses of servers, and paths of folders and files
 */
char **
squill_recent_connections_get (GSettings *settings)
{
  g_return_val_if_fail (G_IS_SETTINGS (settings), NULL);

  return g_settings_get_strv (settings, KEY);
}

/* A source as it may be kept. What looks like an address and is none is not. */
static char *
clean (const char *source)
{
  g_autoptr (SquillAddressParts) parts = NULL;

  if (!g_str_has_prefix (source, "mongodb://") && !g_str_has_prefix (source, "mongodb+srv://"))
    return g_strdup (source);
  parts = squill_address_parts_new (source, NULL);
  return parts != NULL ? squill_address_parts_to_text (parts) : NULL;
}

static void
rewrite (GSettings *settings, const char *first, const char *without)
{
  g_auto (GStrv) old = g_settings_get_strv (settings, KEY);
  g_autoptr (GPtrArray) list = g_ptr_array_new ();

  if (first != NULL)
    g_ptr_array_add (list, (gpointer)first);
  for (guint i = 0; old[i] != NULL && list->len < MOST; i++)
    if (g_strcmp0 (old[i], without) != 0)
      g_ptr_array_add (list, old[i]);
  g_ptr_array_add (list, NULL);
  g_settings_set_strv (settings, KEY, (const char *const *)list->pdata);
}

/**
 * squill_recent_connections_add:
 * @settings: the program's settings
 * @source: an address, perhaps with a password, which is left out; or a path
 *
 * Makes it the first of the list.
 */
void
squill_recent_connections_add (GSettings *settings, const char *source)
{
  g_autofree char *kept = NULL;

  g_return_if_fail (G_IS_SETTINGS (settings));
  g_return_if_fail (source != NULL);

  kept = clean (source);
  if (kept != NULL)
    rewrite (settings, kept, kept);
}

/**
 * squill_recent_connections_remove:
 * @settings: the program's settings
 * @source: one of the list
 *
 * Forgets it.
 */
void
squill_recent_connections_remove (GSettings *settings, const char *source)
{
  g_return_if_fail (G_IS_SETTINGS (settings));
  g_return_if_fail (source != NULL);

  rewrite (settings, NULL, source);
}

/* SPDX-License-Identifier: Apache-2.0 */

/* Any text as the address of a server, as it is typed and as it is stored: what is read is written
 * so that it reads as the same, and what stands where a password does is neither shown nor stored.
 * A line feed in the text stands for the password. */

#include "config.h"

#include <string.h>

#include "inspect/server/squill-server.h"

/* Long and strange enough not to come by chance. */
#define SECRET "Wq7-Zx3_kV"

int LLVMFuzzerTestOneInput (const guint8 *data, gsize length);

/* Whether what stands at @secret in @text can only be meant as a password: after a colon that the
 * scheme does not take, and before an at sign that is not in the options. */
static gboolean
is_password (const char *text, const char *secret)
{
  const char *scheme = strstr (text, "://");
  const char *rest = scheme != NULL && scheme < secret ? scheme + strlen ("://") : text;
  const char *at = strrchr (secret, '@');
  const char *query = strchr (rest, '?');

  return memchr (rest, ':', (gsize)(secret - rest)) != NULL && at != NULL &&
         (query == NULL || strcspn (query, "=&") > (gsize)(at - query));
}

/* @shown: (transfer full): what is shown or stored */
static void
check_hidden (char *shown, gboolean is_secret)
{
  if (is_secret && shown != NULL && strstr (shown, SECRET) != NULL)
    g_error ("The password is in \"%s\"", shown);
  g_free (shown);
}

static void
check_error (GError *error, gboolean is_secret)
{
  if (error == NULL)
    return;
  g_assert (g_error_matches (error, SQUILL_SERVER_ERROR, SQUILL_SERVER_ERROR_ADDRESS));
  g_assert (g_utf8_validate (error->message, -1, NULL));
  check_hidden (g_strdup (error->message), is_secret);
  g_error_free (error);
}

static void
check_parts (const SquillServerAddress *parts)
{
  g_autofree char *text = squill_server_address_to_string (parts, TRUE);
  g_autofree char *again_text = NULL;
  g_autofree char *user = squill_server_address_get_user (parts);
  g_autofree char *password = squill_server_address_get_password (parts);
  g_autofree char *again_password = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (SquillServerAddress) again = squill_server_address_new (text, &error);

  if (again == NULL)
    g_error ("What was written cannot be read: %s: %s", text, error->message);
  again_text = squill_server_address_to_string (again, TRUE);
  again_password = squill_server_address_get_password (again);
  if (!g_str_equal (text, again_text) || g_strcmp0 (password, again_password) != 0)
    g_error ("What was written reads as something else");
  g_assert (user == NULL || g_utf8_validate (user, -1, NULL));
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize length)
{
  g_autofree char *raw = g_strndup ((const char *)data, length);
  g_auto (GStrv) parts = g_strsplit (raw, "\n", 2);
  g_autofree char *text = g_strjoinv (SECRET, parts);
  const char *secret = strstr (text, SECRET);
  gboolean is_secret = secret != NULL && is_password (text, secret);
  g_autoptr (SquillServerAddress) typed = NULL;
  g_autoptr (SquillServerAddress) stored = NULL;
  GError *error = NULL;

  if (strstr (raw, SECRET) != NULL)
    return 0;
  if (is_secret && !squill_server_is_address (text))
    g_error ("Taken for the name of a file");
  check_hidden (squill_server_address_for_people (text), is_secret);
  check_hidden (squill_server_address_get_hosts (text), is_secret);

  typed = squill_server_address_new_typed (text, &error);
  check_error (g_steal_pointer (&error), is_secret);
  if (typed != NULL)
    {
      check_parts (typed);
      check_hidden (squill_server_address_to_string (typed, FALSE), is_secret);
      check_hidden (squill_server_address_to_short_string (typed), is_secret);
    }
  check_hidden (squill_server_address_take_password (text, NULL, &error), is_secret);
  check_error (g_steal_pointer (&error), is_secret);
  stored = squill_server_address_new (text, NULL);
  if (stored != NULL)
    check_parts (stored);
  return 0;
}

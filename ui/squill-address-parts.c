/* SPDX-License-Identifier: Apache-2.0 */

/* Only the shape of an address is looked at here, for the fields of a form. Whether it is good is
 * found out by whoever connects. */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "squill-address-parts.h"

#include <glib/gi18n.h>
#include <string.h>

static char *
decode (const char *text)
{
  char *decoded = g_uri_unescape_string (text, NULL);

  /* A percent sign that stands for itself, as people write it. */
  return decoded != NULL && g_utf8_validate (decoded, -1, NULL) ? decoded : g_strdup (text);
}

/* Passwords with a slash or an at sign are often pasted as they are: the last at sign counts. */
static const char *
find_at (const char *rest)
{
  const char *at = strrchr (rest, '@');
  const char *question = strchr (rest, '?');

  return at != NULL && question != NULL && question < at
             ? g_strrstr_len (rest, question - rest, "@")
             : at;
}

static void
take_user (SquillAddressParts *self, const char *start, const char *end)
{
  g_autofree char *both = g_strndup (start, end - start);
  char *colon = strchr (both, ':');

  if (colon != NULL)
    {
      *colon = '\0';
      self->password = decode (colon + 1);
      explicit_bzero (colon + 1, strlen (colon + 1));
    }
  self->user = decode (both);
}

static gboolean
complain (GError **error, const char *message)
{
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT, message);
  return FALSE;
}

static gboolean
take (SquillAddressParts *self, const char *text, GError **error)
{
  const char *rest = text;
  const char *at, *end;

  if (g_str_has_prefix (text, "mongodb+srv://"))
    {
      self->srv = TRUE;
      rest += strlen ("mongodb+srv://");
    }
  else if (g_str_has_prefix (text, "mongodb://"))
    rest += strlen ("mongodb://");
  else if (strstr (text, "://") != NULL)
    return complain (error, _ ("The address of a server begins with mongodb:// or mongodb+srv://"));
  if ((at = find_at (rest)) != NULL)
    {
      take_user (self, rest, at);
      rest = at + 1;
    }
  end = rest + strcspn (rest, "/?");
  self->hosts = g_strndup (rest, end - rest);
  if (*self->hosts == '\0')
    return complain (error, _ ("The address lacks the name of the server"));
  if (strpbrk (self->hosts, " \t\n") != NULL)
    return complain (error, _ ("There is a blank in the name of the server"));
  if (self->srv && strpbrk (self->hosts, ":,") != NULL)
    return complain (error, _ ("After mongodb+srv:// comes one name, without a port"));
  if (*end == '/')
    {
      rest = end + 1;
      end = rest + strcspn (rest, "?");
      if (end > rest)
        self->database = g_strndup (rest, end - rest);
    }
  if (*end == '?' && end[1] != '\0')
    self->options = g_strdup (end + 1);
  return TRUE;
}

/**
 * squill_address_parts_new:
 * @text: what somebody typed or pasted; without a scheme it is the name of a server
 * @error: return location
 *
 * Returns: (transfer full) (nullable): its parts; %NULL with @error (%G_IO_ERROR_INVALID_ARGUMENT)
 *   set where it cannot be an address, for the user
 */
SquillAddressParts *
squill_address_parts_new (const char *text, GError **error)
{
  g_autoptr (SquillAddressParts) self = g_new0 (SquillAddressParts, 1);
  g_autofree char *clean = NULL;
  gboolean done;

  g_return_val_if_fail (text != NULL, NULL);

  clean = g_strstrip (g_strdup (text));
  if (*clean == '\0')
    done = complain (error, _ ("Type or paste the address of the server"));
  else
    done = take (self, clean, error);
  explicit_bzero (clean, strlen (clean));
  return done ? g_steal_pointer (&self) : NULL;
}

/**
 * squill_address_parts_free:
 * @self: (nullable): parts
 *
 * Frees them; the password is wiped.
 */
void
squill_address_parts_free (SquillAddressParts *self)
{
  if (self == NULL)
    return;
  if (self->password != NULL)
    explicit_bzero (self->password, strlen (self->password));
  g_free (self->password);
  g_free (self->user);
  g_free (self->hosts);
  g_free (self->database);
  g_free (self->options);
  g_free (self);
}

static gboolean
is_option (const char *pair, const char *name)
{
  const gsize length = strcspn (pair, "=");

  return length == strlen (name) && g_ascii_strncasecmp (pair, name, length) == 0;
}

/**
 * squill_address_parts_get_option:
 * @self: parts
 * @name: of an option, in any case
 *
 * Returns: (transfer full) (nullable): what it says, decoded
 */
char *
squill_address_parts_get_option (const SquillAddressParts *self, const char *name)
{
  g_auto (GStrv) pairs = NULL;

  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (name != NULL, NULL);

  pairs = g_strsplit (self->options != NULL ? self->options : "", "&", -1);
  for (guint i = 0; pairs[i] != NULL; i++)
    if (is_option (pairs[i], name) && strchr (pairs[i], '=') != NULL)
      return decode (strchr (pairs[i], '=') + 1);
  return NULL;
}

/**
 * squill_address_parts_set_option:
 * @self: parts
 * @name: of an option
 * @value: (nullable): what it is to say; %NULL to leave it out
 *
 * Sets an option; the others stay as they are.
 */
void
squill_address_parts_set_option (SquillAddressParts *self, const char *name, const char *value)
{
  g_auto (GStrv) pairs = NULL;
  g_autoptr (GString) options = g_string_new (NULL);

  g_return_if_fail (self != NULL);
  g_return_if_fail (name != NULL);

  pairs = g_strsplit (self->options != NULL ? self->options : "", "&", -1);
  for (guint i = 0; pairs[i] != NULL; i++)
    if (*pairs[i] != '\0' && !is_option (pairs[i], name))
      g_string_append_printf (options, "%s%s", options->len > 0 ? "&" : "", pairs[i]);
  if (value != NULL)
    {
      g_autofree char *encoded = g_uri_escape_string (value, "/:", FALSE);

      g_string_append_printf (options, "%s%s=%s", options->len > 0 ? "&" : "", name, encoded);
    }
  g_free (self->options);
  self->options = options->len > 0 ? g_strdup (options->str) : NULL;
}

/**
 * squill_address_parts_to_text:
 * @self: parts
 *
 * Returns: (transfer full): the address, with the user and without the password
 */
char *
squill_address_parts_to_text (const SquillAddressParts *self)
{
  g_autoptr (GString) text = NULL;

  g_return_val_if_fail (self != NULL, NULL);

  text = g_string_new (self->srv ? "mongodb+srv://" : "mongodb://");
  if (self->user != NULL && *self->user != '\0')
    {
      g_autofree char *encoded = g_uri_escape_string (self->user, NULL, FALSE);

      g_string_append_printf (text, "%s@", encoded);
    }
  g_string_append (text, self->hosts);
  if (self->database != NULL || self->options != NULL)
    g_string_append_c (text, '/');
  if (self->database != NULL)
    g_string_append (text, self->database);
  if (self->options != NULL)
    g_string_append_printf (text, "?%s", self->options);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

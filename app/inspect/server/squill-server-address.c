/* SPDX-License-Identifier: Apache-2.0 */

/* The address of a server and the secrets in it. It is parsed here and not by the driver, because a
 * password must not get into a message even if the address is not valid. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/server/squill-server-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define SRV_SCHEME "mongodb+srv"
#define PLAIN_SCHEME "mongodb"

/* Shown in the place of a secret. */
#define HIDDEN "…"

static const char *const key_password_options[] = {
  "tlsCertificateKeyFilePassword",
  "sslClientCertificateKeyPassword",
  NULL,
};

/* What is needed to find a server and to read from it again, and is no secret. Only these options
 * are kept and shown: what is not known may be anything. */
static const char *const kept_options[] = {
  "appName",
  "authMechanism",
  "authSource",
  "compressors",
  "connectTimeoutMS",
  "directConnection",
  "gssapiServiceName",
  "heartbeatFrequencyMS",
  "journal",
  "loadBalanced",
  "localThresholdMS",
  "maxIdleTimeMS",
  "maxPoolSize",
  "maxStalenessSeconds",
  "minPoolSize",
  "readConcernLevel",
  "readPreference",
  "readPreferenceTags",
  "replicaSet",
  "retryReads",
  "retryWrites",
  "safe",
  "serverMonitoringMode",
  "serverSelectionTimeoutMS",
  "serverSelectionTryOnce",
  "slaveOk",
  "socketCheckIntervalMS",
  "socketTimeoutMS",
  "srvMaxHosts",
  "srvServiceName",
  "ssl",
  "sslAllowInvalidCertificates",
  "sslAllowInvalidHostnames",
  "sslCertificateAuthorityFile",
  "sslClientCertificateKeyFile",
  "timeoutMS",
  "tls",
  "tlsAllowInvalidCertificates",
  "tlsAllowInvalidHostnames",
  "tlsCAFile",
  "tlsCertificateKeyFile",
  "tlsDisableCertificateRevocationCheck",
  "tlsDisableOCSPEndpointCheck",
  "tlsInsecure",
  "w",
  "waitQueueTimeoutMS",
  "wTimeoutMS",
  "zlibCompressionLevel",
  NULL,
};

/* Of the properties of an authentication; a session token is another. */
#define PROPERTIES_OPTION "authMechanismProperties"
static const char *const kept_properties[] = {
  "CANONICALIZE_HOST_NAME", "ENVIRONMENT",   "PROVIDER_NAME",  "SERVICE_HOST",
  "SERVICE_NAME",           "SERVICE_REALM", "TOKEN_RESOURCE", NULL,
};

/* These authenticate without a password. */
static const char *const passwordless_mechanisms[] = {
  "MONGODB-X509", "MONGODB-AWS", "MONGODB-OIDC", "GSSAPI", NULL,
};

static gboolean
is_one_of (const char *const *names, const char *text, gsize length)
{
  for (guint i = 0; names[i] != NULL; i++)
    if (strlen (names[i]) == length && g_ascii_strncasecmp (names[i], text, length) == 0)
      return TRUE;
  return FALSE;
}

/* The text after the scheme; NULL if it is not the address of a server. */
static const char *
skip_scheme (const char *text)
{
  gsize plain = strlen (PLAIN_SCHEME "://");
  gsize srv = strlen (SRV_SCHEME "://");

  if (g_ascii_strncasecmp (text, PLAIN_SCHEME "://", plain) == 0)
    return text + plain;
  if (g_ascii_strncasecmp (text, SRV_SCHEME "://", srv) == 0)
    return text + srv;
  return NULL;
}

static gboolean
is_host_character (char c)
{
  return g_ascii_isalnum (c) || strchr (".-_~%", c) != NULL || (guchar)c >= 0x80;
}

/* The end of an address in brackets, which has colons besides what names have; NULL where it is
 * none. */
static const char *
skip_brackets (const char *text, const char *end)
{
  const char *start = ++text;

  while (text < end && (*text == ':' || is_host_character (*text)))
    text++;
  return text > start && text < end && *text == ']' ? text + 1 : NULL;
}

static const char *
skip_name (const char *text, const char *end)
{
  const char *start = text;

  while (text < end && is_host_character (*text))
    text++;
  return text > start ? text : NULL;
}

/* One of `name`, `name:port`, `[address]`, `[address]:port`; the port consists of digits, of any
 * range. */
static gboolean
is_host (const char *text, gsize length)
{
  const char *end = text + length;

  text = length > 0 && *text == '[' ? skip_brackets (text, end) : skip_name (text, end);
  if (text == NULL)
    return FALSE;
  if (text == end)
    return TRUE;
  if (*text++ != ':' || text == end)
    return FALSE;
  while (text < end && g_ascii_isdigit (*text))
    text++;
  return text == end;
}

static gboolean
are_hosts (const char *text, gsize length)
{
  const char *end = text + length;

  for (;;)
    {
      const char *comma = memchr (text, ',', (gsize)(end - text));

      if (!is_host (text, (gsize)((comma != NULL ? comma : end) - text)))
        return FALSE;
      if (comma == NULL)
        return TRUE;
      text = comma + 1;
    }
}

static gsize
length_of_hosts (const char *text)
{
  return strcspn (text, "/?");
}

/* Where the options begin, or NULL: at a question mark that a name follows. In a password an at
 * sign may come first. */
static const char *
find_options (const char *rest)
{
  for (const char *query = strchr (rest, '?'); query != NULL; query = strchr (query + 1, '?'))
    {
      const gsize name = strcspn (query + 1, "=&@?/");

      if (strchr ("=&", query[1 + name]) != NULL)
        return query;
    }
  return NULL;
}

/* Where user and password end. A password that is not properly escaped may contain any character,
 * so the last @ before the options counts, or of all if no server can follow it. Without a colon
 * before it there is no password, and it may be part of the name of a database. */
static const char *
find_end_of_user (const char *rest)
{
  const gsize hosts = length_of_hosts (rest);
  const char *options = find_options (rest);
  const char *at =
      options != NULL ? memrchr (rest, '@', (gsize)(options - rest)) : strrchr (rest, '@');
  const char *after = at != NULL ? at + 1 : rest;

  if (!are_hosts (after, length_of_hosts (after)))
    at = strrchr (rest, '@');
  if (at != NULL && (gsize)(at - rest) > hosts && are_hosts (rest, hosts) &&
      memchr (rest, ':', (gsize)(at - rest)) == NULL)
    return NULL;
  return at;
}

static gboolean
are_kept_properties (const char *value, gsize length)
{
  const char *end = value + length;

  while (value < end)
    {
      const char *comma = memchr (value, ',', (gsize)(end - value));
      const char *stop = comma != NULL ? comma : end;
      const char *colon = memchr (value, ':', (gsize)(stop - value));

      if (!is_one_of (kept_properties, value, (gsize)((colon != NULL ? colon : stop) - value)))
        return FALSE;
      value = stop + 1;
    }
  return TRUE;
}

/* @name: bytes of @option before the equals sign */
static gboolean
is_kept_option (const char *option, gsize length, gsize name)
{
  static const char *const properties[] = { PROPERTIES_OPTION, NULL };

  if (is_one_of (properties, option, name))
    return name < length && are_kept_properties (option + name + 1, length - name - 1);
  return is_one_of (kept_options, option, name);
}

static void
begin_option (GString *text)
{
  if (text->len > 0)
    g_string_append_c (text, '&');
}

static void
append_option (GString *text, const char *option, gsize length)
{
  begin_option (text);
  g_string_append_len (text, option, (gssize)length);
}

/* With its at signs escaped, so that none can be taken for that of the user. */
static void
append_escaped_option (GString *text, const char *option, gsize length)
{
  begin_option (text);
  for (gsize i = 0; i < length; i++)
    if (option[i] == '@')
      g_string_append (text, "%40");
    else
      g_string_append_c (text, option[i]);
}

static void
wipe_string (GString *text)
{
  explicit_bzero (text->str, text->allocated_len);
  g_string_free (text, TRUE);
}

/* The options without the value of those that are not kept. */
static char *
hide_options (const char *options)
{
  GString *text = g_string_new (NULL);

  while (*options != '\0')
    {
      gsize length = strcspn (options, "&");
      gsize name = MIN (strcspn (options, "="), length);

      if (is_kept_option (options, length, name))
        {
          append_option (text, options, length);
        }
      else if (name < length)
        {
          append_option (text, options, name);
          g_string_append (text, "=" HIDDEN);
        }
      else
        {
          append_option (text, HIDDEN, strlen (HIDDEN));
        }
      options += length + (options[length] == '&');
    }
  return g_string_free (text, FALSE);
}

static void
take_options (SquillServerAddress *self, const char *options)
{
  GString *kept = g_string_new (NULL);
  GString *others = g_string_sized_new (strlen (options) + 1);

  while (*options != '\0')
    {
      gsize length = strcspn (options, "&");
      gsize name = MIN (strcspn (options, "="), length);

      if (is_one_of (key_password_options, options, name))
        {
          if (name < length)
            {
              GString *key_password = g_string_new (NULL);

              append_escaped_option (key_password, options + name + 1, length - name - 1);
              squill_server_wipe (self->key_password);
              self->key_password = g_strdup (key_password->str);
              wipe_string (key_password);
            }
        }
      else if (length > 0)
        {
          append_escaped_option (is_kept_option (options, length, name) ? kept : others, options,
                                 length);
        }
      options += length + (options[length] == '&');
    }
  self->options = g_string_free (kept, kept->len == 0);
  self->secret_options = others->len > 0 ? g_strdup (others->str) : NULL;
  wipe_string (others);
}

/* Whether each percent sign begins the escape of a byte. */
static gboolean
is_escaped (const char *text, gsize length)
{
  for (gsize i = 0; i < length; i++)
    if (text[i] == '%' &&
        (length - i < 3 || !g_ascii_isxdigit (text[i + 1]) || !g_ascii_isxdigit (text[i + 2])))
      return FALSE;
  return TRUE;
}

/* @what: a format for the percent sign and its escape */
static gboolean
check_escapes (const char *text, gsize length, const char *what, GError **error)
{
  if (is_escaped (text, length))
    return TRUE;
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  g_set_error (error, SQUILL_SERVER_ERROR, SQUILL_SERVER_ERROR_ADDRESS, what, "%", "%25");
#pragma GCC diagnostic pop
  return FALSE;
}

static gboolean
take_user (SquillServerAddress *self, const char *text, gsize length, GError **error)
{
  const char *colon = memchr (text, ':', length);
  const char *after = colon != NULL ? colon + 1 : text + length;
  gsize rest = (gsize)(text + length - after);

  if (memchr (text, '/', length) != NULL || memchr (text, '@', length) != NULL ||
      memchr (text, '?', length) != NULL || memchr (after, ':', rest) != NULL)
    {
      g_set_error (error, SQUILL_SERVER_ERROR, SQUILL_SERVER_ERROR_ADDRESS,
                   _ ("In the user and password of an address, write %s as %s, %s as %s, %s as %s "
                      "and %s as %s"),
                   "@", "%40", "/", "%2F", ":", "%3A", "?", "%3F");
      return FALSE;
    }
  if (!check_escapes (text, (gsize)((colon != NULL ? colon : text + length) - text),
                      _ ("In the user of an address, write %s as %s"), error) ||
      !check_escapes (after, rest, _ ("In the password of an address, write %s as %s"), error))
    return FALSE;
  self->user = g_strndup (text, colon != NULL ? (gsize)(colon - text) : length);
  if (colon != NULL)
    self->password = g_strndup (after, rest);
  return TRUE;
}

/**
 * squill_server_wipe:
 * @secret: (nullable) (transfer full): a text
 *
 * Overwrites the text and frees it.
 */
void
squill_server_wipe (char *secret)
{
  if (secret == NULL)
    return;
  explicit_bzero (secret, strlen (secret));
  g_free (secret);
}

/**
 * squill_server_address_new:
 * @address: an address
 * @error: return location
 *
 * Parses an address. The options are checked by the driver, not here.
 *
 * Returns: (transfer full) (nullable): its parts; %NULL with %SQUILL_SERVER_ERROR_ADDRESS, which
 * repeats nothing of the address
 */
SquillServerAddress *
squill_server_address_new (const char *address, GError **error)
{
  g_autoptr (SquillServerAddress) self = g_new0 (SquillServerAddress, 1);
  const char *rest = skip_scheme (address);
  const char *at, *hosts;
  gsize length;

  if (rest == NULL)
    {
      g_set_error_literal (error, SQUILL_SERVER_ERROR, SQUILL_SERVER_ERROR_ADDRESS,
                           _ ("The address of a server begins with mongodb:// or mongodb+srv://"
                              ", without a blank or a quotation mark before it"));
      return NULL;
    }
  if (!g_utf8_validate (address, -1, NULL))
    {
      g_set_error_literal (error, SQUILL_SERVER_ERROR, SQUILL_SERVER_ERROR_ADDRESS,
                           _ ("The address of the server is not valid UTF-8"));
      return NULL;
    }

  self->scheme =
      g_strdup (g_ascii_strncasecmp (address, SRV_SCHEME, strlen (SRV_SCHEME)) == 0 ? SRV_SCHEME
                                                                                    : PLAIN_SCHEME);
  at = find_end_of_user (rest);
  if (at != NULL && !take_user (self, rest, (gsize)(at - rest), error))
    return NULL;

  hosts = at != NULL ? at + 1 : rest;
  length = length_of_hosts (hosts);
  if (!are_hosts (hosts, length))
    {
      g_set_error_literal (
          error, SQUILL_SERVER_ERROR, SQUILL_SERVER_ERROR_ADDRESS,
          length == 0 ? _ ("The address names no server")
                      : _ ("The name or the port of the server in the address is not valid"));
      return NULL;
    }
  /* A zone in brackets begins with a percent sign. */
  if (memchr (hosts, '[', length) == NULL &&
      !check_escapes (hosts, length, _ ("In the name of the server, write %s as %s"), error))
    return NULL;
  self->hosts = g_strndup (hosts, length);
  rest = hosts + length;

  if (*rest == '/')
    {
      gsize name = strcspn (++rest, "?");

      if (!check_escapes (rest, name, _ ("In the name of the database, write %s as %s"), error))
        return NULL;
      if (name > 0)
        {
          self->database = g_uri_unescape_segment (rest, rest + name, NULL);
          if (self->database == NULL || !g_utf8_validate (self->database, -1, NULL) ||
              strpbrk (self->database, "/\\ \"$") != NULL)
            {
              g_set_error_literal (error, SQUILL_SERVER_ERROR, SQUILL_SERVER_ERROR_ADDRESS,
                                   _ ("The name of the database in the address is not valid"));
              return NULL;
            }
        }
      rest += name;
    }
  if (!check_escapes (rest, strlen (rest), _ ("In the options of an address, write %s as %s"),
                      error))
    return NULL;
  if (*rest == '?' && rest[1] != '\0')
    take_options (self, rest + 1);
  return g_steal_pointer (&self);
}

/* A percent sign that begins no escape is meant as it stands: people type it so. */
static char *
unescape (const char *text)
{
  char *plain = text != NULL ? g_uri_unescape_string (text, NULL) : NULL;

  if (plain != NULL && g_utf8_validate (plain, -1, NULL))
    return plain;
  squill_server_wipe (plain);
  return g_strdup (text);
}

static char *
escape_again (const char *text, gsize length)
{
  char *typed = g_strndup (text, length);
  char *plain = unescape (typed);
  char *escaped = g_uri_escape_string (plain, NULL, FALSE);

  squill_server_wipe (typed);
  squill_server_wipe (plain);
  return escaped;
}

static const char *
find_typing_fault (const char *hosts, gboolean is_srv)
{
  const gsize length = length_of_hosts (hosts);

  if (length == 0)
    return _ ("The address lacks the name of the server");
  if (strcspn (hosts, " \t\n") < length)
    return _ ("The name of the server contains a space");
  if (is_srv && strcspn (hosts, ":,") < length)
    return _ ("After mongodb+srv:// only one name without a port is allowed");
  return NULL;
}

/* As in "mongodb:/host", which is no user of that name, or in quotes. */
static gboolean
begins_like_scheme (const char *text)
{
  return g_ascii_strncasecmp (text, PLAIN_SCHEME ":/", strlen (PLAIN_SCHEME ":/")) == 0 ||
         g_ascii_strncasecmp (text, SRV_SCHEME ":/", strlen (SRV_SCHEME ":/")) == 0 ||
         (*text != '\0' && strchr ("\"'<", *text) != NULL);
}

/* The address with user and password escaped as they have to be; NULL with @error set. */
static char *
complete_address (const char *text, GError **error)
{
  const char *rest = skip_scheme (text);
  const char *at, *fault = NULL;
  g_autofree char *scheme = NULL;
  GString *address;
  char *result;

  if (*text == '\0')
    fault = _ ("Type or paste the address of the server");
  else if (rest == NULL && (strstr (text, "://") != NULL || begins_like_scheme (text)))
    fault = _ ("The address of a server begins with mongodb:// or mongodb+srv://");
  scheme = rest != NULL ? g_ascii_strdown (text, rest - text) : g_strdup (PLAIN_SCHEME "://");
  if (rest == NULL)
    rest = text;
  at = find_end_of_user (rest);
  if (fault == NULL)
    fault = find_typing_fault (at != NULL ? at + 1 : rest, g_str_has_prefix (scheme, SRV_SCHEME));
  if (fault != NULL)
    {
      g_set_error_literal (error, SQUILL_SERVER_ERROR, SQUILL_SERVER_ERROR_ADDRESS, fault);
      return NULL;
    }
  address = g_string_new (scheme);
  if (at != NULL)
    {
      gsize name = MIN (strcspn (rest, ":"), (gsize)(at - rest));
      g_autofree char *user = escape_again (rest, name);

      g_string_append (address, user);
      if (rest + name < at)
        {
          char *password = escape_again (rest + name + 1, (gsize)(at - rest) - name - 1);

          g_string_append_printf (address, ":%s", password);
          squill_server_wipe (password);
        }
      g_string_append_c (address, '@');
      rest = at + 1;
    }
  g_string_append (address, rest);
  result = g_strdup (address->str);
  wipe_string (address);
  return result;
}

/**
 * squill_server_address_new_typed:
 * @text: what a person typed or pasted: an address, or only the name of a server. User and password
 *   need not be escaped
 * @error: return location
 *
 * Returns: (transfer full) (nullable): the parts of the address; %NULL with
 *   %SQUILL_SERVER_ERROR_ADDRESS
 */
SquillServerAddress *
squill_server_address_new_typed (const char *text, GError **error)
{
  SquillServerAddress *self = NULL;
  char *typed, *address;

  g_return_val_if_fail (text != NULL, NULL);

  typed = g_strstrip (g_strdup (text));
  address = complete_address (typed, error);
  if (address != NULL)
    self = squill_server_address_new (address, error);
  squill_server_wipe (address);
  squill_server_wipe (typed);
  return self;
}

/**
 * squill_server_address_free:
 * @self: (nullable): an address
 *
 * Frees it and overwrites its secrets.
 */
void
squill_server_address_free (SquillServerAddress *self)
{
  if (self == NULL)
    return;
  g_free (self->scheme);
  g_free (self->user);
  g_free (self->hosts);
  g_free (self->database);
  g_free (self->options);
  squill_server_address_forget_secrets (self);
  g_free (self);
}

/**
 * squill_server_address_forget_secrets:
 * @self: an address
 *
 * Overwrites passwords, and the options that may be secret, so that the rest can be kept.
 */
void
squill_server_address_forget_secrets (SquillServerAddress *self)
{
  g_clear_pointer (&self->password, squill_server_wipe);
  g_clear_pointer (&self->key_password, squill_server_wipe);
  g_clear_pointer (&self->secret_options, squill_server_wipe);
}

static char *
write_address (const SquillServerAddress *self, gboolean passwords, gboolean all_options)
{
  GString *text = g_string_sized_new (512);
  const char *separator = "?";
  char *result;

  g_string_append_printf (text, "%s://", self->scheme);
  if (self->user != NULL)
    g_string_append (text, self->user);
  if (self->user != NULL && self->password != NULL && passwords)
    g_string_append_printf (text, ":%s", self->password);
  if (self->user != NULL)
    g_string_append_c (text, '@');
  g_string_append_printf (text, "%s/", self->hosts);
  if (self->database != NULL)
    g_string_append_uri_escaped (text, self->database, NULL, TRUE);
  if (self->options != NULL)
    {
      g_string_append_printf (text, "%s%s", separator, self->options);
      separator = "&";
    }
  if (self->secret_options != NULL && all_options)
    {
      g_string_append_printf (text, "%s%s", separator, self->secret_options);
      separator = "&";
    }
  if (self->key_password != NULL && passwords)
    g_string_append_printf (text, "%s%s=%s", separator, key_password_options[0],
                            self->key_password);
  result = g_strdup (text->str);
  wipe_string (text);
  return result;
}

/**
 * squill_server_address_to_string:
 * @self: an address
 * @with_secrets: whether passwords and options that may be secret are to be in it; wipe it then
 *
 * Returns: (transfer full): the address as one text
 */
char *
squill_server_address_to_string (const SquillServerAddress *self, gboolean with_secrets)
{
  return write_address (self, with_secrets, with_secrets);
}

/**
 * squill_server_address_to_short_string:
 * @self: an address
 *
 * Returns: (transfer full): the address as a person would type it, without passwords. An option
 *   that may be secret is in it, as it is needed to connect: call
 *   squill_server_address_forget_secrets() before what is kept
 */
char *
squill_server_address_to_short_string (const SquillServerAddress *self)
{
  char *text = write_address (self, FALSE, TRUE);

  if (self->database == NULL && self->options == NULL && self->secret_options == NULL)
    text[strlen (text) - 1] = '\0';
  return text;
}

/**
 * squill_server_address_get_user:
 * @self: an address
 *
 * Returns: (transfer full) (nullable): the user, not escaped
 */
char *
squill_server_address_get_user (const SquillServerAddress *self)
{
  return unescape (self->user);
}

/**
 * squill_server_address_set_user:
 * @self: an address
 * @user: (nullable): a user as a person writes it; none if it is empty
 *
 * Replaces the user.
 */
void
squill_server_address_set_user (SquillServerAddress *self, const char *user)
{
  g_free (self->user);
  self->user = user != NULL && *user != '\0' ? g_uri_escape_string (user, NULL, FALSE) : NULL;
}

/**
 * squill_server_address_get_password:
 * @self: an address
 *
 * Returns: (transfer full) (nullable): the password of the user or, where there is none, that of
 * the private key file, not escaped; free it with squill_server_wipe()
 */
char *
squill_server_address_get_password (const SquillServerAddress *self)
{
  return unescape (self->password != NULL ? self->password : self->key_password);
}

/**
 * squill_server_address_get_option:
 * @self: an address
 * @name: an option; the case of its letters does not matter
 *
 * Returns: (transfer full) (nullable): its value, unescaped; %NULL where it is not there
 */
char *
squill_server_address_get_option (const SquillServerAddress *self, const char *name)
{
  const char *options = self->options;
  gsize wanted = strlen (name);

  while (options != NULL && *options != '\0')
    {
      gsize length = strcspn (options, "&");

      if (length > wanted && options[wanted] == '=' &&
          g_ascii_strncasecmp (options, name, wanted) == 0)
        return g_uri_unescape_segment (options + wanted + 1, options + length, NULL);
      options += length;
      if (*options == '&')
        options++;
    }
  return NULL;
}

/**
 * squill_server_address_set_option:
 * @self: an address
 * @name: an option; the case of its letters does not matter
 * @value: (nullable): its value, not escaped; %NULL to remove it
 *
 * Sets an option; the others stay as they are.
 */
void
squill_server_address_set_option (SquillServerAddress *self, const char *name, const char *value)
{
  g_auto (GStrv) pairs = g_strsplit (self->options != NULL ? self->options : "", "&", -1);
  const char *const names[] = { name, NULL };
  GString *options = g_string_new (NULL);

  for (guint i = 0; pairs[i] != NULL; i++)
    if (*pairs[i] != '\0' && !is_one_of (names, pairs[i], strcspn (pairs[i], "=")))
      g_string_append_printf (options, "%s%s", options->len > 0 ? "&" : "", pairs[i]);
  if (value != NULL)
    {
      g_autofree char *escaped = g_uri_escape_string (value, "/:", FALSE);

      g_string_append_printf (options, "%s%s=%s", options->len > 0 ? "&" : "", name, escaped);
    }
  g_free (self->options);
  self->options = g_string_free (options, options->len == 0);
}

/**
 * squill_server_address_has_user:
 * @address: (nullable): an address
 *
 * Returns: %TRUE if it is the address of a server and names a user
 */
gboolean
squill_server_address_has_user (const char *address)
{
  g_autoptr (SquillServerAddress) parts = address != NULL && squill_server_is_address (address)
                                              ? squill_server_address_new_typed (address, NULL)
                                              : NULL;

  return parts != NULL && parts->user != NULL;
}

/* Whether there is a user who authenticates with a password, but no password. */
gboolean
_squill_server_address_needs_password (const SquillServerAddress *self)
{
  g_autofree char *mechanism = squill_server_address_get_option (self, "authMechanism");

  return self->user != NULL && *self->user != '\0' && self->password == NULL &&
         (mechanism == NULL || !is_one_of (passwordless_mechanisms, mechanism, strlen (mechanism)));
}

/* Sets the password, as a person writes it, of the user or, where no user needs one, of the private
 * key file. */
void
_squill_server_address_set_password (SquillServerAddress *self, const char *password)
{
  g_autofree char *mechanism = squill_server_address_get_option (self, "authMechanism");
  gboolean of_user =
      self->user != NULL &&
      (mechanism == NULL || !is_one_of (passwordless_mechanisms, mechanism, strlen (mechanism)));
  char **place = of_user ? &self->password : &self->key_password;

  squill_server_wipe (*place);
  *place = g_uri_escape_string (password, NULL, FALSE);
}

/* Whether there is what may be a password, of an address or of a URI of any kind: ":…@". A file may
 * have such a name. */
static gboolean
has_password (const char *source)
{
  const char *colon;

  if (g_ascii_strncasecmp (source, "file:", strlen ("file:")) == 0)
    source += strlen ("file:");
  colon = strchr (source, ':');
  return colon != NULL && strchr (colon, '@') != NULL && !g_file_test (source, G_FILE_TEST_EXISTS);
}

/**
 * squill_server_is_address:
 * @source: what a person named
 *
 * Returns: %TRUE if it is meant as the address of a server, mistyped or not: also where it is no
 *   address, but may have a password in it, so that it is not taken for the name of a file and
 *   shown
 */
gboolean
squill_server_is_address (const char *source)
{
  g_return_val_if_fail (source != NULL, FALSE);
  return skip_scheme (source) != NULL || has_password (source);
}

/**
 * squill_server_address_take_password:
 * @address: an address
 * @password: (out) (nullable) (transfer full): its password as a person writes it, %NULL where it
 * has none; overwrite it when it is no longer needed. It is that of the user or, where that has
 * none, of the private key file
 * @error: return location
 *
 * Removes the secrets from an address, so that it can be stored and shown.
 *
 * Returns: (transfer full) (nullable): the address without them; %NULL with
 * %SQUILL_SERVER_ERROR_ADDRESS where it is none
 */
char *
squill_server_address_take_password (const char *address, char **password, GError **error)
{
  g_autoptr (SquillServerAddress) parts = NULL;
  const char *secret;

  g_return_val_if_fail (address != NULL, NULL);

  if (password != NULL)
    *password = NULL;
  parts = squill_server_address_new (address, error);
  if (parts == NULL)
    return NULL;
  secret = parts->password != NULL ? parts->password : parts->key_password;
  if (secret != NULL && password != NULL)
    {
      *password = g_uri_unescape_string (secret, NULL);
      if (*password == NULL)
        {
          g_set_error (error, SQUILL_SERVER_ERROR, SQUILL_SERVER_ERROR_ADDRESS,
                       _ ("In the password of an address, write %s as %s"), "%", "%25");
          return NULL;
        }
    }
  return squill_server_address_to_string (parts, FALSE);
}

/**
 * squill_server_address_for_people:
 * @address: an address, good or not
 *
 * Returns: (transfer full): the address without secrets, to be shown
 */
char *
squill_server_address_for_people (const char *address)
{
  const char *rest, *at, *query;
  GString *text;
  char *valid;

  g_return_val_if_fail (address != NULL, NULL);

  rest = skip_scheme (address);
  if (rest == NULL)
    return squill_server_is_address (address) ? g_strdup (HIDDEN) : g_utf8_make_valid (address, -1);

  text = g_string_new_len (address, rest - address);
  at = find_end_of_user (rest);
  if (at != NULL)
    {
      g_string_append_printf (text, "%.*s@", (int)MIN (strcspn (rest, ":@/?"), (gsize)(at - rest)),
                              rest);
      rest = at + 1;
    }
  query = strchr (rest, '?');
  if (query == NULL)
    {
      g_string_append (text, rest);
    }
  else
    {
      g_autofree char *options = hide_options (query + 1);

      g_string_append_len (text, rest, query + 1 - rest);
      g_string_append (text, options);
    }
  valid = g_utf8_make_valid (text->str, -1);
  g_string_free (text, TRUE);
  return valid;
}

/**
 * squill_server_address_get_hosts:
 * @address: an address, good or not
 *
 * Returns: (transfer full): its hosts and ports, as a name for the source
 */
char *
squill_server_address_get_hosts (const char *address)
{
  g_autoptr (SquillServerAddress) parts = squill_server_address_new (address, NULL);

  return g_strdup (parts != NULL ? parts->hosts : _ ("Untitled"));
}

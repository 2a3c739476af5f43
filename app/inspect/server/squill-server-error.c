/* SPDX-License-Identifier: Apache-2.0 */

/* Errors of servers as messages that say what to do about them. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/server/squill-server-private.h"

#include <glib/gi18n-lib.h>
#include <stdlib.h>
#include <string.h>

/* Error codes of MongoDB. */
enum
{
  CODE_UNAUTHORIZED = 13,
  CODE_AUTHENTICATION_FAILED = 18,
  CODE_CURSOR_NOT_FOUND = 43,
  CODE_MAX_TIME_EXPIRED = 50,
  CODE_COMMAND_NOT_FOUND = 59,
  CODE_NETWORK_TIMEOUT = 89,
  CODE_SHUTDOWN = 91,
  CODE_CURSOR_KILLED = 237,
  CODE_EXCEEDED_TIME = 262,
  CODE_ATLAS = 8000,
  CODE_INTERRUPTED_AT_SHUTDOWN = 11600,
  CODE_INTERRUPTED = 11601,
  CODE_NOT_PRIMARY = 13435,
};

/* Verification errors of X.509, as OpenSSL numbers them. */
enum
{
  CERTIFICATE_NO_ISSUER = 2,
  CERTIFICATE_NOT_YET_VALID = 9,
  CERTIFICATE_EXPIRED = 10,
  CERTIFICATE_SELF_SIGNED = 18,
  CERTIFICATE_SELF_SIGNED_IN_CHAIN = 19,
  CERTIFICATE_NO_LOCAL_ISSUER = 20,
  CERTIFICATE_NO_FIRST = 21,
  CERTIFICATE_REVOKED = 23,
  CERTIFICATE_OTHER_HOST = 62,
  CERTIFICATE_OTHER_ADDRESS = 64,
};

G_DEFINE_QUARK (squill_server_error, squill_server_error)

static int
get_certificate_fault (const char *detail)
{
  const char *text = detail != NULL ? strstr (detail, "verify failed (") : NULL;

  return text != NULL ? atoi (strchr (text, '(') + 1) : 0;
}

static void
set_tls_error (GError **error, const SquillServerWire *wire)
{
  const char *detail = wire->detail != NULL ? wire->detail : "";
  const char *format;

  switch (get_certificate_fault (wire->detail))
    {
    case CERTIFICATE_EXPIRED:
      format = _ ("The certificate of %s has expired");
      break;
    case CERTIFICATE_NOT_YET_VALID:
      format = _ ("The certificate of %s is not valid yet: check the clock of this computer");
      break;
    case CERTIFICATE_OTHER_HOST:
    case CERTIFICATE_OTHER_ADDRESS:
      format =
          _ ("The certificate of %s is for another name; use the name in the certificate as the "
             "address");
      break;
    case CERTIFICATE_REVOKED:
      format = _ ("The certificate of %s was revoked");
      break;
    case CERTIFICATE_SELF_SIGNED:
    case CERTIFICATE_SELF_SIGNED_IN_CHAIN:
    case CERTIFICATE_NO_ISSUER:
    case CERTIFICATE_NO_LOCAL_ISSUER:
    case CERTIFICATE_NO_FIRST:
      format =
          _ ("The certificate of %s is not signed by an authority that this computer trusts; give "
             "the file with the certificate of its issuer as tlsCAFile in the address");
      break;
    default:
      if (strstr (detail, "certificates could not be read") != NULL)
        format = _ ("The certificate files in the address of %s could not be read");
      else if (strstr (detail, "certificate") != NULL && strstr (detail, "alert") != NULL)
        format = _ ("%s requires a client certificate; give its file as tlsCertificateKeyFile in "
                    "the address");
      else
        format = _ ("No secure connection to %s could be made");
      break;
    }
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  g_set_error (error, SQUILL_SERVER_ERROR, SQUILL_SERVER_ERROR_TLS, format, wire->host);
#pragma GCC diagnostic pop
}

/* The wire has more details than the driver reports. */
static gboolean
set_wire_error (GError **error, const SquillServerWire *wire)
{
  const char *host = wire->host;

  switch (wire->trouble)
    {
    case SQUILL_SERVER_TROUBLE_STOPPED:
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, _ ("It was cancelled"));
      return TRUE;
    case SQUILL_SERVER_TROUBLE_NAME:
      g_set_error (error, SQUILL_SERVER_ERROR, SQUILL_SERVER_ERROR_UNREACHABLE,
                   _ ("There is no host named %s, or its address cannot be looked up now"), host);
      return TRUE;
    case SQUILL_SERVER_TROUBLE_REFUSED:
      g_set_error (error, SQUILL_SERVER_ERROR, SQUILL_SERVER_ERROR_UNREACHABLE,
                   _ ("No server answers at %s: check that it is running, and check the port"),
                   host);
      return TRUE;
    case SQUILL_SERVER_TROUBLE_NO_WAY:
      g_set_error (error, SQUILL_SERVER_ERROR, SQUILL_SERVER_ERROR_UNREACHABLE,
                   _ ("%s cannot be reached: check the network connection of this computer"), host);
      return TRUE;
    case SQUILL_SERVER_TROUBLE_NO_ANSWER:
      g_set_error (error, SQUILL_SERVER_ERROR, SQUILL_SERVER_ERROR_UNREACHABLE,
                   _ ("%s does not answer: it may be down or behind a firewall"), host);
      return TRUE;
    case SQUILL_SERVER_TROUBLE_TLS:
      set_tls_error (error, wire);
      return TRUE;
    case SQUILL_SERVER_TROUBLE_NO_TLS:
      g_set_error (
          error, SQUILL_SERVER_ERROR, SQUILL_SERVER_ERROR_TLS,
          _ ("%s did not answer the request for a secure connection; remove tls=true from the "
             "address to connect without one"),
          host);
      return TRUE;
    case SQUILL_SERVER_TROUBLE_MUTE:
      g_set_error (
          error, SQUILL_SERVER_ERROR, SQUILL_SERVER_ERROR_TLS,
          _ ("%s closed the connection at once; if it accepts only secure connections, add "
             "tls=true to the address"),
          host);
      return TRUE;
    case SQUILL_SERVER_TROUBLE_CLOSED:
      g_set_error (error, SQUILL_SERVER_ERROR, SQUILL_SERVER_ERROR_LOST,
                   _ ("The connection to %s was lost"), host);
      return TRUE;
    case SQUILL_SERVER_TROUBLE_SILENT:
      g_set_error (error, SQUILL_SERVER_ERROR, SQUILL_SERVER_ERROR_TIMED_OUT,
                   _ ("%s did not answer in time"), host);
      return TRUE;
    case SQUILL_SERVER_TROUBLE_LATE:
      g_set_error_literal (error, SQUILL_SERVER_ERROR, SQUILL_SERVER_ERROR_TIMED_OUT,
                           _ ("The time limit was reached"));
      return TRUE;
    case SQUILL_SERVER_TROUBLE_WEB:
      g_set_error (error, SQUILL_SERVER_ERROR, SQUILL_SERVER_ERROR_UNREACHABLE,
                   _ ("%s is a web server, not a MongoDB server: check the port"), host);
      return TRUE;
    case SQUILL_SERVER_TROUBLE_SSH:
      g_set_error (error, SQUILL_SERVER_ERROR, SQUILL_SERVER_ERROR_UNREACHABLE,
                   _ ("%s is an SSH server, not a MongoDB server: check the port"), host);
      return TRUE;
    case SQUILL_SERVER_TROUBLE_FOREIGN:
      g_set_error (error, SQUILL_SERVER_ERROR, SQUILL_SERVER_ERROR_UNREACHABLE,
                   _ ("%s does not answer as a MongoDB server does: check the port"), host);
      return TRUE;
    case SQUILL_SERVER_TROUBLE_DAMAGED:
      g_set_error (error, SQUILL_SERVER_ERROR, SQUILL_SERVER_ERROR_LOST,
                   _ ("%s sent a reply that is damaged, and the connection was closed"), host);
      return TRUE;
    case SQUILL_SERVER_TROUBLE_NONE:
    default:
      return FALSE;
    }
}

static void
set_server_error (GError **error, guint32 code, const char *message, const char *command)
{
  switch (code)
    {
    case CODE_UNAUTHORIZED:
      if (strstr (message, "requires authentication") != NULL)
        {
          g_set_error_literal (error, SQUILL_SERVER_ERROR, SQUILL_SERVER_ERROR_RIGHTS,
                               _ ("The server requires authentication: add the user to the "
                                  "address, as in mongodb://user@host/"));
          break;
        }
      g_set_error (error, SQUILL_SERVER_ERROR, SQUILL_SERVER_ERROR_RIGHTS,
                   _ ("This user may not do that (%s)"), command);
      break;
    case CODE_AUTHENTICATION_FAILED:
    case CODE_ATLAS:
      g_set_error_literal (error, SQUILL_SERVER_ERROR, SQUILL_SERVER_ERROR_PASSWORD,
                           _ ("The user or the password is wrong"));
      break;
    case CODE_CURSOR_NOT_FOUND:
    case CODE_CURSOR_KILLED:
    case CODE_INTERRUPTED:
      g_set_error_literal (error, SQUILL_SERVER_ERROR, SQUILL_SERVER_ERROR_LOST,
                           _ ("The server ended the reading before all documents were read"));
      break;
    case CODE_SHUTDOWN:
    case CODE_INTERRUPTED_AT_SHUTDOWN:
      g_set_error_literal (error, SQUILL_SERVER_ERROR, SQUILL_SERVER_ERROR_LOST,
                           _ ("The server is being shut down"));
      break;
    case CODE_MAX_TIME_EXPIRED:
    case CODE_EXCEEDED_TIME:
    case CODE_NETWORK_TIMEOUT:
      g_set_error (error, SQUILL_SERVER_ERROR, SQUILL_SERVER_ERROR_TIMED_OUT,
                   _ ("The server exceeded the time limit (%s)"), command);
      break;
    case CODE_NOT_PRIMARY:
      g_set_error_literal (error, SQUILL_SERVER_ERROR, SQUILL_SERVER_ERROR_UNREACHABLE,
                           _ ("This server is not the primary of its replica set; add "
                              "readPreference=secondaryPreferred to the address to read from it"));
      break;
    case CODE_COMMAND_NOT_FOUND:
      g_set_error (error, SQUILL_SERVER_ERROR, SQUILL_SERVER_ERROR_COMMAND,
                   _ ("The server does not support this command (%s)"), command);
      break;
    default:
      g_set_error (error, SQUILL_SERVER_ERROR, SQUILL_SERVER_ERROR_COMMAND,
                   _ ("The command failed (%s): %s"), command, message);
      break;
    }
}

/* Sets @error from what the driver reports. @wire: what went wrong there since its trouble was
 * cleared;
 * @command: the name of the command. */
void
_squill_server_error_set (GError **error,
                          const bson_error_t *failure,
                          const SquillServerWire *wire,
                          const char *command)
{
  g_autofree char *message = g_utf8_make_valid (failure->message, -1);

  if (wire->trouble == SQUILL_SERVER_TROUBLE_LATE && set_wire_error (error, wire))
    return;

  switch (failure->domain)
    {
    case MONGOC_ERROR_SERVER:
    case MONGOC_ERROR_WRITE_CONCERN:
      set_server_error (error, failure->code, message, command);
      return;
    case MONGOC_ERROR_SCRAM:
    case MONGOC_ERROR_SASL:
      g_set_error_literal (error, SQUILL_SERVER_ERROR, SQUILL_SERVER_ERROR_PASSWORD,
                           _ ("The user or the password is wrong"));
      return;
    default:
      break;
    }
  if (set_wire_error (error, wire))
    return;
  if (failure->code == MONGOC_ERROR_CLIENT_AUTHENTICATE)
    g_set_error_literal (error, SQUILL_SERVER_ERROR, SQUILL_SERVER_ERROR_PASSWORD,
                         _ ("The user or the password is wrong"));
  else if (failure->code == MONGOC_ERROR_PROTOCOL_BAD_WIRE_VERSION ||
           failure->code == MONGOC_ERROR_SERVER_SELECTION_BAD_WIRE_VERSION)
    g_set_error_literal (error, SQUILL_SERVER_ERROR, SQUILL_SERVER_ERROR_COMMAND,
                         _ ("The version of the server is not supported"));
  else if (failure->domain == MONGOC_ERROR_SERVER_SELECTION)
    g_set_error_literal (
        error, SQUILL_SERVER_ERROR, SQUILL_SERVER_ERROR_UNREACHABLE,
        _ ("None of the servers in the address can be read: check the name of the replica set "
           "and the read preference"));
  else if (failure->code == MONGOC_ERROR_STREAM_NAME_RESOLUTION)
    g_set_error_literal (error, SQUILL_SERVER_ERROR, SQUILL_SERVER_ERROR_UNREACHABLE,
                         _ ("The servers of this name cannot be looked up"));
  else if (failure->domain == MONGOC_ERROR_STREAM)
    g_set_error_literal (error, SQUILL_SERVER_ERROR, SQUILL_SERVER_ERROR_LOST,
                         _ ("The connection to the server was lost"));
  else
    g_set_error (error, SQUILL_SERVER_ERROR, SQUILL_SERVER_ERROR_COMMAND,
                 _ ("The command failed (%s): %s"), command, message);
}

/**
 * squill_server_error_is_of_command:
 * @error: an error
 *
 * Returns: %TRUE if the server refused that one command, so that others may still succeed
 */
gboolean
squill_server_error_is_of_command (const GError *error)
{
  return g_error_matches (error, SQUILL_SERVER_ERROR, SQUILL_SERVER_ERROR_COMMAND) ||
         g_error_matches (error, SQUILL_SERVER_ERROR, SQUILL_SERVER_ERROR_RIGHTS) ||
         g_error_matches (error, SQUILL_SERVER_ERROR, SQUILL_SERVER_ERROR_REFUSED);
}

/**
 * squill_server_error_is_recoverable:
 * @error: an error
 *
 * Returns: %TRUE if the server refused a command or took too long for it, and can be asked for
 *   something else
 */
gboolean
squill_server_error_is_recoverable (const GError *error)
{
  return squill_server_error_is_of_command (error) ||
         g_error_matches (error, SQUILL_SERVER_ERROR, SQUILL_SERVER_ERROR_TIMED_OUT);
}

/* SPDX-License-Identifier: Apache-2.0 */

/* The driver's connections, as streams of our own. The driver blocks in calls that cannot be
 * interrupted; these wait for a cancellable as well. They also record what exactly went wrong,
 * where the driver only reports that no server is available. What they receive goes to the driver
 * through squill-server-guard.c. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/server/squill-server-private.h"
#include "inspect/server/squill-wire-check.h"

#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <gio/gunixsocketaddress.h>

/* The driver identifies types of streams by number; its own are below 10. */
#define STREAM_TYPE 77

#define DEFAULT_CONNECT_SECONDS 10

typedef struct
{
  mongoc_stream_t stream;
  SquillServerWire *wire;
  GSocketConnection *connection; /* NULL: there is none, and whatever is tried fails */
  int fd;
  char *host;
  int failure; /* errno of the last call, 0 if it succeeded */
  guint64 received;
} Stream;

static void
set_trouble (SquillServerWire *wire, SquillServerTrouble trouble, const char *host)
{
  wire->trouble = trouble;
  g_free (wire->host);
  wire->host = g_strdup (host);
}

/* Milliseconds until @deadline, for poll(). */
static int
time_left (gint64 deadline)
{
  gint64 left;

  if (deadline < 0)
    return -1;
  left = (deadline - g_get_monotonic_time () + 999) / 1000;
  return (int)CLAMP (left, 0, G_MAXINT);
}

static gint64
earlier (gint64 deadline, gint64 other)
{
  return deadline < 0 ? other : MIN (deadline, other);
}

static gint64
deadline_of (gint32 timeout)
{
  return timeout < 0 ? -1 : g_get_monotonic_time () + (gint64)timeout * 1000;
}

/* Waits for one of @n descriptors, the last of which is that of the cancellable. Returns what
 * poll() does; -1 with ECANCELED when it was stopped; 0 also at the deadline of the wire. */
static int
wait_for (SquillServerWire *wire, struct pollfd *descriptors, nfds_t n, gint64 deadline)
{
  if (wire->deadline != 0)
    deadline = earlier (deadline, wire->deadline);
  for (;;)
    {
      gboolean stopped = g_cancellable_is_cancelled (wire->stop);
      gint64 until = deadline;
      int result;

      if (stopped)
        {
          gint64 grace = __atomic_load_n (&wire->grace_until, __ATOMIC_ACQUIRE);

          if (g_get_monotonic_time () >= grace)
            {
              errno = ECANCELED;
              return -1;
            }
          until = earlier (until, grace);
        }
      result = poll (descriptors, stopped ? n - 1 : n, time_left (until));
      if (result < 0 && errno == EINTR)
        continue;
      if (result > 0 && !stopped && descriptors[n - 1].revents != 0 && --result == 0)
        continue;
      if (result == 0 && until != deadline)
        continue;
      return result;
    }
}

static SquillServerTrouble
trouble_of_timeout (const SquillServerWire *wire)
{
  return _squill_server_wire_is_late (wire) ? SQUILL_SERVER_TROUBLE_LATE
                                            : SQUILL_SERVER_TROUBLE_SILENT;
}

static void
set_closed (Stream *self)
{
  set_trouble (self->wire,
               self->received == 0 ? SQUILL_SERVER_TROUBLE_MUTE : SQUILL_SERVER_TROUBLE_CLOSED,
               self->host);
}

/* Waits until this stream can be read or written. Returns FALSE with the failure set. */
static gboolean
wait_for_stream (Stream *self, short events, gint64 deadline)
{
  struct pollfd descriptors[2] = {
    { .fd = self->fd, .events = events },
    { .fd = g_cancellable_get_fd (self->wire->stop), .events = POLLIN },
  };
  int result = wait_for (self->wire, descriptors, 2, deadline);

  if (result > 0)
    return TRUE;
  self->failure = result == 0 ? ETIMEDOUT : errno;
  set_trouble (self->wire,
               self->failure == ECANCELED ? SQUILL_SERVER_TROUBLE_STOPPED
               : result == 0              ? trouble_of_timeout (self->wire)
                                          : SQUILL_SERVER_TROUBLE_CLOSED,
               self->host);
  return FALSE;
}

static gboolean
would_block (int failure)
{
  return failure == EAGAIN || failure == EWOULDBLOCK;
}

/* Advances the vector, which the driver allows to change, by @bytes. */
static void
advance (mongoc_iovec_t **vector, size_t *count, size_t bytes)
{
  while (*count > 0 && bytes >= (*vector)->iov_len)
    {
      bytes -= (*vector)->iov_len;
      (*vector)++;
      (*count)--;
    }
  if (*count > 0)
    {
      (*vector)->iov_base = (char *)(*vector)->iov_base + bytes;
      (*vector)->iov_len -= bytes;
    }
}

static ssize_t
fail_without_connection (Stream *self)
{
  errno = self->failure = ENOTCONN;
  return -1;
}

static ssize_t
stream_readv (mongoc_stream_t *stream,
              mongoc_iovec_t *vector,
              size_t count,
              size_t min_bytes,
              int32_t timeout)
{
  Stream *self = (Stream *)stream;
  gint64 deadline = deadline_of (timeout);
  ssize_t total = 0;

  if (self->connection == NULL)
    return fail_without_connection (self);
  self->failure = 0;
  while (count > 0)
    {
      struct msghdr message = { .msg_iov = vector, .msg_iovlen = count };
      ssize_t got = recvmsg (self->fd, &message, 0);

      if (got > 0)
        {
          total += got;
          self->received += (guint64)got;
          if ((size_t)total >= min_bytes)
            break;
          advance (&vector, &count, (size_t)got);
          continue;
        }
      if (got < 0 && errno == EINTR)
        continue;
      if (got < 0 && would_block (errno))
        {
          if (timeout == 0)
            self->failure = EAGAIN;
          else if (wait_for_stream (self, POLLIN, deadline))
            continue;
          break;
        }
      self->failure = got == 0 ? 0 : errno;
      set_closed (self);
      /* What was received before still counts. */
      errno = self->failure;
      return total > 0 && (size_t)total >= min_bytes ? total : got == 0 && min_bytes == 0 ? 0 : -1;
    }
  errno = self->failure;
  if (total > 0 && (size_t)total >= min_bytes)
    return total;
  return self->failure != 0 ? -1 : total;
}

static ssize_t
stream_writev (mongoc_stream_t *stream, mongoc_iovec_t *vector, size_t count, int32_t timeout)
{
  Stream *self = (Stream *)stream;
  g_autofree mongoc_iovec_t *copy = g_memdup2 (vector, count * sizeof *vector);
  mongoc_iovec_t *left = copy;
  gint64 deadline = deadline_of (timeout);
  ssize_t total = 0;

  if (self->connection == NULL)
    return fail_without_connection (self);
  self->failure = 0;
  /* Where answers come at once, nothing else waits. */
  if (_squill_server_wire_is_late (self->wire) ||
      (g_cancellable_is_cancelled (self->wire->stop) &&
       g_get_monotonic_time () >= __atomic_load_n (&self->wire->grace_until, __ATOMIC_ACQUIRE)))
    {
      gboolean late = _squill_server_wire_is_late (self->wire);

      set_trouble (self->wire, late ? SQUILL_SERVER_TROUBLE_LATE : SQUILL_SERVER_TROUBLE_STOPPED,
                   self->host);
      errno = self->failure = late ? ETIMEDOUT : ECANCELED;
      return -1;
    }
  for (advance (&left, &count, 0); count > 0; advance (&left, &count, 0))
    {
      struct msghdr message = { .msg_iov = left, .msg_iovlen = count };
      ssize_t sent = sendmsg (self->fd, &message, MSG_NOSIGNAL);

      if (sent >= 0)
        {
          total += sent;
          advance (&left, &count, (size_t)sent);
          continue;
        }
      if (errno == EINTR)
        continue;
      if (would_block (errno))
        {
          if (timeout == 0)
            self->failure = EAGAIN;
          else if (wait_for_stream (self, POLLOUT, deadline))
            continue;
          break;
        }
      self->failure = errno;
      set_closed (self);
      break;
    }
  errno = self->failure;
  return total > 0 || self->failure == 0 ? total : -1;
}

static ssize_t
stream_poll (mongoc_stream_poll_t *streams, size_t count, int32_t timeout)
{
  g_autofree struct pollfd *descriptors = g_new0 (struct pollfd, count + 1);
  SquillServerWire *wire = ((Stream *)streams[0].stream)->wire;
  gboolean failed = FALSE;
  int result;

  for (size_t i = 0; i < count; i++)
    {
      gboolean is_dead = ((Stream *)streams[i].stream)->connection == NULL;

      streams[i].revents = is_dead ? POLLERR : 0;
      failed = failed || is_dead;
    }
  if (failed)
    return 1;
  for (size_t i = 0; i < count; i++)
    {
      descriptors[i].fd = ((Stream *)streams[i].stream)->fd;
      descriptors[i].events = (short)streams[i].events;
    }
  descriptors[count].fd = g_cancellable_get_fd (wire->stop);
  descriptors[count].events = POLLIN;
  result = wait_for (wire, descriptors, (nfds_t)count + 1, deadline_of (timeout));
  if (result < 0 && errno == ECANCELED)
    {
      /* With an error the driver would poll again until its timeout. */
      set_trouble (wire, SQUILL_SERVER_TROUBLE_STOPPED, NULL);
      for (size_t i = 0; i < count; i++)
        streams[i].revents = POLLERR;
      return (ssize_t)count;
    }
  if (result == 0)
    set_trouble (wire, trouble_of_timeout (wire), ((Stream *)streams[0].stream)->host);
  for (size_t i = 0; i < count; i++)
    {
      streams[i].revents = descriptors[i].revents;
      /* The driver does not read again after these. */
      if ((descriptors[i].revents & (POLLERR | POLLHUP)) != 0)
        set_closed ((Stream *)streams[i].stream);
    }
  return result;
}

static int
stream_close (mongoc_stream_t *stream)
{
  Stream *self = (Stream *)stream;

  if (self->connection != NULL)
    g_io_stream_close (G_IO_STREAM (self->connection), NULL, NULL);
  return 0;
}

static void
stream_destroy (mongoc_stream_t *stream)
{
  Stream *self = (Stream *)stream;

  stream_close (stream);
  g_clear_object (&self->connection);
  g_free (self->host);
  g_free (self);
}

static int
stream_flush (mongoc_stream_t *stream)
{
  return 0;
}

static int
stream_setsockopt (
    mongoc_stream_t *stream, int level, int name, void *value, mongoc_socklen_t length)
{
  if (((Stream *)stream)->connection == NULL)
    return 0;
  return setsockopt (((Stream *)stream)->fd, level, name, value, length);
}

static bool
stream_check_closed (mongoc_stream_t *stream)
{
  char byte;
  ssize_t got;

  if (((Stream *)stream)->connection == NULL)
    return true;
  got = recv (((Stream *)stream)->fd, &byte, 1, MSG_PEEK | MSG_DONTWAIT);
  return got == 0 || (got < 0 && !would_block (errno) && errno != EINTR);
}

static bool
stream_timed_out (mongoc_stream_t *stream)
{
  return ((Stream *)stream)->failure == ETIMEDOUT;
}

static bool
stream_should_retry (mongoc_stream_t *stream)
{
  return would_block (((Stream *)stream)->failure);
}

static mongoc_stream_t *
stream_new (SquillServerWire *wire, GSocketConnection *connection, const char *host)
{
  GSocket *socket;
  Stream *self = g_new0 (Stream, 1);

  self->stream = (mongoc_stream_t){
    .type = STREAM_TYPE,
    .destroy = stream_destroy,
    .close = stream_close,
    .flush = stream_flush,
    .writev = stream_writev,
    .readv = stream_readv,
    .setsockopt = stream_setsockopt,
    .check_closed = stream_check_closed,
    .poll = stream_poll,
    .failed = stream_destroy,
    .timed_out = stream_timed_out,
    .should_retry = stream_should_retry,
  };
  self->wire = wire;
  self->host = g_strdup (host);
  self->fd = -1;
  if (connection == NULL)
    return (mongoc_stream_t *)self;
  self->connection = g_object_ref (connection);
  socket = g_socket_connection_get_socket (connection);
  /* The descriptor of a GSocket never blocks, even if the socket appears to. */
  self->fd = g_socket_get_fd (socket);
  g_socket_set_option (socket, SOL_SOCKET, SO_KEEPALIVE, 1, NULL);
  if (g_socket_get_family (socket) != G_SOCKET_FAMILY_UNIX)
    g_socket_set_option (socket, IPPROTO_TCP, TCP_NODELAY, 1, NULL);
  return (mongoc_stream_t *)self;
}

static SquillServerTrouble
trouble_of (const GError *failure)
{
  if (failure->domain == G_RESOLVER_ERROR)
    return SQUILL_SERVER_TROUBLE_NAME;
  if (g_error_matches (failure, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return SQUILL_SERVER_TROUBLE_STOPPED;
  if (g_error_matches (failure, G_IO_ERROR, G_IO_ERROR_TIMED_OUT))
    return SQUILL_SERVER_TROUBLE_NO_ANSWER;
  if (g_error_matches (failure, G_IO_ERROR, G_IO_ERROR_CONNECTION_REFUSED) ||
      g_error_matches (failure, G_IO_ERROR, G_IO_ERROR_NOT_FOUND))
    return SQUILL_SERVER_TROUBLE_REFUSED;
  return SQUILL_SERVER_TROUBLE_NO_WAY;
}

static mongoc_stream_t *
secure (mongoc_stream_t *base,
        const mongoc_uri_t *uri,
        const mongoc_host_list_t *host,
        SquillServerWire *wire,
        gint32 timeout,
        bson_error_t *error)
{
  gboolean careless = mongoc_uri_get_option_as_bool (uri, MONGOC_URI_TLSINSECURE, false);
  mongoc_ssl_opt_t options = *mongoc_ssl_opt_get_default ();
  mongoc_stream_t *stream;

  options.pem_file = mongoc_uri_get_option_as_utf8 (uri, MONGOC_URI_TLSCERTIFICATEKEYFILE, NULL);
  options.pem_pwd =
      mongoc_uri_get_option_as_utf8 (uri, MONGOC_URI_TLSCERTIFICATEKEYFILEPASSWORD, NULL);
  options.ca_file = mongoc_uri_get_option_as_utf8 (uri, MONGOC_URI_TLSCAFILE, NULL);
  options.weak_cert_validation =
      careless ||
      mongoc_uri_get_option_as_bool (uri, MONGOC_URI_TLSALLOWINVALIDCERTIFICATES, false);
  options.allow_invalid_hostname =
      careless || mongoc_uri_get_option_as_bool (uri, MONGOC_URI_TLSALLOWINVALIDHOSTNAMES, false);

  stream = mongoc_stream_tls_new_with_hostname (base, host->host, &options, 1);
  if (stream == NULL)
    {
      mongoc_stream_destroy (base);
      bson_set_error (error, MONGOC_ERROR_STREAM, MONGOC_ERROR_STREAM_SOCKET,
                      "TLS handshake failed: the certificates could not be read");
    }
  else if (!mongoc_stream_tls_handshake_block (stream, host->host, timeout, error))
    {
      g_clear_pointer (&stream, mongoc_stream_destroy);
    }
  if (stream == NULL && wire->trouble != SQUILL_SERVER_TROUBLE_STOPPED)
    {
      /* A server without TLS may wait for more than the client hello. */
      gboolean lacks_tls = wire->trouble == SQUILL_SERVER_TROUBLE_MUTE ||
                           wire->trouble == SQUILL_SERVER_TROUBLE_SILENT ||
                           strstr (error->message, "wrong version number") != NULL;

      set_trouble (wire, lacks_tls ? SQUILL_SERVER_TROUBLE_NO_TLS : SQUILL_SERVER_TROUBLE_TLS,
                   host->host_and_port);
      g_free (wire->detail);
      wire->detail = g_strdup (error->message);
    }
  return stream;
}

/* Makes it ready for a connection. End with _squill_server_wire_clear(). */
void
_squill_server_wire_init (SquillServerWire *self)
{
  memset (self, 0, sizeof *self);
  self->stop = g_cancellable_new ();
}

/* All streams must have been destroyed. */
void
_squill_server_wire_clear (SquillServerWire *self)
{
  _squill_server_wire_clear_trouble (self);
  g_clear_object (&self->stop);
}

/* Forgets what went wrong, before the next command. */
void
_squill_server_wire_clear_trouble (SquillServerWire *self)
{
  self->trouble = SQUILL_SERVER_TROUBLE_NONE;
  g_clear_pointer (&self->host, g_free);
  g_clear_pointer (&self->detail, g_free);
}

/* What is no reply: @spoken says whether the host sent sound ones before. */
void
_squill_server_wire_set_reply_trouble (
    SquillServerWire *self, const char *host, gboolean spoken, const char *reply, gsize length)
{
  static const struct
  {
    const char *begin;
    SquillServerTrouble trouble;
  } others[] = {
    { "HTTP/", SQUILL_SERVER_TROUBLE_WEB },
    { "<", SQUILL_SERVER_TROUBLE_WEB },
    { "SSH-", SQUILL_SERVER_TROUBLE_SSH },
    { "\x15\x03", SQUILL_SERVER_TROUBLE_MUTE }, /* an alert of TLS, which it wants to hear */
  };
  SquillServerTrouble trouble =
      spoken ? SQUILL_SERVER_TROUBLE_DAMAGED : SQUILL_SERVER_TROUBLE_FOREIGN;

  if (!spoken && length >= SQUILL_WIRE_HEADER_BYTES)
    {
      SquillWireHeader header;

      _squill_wire_read_header ((const guint8 *)reply, &header);
      if (header.kind == SQUILL_WIRE_REPLY || header.kind == SQUILL_WIRE_MSG ||
          header.kind == SQUILL_WIRE_COMPRESSED)
        trouble = SQUILL_SERVER_TROUBLE_DAMAGED;
    }
  for (guint i = 0; i < G_N_ELEMENTS (others) && !spoken; i++)
    if (length >= strlen (others[i].begin) &&
        memcmp (reply, others[i].begin, strlen (others[i].begin)) == 0)
      trouble = others[i].trouble;
  set_trouble (self, trouble, host);
}

/* Whether the time limit of it all was reached. */
gboolean
_squill_server_wire_is_late (const SquillServerWire *self)
{
  return self->deadline != 0 && g_get_monotonic_time () >= self->deadline;
}

/* Ends the waiting of all streams for good, after @grace milliseconds. May be called from any
 * thread. */
void
_squill_server_wire_stop (SquillServerWire *self, guint grace)
{
  __atomic_store_n (&self->grace_until, g_get_monotonic_time () + (gint64)grace * 1000,
                    __ATOMIC_RELEASE);
  g_cancellable_cancel (self->stop);
}

/**
 * _squill_server_stream_connect:
 * @uri: the address
 * @host: which host of it
 * @wire: the #SquillServerWire
 * @error: (out): why it failed
 *
 * Connects to a host; a #mongoc_stream_initiator_t. Looking up and connecting can be stopped.
 *
 * Where it fails, that is told by the first use of what is returned: a driver that learns of it at
 * once, for a member that another one named, waits for a lock that it has (libmongoc 1.23).
 *
 * Returns: the connection, or what is as good as a broken one
 */
mongoc_stream_t *
_squill_server_stream_connect (const mongoc_uri_t *uri,
                               const mongoc_host_list_t *host,
                               void *wire,
                               bson_error_t *error)
{
  SquillServerWire *self = wire;
  g_autoptr (GSocketClient) client = g_socket_client_new ();
  g_autoptr (GSocketConnectable) place = NULL;
  g_autoptr (GSocketConnection) connection = NULL;
  g_autoptr (GError) failure = NULL;
  gint32 timeout = mongoc_uri_get_option_as_int32 (uri, MONGOC_URI_CONNECTTIMEOUTMS,
                                                   DEFAULT_CONNECT_SECONDS * 1000);
  const char *mechanism = mongoc_uri_get_auth_mechanism (uri);
  mongoc_stream_t *stream;

  if (self->deadline != 0)
    timeout = (gint32)CLAMP ((self->deadline - g_get_monotonic_time ()) / 1000, 1, timeout);
  place = host->family == AF_UNIX ? G_SOCKET_CONNECTABLE (g_unix_socket_address_new (host->host))
                                  : g_network_address_new (host->host, host->port);
  g_socket_client_set_enable_proxy (client, FALSE);
  /* The timeout of GSocketClient is in seconds. */
  g_socket_client_set_timeout (client, (guint)MAX ((timeout + 999) / 1000, 1));
  connection = g_socket_client_connect (client, place, self->stop, &failure);
  if (connection == NULL)
    {
      set_trouble (self, trouble_of (failure), host->host_and_port);
      bson_set_error (error, MONGOC_ERROR_STREAM, MONGOC_ERROR_STREAM_CONNECT, "%s",
                      failure->message);
      return stream_new (self, NULL, host->host_and_port);
    }

  stream = stream_new (self, connection, host->host_and_port);
  if (mongoc_uri_get_tls (uri) || g_strcmp0 (mechanism, "MONGODB-X509") == 0)
    stream = secure (stream, uri, host, self, timeout, error);
  return stream != NULL ? _squill_server_guard_new (stream, self, host->host_and_port)
                        : stream_new (self, NULL, host->host_and_port);
}

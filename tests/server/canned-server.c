/* SPDX-License-Identifier: Apache-2.0 */

/* A server that is not there: the proxy answers in its place, always the same. It needs no other
 * program, and takes any damage. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include "canned-server.h"

#include <gio/gio.h>

#define TIMES                                                                                   \
  "\"$clusterTime\": {\"clusterTime\": {\"$timestamp\": {\"t\": 1600000000, \"i\": 1}}, "       \
  "\"signature\": {\"keyId\": {\"$numberLong\": \"7\"}}}, \"operationTime\": {\"$timestamp\": " \
  "{\"t\": 1600000000, \"i\": 1}}, \"ok\": 1.0"

#define ORDER(id, customer)                                                                      \
  "{\"_id\": " id ", \"customer\": \"" customer "\", \"lines\": [{\"sku\": \"a-1\", \"n\": 3}, " \
  "{\"sku\": \"b-2\", \"n\": 1}], \"at\": {\"$date\": 1600000000000}, \"total\": 12.5, "         \
  "\"note\": null, \"by\": {\"$oid\": \"5f5f5f5f5f5f5f5f5f5f5f5f\"}}"

static const CannedAnswer answers[] = {
  { "listDatabases", NULL,
    "{\"databases\": [{\"name\": \"shop\", \"sizeOnDisk\": 4096, \"empty\": false}], " TIMES "}" },
  { "listCollections", NULL,
    "{\"cursor\": {\"id\": {\"$numberLong\": \"0\"}, \"ns\": \"shop.$cmd.listCollections\", "
    "\"firstBatch\": [{\"name\": \"orders\", \"type\": \"collection\", \"options\": "
    "{\"validator\": {\"$jsonSchema\": {\"bsonType\": \"object\", \"required\": [\"_id\"]}}}, "
    "\"info\": {\"readOnly\": false}}, {\"name\": \"both\", \"type\": \"view\", \"options\": "
    "{\"viewOn\": \"orders\", \"pipeline\": []}}]}, " TIMES "}" },
  { "listIndexes", NULL,
    "{\"cursor\": {\"id\": {\"$numberLong\": \"0\"}, \"ns\": \"shop.orders\", \"firstBatch\": "
    "[{\"v\": 2, \"key\": {\"_id\": 1}, \"name\": \"_id_\"}, {\"v\": 2, \"key\": {\"customer\": "
    "1}, \"name\": \"customer_1\", \"unique\": true}]}, " TIMES "}" },
  { "aggregate", "$indexStats",
    "{\"cursor\": {\"id\": {\"$numberLong\": \"0\"}, \"ns\": \"shop.orders\", \"firstBatch\": "
    "[{\"name\": \"_id_\", \"accesses\": {\"ops\": {\"$numberLong\": \"17\"}, \"since\": "
    "{\"$date\": 1600000000000}}}]}, " TIMES "}" },
  { "aggregate", "$collStats",
    "{\"cursor\": {\"id\": {\"$numberLong\": \"0\"}, \"ns\": \"shop.orders\", \"firstBatch\": "
    "[{\"ns\": \"shop.orders\", \"count\": 6, \"storageStats\": {\"size\": 1200, \"storageSize\": "
    "4096, \"totalIndexSize\": 8192, \"indexSizes\": {\"_id_\": 4096}}}]}, " TIMES "}" },
  { "aggregate", NULL, "{\"code\": 59, \"errmsg\": \"no such command\", \"ok\": 0}" },
  { "find", NULL,
    "{\"cursor\": {\"firstBatch\": [" ORDER ("1", "ann") ", " ORDER ("2", "bob") ", " ORDER (
        "3", "cid") "], \"id\": {\"$numberLong\": \"7001\"}, \"ns\": \"shop.orders\"}, " TIMES
                    "}" },
  { "getMore", NULL,
    "{\"cursor\": {\"nextBatch\": [" ORDER ("4", "dan") ", " ORDER ("5", "eve") ", " ORDER (
        "6", "fay") "], \"id\": {\"$numberLong\": \"0\"}, \"ns\": \"shop.orders\"}, " TIMES "}" },
  { "count", NULL, "{\"n\": 6, " TIMES "}" },
  { "killCursors", NULL, "{\"cursorsKilled\": [{\"$numberLong\": \"7001\"}], " TIMES "}" },
  { "endSessions", NULL, "{" TIMES "}" },
  { "saslStart", NULL,
    "{\"conversationId\": 1, \"done\": false, \"payload\": {\"$binary\": {\"subType\": \"00\", "
    "\"base64\": \"cj1hYmNkZWYscz1BUUVCQVFFQkFRRUJBUUVCQVFFQkFRPT0saT00MDk2\"}}, " TIMES "}" },
  { "saslContinue", NULL,
    "{\"conversationId\": 1, \"done\": true, \"payload\": {\"$binary\": {\"subType\": \"00\", "
    "\"base64\": \"dj1BQUFBQUFBQUFBQUFBQUFBQUFBQUFBQT0=\"}}, " TIMES "}" },
};

/* --- no network ------------------------------------------------------------------------------ */

/* A changed reply may name any host; none is looked up but the one that is meant, which has a name
 * because a changed number would be the address of somebody. */
typedef GResolver OneResolver;
typedef GResolverClass OneResolverClass;

GType one_resolver_get_type (void);

G_DEFINE_TYPE (OneResolver, one_resolver, G_TYPE_RESOLVER)

static GList *
look_up_with_flags (GResolver *resolver,
                    const char *name,
                    GResolverNameLookupFlags flags,
                    GCancellable *cancellable,
                    GError **error)
{
  if (g_str_equal (name, CANNED_SERVER_HOST))
    return g_list_prepend (NULL, g_inet_address_new_loopback (G_SOCKET_FAMILY_IPV4));
  g_set_error_literal (error, G_RESOLVER_ERROR, G_RESOLVER_ERROR_NOT_FOUND, "no such host");
  return NULL;
}

static GList *
look_up (GResolver *resolver, const char *name, GCancellable *cancellable, GError **error)
{
  return look_up_with_flags (resolver, name, G_RESOLVER_NAME_LOOKUP_FLAGS_DEFAULT, cancellable,
                             error);
}

static void
one_resolver_class_init (OneResolverClass *class)
{
  class->lookup_by_name = look_up;
  class->lookup_by_name_with_flags = look_up_with_flags;
}

static void
one_resolver_init (OneResolver *self)
{
}

/* From now on only the canned servers have a name, in the whole program. */
void
canned_server_use_resolver (void)
{
  g_autoptr (GResolver) resolver = g_object_new (one_resolver_get_type (), NULL);

  g_resolver_set_default (resolver);
}

/* --- the server ------------------------------------------------------------------------------ */

static char *
make_hello (const char *members, guint16 port)
{
  g_autofree char *host = g_strdup_printf (CANNED_SERVER_HOST ":%u", port);
  g_autoptr (GString) hello = g_string_new (
      "{\"ismaster\": true, \"helloOk\": true, \"isWritablePrimary\": true, "
      "\"maxBsonObjectSize\": 16777216, \"maxMessageSizeBytes\": 48000000, \"maxWriteBatchSize\": "
      "100000, \"localTime\": {\"$date\": 1600000000000}, \"logicalSessionTimeoutMinutes\": 30, "
      "\"connectionId\": 12, \"minWireVersion\": 0, \"maxWireVersion\": 17, \"readOnly\": false, "
      "\"topologyVersion\": {\"processId\": {\"$oid\": \"5f5f5f5f5f5f5f5f5f5f5f5f\"}, \"counter\": "
      "{\"$numberLong\": \"6\"}}");

  g_string_append_printf (hello, "%s, %s}", members, TIMES);
  g_string_replace (hello, "HOST", host, 0);
  return g_string_free (g_steal_pointer (&hello), FALSE);
}

/* A server that answers always the same. @members: of its reply to hello beside the usual, as
 * Extended JSON with a comma before; HOST in it is its own. */
WireProxy *
canned_server_new (const char *members)
{
  static const char *const greetings[] = { "hello", "isMaster", "ismaster" };
  WireProxy *proxy = wire_proxy_new (NULL, 0);
  g_autofree char *hello = make_hello (members, wire_proxy_get_port (proxy));

  for (guint i = 0; i < G_N_ELEMENTS (greetings); i++)
    wire_proxy_answer (proxy, greetings[i], NULL, hello);
  for (guint i = G_N_ELEMENTS (answers); i > 0; i--)
    wire_proxy_answer (proxy, answers[i - 1].command, answers[i - 1].with_key,
                       answers[i - 1].answer);
  return proxy;
}

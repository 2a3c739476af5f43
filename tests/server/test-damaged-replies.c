/* SPDX-License-Identifier: Apache-2.0 */

/* A server that is damaged or hostile: any bytes of its replies may be others, and whoever reads it
 * gets what there is, or an error, and never ends.
 *
 * SQUILL_DAMAGED_REPLIES says how many replies are to be changed, SQUILL_DAMAGED_SEED where to
 * begin; the tests change a few. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include "wire-proxy.h"

#include "inspect/server/squill-server.h"
#include "inspect/squill-inspect.h"
#include "model/squill-model-file.h"

#include <string.h>

#define REPLIES 200u
/* The driver pauses for half a second before it connects again. */
#define READERS 24u
/* The share of the replies that are changed: enough for the first of them, and not always. */
#define SHARE 0.12

/* What differs between servers. */
typedef struct
{
  const char *name;
  const char *hello;   /* members of the reply to hello, beside the usual */
  const char *user;    /* in the address, before the host */
  const char *options; /* in the address */
} Kind;

static const Kind kinds[] = {
  { "plain", "", "", "" },
  { "packed", ", \"compression\": [\"zlib\"]", "", "?compressors=snappy,zlib" },
  { "replica-set",
    ", \"setName\": \"rs\", \"setVersion\": 3, \"secondary\": false, \"hosts\": [\"HOST\"], "
    "\"primary\": \"HOST\", \"me\": \"HOST\", \"tags\": {\"dc\": \"east\"}, \"electionId\": "
    "{\"$oid\": \"7fffffff0000000000000001\"}, \"lastWrite\": {\"lastWriteDate\": {\"$date\": "
    "1600000000000}}",
    "", "?replicaSet=rs" },
  { "user",
    ", \"saslSupportedMechs\": [\"SCRAM-SHA-256\"], \"speculativeAuthenticate\": "
    "{\"conversationId\": 1, \"done\": false, \"payload\": {\"$binary\": {\"subType\": \"00\", "
    "\"base64\": "
    "\"cj1hYmNkZWYscz1BUUVCQVFFQkFRRUJBUUVCQVFFQkFRRUJBUUVCQVFFQkFRRUJBUT09LGk9NDA5Ng==\""
    "}}}",
    "u:p@", "" },
  { "old-user", "", "u:p@", "?authMechanism=SCRAM-SHA-1" },
};

#define TIMES                                                                                   \
  "\"$clusterTime\": {\"clusterTime\": {\"$timestamp\": {\"t\": 1600000000, \"i\": 1}}, "       \
  "\"signature\": {\"keyId\": {\"$numberLong\": \"7\"}}}, \"operationTime\": {\"$timestamp\": " \
  "{\"t\": 1600000000, \"i\": 1}}, \"ok\": 1.0"

#define ORDER(id, customer)                                                                      \
  "{\"_id\": " id ", \"customer\": \"" customer "\", \"lines\": [{\"sku\": \"a-1\", \"n\": 3}, " \
  "{\"sku\": \"b-2\", \"n\": 1}], \"at\": {\"$date\": 1600000000000}, \"total\": 12.5, "         \
  "\"note\": null, \"by\": {\"$oid\": \"5f5f5f5f5f5f5f5f5f5f5f5f\"}}"

static const struct
{
  const char *command;
  const char *with_key;
  const char *answer;
} answers[] = {
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
#define HOST "here.test"

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
  if (g_str_equal (name, HOST))
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

/* --- reading --------------------------------------------------------------------------------- */

static char *
make_hello (const Kind *kind, guint16 port)
{
  g_autofree char *host = g_strdup_printf (HOST ":%u", port);
  g_autoptr (GString) hello = g_string_new (
      "{\"ismaster\": true, \"helloOk\": true, \"isWritablePrimary\": true, "
      "\"maxBsonObjectSize\": 16777216, \"maxMessageSizeBytes\": 48000000, \"maxWriteBatchSize\": "
      "100000, \"localTime\": {\"$date\": 1600000000000}, \"logicalSessionTimeoutMinutes\": 30, "
      "\"connectionId\": 12, \"minWireVersion\": 0, \"maxWireVersion\": 17, \"readOnly\": false, "
      "\"topologyVersion\": {\"processId\": {\"$oid\": \"5f5f5f5f5f5f5f5f5f5f5f5f\"}, \"counter\": "
      "{\"$numberLong\": \"6\"}}");

  g_string_append_printf (hello, "%s, %s}", kind->hello, TIMES);
  g_string_replace (hello, "HOST", host, 0);
  return g_string_free (g_steal_pointer (&hello), FALSE);
}

static WireProxy *
start_server (const Kind *kind)
{
  static const char *const greetings[] = { "hello", "isMaster", "ismaster" };
  WireProxy *proxy = wire_proxy_new (NULL, 0);
  g_autofree char *hello = make_hello (kind, wire_proxy_get_port (proxy));

  for (guint i = 0; i < G_N_ELEMENTS (greetings); i++)
    wire_proxy_answer (proxy, greetings[i], NULL, hello);
  for (guint i = 0; i < G_N_ELEMENTS (answers); i++)
    wire_proxy_answer (proxy, answers[i].command, answers[i].with_key, answers[i].answer);
  return proxy;
}

/* Reads all, and looks at what comes of it. */
static SquillProfile *
read_server (const Kind *kind, WireProxy *proxy, GError **error)
{
  const SquillProfileModelOptions model_options = { .references = TRUE };
  const SquillInspectOptions options = { .keep_values = TRUE, .threads = 1 };
  g_autofree char *address = g_strdup_printf ("mongodb://%s" HOST ":%u/%s", kind->user,
                                              wire_proxy_get_port (proxy), kind->options);
  const char *const sources[] = { address, NULL };
  g_autoptr (SquillProfile) profile =
      squill_inspect_sync (sources, &options, NULL, NULL, NULL, error);
  g_autoptr (SquillModel) model = NULL;
  g_autofree char *json = NULL;

  if (profile == NULL)
    return NULL;
  json = squill_profile_to_json (profile);
  g_assert_true (g_utf8_validate (json, -1, NULL));
  for (guint i = 0; i < squill_profile_get_n_problems (profile); i++)
    g_assert_true (g_utf8_validate (squill_profile_get_problem (profile, i)->reason, -1, NULL));
  model = squill_profile_to_model (profile, &model_options, NULL);
  return g_steal_pointer (&profile);
}

/* As it is, the server can be read: what is changed later would be something. */
static void
test_sound (gconstpointer data)
{
  const Kind *kind = data;
  g_autoptr (WireProxy) proxy = start_server (kind);
  g_autoptr (GError) error = NULL;
  g_autoptr (SquillProfile) profile = read_server (kind, proxy, &error);

  if (*kind->user != '\0')
    {
      /* It cannot know the password, so it is not believed. */
      g_assert_error (error, SQUILL_SERVER_ERROR, SQUILL_SERVER_ERROR_PASSWORD);
      return;
    }
  g_assert_no_error (error);
  g_assert_cmpuint (squill_profile_get_n_problems (profile), ==, 0);
  g_assert_cmpuint (squill_profile_get_collections (profile)->len, ==, 1);
  if (*kind->options != '\0' && strstr (kind->options, "compressors") != NULL)
    {
      g_autoptr (GPtrArray) commands = wire_proxy_get_commands (proxy);
      guint packed = 0;

      for (guint i = 0; i < commands->len; i++)
        packed += ((const WireCommand *)g_ptr_array_index (commands, i))->opcode == 2012;
      g_assert_cmpuint (packed, >, 0);
    }
}

static guint64
get_number (const char *name, guint64 otherwise)
{
  const char *text = g_getenv (name);

  return text != NULL ? g_ascii_strtoull (text, NULL, 10) : otherwise;
}

/* Readings of one kind. */
typedef struct
{
  const Kind *kind;
  guint64 wanted;
  guint32 seed;
  GMutex mutex;
  guint64 damaged;
  guint runs;
  guint failed;
} Damage;

static gpointer
read_damaged (gpointer data)
{
  Damage *self = data;

  g_mutex_lock (&self->mutex);
  while (self->damaged < self->wanted)
    {
      const guint32 seed = self->seed + self->runs++;
      WireProxy *proxy;
      SquillProfile *profile;
      GError *error = NULL;

      g_mutex_unlock (&self->mutex);
      proxy = start_server (self->kind);
      wire_proxy_damage (proxy, seed, SHARE);
      profile = read_server (self->kind, proxy, &error);
      g_assert_true ((profile == NULL) == (error != NULL));
      if (error != NULL)
        {
          g_assert_true (error->domain == SQUILL_SERVER_ERROR);
          g_assert_true (g_utf8_validate (error->message, -1, NULL));
        }
      g_mutex_lock (&self->mutex);
      self->damaged += wire_proxy_get_damaged (proxy);
      self->failed += error != NULL;
      g_clear_error (&error);
      g_clear_object (&profile);
      wire_proxy_free (proxy);
    }
  g_mutex_unlock (&self->mutex);
  return NULL;
}

static void
test_damaged (gconstpointer data)
{
  Damage self = {
    .kind = data,
    .wanted = get_number ("SQUILL_DAMAGED_REPLIES", REPLIES) / G_N_ELEMENTS (kinds),
    .seed = (guint32)get_number ("SQUILL_DAMAGED_SEED", 1),
  };
  GThread *threads[READERS];

  g_mutex_init (&self.mutex);
  for (guint i = 0; i < READERS; i++)
    threads[i] = g_thread_new ("reader", read_damaged, &self);
  for (guint i = 0; i < READERS; i++)
    g_thread_join (threads[i]);
  g_mutex_clear (&self.mutex);
  g_test_message ("%" G_GUINT64_FORMAT " replies changed in %u readings, %u of which failed",
                  self.damaged, self.runs, self.failed);
  g_assert_cmpuint (self.failed, >, 0);
}

int
main (int argc, char **argv)
{
  g_autoptr (GResolver) resolver = NULL;

  g_test_init (&argc, &argv, NULL);
  resolver = g_object_new (one_resolver_get_type (), NULL);
  g_resolver_set_default (resolver);
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      g_autofree char *sound = g_strdup_printf ("/server/sound/%s", kinds[i].name);
      g_autofree char *damaged = g_strdup_printf ("/server/damaged/%s", kinds[i].name);

      g_test_add_data_func (sound, &kinds[i], test_sound);
      g_test_add_data_func (damaged, &kinds[i], test_damaged);
    }
  return g_test_run ();
}

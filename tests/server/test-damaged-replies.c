/* SPDX-License-Identifier: Apache-2.0 */

/* A server that is damaged or hostile: any bytes of its replies may be others, and whoever reads it
 * gets what there is, or an error, and never ends.
 *
 * SQUILL_DAMAGED_REPLIES says how many replies are to be changed, SQUILL_DAMAGED_SEED where to
 * begin; the tests change a few. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include "canned-server.h"

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

/* --- reading --------------------------------------------------------------------------------- */

/* Reads all, and looks at what comes of it. */
static SquillProfile *
read_server (const Kind *kind, WireProxy *proxy, GError **error)
{
  const SquillProfileModelOptions model_options = { .references = TRUE };
  const SquillInspectOptions options = { .keep_values = TRUE, .threads = 1 };
  g_autofree char *address =
      g_strdup_printf ("mongodb://%s" CANNED_SERVER_HOST ":%u/%s", kind->user,
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
  g_autoptr (WireProxy) proxy = canned_server_new (kind->hello);
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
      proxy = canned_server_new (self->kind->hello);
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
  g_test_init (&argc, &argv, NULL);
  canned_server_use_resolver ();
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      g_autofree char *sound = g_strdup_printf ("/server/sound/%s", kinds[i].name);
      g_autofree char *damaged = g_strdup_printf ("/server/damaged/%s", kinds[i].name);

      g_test_add_data_func (sound, &kinds[i], test_sound);
      g_test_add_data_func (damaged, &kinds[i], test_damaged);
    }
  return g_test_run ();
}

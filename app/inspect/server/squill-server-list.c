/* SPDX-License-Identifier: Apache-2.0 */

/* The collections of a server, as places that can be read. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/server/squill-server.h"

#include "inspect/squill-profile.h"
#include "inspect/server/squill-server-collection.h"
#include "inspect/server/squill-server-connection.h"
#include "inspect/server/squill-server-cursor.h"
#include "inspect/server/squill-server-error.h"

#include <glib/gi18n.h>
#include <string.h>

/* What the thread that asks needs, and may still use after the caller has gone. */
typedef struct
{
  SquillServerConnection *connection;
  char **collections;
  SquillProblemList *problems;
  SquillServerAbilities abilities;
} Request;

typedef struct
{
  GPtrArray *places;
  SquillProblemList *problems;
} Answer;

/* Given to each document of a list. */
typedef struct
{
  Request *request;
  const char *database;
  GPtrArray *list;
} Listing;

static const char *const databases_of_the_server[] = { "admin", "config", "local", NULL };

static void
request_free (gpointer data)
{
  Request *self = data;

  squill_server_connection_unref (self->connection);
  g_strfreev (self->collections);
  squill_problem_list_free (self->problems);
  g_free (self);
}

static void
free_place (gpointer data)
{
  squill_place_free (data);
}

static void
answer_free (gpointer data)
{
  Answer *self = data;

  g_ptr_array_unref (self->places);
  squill_problem_list_free (self->problems);
  g_free (self);
}

static gboolean
is_database_of_the_server (const char *database)
{
  return g_strv_contains (databases_of_the_server, database);
}

static void
ask_abilities (SquillServerClient *client, SquillServerAbilities *abilities)
{
  bson_t command = BSON_INITIALIZER;
  bson_iter_t iter;
  bson_t reply;

  BSON_APPEND_INT32 (&command, "hello", 1);
  if (squill_server_client_run (client, "admin", &command, &reply, NULL))
    abilities->is_router = bson_iter_init_find (&iter, &reply, "msg") &&
                           BSON_ITER_HOLDS_UTF8 (&iter) &&
                           g_str_equal (bson_iter_utf8 (&iter, NULL), "isdbgrid");
  bson_destroy (&reply);
  bson_destroy (&command);
}

static gboolean
list_databases (SquillServerClient *client, GPtrArray *names, GError **error)
{
  bson_t command = BSON_INITIALIZER;
  bson_iter_t iter, database, name;
  bson_t reply;
  gboolean fine;

  BSON_APPEND_INT32 (&command, "listDatabases", 1);
  BSON_APPEND_BOOL (&command, "nameOnly", true);
  fine = squill_server_client_run (client, "admin", &command, &reply, error);
  if (fine && bson_iter_init_find (&iter, &reply, "databases") && BSON_ITER_HOLDS_ARRAY (&iter) &&
      bson_iter_recurse (&iter, &database))
    while (bson_iter_next (&database))
      if (BSON_ITER_HOLDS_DOCUMENT (&database) && bson_iter_recurse (&database, &name) &&
          bson_iter_find (&name, "name") && BSON_ITER_HOLDS_UTF8 (&name))
        g_ptr_array_add (names, g_strdup (bson_iter_utf8 (&name, NULL)));
  bson_destroy (&reply);
  bson_destroy (&command);
  if (!fine && error != NULL && squill_server_connection_has_user (client->connection) &&
      g_error_matches (*error, SQUILL_SERVER_ERROR, SQUILL_SERVER_ERROR_RIGHTS))
    {
      g_clear_error (error);
      g_set_error_literal (error, SQUILL_SERVER_ERROR, SQUILL_SERVER_ERROR_RIGHTS,
                           _ ("This user may not list the databases; name one in the address, "
                              "behind the slash"));
    }
  return fine;
}

/* A document of listCollections. */
static gboolean
add_collection_cb (const bson_t *document, gpointer data)
{
  Listing *listing = data;
  SquillMetadata *metadata;
  SquillPlace *place;
  bson_iter_t iter;
  const char *name;
  g_autofree char *label = NULL;

  if (!bson_iter_init_find (&iter, document, "name") || !BSON_ITER_HOLDS_UTF8 (&iter))
    return TRUE;
  name = bson_iter_utf8 (&iter, NULL);
  label = g_strconcat (listing->database, ".", name, NULL);
  metadata = squill_metadata_new ();
  metadata->collection = g_strdup (name);
  metadata->type = g_strdup ("collection");
  if (bson_iter_init_find (&iter, document, "type") && BSON_ITER_HOLDS_UTF8 (&iter))
    {
      g_free (metadata->type);
      metadata->type = g_strdup (bson_iter_utf8 (&iter, NULL));
    }
  if (bson_iter_init_find (&iter, document, "options") && BSON_ITER_HOLDS_DOCUMENT (&iter))
    {
      const guint8 *options;
      guint32 length;

      bson_iter_document (&iter, &length, &options);
      metadata->options = bson_new_from_data (options, length);
    }

  place = squill_place_new (label, listing->database, name);
  g_free (place->name);
  place->name = g_steal_pointer (&label);
  g_free (place->kind);
  place->kind = g_strdup (metadata->type);
  place->system =
      g_str_has_prefix (name, "system.") || is_database_of_the_server (listing->database);
  place->metadata = metadata;
  squill_server_cursor_set_place (place, listing->request->connection);
  g_ptr_array_add (listing->list, place);
  return TRUE;
}

static gboolean
run_list_collections (SquillServerClient *client,
                      Listing *listing,
                      gboolean names_only,
                      GError **error)
{
  bson_t command = BSON_INITIALIZER;
  bson_t cursor;
  gboolean fine;

  BSON_APPEND_INT32 (&command, "listCollections", 1);
  BSON_APPEND_DOCUMENT_BEGIN (&command, "cursor", &cursor);
  bson_append_document_end (&command, &cursor);
  if (names_only)
    {
      BSON_APPEND_BOOL (&command, "nameOnly", true);
      BSON_APPEND_BOOL (&command, "authorizedCollections", true);
    }
  fine = squill_server_for_each (client, listing->database, &command, add_collection_cb, listing,
                                 error);
  bson_destroy (&command);
  return fine;
}

static gboolean
list_collections (SquillServerClient *client,
                  Request *request,
                  const char *database,
                  GPtrArray *places,
                  GError **error)
{
  Listing listing = { request, database, places };
  GError *failure = NULL;

  if (run_list_collections (client, &listing, FALSE, &failure))
    return TRUE;
  /* Who may not see all is told the names of those that may be read. */
  if (g_error_matches (failure, SQUILL_SERVER_ERROR, SQUILL_SERVER_ERROR_RIGHTS) &&
      !is_database_of_the_server (database))
    {
      g_clear_error (&failure);
      if (run_list_collections (client, &listing, TRUE, &failure))
        {
          squill_problem_list_add_for_file (
              request->problems, database,
              _ ("This user may see only the names of the collections, and not their options"));
          return TRUE;
        }
    }
  if (!squill_server_error_is_of_command (failure))
    {
      g_propagate_error (error, failure);
      return FALSE;
    }
  if (!is_database_of_the_server (database))
    squill_problem_list_add_for_file (request->problems, database, failure->message);
  g_error_free (failure);
  return TRUE;
}

static int
compare_places (gconstpointer a, gconstpointer b)
{
  const SquillPlace *one = *(SquillPlace *const *)a;
  const SquillPlace *other = *(SquillPlace *const *)b;
  int order = strcmp (one->database, other->database);

  return order != 0 ? order : strcmp (one->collection, other->collection);
}

static gboolean
describe_places (SquillServerClient *client, Request *request, GPtrArray *places, GError **error)
{
  for (guint i = 0; i < places->len; i++)
    {
      SquillPlace *place = g_ptr_array_index (places, i);
      SquillMetadata *metadata = place->metadata;

      if (g_str_equal (place->kind, "view") || (place->system && request->collections == NULL) ||
          !squill_place_is_wanted (place, (const char *const *)request->collections))
        continue;
      if (!squill_server_collection_describe (client, place->database, place->collection, metadata,
                                              &request->abilities, request->problems, error))
        return FALSE;
      place->documents = metadata->documents;
      place->bytes = metadata->bytes;
    }
  return TRUE;
}

/* In a thread of its own. */
static gpointer
list_cb (SquillServerClient *client, gpointer data, GError **error)
{
  Request *request = data;
  const char *only = squill_server_connection_get_database (request->connection);
  g_autoptr (GPtrArray) databases = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) places = g_ptr_array_new_with_free_func (free_place);
  Answer *answer;

  if (only != NULL)
    g_ptr_array_add (databases, g_strdup (only));
  else if (!list_databases (client, databases, error))
    return NULL;
  for (guint i = 0; i < databases->len; i++)
    if (!list_collections (client, request, g_ptr_array_index (databases, i), places, error))
      return NULL;
  g_ptr_array_sort (places, compare_places);
  ask_abilities (client, &request->abilities);
  if (!describe_places (client, request, places, error))
    return NULL;
  answer = g_new (Answer, 1);
  answer->places = g_steal_pointer (&places);
  answer->problems = request->problems;
  request->problems = squill_problem_list_new ();
  return answer;
}

/**
 * squill_server_list_places:
 * @address: the address of a server, with or without a password
 * @options: what to read; of the collections that are not chosen less is asked
 * @record: (nullable): a profile that is to know what was sent to the server, now and later
 * @problems: is told what the server does not tell
 * @cancellable: (nullable): stops it
 * @error: return location
 *
 * Asks a server for its collections: those of the database in its address or, where there is none
 * in it, of all. Nothing of the server is changed by that, nor by reading the places.
 *
 * Returns: (transfer full) (element-type SquillPlace) (nullable): what there is, by names; %NULL
 * with %SQUILL_SERVER_ERROR or when cancelled
 */
GPtrArray *
squill_server_list_places (const char *address,
                           const SquillInspectOptions *options,
                           SquillProfile *record,
                           SquillProblemList *problems,
                           GCancellable *cancellable,
                           GError **error)
{
  g_autoptr (SquillServerMonitor) monitor = squill_server_monitor_new ();
  SquillServerConnection *connection;
  GPtrArray *places = NULL;
  Request *request;
  Answer *answer;

  g_return_val_if_fail (address != NULL, NULL);

  if (!squill_server_cursor_check_filter (options->filter, error))
    return NULL;
  connection = squill_server_connection_new (address, options->password, monitor, error);
  if (connection == NULL)
    return NULL;
  if (record != NULL)
    squill_profile_add_record (record, monitor);

  request = g_new0 (Request, 1);
  request->connection = connection;
  request->collections = g_strdupv ((char **)options->collections);
  request->problems = squill_problem_list_new ();
  answer = squill_server_connection_run (connection, list_cb, request, request_free, answer_free,
                                         cancellable, error);
  if (answer != NULL)
    {
      places = g_ptr_array_ref (answer->places);
      squill_problem_list_move (problems, answer->problems);
      answer_free (answer);
    }
  return places;
}

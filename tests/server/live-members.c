/* SPDX-License-Identifier: Apache-2.0 */

/* What is in a database, as text: all of it, or who is in which team, however that is stored. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include "live-members.h"

#include <string.h>

#include "bson/squill-bson-text.h"
#include "live-samples.h"

static int
compare_texts (gconstpointer a, gconstpointer b)
{
  return strcmp (*(char *const *)a, *(char *const *)b);
}

/* All documents, as texts: what is in a database. */
char *
live_members_dump (mongoc_client_t *client, const char *database_name)
{
  mongoc_database_t *database = mongoc_client_get_database (client, database_name);
  bson_error_t error;
  char **names = mongoc_database_get_collection_names_with_opts (database, NULL, &error);
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);
  char *text;

  for (guint i = 0; names != NULL && names[i] != NULL; i++)
    {
      g_autoptr (GPtrArray) documents = live_samples_read (client, database_name, names[i]);

      for (guint j = 0; j < documents->len; j++)
        {
          g_autofree char *json =
              squill_bson_to_text (documents->pdata[j], SQUILL_BSON_STYLE_CANONICAL, 0, 0);

          g_ptr_array_add (lines, g_strdup_printf ("%s %s", names[i], json));
        }
    }
  g_ptr_array_sort (lines, compare_texts);
  g_ptr_array_add (lines, NULL);
  text = g_strjoinv ("\n", (char **)lines->pdata);
  bson_strfreev (names);
  mongoc_database_destroy (database);
  return text;
}

/* Who is in which team, wherever that is stored: in an order, by names. */

/* The names of documents by their ids. */
static GHashTable *
read_names (mongoc_client_t *client, const char *database, const char *collection, const char *name)
{
  g_autoptr (GPtrArray) documents = live_samples_read (client, database, collection);
  GHashTable *names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);

  for (guint i = 0; i < documents->len; i++)
    {
      g_autoptr (GPtrArray) id = live_samples_get_values (documents->pdata[i], "_id");
      g_autoptr (GPtrArray) own = live_samples_get_values (documents->pdata[i], name);

      if (own->len == 1)
        g_hash_table_insert (names, g_strdup (id->pdata[0]), g_strdup (own->pdata[0]));
    }
  return names;
}

static const struct
{
  const char *placement;
  const char *collection;
  const char *team;
  const char *player;
} memberships[] = {
  { "embed-one", "team", "name", "members.nick" },
  { "embed-many", "team", "name", "members.nick" },
  { "child-references", "team", "name", "members" },
  { "parent-reference", "player", "team", "nick" },
  { "two-way", "player", "team", "nick" },
  { "two-way", "team", "name", "members" },
  { "junction", "members", "team", "player" },
  { "subset", "player", "team", "nick" },
  { "bucket", "player", "team", "members.nick" },
};

/* The pairs of one placement, by the place number @nth that it has them in; NULL for no such. */
char *
live_members_read (mongoc_client_t *client, const char *database, const char *placement, guint nth)
{
  g_autoptr (GHashTable) teams = read_names (client, database, "team", "name");
  g_autoptr (GHashTable) players = read_names (client, database, "player", "nick");
  g_autoptr (GPtrArray) pairs = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < G_N_ELEMENTS (memberships); i++)
    {
      g_autoptr (GPtrArray) documents = NULL;

      if (!g_str_equal (memberships[i].placement, placement) || nth-- > 0)
        continue;
      documents = live_samples_read (client, database, memberships[i].collection);
      for (guint j = 0; j < documents->len; j++)
        {
          g_autoptr (GPtrArray) of =
              live_samples_get_values (documents->pdata[j], memberships[i].team);
          g_autoptr (GPtrArray) who =
              live_samples_get_values (documents->pdata[j], memberships[i].player);

          for (guint k = 0; k < of->len; k++)
            for (guint l = 0; l < who->len; l++)
              {
                const char *own = of->pdata[k], *member = who->pdata[l];
                const char *team = g_hash_table_lookup (teams, own);
                const char *player = g_hash_table_lookup (players, member);

                g_ptr_array_add (pairs, g_strdup_printf ("%s %s", team != NULL ? team : own,
                                                         player != NULL ? player : member));
              }
        }
      g_ptr_array_sort (pairs, compare_texts);
      g_ptr_array_add (pairs, NULL);
      return g_strjoinv ("\n", (char **)pairs->pdata);
    }
  return NULL;
}

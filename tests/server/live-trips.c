/* SPDX-License-Identifier: Apache-2.0 */

/* Migrations that are tried there and back on a real server, each in a database of its own. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include "live-trips.h"

#include <string.h>

#include "design-fixture.h"
#include "live-data.h"
#include "live-members.h"
#include "live-migration.h"
#include "live-shell.h"

static void
trip_free (gpointer data)
{
  LiveTrip *self = data;

  g_free (self->database);
  g_free (self->there);
  g_object_unref (self->design);
  g_free (self->before);
  g_free (self->members);
  g_free (self);
}

/** The database beside one, for models of two (transfer full). */
char *
live_trips_get_other (const char *database)
{
  return g_strconcat (database, "_other", NULL);
}

/** Drops a database, and the one beside it. */
void
live_trips_drop (LiveTrips *self, const char *database)
{
  g_autofree char *other = live_trips_get_other (database);

  live_data_run (self->client, database, "{\"dropDatabase\": 1}");
  live_data_run (self->client, other, "{\"dropDatabase\": 1}");
}

/** @name: what its databases begin with, and that of scripts that run alone. FALSE where no server
 * can be had. */
gboolean
live_trips_init (LiveTrips *self, const char *name)
{
  self->server = live_server_get (LIVE_SERVER_PLAIN);
  if (self->server == NULL)
    return FALSE;
  self->name = name;
  self->client = live_server_connect (self->server);
  live_data_run (self->client, self->name, "{\"dropDatabase\": 1}");
  self->trips = g_ptr_array_new_with_free_func (trip_free);
  self->all = g_string_new (NULL);
  self->database = NULL;
  live_migration_append_tools (self->all);
  return TRUE;
}

void
live_trips_clear (LiveTrips *self)
{
  live_data_run (self->client, self->name, "{\"dropDatabase\": 1}");
  g_ptr_array_unref (self->trips);
  g_string_free (self->all, TRUE);
  g_free (self->database);
  mongoc_client_destroy (self->client);
}

/** The database of the next trip, which is empty. */
const char *
live_trips_begin (LiveTrips *self)
{
  g_free (self->database);
  self->database = g_strdup_printf ("%s_%u", self->name, self->trips->len);
  live_trips_drop (self, self->database);
  return self->database;
}

/** Names are text of somebody else. */
void
live_trips_set_text (SquillModel *model, const char *id, const char *property, const char *text)
{
  g_autoptr (GError) error = NULL;

  squill_model_set (model, id, property, json_string (text), &error);
  g_assert_no_error (error);
}

/** The server of the tests is no MongoDB. */
void
live_trips_set_dialect (SquillModel *model)
{
  live_trips_set_text (model, squill_model_get_info (model)->item.id, "dialect", "ferretdb");
}

/** Gives “members” a placement, and the bound that it needs. */
void
live_trips_place (SquillModel *model, const char *placement)
{
  g_autofree char *quoted = g_strdup_printf ("'%s'", placement);

  change (model, "members", "placement", quoted);
  if (g_str_equal (placement, "subset") || g_str_equal (placement, "bucket"))
    change (model, "members", "bound", "5");
}

/** What a script prints that is run with other constants, such as “SWITCH_OVER: true”
 * (transfer full). */
char *
live_trips_run_script (LiveTrips *self, const char *script, const char *settings, gboolean succeeds)
{
  g_autoptr (GString) all = g_string_new (NULL);

  live_migration_append (all, "migrate", script);
  g_string_append_printf (all, "migrate(db, { %s });\n", settings);
  return live_shell_run (self->server, self->name, all->str, succeeds);
}

/** Adds scripts that move there and back what is in the database of the trip, stopped only once
 * where @batch is 0, and else step by step. */
LiveTrip *
live_trips_add_scripts (LiveTrips *self,
                        SquillModel *now,
                        const char *there,
                        const char *back,
                        const char *only,
                        gboolean with_ids,
                        guint batch)
{
  const guint nth = self->trips->len;
  LiveTrip *one = g_new0 (LiveTrip, 1);

  one->database = g_strdup (self->database);
  one->there = g_strconcat (self->database, "_there", NULL);
  one->design = squill_design_new (now);
  one->only = only;
  one->with_ids = with_ids;
  one->before = live_migration_dump (self->client, one->database, one->design, only, with_ids);
  g_assert_cmpstr (one->before, !=, "");
  if (batch == 0)
    live_migration_append_trip (self->all, nth, one->database, there, back, one->there);
  else
    live_migration_append_stepwise (self->all, nth, one->database, there, back, batch, one->there);
  g_ptr_array_add (self->trips, one);
  return one;
}

/** Adds the trip from one design to another and back. @more: is added to both scripts */
LiveTrip *
live_trips_add (
    LiveTrips *self, SquillModel *now, SquillModel *then, gboolean with_ids, const char *more)
{
  g_autofree char *first = live_migration_write (now, then, FALSE);
  g_autofree char *second = live_migration_write (then, now, FALSE);
  g_autofree char *there = g_strconcat (first, more, NULL);
  g_autofree char *back = g_strconcat (second, more, NULL);

  return live_trips_add_scripts (self, now, there, back, NULL, with_ids, 0);
}

static void
check_members (LiveTrips *self, const char *database, const char *placement, const char *expected)
{
  for (guint nth = 0;; nth++)
    {
      g_autofree char *members = live_members_read (self->client, database, placement, nth);

      if (members == NULL)
        break;
      if (!g_str_equal (members, expected))
        g_error ("%s: %s\nand not\n%s\n%s", placement, members, expected, self->all->str);
    }
}

/* What a migration made, before it was moved back. */
static void
check_there (LiveTrips *self, const LiveTrip *one)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillDesign) design = NULL;
  g_autofree char *found = NULL;

  draw_entity (model, one->collection);
  design = squill_design_new (model);
  found = live_migration_dump (self->client, one->there, design, one->collection, TRUE);
  if (strstr (found, one->expected) == NULL)
    g_error ("No %s in\n%s", one->expected, found);
}

static void
check_trip (LiveTrips *self, const LiveTrip *one, guint nth)
{
  g_autofree char *after =
      live_migration_dump (self->client, one->database, one->design, one->only, one->with_ids);

  g_test_message ("trip %u", nth);
  live_migration_assert_same (one->before, after, "What was there", self->all->str);
  if (one->collection != NULL)
    check_there (self, one);
  if (one->members != NULL)
    {
      check_members (self, one->there, one->to, one->members);
      check_members (self, one->database, one->from, one->members);
    }
}

/** Runs all trips, and checks that what was moved there and back is as it was. */
void
live_trips_run (LiveTrips *self)
{
  const gboolean runs = live_shell_runs ();

  if (runs)
    live_migration_run (self->server, self->name, self->all->str);
  for (guint i = 0; i < self->trips->len; i++)
    {
      const LiveTrip *one = self->trips->pdata[i];

      if (runs)
        check_trip (self, one, i);
      live_trips_drop (self, one->database);
      live_data_run (self->client, one->there, "{\"dropDatabase\": 1}");
    }
}

/* SPDX-License-Identifier: Apache-2.0 */

/* Inspects a server as the window and the command line do. Each run is looked at from the wire:
 * that only reads were sent, and that Squill's own record says the same. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include "live-inspect.h"

#include "inspect/server/squill-server.h"

#include <string.h>

/* Of the address behind the host: the database and options. */
LiveInspection *
live_inspection_new (LiveServer *server, const char *rest)
{
  LiveInspection *self = g_new0 (LiveInspection, 1);
  g_autofree char *direct = NULL;

  self->proxy = live_server_proxy (server);
  direct = live_server_make_uri (server, "", rest);
  self->uri = wire_proxy_make_uri (self->proxy, direct);
  self->options = (SquillInspectOptions)SQUILL_INSPECT_OPTIONS_INIT;
  self->cancellable = g_cancellable_new ();
  return self;
}

void
live_inspection_free (LiveInspection *self)
{
  if (self == NULL)
    return;
  g_clear_object (&self->profile);
  g_clear_error (&self->error);
  g_clear_pointer (&self->json, json_decref);
  g_object_unref (self->cancellable);
  wire_proxy_free (self->proxy);
  g_free (self->uri);
  g_free (self);
}

/* What the driver says by itself, when it greets a server and when it leaves. */
static gboolean
is_of_the_driver (const char *name)
{
  static const char *const names[] = { "hello",        "isMaster",    "ismaster", "saslStart",
                                       "saslContinue", "endSessions", NULL };

  return g_strv_contains (names, name);
}

static int
compare_text (gconstpointer a, gconstpointer b)
{
  return strcmp (*(char *const *)a, *(char *const *)b);
}

static char *
join_sorted (GPtrArray *lines)
{
  g_ptr_array_sort (lines, compare_text);
  g_ptr_array_add (lines, NULL);
  return g_strjoinv ("\n", (char **)lines->pdata);
}

static char *
describe_wire (WireProxy *proxy)
{
  g_autoptr (GPtrArray) commands = wire_proxy_get_commands (proxy);
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < commands->len; i++)
    {
      const WireCommand *command = g_ptr_array_index (commands, i);

      if (!is_of_the_driver (command->name))
        g_ptr_array_add (lines, g_strdup_printf ("%s %s", command->database, command->name));
    }
  return join_sorted (lines);
}

static char *
describe_record (SquillProfile *profile)
{
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < squill_profile_get_n_commands (profile); i++)
    {
      const SquillServerCommand *command = squill_profile_get_command (profile, i);

      if (!is_of_the_driver (command->name))
        g_ptr_array_add (lines, g_strdup_printf ("%s %s", command->database, command->name));
    }
  return join_sorted (lines);
}

/* Nothing but reads went over the wire. */
void
live_inspection_assert_reads_only (LiveInspection *self)
{
  g_autoptr (GPtrArray) commands = wire_proxy_get_commands (self->proxy);
  g_autofree char *harm = wire_commands_describe_harm (commands);

  g_assert_cmpstr (harm, ==, NULL);
}

static void
inspect (LiveInspection *self)
{
  const char *const sources[] = { self->uri, NULL };

  wire_proxy_forget_commands (self->proxy);
  g_clear_object (&self->profile);
  g_clear_error (&self->error);
  g_clear_pointer (&self->json, json_decref);
  self->profile = squill_inspect_sync (sources, &self->options, self->on_progress,
                                       self->progress_data, self->cancellable, &self->error);
  g_assert_true ((self->profile == NULL) == (self->error != NULL));
}

static void
look (LiveInspection *self)
{
  g_autofree char *text = NULL;

  live_inspection_assert_reads_only (self);
  if (self->profile == NULL)
    return;
  text = squill_profile_to_json (self->profile);
  self->json = json_loads (text, 0, NULL);
  g_assert_nonnull (self->json);
}

/* Inspects; there may be an error. */
void
live_inspection_run (LiveInspection *self)
{
  inspect (self);
  look (self);
}

/* Inspects; there may be none, and the record is what the wire saw. */
void
live_inspection_run_fine (LiveInspection *self)
{
  g_autofree char *wire = NULL;
  g_autofree char *record = NULL;

  live_inspection_run (self);
  g_assert_no_error (self->error);
  wire = describe_wire (self->proxy);
  record = describe_record (self->profile);
  g_assert_cmpstr (record, ==, wire);
}

static gpointer
inspect_cb (gpointer data)
{
  inspect (data);
  return NULL;
}

/* Inspects in a thread of its own, until live_inspection_finish(). */
void
live_inspection_begin (LiveInspection *self)
{
  self->thread = g_thread_new ("inspection", inspect_cb, self);
}

void
live_inspection_finish (LiveInspection *self)
{
  g_thread_join (g_steal_pointer (&self->thread));
  look (self);
}

/* --- what came out of it
 * -------------------------------------------------------------------------- */

json_t *
live_inspection_get_collection (LiveInspection *self, const char *name)
{
  json_t *collection;
  gsize i;

  json_array_foreach (
      json_object_get (self->json, "collections"), i,
      collection) if (g_strcmp0 (json_string_value (json_object_get (collection, "name")), name) ==
                      0) return collection;
  g_error ("there is no collection %s", name);
}

json_t *
live_inspection_get_path (LiveInspection *self, const char *collection, const char *path)
{
  json_t *entry;
  gsize i;

  json_array_foreach (json_object_get (live_inspection_get_collection (self, collection), "paths"),
                      i, entry) if (g_strcmp0 (json_string_value (json_object_get (entry, "path")),
                                               path) == 0) return entry;
  return NULL;
}

gint64
live_inspection_get_number (LiveInspection *self, const char *collection, const char *member)
{
  json_t *value = json_object_get (live_inspection_get_collection (self, collection), member);

  if (!json_is_number (value))
    g_error ("%s of %s is no number", member, collection);
  return (gint64)json_number_value (value);
}

/* Whether a problem that was told has these words in it. */
gboolean
live_inspection_has_problem (LiveInspection *self, const char *part)
{
  for (guint i = 0; i < squill_profile_get_n_problems (self->profile); i++)
    if (strstr (squill_profile_get_problem (self->profile, i)->reason, part) != NULL)
      return TRUE;
  return FALSE;
}

/* The names of all, sorted, with blanks. */
char *
live_inspection_name_collections (LiveInspection *self)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  json_t *collection;
  gsize i;

  json_array_foreach (json_object_get (self->json, "collections"), i, collection)
      g_ptr_array_add (names, (char *)json_string_value (json_object_get (collection, "name")));
  g_ptr_array_sort (names, compare_text);
  g_ptr_array_add (names, NULL);
  return g_strjoinv (" ", (char **)names->pdata);
}

/* SPDX-License-Identifier: Apache-2.0 */

/* The script that moves the data of one design into another, run by the shell on a real server: who
 * belongs to whom stays, it can be stopped and run again, and there is a way back. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include <string.h>

#include "design-fixture.h"
#include "inferred-fixture.h"
#include "inspect-fixture.h"
#include "live-data.h"
#include "live-members.h"
#include "live-migration.h"
#include "live-samples.h"
#include "live-shell.h"
#include "live-trips.h"
#include "team-model.h"

#define DATABASE "squill_test_migrate"

#define DOCUMENTS 2000
#define ELEMENTS 2000

/* All pairs of placements take long: by default each is moved to the next one, so that each is once
 * what is read and once what is written, there and back. SQUILL_MIGRATIONS=all tries every pair. */
static gboolean
is_tried (const char *from, const char *to)
{
  guint i = 0;

  if (g_strcmp0 (g_getenv ("SQUILL_MIGRATIONS"), "all") == 0)
    return !g_str_equal (from, to);
  while (!g_str_equal (team_placements[i], from))
    i++;
  return g_str_equal (team_placements[(i + 1) % SQUILL_N_PLACEMENTS], to);
}

static void
add_placement (LiveTrips *self, const char *from, const char *to)
{
  /* Samples embed any players in a subset, and fill buckets as they like. */
  const char *only = g_str_equal (from, "subset")   ? "player"
                     : g_str_equal (from, "bucket") ? "team"
                                                    : NULL;
  g_autoptr (SquillModel) now = make_teams (from);
  g_autoptr (SquillModel) then = NULL;
  g_autoptr (SquillDesign) design = NULL;
  g_autoptr (SquillSamples) samples = NULL;
  g_autofree char *there = NULL, *back = NULL;
  LiveTrip *one;

  live_trips_set_dialect (now);
  draw_count (now, "player", 72);
  draw_count (now, "team", 6);
  if (g_str_equal (from, "embed-one") || g_str_equal (to, "embed-one"))
    {
      change (now, "members", "children", "{'min':1,'likely':1,'max':1}");
      draw_count (now, "team", 40);
      draw_count (now, "player", 40);
    }
  then = squill_model_copy (now);
  squill_model_set_read_only (then, FALSE);
  live_trips_place (then, to);
  g_test_message ("%s to %s", from, to);
  design = squill_design_new (now);
  samples = squill_samples_new (design);
  live_trips_begin (self);
  live_samples_fill (self->client, self->database, design, samples, DOCUMENTS, ELEMENTS);
  there = live_migration_write (now, then, TRUE);
  back = live_migration_write (then, now, TRUE);
  one = live_trips_add_scripts (self, now, there, back, only, FALSE, 17);
  one->from = from;
  one->to = to;
  one->members = live_members_read (self->client, self->database, from, 0);
}

static void
test_placements (void)
{
  LiveTrips self;

  if (!live_trips_init (&self, DATABASE))
    return;
  for (guint i = 0; i < SQUILL_N_PLACEMENTS; i++)
    for (guint j = 0; j < SQUILL_N_PLACEMENTS; j++)
      if (is_tried (team_placements[i], team_placements[j]))
        add_placement (&self, team_placements[i], team_placements[j]);
  live_trips_run (&self);
  live_trips_clear (&self);
}

/* The server of the tests takes no validators with such names. */
static const char without_validators[] =
    "function collection(db, name) { if (!exists(name)) db.createCollection(name); }\n";

static void
test_names (void)
{
  static const char *const names[] = { "a.b", "$x", "", "\"'\\" };
  LiveTrips self;

  if (!live_trips_init (&self, DATABASE))
    return;
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (SquillModel) now = make_teams (i % 2 == 0 ? "parent-reference" : "bucket");
      g_autoptr (SquillModel) then = NULL;

      live_trips_set_dialect (now);
      draw_count (now, "player", 360);
      then = squill_model_copy (now);
      squill_model_set_read_only (then, FALSE);
      live_trips_place (then, "embed-many");
      live_trips_set_text (then, "members", "parent_name", names[i]);
      live_trips_set_text (then, "player.nick", "name", names[i]);
      change (then, "members", "keep_id", "true");
      live_trips_begin (&self);
      if (i % 2 == 0)
        {
          live_data_insert (self.client, self.database, "team",
                            "[{\"_id\": 1, \"name\": \"a\"}, {\"_id\": 2, \"$y\": {\"c.d\": 1}}]");
          live_data_insert (self.client, self.database, "player",
                            "[{\"_id\": 1, \"nick\": \"b\", \"team\": 2, \"e.f\": 1}, "
                            "{\"_id\": \"x\", \"nick\": {\"$z\": 3}, \"team\": 1}]");
        }
      else
        {
          live_data_insert (self.client, self.database, "team", "[{\"_id\": 1, \"name\": \"a\"}]");
          live_data_insert (self.client, self.database, "player",
                            "[{\"_id\": {\"$oid\": \"0123456789abcdef01234567\"}, \"team\": 1, "
                            "\"count\": 2, \"members\": [{\"nick\": \"b\"}, {\"nick\": \"c\"}]}]");
        }
      live_trips_add (&self, now, then, FALSE, without_validators);
    }
  live_trips_run (&self);
  live_trips_clear (&self);
}

/* Attributes of links and copied fields, wherever the references are. */
static void
test_links (void)
{
  static const char *const placements[] = { "junction", "child-references", "embed-many",
                                            "two-way",  "subset",           "bucket" };
  LiveTrips self;

  if (!live_trips_init (&self, DATABASE))
    return;
  for (guint i = 0; i < G_N_ELEMENTS (placements); i++)
    {
      g_autoptr (SquillModel) now = squill_model_new ();
      g_autoptr (SquillModel) then = NULL;

      live_trips_set_dialect (now);
      draw_entity (now, "team");
      draw_field (now, "team", "_id", "int");
      draw_field (now, "team", "name", "string");
      draw_entity (now, "player");
      draw_field (now, "player", "_id", "int");
      draw_field (now, "player", "nick", "string");
      draw_relationship (now, "members", "team", "player", "parent-reference", "0..3..9", "1");
      draw_field (now, "members", "role", "string");
      draw_copy (now, "members", "team.name", "to-child");
      change (now, "members", "keep_id", "true");
      then = squill_model_copy (now);
      squill_model_set_read_only (then, FALSE);
      live_trips_place (then, placements[i]);
      g_test_message ("to %s", placements[i]);
      live_trips_begin (&self);
      live_data_insert (self.client, self.database, "team",
                        "[{\"_id\": 1, \"name\": \"a\"}, {\"_id\": 2, \"name\": \"b\"}]");
      live_data_insert (
          self.client, self.database, "player",
          "[{\"_id\": 11, \"nick\": \"x\", \"team\": 1, \"name\": \"a\", \"role\": \"r\"}, "
          "{\"_id\": 12, \"nick\": \"y\", \"team\": 2, \"name\": \"b\", \"role\": \"s\"}, "
          "{\"_id\": 13, \"nick\": \"z\", \"team\": 2, \"name\": \"b\"}]");
      live_trips_add (&self, now, then, TRUE, "");
    }
  live_trips_run (&self);
  live_trips_clear (&self);
}

/* References that lead by other keys from then on, wherever they are. */
static void
test_keys (void)
{
  static const struct
  {
    const char *from;
    const char *to;
    const char *collection;
    const char *expected;
  } moves[] = {
    { "parent-reference", "parent-reference", "player", "\"nick\": \"y\", \"team\": \"b\"" },
    { "child-references", "child-references", "team", "\"members\": [\"y\", \"z\"]" },
    { "parent-reference", "two-way", "team", "\"members\": [\"y\", \"z\"]" },
    { "child-references", "junction", "members", "\"player\": \"y\", \"team\": \"b\"" },
    { "parent-reference", "bucket", "player", "\"team\": \"b\"" },
    { "parent-reference", "embed-many", "team", "\"nick\": \"y\"" },
  };
  LiveTrips self;

  if (!live_trips_init (&self, DATABASE))
    return;
  for (guint i = 0; i < G_N_ELEMENTS (moves); i++)
    {
      g_autoptr (SquillModel) now = make_teams (moves[i].from);
      g_autoptr (SquillModel) then = NULL;
      LiveTrip *one;

      live_trips_set_dialect (now);
      change (now, "members", "keep_id", "true");
      then = squill_model_copy (now);
      squill_model_set_read_only (then, FALSE);
      live_trips_place (then, moves[i].to);
      change (then, "members", "parent_key", "'team.name'");
      change (then, "members", "child_key", "'player.nick'");
      g_test_message ("%s to %s", moves[i].from, moves[i].to);
      live_trips_begin (&self);
      if (g_str_equal (moves[i].from, "parent-reference"))
        {
          live_data_insert (self.client, self.database, "team",
                            "[{\"_id\": 1, \"name\": \"a\"}, {\"_id\": 2, \"name\": \"b\"}]");
          live_data_insert (self.client, self.database, "player",
                            "[{\"_id\": 11, \"nick\": \"x\", \"team\": 1}, "
                            "{\"_id\": 12, \"nick\": \"y\", \"team\": 2}, "
                            "{\"_id\": 13, \"nick\": \"z\", \"team\": 2}]");
        }
      else
        {
          live_data_insert (self.client, self.database, "team",
                            "[{\"_id\": 1, \"name\": \"a\", \"members\": [11]}, "
                            "{\"_id\": 2, \"name\": \"b\", \"members\": [12, 13]}]");
          live_data_insert (self.client, self.database, "player",
                            "[{\"_id\": 11, \"nick\": \"x\"}, {\"_id\": 12, \"nick\": \"y\"}, "
                            "{\"_id\": 13, \"nick\": \"z\"}]");
        }
      one = live_trips_add (&self, now, then, TRUE, "");
      one->collection = moves[i].collection;
      one->expected = moves[i].expected;
    }
  live_trips_run (&self);
  live_trips_clear (&self);
}

/* Who has no key would be lost: the old collections stay in use. */
static void
test_lost_keys (void)
{
  g_autoptr (SquillModel) now = make_teams ("parent-reference");
  g_autoptr (SquillModel) then = NULL;
  g_autofree char *script = NULL, *printed = NULL;
  LiveTrips self;

  if (!live_trips_init (&self, DATABASE))
    return;
  live_trips_set_dialect (now);
  then = squill_model_copy (now);
  squill_model_set_read_only (then, FALSE);
  change (then, "members", "parent_key", "'team.name'");
  live_data_insert (self.client, DATABASE, "team", "[{\"_id\": 1, \"name\": \"a\"}, {\"_id\": 2}]");
  live_data_insert (self.client, DATABASE, "player",
                    "[{\"_id\": 11, \"nick\": \"x\", \"team\": 1}, "
                    "{\"_id\": 12, \"nick\": \"y\", \"team\": 2}]");
  script = live_migration_write (now, then, TRUE);
  if (!live_shell_runs ())
    {
      live_trips_clear (&self);
      return;
    }
  printed = live_trips_run_script (&self, script, "SWITCH_OVER: true, REALLY_REMOVE: true", TRUE);
  if (strstr (printed, "References of “members” to documents without the key that they lead by, "
                       "which would be lost: 1") == NULL ||
      strstr (printed, "Left as it is: the old collections are in use") == NULL)
    g_error ("%s", printed);
  live_trips_clear (&self);
}

/* What is copied into links and buckets, in objects with the reference and beside it. */
static void
test_copies (void)
{
  static const struct
  {
    const char *to;
    const char *nested;
    const char *expected;
  } moves[] = {
    { "junction", "false", "\"name\": \"b\", \"nick\": \"y\", \"player\": 12, \"team\": 2" },
    { "junction", "true",
      "\"player\": {\"id\": 12, \"nick\": \"y\"}, \"team\": {\"id\": 2, \"name\": \"b\"}" },
    { "bucket", "false", "\"name\": \"b\", \"team\": 2" },
    { "bucket", "true", "\"team\": {\"id\": 2, \"name\": \"b\"}" },
  };
  LiveTrips self;

  if (!live_trips_init (&self, DATABASE))
    return;
  for (guint i = 0; i < G_N_ELEMENTS (moves); i++)
    {
      g_autoptr (SquillModel) now = make_teams ("parent-reference");
      g_autoptr (SquillModel) then = NULL;
      g_autofree char *there = NULL;
      LiveTrip *one;

      live_trips_set_dialect (now);
      change (now, "members", "keep_id", "true");
      then = squill_model_copy (now);
      squill_model_set_read_only (then, FALSE);
      live_trips_place (then, moves[i].to);
      draw_copy (then, "members", "team.name", "to-child");
      if (g_str_equal (moves[i].to, "junction"))
        draw_copy (then, "members", "player.nick", "to-parent");
      change (then, "members", "nest_copies", moves[i].nested);
      there = live_migration_write (now, then, TRUE);
      g_test_message ("to %s, %s", moves[i].to, moves[i].nested);
      live_trips_begin (&self);
      live_data_insert (self.client, self.database, "team",
                        "[{\"_id\": 1, \"name\": \"a\"}, {\"_id\": 2, \"name\": \"b\"}]");
      live_data_insert (self.client, self.database, "player",
                        "[{\"_id\": 11, \"nick\": \"x\", \"team\": 1}, "
                        "{\"_id\": 12, \"nick\": \"y\", \"team\": 2}, "
                        "{\"_id\": 13, \"nick\": \"z\", \"team\": 2}]");
      one = live_trips_add (&self, now, then, TRUE, "");
      /* Buckets have the name of what is in them. */
      one->collection = g_str_equal (moves[i].to, "bucket") ? "player" : "members";
      one->expected = moves[i].expected;
    }
  live_trips_run (&self);
  live_trips_clear (&self);
}

/* Teams, and players in another database: references, what is embedded, and the other database
 * itself come and go. */
static void
test_databases (void)
{
  static const char *const placements[] = { "embed-many", "child-references", "junction", "bucket",
                                            "parent-reference" };
  LiveTrips self;

  if (!live_trips_init (&self, DATABASE))
    return;
  for (guint i = 0; i < G_N_ELEMENTS (placements); i++)
    {
      g_autoptr (SquillModel) now = make_teams ("parent-reference");
      g_autoptr (SquillModel) then = NULL;

      g_autofree char *other = live_trips_get_other (live_trips_begin (&self));

      live_trips_set_dialect (now);
      live_trips_set_text (now, "player", "database", other);
      change (now, "members", "keep_id", "true");
      then = squill_model_copy (now);
      squill_model_set_read_only (then, FALSE);
      if (i + 1 < G_N_ELEMENTS (placements))
        live_trips_place (then, placements[i]);
      else
        change (then, "player", "database", "null");
      g_test_message ("to %s", placements[i]);
      live_data_insert (self.client, self.database, "team",
                        "[{\"_id\": 1, \"name\": \"a\"}, {\"_id\": 2, \"name\": \"b\"}]");
      live_data_insert (self.client, other, "player",
                        "[{\"_id\": 11, \"nick\": \"x\", \"team\": 1}, "
                        "{\"_id\": 12, \"nick\": \"y\", \"team\": 2}, "
                        "{\"_id\": 13, \"nick\": \"z\", \"team\": 2}]");
      live_trips_add (&self, now, then, TRUE, "");
    }
  live_trips_run (&self);
  live_trips_clear (&self);
}

/* Lines are in orders, and notes in lines: those come into a collection of their own. */
static void
test_nested (void)
{
  g_autoptr (SquillModel) now = squill_model_new ();
  g_autoptr (SquillModel) then = NULL;
  g_autofree char *there = NULL, *back = NULL;
  LiveTrips self;

  if (!live_trips_init (&self, DATABASE))
    return;
  live_trips_set_dialect (now);
  draw_entity (now, "order");
  draw_field (now, "order", "_id", "int");
  draw_entity (now, "line");
  draw_field (now, "line", "_id", "int");
  draw_field (now, "line", "price", "int");
  draw_entity (now, "note");
  draw_field (now, "note", "_id", "int");
  draw_field (now, "note", "text", "string");
  draw_relationship (now, "lines", "order", "line", "embed-many", "0..3..9", "1");
  draw_relationship (now, "notes", "line", "note", "embed-many", "0..3..9", "1");
  change (now, "lines", "keep_id", "true");
  change (now, "notes", "keep_id", "true");
  then = squill_model_copy (now);
  squill_model_set_read_only (then, FALSE);
  change (then, "notes", "placement", "'child-references'");
  change (then, "note.text", "name", "'words'");
  live_trips_begin (&self);
  live_data_insert (
      self.client, self.database, "order",
      "[{\"_id\": 1, \"lines\": [{\"_id\": 11, \"price\": 5, \"notes\": [{\"_id\": 111, \"text\": "
      "\"a\"}, {\"_id\": 112, \"text\": \"b\", \"more\": 1}]}, {\"_id\": 12, \"price\": 6}]}, "
      "{\"_id\": 2, \"lines\": [{\"_id\": 21, \"notes\": [{\"_id\": 211, \"text\": \"c\"}]}]}, "
      "{\"_id\": 3}]");
  there = live_migration_write (now, then, FALSE);
  back = live_migration_write (then, now, FALSE);
  live_trips_add_scripts (&self, now, there, back, NULL, TRUE, 2);
  live_trips_run (&self);
  live_trips_clear (&self);
}

/* Who would be lost keeps the new collections from being used. */
static void
test_losses (void)
{
  g_autoptr (SquillModel) now = make_teams ("parent-reference");
  g_autoptr (SquillModel) then = NULL;
  g_autofree char *script = NULL, *printed = NULL;
  LiveTrips self;

  if (!live_trips_init (&self, DATABASE))
    return;
  live_trips_set_dialect (now);
  then = squill_model_copy (now);
  squill_model_set_read_only (then, FALSE);
  live_trips_place (then, "embed-many");
  live_data_insert (self.client, DATABASE, "team", "[{\"_id\": 1, \"name\": \"a\"}]");
  live_data_insert (
      self.client, DATABASE, "player",
      "[{\"_id\": 1, \"nick\": \"b\", \"team\": 1}, {\"_id\": 2, \"nick\": \"nobody's\"}]");
  script = live_migration_write (now, then, TRUE);
  if (!live_shell_runs ())
    {
      live_trips_clear (&self);
      return;
    }
  printed = live_trips_run_script (&self, script, "SWITCH_OVER: true, REALLY_REMOVE: true", TRUE);
  if (strstr (printed, "Children of “members” that no parent has, which would be lost: 1") ==
          NULL ||
      strstr (printed, "Left as it is: the old collections are in use") == NULL)
    g_error ("%s", printed);
  g_assert_cmpuint (live_data_count (self.client, DATABASE, "player"), ==, 2);
  live_trips_clear (&self);
}

/* Documents that would be too large are found before anything is built. */
static void
test_large (void)
{
  g_autoptr (SquillModel) now = make_teams ("parent-reference");
  g_autoptr (SquillModel) then = NULL;
  g_autofree char *script = NULL, *printed = NULL;
  LiveTrips self;

  if (!live_trips_init (&self, DATABASE))
    return;
  live_trips_set_dialect (now);
  then = squill_model_copy (now);
  squill_model_set_read_only (then, FALSE);
  live_trips_place (then, "embed-many");
  live_data_insert (self.client, DATABASE, "team", "[{\"_id\": 7, \"name\": \"a\"}]");
  live_data_generate (self.client, DATABASE, "player", 20, 1000000);
  live_data_run (
      self.client, DATABASE,
      "{\"update\": \"player\", \"updates\": [{\"q\": {}, \"u\": {\"$set\": {\"team\": 7}}, "
      "\"multi\": true}]}");
  script = live_migration_write (now, then, TRUE);
  if (!live_shell_runs ())
    {
      live_trips_clear (&self);
      return;
    }
  printed = live_shell_run (self.server, DATABASE, script, FALSE);
  if (strstr (printed, "larger than 16 MiB") == NULL ||
      strstr (printed, "“members” of 7: ") == NULL)
    g_error ("%s", printed);
  g_assert_cmpuint (live_data_count (self.client, DATABASE, "team_new"), ==, 0);
  live_trips_clear (&self);
}

/* Customers have arrays of the numbers of their accounts, of which one is that of two. */
static void
test_analytics (void)
{
  g_autofree char *folder = fixture_new_folder ();
  g_autoptr (SquillModel) now = NULL, then = NULL;
  g_autofree char *there = NULL, *back = NULL;
  const SquillRelationship *accounts = NULL;
  LiveTrips self;

  if (!live_trips_init (&self, DATABASE))
    return;
  live_trips_begin (&self);
  for (guint i = 0; i < 2; i++)
    {
      const char *name = i == 0 ? "accounts" : "customers";
      g_autofree char *file = g_strconcat (name, ".json", NULL);
      g_autofree char *packed = g_strdup_printf ("atlas-sample/json/sample_analytics/%s.xz", file);
      g_autofree char *path = fixture_unpack (folder, packed, file);
      g_autofree char *content = NULL;
      gsize length;

      if (path == NULL)
        {
          fixture_remove_folder (folder);
          live_trips_clear (&self);
          return;
        }
      g_assert_true (g_file_get_contents (path, &content, &length, NULL));
      g_assert_cmpuint (live_data_load (self.client, self.database, name, content, length), >, 0);
    }
  now = infer_folder (folder);
  fixture_remove_folder (folder);
  squill_model_set_read_only (now, FALSE);
  live_trips_set_dialect (now);
  SQUILL_FOR_EACH_CHILD (SquillRelationship, r, squill_model_get_info (now),
                         SQUILL_KIND_RELATIONSHIP)
    {
      if (r->placement == SQUILL_PLACEMENT_CHILD_REFERENCES)
        accounts = r;
    }
  g_assert_nonnull (accounts);
  then = squill_model_copy (now);
  squill_model_set_read_only (then, FALSE);
  change (then, accounts->item.id, "placement", "'embed-many'");
  change (then, accounts->item.id, "keep_id", "true");
  there = live_migration_write (now, then, FALSE);
  back = live_migration_write (then, now, FALSE);
  live_trips_add_scripts (&self, now, there, back, NULL, TRUE, 70);
  live_trips_run (&self);
  live_trips_clear (&self);
}

static void
add_tests (void)
{
  g_test_add_func ("/server/migrate/names", test_names);
  g_test_add_func ("/server/migrate/links", test_links);
  g_test_add_func ("/server/migrate/keys", test_keys);
  g_test_add_func ("/server/migrate/lost-keys", test_lost_keys);
  g_test_add_func ("/server/migrate/copies", test_copies);
  g_test_add_func ("/server/migrate/databases", test_databases);
  g_test_add_func ("/server/migrate/nested", test_nested);
  g_test_add_func ("/server/migrate/losses", test_losses);
  g_test_add_func ("/server/migrate/large", test_large);
  g_test_add_func ("/server/migrate/analytics", test_analytics);
  g_test_add_func ("/server/migrate/placements", test_placements);
}

int
main (int argc, char *argv[])
{
  return live_server_run (&argc, &argv, add_tests);
}

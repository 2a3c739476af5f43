/* SPDX-License-Identifier: Apache-2.0 */

/* What the script that moves the data of one design into another does with fields, run by the shell
 * on a real server: they get other types, names, and places, and come into maps and out of them. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include <string.h>

#include "design-fixture.h"
#include "live-data.h"
#include "live-migration.h"
#include "live-shell.h"
#include "live-trips.h"
#include "model/squill-authoring.h"
#include "team-model.h"

#define DATABASE "squill_test_migrate_fields"

/* Teams and players that a map leads from one to the other: by its values, or by its keys. */
static void
test_map_references (void)
{
  static const struct
  {
    const char *by_keys;
    const char *type;
    const char *team;
  } maps[] = {
    { "false", "int",
      "[{\"_id\": 1, \"name\": \"a\", \"squad\": {\"goal\": 12, \"wing\": 11}}, "
      "{\"_id\": 2, \"squad\": {\"goal\": 13}}, {\"_id\": 3}, {\"_id\": 4, \"squad\": \"none\"}]" },
    { "true", "object",
      "[{\"_id\": 1, \"name\": \"a\", \"squad\": {\"12\": {\"at\": 1}, \"11\": {}}}, "
      "{\"_id\": 2, \"squad\": {\"13\": null}}, {\"_id\": 3}, {\"_id\": 4, \"squad\": "
      "\"none\"}]" },
  };
  LiveTrips self;

  if (!live_trips_init (&self, DATABASE))
    return;
  for (guint i = 0; i < G_N_ELEMENTS (maps); i++)
    {
      g_autoptr (SquillModel) now = squill_model_new ();
      g_autoptr (SquillModel) then = NULL;
      g_autoptr (SquillDesign) design = NULL;
      g_autofree char *script = NULL, *printed = NULL, *found = NULL;

      live_trips_set_dialect (now);
      draw_entity (now, "team");
      draw_field (now, "team", "_id", "int");
      draw_field (now, "team", "name", "string");
      draw_field (now, "team", "squad", maps[i].type);
      change (now, "team.squad", "map", "true");
      draw_entity (now, "player");
      draw_field (now, "player", "_id", "int");
      draw_field (now, "player", "nick", "string");
      draw_relationship (now, "members", "team", "player", "child-references", "0..3..9", "1");
      change (now, "members", "parent_holder", "'team.squad'");
      change (now, "members", "by_keys", maps[i].by_keys);
      then = squill_model_copy (now);
      squill_model_set_read_only (then, FALSE);
      live_trips_place (then, "parent-reference");
      live_trips_drop (&self, DATABASE);
      live_data_insert (self.client, DATABASE, "team", maps[i].team);
      live_data_insert (self.client, DATABASE, "player",
                        "[{\"_id\": 11, \"nick\": \"x\"}, {\"_id\": 12, \"nick\": \"y\"}, "
                        "{\"_id\": 13, \"nick\": \"z\"}, {\"_id\": 14}]");
      script = live_migration_write (now, then, FALSE);
      if (!live_shell_runs ())
        continue;
      printed =
          live_trips_run_script (&self, script, "SWITCH_OVER: true, REALLY_REMOVE: true", TRUE);
      design = squill_design_new (then);
      found = live_migration_dump (self.client, DATABASE, design, "player", TRUE);
      g_assert_cmpstr (found, ==,
                       "player {\"_id\": 11, \"nick\": \"x\", \"team\": 1}\n"
                       "player {\"_id\": 12, \"nick\": \"y\", \"team\": 1}\n"
                       "player {\"_id\": 13, \"nick\": \"z\", \"team\": 2}\n"
                       "player {\"_id\": 14}");
    }
  live_trips_clear (&self);
}

/* References that become the keys of a map, and come back. */
static void
test_map_keys (void)
{
  g_autoptr (SquillModel) now = squill_model_new ();
  g_autoptr (SquillModel) then = NULL;
  LiveTrips self;
  LiveTrip *one;

  if (!live_trips_init (&self, DATABASE))
    return;
  live_trips_set_dialect (now);
  draw_entity (now, "team");
  draw_field (now, "team", "_id", "int");
  draw_entity (now, "player");
  draw_field (now, "player", "_id", "int");
  draw_field (now, "player", "nick", "string");
  draw_relationship (now, "members", "team", "player", "parent-reference", "0..3..9", "1");
  then = squill_model_copy (now);
  squill_model_set_read_only (then, FALSE);
  draw_field (then, "team", "squad", "object");
  change (then, "team.squad", "map", "true");
  live_trips_place (then, "child-references");
  change (then, "members", "parent_holder", "'team.squad'");
  change (then, "members", "by_keys", "true");
  live_trips_begin (&self);
  live_data_insert (self.client, self.database, "team",
                    "[{\"_id\": 1}, {\"_id\": 2, \"more\": true}, {\"_id\": 3}]");
  live_data_insert (self.client, self.database, "player",
                    "[{\"_id\": 11, \"nick\": \"x\", \"team\": 1}, "
                    "{\"_id\": 12, \"nick\": \"y\", \"team\": 2}, "
                    "{\"_id\": 13, \"team\": 2}, {\"_id\": 14}]");
  one = live_trips_add (&self, now, then, TRUE, "");
  one->collection = "team";
  one->expected = "\"squad\": {\"12\": {}, \"13\": {}}";
  live_trips_run (&self);
  live_trips_clear (&self);
}

/* Players that are embedded in a map by what they are called, and come back. */
static void
test_map_documents (void)
{
  g_autoptr (SquillModel) now = make_teams ("parent-reference");
  g_autoptr (SquillModel) then = NULL;
  LiveTrips self;
  LiveTrip *one;

  if (!live_trips_init (&self, DATABASE))
    return;
  live_trips_set_dialect (now);
  change (now, "members", "keep_id", "true");
  change (now, "player.nick", "map_key", "true");
  then = squill_model_copy (now);
  squill_model_set_read_only (then, FALSE);
  live_trips_place (then, "embed-many");
  live_trips_begin (&self);
  live_data_insert (self.client, self.database, "team",
                    "[{\"_id\": 1, \"name\": \"a\"}, {\"_id\": 2, \"name\": \"b\"}, {\"_id\": 3}]");
  live_data_insert (self.client, self.database, "player",
                    "[{\"_id\": 11, \"nick\": \"x\", \"team\": 1, \"goals\": 3}, "
                    "{\"_id\": 12, \"nick\": \"y\", \"team\": 2, \"more\": true}, "
                    "{\"_id\": 13, \"nick\": \"z\", \"team\": 2}]");
  one = live_trips_add (&self, now, then, TRUE, "");
  one->collection = "team";
  one->expected = "\"members\": {\"y\": {\"_id\": 12, \"more\": true}, \"z\": {\"_id\": 13}}";
  live_trips_run (&self);
  live_trips_clear (&self);
}

/* A field becomes one of another entity. */
static void
hand_over (SquillModel *model, const char *id, const char *owner, const char *name)
{
  g_autoptr (SquillEdit) edit = NULL;
  g_autoptr (GError) error = NULL;

  squill_model_delete (model, (const char *const[]){ id, NULL });
  edit = squill_edit_new_add (SQUILL_KIND_FIELD, id, owner,
                              json_pack ("{s:s, s:[s]}", "name", name, "types", "string"));
  squill_model_apply (model, edit, &error);
  g_assert_no_error (error);
}

/* One entity becomes two, and two become one. */
static void
test_split (void)
{
  static const char *const placements[] = { "embed-one", "parent-reference", "child-references" };
  LiveTrips self;

  if (!live_trips_init (&self, DATABASE))
    return;
  for (guint i = 0; i < G_N_ELEMENTS (placements); i++)
    {
      g_autoptr (SquillModel) now = squill_model_new ();
      g_autoptr (SquillModel) then = NULL;

      live_trips_set_dialect (now);
      draw_entity (now, "person");
      draw_field (now, "person", "_id", "int");
      draw_field (now, "person", "name", "string");
      draw_field (now, "person", "street", "string");
      draw_field (now, "person", "city", "string");
      then = squill_model_copy (now);
      squill_model_set_read_only (then, FALSE);
      draw_entity (then, "address");
      draw_field (then, "address", "_id", "int");
      hand_over (then, "person.street", "address", "street");
      hand_over (then, "person.city", "address", "city");
      draw_relationship (then, "address of", "person", "address", placements[i], "0..1..1", "1");
      change (then, "address of", "name", "'address'");
      g_test_message ("%s", placements[i]);
      live_trips_begin (&self);
      live_data_insert (self.client, self.database, "person",
                        "[{\"_id\": 1, \"name\": \"a\", \"street\": \"s\", \"city\": \"c\"}, "
                        "{\"_id\": 2, \"name\": \"b\", \"city\": \"d\", \"more\": 1}, "
                        "{\"_id\": 3, \"name\": \"c\"}]");
      live_trips_add (&self, now, then, TRUE, "");
    }
  live_trips_run (&self);
  live_trips_clear (&self);
}

/* Values of other types, names, and places in the document. */
static void
test_fields (void)
{
  g_autoptr (SquillModel) now = squill_model_new ();
  g_autoptr (SquillModel) then = NULL;
  g_autoptr (SquillDesign) design = NULL;
  g_autofree char *script = NULL, *found = NULL, *printed = NULL;
  LiveTrips self;

  if (!live_trips_init (&self, DATABASE))
    return;
  live_trips_set_dialect (now);
  draw_entity (now, "thing");
  draw_field (now, "thing", "_id", "int");
  draw_field (now, "thing", "size", "string");
  draw_field (now, "thing", "tag", "string");
  draw_field (now, "thing", "parts", "object[]");
  draw_field (now, "thing.parts", "n", "string");
  draw_field (now, "thing", "gone", "string");
  draw_field (now, "thing", "color", "string");
  draw_field (now, "thing", "width", "string");
  draw_field (now, "thing", "box", "object");
  draw_field (now, "thing.box", "depth", "int");
  then = squill_model_copy (now);
  squill_model_set_read_only (then, FALSE);
  change (then, "thing.size", "types", "['int']");
  change (then, "thing.tag", "name", "'tags'");
  change (then, "thing.tag", "array", "true");
  change (then, "thing.parts.n", "types", "['int']");
  change (then, "thing.parts.n", "name", "'number'");
  squill_model_delete (then, (const char *const[]){ "thing.gone", NULL });
  change (then, "thing", "name", "'object'");
  /* One into an object that is there, the other one into a new one. */
  hand_over (then, "thing.color", "thing.box", "color");
  draw_field (then, "thing", "form", "object");
  hand_over (then, "thing.width", "thing.form", "width");
  live_data_insert (
      self.client, DATABASE, "thing",
      "[{\"_id\": 1, \"size\": \"12\", \"tag\": \"a\", \"parts\": [{\"n\": \"3\"}, "
      "{\"n\": \"x\", \"o\": 1}], \"gone\": \"g\", \"color\": \"red\", \"width\": \"w\", "
      "\"box\": {\"depth\": 3}}, {\"_id\": 2, \"size\": \"big\", \"more\": true}, "
      "{\"_id\": 3, \"color\": \"blue\"}, {\"_id\": 4, \"box\": {\"depth\": 4}}]");
  script = live_migration_write (now, then, FALSE);
  if (!live_shell_runs ())
    {
      live_trips_clear (&self);
      return;
    }
  printed = live_trips_run_script (&self, script, "SWITCH_OVER: true", TRUE);
  design = squill_design_new (then);
  found = live_migration_dump (self.client, DATABASE, design, NULL, TRUE);
  g_assert_cmpstr (
      found, ==,
      "object {\"_id\": 1, \"box\": {\"color\": \"red\", \"depth\": 3}, \"form\": {\"width\": "
      "\"w\"}, \"parts\": [{\"number\": \"x\", \"o\": 1}, {\"number\": 3}], "
      "\"size\": 12, \"tags\": [\"a\"]}\n"
      "object {\"_id\": 2, \"more\": true, \"size\": \"big\"}\n"
      "object {\"_id\": 3, \"box\": {\"color\": \"blue\"}}\n"
      "object {\"_id\": 4, \"box\": {\"depth\": 4}}");
  if (strstr (printed,
              "object: documents whose “size” could not be converted, and is as it was: 1") == NULL)
    g_error ("%s", printed);
  /* What was there is still there. */
  g_assert_cmpuint (live_data_count (self.client, DATABASE, "thing"), ==, 4);
  live_trips_clear (&self);
}

static void
add_tests (void)
{
  g_test_add_func ("/server/migrate-fields/map-references", test_map_references);
  g_test_add_func ("/server/migrate-fields/map-keys", test_map_keys);
  g_test_add_func ("/server/migrate-fields/map-documents", test_map_documents);
  g_test_add_func ("/server/migrate-fields/split", test_split);
  g_test_add_func ("/server/migrate-fields/fields", test_fields);
}

int
main (int argc, char *argv[])
{
  return live_server_run (&argc, &argv, add_tests);
}

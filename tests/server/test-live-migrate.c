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
#include "live-server.h"
#include "live-shell.h"
#include "model/squill-authoring.h"
#include "team-model.h"

#define DATABASE "squill_test_migrate"

#define DOCUMENTS 2000
#define ELEMENTS 2000

/* A migration that is tried there and back, in a database of its own. */
typedef struct
{
  char *database;
  char *there;
  SquillDesign *design;
  const char *only; /* (nullable): the collection that is the same as before */
  gboolean with_ids;
  char *before;
  const char *collection; /* (nullable): what it has there */
  const char *expected;
  const char *from, *to; /* placements */
  char *members;         /* (nullable): who belongs to whom by them */
} Case;

typedef struct
{
  LiveServer *server;
  mongoc_client_t *client;
  GPtrArray *cases;
  GString *all; /* one shell runs all of them: it takes long to start */
  char *database;
} Fixture;

static void
case_free (gpointer data)
{
  Case *self = data;

  g_free (self->database);
  g_free (self->there);
  g_object_unref (self->design);
  g_free (self->before);
  g_free (self->members);
  g_free (self);
}

static char *
get_other_database (const char *database)
{
  return g_strconcat (database, "_other", NULL);
}

static void
drop_database (Fixture *self, const char *database)
{
  g_autofree char *other = get_other_database (database);

  live_data_run (self->client, database, "{\"dropDatabase\": 1}");
  live_data_run (self->client, other, "{\"dropDatabase\": 1}");
}

/* The database of the next case, which is empty. */
static const char *
begin_case (Fixture *self)
{
  g_free (self->database);
  self->database = g_strdup_printf (DATABASE "_%u", self->cases->len);
  drop_database (self, self->database);
  return self->database;
}

static gboolean
set_up (Fixture *self)
{
  self->server = live_server_get (LIVE_SERVER_PLAIN);
  if (self->server == NULL)
    return FALSE;
  self->client = live_server_connect (self->server);
  live_data_run (self->client, DATABASE, "{\"dropDatabase\": 1}");
  self->cases = g_ptr_array_new_with_free_func (case_free);
  self->all = g_string_new (NULL);
  self->database = NULL;
  live_migration_append_tools (self->all);
  return TRUE;
}

static void
tear_down (Fixture *self)
{
  live_data_run (self->client, DATABASE, "{\"dropDatabase\": 1}");
  g_ptr_array_unref (self->cases);
  g_string_free (self->all, TRUE);
  g_free (self->database);
  mongoc_client_destroy (self->client);
}

/* What a script prints that is run with other constants, such as “SWITCH_OVER: true”. */
static char *
run_once (Fixture *self, const char *script, const char *settings, gboolean succeeds)
{
  g_autoptr (GString) all = g_string_new (NULL);

  live_migration_append (all, "migrate", script);
  g_string_append_printf (all, "migrate(db, { %s });\n", settings);
  return live_shell_run (self->server, DATABASE, all->str, succeeds);
}

/* Models. */

/* Names are text of somebody else. */
static void
set_text (SquillModel *model, const char *id, const char *property, const char *text)
{
  g_autoptr (GError) error = NULL;

  squill_model_set (model, id, property, json_string (text), &error);
  g_assert_no_error (error);
}

static void
set_dialect (SquillModel *model)
{
  set_text (model, squill_model_get_info (model)->item.id, "dialect", "ferretdb");
}

/* Placements. */

static void
place (SquillModel *model, const char *placement)
{
  g_autofree char *quoted = g_strdup_printf ("'%s'", placement);

  change (model, "members", "placement", quoted);
  if (g_str_equal (placement, "subset") || g_str_equal (placement, "bucket"))
    change (model, "members", "bound", "5");
}

static void
check_members (Fixture *self, const char *database, const char *placement, const char *expected)
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

/* Scripts that are moved there and back in the database of the case, stopped only once where @batch
 * is 0, and else step by step. */
static Case *
add_scripts (Fixture *self,
             SquillModel *now,
             const char *there,
             const char *back,
             const char *only,
             gboolean with_ids,
             guint batch)
{
  const guint nth = self->cases->len;
  Case *one = g_new0 (Case, 1);

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
  g_ptr_array_add (self->cases, one);
  return one;
}

/* What is moved there and back is as it was. */
static Case *
add_case (Fixture *self, SquillModel *now, SquillModel *then, gboolean with_ids, const char *more)
{
  g_autofree char *first = live_migration_write (now, then, FALSE);
  g_autofree char *second = live_migration_write (then, now, FALSE);
  g_autofree char *there = g_strconcat (first, more, NULL);
  g_autofree char *back = g_strconcat (second, more, NULL);

  return add_scripts (self, now, there, back, NULL, with_ids, 0);
}

/* What a migration made, before it was moved back. */
static void
check_there (Fixture *self, const Case *one)
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
check_case (Fixture *self, const Case *one, guint nth)
{
  g_autofree char *after =
      live_migration_dump (self->client, one->database, one->design, one->only, one->with_ids);

  g_test_message ("case %u", nth);
  live_migration_assert_same (one->before, after, "What was there", self->all->str);
  if (one->collection != NULL)
    check_there (self, one);
  if (one->members != NULL)
    {
      check_members (self, one->there, one->to, one->members);
      check_members (self, one->database, one->from, one->members);
    }
}

static void
run_cases (Fixture *self)
{
  const gboolean runs = live_shell_runs ();

  if (runs)
    live_migration_run (self->server, DATABASE, self->all->str);
  for (guint i = 0; i < self->cases->len; i++)
    {
      const Case *one = self->cases->pdata[i];

      if (runs)
        check_case (self, one, i);
      drop_database (self, one->database);
      live_data_run (self->client, one->there, "{\"dropDatabase\": 1}");
    }
}

static void
add_placement (Fixture *self, const char *from, const char *to)
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
  Case *one;

  set_dialect (now);
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
  place (then, to);
  g_test_message ("%s to %s", from, to);
  design = squill_design_new (now);
  samples = squill_samples_new (design);
  begin_case (self);
  live_samples_fill (self->client, self->database, design, samples, DOCUMENTS, ELEMENTS);
  there = live_migration_write (now, then, TRUE);
  back = live_migration_write (then, now, TRUE);
  one = add_scripts (self, now, there, back, only, FALSE, 17);
  one->from = from;
  one->to = to;
  one->members = live_members_read (self->client, self->database, from, 0);
}

static void
test_placements (void)
{
  Fixture self;

  if (!set_up (&self))
    return;
  for (guint i = 0; i < SQUILL_N_PLACEMENTS; i++)
    for (guint j = 0; j < SQUILL_N_PLACEMENTS; j++)
      if (is_tried (team_placements[i], team_placements[j]))
        add_placement (&self, team_placements[i], team_placements[j]);
  run_cases (&self);
  tear_down (&self);
}

/* The server of the tests takes no validators with such names. */
static const char without_validators[] =
    "function collection(db, name) { if (!exists(name)) db.createCollection(name); }\n";

static void
test_names (void)
{
  static const char *const names[] = { "a.b", "$x", "", "\"'\\" };
  Fixture self;

  if (!set_up (&self))
    return;
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (SquillModel) now = make_teams (i % 2 == 0 ? "parent-reference" : "bucket");
      g_autoptr (SquillModel) then = NULL;

      set_dialect (now);
      draw_count (now, "player", 360);
      then = squill_model_copy (now);
      squill_model_set_read_only (then, FALSE);
      place (then, "embed-many");
      set_text (then, "members", "parent_name", names[i]);
      set_text (then, "player.nick", "name", names[i]);
      change (then, "members", "keep_id", "true");
      begin_case (&self);
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
      add_case (&self, now, then, FALSE, without_validators);
    }
  run_cases (&self);
  tear_down (&self);
}

/* Attributes of links and copied fields, wherever the references are. */
static void
test_links (void)
{
  static const char *const placements[] = { "junction", "child-references", "embed-many",
                                            "two-way",  "subset",           "bucket" };
  Fixture self;

  if (!set_up (&self))
    return;
  for (guint i = 0; i < G_N_ELEMENTS (placements); i++)
    {
      g_autoptr (SquillModel) now = squill_model_new ();
      g_autoptr (SquillModel) then = NULL;

      set_dialect (now);
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
      place (then, placements[i]);
      g_test_message ("to %s", placements[i]);
      begin_case (&self);
      live_data_insert (self.client, self.database, "team",
                        "[{\"_id\": 1, \"name\": \"a\"}, {\"_id\": 2, \"name\": \"b\"}]");
      live_data_insert (
          self.client, self.database, "player",
          "[{\"_id\": 11, \"nick\": \"x\", \"team\": 1, \"name\": \"a\", \"role\": \"r\"}, "
          "{\"_id\": 12, \"nick\": \"y\", \"team\": 2, \"name\": \"b\", \"role\": \"s\"}, "
          "{\"_id\": 13, \"nick\": \"z\", \"team\": 2, \"name\": \"b\"}]");
      add_case (&self, now, then, TRUE, "");
    }
  run_cases (&self);
  tear_down (&self);
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
  Fixture self;

  if (!set_up (&self))
    return;
  for (guint i = 0; i < G_N_ELEMENTS (moves); i++)
    {
      g_autoptr (SquillModel) now = make_teams (moves[i].from);
      g_autoptr (SquillModel) then = NULL;
      Case *one;

      set_dialect (now);
      change (now, "members", "keep_id", "true");
      then = squill_model_copy (now);
      squill_model_set_read_only (then, FALSE);
      place (then, moves[i].to);
      change (then, "members", "parent_key", "'team.name'");
      change (then, "members", "child_key", "'player.nick'");
      g_test_message ("%s to %s", moves[i].from, moves[i].to);
      begin_case (&self);
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
      one = add_case (&self, now, then, TRUE, "");
      one->collection = moves[i].collection;
      one->expected = moves[i].expected;
    }
  run_cases (&self);
  tear_down (&self);
}

/* Who has no key would be lost: the old collections stay in use. */
static void
test_lost_keys (void)
{
  g_autoptr (SquillModel) now = make_teams ("parent-reference");
  g_autoptr (SquillModel) then = NULL;
  g_autofree char *script = NULL, *printed = NULL;
  Fixture self;

  if (!set_up (&self))
    return;
  set_dialect (now);
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
      tear_down (&self);
      return;
    }
  printed = run_once (&self, script, "SWITCH_OVER: true, REALLY_REMOVE: true", TRUE);
  if (strstr (printed, "References of “members” to documents without the key that they lead by, "
                       "which would be lost: 1") == NULL ||
      strstr (printed, "Left as it is: the old collections are in use") == NULL)
    g_error ("%s", printed);
  tear_down (&self);
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
  Fixture self;

  if (!set_up (&self))
    return;
  for (guint i = 0; i < G_N_ELEMENTS (moves); i++)
    {
      g_autoptr (SquillModel) now = make_teams ("parent-reference");
      g_autoptr (SquillModel) then = NULL;
      g_autofree char *there = NULL;
      Case *one;

      set_dialect (now);
      change (now, "members", "keep_id", "true");
      then = squill_model_copy (now);
      squill_model_set_read_only (then, FALSE);
      place (then, moves[i].to);
      draw_copy (then, "members", "team.name", "to-child");
      if (g_str_equal (moves[i].to, "junction"))
        draw_copy (then, "members", "player.nick", "to-parent");
      change (then, "members", "nest_copies", moves[i].nested);
      there = live_migration_write (now, then, TRUE);
      g_test_message ("to %s, %s", moves[i].to, moves[i].nested);
      begin_case (&self);
      live_data_insert (self.client, self.database, "team",
                        "[{\"_id\": 1, \"name\": \"a\"}, {\"_id\": 2, \"name\": \"b\"}]");
      live_data_insert (self.client, self.database, "player",
                        "[{\"_id\": 11, \"nick\": \"x\", \"team\": 1}, "
                        "{\"_id\": 12, \"nick\": \"y\", \"team\": 2}, "
                        "{\"_id\": 13, \"nick\": \"z\", \"team\": 2}]");
      one = add_case (&self, now, then, TRUE, "");
      /* Buckets have the name of what is in them. */
      one->collection = g_str_equal (moves[i].to, "bucket") ? "player" : "members";
      one->expected = moves[i].expected;
    }
  run_cases (&self);
  tear_down (&self);
}

/* Teams, and players in another database: references, what is embedded, and the other database
 * itself come and go. */
static void
test_databases (void)
{
  static const char *const placements[] = { "embed-many", "child-references", "junction", "bucket",
                                            "parent-reference" };
  Fixture self;

  if (!set_up (&self))
    return;
  for (guint i = 0; i < G_N_ELEMENTS (placements); i++)
    {
      g_autoptr (SquillModel) now = make_teams ("parent-reference");
      g_autoptr (SquillModel) then = NULL;

      g_autofree char *other = get_other_database (begin_case (&self));

      set_dialect (now);
      set_text (now, "player", "database", other);
      change (now, "members", "keep_id", "true");
      then = squill_model_copy (now);
      squill_model_set_read_only (then, FALSE);
      if (i + 1 < G_N_ELEMENTS (placements))
        place (then, placements[i]);
      else
        change (then, "player", "database", "null");
      g_test_message ("to %s", placements[i]);
      live_data_insert (self.client, self.database, "team",
                        "[{\"_id\": 1, \"name\": \"a\"}, {\"_id\": 2, \"name\": \"b\"}]");
      live_data_insert (self.client, other, "player",
                        "[{\"_id\": 11, \"nick\": \"x\", \"team\": 1}, "
                        "{\"_id\": 12, \"nick\": \"y\", \"team\": 2}, "
                        "{\"_id\": 13, \"nick\": \"z\", \"team\": 2}]");
      add_case (&self, now, then, TRUE, "");
    }
  run_cases (&self);
  tear_down (&self);
}

/* Lines are in orders, and notes in lines: those come into a collection of their own. */
static void
test_nested (void)
{
  g_autoptr (SquillModel) now = squill_model_new ();
  g_autoptr (SquillModel) then = NULL;
  g_autofree char *there = NULL, *back = NULL;
  Fixture self;

  if (!set_up (&self))
    return;
  set_dialect (now);
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
  begin_case (&self);
  live_data_insert (
      self.client, self.database, "order",
      "[{\"_id\": 1, \"lines\": [{\"_id\": 11, \"price\": 5, \"notes\": [{\"_id\": 111, \"text\": "
      "\"a\"}, {\"_id\": 112, \"text\": \"b\", \"more\": 1}]}, {\"_id\": 12, \"price\": 6}]}, "
      "{\"_id\": 2, \"lines\": [{\"_id\": 21, \"notes\": [{\"_id\": 211, \"text\": \"c\"}]}]}, "
      "{\"_id\": 3}]");
  there = live_migration_write (now, then, FALSE);
  back = live_migration_write (then, now, FALSE);
  add_scripts (&self, now, there, back, NULL, TRUE, 2);
  run_cases (&self);
  tear_down (&self);
}

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
  Fixture self;

  if (!set_up (&self))
    return;
  for (guint i = 0; i < G_N_ELEMENTS (maps); i++)
    {
      g_autoptr (SquillModel) now = squill_model_new ();
      g_autoptr (SquillModel) then = NULL;
      g_autoptr (SquillDesign) design = NULL;
      g_autofree char *script = NULL, *printed = NULL, *found = NULL;

      set_dialect (now);
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
      place (then, "parent-reference");
      drop_database (&self, DATABASE);
      live_data_insert (self.client, DATABASE, "team", maps[i].team);
      live_data_insert (self.client, DATABASE, "player",
                        "[{\"_id\": 11, \"nick\": \"x\"}, {\"_id\": 12, \"nick\": \"y\"}, "
                        "{\"_id\": 13, \"nick\": \"z\"}, {\"_id\": 14}]");
      script = live_migration_write (now, then, FALSE);
      if (!live_shell_runs ())
        continue;
      printed = run_once (&self, script, "SWITCH_OVER: true, REALLY_REMOVE: true", TRUE);
      design = squill_design_new (then);
      found = live_migration_dump (self.client, DATABASE, design, "player", TRUE);
      g_assert_cmpstr (found, ==,
                       "player {\"_id\": 11, \"nick\": \"x\", \"team\": 1}\n"
                       "player {\"_id\": 12, \"nick\": \"y\", \"team\": 1}\n"
                       "player {\"_id\": 13, \"nick\": \"z\", \"team\": 2}\n"
                       "player {\"_id\": 14}");
    }
  tear_down (&self);
}

/* Players that are embedded in a map by what they are called, and come back. */
static void
test_map_documents (void)
{
  g_autoptr (SquillModel) now = make_teams ("parent-reference");
  g_autoptr (SquillModel) then = NULL;
  Fixture self;
  Case *one;

  if (!set_up (&self))
    return;
  set_dialect (now);
  change (now, "members", "keep_id", "true");
  change (now, "player.nick", "map_key", "true");
  then = squill_model_copy (now);
  squill_model_set_read_only (then, FALSE);
  place (then, "embed-many");
  begin_case (&self);
  live_data_insert (self.client, self.database, "team",
                    "[{\"_id\": 1, \"name\": \"a\"}, {\"_id\": 2, \"name\": \"b\"}, {\"_id\": 3}]");
  live_data_insert (self.client, self.database, "player",
                    "[{\"_id\": 11, \"nick\": \"x\", \"team\": 1, \"goals\": 3}, "
                    "{\"_id\": 12, \"nick\": \"y\", \"team\": 2, \"more\": true}, "
                    "{\"_id\": 13, \"nick\": \"z\", \"team\": 2}]");
  one = add_case (&self, now, then, TRUE, "");
  one->collection = "team";
  one->expected = "\"members\": {\"y\": {\"_id\": 12, \"more\": true}, \"z\": {\"_id\": 13}}";
  run_cases (&self);
  tear_down (&self);
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
  Fixture self;

  if (!set_up (&self))
    return;
  for (guint i = 0; i < G_N_ELEMENTS (placements); i++)
    {
      g_autoptr (SquillModel) now = squill_model_new ();
      g_autoptr (SquillModel) then = NULL;

      set_dialect (now);
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
      begin_case (&self);
      live_data_insert (self.client, self.database, "person",
                        "[{\"_id\": 1, \"name\": \"a\", \"street\": \"s\", \"city\": \"c\"}, "
                        "{\"_id\": 2, \"name\": \"b\", \"city\": \"d\", \"more\": 1}, "
                        "{\"_id\": 3, \"name\": \"c\"}]");
      add_case (&self, now, then, TRUE, "");
    }
  run_cases (&self);
  tear_down (&self);
}

/* Values of other types, names, and places in the document. */
static void
test_fields (void)
{
  g_autoptr (SquillModel) now = squill_model_new ();
  g_autoptr (SquillModel) then = NULL;
  g_autoptr (SquillDesign) design = NULL;
  g_autofree char *script = NULL, *found = NULL, *printed = NULL;
  Fixture self;

  if (!set_up (&self))
    return;
  set_dialect (now);
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
      tear_down (&self);
      return;
    }
  printed = run_once (&self, script, "SWITCH_OVER: true", TRUE);
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
  tear_down (&self);
}

/* Who would be lost keeps the new collections from being used. */
static void
test_losses (void)
{
  g_autoptr (SquillModel) now = make_teams ("parent-reference");
  g_autoptr (SquillModel) then = NULL;
  g_autofree char *script = NULL, *printed = NULL;
  Fixture self;

  if (!set_up (&self))
    return;
  set_dialect (now);
  then = squill_model_copy (now);
  squill_model_set_read_only (then, FALSE);
  place (then, "embed-many");
  live_data_insert (self.client, DATABASE, "team", "[{\"_id\": 1, \"name\": \"a\"}]");
  live_data_insert (
      self.client, DATABASE, "player",
      "[{\"_id\": 1, \"nick\": \"b\", \"team\": 1}, {\"_id\": 2, \"nick\": \"nobody's\"}]");
  script = live_migration_write (now, then, TRUE);
  if (!live_shell_runs ())
    {
      tear_down (&self);
      return;
    }
  printed = run_once (&self, script, "SWITCH_OVER: true, REALLY_REMOVE: true", TRUE);
  if (strstr (printed, "Children of “members” that no parent has, which would be lost: 1") ==
          NULL ||
      strstr (printed, "Left as it is: the old collections are in use") == NULL)
    g_error ("%s", printed);
  g_assert_cmpuint (live_data_count (self.client, DATABASE, "player"), ==, 2);
  tear_down (&self);
}

/* Documents that would be too large are found before anything is built. */
static void
test_large (void)
{
  g_autoptr (SquillModel) now = make_teams ("parent-reference");
  g_autoptr (SquillModel) then = NULL;
  g_autofree char *script = NULL, *printed = NULL;
  Fixture self;

  if (!set_up (&self))
    return;
  set_dialect (now);
  then = squill_model_copy (now);
  squill_model_set_read_only (then, FALSE);
  place (then, "embed-many");
  live_data_insert (self.client, DATABASE, "team", "[{\"_id\": 7, \"name\": \"a\"}]");
  live_data_generate (self.client, DATABASE, "player", 20, 1000000);
  live_data_run (
      self.client, DATABASE,
      "{\"update\": \"player\", \"updates\": [{\"q\": {}, \"u\": {\"$set\": {\"team\": 7}}, "
      "\"multi\": true}]}");
  script = live_migration_write (now, then, TRUE);
  if (!live_shell_runs ())
    {
      tear_down (&self);
      return;
    }
  printed = live_shell_run (self.server, DATABASE, script, FALSE);
  if (strstr (printed, "larger than 16 MiB") == NULL ||
      strstr (printed, "“members” of 7: ") == NULL)
    g_error ("%s", printed);
  g_assert_cmpuint (live_data_count (self.client, DATABASE, "team_new"), ==, 0);
  tear_down (&self);
}

/* Customers have arrays of the numbers of their accounts, of which one is that of two. */
static void
test_analytics (void)
{
  g_autofree char *folder = fixture_new_folder ();
  g_autoptr (SquillModel) now = NULL, then = NULL;
  g_autofree char *there = NULL, *back = NULL;
  const SquillRelationship *accounts = NULL;
  Fixture self;

  if (!set_up (&self))
    return;
  begin_case (&self);
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
          return;
        }
      g_assert_true (g_file_get_contents (path, &content, &length, NULL));
      g_assert_cmpuint (live_data_load (self.client, self.database, name, content, length), >, 0);
    }
  now = infer_folder (folder);
  fixture_remove_folder (folder);
  squill_model_set_read_only (now, FALSE);
  set_dialect (now);
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
  add_scripts (&self, now, there, back, NULL, TRUE, 70);
  run_cases (&self);
  tear_down (&self);
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
  g_test_add_func ("/server/migrate/map-references", test_map_references);
  g_test_add_func ("/server/migrate/map-documents", test_map_documents);
  g_test_add_func ("/server/migrate/split", test_split);
  g_test_add_func ("/server/migrate/fields", test_fields);
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

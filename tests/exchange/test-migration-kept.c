/* SPDX-License-Identifier: Apache-2.0 */

/* What a migration script must not lose: collections that are somebody else's, those whose
 * documents nothing has, and those whose names it needs. Run by Node on collections that are texts.
 */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include <gio/gio.h>
#include <glib/gstdio.h>
#include <string.h>

#include "design-fixture.h"
#include "exchange/migrate/squill-migration-script.h"
#include "model/squill-authoring.h"

static void
draw_thing (SquillModel *model, const char *name)
{
  draw_entity (model, name);
  draw_field (model, name, "_id", "int");
  draw_field (model, name, "x", "string");
}

static SquillModel *
copy_model (SquillModel *model)
{
  SquillModel *copy = squill_model_copy (model);

  squill_model_set_read_only (copy, FALSE);
  return copy;
}

/* Runs @commands, in which run() runs the script that leads from one model to the other. */
static void
run (SquillModel *now, SquillModel *then, const char *commands)
{
  g_autofree char *node = g_find_program_in_path ("node");
  g_autofree char *mock_path =
      g_test_build_filename (G_TEST_DIST, "exchange", "mock-collections.js", NULL);
  g_autoptr (SquillDesign) before = squill_design_new (now);
  g_autoptr (SquillDesign) after = squill_design_new (then);
  g_autoptr (SquillMigrationScript) script =
      squill_migration_script_new (before, after, NULL, NULL);
  g_autofree char *mock = NULL, *quoted = NULL, *path = NULL, *text = NULL, *messages = NULL;
  g_autoptr (GError) error = NULL;
  json_t *string = json_string (script->text);
  int fd, status;

  quoted = json_dumps (string, JSON_ENCODE_ANY);
  json_decref (string);
  if (node == NULL)
    {
      g_test_skip ("Node is not here");
      return;
    }
  g_file_get_contents (mock_path, &mock, NULL, &error);
  g_assert_no_error (error);
  text = g_strdup_printf ("%s\nconst script = %s;\n%s", mock, quoted, commands);
  fd = g_file_open_tmp ("squill-XXXXXX.js", &path, &error);
  g_assert_no_error (error);
  g_close (fd, NULL);
  g_file_set_contents (path, text, -1, &error);
  g_assert_no_error (error);
  g_spawn_sync (NULL, (char *[]){ node, path, NULL }, NULL, G_SPAWN_DEFAULT, NULL, NULL, NULL,
                &messages, &status, &error);
  g_assert_no_error (error);
  if (!g_spawn_check_wait_status (status, NULL))
    g_error ("%s\n%s\n%s", messages, commands, script->text);
  g_unlink (path);
}

static void
assert_left (SquillModel *now, SquillModel *then, const char *line)
{
  g_autoptr (SquillDesign) before = squill_design_new (now);
  g_autoptr (SquillDesign) after = squill_design_new (then);
  g_autoptr (SquillMigrationScript) script =
      squill_migration_script_new (before, after, NULL, NULL);

  if (!g_ptr_array_find_with_equal_func (script->left, line, g_str_equal, NULL))
    g_error ("No %s in:\n%s", line, script->text);
}

/* The name that an old collection is put aside under. */
static void
test_before (void)
{
  g_autoptr (SquillModel) now = squill_model_new ();
  g_autoptr (SquillModel) then = NULL;

  draw_thing (now, "state");
  then = copy_model (now);
  change (then, "state.x", "name", "'y'");
  run (now, then,
       "fill({ state: 'S', state_before: 'other' });\n"
       "assert.throws(() => run(), /state_before already/);\n"
       "is({ state: 'S', state_before: 'other' });\n");
  /* Somebody makes it before the last steps. */
  run (now, then,
       "fill({ state: 'S' });\n"
       "run();\n"
       "fill({ state_before: 'other' });\n"
       "assert.throws(() => run('SWITCH_OVER', 'REALLY_REMOVE'), /state_before already/);\n"
       "is({ state: 'S', state_new: 'made of S', state_before: 'other' });\n");
}

/* One that puts nothing aside has nothing to remove. */
static void
test_before_new (void)
{
  g_autoptr (SquillModel) now = squill_model_new ();
  g_autoptr (SquillModel) then = NULL;

  draw_thing (now, "thing_before");
  then = copy_model (now);
  draw_thing (then, "thing");
  run (now, then,
       "fill({ thing_before: 'T' });\n"
       "run('SWITCH_OVER', 'REALLY_REMOVE');\n"
       "is({ thing_before: 'T', thing: '' });\n");
}

/* Another entity gets the name of one that is renamed. */
static void
test_renamed (void)
{
  g_autoptr (SquillModel) now = squill_model_new ();
  g_autoptr (SquillModel) then = NULL;

  draw_thing (now, "users");
  then = copy_model (now);
  change (then, "users", "name", "'zcustomers'");
  draw_thing (then, "fresh");
  change (then, "fresh", "name", "'users'");
  run (now, then,
       "fill({ users: 'U' });\n"
       "run('SWITCH_OVER');\n"
       "run('SWITCH_OVER');\n"
       "is({ users: '', users_before: 'U', zcustomers: 'made of U' });\n"
       "run('REALLY_REMOVE');\n"
       "is({ users: '', zcustomers: 'made of U' });\n");
}

/* Wherever renaming is stopped, both ways are open and nothing else is done. */
static void
test_stopped (void)
{
  g_autoptr (SquillModel) now = squill_model_new ();
  g_autoptr (SquillModel) then = NULL;

  draw_thing (now, "a");
  draw_thing (now, "b");
  then = copy_model (now);
  change (then, "a.x", "name", "'y'");
  change (then, "b.x", "name", "'y'");
  run (now, then,
       "const old = { a: 'A', b: 'B', a_new: 'made of A', b_new: 'made of B' };\n"
       "const over = { a: 'made of A', b: 'made of B', a_before: 'A', b_before: 'B' };\n"
       "fill({ a: 'A', b: 'B' });\n"
       "run();\n"
       "for (let n = 0; n < 4; n++) {\n"
       "  is(old);\n"
       "  renamesLeft = n;\n"
       "  assert.throws(() => run('SWITCH_OVER'), /stopped/);\n"
       "  renamesLeft = Infinity;\n"
       "  assert.throws(() => run('START_OVER'), /SWITCH_BACK before/);\n"
       "  run('REALLY_REMOVE');\n"
       "  assert.strictEqual(collections.size, 4);\n"
       "  if (n % 2 === 0) run('SWITCH_BACK');\n"
       "  run('SWITCH_OVER');\n"
       "  is(over);\n"
       "  renamesLeft = n;\n"
       "  assert.throws(() => run('SWITCH_BACK'), /stopped/);\n"
       "  renamesLeft = Infinity;\n"
       "  run('REALLY_REMOVE');\n"
       "  assert.strictEqual(collections.size, 4);\n"
       "  run('SWITCH_BACK');\n"
       "}\n"
       "is(old);\n");
}

static void
draw_posts (SquillModel *model)
{
  draw_thing (model, "post");
  draw_thing (model, "comment");
  draw_relationship (model, "comments", "post", "comment", "parent-reference", "0..5..20", "1");
}

/* What was not moved stays. */
static void
test_not_moved (void)
{
  static const char *const kept = "“comment” is kept: its documents are not in the new design";
  g_autoptr (SquillModel) now = squill_model_new ();
  g_autoptr (SquillModel) redrawn = NULL, moved = NULL;

  draw_posts (now);
  moved = copy_model (now);
  change (moved, "comments", "placement", "'embed-many'");
  run (now, moved,
       "fill({ post: 'P', comment: 'C' });\n"
       "run('SWITCH_OVER', 'REALLY_REMOVE');\n"
       "is({ post: 'made of P' });\n");
  redrawn = copy_model (now);
  squill_model_delete (redrawn, (const char *const[]){ "comments", NULL });
  draw_relationship (redrawn, "again", "post", "comment", "embed-many", "0..5..20", "1");
  assert_left (now, redrawn, kept);
  run (now, redrawn,
       "fill({ post: 'P', comment: 'C' });\n"
       "run('SWITCH_OVER', 'REALLY_REMOVE');\n"
       "is({ post: 'made of P', comment: 'C' });\n");
}

/* A collection of that name in this database is somebody else's: what is in another one is read
 * there, and removed there. */
static void
test_other_database (void)
{
  static const char *const placements[] = { "parent-reference", "child-references" };

  for (guint i = 0; i < G_N_ELEMENTS (placements); i++)
    {
      g_autoptr (SquillModel) now = squill_model_new ();
      g_autoptr (SquillModel) then = NULL;
      g_autofree char *quoted = g_strdup_printf ("'%s'", placements[i]);

      draw_posts (now);
      change (now, "comments", "placement", quoted);
      change (now, "comment", "database", "'archive'");
      then = copy_model (now);
      change (then, "comments", "placement", "'embed-many'");
      run (now, then,
           "fill({ post: 'P', comment: 'other', 'archive/comment': 'C' });\n"
           "run('SWITCH_OVER');\n"
           "assert.strictEqual(collections.get('archive/comment'), 'C');\n"
           "run('REALLY_REMOVE');\n"
           "is({ post: 'made of P', comment: 'other' });\n");
      change (then, "comments", "placement", quoted);
      change (then, "comment.x", "name", "'y'");
      run (now, then,
           "fill({ post: 'P', comment: 'other', 'archive/comment': 'C' });\n"
           "run('SWITCH_OVER');\n"
           "is({ post: 'P', comment: 'other', 'archive/comment_before': 'C',\n"
           "  'archive/comment': 'made of C' });\n"
           "run('SWITCH_BACK');\n"
           "is({ post: 'P', comment: 'other', 'archive/comment': 'C',\n"
           "  'archive/comment_new': 'made of C' });\n");
      change (then, "comment", "database", "null");
      run (now, then,
           "fill({ post: 'P', 'archive/comment': 'C' });\n"
           "run('SWITCH_OVER', 'REALLY_REMOVE');\n"
           "is({ post: 'P', comment: 'made of C' });\n");
    }
}

/* Collections of two databases that have the same name: each is built of its own documents. */
static void
test_same_name (void)
{
  g_autoptr (SquillModel) now = squill_model_new ();
  g_autoptr (SquillModel) then = NULL;

  draw_thing (now, "user");
  draw_thing (now, "member");
  change (now, "user", "database", "'a'");
  change (now, "member", "database", "'b'");
  change (now, "user", "name", "'users'");
  change (now, "member", "name", "'users'");
  then = copy_model (now);
  change (then, "user.x", "name", "'y'");
  change (then, "member.x", "name", "'y'");
  run (now, then,
       "fill({ 'a/users': 'A', 'b/users': 'B' });\n"
       "run('SWITCH_OVER');\n"
       "is({ 'a/users': 'made of A', 'a/users_before': 'A',\n"
       "  'b/users': 'made of B', 'b/users_before': 'B' });\n");
}

/* Before it has begun there is nothing to start over, and what others keep there stays. */
static void
test_start_over (void)
{
  g_autoptr (SquillModel) now = squill_model_new ();
  g_autoptr (SquillModel) then = NULL;

  draw_thing (now, "a");
  then = copy_model (now);
  change (then, "a.x", "name", "'y'");
  run (now, then,
       "fill({ a: 'A', a_new: 'other' });\n"
       "states.set('another', { script: 'Squill', removed: false, switched: true });\n"
       "assert.throws(() => run('START_OVER'), /Another migration/);\n"
       "is({ a: 'A', a_new: 'other' });\n"
       "assert(states.has('another'));\n"
       "states.get('another').removed = true;\n"
       "assert.throws(() => run('START_OVER'), /a_new already/);\n"
       "is({ a: 'A', a_new: 'other' });\n"
       "collections.delete('a_new');\n"
       "run();\n"
       "run('START_OVER');\n"
       "is({ a: 'A', a_new: 'made of A' });\n"
       "assert(states.has('another'));\n");
}

/* What is built has a name of its own. */
static void
test_built (void)
{
  g_autoptr (SquillModel) now = squill_model_new ();
  g_autoptr (SquillModel) then = NULL;

  draw_thing (now, "a");
  draw_thing (now, "a_new");
  then = copy_model (now);
  change (then, "a.x", "name", "'y'");
  change (then, "a_new.x", "name", "'y'");
  run (now, then,
       "fill({ a: 'A', a_new: 'B' });\n"
       "run('SWITCH_OVER', 'REALLY_REMOVE');\n"
       "is({ a: 'made of A', a_new: 'made of B' });\n");
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/exchange/migration-kept/before", test_before);
  g_test_add_func ("/exchange/migration-kept/before-new", test_before_new);
  g_test_add_func ("/exchange/migration-kept/renamed", test_renamed);
  g_test_add_func ("/exchange/migration-kept/stopped", test_stopped);
  g_test_add_func ("/exchange/migration-kept/not-moved", test_not_moved);
  g_test_add_func ("/exchange/migration-kept/other-database", test_other_database);
  g_test_add_func ("/exchange/migration-kept/same-name", test_same_name);
  g_test_add_func ("/exchange/migration-kept/start-over", test_start_over);
  g_test_add_func ("/exchange/migration-kept/built", test_built);
  return g_test_run ();
}

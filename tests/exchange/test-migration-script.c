/* SPDX-License-Identifier: Apache-2.0 */

/* The script that moves the data of one design into another: it is JavaScript, whatever names there
 * are, does nothing where nothing differs, and says what it does not do. What it does to data is
 * tested on a server. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include <string.h>

#include "design-fixture.h"
#include "exchange/migrate/squill-migration-script.h"
#include "javascript-syntax.h"
#include "model/squill-authoring.h"
#include "team-model.h"

static SquillModel *
copy_model (SquillModel *model)
{
  SquillModel *copy = squill_model_copy (model);

  squill_model_set_read_only (copy, FALSE);
  return copy;
}

/* Adds the script to @all, which is looked at at once. */
static SquillMigrationScript *
migrate (SquillModel *now, SquillModel *then, GString *all)
{
  g_autoptr (SquillDesign) before = squill_design_new (now);
  g_autoptr (SquillDesign) after = squill_design_new (then);
  SquillMigrationScript *script = squill_migration_script_new (before, after, NULL, NULL);

  g_string_append_printf (all, "{\n%s}\n", script->text);
  return script;
}

static void
assert_has (const char *text, const char *part)
{
  if (strstr (text, part) == NULL)
    g_error ("No %s in:\n%s", part, text);
}

static void
test_nothing (void)
{
  g_autoptr (GString) all = g_string_new (NULL);
  for (guint i = 0; i < SQUILL_N_PLACEMENTS; i++)
    {
      g_autoptr (SquillModel) model = make_teams (team_placements[i]);
      g_autoptr (SquillMigrationScript) script = migrate (model, model, all);

      g_assert_cmpuint (script->n_collections, ==, 0);
      g_assert_cmpuint (script->left->len, ==, 0);
      assert_has (script->text, "const steps = [\n];");
    }
  check_javascript_syntax (all->str, "the migrations");
}

static void
test_placements (void)
{
  g_autoptr (GString) all = g_string_new (NULL);
  for (guint i = 0; i < SQUILL_N_PLACEMENTS; i++)
    for (guint j = 0; j < SQUILL_N_PLACEMENTS; j++)
      {
        g_autoptr (SquillModel) now = make_teams (team_placements[i]);
        g_autoptr (SquillModel) then = copy_model (now);
        g_autofree char *quoted = g_strdup_printf ("'%s'", team_placements[j]);
        g_autoptr (SquillMigrationScript) script = NULL;

        change (then, "members", "placement", quoted);
        script = migrate (now, then, all);
        g_assert_cmpuint (script->left->len, ==, 0);
        g_assert_cmpuint (script->n_collections > 0, ==, i != j);
        /* Nothing of the old is removed but by the last step. */
        assert_has (script->text, "const REALLY_REMOVE = false;");
        assert_has (script->text, "if (REALLY_REMOVE && state.switched) remove();");
      }
  check_javascript_syntax (all->str, "the migrations");
}

static void
test_left (void)
{
  g_autoptr (GString) all = g_string_new (NULL);
  g_autoptr (SquillModel) now = make_teams ("parent-reference");
  g_autoptr (SquillModel) then = copy_model (now);
  g_autoptr (SquillMigrationScript) script = NULL;

  draw_field (then, "player", "weight", "int");
  squill_model_delete (then, (const char *const[]){ "player.goals", NULL });
  change (then, "player.nick", "name", "'alias'");
  script = migrate (now, then, all);
  g_assert_cmpuint (script->left->len, ==, 2);
  assert_has (script->text, "// - The field “weight” is new");
  assert_has (script->text, "// - The field “goals” of “player” is gone");
  assert_has (script->text, "value: \"$o.nick\"");
  check_javascript_syntax (all->str, "the migrations");
}

/* Fields that are new in what is embedded, and in an object that gets a field from elsewhere. */
static void
test_left_nested (void)
{
  g_autoptr (GString) all = g_string_new (NULL);
  g_autoptr (SquillModel) now = make_teams ("embed-many");
  g_autoptr (SquillModel) then = copy_model (now);
  g_autoptr (SquillMigrationScript) script = NULL;
  g_autoptr (SquillEdit) edit = NULL;
  g_autoptr (GError) error = NULL;

  draw_field (then, "player", "weight", "int");
  draw_field (then, "team", "sign", "object");
  draw_field (then, "team.sign", "color", "string");
  draw_field (then, "team.sign", "_id", "int");
  squill_model_delete (then, (const char *const[]){ "team.name", NULL });
  edit = squill_edit_new_add (SQUILL_KIND_FIELD, "team.name", "team.sign",
                              json_pack ("{s:s, s:[s]}", "name", "name", "types", "string"));
  squill_model_apply (then, edit, &error);
  g_assert_no_error (error);
  script = migrate (now, then, all);
  g_assert_cmpuint (script->left->len, ==, 3);
  assert_has (script->text, "// - The field “members[].weight” is new");
  assert_has (script->text, "// - The field “sign.color” is new");
  /* That of the document is another one. */
  assert_has (script->text, "// - The field “sign._id” is new");
  check_javascript_syntax (all->str, "the migrations");
}

/* A field becomes one of an entity that cannot be filled: what it had is said to be lost. */
static void
test_left_field (void)
{
  g_autoptr (GString) all = g_string_new (NULL);
  g_autoptr (SquillModel) now = make_teams ("embed-many");
  g_autoptr (SquillModel) then = copy_model (now);
  g_autoptr (SquillMigrationScript) script = NULL;
  g_autoptr (SquillEdit) edit = NULL;
  g_autoptr (GError) error = NULL;

  draw_entity (then, "sign");
  squill_model_delete (then, (const char *const[]){ "player.nick", NULL });
  edit = squill_edit_new_add (SQUILL_KIND_FIELD, "player.nick", "sign",
                              json_pack ("{s:s, s:[s]}", "name", "nick", "types", "string"));
  squill_model_apply (then, edit, &error);
  g_assert_no_error (error);
  script = migrate (now, then, all);
  assert_has (script->text, "// - “sign” is new and gets no documents");
  assert_has (script->text, "// - The field “nick” of “player” is gone");
}

/* An array of names and values becomes fields: those that have none are said to be lost. */
static void
test_left_attribute (void)
{
  static const char *const gone = "// - The field “features” of “thing” is gone";
  g_autoptr (GString) all = g_string_new (NULL);
  g_autoptr (SquillModel) now = squill_model_new ();
  g_autoptr (SquillModel) then = NULL;
  g_autoptr (SquillMigrationScript) some = NULL, whole = NULL;

  draw_entity (now, "thing");
  draw_field (now, "thing", "_id", "int");
  draw_field (now, "thing", "features", "object[]");
  draw_field (now, "thing.features", "name", "string");
  draw_field (now, "thing.features", "value", "string");
  change (now, "thing.features.name", "enum", "['color','size']");
  then = copy_model (now);
  squill_model_delete (then, (const char *const[]){ "thing.features", NULL });
  draw_field (then, "thing", "color", "string");
  some = migrate (now, then, all);
  assert_has (some->text, gone);
  draw_field (then, "thing", "size", "string");
  whole = migrate (now, then, all);
  g_assert_null (strstr (whole->text, gone));
  check_javascript_syntax (all->str, "the migrations");
}

/* A copy whose source is gone gets nothing, and not the id of the other end. */
static void
test_left_copy (void)
{
  static const char *const placements[] = { "junction", "bucket", "parent-reference", "two-way" };
  g_autoptr (GString) all = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (placements); i++)
    for (guint nested = 0; nested < 2; nested++)
      {
        g_autoptr (SquillModel) now = make_teams ("child-references");
        g_autoptr (SquillModel) then = copy_model (now);
        g_autoptr (SquillMigrationScript) script = NULL;
        g_autofree char *quoted = g_strdup_printf ("'%s'", placements[i]);
        g_autoptr (GError) error = NULL;
        char *copy;

        change (then, "members", "placement", quoted);
        change (then, "members", "nest_copies", nested ? "true" : "false");
        copy = squill_model_add_copy (then, "members", "team.name", SQUILL_COPY_TO_CHILD,
                                      SQUILL_COPY_SNAPSHOT);
        squill_model_set (then, copy, "name", json_string ("team_was"), &error);
        g_assert_no_error (error);
        squill_model_set (then, copy, "field", json_string ("nothing"), &error);
        g_assert_no_error (error);
        script = migrate (now, then, all);
        assert_has (script->text, "team_was” is not filled");
        g_free (copy);
      }
  check_javascript_syntax (all->str, "the migrations");
}

static void
set_text (SquillModel *model, const char *id, const char *property, const char *text)
{
  g_autoptr (GError) error = NULL;

  squill_model_set (model, id, property, json_string (text), &error);
  g_assert_no_error (error);
}

/* Names are text of somebody else. */
static void
test_names (void)
{
  g_autoptr (GString) all = g_string_new (NULL);
  static const char *const names[] = { "a.b", "$set", "", "__proto__", "\"'\\", "a\n*/ throw 1" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    for (guint j = 0; j < SQUILL_N_PLACEMENTS; j++)
      {
        g_autoptr (SquillModel) now = make_teams (team_placements[j]);
        g_autoptr (SquillModel) then = NULL;
        g_autoptr (SquillMigrationScript) there = NULL, back = NULL;

        then = copy_model (now);
        set_text (then, "player.nick", "name", names[i]);
        set_text (then, "members", "parent_name", names[i]);
        set_text (then, "members", "placement", j == 0 ? "parent-reference" : "embed-one");
        there = migrate (now, then, all);
        back = migrate (then, now, all);
        g_assert_cmpuint (there->n_collections, >, 0);
        g_assert_cmpuint (back->n_collections, >, 0);
      }
  check_javascript_syntax (all->str, "the migrations");
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/exchange/migration-script/nothing", test_nothing);
  g_test_add_func ("/exchange/migration-script/placements", test_placements);
  g_test_add_func ("/exchange/migration-script/left", test_left);
  g_test_add_func ("/exchange/migration-script/left-nested", test_left_nested);
  g_test_add_func ("/exchange/migration-script/left-field", test_left_field);
  g_test_add_func ("/exchange/migration-script/left-attribute", test_left_attribute);
  g_test_add_func ("/exchange/migration-script/left-copy", test_left_copy);
  g_test_add_func ("/exchange/migration-script/names", test_names);
  return g_test_run ();
}

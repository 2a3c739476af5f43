/* SPDX-License-Identifier: Apache-2.0 */

/* Commands that turn the data of one design into those of another: they are JavaScript, and say
 * what they do not do. */

#include "config.h"

#include <string.h>

#include "design-fixture.h"
#include "exchange/query/squill-migration.h"
#include "javascript-syntax.h"
#include "model/squill-authoring.h"

typedef void (*Change) (SquillModel *model);

/* Authors write posts, a few each. */
static SquillModel *
draw (const char *placement)
{
  SquillModel *model = squill_model_new ();

  draw_entity (model, "author");
  draw_field (model, "author", "_id", "objectId");
  draw_field (model, "author", "name", "string");
  draw_entity (model, "post");
  draw_field (model, "post", "_id", "objectId");
  draw_field (model, "post", "when", "date");
  draw_relationship (model, "posts", "author", "post", placement, "0..10..100", "1");
  return model;
}

static char *
migrate (SquillModel *now, Change apply)
{
  g_autoptr (SquillModel) then = squill_model_copy (now);
  g_autoptr (SquillDesign) before = squill_design_new (now);
  g_autoptr (SquillDesign) after = NULL;
  char *text;

  squill_model_set_read_only (then, FALSE);
  apply (then);
  after = squill_design_new (then);
  text = squill_migration_to_text (before, after);
  g_test_message ("%s", text);
  check_javascript_syntax (text, "the migration");
  return text;
}

static void
assert_has (const char *text, const char *part)
{
  if (strstr (text, part) == NULL)
    g_error ("No %s in:\n%s", part, text);
}

static void
change_nothing (SquillModel *model)
{
}

static void
test_nothing (void)
{
  g_autoptr (SquillModel) model = draw ("parent-reference");
  g_autofree char *text = migrate (model, change_nothing);

  g_assert_cmpstr (text, ==, "");
}

static void
expire (SquillModel *model)
{
  change (model, "i", "expire_after", "3600");
}

static void
limit_index (SquillModel *model)
{
  expire (model);
  change (model, "i", "partial", "{'title':{'$exists':true}}");
  change (model, "i", "collation", "{'locale':'de'}");
  change (model, "i", "options", "{'comment':'by Kim'}");
}

static void
sparse_index (SquillModel *model)
{
  change (model, "i", "sparse", "true");
}

/* An index is another where anything of it is: it is dropped and made again with all that it says.
 */
static void
test_index_options (void)
{
  g_autoptr (SquillModel) model = draw ("parent-reference");
  g_autofree char *nothing = NULL, *text = NULL, *all = NULL, *sparse = NULL;

  draw_index (model, "post", "i", "post.when 1");
  nothing = migrate (model, change_nothing);
  g_assert_cmpstr (nothing, ==, "");
  text = migrate (model, expire);
  assert_has (text, ".dropIndex(\"when_1\");");
  assert_has (text, "name: \"when_1\",\n  expireAfterSeconds: 3600\n");
  all = migrate (model, limit_index);
  assert_has (all, "partialFilterExpression: {\n    title: { $exists: true }\n  }");
  assert_has (all, "collation: { locale: \"de\" }");
  assert_has (all, "comment: \"by Kim\"");
  sparse = migrate (model, sparse_index);
  assert_has (sparse, "sparse: true");
}

static void
take_out (SquillModel *model)
{
  change (model, "posts", "placement", "'parent-reference'");
}

static void
test_take_out (void)
{
  g_autoptr (SquillModel) model = draw ("embed-many");
  g_autofree char *text = migrate (model, take_out);

  assert_has (text, "$unwind");
  assert_has (text, "$mergeObjects");
  assert_has (text, "into: \"post\"");
  /* After they have been moved. */
  assert_has (strstr (text, "$merge:"), "$unset");
}

static void
take_subset (SquillModel *model)
{
  change (model, "posts", "placement", "'subset'");
  change (model, "posts", "bound", "5");
  change (model, "posts", "ordering", "'time'");
  change (model, "posts", "order_by", "'post.when'");
}

static void
test_subset (void)
{
  g_autoptr (SquillModel) model = draw ("parent-reference");
  g_autofree char *text = migrate (model, take_subset);

  assert_has (text, "by: \"$document.when\"");
  assert_has (text, "order: -1");
  assert_has (text, "$group");
  assert_has (text, "$slice");
  assert_has (text, "into: \"author\"");
  /* All of them stay where they are. */
  g_assert_null (strstr (text, "db.getCollection(\"post\").drop()"));
}

static void
embed (SquillModel *model)
{
  change (model, "posts", "placement", "'embed-many'");
}

static void
test_embed (void)
{
  g_autoptr (SquillModel) model = draw ("parent-reference");
  g_autofree char *text = migrate (model, embed);

  assert_has (text, "into: \"author\"");
  assert_has (strstr (text, "into: \"author\""), "db.getCollection(\"post\").drop();");
}

static void
test_turn (void)
{
  g_autoptr (SquillModel) model = draw ("child-references");
  g_autofree char *text = migrate (model, take_out);

  assert_has (text, "$project");
  assert_has (text, "whenNotMatched: \"discard\"");
  assert_has (strstr (text, "$merge"), "$unset");
}

static void
link_by_documents (SquillModel *model)
{
  change (model, "posts", "placement", "'junction'");
}

/* Nothing of the old form goes before all of it is in the new one. */
static void
test_order (void)
{
  g_autoptr (SquillModel) model = draw ("child-references");
  g_autofree char *text = migrate (model, link_by_documents);
  const char *written, *checked;

  assert_has (text, "$out: \"author_posts_pairs\"");
  written = strstr (text, "into: \"posts\"");
  g_assert_nonnull (written);
  checked = strstr (written, "if (!");
  g_assert_nonnull (checked);
  g_assert_null (g_strstr_len (text, checked - text, "$unset: {"));
  assert_has (checked, "$unset: { posts: 1 }");
  assert_has (strstr (checked, "$unset: {"), "author_posts_pairs\").drop();");
}

/* What it cannot do it says. */
static void
test_not_written (void)
{
  g_autoptr (SquillModel) model = draw ("child-references");
  g_autofree char *text = NULL;

  /* References go by something else than the id. */
  change (model, "posts", "child_key", "'post.when'");
  text = migrate (model, link_by_documents);
  assert_has (text, "is not written here");
}

static void
make_pairs_of (SquillModel *model, const char *keys)
{
  draw_field (model, "author", "names", "object[]");
  draw_field (model, "author.names", "k", "string");
  change (model, "author.names.k", "enum", keys);
  draw_field (model, "author.names", "v", "string");
  squill_model_delete (model, (const char *const[]){ "author.name", NULL });
}

static void
make_pairs (SquillModel *model)
{
  make_pairs_of (model, "['name']");
}

static void
test_pairs (void)
{
  g_autoptr (SquillModel) model = draw ("parent-reference");
  g_autofree char *text = migrate (model, make_pairs);

  assert_has (text, "$filter");
  assert_has (text, "v: \"$name\"");
  assert_has (text, "$unset");
  g_assert_null (strstr (text, "not written here"));
}

/* Names are text of somebody else. */
static void
make_bracket_pairs (SquillModel *model)
{
  make_pairs_of (model, "['{name']");
}

static void
test_brackets (void)
{
  g_autoptr (SquillModel) model = draw ("parent-reference");
  g_autofree char *text = NULL;

  change (model, "author.name", "name", "'{name'");
  text = migrate (model, make_bracket_pairs);
  assert_has (text, "How what is in “{name” is kept is not written here");
  g_assert_null (strstr (text, "$filter"));
  g_free (text);
  change (model, "posts", "parent_name", "'[posts'");
  text = migrate (model, link_by_documents);
}

static void
name_lines (SquillModel *model)
{
  draw_field (model, "author", "new", "string");
  change (model, "author.new", "name", "'a\\u2028throw 1\\u2029b\\rc'");
}

static void
test_comments (void)
{
  g_autoptr (SquillModel) model = draw ("parent-reference");
  g_autofree char *text = migrate (model, name_lines);

  assert_has (text, "// The field “a throw 1 b c” is new");
}

/* The collection of pairs is no other one. */
static void
test_pairs_name (void)
{
  g_autoptr (SquillModel) model = draw ("child-references");
  g_autofree char *text = NULL;

  draw_relationship (model, "others", "author", "post", "parent-reference", "0..10..100", "1");
  change (model, "others", "name", "'posts'");
  text = migrate (model, take_out);
  assert_has (text, "$out: \"author_posts_posts_pairs\"");
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/exchange/migration/nothing", test_nothing);
  g_test_add_func ("/exchange/migration/index-options", test_index_options);
  g_test_add_func ("/exchange/migration/take-out", test_take_out);
  g_test_add_func ("/exchange/migration/subset", test_subset);
  g_test_add_func ("/exchange/migration/embed", test_embed);
  g_test_add_func ("/exchange/migration/turn", test_turn);
  g_test_add_func ("/exchange/migration/order", test_order);
  g_test_add_func ("/exchange/migration/not-written", test_not_written);
  g_test_add_func ("/exchange/migration/pairs", test_pairs);
  g_test_add_func ("/exchange/migration/brackets", test_brackets);
  g_test_add_func ("/exchange/migration/comments", test_comments);
  g_test_add_func ("/exchange/migration/pairs-name", test_pairs_name);
  return g_test_run ();
}

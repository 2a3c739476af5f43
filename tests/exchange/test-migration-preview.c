/* SPDX-License-Identifier: Apache-2.0 */

/* What a person reads of a migration before he decides: commands in JavaScript, what they do not
 * do, and the operations from then on. What the script does to data is tested on a server. */

#include "config.h"

#include <string.h>

#include "design-fixture.h"
#include "exchange/migrate/squill-migration-script.h"
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
  text = squill_migration_script_preview (before, after, NULL, NULL);
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

/* Nobody waits for it any more. */
static void
test_stopped (void)
{
  g_autoptr (SquillModel) model = draw ("parent-reference");
  g_autoptr (SquillDesign) design = squill_design_new (model);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancellable);
  g_assert_null (squill_migration_script_preview (design, design, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
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

/* The pairs come first, then the documents, and then their names. */
static void
test_take_out (void)
{
  g_autoptr (SquillModel) model = draw ("embed-many");
  g_autofree char *text = migrate (model, take_out);
  const char *pairs, *documents;

  pairs = strstr (text, "// 1. The pairs of “posts”");
  g_assert_nonnull (pairs);
  assert_has (pairs, "$unwind");
  documents = strstr (pairs, "// The documents of “post” from “squill_migration_1”");
  g_assert_nonnull (documents);
  assert_has (documents, "into: \"post\"");
  assert_has (documents, "db.getCollection(\"author\").renameCollection(\"author_before\");\n"
                         "db.getCollection(\"author_new\").renameCollection(\"author\");");
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

  assert_has (text, "s: \"$o.when\"");
  assert_has (text, "s: -1");
  assert_has (text, "$limit: 5");
  assert_has (text, "into: \"author_new\"");
  /* All of them stay where they are. */
  g_assert_null (strstr (text, "into: \"post"));
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

  assert_has (text, "into: \"author_new\"");
  g_assert_null (strstr (text, ".drop()"));
}

static void
write_name (SquillModel *model)
{
  change (model, "posts", "placement", "'embed-many'");
  draw_field (model, "post", "title", "string");
}

/* What it does not do stands first, and the operations from then on stand last. */
static void
test_order (void)
{
  g_autoptr (SquillModel) model = draw ("parent-reference");
  g_autofree char *text = NULL;

  draw_operation (model, "all of one", "find", "author", 1,
                  "{'filter':[{'path':'author.name','how':'eq'}],'follows':['posts'],'limit':1}");
  text = migrate (model, write_name);
  g_assert_true (g_str_has_prefix (text, "// The field “posts[].title” is new"));
  assert_has (strstr (text, ".renameCollection("), "// The operation “all of one” from then on\n");
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
  assert_has (text, "v: \"$o.name\"");
  assert_has (text, "$unsetField");
  g_assert_null (strstr (text, "is gone"));
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
  assert_has (text, "k: { $literal: \"{name\" }");
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

/* No server merges into these. */
static void
keep_times (SquillModel *model)
{
  change (model, "post", "time_field", "'post.when'");
}

static void
test_time_series (void)
{
  g_autoptr (SquillModel) model = draw ("parent-reference");
  g_autofree char *text = migrate (model, keep_times);

  assert_has (text, "// “post” has to be created anew");
  g_assert_null (strstr (text, "$merge"));
}

static void
cluster (SquillModel *model)
{
  change (model, "post", "clustered", "true");
}

/* What only a new collection can have. */
static void
test_options (void)
{
  g_autoptr (SquillModel) model = draw ("parent-reference");
  g_autofree char *text = migrate (model, cluster);

  assert_has (text, "into: \"post_new\"");
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/exchange/migration-preview/nothing", test_nothing);
  g_test_add_func ("/exchange/migration-preview/stopped", test_stopped);
  g_test_add_func ("/exchange/migration-preview/index-options", test_index_options);
  g_test_add_func ("/exchange/migration-preview/take-out", test_take_out);
  g_test_add_func ("/exchange/migration-preview/subset", test_subset);
  g_test_add_func ("/exchange/migration-preview/embed", test_embed);
  g_test_add_func ("/exchange/migration-preview/order", test_order);
  g_test_add_func ("/exchange/migration-preview/pairs", test_pairs);
  g_test_add_func ("/exchange/migration-preview/brackets", test_brackets);
  g_test_add_func ("/exchange/migration-preview/comments", test_comments);
  g_test_add_func ("/exchange/migration-preview/time-series", test_time_series);
  g_test_add_func ("/exchange/migration-preview/options", test_options);
  return g_test_run ();
}

/* SPDX-License-Identifier: Apache-2.0 */

/* Family E: what the server refuses of indexes, or cannot use. */

#include "config.h"

#include "advice-fixture.h"

/* That many indexes besides the one of _id. */
static void
draw_indexes (SquillModel *model, guint n)
{
  draw_entity (model, "thing", 1000);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *field = g_strdup_printf ("f%u", i);
      g_autofree char *id = g_strdup_printf ("i%u", i);
      g_autofree char *keys = g_strdup_printf ("[{'path': 'thing.%s', 'how': '1'}]", field);

      draw_field (model, "thing", field, "int");
      draw_index (model, "thing", id, keys);
    }
}

static void
many_fires (SquillModel *model)
{
  draw_indexes (model, 10);
}

static void
many_silent (SquillModel *model)
{
  draw_indexes (model, 9);
}

static void
limit_fires (SquillModel *model)
{
  draw_indexes (model, 64);
}

static void
limit_silent (SquillModel *model)
{
  draw_indexes (model, 63);
}

static void
draw_wide (SquillModel *model, guint n)
{
  GString *keys = g_string_new ("[");

  draw_entity (model, "thing", 1000);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *field = g_strdup_printf ("f%u", i);

      draw_field (model, "thing", field, "int");
      g_string_append_printf (keys, "%s{'path': 'thing.%s', 'how': '1'}", i == 0 ? "" : ", ",
                              field);
    }
  g_string_append_c (keys, ']');
  draw_index (model, "thing", "wide", keys->str);
  g_string_free (keys, TRUE);
}

static void
wide_fires (SquillModel *model)
{
  draw_wide (model, 33);
}

static void
wide_silent (SquillModel *model)
{
  draw_wide (model, 32);
}

static void
draw_post (SquillModel *model)
{
  draw_entity (model, "post", 1000);
  draw_array (model, "post", "tags", "string", "0..5..20");
  draw_field (model, "post", "at", "date");
  draw_entity (model, "comment", NAN);
  draw_text (model, "comment", "who", 10);
  draw_field (model, "comment", "points", "int");
  draw_relationship (model, "comments", "post", "comment", "embed-many", "0..5..20", "1");
}

static void
parallel_fires (SquillModel *model)
{
  draw_post (model);
  draw_index (model, "post", "both",
              "[{'path': 'post.at', 'how': '1'}, {'path': 'post.tags', 'how': '1'},"
              " {'path': 'comments/comment.who', 'how': '1'}]");
}

/* Of the same array. */
static void
parallel_silent (SquillModel *model)
{
  draw_post (model);
  draw_index (model, "post", "both",
              "[{'path': 'comments/comment.who', 'how': '1'},"
              " {'path': 'comments/comment.points', 'how': '1'}, {'path': 'post.at', 'how': '1'}]");
}

/* An array in the elements of another is on the way to none but its own. */
static void
parallel_nested (SquillModel *model)
{
  draw_post (model);
  draw_array (model, "comment", "labels", "string", "0..2..5");
  draw_index (model, "post", "nested",
              "[{'path': 'comments/comment.labels', 'how': '1'},"
              " {'path': 'comments/comment.points', 'how': '1'}]");
}

static void
parallel_branches (SquillModel *model)
{
  parallel_nested (model);
  draw_array (model, "comment", "likes", "string", "0..2..5");
  draw_index (model, "post", "branches",
              "[{'path': 'comments/comment.labels', 'how': '1'},"
              " {'path': 'comments/comment.likes', 'how': '1'}]");
}

static void
draw_user (SquillModel *model)
{
  draw_entity (model, "user", 1000);
  draw_text (model, "user", "email", 20);
  draw_field (model, "user", "active", "bool");
  draw_index (model, "user", "by-email", "[{'path': 'user.email', 'how': '1'}]");
}

static void
partial_fires (SquillModel *model)
{
  draw_user (model);
  change (model, "by-email", "sparse", "true");
  change (model, "by-email", "partial", "{'active': true}");
}

static void
partial_silent (SquillModel *model)
{
  draw_user (model);
  change (model, "by-email", "partial", "{'active': true}");
}

static void
partial_sparse (SquillModel *model)
{
  draw_user (model);
  change (model, "by-email", "sparse", "true");
}

static void
partial_shard_key (SquillModel *model)
{
  partial_silent (model);
  change (model, "user", "shard_key", "[{'path': 'user.email', 'how': '1'}]");
}

static void
partial_shard_key_twice (SquillModel *model)
{
  partial_shard_key (model);
  draw_index (model, "user", "full",
              "[{'path': 'user.email', 'how': '1'}, {'path': 'user.active', 'how': '1'}]");
}

static void
hashed_fires (SquillModel *model)
{
  draw_post (model);
  draw_index (model, "post", "hashed", "[{'path': 'post.tags', 'how': 'hashed'}]");
}

static void
hashed_silent (SquillModel *model)
{
  draw_user (model);
  draw_index (model, "user", "hashed", "[{'path': '=_id', 'how': 'hashed'}]");
  draw_operation (model, "show", "find", "user", 10);
  change (model, "show", "filter", "[{'path': '=_id', 'how': 'eq'}]");
}

static void
hashed_unique (SquillModel *model)
{
  draw_user (model);
  change (model, "by-email", "keys", "[{'path': 'user.email', 'how': 'hashed'}]");
  change (model, "by-email", "unique", "true");
}

static void
hashed_range (SquillModel *model)
{
  draw_post (model);
  draw_index (model, "post", "hashed", "[{'path': 'post.at', 'how': 'hashed'}]");
  draw_operation (model, "recent", "find", "post", 10);
  change (model, "recent", "sort", "[{'path': 'post.at', 'how': '-1'}]");
}

static void
hashed_range_elsewhere (SquillModel *model)
{
  hashed_range (model);
  draw_index (model, "post", "by-date", "[{'path': 'post.at', 'how': '-1'}]");
}

static void
hashed_fractions (SquillModel *model)
{
  draw_post (model);
  draw_field (model, "post", "rating", "double");
  draw_index (model, "post", "hashed", "[{'path': 'post.rating', 'how': 'hashed'}]");
}

static void
hashed_whole (SquillModel *model)
{
  hashed_fractions (model);
  change (model, "post.rating", "whole", "true");
}

static void
text_fires (SquillModel *model)
{
  draw_post (model);
  draw_text (model, "post", "title", 50);
  draw_text (model, "post", "body", 5000);
  draw_index (model, "post", "titles", "[{'path': 'post.title', 'how': 'text'}]");
  draw_index (model, "post", "bodies", "[{'path': 'post.body', 'how': 'text'}]");
}

static void
text_silent (SquillModel *model)
{
  draw_post (model);
  draw_text (model, "post", "title", 50);
  draw_text (model, "post", "body", 5000);
  draw_index (model, "post", "texts",
              "[{'path': 'post.title', 'how': 'text'}, {'path': 'post.body', 'how': 'text'}]");
}

static void
draw_product (SquillModel *model)
{
  draw_entity (model, "product", 100000);
  draw_field (model, "product", "attrs", "object");
  draw_text (model, "product.attrs", "color", 6);
  draw_text (model, "product.attrs", "size", 2);
  draw_index (model, "product", "any", "[{'path': '=attrs.$**', 'how': '1'}]");
}

static void
wildcard_fires (SquillModel *model)
{
  draw_product (model);
  change (model, "any", "unique", "true");
}

static void
wildcard_silent (SquillModel *model)
{
  draw_product (model);
  draw_operation (model, "by color", "find", "product", 10);
  change (model, "by color", "filter", "[{'path': 'product.attrs.color', 'how': 'eq'}]");
}

static void
wildcard_two (SquillModel *model)
{
  wildcard_silent (model);
  change (model, "by color", "filter",
          "[{'path': 'product.attrs.size', 'how': 'range'},"
          " {'path': 'product.attrs.color', 'how': 'eq'}]");
}

static void
wildcard_two_indexed (SquillModel *model)
{
  wildcard_two (model);
  draw_index (model, "product", "explicit",
              "[{'path': 'product.attrs.color', 'how': '1'},"
              " {'path': 'product.attrs.size', 'how': '1'}]");
}

static const RuleCase cases[] = {
  { "too-many-indexes", SQUILL_SEVERITY_WARNING, "thing", many_fires, many_silent },
  { "too-many-indexes", SQUILL_SEVERITY_WARNING, NULL, NULL, limit_fires },
  { "index-limit", SQUILL_SEVERITY_ERROR, "thing", limit_fires, limit_silent },
  { "index-too-wide", SQUILL_SEVERITY_ERROR, "wide", wide_fires, wide_silent },
  { "parallel-arrays", SQUILL_SEVERITY_ERROR, "both", parallel_fires, parallel_silent },
  { "parallel-arrays", SQUILL_SEVERITY_ERROR, "branches", parallel_branches, parallel_nested },
  { "partial-and-sparse", SQUILL_SEVERITY_ERROR, "by-email", partial_fires, partial_silent },
  { "partial-and-sparse", SQUILL_SEVERITY_ERROR, "by-email", partial_shard_key,
    partial_shard_key_twice },
  { "partial-and-sparse", SQUILL_SEVERITY_ERROR, NULL, NULL, partial_sparse },
  { "hashed-index-misuse", SQUILL_SEVERITY_ERROR, "hashed", hashed_fires, hashed_silent },
  { "hashed-index-misuse", SQUILL_SEVERITY_ERROR, "by-email", hashed_unique, NULL },
  { "hashed-index-misuse", SQUILL_SEVERITY_WARNING, "hashed", hashed_range,
    hashed_range_elsewhere },
  { "hashed-index-misuse", SQUILL_SEVERITY_WARNING, "hashed", hashed_fractions, hashed_whole },
  { "text-index-many", SQUILL_SEVERITY_ERROR, "post", text_fires, text_silent },
  { "wildcard-misuse", SQUILL_SEVERITY_ERROR, "any", wildcard_fires, wildcard_silent },
  { "wildcard-misuse", SQUILL_SEVERITY_WARNING, "any", wildcard_two, wildcard_two_indexed },
};

/* Keys that are in no array go into both indexes. */
static void
test_split (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;
  const SquillCollection *collection;

  parallel_fires (model);
  advice = advise (model);
  g_assert_true (
      squill_advice_apply_fix (advice, find_finding (advice, "parallel-arrays", NULL), NULL));
  collection = squill_design_find_collection (squill_advice_get_design (advice), "post");
  g_assert_cmpuint (collection->indexes->len, ==, 3);
  g_assert_cmpstr (((const SquillCollectionIndex *)collection->indexes->pdata[1])->name, ==,
                   "at_1_tags_1");
  g_assert_cmpstr (((const SquillCollectionIndex *)collection->indexes->pdata[2])->name, ==,
                   "at_1_comments.who_1");
}

/* What is asked for with equality comes first. */
static void
test_explicit (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;
  const SquillCollection *collection;

  wildcard_two (model);
  advice = advise (model);
  g_assert_true (
      squill_advice_apply_fix (advice, find_finding (advice, "wildcard-misuse", NULL), NULL));
  collection = squill_design_find_collection (squill_advice_get_design (advice), "product");
  g_assert_cmpstr (((const SquillCollectionIndex *)collection->indexes->pdata[2])->name, ==,
                   "attrs.color_1_attrs.size_1");
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  add_rule_cases (cases, G_N_ELEMENTS (cases));
  g_test_add_func ("/advice/fix/split-index", test_split);
  g_test_add_func ("/advice/fix/explicit-index", test_explicit);
  return g_test_run ();
}

/* SPDX-License-Identifier: Apache-2.0 */

/* Where the documents of an entity are, and what keys mean there. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include "design-fixture.h"

/* Parent p with a field a, child c with a field b. */
static SquillModel *
draw_pair (const char *placement, const char *children, const char *parents)
{
  SquillModel *model = squill_model_new ();

  draw_entity (model, "p");
  draw_field (model, "p", "a", "string:10");
  draw_entity (model, "c");
  draw_field (model, "c", "b", "int");
  draw_relationship (model, "r", "p", "c", placement, children, parents);
  return model;
}

static void
test_several_parents (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillDesign) design = NULL;
  g_autoptr (GPtrArray) places = NULL;

  draw_entity (model, "person");
  draw_entity (model, "company");
  draw_entity (model, "address");
  draw_field (model, "address", "city", "string:9");
  draw_relationship (model, "home", "person", "address", "embed-one", "1", "1");
  draw_relationship (model, "work", "person", "address", "embed-one", "0..1..1", "1");
  draw_relationship (model, "seat", "company", "address", "embed-one", "1", "1");
  draw_index (model, "address", "by_city", "address.city 1");
  design = squill_design_new (model);
  g_assert_cmpuint (squill_design_get_n_collections (design), ==, 2);
  assert_shape (design, "person",
                "_id! objectId own\nhome! object embedded\nhome.city! string embedded\n"
                "work object embedded\nwork.city! string embedded\n");
  places = squill_design_get_document_sites (design, "address");
  g_assert_cmpuint (places->len, ==, 3);
  g_assert_cmpstr (squill_design_get_collection_of_shape (design, places->pdata[2])->id, ==,
                   "company");

  change (model, "address", "standalone", "'yes'");
  g_assert_cmpuint (squill_design_get_n_collections (design), ==, 3);
  assert_shape (design, "address", "_id! objectId own\ncity! string own\n");
  g_clear_pointer (&places, g_ptr_array_unref);
  places = squill_design_get_document_sites (design, "address");
  g_assert_cmpuint (places->len, ==, 4);
  g_assert_null (((const SquillShape *)places->pdata[0])->parent);
  g_assert_true (squill_design_is_embedded (design, "address"));

  /* The same index has another path in each place. */
  {
    const SquillCollection *person = squill_design_find_collection (design, "person");
    const char *paths[] = { "_id", "home.city", "work.city" };
    const char *names[] = { "_id_", "home.city_1", "work.city_1" };

    g_assert_cmpuint (person->indexes->len, ==, 3);
    for (guint i = 0; i < 3; i++)
      {
        const SquillCollectionIndex *index = person->indexes->pdata[i];
        const SquillKey *key = index->keys->pdata[0];

        g_assert_cmpstr (index->name, ==, names[i]);
        g_assert_cmpstr (key->path, ==, paths[i]);
        g_assert_cmpstr (index->index, ==, i == 0 ? NULL : "by_city");
      }
  }
}

/* Keys keep their meaning whatever the placement is. */
static void
test_resolve (void)
{
  const struct
  {
    const char *placement;
    const char *by_child_field; /* r/c.b from the parent */
    const char *by_relationship;
    const char *reference; /* an index of the child by its parent */
  } rows[] = {
    { "embed-many", "r.b", "r", "_id" },     { "child-references", "r.b", "r", NULL },
    { "parent-reference", "r.b", "r", "p" }, { "two-way", "r.b", "r", "p" },
    { "subset", "r.b", "r", "p" },           { "bucket", NULL, NULL, "p" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (SquillModel) model = draw_pair (rows[i].placement, "1..2..5", "1");
      g_autoptr (SquillDesign) design = NULL;
      g_autoptr (GPtrArray) parents = NULL;
      g_autoptr (GPtrArray) children = NULL;
      const SquillShape *found;
      const char *expected[] = { rows[i].by_child_field, rows[i].by_relationship };
      const char *keys[] = { "r/c.b", "r" };

      draw_copy (model, "r", "c.b", "to-parent");
      change (model, "r", "bound", "10");
      design = squill_design_new (model);
      parents = squill_design_get_document_sites (design, "p");
      for (guint j = 0; j < 2; j++)
        {
          g_autofree char *path = NULL;

          found = squill_design_resolve (design, parents->pdata[0], keys[j]);
          if (found != NULL)
            path = squill_shape_get_query_path (found);
          g_assert_cmpstr (path, ==, expected[j]);
        }
      children = squill_design_get_document_sites (design, "c");
      found = squill_design_resolve (design, children->pdata[0], "r");
      g_assert_cmpstr (found == NULL ? NULL : found->name, ==, rows[i].reference);
      g_assert_nonnull (squill_design_resolve (design, children->pdata[0], "c.b"));
      g_assert_null (squill_design_resolve (design, children->pdata[0], "none"));
      g_assert_null (squill_design_resolve (design, children->pdata[0], "none/c.b"));
    }
}

static void
test_query_paths (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillDesign) design = NULL;
  const SquillShape *root;
  const struct
  {
    const char *path;
    const char *query;
  } rows[] = {
    { "grid", "grid" },         { "grid[]", "grid" },          { "grid[][].x", "grid.x" },
    { "tiers", "tiers" },       { "tiers{}.on", "tiers.$**" }, { "tiers{}.in.y", "tiers.$**" },
    { "a\\.b\\[\\]", "a.b[]" },
  };

  draw_entity (model, "e");
  draw_field (model, "e", "grid", "array[]2");
  draw_field (model, "e.grid", "[]", "object[]3");
  draw_field (model, "e.grid.[]", "x", "int");
  draw_field (model, "e", "tiers", "object{}2#3");
  draw_field (model, "e.tiers", "on", "bool");
  draw_field (model, "e.tiers", "in", "object");
  draw_field (model, "e.tiers.in", "y", "bool");
  draw_field (model, "e", "a.b[]", "int");
  design = squill_design_new (model);
  root = squill_design_find_collection (design, "e")->shape;
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      const SquillShape *found = squill_shape_find (root, rows[i].path);
      g_autofree char *query = NULL;

      g_assert_nonnull (found);
      g_assert_cmpstr (found->path, ==, rows[i].path);
      query = squill_shape_get_query_path (found);
      g_assert_cmpstr (query, ==, rows[i].query);
    }
  g_assert_nonnull (squill_design_resolve (design, root, "=grid.x"));
  g_assert_nonnull (squill_design_resolve (design, root, "=tiers"));
  g_assert_null (squill_design_resolve (design, root, "=grid.z"));
}

static char *
index_text (const SquillCollectionIndex *index)
{
  GString *text = g_string_new (index->name);

  for (guint i = 0; i < index->keys->len; i++)
    {
      const SquillKey *key = index->keys->pdata[i];

      g_string_append_printf (text, " %s:%s", key->path, key->operator);
    }
  if (index->unresolved)
    g_string_append (text, " unresolved");
  return g_string_free (text, FALSE);
}

static void
test_indexes (void)
{
  const struct
  {
    const char *placement;
    const char *collection;
    const char *expected; /* the second index */
  } rows[] = {
    { "parent-reference", "c", "p_1_b_-1 p:1 b:-1" },
    { "two-way", "c", "p_1_b_-1 p:1 b:-1" },
    { "embed-many", "p", "r.b_-1 r.b:-1" },
    { "bucket", "r", "p_1_r.b_-1 p:1 r.b:-1" },
    { "child-references", "c", "r_1_b_-1 r:1 b:-1 unresolved" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (SquillModel) model = draw_pair (rows[i].placement, "1..2..5", "1");
      g_autoptr (SquillDesign) design = NULL;
      const SquillCollection *collection;
      g_autofree char *text = NULL;

      draw_index (model, "c", "i", "r 1, c.b -1");
      design = squill_design_new (model);
      collection = squill_design_find_collection (design, rows[i].collection);
      g_assert_cmpuint (collection->indexes->len, ==, 2);
      text = index_text (collection->indexes->pdata[1]);
      g_assert_cmpstr (text, ==, rows[i].expected);
    }

  {
    g_autoptr (SquillModel) model = draw_pair ("child-references", "1..2..5", "1");
    g_autoptr (SquillDesign) design = squill_design_new (model);
    const SquillCollection *collection;
    g_autofree char *text = NULL;
    g_autofree char *literal = NULL;

    /* The key of a list of {id, …} is its id. */
    draw_copy (model, "r", "c.b", "to-parent");
    draw_index (model, "p", "i", "r 1");
    draw_index (model, "p", "j", "=extra.size 1");
    change (model, "i", "name", "'by child'");
    change (model, "i", "unique", "true");
    collection = squill_design_find_collection (design, "p");
    text = index_text (collection->indexes->pdata[1]);
    g_assert_cmpstr (text, ==, "by child r.id:1");
    g_assert_true (((const SquillCollectionIndex *)collection->indexes->pdata[1])->unique);
    literal = index_text (collection->indexes->pdata[2]);
    g_assert_cmpstr (literal, ==, "extra.size_1 extra.size:1");
    /* Embedded, an index by nothing but the parent is not needed. */
    draw_index (model, "c", "k", "r 1");
    change (model, "r", "placement", "'embed-many'");
    collection = squill_design_find_collection (design, "p");
    g_assert_cmpuint (collection->indexes->len, ==, 3);
  }
}

/* Links are found from both ends, and one of two documents is there once unless it has a field. */
static void
test_links (void)
{
  g_autoptr (SquillModel) model = draw_pair ("junction", "0..2..5", "0..3..9");
  g_autoptr (SquillDesign) design = squill_design_new (model);
  const SquillCollection *links = squill_design_find_collection (design, "r");
  const SquillCollectionIndex *index;

  g_assert_cmpuint (links->indexes->len, ==, 3);
  index = links->indexes->pdata[1];
  g_assert_cmpstr (index->name, ==, "p_1_c_1");
  g_assert_true (index->unique);
  index = links->indexes->pdata[2];
  g_assert_cmpstr (index->name, ==, "c_1_p_1");
  g_assert_false (index->unique);

  draw_field (model, "r", "since", "date");
  links = squill_design_find_collection (design, "r");
  g_assert_false (((const SquillCollectionIndex *)links->indexes->pdata[1])->unique);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/design/places/several-parents", test_several_parents);
  g_test_add_func ("/design/places/resolve", test_resolve);
  g_test_add_func ("/design/places/query-paths", test_query_paths);
  g_test_add_func ("/design/places/indexes", test_indexes);
  g_test_add_func ("/design/places/links", test_links);
  return g_test_run ();
}

/* SPDX-License-Identifier: Apache-2.0 */

/* What each placement makes of the same two entities: the shape of documents, in short. */

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

static char *
dump_all (SquillModel *model)
{
  g_autoptr (SquillDesign) design = squill_design_new (model);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < squill_design_get_n_collections (design); i++)
    {
      const SquillCollection *collection = squill_design_get_collection (design, i);
      g_autofree char *shape = dump_shape (collection->shape);

      g_string_append_printf (text, "%s:\n%s", collection->name, shape);
    }
  return g_string_free (text, FALSE);
}

static void
assert_all (SquillModel *model, const char *expected)
{
  g_autofree char *text = dump_all (model);

  g_assert_cmpstr (text, ==, expected);
}

#define P "p:\n_id! objectId own\na! string own\n"
#define C "c:\n_id! objectId own\nb! int own\n"

static void
test_tables (void)
{
  const struct
  {
    const char *placement;
    const char *children;
    const char *parents;
    const char *change; /* of the relationship: "property json", joined by ";" */
    const char *expected;
  } rows[] = {
    { "embed-one", "1", "1", NULL, P "r! object embedded\nr.b! int embedded\n" },
    { "embed-one", "0..0.3..1", "1", NULL, P "r object embedded\nr.b! int embedded\n" },
    { "embed-one", "1", "1", "optional true", P "r object embedded\nr.b! int embedded\n" },
    { "embed-one", "", "", NULL, P "r object embedded\nr.b! int embedded\n" },
    { "embed-one", "1", "1", "parent_name 'x'", P "x! object embedded\nx.b! int embedded\n" },
    { "embed-one", "1", "1", "keep_id true",
      P "r! object embedded\nr._id! objectId embedded\nr.b! int embedded\n" },
    { "embed-many", "1..2..5", "1", NULL, P "r! object[1..2..5] embedded\nr[].b! int embedded\n" },
    { "embed-many", "0..2..5", "1", NULL, P "r object[0..2..5] embedded\nr[].b! int embedded\n" },
    { "embed-many", "0..2..*", "1", NULL,
      P "r object[0..2..∞] embedded unbounded\nr[].b! int embedded\n" },
    { "embed-many", "0..2..*", "1", "growth 0",
      P "r object[0..2..∞] embedded\nr[].b! int embedded\n" },
    { "embed-many", "0..2..*", "1", "growth 5;cap 9",
      P "r object[0..2..9] embedded\nr[].b! int embedded\n" },
    { "embed-many", "", "", NULL, P "r object[] embedded\nr[].b! int embedded\n" },
    { "child-references", "1..2..5", "1", NULL, P "r! objectId[1..2..5] reference->c\n" C },
    { "child-references", "1", "1", NULL, P "r! objectId reference->c\n" C },
    { "child-references", "0..0.5..1", "1", NULL, P "r objectId reference->c\n" C },
    { "child-references", "", "", NULL, P "r objectId[] reference->c\n" C },
    { "parent-reference", "0..2..5", "1", NULL, P C "p! objectId reference->p\n" },
    { "parent-reference", "0..2..5", "0..1..1", NULL, P C "p objectId reference->p\n" },
    { "parent-reference", "0..2..5", "0..2..3", NULL, P C "p objectId[0..2..3] reference->p\n" },
    { "parent-reference", "0..2..5", "1", "child_name 'owner'",
      P C "owner! objectId reference->p\n" },
    { "parent-reference", "", "", NULL, P C "p objectId reference->p\n" },
    { "two-way", "0..2..5", "1", NULL,
      P "r objectId[0..2..5] reference->c\n" C "p! objectId reference->p\n" },
    { "junction", "0..2..5", "0..3..9", NULL,
      P C "r:\n_id! objectId own\np! objectId reference->p\nc! objectId reference->c\n" },
    { "junction", "0..2..5", "0..3..9", "name null;parent_name 'y';child_name 'x'",
      P C "p_c:\n_id! objectId own\nx! objectId reference->p\ny! objectId reference->c\n" },
    { "subset", "0..200..*", "1", "bound 10",
      P "r object[0..10..10] embedded\nr[]._id! objectId embedded\nr[].b! int embedded\n" C
        "p! objectId reference->p\n" },
    { "subset", "0..5..*", "1", "bound 10",
      P "r object[0..5..10] embedded\nr[]._id! objectId embedded\nr[].b! int embedded\n" C
        "p! objectId reference->p\n" },
    { "bucket", "0..250..*", "1", "bound 100",
      P "c:\n_id! objectId own\np! objectId reference->p\ncount! int own\n"
        "r! object[1..83.33333333333333..100] embedded\nr[].b! int embedded\n" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (SquillModel) model =
          draw_pair (rows[i].placement, rows[i].children, rows[i].parents);
      g_auto (GStrv) changes = g_strsplit (rows[i].change == NULL ? "" : rows[i].change, ";", -1);

      for (guint j = 0; changes[j] != NULL; j++)
        {
          g_auto (GStrv) words = g_strsplit (changes[j], " ", 2);

          if (g_str_equal (words[1], "null"))
            change (model, "r", words[0], NULL);
          else
            change (model, "r", words[0], words[1]);
        }
      assert_all (model, rows[i].expected);
    }
}

static void
test_copies (void)
{
  const struct
  {
    const char *placement;
    const char *children;
    const char *parents;
    gboolean nest;
    const char *expected;
  } rows[] = {
    { "child-references", "1..2..5", "1", FALSE,
      P "r! object[1..2..5] reference->c\nr[].id! objectId reference->c\nr[].b! int copy\n" C
        "a! string copy\n" },
    { "child-references", "1", "1", FALSE,
      P "r! objectId reference->c\nb! int copy\n" C "a! string copy\n" },
    { "child-references", "1", "1", TRUE,
      P "r! object reference->c\nr.id! objectId reference->c\nr.b! int copy\n" C
        "a! string copy\n" },
    { "child-references", "0..0.5..1", "0..0.5..1", FALSE,
      P "r objectId reference->c\nb int copy\n" C "a string copy\n" },
    { "parent-reference", "0..2..5", "1", FALSE,
      P "r object[0..2..5] reference->c\nr[].id! objectId reference->c\nr[].b! int copy\n" C
        "p! objectId reference->p\na! string copy\n" },
    { "parent-reference", "0..2..5", "1", TRUE,
      P "r object[0..2..5] reference->c\nr[].id! objectId reference->c\nr[].b! int copy\n" C
        "p! object reference->p\np.id! objectId reference->p\np.a! string copy\n" },
    { "parent-reference", "0..2..5", "1..2..3", FALSE,
      P "r object[0..2..5] reference->c\nr[].id! objectId reference->c\nr[].b! int copy\n" C
        "p! object[1..2..3] reference->p\np[].id! objectId reference->p\np[].a! string copy\n" },
    { "two-way", "1", "1", FALSE,
      P "r! objectId reference->c\nb! int copy\n" C "p! objectId reference->p\na! string copy\n" },
    { "junction", "0..2..5", "0..3..9", FALSE,
      P C "r:\n_id! objectId own\np! objectId reference->p\na! string copy\n"
          "c! objectId reference->c\nb! int copy\n" },
    { "junction", "0..2..5", "0..3..9", TRUE,
      P C "r:\n_id! objectId own\np! object reference->p\np.id! objectId reference->p\n"
          "p.a! string copy\nc! object reference->c\nc.id! objectId reference->c\n"
          "c.b! int copy\n" },
    { "subset", "0..2..5", "1", FALSE,
      P "r object[0..2..5] reference->c\nr[]._id! objectId reference->c\nr[].b! int copy\n" C
        "p! objectId reference->p\na! string copy\n" },
    /* The child is there with all its fields. */
    { "embed-many", "1", "1", FALSE, P "r! object[1] embedded\nr[].b! int embedded\n" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (SquillModel) model =
          draw_pair (rows[i].placement, rows[i].children, rows[i].parents);

      draw_copy (model, "r", "c.b", "to-parent");
      draw_copy (model, "r", "p.a", "to-child");
      if (rows[i].nest)
        change (model, "r", "nest_copies", "true");
      assert_all (model, rows[i].expected);
    }
}

static void
test_copy_names (void)
{
  g_autoptr (SquillModel) model = draw_pair ("child-references", "1..2..5", "1");

  draw_copy (model, "r", "c.b", "to-parent");
  change (model, "r<c.b", "name", "'other'");
  change (model, "r", "id_name", "'_id'");
  assert_all (model, P "r! object[1..2..5] reference->c\nr[]._id! objectId reference->c\n"
                       "r[].other! int copy\n" C);

  /* What is copied is gone: nobody knows how large it is. */
  {
    g_autoptr (SquillDesign) design = squill_design_new (model);
    g_autoptr (SquillEdit) edit = squill_edit_new_remove ("c.b");

    g_assert_false (squill_design_find_collection (design, "p")->shape->size_unknown);
    squill_model_apply (model, edit, NULL);
    assert_shape (design, "p",
                  "_id! objectId own\na! string own\nr! object[1..2..5] reference->c\n"
                  "r[]._id! objectId reference->c\nr[].other  copy\n");
    g_assert_true (squill_design_find_collection (design, "p")->shape->size_unknown);
    g_assert_true (squill_model_undo (model));
    g_assert_false (squill_design_find_collection (design, "p")->shape->size_unknown);
  }
}

static void
test_links (void)
{
  const struct
  {
    const char *placement;
    const char *children;
    const char *expected;
  } rows[] = {
    { "child-references", "1..2..5",
      P "r! object[1..2..5] reference->c\nr[].id! objectId reference->c\nr[].grade! int link\n" C },
    { "child-references", "1", P "r! objectId reference->c\ngrade! int link\n" C },
    { "parent-reference", "1..2..5", P C "p! objectId reference->p\ngrade! int link\n" },
    { "two-way", "1..2..5",
      P "r! object[1..2..5] reference->c\nr[].id! objectId reference->c\nr[].grade! int link\n" C
        "p! objectId reference->p\n" },
    { "junction", "1..2..5",
      P C "r:\n_id! objectId own\np! objectId reference->p\nc! objectId reference->c\n"
          "grade! int link\n" },
    { "embed-many", "1..2..5",
      P "r! object[1..2..5] embedded\nr[].b! int embedded\nr[].grade! int link\n" },
    { "subset", "1..2..5",
      P "r! object[1..2..5] embedded\nr[]._id! objectId embedded\nr[].b! int embedded\n" C
        "p! objectId reference->p\ngrade! int link\n" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (SquillModel) model = draw_pair (rows[i].placement, rows[i].children, "1");

      draw_field (model, "r", "grade", "int");
      assert_all (model, rows[i].expected);
    }
}

/* A bucket's items are nowhere else, unless they are wanted. */
static void
test_bucket (void)
{
  g_autoptr (SquillModel) model = draw_pair ("bucket", "10..250..1000", "1");
  g_autoptr (SquillDesign) design = NULL;
  const SquillCollection *bucket;

  change (model, "r", "bound", "100");
  change (model, "r", "growth", "50");
  change (model, "p", "count", "{'min':10,'likely':20,'max':40}");
  change (model, "p", "growth", "1");
  draw_copy (model, "r", "p.a", "to-child");
  draw_field (model, "r", "mark", "bool");
  design = squill_design_new (model);
  g_assert_cmpuint (squill_design_get_n_collections (design), ==, 2);
  bucket = squill_design_find_collection_by_name (design, "c");
  g_assert_cmpstr (bucket->id, ==, "r");
  g_assert_cmpint (bucket->kind, ==, SQUILL_COLLECTION_BUCKET);
  g_assert_cmpstr (bucket->entity, ==, "c");
  g_assert_cmpstr (bucket->relationship, ==, "r");
  assert_shape (design, "r",
                "_id! objectId own\np! objectId reference->p\na! string copy\ncount! int own\n"
                "r! object[1..83.33333333333333..100] embedded\nr[].b! int embedded\n"
                "r[].mark! bool link\n");
  /* One bucket at least, three as a rule, ten at most; four for 400 of 20 + 36 parents. */
  g_assert_true (squill_triple_equal (bucket->count, SQUILL_TRIPLE (10, 60, 400)));
  g_assert_cmpfloat (bucket->count_at_horizon, ==, (20 + 36) * 4);
  g_assert_true (squill_triple_equal (squill_design_get_count (design, "c"),
                                      SQUILL_TRIPLE (100, 5000, 40000)));
  g_assert_cmpfloat (squill_design_get_count_at_horizon (design, "c"), ==, 56 * 400);
  g_assert_false (squill_design_is_collection (design, "c"));
  g_assert_true (squill_design_is_embedded (design, "c"));

  change (model, "c", "standalone", "'yes'");
  g_assert_true (squill_design_is_collection (design, "c"));
  g_assert_cmpstr (squill_design_find_collection (design, "r")->name, ==, "r");
  g_assert_cmpstr (squill_design_find_collection_by_name (design, "c")->id, ==, "c");
  assert_shape (design, "c",
                "_id! objectId own\nb! int own\np! objectId reference->p\na! string copy\n");
}

static void
test_counts (void)
{
  g_autoptr (SquillModel) model = draw_pair ("junction", "0..2..5", "0..3..9");
  g_autoptr (SquillDesign) design = squill_design_new (model);
  SquillTriple count;

  g_assert_true (isnan (squill_design_find_collection (design, "r")->count.likely));
  change (model, "c", "count", "{'min':1,'likely':20,'max':30}");
  g_assert_true (squill_triple_equal (squill_design_find_collection (design, "r")->count,
                                      SQUILL_TRIPLE (0, 60, 270)));
  change (model, "p", "count", "{'min':1,'likely':40,'max':50}");
  g_assert_true (squill_triple_equal (squill_design_find_collection (design, "r")->count,
                                      SQUILL_TRIPLE (0, 80, 250)));

  /* Embedded, children are as many as their parents have, each counted once. */
  change (model, "c", "count", NULL);
  change (model, "r", "placement", "'embed-many'");
  change (model, "r", "children", "{'min':1,'likely':2,'max':5}");
  change (model, "r", "parents", "{'min':1,'likely':4,'max':8}");
  count = squill_design_get_count (design, "c");
  g_assert_true (squill_triple_equal (count, SQUILL_TRIPLE (1.0 / 8, 20, 250)));

  /* Of two that embed it the children add up. */
  draw_entity (model, "q");
  change (model, "q", "count", "{'min':10,'likely':10,'max':10}");
  draw_relationship (model, "s", "q", "c", "embed-one", "1", "1");
  count = squill_design_get_count (design, "c");
  g_assert_cmpfloat (count.likely, ==, 30);

  /* And of those that are embedded themselves they multiply. */
  draw_entity (model, "d");
  draw_relationship (model, "t", "c", "d", "embed-many", "3", "1");
  g_assert_cmpfloat (squill_design_get_count (design, "d").likely, ==, 90);
  change (model, "q", "growth", "1");
  g_assert_cmpfloat (squill_design_get_count_at_horizon (design, "d"), ==, (20 + 46) * 3);

  /* Nobody said anything, or they are in each other. */
  draw_entity (model, "e");
  g_assert_true (isnan (squill_design_get_count (design, "e").likely));
  draw_relationship (model, "u", "e", "q", "embed-many", "3", "1");
  draw_relationship (model, "v", "q", "e", "embed-many", "3", "1");
  change (model, "q", "count", NULL);
  g_assert_true (isnan (squill_design_get_count (design, "e").likely));
  g_assert_true (isnan (squill_design_get_count (design, "none").likely));
}

static void
test_nested (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillDesign) design = NULL;

  draw_entity (model, "order");
  draw_entity (model, "item");
  draw_field (model, "item", "quantity", "int");
  draw_entity (model, "discount");
  draw_field (model, "discount", "percent", "double");
  draw_entity (model, "product");
  draw_field (model, "product", "_id", "string:8");
  draw_field (model, "product", "name", "string:20");
  draw_relationship (model, "items", "order", "item", "embed-many", "1..3..20", "1");
  draw_relationship (model, "discounts", "item", "discount", "embed-many", "0..1..3", "1");
  draw_relationship (model, "item_product", "item", "product", "child-references", "1",
                     "0..100..*");
  change (model, "item_product", "parent_name", "'product'");
  draw_copy (model, "item_product", "product.name", "to-parent");
  design = squill_design_new (model);
  assert_shape (design, "order",
                "_id! objectId own\nitems! object[1..3..20] embedded\n"
                "items[].quantity! int embedded\n"
                "items[].discounts object[0..1..3] embedded\n"
                "items[].discounts[].percent! double embedded\n"
                "items[].product! string reference->product\nitems[].name! string copy\n");
  {
    const SquillShape *root = squill_design_find_collection (design, "order")->shape;

    g_assert_cmpuint (root->level, ==, 0);
    g_assert_cmpuint (squill_shape_find (root, "items")->level, ==, 1);
    g_assert_cmpuint (squill_shape_find (root, "items[].quantity")->level, ==, 3);
    g_assert_cmpuint (squill_shape_find (root, "items[].discounts[].percent")->level, ==, 5);
    g_assert_cmpstr (squill_shape_find (root, "items[].name")->entity, ==, "product");
    g_assert_cmpstr (squill_shape_find (root, "items[].quantity")->entity, ==, "item");
    g_assert_true (squill_shape_find (root, "items[]") == squill_shape_find (root, "items"));
    g_assert_null (squill_shape_find (root, "items[].none"));
    g_assert_null (squill_shape_find (root, "item"));
    g_assert_true (squill_shape_find (root, "") == root);
  }
  {
    g_autoptr (GPtrArray) of = squill_design_get_collections_of (design, "product");

    g_assert_cmpuint (of->len, ==, 2);
    g_assert_cmpstr (of->pdata[0], ==, "order");
    g_assert_cmpstr (of->pdata[1], ==, "product");
  }
  {
    g_autoptr (GPtrArray) of = squill_design_get_collections_of (design, "item_product");

    g_assert_cmpuint (of->len, ==, 1);
    g_assert_cmpstr (of->pdata[0], ==, "order");
  }
  {
    g_autoptr (GPtrArray) of = squill_design_get_collections_of (design, "discount.percent");

    g_assert_cmpuint (of->len, ==, 1);
    g_assert_cmpstr (of->pdata[0], ==, "order");
  }
  {
    g_autoptr (GPtrArray) of = squill_design_get_collections_of (design, "none");

    g_assert_cmpuint (of->len, ==, 0);
  }
}

/* An embedded child keeps what others refer to. */
static void
test_kept_ids (void)
{
  const struct
  {
    const char *parent;
    const char *child;
    const char *placement;
    gboolean kept;
  } rows[] = {
    { "vote", "comment", "child-references", TRUE },
    { "vote", "comment", "two-way", TRUE },
    { "vote", "comment", "junction", TRUE },
    { "vote", "comment", "parent-reference", FALSE },
    { "comment", "vote", "parent-reference", TRUE },
    { "comment", "vote", "subset", TRUE },
    { "comment", "vote", "bucket", TRUE },
    { "comment", "vote", "child-references", FALSE },
    { "comment", "vote", "embed-many", FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    for (guint drawn = 0; drawn < 2; drawn++)
      {
        g_autoptr (SquillModel) model = squill_model_new ();
        g_autoptr (SquillDesign) design = NULL;
        const SquillShape *id;

        draw_entity (model, "post");
        draw_entity (model, "comment");
        if (drawn)
          draw_field (model, "comment", "_id", "int");
        draw_entity (model, "vote");
        draw_relationship (model, "comments", "post", "comment", "embed-many", "0..5..9", "1");
        draw_relationship (model, "votes", rows[i].parent, rows[i].child, rows[i].placement,
                           "0..2..5", "1");
        design = squill_design_new (model);
        id = squill_shape_find (squill_design_find_collection (design, "post")->shape,
                                "comments[]._id");
        g_assert_cmpint (id != NULL, ==, rows[i].kept);
        if (id != NULL)
          {
            g_assert_cmpuint (id->types, ==, drawn ? SQUILL_TYPE_INT : SQUILL_TYPE_OBJECT_ID);
            g_assert_cmpint (id->origin, ==, SQUILL_ORIGIN_EMBEDDED);
            g_assert_cmpstr (id->relationship, ==, "comments");
          }
      }
}

static void
test_keys (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();

  draw_entity (model, "country");
  draw_field (model, "country", "code", "string:2");
  draw_entity (model, "city");
  draw_relationship (model, "cities", "country", "city", "parent-reference", "0..9..*", "1");
  change (model, "cities", "parent_key", "'country.code'");
  assert_all (model, "country:\n_id! objectId own\ncode! string own\n"
                     "city:\n_id! objectId own\ncountry! string reference->country\n");
  {
    g_autoptr (SquillDesign) design = squill_design_new (model);
    const SquillShape *stored = squill_design_get_stored (design, "cities", FALSE);

    /* country: "DE" */
    g_assert_cmpfloat (stored->bytes.likely, ==, 2 + 7 + 5 + 2);
    g_assert_null (squill_design_get_stored (design, "cities", TRUE));
    g_assert_null (squill_design_get_stored (design, "none", TRUE));
    change (model, "country.code", "size", "{'min':3,'likely':3,'max':3}");
    stored = squill_design_get_stored (design, "cities", FALSE);
    g_assert_cmpfloat (stored->bytes.likely, ==, 2 + 7 + 5 + 3);
  }

  /* An _id may be a document. */
  change (model, "cities", "parent_key", NULL);
  draw_field (model, "country", "_id", "object");
  draw_field (model, "country._id", "x", "int");
  draw_field (model, "country._id", "y", "string:1");
  change (model, "cities", "parents", "{'min':1,'likely':2,'max':3}");
  {
    g_autoptr (SquillDesign) design = squill_design_new (model);

    assert_shape (design, "city",
                  "_id! objectId own\ncountry! object[1..2..3] reference->country\n"
                  "country[].x! int reference\ncountry[].y! string reference\n");
    g_assert_cmpuint (
        squill_shape_find (squill_design_find_collection (design, "city")->shape, "country[].x")
            ->level,
        ==, 3);
  }
}

/* A field that is itself the reference. */
static void
test_holders (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();

  draw_entity (model, "customer");
  draw_field (model, "customer", "first", "int");
  draw_field (model, "customer", "accounts", "int[]1..3.5..6");
  draw_field (model, "customer", "last", "int");
  draw_entity (model, "account");
  draw_field (model, "account", "account_id", "int");
  draw_field (model, "account", "owner", "objectId?0.9");
  draw_relationship (model, "r", "customer", "account", "child-references", "1..3.5..6",
                     "1..1.001..2");
  change (model, "r", "child_key", "'account.account_id'");
  change (model, "r", "parent_holder", "'customer.accounts'");
  change (model, "r", "child_holder", "'account.owner'");

  assert_all (model, "customer:\n_id! objectId own\nfirst! int own\n"
                     "accounts! int[1..3.5..6] reference->account\nlast! int own\n"
                     "account:\n_id! objectId own\naccount_id! int own\n");
  change (model, "r", "placement", "'parent-reference'");
  change (model, "r", "parents", "{'min':1,'likely':1,'max':1}");
  assert_all (model, "customer:\n_id! objectId own\nfirst! int own\nlast! int own\n"
                     "account:\n_id! objectId own\naccount_id! int own\n"
                     "owner objectId reference->customer\n");
  change (model, "r", "placement", "'embed-many'");
  assert_all (model, "customer:\n_id! objectId own\nfirst! int own\nlast! int own\n"
                     "r! object[1..3.5..6] embedded\nr[].account_id! int embedded\n");
  change (model, "r", "placement", "'bucket'");
  change (model, "r", "bound", "2");
  assert_all (model, "customer:\n_id! objectId own\nfirst! int own\nlast! int own\n"
                     "account:\n_id! objectId own\nowner! objectId reference->customer\n"
                     "count! int own\nr! object[1..1.75..2] embedded\n"
                     "r[].account_id! int embedded\n");

  /* Copies make it a list of documents, in the same place. */
  change (model, "r", "placement", "'child-references'");
  draw_field (model, "account", "name", "string:5");
  draw_copy (model, "r", "account.name", "to-parent");
  {
    g_autoptr (SquillDesign) design = squill_design_new (model);

    assert_shape (design, "customer",
                  "_id! objectId own\nfirst! int own\n"
                  "accounts! object[1..3.5..6] reference->account\n"
                  "accounts[].id! int reference->account\naccounts[].name! string copy\n"
                  "last! int own\n");
    g_assert_cmpstr (squill_design_get_stored (design, "r", TRUE)->field, ==, "customer.accounts");
  }
}

/* A reference inside a list is one value for each element. */
static void
test_holder_in_list (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();

  draw_entity (model, "order");
  draw_field (model, "order", "lines", "object[]1..4..9");
  draw_field (model, "order.lines", "product_id", "objectId");
  draw_field (model, "order.lines", "quantity", "int");
  draw_entity (model, "product");
  draw_relationship (model, "r", "order", "product", "child-references", "1..4..9", "0..50..*");
  change (model, "r", "parent_holder", "'order.lines.product_id'");
  assert_all (model, "order:\n_id! objectId own\nlines! object[1..4..9] own\n"
                     "lines[].product_id! objectId reference->product\n"
                     "lines[].quantity! int own\nproduct:\n_id! objectId own\n");
  change (model, "r", "placement", "'parent-reference'");
  change (model, "r", "parents", NULL);
  assert_all (model, "order:\n_id! objectId own\nlines! object[1..4..9] own\n"
                     "lines[].quantity! int own\nproduct:\n_id! objectId own\n"
                     "order objectId reference->order\n");
}

/* One field may be the reference of several relationships, and an _id may be one. */
static void
test_shared_holder (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();

  draw_entity (model, "movie");
  draw_field (model, "movie", "_id", "int");
  draw_entity (model, "details");
  draw_field (model, "details", "_id", "");
  draw_entity (model, "poster");
  draw_relationship (model, "r", "movie", "details", "parent-reference", "1", "1");
  change (model, "r", "child_holder", "'details._id'");
  draw_relationship (model, "s", "details", "poster", "parent-reference", "0..2..5", "1");
  assert_all (model, "movie:\n_id! int own\ndetails:\n_id! int reference->movie\n"
                     "poster:\n_id! objectId own\ndetails! int reference->details\n");
  change (model, "r", "placement", "'child-references'");
  change (model, "details._id", "types", "['int']");
  assert_all (model, "movie:\n_id! int own\nr! int reference->details\ndetails:\n_id! int own\n"
                     "poster:\n_id! objectId own\ndetails! int reference->details\n");

  draw_entity (model, "clip");
  draw_field (model, "clip", "of", "int");
  draw_relationship (model, "t", "movie", "clip", "parent-reference", "0..2..5", "1");
  change (model, "t", "child_holder", "'clip.of'");
  draw_relationship (model, "u", "details", "clip", "parent-reference", "0..2..5", "1");
  change (model, "u", "child_holder", "'clip.of'");
  {
    g_autoptr (SquillDesign) design = squill_design_new (model);

    assert_shape (design, "clip", "_id! objectId own\nof! int reference->movie\n");
    g_assert_true (squill_design_get_stored (design, "t", FALSE) ==
                   squill_design_get_stored (design, "u", FALSE));
    change (model, "t", "placement", "'child-references'");
    assert_shape (design, "clip", "_id! objectId own\nof! int reference->details\n");
  }
}

static void
test_order (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();

  draw_entity (model, "p");
  draw_field (model, "p", "one", "int");
  draw_field (model, "p", "two", "int");
  draw_entity (model, "c");
  draw_relationship (model, "r", "p", "c", "child-references", "1", "1");
  draw_relationship (model, "s", "p", "c", "child-references", "1", "1");
  draw_relationship (model, "t", "p", "c", "child-references", "1", "1");
  change (model, "p.one", "order", "'B'");
  change (model, "p.two", "order", "'D'");
  {
    g_autoptr (SquillDesign) design = squill_design_new (model);

    assert_shape (design, "p",
                  "_id! objectId own\none! int own\ntwo! int own\nr! objectId reference->c\n"
                  "s! objectId reference->c\nt! objectId reference->c\n");
    change (model, "s", "parent_order", "'C'");
    change (model, "t", "parent_order", "'A'");
    assert_shape (design, "p",
                  "_id! objectId own\nt! objectId reference->c\none! int own\n"
                  "s! objectId reference->c\ntwo! int own\nr! objectId reference->c\n");
    /* An _id is first wherever it is drawn. */
    draw_field (model, "p", "_id", "int");
    assert_shape (design, "p",
                  "_id! int own\nt! objectId reference->c\none! int own\n"
                  "s! objectId reference->c\ntwo! int own\nr! objectId reference->c\n");
  }
}

static void
test_self (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillDesign) design = NULL;
  const SquillShape *root;

  draw_entity (model, "comment");
  draw_field (model, "comment", "text", "string:10");
  draw_relationship (model, "replies", "comment", "comment", "embed-many", "0..2..9", "0..1..1");
  design = squill_design_new (model);
  /* Without a bound it would never end. */
  assert_shape (design, "comment",
                "_id! objectId own\ntext! string own\n"
                "replies object[0..2..9] embedded recursive\n");
  root = squill_design_find_collection (design, "comment")->shape;
  g_assert_cmpfloat (root->bytes.max, ==, INFINITY);
  g_assert_true (root->size_unknown);

  change (model, "replies", "depth", "2");
  assert_shape (design, "comment",
                "_id! objectId own\ntext! string own\n"
                "replies object[0..2..9] embedded\nreplies[].text! string embedded\n"
                "replies[].replies object[0..2..9] embedded\n"
                "replies[].replies[].text! string embedded\n");
  root = squill_design_find_collection (design, "comment")->shape;
  g_assert_true (isfinite (root->bytes.max));
  {
    g_autoptr (GPtrArray) places = squill_design_get_document_sites (design, "comment");

    g_assert_cmpuint (places->len, ==, 3);
    g_assert_true (places->pdata[0] == root);
  }

  change (model, "replies", "placement", "'parent-reference'");
  change (model, "replies", "child_name", "'parent'");
  assert_shape (design, "comment",
                "_id! objectId own\ntext! string own\nparent objectId reference->comment\n");
  change (model, "replies", "placement", "'two-way'");
  assert_shape (design, "comment",
                "_id! objectId own\ntext! string own\n"
                "replies objectId[0..2..9] reference->comment\n"
                "parent objectId reference->comment\n");
  g_assert_cmpstr (squill_design_get_stored (design, "replies", TRUE)->name, ==, "replies");
  g_assert_cmpstr (squill_design_get_stored (design, "replies", FALSE)->name, ==, "parent");
  change (model, "replies", "placement", "'junction'");
  change (model, "replies", "child_name", NULL);
  assert_shape (design, "replies",
                "_id! objectId own\ncomment! objectId reference->comment\n"
                "replies! objectId reference->comment\n");
  g_assert_cmpstr (squill_design_get_stored (design, "replies", TRUE)->name, ==, "replies");
  g_assert_cmpstr (squill_design_get_stored (design, "replies", FALSE)->name, ==, "comment");
}

static void
test_cycle (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillDesign) design = NULL;

  draw_entity (model, "b");
  draw_entity (model, "a");
  draw_entity (model, "c");
  draw_relationship (model, "ab", "a", "b", "embed-many", "0..2..3", "1");
  draw_relationship (model, "bc", "b", "c", "embed-one", "1", "1");
  draw_relationship (model, "ca", "c", "a", "embed-many", "0..2..3", "1");
  design = squill_design_new (model);
  /* Embedded in each other they would be nowhere. */
  g_assert_cmpuint (squill_design_get_n_collections (design), ==, 1);
  g_assert_true (squill_design_is_collection (design, "a"));
  assert_shape (design, "a",
                "_id! objectId own\nab object[0..2..3] embedded\nab[].bc! object embedded\n"
                "ab[].bc.ca object[0..2..3] embedded recursive\n");
  change (model, "bc", "depth", "1");
  assert_shape (design, "a",
                "_id! objectId own\nab object[0..2..3] embedded\nab[].bc! object embedded\n"
                "ab[].bc.ca object[0..2..3] embedded\n"
                "ab[].bc.ca[].ab object[0..2..3] embedded\n");
  change (model, "c", "standalone", "'yes'");
  g_assert_cmpuint (squill_design_get_n_collections (design), ==, 1);
  g_assert_true (squill_design_is_collection (design, "c"));
}

/* Models that ask for more documents in documents than there can be are cut off. */
static void
test_too_much (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillDesign) design = NULL;
  const SquillShape *root;

  for (guint i = 0; i < 40; i++)
    {
      g_autofree char *name = g_strdup_printf ("e%u", i);

      draw_entity (model, name);
    }
  for (guint i = 0; i < 39; i++)
    {
      g_autofree char *parent = g_strdup_printf ("e%u", i);
      g_autofree char *child = g_strdup_printf ("e%u", i + 1);
      g_autofree char *left = g_strdup_printf ("l%u", i);
      g_autofree char *right = g_strdup_printf ("r%u", i);

      draw_relationship (model, left, parent, child, "embed-one", "1", "1");
      draw_relationship (model, right, parent, child, "embed-one", "1", "1");
    }
  design = squill_design_new (model);
  root = squill_design_find_collection (design, "e0")->shape;
  g_assert_true (root->size_unknown);
  g_assert_cmpfloat (root->bytes.max, ==, INFINITY);
}

static gboolean
find_deepest (const SquillShape *shape, gpointer deepest)
{
  *(guint *)deepest = MAX (*(guint *)deepest, shape->level);
  return TRUE;
}

static void
test_too_deep (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillDesign) design = NULL;
  g_autoptr (GString) owner = g_string_new ("e");
  guint deepest = 0;

  draw_entity (model, "e");
  for (guint i = 0; i < 300; i++)
    {
      draw_field (model, owner->str, "f", "object");
      g_string_append (owner, ".f");
    }
  draw_relationship (model, "again", "e", "e", "embed-one", "1", "1");
  change (model, "again", "depth", "1e9");
  design = squill_design_new (model);
  squill_shape_foreach (squill_design_find_collection (design, "e")->shape, find_deepest, &deepest);
  g_assert_cmpuint (deepest, >=, 99);
  g_assert_cmpuint (deepest, <=, 102);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/design/placements/tables", test_tables);
  g_test_add_func ("/design/placements/copies", test_copies);
  g_test_add_func ("/design/placements/copy-names", test_copy_names);
  g_test_add_func ("/design/placements/links", test_links);
  g_test_add_func ("/design/placements/bucket", test_bucket);
  g_test_add_func ("/design/placements/counts", test_counts);
  g_test_add_func ("/design/placements/nested", test_nested);
  g_test_add_func ("/design/placements/kept-ids", test_kept_ids);
  g_test_add_func ("/design/placements/keys", test_keys);
  g_test_add_func ("/design/placements/holders", test_holders);
  g_test_add_func ("/design/placements/holder-in-list", test_holder_in_list);
  g_test_add_func ("/design/placements/shared-holder", test_shared_holder);
  g_test_add_func ("/design/placements/order", test_order);
  g_test_add_func ("/design/placements/self", test_self);
  g_test_add_func ("/design/placements/cycle", test_cycle);
  g_test_add_func ("/design/placements/too-much", test_too_much);
  g_test_add_func ("/design/placements/too-deep", test_too_deep);
  return g_test_run ();
}

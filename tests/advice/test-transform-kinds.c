/* SPDX-License-Identifier: Apache-2.0 */

/* Things of several kinds in one collection. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include "advice-fixture.h"

#include "design/squill-plan.h"
#include "fix-meaning.h"
#include "random-model.h"
#include "transform-fixture.h"

#define N_MODELS 300

static void
draw_goods (SquillModel *model, const char *name, double count, double bytes)
{
  g_autofree char *of = g_strdup_printf ("%s-of", name);
  g_autofree char *index = g_strdup_printf ("%s-by-shop", name);
  g_autofree char *keys = g_strdup_printf ("[{'path': '%s', 'how': '1'}]", of);
  g_autofree char *unique = g_strdup_printf ("%s-by-title", name);
  g_autofree char *title = g_strdup_printf ("[{'path': '%s.title', 'how': '1'}]", name);

  draw_entity (model, name, count);
  draw_field (model, name, "_id", "objectId");
  draw_text (model, name, "title", bytes);
  draw_field (model, name, "price", "decimal");
  draw_field (model, name, "stock", "int");
  draw_relationship (model, of, "shop", name, "parent-reference", "0..100..1000", "1");
  draw_index (model, name, index, keys);
  draw_index (model, name, unique, title);
  change (model, unique, "unique", "true");
}

static void
draw_shop (SquillModel *model)
{
  draw_entity (model, "shop", 10);
  draw_field (model, "shop", "_id", "objectId");
  draw_text (model, "shop", "name", 10);
  draw_goods (model, "books", 1000, 20);
  draw_text (model, "books", "isbn", 13);
  draw_goods (model, "clothing", 3000, 40);
  draw_field (model, "clothing", "color", "string");
  draw_index (model, "clothing", "by-color", "[{'path': 'clothing.color', 'how': '1'}]");
  draw_operation (model, "list", "aggregate", "shop", 10);
  change (model, "list", "follows", "['books-of', 'clothing-of']");
}

static void
draw_uses (SquillModel *model)
{
  draw_operation (model, "red", "find", "clothing", 5);
  change (model, "red", "filter",
          "[{'path': 'clothing.color', 'how': 'eq'}, {'path': 'clothing.stock', 'how': 'range'}]");
  draw_operation (model, "cheap", "find", "books", 5);
  change (model, "cheap", "filter", "[{'path': 'books.price', 'how': 'range'}]");
  draw_operation (model, "wear", "aggregate", "shop", 1);
  change (model, "wear", "filter", "[{'path': '=_id', 'how': 'eq'}]");
  change (model, "wear", "follows", "['clothing-of']");
  change (model, "wear", "returns", "[{'path': 'clothing-of/clothing.price'}]");
  draw_operation (model, "tag", "update", "clothing", 1);
  change (model, "tag", "filter", "[{'path': '=_id', 'how': 'eq'}]");
  change (model, "tag", "writes", "[{'path': 'clothing.price'}]");
  draw_operation (model, "buy", "insert", "clothing", 1);
  change (model, "buy", "writes", "[{'path': 'clothing.title'}]");
}

static gboolean
names (const SquillKeys *keys, const char *path, const char *operator)
{
  for (guint i = 0; keys != NULL && i < keys->len; i++)
    {
      const SquillKey *key = keys->pdata[i];

      if (g_str_equal (key->path, path) && g_strcmp0 (key->operator, operator) == 0)
        return TRUE;
    }
  return FALSE;
}

static void
assert_merged (SquillModel *model)
{
  const SquillEntity *books = squill_model_get_entity (model, "books");
  const SquillField *type = find_field (model, "books", "type");
  const SquillField *color = find_field (model, "books", "color");
  guint n, n_unique = 0, n_partial = 0;
  gpointer const *indexes;

  g_assert_null (squill_model_get_entity (model, "clothing"));
  g_assert_cmpstr (books->discriminator, ==, type->item.id);
  g_assert_cmpuint (json_array_size (type->enumeration), ==, 2);
  g_assert_cmpfloat (books->count.likely, ==, 4000);
  g_assert_cmpstr (json_string_value (json_array_get (color->variants, 0)), ==, "clothing");
  g_assert_cmpstr (
      json_string_value (json_array_get (find_field (model, "books", "isbn")->variants, 0)), ==,
      "books");
  g_assert_cmpfloat (find_field (model, "books", "title")->size.likely, ==, 40);
  g_assert_null (find_field (model, "books", "price")->variants);
  g_assert_null (squill_model_get_relationship (model, "clothing-of"));
  g_assert_cmpfloat (squill_model_get_relationship (model, "books-of")->children.likely, ==, 200);

  /* By the shop, by the title of either, and by color. */
  indexes = squill_item_get_children (books, SQUILL_KIND_INDEX, &n);
  g_assert_cmpuint (n, ==, 4);
  for (guint i = 0; i < n; i++)
    {
      const SquillIndex *index = indexes[i];

      n_unique += index->unique;
      n_partial += json_object_get (index->partial, "type") != NULL;
    }
  g_assert_cmpuint (n_unique, ==, 2);
  g_assert_cmpuint (n_partial, ==, 2);
}

static void
test_merge (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;
  g_autofree char *through = NULL;
  const SquillOperation *operation;
  const char *type;

  draw_shop (model);
  draw_uses (model);
  advice = advise (model);
  apply (advice, "list", "polymorphic");
  assert_merged (model);
  type = find_field (model, "books", "type")->item.id;

  operation = squill_model_get_operation (model, "list");
  g_assert_cmpuint (g_strv_length (operation->follows), ==, 1);
  g_assert_null (operation->filter);
  operation = squill_model_get_operation (model, "red");
  g_assert_cmpstr (operation->entity, ==, "books");
  g_assert_true (names (operation->filter, "clothing.color", "eq"));
  g_assert_true (names (operation->filter, "books.stock", "range"));
  g_assert_true (names (operation->filter, type, "eq:clothing"));
  operation = squill_model_get_operation (model, "cheap");
  g_assert_true (names (operation->filter, type, "eq:books"));
  through = g_strdup_printf ("books-of/%s", type);
  operation = squill_model_get_operation (model, "wear");
  g_assert_true (names (operation->filter, through, "eq:clothing"));
  g_assert_true (names (operation->returns, "books-of/books.price", ""));
  operation = squill_model_get_operation (model, "buy");
  g_assert_cmpuint (operation->writes->len, ==, 2);
  operation = squill_model_get_operation (model, "tag");
  g_assert_true (names (operation->writes, "books.price", ""));
}

static void
test_rule (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;
  const SquillFinding *finding;

  draw_shop (model);
  advice = advise (model);
  finding = find_finding (advice, "pattern-polymorphic", "list");
  g_assert_nonnull (finding);
  g_assert_nonnull (finding->fix);
  assert_fix_keeps_meaning (advice, finding);
  assert_merged (model);
  g_assert_null (find_finding (advice, "pattern-polymorphic", "list"));
}

static void
test_refused (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;

  draw_shop (model);
  advice = advise (model);
  change (model, "clothing.color", "types", "['int']");
  change (model, "clothing.color", "name", "'isbn'");
  assert_refused (advice, "list", "polymorphic", "not the same");
  change (model, "clothing.color", "name", "'color'");
  change (model, "clothing.title", "unique", "true");
  assert_refused (advice, "list", "polymorphic", "there once");
  change (model, "clothing.title", "unique", NULL);
  change (model, "books", "shard_key", "[{'path': '=_id', 'how': 'hashed'}]");
  assert_refused (advice, "list", "polymorphic", "way of its own");
  change (model, "books", "shard_key", NULL);
  draw_entity (model, "brand", 50);
  draw_relationship (model, "brand-of", "brand", "clothing", "parent-reference", "0..60..900", "1");
  assert_refused (advice, "list", "polymorphic", "brand-of");
  change (model, "list", "follows", "['books-of']");
  assert_refused (advice, "list", "polymorphic", "60");
}

/* What only one kind embeds stays with that kind; who refers to one refers to the merged. */
static void
test_relationships (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;
  const SquillRelationship *embedded;

  draw_shop (model);
  draw_entity (model, "chapter", 20000);
  draw_text (model, "chapter", "heading", 30);
  draw_relationship (model, "chapters", "books", "chapter", "embed-many", "1..20..60", "1");
  draw_entity (model, "return", 300);
  draw_relationship (model, "returns", "clothing", "return", "parent-reference", "0..1..9", "1");
  draw_index (model, "return", "by-clothing", "[{'path': 'returns', 'how': '1'}]");
  advice = advise (model);
  apply (advice, "list", "polymorphic");
  embedded = squill_model_get_relationship (model, "chapters");
  g_assert_cmpstr (json_string_value (json_array_get (embedded->variants, 0)), ==, "books");
  g_assert_cmpstr (squill_model_get_relationship (model, "returns")->parent, ==, "books");
}

/* Single collection. */

static void
draw_students (SquillModel *model)
{
  draw_entity (model, "student", 10000);
  draw_field (model, "student", "_id", "objectId");
  draw_text (model, "student", "name", 20);
  draw_entity (model, "class", 500);
  draw_field (model, "class", "_id", "objectId");
  draw_text (model, "class", "topic", 30);
  draw_relationship (model, "attends", "student", "class", "child-references", "1..6..10",
                     "10..120..300");
  draw_operation (model, "page", "find", "student", 50);
  change (model, "page", "filter", "[{'path': '=_id', 'how': 'eq'}]");
  change (model, "page", "follows", "['attends']");
  draw_operation (model, "topic", "update", "class", 40);
  change (model, "topic", "filter", "[{'path': '=_id', 'how': 'eq'}]");
  change (model, "topic", "writes", "[{'path': 'class.topic'}]");
}

static void
assert_single (SquillModel *model, SquillAdvice *advice)
{
  const SquillOperation *page = squill_model_get_operation (model, "page");
  const char *type = find_field (model, "student", "docType")->item.id;
  const SquillRelationship *const *all;
  const SquillPlan *plan;
  guint n;

  g_assert_null (squill_model_get_entity (model, "class"));
  g_assert_null (squill_model_get_relationship (model, "attends"));
  find_field (model, "student", "topic");
  all = squill_entity_get_relationships (squill_model_get_entity (model, "student"), &n);
  g_assert_cmpuint (n, ==, 1);
  g_assert_cmpstr (all[0]->child_name, ==, "relatedTo");
  g_assert_cmpfloat (all[0]->parents.max, ==, 300);
  g_assert_true (names (page->filter, all[0]->item.id, "eq"));
  g_assert_null (page->follows);
  g_assert_true (names (squill_model_get_operation (model, "topic")->filter, type, "eq:class"));
  plan = squill_design_get_plan (squill_advice_get_design (advice), "page");
  g_assert_cmpuint (plan->steps->len, ==, 1);
  g_assert_false (plan->scans);
  g_assert_cmpfloat (plan->documents.likely, ==, 7);
}

static void
test_single (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;

  draw_students (model);
  change (model, "page", "returns", "[{'path': 'student.name'}, {'path': 'attends/class.topic'}]");
  advice = advise (model);
  apply (advice, "page", "single-collection");
  assert_single (model, advice);
  g_assert_true (names (squill_model_get_operation (model, "page")->returns, "class.topic", ""));
}

static void
test_single_rule (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;
  const SquillFinding *finding;

  draw_students (model);
  advice = advise (model);
  finding = find_finding (advice, "pattern-single-collection", "page");
  g_assert_nonnull (finding);
  g_assert_nonnull (finding->fix);
  assert_fix_keeps_meaning (advice, finding);
  assert_single (model, advice);
}

static void
test_single_refused (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;

  draw_students (model);
  advice = advise (model);
  assert_refused (advice, "topic", "single-collection", "does not read one document");
  draw_operation (model, "roll", "find", "class", 1);
  change (model, "roll", "filter", "[{'path': '=_id', 'how': 'eq'}]");
  change (model, "roll", "follows", "['attends']");
  assert_refused (advice, "page", "single-collection", "roll");
  change (model, "attends", "parents", "{'min': 10, 'likely': 120, 'max': 'inf'}");
  assert_refused (advice, "page", "single-collection", "3");
  change (model, "attends", "parents", "{'min': 1, 'likely': 1, 'max': 1}");
  assert_refused (advice, "page", "single-collection", "shared");
}

/* Two of the entities, which have most fields in common, are read together. */
static void
draw_hub (SquillModel *model)
{
  guint n;
  gpointer const *entities =
      squill_item_get_children (squill_model_get_info (model), SQUILL_KIND_ENTITY, &n);
  g_autofree char *first = g_strdup (((const SquillItem *)entities[0])->id);
  g_autofree char *second = g_strdup (((const SquillItem *)entities[1])->id);

  draw_entity (model, "hub", 10);
  draw_field (model, "hub", "_id", "objectId");
  draw_text (model, "hub", "name", 10);
  draw_relationship (model, "to-first", "hub", first, "parent-reference", "0..10..50", "1");
  draw_relationship (model, "to-second", "hub", second, "parent-reference", "0..10..50", "1");
  draw_operation (model, "both", "aggregate", "hub", 5);
  change (model, "both", "filter", "[{'path': '=_id', 'how': 'eq'}]");
  change (model, "both", "follows", "['to-first', 'to-second']");
}

static void
test_random (void)
{
  guint n = 0, n_single = 0;

  for (guint seed = 1; seed <= N_MODELS; seed++)
    {
      g_autoptr (SquillModel) model = squill_model_new ();
      g_autoptr (GRand) random = g_rand_new_with_seed (seed);

      draw_random_model (model, random);
      draw_hub (model);
      g_test_message ("Seed %u", seed);
      n += check_transforms (model, "polymorphic");
      change (model, "to-second", "parents", "{'min': 1, 'likely': 3, 'max': 9}");
      change (model, "to-second", "placement", "'child-references'");
      change (model, "both", "follows", "['to-second']");
      n_single += check_transforms (model, "single-collection");
    }
  g_assert_cmpuint (n, >, 0);
  g_assert_cmpuint (n_single, >, 0);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/advice/kinds/merge", test_merge);
  g_test_add_func ("/advice/kinds/rule", test_rule);
  g_test_add_func ("/advice/kinds/refused", test_refused);
  g_test_add_func ("/advice/kinds/relationships", test_relationships);
  g_test_add_func ("/advice/kinds/single", test_single);
  g_test_add_func ("/advice/kinds/single/rule", test_single_rule);
  g_test_add_func ("/advice/kinds/single/refused", test_single_refused);
  g_test_add_func ("/advice/kinds/random", test_random);
  return g_test_run ();
}

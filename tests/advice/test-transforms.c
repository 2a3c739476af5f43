/* SPDX-License-Identifier: Apache-2.0 */

/* Patterns as transforms: each fits, or says why not; applied it keeps what the model means, and is
 * one step that undo takes back. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include "advice-fixture.h"

#include <string.h>

#include "fix-meaning.h"
#include "model/squill-model-file.h"
#include "random-model.h"
#include "transform-fixture.h"

#define N_MODELS 60

/* The catalog. */

static void
test_catalog (void)
{
  g_autoptr (GHashTable) ids = g_hash_table_new (g_str_hash, g_str_equal);
  guint n;
  const SquillPattern *patterns = squill_patterns_get (&n);

  g_assert_cmpuint (n, >, 0);
  for (guint i = 0; i < n; i++)
    {
      g_assert_true (g_hash_table_add (ids, (gpointer)patterns[i].id));
      g_assert_cmpstr (squill_patterns_find (patterns[i].id)->title, ==, patterns[i].title);
      g_assert_cmpuint (strlen (patterns[i].title), >, 0);
      g_assert_true (g_str_has_suffix (patterns[i].explanation, "."));
      g_assert_cmpuint (strlen (patterns[i].source), >, 10);
    }
  g_assert_null (squill_patterns_find ("no-such-pattern"));
}

/* What holds of all. */

static void
test_examples (void)
{
  g_autofree char *folder =
      g_build_filename (g_getenv ("SQUILL_SOURCE_ROOT"), "data", "examples", NULL);
  g_autoptr (GDir) all = g_dir_open (folder, 0, NULL);
  const char *name;

  g_assert_nonnull (all);
  while ((name = g_dir_read_name (all)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      g_autoptr (GFile) file = g_file_new_for_path (path);
      g_autoptr (GError) error = NULL;
      g_autoptr (SquillModel) model = squill_model_load (file, NULL, NULL, &error);

      g_assert_no_error (error);
      g_test_message ("%s", name);
      check_transforms (model, NULL);
    }
}

/* What few documents have, and is looked for. */
static void
draw_sparse_fields (SquillModel *model, GRand *random)
{
  for (guint i = 0; i < 3; i++)
    {
      g_autofree char *name = g_strdup_printf ("rare_%u", i);
      g_autofree char *id = g_strdup_printf ("eaa.%s", name);
      g_autofree char *operation = g_strdup_printf ("look %u", i);
      g_autofree char *filter = g_strdup_printf ("[{'path': '%s', 'how': 'eq'}]", id);

      draw_text (model, "eaa", name, 10);
      change (model, id, "required", "false");
      change_number (model, id, "presence", g_rand_double_range (random, 0.01, 0.25));
      draw_operation (model, operation, "find", "eaa", g_rand_double_range (random, 0.1, 10));
      change (model, operation, "filter", filter);
      if (g_rand_boolean (random))
        change (model, operation, "returns", filter);
    }
}

/* References that are followed for a number at the other end. */
static void
draw_read_along (SquillModel *model, const char *id)
{
  const SquillRelationship *r = squill_model_get_relationship (model, id);
  const gboolean to_parent = r->placement == SQUILL_PLACEMENT_CHILD_REFERENCES;
  g_autofree char *keeper = g_strdup (to_parent ? r->parent : r->child);
  g_autofree char *source = g_strdup (to_parent ? r->child : r->parent);
  g_autofree char *operation = g_strdup_printf ("along %s", id);
  g_autofree char *update = g_strdup_printf ("update %s", id);
  g_autofree char *follows = g_strdup_printf ("['%s']", id);
  g_autofree char *returns =
      g_strdup_printf ("[{'path': '%s.a'}, {'path': '%s/%s.b'}]", keeper, id, source);
  g_autofree char *writes = g_strdup_printf ("[{'path': '%s.b'}]", source);

  if (!to_parent && r->placement != SQUILL_PLACEMENT_PARENT_REFERENCE)
    return;
  draw_operation (model, operation, "find", keeper, 500);
  change (model, operation, "filter", "[{'path': '=_id', 'how': 'eq'}]");
  change (model, operation, "follows", follows);
  change (model, operation, "returns", returns);
  draw_operation (model, update, "update", source, 0.001);
  change (model, update, "filter", "[{'path': '=_id', 'how': 'eq'}]");
  change (model, update, "writes", writes);
}

static void
draw_reads_along (SquillModel *model)
{
  g_autoptr (GPtrArray) ids = g_ptr_array_new_with_free_func (g_free);

  SQUILL_FOR_EACH_CHILD (SquillRelationship, r, squill_model_get_info (model),
                         SQUILL_KIND_RELATIONSHIP)
    {
      g_ptr_array_add (ids, g_strdup (r->item.id));
    }
  for (guint i = 0; i < ids->len; i++)
    draw_read_along (model, ids->pdata[i]);
}

static void
test_random (gconstpointer data)
{
  guint32 seed = GPOINTER_TO_UINT (data);
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);

  draw_random_model (model, random);
  draw_sparse_fields (model, random);
  draw_reads_along (model);
  check_transforms (model, NULL);
}

/* Extended reference. */

static void
draw_parts (SquillModel *model)
{
  draw_entity (model, "product", 1000);
  draw_text (model, "product", "title", 20);
  draw_entity (model, "part", 5000);
  draw_field (model, "part", "_id", "objectId");
  draw_text (model, "part", "name", 20);
  draw_text (model, "part", "datasheet", 3000);
  draw_relationship (model, "parts", "product", "part", "child-references", "1..40..100",
                     "1..8..20");
  draw_operation (model, "show product", "find", "product", 300);
  change (model, "show product", "filter", "[{'path': '=_id', 'how': 'eq'}]");
  change (model, "show product", "follows", "['parts']");
  change (model, "show product", "returns",
          "[{'path': 'product.title'}, {'path': 'parts/part.name'}]");
  draw_operation (model, "show part", "find", "part", 10);
  change (model, "show part", "filter", "[{'path': '=_id', 'how': 'eq'}]");
  draw_operation (model, "rename part", "update", "part", 0.01);
  change (model, "rename part", "filter", "[{'path': '=_id', 'how': 'eq'}]");
  change (model, "rename part", "writes", "[{'path': 'part.name'}]");
}

static void
test_extended_reference (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;
  const SquillOperation *update = NULL;
  gpointer const *copies;
  guint n;

  draw_parts (model);
  advice = advise (model);
  apply (advice, "parts", "extended-reference");
  copies = squill_item_get_children (squill_model_get_relationship (model, "parts"),
                                     SQUILL_KIND_COPY, &n);
  g_assert_cmpuint (n, ==, 1);
  g_assert_cmpstr (((const SquillCopy *)copies[0])->field, ==, "part.name");
  SQUILL_FOR_EACH_CHILD (SquillOperation, operation, squill_model_get_info (model),
                         SQUILL_KIND_OPERATION)
    {
      if (g_str_equal (operation->entity, "product") && operation->multi)
        update = operation;
    }
  g_assert_nonnull (update);
  squill_item_get_children (squill_model_get_entity (model, "product"), SQUILL_KIND_INDEX, &n);
  g_assert_cmpuint (n, ==, 1);
  assert_refused (advice, "parts", "extended-reference", "copied already");
}

static void
test_extended_reference_refused (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;

  draw_parts (model);
  change (model, "show product", "returns", "[{'path': 'product.title'}]");
  change (model, "show product", "follows", NULL);
  advice = advise (model);
  assert_refused (advice, "parts", "extended-reference", "No operation reads");
  change (model, "parts", "placement", "'embed-many'");
  assert_refused (advice, "parts", "extended-reference", "no reference");
  change (model, "parts", "placement", "'child-references'");
  change (model, "parts", "pinned", "true");
  assert_refused (advice, "parts", "extended-reference", "pinned");
}

/* A sheet of 3 kB in each of a hundred places. */
static void
test_extended_reference_large (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;

  draw_parts (model);
  change (model, "show product", "returns", "[{'path': 'parts/part.datasheet'}]");
  advice = advise (model);
  assert_refused (advice, "parts", "extended-reference", "");
}

/* Placements. */

/* A page shows the newest of 250. */
static void
draw_reviews (SquillModel *model)
{
  draw_entity (model, "products", 5000);
  draw_field (model, "products", "_id", "objectId");
  draw_text (model, "products", "name", 24);
  draw_entity (model, "reviews", 1250000);
  draw_field (model, "reviews", "_id", "objectId");
  draw_field (model, "reviews", "date", "date");
  draw_text (model, "reviews", "text", 160);
  draw_relationship (model, "reviews of", "products", "reviews", "parent-reference",
                     "0..250..20000", "1");
  change (model, "reviews of", "ordering", "'time'");
  change (model, "reviews of", "order_by", "'reviews.date'");
  draw_index (model, "reviews", "by product",
              "[{'path': 'reviews of', 'how': '1'}, {'path': 'reviews.date', 'how': '-1'}]");
  draw_operation (model, "show product", "find", "products", 800);
  change (model, "show product", "filter", "[{'path': '=_id', 'how': 'eq'}]");
  change (model, "show product", "follows", "['reviews of']");
  change (model, "show product", "limit", "10");
  draw_operation (model, "write review", "insert", "reviews", 1);
}

static void
test_subset (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;
  const SquillRelationship *r;

  draw_reviews (model);
  advice = advise (model);
  apply (advice, "reviews of", "subset");
  r = squill_model_get_relationship (model, "reviews of");
  g_assert_cmpint (r->placement, ==, SQUILL_PLACEMENT_SUBSET);
  g_assert_cmpfloat (r->bound, ==, 10);
  /* Whoever writes one writes both. */
  g_assert_true (squill_model_get_operation (model, "write review")->transaction);
  assert_refused (advice, "reviews of", "subset", "stored so");
}

static void
test_placement_refused (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;

  draw_reviews (model);
  advice = advise (model);
  assert_refused (advice, "reviews of", "embed-one", "more than one");
  assert_refused (advice, "reviews of", "embed-many", "");
  assert_refused (advice, "reviews of", "junction", "");
  change (model, "reviews of", "pinned", "true");
  assert_refused (advice, "reviews of", "subset", "pinned");
}

/* From many to many with itself: both references have to have a name. */
static void
test_two_way_with_itself (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;
  const SquillRelationship *r;

  draw_entity (model, "part", 1000);
  draw_field (model, "part", "_id", "objectId");
  draw_relationship (model, "parts", "part", "part", "child-references", "0..3..9", "0..2..9");
  change (model, "parts", "child_name", NULL);
  change (model, "part", "name", "'parts'");
  advice = advise (model);
  apply (advice, "parts", "two-way");
  r = squill_model_get_relationship (model, "parts");
  g_assert_cmpstr (r->child_name, ==, "parts_of");
}

/* What has no collection of its own gets one. */
static void
test_subset_of_embedded (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;

  draw_reviews (model);
  change (model, "reviews", "standalone", "'no'");
  advice = advise (model);
  apply (advice, "reviews of", "subset");
  g_assert_true (squill_design_is_collection (squill_advice_get_design (advice), "reviews"));
}

/* A description that only one page needs. */
static void
test_subset_of_fields (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;

  draw_entity (model, "movie", 10000);
  draw_field (model, "movie", "_id", "objectId");
  draw_text (model, "movie", "title", 20);
  draw_text (model, "movie", "script", 90000);
  draw_operation (model, "list", "find", "movie", 100);
  change (model, "list", "returns", "[{'path': 'movie.title'}]");
  draw_operation (model, "read", "find", "movie", 0.1);
  change (model, "read", "filter", "[{'path': '=_id', 'how': 'eq'}]");
  change (model, "read", "returns", "[{'path': 'movie.script'}]");
  advice = advise (model);
  apply (advice, "movie", "subset");
  g_assert_cmpstr (squill_model_get_field (model, "movie.script")->item.parent->id, !=, "movie");
  assert_refused (advice, "movie", "subset", "not much");
}

static void
test_parent_reference_of_array (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;

  draw_entity (model, "post", 1000);
  draw_field (model, "post", "_id", "objectId");
  draw_array (model, "post", "voters", "string", "0..50..90000");
  advice = advise (model);
  apply (advice, "post.voters", "parent-reference");
  g_assert_null (squill_model_get_field (model, "post.voters"));
  assert_refused (advice, "post._id", "parent-reference", "no array");
}

static void
test_collapse (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;

  draw_entity (model, "host", 100);
  draw_field (model, "host", "_id", "objectId");
  draw_text (model, "host", "ip", 12);
  draw_entity (model, "line", 1000000);
  draw_text (model, "line", "text", 80);
  draw_relationship (model, "lines", "host", "line", "parent-reference", "0..10000..*", "1");
  draw_operation (model, "latest", "find", "line", 10);
  change (model, "latest", "filter", "[{'path': 'lines/host.ip', 'how': 'eq'}]");
  advice = advise (model);
  apply (advice, "lines", "collapse");
  g_assert_null (squill_model_get_entity (model, "host"));
  g_assert_cmpstr (squill_model_get_field (model, "host.ip")->item.parent->id, ==, "line");
}

/* Attribute. */

static void
draw_movies (SquillModel *model)
{
  static const char *const countries[] = { "US", "France", "Italy" };

  draw_entity (model, "movie", 10000);
  draw_field (model, "movie", "_id", "objectId");
  draw_text (model, "movie", "title", 20);
  for (guint i = 0; i < G_N_ELEMENTS (countries); i++)
    {
      g_autofree char *name = g_strdup_printf ("release_%s", countries[i]);
      g_autofree char *id = g_strdup_printf ("movie.%s", name);
      g_autofree char *operation = g_strdup_printf ("find %s", countries[i]);
      g_autofree char *filter = g_strdup_printf ("[{'path': '%s', 'how': 'range'}]", id);
      g_autofree char *index = g_strdup_printf ("by %s", countries[i]);
      g_autofree char *keys = g_strdup_printf ("[{'path': '%s', 'how': '1'}]", id);

      draw_field (model, "movie", name, "date");
      change (model, id, "required", "false");
      change_number (model, id, "presence", 0.1 * (i + 1) - 0.05);
      draw_operation (model, operation, "find", "movie", 5);
      change (model, operation, "filter", filter);
      draw_index (model, "movie", index, keys);
    }
}

static void
test_attribute (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;
  const SquillField *array, *name, *value;
  const SquillOperation *operation;
  const SquillIndex *index;
  gpointer const *indexes;
  guint n;

  draw_movies (model);
  change (model, "find Italy", "returns", "[{'path': 'movie.release_Italy'}]");
  advice = advise (model);
  apply (advice, "movie", "attribute");
  array = find_field (model, "movie", "attributes");
  name = find_field (model, array->item.id, "k");
  value = find_field (model, array->item.id, "v");
  g_assert_true (array->array && array->types == SQUILL_TYPE_OBJECT);
  g_assert_cmpfloat (fabs (array->length.likely - 0.45), <, 1e-9);
  g_assert_cmpfloat (array->length.max, ==, 3);
  g_assert_cmpuint (json_array_size (name->enumeration), ==, 3);
  g_assert_cmpuint (value->types, ==, SQUILL_TYPE_DATE);
  g_assert_null (squill_model_get_field (model, "movie.release_US"));

  operation = squill_model_get_operation (model, "find Italy");
  g_assert_cmpuint (operation->filter->len, ==, 2);
  g_assert_cmpstr (((const SquillKey *)operation->filter->pdata[0])->path, ==, name->item.id);
  g_assert_cmpstr (((const SquillKey *)operation->filter->pdata[0])->operator, ==,
                   "eq:release_Italy");
  g_assert_cmpstr (((const SquillKey *)operation->filter->pdata[1])->path, ==, value->item.id);
  g_assert_cmpstr (((const SquillKey *)operation->filter->pdata[1])->operator, ==, "range");
  g_assert_cmpuint (operation->returns->len, ==, 1);
  g_assert_cmpstr (((const SquillKey *)operation->returns->pdata[0])->path, ==, array->item.id);

  indexes =
      squill_item_get_children (squill_model_get_entity (model, "movie"), SQUILL_KIND_INDEX, &n);
  g_assert_cmpuint (n, ==, 1);
  index = indexes[0];
  g_assert_cmpuint (index->keys->len, ==, 2);
  assert_refused (advice, "movie", "attribute", "two fields");
}

static void
test_attribute_refused (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;

  draw_movies (model);
  change (model, "find US", "sort", "[{'path': 'movie.release_US', 'how': '1'}]");
  advice = advise (model);
  assert_refused (advice, "movie", "attribute", "sorts by");
  change (model, "find US", "sort", NULL);
  draw_entity (model, "studio", 10);
  draw_relationship (model, "movies", "studio", "movie", "embed-many", "1..5..10", "1");
  assert_refused (advice, "movie", "attribute", "embedded");
}

/* A unique index and a default do not survive, and it says so. */
static void
test_attribute_losses (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;
  g_autoptr (GPtrArray) transforms = NULL;
  const SquillTransform *transform;

  draw_movies (model);
  change (model, "by US", "unique", "true");
  change (model, "movie.release_France", "immutable", "true");
  advice = advise (model);
  transforms = squill_advice_list_transforms (advice, "movie");
  transform = find_transform (transforms, "attribute");
  g_assert_cmpuint (transform->fix->losses->len, ==, 2);
  assert_transform_keeps_meaning (advice, transform);
}

/* A map whose names are data becomes pairs. */
static void
test_attribute_of_map (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;
  const SquillField *map;

  draw_entity (model, "shop", 100);
  draw_field (model, "shop", "stock", "int");
  change (model, "shop.stock", "map", "true");
  change (model, "shop.stock", "length", "{'min': 0, 'likely': 50, 'max': 90}");
  advice = advise (model);
  apply (advice, "shop.stock", "attribute");
  map = squill_model_get_field (model, "shop.stock");
  g_assert_true (map->array && !map->map);
  find_field (model, "shop.stock", "k");
  assert_refused (advice, "shop.stock", "attribute", "field names are data");
}

/* Outlier. */

static void
draw_fans (SquillModel *model)
{
  draw_entity (model, "book", 10000);
  draw_field (model, "book", "_id", "objectId");
  draw_array (model, "book", "buyers", "string", "0..20..90000");
  draw_index (model, "book", "by buyer", "[{'path': 'book.buyers', 'how': '1'}]");
  draw_operation (model, "show", "find", "book", 100);
  draw_operation (model, "buy", "update", "book", 10);
  change (model, "buy", "writes", "[{'path': 'book.buyers'}]");
  draw_operation (model, "drop", "delete", "book", 0.1);
}

static const SquillEntity *
find_entity (SquillModel *model, const char *name)
{
  SQUILL_FOR_EACH_CHILD (SquillEntity, entity, squill_model_get_info (model), SQUILL_KIND_ENTITY)
    {
      if (g_str_equal (entity->name, name))
        return entity;
    }
  g_error ("No %s", name);
}

static void
test_outlier_of_field (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;
  const SquillEntity *extra;
  const SquillField *array;
  const SquillRelationship *const *all;
  guint n;

  draw_fans (model);
  advice = advise (model);
  apply (advice, "book.buyers", "outlier");
  array = squill_model_get_field (model, "book.buyers");
  g_assert_cmpfloat (array->cap, ==, 200);
  g_assert_cmpfloat (array->length.max, ==, 200);
  g_assert_cmpuint (find_field (model, "book", "has_extras")->types, ==, SQUILL_TYPE_BOOL);
  extra = find_entity (model, "book_extra");
  g_assert_cmpfloat (find_field (model, extra->item.id, "buyers")->cap, ==, 200);
  all = squill_entity_get_relationships (extra, &n);
  g_assert_cmpuint (n, ==, 1);
  g_assert_cmpfloat (all[0]->children.likely, ==, 0);
  g_assert_cmpfloat (all[0]->children.max, ==, 449);
  /* One on the reference, and one on the buyers. */
  squill_item_get_children (extra, SQUILL_KIND_INDEX, &n);
  g_assert_cmpuint (n, ==, 2);
  /* A book goes with all of its buyers. */
  g_assert_true (
      squill_operation_follows (squill_model_get_operation (model, "drop"), all[0]->item.id));
  assert_refused (advice, "book.buyers", "outlier", "few");
}

static void
test_outlier_of_relationship (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;
  const SquillRelationship *r;
  const SquillEntity *extra;
  gboolean has_rest = FALSE;

  draw_entity (model, "post", 10000);
  draw_field (model, "post", "_id", "objectId");
  draw_entity (model, "comment", NAN);
  draw_text (model, "comment", "text", 80);
  draw_relationship (model, "comments", "post", "comment", "embed-many", "0..20..5000", "1");
  draw_operation (model, "show", "find", "post", 100);
  change (model, "show", "follows", "['comments']");
  advice = advise (model);
  apply (advice, "comments", "outlier");
  r = squill_model_get_relationship (model, "comments");
  g_assert_cmpint (r->placement, ==, SQUILL_PLACEMENT_EMBED_MANY);
  g_assert_cmpfloat (r->children.max, ==, 200);
  extra = find_entity (model, "post_extra");
  SQUILL_FOR_EACH_CHILD (SquillRelationship, other, squill_model_get_info (model),
                         SQUILL_KIND_RELATIONSHIP)
    {
      has_rest |= g_str_equal (other->parent, extra->item.id) &&
                  g_str_equal (other->child, "comment") &&
                  other->placement == SQUILL_PLACEMENT_EMBED_MANY;
    }
  g_assert_true (has_rest);
  change (model, "comments", "placement", "'parent-reference'");
  assert_refused (advice, "comments", "outlier", "no array");
}

/* Computed, approximation. */

static void
draw_totals (SquillModel *model)
{
  draw_entity (model, "movie", 1000);
  draw_field (model, "movie", "_id", "objectId");
  draw_field (model, "movie", "views", "long");
  draw_entity (model, "screening", 100000);
  draw_field (model, "screening", "viewers", "int");
  draw_relationship (model, "screenings", "movie", "screening", "parent-reference", "0..100..500",
                     "1");
  draw_operation (model, "show", "aggregate", "movie", 100);
  change (model, "show", "filter", "[{'path': '=_id', 'how': 'eq'}]");
  change (model, "show", "follows", "['screenings']");
  change (model, "show", "computes", "[{'path': 'screenings/screening.viewers', 'how': 'sum'}]");
  draw_operation (model, "see", "update", "movie", 500);
  change (model, "see", "filter", "[{'path': '=_id', 'how': 'eq'}]");
  change (model, "see", "writes", "[{'path': 'movie.views'}]");
}

static void
test_computed (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;
  const SquillOperation *show;

  draw_totals (model);
  advice = advise (model);
  assert_refused (advice, "show", "computed", "unknown");
  draw_operation (model, "screen", "insert", "screening", 90000);
  assert_refused (advice, "show", "computed", "costs more");
  change_number (model, "screen", "rate", 0.1);
  apply (advice, "show", "computed");
  find_field (model, "movie", "viewers_sum");
  show = squill_model_get_operation (model, "show");
  g_assert_null (show->computes);
  assert_refused (advice, "show", "computed", "computes nothing");
}

static void
test_approximation (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;

  draw_totals (model);
  advice = advise (model);
  assert_refused (advice, "movie.views", "approximation", "is not set");
  change_number (model, "movie.views", "tolerance", 1);
  assert_refused (advice, "movie.views", "approximation", "two events");
  change_number (model, "movie.views", "tolerance", 100);
  apply (advice, "movie.views", "approximation");
  g_assert_cmpfloat (squill_model_get_operation (model, "see")->rate, ==, 5);
}

/* Time series. */

static void
test_time_series (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;

  draw_entity (model, "reading", 1e8);
  draw_field (model, "reading", "_id", "objectId");
  draw_field (model, "reading", "sensor", "int");
  draw_field (model, "reading", "at", "date");
  draw_field (model, "reading", "value", "double");
  draw_operation (model, "measure", "insert", "reading", 1000);
  draw_operation (model, "show day", "find", "reading", 10);
  change (model, "show day", "filter",
          "[{'path': 'reading.sensor', 'how': 'eq'}, {'path': 'reading.at', 'how': 'range'}]");
  advice = advise (model);
  draw_operation (model, "correct", "update", "reading", 900);
  assert_refused (advice, "reading", "time-series", "stay as they are");
  change_number (model, "correct", "rate", 0.001);
  apply (advice, "reading", "time-series");
  g_assert_cmpstr (squill_model_get_entity (model, "reading")->time_field, ==, "reading.at");
  assert_refused (advice, "reading", "time-series", "is a time series");
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/advice/transforms/catalog", test_catalog);
  g_test_add_func ("/advice/transforms/examples", test_examples);
  g_test_add_func ("/advice/transforms/extended-reference", test_extended_reference);
  g_test_add_func ("/advice/transforms/extended-reference/refused",
                   test_extended_reference_refused);
  g_test_add_func ("/advice/transforms/extended-reference/large", test_extended_reference_large);
  g_test_add_func ("/advice/transforms/subset", test_subset);
  g_test_add_func ("/advice/transforms/subset/of-embedded", test_subset_of_embedded);
  g_test_add_func ("/advice/transforms/subset/of-fields", test_subset_of_fields);
  g_test_add_func ("/advice/transforms/placement-refused", test_placement_refused);
  g_test_add_func ("/advice/transforms/two-way-with-itself", test_two_way_with_itself);
  g_test_add_func ("/advice/transforms/parent-reference-of-array", test_parent_reference_of_array);
  g_test_add_func ("/advice/transforms/collapse", test_collapse);
  g_test_add_func ("/advice/transforms/attribute", test_attribute);
  g_test_add_func ("/advice/transforms/attribute/refused", test_attribute_refused);
  g_test_add_func ("/advice/transforms/attribute/losses", test_attribute_losses);
  g_test_add_func ("/advice/transforms/attribute/of-map", test_attribute_of_map);
  g_test_add_func ("/advice/transforms/outlier/of-field", test_outlier_of_field);
  g_test_add_func ("/advice/transforms/outlier/of-relationship", test_outlier_of_relationship);
  g_test_add_func ("/advice/transforms/computed", test_computed);
  g_test_add_func ("/advice/transforms/approximation", test_approximation);
  g_test_add_func ("/advice/transforms/time-series", test_time_series);
  for (guint i = 1; i <= N_MODELS; i++)
    {
      g_autofree char *name = g_strdup_printf ("/advice/transforms/random/%u", i);

      g_test_add_data_func (name, GUINT_TO_POINTER (i), test_random);
    }
  return g_test_run ();
}

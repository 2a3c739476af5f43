/* SPDX-License-Identifier: Apache-2.0 */

/* Family B: bytes. */

#include "config.h"

#include "advice-fixture.h"
#include "design/squill-cost.h"

#define MIB (1024.0 * 1024.0)

static void
draw_blob (SquillModel *model, const char *owner, const char *name, double likely, double most)
{
  g_autofree char *id = g_strconcat (owner, ".", name, NULL);

  draw_field (model, owner, name, "binData");
  g_assert_true (squill_model_set (model, id, "size",
                                   squill_json_triple (SQUILL_TRIPLE (0, likely, most)), NULL));
}

static void
too_large_fires (SquillModel *model)
{
  draw_entity (model, "scan", 10);
  draw_blob (model, "scan", "pixels", 100, 10 * MIB);
  draw_blob (model, "scan", "mask", 100, 9 * MIB);
}

/* {_id, pixels}: 5 + 17 + 2 + 6 + 5 bytes besides. */
static void
too_large_silent (SquillModel *model)
{
  draw_entity (model, "scan", 10);
  draw_blob (model, "scan", "pixels", 100, 16777216 - 35);
}

static void
too_large_by_a_byte (SquillModel *model)
{
  draw_entity (model, "scan", 10);
  draw_blob (model, "scan", "pixels", 100, 16777216 - 34);
}

/* Values are large, and there may be many, but not at once as likely. */
static void
too_large_by_values (SquillModel *model)
{
  draw_entity (model, "album", 10);
  draw_blob (model, "album", "thumbnails", 1000, 200000);
  change (model, "album.thumbnails", "map", "true");
  change (model, "album.thumbnails", "length", "{'min': 0, 'likely': 5, 'max': 100}");
  change (model, "album.thumbnails", "key_size", "{'min': 1, 'likely': 5, 'max': 9}");
}

static void
too_large_by_elements (SquillModel *model)
{
  draw_entity (model, "album", 10);
  draw_entity (model, "picture", NAN);
  draw_blob (model, "picture", "thumbnail", 1000, 200000);
  draw_relationship (model, "pictures", "album", "picture", "embed-many", "0..5..100", "1");
}

static void
bloated_fires (SquillModel *model)
{
  draw_entity (model, "page", 10);
  draw_text (model, "page", "html", 0.8 * MIB);
  draw_text (model, "page", "text", 0.7 * MIB);
}

static void
bloated_silent (SquillModel *model)
{
  draw_entity (model, "page", 10);
  draw_blob (model, "page", "html", 150 * 1024, 900 * 1024);
  draw_operation (model, "show page", "find", "page", 10.0 / 86400);
}

static void
bloated_by_most (SquillModel *model)
{
  draw_entity (model, "page", 10);
  draw_blob (model, "page", "images", 1000, 6e5);
  change (model, "page.images", "map", "true");
  change (model, "page.images", "length", "{'min': 0, 'likely': 5, 'max': 20}");
  change (model, "page.images", "key_size", "{'min': 1, 'likely': 5, 'max': 9}");
  change (model, "model", "memory", "4");
}

static void
watched_fires (SquillModel *model)
{
  draw_entity (model, "page", 10);
  draw_blob (model, "page", "html", 300 * 1024, 900 * 1024);
  draw_operation (model, "show page", "find", "page", 20);
}

static void
depth_hint (SquillModel *model)
{
  draw_entity (model, "comment", 10);
  draw_relationship (model, "replies", "comment", "comment", "embed-many", "0..1..3", "1");
  change (model, "replies", "depth", "6");
}

static void
depth_silent (SquillModel *model)
{
  depth_hint (model);
  change (model, "replies", "depth", "3");
}

static void
depth_fires (SquillModel *model)
{
  depth_hint (model);
  change (model, "replies", "depth", NULL);
}

static void
blob_fires (SquillModel *model)
{
  draw_entity (model, "report", 10);
  draw_blob (model, "report", "pdf", 1e6, 1e7);
}

static void
blob_silent (SquillModel *model)
{
  draw_entity (model, "user", 10);
  draw_blob (model, "user", "avatar", 20000, 20000);
}

static void
blob_too_large (SquillModel *model)
{
  draw_entity (model, "report", 10);
  draw_blob (model, "report", "pdf", 1e6, 2e7);
}

static void
names_fires (SquillModel *model)
{
  draw_entity (model, "score", 500e6);
  draw_text (model, "score", "last_name", 5);
  draw_field (model, "score", "best_score", "double");
}

static void
names_silent (SquillModel *model)
{
  names_fires (model);
  change (model, "score", "count", "{'min': 10000, 'likely': 10000, 'max': 10000}");
}

static void
unknown_fires (SquillModel *model)
{
  draw_entity (model, "note", 10);
  draw_field (model, "note", "text", "string");
}

static void
unknown_silent (SquillModel *model)
{
  draw_entity (model, "note", 10);
  draw_field (model, "note", "kind", "string");
  change (model, "note.kind", "enum", "['a', 'bb']");
}

/* What was measured is known, whatever its types are. */
static void
unknown_not_seen (SquillModel *model)
{
  draw_entity (model, "note", 10);
  draw_field (model, "note", "code", "javascript");
  draw_field (model, "note", "damaged", "");
  draw_array (model, "note", "empty", "", "0..0..0");
  observe (model, "note.code", "note.code", "{}");
  observe (model, "note.damaged", "note.damaged", "{}");
  observe (model, "note.empty", "note.empty", "{}");
  observe (model, "note", "note", "{'document_bytes': {'min': 100, 'mean': 120, 'max': 150}}");
}

/* Nobody counted it, or uses it, yet. */
static void
unknown_of_sketch (SquillModel *model)
{
  unknown_fires (model);
  change (model, "note", "count", "null");
}

static void
unknown_of_used (SquillModel *model)
{
  unknown_of_sketch (model);
  draw_operation (model, "read", "find", "note", 1);
}

static void
unknown_since (SquillModel *model)
{
  unknown_not_seen (model);
  draw_field (model, "note", "text", "string");
}

static void
draw_products (SquillModel *model, double bytes)
{
  draw_entity (model, "product", 10000);
  draw_text (model, "product", "name", 30);
  draw_field (model, "product", "price", "decimal");
  draw_text (model, "product", "description", bytes);
  draw_operation (model, "list products", "find", "product", 50);
  change (model, "list products", "returns",
          "[{'path': 'product.name'}, {'path': 'product.price'}]");
  change (model, "list products", "limit", "20");
}

static void
amplified_fires (SquillModel *model)
{
  draw_products (model, 665000);
}

static void
amplified_silent (SquillModel *model)
{
  draw_products (model, 2000);
}

static void
amplified_covered (SquillModel *model)
{
  draw_products (model, 665000);
  draw_index (model, "product", "covering",
              "[{'path': 'product.name', 'how': '1'}, {'path': 'product.price', 'how': '1'}]");
  change (model, "list products", "sort", "[{'path': 'product.name', 'how': '1'}]");
}

/* Most of the document are the references that the operation follows. */
static void
amplified_references (SquillModel *model)
{
  draw_products (model, 200);
  draw_entity (model, "part", 1e6);
  draw_relationship (model, "parts", "product", "part", "child-references", "1..2000..2500",
                     "0..3..9");
  change (model, "list products", "follows", "['parts']");
}

static void
draw_movies (SquillModel *model, double bytes)
{
  draw_entity (model, "movie", 10000);
  draw_text (model, "movie", "title", 30);
  draw_field (model, "movie", "year", "int");
  draw_text (model, "movie", "fullplot", bytes);
  draw_field (model, "movie", "imdb", "object");
  draw_text (model, "movie.imdb", "id", 10);
  draw_operation (model, "list movies", "find", "movie", 0.01);
  change (model, "list movies", "returns", "[{'path': 'movie.title'}, {'path': 'movie.year'}]");
  draw_operation (model, "show movie", "find", "movie", 0.0001);
}

static void
cold_fires (SquillModel *model)
{
  draw_movies (model, 20000);
}

static void
cold_silent (SquillModel *model)
{
  draw_movies (model, 700);
}

static void
draw_votes (SquillModel *model)
{
  draw_entity (model, "post", 1e6);
  draw_entity (model, "vote", 50e6);
  draw_field (model, "vote", "user", "objectId");
  draw_relationship (model, "votes", "post", "vote", "parent-reference", "0..50..100", "1");
  draw_operation (model, "votes of", "find", "vote", 1);
}

static void
rollup_fires (SquillModel *model)
{
  draw_votes (model);
  change (model, "votes of", "filter", "[{'path': 'votes', 'how': 'eq'}]");
}

static void
rollup_silent (SquillModel *model)
{
  draw_votes (model);
  change (model, "votes of", "filter", "[{'path': '=_id', 'how': 'eq'}]");
}

/* Many are read at once now and then, but mostly a single one. */
static void
rollup_of_single (SquillModel *model)
{
  rollup_fires (model);
  draw_operation (model, "vote by id", "find", "vote", 30);
  change (model, "vote by id", "filter", "[{'path': '=_id', 'how': 'eq'}]");
}

/* The first few of many. */
static void
rollup_of_few (SquillModel *model)
{
  rollup_fires (model);
  change (model, "votes of", "limit", "3");
}

/* The one vote of somebody, of all those of a post. */
static void
rollup_of_one (SquillModel *model)
{
  rollup_fires (model);
  change (model, "vote.user", "distinct", "1000000");
  change (model, "votes of", "filter",
          "[{'path': 'votes', 'how': 'eq'}, {'path': 'vote.user', 'how': 'eq'}]");
}

static void
rollup_in_time (SquillModel *model)
{
  rollup_fires (model);
  draw_field (model, "vote", "when", "date");
}

static void
draw_buyers (SquillModel *model, const char *children)
{
  draw_entity (model, "book", 1000);
  draw_entity (model, "buyer", NAN);
  draw_text (model, "buyer", "name", 10);
  draw_relationship (model, "buyers", "book", "buyer", "embed-many", children, "1");
}

static void
outlier_fires (SquillModel *model)
{
  draw_buyers (model, "0..30..50000");
}

static void
outlier_silent (SquillModel *model)
{
  draw_buyers (model, "0..30..200");
}

static void
outlier_of_field (SquillModel *model)
{
  draw_entity (model, "book", 1000);
  draw_array (model, "book", "buyers", "objectId", "0..30..50000");
}

/* The border of a country has as many points as it has; it is one value. */
static void
outlier_of_geometry (SquillModel *model)
{
  draw_entity (model, "country", 200);
  draw_field (model, "country", "border", "object");
  change (model, "country.border", "meaning", "'geojson'");
  draw_array (model, "country.border", "coordinates", "array", "1..1..5");
  draw_array (model, "country.border.coordinates", "[]", "array", "4..150..5000");
  draw_array (model, "country.border.coordinates.[]", "[]", "double", "2..2..2");
}

static void
working_fires (SquillModel *model)
{
  change (model, "model", "memory", "4");
  draw_entity (model, "event", 200e6);
  draw_field (model, "event", "when", "date");
  draw_operation (model, "find event", "find", "event", 100);
}

/* 40 GB that nobody reads, and one that is. */
static void
working_silent (SquillModel *model)
{
  change (model, "model", "memory", "4");
  draw_entity (model, "old", 40e6);
  draw_text (model, "old", "text", 1000);
  draw_entity (model, "recent", 1e6);
  draw_text (model, "recent", "text", 800);
  draw_operation (model, "find recent", "find", "recent", 100);
}

/* Of many years of events those of the last days are read. */
static void
working_recent (SquillModel *model)
{
  working_fires (model);
  change (model, "event", "hot_share", "0.01");
}

/* 40 GB are read, but nobody said how much of them again and again. */
static void
working_of_some (SquillModel *model)
{
  change (model, "model", "memory", "16");
  draw_entity (model, "old", 40e6);
  draw_text (model, "old", "text", 1000);
  draw_operation (model, "find old", "find", "old", 100);
}

static void
depth_of_firestore (SquillModel *model)
{
  depth_silent (model);
  change (model, "replies", "depth", "11");
  change (model, "model", "dialect", "'firestore'");
}

static void
depth_of_mongodb (SquillModel *model)
{
  depth_of_firestore (model);
  change (model, "model", "dialect", NULL);
  change (model, "model", "thresholds", "{'depth.hint': 100}");
}

static const RuleCase cases[] = {
  { "doc-too-large", SQUILL_SEVERITY_ERROR, "scan", too_large_fires, too_large_silent },
  { "doc-too-large", SQUILL_SEVERITY_ERROR, "scan", too_large_by_a_byte, NULL },
  { "doc-too-large", SQUILL_SEVERITY_ERROR, "album", too_large_by_values, too_large_by_elements },
  { "array-hits-doc-limit", SQUILL_SEVERITY_ERROR, "pictures", too_large_by_elements, NULL },
  { "doc-bloated", SQUILL_SEVERITY_WARNING, "page", bloated_fires, bloated_silent },
  { "doc-bloated", SQUILL_SEVERITY_WARNING, "page", bloated_by_most, NULL },
  { "doc-bloated", SQUILL_SEVERITY_HINT, "page", watched_fires, NULL },
  { "nesting-depth", SQUILL_SEVERITY_HINT, "comment", depth_hint, depth_silent },
  { "nesting-depth", SQUILL_SEVERITY_ERROR, "comment", depth_fires, NULL },
  { "blob-embedded", SQUILL_SEVERITY_WARNING, "report.pdf", blob_fires, blob_silent },
  { "blob-embedded", SQUILL_SEVERITY_ERROR, "report.pdf", blob_too_large, NULL },
  { "name-overhead", SQUILL_SEVERITY_HINT, "score", names_fires, names_silent },
  { "size-unknown", SQUILL_SEVERITY_HINT, "note", unknown_fires, unknown_silent },
  { "size-unknown", SQUILL_SEVERITY_HINT, "note", unknown_since, unknown_not_seen },
  { "size-unknown", SQUILL_SEVERITY_HINT, "note", unknown_of_used, unknown_of_sketch },
  { "read-amplification", SQUILL_SEVERITY_WARNING, "list products", amplified_fires,
    amplified_silent },
  { "read-amplification", SQUILL_SEVERITY_WARNING, NULL, NULL, amplified_covered },
  { "read-amplification", SQUILL_SEVERITY_WARNING, NULL, NULL, amplified_references },
  { "cold-fields", SQUILL_SEVERITY_HINT, "movie", cold_fires, cold_silent },
  { "tiny-docs-rollup", SQUILL_SEVERITY_HINT, "vote", rollup_fires, rollup_silent },
  { "tiny-docs-rollup", SQUILL_SEVERITY_HINT, "vote", rollup_in_time, rollup_of_single },
  { "tiny-docs-rollup", SQUILL_SEVERITY_HINT, NULL, NULL, rollup_of_few },
  { "tiny-docs-rollup", SQUILL_SEVERITY_HINT, NULL, NULL, rollup_of_one },
  { "outlier-size", SQUILL_SEVERITY_HINT, "buyers", outlier_fires, outlier_silent },
  { "outlier-size", SQUILL_SEVERITY_HINT, "book.buyers", outlier_of_field, outlier_of_geometry },
  { "working-set", SQUILL_SEVERITY_WARNING, "model", working_fires, working_silent },
  { "working-set", SQUILL_SEVERITY_WARNING, NULL, NULL, working_recent },
  { "working-set", SQUILL_SEVERITY_HINT, "model", working_of_some, NULL },
  { "nesting-depth", SQUILL_SEVERITY_ERROR, "comment", depth_of_firestore, depth_of_mongodb },
};

static double
get_value (const SquillFinding *finding, const char *name)
{
  const json_t *value = json_object_get (finding->values, name);

  g_assert_true (json_is_number (value));
  return json_number_value (value);
}

/* The parts of a document are told with their bytes. */
static void
test_parts (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;
  const SquillFinding *finding;

  too_large_by_a_byte (model);
  advice = advise (model);
  finding = find_finding (advice, "doc-too-large", NULL);
  g_assert_nonnull (finding);
  g_assert_cmpfloat (get_value (finding, "bytes"), ==, 16777217);
  g_assert_cmpfloat (
      json_number_value (json_object_get (json_object_get (finding->values, "parts"), "_id")), ==,
      17);
  g_assert_cmpstr (finding->path, ==, "pixels");
}

/* A path of a hundred levels is cut where it is read, and whole where it is looked up. */
static void
test_long_path (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;
  const SquillFinding *finding;

  depth_hint (model);
  change (model, "replies", "depth", "90");
  change (model, "model", "thresholds", "{'depth.limit': 20}");
  advice = advise (model);
  finding = find_finding (advice, "nesting-depth", NULL);
  g_assert_nonnull (finding);
  g_assert_cmpuint (strlen (finding->path), >, 300);
  g_assert_cmpuint (strlen (finding->message), <, 250);
  g_assert_nonnull (strstr (finding->message, "…"));
}

/* What rules of arrays have said is not said again of the document. */
static void
test_not_twice (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;

  draw_buyers (model, "0..1000000..2000000");
  advice = advise (model);
  g_assert_nonnull (find_finding (advice, "array-hits-doc-limit", "buyers"));
  g_assert_null (find_finding (advice, "doc-too-large", NULL));
  g_assert_null (find_finding (advice, "doc-bloated", NULL));
}

/* What fills a document is said once, by the rule that knows most about it. */
static void
test_one_cause (void)
{
  static const struct
  {
    double bytes;
    const char *rule;
  } blobs[] = {
    { 2e7, "blob-embedded" },
    { 16777216 - 31, "doc-too-large" }, /* {_id, pdf}: 32 bytes besides */
    { 1.2e7, "blob-embedded" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (blobs); i++)
    {
      g_autoptr (SquillModel) model = squill_model_new ();
      g_autoptr (SquillAdvice) advice = NULL;

      draw_entity (model, "report", 10);
      draw_blob (model, "report", "pdf", 1000, blobs[i].bytes);
      advice = advise (model);
      g_assert_cmpuint (squill_advice_get_findings (advice)->len, ==, 1);
      g_assert_nonnull (find_finding (advice, blobs[i].rule, NULL));
    }
}

static void
test_long_not_twice (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;

  draw_buyers (model, "0..100000..100000");
  advice = advise (model);
  g_assert_nonnull (find_finding (advice, "embed-array-large", "buyers"));
  g_assert_null (find_finding (advice, "doc-bloated", NULL));
}

static void
test_cache (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;
  const SquillFinding *finding;

  bloated_by_most (model);
  advice = advise (model);
  finding = find_finding (advice, "doc-bloated", NULL);
  g_assert_nonnull (finding);
  /* 4 GiB of memory: 1.5 GiB of cache, of which 80 % are good to use. */
  g_assert_cmpfloat (get_value (finding, "documents_in_cache"), ==,
                     floor (0.8 * 1.5 * 1024 * MIB / (1.09 * get_value (finding, "bytes") + 15)));
}

/* The split leaves the rarely read in a document that is found by its reference. */
static void
test_details (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;
  const SquillEntity *details;
  guint n;

  cold_fires (model);
  advice = advise (model);
  g_assert_true (
      squill_advice_apply_fix (advice, find_finding (advice, "cold-fields", NULL), NULL));
  details = squill_model_find_entity (model, "movie_details");
  g_assert_nonnull (details);
  squill_item_get_children (details, SQUILL_KIND_FIELD, &n);
  g_assert_cmpuint (n, ==, 3);
  squill_item_get_children (squill_model_get_entity (model, "movie"), SQUILL_KIND_FIELD, &n);
  g_assert_cmpuint (n, ==, 2);
}

/* References in the array do nothing about its outliers, whether they stood there before or the
 * children did. */
static void
test_outlier_of_references (gconstpointer placement)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;
  g_autoptr (SquillPlacementOption) advised = NULL;
  const SquillFinding *finding;

  draw_buyers (model, "0..20..9000");
  change (model, "buyers", "placement", placement);
  change (model, "buyers", "ordering", "'rank'");
  change (model, "buyer", "first_class", "true");
  advice = advise (model);
  advised = squill_placements_find_advised (squill_advice_get_design (advice), "buyers");
  g_assert_cmpint (advised->placement, ==, SQUILL_PLACEMENT_CHILD_REFERENCES);
  finding = find_finding (advice, "outlier-size", "buyers");
  g_assert_nonnull (finding);
  g_assert_true (finding->fix == NULL ||
                 finding->fix->placement != SQUILL_PLACEMENT_CHILD_REFERENCES);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  add_rule_cases (cases, G_N_ELEMENTS (cases));
  g_test_add_func ("/advice/nesting-depth/long-path", test_long_path);
  g_test_add_func ("/advice/doc-too-large/parts", test_parts);
  g_test_add_func ("/advice/doc-too-large/not-twice", test_not_twice);
  g_test_add_func ("/advice/doc-too-large/one-cause", test_one_cause);
  g_test_add_func ("/advice/doc-bloated/not-twice", test_long_not_twice);
  g_test_add_func ("/advice/doc-bloated/cache", test_cache);
  g_test_add_func ("/advice/fix/details", test_details);
  g_test_add_data_func ("/advice/size/outlier-of-references", "'two-way'",
                        test_outlier_of_references);
  g_test_add_data_func ("/advice/size/outlier-of-children", "'embed-many'",
                        test_outlier_of_references);
  return g_test_run ();
}

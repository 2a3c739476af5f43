/* SPDX-License-Identifier: Apache-2.0 */

/* Family A: arrays and maps. */

#include "config.h"

#include "advice-fixture.h"

/* S3's host and its messages: 75 bytes, and elements of 48. */
static void
draw_hosts (SquillModel *model, const char *children)
{
  change (model, "model", "reference_date", "'2026-11-21'");
  draw_entity (model, "host", 100);
  draw_text (model, "host", "name", 24);
  draw_text (model, "host", "ipaddr", 9);
  draw_entity (model, "logmsg", NAN);
  draw_field (model, "logmsg", "time", "date");
  draw_text (model, "logmsg", "message", 15);
  draw_relationship (model, "logmsgs", "host", "logmsg", "embed-many", children, "1");
}

static void
unbounded_fires (SquillModel *model)
{
  draw_hosts (model, "0..1000..inf");
  change_number (model, "logmsgs", "growth", 2 * 60 * 24 * 365);
}

static void
unbounded_silent (SquillModel *model)
{
  unbounded_fires (model);
  change (model, "logmsgs", "placement", "'subset'");
  change (model, "logmsgs", "bound", "100");
}

static void
unbounded_capped (SquillModel *model)
{
  unbounded_fires (model);
  change (model, "logmsgs", "cap", "1000");
}

/* Full in thirty years, and in three hundred thousand. */
static void
unbounded_slowly (SquillModel *model)
{
  draw_hosts (model, "0..20..inf");
  change (model, "logmsgs", "growth", "10000");
}

static void
unbounded_hardly (SquillModel *model)
{
  draw_hosts (model, "0..20..inf");
  change (model, "logmsgs", "growth", "1");
}

/* The document stays small, but the array becomes long. */
static void
unbounded_becoming_long (SquillModel *model)
{
  draw_hosts (model, "0..80..inf");
  change (model, "logmsgs", "growth", "60");
}

static void
unbounded_without_growth (SquillModel *model)
{
  draw_hosts (model, "0..20..inf");
}

static void
unbounded_of_field (SquillModel *model)
{
  draw_entity (model, "posts", 1000);
  draw_text (model, "posts", "title", 30);
  draw_array (model, "posts", "voters", "string", "0..60..inf");
  change (model, "posts.voters", "size", "{'min': 4, 'likely': 8, 'max': 20}");
  draw_index (model, "posts", "by-voter", "[{'path': 'posts.voters', 'how': '1'}]");
  draw_operation (model, "vote", "update", "posts", 3);
  change (model, "vote", "writes", "[{'path': 'posts.voters'}]");
}

static void
not_growing_field (SquillModel *model)
{
  unbounded_of_field (model);
  change (model, "posts.voters", "growth", "0");
}

static void
unbounded_objects (SquillModel *model)
{
  draw_entity (model, "posts", 1000);
  draw_array (model, "posts", "comments", "object", "0..5..inf");
  draw_text (model, "posts.comments", "who", 8);
  draw_text (model, "posts.comments", "comment", 80);
  draw_index (model, "posts", "by-who", "[{'path': 'posts.comments.who', 'how': '1'}]");
}

static void
unbounded_nested (SquillModel *model)
{
  unbounded_objects (model);
  draw_array (model, "posts.comments", "likes", "string", "0..3..inf");
  change (model, "posts.comments", "length", "{'min': 0, 'likely': 5, 'max': 20}");
}

static void
bounded_nested (SquillModel *model)
{
  unbounded_nested (model);
  change (model, "posts.comments.likes", "cap", "10");
}

static void
unbounded_links (SquillModel *model)
{
  draw_entity (model, "user", 1000);
  draw_entity (model, "group", 100);
  draw_relationship (model, "members", "group", "user", "parent-reference", "0..50..inf",
                     "0..3..inf");
}

static void
bounded_links (SquillModel *model)
{
  unbounded_links (model);
  change (model, "members", "parents", "{'min': 0, 'likely': 3, 'max': 10}");
}

static void
draw_ids (SquillModel *model, double count)
{
  draw_entity (model, "product", 10);
  draw_entity (model, "part", 1e6);
  draw_relationship (model, "parts", "product", "part", "child-references", "1", "1");
  g_assert_true (squill_model_set (model, "parts", "children",
                                   squill_json_triple (SQUILL_TRIPLE (count, count, count)), NULL));
}

static void
limit_fires (SquillModel *model)
{
  draw_ids (model, 1000000);
}

static void
limit_silent (SquillModel *model)
{
  draw_ids (model, 800000);
}

/* What else is in the document has little room, too, but it is not what fills it. */
static void
limit_of_other (SquillModel *model)
{
  draw_ids (model, 1000000);
  draw_array (model, "product", "tags", "string", "0..3..10");
  change (model, "product.tags", "size", "{'min': 4, 'likely': 8, 'max': 20}");
}

/* Each line is small; there are many. */
static void
limit_of_outer (SquillModel *model)
{
  draw_entity (model, "order", 10);
  draw_entity (model, "line", NAN);
  draw_relationship (model, "lines", "order", "line", "embed-many", "1..1000..100000", "1");
  draw_array (model, "line", "parts", "objectId", "0..3..20");
}

/* There are few lines; each is too large. */
static void
limit_of_inner (SquillModel *model)
{
  draw_entity (model, "order", 10);
  draw_entity (model, "line", NAN);
  draw_relationship (model, "lines", "order", "line", "embed-many", "1..2..3", "1");
  draw_array (model, "line", "parts", "objectId", "0..3..1000000");
}

static void
limit_of_field (SquillModel *model)
{
  draw_entity (model, "product", 10);
  draw_array (model, "product", "parts", "objectId", "1..1000000..1000000");
}

static void
limit_of_field_silent (SquillModel *model)
{
  draw_entity (model, "product", 10);
  draw_array (model, "product", "parts", "objectId", "1..800000..800000");
}

/* A map of arrays of arrays: each can be long, but not all in one document. */
static void
draw_paths (SquillModel *model, const char *length)
{
  draw_entity (model, "map", 10);
  draw_array (model, "map", "areas", "array", "1..3..5000");
  draw_array (model, "map.areas", "[]", "double", length);
  observe (model, "map.areas", "map.areas", "{}");
  observe (model, "map.areas.[]", "map.areas[]", "{}");
  observe (model, "map", "map", "{'document_bytes': {'min': 100, 'mean': 5000, 'max': 60000}}");
}

static void
limit_of_nested (SquillModel *model)
{
  draw_paths (model, "1..400..40000");
  /* Somebody expects more than was there. */
  change (model, "map.areas.[]", "length", "{'min': 1, 'likely': 400, 'max': 50000}");
}

/* As draw_paths (), with a map of maps. */
static void
limit_of_seen_maps (SquillModel *model)
{
  draw_entity (model, "map", 10);
  draw_array (model, "map", "areas", "double", "1..400..40000");
  draw_field (model, "map", "layers", "object");
  change (model, "map.layers", "map", "true");
  change (model, "map.layers", "length", "{'min': 1, 'likely': 3, 'max': 5000}");
  change (model, "map.layers", "key_size", "{'min': 1, 'likely': 5, 'max': 9}");
  draw_field (model, "map.layers", "points", "double");
  change (model, "map.layers.points", "map", "true");
  change (model, "map.layers.points", "length", "{'min': 1, 'likely': 3, 'max': 5000}");
  change (model, "map.layers.points", "key_size", "{'min': 1, 'likely': 5, 'max': 9}");
  observe (model, "map.areas", "map.areas", "{}");
  observe (model, "map.layers", "map.layers", "{}");
  observe (model, "map.layers.points", "map.layers{}.points", "{}");
  observe (model, "map", "map", "{'document_bytes': {'min': 100, 'mean': 5000, 'max': 437000}}");
}

static void
limit_of_seen (SquillModel *model)
{
  draw_paths (model, "1..400..40000");
}

static void
forecast_fires (SquillModel *model)
{
  draw_hosts (model, "0..50..?");
  change (model, "logmsgs", "growth", "100");
}

static void
forecast_silent (SquillModel *model)
{
  forecast_fires (model);
  change (model, "logmsgs", "cap", "150");
}

static void
forecast_of_field (SquillModel *model)
{
  draw_entity (model, "sensor", 10);
  draw_array (model, "sensor", "values", "double", "0..50..?");
  change (model, "sensor.values", "growth", "100");
}

static void
forecast_of_field_silent (SquillModel *model)
{
  forecast_of_field (model);
  change (model, "sensor.values", "growth", "10");
}

static void
draw_items (SquillModel *model, const char *children)
{
  draw_entity (model, "order", 1000);
  draw_entity (model, "item", NAN);
  draw_field (model, "item", "quantity", "int");
  draw_relationship (model, "items", "order", "item", "embed-many", children, "1");
}

static void
long_fires (SquillModel *model)
{
  draw_items (model, "400..400..400");
  draw_index (model, "order", "by-quantity", "[{'path': 'items/item.quantity', 'how': '1'}]");
  draw_operation (model, "show order", "find", "order", 3);
  change (model, "show order", "returns", "[{'path': 'items/item.quantity'}]");
}

static void
long_silent (SquillModel *model)
{
  draw_items (model, "200..200..200");
}

/* Usually fine, but not at most. */
static void
long_at_most (SquillModel *model)
{
  draw_items (model, "1..150..400");
}

static void
long_nearly (SquillModel *model)
{
  draw_items (model, "1..150..200");
}

static void
long_of_identity (SquillModel *model)
{
  draw_items (model, "400..400..400");
  change (model, "item", "first_class", "true");
}

static void
long_vector (SquillModel *model)
{
  draw_entity (model, "word", 1000);
  draw_array (model, "word", "embedding", "double", "300..300..300");
  change (model, "word.embedding", "cap", "300");
}

static void
long_of_field (SquillModel *model)
{
  draw_entity (model, "word", 1000);
  draw_array (model, "word", "meanings", "string", "300..300..300");
}

static void
long_of_objects (SquillModel *model)
{
  draw_entity (model, "word", 1000);
  draw_array (model, "word", "meanings", "object", "300..300..300");
}

static void
long_subset (SquillModel *model)
{
  draw_items (model, "0..5000..10000");
  change (model, "items", "placement", "'subset'");
  change (model, "items", "bound", "1000");
}

static void
references_fires (SquillModel *model)
{
  draw_entity (model, "student", 1000);
  draw_entity (model, "message", NAN);
  draw_relationship (model, "messages", "student", "message", "child-references",
                     "5000..5000..5000", "1");
  draw_index (model, "student", "by-message", "[{'path': 'messages', 'how': '1'}]");
}

static void
references_at_most (SquillModel *model)
{
  references_fires (model);
  change (model, "messages", "children", "{'min': 0, 'likely': 1000, 'max': 5000}");
}

static void
references_nearly (SquillModel *model)
{
  references_fires (model);
  change (model, "messages", "children", "{'min': 0, 'likely': 1000, 'max': 3000}");
}

static void
references_silent (SquillModel *model)
{
  references_fires (model);
  change (model, "messages", "children", "{'min': 1500, 'likely': 1500, 'max': 1500}");
}

static void
references_of_field (SquillModel *model)
{
  draw_entity (model, "student", 1000);
  draw_array (model, "student", "messages", "objectId", "5000..5000..5000");
}

static void
references_of_field_silent (SquillModel *model)
{
  draw_entity (model, "student", 1000);
  draw_array (model, "student", "messages", "objectId", "1500..1500..1500");
}

static void
keys_fires (SquillModel *model)
{
  draw_entity (model, "game", 1000);
  draw_field (model, "game", "scores", "int");
  change (model, "game.scores", "map", "true");
  change (model, "game.scores", "length", "{'min': 0, 'likely': 50, 'max': 100000}");
  change (model, "game.scores", "key_size", "{'min': 7, 'likely': 7, 'max': 7}");
}

static void
keys_silent (SquillModel *model)
{
  keys_fires (model);
  change (model, "game.scores", "length", "{'min': 60, 'likely': 60, 'max': 60}");
}

static void
keys_of_objects (SquillModel *model)
{
  draw_entity (model, "customer", 1000);
  draw_field (model, "customer", "tiers", "object");
  change (model, "customer.tiers", "map", "true");
  draw_text (model, "customer.tiers", "tier", 6);
}

static void
draw_shipments (SquillModel *model)
{
  draw_entity (model, "order", 1000);
  draw_entity (model, "shipment", NAN);
  draw_entity (model, "item", NAN);
  draw_text (model, "shipment", "carrier", 8);
  draw_text (model, "item", "status", 8);
  draw_relationship (model, "shipments", "order", "shipment", "embed-many", "1..1..3", "1");
  draw_relationship (model, "items", "shipment", "item", "embed-many", "1..3..20", "1");
  draw_operation (model, "deliver", "update", "order", 1);
}

static void
nested_fires (SquillModel *model)
{
  draw_shipments (model);
  change (model, "deliver", "writes", "[{'path': 'shipments/items/item.status'}]");
}

static void
nested_silent (SquillModel *model)
{
  draw_shipments (model);
  change (model, "deliver", "writes", "[{'path': 'shipments/shipment.carrier'}]");
}

static const RuleCase cases[] = {
  { "unbounded-array", SQUILL_SEVERITY_ERROR, "logmsgs", unbounded_fires, unbounded_silent },
  { "unbounded-array", SQUILL_SEVERITY_ERROR, "logmsgs", unbounded_without_growth,
    unbounded_capped },
  { "unbounded-array", SQUILL_SEVERITY_ERROR, "posts.voters", unbounded_of_field,
    not_growing_field },
  { "unbounded-array", SQUILL_SEVERITY_ERROR, "posts.comments", unbounded_objects, NULL },
  { "unbounded-array", SQUILL_SEVERITY_ERROR, "posts.comments.likes", unbounded_nested,
    bounded_nested },
  { "unbounded-array", SQUILL_SEVERITY_ERROR, "members", unbounded_links, bounded_links },
  { "unbounded-array", SQUILL_SEVERITY_WARNING, "logmsgs", unbounded_slowly, NULL },
  { "unbounded-array", SQUILL_SEVERITY_HINT, "logmsgs", unbounded_hardly, NULL },
  { "unbounded-array", SQUILL_SEVERITY_WARNING, "logmsgs", unbounded_becoming_long, NULL },
  { "array-hits-doc-limit", SQUILL_SEVERITY_ERROR, "parts", limit_fires, limit_silent },
  { "array-hits-doc-limit", SQUILL_SEVERITY_ERROR, NULL, NULL, limit_of_seen_maps },
  { "array-hits-doc-limit", SQUILL_SEVERITY_ERROR, "product.parts", limit_of_field,
    limit_of_field_silent },
  { "array-hits-doc-limit", SQUILL_SEVERITY_ERROR, "map.areas", limit_of_nested, limit_of_seen },
  { "array-growth-forecast", SQUILL_SEVERITY_WARNING, "logmsgs", forecast_fires, forecast_silent },
  { "array-growth-forecast", SQUILL_SEVERITY_WARNING, "logmsgs", NULL, unbounded_becoming_long },
  { "array-growth-forecast", SQUILL_SEVERITY_WARNING, "sensor.values", forecast_of_field,
    forecast_of_field_silent },
  { "embed-array-large", SQUILL_SEVERITY_WARNING, "items", long_fires, long_silent },
  { "embed-array-large", SQUILL_SEVERITY_WARNING, "items", long_of_identity, long_vector },
  { "embed-array-large", SQUILL_SEVERITY_HINT, "word.meanings", long_of_field, NULL },
  { "embed-array-large", SQUILL_SEVERITY_WARNING, "word.meanings", long_of_objects, NULL },
  { "embed-array-large", SQUILL_SEVERITY_WARNING, "items", long_subset, NULL },
  { "embed-array-large", SQUILL_SEVERITY_WARNING, "items", long_at_most, long_nearly },
  { "ref-array-large", SQUILL_SEVERITY_WARNING, "messages", references_at_most, references_nearly },
  { "ref-array-large", SQUILL_SEVERITY_WARNING, "messages", references_fires, references_silent },
  { "ref-array-large", SQUILL_SEVERITY_WARNING, "student.messages", references_of_field,
    references_of_field_silent },
  { "dynamic-keys", SQUILL_SEVERITY_WARNING, "game.scores", keys_fires, keys_silent },
  { "dynamic-keys", SQUILL_SEVERITY_WARNING, "customer.tiers", keys_of_objects, NULL },
  { "nested-array-write", SQUILL_SEVERITY_HINT, "deliver", nested_fires, nested_silent },
};

/* The output of the command line has these by name. */
static void
test_values (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;
  const SquillFinding *finding;

  unbounded_fires (model);
  advice = advise (model);
  finding = find_finding (advice, "unbounded-array", "logmsgs");
  g_assert_nonnull (finding);
  g_assert_cmpint (json_integer_value (json_object_get (finding->values, "growth_per_year")), ==,
                   1051200);
  g_assert_cmpstr (json_string_value (json_object_get (finding->values, "limit_reached")), ==,
                   "2027-03-05");
  g_assert_cmpstr (finding->collection, ==, "host");
  g_assert_cmpstr (finding->path, ==, "logmsgs");
  g_assert_nonnull (strstr (finding->message, "5 March 2027"));
  g_assert_cmpint (finding->fix->placement, ==, SQUILL_PLACEMENT_PARENT_REFERENCE);
  g_assert_cmpstr (finding->fix->label, ==, "Store the reference in logmsg");
}

/* A day that nobody lives to see is none; that the growth is known is said all the same. */
static void
test_far_day (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;
  const SquillFinding *finding;

  unbounded_fires (model);
  change (model, "logmsgs", "children", "{'min': 0, 'likely': 20, 'max': 'inf'}");
  change (model, "logmsgs", "growth", "10");
  advice = advise (model);
  finding = find_finding (advice, "unbounded-array", "logmsgs");
  g_assert_nonnull (finding);
  g_assert_cmpint (json_integer_value (json_object_get (finding->values, "growth_per_year")), ==,
                   10);
  g_assert_null (json_object_get (finding->values, "limit_reached"));

  /* That it is long today is worse. */
  change (model, "logmsgs", "children", "{'min': 0, 'likely': 1000, 'max': 'inf'}");
  g_assert_null (find_finding (advice, "unbounded-array", NULL));
  g_assert_nonnull (find_finding (advice, "embed-array-large", "logmsgs"));
}

/* Where only the first are read with the parent, those stay. */
static void
test_subset_fix (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;
  const SquillFinding *finding;

  unbounded_fires (model);
  change (model, "logmsgs", "ordering", "'time'");
  change (model, "logmsgs", "order_by", "'logmsg.time'");
  draw_operation (model, "show host", "find", "host", 20);
  change (model, "show host", "follows", "['logmsgs']");
  change (model, "show host", "sort", "[{'path': 'logmsgs/logmsg.time', 'how': '-1'}]");
  change (model, "show host", "limit", "10");
  advice = advise (model);
  finding = find_finding (advice, "unbounded-array", "logmsgs");
  g_assert_nonnull (finding);
  g_assert_cmpint (finding->fix->placement, ==, SQUILL_PLACEMENT_SUBSET);
  g_assert_cmpstr (finding->fix->label, ==, "Keep 10 and move the rest");
  g_assert_true (squill_advice_apply_fix (advice, finding, NULL));
  g_assert_cmpfloat (squill_model_get_relationship (model, "logmsgs")->bound, ==, 10);
  g_assert_null (find_finding (advice, "unbounded-array", NULL));
  g_assert_cmpstr (squill_model_get_undo_label (model), ==, "Keep 10 and move the rest");
}

/* What was embedded takes its index along, and the reference gets one. */
static void
test_index_follows (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;
  guint n;

  long_fires (model);
  advice = advise (model);
  g_assert_true (
      squill_advice_apply_fix (advice, find_finding (advice, "embed-array-large", "items"), NULL));
  squill_item_get_children (squill_model_get_entity (model, "order"), SQUILL_KIND_INDEX, &n);
  g_assert_cmpuint (n, ==, 0);
  squill_item_get_children (squill_model_get_entity (model, "item"), SQUILL_KIND_INDEX, &n);
  g_assert_cmpuint (n, ==, 2);
  g_assert_cmpstr (squill_model_get_operation (model, "show order")->follows[0], ==, "items");
}

/* An array that becomes a collection leaves nothing behind that names it. */
static void
test_collection_fix (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;
  const SquillEntity *voters;
  const SquillOperation *vote;
  guint n;

  unbounded_of_field (model);
  advice = advise (model);
  g_assert_true (squill_advice_apply_fix (
      advice, find_finding (advice, "unbounded-array", "posts.voters"), NULL));
  voters = squill_model_find_entity (model, "voters");
  g_assert_nonnull (voters);
  squill_item_get_children (voters, SQUILL_KIND_FIELD, &n);
  g_assert_cmpuint (n, ==, 2);
  squill_item_get_children (voters, SQUILL_KIND_INDEX, &n);
  g_assert_cmpuint (n, ==, 2);
  squill_item_get_children (squill_model_get_entity (model, "posts"), SQUILL_KIND_INDEX, &n);
  g_assert_cmpuint (n, ==, 0);
  vote = squill_model_get_operation (model, "vote");
  g_assert_nonnull (squill_model_get_relationship (model, vote->follows[0]));
  g_assert_cmpuint (vote->writes->len, ==, 1);
  g_assert_cmpstr (((const SquillKey *)vote->writes->pdata[0])->path, ==, vote->follows[0]);
}

/* Keys that stand beside fields are called by what they are in. */
static void
test_keys_beside_fields (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;
  const SquillFinding *finding;

  draw_entity (model, "country", 200);
  draw_field (model, "country", "languages", "object");
  draw_text (model, "country.languages", "native", 3);
  draw_text (model, "country.languages", "{key}", 10);
  change (model, "country.languages.{key}", "map", "true");
  change (model, "country.languages.{key}", "rest", "true");
  change (model, "country.languages.{key}", "distinct", "158");
  change (model, "country.languages.{key}", "length", "{'min': 0, 'likely': 1, 'max': 15}");
  advice = advise (model);
  finding = find_finding (advice, "dynamic-keys", NULL);
  g_assert_nonnull (finding);
  g_assert_true (g_str_has_prefix (finding->message, "The 158 field names in “languages” "));
  g_assert_cmpstr (finding->fix->label, ==, "Turn languages into an array of keys and values");
}

/* The array that fills a document is to blame, not each one in it. */
static void
assert_filled_by (void (*draw) (SquillModel *model), const char *subject)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;
  GPtrArray *findings;
  guint n = 0;

  draw (model);
  advice = advise (model);
  findings = squill_advice_get_findings (advice);
  for (guint i = 0; i < findings->len; i++)
    {
      const SquillFinding *finding = findings->pdata[i];

      if (finding->severity != SQUILL_SEVERITY_ERROR)
        continue;
      n++;
      g_assert_cmpstr (finding->rule, ==, "array-hits-doc-limit");
      g_assert_cmpstr (finding->subject, ==, subject);
      g_assert_cmpfloat (json_number_value (json_object_get (finding->values, "element_limit")), >,
                         0);
    }
  g_assert_cmpuint (n, ==, 1);
}

static void
test_blame (void)
{
  assert_filled_by (limit_of_other, "parts");
  assert_filled_by (limit_of_outer, "lines");
  assert_filled_by (limit_of_inner, "line.parts");
}

/* Of findings about one array only the one that says most is shown. */
static void
test_precedence (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;

  unbounded_fires (model);
  advice = advise (model);
  g_assert_nonnull (find_finding (advice, "unbounded-array", NULL));
  g_assert_null (find_finding (advice, "embed-array-large", NULL));
  g_assert_null (find_finding (advice, "array-growth-forecast", NULL));

  /* So many already that they do not fit today. */
  change (model, "logmsgs", "children", "{'min': 0, 'likely': 1000000, 'max': 'inf'}");
  g_assert_nonnull (find_finding (advice, "array-hits-doc-limit", NULL));
  g_assert_null (find_finding (advice, "unbounded-array", NULL));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  add_rule_cases (cases, G_N_ELEMENTS (cases));
  g_test_add_func ("/advice/unbounded-array/values", test_values);
  g_test_add_func ("/advice/unbounded-array/far-day", test_far_day);
  g_test_add_func ("/advice/unbounded-array/subset-fix", test_subset_fix);
  g_test_add_func ("/advice/fix/index-follows", test_index_follows);
  g_test_add_func ("/advice/fix/collection", test_collection_fix);
  g_test_add_func ("/advice/dynamic-keys/beside-fields", test_keys_beside_fields);
  g_test_add_func ("/advice/array-hits-doc-limit/blame", test_blame);
  g_test_add_func ("/advice/precedence", test_precedence);
  return g_test_run ();
}

/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include <glib/gstdio.h>
#include <string.h>

#include "deadline.h"
#include "end-object.h"
#include "session/squill-collection-choice.h"
#include "session/squill-evidence-text.h"
#include "session/squill-inspection.h"
#include "session/squill-review-item.h"

static const char profile[] =
    "{ \"squill\": 1, \"collections\": [ { \"name\": \"customers\", \"source\": \"customers.bson\","
    "  \"documents\": 500, \"documents_total\": 2000, \"method\": \"sample\", \"saturated\": true,"
    "  \"paths\": ["
    "   { \"path\": \"name\", \"of\": 500, \"present\": 500, \"types\": { \"string\": 500 } },"
    "   { \"path\": \"tiers\", \"of\": 500, \"present\": 500, \"types\": { \"object\": 500 },"
    "     \"map\": { \"entries\": 456, \"distinct_keys\": 456, \"key_pattern\": \"^[0-9a-f]{32}$\","
    "                \"key_field\": \"id\", \"confidence\": 0.99 } },"
    "   { \"path\": \"rates\", \"of\": 500, \"present\": 500, \"types\": { \"object\": 500 },"
    "     \"record\": { \"confidence\": 0.7, \"evidence\": [ \"All objects have the same keys\" ] "
    "} }"
    "  ],"
    "  \"groups\": [ { \"kind\": \"together\", \"paths\": [ \"a\", \"b\" ], \"count\": 3 } ],"
    "  \"outliers\": [ { \"_id\": 17, \"index\": 3, \"paths\": [ \"c\" ], \"reason\": \"odd\" } ] "
    "} ],"
    " \"references\": ["
    "  { \"from\": \"orders.p\", \"to\": \"parts._id\", \"references\": 10, \"distinct\": 5,"
    "    \"inclusion\": 0.5, \"verdict\": \"weak\", \"confidence\": 0.4 },"
    "  { \"from\": \"orders.c\", \"to\": \"customers._id\", \"references\": 1746,"
    "    \"distinct\": 1745, \"inclusion\": 0.9996, \"coverage\": 1, \"dangling\": 1, \"orphans\": "
    "2,"
    "    \"dangling_values\": [ 4711 ],"
    "    \"children_per_parent\": { \"min\": 0, \"mean\": 3.492, \"max\": 6 },"
    "    \"parents_per_child\": { \"min\": 1, \"mean\": 1, \"max\": 1 },"
    "    \"verdict\": \"proposed\", \"confidence\": 0.98, \"evidence\": [ \"The names agree\" ],"
    "    \"copies\": [ { \"from\": \"customers.name\", \"to\": \"orders.name\", \"equal\": 9,"
    "                    \"of\": 10 } ] },"
    "  { \"from\": \"orders.d\", \"to\": \"days._id\", \"references\": 10, \"distinct\": 5,"
    "    \"inclusion\": 1, \"verdict\": \"proposed\", \"confidence\": 0.8 } ],"
    " \"problems\": [ { \"file\": \"x.json\", \"offset\": null, \"line\": 3, \"column\": 1,"
    "                  \"reason\": \"A bracket is missing\" } ] }";

static void
on_changed (SquillReview *review, gpointer user_data)
{
  (*(guint *)user_data)++;
}

static SquillReviewItem *
get_reference (GListModel *list, guint position)
{
  SquillReviewItem *reference = g_list_model_get_item (list, position);

  g_assert_nonnull (reference);
  /* The list keeps it. */
  g_object_unref (reference);
  return reference;
}

static void
test_review (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SquillReview) review = squill_review_new_from_json (profile, &error);
  g_autoptr (SquillDecisions) decisions = NULL;
  g_autoptr (SquillReview) again = NULL;
  g_autoptr (SquillReviewItem) note = NULL;
  g_autofree char *place = NULL;
  SquillReviewItem *first;
  g_autofree char *all = NULL;
  guint changes = 0;

  g_assert_no_error (error);
  g_signal_connect (review, "changed", G_CALLBACK (on_changed), &changes);
  g_assert_cmpuint (g_list_model_get_n_items (squill_review_get_references (review)), ==, 2);
  g_assert_cmpuint (g_list_model_get_n_items (squill_review_get_weak_references (review)), ==, 1);
  g_assert_cmpuint (g_list_model_get_n_items (squill_review_get_maps (review)), ==, 2);
  g_assert_cmpuint (g_list_model_get_n_items (squill_review_get_collections (review)), ==, 1);
  g_assert_cmpuint (g_list_model_get_n_items (squill_review_get_findings (review)), ==, 2);
  g_assert_cmpuint (g_list_model_get_n_items (squill_review_get_problems (review)), ==, 1);
  g_assert_cmpuint (squill_review_count_drawn (review), ==, 2);

  /* The surest stands first; what was measured is told. */
  first = get_reference (squill_review_get_references (review), 0);
  g_assert_cmpstr (squill_review_item_get_from (first), ==, "orders.c");
  all = squill_review_item_explain (first);
  g_assert_nonnull (strstr (all, "The names agree"));
  g_assert_nonnull (strstr (all, "1 dangling reference: 4711"));
  g_assert_nonnull (strstr (all, "2 values are never referenced"));
  g_assert_nonnull (strstr (all, "Children per parent: 0..3.5..6"));
  /* The sentences of the profile say the rest. */
  g_assert_null (strstr (all, "different values"));

  squill_review_item_set_decision (first, SQUILL_DECISION_REJECTED);
  g_assert_cmpuint (changes, ==, 1);
  g_assert_cmpuint (squill_review_count_drawn (review), ==, 1);
  /* What was rejected is not accepted with the rest. */
  g_assert_cmpuint (squill_review_accept_above (review, 0.8), ==, 1);
  g_assert_cmpuint (squill_review_count_drawn (review), ==, 1);
  g_assert_cmpuint (squill_review_accept_above (review, 0.1), ==, 1);
  g_assert_cmpuint (squill_review_count_drawn (review), ==, 2);

  decisions = squill_review_get_decisions (review);
  g_assert_cmpint (squill_decisions_get_reference (decisions, "orders.c", "customers._id"), ==,
                   SQUILL_DECISION_REJECTED);
  g_assert_cmpint (squill_decisions_get_reference (decisions, "orders.p", "parts._id"), ==,
                   SQUILL_DECISION_ACCEPTED);
  again = squill_review_new_from_json (profile, NULL);
  squill_review_take_decisions (again, decisions);
  g_assert_cmpuint (squill_review_count_drawn (again), ==, 2);

  note = g_list_model_get_item (squill_review_get_problems (review), 0);
  g_assert_cmpstr (squill_review_item_get_title (note), ==, "A bracket is missing");
  place = squill_review_item_explain (note);
  g_assert_cmpstr (place, ==, "x.json, line 3");
}

static void
test_maps (void)
{
  g_autoptr (SquillReview) review = squill_review_new_from_json (profile, NULL);
  GListModel *maps = squill_review_get_maps (review);
  g_autoptr (SquillReviewItem) map = g_list_model_get_item (maps, 0);
  g_autoptr (SquillReviewItem) record = g_list_model_get_item (maps, 1);
  g_autoptr (SquillDecisions) decisions = NULL;
  g_autofree char *text = squill_review_item_explain (map);
  g_autofree char *other = squill_review_item_explain (record);

  g_assert_cmpstr (squill_review_item_get_title (map), ==, "customers.tiers");
  g_assert_true (squill_review_item_is_accepted (map));
  g_assert_false (squill_review_item_is_accepted (record));
  g_assert_nonnull (strstr (text, "^[0-9a-f]{32}$"));
  g_assert_nonnull (strstr (other, "All objects have the same keys"));

  /* What is guessed anyway is no decision. */
  squill_review_item_set_accepted (map, TRUE);
  g_assert_cmpint (squill_review_item_get_decision (map), ==, SQUILL_DECISION_NONE);
  squill_review_item_set_accepted (map, FALSE);
  squill_review_item_set_accepted (record, TRUE);
  decisions = squill_review_get_decisions (review);
  g_assert_cmpint (squill_decisions_get_map (decisions, "customers.tiers"), ==,
                   SQUILL_DECISION_REJECTED);
  g_assert_cmpint (squill_decisions_get_map (decisions, "customers.rates"), ==,
                   SQUILL_DECISION_ACCEPTED);
  squill_review_item_set_accepted (map, TRUE);
  g_assert_cmpint (squill_review_item_get_decision (map), ==, SQUILL_DECISION_NONE);
}

/* What a profile lacks, or has otherwise than expected, is not told; nothing breaks. */
static void
test_review_odd (void)
{
  static const char *const odd[] = {
    "{}",
    "[]",
    "{ \"collections\": 3, \"references\": {}, \"problems\": \"x\" }",
    "{ \"collections\": [ 1, {}, { \"name\": 4 }, { \"name\": \"a\", \"paths\": [ null, {} ],"
    "  \"variants\": [ {} ], \"groups\": [ 1 ], \"shapes\": [ {} ], \"outliers\": [ {} ] } ],"
    "  \"references\": [ {}, 1, { \"confidence\": \"x\" } ], \"problems\": [ {} ] }",
  };
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (odd); i++)
    {
      g_autoptr (SquillReview) review = squill_review_new_from_json (odd[i], NULL);
      g_autoptr (SquillDecisions) decisions = NULL;
      GListModel *weak;

      g_assert_nonnull (review);
      decisions = squill_review_get_decisions (review);
      g_assert_true (squill_decisions_is_empty (decisions));
      weak = squill_review_get_weak_references (review);
      for (guint j = 0; j < g_list_model_get_n_items (weak); j++)
        {
          g_autofree char *text = squill_review_item_summarize (get_reference (weak, j));
          g_autofree char *lines = squill_review_item_explain (get_reference (weak, j));

          g_assert_cmpstr (text, ==, "");
          g_assert_cmpstr (lines, ==, "");
        }
    }
  g_assert_null (squill_review_new_from_json ("{", &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA);
}

static void
test_hidden_values (void)
{
  json_t *path = json_loads ("{ \"path\": \"a\", \"of\": 3, \"present\": 3, \"distinct\": 2,"
                             " \"enum\": [ \"secret\", \"hidden\" ], \"range\": { \"min\": 12345,"
                             " \"max\": 54321 }, \"constant\": null, \"flags\": [ \"integral\","
                             " \"new-flag\" ], \"outlier_types\": [ { \"path\": \"a\", \"type\":"
                             " \"null\", \"count\": 1, \"documents\": [ { \"_id\": \"classified\","
                             " \"index\": 7 } ] } ] }",
                             0, NULL);
  g_auto (GStrv) with = squill_evidence_explain_path (path, TRUE);
  g_auto (GStrv) without = squill_evidence_explain_path (path, FALSE);
  g_autofree char *shown = g_strjoinv ("\n", with);
  g_autofree char *rest = g_strjoinv ("\n", without);

  g_assert_nonnull (strstr (shown, "secret"));
  g_assert_nonnull (strstr (shown, "new-flag"));
  g_assert_nonnull (strstr (shown, "null, 1 in the documents"));
  g_assert_nonnull (strstr (shown, "classified"));
  g_assert_nonnull (strstr (rest, "Outliers: null, 1"));
  g_assert_null (strstr (rest, "classified"));
  g_assert_null (strstr (rest, "secret"));
  g_assert_null (strstr (rest, "345"));
  g_assert_nonnull (strstr (rest, "2 different values"));
  json_decref (path);
}

/* Files, as they are read. */

/* What is known of a collection without its documents, in a file whose name is not UTF-8. */
#define METADATA "gone\351.metadata.json"

typedef struct
{
  char *folder;
  SquillInspection *inspection;
  GAsyncResult *result;
} Fixture;

static void
write_file (Fixture *f, const char *name, const char *text)
{
  g_autofree char *path = g_build_filename (f->folder, name, NULL);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

static void
set_up (Fixture *f, gconstpointer data)
{
  const char *sources[] = { NULL, NULL };

  f->folder = g_dir_make_tmp ("squill-inspection-XXXXXX", NULL);
  write_file (f, "books.json",
              "{\"_id\": 1, \"title\": \"A\", \"publisher\": 10}\n"
              "{\"_id\": 2, \"title\": \"B\", \"publisher\": 11}\n");
  write_file (f, "publishers.json",
              "{\"_id\": 10, \"name\": \"P\"}\n{\"_id\": 11, \"name\": \"Q\"}\n");
  f->inspection = squill_inspection_new ();
  sources[0] = f->folder;
  squill_inspection_set_sources (f->inspection, sources);
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  static const char *const names[] = { "books.json", "publishers.json", METADATA };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = g_build_filename (f->folder, names[i], NULL);

      g_remove (path);
    }
  g_rmdir (f->folder);
  g_free (f->folder);
  g_clear_object (&f->result);
  end_object (f->inspection);
}

static void
on_result (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_set_object (&((Fixture *)user_data)->result, result);
}

static GAsyncResult *
wait (Fixture *f)
{
  g_auto (Deadline) deadline = deadline_begin ("an answer of the inspection");

  while (f->result == NULL)
    g_main_context_iteration (NULL, TRUE);
  return f->result;
}

static gboolean
list (Fixture *f, GError **error)
{
  g_clear_object (&f->result);
  squill_inspection_list_async (f->inspection, on_result, f);
  return squill_inspection_list_finish (f->inspection, wait (f), error);
}

static gboolean
read_all (Fixture *f, GError **error)
{
  gboolean read;

  g_clear_object (&f->result);
  squill_inspection_read_async (f->inspection, on_result, f);
  read = squill_inspection_read_finish (f->inspection, wait (f), error);
  return read;
}

static SquillModel *
make_model (Fixture *f, GError **error)
{
  SquillModel *model;

  g_clear_object (&f->result);
  squill_inspection_make_model_async (f->inspection, on_result, f);
  model = squill_inspection_make_model_finish (f->inspection, wait (f), error);
  /* The task holds on to the inspection. */
  g_clear_object (&f->result);
  return model;
}

static void
test_read (Fixture *f, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SquillModel) model = NULL;
  g_autoptr (SquillInspection) again = NULL;
  g_autoptr (SquillCollectionChoice) first = NULL;
  GListModel *choices = squill_inspection_get_choices (f->inspection);
  SquillInspectOptions options = SQUILL_INSPECT_OPTIONS_INIT;

  g_assert_false (squill_inspection_is_of_server (f->inspection));
  g_assert_true (list (f, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (g_list_model_get_n_items (choices), ==, 2);
  first = g_list_model_get_item (choices, 0);
  g_assert_cmpstr (squill_collection_choice_get_listed (first)->name, ==, "books");
  g_assert_true (squill_collection_choice_get_chosen (first));
  g_assert_true (squill_collection_choice_matches (first, "BOO"));
  g_assert_false (squill_collection_choice_matches (first, "no such book"));

  squill_collection_choice_set_chosen (first, FALSE);
  options.keep_values = FALSE;
  squill_inspection_set_options (f->inspection, &options);
  squill_inspection_set_password (f->inspection, "geheim");
  g_assert_true (read_all (f, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (
      squill_profile_get_collections (squill_inspection_get_profile (f->inspection))->len, ==, 1);
  g_assert_nonnull (squill_inspection_get_review (f->inspection));

  model = make_model (f, &error);
  g_assert_no_error (error);
  g_assert_nonnull (squill_model_find_entity (model, "publishers"));
  g_assert_null (squill_model_find_entity (model, "books"));

  /* The model knows where it is from and how it was read, without the password. */
  again = squill_inspection_new_for_model (model);
  g_assert_cmpstr (squill_inspection_get_sources (again)[0], ==, f->folder);
  g_assert_null (squill_inspection_get_sources (again)[1]);
  g_assert_false (squill_inspection_get_options (again)->keep_values);
  g_assert_nonnull (squill_inspection_get_options (again)->collections);
  g_assert_null (squill_inspection_get_options (again)->collections[1]);
  g_assert_null (squill_inspection_get_options (again)->password);
}

/* Of two collections of one name each is told, found, and chosen by its file. */
static void
test_twins (void)
{
  char database[] = "shop", collection[] = "orders", path[] = "dump/shop/orders.bson";
  const SquillListedCollection first = { .database = database, .name = collection, .path = path };
  const SquillListedCollection alone = { .database = database, .name = collection };
  static const char *const by_name[] = { "shop.orders", NULL };
  static const char *const by_path[] = { "export/shop/orders.json", NULL };
  g_autoptr (SquillCollectionChoice) choice = squill_collection_choice_new (&first);
  g_autoptr (SquillCollectionChoice) other = squill_collection_choice_new (&alone);
  g_autofree char *text = squill_collection_choice_describe (choice);
  g_autofree char *key = squill_collection_choice_get_key (choice);
  g_autofree char *name = squill_collection_choice_get_key (other);

  g_assert_true (g_str_has_prefix (text, "dump/shop/orders.bson"));
  g_assert_cmpstr (key, ==, "dump/shop/orders.bson");
  g_assert_cmpstr (name, ==, "shop.orders");
  g_assert_true (squill_collection_choice_matches (choice, "DUMP"));
  g_assert_false (squill_collection_choice_matches (other, "dump"));
  g_assert_true (squill_collection_choice_is_among (choice, by_name));
  g_assert_false (squill_collection_choice_is_among (choice, by_path));
}

/* Names of files and folders need not be UTF-8. */
static void
test_odd_path (void)
{
  char database[] = "caf\360dump", collection[] = "orders", path[] = "\360dump/orders\360";
  const SquillListedCollection with_path = { .name = collection, .path = path };
  const SquillListedCollection with_database = { .database = database, .name = collection };
  g_autoptr (SquillCollectionChoice) choice = squill_collection_choice_new (&with_path);
  g_autoptr (SquillCollectionChoice) other = squill_collection_choice_new (&with_database);

  g_assert_true (squill_collection_choice_matches (choice, "DUMP"));
  g_assert_true (squill_collection_choice_matches (other, "DUMP"));
  g_assert_false (squill_collection_choice_matches (choice, "lump"));
}

/* What cannot be listed is told beside the rest, whatever its name has in it. */
static void
test_unlisted (Fixture *f, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  const char *unlisted;

  g_assert_true (list (f, &error));
  g_assert_no_error (error);
  g_assert_null (squill_inspection_get_unlisted (f->inspection));
  write_file (f, METADATA, "{ \"options\": {}, \"indexes\": [] }");
  g_assert_true (list (f, &error));
  g_assert_no_error (error);
  unlisted = squill_inspection_get_unlisted (f->inspection);
  g_assert_nonnull (unlisted);
  g_assert_true (g_utf8_validate (unlisted, -1, NULL));
  g_assert_nonnull (strstr (unlisted, "gone"));
}

/* What was decided holds when it is read again, and in the model. */
static void
test_decisions (Fixture *f, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SquillModel) model = NULL;
  g_autoptr (SquillInspection) again = NULL;
  GListModel *references;
  SquillReviewItem *reference;
  guint n;

  write_file (f, "books.json",
              "{\"_id\": 1, \"publisherId\": \"5f1e0a3c9d7b4e2a8c6d0f10\"}\n"
              "{\"_id\": 2, \"publisherId\": \"5f1e0a3c9d7b4e2a8c6d0f11\"}\n"
              "{\"_id\": 3, \"publisherId\": \"5f1e0a3c9d7b4e2a8c6d0f11\"}\n");
  write_file (f, "publishers.json",
              "{\"_id\": \"5f1e0a3c9d7b4e2a8c6d0f10\"}\n{\"_id\": "
              "\"5f1e0a3c9d7b4e2a8c6d0f11\"}\n");
  g_assert_true (read_all (f, &error));
  references = squill_review_get_references (squill_inspection_get_review (f->inspection));
  g_assert_cmpuint (g_list_model_get_n_items (references), ==, 1);
  squill_review_item_set_decision (get_reference (references, 0), SQUILL_DECISION_REJECTED);

  g_assert_true (read_all (f, &error));
  references = squill_review_get_references (squill_inspection_get_review (f->inspection));
  reference = get_reference (references, 0);
  g_assert_cmpint (squill_review_item_get_decision (reference), ==, SQUILL_DECISION_REJECTED);
  g_assert_false (squill_review_item_is_accepted (reference));

  model = make_model (f, &error);
  g_assert_no_error (error);
  squill_item_get_children (squill_model_get_info (model), SQUILL_KIND_RELATIONSHIP, &n);
  g_assert_cmpuint (n, ==, 0);
  again = squill_inspection_new_for_model (model);
  g_clear_object (&f->inspection);
  f->inspection = g_object_ref (again);
  g_clear_object (&again);
  g_assert_true (read_all (f, &error));
  references = squill_review_get_references (squill_inspection_get_review (f->inspection));
  g_assert_cmpint (squill_review_item_get_decision (get_reference (references, 0)), ==,
                   SQUILL_DECISION_REJECTED);
  g_clear_object (&f->result);
}

/* Another place: what was known of the first is forgotten. */
static void
test_other_place (Fixture *f, gconstpointer data)
{
  const char *const sources[] = { "/nowhere/at/all", NULL };
  g_autoptr (GError) error = NULL;

  g_assert_true (list (f, NULL));
  g_assert_true (read_all (f, NULL));
  squill_inspection_set_sources (f->inspection, sources);
  g_assert_null (squill_inspection_get_profile (f->inspection));
  g_assert_cmpuint (g_list_model_get_n_items (squill_inspection_get_choices (f->inspection)), ==,
                    0);
  g_assert_false (list (f, &error));
  g_assert_nonnull (error);
  g_clear_object (&f->result);
}

/* What is stopped ends as stopped, and does not come up later. */
static void
test_stop (Fixture *f, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  squill_inspection_read_async (f->inspection, on_result, f);
  squill_inspection_stop (f->inspection);
  g_assert_false (squill_inspection_read_finish (f->inspection, wait (f), &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_null (squill_inspection_get_profile (f->inspection));
  g_clear_object (&f->result);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/inspection/review", test_review);
  g_test_add_func ("/inspection/twins", test_twins);
  g_test_add_func ("/inspection/odd-path", test_odd_path);
  g_test_add_func ("/inspection/maps", test_maps);
  g_test_add_func ("/inspection/review-odd", test_review_odd);
  g_test_add_func ("/inspection/hidden-values", test_hidden_values);
#define TEST(path, function) g_test_add (path, Fixture, NULL, set_up, function, tear_down)
  TEST ("/inspection/read", test_read);
  TEST ("/inspection/unlisted", test_unlisted);
  TEST ("/inspection/decisions", test_decisions);
  TEST ("/inspection/other-place", test_other_place);
  TEST ("/inspection/stop", test_stop);
  return g_test_run ();
}

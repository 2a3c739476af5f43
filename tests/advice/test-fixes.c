/* SPDX-License-Identifier: Apache-2.0 */

/* A fix keeps what the model means: what is unique, what has an order, what operations reach. */

#include "config.h"

#include "advice-fixture.h"
#include "advice/squill-advice-private.h"
#include "advice/squill-advised.h"

#include "design/squill-cost.h"
#include "design/squill-plan.h"
#include "fix-meaning.h"

static const SquillFinding *
require (SquillAdvice *advice, const char *rule, const char *subject)
{
  const SquillFinding *finding = find_finding (advice, rule, subject);

  if (finding == NULL || finding->fix == NULL)
    {
      g_autofree char *all = dump_advice (advice);

      g_error ("%s has no fix:\n%s", rule, all);
    }
  return finding;
}

static gboolean
has_loss (const SquillFinding *finding, const char *text)
{
  for (guint i = 0; i < finding->fix->losses->len; i++)
    if (strstr (finding->fix->losses->pdata[i], text) != NULL)
      return TRUE;
  return FALSE;
}

static const SquillCollectionIndex *
find_index (SquillAdvice *advice, const char *entity, const char *keys)
{
  const SquillCollection *collection =
      squill_design_find_collection (squill_advice_get_design (advice), entity);

  for (guint i = 0; i < collection->indexes->len; i++)
    {
      const SquillCollectionIndex *index = collection->indexes->pdata[i];
      g_autoptr (GString) text = g_string_new (NULL);

      for (guint j = 0; j < index->keys->len; j++)
        g_string_append_printf (text, "%s%s", j == 0 ? "" : " ",
                                ((const SquillKey *)index->keys->pdata[j])->path);
      if (g_str_equal (text->str, keys))
        return index;
      g_test_message ("%s has an index on %s", entity, text->str);
    }
  return NULL;
}

static void
draw_orders (SquillModel *model)
{
  draw_entity (model, "orders", 1000);
  draw_field (model, "orders", "when", "date");
  draw_entity (model, "lines", 5000);
  draw_field (model, "lines", "no", "int");
  draw_field (model, "lines", "price", "decimal");
  draw_relationship (model, "of", "orders", "lines", "parent-reference", "1..5..20", "1");
  draw_index (model, "lines", "by-no",
              "[{'path': 'of', 'how': '1'}, {'path': 'lines.no', 'how': '1'}]");
  change (model, "by-no", "unique", "true");
  draw_operation (model, "show order", "find", "orders", 10);
  change (model, "show order", "follows", "['of']");
}

/* Each order has a line 1. */
static void
test_embedded_unique (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;
  const SquillFinding *finding;
  const SquillCollectionIndex *index;

  draw_orders (model);
  advice = advise (model);
  g_assert_true (find_index (advice, "lines", "orders no")->unique);
  finding = require (advice, "one-to-few-not-embedded", "of");
  g_assert_true (has_loss (finding, "No index keeps “no” unique in one “orders”"));
  assert_fix_keeps_meaning (advice, finding);
  index = find_index (advice, "orders", "of.no");
  g_assert_nonnull (index);
  g_assert_false (index->unique);

  /* Taken out again, they are what they were. */
  change (model, "of", "placement", "'parent-reference'");
  g_assert_true (find_index (advice, "lines", "orders no")->unique);
}

/* What was unique together with references is not so alone when these leave. */
static void
test_reference_leaves (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;
  const SquillFinding *finding;

  draw_entity (model, "user", 1000);
  draw_text (model, "user", "name", 20);
  draw_entity (model, "group", 1000);
  draw_text (model, "group", "label", 20);
  draw_relationship (model, "members", "group", "user", "child-references", "0..5000..inf",
                     "0..5000..inf");
  draw_index (model, "group", "by-label",
              "[{'path': 'group.label', 'how': '1'}, {'path': 'members', 'how': '1'}]");
  change (model, "by-label", "unique", "true");
  advice = advise (model);
  finding = require (advice, "unbounded-array", "members");
  g_assert_true (has_loss (finding, "No index keeps the combination of “label” and “members”"));
  assert_fix_keeps_meaning (advice, finding);
  g_assert_false (find_index (advice, "group", "label")->unique);
}

static void
draw_boxes (SquillModel *model)
{
  draw_entity (model, "box", 1000);
  draw_entity (model, "part", NAN);
  draw_text (model, "part", "serial", 20);
  draw_relationship (model, "parts", "box", "part", "embed-many", "1..400..500", "1");
}

/* A unique index compares documents, and not the elements of an array. */
static void
test_unique_leaves (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;
  const SquillFinding *finding;

  draw_boxes (model);
  draw_index (model, "box", "by-serial", "[{'path': 'parts/part.serial', 'how': '1'}]");
  change (model, "by-serial", "unique", "true");
  change (model, "by-serial", "sparse", "true");
  advice = advise (model);
  finding = require (advice, "embed-array-large", "parts");
  g_assert_true (has_loss (finding, "“serial” can no longer be repeated within one “box”"));
  assert_fix_keeps_meaning (advice, finding);
  g_assert_true (find_index (advice, "part", "serial")->unique);
  SQUILL_FOR_EACH_CHILD (SquillIndex, index, squill_model_get_entity (model, "part"),
                         SQUILL_KIND_INDEX)
    {
      if (index->unique)
        g_assert_true (index->sparse);
    }
}

/* An index on embedded documents as a whole has nowhere to go. */
static void
test_unique_whole (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;
  const SquillFinding *finding;

  draw_boxes (model);
  draw_index (model, "box", "by-part",
              "[{'path': 'parts/part.serial', 'how': '1'}, {'path': 'parts', 'how': '1'}]");
  change (model, "by-part", "unique", "true");
  advice = advise (model);
  finding = require (advice, "embed-array-large", "parts");
  g_assert_true (has_loss (finding, "No index keeps the combination of “serial” and “parts”"));
  assert_fix_keeps_meaning (advice, finding);
}

static void
draw_playlist (SquillModel *model, const char *ordering)
{
  draw_entity (model, "playlist", 1000);
  draw_text (model, "playlist", "name", 20);
  draw_entity (model, "track", NAN);
  draw_text (model, "track", "title", 40);
  draw_relationship (model, "tracks", "playlist", "track", "child-references", "0..4000..9000",
                     "1");
  if (ordering != NULL)
    change (model, "tracks", "ordering", ordering);
}

/* What was sorted by hand gets a number to be sorted by. */
static void
test_order (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;
  const SquillRelationship *r;

  draw_playlist (model, "'rank'");
  advice = advise (model);
  assert_fix_keeps_meaning (advice, require (advice, "ref-array-large", "tracks"));
  r = squill_model_get_relationship (model, "tracks");
  g_assert_cmpint (r->placement, ==, SQUILL_PLACEMENT_PARENT_REFERENCE);
  g_assert_cmpstr (squill_model_get_field (model, r->order_by)->name, ==, "position");
  g_assert_nonnull (find_index (advice, "track", "playlist position"));
}

static void
test_order_by_time (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;

  draw_playlist (model, "'time'");
  draw_field (model, "track", "added", "date");
  advice = advise (model);
  assert_fix_keeps_meaning (advice, require (advice, "ref-array-large", "tracks"));
  g_assert_cmpstr (squill_model_get_relationship (model, "tracks")->order_by, ==, "track.added");
}

static void
test_order_unknown (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;
  const SquillFinding *finding;

  draw_playlist (model, NULL);
  advice = advise (model);
  finding = require (advice, "ref-array-large", "tracks");
  g_assert_true (has_loss (finding, "The order of “track” in the array is not kept"));
  assert_fix_keeps_meaning (advice, finding);
}

static const SquillIndex *
find_unique (gconstpointer entity)
{
  SQUILL_FOR_EACH_CHILD (SquillIndex, index, entity, SQUILL_KIND_INDEX)
    {
      if (index->unique)
        return index;
    }
  return NULL;
}

/* One user votes once, wherever his vote is. */
static void
test_vote_once (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;
  const SquillOperation *vote;
  const SquillIndex *index;

  draw_entity (model, "posts", 1000);
  draw_field (model, "posts", "votes", "int");
  draw_array (model, "posts", "voters", "string", "0..60..inf");
  change (model, "posts.voters", "growth", "40");
  draw_operation (model, "vote", "update", "posts", 5);
  change (model, "vote", "filter", "[{'path': 'posts.voters', 'how': 'eq'}]");
  change (model, "vote", "writes", "[{'path': 'posts.votes'}, {'path': 'posts.voters'}]");
  change (model, "vote", "guard", "'in-filter'");
  advice = advise (model);
  assert_fix_keeps_meaning (advice, require (advice, "unbounded-array", "posts.voters"));
  vote = squill_model_get_operation (model, "vote");
  g_assert_true (vote->transaction);
  index = find_unique (squill_model_find_entity (model, "voters"));
  g_assert_nonnull (index);
  g_assert_cmpuint (index->keys->len, ==, 2);
  g_assert_cmpstr (((const SquillKey *)index->keys->pdata[0])->path, ==, vote->follows[0]);
  g_assert_cmpstr (squill_item_get_name (squill_model_get_item (
                       model, ((const SquillKey *)index->keys->pdata[1])->path)),
                   ==, "voter");
}

/* The same where the votes are drawn as an entity. */
static void
test_embedded_vote_once (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;
  const SquillIndex *index;

  draw_entity (model, "posts", 1000);
  draw_entity (model, "votes", NAN);
  draw_text (model, "votes", "who", 10);
  draw_relationship (model, "voted", "posts", "votes", "embed-many", "0..60..inf", "1");
  draw_operation (model, "vote", "update", "posts", 5);
  change (model, "vote", "filter", "[{'path': 'voted/votes.who', 'how': 'eq'}]");
  change (model, "vote", "writes", "[{'path': 'voted'}]");
  change (model, "vote", "guard", "'in-filter'");
  advice = advise (model);
  assert_fix_keeps_meaning (advice, require (advice, "unbounded-array", "voted"));
  index = find_unique (squill_model_get_entity (model, "votes"));
  g_assert_nonnull (index);
  g_assert_cmpuint (index->keys->len, ==, 2);
  g_assert_true (squill_model_get_operation (model, "vote")->transaction);
}

/* Who read both halves of a document reads both, and an index goes where its field goes. */
static void
test_details (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;
  const SquillFinding *finding;
  const SquillOperation *show, *find, *insert;
  const SquillEntity *details;

  draw_entity (model, "movie", 10000);
  draw_text (model, "movie", "title", 40);
  draw_text (model, "movie", "plot", 90000);
  draw_text (model, "movie", "imdb", 9);
  draw_index (model, "movie", "by-imdb", "[{'path': 'movie.imdb', 'how': '1'}]");
  change (model, "by-imdb", "unique", "true");
  draw_operation (model, "list movies", "find", "movie", 100);
  change (model, "list movies", "returns", "[{'path': 'movie.title'}]");
  draw_operation (model, "show movie", "find", "movie", 1);
  draw_operation (model, "find movie", "find", "movie", 1);
  change (model, "find movie", "filter", "[{'path': 'movie.imdb', 'how': 'eq'}]");
  change (model, "find movie", "returns", "[{'path': 'movie.plot'}]");
  draw_operation (model, "add movie", "insert", "movie", 0.01);
  draw_operation (model, "delete movie", "delete", "movie", 0.01);
  advice = advise (model);
  finding = require (advice, "cold-fields", "movie");
  g_assert_true (has_loss (finding, "“add movie” no longer changes everything in one write"));
  assert_fix_keeps_meaning (advice, finding);
  details = squill_model_find_entity (model, "movie_details");
  g_assert_nonnull (details);
  show = squill_model_get_operation (model, "show movie");
  g_assert_nonnull (show->follows);
  g_assert_null (squill_model_get_operation (model, "list movies")->follows);
  find = squill_model_get_operation (model, "find movie");
  g_assert_cmpstr (find->follows[0], ==, show->follows[0]);
  g_assert_true (
      g_str_has_prefix (((const SquillKey *)find->filter->pdata[0])->path, show->follows[0]));
  g_assert_true (
      g_str_has_suffix (((const SquillKey *)find->returns->pdata[0])->path, "/movie.plot"));
  insert = squill_model_get_operation (model, "add movie");
  g_assert_cmpstr (insert->follows[0], ==, show->follows[0]);
  g_assert_cmpstr (squill_model_get_operation (model, "delete movie")->follows[0], ==,
                   show->follows[0]);
  g_assert_nonnull (find_unique (details));
}

/* Orders with hundreds of items in them, which are read as a whole. */
static SquillModel *
draw_shown_orders (void)
{
  SquillModel *model = squill_model_new ();

  draw_entity (model, "order", 1000);
  draw_entity (model, "item", NAN);
  draw_text (model, "item", "text", 100);
  draw_relationship (model, "items", "order", "item", "embed-many", "1..400..500", "1");
  draw_operation (model, "show order", "find", "order", 10);
  return model;
}

/* Who reads the whole document and names nothing in it gets all of it afterwards. */
static void
test_whole_documents (void)
{
  g_autoptr (SquillModel) model = draw_shown_orders ();
  g_autoptr (SquillAdvice) advice = NULL;

  draw_operation (model, "place order", "insert", "order", 1);
  change (model, "place order", "atomic", "true");
  advice = advise (model);
  assert_fix_keeps_meaning (advice, require (advice, "embed-array-large", "items"));
  g_assert_cmpstr (squill_model_get_operation (model, "show order")->follows[0], ==, "items");
  g_assert_cmpstr (squill_model_get_operation (model, "place order")->follows[0], ==, "items");
  g_assert_true (squill_model_get_operation (model, "place order")->transaction);
}

/* What a write says of itself tells nothing of who reads. */
static void
test_whole_and_written (void)
{
  g_autoptr (SquillModel) model = draw_shown_orders ();
  g_autoptr (SquillAdvice) advice = NULL;

  draw_operation (model, "change item", "update", "order", 1);
  change (model, "change item", "writes", "[{'path': 'items/item.text'}]");
  advice = advise (model);
  assert_fix_keeps_meaning (advice, require (advice, "embed-array-large", "items"));
  g_assert_nonnull (squill_model_get_operation (model, "show order")->follows);
  g_assert_cmpstr (squill_model_get_operation (model, "show order")->follows[0], ==, "items");
}

/* Documents that take long to read or to write are not deleted in a transaction because of
 * references to them, be it they themselves or those that refer to them. */
static void
test_clean_up (void)
{
  static const struct
  {
    const char *film;
    const char *shelf;
    gboolean transaction;
  } sizes[] = {
    { "{'likely': 1000}", "{'likely': 1000}", TRUE },
    { "{'likely': 1e10}", "{'likely': 1000}", FALSE },
    { "{'likely': 1000}", "{'likely': 4e9}", FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      g_autoptr (SquillModel) model = squill_model_new ();
      g_autoptr (SquillAdvice) advice = NULL;

      draw_entity (model, "shelf", 1000);
      draw_entity (model, "film", 1000);
      draw_text (model, "film", "reel", 1);
      change (model, "film.reel", "size", sizes[i].film);
      draw_text (model, "shelf", "plan", 1);
      change (model, "shelf.plan", "size", sizes[i].shelf);
      draw_relationship (model, "films", "shelf", "film", "child-references", "0..5..10",
                         "1..3..9");
      draw_operation (model, "throw away", "delete", "film", 1);
      advice = advise (model);
      assert_fix_keeps_meaning (advice, require (advice, "orphan-risk", "films"));
      g_assert_cmpint (squill_model_get_operation (model, "throw away")->transaction, ==,
                       sizes[i].transaction);
      g_assert_nonnull (squill_model_get_operation (model, "throw away")->follows);
    }
}

/* Who adds a child goes on to add one, and does not change those that are there. */
static void
test_added (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;
  const SquillPlan *plan;

  draw_entity (model, "host", 1000);
  draw_entity (model, "message", NAN);
  draw_text (model, "message", "text", 100);
  draw_relationship (model, "messages", "host", "message", "embed-many", "1..400..500", "1");
  draw_operation (model, "log", "update", "host", 1);
  change (model, "log", "filter", "[{'path': '=_id', 'how': 'eq'}]");
  change (model, "log", "writes", "[{'path': 'messages'}]");
  advice = advise (model);
  assert_fix_keeps_meaning (advice, require (advice, "embed-array-large", "messages"));
  g_assert_null (squill_model_get_operation (model, "log")->follows);
  plan = squill_design_get_plan (squill_advice_get_design (advice), "log");
  g_assert_cmpfloat (plan->written.likely, ==, 1);
  g_assert_cmpfloat (plan->documents.likely, ==, 0);
}

/* What is in buckets was in no document of the parent: nobody who reads that has to look for it. */
static void
test_buckets_go (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;
  g_autoptr (GError) error = NULL;

  draw_entity (model, "symbol", 1000);
  draw_entity (model, "trade", NAN);
  draw_field (model, "trade", "at", "date");
  draw_relationship (model, "trades", "symbol", "trade", "bucket", "1..400..500", "1");
  change (model, "trades", "ordering", "'time'");
  change (model, "trades", "order_by", "'trade.at'");
  change_number (model, "trades", "bound", 100);
  draw_operation (model, "show symbol", "find", "symbol", 10);
  draw_operation (model, "page", "find", "trade", 10);
  change (model, "page", "filter", "[{'path': 'trades', 'how': 'eq'}]");
  advice = advise (model);
  g_assert_true (
      squill_advice_place_as (advice, "trades", SQUILL_PLACEMENT_PARENT_REFERENCE, FALSE, &error));
  g_assert_no_error (error);
  g_assert_null (squill_model_get_operation (model, "show symbol")->follows);
  g_assert_null (squill_model_get_operation (model, "page")->follows);
}

/* What is copied beside a reference goes with it. */
static void
test_copies_go (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;
  g_autoptr (GError) error = NULL;
  guint n_copies;

  draw_entity (model, "artist", 1000);
  draw_text (model, "artist", "name", 20);
  draw_entity (model, "release", 10000);
  draw_field (model, "release", "year", "int");
  draw_relationship (model, "made", "artist", "release", "parent-reference", "1..11..40",
                     "1..2..5");
  draw_copy (model, "made", "artist.name", "to-child", "kept");
  draw_operation (model, "discography", "find", "release", 10);
  change (model, "discography", "filter", "[{'path': 'made', 'how': 'eq'}]");
  advice = advise (model);
  g_assert_true (
      squill_advice_place_as (advice, "made", SQUILL_PLACEMENT_CHILD_REFERENCES, FALSE, &error));
  g_assert_no_error (error);
  squill_item_get_children (squill_model_get_relationship (model, "made"), SQUILL_KIND_COPY,
                            &n_copies);
  g_assert_cmpuint (n_copies, ==, 0);
}

/* More than a transaction may change stays in one document, if somebody changes all of it at once.
 */
static void
test_too_much_for_transaction (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;
  const SquillFinding *finding;

  draw_entity (model, "order", 1000);
  draw_entity (model, "item", NAN);
  draw_text (model, "item", "text", 100);
  draw_relationship (model, "items", "order", "item", "embed-many", "1..4000..5000", "1");
  draw_operation (model, "delete order", "delete", "order", 1);
  advice = advise (model);
  finding = require (advice, "embed-array-large", "items");
  g_assert_true (has_loss (finding, "no longer changes everything in one write"));
  change (model, "delete order", "atomic", "true");
  finding = find_finding (advice, "embed-array-large", "items");
  g_assert_nonnull (finding);
  g_assert_null (finding->fix);
}

/* A junction in place of which both sides keep references leaves more to one write. */
static void
test_both_sides (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;

  draw_entity (model, "student", 1000);
  draw_entity (model, "class", 200);
  draw_relationship (model, "classes", "student", "class", "junction", "0..5..20", "0..20..60");
  draw_operation (model, "open class", "insert", "class", 1);
  draw_operation (model, "rename class", "update", "class", 1);
  change (model, "rename class", "writes", "[{'path': '=name'}]");
  advice = advise (model);
  g_assert_true (squill_advice_place_as (advice, "classes", SQUILL_PLACEMENT_TWO_WAY, FALSE, NULL));
  g_assert_true (squill_model_get_operation (model, "open class")->transaction);
  g_assert_false (squill_model_get_operation (model, "rename class")->transaction);
  g_assert_null (find_finding (advice, "multi-doc-no-txn", NULL));
}

/* An index is read from either end: what is left of one may be another backwards. */
static void
test_index_backwards (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;

  draw_entity (model, "box", 1000);
  draw_entity (model, "part", NAN);
  draw_text (model, "part", "serial", 20);
  draw_relationship (model, "parts", "box", "part", "parent-reference", "1..4..9", "1");
  draw_index (model, "part", "down",
              "[{'path': 'part.serial', 'how': '-1'}, {'path': 'parts', 'how': '1'}]");
  draw_index (model, "part", "up", "[{'path': 'part.serial', 'how': '1'}]");
  advice = advise (model);
  g_assert_true (
      squill_advice_place_as (advice, "parts", SQUILL_PLACEMENT_CHILD_REFERENCES, FALSE, NULL));
  g_assert_null (squill_model_get_item (model, "down"));
  g_assert_nonnull (squill_model_get_item (model, "up"));
}

/* An index with a key that documents do not have is none; when they get it, it serves what its
 * beginning did. */
static void
test_index_comes (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;

  draw_entity (model, "box", 1000);
  draw_entity (model, "part", NAN);
  draw_text (model, "part", "serial", 20);
  draw_text (model, "part", "maker", 20);
  draw_relationship (model, "parts", "box", "part", "child-references", "1..4..9", "1");
  draw_index (model, "part", "short", "[{'path': 'part.serial', 'how': '1'}]");
  draw_index (model, "part", "strict", "[{'path': 'part.maker', 'how': '1'}]");
  change (model, "strict", "unique", "true");
  draw_index (model, "part", "long",
              "[{'path': 'part.serial', 'how': '1'}, {'path': 'parts', 'how': '1'}]");
  draw_index (model, "part", "other",
              "[{'path': 'part.maker', 'how': '1'}, {'path': 'parts', 'how': '1'}]");
  advice = advise (model);
  g_assert_null (find_finding (advice, "redundant-prefix-index", NULL));
  g_assert_true (
      squill_advice_place_as (advice, "parts", SQUILL_PLACEMENT_PARENT_REFERENCE, FALSE, NULL));
  g_assert_null (find_finding (advice, "redundant-prefix-index", NULL));
  g_assert_null (squill_model_get_item (model, "short"));
  g_assert_nonnull (squill_model_get_item (model, "strict"));
  g_assert_nonnull (squill_model_get_item (model, "long"));
}

/* In a collection of its own a document is found by its other references; an index that gets the
 * reference that it lacked leads there. */
static void
test_index_comes_out (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;
  guint n;

  draw_entity (model, "car", 1000);
  draw_entity (model, "owner", 1000);
  draw_entity (model, "title", NAN);
  draw_relationship (model, "titles", "car", "title", "embed-many", "0..2..9", "1");
  draw_relationship (model, "owned", "owner", "title", "parent-reference", "1..3..9", "1");
  draw_operation (model, "owned by", "find", "owner", 5);
  change (model, "owned by", "follows", "['owned']");
  draw_index (model, "title", "both",
              "[{'path': 'owned', 'how': '1'}, {'path': 'titles', 'how': '1'}]");
  advice = advise (model);
  g_assert_true (
      squill_advice_place_as (advice, "titles", SQUILL_PLACEMENT_PARENT_REFERENCE, FALSE, NULL));
  g_assert_null (find_finding (advice, "redundant-prefix-index", NULL));
  squill_item_get_children (squill_model_get_entity (model, "title"), SQUILL_KIND_INDEX, &n);
  g_assert_cmpuint (n, ==, 2);
}

/* How many documents a new collection has is as well known as it was of what was embedded, and with
 * it the work of those who read all of them. */
static void
test_count (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;
  SquillDesign *design;

  draw_entity (model, "post", 1000);
  draw_entity (model, "comment", NAN);
  draw_text (model, "comment", "text", 80);
  draw_relationship (model, "comments", "post", "comment", "embed-many", "0..5..20", "1");
  draw_operation (model, "all comments", "aggregate", "comment", 1);
  advice = advise (model);
  design = squill_advice_get_design (advice);
  g_assert_cmpfloat (squill_design_get_count (design, "comment").likely, ==, 5000);
  g_assert_true (
      squill_advice_place_as (advice, "comments", SQUILL_PLACEMENT_PARENT_REFERENCE, FALSE, NULL));
  g_assert_cmpfloat (squill_design_get_count (design, "comment").likely, ==, 5000);
  g_assert_cmpfloat (squill_design_get_plan (design, "all comments")->cost.likely, >, 0);
  g_assert_true (squill_model_undo (model));
  g_assert_false (squill_triple_is_set (squill_model_get_entity (model, "comment")->count));
}

/* What was a field of a link gets another name where one is taken: beside a single reference by the
 * fields of the document, in an object with it by its id. */
static void
check_link_names (const char *links, const char *const *expected)
{
  static const char *const names[] = { "name", "name2", "id" };
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;
  g_autoptr (GError) error = NULL;

  draw_entity (model, "pupil", 1000);
  draw_text (model, "pupil", "name", 20);
  draw_entity (model, "club", 200);
  draw_entity (model, "membership", NAN);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    draw_field (model, "membership", names[i], "int");
  change (model, "model", "thresholds", "{'link.fields': 3}");
  draw_relationship (model, "of pupil", "pupil", "membership", "parent-reference", links, "1");
  draw_relationship (model, "of club", "club", "membership", "parent-reference", "0..4000..5000",
                     "1");
  advice = advise (model);
  squill_advice_apply_fix (advice, require (advice, "m2n-junction", "membership"), &error);
  g_assert_no_error (error);
  g_assert_null (find_finding (advice, "field-duplicate", NULL));
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *id = g_strdup_printf ("membership.%s", names[i]);

      g_assert_cmpstr (squill_model_get_field (model, id)->name, ==, expected[i]);
    }
}

static void
test_link_names (void)
{
  check_link_names ("0..1..1", (const char *const[]){ "name3", "name2", "id" });
  check_link_names ("0..2..5", (const char *const[]){ "name", "name2", "id2" });
}

/* What is copied has an operation that keeps it in step, and an index by which that finds it. */
static void
test_copies (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;
  const SquillFinding *finding;
  const SquillOperation *update = NULL;
  const SquillCopy *const *copies;
  guint n;

  draw_entity (model, "product", 1000);
  draw_text (model, "product", "title", 40);
  draw_entity (model, "part", 5000);
  draw_field (model, "part", "_id", "objectId");
  draw_text (model, "part", "name", 20);
  draw_text (model, "part", "text", 900);
  draw_relationship (model, "parts", "product", "part", "embed-many", "1..40..90", "1..8..20");
  draw_operation (model, "list parts", "find", "product", 300);
  change (model, "list parts", "follows", "['parts']");
  change (model, "list parts", "returns", "[{'path': 'parts/part.name'}]");
  draw_operation (model, "rename", "update", "part", 0.01);
  change (model, "rename", "filter", "[{'path': 'part._id', 'how': 'eq'}]");
  change (model, "rename", "writes", "[{'path': 'part.name'}]");
  advice = advise (model);
  finding = require (advice, "embed-shared-child", "parts");
  g_assert_cmpint (finding->fix->placement, ==, SQUILL_PLACEMENT_CHILD_REFERENCES);
  assert_fix_keeps_meaning (advice, finding);

  copies = (const SquillCopy *const *)squill_item_get_children (
      squill_model_get_relationship (model, "parts"), SQUILL_KIND_COPY, &n);
  g_assert_cmpuint (n, ==, 1);
  g_assert_cmpstr (copies[0]->field, ==, "part.name");
  g_assert_cmpint (copies[0]->mode, ==, SQUILL_COPY_KEPT);
  SQUILL_FOR_EACH_CHILD (SquillOperation, operation, squill_model_get_info (model),
                         SQUILL_KIND_OPERATION)
    {
      if (squill_operation_updates_copies (operation,
                                           squill_model_get_relationship (model, "parts")))
        update = operation;
    }
  g_assert_nonnull (update);
  g_assert_cmpstr (update->name, ==, "Update name in product");
  g_assert_cmpfloat (update->rate, ==, 0.01);
  g_assert_true (update->multi);
  g_assert_nonnull (find_index (advice, "product", "parts.id"));
  /* It changes nothing about what is advised. */
  g_assert_null (find_finding (advice, "embed-shared-child", "parts"));
}

/* What documents have is followed through all that is embedded, up to what is kept elsewhere. */
static void
test_stored_beyond (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  const SquillEntity *a;

  for (guint i = 0; i < 4; i++)
    {
      const char name[] = { (char)('a' + i), '\0' };

      draw_entity (model, name, 1000);
      draw_field (model, name, "x", "int");
      draw_field (model, name, "y", "int");
    }
  draw_relationship (model, "a-b", "a", "b", "embed", "3", "1");
  draw_relationship (model, "b-c", "b", "c", "embed", "3", "1");
  draw_relationship (model, "b-d", "b", "d", "parent-reference", "3", "1");
  draw_copy (model, "b-d", "d.y", "to-parent", "kept");
  a = squill_model_get_entity (model, "a");
  g_assert_true (_squill_entity_stores_beyond (model, a, "a.x"));
  g_assert_true (_squill_entity_stores_beyond (model, a, "=x/y"));
  g_assert_true (_squill_entity_stores_beyond (model, a, "a-b/=x/y"));
  g_assert_true (_squill_entity_stores_beyond (model, a, "a-b/b.x"));
  g_assert_true (_squill_entity_stores_beyond (model, a, "a-b/b-c/c.x"));
  g_assert_false (_squill_entity_stores_beyond (model, a, "a-b/b-d/d.x"));
  g_assert_true (_squill_entity_stores_beyond (model, a, "a-b/b-d/d.y"));
  g_assert_false (_squill_entity_stores_beyond (model, a, "nothing/b.x"));
  g_assert_true (_squill_entity_stores_beyond (model, a, "a-b"));
  g_assert_false (_squill_entity_stores_beyond (model, a, "b-d"));
  g_assert_false (_squill_entity_stores_beyond (model, a, "a-b/b-d"));
  g_assert_true (_squill_entity_stores_beyond (model, squill_model_get_entity (model, "d"), "b-d"));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/advice/fixes/unique/embedded", test_embedded_unique);
  g_test_add_func ("/advice/fixes/unique/reference-leaves", test_reference_leaves);
  g_test_add_func ("/advice/fixes/unique/leaves-array", test_unique_leaves);
  g_test_add_func ("/advice/fixes/unique/whole", test_unique_whole);
  g_test_add_func ("/advice/fixes/order/rank", test_order);
  g_test_add_func ("/advice/fixes/order/time", test_order_by_time);
  g_test_add_func ("/advice/fixes/order/unknown", test_order_unknown);
  g_test_add_func ("/advice/fixes/vote-once", test_vote_once);
  g_test_add_func ("/advice/fixes/embedded-vote-once", test_embedded_vote_once);
  g_test_add_func ("/advice/fixes/details", test_details);
  g_test_add_func ("/advice/fixes/whole-documents", test_whole_documents);
  g_test_add_func ("/advice/fixes/whole-and-written", test_whole_and_written);
  g_test_add_func ("/advice/fixes/clean-up", test_clean_up);
  g_test_add_func ("/advice/fixes/added", test_added);
  g_test_add_func ("/advice/fixes/copies-go", test_copies_go);
  g_test_add_func ("/advice/fixes/buckets-go", test_buckets_go);
  g_test_add_func ("/advice/fixes/too-much-for-transaction", test_too_much_for_transaction);
  g_test_add_func ("/advice/fixes/both-sides", test_both_sides);
  g_test_add_func ("/advice/fixes/index-backwards", test_index_backwards);
  g_test_add_func ("/advice/fixes/index-comes", test_index_comes);
  g_test_add_func ("/advice/fixes/index-comes-out", test_index_comes_out);
  g_test_add_func ("/advice/fixes/count", test_count);
  g_test_add_func ("/advice/fixes/link-names", test_link_names);
  g_test_add_func ("/advice/fixes/copies", test_copies);
  g_test_add_func ("/advice/fixes/stored-beyond", test_stored_beyond);
  return g_test_run ();
}

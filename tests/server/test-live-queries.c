/* SPDX-License-Identifier: Apache-2.0 */

/* The queries of operations on a real server that is filled with sample documents: what they find,
 * change, and leave is what the documents say. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include <string.h>

#include "live-data.h"
#include "live-samples.h"
#include "live-server.h"
#include "query-command.h"
#include "team-model.h"

#define DATABASE "squill_test_queries"

/* Documents of each collection, and elements of their arrays. */
#define DOCUMENTS 40
#define ELEMENTS 12

/* What a filter means, for the operators that queries have. */

static double
get_number (const bson_iter_t *iter)
{
  bson_decimal128_t decimal;
  char digits[BSON_DECIMAL128_STRING];

  if (BSON_ITER_HOLDS_DATE_TIME (iter))
    return (double)bson_iter_date_time (iter);
  if (BSON_ITER_HOLDS_DECIMAL128 (iter) && bson_iter_decimal128 (iter, &decimal))
    {
      bson_decimal128_to_string (&decimal, digits);
      return g_ascii_strtod (digits, NULL);
    }
  return BSON_ITER_HOLDS_NUMBER (iter) ? bson_iter_as_double (iter) : NAN;
}

/* Less than, equal to, more than 0; G_MAXINT for values that have no order. */
static int
compare (const bson_iter_t *a, const bson_iter_t *b)
{
  const double left = get_number (a), right = get_number (b);
  bson_t one = BSON_INITIALIZER, other = BSON_INITIALIZER;
  gboolean is_equal;

  if (!isnan (left) && !isnan (right))
    return left < right ? -1 : left > right;
  if (BSON_ITER_HOLDS_UTF8 (a) && BSON_ITER_HOLDS_UTF8 (b))
    return strcmp (bson_iter_utf8 (a, NULL), bson_iter_utf8 (b, NULL));
  if (BSON_ITER_HOLDS_OID (a) && BSON_ITER_HOLDS_OID (b))
    return bson_oid_compare (bson_iter_oid (a), bson_iter_oid (b));
  bson_append_iter (&one, "", 0, a);
  bson_append_iter (&other, "", 0, b);
  is_equal = bson_equal (&one, &other);
  bson_destroy (&one);
  bson_destroy (&other);
  return is_equal ? 0 : G_MAXINT;
}

static gboolean matches (const bson_iter_t *object, const bson_t *filter);

static bson_t
get_document (const bson_iter_t *iter)
{
  const guint8 *data;
  guint32 length;
  bson_t document;

  if (BSON_ITER_HOLDS_ARRAY (iter))
    bson_iter_array (iter, &length, &data);
  else
    bson_iter_document (iter, &length, &data);
  g_assert_true (bson_init_static (&document, data, length));
  return document;
}

static gboolean meets_any (const bson_iter_t *value, const bson_iter_t *test);

/* Whether one value, not the elements of an array, meets an operator. */
static gboolean
meets (const bson_iter_t *value, const bson_iter_t *test)
{
  const char *name = bson_iter_key (test);
  bson_iter_t inner;
  int order;

  if (g_str_equal (name, "$in"))
    {
      g_assert_true (bson_iter_recurse (test, &inner));
      while (bson_iter_next (&inner))
        if (compare (value, &inner) == 0)
          return TRUE;
      return FALSE;
    }
  if (g_str_equal (name, "$regex"))
    return BSON_ITER_HOLDS_UTF8 (value) &&
           g_regex_match_simple (bson_iter_utf8 (test, NULL), bson_iter_utf8 (value, NULL), 0, 0);
  order = compare (value, test);
  if (g_str_equal (name, "$gte"))
    return order >= 0 && order != G_MAXINT;
  if (g_str_equal (name, "$lte"))
    return order <= 0;
  if (g_str_equal (name, "$lt"))
    return order < 0;
  g_assert_cmpstr (name, ==, "$eq");
  return order == 0;
}

static gboolean
is_operator (const bson_iter_t *test)
{
  bson_iter_t inner;

  return BSON_ITER_HOLDS_DOCUMENT (test) && bson_iter_recurse (test, &inner) &&
         bson_iter_next (&inner) && *bson_iter_key (&inner) == '$';
}

/* All members of an object of operators, each met by the value or by an element of it. */
static gboolean
meets_all (const bson_iter_t *value, const bson_iter_t *operators)
{
  bson_iter_t test, element;

  g_assert_true (bson_iter_recurse (operators, &test));
  while (bson_iter_next (&test))
    {
      gboolean is_met = FALSE;

      if (g_str_equal (bson_iter_key (&test), "$exists"))
        continue;
      if (g_str_equal (bson_iter_key (&test), "$elemMatch"))
        {
          bson_t conditions = get_document (&test);

          if (!BSON_ITER_HOLDS_ARRAY (value) || !bson_iter_recurse (value, &element))
            return FALSE;
          while (bson_iter_next (&element) && !is_met)
            is_met = is_operator (&test)
                         ? meets_all (&element, &test)
                         : BSON_ITER_HOLDS_DOCUMENT (&element) && matches (&element, &conditions);
        }
      else
        {
          is_met = meets (value, &test);
          if (BSON_ITER_HOLDS_ARRAY (value) && bson_iter_recurse (value, &element))
            while (!is_met && bson_iter_next (&element))
              is_met = meets (&element, &test);
        }
      if (!is_met)
        return FALSE;
    }
  return TRUE;
}

static gboolean
meets_any (const bson_iter_t *value, const bson_iter_t *test)
{
  bson_iter_t element;

  if (is_operator (test))
    return meets_all (value, test);
  if (compare (value, test) == 0)
    return TRUE;
  if (BSON_ITER_HOLDS_ARRAY (value) && bson_iter_recurse (value, &element))
    while (bson_iter_next (&element))
      if (compare (&element, test) == 0)
        return TRUE;
  return FALSE;
}

/* Whether any value at a path meets a test. */
static gboolean
has_at (const bson_iter_t *object, const char *path, const bson_iter_t *test)
{
  g_auto (GStrv) parts = g_strsplit (path, ".", 2);
  bson_iter_t inner;

  if (BSON_ITER_HOLDS_ARRAY (object))
    {
      g_assert_true (bson_iter_recurse (object, &inner));
      while (bson_iter_next (&inner))
        if (BSON_ITER_HOLDS_DOCUMENT (&inner) && has_at (&inner, path, test))
          return TRUE;
      return FALSE;
    }
  /* What is not there is equal to null. */
  if (!BSON_ITER_HOLDS_DOCUMENT (object) || !bson_iter_recurse (object, &inner) ||
      !bson_iter_find (&inner, parts[0]))
    return BSON_ITER_HOLDS_NULL (test);
  return parts[1] == NULL ? meets_any (&inner, test) : has_at (&inner, parts[1], test);
}

/* {$ne: v}: no value is that. */
static gboolean
is_negated (const bson_iter_t *test, bson_iter_t *value)
{
  return is_operator (test) && bson_iter_recurse (test, value) && bson_iter_find (value, "$ne");
}

static gboolean
matches (const bson_iter_t *object, const bson_t *filter)
{
  bson_iter_t test, value;

  g_assert_true (bson_iter_init (&test, filter));
  while (bson_iter_next (&test))
    {
      const char *path = bson_iter_key (&test);

      if (is_negated (&test, &value) ? has_at (object, path, &value)
                                     : !has_at (object, path, &test))
        return FALSE;
    }
  return TRUE;
}

static gboolean
document_matches (const bson_t *document, const bson_t *filter)
{
  bson_t whole = BSON_INITIALIZER;
  bson_iter_t iter;
  gboolean result;

  BSON_APPEND_DOCUMENT (&whole, "", document);
  g_assert_true (bson_iter_init (&iter, &whole) && bson_iter_next (&iter));
  result = matches (&iter, filter);
  bson_destroy (&whole);
  return result;
}

static guint
count_matching (GPtrArray *documents, const bson_t *filter)
{
  guint n = 0;

  for (guint i = 0; i < documents->len; i++)
    n += document_matches (documents->pdata[i], filter);
  return n;
}

/* The server. */

static void
run (mongoc_client_t *client, const bson_t *command, bson_t *reply, const char *text)
{
  bson_error_t error;

  if (!mongoc_client_command_simple (client, DATABASE, command, NULL, reply, &error))
    g_error ("%s\n%s\n%s", error.message, text,
             squill_bson_to_text (command, SQUILL_BSON_STYLE_RELAXED, 0, 0));
  if (bson_has_field (reply, "writeErrors"))
    g_error ("%s\n%s", squill_bson_to_text (reply, SQUILL_BSON_STYLE_RELAXED, 2, 0), text);
}

static GPtrArray *
get_batch (const bson_t *reply)
{
  GPtrArray *documents = g_ptr_array_new_with_free_func ((GDestroyNotify)bson_destroy);
  bson_iter_t iter, batch, inner;

  if (!bson_iter_init (&iter, reply) ||
      !bson_iter_find_descendant (&iter, "cursor.firstBatch", &batch))
    return documents;
  g_assert_true (bson_iter_recurse (&batch, &inner));
  while (bson_iter_next (&inner))
    {
      bson_t document = get_document (&inner);

      g_ptr_array_add (documents, bson_copy (&document));
    }
  return documents;
}

static int
get_count (const bson_t *reply, const char *name)
{
  bson_iter_t iter;

  return bson_iter_init_find (&iter, reply, name) ? (int)bson_iter_as_int64 (&iter) : 0;
}

static gboolean
has_same_id (const bson_t *one, const bson_t *other)
{
  bson_iter_t left, right;

  return bson_iter_init_find (&left, one, "_id") && bson_iter_init_find (&right, other, "_id") &&
         compare (&left, &right) == 0;
}

/* Runs one statement and compares what it does with what the documents say. Returns how many it
 * found or changed. */
static guint
check_statement (mongoc_client_t *client,
                 const SquillQuery *query,
                 const SquillStatement *statement,
                 GPtrArray *results,
                 const char *text)
{
  g_autoptr (GPtrArray) before = live_samples_read (client, DATABASE, statement->collection);
  g_autoptr (GPtrArray) after = NULL;
  bson_t *command = query_command_new (query, statement, results);
  bson_t *filter = query_command_resolve (query, statement->filter, results);
  GPtrArray *batch;
  bson_t reply;
  guint n, expected = 0;

  run (client, command, &reply, text);
  batch = get_batch (&reply);
  g_ptr_array_add (results, batch);
  n = (guint)get_count (&reply, "n");
  if (statement->kind != SQUILL_STATEMENT_AGGREGATE && statement->kind != SQUILL_STATEMENT_INSERT)
    expected = count_matching (before, filter);
  switch (statement->kind)
    {
    case SQUILL_STATEMENT_FIND:
      n = batch->len;
      if (!isnan (statement->skip))
        expected -= MIN (expected, (guint)statement->skip);
      if (!statement->many)
        expected = MIN (expected, 1);
      else if (!isnan (statement->limit))
        expected = MIN (expected, (guint)statement->limit);
      if (n != expected)
        g_error ("%u documents are found, and %u match\n%s", n, expected, text);
      for (guint i = 0; i < before->len; i++)
        for (guint j = 0; j < batch->len; j++)
          if (has_same_id (before->pdata[i], batch->pdata[j]) &&
              !document_matches (before->pdata[i], filter))
            g_error ("A document is found that does not match\n%s", text);
      break;
    case SQUILL_STATEMENT_AGGREGATE:
      n = batch->len;
      break;
    case SQUILL_STATEMENT_INSERT:
      after = live_samples_read (client, DATABASE, statement->collection);
      g_assert_cmpuint (after->len, ==, before->len + 1);
      for (guint i = 0; i < after->len; i++)
        if (has_same_id (after->pdata[i], filter))
          g_assert_true (bson_equal (after->pdata[i], filter));
      break;
    case SQUILL_STATEMENT_UPDATE:
      if (expected > 0 || !statement->upsert)
        {
          if (n != (statement->many ? expected : MIN (expected, 1)))
            g_error ("%u documents are updated, and %u match\n%s", n, expected, text);
        }
      else
        {
          after = live_samples_read (client, DATABASE, statement->collection);
          g_assert_cmpuint (after->len, ==, before->len + 1);
        }
      if (expected > 0)
        n = (guint)get_count (&reply, "nModified");
      break;
    case SQUILL_STATEMENT_DELETE:
      after = live_samples_read (client, DATABASE, statement->collection);
      if (!statement->many)
        expected = MIN (expected, 1);
      g_assert_cmpuint (n, ==, expected);
      g_assert_cmpuint (after->len, ==, before->len - expected);
      if (statement->many)
        g_assert_cmpuint (count_matching (after, filter), ==, 0);
      break;
    default:
      g_assert_not_reached ();
    }
  bson_destroy (&reply);
  bson_destroy (command);
  bson_destroy (filter);
  return n;
}

/* Runs the statements of an operation as they are. */
static void
run_operation (mongoc_client_t *client, SquillSamples *samples, const char *operation)
{
  g_autoptr (SquillQuery) query = squill_query_new (samples, operation);
  g_autofree char *text = squill_query_to_text (query);
  g_autoptr (GPtrArray) results =
      g_ptr_array_new_with_free_func ((GDestroyNotify)g_ptr_array_unref);

  for (guint i = 0; i < query->statements->len; i++)
    {
      bson_t *command = query_command_new (query, query->statements->pdata[i], results);
      bson_t reply;

      run (client, command, &reply, text);
      g_ptr_array_add (results, get_batch (&reply));
      bson_destroy (&reply);
      bson_destroy (command);
    }
}

static void
check_operation (mongoc_client_t *client,
                 SquillDesign *design,
                 SquillSamples *samples,
                 const SquillOperation *operation)
{
  g_autoptr (SquillQuery) query = squill_query_new (samples, operation->item.id);
  g_autofree char *text = squill_query_to_text (query);
  g_autoptr (GPtrArray) results =
      g_ptr_array_new_with_free_func ((GDestroyNotify)g_ptr_array_unref);
  guint done = 0;

  g_test_message ("%s", operation->name);
  g_assert_cmpuint (query->statements->len, >, 0);
  if (!squill_operation_is_read (operation))
    live_samples_fill (client, DATABASE, design, samples, DOCUMENTS, ELEMENTS);
  for (guint i = 0; i < query->statements->len; i++)
    {
      const SquillStatement *statement = query->statements->pdata[i];
      guint n = check_statement (client, query, statement, results, text);

      /* Its values are those of a sample, so there is something to find. */
      if (squill_operation_is_read (operation) && i == 0 && n == 0)
        g_error ("Nothing is found by\n%s", text);
      if (squill_statement_is_write (statement))
        done += n;
    }
  if (!squill_operation_is_read (operation) && done == 0)
    g_error ("Nothing is changed by\n%s", text);
}

static void
check_model (LiveServer *server, SquillModel *model)
{
  g_autoptr (SquillDesign) design = squill_design_new (model);
  g_autoptr (SquillSamples) samples = squill_samples_new (design);
  mongoc_client_t *client = live_server_connect (server);

  live_samples_fill (client, DATABASE, design, samples, DOCUMENTS, ELEMENTS);
  for (guint reads = 2; reads-- > 0;)
    SQUILL_FOR_EACH_CHILD (SquillOperation, operation, squill_model_get_info (model),
                           SQUILL_KIND_OPERATION)
      {
        if (squill_operation_is_read (operation) == (reads > 0))
          check_operation (client, design, samples, operation);
      }
  live_data_run (client, DATABASE, "{\"dropDatabase\": 1}");
  mongoc_client_destroy (client);
}

/* Who is in which team, wherever that is stored. */

typedef struct
{
  const char *placement;
  const char *collection;
  const char *team;
  const char *player;
} Membership;

static const Membership memberships[] = {
  { "embed-many", "team", "_id", "members.nick" }, { "child-references", "team", "_id", "members" },
  { "parent-reference", "player", "team", "_id" }, { "two-way", "player", "team", "_id" },
  { "two-way", "team", "_id", "members" },         { "junction", "members", "team", "player" },
  { "subset", "player", "team", "_id" },           { "bucket", "player", "team", "members.nick" },
};

/* What operations do to that, in every placement. */
static const struct
{
  const char *operation;
  guint added;
  guint removed;
} changes[] = { { "join", 1, 0 },     { "hire", 1, 0 },  { "score", 0, 0 },
                { "transfer", 1, 1 }, { "leave", 0, 1 }, { "player with team", 0, 0 } };

static GHashTable *
collect_members (mongoc_client_t *client, const Membership *membership)
{
  GHashTable *members = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GPtrArray) documents = live_samples_read (client, DATABASE, membership->collection);

  for (guint i = 0; i < documents->len; i++)
    {
      g_autoptr (GPtrArray) teams = live_samples_get_values (documents->pdata[i], membership->team);
      g_autoptr (GPtrArray) players =
          live_samples_get_values (documents->pdata[i], membership->player);

      for (guint j = 0; j < teams->len; j++)
        for (guint k = 0; k < players->len; k++)
          g_hash_table_add (members, g_strdup_printf ("%s %s", (char *)teams->pdata[j],
                                                      (char *)players->pdata[k]));
    }
  return members;
}

/* How many of one set are not in the other. */
static guint
count_missing (GHashTable *set, GHashTable *other)
{
  GHashTableIter iter;
  gpointer key;
  guint n = 0;

  g_hash_table_iter_init (&iter, set);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    n += !g_hash_table_contains (other, key);
  return n;
}

static void
test_membership (gconstpointer data)
{
  const Membership *membership = data;
  LiveServer *server = live_server_get (LIVE_SERVER_PLAIN);
  g_autoptr (SquillModel) model = make_teams (membership->placement);
  g_autoptr (SquillDesign) design = squill_design_new (model);
  g_autoptr (SquillSamples) samples = squill_samples_new (design);
  mongoc_client_t *client;

  if (server == NULL)
    return;
  client = live_server_connect (server);
  for (guint i = 0; i < G_N_ELEMENTS (changes); i++)
    {
      g_autoptr (GHashTable) before = NULL;
      g_autoptr (GHashTable) after = NULL;

      live_samples_fill (client, DATABASE, design, samples, DOCUMENTS, ELEMENTS);
      before = collect_members (client, membership);
      run_operation (client, samples, changes[i].operation);
      after = collect_members (client, membership);
      g_test_message ("%s", changes[i].operation);
      g_assert_cmpuint (count_missing (after, before), ==, changes[i].added);
      g_assert_cmpuint (count_missing (before, after), ==, changes[i].removed);
    }
  live_data_run (client, DATABASE, "{\"dropDatabase\": 1}");
  mongoc_client_destroy (client);
}

static void
test_example (gconstpointer name)
{
  LiveServer *server = live_server_get (LIVE_SERVER_PLAIN);
  g_autoptr (SquillModel) model = load_example (name);

  if (server != NULL)
    check_model (server, model);
}

static void
test_placement (gconstpointer placement)
{
  LiveServer *server = live_server_get (LIVE_SERVER_PLAIN);
  g_autoptr (SquillModel) model = make_teams (placement);

  if (server != NULL)
    check_model (server, model);
}

/* Trees: an aggregate finds all that is above a document, or below it. */

typedef struct
{
  const char *operation;
  const char *from; /* what the documents have that it comes to */
  const char *next; /* what leads to it */
} Walk;

/* Adds the _id of all that a document leads to, by the documents themselves. */
static void
walk (const GPtrArray *documents, const Walk *route, const bson_t *at, GHashTable *found)
{
  g_autoptr (GPtrArray) wanted = live_samples_get_values (at, route->next);

  for (guint i = 0; i < wanted->len; i++)
    for (guint j = 0; j < documents->len; j++)
      {
        g_autoptr (GPtrArray) here = live_samples_get_values (documents->pdata[j], route->from);
        g_autoptr (GPtrArray) id = live_samples_get_values (documents->pdata[j], "_id");

        if (g_ptr_array_find_with_equal_func (here, wanted->pdata[i], g_str_equal, NULL) &&
            g_hash_table_add (found, g_strdup (id->pdata[0])))
          walk (documents, route, documents->pdata[j], found);
      }
}

static GPtrArray *
run_read (mongoc_client_t *client, SquillSamples *samples, const char *operation)
{
  g_autoptr (SquillQuery) query = squill_query_new (samples, operation);
  g_autofree char *text = squill_query_to_text (query);
  g_autoptr (GPtrArray) none = g_ptr_array_new ();
  GPtrArray *documents;
  bson_t *command;
  bson_t reply;

  g_assert_cmpuint (query->statements->len, ==, 1);
  command = query_command_new (query, query->statements->pdata[0], none);
  run (client, command, &reply, text);
  documents = get_batch (&reply);
  bson_destroy (&reply);
  bson_destroy (command);
  return documents;
}

static void
test_tree (void)
{
  static const Walk walks[] = { { "above", "_id", "manager" }, { "below", "manager", "_id" } };
  LiveServer *server = live_server_get (LIVE_SERVER_PLAIN);
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillDesign) design = NULL;
  g_autoptr (SquillSamples) samples = NULL;
  g_autoptr (GPtrArray) documents = NULL;
  mongoc_client_t *client;
  guint most = 0;

  if (server == NULL)
    return;
  draw_entity (model, "e");
  change (model, "e", "name", "'employee'");
  draw_field (model, "e", "_id", "objectId");
  draw_count (model, "e", DOCUMENTS);
  draw_relationship (model, "r", "e", "e", "parent-reference", "0..1..2", "1");
  change (model, "r", "child_name", "'manager'");
  draw_operation (model, "above", "aggregate", "e", 1,
                  "{'filter':[{'path':'e._id','how':'eq'}],'follows':['r']}");
  draw_operation (model, "below", "aggregate", "e", 1,
                  "{'filter':[{'path':'r','how':'eq'}],'follows':['r']}");
  design = squill_design_new (model);
  samples = squill_samples_new (design);
  client = live_server_connect (server);
  live_samples_fill (client, DATABASE, design, samples, DOCUMENTS, ELEMENTS);
  documents = live_samples_read (client, DATABASE, "employee");
  for (guint i = 0; i < G_N_ELEMENTS (walks); i++)
    {
      g_autoptr (GPtrArray) found = run_read (client, samples, walks[i].operation);

      g_assert_cmpuint (found->len, >, 0);
      for (guint j = 0; j < found->len; j++)
        {
          g_autoptr (GHashTable) expected =
              g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
          g_autoptr (GPtrArray) got = live_samples_get_values (found->pdata[j], "employees._id");

          walk (documents, &walks[i], found->pdata[j], expected);
          g_assert_cmpuint (got->len, ==, g_hash_table_size (expected));
          for (guint k = 0; k < got->len; k++)
            g_assert_true (g_hash_table_contains (expected, got->pdata[k]));
          most = MAX (most, got->len);
        }
    }
  /* More than a single level of the tree has. */
  g_assert_cmpuint (most, >, 2);
  live_data_run (client, DATABASE, "{\"dropDatabase\": 1}");
  mongoc_client_destroy (client);
}

/* Before MongoDB 5.0 a join with stages of its own is written in another way, and finds the same.
 */
static void
test_old_join (gconstpointer placement)
{
  static const char *const versions[] = { NULL, "'4.4'" };
  LiveServer *server = live_server_get (LIVE_SERVER_PLAIN);
  g_autoptr (SquillModel) model = NULL;
  g_autoptr (GPtrArray) first = NULL;
  mongoc_client_t *client;

  if (server == NULL)
    return;
  model = make_teams (placement);
  draw_operation (model, "first players", "aggregate", "team", 1,
                  "{'filter':[{'path':'=_id','how':'eq'}],'follows':['members'],'limit':3}");
  client = live_server_connect (server);
  for (guint i = 0; i < G_N_ELEMENTS (versions); i++)
    {
      g_autoptr (SquillDesign) design = NULL;
      g_autoptr (SquillSamples) samples = NULL;
      g_autoptr (GPtrArray) found = NULL;
      g_autoptr (GPtrArray) players = NULL;

      change (model, SQUILL_MODEL_ID, "server_version", versions[i]);
      design = squill_design_new (model);
      samples = squill_samples_new (design);
      if (i == 0)
        live_samples_fill (client, DATABASE, design, samples, DOCUMENTS, ELEMENTS);
      found = run_read (client, samples, "first players");
      g_assert_cmpuint (found->len, ==, 1);
      players = live_samples_get_values (found->pdata[0], "members.nick");
      if (players->len == 0)
        {
          g_ptr_array_unref (players);
          players = live_samples_get_values (found->pdata[0], "players.nick");
        }
      g_assert_cmpuint (players->len, >, 0);
      g_assert_cmpuint (players->len, <=, 3);
      if (first != NULL)
        g_assert_true (bson_equal (first->pdata[0], found->pdata[0]));
      else
        first = g_steal_pointer (&found);
    }
  live_data_run (client, DATABASE, "{\"dropDatabase\": 1}");
  mongoc_client_destroy (client);
}

static void
add_tests (void)
{
  static const char *const examples[] = { "books",   "cms",      "hosts",    "movies", "parts",
                                          "patrons", "products", "students", "tasks",  "traffic" };

  for (guint i = 0; i < G_N_ELEMENTS (examples); i++)
    {
      g_autofree char *path = g_strconcat ("/server/queries/", examples[i], NULL);

      g_test_add_data_func (path, examples[i], test_example);
    }
  g_test_add_func ("/server/queries/tree", test_tree);
  g_test_add_data_func ("/server/queries/old-join/parent-reference", "parent-reference",
                        test_old_join);
  g_test_add_data_func ("/server/queries/old-join/child-references", "child-references",
                        test_old_join);
  for (guint i = 0; i < SQUILL_N_PLACEMENTS; i++)
    {
      g_autofree char *path = g_strconcat ("/server/queries/teams/", team_placements[i], NULL);

      g_test_add_data_func (path, team_placements[i], test_placement);
    }
  for (guint i = 0; i < G_N_ELEMENTS (memberships); i++)
    {
      g_autofree char *path = g_strdup_printf ("/server/queries/members/%s/%s",
                                               memberships[i].placement, memberships[i].collection);

      g_test_add_data_func (path, &memberships[i], test_membership);
    }
}

int
main (int argc, char *argv[])
{
  return live_server_run (&argc, &argv, add_tests);
}

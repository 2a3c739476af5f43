/* SPDX-License-Identifier: Apache-2.0 */

/* Commands of shells, programs, and logs become operations. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include <math.h>
#include <string.h>

#include "design-fixture.h"
#include "exchange/import/squill-operation-import.h"
#include "exchange/query/squill-query.h"

/* A shop: customers, and orders with lines in them. */
static SquillModel *
make_shop (void)
{
  SquillModel *model = squill_model_new ();

  draw_entity (model, "customers");
  draw_field (model, "customers", "name", "string");
  draw_field (model, "customers", "address", "object");
  draw_field (model, "customers.address", "city", "string");
  draw_entity (model, "orders");
  draw_field (model, "orders", "status", "string");
  draw_field (model, "orders", "date", "date");
  draw_field (model, "orders", "tags", "string[]3");
  draw_field (model, "orders", "total", "double");
  draw_entity (model, "lines");
  draw_field (model, "lines", "sku", "string");
  draw_field (model, "lines", "quantity", "int");
  draw_relationship (model, "has", "orders", "lines", "embed-many", "1..3..50", "1");
  change (model, "has", "parent_name", "'lines'");
  draw_relationship (model, "buys", "customers", "orders", "parent-reference", "0..5..*", "1");
  change (model, "buys", "child_name", "'customer'");
  return model;
}

static SquillOperationImport *
import (SquillModel *model, const char *text)
{
  g_autoptr (SquillDesign) design = squill_design_new (model);

  return squill_operation_import_new (design, text, strlen (text));
}

typedef struct
{
  const char *text;
  const char *operation; /* as JSON with single quotes, without its name; NULL for none */
  const char *problem;   /* "line:column: a piece of it", NULL for none */
} ImportCase;

static const ImportCase cases[] = {
  { "db.orders.find({ status: 'open', date: { $gte: ISODate('2026-01-01') } })"
    ".sort({ date: -1 }).skip(40).limit(20)",
    "{'operation':'find','entity':'orders','filter':[{'path':'orders.status','how':'eq'},"
    "{'path':'orders.date','how':'range'}],'sort':[{'path':'orders.date','how':'-1'}],"
    "'limit':20,'skip':40}",
    NULL },
  { "db.getCollection(\"orders\").findOne({_id: ObjectId('0123456789abcdef01234567')}, {total: "
    "1});",
    "{'operation':'find','entity':'orders','filter':[{'path':'=_id','how':'eq'}],"
    "'returns':[{'path':'orders.total'}],'limit':1}",
    NULL },
  { "const found = await orders.find({ customer: new ObjectId(req.params.id), 'lines.sku': { $in: "
    "['a', 'b'] } "
    "})",
    "{'operation':'find','entity':'orders','filter':[{'path':'buys','how':'eq'},"
    "{'path':'has/lines.sku','how':'in:2'}]}",
    NULL },
  { "app.get('/x', async (req, res) => { res.json(await db.collection('customers')"
    ".find({ 'address.city': /^Pa/ }).toArray()) })",
    "{'operation':'find','entity':'customers','filter':[{'path':'customers.address.city',"
    "'how':'regex'}]}",
    NULL },
  { "db['orders'].find_one({\"status\": None, \"tags\": {\"$exists\": True}})  # Python",
    "{'operation':'find','entity':'orders','filter':[{'path':'orders.status','how':'eq'},"
    "{'path':'orders.tags','how':'exists'}],'limit':1}",
    NULL },
  { "db.orders.find({ $or: [ { status: 'a' }, { lines: { $elemMatch: { sku: 'x', quantity: "
    "{ $gt: 3 } } } } ] })",
    "{'operation':'find','entity':'orders','filter':[{'path':'orders.status','how':'eq'},"
    "{'path':'has/lines.sku','how':'eq'},{'path':'has/lines.quantity','how':'range'}]}",
    NULL },
  { "db.orders.aggregate([ { $match: { status: 'open' } }, { $sort: { date: 1 } }, { $limit: 5 },"
    "{ $lookup: { from: 'customers', localField: 'customer', foreignField: '_id', as: 'c' } },"
    "{ $sort: { 'c.name': 1 } } ])",
    "{'operation':'aggregate','entity':'orders','filter':[{'path':'orders.status','how':'eq'}],"
    "'sort':[{'path':'orders.date','how':'1'}],'follows':['buys'],'limit':5}",
    NULL },
  { "db.orders.aggregate([ { $group: { _id: '$status', sum: { $sum: '$total' } } } ])",
    "{'operation':'aggregate','entity':'orders','returns':[{'path':'orders.status'}],"
    "'computes':[{'path':'orders.total','how':'sum'}]}",
    NULL },
  { "db.orders.updateOne({ _id: id, 'lines.sku': sku }, { $inc: { 'lines.$.quantity': 1 },"
    " $set: { status: 'changed' } }, { upsert: true })",
    "{'operation':'update','entity':'orders','filter':[{'path':'=_id','how':'eq'},"
    "{'path':'has/lines.sku','how':'eq'}],'writes':[{'path':'has/lines.quantity'},"
    "{'path':'orders.status'}],'upsert':true}",
    NULL },
  { "db.orders.updateMany({}, { $push: { lines: { sku: 'x' } } })",
    "{'operation':'update','entity':'orders','writes':[{'path':'has'}],'multi':true}", NULL },
  { "db.orders.deleteMany({ date: { $lt: new Date() } })",
    "{'operation':'delete','entity':'orders','filter':[{'path':'orders.date','how':'range'}],"
    "'multi':true}",
    NULL },
  { "db.customers.insertOne({ name: 'x' })", "{'operation':'insert','entity':'customers'}", NULL },
  { "db.runCommand({ find: 'orders', filter: { status: 'x' }, limit: 3 })",
    "{'operation':'find','entity':'orders','filter':[{'path':'orders.status','how':'eq'}],"
    "'limit':3}",
    NULL },
  { "{\"op\":\"update\",\"ns\":\"shop.orders\",\"command\":{\"q\":{\"status\":\"x\"},"
    "\"u\":{\"$set\":{\"total\":1.5}},\"multi\":true,\"upsert\":false}}",
    "{'operation':'update','entity':'orders','filter':[{'path':'orders.status','how':'eq'}],"
    "'writes':[{'path':'orders.total'}],'multi':true}",
    NULL },
  /* What a program gives a name to. */
  { "const query = { status: 'open' };\nconst options = { sort: { date: -1 }, limit: 5 };\n"
    "await db.collection('orders').find(query, options).toArray();",
    "{'operation':'find','entity':'orders','filter':[{'path':'orders.status','how':'eq'}],"
    "'sort':[{'path':'orders.date','how':'-1'}],'limit':5}",
    NULL },
  { "const id = ObjectId('0123456789abcdef01234567');\nlet coll = db.getCollection('orders');\n"
    "coll.updateOne({ _id: id }, { $set: { status: 'x' } });",
    "{'operation':'update','entity':'orders','filter':[{'path':'=_id','how':'eq'}],"
    "'writes':[{'path':'orders.status'}]}",
    NULL },
  { "stages = [\n  {'$match': {'status': 'open'}},  # those that are open\n  {'$limit': 3},\n]\n"
    "things = client.shop.orders\nfor one in things.aggregate(stages):\n    print(one)",
    "{'operation':'aggregate','entity':'orders','filter':[{'path':'orders.status','how':'eq'}],"
    "'limit':3}",
    NULL },
  { "db.orders.find(filter={'status': 'x'}, projection={'total': True}, sort=[('date', -1)], "
    "limit=20, skip=40)",
    "{'operation':'find','entity':'orders','filter':[{'path':'orders.status','how':'eq'}],"
    "'sort':[{'path':'orders.date','how':'-1'}],'returns':[{'path':'orders.total'}],'limit':20,"
    "'skip':40}",
    NULL },
  { "# db.customers.find({})\ndb.orders.find({'status': 'x'}).sort([('date', -1), ('total', 1)])",
    "{'operation':'find','entity':'orders','filter':[{'path':'orders.status','how':'eq'}],"
    "'sort':[{'path':'orders.date','how':'-1'},{'path':'orders.total','how':'1'}]}",
    NULL },
  { "db.orders.explain('executionStats').find({ status: 'x' })",
    "{'operation':'find','entity':'orders','filter':[{'path':'orders.status','how':'eq'}]}", NULL },
  { "const all = db.orders;\nall.explain().find({ status: 'x' })",
    "{'operation':'find','entity':'orders','filter':[{'path':'orders.status','how':'eq'}]}", NULL },
  { "db.orders.find(makeQuery())", "{'operation':'find','entity':'orders'}", "1:1: written out" },
  { "db.orders.createIndex({ status: 1 });\ndb.orders.find({});",
    "{'operation':'find','entity':'orders'}", "1:1: createIndex" },
  /* What is not known is told where it stands; the rest is kept. */
  { "// ours\ndb.orders.find({ status: 'open',\n  colour: 'red' })",
    "{'operation':'find','entity':'orders','filter':[{'path':'orders.status','how':'eq'}]}",
    "3:3: colour" },
  { "db.customers.find({});\n  db.invoices.find({ a: 1 })",
    "{'operation':'find','entity':'customers'}", "2:6: invoices" },
  { "db.orders.find({ status: ", NULL, "1:15: bracket" },
  { "db.orders.find({ status: @ })", NULL, "1:26: " },
  { "console.log('db.orders.find({})') // db.orders.find()", NULL, NULL },
  { "", NULL, NULL },
};

static void
test_commands (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (SquillModel) model = make_shop ();
      g_autoptr (SquillOperationImport) found = import (model, cases[i].text);
      g_autofree char *problem = NULL;

      if (found->problems->len > 0)
        {
          const SquillImportProblem *first = found->problems->pdata[0];

          problem = g_strdup_printf ("%u:%u: %s", first->line, first->column, first->text);
        }
      if (cases[i].problem == NULL && problem != NULL)
        g_error ("%s: %s", cases[i].text, problem);
      if (cases[i].problem != NULL)
        {
          g_auto (GStrv) pieces = g_strsplit (cases[i].problem, " ", 2);

          if (problem == NULL || !g_str_has_prefix (problem, pieces[0]) ||
              strstr (problem, pieces[1]) == NULL)
            g_error ("%s: %s", cases[i].text, problem);
        }
      if (cases[i].operation == NULL)
        {
          g_assert_cmpuint (found->operations->len, ==, 0);
          continue;
        }
      if (found->operations->len != 1)
        g_error ("%s: %u operations", cases[i].text, found->operations->len);
      {
        json_t *own = json_deep_copy (found->operations->pdata[0]);
        json_t *expected = parse (cases[i].operation);

        json_object_del (own, "name");
        if (!json_equal (own, expected))
          g_error ("%s: %s", cases[i].text, json_dumps (own, JSON_SORT_KEYS));
        json_decref (own);
        json_decref (expected);
      }
    }
}

/* Slow-query lines: those that differ only in values are one operation, and their times make its
 * rate. */
static void
test_rates (void)
{
  g_autoptr (SquillModel) model = make_shop ();
  g_autoptr (GString) log = g_string_new (NULL);
  g_autoptr (SquillOperationImport) found = NULL;
  g_auto (GStrv) ids = NULL;
  const SquillOperation *operation;

  for (guint i = 0; i <= 100; i++)
    g_string_append_printf (
        log,
        "{\"t\":{\"$date\":\"2026-05-01T10:%02u:%02u.000+00:00\"},\"s\":\"I\",\"c\":\"COMMAND\","
        "\"id\":51803,\"msg\":\"Slow query\",\"attr\":{\"type\":\"command\",\"ns\":\"shop.orders\","
        "\"command\":{\"find\":\"orders\",\"filter\":{\"status\":\"s%u\"},\"$db\":\"shop\"},"
        "\"durationMillis\":120}}\n",
        i / 60, i % 60, i);
  found = import (model, log->str);
  g_assert_cmpuint (found->problems->len, ==, 0);
  g_assert_cmpuint (found->n_commands, ==, 101);
  g_assert_cmpfloat_with_epsilon (found->seconds, 100, 1e-6);
  g_assert_cmpuint (found->operations->len, ==, 1);
  ids = squill_operation_import_apply (found, model);
  g_assert_cmpuint (g_strv_length (ids), ==, 1);
  operation = squill_model_get_operation (model, ids[0]);
  g_assert_cmpstr (operation->name, ==, "find orders by status");
  g_assert_cmpfloat_with_epsilon (squill_operation_get_rate (operation), 1.01, 1e-6);
  g_assert_true (squill_model_undo (model));
  g_assert_null (squill_model_get_operation (model, ids[0]));
}

/* What $indexStats says of an index becomes its evidence, whichever way it was copied. */
static void
test_index_use (void)
{
  static const struct
  {
    const char *text;
    double operations; /* of the index of orders; NaN for none */
    const char *since;
    const char *problem; /* as in cases */
  } uses[] = {
    { "shop> db.orders.aggregate([ { $indexStats: {} } ])\n[\n  {\n    name: '_id_',\n    key: { "
      "_id: 1 "
      "},\n    host: 'a:27017',\n    accesses: { ops: Long('7'), since: "
      "ISODate('2026-05-01T10:00:00.000Z') },\n    spec: { v: 2, key: { _id: 1 }, name: '_id_' }\n "
      " "
      "},\n  {\n    name: 'status_1',\n    key: { status: 1 },\n    host: 'a:27017',\n    "
      "accesses: { "
      "ops: Long('0'), since: ISODate('2026-05-01T10:00:00.000Z') },\n    spec: [Object]\n  }\n]\n",
      0, "2026-05-01T10:00:00Z", NULL },
    { "{\"name\":\"status_1\",\"key\":{\"status\":1},\"host\":\"a:27017\",\"accesses\":{\"ops\":{"
      "\"$numberLong\":\"12\"},\"since\":{\"$date\":\"2026-05-01T10:00:00Z\"}}}\n"
      "{\"name\":\"status_1\",\"key\":{\"status\":1},\"host\":\"b:27017\",\"accesses\":{\"ops\":{"
      "\"$numberLong\":\"30\"},\"since\":{\"$date\":\"2026-05-03T10:00:00Z\"}}}",
      42, "2026-05-03T10:00:00Z", NULL },
    { "[{ name: 'status_1', key: { status: 1 }, accesses: { ops: NumberLong(3), since: new "
      "Date('2026-05-01') } }]",
      3, "2026-05-01T00:00:00Z", NULL },
    { "\n  { name: 'other_1', key: { other: 1 }, accesses: { ops: 3 } }", NAN, NULL,
      "2:3: other_1" },
    { "{ name: 'status_1', key: { status: 1 }, accesses: { ops: 'many' } }", NAN, NULL,
      "1:1: not a number" },
    { "db.customers.aggregate([{$indexStats:{}}])\n{ name: 'status_1', key: { status: 1 }, "
      "accesses: "
      "{ ops: 3 } }",
      NAN, NULL, "2:1: status_1" },
    { "{ name: 'name_1', key: { name: 1 }, accesses: { ops: 3 } }", NAN, NULL, "1:1: Several" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (uses); i++)
    {
      g_autoptr (SquillModel) model = make_shop ();
      g_autoptr (SquillOperationImport) found = NULL;
      g_autofree char *problem = NULL;
      g_auto (GStrv) ids = NULL;
      const SquillIndex *index;

      draw_index (model, "orders", "by status", "orders.status 1");
      draw_index (model, "orders", "by total", "orders.total 1");
      draw_index (model, "customers", "by name", "customers.name 1");
      change (model, "by total", "name", "'name_1'");
      found = import (model, uses[i].text);
      problem = squill_import_problems_describe (found->problems, 1);
      if (uses[i].problem == NULL)
        g_assert_cmpstr (problem, ==, NULL);
      else
        {
          g_auto (GStrv) pieces = g_strsplit (uses[i].problem, " ", 2);
          g_auto (GStrv) place = g_strsplit (pieces[0], ":", -1);
          g_autofree char *expected = g_strdup_printf ("Line %s, column %s: ", place[0], place[1]);

          g_assert_nonnull (problem);
          if (!g_str_has_prefix (problem, expected) || strstr (problem, pieces[1]) == NULL)
            g_error ("%s: %s", uses[i].text, problem);
        }
      g_assert_cmpuint (found->operations->len, ==, 0);
      ids = squill_operation_import_apply (found, model);
      index = squill_model_get_item_of_kind (model, "by status", SQUILL_KIND_INDEX);
      if (isnan (uses[i].operations))
        {
          g_assert_null (ids);
          g_assert_null (index->evidence);
          continue;
        }
      g_assert_cmpuint (g_strv_length (ids), ==, 1);
      g_assert_cmpfloat (json_number_value (json_object_get (index->evidence, "operations")), ==,
                         uses[i].operations);
      g_assert_cmpstr (json_string_value (json_object_get (index->evidence, "since")), ==,
                       uses[i].since);
      g_assert_true (squill_model_undo (model));
      index = squill_model_get_item_of_kind (model, "by status", SQUILL_KIND_INDEX);
      g_assert_null (index->evidence);
    }
}

#define STATISTICS                                                                                 \
  "executionStats: { executionSuccess: true, nReturned: 20, executionTimeMillis: 35, "             \
  "totalKeysExamined: 400, totalDocsExamined: 380, executionStages: { stage: 'FETCH', nReturned: " \
  "20, inputStage: [Object] } }"

/* What explain() says goes to the operation that it is of, or to a new one. */
static void
test_explain (void)
{
  static const char *const texts[] = {
    "{ explainVersion: '1', queryPlanner: { namespace: 'shop.orders', parsedQuery: { status: { "
    "$eq: "
    "'x' } } }, " STATISTICS
    ", command: { find: 'orders', filter: { status: 'x' }, '$db': 'shop' } }",
    "db.orders.find({ status: 'x' }).explain('executionStats')\n"
    "{ queryPlanner: { namespace: 'shop.orders', parsedQuery: { status: { $eq: 'x' } } "
    "}, " STATISTICS ", serverInfo: { host: 'a' }, ok: 1 }",
    "{ stages: [ { $cursor: { queryPlanner: { namespace: 'shop.orders', parsedQuery: { status: { "
    "$eq: 'x' } } }, " STATISTICS " } }, { $limit: 5 } ] }",
  };

  for (guint i = 0; i < 2 * G_N_ELEMENTS (texts); i++)
    {
      const gboolean is_known = i % 2 == 1;
      g_autoptr (SquillModel) model = make_shop ();
      g_autoptr (SquillOperationImport) found = NULL;
      g_auto (GStrv) ids = NULL;
      const SquillOperation *operation;

      if (is_known)
        draw_operation (model, "by status", "find", "orders", 5,
                        "{'filter':[{'path':'orders.status','how':'eq'}]}");
      found = import (model, texts[i / 2]);
      g_assert_cmpuint (found->problems->len, ==, 0);
      g_assert_cmpuint (found->operations->len, ==, is_known ? 0 : 1);
      g_assert_cmpuint (found->measures->len, ==, is_known ? 1 : 0);
      ids = squill_operation_import_apply (found, model);
      g_assert_cmpuint (g_strv_length (ids), ==, 1);
      operation = squill_model_get_operation (model, ids[0]);
      g_assert_cmpfloat (operation->measured_keys, ==, 400);
      g_assert_cmpfloat (operation->measured_documents, ==, 380);
      g_assert_cmpfloat (operation->measured_returned, ==, 20);
      g_assert_cmpfloat (operation->measured_time, ==, 35);
      if (is_known)
        g_assert_cmpstr (ids[0], ==, "by status");
    }
  {
    g_autoptr (SquillModel) model = make_shop ();
    g_autoptr (SquillOperationImport) found =
        import (model, "{ queryPlanner: { namespace: 'shop.orders', winningPlan: {} } }");

    g_assert_cmpuint (found->operations->len, ==, 0);
    g_assert_cmpuint (found->problems->len, ==, 1);
  }
}

#define SHARD(returned, time, keys, documents)                                                  \
  "{ queryPlanner: {}, executionStats: { nReturned: " #returned ", executionTimeMillis: " #time \
  ", totalKeysExamined: " #keys ", totalDocsExamined: " #documents " } }"

/* What shards examine adds up, the slowest decides how long it takes, and what a router returns of
 * what it has merged nobody says. */
static void
test_explain_shards (void)
{
  static const char *const splits[] = { "null", "{ shardsPart: [], mergerPart: [] }" };

  for (guint i = 0; i < G_N_ELEMENTS (splits); i++)
    {
      g_autoptr (SquillModel) model = make_shop ();
      g_autofree char *text = g_strdup_printf (
          "{ mergeType: 'mongos', splitPipeline: %s, shards: { a: " SHARD (
              5, 10, 40,
              30) ", b: { stages: [ { $cursor: " SHARD (7, 90, 60,
                                                        50) " } ] }, c: " SHARD (0, 2, 0,
                                                                                 0) " }, command: "
                                                                                    "{ aggregate: "
                                                                                    "'orders', "
                                                                                    "pipeline: [ { "
                                                                                    "$match: { "
                                                                                    "status: "
                                                                                    "'x' } } ], "
                                                                                    "cursor: {}, "
                                                                                    "'$db': 'shop' "
                                                                                    "} }",
          splits[i]);
      g_autoptr (SquillOperationImport) found = import (model, text);
      g_auto (GStrv) ids = squill_operation_import_apply (found, model);
      const SquillOperation *operation;

      g_assert_cmpuint (g_strv_length (ids), ==, 1);
      operation = squill_model_get_operation (model, ids[0]);
      g_assert_cmpfloat (operation->measured_keys, ==, 100);
      g_assert_cmpfloat (operation->measured_documents, ==, 80);
      g_assert_cmpfloat (operation->measured_time, ==, 90);
      if (i == 0)
        g_assert_cmpfloat (operation->measured_returned, ==, 12);
      else
        g_assert_true (isnan (operation->measured_returned));
    }
}

/* What is written for an operation is read as that operation. */
static void
test_both_ways (void)
{
  static const char *const examples[] = { "cms", "movies", "parts", "students" };

  for (guint i = 0; i < G_N_ELEMENTS (examples); i++)
    {
      g_autoptr (SquillModel) model = load_example (examples[i]);
      g_autoptr (SquillDesign) design = squill_design_new (model);
      g_autoptr (SquillSamples) samples = squill_samples_new (design);

      SQUILL_FOR_EACH_CHILD (SquillOperation, operation, squill_model_get_info (model),
                             SQUILL_KIND_OPERATION)
        {
          g_autoptr (SquillQuery) query = squill_query_new (samples, operation->item.id);
          g_autofree char *text = squill_query_to_text (query);
          g_autoptr (SquillOperationImport) found =
              squill_operation_import_new (design, text, strlen (text));
          const SquillStatement *first = query->statements->pdata[0];
          json_t *content;
          const json_t *filter;

          g_assert_cmpuint (found->n_commands, ==, query->statements->len);
          g_assert_cmpuint (found->problems->len, ==, 0);
          if (query->statements->len != 1 || squill_statement_is_write (first))
            continue;
          content = found->operations->pdata[0];
          filter = json_object_get (content, "filter");
          g_assert_cmpstr (json_string_value (json_object_get (content, "entity")), ==,
                           operation->entity);
          g_assert_cmpuint (json_array_size (filter), ==,
                            operation->filter == NULL ? 0 : operation->filter->len);
          for (guint j = 0; j < json_array_size (filter); j++)
            g_assert_cmpstr (
                json_string_value (json_object_get (json_array_get (filter, j), "path")), ==,
                ((const SquillKey *)operation->filter->pdata[j])->path);
        }
    }
}

/* Texts that nobody would write. */
static void
test_hostile (void)
{
  static const char *const pieces[] = { "(",
                                        "[",
                                        "{",
                                        "{a:",
                                        "x(",
                                        "a.",
                                        "a[",
                                        "\"",
                                        "`",
                                        "/*",
                                        "(/",
                                        "db.orders.find({a:",
                                        "db.orders.find([",
                                        "$",
                                        "\\" };

  for (guint i = 0; i < G_N_ELEMENTS (pieces); i++)
    {
      g_autoptr (SquillModel) model = make_shop ();
      g_autoptr (GString) text = g_string_new (NULL);
      g_autoptr (SquillOperationImport) found = NULL;

      for (guint j = 0; j < 20000; j++)
        g_string_append (text, pieces[i]);
      found = import (model, text->str);
      g_assert_cmpuint (found->problems->len, <=, 1000);
    }
}

/* A value is read wherever its name stands, as long as that is not too much of it. */
static void
test_large_values (void)
{
  g_autoptr (SquillModel) model = make_shop ();
  g_autoptr (GString) text = g_string_new ("const a = { status: { $in: [");
  g_autoptr (SquillOperationImport) found = NULL;

  while (text->len < 60000)
    g_string_append (text, "'x',");
  g_string_append (text, "'x'] } };\n");
  for (guint i = 0; i < 1000; i++)
    g_string_append (text, "db.orders.find(a);\n");
  found = import (model, text->str);
  g_assert_cmpuint (found->n_commands, ==, 1001);
  g_assert_cmpuint (found->problems->len, >, 0);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/exchange/operation-import/commands", test_commands);
  g_test_add_func ("/exchange/operation-import/rates", test_rates);
  g_test_add_func ("/exchange/operation-import/index-use", test_index_use);
  g_test_add_func ("/exchange/operation-import/explain", test_explain);
  g_test_add_func ("/exchange/operation-import/explain-shards", test_explain_shards);
  g_test_add_func ("/exchange/operation-import/large-values", test_large_values);
  g_test_add_func ("/exchange/operation-import/both-ways", test_both_ways);
  g_test_add_func ("/exchange/operation-import/hostile", test_hostile);

  return g_test_run ();
}

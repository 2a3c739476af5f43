/* SPDX-License-Identifier: Apache-2.0 */

/* Scripts for the MongoDB Shell, and programs that make collections with a driver, as models. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include <glib/gstdio.h>
#include <string.h>

#include "exchange/import/squill-mongosh-import.h"
#include "exchange/squill-import-folder.h"
#include "export-text.h"
#include "import-text.h"

static SquillModel *
import_script (const char *script, SquillImportReport *report)
{
  return import_text ("mongosh", script, report);
}

static void
assert_types (gconstpointer owner, const char *path, SquillTypes types)
{
  g_auto (GStrv) names = g_strsplit (path, ".", -1);

  for (guint i = 0; names[i] != NULL; i++)
    owner = find_child (owner, SQUILL_KIND_FIELD, names[i]);
  g_assert_cmpuint (((const SquillField *)owner)->types, ==, types);
}

static void
assert_keys (const SquillEntity *entity, const char *name, const char *first, const char *how)
{
  const SquillIndex *index = find_child (entity, SQUILL_KIND_INDEX, name);
  const SquillKey *key = index->keys->pdata[0];
  const SquillField *field = find_child (entity, SQUILL_KIND_FIELD, first);

  g_assert_cmpstr (key->path, ==, field->item.id);
  g_assert_cmpstr (key->operator, ==, how);
}

/* A validator says what documents look like, also where it comes later, or under a name. */
static void
test_validators (void)
{
  static const char script[] =
      "db = db.getSiblingDB ('shop');\n"
      "const address = { bsonType: 'object', required: ['city'],\n"
      "  properties: { city: { bsonType: 'string' } } };\n"
      "db.createCollection ('users', {\n"
      "  validator: { $jsonSchema: { bsonType: 'object', required: ['name'], title: 'People',\n"
      "    properties: { _id: { bsonType: 'objectId' }, name: { bsonType: 'string', maxLength: 9 "
      "},\n"
      "      age: { bsonType: 'int', minimum: 0 }, address } } },\n"
      "  validationLevel: 'moderate', validationAction: 'warn' });\n"
      "db.createCollection ('visits', { timeseries: { timeField: 'at', metaField: 'page',\n"
      "  granularity: 'minutes' }, expireAfterSeconds: 3600 * 24 });\n"
      "db.createCollection ('log', { capped: true, size: 1024 * 1024, max: 50,\n"
      "  collation: { locale: 'de' } });\n"
      "db.createCollection ('old', { validator: { mail: { $type: 'string', $exists: true },\n"
      "  kind: { $in: ['a', 'b'] }, $expr: { $gt: ['$a', '$b'] } } });\n"
      "db.log.insertOne ({ line: 'a' });\n"
      "db.runCommand ({ collMod: 'log', validator: { $jsonSchema: { bsonType: 'object',\n"
      "  properties: { line: { bsonType: ['string', 'null'] } } } } });\n"
      "db.createView ('adults', 'users', [{ $match: { age: { $gte: 18 } } }]);\n";
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  g_autoptr (SquillModel) model = import_script (script, report);
  const SquillModelInfo *info = squill_model_get_info (model);
  const SquillEntity *users = find_entity (model, "users");
  const SquillEntity *visits = find_entity (model, "visits");
  const SquillEntity *log = find_entity (model, "log");
  const SquillField *mail = find_child (find_entity (model, "old"), SQUILL_KIND_FIELD, "mail");

  g_assert_cmpstr (info->database, ==, "shop");
  g_assert_cmpuint (count_children (info, SQUILL_KIND_ENTITY), ==, 5);
  assert_types (users, "address.city", SQUILL_TYPE_STRING);
  g_assert_true (((SquillField *)find_child (users, SQUILL_KIND_FIELD, "name"))->required);
  g_assert_false (((SquillField *)find_child (users, SQUILL_KIND_FIELD, "age"))->required);
  g_assert_cmpint (users->validation_action, ==, SQUILL_VALIDATION_WARN);
  g_assert_cmpint (users->validation_level, ==, SQUILL_VALIDATION_MODERATE);
  assert_types (visits, "at", SQUILL_TYPE_DATE);
  g_assert_nonnull (find_child (visits, SQUILL_KIND_FIELD, "page"));
  g_assert_cmpfloat (visits->expire_after, ==, 86400);
  g_assert_true (log->capped);
  /* One document does not take back what the validator says. */
  assert_types (log, "line", SQUILL_TYPE_STRING | SQUILL_TYPE_NULL);
  g_assert_true (mail->required);
  assert_types (find_entity (model, "old"), "mail", SQUILL_TYPE_STRING);
  g_assert_nonnull (find_problem (report, "$expr"));
  g_assert_cmpuint (report->problems->len, ==, 1);
}

/* Whatever is said together of one collection holds, in every order. */
static void
test_validators_together (void)
{
#define SCHEMA "$jsonSchema: { properties: { c: { bsonType: 'bool' } } }"
  static const char *const validators[] = {
    "{ a: { $type: 'int' }, " SCHEMA ", b: { $type: 'string' } }",
    "{ $and: [{ a: { $type: 'int' } }], b: { $type: 'string' }, " SCHEMA " }",
    "{ $and: [{ " SCHEMA " }, { $jsonSchema: { properties: { a: { bsonType: 'int' } } } },"
    " { b: { $type: 'string' } }] }",
    "{ " SCHEMA ", b: { $type: 'string' }, $and: [{ a: { $type: 'int' } }] }",
  };
#undef SCHEMA

  for (guint i = 0; i < G_N_ELEMENTS (validators); i++)
    {
      g_autofree char *script =
          g_strdup_printf ("db.createCollection ('u', { validator: %s });\n", validators[i]);
      g_autoptr (SquillImportReport) report = squill_import_report_new ();
      g_autoptr (SquillModel) model = import_script (script, report);
      const SquillEntity *entity = find_entity (model, "u");

      g_test_message ("%s", validators[i]);
      assert_types (entity, "a", SQUILL_TYPE_INT);
      assert_types (entity, "b", SQUILL_TYPE_STRING);
      assert_types (entity, "c", SQUILL_TYPE_BOOL);
    }
}

/* A schema whose properties are none is hostile; what is beside it stays. */
static void
test_validator_of_no_schema (void)
{
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  g_autoptr (SquillModel) model =
      import_script ("db.createCollection ('u', { validator: { $and: [{ $jsonSchema: { properties: "
                     "5, required: 7 } "
                     "},\n{ b: { $type: 'string', $exists: true } }] } });\n",
                     report);

  assert_types (find_entity (model, "u"), "b", SQUILL_TYPE_STRING);
}

/* All ways in which an index is made, and what takes it back. */
static void
test_indexes (void)
{
  static const char script[] =
      "const MAIL = { email: 1 };\n"
      "db.users.createIndex (MAIL, { unique: true, name: 'by mail' });\n"
      "db['users'].ensureIndex ({ age: -1, 'address.city': 1 });\n"
      "db.getCollection ('users').createIndexes ([{ place: '2dsphere' }, { text: 'text' }]);\n"
      "db.users.createIndex ({ gone: 1 });\n"
      "db.users.dropIndex ('gone_1');\n"
      "db.fs.files.createIndex ({ filename: 1 }, { expireAfterSeconds: 60 });\n"
      "db.runCommand ({ createIndexes: 'posts', indexes: [{ key: { at: 1 }, name: 'at' }] });\n"
      "db.posts.createIndex (keys ());\n"
      "sh.shardCollection ('shop.posts', { at: 'hashed' });\n";
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  g_autoptr (SquillModel) model = import_script (script, report);
  const SquillEntity *users = find_entity (model, "users");
  const SquillEntity *posts = find_entity (model, "posts");

  g_assert_cmpuint (count_children (users, SQUILL_KIND_INDEX), ==, 4);
  assert_keys (users, "by mail", "email", "1");
  assert_keys (users, "age_-1_address.city_1", "age", "-1");
  assert_keys (users, "place_2dsphere", "place", "2dsphere");
  assert_keys (users, "text_text", "text", "text");
  assert_types (users, "address.city", 0);
  assert_types (users, "_id", SQUILL_TYPE_OBJECT_ID);
  assert_keys (find_entity (model, "fs.files"), "filename_1", "filename", "1");
  assert_keys (posts, "at", "at", "1");
  g_assert_cmpuint (posts->shard_key->len, ==, 1);
  g_assert_cmpuint (report->problems->len, ==, 1);
  g_assert_cmpuint (find_problem (report, "keys of this index")->line, ==, 9);
}

/* Migrations and programs: functions with their arguments, loops, names, and what a driver calls
 * otherwise. */
static void
test_programs (void)
{
  static const char script[] =
      "const { MongoClient } = require ('mongodb');\n"
      "async function make (database, name, indexes) {\n"
      "  const made = await database.createCollection (name);\n"
      "  for (const [keys, options] of indexes) await made.createIndex (keys, options);\n"
      "}\n"
      "function unused (name) { db.getCollection (name).createIndex ({ a: 1 }); }\n"
      "module.exports = {\n"
      "  async up (db, client) {\n"
      "    await make (db, 'users', [[{ email: 1 }, { unique: true }], [{ at: 1 }]]);\n"
      "    const orders = db.collection<Order> ('orders');\n"
      "    await orders.createIndex ('user');\n"
      "    await orders.createIndex ([['a', 1], ['b', -1]]);\n"
      "    for (const name of ['x', 'y'])\n"
      "      await db.collection (`log_${name}`).insertOne ({ at: new Date (), name,\n"
      "        by: someone (), id: result.insertedId });\n"
      "    const rows = [];\n"
      "    rows.push ({ n: 1 });\n"
      "    await db.collection ('rows').insertMany (rows);\n"
      "    await db.collection ('settings').updateOne ({ _id: 'main' },\n"
      "      { $setOnInsert: { theme: 'dark' } }, { upsert: true });\n"
      "    await db.collection ('users').updateMany ({}, { $set: { a: 1 } });\n"
      "    try { await db.createCollection ('kept'); }\n"
      "    catch (error) { await db.createCollection ('not this'); }\n"
      "  },\n"
      "  async down (db) {\n"
      "    await db.collection ('users').drop ();\n"
      "    await db.createCollection ('before');\n"
      "  }\n"
      "};\n";
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  g_autoptr (SquillModel) model = import_script (script, report);
  const SquillEntity *log = find_entity (model, "log_y");

  g_assert_cmpuint (count_children (squill_model_get_info (model), SQUILL_KIND_ENTITY), ==, 7);
  g_assert_cmpuint (count_children (find_entity (model, "users"), SQUILL_KIND_INDEX), ==, 2);
  assert_keys (find_entity (model, "orders"), "user_1", "user", "1");
  assert_keys (find_entity (model, "orders"), "a_1_b_-1", "a", "1");
  assert_types (log, "at", SQUILL_TYPE_DATE);
  assert_types (log, "name", SQUILL_TYPE_STRING);
  assert_types (log, "by", 0);
  assert_types (log, "id", SQUILL_TYPE_OBJECT_ID);
  assert_types (find_entity (model, "rows"), "n", SQUILL_TYPE_INT);
  assert_types (find_entity (model, "settings"), "_id", SQUILL_TYPE_STRING);
  assert_types (find_entity (model, "settings"), "theme", SQUILL_TYPE_STRING);
  find_entity (model, "kept");
  g_assert_cmpuint (report->problems->len, ==, 1);
  g_assert_cmpuint (find_problem (report, "updateMany")->line, ==, 21);
}

/* Functions of another file get collections, and constants of a loop are known in each turn. */
static void
test_helpers (void)
{
  static const char script[] =
      "import Helpers from './helpers';\n"
      "const all = [{ name: 'a', keys: { x: 1 } }, { name: 'b', keys: { y: -1 } }];\n"
      "export const up = async ({ db }) => {\n"
      "  for (const one of all) {\n"
      "    const name = one.name;\n"
      "    const label = `log_${name}`;\n"
      "    await db.createCollection (label);\n"
      "    await Helpers.addIndexes (db[label], [{ key: one.keys, unique: true }]);\n"
      "  }\n"
      "  await Helpers.addIndexes (db.users, [{ key: { email: 1 } }]);\n"
      "};\n";
  static const char helpers[] =
      "async function addIndexes (collection, indexes) {\n"
      "  await Promise.all (indexes.map ((i) => collection.createIndex (i.key, i)));\n"
      "}\n"
      "export default { addIndexes };\n";
  const SquillImportSource sources[] = { { "m1.mjs", script, strlen (script) },
                                         { "helpers.mjs", helpers, strlen (helpers) } };
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (SquillModel) model =
      squill_mongosh_import ("shop", sources, G_N_ELEMENTS (sources), report, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (report->problems->len, ==, 0);
  g_assert_cmpuint (count_children (squill_model_get_info (model), SQUILL_KIND_ENTITY), ==, 3);
  assert_keys (find_entity (model, "log_a"), "x_1", "x", "1");
  assert_keys (find_entity (model, "log_b"), "y_-1", "y", "-1");
  assert_keys (find_entity (model, "users"), "email_1", "email", "1");
}

/* A function that calls itself is called once, and those that call others twice end with a word. */
static void
test_endless_calls (void)
{
  g_autoptr (GString) script = g_string_new (NULL);
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  g_autoptr (SquillImportReport) other = squill_import_report_new ();
  g_autoptr (SquillModel) model =
      import_script ("function make (db, name) {\n"
                     "  db.createCollection (name); make (db, name + 'x'); make (db, name + 'y');\n"
                     "}\nmake (db, 'a');\ndb.createCollection ('b');\n",
                     report);
  g_autoptr (SquillModel) doubled = NULL;

  g_assert_cmpuint (count_children (squill_model_get_info (model), SQUILL_KIND_ENTITY), ==, 2);
  g_assert_cmpuint (find_problem (report, "too much")->line, ==, 2);
  for (guint i = 0; i < 18; i++)
    g_string_append_printf (script,
                            "function f%u (db, n) { f%u (db, n + 'x'); f%u (db, n + 'y'); }\n", i,
                            i + 1, i + 1);
  g_string_append (script,
                   "function f18 (db, n) { db.getCollection ('u').createIndex ({ [n]: 1 }); }\n"
                   "f0 (db, 'a');\ndb.createCollection ('b');\n");
  doubled = import_script (script->str, other);
  g_assert_nonnull (find_entity (doubled, "b"));
  g_assert_nonnull (find_problem (other, "too much"));
}

/* A long function is not looked through for each of its calls of itself, whether it has to do with
 * the database or not. */
static void
test_long_recursion (void)
{
  static const char *const ends[] = { "", "db.createCollection ('b');\n" };

  for (guint i = 0; i < G_N_ELEMENTS (ends); i++)
    {
      g_autoptr (GString) script = g_string_new ("db.createCollection ('a');\nfunction f (n) {\n");
      g_autoptr (SquillImportReport) report = squill_import_report_new ();
      g_autoptr (SquillModel) model = NULL;

      for (guint n = 0; n < 19000; n++)
        g_string_append (script, "f (n);\n");
      for (guint n = 0; n < 500000; n++)
        g_string_append (script, "x;\n");
      g_string_append_printf (script, "%s}\nf (1);\n", ends[i]);
      model = import_script (script->str, report);
      g_assert_nonnull (find_entity (model, "a"));
      g_assert_cmpint (find_problem (report, "too much") != NULL, ==, i == 1);
    }
}

/* Numbers are computed as JavaScript does it. */
static void
test_numbers (void)
{
  static const struct
  {
    const char *text;
    double number;
  } cases[] = {
    { "24 * 60 * 60", 86400 },
    { "60 + 2 * 60", 180 },
    { "2 * 60 + 3 * 60 / 2", 210 },
    { "600 - 60 * 2 - 30", 450 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *script = g_strdup_printf (
          "db.u.createIndex ({ a: 1 }, { expireAfterSeconds: %s });", cases[i].text);
      g_autoptr (SquillImportReport) report = squill_import_report_new ();
      g_autoptr (SquillModel) model = import_script (script, report);
      const SquillIndex *index = find_child (find_entity (model, "u"), SQUILL_KIND_INDEX, "a_1");

      g_assert_cmpfloat (index->expire_after, ==, cases[i].number);
      g_assert_cmpuint (report->problems->len, ==, 0);
    }
}

/* Options that are not known are told and left out, and nothing is put in their place;
 * what is called at the end is none. */
static void
test_unknown_options (void)
{
  static const struct
  {
    const char *script;
    guint n_problems;
  } cases[] = {
    { "db.u.createIndex ({ a: 1 }, OPTIONS);", 1 },
    { "db.u.createIndex ({ a: 1 }, { expireAfterSeconds: TTL });", 1 },
    { "db.u.createIndex ({ a: 1 }, { ...OPTIONS, unique: true });", 1 },
    { "db.u.createIndex ({ a: 1 }, { expireAfterSeconds: parseInt (process.env.TTL) });", 1 },
    { "db.u.createIndex ({ a: 1 }, { expireAfterSeconds: 60 * MINUTES });", 1 },
    { "db.u.createIndex ({ a: 1 }, { expireAfterSeconds: all.length });", 1 },
    { "db.u.createIndex ({ a: 1 }, { expireAfterSeconds: NumberInt (TTL) });", 1 },
    { "db.u.createIndex ({ a: 1 }, { name: 'a_' + SUFFIX });", 1 },
    { "db.u.createIndex ({ a: 1 }, makeOptions ());", 1 },
    { "db.u.createIndex ({ a: 1 }, Object.assign ({}, { unique: true }));", 0 },
    { "db.u.createIndex ({ a: 1 }, { background: BACKGROUND, name: undefined });", 0 },
    { "db.u.createIndex ({ a: 1 }, done);", 0 },
    { "const a = NumberInt (a);\ndb.u.createIndex ({ a: 1 }, { expireAfterSeconds: a });", 1 },
    { "const a = NumberInt (b); const b = NumberInt (a);\n"
      "db.createCollection ('u', { expireAfterSeconds: a });",
      1 },
    { "db.createCollection ('u', done);", 0 },
    { "db.createCollection ('u', OPTIONS);", 1 },
    { "db.createCollection ('u', { expireAfterSeconds: Number (process.env.TTL) });", 1 },
    { "db.createCollection ('u', { capped: true, size: parseInt (SIZE) });", 1 },
    { "db.createCollection ('u', { validator: makeValidator () });", 1 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (SquillImportReport) report = squill_import_report_new ();
      g_autoptr (SquillModel) model = import_script (cases[i].script, report);
      gpointer const *indexes;
      guint n;

      g_test_message ("%s", cases[i].script);
      g_assert_nonnull (find_entity (model, "u"));
      g_assert_cmpuint (report->problems->len, ==, cases[i].n_problems);
      g_assert_false (find_entity (model, "u")->expire_after > 0);
      g_assert_false (find_entity (model, "u")->capped_size > 0);
      if (strstr (cases[i].script, "createIndex") == NULL)
        continue;
      indexes = squill_item_get_children (find_entity (model, "u"), SQUILL_KIND_INDEX, &n);
      g_assert_cmpuint (n, ==, 1);
      g_assert_false (((const SquillIndex *)indexes[0])->expire_after > 0);
      g_assert_cmpstr (((const SquillIndex *)indexes[0])->name, ==, "a_1");
    }
}

/* What takes a migration back is not done, in each way in which it is written. */
static void
test_down (void)
{
  static const char *const scripts[] = {
    "exports.up = async (db) => { await db.createCollection ('users'); };\n"
    "exports.down = async (db) => { await db.collection ('users').drop (); };\n",
    "module.exports = { up: function (db) { return db.createCollection ('users'); },\n"
    "  down: function (db) { return db.collection ('users').drop (); } };\n",
    "module.exports.up = function up (db, done) {\n"
    "  db.createCollection ('users', function (error) { done (error); }); };\n"
    "module.exports.down = async function down (db) { db.dropCollection ('users'); };\n",
    "export async function up (db: Db): Promise<void> { await db.createCollection ('users'); }\n"
    "export async function down (db: Db): Promise<void> { await db.dropCollection ('users'); }\n",
    "export const up = async (db: Db) => { await db.createCollection ('users'); };\n"
    "export const down = async (db: Db) => { await db.dropCollection ('users'); };\n",
    "const migrate = async ({ db }) => { await db.createCollection ('users'); };\n"
    "const rollback = async ({ db }) => { await db.dropCollection ('users'); };\n",
    "class M { async up () { await this.db.createCollection ('users'); }\n"
    "  async down () { await this.db.dropCollection ('users'); } }\n",
  };

  for (guint i = 0; i < G_N_ELEMENTS (scripts); i++)
    {
      g_autoptr (SquillImportReport) report = squill_import_report_new ();
      g_autoptr (SquillModel) model = import_script (scripts[i], report);

      g_test_message ("%s", scripts[i]);
      find_entity (model, "users");
      g_assert_cmpuint (report->problems->len, ==, 0);
    }
}

/* What the shell sends of what is written. */
static void
test_values (void)
{
  static const char script[] =
      "use shop\n"
      "db.all.insert ({ _id: UUID (), i: 2.0, d: 1.5, big: 3000000000, l: NumberLong ('5'),\n"
      "  dec: Decimal128.fromString ('1.5'), at: ISODate ('2020-01-01T00:00:00Z'), re: /a/gi,\n"
      "  bin: BinData (0, 'YQ=='), ts: Timestamp (1, 2), no: null, yes: true, min: MinKey,\n"
      "  neg: -5, sum: 2 + 3, day: new Date ().toISOString (), rnd: Math.random (),\n"
      "  obj: Object.assign ({}, { a: 1 }), list: [ObjectId (), ObjectId ()] });\n"
      "db.all.insert (load ('more.json'));\n";
  static const struct
  {
    const char *path;
    SquillTypes types;
  } expected[] = {
    { "i", SQUILL_TYPE_INT },        { "d", SQUILL_TYPE_DOUBLE },
    { "big", SQUILL_TYPE_DOUBLE },   { "l", SQUILL_TYPE_LONG },
    { "dec", SQUILL_TYPE_DECIMAL },  { "at", SQUILL_TYPE_DATE },
    { "re", SQUILL_TYPE_REGEX },     { "bin", SQUILL_TYPE_BINARY },
    { "ts", SQUILL_TYPE_TIMESTAMP }, { "yes", SQUILL_TYPE_BOOL },
    { "min", SQUILL_TYPE_MIN_KEY },  { "neg", SQUILL_TYPE_INT },
    { "sum", SQUILL_TYPE_INT },      { "day", SQUILL_TYPE_STRING },
    { "obj.a", SQUILL_TYPE_INT },    { "list", SQUILL_TYPE_OBJECT_ID },
  };
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  g_autoptr (SquillModel) model = import_script (script, report);
  const SquillEntity *all = find_entity (model, "all");

  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    assert_types (all, expected[i].path, expected[i].types);
  g_assert_cmpuint (find_problem (report, "are computed")->line, ==, 7);
}

/* A script that Squill wrote is the same script again, with and without sample documents. */
static void
check_again (SquillModel *model, const char *name, gpointer count_of_documents)
{
  g_autofree char *plain = export_text (model, "mongosh", NULL, NULL);
  g_autofree char *script = export_text (model, "mongosh", "count", count_of_documents);
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  g_autoptr (SquillModel) again = import_script (script, report);
  g_autofree char *written = export_text (again, "mongosh", NULL, NULL);
  g_auto (GStrv) before = g_strsplit (plain, "\n", -1), now = g_strsplit (written, "\n", -1);
  guint i = 0, j = 0;

  g_test_message ("%s", name);
  g_assert_cmpuint (report->problems->len, ==, 0);
  for (;;)
    {
      while (before[i] != NULL && g_str_has_prefix (g_strchug (before[i]), "//"))
        i++;
      while (now[j] != NULL && g_str_has_prefix (g_strchug (now[j]), "//"))
        j++;
      g_assert_cmpstr (now[j], ==, before[i]);
      if (before[i] == NULL)
        break;
      i++;
      j++;
    }
}

static void
test_round_trip (void)
{
  foreach_example (check_again, (gpointer) "0");
  foreach_example (check_again, (gpointer) "3");
}

static void
test_faults (void)
{
  static const ImportFault faults[] = {
    { "", 1, 1 },
    { "print ('hello');\n", 1, 1 },
    { "\n  db.createCollection (name ());", 2, 6 },
    { "(collection) => collection.createIndex ({ a: 1 });", 1, 28 },
  };

  check_faults ("mongosh", faults, G_N_ELEMENTS (faults));
  g_assert_true (squill_mongosh_is_likely ("db.createCollection ('a')", 25));
  g_assert_false (squill_mongosh_is_likely ("console.log ('a')", 17));
}

/* A file that only borrows the connection of Mongoose; documents with such words; a folder of a
 * program that also makes an index. */
static void
test_recognized (void)
{
  static const char migration[] =
      "const mongoose = require ('mongoose');\n"
      "exports.up = async () => {\n"
      "  await mongoose.connection.db.collection ('users').createIndex ({ email: 1 });\n"
      "};\n";
  static const char model_text[] =
      "const mongoose = require ('mongoose');\n"
      "mongoose.model ('Post', new mongoose.Schema ({ a: String }));\n";
  static const char document[] = "{\"op\": \"db.users.insertOne ({})\"}";
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  const SquillImportFormat *format =
      squill_import_find_format_of ("1-users.js", migration, strlen (migration));
  g_autoptr (GError) error = NULL;
  g_autoptr (SquillModel) model =
      squill_import_read (format, "1-users.js", migration, strlen (migration), report, &error);
  g_autofree char *folder = g_dir_make_tmp ("squill-XXXXXX", NULL);
  g_autofree char *first = g_build_filename (folder, "a.js", NULL);
  g_autofree char *second = g_build_filename (folder, "b.js", NULL);

  g_assert_no_error (error);
  assert_keys (find_entity (model, "users"), "email_1", "email", "1");
  g_assert_cmpstr (squill_import_find_format_by_content (document, strlen (document))->name, ==,
                   "json");
  g_assert_true (g_file_set_contents (first, "db.users.createIndex ({ a: 1 });", -1, NULL));
  g_assert_cmpstr (squill_import_find_format_of_folder (folder, NULL)->name, ==, "mongosh");
  g_assert_true (g_file_set_contents (second, model_text, -1, NULL));
  g_assert_cmpstr (squill_import_find_format_of_folder (folder, NULL)->name, ==, "mongoose");
  g_assert_cmpint (g_unlink (first) + g_unlink (second) + g_rmdir (folder), ==, 0);
}

/* Functions that call themselves, loops in loops, and lists that are added to themselves end. */
static void
test_bounds (void)
{
  g_autoptr (GString) loops = g_string_new ("const all = [0");
  const char *const functions = "function f (a) { f (a); f ([a, a]); "
                                "db.getCollection (a).insertOne ({ a }); }\nf ('x');\n";
  const char *const lists = "const l = [{ a: 1 }];\nl.push (l, l);\ndb.u.insertMany (l);\n";
  const char *scripts[3];

  for (guint i = 0; i < 100; i++)
    g_string_append_printf (loops, ", %u", i);
  g_string_append (loops, "];\n");
  for (guint i = 0; i < 8; i++)
    g_string_append (loops, "for (const a of all) ");
  g_string_append (loops, "db.loop.insertOne ({ a });\n");
  scripts[0] = functions;
  scripts[1] = loops->str;
  scripts[2] = lists;
  for (guint i = 0; i < G_N_ELEMENTS (scripts); i++)
    {
      g_autofree char *script = g_strconcat ("db.createCollection ('v');\n", scripts[i], NULL);
      g_autoptr (SquillImportReport) report = squill_import_report_new ();
      g_autoptr (SquillModel) model = import_script (script, report);

      g_test_message ("%s", scripts[i]);
      g_assert_nonnull (find_entity (model, "v"));
      /* Of documents of which there are many, the others say the same. */
      g_assert_true ((scripts[i] == lists) == (find_problem (report, "too much") == NULL));
    }
}

/* Documents together have 64 MB at the most. */
static void
test_bytes (void)
{
  g_autofree char *text = g_strnfill (4 * 1024 * 1024, 'x');
  g_autofree char *script = g_strdup_printf (
      "const text = '%s';\nfor (const n of [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, "
      "17])\n  db.u.insertOne ({ n, text });\ndb.v.insertOne ({ a: 1 });\n",
      text);
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  g_autoptr (SquillModel) model = import_script (script, report);

  assert_types (find_entity (model, "u"), "text", SQUILL_TYPE_STRING);
  g_assert_nonnull (find_entity (model, "v"));
  g_assert_cmpuint (count_children (find_entity (model, "v"), SQUILL_KIND_FIELD), ==, 1);
  g_assert_nonnull (find_problem (report, "too much"));
}

/* What a loop does stands without braces, also where it begins with a word of its own, and ends
 * where the next statement begins. */
static void
test_bodies (void)
{
  static const char script[] =
      "['first', 'second'].forEach ((name) => db.getCollection (name).insertOne ({ a: 1 }));\n"
      "(['third']).forEach ((name) => db.getCollection (name).insertOne ({ a: 1 }));\n"
      "for (const a of ['a', 'b'])\n"
      "  for (const b of ['c', 'd'])\n"
      "    db.getCollection (`${a}_${b}`).insertOne ({ a })\n"
      "db.behind.insertOne ({ a: 1 })\n"
      "for (const name of ['e', 'f'])\n"
      "  if (!has (name)) db.createCollection (name);\n"
      "  else if (other (name)) { db.getCollection (name).createIndex ({ at: 1 }); }\n"
      "  else\n"
      "    for (const key of ['x', 'y']) db.getCollection (name).createIndex ({ [key]: 1 });\n"
      "for (const name of ['g']) try { db.createCollection (name); } catch (e) { print (e); }\n"
      "function all () { for (const name of ['h']) if (name) db.createCollection (name) }\n"
      "all ();\n"
      "for (const a of ['i', 'j']) { if (a) db.createCollection (a) }\n";
  static const char *const names[] = { "first",  "second", "third", "a_c", "a_d", "b_c", "b_d",
                                       "behind", "e",      "f",     "g",   "h",   "i",   "j" };
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  g_autoptr (SquillModel) model = import_script (script, report);

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    find_entity (model, names[i]);
  g_assert_cmpuint (count_children (squill_model_get_info (model), SQUILL_KIND_ENTITY), ==,
                    G_N_ELEMENTS (names));
  g_assert_cmpuint (count_children (find_entity (model, "f"), SQUILL_KIND_INDEX), ==, 3);
  g_assert_cmpuint (count_children (find_entity (model, "behind"), SQUILL_KIND_INDEX), ==, 0);
  g_assert_cmpuint (report->problems->len, ==, 0);
}

/* Lists that are spread in lists are one list, wherever they stand. */
static void
test_spread (void)
{
  static const char script[] =
      "const one = ['a', 'b'], two = [...one, 'c'], three = ['z', ...two, ...unknown ()];\n"
      "db.u.insertOne ({ tags: [...two], deep: [[...one]], more: three });\n"
      "for (const name of [...two, 'd']) db.createCollection (name);\n"
      "const keys = [['at', 1]], both = [...keys, ['by', -1]];\n"
      "db.u.createIndex ([...both, 'of']);\n"
      "const writes = [{ insertOne: { document: { n: 1 } } }];\n"
      "db.w.bulkWrite ([...writes, ...writes]);\n"
      "db.x.createIndexes ([...[...[{ key: { p: 1 } }], { key: { q: 1 } }], ...unknown ()]);\n"
      "const rows = [];\nrows.push ({ n: 1 });\ndb.r.insertMany ([...rows, { n: 'two' }]);\n";
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  g_autoptr (SquillModel) model = import_script (script, report);
  const SquillEntity *u = find_entity (model, "u");
  const SquillIndex *index = find_child (u, SQUILL_KIND_INDEX, "at_1_by_-1_of_1");
  const SquillField *tags = find_child (u, SQUILL_KIND_FIELD, "tags");
  const SquillField *more = find_child (u, SQUILL_KIND_FIELD, "more");

  assert_types (u, "tags", SQUILL_TYPE_STRING);
  g_assert_cmpfloat (tags->length.max, ==, 3);
  g_assert_cmpfloat (more->length.max, ==, 4);
  g_assert_cmpuint (index->keys->len, ==, 3);
  find_entity (model, "d");
  assert_types (find_entity (model, "w"), "n", SQUILL_TYPE_INT);
  assert_types (find_entity (model, "r"), "n", SQUILL_TYPE_INT | SQUILL_TYPE_STRING);
  g_assert_cmpuint (count_children (find_entity (model, "x"), SQUILL_KIND_INDEX), ==, 2);
  g_assert_cmpuint (find_problem (report, "indexes of “x” are computed")->line, ==, 8);
  g_assert_cmpuint (report->problems->len, ==, 1);
}

/* What commands and methods take back. */
static void
test_removed (void)
{
  static const char script[] =
      "db.old.insertOne ({ a: 1 });\n"
      "db.dropDatabase ();\n"
      "for (const name of ['a', 'b', 'c', 'd', 'e']) db.getCollection (name).insertOne ({ x: 1 "
      "});\n"
      "db.runCommand ({ drop: 'a' });\n"
      "db.b.createIndex ({ x: 1 });\n"
      "db.b.createIndex ({ y: 1 });\n"
      "db.b.createIndex ({ x: 1 }, { unique: true });\n"
      "db.runCommand ({ dropIndexes: 'b', index: 'y_1' });\n"
      "db.adminCommand ({ renameCollection: 'shop.c', to: 'shop.renamed' });\n"
      "db.adminCommand ({ shardCollection: 'shop.b', key: { x: 'hashed' } });\n"
      "db.d.deleteMany ({});\n"
      "db.d.insertOne ({ x: 'text' });\n"
      "db.e.deleteOne ({ x: 1 });\n"
      "db.runCommand ({ delete: 'e', deletes: [] });\n"
      "helper (db.zoo);\n"
      "function helper (collection) { collection.createIndex ({ name: 1 }); }\n"
      "other (db);\n"
      "function other (database) { helper (database.fs.files); }\n"
      "db.x.db.foo.insertOne ({ a: 1 });\n";
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  g_autoptr (SquillModel) model = import_script (script, report);
  const SquillEntity *b = find_entity (model, "b");

  g_assert_cmpuint (count_children (squill_model_get_info (model), SQUILL_KIND_ENTITY), ==, 7);
  g_assert_cmpuint (count_children (b, SQUILL_KIND_INDEX), ==, 1);
  g_assert_true (((const SquillIndex *)find_child (b, SQUILL_KIND_INDEX, "x_1"))->unique);
  g_assert_cmpuint (b->shard_key->len, ==, 1);
  find_entity (model, "renamed");
  assert_types (find_entity (model, "d"), "x", SQUILL_TYPE_STRING);
  assert_keys (find_entity (model, "zoo"), "name_1", "name", "1");
  assert_keys (find_entity (model, "fs.files"), "name_1", "name", "1");
  g_assert_cmpuint (find_problem (report, "deleteOne")->line, ==, 13);
  g_assert_cmpuint (find_problem (report, "“delete”")->line, ==, 14);
  g_assert_cmpuint (report->problems->len, ==, 2);
}

/* Problems stand at the validator, or at the collection, of which they are. */
static void
test_places (void)
{
  static const char script[] =
      "db.createCollection ('a');\n"
      "db.createCollection ('b');\n"
      "db.runCommand ({ collMod: 'b', validator: { $jsonSchema: { properties:\n"
      "  { x: { not: { bsonType: 'int' } } } } } });\n"
      "db.c.insertOne ({ big: NumberLong ('99999999999999999999') });\n";
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  g_autoptr (SquillModel) model = import_script (script, report);

  g_assert_nonnull (model);
  g_assert_cmpuint (report->problems->len, ==, 2);
  g_assert_cmpuint (((const SquillImportProblem *)report->problems->pdata[0])->line, ==, 3);
  g_assert_cmpuint (find_problem (report, "c: ")->line, ==, 5);
}

/* Thousands of keys, fields, and indexes take no more than their number. */
static void
test_many (void)
{
  g_autoptr (GString) script = g_string_new ("db.u.createIndex ({");
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  g_autoptr (SquillModel) model = NULL;

  for (guint i = 0; i < 5000; i++)
    g_string_append_printf (script, "%sk%u: 1", i == 0 ? "" : ", ", i);
  g_string_append (script, "}, { name: 'all' });\n");
  for (guint i = 0; i < 1100; i++)
    g_string_append_printf (script, "db.u.createIndex ({ k%u: 1 });\n", i);
  model = import_script (script->str, report);
  g_assert_cmpuint (count_children (find_entity (model, "u"), SQUILL_KIND_INDEX), ==, 1000);
  g_assert_cmpuint (count_children (find_entity (model, "u"), SQUILL_KIND_FIELD), ==, 5001);
  g_assert_nonnull (find_problem (report, "too much"));
}

/* What has others twice, which have others twice, ends with a word. */
static void
test_doubled (void)
{
  static const struct
  {
    const char *first;
    const char *open; /* what the copies of the one before stand in */
    const char *copy;
    const char *close;
    const char *last;
  } forms[] = {
    { "{ x: 1 }", "{", "...", "}", "db.u.insertOne" },
    { "[]", "[", "", "]", "db.u.insertMany" },
    { "[{ key: { n: 1 } }]", "[", "...", "]", "db.u.createIndexes" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (forms); i++)
    {
      g_autoptr (GString) script = g_string_new (NULL);
      g_autoptr (SquillImportReport) report = squill_import_report_new ();
      g_autoptr (SquillModel) model = NULL;

      g_string_append_printf (script, "const a0 = %s;\n", forms[i].first);
      for (guint j = 1; j <= 19; j++)
        g_string_append_printf (script, "const a%u = %s%sa%u, %sa%u, %sa%u%s;\n", j, forms[i].open,
                                forms[i].copy, j - 1, forms[i].copy, j - 1, forms[i].copy, j - 1,
                                forms[i].close);
      g_string_append_printf (script, "%s (a19);\ndb.createCollection ('v');\n", forms[i].last);
      model = import_script (script->str, report);
      g_assert_nonnull (find_entity (model, "v"));
      g_assert_nonnull (find_problem (report, "too much"));
    }
}

/* All indexes, and some by their names. */
static void
test_dropped_indexes (void)
{
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  g_autoptr (SquillModel) model = import_script (
      "for (const n of ['u', 'v']) {\n"
      "  db.getCollection (n).insertOne ({ a: 1, b: 1, c: 1 });\n"
      "  db.getCollection (n).createIndex ({ a: 1 }); db.getCollection (n).createIndex ({ b: 1 "
      "});\n"
      "  db.getCollection (n).createIndex ({ c: 1 });\n}\n"
      "db.u.dropIndexes ('*'); db.v.dropIndexes (['a_1', 'b_1']);\n"
      "unknown ().forEach ((one, i) => db.getCollection (`part_${i}`).insertOne ({ a: 1 }));\n",
      report);

  g_assert_cmpuint (count_children (find_entity (model, "u"), SQUILL_KIND_INDEX), ==, 0);
  g_assert_cmpuint (count_children (find_entity (model, "v"), SQUILL_KIND_INDEX), ==, 1);
  assert_keys (find_entity (model, "v"), "c_1", "c", "1");
  g_assert_cmpuint (count_children (squill_model_get_info (model), SQUILL_KIND_ENTITY), ==, 2);
}

/* What a server calls an option may be no name of Python. */
static void
test_option_of_no_name (void)
{
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  g_autoptr (SquillModel) model =
      import_script ("db.u.insertOne ({ loc: 1, t: 1 });\n"
                     "db.u.createIndex ({ loc: '2dsphere' }, { '2dsphereIndexVersion': 3 });\n"
                     "const more = [{ key: { t: NumberLong (-1) } }];\n"
                     "db.u.createIndexes ([...more]);\n",
                     report);
  g_autofree char *beanie = export_text (model, "pydantic", "library", "beanie");

  g_assert_nonnull (strstr (beanie, ", **{\"2dsphereIndexVersion\": 3}"));
  g_assert_null (strstr (beanie, ", 2dsphereIndexVersion"));
  assert_keys (find_entity (model, "u"), "t_-1", "t", "-1");
}

/* Of indexes of one name with other keys a server has the first. */
static void
test_indexes_of_one_name (void)
{
  static const char script[] = "db.w.createIndex({f: 1}, {name: 'n'});\n"
                               "db.w.createIndex({f: 1}, {name: 'n'});\n"
                               "db.w.createIndex({g: 1}, {name: 'n'});\n"
                               "db.v.createIndex({f: 1, g: 1}, {name: 'n'});\n"
                               "db.v.createIndex({g: 1, f: 1}, {name: 'n'});\n"
                               "db.u.createIndex({f: 1}, {name: 'n'});\n"
                               "db.u.dropIndex('n');\n"
                               "db.u.createIndex({g: 1}, {name: 'n'});\n";
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  g_autoptr (SquillModel) model = import_script (script, report);

  assert_keys (find_entity (model, "w"), "n", "f", "1");
  assert_keys (find_entity (model, "u"), "n", "g", "1");
  g_assert_nonnull (find_problem (report, "“w” has an index “n” with other keys already"));
  g_assert_nonnull (find_problem (report, "“v” has an index “n” with other keys already"));
  g_assert_null (find_problem (report, "“u” has an index"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/mongosh-import/validators", test_validators);
  g_test_add_func ("/mongosh-import/indexes", test_indexes);
  g_test_add_func ("/mongosh-import/programs", test_programs);
  g_test_add_func ("/mongosh-import/helpers", test_helpers);
  g_test_add_func ("/mongosh-import/endless-calls", test_endless_calls);
  g_test_add_func ("/mongosh-import/long-recursion", test_long_recursion);
  g_test_add_func ("/mongosh-import/numbers", test_numbers);
  g_test_add_func ("/mongosh-import/unknown-options", test_unknown_options);
  g_test_add_func ("/mongosh-import/down", test_down);
  g_test_add_func ("/mongosh-import/values", test_values);
  g_test_add_func ("/mongosh-import/round-trip", test_round_trip);
  g_test_add_func ("/mongosh-import/recognized", test_recognized);
  g_test_add_func ("/mongosh-import/faults", test_faults);
  g_test_add_func ("/mongosh-import/bounds", test_bounds);
  g_test_add_func ("/mongosh-import/bytes", test_bytes);
  g_test_add_func ("/mongosh-import/bodies", test_bodies);
  g_test_add_func ("/mongosh-import/spread", test_spread);
  g_test_add_func ("/mongosh-import/removed", test_removed);
  g_test_add_func ("/mongosh-import/places", test_places);
  g_test_add_func ("/mongosh-import/many", test_many);
  g_test_add_func ("/mongosh-import/validators-together", test_validators_together);
  g_test_add_func ("/mongosh-import/validator-of-no-schema", test_validator_of_no_schema);
  g_test_add_func ("/mongosh-import/doubled", test_doubled);
  g_test_add_func ("/mongosh-import/option-of-no-name", test_option_of_no_name);
  g_test_add_func ("/mongosh-import/dropped-indexes", test_dropped_indexes);
  g_test_add_func ("/mongosh-import/indexes-of-one-name", test_indexes_of_one_name);
  return g_test_run ();
}

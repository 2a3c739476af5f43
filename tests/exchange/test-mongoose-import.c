/* SPDX-License-Identifier: Apache-2.0 */

/* Schemas of Mongoose as models. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include <math.h>
#include <string.h>

#include "exchange/import/squill-mongoose-import.h"
#include "exchange/import/squill-mongoose-private.h"
#include "import-text.h"
#include "model/squill-model-file.h"

static SquillModel *
import (const SquillImportSource *sources, guint n, SquillImportReport *report)
{
  g_autoptr (GError) error = NULL;
  SquillModel *model = squill_mongoose_import ("shop", sources, n, report, &error);

  g_assert_no_error (error);
  return model;
}

static SquillModel *
import_program (const char *text, SquillImportReport *report)
{
  const SquillImportSource source = { "models.ts", text, strlen (text) };

  return import (&source, 1, report);
}

static const char shop[] =
    "import mongoose, { Schema, model } from 'mongoose';\n"
    "enum Role { User = 'user', Admin = 'admin' }\n"
    "const base = { createdBy: { type: Schema.Types.ObjectId, ref: 'User' } };\n"
    "const address = new Schema({ city: { type: String, required: true },\n"
    "  loc: { type: { type: String, enum: ['Point'] }, coordinates: [Number] } }, { _id: false "
    "});\n"
    "const userSchema: Schema<IUser> = new Schema<IUser, Model<IUser>>({\n"
    "  /** Full name.\n   *  As people write it.\n   * @type string */\n"
    "  name: { type: String, required: [true, 'needed'], trim: true, maxlength: 50 },\n"
    "  email: { type: String, unique: true, match: /^\\S+@\\S+$/i },\n"
    "  age: { type: Number, min: 0, max: [150, 'old'] },\n"
    "  role: { type: String, enum: Object.values(Role), default: Role.User },\n"
    "  tags: [String], address, friends: [{ type: Schema.Types.ObjectId, ref: 'User' }],\n"
    "  grid: [[Number]], social: { type: Map, of: String }, any: Schema.Types.Mixed,\n"
    "  big: BigInt, small: Schema.Types.Int32, raw: Buffer, id2: Schema.Types.UUID,\n"
    "  items: [{ product: { type: mongoose.Schema.Types.ObjectId, ref: 'Product' }, n: Number }],\n"
    "  'dot.ted': Boolean, token: { type: Date, expires: '2d' }, ...base,\n"
    "  when: { type: Date, default: () => Date.now() }, seconds: { type: Number, default: 60 * 60 "
    "},\n"
    "}, { timestamps: true });\n"
    "userSchema.index({ name: 1, 'address.city': -1 },\n"
    "  { unique: true, partialFilterExpression: { age: { $gt: 3 } } }).index({ tags: 1 });\n"
    "userSchema.virtual('posts', { ref: 'Post', localField: '_id', foreignField: 'author' });\n"
    "userSchema.pre<IUser>('save', async function (next) { const q = { a: 1 }; if (q.a / 2) next() "
    "});\n"
    "userSchema.methods.show = function () { return `${this.name} {`; };\n"
    "export default mongoose.models.User || model<IUser>('User', userSchema);\n"
    "const Product = mongoose.model('Product', new Schema({ sku: { type: String, index: true } },\n"
    "  { collection: 'goods', versionKey: false, discriminatorKey: 'kind' }));\n"
    "const Book = Product.discriminator('Book', new Schema({ isbn: String }));\n"
    "const postSchema = new mongoose.Schema({ author: { type: Types.ObjectId, required: true },\n"
    "  comments: [new Schema({ text: String, by: { type: Types.ObjectId, ref: 'Nobody' } })],\n"
    "  [computed]: String, odd: makeType(), lost: somewhere });\n"
    "postSchema.index({ nowhere: 1 });\n"
    "export const Post = model('Post', postSchema, 'blog_posts');\n";

static void
test_fields (void)
{
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  g_autoptr (SquillModel) model = import_program (shop, report);
  const SquillEntity *users = find_entity (model, "users");

  g_assert_cmpint (get_field (users, "_id")->types, ==, SQUILL_TYPE_OBJECT_ID);
  g_assert_cmpstr (get_field (users, "name")->description, ==, "Full name. As people write it.");
  g_assert_true (get_field (users, "name")->required);
  g_assert_cmpfloat (get_field (users, "name")->max_length, ==, 50);
  g_assert_cmpstr (get_field (users, "email")->pattern, ==, "(?i)^\\S+@\\S+$");
  g_assert_false (get_field (users, "email")->required);
  assert_json (get_field (users, "age")->minimum, "0");
  assert_json (get_field (users, "age")->maximum, "150");
  assert_json (get_field (users, "role")->enumeration, "[\"user\",\"admin\"]");
  assert_json (get_field (users, "role")->default_value, "\"user\"");
  g_assert_true (get_field (users, "tags")->array);
  g_assert_cmpint (get_field (users, "tags")->types, ==, SQUILL_TYPE_STRING);
  g_assert_true (get_field (users, "address.city")->required);
  assert_json (get_field (users, "address.loc.type")->enumeration, "[\"Point\"]");
  g_assert_true (get_field (users, "grid.[]")->array);
  g_assert_cmpint (get_field (users, "grid.[]")->types, ==, SQUILL_TYPE_DOUBLE);
  g_assert_true (get_field (users, "social")->map);
  g_assert_cmpint (get_field (users, "any")->types, ==, SQUILL_TYPE_NONE);
  g_assert_cmpint (get_field (users, "big")->types, ==, SQUILL_TYPE_LONG);
  g_assert_cmpint (get_field (users, "small")->types, ==, SQUILL_TYPE_INT);
  g_assert_cmpfloat (get_field (users, "id2")->subtype, ==, 4);
  g_assert_cmpint (get_field (users, "items._id")->types, ==, SQUILL_TYPE_OBJECT_ID);
  g_assert_cmpint (get_field (users, "dot.ted")->types, ==, SQUILL_TYPE_BOOL);
  assert_json (get_field (users, "seconds")->default_value, "3600");
  g_assert_null (get_field (users, "when")->default_value);
  g_assert_true (get_field (users, "updatedAt")->required);
  g_assert_cmpint (get_field (users, "__v")->types, ==, SQUILL_TYPE_INT);
}

static void
test_models (void)
{
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  g_autoptr (SquillModel) model = import_program (shop, report);
  const SquillEntity *users = find_entity (model, "users"), *goods = find_entity (model, "goods");
  const SquillEntity *posts = find_entity (model, "blog_posts");
  const SquillRelationship *r;
  const SquillIndex *index;
  guint n;
  gpointer const *indexes;

  r = get_relationship (model, "friends");
  g_assert_cmpint (r->placement, ==, SQUILL_PLACEMENT_CHILD_REFERENCES);
  g_assert_cmpstr (r->parent_holder, ==, get_field (users, "friends")->item.id);
  r = get_relationship (model, "product");
  g_assert_cmpstr (r->parent_holder, ==, get_field (users, "items.product")->item.id);
  g_assert_cmpstr (r->child, ==, goods->item.id);
  r = get_relationship (model, "createdBy");
  g_assert_cmpint (r->placement, ==, SQUILL_PLACEMENT_PARENT_REFERENCE);
  /* Only the virtual says to what it refers. */
  r = get_relationship (model, "author");
  g_assert_cmpstr (r->parent, ==, users->item.id);
  g_assert_cmpstr (r->child_holder, ==, get_field (posts, "author")->item.id);
  g_assert_cmpfloat (r->parents.min, ==, 1);
  g_assert_cmpstr (goods->discriminator, ==, get_field (goods, "kind")->item.id);
  assert_json (get_field (goods, "isbn")->variants, "[\"Book\"]");
  indexes = squill_item_get_children (users, SQUILL_KIND_INDEX, &n);
  g_assert_cmpuint (n, ==, 4);
  index = indexes[0];
  g_assert_true (index->unique);
  index = indexes[1];
  g_assert_cmpfloat (index->expire_after, ==, 2 * 24 * 3600);
  index = indexes[2];
  g_assert_true (index->unique);
  g_assert_cmpuint (index->keys->len, ==, 2);
  g_assert_cmpstr (((const SquillKey *)index->keys->pdata[1])->operator, ==, "-1");
  assert_json (index->partial, "{\"age\":{\"$gt\":3}}");
  assert_problem_at (report, 31, 74, "Nobody");
  assert_problem_at (report, 32, 15, "computed");
  assert_problem_at (report, 32, 28, "odd");
  assert_problem_at (report, 32, 46, "somewhere");
  assert_problem_at (report, 33, 12, "nowhere");
  g_assert_cmpuint (report->outcomes->len, ==, 3);
}

/* Rules for paths, alone and behind each other, and paths that are added. */
static void
test_path_rules (void)
{
  static const char text[] =
      "const s = new Schema({ a: String, b: { type: String, index: true, enum: ['x'] }, n: "
      "Number,\n"
      "  by: Schema.Types.ObjectId, when: Date, in: { one: String } });\n"
      "s.path('a').required().minlength(2).maxlength(9).match(/^a/).default('ab');\n"
      "s.path('b').enum('y', 'z').unique(true);\n"
      "s.path('n').min(1).max([7, 'too many']).immutable();\n"
      "s.path('by').ref('User').required(true).unique();\n"
      "s.path('when').expires('1d');\n"
      "s.path('in.one').index({ sparse: true });\n"
      "s.path('in.two', { type: Number, required: true });\n"
      "s.path('late', Boolean);\n"
      "text.match(/x/).index(3);\n"
      "mongoose.model('Thing', s); mongoose.model('User', new Schema({ name: String }));\n";
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  g_autoptr (SquillModel) model = import_program (text, report);
  const SquillEntity *things = find_entity (model, "things");
  const SquillField *a = get_field (things, "a"), *n = get_field (things, "n");
  guint n_indexes;
  gpointer const *indexes = squill_item_get_children (things, SQUILL_KIND_INDEX, &n_indexes);

  g_assert_true (a->required);
  g_assert_cmpfloat (a->min_length, ==, 2);
  g_assert_cmpfloat (a->max_length, ==, 9);
  g_assert_cmpstr (a->pattern, ==, "^a");
  assert_json (a->default_value, "\"ab\"");
  assert_json (get_field (things, "b")->enumeration, "[\"x\",\"y\",\"z\"]");
  assert_json (n->minimum, "1");
  assert_json (n->maximum, "7");
  g_assert_true (n->immutable);
  g_assert_true (get_field (things, "in.two")->required);
  g_assert_cmpint (get_field (things, "late")->types, ==, SQUILL_TYPE_BOOL);
  g_assert_cmpfloat (get_relationship (model, "by")->parents.min, ==, 1);
  g_assert_cmpfloat (get_relationship (model, "by")->children.max, ==, 1);
  g_assert_cmpuint (n_indexes, ==, 4);
  g_assert_true (((const SquillIndex *)indexes[0])->unique);
  g_assert_true (((const SquillIndex *)indexes[1])->unique);
  g_assert_cmpfloat (((const SquillIndex *)indexes[2])->expire_after, ==, 24 * 3600);
  g_assert_true (((const SquillIndex *)indexes[3])->sparse);
  g_assert_cmpuint (report->problems->len, ==, 0);
}

/* Names of fields that are computed of what is in the file. */
static void
test_computed_names (void)
{
  static const char text[] =
      "enum Part { Left = 'left', Right = 'right' }\nconst OTHER = 'other';\n"
      "const s = new Schema({ [Part.Left]: { type: String, required: true }, [OTHER]: Number,\n"
      "  sizes: { [Part.Right]: Number }, [`x${OTHER}`]: String, [f(1)]: Date });\n"
      "s.index({ [OTHER]: 1 });\n"
      "mongoose.model('Thing', s);\n";
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  g_autoptr (SquillModel) model = import_program (text, report);
  const SquillEntity *things = find_entity (model, "things");
  guint n_indexes;

  g_assert_true (get_field (things, "left")->required);
  g_assert_cmpint (get_field (things, "other")->types, ==, SQUILL_TYPE_DOUBLE);
  get_field (things, "sizes.right");
  get_field (things, "xother");
  squill_item_get_children (things, SQUILL_KIND_INDEX, &n_indexes);
  g_assert_cmpuint (n_indexes, ==, 1);
  g_assert_cmpuint (report->problems->len, ==, 1);
  assert_problem_at (report, 4, 67, "computed");
}

/* Rules that take back what was said before, or add to it as Mongoose does. */
static void
test_later_rules (void)
{
  static const char text[] =
      "const s = new Schema({ a: { type: String, enum: ['x', 'y'] }, n: { type: Number, enum: [1] "
      "},\n"
      "  b: { type: String, enum: ['x'] }, i: { type: String, index: true },\n"
      "  by: { type: Schema.Types.ObjectId, ref: 'User' } });\n"
      "s.path('a').enum('y', 'z');\n"
      "s.path('n').enum(2, 3);\n"
      "s.path('b').enum();\n"
      "s.path('i').index(false);\n"
      "s.path('by').ref('Team');\n"
      "mongoose.model('Thing', s); mongoose.model('User', new Schema({ name: String }));\n"
      "mongoose.model('Team', new Schema({ name: String }));\n";
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  g_autoptr (SquillModel) model = import_program (text, report);
  const SquillEntity *things = find_entity (model, "things");
  guint n_indexes, n_relationships;

  squill_item_get_children (things, SQUILL_KIND_INDEX, &n_indexes);
  squill_item_get_children (squill_model_get_info (model), SQUILL_KIND_RELATIONSHIP,
                            &n_relationships);
  assert_json (get_field (things, "a")->enumeration, "[\"x\",\"y\",\"z\"]");
  assert_json (get_field (things, "n")->enumeration, "[2,3]");
  g_assert_null (get_field (things, "b")->enumeration);
  g_assert_cmpuint (n_indexes, ==, 0);
  g_assert_cmpuint (n_relationships, ==, 1);
  g_assert_cmpstr (get_relationship (model, "by")->parent, ==,
                   find_entity (model, "teams")->item.id);
}

/* What is called of a schema where it is made, what says that there is no _id, and names of other
 * packages. */
static void
test_made_at_once (void)
{
  static const char text[] =
      "import { Kinds, Names } from 'elsewhere';\n"
      "const other = new Schema({ a: Number });\n"
      "other.index({ a: 1 });\n"
      "const s = new Schema({ a: Number, b: Number }).plugin(x).index({ a: 1 }).index({ b: 1 });\n"
      "mongoose.model('Thing', s); mongoose.model('Other', other);\n"
      "export default mongoose.model(Names.Team, new Schema({ _id: false, list: [{ _id: false, n: "
      "Number }],\n"
      "  by: { type: Schema.Types.ObjectId, ref: Names.Thing } }).index({ by: 1 }).add({ late: "
      "Date "
      "}));\n"
      "s.plugin(y).index({ a: -1 });\n"
      "const Thing = mongoose.models.Thing;\n"
      "Thing.discriminator(Kinds.Small, new Schema({ c: Number }));\n";
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  g_autoptr (SquillModel) model = import_program (text, report);
  const SquillEntity *things = find_entity (model, "things"), *teams = find_entity (model, "teams");
  guint n_indexes, n_fields;

  squill_item_get_children (things, SQUILL_KIND_INDEX, &n_indexes);
  g_assert_cmpuint (n_indexes, ==, 3);
  squill_item_get_children (find_entity (model, "others"), SQUILL_KIND_INDEX, &n_indexes);
  g_assert_cmpuint (n_indexes, ==, 1);
  squill_item_get_children (teams, SQUILL_KIND_INDEX, &n_indexes);
  g_assert_cmpuint (n_indexes, ==, 1);
  get_field (teams, "late");
  squill_item_get_children (get_field (teams, "list"), SQUILL_KIND_FIELD, &n_fields);
  g_assert_cmpuint (n_fields, ==, 1);
  squill_item_get_children (teams, SQUILL_KIND_FIELD, &n_fields);
  g_assert_cmpuint (n_fields, ==, 4);
  g_assert_cmpstr (get_relationship (model, "by")->parent, ==, things->item.id);
  assert_json (get_field (things, "c")->variants, "[\"Small\"]");
  assert_problem_at (report, 6, 31, "“Names.Team” is in no file: it is taken for “Team”");
  assert_problem_at (report, 7, 43, "“Names.Thing”");
  assert_problem_at (report, 10, 21, "“Kinds.Small”");
  assert_problem_at (report, 4, 55, "“x” is in no file: what it adds to schemas is not known");
  g_assert_cmpuint (report->problems->len, ==, 5);
}

/* What a file imports is in another one. */
static void
test_folder (void)
{
  static const char user[] = "const addr = require('./address.js');\n"
                             "const { Role } = require('./constants');\n"
                             "module.exports = mongoose.model('Person', new mongoose.Schema({\n"
                             "  home: addr, role: { type: String, enum: Role } }));\n";
  static const char address[] = "module.exports = new Schema({ city: String });\n";
  static const char constants[] = "exports.Role = Object.freeze(['a', 'b']);\n"
                                  "function f(at: Number = now()) { this.String = 5; }\n";
  static const char post[] = "import Person from './user';\nimport type { X } from 'x';\n"
                             "const s = new Schema({ by: { type: ObjectId, ref: Person },\n"
                             "  of: { type: ObjectId, ref: 'people' } });\n"
                             "s.add({ more: Number });\ns.set('timestamps', true);\n"
                             "export default model(NAME, s);\nconst NAME = 'Story';\n";
  const SquillImportSource sources[] = { { "models/user.js", user, strlen (user) },
                                         { "models/address.js", address, strlen (address) },
                                         { "constants.ts", constants, strlen (constants) },
                                         { "models/post.ts", post, strlen (post) } };
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  g_autoptr (SquillModel) model = import (sources, G_N_ELEMENTS (sources), report);
  const SquillEntity *people = find_entity (model, "people");
  const SquillEntity *stories = find_entity (model, "stories");

  g_assert_cmpint (get_field (people, "home.city")->types, ==, SQUILL_TYPE_STRING);
  assert_json (get_field (people, "role")->enumeration, "[\"a\",\"b\"]");
  g_assert_cmpint (get_field (stories, "more")->types, ==, SQUILL_TYPE_DOUBLE);
  g_assert_cmpint (get_field (stories, "createdAt")->types, ==, SQUILL_TYPE_DATE);
  g_assert_cmpstr (get_relationship (model, "by")->parent, ==, people->item.id);
  g_assert_cmpstr (get_relationship (model, "of")->parent, ==, people->item.id);
  g_assert_cmpuint (report->problems->len, ==, 0);
}

/* Without a model, a schema that no other has is one. */
static void
test_schemas_only (void)
{
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  g_autoptr (SquillModel) model = import_program (
      "const lineSchema = new Schema({ n: Number, ref: { type: ObjectId, ref: 'Order' } });\n"
      "export const orderSchema = new Schema({ lines: [lineSchema] });\n",
      report);
  guint n;

  squill_item_get_children (squill_model_get_info (model), SQUILL_KIND_ENTITY, &n);
  g_assert_cmpuint (n, ==, 1);
  g_assert_cmpint (get_field (find_entity (model, "orders"), "lines.n")->types, ==,
                   SQUILL_TYPE_DOUBLE);
}

/* What names itself, and what never ends. */
static void
test_endless (void)
{
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  g_autoptr (SquillModel) model =
      import_program ("const a = b.c; const b = a.d; const f = { ...f, x: String, y: f };\n"
                      "const node = new Schema({ v: a });\nnode.add({ children: [node] });\n"
                      "const t = new Schema(f);\nmodel('Node', node); model('T', t, `c`);\n"
                      "const u = \"never\n",
                      report);

  g_assert_true (get_field (find_entity (model, "nodes"), "children")->array);
  g_assert_cmpint (get_field (find_entity (model, "c"), "x")->types, ==, SQUILL_TYPE_STRING);
  assert_problem_at (report, 6, 11, "is not closed");
}

static gboolean
has_problem (const SquillImportReport *report, const char *text)
{
  for (guint i = 0; i < report->problems->len; i++)
    if (strstr (((SquillImportProblem *)report->problems->pdata[i])->text, text) != NULL)
      return TRUE;
  return FALSE;
}

/* Dates in the condition of an index, as our own export writes them. */
static void
test_condition (void)
{
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  g_autoptr (SquillModel) model = import_program (
      "const s = new mongoose.Schema({ at: Date });\n"
      "s.index({ at: 1 }, { unique: true, partialFilterExpression: mongoose.mongo.BSON.EJSON.parse("
      "'{\"at\":{\"$gt\":{\"$date\":\"2020-01-01T00:00:00Z\"}}}') });\nmongoose.model('A', s);",
      report);
  guint n;
  gpointer const *indexes =
      squill_item_get_children (find_entity (model, "as"), SQUILL_KIND_INDEX, &n);

  g_assert_cmpuint (n, ==, 1);
  g_assert_true (((const SquillIndex *)indexes[0])->unique);
  assert_json (((const SquillIndex *)indexes[0])->partial,
               "{\"at\":{\"$gt\":{\"$date\":\"2020-01-01T00:00:00Z\"}}}");
  g_assert_cmpuint (report->problems->len, ==, 0);
}

/* Types that are their own, in each way in which they can be. */
static void
test_endless_types (void)
{
  static const char *const types[] = { "{ type: x }", "[{ type: x }]", "{ type: [x] }",
                                       "{ type: Map, of: x }", "{ type: () => x }" };

  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    {
      g_autoptr (SquillImportReport) report = squill_import_report_new ();
      g_autofree char *text = g_strdup_printf (
          "const x = %s;\nmongoose.model('A', new mongoose.Schema({ a: x, b: String }));",
          types[i]);
      g_autoptr (SquillModel) model = import_program (text, report);

      get_field (find_entity (model, "as"), "a");
      g_assert_cmpint (get_field (find_entity (model, "as"), "b")->types, ==, SQUILL_TYPE_STRING);
      g_assert_true (has_problem (report, "contains itself"));
    }
}

/* What doubles in each line. */
static void
test_doubled (void)
{
  static const char *const lines[][5] = {
    { "{ name: String }", "{ ...", ", ...", " }", "...o40" },
    { "{ name: String }", "Object.assign({}, ", ", ", ")", "...o40" },
    { "{ type: Map }", "{ type: ", ", of: ", " }", "a: o40" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    {
      g_autoptr (SquillImportReport) report = squill_import_report_new ();
      g_autoptr (GString) text = g_string_new ("");
      g_autoptr (SquillModel) model = NULL;

      g_string_append_printf (text, "const o0 = %s;\n", lines[i][0]);
      for (guint line = 1; line <= 40; line++)
        g_string_append_printf (text, "const o%u = %so%u%so%u%s;\n", line, lines[i][1], line - 1,
                                lines[i][2], line - 1, lines[i][3]);
      g_string_append_printf (text, "mongoose.model('A', new mongoose.Schema({ b: String, %s }));",
                              lines[i][4]);
      model = import_program (text->str, report);
      g_assert_cmpint (get_field (find_entity (model, "as"), "b")->types, ==, SQUILL_TYPE_STRING);
      g_assert_true (has_problem (report, "too much"));
    }
}

/* An enumeration that is that of many fields has many values. */
static void
test_many_values (void)
{
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  g_autoptr (GString) text = g_string_new ("const e = [");
  g_autoptr (SquillModel) model = NULL;
  gsize n = 0;

  for (guint i = 0; i < 20000; i++)
    g_string_append (text, "'v',");
  g_string_append (text, "];\nmongoose.model('A', new mongoose.Schema({");
  for (guint i = 0; i < 100; i++)
    g_string_append_printf (text, "f%u: { type: String, enum: e },", i);
  g_string_append (text, "}));");
  model = import_program (text->str, report);
  SQUILL_FOR_EACH_CHILD (SquillField, field, find_entity (model, "as"), SQUILL_KIND_FIELD)
    n += json_array_size (field->enumeration);
  g_assert_cmpuint (n, ==, 200000);
  g_assert_cmpuint (report->problems->len, ==, 1);
  g_assert_true (has_problem (report, "too many values"));
}

static void
test_refused (void)
{
  static const char *const texts[] = { "", "const a = 1;", "model('User', schema)", "new Schema(" };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      const SquillImportSource source = { "a.js", texts[i], strlen (texts[i]) };
      g_autoptr (SquillImportReport) report = squill_import_report_new ();
      g_autoptr (GError) error = NULL;
      g_autoptr (SquillModel) model = squill_mongoose_import ("a", &source, 1, report, &error);
      guint line, column;

      g_assert_null (model);
      g_assert_error (error, SQUILL_MODEL_ERROR, SQUILL_MODEL_ERROR_SYNTAX);
      g_assert_true (squill_model_parse_position (error, &line, &column));
    }
}

/* What Mongoose's own function makes of names. */
/* Models that are called as themselves, or as each other. */
static void
test_own_name (void)
{
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  g_autoptr (SquillModel) model =
      import_program ("const Book = mongoose.model(Book, new Schema({ isbn: String }));\n"
                      "const A = mongoose.model(B, new Schema({ a: String }));\n"
                      "const B = mongoose.model(A, new Schema({ b: String }));\n",
                      report);

  g_assert_nonnull (get_field (find_entity (model, "books"), "isbn"));
}

static void
test_plural (void)
{
  static const char *const names[][2] = {
    { "User", "users" },
    { "Category", "categories" },
    { "Day", "days" },
    { "Box", "boxes" },
    { "Address", "addresses" },
    { "Person", "people" },
    { "Child", "children" },
    { "News", "news" },
    { "Status", "status" },
    { "Users", "users" },
    { "Woman", "women" },
    { "Analysis", "analyses" },
    { "UserProfile", "userprofiles" },
    { "Item2", "item2" },
    { "Media", "media" },
    { "Index", "indices" },
    { "Bus", "buses" },
    { "Life", "lives" },
    { "Quiz", "quizzes" },
    { "Company", "companies" },
    { "Datum", "data" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *name = _squill_mongoose_make_collection_name (names[i][0]);

      g_assert_cmpstr (name, ==, names[i][1]);
    }
}

/* Names that several files have are those of the file that is imported. */
static void
test_names_of_files (void)
{
  static const SquillImportSource sources[] = {
    { "app/models/user.js",
      "const { Schema } = mongoose, { ObjectId } = Schema\n"
      "const UserSchema = new Schema({ name: String, boss: { type: ObjectId, ref: 'User' } })\n"
      "exports.User = mongoose.model('User', UserSchema)\n"
      "exports.UserSchema = UserSchema\n",
      0 },
    { "app/models/note.js",
      "const NoteSchema = new Schema({ text: String });\n"
      "module.exports = mongoose.model('Note', NoteSchema);\n",
      0 },
    { "app/models/old/index.js",
      "export const schema = new Schema({ what: String });\n"
      "export default connect().model('Old', schema);\n",
      0 },
    { "app/models/place.js",
      "export const schema = new Schema({ city: String });\n"
      "export default connect().model('Place', schema);\n",
      0 },
    { "app/models/visit.js",
      "import * as place from './place';\n"
      "import { schema as old } from './old';\n"
      "const { UserSchema: person } = require('./user');\n"
      "const { schema } = require('@/models/place');\n"
      "const visitSchema = new Schema({ first: schema, second: [place.schema], old, person,\n"
      "  user: require('./user').UserSchema, notes: [require('./note').schema],\n"
      "  all: require('./note') });\n"
      "model('Visit', visitSchema);\n",
      0 },
    { "app/tools/ids.js", "const ObjectId = require('mongodb').ObjectId;\n", 0 },
  };
  SquillImportSource sized[G_N_ELEMENTS (sources)];
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  g_autoptr (SquillModel) model = NULL;
  const SquillEntity *visits;

  for (guint i = 0; i < G_N_ELEMENTS (sources); i++)
    {
      sized[i] = sources[i];
      sized[i].length = strlen (sources[i].data);
    }
  model = import (sized, G_N_ELEMENTS (sized), report);
  g_assert_cmpint (report->problems->len, ==, 0);
  g_assert_cmpint (get_field (find_entity (model, "users"), "boss")->types, ==,
                   SQUILL_TYPE_OBJECT_ID);
  g_assert_cmpint (get_relationship (model, "boss")->placement, ==,
                   SQUILL_PLACEMENT_PARENT_REFERENCE);
  visits = find_entity (model, "visits");
  get_field (visits, "first.city");
  get_field (visits, "second.city");
  get_field (visits, "old.what");
  get_field (visits, "person.name");
  get_field (visits, "user.name");
  get_field (visits, "notes.text");
  get_field (visits, "all.text");
}

/* Of several declarations of a model, that with the most fields counts; functions of the program's
 * own make models, too. */
static void
test_makers (void)
{
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  g_autoptr (SquillModel) model = import_program (
      "const Old = mongoose.model('User', new Schema({}, { strict: false }));\n"
      "mongoose.model('User', new Schema({ name: String, age: Number }));\n"
      "const tagSchema = new Schema({ name: String, users: [{ type: ObjectId, ref: 'User' }] });\n"
      "tagSchema.index({ name: 1 });\n"
      "export default getOrCreateModel<TagDocument, TagModel>('Tag', tagSchema as any);\n"
      "const lone = new Schema({ a: String });\nlone.index({ a: 1 });\n"
      "InjectModel('Nothing', other);\n"
      "model('Count', new Schema({ n: Number }, { collection: 'orders' }));\n"
      "model('Order', new Schema({ total: Number, at: Date }));\n",
      report);
  guint n;

  get_field (find_entity (model, "orders"), "total");
  get_field (find_entity (model, "orders_2"), "n");

  get_field (find_entity (model, "users"), "age");
  get_field (find_entity (model, "tags"), "users");
  squill_item_get_children (squill_model_get_info (model), SQUILL_KIND_ENTITY, &n);
  g_assert_cmpint (n, ==, 4);
  assert_problem_at (report, 1, 22, "more than once");
  assert_problem_at (report, 7, 6, "of no model");
  g_assert_cmpint (report->problems->len, ==, 2);
}

/* What plugins of the program add, and to whom. */
static void
test_plugins (void)
{
  static const SquillImportSource sources[] = {
    { "app/plugins/stamped.js",
      "module.exports = function stamped (schema, options) {\n"
      "  schema.add({ deleted: Boolean, deletedAt: { type: Date } });\n"
      "  schema.index({ deleted: -1 });\n};\n",
      0 },
    { "app/plugins/index.js", "module.exports.stamped = require('./stamped');\n", 0 },
    { "app/plugins/owned.js",
      "const owned = (s) => { s.add({ owner: { type: ObjectId, ref: 'User' } }); };\n"
      "export default owned;\n",
      0 },
    { "app/user.js",
      "const { stamped } = require('./plugins');\nconst schema = new Schema({ name: String });\n"
      "schema.plugin(stamped, { at: true });\nschema.plugin(paginate);\n"
      "model('User', schema);\n",
      0 },
    { "app/post.js",
      "import owned from './plugins/owned';\n"
      "const postSchema = new Schema({ title: String }).plugin(require('./plugins/stamped'));\n"
      "postSchema.plugin(owned);\nmodel('Post', postSchema);\n",
      0 },
  };
  SquillImportSource sized[G_N_ELEMENTS (sources)];
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  g_autoptr (SquillModel) model = NULL;
  static const char *const entities[] = { "users", "posts" };

  for (guint i = 0; i < G_N_ELEMENTS (sources); i++)
    {
      sized[i] = sources[i];
      sized[i].length = strlen (sources[i].data);
    }
  model = import (sized, G_N_ELEMENTS (sized), report);
  assert_problem_at (report, 4, 15, "user.js: “paginate” is in no file");
  g_assert_cmpint (report->problems->len, ==, 1);
  for (guint i = 0; i < G_N_ELEMENTS (entities); i++)
    {
      const SquillEntity *entity = find_entity (model, entities[i]);
      guint n;

      g_assert_cmpint (get_field (entity, "deleted")->types, ==, SQUILL_TYPE_BOOL);
      g_assert_cmpint (get_field (entity, "deletedAt")->types, ==, SQUILL_TYPE_DATE);
      squill_item_get_children (entity, SQUILL_KIND_INDEX, &n);
      g_assert_cmpint (n, ==, 1);
      squill_item_get_children (entity, SQUILL_KIND_FIELD, &n);
      g_assert_cmpint (n, ==, 5 + i);
    }
  get_relationship (model, "owner");
}

/* An index of a schema is one of the collections that have it in a field. */
static void
test_embedded_index (void)
{
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  g_autoptr (SquillModel) model =
      import_program ("const part = new Schema({ sku: String, at: Date });\n"
                      "part.index({ sku: 1, at: -1 });\n"
                      "model('Order', new Schema({ parts: [part], main: { type: part } }));\n",
                      report);
  const SquillEntity *orders = find_entity (model, "orders");
  guint n;

  squill_item_get_children (orders, SQUILL_KIND_INDEX, &n);
  g_assert_cmpint (n, ==, 2);
  g_assert_cmpint (report->problems->len, ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/mongoose-import/fields", test_fields);
  g_test_add_func ("/mongoose-import/models", test_models);
  g_test_add_func ("/mongoose-import/path-rules", test_path_rules);
  g_test_add_func ("/mongoose-import/later-rules", test_later_rules);
  g_test_add_func ("/mongoose-import/computed-names", test_computed_names);
  g_test_add_func ("/mongoose-import/made-at-once", test_made_at_once);
  g_test_add_func ("/mongoose-import/folder", test_folder);
  g_test_add_func ("/mongoose-import/schemas-only", test_schemas_only);
  g_test_add_func ("/mongoose-import/endless", test_endless);
  g_test_add_func ("/mongoose-import/condition", test_condition);
  g_test_add_func ("/mongoose-import/endless-types", test_endless_types);
  g_test_add_func ("/mongoose-import/doubled", test_doubled);
  g_test_add_func ("/mongoose-import/many-values", test_many_values);
  g_test_add_func ("/mongoose-import/refused", test_refused);
  g_test_add_func ("/mongoose-import/own-name", test_own_name);
  g_test_add_func ("/mongoose-import/plural", test_plural);
  g_test_add_func ("/mongoose-import/names-of-files", test_names_of_files);
  g_test_add_func ("/mongoose-import/makers", test_makers);
  g_test_add_func ("/mongoose-import/plugins", test_plugins);
  g_test_add_func ("/mongoose-import/embedded-index", test_embedded_index);
  return g_test_run ();
}

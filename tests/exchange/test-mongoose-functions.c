/* SPDX-License-Identifier: Apache-2.0 */

/* Schemas of Mongoose that functions and loops of a program make or fill. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include <string.h>

#include "bson/squill-bson-type.h"
#include "exchange/import/squill-mongoose-import.h"
#include "import-text.h"

typedef struct
{
  const char *text;
  const char *fields; /* of the entity "things" */
} Case;

static void
append_fields (GString *text, gconstpointer owner)
{
  SQUILL_FOR_EACH_CHILD (SquillField, field, owner, SQUILL_KIND_FIELD)
    {
      if (g_strcmp0 (field->name, "_id") == 0 || g_strcmp0 (field->name, "__v") == 0)
        continue;
      g_string_append_printf (text, "%s%s", text->len > 0 ? " " : "", field->name);
      if (field->required)
        g_string_append_c (text, '!');
      for (guint i = 0; i < SQUILL_N_TYPES; i++)
        if ((field->types & (1u << i)) != 0)
          g_string_append_printf (text, ":%s", squill_type_get_name (1u << i));
      if (field->types == SQUILL_TYPE_OBJECT)
        {
          g_autoptr (GString) inner = g_string_new (NULL);

          append_fields (inner, field);
          g_string_append_printf (text, "(%s)", inner->str);
        }
    }
}

static SquillModel *
import_files (const SquillImportSource *sources, guint n, SquillImportReport *report)
{
  g_autoptr (GError) error = NULL;
  SquillModel *model = squill_mongoose_import ("shop", sources, n, report, &error);

  g_assert_no_error (error);
  return model;
}

static void
check_fields (SquillModel *model, const char *entity, const char *fields)
{
  g_autoptr (GString) text = g_string_new (NULL);

  append_fields (text, find_entity (model, entity));
  g_assert_cmpstr (text->str, ==, fields);
}

static void
check (const Case *cases, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (SquillImportReport) report = squill_import_report_new ();
      g_autofree char *text =
          g_strconcat (cases[i].text, "\nmongoose.model('Thing', s, 'things');\n", NULL);
      const SquillImportSource source = { "models.ts", text, strlen (text) };
      g_autoptr (SquillModel) model = import_files (&source, 1, report);

      check_fields (model, "things", cases[i].fields);
      g_assert_cmpuint (report->problems->len, ==, 0);
    }
}

/* What is said of a field by a function. */
static void
test_values (void)
{
  static const Case cases[] = {
    { "const text = (max) => ({ type: String, maxlength: max, required: true });\n"
      "const s = new Schema({ a: text(5), b: Number });",
      "a!:string b:double" },
    { "function optional (type, extra = {}) { return { type, ...extra }; }\n"
      "const s = new Schema({ a: optional(Date), b: optional(String, { required: true }) });",
      "a:date b!:string" },
    { "const field = ({ type, must = false }) => { return { type: type, required: must }; };\n"
      "const s = new Schema({ a: field({ type: Number, must: true }), b: field({ type: Date }) });",
      "a!:double b:date" },
    { "const base = () => ({ at: Date });\nconst s = new Schema({ ...base(), n: Number });",
      "at:date n:double" },
    { "const inner = (kind) => new Schema({ [kind]: String }, { _id: false });\n"
      "const s = new Schema({ a: inner('x'), b: [inner('y')] });",
      "a:object(x:string) b:object(y:string)" },
    { "const s = new Schema({ u: { type: Schema.Types.Union, of: [String, Number] } });",
      "u:double:string" },
  };

  check (cases, G_N_ELEMENTS (cases));
}

/* Functions that make schemas and models, and what they say of them. */
static void
test_made_schemas (void)
{
  static const Case cases[] = {
    { "function make (extra) { const it = new Schema({ base: String, ...extra });\n"
      "  it.add({ last: Date }); return it; }\n"
      "const s = make({ own: Number });",
      "base:string own:double last:date" },
    { "const make = (fields: any): Schema => new Schema(fields, { timestamps: true });\n"
      "const s = make({ own: Number });",
      "own:double createdAt!:date updatedAt!:date" },
  };
  const char text[] = "function makeModel (name, fields) {\n"
                      "  return mongoose.model(name, new Schema({ ...fields, at: Date })); }\n"
                      "exports.A = makeModel('A', { x: String });\n"
                      "exports.B = makeModel('B', { y: Number });\n";
  const SquillImportSource source = { "models.js", text, strlen (text) };
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  g_autoptr (SquillModel) model = NULL;
  guint n;

  check (cases, G_N_ELEMENTS (cases));
  model = import_files (&source, 1, report);
  check_fields (model, "as", "x:string at:date");
  check_fields (model, "bs", "y:double at:date");
  squill_item_get_children (squill_model_get_info (model), SQUILL_KIND_ENTITY, &n);
  g_assert_cmpuint (n, ==, 2);
}

/* What functions do to a schema that they are given. */
static void
test_given_schemas (void)
{
  static const Case cases[] = {
    { "function owned (schema, path, model) {\n"
      "  schema.add({ [path]: { type: Schema.Types.ObjectId } }); dated(schema); }\n"
      "function dated (it) { it.add({ at: Date }); }\n"
      "const s = new Schema({ a: String });\nowned(s, 'owner', 'User');",
      "a:string owner:objectId at:date" },
    { "const s = new Schema({ a: String });\n"
      "s.plugin(function (schema, options) { schema.add({ [options.name]: Date }); },\n"
      "  { name: 'when' });",
      "a:string when:date" },
    { "mongoose.plugin((schema) => { schema.add({ tenant: String }); });\n"
      "const s = new Schema({ a: String });",
      "a:string tenant:string" },
  };
  static const SquillImportSource sources[] = {
    { "app/builders.js", "exports.dated = (schema) => schema.add({ at: Date });\n", 0 },
    { "app/thing.js",
      "const builders = require('./builders');\nconst s = new Schema({ a: String });\n"
      "builders.dated(s);\nmongoose.model('Thing', s);\n",
      0 },
  };
  SquillImportSource all[G_N_ELEMENTS (sources)];
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  g_autoptr (SquillModel) model = NULL;

  check (cases, G_N_ELEMENTS (cases));
  for (guint i = 0; i < G_N_ELEMENTS (sources); i++)
    {
      all[i] = sources[i];
      all[i].length = strlen (all[i].data);
    }
  model = import_files (all, G_N_ELEMENTS (all), report);
  check_fields (model, "things", "a:string at:date");
}

static void
test_loops (void)
{
  static const Case cases[] = {
    { "const s = new Schema({ a: String });\n"
      "for (const lang of ['en', 'de']) s.add({ [lang]: { type: String, required: true } });",
      "a:string en!:string de!:string" },
    { "const s = new Schema({});\n['x', 'y'].forEach(function (name) { s.path(name, Number); });",
      "x:double y:double" },
    { "const langs = ['en', 'de'];\nconst texts = {};\nlangs.forEach(l => { texts[l] = String; "
      "});\n"
      "texts.other = Date;\nconst s = new Schema({ title: texts });",
      "title:object(en:string de:string other:date)" },
    { "const kinds = { n: Number, d: Date };\nconst fields = { a: String };\n"
      "for (const [name, type] of Object.entries(kinds)) { fields[name] = { type }; }\n"
      "const s = new Schema(fields);",
      "a:string n:double d:date" },
    { "const fields = {};\nfor (const name in { n: 1, m: 2 }) { fields[name] = Number; }\n"
      "const s = new Schema(fields);",
      "n:double m:double" },
    { "const s = new Schema({});\n"
      "for (const a of [{ k: 'x', list: ['p', 'q'] }, { k: 'y', list: ['p'] }])\n"
      "  for (const b of a.list) s.add({ [a.k]: { [b]: Number } });",
      "x:object(p:double q:double) y:object(p:double)" },
    { "const s = new Schema({});\nconst P = 'x';\nfor (const l of ['en', 'de'])\n"
      "  s.add({ [`${P}_${l}`]: String, ['y' + l + 1]: Date });",
      "x_en:string yen1:date x_de:string yde1:date" },
    { "const s = new Schema({ a: String });\nconst t = new Schema({ b: String });\n"
      "[s, t].forEach((each) => each.add({ c: Date }));",
      "a:string c:date" },
  };

  check (cases, G_N_ELEMENTS (cases));
}

/* What cannot be known is told, with its place. */
static void
test_told (void)
{
  static const char text[] = "import paginate from 'mongoose-paginate-v2';\n"
                             "import { langs, addMore } from 'elsewhere';\n"
                             "const fields = { a: String };\n"
                             "for (const l of langs) fields[l] = String;\n"
                             "for (let i = 0; i < 3; i++) fields['slot' + i] = Number;\n"
                             "const s = new Schema(fields);\n"
                             "langs.forEach((l) => s.path(l, Number));\n"
                             "s.plugin(paginate);\n"
                             "addMore(s);\n"
                             "mongoose.model('Thing', s);\n";
  static const struct
  {
    const char *text;
    guint line;
  } told[] = {
    { "“mongoose-paginate-v2” is in no file: what it adds to schemas is not known", 8 },
    { "“addMore” is in no file: what it adds to schemas is not known", 9 },
  };
  const SquillImportSource source = { "models.js", text, strlen (text) };
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  g_autoptr (SquillModel) model = import_files (&source, 1, report);
  guint n_computed = 0;

  check_fields (model, "things", "a:string");
  for (guint i = 0; i < G_N_ELEMENTS (told); i++)
    g_assert_cmpuint (find_problem (report, told[i].text)->line, ==, told[i].line);
  for (guint i = 0; i < report->problems->len; i++)
    {
      const SquillImportProblem *problem = report->problems->pdata[i];

      n_computed += strstr (problem->text, "whose name is computed") != NULL &&
                    (problem->line == 4 || problem->line == 5 || problem->line == 7);
    }
  g_assert_cmpuint (n_computed, ==, 3);
}

/* Texts are put together of what is known, and numbers are not. */
static void
test_joined_texts (void)
{
  static const char text[] = "const a = `${b}x`, b = `${a}y`;\nconst one = 1;\n"
                             "const s = new Schema({ n: String, [a]: Number, [one + one]: Number,\n"
                             "  [`${f(1)}`]: Number, [`\\n${one}`]: Number });\n"
                             "mongoose.model('Thing', s);\n";
  const SquillImportSource source = { "models.js", text, strlen (text) };
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  g_autoptr (SquillModel) model = import_files (&source, 1, report);

  check_fields (model, "things", "n:string");
  g_assert_cmpuint (report->problems->len, ==, 4);
}

/* Functions that call themselves and loops in loops end somewhere, which is told. */
static void
test_too_much (void)
{
  static const char schema[] = "const s = new Schema({});\nmongoose.model('Thing', s);\n";
  g_autoptr (GString) loops = g_string_new ("const L = [");
  g_autoptr (GString) endless = g_string_new (schema);
  g_autoptr (GString) nested = g_string_new (schema);
  const char *texts[] = { "function g (s) { g(s); g(s); s.add({ q: String }); }\n"
                          "const s = new Schema({});\ng(s);\nmongoose.model('Thing', s);\n",
                          NULL, NULL, NULL };

  /* Each of these statements ends where the file does. */
  for (guint i = 0; i < 60000; i++)
    {
      g_string_append (endless, "for (const x of ['a']) a + \n");
      g_string_append (nested, "for (const x of ['a']) ");
    }
  texts[2] = endless->str;
  texts[3] = nested->str;
  for (guint i = 0; i < 100; i++)
    g_string_append_printf (loops, "'k%u', ", i);
  g_string_append (loops,
                   "];\nconst s = new Schema({});\nfor (const a of L) for (const b of L)\n"
                   "for (const c of L) s.add({ [a]: String });\nmongoose.model('Thing', s);\n");
  texts[1] = loops->str;
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      const SquillImportSource source = { "models.js", texts[i], strlen (texts[i]) };
      g_autoptr (SquillImportReport) report = squill_import_report_new ();
      g_autoptr (SquillModel) model = import_files (&source, 1, report);

      g_assert_nonnull (find_entity (model, "things"));
      g_assert_nonnull (find_problem (report, "Functions and loops do too much here"));
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/mongoose-functions/values", test_values);
  g_test_add_func ("/mongoose-functions/made-schemas", test_made_schemas);
  g_test_add_func ("/mongoose-functions/given-schemas", test_given_schemas);
  g_test_add_func ("/mongoose-functions/loops", test_loops);
  g_test_add_func ("/mongoose-functions/told", test_told);
  g_test_add_func ("/mongoose-functions/joined-texts", test_joined_texts);
  g_test_add_func ("/mongoose-functions/too-much", test_too_much);
  return g_test_run ();
}

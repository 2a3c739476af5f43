/* SPDX-License-Identifier: Apache-2.0 */

/* What stands beside the types of fields in schemas of Mongoose, and what of it code decides. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include <string.h>

#include "exchange/import/squill-mongoose-import.h"
#include "import-text.h"

static SquillModel *
import_schema (const char *declarations, const char *fields, SquillImportReport *report)
{
  g_autofree char *text = g_strdup_printf ("%s\nconst s = new Schema({ %s });\n"
                                           "mongoose.model('Thing', s, 'things');\n",
                                           declarations, fields);
  const SquillImportSource source = { "models.ts", text, strlen (text) };
  g_autoptr (GError) error = NULL;
  SquillModel *model = squill_mongoose_import ("shop", &source, 1, report, &error);

  g_assert_no_error (error);
  return model;
}

/* The values that a field may have, as JSON: all where one of them is not known, which is told. */
static void
test_enumerations (void)
{
  static const struct
  {
    const char *declarations;
    const char *values;
    const char *made; /* NULL where they are not known */
  } cases[] = {
    { "", "['a', 'b', null]", "[\"a\",\"b\"]" },
    { "const A = ['a'];", "[...A, 'b']", "[\"a\",\"b\"]" },
    { "import { A } from 'elsewhere';", "[...A, 'b']", NULL },
    { "import { A } from 'elsewhere';", "['b', A.first]", NULL },
    { "import { A } from 'elsewhere';", "A", NULL },
    { "import { A } from 'elsewhere';", "{ values: A, message: 'no' }", NULL },
    { "import { A } from 'elsewhere';", "Object.values(A)", NULL },
    { "const A = { x: 'a' } as const;", "Object.values(A)", "[\"a\"]" },
    { "const A = { x: 'a', y: f() };", "Object.values(A)", NULL },
    { "const A = { x: 'a', y: f() };", "Object.keys(A)", "[\"x\",\"y\"]" },
    { "const A = { x: 'a' };\nconst B = { ...A, y: 'b' };", "Object.values(B)", "[\"a\",\"b\"]" },
    { "const A = { x: 'a' };\nconst B = { ...A, y: 'b' };", "Object.keys(B)", "[\"x\",\"y\"]" },
    { "import { A } from 'elsewhere';\nconst B = { ...A, y: 'b' };", "Object.values(B)", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (SquillImportReport) report = squill_import_report_new ();
      g_autofree char *field = g_strdup_printf ("f: { type: String, enum: %s }", cases[i].values);
      g_autoptr (SquillModel) model = import_schema (cases[i].declarations, field, report);
      const SquillField *f = get_field (find_entity (model, "things"), "f");
      g_autofree char *values =
          f->enumeration == NULL ? NULL : json_dumps (f->enumeration, JSON_COMPACT);

      g_assert_cmpstr (values, ==, cases[i].made);
      g_assert_cmpuint (report->problems->len, ==, cases[i].made == NULL ? 1 : 0);
      if (cases[i].made == NULL)
        g_assert_nonnull (find_problem (report, "What is here is not known"));
    }
}

/* Bounds, patterns, and options of indexes that code decides are told with their places. */
static void
test_computed (void)
{
  static const char *const fields[] = {
    "f: { type: Number, min: LOW }",
    "f: { type: Number, max: [HIGH, 'no'] }",
    "f: { type: String, maxlength: limit() }",
    "f: { type: String, match: RE }",
    "f: String }).index(KEYS); const t = new Schema({ g: String",
    "f: String }).index({ f: 1 }, OPTIONS); const t = new Schema({ g: String",
  };

  for (guint i = 0; i < G_N_ELEMENTS (fields); i++)
    {
      g_autoptr (SquillImportReport) report = squill_import_report_new ();
      g_autoptr (SquillModel) model = import_schema ("", fields[i], report);

      g_assert_nonnull (get_field (find_entity (model, "things"), "f"));
      g_assert_cmpuint (find_problem (report, "What is here is not known")->line, ==, 2);
    }
}

/* Options that are there in name only are no code. */
static void
test_no_options (void)
{
  static const char *const fields[] = {
    "f: String }).index({ f: 1 }, undefined); const t = new Schema({ g: String",
    "f: String }).index({ f: 1 }, null); const t = new Schema({ g: String",
    "f: { type: Number, min: undefined, max: null, required: undefined, default: null }",
  };

  for (guint i = 0; i < G_N_ELEMENTS (fields); i++)
    {
      g_autoptr (SquillImportReport) report = squill_import_report_new ();
      g_autoptr (SquillModel) model = import_schema ("", fields[i], report);

      g_assert_nonnull (get_field (find_entity (model, "things"), "f"));
      g_assert_cmpuint (report->problems->len, ==, 0);
    }
}

/* Defaults and requirements that code decides are told once, with the fields that have them. */
static void
test_decided_fields (void)
{
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  g_autoptr (SquillModel) model = import_schema (
      "",
      "at: { type: Date, default: Date.now }, by: { type: String, default: () => me() },\n"
      "n: { type: Number, default: 3 }, list: { type: [String], default: [] },\n"
      "why: { type: String, required: function () { return this.n > 3 } },\n"
      "who: { type: String, required: [isNeeded, 'no'] }, is: { type: String, required: true }",
      report);

  g_assert_cmpuint (report->problems->len, ==, 2);
  g_assert_nonnull (
      find_problem (report, "These default values are not taken over: things.at, things.by"));
  g_assert_nonnull (find_problem (
      report, "Code decides whether these fields are required, so they are optional: things.why, "
              "things.who"));
  g_assert_false (get_field (find_entity (model, "things"), "why")->required);
  g_assert_true (get_field (find_entity (model, "things"), "is")->required);
}

/* "justOne" says that a document has one such child where the child has the reference, and nothing
 * of how many documents refer to one where they have it. */
static void
test_just_one (void)
{
  static const struct
  {
    const char *virtuals;
    const char *parent;
    const char *child;
    const char *key; /* in the parent (nullable) */
    gboolean is_one;
  } cases[] = {
    { "a.virtual('b', { ref: 'B', localField: 'bId', foreignField: '_id', justOne: true });", "bs",
      "as", NULL, FALSE },
    { "a.virtual('b', { ref: 'B', localField: 'bCode', foreignField: 'code', justOne: true });",
      "bs", "as", "code", FALSE },
    { "a.virtual('b', { ref: 'B', localField: 'bCode', foreignField: 'code', justOne: true });\n"
      "b.virtual('as', { ref: 'A', localField: 'code', foreignField: 'bCode' });",
      "bs", "as", "code", FALSE },
    { "a.virtual('b', { ref: 'B', localField: '_id', foreignField: 'aId', justOne: true });", "as",
      "bs", NULL, TRUE },
    { "a.virtual('bs', { ref: 'B', localField: '_id', foreignField: 'aId' });", "as", "bs", NULL,
      FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = g_strconcat (
          "const a = new Schema({ bId: Schema.Types.ObjectId, bCode: String });\n"
          "const b = new Schema({ code: String, aId: Schema.Types.ObjectId });\n",
          cases[i].virtuals, "\nmongoose.model('A', a); mongoose.model('B', b);\n", NULL);
      const SquillImportSource source = { "models.js", text, strlen (text) };
      g_autoptr (SquillImportReport) report = squill_import_report_new ();
      g_autoptr (GError) error = NULL;
      g_autoptr (SquillModel) model = squill_mongoose_import ("shop", &source, 1, report, &error);
      const SquillRelationship *r;
      guint n;
      gpointer const *all =
          squill_item_get_children (squill_model_get_info (model), SQUILL_KIND_RELATIONSHIP, &n);

      g_assert_no_error (error);
      g_assert_cmpuint (n, ==, 1);
      r = all[0];
      g_assert_cmpstr (r->parent, ==, find_entity (model, cases[i].parent)->item.id);
      g_assert_cmpstr (r->child, ==, find_entity (model, cases[i].child)->item.id);
      g_assert_cmpint (r->children.max == 1, ==, cases[i].is_one);
      if (cases[i].key == NULL)
        g_assert_null (r->parent_key);
      else
        g_assert_cmpstr (squill_model_get_field (model, r->parent_key)->name, ==, cases[i].key);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/mongoose-options/enumerations", test_enumerations);
  g_test_add_func ("/mongoose-options/computed", test_computed);
  g_test_add_func ("/mongoose-options/no-options", test_no_options);
  g_test_add_func ("/mongoose-options/decided-fields", test_decided_fields);
  g_test_add_func ("/mongoose-options/just-one", test_just_one);
  return g_test_run ();
}

/* SPDX-License-Identifier: Apache-2.0 */

/* Discriminators of Mongoose: documents of several kinds in one collection or field. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include <string.h>

#include "exchange/import/squill-mongoose-import.h"
#include "import-text.h"

/* Of one file. */
static SquillModel *
import_program (const char *text, SquillImportReport *report)
{
  return import_text ("mongoose", text, report);
}

/* Objects of several kinds in a field, and references to one of several models. */
static void
test_kinds (void)
{
  static const char text[] =
      "const eventSchema = new Schema({ message: String }, { discriminatorKey: 'kind', _id: false "
      "});\n"
      "const batchSchema = new mongoose.Schema({ events: [eventSchema], one: eventSchema,"
      " label: String, counts: { type: Map, of: Number } });\n"
      "const events = batchSchema.path<Schema.Types.DocumentArray>('events');\n"
      "const Clicked = events.discriminator('Clicked', new Schema({ element: String }));\n"
      "batchSchema.path('events').discriminator('Purchased', new Schema({ what: String }), "
      "'bought');\n"
      "(batchSchema.path('one') as any).discriminator('Late', new Schema({ x: Number }));\n"
      "batchSchema.path('none').discriminator('Lost', new Schema({ y: Number }));\n"
      "mongoose.model('Batch', batchSchema);\n"
      "mongoose.model('Comment', new Schema({\n"
      "  item: { type: Schema.Types.ObjectId, required: true, refPath: 'onModel' },\n"
      "  onModel: { type: String, required: true, enum: ['Batch', 'Post'] },\n"
      "  others: [{ what: { type: String, enum: ['Post'] },\n"
      "    id: { type: Schema.Types.ObjectId, refPath: 'others.what' } }],\n"
      "  lost: { type: Schema.Types.ObjectId, refPath: 'nowhere' } }));\n"
      "mongoose.model('Post', new Schema({ a: String }));\n"
      "batchSchema.path('label').discriminator('Text', new Schema({ z: Number }));\n"
      "batchSchema.path('counts').discriminator('Count', new Schema({ z: Number }));\n";
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  g_autoptr (SquillModel) model = import_program (text, report);
  const SquillEntity *batches = find_entity (model, "batches");
  const SquillEntity *comments = find_entity (model, "comments");
  const SquillField *kind = get_field (batches, "events.kind");
  const char *item = get_field (comments, "item")->item.id;
  guint n_items = 0, n_others = 0;

  g_assert_cmpstr (get_field (batches, "events")->discriminator, ==, kind->item.id);
  assert_json (kind->enumeration, "[\"Clicked\",\"bought\"]");
  assert_json (get_field (batches, "events.element")->variants, "[\"Clicked\"]");
  assert_json (get_field (batches, "events.what")->variants, "[\"bought\"]");
  g_assert_null (get_field (batches, "events.message")->variants);
  assert_json (get_field (batches, "one.x")->variants, "[\"Late\"]");
  SQUILL_FOR_EACH_CHILD (SquillRelationship, r, squill_model_get_info (model),
                         SQUILL_KIND_RELATIONSHIP)
    {
      if (g_strcmp0 (r->child_holder, item) == 0)
        {
          g_assert_cmpfloat (r->parents.min, ==, 0);
          n_items++;
        }
      else
        {
          g_assert_cmpstr (r->parent_holder, ==, get_field (comments, "others.id")->item.id);
          n_others++;
        }
    }
  g_assert_cmpuint (n_items, ==, 2);
  g_assert_cmpuint (n_others, ==, 1);
  assert_problem_at (report, 7, 26, "discriminator");
  assert_problem_at (report, 14, 49, "“lost” refers");
  assert_problem_at (report, 16, 27, "discriminator");
  assert_problem_at (report, 17, 28, "discriminator");
  g_assert_cmpuint (report->problems->len, ==, 4);
  g_assert_null (get_field (batches, "label")->discriminator);
  g_assert_null (get_field (batches, "counts")->discriminator);
}

/* Kinds that are said of a schema, or where it is used; and what is said of a path. */
static void
test_kinds_elsewhere (void)
{
  static const char text[] =
      "const shape = new Schema({ name: String }, { discriminatorKey: 'kind', _id: false });\n"
      "const circle = new Schema({ radius: Number }, { _id: false });\n"
      "const square = new Schema({ side: Number }, { _id: false });\n"
      "const drawing = new Schema({ title: String, label: { type: String, required: true },\n"
      "  one: { type: shape, discriminators: { Circle: circle, Square: square } },\n"
      "  many: [{ type: shape, discriminators: { Circle: circle, Lost: lost } }],\n"
      "  plain: shape,\n"
      "  by: { type: Schema.Types.ObjectId, ref: 'Author' },\n"
      "  rules: [{ when: [{ what: String }] }] });\n"
      "shape.discriminator('Square', square);\n"
      "drawing.path('title').required(true, 'say it');\n"
      "drawing.path('label').required(false);\n"
      "drawing.path('by').required();\n"
      "z.string().required();\n"
      "mongoose.model('Drawing', drawing);\n"
      "mongoose.model('Author', new Schema({ name: String }));\n";
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  g_autoptr (SquillModel) model = import_program (text, report);
  const SquillEntity *drawings = find_entity (model, "drawings");

  assert_json (get_field (drawings, "one.kind")->enumeration, "[\"Circle\",\"Square\"]");
  assert_json (get_field (drawings, "one.radius")->variants, "[\"Circle\"]");
  assert_json (get_field (drawings, "many.radius")->variants, "[\"Circle\"]");
  assert_json (get_field (drawings, "plain.side")->variants, "[\"Square\"]");
  g_assert_true (get_field (drawings, "title")->required);
  g_assert_false (get_field (drawings, "label")->required);
  g_assert_cmpfloat (get_relationship (model, "by")->parents.min, ==, 1);
  /* Objects in arrays have a key, however deep. */
  get_field (drawings, "rules._id");
  get_field (drawings, "rules.when._id");
  assert_problem_at (report, 6, 65, "discriminator");
  g_assert_cmpuint (report->problems->len, ==, 1);
}

/* A field that tells of kinds keeps the values that it lists itself. */
static void
test_listed_kinds (void)
{
  static const char text[] =
      "const s = new Schema({ kind: { type: String, enum: ['Plain', 'Car'] } },\n"
      "  { discriminatorKey: 'kind' });\n"
      "const Vehicle = mongoose.model('Vehicle', s);\n"
      "Vehicle.discriminator('Car', new Schema({ doors: Number }));\n"
      "Vehicle.discriminator('Bike', new Schema({ gears: Number }));\n";
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  g_autoptr (SquillModel) model = import_program (text, report);
  const SquillEntity *vehicles = find_entity (model, "vehicles");

  assert_json (get_field (vehicles, "kind")->enumeration, "[\"Plain\",\"Car\",\"Bike\"]");
  assert_json (get_field (vehicles, "doors")->variants, "[\"Car\"]");
  assert_json (get_field (vehicles, "gears")->variants, "[\"Bike\"]");
}

/* Kinds of a schema that is part of parts, none of which is a collection. */
static void
test_kinds_of_parts (void)
{
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  g_autoptr (SquillModel) model =
      import_program ("const shape = new Schema({ n: Number }, { discriminatorKey: 'kind' });\n"
                      "const layer = new Schema({ shape: shape });\n"
                      "const drawing = new Schema({ layer: layer });\n"
                      "shape.discriminator('Circle', new Schema({ radius: Number }));\n",
                      report);
  guint n;

  squill_item_get_children (squill_model_get_info (model), SQUILL_KIND_ENTITY, &n);
  g_assert_cmpuint (n, ==, 1);
  assert_json (get_field (find_entity (model, "drawings"), "layer.shape.radius")->variants,
               "[\"Circle\"]");
  g_assert_cmpuint (report->problems->len, ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/mongoose-kinds/kinds", test_kinds);
  g_test_add_func ("/mongoose-kinds/kinds-elsewhere", test_kinds_elsewhere);
  g_test_add_func ("/mongoose-kinds/listed-kinds", test_listed_kinds);
  g_test_add_func ("/mongoose-kinds/kinds-of-parts", test_kinds_of_parts);
  return g_test_run ();
}

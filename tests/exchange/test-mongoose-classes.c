/* SPDX-License-Identifier: Apache-2.0 */

/* Classes with decorators, as NestJS and Typegoose have them, as schemas. */

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

/* Classes with decorators, as NestJS and Typegoose have them. */
static void
test_classes (void)
{
  static const char nest[] =
      "enum Kind { Big = 'big', Small = 'small' }\nconst Names = { Cats: 'felines' } as const;\n"
      "class Base { @Prop({ index: true }) tenant: string; }\n"
      "@Schema({ _id: false })\nexport class Address { @Prop({ required: true }) city: string; }\n"
      "export const AddressSchema = SchemaFactory.createForClass(Address);\n"
      "@Schema({ timestamps: true, collection: Names.Cats })\n"
      "export class Cat extends Base {\n"
      "  @ApiProperty({ example: 'Tom' }) @Prop({ required: true, unique: true }) readonly name!: "
      "string;\n"
      "  @Prop() age?: number | null;\n"
      "  @Prop([String]) tags: string[];\n"
      "  @Prop({ type: mongoose.Schema.Types.ObjectId, ref: Owner.name }) owner: Owner;\n"
      "  @Prop({ type: [{ type: Types.ObjectId, ref: 'Cat' }] }) friends: Cat[];\n"
      "  @Prop({ type: AddressSchema }) home: Address;\n"
      "  @Prop() homes: Address[];\n"
      "  @Prop({ enum: Kind, default: 'big' }) kind: Kind;\n"
      "  @Prop(raw({ first: { type: String } })) details: Record<string, any>;\n"
      "  notStored: string;\n"
      "  speak() { const x = { y: 1 }; return `${x}`; }\n"
      "}\n"
      "export const CatSchema = SchemaFactory.createForClass(Cat);\n"
      "CatSchema.index({ age: -1 });\n"
      "@Schema() export class Owner { @Prop() born: Date; }\n"
      "@Module({ imports: [MongooseModule.forFeature([{ name: Cat.name, schema: CatSchema },\n"
      "  { name: Owner.name, schema: SchemaFactory.createForClass(Owner) }])] }) class M {}\n";
  static const char typegoose[] =
      "class Job { @prop() public title?: string; }\n"
      "class Car { @prop({ required: true }) model!: string; @prop({ type: () => [Job] }) jobs!: "
      "Job[];\n"
      "  @prop({ ref: () => Person }) driver?: Ref<Person>; }\n"
      "class Person { @prop() name: string; }\n"
      "const CarModel = getModelForClass(Car); export const P = getModelForClass(Person);\n";
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  g_autoptr (SquillModel) model = import_program (nest, report);
  g_autoptr (SquillModel) other = import_program (typegoose, report);
  const SquillEntity *cats = find_entity (model, "felines"), *cars = find_entity (other, "cars");
  guint n;

  g_assert_true (get_field (cats, "name")->required);
  g_assert_cmpint (get_field (cats, "age")->types, ==, SQUILL_TYPE_DOUBLE);
  g_assert_true (get_field (cats, "tags")->array);
  g_assert_true (get_field (cats, "home.city")->required);
  g_assert_true (get_field (cats, "homes")->array);
  g_assert_cmpint (get_field (cats, "homes.city")->types, ==, SQUILL_TYPE_STRING);
  assert_json (get_field (cats, "kind")->enumeration, "[\"big\",\"small\"]");
  g_assert_cmpint (get_field (cats, "details.first")->types, ==, SQUILL_TYPE_STRING);
  g_assert_cmpint (get_field (cats, "tenant")->types, ==, SQUILL_TYPE_STRING);
  g_assert_cmpint (get_field (cats, "createdAt")->types, ==, SQUILL_TYPE_DATE);
  g_assert_cmpstr (get_relationship (model, "owner")->parent, ==,
                   find_entity (model, "owners")->item.id);
  g_assert_cmpint (get_relationship (model, "friends")->placement, ==,
                   SQUILL_PLACEMENT_CHILD_REFERENCES);
  squill_item_get_children (cats, SQUILL_KIND_INDEX, &n);
  g_assert_cmpuint (n, ==, 3);
  squill_item_get_children (squill_model_get_info (model), SQUILL_KIND_ENTITY, &n);
  g_assert_cmpuint (n, ==, 2);
  g_assert_true (get_field (cars, "model")->required);
  g_assert_true (get_field (cars, "jobs")->array);
  g_assert_cmpint (get_field (cars, "jobs.title")->types, ==, SQUILL_TYPE_STRING);
  g_assert_cmpstr (get_relationship (other, "driver")->parent, ==,
                   find_entity (other, "people")->item.id);
  for (guint i = 0; i < report->problems->len; i++)
    g_error ("%s", ((SquillImportProblem *)report->problems->pdata[i])->text);
}

/* A reference of Typegoose has an _id, and no document; types end where the next property begins.
 */
static void
test_class_references (void)
{
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  g_autoptr (SquillModel) model =
      import_program ("const number = 7\n"
                      "class User { @prop() public name?: string }\n"
                      "class Code { @prop() public _id!: string }\n"
                      "class Post {\n"
                      "  @prop({ ref: () => User }) public author?: Ref<User>\n"
                      "  @prop({ ref: () => Post }) public parent?: Ref<Post>\n"
                      "  @prop({ ref: () => User }) public fans?: Ref<User>[]\n"
                      "  @prop({ ref: Code }) public code?: Ref<Code, string>\n"
                      "  @prop({ type: Map, default: {} })\n"
                      "  public kinds?:\n    | First\n    | Second\n    | { third: string }\n\n"
                      "  @prop() public size?: number\n"
                      "  @prop() public last?: string }\n"
                      "getModelForClass(User)\ngetModelForClass(Post)\ngetModelForClass(Code)\n",
                      report);
  const SquillEntity *posts = find_entity (model, "posts");

  g_assert_cmpint (report->problems->len, ==, 0);
  g_assert_cmpint (get_field (posts, "author")->types, ==, SQUILL_TYPE_OBJECT_ID);
  g_assert_cmpint (get_field (posts, "parent")->types, ==, SQUILL_TYPE_OBJECT_ID);
  g_assert_true (get_field (posts, "fans")->array);
  g_assert_cmpint (get_field (posts, "code")->types, ==, SQUILL_TYPE_STRING);
  g_assert_true (get_field (posts, "kinds")->map);
  g_assert_cmpint (get_field (posts, "size")->types, ==, SQUILL_TYPE_DOUBLE);
  get_field (posts, "last");
  g_assert_cmpint (get_relationship (model, "fans")->placement, ==,
                   SQUILL_PLACEMENT_CHILD_REFERENCES);
}

/* What Typegoose says otherwise: options and indexes by decorators, which subclasses inherit, types
 * of elements, kinds, references that are not stored, and names of its own. */
static void
test_typegoose (void)
{
  static const char text[] =
      "import { prop, modelOptions, index, plugin, getModelForClass, "
      "getDiscriminatorModelForClass, Ref, PropType, arrayProp } from '@typegoose/typegoose';\n"
      "@modelOptions({ schemaOptions: { timestamps: true } })\n"
      "@index({ created: -1 })\n"
      "class Base {\n"
      "  @prop({ required: true }) public created!: Date;\n"
      "}\n"
      "class Item {\n"
      "  @prop() sku?: string;\n"
      "}\n"
      "class Gift extends Item {\n"
      "  @prop() text?: string;\n"
      "}\n"
      "@modelOptions({ schemaOptions: { collection: 'kunden', _id: true }, options: { customName: "
      "'Kunde' } })\n"
      "@index({ mail: 1 }, { unique: true })\n"
      "export class Customer {\n"
      "  @prop({ required: true, unique: true }) public mail!: string;\n"
      "  @prop({ type: () => [String] }) tags?: string[];\n"
      "  @prop({ type: String }, PropType.MAP) labels?: Map<string, string>;\n"
      "  @prop({ type: Number }, PropType.ARRAY) counts?: number[];\n"
      "  @arrayProp({ items: Item }) items?: Item[];\n"
      "  @arrayProp({ itemsRef: 'Order' }) orders?: Ref<Order>[];\n"
      "  @prop({ type: () => [Item], discriminators: () => [Gift] }) gifts?: Item[];\n"
      "  @prop({ ref: () => Order }) last?: Ref<Order>;\n"
      "  @prop({ ref: () => Visit, localField: '_id', foreignField: 'of' }) visits?: "
      "Ref<Visit>[];\n"
      "}\n"
      "class Order extends Base {\n"
      "  @prop() total?: number;\n"
      "}\n"
      "class Empty extends Base {}\n"
      "const opts = { schemaOptions: { collection: 'visits' } } as any;\n"
      "@modelOptions(opts)\n"
      "class Visit { @prop() at?: Date; @prop() of?: ObjectId }\n"
      "class Animal { @prop() name?: string }\n"
      "class Cat extends Animal { @prop() lives?: number }\n"
      "class Dog extends Animal { @prop() bark?: boolean }\n"
      "const CustomerModel = getModelForClass(Customer);\n"
      "export const OrderModel = getModelForClass(Order, { schemaOptions: { collection: "
      "'bestellungen' } });\n"
      "export const EmptyModel = getModelForClass(Empty);\n"
      "export const VisitModel = getModelForClass(Visit);\n"
      "const AnimalModel = getModelForClass(Animal, { options: { customName: 'Pet' } });\n"
      "const CatModel = getDiscriminatorModelForClass(AnimalModel, Cat);\n"
      "const DogModel = getDiscriminatorModelForClass(AnimalModel, Dog, 'dog');\n";
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  g_autoptr (SquillModel) model = import_program (text, report);
  const SquillEntity *customers = find_entity (model, "kunden");
  const SquillEntity *orders = find_entity (model, "bestellungen");
  const SquillEntity *pets = find_entity (model, "pets");

  g_assert_cmpuint (count_children (squill_model_get_info (model), SQUILL_KIND_ENTITY), ==, 5);
  g_assert_true (get_field (customers, "tags")->array);
  g_assert_true (get_field (customers, "labels")->map);
  g_assert_true (get_field (customers, "counts")->array);
  g_assert_cmpuint (get_field (customers, "counts")->types, ==, SQUILL_TYPE_DOUBLE);
  get_field (customers, "items.sku");
  g_assert_true (get_field (customers, "orders")->array);
  g_assert_cmpuint (get_field (customers, "orders")->types, ==, SQUILL_TYPE_OBJECT_ID);
  get_field (customers, "gifts.text");
  g_assert_null (find_child (customers, SQUILL_KIND_FIELD, "visits"));
  g_assert_cmpuint (count_children (customers, SQUILL_KIND_INDEX), ==, 1);
  g_assert_true (((const SquillIndex *)find_child (customers, SQUILL_KIND_INDEX, NULL))->unique);
  /* Of the base, with what the call says. */
  get_field (orders, "createdAt");
  g_assert_cmpuint (count_children (orders, SQUILL_KIND_INDEX), ==, 1);
  get_field (find_entity (model, "empties"), "created");
  get_field (find_entity (model, "visits"), "at");
  get_field (pets, "lives");
  assert_json (get_field (pets, "__t")->enumeration, "[\"Cat\", \"dog\"]");
  get_relationship (model, "last");
  g_assert_cmpuint (report->problems->len, ==, 0);
}

/* Options that are spread count as if they were written there, the last one of a name. */
static void
test_spread_options (void)
{
  static const char text[] =
      "import { prop, modelOptions, getModelForClass } from '@typegoose/typegoose';\n"
      "const most = { collection: 'other', versionKey: false };\n"
      "const base = { ...most, collection: 'my_things' };\n"
      "@modelOptions({ schemaOptions: { versionKey: false } })\n"
      "class A { @prop() a: string; }\n"
      "@modelOptions({ schemaOptions: { ...base } })\n"
      "class B extends A { @prop() b: string; }\n"
      "getModelForClass(B);\n";
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  g_autoptr (SquillModel) model = import_program (text, report);
  const SquillEntity *things = find_entity (model, "my_things");

  g_assert_nonnull (things);
  g_assert_null (find_child (things, SQUILL_KIND_FIELD, "__v"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/mongoose-classes/classes", test_classes);
  g_test_add_func ("/mongoose-classes/class-references", test_class_references);
  g_test_add_func ("/mongoose-classes/typegoose", test_typegoose);
  g_test_add_func ("/mongoose-classes/spread-options", test_spread_options);
  return g_test_run ();
}

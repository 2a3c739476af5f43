/* SPDX-License-Identifier: Apache-2.0 */

/* Types and schemas for programs. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include <string.h>

#include "export-text.h"
#include "import-text.h"
#include "exchange/import/squill-json-schema-import.h"
#include "model/squill-authoring.h"
#include "model/squill-model-file.h"

/* All types, names that programs do not take as they are, and what stands in lists. */
static SquillModel *
make_model (void)
{
  static const char schema[] =
      "{'$jsonSchema':{'title':'odd things','description':'all */ of them','bsonType':'object',"
      "'required':['_id','type','list'],'properties':{"
      "'_id':{'bsonType':'string'},'type':{'bsonType':'string','enum':['a\\\\b','c']},"
      "'odd-key':{'bsonType':'int','exact':1,'minimum':1,'description':'two\\nlines'},"
      "'__proto__':{'bsonType':'long'},'save':{'bsonType':'bool'},'2nd':{'bsonType':'date'},"
      "'price':{'bsonType':'decimal'},'ref':{'bsonType':'objectId'},'bin':{'bsonType':'binData'},"
      "'re':{'bsonType':'regex'},'ts':{'bsonType':'timestamp'},'code':{'bsonType':'javascript'},"
      "'min':{'bsonType':'minKey'},'max':{'bsonType':'maxKey'},'none':{'bsonType':'null'},"
      "'either':{'bsonType':['string','int','null']},'free':{'bsonType':'object'},'any':{},"
      "'number':{'bsonType':['double','int','long']},"
      "'list':{'bsonType':'array','items':{'bsonType':['string','bool']}},"
      "'grid':{'bsonType':'array','items':{'bsonType':'array','items':{'bsonType':'double'}}},"
      "'cells':{'bsonType':'array','items':{'bsonType':'array','items':{'bsonType':'object',"
      "'properties':{'x':{'bsonType':'string'}}}}},"
      "'lone':{'anyOf':[{'bsonType':'string'},{'bsonType':'array','items':{'bsonType':'string'}}]},"
      "'map':{'bsonType':'object','additionalProperties':{'bsonType':'string','maxLength':3}},"
      "'inner':{'bsonType':'object','required':['type'],'properties':{'type':{'bsonType':'string'},"
      "'deep':{'bsonType':'array','items':{'bsonType':'object','properties':{'a b':{'bsonType':"
      "'string','pattern':'^\\\\d/'}}}}}}}}}";
  g_autofree char *text = g_strdelimit (g_strdup (schema), "'", '"');
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  g_autoptr (GError) error = NULL;
  SquillModel *model =
      squill_json_schema_import ("odd things", text, strlen (text), report, &error);

  g_assert_no_error (error);
  return model;
}

static void
test_typescript (void)
{
  static const char *const expected[] = {
    "import type { Binary, Code, Decimal128, Long, MaxKey, MinKey, ObjectId, Timestamp } from "
    "'mongodb';\n",
    "export interface OddThing {\n",
    "  type: \"a\\\\b\" | \"c\";\n",
    "  /**\n   * two\n   * lines\n   */\n  \"odd-key\"?: number;\n",
    "  [\"__proto__\"]?: Long;\n",
    "  \"2nd\"?: Date;\n",
    "  price?: Decimal128;\n",
    "  re?: RegExp;\n",
    "  either?: string | null | number;\n",
    "  free?: Record<string, unknown>;\n",
    "  any?: unknown;\n",
    "  number?: number;\n",
    "  list: (string | boolean)[];\n",
    "  grid?: number[][];\n",
    "  cells?: OddThingCell[][];\n",
    "  lone?: string[] | string;\n",
    "  map?: Record<string, string>;\n",
    "  inner?: OddThingInner;\n",
    "export interface OddThingInner {\n  type: string;\n  deep?: OddThingInnerDeep[];\n}\n",
    "export interface OddThingInnerDeep {\n  \"a b\"?: string;\n}\n",
  };
  g_autoptr (SquillModel) model = make_model ();
  g_autofree char *text = export_text (model, "typescript", NULL, NULL);
  g_autofree char *bigint = export_text (model, "typescript", "longs", "bigint");

  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    assert_has (text, expected[i]);
  assert_has (bigint, "  [\"__proto__\"]?: bigint;\n");
  g_assert_null (strstr (bigint, "Long"));
  /* A description does not end its comment. */
  g_assert_null (strstr (text, "all */"));
}

static void
test_mongoose (void)
{
  static const char *const expected[] = {
    "    _id: { type: String, required: true },\n",
    "    type: { type: String, enum: [\"a\\\\b\", 'c'], required: true },\n",
    "    'odd-key': { type: Schema.Types.Int32, min: 1 },\n",
    "    [\"__proto__\"]: { type: BigInt },\n",
    "    price: { type: Schema.Types.Decimal128 },\n",
    "    bin: { type: Schema.Types.Buffer },\n",
    "    // timestamp\n    ts: { type: Schema.Types.Mixed },\n",
    "    number: { type: Number },\n",
    "    // string, bool\n    list: { type: [Schema.Types.Mixed], required: true },\n",
    "    grid: { type: [[Number]], default: undefined },\n",
    "    map: { type: Map, of: { type: String, maxlength: 3 } },\n",
    "    inner: { type: oddThingInnerSchema },\n",
    "    type: { type: String, required: true },\n",
    "match: new RegExp(\"^\\\\d/\", 'u')",
    "{ _id: false }",
    "{ collection: 'odd things', versionKey: false, suppressReservedKeysWarning: true }",
    "export const OddThingModel = mongoose.model('OddThing', oddThingSchema);\n",
  };
  g_autoptr (SquillModel) model = make_model ();
  g_autofree char *text = export_text (model, "mongoose", NULL, NULL);
  g_autofree char *typed = export_text (model, "mongoose-typescript", NULL, NULL);
  const char *inner = strstr (text, "const oddThingInnerSchema");

  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      assert_has (text, expected[i]);
      assert_has (typed, expected[i]);
    }
  /* What is used is there before. */
  g_assert_true (inner != NULL && inner < strstr (text, "const oddThingSchema"));
  assert_has (typed, "export type OddThing = InferSchemaType<typeof oddThingSchema>;\n");
}

static void
test_prisma (void)
{
  static const char *const expected[] = {
    "provider = \"mongodb\"\n  url      = env(\"DATABASE_URL\")\n",
    "/// all */ of them\nmodel OddThing {\n",
    "@id @map(\"_id\")\n",
    "  /// two\n  /// lines\n  odd_key ",
    " @map(\"odd-key\")\n",
    " Boolean?\n",
    "  /// decimal\n  price ",
    " @db.ObjectId\n",
    " @db.Timestamp\n",
    "  /// string|null|int\n  either ",
    "enum OddThingType {\n  a_b @map(\"a\\\\b\")\n  c\n}\n",
    "type OddThingInner {\n  type String\n  deep OddThingInnerDeep[]\n}\n",
    "type OddThingInnerDeep {\n  a_b String? @map(\"a b\")\n}\n",
    "\n  @@map(\"odd things\")\n}\n",
  };
  g_autoptr (SquillModel) model = make_model ();
  g_autofree char *text = export_text (model, "prisma", NULL, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    assert_has (text, expected[i]);
}

static void
test_go (void)
{
  static const char *const expected[] = {
    "package models\n\nimport (\n\t\"time\"\n\n\t\"go.mongodb.org/mongo-driver/v2/bson\"\n)\n",
    "// OddThing is a document of the collection \"odd things\".\n// all */ of them\n"
    "type OddThing struct {\n",
    "`bson:\"_id",
    " `bson:\"odd-key,omitempty\"`\n",
    "\t// One of \"a\\\\b\", \"c\"\n\tType",
    " *bson.Decimal128 ",
    " any ",
    " OddThingInner ",
    "// OddThingInnerDeep is embedded in \"inner.deep\".\ntype OddThingInnerDeep struct {\n"
    "\tAB *string `bson:\"a b,omitempty\"`\n}\n",
  };
  g_autoptr (SquillModel) model = make_model ();
  g_autofree char *text = export_text (model, "go", NULL, NULL);
  g_autofree char *old = export_text (model, "go", "driver", "1");

  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    assert_has (text, expected[i]);
  assert_has (old, "\t\"go.mongodb.org/mongo-driver/bson/primitive\"\n");
  assert_has (old, " *primitive.Decimal128 ");
}

static void
test_java (void)
{
  static const char *const expected[] = {
    "package models;\n\nimport java.time.Instant;\n",
    "/**\n * A document of the collection odd things.\n * all &#42;/ of them\n *\n",
    " * @param type One of \"a&#92;&#92;b\", \"c\"\n",
    "public record OddThing(\n    @BsonId String id,\n    String type,\n"
    "    @BsonProperty(\"odd-key\") Integer oddKey,\n    @BsonProperty(\"__proto__\") Long "
    "proto,\n",
    "    List<BsonValue> list",
    "    List<List<Double>> grid",
    "    List<List<OddThingCell>> cells",
    "    BsonValue lone",
    "    Map<String, String> map",
    "    OddThingInner inner",
    "  public static final String COLLECTION = \"odd things\";\n",
    "public record OddThingInnerDeep(\n    @BsonProperty(\"a b\") String ab) {\n}\n",
  };
  g_autoptr (SquillModel) model = make_model ();
  g_autofree char *text = export_text (model, "java", NULL, NULL);
  g_autofree char *beans = export_text (model, "java", "classes", "beans");

  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    assert_has (text, expected[i]);
  assert_has (beans, "  @BsonProperty(\"2nd\")\n  private Instant type2nd;\n");
  assert_has (beans, "  public String getType() {\n    return type;\n  }\n\n"
                     "  public void setType(String type) {\n    this.type = type;\n  }\n");
}

static void
test_csharp (void)
{
  static const char *const expected[] = {
    "#nullable enable\n\nusing System;\nusing System.Collections.Generic;\nusing MongoDB.Bson;\n",
    "/// <summary>\n/// A document of the collection odd things.\n/// all */ of them\n"
    "/// </summary>\n[BsonIgnoreExtraElements]\npublic class OddThing\n{\n",
    "    public const string CollectionName = \"odd things\";\n",
    "    [BsonId]\n    public string Id { get; set; } = null!;\n",
    "    [BsonElement(\"type\")]\n    public string Type { get; set; } = null!;\n",
    "    [BsonElement(\"odd-key\")]\n    [BsonIgnoreIfNull]\n"
    "    public int? OddKey { get; set; }\n",
    "    public BsonValue? Either { get; set; }\n",
    "    public List<BsonValue> List { get; set; } = new();\n",
    "    public List<List<double>>? Grid { get; set; }\n",
    "    public Dictionary<string, string>? Map { get; set; }\n",
    "public class OddThingInnerDeep\n{\n    [BsonElement(\"a b\")]\n    [BsonIgnoreIfNull]\n"
    "    public string? AB { get; set; }\n}\n",
  };
  g_autoptr (SquillModel) model = make_model ();
  g_autofree char *text = export_text (model, "csharp", NULL, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    assert_has (text, expected[i]);
}

/* Words of the languages, names that are one in another case or another spelling, those that the
 * drivers take for "_id", letters without a capital, and what ends comments. */
static void
test_class_names (void)
{
  g_autofree char *json = g_strdelimit (
      g_strdup ("{'format':'squill/model','version':1,'name':'m','entities':{"
                "'a':{'name':'String','order':'A','standalone':'yes','description':"
                "'C:\\\\users </summary>','fields':{"
                "'h':{'name':'id','order':'A','types':['int'],'required':true},"
                "'i':{'name':'string','order':'B','types':['long','null'],'required':true},"
                "'j':{'name':'class','order':'C','types':['date'],'required':true},"
                "'k':{'name':'\u6570','order':'D','types':['bool'],'required':true},"
                "'l':{'name':'\u212b','order':'E','types':['double','int'],'required':true},"
                "'m':{'name':'\u00c5','order':'F','types':['double','long'],'required':true},"
                "'n':{'name':'end\\u0085of','order':'G','types':['string']},"
                "'o':{'name':'','order':'H','types':['string']}}},"
                "'b':{'name':'STRING','order':'B','standalone':'yes'}},'relationships':{}}"),
      "'", '"');
  static const char *const java[] = {
    "public class String2 {\n",
    " * C:&#92;users &#60;/summary&#62;\n",
    " * The driver cannot name the field \"\".\n",
    "  @BsonProperty(\"id\")\n  private int id2;\n",
    "  private Long string;\n",
    "  @BsonProperty(\"class\")\n  private Instant class_;\n",
    "  private boolean x\u6570;\n",
    "  private double \u00e5;\n",
    "  private BsonValue \u00e52;\n",
    "  public boolean isX\u6570() {\n",
    "public class STRING3 {\n",
  };
  static const char *const csharp[] = {
    "public class String\n",
    "/// C:\\users &lt;/summary&gt;\n",
    "    [BsonElement(\"id\")]\n    public int Id2 { get; set; }\n",
    "    public long? String2 { get; set; }\n",
    "    [BsonElement(\"end\\u0085of\")]\n    [BsonIgnoreIfNull]\n    public string? EndOf { get",
    "    [BsonElement(\"\")]\n",
    "public class STRING2\n",
  };
  g_autoptr (GError) error = NULL;
  g_autoptr (SquillModel) model = squill_model_new_from_data (json, strlen (json), &error);
  g_autofree char *beans = NULL, *classes = NULL;

  g_assert_no_error (error);
  beans = export_text (model, "java", "classes", "beans");
  for (guint i = 0; i < G_N_ELEMENTS (java); i++)
    assert_has (beans, java[i]);
  classes = export_text (model, "csharp", NULL, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (csharp); i++)
    assert_has (classes, csharp[i]);
}

/* A text of an index may have a NUL. */
static void
test_mongoose_nul (void)
{
  g_autofree char *json = g_strdelimit (
      g_strdup ("{'format':'squill/model','version':1,'name':'m','entities':{"
                "'a':{'name':'a','order':'A','fields':{"
                "'i':{'name':'x','order':'A','types':['string']}},'indexes':{'n':{'name':'x_1',"
                "'order':'A','keys':[{'path':'i'}],'partial':{'x':'be\\u0000hind'}}}}}}"),
      "'", '"');
  g_autoptr (GError) error = NULL;
  g_autoptr (SquillModel) model = squill_model_new_from_data (json, strlen (json), &error);
  g_autofree char *text = NULL;

  g_assert_no_error (error);
  text = export_text (model, "mongoose", NULL, NULL);
  assert_has (text, "partialFilterExpression: { x: \"be\\u0000hind\" }");
}

/* As Go's linters want it. */
static void
test_go_initialisms (void)
{
  static const char *const names[][2] = {
    { "customerId", "CustomerID " }, { "api_url", "APIURL " }, { "ip", "IP " },
    { "identity", "Identity " },     { "Uuids", "Uuids " },    { "html_body", "HTMLBody " },
  };
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autofree char *entity = squill_model_add_entity (model, "users", 0, 0), *text = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *field =
          squill_model_add_field (model, entity, NULL, names[i][0], SQUILL_TYPE_STRING);
    }
  text = export_text (model, "go", NULL, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    assert_has (text, names[i][1]);
}

/* Names that the driver reads otherwise, those that a tag has to escape, and a struct in itself. */
static void
test_go_names (void)
{
  g_autofree char *json = g_strdelimit (
      g_strdup ("{'format':'squill/model','version':1,'name':'m','entities':{"
                "'a':{'name':'a','order':'A','standalone':'yes','fields':{"
                "'i':{'name':'_id','order':'A','types':['int'],'required':true},"
                "'b':{'name':'x,y','order':'B','types':['int'],'required':true},"
                "'c':{'name':'','order':'C','types':['int'],'required':true},"
                "'d':{'name':'tick`','order':'D','types':['int'],'required':true},"
                "'e':{'name':'\u6570','order':'E','types':['int','long'],'required':true},"
                "'f':{'name':'when','order':'F','types':['date','null'],'required':true},"
                "'g':{'name':'list','order':'G','types':['string','null'],'array':true},"
                "'h':{'name':'-','order':'H','types':['int'],'required':true},"
                "'k':{'name':'mark\ufeffed','order':'K','types':['int'],'required':true,"
                "'description':'with\ufeffin'}}}},"
                "'relationships':{'r':{'name':'inner','parent':'a','child':'a','placement':"
                "'embed-one','children':{'min':1,'likely':1,'max':1}}}}"),
      "'", '"');
  static const char *const expected[] = {
    "// The driver cannot name the field \"x,y\".\n// The driver cannot name the field \"\".\n"
    "// The driver cannot name the field \"-\".\ntype A struct {\n",
    " `bson:\"_id\"`\n",
    " \"bson:\\\"tick`\\\"\"\n",
    "\tX数   int64      `bson:\"数\"`\n",
    "\t// within\n",
    " \"bson:\\\"mark\\ufeffed\\\"\"\n",
    " *time.Time `bson:\"when\"`\n",
    " []*string ",
    " *A ",
  };
  g_autoptr (GError) error = NULL;
  g_autoptr (SquillModel) model = squill_model_new_from_data (json, strlen (json), &error);
  g_autofree char *text = NULL;

  g_assert_no_error (error);
  text = export_text (model, "go", NULL, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    assert_has (text, expected[i]);
  g_assert_null (strstr (text, "v2/bson"));
  g_assert_null (strstr (text, "\ufeff"));
}

static void
test_zod (void)
{
  static const char *const expected[] = {
    "export const OddThing = z.looseObject({\n",
    "  type: z.literal([\"a\\\\b\", \"c\"]),\n",
    "  \"odd-key\": z.int32().min(1).optional(),\n",
    "  [\"__proto__\"]: z.union([z.int(), z.instanceof(Long), z.bigint()]).optional(),\n",
    "  price: z.instanceof(Decimal128).optional(),\n",
    "  either: z.union([z.string(), z.null(), z.int32()]).optional(),\n",
    "  list: z.array(z.union([z.string(), z.boolean()])),\n",
    "  grid: z.array(z.array(z.number())).optional(),\n",
    "  lone: z.union([z.array(z.string()), z.string()]).optional(),\n",
    "  map: z.record(z.string(), z.string().max(3)).optional(),\n",
    "  \"a b\": z.string().regex(new RegExp(\"^\\\\d/\", 'u')).optional(),\n",
    "export type OddThing = z.infer<typeof OddThing>;\n",
    "export const collections = {\n  \"odd things\": OddThing,\n};\n",
  };
  g_autoptr (SquillModel) model = make_model ();
  g_autofree char *text = export_text (model, "zod", NULL, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    assert_has (text, expected[i]);
  /* What is used is there before. */
  g_assert_true (strstr (text, "export const OddThingInner =") <
                 strstr (text, "export const OddThing ="));
}

static void
test_pydantic (void)
{
  static const char *const expected[] = {
    "class OddThing(BaseModel):\n    \"\"\"all */ of them\"\"\"\n\n    model_config = CONFIG\n",
    "    id: str = Field(alias=\"_id\")\n",
    "    type: Literal[\"a\\\\b\", \"c\"]\n",
    "    # two\n    # lines\n    odd_key: Annotated[int, Field(ge=1)] | None = Field(default=None, "
    "alias=\"odd-key\")\n",
    "    proto__: Long | None = Field(default=None, alias=\"__proto__\")\n",
    "    price: Decimal128 | None = None\n",
    "    bin: Binary | bytes | None = None\n",
    "    either: str | int | None = None\n",
    "    list_: list[str | bool] = Field(alias=\"list\")\n",
    "    grid: list[list[float]] | None = None\n",
    "    map: dict[str, Annotated[str, Field(max_length=3)]] | None = None\n",
    "    a_b: Annotated[str, Field(pattern=\"^[0-9]/\")] | None = Field(default=None, alias=\"a "
    "b\")\n",
    "COLLECTIONS = {\n    \"odd things\": OddThing,\n}\n",
  };
  g_autoptr (SquillModel) model = make_model ();
  g_autofree char *text = export_text (model, "pydantic", NULL, NULL);
  g_autofree char *beanie = export_text (model, "pydantic", "library", "beanie");

  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    assert_has (text, expected[i]);
  assert_has (beanie, "class OddThing(Document):\n");
  assert_has (beanie, "    save_: bool | None = Field(default=None, alias=\"save\")\n");
  assert_has (beanie, "    class Settings:\n        name = \"odd things\"\n");
}

/* References name their models, and can be followed from the other end; indexes are there. */
static void
test_references (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autofree char *users = squill_model_add_entity (model, "users", 0, 0);
  g_autofree char *posts = squill_model_add_entity (model, "blog posts", 0, 0);
  g_autofree char *name = squill_model_add_field (model, users, NULL, "name", SQUILL_TYPE_STRING);
  g_autofree char *created =
      squill_model_add_field (model, posts, NULL, "createdAt", SQUILL_TYPE_DATE);
  g_autofree char *updated =
      squill_model_add_field (model, posts, NULL, "updatedAt", SQUILL_TYPE_DATE);
  g_autofree char *writes = squill_model_add_relationship (model, users, posts, "posts",
                                                           SQUILL_PLACEMENT_PARENT_REFERENCE);
  g_autofree char *tree =
      squill_model_add_relationship (model, posts, posts, "replies", SQUILL_PLACEMENT_EMBED_MANY);
  g_autofree char *text = export_text (model, "mongoose", NULL, NULL);
  g_autofree char *types = export_text (model, "typescript", NULL, NULL);
  g_autofree char *prisma = export_text (model, "prisma", NULL, NULL);
  g_autofree char *beanie = NULL, *mongoose = NULL, *pydantic = NULL;
  const char *const paths[] = { created, NULL };
  const char *const hows[] = { "-1", NULL };
  g_autofree char *index = squill_model_add_index (model, posts, paths, hows);

  squill_model_set (
      model, index, "partial",
      json_pack ("{s:{s:{s:s}}}", "createdAt", "$gt", "$date", "2020-01-01T00:00:00Z"), NULL);
  beanie = export_text (model, "pydantic", "library", "beanie");
  assert_has (beanie, "IndexModel([(\"createdAt\", -1)], name=\"createdAt_-1\", "
                      "**json_util.loads(\"{\\\"partialFilterExpression\\\":");
  pydantic = export_text (model, "pydantic", NULL, NULL);
  /* A new document makes its own. */
  assert_has (pydantic, "    id: ObjectId = Field(default_factory=ObjectId, alias=\"_id\")\n");
  mongoose = export_text (model, "mongoose", NULL, NULL);
  assert_has (mongoose, "blogPostSchema.index({ createdAt: -1 }, { name: 'createdAt_-1', "
                        "partialFilterExpression: mongoose.mongo.BSON.EJSON.parse(\"{");
  assert_has (prisma, "@relation(\"posts\", fields: [userId], references: [id]");
  assert_has (prisma, "BlogPost[] @relation(\"posts\")\n");
  assert_has (prisma, "  replies   Json[]\n");
  assert_has (text, "ref: 'User'");
  assert_has (text, "userSchema.virtual('blog posts', { ref: 'BlogPost', localField: '_id', "
                    "foreignField: 'users' });\n");
  assert_has (text, "timestamps: true");
  assert_has (text, "collection: 'blog posts'");
  assert_has (types, "replies?: BlogPost");
}

/* A reference by another key than _id is a virtual field on both sides. */
static void
test_other_keys (void)
{
  static const char tables[] =
      "CREATE TABLE countries (id int PRIMARY KEY, code varchar(2) NOT NULL UNIQUE);\n"
      "CREATE TABLE cities (id int PRIMARY KEY, country varchar(2) NOT NULL REFERENCES countries "
      "(code));\n";
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  g_autoptr (SquillModel) model = import_text ("sql", tables, report);
  g_autofree char *text = export_text (model, "mongoose", NULL, NULL);

  assert_has (text, "citySchema.virtual('countries', { ref: 'Country', localField: 'country', "
                    "foreignField: 'code', justOne: true });\n"
                    "countrySchema.virtual('cities', { ref: 'City', localField: 'code', "
                    "foreignField: 'country' });\n");
}

/* So it is where both sides are documents of one collection. */
static void
test_own_other_key (void)
{
  static const char table[] = "CREATE TABLE nodes (id int PRIMARY KEY, code varchar(2) NOT NULL "
                              "UNIQUE, up varchar(2) REFERENCES nodes (code));\n";
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  g_autoptr (SquillModel) model = import_text ("sql", table, report);
  g_autofree char *text = export_text (model, "mongoose", NULL, NULL);

  assert_has (text, "nodeSchema.virtual('nodes', { ref: 'Node', localField: 'up', foreignField: "
                    "'code', justOne: true });\n"
                    "nodeSchema.virtual('nodes_2', { ref: 'Node', localField: 'code', "
                    "foreignField: 'up' });\n");
  g_assert_null (strstr (text, "ref: 'Node' }"));
}

/* A type is called after one document, or one element; a name that another collection has, or the
 * language, is no other's. */
static void
test_singular_names (void)
{
  static const char *const expected[][2] = {
    { "users", "User {" },         { "order_lines", "OrderLine {" }, { "categories", "Category {" },
    { "addresses", "Address {" },  { "people", "Person {" },         { "news", "News {" },
    { "metadata", "Metadata {" },  { "caches", "Cache {" },          { "staff", "Staff {" },
    { "staffs", "Staffs {" },      { "dates", "Dates {" },           { "LOGS", "LOG {" },
    { "blogPosts", "BlogPost {" }, { "status", "Status {" },
  };
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autofree char *text = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      g_autofree char *entity = squill_model_add_entity (model, expected[i][0], 0, 0);
    }
  text = export_text (model, "typescript", NULL, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      g_autofree char *line = g_strconcat ("export interface ", expected[i][1], NULL);

      assert_has (text, line);
    }
}

/* Collections may be called as what the module itself uses. */
static void
test_names (void)
{
  static const char *const names[] = { "schema", "mongoose", "inferSchemaType",
                                       "model",  "Schema",   "date",
                                       "Date",   "map" };
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autofree char *text = NULL, *typed = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *entity = squill_model_add_entity (model, names[i], 0, 0);
    }
  text = export_text (model, "mongoose", NULL, NULL);
  typed = export_text (model, "mongoose-typescript", NULL, NULL);
  g_assert_null (strstr (typed, "export type Schema ="));
  g_assert_null (strstr (typed, "export type InferSchemaType ="));
  assert_has (typed, "export type Schema2 =");
  assert_has (typed, "export type Schema3 =");
  assert_has (typed, "export type Date2 =");
  assert_has (text, "mongoose.model('Schema2', schemaSchema)");
}

/* Regular expressions are those of JavaScript, or comments. */
static void
test_patterns (void)
{
  static const char schema[] = "{\"$jsonSchema\": {\"bsonType\": \"object\", \"properties\": {"
                               "\"a\": {\"bsonType\": \"string\", \"pattern\": \"(?i)^x\"},"
                               "\"b\": {\"bsonType\": \"string\", \"pattern\": \"(?>x)+\"}}}}";
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (SquillModel) model =
      squill_json_schema_import ("t", schema, strlen (schema), report, &error);
  g_autofree char *text = export_text (model, "mongoose", NULL, NULL);
  g_autofree char *zod = export_text (model, "zod", NULL, NULL);
  g_autofree char *pydantic = export_text (model, "pydantic", NULL, NULL);
  g_autofree char *validator = export_text (model, "validator", NULL, NULL);
  g_autofree char *standard = export_text (model, "json-schema", NULL, NULL);

  g_assert_no_error (error);
  assert_has (text, "match: new RegExp(\"^x\", 'ui')");
  assert_has (text, "    // pattern of PCRE: (?>x)+\n    b: { type: String },\n");
  assert_has (zod, "  a: z.string().regex(new RegExp(\"^x\", 'ui')).optional(),\n");
  assert_has (zod, "  // pattern of PCRE: (?>x)+\n  b: z.string().optional(),\n");
  assert_has (pydantic, "    a: Annotated[str, Field(pattern=\"(?i)^x\")] | None = None\n");
  assert_has (pydantic, "    # pattern of PCRE: (?>x)+\n    b: str | None = None\n");
  assert_has (validator, "\"(?i)^x\"");
  assert_has (validator, "\"(?>x)+\"");
  assert_has (standard, "\"pattern\": \"^[xX]\"");
  assert_has (standard, "\"$comment\": \"pattern of PCRE: (?>x)+\"");
}

/* A field may be called as what marks the elements of arrays, and defaults are written in full. */
static void
test_fields (void)
{
  static const char *const formats[][2] = {
    { "mongoose", "'[]': { type: String" }, { "typescript", "  \"[]\": string;\n" },
    { "zod", "  \"[]\": z.string()" },      { "pydantic", "alias=\"[]\"" },
    { "prisma", "@map(\"[]\")" },
  };
  static const struct
  {
    double number;
    const char *text;
  } defaults[] = {
    { 0.0, "@default(0)" },
    { 0.000125, "@default(0.000125" },
    { 0.0000125, NULL },
  };
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autofree char *entity = squill_model_add_entity (model, "things", 0, 0);
  g_autofree char *odd = squill_model_add_field (model, entity, NULL, "[]", SQUILL_TYPE_STRING);
  g_autofree char *number =
      squill_model_add_field (model, entity, NULL, "number", SQUILL_TYPE_DOUBLE);

  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    {
      g_autofree char *text = export_text (model, formats[i][0], NULL, NULL);

      assert_has (text, formats[i][1]);
    }
  for (guint i = 0; i < G_N_ELEMENTS (defaults); i++)
    {
      g_autofree char *text = NULL;

      squill_model_set (model, number, "default", json_real (defaults[i].number), NULL);
      text = export_text (model, "prisma", NULL, NULL);
      if (defaults[i].text != NULL)
        assert_has (text, defaults[i].text);
      else
        g_assert_null (strstr (text, "e-05"));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/programs/typescript", test_typescript);
  g_test_add_func ("/programs/mongoose", test_mongoose);
  g_test_add_func ("/programs/mongoose-nul", test_mongoose_nul);
  g_test_add_func ("/programs/fields", test_fields);
  g_test_add_func ("/programs/prisma", test_prisma);
  g_test_add_func ("/programs/go", test_go);
  g_test_add_func ("/programs/go-names", test_go_names);
  g_test_add_func ("/programs/go-initialisms", test_go_initialisms);
  g_test_add_func ("/programs/java", test_java);
  g_test_add_func ("/programs/csharp", test_csharp);
  g_test_add_func ("/programs/class-names", test_class_names);
  g_test_add_func ("/programs/zod", test_zod);
  g_test_add_func ("/programs/pydantic", test_pydantic);
  g_test_add_func ("/programs/references", test_references);
  g_test_add_func ("/programs/names", test_names);
  g_test_add_func ("/programs/singular-names", test_singular_names);
  g_test_add_func ("/programs/patterns", test_patterns);
  g_test_add_func ("/programs/other-keys", test_other_keys);
  g_test_add_func ("/programs/own-other-key", test_own_other_key);
  return g_test_run ();
}

/* SPDX-License-Identifier: Apache-2.0 */

/* Schemas of Prisma. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>

#include "exchange/squill-import-folder.h"
#include "export-text.h"
#include "import-text.h"
#include "model/squill-model-file.h"

static SquillModel *
import_prisma (const char *text, SquillImportReport *report)
{
  return import_text ("prisma", text, report);
}

static void
assert_problem (const SquillImportReport *report, const char *part, guint line, guint column)
{
  const SquillImportProblem *problem = find_problem (report, part);

  if (problem == NULL)
    g_error ("There is no problem with “%s”", part);
  g_assert_cmpuint (problem->line, ==, line);
  g_assert_cmpuint (problem->column, ==, column);
}

static const SquillField *
find_field (gconstpointer owner, const char *name)
{
  SQUILL_FOR_EACH_CHILD (SquillField, field, owner, SQUILL_KIND_FIELD)
    {
      if (g_strcmp0 (field->name, name) == 0)
        return field;
    }
  g_error ("There is no field %s", name);
}

static const SquillIndex *
find_index (const SquillEntity *entity, const char *name)
{
  SQUILL_FOR_EACH_CHILD (SquillIndex, index, entity, SQUILL_KIND_INDEX)
    {
      if (g_strcmp0 (index->name, name) == 0)
        return index;
    }
  g_error ("There is no index %s", name);
}

static const SquillRelationship *
find_relationship (SquillModel *model, const char *holder)
{
  SQUILL_FOR_EACH_CHILD (SquillRelationship, r, squill_model_get_info (model),
                         SQUILL_KIND_RELATIONSHIP)
    {
      const SquillField *child = squill_model_get_field (model, r->child_holder);
      const SquillField *parent = squill_model_get_field (model, r->parent_holder);

      if ((child != NULL && g_str_equal (child->name, holder)) ||
          (parent != NULL && g_str_equal (parent->name, holder)))
        return r;
    }
  g_error ("No relationship is stored in %s", holder);
}

static const char documents[] =
    "generator client {\n  provider = \"prisma-client-js\"\n}\n"
    "datasource db {\n  provider = \"mongodb\"\n  url = env(\"DATABASE_URL\")\n}\n"
    "/// Who writes\n/// much\nmodel User {\n"
    "  id String @id @default(auto()) @map(\"_id\") @db.ObjectId\n"
    "  email String @unique(map: \"mail\") /// where to\n"
    "  name String? @map(\"full.name\")\n"
    "  role Role @default(ADMIN)\n"
    "  address Address? // no comment of the field\n"
    "  older Address[]\n"
    "  posts Post[]\n"
    "  made DateTime @default(now())\n"
    "  parentId String? @db.ObjectId\n"
    "  parent User? @relation(\"tree\", fields: [parentId], references: [id])\n"
    "  children User[] @relation(\"tree\")\n"
    "  /// Whatever it is\n  /// (string|int)[]\n  data Json\n"
    "  tags String[] @default([\"a\", \"b\"])\n"
    "  n Int @db.Long @default(-5)\n"
    "  @@index([address.city(sort: Desc), name], map: \"by_city\")\n"
    "  @@unique([older.geo.x, role])\n"
    "  @@fulltext([name])\n"
    "  @@map(\"users\")\n}\n"
    "enum Role {\n  /// all\n  ADMIN @map(\"admin\")\n  USER\n}\n"
    "/// Where to\ntype Address {\n  city String\n  geo Point[]\n  inner Address?\n}\n"
    "type Point {\n  x Float\n  y Float @default(0.5)\n}\n"
    "model Post {\n"
    "  id String @id @default(auto()) @map(\"_id\") @db.ObjectId\n"
    "  author User @relation(fields: [authorId], references: [id], onDelete: Cascade)\n"
    "  authorId String @db.ObjectId\n"
    "  byEmail User? @relation(\"mail\", fields: [mail], references: [email])\n"
    "  mail String?\n"
    "  tagIds String[] @db.ObjectId\n"
    "  tags Tag[] @relation(fields: [tagIds], references: [id])\n"
    "  foo Bar\n"
    "  @@index([nope])\n"
    "  @@shard([foo])\n}\n"
    "model Tag {\n"
    "  id String @id @map(\"_id\")\n"
    "  postIds String[] @db.ObjectId\n"
    "  posts Post[] @relation(fields: [postIds], references: [id])\n"
    "  only Only?\n}\n"
    "model Only {\n"
    "  tagId String @id @map(\"_id\")\n"
    "  tag Tag @relation(fields: [tagId], references: [id])\n}\n";

/* What is for MongoDB stays as it is. */
static void
test_documents (void)
{
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  g_autoptr (SquillModel) model = import_prisma (documents, report);
  const SquillEntity *users = find_entity (model, "users"), *posts = find_entity (model, "Post");
  const SquillField *field;
  const SquillIndex *index;
  const SquillRelationship *r;

  g_assert_cmpstr (squill_model_get_info (model)->name, ==, "schema");
  g_assert_cmpstr (users->description, ==, "Who writes\nmuch");
  field = find_field (users, "_id");
  g_assert_cmpuint (field->types, ==, SQUILL_TYPE_OBJECT_ID);
  field = find_field (users, "email");
  g_assert_true (field->required);
  g_assert_cmpstr (field->description, ==, "where to");
  field = find_field (users, "full.name");
  g_assert_false (field->required);
  g_assert_cmpuint (field->types, ==, SQUILL_TYPE_STRING);
  field = find_field (users, "role");
  g_assert_cmpuint (json_array_size (field->enumeration), ==, 2);
  g_assert_cmpstr (json_string_value (json_array_get (field->enumeration, 0)), ==, "admin");
  g_assert_cmpstr (json_string_value (field->default_value), ==, "admin");
  field = find_field (users, "older");
  g_assert_true (field->array);
  g_assert_cmpstr (field->description, ==, "Where to");
  field = find_field (field, "geo");
  g_assert_true (field->array);
  g_assert_cmpfloat (json_real_value (find_field (field, "y")->default_value), ==, 0.5);
  field = find_field (users, "data");
  g_assert_cmpstr (field->description, ==, "Whatever it is");
  g_assert_true (field->array);
  g_assert_cmpuint (field->types, ==, SQUILL_TYPE_STRING | SQUILL_TYPE_INT);
  field = find_field (users, "tags");
  g_assert_cmpuint (json_array_size (field->default_value), ==, 2);
  field = find_field (users, "n");
  g_assert_cmpuint (field->types, ==, SQUILL_TYPE_LONG);
  g_assert_cmpint (json_integer_value (field->default_value), ==, -5);

  index = find_index (users, "by_city");
  g_assert_false (index->unique);
  g_assert_cmpuint (index->keys->len, ==, 2);
  g_assert_cmpstr (((SquillKey *)index->keys->pdata[0])->operator, ==, "-1");
  g_assert_cmpstr (((SquillKey *)index->keys->pdata[0])->path, ==,
                   find_field (find_field (users, "address"), "city")->item.id);
  g_assert_cmpstr (((SquillKey *)index->keys->pdata[1])->operator, ==, "1");
  g_assert_true (find_index (users, "mail")->unique);
  index = find_index (users, NULL);
  g_assert_true (index->unique);
  g_assert_cmpstr (((SquillKey *)index->keys->pdata[0])->path, ==,
                   find_field (find_field (find_field (users, "older"), "geo"), "x")->item.id);

  r = find_relationship (model, "parentId");
  g_assert_cmpstr (r->name, ==, "tree");
  g_assert_cmpstr (r->parent, ==, r->child);
  g_assert_cmpint (r->placement, ==, SQUILL_PLACEMENT_PARENT_REFERENCE);
  r = find_relationship (model, "authorId");
  g_assert_cmpstr (r->parent, ==, users->item.id);
  g_assert_cmpstr (r->child, ==, posts->item.id);
  g_assert_true (r->contains);
  r = find_relationship (model, "mail");
  g_assert_cmpstr (r->parent_key, ==, find_field (users, "email")->item.id);
  g_assert_false (r->contains);
  r = find_relationship (model, "tagIds");
  g_assert_cmpint (r->placement, ==, SQUILL_PLACEMENT_TWO_WAY);
  g_assert_cmpstr (r->parent_holder, ==, find_field (posts, "tagIds")->item.id);
  g_assert_cmpstr (r->child_holder, ==,
                   find_field (find_entity (model, "Tag"), "postIds")->item.id);
  r = find_relationship (model, "_id");
  g_assert_cmpfloat (r->children.max, ==, 1);

  assert_problem (report, "“Bar”", 55, 3);
  assert_problem (report, "“nope”", 56, 12);
  assert_problem (report, "“shard”", 57, 3);
  assert_problem (report, "“older[].inner”", 41, 3);
  assert_problem (report, ": User.made", 0, 0);
  g_assert_cmpuint (report->problems->len, ==, 6);
}

/* What is for a relational database becomes what its tables do. */
static void
test_relational (void)
{
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  g_autoptr (SquillModel) model = import_prisma (
      "datasource db {\n  provider = \"postgresql\"\n}\n"
      "model User {\n  id Int @id @default(autoincrement())\n"
      "  name String @db.VarChar(40)\n  height Decimal? @db.Decimal(10, 2)\n"
      "  token String @default(uuid()) @db.Uuid\n  role Role\n  orders Order[]\n  groups "
      "Group[]\n}\n"
      "enum Role {\n  a\n  b\n}\n"
      "model Order {\n  a Int\n  b Int @db.UnsignedSmallInt\n  userId Int\n"
      "  user User @relation(fields: [userId], references: [id], onDelete: Cascade)\n"
      "  made DateTime @updatedAt\n  @@id([a, b])\n  @@index([userId, made(sort: Desc)])\n"
      "  @@map(\"orders\")\n  @@schema(\"shop\")\n}\n"
      "model Group {\n  id BigInt @id\n  users User[]\n  area Unsupported(\"polygon\")?\n}\n"
      "view Seen {\n  id Int @unique\n}\n",
      report);
  const SquillEntity *users = find_entity (model, "User"), *orders = find_entity (model, "orders");
  const SquillEntity *groups = find_entity (model, "Group");
  const SquillField *field = find_field (users, "name");
  guint n = 0;

  g_assert_cmpfloat (field->max_length, ==, 40);
  g_assert_cmpuint (find_field (users, "_id")->types, ==, SQUILL_TYPE_INT);
  g_assert_cmpuint (find_field (users, "height")->types, ==, SQUILL_TYPE_DECIMAL);
  g_assert_cmpuint (find_field (users, "token")->types, ==, SQUILL_TYPE_BINARY);
  g_assert_cmpuint (json_array_size (find_field (users, "role")->enumeration), ==, 2);
  g_assert_cmpuint (find_field (groups, "_id")->types, ==, SQUILL_TYPE_LONG);
  g_assert_cmpuint (find_field (groups, "area")->types, ==, SQUILL_TYPE_OBJECT);
  field = find_field (orders, "_id");
  g_assert_cmpuint (find_field (field, "b")->types, ==, SQUILL_TYPE_INT);
  /* The join table is no entity. */
  SQUILL_FOR_EACH_CHILD (SquillEntity, entity, squill_model_get_info (model), SQUILL_KIND_ENTITY)
    {
      g_assert_nonnull (entity->name);
      n++;
    }
  g_assert_cmpuint (n, ==, 3);
  n = 0;
  SQUILL_FOR_EACH_CHILD (SquillRelationship, r, squill_model_get_info (model),
                         SQUILL_KIND_RELATIONSHIP)
    {
      if (g_str_equal (r->child, orders->item.id) || g_str_equal (r->parent, orders->item.id))
        g_assert_true (r->contains);
      else
        g_assert_cmpfloat (r->parents.max, !=, 1);
      n++;
    }
  g_assert_cmpuint (n, ==, 2);
  assert_problem (report, ": User.token, Order.made", 0, 0);
  assert_problem (report, "Seen", 33, 6);
  g_assert_nonnull (find_problem (report, "User.id"));
}

/* Columns and indexes of a relational database keep the names that they have there. */
static void
test_relational_names (void)
{
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  g_autoptr (SquillModel) model =
      import_prisma ("datasource db {\n  provider = \"postgresql\"\n}\n"
                     "model A {\n  id Int @id\n  email String @unique(map: \"u_email\")\n"
                     "  phone String @unique\n  x String @map(\"a-[b]\")\n"
                     "  @@index([x(sort: Desc)], map: \"by_x\")\n}\n",
                     report);
  const SquillEntity *a = find_entity (model, "A");
  const SquillIndex *index = find_index (a, "u_email");
  guint n;

  g_assert_true (index->unique);
  index = find_index (a, "by_x");
  g_assert_cmpstr (((SquillKey *)index->keys->pdata[0])->operator, ==, "-1");
  g_assert_cmpstr (((SquillKey *)index->keys->pdata[0])->path, ==,
                   find_field (a, "a-[b]")->item.id);
  squill_item_get_children (a, SQUILL_KIND_INDEX, &n);
  g_assert_cmpuint (n, ==, 3);
}

/* What of the default values is a literal is taken over, and the rest told. */
static void
test_defaults (void)
{
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  g_autoptr (SquillModel) model =
      import_prisma ("datasource db {\n  provider = \"mongodb\"\n}\n"
                     "model A {\n  id Int @id @map(\"_id\")\n"
                     "  d DateTime @default(\"2020-01-01T02:00:00.5+01:00\")\n"
                     "  e DateTime @default(\"soon\")\n"
                     "  by Bytes @default(\"aGk=\")\n  f Float @default(1e-5)\n"
                     "  g Float @default(-2.5E+3)\n}\n",
                     report);
  const SquillEntity *a = find_entity (model, "A");

  g_assert_cmpstr (
      json_string_value (json_object_get (find_field (a, "d")->default_value, "$date")), ==,
      "2020-01-01T01:00:00.500Z");
  g_assert_null (find_field (a, "e")->default_value);
  g_assert_null (find_field (a, "by")->default_value);
  g_assert_cmpfloat (json_number_value (find_field (a, "f")->default_value), ==, 1e-5);
  g_assert_cmpfloat (json_number_value (find_field (a, "g")->default_value), ==, -2.5e3);
  assert_problem (report, "These default values are not taken over: A.e, A.by", 0, 0);
  g_assert_cmpuint (report->problems->len, ==, 1);
}

/* A fault in a composite type is one, wherever the type is embedded. */
static void
test_told_once (void)
{
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  g_autoptr (SquillModel) model =
      import_prisma ("datasource db {\n  provider = \"mongodb\"\n}\n"
                     "type B {\n  t DateTime @updatedAt\n  u Nope\n  v Int @shard\n}\n"
                     "model A {\n  id Int @id @map(\"_id\")\n  a B\n  b B\n  c B[]\n}\n",
                     report);

  assert_problem (report, "not taken over: B.t", 0, 0);
  assert_problem (report, "“Nope”", 6, 3);
  assert_problem (report, "“shard”", 7, 9);
  g_assert_cmpuint (report->problems->len, ==, 3);
  g_assert_false (g_str_has_suffix (find_problem (report, "B.t")->text, "B.t, B.t"));
  find_field (find_field (find_entity (model, "A"), "c"), "u");
}

/* A provider that only the environment knows is found by what is in the models. */
static void
test_provider (void)
{
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  g_autoptr (SquillModel) model =
      import_prisma ("datasource db {\n  provider = env(\"P\")\n}\n"
                     "model A {\n  id String @id @map(\"_id\") @db.ObjectId\n}\n",
                     report);

  g_assert_cmpuint (find_field (find_entity (model, "A"), "_id")->types, ==, SQUILL_TYPE_OBJECT_ID);
}

/* A table that joins two models is made where it can refer to both. */
static void
test_join (void)
{
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  g_autoptr (SquillModel) model =
      import_prisma ("datasource db {\n  provider = \"postgresql\"\n}\n"
                     "model P {\n  a Int\n  b Int\n  tags T[]\n  @@id([a, b])\n}\n"
                     "model T {\n  id Int @id\n  ps P[]\n}\n",
                     report);
  guint n;

  assert_problem (report, "“P.tags” does not say in which fields", 7, 3);
  squill_item_get_children (squill_model_get_info (model), SQUILL_KIND_ENTITY, &n);
  g_assert_cmpuint (n, ==, 2);
  squill_item_get_children (squill_model_get_info (model), SQUILL_KIND_RELATIONSHIP, &n);
  g_assert_cmpuint (n, ==, 0);
}

/* Relations are found by their names however many there are. */
static void
test_many_relations (void)
{
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  g_autoptr (SquillModel) model = NULL;
  g_autoptr (GString) text = g_string_new (
      "datasource db {\n  provider = \"mongodb\"\n}\nmodel A {\n  id Int @id @map(\"_id\")\n");
  guint n;

  for (guint i = 0; i < 20000; i++)
    g_string_append_printf (text, "  a%u A @relation(\"%u\")\n", i, i);
  g_string_append (text,
                   "  up Int?\n  parent A? @relation(\"tree\", fields: [up], references: [id])\n"
                   "  children A[] @relation(\"tree\")\n}\n");
  model = import_prisma (text->str, report);
  g_assert_cmpuint (report->problems->len, >=, 20000);
  squill_item_get_children (squill_model_get_info (model), SQUILL_KIND_RELATIONSHIP, &n);
  g_assert_cmpuint (n, ==, 1);
  g_assert_cmpstr (find_relationship (model, "up")->name, ==, "tree");
}

/* What is written is read, and written as it was; what a second round changes, the first one has
 * changed. */
static void
check_example (SquillModel *model, const char *name, gpointer data)
{
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  g_autofree char *first = export_text (model, "prisma", NULL, NULL);
  g_autoptr (SquillModel) again = import_prisma (first, report);
  g_autofree char *second = export_text (again, "prisma", NULL, NULL);
  g_autoptr (SquillModel) twice = import_prisma (second, report);
  g_autofree char *third = export_text (twice, "prisma", NULL, NULL);

  g_assert_cmpuint (report->problems->len, ==, 0);
  g_assert_cmpstr (second, ==, third);
}

static void
test_round_trip (void)
{
  g_assert_cmpuint (foreach_example (check_example, NULL), >, 5);
}

/* What Prisma has no type for is said beside it, and a relation is called as it is in the model. */
static void
test_said (void)
{
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  g_autofree char *json = g_strdelimit (
      g_strdup ("{'format':'squill/model','version':1,'name':'m','entities':{"
                "'a':{'name':'a','order':'A','standalone':'yes','fields':{"
                "'i':{'name':'_id','order':'A','types':['objectId'],'required':true},"
                "'m':{'name':'m','order':'B','types':['int','string'],'map':true,'required':true},"
                "'x':{'name':'x','order':'C','types':['decimal'],'array':true,'nullable':true},"
                "'y':{'name':'y','order':'D','description':'what'}}},"
                "'b':{'name':'b','order':'B','standalone':'yes','fields':{"
                "'j':{'name':'_id','order':'A','types':['objectId'],'required':true}}}},"
                "'relationships':{'r':{'name':'the b','parent':'a','child':'b','placement':"
                "'parent-reference'}}}"),
      "'", '"');
  g_autoptr (GError) error = NULL;
  g_autoptr (SquillModel) model = squill_model_new_from_data (json, strlen (json), &error);
  g_autoptr (SquillModel) again = NULL;
  g_autofree char *text = NULL;
  const SquillEntity *a;

  g_assert_no_error (error);
  text = export_text (model, "prisma", NULL, NULL);
  assert_has (text, "  /// map<string|int>\n  m ");
  assert_has (text, "  /// decimal[]|null\n  x ");
  assert_has (text, "  /// what\n  /// any\n  y ");
  assert_has (text, "@relation(\"the b\", fields: ");
  again = import_prisma (text, report);
  g_assert_cmpuint (report->problems->len, ==, 0);
  a = find_entity (again, "a");
  g_assert_true (find_field (a, "m")->map);
  g_assert_true (find_field (a, "m")->required);
  g_assert_cmpuint (find_field (a, "m")->types, ==, SQUILL_TYPE_INT | SQUILL_TYPE_STRING);
  g_assert_true (find_field (a, "x")->array);
  g_assert_true (find_field (a, "x")->nullable);
  g_assert_cmpuint (find_field (a, "x")->types, ==, SQUILL_TYPE_DECIMAL);
  g_assert_cmpuint (find_field (a, "y")->types, ==, SQUILL_TYPE_NONE);
  g_assert_cmpstr (find_field (a, "y")->description, ==, "what");
}

/* References on both sides are a relation of lists. */
static void
test_two_way (void)
{
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  g_autofree char *json = g_strdelimit (
      g_strdup ("{'format':'squill/model','version':1,'name':'m','entities':{"
                "'a':{'name':'posts','order':'A','standalone':'yes','fields':{"
                "'i':{'name':'_id','order':'A','types':['objectId'],'required':true}}},"
                "'b':{'name':'tags','order':'B','standalone':'yes','fields':{"
                "'j':{'name':'_id','order':'A','types':['string'],'required':true}}}},"
                "'relationships':{'r':{'name':'tagged','parent':'a','child':'b','placement':"
                "'two-way','parent_name':'tag_ids','child_name':'post_ids','parents':{'likely':2}},"
                "'s':{'name':'self','parent':'a','child':'a','placement':"
                "'two-way','parent_name':'to','child_name':'from','parents':{'likely':2}}}}"),
      "'", '"');
  g_autoptr (GError) error = NULL;
  g_autoptr (SquillModel) model = squill_model_new_from_data (json, strlen (json), &error);
  g_autoptr (SquillModel) again = NULL;
  g_autofree char *text = NULL, *twice = NULL;
  const SquillRelationship *r;

  g_assert_no_error (error);
  text = export_text (model, "prisma", NULL, NULL);
  assert_has (text, "String[]\n");
  assert_has (text, "String[] @db.ObjectId\n");
  assert_has (text,
              "  tags    Tag[]    @relation(\"tagged\", fields: [tag_ids], references: [id])\n");
  assert_has (text, "Post[]   @relation(\"tagged\", fields: [post_ids], references: [id])\n");
  assert_has (text, "@relation(\"self\", fields: [toIds], references: [id])\n");
  assert_has (text, "@relation(\"self\", fields: [fromIds], references: [id])\n");
  again = import_prisma (text, report);
  g_assert_cmpuint (report->problems->len, ==, 0);
  r = find_relationship (again, "tag_ids");
  g_assert_cmpint (r->placement, ==, SQUILL_PLACEMENT_TWO_WAY);
  g_assert_cmpstr (r->name, ==, "tagged");
  r = find_relationship (again, "to");
  g_assert_cmpint (r->placement, ==, SQUILL_PLACEMENT_TWO_WAY);
  twice = export_text (again, "prisma", NULL, NULL);
  g_assert_cmpstr (twice, ==, text);
}

/* Parts go with their whole, but not in a circle and not in two ways; and a unique index of several
 * keys has no object among them. */
static void
test_parts (void)
{
  static const char key[] = "  id String @id @map(\"_id\")\n";
  g_autofree char *schema = g_strdup_printf (
      "datasource db {\n  provider = \"mongodb\"\n}\n"
      "type Point {\n  x Int\n}\n"
      "model A {\n%s  bId String?\n  at Point\n  n Int\n  b B? @relation(\"ab\", fields: [bId], "
      "references: [id], onDelete: Cascade)\n  bs B[] @relation(\"ba\")\n  c C[]\n"
      "  @@unique([at, n])\n  @@index([at, n])\n}\n"
      "model B {\n%s  aId String\n  a A @relation(\"ba\", fields: [aId], references: [id], "
      "onDelete: "
      "Cascade)\n  as A[] @relation(\"ab\")\n  cs C[]\n}\n"
      "model C {\n%s  aId String\n  bId String\n  a A @relation(fields: [aId], references: [id], "
      "onDelete: Cascade)\n  b B @relation(fields: [bId], references: [id], onDelete: "
      "Cascade)\n}\n",
      key, key, key);
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  g_autoptr (SquillModel) model = import_prisma (schema, report);
  g_autofree char *text = export_text (model, "prisma", NULL, NULL);
  guint n_along = 0, n_alone = 0;

  for (const char *p = text; (p = strstr (p, "onDelete: ")) != NULL; p++)
    {
      n_along += g_str_has_prefix (p, "onDelete: Cascade");
      n_alone += g_str_has_prefix (p, "onDelete: NoAction");
    }
  g_assert_cmpuint (n_along, ==, 2);
  g_assert_cmpuint (n_alone, ==, 2);
  assert_has (text, "@@index([at, n], ");
  g_assert_null (strstr (text, "@@unique([at, n]"));
}

/* Composite types that contain each other make many fields of few lines. */
static void
test_many_fields (void)
{
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  g_autoptr (SquillModel) model = NULL;
  g_autoptr (GString) text = g_string_new ("model M {\n  id Int @id @map(\"_id\")\n  t T0\n}\n");

  for (guint i = 0; i < 40; i++)
    g_string_append_printf (text, "type T%u {\n  a T%u\n  b T%u\n}\n", i, i + 1, i + 1);
  g_string_append (text, "type T40 {\n  x Int\n}\n");
  model = import_prisma (text->str, report);
  g_assert_nonnull (find_problem (report, "too many fields"));
  find_field (find_entity (model, "M"), "t");
}

/* Composite types within each other are read as deep as a model can have them, and told once
 * where they are deeper. */
static void
test_deep (void)
{
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  g_autoptr (SquillModel) model = NULL;
  g_autoptr (GString) text = g_string_new ("model M {\n  id Int @id @map(\"_id\")\n  t T0\n}\n");
  gconstpointer owner;
  guint depth = 1, n;

  for (guint i = 0; i < 3000; i++)
    g_string_append_printf (text, "type T%u {\n  t T%u\n}\n", i, i + 1);
  g_string_append (text, "type T3000 {\n  x Int\n}\n");
  model = import_prisma (text->str, report);
  owner = find_field (find_entity (model, "M"), "t");
  for (gpointer const *fields;
       fields = squill_item_get_children (owner, SQUILL_KIND_FIELD, &n), n > 0;)
    {
      owner = fields[0];
      depth++;
    }
  g_assert_cmpuint (depth, ==, 99);
  g_assert_nonnull (find_problem (report, "nested too deep"));
  g_assert_cmpuint (report->problems->len, ==, 1);
}

/* Long names within each other do not take more memory than there is. */
static void
test_long_names (void)
{
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  g_autoptr (SquillModel) model = NULL;
  g_autoptr (GString) text = g_string_new ("model M {\n  id Int @id @map(\"_id\")\n  t T0\n}\n");
  g_autofree char *name = g_strnfill (100000, 'x');

  for (guint i = 0; i < 60; i++)
    g_string_append_printf (text, "type T%u {\n  %s T%u\n}\n", i, name, i + 1);
  g_string_append (text, "type T60 {\n  x Int\n}\n");
  model = import_prisma (text->str, report);
  g_assert_nonnull (find_problem (report, "too many fields"));
  find_field (find_entity (model, "M"), "t");
}

/* Comments are of what stands right below them, whether or not that is understood; many lines of
 * them are read as fast as other lines. */
static void
test_comments (void)
{
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  g_autoptr (SquillModel) model = NULL;
  g_autoptr (GString) text = g_string_new (NULL);
  const SquillEntity *a;

  for (guint i = 0; i < 100000; i++)
    g_string_append (text, "/// line\n");
  g_string_append (text, "model A {\n  /// one\n  /// two\n  id Int @id @map(\"_id\") /// three\n"
                         "  /// old\n  ! what\n  x Int\n}\n"
                         "/// old\ntype X = String\nmodel B {\n  id Int @id\n}\n"
                         "/// old\n)\nmodel C {\n  id Int @id\n}\n"
                         "/// apart\n\n/// new\nmodel D {\n  id Int @id\n}\n");
  model = import_prisma (text->str, report);
  a = find_entity (model, "A");
  g_assert_cmpuint (strlen (a->description), ==, 100000 * strlen ("line\n") - 1);
  g_assert_cmpstr (find_field (a, "_id")->description, ==, "one\ntwo\nthree");
  g_assert_null (find_field (a, "x")->description);
  g_assert_null (find_entity (model, "B")->description);
  g_assert_null (find_entity (model, "C")->description);
  g_assert_cmpstr (find_entity (model, "D")->description, ==, "new");
}

static void
test_faults (void)
{
  static const ImportFault faults[] = {
    { "", 1, 1 },
    { "enum E {\n  a\n}", 1, 1 },
    { "\n  model { }", 2, 3 },
    { "// é\n'x' \xff", 2, 5 },
    { "datasource db {\n  provider = }", 2, 14 },
    { "type A {\n  b String @map(\"\n", 2, 17 },
  };

  check_faults ("prisma", faults, G_N_ELEMENTS (faults));
}

/* A schema in several files, in a folder with others that are none of it. A pipe that nobody writes
 * is not waited for, although it has the name of one. */
static void
test_folder (void)
{
  static const struct
  {
    const char *name;
    const char *text;
  } files[] = {
    { "a.prisma", "datasource db {\n  provider = \"mongodb\"\n}\n" },
    { "b.prisma",
      "model User {\n  id String @id @map(\"_id\")\n  home Address\n  posts Post[]\n}\n" },
    { "c.prisma",
      "type Address {\n  city Nothing\n}\nmodel Post {\n  id String @id @map(\"_id\")\n"
      "  userId String\n  user User @relation(fields: [userId], references: [id])\n}\n" },
    { "d.txt", "model Other {\n  id Int @id\n}\n" },
  };
  g_autofree char *folder = g_dir_make_tmp ("squill-XXXXXX", NULL);
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  g_autoptr (SquillModel) model = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *pipe = g_build_filename (folder, "0.prisma", NULL);
  const SquillImportFormat *format;
  guint n;

  g_assert_cmpint (mkfifo (pipe, 0600), ==, 0);
  g_assert_null (squill_import_find_format_of_folder (folder, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  g_clear_error (&error);
  g_assert_null (squill_import_find_format_of_folder (pipe, &error));
  g_assert_nonnull (error);
  g_clear_error (&error);
  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autofree char *path = g_build_filename (folder, files[i].name, NULL);

      g_assert_true (g_file_set_contents (path, files[i].text, -1, NULL));
    }
  format = squill_import_find_format_of_folder (folder, NULL);
  g_assert_true (format == squill_import_find_format ("prisma"));
  model = squill_import_read_folder (format, folder, report, &error);
  g_assert_no_error (error);
  squill_item_get_children (squill_model_get_info (model), SQUILL_KIND_ENTITY, &n);
  g_assert_cmpuint (n, ==, 2);
  find_field (find_field (find_entity (model, "User"), "home"), "city");
  find_relationship (model, "userId");
  assert_problem (report, "c.prisma: There is no type “Nothing”", 2, 3);
  g_assert_cmpuint (report->problems->len, ==, 1);
  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autofree char *path = g_build_filename (folder, files[i].name, NULL);

      g_unlink (path);
    }
  g_unlink (pipe);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

/* Of a foreign key, too, the file is told. */
static void
test_several_files (void)
{
  static const char users[] = "datasource db {\n  provider = \"postgresql\"\n}\nmodel User {\n  id "
                              "Int @id\n  a Int\n  b Int\n  posts Post[]\n  @@unique([a, b])\n}\n";
  static const char posts[] = "model Post {\n  id Int @id\n  a Int\n  b Int\n"
                              "  user User @relation(fields: [a, b], references: [a, b])\n}\n";
  const SquillImportSource sources[] = { { "users.prisma", users, strlen (users) },
                                         { "posts.prisma", posts, strlen (posts) } };
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (SquillModel) model = squill_import_find_format ("prisma")->read_all (
      "shop", sources, G_N_ELEMENTS (sources), report, &error);

  g_assert_no_error (error);
  assert_problem (report, "posts.prisma: “Post” refers to several columns of “User”", 5, 3);
}

/* What came without a name. */
static void
test_recognized (void)
{
  const SquillImportFormat *format =
      squill_import_find_format_by_content (documents, strlen (documents));

  g_assert_nonnull (format);
  g_assert_cmpstr (format->name, ==, "prisma");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/prisma/documents", test_documents);
  g_test_add_func ("/prisma/relational", test_relational);
  g_test_add_func ("/prisma/relational-names", test_relational_names);
  g_test_add_func ("/prisma/defaults", test_defaults);
  g_test_add_func ("/prisma/told-once", test_told_once);
  g_test_add_func ("/prisma/provider", test_provider);
  g_test_add_func ("/prisma/join", test_join);
  g_test_add_func ("/prisma/many-relations", test_many_relations);
  g_test_add_func ("/prisma/round-trip", test_round_trip);
  g_test_add_func ("/prisma/said", test_said);
  g_test_add_func ("/prisma/parts", test_parts);
  g_test_add_func ("/prisma/two-way", test_two_way);
  g_test_add_func ("/prisma/many-fields", test_many_fields);
  g_test_add_func ("/prisma/deep", test_deep);
  g_test_add_func ("/prisma/long-names", test_long_names);
  g_test_add_func ("/prisma/comments", test_comments);
  g_test_add_func ("/prisma/faults", test_faults);
  g_test_add_func ("/prisma/folder", test_folder);
  g_test_add_func ("/prisma/several-files", test_several_files);
  g_test_add_func ("/prisma/recognized", test_recognized);
  return g_test_run ();
}

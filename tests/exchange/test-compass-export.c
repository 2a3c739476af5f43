/* SPDX-License-Identifier: Apache-2.0 */

/* Data models of MongoDB Compass that Squill writes, and reads again. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include <gio/gio.h>
#include <jansson.h>
#include <string.h>

#include "exchange/import/squill-compass.h"
#include "exchange/squill-exchange.h"
#include "import-text.h"
#include "model/squill-authoring.h"
#include "model/squill-model-file.h"

static char *
export_model (SquillModel *model)
{
  const SquillExporter *exporter = squill_exporters_find ("compass");
  g_autoptr (SquillDesign) design = squill_design_new (model);
  g_autoptr (GPtrArray) files = NULL;
  g_autoptr (GError) error = NULL;
  const SquillExportFile *file;
  gsize length;
  const char *data;

  files = squill_export (exporter, design, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (files->len, ==, 1);
  file = files->pdata[0];
  g_assert_true (g_str_has_suffix (file->name, ".mdm"));
  data = g_bytes_get_data (file->content, &length);
  return g_strndup (data, length);
}

static SquillModel *
import (const char *text, GPtrArray *notes)
{
  g_autoptr (GError) error = NULL;
  SquillModel *model = squill_compass_import (text, strlen (text), notes, &error);

  g_assert_no_error (error);
  return model;
}

/* The edits in a file. */
static json_t *
decode (const char *text)
{
  json_auto_t *file = json_loads (text, 0, NULL);
  const char *encoded = json_string_value (json_object_get (file, "edits"));
  g_autofree guchar *decoded = NULL;
  gsize length;
  json_t *edits;

  g_assert_nonnull (encoded);
  decoded = g_base64_decode (encoded, &length);
  edits = json_loadb ((const char *)decoded, length, 0, NULL);
  g_assert_true (json_is_array (edits));
  return edits;
}

/* The file with other edits. */
static char *
encode (const char *text, const json_t *edits)
{
  json_auto_t *file = json_loads (text, 0, NULL);
  g_autofree char *dumped = json_dumps (edits, 0);
  g_autofree char *encoded = g_base64_encode ((const guchar *)dumped, strlen (dumped));

  json_object_set_new (file, "edits", json_string (encoded));
  return json_dumps (file, 0);
}

static json_t *
get_model (const json_t *edits)
{
  return json_object_get (json_array_get (edits, 0), "model");
}

/* What Compass refuses to open: see the schema of its storage. */
static void
assert_is_valid (const char *text)
{
  json_auto_t *file = json_loads (text, 0, NULL);
  json_auto_t *edits = decode (text);
  const json_t *model = get_model (edits);
  const json_t *collections = json_object_get (model, "collections");
  const json_t *relationships = json_object_get (model, "relationships");
  const char *id = json_string_value (json_object_get (json_array_get (edits, 0), "id"));
  const char *time = json_string_value (json_object_get (json_array_get (edits, 0), "timestamp"));

  g_assert_cmpstr (json_string_value (json_object_get (file, "type")), ==,
                   "Compass Data Modeling Diagram");
  g_assert_cmpint (json_integer_value (json_object_get (file, "version")), ==, 1);
  g_assert_cmpuint (json_string_length (json_object_get (file, "name")), >, 0);
  g_assert_cmpuint (json_string_length (json_object_get (file, "database")), >, 0);
  g_assert_cmpuint (json_array_size (edits), ==, 1);
  g_assert_true (g_uuid_string_is_valid (id));
  g_assert_true (g_str_has_suffix (time, "Z"));
  for (gsize i = 0; i < json_array_size (collections); i++)
    {
      const json_t *collection = json_array_get (collections, i);
      const json_t *note = json_object_get (collection, "note");

      g_assert_true (json_is_string (json_object_get (collection, "ns")));
      g_assert_true (json_is_array (json_object_get (collection, "indexes")));
      g_assert_cmpuint (json_array_size (json_object_get (collection, "displayPosition")), ==, 2);
      g_assert_nonnull (json_object_get (json_object_get (collection, "fieldData"), "bsonType"));
      g_assert_true (note == NULL || json_is_string (note));
    }
  for (gsize i = 0; i < json_array_size (relationships); i++)
    {
      const json_t *relationship = json_array_get (relationships, i);
      const json_t *sides = json_object_get (relationship, "relationship");

      g_assert_true (
          g_uuid_string_is_valid (json_string_value (json_object_get (relationship, "id"))));
      g_assert_true (json_is_boolean (json_object_get (relationship, "isInferred")));
      g_assert_cmpuint (json_array_size (sides), ==, 2);
      for (gsize j = 0; j < 2; j++)
        {
          const json_t *side = json_array_get (sides, j);
          const json_t *cardinality = json_object_get (side, "cardinality");

          g_assert_true (json_is_string (json_object_get (side, "ns")));
          g_assert_cmpuint (json_array_size (json_object_get (side, "fields")), >, 0);
          g_assert_true (json_is_null (cardinality) || json_is_integer (cardinality));
        }
    }
}

static void
assert_same (SquillModel *a, SquillModel *b, const char *what)
{
  gsize a_length, b_length;
  g_autofree char *a_text = squill_model_to_data (a, &a_length);
  g_autofree char *b_text = squill_model_to_data (b, &b_length);

  if (g_strcmp0 (a_text, b_text) != 0)
    g_error ("%s is not the same:\n%s", what, b_text);
}

static void
check_example (SquillModel *model, const char *name, gpointer data)
{
  g_autoptr (GPtrArray) notes = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *text = export_model (model);
  g_autoptr (SquillModel) again = NULL;
  g_autofree char *text_again = NULL;

  assert_is_valid (text);
  again = import (text, notes);
  g_assert_cmpuint (notes->len, ==, 0);
  assert_same (model, again, name);
  text_again = export_model (again);
  g_assert_cmpstr (text, ==, text_again);
}

/* All examples come back as they were. */
static void
test_round_trip (void)
{
  g_assert_cmpuint (foreach_example (check_example, NULL), >, 5);
}

static SquillModel *
make_shop (void)
{
  SquillModel *model = squill_model_new ();
  g_autofree char *users = squill_model_add_entity (model, "users", 0, 0);
  g_autofree char *orders = squill_model_add_entity (model, "orders", 300, 20);
  g_autofree char *email = squill_model_add_field (model, users, NULL, "email", SQUILL_TYPE_STRING);
  g_autofree char *total =
      squill_model_add_field (model, orders, NULL, "total", SQUILL_TYPE_DECIMAL);
  g_autofree char *belongs = squill_model_add_relationship (model, users, orders, "orders",
                                                            SQUILL_PLACEMENT_PARENT_REFERENCE);
  g_autoptr (GError) error = NULL;

  squill_model_set (model, users, "description", json_string ("Who buys."), &error);
  g_assert_no_error (error);
  squill_model_set (model, belongs, "children",
                    json_pack ("{s:i, s:i, s:i}", "min", 0, "likely", 12, "max", 5000), &error);
  g_assert_no_error (error);
  return model;
}

/* What can be drawn in Compass is drawn, and the rest can be read there. */
static void
test_drawn (void)
{
  g_autoptr (SquillModel) model = make_shop ();
  g_autofree char *text = export_model (model);
  json_auto_t *edits = decode (text);
  const json_t *drawn = get_model (edits);
  const json_t *orders = json_array_get (json_object_get (drawn, "collections"), 1);
  const json_t *line = json_array_get (json_object_get (drawn, "relationships"), 0);
  const json_t *sides = json_object_get (line, "relationship");
  const char *note = json_string_value (json_object_get (line, "note"));

  g_assert_cmpfloat (
      json_number_value (json_array_get (json_object_get (orders, "displayPosition"), 0)), ==, 300);
  g_assert_cmpuint (json_array_size (json_object_get (drawn, "relationships")), ==, 1);
  g_assert_nonnull (strstr (note, "orders per users: 0..12..5000"));
  g_assert_true (g_str_has_suffix (
      json_string_value (json_object_get (json_array_get (sides, 0), "ns")), ".orders"));
  g_assert_cmpint (json_integer_value (json_object_get (json_array_get (sides, 0), "cardinality")),
                   ==, 100);
  g_assert_true (g_str_has_suffix (
      json_string_value (json_object_get (json_array_get (sides, 1), "ns")), ".users"));
}

/* A reference to other documents of its collection by another key than _id names that. */
static void
test_own_key (void)
{
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  g_autoptr (SquillModel) model =
      import_text ("sql",
                   "CREATE TABLE nodes (id int PRIMARY KEY, code varchar(2) NOT NULL UNIQUE, up "
                   "varchar(2) REFERENCES nodes (code));\n",
                   report);
  g_autofree char *text = export_model (model);
  json_auto_t *edits = decode (text);
  const json_t *line = json_array_get (json_object_get (get_model (edits), "relationships"), 0);
  const json_t *sides = json_object_get (line, "relationship");

  assert_json (json_object_get (json_array_get (sides, 0), "fields"), "[\"up\"]");
  assert_json (json_object_get (json_array_get (sides, 1), "fields"), "[\"code\"]");
}

static json_t *
make_edit (const char *type)
{
  return json_pack ("{s:s, s:s, s:s}", "id", "9d2ad2b7-8f16-4b5b-9d0e-6a0c5c2f6c11", "timestamp",
                    "2026-02-01T00:00:00.000Z", "type", type);
}

/* A collection that was moved, renamed, and noted in Compass is all that changes. */
static void
test_moved (void)
{
  g_autoptr (SquillModel) model = make_shop ();
  g_autofree char *text = export_model (model), *changed = NULL;
  g_autoptr (GPtrArray) notes = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (SquillModel) again = NULL;
  json_auto_t *edits = decode (text);
  const json_t *users = json_array_get (json_object_get (get_model (edits), "collections"), 0);
  const char *ns = json_string_value (json_object_get (users, "ns"));
  g_autofree char *new_ns = g_strconcat (ns, ".of.old", NULL);
  g_autofree char *note = g_strconcat (
      "New words.\n", json_string_value (json_object_get (users, "note")) + strlen ("Who buys."),
      NULL);
  json_t *moved = make_edit ("MoveCollection"), *renamed = make_edit ("RenameCollection");
  json_t *noted = make_edit ("UpdateCollectionNote");
  const SquillEntity *entity;

  json_object_set_new (moved, "ns", json_string (ns));
  json_object_set_new (moved, "newPosition", json_pack ("[i, f]", -40, 12.4));
  json_object_set_new (renamed, "fromNS", json_string (ns));
  json_object_set_new (renamed, "toNS", json_string (new_ns));
  json_object_set_new (noted, "ns", json_string (new_ns));
  json_object_set_new (noted, "note", json_string (note));
  json_array_append_new (edits, moved);
  json_array_append_new (edits, renamed);
  json_array_append_new (edits, noted);
  changed = encode (text, edits);
  again = import (changed, notes);
  g_assert_cmpuint (notes->len, ==, 0);
  entity = find_entity (again, "users.of.old");
  g_assert_cmpstr (entity->description, ==, "New words.");
  g_assert_cmpfloat (entity->x, ==, -40);
  g_assert_cmpfloat (entity->y, ==, 12);
  g_assert_false (squill_model_get_can_undo (again));
  /* All else is as it was. */
  squill_model_set (again, entity->item.id, "name", json_string ("users"), NULL);
  squill_model_set (again, entity->item.id, "description", json_string ("Who buys."), NULL);
  squill_model_set (again, entity->item.id, "x", json_integer (0), NULL);
  squill_model_set (again, entity->item.id, "y", json_integer (0), NULL);
  assert_same (model, again, "What was changed and changed back");
}

/* Fields that were changed in Compass are those that count. */
static void
test_changed (void)
{
  g_autoptr (SquillModel) model = make_shop ();
  g_autofree char *text = export_model (model), *changed = NULL;
  g_autoptr (GPtrArray) notes = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (SquillModel) again = NULL;
  json_auto_t *edits = decode (text);
  const json_t *users = json_array_get (json_object_get (get_model (edits), "collections"), 0);
  json_t *renamed = make_edit ("RenameField");
  guint n;
  gpointer const *fields;
  gboolean found = FALSE;

  json_object_set (renamed, "ns", json_object_get (users, "ns"));
  json_object_set_new (renamed, "field", json_pack ("[s]", "email"));
  json_object_set_new (renamed, "newName", json_string ("mail"));
  json_array_append_new (edits, renamed);
  changed = encode (text, edits);
  again = import (changed, notes);
  g_assert_cmpuint (notes->len, ==, 1);
  fields = squill_item_get_children (find_entity (again, "users"), SQUILL_KIND_FIELD, &n);
  for (guint i = 0; i < n; i++)
    {
      g_assert_cmpstr (((const SquillField *)fields[i])->name, !=, "email");
      found |= g_strcmp0 (((const SquillField *)fields[i])->name, "mail") == 0;
    }
  g_assert_true (found);
}

/* Indexes as servers list them. */
static void
test_indexes (void)
{
  static const char edits[] =
      "[{'id':'5e16572a-6978-4669-8103-e1f087b412cd','timestamp':'2026-01-01T00:00:00.000Z',"
      "'type':'SetModel','model':{'relationships':[],'collections':[{'ns':'shop.users',"
      "'displayPosition':[0,0],'indexes':["
      "{'v':2,'key':{'_id':1},'name':'_id_'},"
      "{'v':2,'key':{'address.city':1,'age':-1},'name':'where','unique':true,"
      "'partialFilterExpression':{'age':{'$gt':3}}},"
      "{'key':{'age':{'$numberInt':'1'}},'expireAfterSeconds':60,'sparse':false,'weights':{'a':1}},"
      "{'key':{'name':'text'},'name':'words'},"
      "{'key':{'gone':1},'name':'gone'},{'key':5},7],"
      "'fieldData':{'bsonType':'object','properties':{'_id':{'bsonType':'objectId'},"
      "'age':{'bsonType':'int'},'name':{'bsonType':'string'},'address':{'bsonType':'object',"
      "'properties':{'city':{'bsonType':'string'}}}}}}]}}]";
  static const char file[] = "{\"type\":\"Compass Data Modeling Diagram\",\"version\":1,"
                             "\"name\":\"shop\",\"database\":\"shop\",\"edits\":\"\"}";
  g_autofree char *json = g_strdelimit (g_strdup (edits), "'", '"');
  json_auto_t *list = json_loads (json, 0, NULL);
  g_autofree char *text = encode (file, list);
  g_autoptr (GPtrArray) notes = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (SquillModel) model = import (text, notes);
  const SquillEntity *users = find_entity (model, "users");
  const SquillIndex *index;
  guint n;
  gpointer const *indexes = squill_item_get_children (users, SQUILL_KIND_INDEX, &n);

  g_assert_cmpuint (n, ==, 3);
  index = indexes[0];
  g_assert_cmpstr (index->name, ==, "where");
  g_assert_true (index->unique);
  g_assert_cmpuint (index->keys->len, ==, 2);
  g_assert_cmpstr (((const SquillKey *)index->keys->pdata[1])->operator, ==, "-1");
  g_assert_nonnull (json_object_get (index->partial, "age"));
  index = indexes[1];
  g_assert_cmpfloat (index->expire_after, ==, 60);
  g_assert_false (index->sparse);
  g_assert_nonnull (json_object_get (index->options, "weights"));
  index = indexes[2];
  g_assert_cmpstr (((const SquillKey *)index->keys->pdata[0])->operator, ==, "text");
  g_assert_cmpuint (notes->len, ==, 3);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/compass-export/round-trip", test_round_trip);
  g_test_add_func ("/compass-export/drawn", test_drawn);
  g_test_add_func ("/compass-export/own-key", test_own_key);
  g_test_add_func ("/compass-export/moved", test_moved);
  g_test_add_func ("/compass-export/changed", test_changed);
  g_test_add_func ("/compass-export/indexes", test_indexes);
  return g_test_run ();
}

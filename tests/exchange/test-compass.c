/* SPDX-License-Identifier: Apache-2.0 */

/* Data models of MongoDB Compass. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include <math.h>
#include <string.h>

#include "exchange/import/squill-compass.h"
#include "exchange/squill-exchange.h"
#include "import-text.h"
#include "model/squill-model-file.h"

/* A file as Compass writes it, around a list of edits. */
static char *
wrap (const char *edits)
{
  g_autofree char *encoded = g_base64_encode ((const guchar *)edits, strlen (edits));

  return g_strdup_printf ("{\"type\":\"Compass Data Modeling Diagram\",\"version\":1,"
                          "\"name\":\"my shop\",\"database\":\"shop\",\"edits\":\"%s\"}",
                          encoded);
}

/* JSON with single quotes. */
static char *
unquote (const char *json)
{
  return g_strdelimit (g_strdup (json), "'", '"');
}

static SquillModel *
import (const char *edits, GPtrArray *notes)
{
  g_autofree char *json = unquote (edits);
  g_autofree char *file = wrap (json);
  g_autoptr (GError) error = NULL;
  SquillModel *model = squill_compass_import (file, strlen (file), notes, &error);

  g_assert_no_error (error);
  return model;
}

static const SquillRelationship *
get_only_relationship (SquillModel *model)
{
  guint n;
  gpointer const *all =
      squill_item_get_children (squill_model_get_info (model), SQUILL_KIND_RELATIONSHIP, &n);

  g_assert_cmpuint (n, ==, 1);
  return all[0];
}

#define CUSTOMERS                                                                              \
  "{'ns':'shop.customers','indexes':[],'displayPosition':[10.4,-20],'note':'who buys',"        \
  "'fieldData':{'bsonType':'object','required':['_id','name'],'properties':{"                  \
  "'_id':{'bsonType':'objectId'},'name':{'bsonType':['string','null'],'description':'full'},"  \
  "'address':{'bsonType':'object','required':['city'],'properties':{"                          \
  "'city':{'bsonType':'string'},'zip':{'anyOf':[{'bsonType':'string'},{'bsonType':'int'}]}}}," \
  "'orders':{'bsonType':'array','items':{'bsonType':'objectId'}},"                             \
  "'grid':{'bsonType':'array','items':{'bsonType':'array','items':{'bsonType':'double'}}},"    \
  "'tags':{'anyOf':[{'bsonType':'array','items':{'bsonType':'string'}},"                       \
  "{'bsonType':'string'},{'bsonType':'null'}]},"                                               \
  "'odd':{'bsonType':'strange'}}}}"
#define ORDERS                                                                             \
  "{'ns':'shop.orders.old','indexes':[],'displayPosition':[400,0],'fieldData':{"           \
  "'bsonType':'object','required':['_id'],'properties':{'_id':{'bsonType':'objectId'},"    \
  "'total':{'bsonType':'number'},'customer':{'bsonType':'objectId'},'lines':{'bsonType':'" \
  "array','items':{'bsonType':'object','required':['sku'],'properties':{"                  \
  "'sku':{'bsonType':'string'}}}}}}}"
#define SIDE(collection, cardinality, field) \
  "{'ns':'shop." collection "','cardinality':" cardinality ",'fields':['" field "']}"
#define RELATIONSHIP(a, b)                                                                       \
  "{'id':'9d2ad2b7-8f16-4b5b-9d0e-6a0c5c2f6c11','isInferred':false,'note':'what','relationship'" \
  ":[" a "," b "]}"
#define SET(relationships)                                                               \
  "{'id':'5e16572a-6978-4669-8103-e1f087b412cd','timestamp':'2026-01-01T00:00:00.000Z'," \
  "'type':'SetModel','model':{'collections':[" CUSTOMERS "," ORDERS                      \
  "],'relationships':[" relationships "]}}"

static void
test_collections (void)
{
  g_autoptr (GPtrArray) notes = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (SquillModel) model = import ("[" SET ("") "]", notes);
  const SquillEntity *customers = find_entity (model, "customers");
  const SquillEntity *orders = find_entity (model, "orders.old");
  const SquillField *field;

  g_assert_cmpstr (squill_model_get_info (model)->name, ==, "my shop");
  g_assert_cmpstr (squill_model_get_info (model)->database, ==, "shop");
  g_assert_cmpstr (customers->description, ==, "who buys");
  g_assert_cmpfloat (customers->x, ==, 10);
  g_assert_cmpfloat (customers->y, ==, -20);
  g_assert_true (get_field (customers, "_id")->required);
  field = get_field (customers, "name");
  g_assert_cmpint (field->types, ==, SQUILL_TYPE_STRING | SQUILL_TYPE_NULL);
  g_assert_true (field->required);
  g_assert_cmpstr (field->description, ==, "full");
  field = get_field (customers, "address");
  g_assert_cmpint (field->types, ==, SQUILL_TYPE_OBJECT);
  g_assert_false (field->required);
  g_assert_true (get_field (field, "city")->required);
  g_assert_cmpint (get_field (field, "zip")->types, ==, SQUILL_TYPE_STRING | SQUILL_TYPE_INT);
  field = get_field (customers, "tags");
  g_assert_true (field->array && field->single && field->nullable);
  g_assert_cmpint (field->types, ==, SQUILL_TYPE_STRING);
  field = get_field (customers, "grid");
  g_assert_true (field->array);
  g_assert_cmpint (field->types, ==, SQUILL_TYPE_ARRAY);
  g_assert_true (get_field (field, "[]")->array);
  g_assert_cmpint (get_field (field, "[]")->types, ==, SQUILL_TYPE_DOUBLE);
  field = get_field (orders, "lines");
  g_assert_true (field->array);
  g_assert_cmpint (field->types, ==, SQUILL_TYPE_OBJECT);
  g_assert_true (get_field (field, "sku")->required);
  g_assert_cmpint (get_field (orders, "total")->types, ==, SQUILL_TYPES_NUMERIC);
  /* What is not known is told. */
  g_assert_cmpuint (notes->len, ==, 1);
  g_assert_nonnull (strstr (notes->pdata[0], "“strange”"));
  g_assert_cmpint (get_field (customers, "odd")->types, ==, SQUILL_TYPE_NONE);
}

static void
test_relationships (void)
{
  const struct
  {
    const char *relationship;
    SquillPlacement placement;
    const char *parent;
    double children;
    double parents;
  } cases[] = {
    /* The reference is in the child, whichever side is named first. */
    { RELATIONSHIP (SIDE ("orders.old", "100", "customer"), SIDE ("customers", "1", "_id")),
      SQUILL_PLACEMENT_PARENT_REFERENCE, "customers", 100, 1 },
    { RELATIONSHIP (SIDE ("customers", "1", "_id"), SIDE ("orders.old", "1000", "customer")),
      SQUILL_PLACEMENT_PARENT_REFERENCE, "customers", 1000, 1 },
    /* An older number, and one that nobody knows. */
    { RELATIONSHIP (SIDE ("customers", "10", "orders"), SIDE ("orders.old", "null", "_id")),
      SQUILL_PLACEMENT_CHILD_REFERENCES, "customers", NAN, 100 },
    /* By another key than _id: of which there are more has the reference. */
    { RELATIONSHIP (SIDE ("customers", "1", "name"), SIDE ("orders.old", "100", "customer")),
      SQUILL_PLACEMENT_PARENT_REFERENCE, "customers", 100, 1 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GPtrArray) notes = g_ptr_array_new_with_free_func (g_free);
      g_autofree char *edits = g_strdup_printf ("[" SET ("%s") "]", cases[i].relationship);
      g_autoptr (SquillModel) model = import (edits, notes);
      const SquillRelationship *r = get_only_relationship (model);
      const SquillEntity *parent = squill_model_get_entity (model, r->parent);

      g_assert_cmpint (r->placement, ==, cases[i].placement);
      g_assert_cmpstr (parent->name, ==, cases[i].parent);
      g_assert_cmpstr (r->description, ==, "what");
      g_assert_cmpint (isnan (r->children.likely), ==, isnan (cases[i].children));
      if (!isnan (cases[i].children))
        g_assert_cmpfloat (r->children.likely, ==, cases[i].children);
      g_assert_cmpfloat (r->parents.likely, ==, cases[i].parents);
      if (r->placement == SQUILL_PLACEMENT_CHILD_REFERENCES)
        g_assert_nonnull (squill_model_get_field (model, r->parent_holder));
      else
        g_assert_nonnull (squill_model_get_field (model, r->child_holder));
      g_assert_cmpint (r->parent_key != NULL, ==, i == 3);
    }
}

/* Edits of all kinds, one after the other. */
static void
test_replay (void)
{
  static const char edits[] = "[" SET ("") "," SET (RELATIONSHIP (
      SIDE ("orders.old", "100", "customer"),
      SIDE (
          "customers", "1",
          "_id"))) ","
                   "{'type':'AddCollection','ns':'shop.new','position':[1,2],'initialSchema':{"
                   "'bsonType':'object','properties':{'_id':{'bsonType':'objectId'}}}},"
                   "{'type':'MoveCollection','ns':'shop.new','newPosition':[5,6]},"
                   "{'type':'MoveMultipleCollections','newPositions':{'shop.customers':[7,8]}},"
                   "{'type':'UpdateCollectionNote','ns':'shop.new','note':'fresh'},"
                   "{'type':'AddField','ns':'shop.new','field':['at'],'jsonSchema':{'bsonType':'"
                   "date'}},"
                   "{'type':'AddField','ns':'shop.orders.old','field':['lines','n'],'jsonSchema':{"
                   "'bsonType':'int'}},"
                   "{'type':'RenameField','ns':'shop.orders.old','field':['lines','sku'],'newName':"
                   "'code'},"
                   "{'type':'RenameField','ns':'shop.orders.old','field':['customer'],'newName':'"
                   "buyer'},"
                   "{'type':'ChangeFieldType','ns':'shop.orders.old','field':['total'],'from':{},'"
                   "to':{"
                   "'bsonType':'decimal'}},"
                   "{'type':'RemoveField','ns':'shop.customers','field':['address','zip']},"
                   "{'type':'RenameCollection','fromNS':'shop.orders.old','toNS':'shop.orders'},"
                   "{'type':'ToggleExpandCollection','ns':'shop.new','expanded':true},"
                   "{'type':'SomethingNew','ns':'shop.new'},"
                   "{'type':'RemoveCollection','ns':'shop.gone'}]";
  g_autoptr (GPtrArray) notes = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (SquillModel) model = import (edits, notes);
  const SquillEntity *orders = find_entity (model, "orders");
  const SquillEntity *new = find_entity (model, "new");
  const SquillRelationship *r = get_only_relationship (model);
  const SquillField *lines = get_field (orders, "lines");

  g_assert_cmpstr (new->description, ==, "fresh");
  g_assert_cmpfloat (new->x, ==, 5);
  g_assert_cmpfloat (find_entity (model, "customers")->y, ==, 8);
  g_assert_cmpint (get_field (new, "at")->types, ==, SQUILL_TYPE_DATE);
  g_assert_cmpint (get_field (lines, "n")->types, ==, SQUILL_TYPE_INT);
  g_assert_true (get_field (lines, "code")->required);
  g_assert_null (find_child (lines, SQUILL_KIND_FIELD, "sku"));
  g_assert_cmpint (get_field (orders, "total")->types, ==, SQUILL_TYPE_DECIMAL);
  g_assert_null (find_child (get_field (find_entity (model, "customers"), "address"),
                             SQUILL_KIND_FIELD, "zip"));
  g_assert_cmpstr (r->child_holder, ==, get_field (orders, "buyer")->item.id);
  g_assert_cmpuint (notes->len, ==, 2);
}

/* What is removed takes its relationships along. */
static void
test_removed (void)
{
  static const char *const edits[] = {
    "{'type':'RemoveRelationship','relationshipId':'9d2ad2b7-8f16-4b5b-9d0e-6a0c5c2f6c11'}",
    "{'type':'RemoveField','ns':'shop.orders.old','field':['customer']}",
    "{'type':'RemoveCollection','ns':'shop.customers'}",
  };

  for (guint i = 0; i < G_N_ELEMENTS (edits); i++)
    {
      g_autofree char *all = g_strdup_printf (
          "[" SET ("%s") ",%s]",
          RELATIONSHIP (SIDE ("orders.old", "100", "customer"), SIDE ("customers", "1", "_id")),
          edits[i]);
      g_autoptr (SquillModel) model = import (all, NULL);
      guint n;

      squill_item_get_children (squill_model_get_info (model), SQUILL_KIND_RELATIONSHIP, &n);
      g_assert_cmpuint (n, ==, 0);
    }
}

static void
test_left_out (void)
{
  static const char edits[] = "[" SET (RELATIONSHIP (
      SIDE ("orders.old", "100", "customer"), "{'ns':null,'cardinality':1,'fields':null}")) "]";
  g_autoptr (GPtrArray) notes = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (SquillModel) model = import (edits, notes);
  guint n;

  squill_item_get_children (squill_model_get_info (model), SQUILL_KIND_RELATIONSHIP, &n);
  g_assert_cmpuint (n, ==, 0);
  g_assert_cmpuint (notes->len, ==, 2);
}

static void
test_refused (void)
{
  static const struct
  {
    const char *text;
    const char *message;
  } cases[] = {
    { "", "1:0: " },
    { "{'a':\n 1", "2:" },
    { "[]", "no data model" },
    { "{'type':'other','edits':''}", "no data model" },
    { "{'type':'Compass Data Modeling Diagram','version':2,'edits':''}", "version" },
    { "{'type':'Compass Data Modeling Diagram','version':1,'edits':'!!'}", "edits" },
    { "{'type':'Compass Data Modeling Diagram','version':1,'edits':'W10='}", "no collections" },
    { "{'type':'Compass Data Modeling Diagram','version':1,'edits':5}", "edits" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = unquote (cases[i].text);
      g_autoptr (GError) error = NULL;
      guint line, column;

      g_assert_null (squill_compass_import (text, strlen (text), NULL, &error));
      /* What is no JSON has a place. */
      if (!squill_model_parse_position (error, &line, &column))
        g_assert_error (error, SQUILL_EXCHANGE_ERROR, SQUILL_EXCHANGE_ERROR_FORMAT);
      g_assert_cmpint (g_ascii_isdigit (cases[i].message[0]), ==,
                       error->domain == SQUILL_MODEL_ERROR);
      if (strstr (error->message, cases[i].message) == NULL)
        g_error ("%s: %s", cases[i].text, error->message);
    }
}

/* Any part of the edits may be anything: each value in turn becomes another one. */
static void
test_damaged (void)
{
  static const char *const values[] = {
    "null", "5", "'x'", "[]", "{}", "[[[1]]]", "{'a':{'b':1}}"
  };
  g_autofree char *json = unquote ("[" SET (RELATIONSHIP (
      SIDE ("orders.old", "100", "customer"),
      SIDE ("customers", "1", "_id"))) ","
                                       "{'type':'RenameField','ns':'shop.orders.old','field':['"
                                       "lines','sku'],'newName':'code'},"
                                       "{'type':'AddField','ns':'shop.customers','field':['x'],'"
                                       "jsonSchema':{'bsonType':'int'}}]");
  gsize n = 0;

  for (const char *p = json; *p != '\0'; p++)
    {
      if (*p != ':')
        continue;
      for (guint i = 0; i < G_N_ELEMENTS (values); i++)
        {
          g_autoptr (GString) damaged = g_string_new_len (json, p + 1 - json);
          g_autofree char *value = unquote (values[i]);
          g_autofree char *file = NULL;
          g_autoptr (SquillModel) model = NULL;
          const char *rest = p + 1;
          int depth = 0;

          /* The value ends where it does not go on. */
          for (gboolean quoted = FALSE; *rest != '\0'; rest++)
            {
              if (*rest == '"')
                quoted = !quoted;
              if (quoted)
                continue;
              if (depth == 0 && strchr (",}]", *rest) != NULL)
                break;
              depth += strchr ("[{", *rest) != NULL ? 1 : strchr ("]}", *rest) != NULL ? -1 : 0;
            }
          g_string_append (damaged, value);
          g_string_append (damaged, rest);
          file = wrap (damaged->str);
          model = squill_compass_import (file, strlen (file), NULL, NULL);
          n += model != NULL;
        }
    }
  g_assert_cmpuint (n, >, 100);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/exchange/compass/collections", test_collections);
  g_test_add_func ("/exchange/compass/relationships", test_relationships);
  g_test_add_func ("/exchange/compass/replay", test_replay);
  g_test_add_func ("/exchange/compass/removed", test_removed);
  g_test_add_func ("/exchange/compass/left-out", test_left_out);
  g_test_add_func ("/exchange/compass/refused", test_refused);
  g_test_add_func ("/exchange/compass/damaged", test_damaged);

  return g_test_run ();
}

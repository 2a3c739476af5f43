/* SPDX-License-Identifier: Apache-2.0 */

/* Family G: names of databases, collections, and fields. */

#include "config.h"

#include "advice-fixture.h"

#include <string.h>

static void
set_text (SquillModel *model, const char *id, const char *property, const char *text)
{
  g_autoptr (GError) error = NULL;

  squill_model_set (model, id, property, json_string (text), &error);
  g_assert_no_error (error);
}

/* A database of that name with a collection. */
static void
draw_database (SquillModel *model, const char *name)
{
  draw_entity (model, "orders", 1000);
  set_text (model, "model", "database", name);
}

static void
draw_long_database (SquillModel *model, gsize bytes)
{
  g_autofree char *name = g_strnfill (bytes, 'd');

  draw_database (model, name);
}

static void
database_fires (SquillModel *model)
{
  draw_database (model, "shop.eu");
}

static void
database_silent (SquillModel *model)
{
  draw_long_database (model, 63);
}

static void
database_long (SquillModel *model)
{
  draw_long_database (model, 64);
}

static void
database_case_fires (SquillModel *model)
{
  draw_database (model, "SalesDB");
}

static void
database_case_silent (SquillModel *model)
{
  draw_database (model, "sales_db");
}

static void
reserved_fires (SquillModel *model)
{
  draw_database (model, "admin");
}

static void
reserved_silent (SquillModel *model)
{
  draw_database (model, "config_app");
}

/* The application has a database of its own, and tasks are in that of the server all the same. */
static void
reserved_of_entity (SquillModel *model)
{
  draw_database (model, "shop");
  draw_entity (model, "task", 4000);
  set_text (model, "task", "database", "admin");
}

static void
reserved_other (SquillModel *model)
{
  reserved_of_entity (model);
  set_text (model, "task", "database", "jobs");
}

static void
database_of_entity (SquillModel *model)
{
  reserved_of_entity (model);
  set_text (model, "task", "database", "jobs.eu");
}

/* The server takes “Shop” for “shop”, and refuses it. */
static void
database_case_clash (SquillModel *model)
{
  reserved_of_entity (model);
  set_text (model, "task", "database", "Shop");
}

/* What is embedded has no collection, and so no database. */
static void
database_case_embedded (SquillModel *model)
{
  database_case_clash (model);
  draw_entity (model, "job", 4000);
  draw_relationship (model, "tasks", "job", "task", "embed-many", "1..2..5", "1");
  change (model, "task", "standalone", "'no'");
}

/* The namespace has the name of the database that the collection is in. */
static void
namespace_elsewhere (SquillModel *model)
{
  g_autofree char *name = g_strnfill (220, 'c');

  reserved_of_entity (model);
  set_text (model, "task", "name", name);
  set_text (model, "task", "database", "a_database_whose_name_alone_takes_forty_bytes");
}

/* Nothing is in it. */
static void
reserved_empty (SquillModel *model)
{
  set_text (model, "model", "database", "local");
}

static void
collection_fires (SquillModel *model)
{
  draw_entity (model, "my$coll", 1000);
}

static void
collection_silent (SquillModel *model)
{
  draw_entity (model, "system_events", 1000);
}

static void
collection_system (SquillModel *model)
{
  draw_entity (model, "app.system.views", 1000);
}

static void
collection_digit (SquillModel *model)
{
  draw_entity (model, "2024_orders", 1000);
}

static void
collection_underscore (SquillModel *model)
{
  draw_entity (model, "_orders", 1000);
  draw_entity (model, "größen", 1000);
}

static void
draw_long_collection (SquillModel *model, gsize characters)
{
  g_autofree char *name = g_strnfill (characters, 'c');

  draw_entity (model, "orders", 1000);
  draw_field (model, "orders", "_id", "objectId");
  set_text (model, "orders", "name", name);
}

static void
collection_long_fires (SquillModel *model)
{
  draw_long_collection (model, 65);
}

static void
collection_long_silent (SquillModel *model)
{
  draw_long_collection (model, 64);
}

/* "shop" and a dot before it: 240 bytes in all. */
static void
namespace_silent (SquillModel *model)
{
  draw_long_collection (model, 235);
  set_text (model, "model", "database", "shop");
}

static void
namespace_fires (SquillModel *model)
{
  namespace_silent (model);
  change (model, "orders", "shard_key", "[{'path': 'orders._id', 'how': 'hashed'}]");
}

static void
namespace_longest (SquillModel *model)
{
  draw_long_collection (model, 250);
  set_text (model, "model", "database", "shop");
}

static void
namespace_too_long (SquillModel *model)
{
  draw_long_collection (model, 251);
  set_text (model, "model", "database", "shop");
}

static void
namespace_old (SquillModel *model)
{
  draw_long_collection (model, 130);
  set_text (model, "model", "server_version", "4.2");
}

static void
namespace_new (SquillModel *model)
{
  draw_long_collection (model, 130);
  set_text (model, "model", "server_version", "4.4");
}

static void
draw_named_field (SquillModel *model, const char *name)
{
  draw_entity (model, "product", 1000);
  draw_field (model, "product", "field", "string");
  set_text (model, "product.field", "name", name);
}

static void
field_long_fires (SquillModel *model)
{
  draw_named_field (model, "abcdefghijklmnopqrstuvwxyz_abcdef");
}

static void
field_long_silent (SquillModel *model)
{
  draw_named_field (model, "abcdefghijklmnopqrstuvwxyz_abcde");
}

static void
field_empty (SquillModel *model)
{
  draw_named_field (model, "");
}

static void
field_space (SquillModel *model)
{
  draw_named_field (model, "a b");
}

static void
dollar_indexed (SquillModel *model)
{
  draw_named_field (model, "$price");
  draw_index (model, "product", "by price", "[{'path': 'product.field', 'how': '1'}]");
}

static void
dollar_silent (SquillModel *model)
{
  draw_named_field (model, "price$");
}

static void
dollar_plain (SquillModel *model)
{
  draw_named_field (model, "$price");
}

static void
dollar_old (SquillModel *model)
{
  draw_named_field (model, "$price");
  set_text (model, "model", "server_version", "4.4");
}

static void
dollar_reference (SquillModel *model)
{
  draw_named_field (model, "owner");
  draw_field (model, "product.field", "a", "string");
  draw_field (model, "product.field", "b", "objectId");
  set_text (model, "product.field.a", "name", "$ref");
  set_text (model, "product.field.b", "name", "$id");
}

static void
dot_fires (SquillModel *model)
{
  draw_named_field (model, "a.b");
}

static void
dot_silent (SquillModel *model)
{
  draw_named_field (model, "a");
  draw_field (model, "product.field", "b", "int");
}

static void
dot_in_id (SquillModel *model)
{
  draw_named_field (model, "_id");
  draw_field (model, "product.field", "b", "int");
  set_text (model, "product.field.b", "name", "b.c");
}

static void
duplicate_fires (SquillModel *model)
{
  draw_entity (model, "post", 1000);
  draw_field (model, "post", "tag", "string");
  draw_field (model, "post", "other", "string");
  set_text (model, "post.other", "name", "tag");
}

/* In two objects. */
static void
duplicate_silent (SquillModel *model)
{
  draw_entity (model, "post", 1000);
  draw_field (model, "post", "tag", "string");
  draw_field (model, "post", "other", "object");
  draw_field (model, "post.other", "tag", "string");
}

/* What a relationship stores has the name of a field. */
static void
duplicate_stored (SquillModel *model)
{
  draw_entity (model, "post", 1000);
  draw_field (model, "post", "comments", "int");
  draw_entity (model, "comment", NAN);
  draw_text (model, "comment", "text", 20);
  draw_relationship (model, "stored", "post", "comment", "embed-many", "0..5..20", "1");
  set_text (model, "stored", "parent_name", "comments");
}

/* No document has both. */
static void
duplicate_variants (SquillModel *model)
{
  duplicate_fires (model);
  draw_field (model, "post", "kind", "string");
  change (model, "post.kind", "enum", "['text', 'picture']");
  change (model, "post", "discriminator", "'post.kind'");
  change (model, "post.tag", "variants", "['text']");
  change (model, "post.other", "variants", "['picture']");
}

static const RuleCase cases[] = {
  { "db-name-invalid", SQUILL_SEVERITY_ERROR, "model", database_fires, database_silent },
  { "db-name-invalid", SQUILL_SEVERITY_ERROR, "model", database_long, NULL },
  { "db-name-case", SQUILL_SEVERITY_HINT, "model", database_case_fires, database_case_silent },
  { "db-name-reserved", SQUILL_SEVERITY_WARNING, "model", reserved_fires, reserved_silent },
  { "db-name-reserved", SQUILL_SEVERITY_WARNING, "model", NULL, reserved_empty },
  { "db-name-reserved", SQUILL_SEVERITY_WARNING, "task", reserved_of_entity, reserved_other },
  { "db-name-invalid", SQUILL_SEVERITY_ERROR, "task", database_of_entity, reserved_other },
  { "db-name-case", SQUILL_SEVERITY_ERROR, "task", database_case_clash, database_case_embedded },
  { "namespace-long", SQUILL_SEVERITY_ERROR, "task", namespace_elsewhere, NULL },
  { "coll-name-invalid", SQUILL_SEVERITY_ERROR, "my$coll", collection_fires, collection_silent },
  { "coll-name-invalid", SQUILL_SEVERITY_ERROR, "app.system.views", collection_system, NULL },
  { "coll-name-invalid", SQUILL_SEVERITY_HINT, "2024_orders", collection_digit,
    collection_underscore },
  { "coll-name-long", SQUILL_SEVERITY_HINT, "orders", collection_long_fires,
    collection_long_silent },
  { "namespace-long", SQUILL_SEVERITY_ERROR, "orders", namespace_fires, namespace_silent },
  { "namespace-long", SQUILL_SEVERITY_ERROR, "orders", namespace_too_long, namespace_longest },
  { "namespace-long", SQUILL_SEVERITY_ERROR, "orders", namespace_old, namespace_new },
  { "field-name-long", SQUILL_SEVERITY_HINT, "product.field", field_long_fires, field_long_silent },
  { "field-name-nul", SQUILL_SEVERITY_HINT, "product.field", field_empty, field_space },
  { "field-name-dollar", SQUILL_SEVERITY_ERROR, "product.field", dollar_indexed, dollar_silent },
  { "field-name-dollar", SQUILL_SEVERITY_WARNING, "product.field", dollar_plain, dollar_reference },
  { "field-name-dollar", SQUILL_SEVERITY_ERROR, "product.field", dollar_old, NULL },
  { "field-name-dot", SQUILL_SEVERITY_WARNING, "product.field", dot_fires, dot_silent },
  { "field-name-dot", SQUILL_SEVERITY_ERROR, "product.field.b", dot_in_id, NULL },
  { "field-duplicate", SQUILL_SEVERITY_ERROR, "post.other", duplicate_fires, duplicate_silent },
  { "field-duplicate", SQUILL_SEVERITY_ERROR, NULL, duplicate_stored, duplicate_variants },
};

/* The name that each fix gives. */
static void
test_fixed_names (void)
{
  static const struct
  {
    void (*draw) (SquillModel *model);
    const char *rule;
    const char *id;
    const char *property;
    const char *name;
  } fixed[] = {
    { database_fires, "db-name-invalid", "model", "database", "shop_eu" },
    { database_case_fires, "db-name-case", "model", "database", "salesdb" },
    { reserved_fires, "db-name-reserved", "model", "database", "app" },
    { reserved_of_entity, "db-name-reserved", "task", "database", "shop" },
    { database_of_entity, "db-name-invalid", "task", "database", "jobs_eu" },
    { database_case_clash, "db-name-case", "task", "database", "shop" },
    { collection_fires, "coll-name-invalid", "my$coll", "name", "my_coll" },
    { collection_system, "coll-name-invalid", "app.system.views", "name", "app.system_views" },
    { dollar_plain, "field-name-dollar", "product.field", "name", "price" },
    { dot_fires, "field-name-dot", "product.field", "name", "a_b" },
    { duplicate_fires, "field-duplicate", "post.other", "name", "tag2" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (fixed); i++)
    {
      g_autoptr (SquillModel) model = squill_model_new ();
      g_autoptr (SquillAdvice) advice = NULL;
      gconstpointer item;
      const SquillProperty *property;
      json_auto_t *name = NULL;

      fixed[i].draw (model);
      advice = advise (model);
      g_assert_true (squill_advice_apply_fix (
          advice, find_finding (advice, fixed[i].rule, fixed[i].id), NULL));
      item = squill_model_get_item (model, fixed[i].id);
      property = squill_kind_find_property (((const SquillItem *)item)->kind, fixed[i].property);
      name = squill_property_get (property, item);
      g_assert_cmpstr (json_string_value (name), ==, fixed[i].name);
    }
}

/* 63 bytes of letters that have two. */
static void
test_long_utf8 (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;
  GString *name = g_string_new (NULL);

  for (guint i = 0; i < 32; i++)
    g_string_append (name, "é");
  draw_database (model, name->str);
  g_string_free (name, TRUE);
  advice = advise (model);
  g_assert_true (
      squill_advice_apply_fix (advice, find_finding (advice, "db-name-invalid", NULL), NULL));
  g_assert_cmpuint (strlen (squill_model_get_info (model)->database), ==, 62);
  g_assert_true (g_utf8_validate (squill_model_get_info (model)->database, -1, NULL));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  add_rule_cases (cases, G_N_ELEMENTS (cases));
  g_test_add_func ("/advice/names/fixed", test_fixed_names);
  g_test_add_func ("/advice/names/long-utf8", test_long_utf8);
  return g_test_run ();
}

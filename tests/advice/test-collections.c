/* SPDX-License-Identifier: Apache-2.0 */

/* Family G: which collections there are, how they are called, and what is known of them. */

#include "config.h"

#include "advice-fixture.h"

#include <string.h>

static void
draw_collections (SquillModel *model, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *name =
          g_strdup_printf ("collection%c%c", 'a' + (int)(i / 26), 'a' + (int)(i % 26));

      draw_entity (model, name, 10);
    }
}

/* Thousands of collections take a while to draw; the limit is what the rule compares with. */
static void
many_fires (SquillModel *model)
{
  change (model, "model", "thresholds", "{'colls.max': 30}");
  draw_collections (model, 31);
}

static void
many_silent (SquillModel *model)
{
  change (model, "model", "thresholds", "{'colls.max': 30}");
  draw_collections (model, 30);
}

/* Each has an index on _id. */
static void
many_indexes (SquillModel *model)
{
  change (model, "model", "thresholds", "{'colls.andIndexes': 61}");
  draw_collections (model, 31);
}

static void
many_indexes_silent (SquillModel *model)
{
  change (model, "model", "thresholds", "{'colls.andIndexes': 62}");
  draw_collections (model, 31);
}

static void
draw_measurements (SquillModel *model, const char *name)
{
  draw_entity (model, name, 1000);
  draw_field (model, name, "at", "date");
  draw_field (model, name, "celsius", "double");
}

static void
period_fires (SquillModel *model)
{
  draw_measurements (model, "temps_2024_05_10");
  draw_measurements (model, "temps_2024_05_11");
  draw_measurements (model, "temps_2024_05_12");
}

/* For different uses. */
static void
period_silent (SquillModel *model)
{
  draw_measurements (model, "logs_dev");
  draw_measurements (model, "logs_debug");
}

static void
period_numbers (SquillModel *model)
{
  draw_measurements (model, "shop1");
  draw_measurements (model, "shop2");
  draw_measurements (model, "shop10");
}

/* Two, and one that has other fields. */
static void
period_others (SquillModel *model)
{
  draw_measurements (model, "shop1");
  draw_measurements (model, "shop2");
  draw_measurements (model, "shop3");
  draw_field (model, "shop3", "humidity", "double");
}

static void
draw_objects (SquillModel *model)
{
  static const char *const kinds[] = { "user", "invoice", "sensor" };

  draw_entity (model, "objects", 1000);
  draw_field (model, "objects", "_id", "objectId");
  draw_field (model, "objects", "type", "string");
  change (model, "objects.type", "enum", "['user', 'invoice', 'sensor']");
  change (model, "objects", "discriminator", "'objects.type'");
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      g_autofree char *field = g_strdup_printf ("of_%s", kinds[i]);
      g_autofree char *id = g_strdup_printf ("objects.%s", field);
      g_autofree char *variants = g_strdup_printf ("['%s']", kinds[i]);

      draw_field (model, "objects", field, "string");
      change (model, id, "variants", variants);
    }
  draw_operation (model, "list users", "find", "objects", 5);
}

static void
everything_fires (SquillModel *model)
{
  draw_objects (model);
  change (model, "list users", "filter", "[{'path': 'objects.type', 'how': 'eq'}]");
}

/* Listed together. */
static void
everything_silent (SquillModel *model)
{
  draw_objects (model);
  change (model, "list users", "filter", "[{'path': 'objects.type', 'how': 'in:2'}]");
}

/* All have a name. */
static void
everything_shared (SquillModel *model)
{
  everything_fires (model);
  draw_field (model, "objects", "name", "string");
}

static void
style_fires (SquillModel *model)
{
  draw_entity (model, "orderItems", 10);
  draw_entity (model, "orderPayments", 10);
  draw_entity (model, "order_lines", 10);
  draw_entity (model, "customers", 10);
}

static void
style_silent (SquillModel *model)
{
  draw_entity (model, "orderItems", 10);
  draw_entity (model, "orderLines", 10);
  draw_entity (model, "customers", 10);
  draw_entity (model, "log2024", 10);
}

static void
style_fields (SquillModel *model)
{
  draw_entity (model, "user", 10);
  draw_field (model, "user", "_id", "objectId");
  draw_field (model, "user", "first_name", "string");
  draw_field (model, "user", "last_name", "string");
  draw_field (model, "user", "createdAt", "date");
}

static void
style_fields_silent (SquillModel *model)
{
  draw_entity (model, "user", 10);
  draw_field (model, "user", "_id", "objectId");
  draw_field (model, "user", "firstName", "string");
  draw_field (model, "user", "created", "date");
  draw_field (model, "user", "ISBN", "string");
}

static void
validator_fires (SquillModel *model)
{
  draw_entity (model, "orders", 1000);
  change (model, "orders", "validation_level", "'off'");
}

static void
validator_silent (SquillModel *model)
{
  draw_entity (model, "orders", 1000);
}

/* The server refuses a validator there. */
static void
validator_series (SquillModel *model)
{
  validator_fires (model);
  draw_field (model, "orders", "at", "date");
  change (model, "orders", "time_field", "'orders.at'");
}

static void
draw_observed (SquillModel *model)
{
  draw_entity (model, "contact", 1000);
  draw_field (model, "contact", "_id", "objectId");
  draw_field (model, "contact", "phone", "string");
  observe (model, "contact.phone", "contacts.phone", "{}");
}

static void
version_fires (SquillModel *model)
{
  draw_observed (model);
  change (model, "contact.phone", "name", "'contact_method'");
  change (model, "contact.phone", "types", "['object']");
}

/* What is only added changes nothing. */
static void
version_silent (SquillModel *model)
{
  draw_observed (model);
  draw_field (model, "contact", "nickname", "string");
  change (model, "contact.phone", "types", "['string', 'null']");
}

static void
version_type (SquillModel *model)
{
  draw_observed (model);
  change (model, "contact.phone", "types", "['long']");
}

static void
version_there (SquillModel *model)
{
  version_type (model);
  draw_field (model, "contact", "schema_version", "int");
}

static void
draw_countries (SquillModel *model)
{
  draw_entity (model, "orders", NAN);
  draw_field (model, "orders", "at", "date");
  draw_entity (model, "countries", 250);
  draw_text (model, "countries", "name", 12);
  draw_operation (model, "show country", "find", "countries", 1);
}

static void
capacity_fires (SquillModel *model)
{
  draw_countries (model);
}

/* Few and small. */
static void
capacity_silent (SquillModel *model)
{
  draw_countries (model);
  change (model, "orders", "count", "{'min': 100, 'likely': 100, 'max': 100}");
}

/* Many, and nobody says who reads them. */
static void
capacity_unread (SquillModel *model)
{
  draw_countries (model);
  change (model, "orders", "count", "{'min': 1000000, 'likely': 1000000, 'max': 1000000}");
}

/* Nobody plans yet. */
static void
capacity_nothing (SquillModel *model)
{
  draw_countries (model);
  change (model, "show country", "rate", NULL);
  change (model, "countries", "count", NULL);
}

/* Somebody counts, and left one out. */
static void
capacity_uncounted (SquillModel *model)
{
  draw_countries (model);
  change (model, "show country", "rate", NULL);
}

/* All are counted, as they are in what was read from a database: without any rate that is as much
 * as there is to know. */
static void
capacity_counted (SquillModel *model)
{
  capacity_unread (model);
  change (model, "show country", "rate", NULL);
}

static const RuleCase cases[] = {
  { "too-many-collections", SQUILL_SEVERITY_WARNING, "model", many_fires, many_silent },
  { "too-many-collections", SQUILL_SEVERITY_WARNING, "model", many_indexes, many_indexes_silent },
  { "collection-per-period", SQUILL_SEVERITY_WARNING, "temps_2024_05_10", period_fires,
    period_silent },
  { "collection-per-period", SQUILL_SEVERITY_WARNING, "shop1", period_numbers, period_others },
  { "everything-in-one", SQUILL_SEVERITY_WARNING, "objects", everything_fires, everything_silent },
  { "everything-in-one", SQUILL_SEVERITY_WARNING, NULL, NULL, everything_shared },
  { "name-style-mixed", SQUILL_SEVERITY_HINT, "model", style_fires, style_silent },
  { "name-style-mixed", SQUILL_SEVERITY_HINT, "user", style_fields, style_fields_silent },
  { "no-validator", SQUILL_SEVERITY_HINT, "orders", validator_fires, validator_silent },
  { "no-validator", SQUILL_SEVERITY_HINT, NULL, NULL, validator_series },
  { "schema-version-missing", SQUILL_SEVERITY_HINT, "contact", version_fires, version_silent },
  { "schema-version-missing", SQUILL_SEVERITY_HINT, "contact", version_type, version_there },
  { "capacity-missing", SQUILL_SEVERITY_HINT, "model", capacity_fires, capacity_silent },
  { "capacity-missing", SQUILL_SEVERITY_HINT, "model", capacity_unread, capacity_nothing },
  { "capacity-missing", SQUILL_SEVERITY_HINT, "model", capacity_uncounted, capacity_counted },
};

/* "order_lines" in the style of the others, as one step. */
static void
test_renamed (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;
  const SquillFinding *finding;

  style_fires (model);
  style_fields (model);
  advice = advise (model);
  finding = find_finding (advice, "name-style-mixed", "model");
  g_assert_nonnull (strstr (finding->message, "1 of 3"));
  g_assert_true (squill_advice_apply_fix (advice, finding, NULL));
  g_assert_cmpstr (squill_model_get_entity (model, "order_lines")->name, ==, "orderLines");
  g_assert_true (
      squill_advice_apply_fix (advice, find_finding (advice, "name-style-mixed", "user"), NULL));
  g_assert_cmpstr (squill_model_get_field (model, "user.createdAt")->name, ==, "created_at");
}

/* A name that is taken is for a person to choose. */
static void
test_taken (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;

  style_fires (model);
  draw_entity (model, "orderLines", 10);
  advice = advise (model);
  g_assert_null (find_finding (advice, "name-style-mixed", "model")->fix);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  add_rule_cases (cases, G_N_ELEMENTS (cases));
  g_test_add_func ("/advice/collections/renamed", test_renamed);
  g_test_add_func ("/advice/collections/taken", test_taken);
  return g_test_run ();
}

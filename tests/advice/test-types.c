/* SPDX-License-Identifier: Apache-2.0 */

/* Family G: of what type values are. */

#include "config.h"

#include "advice-fixture.h"
#include "text/squill-text.h"

#include <string.h>

static void
draw_product (SquillModel *model, const char *types)
{
  draw_entity (model, "product", 1000);
  draw_field (model, "product", "price", types);
}

static void
mixed_fires (SquillModel *model)
{
  draw_product (model, "string|double");
}

/* Of numbers the values are compared, and nothing is no value. */
static void
mixed_silent (SquillModel *model)
{
  draw_product (model, "int|long|double|null");
}

/* A few values of another type are not found either. */
static void
mixed_outliers (SquillModel *model)
{
  draw_product (model, "double");
  change (model, "product.price", "outlier_types", "['string']");
}

static void
mixed_null (SquillModel *model)
{
  draw_product (model, "string|null");
  change (model, "product.price", "outlier_types", "['undefined']");
}

static void
mixed_many (SquillModel *model)
{
  draw_product (model, "string|double");
  draw_field (model, "product", "weight", "string|int");
  draw_field (model, "product", "size", "object");
  draw_field (model, "product.size", "width", "string|int");
}

static void
draw_link (SquillModel *model, const char *types)
{
  draw_entity (model, "student", 1000);
  draw_entity (model, "course", 100);
  draw_relationship (model, "takes", "student", "course", "junction", "0..5..10", "0..50..200");
  draw_field (model, "takes", "grade", types);
}

/* The elements of an area are arrays, those of a point numbers. */
static void
mixed_geometry (SquillModel *model)
{
  draw_entity (model, "place", 1000);
  draw_field (model, "place", "at", "object");
  change (model, "place.at", "meaning", "'geojson'");
  draw_array (model, "place.at", "coordinates", "double|array", "2..2..2");
}

static void
mixed_link (SquillModel *model)
{
  draw_link (model, "string|int");
}

static void
mixed_link_silent (SquillModel *model)
{
  draw_link (model, "int");
}

/* The price of a part of the article. */
static void
money_fires (SquillModel *model)
{
  draw_product (model, "double");
  change (model, "product.price", "meaning", "'money'");
}

/* In cents. */
static void
money_silent (SquillModel *model)
{
  draw_product (model, "long");
  change (model, "product.price", "meaning", "'money'");
}

/* Nobody said that it is money. */
static void
money_unknown (SquillModel *model)
{
  draw_product (model, "double");
}

static void
draw_event (SquillModel *model)
{
  draw_entity (model, "event", 1000);
  draw_text (model, "event", "at", 20);
}

/* "2024-05-10T10:00:00Z" */
static void
date_fires (SquillModel *model)
{
  draw_event (model);
  change (model, "event.at", "meaning", "'date'");
}

static void
date_silent (SquillModel *model)
{
  draw_entity (model, "event", 1000);
  draw_field (model, "event", "at", "date");
  change (model, "event.at", "meaning", "'date'");
}

static void
date_found (SquillModel *model)
{
  draw_event (model);
  change (model, "event.at", "evidence", "{'flags': ['date-as-string']}");
}

static void
date_other_flag (SquillModel *model)
{
  draw_event (model);
  change (model, "event.at", "evidence", "{'flags': ['empty-is-missing']}");
}

static void
number_fires (SquillModel *model)
{
  draw_entity (model, "film", 1000);
  draw_text (model, "film", "length", 3);
  draw_text (model, "film", "cost", 5);
  change (model, "film.length", "evidence", "{'flags': ['number-as-string']}");
  change (model, "film.cost", "evidence", "{'flags': ['number-as-string']}");
}

/* A postal code. */
static void
number_silent (SquillModel *model)
{
  draw_entity (model, "film", 1000);
  draw_text (model, "film", "zip", 5);
  change (model, "film.zip", "usual_pattern", "'^[0-9]{5}$'");
}

static void
number_money (SquillModel *model)
{
  draw_entity (model, "film", 1000);
  draw_text (model, "film", "cost", 5);
  change (model, "film.cost", "meaning", "'money'");
}

static void
draw_task (SquillModel *model, double characters)
{
  draw_entity (model, "task", 1000);
  draw_text (model, "task", "owner", characters);
  change (model, "task.owner", "meaning", "'id'");
}

static void
object_id_fires (SquillModel *model)
{
  draw_task (model, 24);
}

/* An id of another kind. */
static void
object_id_other (SquillModel *model)
{
  draw_task (model, 23);
}

static void
object_id_silent (SquillModel *model)
{
  draw_entity (model, "task", 1000);
  draw_field (model, "task", "owner", "objectId");
  change (model, "task.owner", "meaning", "'id'");
}

/* Ids were found in texts, which are UUIDs. */
static void
object_id_uuid (SquillModel *model)
{
  draw_task (model, 36);
  change (model, "task.owner", "meaning", "'uuid'");
  change (model, "task.owner", "evidence", "{'flags': ['id-as-string']}");
}

/* Texts of which nearly all are ObjectIds. */
static void
object_id_found (SquillModel *model)
{
  draw_task (model, 24);
  change (model, "task.owner", "meaning", NULL);
  change (model, "task.owner", "evidence", "{'flags': ['id-as-string']}");
}

static void
uuid_fires (SquillModel *model)
{
  draw_entity (model, "reading", 1000);
  draw_text (model, "reading", "device", 36);
  change (model, "reading.device", "meaning", "'uuid'");
}

static void
uuid_silent (SquillModel *model)
{
  draw_entity (model, "reading", 1000);
  draw_field (model, "reading", "device", "binData");
  change (model, "reading.device", "subtype", "4");
  change (model, "reading.device", "meaning", "'uuid'");
}

static void
id_fires (SquillModel *model)
{
  draw_entity (model, "pair", 1000);
  draw_array (model, "pair", "_id", "string|int", "2..2..2");
}

/* {t: 1, n: 2} */
static void
id_silent (SquillModel *model)
{
  draw_entity (model, "pair", 1000);
  draw_field (model, "pair", "_id", "object");
  draw_field (model, "pair._id", "t", "int");
  draw_field (model, "pair._id", "n", "int");
}

static void
id_regex (SquillModel *model)
{
  draw_entity (model, "pair", 1000);
  draw_field (model, "pair", "_id", "regex");
}

/* That of an embedded object is a field as any other. */
static void
id_embedded (SquillModel *model)
{
  draw_entity (model, "order", 1000);
  id_regex (model);
  draw_relationship (model, "pairs", "order", "pair", "embed-many", "0..2..5", "1");
}

static void
draw_rename (SquillModel *model, const char *field)
{
  g_autofree char *keys = g_strdup_printf ("[{'path': 'user.%s'}]", field);

  draw_entity (model, "user", 1000);
  draw_field (model, "user", "_id", "string");
  draw_field (model, "user", "name", "string");
  draw_operation (model, "rename", "update", "user", 1);
  change (model, "rename", "filter", "[{'path': 'user._id', 'how': 'eq'}]");
  change (model, "rename", "writes", keys);
}

static void
id_written (SquillModel *model)
{
  draw_rename (model, "_id");
}

static void
id_not_written (SquillModel *model)
{
  draw_rename (model, "name");
}

static void
draw_device (SquillModel *model, double inserts)
{
  draw_entity (model, "device", 100000);
  draw_field (model, "device", "_id", "binData");
  change (model, "device._id", "subtype", "4");
  change (model, "device._id", "meaning", "'uuid'");
  draw_operation (model, "register", "insert", "device", inserts);
}

static void
random_fires (SquillModel *model)
{
  draw_device (model, 2000);
}

/* Ten a minute. */
static void
random_silent (SquillModel *model)
{
  draw_device (model, 10.0 / 60);
  draw_operation (model, "look", "find", "device", 100);
}

/* They are all that happens, but still few. */
static void
random_alone (SquillModel *model)
{
  draw_device (model, 10.0 / 60);
}

static void
random_index (SquillModel *model)
{
  draw_entity (model, "session", 100000);
  draw_text (model, "session", "token", 64);
  change (model, "session.token", "meaning", "'hash'");
  draw_index (model, "session", "by token", "[{'path': 'session.token', 'how': '1'}]");
  draw_operation (model, "log in", "insert", "session", 50);
}

/* The random value only follows one that grows. */
static void
random_second (SquillModel *model)
{
  draw_entity (model, "session", 100000);
  draw_text (model, "session", "token", 64);
  draw_field (model, "session", "at", "date");
  change (model, "session.token", "meaning", "'hash'");
  draw_index (model, "session", "by time",
              "[{'path': 'session.at', 'how': '1'}, {'path': 'session.token', 'how': '1'}]");
  draw_operation (model, "log in", "insert", "session", 50);
}

static void
deprecated_fires (SquillModel *model)
{
  draw_entity (model, "page", 1000);
  draw_field (model, "page", "updated", "timestamp");
}

static void
deprecated_silent (SquillModel *model)
{
  draw_entity (model, "page", 1000);
  draw_field (model, "page", "updated", "date");
}

static void
deprecated_pointer (SquillModel *model)
{
  draw_entity (model, "page", 1000);
  draw_field (model, "page", "author", "dbPointer");
}

static const RuleCase cases[] = {
  { "mixed-types", SQUILL_SEVERITY_HINT, "product.price", mixed_fires, mixed_silent },
  { "mixed-types", SQUILL_SEVERITY_HINT, "product.price", mixed_outliers, mixed_null },
  { "mixed-types", SQUILL_SEVERITY_HINT, "product", mixed_many, mixed_geometry },
  { "mixed-types", SQUILL_SEVERITY_HINT, "takes.grade", mixed_link, mixed_link_silent },
  { "money-as-double", SQUILL_SEVERITY_WARNING, "product.price", money_fires, money_silent },
  { "money-as-double", SQUILL_SEVERITY_WARNING, "product.price", NULL, money_unknown },
  { "date-as-string", SQUILL_SEVERITY_HINT, "event.at", date_fires, date_silent },
  { "date-as-string", SQUILL_SEVERITY_HINT, "event.at", date_found, date_other_flag },
  { "number-as-string", SQUILL_SEVERITY_HINT, "film", number_fires, number_silent },
  { "number-as-string", SQUILL_SEVERITY_HINT, "film.cost", number_money, NULL },
  { "objectid-as-string", SQUILL_SEVERITY_HINT, "task.owner", object_id_fires, object_id_silent },
  { "objectid-as-string", SQUILL_SEVERITY_HINT, "task.owner", NULL, object_id_other },
  { "objectid-as-string", SQUILL_SEVERITY_HINT, "task.owner", object_id_found, object_id_uuid },
  { "uuid-as-string", SQUILL_SEVERITY_HINT, "reading.device", uuid_fires, uuid_silent },
  { "id-type", SQUILL_SEVERITY_ERROR, "pair._id", id_fires, id_silent },
  { "id-type", SQUILL_SEVERITY_ERROR, "pair._id", id_regex, id_embedded },
  { "id-type", SQUILL_SEVERITY_ERROR, "rename", id_written, id_not_written },
  { "random-id", SQUILL_SEVERITY_HINT, "device", random_fires, random_silent },
  { "random-id", SQUILL_SEVERITY_HINT, "session", random_index, random_second },
  { "random-id", SQUILL_SEVERITY_HINT, NULL, NULL, random_alone },
  { "deprecated-type", SQUILL_SEVERITY_HINT, "page.updated", deprecated_fires, deprecated_silent },
  { "deprecated-type", SQUILL_SEVERITY_HINT, "page.author", deprecated_pointer, NULL },
};

static const SquillFinding *
require (SquillAdvice *advice, const char *rule, const char *subject)
{
  const SquillFinding *finding = find_finding (advice, rule, subject);

  g_assert_nonnull (finding);
  return finding;
}

/* Bytes as in the documents: 25 of the text instead of 8, 29 instead of 12, 41 instead of 21. */
static void
test_bytes (void)
{
  static const struct
  {
    const char *rule;
    const char *subject;
    void (*draw) (SquillModel *model);
    double bytes;
  } bytes[] = {
    { "date-as-string", "event.at", date_fires, 17 },
    { "objectid-as-string", "task.owner", object_id_fires, 17 },
    { "uuid-as-string", "reading.device", uuid_fires, 20 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (bytes); i++)
    {
      g_autoptr (SquillModel) model = squill_model_new ();
      g_autoptr (SquillAdvice) advice = NULL;
      g_autofree char *number = squill_text_bytes (bytes[i].bytes);
      const SquillFinding *finding;
      double before;

      bytes[i].draw (model);
      advice = advise (model);
      finding = require (advice, bytes[i].rule, bytes[i].subject);
      g_assert_nonnull (strstr (finding->message, number));
      g_assert_cmpfloat (json_number_value (json_object_get (finding->values, "bytes")), ==,
                         bytes[i].bytes);
      before =
          squill_design_get_collection (squill_advice_get_design (advice), 0)->shape->bytes.likely;
      g_assert_true (squill_advice_apply_fix (advice, finding, NULL));
      g_assert_cmpfloat (
          squill_design_get_collection (squill_advice_get_design (advice), 0)->shape->bytes.likely,
          ==, before - bytes[i].bytes);
    }
}

/* Three fields of one entity are one matter. */
static void
test_grouped (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;
  const SquillFinding *finding;

  mixed_many (model);
  advice = advise (model);
  finding = require (advice, "mixed-types", "product");
  g_assert_true (g_str_has_prefix (finding->message, "3 "));
  g_assert_nonnull (strstr (finding->message, "size.width"));
  g_assert_cmpuint (json_array_size (json_object_get (finding->values, "fields")), ==, 3);
  g_assert_null (find_finding (advice, "mixed-types", "product.price"));

  change (model, "product.price", "types", "['double']");
  change (model, "product.weight", "types", "['double']");
  g_assert_null (find_finding (advice, "mixed-types", "product"));
  require (advice, "mixed-types", "product.size.width");
}

/* Where something depends on the text, it is for a person to decide. */
static void
test_no_fix (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;

  date_fires (model);
  advice = advise (model);
  g_assert_nonnull (require (advice, "date-as-string", "event.at")->fix);
  change (model, "event.at", "pattern", "'^2024'");
  g_assert_null (require (advice, "date-as-string", "event.at")->fix);
  change (model, "event.at", "pattern", NULL);
  draw_operation (model, "of a year", "find", "event", 1);
  g_assert_nonnull (require (advice, "date-as-string", "event.at")->fix);
  change (model, "of a year", "filter", "[{'path': 'event.at', 'how': 'regex'}]");
  g_assert_null (require (advice, "date-as-string", "event.at")->fix);
  change (model, "of a year", "filter", "[{'path': 'event.at', 'how': 'range'}]");
  g_assert_nonnull (require (advice, "date-as-string", "event.at")->fix);
  draw_index (model, "event", "words", "[{'path': 'event.at', 'how': 'text'}]");
  g_assert_null (require (advice, "date-as-string", "event.at")->fix);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  add_rule_cases (cases, G_N_ELEMENTS (cases));
  g_test_add_func ("/advice/types/bytes", test_bytes);
  g_test_add_func ("/advice/types/grouped", test_grouped);
  g_test_add_func ("/advice/types/no-fix", test_no_fix);
  return g_test_run ();
}

/* SPDX-License-Identifier: Apache-2.0 */

/* Validators: a server takes them, and every sample document passes its own. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include <gio/gio.h>
#include <string.h>

#include "design-fixture.h"
#include "exchange/squill-schema.h"
#include "samples/squill-random.h"
#include "samples/squill-samples.h"
#include "schema-checker.h"

/* Each document of each collection passes the validator of its collection, and is within the bytes
 * that the design says. */
static void
check_design (SquillDesign *design, guint64 n, gboolean sizes, const char *what)
{
  g_autoptr (SquillSamples) samples = squill_samples_new (design);

  for (guint i = 0; i < squill_design_get_n_collections (design); i++)
    {
      const SquillCollection *collection = squill_design_get_collection (design, i);
      const SquillSchemaOptions strictest = { SQUILL_SCHEMA_STRICT, SQUILL_SCHEMA_STRICT };
      bson_t *schema = squill_schema_new_validator (design, collection, NULL);
      bson_t *strict = squill_schema_new_validator (design, collection, &strictest);
      g_autofree char *fault = schema_find_fault (schema);

      if (fault == NULL)
        fault = schema_find_fault (strict);

      if (fault != NULL)
        {
          g_autofree char *text = squill_bson_to_text (schema, SQUILL_BSON_STYLE_RELAXED, 2, 0);

          g_printerr ("%s\n", text);
          g_error ("%s, %s: %s", what, collection->name, fault);
        }
      for (guint64 number = 0; number < n; number++)
        {
          g_autoptr (GError) error = NULL;
          g_autofree char *wrong = NULL;
          bson_t *document = squill_samples_get_document (samples, collection->id, number, &error);

          g_assert_no_error (error);
          g_assert_true (bson_validate (document, BSON_VALIDATE_UTF8, NULL));
          wrong = schema_check (schema, document);
          if (wrong == NULL)
            wrong = schema_check (strict, document);
          if (wrong == NULL && sizes && !collection->shape->size_unknown &&
              (document->len < collection->shape->bytes.min ||
               document->len > collection->shape->bytes.max))
            wrong = g_strdup_printf ("%u bytes are not within %g and %g", document->len,
                                     collection->shape->bytes.min, collection->shape->bytes.max);
          if (wrong != NULL)
            {
              g_autofree char *text =
                  squill_bson_to_text (document, SQUILL_BSON_STYLE_MONGOSH, 2, 20);
              g_autofree char *rules =
                  squill_bson_to_text (schema, SQUILL_BSON_STYLE_RELAXED, 2, 0);

              g_printerr ("%s\n%s\n", text, rules);
              g_error ("%s, %s %" G_GUINT64_FORMAT ": %s", what, collection->name, number, wrong);
            }
          bson_destroy (document);
        }
      bson_destroy (schema);
      bson_destroy (strict);
    }
}

static void
test_examples (void)
{
  static const char *const names[] = { "books",    "cms",     "hosts",    "movies",
                                       "parts",    "patrons", "products", "shop",
                                       "students", "tasks",   "traffic" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (SquillModel) model = load_example (names[i]);
      g_autoptr (SquillDesign) design = squill_design_new (model);

      /* A thousand log messages in each of a thousand hosts take a while to check. */
      check_design (design, g_str_equal (names[i], "hosts") ? 20 : 1000, TRUE, names[i]);
    }
}

/* Rules. */

static void
draw_ruled (SquillModel *model, const char *name, const char *form, const char *const *rules)
{
  g_autofree char *id = g_strconcat ("e.", name, NULL);

  draw_field (model, "e", name, form);
  for (guint i = 0; rules[i] != NULL; i += 2)
    change (model, id, rules[i], rules[i + 1]);
}

#define RULES(...)      \
  (const char *const[]) \
  {                     \
    __VA_ARGS__, NULL   \
  }

static void
draw_rules (SquillModel *model)
{
  draw_entity (model, "e");
  draw_ruled (model, "number", "int", RULES ("minimum", "5", "maximum", "9"));
  draw_ruled (model, "far", "long", RULES ("minimum", "1000000000000"));
  draw_ruled (model, "below", "double", RULES ("maximum", "-3.5"));
  draw_ruled (model, "money", "decimal", RULES ("minimum", "10", "maximum", "11.5"));
  draw_ruled (model, "price", "double|int|string:3..6..9", RULES ("minimum", "0"));
  draw_ruled (model, "code", "string", RULES ("pattern", "'^[A-Z]{2}-\\\\d{4,6}$'"));
  draw_ruled (model, "either", "string", RULES ("pattern", "'^(red|green|blue)(-dark)?$'"));
  draw_ruled (model, "mail", "string", RULES ("pattern", "'@'"));
  draw_ruled (model, "short", "string", RULES ("max_length", "3"));
  draw_ruled (model, "long", "string", RULES ("min_length", "300"));
  draw_ruled (model, "between", "string", RULES ("min_length", "10", "max_length", "12"));
  draw_ruled (model, "name", "string", RULES ("min_length", "4", "max_length", "6"));
  draw_ruled (model, "state", "string", RULES ("enum", "['a','b','a']"));
  draw_ruled (model, "grade", "int|null", RULES ("enum", "[1,2,3]"));
  draw_ruled (model, "scale", "double", RULES ("enum", "[1,2,1.0]"));
  draw_ruled (model, "wrong", "int", RULES ("enum", "['x']"));
  draw_ruled (model, "ids", "objectId[]2", RULES ("enum", "[{'$oid':'507f1f77bcf86cd799439011'}]"));
  draw_ruled (model, "objects", "object",
              RULES ("enum", "[{'a':1,'b':2},{'b':2,'a':1.0},{'a':2}]"));
  draw_ruled (model, "with_default", "string", RULES ("default", "'x'"));
  draw_ruled (model, "after", "date", RULES ("minimum", "{'$date':'2030-01-01T00:00:00Z'}"));
  draw_ruled (model, "list", "int[]2..8..20", RULES ("cap", "9"));
  draw_ruled (model, "nothing_or_list", "int[]3", RULES ("nullable", "true"));
  draw_ruled (model, "one_or_list", "int[]0..1..3", RULES ("single", "true"));
  draw_ruled (model, "map", "int{}3#5", RULES ("cap", "4"));
  draw_ruled (model, "map_of_objects", "object{}3#24", RULES ("nullable", "true"));
  draw_field (model, "e.map_of_objects", "inner", "string:5");
  draw_ruled (model, "anything", "", RULES ("description", "'what \\u0027it\\u0027 is'"));
  draw_ruled (model, "all_numbers", "double|int|long|decimal", RULES ("maximum", "3"));
  draw_field (model, "e", "maybe", "string?0.5");
  draw_field (model, "e", "several", "string|object|array|null");
  draw_field (model, "e.several", "a", "int?");
  draw_field (model, "e", "grid", "array[]2");
  draw_field (model, "e.grid", "[]", "double[]3");
  draw_field (model, "e", "point", "object");
  draw_field (model, "e.point", "type", "string");
  draw_field (model, "e.point", "coordinates", "double[]2");
}

static void
test_rules (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillDesign) design = NULL;

  draw_rules (model);
  design = squill_design_new (model);
  check_design (design, 1000, TRUE, "rules");
}

static void
test_text (void)
{
  static const char expected[] =
      "{\"bsonType\":\"object\",\"required\":[\"_id\",\"n\",\"s\",\"d\",\"g\",\"l\",\"o\"],"
      "\"properties\":{"
      "\"_id\":{\"bsonType\":\"objectId\"},"
      "\"n\":{\"bsonType\":[\"double\",\"int\",\"long\"],\"multipleOf\":1,\"minimum\":1,"
      "\"maximum\":2.5},"
      "\"s\":{\"bsonType\":[\"string\",\"null\"],\"enum\":[\"a\",\"b\",null],\"minLength\":1,"
      "\"maxLength\":9,\"pattern\":\"^.$\",\"description\":\"it\"},"
      /* No bounds of dates, no formats, no defaults. */
      "\"d\":{\"bsonType\":\"date\"},"
      /* No enumeration without values. */
      "\"g\":{\"bsonType\":[\"double\",\"int\",\"long\"],\"multipleOf\":1},"
      "\"l\":{\"bsonType\":[\"array\",\"null\"],\"maxItems\":7,\"items\":{\"bsonType\":"
      "\"number\"}},"
      /* Nothing that must be there, so no empty list. */
      "\"o\":{\"bsonType\":\"object\",\"properties\":{\"x\":{\"bsonType\":\"bool\"}}},"
      "\"u\":{},"
      "\"e\":{\"bsonType\":\"array\"},"
      "\"m\":{\"bsonType\":\"object\",\"additionalProperties\":{\"bsonType\":\"string\"}}"
      "}}";
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillDesign) design = NULL;
  g_autofree char *text = NULL;
  bson_t *schema;

  draw_entity (model, "e");
  draw_ruled (model, "n", "int", RULES ("minimum", "1", "maximum", "2.5", "min_length", "3"));
  draw_ruled (model, "s", "string|null",
              RULES ("enum", "['a','b',5]", "min_length", "1", "max_length", "9", "pattern",
                     "'^.$'", "description", "'it'", "minimum", "1"));
  draw_ruled (model, "d", "date",
              RULES ("minimum", "{'$date':'2030-01-01T00:00:00Z'}", "default",
                     "{'$date':'2030-01-01T00:00:00Z'}"));
  draw_ruled (model, "g", "int", RULES ("enum", "['x']"));
  draw_ruled (model, "l", "double|int|long|decimal[]2", RULES ("cap", "7", "nullable", "true"));
  draw_field (model, "e", "o", "object");
  draw_field (model, "e.o", "x", "bool?");
  draw_field (model, "e", "u", "?");
  draw_field (model, "e", "e", "?[]2");
  draw_field (model, "e", "m", "string?{}2");
  design = squill_design_new (model);
  schema = squill_schema_new_validator (design, squill_design_get_collection (design, 0), NULL);
  text = squill_bson_to_text (schema, SQUILL_BSON_STYLE_RELAXED, 0, 0);
  g_assert_cmpstr (text, ==, expected);
  bson_destroy (schema);
}

/* Whether documents pass: each with "pass" or "fail" before it. */
static void
check_documents (SquillModel *model, const SquillSchemaOptions *options, const char *const *cases)
{
  g_autoptr (SquillDesign) design = squill_design_new (model);
  const SquillCollection *collection = squill_design_get_collection (design, 0);
  bson_t *schema = squill_schema_new_validator (design, collection, options);
  g_autofree char *fault = schema_find_fault (schema);

  g_assert_cmpstr (fault, ==, NULL);
  for (guint i = 0; cases[i] != NULL; i += 2)
    {
      g_autofree char *text =
          g_strdup_printf ("{\"_id\":{\"$oid\":\"507f1f77bcf86cd799439011\"},%s}", cases[i + 1]);
      bson_t *document = schema_parse (text);
      g_autofree char *wrong = schema_check (schema, document);

      if ((wrong == NULL) != g_str_equal (cases[i], "pass"))
        g_error ("%s: %s", text, wrong != NULL ? wrong : "should not pass");
      bson_destroy (document);
    }
  bson_destroy (schema);
}

#define INT(value) "{\"$numberInt\":\"" value "\"}"
#define LONG(value) "{\"$numberLong\":\"" value "\"}"
#define DOUBLE(value) "{\"$numberDouble\":\"" value "\"}"
#define DECIMAL(value) "{\"$numberDecimal\":\"" value "\"}"

/* The shell and the driver for Node.js send 5 as an int and 3000000000 as a double, whatever the
 * field is. */
static void
test_numbers (void)
{
  const char *const usual[] = {
    "pass", "\"karma\":" INT ("5"),
    "pass", "\"karma\":" LONG ("5"),
    "pass", "\"karma\":" DOUBLE ("5.5"),
    "fail", "\"karma\":" DECIMAL ("5"),
    "fail", "\"karma\":\"5\"",
    "pass", "\"count\":" DOUBLE ("3000000000"),
    "fail", "\"count\":" DOUBLE ("1.5"),
    "pass", "\"id\":" INT ("1"),
    "pass", "\"id\":" DOUBLE ("1.0"),
    "fail", "\"price\":" DOUBLE ("1.5"),
    "pass", "\"price\":" DECIMAL ("1.5"),
    "pass", "\"mixed\":" DOUBLE ("1.5"),
    "pass", "\"list\":[" INT ("5") "]",
    "fail", "\"list\":[\"5\"]",
    "pass", "\"exact\":" DOUBLE ("5.0"),
    "fail", "\"exact\":" INT ("5"),
    NULL,
  };
  const char *const exact[] = {
    "fail", "\"karma\":" INT ("5"),      "pass", "\"karma\":" DOUBLE ("5.5"),
    "fail", "\"count\":" DOUBLE ("5.0"), "pass", "\"count\":" INT ("5"),
    NULL,
  };
  const char *const any[] = { "pass", "\"exact\":" INT ("5"), NULL };
  const SquillSchemaOptions strict = { .numbers = SQUILL_SCHEMA_STRICT };
  const SquillSchemaOptions lenient = { .numbers = SQUILL_SCHEMA_LENIENT };
  g_autoptr (SquillModel) model = squill_model_new ();

  draw_entity (model, "e");
  draw_field (model, "e", "karma", "double?");
  draw_field (model, "e", "count", "int?");
  draw_field (model, "e", "id", "long?");
  draw_field (model, "e", "price", "decimal?");
  draw_field (model, "e", "mixed", "int|double?");
  draw_field (model, "e", "list", "double?[]3");
  draw_field (model, "e", "exact", "double?");
  change (model, "e.exact", "exact_type", "true");
  check_documents (model, NULL, usual);
  check_documents (model, &strict, exact);
  check_documents (model, &lenient, any);
}

/* Values that documents happened to have are no law until somebody says so. */
static void
test_observed_values (void)
{
  const char *const law[] = { "pass", "\"state\":\"new\"", "fail", "\"state\":\"old\"", NULL };
  const char *const none[] = { "pass", "\"state\":\"old\"", "fail", "\"state\":5", NULL };
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillDesign) design = NULL;
  g_autofree char *text = NULL;
  bson_t *schema;

  draw_entity (model, "e");
  draw_field (model, "e", "state", "string?");
  change (model, "e.state", "enum", "['new','done']");
  check_documents (model, NULL, law);
  change (model, "e.state", "evidence", "{'observed':{'enum':['new','done']}}");
  check_documents (model, NULL, none);

  design = squill_design_new (model);
  schema = squill_schema_new_validator (design, squill_design_get_collection (design, 0), NULL);
  text = squill_bson_to_text (schema, SQUILL_BSON_STYLE_RELAXED, 0, 0);
  g_assert_nonnull (strstr (text, "\"description\":\"Values so far: \\\"new\\\", \\\"done\\\"\""));
  bson_destroy (schema);

  change (model, "e.state", "other_values", "'rejected'");
  check_documents (model, NULL, law);
  change (model, "e.state", "other_values", "'auto'");
  change (model, "e.state", "enum", "['new','done','late']");
  check_documents (model, NULL, law);
  change (model, "e.state", "other_values", "'accepted'");
  check_documents (model, NULL, none);
}

static void
test_other_fields (void)
{
  const char *const open[] = { "pass", "\"a\":{\"x\":1}", NULL };
  const char *const closed[] = {
    "fail", "\"b\":1",
    "pass", "\"a\":{\"i\":1}",
    "fail", "\"a\":{\"x\":1}",
    "pass", "\"free\":{\"x\":1}",
    "pass", "\"map\":{\"x\":1}",
    "pass", "\"list\":[{\"i\":1}]",
    "fail", "\"list\":[{\"x\":1}]",
    NULL,
  };
  const SquillSchemaOptions strict = { .other_fields = SQUILL_SCHEMA_STRICT };
  const SquillSchemaOptions lenient = { .other_fields = SQUILL_SCHEMA_LENIENT };
  g_autoptr (SquillModel) model = squill_model_new ();

  draw_entity (model, "e");
  draw_field (model, "e", "a", "object?");
  draw_field (model, "e.a", "i", "int?");
  draw_field (model, "e", "free", "object?");
  draw_field (model, "e", "map", "int?{}3");
  draw_field (model, "e", "list", "object?[]3");
  draw_field (model, "e.list", "i", "int?");
  check_documents (model, NULL, open);
  check_documents (model, &strict, closed);
  change (model, "e", "closed", "true");
  check_documents (model, NULL, closed);
  check_documents (model, &lenient, open);
}

/* What is bounded by a relationship has as many elements at most. */
static void
test_bounds (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillDesign) design = NULL;
  const struct
  {
    const char *collection;
    const char *path;
    double cap;
  } caps[] = {
    { "p", "embedded", 50 },
    { "p", "refs", 30 },
    { "p", "top", 10 },
    { "buckets", "buckets", 100 },
  };

  draw_entity (model, "p");
  draw_entity (model, "a");
  draw_entity (model, "b");
  draw_entity (model, "c");
  draw_entity (model, "d");
  draw_relationship (model, "embedded", "p", "a", "embed-many", "0..5..*", "1");
  change (model, "embedded", "cap", "50");
  draw_relationship (model, "refs", "p", "b", "child-references", "0..5..*", "1");
  change (model, "refs", "cap", "30");
  draw_relationship (model, "top", "p", "c", "subset", "0..25..*", "1");
  change (model, "top", "bound", "10");
  draw_relationship (model, "buckets", "p", "d", "bucket", "0..250..*", "1");
  change (model, "buckets", "bound", "100");
  design = squill_design_new (model);

  for (guint i = 0; i < G_N_ELEMENTS (caps); i++)
    {
      const SquillCollection *collection =
          squill_design_find_collection (design, caps[i].collection);
      const SquillShape *shape;

      g_assert_nonnull (collection);
      shape = squill_shape_find (collection->shape, caps[i].path);
      g_assert_nonnull (shape);
      g_assert_cmpfloat (squill_shape_get_cap (model, shape), ==, caps[i].cap);
    }
  check_design (design, 100, TRUE, "bounds");
}

/* Models drawn by chance, with everything that there is. */

#define PICK(random, list) ((list)[squill_random_below ((random), G_N_ELEMENTS (list))])

static gboolean
chance (SquillRandom *random, guint one_in)
{
  return squill_random_below (random, one_in) == 0;
}

static void
draw_random_field (
    SquillModel *model, SquillRandom *random, const char *owner, guint number, guint depth)
{
  static const char *const types[] = {
    "int",       "long",          "double",    "decimal",
    "bool",      "date",          "objectId",  "string:3..12..40",
    "string:8",  "binData:6",     "timestamp", "string:1..30..200|null",
    "regex:5",   "javascript:20", "minKey",    "symbol:6..9..12",
    "object",    "object",        "array",     "int|double|null",
    "undefined",
  };
  static const char *const ends[] = {
    "", "", "", "", "?0.5", "?0.1", "[]0..2.5..6", "[]3", "?[]4", "{}3#6", "{}2#24..24..24"
  };
  static const char *const names[] = { "name",    "email",   "price",     "createdAt", "updatedAt",
                                       "city",    "zip",     "value",     "text",      "count",
                                       "status",  "country", "uuid",      "isActive",  "url",
                                       "data",    "phone",   "expiresAt", "tags",      "rating",
                                       "language" };
  const char *type = PICK (random, types);
  g_autofree char *types_only = g_strndup (type, strcspn (type, ":"));
  g_autofree char *form = NULL;
  g_autofree char *name = g_strdup_printf ("%s%u", PICK (random, names), number);
  g_autofree char *id = g_strdup_printf ("%s.%s", owner, name);
  const char *size = strchr (type, ':');

  /* "string:3|null" is how a person says it; the fixture wants the size last. */
  if (size != NULL && strchr (size, '|') != NULL)
    {
      g_autofree char *plain = g_strndup (size, strcspn (size, "|"));

      form = g_strconcat (types_only, strchr (size, '|'), PICK (random, ends), plain, NULL);
    }
  else
    {
      form = g_strconcat (types_only, PICK (random, ends), size != NULL ? size : "", NULL);
    }
  draw_field (model, owner, name, form);
  if (chance (random, 6))
    change (model, id, "nullable", "true");
  if (chance (random, 8))
    change (model, id, "single", "true");
  if (chance (random, 8))
    change (model, id, "unique", "true");
  if (chance (random, 8))
    change (model, id, "distinct", "4");
  if (chance (random, 8))
    change (model, id, "cap", "5");
  if (chance (random, 6) && g_str_equal (types_only, "int"))
    change (model, id, "minimum", "7");
  if (depth < 3 && g_str_equal (types_only, "object"))
    for (guint i = 0; i < 1 + squill_random_below (random, 3); i++)
      draw_random_field (model, random, id, i, depth + 1);
  if (depth < 3 && g_str_equal (types_only, "array") && strstr (form, "[]") != NULL)
    draw_field (model, id, "[]", "double[]2");
}

static void
draw_random_relationship (SquillModel *model, SquillRandom *random, guint number, guint n_entities)
{
  static const char *const placements[] = { "embed-one",        "embed-many", "child-references",
                                            "parent-reference", "two-way",    "junction",
                                            "subset",           "bucket" };
  static const char *const children[] = { "0..3..10", "1",        "0..0.5..1", "2..2.5..3",
                                          "",         "0..20..*", "1..1..1",   "4" };
  static const char *const parents[] = { "1",       "0..0.7..1", "0..2..5", "",
                                         "1..3..9", "1",         "1",       "1..1..1" };
  g_autofree char *id = g_strdup_printf ("r%u", number);
  g_autofree char *parent =
      g_strdup_printf ("e%u", (guint)squill_random_below (random, n_entities));
  g_autofree char *child = g_strdup_printf ("e%u", (guint)squill_random_below (random, n_entities));
  /* Names that nothing else has: two things of one name are a fault of the model. */
  g_autofree char *to_parent = g_strdup_printf ("'r%u_children'", number);
  g_autofree char *to_child = g_strdup_printf ("'r%u_parent'", number);
  g_autofree char *since = g_strdup_printf ("since%u", number);
  const SquillEntity *ends[2];

  draw_relationship (model, id, parent, child, PICK (random, placements), PICK (random, children),
                     PICK (random, parents));
  change (model, id, "bound", chance (random, 2) ? "2" : "7");
  change (model, id, "depth", chance (random, 2) ? "1" : "2");
  if (chance (random, 4))
    change (model, id, "cap", "6");
  if (chance (random, 4))
    change (model, id, "keep_id", "true");
  if (chance (random, 4))
    change (model, id, "optional", "true");
  if (chance (random, 3))
    change (model, id, "nest_copies", "true");
  change (model, id, "parent_name", to_parent);
  change (model, id, "child_name", to_child);
  if (chance (random, 4))
    draw_field (model, id, since, "date");

  ends[0] = squill_model_get_entity (model, parent);
  ends[1] = squill_model_get_entity (model, child);
  for (guint i = 0; i < 2; i++)
    {
      guint n;
      gpointer const *fields = squill_item_get_children (ends[i], SQUILL_KIND_FIELD, &n);
      const SquillField *field = n > 0 ? fields[squill_random_below (random, n)] : NULL;

      /* Within one entity a field is copied one way. */
      if (field != NULL && chance (random, 3) && (i == 0 || ends[0] != ends[1]))
        {
          g_autofree char *copy = g_strdup_printf ("%s<%s", id, field->item.id);
          g_autofree char *name = g_strdup_printf ("'r%u_copy%u'", number, i);

          draw_copy (model, id, field->item.id, i == 0 ? "to-child" : "to-parent");
          change (model, copy, "name", name);
        }
      /* The id of a bucket is not that of what is in it. */
      if (field != NULL && chance (random, 6) && !g_str_equal (field->name, "_id"))
        {
          g_autofree char *holder = g_strdup_printf ("'%s'", field->item.id);

          change (model, id, i == 0 ? "parent_holder" : "child_holder", holder);
        }
    }
}

static gboolean
has_holders (SquillModel *model)
{
  SQUILL_FOR_EACH_CHILD (SquillRelationship, r, squill_model_get_info (model),
                         SQUILL_KIND_RELATIONSHIP)
    {
      if (r->parent_holder != NULL || r->child_holder != NULL)
        return TRUE;
    }
  return FALSE;
}

static void
test_random (void)
{
  guint rounds = g_test_slow () ? 3000 : 300;

  for (guint round = 0; round < rounds; round++)
    {
      g_autoptr (SquillModel) model = squill_model_new ();
      g_autoptr (SquillDesign) design = NULL;
      g_autofree char *what = g_strdup_printf ("random model %u", round);
      SquillRandom random;
      guint n;

      squill_random_init (&random, round);
      n = 2 + squill_random_below (&random, 4);
      for (guint i = 0; i < n; i++)
        {
          g_autofree char *name = g_strdup_printf ("e%u", i);

          draw_entity (model, name);
          if (chance (&random, 3))
            change (model, name, "count", "{'min':1,'likely':40,'max':50}");
          if (chance (&random, 4))
            change (model, name, "standalone", "'yes'");
          if (chance (&random, 5))
            draw_field (model, name, "_id", chance (&random, 2) ? "int" : "string:4..9..20");
          for (guint j = 0; j < 1 + squill_random_below (&random, 4); j++)
            draw_random_field (model, &random, name, j, 0);
        }
      for (guint i = 0; i < 1 + squill_random_below (&random, 4); i++)
        draw_random_relationship (model, &random, i, n);
      design = squill_design_new (model);
      /* A field that holds a reference may say another size than the key that it is. */
      check_design (design, 12, !has_holders (model), what);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/exchange/validator/text", test_text);
  g_test_add_func ("/exchange/validator/numbers", test_numbers);
  g_test_add_func ("/exchange/validator/observed-values", test_observed_values);
  g_test_add_func ("/exchange/validator/other-fields", test_other_fields);
  g_test_add_func ("/exchange/validator/bounds", test_bounds);
  g_test_add_func ("/exchange/validator/rules", test_rules);
  g_test_add_func ("/exchange/validator/examples", test_examples);
  g_test_add_func ("/exchange/validator/random", test_random);

  return g_test_run ();
}

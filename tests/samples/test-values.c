/* SPDX-License-Identifier: Apache-2.0 */

/* Single values: what names tell, types, sizes, rules. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include <math.h>
#include <string.h>

#include "bson/squill-bson-text.h"
#include "design/squill-assumption.h"
#include "samples/squill-random.h"
#include "samples/squill-text-maker.h"
#include "samples/squill-value-maker.h"

/* 2026-11-21, and two years before. */
#define REFERENCE G_GINT64_CONSTANT (1795219200000)
#define CREATED (REFERENCE - 2 * 365 * G_GINT64_CONSTANT (86400000))

static SquillField
make_field (void)
{
  SquillField field = { 0 };

  field.subtype = field.presence = field.growth = field.cap = NAN;
  field.distinct = field.top = field.min_length = field.max_length = NAN;
  field.length = field.key_size = field.size = SQUILL_TRIPLE_UNSET;
  return field;
}

static SquillValueContext
make_context (const SquillField *field, const char *name, SquillTypes types, guint64 number)
{
  SquillValueContext context = { 0 };

  context.field = field;
  context.name = name;
  context.types = types;
  context.family = squill_seed_add_text (0, name);
  context.seed = squill_seed_add_number (context.family, number);
  context.identity = squill_seed_add_number (7, number);
  context.number = number;
  context.created = CREATED;
  context.reference = REFERENCE;
  return context;
}

static char *
make_text (const SquillValueContext *context)
{
  bson_t document = BSON_INITIALIZER;
  bson_iter_t iter;
  char *text;

  g_assert_true (squill_value_append (context, &document, "v", -1));
  g_assert_true (bson_iter_init_find (&iter, &document, "v"));
  g_assert_cmpint (bson_iter_type (&iter), ==, BSON_TYPE_UTF8);
  text = g_strdup (bson_iter_utf8 (&iter, NULL));
  bson_destroy (&document);
  return text;
}

/* No text is longer than its field allows, whatever its name says. */
static void
test_longest (void)
{
  static const char *const names[] = { "description", "title",   "name", "email",
                                       "url",         "comment", "value" };

  for (guint n = 0; n < G_N_ELEMENTS (names); n++)
    for (guint length = 1; length <= 120; length += 7)
      for (guint i = 0; i < 60; i++)
        {
          SquillField field = make_field ();
          SquillValueContext context = make_context (&field, names[n], SQUILL_TYPE_STRING, i);
          g_autofree char *text = NULL;

          field.max_length = length;
          text = make_text (&context);
          if (g_utf8_strlen (text, -1) > length)
            g_error ("%s: “%s” has more than %u characters", names[n], text, length);
        }
}

static double
make_number (const SquillValueContext *context)
{
  bson_t document = BSON_INITIALIZER;
  bson_iter_t iter;
  double number;

  g_assert_true (squill_value_append (context, &document, "v", -1));
  g_assert_true (bson_iter_init_find (&iter, &document, "v"));
  number = bson_iter_type (&iter) == BSON_TYPE_DOUBLE      ? bson_iter_double (&iter)
           : bson_iter_type (&iter) == BSON_TYPE_DATE_TIME ? (double)bson_iter_date_time (&iter)
                                                           : (double)bson_iter_as_int64 (&iter);
  bson_destroy (&document);
  return number;
}

static void
test_kinds (void)
{
  static const struct
  {
    const char *name;
    const char *context;
    SquillValueKind kind;
  } kinds[] = {
    { "email", NULL, SQUILL_VALUE_EMAIL },
    { "contact_email", NULL, SQUILL_VALUE_EMAIL },
    { "useremails", NULL, SQUILL_VALUE_EMAIL },
    { "E-Mail", NULL, SQUILL_VALUE_EMAIL },
    { "firstName", NULL, SQUILL_VALUE_FIRST_NAME },
    { "last_name", NULL, SQUILL_VALUE_LAST_NAME },
    { "first", "name", SQUILL_VALUE_FIRST_NAME },
    { "first", "race", SQUILL_VALUE_ANY },
    { "name", "customers", SQUILL_VALUE_FULL_NAME },
    { "name", "product", SQUILL_VALUE_PRODUCT },
    { "name", "Publisher", SQUILL_VALUE_COMPANY },
    { "name", "course", SQUILL_VALUE_TITLE },
    { "name", NULL, SQUILL_VALUE_TITLE },
    { "customerName", "orders", SQUILL_VALUE_FULL_NAME },
    { "createdAt", NULL, SQUILL_VALUE_CREATED },
    { "created_at", NULL, SQUILL_VALUE_CREATED },
    { "closedAt", NULL, SQUILL_VALUE_DELETED },
    { "shippedAt", NULL, SQUILL_VALUE_TIME },
    { "expires", NULL, SQUILL_VALUE_EXPIRES },
    { "date_of_birth", NULL, SQUILL_VALUE_BIRTH_DATE },
    { "unitPrice", NULL, SQUILL_VALUE_MONEY },
    { "countries", NULL, SQUILL_VALUE_COUNTRY },
    { "country_code", NULL, SQUILL_VALUE_COUNTRY_CODE },
    { "categories", NULL, SQUILL_VALUE_LABEL },
    { "ip_addr", NULL, SQUILL_VALUE_IP },
    /* Words that only end like one that is known. */
    { "page", NULL, SQUILL_VALUE_ANY },
    { "format", NULL, SQUILL_VALUE_ANY },
    { "seat", NULL, SQUILL_VALUE_ANY },
    { "discount", NULL, SQUILL_VALUE_PERCENT },
    { "account", NULL, SQUILL_VALUE_ANY },
    { "flat", NULL, SQUILL_VALUE_ANY },
    { "chip", NULL, SQUILL_VALUE_ANY },
    { "", NULL, SQUILL_VALUE_ANY },
    { "ß", NULL, SQUILL_VALUE_ANY },
  };

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      SquillValueKind kind = squill_value_kind_from_name (kinds[i].name, kinds[i].context);

      if (kind != kinds[i].kind)
        g_error ("%s in %s: %d, not %d", kinds[i].name, kinds[i].context, kind, kinds[i].kind);
    }
  g_assert_cmpint (squill_value_kind_from_meaning ("email"), ==, SQUILL_VALUE_EMAIL);
  g_assert_cmpint (squill_value_kind_from_meaning ("money"), ==, SQUILL_VALUE_MONEY);
  g_assert_cmpint (squill_value_kind_from_meaning ("date"), ==, SQUILL_VALUE_TIME);
  g_assert_cmpint (squill_value_kind_from_meaning ("uuid"), ==, SQUILL_VALUE_UUID);
  g_assert_cmpint (squill_value_kind_from_meaning ("counter"), ==, SQUILL_VALUE_COUNTER);
  g_assert_cmpint (squill_value_kind_from_meaning ("url"), ==, SQUILL_VALUE_URL);
  g_assert_cmpint (squill_value_kind_from_meaning ("text"), ==, SQUILL_VALUE_TEXT);
  g_assert_cmpint (squill_value_kind_from_meaning ("blob"), ==, SQUILL_VALUE_ANY);
}

/* What texts of a kind look like. */
static void
test_looks (void)
{
  static const struct
  {
    const char *name;
    const char *pattern;
  } looks[] = {
    { "email", "^[a-z]+\\.[a-z]+@example\\.(com|org|net)$" },
    { "username", "^[a-z]+$" },
    { "phone", "^\\+1 [2-9]\\d\\d 555 01\\d\\d$" },
    { "ip", "^(192\\.0\\.2|198\\.51\\.100|203\\.0\\.113)\\.\\d{1,3}$" },
    { "url", "^https://www\\.example\\.com/[a-z-]+$" },
    { "avatar", "^https://images\\.example\\.com/[a-z-]+\\.jpg$" },
    { "hostname", "^[a-z]+\\.example\\.com$" },
    { "uuid", "^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$" },
    { "sku", "^[A-Z]{2}-\\d{5}$" },
    { "slug", "^[a-z]+-[a-z]+$" },
    { "price", "^\\d+\\.\\d\\d$" },
    { "createdAt", "^2024-11-21T00:00:00Z$" },
    { "birthday", "^(19|20)\\d\\d-\\d\\d-\\d\\d$" },
    { "country_code", "^[A-Z]{2}$" },
    { "currency", "^[A-Z]{3}$" },
    { "locale", "^[a-z]{2}_[A-Z]{2}$" },
    { "street", "^\\d{1,3} [A-Z]" },
    { "description", "^[A-Z].*\\.$" },
    { "token", "^[0-9a-f]{32}$" },
    { "version", "^1\\.\\d\\.\\d$" },
    { "filename", "^[a-z-]+\\.[a-z0-9]+$" },
    { "mimetype", "^[a-z]+/[a-z0-9+]+$" },
    { "title", "^[A-Z][a-z]+ [A-Z][a-z]+$" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (looks); i++)
    for (guint64 number = 0; number < 200; number++)
      {
        SquillField field = make_field ();
        SquillValueContext context =
            make_context (&field, looks[i].name, SQUILL_TYPE_STRING, number);
        g_autofree char *text = make_text (&context);

        if (!g_regex_match_simple (looks[i].pattern, text, 0, 0))
          g_error ("%s: “%s”", looks[i].name, text);
      }
}

/* The parts of one thing go together. */
static void
test_identity (void)
{
  SquillField field = make_field ();

  for (guint64 number = 0; number < 200; number++)
    {
      SquillValueContext first = make_context (&field, "firstName", SQUILL_TYPE_STRING, number);
      SquillValueContext last = make_context (&field, "lastName", SQUILL_TYPE_STRING, number);
      SquillValueContext email = make_context (&field, "email", SQUILL_TYPE_STRING, number);
      SquillValueContext title = make_context (&field, "title", SQUILL_TYPE_STRING, number);
      SquillValueContext slug = make_context (&field, "slug", SQUILL_TYPE_STRING, number);
      SquillValueContext created = make_context (&field, "createdAt", SQUILL_TYPE_DATE, number);
      SquillValueContext updated = make_context (&field, "updatedAt", SQUILL_TYPE_DATE, number);
      SquillValueContext deleted = make_context (&field, "deletedAt", SQUILL_TYPE_DATE, number);
      SquillValueContext expires = make_context (&field, "expires", SQUILL_TYPE_DATE, number);
      g_autofree char *first_name = make_text (&first);
      g_autofree char *last_name = make_text (&last);
      g_autofree char *address = make_text (&email);
      g_autofree char *name = make_text (&title);
      g_autofree char *name_in_url = make_text (&slug);
      g_autofree char *plain_first = squill_text_fold (first_name, '\0');
      g_autofree char *plain_last = squill_text_fold (last_name, '\0');
      g_autofree char *both = g_strconcat (plain_first, ".", plain_last, "@", NULL);
      g_autofree char *plain_name = squill_text_fold (name, '-');

      g_assert_true (g_str_has_prefix (address, both));
      g_assert_cmpstr (name_in_url, ==, plain_name);
      g_assert_cmpfloat (make_number (&created), <=, make_number (&updated));
      g_assert_cmpfloat (make_number (&updated), <=, make_number (&deleted));
      g_assert_cmpfloat (make_number (&deleted), <=, REFERENCE);
      g_assert_cmpfloat (make_number (&expires), >, REFERENCE);
    }
}

/* Texts are as long as their field says, whatever they are about. */
static void
test_sizes (void)
{
  static const char *const names[] = { "email",   "name",   "phone",       "city",      "zip",
                                       "country", "url",    "avatar",      "host",      "ip",
                                       "uuid",    "token",  "sku",         "slug",      "status",
                                       "color",   "price",  "text",        "other",     "createdAt",
                                       "_id",     "street", "filename",    "useragent", "title",
                                       "locale",  "age",    "coordinates", "tags",      "version" };
  static const SquillTriple sizes[] = {
    { 1, 1, 1 },      { 2, 2, 2 },    { 3, 3, 3 },     { 5, 5, 5 },     { 12, 12, 12 },
    { 13, 13, 13 },   { 24, 24, 24 }, { 36, 36, 36 },  { 80, 80, 80 },  { 1000, 1000, 1000 },
    { 0, 0, 0 },      { 3, 8, 20 },   { 10, 12, 100 }, { 40, 60, 80 },  { 1, 500, INFINITY },
    { NAN, 17, NAN }, { 5, NAN, 9 },  { 7, NAN, NAN }, { NAN, NAN, 6 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    for (guint j = 0; j < G_N_ELEMENTS (sizes); j++)
      for (guint unique = 0; unique < 2; unique++)
        for (guint64 number = 0; number < 12; number++)
          {
            SquillField field = make_field ();
            SquillValueContext context =
                make_context (&field, names[i], SQUILL_TYPE_STRING, number);
            g_autofree char *text = NULL;

            field.size = sizes[j];
            context.unique = unique == 1;
            text = make_text (&context);
            if (strlen (text) < sizes[j].min || strlen (text) > sizes[j].max ||
                (isnan (sizes[j].min) && strlen (text) > 2 * sizes[j].likely) ||
                !g_utf8_validate (text, -1, NULL) || g_str_has_suffix (text, " "))
              g_error ("%s of %g to %g bytes: “%s”", names[i], sizes[j].min, sizes[j].max, text);
          }
}

/* However short mail addresses are, they are some. */
static void
test_short_addresses (void)
{
  for (double most = 7; most < 30; most++)
    for (guint unique = 0; unique < 2; unique++)
      for (guint64 number = 0; number < 50; number++)
        {
          SquillField field = make_field ();
          SquillValueContext context = make_context (&field, "email", SQUILL_TYPE_STRING, number);
          g_autofree char *text = NULL;

          field.size = SQUILL_TRIPLE (6, most, most);
          context.unique = unique == 1;
          text = make_text (&context);
          if (!g_regex_match_simple ("^[A-Za-z0-9.]+@[a-z.]+$", text, 0, 0))
            g_error ("at most %g bytes: “%s”", most, text);
        }
}

/* The mean of free texts is the usual size. */
static void
test_mean_size (void)
{
  double sum = 0;

  for (guint64 number = 0; number < 4000; number++)
    {
      SquillField field = make_field ();
      SquillValueContext context = make_context (&field, "text", SQUILL_TYPE_STRING, number);
      g_autofree char *text = NULL;

      field.size = SQUILL_TRIPLE (20, 150, 2000);
      text = make_text (&context);
      sum += strlen (text);
    }
  g_assert_cmpfloat (sum / 4000, >, 145);
  g_assert_cmpfloat (sum / 4000, <, 155);
}

/* As many different values as there are documents. */
static void
test_unique (void)
{
  static const struct
  {
    const char *name;
    SquillTypes type;
    double size;
  } cases[] = {
    { "email", SQUILL_TYPE_STRING, NAN },  { "email", SQUILL_TYPE_STRING, 30 },
    { "name", SQUILL_TYPE_STRING, 6 },     { "sku", SQUILL_TYPE_STRING, NAN },
    { "sku", SQUILL_TYPE_STRING, 4 },      { "_id", SQUILL_TYPE_STRING, NAN },
    { "_id", SQUILL_TYPE_STRING, 24 },     { "_id", SQUILL_TYPE_STRING, 3 },
    { "token", SQUILL_TYPE_STRING, 8 },    { "uuid", SQUILL_TYPE_STRING, NAN },
    { "status", SQUILL_TYPE_STRING, NAN }, { "phone", SQUILL_TYPE_STRING, NAN },
    { "ip", SQUILL_TYPE_STRING, NAN },     { "zip", SQUILL_TYPE_STRING, 5 },
    { "slug", SQUILL_TYPE_STRING, NAN },   { "text", SQUILL_TYPE_STRING, 40 },
    { "_id", SQUILL_TYPE_INT, NAN },       { "age", SQUILL_TYPE_LONG, NAN },
    { "price", SQUILL_TYPE_DOUBLE, NAN },  { "price", SQUILL_TYPE_DECIMAL, NAN },
    { "_id", SQUILL_TYPE_OBJECT_ID, NAN }, { "uuid", SQUILL_TYPE_BINARY, NAN },
    { "data", SQUILL_TYPE_BINARY, 4 },     { "timestamp", SQUILL_TYPE_TIMESTAMP, NAN },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GHashTable) seen =
          g_hash_table_new_full (g_bytes_hash, g_bytes_equal, (GDestroyNotify)g_bytes_unref, NULL);

      for (guint64 number = 0; number < 10000; number++)
        {
          SquillField field = make_field ();
          SquillValueContext context = make_context (&field, cases[i].name, cases[i].type, number);
          bson_t document = BSON_INITIALIZER;

          if (!isnan (cases[i].size))
            field.size = SQUILL_TRIPLE (cases[i].size, cases[i].size, cases[i].size);
          context.unique = TRUE;
          squill_value_append (&context, &document, "v", -1);
          if (!g_hash_table_add (seen, g_bytes_new (bson_get_data (&document), document.len)))
            {
              g_autofree char *text =
                  squill_bson_to_text (&document, SQUILL_BSON_STYLE_MONGOSH, 0, 0);

              g_error ("%s: %s stands twice", cases[i].name, text);
            }
          bson_destroy (&document);
        }
    }
}

static void
test_numbers (void)
{
  static const struct
  {
    const char *name;
    SquillTypes type;
    const char *minimum;
    const char *maximum;
    double least;
    double most;
  } cases[] = {
    { "price", SQUILL_TYPE_DOUBLE, NULL, NULL, 1, 500 },
    { "price", SQUILL_TYPE_INT, NULL, NULL, 100, 50000 },
    { "rating", SQUILL_TYPE_DOUBLE, NULL, NULL, 1, 5 },
    { "age", SQUILL_TYPE_INT, NULL, NULL, 18, 90 },
    { "age", SQUILL_TYPE_INT, "21", "30", 21, 30 },
    { "age", SQUILL_TYPE_INT, "200", NULL, 200, G_MAXINT32 },
    { "age", SQUILL_TYPE_INT, NULL, "-5", G_MININT32, -5 },
    { "age", SQUILL_TYPE_INT, "1.5", "2.5", 2, 2 },
    { "year", SQUILL_TYPE_INT, NULL, NULL, 1986, 2026 },
    { "percent", SQUILL_TYPE_DOUBLE, NULL, NULL, 0, 100 },
    { "lat", SQUILL_TYPE_DOUBLE, NULL, NULL, -90, 90 },
    { "longitude", SQUILL_TYPE_DOUBLE, NULL, NULL, -180, 180 },
    { "x", SQUILL_TYPE_DOUBLE, "0.1", "0.2", 0.1, 0.2 },
    { "x", SQUILL_TYPE_LONG, "9007199254740000", NULL, 9007199254740000.0, 9007199254740992.0 },
    { "x", SQUILL_TYPE_INT, "99999999999", NULL, G_MININT32, G_MAXINT32 },
    /* An int that is a time is in seconds, anything longer in milliseconds. */
    { "createdAt", SQUILL_TYPE_INT, NULL, NULL, CREATED / 1000, REFERENCE / 1000 },
    { "createdAt", SQUILL_TYPE_LONG, NULL, NULL, CREATED, REFERENCE },
    { "updatedAt", SQUILL_TYPE_DATE, NULL, NULL, CREATED, REFERENCE },
    { "updatedAt", SQUILL_TYPE_DATE, "{\"$date\": \"2030-01-01T00:00:00Z\"}", NULL, 1893456000000.0,
      1893456000000.0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    for (guint64 number = 0; number < 300; number++)
      {
        SquillField field = make_field ();
        SquillValueContext context = make_context (&field, cases[i].name, cases[i].type, number);
        double value;

        if (cases[i].minimum != NULL)
          field.minimum = json_loads (cases[i].minimum, JSON_DECODE_ANY, NULL);
        if (cases[i].maximum != NULL)
          field.maximum = json_loads (cases[i].maximum, JSON_DECODE_ANY, NULL);
        value = make_number (&context);
        if (value < cases[i].least || value > cases[i].most)
          g_error ("%s %u: %.17g", cases[i].name, i, value);
        json_decref (field.minimum);
        json_decref (field.maximum);
      }
}

static void
test_types (void)
{
  static const bson_type_t numbers[SQUILL_N_TYPES] = {
    BSON_TYPE_DOUBLE,    BSON_TYPE_UTF8,      BSON_TYPE_DOCUMENT,   BSON_TYPE_ARRAY,
    BSON_TYPE_BINARY,    BSON_TYPE_UNDEFINED, BSON_TYPE_OID,        BSON_TYPE_BOOL,
    BSON_TYPE_DATE_TIME, BSON_TYPE_NULL,      BSON_TYPE_REGEX,      BSON_TYPE_DBPOINTER,
    BSON_TYPE_CODE,      BSON_TYPE_SYMBOL,    BSON_TYPE_CODEWSCOPE, BSON_TYPE_INT32,
    BSON_TYPE_TIMESTAMP, BSON_TYPE_INT64,     BSON_TYPE_DECIMAL128, BSON_TYPE_MINKEY,
    BSON_TYPE_MAXKEY,
  };
  SquillField field = make_field ();

  for (guint i = 0; i < SQUILL_N_TYPES; i++)
    for (guint64 number = 0; number < 20; number++)
      {
        SquillValueContext context = make_context (&field, "createdAt", 1u << i, number);
        bson_t document = BSON_INITIALIZER;
        bson_iter_t iter;

        g_assert_true (squill_value_append (&context, &document, "v", -1));
        g_assert_true (bson_validate (&document, BSON_VALIDATE_UTF8, NULL));
        g_assert_true (bson_iter_init_find (&iter, &document, "v"));
        g_assert_cmpint (bson_iter_type (&iter), ==, numbers[i]);
        bson_destroy (&document);
      }
}

static void
test_few (void)
{
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  SquillField field = make_field ();

  field.distinct = 5;
  for (guint64 number = 0; number < 500; number++)
    {
      SquillValueContext context = make_context (&field, "name", SQUILL_TYPE_STRING, number);

      g_hash_table_add (seen, make_text (&context));
    }
  g_assert_cmpuint (g_hash_table_size (seen), ==, 5);
}

static void
test_keys (void)
{
  SquillField field = make_field ();

  for (guint size = 1; size <= 40; size++)
    {
      SquillValueContext context = make_context (&field, "m", SQUILL_TYPE_STRING, size);
      g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

      field.key_size = SQUILL_TRIPLE (size, size, size);
      for (guint i = 0; i < 10; i++)
        {
          char *key = squill_value_make_key (&context, i);

          g_assert_cmpuint (strlen (key), ==, size);
          g_assert_true (g_hash_table_add (seen, key));
        }
    }
}

static void
test_patterns (void)
{
  static const char *const patterns[] = {
    "^abc$",
    "^[A-Z]{2}\\d{4}$",
    "^\\d{3}-\\d{2}-\\d{4}$",
    "^(foo|bar|baz)+$",
    "^[^0-9 ]{5,9}$",
    "[a-f]+",
    "^.{10}$",
    "^a?b*c+$",
    "^\\w+@\\w+\\.(com|org)$",
    "^(?:[0-9a-f]{2}:){5}[0-9a-f]{2}$",
    "^#[0-9A-Fa-f]{6}$",
    "^\\+?[1-9]\\d{1,14}$",
    "(?i)^abc$",
    "^[-_.]$",
    "^[\\w.-]+$",
    "^ä+ö$",
    "^\\$\\d+\\.\\d\\d$",
    "^$",
    "",
    "^[]a]$",
    "^(a|b(c|d)){3}$",
  };
  static const char *const beyond[] = { "^(?=a)b$",
                                        "^(a)\\1$",
                                        "\\bword\\b",
                                        "^\\p{L}+$",
                                        "[[:alpha:]]",
                                        "(",
                                        "[",
                                        "a{",
                                        "*",
                                        "a{99999}{99999}",
                                        "((((a{999}){999}){999}){999})",
                                        "^b$a" };
  SquillRandom random;

  for (guint i = 0; i < G_N_ELEMENTS (patterns); i++)
    for (guint64 seed = 0; seed < 50; seed++)
      {
        g_autofree char *text = NULL;

        squill_random_init (&random, seed);
        text = squill_pattern_make (patterns[i], &random, NULL, 0, G_MAXUINT);
        if (text == NULL || !g_regex_match_simple (patterns[i], text, 0, 0))
          g_error ("%s: %s", patterns[i], text);
      }
  for (guint i = 0; i < G_N_ELEMENTS (beyond); i++)
    {
      squill_random_init (&random, i);
      g_assert_null (squill_pattern_make (beyond[i], &random, NULL, 0, G_MAXUINT));
    }
}

static void
test_pattern_lengths (void)
{
  for (guint length = 1; length < 40; length++)
    {
      g_autofree char *text = NULL;
      SquillRandom random;

      squill_random_init (&random, length);
      text = squill_pattern_make ("^[a-z]*$", &random, NULL, length, length + 5);
      g_assert_nonnull (text);
      g_assert_cmpuint (strlen (text), >=, length);
      g_assert_cmpuint (strlen (text), <=, length + 5);
    }
}

static void
test_pattern_unique (void)
{
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint64 number = 0; number < 20000; number++)
    {
      SquillRandom random;

      squill_random_init (&random, 1);
      g_assert_true (g_hash_table_add (
          seen, squill_pattern_make ("^[A-Z]{2}-\\d{4}$", &random, &number, 0, G_MAXUINT)));
    }
}

/* A pattern that only a date has is given one, however its field is called; one that allows other
 * texts, or only digits, is none of a date. */
static void
test_pattern_dates (void)
{
  static const struct
  {
    const char *pattern, *form;
  } dated[] = {
    { "^\\d{4}-\\d{2}$", "^20[12]\\d-(0[1-9]|1[0-2])$" },
    { "^\\d{4}-\\d{2}-\\d{2}$", "^20[12]\\d-(0[1-9]|1[0-2])-([0-2]\\d|3[01])$" },
    { "^[0-9]{4}/[0-9]{2}/[0-9]{2}$", "^20[12]\\d/(0[1-9]|1[0-2])/([0-2]\\d|3[01])$" },
    { "^\\d{2}\\.\\d{2}\\.\\d{4}$", "^([0-2]\\d|3[01])\\.(0[1-9]|1[0-2])\\.20[12]\\d$" },
    { "^\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}:\\d{2}$",
      "^20[12]\\d-(0[1-9]|1[0-2])-\\d{2} [0-2]\\d:" },
  };
  const char *const undated[] = { "^\\d{6}$", "^[\\w-]+$", "^.{7}$", "^[0-9A-F]{4}-[0-9A-F]{2}$" };
  SquillField field = make_field ();

  for (guint i = 0; i < G_N_ELEMENTS (dated); i++)
    {
      g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

      field.pattern = (char *)dated[i].pattern;
      for (guint64 n = 0; n < 100; n++)
        {
          SquillValueContext context = make_context (&field, "x", SQUILL_TYPE_STRING, n);
          g_autofree char *text = squill_text_make (&context, SQUILL_VALUE_ANY);
          char *unique;

          if (!g_regex_match_simple (dated[i].form, text, 0, 0))
            g_error ("%s: %s", dated[i].pattern, text);
          context.unique = TRUE;
          context.number = n;
          unique = squill_text_make (&context, SQUILL_VALUE_ANY);
          g_assert_true (g_regex_match_simple (dated[i].form, unique, 0, 0));
          g_assert_true (g_hash_table_add (seen, unique));
        }
    }
  for (guint i = 0; i < G_N_ELEMENTS (undated); i++)
    g_assert_null (squill_date_text_make_by_pattern (undated[i], 0, 0));
  /* One that takes long is given up, before it comes to what it asks for. */
  g_assert_null (
      squill_date_text_make_by_pattern ("^((.+)+!|\\d{4}-\\d{2}-\\d{2}T[\\d:]+Z)$", 0, 0));
  /* There is no date so far back. */
  g_assert_null (squill_date_text_make_by_pattern (dated[0].pattern, 0, 1000000));
}

static void
test_fold (void)
{
  g_autofree char *joined = squill_text_fold ("São Paulo", '\0');
  g_autofree char *parted = squill_text_fold ("  São -- Paulo! ", '-');

  g_assert_cmpstr (joined, ==, "saopaulo");
  g_assert_cmpstr (parted, ==, "sao-paulo");
}

/* What is assumed of texts whose size nobody said is what samples show. */
static void
test_assumed (void)
{
  SquillField field = make_field ();

  for (guint kind = SQUILL_VALUE_ANY; kind <= SQUILL_VALUE_RARE_FLAG; kind++)
    {
      double assumed = squill_assume_bytes (SQUILL_TYPE_STRING, kind);
      double sum = 0;

      for (guint i = 0; i < 400; i++)
        {
          SquillValueContext context = make_context (&field, "x", SQUILL_TYPE_STRING, i);
          g_autofree char *text = squill_text_make (&context, kind);

          sum += strlen (text) / 400.0;
        }
      g_test_message ("kind %u: %g assumed, %g made", kind, assumed, sum);
      g_assert_cmpfloat (fabs (assumed - sum), <=, MAX (1.5, 0.15 * sum));
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/samples/values/longest", test_longest);
  g_test_add_func ("/samples/values/kinds", test_kinds);
  g_test_add_func ("/samples/values/looks", test_looks);
  g_test_add_func ("/samples/values/identity", test_identity);
  g_test_add_func ("/samples/values/sizes", test_sizes);
  g_test_add_func ("/samples/values/short-addresses", test_short_addresses);
  g_test_add_func ("/samples/values/mean-size", test_mean_size);
  g_test_add_func ("/samples/values/unique", test_unique);
  g_test_add_func ("/samples/values/numbers", test_numbers);
  g_test_add_func ("/samples/values/types", test_types);
  g_test_add_func ("/samples/values/few", test_few);
  g_test_add_func ("/samples/values/keys", test_keys);
  g_test_add_func ("/samples/values/fold", test_fold);
  g_test_add_func ("/samples/patterns/made", test_patterns);
  g_test_add_func ("/samples/patterns/lengths", test_pattern_lengths);
  g_test_add_func ("/samples/patterns/unique", test_pattern_unique);
  g_test_add_func ("/samples/patterns/dates", test_pattern_dates);

  g_test_add_func ("/samples/values/assumed", test_assumed);
  return g_test_run ();
}

/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-model"

#include "config.h"

#include "model/squill-value-kind.h"

#include <string.h>

typedef struct
{
  const char *ending; /* lower case, without "_" and "-" */
  SquillValueKind kind;
  gboolean anywhere; /* it need not begin a word of the name: "useremail" */
} NameRule;

#define K(name) SQUILL_VALUE_##name

/* The longest ending that fits counts. */
static const NameRule name_rules[] = {
  { "email", K (EMAIL), TRUE },
  { "mail", K (EMAIL), FALSE },
  { "emailaddress", K (EMAIL), TRUE },
  { "username", K (USER_NAME), TRUE },
  { "login", K (USER_NAME), FALSE },
  { "handle", K (USER_NAME), FALSE },
  { "nickname", K (USER_NAME), TRUE },
  { "nick", K (USER_NAME), FALSE },
  { "screenname", K (USER_NAME), TRUE },
  { "userid", K (USER_NAME), FALSE },
  { "firstname", K (FIRST_NAME), TRUE },
  { "givenname", K (FIRST_NAME), TRUE },
  { "forename", K (FIRST_NAME), TRUE },
  { "fname", K (FIRST_NAME), FALSE },
  { "middlename", K (FIRST_NAME), TRUE },
  { "lastname", K (LAST_NAME), TRUE },
  { "surname", K (LAST_NAME), TRUE },
  { "familyname", K (LAST_NAME), TRUE },
  { "lname", K (LAST_NAME), FALSE },
  { "fullname", K (FULL_NAME), TRUE },
  { "realname", K (FULL_NAME), TRUE },
  { "displayname", K (FULL_NAME), TRUE },
  { "author", K (FULL_NAME), FALSE },
  { "who", K (USER_NAME), FALSE },
  { "owner", K (FULL_NAME), FALSE },
  { "reviewer", K (FULL_NAME), FALSE },
  { "customername", K (FULL_NAME), FALSE },
  { "contact", K (FULL_NAME), FALSE },
  { "director", K (FULL_NAME), FALSE },
  { "actor", K (FULL_NAME), FALSE },
  { "cast", K (FULL_NAME), FALSE },
  { "writers", K (FULL_NAME), FALSE },
  { "phone", K (PHONE), TRUE },
  { "phonenumber", K (PHONE), TRUE },
  { "mobile", K (PHONE), FALSE },
  { "telephone", K (PHONE), TRUE },
  { "tel", K (PHONE), FALSE },
  { "fax", K (PHONE), FALSE },
  { "company", K (COMPANY), FALSE },
  { "companyname", K (COMPANY), FALSE },
  { "employer", K (COMPANY), FALSE },
  { "organization", K (COMPANY), FALSE },
  { "organisation", K (COMPANY), FALSE },
  { "brand", K (COMPANY), FALSE },
  { "manufacturer", K (COMPANY), FALSE },
  { "vendor", K (COMPANY), FALSE },
  { "publisher", K (COMPANY), FALSE },
  { "supplier", K (COMPANY), FALSE },
  { "job", K (JOB), FALSE },
  { "jobtitle", K (JOB), TRUE },
  { "occupation", K (JOB), FALSE },
  { "profession", K (JOB), FALSE },
  { "gender", K (GENDER), FALSE },
  { "sex", K (GENDER), FALSE },
  { "age", K (AGE), FALSE },

  { "street", K (STREET), FALSE },
  { "streetname", K (STREET), FALSE },
  { "address", K (STREET), FALSE },
  { "address1", K (STREET), FALSE },
  { "addressline1", K (STREET), FALSE },
  { "building", K (HOUSE_NUMBER), FALSE },
  { "housenumber", K (HOUSE_NUMBER), FALSE },
  { "city", K (CITY), FALSE },
  { "location", K (CITY), FALSE },
  { "cityname", K (CITY), FALSE },
  { "town", K (CITY), FALSE },
  { "state", K (REGION), FALSE },
  { "region", K (REGION), FALSE },
  { "province", K (REGION), FALSE },
  { "borough", K (REGION), FALSE },
  { "zip", K (ZIP), FALSE },
  { "zipcode", K (ZIP), FALSE },
  { "postcode", K (ZIP), TRUE },
  { "postalcode", K (ZIP), TRUE },
  { "country", K (COUNTRY), FALSE },
  { "countryname", K (COUNTRY), FALSE },
  { "nationality", K (COUNTRY), FALSE },
  { "countrycode", K (COUNTRY_CODE), FALSE },
  { "lat", K (LATITUDE), FALSE },
  { "latitude", K (LATITUDE), TRUE },
  { "lng", K (LONGITUDE), FALSE },
  { "lon", K (LONGITUDE), FALSE },
  { "long", K (LONGITUDE), FALSE },
  { "longitude", K (LONGITUDE), TRUE },
  { "coordinates", K (COORDINATES), FALSE },
  { "coord", K (COORDINATES), FALSE },
  { "coords", K (COORDINATES), FALSE },
  { "lnglat", K (COORDINATES), FALSE },
  { "timezone", K (TIME_ZONE), TRUE },
  { "tz", K (TIME_ZONE), FALSE },
  { "language", K (LANGUAGE), FALSE },
  { "lang", K (LANGUAGE), FALSE },
  { "locale", K (LOCALE), FALSE },
  { "currency", K (CURRENCY), FALSE },
  { "currencycode", K (CURRENCY), FALSE },

  { "title", K (TITLE), FALSE },
  { "subject", K (TITLE), FALSE },
  { "headline", K (TITLE), FALSE },
  { "productname", K (PRODUCT), TRUE },
  { "product", K (PRODUCT), FALSE },
  { "item", K (PRODUCT), FALSE },
  { "slug", K (SLUG), FALSE },
  { "permalink", K (SLUG), FALSE },
  { "description", K (TEXT), TRUE },
  { "desc", K (TEXT), FALSE },
  { "summary", K (TEXT), FALSE },
  { "abstract", K (TEXT), FALSE },
  { "bio", K (TEXT), FALSE },
  { "biography", K (TEXT), FALSE },
  { "comment", K (TEXT), FALSE },
  { "body", K (TEXT), FALSE },
  { "text", K (TEXT), FALSE },
  { "content", K (TEXT), FALSE },
  { "message", K (TEXT), FALSE },
  { "msg", K (TEXT), FALSE },
  { "note", K (TEXT), FALSE },
  { "plot", K (TEXT), FALSE },
  { "review", K (TEXT), FALSE },
  { "reason", K (TEXT), FALSE },
  { "question", K (TEXT), FALSE },
  { "answer", K (TEXT), FALSE },
  { "tag", K (LABEL), FALSE },
  { "label", K (LABEL), FALSE },
  { "category", K (LABEL), FALSE },
  { "genre", K (LABEL), FALSE },
  { "topic", K (LABEL), FALSE },
  { "keyword", K (LABEL), FALSE },
  { "department", K (LABEL), FALSE },
  { "color", K (COLOR), FALSE },
  { "colour", K (COLOR), FALSE },
  { "sku", K (CODE), FALSE },
  { "code", K (CODE), FALSE },
  { "number", K (CODE), FALSE },
  { "no", K (CODE), FALSE },
  { "partno", K (CODE), FALSE },
  { "reference", K (CODE), FALSE },
  { "barcode", K (CODE), FALSE },
  { "serial", K (CODE), FALSE },
  { "isbn", K (CODE), FALSE },
  { "status", K (STATUS), FALSE },
  { "orderstate", K (STATUS), FALSE },
  { "type", K (TYPE), FALSE },
  { "kind", K (TYPE), FALSE },
  { "tier", K (TYPE), FALSE },
  { "plan", K (TYPE), FALSE },
  { "level", K (TYPE), FALSE },
  { "role", K (ROLE), FALSE },
  { "version", K (VERSION), FALSE },
  { "schemaversion", K (VERSION), FALSE },
  { "revision", K (VERSION), FALSE },

  { "url", K (URL), FALSE },
  { "uri", K (URL), FALSE },
  { "website", K (URL), TRUE },
  { "homepage", K (URL), TRUE },
  { "link", K (URL), FALSE },
  { "href", K (URL), FALSE },
  { "image", K (IMAGE), FALSE },
  { "imageurl", K (IMAGE), TRUE },
  { "avatar", K (IMAGE), FALSE },
  { "photo", K (IMAGE), FALSE },
  { "picture", K (IMAGE), FALSE },
  { "thumbnail", K (IMAGE), FALSE },
  { "poster", K (IMAGE), FALSE },
  { "logo", K (IMAGE), FALSE },
  { "host", K (HOST), FALSE },
  { "hostname", K (HOST), TRUE },
  { "domain", K (HOST), FALSE },
  { "ip", K (IP), FALSE },
  { "ipaddr", K (IP), FALSE },
  { "ipaddress", K (IP), TRUE },
  { "useragent", K (USER_AGENT), TRUE },
  { "browser", K (USER_AGENT), FALSE },
  { "file", K (FILE_NAME), FALSE },
  { "filename", K (FILE_NAME), TRUE },
  { "path", K (FILE_NAME), FALSE },
  { "mime", K (MIME_TYPE), FALSE },
  { "mimetype", K (MIME_TYPE), TRUE },
  { "contenttype", K (MIME_TYPE), TRUE },
  { "uuid", K (UUID), TRUE },
  { "guid", K (UUID), FALSE },
  { "token", K (HEX), FALSE },
  { "hash", K (HEX), FALSE },
  { "password", K (HEX), TRUE },
  { "secret", K (HEX), FALSE },
  { "salt", K (HEX), FALSE },
  { "checksum", K (HEX), TRUE },
  { "digest", K (HEX), FALSE },
  { "md5", K (HEX), FALSE },
  { "sha1", K (HEX), FALSE },
  { "sha256", K (HEX), FALSE },
  { "etag", K (HEX), FALSE },

  { "price", K (MONEY), FALSE },
  { "cost", K (MONEY), FALSE },
  { "amount", K (MONEY), FALSE },
  { "total", K (MONEY), FALSE },
  { "subtotal", K (MONEY), FALSE },
  { "balance", K (MONEY), FALSE },
  { "salary", K (MONEY), FALSE },
  { "fee", K (MONEY), FALSE },
  { "tax", K (MONEY), FALSE },
  { "revenue", K (MONEY), FALSE },
  { "budget", K (MONEY), FALSE },
  { "qty", K (QUANTITY), FALSE },
  { "quantity", K (QUANTITY), FALSE },
  { "pieces", K (QUANTITY), FALSE },
  { "count", K (COUNTER), FALSE },
  { "counter", K (COUNTER), FALSE },
  { "stock", K (COUNTER), FALSE },
  { "views", K (COUNTER), FALSE },
  { "likes", K (COUNTER), FALSE },
  { "votes", K (COUNTER), FALSE },
  { "visits", K (COUNTER), FALSE },
  { "hits", K (COUNTER), FALSE },
  { "followers", K (COUNTER), FALSE },
  { "population", K (COUNTER), FALSE },
  { "points", K (COUNTER), FALSE },
  { "rating", K (RATING), FALSE },
  { "stars", K (RATING), FALSE },
  { "score", K (RATING), FALSE },
  { "percent", K (PERCENT), TRUE },
  { "percentage", K (PERCENT), TRUE },
  { "pct", K (PERCENT), FALSE },
  { "discount", K (PERCENT), FALSE },
  { "progress", K (PERCENT), FALSE },
  { "year", K (YEAR), FALSE },
  { "founded", K (YEAR), FALSE },
  { "pages", K (COUNTER), FALSE },
  { "month", K (MONTH), FALSE },
  { "day", K (DAY), FALSE },
  { "duration", K (DURATION), FALSE },
  { "seconds", K (DURATION), FALSE },
  { "runtime", K (DURATION), FALSE },
  { "minutes", K (DURATION), FALSE },
  { "bytes", K (BYTES), FALSE },
  { "filesize", K (BYTES), FALSE },

  { "created", K (CREATED), FALSE },
  { "createdat", K (CREATED), TRUE },
  { "createdon", K (CREATED), TRUE },
  { "creationdate", K (CREATED), TRUE },
  { "registered", K (CREATED), FALSE },
  { "registeredat", K (CREATED), TRUE },
  { "joined", K (CREATED), FALSE },
  { "joinedat", K (CREATED), TRUE },
  { "ordered", K (CREATED), FALSE },
  { "orderedat", K (CREATED), TRUE },
  { "orderdate", K (CREATED), TRUE },
  { "time", K (CREATED), FALSE },
  { "timestamp", K (CREATED), TRUE },
  { "ts", K (CREATED), FALSE },
  { "when", K (CREATED), FALSE },
  { "updated", K (UPDATED), FALSE },
  { "updatedat", K (UPDATED), TRUE },
  { "modified", K (UPDATED), FALSE },
  { "modifiedat", K (UPDATED), TRUE },
  { "lastmodified", K (UPDATED), TRUE },
  { "lastupdated", K (UPDATED), TRUE },
  { "lastlogin", K (UPDATED), TRUE },
  { "lastseen", K (UPDATED), TRUE },
  { "changedat", K (UPDATED), TRUE },
  { "deletedat", K (DELETED), TRUE },
  { "removedat", K (DELETED), TRUE },
  { "closedat", K (DELETED), TRUE },
  { "archivedat", K (DELETED), TRUE },
  { "at", K (TIME), FALSE },
  { "on", K (TIME), FALSE },
  { "date", K (TIME), FALSE },
  { "datetime", K (TIME), TRUE },
  { "released", K (TIME), FALSE },
  { "published", K (TIME), FALSE },
  { "birthdate", K (BIRTH_DATE), TRUE },
  { "birthday", K (BIRTH_DATE), TRUE },
  { "dateofbirth", K (BIRTH_DATE), TRUE },
  { "dob", K (BIRTH_DATE), FALSE },
  { "born", K (BIRTH_DATE), FALSE },
  { "expires", K (EXPIRES), FALSE },
  { "expiresat", K (EXPIRES), TRUE },
  { "expiry", K (EXPIRES), FALSE },
  { "expirydate", K (EXPIRES), TRUE },
  { "expirationdate", K (EXPIRES), TRUE },
  { "validuntil", K (EXPIRES), TRUE },
  { "duedate", K (EXPIRES), TRUE },
  { "deadline", K (EXPIRES), FALSE },

  { "deleted", K (RARE_FLAG), FALSE },
  { "archived", K (RARE_FLAG), FALSE },
  { "blocked", K (RARE_FLAG), FALSE },
  { "hidden", K (RARE_FLAG), FALSE },
  { "banned", K (RARE_FLAG), FALSE },
  { "locked", K (RARE_FLAG), FALSE },
  { "disabled", K (RARE_FLAG), FALSE },
  { "outlier", K (RARE_FLAG), FALSE },
};

/* What a plain "name" is the name of. */
static const NameRule name_contexts[] = {
  { "user", K (FULL_NAME), FALSE },      { "person", K (FULL_NAME), FALSE },
  { "people", K (FULL_NAME), FALSE },    { "customer", K (FULL_NAME), FALSE },
  { "author", K (FULL_NAME), FALSE },    { "student", K (FULL_NAME), FALSE },
  { "teacher", K (FULL_NAME), FALSE },   { "employee", K (FULL_NAME), FALSE },
  { "patron", K (FULL_NAME), FALSE },    { "patient", K (FULL_NAME), FALSE },
  { "member", K (FULL_NAME), FALSE },    { "actor", K (FULL_NAME), FALSE },
  { "artist", K (FULL_NAME), FALSE },    { "client", K (FULL_NAME), FALSE },
  { "contact", K (FULL_NAME), FALSE },   { "owner", K (FULL_NAME), FALSE },
  { "passenger", K (FULL_NAME), FALSE }, { "player", K (FULL_NAME), FALSE },
  { "guest", K (FULL_NAME), FALSE },     { "borrower", K (FULL_NAME), FALSE },
  { "staff", K (FULL_NAME), FALSE },     { "driver", K (FULL_NAME), FALSE },
  { "product", K (PRODUCT), FALSE },     { "item", K (PRODUCT), FALSE },
  { "part", K (PRODUCT), FALSE },        { "article", K (PRODUCT), FALSE },
  { "goods", K (PRODUCT), FALSE },       { "company", K (COMPANY), FALSE },
  { "publisher", K (COMPANY), FALSE },   { "vendor", K (COMPANY), FALSE },
  { "supplier", K (COMPANY), FALSE },    { "shop", K (COMPANY), FALSE },
  { "store", K (COMPANY), FALSE },       { "restaurant", K (COMPANY), FALSE },
  { "brand", K (COMPANY), FALSE },       { "organization", K (COMPANY), FALSE },
  { "hotel", K (COMPANY), FALSE },       { "airline", K (COMPANY), FALSE },
  { "city", K (CITY), FALSE },           { "country", K (COUNTRY), FALSE },
  { "region", K (REGION), FALSE },       { "host", K (HOST), FALSE },
  { "server", K (HOST), FALSE },         { "file", K (FILE_NAME), FALSE },
  { "document", K (FILE_NAME), FALSE },  { "attachment", K (FILE_NAME), FALSE },
  { "tag", K (LABEL), FALSE },           { "category", K (LABEL), FALSE },
  { "genre", K (LABEL), FALSE },         { "color", K (COLOR), FALSE },
  { "role", K (ROLE), FALSE },
};

/* What people call the meaning of a field, beyond names that the rules above know. */
static const struct
{
  const char *meaning;
  SquillValueKind kind;
} meanings[] = {
  { "person", K (FULL_NAME) }, { "money", K (MONEY) },         { "blob", K (ANY) },
  { "id", K (CODE) },          { "sentence", K (TEXT) },       { "word", K (LABEL) },
  { "geo", K (COORDINATES) },  { "geojson", K (COORDINATES) }, { "flag", K (ANY) },
  { "name", K (TITLE) },
};

/* A name in lower case without what joins its words, and where in that words begin. */
typedef struct
{
  char letters[128];
  gboolean begins[128];
  gsize length;
} PlainName;

static void
plain_name_init (PlainName *self, const char *name)
{
  gboolean begins = TRUE;
  gboolean was_lower = FALSE;

  self->length = 0;
  for (const char *p = name; *p != '\0' && self->length + 1 < sizeof self->letters; p++)
    {
      if (!g_ascii_isalnum (*p) && (guchar)*p < 0x80)
        {
          begins = TRUE;
          was_lower = FALSE;
          continue;
        }
      if (g_ascii_isupper (*p) && was_lower)
        begins = TRUE;
      was_lower = !g_ascii_isupper (*p);
      self->letters[self->length] = g_ascii_tolower (*p);
      self->begins[self->length] = begins;
      self->length++;
      begins = FALSE;
    }
  self->letters[self->length] = '\0';
}

static const NameRule *
find_ending (const NameRule *rules, guint n_rules, const PlainName *name)
{
  const NameRule *best = NULL;
  gsize best_length = 0;

  for (guint i = 0; i < n_rules; i++)
    {
      gsize length = strlen (rules[i].ending);
      gsize start;

      if (length > name->length || length <= best_length)
        continue;
      start = name->length - length;
      if (strcmp (name->letters + start, rules[i].ending) == 0 &&
          (name->begins[start] || rules[i].anywhere))
        {
          best = &rules[i];
          best_length = length;
        }
    }
  return best;
}

/* The longest ending that fits the name, or its singular. */
static const NameRule *
find_rule (const NameRule *rules, guint n_rules, const char *name)
{
  PlainName plain;
  const NameRule *rule;

  plain_name_init (&plain, name);
  rule = find_ending (rules, n_rules, &plain);
  if (rule != NULL || plain.length < 4 || plain.letters[plain.length - 1] != 's')
    return rule;

  if (strcmp (plain.letters + plain.length - 3, "ies") == 0)
    {
      plain.length -= 2;
      plain.letters[plain.length - 1] = 'y';
    }
  else
    {
      plain.length--;
    }
  plain.letters[plain.length] = '\0';
  return find_ending (rules, n_rules, &plain);
}

/**
 * squill_value_kind_from_name:
 * @name: the name of a field
 * @context: (nullable): the name of what contains it: the entity, or the field that it is nested in
 *
 * Tells from the end of a name what the values are about. Case, "_" and "-" do not count, but an
 * ending must begin a word: the age of a "page" is not asked for. A field that is just called
 * "name" is the name of what its @context is.
 *
 * Returns: the kind, %SQUILL_VALUE_ANY where the name does not tell
 */
SquillValueKind
squill_value_kind_from_name (const char *name, const char *context)
{
  const NameRule *rule;
  PlainName plain;

  g_return_val_if_fail (name != NULL, SQUILL_VALUE_ANY);

  rule = find_rule (name_rules, G_N_ELEMENTS (name_rules), name);
  if (rule != NULL)
    return rule->kind;

  plain_name_init (&plain, name);
  if (context != NULL && g_ascii_strcasecmp (context, "name") == 0)
    {
      /* {name: {first, last}} */
      if (g_str_equal (plain.letters, "first"))
        return SQUILL_VALUE_FIRST_NAME;
      if (g_str_equal (plain.letters, "last"))
        return SQUILL_VALUE_LAST_NAME;
    }
  if (plain.length >= 4 && strcmp (plain.letters + plain.length - 4, "name") == 0)
    {
      /* "name" in a customer, and "customerName" in an order, are the same thing. */
      g_autofree char *owner = g_strndup (plain.letters, plain.length - 4);

      if (*owner != '\0')
        rule = find_rule (name_contexts, G_N_ELEMENTS (name_contexts), owner);
      else if (context != NULL)
        rule = find_rule (name_contexts, G_N_ELEMENTS (name_contexts), context);
      return rule != NULL ? rule->kind : SQUILL_VALUE_TITLE;
    }
  return SQUILL_VALUE_ANY;
}

/**
 * squill_value_kind_from_meaning:
 * @meaning: the meaning of a field, such as "email"
 *
 * Returns: the kind, %SQUILL_VALUE_ANY for a meaning that says nothing about how values look
 */
SquillValueKind
squill_value_kind_from_meaning (const char *meaning)
{
  g_return_val_if_fail (meaning != NULL, SQUILL_VALUE_ANY);

  for (guint i = 0; i < G_N_ELEMENTS (meanings); i++)
    if (g_ascii_strcasecmp (meaning, meanings[i].meaning) == 0)
      return meanings[i].kind;
  return squill_value_kind_from_name (meaning, NULL);
}

/**
 * squill_value_kind_of_field:
 * @field: (nullable): a field; %NULL for one that is not drawn
 * @name: (nullable): its name where it is stored
 * @container: (nullable): the name of what contains it: the entity, or the field it is nested in
 *
 * Returns: what the values are about: what the meaning of the field says, else its name
 */
SquillValueKind
squill_value_kind_of_field (const SquillField *field, const char *name, const char *container)
{
  SquillValueKind kind = SQUILL_VALUE_ANY;

  if (field != NULL && field->meaning != NULL)
    kind = squill_value_kind_from_meaning (field->meaning);
  return kind != SQUILL_VALUE_ANY || name == NULL ? kind
                                                  : squill_value_kind_from_name (name, container);
}

/**
 * squill_value_kind_is_time:
 * @kind: a kind
 *
 * Returns: %TRUE if values of it are points in time
 */
gboolean
squill_value_kind_is_time (SquillValueKind kind)
{
  return kind >= SQUILL_VALUE_CREATED && kind <= SQUILL_VALUE_EXPIRES;
}

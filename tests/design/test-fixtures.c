/* SPDX-License-Identifier: Apache-2.0 */

/* The documents of the articles, drawn as models: their bytes are those of the real documents. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include "design-fixture.h"
#include "design/squill-size.h"

#include <string.h>

#define OID "{'$oid':'507f1f77bcf86cd799439011'}"
#define DATE "{'$date':'2020-01-09T00:02:53Z'}"

/* The real document, the figure that is known of it, and what the design says. */
static void
check_payload (const SquillShape *shape, double payload, guint bytes, const char *document)
{
  g_autofree char *json = g_strdelimit (g_strdup (document), "'", '"');
  bson_error_t error;
  bson_t *real = bson_new_from_json ((const guint8 *)json, -1, &error);

  if (real == NULL)
    g_error ("%s: %s", json, error.message);
  g_assert_cmpuint (real->len, ==, bytes);
  bson_destroy (real);
  g_assert_cmpfloat_with_epsilon (payload, bytes, 1e-9);
  g_assert_false (shape->size_unknown);
}

static void
check (SquillModel *model, const char *collection, guint bytes, const char *document)
{
  g_autoptr (SquillDesign) design = squill_design_new (model);
  const SquillCollection *found = squill_design_find_collection (design, collection);

  g_assert_nonnull (found);
  check_payload (found->shape, found->shape->bytes.likely, bytes, document);
  /* Where every size is exact, any document of the shape has as many bytes. */
  if (found->shape->bytes.min == found->shape->bytes.max)
    {
      bson_t *encoded = encode_shape (found->shape);

      g_assert_cmpuint (encoded->len, ==, bytes);
      g_assert_cmpfloat (found->shape->bytes.max, ==, bytes);
      bson_destroy (encoded);
    }
}

/* One that has no _id: what is embedded. */
static void
check_embedded (SquillModel *model, const char *entity, guint bytes, const char *document)
{
  g_autoptr (SquillDesign) design = NULL;
  g_autoptr (GPtrArray) places = NULL;
  const SquillShape *shape;
  bson_t *encoded;

  draw_entity (model, "around");
  draw_relationship (model, "it", "around", entity, "embed-one", "1", "1");
  design = squill_design_new (model);
  places = squill_design_get_document_sites (design, entity);
  g_assert_cmpuint (places->len, ==, 1);
  shape = places->pdata[0];
  check_payload (shape, shape->payload.likely, bytes, document);
  encoded = encode_shape (shape);
  g_assert_cmpuint (encoded->len, ==, bytes);
  bson_destroy (encoded);
}

static void
test_values (void)
{
  const struct
  {
    const char *form;
    guint bytes;
    const char *document;
  } values[] = {
    { "string:5", 18, "{'k':'hello'}" },
    { "decimal", 24, "{'k':{'$numberDecimal':'1'}}" },
    { "bool", 9, "{'k':true}" },
    { "null", 8, "{'k':null}" },
    { "int", 12, "{'k':1}" },
    { "long", 16, "{'k':{'$numberLong':'1'}}" },
    { "double", 16, "{'k':1.5}" },
    { "date", 16, "{'k':" DATE "}" },
    { "timestamp", 16, "{'k':{'$timestamp':{'t':1,'i':1}}}" },
    { "objectId", 20, "{'k':" OID "}" },
    { "regex:3", 13, "{'k':{'$regularExpression':{'pattern':'abc','options':''}}}" },
    { "javascript:4", 17, "{'k':{'$code':'code'}}" },
    { "javascriptWithScope:4", 26, "{'k':{'$code':'code','$scope':{}}}" },
    { "symbol:4", 17, "{'k':{'$symbol':'name'}}" },
    { "dbPointer:4", 29,
      "{'k':{'$dbPointer':{'$ref':'a.bc','$id':{'$oid':'507f1f77bcf86cd799439011'}}}}" },
    { "minKey", 8, "{'k':{'$minKey':1}}" },
    { "maxKey", 8, "{'k':{'$maxKey':1}}" },
    { "undefined", 8, "{'k':{'$undefined':true}}" },
    { "binData:3", 16, "{'k':{'$binary':{'base64':'AAAA','subType':'00'}}}" },
    { "object", 13, "{'k':{}}" },
    { "string:1[]0", 13, "{'k':[]}" },
    { "string:1[]2", 31, "{'k':['a','b']}" },
    { "int[]11", 91, "{'k':[1,2,3,4,5,6,7,8,9,10,11]}" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    {
      g_autoptr (SquillModel) model = squill_model_new ();

      draw_entity (model, "e");
      draw_field (model, "e", "k", values[i].form);
      check_embedded (model, "e", values[i].bytes, values[i].document);
    }
}

static void
test_small_documents (void)
{
  {
    g_autoptr (SquillModel) model = squill_model_new ();

    draw_entity (model, "e");
    check_embedded (model, "e", 5, "{}");
  }
  {
    g_autoptr (SquillModel) model = squill_model_new ();

    draw_entity (model, "e");
    check (model, "e", 22, "{'_id':" OID "}");
  }
  {
    g_autoptr (SquillModel) model = squill_model_new ();

    draw_entity (model, "e");
    draw_field (model, "e", "last_name", "string:5");
    draw_field (model, "e", "best_score", "double");
    check_embedded (model, "e", 46, "{'last_name':'Smith','best_score':3.9}");
  }
  {
    g_autoptr (SquillModel) model = squill_model_new ();

    draw_entity (model, "e");
    draw_field (model, "e", "lname", "string:5");
    draw_field (model, "e", "score", "double");
    check_embedded (model, "e", 37, "{'lname':'Smith','score':3.9}");
  }
  {
    g_autoptr (SquillModel) model = squill_model_new ();
    g_autoptr (SquillDesign) design = NULL;

    /* No bytes drawn: a UUID has sixteen. */
    draw_entity (model, "e");
    draw_field (model, "e", "k", "binData");
    change (model, "e.k", "subtype", "4");
    draw_entity (model, "around");
    draw_relationship (model, "it", "around", "e", "embed-one", "1", "1");
    design = squill_design_new (model);
    check_payload (squill_design_get_stored (design, "it", TRUE),
                   squill_design_get_stored (design, "it", TRUE)->payload.likely, 29,
                   "{'k':{'$binary':{'base64':'AAAAAAAAAAAAAAAAAAAAAA==','subType':'04'}}}");
  }
  {
    g_autoptr (SquillModel) model = squill_model_new ();

    draw_entity (model, "e");
    draw_field (model, "e", "k", "object");
    draw_field (model, "e.k", "$ref", "string:1");
    draw_field (model, "e.k", "$id", "objectId");
    check_embedded (model, "e", 42, "{'k':{'$ref':'c','$id':" OID "}}");
  }
}

static void
test_kate (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();

  draw_entity (model, "person");
  draw_field (model, "person", "name", "string:12");
  draw_field (model, "person", "ssn", "string:11");
  draw_entity (model, "address");
  draw_field (model, "address", "street", "string:12..13..14");
  draw_field (model, "address", "city", "string:7..7.5..8");
  draw_field (model, "address", "cc", "string:3");
  draw_relationship (model, "addresses", "person", "address", "embed-many", "2", "1");
  check (model, "person", 211,
         "{'_id':" OID ",'name':'Kate Monster','ssn':'123-456-7890','addresses':["
         "{'street':'123 Sesame St','city':'Anytown','cc':'USA'},"
         "{'street':'123 Avenue Q','city':'New York','cc':'USA'}]}");
}

static void
draw_part (SquillModel *model, const char *name)
{
  draw_entity (model, "part");
  draw_field (model, "part", "partno", "string:11");
  draw_field (model, "part", "name", name);
  draw_field (model, "part", "qty", "int");
  draw_field (model, "part", "cost", "double");
  draw_field (model, "part", "price", "double");
}

static void
draw_product (SquillModel *model)
{
  draw_entity (model, "product");
  draw_field (model, "product", "name", "string:25");
  draw_field (model, "product", "manufacturer", "string:9");
  draw_field (model, "product", "catalog_number", "int");
  draw_relationship (model, "parts", "product", "part", "child-references", "3", "1..8..20");
}

#define PRODUCT                                                                   \
  "{'_id':" OID ",'name':'left-handed smoke shifter','manufacturer':'Acme Corp'," \
  "'catalog_number':1234,'parts':["

static void
test_parts (void)
{
  {
    g_autoptr (SquillModel) model = squill_model_new ();

    draw_part (model, "string:10");
    draw_product (model);
    check (model, "part", 105,
           "{'_id':" OID ",'partno':'123-aff-456','name':'#4 grommet','qty':94,'cost':0.94,"
           "'price':3.99}");
    check (model, "product", 163, PRODUCT OID "," OID "," OID "]}");
  }
  {
    g_autoptr (SquillModel) model = squill_model_new ();

    /* #4 grommet, fan blade assembly, power switch */
    draw_part (model, "string:10..13.333333333333334..18");
    draw_product (model);
    draw_copy (model, "parts", "part.name", "to-parent");
    check (model, "product", 263,
           PRODUCT "{'id':" OID ",'name':'#4 grommet'},{'id':" OID
                   ",'name':'fan blade assembly'},{'id':" OID ",'name':'power switch'}]}");
  }
}

static void
draw_host (SquillModel *model, const char *placement, const char *children)
{
  draw_entity (model, "host");
  draw_field (model, "host", "name", "string:17");
  draw_field (model, "host", "ipaddr", "string:12");
  draw_entity (model, "logmsg");
  draw_field (model, "logmsg", "time", "date");
  draw_field (model, "logmsg", "message", "string:15");
  draw_relationship (model, "logmsgs", "host", "logmsg", placement, children, "1");
}

#define LOGMSG "{'_id':" OID ",'time':" DATE ",'message':'cpu is on fire!'"

static void
test_hosts (void)
{
  g_autoptr (GString) document = g_string_new (NULL);

  {
    g_autoptr (SquillModel) model = squill_model_new ();

    draw_host (model, "parent-reference", "0..1000000..*");
    check (model, "host", 75, "{'_id':" OID ",'name':'goofy.example.com','ipaddr':'127.66.66.66'}");
    check (model, "logmsg", 83, LOGMSG ",'host':" OID "}");
    draw_copy (model, "logmsgs", "host.ipaddr", "to-child");
    check (model, "logmsg", 108, LOGMSG ",'host':" OID ",'ipaddr':'127.66.66.66'}");
  }
  {
    g_autoptr (SquillModel) model = squill_model_new ();

    /* All of the host stands in its messages, which are all that is left of it. */
    draw_host (model, "child-references", "0");
    draw_copy (model, "logmsgs", "host.ipaddr", "to-child");
    draw_copy (model, "logmsgs", "host.name", "to-child");
    change (model, "logmsgs<host.name", "name", "'hostname'");
    change (model, "logmsgs", "parents", "{'min':1,'likely':1,'max':1}");
    check (model, "logmsg", 122, LOGMSG ",'ipaddr':'127.66.66.66','hostname':'goofy.example.com'}");
  }
  {
    g_autoptr (SquillModel) model = squill_model_new ();

    draw_host (model, "embed-many", "1000");
    g_string_append (document, "{'_id':" OID ",'name':'goofy.example.com',"
                               "'ipaddr':'127.66.66.66','logmsgs':[");
    for (guint i = 0; i < 1000; i++)
      g_string_append_printf (document, "%s{'time':" DATE ",'message':'cpu is on fire!'}",
                              i == 0 ? "" : ",");
    g_string_append (document, "]}");
    check (model, "host", 52979, document->str);
  }
}

static void
test_tasks (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();

  draw_entity (model, "person");
  draw_field (model, "person", "name", "string:12");
  draw_entity (model, "task");
  draw_field (model, "task", "description", "string:17");
  draw_field (model, "task", "due_date", "date");
  draw_relationship (model, "tasks", "person", "task", "two-way", "3", "1");
  change (model, "tasks", "child_name", "'owner'");
  check (model, "person", 102,
         "{'_id':" OID ",'name':'Kate Monster','tasks':[" OID "," OID "," OID "]}");
  check (model, "task", 94,
         "{'_id':" OID ",'description':'Write lesson plan','due_date':" DATE ",'owner':" OID "}");
}

static void
test_cms (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();

  draw_entity (model, "user");
  draw_field (model, "user", "_id", "string:4");
  draw_field (model, "user", "name", "object");
  draw_field (model, "user.name", "first", "string:4");
  draw_field (model, "user.name", "last", "string:8");
  draw_field (model, "user", "karma", "double");
  check (model, "user", 80, "{'_id':'alex','name':{'first':'Alex','last':'Benisson'},'karma':1.0}");

  draw_entity (model, "post");
  draw_field (model, "post", "when", "date");
  draw_field (model, "post", "author", "string:4");
  draw_field (model, "post", "title", "string:13");
  draw_field (model, "post", "text", "string:53");
  draw_field (model, "post", "tags", "string:8..8.5..9[]2");
  draw_field (model, "post", "votes", "int");
  draw_field (model, "post", "voters", "string:2..4.6..7[]5");
  draw_entity (model, "comment");
  draw_field (model, "comment", "who", "string:4..5..6");
  draw_field (model, "comment", "when", "date");
  draw_field (model, "comment", "comment", "string:8..20..32");
  draw_relationship (model, "comments", "post", "comment", "embed-many", "2", "1");
  check (model, "post", 430,
         "{'_id':" OID ",'when':" DATE ",'author':'alex','title':'No Free Lunch',"
         "'text':'This is the text of the post.  It could be very long.',"
         "'tags':['business','ramblings'],'votes':5,"
         "'voters':['jane','joe','spencer','phyllis','li'],"
         "'comments':[{'who':'jane','when':" DATE ",'comment':'I agree.'},"
         "{'who':'meghan','when':" DATE ",'comment':'You must be joking.  etc etc ...'}]}");
}

static void
draw_patron (SquillModel *model,
             const char *street,
             const char *city,
             const char *placement,
             const char *children)
{
  draw_entity (model, "patron");
  draw_field (model, "patron", "_id", "string:3");
  draw_field (model, "patron", "name", "string:14");
  draw_entity (model, "address");
  draw_field (model, "address", "street", street);
  draw_field (model, "address", "city", city);
  draw_field (model, "address", "state", "string:2");
  draw_field (model, "address", "zip", "string:5");
  draw_relationship (model, "address_of", "patron", "address", placement, children, "1");
}

#define JOE "'_id':'joe','name':'Joe Bookreader'"
#define FAKE "'street':'123 Fake Street','city':'Faketon','state':'MA','zip':'12345'"

static void
test_patrons (void)
{
  {
    g_autoptr (SquillModel) model = squill_model_new ();

    draw_patron (model, "string:15", "string:7", "embed-one", "1");
    change (model, "address_of", "parent_name", "'address'");
    check (model, "patron", 132, "{" JOE ",'address':{" FAKE "}}");
  }
  {
    g_autoptr (SquillModel) model = squill_model_new ();

    draw_patron (model, "string:15", "string:7", "parent-reference", "1");
    change (model, "address_of", "child_name", "'patron_id'");
    change (model, "address_of", "child_order", "'1'");
    check (model, "patron", 43, "{" JOE "}");
    check (model, "address", 116, "{'_id':" OID ",'patron_id':'joe'," FAKE "}");
  }
  {
    g_autoptr (SquillModel) model = squill_model_new ();

    draw_patron (model, "string:15..17..19", "string:6..6.5..7", "embed-many", "2");
    change (model, "address_of", "parent_name", "'addresses'");
    check (model, "patron", 228,
           "{" JOE ",'addresses':[{" FAKE "},{'street':'1 Some Other Street','city':'Boston',"
           "'state':'MA','zip':'12345'}]}");
  }
}

static void
draw_book (SquillModel *model, const char *placement)
{
  draw_entity (model, "publisher");
  draw_field (model, "publisher", "_id", "string:7");
  draw_field (model, "publisher", "name", "string:14");
  draw_field (model, "publisher", "founded", "int");
  draw_field (model, "publisher", "location", "string:2");
  draw_entity (model, "book");
  draw_field (model, "book", "_id", "int");
  draw_field (model, "book", "title", "string:29");
  draw_field (model, "book", "author", "string:11..14..17[]2");
  draw_field (model, "book", "published_date", "date");
  draw_field (model, "book", "pages", "int");
  draw_field (model, "book", "language", "string:7");
  draw_relationship (model, "published", "book", "publisher", placement, "1", "0..1200..*");
}

#define BOOK                                                            \
  "'_id':123456789,'title':'MongoDB: The Definitive Guide',"            \
  "'author':['Kristina Chodorow','Mike Dirolf'],'published_date':" DATE \
  ",'pages':216,'language':'English'"
#define PUBLISHER "'name':'O\\u0027Reilly Media','founded':1980,'location':'CA'"

static void
test_books (void)
{
  {
    g_autoptr (SquillModel) model = squill_model_new ();

    draw_book (model, "embed-one");
    change (model, "published", "parent_name", "'publisher'");
    check (model, "book", 240, "{" BOOK ",'publisher':{" PUBLISHER "}}");
  }
  {
    g_autoptr (SquillModel) model = squill_model_new ();

    draw_book (model, "child-references");
    change (model, "published", "parent_name", "'publisher_id'");
    check (model, "book", 195, "{" BOOK ",'publisher_id':'oreilly'}");
    check (model, "publisher", 77, "{'_id':'oreilly'," PUBLISHER "}");
  }
}

/* The hot part of a movie, then the rest. */
#define HOT                                                                                   \
  "'_id':1,'title':'The Arrival of a Train','year':1896,'runtime':1,'released':" DATE         \
  ",'type':'movie','directors':['Auguste Lumière','Louis Lumière'],'countries':['France']," \
  "'genres':['Documentary','Short']"
#define PLOT                                                                                    \
  "A group of people are standing in a straight line along the platform of a railway station, " \
  "waiting for a train, which is seen coming at some distance. When the train stops at the "    \
  "platform, "
#define COLD                                                                                   \
  "'poster':'http://ia.media-imdb.com/images/M/"                                               \
  "MV5BMjEyNDk5MDYzOV5BMl5BanBnXkFtZTgwNjIxMTEwMzE@._V1_SX300.jpg',"                           \
  "'plot':'" PLOT "...','fullplot':'" PLOT                                                     \
  "the line dissolves. The doors of the railway-cars open, and people on the platform help "   \
  "passengers to get off.','lastupdated':" DATE ",'imdb':{'rating':7.3,'votes':5043,'id':12}," \
  "'tomatoes':{'viewer':{'rating':3.7,'numReviews':59},'lastUpdated':" DATE "}"

static void
test_movies (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();

  draw_entity (model, "movie");
  draw_field (model, "movie", "_id", "int");
  draw_field (model, "movie", "title", "string:22");
  draw_field (model, "movie", "year", "int");
  draw_field (model, "movie", "runtime", "int");
  draw_field (model, "movie", "released", "date");
  draw_field (model, "movie", "type", "string:5");
  draw_field (model, "movie", "directors", "string:14..15..16[]2");
  draw_field (model, "movie", "countries", "string:6[]1");
  draw_field (model, "movie", "genres", "string:5..8..11[]2");
  check (model, "movie", 242, "{" HOT "}");

  draw_field (model, "movie", "poster", "string:96");
  draw_field (model, "movie", "plot", "string:192");
  draw_field (model, "movie", "fullplot", "string:299");
  draw_field (model, "movie", "lastupdated", "date");
  draw_field (model, "movie", "imdb", "object");
  draw_field (model, "movie.imdb", "rating", "double");
  draw_field (model, "movie.imdb", "votes", "int");
  draw_field (model, "movie.imdb", "id", "int");
  draw_field (model, "movie", "tomatoes", "object");
  draw_field (model, "movie.tomatoes", "viewer", "object");
  draw_field (model, "movie.tomatoes.viewer", "rating", "double");
  draw_field (model, "movie.tomatoes.viewer", "numReviews", "int");
  draw_field (model, "movie.tomatoes", "lastUpdated", "date");
  check (model, "movie", 1016, "{" HOT "," COLD "}");
}

static void
test_reviews (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();

  draw_entity (model, "review");
  draw_field (model, "review", "review_id", "int");
  draw_field (model, "review", "review_author", "string:8");
  draw_field (model, "review", "review_text", "string:33");
  draw_field (model, "review", "published_date", "date");
  check_embedded (model, "review", 123,
                  "{'review_id':786,'review_author':'Kristina',"
                  "'review_text':'This is indeed an amazing widget.','published_date':" DATE "}");
}

#define STUDENT                                                        \
  "{'_id':" OID ",'first_name':'Sammy','last_name':'Shark','emails':[" \
  "{'email':'sammy@digitalocean.com','type':'work'},"                  \
  "{'email':'sammy@example.com','type':'home'}]"

static void
test_students (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();

  draw_entity (model, "student");
  draw_field (model, "student", "first_name", "string:5");
  draw_field (model, "student", "last_name", "string:5");
  draw_entity (model, "email");
  draw_field (model, "email", "email", "string:17..19.5..22");
  draw_field (model, "email", "type", "string:4");
  draw_relationship (model, "emails", "student", "email", "embed-many", "2", "1");
  check (model, "student", 187, STUDENT "}");

  draw_entity (model, "course");
  draw_field (model, "course", "name", "string:11");
  draw_field (model, "course", "department", "string:21");
  draw_field (model, "course", "points", "int");
  draw_relationship (model, "courses", "student", "course", "child-references", "2", "0..120..500");
  check (model, "student", 231, STUDENT ",'courses':[" OID "," OID "]}");
  check (model, "course", 94,
         "{'_id':" OID ",'name':'Physics 101','department':'Department of Physics','points':7}");

  draw_entity (model, "message");
  draw_field (model, "message", "subject", "string:32");
  draw_field (model, "message", "message", "string:106");
  draw_field (model, "message", "posted_on", "date");
  draw_relationship (model, "messages", "student", "message", "parent-reference", "0..1500..*",
                     "1");
  change (model, "messages", "child_name", "'posted_by'");
  check (model, "message", 230,
         "{'_id':" OID ",'subject':'Books on kinematics and dynamics','message':'Hello! Could you "
         "recommend good introductory books covering the topics of kinematics and dynamics? "
         "Thanks!','posted_on':" DATE ",'posted_by':" OID "}");
}

/* {"0": value, "1": value, …} */
static char *
number_keys (guint n, const char *value)
{
  GString *text = g_string_new ("{");

  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "%s'%u':%s", i == 0 ? "" : ",", i, value);
  g_string_append_c (text, '}');
  return g_string_free (text, FALSE);
}

static void
check_traffic (const char *speed, guint bytes, const char *keys)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autofree char *document =
      g_strdup_printf ("{'_id':" OID ",'segId':'I80_mile23','speed':%s,'ts':" DATE "}", keys);

  draw_entity (model, "traffic");
  draw_field (model, "traffic", "segId", "string:10");
  draw_field (model, "traffic", "speed", speed);
  draw_field (model, "traffic", "ts", "date");
  check (model, "traffic", bytes, document);
}

static void
test_traffic (void)
{
  g_autofree char *minute = number_keys (60, "63");
  g_autofree char *hour = number_keys (3600, "63");
  g_autofree char *nested = number_keys (60, minute);
  /* The usual key of 60 has D(60) / 60 bytes, of 3600 D(3600) / 3600. */
  const char *per_second = "int{}60#1..1.8333333333333333..2";

  check_traffic ("int", 67, "63");
  check_traffic (per_second, 538, minute);
  check_traffic ("int{}3600#1..3.6916666666666669..4", 34958, hour);
  {
    g_autoptr (SquillModel) model = squill_model_new ();

    draw_entity (model, "traffic");
    draw_field (model, "traffic", "segId", "string:10");
    draw_field (model, "traffic", "speed_num", "int");
    draw_field (model, "traffic", "speed_sum", "int");
    draw_field (model, "traffic", "ts", "date");
    check (model, "traffic", 86,
           "{'_id':" OID ",'segId':'I80_mile23','speed_num':60,'speed_sum':3780,'ts':" DATE "}");
  }
  {
    g_autoptr (SquillModel) model = squill_model_new ();
    g_autofree char *document =
        g_strdup_printf ("{'_id':" OID ",'segId':'I80_mile23','speed':%s,'ts':" DATE "}", nested);

    draw_entity (model, "traffic");
    draw_field (model, "traffic", "segId", "string:10");
    draw_field (model, "traffic", "speed", "object{}60#1..1.8333333333333333..2");
    draw_field (model, "traffic.speed", "[]", per_second);
    draw_field (model, "traffic", "ts", "date");
    check (model, "traffic", 28798, document);
  }
}

static void
test_id_arrays (void)
{
  const struct
  {
    guint n;
    guint bytes;
  } arrays[] = {
    { 0, 13 },     { 1, 28 },       { 9, 148 },        { 10, 163 },
    { 100, 1603 }, { 1000, 16903 }, { 10000, 178903 }, { 100000, 1888903 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (arrays); i++)
    {
      g_autoptr (SquillModel) model = squill_model_new ();
      g_autoptr (SquillDesign) design = NULL;
      g_autofree char *form = g_strdup_printf ("objectId[]%u", arrays[i].n);
      const SquillShape *shape;
      bson_t *encoded;

      draw_entity (model, "e");
      draw_field (model, "e", "a", form);
      draw_entity (model, "around");
      draw_relationship (model, "it", "around", "e", "embed-one", "1", "1");
      design = squill_design_new (model);
      shape = squill_design_get_stored (design, "it", TRUE);
      encoded = encode_shape (shape);
      g_assert_cmpuint (encoded->len, ==, arrays[i].bytes);
      g_assert_cmpfloat (shape->payload.likely, ==, arrays[i].bytes);
      bson_destroy (encoded);
    }
}

/* A matrix: arrays in an array. */
static void
test_nested_arrays (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();

  draw_entity (model, "hall");
  draw_field (model, "hall", "seats", "array[]3");
  draw_field (model, "hall.seats", "[]", "int[]4");
  check (model, "hall", 5 + 17 + 2 + 5 + 5 + 3 * (3 + 5 + 4 * 7),
         "{'_id':" OID ",'seats':[[0,0,0,0],[0,0,0,0],[0,0,0,0]]}");
}

/* Formulas. */

static void
test_digits (void)
{
  g_assert_cmpfloat (squill_size_digits (0), ==, 0);
  g_assert_cmpfloat (squill_size_digits (1), ==, 1);
  g_assert_cmpfloat (squill_size_digits (10), ==, 10);
  g_assert_cmpfloat (squill_size_digits (11), ==, 12);
  g_assert_cmpfloat (squill_size_digits (100), ==, 190);
  g_assert_cmpfloat (squill_size_digits (1000), ==, 2890);
  g_assert_cmpfloat (squill_size_digits (10000), ==, 38890);
  g_assert_cmpfloat (squill_size_digits (100000), ==, 488890);
  g_assert_cmpfloat (squill_size_digits (2.5), ==, 2.5);
  g_assert_cmpfloat (squill_size_digits (10.5), ==, 11);
  g_assert_cmpfloat (squill_size_digits (-1), ==, 0);
  g_assert_cmpfloat (squill_size_digits (INFINITY), ==, INFINITY);
}

static void
test_arrays (void)
{
  g_assert_cmpfloat (squill_size_array (0, 12), ==, 5);
  g_assert_cmpfloat (squill_size_array (0, INFINITY), ==, 5);
  g_assert_cmpfloat (squill_size_array (200, 12), ==, 3295);
  g_assert_cmpfloat (squill_size_array (2000, 12), ==, 34895);
  g_assert_cmpfloat (squill_size_array (3000, 12), ==, 52895);
  g_assert_cmpfloat (squill_size_array (10000, 12), ==, 178895);
  g_assert_cmpfloat (squill_size_array (100000, 12), ==, 1888895);
  g_assert_cmpfloat (squill_size_array (INFINITY, 12), ==, INFINITY);
}

/* What fits beside 100 bytes. */
static void
test_capacity (void)
{
  const double elements[] = { 12, 29, 48, 100, 250, 500, 1000, 4096 };
  const struct
  {
    double limit;
    double fit[8];
  } rows[] = {
    { 200 * 1024, { 11358, 5880, 3811, 1941, 803, 405, 203, 49 } },
    { 1024 * 1024, { 55767, 29432, 19265, 9901, 4099, 2074, 1043, 255 } },
    { 10e6, { 505550, 273270, 180553, 93560, 38953, 19745, 9941, 2438 } },
    { SQUILL_SIZE_DOCUMENT_LIMIT, { 844411, 456438, 301575, 156372, 65323, 33112, 16671, 4090 } },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    for (guint j = 0; j < G_N_ELEMENTS (elements); j++)
      g_assert_cmpfloat (squill_size_capacity (rows[i].limit, 100, elements[j]), ==,
                         rows[i].fit[j]);

  /* The most ids that fit into {_id, a: […]}. */
  g_assert_cmpfloat (squill_size_capacity (SQUILL_SIZE_DOCUMENT_LIMIT, 25, 12), ==, 844414);
  g_assert_cmpfloat (25 + squill_size_array (844414, 12), ==, 16777200);

  g_assert_cmpfloat (squill_size_capacity (100, 96, 1), ==, 0);
  g_assert_cmpfloat (squill_size_capacity (100, INFINITY, 1), ==, 0);
  g_assert_cmpfloat (squill_size_capacity (100, 0, INFINITY), ==, 0);
  g_assert_cmpfloat (squill_size_capacity (100, NAN, 1), ==, 0);
  g_assert_cmpfloat (squill_size_capacity (INFINITY, 0, 1), ==, INFINITY);
}

static void
test_years (void)
{
  double limit = SQUILL_SIZE_DOCUMENT_LIMIT;

  /* 301 575 lines fit beside 100 bytes; 2 come each minute. */
  g_assert_cmpfloat_with_epsilon (squill_size_years_to (limit, 100, 48, 0, 1051200),
                                  301575.0 / 1051200, 1e-12);
  g_assert_cmpfloat_with_epsilon (squill_size_years_to (limit, 100, 48, 300575, 1000), 1, 1e-12);
  g_assert_cmpfloat (squill_size_years_to (limit, 100, 48, 301576, 1000), ==, 0);
  g_assert_cmpfloat (squill_size_years_to (limit, 100, 48, 10, 0), ==, INFINITY);
  g_assert_cmpfloat (squill_size_years_to (limit, 100, 48, 10, NAN), ==, INFINITY);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/design/fixtures/values", test_values);
  g_test_add_func ("/design/fixtures/small-documents", test_small_documents);
  g_test_add_func ("/design/fixtures/kate", test_kate);
  g_test_add_func ("/design/fixtures/parts", test_parts);
  g_test_add_func ("/design/fixtures/hosts", test_hosts);
  g_test_add_func ("/design/fixtures/tasks", test_tasks);
  g_test_add_func ("/design/fixtures/cms", test_cms);
  g_test_add_func ("/design/fixtures/patrons", test_patrons);
  g_test_add_func ("/design/fixtures/books", test_books);
  g_test_add_func ("/design/fixtures/movies", test_movies);
  g_test_add_func ("/design/fixtures/reviews", test_reviews);
  g_test_add_func ("/design/fixtures/students", test_students);
  g_test_add_func ("/design/fixtures/traffic", test_traffic);
  g_test_add_func ("/design/fixtures/id-arrays", test_id_arrays);
  g_test_add_func ("/design/fixtures/nested-arrays", test_nested_arrays);
  g_test_add_func ("/design/size/digits", test_digits);
  g_test_add_func ("/design/size/arrays", test_arrays);
  g_test_add_func ("/design/size/capacity", test_capacity);
  g_test_add_func ("/design/size/years", test_years);
  return g_test_run ();
}

/* SPDX-License-Identifier: Apache-2.0 */

/* Tables in SQL as models. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include <math.h>
#include <string.h>

#include "advice/squill-advice.h"
#include "exchange/import/squill-sql.h"
#include "import-text.h"
#include "model/squill-model-file.h"

static gboolean
mentions (const GPtrArray *texts, const char *text)
{
  for (guint i = 0; i < texts->len; i++)
    if (strstr (texts->pdata[i], text) != NULL)
      return TRUE;
  return FALSE;
}

/* The result of an import can be built. */
static void
assert_no_errors (SquillModel *model)
{
  g_autoptr (SquillDesign) design = squill_design_new (model);
  g_autoptr (SquillAdvice) advice = squill_advice_new (design);
  const GPtrArray *findings = squill_advice_get_findings (advice);

  for (guint i = 0; i < findings->len; i++)
    {
      const SquillFinding *finding = findings->pdata[i];

      if (finding->severity == SQUILL_SEVERITY_ERROR)
        g_error ("%s: %s", finding->rule, finding->message);
    }
}

static SquillModel *
import_with_report (const char *sql, SquillImportReport *report)
{
  g_autoptr (GError) error = NULL;
  SquillModel *model = squill_sql_import ("shop", sql, strlen (sql), report, &error);

  g_assert_no_error (error);
  g_assert_false (squill_model_get_can_undo (model));
  assert_no_errors (model);
  return model;
}

/* Of a file in which all is understood. */
static SquillModel *
import (const char *sql)
{
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  SquillModel *model = import_with_report (sql, report);

  for (guint i = 0; i < report->problems->len; i++)
    {
      const SquillImportProblem *problem = report->problems->pdata[i];

      if (problem->line > 0)
        g_error ("%u:%u: %s", problem->line, problem->column, problem->text);
    }
  return model;
}

static const SquillEntity *
get_entity (SquillModel *model, const char *name)
{
  const SquillEntity *entity = squill_model_find_entity (model, name);

  if (entity == NULL)
    g_error ("No entity %s", name);
  return entity;
}

static const SquillField *
get_field (gconstpointer owner, const char *name)
{
  const SquillField *field = find_child (owner, SQUILL_KIND_FIELD, name);

  if (field == NULL)
    g_error ("No field %s", name);
  return field;
}

/* The relationship of a name. */
static const SquillRelationship *
get_relationship (SquillModel *model, const char *name)
{
  const SquillRelationship *r =
      find_child (squill_model_get_info (model), SQUILL_KIND_RELATIONSHIP, name);

  if (r == NULL)
    g_error ("No relationship %s", name);
  return r;
}

static void
assert_json (const json_t *value, const char *expected)
{
  json_auto_t *json = json_loads (expected, JSON_DECODE_ANY, NULL);

  g_assert_nonnull (json);
  if (!json_equal ((json_t *)value, json))
    {
      g_autofree char *text = value == NULL ? NULL : json_dumps (value, JSON_ENCODE_ANY);

      g_error ("%s instead of %s", text, expected);
    }
}

/* As pg_dump writes it: keys by ALTER TABLE, comments, data by COPY. */
static const char postgres[] =
    "--\n-- PostgreSQL database dump\n--\n\n"
    "\\restrict abc'def\n"
    "SET statement_timeout = 0;\n"
    "SELECT pg_catalog.set_config('search_path', '', false);\n"
    "CREATE SCHEMA sales;\n"
    "CREATE EXTENSION IF NOT EXISTS citext WITH SCHEMA public;\n"
    "CREATE TYPE public.mood AS ENUM (\n    'sad',\n    'it''s ok',\n    'happy'\n);\n"
    "CREATE DOMAIN public.percent AS integer\n\tCONSTRAINT percent_check CHECK (((VALUE >= 0) AND "
    "(VALUE <= 100)));\n"
    "CREATE FUNCTION public.touch() RETURNS trigger\n    LANGUAGE plpgsql\n    AS $_$\nBEGIN\n"
    "  NEW.note := 'a; CREATE TABLE no (x int);'; RETURN NEW;\nEND $_$;\n"
    "ALTER FUNCTION public.touch() OWNER TO postgres;\n"
    "CREATE TABLE public.customers (\n"
    "    id bigint NOT NULL,\n"
    "    \"full \"\"legal\"\" name\" character varying(80) DEFAULT ''::character varying NOT "
    "NULL,\n"
    "    email public.citext,\n"
    "    mood public.mood DEFAULT 'sad'::public.mood,\n"
    "    score public.percent,\n"
    "    tags text[] DEFAULT '{}'::text[] NOT NULL,\n"
    "    token uuid DEFAULT gen_random_uuid(),\n"
    "    profile jsonb,\n"
    "    balance numeric(10,2) DEFAULT 0.50,\n"
    "    wallet money,\n"
    "    photo bytea,\n"
    "    active boolean DEFAULT true NOT NULL,\n"
    "    born date,\n"
    "    at timestamp(6) without time zone DEFAULT now() NOT NULL,\n"
    "    kind text,\n"
    "    initials text GENERATED ALWAYS AS (left((kind)::text, 2)) STORED,\n"
    "    CONSTRAINT kind_check CHECK (((kind)::text = ANY ((ARRAY['a'::character varying, "
    "'b'::character varying])::text[])))\n"
    ");\n"
    "COMMENT ON TABLE public.customers IS 'Who buys; and pays';\n"
    "COMMENT ON COLUMN public.customers.email IS 'Where we write to';\n"
    "CREATE TABLE sales.orders (\n    id integer NOT NULL,\n    customer_id bigint NOT NULL,\n"
    "    note text\n);\n"
    "CREATE SEQUENCE sales.orders_id_seq AS integer START WITH 1;\n"
    "ALTER TABLE ONLY sales.orders ALTER COLUMN id SET DEFAULT "
    "nextval('sales.orders_id_seq'::regclass);\n"
    "ALTER TABLE public.customers ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (\n"
    "    SEQUENCE NAME public.customers_id_seq\n    START WITH 1\n);\n"
    "CREATE TABLE sales.order_lines (\n    order_id integer NOT NULL,\n    line smallint NOT "
    "NULL,\n"
    "    quantity integer NOT NULL,\n    CONSTRAINT q CHECK ((quantity > 0))\n);\n"
    "CREATE TABLE public.logs (at timestamp with time zone NOT NULL, text text)\n"
    "PARTITION BY RANGE (at);\n"
    "CREATE TABLE public.logs_2025 PARTITION OF public.logs FOR VALUES FROM ('2025-01-01') TO "
    "('2026-01-01');\n"
    "CREATE TABLE public.logs_2026 (at timestamp with time zone NOT NULL, text text);\n"
    "ALTER TABLE ONLY public.logs ATTACH PARTITION public.logs_2026 FOR VALUES FROM "
    "('2026-01-01') TO ('2027-01-01');\n"
    "CREATE TABLE public.vips (\n    since date\n)\nINHERITS (public.customers);\n"
    "CREATE VIEW public.happy AS\n SELECT customers.id FROM public.customers;\n"
    "COPY public.customers (id, mood) FROM stdin;\n"
    "1\tsad\n2\t\\N\n3\tit's; CREATE TABLE x (\n\\.\n\n"
    "COPY sales.orders (id, customer_id, note) FROM stdin;\n"
    "1\t1\ta\n2\t1\tb\n3\t1\tc\n4\t2\td\n5\t2\te\n6\t3\tf\n\\.\n"
    "COPY sales.order_lines (order_id, line, quantity) FROM stdin;\n"
    "1\t1\t1\n1\t2\t1\n2\t1\t1\n3\t1\t1\n4\t1\t1\n5\t1\t1\n6\t1\t1\n\\.\n"
    "COPY public.logs_2025 (at, text) FROM stdin;\n2025-01-02\tx\n\\.\n"
    "INSERT INTO public.logs_2026 VALUES ('2026-01-01', 'a); ('), ('2026-01-02', 'b');\n"
    "SELECT pg_catalog.setval('sales.orders_id_seq', 6, true);\n"
    "ALTER TABLE ONLY public.customers\n    ADD CONSTRAINT customers_pkey PRIMARY KEY (id);\n"
    "ALTER TABLE ONLY public.customers\n    ADD CONSTRAINT customers_email_key UNIQUE (email);\n"
    "ALTER TABLE ONLY sales.orders\n    ADD CONSTRAINT orders_pkey PRIMARY KEY (id);\n"
    "ALTER TABLE ONLY sales.order_lines\n    ADD CONSTRAINT lines_pkey PRIMARY KEY (order_id, "
    "line);\n"
    "CREATE INDEX by_kind ON public.customers USING btree (kind, at DESC) WHERE (active AND "
    "(score >= 10));\n"
    "CREATE INDEX by_lower ON public.customers USING btree (lower(kind));\n"
    "CREATE INDEX orders_customer ON sales.orders USING btree (customer_id);\n"
    "CREATE TRIGGER touch BEFORE UPDATE ON public.customers FOR EACH ROW EXECUTE FUNCTION "
    "public.touch();\n"
    "ALTER TABLE ONLY sales.orders\n    ADD CONSTRAINT orders_fk FOREIGN KEY (customer_id) "
    "REFERENCES public.customers(id) ON UPDATE CASCADE;\n"
    "ALTER TABLE ONLY sales.order_lines\n    ADD CONSTRAINT lines_fk FOREIGN KEY (order_id) "
    "REFERENCES sales.orders(id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED;\n"
    "GRANT SELECT ON TABLE public.customers TO reader;\n"
    "\\unrestrict abc'def\n";

static void
test_postgres (void)
{
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  g_autoptr (SquillModel) model = import_with_report (postgres, report);
  const SquillEntity *customers = get_entity (model, "customers");
  const SquillEntity *orders = get_entity (model, "orders");
  const SquillField *field;
  const SquillIndex *index;
  const SquillRelationship *r;

  g_assert_cmpuint (count_children (squill_model_get_info (model), SQUILL_KIND_ENTITY), ==, 5);
  g_assert_cmpstr (customers->description, ==, "Who buys; and pays");
  g_assert_cmpfloat (customers->count.likely, ==, 3);
  g_assert_cmpfloat (get_entity (model, "logs")->count.likely, ==, 3);
  g_assert_true (mentions (report->outcomes, "“logs_2025” is a part of “logs”"));
  g_assert_true (mentions (report->outcomes, "“logs_2026” is a part of “logs”"));
  g_assert_true (mentions (report->outcomes, "“customers”"));

  field = get_field (customers, "_id");
  g_assert_cmpuint (field->types, ==, SQUILL_TYPE_LONG);
  g_assert_true (field->required);
  field = get_field (customers, "full \"legal\" name");
  g_assert_cmpuint (field->types, ==, SQUILL_TYPE_STRING);
  g_assert_cmpfloat (field->max_length, ==, 80);
  g_assert_true (field->required);
  assert_json (field->default_value, "\"\"");
  field = get_field (customers, "email");
  g_assert_cmpstr (field->description, ==, "Where we write to");
  g_assert_false (field->required);
  field = get_field (customers, "mood");
  assert_json (field->enumeration, "[\"sad\", \"it's ok\", \"happy\"]");
  assert_json (field->default_value, "\"sad\"");
  field = get_field (customers, "score");
  g_assert_cmpuint (field->types, ==, SQUILL_TYPE_INT);
  assert_json (field->minimum, "0");
  assert_json (field->maximum, "100");
  field = get_field (customers, "tags");
  g_assert_true (field->array);
  g_assert_cmpuint (field->types, ==, SQUILL_TYPE_STRING);
  field = get_field (customers, "token");
  g_assert_cmpuint (field->types, ==, SQUILL_TYPE_BINARY);
  g_assert_cmpfloat (field->subtype, ==, 4);
  g_assert_cmpuint (get_field (customers, "profile")->types, ==, SQUILL_TYPE_OBJECT);
  field = get_field (customers, "balance");
  g_assert_cmpuint (field->types, ==, SQUILL_TYPE_DECIMAL);
  assert_json (field->default_value, "{\"$numberDecimal\": \"0.50\"}");
  g_assert_cmpstr (get_field (customers, "wallet")->meaning, ==, "money");
  g_assert_cmpuint (get_field (customers, "photo")->types, ==, SQUILL_TYPE_BINARY);
  assert_json (get_field (customers, "active")->default_value, "true");
  g_assert_cmpuint (get_field (customers, "born")->types, ==, SQUILL_TYPE_DATE);
  g_assert_cmpuint (get_field (customers, "at")->types, ==, SQUILL_TYPE_DATE);
  assert_json (get_field (customers, "kind")->enumeration, "[\"a\", \"b\"]");
  g_assert_nonnull (strstr (get_field (customers, "initials")->description, "left((kind)::text"));
  g_assert_nonnull (get_field (get_entity (model, "vips"), "since"));
  g_assert_nonnull (get_field (get_entity (model, "vips"), "email"));

  /* Rows without a value are none to a unique index of SQL. */
  index = find_child (customers, SQUILL_KIND_INDEX, "customers_email_key");
  g_assert_true (index->unique);
  assert_json (index->partial, "{\"email\": {\"$exists\": true}}");
  index = find_child (customers, SQUILL_KIND_INDEX, "by_kind");
  g_assert_cmpuint (index->keys->len, ==, 2);
  g_assert_cmpstr (((SquillKey *)index->keys->pdata[1])->operator, ==, "-1");
  assert_json (index->partial, "{\"active\": true, \"score\": {\"$gte\": 10}}");

  /* A reference stands where its column did, and what is a part goes into the whole. */
  r = get_relationship (model, "orders");
  g_assert_cmpint (r->placement, ==, SQUILL_PLACEMENT_PARENT_REFERENCE);
  g_assert_cmpstr (r->child_name, ==, "customer_id");
  g_assert_cmpfloat (r->children.likely, ==, 2);
  g_assert_cmpfloat (r->parents.min, ==, 1);
  g_assert_cmpstr (r->child_order, <, get_field (orders, "note")->order);
  g_assert_null (find_child (orders, SQUILL_KIND_FIELD, "customer_id"));
  g_assert_cmpstr (
      ((SquillKey *)((SquillIndex *)find_child (orders, SQUILL_KIND_INDEX, "orders_customer"))
           ->keys->pdata[0])
          ->path,
      ==, r->item.id);
  r = get_relationship (model, "order_lines");
  g_assert_cmpint (r->placement, ==, SQUILL_PLACEMENT_EMBED_MANY);
  g_assert_true (r->contains);
  assert_json (get_field (get_entity (model, "order_lines"), "quantity")->minimum, "1");

  /* What a model cannot have is said, with its place where it has one. */
  g_assert_cmpuint (find_problem (report, "expression of “customers”")->line, >, 90);
  g_assert_nonnull (find_problem (report, "happy"));
  g_assert_nonnull (find_problem (report, "touch"));
  g_assert_nonnull (find_problem (report, "customers.token"));
  g_assert_nonnull (find_problem (report, "customers.id, orders.id"));
  g_assert_cmpuint (report->problems->len, ==, 6);
}

/* As mysqldump writes it: comments that are code, keys within the table, other quotes. */
static const char mysql[] =
    "-- MySQL dump 10.13  Distrib 8.0.36, for Linux (x86_64)\n"
    "/*!40101 SET @OLD_CHARACTER_SET_CLIENT=@@CHARACTER_SET_CLIENT */;\n"
    "/*!50503 SET NAMES utf8mb4 */;\n"
    "DROP TABLE IF EXISTS `authors`;\n"
    "/*!40101 SET @saved_cs_client     = @@character_set_client */;\n"
    "CREATE TABLE `authors` (\n"
    "  `id` int unsigned NOT NULL AUTO_INCREMENT COMMENT 'its number',\n"
    "  `name` varchar(45) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL COMMENT 'it\\'s; "
    "''x''',\n"
    "  `bio` mediumtext,\n"
    "  `alive` tinyint(1) NOT NULL DEFAULT '1',\n"
    "  `rank` tinyint unsigned DEFAULT NULL,\n"
    "  `genre` enum('novel','poem, long','it''s') NOT NULL DEFAULT 'novel',\n"
    "  `langs` set('en','de') DEFAULT NULL,\n"
    "  `pay` decimal(8,0) DEFAULT '0',\n"
    "  `place` point /*!80003 SRID 4326 */ NOT NULL,\n"
    "  `seen` timestamp NULL DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP,\n"
    "  `big` bigint(20) unsigned DEFAULT '-5',\n"
    "  `key` varchar(10) DEFAULT NULL,\n"
    "  PRIMARY KEY (`id`),\n"
    "  UNIQUE KEY `u_name` (`name`(20),`alive`) USING BTREE,\n"
    "  KEY `by_seen` (`seen` DESC),\n"
    "  FULLTEXT KEY `words` (`bio`),\n"
    "  SPATIAL KEY `where_is` (`place`)\n"
    ") ENGINE=InnoDB AUTO_INCREMENT=201 DEFAULT CHARSET=utf8mb4 COMMENT='Who writes; (a lot)';\n"
    "CREATE TABLE `books` (\n"
    "  `id` int NOT NULL,\n"
    "  `editor_id` int unsigned DEFAULT NULL,\n"
    "  `title` varchar(10),\n"
    "  PRIMARY KEY (`id`),\n"
    "  KEY `fk_editor` (`editor_id`),\n"
    "  CONSTRAINT `fk_editor` FOREIGN KEY (`editor_id`) REFERENCES `authors` (`id`) ON DELETE SET "
    "NULL\n"
    ") ENGINE=InnoDB;\n"
    "CREATE TABLE `author_book` (\n"
    "  `author_id` int unsigned NOT NULL,\n  `book_id` int NOT NULL,\n"
    "  `added` datetime NOT NULL,\n"
    "  PRIMARY KEY (`author_id`,`book_id`),\n  KEY `book` (`book_id`),\n"
    "  CONSTRAINT `a` FOREIGN KEY (`author_id`) REFERENCES `authors` (`id`) ON DELETE CASCADE,\n"
    "  CONSTRAINT `b` FOREIGN KEY (`book_id`) REFERENCES `books` (`id`)\n"
    ") COMMENT='who wrote what';\n"
    "LOCK TABLES `authors` WRITE;\n"
    "/*!40000 ALTER TABLE `authors` DISABLE KEYS */;\n"
    "INSERT INTO `authors` VALUES (1,'a\\'),(2,','x;'),(2,'b -- no',\"q\\\")(\"),(3,_binary "
    "'z',0x00);\n"
    "INSERT INTO `authors` (`id`) VALUES (4) ON DUPLICATE KEY UPDATE `id`=VALUES(`id`);\n"
    "/*!40000 ALTER TABLE `authors` ENABLE KEYS */;\n"
    "UNLOCK TABLES;\n"
    "INSERT INTO books VALUES (1,1,'x'),(2,1,'y');\n"
    "INSERT INTO author_book VALUES (1,1,now()),(1,2,now()),(2,2,now());\n"
    "DELIMITER ;;\n"
    "/*!50003 CREATE*/ /*!50017 DEFINER=`root`@`%`*/ /*!50003 TRIGGER `ins` AFTER INSERT ON "
    "`books` "
    "FOR EACH ROW BEGIN\n  INSERT INTO log VALUES (1); IF 1 THEN SET @a = CASE WHEN 1 THEN 2 END; "
    "END "
    "IF; END */;;\n"
    "DELIMITER ;\n"
    "/*!50001 CREATE VIEW `v` AS SELECT 1 AS `a`*/;\n";

static void
test_mysql (void)
{
  g_autoptr (SquillModel) model = import (mysql);
  const SquillEntity *authors = get_entity (model, "authors");
  const SquillField *field;
  const SquillIndex *index;
  const SquillRelationship *r;

  g_assert_cmpuint (count_children (squill_model_get_info (model), SQUILL_KIND_ENTITY), ==, 2);
  g_assert_cmpstr (authors->description, ==, "Who writes; (a lot)");
  g_assert_cmpfloat (authors->count.likely, ==, 4);
  field = get_field (authors, "_id");
  g_assert_cmpuint (field->types, ==, SQUILL_TYPE_LONG);
  assert_json (field->minimum, "0");
  g_assert_cmpstr (field->description, ==, "its number");
  field = get_field (authors, "name");
  g_assert_cmpstr (field->description, ==, "it's; 'x'");
  g_assert_cmpfloat (field->max_length, ==, 45);
  g_assert_cmpuint (get_field (authors, "bio")->types, ==, SQUILL_TYPE_STRING);
  assert_json (get_field (authors, "alive")->default_value, "true");
  g_assert_cmpuint (get_field (authors, "rank")->types, ==, SQUILL_TYPE_INT);
  assert_json (get_field (authors, "genre")->enumeration, "[\"novel\", \"poem, long\", \"it's\"]");
  field = get_field (authors, "langs");
  g_assert_true (field->array);
  assert_json (field->enumeration, "[\"en\", \"de\"]");
  g_assert_true (get_field (authors, "pay")->whole);
  g_assert_cmpuint (get_field (authors, "place")->types, ==, SQUILL_TYPE_OBJECT);
  g_assert_cmpuint (get_field (authors, "seen")->types, ==, SQUILL_TYPE_DATE);
  assert_json (get_field (authors, "big")->default_value, "-5");
  g_assert_cmpfloat (get_field (authors, "key")->max_length, ==, 10);
  index = find_child (authors, SQUILL_KIND_INDEX, "u_name");
  g_assert_true (index->unique);
  g_assert_null (index->partial);
  g_assert_cmpuint (index->keys->len, ==, 2);
  index = find_child (authors, SQUILL_KIND_INDEX, "words");
  g_assert_cmpstr (((SquillKey *)index->keys->pdata[0])->operator, ==, "text");
  index = find_child (authors, SQUILL_KIND_INDEX, "where_is");
  g_assert_cmpstr (((SquillKey *)index->keys->pdata[0])->operator, ==, "2dsphere");

  /* What joins is a relationship, with what it says beside. */
  r = get_relationship (model, "author_book");
  g_assert_cmpstr (r->description, ==, "who wrote what");
  g_assert_cmpstr (r->parent, ==, authors->item.id);
  g_assert_cmpfloat (r->children.likely, ==, 0.75);
  g_assert_cmpfloat (r->parents.likely, ==, 1.5);
  g_assert_true (r->parents.max > 1);
  g_assert_cmpuint (get_field (r, "added")->types, ==, SQUILL_TYPE_DATE);
  g_assert_cmpfloat (get_relationship (model, "books_editor_id")->parents.min, ==, 0);
}

/* SQLite, and what people write by hand. */
static void
test_sqlite (void)
{
  g_autoptr (SquillModel) model = import (
      "PRAGMA foreign_keys=OFF;\nBEGIN TRANSACTION;\n"
      "CREATE TABLE IF NOT EXISTS \"user\" (id INTEGER PRIMARY KEY AUTOINCREMENT, 'nick' "
      "TEXT UNIQUE, x, y BLOB, z VARCHAR(20) COLLATE NOCASE DEFAULT \"none\");\n"
      "INSERT INTO user VALUES(1,'a;b','c',X'00',NULL);\n"
      "INSERT INTO user VALUES(2,'it''s',NULL,NULL,NULL);\n"
      "CREATE TABLE follows(a INTEGER NOT NULL REFERENCES user ON DELETE CASCADE, b INTEGER "
      "NOT NULL REFERENCES user(id), PRIMARY KEY(a, b)) WITHOUT ROWID;\n"
      "CREATE TABLE [pass port](user_id INTEGER PRIMARY KEY REFERENCES user(id), [no] TEXT "
      "NOT NULL CHECK ([no] IN ('a','b')));\n"
      "CREATE TABLE place(country TEXT, code TEXT, name TEXT, parent_country TEXT, "
      "parent_code TEXT, PRIMARY KEY(country, code), FOREIGN KEY(parent_country, "
      "parent_code) REFERENCES place(country, code));\n"
      "CREATE TRIGGER t AFTER INSERT ON user BEGIN UPDATE user SET x = 1; SELECT CASE WHEN 1 "
      "THEN 2 END; END;\n"
      "CREATE UNIQUE INDEX by_z ON user(z);\nCOMMIT;\n");
  const SquillEntity *user = get_entity (model, "user");
  const SquillEntity *place = get_entity (model, "place");
  const SquillField *field;
  const SquillRelationship *r;

  g_assert_cmpuint (count_children (squill_model_get_info (model), SQUILL_KIND_ENTITY), ==, 3);
  g_assert_cmpfloat (user->count.likely, ==, 2);
  g_assert_cmpuint (get_field (user, "nick")->types, ==, SQUILL_TYPE_STRING);
  g_assert_cmpuint (get_field (user, "x")->types, ==, SQUILL_TYPE_NONE);
  assert_json (get_field (user, "z")->default_value, "\"none\"");
  g_assert_cmpuint (count_children (user, SQUILL_KIND_INDEX), ==, 2);
  r = get_relationship (model, "follows");
  g_assert_cmpstr (r->parent, ==, user->item.id);
  g_assert_cmpstr (r->child, ==, user->item.id);
  /* The key of one is the key of the other. */
  r = get_relationship (model, "pass port");
  g_assert_cmpfloat (r->children.max, ==, 1);
  assert_json (get_field (get_entity (model, "pass port"), "no")->enumeration, "[\"a\", \"b\"]");
  /* A key of two columns, and a reference to it. */
  field = get_field (place, "_id");
  g_assert_cmpuint (field->types, ==, SQUILL_TYPE_OBJECT);
  g_assert_true (get_field (field, "country")->required);
  g_assert_null (find_child (place, SQUILL_KIND_FIELD, "parent_code"));
  r = get_relationship (model, "place_parent_country");
  g_assert_cmpstr (r->child_name, ==, "place");
}

/* Names that a tool for migrations fills in before the file is run. */
static void
test_placeholders (void)
{
  g_autoptr (SquillModel) model =
      import ("CREATE TABLE IF NOT EXISTS ${schema}.users (id int PRIMARY KEY);\n"
              "CREATE TABLE {{ schema }}.posts (id int PRIMARY KEY,\n"
              "  author int REFERENCES ${schema}.users (id));\n"
              "CREATE TABLE ${flyway:defaultSchema}.\"tags\" (id int PRIMARY KEY, a ${type});\n");
  guint n;

  squill_item_get_children (squill_model_get_info (model), SQUILL_KIND_ENTITY, &n);
  g_assert_cmpuint (n, ==, 3);
  squill_item_get_children (squill_model_get_info (model), SQUILL_KIND_RELATIONSHIP, &n);
  g_assert_cmpuint (n, ==, 1);
  g_assert_nonnull (squill_model_find_entity (model, "users"));
  g_assert_nonnull (squill_model_find_entity (model, "posts"));
  g_assert_nonnull (squill_model_find_entity (model, "tags"));
}

/* What may lack one of its ends is no link, but a thing of its own. */
static void
test_no_join (void)
{
  g_autoptr (SquillModel) model =
      import ("CREATE TABLE users (id int PRIMARY KEY);\n"
              "CREATE TABLE orders (id int PRIMARY KEY, customer int NOT NULL REFERENCES users, "
              "editor int REFERENCES users);\n"
              "CREATE TABLE pairs (id int PRIMARY KEY, a int NOT NULL REFERENCES users, b int NOT "
              "NULL REFERENCES orders);\n");

  g_assert_nonnull (squill_model_find_entity (model, "orders"));
  g_assert_null (squill_model_find_entity (model, "pairs"));
}

/* A table of several others, each of which it needs, is embedded in one of them at most. */
static void
test_one_place (void)
{
  g_autoptr (SquillModel) model =
      import ("CREATE TABLE invoice (id int PRIMARY KEY);\n"
              "CREATE TABLE track (id int PRIMARY KEY, album int);\n"
              "CREATE TABLE invoice_line (id int PRIMARY KEY, track_id int NOT NULL REFERENCES "
              "track, invoice_id int NOT NULL REFERENCES invoice, n int);\n"
              "INSERT INTO invoice VALUES (1), (2);\nINSERT INTO track VALUES (1, 1), (2, 2);\n"
              "INSERT INTO invoice_line VALUES (1, 1, 1, 5), (2, 1, 2, 5), (3, 2, 1, 5);\n");
  guint n, n_embedded = 0;
  gpointer const *all =
      squill_item_get_children (squill_model_get_info (model), SQUILL_KIND_RELATIONSHIP, &n);

  for (guint i = 0; i < n; i++)
    {
      const SquillRelationship *r = all[i];
      const gboolean is_embedded = r->placement == SQUILL_PLACEMENT_EMBED_MANY;

      n_embedded += is_embedded;
      g_assert_cmpint (is_embedded, ==,
                       g_str_equal (r->parent, get_entity (model, "invoice")->item.id));
    }
  g_assert_cmpuint (n_embedded, ==, 1);
}

/* What is not understood is told with its place, and the rest is kept. */
static void
test_tolerant (void)
{
  static const struct
  {
    const char *sql;
    guint line, column;
    const char *problem;
  } cases[] = {
    { "CREATE TABLE a (id int);\n  FROBNICATE the table;\nCREATE TABLE b (id int);", 2, 3,
      "not understood" },
    { "CREATE TABLE a (id int);\nCREATE TABLE b (id int, 5 = 3);", 2, 25, "name of a column" },
    { "CREATE TABLE a (id int);\nCREATE TABLE b (id int, x text DEFAULT 'no end);", 2, 40,
      "is not closed" },
    { "CREATE TABLE a (id int);\nCREATE TABLE b (id int", 2, 23, "is not closed" },
    { "CREATE TABLE a (id int)\nCREATE TABLE b (id int, ID int)", 2, 25, "already has a column" },
    { "CREATE TABLE a (id int, b int)\nGO\nCREATE TABLE b (id int REFERENCES nowhere (id))\nGO\n",
      3, 35, "“nowhere”" },
    { "CREATE TABLE a (id int); /* no end\nCREATE TABLE b (id int);", 1, 26, "is not closed" },
    { "CREATE TABLE a (id int); CREATE TABLE b (id int);\nALTER TABLE c ADD x int;", 2, 13, "“c”" },
    { "CREATE TABLE a (id int); CREATE TABLE b (id int);\nCREATE INDEX i ON c (id);", 2, 14,
      "“c”" },
    { "CREATE TABLE a (id int);\nCREATE TABLE b (id int, name é TEXT, EXCLUDE USING gist (id));", 2,
      38, "constraint" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (SquillImportReport) report = squill_import_report_new ();
      g_autoptr (SquillModel) model = import_with_report (cases[i].sql, report);
      const SquillImportProblem *problem = find_problem (report, cases[i].problem);

      if (problem == NULL)
        g_error ("Nothing is told of %s", cases[i].sql);
      if (problem->line != cases[i].line || problem->column != cases[i].column)
        g_error ("%u:%u: %s", problem->line, problem->column, problem->text);
      g_assert_cmpuint (count_children (get_entity (model, "a"), SQUILL_KIND_FIELD), >=, 1);
    }
}

/* A file without a table is an error with a place. */
static void
test_refused (void)
{
  static const char *const texts[] = { "",  "no SQL at all", "{\"a\": 1}", "SELECT 1;",
                                       "'", "\xff\xfe" };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (SquillImportReport) report = squill_import_report_new ();
      g_autoptr (GError) error = NULL;
      guint line, column;

      g_assert_null (squill_sql_import ("x", texts[i], strlen (texts[i]), report, &error));
      g_assert_true (squill_model_parse_position (error, &line, &column));
      g_assert_cmpuint (line, ==, 1);
    }
}

/* Tables change after they were created. */
static void
test_altered (void)
{
  g_autoptr (SquillModel) model = import (
      "CREATE TABLE a (x int, y int, z int);\nALTER TABLE a ADD COLUMN w text NOT NULL, DROP "
      "COLUMN z, ADD PRIMARY KEY (x);\nALTER TABLE a RENAME COLUMN y TO v;\n"
      "ALTER TABLE a MODIFY v varchar(7) NOT NULL, COMMENT = 'all of it';\n"
      "ALTER TABLE a RENAME TO b;\nCREATE TABLE gone (x int);\nDROP TABLE gone;\n");
  const SquillEntity *b = get_entity (model, "b");

  g_assert_cmpuint (count_children (squill_model_get_info (model), SQUILL_KIND_ENTITY), ==, 1);
  g_assert_cmpuint (count_children (b, SQUILL_KIND_FIELD), ==, 3);
  g_assert_cmpfloat (get_field (b, "v")->max_length, ==, 7);
  g_assert_true (get_field (b, "w")->required);
  g_assert_cmpstr (b->description, ==, "all of it");
}

/* Schemas may have tables of the same name, and a shell of Windows writes UTF-16. */
static void
test_names (void)
{
  static const char sql[] =
      "CREATE TABLE one.t (id int PRIMARY KEY);\nCREATE TABLE two.t (id int "
      "PRIMARY KEY, one_id int REFERENCES one.t (id), \"a.b\" int, \"$c\" int);\n";
  g_autofree char *wide = NULL;
  g_autofree char *marked = NULL;
  gsize length;
  g_autoptr (SquillModel) model = import (sql);
  g_autoptr (SquillModel) same = NULL;
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  const SquillEntity *second = get_entity (model, "two_t");

  g_assert_nonnull (get_field (second, "a_b"));
  g_assert_nonnull (get_field (second, "_c"));
  g_assert_cmpstr (get_relationship (model, "two_t")->parent, ==, get_entity (model, "t")->item.id);
  wide = g_convert (sql, -1, "UTF-16LE", "UTF-8", NULL, &length, NULL);
  marked = g_malloc (length + 2);
  memcpy (marked, "\xff\xfe", 2);
  memcpy (marked + 2, wide, length);
  same = squill_sql_import ("shop", marked, length + 2, report, NULL);
  g_assert_nonnull (squill_model_find_entity (same, "two_t"));
}

/* What is not UTF-16 although it says so is not read as far as it would be long. */
static void
test_encoding (void)
{
  static const char behind[] = "\nCREATE TABLE t (id int);\n";
  const gsize length = 2 + 2 * 100 + 1;
  /* The spaces are characters that take three bytes, and the last one lacks a half. */
  g_autofree char *data = g_strnfill (length + strlen (behind), ' ');
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  g_autoptr (GError) error = NULL;

  memcpy (data, "\xff\xfe", 2);
  memcpy (data + length, behind, strlen (behind));
  g_assert_null (squill_sql_import ("x", data, length, report, &error));
  g_assert_error (error, SQUILL_MODEL_ERROR, SQUILL_MODEL_ERROR_SYNTAX);
}

/* The code of triggers and procedures ends where it ends, and tables have none. */
static void
test_code (void)
{
  static const struct
  {
    const char *sql;
    guint n_tables;
  } cases[] = {
    { "create table event (id int primary key, begin date);\ncreate index i on event (begin);\n"
      "create table b (id int primary key);\n",
      2 },
    { "create table a (id int);\nalter table a add package int, add begin int;\ncreate table b (id "
      "int primary key);\n",
      2 },
    { "CREATE TABLE a (id int primary key)\nGO\nCREATE PROCEDURE p AS\nBEGIN\n  BEGIN TRANSACTION\n"
      "  UPDATE a SET id = 1\n  COMMIT TRANSACTION\nEND\nGO\nCREATE TABLE b (id int primary "
      "key)\nGO\n",
      2 },
    { "CREATE PROC p AS\nBEGIN TRAN\nCOMMIT\nGO\nCREATE TABLE b (id int primary key)\nGO\n", 1 },
    { "CREATE PROCEDURE p IS BEGIN BEGIN NULL; END;\n/\nCREATE TABLE b (id int primary key);\n",
      1 },
    { "DELIMITER //\nCREATE PROCEDURE p () BEGIN BEGIN SELECT 1; END//\nDELIMITER ;\n"
      "CREATE TABLE b (id int primary key);\n",
      1 },
    { "DELIMITER $$\nCREATE TABLE a (id int primary key)$$\n"
      "CREATE TRIGGER t BEFORE INSERT ON a FOR EACH ROW BEGIN SET NEW.id = 1; END$$\n"
      "CREATE TABLE b (id int primary key)$$\n",
      2 },
    { "DELIMITER $$\nCREATE TRIGGER t BEFORE INSERT ON a FOR EACH ROW BEGIN SET NEW.id = 1; END$$ "
      "DELIMITER ;\nUSE x; CREATE TABLE b (id int primary key); CREATE TABLE c (id int);\n",
      2 },
    /* The delimiter is never set back. */
    { "DELIMITER $$\nCREATE PROCEDURE p () BEGIN SELECT 1; END$$\n"
      "INSERT INTO z VALUES (1); CREATE TABLE a (id int); SET x = 1; CREATE TABLE b (id int);\n",
      2 },
    { "COPY z FROM '/z.csv'\nDELIMITER ','\nCSV HEADER;\nSELECT 1; CREATE TABLE b (id int);", 1 },
    { "CREATE TABLE a (id int primary key);\nCREATE TRIGGER t AFTER INSERT ON a\n"
      "BEGIN UPDATE a SET id = CASE WHEN 1 THEN 2 END; END;\nCREATE TABLE b (id int);\n",
      2 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (SquillImportReport) report = squill_import_report_new ();
      g_autoptr (SquillModel) model = import_with_report (cases[i].sql, report);

      g_assert_nonnull (squill_model_find_entity (model, "b"));
      g_assert_cmpuint (count_children (squill_model_get_info (model), SQUILL_KIND_ENTITY), ==,
                        cases[i].n_tables);
      g_assert_null (find_problem (report, "is not closed"));
    }
}

static void
test_endless_code (void)
{
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  g_autoptr (SquillModel) model =
      import_with_report ("CREATE TABLE a (id int);\nCREATE TRIGGER t AFTER INSERT ON a\n  BEGIN "
                          "UPDATE a SET id = 1;\n",
                          report);
  const SquillImportProblem *problem = find_problem (report, "This code is not closed");

  g_assert_nonnull (problem);
  g_assert_cmpuint (problem->line, ==, 3);
  g_assert_cmpuint (problem->column, ==, 3);
}

/* A column may refer to one row alone, and to another one with others. */
static void
test_shared_column (void)
{
  g_autoptr (SquillModel) model = import (
      "create table tenants (id int primary key, name text);\n"
      "create table projects (tenant_id int references tenants (id), id int, name text, primary "
      "key "
      "(tenant_id, id));\n"
      "create table tasks (id int primary key, tenant_id int not null references tenants (id), "
      "project_id int, title text, foreign key (tenant_id, project_id) references projects "
      "(tenant_id, id));\n");
  const SquillEntity *tasks = get_entity (model, "tasks");
  const char *tenant = get_field (tasks, "tenant_id")->item.id;
  guint n, n_holders = 0;
  gpointer const *relationships =
      squill_item_get_children (squill_model_get_info (model), SQUILL_KIND_RELATIONSHIP, &n);

  for (guint i = 0; i < n; i++)
    {
      const SquillRelationship *r = relationships[i];

      if (g_strcmp0 (r->child, tasks->item.id) == 0)
        n_holders += g_strcmp0 (r->child_holder, tenant) == 0;
    }
  g_assert_cmpuint (n_holders, ==, 1);
}

/* Foreign keys to columns that are unique together: with the primary key among them, and without.
 */
static void
test_unique_columns (void)
{
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  g_autoptr (SquillModel) model = import_with_report (
      "create table users (id int primary key, tenant int not null, email text not null, "
      "unique (tenant, id), unique (tenant, email));\n"
      "create table posts (id int primary key, tenant int, user_id int not null,\n"
      "  foreign key (tenant, user_id) references users (tenant, id));\n"
      "create table logins (id int primary key, tenant int not null, email text not null,\n"
      "  foreign key (tenant, email) references users (tenant, email));\n"
      "create table odd (id int primary key, tenant int, name text,\n"
      "  foreign key (tenant, name) references users (tenant, name));\n",
      report);
  const SquillEntity *posts = get_entity (model, "posts"), *logins = get_entity (model, "logins");
  const SquillImportProblem *told = find_problem (report, "“logins” refers to several columns");
  guint n_posts = 0, n_logins = 0;

  SQUILL_FOR_EACH_CHILD (SquillRelationship, r, squill_model_get_info (model),
                         SQUILL_KIND_RELATIONSHIP)
    {
      g_assert_null (r->parent_key);
      n_posts += g_strcmp0 (r->child, posts->item.id) == 0 &&
                 g_strcmp0 (r->child_name, "user_id") == 0 && r->parents.min == 1;
      n_logins += g_strcmp0 (r->child, logins->item.id) == 0 && r->parents.min == 1;
    }
  g_assert_cmpuint (n_posts, ==, 1);
  g_assert_cmpuint (n_logins, ==, 1);
  get_field (posts, "tenant");
  g_assert_cmpuint (told->line, ==, 5);
  g_assert_nonnull (find_problem (report, "“odd” refers to what is not the key"));
  g_assert_cmpuint (report->problems->len, ==, 2);
}

/* A domain says of its columns all that a column may say. */
static void
test_domain (void)
{
  g_autoptr (SquillModel) model =
      import ("create domain rating as int default 2 not null check (value in (1, 2, 3));\n"
              "create domain own_rating as rating;\n"
              "create table t (id int primary key, r rating, o own_rating default 3);\n");
  const SquillEntity *t = get_entity (model, "t");

  assert_json (get_field (t, "r")->enumeration, "[1, 2, 3]");
  assert_json (get_field (t, "o")->enumeration, "[1, 2, 3]");
  assert_json (get_field (t, "r")->default_value, "2");
  assert_json (get_field (t, "o")->default_value, "3");
  g_assert_true (get_field (t, "r")->required);
  g_assert_true (get_field (t, "o")->required);
}

/* Indexes of the same fields differ in which documents they have. */
static void
test_partial (void)
{
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  g_autoptr (SquillModel) model = import_with_report (
      "create table t (id int primary key, x int not null, k text not null, del boolean not null, "
      "arch boolean not null);\n"
      "create unique index a on t (x) where k = 'a';\n"
      "create unique index b on t (x) where k = 'b';\n"
      "create index again on t (x) where k = 'b';\n"
      "create table u (id int primary key, x int unique);\n"
      "create index plain on u (x);\n"
      "create index c on t (k) where not (del and arch);\n"
      "create index d on t (k) where (not (del)) and (not arch);\n",
      report);
  const SquillEntity *t = get_entity (model, "t");
  const SquillIndex *c = find_child (t, SQUILL_KIND_INDEX, "c");
  const SquillIndex *d = find_child (t, SQUILL_KIND_INDEX, "d");

  g_assert_cmpuint (count_children (t, SQUILL_KIND_INDEX), ==, 4);
  assert_json (((SquillIndex *)find_child (t, SQUILL_KIND_INDEX, "a"))->partial, "{\"k\": \"a\"}");
  assert_json (((SquillIndex *)find_child (t, SQUILL_KIND_INDEX, "b"))->partial, "{\"k\": \"b\"}");
  /* The unique one, without the rows that lack it, does. */
  g_assert_cmpuint (count_children (get_entity (model, "u"), SQUILL_KIND_INDEX), ==, 1);
  g_assert_null (c->partial);
  assert_json (d->partial, "{\"del\": false, \"arch\": false}");
  g_assert_nonnull (find_problem (report, "The condition of an index"));
}

/* Reading takes time by the length of a line, not by its square. */
static void
test_long_lines (void)
{
  g_autofree char *spaces = g_strnfill (1000000, ' ');
  g_autofree char *sql = g_strconcat ("create table t (id int);", spaces,
                                      "create table u (id int);", spaces, "-- end", NULL);
  g_autoptr (SquillModel) model = import (sql);

  g_assert_nonnull (squill_model_find_entity (model, "t"));
  g_assert_nonnull (squill_model_find_entity (model, "u"));
}

/* A default may be in parentheses, and cast, many times over. */
static void
test_parentheses (void)
{
  const guint depth = 100000;
  g_autofree char *opening = g_strnfill (depth, '(');
  g_autofree char *closing = g_strnfill (depth, ')');
  g_autofree char *sql =
      g_strconcat ("create table t (id int, a int default ", opening, "7", closing,
                   ", b text default (('x'::text)::varchar(3)), c int default (1) + (2));", NULL);
  g_autoptr (SquillModel) model = import (sql);
  const SquillEntity *t = get_entity (model, "t");

  assert_json (get_field (t, "a")->default_value, "7");
  assert_json (get_field (t, "b")->default_value, "\"x\"");
  g_assert_null (get_field (t, "c")->default_value);
}

/* Keys and indexes of a column are still its own when it is renamed. */
static void
test_renamed (void)
{
  g_autoptr (SquillModel) model =
      import ("create table p (id int primary key);\n"
              "create table t (id int primary key, x int, p int references p (id));\n"
              "create index i on t (x);\n"
              "alter table t rename column id to code;\nalter table t change x y int;\n"
              "alter table t rename p to parent;\n");
  const SquillEntity *t = get_entity (model, "t");

  g_assert_cmpuint (count_children (t, SQUILL_KIND_FIELD), ==, 2);
  g_assert_nonnull (get_field (t, "_id"));
  g_assert_nonnull (get_field (t, "y"));
  g_assert_cmpuint (count_children (t, SQUILL_KIND_INDEX), ==, 1);
  g_assert_cmpuint (count_children (squill_model_get_info (model), SQUILL_KIND_RELATIONSHIP), ==,
                    1);
}

/* A quote without end takes no other one with it. */
static void
test_quotes_after_endless (void)
{
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  g_autoptr (SquillModel) model = import_with_report (
      "create table t (id int primary key, x text default $x$, a text default $y$it's$y$);\n"
      "create table `u (id int primary key, b text);\n"
      "create table v (id int primary key, c text default '');\n"
      "create table w (id int primary key, c text default '''');\n",
      report);

  assert_json (get_field (get_entity (model, "t"), "a")->default_value, "\"it's\"");
  assert_json (get_field (get_entity (model, "w"), "c")->default_value, "\"'\"");
  g_assert_nonnull (find_problem (report, "is not closed"));
}

/* A column is found by its name whatever became of it. */
static void
test_column_names (void)
{
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  g_autoptr (SquillModel) model =
      import_with_report ("create table t (id int primary key, Aa int, b int, c int);\n"
                          "alter table t rename aA to d;\n"
                          "alter table t drop column b;\n"
                          "alter table t add column B text, add column aa text;\n"
                          "alter table t add column D int;\n"
                          "alter table t rename C to c;\n"
                          "comment on column t.D is 'renamed';\n",
                          report);
  const SquillEntity *t = get_entity (model, "t");

  g_assert_cmpstr (get_field (t, "d")->description, ==, "renamed");
  g_assert_cmpint (get_field (t, "B")->types, ==, SQUILL_TYPE_STRING);
  g_assert_cmpint (get_field (t, "aa")->types, ==, SQUILL_TYPE_STRING);
  g_assert_cmpint (get_field (t, "c")->types, ==, SQUILL_TYPE_INT);
  g_assert_nonnull (find_problem (report, "already has a column"));
}

/* What refers to a table or column goes along when its name changes. */
static void
test_renamed_elsewhere (void)
{
  g_autoptr (SquillModel) model =
      import ("create table t (id int primary key, code text unique, gone boolean not null, n "
              "int not null);\n"
              "create table u (id int primary key, t_code text references t (code));\n"
              "create index some on t (n) where gone = true and n > 3;\n"
              "alter table t rename column code to sign;\n"
              "alter table t rename gone to deleted;\n"
              "alter table t rename to things;\n");
  const SquillEntity *things = get_entity (model, "things");
  gpointer const *relationships, *indexes;
  const SquillRelationship *r;
  const SquillIndex *index = NULL;
  guint n;

  relationships =
      squill_item_get_children (squill_model_get_info (model), SQUILL_KIND_RELATIONSHIP, &n);
  g_assert_cmpuint (n, ==, 1);
  r = relationships[0];
  g_assert_cmpstr (r->parent, ==, things->item.id);
  g_assert_cmpstr (r->parent_key, ==, get_field (things, "sign")->item.id);
  indexes = squill_item_get_children (things, SQUILL_KIND_INDEX, &n);
  for (guint i = 0; i < n; i++)
    if (g_strcmp0 (((const SquillIndex *)indexes[i])->name, "some") == 0)
      index = indexes[i];
  g_assert_nonnull (index);
  assert_json (index->partial, "{\"deleted\": true, \"n\": {\"$gt\": 3}}");
  assert_no_errors (model);
}

/* Columns of another table: with what they say, and with keys where that is said. */
static void
test_like (void)
{
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  g_autoptr (SquillModel) model =
      import_with_report ("create table t (id int primary key, x text not null, y int);\n"
                          "create index i on t (x desc);\n"
                          "create table a like t;\n"
                          "create table b (like t including all, z int);\n"
                          "create table c (like t, primary key (y));\n"
                          "create table d (z int) inherits (t);\n"
                          "create index j on d (x);\n"
                          "comment on column d.x is 'text';\n"
                          "create table e (like nowhere);\n"
                          "create table f (z int) inherits (nobody);\n",
                          report);
  guint n;

  g_assert_true (get_field (get_entity (model, "a"), "x")->required);
  squill_item_get_children (get_entity (model, "a"), SQUILL_KIND_INDEX, &n);
  g_assert_cmpuint (n, ==, 1);
  g_assert_nonnull (get_field (get_entity (model, "b"), "z"));
  squill_item_get_children (get_entity (model, "b"), SQUILL_KIND_INDEX, &n);
  g_assert_cmpuint (n, ==, 1);
  g_assert_nonnull (get_field (get_entity (model, "c"), "id"));
  squill_item_get_children (get_entity (model, "c"), SQUILL_KIND_INDEX, &n);
  g_assert_cmpuint (n, ==, 0);
  g_assert_cmpstr (get_field (get_entity (model, "d"), "x")->description, ==, "text");
  squill_item_get_children (get_entity (model, "d"), SQUILL_KIND_INDEX, &n);
  g_assert_cmpuint (n, ==, 1);
  g_assert_nonnull (find_problem (report, "“nowhere”"));
  g_assert_nonnull (find_problem (report, "“nobody”"));
  g_assert_null (find_problem (report, "is not closed"));
}

/* An index of one of two columns that are one reference: "y" alone is nowhere. */
static void
test_partial_reference (void)
{
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  g_autoptr (SquillModel) model = import_with_report (
      "create table t (a int, b int, primary key (a, b));\n"
      "create table u (id int primary key, x int, y int, foreign key (x, y) references t (a, b));\n"
      "create index i on u (y);\ncreate index j on u (y, id, x);\n",
      report);

  g_assert_cmpuint (find_problem (report, "some of the columns that refer to “t”")->line, ==, 2);
  g_assert_cmpuint (report->problems->len, ==, 1);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sql/postgres", test_postgres);
  g_test_add_func ("/sql/mysql", test_mysql);
  g_test_add_func ("/sql/sqlite", test_sqlite);
  g_test_add_func ("/sql/placeholders", test_placeholders);
  g_test_add_func ("/sql/no-join", test_no_join);
  g_test_add_func ("/sql/one-place", test_one_place);
  g_test_add_func ("/sql/tolerant", test_tolerant);
  g_test_add_func ("/sql/refused", test_refused);
  g_test_add_func ("/sql/altered", test_altered);
  g_test_add_func ("/sql/names", test_names);
  g_test_add_func ("/sql/encoding", test_encoding);
  g_test_add_func ("/sql/code", test_code);
  g_test_add_func ("/sql/endless-code", test_endless_code);
  g_test_add_func ("/sql/shared-column", test_shared_column);
  g_test_add_func ("/sql/unique-columns", test_unique_columns);
  g_test_add_func ("/sql/domain", test_domain);
  g_test_add_func ("/sql/partial", test_partial);
  g_test_add_func ("/sql/long-lines", test_long_lines);
  g_test_add_func ("/sql/parentheses", test_parentheses);
  g_test_add_func ("/sql/renamed", test_renamed);
  g_test_add_func ("/sql/quotes-after-endless", test_quotes_after_endless);
  g_test_add_func ("/sql/column-names", test_column_names);
  g_test_add_func ("/sql/renamed-elsewhere", test_renamed_elsewhere);
  g_test_add_func ("/sql/like", test_like);
  g_test_add_func ("/sql/partial-reference", test_partial_reference);
  return g_test_run ();
}

/* SPDX-License-Identifier: Apache-2.0 */

/* JSON Schema for programs that know earlier drafts only. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include "exchange/squill-schema-private.h"

#include <string.h>

#define DEFINITIONS "#/$defs/"

static void copy_schema (const bson_iter_t *schema, SquillSchemaDraft draft, bson_t *copy);

/* The "$schema" of a draft. */
static const char *
get_uri (SquillSchemaDraft draft)
{
  static const char *const uris[] = { "https://json-schema.org/draft/2020-12/schema",
                                      "http://json-schema.org/draft-07/schema#",
                                      "http://json-schema.org/draft-04/schema#" };

  return uris[draft];
}

/* A stable name of the schema: of the model and the collection. */
char *
_squill_schema_make_id (const SquillSchemaWriter *self, const SquillCollection *collection)
{
  const SquillModelInfo *info = squill_model_get_info (self->model);
  g_autofree char *model =
      g_uri_escape_string (info->name != NULL ? info->name : "model", NULL, FALSE);
  g_autofree char *name = g_uri_escape_string (collection->name, NULL, FALSE);

  return g_strconcat ("urn:squill:", model, ":", name, NULL);
}

static void
copy_each (const bson_iter_t *schemas, SquillSchemaDraft draft, bson_t *copy)
{
  bson_iter_t iter;

  bson_iter_recurse (schemas, &iter);
  while (bson_iter_next (&iter))
    {
      bson_t inner;

      bson_append_document_begin (copy, bson_iter_key (&iter), -1, &inner);
      copy_schema (&iter, draft, &inner);
      bson_append_document_end (copy, &inner);
    }
}

/* Before 2019-09 nothing counts beside "$ref". */
static void
append_reference (const bson_iter_t *reference, gboolean alone, bson_t *copy)
{
  const char *name = bson_iter_utf8 (reference, NULL) + strlen (DEFINITIONS);
  g_autofree char *target = g_strconcat ("#/definitions/", name, NULL);
  bson_t all, one;

  if (alone)
    {
      bson_append_utf8 (copy, "$ref", -1, target, -1);
      return;
    }
  bson_append_array_begin (copy, "allOf", -1, &all);
  bson_append_document_begin (&all, "0", -1, &one);
  bson_append_utf8 (&one, "$ref", -1, target, -1);
  bson_append_document_end (&all, &one);
  bson_append_array_end (copy, &all);
}

static guint
count_members (const bson_iter_t *object)
{
  bson_iter_t iter;
  guint n = 0;

  bson_iter_recurse (object, &iter);
  while (bson_iter_next (&iter))
    n++;
  return n;
}

static void
copy_keyword (const bson_iter_t *schema,
              const bson_iter_t *value,
              SquillSchemaDraft draft,
              bson_t *copy)
{
  static const char *const lists[] = { "allOf", "anyOf", "oneOf", NULL };
  static const char *const maps[] = { "properties", "$defs", NULL };
  static const char *const schemas[] = { "additionalProperties", "items", "not", NULL };
  const char *keyword = bson_iter_key (value);
  const gboolean is_4 = draft == SQUILL_SCHEMA_DRAFT_04;
  bson_t inner;

  if (g_str_equal (keyword, "$schema"))
    bson_append_utf8 (copy, keyword, -1, get_uri (draft), -1);
  else if (g_str_equal (keyword, "$id"))
    bson_append_iter (copy, is_4 ? "id" : "$id", -1, value);
  else if (g_str_equal (keyword, "$ref"))
    append_reference (value, count_members (schema) == 1, copy);
  else if (g_str_equal (keyword, "const") && is_4)
    {
      bson_append_array_begin (copy, "enum", -1, &inner);
      bson_append_iter (&inner, "0", -1, value);
      bson_append_array_end (copy, &inner);
    }
  else if (g_strv_contains (lists, keyword))
    {
      bson_append_array_begin (copy, keyword, -1, &inner);
      copy_each (value, draft, &inner);
      bson_append_array_end (copy, &inner);
    }
  else if (g_strv_contains (maps, keyword))
    {
      bson_append_document_begin (copy, g_str_equal (keyword, "$defs") ? "definitions" : keyword,
                                  -1, &inner);
      copy_each (value, draft, &inner);
      bson_append_document_end (copy, &inner);
    }
  else if (g_strv_contains (schemas, keyword) && BSON_ITER_HOLDS_DOCUMENT (value))
    {
      bson_append_document_begin (copy, keyword, -1, &inner);
      copy_schema (value, draft, &inner);
      bson_append_document_end (copy, &inner);
    }
  else if ((!g_str_equal (keyword, "examples") && !g_str_equal (keyword, "$comment")) || !is_4)
    bson_append_iter (copy, NULL, 0, value);
}

static void
copy_schema (const bson_iter_t *schema, SquillSchemaDraft draft, bson_t *copy)
{
  bson_iter_t iter;

  bson_iter_recurse (schema, &iter);
  while (bson_iter_next (&iter))
    copy_keyword (schema, &iter, draft, copy);
}

/* Says in an earlier draft what a schema says in 2020-12. Takes @schema. */
bson_t *
_squill_schema_to_draft (bson_t *schema, SquillSchemaDraft draft)
{
  bson_t *copy = bson_new ();
  bson_t around = BSON_INITIALIZER;
  bson_iter_t iter;

  bson_append_document (&around, "", -1, schema);
  if (bson_iter_init (&iter, &around) && bson_iter_next (&iter))
    copy_schema (&iter, draft, copy);
  bson_destroy (&around);
  bson_destroy (schema);
  return copy;
}

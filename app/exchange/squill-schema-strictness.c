/* SPDX-License-Identifier: Apache-2.0 */

/* How strict a schema is: what a person drew is law, what documents happened to have is not, and a
 * number is as good as another where programs cannot tell them apart. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include "exchange/squill-schema-private.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

#include "inspect/infer/squill-infer.h"
#include "text/squill-text.h"

/* What JavaScript has one type for: the shell and the Node.js driver send 5 as an int and
 * 3000000000 as a double. A decimal is never sent unasked. */
#define PLAIN_NUMBERS (SQUILL_TYPE_INT | SQUILL_TYPE_LONG | SQUILL_TYPE_DOUBLE)

/* More values than these are not told in a description. */
#define MAX_TOLD 12

static gboolean
is_exact (const SquillSchemaWriter *self, const SquillField *field)
{
  if (self->options.numbers != SQUILL_SCHEMA_AS_SET)
    return self->options.numbers == SQUILL_SCHEMA_STRICT;
  return field != NULL && field->exact_type;
}

/* The types that pass where a field has some: unless it has to be exactly these, numbers of the
 * types that programs do not tell apart, too. */
SquillTypes
_squill_schema_accept_numbers (const SquillSchemaWriter *self,
                               const SquillField *field,
                               SquillTypes types)
{
  return (types & PLAIN_NUMBERS) != 0 && !is_exact (self, field) ? types | PLAIN_NUMBERS : types;
}

/* Whether doubles pass only because whole numbers may come as doubles. */
gboolean
_squill_schema_are_whole (const SquillSchemaWriter *self,
                          const SquillField *field,
                          SquillTypes types)
{
  return (types & (SQUILL_TYPE_INT | SQUILL_TYPE_LONG)) != 0 &&
         (types & (SQUILL_TYPE_DOUBLE | SQUILL_TYPE_DECIMAL)) == 0 && !is_exact (self, field);
}

/* Whether nothing but the values of its enumeration is allowed. Values that just were in the
 * documents are no law until somebody says so. */
gboolean
_squill_schema_has_enumeration (const SquillField *field)
{
  const json_t *observed;

  if (field == NULL || field->enumeration == NULL)
    return FALSE;
  if (field->other_values != SQUILL_OTHER_VALUES_AUTO)
    return field->other_values == SQUILL_OTHER_VALUES_REJECTED;
  observed = json_object_get (json_object_get (field->evidence, "observed"), "enum");
  return observed == NULL || !squill_values_are_equal (observed, field->enumeration);
}

/* Whether documents have no fields but those that are drawn. */
gboolean
_squill_schema_is_closed (const SquillSchemaWriter *self, const SquillCollection *collection)
{
  const SquillEntity *entity = collection->kind == SQUILL_COLLECTION_ENTITY
                                   ? squill_model_get_entity (self->model, collection->entity)
                                   : NULL;

  if (self->options.other_fields != SQUILL_SCHEMA_AS_SET)
    return self->options.other_fields == SQUILL_SCHEMA_STRICT;
  return entity != NULL && entity->closed;
}

static void
copy_schema (const bson_iter_t *schema, gboolean names, bson_t *copy)
{
  static const char *const refused[] = { "additionalProperties", "allOf", "anyOf", "not", "oneOf",
                                         "patternProperties",    NULL };
  bson_iter_t iter;

  bson_iter_recurse (schema, &iter);
  while (bson_iter_next (&iter))
    {
      const char *key = bson_iter_key (&iter);
      bson_t inner;

      if (!names && g_strv_contains (refused, key))
        continue;
      if (!BSON_ITER_HOLDS_DOCUMENT (&iter))
        {
          bson_append_iter (copy, NULL, 0, &iter);
          continue;
        }
      bson_append_document_begin (copy, key, -1, &inner);
      copy_schema (&iter, !names && g_str_equal (key, "properties"), &inner);
      bson_append_document_end (copy, &inner);
    }
}

/* Takes the keywords away that servers other than MongoDB refuse, so that more passes. Takes
 * @schema. */
bson_t *
_squill_schema_reduce (bson_t *schema)
{
  bson_t *reduced = bson_new ();
  bson_t around = BSON_INITIALIZER;
  bson_iter_t iter;

  bson_append_document (&around, "", -1, schema);
  if (bson_iter_init (&iter, &around) && bson_iter_next (&iter))
    copy_schema (&iter, FALSE, reduced);
  bson_destroy (&around);
  bson_destroy (schema);
  return reduced;
}

/* What is said of the values of an enumeration that is no law; NULL where there is none. */
char *
_squill_schema_describe_values (const SquillField *field)
{
  g_autoptr (GString) list = NULL;
  const gsize n = field != NULL ? json_array_size (field->enumeration) : 0;

  if (n == 0 || _squill_schema_has_enumeration (field))
    return NULL;
  list = g_string_new (NULL);
  for (gsize i = 0; i < MIN (n, MAX_TOLD); i++)
    {
      const json_t *value = json_array_get (field->enumeration, i);
      g_autofree char *text = json_dumps (value, JSON_ENCODE_ANY | JSON_COMPACT);

      g_string_append_printf (list, "%s%s", i > 0 ? ", " : "", text != NULL ? text : "");
    }
  if (n > MAX_TOLD)
    g_string_append (list, ", …");
  /* Translators: a list of values, as in JSON */
  return g_strdup_printf (_ ("Values so far: %s"), list->str);
}

static const json_t *
get_evidence (SquillModel *model, const SquillCollection *collection)
{
  const SquillEntity *entity = collection->kind == SQUILL_COLLECTION_ENTITY
                                   ? squill_model_get_entity (model, collection->entity)
                                   : NULL;
  const json_t *evidence = entity != NULL ? entity->evidence : NULL;

  if (!json_is_integer (json_object_get (evidence, "documents")) ||
      g_strcmp0 (json_string_value (json_object_get (evidence, "method")), "full") == 0)
    return NULL;
  return evidence;
}

/**
 * squill_collection_is_sampled:
 * @design: a design
 * @collection: a collection of it
 *
 * Returns: %TRUE if it was made from a part of the documents of a source, so that others may be
 *   different
 */
gboolean
squill_collection_is_sampled (SquillDesign *design, const SquillCollection *collection)
{
  g_return_val_if_fail (SQUILL_IS_DESIGN (design), FALSE);
  g_return_val_if_fail (collection != NULL, FALSE);

  return get_evidence (squill_design_get_model (design), collection) != NULL;
}

/* Of how many documents a collection was made where these were not all; otherwise NULL. What some
 * documents show is no rule for all. */
char *
_squill_schema_describe_sample (SquillModel *model, const SquillCollection *collection)
{
  const json_t *evidence = get_evidence (model, collection);
  const json_t *read = json_object_get (evidence, "documents");
  const json_t *total = json_object_get (evidence, "documents_total");

  if (evidence == NULL)
    return NULL;
  if (json_is_integer (total))
    return g_strdup_printf (_ ("Made from %" PRId64 " of %" PRId64
                               " documents: others may be different, so nothing is required only "
                               "because all of these have it."),
                            (gint64)json_integer_value (read), (gint64)json_integer_value (total));
  return g_strdup_printf (_ ("Made from %" PRId64
                             " documents, not all of them: others may be different, so nothing "
                             "is required only because all of these have it."),
                          (gint64)json_integer_value (read));
}

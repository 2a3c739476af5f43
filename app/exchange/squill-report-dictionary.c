/* SPDX-License-Identifier: Apache-2.0 */

/* The data dictionary: each field of each collection, for people. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "bson/squill-bson-type.h"
#include "exchange/squill-report.h"
#include "text/squill-text.h"

typedef struct
{
  SquillReport *report;
  SquillDesign *design;
  SquillModel *model;
  const SquillCollection *collection;
  gboolean named; /* each row names its collection */
} Dictionary;

static void
add_columns (Dictionary *self)
{
  if (self->named)
    squill_report_add_column (self->report, "collection", _ ("Collection"), FALSE);
  squill_report_add_column (self->report, "field", _ ("Field"), FALSE);
  squill_report_add_column (self->report, "type", _ ("Type"), FALSE);
  squill_report_add_column (self->report, "required", _ ("Required"), FALSE);
  squill_report_add_column (self->report, "key", _ ("Key"), FALSE);
  squill_report_add_column (self->report, "references", _ ("Refers to"), FALSE);
  squill_report_add_column (self->report, "description", _ ("Description"), FALSE);
  squill_report_add_column (self->report, "values", _ ("Values"), FALSE);
}

/* "array of string", "map of int" */
static char *
describe_type (const SquillShape *shape)
{
  g_autofree char *types = squill_types_to_text (shape->types);

  if (shape->array)
    return shape->types == SQUILL_TYPE_NONE ? g_strdup (_ ("array"))
                                            : g_strdup_printf (_ ("array of %s"), types);
  if (shape->map)
    return shape->types == SQUILL_TYPE_NONE ? g_strdup (_ ("map"))
                                            : g_strdup_printf (_ ("map of %s"), types);
  return g_steal_pointer (&types);
}

/* The indexes that a field is in. */
static char *
describe_keys (Dictionary *self, const SquillShape *shape)
{
  g_autofree char *path = squill_shape_get_query_path (shape);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < self->collection->indexes->len; i++)
    {
      const SquillCollectionIndex *index = self->collection->indexes->pdata[i];
      gboolean found = FALSE;

      for (guint k = 0; k < index->keys->len && !found; k++)
        found = g_strcmp0 (((const SquillKey *)index->keys->pdata[k])->path, path) == 0;
      if (!found)
        continue;
      if (text->len > 0)
        g_string_append (text, ", ");
      if (index->index == NULL && g_str_equal (index->name, "_id_"))
        g_string_append (text, _ ("primary key"));
      else if (index->unique)
        /* Translators: an index */
        g_string_append_printf (text, _ ("%s (unique)"), index->name);
      else
        g_string_append (text, index->name);
    }
  return g_string_free (text, FALSE);
}

static char *
describe_target (Dictionary *self, const SquillShape *shape)
{
  const SquillEntity *target = squill_model_get_entity (self->model, shape->target);

  return g_strdup (target != NULL && target->name != NULL ? target->name : "");
}

static void
append_bound (GString *text, const char *format, const json_t *bound)
{
  g_autofree char *value = bound == NULL ? NULL : json_dumps (bound, JSON_ENCODE_ANY);

  if (value == NULL)
    return;
  if (text->len > 0)
    g_string_append (text, "; ");
  g_string_append_printf (text, "%s %s", format, value);
}

/* What the values can be. */
static char *
describe_values (Dictionary *self, const SquillShape *shape)
{
  const SquillField *field =
      shape->target != NULL ? NULL : squill_model_get_field (self->model, shape->field);
  GString *text = g_string_new (NULL);

  if (field == NULL)
    return g_string_free (text, FALSE);
  for (gsize i = 0; i < json_array_size (field->enumeration); i++)
    {
      const json_t *value = json_array_get (field->enumeration, i);
      g_autofree char *other = json_is_string (value) ? NULL : json_dumps (value, JSON_ENCODE_ANY);

      g_string_append_printf (text, i > 0 ? ", %s" : "%s",
                              other != NULL ? other : json_string_value (value));
    }
  append_bound (text, "\xe2\x89\xa5", field->minimum);
  append_bound (text, "\xe2\x89\xa4", field->maximum);
  if (isfinite (field->max_length))
    {
      g_autofree char *n = squill_text_count (field->max_length);

      g_string_append_printf (text, text->len > 0 ? "; " : "%s", "");
      /* Translators: characters of a text */
      g_string_append_printf (text,
                              g_dngettext (GETTEXT_PACKAGE, "at most %s character",
                                           "at most %s characters", (gulong)field->max_length),
                              n);
    }
  if (field->pattern != NULL && *field->pattern != '\0')
    g_string_append_printf (text, text->len > 0 ? "; /%s/" : "/%s/", field->pattern);
  return g_string_free (text, FALSE);
}

static const char *
get_description (Dictionary *self, const SquillShape *shape)
{
  const SquillField *field = squill_model_get_field (self->model, shape->field);
  const SquillRelationship *r = squill_model_get_relationship (self->model, shape->relationship);
  const SquillEntity *entity =
      shape->document ? squill_model_get_entity (self->model, shape->entity) : NULL;

  if (field != NULL && field->description != NULL)
    return field->description;
  if (r != NULL && (shape->target != NULL || shape->document) && r->description != NULL)
    return r->description;
  return entity != NULL && entity->description != NULL ? entity->description : "";
}

static gboolean
add_field (const SquillShape *shape, gpointer user_data)
{
  Dictionary *self = user_data;
  g_autofree char *type = NULL, *keys = NULL, *target = NULL, *values = NULL;

  if (shape->parent == NULL)
    return TRUE;
  type = describe_type (shape);
  keys = describe_keys (self, shape);
  target = describe_target (self, shape);
  values = describe_values (self, shape);
  squill_report_add_row (self->report);
  if (self->named)
    squill_report_add_text (self->report, self->collection->name);
  squill_report_add_text (self->report, shape->path);
  squill_report_add_text (self->report, type);
  squill_report_add_text (self->report, shape->required ? _ ("yes") : _ ("no"));
  squill_report_add_text (self->report, keys);
  squill_report_add_text (self->report, target);
  squill_report_add_text (self->report, get_description (self, shape));
  squill_report_add_text (self->report, values);
  return TRUE;
}

static void
add_sentences (Dictionary *self)
{
  const SquillEntity *entity = squill_model_get_entity (self->model, self->collection->entity);
  const double likely = self->collection->count.likely;

  if (entity != NULL && entity->description != NULL && *entity->description != '\0')
    squill_report_add_sentence (self->report, entity->description);
  if (isfinite (likely) && likely >= 0)
    {
      g_autofree char *text = squill_text_documents (likely);

      squill_report_add_sentence (self->report, text);
    }
}

/**
 * squill_report_new_dictionary:
 * @design: a design
 * @collections: (element-type SquillCollection): of it
 * @one_table: all fields in one table, which names their collections; otherwise a section for each
 *   collection
 *
 * Returns: (transfer full): what each field of the collections is
 */
SquillReport *
squill_report_new_dictionary (SquillDesign *design,
                              const GPtrArray *collections,
                              gboolean one_table)
{
  Dictionary self = { NULL, design, NULL, NULL, one_table };
  const SquillModelInfo *info;

  g_return_val_if_fail (SQUILL_IS_DESIGN (design), NULL);
  g_return_val_if_fail (collections != NULL, NULL);

  self.model = squill_design_get_model (design);
  info = squill_model_get_info (self.model);
  self.report = squill_report_new (info->name != NULL ? info->name : _ ("Data dictionary"));
  if (info->description != NULL && *info->description != '\0')
    squill_report_add_sentence (self.report, info->description);
  if (one_table)
    add_columns (&self);
  for (guint i = 0; i < collections->len; i++)
    {
      self.collection = collections->pdata[i];
      if (!one_table)
        {
          squill_report_add_heading (self.report, self.collection->name);
          add_sentences (&self);
          add_columns (&self);
        }
      squill_shape_foreach (self.collection->shape, add_field, &self);
    }
  return self.report;
}

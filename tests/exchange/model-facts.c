/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include "model-facts.h"

#include <math.h>
#include <string.h>

#include "bson/squill-bson-text.h"
#include "bson/squill-bson-type.h"
#include "design/squill-design.h"
#include "exchange/squill-shell-command.h"
#include "model/squill-placement.h"

typedef struct
{
  GHashTable *facts;
  SquillModel *model;
  SquillDesign *design;
  const SquillCollection *collection;
} Writer;

/* Takes @value; nothing is no fact. */
static void
add (Writer *self, const char *property, const char *place, char *value)
{
  if (value != NULL && *value != '\0')
    g_hash_table_insert (self->facts, g_strdup_printf ("%s\t%s", property, place), value);
  else
    g_free (value);
}

static void
add_json (Writer *self, const char *property, const char *place, const json_t *value)
{
  if (value != NULL)
    add (self, property, place, json_dumps (value, JSON_ENCODE_ANY | JSON_SORT_KEYS));
}

static void
append_number (GString *text, const char *name, double number)
{
  if (!isnan (number))
    g_string_append_printf (text, "%s %g, ", name, number);
}

static void
append_json (GString *text, const char *name, const json_t *value)
{
  g_autofree char *dumped = value == NULL ? NULL : json_dumps (value, JSON_ENCODE_ANY);

  if (dumped != NULL)
    g_string_append_printf (text, "%s %s, ", name, dumped);
}

static char *
list_types (SquillTypes types)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < SQUILL_N_TYPES; i++)
    if ((types & (1u << i)) != 0)
      g_string_append_printf (text, "%s ", squill_type_get_name (1u << i));
  return g_string_free (text, FALSE);
}

static char *
make_place (Writer *self, const char *path)
{
  return g_strconcat (self->collection->name, ":", path, NULL);
}

static void
add_relationship (Writer *self, const SquillShape *shape, const char *place)
{
  const SquillRelationship *r = squill_model_get_relationship (self->model, shape->relationship);
  g_autofree char *children = NULL, *parents = NULL;

  if (r == NULL)
    return;
  add (self, "names of relationships", place, g_strdup (r->name));
  children = squill_triple_to_text (r->children);
  parents = squill_triple_to_text (r->parents);
  add (self, "cardinalities", place, g_strdup_printf ("%s; %s", children, parents));
}

static void
add_field (Writer *self, const SquillShape *shape, const char *place)
{
  const SquillField *field =
      shape->copy == NULL ? squill_model_get_field (self->model, shape->field) : NULL;
  g_autoptr (GString) bounds = g_string_new (NULL);

  if (field == NULL)
    return;
  add (self, "descriptions of fields", place, g_strdup (field->description));
  add_json (self, "defaults", place, field->default_value);
  add_json (self, "lists of values", place, field->enumeration);
  append_json (bounds, "minimum", field->minimum);
  append_json (bounds, "maximum", field->maximum);
  append_number (bounds, "shortest", field->min_length);
  append_number (bounds, "longest", field->max_length);
  append_number (bounds, "most", field->cap);
  if (field->pattern != NULL)
    g_string_append (bounds, field->pattern);
  add (self, "bounds and patterns", place, g_strdup (bounds->str));
}

static gboolean
add_shape (const SquillShape *shape, gpointer user_data)
{
  Writer *self = user_data;
  g_autofree char *place = make_place (self, shape->path);

  if (shape->parent == NULL)
    return TRUE;
  add (self, "fields", place, g_strdup ("yes"));
  add (self, "types", place,
       list_types ((shape->types | shape->outlier_types) & ~SQUILL_TYPE_NULL));
  if (shape->required)
    add (self, "required", place, g_strdup ("yes"));
  if (shape->nullable || ((shape->types | shape->outlier_types) & SQUILL_TYPE_NULL) != 0)
    add (self, "null", place, g_strdup ("yes"));
  if (shape->array)
    add (self, "arrays", place, g_strdup (shape->single ? "or one alone" : "yes"));
  if (shape->map)
    add (self, "maps", place, g_strdup ("yes"));
  add_field (self, shape, place);
  if (shape->target != NULL)
    {
      const SquillEntity *entity = squill_model_get_entity (self->model, shape->target);

      add (self, "references", place, g_strdup (entity != NULL ? entity->name : NULL));
      add_relationship (self, shape, place);
    }
  else if (shape->document)
    {
      add (self, "embedded entities", place, g_strdup ("yes"));
      add_relationship (self, shape, place);
    }
  return TRUE;
}

static void
add_index (Writer *self, const SquillCollectionIndex *index)
{
  const SquillIndex *drawn =
      squill_model_get_item_of_kind (self->model, index->index, SQUILL_KIND_INDEX);
  g_autoptr (GString) keys = g_string_new (NULL);
  g_autoptr (GString) rest = g_string_new (NULL);
  g_autofree char *place = make_place (self, index->name);
  bson_t options = BSON_INITIALIZER;

  if (index->unresolved || index->keys->len == 0 || g_str_equal (index->name, "_id_"))
    return;
  for (guint i = 0; i < index->keys->len; i++)
    {
      const SquillKey *key = index->keys->pdata[i];

      g_string_append_printf (keys, "%s %s, ", key->path, key->operator);
    }
  if (index->unique)
    g_string_append (keys, "unique");
  add (self, "indexes", place, g_strdup (keys->str));
  squill_shell_append_index_options (&options, index, drawn, FALSE);
  if (bson_count_keys (&options) > (index->unique ? 1u : 0u))
    squill_bson_text_append (rest, &options, SQUILL_BSON_STYLE_RELAXED, 0, 0);
  add (self, "options of indexes", place, g_strdup (rest->str));
  bson_destroy (&options);
}

static void
add_options (Writer *self, const SquillEntity *entity)
{
  g_autoptr (GString) text = g_string_new (NULL);

  if (entity->capped)
    g_string_append (text, "capped, ");
  append_number (text, "bytes", entity->capped_size);
  append_number (text, "documents", entity->capped_documents);
  if (entity->time_field != NULL)
    g_string_append_printf (text, "time series %d, ", entity->granularity);
  if (entity->clustered)
    g_string_append (text, "clustered, ");
  append_number (text, "expires", entity->expire_after);
  append_json (text, "collation", entity->collation);
  add (self, "options of collections", self->collection->name, g_strdup (text->str));
}

static void
add_collection (Writer *self)
{
  const SquillCollection *collection = self->collection;
  const SquillEntity *entity = collection->relationship == NULL
                                   ? squill_model_get_entity (self->model, collection->entity)
                                   : NULL;

  add (self, "collections", collection->name, g_strdup ("yes"));
  if (entity != NULL)
    {
      add (self, "descriptions of collections", collection->name, g_strdup (entity->description));
      add_options (self, entity);
      if (squill_triple_is_set (entity->count))
        add (self, "numbers of documents", collection->name, squill_triple_to_text (entity->count));
      if (!isnan (entity->x))
        add (self, "places", collection->name, g_strdup_printf ("%g, %g", entity->x, entity->y));
    }
  squill_shape_foreach (collection->shape, add_shape, self);
  for (guint i = 0; i < collection->indexes->len; i++)
    add_index (self, collection->indexes->pdata[i]);
}

/* "property\tplace" -> value (transfer full). Properties are called as docs/import.md calls them.
 */
GHashTable *
model_facts_new (SquillModel *model)
{
  const SquillModelInfo *info = squill_model_get_info (model);
  g_autoptr (SquillDesign) design = squill_design_new (model);
  Writer self = { g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free), model, design,
                  NULL };

  add (&self, "name of the model", "", g_strdup (info->name));
  add (&self, "description of the model", "", g_strdup (info->description));
  for (guint i = 0; i < squill_design_get_n_collections (design); i++)
    {
      self.collection = squill_design_get_collection (design, i);
      add_collection (&self);
    }
  SQUILL_FOR_EACH_CHILD (SquillOperation, operation, info, SQUILL_KIND_OPERATION)
    add (&self, "operations", operation->name, g_strdup_printf ("%g", operation->rate));
  return self.facts;
}

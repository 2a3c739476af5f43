/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-cli"

#include "config.h"

#include <glib/gi18n.h>

#include "cli/squill-cli.h"
#include "text/squill-text.h"

static char *
get_path (const SquillShape *shape)
{
  return g_strconcat (shape->path,
                      shape->array                 ? "[]"
                      : shape->map && !shape->rest ? "{}"
                                                   : "",
                      NULL);
}

typedef struct
{
  SquillModel *model;
  json_t *fields;
} Fields;

static gboolean
add_field (const SquillShape *shape, gpointer data)
{
  Fields *fields = data;
  const SquillEntity *entity =
      shape->entity == NULL ? NULL : squill_model_get_entity (fields->model, shape->entity);
  g_autofree char *path = NULL;
  json_t *origin, *types, *field;

  if (shape->parent == NULL)
    return TRUE;
  path = get_path (shape);
  origin = json_pack ("{s:s}", "kind", squill_origin_get_name (shape->origin));
  if (entity != NULL)
    json_object_set_new (origin, "entity", json_string (entity->name));
  if (shape->relationship != NULL)
    json_object_set_new (origin, "relationship", json_string (shape->relationship));
  types = squill_json_types (shape->types);
  field = json_pack ("{s:s, s:o, s:b, s:o}", "path", path, "types",
                     types == NULL ? json_array () : types, "required", shape->required, "origin",
                     origin);
  if (shape->outlier_types != SQUILL_TYPE_NONE)
    json_object_set_new (field, "outlier_types", squill_json_types (shape->outlier_types));
  if (shape->outlier_instead != SQUILL_TYPE_NONE)
    json_object_set_new (field, "outlier_instead", squill_json_types (shape->outlier_instead));
  if (!isnan (shape->assumed_bytes))
    json_object_set_new (field, "assumed_bytes", squill_json_number (shape->assumed_bytes));
  if (!isnan (shape->assumed_length))
    json_object_set_new (field, "assumed_length", squill_json_number (shape->assumed_length));
  json_array_append_new (fields->fields, field);
  return TRUE;
}

/** A collection with its documents, as other commands print it, too. */
json_t *
squill_cli_collection_to_json (SquillDesign *design, const SquillCollection *collection)
{
  SquillModel *model = squill_design_get_model (design);
  Fields fields = { model, json_array () };
  json_t *entities = json_array ();
  json_t *indexes = json_array ();
  json_t *count = squill_json_triple (collection->count);

  for (guint i = 0; i < collection->entities->len; i++)
    {
      const SquillEntity *entity = squill_model_get_entity (model, collection->entities->pdata[i]);

      if (entity != NULL && entity->name != NULL)
        json_array_append_new (entities, json_string (entity->name));
    }
  squill_shape_foreach (collection->shape, add_field, &fields);
  for (guint i = 0; i < collection->indexes->len; i++)
    {
      const SquillCollectionIndex *index = collection->indexes->pdata[i];

      json_array_append_new (indexes, json_pack ("{s:s, s:o, s:b}", "name", index->name, "keys",
                                                 squill_cli_keys_to_json (index->keys), "unique",
                                                 index->unique));
    }
  return json_pack ("{s:s, s:o, s:o, s:o, s:o, s:b, s:o, s:o}", "name", collection->name,
                    "entities", entities, "count", count == NULL ? json_null () : count, "bytes",
                    squill_cli_bytes_to_json (collection->shape->bytes), "bytes_at_horizon",
                    squill_cli_bytes_to_json (collection->shape->bytes_at_horizon), "bytes_assumed",
                    collection->shape->size_assumed, "fields", fields.fields, "indexes", indexes);
}

static gboolean
print_field (const SquillShape *shape, gpointer data)
{
  g_autofree char *joined = NULL;
  g_autofree char *path = NULL;
  g_autofree char *types = NULL;
  g_autofree char *bytes = NULL;
  g_autofree char *length = NULL;

  if (shape->parent == NULL)
    return TRUE;
  joined = get_path (shape);
  path = squill_text_visible (joined, FALSE);
  types = squill_types_to_text (shape->types);
  bytes = squill_text_likely_bytes (shape->bytes.likely, shape->size_assumed);
  length = shape->array || shape->map ? squill_triple_to_short (shape->length) : g_strdup ("");
  g_print ("    %-36s %-18s %-14s %9s%s%s\n", path, types, length, bytes,
           shape->required ? "" : "  ", shape->required ? "" : _ ("optional"));
  return TRUE;
}

static void
print_collection (const SquillCollection *collection)
{
  g_autofree char *name = squill_text_visible (collection->name, FALSE);
  g_autofree char *count = squill_triple_to_short (collection->count);
  g_autofree char *likely =
      squill_text_likely_bytes (collection->shape->bytes.likely, collection->shape->size_assumed);
  g_autofree char *max = squill_text_bytes (collection->shape->bytes.max);
  g_autofree char *horizon = squill_text_likely_bytes (collection->shape->bytes_at_horizon.likely,
                                                       collection->shape->size_assumed);

  g_print ("%s\n", name);
  /* Translators: how many documents, then three sizes. */
  g_print (_ ("  documents: %s   bytes: %s likely, %s most, %s likely at the horizon\n"),
           *count == '\0' ? "?" : count, likely, max, horizon);
  squill_shape_foreach (collection->shape, print_field, NULL);
  for (guint i = 0; i < collection->indexes->len; i++)
    {
      const SquillCollectionIndex *index = collection->indexes->pdata[i];
      g_autoptr (GString) keys = g_string_new (NULL);

      for (guint k = 0; k < index->keys->len; k++)
        {
          const SquillKey *key = index->keys->pdata[k];

          g_string_append_printf (keys, "%s%s: %s", k == 0 ? "" : ", ", key->path, key->operator);
        }
      g_print ("    %s {%s}%s\n", _ ("index"), keys->str, index->unique ? _ (" unique") : "");
    }
  g_print ("\n");
}

/* Prints the collections that follow from a model. */
SquillExit
squill_cli_design (SquillCli *cli, int argc, char **argv)
{
  g_autoptr (SquillModel) model = NULL;
  g_autoptr (SquillDesign) design = NULL;
  json_auto_t *collections = json_array ();
  SquillExit exit_code;

  if (!squill_cli_parse (cli, "design", NULL, &argc, &argv, &exit_code))
    return exit_code;
  model = squill_cli_load_model (cli, argv[1], &exit_code);
  if (model == NULL)
    return exit_code;

  design = squill_design_new (model);
  for (guint i = 0; i < squill_design_get_n_collections (design); i++)
    {
      const SquillCollection *collection = squill_design_get_collection (design, i);

      if (cli->json)
        json_array_append_new (collections, squill_cli_collection_to_json (design, collection));
      else
        print_collection (collection);
    }
  return cli->json ? squill_cli_print_list ("collections", collections) : SQUILL_EXIT_FINE;
}

/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-cli"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "cli/squill-cli.h"
#include "model/squill-authoring.h"
#include "model/squill-placement.h"
#include "model/squill-variants.h"
#include "text/squill-text.h"

static json_t *
number_or_null (double number)
{
  json_t *json = squill_json_number (number);

  return json == NULL ? json_null () : json;
}

static json_t *
triple_or_null (SquillTriple triple)
{
  json_t *json = squill_json_triple (triple);

  return json == NULL ? json_null () : json;
}

/* The first place where documents of an entity are; NULL where there is none. */
static const SquillShape *
get_place (SquillDesign *design, const char *entity)
{
  g_autoptr (GPtrArray) places = squill_design_get_document_sites (design, entity);

  return places == NULL || places->len == 0 ? NULL : places->pdata[0];
}

static char *
get_full_path (const SquillShape *shape)
{
  return g_strconcat (shape->path,
                      shape->array                 ? "[]"
                      : shape->map && !shape->rest ? "{}"
                                                   : "",
                      NULL);
}

/* Keys by ids as pairs of a dotted path and what is done with it. */
static json_t *
keys_to_json (SquillDesign *design, const char *entity, const SquillKeys *keys)
{
  const SquillShape *place = entity == NULL ? NULL : get_place (design, entity);
  json_t *json = json_array ();

  for (guint i = 0; keys != NULL && i < keys->len; i++)
    {
      const SquillKey *key = keys->pdata[i];
      const SquillShape *shape = place == NULL || *key->path == '='
                                     ? NULL
                                     : squill_design_resolve (design, place, key->path);
      g_autofree char *path = shape != NULL       ? get_full_path (shape)
                              : *key->path == '=' ? g_strdup (key->path + 1)
                                                  : g_strdup (key->path);

      json_array_append_new (json, json_pack ("[s, s]", path, key->operator));
    }
  return json;
}

/* Which relationship a field is itself the reference of. */
static const char *
get_reference (const SquillEntity *entity, const SquillField *field)
{
  guint n;
  const SquillRelationship *const *relationships = squill_entity_get_relationships (entity, &n);

  for (guint i = 0; i < n; i++)
    if (g_strcmp0 (relationships[i]->parent_holder, field->item.id) == 0 ||
        g_strcmp0 (relationships[i]->child_holder, field->item.id) == 0)
      return relationships[i]->item.id;
  return NULL;
}

static json_t *
discriminator_to_json (SquillModel *model, gconstpointer item)
{
  const SquillField *field = squill_model_get_field (model, squill_item_get_discriminator (item));
  g_autofree char *path = field == NULL ? NULL : squill_field_get_path (field);

  return json_pack ("s?", path);
}

/* Of which kinds the objects of an entity or a field are: values, share, and what only some have.
 */
static json_t *
variants_to_json (SquillModel *model, gconstpointer item)
{
  g_autoptr (GPtrArray) variants = squill_item_list_variants (model, item);
  json_t *list = json_array ();

  for (guint i = 0; i < variants->len; i++)
    {
      const SquillItemVariant *variant = variants->pdata[i];
      g_auto (GStrv) paths = squill_item_variant_list_paths (variant);
      json_t *fields = json_array ();

      for (guint k = 0; paths[k] != NULL; k++)
        json_array_append_new (fields, json_string (paths[k]));
      json_array_append_new (list, json_pack ("{s:O, s:o, s:o}", "values", variant->values, "share",
                                              number_or_null (variant->share), "fields", fields));
    }
  return list;
}

static void
add_fields (SquillModel *model, json_t *list, const SquillEntity *entity, gconstpointer item)
{
  SQUILL_FOR_EACH_CHILD (SquillField, field, item, SQUILL_KIND_FIELD)
    {
      g_autofree char *bare = squill_field_get_path (field);
      g_autofree char *path = g_strconcat (bare,
                                           field->array && !g_str_has_suffix (bare, "[]") ? "[]"
                                           : field->map && !squill_field_is_rest (field)  ? "{}"
                                                                                          : "",
                                           NULL);
      json_t *types = squill_json_types (field->types);

      json_array_append_new (
          list,
          json_pack ("{s:s, s:s, s:o, s:b, s:o, s:b, s:b, s:b, s:o, s:o, s:o, s:o, s:o}", "id",
                     field->item.id, "path", path, "types", types == NULL ? json_array () : types,
                     "required", squill_field_is_always_present (field), "length",
                     triple_or_null (field->length), "array", field->array, "map", field->map,
                     "rest", squill_field_is_rest (field), "size", triple_or_null (field->size),
                     "enum", json_pack ("O?", field->enumeration), "reference",
                     json_pack ("s?", entity == NULL ? NULL : get_reference (entity, field)),
                     "discriminator", discriminator_to_json (model, field), "variants",
                     variants_to_json (model, field)));
      add_fields (model, list, entity, field);
    }
}

static json_t *
entity_to_json (SquillDesign *design, const SquillEntity *entity)
{
  SquillModel *model = squill_design_get_model (design);
  const SquillShape *place = get_place (design, entity->item.id);
  const SquillCollection *collection =
      place == NULL ? NULL : squill_design_get_collection_of_shape (design, place);
  json_t *fields = json_array ();
  json_t *indexes = json_array ();

  add_fields (model, fields, entity, entity);
  for (guint i = 0; collection != NULL && i < collection->indexes->len; i++)
    {
      const SquillCollectionIndex *index = collection->indexes->pdata[i];
      const SquillItem *item =
          index->index == NULL ? NULL : squill_model_get_item (model, index->index);

      if (item != NULL && squill_item_is_within (item, entity->item.id))
        json_array_append_new (indexes, json_pack ("{s:s, s:o, s:b}", "name", index->name, "keys",
                                                   squill_cli_keys_to_json (index->keys), "unique",
                                                   index->unique));
    }
  return json_pack ("{s:s, s:o, s:o, s:b, s:o, s:o, s:o, s:o}", "id", entity->item.id, "name",
                    json_pack ("s?", entity->name), "count", triple_or_null (entity->count),
                    "collection", squill_design_is_collection (design, entity->item.id), "fields",
                    fields, "indexes", indexes, "discriminator",
                    discriminator_to_json (model, entity), "variants",
                    variants_to_json (model, entity));
}

/* Whether the documents of an entity are the values of one map, so that its key is no part of them.
 */
static gboolean
is_root_map (const SquillEntity *entity)
{
  return g_strcmp0 (json_string_value (json_object_get (entity->evidence, "path")), "{}") == 0;
}

/* Where a relationship is stored: "customers.accounts[]"; the keys of a map that name the other
 * end: "posts.likes{key}". */
static json_t *
get_stored (SquillDesign *design, const SquillRelationship *r)
{
  for (guint end = 0; end < 2; end++)
    {
      const SquillShape *shape = squill_design_get_stored (design, r->item.id, end == 0);

      if (shape != NULL)
        {
          g_autofree char *path = get_full_path (shape);
          const SquillCollection *collection =
              squill_design_get_collection_of_shape (design, shape);
          const SquillField *field =
              squill_model_get_field (squill_design_get_model (design), shape->field);
          const SquillEntity *entity =
              squill_model_get_entity (squill_design_get_model (design), collection->entity);

          if (field != NULL && field->map_key && shape->parent == collection->shape &&
              entity != NULL && is_root_map (entity))
            return json_sprintf ("%s{key}", collection->name);
          /* Keys that stand beside the fields of a document. */
          if (g_str_equal (path, "{key}"))
            return json_sprintf ("%s{key}", collection->name);
          return json_sprintf ("%s.%s", collection->name, path);
        }
    }
  return json_null ();
}

/* The keys of the maps in which documents of an entity stand: "api.shapes{key}". */
static json_t *
get_map_keys (SquillDesign *design, const SquillEntity *entity)
{
  const SquillShape *place = get_place (design, entity->item.id);
  const SquillCollection *collection =
      place != NULL && place->map ? squill_design_get_collection_of_shape (design, place) : NULL;

  if (collection != NULL)
    return json_sprintf ("%s.%s{key}", collection->name, place->path);
  return json_sprintf (is_root_map (entity) ? "%s{key}" : "%s._id", entity->name);
}

/* What the stored reference names: "accounts.account_id". */
static json_t *
get_target (SquillDesign *design, const SquillRelationship *r)
{
  SquillModel *model = squill_design_get_model (design);
  gboolean names_child = squill_placement_has_reference (r->placement, TRUE) ||
                         r->placement == SQUILL_PLACEMENT_JUNCTION;
  const SquillEntity *target = squill_model_get_entity (model, names_child ? r->child : r->parent);
  const SquillField *key =
      squill_model_get_field (model, names_child ? r->child_key : r->parent_key);
  g_autofree char *path = NULL;

  if (squill_placement_is_embedding (r->placement))
    return json_null ();
  if (key == NULL || key->map_key)
    return get_map_keys (design, target);
  path = squill_field_get_path (key);
  if (!squill_field_is_map (key))
    return json_sprintf ("%s.%s", target->name, path);
  /* Keys that stand beside fields are those of the object around them. */
  if (squill_field_is_rest (key))
    path[strlen (path) - 2] = '\0';
  return json_sprintf (*path != '\0' ? "%s.%s{key}" : "%s%s{key}", target->name, path);
}

static json_t *
relationship_to_json (SquillDesign *design, const SquillRelationship *r)
{
  SquillModel *model = squill_design_get_model (design);
  json_t *copies = json_array ();
  json_t *frequency =
      json_pack ("{s:o, s:o, s:o, s:o, s:o}", "together", number_or_null (r->together), "parent",
                 number_or_null (r->parent_alone), "child", number_or_null (r->child_alone),
                 "write", number_or_null (r->write), "move", number_or_null (r->move));

  SQUILL_FOR_EACH_CHILD (SquillCopy, copy, r, SQUILL_KIND_COPY)
    {
      gboolean to_child = copy->direction == SQUILL_COPY_TO_CHILD;
      const SquillEntity *from = squill_model_get_entity (model, to_child ? r->parent : r->child);
      const SquillEntity *to = squill_model_get_entity (model, to_child ? r->child : r->parent);
      const SquillField *field = squill_model_get_field (model, copy->field);
      g_autofree char *path =
          field == NULL ? g_strdup (copy->field) : squill_field_get_path (field);

      json_array_append_new (
          copies,
          json_pack ("{s:o, s:o, s:s}", "from", json_sprintf ("%s.%s", from->name, path), "to",
                     json_sprintf ("%s.%s", to->name, copy->name != NULL ? copy->name : path),
                     "kind", copy->mode == SQUILL_COPY_KEPT ? "kept" : "snapshot"));
    }
  return json_pack ("{s:s, s:o, s:o, s:o, s:s, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "id",
                    r->item.id, "name", json_pack ("s?", r->name), "parent",
                    json_pack ("s?", squill_model_get_entity (model, r->parent)->name), "child",
                    json_pack ("s?", squill_model_get_entity (model, r->child)->name), "placement",
                    squill_placement_get_name (r->placement), "children_per_parent",
                    triple_or_null (r->children), "parents_per_child", triple_or_null (r->parents),
                    "stored", get_stored (design, r), "target", get_target (design, r), "copies",
                    copies, "frequency", frequency, "confidence", number_or_null (r->confidence));
}

static json_t *
operation_to_json (SquillDesign *design, const SquillOperation *operation)
{
  static const char *const kinds[] = { "find", "aggregate", "insert", "update", "delete" };
  SquillModel *model = squill_design_get_model (design);
  const SquillEntity *entity = squill_model_get_entity (model, operation->entity);
  json_t *follows = json_array ();
  double rate = squill_operation_get_rate (operation);

  for (guint i = 0; operation->follows != NULL && operation->follows[i] != NULL; i++)
    {
      const SquillRelationship *r = squill_model_get_relationship (model, operation->follows[i]);

      if (r != NULL)
        json_array_append_new (follows, json_pack ("s?", r->name));
    }
  return json_pack ("{s:s, s:o, s:s, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "id", operation->item.id,
                    "name", json_pack ("s?", operation->name), "kind", kinds[operation->operation],
                    "entity", json_pack ("s?", entity == NULL ? NULL : entity->name), "filter",
                    keys_to_json (design, operation->entity, operation->filter), "sort",
                    keys_to_json (design, operation->entity, operation->sort), "returns",
                    keys_to_json (design, operation->entity, operation->returns), "writes",
                    keys_to_json (design, operation->entity, operation->writes), "follows", follows,
                    "rate", isnan (operation->rate) ? json_null () : squill_json_number (rate));
}

static SquillExit
print_json (SquillModel *model, SquillDesign *design)
{
  const SquillModelInfo *info = squill_model_get_info (model);
  json_t *document = json_pack ("{s:i}", "squill", 1);
  json_t *entities = json_array ();
  json_t *relationships = json_array ();
  json_t *operations = json_array ();
  json_t *notes = json_array ();

  SQUILL_FOR_EACH_CHILD (SquillEntity, entity, info, SQUILL_KIND_ENTITY)
    {
      json_array_append_new (entities, entity_to_json (design, entity));
    }
  SQUILL_FOR_EACH_CHILD (SquillRelationship, r, info, SQUILL_KIND_RELATIONSHIP)
    {
      json_array_append_new (relationships, relationship_to_json (design, r));
    }
  SQUILL_FOR_EACH_CHILD (SquillOperation, operation, info, SQUILL_KIND_OPERATION)
    {
      json_array_append_new (operations, operation_to_json (design, operation));
    }
  SQUILL_FOR_EACH_CHILD (SquillNote, note, info, SQUILL_KIND_NOTE)
    {
      json_array_append_new (notes, json_pack ("{s:s, s:o}", "id", note->item.id, "text",
                                               json_pack ("s?", note->text)));
    }
  json_object_set_new (document, "name", json_pack ("s?", info->name));
  json_object_set_new (document, "entities", entities);
  json_object_set_new (document, "relationships", relationships);
  json_object_set_new (document, "operations", operations);
  json_object_set_new (document, "notes", notes);
  return squill_cli_print_json (document);
}

/* Of which kinds the objects are, a line each. */
static void
print_variants (SquillModel *model, gconstpointer item, guint indent)
{
  g_autoptr (GPtrArray) variants = squill_item_list_variants (model, item);

  for (guint i = 0; i < variants->len; i++)
    {
      const SquillItemVariant *variant = variants->pdata[i];
      g_autofree char *values = squill_text_values (variant->values, 0);
      g_autofree char *share =
          isnan (variant->share) ? g_strdup ("") : squill_text_share (variant->share);
      g_auto (GStrv) paths = squill_item_variant_list_paths (variant);
      g_autofree char *list = g_strjoinv (", ", paths);
      g_autofree char *text = g_strdup_printf ("%s%s%s%s%s", values, *share != '\0' ? "  " : "",
                                               share, *list != '\0' ? ": " : "", list);
      g_autofree char *visible = squill_text_visible (text, FALSE);

      g_print ("%*s◆ %s\n", indent * 2, "", visible);
    }
}

static void
print_fields (SquillModel *model, gconstpointer item, guint indent)
{
  print_variants (model, item, indent);
  SQUILL_FOR_EACH_CHILD (SquillField, field, item, SQUILL_KIND_FIELD)
    {
      g_autofree char *types = squill_types_to_text (field->types);
      g_autofree char *length = squill_triple_to_short (field->length);
      g_autofree char *name = squill_text_visible (field->name == NULL ? "" : field->name, FALSE);

      g_print ("%*s%s: %s%s%s%s%s\n", indent * 2, "", name,
               field->array ? "["
               : field->map ? "{"
                            : "",
               field->array || field->map ? length : "",
               field->array ? "] "
               : field->map ? "} "
                            : "",
               types,
               squill_field_is_always_present (field) || squill_field_is_rest (field) ? "" : "?");
      print_fields (model, field, indent + 1);
    }
}

static void
print_text (SquillModel *model, SquillDesign *design)
{
  const SquillModelInfo *info = squill_model_get_info (model);

  SQUILL_FOR_EACH_CHILD (SquillEntity, entity, info, SQUILL_KIND_ENTITY)
    {
      g_autofree char *count = squill_triple_to_short (entity->count);
      g_autofree char *name = squill_text_visible (entity->name == NULL ? "" : entity->name, FALSE);

      g_print ("%s %s%s%s\n", squill_design_is_collection (design, entity->item.id) ? "▤" : "◇",
               name, *count == '\0' ? "" : "  ", count);
      print_fields (model, entity, 1);
      g_print ("\n");
    }
  SQUILL_FOR_EACH_CHILD (SquillRelationship, r, info, SQUILL_KIND_RELATIONSHIP)
    {
      g_autofree char *children = squill_triple_to_short (r->children);
      g_autofree char *parents = squill_triple_to_short (r->parents);

      g_print ("%s: %s (%s) — (%s) %s, %s\n", r->name == NULL ? "" : r->name,
               squill_model_get_entity (model, r->parent)->name, *parents == '\0' ? "?" : parents,
               *children == '\0' ? "?" : children, squill_model_get_entity (model, r->child)->name,
               squill_placement_get_name (r->placement));
    }
}

/* Prints a model by names. */
SquillExit
squill_cli_show (SquillCli *cli, int argc, char **argv)
{
  g_autoptr (SquillModel) model = NULL;
  g_autoptr (SquillDesign) design = NULL;
  SquillExit exit_code;

  if (!squill_cli_parse (cli, "show", NULL, &argc, &argv, &exit_code))
    return exit_code;
  model = squill_cli_load_model (cli, argv[1], &exit_code);
  if (model == NULL)
    return exit_code;
  design = squill_design_new (model);
  if (cli->json)
    return print_json (model, design);
  print_text (model, design);
  return SQUILL_EXIT_FINE;
}

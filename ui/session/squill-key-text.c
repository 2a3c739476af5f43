/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "session/squill-key-text.h"

#include <glib/gi18n.h>
#include <string.h>

G_DEFINE_QUARK (squill_key_text_error, squill_key_text_error)

/* Where documents of the entity are: its own collection before others. */
static const SquillShape *
find_place (SquillDesign *design, const char *entity)
{
  g_autoptr (GPtrArray) places = NULL;

  if (entity == NULL)
    return NULL;
  places = squill_design_get_document_sites (design, entity);
  for (guint i = 0; i < places->len; i++)
    if (((const SquillShape *)places->pdata[i])->parent == NULL)
      return places->pdata[i];
  return places->len > 0 ? places->pdata[0] : NULL;
}

static const SquillShape *
find_named (const SquillShape *shape, const char *name, gsize length)
{
  for (guint i = 0; shape->children != NULL && i < shape->children->len; i++)
    {
      const SquillShape *child = shape->children->pdata[i];

      if (strlen (child->name) == length && strncmp (child->name, name, length) == 0)
        return child;
    }
  return NULL;
}

/* The longest name first: a name may have points in it. */
static const SquillShape *
find_dotted (const SquillShape *shape, const char *text)
{
  for (const char *end = text + strlen (text); end != NULL && end > text;
       end = g_strrstr_len (text, end - text, "."))
    {
      const SquillShape *child = find_named (shape, text, (gsize)(end - text));
      const SquillShape *found;

      if (child == NULL)
        continue;
      if (*end == '\0')
        return child;
      found = find_dotted (child, end + 1);
      if (found != NULL)
        return found;
    }
  return NULL;
}

static void
prepend (GString *path, const char *id)
{
  if (path->len > 0)
    g_string_prepend_c (path, '/');
  g_string_prepend (path, id);
}

static char *
path_of_shape (const SquillShape *shape, const SquillShape *place)
{
  GString *path = g_string_new (NULL);

  if (shape->field != NULL)
    prepend (path, shape->field);
  else if (shape->relationship != NULL)
    prepend (path, shape->relationship);
  if (shape->copy != NULL && shape->relationship != NULL)
    prepend (path, shape->relationship);
  for (const SquillShape *above = shape->parent; above != NULL && above != place;
       above = above->parent)
    if (above->field == NULL && above->relationship != NULL && shape->copy == NULL)
      prepend (path, above->relationship);
  return g_string_free (path, path->len == 0);
}

static const SquillField *
find_drawn (gconstpointer parent, const char *text)
{
  SQUILL_FOR_EACH_CHILD (SquillField, field, parent, SQUILL_KIND_FIELD)
    {
      gsize length = field->name == NULL ? 0 : strlen (field->name);

      if (length == 0 || strncmp (field->name, text, length) != 0)
        continue;
      if (text[length] == '\0')
        return field;
      if (text[length] == '.')
        {
          const SquillField *found = find_drawn (field, text + length + 1);

          if (found != NULL)
            return found;
        }
    }
  return NULL;
}

/* The entity at the other end; %NULL if the relationship does not lead away from @entity. */
static const SquillEntity *
get_other_end (SquillModel *model, const SquillRelationship *r, const char *entity)
{
  if (g_strcmp0 (r->parent, entity) == 0)
    return squill_model_get_entity (model, r->child);
  return g_strcmp0 (r->child, entity) == 0 ? squill_model_get_entity (model, r->parent) : NULL;
}

static char *
write_by_names (SquillModel *model, const char *entity, const char *path)
{
  g_auto (GStrv) ids = g_strsplit (path, "/", -1);
  GString *text = g_string_new (NULL);

  for (guint i = 0; ids[i] != NULL; i++)
    {
      const SquillItem *item = squill_model_get_item (model, ids[i]);
      const char *name = item == NULL ? NULL : squill_item_get_name (item);
      g_autoptr (GString) own = NULL;

      if (item != NULL && item->kind == SQUILL_KIND_RELATIONSHIP)
        {
          const SquillEntity *other =
              get_other_end (model, (const SquillRelationship *)item, entity);

          entity = other == NULL ? NULL : other->item.id;
          if (name == NULL || *name == '\0')
            name = other == NULL ? NULL : other->name;
        }

      own = g_string_new (name != NULL ? name : ids[i]);
      for (const SquillItem *above = item == NULL ? NULL : item->parent;
           above != NULL && above->kind == SQUILL_KIND_FIELD; above = above->parent)
        {
          const char *outer = squill_item_get_name (above);

          g_string_prepend_c (own, '.');
          g_string_prepend (own, outer != NULL ? outer : "");
        }
      if (text->len > 0)
        g_string_append_c (text, '.');
      g_string_append (text, own->str);
    }
  return g_string_free (text, FALSE);
}

/**
 * squill_key_path_write:
 * @design: a design
 * @entity: (nullable): id of the entity from which the path leads
 * @path: path of a #SquillKey
 *
 * Returns: (transfer full): the path by names, as a query has it: "comments.who"
 */
char *
squill_key_path_write (SquillDesign *design, const char *entity, const char *path)
{
  const SquillShape *place, *shape;
  g_autofree char *dotted = NULL;
  g_autofree char *prefix = NULL;

  g_return_val_if_fail (SQUILL_IS_DESIGN (design), NULL);
  g_return_val_if_fail (path != NULL, NULL);

  if (*path == '=')
    return g_strdup (path);
  place = find_place (design, entity);
  shape = place == NULL ? NULL : squill_design_resolve (design, place, path);
  if (shape == NULL)
    return write_by_names (squill_design_get_model (design), entity, path);
  dotted = squill_shape_get_query_path (shape);
  if (place->parent == NULL)
    return g_steal_pointer (&dotted);
  prefix = squill_shape_get_query_path (place);
  if (g_str_has_prefix (dotted, prefix) && dotted[strlen (prefix)] == '.')
    return g_strdup (dotted + strlen (prefix) + 1);
  return g_steal_pointer (&dotted);
}

static char *find_across (SquillDesign *design, const char *entity, const char *text, guint depth);

/* Along relationships no further than somebody would write. */
#define MAX_STEPS 4

static char *
find_path (SquillDesign *design, const char *entity, const char *text, gboolean across, guint depth)
{
  const SquillShape *place = find_place (design, entity);
  const SquillShape *shape = place == NULL ? NULL : find_dotted (place, text);
  const SquillEntity *drawn;
  const SquillField *field;
  char *path = shape == NULL ? NULL : path_of_shape (shape, place);

  if (path != NULL)
    return path;
  drawn =
      entity == NULL ? NULL : squill_model_get_entity (squill_design_get_model (design), entity);
  field = drawn == NULL ? NULL : find_drawn (drawn, text);
  if (field != NULL)
    return g_strdup (field->item.id);
  return across ? find_across (design, entity, text, depth) : NULL;
}

/* What stands behind "name." in a text; %NULL if it does not begin so. */
static const char *
skip_name (const char *text, const char *name)
{
  const gsize length = name == NULL ? 0 : strlen (name);

  return length > 0 && strncmp (text, name, length) == 0 && text[length] == '.' ? text + length + 1
                                                                                : NULL;
}

/* A field in documents that a relationship leads to, by its name or that of the entity there. */
static char *
find_across (SquillDesign *design, const char *entity, const char *text, guint depth)
{
  SquillModel *model = squill_design_get_model (design);
  const SquillEntity *drawn = entity == NULL ? NULL : squill_model_get_entity (model, entity);
  guint n = 0;
  const SquillRelationship *const *all =
      drawn == NULL ? NULL : squill_entity_get_relationships (drawn, &n);

  for (guint i = 0; i < n && depth < MAX_STEPS; i++)
    {
      const SquillEntity *other = get_other_end (model, all[i], entity);
      const char *rest = skip_name (text, all[i]->name);
      g_autofree char *path = NULL;

      if (rest == NULL && other != NULL)
        rest = skip_name (text, other->name);
      if (rest == NULL || other == NULL)
        continue;
      path = find_path (design, other->item.id, rest, TRUE, depth + 1);
      if (path != NULL)
        return g_strdup_printf ("%s/%s", all[i]->item.id, path);
    }
  return NULL;
}

/**
 * squill_key_path_read:
 * @design: a design
 * @entity: (nullable): id of the entity from which the path leads
 * @text: a path by names; with "=" in front one that is taken as it is
 * @across: whether it may lead along relationships to other collections, by the name of the
 *   relationship or of the entity there: "reviews.at"
 * @error: %SQUILL_KEY_TEXT_ERROR
 *
 * Returns: (transfer full) (nullable): the path of a #SquillKey
 */
char *
squill_key_path_read (
    SquillDesign *design, const char *entity, const char *text, gboolean across, GError **error)
{
  char *path;

  g_return_val_if_fail (SQUILL_IS_DESIGN (design), NULL);
  g_return_val_if_fail (text != NULL, NULL);

  if (*text == '=' && text[1] != '\0')
    return g_strdup (text);
  if (strstr (text, "$**") != NULL)
    return g_strconcat ("=", text, NULL);
  path = find_path (design, entity, text, across, 0);
  if (path != NULL)
    return path;
  /* The _id that nobody drew. */
  if (g_str_equal (text, "_id"))
    return g_strdup ("=_id");
  g_set_error (error, SQUILL_KEY_TEXT_ERROR, SQUILL_KEY_TEXT_ERROR_PATH,
               _ ("No field is named “%s”"), text);
  return NULL;
}

/**
 * squill_keys_write:
 * @design: a design
 * @entity: (nullable): id of the entity from which the paths lead
 * @keys: (nullable): keys
 * @usual: what need not be said: "1" in an index, "eq" in a filter
 *
 * Returns: (transfer full): the keys as people write them: "status, created -1"
 */
char *
squill_keys_write (SquillDesign *design,
                   const char *entity,
                   const SquillKeys *keys,
                   const char *usual)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; keys != NULL && i < keys->len; i++)
    {
      const SquillKey *key = keys->pdata[i];
      g_autofree char *path = squill_key_path_write (design, entity, key->path);

      if (text->len > 0)
        g_string_append (text, ", ");
      g_string_append (text, path);
      if (*key->operator!= '\0' && g_strcmp0 (key->operator, usual) != 0)
        g_string_append_printf (text, " %s", key->operator);
    }
  return g_string_free (text, FALSE);
}

/**
 * squill_keys_read:
 * @design: a design
 * @entity: (nullable): id of the entity from which the paths lead
 * @text: keys as people write them
 * @usual: what is meant where nothing is said
 * @across: whether they may lead to other collections, see squill_key_path_read()
 * @error: %SQUILL_KEY_TEXT_ERROR
 *
 * Returns: (transfer full) (nullable): the keys as JSON, an empty array for none; %NULL with an
 *   error
 */
json_t *
squill_keys_read (SquillDesign *design,
                  const char *entity,
                  const char *text,
                  const char *usual,
                  gboolean across,
                  GError **error)
{
  g_auto (GStrv) parts = NULL;
  json_auto_t *keys = NULL;

  g_return_val_if_fail (SQUILL_IS_DESIGN (design), NULL);
  g_return_val_if_fail (text != NULL, NULL);

  parts = g_strsplit (text, ",", -1);
  keys = json_array ();
  for (guint i = 0; parts[i] != NULL; i++)
    {
      char *name = g_strstrip (parts[i]);
      char *how = strrchr (name, ' ');
      g_autofree char *path = NULL;
      json_t *key;

      if (*name == '\0')
        continue;
      if (how != NULL)
        {
          *how++ = '\0';
          g_strstrip (name);
        }
      path = squill_key_path_read (design, entity, name, across, error);
      if (path == NULL)
        return NULL;
      key = json_object ();
      json_object_set_new (key, "path", json_string (path));
      if (how == NULL)
        how = (char *)usual;
      if (how != NULL && *how != '\0')
        json_object_set_new (key, "how", json_string (how));
      json_array_append_new (keys, key);
    }
  return g_steal_pointer (&keys);
}

typedef struct
{
  const SquillShape *place;
  gsize prefix; /* bytes of a path that lead to the place */

  GStrvBuilder *paths;

  const char *item;
  const SquillShape *found;
  guint depth;
} Listing;

/* TRUE if the entity has documents. */
static gboolean
begin_listing (Listing *listing, SquillDesign *design, const char *entity)
{
  g_autofree char *prefix = NULL;

  listing->place = find_place (design, entity);
  if (listing->place == NULL)
    return FALSE;
  if (listing->place->parent != NULL)
    {
      prefix = squill_shape_get_query_path (listing->place);
      listing->prefix = *prefix == '\0' ? 0 : strlen (prefix) + 1;
    }
  return TRUE;
}

static gboolean
list_shape (const SquillShape *shape, gpointer user_data)
{
  Listing *listing = user_data;
  g_autofree char *path = NULL;

  if (shape == listing->place)
    return TRUE;
  path = squill_shape_get_query_path (shape);
  g_strv_builder_add (listing->paths, path + listing->prefix);
  return TRUE;
}

/* Fields of the documents that one relationship leads to, as squill_key_path_read() takes them. */
static void
list_across (GStrvBuilder *paths, SquillDesign *design, const char *entity)
{
  SquillModel *model = squill_design_get_model (design);
  const SquillEntity *drawn = squill_model_get_entity (model, entity);
  guint n = 0;
  const SquillRelationship *const *all =
      drawn == NULL ? NULL : squill_entity_get_relationships (drawn, &n);

  for (guint i = 0; i < n; i++)
    {
      const SquillEntity *other = get_other_end (model, all[i], entity);
      const char *name = all[i]->name != NULL ? all[i]->name : other == NULL ? NULL : other->name;

      if (other == NULL || name == NULL)
        continue;
      SQUILL_FOR_EACH_CHILD (SquillField, field, other, SQUILL_KIND_FIELD)
        {
          g_autofree char *text =
              field->name == NULL ? NULL : g_strdup_printf ("%s.%s", name, field->name);
          g_autofree char *path =
              text == NULL ? NULL : squill_key_path_read (design, entity, text, FALSE, NULL);

          /* What is embedded is listed already. */
          if (text != NULL && path == NULL)
            g_strv_builder_add (paths, text);
        }
    }
}

/**
 * squill_key_path_list:
 * @design: a design
 * @entity: (nullable): id of an entity
 * @across: whether those that lead along a relationship to another collection are listed, too
 *
 * Returns: (transfer full): all paths that a key of the entity may have, by names
 */
char **
squill_key_path_list (SquillDesign *design, const char *entity, gboolean across)
{
  g_autoptr (GStrvBuilder) paths = g_strv_builder_new ();
  Listing listing = { .paths = paths };

  g_return_val_if_fail (SQUILL_IS_DESIGN (design), NULL);

  if (begin_listing (&listing, design, entity))
    squill_shape_foreach (listing.place, list_shape, &listing);
  if (across && entity != NULL)
    list_across (paths, design, entity);
  return g_strv_builder_end (paths);
}

/* A copy of a field is found too, but only where there is nothing nearer. */
static gboolean
find_shape_of (const SquillShape *shape, gpointer user_data)
{
  Listing *listing = user_data;
  guint depth = 0;

  if (shape == listing->place ||
      g_strcmp0 (shape->field != NULL ? shape->field : shape->relationship, listing->item) != 0)
    return TRUE;
  for (const SquillShape *above = shape; above != listing->place; above = above->parent)
    depth++;
  if (listing->found == NULL || depth < listing->depth)
    {
      listing->found = shape;
      listing->depth = depth;
    }
  return TRUE;
}

/**
 * squill_key_path_find:
 * @design: a design
 * @entity: id of an entity
 * @item: id of a field or of a relationship
 *
 * Returns: (transfer full) (nullable): the shortest path by names from the entity to the field, or
 *   to what the relationship stores; %NULL where the documents do not have it
 */
char *
squill_key_path_find (SquillDesign *design, const char *entity, const char *item)
{
  Listing listing = { .item = item };
  g_autofree char *path = NULL;

  g_return_val_if_fail (SQUILL_IS_DESIGN (design), NULL);
  g_return_val_if_fail (entity != NULL, NULL);
  g_return_val_if_fail (item != NULL, NULL);

  if (!begin_listing (&listing, design, entity))
    return NULL;
  squill_shape_foreach (listing.place, find_shape_of, &listing);
  if (listing.found == NULL)
    return NULL;
  path = squill_shape_get_query_path (listing.found);
  return g_strdup (path + listing.prefix);
}

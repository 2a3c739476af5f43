/* SPDX-License-Identifier: Apache-2.0 */

/* What the documents of a command ask for (filters, sorts, projections, updates, pipelines), as
 * keys of the model. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include "exchange/import/squill-operation-import-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* Conditions in conditions. */
#define MAX_DEPTH 50

/* Paths. */

/* One part of a path that stands for an element of an array: `0`, `$`, `$[]`, `$[element]`. */
static gboolean
is_element (const char *part)
{
  const char *p = part;

  if (*part == '$')
    return TRUE;
  while (g_ascii_isdigit (*p))
    p++;
  return *part != '\0' && *p == '\0';
}

/* The shape of a dotted path below an object. */
static const SquillShape *
find_shape (const SquillShape *shape, char **parts)
{
  for (; *parts != NULL; parts++)
    {
      const SquillShape *found = NULL;

      for (guint i = 0; i < shape->children->len && found == NULL; i++)
        {
          const SquillShape *child = shape->children->pdata[i];

          if (!child->rest && g_str_equal (child->name, *parts))
            found = child;
        }
      if (found == NULL && shape->array && is_element (*parts))
        continue;
      /* The keys of maps are data. */
      if (found == NULL && shape->map)
        continue;
      if (found == NULL && squill_shape_get_rest (shape) != NULL)
        found = squill_shape_get_rest (shape);
      if (found == NULL)
        return NULL;
      shape = found;
    }
  return shape;
}

static gboolean
is_single (const char *path)
{
  return strchr (path, '/') == NULL;
}

/* The path of a key that means a shape in documents of the collection's entity. */
static char *
make_key_path (const SquillShape *site, const SquillShape *shape)
{
  g_autofree char *own = NULL;

  if (shape->copy != NULL || shape->origin == SQUILL_ORIGIN_LINK)
    own = g_strdup_printf ("%s/%s", shape->relationship, shape->field);
  else if (shape->field != NULL)
    own = g_strdup (shape->field);
  else if (shape->relationship != NULL)
    own = g_strdup (shape->relationship);
  else
    return NULL;
  for (const SquillShape *around = shape->parent; around != NULL && around != site;
       around = around->parent)
    if (around->document && around->relationship != NULL &&
        !(is_single (own) && g_str_equal (own, around->relationship)))
      {
        char *longer = g_strdup_printf ("%s/%s", around->relationship, own);

        g_free (own);
        own = longer;
      }
  return g_steal_pointer (&own);
}

/* Of what a copy or an attribute has no field of the model it is taken by its relationship. */
static char *
find_key (const SquillImportCommand *command, const char *path)
{
  g_auto (GStrv) parts = g_strsplit (path, ".", -1);
  const SquillShape *shape = find_shape (command->site, parts);
  g_autofree char *key = NULL;

  /* Of buckets, what is in them and what they refer to. */
  if (shape == NULL && command->site->parent != NULL)
    shape = find_shape (command->collection->shape, parts);
  /* The id of a reference that has copies beside it. */
  if (shape != NULL && shape->parent != NULL && shape->origin == SQUILL_ORIGIN_REFERENCE &&
      shape->parent->origin == SQUILL_ORIGIN_REFERENCE && !shape->parent->document)
    shape = shape->parent;
  if (shape == NULL || shape == command->site)
    return NULL;
  key = make_key_path (command->site, shape);
  return key == NULL ||
                 squill_design_resolve (command->importer->design, command->site, key) == NULL
             ? NULL
             : g_steal_pointer (&key);
}

static gboolean
has_path (const json_t *keys, const char *path)
{
  gsize i;
  const json_t *key;

  json_array_foreach (keys, i, key)
  {
    if (g_strcmp0 (json_string_value (json_object_get (key, "path")), path) == 0)
      return TRUE;
  }
  return FALSE;
}

void
_squill_command_add_key (SquillImportCommand *command,
                         json_t **keys,
                         const char *path,
                         const char *how)
{
  g_autofree char *found = NULL;
  json_t *key;

  if (!g_utf8_validate (path, -1, NULL))
    return;
  found = find_key (command, path);
  if (found == NULL && g_str_equal (path, "_id"))
    found = g_strdup ("=_id");
  if (found == NULL)
    {
      _squill_importer_tell (
          command->importer, _squill_command_find_name (command, path),
          /* Translators: a path, and the collection whose documents do not have it */
          g_strdup_printf (_ ("There is no “%s” in “%s”"), path, command->collection->name));
      return;
    }
  if (*keys == NULL)
    *keys = json_array ();
  if (has_path (*keys, found))
    return;
  key = json_pack ("{s:s}", "path", found);
  if (*how != '\0')
    json_object_set_new (key, "how", json_string (how));
  json_array_append_new (*keys, key);
}

/* Filters. */

gboolean
_squill_command_enter (const bson_iter_t *iter, bson_iter_t *inner)
{
  return (BSON_ITER_HOLDS_DOCUMENT (iter) || BSON_ITER_HOLDS_ARRAY (iter)) &&
         bson_iter_recurse (iter, inner);
}

static guint
count_members (const bson_iter_t *iter)
{
  bson_iter_t inner;
  guint n = 0;

  if (_squill_command_enter (iter, &inner))
    while (bson_iter_next (&inner))
      n++;
  return n;
}

static char *
join (const char *prefix, const char *name)
{
  return *prefix == '\0' ? g_strdup (name) : g_strconcat (prefix, ".", name, NULL);
}

/* The operators on one path. */
static void
read_operators (SquillImportCommand *command,
                const bson_iter_t *value,
                const char *path,
                guint depth)
{
  static const struct
  {
    const char *name;
    const char *how;
  } table[] = { { "$eq", "eq" },           { "$gt", "range" },
                { "$gte", "range" },       { "$lt", "range" },
                { "$lte", "range" },       { "$regex", "regex" },
                { "$exists", "exists" },   { "$type", "exists" },
                { "$size", "exists" },     { "$ne", "range" },
                { "$nin", "range" },       { "$mod", "range" },
                { "$near", "range" },      { "$nearSphere", "range" },
                { "$geoWithin", "range" }, { "$geoIntersects", "range" } };
  bson_iter_t iter;

  if (!_squill_command_enter (value, &iter) || depth > MAX_DEPTH)
    return;
  while (bson_iter_next (&iter))
    {
      const char *name = bson_iter_key (&iter);

      if (g_str_equal (name, "$in") || g_str_equal (name, "$all"))
        {
          g_autofree char *how = g_strdup_printf ("in:%u", MAX (count_members (&iter), 1));

          _squill_command_add_key (command, &command->filter, path, how);
        }
      else if (g_str_equal (name, "$elemMatch"))
        {
          bson_iter_t inner;

          if (_squill_command_enter (&iter, &inner) && bson_iter_next (&inner) &&
              *bson_iter_key (&inner) == '$')
            read_operators (command, &iter, path, depth + 1);
          else
            _squill_command_read_filter (command, &iter, path, depth + 1);
        }
      else if (g_str_equal (name, "$not"))
        read_operators (command, &iter, path, depth + 1);
      else
        for (guint i = 0; i < G_N_ELEMENTS (table); i++)
          if (g_str_equal (name, table[i].name))
            _squill_command_add_key (command, &command->filter, path, table[i].how);
    }
}

void
_squill_command_read_filter (SquillImportCommand *command,
                             const bson_iter_t *filter,
                             const char *prefix,
                             guint depth)
{
  bson_iter_t iter, inner;

  if (!_squill_command_enter (filter, &iter) || depth > MAX_DEPTH)
    return;
  while (bson_iter_next (&iter))
    {
      const char *name = bson_iter_key (&iter);
      g_autofree char *path = NULL;

      if (g_str_equal (name, "$and") || g_str_equal (name, "$or") || g_str_equal (name, "$nor"))
        {
          if (_squill_command_enter (&iter, &inner))
            while (bson_iter_next (&inner))
              _squill_command_read_filter (command, &inner, prefix, depth + 1);
          continue;
        }
      /* $expr, $text, $where, $comment: they name no path. */
      if (*name == '$')
        continue;
      path = join (prefix, name);
      if (BSON_ITER_HOLDS_REGEX (&iter))
        _squill_command_add_key (command, &command->filter, path, "regex");
      else if (BSON_ITER_HOLDS_DOCUMENT (&iter) && _squill_command_enter (&iter, &inner) &&
               bson_iter_next (&inner) && *bson_iter_key (&inner) == '$')
        read_operators (command, &iter, path, depth + 1);
      else
        _squill_command_add_key (command, &command->filter, path, "eq");
    }
}

/* Sorts, projections, updates. */

double
_squill_command_get_number (const bson_iter_t *iter)
{
  return BSON_ITER_HOLDS_NUMBER (iter) ? bson_iter_as_double (iter) : NAN;
}

static void
add_sort (SquillImportCommand *command, const char *path, double direction)
{
  if (!isnan (direction))
    _squill_command_add_key (command, &command->sort, path, direction < 0 ? "-1" : "1");
}

/* {a: 1}, [["a", 1]], "-a b", "a" with its direction after it. */
void
_squill_command_read_sort (SquillImportCommand *command,
                           const bson_iter_t *sort,
                           const bson_iter_t *direction)
{
  bson_iter_t iter, pair;

  if (BSON_ITER_HOLDS_UTF8 (sort))
    {
      g_auto (GStrv) names = g_strsplit (bson_iter_utf8 (sort, NULL), " ", -1);
      const double sign = direction != NULL && _squill_command_get_number (direction) < 0 ? -1 : 1;

      for (guint i = 0; names[i] != NULL; i++)
        if (*names[i] != '\0')
          add_sort (command, names[i] + (*names[i] == '-'), *names[i] == '-' ? -1 : sign);
      return;
    }
  if (!_squill_command_enter (sort, &iter))
    return;
  while (bson_iter_next (&iter))
    if (BSON_ITER_HOLDS_DOCUMENT (sort))
      add_sort (command, bson_iter_key (&iter), _squill_command_get_number (&iter));
    else if (_squill_command_enter (&iter, &pair) && bson_iter_next (&pair) &&
             BSON_ITER_HOLDS_UTF8 (&pair))
      {
        const char *path = bson_iter_utf8 (&pair, NULL);

        add_sort (command, path, bson_iter_next (&pair) ? _squill_command_get_number (&pair) : 1);
      }
}

/* Notes the paths that a projection includes. Those it excludes are not read. */
void
_squill_command_read_projection (SquillImportCommand *command, const bson_iter_t *projection)
{
  bson_iter_t iter;

  if (!_squill_command_enter (projection, &iter))
    return;
  while (bson_iter_next (&iter))
    if (BSON_ITER_HOLDS_BOOL (&iter) ? bson_iter_bool (&iter)
                                     : _squill_command_get_number (&iter) > 0)
      _squill_command_add_key (command, &command->returns, bson_iter_key (&iter), "");
}

/* Which fields an update writes: those of its operators, of the stages of a pipeline, or those of
 * the document that takes the place of the old one. */
void
_squill_command_read_update (SquillImportCommand *command, const bson_iter_t *update, guint depth)
{
  bson_iter_t iter, inner;

  if (!_squill_command_enter (update, &iter) || depth > MAX_DEPTH)
    return;
  while (bson_iter_next (&iter))
    {
      if (BSON_ITER_HOLDS_ARRAY (update))
        _squill_command_read_update (command, &iter, depth + 1);
      else if (*bson_iter_key (&iter) != '$')
        {
          if (!g_str_equal (bson_iter_key (&iter), "_id"))
            _squill_command_add_key (command, &command->writes, bson_iter_key (&iter), "");
        }
      else if (!g_str_equal (bson_iter_key (&iter), "$setOnInsert") &&
               _squill_command_enter (&iter, &inner))
        while (bson_iter_next (&inner))
          _squill_command_add_key (command, &command->writes, bson_iter_key (&inner), "");
    }
}

void
_squill_command_set_limit (SquillImportCommand *command, const bson_iter_t *value)
{
  const double limit = fabs (_squill_command_get_number (value));

  if (limit >= 1)
    command->limit = floor (limit);
}

/* Notes how many documents are passed over. Anything but a number from 1 on is ignored. */
void
_squill_command_set_skip (SquillImportCommand *command, const bson_iter_t *value)
{
  if (_squill_command_get_number (value) >= 1)
    command->skip = floor (_squill_command_get_number (value));
}

/* Aggregates. */

static void
read_lookup (SquillImportCommand *command, const bson_iter_t *lookup)
{
  SquillDesign *design = command->importer->design;
  bson_iter_t iter;
  const SquillCollection *other = NULL;
  const char *from = NULL;
  guint n;
  const SquillRelationship *const *relationships;
  const SquillEntity *entity =
      squill_model_get_entity (command->importer->model, command->site->entity);

  if (!_squill_command_enter (lookup, &iter))
    return;
  while (bson_iter_next (&iter))
    if (g_str_equal (bson_iter_key (&iter), "from") && BSON_ITER_HOLDS_UTF8 (&iter))
      from = bson_iter_utf8 (&iter, NULL);
  if (from == NULL || entity == NULL)
    return;
  other = squill_design_find_collection_by_name (design, from);
  if (other == NULL)
    {
      _squill_importer_tell (command->importer, _squill_command_find_name (command, from),
                             g_strdup_printf (_ ("There is no collection “%s”"), from));
      return;
    }
  relationships = squill_entity_get_relationships (entity, &n);
  for (guint i = 0; i < n; i++)
    {
      const SquillRelationship *r = relationships[i];
      const char *end = g_str_equal (r->parent, entity->item.id) ? r->child : r->parent;

      if (g_strcmp0 (other->entity, end) != 0 && g_strcmp0 (other->relationship, r->item.id) != 0)
        continue;
      if (command->follows == NULL)
        command->follows = json_array ();
      json_array_append_new (command->follows, json_string (r->item.id));
      return;
    }
  _squill_importer_tell (command->importer, _squill_command_find_name (command, from),
                         /* Translators: two collections */
                         g_strdup_printf (_ ("No relationship leads from “%s” to “%s”"),
                                          command->collection->name, from));
}

/* A path in an expression: "$customer.name". */
static const char *
get_path (const bson_iter_t *value)
{
  const char *text = BSON_ITER_HOLDS_UTF8 (value) ? bson_iter_utf8 (value, NULL) : "";

  return text[0] == '$' && text[1] != '$' && text[1] != '\0' ? text + 1 : NULL;
}

static void
read_group (SquillImportCommand *command, const bson_iter_t *group)
{
  bson_iter_t iter, inner;

  if (!_squill_command_enter (group, &iter))
    return;
  while (bson_iter_next (&iter))
    {
      if (g_str_equal (bson_iter_key (&iter), "_id"))
        {
          if (get_path (&iter) != NULL)
            _squill_command_add_key (command, &command->returns, get_path (&iter), "");
          else if (_squill_command_enter (&iter, &inner))
            while (bson_iter_next (&inner))
              if (get_path (&inner) != NULL)
                _squill_command_add_key (command, &command->returns, get_path (&inner), "");
          continue;
        }
      if (!_squill_command_enter (&iter, &inner) || !bson_iter_next (&inner))
        continue;
      if (g_str_equal (bson_iter_key (&inner), "$count") ||
          (g_str_equal (bson_iter_key (&inner), "$sum") && BSON_ITER_HOLDS_NUMBER (&inner)))
        _squill_command_add_key (command, &command->computes, "_id", "count");
      else if (get_path (&inner) != NULL)
        {
          static const char *const known[] = { "$sum", "$avg", "$min", "$max", NULL };

          if (g_strv_contains (known, bson_iter_key (&inner)))
            _squill_command_add_key (command, &command->computes, get_path (&inner),
                                     bson_iter_key (&inner) + 1);
        }
    }
}

/* The stages of a pipeline, as far as they speak of the documents of the collection. */
void
_squill_command_read_pipeline (SquillImportCommand *command, const bson_iter_t *pipeline)
{
  gboolean is_original = TRUE;
  bson_iter_t iter, stage;

  if (!_squill_command_enter (pipeline, &iter))
    return;
  while (bson_iter_next (&iter))
    {
      const char *name;

      if (!_squill_command_enter (&iter, &stage) || !bson_iter_next (&stage))
        continue;
      name = bson_iter_key (&stage);
      if (g_str_equal (name, "$limit"))
        _squill_command_set_limit (command, &stage);
      else if (g_str_equal (name, "$skip"))
        _squill_command_set_skip (command, &stage);
      else if (!is_original)
        continue;
      else if (g_str_equal (name, "$match"))
        _squill_command_read_filter (command, &stage, "", 0);
      else if (g_str_equal (name, "$sort"))
        _squill_command_read_sort (command, &stage, NULL);
      else if (g_str_equal (name, "$lookup") || g_str_equal (name, "$graphLookup"))
        {
          read_lookup (command, &stage);
          /* What comes under the new name is in none of the documents. */
          is_original = FALSE;
        }
      else if (g_str_equal (name, "$group"))
        {
          read_group (command, &stage);
          is_original = FALSE;
        }
      else if (g_str_equal (name, "$count"))
        {
          _squill_command_add_key (command, &command->computes, "_id", "count");
          is_original = FALSE;
        }
      else if (g_str_equal (name, "$project"))
        {
          _squill_command_read_projection (command, &stage);
          is_original = FALSE;
        }
      else if (!g_str_equal (name, "$unwind"))
        is_original = FALSE;
    }
}

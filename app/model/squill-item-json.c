/* SPDX-License-Identifier: Apache-2.0 */

/* Items from and to JSON, and how they hang together. What this version does not know is kept in
 * `extra`: the member's name -> {"value", "after": the member it followed}. */

#define G_LOG_DOMAIN "squill-model"

#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "model/squill-model-private.h"
#include "model/squill-model-file.h"

#define LAYOUT_PREFIX "layout."

/* Deeper than this a document of the server cannot be; it also bounds our recursion. */
#define DEEPEST 200

static const char *const map_names[SQUILL_N_KINDS] = {
  NULL,         "entities", "fields", "indexes",    "relationships", "copies",
  "operations", "notes",    "groups", "dismissals", "alternatives",  "views",
};

/** The name of the map in which the children of a kind stand; %NULL for the model. */
const char *
_squill_kind_get_map_name (SquillKind kind)
{
  return map_names[kind];
}

/** Whether items of one kind may belong to items of another. */
gboolean
_squill_kind_fits (SquillKind parent, SquillKind child)
{
  switch (child)
    {
    case SQUILL_KIND_FIELD:
      return parent == SQUILL_KIND_ENTITY || parent == SQUILL_KIND_FIELD ||
             parent == SQUILL_KIND_RELATIONSHIP;
    case SQUILL_KIND_INDEX:
      return parent == SQUILL_KIND_ENTITY;
    case SQUILL_KIND_COPY:
      return parent == SQUILL_KIND_RELATIONSHIP;
    case SQUILL_KIND_ENTITY:
    case SQUILL_KIND_RELATIONSHIP:
    case SQUILL_KIND_OPERATION:
    case SQUILL_KIND_NOTE:
    case SQUILL_KIND_GROUP:
    case SQUILL_KIND_DISMISSAL:
    case SQUILL_KIND_ALTERNATIVE:
    case SQUILL_KIND_VIEW:
      return parent == SQUILL_KIND_MODEL;
    case SQUILL_KIND_MODEL:
    default:
      return FALSE;
    }
}

/** A new item with all its properties at their defaults. */
gpointer
_squill_item_new (SquillKind kind, const char *id)
{
  SquillItem *item = g_malloc0 (squill_kind_get_struct_size (kind));
  guint n;
  const SquillProperty *properties = squill_kind_get_properties (kind, &n);

  item->kind = kind;
  item->id = g_strdup (id);
  for (guint i = 0; i < n; i++)
    squill_property_init (&properties[i], item);
  return item;
}

/** An item with all that belongs to it, which is in no model yet. It shares with @item only what
 * never changes: each may go to another thread. */
gpointer
_squill_item_copy (const SquillItem *item)
{
  SquillItem *copy = _squill_item_new (item->kind, item->id);
  guint n;
  const SquillProperty *properties = squill_kind_get_properties (item->kind, &n);

  for (guint i = 0; i < n; i++)
    squill_property_copy (&properties[i], item, copy);
  copy->extra = json_deep_copy (item->extra);
  if (item->children == NULL)
    return copy;
  copy->children = g_ptr_array_sized_new (item->children->len);
  for (guint i = 0; i < item->children->len; i++)
    {
      SquillItem *child = _squill_item_copy (item->children->pdata[i]);

      child->parent = copy;
      g_ptr_array_add (copy->children, child);
    }
  return copy;
}

/** Frees an item with its children. */
void
_squill_item_free (SquillItem *item)
{
  guint n;
  const SquillProperty *properties = squill_kind_get_properties (item->kind, &n);

  for (guint i = 0; i < n; i++)
    squill_property_clear (&properties[i], item);
  if (item->kind == SQUILL_KIND_ENTITY)
    g_clear_pointer (&((SquillEntity *)item)->relationships, g_ptr_array_unref);
  if (item->children != NULL)
    for (guint i = 0; i < item->children->len; i++)
      _squill_item_free (item->children->pdata[i]);
  g_clear_pointer (&item->children, g_ptr_array_unref);
  json_decref (item->extra);
  g_free (item->id);
  g_free (item);
}

/** The rank among siblings; %NULL for kinds that are not ordered. */
const char *
_squill_item_get_order (const SquillItem *item)
{
  switch (item->kind)
    {
    case SQUILL_KIND_ENTITY:
      return ((const SquillEntity *)item)->order;
    case SQUILL_KIND_FIELD:
      return ((const SquillField *)item)->order;
    case SQUILL_KIND_INDEX:
      return ((const SquillIndex *)item)->order;
    case SQUILL_KIND_RELATIONSHIP:
      return ((const SquillRelationship *)item)->order;
    case SQUILL_KIND_COPY:
      return ((const SquillCopy *)item)->order;
    case SQUILL_KIND_OPERATION:
      return ((const SquillOperation *)item)->order;
    case SQUILL_KIND_ALTERNATIVE:
      return ((const SquillAlternative *)item)->order;
    case SQUILL_KIND_VIEW:
      return ((const SquillView *)item)->order;
    case SQUILL_KIND_MODEL:
    case SQUILL_KIND_NOTE:
    case SQUILL_KIND_GROUP:
    case SQUILL_KIND_DISMISSAL:
    default:
      return NULL;
    }
}

static int
compare_siblings (const SquillItem *a, const SquillItem *b)
{
  const char *rank_a, *rank_b;
  int order;

  if (a->kind != b->kind)
    return a->kind < b->kind ? -1 : 1;
  rank_a = _squill_item_get_order (a);
  rank_b = _squill_item_get_order (b);
  /* What has no rank stands last. */
  if ((rank_a == NULL) != (rank_b == NULL))
    return rank_a == NULL ? 1 : -1;
  order = rank_a == NULL ? 0 : strcmp (rank_a, rank_b);
  return order != 0 ? order : strcmp (a->id, b->id);
}

static int
compare_pointers (gconstpointer a, gconstpointer b)
{
  return compare_siblings (*(const SquillItem *const *)a, *(const SquillItem *const *)b);
}

/** Puts the children of an item in order. */
void
_squill_item_sort_children (SquillItem *item)
{
  if (item->children != NULL)
    g_ptr_array_sort (item->children, compare_pointers);
}

/** Adds a child at its place. */
void
_squill_item_insert_child (SquillItem *item, SquillItem *child)
{
  guint low = 0, high;

  if (item->children == NULL)
    item->children = g_ptr_array_new ();
  high = item->children->len;
  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (compare_siblings (item->children->pdata[middle], child) < 0)
        low = middle + 1;
      else
        high = middle;
    }
  g_ptr_array_insert (item->children, low, child);
  child->parent = item;
}

/** Takes a child out; it is the caller's then. */
void
_squill_item_steal_child (SquillItem *item, SquillItem *child)
{
  guint index;

  if (g_ptr_array_find (item->children, child, &index))
    g_ptr_array_remove_index (item->children, index);
  child->parent = NULL;
}

/** Drops what a newer program wrote of a member, because it has another value now. */
void
_squill_item_drop_extra (SquillItem *item, const char *name)
{
  if (item->extra != NULL && json_object_del (item->extra, name) == 0 &&
      json_object_size (item->extra) == 0)
    g_clear_pointer (&item->extra, json_decref);
}

static void
keep_extra (SquillItem *item, const char *name, const json_t *value, const char *after)
{
  json_t *entry = json_object ();

  json_object_set_new (entry, "value", json_deep_copy (value));
  if (after != NULL)
    json_object_set_new (entry, "after", json_string (after));
  if (item->extra == NULL)
    item->extra = json_object ();
  json_object_set_new (item->extra, name, entry);
}

/** Keeps a choice that this version does not know. Returns FALSE if it does know it. */
gboolean
_squill_item_keep_choice (SquillItem *item, const SquillProperty *property, const json_t *value)
{
  const char *name = json_string_value (value);

  if (name == NULL || g_strv_contains (property->choices, name))
    return FALSE;
  keep_extra (item, property->name, value, NULL);
  return TRUE;
}

/* Properties by name, made once a kind: a large file names a property a million times. */
static const SquillProperty *
find_property (SquillKind kind, const char *name)
{
  static GHashTable *tables[SQUILL_N_KINDS];
  static gsize ready = 0;

  if (g_once_init_enter (&ready))
    {
      for (guint k = 0; k < SQUILL_N_KINDS; k++)
        {
          guint n;
          const SquillProperty *properties = squill_kind_get_properties (k, &n);

          tables[k] = g_hash_table_new (g_str_hash, g_str_equal);
          for (guint i = 0; i < n; i++)
            g_hash_table_insert (tables[k], (gpointer)properties[i].name, (gpointer)&properties[i]);
        }
      g_once_init_leave (&ready, 1);
    }
  return g_hash_table_lookup (tables[kind], name);
}

static void
push (GPtrArray *path, const char *name)
{
  if (path != NULL)
    g_ptr_array_add (path, g_strdup (name));
}

static void
pop (GPtrArray *path)
{
  if (path != NULL)
    g_ptr_array_set_size (path, path->len - 1);
}

static gboolean refuse (GError **error, const char *format, ...) G_GNUC_PRINTF (2, 3);

static gboolean
refuse (GError **error, const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  g_propagate_error (error, g_error_new_valist (SQUILL_MODEL_ERROR, SQUILL_MODEL_ERROR_INVALID,
                                                format, arguments));
  va_end (arguments);
  return FALSE;
}

static gboolean
children_from_json (SquillItem *item,
                    SquillKind kind,
                    const json_t *json,
                    GPtrArray *path,
                    GPtrArray *warnings,
                    GError **error)
{
  const char *id;
  json_t *value;

  if (!json_is_object (json))
    return refuse (error, _ ("“%s” must be a map from ids to items"), map_names[kind]);
  if (item->children == NULL)
    item->children = g_ptr_array_sized_new (json_object_size (json));
  json_object_foreach ((json_t *)json, id, value)
  {
    SquillItem *child;

    push (path, id);
    child = _squill_item_from_json (kind, id, value, path, warnings, error);
    if (child == NULL)
      return FALSE;
    pop (path);
    child->parent = item;
    g_ptr_array_add (item->children, child);
  }
  return TRUE;
}

static gboolean
member_from_json (SquillItem *item,
                  const char *name,
                  const json_t *value,
                  const char *after,
                  GPtrArray *path,
                  GPtrArray *warnings,
                  GError **error)
{
  const SquillProperty *property = find_property (item->kind, name);

  if (property != NULL)
    {
      g_autoptr (GError) local_error = NULL;

      if (squill_property_set (property, item, value, &local_error))
        return TRUE;
      /* A newer program may know more choices than this one. */
      if (property->type == SQUILL_PROPERTY_CHOICE &&
          _squill_item_keep_choice (item, property, value))
        {
          if (warnings != NULL)
            g_ptr_array_add (warnings,
                             g_strdup_printf (_ ("“%s” of %s is “%s”, which this version does not "
                                                 "know. It is kept as it is."),
                                              name, item->id, json_string_value (value)));
          return TRUE;
        }
      g_propagate_error (error, g_steal_pointer (&local_error));
      return FALSE;
    }
  for (guint kind = SQUILL_KIND_ENTITY; kind < SQUILL_N_KINDS; kind++)
    if (_squill_kind_fits (item->kind, kind) && g_str_equal (name, map_names[kind]))
      return children_from_json (item, kind, value, path, warnings, error);

  /* The layout of an item that is kept whole stands among its members, but what is known of it has
   * no prefix there: it would be written where it cannot be read. */
  if (g_str_has_prefix (name, LAYOUT_PREFIX))
    {
      property = find_property (item->kind, name + strlen (LAYOUT_PREFIX));
      if (property != NULL && property->in_layout)
        return refuse (error, _ ("“%s” is no member of an item"), name);
    }
  if (g_str_has_prefix (name, LAYOUT_PREFIX) && after != NULL &&
      !g_str_has_prefix (after, LAYOUT_PREFIX))
    {
      g_autofree char *place = g_strconcat (LAYOUT_PREFIX, after, NULL);

      keep_extra (item, name, value, place);
      return TRUE;
    }
  keep_extra (item, name, value, after);
  return TRUE;
}

/** Makes an item with its children, which is not in a model yet. On failure @path (if given) holds
 * the names of the members on the way to what was wrong. */
gpointer
_squill_item_from_json (SquillKind kind,
                        const char *id,
                        const json_t *json,
                        GPtrArray *path,
                        GPtrArray *warnings,
                        GError **error)
{
  SquillItem *item;
  const char *name, *after = NULL;
  json_t *value;
  guint n;
  const SquillProperty *properties = squill_kind_get_properties (kind, &n);

  if (*id == '\0')
    {
      refuse (error, _ ("An id must not be empty"));
      return NULL;
    }
  if (!json_is_object (json))
    {
      refuse (error, _ ("“%s” must be an object"), id);
      return NULL;
    }
  if (path != NULL && path->len > DEEPEST)
    {
      refuse (error, _ ("“%s” is nested too deep"), id);
      return NULL;
    }

  item = _squill_item_new (kind, id);
  json_object_foreach ((json_t *)json, name, value)
  {
    push (path, name);
    if (!member_from_json (item, name, value, after, path, warnings, error))
      {
        _squill_item_free (item);
        return NULL;
      }
    pop (path);
    after = name;
  }
  for (guint i = 0; i < n; i++)
    if (properties[i].required && properties[i].type != SQUILL_PROPERTY_CHOICE &&
        squill_property_is_default (&properties[i], item))
      {
        refuse (error, _ ("“%s” is missing"), properties[i].name);
        _squill_item_free (item);
        return NULL;
      }
  _squill_item_sort_children (item);
  return item;
}

typedef enum
{
  EXTRAS_OWN,             /* members of the item */
  EXTRAS_LAYOUT,          /* members of its layout */
  EXTRAS_LAYOUT_PREFIXED, /* the same, as members of the item */
} Extras;

static const char *
name_in (Extras which, const char *name)
{
  return which == EXTRAS_LAYOUT ? name + strlen (LAYOUT_PREFIX) : name;
}

/* Adds what was unknown behind the member it followed. */
static void
append_extras (const SquillItem *item, json_t *json, const char *after, Extras which)
{
  const char *name;
  json_t *entry;

  if (item->extra == NULL)
    return;
  json_object_foreach (item->extra, name, entry)
  {
    const char *place = json_string_value (json_object_get (entry, "after"));

    /* A choice that is not known stands where the property stands. */
    if (g_str_has_prefix (name, LAYOUT_PREFIX) != (which != EXTRAS_OWN) ||
        g_strcmp0 (place, after) != 0 || find_property (item->kind, name) != NULL)
      continue;
    json_object_set (json, name_in (which, name), json_object_get (entry, "value"));
    append_extras (item, json, name, which);
  }
}

static void
append_layout_extras (const SquillItem *item, json_t *json, const char *after, Extras which)
{
  g_autofree char *name = g_strconcat (LAYOUT_PREFIX, after, NULL);

  append_extras (item, json, name, which);
}

/* Those whose place is gone. */
static void
append_lost_extras (const SquillItem *item, json_t *json, Extras which)
{
  const char *name;
  json_t *entry;

  if (item->extra == NULL)
    return;
  json_object_foreach (item->extra, name, entry)
  {
    if (g_str_has_prefix (name, LAYOUT_PREFIX) == (which != EXTRAS_OWN) &&
        json_object_get (json, name_in (which, name)) == NULL)
      json_object_set (json, name_in (which, name), json_object_get (entry, "value"));
  }
}

static int
compare_ids (gconstpointer a, gconstpointer b)
{
  return strcmp ((*(const SquillItem *const *)a)->id, (*(const SquillItem *const *)b)->id);
}

/** An item with its children as an object, members in the file's order, maps sorted by id. With
 * layout, what stands apart in the file is a member too. */
json_t *
_squill_item_to_json (const SquillItem *item, gboolean with_layout)
{
  json_t *json = json_object ();
  guint n;
  const SquillProperty *properties = squill_kind_get_properties (item->kind, &n);

  append_extras (item, json, NULL, EXTRAS_OWN);
  if (with_layout)
    append_extras (item, json, NULL, EXTRAS_LAYOUT_PREFIXED);
  for (guint i = 0; i < n; i++)
    {
      json_t *value;

      if (properties[i].in_layout && !with_layout)
        continue;
      /* A choice that this version does not know wins over the default that stands for it. */
      if (json_object_get (item->extra, properties[i].name) != NULL)
        value = json_incref (
            json_object_get (json_object_get (item->extra, properties[i].name), "value"));
      else
        value = squill_property_get (&properties[i], item);
      if (value != NULL)
        json_object_set_new (json, properties[i].name, value);
      append_extras (item, json, properties[i].name, EXTRAS_OWN);
      if (properties[i].in_layout)
        append_layout_extras (item, json, properties[i].name, EXTRAS_LAYOUT_PREFIXED);
    }
  for (guint kind = SQUILL_KIND_ENTITY; kind < SQUILL_N_KINDS; kind++)
    {
      g_autoptr (GPtrArray) sorted = NULL;
      gpointer const *children;
      json_t *map;

      if (!_squill_kind_fits (item->kind, kind))
        continue;
      children = squill_item_get_children (item, kind, &n);
      if (n > 0)
        {
          sorted = g_ptr_array_sized_new (n);
          for (guint i = 0; i < n; i++)
            g_ptr_array_add (sorted, children[i]);
          g_ptr_array_sort (sorted, compare_ids);
          map = json_object ();
          for (guint i = 0; i < n; i++)
            json_object_set_new_nocheck (map, ((SquillItem *)sorted->pdata[i])->id,
                                         _squill_item_to_json (sorted->pdata[i], with_layout));
          json_object_set_new (json, map_names[kind], map);
        }
      append_extras (item, json, map_names[kind], EXTRAS_OWN);
    }
  append_lost_extras (item, json, EXTRAS_OWN);
  if (with_layout)
    append_lost_extras (item, json, EXTRAS_LAYOUT_PREFIXED);
  return json;
}

/**
 * squill_item_to_json:
 * @item: an item of a model
 *
 * Returns: (transfer full): the item and all that belongs to it, as squill_edit_new_add() takes it
 */
json_t *
squill_item_to_json (gconstpointer item)
{
  g_return_val_if_fail (item != NULL, NULL);

  return _squill_item_to_json (item, TRUE);
}

/** What of an item stands in the file's layout; %NULL if nothing. */
json_t *
_squill_item_layout_to_json (const SquillItem *item)
{
  json_t *json = json_object ();
  guint n;
  const SquillProperty *properties = squill_kind_get_properties (item->kind, &n);

  append_extras (item, json, NULL, EXTRAS_LAYOUT);
  for (guint i = 0; i < n; i++)
    {
      json_t *value;

      if (!properties[i].in_layout)
        continue;
      value = squill_property_get (&properties[i], item);
      if (value != NULL)
        json_object_set_new (json, properties[i].name, value);
      append_layout_extras (item, json, properties[i].name, EXTRAS_LAYOUT);
    }
  append_lost_extras (item, json, EXTRAS_LAYOUT);
  if (json_object_size (json) == 0)
    g_clear_pointer (&json, json_decref);
  return json;
}

/** Takes what the file's layout says of an item. */
gboolean
_squill_item_set_layout (SquillItem *item, const json_t *layout, GPtrArray *path, GError **error)
{
  const char *name;
  json_t *value;
  g_autofree char *after = NULL;

  if (!json_is_object (layout))
    return refuse (error, _ ("“%s” must be an object"), item->id);
  json_object_foreach ((json_t *)layout, name, value)
  {
    const SquillProperty *property = find_property (item->kind, name);
    g_autofree char *prefixed = g_strconcat (LAYOUT_PREFIX, name, NULL);

    push (path, name);
    if (property != NULL && property->in_layout)
      {
        if (!squill_property_set (property, item, value, error))
          return FALSE;
      }
    else
      keep_extra (item, prefixed, value, after);
    pop (path);
    g_free (after);
    after = g_steal_pointer (&prefixed);
  }
  return TRUE;
}

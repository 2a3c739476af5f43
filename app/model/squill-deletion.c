/* SPDX-License-Identifier: Apache-2.0 */

/* Deleting, with what hangs on what goes. */

#define G_LOG_DOMAIN "squill-model"

#include "config.h"

#include <glib/gi18n-lib.h>

#include "model/squill-authoring.h"

/* An edit that follows from what is in the model can only be refused where it is read-only. */
static void
apply (SquillModel *self, SquillEdit *edit)
{
  g_autoptr (SquillEdit) owned = edit;
  g_autoptr (GError) error = NULL;

  if (!squill_model_apply (self, owned, &error) &&
      !g_error_matches (error, SQUILL_MODEL_ERROR, SQUILL_MODEL_ERROR_READ_ONLY))
    g_warning ("%s", error->message);
}

static gboolean
is_doomed (gconstpointer item, const char *const *ids)
{
  for (const SquillItem *i = item; i != NULL; i = i->parent)
    if (g_strv_contains (ids, i->id))
      return TRUE;
  return FALSE;
}

static gboolean
path_names (const char *path, GHashTable *gone)
{
  g_auto (GStrv) parts = NULL;

  if (path == NULL || *path == '=')
    return FALSE;
  parts = g_strsplit (path, "/", -1);
  for (guint i = 0; parts[i] != NULL; i++)
    if (g_hash_table_contains (gone, parts[i]))
      return TRUE;
  return FALSE;
}

static void
collect_ids (const SquillItem *item, GHashTable *ids)
{
  g_hash_table_add (ids, g_strdup (item->id));
  for (guint kind = SQUILL_KIND_ENTITY; kind < SQUILL_N_KINDS; kind++)
    {
      guint n;
      gpointer const *children = squill_item_get_children (item, kind, &n);

      for (guint i = 0; i < n; i++)
        collect_ids (children[i], ids);
    }
}

static gboolean
names_items (const SquillProperty *property)
{
  return property->type == SQUILL_PROPERTY_ID || property->type == SQUILL_PROPERTY_IDS ||
         property->type == SQUILL_PROPERTY_PATH || property->type == SQUILL_PROPERTY_KEYS;
}

/* The value without what is gone; FALSE if nothing of it is. */
static gboolean
without_gone (const SquillProperty *property,
              const SquillItem *item,
              GHashTable *gone,
              json_t **value)
{
  gconstpointer member = G_STRUCT_MEMBER_P (item, property->offset);
  json_t *left;

  *value = NULL;
  switch (property->type)
    {
    case SQUILL_PROPERTY_ID:
      return *(char *const *)member != NULL && g_hash_table_contains (gone, *(char *const *)member);
    case SQUILL_PROPERTY_PATH:
      return path_names (*(char *const *)member, gone);
    case SQUILL_PROPERTY_IDS:
      {
        char **ids = *(char **const *)member;
        guint n = 0;

        left = json_array ();
        for (; ids != NULL && ids[n] != NULL; n++)
          if (!g_hash_table_contains (gone, ids[n]))
            json_array_append_new (left, json_string (ids[n]));
        *value = left;
        return json_array_size (left) < n;
      }
    case SQUILL_PROPERTY_KEYS:
      {
        const SquillKeys *keys = *(SquillKeys *const *)member;
        json_auto_t *all = squill_json_keys (keys);

        left = json_array ();
        for (guint i = 0; keys != NULL && i < keys->len; i++)
          if (!path_names (((const SquillKey *)keys->pdata[i])->path, gone))
            json_array_append (left, json_array_get (all, i));
        *value = left;
        return keys != NULL && json_array_size (left) < keys->len;
      }
    case SQUILL_PROPERTY_TEXT:
    case SQUILL_PROPERTY_BOOLEAN:
    case SQUILL_PROPERTY_NUMBER:
    case SQUILL_PROPERTY_TRIPLE:
    case SQUILL_PROPERTY_CHOICE:
    case SQUILL_PROPERTY_TYPES:
    case SQUILL_PROPERTY_RANK:
    case SQUILL_PROPERTY_JSON:
    default:
      return FALSE;
    }
}

/* An item that means nothing once what it refers to is gone goes too: an index without keys, a
 * copy without its field, a dismissal without its subject. */
static gboolean
dies_without (const SquillItem *item, const SquillProperty *property, const json_t *left)
{
  switch (item->kind)
    {
    case SQUILL_KIND_INDEX:
      return g_str_equal (property->name, "keys") && json_array_size (left) == 0;
    case SQUILL_KIND_COPY:
      return g_str_equal (property->name, "field");
    case SQUILL_KIND_DISMISSAL:
      return g_str_equal (property->name, "subject");
    case SQUILL_KIND_GROUP:
      return json_array_size (left) == 0;
    case SQUILL_KIND_VIEW:
      /* One without members shows everything. */
      return g_str_equal (property->name, "members") && json_array_size (left) == 0;
    case SQUILL_KIND_MODEL:
    case SQUILL_KIND_ENTITY:
    case SQUILL_KIND_FIELD:
    case SQUILL_KIND_RELATIONSHIP:
    case SQUILL_KIND_OPERATION:
    case SQUILL_KIND_NOTE:
    case SQUILL_KIND_ALTERNATIVE:
    default:
      return FALSE;
    }
}

/* Which properties name other items, of a kind: a few of many. */
static const GPtrArray *
get_referring (SquillKind kind)
{
  static gsize is_known;
  static GPtrArray *referring[SQUILL_N_KINDS];

  if (g_once_init_enter (&is_known))
    {
      for (guint k = 0; k < SQUILL_N_KINDS; k++)
        {
          guint n;
          const SquillProperty *properties = squill_kind_get_properties (k, &n);

          referring[k] = g_ptr_array_new ();
          for (guint i = 0; i < n; i++)
            if (names_items (&properties[i]))
              g_ptr_array_add (referring[k], (gpointer)&properties[i]);
        }
      g_once_init_leave (&is_known, 1);
    }
  return referring[kind];
}

static void
collect_repairs (const SquillItem *item, GHashTable *gone, GPtrArray *edits)
{
  const GPtrArray *properties = get_referring (item->kind);

  if (g_hash_table_contains (gone, item->id))
    return;
  for (guint i = 0; i < properties->len; i++)
    {
      const SquillProperty *property = properties->pdata[i];
      json_t *value;

      if (without_gone (property, item, gone, &value))
        {
          if (dies_without (item, property, value))
            {
              json_decref (value);
              g_ptr_array_add (edits, squill_edit_new_remove (item->id));
              return;
            }
          g_ptr_array_add (edits, squill_edit_new_set (item->id, property->name, value));
        }
      else
        json_decref (value);
    }
  for (guint i = 0; item->children != NULL && i < item->children->len; i++)
    collect_repairs (item->children->pdata[i], gone, edits);
}

/**
 * squill_model_delete:
 * @self: a model
 * @ids: ids of items, %NULL at the end; unknown ones are passed over
 *
 * Removes items, with all that belongs to them, the relationships that lead to them, and what
 * refers to them elsewhere, as one step.
 */
void
squill_model_delete (SquillModel *self, const char *const *ids)
{
  g_autofree char *label = NULL;
  g_autoptr (GHashTable) gone = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GPtrArray) edits = g_ptr_array_new_with_free_func ((GDestroyNotify)squill_edit_unref);
  g_autoptr (GPtrArray) doomed = g_ptr_array_new_with_free_func (g_free);

  g_return_if_fail (SQUILL_IS_MODEL (self));
  g_return_if_fail (ids != NULL);

  /* Relationships first: an entity can only go when none leads to it. */
  SQUILL_FOR_EACH_CHILD (SquillRelationship, r, squill_model_get_info (self),
                         SQUILL_KIND_RELATIONSHIP)
    {
      if (g_strv_contains (ids, r->item.id) || g_strv_contains (ids, r->parent) ||
          g_strv_contains (ids, r->child))
        {
          collect_ids (&r->item, gone);
          g_ptr_array_add (doomed, g_strdup (r->item.id));
        }
    }
  for (guint i = 0; ids[i] != NULL; i++)
    {
      const SquillItem *item = squill_model_get_item (self, ids[i]);

      if (item == NULL || item->parent == NULL || item->kind == SQUILL_KIND_RELATIONSHIP ||
          is_doomed (item->parent, ids) || g_hash_table_contains (gone, item->id))
        continue;
      collect_ids (item, gone);
      g_ptr_array_add (doomed, g_strdup (item->id));
    }
  if (doomed->len == 0)
    return;

  collect_repairs (&squill_model_get_info (self)->item, gone, edits);
  label = squill_model_name_step (self, _ ("Delete"), ids);
  squill_model_begin_step (self, label, NULL);
  for (guint i = 0; i < edits->len; i++)
    apply (self, squill_edit_ref (edits->pdata[i]));
  for (guint i = 0; i < doomed->len; i++)
    apply (self, squill_edit_new_remove (doomed->pdata[i]));
  squill_model_end_step (self);
}

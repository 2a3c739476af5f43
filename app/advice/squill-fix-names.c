/* SPDX-License-Identifier: Apache-2.0 */

/* Fields of one object that would have one name. */

#define G_LOG_DOMAIN "squill-advice"

#include "config.h"

#include "advice/squill-advice-private.h"
#include "model/squill-placement.h"

/* How many names a fix chooses at most: each is another, so that there is an end to it. */
#define MAX_NAMES 32

/* How much it matters that something keeps its name: what is copied least, what is drawn most. */
typedef enum
{
  NAMES_COPY,
  NAMES_LINK,
  NAMES_STORED,
  NAMES_FIELD,
  NAMES_NOTHING,
} Named;

static const SquillField *
get_own_field (const SquillModel *model, const SquillShape *shape)
{
  return shape->copy != NULL || shape->field == NULL
             ? NULL
             : squill_model_get_field ((SquillModel *)model, shape->field);
}

static Named
get_named (const SquillModel *model, const SquillShape *shape)
{
  if (shape->copy != NULL)
    return NAMES_COPY;
  if (get_own_field (model, shape) != NULL)
    return shape->origin == SQUILL_ORIGIN_LINK ? NAMES_LINK : NAMES_FIELD;
  return shape->relationship != NULL && shape->origin != SQUILL_ORIGIN_OWN &&
                 (shape->target != NULL || shape->document)
             ? NAMES_STORED
             : NAMES_NOTHING;
}

/* At which end a relationship stores it. Of one with itself the references to children have its
 * name. */
static gboolean
is_at_parent (SquillModel *model, const SquillRelationship *r, const SquillShape *shape)
{
  if (shape->origin == SQUILL_ORIGIN_EMBEDDED)
    return TRUE;
  if (!g_str_equal (r->parent, r->child))
    return g_strcmp0 (shape->target, r->child) == 0;
  return g_strcmp0 (shape->name, r->parent_name != NULL ? r->parent_name : r->name) == 0;
}

static gboolean
has_field (const SquillShape *object, const char *name)
{
  for (guint i = 0; i < object->children->len; i++)
    if (g_str_equal (((const SquillShape *)object->children->pdata[i])->name, name))
      return TRUE;
  return FALSE;
}

/**
 * _squill_shape_choose_renamed:
 * @shape: a field
 * @other: another field of the same object, with the same name
 * @model: the model
 *
 * Returns: (transfer none): which of the two gets another name
 */
const SquillShape *
_squill_shape_choose_renamed (const SquillShape *shape,
                              const SquillShape *other,
                              SquillModel *model)
{
  return get_named (model, other) < get_named (model, shape) ? other : shape;
}

/**
 * _squill_shape_find_name:
 * @shape: a field
 * @r: (nullable): the relationship that it is there by
 * @model: the model
 * @taken: (nullable): names that are given already, besides those of its object
 * @name: (out) (transfer full): a name that no other field of its object has
 * @property: (out): which property of the item is its name
 *
 * Returns: (transfer none) (nullable): the id of the item by which a field can be given another
 *   name; %NULL if there is none
 */
const char *
_squill_shape_find_name (const SquillShape *shape,
                         const SquillRelationship *r,
                         SquillModel *model,
                         GHashTable *taken,
                         char **name,
                         const char **property)
{
  const Named named = get_named (model, shape);

  if (named == NAMES_NOTHING)
    return NULL;
  *name = g_strdup (shape->name);
  for (guint i = 2;
       has_field (shape->parent, *name) || (taken != NULL && g_hash_table_contains (taken, *name));
       i++)
    {
      g_free (*name);
      *name = g_strdup_printf ("%s%u", shape->name, i);
    }
  *property = named != NAMES_STORED            ? "name"
              : is_at_parent (model, r, shape) ? "parent_name"
                                               : "child_name";
  return named == NAMES_COPY     ? shape->copy
         : named == NAMES_STORED ? shape->relationship
                                 : shape->field;
}

/* Names for what a fix stores. */

typedef struct
{
  SquillModel *model;
  GHashTable *names; /* those of one object, emptied for each */
  GHashTable *done;  /* ids of what has got a name that the documents looked at do not show */
  GHashTable *taken; /* these names */
  const SquillRelationship *r;
  char *name;
  const char *property;
  char *id;
} Search;

/* Stops at the first field that a relationship stores beside one with the same name. */
static gboolean
find_twice (const SquillShape *shape, gpointer user_data)
{
  Search *self = user_data;
  GHashTable *names = self->names;

  if (shape->children->len < 2)
    return TRUE;
  g_hash_table_remove_all (names);
  for (guint i = 0; i < shape->children->len; i++)
    {
      const SquillShape *child = shape->children->pdata[i], *renamed;
      const SquillShape *other = g_hash_table_lookup (names, child->name);
      const SquillRelationship *r;
      const char *id;

      if (child->rest || *child->name == '\0')
        continue;
      if (other == NULL)
        {
          g_hash_table_insert (names, child->name, (gpointer)child);
          continue;
        }
      renamed = _squill_shape_choose_renamed (child, other, self->model);
      if (get_named (self->model, renamed) >= NAMES_FIELD)
        continue;
      r = g_strcmp0 (renamed->relationship, self->r->item.id) == 0
              ? self->r
              : squill_model_get_relationship (self->model, renamed->relationship);
      id = _squill_shape_find_name (renamed, r, self->model, self->taken, &self->name,
                                    &self->property);
      self->id = g_strdup (id);
      if (!g_hash_table_contains (self->done, id))
        return FALSE;
      g_clear_pointer (&self->name, g_free);
      g_clear_pointer (&self->id, g_free);
    }
  return TRUE;
}

static void
free_copy (gpointer data)
{
  SquillCopy *self = data;

  g_free (self->item.id);
  g_free (self->field);
  g_free (self->name);
  g_free (self);
}

static SquillCopy *
find_copy (GPtrArray *copies, const char *id, guint *position)
{
  for (guint i = 0; i < copies->len; i++)
    if (g_str_equal (((SquillCopy *)copies->pdata[i])->item.id, id))
      {
        if (position != NULL)
          *position = i;
        return copies->pdata[i];
      }
  return NULL;
}

/* The copies that the relationship has after the fix. */
static GPtrArray *
get_copies (const SquillFix *self, const SquillRelationship *r)
{
  GPtrArray *copies = g_ptr_array_new_with_free_func (free_copy);

  SQUILL_FOR_EACH_CHILD (SquillCopy, copy, r, SQUILL_KIND_COPY)
    {
      SquillCopy *same = g_new0 (SquillCopy, 1);

      same->item.kind = SQUILL_KIND_COPY;
      same->item.id = g_strdup (copy->item.id);
      same->field = g_strdup (copy->field);
      same->name = g_strdup (copy->name);
      same->direction = copy->direction;
      g_ptr_array_add (copies, same);
    }
  for (guint i = 0; i < self->edits->len; i++)
    {
      const SquillEdit *edit = self->edits->pdata[i];
      const json_t *content = squill_edit_get_value (edit);
      guint position;

      if (squill_edit_get_edit_type (edit) == SQUILL_EDIT_REMOVE &&
          find_copy (copies, squill_edit_get_id (edit), &position) != NULL)
        g_ptr_array_remove_index (copies, position);
      if (squill_edit_get_edit_type (edit) == SQUILL_EDIT_ADD &&
          squill_edit_get_kind (edit) == SQUILL_KIND_COPY &&
          g_strcmp0 (squill_edit_get_parent (edit), r->item.id) == 0)
        {
          SquillCopy *added = g_new0 (SquillCopy, 1);

          added->item.kind = SQUILL_KIND_COPY;
          added->item.id = g_strdup (squill_edit_get_id (edit));
          added->field = g_strdup (json_string_value (json_object_get (content, "field")));
          added->name = g_strdup (json_string_value (json_object_get (content, "name")));
          added->direction = g_strcmp0 (json_string_value (json_object_get (content, "direction")),
                                        "to-parent") == 0
                                 ? SQUILL_COPY_TO_PARENT
                                 : SQUILL_COPY_TO_CHILD;
          g_ptr_array_add (copies, added);
        }
    }
  return copies;
}

static const char *
get_set (const SquillFix *self, const char *id, const char *property, const char *otherwise)
{
  for (guint i = self->edits->len; i-- > 0;)
    {
      const SquillEdit *edit = self->edits->pdata[i];

      if (squill_edit_get_edit_type (edit) == SQUILL_EDIT_SET &&
          g_str_equal (squill_edit_get_id (edit), id) &&
          g_str_equal (squill_edit_get_property (edit), property))
        return json_string_value (squill_edit_get_value (edit));
    }
  return otherwise;
}

/* Whether two of what an entity has, or what is stored in it or with it, could meet in one object:
 * to look at the documents themselves takes a thousand times as long. */

static const char *
get_name_of_copy (SquillModel *model, const SquillCopy *copy)
{
  const SquillField *field;

  if (copy->name != NULL || copy->field == NULL)
    return copy->name;
  field = squill_model_get_field (model, squill_key_path_get_last (copy->field));
  return field == NULL ? NULL : field->name;
}

static void
add_name (GPtrArray *names, const char *name)
{
  if (name != NULL)
    g_ptr_array_add (names, (gpointer)name);
}

/* Whether what comes with references at an end stands beside them, and not with each in an object.
 * A child that is embedded, and has a collection besides, has it there. */
static gboolean
is_beside (const SquillRelationship *r, gboolean at_parent)
{
  if (squill_placement_is_embedding (r->placement))
    return TRUE;
  return !(r->nest_copies && squill_placement_has_reference (r->placement, at_parent)) &&
         (at_parent ? squill_relationship_is_single (r) : !squill_relationship_is_shared (r));
}

static void
add_copies (SquillModel *model,
            gpointer const *copies,
            guint n,
            SquillCopyDirection direction,
            GPtrArray *names)
{
  for (guint i = 0; i < n; i++)
    if (((const SquillCopy *)copies[i])->direction == direction)
      add_name (names, get_name_of_copy (model, copies[i]));
}

static void
add_links (const SquillRelationship *r, GPtrArray *names)
{
  SQUILL_FOR_EACH_CHILD (SquillField, field, r, SQUILL_KIND_FIELD)
    {
      add_name (names, field->name);
    }
}

static const char *
get_name_at (SquillRun *run, const SquillRelationship *r, gboolean at_parent)
{
  if (!at_parent)
    return r->child_name != NULL ? r->child_name : _squill_run_get_parent (run, r)->name;
  return r->parent_name != NULL ? r->parent_name
         : r->name != NULL      ? r->name
                                : _squill_run_get_child (run, r)->name;
}

/* What a relationship stores among the fields of an entity. */
static void
add_names_of (SquillRun *run,
              const SquillRelationship *r,
              gpointer const *copies,
              guint n_copies,
              const SquillEntity *entity,
              GPtrArray *names)
{
  for (guint at_parent = 0; at_parent < 2; at_parent++)
    {
      gboolean has_copies;
      guint n_before;

      if (!g_str_equal (at_parent ? r->parent : r->child, entity->item.id))
        continue;
      n_before = names->len;
      add_copies (run->model, copies, n_copies,
                  at_parent ? SQUILL_COPY_TO_PARENT : SQUILL_COPY_TO_CHILD, names);
      has_copies = names->len > n_before;
      /* Copies in a list have its name, whether it has references or not. */
      if (!is_beside (r, at_parent))
        g_ptr_array_set_size (names, (gint)n_before);
      if (has_copies || squill_placement_stores (r->placement, at_parent) ||
          squill_placement_has_collection (r->placement))
        add_name (names, get_name_at (run, r, at_parent));
      if ((!at_parent && squill_placement_holds_children (r->placement)) ||
          is_beside (r, at_parent))
        add_links (r, names);
    }
}

static gboolean
is_among (const GPtrArray *names, guint n, const char *name)
{
  for (guint i = 0; i < n; i++)
    if (g_str_equal (names->pdata[i], name))
      return TRUE;
  return FALSE;
}

static gboolean
has_twice (const GPtrArray *names)
{
  for (guint i = 1; i < names->len; i++)
    if (is_among (names, i, names->pdata[i]))
      return TRUE;
  return FALSE;
}

/* Only what changes is looked at: the relationship itself, and what embedding others hide of a
 * child until it has a collection. */
static gboolean
could_meet (SquillRun *run,
            const SquillRelationship *changed,
            const GPtrArray *copies,
            const SquillEntity *entity)
{
  g_autoptr (GPtrArray) names = g_ptr_array_sized_new (8);
  g_autoptr (GPtrArray) others = g_ptr_array_sized_new (16);
  guint n;
  const SquillRelationship *const *all = squill_entity_get_relationships (entity, &n);

  add_name (others, "_id");
  for (guint i = 0; i < n; i++)
    {
      guint n_copies;
      gpointer const *drawn = squill_item_get_children (all[i], SQUILL_KIND_COPY, &n_copies);
      const gboolean hides = squill_placement_is_embedding (all[i]->placement) && n_copies > 0 &&
                             g_str_equal (all[i]->child, entity->item.id);

      if (g_str_equal (all[i]->item.id, changed->item.id))
        add_names_of (run, changed, copies->pdata, copies->len, entity, names);
      else
        add_names_of (run, all[i], drawn, n_copies, entity, hides ? names : others);
    }
  if (has_twice (names))
    return TRUE;
  for (guint i = 0; i < names->len; i++)
    if (is_among (others, others->len, names->pdata[i]))
      return TRUE;
  SQUILL_FOR_EACH_CHILD (SquillField, field, entity, SQUILL_KIND_FIELD)
    {
      if (field->name != NULL && !g_str_equal (field->name, "_id") &&
          is_among (names, names->len, field->name))
        return TRUE;
    }
  return FALSE;
}

/* In objects with each reference, and in the documents of the relationship itself. */
static gboolean
could_meet_apart (SquillRun *run, const SquillRelationship *changed, const GPtrArray *copies)
{
  g_autoptr (GPtrArray) own = g_ptr_array_sized_new (16);

  add_name (own, "_id");
  add_name (own, "count");
  add_links (changed, own);
  if (changed->placement == SQUILL_PLACEMENT_JUNCTION && changed->parent_name == NULL)
    add_name (own, _squill_run_get_child (run, changed)->name);
  for (guint at_parent = 0; at_parent < 2; at_parent++)
    {
      const SquillCopyDirection direction =
          at_parent ? SQUILL_COPY_TO_PARENT : SQUILL_COPY_TO_CHILD;
      g_autoptr (GPtrArray) names = g_ptr_array_sized_new (8);

      add_name (names, changed->id_name != NULL ? changed->id_name : "id");
      add_name (names, "_id");
      add_links (changed, names);
      add_copies (run->model, copies->pdata, copies->len, direction, names);
      add_name (own, get_name_at (run, changed, at_parent));
      add_copies (run->model, copies->pdata, copies->len, direction, own);
      if (has_twice (names))
        return TRUE;
    }
  return squill_placement_has_collection (changed->placement) && has_twice (own);
}

/* A new name is none of those that an entity has, or that relationships store with it, wherever it
 * stands: what does not meet in one document may meet where it is embedded, or in a bucket. */
static void
take_names (SquillRun *run, const SquillEntity *entity, GHashTable *taken)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  guint n;
  const SquillRelationship *const *all = squill_entity_get_relationships (entity, &n);

  SQUILL_FOR_EACH_CHILD (SquillField, field, entity, SQUILL_KIND_FIELD)
    {
      add_name (names, field->name);
    }
  for (guint i = 0; i < n; i++)
    {
      add_links (all[i], names);
      SQUILL_FOR_EACH_CHILD (SquillCopy, copy, all[i], SQUILL_KIND_COPY)
        {
          add_name (names, get_name_of_copy (run->model, copy));
        }
      for (guint at_parent = 0; at_parent < 2; at_parent++)
        if (squill_placement_stores (all[i]->placement, at_parent))
          add_name (names, get_name_at (run, all[i], at_parent));
    }
  for (guint i = 0; i < names->len; i++)
    g_hash_table_add (taken, g_strdup (names->pdata[i]));
}

/**
 * _squill_fix_choose_names:
 * @self: a fix that changes what a relationship stores, all but the names
 * @run: the run it is made in
 * @changed: (transfer none): a copy of the relationship, as the fix makes it
 *
 * Lets the fix give another name to what will be stored beside a field with the same name:
 * references or children, copies, attributes of links.
 */
void
_squill_fix_choose_names (SquillFix *self, SquillRun *run, const SquillRelationship *changed)
{
  const char *relationship = changed->item.id;
  const SquillRelationship *r = squill_model_get_relationship (run->model, relationship);
  SquillRelationship instead = *changed;
  g_autoptr (GPtrArray) copies = get_copies (self, r);
  g_autoptr (GHashTable) done = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GHashTable) taken = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GHashTable) names = g_hash_table_new (g_str_hash, g_str_equal);

  instead.parent_name = (char *)get_set (self, relationship, "parent_name", r->parent_name);
  instead.child_name = (char *)get_set (self, relationship, "child_name", r->child_name);
  if (!could_meet (run, &instead, copies, _squill_run_get_parent (run, r)) &&
      !could_meet (run, &instead, copies, _squill_run_get_child (run, r)) &&
      !could_meet_apart (run, &instead, copies))
    return;
  take_names (run, _squill_run_get_parent (run, r), taken);
  take_names (run, _squill_run_get_child (run, r), taken);
  for (guint i = 0; i < MAX_NAMES; i++)
    {
      Search search = { run->model, names, done, taken, &instead, NULL, NULL, NULL };
      SquillCopy *copy;

      instead.parent_name = (char *)get_set (self, relationship, "parent_name", r->parent_name);
      instead.child_name = (char *)get_set (self, relationship, "child_name", r->child_name);
      if (squill_design_foreach_shape_with (run->design, &instead, copies, find_twice, &search))
        return;
      copy = find_copy (copies, search.id, NULL);
      _squill_fix_set (self, search.id, search.property, json_string (search.name));
      if (copy != NULL)
        {
          g_free (copy->name);
          copy->name = g_steal_pointer (&search.name);
        }
      else if (!g_str_equal (search.id, relationship))
        {
          g_hash_table_add (done, g_strdup (search.id));
          g_hash_table_add (taken, g_strdup (search.name));
        }
      g_free (search.name);
      g_free (search.id);
    }
}

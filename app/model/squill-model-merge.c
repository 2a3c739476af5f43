/* SPDX-License-Identifier: Apache-2.0 */

/* Two states of a model that come from a third, as one: item by item, by their ids, and property by
 * property. What only one side changed is taken; a conflict is what both changed in different ways,
 * what one side removed while the other changed or uses it, and two things to which each side gave
 * one name. A conflict leaves the model usable:
 * it has the value of ours, or the item that was not removed. */

#define G_LOG_DOMAIN "squill-model"

#include "config.h"

#include "model/squill-model-merge.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "model/squill-merge-private.h"
#include "model/squill-model-difference.h"
#include "model/squill-model-private.h"

typedef struct
{
  const SquillItemTable *base;
  const SquillItemTable *sides[2]; /* by SquillMergeSide */
  SquillItemTable *merged;
  GHashTable *dropped; /* ids that are in none but the tables of before */
  json_t *conflicts;
  guint n_positions; /* both moved it on the diagram: ours is kept */
} Merge;

#define OTHER(side) ((side) == SQUILL_MERGE_OURS ? SQUILL_MERGE_THEIRS : SQUILL_MERGE_OURS)

/* Conflicts. */

/* @key, or one like it where something else stands there. */
static char *
find_free_key (const json_t *all, const char *key)
{
  char *free_key = g_strdup (key);

  for (guint n = 2; json_object_get (all, free_key) != NULL; n++)
    {
      g_free (free_key);
      free_key = g_strdup_printf ("%s~%u", key, n);
    }
  return free_key;
}

/* Adds a conflict to others, of which it replaces none. */
static void
keep_conflict (json_t *all, const char *key, json_t *conflict)
{
  const json_t *other = json_object_get (all, key);
  g_autofree char *free_key = NULL;

  if (other != NULL && json_equal (other, conflict))
    return;
  free_key = find_free_key (all, key);
  json_object_set (all, free_key, conflict);
}

static json_t *
add_conflict (Merge *self, const char *id, const char *property)
{
  g_autofree char *key = property == NULL ? g_strdup (id) : g_strconcat (id, "/", property, NULL);
  g_autofree char *free_key = find_free_key (self->conflicts, key);
  json_t *conflict = json_pack ("{s:s}", "subject", id);

  if (property != NULL)
    json_object_set_new (conflict, "property", json_string (property));
  json_object_set_new (self->conflicts, free_key, conflict);
  return conflict;
}

static void
add_value_conflict (Merge *self,
                    const char *id,
                    const char *property,
                    const json_t *base,
                    json_t *ours,
                    json_t *theirs)
{
  json_t *conflict = add_conflict (self, id, property);

  if (self->base->guessed)
    json_object_set_new (conflict, "base_unknown", json_true ());
  else if (base != NULL)
    json_object_set_new (conflict, "base", json_deep_copy (base));
  if (ours != NULL)
    json_object_set_new (conflict, "ours", ours);
  if (theirs != NULL)
    json_object_set_new (conflict, "theirs", theirs);
}

static void
add_parent_conflict (
    Merge *self, const char *id, const char *base, const char *ours, const char *theirs)
{
  json_auto_t *before = base == NULL ? NULL : json_string (base);

  add_value_conflict (self, id, SQUILL_BELONGS_TO, before, json_string (ours),
                      json_string (theirs));
}

/* @side removed it. */
static void
add_removal_conflict (Merge *self, const char *id, SquillMergeSide side, const char *otherwise)
{
  json_t *conflict = add_conflict (self, id, NULL);

  json_object_set_new (conflict, "ours",
                       json_string (side == SQUILL_MERGE_OURS ? "removed" : otherwise));
  json_object_set_new (conflict, "theirs",
                       json_string (side == SQUILL_MERGE_OURS ? otherwise : "removed"));
}

/* What was removed. */

static gboolean
is_removed (Merge *self, SquillMergeSide side, const char *id)
{
  return id != NULL && _squill_item_table_find (self->base, id) != NULL &&
         _squill_item_table_find (self->sides[side], id) == NULL &&
         _squill_item_table_find (self->sides[OTHER (side)], id) != NULL;
}

/* Whether a member is about where something stands on a diagram: in a view it is, too. */
static gboolean
is_layout (SquillKind kind, const char *name)
{
  const SquillProperty *property = squill_kind_find_property (kind, name);

  if (property == NULL)
    return g_str_has_prefix (name, "layout.");
  return property->in_layout ||
         (kind == SQUILL_KIND_VIEW && property->composition == SQUILL_COMPOSITION_MAP);
}

/* Where it stands, and what documents said of it, is no work that is lost with an item. */
static gboolean
matters (const SquillItemEntry *entry, const char *name)
{
  const SquillProperty *property = squill_kind_find_property (entry->kind, name);

  return !is_layout (entry->kind, name) &&
         (property == NULL ||
          (property->type != SQUILL_PROPERTY_RANK && !g_str_equal (name, "evidence")));
}

static gboolean
is_changed (const SquillItemEntry *before, const SquillItemEntry *after)
{
  const json_t *maps[] = { before->members, after->members };
  const char *name;
  json_t *value;

  if (g_strcmp0 (before->parent, after->parent) != 0)
    return TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (maps); i++)
    json_object_foreach ((json_t *)maps[i], name, value)
    {
      const json_t *other = json_object_get (maps[1 - i], name);

      if (matters (before, name) && (other == NULL || !json_equal (value, other)))
        return TRUE;
    }
  return FALSE;
}

/* The uppermost of what @side removed with an item. */
static const SquillItemEntry *
find_removed_top (Merge *self, SquillMergeSide side, const SquillItemEntry *entry)
{
  const SquillItemTable *other = self->sides[OTHER (side)];

  while (is_removed (self, side, entry->parent))
    entry = _squill_item_table_find (other, entry->parent);
  return entry;
}

/* What goes because @side removed it, and what does not because the other side changed it, or
 * something that belongs to it. */
static void
find_removed (Merge *self, SquillMergeSide side)
{
  const SquillItemTable *other = self->sides[OTHER (side)];
  g_autoptr (GHashTable) touched = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < other->entries->len; i++)
    {
      const SquillItemEntry *entry = other->entries->pdata[i];
      const SquillItemEntry *before = _squill_item_table_find (self->base, entry->id);
      gboolean is_touched;

      if (is_removed (self, side, entry->id))
        is_touched = is_changed (before, entry);
      else
        /* It came to belong to what is removed. */
        is_touched = is_removed (self, side, entry->parent) &&
                     (before == NULL || g_strcmp0 (before->parent, entry->parent) != 0);
      if (is_touched)
        g_hash_table_add (touched, (gpointer)find_removed_top (self, side, entry)->id);
    }
  for (guint i = 0; i < other->entries->len; i++)
    {
      const SquillItemEntry *entry = other->entries->pdata[i];
      const SquillItemEntry *top;

      if (!is_removed (self, side, entry->id))
        continue;
      top = find_removed_top (self, side, entry);
      if (!g_hash_table_contains (touched, top->id))
        g_hash_table_insert (self->dropped, entry->id, GUINT_TO_POINTER (side));
      else if (top == entry)
        add_removal_conflict (self, top->id, side, "changed");
    }
}

/* What both have. */

/* The ids of the siblings before an item that stand there on both sides. */
static GHashTable *
find_before (Merge *self, SquillMergeSide side, const SquillItemEntry *entry)
{
  const GPtrArray *entries = self->sides[side]->entries;
  GHashTable *ids = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < entries->len; i++)
    {
      const SquillItemEntry *other = entries->pdata[i];
      const SquillItemEntry *there;

      if (other->kind != entry->kind || g_strcmp0 (other->parent, entry->parent) != 0)
        continue;
      if (g_str_equal (other->id, entry->id))
        break;
      there = _squill_item_table_find (self->sides[OTHER (side)], other->id);
      if (there != NULL && g_strcmp0 (there->parent, other->parent) == 0)
        g_hash_table_add (ids, other->id);
    }
  return ids;
}

/* Whether two people moved an item to the same place, though they gave it other ranks. */
static gboolean
is_same_place (Merge *self, const SquillItemEntry *ours, const SquillItemEntry *theirs)
{
  g_autoptr (GHashTable) before_ours = NULL;
  g_autoptr (GHashTable) before_theirs = NULL;
  GHashTableIter iter;
  gpointer id;

  if (g_strcmp0 (ours->parent, theirs->parent) != 0)
    return FALSE;
  before_ours = find_before (self, SQUILL_MERGE_OURS, ours);
  before_theirs = find_before (self, SQUILL_MERGE_THEIRS, theirs);
  if (g_hash_table_size (before_ours) != g_hash_table_size (before_theirs))
    return FALSE;
  g_hash_table_iter_init (&iter, before_ours);
  while (g_hash_table_iter_next (&iter, &id, NULL))
    if (!g_hash_table_contains (before_theirs, id))
      return FALSE;
  return TRUE;
}

static gboolean
is_same (const json_t *a, const json_t *b)
{
  return a != NULL && b != NULL && json_equal (a, b);
}

/* Whether a side made a map of its own of what was left to be decided. */
static gboolean
has_own_conflicts (const json_t *base, const json_t *value)
{
  return (value == NULL || json_is_object (value)) && !is_same (base, value);
}

/* What is still to be decided from before is no matter of dispute itself. It is decided where one
 * side decided it; where the sides left it in other ways, both are kept. */
static json_t *
merge_conflicts (const json_t *base, const json_t *ours, const json_t *theirs)
{
  json_t *merged = json_object ();
  const char *key;
  json_t *conflict;

  json_object_foreach ((json_t *)ours, key, conflict)
  {
    if (!is_same (json_object_get (base, key), conflict) ||
        is_same (json_object_get (theirs, key), conflict))
      json_object_set (merged, key, conflict);
  }
  json_object_foreach ((json_t *)theirs, key, conflict)
  {
    if (!is_same (json_object_get (base, key), conflict))
      keep_conflict (merged, key, conflict);
  }
  if (json_object_size (merged) == 0)
    g_clear_pointer (&merged, json_decref);
  return merged;
}

static json_t *
merge_member (Merge *self,
              const SquillItemEntry *before,
              const SquillItemEntry *ours,
              const SquillItemEntry *theirs,
              const char *name)
{
  const SquillProperty *property = squill_kind_find_property (ours->kind, name);
  const json_t *base = before == NULL ? NULL : json_object_get (before->members, name);
  json_t *mine = json_object_get (ours->members, name);
  json_t *other = json_object_get (theirs->members, name);
  gboolean is_conflicts = ours->kind == SQUILL_KIND_MODEL && g_str_equal (name, "conflicts");
  gboolean conflict;
  json_t *merged;

  if (is_conflicts && has_own_conflicts (base, mine) && has_own_conflicts (base, other))
    return merge_conflicts (base, mine, other);
  merged = _squill_merge_value (property, base, mine, other, SQUILL_MERGE_OURS, &conflict);
  if (!conflict || is_conflicts)
    return merged;
  if (is_layout (ours->kind, name))
    {
      self->n_positions++;
      return merged;
    }
  if (g_str_equal (name, "order") && is_same_place (self, ours, theirs))
    {
      json_decref (merged);
      return json_deep_copy (
          g_strcmp0 (json_string_value (mine), json_string_value (other)) <= 0 ? mine : other);
    }
  add_value_conflict (
      self, ours->id, name, base, merged == NULL ? NULL : json_deep_copy (merged),
      _squill_merge_value (property, base, mine, other, SQUILL_MERGE_THEIRS, &conflict));
  return merged;
}

static const char *
merge_parents (Merge *self,
               const SquillItemEntry *before,
               const SquillItemEntry *ours,
               const SquillItemEntry *theirs)
{
  const char *base = before == NULL ? NULL : before->parent;

  if (g_strcmp0 (ours->parent, theirs->parent) == 0 || g_strcmp0 (base, theirs->parent) == 0)
    return ours->parent;
  if (g_strcmp0 (base, ours->parent) == 0)
    return theirs->parent;
  add_parent_conflict (self, ours->id, base, ours->parent, theirs->parent);
  return ours->parent;
}

static void
merge_item (Merge *self, const SquillItemEntry *ours, const SquillItemEntry *theirs)
{
  const SquillItemEntry *before = _squill_item_table_find (self->base, ours->id);
  const json_t *maps[] = { ours->members, theirs->members };
  json_t *members = json_object ();
  const char *name;
  json_t *value;

  for (guint i = 0; i < G_N_ELEMENTS (maps); i++)
    json_object_foreach ((json_t *)maps[i], name, value)
    {
      json_t *merged;

      if (i == 1 && json_object_get (ours->members, name) != NULL)
        continue;
      merged = merge_member (self, before, ours, theirs, name);
      if (merged != NULL)
        json_object_set_new (members, name, merged);
    }
  _squill_item_table_add (self->merged, ours->kind, ours->id,
                          merge_parents (self, before, ours, theirs), members);
}

static void
take (Merge *self, const SquillItemEntry *entry)
{
  _squill_item_table_add (self->merged, entry->kind, entry->id, entry->parent,
                          json_deep_copy (entry->members));
}

/* What is referred to. */

/* Takes back the removal of an item, with all that was removed with it. */
static void
restore (Merge *self, const char *id, const char *otherwise)
{
  SquillMergeSide side = GPOINTER_TO_UINT (g_hash_table_lookup (self->dropped, id));
  const SquillItemTable *other = self->sides[OTHER (side)];
  const SquillItemEntry *top = find_removed_top (self, side, _squill_item_table_find (other, id));

  for (guint i = 0; i < other->entries->len; i++)
    {
      const SquillItemEntry *entry = other->entries->pdata[i];

      if (is_removed (self, side, entry->id) && find_removed_top (self, side, entry) == top)
        {
          g_hash_table_remove (self->dropped, entry->id);
          take (self, entry);
        }
    }
  add_removal_conflict (self, top->id, side, otherwise);
}

/* A relationship that @entry, which was restored, had lost its end with. */
static gboolean
is_lost_with (Merge *self, const SquillItemEntry *entry)
{
  static const char *const ends[] = { "parent", "child" };
  gboolean is_disputed = FALSE;

  if (entry->kind != SQUILL_KIND_RELATIONSHIP || !g_hash_table_contains (self->dropped, entry->id))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (ends); i++)
    {
      const char *id = json_string_value (json_object_get (entry->members, ends[i]));
      const json_t *conflict = id == NULL ? NULL : json_object_get (self->conflicts, id);

      if (id == NULL || _squill_item_table_find (self->merged, id) == NULL)
        return FALSE;
      is_disputed = is_disputed || conflict != NULL;
    }
  return is_disputed;
}

/* An entity that stays for now stays with its relationships: who removes it in the end removes
 * them with it. */
static void
restore_relationships (Merge *self)
{
  for (guint side = 0; side < G_N_ELEMENTS (self->sides); side++)
    {
      const SquillItemTable *other = self->sides[OTHER (side)];

      for (guint i = 0; i < other->entries->len; i++)
        {
          const SquillItemEntry *entry = other->entries->pdata[i];

          if (!is_lost_with (self, entry))
            continue;
          for (guint k = i; k < other->entries->len; k++)
            {
              const SquillItemEntry *part = other->entries->pdata[k];

              if (_squill_item_table_is_within (other, part, entry->id) &&
                  g_hash_table_remove (self->dropped, part->id))
                take (self, part);
            }
        }
    }
}

/* What is nothing but a remark does not keep what it is about. */
static gboolean
is_use (const SquillProperty *property)
{
  return (property->aspects &
          ~(SquillAspects)(SQUILL_ASPECT_TEXT | SQUILL_ASPECT_LAYOUT | SQUILL_ASPECT_ADVICE)) != 0;
}

/* Takes the ids of what is gone out of a list. Returns whether any are left. */
static gboolean
strip (Merge *self, SquillItemEntry *entry, const char *name)
{
  const json_t *list = json_object_get (entry->members, name);
  json_t *left = json_array ();
  json_t *id;
  size_t i;
  gboolean any;

  json_array_foreach (list, i, id)
  {
    if (!g_hash_table_contains (self->dropped, json_string_value (id)))
      json_array_append (left, id);
  }
  any = json_array_size (left) > 0;
  json_object_set_new (entry->members, name, left);
  return any;
}

/* Whether @value, which @entry has or may get, names @id, and the merge removed that. Who removed
 * it may have left it so. */
static gboolean
lost_reference (Merge *self,
                const SquillItemEntry *entry,
                const char *name,
                const json_t *value,
                const char *id)
{
  gpointer side;
  const SquillItemEntry *own;
  const json_t *left;

  if (!g_hash_table_lookup_extended (self->dropped, id, NULL, &side))
    return FALSE;
  own = _squill_item_table_find (self->sides[GPOINTER_TO_UINT (side)], entry->id);
  left = own == NULL ? NULL : json_object_get (own->members, name);
  return left == NULL || !json_equal (left, value);
}

/* Restores what a value of @entry uses, and was removed. */
static void
restore_of_value (Merge *self,
                  const SquillItemEntry *entry,
                  const SquillProperty *property,
                  const json_t *value)
{
  g_autoptr (GPtrArray) ids = NULL;

  if (value == NULL)
    return;
  ids = g_ptr_array_new_with_free_func (g_free);
  _squill_item_table_list_references (property, value, ids);
  for (guint i = 0; i < ids->len; i++)
    if (lost_reference (self, entry, property->name, value, ids->pdata[i]))
      restore (self, ids->pdata[i], "used");
}

/* The same of the values that somebody will choose from: of a remark, too. */
static void
restore_disputed (Merge *self)
{
  json_auto_t *conflicts = json_copy (self->conflicts);
  const char *key;
  json_t *conflict;

  json_object_foreach (conflicts, key, conflict)
  {
    const char *name = json_string_value (json_object_get (conflict, "property"));
    const SquillItemEntry *entry = _squill_item_table_find (
        self->merged, json_string_value (json_object_get (conflict, "subject")));
    const SquillProperty *property =
        name == NULL || entry == NULL ? NULL : squill_kind_find_property (entry->kind, name);
    const char *parent = json_string_value (json_object_get (conflict, "theirs"));

    if (property != NULL)
      {
        restore_of_value (self, entry, property, json_object_get (conflict, "ours"));
        restore_of_value (self, entry, property, json_object_get (conflict, "theirs"));
      }
    else if (g_strcmp0 (name, SQUILL_BELONGS_TO) == 0 && parent != NULL &&
             g_hash_table_contains (self->dropped, parent))
      restore (self, parent, "used");
  }
}

/* Restores what @entry uses, and was removed. */
static void
restore_used (Merge *self, const SquillItemEntry *entry)
{
  guint n;
  const SquillProperty *properties = squill_kind_get_properties (entry->kind, &n);

  if (entry->parent != NULL && g_hash_table_contains (self->dropped, entry->parent))
    restore (self, entry->parent, "used");
  for (guint i = 0; i < n; i++)
    if (is_use (&properties[i]))
      restore_of_value (self, entry, &properties[i],
                        json_object_get (entry->members, properties[i].name));
}

/* What is removed does not take with it what somebody made or changed that is only about it: a
 * group, a view. Restores what that names where nothing of it would be left. */
static void
restore_remarked (Merge *self, const SquillItemEntry *entry)
{
  const SquillItemEntry *before = _squill_item_table_find (self->base, entry->id);
  guint n;
  const SquillProperty *properties = squill_kind_get_properties (entry->kind, &n);

  if (before != NULL && !is_changed (before, entry))
    return;
  for (guint i = 0; i < n; i++)
    {
      const json_t *list = json_object_get (entry->members, properties[i].name);
      gboolean is_left = FALSE;
      json_t *id;
      size_t k;

      if (is_use (&properties[i]) || properties[i].type != SQUILL_PROPERTY_IDS)
        continue;
      json_array_foreach (list, k, id) is_left =
          is_left || !g_hash_table_contains (self->dropped, json_string_value (id));
      if (!is_left)
        restore_of_value (self, entry, &properties[i], list);
    }
}

/* Takes what is gone out of the remarks of @entry. Returns FALSE if it means nothing without. */
static gboolean
strip_remarks (Merge *self, SquillItemEntry *entry)
{
  guint n;
  const SquillProperty *properties = squill_kind_get_properties (entry->kind, &n);

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (GPtrArray) ids = g_ptr_array_new_with_free_func (g_free);
      gboolean any = FALSE;

      if (!is_use (&properties[i]))
        _squill_item_table_list_references (
            &properties[i], json_object_get (entry->members, properties[i].name), ids);
      for (guint k = 0; k < ids->len; k++)
        any = any ||
              lost_reference (self, entry, properties[i].name,
                              json_object_get (entry->members, properties[i].name), ids->pdata[k]);
      if (any &&
          (properties[i].type != SQUILL_PROPERTY_IDS || !strip (self, entry, properties[i].name)))
        return FALSE;
    }
  return TRUE;
}

/* Two people may have put two fields into each other. Returns whether it put any back, which may
 * have closed another circle. */
static gboolean
break_circles (Merge *self)
{
  gboolean any = FALSE;

  for (guint i = 0; i < self->merged->entries->len; i++)
    {
      SquillItemEntry *entry = self->merged->entries->pdata[i];
      const SquillItemEntry *ours =
          _squill_item_table_find (self->sides[SQUILL_MERGE_OURS], entry->id);
      const SquillItemEntry *before = _squill_item_table_find (self->base, entry->id);
      const SquillItemEntry *around = _squill_item_table_find (self->merged, entry->parent);

      if (ours == NULL || around == NULL || g_strcmp0 (ours->parent, entry->parent) == 0 ||
          !_squill_item_table_is_within (self->merged, around, entry->id))
        continue;
      add_parent_conflict (self, entry->id, before == NULL ? NULL : before->parent, ours->parent,
                           entry->parent);
      g_free (entry->parent);
      entry->parent = g_strdup (ours->parent);
      if (entry->parent != NULL && g_hash_table_contains (self->dropped, entry->parent))
        restore (self, entry->parent, "used");
      any = TRUE;
    }
  return any;
}

/* Until nothing more has to be restored: what was restored may refer to something, too. */
static void
complete (Merge *self)
{
  guint before;
  gboolean broke;

  do
    {
      before = self->merged->entries->len;
      for (guint i = 0; i < self->merged->entries->len; i++)
        {
          restore_used (self, self->merged->entries->pdata[i]);
          restore_remarked (self, self->merged->entries->pdata[i]);
        }
      broke = break_circles (self);
      restore_disputed (self);
      restore_relationships (self);
    }
  while (broke || self->merged->entries->len != before);
  for (guint i = self->merged->entries->len; i > 0; i--)
    if (!strip_remarks (self, self->merged->entries->pdata[i - 1]))
      _squill_item_table_remove (self->merged, i - 1);
}

/* Names. */

static const char *
get_name (const SquillItemEntry *entry)
{
  return entry == NULL ? NULL : json_string_value (json_object_get (entry->members, "name"));
}

/* Whether two items have one name on a side already. */
static gboolean
are_called_so (Merge *self, SquillMergeSide side, const char *a, const char *b, const char *name)
{
  const SquillItemEntry *first = _squill_item_table_find (self->sides[side], a);
  const SquillItemEntry *second = _squill_item_table_find (self->sides[side], b);

  return first != NULL && second != NULL && g_strcmp0 (first->parent, second->parent) == 0 &&
         g_strcmp0 (get_name (first), name) == 0 && g_strcmp0 (get_name (second), name) == 0;
}

/* Makes a conflict of the name that a side gave @entry, where the other side left or made it
 * something else; what a side added has no other name. */
static void
add_name_conflict (Merge *self, SquillItemEntry *entry, const SquillItemEntry *other)
{
  const SquillItemEntry *before = _squill_item_table_find (self->base, entry->id);
  const SquillItemEntry *ours = _squill_item_table_find (self->sides[SQUILL_MERGE_OURS], entry->id);
  const SquillItemEntry *theirs =
      _squill_item_table_find (self->sides[SQUILL_MERGE_THEIRS], entry->id);
  g_autofree char *key = g_strconcat (entry->id, "/name", NULL);
  json_t *conflict = json_object_get (self->conflicts, key);

  if (get_name (ours) == NULL || get_name (theirs) == NULL ||
      g_str_equal (get_name (ours), get_name (theirs)))
    return;
  /* Both sides gave it another name, of which one is that of the other item. */
  if (conflict != NULL)
    {
      json_object_set_new (conflict, "other", json_string (other->id));
      return;
    }
  conflict = add_conflict (self, entry->id, "name");
  if (self->base->guessed)
    json_object_set_new (conflict, "base_unknown", json_true ());
  else if (get_name (before) != NULL)
    json_object_set_new (conflict, "base", json_string (get_name (before)));
  json_object_set_new (conflict, "ours", json_string (get_name (ours)));
  json_object_set_new (conflict, "theirs", json_string (get_name (theirs)));
  json_object_set_new (conflict, "other", json_string (other->id));
  json_object_set_new (entry->members, "name", json_string (get_name (ours)));
}

/* Two collections, or two fields of one object, that got one name, of which neither side has seen
 * both. Where one side has both of them, the rules tell. */
static void
find_same_names (Merge *self)
{
  g_autoptr (GHashTable) names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < self->merged->entries->len; i++)
    {
      SquillItemEntry *entry = self->merged->entries->pdata[i], *other;
      g_autofree char *name = g_strdup (get_name (entry));
      g_autofree char *key = NULL;

      if ((entry->kind != SQUILL_KIND_ENTITY && entry->kind != SQUILL_KIND_FIELD) || name == NULL)
        continue;
      key = g_strdup_printf ("%u/%" G_GSIZE_FORMAT "/%s%s", entry->kind,
                             entry->parent != NULL ? strlen (entry->parent) : 0,
                             entry->parent != NULL ? entry->parent : "", name);
      other = g_hash_table_lookup (names, key);
      if (other == NULL)
        g_hash_table_insert (names, g_steal_pointer (&key), entry);
      else if (!are_called_so (self, SQUILL_MERGE_OURS, entry->id, other->id, name) &&
               !are_called_so (self, SQUILL_MERGE_THEIRS, entry->id, other->id, name))
        {
          add_name_conflict (self, other, entry);
          add_name_conflict (self, entry, other);
        }
    }
}

static gboolean
check_kinds (const SquillItemTable *a, const SquillItemTable *b, GError **error)
{
  for (guint i = 0; i < a->entries->len; i++)
    {
      const SquillItemEntry *entry = a->entries->pdata[i];
      const SquillItemEntry *other = _squill_item_table_find (b, entry->id);

      if (other != NULL && other->kind != entry->kind)
        {
          g_set_error (error, SQUILL_MODEL_ERROR, SQUILL_MODEL_ERROR_INVALID,
                       _ ("These are not states of one model: “%s” is of different kinds"),
                       entry->id);
          return FALSE;
        }
    }
  return TRUE;
}

static void
keep_conflicts (Merge *self)
{
  json_t *members = ((SquillItemEntry *)self->merged->entries->pdata[0])->members;
  json_t *all = json_object_get (members, "conflicts");
  const char *key;
  json_t *conflict;
  void *next;

  /* Nothing is to be decided about what is gone. */
  json_object_foreach_safe (all, next, key, conflict)
  {
    const char *id = json_string_value (json_object_get (conflict, "subject"));

    if (id != NULL && _squill_item_table_find (self->merged, id) == NULL)
      json_object_del (all, key);
  }
  if (!json_is_object (all) && json_object_size (self->conflicts) > 0)
    {
      all = json_object ();
      json_object_set_new (members, "conflicts", all);
    }
  json_object_foreach (self->conflicts, key, conflict)
  {
    const char *id = json_string_value (json_object_get (conflict, "subject"));

    if (_squill_item_table_find (self->merged, id) != NULL)
      keep_conflict (all, key, conflict);
  }
  if (json_is_object (all) && json_object_size (all) == 0)
    json_object_del (members, "conflicts");
}

/** Merges the items of two states of a model, of which each is changed to have the same ids for the
 * same. */
SquillModel *
_squill_item_tables_merge (const SquillItemTable *base,
                           SquillItemTable *ours,
                           SquillItemTable *theirs,
                           guint *n_positions,
                           GError **error)
{
  g_autoptr (SquillItemTable) merged = _squill_item_table_new_empty ();
  g_autoptr (GHashTable) dropped = g_hash_table_new (g_str_hash, g_str_equal);
  json_auto_t *conflicts = json_object ();
  Merge self = { .base = base,
                 .sides = { ours, theirs },
                 .merged = merged,
                 .dropped = dropped,
                 .conflicts = conflicts };

  if (!check_kinds (base, ours, error) || !check_kinds (base, theirs, error) ||
      !check_kinds (ours, theirs, error))
    return NULL;
  find_removed (&self, SQUILL_MERGE_OURS);
  find_removed (&self, SQUILL_MERGE_THEIRS);
  for (guint i = 0; i < ours->entries->len; i++)
    {
      const SquillItemEntry *entry = ours->entries->pdata[i];
      const SquillItemEntry *other = _squill_item_table_find (theirs, entry->id);

      if (other != NULL)
        merge_item (&self, entry, other);
      else if (!g_hash_table_contains (dropped, entry->id))
        take (&self, entry);
    }
  for (guint i = 0; i < theirs->entries->len; i++)
    {
      const SquillItemEntry *entry = theirs->entries->pdata[i];

      if (_squill_item_table_find (ours, entry->id) == NULL &&
          !g_hash_table_contains (dropped, entry->id))
        take (&self, entry);
    }
  complete (&self);
  find_same_names (&self);
  keep_conflicts (&self);
  if (n_positions != NULL)
    *n_positions = self.n_positions;
  return _squill_item_table_to_model (merged, error);
}

/**
 * squill_models_merge:
 * @base: the state that both come from; a new model where there is none
 * @ours: a later state of it
 * @theirs: another
 * @n_positions: (out) (optional): how many positions on the diagram both sides changed: those of
 *   @ours are kept
 * @error: where these are not states of one model, or newer than what this version can write
 *
 * Merges two states of a model. What one side changed is taken from there; what both changed in
 * different ways, what one removed while the other changed or uses it, and one name that each gave
 * to something else, is a conflict (squill_model_list_conflicts()). The result can be opened and
 * saved with its conflicts.
 *
 * Returns: (transfer full) (nullable): the merged model
 */
SquillModel *
squill_models_merge (
    SquillModel *base, SquillModel *ours, SquillModel *theirs, guint *n_positions, GError **error)
{
  g_autoptr (SquillItemTable) before = NULL;
  SquillItemTable *mine, *other;
  SquillModel *merged;
  json_int_t version, reader, their_version, their_reader;

  g_return_val_if_fail (SQUILL_IS_MODEL (base), NULL);
  g_return_val_if_fail (SQUILL_IS_MODEL (ours), NULL);
  g_return_val_if_fail (SQUILL_IS_MODEL (theirs), NULL);

  if (squill_model_get_read_only (ours) || squill_model_get_read_only (theirs))
    {
      g_set_error_literal (error, SQUILL_MODEL_ERROR, SQUILL_MODEL_ERROR_READ_ONLY,
                           _ ("A newer version of Squill wrote one of the models, and merging it "
                              "here would lose what this version does not know"));
      return NULL;
    }
  before = _squill_item_table_new (squill_model_get_info (base));
  mine = _squill_item_table_new (squill_model_get_info (ours));
  other = _squill_item_table_new (squill_model_get_info (theirs));
  _squill_item_tables_unite (before, &mine, &other);
  merged = _squill_item_tables_merge (before, mine, other, n_positions, error);
  _squill_item_table_free (mine);
  _squill_item_table_free (other);
  if (merged == NULL)
    return NULL;
  _squill_model_get_version (ours, &version, &reader);
  _squill_model_get_version (theirs, &their_version, &their_reader);
  _squill_model_set_version (merged, MAX (version, their_version), MAX (reader, their_reader));
  return merged;
}

/* SPDX-License-Identifier: Apache-2.0 */

/* Commands that store a relationship in another way, whatever the old and the new way are.
 *
 * First they gather a document for each pair of a parent and a child in a collection of its own, by
 * a $out that is there as a whole or not at all. From that they write the new form; whatever stops
 * them, they can be run again, for a collection that is there is not gathered a second time. Only
 * where nothing of it is missing in the new form do they remove the old one, and the collection. So
 * a second run finds nothing to gather and changes nothing.
 *
 * A pair has `parent` and `child`, which are ids, the whole `document` of the child where the new
 * form needs it, the attributes of the `link`, and its `position` in the array that it was in. What
 * has no id of its own takes that of the pair. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include "exchange/query/squill-migration-private.h"

#include <string.h>

#include "exchange/squill-shell-text.h"
#include "model/squill-authoring.h"
#include "model/squill-dialect.h"
#include "model/squill-placement.h"

/* What is missing in the new form. */

static GPtrArray *
find_by_id (const char *collection, const char *id)
{
  GPtrArray *stages = _squill_stages_new ();

  _squill_stages_add (stages, BCON_NEW ("$lookup", "{", "from", BCON_UTF8 (collection),
                                        "localField", BCON_UTF8 (id), "foreignField",
                                        BCON_UTF8 ("_id"), "as", BCON_UTF8 ("found"), "}"));
  return stages;
}

static GPtrArray *
find_missing (const char *collection, const char *id)
{
  GPtrArray *stages = find_by_id (collection, id);

  _squill_stages_add (stages,
                      BCON_NEW ("$match", "{", "found", "{", "$size", BCON_INT32 (0), "}", "}"));
  return stages;
}

static GPtrArray *
find_missing_references (const SquillStore *then)
{
  GPtrArray *stages = find_by_id (then->children->name, "child");
  g_autofree char *path = _squill_reference_get_id_path (then->reference);
  g_autofree char *values = _squill_value_in ("found", path);

  /* Arrays in the one document that was found. */
  if (then->reference->array)
    _squill_stages_add (stages, BCON_NEW ("$unwind", "{", "path", BCON_UTF8 ("$found"),
                                          "preserveNullAndEmptyArrays", BCON_BOOL (TRUE), "}"));
  _squill_stages_add (stages,
                      BCON_NEW ("$match", "{", "$expr", "{", "$not", "[", "{", "$in", "[",
                                BCON_UTF8 ("$parent"), "{", "$ifNull", "[", BCON_UTF8 (values), "[",
                                "]", "]", "}", "]", "}", "]", "}", "}"));
  return stages;
}

/* Parents whose array has not as many as there are pairs. */
static GPtrArray *
find_short_lists (const SquillStore *then)
{
  const int bound = _squill_store_get_bound (then);
  GPtrArray *stages = _squill_stages_new (), *found;
  g_autofree char *values = _squill_value_in ("found", then->list->name);
  bson_t *n;

  _squill_stages_add (stages, BCON_NEW ("$group", "{", "_id", BCON_UTF8 ("$parent"), "n", "{",
                                        "$sum", BCON_INT32 (1), "}", "}"));
  found = find_by_id (then->parents->name, "_id");
  _squill_stages_add (stages, bson_copy (found->pdata[0]));
  g_ptr_array_unref (found);
  if (then->list->array)
    _squill_stages_add (stages, BCON_NEW ("$unwind", "{", "path", BCON_UTF8 ("$found"),
                                          "preserveNullAndEmptyArrays", BCON_BOOL (TRUE), "}"));
  n = bound > 0 ? BCON_NEW ("v", "{", "$min", "[", BCON_UTF8 ("$n"), BCON_INT32 (bound), "]", "}")
                : BCON_NEW ("v", BCON_UTF8 ("$n"));
  {
    bson_t match = BSON_INITIALIZER, expression, list;
    bson_t *size = BCON_NEW ("$size", "{", "$ifNull", "[", BCON_UTF8 (values), "[", "]", "]", "}");
    bson_iter_t iter;

    bson_iter_init (&iter, n);
    bson_iter_next (&iter);
    BSON_APPEND_DOCUMENT_BEGIN (&match, "$expr", &expression);
    BSON_APPEND_ARRAY_BEGIN (&expression, "$ne", &list);
    bson_append_iter (&list, "0", -1, &iter);
    BSON_APPEND_DOCUMENT (&list, "1", size);
    bson_append_array_end (&expression, &list);
    bson_append_document_end (&match, &expression);
    _squill_stages_add (stages, BCON_NEW ("$match", BCON_DOCUMENT (&match)));
    bson_destroy (&match);
    bson_destroy (size);
  }
  bson_destroy (n);
  return stages;
}

/* Parents whose buckets have fewer than there are pairs. */
static GPtrArray *
find_short_buckets (const SquillStore *then)
{
  GPtrArray *stages = _squill_stages_new ();
  g_autofree char *parent = _squill_value_of (then->own_parent->name);
  g_autofree char *list = _squill_value_of (then->own_child->name);

  _squill_stages_add (stages, BCON_NEW ("$group", "{", "_id", BCON_UTF8 ("$parent"), "n", "{",
                                        "$sum", BCON_INT32 (1), "}", "}"));
  _squill_stages_add (stages,
                      BCON_NEW ("$unionWith", "{", "coll", BCON_UTF8 (then->own->name), "pipeline",
                                "[", "{", "$group", "{", "_id", BCON_UTF8 (parent), "n", "{",
                                "$sum", "{", "$multiply", "[", BCON_INT32 (-1), "{", "$size", "{",
                                "$ifNull", "[", BCON_UTF8 (list), "[", "]", "]", "}", "}", "]", "}",
                                "}", "}", "}", "]", "}"));
  _squill_stages_add (stages, BCON_NEW ("$group", "{", "_id", BCON_UTF8 ("$_id"), "n", "{", "$sum",
                                        BCON_UTF8 ("$n"), "}", "}"));
  _squill_stages_add (stages, BCON_NEW ("$match", "{", "n", "{", "$gt", BCON_INT32 (0), "}", "}"));
  return stages;
}

/* What is embedded in several parents under one id, and not the same in each. */
static GPtrArray *
find_different (void)
{
  GPtrArray *stages = _squill_stages_new ();

  _squill_stages_add (stages, BCON_NEW ("$group", "{", "_id", BCON_UTF8 ("$child"), "documents",
                                        "{", "$addToSet", BCON_UTF8 ("$document"), "}", "}"));
  _squill_stages_add (
      stages, BCON_NEW ("$match", "{", "documents.1", "{", "$exists", BCON_BOOL (TRUE), "}", "}"));
  return stages;
}

/* Children that no parent has, and that would be gone with their collection. */
static GPtrArray *
find_alone (const SquillMove *self)
{
  GPtrArray *stages = _squill_stages_new ();

  if (_squill_move_get_mark (self) != NULL)
    _squill_stages_add (stages, BCON_NEW ("$match", "{", _squill_move_get_mark (self), "{",
                                          "$exists", BCON_BOOL (FALSE), "}", "}"));
  _squill_stages_add (stages, BCON_NEW ("$lookup", "{", "from", BCON_UTF8 (self->pairs),
                                        "localField", BCON_UTF8 ("_id"), "foreignField",
                                        BCON_UTF8 ("child"), "as", BCON_UTF8 ("found"), "}"));
  _squill_stages_add (stages,
                      BCON_NEW ("$match", "{", "found", "{", "$size", BCON_INT32 (0), "}", "}"));
  return stages;
}

/* Copies of children that there are not: of these the array has the only one. */
static GPtrArray *
find_only_copies (const SquillStore *now)
{
  GPtrArray *stages = _squill_stages_new ();
  g_autofree char *list = _squill_value_of (now->list->name);
  g_autofree char *id = g_strconcat (now->list->name, "._id", NULL);

  _squill_stages_add (stages,
                      BCON_NEW ("$match", "{", id, "{", "$exists", BCON_BOOL (TRUE), "}", "}"));
  _squill_stages_add (stages, BCON_NEW ("$unwind", BCON_UTF8 (list)));
  _squill_stages_add (stages, BCON_NEW ("$lookup", "{", "from", BCON_UTF8 (now->children->name),
                                        "localField", BCON_UTF8 (id), "foreignField",
                                        BCON_UTF8 ("_id"), "as", BCON_UTF8 ("found"), "}"));
  _squill_stages_add (stages,
                      BCON_NEW ("$match", "{", "found", "{", "$size", BCON_INT32 (0), "}", "}"));
  return stages;
}

/* Giving up. */

static gboolean
has_name (const SquillCollection *collection, const char *name)
{
  for (guint i = 0; i < collection->shape->children->len; i++)
    if (g_str_equal (((const SquillShape *)collection->shape->children->pdata[i])->name, name))
      return TRUE;
  return FALSE;
}

/* What the old form has in documents that stay. */
static void
append_unsets (SquillMove *self, const SquillCollection *now, const SquillCollection *then)
{
  if (now == NULL || then == NULL)
    return;
  for (guint i = 0; i < now->shape->children->len; i++)
    {
      const SquillShape *shape = now->shape->children->pdata[i];

      if (g_strcmp0 (shape->relationship, self->now.r->item.id) == 0 &&
          _squill_name_is_plain (shape->name) && !has_name (then, shape->name))
        _squill_migration_unset (self->migration, now->name, shape->name);
    }
}

/* The old documents, where buckets and children are in one collection. */
static void
append_removal (SquillMove *self, const SquillCollection *collection)
{
  SquillMigration *migration = self->migration;
  bson_t *filter = BCON_NEW (_squill_move_get_mark (self), "{", "$exists",
                             BCON_BOOL (collection == self->now.own), "}");

  g_string_append_printf (migration->text, "%*s", (int)(2 * migration->level), "");
  _squill_migration_begin_call (migration, collection->name, "deleteMany");
  _squill_migration_append_document (migration, filter);
  g_string_append (migration->text, ");\n");
  bson_destroy (filter);
}

static void
add_condition (SquillMigration *migration,
               const char **before,
               const char *collection,
               GPtrArray *stages)
{
  _squill_migration_add_condition (migration, *before, collection, stages);
  *before = " && !";
}

static void
append_giving_up (SquillMove *self)
{
  const SquillStore *now = &self->now, *then = &self->then;
  SquillMigration *migration = self->migration;
  const gboolean drops_children =
      !_squill_move_is_split (self) && now->children != NULL && then->children == NULL;
  g_autofree char *otherwise =
      g_strdup_printf ("Not all of \"%s\" is stored in the new way: nothing of the old one was "
                       "removed",
                       then->r->name == NULL ? "" : then->r->name);
  const SquillCollection *marked = _squill_move_get_mark (self) == NULL ? NULL
                                   : drops_children                     ? now->children
                                                                        : now->own;
  const char *before = "if (!";

  if (then->children != NULL && !_squill_store_holds_children (then))
    add_condition (migration, &before, self->pairs, find_missing (then->children->name, "child"));
  if (then->reference != NULL)
    add_condition (migration, &before, self->pairs, find_missing_references (then));
  if (then->list != NULL)
    add_condition (migration, &before, self->pairs, find_short_lists (then));
  if (then->r->placement == SQUILL_PLACEMENT_JUNCTION)
    add_condition (migration, &before, self->pairs, find_missing (then->own->name, "_id"));
  if (then->r->placement == SQUILL_PLACEMENT_BUCKET)
    add_condition (migration, &before, self->pairs, find_short_buckets (then));
  if (!_squill_move_is_split (self) && _squill_store_holds_children (now) &&
      squill_relationship_is_shared (now->r))
    add_condition (migration, &before, self->pairs, find_different ());
  if (drops_children)
    add_condition (migration, &before, now->children->name, find_alone (self));
  _squill_migration_begin_block (migration);

  if (self->split != NULL)
    _squill_migration_unset (migration, now->parents->name, self->split->name);
  for (guint i = 0; self->fields != NULL && i < self->fields->len; i++)
    _squill_migration_unset (migration, now->parents->name,
                             ((const SquillField *)self->fields->pdata[i])->name);
  if (!_squill_move_is_split (self))
    {
      append_unsets (self, now->parents, then->parents);
      if (!g_str_equal (now->r->parent, now->r->child))
        append_unsets (self, now->children, then->children);
    }
  if (marked != NULL)
    append_removal (self, marked);
  else if (drops_children)
    _squill_migration_drop (migration, now->children->name);
  if (now->own != NULL && now->own != marked)
    _squill_migration_drop (migration, now->own->name);
  _squill_migration_drop (migration, self->pairs);
  _squill_migration_end_block (migration, otherwise);
}

/* All of it. */

/* $lookup and $merge stay within the database. */
static gboolean
find_database (SquillMove *self)
{
  const SquillStore *stores[] = { &self->now, &self->then };
  const char *database = NULL;
  gboolean first = TRUE;

  for (guint i = 0; i < G_N_ELEMENTS (stores); i++)
    {
      SquillDesign *design = i == 0 ? self->migration->now : self->migration->then;
      const SquillCollection *const all[] = { stores[i]->parents, stores[i]->children,
                                              stores[i]->own };

      for (guint j = 0; j < G_N_ELEMENTS (all); j++)
        {
          const char *its = all[j] == NULL ? NULL : squill_collection_get_database (design, all[j]);

          if (all[j] == NULL)
            continue;
          if (!first && g_strcmp0 (database, its) != 0)
            return FALSE;
          database = its;
          first = FALSE;
        }
    }
  self->migration->database = database;
  return TRUE;
}

/* Whether another collection has the name that links or buckets get. Buckets may take that of what
 * is in them. */
static gboolean
is_name_taken (const SquillMove *self)
{
  const SquillCollection *own = self->then.own;
  SquillDesign *designs[] = { self->migration->now, self->migration->then };

  for (guint i = 0; i < G_N_ELEMENTS (designs); i++)
    for (guint j = 0; j < squill_design_get_n_collections (designs[i]); j++)
      {
        const SquillCollection *other = squill_design_get_collection (designs[i], j);

        if (g_strcmp0 (other->name, own->name) == 0 && !g_str_equal (other->id, own->id) &&
            other != self->now.children)
          return TRUE;
      }
  return FALSE;
}

static char *
make_pairs_name (const char *parents, const SquillRelationship *r)
{
  return g_strdup_printf ("%s_%s_pairs", parents,
                          _squill_name_is_plain (r->name) ? r->name : r->item.id);
}

/* The name of the collection of pairs, which is trusted where it is there, and dropped: no other
 * relationship has it. */
static char *
find_pairs_name (const SquillMove *self)
{
  SquillDesign *design = self->migration->then;
  const char *parents = self->then.parents->name;
  const SquillRelationship *own = self->then.r;
  char *name = make_pairs_name (parents, own);

  SQUILL_FOR_EACH_CHILD (SquillRelationship, r,
                         squill_model_get_info (squill_design_get_model (design)),
                         SQUILL_KIND_RELATIONSHIP)
    {
      const SquillCollection *others =
          r == own || r->parent == NULL ? NULL : squill_design_find_collection (design, r->parent);
      g_autofree char *other = others == NULL ? NULL : make_pairs_name (others->name, r);

      if (g_strcmp0 (name, other) == 0)
        {
          g_free (name);
          return g_strdup_printf ("%s_%s_%s_pairs", parents, own->name, own->item.id);
        }
    }
  return name;
}

static gboolean
append_move (SquillMove *self)
{
  const SquillStore *now = &self->now, *then = &self->then;
  const gboolean checks_copies =
      !_squill_move_is_split (self) && now->r->placement == SQUILL_PLACEMENT_SUBSET;

  /* What is in itself is not taken apart here. */
  if ((g_str_equal (then->r->parent, then->r->child) &&
       (_squill_store_needs_documents (then) ||
        (!_squill_move_is_split (self) && _squill_store_holds_children (now)))) ||
      !_squill_move_can_copy (self, then->list) || !_squill_move_can_copy (self, then->reference) ||
      (!_squill_move_is_split (self) && !_squill_store_holds_children (now) &&
       now->children == NULL) ||
      (!_squill_store_holds_children (then) && then->children == NULL) || !find_database (self))
    return FALSE;
  if (then->own != NULL && is_name_taken (self))
    return FALSE;
  if (_squill_move_get_mark (self) != NULL &&
      has_name (then->children != NULL ? then->children : now->children,
                _squill_move_get_mark (self)))
    return FALSE;
  self->pairs = find_pairs_name (self);
  if (squill_design_find_collection_by_name (self->migration->now, self->pairs) != NULL ||
      squill_design_find_collection_by_name (self->migration->then, self->pairs) != NULL)
    return FALSE;
  if (!squill_model_has_version (squill_design_get_model (self->migration->then), 5, 2))
    _squill_migration_comment (self->migration, "These commands need MongoDB 5.2.", NULL);
  if (checks_copies)
    {
      _squill_migration_add_condition (self->migration, "if (!", now->children->name,
                                       _squill_stages_new ());
      _squill_migration_add_condition (self->migration, " || !", now->parents->name,
                                       find_only_copies (now));
      _squill_migration_begin_block (self->migration);
    }
  _squill_move_gather (self);
  _squill_migration_add_condition (self->migration, "if (", self->pairs, _squill_stages_new ());
  _squill_migration_begin_block (self->migration);
  _squill_move_write (self);
  append_giving_up (self);
  _squill_migration_end_block (self->migration, NULL);
  if (checks_copies)
    _squill_migration_end_block (self->migration,
                                 "Some copies are of documents that there are not: nothing was "
                                 "moved");
  self->migration->database = NULL;
  return TRUE;
}

/* Splits: what was in documents of the parent becomes a child, or several. */

static gboolean
is_in (const SquillItem *item, const char *id)
{
  return item != NULL && item->kind == SQUILL_KIND_ENTITY && g_str_equal (item->id, id);
}

static void
note_moved (SquillMove *self, const SquillField *field)
{
  g_hash_table_add (self->migration->moved, g_strdup (field->item.id));
  SQUILL_FOR_EACH_CHILD (SquillField, inner, field, SQUILL_KIND_FIELD)
    {
      note_moved (self, inner);
    }
}

/* The array whose elements are the children: it is gone, and has the name of the relationship. */
static void
find_split (SquillMove *self, const SquillEntity *was, const SquillEntity *child)
{
  SquillModel *then = squill_design_get_model (self->migration->then);

  SQUILL_FOR_EACH_CHILD (SquillField, field, was, SQUILL_KIND_FIELD)
    {
      if (!field->array || !_squill_name_is_plain (field->name) ||
          g_strcmp0 (field->name, self->then.r->name) != 0 ||
          squill_model_get_field (then, field->item.id) != NULL)
        continue;
      self->split = field;
      if ((field->types & SQUILL_TYPE_OBJECT) != 0)
        return;
      SQUILL_FOR_EACH_CHILD (SquillField, value, child, SQUILL_KIND_FIELD)
        {
          if (self->value == NULL && g_strcmp0 (value->name, "_id") != 0 &&
              _squill_name_is_plain (value->name))
            self->value = value->name;
        }
      return;
    }
}

static void
find_moved_fields (SquillMove *self, const SquillEntity *was, const SquillEntity *child)
{
  SquillModel *now = squill_design_get_model (self->migration->now);

  SQUILL_FOR_EACH_CHILD (SquillField, field, child, SQUILL_KIND_FIELD)
    {
      const SquillField *same = squill_model_get_field (now, field->item.id);

      if (same != NULL && is_in (same->item.parent, was->item.id) &&
          _squill_name_is_plain (same->name) && g_strcmp0 (same->name, field->name) == 0)
        {
          if (self->fields == NULL)
            self->fields = g_ptr_array_new ();
          g_ptr_array_add (self->fields, (gpointer)same);
        }
    }
}

/* Of a new relationship to a new entity that has what was in documents of the other. */
static gboolean
append_split (SquillMove *self)
{
  SquillMigration *migration = self->migration;
  const SquillRelationship *r = self->then.r;
  SquillModel *now = squill_design_get_model (migration->now);
  const SquillEntity *was = squill_model_get_entity (now, r->parent);
  const SquillEntity *child =
      squill_model_get_entity (squill_design_get_model (migration->then), r->child);
  gboolean result = FALSE;

  if (was == NULL || child == NULL || squill_model_get_entity (now, r->child) != NULL ||
      !squill_design_is_collection (migration->now, r->parent))
    return FALSE;
  self->now.r = r;
  self->now.parents = squill_design_find_collection (migration->now, r->parent);
  find_split (self, was, child);
  if (self->split == NULL)
    find_moved_fields (self, was, child);
  if (_squill_move_is_split (self))
    result = append_move (self);
  if (result && self->split != NULL)
    note_moved (self, self->split);
  for (guint i = 0; result && self->fields != NULL && i < self->fields->len; i++)
    note_moved (self, self->fields->pdata[i]);
  return result;
}

/**
 * _squill_migration_move:
 * @self: a migration
 *
 * Writes the commands for relationships that are stored in another way, and for those that are new
 * and lead to what was in the documents of the parent.
 */
void
_squill_migration_move (SquillMigration *self)
{
  SquillModel *now = squill_design_get_model (self->now);

  SQUILL_FOR_EACH_CHILD (SquillRelationship, r,
                         squill_model_get_info (squill_design_get_model (self->then)),
                         SQUILL_KIND_RELATIONSHIP)
    {
      const SquillRelationship *was = squill_model_get_relationship (now, r->item.id);
      SquillMove move = { .migration = self };
      const gsize start = self->text->len;
      gboolean is_found;

      if (was != NULL && was->placement == r->placement)
        continue;
      _squill_migration_comment (self, "The data of “%”", r->name);
      is_found = _squill_store_find (self->then, r, &move.then);
      if (was == NULL && !(is_found && append_split (&move)))
        {
          g_string_truncate (self->text, start);
          _squill_migration_comment (
              self, "“%” is new: what it stores is for the application to say.", r->name);
        }
      else if (was != NULL &&
               !(is_found && _squill_store_find (self->now, was, &move.now) && append_move (&move)))
        _squill_migration_comment (self, "How they are moved is not written here.", NULL);
      g_free (move.pairs);
      if (move.fields != NULL)
        g_ptr_array_unref (move.fields);
    }
}

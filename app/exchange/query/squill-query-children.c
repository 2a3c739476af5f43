/* SPDX-License-Identifier: Apache-2.0 */

/* What a placement does when a child comes to a parent, leaves it, or goes to another. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include <string.h>

#include "exchange/query/squill-query-private.h"
#include "model/squill-placement.h"

static GPtrArray *
new_conditions (void)
{
  return g_ptr_array_new_with_free_func ((GDestroyNotify)_squill_query_condition_free);
}

/* Values that are known, or that an earlier statement reads. */

/* Writes a value of a document: that of the sample where the sample is meant, else that which was
 * read. FALSE where the document has no such value, or several are meant. */
static gboolean
append_own (SquillQueryBuilder *self,
            SquillQueryReach *from,
            const SquillShape *source,
            bson_t *document,
            const char *key)
{
  g_autoptr (GPtrArray) conditions = new_conditions ();
  bson_iter_t iter;

  if (from->many || !_squill_query_add_link (self, from, source, from, source, conditions))
    return FALSE;
  return bson_iter_init (&iter, ((SquillQueryCondition *)conditions->pdata[0])->test) &&
         bson_iter_next (&iter) && bson_append_value (document, key, -1, bson_iter_value (&iter));
}

/* The conditions that a document is that of a sample: by its key and, where it stands in arrays,
 * by those of the elements around it. */
static GPtrArray *
identify (SquillQueryBuilder *self,
          const SquillCollection *collection,
          const SquillShape *site,
          guint64 number)
{
  GPtrArray *conditions = new_conditions ();

  for (const SquillShape *shape = site; shape != NULL; shape = shape->parent)
    {
      const SquillShape *key = NULL;

      if (shape->parent != NULL && !(shape->document && shape->array))
        continue;
      key = _squill_query_find_key (self, shape, NULL);
      for (guint i = 0; key == NULL && i < shape->children->len; i++)
        {
          const SquillShape *child = shape->children->pdata[i];

          if (child->children->len == 0 && !child->array && !child->map)
            key = child;
        }
      if (key != NULL)
        g_ptr_array_insert (conditions, 0,
                            _squill_query_condition_new (self, collection, key, "eq", number));
    }
  return conditions;
}

/* Documents that are written. */

/* Copies a document with another value at one place. */
static void
append_with (bson_t *target,
             const bson_t *source,
             const SquillQueryPlace *place,
             guint depth,
             const bson_value_t *value)
{
  const char *name = place->names->pdata[depth];
  bson_iter_t iter;
  gboolean is_done = FALSE;

  for (bson_iter_init (&iter, source); bson_iter_next (&iter);)
    {
      bson_t inner, member;
      const guint8 *data;
      guint32 length;

      if (!g_str_equal (bson_iter_key (&iter), name))
        {
          bson_append_value (target, bson_iter_key (&iter), -1, bson_iter_value (&iter));
          continue;
        }
      is_done = TRUE;
      if (depth + 1 == place->names->len || !BSON_ITER_HOLDS_DOCUMENT (&iter))
        {
          bson_append_value (target, name, -1, value);
          continue;
        }
      bson_iter_document (&iter, &length, &data);
      if (!bson_init_static (&inner, data, length))
        continue;
      bson_append_document_begin (target, name, -1, &member);
      append_with (&member, &inner, place, depth + 1, value);
      bson_append_document_end (target, &member);
    }
  if (!is_done && depth + 1 == place->names->len)
    bson_append_value (target, name, -1, value);
}

static void
set_value (bson_t **document, const SquillQueryPlace *place, const bson_value_t *value)
{
  bson_t *changed;

  if (place->names->len == 0 || _squill_query_place_is_in_array (place, 0))
    return;
  changed = bson_new ();
  append_with (changed, *document, place, 0, value);
  bson_destroy (*document);
  *document = changed;
}

/* Lets a document that is written have a value of another one. */
static gboolean
set_own (SquillQueryBuilder *self,
         bson_t **document,
         const SquillShape *target,
         SquillQueryReach *from,
         const SquillShape *source)
{
  g_autoptr (SquillQueryPlace) place = _squill_query_place_new (*document, target);
  bson_t value = BSON_INITIALIZER;
  bson_iter_t iter;
  gboolean is_set = append_own (self, from, source, &value, "");

  if (is_set && bson_iter_init (&iter, &value) && bson_iter_next (&iter))
    set_value (document, place, bson_iter_value (&iter));
  bson_destroy (&value);
  return is_set;
}

/* Elements. */

/* The field of a document from which a copy comes. */
static const SquillShape *
find_source (SquillQueryBuilder *self, const SquillShape *copy, const SquillShape *site)
{
  const SquillCopy *drawn =
      squill_model_get_item_of_kind (self->model, copy->copy, SQUILL_KIND_COPY);

  return drawn == NULL || drawn->field == NULL
             ? NULL
             : squill_design_resolve (self->design, site, drawn->field);
}

/* What an array of the parent has of a child: its key, {key, copies…}, or so much of its document
 * as is embedded. */
static gboolean
append_element (SquillQueryBuilder *self,
                const SquillShape *list,
                const SquillRelationship *r,
                SquillQueryReach *child,
                bson_t *document,
                const char *key)
{
  const SquillShape *id = _squill_query_find_key (self, child->site, r->child_key);
  bson_t element;

  if (list->children->len == 0)
    return id != NULL && append_own (self, child, id, document, key);
  bson_append_document_begin (document, key, -1, &element);
  for (guint i = 0; i < list->children->len; i++)
    {
      const SquillShape *member = list->children->pdata[i];
      const SquillShape *source = NULL;

      if (member->origin == SQUILL_ORIGIN_REFERENCE && member->target != NULL &&
          g_strcmp0 (member->relationship, r->item.id) == 0)
        source = id;
      else if (member->copy != NULL)
        source = find_source (self, member, child->site);
      else
        for (guint j = 0; j < child->site->children->len && source == NULL; j++)
          {
            const SquillShape *own = child->site->children->pdata[j];

            if (g_str_equal (own->name, member->name))
              source = own;
          }
      if (source != NULL)
        append_own (self, child, source, &element, member->name);
    }
  bson_append_document_end (document, &element);
  return TRUE;
}

/* The operators of a push to a subset: the order first, then what is cut off. */
static void
append_slice (SquillQueryBuilder *self,
              const SquillRelationship *r,
              const SquillShape *list,
              bson_t *push)
{
  const SquillShape *order =
      r->order_by == NULL ? NULL : squill_design_resolve (self->design, list, r->order_by);
  const gint32 bound = r->bound >= 1 && r->bound < G_MAXINT32 ? (gint32)r->bound : 0;
  g_autofree char *path = NULL;
  bson_t sort;

  if (order != NULL && g_str_has_prefix (order->path, list->path))
    {
      g_autofree char *whole = squill_shape_get_query_path (order);
      g_autofree char *around = squill_shape_get_query_path (list);

      path = g_strdup (whole + strlen (around) + 1);
      BSON_APPEND_DOCUMENT_BEGIN (push, "$sort", &sort);
      bson_append_int32 (&sort, path, -1, r->ordering == SQUILL_ORDERING_TIME ? -1 : 1);
      bson_append_document_end (push, &sort);
    }
  if (bound > 0)
    BSON_APPEND_INT32 (push, "$slice", path != NULL ? bound : -bound);
}

/* Adds an element to a list of the parent: `$push`, or under its key to a map. */
static gboolean
push (SquillQueryBuilder *self,
      SquillQueryChanges *changes,
      const char *path,
      const SquillRelationship *r,
      const SquillShape *list,
      SquillQueryReach *child)
{
  bson_t operand = BSON_INITIALIZER, each;
  bson_iter_t iter;
  gboolean is_made;

  if (r->placement != SQUILL_PLACEMENT_SUBSET)
    {
      is_made = append_element (self, list, r, child, &operand, "");
      if (is_made && bson_iter_init (&iter, &operand) && bson_iter_next (&iter))
        _squill_query_changes_add (changes, list->array ? SQUILL_QUERY_PUSH : SQUILL_QUERY_SET,
                                   path, bson_iter_value (&iter));
    }
  else
    {
      BSON_APPEND_ARRAY_BEGIN (&operand, "$each", &each);
      is_made = append_element (self, list, r, child, &each, "0");
      bson_append_array_end (&operand, &each);
      append_slice (self, r, list, &operand);
      if (is_made)
        _squill_query_changes_add_document (changes, SQUILL_QUERY_PUSH, path, &operand);
    }
  bson_destroy (&operand);
  return is_made;
}

/* The array of the parent that has something of each child, in a place of the parent. */
static const SquillShape *
find_list (SquillQueryBuilder *self, const SquillShape *site, const SquillRelationship *r)
{
  const SquillShape *found;

  if (r->placement == SQUILL_PLACEMENT_SUBSET)
    {
      found = squill_design_resolve (self->design, site, r->item.id);
      return found;
    }
  if (!squill_placement_has_reference (r->placement, TRUE))
    return NULL;
  found = _squill_query_find_stored_reference (self, site, r, TRUE);
  /* The id in {id, copies…} stands in the list. */
  while (found != NULL && !found->array && found->parent != NULL && found->parent != site &&
         found->parent->origin == SQUILL_ORIGIN_REFERENCE)
    found = found->parent;
  return found != NULL && found->parent->key == found ? NULL : found;
}

/* Tells a parent of one child more. */
static void
add_to_list (SquillQueryBuilder *self,
             const SquillRelationship *r,
             const SquillCollection *collection,
             const SquillShape *site,
             GPtrArray *conditions,
             SquillQueryReach *child)
{
  const SquillShape *list = find_list (self, site, r);
  g_autoptr (SquillQueryChanges) changes = _squill_query_changes_new ();
  g_autoptr (SquillQueryPlace) place = NULL;
  g_autofree char *path = NULL;

  if (list == NULL)
    return;
  place = _squill_query_place_new (_squill_query_get_document (self, collection, 0), list);
  path = _squill_query_changes_make_path (changes, place, conditions);
  if (push (self, changes, path, r, list, child))
    _squill_query_add_update (self, collection, changes, conditions, FALSE);
}

/**
 * _squill_query_remove_from_lists:
 * @self: a builder
 * @r: a relationship
 * @child: a child
 *
 * Takes a child out of the arrays of its parents.
 */
void
_squill_query_remove_from_lists (SquillQueryBuilder *self,
                                 const SquillRelationship *r,
                                 SquillQueryReach *child)
{
  g_autoptr (SquillQueryReach) parent = _squill_query_reach_new (self, r->parent);
  const SquillShape *list = parent == NULL ? NULL : find_list (self, parent->site, r);
  const SquillShape *id = _squill_query_find_key (self, child->site, r->child_key);
  const SquillShape *own_id = NULL;
  g_autoptr (SquillQueryChanges) changes = _squill_query_changes_new ();
  g_autoptr (GPtrArray) conditions = new_conditions ();
  g_autoptr (SquillQueryPlace) place = NULL;
  g_autofree char *path = NULL;
  bson_t operand = BSON_INITIALIZER;
  bson_iter_t iter;
  SquillQueryCondition *condition;

  if (list != NULL && list->children->len > 0)
    own_id = r->placement == SQUILL_PLACEMENT_SUBSET && list->document
                 ? _squill_query_find_key (self, list, r->child_key)
                 : _squill_query_get_reference_shape (list);
  else
    own_id = list;
  if (own_id == NULL || id == NULL || !list->array ||
      !_squill_query_add_link (self, child, id, parent, own_id, conditions))
    {
      bson_destroy (&operand);
      return;
    }
  condition = conditions->pdata[0];
  bson_iter_init (&iter, condition->test);
  bson_iter_next (&iter);
  place = _squill_query_place_new (_squill_query_get_document (self, parent->collection, 0), list);
  path = _squill_query_changes_make_path (changes, place, conditions);
  if (own_id == list)
    _squill_query_changes_add (changes, SQUILL_QUERY_PULL, path, bson_iter_value (&iter));
  else
    {
      bson_append_value (&operand, own_id->name, -1, bson_iter_value (&iter));
      _squill_query_changes_add_document (changes, SQUILL_QUERY_PULL, path, &operand);
    }
  _squill_query_add_update (self, parent->collection, changes, conditions,
                            child->many || squill_relationship_is_shared (r));
  bson_destroy (&operand);
}

/* Children that come. */

/* The sample of a child that is neither among the documents yet nor inserted by the query. */
static void
begin_new (SquillQueryBuilder *self, SquillQueryReach *child)
{
  child->number = squill_samples_get_population (self->samples, child->collection->id);
  for (guint i = 0; i < self->query->statements->len; i++)
    {
      const SquillStatement *statement = self->query->statements->pdata[i];

      child->number += statement->kind == SQUILL_STATEMENT_INSERT &&
                       g_str_equal (statement->collection, child->collection->name);
    }
  child->statement = -1;
}

static SquillStatement *
add_insert (SquillQueryBuilder *self, const SquillCollection *collection, bson_t *document)
{
  SquillStatement *statement = _squill_query_add (self, SQUILL_STATEMENT_INSERT, collection);

  bson_destroy (statement->filter);
  statement->filter = document;
  return statement;
}

/* A link between two documents. */
static void
insert_link (SquillQueryBuilder *self,
             const SquillRelationship *r,
             SquillQueryReach *parent,
             SquillQueryReach *child)
{
  const SquillCollection *links = squill_design_find_collection (self->design, r->item.id);
  bson_t *document = bson_copy (_squill_query_get_document (
      self, links, squill_samples_get_population (self->samples, links->id)));
  const SquillShape *to_parent = _squill_query_find_stored_reference (self, links->shape, r, FALSE);
  const SquillShape *to_child = _squill_query_find_stored_reference (self, links->shape, r, TRUE);
  const SquillShape *parent_key = _squill_query_find_key (self, parent->site, r->parent_key);
  const SquillShape *child_key = _squill_query_find_key (self, child->site, r->child_key);

  if (to_parent != NULL && parent_key != NULL)
    set_own (self, &document, to_parent, parent, parent_key);
  if (to_child != NULL && child_key != NULL)
    set_own (self, &document, to_child, child, child_key);
  add_insert (self, links, document);
}

/* A child among the others in a bucket of its parent that has room; in a new one where none has. */
static void
add_to_bucket (SquillQueryBuilder *self,
               const SquillRelationship *r,
               SquillQueryReach *parent,
               const bson_value_t *element)
{
  const SquillCollection *buckets = squill_design_find_collection (self->design, r->item.id);
  const SquillShape *reference =
      _squill_query_find_stored_reference (self, buckets->shape, r, FALSE);
  const SquillShape *items = squill_design_get_stored (self->design, r->item.id, TRUE);
  const SquillShape *key =
      parent == NULL ? NULL : _squill_query_find_key (self, parent->site, r->parent_key);
  SquillQueryReach bucket = { .entity = r->item.id,
                              .collection = buckets,
                              .site = buckets->shape,
                              .result = buckets->shape,
                              .statement = -1 };
  g_autoptr (GPtrArray) conditions = new_conditions ();
  g_autoptr (SquillQueryChanges) changes = _squill_query_changes_new ();
  g_autoptr (SquillQueryPlace) place = NULL;
  g_autofree char *path = NULL;
  SquillStatement *statement;
  bson_t room;

  if (items == NULL)
    return;
  if (reference != NULL && key != NULL)
    _squill_query_add_link (self, parent, key, &bucket, reference, conditions);
  else if (reference != NULL)
    g_ptr_array_add (conditions, _squill_query_condition_new (self, buckets, reference, "eq", 0));
  place = _squill_query_place_new (_squill_query_get_document (self, buckets, 0), items);
  path = _squill_query_changes_make_path (changes, place, conditions);
  _squill_query_changes_add (changes, SQUILL_QUERY_PUSH, path, element);
  _squill_query_changes_add_number (changes, SQUILL_QUERY_INC, "count", 1);
  statement = _squill_query_add_update (self, buckets, changes, conditions, FALSE);
  statement->upsert = TRUE;
  if (r->bound >= 1 && r->bound < G_MAXINT32)
    {
      BSON_APPEND_DOCUMENT_BEGIN (statement->filter, "count", &room);
      BSON_APPEND_INT32 (&room, "$lt", (gint32)r->bound);
      bson_append_document_end (statement->filter, &room);
    }
}

/* A child that is embedded: in its parent, or in one of its buckets; a new one, or one that was
 * elsewhere. */
static void
add_embedded (SquillQueryBuilder *self,
              const SquillRelationship *r,
              SquillQueryReach *parent,
              GPtrArray *parent_conditions,
              const SquillQueryPlace *moved)
{
  const gboolean is_bucket = r->placement == SQUILL_PLACEMENT_BUCKET;
  const SquillCollection *collection =
      is_bucket ? squill_design_find_collection (self->design, r->item.id) : parent->collection;
  const SquillShape *shape = is_bucket
                                 ? squill_design_get_stored (self->design, r->item.id, TRUE)
                                 : squill_design_resolve (self->design, parent->site, r->item.id);
  g_autoptr (SquillQueryPlace) other = NULL;
  g_autoptr (SquillQueryPlace) place = NULL;
  g_autoptr (SquillQueryChanges) changes = NULL;
  g_autofree char *path = NULL;

  if (shape == NULL)
    return;
  other = _squill_query_place_find_other (
      self, collection, shape, squill_samples_get_population (self->samples, collection->id));
  if (moved == NULL)
    moved = other;
  if (!moved->is_found)
    return;
  if (is_bucket)
    {
      add_to_bucket (self, r, parent, &moved->value);
      return;
    }
  changes = _squill_query_changes_new ();
  place = _squill_query_place_new (_squill_query_get_document (self, collection, parent->number),
                                   shape);
  path = _squill_query_changes_make_path (changes, place, parent_conditions);
  if (shape->map)
    {
      bson_iter_t iter, inner;
      bson_t map = BSON_INITIALIZER;

      bson_append_value (&map, "", 0, &moved->value);
      if (bson_iter_init (&iter, &map) && bson_iter_next (&iter) &&
          bson_iter_recurse (&iter, &inner) && bson_iter_next (&inner))
        {
          g_autofree char *key_path = g_strconcat (path, ".", bson_iter_key (&inner), NULL);

          _squill_query_changes_add (changes, SQUILL_QUERY_SET, key_path, bson_iter_value (&inner));
        }
      bson_destroy (&map);
    }
  else
    _squill_query_changes_add (changes, shape->array ? SQUILL_QUERY_PUSH : SQUILL_QUERY_SET, path,
                               &moved->value);
  if (!_squill_query_changes_are_empty (changes))
    _squill_query_add_update (self, collection, changes, parent_conditions, FALSE);
}

/* Puts the reference to a parent into a child that is written. */
static void
refer_to_parent (SquillQueryBuilder *self,
                 const SquillRelationship *r,
                 SquillQueryReach *parent,
                 const SquillShape *site,
                 bson_t **document)
{
  const SquillShape *reference = _squill_query_find_stored_reference (self, site, r, FALSE);
  const SquillShape *key = _squill_query_find_key (self, parent->site, r->parent_key);

  if (reference != NULL && key != NULL)
    set_own (self, document, reference, parent, key);
}

/**
 * _squill_query_add_child:
 * @self: a builder
 * @r: a relationship
 * @parent: one of its parents
 * @conditions: (element-type SquillQueryCondition): what makes a document that of @parent
 *
 * Gives a parent a child: a new one or, where a child may have several parents and stands alone,
 * one that is there.
 */
void
_squill_query_add_child (SquillQueryBuilder *self,
                         const SquillRelationship *r,
                         SquillQueryReach *parent,
                         GPtrArray *conditions)
{
  g_autoptr (SquillQueryReach) child = _squill_query_reach_new (self, r->child);

  if (squill_placement_is_embedding (r->placement) || r->placement == SQUILL_PLACEMENT_BUCKET)
    {
      add_embedded (self, r, parent, conditions, NULL);
      return;
    }
  if (child == NULL)
    return;
  if (squill_relationship_is_shared (r))
    child->number = 1;
  else
    {
      bson_t *document;

      begin_new (self, child);
      document = bson_copy (_squill_query_get_document (self, child->collection, child->number));
      refer_to_parent (self, r, parent, child->site, &document);
      add_insert (self, child->collection, document);
    }
  if (r->placement == SQUILL_PLACEMENT_JUNCTION)
    insert_link (self, r, parent, child);
  else
    add_to_list (self, r, parent->collection, parent->site, conditions, child);
}

/* The parent that a child of the sample has: what its reference names. */
static GPtrArray *
identify_parent (SquillQueryBuilder *self,
                 const SquillRelationship *r,
                 SquillQueryReach *child,
                 const SquillQueryReach *parent)
{
  const SquillShape *reference = _squill_query_find_stored_reference (self, child->site, r, FALSE);
  const SquillShape *key = _squill_query_find_key (self, parent->site, r->parent_key);
  GPtrArray *conditions = new_conditions ();

  if (reference != NULL && key != NULL &&
      _squill_query_add_link (self, child, reference, parent, key, conditions))
    return conditions;
  g_ptr_array_unref (conditions);
  return identify (self, parent->collection, parent->site, parent->number);
}

static gboolean
names_relationship (const SquillOperation *operation, const SquillRelationship *r)
{
  for (guint i = 0; operation->writes != NULL && i < operation->writes->len; i++)
    if (g_str_equal (((SquillKey *)operation->writes->pdata[i])->path, r->item.id))
      return TRUE;
  return squill_operation_goes_through (operation, r->item.id);
}

/* Tells the parents of a new child of it. */
static void
tell_parents (SquillQueryBuilder *self, SquillQueryReach *child)
{
  const SquillEntity *entity = squill_model_get_entity (self->model, child->entity);
  guint n;
  const SquillRelationship *const *relationships = squill_entity_get_relationships (entity, &n);

  for (guint i = 0; i < n; i++)
    {
      const SquillRelationship *r = relationships[i];
      g_autoptr (SquillQueryReach) parent = NULL;
      g_autoptr (GPtrArray) conditions = NULL;
      gboolean is_needed = names_relationship (self->operation, r) ||
                           r->placement == SQUILL_PLACEMENT_SUBSET ||
                           r->placement == SQUILL_PLACEMENT_TWO_WAY ||
                           (r->parents.min >= 1 && !squill_relationship_is_shared (r));

      if (!g_str_equal (r->child, child->entity) || !is_needed ||
          (!squill_placement_lists_children (r->placement) &&
           r->placement != SQUILL_PLACEMENT_SUBSET && r->placement != SQUILL_PLACEMENT_JUNCTION) ||
          squill_placement_is_embedding (r->placement))
        continue;
      parent = _squill_query_reach_new (self, r->parent);
      if (parent == NULL)
        continue;
      if (r->placement == SQUILL_PLACEMENT_JUNCTION)
        {
          insert_link (self, r, parent, child);
          continue;
        }
      conditions = identify_parent (self, r, child, parent);
      add_to_list (self, r, parent->collection, parent->site, conditions, child);
    }
}

/* The children that an insert of their parent brings along. */
static void
bring_children (SquillQueryBuilder *self, SquillQueryReach *parent)
{
  const SquillEntity *entity = squill_model_get_entity (self->model, parent->entity);
  guint n;
  const SquillRelationship *const *relationships = squill_entity_get_relationships (entity, &n);
  g_autoptr (GPtrArray) conditions =
      identify (self, parent->collection, parent->site, parent->number);

  for (guint i = 0; i < n; i++)
    {
      const SquillRelationship *r = relationships[i];

      if (g_str_equal (r->parent, parent->entity) && !g_str_equal (r->child, parent->entity) &&
          names_relationship (self->operation, r) && !squill_placement_is_embedding (r->placement))
        _squill_query_add_child (self, r, parent, conditions);
    }
}

/** The commands of an insert. */
void
_squill_query_build_insert (SquillQueryBuilder *self)
{
  const char *entity = self->operation->entity;
  g_autoptr (GPtrArray) sites = _squill_query_list_sites (self, entity);
  g_autoptr (SquillQueryReach) child = _squill_query_reach_new (self, entity);

  if (child == NULL)
    {
      _squill_query_add_note (self, "Nothing of it is stored");
      return;
    }
  if (child->site->parent == NULL)
    {
      begin_new (self, child);
      add_insert (self, child->collection,
                  bson_copy (_squill_query_get_document (self, child->collection, child->number)));
      tell_parents (self, child);
      bring_children (self, child);
    }
  /* Where it is embedded as a whole. */
  for (guint i = 0; i < sites->len; i++)
    {
      const SquillShape *site = sites->pdata[i];
      const SquillRelationship *r = squill_model_get_relationship (self->model, site->relationship);
      g_autoptr (SquillQueryReach) parent = NULL;
      g_autoptr (GPtrArray) conditions = NULL;

      if (site->parent == NULL || r == NULL || !squill_placement_holds_children (r->placement))
        continue;
      if (r->placement == SQUILL_PLACEMENT_BUCKET)
        {
          add_embedded (self, r, NULL, NULL, NULL);
          continue;
        }
      parent = g_new0 (SquillQueryReach, 1);
      parent->entity = r->parent;
      parent->collection = squill_design_get_collection_of_shape (self->design, site);
      parent->site = _squill_query_get_document_around (site);
      parent->result = parent->collection->shape;
      parent->statement = -1;
      conditions = identify (self, parent->collection, parent->site, parent->number);
      add_embedded (self, r, parent, conditions, NULL);
    }
}

/* Moves. */

/* What a child stores of a parent, references and copies, becomes that of another child. */
static void
set_reference (SquillQueryBuilder *self,
               SquillQueryChanges *changes,
               const SquillRelationship *r,
               SquillQueryReach *child,
               guint64 other,
               GPtrArray *conditions)
{
  const SquillShape *reference = _squill_query_find_stored_reference (self, child->site, r, FALSE);
  const SquillShape *around;

  if (reference == NULL)
    return;
  /* {id, copies…} changes as a whole. */
  while (reference->parent != child->site && reference->parent->origin == SQUILL_ORIGIN_REFERENCE)
    reference = reference->parent;
  around = reference->parent;
  for (guint i = 0; i < around->children->len; i++)
    {
      const SquillShape *shape = around->children->pdata[i];
      g_autoptr (SquillQueryPlace) place = NULL;
      g_autoptr (SquillQueryPlace) value = NULL;
      g_autofree char *path = NULL;

      if (shape != reference &&
          (shape->copy == NULL || g_strcmp0 (shape->relationship, r->item.id) != 0))
        continue;
      place = _squill_query_place_new (
          _squill_query_get_document (self, child->collection, child->number), shape);
      value = _squill_query_place_new (_squill_query_get_document (self, child->collection, other),
                                       shape);
      path = _squill_query_changes_make_path (changes, place, conditions);
      if (value->is_found)
        _squill_query_changes_add (changes, SQUILL_QUERY_SET, path, &value->value);
    }
}

/* A sample of the child whose parent is another. */
static guint64
find_with_other_parent (SquillQueryBuilder *self,
                        const SquillRelationship *r,
                        const SquillQueryReach *child)
{
  const SquillShape *reference = _squill_query_find_stored_reference (self, child->site, r, FALSE);
  g_autoptr (SquillQueryPlace) own = NULL;

  if (reference == NULL)
    return child->number + 1;
  own = _squill_query_place_new (
      _squill_query_get_document (self, child->collection, child->number), reference);
  for (guint64 i = 1; i <= 64; i++)
    {
      g_autoptr (SquillQueryPlace) other = _squill_query_place_new (
          _squill_query_get_document (self, child->collection, child->number + i), reference);

      if (other->is_found &&
          (!own->is_found || _squill_bson_value_compare (&own->value, &other->value) != 0))
        return child->number + i;
    }
  return child->number + 1;
}

static void
move_link (SquillQueryBuilder *self,
           const SquillRelationship *r,
           SquillQueryReach *child,
           SquillQueryReach *parent)
{
  const SquillCollection *links = squill_design_find_collection (self->design, r->item.id);
  const SquillShape *to_parent = _squill_query_find_stored_reference (self, links->shape, r, FALSE);
  const SquillShape *to_child = _squill_query_find_stored_reference (self, links->shape, r, TRUE);
  const SquillShape *child_key = _squill_query_find_key (self, child->site, r->child_key);
  SquillQueryReach link = { .entity = r->item.id,
                            .collection = links,
                            .site = links->shape,
                            .result = links->shape,
                            .statement = -1 };
  g_autoptr (GPtrArray) conditions = new_conditions ();
  g_autoptr (SquillQueryChanges) changes = _squill_query_changes_new ();
  g_autoptr (SquillQueryPlace) place = NULL;
  g_autofree char *path = NULL;

  if (to_parent == NULL || to_child == NULL || child_key == NULL ||
      !_squill_query_add_link (self, child, child_key, &link, to_child, conditions))
    return;
  place = _squill_query_place_find_other (self, links, to_parent, 0);
  path = _squill_query_changes_make_path (changes, place, conditions);
  if (place->is_found)
    _squill_query_changes_add (changes, SQUILL_QUERY_SET, path, &place->value);
  _squill_query_add_update (self, links, changes, conditions, FALSE);
}

/**
 * _squill_query_move:
 * @self: a builder
 * @r: a relationship
 * @child: a child
 * @conditions: (element-type SquillQueryCondition): what makes a document that of @child
 * @changes: what else changes in the child; the reference comes to it
 *
 * Gives a child another parent.
 */
void
_squill_query_move (SquillQueryBuilder *self,
                    const SquillRelationship *r,
                    SquillQueryReach *child,
                    GPtrArray *conditions,
                    SquillQueryChanges *changes)
{
  g_autoptr (SquillQueryReach) parent = _squill_query_reach_new (self, r->parent);
  g_autoptr (SquillQueryReach) other = NULL;
  g_autoptr (GPtrArray) parent_conditions = NULL;
  g_autoptr (SquillQueryPlace) moved = NULL;

  if (parent == NULL)
    return;
  parent->number = child->number + 1;
  if (r->placement == SQUILL_PLACEMENT_JUNCTION)
    {
      move_link (self, r, child, parent);
      return;
    }
  if (squill_placement_is_embedding (r->placement) || r->placement == SQUILL_PLACEMENT_BUCKET)
    {
      parent_conditions = identify (self, parent->collection, parent->site, parent->number);
      moved = _squill_query_place_new (
          _squill_query_get_document (self, child->collection, child->number), child->site);
      _squill_query_take_out (self, child, conditions, FALSE);
      add_embedded (self, r, parent, parent_conditions, moved);
      return;
    }
  other = g_new0 (SquillQueryReach, 1);
  *other = *child;
  other->statement = -1;
  other->prefix = NULL;
  other->number = find_with_other_parent (self, r, child);
  set_reference (self, changes, r, child, other->number, conditions);
  if (find_list (self, parent->site, r) == NULL)
    return;
  parent_conditions = identify_parent (self, r, other, parent);
  _squill_query_remove_from_lists (self, r, child);
  add_to_list (self, r, parent->collection, parent->site, parent_conditions, child);
}
